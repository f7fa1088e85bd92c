//! Small graphs, cycle by cycle: what every unit does, and every verdict.

use super::alu::Alu;
use super::{Arg, Elastic, ElasticRecorder, Memory, Options, Outcome, Stalls, Verdict};
use crate::waves::WaveFormat;
use base::{Bits, Diagnostics, Rng};
use dialects::arith::IntPredicate;
use dialects::handshake::FUNC;
use dialects::handshake::unit::{Function, Kind, Unit};
use ir::text::{ParseOptions, parse};
use ir::verify::verify;
use ir::{Context, Ir};

/// Short forms for what the text of graphs repeats.
fn long(text: &str) -> String {
    let buffer = |ty: &str, slots: u32, latency: u32| {
        format!(", bufferType = {ty}, numSlots = {slots}, dvLatency = {latency}")
    };
    text.replace("ch<", "!handshake.channel<")
        .replace("ctl", "!handshake.control<>")
        .replace(" @DVR", &buffer("ONE_SLOT_BREAK_DVR", 1, 1))
        .replace(" @DV", &buffer("ONE_SLOT_BREAK_DV", 1, 1))
        .replace(" @R", &buffer("ONE_SLOT_BREAK_R", 1, 0))
        .replace(" @FIFO3", &buffer("FIFO_BREAK_DV", 3, 1))
        .replace(" @NONE2", &buffer("FIFO_BREAK_NONE", 2, 0))
        .replace(" @SHIFT3", &buffer("SHIFT_REG_BREAK_DV", 3, 3))
}

fn try_graph(text: &str) -> Result<Elastic, Vec<String>> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", long(text));
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:?}"));
    verify(&mut ir, module, &mut diags);
    assert!(!diags.has_errors(), "{diags:?}");
    let func = ir.walk(module).into_iter().find(|op| ir.code(*op) == FUNC).expect("a function");
    let elastic = Elastic::new(&ir, func, &mut diags);
    elastic.ok_or_else(|| {
        diags
            .iter()
            .map(|one| format!("{} {}; {}", one.code, one.message, one.hint.clone().unwrap_or_default()))
            .collect()
    })
}

fn graph(text: &str) -> Elastic {
    try_graph(text).unwrap_or_else(|said| panic!("{said:?}"))
}

/// What is said about a graph that is not simulated.
fn refused(text: &str) -> String {
    match try_graph(text) {
        Ok(_) => panic!("a graph that is not simulated"),
        Err(said) => said.join("\n"),
    }
}

fn word(width: u32, value: i64) -> Arg {
    Arg::Scalar(Bits::from_i64(width, value))
}

fn numbers(outcome: &Outcome) -> Vec<i64> {
    outcome.results.iter().map(|bits| bits.to_i64().expect("a small number")).collect()
}

/// Runs a graph on numbers of 32 bits.
fn run(elastic: &mut Elastic, args: &[i64]) -> Outcome {
    run_with(elastic, args, Stalls::None)
}

/// The same, as machine code from the beginning.
fn run_compiled(elastic: &mut Elastic, args: &[i64]) -> Outcome {
    elastic.reset();
    compile(elastic);
    run(elastic, args)
}

/// Makes machine code, of which there is some wherever data are words.
fn compile(elastic: &mut Elastic) {
    assert_eq!(elastic.compile(), cfg!(feature = "jit"));
}

fn run_with(elastic: &mut Elastic, args: &[i64], stalls: Stalls) -> Outcome {
    let mut args: Vec<Arg> = args.iter().map(|value| word(32, *value)).collect();
    elastic.run(&mut args, &Options { max_cycles: 100_000, stalls, count: false })
}

/// Runs a graph and compares its results, interpreted and as machine code, also when everything outside of it is slow.
fn check(elastic: &mut Elastic, args: &[i64], results: &[i64], cycles: u64) {
    for compiled in [false, true] {
        if compiled {
            compile(elastic);
        }
        let outcome = run(elastic, args);
        assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", elastic.diagnostic(&outcome));
        assert_eq!((numbers(&outcome), outcome.cycles), (results.to_vec(), cycles), "compiled: {compiled}");
    }
    for seed in 0..20 {
        let outcome = run_with(elastic, args, Stalls::Random(seed));
        assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", elastic.diagnostic(&outcome));
        assert_eq!(numbers(&outcome), results, "seed {seed}");
    }
}

/// The message and the hint about a run that does not go well.
fn said(elastic: &Elastic, outcome: &Outcome) -> (String, String) {
    let diagnostic = elastic.diagnostic(outcome).expect("a run that does not go well");
    (format!("{} {}", diagnostic.code, diagnostic.message), diagnostic.hint.unwrap_or_default())
}

