//! Programs as streams, from a module or from a file, and what matches in them.

use super::chip::{self, ChipOptions, Planned};
use super::subject::Subject;
use super::{Counted, Engine, MatchRequest, Matched, found_by_compiled};
use crate::Progress;
use crate::files::write_atomically;
use ::matcher::chip::Arch;
use ::matcher::stream::file::{self, FileFault, MadeFor, Saved};
use ::matcher::stream::layout::Layout;
use ::matcher::stream::{Stream, encode, entries_of_records, missed::missed, view};
use ::matcher::{Pattern, Program};
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
    let mut found = found_by_compiled(planned.alphabet, planned.patterns, program, progress);
    progress("encode");
    let missed = missed(program, &planned.layout, planned.patterns, &found);
    let order = planned.options.arch.order();
    let stream = encode(program, &planned.layout, order);
    let entries: Vec<u32> = entries_of_records(program, order).into_iter().flatten().collect();
    let mut record_of = vec![0; program.len()];
    for (record, entry) in (0..).zip(&entries) {
        record_of[*entry as usize] = record;
    }
    let unseen = missed.iter().map(|(entry, pattern)| (record_of[*entry as usize], *pattern));
    let mut unseen: Vec<(u32, u32)> = unseen.collect();
    unseen.sort_unstable();
    let saved = Saved { stream, missed: unseen };
    if let Some(path) = &request.save {
        let bytes = file::write(&planned.layout, subject.key(ctx), &saved);
        write_atomically(path, &bytes).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    }
    let mut chip = None;
    if request.engine == Engine::Chip {
        let (shown, ran) = run_chip(planned, &saved.stream, diagnostics, progress)?;
        found = shown.iter().map(|(root, pattern)| (entries[*root as usize], *pattern)).collect();
        found.extend(&missed);
        chip = Some(ran);
    }
    Some(Found { matches: found, missed: missed.len(), chip })
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
    let read = saved.and_then(|saved| {
        let shown = sound(&planned, &saved, progress).map_err(|record| FileFault::Unsound { record })?;
        Ok((saved, shown))
    });
    let read = read.map_err(|fault| diagnostics.push(explained(&fault, arch, &request.input.name)));
    let (saved, shown) = read.ok()?;
    let (mut matches, chip) = if request.engine == Engine::Chip {
        let (found, ran) = run_chip(&planned, &saved.stream, diagnostics, progress)?;
        (found, Some(ran))
    } else {
        (shown, None)
    };
    matches.extend(&saved.missed);
    Some(Matched {
        patterns: subject.names(),
        counted: Counted::Records,
        size: size(&saved.stream),
        matches,
        missed: saved.missed.len(),
        chip,
    })
}

/// How many records there are, without separators.
fn size(stream: &Stream) -> usize {
    stream.records.iter().filter(|record| record.code != Layout::SEPARATOR).count()
}

/// What software finds in a stream. A record that says what none can ([`view::view`]) is an error, with its number. So are matches that are listed twice, out of order or though the stream shows them. Whether
/// operations make the values that others have of them is not asked: a chip sees of a value only where it is made, and both count the same.
fn sound(planned: &Planned<'_>, saved: &Saved, progress: Progress) -> Result<Vec<(u32, u32)>, Option<u32>> {
    let size = size(&saved.stream);
    let is_there = |(root, pattern): &(u32, u32)| {
        (*root as usize) < size && (*pattern as usize) < planned.patterns.len()
    };
    let is_ascending = saved.missed.is_sorted_by(|one, next| one < next);
    if !is_ascending || !saved.missed.iter().all(is_there) {
        return Err(None);
    }
    let find = |program: &Program, patterns: &[Pattern]| {
        found_by_compiled(planned.alphabet, patterns, program, progress)
    };
    let shown = view::matches(&planned.layout, &saved.stream, planned.patterns, find).map_err(Some)?;
    let is_shown = |one: &(u32, u32)| shown.binary_search(one).is_ok();
    if saved.missed.iter().any(is_shown) { Err(None) } else { Ok(shown) }
}

