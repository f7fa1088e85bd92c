// Reads that might be out of range, or of what the loop writes, stay behind the test.
// RUN: flowright opt %s --passes run-ahead --verify-each
// BLESS
// ORACLE: mlir-opt-19

// The count goes past the end of the array.
func.func @too_far(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c101 = arith.constant 101 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %c101 : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// The loop writes what it reads.
func.func @written(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %c100 : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    memref.store %c0, %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// How long the array is, is not known.
func.func @no_size(%wanted: i32, %numbers: memref<?xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<?xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// The subscript is another number than the count.
func.func @beside(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %further = arith.addi %i, %c1 : i32
    %at = arith.index_castui %further : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// The first subscript is past the end.
func.func @row(%wanted: i32, %numbers: memref<4x100xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %four = arith.constant 4 : index
    %number = memref.load %numbers[%four, %at] : memref<4x100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// What comes after the bound is a negative number in this width.
func.func @wraps(%wanted: i32, %numbers: memref<127xi32>) -> i8 {
  %start = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %bound = arith.constant 127 : i8
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i8, i1) -> (i8, i1) {
    %less = arith.cmpi ult, %i, %bound : i8
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i8, i1
  } do {
  ^bb0(%i: i8, %go: i1):
    %at = arith.index_castui %i : i8 to index
    %number = memref.load %numbers[%at] : memref<127xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i8
    scf.yield %next, %other : i8, i1
  }
  return %r#0 : i8
}

// The count begins below the array.
func.func @below(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %start = arith.constant -1 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi slt, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// The count begins behind its bound.
func.func @never(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %start = arith.constant 100 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// The count itself is in the loop.
func.func @to_the_bound(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 99 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ule, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// How far the count goes on is not known. The sum goes ahead, the read does not.
func.func @any_step(%wanted: i32, %numbers: memref<100xi32>, %by: i32) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %by : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// What is written before may be the same array.
func.func @other_argument(%wanted: i32, %numbers: memref<100xi32>, %others: memref<100xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %c0 = arith.constant 0 : index
    memref.store %zero, %others[%c0] : memref<100xi32>
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

// What is done before is not known.
func.func @called(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
    %less = arith.cmpi ult, %i, %bound : i32
    %both = arith.select %go, %less, %false : i1
    scf.condition(%both) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    func.call @anything() : () -> ()
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %other : i32, i1
  }
  return %r#0 : i32
}

func.func private @anything()

// Tested last, and what is seen behind the loop is not handed on to the next round.
func.func @seen_behind(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
  %start = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bound = arith.constant 100 : i32
  %false = arith.constant false
  %r:2 = scf.while (%i = %start) : (i32) -> (i32, i32) {
    %at = arith.index_castui %i : i32 to index
    %number = memref.load %numbers[%at] : memref<100xi32>
    %other = arith.cmpi ne, %number, %wanted : i32
    %next = arith.addi %i, %c1 : i32
    %less = arith.cmpi ult, %next, %bound : i32
    %both = arith.select %other, %less, %false : i1
    scf.condition(%both) %next, %number : i32, i32
  } do {
  ^bb0(%next: i32, %number: i32):
    scf.yield %next : i32
  }
  return %r#1 : i32
}

// OUT: module {
// OUT:   func.func @too_far(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c101 = arith.constant 101 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %c101 : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @written(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %c100 = arith.constant 100 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %c100 : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       memref.store %c0, %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @no_size(%wanted: i32, %numbers: memref<?xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<?xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @beside(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %further = arith.addi %i, %c1 : i32
// OUT:       %at = arith.index_castui %further : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @row(%wanted: i32, %numbers: memref<4x100xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %four = arith.constant 4 : index
// OUT:       %number = memref.load %numbers[%four, %at] : memref<4x100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @wraps(%wanted: i32, %numbers: memref<127xi32>) -> i8 {
// OUT:     %start = arith.constant 0 : i8
// OUT:     %c1 = arith.constant 1 : i8
// OUT:     %bound = arith.constant 127 : i8
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i8, i1) -> (i8, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i8
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i8, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i8, %go: i1):
// OUT:       %at = arith.index_castui %i : i8 to index
// OUT:       %number = memref.load %numbers[%at] : memref<127xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i8
// OUT:       scf.yield %next, %other : i8, i1
// OUT:     }
// OUT:     return %r#0 : i8
// OUT:   }
// OUT:   func.func @below(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant -1 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi slt, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @never(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant 100 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @to_the_bound(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 99 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ule, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @any_step(%wanted: i32, %numbers: memref<100xi32>, %by: i32) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:3 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1, i32) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       %next = arith.addi %i, %by : i32
// OUT:       scf.condition(%both) %i, %go, %next : i32, i1, i32
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1, %next: i32):
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     } attributes {runsAhead}
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @other_argument(%wanted: i32, %numbers: memref<100xi32>, %others: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       %c0 = arith.constant 0 : index
// OUT:       memref.store %zero, %others[%c0] : memref<100xi32>
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func @called(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %zero = arith.constant 0 : i32
// OUT:     %false = arith.constant false
// OUT:     %true = arith.constant true
// OUT:     %r:2 = scf.while (%i = %start, %go = %true) : (i32, i1) -> (i32, i1) {
// OUT:       %less = arith.cmpi ult, %i, %bound : i32
// OUT:       %both = arith.select %go, %less, %false : i1
// OUT:       scf.condition(%both) %i, %go : i32, i1
// OUT:     } do {
// OUT:     ^bb0(%i: i32, %go: i1):
// OUT:       func.call @anything() : () -> ()
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       scf.yield %next, %other : i32, i1
// OUT:     }
// OUT:     return %r#0 : i32
// OUT:   }
// OUT:   func.func private @anything()
// OUT:   func.func @seen_behind(%wanted: i32, %numbers: memref<100xi32>) -> i32 {
// OUT:     %start = arith.constant 0 : i32
// OUT:     %c1 = arith.constant 1 : i32
// OUT:     %bound = arith.constant 100 : i32
// OUT:     %false = arith.constant false
// OUT:     %r:2 = scf.while (%i = %start) : (i32) -> (i32, i32) {
// OUT:       %at = arith.index_castui %i : i32 to index
// OUT:       %number = memref.load %numbers[%at] : memref<100xi32>
// OUT:       %other = arith.cmpi ne, %number, %wanted : i32
// OUT:       %next = arith.addi %i, %c1 : i32
// OUT:       %less = arith.cmpi ult, %next, %bound : i32
// OUT:       %both = arith.select %other, %less, %false : i1
// OUT:       scf.condition(%both) %next, %number : i32, i32
// OUT:     } do {
// OUT:     ^bb0(%next: i32, %number: i32):
// OUT:       scf.yield %next : i32
// OUT:     }
// OUT:     return %r#1 : i32
// OUT:   }
// OUT: }
