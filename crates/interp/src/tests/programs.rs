//! Small programs with known results.

use super::{LIMITS, check, module, run};
use crate::{Interpreter, random_inputs};
use std::ops::ControlFlow;

#[test]
fn greatest_common_divisor() {
    let text = "
func.func @main(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ne, %y, %zero : i32
    scf.condition(%more) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %rest = arith.remui %x, %y : i32
    scf.yield %y, %rest : i32, i32
  }
  return %r#0 : i32
}";
    check(text, "48, 36", "12");
    check(text, "17, 5", "1");
    check(text, "0, 9", "9");
}

#[test]
fn matrix_product() {
    let text = "
func.func @main(%a: memref<2x3xf32>, %b: memref<3x2xf32>, %c: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %x = memref.load %a[%i, %k] : memref<2x3xf32>
        %y = memref.load %b[%k, %j] : memref<3x2xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %xy : f32
        scf.yield %next : f32
      }
      memref.store %sum, %c[%i, %j] : memref<2x2xf32>
    }
  }
  return
}";
    let arrays =
        "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]\n[[1.0, 0.5], [0.0, 1.0], [2.0, 0.0]]\n[[7.0, 2.5], [16.0, 7.0]]";
    check(text, "[[1, 2, 3], [4, 5, 6]], [[1, 0.5], [0, 1], [2, 0]], [[_, _], [_, _]]", arrays);
}

#[test]
fn recursion() {
    let text = "
func.func @main(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %small, ^bb1(%n : i64), ^bb2
^bb1(%result: i64):
  return %result : i64
^bb2:
  %a = arith.subi %n, %one : i64
  %b = arith.subi %n, %two : i64
  %x = func.call @main(%a) : (i64) -> i64
  %y = func.call @main(%b) : (i64) -> i64
  %z = arith.addi %x, %y : i64
  cf.br ^bb1(%z : i64)
}";
    check(text, "20", "6765");
}

#[test]
fn collatz() {
    let text = "
func.func @main(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  cf.br ^head(%n, %zero : i32, i32)
^head(%x: i32, %steps: i32):
  %done = arith.cmpi eq, %x, %one : i32
  cf.cond_br %done, ^exit, ^body
^body:
  %odd = arith.trunci %x : i32 to i1
  %next = scf.if %odd -> (i32) {
    %t = arith.muli %x, %three overflow<nsw> : i32
    %u = arith.addi %t, %one : i32
    scf.yield %u : i32
  } else {
    %h = arith.shrui %x, %one : i32
    scf.yield %h : i32
  }
  %more = arith.addi %steps, %one : i32
  cf.br ^head(%next, %more : i32, i32)
^exit:
  return %steps : i32
}";
    check(text, "27", "111");
}

#[test]
fn histogram_with_dynamic_sizes_and_calls() {
    let text = "
func.func private @count(%data: memref<?xi8>, %bins: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %data, %c0 : memref<?xi8>
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %data[%i] : memref<?xi8>
    %b = arith.index_castui %x : i8 to index
    %old = memref.load %bins[%b] : memref<?xi32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %bins[%b] : memref<?xi32>
  }
  return
}
func.func @main(%data: memref<?xi8>, %bins: memref<4xi32>) {
  %open = memref.cast %bins : memref<4xi32> to memref<?xi32>
  call @count(%data, %open) : (memref<?xi8>, memref<?xi32>) -> ()
  return
}";
    check(text, "[0, 1, 3, 1, 3, 3], zeros", "[0, 1, 3, 1, 3, 3]\n[1, 2, 0, 3]");
    check(text, "[], fill(5)", "[]\n[5, 5, 5, 5]");
}

