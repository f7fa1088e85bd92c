//! What is said of generated loops with choices and with carried values that grow, beside what they touch when they are gone through.

use super::{carried, meet};
use base::Rng;

/// What a load and a store touch in a round of an outer and an inner loop, where they are made.
struct Touch {
    rounds: [i64; 2],
    elements: [Option<i64>; 2],
}

/// The least number of rounds of a loop between a load and a store of the same element.
fn nearest(touches: &[Touch], level: usize) -> Option<i64> {
    let pairs = touches.iter().flat_map(|a| touches.iter().map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| a.rounds[..level] == b.rounds[..level]);
    let meeting = pairs.filter(|(a, b)| a.elements[0].is_some() && a.elements[0] == b.elements[1]);
    meeting.map(|(a, b)| (a.rounds[level] - b.rounds[level]).abs()).filter(|apart| *apart > 0).min()
}

/// Sees that nothing is taken to be apart that meets, and counts the loops whose rounds are said never to meet.
fn apart(text: &str, touches: &[Touch]) -> usize {
    let said = carried(text);
    for (level, said) in said.split(' ').enumerate() {
        if let Some(meets) = nearest(touches, level) {
            let is_safe = said.parse::<i64>().is_ok_and(|rounds| rounds <= meets);
            assert!(is_safe, "{said} in loop {level}, but {meets}\n{text}");
        }
    }
    let together =
        touches.iter().any(|touch| touch.elements[0].is_some() && touch.elements[0] == touch.elements[1]);
    assert!(meet(text) || !together, "the accesses meet in one round\n{text}");
    never(&said)
}

/// Of how many loops it is said that their rounds never meet.
fn never(said: &str) -> usize {
    said.split(' ').filter(|said| *said == "-").count()
}

/// A number as it is in eight bits, or in as many as it takes.
fn cut(number: i64, is_narrow: bool) -> i64 {
    if is_narrow { i64::from(number as i8) } else { number }
}

/// A constant and the factors of both indices.
type Affine = [i64; 3];

fn value([constant, of_i, of_j]: Affine, i: i64, j: i64) -> i64 {
    constant + of_i * i + of_j * j
}

/// The operations that make a number `%name` of the indices, in `index` or in eight bits, where they may wrap.
fn affine(name: &str, [constant, of_i, of_j]: Affine, is_narrow: bool) -> String {
    let (ty, i, j) = if is_narrow { ("i8", "%in", "%jn") } else { ("index", "%i", "%j") };
    format!(
        "%{name}k = arith.constant {constant} : {ty}\n%{name}a = arith.constant {of_i} : {ty}\n\
        %{name}b = arith.constant {of_j} : {ty}\n%{name}p = arith.muli {i}, %{name}a : {ty}\n\
        %{name}q = arith.muli {j}, %{name}b : {ty}\n%{name}r = arith.addi %{name}p, %{name}q : {ty}\n\
        %{name} = arith.addi %{name}r, %{name}k : {ty}\n"
    )
}

/// Whether a comparison holds of two numbers.
type Holds = fn(i64, i64) -> bool;

const PREDICATES: [(&str, Holds); 6] = [
    ("eq", |a, b| a == b),
    ("ne", |a, b| a != b),
    ("slt", |a, b| a < b),
    ("sge", |a, b| a >= b),
    ("ult", |a, b| (a as u64) < b as u64),
    ("uge", |a, b| a as u64 >= b as u64),
];