/// A function of numbers of 32 bits.
fn kernel(args: &str, results: usize, body: &str) -> String {
    let args: Vec<String> = args.split_whitespace().map(|name| format!("%{name}: ch<i32>, ")).collect();
    let results = "ch<i32>, ".repeat(results);
    format!("handshake.func @k({}%start: ctl, ...) -> ({results}ctl) {{\n{body}\n}}", args.concat())
}

#[test]
fn arithmetic_takes_its_latency() {
    let mut add = graph(&kernel("a b", 1, "%r = addi %a, %b : <i32>\n end %r, %start : <i32>, <>"));
    check(&mut add, &[3, -5], &[-2], 1);
    let mut mul = graph(&kernel("a b", 1, "%r = muli %a, %b : <i32>\n end %r, %start : <i32>, <>"));
    check(&mut mul, &[3, -5], &[-15], 5);
    let mut div = graph(&kernel("a b", 1, "%r = divsi %a, %b : <i32>\n end %r, %start : <i32>, <>"));
    check(&mut div, &[-17, 5], &[-3], 36);
    check(&mut div, &[-17, 0], &[-1], 36);
}

#[test]
fn buffers_take_their_latency() {
    let latency = [("@DV", 1), ("@R", 0), ("@DVR", 1), ("@FIFO3", 1), ("@NONE2", 0), ("@SHIFT3", 3)];
    for (buffer, latency) in latency {
        let body = format!("%r = buffer %a {buffer} : <i32>\n end %r, %start : <i32>, <>");
        check(&mut graph(&kernel("a", 1, &body)), &[7], &[7], 1 + latency);
    }
}

#[test]
fn steering() {
    let body = "%c = trunci %s : <i32> to <i1>
        %cs:2 = fork [2] %c : <i1>
        %t, %f = cond_br %cs#0, %a : <i1>, <i32>
        %one = source : <>
        %k = constant %one {value = 100 : i32} : <>, <i32>
        %u = addi %t, %k : <i32>
        %r = mux %cs#1 [%f, %u] : <i1>, [<i32>, <i32>] to <i32>
        end %r, %start : <i32>, <>";
    let mut graph_mux = graph(&kernel("s a", 1, body));
    check(&mut graph_mux, &[1, 5], &[105], 1);
    check(&mut graph_mux, &[0, 5], &[5], 1);
    let body = "%c = trunci %s : <i32> to <i1>
        %t, %f = cond_br %c, %a : <i1>, <i32>
        %m, %i = control_merge [%f, %t] : [<i32>, <i32>] to <i32>, <i1>
        %n = extui %i : <i1> to <i32>
        end %m, %n, %start : <i32>, <i32>, <>";
    let mut graph_merge = graph(&kernel("s a", 2, body));
    check(&mut graph_merge, &[1, 5], &[5, 1], 1);
    check(&mut graph_merge, &[0, 5], &[5, 0], 1);
}

/// The sum of the numbers below n that step and start give.
const SUM: &str = "%i, %raw = dataflow.stream %from, %step, %n : ch<i32>
    %s:2 = fork [2] %start : <>
    %zero = constant %s#0 {value = 0 : i32} : <>, <i32>
    %raws:3 = fork [3] %raw : <i1>
    %c = dataflow.carry %raws#0, %zero, %next : ch<i1>, ch<i32>, ch<i32> -> ch<i32>
    %c1 = buffer %c @DV : <i32>
    %c2 = buffer %c1 @R : <i32>
    %iv, %ic = dataflow.gate %i, %raws#1 : ch<i32>, ch<i1> -> ch<i32>, ch<i1>
    sink %ic : <i1>
    %body, %sum = cond_br %raws#2, %c2 : <i1>, <i32>
    %next = addi %body, %iv : <i32>
    end %sum, %s#1 : <i32>, <>";

#[test]
fn loops_and_activations() {
    let mut sum = graph(&kernel("from step n", 1, SUM));
    check(&mut sum, &[0, 1, 5], &[10], 7);
    check(&mut sum, &[0, 1, 0], &[0], 2);
    check(&mut sum, &[10, -3, 0], &[22], 6);
    // The closing index needs one bit more than the others.
    let max = i64::from(i32::MAX);
    check(&mut sum, &[max - 1, 1, max], &[max - 1], 3);
    assert!(sum.cycle() > 0);
    sum.reset();
    check(&mut sum, &[0, 2, 5], &[6], 5);
}

