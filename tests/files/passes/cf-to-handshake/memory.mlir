// Accesses to an array that is written wait for each other by tokens; arrays that are only read do not.
// RUN: flowright opt %s --passes=cf-to-handshake | check

memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global "private" @kept : memref<i32> = dense<7>
memref.global @seen : memref<2xi32> = dense<0>

// CHECK-LABEL: handshake.func @ordered(%m: memref<8x6xi32>, %i: index, %v: i32, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %0 = constant %start {handshake.bb = 0 : ui32, value = 2 : index} : none, index
// CHECK-NEXT: %1 = arith.shli %i, %0 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %2 = constant %start {handshake.bb = 0 : ui32, value = 1 : index} : none, index
// CHECK-NEXT: %3 = arith.shli %i, %2 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %4 = arith.addi %1, %3 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %5 = constant %start {handshake.bb = 0 : ui32, value = 2 : index} : none, index
// CHECK-NEXT: %6 = arith.addi %4, %5 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %7 = blocker %6, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %8, %a = load[%7] %21#0 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %9 = join %start, %a {handshake.bb = 0 : ui32} : [none, i32] to none
// CHECK-NEXT: %10 = constant %start {handshake.bb = 0 : ui32, value = 12 : index} : none, index
// CHECK-NEXT: %11 = arith.addi %i, %10 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %12 = blocker %11, %9 {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %13, %14 = store[%12] %v {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %15 = constant %start {handshake.bb = 0 : ui32, value = 3 : index} : none, index
// CHECK-NEXT: %16 = arith.shli %i, %15 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %17 = arith.subi %16, %i {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %18 = blocker %17, %21#2 {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %19, %b = load[%18] %21#1 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %20 = join %21#2, %b {handshake.bb = 0 : ui32} : [none, i32] to none
// CHECK-NEXT: %s = arith.addi %a, %b {handshake.bb = 0 : ui32} : i32
// CHECK-NEXT: %21:3, %22 = mem_controller[%m : memref<8x6xi32>] %start (%8, %13, %14, %19) %20 {connectedBlocks = [], storeDone} : (index, index, i32, index) -> (i32, i32, none)
// CHECK-NEXT: %23 = join %start, %22 : none
// CHECK-NEXT: end %s, %23 : i32, none
func.func @ordered(%m: memref<8x6xi32>, %i: index, %v: i32) -> i32 attributes {kernel} {
  %c2 = arith.constant 2 : index
  %a = memref.load %m[%i, %c2] : memref<8x6xi32>
  memref.store %v, %m[%c2, %i] : memref<8x6xi32>
  %b = memref.load %m[%i, %i] : memref<8x6xi32>
  %s = arith.addi %a, %b : i32
  return %s : i32
}

// CHECK-LABEL: handshake.func @arrays(%i: index, %seen: memref<2xi32>, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %table = ram {initialValue = dense<[1, 2, 3, 4]> : tensor<4xi32>} : memref<4xi32>
// CHECK-NEXT: %kept = ram {initialValue = dense<7> : tensor<i32>} : memref<i32>
// CHECK-NEXT: %l = ram {initialValue = dense<0> : tensor<16xi32>} : memref<16xi32>
// CHECK-NEXT: %0, %a = load[%i] %14 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %1 = blocker %i, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %2, %3 = store[%1] %a {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %4 = constant %start {handshake.bb = 0 : ui32, value = 0 : index} : none, index
// CHECK-NEXT: %5 = blocker %4, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %6, %7 = store[%5] %a {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %8 = blocker %i, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %9, %10 = store[%8] %a {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %11 = blocker %i, %20#1 {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %12, %b = load[%11] %20#0 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %13 = join %20#1, %b {handshake.bb = 0 : ui32} : [none, i32] to none
// CHECK-NEXT: %14, %15 = mem_controller[%table : memref<4xi32>] %start (%0) %start {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %16, %17 = mem_controller[%kept : memref<i32>] %start (%6, %7) %16 {connectedBlocks = [], storeDone} : (index, i32) -> none
// CHECK-NEXT: %18, %19 = mem_controller[%seen : memref<2xi32>] %start (%9, %10) %18 {connectedBlocks = [], storeDone} : (index, i32) -> none
// CHECK-NEXT: %20:2, %21 = mem_controller[%l : memref<16xi32>] %start (%2, %3, %12) %13 {connectedBlocks = [], storeDone} : (index, i32, index) -> (i32, none)
// CHECK-NEXT: %22 = join %start, %15, %17, %19, %21 : none
// CHECK-NEXT: end %b, %22 : i32, none
func.func @arrays(%i: index) -> i32 attributes {kernel} {
  %t = memref.get_global @table : memref<4xi32>
  %k = memref.get_global @kept : memref<i32>
  %g = memref.get_global @seen : memref<2xi32>
  %l = memref.alloca() : memref<16xi32>
  %a = memref.load %t[%i] : memref<4xi32>
  memref.store %a, %l[%i] : memref<16xi32>
  memref.store %a, %k[] : memref<i32>
  memref.store %a, %g[%i] : memref<2xi32>
  %b = memref.load %l[%i] : memref<16xi32>
  return %b : i32
}

