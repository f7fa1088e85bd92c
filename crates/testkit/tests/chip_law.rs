//! The law of chips: Verilator says the same as our simulator of what we write of a chip, and of what CIRCT writes of its text.
//!
//! That chips find what there is to find is a law of `crates/matcher`, in our simulator.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::{count, custom, messages};
use driver::cosim::{
    Bench, Design, Engine, Kind, Port, Scratch, Trace, compare, design, ports, rename_modules, simulator,
    trace,
};
use ir::{Context, Ir};
use matcher::chip::{Arch, Chip, Plan, port_name};
use matcher::random::Shape;
use matcher::stream::file::pack;
use matcher::stream::layout::Layout;
use matcher::stream::{Stream, encode};
use matcher::{Alphabet, Pattern};
use sim::{Backend, Simulator};
use std::time::Duration;
use testkit::circt::export::export;

const LIMIT: Duration = Duration::from_secs(600);

/// A chip with what it is given and what our simulator says of it.
struct Run {
    what: String,
    text: String,
    ours: Trace,
    design: Design,
    /// Whether a record that was offered had to wait.
    waits: bool,
}

/// Chips: their names, their kinds, how many units they have if that is said, and the seed of one that lists matches; the last one has its streams wait, too.
const KINDS: [(&str, Arch, Option<u32>, u64); 4] = [
    ("tags", Arch::Tags, None, 3),
    ("taps", Arch::Taps, None, 19),
    ("unit", Arch::Unit, None, 15),
    ("unit_waits", Arch::Unit, Some(1), 5),
];

/// What a chip is made for, and what it is given.
struct Case {
    shape: Shape,
    alphabet: Alphabet,
    patterns: Vec<Pattern>,
    layout: Layout,
    streams: u32,
}

impl Case {
    fn new(kind: usize, rng: &mut Rng) -> Case {
        let mut shape = Shape::any(rng);
        if KINDS[kind].1 == Arch::Unit {
            shape.facts = 0;
        }
        (shape.depth, shape.operations, shape.planted) = (shape.depth.min(3), 60, 60);
        // Verilator makes much C++ of many units.
        let alphabet = shape.alphabet(rng);
        let patterns: Vec<Pattern> = (0..2).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let layout = Layout::new(&alphabet, &patterns, 1 + rng.below(4) as u32);
        Case { shape, alphabet, patterns, layout, streams: 1 + rng.below(2) as u32 }
    }

    fn run(&self, what: &str, kind: usize, rng: &mut Rng) -> Run {
        let (name, arch, units, _) = KINDS[kind];
        let Case { alphabet, patterns, layout, streams, .. } = self;
        let lists_matches = rng.chance(3, 4);
        let plan = Plan { alphabet, patterns, layout, lists_matches, streams: *streams, units };
        let mut ir = Ir::new(Context::new(dialects::all()));
        let chip = arch.make(&mut ir, &plan);
        let prefix = format!("{name}_{what}_");
        rename_modules(&mut ir, chip.design, &prefix);
        let mut diags = Diagnostics::new();
        let fresh = |diags: &mut Diagnostics| simulator(&ir, chip.top, Backend::Compiled, diags);
        let mut sim = fresh(&mut diags).unwrap_or_else(|| panic!("{}", messages(&ir, &diags)));
        let ports = ports(&ir, chip.top, &sim);
        let program = |_| self.shape.program(alphabet, patterns, rng);
        let programs: Vec<_> = (0..*streams).map(program).collect();
        let streams: Vec<Stream> =
            programs.iter().map(|program| encode(program, layout, arch.order())).collect();
        let (rows, waits) = self.rows(&mut sim, &chip, &ports, &streams, rng);
        let ours = trace(&mut fresh(&mut diags).expect("it was whole a moment ago"), &rows);
        let text = custom(&ir, chip.design);
        let design = design(ir.clone(), chip.design, chip.top, "", ports, rows, &mut diags);
        let design = design.unwrap_or_else(|| panic!("{}", messages(&ir, &diags)));
        Run { what: prefix, text, ours, design, waits }
    }

