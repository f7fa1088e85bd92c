//! Statements one after the other, branches and jumps.
//!
//! What stands behind a statement that may exit (`exits`) is put under an `scf.if`. The common form costs no flag: of an `if` with a
//! branch whose end is never reached, the other branch takes in all that follows.

use super::exits::Target;
use super::flow::{Flow, Part, flatten, flatten_all, last_target};
use super::memory::{Leaf, LeafMemory};
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{Expr, LabelId, Stmt, StmtKind};
use base::{Bits, Diagnostic, codes};
use ir::{InsertPoint, Ir, Loc, Op, Value};

/// Regions inside of each other from which on what follows an exit is not nested in one `scf.if`, but has one for each part.
const DEEP: usize = 80;
/// The most regions inside of each other: the text of a program, and the interpreter, take no more.
const TOO_DEEP: usize = 140;

impl<'a> Function<'a> {
    /// Lowers the body of the innermost frame. Its result, if there is one, is in the frame's memory then, unless the end of the body is
    /// reached without a `return`; whether that may be is what is given.
    pub(super) fn body(&mut self, stmts: &'a [Stmt]) -> Lowered<bool> {
        let outer = std::mem::take(&mut self.exits);
        let stmts = flatten_all(stmts);
        let flow = Flow::of_all(&stmts);
        let loc = self.loc(self.unit.functions[self.frame().function].origin);
        let result = self.landing(loc, Target::Function, true, |f| f.sequence(&stmts, 0));
        let exits = std::mem::replace(&mut self.exits, outer);
        if let (Some(early), false) = (exits.returns_early(), flow.falls) {
            self.begin_result(loc, early);
        }
        result.map(|()| flow.falls)
    }

    /// Gives the result of a function that always returns one a value from the beginning on. Nobody ever sees it, but it makes plain that
    /// the result is written before it is read, which flags hide.
    fn begin_result(&mut self, loc: Loc, begin: Op) {
        let Some(result) = self.frame().result else { return };
        let numbers = |leaf: &Leaf| match leaf.memory {
            LeafMemory::Numbers(memory) if leaf.dims.is_empty() => Some(memory),
            _ => None,
        };
        let memories: Vec<Value> = self.bases[result].leaves.iter().filter_map(numbers).collect();
        let last = self.ir.last_op(self.block);
        for memory in memories {
            let ty = self.ir.ctx.element_ty(self.ir.ty(memory));
            let width = self.ir.ctx.scalar_width(ty).expect("numbers are scalars");
            let zero = self.constant(loc, Bits::zero(width), ty);
            self.store(loc, zero, memory, &[]);
        }
        let mut at = begin;
        let from = |ir: &Ir| last.and_then(|last| ir.next(last));
        while let Some(op) = from(self.ir) {
            self.ir.move_op(op, InsertPoint::After(at));
            at = op;
        }
    }

