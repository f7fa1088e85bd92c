//! Facts about values, and that kernels do the same with fewer bits.

use super::range::Range;
use super::{Facts, NARROW_STREAMS};
use crate::SIMPLIFY_STREAMS;
use base::{Diagnostics, Rng};
use dialects::handshake;
use interp::stream::Network;
use interp::{Value, random_inputs};
use ir::pass::{PassArgs, PassDef};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op};

fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diagnostics);
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
    (ir, module)
}

fn kernel(ir: &Ir, module: Op) -> Op {
    ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel")
}

fn pass(ir: &mut Ir, module: Op, pass: &'static PassDef) {
    let mut diagnostics = Diagnostics::new();
    let done = (pass.run)(ir, module, &PassArgs::defaults(pass), &mut diagnostics).is_ok();
    let valid = ir::verify::verify(ir, module, &mut diagnostics);
    assert!(done && valid, "{diagnostics:#?}\n{}", print(ir, module, PrintOptions::default()));
}

fn run(ir: &Ir, module: Op, inputs: Vec<Value>) -> (Vec<Value>, Vec<Value>) {
    let mut network = Network::new(ir, kernel(ir, module)).expect("the kernel can be run");
    let activation = network.call(inputs).expect("it comes to its end");
    assert!(activation.left.is_empty(), "{:?}", activation.left);
    (activation.results, activation.arguments_after)
}

/// Narrows and simplifies a kernel, and compares runs of it. Gives its text.
#[track_caller]
fn same(text: &str) -> String {
    let (before, module) = read(text);
    let (mut after, module_after) = read(text);
    pass(&mut after, module_after, &NARROW_STREAMS);
    pass(&mut after, module_after, &SIMPLIFY_STREAMS);
    let shown = print(&after, module_after, PrintOptions::default());
    let mut rng = Rng::new(7);
    for _ in 0..40 {
        let inputs = random_inputs(&before, kernel(&before, module), rng.next_u64()).expect("scalars");
        let expected = run(&before, module, inputs.clone());
        assert_eq!(run(&after, module_after, inputs.clone()), expected, "{inputs:?}\n{shown}");
    }
    shown
}

/// The range of a value by its name, and how many bits of it are looked at.
fn facts(text: &str, name: &str) -> (Range, u32) {
    let (ir, module) = read(text);
    let block = ir.entry(ir.region(kernel(&ir, module), 0)).expect("a body");
    let facts = Facts::new(&ir, block);
    let mut values = ir.block_ops(block).flat_map(|op| ir.results(op));
    let value = values.find(|value| ir.value_name(*value).is_some_and(|n| &ir.ctx[n] == name));
    let value = value.expect("there is such a value");
    (facts.ranges.of(&ir, value).expect("a number"), facts.demand.of(value))
}

#[test]
fn what_is_chosen_below_a_bound_is_below_it() {
    let text = "handshake.func @f(%x: i32, %start: none, ...) -> (i32, i32, none) {
  %n = constant %start {value = 100 : i32} : none, i32
  %two = constant %start {value = 2 : i32} : none, i32
  %less = arith.cmpi ult, %x, %n : i32
  %index = arith.select %less, %x, %two : i32
  %sum = arith.addi %x, %two : i32
  %next = arith.select %less, %sum, %two : i32
  end %index, %next, %start : i32, i32, none
}";
    assert_eq!(facts(text, "index").0, Range { lo: 0, hi: 99 });
    assert_eq!(facts(text, "next").0, Range { lo: 2, hi: 101 });
    // Otherwise it may be anything.
    let other = text.replace("select %less, %x, %two", "select %less, %two, %x");
    assert_eq!(facts(&other, "index").0, Range::full(32));
    let signed = text.replace("ult", "slt");
    assert_eq!(facts(&signed, "index").0, Range::full(32));
    same(text);
}

const COUNTED: &str = "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %n = constant %start {value = 256 : index} : none, index
  %z = constant %start {value = 0 : i32} : none, i32
  %i, %raw = dataflow.stream %zero, %one, %n
  %body, %after = dataflow.gate %i, %raw : index, i1 -> index, i1
  %s = dataflow.carry %raw, %z, %next : i1, i32, i32 -> i32
  %in, %out = cond_br %raw, %s : i1, i32
  %k = arith.index_cast %body : index to i32
  %v = dataflow.invariant %raw, %x : i1, i32 -> i32
  %w, %unused = cond_br %raw, %v : i1, i32
  %m = arith.constant 255 : i32
  %low = arith.andi %w, %m : i32
  %p = arith.muli %low, %k : i32
  %next = arith.addi %in, %p : i32
  end %out, %start : i32, none
}";

