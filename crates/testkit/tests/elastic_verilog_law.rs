//! Circuits of elastic graphs with cycles, lazy forks and memories of their own: the simulator of units agrees with them on every channel in every
//! cycle, and Verilator, on the SystemVerilog that is written of them, on every output.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::{apply, count, custom, for_all, messages, read};
use dialects::handshake;
use driver::cosim::{Bench, Design, Engine, Scratch, compare, design, inputs, ports, simulator, trace};
use driver::stimulus::random;
use driver::{Input, ReadOptions, VerilogRequest};
use ir::{Ir, Op};
use sim::elastic::{Arg, ChannelId, Elastic, Memory, Options};
use sim::{Backend, Simulator};
use std::path::Path;
use std::time::Duration;
use testkit::elastic::{WORDS, generate};

/// Of a channel in a cycle: valid, ready, and data where it is valid.
type Signal = (bool, bool, Option<Bits>);

/// What every channel did in every cycle.
type Trace = Vec<Vec<Signal>>;

/// Cycles to compare: enough for every pipeline to fill and empty.
const CYCLES: u64 = 200;

/// What the simulator of units says.
fn on_units(ir: &Ir, function: Op, args: &mut [Arg]) -> Result<(Trace, Vec<u32>), String> {
    let mut diags = Diagnostics::new();
    let elastic = Elastic::new(ir, function, &mut diags);
    let mut elastic = elastic.ok_or_else(|| messages(ir, &diags))?;
    let channels: Vec<ChannelId> = elastic.network().channels.keys().take(elastic.network().values).collect();
    let widths: Vec<u32> =
        channels.iter().map(|channel| elastic.network().channels[*channel].width).collect();
    let mut trace = Trace::new();
    let options = Options { max_cycles: CYCLES, ..Options::default() };
    elastic.run_traced(args, &options, |view| {
        let signal = |channel: &ChannelId| {
            let valid = view.valid(*channel);
            (valid, view.ready(*channel), valid.then(|| view.data(*channel)))
        };
        if (trace.len() as u64) < CYCLES {
            trace.push(channels.iter().map(signal).collect());
        }
    });
    Ok((trace, widths))
}

/// What the circuit does in as many cycles, with the array played here.
fn on_circuit(ir: &Ir, root: Op, args: &mut [Arg], widths: &[u32], cycles: usize) -> Result<Trace, String> {
    let top = driver::circuit::find_top(ir, root, Some("k")).map_err(|diagnostic| diagnostic.message)?;
    let mut diags = Diagnostics::new();
    let made = simulator(ir, top, Backend::Interpreted, &mut diags);
    let mut simulator = made.ok_or_else(|| messages(ir, &diags))?;
    let set = |simulator: &mut Simulator, name: &str, value: &Bits| {
        if let Some(port) = simulator.input(name) {
            simulator.poke(port, value);
        }
    };
    let [no, yes] = [false, true].map(Bits::from_bool);
    set(&mut simulator, "rst", &yes);
    simulator.step();
    set(&mut simulator, "rst", &no);
    let mut scalars = 0;
    let mut array = Vec::new();
    for arg in args.iter() {
        match arg {
            Arg::Scalar(value) => {
                set(&mut simulator, &format!("a{scalars}"), value);
                scalars += 1;
            }
            Arg::Memory(memory) => array = memory.iter().collect(),
        }
    }
    let (mut trace, mut word) = (Trace::new(), Bits::zero(32));
    let get = |simulator: &mut Simulator, name: &str| simulator.output(name).map(|port| simulator.peek(port));
    let is_set = |value: Option<Bits>| value.is_some_and(|value| !value.is_zero());
    // `done` is taken once.
    let mut done = false;
    for cycle in 0..cycles {
        set(&mut simulator, "done_ready", &Bits::from_bool(!done));
        set(&mut simulator, "start_valid", &Bits::from_bool(cycle == 0));
        set(&mut simulator, "x_rdata", &word);
        let mut signals = Vec::new();
        for (k, width) in widths.iter().enumerate() {
            let [valid, ready] =
                ["valid", "ready"].map(|end| is_set(get(&mut simulator, &format!("ch{k}_{end}"))));
            let data = if *width == 0 { Some(Bits::zero(0)) } else { get(&mut simulator, &format!("ch{k}")) };
            signals.push((valid, ready, data.filter(|_| valid)));
        }
        trace.push(signals);
        done |= is_set(get(&mut simulator, "done_valid"));
        let at = |value: Option<Bits>| value.map_or(usize::MAX, |value| value.low_u64() as usize);
        if is_set(get(&mut simulator, "x_ren")) {
            word = array.get(at(get(&mut simulator, "x_raddr"))).cloned().unwrap_or(Bits::zero(32));
        }
        if is_set(get(&mut simulator, "x_wen"))
            && let Some(place) = array.get_mut(at(get(&mut simulator, "x_waddr")))
        {
            *place = get(&mut simulator, "x_wdata").expect("it writes");
        }
        simulator.step();
    }
    for arg in args {
        if let Arg::Memory(memory) = arg {
            *memory = Memory::from_words(32, array.iter().cloned());
        }
    }
    Ok(trace)
}

