//! A chip for a set of patterns, simulated.

use crate::Progress;
use ::matcher::chip::{Arch, Chip, Plan};
use ::matcher::stream::layout::Layout;
use ::matcher::stream::{Stream, encode, entries_of_records, file::pack, missed::missed};
use ::matcher::{Alphabet, Pattern, Program};
use ::sim::{SimOptions, Simulator};
use base::text::counted;
use base::{Bits, Diagnostic, Diagnostics, codes};
use ir::Ir;

/// Which chip.
#[derive(Clone, Debug)]
pub struct ChipOptions {
    /// Its kind.
    pub arch: Arch,
    /// How many records away from its use a value may be made.
    pub window: u32,
}

impl Default for ChipOptions {
    fn default() -> ChipOptions {
        ChipOptions { arch: Arch::default(), window: 64 }
    }
}

/// What a chip is made for; `None` if some pattern is too deep for it, which `diagnostics` says.
pub struct Planned<'a> {
    /// The operations there are.
    pub alphabet: &'a Alphabet,
    /// What is looked for.
    pub patterns: &'a [Pattern],
    /// What records say.
    pub layout: Layout,
}

/// Plans a chip.
pub fn plan<'a>(
    alphabet: &'a Alphabet,
    patterns: &'a [Pattern],
    options: &ChipOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Planned<'a>> {
    for pattern in patterns {
        let spans = pattern.depth() - 1;
        if spans > options.window {
            let message = format!(
                "pattern `{}` spans at least {}, and the window has {}",
                pattern.name,
                counted(spans as usize, "operation"),
                options.window
            );
            diagnostics.push(Diagnostic::error(codes::CHIP_SPAN, None, message));
        }
    }
    let layout = Layout::new(alphabet, patterns, options.window);
    (!diagnostics.has_errors()).then_some(Planned { alphabet, patterns, layout })
}

impl Planned<'_> {
    /// Makes the chip in an IR.
    pub fn make(&self, ir: &mut Ir, arch: Arch, lists_matches: bool) -> Chip {
        let Planned { alphabet, patterns, layout } = self;
        arch.make(ir, &Plan { alphabet, patterns, layout, lists_matches })
    }
}

/// What a chip did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Its kind.
    pub arch: Arch,
    /// How many records it took, separators among them.
    pub records: usize,
    /// How many bits a record has.
    pub record_bits: u32,
    /// How many cycles that took, until the count was complete.
    pub cycles: u64,
    /// How many matches it counted.
    pub counted: u64,
    /// How many were added by software.
    pub missed: usize,
}

/// How many cycles pass without a record or a match before a chip counts as stuck.
const PATIENCE: u64 = 1_000_000;

/// After how many cycles progress is shown anew.
const TICK: u64 = 100_000;

/// Runs a program through a chip: all matches, of entries and patterns, those among them that the chip cannot see.
pub fn run(
    planned: &Planned<'_>,
    options: &ChipOptions,
    program: &Program,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<(Vec<(u32, u32)>, Ran)> {
    progress("make the chip");
    let mut ir = Ir::new(crate::load::context());
    let chip = planned.make(&mut ir, options.arch, true);
    let stream = encode(program, &planned.layout, chip.order);
    let sim = Simulator::new(&ir, chip.top, &SimOptions::default(), diagnostics)?;
    let shown = simulate(sim, &planned.layout, &stream, progress);
    // Roots are numbered as records without separators.
    let entries: Vec<u32> = entries_of_records(program, chip.order).into_iter().flatten().collect();
    let missed = missed(program, &planned.layout, planned.patterns);
    let ran = Ran {
        arch: options.arch,
        records: stream.records.len(),
        record_bits: planned.layout.record_bits(),
        cycles: shown.cycles,
        counted: shown.count,
        missed: missed.len(),
    };
    let found = shown.matches.iter().map(|(root, pattern)| (entries[*root as usize], *pattern));
    Some((found.chain(missed).collect(), ran))
}

/// What a simulated chip put out.
struct Shown {
    matches: Vec<(u64, u32)>,
    count: u64,
    cycles: u64,
}

fn simulate(mut sim: Simulator, layout: &Layout, stream: &Stream, progress: Progress) -> Shown {
    let [rst, valid, record, complete] =
        ["rst", "valid", "record", "complete"].map(|name| sim.input(name).expect("a chip has it"));
    let [ready, idle, count, match_valid, match_root, matches] =
        ["ready", "idle", "count", "match_valid", "match_root", "matches"]
            .map(|name| sim.output(name).expect("a chip has it"));
    sim.poke_u64(rst, 1);
    sim.step();
    sim.poke_u64(rst, 0);
    let mut found = Vec::new();
    let (mut next, mut cycles, mut quiet) = (0, 0, 0);
    loop {
        if cycles % TICK == 0 {
            progress(&format!("simulate: {next} of {} records", stream.records.len()));
        }
        let is_at_end = next == stream.records.len();
        sim.poke_u64(valid, u64::from(!is_at_end));
        sim.poke_u64(complete, u64::from(is_at_end));
        if !is_at_end {
            let bytes = pack(layout, &stream.records[next]);
            sim.poke(record, &Bits::from_le_bytes(layout.record_bits(), &bytes));
        }
        sim.settle();
        let has_match = sim.peek_u64(match_valid) == 1;
        if has_match {
            let bits = sim.peek(matches);
            let root = sim.peek_u64(match_root);
            found.extend((0..bits.width()).filter(|bit| bits.bit(*bit)).map(|pattern| (root, pattern)));
        }
        if is_at_end && sim.peek_u64(idle) == 1 {
            return Shown { matches: found, count: sim.peek_u64(count), cycles };
        }
        let is_taken = !is_at_end && sim.peek_u64(ready) == 1;
        next += usize::from(is_taken);
        quiet = if is_taken || has_match { 0 } else { quiet + 1 };
        assert!(quiet < PATIENCE, "the chip is stuck at record {next}");
        sim.step();
        cycles += 1;
    }
}