/// A sum over a nest of two loops: the inner one is the same control states over and over, and leaves them at its end.
#[cfg(feature = "jit")]
const NEST: &str = "%s:2 = fork [2] %start : <>
    %zeros = constant %s#0 {value = 0 : i32} : <>, <i32>
    %zero:2 = fork [2] %zeros : <i32>
    %ones = source : <>
    %one = constant %ones {value = 1 : i32} : <>, <i32>
    %i, %more = dataflow.stream %zero#0, %one, %n : ch<i32>
    %mores:3 = fork [3] %more : <i1>
    %iv, %ic = dataflow.gate %i, %mores#0 : ch<i32>, ch<i1> -> ch<i32>, ch<i1>
    sink %ic : <i1>
    %k0 = source : <>
    %k = constant %k0 {value = 0 : i32} : <>, <i32>
    %k1 = source : <>
    %by = constant %k1 {value = 1 : i32} : <>, <i32>
    %j, %inner = dataflow.stream %k, %by, %iv : ch<i32>
    %inners:3 = fork [3] %inner : <i1>
    %jv, %jc = dataflow.gate %j, %inners#0 : ch<i32>, ch<i1> -> ch<i32>, ch<i1>
    sink %jc : <i1>
    %sum = dataflow.carry %mores#1, %zero#1, %next : ch<i1>, ch<i32>, ch<i32> -> ch<i32>
    %held = buffer %sum @DVR : <i32>
    %go, %total = cond_br %mores#2, %held : <i1>, <i32>
    %part = dataflow.carry %inners#1, %go, %back : ch<i1>, ch<i32>, ch<i32> -> ch<i32>
    %slots = buffer %part @FIFO3 : <i32>
    %kept = buffer %slots @R : <i32>
    %again, %next = cond_br %inners#2, %kept : <i1>, <i32>
    %back = addi %again, %jv : <i32>
    end %total, %s#1 : <i32>, <>";

#[test]
#[cfg(feature = "jit")]
fn control_states_have_code_of_their_own() {
    let mut nest = graph(&kernel("n", 1, NEST));
    let mut args = [word(32, 300)];
    let mut cycles = 0;
    let interpreted = nest.run_traced(&mut args, &Options::default(), |_| cycles += 1);
    let expected = (0..300).map(|i| i * (i - 1) / 2).sum::<i64>();
    assert_eq!(numbers(&interpreted), [expected]);
    nest.reset();
    let run = nest.run(&mut args, &Options::default());
    assert!(matches!(run.verdict, Verdict::Finished), "{:?}", nest.diagnostic(&run));
    assert_eq!((numbers(&run), run.cycles), (numbers(&interpreted), interpreted.cycles));
    let traced = nest.code.traced;
    assert!(2 * traced > run.cycles, "only {traced} of {} cycles", run.cycles);
}

#[test]
fn a_step_of_zero_is_an_error() {
    let mut sum = graph(&kernel("from step n", 1, SUM));
    let outcome = run(&mut sum, &[0, 0, 5]);
    assert!(matches!(outcome.verdict, Verdict::Error(_)));
    let again = run_compiled(&mut sum, &[0, 0, 5]);
    assert_eq!(said(&sum, &outcome), said(&sum, &again));
    assert_eq!(
        said(&sum, &outcome).0,
        "FR0863 `i` (dataflow.stream) was given a step of zero (RT_DATAFLOW_STREAM_ZERO_STEP)"
    );
}

#[test]
fn invariants_repeat() {
    let body = "%s:3 = fork [3] %start : <>
        %zero = constant %s#0 {value = 0 : i32} : <>, <i32>
        %one = constant %s#1 {value = 1 : i32} : <>, <i32>
        %i, %raw = dataflow.stream %zero, %one, %n : ch<i32>
        sink %i : <i32>
        %raws:4 = fork [4] %raw : <i1>
        %x = dataflow.invariant %raws#0, %a : ch<i1>, ch<i32> -> ch<i32>
        %xb = buffer %x @DV : <i32>
        %xv, %xc = dataflow.gate %xb, %raws#1 : ch<i32>, ch<i1> -> ch<i32>, ch<i1>
        sink %xc : <i1>
        %c = dataflow.carry %raws#2, %b, %next : ch<i1>, ch<i32>, ch<i32> -> ch<i32>
        %c1 = buffer %c @DV : <i32>
        %c2 = buffer %c1 @R : <i32>
        %more, %r = cond_br %raws#3, %c2 : <i1>, <i32>
        %next = muli %more, %xv : <i32>
        end %r, %s#2 : <i32>, <>";
    let mut power = graph(&kernel("a b n", 1, body));
    check(&mut power, &[3, 1, 4], &[81], 22);
    check(&mut power, &[3, 7, 0], &[7], 2);
    check(&mut power, &[-2, 1, 3], &[-8], 17);
}