/// Compares one graph.
fn check(seed: u64) -> Result<(), String> {
    let text = generate(seed, 12 + (seed % 5) as usize * 6);
    let fail = |why: String| format!("graph {seed}: {why}\n{text}");
    let (ir, root) = read(&text).map_err(fail)?;
    let mut rng = Rng::new(seed);
    let mut args = vec![Arg::Memory(Memory::from_words(32, (0..WORDS).map(|_| rng.bits(32))))];
    args.extend([1, 7, 7, 32, 32, 70].map(|width| Arg::Scalar(rng.edgy_bits(width))));
    let mut theirs = args.clone();
    let function =
        ir.walk(root).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("there is one");
    let (units, widths) = on_units(&ir, function, &mut args).map_err(fail)?;
    let mut lowered = ir.clone();
    apply("handshake-to-hw{observe=true}", &mut lowered, root).map_err(fail)?;
    let circuit = on_circuit(&lowered, root, &mut theirs, &widths, units.len()).map_err(fail)?;
    for (cycle, (ours, theirs)) in units.iter().zip(&circuit).enumerate() {
        if let Some(channel) = (0..ours.len()).find(|channel| ours[*channel] != theirs[*channel]) {
            let difference = format!("{:?} and, in the circuit, {:?}", ours[channel], theirs[channel]);
            return Err(fail(format!("cycle {cycle}, channel {channel}: {difference}")));
        }
    }
    if args != theirs && (units.len() as u64) < CYCLES {
        return Err(fail("the arrays differ".to_owned()));
    }
    Ok(())
}

#[test]
fn circuits_do_in_every_cycle_what_units_do() {
    for_all(count(400, 10_000), check);
}

const LIMIT: Duration = Duration::from_secs(600);

/// The circuit of a graph.
fn lowered(seed: u64) -> (Ir, Op) {
    let (mut ir, root) = read(&generate(seed, 30)).unwrap_or_else(|why| panic!("graph {seed}: {why}"));
    apply("handshake-to-hw{observe=true}", &mut ir, root).unwrap_or_else(|why| panic!("graph {seed}: {why}"));
    (ir, root)
}

#[test]
fn verilator_finds_nothing_in_what_is_written() {
    for seed in 0..4 {
        let (ir, root) = lowered(seed);
        let input = Input::new("graph.mlir", custom(&ir, root));
        let outcome = driver::verilog(VerilogRequest { input, read: ReadOptions::default() }, &|_| {});
        let text = outcome.output.unwrap_or_else(|| panic!("{:?}", outcome.report.diagnostics));
        let folder = testkit::scratch::Scratch::new();
        let file = folder.file("graph.sv", &text).display().to_string();
        let words = ["--lint-only", "-Wall", "--top-module", "k", &file].map(str::to_owned);
        let run = testkit::process::run(Path::new("verilator"), &words, folder.path(), Vec::new(), LIMIT);
        let run = run.unwrap_or_else(|why| panic!("{why}"));
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status == Some(0) && !said.contains("%Warning"), "graph {seed}: {said}");
    }
}

/// Whatever comes at its ports, resets in the middle among it.
#[test]
fn verilator_sees_what_our_simulator_sees() {
    let (mut designs, mut ours) = (Vec::<Design>::new(), Vec::new());
    for seed in 0..count(12, 200) {
        let (ir, root) = lowered(seed);
        let mut diags = Diagnostics::new();
        let top = driver::circuit::find_top(&ir, root, Some("k")).expect("it is there");
        let made = simulator(&ir, top, Backend::Interpreted, &mut diags);
        let mut simulator = made.unwrap_or_else(|| panic!("graph {seed}: {}", messages(&ir, &diags)));
        let ports = ports(&ir, top, &simulator);
        let rows = random(&inputs(&ports), 60, seed);
        ours.push(trace(&mut simulator, &rows));
        let design = design(ir, root, top, &format!("g{seed}_"), ports, rows, &mut diags);
        designs.push(design.expect("it can be written"));
    }
    let folder = Scratch::new().expect("a folder can be made");
    let bench = Bench::new(&designs, &folder.0, LIMIT).expect("the folder is ours");
    let traces = bench.run(Engine::Verilator).unwrap_or_else(|why| panic!("{why}"));
    for ((design, ours), theirs) in designs.iter().zip(&ours).zip(traces) {
        let theirs = theirs.unwrap_or_else(|why| panic!("{}: {why}", design.module));
        if let Some(difference) = compare(&design.ports, ours, &theirs) {
            panic!("{}: {difference}", design.module);
        }
    }
}
