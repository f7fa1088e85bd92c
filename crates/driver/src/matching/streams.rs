//! Programs as streams, from a module or from a file, and what matches in them.

use super::chip::{self, ChipOptions, Planned};
use super::subject::Subject;
use super::{Counted, Engine, MatchRequest, Matched};
use crate::Progress;
use crate::files::write_atomically;
use ::matcher::chip::Arch;
use ::matcher::stream::file::{self, FileFault, MadeFor, Saved};
use ::matcher::stream::layout::Layout;
use ::matcher::stream::{Stream, encode, entries_of_records, missed::missed, view};
use ::matcher::{Pattern, Program, compiled};
use base::text::counted;
use base::{Diagnostic, Diagnostics, codes};
use ir::Context;

/// What was found in a stream.
pub struct Found {
    /// Pairs of a root and a pattern, those that the stream does not show among them.
    pub matches: Vec<(u32, u32)>,
    /// How many the stream does not show.
    pub missed: usize,
    /// What a chip did, if one did it.
    pub chip: Option<chip::Ran>,
}

/// The matches of a program, of its entries, and how many of them its stream does not show. The stream is written to a file if that is asked for.
pub fn matches_of_program(
    request: &MatchRequest,
    subject: &Subject,
    planned: &Planned<'_>,
    program: &Program,
    ctx: &Context,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Found> {
    let order = planned.options.arch.order();
    let stream = encode(program, &planned.layout, order);
    let entries: Vec<u32> = entries_of_records(program, order).into_iter().flatten().collect();
    let mut record_of = vec![0; program.len()];
    for (record, entry) in (0..).zip(&entries) {
        record_of[*entry as usize] = record;
    }
    let missed = missed(program, &planned.layout, planned.patterns);
    let missed = missed.iter().map(|(entry, pattern)| (record_of[*entry as usize], *pattern)).collect();
    let saved = Saved { stream, missed };
    if let Some(path) = &request.save {
        let bytes = file::write(&planned.layout, subject.key(ctx), &saved);
        write_atomically(path, &bytes).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    }
    let mut found = matches_of_stream(request.engine, planned, &saved, diagnostics, progress)?;
    found.matches.iter_mut().for_each(|(root, _)| *root = entries[*root as usize]);
    Some(found)
}

/// The matches of a stream in a file.
pub fn matches_of_file(
    request: &MatchRequest,
    options: &ChipOptions,
    subject: &Subject,
    ctx: &Context,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Matched> {
    if request.save.is_some() {
        let message = format!("`{}` is a stream already, and is not saved again", request.input.name);
        diagnostics.push(Diagnostic::error(codes::BAD_ARGUMENT, None, message));
        return None;
    }
    let planned = Planned::new(options, subject);
    if request.engine == Engine::Chip {
        planned.check(diagnostics)?;
    }
    let arch = planned.options.arch;
    let saved = file::read(&planned.layout, subject.key(ctx), arch.order(), &request.input.bytes);
    let saved = saved.and_then(|saved| match is_sound(&planned, &saved) {
        true => Ok(saved),
        false => Err(FileFault::Corrupt),
    });
    let saved = saved.map_err(|fault| diagnostics.push(explained(&fault, arch, &request.input.name))).ok()?;
    let Found { matches, missed, chip } =
        matches_of_stream(request.engine, &planned, &saved, diagnostics, progress)?;
    Some(Matched {
        patterns: subject.names(),
        counted: Counted::Records,
        size: size(&saved.stream),
        matches,
        missed,
        chip,
    })
}

/// How many records there are, without separators.
fn size(stream: &Stream) -> usize {
    stream.records.iter().filter(|record| record.code != Layout::SEPARATOR).count()
}

/// Whether a stream says what some program could say, whoever wrote it.
fn is_sound(planned: &Planned<'_>, saved: &Saved) -> bool {
    let size = size(&saved.stream);
    let is_there = |(root, pattern): &(u32, u32)| {
        (*root as usize) < size && (*pattern as usize) < planned.patterns.len()
    };
    saved.missed.iter().all(is_there)
        && view::view(planned.alphabet, &planned.layout, &saved.stream).is_some()
}

/// All matches that a stream shows, by the numbers of records without separators, and those that it does not.
fn matches_of_stream(
    engine: Engine,
    planned: &Planned<'_>,
    saved: &Saved,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Found> {
    let Saved { stream, missed } = saved;
    let (mut matches, chip) = match engine {
        Engine::Interp | Engine::Compiled => {
            progress("match");
            (shown(planned, stream), None)
        }
        Engine::Chip => {
            progress("make the chip");
            let made = planned.make(true);
            let (found, ran) = chip::run(planned, &made, stream, diagnostics, progress)?;
            (found, Some(ran))
        }
    };
    matches.extend(missed);
    Some(Found { matches, missed: missed.len(), chip })
}

/// What software finds in a stream.
fn shown(planned: &Planned<'_>, stream: &Stream) -> Vec<(u32, u32)> {
    let find = |program: &Program, patterns: &[Pattern]| {
        compiled::Engine::new(planned.alphabet, patterns).all_matches(program)
    };
    let found = view::matches(planned.alphabet, &planned.layout, stream, planned.patterns, find);
    found.expect("what is encoded or read says what some program says")
}

fn explained(fault: &FileFault, arch: Arch, name: &str) -> Diagnostic {
    let what = match fault {
        FileFault::NoStream => "does not begin as streams do".to_string(),
        FileFault::Version(version) => {
            format!("is of version {version} of the format, and this program reads version {}", file::VERSION)
        }
        FileFault::Length { expected, found } => {
            format!("should have {}, and has {found}", counted(*expected, "byte"))
        }
        FileFault::Corrupt => "is damaged: it says what no program says".to_string(),
        FileFault::Other { made, wanted } => differences(*made, *wanted, arch),
    };
    let diagnostic = Diagnostic::error(codes::STREAM_FILE, None, format!("`{name}` {what}"));
    diagnostic.hint("`flowright match PROGRAM --save FILE` writes streams")
}

/// What a stream was made for, where that is not what is wanted.
fn differences(made: MadeFor, wanted: MadeFor, arch: Arch) -> String {
    let mut all = Vec::new();
    if made.order != wanted.order {
        let (made, wanted, arch) = (made.order.name(), wanted.order.name(), arch.name());
        all.push(format!("goes {made}, and the chip `{arch}` takes streams that go {wanted}"));
    }
    if made.window != wanted.window {
        all.push(format!("was made for a window of {}, and that here is {}", made.window, wanted.window));
    }
    if made.key != wanted.key {
        let (made, wanted) = (made.key, wanted.key);
        all.push(format!("was made for other dialects or patterns: their key is {made:016x}, and that of these {wanted:016x}"));
    }
    all.join("; it ")
}
