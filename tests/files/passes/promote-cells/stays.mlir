// Where a loop is left alone.
// RUN: flowright opt %s --passes promote-cells --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Without a round nothing is touched, and the element may be out of bounds.
func.func @may_not_run(%a: memref<8xi32>, %k: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%k] : memref<8xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %a[%k] : memref<8xi32>
  }
  return
}

// Nor is it under a condition that never holds. What is touched on one of two ways to the loop is not touched on every way.
func.func @under_condition(%a: memref<8xi32>, %k: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.if %c {
    memref.store %one, %a[%k] : memref<8xi32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    scf.if %c {
      memref.store %one, %a[%k] : memref<8xi32>
    }
  }
  return
}

// An element that was written may be overwritten by one that nobody has written.
func.func @copied(%a: memref<8xi32>, %k: index, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %new = memref.alloc() : memref<8xi32>
  memref.store %x, %a[%k] : memref<8xi32>
  memref.copy %new, %a : memref<8xi32> to memref<8xi32>
  scf.for %i = %c0 to %n step %c1 {
    %old = memref.load %a[%k] : memref<8xi32>
    %y = arith.addi %old, %x : i32
    memref.store %y, %a[%k] : memref<8xi32>
  }
  return
}

// Another access may be of the same element: by a subscript, or because two arguments may be one memory.
func.func @others(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
    memref.store %x, %a[%k] : memref<8xi32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %b[%i] : memref<8xi32>
    memref.store %x, %a[%k] : memref<8xi32>
  }
  return
}

// Two subscripts that are the same unless a sum wraps are neither the same nor apart: in eight bits, 127 and 1 are -128.
func.func @wraps(%a: memref<8xi32>, %k: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i8
  %next = arith.addi %k, %one : i8
  %at = arith.index_cast %k : i8 to index
  %above = arith.addi %at, %c1 : index
  %other = arith.index_cast %next : i8 to index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%other] : memref<8xi32>
    memref.store %x, %a[%above] : memref<8xi32>
  }
  return
}

// A call may do anything, and rounds without order carry nothing.
func.func private @anything()
func.func @unknown(%a: memref<8xi32>, %k: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%k] : memref<8xi32>
    func.call @anything() : () -> ()
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %x, %a[%k] : memref<8xi32>
    }
  }
  return
}

// A table of constants is not written, though it may be read.
memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
func.func @constants(%c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %table = memref.get_global @table : memref<2xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %table[%c0] : memref<2xi32>
    scf.if %c {
      memref.store %one, %table[%c0] : memref<2xi32>
    }
  }
  %y = memref.load %table[%c0] : memref<2xi32>
  return %y : i32
}

// OUT: module {
// OUT:   func.func @may_not_run(%a: memref<8xi32>, %k: index, %n: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %one = arith.constant 1 : i32
// OUT:     scf.for %i = %c0 to %n step %c1 {
// OUT:       %x = memref.load %a[%k] : memref<8xi32>
// OUT:       %y = arith.addi %x, %one : i32
// OUT:       memref.store %y, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @under_condition(%a: memref<8xi32>, %k: index, %c: i1) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %one = arith.constant 1 : i32
// OUT:     scf.if %c {
// OUT:       memref.store %one, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       scf.if %c {
// OUT:         memref.store %one, %a[%k] : memref<8xi32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @copied(%a: memref<8xi32>, %k: index, %n: index, %x: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %new = memref.alloc() : memref<8xi32>
// OUT:     memref.store %x, %a[%k] : memref<8xi32>
// OUT:     memref.copy %new, %a : memref<8xi32> to memref<8xi32>
// OUT:     scf.for %i = %c0 to %n step %c1 {
// OUT:       %old = memref.load %a[%k] : memref<8xi32>
// OUT:       %y = arith.addi %old, %x : i32
// OUT:       memref.store %y, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @others(%a: memref<8xi32>, %b: memref<8xi32>, %k: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       %x = memref.load %a[%i] : memref<8xi32>
// OUT:       memref.store %x, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       %x = memref.load %b[%i] : memref<8xi32>
// OUT:       memref.store %x, %a[%k] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @wraps(%a: memref<8xi32>, %k: i8) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %one = arith.constant 1 : i8
// OUT:     %next = arith.addi %k, %one : i8
// OUT:     %at = arith.index_cast %k : i8 to index
// OUT:     %above = arith.addi %at, %c1 : index
// OUT:     %other = arith.index_cast %next : i8 to index
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       %x = memref.load %a[%other] : memref<8xi32>
// OUT:       memref.store %x, %a[%above] : memref<8xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func private @anything()
// OUT:   func.func @unknown(%a: memref<8xi32>, %k: index, %x: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       memref.store %x, %a[%k] : memref<8xi32>
// OUT:       func.call @anything() : () -> ()
// OUT:     }
// OUT:     scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
// OUT:       scf.for %j = %c0 to %c8 step %c1 {
// OUT:         memref.store %x, %a[%k] : memref<8xi32>
// OUT:       }
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
// OUT:   func.func @constants(%c: i1) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %one = arith.constant 1 : i32
// OUT:     %table = memref.get_global @table : memref<2xi32>
// OUT:     scf.for %i = %c0 to %c8 step %c1 {
// OUT:       %x = memref.load %table[%c0] : memref<2xi32>
// OUT:       scf.if %c {
// OUT:         memref.store %one, %table[%c0] : memref<2xi32>
// OUT:       }
// OUT:     }
// OUT:     %y = memref.load %table[%c0] : memref<2xi32>
// OUT:     return %y : i32
// OUT:   }
// OUT: }
