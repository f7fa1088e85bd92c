//! Chips for a set of patterns: which one, what it is made for, and a program that goes through it.

use super::simulate::simulate;
use super::subject::Subject;
use crate::Progress;
use ::matcher::chip::{Arch, Chip, Plan, tags, taps, unit};
use ::matcher::front::{PatternSet, Vocabulary};
use ::matcher::stream::Stream;
use ::matcher::stream::layout::Layout;
use ::matcher::{Alphabet, Pattern};
use base::text::counted;
use base::{Diagnostic, Diagnostics, Span, codes};
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
    /// Where each pattern stands.
    pub spans: &'a [Option<Span>],
    /// What records say.
    pub layout: Layout,
}

impl<'a> Planned<'a> {
    /// Plans a chip, or streams for one that need not be made.
    pub fn new(options: &'a ChipOptions, subject: &'a Subject) -> Planned<'a> {
        let Subject { vocabulary: Vocabulary { alphabet, .. }, set: PatternSet { patterns, spans, .. } } =
            subject;
        let layout = Layout::new(alphabet, patterns, options.window);
        Planned { options, alphabet, patterns, spans, layout }
    }

    /// What the chip is made of.
    pub fn plan(&self, lists_matches: bool) -> Plan<'_> {
        let Planned { options, alphabet, patterns, layout, .. } = self;
        let (streams, units) = (options.streams, options.units);
        Plan { alphabet, patterns, layout, lists_matches, streams, units }
    }

    /// Whether the chip can be made; if not, `diagnostics` says why.
    pub fn check(&self, diagnostics: &mut Diagnostics) -> Option<()> {
        let before = diagnostics.error_count();
        if self.options.arch == Arch::Unit {
            for (pattern, span) in self.patterns.iter().zip(self.spans) {
                if let Some(message) = too_few(self.options, pattern) {
                    diagnostics.push(Diagnostic::error(codes::CHIP_UNITS, *span, message));
                }
            }
        }
        diagnostics.extend(too_large(&self.plan(false), self.options.arch, self.spans));
        (diagnostics.error_count() == before).then_some(())
    }

    /// Makes the chip, which can be made.
    pub fn make(&self, lists_matches: bool) -> Made {
        let mut ir = Ir::new(crate::load::context());
        let chip = self.options.arch.make(&mut ir, &self.plan(lists_matches));
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

/// More units than this, of all patterns and streams together, are not made: no device has room for them.
const MOST_UNITS: u64 = 1 << 12;
/// The same for the registers of these units, one for each operation of a pattern, and for those in which their results wait.
const MOST_REGISTERS: u64 = 1 << 16;
/// The same for the records that `taps` chooses from and keeps, each a register or a multiplexer of all bits of a record.
const MOST_TAPPED: u64 = 1 << 17;
/// The same for the bits of a word of `tags`.
const MOST_WORD_BITS: u64 = 1 << 14;

/// That a chip is larger than any device, by what it has most of.
fn too_large(plan: &Plan<'_>, arch: Arch, spans: &[Option<Span>]) -> Option<Diagnostic> {
    let streams = u64::from(plan.streams);
    let (code, size, most, of, hint) = match arch {
        Arch::Unit => {
            let units = |pattern: &Pattern| u64::from(unit::units(plan, pattern));
            let hint = "a smaller `--window` takes fewer, and `--arch tags` has none";
            let all: u64 = plan.patterns.iter().map(units).sum();
            if all.saturating_mul(streams) > MOST_UNITS {
                (codes::CHIP_UNITS, all, MOST_UNITS, "units", hint)
            } else {
                let of = "registers for operations and results of its units";
                (codes::CHIP_SIZE, unit::registers(plan), MOST_REGISTERS, of, hint)
            }
        }
        Arch::Taps => {
            let hint = "a smaller `--window` takes fewer, and `--arch tags` chooses none";
            (codes::CHIP_SIZE, taps::tapped(plan), MOST_TAPPED, "records to choose from", hint)
        }
        Arch::Tags => {
            let hint = "match the deepest patterns, or half of them, with another chip";
            (codes::CHIP_SIZE, tags::word_bits(plan), MOST_WORD_BITS, "bits in a word", hint)
        }
    };
    let all = size.saturating_mul(streams);
    (all > most).then(|| {
        let message = format!("the chip `{}` would have {all} {of}, and {most} are the most", arch.name());
        Diagnostic::error(code, spans.first().copied().flatten(), message).hint(hint)
    })
}

/// A unit sees all records that its root may reach before its next root comes.
fn too_few(options: &ChipOptions, pattern: &Pattern) -> Option<String> {
    let needed = unit::least_units(pattern, options.window);
    let units = options.units.filter(|units| *units < needed)?;
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