#[test]
fn the_closing_index_counts() {
    assert_eq!(facts(COUNTED, "i"), (Range { lo: 0, hi: 256 }, 32));
    assert_eq!(facts(COUNTED, "p").0, Range { lo: 0, hi: 255 * 256 });
    // What goes round may be anything.
    assert_eq!(facts(COUNTED, "s").0, Range::full(32));
    // Only the bits that the mask lets pass are looked at.
    assert_eq!(facts(COUNTED, "w").1, 8);
    let text = same(COUNTED);
    assert!(text.contains("dataflow.stream") && text.contains(": i10"), "{text}");
    assert!(text.contains("arith.muli") && text.contains(": i16"), "{text}");
}

#[test]
fn a_kernel_of_everything_does_the_same() {
    let shown = same(
        "handshake.func @f(%a: i8, %b: i16, %c: i1, %n: index, %start: none, ...) -> (i32, i32, i64, index, i1, none) {
           %x = arith.extsi %a : i8 to i32
           %y = arith.extui %b : i16 to i32
           %seven = arith.constant 7 : i32
           %five = arith.constant 5 : i32
           %mask = arith.constant 1023 : i32
           %one = arith.constant 1 : i32
           %s = arith.addi %x, %y : i32
           %d = arith.subi %x, %seven : i32
           %m = arith.muli %d, %s : i32
           %q = arith.divsi %m, %seven : i32
           %r = arith.remsi %m, %five : i32
           %u = arith.divui %y, %seven : i32
           %v = arith.remui %y, %five : i32
           %sh = arith.andi %v, %one : i32
           %l = arith.shli %x, %sh : i32
           %ll = arith.shli %y, %five : i32
           %rs = arith.shrsi %x, %sh : i32
           %ru = arith.shrui %y, %v : i32
           %hi = arith.maxsi %x, %u : i32
           %lo = arith.minsi %r, %v : i32
           %hu = arith.maxui %y, %u : i32
           %lu = arith.minui %x, %u : i32
           %ab = math.absi %x : i32
           %t, %f = cond_br %c, %s : i1, i32
           %g = arith.andi %f, %mask : i32
           %e = mux %c [%g, %t] : i1, [i32, i32] to i32
           %k0 = arith.cmpi slt, %x, %u : i32
           %k1 = arith.cmpi ule, %v, %u : i32
           %k2 = arith.cmpi ugt, %x, %u : i32
           %k3 = arith.cmpi eq, %d, %r : i32
           %k4 = arith.xori %k0, %k1 : i1
           %k5 = arith.xori %k2, %k3 : i1
           %k = arith.xori %k4, %k5 : i1
           %sel = arith.select %k, %lo, %hi : i32
           %p0 = arith.xori %q, %r : i32
           %p1 = arith.ori %p0, %l : i32
           %p2 = arith.addi %p1, %ll : i32
           %p3 = arith.addi %p2, %rs : i32
           %p4 = arith.subi %p3, %ru : i32
           %p5 = arith.addi %p4, %sel : i32
           %p6 = arith.xori %p5, %hu : i32
           %p7 = arith.xori %p6, %lu : i32
           %o0 = arith.addi %p7, %ab : i32
           %w = arith.extsi %d : i32 to i64
           %w2 = arith.muli %w, %w : i64
           %i0 = arith.index_cast %v : i32 to index
           %i1 = arith.index_castui %y : i32 to index
           %i2 = arith.addi %i0, %i1 : index
           %i3 = arith.addi %i2, %n : index
           end %o0, %e, %w2, %i3, %k, %start : i32, i32, i64, index, i1, none
         }",
    );
    assert!(shown.contains("arith.divui") && !shown.contains("arith.divui %y, %seven : i32"), "{shown}");
}

