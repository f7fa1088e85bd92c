//! Loops: `scf.while` with its condition in the first region, or `scf.for` if the rounds can be counted (`counted`).
//!
//! What a loop changes is in memory, so none of these carries values. Where the body may leave the loop, the condition is asked only
//! while the flag of the loop's end (`exits`) says so. Pragmas become the attributes `unroll` and `pipeline` of the operation, each an `i32`: how many
//! times, zero for completely; and every how many cycles, zero for as often as possible.

use super::exits::Target;
use super::flow::{Flow, Part, flatten};
use super::{Function, Lowered};
use crate::tree::{Expr, LoopHints, Stmt, StmtKind};
use base::Str;
use dialects::{arith, scf};
use ir::{Attr, Loc, OpState, Type, Value};

/// A loop, whichever way it is written: what is asked before each round, what is done, and what is done at the end of each round, also
/// after `continue`.
pub(super) struct Rounds<'a> {
    pub condition: Option<&'a Expr>,
    pub body: Vec<Part<'a>>,
    pub step: Option<&'a Expr>,
}

impl<'a> Function<'a> {
    /// Lowers a loop. To reach its end is to reach the landings from `free` on.
    pub(super) fn any_loop(&mut self, stmt: &'a Stmt, free: usize) -> Lowered<()> {
        let loc = self.loc(stmt.origin);
        match &stmt.kind {
            StmtKind::While(hints, condition, body) => {
                let body = flatten(body);
                let rounds = Rounds { condition: Some(condition), body, step: None };
                self.rounds(loc, hints, &[], rounds)
            }
            StmtKind::For(hints, first, condition, step, body) => {
                let mut begun = Ok(());
                for stmt in first {
                    begun = begun.and(self.statement(stmt, self.exits.count()));
                }
                let body = flatten(body);
                let rounds = Rounds { condition: condition.as_ref(), body, step: step.as_ref() };
                begun.and(self.rounds(loc, hints, first, rounds))
            }
            StmtKind::Do(hints, body, condition) => {
                let body = flatten(body);
                self.do_while(loc, hints, &body, condition, free)
            }
            _ => unreachable!("the caller has a loop"),
        }
    }

    fn rounds(
        &mut self,
        loc: Loc,
        hints: &LoopHints,
        first: &'a [Stmt],
        mut rounds: Rounds<'a>,
    ) -> Lowered<()> {
        if rounds.condition.and_then(Expr::truth) == Some(false) {
            return Ok(());
        }
        if let Some(counted) = self.counted(first, &rounds) {
            return self.looping(|f| f.count_rounds(loc, hints, &counted, &rounds.body));
        }
        let continues = Flow::of_all(&rounds.body).continues;
        // A loop may also write its step at the end of its body.
        if let (None, false, Some((last, body))) = (rounds.step, continues, rounds.body.split_last())
            && let Some(StmtKind::Expr(step)) = last.kind()
        {
            let other = Rounds { condition: rounds.condition, body: body.to_vec(), step: Some(step) };
            if let Some(counted) = self.counted(first, &other) {
                return self.looping(|f| f.count_rounds(loc, hints, &counted, &other.body));
            }
        }
        // And without `continue` the step is the end of the body, where it can be in the branch that does not leave the loop.
        if let (Some(step), false) = (rounds.step, continues) {
            rounds.body.push(Part::Step(step));
            rounds.step = None;
        }
        self.test_rounds(loc, hints, &rounds)
    }

