// Ways meet in a control_merge and a mux for every value that is needed, and part in a cond_br for each.
// RUN: flowright opt %s --passes=cf-to-handshake | check

// CHECK-LABEL: handshake.func @diamond(%c: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %0, %1 = cond_br %c, %start {handshake.bb = 0 : ui32} : i1, none
// CHECK-NEXT: %2, %3 = cond_br %c, %a {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %4, %5 = cond_br %c, %b {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %one = constant %0 {handshake.bb = 1 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %s = arith.addi %2, %one {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %6, %7 = control_merge [%1, %0] {handshake.bb = 2 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %x = mux %7 [%5, %s] {handshake.bb = 2 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: end %x, %6 : i32, none
func.func @diamond(%c: i1, %a: i32, %b: i32) -> i32 attributes {kernel} {
  cf.cond_br %c, ^yes, ^no(%b : i32)
^yes:
  %one = arith.constant 1 : i32
  %s = arith.addi %a, %one overflow<nsw> : i32
  cf.br ^no(%s : i32)
^no(%x: i32):
  return %x : i32
}

// CHECK-LABEL: handshake.func @loop(%n: i32, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %zero = constant %start {handshake.bb = 0 : ui32, value = 0 : i32} : none, i32
// CHECK-NEXT: %0, %1 = control_merge [%start, %2] {handshake.bb = 1 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %n_0 = mux %1 [%n, %4] {handshake.bb = 1 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %i = mux %1 [%zero, %next] {handshake.bb = 1 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %more = arith.cmpi slt, %i, %n_0 {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %2, %3 = cond_br %more, %0 {handshake.bb = 1 : ui32, loopGoesOn = true} : i1, none
// CHECK-NEXT: %4, %5 = cond_br %more, %n_0 {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %6, %7 = cond_br %more, %i {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %one = constant %2 {handshake.bb = 2 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %next = arith.addi %6, %one {handshake.bb = 2 : ui32} : i32
// CHECK-NEXT: end %7, %3 : i32, none
func.func @loop(%n: i32) -> i32 attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %unused: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^done
^body:
  %next = arith.addi %i, %one : i32
  cf.br ^head(%next, %i : i32, i32)
^done:
  return %i : i32
}

// CHECK-LABEL: handshake.func @switch(%f: i32, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %0 = constant %start {handshake.bb = 0 : ui32, value = 5 : i32} : none, i32
// CHECK-NEXT: %1 = arith.cmpi eq, %f, %0 {handshake.bb = 0 : ui32} : i32
// CHECK-NEXT: %one = constant %start {handshake.bb = 0 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %2, %3 = cond_br %1, %start {handshake.bb = 0 : ui32} : i1, none
// CHECK-NEXT: %4, %5 = cond_br %1, %one {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %6, %7 = cond_br %1, %f {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %8 = constant %3 {handshake.bb = 1 : ui32, value = 7 : i32} : none, i32
// CHECK-NEXT: %9 = arith.cmpi eq, %7, %8 {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %10, %11 = cond_br %9, %3 {handshake.bb = 1 : ui32} : i1, none
// CHECK-NEXT: %12, %13 = cond_br %9, %7 {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %zero = constant %3 {handshake.bb = 1 : ui32, value = 0 : i32} : none, i32
// CHECK-NEXT: %14, %15 = cond_br %9, %zero {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %16, %17 = control_merge [%2, %10, %11] {handshake.bb = 2 : ui32} : [none, none, none] to none, i2
// CHECK-NEXT: %x = mux %17 [%4, %12, %15] {handshake.bb = 2 : ui32} : i2, [i32, i32, i32] to i32
// CHECK-NEXT: end %x, %16 : i32, none
func.func @switch(%f: i32) -> i32 attributes {kernel} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.switch %f : i32, [
    default: ^done(%zero : i32),
    5: ^done(%one : i32),
    7: ^done(%f : i32)
  ]
^done(%x: i32):
  return %x : i32
}

// Entered at two blocks.
// CHECK-LABEL: handshake.func @irreducible(%c: i1, %n: i32, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %0, %1 = cond_br %c, %start {handshake.bb = 0 : ui32} : i1, none
// CHECK-NEXT: %2, %3 = cond_br %c, %n {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %4, %5 = control_merge [%0, %8] {handshake.bb = 1 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %x = mux %5 [%2, %10] {handshake.bb = 1 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %one = constant %4 {handshake.bb = 1 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %y = arith.subi %x, %one {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %6, %7 = control_merge [%1, %4] {handshake.bb = 2 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %z = mux %7 [%3, %y] {handshake.bb = 2 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %one_0 = constant %6 {handshake.bb = 2 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %more = arith.cmpi sgt, %z, %one_0 {handshake.bb = 2 : ui32} : i32
// CHECK-NEXT: %8, %9 = cond_br %more, %6 {handshake.bb = 2 : ui32} : i1, none
// CHECK-NEXT: %10, %11 = cond_br %more, %z {handshake.bb = 2 : ui32} : i1, i32
// CHECK-NEXT: end %11, %9 : i32, none
func.func @irreducible(%c: i1, %n: i32) -> i32 attributes {kernel} {
  %one = arith.constant 1 : i32
  cf.cond_br %c, ^a(%n : i32), ^b(%n : i32)
^a(%x: i32):
  %y = arith.subi %x, %one : i32
  cf.br ^b(%y : i32)
^b(%z: i32):
  %more = arith.cmpi sgt, %z, %one : i32
  cf.cond_br %more, ^a(%z : i32), ^done
^done:
  return %z : i32
}
