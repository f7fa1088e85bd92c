//! What the dependence test says, on loops as text.

mod brute_force;

use super::dependence::{Carried, Dependence};
use super::guards::Guards;
use super::pairs::Pairs;
use super::queues::Queues;
use super::records::Record;
use super::{guards, loops, queues};
use crate::streams::memory::Memories;
use base::{Diagnostics, Rng};
use dialects::memref;
use ir::text::{ParseOptions, Reported, parse};
use ir::{Context, Ir, Op};

/// The function `f(%a: memref<100xi32>, %m: memref<20x30xi32>, %n: index, %k: i32)` with a body, and what is known of its accesses.
fn look(body: &str) -> (Ir, Op, Dependence) {
    let text = format!(
        "func.func @f(%a: memref<100xi32>, %m: memref<20x30xi32>, %n: index, %k: i32) {{\n\
        %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index\n\
        %c10 = arith.constant 10 : index\n%c30 = arith.constant 30 : index\n%one = arith.constant 1 : i32\n{body}\nreturn\n}}"
    );
    let mut ir = Ir::new(Context::new(dialects::all()));
    let mut diags = Diagnostics::default();
    let source = ir.ctx.sources.add("test", text);
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:?}"));
    let function = ir.walk(module)[1];
    let memories = Memories::of(&ir, module, function);
    let deps = Dependence::new(&ir, function, &memories);
    (ir, function, deps)
}

/// For each loop, the outer ones first, and each memory in it: from how many rounds on they meet, or `-`.
fn carried(body: &str) -> String {
    let (ir, function, deps) = look(body);
    rounds(&ir, function, &deps)
}

fn rounds(ir: &Ir, function: Op, deps: &Dependence) -> String {
    let mut said = Vec::new();
    for op in ir.walk(function) {
        if !loops::is_loop(ir, op) {
            continue;
        }
        let depth = loops::around(ir, op).count() - 1;
        for (_, accesses) in deps.touched(op) {
            said.push(match deps.carried(op, accesses, depth) {
                Carried::Never => "-".to_owned(),
                Carried::From(rounds) => rounds.to_string(),
            });
        }
    }
    said.join(" ")
}

/// Whether the first two accesses may be of the same element, in the same round of all loops around both.
fn meet(body: &str) -> bool {
    let (ir, function, deps) = look(body);
    let accesses: Vec<Op> = ir.walk(function).into_iter().filter(|op| deps.of(*op).is_some()).collect();
    let loops = |op: Op| {
        let mut loops: Vec<Op> = loops::around(&ir, op).collect();
        loops.reverse();
        loops
    };
    let depth = loops(accesses[0]).iter().zip(loops(accesses[1])).take_while(|(a, b)| **a == *b).count();
    let [first, second] = [0, 1].map(|at| deps.of(accesses[at]).expect("it is an access"));
    deps.collide(&[first], true, &[second], depth)
}

/// A loop over `%a` with one load and one store of something else.
fn update(bounds: &str, load: &str, store: &str) -> String {
    carried(&format!(
        "scf.for %i = {bounds} {{\n{load}\n%v = memref.load %a[%r] : memref<100xi32>\n{store}\n\
        memref.store %k, %a[%w] : memref<100xi32>\n}}"
    ))
}

const PLAIN: &str = "%c0 to %n step %c1";

fn plus(name: &str, value: &str, number: &str) -> String {
    format!("%k{name} = arith.constant {number} : index\n%{name} = arith.addi {value}, %k{name} : index")
}

#[test]
fn rounds_that_touch_their_own_elements_never_meet() {
    let own = |name| plus(name, "%i", "0");
    assert_eq!(update(PLAIN, &own("r"), &own("w")), "-");
    // Even and odd ones.
    let twice = "%d = arith.muli %i, %c2 : index";
    assert_eq!(update(PLAIN, &format!("{twice}\n{}", plus("r", "%d", "1")), &plus("w", "%d", "0")), "-");
}

#[test]
fn rounds_meet_from_their_distance_on() {
    for (number, rounds) in [("1", "1"), ("-1", "1"), ("2", "2"), ("-3", "3"), ("40", "8")] {
        assert_eq!(update(PLAIN, &plus("r", "%i", number), &plus("w", "%i", "0")), rounds, "{number}");
    }
    // The step counts, and what it leaves out.
    let by_two = "%c0 to %n step %c2";
    assert_eq!(update(by_two, &plus("r", "%i", "4"), &plus("w", "%i", "0")), "2");
    assert_eq!(update(by_two, &plus("r", "%i", "3"), &plus("w", "%i", "0")), "-");
    // A loop of ten rounds never gets there.
    assert_eq!(update("%c0 to %c10 step %c1", &plus("r", "%i", "10"), &plus("w", "%i", "0")), "-");
    assert_eq!(update("%c0 to %c10 step %c1", &plus("r", "%i", "7"), &plus("w", "%i", "0")), "7");
}

