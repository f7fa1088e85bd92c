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
// CHECK-NEXT: %8:2 = load[%7] %20#0 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %9 = join %start, %8#1 {handshake.bb = 0 : ui32} : [none, i32] to none
// CHECK-NEXT: %10 = constant %start {handshake.bb = 0 : ui32, value = 12 : index} : none, index
// CHECK-NEXT: %11 = arith.addi %i, %10 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %12 = blocker %11, %9 {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %13:2 = store[%12] %v {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %14 = constant %start {handshake.bb = 0 : ui32, value = 3 : index} : none, index
// CHECK-NEXT: %15 = arith.shli %i, %14 {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %16 = arith.subi %15, %i {handshake.bb = 0 : ui32} : index
// CHECK-NEXT: %17 = blocker %16, %20#2 {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %18:2 = load[%17] %20#1 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %19 = join %20#2, %18#1 {handshake.bb = 0 : ui32} : [none, i32] to none
// CHECK-NEXT: %s = arith.addi %8#1, %18#1 {handshake.bb = 0 : ui32} : i32
// CHECK-NEXT: %20:4 = mem_controller[%m : memref<8x6xi32>] %start (%8#0, %13#0, %13#1, %18#0) %19 {connectedBlocks = [], storeDone} : (index, index, i32, index) -> (i32, i32, none)
// CHECK-NEXT: %21 = join %start, %20#3 : none
// CHECK-NEXT: end %s, %21 : i32, none
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
// CHECK-NEXT: %0:2 = load[%i] %11#0 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %1 = blocker %i, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %2:2 = store[%1] %0#1 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %3 = constant %start {handshake.bb = 0 : ui32, value = 0 : index} : none, index
// CHECK-NEXT: %4 = blocker %3, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %5:2 = store[%4] %0#1 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %6 = blocker %i, %start {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %7:2 = store[%6] %0#1 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %8 = blocker %i, %14#1 {handshake.bb = 0 : ui32} : [index, none] to index
// CHECK-NEXT: %9:2 = load[%8] %14#0 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %10 = join %14#1, %9#1 {handshake.bb = 0 : ui32} : [none, i32] to none
// CHECK-NEXT: %11:2 = mem_controller[%table : memref<4xi32>] %start (%0#0) %start {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %12:2 = mem_controller[%kept : memref<i32>] %start (%5#0, %5#1) %12#0 {connectedBlocks = [], storeDone} : (index, i32) -> none
// CHECK-NEXT: %13:2 = mem_controller[%seen : memref<2xi32>] %start (%7#0, %7#1) %13#0 {connectedBlocks = [], storeDone} : (index, i32) -> none
// CHECK-NEXT: %14:3 = mem_controller[%l : memref<16xi32>] %start (%2#0, %2#1, %9#0) %10 {connectedBlocks = [], storeDone} : (index, i32, index) -> (i32, none)
// CHECK-NEXT: %15 = join %start, %11#1, %12#1, %13#1, %14#2 : none
// CHECK-NEXT: end %9#1, %15 : i32, none
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
// CHECK-NEXT: %7:2 = load[%6] %8#0 {handshake.bb = 0 : ui32} : index, i32, index, i32
// CHECK-NEXT: %8:2 = mem_controller[%m : memref<8x16xi32>] %start (%7#0) %start {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %9 = join %start, %8#1 : none
// CHECK-NEXT: end %7#1, %9 : i32, none
func.func @views(%m: memref<8x16xi32>, %i: index) -> i32 attributes {kernel} {
  %v = memref.subview %m[%i, 4] [1, 4] [1, 2] : memref<8x16xi32> to memref<4xi32, strided<[2], offset: ?>>
  %w = memref.cast %v : memref<4xi32, strided<[2], offset: ?>> to memref<?xi32, strided<[?], offset: ?>>
  %a = memref.load %w[%i] : memref<?xi32, strided<[?], offset: ?>>
  return %a : i32
}

// CHECK-LABEL: handshake.func @copy(%a: memref<4xi32>, %b: memref<4xi32>, %start: none, ...) -> none
// CHECK-NEXT: %0 = constant %start {handshake.bb = 0 : ui32, value = 0 : index} : none, index
// CHECK-NEXT: %1:2 = control_merge [%start, %6#0] {handshake.bb = 1 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %2 = mux %1#1 [%0, %13] {handshake.bb = 1 : ui32} : i1, [index, index] to index
// CHECK-NEXT: %3 = mux %1#1 [%start, %15#0] {handshake.bb = 1 : ui32} : i1, [none, none] to none
// CHECK-NEXT: %4 = constant %1#0 {handshake.bb = 1 : ui32, value = 4 : index} : none, index
// CHECK-NEXT: %5 = arith.cmpi slt, %2, %4 {handshake.bb = 1 : ui32} : index
// CHECK-NEXT: %6:2 = cond_br %5, %1#0 {handshake.bb = 1 : ui32} : i1, none
// CHECK-NEXT: %7:2 = cond_br %5, %2 {handshake.bb = 1 : ui32} : i1, index
// CHECK-NEXT: %8:2 = cond_br %5, %3 {handshake.bb = 1 : ui32} : i1, none
// CHECK-NEXT: %9:2 = load[%7#0] %14#0 {handshake.bb = 2 : ui32} : index, i32, index, i32
// CHECK-NEXT: %10 = blocker %7#0, %8#0 {handshake.bb = 2 : ui32} : [index, none] to index
// CHECK-NEXT: %11:2 = store[%10] %9#1 {handshake.bb = 2 : ui32} : index, i32, index, i32
// CHECK-NEXT: %12 = constant %6#0 {handshake.bb = 2 : ui32, value = 1 : index} : none, index
// CHECK-NEXT: %13 = arith.addi %7#0, %12 {handshake.bb = 2 : ui32} : index
// CHECK-NEXT: %14:2 = mem_controller[%a : memref<4xi32>] %start (%9#0) %6#1 {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %15:2 = mem_controller[%b : memref<4xi32>] %start (%11#0, %11#1) %8#1 {connectedBlocks = [], storeDone} : (index, i32) -> none
// CHECK-NEXT: %16 = join %6#1, %14#1, %15#1 : none
// CHECK-NEXT: end %16 : none
func.func @copy(%a: memref<4xi32>, %b: memref<4xi32>) attributes {kernel} {
  memref.copy %a, %b : memref<4xi32> to memref<4xi32>
  return
}
