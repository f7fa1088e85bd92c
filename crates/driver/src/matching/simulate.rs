//! Streams through a simulated chip, cycle by cycle.

use crate::Progress;
use ::matcher::chip::Chip;
use ::matcher::stream::Stream;
use ::matcher::stream::file::pack;
use ::matcher::stream::layout::Layout;
use ::sim::{SimOptions, Simulator};
use base::{Bits, Diagnostics};
use ir::Ir;

/// What a chip put out.
pub struct Shown {
    /// Numbers of a stream, of a root in it and of a pattern.
    pub matches: Vec<(usize, u64, u32)>,
    /// How many matches it counted.
    pub count: u64,
    /// How many cycles it took until the count was complete.
    pub cycles: u64,
}

/// How many cycles pass without a record or a match before a chip counts as stuck.
const PATIENCE: u64 = 1_000_000;

/// After how many cycles progress is shown anew.
const TICK: u64 = 100_000;

/// Runs streams through a chip that lists its matches; `None` if it cannot be simulated, which `diagnostics` says.
pub fn simulate(
    ir: &Ir,
    chip: &Chip,
    layout: &Layout,
    streams: &[Stream],
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Shown> {
    let sim = Simulator::new(ir, chip.top, &SimOptions::default(), diagnostics)?;
    let mut bench = Bench { lanes: lanes(&sim, streams), sim, layout, matches: Vec::new() };
    let [rst, complete] = ["rst", "complete"].map(|name| bench.sim.input(name).expect("a chip has it"));
    let [idle, count] = ["idle", "count"].map(|name| bench.sim.output(name).expect("a chip has it"));
    bench.sim.poke_u64(rst, 1);
    bench.sim.step();
    bench.sim.poke_u64(rst, 0);
    let (mut cycles, mut quiet) = (0, 0);
    loop {
        if cycles % TICK == 0 {
            let taken: usize = bench.lanes.iter().map(|lane| lane.next).sum();
            let all: usize = streams.iter().map(|stream| stream.records.len()).sum();
            progress(&format!("simulate: {taken} of {all} records"));
        }
        let has_ended = bench.lanes.iter().all(|lane| lane.record().is_none());
        bench.sim.poke_u64(complete, u64::from(has_ended));
        let is_moving = bench.cycle();
        if has_ended && bench.sim.peek_u64(idle) == 1 {
            let count = bench.sim.peek_u64(count);
            return Some(Shown { matches: bench.matches, count, cycles });
        }
        quiet = if is_moving { 0 } else { quiet + 1 };
        assert!(quiet < PATIENCE, "the chip is stuck");
        bench.sim.step();
        cycles += 1;
    }
}

struct Bench<'a> {
    sim: Simulator,
    layout: &'a Layout,
    lanes: Vec<Lane<'a>>,
    matches: Vec<(usize, u64, u32)>,
}

impl Bench<'_> {
    /// Offers the next records and takes note of matches, up to the clock's edge; says whether anything moves.
    fn cycle(&mut self) -> bool {
        for lane in &self.lanes {
            self.sim.poke_u64(lane.valid, u64::from(lane.record().is_some()));
            if let Some(record) = lane.record() {
                let bytes = pack(self.layout, record);
                self.sim.poke(lane.bits, &Bits::from_le_bytes(self.layout.record_bits(), &bytes));
            }
        }
        self.sim.settle();
        let mut is_moving = false;
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            if self.sim.peek_u64(lane.match_valid) == 1 {
                let (bits, root) = (self.sim.peek(lane.matches), self.sim.peek_u64(lane.match_root));
                let set = (0..bits.width()).filter(|bit| bits.bit(*bit));
                self.matches.extend(set.map(|pattern| (number, root, pattern)));
                is_moving = true;
            }
            if lane.record().is_some() && self.sim.peek_u64(lane.ready) == 1 {
                lane.next += 1;
                is_moving = true;
            }
        }
        is_moving
    }
}

/// A stream and its ports.
struct Lane<'a> {
    stream: &'a Stream,
    /// Which record is the next.
    next: usize,
    valid: usize,
    bits: usize,
    ready: usize,
    match_valid: usize,
    match_root: usize,
    matches: usize,
}

impl<'a> Lane<'a> {
    fn record(&self) -> Option<&'a ::matcher::stream::Record> {
        self.stream.records.get(self.next)
    }
}

fn lanes<'a>(sim: &Simulator, streams: &'a [Stream]) -> Vec<Lane<'a>> {
    let lane = |(number, stream): (usize, &'a Stream)| {
        let named =
            |name: &str| if streams.len() == 1 { name.to_string() } else { format!("{name}{number}") };
        let input = |name| sim.input(&named(name)).expect("a chip has it");
        let output = |name| sim.output(&named(name)).expect("a chip has it");
        Lane {
            stream,
            next: 0,
            valid: input("valid"),
            bits: input("record"),
            ready: output("ready"),
            match_valid: output("match_valid"),
            match_root: output("match_root"),
            matches: output("matches"),
        }
    };
    streams.iter().enumerate().map(lane).collect()
}
