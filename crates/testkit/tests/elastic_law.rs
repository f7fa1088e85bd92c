//! The elastic simulator against the circuit, on random graphs: every channel has the same valid, ready and data in every cycle.
//!
//! Graphs are made of all units without regard to sense: `stream`s give tokens, whatever takes them takes them, and most graphs stand still before they are
//! finished. Both simulators must stand still in the same way.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::count;
use dialects::{handshake, hw};
use ir::text::{ParseOptions, parse};
use ir::verify::verify;
use ir::{Context, Ir, Op};
use sim::elastic::{Arg, ChannelId, Elastic, Options, Outcome, Verdict, View};
use sim::{SimOptions, Simulator};
use std::fmt::Write;

/// Cycles that a graph is run at most.
const CYCLES: u64 = 400;

/// What the memory of a graph begins with.
const WORDS: [u64; 6] = [9, 8, 7, 6, 5, 4];

/// A graph on its way: its text, and the channels that have no user yet.
struct Graph<'a> {
    rng: &'a mut Rng,
    text: String,
    open: Vec<(String, u32)>,
    names: u32,
    /// Graphs with data past 64 bits have no machine code, so most have none.
    widest: u32,
    addresses: Vec<String>,
    stores: Vec<(String, String)>,
}

fn ty(width: u32) -> String {
    if width == 0 { "<>".to_string() } else { format!("<i{width}>") }
}

fn long_ty(width: u32) -> String {
    if width == 0 { "!handshake.control<>".to_string() } else { format!("!handshake.channel<i{width}>") }
}

