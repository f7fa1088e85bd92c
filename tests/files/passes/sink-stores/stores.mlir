// A store that is the same in every round comes behind the loop, if nothing else in the loop may touch its place.
// RUN: flowright opt %s --passes sink-stores --verify-each
// BLESS
// ORACLE: mlir-opt-19

// Places that differ by their literals do not hold each other back; the one under a condition stays.
func.func @places(%m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 7 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %m[%c0] : memref<4xi32>
    memref.store %x, %m[%c1] : memref<4xi32>
    %some = arith.cmpi eq, %i, %c1 : index
    scf.if %some {
      memref.store %x, %m[%c2] : memref<4xi32>
    }
  }
  return
}

// A loop that may not run writes nothing then.
func.func @may_not_run(%m: memref<4xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%c0] : memref<4xi32>
  }
  return
}

// The test of a `while` runs, what follows it perhaps not.
func.func @test(%m: memref<4xi32>, %own: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.while (%c = %own) : (i1) -> () {
    memref.store %x, %m[%c0] : memref<4xi32>
    scf.condition(%c)
  } do {
    memref.store %x, %m[%c1] : memref<4xi32>
    %no = arith.constant false
    scf.yield %no : i1
  }
  return
}

// What a round reads or writes may be that place; two arguments may be one memory.
func.func @touched(%m: memref<4xi32>, %n: memref<4xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %m[%c0] : memref<4xi32>
    memref.store %zero, %m[%i] : memref<4xi32>
  }
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> i32 {
    memref.store %x, %m[%c0] : memref<4xi32>
    %y = memref.load %n[%c1] : memref<4xi32>
    %more = arith.addi %s, %y : i32
    scf.yield %more : i32
  }
  return %sum : i32
}

// It leaves as many loops as it can.
func.func @nest(%m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 7 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %m[%c0] : memref<4xi32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @places(%m: memref<4xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %x = arith.constant 7 : i32
// OUT:     scf.for %i = %c0 to %c4 step %c1 {
// OUT:       %some = arith.cmpi eq, %i, %c1 : index
// OUT:       scf.if %some {
// OUT:         memref.store %x, %m[%c2] : memref<4xi32>
// OUT:       }
// OUT:     }
// OUT:     memref.store %x, %m[%c0] : memref<4xi32>
// OUT:     memref.store %x, %m[%c1] : memref<4xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @may_not_run(%m: memref<4xi32>, %n: index, %x: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %i = %c0 to %n step %c1 {
// OUT:       memref.store %x, %m[%c0] : memref<4xi32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @test(%m: memref<4xi32>, %own: i1, %x: i32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.while (%c = %own) : (i1) -> () {
// OUT:       scf.condition(%c)
// OUT:     } do {
// OUT:       memref.store %x, %m[%c1] : memref<4xi32>
// OUT:       %no = arith.constant false
// OUT:       scf.yield %no : i1
// OUT:     }
// OUT:     memref.store %x, %m[%c0] : memref<4xi32>
// OUT:     return
// OUT:   }
// OUT:   func.func @touched(%m: memref<4xi32>, %n: memref<4xi32>, %x: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %zero = arith.constant 0 : i32
// OUT:     scf.for %i = %c0 to %c4 step %c1 {
// OUT:       memref.store %x, %m[%c0] : memref<4xi32>
// OUT:       memref.store %zero, %m[%i] : memref<4xi32>
// OUT:     }
// OUT:     %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       memref.store %x, %m[%c0] : memref<4xi32>
// OUT:       %y = memref.load %n[%c1] : memref<4xi32>
// OUT:       %more = arith.addi %s, %y : i32
// OUT:       scf.yield %more : i32
// OUT:     }
// OUT:     return %sum : i32
// OUT:   }
// OUT:   func.func @nest(%m: memref<4xi32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %x = arith.constant 7 : i32
// OUT:     scf.for %i = %c0 to %c4 step %c1 {
// OUT:       scf.for %j = %c0 to %c4 step %c1 {
// OUT:       }
// OUT:     }
// OUT:     memref.store %x, %m[%c0] : memref<4xi32>
// OUT:     return
// OUT:   }
// OUT: }
