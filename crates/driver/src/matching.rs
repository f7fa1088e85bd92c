//! `match` and `chip`: patterns in programs, counted in software and by chips.
//!
//! Dialects and patterns are read once ([`subject`]). A program becomes a row of numbers, or a stream of records that may be kept in a file ([`streams`]); an engine finds what matches
//! in it, or a simulated chip ([`chip`]). What a stream does not show is found in software, so that the count is always that of the program.

mod asked;
pub mod chip;
mod interp;
mod simulate;
mod streams;
mod subject;
mod write;

use crate::Progress;
use crate::files::Input;
use crate::load::{ReadOptions, Report, read_part};
pub use ::matcher::chip::Arch;
use ::matcher::front::{Encoded, encode_module};
use ::matcher::stream::file::is_stream;
use ::matcher::{Alphabet, Pattern, Program, compiled};
pub use asked::ChipAsked;
use base::Diagnostics;
use chip::{ChipOptions, Planned};
use dialects::irdl::legal::Attributes;
use ir::{Context, Ir, Op};
use std::path::PathBuf;
use streams::Found;
use subject::{INTERP, Subject};
pub use write::{ChipOutcome, ChipRequest, make_chip};

/// The files that say what is looked for.
#[derive(Clone, Default, Debug)]
pub struct Sought {
    /// Files of `irdl` with the dialects whose operations are matched.
    pub dialects: Vec<PathBuf>,
    /// Files of `irdl` with other dialects that the program may use.
    pub known: Vec<PathBuf>,
    /// Files of `pdl` with the patterns.
    pub patterns: Vec<PathBuf>,
}

impl Sought {
    /// The files of `irdl`, those with the dialects that are matched first. They may use each other.
    fn irdl_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.dialects.iter().chain(&self.known)
    }
}

/// What finds the matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Software that runs PDL-Interp: takes all patterns, and needs no dialects.
    Interp,
    /// Software, all patterns at once.
    Compiled,
    /// A chip, simulated cycle by cycle.
    Chip,
}

/// What to match.
#[derive(Clone, Debug)]
pub struct MatchRequest {
    /// What is looked for.
    pub sought: Sought,
    /// The program, or a stream that was made of one.
    pub input: Input,
    /// What looks for it.
    pub engine: Engine,
    /// Which chip; streams are made for it, too.
    pub chip: ChipAsked,
    /// Keep operations of dialects nobody registered, instead of refusing them; [`Engine::Interp`] always does.
    pub allow_unregistered: bool,
    /// The file that the program is written to as a stream.
    pub save: Option<PathBuf>,
}

/// What came of it.
pub struct MatchOutcome {
    /// The matches; nothing when anything was wrong.
    pub matched: Option<Matched>,
    /// What there is to say.
    pub report: Report,
}

/// The matches of a program.
pub struct Matched {
    /// The names of the patterns.
    pub patterns: Vec<String>,
    /// What roots are numbers of.
    pub counted: Counted,
    /// How many of these there are.
    pub size: usize,
    /// Numbers of roots, each with the number of a pattern.
    pub matches: Vec<(u32, u32)>,
    /// How many of the matches a stream does not show, if there was one.
    pub missed: usize,
    /// What a chip did, if one did it.
    pub chip: Option<chip::Ran>,
}

/// What roots are numbers of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Operations in the order of the text, from 0, without the module.
    Operations,
    /// Records of a stream, from 0, without separators.
    Records,
}

/// Reads dialects, patterns and the program, and finds all matches.
pub fn find_matches(request: MatchRequest, progress: Progress) -> MatchOutcome {
    let mut diagnostics = Diagnostics::new();
    progress("read");
    let mut ctx = crate::load::context();
    let matched = matches_of(&request, &mut ctx, &mut diagnostics, progress);
    let matched = matched.map(|mut matched| {
        matched.matches.sort_unstable();
        matched
    });
    MatchOutcome { matched, report: Report { diagnostics, sources: ctx.sources } }
}