#[test]
fn wide_integers() {
    let text = "
func.func @main(%a: i128, %b: i128, %c: i1, %m: memref<2xi128>) -> (i128, i128, i128) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %big = arith.constant 170141183460469231731687303715884105727 : i128
  %p = arith.muli %a, %b : i128
  %s = arith.select %c, %p, %big : i128
  %old = memref.load %m[%c0] : memref<2xi128>
  memref.store %s, %m[%c1] : memref<2xi128>
  %q = scf.for %i = %b to %a step %b iter_args(%x = %old) -> (i128) : i128 {
    %y = arith.addi %x, %i : i128
    scf.yield %y : i128
  }
  return %s, %old, %q : i128, i128, i128
}";
    check(
        text,
        "36893488147419103232, 12297829382473034410, true, [1, _]",
        "113427455640312821129862543712310001664\n1\n73786976294838206461\n[1, 113427455640312821129862543712310001664]",
    );
    check(
        text,
        "1, 1, false, [7, 8]",
        "170141183460469231731687303715884105727\n7\n7\n[7, 170141183460469231731687303715884105727]",
    );
}

#[test]
fn small_floats() {
    let text = "
func.func @main(%a: f16, %b: f16, %c: bf16) -> (f16, bf16, f32) {
  %s = arith.addf %a, %b : f16
  %d = arith.divf %c, %c : bf16
  %w = arith.extf %s : f16 to f32
  %r = math.sqrt %w : f32
  return %s, %d, %r : f16, bf16, f32
}";
    check(text, "0.1, 0.2, 3", "0.2998\n1.0\n0.54754424");
    check(text, "65504, 65504, 0", "inf\nnan\ninf");
}

