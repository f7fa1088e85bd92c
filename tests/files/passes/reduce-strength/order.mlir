// A sum that another is made of goes with it, wherever it stands in the text.
// RUN: flowright opt %s --passes reduce-strength --verify-each
// BLESS
handshake.func @f(%x: i32, %y: i32, %start: none, ...) -> (i32, none) {
  %one = constant %start {value = 1 : i32} : none, i32
  %two = constant %start {value = 2 : i32} : none, i32
  %r = arith.addi %sum, %one : i32
  %sum = arith.addi %sh, %one : i32
  %sh = arith.shli %x, %two : i32
  end %r, %start : i32, none
}

// OUT: module {
// OUT:   handshake.func @f(%x: i32, %y: i32, %start: none, ...) -> (i32, none) attributes {argNames = ["x", "y", "start"], resNames = ["out0", "out1"]} {
// OUT:     %one = constant %start {value = 1 : i32} : none, i32
// OUT:     %two = constant %start {value = 2 : i32} : none, i32
// OUT:     %0 = source : none
// OUT:     %1 = constant %0 {value = 1 : i32} : none, i32
// OUT:     %2 = arith.ori %sh, %1 : i32
// OUT:     %r = arith.addi %one, %2 : i32
// OUT:     %sh = arith.shli %x, %two : i32
// OUT:     end %r, %start : i32, none
// OUT:   }
// OUT: }