/// Two loops with a load and a store, each of which may be on a side of a choice by a comparison that often has to do with their subscripts.
fn choice(seed: u64) -> (String, Vec<Touch>) {
    let mut rng = Rng::new(seed);
    let mut number = |low: i64, high: i64| low + rng.below((high - low + 1) as u64) as i64;
    let is_narrow = number(0, 2) == 0;
    // In eight bits, far enough from zero to wrap.
    let far = if is_narrow { 127 } else { 3 };
    let subscript =
        |number: &mut dyn FnMut(i64, i64) -> i64| [number(-far, far), number(-1, 2), number(-1, 2)];
    let subscripts = [subscript(&mut number), subscript(&mut number)];
    let sides = match number(0, 3) {
        0 => subscripts,
        1 => [subscripts[1], subscripts[0]],
        2 => [subscripts[0], subscript(&mut number)],
        // The same difference from somewhere else.
        _ => {
            let [by, of_i] = [number(-100, 100), number(-1, 1)];
            subscripts.map(|[constant, i, j]| [constant + by, i + of_i, j])
        }
    };
    let sides = sides.map(|[constant, i, j]| [cut(constant, is_narrow), i, j]);
    let (predicate, holds) = PREDICATES[number(0, 5) as usize];
    // Neither side, that of true, that of false.
    let places = [number(0, 2), number(0, 2)];
    let mut text = "%hi = arith.constant 6 : index\nscf.for %i = %c0 to %hi step %c1 {\nscf.for %j = %c0 to %hi step %c1 {\n".to_owned();
    if is_narrow {
        text += "%in = arith.index_cast %i : index to i8\n%jn = arith.index_cast %j : index to i8\n";
    }
    let ty = if is_narrow { "i8" } else { "index" };
    for (name, form) in ["r", "w", "x", "y"].into_iter().zip(subscripts.into_iter().chain(sides)) {
        text += &affine(name, form, is_narrow);
    }
    text += &format!("%t = arith.cmpi {predicate}, %x, %y : {ty}\n");
    for name in ["r", "w"] {
        text += &match is_narrow {
            true => format!("%{name}s = arith.index_cast %{name} : i8 to index\n"),
            false => format!("%{name}s = arith.addi %{name}, %c0 : index\n"),
        };
    }
    let accesses =
        ["%v = memref.load %a[%rs] : memref<100xi32>", "memref.store %k, %a[%ws] : memref<100xi32>"];
    for (access, place) in accesses.into_iter().zip(places) {
        text += &match place {
            0 => format!("{access}\n"),
            1 => format!("scf.if %t {{\n{access}\n}}\n"),
            _ => format!("scf.if %t {{\n}} else {{\n{access}\n}}\n"),
        };
    }
    text += "}\n}";
    let mut touches = Vec::new();
    for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
        let at = |form: Affine| cut(value(form, i, j), is_narrow);
        let is_true = holds(at(sides[0]), at(sides[1]));
        let is_made = |place: i64| place == 0 || (place == 1) == is_true;
        let elements = [0, 1].map(|access| is_made(places[access]).then(|| at(subscripts[access])));
        touches.push(Touch { rounds: [i, j], elements });
    }
    (text, touches)
}

#[test]
fn choices_take_nothing_to_be_apart_that_meets() {
    let mut by_choice = 0;
    for seed in 0..4000 {
        let (text, touches) = choice(seed);
        let unknown = text.lines().map(|line| match line.starts_with("%t = ") {
            true => "%t = arith.trunci %k : i32 to i1\n".to_owned(),
            false => format!("{line}\n"),
        });
        by_choice += apart(&text, &touches) - never(&carried(&unknown.collect::<String>()));
    }
    assert!(
        by_choice > 200,
        "only {by_choice} of 8000 loops are said to have rounds apart for what is chosen"
    );
}

/// What a carried value becomes in a round: a path of choices, each by a bit of the round's number, with an access on some of the ways.
struct Growing {
    /// In eight bits, without a promise not to wrap.
    is_narrow: bool,
    from: i64,
    /// What is added to the value where the first choice is true, where it is false, where the second is, and where not.
    steps: [i64; 4],
    /// Whether the second choice takes what the first has made, on either side; otherwise what was carried.
    takes: [bool; 2],
    /// Of both choices: the bits of the rounds in which they are true.
    truths: [u64; 2],
    /// Of each access: what is added to the value, and where it stands: before the choices, on a side of the first, or on one of the second.
    accesses: [(i64, i64); 2],
}

const ROUNDS: i64 = 12;

