//! Streams through a simulated chip, cycle by cycle.

use crate::Progress;
use ::matcher::chip::Chip;
use ::matcher::chip::bench::Bench;
use ::matcher::stream::Stream;
use ::matcher::stream::layout::Layout;
use ::sim::SimOptions;
use base::Diagnostics;
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

/// After how many cycles progress is shown anew. Of a large chip a second has not many more.
const TICK: u64 = 1000;

/// Runs streams through a chip that lists its matches; `None` if it cannot be simulated, which `diagnostics` says.
pub fn simulate(
    ir: &Ir,
    chip: &Chip,
    layout: &Layout,
    streams: &[Stream],
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Shown> {
    let mut bench = Bench::new(ir, chip, layout, streams.len(), &SimOptions::default(), diagnostics)?;
    let mut next = vec![0; streams.len()];
    let mut matches = Vec::new();
    let (mut cycles, mut quiet) = (0, 0);
    loop {
        if cycles % TICK == 0 {
            let taken: usize = next.iter().sum();
            let all: usize = streams.iter().map(|stream| stream.records.len()).sum();
            progress(&format!("simulate: {taken} of {all} records"));
        }
        let (has_ended, said) = bench.feed(streams, &mut next, || false);
        matches.extend(said.matches);
        if has_ended && said.is_idle {
            return Some(Shown { matches, count: said.count, cycles });
        }
        quiet = if said.taken.contains(&true) { 0 } else { quiet + 1 };
        assert!(quiet <= chip.drain, "the chip is stuck");
        cycles += 1;
    }
}