impl Graph<'_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn line(&mut self, line: String) {
        self.text.push_str("  ");
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// Takes an open channel of a width, or of any.
    fn take(&mut self, width: Option<u32>) -> Option<(String, u32)> {
        let fits: Vec<usize> =
            (0..self.open.len()).filter(|at| width.is_none_or(|width| self.open[*at].1 == width)).collect();
        if fits.is_empty() {
            return None;
        }
        let at = fits[self.rng.index(fits.len())];
        Some(self.open.swap_remove(at))
    }

    /// A channel of a width, made of another if there is none.
    fn want(&mut self, width: u32) -> String {
        if let Some((name, _)) = self.take(Some(width)) {
            return name;
        }
        let data: Vec<usize> = (0..self.open.len()).filter(|at| self.open[*at].1 > 0).collect();
        let new = self.name();
        if width > 0 && !data.is_empty() && self.rng.chance(3, 4) {
            let (from, old) = self.open.swap_remove(data[self.rng.index(data.len())]);
            let op = if old > width {
                "trunci"
            } else if self.rng.chance(1, 2) {
                "extsi"
            } else {
                "extui"
            };
            self.line(format!("{new} = {op} {from} : {} to {}", ty(old), ty(width)));
            return new;
        }
        self.line(format!("{new}s = source : <>"));
        if width == 0 {
            return format!("{new}s");
        }
        let value = self.rng.bits(width.min(63)).low_u64();
        let value = if width == 1 { (value != 0).to_string() } else { format!("{value} : i{width}") };
        self.line(format!("{new} = constant {new}s {{value = {value}}} : <>, {}", ty(width)));
        new
    }

    fn give(&mut self, name: &str, width: u32) {
        self.open.push((name.to_string(), width));
    }

    fn buffer(&mut self, from: &str, width: u32, kind: u64) -> String {
        let slots = 1 + self.rng.below(4);
        let (kind, slots, latency) = match kind {
            0 => ("ONE_SLOT_BREAK_DV", 1, 1),
            1 => ("ONE_SLOT_BREAK_R", 1, 0),
            2 => ("ONE_SLOT_BREAK_DVR", 1, 1),
            3 => ("FIFO_BREAK_DV", slots, 1),
            4 => ("FIFO_BREAK_NONE", slots, 0),
            _ => ("SHIFT_REG_BREAK_DV", slots, slots),
        };
        let new = self.name();
        let about = format!("bufferType = {kind}, numSlots = {slots}, dvLatency = {latency}");
        self.line(format!("{new} = buffer {from}, {about} : {}", ty(width)));
        new
    }

    /// Adds a unit.
    fn unit(&mut self) {
        let width = [1, 1, 3, 8, 8, 33, self.widest][self.rng.index(7)];
        match self.rng.below(20) {
            0..=2 => {
                let Some((from, width)) = self.take(None) else { return };
                let (count, new) = (2 + self.rng.below(2), self.name());
                let lazy = self.rng.chance(1, 8);
                let op = if lazy { "lazy_fork" } else { "fork" };
                self.line(format!("{new}:{count} = {op} [{count}] {from} : {}", ty(width)));
                for k in 0..count {
                    let out = format!("{new}#{k}");
                    // Outputs of a lazy fork need a break before they meet again.
                    let out = if lazy { self.buffer(&out, width, 2) } else { out };
                    self.give(&out, width);
                }
            }
            3..=5 => {
                let Some((from, width)) = self.take(None) else { return };
                let kind = self.rng.below(6);
                let new = self.buffer(&from, width, kind);
                self.give(&new, width);
            }
            6 | 7 => {
                let ops = [
                    "addi", "subi", "muli", "divui", "remsi", "andi", "xori", "shli", "shrsi", "maxsi",
                    "minui",
                ];
                let op = ops[self.rng.index(ops.len())];
                let (a, b, new) = (self.want(width), self.want(width), self.name());
                self.line(format!("{new} = {op} {a}, {b} : {}", ty(width)));
                self.give(&new, width);
            }
            8 => {
                let (a, b, new) = (self.want(width), self.want(width), self.name());
                let test = ["eq", "slt", "uge"][self.rng.index(3)];
                self.line(format!("{new} = cmpi {test}, {a}, {b} : {}", ty(width)));
                self.give(&new, 1);
            }
            9 => {
                let (c, a, b, new) = (self.want(1), self.want(width), self.want(width), self.name());
                self.line(format!("{new} = mux {c} [{a}, {b}] : <i1>, [{0}, {0}] to {0}", ty(width)));
                self.give(&new, width);
            }
            10 | 11 => {
                let Some((x, width)) = self.take(None) else { return };
                let (c, new) = (self.want(1), self.name());
                self.line(format!("{new}t, {new}f = cond_br {c}, {x} : <i1>, {}", ty(width)));
                self.give(&format!("{new}t"), width);
                self.give(&format!("{new}f"), width);
            }
            12 => {
                let (a, b, new) = (self.want(width), self.want(width), self.name());
                if self.rng.chance(1, 2) {
                    self.line(format!("{new} = merge {a}, {b} : {}", ty(width)));
                } else {
                    self.line(format!(
                        "{new}, {new}i = control_merge [{a}, {b}] : [{0}, {0}] to {0}, <i1>",
                        ty(width)
                    ));
                    self.give(&format!("{new}i"), 1);
                }
                self.give(&new, width);
            }
            13 => {
                let (Some((a, wa)), Some((b, wb))) = (self.take(None), self.take(None)) else { return };
                let new = self.name();
                if self.rng.chance(1, 2) {
                    self.line(format!("{new} = join {a}, {b} : [{}, {}] to <>", ty(wa), ty(wb)));
                    self.give(&new, 0);
                } else {
                    self.line(format!("{new} = blocker {a}, {b} : [{0}, {1}] to {0}", ty(wa), ty(wb)));
                    self.give(&new, wa);
                }
            }
            14 => {
                let (d, a, b, new) = (self.want(1), self.want(width), self.want(width), self.name());
                let (c, w) = (long_ty(1), long_ty(width));
                self.line(format!("{new} = dataflow.carry {d}, {a}, {b} : {c}, {w}, {w} -> {w}"));
                self.give(&new, width);
            }
            15 => {
                let (d, a, new) = (self.want(1), self.want(width), self.name());
                let (c, w) = (long_ty(1), long_ty(width));
                self.line(format!("{new} = dataflow.invariant {d}, {a} : {c}, {w} -> {w}"));
                self.give(&new, width);
            }
            16 => {
                let (x, c, new) = (self.want(width), self.want(1), self.name());
                let (b, w) = (long_ty(1), long_ty(width));
                self.line(format!("{new}, {new}c = dataflow.gate {x}, {c} : {w}, {b} -> {w}, {b}"));
                self.give(&new, width);
                self.give(&format!("{new}c"), 1);
            }
            17 => self.access(),
            18 => self.ring(width),
            _ => {
                let (start, step, bound) = (self.want(width), self.want(width), self.want(width));
                let new = self.name();
                let rule = [
                    "",
                    " {cont_cond = \"ult\", step_op = \"shl\"}",
                    " {cont_cond = \"ne\", step_op = \"sub\"}",
                ];
                let rule = rule[self.rng.index(3)];
                self.line(format!(
                    "{new}, {new}c = dataflow.stream {start}, {step}, {bound}{rule} : {}",
                    long_ty(width)
                ));
                self.give(&new, width);
                self.give(&format!("{new}c"), 1);
            }
        }
    }

    /// A load or a store.
    fn access(&mut self) {
        let (address, new) = (self.want(3), self.name());
        if self.rng.chance(1, 2) {
            let from = format!("%answer{}", self.addresses.len());
            self.line(format!("{new}a, {new} = load[{address}] {from} : <i3>, <i8>, <i3>, <i8>"));
            self.addresses.push(format!("{new}a"));
            self.give(&new, 8);
        } else {
            let data = self.want(8);
            let done = format!("%done{}", self.stores.len());
            self.line(format!("{new}a, {new}d = store[{address}] {data} : <i3>, <i8>, <i3>, <i8>"));
            self.stores.push((format!("{new}a"), format!("{new}d")));
            self.give(&done, 0);
        }
    }

    /// A loop around a merge or an init.
    fn ring(&mut self, width: u32) {
        let (x, new) = (self.want(width), self.name());
        self.line(format!("{new} = merge {x}, {new}t : {}", ty(width)));
        let slow = self.buffer(&new, width, 0);
        let slow = self.buffer(&slow, width, 1);
        let c = self.want(1);
        self.line(format!("{new}t, {new}f = cond_br {c}, {slow} : <i1>, {}", ty(width)));
        self.give(&format!("{new}f"), width);
    }

    fn memory(&mut self) {
        if self.addresses.is_empty() && self.stores.is_empty() {
            return;
        }
        self.line(format!("%m = ram {{initialValue = dense<{WORDS:?}> : tensor<6xi8>}} : memref<6xi8>"));
        let stores = self.stores.iter().flat_map(|(address, data)| [address.clone(), data.clone()]);
        let inputs: Vec<String> = self.addresses.iter().cloned().chain(stores).collect();
        let from = (0..self.addresses.len()).map(|k| format!("%answer{k}"));
        let done = (0..self.stores.len()).map(|k| format!("%done{k}"));
        let outputs: Vec<String> = from.chain(done).chain(["%memend".to_string()]).collect();
        let loads = self.addresses.iter().map(|_| long_ty(3));
        let types: Vec<String> =
            loads.chain(self.stores.iter().flat_map(|_| [long_ty(3), long_ty(8)])).collect();
        let results = self.addresses.iter().map(|_| long_ty(8)).chain(self.stores.iter().map(|_| long_ty(0)));
        let results: Vec<String> = results.collect();
        let end = self.want(0);
        let start = self.want(0);
        let storing = if self.stores.is_empty() { "" } else { ", storeDone" };
        self.line(format!(
            "{} = mem_controller[%m : memref<6xi8>] {start} ({}) {end} {{connectedBlocks = []{storing}}} : ({}) -> ({})",
            outputs.join(", "),
            inputs.join(", "),
            types.join(", "),
            results.join(", ")
        ));
        self.give("%memend", 0);
    }
}

