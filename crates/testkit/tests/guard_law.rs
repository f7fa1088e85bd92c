//! Guards in kernels that are written by hand as streams: on data that meet, that never do and that do at times they are, at every level down to hardware,
//! what the program is; and they are as fast as their window allows, and as placement says.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::{apply, read};
use dialects::{func, handshake};
use interp::parse_args;
use ir::{Ir, Op};
use place::graph::Circuit;
use place::levels::Levels;
use place::throughput::{HasRoom, rates};
use sim::elastic::{Arg, Elastic, Memory, Options, Verdict};
use testkit::stream_law::{Kernel, Place, Reached, Trial, check_streams, of_calls};

/// Rounds of the loops.
const ROUNDS: u64 = 24;

/// Places that are counted.
const PLACES: u64 = 8;

/// Counts values; `limit` says up to which count, if there is one.
fn program(limit: Option<u32>) -> String {
    let stored = "memref.store %new, %h[%b] : memref<8xi32>";
    let store = match limit {
        Some(limit) => format!(
            "%limit = arith.constant {limit} : i32
             %less = arith.cmpi slt, %old, %limit : i32
             scf.if %less {{
               {stored}
             }}"
        ),
        None => stored.to_owned(),
    };
    format!(
        "func.func @f(%x: memref<24xi32>, %h: memref<8xi32>) {{
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %n = arith.constant {ROUNDS} : index
           %one = arith.constant 1 : i32
           scf.for %i = %c0 to %n step %c1 {{
             %v = memref.load %x[%i] : memref<24xi32>
             %b = arith.index_cast %v : i32 to index
             %old = memref.load %h[%b] : memref<8xi32>
             %new = arith.addi %old, %one : i32
             {store}
           }}
           return
         }}"
    )
}

/// The same as streams, with a guard before the load that is counted with.
fn streams(limit: Option<u32>, window: u32) -> String {
    let guard = format!("{{window = {window} : ui32}} : index, index, none");
    let (guarded, store) = match limit {
        Some(limit) => (
            format!("%free = guard %b, %sb, %done, %less {guard}, i1"),
            format!(
                "%limit = arith.constant {limit} : i32
                 %less = arith.cmpi slt, %old, %limit : i32
                 %sb, %nb = cond_br %less, %b : i1, index
                 %sv, %nv = cond_br %less, %new : i1, i32
                 %skipped = join %nb : [index] to none
                 %made = mux %less [%skipped, %done] : i1, [none, none] to none
                 %sa, %sd = store[%sb] %sv : index, i32"
            ),
        ),
        None => (
            format!("%free = guard %b, %b, %done {guard}"),
            "%made = br %done : none\n%sa, %sd = store[%b] %new : index, i32".to_owned(),
        ),
    };
    format!(
        "handshake.func @f(%x: memref<24xi32>, %h: memref<8xi32>, %start: none, ...) -> none {{
           %zero = constant %start {{value = 0 : index}} : none, index
           %step = constant %start {{value = 1 : index}} : none, index
           %n = constant %start {{value = {ROUNDS} : index}} : none, index
           %k, %c = dataflow.stream %zero, %step, %n
           %i, %last_i = cond_br %c, %k : i1, index
           %xf, %xend = mem_controller[%x : memref<24xi32>] %start (%xa) %last {{connectedBlocks = []}} : (index) -> i32
           %xa, %v = load[%i] %xf : index, i32
           %b = arith.index_cast %v : i32 to index
           {guarded}
           %from, %done, %end = mem_controller[%h : memref<8xi32>] %start (%la, %sa, %sd) %last {{connectedBlocks = [], storeDone}} : (index, index, i32) -> (i32, none)
           %la, %old = load[%free] %from : index, i32
           %one = arith.constant 1 : i32
           %new = arith.addi %old, %one : i32
           {store}
           %before = dataflow.carry %c, %start, %both : i1, none, none -> none
           %yes, %last = cond_br %c, %before : i1, none
           %both = join %yes, %made : none
           %all = join %xend, %end : none
           end %all : none
         }}"
    )
}

/// All equal, all different as far as there are places, and any.
fn data() -> Vec<Vec<u64>> {
    let mut rng = Rng::new(5);
    let rounds = || 0..ROUNDS;
    let mut all = vec![rounds().map(|_| 3).collect(), rounds().map(|i| i % PLACES).collect()];
    for most in [2, 3, PLACES] {
        all.push(rounds().map(|_| rng.below(most)).collect());
    }
    all
}

