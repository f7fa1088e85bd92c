// What would be undefined in a loop that does not run is not computed before it.
// RUN: flowright opt %s --passes loop-invariant-code-motion | flowright interp - --top poison --args 0 | check
// RUN: flowright opt %s --passes loop-invariant-code-motion | flowright interp - --top part --args 0,5 | check
// RUN: flowright opt %s --passes loop-invariant-code-motion | flowright interp - --top cast --args 0,[1,2] | check

// CHECK: result = 7 : i32

func.func @poison(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %far = arith.constant 40 : i32
  %poison = arith.shli %seven, %far : i32
  %condition = arith.cmpi slt, %poison, %seven : i32
  %result = scf.for %i = %c0 to %n step %c1 iter_args(%x = %seven) -> (i32) {
    %choice = scf.if %condition -> (i32) {
      scf.yield %far : i32
    } else {
      scf.yield %seven : i32
    }
    scf.yield %choice : i32
  }
  return %result : i32
}

func.func @part(%n: index, %at: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  scf.for %i = %c0 to %n step %c1 {
    %part = memref.subview %m[%at] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
    memref.store %seven, %part[%c0] : memref<1xi32, strided<[1], offset: ?>>
  }
  memref.dealloc %m : memref<4xi32>
  return %seven : i32
}

func.func @cast(%n: index, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %known = memref.cast %m : memref<?xi32> to memref<4xi32>
    memref.store %seven, %known[%c0] : memref<4xi32>
  }
  return %seven : i32
}
