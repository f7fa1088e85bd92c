//! Chips for a set of patterns: which one, what it is made for, and a program that goes through it.

use super::simulate::simulate;
use super::subject::Subject;
use crate::Progress;
use ::matcher::chip::{Arch, Chip, Plan, unit};
use ::matcher::front::{PatternSet, Vocabulary};
use ::matcher::stream::Stream;
use ::matcher::stream::layout::Layout;
use ::matcher::{Alphabet, Pattern};
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
        subject: &'a Subject,
        diagnostics: &mut Diagnostics,
    ) -> Option<Planned<'a>> {
        let Subject { vocabulary: Vocabulary { alphabet, .. }, set: PatternSet { patterns, spans, .. } } =
            subject;
        for (pattern, span) in patterns.iter().zip(spans) {
            if let Some(message) = too_few(options, pattern) {
                diagnostics.push(Diagnostic::error(codes::CHIP_UNITS, *span, message));
            }
        }
        if let Some(message) = too_many(options, patterns) {
            let span = spans.first().copied().flatten();
            diagnostics.push(Diagnostic::error(codes::CHIP_UNITS, span, message));
        }
        let layout = Layout::new(alphabet, patterns, options.window);
        (!diagnostics.has_errors()).then_some(Planned { options, alphabet, patterns, layout })
    }

    /// Makes the chip.
    pub fn make(&self, lists_matches: bool) -> Made {
        let Planned { options, alphabet, patterns, layout } = self;
        let (streams, units) = (options.streams, options.units);
        let mut ir = Ir::new(crate::load::context());
        let plan = Plan { alphabet, patterns, layout, lists_matches, streams, units };
        let chip = options.arch.make(&mut ir, &plan);
        Made { ir, chip }
    }
}

/// A chip that was made.
pub struct Made {
    /// Where it stands.
    pub ir: Ir,
    /// It.
    pub chip: Chip,
}

/// More units than this, of all patterns together, are not made: no device has room for them.
const MOST_UNITS: u64 = 4096;

fn too_many(options: &ChipOptions, patterns: &[Pattern]) -> Option<String> {
    let units = |pattern| options.units.unwrap_or_else(|| unit::cycles(pattern, options.window));
    let all: u64 = patterns.iter().map(|pattern| u64::from(units(pattern))).sum();
    (options.arch == Arch::Unit && all > MOST_UNITS)
        .then(|| format!("the patterns would have {all} units, and there are {MOST_UNITS} at the most"))
}

/// A unit sees all records that its root may reach before its next root comes.
fn too_few(options: &ChipOptions, pattern: &Pattern) -> Option<String> {
    let needed = unit::least_units(pattern, options.window);
    let units = options.units.filter(|units| options.arch == Arch::Unit && *units < needed)?;
    Some(format!(
        "pattern `{}` needs {} with a window of {}, and there are {units}",
        pattern.name,
        counted(needed, "unit"),
        options.window
    ))
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
}

/// Runs a stream through a chip, its blocks dealt to as many streams as the chip takes. Gives the matches that the chip lists, by the numbers of records without separators.
pub fn run(
    planned: &Planned<'_>,
    made: &Made,
    stream: &Stream,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<(Vec<(u32, u32)>, Ran)> {
    let Dealt { streams, numbers } = deal(stream, planned.options.streams);
    let shown = simulate(&made.ir, &made.chip, &planned.layout, &streams, diagnostics, progress)?;
    let ran = Ran {
        arch: planned.options.arch,
        records: stream.records.len(),
        record_bits: planned.layout.record_bits(),
        cycles: shown.cycles,
        counted: shown.count,
    };
    let found = shown.matches.iter().map(|(lane, root, pattern)| (numbers[*lane][*root as usize], *pattern));
    Some((found.collect(), ran))
}

/// The blocks of a stream, dealt to several.
struct Dealt {
    streams: Vec<Stream>,
    /// For each of them the numbers of its records without separators.
    numbers: Vec<Vec<u32>>,
}

/// Deals blocks to streams, each to the one that is shortest so far.
fn deal(stream: &Stream, streams: u32) -> Dealt {
    let empty = Stream { order: stream.order, records: Vec::new() };
    let mut dealt =
        Dealt { streams: vec![empty; streams as usize], numbers: vec![Vec::new(); streams as usize] };
    let mut next = 0;
    for block in stream.records.split_inclusive(|record| record.code == Layout::SEPARATOR) {
        let shortest = (0..dealt.streams.len()).min_by_key(|number| dealt.streams[*number].records.len());
        let shortest = shortest.expect("there is a stream");
        dealt.streams[shortest].records.extend_from_slice(block);
        let records = block.len() as u32 - 1;
        dealt.numbers[shortest].extend(next..next + records);
        next += records;
    }
    dealt
}