#[test]
fn what_a_port_does_is_in_order() {
    // Every round writes the same element, through one port.
    let one = "memref.store %k, %a[%c1] : memref<100xi32>";
    let rounds = |body: &str| carried(&format!("scf.for %i = %c0 to %n step %c1 {{\n{body}\n}}"));
    assert_eq!(rounds(one), "-");
    assert_eq!(rounds(&format!("{one}\n{one}")), "1");
    // How a loop ends does not matter to one port.
    let until = |body: &str| {
        carried(&format!(
            "%last = scf.while (%i = %k) : (i32) -> i32 {{\n%j = arith.shrui %i, %k : i32\n%t = arith.cmpi ne, %j, %k : i32\n\
            {body}\nscf.condition(%t) %j : i32\n}} do {{\n^bb0(%i: i32):\nscf.yield %i : i32\n}}"
        ))
    };
    assert_eq!(until(one), "-");
    assert_eq!(until(&format!("{one}\n{one}")), "1");
    // The element that a later round overwrites was read by then, as that round's own read comes after; what was written has to be waited for.
    let copy = |from: &str, to: &str| {
        rounds(&format!(
            "%p = arith.addi %i, %c1 : index\n%v = memref.load %a[{from}] : memref<100xi32>\n\
            %x = arith.addi %v, %k : i32\nmemref.store %x, %a[{to}] : memref<100xi32>"
        ))
    };
    assert_eq!(copy("%p", "%i"), "-");
    assert_eq!(copy("%i", "%p"), "1");
    // What comes out of a choice may not have been read in this round.
    let maybe = "%p = arith.addi %i, %c1 : index\n%t = arith.cmpi eq, %i, %n : index\n\
        %x = scf.if %t -> i32 {\n%v = memref.load %a[%p] : memref<100xi32>\nscf.yield %v : i32\n} else {\nscf.yield %k : i32\n}\n\
        memref.store %x, %a[%i] : memref<100xi32>";
    assert_eq!(rounds(maybe), "1");
}

#[test]
fn a_step_that_is_not_known_keeps_rounds_apart_but_gives_no_distance() {
    let unknown = "%c0 to %c30 step %n";
    assert_eq!(update(unknown, &plus("r", "%i", "0"), &plus("w", "%i", "0")), "-");
    assert_eq!(update(unknown, &plus("r", "%i", "4"), &plus("w", "%i", "0")), "1");
}

#[test]
fn what_is_not_affine_may_meet_anywhere() {
    let square = "%r = arith.muli %i, %i : index";
    assert_eq!(update(PLAIN, square, &plus("w", "%i", "0")), "1");
    let loaded = "%x = memref.load %a[%i] : memref<100xi32>\n%r = arith.index_cast %x : i32 to index";
    assert_eq!(update(PLAIN, loaded, &plus("w", "%i", "0")), "1");
}

#[test]
fn a_value_from_outside_falls_out() {
    let outer = "%r = arith.addi %i, %n : index";
    assert_eq!(update(PLAIN, outer, "%w = arith.addi %n, %i : index"), "-");
    assert_eq!(update(PLAIN, outer, &plus("w", "%i", "0")), "1");
}

#[test]
fn narrow_sums_count_only_where_they_do_not_wrap() {
    let narrow = |flags: &str, bound: &str| {
        carried(&format!(
            "%b = arith.constant {bound} : i32\n%z = arith.constant 0 : i32\nscf.for %i = %z to %b step %one : i32 {{\n\
            %s = arith.addi %i, %k {flags} : i32\n%w = arith.index_cast %s : i32 to index\n\
            %v = memref.load %a[%w] : memref<100xi32>\nmemref.store %k, %a[%w] : memref<100xi32>\n}}"
        ))
    };
    assert_eq!(narrow("overflow<nsw>", "50"), "-");
    // Without the flag, the sum of an index and any number may wrap, so what it is as a number is not known.
    assert_eq!(narrow("", "50"), "1");
    let by_range = "%z = arith.constant 0 : i32\n%b = arith.constant 50 : i32\nscf.for %i = %z to %b step %one : i32 {\n\
        %s = arith.addi %i, %one : i32\n%w = arith.index_cast %s : i32 to index\n\
        %v = memref.load %a[%w] : memref<100xi32>\nmemref.store %k, %a[%w] : memref<100xi32>\n}";
    assert_eq!(carried(by_range), "-");
}

#[test]
fn numbers_that_are_too_wide_to_follow_may_be_anything() {
    let subscript = |name: &str, of: &str| {
        format!(
            "%{name}0 = arith.muli {of}, {of} : i128\n%{name}1 = arith.extui %{name}0 : i128 to i256\n\
            %{name}2 = arith.trunci %{name}1 : i256 to i64\n%{name} = arith.index_cast %{name}2 : i64 to index\n"
        )
    };
    let wide =
        "%p = arith.extsi %k : i32 to i128\n%o = arith.constant 1 : i128\n%q = arith.addi %p, %o : i128\n";
    assert!(meet(&format!(
        "{wide}{}{}%w = arith.addi %v, %c1 : index\nmemref.store %k, %a[%u] : memref<100xi32>\n\
        memref.store %k, %a[%w] : memref<100xi32>",
        subscript("u", "%p"),
        subscript("v", "%q")
    )));
}