    /// Lowers statements that follow each other. To reach their end is to reach the landings from `free` on.
    pub(super) fn sequence(&mut self, stmts: &[Part<'a>], free: usize) -> Lowered<()> {
        if let Some((at, label)) = last_target(stmts) {
            return self.around_label(stmts, at, label, free);
        }
        if self.open.len() > DEEP {
            return self.flat_sequence(stmts, free);
        }
        let mut result = Ok(());
        for (at, part) in stmts.iter().enumerate() {
            let rest = &stmts[at + 1..];
            if rest.is_empty() {
                return result.and(self.part(*part, free));
            }
            let flow = part.flow();
            if let (true, Some(StmtKind::If(condition, yes, no))) = (flow.exits() && flow.falls, part.kind())
            {
                let mut yes = flatten(yes);
                let mut no = no.as_deref().map_or_else(Vec::new, flatten);
                if !Flow::of_all(&yes).falls {
                    no.extend_from_slice(rest);
                    return result.and(self.branch(part.origin(), condition, &yes, &no, free));
                }
                if !Flow::of_all(&no).falls {
                    yes.extend_from_slice(rest);
                    return result.and(self.branch(part.origin(), condition, &yes, &no, free));
                }
            }
            result = result.and(self.part(*part, self.exits.count()));
            if !flow.falls {
                return result.and(self.never_reached(rest));
            }
            if flow.exits() {
                let loc = self.loc(rest[0].origin());
                return result.and(self.if_going(loc, |f| f.sequence(rest, free)));
            }
        }
        result
    }

    /// As [`Function::sequence`], with an `scf.if` of its own for each part behind an exit.
    fn flat_sequence(&mut self, stmts: &[Part<'a>], free: usize) -> Lowered<()> {
        let mut result = Ok(());
        let mut rest = stmts;
        let mut may_have_left = false;
        while !rest.is_empty() {
            // Up to the next statement that may exit.
            let end = rest.iter().position(|part| part.flow().exits()).map_or(rest.len(), |at| at + 1);
            let (parts, next) = rest.split_at(end);
            let free = if next.is_empty() { free } else { self.exits.count() };
            let loc = self.loc(parts[0].origin());
            let lower = |f: &mut Self| {
                let mut result = Ok(());
                for (at, part) in parts.iter().enumerate() {
                    let free = if at + 1 == parts.len() { free } else { f.exits.count() };
                    result = result.and(f.part(*part, free));
                }
                result
            };
            let done = if may_have_left { self.if_going(loc, lower) } else { lower(self) };
            result = result.and(done);
            if parts.iter().any(|part| !part.flow().falls) {
                return result.and(self.never_reached(next));
            }
            may_have_left = true;
            rest = next;
        }
        result
    }

    /// Statements before a label that some of them go to, and those behind. The label is `at` this place.
    fn around_label(&mut self, stmts: &[Part<'a>], at: usize, id: LabelId, free: usize) -> Lowered<()> {
        let (before, label, after) = (&stmts[..at], stmts[at], &stmts[at + 1..]);
        let mut flow = Flow::of_all(before);
        flow.gotos.remove(&id);
        let loc = self.loc(label.origin());
        let begin = before.first().map_or(loc, |first| self.loc(first.origin()));
        let landing = self.exits.count();
        let first = self.deeper(label.origin(), |f| {
            f.landing(begin, Target::Label(id), true, |f| f.sequence(before, landing))
        });
        self.exits.pass(id);
        if after.is_empty() {
            return first;
        }
        let second = match flow.exits() {
            true => self.if_going(loc, |f| f.sequence(after, free)),
            false => self.sequence(after, free),
        };
        first.and(second)
    }

    /// Statements that control does not come to. Objects are there all the same for what a label or a `case` behind leads to.
    pub(super) fn never_reached(&mut self, stmts: &[Part<'a>]) -> Lowered<()> {
        let mut result = Ok(());
        for part in stmts {
            if let Some(StmtKind::Define(object, _)) = part.kind() {
                result = result.and(self.define(*object, None, part.origin()));
            }
        }
        result
    }

    /// `scf.if` of no exit having been taken since the innermost landing's construct began.
    pub(super) fn if_going(&mut self, loc: Loc, lower: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let flag = self.going();
        let going = self.load_slot(loc, flag);
        self.if_else(loc, going, lower, None::<fn(&mut Self) -> Lowered<()>>)
    }

    fn part(&mut self, part: Part<'a>, free: usize) -> Lowered<()> {
        match part {
            Part::Stmt(stmt) => self.statement(stmt, free),
            Part::Step(step) => self.effect(step),
        }
    }

    /// Lowers a statement. To reach its end is to reach the landings from `free` on.
    pub(super) fn statement(&mut self, stmt: &'a Stmt, free: usize) -> Lowered<()> {
        self.check_size(stmt.origin)?;
        if self.open.len() > TOO_DEEP {
            let message = format!("branches and loops nest more than {TOO_DEEP} deep");
            let diagnostic = Diagnostic::error(codes::C_TOO_DEEP, stmt.origin.used, message)
                .hint("use `switch` for a long chain of `else if`, or split the function");
            return Err(self.report(diagnostic, stmt.origin));
        }
        self.deeper(stmt.origin, |f| f.statement_inside(stmt, free))
    }

    fn statement_inside(&mut self, stmt: &'a Stmt, free: usize) -> Lowered<()> {
        let origin = stmt.origin;
        match &stmt.kind {
            StmtKind::Expr(value) => self.effect(value),
            StmtKind::Define(object, initial) => self.define(*object, initial.as_ref(), origin),
            StmtKind::Block(stmts) => self.sequence(&flatten_all(stmts), free),
            StmtKind::If(condition, yes, no) => {
                let yes = flatten(yes);
                let no = no.as_deref().map_or_else(Vec::new, flatten);
                self.branch(origin, condition, &yes, &no, free)
            }
            StmtKind::While(..) | StmtKind::Do(..) | StmtKind::For(..) => self.any_loop(stmt, free),
            StmtKind::Switch(selector, body) => self.switch(origin, selector, body, free),
            // Those that belong to a `switch` are taken out of its body.
            StmtKind::Case(..) | StmtKind::Default => Ok(()),
            StmtKind::Label(label, _) => {
                self.exits.pass(*label);
                Ok(())
            }
            StmtKind::Goto(label, name) => self.goto(origin, *label, name, free),
            StmtKind::Break => self.jump(origin, Target::Construct, free),
            StmtKind::Continue => self.jump(origin, Target::Round, free),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.store_result(value)?;
                }
                self.jump(origin, Target::Function, free)
            }
        }
    }

    /// `if`. To reach the end of either branch is to reach the landings from `free` on.
    fn branch(
        &mut self,
        origin: Origin,
        condition: &'a Expr,
        yes: &[Part<'a>],
        no: &[Part<'a>],
        free: usize,
    ) -> Lowered<()> {
        // What is left out may be what a kernel cannot do.
        if let Some(truth) = condition.truth() {
            return self.sequence(if truth { yes } else { no }, free);
        }
        let loc = self.loc(origin);
        let Ok(mut condition) = self.condition(condition) else {
            // The branches are looked at for what else is wrong; the operations go nowhere.
            for side in [yes, no] {
                let _ = self.region(|f| f.sequence(side, free));
            }
            return Err(super::Wrong);
        };
        let (mut yes, mut no) = (yes, no);
        // A branch that only takes a free exit is none.
        if !no.is_empty() && yes.iter().all(|part| self.does_nothing(*part, free)) {
            condition = self.not(loc, condition);
            (yes, no) = (no, &[]);
        }
        let no = (!no.is_empty()).then_some(|f: &mut Self| f.sequence(no, free));
        self.if_else(loc, condition, |f| f.sequence(yes, free), no)
    }

    /// Whether a part is an exit that is free.
    fn does_nothing(&self, part: Part<'a>, free: usize) -> bool {
        let target = match part.kind() {
            Some(StmtKind::Break) => Target::Construct,
            Some(StmtKind::Continue) => Target::Round,
            Some(StmtKind::Return(None)) => Target::Function,
            Some(StmtKind::Goto(label, _)) => Target::Label(*label),
            _ => return false,
        };
        self.exits.find(target).is_some_and(|landing| landing >= free)
    }

    fn jump(&mut self, origin: Origin, target: Target, free: usize) -> Lowered<()> {
        // Without a landing the parser has reported the jump, and no tree comes here.
        if let Some(landing) = self.exits.find(target) {
            let loc = self.loc(origin);
            self.exit(loc, landing, free);
        }
        Ok(())
    }

    fn goto(&mut self, origin: Origin, label: LabelId, name: &str, free: usize) -> Lowered<()> {
        let target = Target::Label(label);
        if self.exits.find(target).is_some() {
            return self.jump(origin, target, free);
        }
        let (message, hint) = match self.exits.is_passed(label) {
            true => (
                format!("`goto {name}` goes backwards"),
                "write a loop: `while (1) { … }`, with `continue` for this `goto` and `break` at the end",
            ),
            false => (
                format!("`goto {name}` does not go to a later place of a block around it"),
                "move the label to the block that the `goto` is in, or one around it, behind it; for a way back write a loop",
            ),
        };
        let diagnostic = Diagnostic::error(codes::C_UNSUPPORTED, origin.used, message).hint(hint);
        Err(self.report(diagnostic, origin))
    }
}