#[test]
fn memories_are_read_and_written() {
    let text = "handshake.func @k(%m: memref<8xi32>, %i: ch<i32>, %j: ch<i32>, %start: ctl, ...) -> (ch<i32>, ctl) {
        %s:2 = fork [2] %start : <>
        %from, %done, %end = mem_controller[%m : memref<8xi32>] %s#0 (%la, %sa, %sd) %s#1 {connectedBlocks = [], storeDone}
            : (ch<i32>, ch<i32>, ch<i32>) -> (ch<i32>, ctl)
        %la, %x = load[%i] %from : <i32>, <i32>, <i32>, <i32>
        %xs:2 = fork [2] %x : <i32>
        %one = source : <>
        %k = constant %one {value = 1 : i32} : <>, <i32>
        %y = addi %xs#0, %k : <i32>
        %sa, %sd = store[%j] %y : <i32>, <i32>, <i32>, <i32>
        %all = join %done, %end : [<>, <>] to <>
        end %xs#1, %all : <i32>, <>
    }";
    let mut elastic = graph(text);
    for seed in 0..20 {
        if seed == 1 {
            assert!(elastic.compile());
        }
        let words = (0..8).map(|word| Bits::from_u64(32, 10 * word));
        let mut args = [Arg::Memory(Memory::from_words(32, words)), word(32, 3), word(32, 5)];
        let stalls = if seed < 2 { Stalls::None } else { Stalls::Random(seed) };
        let outcome = elastic.run(&mut args, &Options { stalls, ..Options::default() });
        assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", elastic.diagnostic(&outcome));
        assert_eq!(numbers(&outcome), [30]);
        // The address is taken in the first cycle, data come and are stored in the second, the completion is there in the third.
        assert!(seed > 1 || outcome.cycles == 3, "{} cycles", outcome.cycles);
        let [Arg::Memory(memory), ..] = &args else { panic!("an array stays one") };
        let after: Vec<u64> = memory.iter().map(|word| word.low_u64()).collect();
        assert_eq!(after, [0, 10, 20, 30, 40, 31, 60, 70]);
    }
}

#[test]
fn memories_of_the_circuit_keep_their_contents() {
    let text = "handshake.func @k(%start: ctl, ...) -> (ch<i32>, ctl) {
        %m = ram {initialValue = dense<[5, 6]> : tensor<2xi32>} : memref<2xi32>
        %s:4 = fork [4] %start : <>
        %a = constant %s#2 {value = 1 : i32} : <>, <i32>
        %b = constant %s#3 {value = 1 : i32} : <>, <i32>
        %from, %done, %end = mem_controller[%m : memref<2xi32>] %s#0 (%la, %sa, %sd) %s#1 {connectedBlocks = [], storeDone}
            : (ch<i32>, ch<i32>, ch<i32>) -> (ch<i32>, ctl)
        %la, %x = load[%a] %from : <i32>, <i32>, <i32>, <i32>
        %xs:3 = fork [3] %x : <i32>
        %y = addi %xs#0, %xs#1 : <i32>
        %sa, %sd = store[%b] %y : <i32>, <i32>, <i32>, <i32>
        %all = join %done, %end : [<>, <>] to <>
        end %xs#2, %all : <i32>, <>
    }";
    let mut elastic = graph(text);
    for expected in [6, 12, 24, 48] {
        if expected == 12 {
            elastic.compile();
        }
        let outcome = elastic.run(&mut [], &Options::default());
        assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", elastic.diagnostic(&outcome));
        assert_eq!(numbers(&outcome), [expected]);
    }
}

#[test]
fn a_missing_slot_is_a_deadlock() {
    // The value of an iteration waits for the condition of the next one, which the gate takes only after it.
    let body = |slot: &str| {
        format!(
            "%s:4 = fork [4] %start : <>
        %zero = constant %s#0 {{value = 0 : i32}} : <>, <i32>
        %one = constant %s#1 {{value = 1 : i32}} : <>, <i32>
        %n = constant %s#2 {{value = 1 : i32}} : <>, <i32>
        %i, %raw = dataflow.stream %zero, %one, %n : ch<i32>
        %v, %c = dataflow.gate %i, %raw : ch<i32>, ch<i1> -> ch<i32>, ch<i1>
        {slot}
        %b = blocker %w, %c : [<i32>, <i1>] to <i32>
        end %b, %s#3 : <i32>, <>"
        )
    };
    let mut stuck = graph(&kernel("", 1, &body("%w = br %v : <i32>")));
    let outcome = run(&mut stuck, &[]);
    let again = run_compiled(&mut stuck, &[]);
    assert_eq!(said(&stuck, &outcome), said(&stuck, &again));
    let (message, hint) = said(&stuck, &outcome);
    assert_eq!(message, "FR0862 @k stands still in cycle 2: 3 channels wait for each other");
    assert_eq!(hint, "a FIFO_BREAK_NONE buffer with 1 slot on `%v` lets it go on");
    let mut free = graph(&kernel("", 1, &body("%w = buffer %v @NONE2 : <i32>")));
    check(&mut free, &[], &[0], 2);
}