#[test]
fn parallel_loops_reduce_in_order() {
    let text = "
func.func @main(%n: index, %m: index, %init: i32) -> (i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%init, %f) -> (i32, f32) {
    %a = arith.muli %i, %m : index
    %b = arith.addi %a, %j : index
    %x = arith.index_cast %b : index to i32
    %y = arith.sitofp %x : i32 to f32
    scf.reduce(%x, %y : i32, f32) {
    ^bb0(%l: i32, %r: i32):
      %t = arith.addi %l, %l : i32
      %s = arith.addi %t, %r : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  return %r#0, %r#1 : i32, f32
}";
    // Twice the sum so far plus the next of 0, 1, …, 5.
    check(text, "2, 3, 1", "121\n15.0");
    check(text, "0, 3, 1", "1\n0.0");
}

#[test]
fn switches_and_regions() {
    let text = "
func.func @main(%n: index, %k: i8) -> (i32, i32, i32) {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  %c = arith.constant 30 : i32
  %r = scf.index_switch %n -> i32
  case 2 { scf.yield %a : i32 }
  case -5 { scf.yield %b : i32 }
  default { scf.yield %c : i32 }
  %e = scf.execute_region -> i32 {
    cf.switch %k : i8, [
      default: ^other(%a : i32),
      -1: ^other(%b : i32),
      7: ^seven
    ]
  ^seven:
    scf.yield %c : i32
  ^other(%x: i32):
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @thrice : (i32) -> i32
  %p = arith.cmpi eq, %n, %n : index
  %h = arith.select %p, %f, %g : (i32) -> i32
  %t = func.call_indirect %h(%r) : (i32) -> i32
  return %r, %e, %t : i32, i32, i32
}
func.func private @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func private @thrice(%x: i32) -> i32 {
  %three = arith.constant 3 : i32
  %y = arith.muli %x, %three : i32
  return %y : i32
}";
    check(text, "2, 7", "10\n30\n20");
    check(text, "-5, 255", "20\n40\n40");
    check(text, "0, 0", "30\n20\n60");
}

#[test]
fn carried_values_that_change_places() {
    let text = "
func.func @main(%n: index, %x: i32, %y: i32, %z: i128, %w: i128) -> (i32, i32, i128, i128) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z, %d = %w) -> (i32, i32, i128, i128) {
    scf.yield %b, %a, %d, %c : i32, i32, i128, i128
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i128, i128
}";
    check(text, "0, 1, 2, 3, 4", "1\n2\n3\n4");
    check(text, "3, 1, 2, 3, 4", "2\n1\n4\n3");
}

#[test]
fn a_carried_value_is_kept_while_it_is_needed() {
    let text = "
func.func @main(%n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1) -> (i32, i32) : i32 {
    %sum = arith.addi %a, %b : i32
    scf.yield %b, %sum : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}";
    check(text, "10", "55\n89");
}

#[test]
fn products_that_are_added() {
    let text = "
func.func @main(%a: i32, %b: index, %c: f32, %d: f64, %e: i16) -> (i32, index, f32, f64, i16, i32, i32) {
  %p = arith.muli %a, %a : i32
  %s = arith.addi %p, %a : i32
  %q = arith.muli %b, %b : index
  %t = arith.addi %b, %q : index
  %r = arith.mulf %c, %c : f32
  %u = arith.addf %r, %c : f32
  %v = arith.mulf %d, %d : f64
  %w = arith.addf %d, %v : f64
  %x = arith.muli %e, %e : i16
  %y = arith.addi %x, %e : i16
  %z = arith.muli %a, %a : i32
  %double = arith.addi %z, %z : i32
  %k = arith.muli %a, %a : i32
  %l = arith.addi %a, %a : i32
  %m = arith.addi %k, %l : i32
  return %s, %t, %u, %w, %y, %double, %m : i32, index, f32, f64, i16, i32, i32
}";
    check(text, "65537, -3, 1.1, 0.1, 300", "196610\n6\n2.31\n0.11000000000000001\n24764\n262146\n262147");
    check(text, "2, 2, nan, inf, 2", "6\n6\nnan\ninf\n6\n8\n8");
}

#[test]
fn functions_with_very_many_values() {
    use std::fmt::Write;
    let mut text = String::from("func.func @main(%v0: i32) -> i32 {\n");
    for i in 0..70_000 {
        let _ = match i {
            1_000 => writeln!(text, "  %v{} = func.call @small(%v{i}) : (i32) -> i32", i + 1),
            _ => writeln!(text, "  %v{} = arith.addi %v{i}, %v0 : i32", i + 1),
        };
    }
    text.push_str("  return %v70000 : i32\n}\n");
    text.push_str(
        "func.func private @small(%a: i32) -> i32 {\n  %b = arith.subi %a, %a : i32\n  return %b : i32\n}",
    );
    check(&text, "1", "68999");
}

#[test]
fn memory_of_all_kinds() {
    let text = "
memref.global \"private\" constant @table : memref<2x2xi16> = dense<[[1, -2], [3, 4]]>
memref.global \"private\" @counter : memref<i32> = dense<7>
memref.global \"private\" @scratch : memref<3xi32> = uninitialized
func.func @main(%n: index, %out: memref<3x4xi32>) -> (i32, memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = memref.get_global @table : memref<2x2xi16>
  %a = memref.load %t[%c0, %c1] : memref<2x2xi16>
  %b = arith.extsi %a : i16 to i32
  %g = memref.get_global @counter : memref<i32>
  %old = memref.load %g[] : memref<i32>
  %new = arith.addi %old, %b : i32
  memref.store %new, %g[] : memref<i32>
  %row = memref.subview %out[%c1, 1] [1, %c2] [1, %c2] : memref<3x4xi32> to memref<?xi32, strided<[?], offset: ?>>
  memref.store %new, %row[%c1] : memref<?xi32, strided<[?], offset: ?>>
  %heap = memref.alloc(%n) : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %tmp = memref.alloca() : memref<1xi32>
    %v = arith.index_cast %i : index to i32
    memref.store %v, %tmp[%c0] : memref<1xi32>
    %w = memref.load %tmp[%c0] : memref<1xi32>
    memref.store %w, %heap[%i] : memref<?xi32>
  }
  %copy = memref.alloc(%n) : memref<?xi32>
  memref.copy %heap, %copy : memref<?xi32> to memref<?xi32>
  memref.dealloc %heap : memref<?xi32>
  %size = memref.dim %row, %c0 : memref<?xi32, strided<[?], offset: ?>>
  return %new, %copy, %size : i32, memref<?xi32>, index
}";
    check(text, "3, zeros", "5\n[0, 1, 2]\n2\n[[0, 0, 0, 0], [0, 0, 0, 5], [0, 0, 0, 0]]");
}

