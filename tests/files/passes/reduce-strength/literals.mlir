// A product by a literal of few digits is made of shifts and sums; other products stay.
// RUN: flowright opt %s --passes reduce-strength --verify-each
// BLESS

handshake.func @few(%x: i32, %start: none) -> (i32, i32, none) attributes {argNames = ["x", "start"], resNames = ["a", "b", "end"]} {
  %hundred = handshake.constant %start {value = 100 : i32} : i32
  %seven = handshake.constant %start {value = -7 : i32} : i32
  %a = arith.muli %x, %hundred : i32
  %b = arith.muli %seven, %x : i32
  handshake.end %a, %b, %start : i32, i32, none
}

handshake.func @many(%x: i32, %y: i32, %start: none) -> (i32, i32, none) attributes {argNames = ["x", "y", "start"], resNames = ["a", "b", "end"]} {
  %long = handshake.constant %start {value = 21845 : i32} : i32
  %a = arith.muli %x, %long : i32
  %b = arith.muli %x, %y : i32
  handshake.end %a, %b, %start : i32, i32, none
}

// OUT: module {
// OUT:   handshake.func @few(%x: i32, %start: none, ...) -> (i32, i32, none) attributes {argNames = ["x", "start"], resNames = ["a", "b", "end"]} {
// OUT:     %hundred = constant %start {value = 100 : i32} : none, i32
// OUT:     %seven = constant %start {value = -7 : i32} : none, i32
// OUT:     %0 = source : none
// OUT:     %1 = constant %0 {value = 7 : i32} : none, i32
// OUT:     %2 = arith.shli %x, %1 : i32
// OUT:     %3 = source : none
// OUT:     %4 = constant %3 {value = 2 : i32} : none, i32
// OUT:     %5 = arith.shli %x, %4 : i32
// OUT:     %6 = arith.addi %2, %5 : i32
// OUT:     %7 = source : none
// OUT:     %8 = constant %7 {value = 5 : i32} : none, i32
// OUT:     %9 = arith.shli %x, %8 : i32
// OUT:     %a = arith.subi %6, %9 : i32
// OUT:     %10 = source : none
// OUT:     %11 = constant %10 {value = 3 : i32} : none, i32
// OUT:     %12 = arith.shli %x, %11 : i32
// OUT:     %b = arith.subi %x, %12 : i32
// OUT:     end %a, %b, %start : i32, i32, none
// OUT:   }
// OUT:   handshake.func @many(%x: i32, %y: i32, %start: none, ...) -> (i32, i32, none) attributes {argNames = ["x", "y", "start"], resNames = ["a", "b", "end"]} {
// OUT:     %long = constant %start {value = 21845 : i32} : none, i32
// OUT:     %a = arith.muli %x, %long : i32
// OUT:     %b = arith.muli %x, %y : i32
// OUT:     end %a, %b, %start : i32, i32, none
// OUT:   }
// OUT: }