/// Makes the chip and runs a stream through it. Gives the matches that it lists, by the numbers of records without separators.
fn run_chip(
    planned: &Planned<'_>,
    stream: &Stream,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<(Vec<(u32, u32)>, chip::Ran)> {
    progress("make the chip");
    let made = planned.make(true);
    chip::run(planned, &made, stream, diagnostics, progress)
}

fn explained(fault: &FileFault, arch: Arch, name: &str) -> Diagnostic {
    let what = match fault {
        FileFault::Version(version) => {
            format!("is of version {version} of the format, and this program reads version {}", file::VERSION)
        }
        FileFault::Short { least, found } => {
            format!("should have at least {}, and has {found}", counted(*least, "byte"))
        }
        FileFault::Length { expected, found } => {
            format!("should have {}, and has {found}", counted(*expected, "byte"))
        }
        FileFault::Damaged => "is damaged: its check is not that of its bytes".to_string(),
        FileFault::Unsound { record: None } => "says what no program says".to_string(),
        FileFault::Unsound { record: Some(record) } => {
            format!("says in record {record} what no program says")
        }
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

#[cfg(test)]
mod tests {
    use super::super::find_matches;
    use super::super::tests::saving;
    use super::*;
    use crate::cosim::Scratch;
    use crate::files::Input;
    use std::sync::Mutex;

    /// How many bytes the check at the end has.
    const CHECK: usize = 8;

    /// A stream in a file, as bytes.
    fn saved() -> Vec<u8> {
        let folder = Scratch::new().expect("a folder can be made");
        let path = folder.0.join("program.stream");
        find_matches(saving(path.clone()), &|_| ()).matched.expect("all is right");
        std::fs::read(path).expect("it was written")
    }

    /// A request to match in a stream.
    fn reading(bytes: Vec<u8>, engine: Engine) -> MatchRequest {
        let request = saving(std::path::PathBuf::new());
        MatchRequest { input: Input::new("program.stream", bytes), engine, save: None, ..request }
    }

    /// What is said of bytes that are no stream of ours, whoever matches.
    fn refused(bytes: Vec<u8>) -> String {
        let said = [Engine::Compiled, Engine::Chip].map(|engine| {
            let outcome = find_matches(reading(bytes.clone(), engine), &|_| ());
            assert!(outcome.matched.is_none());
            let diagnostics = outcome.report.diagnostics.into_vec();
            let [diagnostic] = &diagnostics[..] else { panic!("there is one error") };
            assert_eq!(diagnostic.code, codes::STREAM_FILE);
            diagnostic.message.clone()
        });
        assert_eq!(said[0], said[1]);
        said[0].clone()
    }

    /// With the check that fits them, as someone writes it who means harm: FNV-1a of 64 bits.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    #[test]
    fn a_stream_in_a_file_has_the_matches_of_its_program() {
        for engine in [Engine::Compiled, Engine::Chip] {
            let outcome = find_matches(reading(saved(), engine), &|_| ());
            assert_eq!(outcome.matched.expect("all is right").matches.len(), 1, "{engine:?}");
        }
    }

    #[test]
    fn a_file_that_was_cut_changed_or_forged_is_refused_and_said_why() {
        let bytes = saved();
        let body = &bytes[..bytes.len() - CHECK];
        assert_eq!(sealed(body.to_vec()), bytes, "the format is as it is written down");
        assert_eq!(
            refused(bytes[..40].to_vec()),
            "`program.stream` should have at least 54 bytes, and has 40"
        );
        let (all, less) = (bytes.len(), bytes.len() - 1);
        assert_eq!(
            refused(bytes[..less].to_vec()),
            format!("`program.stream` should have {all} bytes, and has {less}")
        );
        let changed = |at: usize, by: u8| {
            let mut changed = body.to_vec();
            changed[at] ^= by;
            changed
        };
        // The first record is behind a header of 46 bytes; a code of all ones is none, as there are fewer operations.
        let unchecked = [&changed(46, 1)[..], &bytes[body.len()..]].concat();
        assert_eq!(refused(unchecked), "`program.stream` is damaged: its check is not that of its bytes");
        let mut no_code = body.to_vec();
        no_code[46] = 0xff;
        assert_eq!(refused(sealed(no_code)), "`program.stream` says in record 0 what no program says");
        // A match at a root that is not there.
        let mut no_root = body.to_vec();
        no_root[38] += 1;
        no_root.extend([0xff; 8]);
        assert_eq!(refused(sealed(no_root)), "`program.stream` says what no program says");
        // Two matches that the records do not show, as numbers of roots.
        let with_missed = |roots: [u8; 2]| {
            let mut body = body.to_vec();
            body[38] += 2;
            for root in roots {
                body.extend([root, 0, 0, 0, 0, 0, 0, 0]);
            }
            sealed(body)
        };
        let [shown] =
            find_matches(reading(saved(), Engine::Compiled), &|_| ()).matched.expect("all is right").matches
                [..]
        else {
            panic!("there is one match")
        };
        let others: Vec<u8> = (0..4).filter(|root| (u32::from(*root), 0) != shown).collect();
        let (one, next) = (others[0], others[1]);
        let taken = find_matches(reading(with_missed([one, next]), Engine::Compiled), &|_| ());
        assert_eq!(taken.matched.expect("all is right").matches.len(), 3);
        for (what, roots) in [("twice", [one, one]), ("out of order", [next, one])] {
            assert_eq!(refused(with_missed(roots)), "`program.stream` says what no program says", "{what}");
        }
        let mut shows = body.to_vec();
        shows[38] += 1;
        shows.extend(shown.0.to_le_bytes());
        shows.extend(shown.1.to_le_bytes());
        assert_eq!(refused(sealed(shows)), "`program.stream` says what no program says");
        let other = refused(sealed(changed(22, 1)));
        assert!(other.contains("was made for other dialects or patterns"), "{other}");
    }

    #[test]
    fn what_takes_long_says_how_far_it_is() {
        let steps = |engine, times| {
            let short = saving(std::path::PathBuf::new());
            let operation = "\n  \"rv32i.sw\"";
            let text = std::str::from_utf8(&short.input.bytes).expect("an example is text");
            let (before, after) = text.split_once(operation).expect("the example stores");
            let (line, after) = after.split_once('\n').expect("it stands in a line");
            let text = format!("{before}{}\n{after}", format!("{operation}{line}").repeat(times));
            let input = Input::new("program.mlir", text);
            let request = MatchRequest { engine, input, save: None, ..short };
            let steps = Mutex::new(Vec::new());
            let outcome =
                find_matches(request, &|step| steps.lock().expect("nobody failed").push(step.to_string()));
            assert!(outcome.matched.is_some());
            steps.into_inner().expect("nobody failed")
        };
        let chip = steps(Engine::Chip, 1);
        assert_eq!(chip, ["read", "match", "encode", "make the chip", "simulate: 0 of 11 records"]);
        let interp = steps(Engine::Interp, 1);
        assert_eq!(interp, ["read", "match: 0 of 6 operations"]);
        let long = steps(Engine::Chip, 2500);
        let records = |step: &String| step.strip_prefix("simulate: ")?.split_once(' ')?.0.parse::<u32>().ok();
        let far: Vec<u32> = long.iter().filter_map(records).collect();
        assert!(far.len() > 1 && far.is_sorted_by(|one, next| one < next), "{long:?}");
    }
}