#[test]
fn copies_within_a_memory() {
    let text = "
func.func @main(%m: memref<6xi8>) {
  %a = memref.subview %m[0] [3] [2] : memref<6xi8> to memref<3xi8, strided<[2]>>
  %b = memref.subview %m[1] [3] [2] : memref<6xi8> to memref<3xi8, strided<[2], offset: 1>>
  memref.copy %a, %b : memref<3xi8, strided<[2]>> to memref<3xi8, strided<[2], offset: 1>>
  memref.copy %m, %m : memref<6xi8> to memref<6xi8>
  return
}";
    check(text, "[1, 2, _, 4, 5, 6]", "[1, 1, _, _, 5, 5]");
}

#[test]
fn poison_that_is_not_used_is_harmless() {
    let text = "
func.func @main(%a: i8, %c: i1) -> (i8, i8) {
  %big = arith.constant 9 : i8
  %one = arith.constant 1 : i8
  %p = arith.shli %a, %big : i8
  %q = arith.addi %p, %one : i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %q, %y = %one) -> (i8, i8) {
    %z = arith.addi %y, %one : i8
    scf.yield %x, %z : i8, i8
  }
  %s = arith.select %c, %r#0, %r#1 : i8
  %t = func.call @same(%r#0, %s) : (i8, i8) -> i8
  return %s, %t : i8, i8
}
func.func private @same(%p: i8, %x: i8) -> i8 {
  %q = arith.muli %p, %p : i8
  return %x : i8
}";
    check(text, "3, false", "10\n10");
}

#[test]
fn operations_are_counted() {
    let text = "
func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> (index) {
    %odd = arith.andi %i, %c1 : index
    %p = arith.cmpi eq, %odd, %c1 : index
    %y = scf.if %p -> (index) {
      %z = arith.addi %x, %i : index
      scf.yield %z : index
    } else {
      scf.yield %x : index
    }
    scf.yield %y : index
  }
  return %r : index
}";
    let (ir, module) = module(text);
    let ten = crate::Value::Scalar(base::Bits::from_u64(64, 10), ir::Type::INDEX);
    let mut interpreter = Interpreter::new(&ir, module).limits(LIMITS).profile(true);
    let outcome = interpreter.call("main", vec![ten]).expect("the program runs");
    assert_eq!(outcome.results, [crate::Value::Scalar(base::Bits::from_u64(64, 25), ir::Type::INDEX)]);
    // 4 in the function, 4 in each of 10 rounds, 2 in each of 5 then-parts, 1 in each of 5 else-parts.
    assert_eq!(outcome.steps, 4 + 40 + 10 + 5);
    let profile = outcome.profile.expect("it was asked for");
    let total: u64 = ir.walk(module).into_iter().map(|op| profile.executions(op)).sum();
    assert_eq!(total, outcome.steps);
}

#[test]
fn what_is_shown_can_be_read_back() {
    let text = "func.func @main(%a: memref<2x2xf16>, %b: memref<3xi1>, %c: f64, %d: ui8, %e: memref<0x2xi8>, %f: memref<f32>) { return }";
    let (ir, module) = module(text);
    let function = crate::find_function(&ir, module, None).expect("there is one function");
    for args in [
        "[[0.1, -0.0], [inf, nan]], [true, false, _], 1e+300, 255, zeros, 1.5",
        "random, random, random, random, random, random",
        "fill(0x7E01), fill(true), -2.5, 0x1F, [], 3",
    ] {
        let values = crate::parse_args(&ir, function, args, 7).expect(args);
        let shown: Vec<String> = values.iter().map(|value| crate::text::show(&ir.ctx, value)).collect();
        let again = crate::parse_args(&ir, function, &shown.join(", "), 7).expect("what is shown is read");
        assert_eq!(again, values, "{shown:?}");
    }
    assert_eq!(random_inputs(&ir, function, 3), random_inputs(&ir, function, 3));
    assert_ne!(random_inputs(&ir, function, 3), random_inputs(&ir, function, 4));
}

