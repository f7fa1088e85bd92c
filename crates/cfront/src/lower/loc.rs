//! Locations of operations: the place in the text, through macros and the calls that were lowered in place.

use super::Function;
use crate::token::Place as Origin;
use base::Span;
use ir::{Context, Loc, LocKind};

/// The location of a place: where it stands, or, if a macro wrote it, where that was used (which is what a reader wants to see first) and
/// where it is written.
pub(crate) fn of(ctx: &mut Context, origin: Origin) -> Loc {
    let span = |ctx: &mut Context, span: Span| ctx.loc(LocKind::Span(span));
    let used = span(ctx, origin.used);
    if origin.spelled == origin.used {
        return used;
    }
    let spelled = span(ctx, origin.spelled);
    ctx.loc(LocKind::Fused { locs: [used, spelled].into(), metadata: None })
}

impl Function<'_> {
    /// The location of a place of the function that is being lowered, at the end of the calls that lead there.
    pub fn loc(&mut self, origin: Origin) -> Loc {
        let depth = self.frames.len();
        let call = self.frame().call;
        if let Some((last, at, loc)) = self.last_loc
            && last == origin
            && at == depth
        {
            return loc;
        }
        let callee = of(&mut self.ir.ctx, origin);
        let loc = match call {
            Some(caller) => self.ir.ctx.loc(LocKind::CallSite { callee, caller }),
            None => callee,
        };
        self.last_loc = Some((origin, depth, loc));
        loc
    }
}
