//! Everything that stops a run, with what is said about it.

use super::{LIMITS, check, check_fault, module};
use crate::{Interpreter, Limits};
use base::codes;
use ir::LocKind;

#[test]
fn division() {
    let text = "func.func @main(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}";
    check_fault(
        text,
        "7, 0",
        &["FR0401 line 2: `arith.divsi` has no result: division by zero | lhs = 7, rhs = 0"],
    );
    check_fault(
        text,
        "-2147483648, -1",
        &[
            "FR0401 line 2: `arith.divsi` has no result: signed overflow of a division: the least value by -1 | lhs = -2147483648, rhs = -1",
        ],
    );
}

#[test]
fn poison_used() {
    let text = "func.func @main(%a: i8, %b: i8) -> i8 {
  %p = arith.addi %a, %b overflow<nsw> : i8
  %q = arith.muli %p, %a : i8
  return %q : i8
}";
    check_fault(
        text,
        "127, 1",
        &[
            "FR0403 line 2: signed overflow: 127 + 1 does not fit `i8` | line 4: `func.return` uses it here | lhs = 127, rhs = 1",
        ],
    );
    let text = "func.func @main(%a: i8, %b: i8, %m: memref<2xi8>) {
  %p = arith.shrui %a, %b : i8
  %c = arith.cmpi eq, %p, %a : i8
  scf.if %c {
  }
  return
}";
    check_fault(
        text,
        "1, 8, zeros",
        &[
            "FR0400 line 2: `arith.shrui` yields poison: a shift by the width or more | line 4: `scf.if` uses it here | lhs = 1, rhs = 8",
        ],
    );
}

/// A use of a poisoned `%p : i8` (or `%i : index`) on line 5.
#[track_caller]
fn poison_is_refused(used: &str, by: &str) {
    let text = format!(
        "func.func @main(%m: memref<2xi8>, %x: i8) {{
  %n = arith.constant 8 : i8
  %p = arith.shli %n, %n : i8
  %i = arith.index_cast %p : i8 to index
  {used}
  return
}}"
    );
    let expected = format!(
        "FR0400 line 3: `arith.shli` yields poison: a shift by the width or more | line 5: `{by}` uses it here | lhs = 8, rhs = 8"
    );
    check_fault(&text, "zeros, 1", &[&expected]);
}

#[test]
fn poison_must_not_decide() {
    poison_is_refused("%r = memref.load %m[%i] : memref<2xi8>", "memref.load");
    poison_is_refused("memref.store %x, %m[%i] : memref<2xi8>", "memref.store");
    poison_is_refused("%c = arith.constant 0 : index memref.store %p, %m[%c] : memref<2xi8>", "memref.store");
    poison_is_refused("%r = arith.divui %x, %p : i8", "arith.divui");
    poison_is_refused("%r = arith.ceildivsi %p, %x : i8", "arith.ceildivsi");
    poison_is_refused("%c = arith.trunci %p : i8 to i1 cf.assert %c, \"\"", "cf.assert");
    poison_is_refused("scf.for %k = %i to %i step %i { }", "scf.for");
    poison_is_refused("%r = memref.alloc(%i) : memref<?xi8>", "memref.alloc");
    poison_is_refused("scf.index_switch %i default { }", "scf.index_switch");
    poison_is_refused("cf.switch %p : i8, [ default: ^bb1 ]\n^bb1:", "cf.switch");
}

#[test]
fn memory() {
    let text = "func.func @main(%m: memref<2x3xi8>, %i: index, %j: index) -> i8 {
  %r = memref.load %m[%i, %j] : memref<2x3xi8>
  return %r : i8
}";
    let array = "[[1, 2, 3], [4, _, 6]]";
    check_fault(
        text,
        &format!("{array}, 2, 0"),
        &[
            "FR0402 line 2: index 2 is outside of dimension 0, which has 2 elements | indices = [2, 0], sizes = [2, 3]",
        ],
    );
    check_fault(
        text,
        &format!("{array}, 0, -1"),
        &[
            "FR0402 line 2: index -1 is outside of dimension 1, which has 3 elements | indices = [0, -1], sizes = [2, 3]",
        ],
    );
    check_fault(
        text,
        &format!("{array}, 1, 1"),
        &["FR0404 line 2: the element at [1, 1] was never written | indices = [1, 1], sizes = [2, 3]"],
    );
    let text = "func.func @main(%m: memref<2x2x2xi100>, %i: index) {
  %z = arith.constant 0 : i100
  memref.store %z, %m[%i, %i, %i] : memref<2x2x2xi100>
  return
}";
    check_fault(
        text,
        "zeros, 5",
        &[
            "FR0402 line 3: index 5 is outside of dimension 0, which has 2 elements | indices = [5, 5, 5], sizes = [2, 2, 2]",
        ],
    );
}

