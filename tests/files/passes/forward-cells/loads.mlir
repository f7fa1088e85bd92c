// A load takes what was loaded or stored before, if nothing in between may write the element.
// RUN: flowright opt %s --passes forward-cells --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Past a store to another element.
func.func @straight(%a: memref<8xi32>, %k: index, %x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %k, %c1 : index
  memref.store %x, %a[%k] : memref<8xi32>
  %first = memref.load %a[%next] : memref<8xi32>
  %one = memref.load %a[%k] : memref<8xi32>
  memref.store %one, %a[%k] : memref<8xi32>
  %second = memref.load %a[%next] : memref<8xi32>
  return %one, %second : i32, i32
}

// In the sides of a choice; behind it, as far as it does not write.
func.func @choice(%a: memref<8xi32>, %k: index, %c: i1) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %k, %c1 : index
  %x = memref.load %a[%k] : memref<8xi32>
  %y = memref.load %a[%next] : memref<8xi32>
  scf.if %c {
    %again = memref.load %a[%k] : memref<8xi32>
    memref.store %again, %a[%next] : memref<8xi32>
  }
  %one = memref.load %a[%k] : memref<8xi32>
  %two = memref.load %a[%next] : memref<8xi32>
  return %one, %two : i32, i32
}

// In a loop, as far as none of its rounds writes.
func.func @loop(%a: memref<8xi32>, %k: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %next = arith.addi %k, %c1 : index
  %x = memref.load %a[%k] : memref<8xi32>
  %y = memref.load %a[%next] : memref<8xi32>
  scf.for %i = %c0 to %n step %c1 {
    %one = memref.load %a[%k] : memref<8xi32>
    %two = memref.load %a[%next] : memref<8xi32>
    %sum = arith.addi %one, %two : i32
    memref.store %sum, %a[%next] : memref<8xi32>
  }
  return
}

// Two arguments may be one memory, and a call may write anything.
func.func private @anything()
func.func @unknown(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%k] : memref<8xi32>
  memref.store %x, %b[%c0] : memref<8xi32>
  %one = memref.load %a[%k] : memref<8xi32>
  func.call @anything() : () -> ()
  %two = memref.load %a[%k] : memref<8xi32>
  return %one, %two : i32, i32
}

// OUT: module {
// OUT:   func.func @straight(%a: memref<8xi32>, %k: index, %x: i32) -> (i32, i32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %next = arith.addi %k, %c1 : index
// OUT:     %first = memref.load %a[%next] : memref<8xi32>
// OUT:     memref.store %x, %a[%k] : memref<8xi32>
// OUT:     return %x, %first : i32, i32
// OUT:   }
// OUT:   func.func @choice(%a: memref<8xi32>, %k: index, %c: i1) -> (i32, i32) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %next = arith.addi %k, %c1 : index
// OUT:     %x = memref.load %a[%k] : memref<8xi32>
// OUT:     %y = memref.load %a[%next] : memref<8xi32>
// OUT:     scf.if %c {
// OUT:       memref.store %x, %a[%next] : memref<8xi32>
// OUT:     }
// OUT:     %two = memref.load %a[%next] : memref<8xi32>
// OUT:     return %x, %two : i32, i32
// OUT:   }
// OUT:   func.func @loop(%a: memref<8xi32>, %k: index, %n: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %next = arith.addi %k, %c1 : index
// OUT:     %x = memref.load %a[%k] : memref<8xi32>
// OUT:     %y = memref.load %a[%next] : memref<8xi32>
// OUT:     scf.for %i = %c0 to %n step %c1 {
// OUT:       %two = memref.load %a[%next] : memref<8xi32>
// OUT:       %sum = arith.addi %x, %two : i32
// OUT:       memref.store %sum, %a[%next] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func private @anything()
// OUT:   func.func @unknown(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) -> (i32, i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %x = memref.load %a[%k] : memref<8xi32>
// OUT:     memref.store %x, %b[%c0] : memref<8xi32>
// OUT:     %one = memref.load %a[%k] : memref<8xi32>
// OUT:     call @anything() : () -> ()
// OUT:     %two = memref.load %a[%k] : memref<8xi32>
// OUT:     return %one, %two : i32, i32
// OUT:   }
// OUT: }