#[test]
fn wrong_arguments_are_refused() {
    let text = "func.func @main(%a: i8, %b: memref<2x?xi32>, %c: f32) { return }";
    for (args, expected) in [
        ("1, [[1], [2]]", "`@main` takes 3 arguments, but is given 2"),
        ("256, [[1], [2]], 1.0", "argument 0 of `@main`, of type `i8`: `256`: the number does not fit"),
        (
            "1, [[1], [2, 3]], 1.0",
            "argument 1 of `@main`, of type `memref<2x?xi32>`: lists of dimension 1 differ in length: 1 and 2",
        ),
        (
            "1, [[1]], 1.0",
            "argument 1 of `@main`, of type `memref<2x?xi32>`: dimension 0 has 2 elements, but is given 1",
        ),
        (
            "1, [1, 2], 1.0",
            "argument 1 of `@main`, of type `memref<2x?xi32>`: `1` stands where a list of 2 dimensions has no element",
        ),
        (
            "1, [[[1]]], 1.0",
            "argument 1 of `@main`, of type `memref<2x?xi32>`: lists are nested more than 2 deep",
        ),
        (
            "1, zeros, 1.0",
            "argument 1 of `@main`, of type `memref<2x?xi32>`: the type leaves sizes open, so the elements must be listed",
        ),
        ("1, [[1], [2]], x", "argument 2 of `@main`, of type `f32`: `x` is no float"),
        ("1, [[1], [2]], 1e99", "argument 2 of `@main`, of type `f32`: `1e99` is no float"),
        ("1, [[1], [2]", "a bracket is not closed in `1, [[1], [2]`"),
        ("1, ]", "a bracket is closed that was not opened in `1, ]`"),
        ("1, [[1,], [2]], 1", "argument 1 of `@main`, of type `memref<2x?xi32>`: misplaced `]` at `], [2]]`"),
    ] {
        let diagnostics = run(text, args).expect_err(args);
        assert_eq!(diagnostics[0].message, expected);
    }
}

#[test]
fn the_examples_give_what_they_say() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in ["dot", "gcd", "fir"] {
        let text = std::fs::read_to_string(examples.join(name).with_extension("mlir"))
            .expect("the example is there");
        let (ir, top) = module(&text);
        let function = crate::find_function(&ir, top, None).expect("an example has one public function");
        let args = text.split('"').nth(1).expect("the header shows the arguments");
        let arguments = crate::parse_args(&ir, function, args, 1).expect("the arguments fit");
        let outcome = Interpreter::new(&ir, top).call(name, arguments).expect("an example runs");
        let last =
            outcome.results.last().or(outcome.arguments_after.last()).expect("an example gives something");
        let shown = format!(" = {} : ", crate::text::show(&ir.ctx, last));
        assert!(text.contains(&shown), "{name} gives {shown}");
    }
}

/// Doubles what it is given, ends the program for a negative number, and remembers what it sees.
#[derive(Default)]
struct Doubling {
    seen: Vec<String>,
}

impl crate::Host for Doubling {
    fn call(&mut self, call: &crate::HostCall<'_>) -> Result<Vec<base::Bits>, crate::Halt> {
        assert_eq!(call.name(), "double");
        let (bits, _) = call.scalar(0).expect("an integer");
        match bits.to_i64() {
            Some(n) if n < 0 => Err(crate::Halt::Exit(n as i32)),
            Some(13) => Err(crate::Halt::Fault(base::codes::UB_OTHER, "thirteen".to_string())),
            _ => Ok(vec![bits.add(bits)]),
        }
    }