#[test]
fn variables_that_were_never_written() {
    let text = |memory: &str| {
        format!(
            "func.func @main() -> i8 {{\n%{memory} = memref.alloca() : memref<i8>\n\
             %r = memref.load %{memory}[] : memref<i8>\nreturn %r : i8\n}}"
        )
    };
    check_fault(&text("x"), "", &["FR0404 line 3: `x` is read, but was never written"]);
    check_fault(&text("0"), "", &["FR0404 line 3: a variable is read, but was never written"]);
}

/// What is read for a round that does not come may be anything; what is read for one that comes may not.
#[test]
fn reads_that_run_ahead() {
    let text = |used: &str| {
        format!(
            "func.func @main(%m: memref<3xi32>, %i: index) -> i32 {{
  %c7 = arith.constant 7 : i32
  %x = memref.load %m[%i] {{runsAhead}} : memref<3xi32>
  %y = arith.addi %x, %c7 : i32
  return %{used} : i32
}}"
        )
    };
    check(&text("c7"), "[1, _, 3], 1", "7\n[1, _, 3]");
    check(&text("y"), "[1, _, 3], 0", "8\n[1, _, 3]");
    check_fault(
        &text("c7"),
        "[1, _, 3], 3",
        &[
            "FR0402 line 3: index 3 is outside of dimension 0, which has 3 elements | indices = [3], sizes = [3]",
        ],
    );
}

#[test]
fn inlined_calls_are_shown() {
    let (mut ir, module) = module(
        "func.func @main(%a: i8, %b: i8) -> i8 {
  %r = arith.divsi %a, %b : i8
  return %r : i8
}",
    );
    let find = |name: &str| ir.walk(module).into_iter().find(|op| ir.name(*op) == name).expect("it is there");
    let op = find("arith.divsi");
    let [division, call, function] = [op, find("func.return"), find("func.func")].map(|op| ir.loc(op));
    let caller = ir.ctx.loc(LocKind::CallSite { callee: call, caller: function });
    let loc = ir.ctx.loc(LocKind::CallSite { callee: division, caller });
    ir.set_loc(op, loc);
    let found = crate::find_function(&ir, module, Some("main")).expect("it is there");
    let arguments = crate::parse_args(&ir, found, "1, 0", 1).expect("they fit");
    let wrong = Interpreter::new(&ir, module).limits(LIMITS).call("main", arguments).expect_err("by zero");
    let lines = wrong[0].labels.iter().map(|(span, text)| (ir.ctx.sources.locate(*span).line, text.as_str()));
    assert_eq!(lines.collect::<Vec<_>>(), [(3, "called from here"), (1, "called from here")]);
}

#[test]
fn freeing() {
    let text = "func.func @main(%a: memref<2xi8>, %how: index) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<2xi8>
  %v = memref.subview %m[0] [1] [1] : memref<2xi8> to memref<1xi8, strided<[1]>>
  %s = memref.alloca() : memref<2xi8>
  scf.index_switch %how
  case 0 {
    memref.dealloc %m : memref<2xi8>
    memref.dealloc %m : memref<2xi8>
    scf.yield
  }
  case 1 {
    memref.dealloc %m : memref<2xi8>
    %x = memref.load %v[%c0] : memref<1xi8, strided<[1]>>
    scf.yield
  }
  case 2 {
    memref.dealloc %a : memref<2xi8>
    scf.yield
  }
  case 3 {
    memref.dealloc %v : memref<1xi8, strided<[1]>>
    scf.yield
  }
  default {
    memref.dealloc %s : memref<2xi8>
  }
  return
}";
    let only = "only what `memref.alloc` made may be freed";
    check_fault(text, "zeros, 0", &["FR0413 line 9: memory is freed a second time"]);
    check_fault(text, "zeros, 1", &["FR0413 line 14: memory is used after it was freed | indices = [0]"]);
    check_fault(text, "zeros, 2", &[&format!("FR0413 line 18: an argument of the run is freed | {only}")]);
    check_fault(text, "zeros, 3", &[&format!("FR0413 line 22: a part of a memory is freed | {only}")]);
    check_fault(text, "zeros, 4", &[&format!("FR0413 line 26: memory of `memref.alloca` is freed | {only}")]);
}