    /// What the inputs are in every cycle: the records of streams, some of them offered late, and then none. Says also whether one had to wait.
    fn rows(
        &self,
        sim: &mut Simulator,
        chip: &Chip,
        ports: &[Port],
        streams: &[Stream],
        rng: &mut Rng,
    ) -> (Vec<Vec<Bits>>, bool) {
        let inputs: Vec<&Port> = ports.iter().filter(|port| port.kind == Kind::Input).collect();
        let input = |name: &str| inputs.iter().position(|port| port.name == name).expect("a chip has it");
        let [rst, complete] = ["rst", "complete"].map(input);
        let lanes: Vec<[usize; 3]> = (0..streams.len())
            .map(|stream| {
                let [valid, record, ready] =
                    ["valid", "record", "ready"].map(|name| port_name(name, stream, streams.len()));
                [input(&valid), input(&record), sim.output(&ready).expect("a chip has it")]
            })
            .collect();
        let mut next = vec![0; streams.len()];
        let (mut rows, mut waits) = (Vec::new(), false);
        let mut left = chip.drain + 4;
        while left > 0 {
            let ended = next.iter().zip(streams).all(|(next, stream)| *next == stream.records.len());
            left -= u32::from(ended);
            let mut row: Vec<Bits> = inputs.iter().map(|port| Bits::zero(port.width)).collect();
            row[rst] = Bits::from_u64(1, u64::from(rows.is_empty()));
            row[complete] = Bits::from_u64(1, u64::from(ended));
            let mut offered = vec![false; streams.len()];
            for (stream, [valid, record, _]) in lanes.iter().enumerate() {
                if let Some(next) = streams[stream].records.get(next[stream]) {
                    offered[stream] = !rows.is_empty() && rng.chance(9, 10);
                    row[*valid] = Bits::from_u64(1, u64::from(offered[stream]));
                    row[*record] = Bits::from_le_bytes(inputs[*record].width, &pack(&self.layout, next));
                }
            }
            for (port, value) in inputs.iter().zip(&row) {
                sim.poke(sim.input(&port.name).expect("it has its ports"), value);
            }
            for (stream, [.., ready]) in lanes.iter().enumerate().filter(|(stream, _)| offered[*stream]) {
                let is_ready = sim.peek_u64(*ready) == 1;
                next[stream] += usize::from(is_ready);
                waits |= !is_ready;
            }
            sim.step();
            rows.push(row);
            assert!(rows.len() < 10_000, "the chip takes nothing");
        }
        (rows, waits)
    }
}

/// Where Verilator says something else.
fn differences(runs: &[Run], designs: &[Design]) -> Vec<String> {
    let folder = Scratch::new().expect("a folder can be made");
    let traces = Bench::new(designs, &folder.0, LIMIT).and_then(|bench| bench.run(Engine::Verilator));
    let traces = traces.expect("Verilator takes the chips");
    let differs = |(run, theirs): (&Run, Result<Trace, String>)| {
        let theirs = theirs.map_err(|why| format!("{}: {why}", run.what));
        match theirs {
            Ok(theirs) => {
                compare(&run.design.ports, &run.ours, &theirs).map(|d| format!("{}: {d}", run.what))
            }
            Err(why) => Some(why),
        }
    };
    runs.iter().zip(traces).filter_map(differs).collect()
}

#[test]
fn verilator_agrees_about_chips_as_we_and_as_circt_write_them() {
    let (mut counting, mut all) = (0, 0);
    for round in 0..count(1, 20) {
        let run = |kind: usize| {
            let rng = &mut Rng::new(KINDS[kind].3 + round);
            Case::new(kind, rng).run(&round.to_string(), kind, rng)
        };
        let runs: Vec<Run> = (0..KINDS.len()).map(run).collect();
        check(&runs);
        counting += runs.iter().filter(|run| is_ever_set(run, "count")).count();
        all += runs.len();
        if round == 0 {
            for run in &runs {
                assert!(is_ever_set(run, "count"), "{} finds nothing", run.what);
                assert!(is_ever_set(run, "match_valid"), "{} lists nothing", run.what);
            }
            assert!(runs[3].waits, "{} has no record wait", runs[3].what);
        }
    }
    assert!(4 * counting >= all, "{counting} of {all} chips find something");
}

/// Whether an output, or that of some stream, is not zero in some cycle.
fn is_ever_set(run: &Run, name: &str) -> bool {
    let outputs = run.design.ports.iter().filter(|port| port.kind == Kind::Output).enumerate();
    let named = |(_, port): &(usize, &Port)| port.name.trim_end_matches(char::is_numeric) == name;
    let places: Vec<usize> = outputs.filter(named).map(|(place, _)| place).collect();
    run.ours.iter().any(|row| places.iter().any(|place| !row[*place].is_zero()))
}

fn check(runs: &[Run]) {
    let designs: Vec<Design> = runs.iter().map(|run| run.design.clone()).collect();
    assert_eq!(differences(runs, &designs), Vec::<String>::new(), "as we write them");
    let texts: Vec<(String, String)> = runs.iter().map(|run| (run.text.clone(), run.what.clone())).collect();
    let exported = export(&texts).expect("CIRCT runs");
    let designs: Vec<Design> = runs
        .iter()
        .zip(exported)
        .map(|(run, verilog)| {
            let verilog = verilog.unwrap_or_else(|why| panic!("{}: CIRCT refuses it: {why}", run.what));
            Design { verilog, ..run.design.clone() }
        })
        .collect();
    assert_eq!(differences(runs, &designs), Vec::<String>::new(), "as CIRCT writes them");
}