#[test]
fn each_loop_of_a_nest_is_asked_by_itself() {
    // Twice, as one store alone is in order.
    let nest = |address: &str, store: &str| {
        carried(&format!(
            "scf.for %i = %c0 to %c10 step %c1 {{\nscf.for %j = %c0 to %c30 step %c1 {{\n{address}\n{store}\n{store}\n}}\n}}"
        ))
    };
    assert_eq!(nest("", "memref.store %k, %m[%i, %j] : memref<20x30xi32>"), "- -");
    assert_eq!(nest("", "memref.store %k, %m[%c0, %j] : memref<20x30xi32>"), "1 -");
    assert_eq!(nest("", "memref.store %k, %m[%i, %c0] : memref<20x30xi32>"), "- 1");
    let row = "memref.store %k, %a[%q] : memref<100xi32>";
    // Rows of thirty, laid out by hand.
    let linear = "%p = arith.muli %i, %c30 : index\n%q = arith.addi %p, %j : index";
    assert_eq!(nest(linear, row), "- -");
    let tight = "%p = arith.muli %i, %c10 : index\n%q = arith.addi %p, %j : index";
    assert_eq!(nest(tight, row), "1 -");
}

#[test]
fn a_triangle_knows_that_its_inner_index_is_beyond_the_outer_one() {
    let triangle = |body: &str| {
        format!(
            "scf.for %i = %c0 to %n step %c1 {{\n%f = arith.addi %i, %c1 : index\nscf.for %j = %f to %n step %c1 {{\n{body}\n}}\n}}"
        )
    };
    let swap =
        triangle("%v = memref.load %a[%i] : memref<100xi32>\nmemref.store %k, %a[%j] : memref<100xi32>");
    assert!(!meet(&swap));
    assert_eq!(carried(&swap), "1 -");
}

#[test]
fn subscripts_together_say_in_which_rounds_both_accesses_are() {
    let mirrored = |from: &str, second: &str| {
        carried(&format!(
            "scf.for %i = %c0 to %c10 step %c1 {{\nscf.for %j = {from} to %c10 step %c1 {{\n%l = arith.addi %i, %c1 : index\n\
            memref.store %k, %m[%i, %j] : memref<20x30xi32>\nmemref.store %k, %m[{second}] : memref<20x30xi32>\n}}\n}}"
        ))
    };
    // A row and a column that begin in the same element, which no other round touches.
    assert_eq!(mirrored("%i", "%j, %i"), "- -");
    // A row and a column that cross somewhere.
    assert_eq!(mirrored("%c0", "%j, %i"), "1 1");
    // The column of one round is in the row of the next.
    assert_eq!(mirrored("%i", "%l, %j"), "1 -");
}

#[test]
fn a_while_that_counts_is_a_loop_with_an_index() {
    let counting = |flags: &str, number: &str| {
        carried(&format!(
            "%z = arith.constant 0 : i32\nscf.while (%i = %k) : (i32) -> i32 {{\n%c = arith.cmpi sgt, %i, %z : i32\n\
            scf.condition(%c) %i : i32\n}} do {{\n^bb0(%j: i32):\n%x = arith.index_cast %j : i32 to index\n\
            %d = arith.constant {number} : index\n%y = arith.addi %x, %d : index\n\
            %v = memref.load %a[%y] : memref<100xi32>\nmemref.store %k, %a[%x] : memref<100xi32>\n\
            %next = arith.subi %j, %one {flags} : i32\nscf.yield %next : i32\n}}"
        ))
    };
    assert_eq!(counting("overflow<nsw>", "0"), "-");
    assert_eq!(counting("overflow<nsw>", "2"), "2");
    assert_eq!(counting("", "0"), "1");
}

#[test]
fn accesses_of_one_round_meet_where_their_subscripts_can_be_equal() {
    let pair = |first: &str, second: &str| {
        meet(&format!(
            "scf.for %i = %c0 to %n step %c1 {{\n%p = arith.addi %i, %c1 : index\n\
            memref.store %k, %a[{first}] : memref<100xi32>\nmemref.store %k, %a[{second}] : memref<100xi32>\n}}"
        ))
    };
    assert!(pair("%i", "%i"));
    assert!(!pair("%i", "%p"));
    assert!(pair("%c10", "%i"));
    assert!(!pair("%c10", "%c1"));
}

