//! Which patterns were applied, and how often: where to look when something is wrong in the end.

use base::{Diagnostic, Span, codes};
use ir::{Ir, Loc, Op, op_error};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// How often patterns were applied, by the place where each stands.
#[derive(Default)]
pub(super) struct Applied {
    times: FxHashMap<Loc, u64>,
}

/// So many patterns are shown where all that were applied may be to blame.
const MOST_LABELS: usize = 5;

impl Applied {
    /// Notes that the pattern at a place was applied.
    pub(super) fn note(&mut self, pattern: Loc) {
        *self.times.entry(pattern).or_default() += 1;
    }

    /// The places of the patterns, those that were applied most first, each with how often that was.
    fn places(&self, ir: &Ir) -> Vec<(Span, u64)> {
        let place = |(loc, times): (&Loc, &u64)| ir.ctx.span(*loc).map(|span| (span, *times));
        let mut places: Vec<(Span, u64)> = self.times.iter().filter_map(place).collect();
        places.sort_unstable_by_key(|(span, times)| (Reverse(*times), *span));
        places
    }

    /// That the patterns were applied as often as may be, at the one that was applied most. Whether they would come to an end is not known.
    pub(super) fn too_often(&self, ir: &Ir, module: Op) -> Diagnostic {
        let Some((span, times)) = self.places(ir).first().copied() else {
            let message = "the patterns are applied again and again, and came to no end when it was given up";
            return op_error(ir, module, codes::REWRITE_LIMIT, message);
        };
        let all: u64 = self.times.values().sum();
        let message = format!(
            "given up after {all} rewrites without an end; this pattern was applied most, {times} times"
        );
        Diagnostic::error(codes::REWRITE_LIMIT, span, message)
    }

    /// That what the patterns leave is invalid as a whole. Which of them is to blame is not known, unless one alone was applied.
    pub(super) fn invalid(&self, ir: &Ir, module: Op) -> Diagnostic {
        match self.places(ir)[..] {
            [(span, _)] if self.times.len() == 1 => {
                Diagnostic::error(codes::REWRITE_INVALID, span, "the pattern leaves an invalid module")
            }
            ref places => {
                let error = op_error(ir, module, codes::REWRITE_INVALID, "the patterns leave it invalid");
                let label = |error: Diagnostic, (span, _): &(Span, u64)| error.label(*span, "was applied");
                places.iter().take(MOST_LABELS).fold(error, label)
            }
        }
    }
}