#[test]
fn addresses_take_the_bits_of_the_array() {
    let text = "handshake.func @f(%m: memref<12xi32>, %i: i8, %start: none, ...) -> (i32, none) {
      %c = arith.constant 7 : i8
      %j = arith.andi %i, %c : i8
      %a = arith.extui %j : i8 to i64
      %k = arith.index_cast %a : i64 to index
      %from, %done, %end = mem_controller[%m : memref<12xi32>] %start (%la, %sa, %sd) %done {connectedBlocks = [], storeDone} : (index, index, i32) -> (i32, none)
      %la, %old = load[%k] %from : index, i32, index, i32
      %held = blocker %k, %old : [index, i32] to index
      %sa, %sd = store[%held] %new : index, i32, index, i32
      %new = arith.addi %old, %old : i32
      end %old, %end : i32, none
    }";
    let shown = same(text);
    assert!(shown.contains("i4, i32, i4, i32"), "{shown}");
}

#[test]
fn guards_compare_the_bits_of_the_array() {
    let text = |load: &str, store: &str| {
        format!(
            "handshake.func @f(%m: memref<12xi32>, %i: i8, %start: none, ...) -> (i32, none) {{
              %c = arith.constant 7 : i8
              %l = arith.constant -8 : i8
              %j = arith.andi %i, %c : i8
              %n = arith.xori %j, %l : i8
              %p = arith.xori %n, %l : i8
              %a = arith.extui %j : i8 to i64
              %k = arith.index_cast %a : i64 to index
              %w = arith.extsi %p : i8 to i32
              %from, %done, %end = mem_controller[%m : memref<12xi32>] %start (%la, %sa, %sd) %done {{connectedBlocks = [], storeDone}} : (index, index, i32) -> (i32, none)
              %free = guard {load}, {store}, %done {{window = 2 : ui32}} : {}, {}, none
              %at = {}
              %la, %old = load[%at] %from : index, i32, index, i32
              %sa, %sd = store[%k] %new : index, i32, index, i32
              %new = arith.addi %old, %old : i32
              end %old, %end : i32, none
            }}",
            if load == "%k" { "index" } else { "i32" },
            if store == "%k" { "index" } else { "i32" },
            if load == "%k" {
                "blocker %free, %free : index"
            } else {
                "arith.index_cast %free : i32 to index"
            }
        )
    };
    let shown = same(&text("%k", "%k"));
    assert!(shown.contains("{window = 2 : ui32} : i3, i3, none"), "{shown}");
    // What may be negative, as far as is known, is compared in all bits that the array looks at.
    let shown = same(&text("%k", "%w"));
    assert!(shown.contains("{window = 2 : ui32} : i3, i4, none"), "{shown}");
    let shown = same(&text("%w", "%k"));
    assert!(shown.contains("{window = 2 : ui32} : i4, i3, none"), "{shown}");
}

#[test]
fn ranges_of_bits() {
    for (lo, hi, expected) in [
        (0, 0, (1, false)),
        (0, 1, (1, false)),
        (0, 256, (9, false)),
        (-1, 0, (1, true)),
        (-1, 1, (2, true)),
        (-128, 127, (8, true)),
        (3, 128, (8, false)),
    ] {
        assert_eq!(Range { lo, hi }.bits(), expected, "{lo} to {hi}");
    }
    assert_eq!(Range { lo: 0, hi: 256 }.signed_bits(), 10);
}

#[test]
fn what_a_wider_number_needs_is_looked_at() {
    let shown = same(
        "handshake.func @f(%a: i64, %b: i64, %start: none, ...) -> (i64, none) {
           %s = arith.addi %a, %b : i64
           %x = arith.extui %s : i64 to i128
           %p = arith.muli %x, %x : i128
           %c = arith.constant 64 : i128
           %h = arith.shrui %p, %c : i128
           %r = arith.trunci %h : i128 to i64
           end %r, %start : i64, none
         }",
    );
    assert!(shown.contains("arith.addi %a, %b : i64"), "{shown}");
}

// ----- made from seeds -----

const TYPES: [&str; 8] = ["i1", "i3", "i8", "i13", "i32", "i64", "i100", "index"];

fn bits(ty: &str) -> u32 {
    ty[1..].parse().unwrap_or(64)
}

