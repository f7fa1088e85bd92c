// Accesses to an array wait for those before them that may touch the same element.
// RUN: flowright opt %s --passes scf-to-dataflow --verify-each | check

// Reads are free among themselves; the write waits for both of them, the last read for the write.
// CHECK-LABEL: handshake.func @order(%a: memref<8xi32>, %i: index, %j: index, %start: none, ...) -> (i32, none) attributes {argNames = ["a", "i", "j", "start"], {{.*}}kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0, %x = load[%i] %7#0 : index, i32, index, i32
// CHECK-NEXT: %1, %y = load[%j] %7#1 : index, i32, index, i32
// CHECK-NEXT: %s = arith.addi %x, %y : i32
// CHECK-NEXT: %2, %3 = store[%i] %s : index, i32, index, i32
// CHECK-NEXT: %4 = blocker %j, %7#3 : [index, none] to index
// CHECK-NEXT: %5, %z = load[%4] %7#2 : index, i32, index, i32
// CHECK-NEXT: %6 = join %z : [i32] to none
// CHECK-NEXT: %7:4, %8 = mem_controller[%a : memref<8xi32>] %start (%0, %1, %2, %3, %5) %6 {connectedBlocks = [], storeDone} : (index, index, index, i32, index) -> (i32, i32, i32, none)
// CHECK-NEXT: end %z, %8 : i32, none
// CHECK-NEXT: }
func.func @order(%a: memref<8xi32>, %i: index, %j: index) -> i32 attributes {kernel} {
  %x = memref.load %a[%i] : memref<8xi32>
  %y = memref.load %a[%j] : memref<8xi32>
  %s = arith.addi %x, %y : i32
  memref.store %s, %a[%i] : memref<8xi32>
  %z = memref.load %a[%j] : memref<8xi32>
  return %z : i32
}

// Different elements, no order. An array that is only read has none at all.
// CHECK-LABEL: handshake.func @apart(%a: memref<4x8xi32>, %b: memref<8xi32>, %i: index, %start: none, ...) -> none attributes {argNames = ["a", "b", "i", "start"], {{.*}}kernel, resNames = ["end"]} {
// CHECK-NEXT: %0, %x = load[%i] %12#0 : index, i32, index, i32
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %2, %y = load[%1] %12#1 : index, i32, index, i32
// CHECK-NEXT: %3, %4 = store[%i] %x : index, i32, index, i32
// CHECK-NEXT: %5 = constant %start {value = 8 : index} : none, index
// CHECK-NEXT: %6 = arith.addi %i, %5 : index
// CHECK-NEXT: %7, %8 = store[%6] %y : index, i32, index, i32
// CHECK-NEXT: %9 = join %10#0, %10#1 : none
// CHECK-NEXT: %10:2, %11 = mem_controller[%a : memref<4x8xi32>] %start (%3, %4, %7, %8) %9 {connectedBlocks = [], storeDone} : (index, i32, index, i32) -> (none, none)
// CHECK-NEXT: %12:2, %13 = mem_controller[%b : memref<8xi32>] %start (%0, %2) %start {connectedBlocks = []} : (index, index) -> (i32, i32)
// CHECK-NEXT: %14 = join %11, %13 : none
// CHECK-NEXT: end %14 : none
// CHECK-NEXT: }
func.func @apart(%a: memref<4x8xi32>, %b: memref<8xi32>, %i: index) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %b[%i] : memref<8xi32>
  %y = memref.load %b[%c1] : memref<8xi32>
  memref.store %x, %a[%c0, %i] : memref<4x8xi32>
  memref.store %y, %a[%c1, %i] : memref<4x8xi32>
  return
}