fn graph(rng: &mut Rng) -> String {
    let (units, widest) = (3 + rng.below(40), if rng.chance(1, 4) { 70 } else { 64 });
    let mut graph = Graph {
        rng,
        text: String::new(),
        open: Vec::new(),
        names: 0,
        widest,
        addresses: Vec::new(),
        stores: Vec::new(),
    };
    graph.line("%s:9 = fork [9] %start : <>".to_string());
    for k in 0..2 {
        let bound = 1 + graph.rng.below(60);
        for (number, (name, value)) in [("from", 0), ("by", 1), ("to", bound)].into_iter().enumerate() {
            let at = 3 * k + number;
            graph.line(format!("%{name}{k} = constant %s#{at} {{value = {value} : i8}} : <>, <i8>"));
        }
        graph.line(format!("%i{k}, %c{k} = dataflow.stream %from{k}, %by{k}, %to{k} : {}", long_ty(8)));
        graph.give(&format!("%i{k}"), 8);
        graph.give(&format!("%c{k}"), 1);
    }
    for (name, width) in [("%s#6", 0), ("%s#7", 0), ("%a", 8), ("%b", 33)] {
        graph.give(name, width);
    }
    for _ in 0..units {
        graph.unit();
    }
    graph.memory();
    let end = graph.take(None);
    for (name, width) in std::mem::take(&mut graph.open) {
        graph.line(format!("sink {name} : {}", ty(width)));
    }
    let mut text = "handshake.func @k(%a: !handshake.channel<i8>, %b: !handshake.channel<i33>, %start: !handshake.control<>, ...) -> (".to_string();
    let (result, result_ty) = end.map_or((String::new(), String::new()), |(name, width)| {
        write!(text, "{}, ", long_ty(width)).expect("text is written");
        (format!("{name}, "), format!("{}, ", ty(width)))
    });
    write!(text, "!handshake.control<>) {{\n{}  end {result}%s#8 : {result_ty}<>\n}}\n", graph.text)
        .expect("text is written");
    text
}