#[test]
fn a_choice_says_that_subscripts_differ() {
    let nest = |condition: &str, choice: [&str; 2]| {
        format!(
            "scf.for %i = %c0 to %n step %c1 {{\nscf.for %j = %c0 to %n step %c1 {{\n{condition}\n\
            scf.if %t {{\n{}}} else {{\n{}}}\n}}\n}}",
            choice[0], choice[1]
        )
    };
    let both = "%v = memref.load %a[%j] : memref<100xi32>\nmemref.store %k, %a[%i] : memref<100xi32>\n";
    let check = |condition: &str, choice: [&str; 2], rounds: &str, is_met: bool| {
        let body = nest(condition, choice);
        assert_eq!((carried(&body).as_str(), meet(&body)), (rounds, is_met), "{body}");
    };
    // What another round of the outer loop has to do with it is not known.
    check("%t = arith.cmpi ne, %i, %j : index", [both, ""], "1 -", false);
    check("%t = arith.cmpi sgt, %j, %i : index", [both, ""], "1 -", false);
    check("%t = arith.cmpi uge, %i, %j : index", ["", both], "1 -", false);
    check("%t = arith.cmpi sge, %j, %i : index", [both, ""], "1 1", true);
    check("%t = arith.cmpi ne, %i, %j : index", ["", both], "1 1", true);
    check("%t = arith.cmpi ne, %i, %n : index", [both, ""], "1 1", true);
    // One of several conditions is enough where all of them hold.
    let two = "%t0 = arith.cmpi ne, %i, %j : index\n%t1 = arith.cmpi slt, %i, %n : index\n";
    check(&format!("{two}%t = arith.andi %t0, %t1 : i1"), [both, ""], "1 -", false);
    check(&format!("{two}%t = arith.ori %t0, %t1 : i1"), [both, ""], "1 1", true);
    // In fewer bits, other numbers may be the same.
    let narrow = "%x = arith.index_cast %i : index to i8\n%y = arith.index_cast %j : index to i8\n";
    check(&format!("{narrow}%t = arith.cmpi eq, %x, %y : i8"), ["", both], "1 1", true);
}

#[test]
fn a_carried_value_that_only_grows_is_not_the_same_again() {
    let kept = |flags: &str, before: &str, made: &str, not: &str| {
        carried(&format!(
            "%all = scf.for %i = %c0 to %n step %c1 iter_args(%p = %k) -> (i32) {{\n%x = arith.index_cast %p : i32 to index\n\
            %t = arith.cmpi slt, %p, %k : i32\n{before}\n%q = scf.if %t -> i32 {{\n{made}\n\
            %g = arith.addi %p, %one{flags} : i32\nscf.yield %g : i32\n}} else {{\n{not}\nscf.yield %p : i32\n}}\nscf.yield %q : i32\n}}"
        ))
    };
    let load = "%v = memref.load %a[%x] : memref<100xi32>\n";
    let store = "memref.store %k, %a[%x] : memref<100xi32>";
    let copy = "memref.store %v, %a[%x] : memref<100xi32>";
    let nsw = " overflow<nsw>";
    assert_eq!(kept(nsw, "", &format!("{load}{store}"), ""), "-");
    assert_eq!(kept("", "", &format!("{load}{store}"), ""), "1");
    // A round that does not store leaves the value, and the next one may store there; if it stores what it has read, it comes after that of itself.
    assert_eq!(kept(nsw, load, store, ""), "1");
    assert_eq!(kept(nsw, load, copy, ""), "-");
    assert_eq!(kept(nsw, "", load, store), "1");
    // Another element of the array is not followed.
    let other = "%v = memref.load %a[%i] : memref<100xi32>\n";
    assert_eq!(kept(nsw, "", &format!("{other}{store}"), ""), "1");
}

#[test]
fn a_value_grows_in_a_loop_that_ends_by_its_data() {
    let body = |flags: &str| {
        carried(&format!(
            "%all = scf.while (%p = %k) : (i32) -> i32 {{\n%t = arith.cmpi slt, %p, %k : i32\nscf.condition(%t) %p : i32\n}} do {{\n\
            ^bb0(%q: i32):\n%x = arith.index_cast %q : i32 to index\n%v = memref.load %a[%x] : memref<100xi32>\n\
            memref.store %k, %a[%x] : memref<100xi32>\n%u = arith.cmpi slt, %v, %k : i32\n\
            %g = arith.addi %q, %one{flags} : i32\n%h = arith.addi %g, %one{flags} : i32\n\
            %r = arith.select %u, %g, %h : i32\nscf.yield %r : i32\n}}"
        ))
    };
    assert_eq!(body(" overflow<nsw>"), "-");
    assert_eq!(body(""), "1");
}

/// A nest of two loops with a load and a store whose subscripts are affine, made from a seed.
struct Nest {
    outer: [i64; 3],
    /// The bounds of the inner loop; it starts so far behind the outer index if the flag is set.
    inner: [i64; 3],
    is_triangle: bool,
    /// Whether the store writes what the load gives.
    is_copy: bool,
    /// Of each access and each of its subscripts: a constant, and the factors of both indices.
    subscripts: [Vec<[i64; 3]>; 2],
}

