// Ways meet in a control_merge and a mux for every value that is needed, and part in a cond_br for each.
// RUN: flowright opt %s --passes=cf-to-handshake | check

// CHECK-LABEL: handshake.func @diamond(%c: i1, %a: i32, %b: i32, %start: none, ...) -> (i32, none)
// CHECK-NEXT: %0:2 = cond_br %c, %start {handshake.bb = 0 : ui32} : i1, none
// CHECK-NEXT: %1:2 = cond_br %c, %a {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %2:2 = cond_br %c, %b {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %one = constant %0#0 {handshake.bb = 1 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %s = arith.addi %1#0, %one {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %3:2 = control_merge [%0#1, %0#0] {handshake.bb = 2 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %x = mux %3#1 [%2#1, %s] {handshake.bb = 2 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: end %x, %3#0 : i32, none
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
// CHECK-NEXT: %0:2 = control_merge [%start, %1#0] {handshake.bb = 1 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %n_0 = mux %0#1 [%n, %2#0] {handshake.bb = 1 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %i = mux %0#1 [%zero, %next] {handshake.bb = 1 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %more = arith.cmpi slt, %i, %n_0 {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %1:2 = cond_br %more, %0#0 {handshake.bb = 1 : ui32} : i1, none
// CHECK-NEXT: %2:2 = cond_br %more, %n_0 {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %3:2 = cond_br %more, %i {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %one = constant %1#0 {handshake.bb = 2 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %next = arith.addi %3#0, %one {handshake.bb = 2 : ui32} : i32
// CHECK-NEXT: end %3#1, %1#1 : i32, none
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
// CHECK-NEXT: %2:2 = cond_br %1, %start {handshake.bb = 0 : ui32} : i1, none
// CHECK-NEXT: %3:2 = cond_br %1, %one {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %4:2 = cond_br %1, %f {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %5 = constant %2#1 {handshake.bb = 1 : ui32, value = 7 : i32} : none, i32
// CHECK-NEXT: %6 = arith.cmpi eq, %4#1, %5 {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %7:2 = cond_br %6, %2#1 {handshake.bb = 1 : ui32} : i1, none
// CHECK-NEXT: %8:2 = cond_br %6, %4#1 {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %zero = constant %2#1 {handshake.bb = 1 : ui32, value = 0 : i32} : none, i32
// CHECK-NEXT: %9:2 = cond_br %6, %zero {handshake.bb = 1 : ui32} : i1, i32
// CHECK-NEXT: %10:2 = control_merge [%2#0, %7#0, %7#1] {handshake.bb = 2 : ui32} : [none, none, none] to none, i2
// CHECK-NEXT: %x = mux %10#1 [%3#0, %8#0, %9#1] {handshake.bb = 2 : ui32} : i2, [i32, i32, i32] to i32
// CHECK-NEXT: end %x, %10#0 : i32, none
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
// CHECK-NEXT: %0:2 = cond_br %c, %start {handshake.bb = 0 : ui32} : i1, none
// CHECK-NEXT: %1:2 = cond_br %c, %n {handshake.bb = 0 : ui32} : i1, i32
// CHECK-NEXT: %2:2 = control_merge [%0#0, %4#0] {handshake.bb = 1 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %x = mux %2#1 [%1#0, %5#0] {handshake.bb = 1 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %one = constant %2#0 {handshake.bb = 1 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %y = arith.subi %x, %one {handshake.bb = 1 : ui32} : i32
// CHECK-NEXT: %3:2 = control_merge [%0#1, %2#0] {handshake.bb = 2 : ui32} : [none, none] to none, i1
// CHECK-NEXT: %z = mux %3#1 [%1#1, %y] {handshake.bb = 2 : ui32} : i1, [i32, i32] to i32
// CHECK-NEXT: %one_0 = constant %3#0 {handshake.bb = 2 : ui32, value = 1 : i32} : none, i32
// CHECK-NEXT: %more = arith.cmpi sgt, %z, %one_0 {handshake.bb = 2 : ui32} : i32
// CHECK-NEXT: %4:2 = cond_br %more, %3#0 {handshake.bb = 2 : ui32} : i1, none
// CHECK-NEXT: %5:2 = cond_br %more, %z {handshake.bb = 2 : ui32} : i1, i32
// CHECK-NEXT: end %5#1, %4#1 : i32, none
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
