//! Chips in the simulator, compared with what their streams show.

use super::bench::Bench;
use super::{Arch, Chip, Plan};
use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use crate::random::Shape;
use crate::reference;
use crate::stream::layout::Layout;
use crate::stream::{Record, Stream, encode, view};
use base::{Diagnostics, Rng};
use ir::{Context, Ir};
use sim::SimOptions;

/// Makes chips for random patterns and has them look at random programs, with and without pauses. Without, there is a record of every stream in every cycle.
pub fn check(arch: Arch, cases: u64) {
    let mut matches = 0;
    for seed in 0..cases {
        let rng = &mut Rng::new(seed);
        let mut shape = Shape::any(rng);
        if arch == Arch::Unit {
            shape.facts = 0;
        }
        let case = Case::new(&shape, rng);
        let mut ir = Ir::new(Context::new(dialects::all()));
        let chip = arch.make(&mut ir, &case.plan());
        for ran in case.check(arch, &ir, &chip, rng.below(3) * 30, rng, &format!("seed {seed}")) {
            if ran.pauses == 0 {
                assert_eq!(ran.taken, ran.records, "seed {seed}: a record a cycle");
            }
            matches += ran.matches;
        }
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
    lists_matches: bool,
}

/// How a run went.
pub struct Ran {
    pub pauses: u64,
    /// The records of the longest stream, and in how many cycles all were taken.
    pub records: u64,
    pub taken: u64,
    /// How many matches the streams show, and how far from its root an operand of one is at the most.
    pub matches: u64,
    pub reach: u32,
}

impl Case {
    pub fn new(shape: &Shape, rng: &mut Rng) -> Case {
        let window = 1 + rng.below(20) as u32;
        Case::with_window(shape, window, rng)
    }

    pub fn with_window(shape: &Shape, window: u32, rng: &mut Rng) -> Case {
        let alphabet = shape.alphabet(rng);
        let count = rng.below(6);
        let patterns: Vec<Pattern> =
            (0..count).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let layout = Layout::new(&alphabet, &patterns, window);
        let streams = if rng.chance(1, 4) { 2 + rng.below(2) as u32 } else { 1 };
        let lists_matches = rng.chance(3, 4);
        Case { alphabet, patterns, layout, shape: shape.clone(), streams, lists_matches }
    }

    pub fn plan(&self) -> Plan<'_> {
        let Case { alphabet, patterns, layout, streams, lists_matches, .. } = self;
        Plan { alphabet, patterns, layout, lists_matches: *lists_matches, streams: *streams, units: None }
    }

    /// Has a chip look at programs: at some that it is made to forget, and then at two rounds of them, one after the other.
    pub fn check(
        &self,
        arch: Arch,
        ir: &Ir,
        chip: &Chip,
        pauses: u64,
        rng: &mut Rng,
        what: &str,
    ) -> [Ran; 2] {
        let mut diagnostics = Diagnostics::default();
        assert!(ir::verify(&mut ir.clone(), chip.design, &mut diagnostics), "{what}: {diagnostics:?}");
        let (layout, streams) = (&self.layout, self.streams as usize);
        let bench = Bench::new(ir, chip, layout, streams, &SimOptions::default(), &mut diagnostics);
        let bench = bench.unwrap_or_else(|| panic!("{what}: the circuit is not whole: {diagnostics:?}"));
        let mut run = Run { bench, drain: chip.drain, pauses, found: Vec::new(), count: 0 };
        if rng.bool() {
            let forgotten = self.streams(arch, rng);
            let cycles = rng.below(2 * u64::from(chip.drain) + 20);
            run.forget(&forgotten, cycles, rng);
        }
        let mut expected = Vec::new();
        // Roots are numbered on from one round to the next.
        let mut first = vec![0; streams];
        [1, 2].map(|round| {
            let what = format!("{what}, round {round}");
            let streams = self.streams(arch, rng);
            let before = expected.len();
            let mut reach = 0;
            for (number, stream) in streams.iter().enumerate() {
                let Case { layout, patterns, .. } = self;
                let shown = view::matches(layout, stream, patterns, reference::all_matches);
                let shown = shown.expect("we wrote it");
                expected.extend(
                    shown.iter().map(|(root, pattern)| (number, first[number] + u64::from(*root), *pattern)),
                );
                let is_root = |record: &&Record| record.code != Layout::SEPARATOR;
                let roots: Vec<&Record> = stream.records.iter().filter(is_root).collect();
                let operands = shown.iter().flat_map(|(root, _)| &roots[*root as usize].operands);
                let near = operands.filter(|operand| !operand.far).map(|operand| operand.payload + 1);
                reach = near.fold(reach, u32::max);
                first[number] += roots.len() as u64;
            }
            expected.sort_unstable();
            let taken = run.round(&streams, rng, &what);
            assert_eq!(run.count, expected.len() as u64, "{what}");
            if self.lists_matches {
                run.found.sort_unstable();
                assert_eq!(run.found, expected, "{what}");
            }
            let records = streams.iter().map(|stream| stream.records.len() as u64).max();
            let records = records.expect("there is a stream");
            Ran { pauses, records, taken, matches: (expected.len() - before) as u64, reach }
        })
    }

    /// A random program for each stream.
    fn streams(&self, arch: Arch, rng: &mut Rng) -> Vec<Stream> {
        let program = |_| self.shape.program(&self.alphabet, &self.patterns, rng);
        let programs: Vec<_> = (0..self.streams).map(program).collect();
        programs.iter().map(|program| encode(program, &self.layout, arch.order())).collect()
    }
}

/// A chip at work.
struct Run<'a> {
    bench: Bench<'a>,
    drain: u32,
    /// In so many of 100 cycles a stream has no record.
    pauses: u64,
    /// All matches that were listed, and how many were counted.
    found: Vec<(usize, u64, u32)>,
    count: u64,
}

impl Run<'_> {
    /// Offers records for so many cycles, whatever is under way then, and puts the chip back.
    fn forget(&mut self, streams: &[Stream], cycles: u64, rng: &mut Rng) {
        let mut next = vec![0; streams.len()];
        for _ in 0..cycles {
            self.cycle(streams, &mut next, rng);
        }
        self.bench.reset();
        self.found.clear();
    }

    /// Offers all records of streams, and gives the number of cycles that it took; then waits until the chip is idle.
    fn round(&mut self, streams: &[Stream], rng: &mut Rng, what: &str) -> u64 {
        let mut next = vec![0; streams.len()];
        let mut taken = 0;
        let mut quiet = 0;
        loop {
            let (has_ended, is_idle) = self.cycle(streams, &mut next, rng);
            if has_ended && is_idle {
                return taken;
            }
            taken += u64::from(!has_ended);
            quiet = if has_ended { quiet + 1 } else { 0 };
            assert!(quiet <= self.drain, "{what}: it is busy after {} cycles", self.drain);
            assert!(taken < 100_000, "{what}: the chip does not end");
        }
    }

    /// Offers the next records. Says whether there was none, and whether the chip was idle.
    fn cycle(&mut self, streams: &[Stream], next: &mut [usize], rng: &mut Rng) -> (bool, bool) {
        let (has_ended, said) = self.bench.feed(streams, next, || rng.chance(self.pauses, 100));
        self.found.extend(said.matches);
        self.count = said.count;
        (has_ended, said.is_idle)
    }
}