impl Nest {
    fn new(rng: &mut Rng, dimensions: usize) -> Nest {
        let mut number = |low: i64, high: i64| low + rng.below((high - low + 1) as u64) as i64;
        let mut bounds = || {
            let low = number(-3, 4);
            [low, low + number(0, 7), number(1, 3)]
        };
        let (outer, inner) = (bounds(), bounds());
        let mut subscript = || [number(-6, 6), number(-3, 4), number(-3, 4)];
        let subscripts = [0, 1].map(|_| (0..dimensions).map(|_| subscript()).collect());
        Nest { outer, inner, is_triangle: rng.below(2) == 0, is_copy: rng.below(2) == 0, subscripts }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, number) in ["ol", "oh", "os"].iter().zip(self.outer) {
            text += &format!("%{name} = arith.constant {number} : index\n");
        }
        for (name, number) in ["il", "ih", "is"].iter().zip(self.inner) {
            text += &format!("%{name} = arith.constant {number} : index\n");
        }
        text += "scf.for %i = %ol to %oh step %os {\n";
        text += if self.is_triangle {
            "%il2 = arith.addi %i, %il : index\n"
        } else {
            "%il2 = arith.addi %il, %c0 : index\n"
        };
        text += "scf.for %j = %il2 to %ih step %is {\n";
        let places = self.subscripts.iter().flatten().enumerate();
        for (n, [constant, of_i, of_j]) in places {
            text += &format!(
                "%k{n} = arith.constant {constant} : index\n%a{n} = arith.constant {of_i} : index\n\
                %b{n} = arith.constant {of_j} : index\n%p{n} = arith.muli %i, %a{n} : index\n\
                %q{n} = arith.muli %j, %b{n} : index\n%r{n} = arith.addi %p{n}, %q{n} : index\n\
                %s{n} = arith.addi %r{n}, %k{n} : index\n"
            );
        }
        let stored = if self.is_copy { "%v" } else { "%k" };
        let [load, store] = match self.subscripts[0].len() {
            1 => ["%a[%s0] : memref<100xi32>", "%a[%s1] : memref<100xi32>"],
            _ => ["%m[%s0, %s1] : memref<20x30xi32>", "%m[%s2, %s3] : memref<20x30xi32>"],
        };
        text + &format!("%v = memref.load {load}\nmemref.store {stored}, {store}\n}}\n}}")
    }

    /// The rounds of both loops and the element, for each access in each round.
    fn touches(&self) -> Vec<(i64, i64, [Vec<i64>; 2])> {
        let mut touches = Vec::new();
        let [low, high, step] = self.outer;
        for (round, i) in (low..high).step_by(step as usize).enumerate() {
            let [low, high, step] = self.inner;
            let low = if self.is_triangle { i + low } else { low };
            for (inner, j) in (low..high.max(low)).step_by(step as usize).enumerate() {
                let place = |[constant, of_i, of_j]: &[i64; 3]| constant + of_i * i + of_j * j;
                let elements =
                    self.subscripts.each_ref().map(|subscripts| subscripts.iter().map(place).collect());
                touches.push((round as i64, inner as i64, elements));
            }
        }
        touches
    }
}

/// The least distance between a round that loads what another stores, and that one. Of a copy, only later rounds count: the store follows the load.
fn nearest<'a>(
    is_copy: bool,
    pairs: impl Iterator<Item = (i64, &'a [Vec<i64>; 2], &'a [Vec<i64>; 2])>,
) -> Option<i64> {
    let counts = |apart: i64| apart > 0 || apart < 0 && !is_copy;
    let pairs = pairs.filter(|(apart, loads, stores)| counts(*apart) && loads[0] == stores[1]);
    pairs.map(|(apart, _, _)| apart.abs()).min()
}

/// Compares what is said of nests with what they touch, and counts the answers that say as much as can be said.
fn exact_answers(dimensions: usize) -> usize {
    let mut exact = 0;
    for seed in 0..3000u64 {
        let nest = Nest::new(&mut Rng::new(seed), dimensions);
        let touches = nest.touches();
        let pairs = || touches.iter().flat_map(|a| touches.iter().map(move |b| (a, b)));
        let outer = nearest(nest.is_copy, pairs().map(|(a, b)| (a.0 - b.0, &a.2, &b.2)));
        let inner = pairs().filter(|(a, b)| a.0 == b.0).map(|(a, b)| (a.1 - b.1, &a.2, &b.2));
        let inner = nearest(nest.is_copy, inner);
        let text = nest.text();
        let said = carried(&text);
        for (said, meets) in said.split(' ').zip([outer, inner]) {
            let good = match (said, meets) {
                ("-", meets) => meets.is_none(),
                (rounds, Some(meets)) => rounds.parse::<i64>().is_ok_and(|rounds| rounds <= meets),
                (_, None) => true,
            };
            assert!(good, "seed {seed}: {said}, but {meets:?}\n{text}");
            // No more than eight rounds are in flight.
            exact += usize::from(said == meets.map_or("-".to_owned(), |meets| meets.min(8).to_string()));
        }
        let together = touches.iter().any(|touch| touch.2[0] == touch.2[1]);
        assert!(meet(&text) || !together, "seed {seed}: the accesses meet in one round\n{text}");
    }
    exact
}

#[test]
fn nothing_is_taken_to_be_apart_that_meets() {
    // It would be easy to be safe by never saying anything.
    for (dimensions, least) in [(1, 4000), (2, 4000)] {
        let exact = exact_answers(dimensions);
        assert!(exact > least, "only {exact} of 6000 answers say as much as can be said");
    }
}