#[test]
fn a_token_that_never_comes_is_a_deadlock() {
    let body = "%c = trunci %a : <i32> to <i1>
        %t, %f = cond_br %c, %b : <i1>, <i32>
        sink %f : <i32>
        end %t, %start : <i32>, <>";
    let mut starved = graph(&kernel("a b", 1, body));
    check(&mut starved, &[1, 4], &[4], 1);
    let outcome = run(&mut starved, &[0, 4]);
    let (message, _) = said(&starved, &outcome);
    assert_eq!(message, "FR0862 @k stands still in cycle 2: it waits for a token that never comes");
}

#[test]
fn a_guard_that_stands_still_names_the_store() {
    // All rounds go to one element; there is data for the first store alone.
    let text = "handshake.func @k(%m: memref<4xi32>, %b: ch<i32>, %start: ctl, ...) -> (ch<i32>, ctl) {
        %s:5 = fork [5] %start : <>
        %zero = constant %s#0 {value = 0 : i32} : <>, <i32>
        %one = constant %s#1 {value = 1 : i32} : <>, <i32>
        %n = constant %s#2 {value = 2 : i32} : <>, <i32>
        %i, %raw = dataflow.stream %zero, %one, %n : ch<i32>
        %k = source : <>
        %none = constant %k {value = 0 : i32} : <>, <i32>
        %at = andi %i, %none : <i32>
        %a:3 = fork [3] %at : <i32>
        %g = guard %a#0, %a#1, %done {window = 2 : ui32} : <i32>, <i32>, <>
        %from, %done, %end = mem_controller[%m : memref<4xi32>] %s#3 (%la, %sa, %sd) %s#4 {connectedBlocks = [], storeDone}
            : (ch<i32>, ch<i32>, ch<i32>) -> (ch<i32>, ctl)
        %la, %x = load[%g] %from : <i32>, <i32>, <i32>, <i32>
        %ab = buffer %a#2 @FIFO3 : <i32>
        %sa, %sd = store[%ab] %b : <i32>, <i32>, <i32>, <i32>
        %rb = buffer %raw @FIFO3 : <i1>
        %t, %f = cond_br %rb, %x : <i1>, <i32>
        sink %t : <i32>
        end %f, %end : <i32>, <>
    }";
    let mut elastic = graph(text);
    let mut notes = Vec::new();
    for compiled in [false, true] {
        if compiled {
            assert!(elastic.compile());
        }
        elastic.reset();
        let memory = Memory::from_words(32, (0..4).map(|word| Bits::from_u64(32, word)));
        let outcome = elastic.run(&mut [Arg::Memory(memory), word(32, 7)], &Options::default());
        assert!(matches!(outcome.verdict, Verdict::Deadlock { .. }), "{:?}", outcome.verdict);
        notes.push(elastic.diagnostic(&outcome).expect("it is told").notes);
    }
    let expected =
        "`g` (handshake.guard) waits for the store `sa` (handshake.store) to be complete: same address";
    assert!(notes[0].contains(&expected.to_string()), "{notes:?}");
    assert_eq!(notes[0], notes[1]);
}

#[test]
fn rings_need_slots() {
    let ring = |slots: &str| {
        kernel(
            "a",
            1,
            &format!(
                "%m = merge %a, %back : <i32>
        {slots}
        %two:2 = fork [2] %b : <i32>
        %x = buffer %two#0 @SHIFT3 : <i32>
        %k = source : <>
        %kf = constant %k {{value = false}} : <>, <i1>
        %back, %out = cond_br %kf, %x : <i1>, <i32>
        sink %two#1 : <i32>
        end %out, %start : <i32>, <>"
            ),
        )
    };
    assert_eq!(
        refused(&ring("%b = br %m : <i32>")),
        "FR0861 a combinational cycle through channels: ready of `%back` makes ready of `%x` makes ready of `%two#0` makes ready of \
         `%b` makes ready of `%m` makes ready of `%back`; put a buffer that breaks ready on the cycle, such as ONE_SLOT_BREAK_R on `%m`"
    );
    check(&mut graph(&ring("%b = buffer %m @R : <i32>")), &[3], &[3], 4);
}

#[test]
fn what_is_left_is_told() {
    let body = "%c = trunci %s : <i32> to <i1>
        %r = mux %c [%a, %b] : <i1>, [<i32>, <i32>] to <i32>
        end %r, %start : <i32>, <>";
    let mut elastic = graph(&kernel("s a b", 1, body));
    let outcome = run(&mut elastic, &[1, 5, 6]);
    assert_eq!(numbers(&outcome), [6]);
    assert_eq!(said(&elastic, &outcome).0, "FR0865 @k is finished, but one unit is not empty");
    let notes = elastic.diagnostic(&outcome).expect("tokens are left").notes;
    assert_eq!(notes, ["`a` (argument) holds 1 token"]);
}