#[test]
fn views_and_casts() {
    let text = "
memref.global \"private\" constant @k : memref<2xi8> = dense<1>
func.func @main(%m: memref<?xi8>, %o: index, %n: index) {
  %v = memref.subview %m[%o] [%n] [1] : memref<?xi8> to memref<?xi8, strided<[1], offset: ?>>
  %t = memref.cast %m : memref<?xi8> to memref<2xi8>
  %k = memref.get_global @k : memref<2xi8>
  memref.copy %t, %k : memref<2xi8> to memref<2xi8>
  return
}";
    check_fault(
        text,
        "[1, 2, 3], 2, 2",
        &[
            "FR0402 line 4: the part is outside of dimension 0, which has 3 elements | offset = 2, size = 2, stride = 1",
        ],
    );
    check_fault(
        text,
        "[1, 2, 3], 1, 1",
        &[
            "FR0405 line 5: the memref has not the sizes of the type it is cast to | sizes = [3], strides = [1], offset = 0",
        ],
    );
    check_fault(text, "[1, 2], 3, 0", &["FR0405 line 7: a constant global is written"]);
}

#[test]
fn copies_that_overlap_in_part() {
    let text = "func.func @main(%m: memref<5xi8>) {
  %a = memref.subview %m[0] [4] [1] : memref<5xi8> to memref<4xi8, strided<[1]>>
  %b = memref.subview %m[1] [4] [1] : memref<5xi8> to memref<4xi8, strided<[1], offset: 1>>
  memref.copy %a, %b : memref<4xi8, strided<[1]>> to memref<4xi8, strided<[1], offset: 1>>
  return
}";
    check_fault(text, "zeros", &["FR0405 line 4: source and target of a copy overlap in part"]);
}

#[test]
fn loops_and_assertions() {
    let text = "func.func @main(%a: i8, %b: i8, %s: i8) {
  scf.for %i = %a to %b step %s : i8 {
  }
  %c = arith.cmpi eq, %a, %b : i8
  cf.assert %c, \"bounds meet\"
  return
}";
    check_fault(text, "0, 5, 0", &["FR0414 line 2: the step of the loop is 0, which is not positive"]);
    check_fault(text, "0, 5, -3", &["FR0414 line 2: the step of the loop is -3, which is not positive"]);
    check_fault(
        text,
        "0, 127, 2",
        &["FR0405 line 2: the induction variable overflows before it reaches the bound"],
    );
    check_fault(text, "0, 5, 1", &["FR0411 line 5: assertion failed: bounds meet"]);
}

#[test]
fn calls_are_named() {
    let text = "func.func @main(%a: i8) -> i8 {
  %r = func.call @f(%a) : (i8) -> i8
  return %r : i8
}
func.func private @f(%a: i8) -> i8 {
  %z = arith.constant 0 : i8
  %r = arith.remui %a, %z : i8
  return %r : i8
}";
    check_fault(
        text,
        "1",
        &[
            "FR0401 line 7: `arith.remui` has no result: division by zero | line 2: called from `@main` | lhs = 1, rhs = 0",
        ],
    );
}

#[test]
fn not_executable() {
    let text = "func.func private @g()
func.func @main() {
  %a = \"x.y\"() : () -> i32
  %v = arith.constant dense<1> : vector<2xi32>
  func.call @g() : () -> ()
  return
}";
    check_fault(
        text,
        "",
        &[
            "FR0408 line 3: `x.y` cannot be executed: its dialect is not known",
            "FR0408 line 4: `arith.constant` cannot be executed: a value of type `vector<2xi32>` has no representation",
            "FR0408 line 5: `func.call` cannot be executed: `@g` is only declared",
        ],
    );
    check_fault(
        "func.func private @main()",
        "",
        &["FR0408 line 1: `@main` is only declared, so it cannot be called"],
    );
    let sums: String = (0..70).map(|n| format!("  %s{n} = arith.addi %a, %a : i16000000\n")).collect();
    check_fault(
        &format!("func.func @main(%a: i16000000) {{\n{sums}  return\n}}"),
        "1",
        &["FR0408 line 1: the values of `@main` take 17750000 words of 64 bits, more than 16777216"],
    );
    check_fault("func.func @f() { return }", "", &["FR0410 line 1: there is no function `@main`"]);
}