// ----- pairs -----

/// What is said of every two accesses to one array, a line each, if so many are listed at most.
fn pairs_at_most(most: usize, looked_at: usize, body: &str) -> String {
    let (ir, function, deps) = look(body);
    let memories = Memories::of(&ir, ir.parent_op(function).expect("it is in a module"), function);
    let (guards, queues) = (Guards::default(), Queues::default());
    let pairs =
        Pairs { ir: &ir, function, memories: &memories, deps: &deps, guards: &guards, queues: &queues };
    let words = |record: &Record| record.iter().skip(1).map(|(_, text)| text.clone()).collect::<Vec<_>>();
    let lines: Vec<String> =
        pairs.listed(most, looked_at).iter().map(|record| words(record).join("; ")).collect();
    lines.join("\n")
}

/// The body begins at line 8.
fn check_pairs(body: &str, expected: &str) {
    assert_eq!(pairs_at_most(usize::MAX, usize::MAX, body), expected, "{body}");
}

/// A loop that reads `%a[%r]` and writes `%v` or `%k` to `%a[%w]`, with the address of one of them computed first.
fn pair(address: &str, read: &str, stored: &str, write: &str) -> String {
    format!(
        "scf.for %i = %c0 to %n step %c1 {{\n{address}\n%v = memref.load %a[{read}] : memref<100xi32>\n\
        memref.store {stored}, %a[{write}] : memref<100xi32>\n}}"
    )
}

#[test]
fn every_relation_of_two_accesses_has_its_name() {
    let next = "%p = arith.addi %i, %c1 : index";
    let second = "%p = arith.addi %i, %c2 : index";
    let odd = "%d = arith.muli %i, %c2 : index %p = arith.addi %d, %c1 : index";
    check_pairs(
        &pair(odd, "%p", "%k", "%d"),
        "read at line 10; write at line 11; independent; the subscripts are never the same; nothing",
    );
    check_pairs(
        &pair("", "%i", "%k", "%i"),
        "read at line 10; write at line 11; one round; only in one round are the subscripts the same; tokens",
    );
    // What is written is computed of what is read: in the same round, or of what a later one overwrites.
    let by_data =
        "read at line 10; write at line 11; by data; what is written is computed of what is read; nothing";
    check_pairs(&pair("", "%i", "%v", "%i"), by_data);
    check_pairs(&pair(next, "%p", "%v", "%i"), by_data);
    // What an earlier round has written is waited for all the same.
    let apart = |rounds: &str| {
        format!("read at line 10; write at line 11; distance; {rounds} apart in the loop at line 8; tokens")
    };
    check_pairs(&pair(next, "%i", "%v", "%p"), &apart("1 round"));
    check_pairs(&pair(next, "%p", "%k", "%i"), &apart("1 round"));
    check_pairs(&pair(second, "%i", "%k", "%p"), &apart("2 rounds"));
    // Of a loop inside, the distance is known to be from one number to another.
    check_pairs(
        "scf.for %i = %c0 to %n step %c1 {\n%v = memref.load %a[%i] : memref<100xi32> %c5 = arith.constant 5 : index\nscf.for %j = %c2 to %c5 step %c1 {\n\
        %p = arith.addi %i, %j : index memref.store %k, %a[%p] : memref<100xi32>\n}\n}",
        "read at line 9; write at line 11; distance; 2 rounds or more apart in the loop at line 8; tokens",
    );
    check_pairs(
        &pair("%p = arith.muli %i, %i : index", "%p", "%k", "%i"),
        "read at line 10; write at line 11; unknown; a subscript is made of what is computed at line 9 in the loop at line 8; tokens",
    );
    check_pairs(
        &pair("", "%c1", "%k", "%c1"),
        "read at line 10; write at line 11; unknown; the subscripts are the same in many rounds in the loop at line 8; tokens",
    );
    check_pairs(
        &pair("%p = arith.muli %i, %c2 : index", "%i", "%k", "%p"),
        "read at line 10; write at line 11; unknown; how many rounds they are apart differs in the loop at line 8; tokens",
    );
    // Of two loops that ask for as much order, the inner one is named.
    check_pairs(
        &format!(
            "scf.for %j = %c0 to %n step %c1 {{\n{}\n}}",
            pair("%p = arith.muli %i, %i : index", "%p", "%k", "%i")
        ),
        "read at line 11; write at line 12; unknown; a subscript is made of what is computed at line 10 in the loop at line 9; tokens",
    );
}

#[test]
fn accesses_without_a_loop_around_both_come_in_turn() {
    let store = "memref.store %k, %a[%i] : memref<100xi32>";
    let in_loop = |body: &str| format!("scf.for %i = %c0 to %n step %c1 {{\n{body}\n}}\n");
    check_pairs(
        &(in_loop(store) + &in_loop(store)),
        "write at line 9; write at line 12; in turn; no loop is around both; tokens",
    );
    check_pairs(
        "memref.store %k, %a[%c1] : memref<100xi32>\nmemref.store %k, %a[%c2] : memref<100xi32>",
        "write at line 8; write at line 9; independent; the subscripts are never the same; nothing",
    );
}