// Rounds may meet, so they follow each other: what was written and what was settled go around.
// CHECK-LABEL: handshake.func @around(%a: memref<64xi32>, %b: memref<64xi32>, %n: index, %start: none, ...) -> none attributes {argNames = ["a", "b", "n", "start"], {{.*}}kernel, resNames = ["end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n
// CHECK-NEXT: %3 = dataflow.carry %2, %start, %16#1 : i1, none, none -> none
// CHECK-NEXT: %4 = dataflow.carry %2, %start, %16#1 : i1, none, none -> none
// CHECK-NEXT: %5, %6 = cond_br %2, %3 : i1, none
// CHECK-NEXT: %7, %8 = cond_br %2, %4 : i1, none
// CHECK-NEXT: %i_0, %9 = dataflow.gate %i, %2 : index, i1 -> index, i1
// CHECK-NEXT: %10, %x = load[%i_0] %18 : index, i32, index, i32
// CHECK-NEXT: %p = arith.index_cast %x : i32 to index
// CHECK-NEXT: %11 = blocker %p, %7 : [index, none] to index
// CHECK-NEXT: %12, %y = load[%11] %16#0 : index, i32, index, i32
// CHECK-NEXT: %s = arith.addi %y, %x : i32
// CHECK-NEXT: %13 = blocker %p, %5 : [index, none] to index
// CHECK-NEXT: %14, %15 = store[%13] %s : index, i32, index, i32
// CHECK-NEXT: %16:2, %17 = mem_controller[%a : memref<64xi32>] %start (%12, %14, %15) %6 {connectedBlocks = [], storeDone} : (index, index, i32) -> (i32, none)
// CHECK-NEXT: %18, %19 = mem_controller[%b : memref<64xi32>] %start (%10) %start {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %20 = join %17, %19 : none
// CHECK-NEXT: end %20 : none
// CHECK-NEXT: }
func.func @around(%a: memref<64xi32>, %b: memref<64xi32>, %n: index) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : memref<64xi32>
    %p = arith.index_cast %x : i32 to index
    %y = memref.load %a[%p] : memref<64xi32>
    %s = arith.addi %y, %x : i32
    memref.store %s, %a[%p] : memref<64xi32>
  }
  return
}

// Rounds never meet: completions are collected beside the body. What comes after waits for all of them.
// CHECK-LABEL: handshake.func @beside(%a: memref<64xi32>, %n: index, %x: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["a", "n", "x", "start"], {{.*}}kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n
// CHECK-NEXT: %3 = dataflow.carry %2, %start, %11 : i1, none, none -> none
// CHECK-NEXT: %4, %5 = cond_br %2, %3 : i1, none
// CHECK-NEXT: %i_0, %6 = dataflow.gate %i, %2 : index, i1 -> index, i1
// CHECK-NEXT: %7, %y = load[%i_0] %15#0 : index, i32, index, i32
// CHECK-NEXT: %x_0 = dataflow.invariant %2, %x : i1, i32 -> i32
// CHECK-NEXT: %x_1, %8 = dataflow.gate %x_0, %2 : i32, i1 -> i32, i1
// CHECK-NEXT: %s = arith.addi %y, %x_1 : i32
// CHECK-NEXT: %9, %10 = store[%i_0] %s : index, i32, index, i32
// CHECK-NEXT: %11 = join %4, %15#2 : none
// CHECK-NEXT: %12 = blocker %n, %5 : [index, none] to index
// CHECK-NEXT: %13, %z = load[%12] %15#1 : index, i32, index, i32
// CHECK-NEXT: %14 = join %z : [i32] to none
// CHECK-NEXT: %15:3, %16 = mem_controller[%a : memref<64xi32>] %start (%7, %9, %10, %13) %14 {connectedBlocks = [], storeDone} : (index, index, i32, index) -> (i32, i32, none)
// CHECK-NEXT: end %z, %16 : i32, none
// CHECK-NEXT: }
func.func @beside(%a: memref<64xi32>, %n: index, %x: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%i] : memref<64xi32>
    %s = arith.addi %y, %x : i32
    memref.store %s, %a[%i] : memref<64xi32>
  }
  %z = memref.load %a[%n] : memref<64xi32>
  return %z : i32
}