/// What is noted about a run of a graph from and to one bit, whose first token is that of an `init`.
fn noted_of_init(body: &str, value: i64) -> Vec<String> {
    let head = "handshake.func @k(%a: ch<i1>, %start: ctl, ...) -> (ch<i1>, ctl)";
    let mut elastic = graph(&format!("{head} {{\n{body}\n}}"));
    let outcome = elastic.run(&mut [word(1, value)], &Options::default());
    assert_eq!(numbers(&outcome), [0]);
    elastic.diagnostic(&outcome).map(|diagnostic| diagnostic.notes).unwrap_or_default()
}

#[test]
fn what_an_init_has_at_reset_is_there_again() {
    let plain = "%x = init %a : <i1>
        end %x, %start : <i1>, <>";
    assert_eq!(noted_of_init(plain, 0), [] as [&str; 0]);
    assert_eq!(noted_of_init(plain, -1), ["`x` (handshake.init) holds another token than at reset"]);
    // The token waits behind the `init` before anything begins.
    let slot = "%y = init %a : <i1>
        %x = buffer %y @R : <i1>
        end %x, %start : <i1>, <>";
    assert_eq!(noted_of_init(slot, 0), [] as [&str; 0]);
    assert_eq!(noted_of_init(slot, -1), ["`x` (handshake.buffer) holds another token than at reset"]);
    let lost = "%x = init %back : <i1>
        %y = buffer %x @R : <i1>
        %back, %z = cond_br %a, %y : <i1>, <i1>
        end %z, %start : <i1>, <>";
    assert_eq!(noted_of_init(lost, 0), ["`y` (handshake.buffer) lacks the token that it has at reset"]);
}

#[test]
fn a_stream_that_sources_start_is_not_finished() {
    let body = "%s:3 = fork [3] %one : <>
        %one = source : <>
        %zero = constant %s#0 {value = 0 : i32} : <>, <i32>
        %step = constant %s#1 {value = 1 : i32} : <>, <i32>
        %end = constant %s#2 {value = 1000000 : i32} : <>, <i32>
        %i, %more = dataflow.stream %zero, %step, %end : ch<i32>
        sink %i : <i32>
        sink %more : <i1>
        end %a, %start : <i32>, <>";
    let mut elastic = graph(&kernel("a", 1, body));
    let outcome = run(&mut elastic, &[5]);
    assert!(matches!(outcome.verdict, Verdict::LeftBehind(_)));
}

#[test]
fn endless_runs_are_given_up() {
    let body = "%m = merge %a, %back : <i32>
        %b = buffer %m @DV : <i32>
        %b1 = buffer %b @R : <i32>
        %k = source : <>
        %kt = constant %k {value = true} : <>, <i1>
        %back, %out = cond_br %kt, %b1 : <i1>, <i32>
        end %out, %start : <i32>, <>";
    let mut endless = graph(&kernel("a", 1, body));
    let outcome = run(&mut endless, &[7]);
    assert!(matches!(outcome.verdict, Verdict::Limit { endless: true }));
    let outcome = run_compiled(&mut endless, &[7]);
    assert!(matches!(outcome.verdict, Verdict::Limit { endless: true }));
}

#[test]
fn wide_data() {
    let text = "handshake.func @k(%a: ch<i100>, %b: ch<i100>, %c: ch<i1>, %start: ctl, ...) -> (ch<i100>, ch<i100>, ctl) {
        %as:2 = fork [2] %a : <i100>
        %bs:2 = fork [2] %b : <i100>
        %p = muli %as#0, %bs#0 : <i100>
        %q = buffer %p @FIFO3 : <i100>
        %d = subi %as#1, %bs#1 : <i100>
        %t, %f = cond_br %c, %d : <i1>, <i100>
        %e = merge %t, %f : <i100>
        end %q, %e, %start : <i100>, <i100>, <>
    }";
    let mut elastic = graph(text);
    let mut rng = Rng::new(5);
    for _ in 0..10 {
        let (a, b) = (rng.bits(100), rng.bits(100));
        let mut args = [Arg::Scalar(a.clone()), Arg::Scalar(b.clone()), Arg::Scalar(Bits::from_bool(true))];
        let outcome = elastic.run(&mut args, &Options::default());
        assert!(matches!(outcome.verdict, Verdict::Finished));
        assert_eq!((outcome.results, outcome.cycles), (vec![a.mul(&b), a.sub(&b)], 6));
    }
}