// CHECK-LABEL: handshake.func @views(%m: memref<8x16xi32>, %i: index, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %0 = constant %start {handshake.bb = 0 : ui32, value = 2 : index} : none, index
// CHECK-NEXT: %1 = arith.muli %i, %0 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %2 = constant %start {handshake.bb = 0 : ui32, value = 4 : index} : none, index
// CHECK-NEXT: %3 = arith.addi %1, %2 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %4 = constant %start {handshake.bb = 0 : ui32, value = 4 : index} : none, index
// CHECK-NEXT: %5 = arith.shli %i, %4 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %6 = arith.addi %5, %3 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %7, %a = load[%6] %8 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %8, %9 = mem_controller[%m : memref<8x16xi32>] %start (%7) %start {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %10 = join %start, %9 : none
// CHECK-NEXT: end %a, %10 : i32, none
func.func @views(%m: memref<8x16xi32>, %i: index) -> i32 attributes {kernel} {
  %v = memref.subview %m[%i, 4] [1, 4] [1, 2] : memref<8x16xi32> to memref<4xi32, strided<[2], offset: ?>>
  %w = memref.cast %v : memref<4xi32, strided<[2], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
  %a = memref.load %w[%i] : memref<?xi32, strided<[?], offset: ?>>
  return %a : i32
}

// CHECK-LABEL: handshake.func @copy(%a: memref<4xi32>, %b: memref<4xi32>, %start: none, ...) -> none
// CHECK-NEXT: %0 = constant %start {handshake.bb = 0 : ui32, value = 0 : index} : none, index
// CHECK-NEXT: %1, %2 = control_merge [%start, %7] {handshake.bb = 1 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %3 = mux %2 [%0, %19] {handshake.bb = 1 : ui32} : i1, [index, index] to index
// CHECK-NEXT: %4 = mux %2 [%start, %22] {handshake.bb = 1 : ui32} : i1, [none, none] to none
// CHECK-NEXT: %5 = constant %1 {handshake.bb = 1 : ui32, value = 4 : index} : none, index
// CHECK-NEXT: %6 = arith.cmpi slt, %3, %5 {handshake.bb = 1 : ui32} : index
// CHECK-NEXT: %7, %8 = cond_br %6, %1 {handshake.bb = 1 : ui32, loopGoesOn = true} : i1, none
// CHECK-NEXT: %9, %10 = cond_br %6, %3 {handshake.bb = 1 : ui32} : i1, index
// CHECK-NEXT: %11, %12 = cond_br %6, %4 {handshake.bb = 1 : ui32} : i1, none
// CHECK-NEXT: %13, %14 = load[%9] %20 {handshake.bb = 2 : ui32} : index, i32, index, i32
// CHECK-NEXT: %15 = blocker %9, %11 {handshake.bb = 2 : ui32} : [index, none] to index
// CHECK-NEXT: %16, %17 = store[%15] %14 {handshake.bb = 2 : ui32} : index, i32, index, i32
// CHECK-NEXT: %18 = constant %7 {handshake.bb = 2 : ui32, value = 1 : index} : none, index
// CHECK-NEXT: %19 = arith.addi %9, %18 {handshake.bb = 2 : ui32} : index
// CHECK-NEXT: %20, %21 = mem_controller[%a : memref<4xi32>] %start (%13) %8 {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %22, %23 = mem_controller[%b : memref<4xi32>] %start (%16, %17) %12 {connectedBlocks = [], storeDone} : (index, i32) -> none
// CHECK-NEXT: %24 = join %8, %21, %23 : none
// CHECK-NEXT: end %24 : none
func.func @copy(%a: memref<4xi32>, %b: memref<4xi32>) attributes {kernel} {
  memref.copy %a, %b : memref<4xi32> to memref<4xi32>
  return
}
