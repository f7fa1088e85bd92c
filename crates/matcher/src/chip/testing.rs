//! Chips in the simulator, compared with what their streams show.

use super::{Chip, Plan};
use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use crate::random::Shape;
use crate::reference;
use crate::stream::file::pack;
use crate::stream::layout::Layout;
use crate::stream::{Stream, encode, view};
use base::{Bits, Diagnostics, Rng};
use ir::{Context, Ir};
use sim::{SimOptions, Simulator};

/// What makes a chip.
pub type Make = fn(&mut Ir, &Plan<'_>) -> Chip;

/// Makes chips for random patterns and has them look at random programs, with and without pauses. Without, there is a record of every stream in every cycle.
pub fn check(make: Make, cases: u64) {
    let mut matches = 0;
    for seed in 0..cases {
        let rng = &mut Rng::new(seed);
        let shape = Shape::any(rng);
        let case = Case::new(&shape, rng);
        let mut ir = Ir::new(Context::new(dialects::all()));
        let chip = make(&mut ir, &case.plan());
        let ran = case.check(&ir, &chip, rng.below(3) * 30, rng, &format!("seed {seed}"));
        if ran.pauses == 0 {
            assert_eq!(ran.taken, ran.records, "seed {seed}: a record a cycle");
        }
        assert!(ran.drained <= u64::from(chip.drain), "seed {seed}: {} of {}", ran.drained, chip.drain);
        matches += ran.matches;
    }
    assert!(matches > 10 * cases, "{matches} matches say little");
}

/// Patterns, and programs that a chip for them is to look at.
pub struct Case {
    pub alphabet: Alphabet,
    pub patterns: Vec<Pattern>,
    pub layout: Layout,
    shape: Shape,
    streams: u32,
}

/// How a run went.
pub struct Ran {
    pub pauses: u64,
    /// The records of the longest stream, and in how many cycles all were taken.
    pub records: u64,
    pub taken: u64,
    /// How long it then was until the chip was idle.
    pub drained: u64,
    pub matches: u64,
}

impl Case {
    pub fn new(shape: &Shape, rng: &mut Rng) -> Case {
        let alphabet = shape.alphabet(rng);
        let count = rng.below(6);
        let patterns: Vec<Pattern> =
            (0..count).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let layout = Layout::new(&alphabet, &patterns, 1 + rng.below(20) as u32);
        let streams = if rng.chance(1, 4) { 2 + rng.below(2) as u32 } else { 1 };
        Case { alphabet, patterns, layout, shape: shape.clone(), streams }
    }

    pub fn plan(&self) -> Plan<'_> {
        let Case { alphabet, patterns, layout, .. } = self;
        Plan { alphabet, patterns, layout, lists_matches: true, streams: self.streams, units: None }
    }

    /// Has a chip look at programs.
    pub fn check(&self, ir: &Ir, chip: &Chip, pauses: u64, rng: &mut Rng, what: &str) -> Ran {
        let mut diagnostics = Diagnostics::default();
        assert!(ir::verify(&mut ir.clone(), chip.design, &mut diagnostics), "{what}: {diagnostics:?}");
        let program = |_| self.shape.program(&self.alphabet, &self.patterns, rng);
        let programs: Vec<_> = (0..self.streams).map(program).collect();
        let streams: Vec<Stream> =
            programs.iter().map(|program| encode(program, &self.layout, chip.order)).collect();
        let mut expected: Vec<(usize, u64, u32)> = Vec::new();
        for (number, stream) in streams.iter().enumerate() {
            let shown =
                view::matches(&self.alphabet, &self.layout, stream, &self.patterns, reference::all_matches)
                    .expect("we wrote it");
            expected.extend(shown.iter().map(|(root, pattern)| (number, u64::from(*root), *pattern)));
        }
        expected.sort_unstable();
        let (mut found, counted, ran) = self.run(ir, chip, &streams, pauses, rng);
        found.sort_unstable();
        assert_eq!(found, expected, "{what}");
        assert_eq!(counted, expected.len() as u64, "{what}");
        ran
    }

    /// The matches that a chip lists, each of a stream, and how many it counts.
    fn run(
        &self,
        ir: &Ir,
        chip: &Chip,
        streams: &[Stream],
        pauses: u64,
        rng: &mut Rng,
    ) -> (Vec<(usize, u64, u32)>, u64, Ran) {
        let mut diagnostics = Diagnostics::default();
        let sim = Simulator::new(ir, chip.top, &SimOptions::default(), &mut diagnostics);
        let mut sim = sim.unwrap_or_else(|| panic!("the circuit is not whole: {diagnostics:?}"));
        let [rst, complete] = ["rst", "complete"].map(|name| sim.input(name).expect("a chip has it"));
        let [idle, count] = ["idle", "count"].map(|name| sim.output(name).expect("a chip has it"));
        let ports: Vec<Ports> =
            (0..streams.len()).map(|number| Ports::of(&sim, number, streams.len())).collect();
        sim.poke_u64(rst, 1);
        sim.step();
        sim.poke_u64(rst, 0);
        let mut found = Vec::new();
        let mut next = vec![0; streams.len()];
        let records = streams.iter().map(|stream| stream.records.len() as u64).max().expect("there is one");
        let mut taken = 0;
        for cycle in 0..100_000 {
            let ended = next.iter().zip(streams).all(|(next, stream)| *next == stream.records.len());
            sim.poke_u64(complete, u64::from(ended));
            let mut offers = vec![false; streams.len()];
            for (number, stream) in streams.iter().enumerate() {
                offers[number] = next[number] < stream.records.len() && !rng.chance(pauses, 100);
                sim.poke_u64(ports[number].valid, u64::from(offers[number]));
                if offers[number] {
                    let bytes = pack(&self.layout, &stream.records[next[number]]);
                    sim.poke(ports[number].record, &Bits::from_le_bytes(self.layout.record_bits(), &bytes));
                }
            }
            sim.settle();
            for (number, ports) in ports.iter().enumerate() {
                if sim.peek_u64(ports.match_valid) == 1 {
                    let (bits, root) = (sim.peek(ports.matches), sim.peek_u64(ports.match_root));
                    let set = (0..bits.width()).filter(|bit| bits.bit(*bit));
                    found.extend(set.map(|pattern| (number, root, pattern)));
                }
                next[number] += usize::from(offers[number] && sim.peek_u64(ports.ready) == 1);
            }
            if !ended {
                taken = cycle + 1;
            } else if sim.peek_u64(idle) == 1 {
                let ran = Ran { pauses, records, taken, drained: cycle - taken, matches: found.len() as u64 };
                return (found, sim.peek_u64(count), ran);
            }
            sim.step();
        }
        panic!("the chip does not end");
    }
}

/// The ports of a stream.
struct Ports {
    valid: usize,
    record: usize,
    ready: usize,
    match_valid: usize,
    match_root: usize,
    matches: usize,
}

impl Ports {
    fn of(sim: &Simulator, number: usize, streams: usize) -> Ports {
        let named = |name: &str| if streams == 1 { name.to_string() } else { format!("{name}{number}") };
        let input = |name| sim.input(&named(name)).expect("a chip has it");
        let output = |name| sim.output(&named(name)).expect("a chip has it");
        Ports {
            valid: input("valid"),
            record: input("record"),
            ready: output("ready"),
            match_valid: output("match_valid"),
            match_root: output("match_root"),
            matches: output("matches"),
        }
    }
}