#[test]
fn limits() {
    let endless = "func.func @main() {
  cf.br ^a
^a:
  cf.br ^a
}";
    check_fault(endless, "", &["FR0406 line 4: stopped after 10000000 operations"]);
    let deep = "func.func @main() {
  func.call @main() : () -> ()
  return
}";
    let (ir, module) = module(deep);
    let faults =
        Interpreter::new(&ir, module).limits(LIMITS).call("main", Vec::new()).expect_err("it never ends");
    assert_eq!(faults[0].code, base::codes::CALL_DEPTH);
    assert_eq!(faults[0].notes, ["and 91 more calls around these"]);
    let limits = Limits { call_depth: u64::MAX, ..LIMITS };
    let faults =
        Interpreter::new(&ir, module).limits(limits).call("main", Vec::new()).expect_err("it never ends");
    assert_eq!(faults[0].code, base::codes::MEMORY_LIMIT);
    let large = "func.func @main(%n: index) {
  %m = memref.alloc(%n) : memref<?xi64>
  return
}";
    check_fault(
        large,
        "10000000",
        &[
            "FR0407 line 2: the limit of allocated memory is reached | 81250192 bytes are wanted, 80 of 16777216 are in use",
        ],
    );
    check_fault(
        large,
        "9223372036854775807",
        &["FR0407 line 2: an array is larger than any memory | sizes = [9223372036854775807]"],
    );
    check_fault(large, "-1", &["FR0405 line 2: a dimension of an allocation has the size -1"]);
}

/// The limit of operations bounds the time, so what takes long counts for many.
#[test]
fn wide_operations_count_for_many() {
    let steps = |width: u32, op: &str| {
        let text = format!(
            "func.func @main(%a: i{width}, %b: i{width}) -> i{width} {{
  %r = arith.{op} %a, %b : i{width}
  return %r : i{width}
}}"
        );
        let (ir, module) = module(&text);
        let function = crate::find_function(&ir, module, Some("main")).expect("it is there");
        let arguments = crate::parse_args(&ir, function, "7, 7", 1).expect("they fit");
        let limits = Limits { steps: 1_000_000, ..LIMITS };
        Interpreter::new(&ir, module).limits(limits).call("main", arguments).map(|outcome| outcome.steps)
    };
    for op in ["addi", "muli", "divui"] {
        assert_eq!(steps(64, op), Ok(2));
    }
    // One further word of each value wherever it occurs.
    assert_eq!(steps(128, "muli"), Ok(2 + 2 + 3 + 1));
    assert_eq!(steps(64_000, "addi"), Ok(2 + 6 * 999));
    assert_eq!(steps(64_000, "muli"), Ok(2 + 6 * 999 + 999 * 999 / 16));
    for op in ["muli", "divsi", "remui"] {
        let faults = steps(10_000_000, op).expect_err("it takes too long");
        assert_eq!((faults[0].code, faults.len()), (base::codes::STEP_LIMIT, 1));
    }
}

/// A limit may be larger than the machine.
#[test]
fn memory_that_the_machine_has_not() {
    let text = "func.func @main(%n: index) {
  %m = memref.alloc(%n) : memref<?xi64>
  return
}";
    let (ir, module) = module(text);
    let limits = Limits { memory_bytes: u64::MAX, ..LIMITS };
    let size = crate::Value::Scalar(base::Bits::from_u64(64, 1 << 47), ir::Type::INDEX);
    let faults = Interpreter::new(&ir, module).limits(limits).call("main", vec![size]);
    let faults = faults.expect_err("there is no such memory");
    assert_eq!(faults[0].code, base::codes::MEMORY_LIMIT);
    assert_eq!(faults[0].message, "this machine has not as much memory as the limit allows");
}

#[test]
fn memory_is_given_back() {
    let text = "func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @f(%n) : (index) -> ()
    %m = memref.alloc() : memref<1000xi64>
    memref.dealloc %m : memref<1000xi64>
  }
  return
}
func.func private @f(%n: index) {
  %m = memref.alloc() : memref<1000xi64>
  %v = memref.subview %m[0] [1] [1] : memref<1000xi64> to memref<1xi64, strided<[1]>>
  %s = memref.alloca() : memref<1000xi64>
  return
}";
    assert_eq!(super::run(text, "20000"), Ok(String::new()));
}