fn matches_of(
    request: &MatchRequest,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Matched> {
    if let Some(diagnostic) = asked::idle_option(request).or_else(|| asked::saved_over_input(request)) {
        diagnostics.push(diagnostic);
        return None;
    }
    let options = request.chip.options();
    let attributes = match request.engine {
        Engine::Interp => return interp::matches_of(request, ctx, diagnostics, progress),
        // A stream is one that the chip takes, whoever reads it.
        Engine::Compiled if request.save.is_some() || is_stream(&request.input.bytes) => {
            options.arch.attributes()
        }
        Engine::Compiled => Attributes::Taken,
        Engine::Chip => options.arch.attributes(),
    };
    let subject = Subject::read(&request.sought, attributes, Some(INTERP), ctx, diagnostics)?;
    if is_stream(&request.input.bytes) {
        return streams::matches_of_file(request, &options, &subject, ctx, diagnostics, progress);
    }
    matches_of_module(request, &options, &subject, ctx, diagnostics, progress)
}

/// The matches of a program that is given as a module.
fn matches_of_module(
    request: &MatchRequest,
    options: &ChipOptions,
    subject: &Subject,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Matched> {
    let Subject { vocabulary, set } = subject;
    let read = ReadOptions { allow_unregistered: request.allow_unregistered, ..ReadOptions::default() };
    let (mut ir, module) = read_program(&request.input, &read, ctx, diagnostics)?;
    let Encoded { program, numbers, ops } = encode_module(&mut ir, module, vocabulary, set, diagnostics)?;
    let Found { matches, missed, chip } = if request.engine == Engine::Chip || request.save.is_some() {
        let planned = Planned::new(options, subject);
        if request.engine == Engine::Chip {
            planned.check(diagnostics)?;
        }
        streams::matches_of_program(request, subject, &planned, &program, &ir.ctx, diagnostics, progress)?
    } else {
        let matches = found_by_compiled(&vocabulary.alphabet, &set.patterns, &program, progress);
        Found { matches, missed: 0, chip: None }
    };
    let number = |(entry, pattern): (u32, u32)| {
        (numbers[entry as usize].expect("only operations are roots of matches"), pattern)
    };
    let matches = matches.into_iter().map(number).collect();
    Some(Matched {
        patterns: subject.names(),
        counted: Counted::Operations,
        size: ops.len(),
        matches,
        missed,
        chip,
    })
}

/// What the engine `compiled` finds.
fn found_by_compiled(
    alphabet: &Alphabet,
    patterns: &[Pattern],
    program: &Program,
    progress: Progress,
) -> Vec<(u32, u32)> {
    progress("match");
    let all = program.len();
    let mut say = |looked_at: usize| progress(&format!("match: {looked_at} of {all} records"));
    compiled::Engine::new(alphabet, patterns).all_matches_saying(program, &mut say)
}

/// Reads and verifies a program.
fn read_program(
    input: &Input,
    options: &ReadOptions,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
) -> Option<(Ir, Op)> {
    let source = input.clone().add_to(&mut ctx.sources);
    let source = source.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let end = ctx.sources.text(source).len();
    read_part(ctx, source, 0..end, options, diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosim::Scratch;
    use std::path::Path;
    use std::sync::Mutex;

    /// A program of RV32I and its patterns, for the engine in software, saved to a file.
    pub(super) fn saving(to: PathBuf) -> MatchRequest {
        let example = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
        MatchRequest {
            sought: Sought {
                dialects: vec![example("dialects/rv32i.irdl.mlir")],
                known: Vec::new(),
                patterns: vec![example("matching/rv32i.mlir")],
            },
            input: Input::read(&example("dialects/rv32i.mlir")).expect("it is an example"),
            engine: Engine::Compiled,
            chip: ChipAsked::default(),
            allow_unregistered: false,
            save: Some(to),
        }
    }

    #[test]
    fn a_stream_is_saved_without_making_its_chip() {
        let folder = Scratch::new().expect("a folder can be made");
        let steps = Mutex::new(Vec::new());
        let request = saving(folder.0.join("program.stream"));
        let outcome =
            find_matches(request, &|step| steps.lock().expect("nobody failed").push(step.to_string()));
        assert_eq!(outcome.matched.expect("all is right").matches.len(), 1);
        assert_eq!(steps.into_inner().expect("nobody failed"), ["read", "match", "encode"]);
    }
}
