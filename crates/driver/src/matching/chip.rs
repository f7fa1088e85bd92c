//! Chips for a set of patterns: which one, what it is made for, and a program that goes through it.

use super::simulate::simulate;
use crate::Progress;
use ::matcher::chip::{Arch, Chip, Plan, unit};
use ::matcher::stream::layout::Layout;
use ::matcher::stream::{Order, Stream, encode, entries_of_records, missed::missed};
use ::matcher::{Alphabet, Pattern, Program};
use base::text::counted;
use base::{Diagnostic, Diagnostics, codes};
use ir::Ir;

/// Which chip.
#[derive(Clone, Debug)]
pub struct ChipOptions {
    /// Its kind.
    pub arch: Arch,
    /// How many records away from its use a value may be made.
    pub window: u32,
    /// How many units there are for each pattern, if the chip has units; without it as many as take a record in every cycle.
    pub units: Option<u32>,
    /// How many streams it takes side by side.
    pub streams: u32,
}

impl Default for ChipOptions {
    fn default() -> ChipOptions {
        ChipOptions { arch: Arch::default(), window: 64, units: None, streams: 1 }
    }
}

/// What a chip is made for.
pub struct Planned<'a> {
    /// Which chip.
    pub options: &'a ChipOptions,
    /// The operations there are.
    pub alphabet: &'a Alphabet,
    /// What is looked for.
    pub patterns: &'a [Pattern],
    /// What records say.
    pub layout: Layout,
}

impl<'a> Planned<'a> {
    /// Plans a chip; `None` if it could not do for some pattern, which `diagnostics` says.
    pub fn new(
        options: &'a ChipOptions,
        alphabet: &'a Alphabet,
        patterns: &'a [Pattern],
        diagnostics: &mut Diagnostics,
    ) -> Option<Planned<'a>> {
        for pattern in patterns {
            for wrong in [too_deep(options, pattern), too_few(options, pattern)].into_iter().flatten() {
                diagnostics.push(wrong);
            }
        }
        let layout = Layout::new(alphabet, patterns, options.window);
        (!diagnostics.has_errors()).then_some(Planned { options, alphabet, patterns, layout })
    }

    /// Makes the chip in an IR.
    pub fn make(&self, ir: &mut Ir, lists_matches: bool) -> Chip {
        let Planned { options, alphabet, patterns, layout } = self;
        let (streams, units) = (options.streams, options.units);
        options.arch.make(ir, &Plan { alphabet, patterns, layout, lists_matches, streams, units })
    }
}

/// Operations on a way from the root down are different records.
fn too_deep(options: &ChipOptions, pattern: &Pattern) -> Option<Diagnostic> {
    let spans = pattern.depth() - 1;
    (spans > options.window).then(|| {
        let spans = counted(spans, "record");
        let message = format!(
            "pattern `{}` spans {spans} at least, and the window has {}",
            pattern.name, options.window
        );
        Diagnostic::error(codes::CHIP_SPAN, None, message)
    })
}

/// A unit sees all records that its root may reach before its next root comes.
fn too_few(options: &ChipOptions, pattern: &Pattern) -> Option<Diagnostic> {
    let needed = unit::least_units(pattern, options.window);
    let units = options.units.filter(|units| options.arch == Arch::Unit && *units < needed)?;
    let message = format!(
        "pattern `{}` needs {} with a window of {}, and there are {units}",
        pattern.name,
        counted(needed, "unit"),
        options.window
    );
    Some(Diagnostic::error(codes::CHIP_UNITS, None, message))
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

/// Runs a program through a chip. Gives all matches, of entries and patterns, with those among them that the chip cannot see.
pub fn run(
    planned: &Planned<'_>,
    program: &Program,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<(Vec<(u32, u32)>, Ran)> {
    progress("make the chip");
    let mut ir = Ir::new(crate::load::context());
    let chip = planned.make(&mut ir, true);
    let Dealt { streams, entries } = deal(program, &planned.layout, chip.order, planned.options.streams);
    let shown = simulate(&ir, &chip, &planned.layout, &streams, diagnostics, progress)?;
    let missed = missed(program, &planned.layout, planned.patterns);
    let ran = Ran {
        arch: planned.options.arch,
        records: streams.iter().map(|stream| stream.records.len()).sum(),
        record_bits: planned.layout.record_bits(),
        cycles: shown.cycles,
        counted: shown.count,
        missed: missed.len(),
    };
    let found =
        shown.matches.iter().map(|(stream, root, pattern)| (entries[*stream][*root as usize], *pattern));
    Some((found.chain(missed).collect(), ran))
}

/// The blocks of a program, dealt to streams.
struct Dealt {
    streams: Vec<Stream>,
    /// For each stream the entries of its records without separators: roots are numbered like that.
    entries: Vec<Vec<u32>>,
}

/// Deals blocks to streams, each to the one that is shortest so far.
fn deal(program: &Program, layout: &Layout, order: Order, streams: u32) -> Dealt {
    let all = encode(program, layout, order);
    let numbers = entries_of_records(program, order);
    let empty = Stream { order, records: Vec::new() };
    let mut dealt =
        Dealt { streams: vec![empty; streams as usize], entries: vec![Vec::new(); streams as usize] };
    let mut first = 0;
    for block in all.records.split_inclusive(|record| record.code == Layout::SEPARATOR) {
        let shortest = (0..dealt.streams.len()).min_by_key(|number| dealt.streams[*number].records.len());
        let shortest = shortest.expect("there is a stream");
        dealt.streams[shortest].records.extend_from_slice(block);
        dealt.entries[shortest].extend(numbers[first..first + block.len()].iter().flatten());
        first += block.len();
    }
    dealt
}