fn list(values: &[u64]) -> String {
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    format!("[{}]", values.join(", "))
}

/// A kernel of streams with the calls of its program.
fn kernel(limit: Option<u32>, window: u32) -> Kernel {
    let (ir, module) = read(&program(limit)).unwrap_or_else(|why| panic!("{why}"));
    let function = ir.walk(module).into_iter().find(|op| ir.code(*op) == func::FUNC).expect("a function");
    let call = |values: &Vec<u64>| {
        let args = format!("{}, {}", list(values), list(&[0, 1, 2, 0, 0, 7, 0, 0]));
        parse_args(&ir, function, &args, 1).expect("the arguments are right")
    };
    let calls: Vec<_> = data().iter().map(call).collect();
    let kernel = of_calls(&ir, module, function, "f", calls).expect("the program is defined");
    let (ir, module) = read(&streams(limit, window)).unwrap_or_else(|why| panic!("{why}"));
    Kernel { ir, module, ..kernel }
}

#[test]
fn guarded_kernels_do_what_their_programs_do() {
    for (limit, window) in [(None, 1), (None, 2), (None, 5), (Some(4), 1), (Some(4), 3)] {
        let kernel = kernel(limit, window);
        // Which streams are simplified and narrowed depends on the seed modulo 4.
        for seed in 0..8 {
            let trial = Trial { seed, index_bits: 32, max_cycles: 10_000, place: Place::PLAIN };
            let reached = check_streams(kernel.clone(), trial);
            let reached = reached.unwrap_or_else(|wrong| panic!("seed {seed}, {limit:?}: {}", wrong.words));
            assert_eq!(reached, Reached::Circuit, "seed {seed}");
        }
    }
}

/// A kernel with its buffers.
fn placed(limit: Option<u32>, window: u32) -> (Ir, Op) {
    let (mut ir, module) = read(&streams(limit, window)).unwrap_or_else(|why| panic!("{why}"));
    let passes = "simplify-streams,narrow-streams,simplify-streams,dataflow-to-handshake,place-buffers{algorithm=flowright clock=6 time=20}";
    assert_eq!(apply(passes, &mut ir, module), Ok(true));
    let function = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC);
    (ir, function.expect("a kernel"))
}

/// Cycles on these values, interpreted and as machine code.
fn cycles(ir: &Ir, function: Op, values: &[u64]) -> u64 {
    let mut diags = Diagnostics::new();
    let mut elastic = Elastic::new(ir, function, &mut diags).expect("it can be run");
    let mut found = Vec::new();
    for _ in 0..2 {
        let words = |values: &[u64]| {
            Arg::Memory(Memory::from_words(32, values.iter().map(|value| Bits::from_u64(32, *value))))
        };
        let mut args = [words(values), words(&[0; PLACES as usize])];
        elastic.reset();
        let outcome = elastic.run(&mut args, &Options::default());
        assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", elastic.diagnostic(&outcome));
        let Arg::Memory(counted) = &args[1] else { panic!("an array stays one") };
        let counts: Vec<u64> = counted.iter().map(|word| word.low_u64()).collect();
        let expected: Vec<u64> =
            (0..PLACES).map(|place| values.iter().filter(|value| **value == place).count() as u64).collect();
        assert_eq!(counts, expected);
        found.push(outcome.cycles);
        assert!(elastic.compile());
    }
    assert_eq!(found[0], found[1]);
    found[0]
}

#[test]
fn a_guard_is_as_fast_as_its_window() {
    let different: Vec<u64> = (0..ROUNDS).map(|i| i % PLACES).collect();
    let equal = vec![3; ROUNDS as usize];
    let mut before = f64::INFINITY;
    for window in [1, 2, 4, 6] {
        let (ir, function) = placed(None, window);
        let circuit = Circuit::of(&ir, function);
        let levels = Levels::of(&circuit);
        let rates = rates(&circuit, &levels, &levels.trips(&circuit), HasRoom::InBuffers);
        let period = rates.values().next().expect("there is a loop").period;
        assert!(period <= before, "window {window}: {period} cycles a round, and {before} with less");
        before = period;
        let took = cycles(&ir, function, &different);
        let rounds = ROUNDS as f64 * period;
        // What is not rounds is the way in and out.
        assert!(
            (rounds..rounds + 12.0).contains(&(took as f64)),
            "window {window}: {took}, and {period} a round"
        );
        assert!(cycles(&ir, function, &equal) >= took, "window {window}");
    }
    assert_eq!(before, 1.0, "a round in every cycle");
}
