// A product is computed before a choice only where no round of a loop waits for it, or where the other side multiplies as well.
// RUN: flowright opt %s --passes if-conversion,canonicalize --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The square is ready when the sum is.
func.func @ahead(%n: index, %m: memref<?xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %zero : i32
    %next = scf.if %c -> i32 {
      %square = arith.muli %x, %x : i32
      %more = arith.addi %s, %square : i32
      scf.yield %more : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %next : i32
  }
  return %sum : i32
}

// The next product waits for this one, and a round that does not multiply need not.
func.func @carried(%n: index, %m: memref<?xi32>) -> i32 {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %product = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> i32 {
    %x = memref.load %m[%i] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %one : i32
    %next = scf.if %c -> i32 {
      %more = arith.muli %p, %x : i32
      scf.yield %more : i32
    } else {
      scf.yield %p : i32
    }
    scf.yield %next : i32
  }
  return %product : i32
}

// What is read may have been written by the round before.
func.func @through_memory(%n: index, %m: memref<?xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%l = %zero) -> i32 {
    %x = memref.load %m[%c0] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %zero : i32
    %next = scf.if %c -> i32 {
      %square = arith.muli %x, %x : i32
      scf.yield %square : i32
    } else {
      scf.yield %x : i32
    }
    memref.store %next, %m[%c0] : memref<?xi32>
    scf.yield %next : i32
  }
  return %last : i32
}

// A `while` that counts is as good as a `for`; one whose test waits for the choice is not.
func.func @whiles(%n: i32, %c: i1) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi slt, %i, %n : i32
    scf.condition(%on) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %next = scf.if %c -> i32 {
      %square = arith.muli %i, %i : i32
      %more = arith.addi %s, %square : i32
      scf.yield %more : i32
    } else {
      scf.yield %s : i32
    }
    %up = arith.addi %i, %one : i32
    scf.yield %up, %next : i32, i32
  }
  %b:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi slt, %s, %n : i32
    scf.condition(%on) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %next = scf.if %c -> i32 {
      %square = arith.muli %i, %i : i32
      %more = arith.addi %s, %square : i32
      scf.yield %more : i32
    } else {
      scf.yield %s : i32
    }
    %up = arith.addi %i, %one : i32
    scf.yield %up, %next : i32, i32
  }
  return %a#1, %b#1 : i32, i32
}

// Both sides multiply once. A product by five is a sum.
func.func @alike(%a: i32, %b: i32, %c: i1) -> (i32, i32) {
  %five = arith.constant 5 : i32
  %r:2 = scf.if %c -> (i32, i32) {
    %0 = arith.muli %a, %b : i32
    %1 = arith.muli %a, %five : i32
    scf.yield %0, %1 : i32, i32
  } else {
    %2 = arith.muli %b, %b : i32
    scf.yield %2, %b : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// OUT: module {
// OUT:   func.func @ahead(%n: index, %m: memref<?xi32>) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %c = arith.cmpi sgt, %x, %zero : i32
// OUT:       %square = arith.muli %x, %x : i32
// OUT:       %more = arith.addi %s, %square : i32
// OUT:       %next = arith.select %c, %more, %s : i32
// OUT:       scf.yield %next : i32
// OUT:     }
// OUT:     return %sum : i32
// OUT:   }
// OUT:   func.func @carried(%n: index, %m: memref<?xi32>) -> i32 {
// OUT:     %one = arith.constant 1 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %product = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> (i32) {
// OUT:       %x = memref.load %m[%i] : memref<?xi32>
// OUT:       %c = arith.cmpi sgt, %x, %one : i32
// OUT:       %next = scf.if %c -> (i32) {
// OUT:         %more = arith.muli %p, %x : i32
// OUT:         scf.yield %more : i32
// OUT:       } else {
// OUT:         scf.yield %p : i32
// OUT:       }
// OUT:       scf.yield %next : i32
// OUT:     }
// OUT:     return %product : i32
// OUT:   }
// OUT:   func.func @through_memory(%n: index, %m: memref<?xi32>) -> i32 {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %last = scf.for %i = %c0 to %n step %c1 iter_args(%l = %zero) -> (i32) {
// OUT:       %x = memref.load %m[%c0] : memref<?xi32>
// OUT:       %c = arith.cmpi sgt, %x, %zero : i32
// OUT:       %next = scf.if %c -> (i32) {
// OUT:         %square = arith.muli %x, %x : i32
// OUT:         scf.yield %square : i32
// OUT:       } else {
// OUT:         scf.yield %x : i32
// OUT:       }
// OUT:       memref.store %next, %m[%c0] : memref<?xi32>
// OUT:       scf.yield %next : i32
// OUT:     }
// OUT:     return %last : i32
// OUT:   }
// OUT:   func.func @whiles(%n: i32, %c: i1) -> (i32, i32) {
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %one = arith.constant 1 : i32
// OUT:     %a:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
// OUT:       %on = arith.cmpi slt, %i, %n : i32
// OUT:       scf.condition(%on) %i, %s : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %s: i32):
// OUT:       %square = arith.muli %i, %i : i32
// OUT:       %more = arith.addi %s, %square : i32
// OUT:       %next = arith.select %c, %more, %s : i32
// OUT:       %up = arith.addi %i, %one : i32
// OUT:       scf.yield %up, %next : i32, i32
// OUT:     }
// OUT:     %b:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
// OUT:       %on = arith.cmpi slt, %s, %n : i32
// OUT:       scf.condition(%on) %i, %s : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %s: i32):
// OUT:       %next = scf.if %c -> (i32) {
// OUT:         %square = arith.muli %i, %i : i32
// OUT:         %more = arith.addi %s, %square : i32
// OUT:         scf.yield %more : i32
// OUT:       } else {
// OUT:         scf.yield %s : i32
// OUT:       }
// OUT:       %up = arith.addi %i, %one : i32
// OUT:       scf.yield %up, %next : i32, i32
// OUT:     }
// OUT:     return %a#1, %b#1 : i32, i32
// OUT:   }
// OUT:   func.func @alike(%a: i32, %b: i32, %c: i1) -> (i32, i32) {
// OUT:     %five = arith.constant 5 : i32
// OUT:     %0 = arith.muli %a, %b : i32
// OUT:     %1 = arith.muli %b, %b : i32
// OUT:     %r = arith.select %c, %0, %1 : i32
// OUT:     %2 = arith.muli %a, %five : i32
// OUT:     %3 = arith.select %c, %2, %b : i32
// OUT:     return %r, %3 : i32, i32
// OUT:   }
// OUT: }