#[test]
fn what_cannot_be_simulated_is_told() {
    let huge = "%r = buffer %a, bufferType = FIFO_BREAK_DV, numSlots = 4294967295, dvLatency = 1 : <i32>
        end %r, %start : <i32>, <>";
    let said = "FR0860 `handshake.buffer`: up to here units hold more than 67108864 words of 64 bits, so they cannot be simulated; ";
    assert_eq!(refused(&kernel("a", 1, huge)), said);
    let wide = "%s = extui %b : <i32> to <i65>
        %r = mux %s [%a] : <i65>, [<i32>] to <i32>
        end %r, %start : <i32>, <>";
    assert!(refused(&kernel("a b", 1, wide)).contains("a number of more than 64 bits chooses an input"));
}

#[test]
fn tokens_are_counted() {
    let mut sum = graph(&kernel("from step n", 1, SUM));
    let mut args = [word(32, 0), word(32, 1), word(32, 4)];
    let mut cycles = 0;
    let outcome = sum.run_traced(&mut args, &Options { count: true, ..Options::default() }, |view| {
        assert_eq!(view.cycle(), cycles);
        cycles += 1;
    });
    assert_eq!(cycles, outcome.cycles + outcome.idle);
    let count = |name: &str| {
        let (id, _) =
            sum.network().channels.iter().find(|(_, channel)| channel.name == name).expect("a channel");
        outcome.transfers[id]
    };
    assert_eq!([count("`%raw`"), count("`%iv`"), count("`%sum`"), count("`%next`")], [5, 4, 1, 4]);
}

#[test]
fn words_compute_what_bits_compute() {
    use Function::*;
    use IntPredicate::*;
    let mut functions = vec![
        Add, Sub, Mul, DivS, DivU, RemS, RemU, And, Or, Xor, Not, Shl, ShrS, ShrU, MaxS, MaxU, MinS, MinU,
        Abs,
    ];
    functions.extend([Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge].map(Cmp));
    let mut rng = Rng::new(1);
    for function in functions {
        for width in [1, 2, 7, 32, 63, 64] {
            let inputs = if matches!(function, Not | Abs) { 1 } else { 2 };
            let output = if matches!(function, Cmp(_)) { 1 } else { width };
            let unit = Unit {
                kind: Kind::Compute { function, latency: 0 },
                inputs: vec![width; inputs],
                outputs: vec![output],
            };
            let alu = Alu::of(&unit).expect("it fits into words");
            for _ in 0..50 {
                let interesting = [
                    Bits::zero(width),
                    Bits::ones(width),
                    Bits::min_signed(width),
                    Bits::from_u64(width, u64::from(width)),
                ];
                let pick = |rng: &mut Rng| match rng.index(8) {
                    at @ 0..4 => interesting[at].clone(),
                    _ => rng.bits(width),
                };
                let values: Vec<Bits> = (0..inputs).map(|_| pick(&mut rng)).collect();
                let mut words = [0; 3];
                for (word, value) in words.iter_mut().zip(&values) {
                    *word = value.low_u64();
                }
                let expected = function.eval(&values, output);
                assert_eq!(alu.all(words, inputs), expected.low_u64(), "{function:?} of {values:?}");
            }
        }
    }
}

#[test]
fn waves_show_what_channels_do() {
    let mut sum = graph(&kernel("from step n", 1, SUM));
    let path = std::env::temp_dir().join(format!("flowright-elastic-{}.vcd", std::process::id()));
    let mut recorder = ElasticRecorder::create(&path, WaveFormat::Vcd, &sum).expect("a file");
    let mut args = [word(32, 0), word(32, 1), word(32, 2)];
    sum.run_traced(&mut args, &Options::default(), |view| recorder.cycle(view).expect("a cycle is written"));
    recorder.finish().expect("the file is finished");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    std::fs::remove_file(&path).expect("the file can be removed");
    for name in [" clk ", " raw_state ", " raw ", " raws_0 ", " n ", " start_state "] {
        assert!(text.contains(name), "no{name}in {text}");
    }
    assert!(!text.contains(" start "), "a token without data has no data to show");
}

#[test]
fn a_source_that_is_far_away_is_waited_for() {
    // Nothing that came from outside moves while the constants are being divided.
    let body = "%s = source : <>
        %t = source : <>
        %x = constant %s {value = 84 : i32} : <>, <i32>
        %y = constant %t {value = 2 : i32} : <>, <i32>
        %q = divui %x, %y : <i32>
        %r = addi %q, %a : <i32>
        end %r, %start : <i32>, <>";
    let mut far = graph(&kernel("a", 1, body));
    let outcome = run(&mut far, &[1]);
    assert!(matches!(outcome.verdict, Verdict::Finished));
    assert_eq!((numbers(&outcome), outcome.cycles), (vec![43], 36));
    let outcome = run_compiled(&mut far, &[1]);
    assert_eq!((numbers(&outcome), outcome.cycles), (vec![43], 36));
}