// Two rounds are in flight: each waits for the one before the last.
// CHECK-LABEL: handshake.func @distance(%a: memref<64xi32>, %n: index, %start: none, ...) -> none attributes {argNames = ["a", "n", "start"], {{.*}}kernel, resNames = ["end"]} {
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %2 = dataflow.stream %0, %1, %n
// CHECK-NEXT: %3 = dataflow.carry %2, %start, %17 : i1, none, none -> none
// CHECK-NEXT: %4 = dataflow.carry %2, %start, %5 : i1, none, none -> none
// CHECK-NEXT: %5, %6 = cond_br %2, %3 : i1, none
// CHECK-NEXT: %7, %8 = cond_br %2, %4 : i1, none
// CHECK-NEXT: %i_0, %9 = dataflow.gate %i, %2 : index, i1 -> index, i1
// CHECK-NEXT: %start_0 = join %2 : [i1] to none
// CHECK-NEXT: %start_1, %10 = dataflow.gate %start_0, %2 : none, i1 -> none, i1
// CHECK-NEXT: %11 = constant %start_1 {value = 2 : index} : none, index
// CHECK-NEXT: %p = arith.addi %i_0, %11 : index
// CHECK-NEXT: %12 = blocker %i_0, %7 : [index, none] to index
// CHECK-NEXT: %13, %y = load[%12] %19#0 : index, i32, index, i32
// CHECK-NEXT: %14 = blocker %p, %7 : [index, none] to index
// CHECK-NEXT: %15, %16 = store[%14] %y : index, i32, index, i32
// CHECK-NEXT: %17 = join %y, %19#1 : [i32, none] to none
// CHECK-NEXT: %18 = join %6, %8 : none
// CHECK-NEXT: %19:2, %20 = mem_controller[%a : memref<64xi32>] %start (%13, %15, %16) %18 {connectedBlocks = [], storeDone} : (index, index, i32) -> (i32, none)
// CHECK-NEXT: end %20 : none
// CHECK-NEXT: }
func.func @distance(%a: memref<64xi32>, %n: index) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = arith.addi %i, %c2 : index
    %y = memref.load %a[%i] : memref<64xi32>
    memref.store %y, %a[%p] : memref<64xi32>
  }
  return
}

// A loop that reads waits for the writes before it, and the write after it for its reads.
// CHECK-LABEL: handshake.func @reads(%a: memref<64xi32>, %n: index, %x: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["a", "n", "x", "start"], {{.*}}kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0, %1 = store[%n] %x : index, i32, index, i32
// CHECK-NEXT: %2 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %3 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %i, %4 = dataflow.stream %2, %3, %n
// CHECK-NEXT: %5 = constant %start {value = 0 : i32} : none, i32
// CHECK-NEXT: %s = dataflow.carry %4, %5, %t : i1, i32, i32 -> i32
// CHECK-NEXT: %s_0, %r = cond_br %4, %s : i1, i32
// CHECK-NEXT: %6 = dataflow.invariant %4, %19#1 : i1, none -> none
// CHECK-NEXT: %7 = dataflow.carry %4, %start, %15 : i1, none, none -> none
// CHECK-NEXT: %8, %9 = dataflow.gate %6, %4 : none, i1 -> none, i1
// CHECK-NEXT: %10, %11 = cond_br %4, %7 : i1, none
// CHECK-NEXT: %i_0, %12 = dataflow.gate %i, %4 : index, i1 -> index, i1
// CHECK-NEXT: %13 = blocker %i_0, %8 : [index, none] to index
// CHECK-NEXT: %14, %y = load[%13] %19#0 : index, i32, index, i32
// CHECK-NEXT: %t = arith.addi %s_0, %y : i32
// CHECK-NEXT: %15 = join %10, %y : [none, i32] to none
// CHECK-NEXT: %16 = blocker %2, %19#1, %11 : [index, none, none] to index
// CHECK-NEXT: %17, %18 = store[%16] %r : index, i32, index, i32
// CHECK-NEXT: %19:3, %20 = mem_controller[%a : memref<64xi32>] %start (%0, %1, %14, %17, %18) %19#2 {connectedBlocks = [], storeDone} : (index, i32, index, index, i32) -> (i32, none, none)
// CHECK-NEXT: end %r, %20 : i32, none
// CHECK-NEXT: }
func.func @reads(%a: memref<64xi32>, %n: index, %x: i32) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  memref.store %x, %a[%n] : memref<64xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %y = memref.load %a[%i] : memref<64xi32>
    %t = arith.addi %s, %y : i32
    scf.yield %t : i32
  }
  memref.store %r, %a[%c0] : memref<64xi32>
  return %r : i32
}

