//! `match` and `chip`: patterns in programs, counted in software and by chips.
//!
//! Dialects and patterns are read once ([`subject`]); a program goes through an engine, or through a simulated chip ([`chip`]) whose stream leaves out what
//! software has to add. Either way the count is that of the program.

pub mod chip;
mod simulate;
mod subject;
mod write;

use crate::Progress;
use crate::files::Input;
use crate::load::{Report, read_part};
pub use ::matcher::chip::Arch;
use ::matcher::compiled;
use ::matcher::front::{Encoded, encode_module};
use base::Diagnostics;
use chip::{ChipOptions, Planned};
use dialects::irdl::legal::Attributes;
use ir::Context;
use std::path::PathBuf;
use subject::Subject;
pub use write::{ChipOutcome, ChipRequest, make_chip};

/// The files that say what is looked for.
#[derive(Clone, Default, Debug)]
pub struct Sought {
    /// Files of `irdl` with the dialects whose operations are matched.
    pub dialects: Vec<PathBuf>,
    /// Files of `pdl` with the patterns.
    pub patterns: Vec<PathBuf>,
}

/// What finds the matches.
#[derive(Clone, Debug)]
pub enum Engine {
    /// Software, all patterns at once.
    Compiled,
    /// A chip, simulated cycle by cycle.
    Chip(ChipOptions),
}

/// What to match.
#[derive(Clone, Debug)]
pub struct MatchRequest {
    /// What is looked for.
    pub sought: Sought,
    /// The program.
    pub input: Input,
    /// What looks for it.
    pub engine: Engine,
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
    /// How many operations the program has.
    pub operations: usize,
    /// Numbers of operations, in the order of the text and from 0, which is the module, each with the number of a pattern.
    pub matches: Vec<(u32, u32)>,
    /// What a chip did, if one did it.
    pub chip: Option<chip::Ran>,
}

/// Reads dialects, patterns and the program, and finds all matches.
pub fn find_matches(request: MatchRequest, progress: Progress) -> MatchOutcome {
    let mut diagnostics = Diagnostics::new();
    progress("read");
    let mut ctx = crate::load::context();
    let matched = matches_of(&request, &mut ctx, &mut diagnostics, progress);
    MatchOutcome { matched, report: Report { diagnostics, sources: ctx.sources } }
}

fn matches_of(
    request: &MatchRequest,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Matched> {
    let attributes = match &request.engine {
        Engine::Compiled => Attributes::Taken,
        Engine::Chip(options) => options.arch.attributes(),
    };
    let Subject { vocabulary, set } = Subject::read(&request.sought, attributes, ctx, diagnostics)?;
    let source = ctx.sources.add_bytes(request.input.name.clone(), request.input.bytes.clone());
    let source = source.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let end = ctx.sources.text(source).len();
    let (ir, module) = read_part(ctx, source, 0..end, &Default::default(), diagnostics)?;
    let Encoded { program, numbers, ops } = encode_module(&ir, module, &vocabulary, &set, diagnostics)?;
    let (found, chip) = match &request.engine {
        Engine::Compiled => {
            progress("match");
            (compiled::Engine::new(&vocabulary.alphabet, &set.patterns).all_matches(&program), None)
        }
        Engine::Chip(options) => {
            let planned = Planned::new(options, &vocabulary.alphabet, &set.patterns, diagnostics)?;
            let (found, ran) = chip::run(&planned, &program, diagnostics, progress)?;
            (found, Some(ran))
        }
    };
    let number = |(entry, pattern): (u32, u32)| {
        (numbers[entry as usize].expect("only operations are roots of matches"), pattern)
    };
    let mut matches: Vec<(u32, u32)> = found.into_iter().map(number).collect();
    matches.sort_unstable();
    let patterns = set.patterns.into_iter().map(|pattern| pattern.name).collect();
    Some(Matched { patterns, operations: ops.len(), matches, chip })
}