/// Reads a graph; nothing if the verifier does not take it.
fn read(text: &str) -> Option<(Ir, Op)> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("graph.mlir", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:?}\n{text}"));
    verify(&mut ir, module, &mut diags).then_some((ir, module))
}

/// Whether a channel is valid and ready in a cycle, and its data while it is valid.
type Seen = (bool, bool, Option<Bits>);

/// What the elastic simulator sees, every cycle of a run, and in how many cycles it is finished; nothing where it refuses the graph. Machine code
/// comes to the same end.
fn elastic(ir: &Ir, module: Op, args: &[Bits; 2], text: &str) -> Option<(Vec<Vec<Seen>>, u64)> {
    let func = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC)?;
    let mut elastic = Elastic::new(ir, func, &mut Diagnostics::new())?;
    let values = elastic.network().values;
    let mut cycles = Vec::new();
    let trace = |view: &View| {
        let seen = |channel: usize| {
            let channel = ChannelId::from_index(channel);
            let data = view.valid(channel).then(|| view.data(channel));
            (view.valid(channel), view.ready(channel), data)
        };
        if cycles.len() < CYCLES as usize {
            cycles.push((0..values).map(seen).collect());
        }
    };
    let options = Options { max_cycles: CYCLES, ..Options::default() };
    let outcome = elastic.run_traced(&mut args.clone().map(Arg::Scalar), &options, trace);
    let said = |elastic: &Elastic, outcome: &Outcome| {
        let notes = elastic.diagnostic(outcome).map(|diagnostic| (diagnostic.code, diagnostic.notes));
        // A token that moves and changes nothing is not seen by both in the cycle in which a circuit begins to stand still.
        let is_still = matches!(outcome.verdict, Verdict::Deadlock { .. });
        let cycles = if is_still { 0 } else { outcome.cycles };
        (notes, cycles, outcome.idle, outcome.results.clone())
    };
    let expected = said(&elastic, &outcome);
    elastic.compile();
    // The first run sees the control states that the others have code of.
    for run in 0..2 {
        elastic.reset();
        let compiled = elastic.run(&mut args.clone().map(Arg::Scalar), &options);
        // That tokens of sources move and change nothing is found out later where few cycles are looked at.
        let unsettled = matches!(outcome.verdict, Verdict::Limit { .. } | Verdict::Deadlock { .. });
        if !(unsettled && matches!(compiled.verdict, Verdict::Limit { .. })) {
            assert_eq!(said(&elastic, &compiled), expected, "machine code, run {run}, of\n{text}");
        }
    }
    let finished = matches!(outcome.verdict, Verdict::Finished | Verdict::LeftBehind(_));
    Some((cycles, if finished { outcome.cycles } else { u64::MAX }))
}

