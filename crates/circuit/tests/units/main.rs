//! Every unit's circuit under random stalls, against what the unit means; and what the table of cycles promises beyond that.

mod bench;
mod guard;
mod lint;
mod lsq;
mod memory;
mod model;
mod timing;

use base::{Bits, Diagnostics, Rng};
use bench::{Bench, Rates, Run, run, run_in};
use dialects::arith::IntPredicate;
use dialects::handshake;
use dialects::handshake::unit::{BufferDef, BufferType, Function, Kind, StepOp, StreamKind, Unit};
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir};
use model::model;

const WIDTHS: [u32; 6] = [0, 1, 7, 32, 64, 100];

fn unit(kind: Kind, inputs: &[u32], outputs: &[u32]) -> Unit {
    Unit { kind, inputs: inputs.to_vec(), outputs: outputs.to_vec() }
}

fn random(rng: &mut Rng, width: u32, count: usize) -> Vec<Bits> {
    (0..count).map(|_| if width == 0 { Bits::zero(0) } else { rng.edgy_bits(width) }).collect()
}

/// Streams in, streams out, whatever stalls.
fn check_with(unit: &Unit, feeds: &[Vec<Bits>]) {
    let (outputs, consumed) = model(unit, feeds);
    for (seed, rates) in Rates::ALL.into_iter().enumerate() {
        let run = run(unit, feeds, rates, seed as u64);
        assert_eq!(run.outputs, outputs, "{unit:?}, {rates:?}: {feeds:?}");
        assert_eq!(run.consumed, consumed, "{unit:?}, {rates:?}: {feeds:?}");
    }
}

/// The same with random tokens; streams of different lengths, so that some input runs dry first.
fn check(unit: &Unit) {
    let mut rng = Rng::new(7);
    let feeds: Vec<Vec<Bits>> = unit
        .inputs
        .iter()
        .map(|width| {
            let count = 20 + rng.index(8);
            random(&mut rng, *width, count)
        })
        .collect();
    check_with(unit, &feeds);
}

/// Conditions: bursts of so many trues and a false.
fn bursts(trips: &[usize]) -> Vec<Bits> {
    let burst = |trips: &usize| std::iter::repeat_n(true, *trips).chain([false]);
    trips.iter().flat_map(burst).map(Bits::from_bool).collect()
}

/// Ways of breaking that none of the six types has.
static MORE: [BufferDef; 2] =
    [BufferDef::queue("QUEUE_BREAK_R", false, true), BufferDef::queue("QUEUE_BREAK_DVR", true, true)];

#[test]
fn buffers_keep_tokens_and_their_order() {
    MORE.iter().for_each(|def| {
        BufferType::register(def);
    });
    for width in WIDTHS {
        for ty in BufferType::known() {
            for slots in [1, 2, 3, 4, 7, 8, 9, 18] {
                if slots == 1 || !ty.is_one_slot() {
                    check(&unit(Kind::Buffer { ty, slots }, &[width], &[width]));
                }
            }
        }
        let initial = random(&mut Rng::new(3), width, 1).remove(0);
        check(&unit(Kind::Init { initial }, &[width], &[width]));
    }
}

#[test]
fn steering_units_lose_and_double_nothing() {
    for width in WIDTHS {
        for outputs in [1, 2, 3, 5] {
            check(&unit(Kind::Fork, &[width], &vec![width; outputs]));
            check(&unit(Kind::LazyFork, &[width], &vec![width; outputs]));
        }
        for inputs in [1, 2, 4] {
            check(&unit(Kind::Join, &vec![width; inputs], &[0]));
            let mut widths = vec![0; inputs];
            widths[0] = width;
            check(&unit(Kind::Blocker, &widths, &[width]));
        }
        check(&unit(Kind::Mux, &[1, width, width], &[width]));
        check(&unit(Kind::CondBr, &[1, width], &[width; 2]));
        check(&unit(Kind::Br, &[width], &[width]));
        check(&unit(Kind::Sink, &[width], &[]));
        if width > 0 {
            check(&unit(Kind::Store, &[7, width], &[7, width]));
            let value = random(&mut Rng::new(5), width, 1).remove(0);
            check(&unit(Kind::Constant { value }, &[0], &[width]));
        }
    }
}