/// Ten times as many buffers as the limit allows for at once, all freed, however they are handed on before.
#[test]
fn freed_memory_costs_nothing() {
    let in_loop = |body: &str| {
        format!(
            "func.func @main(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<2xi8>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> memref<2xi8> {{
    {body}
  }}
  memref.dealloc %last : memref<2xi8>
  return
}}
func.func private @make() -> memref<2xi8> {{
  %other = memref.alloca() : memref<2xi8>
  %m = memref.alloc() : memref<2xi8>
  return %m : memref<2xi8>
}}
func.func private @drop(%m: memref<2xi8>) {{
  memref.dealloc %m : memref<2xi8>
  %new = memref.alloc() : memref<2xi8>
  return
}}"
        )
    };
    let bodies = [
        "%m = memref.alloc() : memref<2xi8>
    memref.dealloc %m : memref<2xi8>
    scf.yield %old : memref<2xi8>",
        "memref.dealloc %old : memref<2xi8>
    %m = memref.alloc() : memref<2xi8>
    scf.yield %m : memref<2xi8>",
        "%m = memref.alloc() : memref<2xi8>
    %v = memref.subview %m[1] [1] [1] : memref<2xi8> to memref<1xi8, strided<[1], offset: 1>>
    %w = memref.cast %v : memref<1xi8, strided<[1], offset: 1>> to memref<?xi8, strided<[1], offset: 1>>
    func.call @drop(%old) : (memref<2xi8>) -> ()
    scf.yield %m : memref<2xi8>",
        "%m = func.call @make() : () -> memref<2xi8>
    func.call @drop(%old) : (memref<2xi8>) -> ()
    scf.yield %m : memref<2xi8>",
    ];
    for body in bodies {
        assert_eq!(super::run(&in_loop(body), "900000"), Ok(String::new()), "{body}");
    }
}

/// The places of freed memory are used again, and its old names are still known to be old.
#[test]
fn old_names_of_new_memory_are_no_names() {
    let text = |end: &str| {
        format!(
            "func.func @main(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v1 = arith.constant 1 : i8
  %old = memref.alloc() : memref<2xi8>
  %part = memref.subview %old[0] [1] [1] : memref<2xi8> to memref<1xi8, strided<[1]>>
  memref.dealloc %old : memref<2xi8>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %old) -> memref<2xi8> {{
    %m = memref.alloc() : memref<2xi8>
    memref.store %v1, %m[%c0] : memref<2xi8>
    memref.dealloc %m : memref<2xi8>
    scf.yield %m : memref<2xi8>
  }}
  %new = memref.alloc() : memref<2xi8>
  memref.store %v1, %new[%c0] : memref<2xi8>
  {end}
  return
}}"
        )
    };
    for count in ["1", "3", "9000"] {
        let used = ["FR0413 line 16: memory is used after it was freed | indices = [0]"];
        check_fault(&text("%x = memref.load %old[%c0] : memref<2xi8>"), count, &used);
        check_fault(&text("%x = memref.load %last[%c0] : memref<2xi8>"), count, &used);
        check_fault(&text("memref.store %v1, %part[%c0] : memref<1xi8, strided<[1]>>"), count, &used);
        let twice = ["FR0413 line 16: memory is freed a second time"];
        check_fault(&text("memref.dealloc %old : memref<2xi8>"), count, &twice);
        check_fault(&text("memref.dealloc %last : memref<2xi8>"), count, &twice);
    }
}

/// What stands after an option of a command.
fn option<'a>(command: &'a str, name: &str) -> Option<&'a str> {
    command.split_whitespace().skip_while(|word| *word != name).nth(1)
}

#[test]
fn the_examples_of_the_codes_provoke_them() {
    let rows = base::codes::CODES.iter().filter(|row| {
        row.example_command.starts_with("flowright interp") && row.example_file() == "example.mlir"
    });
    let mut tried = 0;
    for row in rows {
        let (ir, top) = module(row.example);
        let name = option(row.example_command, "--top").expect("an example names the function");
        let steps = option(row.example_command, "--max-steps").map(|n| n.parse().expect("a number"));
        let limits = Limits { steps: steps.unwrap_or(LIMITS.steps), ..LIMITS };
        let args = option(row.example_command, "--args").unwrap_or("");
        let outcome = crate::find_function(&ir, top, Some(name))
            .map_err(|diagnostic| vec![diagnostic])
            .and_then(|function| crate::parse_args(&ir, function, args, 1))
            .and_then(|arguments| Interpreter::new(&ir, top).limits(limits).call(name, arguments));
        let code = match outcome {
            Ok(outcome) if !outcome.left.is_empty() => codes::TOKENS_LEFT,
            outcome => outcome.expect_err(row.name)[0].code,
        };
        assert_eq!(code, row.code, "{}", row.name);
        tried += 1;
    }
    assert!(tried > 10, "only {tried} examples were tried");
}