    /// Lowers what is done more than once.
    fn looping<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.loops += 1;
        let result = lower(self);
        self.loops -= 1;
        result
    }

    fn test_rounds(&mut self, loc: Loc, hints: &LoopHints, rounds: &Rounds<'a>) -> Lowered<()> {
        let flow = Flow::of_all(&rounds.body);
        let condition = rounds.condition.filter(|condition| condition.truth().is_none());
        self.looping(|f| {
            f.landing(loc, Target::Construct, flow.breaks, |f| {
                let leaves = flow.leaves_loop();
                let (before, asked) = f.region(|f| {
                    let goes_on = f.goes_on(loc, leaves, true, condition)?;
                    f.emit(OpState::new(scf::CONDITION, loc).operands(&[goes_on]));
                    Ok(())
                });
                let (after, done) = f.region(|f| {
                    let body = f.round(loc, &flow, &rounds.body);
                    let step = match (rounds.step, leaves) {
                        (Some(step), true) => f.if_going(loc, |f| f.effect(step)),
                        (Some(step), false) => f.effect(step),
                        (None, _) => Ok(()),
                    };
                    f.yield_values(loc, &[]);
                    body.and(step)
                });
                asked.and(done)?;
                let state = OpState::new(scf::WHILE, loc).region(before).region(after);
                f.emit_loop(state, hints);
                Ok(())
            })
        })
    }

    fn do_while(
        &mut self,
        loc: Loc,
        hints: &LoopHints,
        body: &[Part<'a>],
        condition: &'a Expr,
        free: usize,
    ) -> Lowered<()> {
        let flow = Flow::of_all(body);
        self.landing(loc, Target::Construct, flow.breaks, |f| {
            if condition.truth() == Some(false) {
                // One round, which `break` and `continue` leave: how macros are written.
                return f.landing(loc, Target::Round, flow.continues, |f| f.sequence(body, free));
            }
            let (before, done) = f.looping(|f| {
                f.region(|f| {
                    let body = f.round(loc, &flow, body);
                    let reached = flow.falls || flow.continues;
                    let asked = condition.truth().is_none().then_some(condition);
                    let goes_on = f.goes_on(loc, flow.leaves_loop(), reached, asked);
                    body?;
                    f.emit(OpState::new(scf::CONDITION, loc).operands(&[goes_on?]));
                    Ok(())
                })
            });
            done?;
            let (after, ()) = f.region(|f| f.yield_values(loc, &[]));
            let state = OpState::new(scf::WHILE, loc).region(before).region(after);
            f.emit_loop(state, hints);
            Ok(())
        })
    }

    /// The body of a loop, once.
    pub(super) fn round(&mut self, loc: Loc, flow: &Flow, body: &[Part<'a>]) -> Lowered<()> {
        let end = self.exits.count();
        self.landing(loc, Target::Round, flow.continues, |f| f.sequence(body, end))
    }

    /// Whether there is another round: if no exit was taken, should there be any, and the condition holds, should it be reached.
    fn goes_on(
        &mut self,
        loc: Loc,
        leaves: bool,
        reached: bool,
        condition: Option<&'a Expr>,
    ) -> Lowered<Value> {
        if !reached {
            return Ok(self.bool(loc, false));
        }
        if !leaves {
            return match condition {
                Some(condition) => self.condition(condition),
                None => Ok(self.bool(loc, true)),
            };
        }
        let flag = self.going();
        let going = self.load_slot(loc, flag);
        match condition {
            None => Ok(going),
            Some(condition) if self.is_total(condition) => {
                let condition = self.condition(condition)?;
                let no = self.bool(loc, false);
                Ok(self.op(loc, arith::SELECT, &[going, condition, no], Type::I1))
            }
            Some(condition) => {
                self.if_value(loc, going, Type::I1, |f| f.condition(condition), |f| Ok(f.bool(loc, false)))
            }
        }
    }

    /// Makes a loop with what its pragmas ask for.
    pub(super) fn emit_loop(&mut self, mut state: OpState, hints: &LoopHints) {
        for (name, hint) in [("pipeline", hints.pipeline), ("unroll", hints.unroll)] {
            if let Some(number) = hint {
                let value = self.ir.ctx.int_attr(i64::from(number), Type::I32);
                let entry: (Str, Attr) = (self.ir.ctx.str(name), value);
                state.attrs.push(entry);
            }
        }
        self.emit(state);
    }
}