    fn watches(&self, ir: &ir::Ir, function: ir::Op) -> bool {
        ir.attr(function, "kernel").is_some()
    }

    fn entered(&mut self, activation: &crate::Activation<'_>) -> ControlFlow<()> {
        let show = |value: &crate::Value| crate::text::show(&activation.ir.ctx, value);
        self.seen.extend(activation.arguments.iter().map(show));
        self.seen.extend(activation.global("g").iter().map(show));
        assert!(activation.global("k").is_none() && !activation.share_memory(0, 1));
        ControlFlow::Continue(())
    }

    fn left(&mut self, activation: &crate::Activation<'_>, results: &[crate::Value]) {
        let show = |value: &crate::Value| crate::text::show(&activation.ir.ctx, value);
        self.seen.extend(activation.arguments.iter().chain(results).map(show));
        self.seen.extend(activation.global("g").iter().map(show));
    }
}

const HOSTED: &str = "
memref.global \"private\" @g : memref<2xi32> = uninitialized
func.func private @double(i32) -> i32 attributes {host = \"double\"}
func.func private @k(%m: memref<2xi32>, %x: i32) -> i32 attributes {kernel} {
  %zero = arith.constant 0 : index
  memref.store %x, %m[%zero] : memref<2xi32>
  %g = memref.get_global @g : memref<2xi32>
  memref.store %x, %g[%zero] : memref<2xi32>
  return %x : i32
}
func.func @main(%x: i32) -> i32 {
  %m = memref.alloca() : memref<2xi32>
  %y = func.call @double(%x) : (i32) -> i32
  %z = func.call @k(%m, %y) : (memref<2xi32>, i32) -> i32
  return %z : i32
}";

fn run_hosted(argument: i32) -> (Result<crate::Outcome, Vec<base::Diagnostic>>, Vec<String>) {
    let (ir, module) = module(HOSTED);
    let mut host = Doubling::default();
    let argument = crate::Value::Scalar(base::Bits::from_i64(32, argument.into()), ir::Type::I32);
    let outcome = Interpreter::new(&ir, module).limits(LIMITS).host(&mut host).call("main", vec![argument]);
    (outcome, host.seen)
}

#[test]
fn a_host_answers_and_looks_on() {
    let (outcome, seen) = run_hosted(21);
    let outcome = outcome.expect("the program runs");
    assert_eq!((outcome.results.len(), outcome.exit_status), (1, None));
    assert_eq!(seen, ["[_, _]", "42", "[_, _]", "[42, _]", "42", "42", "[42, _]"]);
}

#[test]
fn a_host_sees_the_function_that_is_run() {
    let (ir, module) = module(HOSTED);
    let function = crate::find_function(&ir, module, Some("k")).expect("it is there");
    let arguments = crate::parse_args(&ir, function, "[1, 2], 3", 0).expect("they fit");
    let mut host = Doubling::default();
    let outcome = Interpreter::new(&ir, module).host(&mut host).call("k", arguments);
    assert!(outcome.is_ok());
    assert_eq!(host.seen, ["[1, 2]", "3", "[_, _]", "[3, 2]", "3", "3", "[3, _]"]);
}

#[test]
fn a_host_ends_a_program() {
    let (outcome, seen) = run_hosted(-3);
    let outcome = outcome.expect("the program ends itself");
    assert_eq!((outcome.results.len(), outcome.exit_status), (0, Some(-3)));
    assert!(seen.is_empty());
    let (outcome, _) = run_hosted(13);
    let message = &outcome.expect_err("the host refuses")[0].message;
    assert_eq!(message, "thirteen");
}

#[test]
fn without_a_host_nobody_answers() {
    let (ir, module) = module(HOSTED);
    let argument = crate::Value::Scalar(base::Bits::from_i64(32, 1), ir::Type::I32);
    let faults = Interpreter::new(&ir, module).call("main", vec![argument]).expect_err("nobody answers");
    assert_eq!(faults[0].code, base::codes::NOT_EXECUTABLE);
}
