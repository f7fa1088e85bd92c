//! Random elastic graphs: the simulator of units agrees with the circuit on every channel in every cycle, machine code comes to the same end, and the
//! placement of buffers breaks every combinational cycle.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::{apply, count, for_all, messages, read};
use dialects::handshake;
use driver::cosim::simulator;
use ir::{Ir, Op};
use sim::elastic::{Arg, ChannelId, Elastic, Memory, Options, Outcome, Stalls, Verdict};
use sim::{Backend, Simulator};
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::elastic::{Slots, WORDS, generate, scalars};

/// Of a channel in a cycle: valid, ready, and data where it is valid.
type Signal = (bool, bool, Option<Bits>);

/// What every channel did in every cycle.
type Trace = Vec<Vec<Signal>>;

/// Cycles to compare: enough for every pipeline to fill and empty.
const CYCLES: u64 = 200;

const OPTIONS: Options = Options { max_cycles: CYCLES, stalls: Stalls::None, count: false };

/// What the simulator of units says.
fn on_units(ir: &Ir, function: Op, args: &mut [Arg]) -> Result<(Trace, Vec<u32>), String> {
    let mut diags = Diagnostics::new();
    let elastic = Elastic::new(ir, function, &mut diags);
    let mut elastic = elastic.ok_or_else(|| messages(ir, &diags))?;
    let channels: Vec<ChannelId> = elastic.network().channels.keys().take(elastic.network().values).collect();
    let widths: Vec<u32> =
        channels.iter().map(|channel| elastic.network().channels[*channel].width).collect();
    let mut trace = Trace::new();
    let before = args.to_vec();
    let outcome = elastic.run_traced(args, &OPTIONS, |view| {
        let signal = |channel: &ChannelId| {
            let valid = view.valid(*channel);
            (valid, view.ready(*channel), valid.then(|| view.data(*channel)))
        };
        if (trace.len() as u64) < CYCLES {
            trace.push(channels.iter().map(signal).collect());
        }
    });
    compiled(&mut elastic, &outcome, &before, args)?;
    Ok((trace, widths))
}

/// Graphs that had machine code: those with words of more than 64 bits have none.
static COMPILED: AtomicU64 = AtomicU64::new(0);

/// Machine code comes to the same end.
fn compiled(elastic: &mut Elastic, outcome: &Outcome, before: &[Arg], after: &[Arg]) -> Result<(), String> {
    let said = |elastic: &Elastic, outcome: &Outcome| {
        let notes = elastic.diagnostic(outcome).map(|diagnostic| (diagnostic.code, diagnostic.notes));
        // A token that moves and changes nothing is not seen by both in the cycle in which a circuit begins to stand still.
        let is_still = matches!(outcome.verdict, Verdict::Deadlock { .. });
        let cycles = if is_still { 0 } else { outcome.cycles };
        (notes, cycles, outcome.idle, outcome.results.clone())
    };
    let expected = said(elastic, outcome);
    COMPILED.fetch_add(u64::from(elastic.compile()), Ordering::Relaxed);
    // The first run sees the control states that the others have code of.
    for run in 0..2 {
        elastic.reset();
        let mut args = before.to_vec();
        let compiled = elastic.run(&mut args, &OPTIONS);
        // That tokens of sources move and change nothing is found out later where few cycles are looked at.
        let unsettled = matches!(outcome.verdict, Verdict::Limit { .. } | Verdict::Deadlock { .. });
        if unsettled && matches!(compiled.verdict, Verdict::Limit { .. }) {
            continue;
        }
        let got = said(elastic, &compiled);
        if got != expected || args != after {
            return Err(format!("machine code, run {run}: {got:?} and not {expected:?}"));
        }
    }
    Ok(())
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
    let text = generate(seed, 12 + (seed % 5) as usize * 6, Slots::There);
    let fail = |why: String| format!("graph {seed}: {why}\n{text}");
    let (ir, root) = read(&text).map_err(fail)?;
    let mut rng = Rng::new(seed);
    let mut args = vec![Arg::Memory(Memory::from_words(32, (0..WORDS).map(|_| rng.bits(32))))];
    args.extend(scalars(seed).map(|width| Arg::Scalar(rng.edgy_bits(width))));
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
    let graphs = count(400, 10_000);
    for_all(graphs, check);
    let compiled = COMPILED.load(Ordering::Relaxed);
    assert!(compiled >= graphs / 4, "only {compiled} of {graphs} graphs had machine code");
}

/// Whatever cycles a graph has, of valids, of readies, or of both around a lazy fork: placing buffers leaves none that would need itself.
#[test]
fn what_is_placed_breaks_every_cycle() {
    for_all(count(400, 10_000), |seed| {
        let text = generate(seed, 12 + (seed % 5) as usize * 6, Slots::Missing);
        let fail = |why: String| format!("graph {seed}: {why}\n{text}");
        let (mut ir, root) = read(&text).map_err(fail)?;
        apply("place-buffers{algorithm=on-merges}", &mut ir, root).map_err(fail)?;
        let function =
            ir.walk(root).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("there is one");
        let mut diags = Diagnostics::new();
        match Elastic::new(&ir, function, &mut diags) {
            Some(_) => Ok(()),
            None => Err(fail(messages(&ir, &diags))),
        }
    });
}