impl Growing {
    fn new(seed: u64) -> Growing {
        let mut rng = Rng::new(seed);
        let mut number = |low: i64, high: i64| low + rng.below((high - low + 1) as u64) as i64;
        let is_narrow = number(0, 3) == 0;
        let least = if number(0, 3) == 0 { -1 } else { 0 };
        // Some begin where eight bits wrap.
        let from = if is_narrow { number(110, 127) } else { number(-2, 2) };
        let steps = [0; 4].map(|_| number(least, 2));
        let takes = [0; 2].map(|_| number(0, 3) > 0);
        let truths = [0; 2].map(|_| number(0, (1 << ROUNDS) - 1) as u64);
        let same = number(0, 1);
        let accesses = [0, 1].map(|_| (same * number(0, 1), number(0, 4)));
        Growing { is_narrow, from, steps, takes, truths, accesses }
    }

    fn text(&self) -> String {
        let (ty, flags) = if self.is_narrow { ("i8", "") } else { ("i32", " overflow<nsw>") };
        let mut text =
            format!("%from = arith.constant {} : {ty}\n%hi = arith.constant {ROUNDS} : index\n", self.from);
        for (n, step) in self.steps.iter().enumerate() {
            text += &format!("%s{n} = arith.constant {step} : {ty}\n");
        }
        for (n, (offset, _)) in self.accesses.iter().enumerate() {
            text += &format!("%o{n} = arith.constant {offset} : index\n");
        }
        for (n, truths) in self.truths.iter().enumerate() {
            text += &format!("%b{n} = arith.constant {truths} : i64\n");
        }
        text += &format!(
            "%all = scf.for %i = %c0 to %hi step %c1 iter_args(%p = %from) -> ({ty}) {{\n%i64 = arith.index_cast %i : index to i64\n"
        );
        for n in 0..2 {
            text +=
                &format!("%h{n} = arith.shrui %b{n}, %i64 : i64\n%t{n} = arith.trunci %h{n} : i64 to i1\n");
        }
        text += &format!(
            "%x = arith.index_cast %p : {ty} to index\n%x0 = arith.addi %x, %o0 : index\n%x1 = arith.addi %x, %o1 : index\n"
        );
        let at = |place: i64| -> String {
            let access = |n: usize| match n {
                0 => "%v = memref.load %a[%x0] : memref<100xi32>\n",
                _ => "memref.store %k, %a[%x1] : memref<100xi32>\n",
            };
            (0..2).filter(|n| self.accesses[*n].1 == place).map(access).collect()
        };
        text += &at(0);
        for n in 0..2 {
            let side = |side: usize| {
                let of = if n == 1 && self.takes[side] { "%q0" } else { "%p" };
                let number = 2 * n + side;
                // A step of zero is the value itself.
                let made = match self.steps[number] {
                    0 => format!("scf.yield {of} : {ty}\n"),
                    _ => format!(
                        "%g{number} = arith.addi {of}, %s{number}{flags} : {ty}\nscf.yield %g{number} : {ty}\n"
                    ),
                };
                at(1 + number as i64) + &made
            };
            text += &format!("%q{n} = scf.if %t{n} -> {ty} {{\n{}}} else {{\n{}}}\n", side(0), side(1));
        }
        text + &format!("scf.yield %q1 : {ty}\n}}")
    }

    fn touches(&self) -> Vec<Touch> {
        let mut touches = Vec::new();
        let mut p = self.from;
        for round in 0..ROUNDS {
            let is_true = self.truths.map(|bits| bits >> round & 1 == 1);
            let is_made = |place: i64| match place {
                0 => true,
                1 | 2 => is_true[0] == (place == 1),
                _ => is_true[1] == (place == 3),
            };
            let elements = self.accesses.map(|(offset, place)| is_made(place).then(|| p + offset));
            touches.push(Touch { rounds: [round, 0], elements });
            let first = p + self.steps[usize::from(!is_true[0])];
            let side = usize::from(!is_true[1]);
            let taken = if self.takes[side] { first } else { p };
            p = cut(taken + self.steps[2 + side], self.is_narrow);
        }
        touches
    }
}

#[test]
fn growing_values_take_nothing_to_be_apart_that_meets() {
    let answers = (0..6000).map(|seed| {
        let growing = Growing::new(seed);
        apart(&growing.text(), &growing.touches())
    });
    let all: usize = answers.sum();
    assert!(all > 300, "only {all} of 6000 loops are said to have rounds apart");
}