#[test]
fn unknown_pairs_are_chosen_first_and_the_others_counted() {
    let mut body = String::new();
    for name in ["%c0", "%c1", "%c2"] {
        body += &format!("memref.store %k, %a[{name}] : memref<100xi32>\n");
    }
    let body = body + &pair("%p = arith.muli %i, %i : index", "%p", "%k", "%i");
    // Three stores before the loop with each other and with two accesses each, and these two with each other.
    assert_eq!(pairs_at_most(100, 100, &body).lines().count(), 10);
    let unknown = "read at line 13; write at line 14; unknown; a subscript is made of what is computed at line 12 in the loop at line 11; tokens";
    assert_eq!(pairs_at_most(1, 100, &body), format!("{unknown}\nleft out; 9 pairs more; 0; 0"));
    let first = "write at line 8; write at line 9; independent; the subscripts are never the same; nothing";
    assert_eq!(pairs_at_most(2, 100, &body), format!("{first}\n{unknown}\nleft out; 8 pairs more; 0; 0"));
    // Of what was not looked at nothing is said.
    assert_eq!(pairs_at_most(1, 4, &body), format!("{first}\nleft out; 9 pairs more; 0; 6"));
}

#[test]
fn the_pairs_of_every_array_are_looked_at() {
    let stores = |array: &str, names: &[&str], ty: &str| -> String {
        names.iter().map(|name| format!("memref.store %k, {array}[{name}] : {ty}\n")).collect()
    };
    let line = ["%c0, %c0", "%c0, %c1", "%c0, %c2"];
    let body = |line: &[&str]| {
        stores("%a", &["%c0", "%c1", "%c2"], "memref<100xi32>") + &stores("%m", line, "memref<20x30xi32>")
    };
    let pair = |first: u32, second: u32| {
        format!(
            "write at line {first}; write at line {second}; independent; the subscripts are never the same; nothing"
        )
    };
    let rest = |pairs: u32| format!("left out; {pairs} pairs more; 0; {pairs}");
    let lines = |lines: &[String]| lines.join("\n");
    let two = pairs_at_most(10, 2, &body(&line));
    assert_eq!(two, lines(&[pair(8, 9), pair(11, 12), rest(2), rest(2)]));
    // What an array does not need is for the others.
    let three = pairs_at_most(10, 4, &body(&line[..2]));
    assert_eq!(three, lines(&[pair(8, 9), pair(8, 10), pair(9, 10), pair(11, 12)]));
}

// ----- queues -----

/// The depths of the queues of a function, loads and stores, or why there is none as was asked.
fn depths(asked: &str, body: &str) -> String {
    let (ir, function, deps) = look(body);
    let memories = Memories::of(&ir, ir.parent_op(function).expect("it is in a module"), function);
    let asked = asked.parse().expect("it is a depth");
    let mut diags = Diagnostics::default();
    match queues::choose(&ir, function, &memories, &deps, asked, &mut diags) {
        Ok(queues) => {
            let depths = queues.all().map(|(_, depths)| format!("{},{}", depths.loads, depths.stores));
            depths.collect::<Vec<_>>().join(" ")
        }
        Err(Reported) => diags.iter().map(|error| error.message.clone()).collect(),
    }
}

#[test]
fn a_queue_has_room_for_the_rounds_that_its_places_are_taken_for() {
    // Five cycles of a load, six of a store behind it.
    assert_eq!(depths("auto", &unknown(&format!("{READ}{WRITE}"))), "5,6");
    // A product takes four more until it is stored.
    let product = "%q = arith.muli %v, %v : i32\nmemref.store %q, %a[%y] : memref<100xi32>";
    assert_eq!(depths("auto", &unknown(&format!("{READ}{product}"))), "5,10");
    // Two loads a round have one port: a cycle more, for two loads each.
    let second = "%u = memref.load %a[%y] : memref<100xi32>\n";
    assert_eq!(depths("auto", &unknown(&format!("{READ}{second}{WRITE}"))), "12,7");
    assert_eq!(depths("auto", &unknown(&format!("{READ}{second}{product}"))), "12,11");
    // The condition of a choice comes through a register.
    let chosen = "%t = arith.cmpi eq, %v, %k : i32\n%r = scf.if %t -> (i32) {\nscf.yield %k : i32\n} else {\nscf.yield %v : i32\n}\nmemref.store %r, %a[%y] : memref<100xi32>";
    assert_eq!(depths("auto", &unknown(&format!("{READ}{chosen}"))), "5,7");
    // Of a store behind another loop the load does not wait.
    let behind = format!("{}\n{}", unknown(READ), unknown(&format!("{READ}{WRITE}")).replace("%v", "%u"));
    assert_eq!(depths("auto", &behind), "5,6");
    assert_eq!(depths("auto", &unknown(READ)), "");
}