#[test]
fn channels_are_called_as_the_text_does() {
    // What has no name there goes by its unit, and what is made gives way to what the text says.
    let body = "%c = cmpi ne, %a, %b : <i32>
        %x, %0 = cond_br %c, %d {handshake.name = \"branch\"} : <i1>, <i32>
        %branch_1 = merge %x : <i32>
        %x_0:2 = fork [2] %0 : <i32>
        sink %x_0#0 : <i32>
        %x_0_1 = merge %x_0#1, %branch_1 : <i32>
        end %x_0_1, %start : <i32>, <>";
    let elastic = graph(&kernel("a b d", 1, body));
    let network = elastic.network();
    let channels = network.channels.iter().take(network.values);
    let (labels, names): (Vec<&str>, Vec<&str>) =
        channels.map(|(_, one)| (&one.label[..], &one.name[..])).skip(5).unzip();
    assert_eq!(labels, ["x", "branch_1_1", "branch_1", "x_0_0", "x_0_1_1", "x_0_1"]);
    assert_eq!(names, ["`%x`", "output 1 of `branch`", "`%branch_1`", "`%x_0#0`", "`%x_0#1`", "`%x_0_1`"]);
}

// ----- queues -----

/// A store and a load behind it, each a group; the address of the store goes through `blocker`, which waits for a token.
fn queued(token: &str) -> String {
    format!(
        "handshake.func @k(%m: memref<4xi32>, %i: !handshake.channel<i32>, %x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {{
        %s:5 = fork [5] %start : <>
        %i0, %i1 = fork [2] %i : <i32>
        %g0, %go = lazy_fork [2] %s#0 : <>
        %g1 = buffer %go {{hw.parameters = {{BUFFER_TYPE = \"ONE_SLOT_BREAK_DVR\", NUM_SLOTS = 1 : ui32}}}} : <>
        %q:2 = lsq[%m : memref<4xi32>] (%s#1, %g0, %sa, %sd, %g1, %la, %end) {{groupSizes = [1 : i32, 1 : i32]}} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.channel<i32>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>) -> (!handshake.channel<i32>, !handshake.control<>)
        %end = buffer %s#2 {{hw.parameters = {{BUFFER_TYPE = \"SHIFT_REG_BREAK_DV\", NUM_SLOTS = 4 : ui32}}}} : <>
        %la, %y = load[%i0] %q#0 : <i32>, <i32>, <i32>, <i32>
        %y0, %y1 = fork [2] %y : <i32>
        %never = join %y1 : [<i32>] to <>
        %w0, %w1 = fork [2] %s#3 : <>
        %at = blocker %i1, {token} : [<i32>, <>] to <i32>
        %sa, %sd = store[%at] %x : <i32>, <i32>, <i32>, <i32>
        sink %w1 : <>
        sink {} : <>
        sink %s#4 : <>
        end %y0, %q#1 : <i32>, <>
      }}",
        if token == "%w0" { "%never" } else { "%w0" }
    )
}

#[test]
fn a_queue_hands_the_data_of_a_store_to_a_load() {
    let mut elastic = graph(&queued("%w0"));
    assert!(!elastic.compile(), "a circuit with a queue is interpreted");
    let words = [5, 6, 7, 8].map(|word| Bits::from_u64(32, word));
    let mut args = vec![
        Arg::Memory(Memory::from_words(32, words)),
        Arg::Scalar(Bits::from_u64(32, 2)),
        Arg::Scalar(Bits::from_u64(32, 9)),
    ];
    let outcome = elastic.run(&mut args, &Options { max_cycles: 100, ..Options::default() });
    assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", outcome.verdict);
    assert_eq!(outcome.results[0], Bits::from_u64(32, 9));
    let Arg::Memory(memory) = &args[0] else { panic!("it is a memory") };
    assert_eq!(memory.get(2), Bits::from_u64(32, 9));
}

/// The store's address waits for what the load behind it gives, and the load for the address.
#[test]
fn a_queue_that_waits_says_for_what() {
    let mut elastic = graph(&queued("%never"));
    let mut args = vec![
        Arg::Memory(Memory::new(32, 4)),
        Arg::Scalar(Bits::from_u64(32, 2)),
        Arg::Scalar(Bits::from_u64(32, 9)),
    ];
    let outcome = elastic.run(&mut args, &Options { max_cycles: 100, ..Options::default() });
    let Verdict::Deadlock { blocked, .. } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert!(blocked.cycle);
    let names: Vec<&str> =
        blocked.waits.iter().map(|wait| elastic.network().channels[wait.channel].label.as_str()).collect();
    assert!(names.contains(&"sa") && names.contains(&"q_0"), "{names:?}");
}
