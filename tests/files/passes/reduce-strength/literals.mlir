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

// A literal that fits below a shifted value needs no addition.
handshake.func @below(%x: i32, %start: none) -> (i32, i32, none) attributes {argNames = ["x", "start"], resNames = ["a", "b", "end"]} {
  %one = handshake.constant %start {value = 1 : i32} : i32
  %two = handshake.constant %start {value = 2 : i32} : i32
  %three = handshake.constant %start {value = 3 : i32} : i32
  %product = arith.muli %x, %three : i32
  %a = arith.addi %product, %one : i32
  %doubled = arith.shli %x, %one : i32
  %b = arith.addi %doubled, %two : i32
  handshake.end %a, %b, %start : i32, i32, none
}

// OUT: module {
// OUT:   handshake.func @few(%x: i32, %start: none, ...) -> (i32, i32, none) attributes {argNames = ["x", "start"], resNames = ["a", "b", "end"]} {
// OUT:     %hundred = constant %start {value = 100 : i32} : none, i32
// OUT:     %seven = constant %start {value = -7 : i32} : none, i32
// OUT:     %0 = source : none
// OUT:     %1 = constant %0 {value = 6 : i32} : none, i32
// OUT:     %2 = arith.shli %x, %1 : i32
// OUT:     %3 = source : none
// OUT:     %4 = constant %3 {value = 5 : i32} : none, i32
// OUT:     %5 = arith.shli %x, %4 : i32
// OUT:     %6 = arith.addi %2, %5 : i32
// OUT:     %7 = source : none
// OUT:     %8 = constant %7 {value = 2 : i32} : none, i32
// OUT:     %9 = arith.shli %x, %8 : i32
// OUT:     %a = arith.addi %6, %9 : i32
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
// OUT:   handshake.func @below(%x: i32, %start: none, ...) -> (i32, i32, none) attributes {argNames = ["x", "start"], resNames = ["a", "b", "end"]} {
// OUT:     %one = constant %start {value = 1 : i32} : none, i32
// OUT:     %two = constant %start {value = 2 : i32} : none, i32
// OUT:     %three = constant %start {value = 3 : i32} : none, i32
// OUT:     %0 = source : none
// OUT:     %1 = constant %0 {value = 1 : i32} : none, i32
// OUT:     %2 = arith.shli %x, %1 : i32
// OUT:     %3 = source : none
// OUT:     %4 = constant %3 {value = 1 : i32} : none, i32
// OUT:     %5 = arith.ori %2, %4 : i32
// OUT:     %a = arith.addi %x, %5 : i32
// OUT:     %doubled = arith.shli %x, %one : i32
// OUT:     %b = arith.addi %doubled, %two : i32
// OUT:     end %a, %b, %start : i32, i32, none
// OUT:   }
// OUT: }
