// An array with several accesses to one port in a round becomes several memories, if that is asked for.
// RUN: flowright opt %s --passes scf-to-dataflow{banks=auto} --verify-each | check
// RUN: flowright opt %s --passes scf-to-dataflow{banks=auto},dataflow-to-handshake,place-buffers{algorithm=on-merges},handshake-to-hw --verify-each | check --check-prefix=PORTS
// RUN: flowright opt %s --passes scf-to-dataflow --verify-each | check --check-prefix=OFF
// OFF-NOT: flowright.parts
// OFF-NOT: flowright.arrays
// OFF: handshake.func @banks(%a: memref<9xi32>, %a_0: i32, %start: none, ...)

// Neighbours are in different banks: each access has its memory, and waits for those of that memory only. The name of another argument is taken.
// CHECK-LABEL: handshake.func @banks(%a_0_0: memref<5xi32>, %a_1: memref<5xi32>, %a_0: i32, %start: none, ...)
// CHECK-SAME: argNames = ["a_0_0", "a_1", "a_0", "start"]
// CHECK-SAME: flowright.arrays = [{array = "a", became = "2 banks by subscript 0", reason = "2 reads a round in the loop at line 30, at most 1 of one memory then"}]
// CHECK-SAME: flowright.parts = [{array = "a", count = 2 : i64, dimension = 0 : i64, number = 0 : i64}, {array = "a", count = 2 : i64, dimension = 0 : i64, number = 1 : i64}, unit, unit]
// CHECK: [[EVEN:%[0-9]+]] = arith.shrui %i, {{%[0-9]+}} : index
// CHECK-NEXT: {{%[0-9]+}}, %x = load{{\[}}[[EVEN]]] {{%[0-9]+}}#0
// CHECK: [[ODD:%[0-9]+]] = arith.shrui %j, {{%[0-9]+}} : index
// CHECK-NEXT: {{%[0-9]+}}, %y = load{{\[}}[[ODD]]] {{%[0-9]+}}#0
// CHECK: mem_controller[%a_0_0 : memref<5xi32>]
// CHECK-SAME: (index, index, i32) -> (i32, none)
// CHECK: mem_controller[%a_1 : memref<5xi32>]
// CHECK-SAME: (index, index, i32) -> (i32, none)
// PORTS: hw.module @banks(
// PORTS-SAME: out a_0_0_raddr : i3
// PORTS-SAME: out a_1_waddr : i3
func.func @banks(%a: memref<9xi32>, %a_0: i32) attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c2 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<9xi32>
    %y = memref.load %a[%j] : memref<9xi32>
    memref.store %y, %a[%i] : memref<9xi32>
    memref.store %x, %a[%j] : memref<9xi32>
  }
  return
}

// A table is cut, too; the last word of the second bank is no element.
// CHECK-LABEL: handshake.func @table(
// CHECK: %primes_0 = ram {initialValue = dense<[2, 5, 11]> : tensor<3xi32>}
// CHECK: %primes_1 = ram {initialValue = dense<[3, 7, 0]> : tensor<3xi32>}
memref.global "private" constant @primes : memref<5xi32> = dense<[2, 3, 5, 7, 11]>
func.func @table() -> i32 attributes {kernel} {
  %t = memref.get_global @primes : memref<5xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0 : i32
  %all = scf.for %i = %c0 to %c4 step %c2 iter_args(%sum = %none) -> (i32) {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %t[%i] : memref<5xi32>
    %y = memref.load %t[%j] : memref<5xi32>
    %p = arith.muli %x, %y : i32
    %next = arith.addi %sum, %p : i32
    scf.yield %next : i32
  }
  return %all : i32
}

// What is only read, at places that are data, has copies.
// CHECK-LABEL: handshake.func @copies(%a_0: memref<8xi32>, %a_1: memref<8xi32>, %b: memref<8xindex>, %start: none, ...)
// CHECK-SAME: became = "2 copies"
// CHECK-SAME: flowright.parts = [{array = "a", count = 2 : i64, number = 0 : i64}, {array = "a", count = 2 : i64, number = 1 : i64}, unit, unit]
func.func @copies(%a: memref<8xi32>, %b: memref<8xindex>) -> i32 attributes {kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %none = arith.constant 0 : i32
  %all = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %none) -> (i32) {
    %at = memref.load %b[%i] : memref<8xindex>
    %x = memref.load %a[%at] : memref<8xi32>
    %y = memref.load %a[%i] : memref<8xi32>
    %p = arith.muli %x, %y : i32
    %next = arith.addi %sum, %p : i32
    scf.yield %next : i32
  }
  return %all : i32
}