/// Runs a graph in both simulators; says whether they took it.
fn check(text: &str, args: &[Bits; 2]) -> bool {
    let Some((mut ir, module)) = read(text) else { return false };
    let Some((expected, finished)) = elastic(&ir, module, args, text) else { return false };
    let mut diags = Diagnostics::new();
    lower::handshake_to_hw::lower(&mut ir, module, true, &mut diags)
        .unwrap_or_else(|_| panic!("{diags:?}\n{text}"));
    let body = ir.entry(ir.region(module, 0)).expect("a module has a body");
    let top = ir.block_ops(body).filter(|op| hw::is_module(&ir, *op));
    let top =
        top.filter(|op| ir::symbols::symbol_name(&ir, *op) == Some("k")).last().expect("the kernel's module");
    let simulator = Simulator::new(&ir, top, &SimOptions::default(), &mut diags);
    let mut simulator = simulator.unwrap_or_else(|| panic!("{diags:?}\n{text}"));
    let input = |simulator: &Simulator, name: &str| simulator.input(name);
    let poke = |simulator: &mut Simulator, name: &str, value: u64| {
        let port = input(simulator, name).unwrap_or_else(|| panic!("no port {name}"));
        simulator.poke_u64(port, value);
    };
    poke(&mut simulator, "rst", 1);
    simulator.step();
    poke(&mut simulator, "rst", 0);
    // Stores that sources feed write during the reset, too.
    for (memory, (_, words, width)) in simulator.memories().collect::<Vec<_>>().into_iter().enumerate() {
        for (address, word) in WORDS.into_iter().enumerate().filter(|_| (words, width) == (6, 8)) {
            simulator.write_memory(memory, address as u64, &Bits::from_u64(8, word));
        }
    }
    for (name, value) in ["a", "b"].into_iter().zip(args) {
        poke(&mut simulator, name, value.low_u64());
    }
    for (cycle, expected) in expected.iter().enumerate() {
        poke(&mut simulator, "start_valid", u64::from(cycle == 0));
        // After the end the outside takes nothing more.
        poke(&mut simulator, "done_ready", u64::from((cycle as u64) < finished));
        for (channel, (valid, ready, data)) in expected.iter().enumerate() {
            let get = |simulator: &mut Simulator, end: &str| {
                let name = format!("ch{channel}{end}");
                let port = simulator.output(&name).unwrap_or_else(|| panic!("no port {name}\n{text}"));
                simulator.peek(port)
            };
            let seen = (!get(&mut simulator, "_valid").is_zero(), !get(&mut simulator, "_ready").is_zero());
            assert_eq!(
                seen,
                (*valid, *ready),
                "valid and ready of channel {channel} in cycle {cycle} of\n{text}"
            );
            if let Some(data) = data.as_ref().filter(|data| data.width() > 0) {
                assert_eq!(&get(&mut simulator, ""), data, "channel {channel} in cycle {cycle} of\n{text}");
            }
        }
        simulator.step();
    }
    true
}

#[test]
fn circuits_do_what_the_elastic_simulator_does() {
    let graphs = count(200, 5000);
    let mut taken = 0;
    for seed in 0..graphs {
        let mut rng = Rng::new(seed);
        let text = graph(&mut rng);
        let args = [rng.bits(8), rng.bits(33)];
        match std::panic::catch_unwind(|| check(&text, &args)) {
            Ok(used) => taken += u64::from(used),
            Err(panic) => {
                let said = panic.downcast_ref::<String>().map_or("", |said| said);
                panic!("seed {seed}: {said}");
            }
        }
    }
    assert!(taken > graphs / 3, "only {taken} of {graphs} graphs were simulated");
}