// On the side without an access, what was before is still what has to be waited for.
// CHECK-LABEL: handshake.func @conditional(%a: memref<64xi32>, %c: i1, %i: index, %j: index, %x: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["a", "c", "i", "j", "x", "start"], {{.*}}kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %0, %1 = store[%j] %x : index, i32, index, i32
// CHECK-NEXT: %2, %3 = cond_br %c, %11#1 : i1, none
// CHECK-NEXT: %i_0, %i_1 = cond_br %c, %i : i1, index
// CHECK-NEXT: %x_0, %x_1 = cond_br %c, %x : i1, i32
// CHECK-NEXT: %4 = blocker %i_0, %2 : [index, none] to index
// CHECK-NEXT: %5, %6 = store[%4] %x_0 : index, i32, index, i32
// CHECK-NEXT: %7 = mux %c [%3, %11#2] : i1, [none, none] to none
// CHECK-NEXT: %8 = blocker %j, %7 : [index, none] to index
// CHECK-NEXT: %9, %z = load[%8] %11#0 : index, i32, index, i32
// CHECK-NEXT: %10 = join %z : [i32] to none
// CHECK-NEXT: %11:3, %12 = mem_controller[%a : memref<64xi32>] %start (%0, %1, %5, %6, %9) %10 {connectedBlocks = [], storeDone} : (index, i32, index, i32, index) -> (i32, none, none)
// CHECK-NEXT: end %z, %12 : i32, none
// CHECK-NEXT: }
func.func @conditional(%a: memref<64xi32>, %c: i1, %i: index, %j: index, %x: i32) -> i32 attributes {kernel} {
  memref.store %x, %a[%j] : memref<64xi32>
  scf.if %c {
    memref.store %x, %a[%i] : memref<64xi32>
  }
  %z = memref.load %a[%j] : memref<64xi32>
  return %z : i32
}

// An array of the kernel is a memory of the circuit; a table has its contents.
memref.global "private" constant @table : memref<2xi32> = dense<[5, 7]>
// CHECK-LABEL: handshake.func @local(%i: index, %j: index, %start: none, ...) -> (i32, none) attributes {argNames = ["i", "j", "start"], {{.*}}kernel, resNames = ["out0", "end"]} {
// CHECK-NEXT: %l = ram {initialValue = dense<0> : tensor<2xi32>} : memref<2xi32>
// CHECK-NEXT: %table = ram {initialValue = dense<[5, 7]> : tensor<2xi32>} : memref<2xi32>
// CHECK-NEXT: %0 = constant %start {value = 0 : index} : none, index
// CHECK-NEXT: %1 = constant %start {value = 1 : index} : none, index
// CHECK-NEXT: %2, %3 = dataflow.stream %0, %1, %1 {loopTestLast}
// CHECK-NEXT: %4 = dataflow.carry %3, %start, %10 {loopTestLast} : i1, none, none -> none
// CHECK-NEXT: %5, %6 = load[%2] %17 : index, i32, index, i32
// CHECK-NEXT: %7, %8 = store[%2] %6 : index, i32, index, i32
// CHECK-NEXT: %9 = join %4, %15#1 : none
// CHECK-NEXT: %10, %11 = cond_br %3, %9 : i1, none
// CHECK-NEXT: %12 = blocker %i, %11 : [index, none] to index
// CHECK-NEXT: %13, %x = load[%12] %15#0 : index, i32, index, i32
// CHECK-NEXT: %14 = join %x : [i32] to none
// CHECK-NEXT: %15:2, %16 = mem_controller[%l : memref<2xi32>] %start (%7, %8, %13) %14 {connectedBlocks = [], storeDone} : (index, i32, index) -> (i32, none)
// CHECK-NEXT: %17, %18 = mem_controller[%table : memref<2xi32>] %start (%5) %start {connectedBlocks = []} : (index) -> i32
// CHECK-NEXT: %19 = join %16, %18 : none
// CHECK-NEXT: end %x, %19 : i32, none
// CHECK-NEXT: }
func.func @local(%i: index, %j: index) -> i32 attributes {kernel} {
  %l = memref.alloca() : memref<2xi32>
  %t = memref.get_global @table : memref<2xi32>
  memref.copy %t, %l : memref<2xi32> to memref<2xi32>
  %x = memref.load %l[%i] : memref<2xi32>
  return %x : i32
}