#[test]
fn a_queue_never_holds_more_than_it_can_or_less_than_a_region() {
    let many = |loads: usize| {
        let reads: String = (0..loads).map(|n| READ.replace("%v", &format!("%v{n}"))).collect();
        unknown(&format!("{reads}{WRITE}"))
    };
    assert_eq!(depths("auto", &many(8)), "32,13");
    assert_eq!(depths("auto", &many(40)), "40,32");
    assert_eq!(depths("auto", &many(64)), "64,32");
    assert_eq!(depths("auto", &many(65)), "");
    // So many ports are too many, wherever they are.
    let apart = (0..65).map(|_| unknown(&format!("{READ}{WRITE}")));
    assert_eq!(depths("auto", &apart.collect::<Vec<_>>().join("\n")), "");
    assert_eq!(depths("4,3", &many(4)), "4,3");
    assert_eq!(
        depths("3", &many(4)),
        "a queue of depth 3,3 is too small for `a`, of which a region has up to 4 loads and 1 store"
    );
}

// ----- guards -----

/// The same with guards: how many there are on each read of the arrays that are written, and then the rounds of the loops.
fn guarded(body: &str) -> String {
    let (ir, function, mut deps) = look(body);
    let memories = Memories::of(&ir, ir.parent_op(function).expect("it is in a module"), function);
    let guards = guards::choose(&ir, function, &memories, &mut deps);
    let reads = ir.walk(function).into_iter().filter(|op| ir.code(*op) == memref::LOAD);
    let counts: Vec<String> =
        reads.filter(|op| deps.of(*op).is_some()).map(|op| guards.of(op).len().to_string()).collect();
    format!("{}: {}", counts.join(" "), rounds(&ir, function, &deps))
}

/// A loop over `%i` with an index `%x` that nobody knows, and another, `%y`.
fn unknown(body: &str) -> String {
    format!(
        "scf.for %i = %c0 to %n step %c1 {{\n\
        %x0 = memref.load %m[%c0, %i] : memref<20x30xi32>\n%x = arith.index_cast %x0 : i32 to index\n\
        %y0 = memref.load %m[%c1, %i] : memref<20x30xi32>\n%y = arith.index_cast %y0 : i32 to index\n{body}\n}}"
    )
}

const READ: &str = "%v = memref.load %a[%x] : memref<100xi32>\n";
const WRITE: &str = "memref.store %k, %a[%y] : memref<100xi32>\n";

#[test]
fn a_guard_keeps_a_read_behind_earlier_writes() {
    let body = unknown(&format!("{READ}{WRITE}"));
    assert_eq!(carried(&body), "1");
    assert_eq!(guarded(&body), "1: -");
}

#[test]
fn a_write_may_be_under_a_choice() {
    let choice = format!("%c = arith.cmpi slt, %x0, %y0 : i32\nscf.if %c {{\n{WRITE}}}");
    assert_eq!(guarded(&unknown(&format!("{READ}{choice}"))), "1: -");
}

#[test]
fn a_read_under_a_choice_is_not_made_before_every_write() {
    let choice = format!("%c = arith.cmpi slt, %x0, %y0 : i32\nscf.if %c {{\n{READ}}}\n");
    assert_eq!(guarded(&unknown(&format!("{choice}{WRITE}"))), "0: 1");
}

#[test]
fn a_read_behind_the_write_has_no_guard() {
    assert_eq!(guarded(&unknown(&format!("{WRITE}{READ}"))), "0: 1");
}

#[test]
fn where_rounds_wait_in_any_case_there_is_no_guard() {
    let second = "memref.store %k, %a[%x] : memref<100xi32>\n";
    assert_eq!(guarded(&unknown(&format!("{READ}{WRITE}{second}"))), "0: 1");
}

#[test]
fn what_is_known_needs_no_guard() {
    let body = "scf.for %i = %c0 to %n step %c1 {\n%v = memref.load %a[%i] : memref<100xi32>\n\
        memref.store %v, %a[%i] : memref<100xi32>\n}";
    assert_eq!(guarded(body), "0: -");
}

#[test]
fn a_guard_counts_for_all_loops_around() {
    let body = "scf.for %i = %c0 to %n step %c1 {\nscf.for %j = %c0 to %c30 step %c1 {\n\
        %v = memref.load %a[%j] : memref<100xi32>\n%w = arith.addi %v, %one : i32\n\
        memref.store %w, %a[%j] : memref<100xi32>\n}\n}";
    assert_eq!(carried(body), "1 -");
    assert_eq!(guarded(body), "1: - -");
}

#[test]
fn a_loop_that_ends_by_its_data_has_guards_too() {
    let body = "%z = scf.while (%t = %k) : (i32) -> i32 {\n%c = arith.cmpi slt, %t, %k : i32\n\
        scf.condition(%c) %t : i32\n} do {\n^bb0(%t: i32):\n%x = arith.index_cast %t : i32 to index\n\
        %v = memref.load %a[%x] : memref<100xi32>\nmemref.store %v, %a[%x] : memref<100xi32>\nscf.yield %v : i32\n}";
    assert_eq!(carried(body), "1");
    assert_eq!(guarded(body), "1: -");
}
