// A store goes that another one of its block writes over, if nothing in between may read the element.
// RUN: flowright opt %s --passes forward-cells --verify-each
// BLESS
// ORACLE: mlir-opt-19

// A loop in between that reads memory of its own does not matter.
func.func @over(%a: memref<8xi32>, %k: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %b = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%k] : memref<8xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %b[%i] : memref<4xi32>
    %z = memref.load %b[%i] : memref<4xi32>
  }
  memref.store %y, %a[%k] : memref<8xi32>
  return
}

// One that may read the element does, and so does a call.
func.func private @anything()
func.func @read(%a: memref<8xi32>, %k: index, %j: index, %x: i32, %y: i32) -> i32 {
  memref.store %x, %a[%k] : memref<8xi32>
  %z = memref.load %a[%j] : memref<8xi32>
  memref.store %y, %a[%k] : memref<8xi32>
  func.call @anything() : () -> ()
  memref.store %x, %a[%k] : memref<8xi32>
  return %z : i32
}

// A choice may not write over it, and what its end leaves there may be read behind it.
func.func @choice(%a: memref<8xi32>, %k: index, %c: i1, %x: i32, %y: i32) {
  memref.store %x, %a[%k] : memref<8xi32>
  scf.if %c {
    memref.store %y, %a[%k] : memref<8xi32>
  }
  return
}

// OUT: module {
// OUT:   func.func @over(%a: memref<8xi32>, %k: index, %x: i32, %y: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %b = memref.alloc() : memref<4xi32>
// OUT:     scf.for %i = %c0 to %c4 step %c1 {
// OUT:       memref.store %x, %b[%i] : memref<4xi32>
// OUT:     }
// OUT:     memref.store %y, %a[%k] : memref<8xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func private @anything()
// OUT:   func.func @read(%a: memref<8xi32>, %k: index, %j: index, %x: i32, %y: i32) -> i32 {
// OUT:     memref.store %x, %a[%k] : memref<8xi32>
// OUT:     %z = memref.load %a[%j] : memref<8xi32>
// OUT:     memref.store %y, %a[%k] : memref<8xi32>
// OUT:     call @anything() : () -> ()
// OUT:     memref.store %x, %a[%k] : memref<8xi32>
// OUT:     return %z : i32
// OUT:   }
// OUT:   func.func @choice(%a: memref<8xi32>, %k: index, %c: i1, %x: i32, %y: i32) {
// OUT:     memref.store %x, %a[%k] : memref<8xi32>
// OUT:     scf.if %c {
// OUT:       memref.store %y, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