/// Operations on values that are there already, as text.
struct Body {
    rng: Rng,
    text: String,
    values: Vec<(String, &'static str)>,
    prefix: char,
}

impl Body {
    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.rng.below(items.len() as u64) as usize]
    }

    fn add(&mut self, ty: &'static str, what: &str) -> String {
        let name = format!("%{}{}", self.prefix, self.values.len());
        self.text += &format!("{name} = {what}\n");
        self.values.push((name.clone(), ty));
        name
    }

    fn literal(&mut self, ty: &'static str, number: i64) -> String {
        self.add(ty, &format!("arith.constant {number} : {ty}"))
    }

    /// A value of a type: one that is there, if there is one, or a literal.
    fn value(&mut self, ty: &'static str) -> String {
        let known: Vec<String> =
            self.values.iter().filter(|value| value.1 == ty).map(|value| value.0.clone()).collect();
        if known.is_empty() || self.rng.below(6) == 0 {
            let most = 1i64 << (bits(ty).min(40) - 1);
            let number = self.rng.below(most as u64) as i64 >> self.rng.below(40);
            let number = if self.rng.below(3) == 0 { -number } else { number };
            return if ty == "i1" { self.add(ty, "arith.constant true") } else { self.literal(ty, number) };
        }
        known[self.rng.below(known.len() as u64) as usize].clone()
    }

    fn step(&mut self) {
        let ty = self.one_of(&TYPES[1..]);
        let [a, b] = [0, 1].map(|_| self.value(ty));
        match self.rng.below(8) {
            0..3 => {
                let op = self.one_of(&[
                    "addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui",
                ]);
                self.add(ty, &format!("arith.{op} {a}, {b} : {ty}"));
            }
            // Masks and remainders are what makes numbers small.
            3 => {
                let kept = self.rng.below(u64::from(bits(ty).min(20)) - 1);
                let mask = self.literal(ty, (1 << kept) - 1);
                self.add(ty, &format!("arith.andi {a}, {mask} : {ty}"));
            }
            4 => {
                let least = self.literal(ty, 1);
                let by = self.add(ty, &format!("arith.ori {b}, {least} : {ty}"));
                let op = self.one_of(&["divui", "remui", "remsi"]);
                self.add(ty, &format!("arith.{op} {a}, {by} : {ty}"));
            }
            5 => {
                let width =
                    self.literal(ty, i64::from(bits(ty).min(60)).min((1 << (bits(ty) - 1).min(62)) - 1));
                let by = self.add(ty, &format!("arith.remui {b}, {width} : {ty}"));
                let op = self.one_of(&["shli", "shrui", "shrsi"]);
                self.add(ty, &format!("arith.{op} {a}, {by} : {ty}"));
            }
            6 => {
                let op = self.one_of(&["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"]);
                let test = self.add("i1", &format!("arith.cmpi {op}, {a}, {b} : {ty}"));
                self.add(ty, &format!("arith.select {test}, {b}, {a} : {ty}"));
            }
            _ => {
                let to = self.one_of(&TYPES);
                let signed = self.rng.below(2) == 0;
                let cast = match (ty == "index" || to == "index", bits(ty).cmp(&bits(to))) {
                    _ if ty == to => return,
                    (true, _) if signed => "index_cast",
                    (true, _) => "index_castui",
                    (_, std::cmp::Ordering::Greater) => "trunci",
                    _ if signed => "extsi",
                    _ => "extui",
                };
                self.add(to, &format!("arith.{cast} {a} : {ty} to {to}"));
            }
        }
    }
}