#[test]
fn a_mux_takes_what_its_select_says() {
    let mut rng = Rng::new(11);
    for (inputs, select) in [(1, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (2, 70)] {
        let mut widths = vec![7; inputs + 1];
        widths[0] = select;
        let mux = unit(Kind::Mux, &widths, &[7]);
        let number = |rng: &mut Rng| Bits::from_u64(select, rng.index(inputs) as u64);
        let mut feeds: Vec<Vec<Bits>> = widths.iter().map(|width| random(&mut rng, *width, 20)).collect();
        feeds[0] = (0..30).map(|_| number(&mut rng)).collect();
        check_with(&mux, &feeds);
    }
    // Past the last input there is nothing to wait for.
    let mux = unit(Kind::Mux, &[2, 7, 7, 7], &[7]);
    let selects = [0, 2, 1, 3, 0].map(|number| Bits::from_u64(2, number)).to_vec();
    let tokens = random(&mut rng, 7, 5);
    check_with(&mux, &[selects, tokens.clone(), tokens.clone(), tokens]);
}

/// Each input's tokens come out in their order, whoever is chosen.
#[test]
fn merges_choose_and_stay_with_their_choice() {
    for count in [1, 2, 3, 5] {
        for index_width in [3, 1, 0] {
            let control = index_width > 0;
            let widths = vec![16; count];
            let merge = match control {
                true => unit(Kind::ControlMerge, &widths, &[16, index_width]),
                false => unit(Kind::Merge, &widths, &[16]),
            };
            let feed = |input: u64| (0..25).map(|k| Bits::from_u64(16, input << 8 | k)).collect();
            let feeds: Vec<Vec<Bits>> = (0..count as u64).map(feed).collect();
            for (seed, rates) in Rates::ALL.into_iter().enumerate() {
                let Run { outputs, .. } = run(&merge, &feeds, rates, seed as u64);
                for (input, feed) in (0u64..).zip(&feeds) {
                    let came = |token: &&Bits| token.low_u64() >> 8 == input;
                    let tokens: Vec<Bits> = outputs[0].iter().filter(came).cloned().collect();
                    assert_eq!(tokens, *feed, "{merge:?}, {rates:?}");
                }
                assert_eq!(outputs[0].len(), 25 * count);
                if control {
                    let index = |token: &Bits| Bits::from_u64(index_width, token.low_u64() >> 8);
                    let numbers: Vec<Bits> = outputs[0].iter().map(index).collect();
                    assert_eq!(outputs[1], numbers, "{merge:?}, {rates:?}");
                }
            }
        }
    }
}

#[test]
fn a_merge_prefers_its_first_input() {
    let feeds: Vec<Vec<Bits>> = (0..2).map(|input| vec![Bits::from_u64(8, input); 4]).collect();
    let Run { outputs, .. } = run(&unit(Kind::Merge, &[8, 8], &[8]), &feeds, Rates::FULL, 1);
    let order: Vec<u64> = outputs[0].iter().map(Bits::low_u64).collect();
    assert_eq!(order, [0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn the_units_of_loops_do_what_their_examples_say() {
    let letters = |text: &str| text.bytes().map(|byte| Bits::from_u64(32, byte.into())).collect::<Vec<_>>();
    let d = bursts(&[2, 4]);
    let carry = unit(Kind::Carry, &[1, 32, 32], &[32]);
    let feeds = [d.clone(), letters("AB"), letters("CDEFGH")];
    assert_eq!(run(&carry, &feeds, Rates::FULL, 0).outputs, [letters("ACDBEFGH")]);
    check_with(&carry, &feeds);
    let invariant = unit(Kind::Invariant, &[1, 32], &[32]);
    let feeds = [d, letters("AB")];
    assert_eq!(run(&invariant, &feeds, Rates::FULL, 0).outputs, [letters("AAABBBBB")]);
    check_with(&invariant, &feeds);
    let gate = unit(Kind::Gate, &[32, 1], &[32, 1]);
    let feeds = [letters("ABCDE"), bursts(&[4])];
    assert_eq!(run(&gate, &feeds, Rates::FULL, 0).outputs, [letters("ABCD"), bursts(&[3])]);
    check_with(&gate, &feeds);
    let stream = unit(Kind::Stream(StreamKind { rule: None, checked: false }), &[32; 3], &[32, 1]);
    let numbers = |numbers: &[i64]| numbers.iter().map(|n| Bits::from_i64(32, *n)).collect::<Vec<_>>();
    let feeds = [numbers(&[0, 3]), numbers(&[1, 1]), numbers(&[5, 3])];
    let outputs = run(&stream, &feeds, Rates::FULL, 0).outputs;
    assert_eq!(outputs, [numbers(&[0, 1, 2, 3, 4, 5, 3]), bursts(&[5, 0])]);
    check_with(&stream, &feeds);
}

/// The unit of an operation on channels, of the text of its kernel.
fn unit_in(text: &str, name: &str) -> Unit {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("unit.mlir", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:?}"));
    assert!(ir::verify(&mut ir, module, &mut diags), "{diags:?}");
    let op = ir.walk(module).into_iter().find(|op| ir.name(*op) == name).expect("it is in the text");
    handshake::unit_of(&ir, op).expect("it is a unit")
}

#[test]
fn a_tag_travels_with_its_value() {
    const T: &str = "!handshake.channel<!dataflow.tagged<i8, i4>>";
    const C: &str = "!handshake.channel<i1>";
    // The value in the low bits, the tag above.
    let tagged = |pairs: &[(u64, u64)]| -> Vec<Bits> {
        pairs.iter().map(|(value, tag)| Bits::from_u64(12, tag << 8 | value)).collect()
    };
    let kernel = |args: &str, results: &str, op: &str, ends: &str| {
        format!(
            "handshake.func @k({args}, %start: !handshake.control<>, ...) -> ({results}, !handshake.control<>) {{\n  \
             {op}\n  end {ends}, <>\n}}"
        )
    };
    let (a, b) = (tagged(&[(5, 3), (255, 0)]), tagged(&[(6, 1), (7, 15), (8, 2)]));
    let d = bursts(&[2, 1]);

    let text = kernel(
        &format!("%d: {C}, %a: {T}, %b: {T}"),
        T,
        &format!("%o = dataflow.carry %d, %a, %b : {C}, {T}, {T} -> {T}"),
        "%o, %start : <!dataflow.tagged<i8, i4>>",
    );
    let carry = unit_in(&text, "dataflow.carry");
    let feeds = [d.clone(), a.clone(), b.clone()];
    let expected = tagged(&[(5, 3), (6, 1), (7, 15), (255, 0), (8, 2)]);
    assert_eq!(run(&carry, &feeds, Rates::FULL, 0).outputs, [expected]);
    check_with(&carry, &feeds);

    let text = kernel(
        &format!("%d: {C}, %a: {T}"),
        T,
        &format!("%o = dataflow.invariant %d, %a : {C}, {T} -> {T}"),
        "%o, %start : <!dataflow.tagged<i8, i4>>",
    );
    let invariant = unit_in(&text, "dataflow.invariant");
    let expected = tagged(&[(5, 3), (5, 3), (5, 3), (255, 0), (255, 0)]);
    assert_eq!(run(&invariant, &[d.clone(), a.clone()], Rates::FULL, 0).outputs, [expected]);
    check_with(&invariant, &[d.clone(), a]);

    let text = kernel(
        &format!("%x: {T}, %c: {C}"),
        &format!("{T}, {C}"),
        &format!("%v, %n = dataflow.gate %x, %c : {T}, {C} -> {T}, {C}"),
        "%v, %n, %start : <!dataflow.tagged<i8, i4>>, <i1>",
    );
    let gate = unit_in(&text, "dataflow.gate");
    let values = tagged(&[(5, 3), (6, 1), (0, 9), (7, 15), (0, 0)]);
    let expected = vec![tagged(&[(5, 3), (6, 1), (7, 15)]), bursts(&[1, 0])];
    assert_eq!(run(&gate, &[values.clone(), d.clone()], Rates::FULL, 0).outputs, expected);
    check_with(&gate, &[values, d]);
}

/// Two full bursts back to back: each loses its last value and its first condition, and nothing of the other.
#[test]
fn a_gate_keeps_bursts_apart() {
    let numbers = |numbers: &[u64]| numbers.iter().map(|n| Bits::from_u64(8, *n)).collect::<Vec<_>>();
    let gate = unit(Kind::Gate, &[8, 1], &[8, 1]);
    let feeds = [numbers(&[0, 1, 2, 3, 10, 11, 12]), bursts(&[3, 2])];
    let expected = [numbers(&[0, 1, 2, 10, 11]), bursts(&[2, 1])];
    for (seed, rates) in Rates::ALL.into_iter().enumerate() {
        assert_eq!(run(&gate, &feeds, rates, seed as u64).outputs, expected);
    }
}

/// Empty bursts between full ones, two full ones back to back, empty ones back to back.
const TRIPS: [usize; 12] = [3, 0, 2, 2, 0, 0, 1, 5, 1, 0, 4, 0];

#[test]
fn bursts_of_all_lengths_follow_each_other() {
    let mut rng = Rng::new(13);
    let d = bursts(&TRIPS);
    for width in WIDTHS {
        let (bodies, all) = (TRIPS.iter().sum(), d.len());
        let feeds = [d.clone(), random(&mut rng, width, TRIPS.len()), random(&mut rng, width, bodies)];
        check_with(&unit(Kind::Carry, &[1, width, width], &[width]), &feeds);
        check_with(&unit(Kind::Invariant, &[1, width], &[width]), &feeds[..2]);
        let feeds = [random(&mut rng, width, all), d.clone()];
        check_with(&unit(Kind::Gate, &[width, 1], &[width, 1]), &feeds);
        check(&unit(Kind::Carry, &[1, width, width], &[width]));
        check(&unit(Kind::Invariant, &[1, width], &[width]));
        check(&unit(Kind::Gate, &[width, 1], &[width, 1]));
    }
}

#[test]
fn streams_count_in_all_ways() {
    let mut rng = Rng::new(17);
    for width in [2, 7, 32, 64, 100] {
        let limit = if width == 2 { 1 } else { 40 };
        let kind = StreamKind { rule: None, checked: true };
        let stream = unit(Kind::Stream(kind), &[width; 3], &[width, 1]);
        let number = |rng: &mut Rng, least: i64, most: i64| Bits::from_i64(width, rng.between(least, most));
        let mut feeds = [(); 3].map(|()| Vec::new());
        for _ in 0..12 {
            feeds[0].push(number(&mut rng, -limit, limit));
            // Steps of zero among them: such a loop ends at once.
            feeds[1].push(number(&mut rng, -4.max(-limit), 4.min(limit)));
            feeds[2].push(number(&mut rng, -limit, limit));
        }
        // The closing index needs a bit more than the width has.
        let (most, least) = (Bits::max_signed(width), Bits::min_signed(width));
        let one = Bits::from_u64(width, 1);
        feeds[0].extend([most.sub(&one), least.add(&one)]);
        feeds[1].extend([most.clone(), least.clone()]);
        feeds[2].extend([most, least]);
        check_with(&stream, &feeds);
    }
}

/// Whichever inputs are literals, a stream counts as it does from what it is given.
#[test]
fn streams_count_between_literals() {
    let cases = [
        (0, 1, 10),
        (3, 4, 20),
        (5, 1, 5),
        (5, 1, 2),
        (9, -2, 2),
        (-3, -1, 0),
        (0, 0, 3),
        // The closing index needs a bit more than the width has.
        (120, 5, 127),
        (-120, -100, -127),
    ];
    for (start, step, bound) in cases {
        let numbers = [start, step, bound].map(|number| Bits::from_i64(8, number));
        let feeds = numbers.clone().map(|number| vec![number; 3]);
        let kind = StreamKind { rule: None, checked: step == 0 };
        let stream = unit(Kind::Stream(kind), &[8; 3], &[8, 1]);
        let (outputs, consumed) = model(&stream, &feeds);
        for known in 0..8u64 {
            let literals: Vec<Option<Bits>> = (0..)
                .zip(&numbers)
                .map(|(input, number)| (known >> input & 1 == 1).then(|| number.clone()))
                .collect();
            for rates in Rates::ALL {
                let run = run_in(Bench::of_literals(&stream, literals.clone()), &feeds, rates, known);
                assert_eq!(run.outputs, outputs, "{literals:?}, {rates:?}: {feeds:?}");
                assert_eq!(run.consumed, consumed, "{literals:?}, {rates:?}: {feeds:?}");
            }
        }
    }
}

#[test]
fn streams_step_and_test_as_they_are_told() {
    use IntPredicate::*;
    let cases = [
        (StepOp::Add, Ne, 3, 4, 23),
        (StepOp::Add, Ult, 250, 3, 255),
        (StepOp::Sub, Sge, 9, 2, -5),
        (StepOp::Mul, Sle, 1, 3, 100),
        (StepOp::Shl, Ne, 1, 1, 0),
        (StepOp::AShr, Slt, -100, 1, -1),
        (StepOp::LShr, Ugt, -1, 9, 0),
        (StepOp::Add, Eq, 5, 1, 6),
        (StepOp::Sub, Uge, 5, 1, 3),
        (StepOp::Add, Sgt, 100, 13, 5),
        (StepOp::Add, Ule, 0, 100, 250),
    ];
    for width in [8, 32, 70] {
        for (op, test, start, step, bound) in cases {
            // Sums that wrap end in few bits only.
            if width > 8 && matches!((op, test), (StepOp::Add, Sgt)) {
                continue;
            }
            let kind = StreamKind { rule: Some((op, test)), checked: false };
            let stream = unit(Kind::Stream(kind), &[width; 3], &[width, 1]);
            let feeds = [start, step, bound].map(|number| vec![Bits::from_i64(width, number); 3]);
            check_with(&stream, &feeds);
        }
    }
}

/// What arithmetic there is, with its operands and whether its result is one bit.
fn functions() -> Vec<Function> {
    use Function::*;
    let mut all = vec![
        Add, Sub, Mul, DivS, DivU, RemS, RemU, And, Or, Xor, Not, Shl, ShrS, ShrU, Select, MaxS, MaxU, MinS,
        MinU, Abs,
    ];
    all.extend(IntPredicate::ALL.map(Cmp));
    all
}

#[test]
fn arithmetic_is_that_of_the_operation() {
    let mut rng = Rng::new(19);
    for width in [1, 2, 7, 32, 64, 65] {
        for function in functions() {
            let inputs = match function {
                Function::Not | Function::Abs => vec![width],
                Function::Select => vec![1, width, width],
                _ => vec![width; 2],
            };
            let output = if matches!(function, Function::Cmp(_)) { 1 } else { width };
            let mut feeds: Vec<Vec<Bits>> = inputs.iter().map(|width| random(&mut rng, *width, 40)).collect();
            if matches!(function, Function::Shl | Function::ShrS | Function::ShrU) {
                feeds[1] = (0..40).map(|k| Bits::from_u64(width, k * u64::from(width) / 30)).collect();
            }
            for latency in [0, 1, 2, 4] {
                check_with(&unit(Kind::Compute { function, latency }, &inputs, &[output]), &feeds);
            }
        }
        for (function, output) in
            [(Function::ExtS, 65), (Function::ExtU, 65), (Function::ExtS, width), (Function::Trunc, 1)]
        {
            let feeds = [random(&mut rng, width, 40)];
            check_with(&unit(Kind::Compute { function, latency: 0 }, &[width], &[output]), &feeds);
        }
    }
}

/// Those that are made of halves, the widest that is, and its neighbour.
#[test]
fn multipliers_of_all_lengths_multiply() {
    let mut rng = Rng::new(29);
    for width in [18, 19, 27, 32, 36, 37] {
        let feeds = [random(&mut rng, width, 60), random(&mut rng, width, 60)];
        for latency in 1..=6 {
            let kind = Kind::Compute { function: Function::Mul, latency };
            check_with(&unit(kind, &[width; 2], &[width]), &feeds);
        }
    }
}

#[test]
fn dividers_of_all_lengths_divide() {
    let mut rng = Rng::new(23);
    for (width, latencies) in
        [(1, &[3, 35][..]), (7, &[3, 5, 9, 35]), (32, &[20, 35]), (64, &[67]), (65, &[35])]
    {
        let mut feeds = [random(&mut rng, width, 60), random(&mut rng, width, 60)];
        let least = Bits::min_signed(width);
        let special = [
            (&least, Bits::ones(width)),
            (&least, Bits::zero(width)),
            (&Bits::ones(width), Bits::zero(width)),
        ]
        .map(|(a, b)| (a.clone(), b));
        for (a, b) in special {
            feeds[0].push(a);
            feeds[1].push(b);
        }
        // Short divisors, so that quotients have some bits.
        for bits in 1..width.min(40) {
            feeds[0].push(rng.bits(width));
            feeds[1].push(rng.bits(bits).zext(width));
        }
        for latency in latencies {
            for function in [Function::DivS, Function::DivU, Function::RemS, Function::RemU] {
                check_with(
                    &unit(Kind::Compute { function, latency: *latency }, &[width; 2], &[width]),
                    &feeds,
                );
            }
        }
    }
}