/// A kernel that computes something, then something in a loop of a few rounds.
fn kernel_of(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let arguments = [("%x", "i8"), ("%y", "i32"), ("%z", "i64"), ("%n", "index")];
    let values = arguments.map(|(name, ty)| (name.to_owned(), ty)).to_vec();
    let mut body = Body { rng: Rng::new(rng.next_u64()), text: String::new(), values, prefix: 'a' };
    (0..12).for_each(|_| body.step());
    let [start, step, bound] = [rng.below(5) as i64 - 2, 1 + rng.below(3) as i64, rng.below(40) as i64];
    let numbers = [("s", start), ("t", step), ("e", bound)];
    let mut text = body.text;
    for (name, number) in numbers {
        text += &format!("%{name} = constant %start {{value = {number} : index}} : none, index\n");
    }
    text += "%idx, %raw = dataflow.stream %s, %t, %e\n%i, %i_out = cond_br %raw, %idx : i1, index\n";
    let mut inner =
        Body { rng: Rng::new(rng.next_u64()), text: String::new(), values: Vec::new(), prefix: 'b' };
    inner.values.push(("%i".into(), "index"));
    let (mut ends, mut types) = (Vec::new(), Vec::new());
    let carried: Vec<(String, &str)> = body
        .values
        .iter()
        .filter(|value| value.0.starts_with("%a") && value.1 != "i1")
        .rev()
        .take(3)
        .cloned()
        .collect();
    for (number, (first, ty)) in carried.iter().enumerate() {
        // A literal of the program is always there, which a first value must not be.
        text += &format!(
            "%f{number} = blocker {first}, %start : [{ty}, none] to {ty}\n\
             %c{number} = dataflow.carry %raw, %f{number}, %next{number} : i1, {ty}, {ty} -> {ty}\n\
             %in{number}, %out{number} = cond_br %raw, %c{number} : i1, {ty}\n"
        );
        inner.values.push((format!("%in{number}"), ty));
        ends.push(format!("%out{number}"));
        types.push(*ty);
    }
    (0..10).for_each(|_| inner.step());
    text += &inner.text;
    for (number, (_, ty)) in carried.iter().enumerate() {
        inner.text.clear();
        let next = inner.value(ty);
        text +=
            &format!("{}%next{number} = blocker {next}, %in{number} : [{ty}, {ty}] to {ty}\n", inner.text);
    }
    ends.push("%i_out".into());
    types.push("index");
    let arguments = arguments.map(|(name, ty)| format!("{name}: {ty}, ")).concat();
    format!(
        "handshake.func @seed_{seed}({arguments}%start: none, ...) -> ({types}, none) {{\n{text}end {}, %start : {types}, none\n}}",
        ends.join(", "),
        types = types.join(", ")
    )
}

#[test]
fn kernels_made_from_seeds_do_the_same() {
    for seed in 0..200 {
        same(&kernel_of(seed));
    }
}

/// Each round follows what it reads, and stores there if a flag says so, in a group of its own.
const QUEUE: &str = "handshake.func @k(%w: memref<16xi1>, %h: memref<16xi32>, %first: i32, %start: none, ...) -> (i32, none) {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %n = constant %start {value = 16 : index} : none, index
  %k, %c = dataflow.stream %zero, %one, %n
  %i, %no = cond_br %c, %k : i1, index
  %wf, %wend = mem_controller[%w : memref<16xi1>] %start (%wa) %start {connectedBlocks = []} : (index) -> i1
  %wa, %early = load[%i] %wf : index, i1
  %writes = arith.andi %early, %early : i1
  %at = dataflow.carry %c, %first, %old : i1, i32, i32 -> i32
  %in, %out = cond_br %c, %at : i1, i32
  %seven = arith.constant 7 : i32
  %place = arith.andi %in, %seven : i32
  %q:2 = lsq[%h : memref<16xi32>] (%start, %yes, %la, %inside, %sa, %sd, %last) {groupSizes = [1 : i32, 1 : i32]} : (none, none, i32, none, i32, i32, none) -> (i32, none)
  %la, %old = load[%place] %q#0 : i32, i32
  %to, %drop = cond_br %writes, %place : i1, i32
  %of, %unused = cond_br %writes, %old : i1, i32
  %new = arith.addi %of, %of : i32
  %sa, %sd = store[%to] %new : i32, i32
  %before = dataflow.carry %c, %start, %after : i1, none, none -> none
  %yes, %last = cond_br %c, %before : i1, none
  %inside, %around = cond_br %writes, %yes : i1, none
  %after = mux %writes [%around, %inside] : i1, [none, none] to none
  %all = join %wend, %q#1 : none
  end %out, %all : i32, none
}";

#[test]
fn queues_keep_what_they_are_ordered_by() {
    let shown = same(QUEUE);
    assert!(shown.contains("i4, i32, i4, i32"), "an address has the bits of the array: {shown}");
    // The token of a round comes behind the group inside of the round before, so the choice that undoes the branch stays.
    assert!(shown.contains("mux"), "{shown}");
    // Without a group on its way it goes.
    let alone = QUEUE
        .replace(
            "%la, %inside, %sa, %sd, %last) {groupSizes = [1 : i32, 1 : i32]}",
            "%la, %sa, %sd, %last) {groupSizes = [2 : i32]}",
        )
        .replace("none, i32, none, i32, i32, none)", "none, i32, i32, i32, none)")
        .replace("store[%to] %new", "store[%place] %old");
    assert!(!same(&alone).contains("mux"));
}

/// What a load gives may be anything, also where its address is made of it.
#[test]
fn what_a_queue_gives_is_of_all_bits() {
    assert_eq!(facts(QUEUE, "old").0, Range::full(32));
}
