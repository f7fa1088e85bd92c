//! Rewriting: changing the IR in small steps, and the driver that takes steps until none is left.
//!
//! A [`Pattern`] looks at one operation and changes the IR through the [`Rewriter`], which notes who may have become
//! simpler by it: users of replaced values, producers of dropped operands, new operations. [`greedy`] visits these
//! again, folds what folds, drops what is dead and ends when nobody has anything to say, or when the limit says that
//! some patterns undo each other. The order of visits depends on the IR alone.

use crate::attrs::Attr;
use crate::builder::OpState;
use crate::effects::is_trivially_dead;
use crate::fold::{Adopted, Constants, fold};
use crate::loc::Loc;
use crate::opdef::{Fold, FoldResult, Trait};
use crate::region_simplify::simplify_regions;
use crate::registry::OpCode;
use crate::storage::{Block, InsertPoint, Ir, Op, Value};
use crate::types::Type;
use base::SideMap;
use smallvec::SmallVec;

/// Rewrites around one operation; says whether it changed anything.
pub type Pattern = fn(&mut Rewriter<'_>, Op) -> bool;

/// What a step of [`greedy_with`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing.
    Nothing,
    /// It changed something.
    Changed,
    /// Something is wrong: no further step is taken.
    Stop,
}

/// A step on one operation that knows more than a [`Pattern`].
pub type StepFn<'a> = dyn FnMut(&mut Rewriter<'_>, Op) -> Step + 'a;

/// A last-in first-out list of operations to visit, each in it at most once.
#[derive(Clone, Default)]
struct Worklist {
    stack: Vec<Op>,
    waiting: SideMap<Op, bool>,
}

impl Worklist {
    fn push(&mut self, op: Op) {
        if !std::mem::replace(&mut self.waiting[op], true) {
            self.stack.push(op);
        }
    }

    fn pop(&mut self) -> Option<Op> {
        let op = self.stack.pop()?;
        self.waiting[op] = false;
        Some(op)
    }
}

/// Changes the IR and notes what has to be looked at again.
pub struct Rewriter<'a> {
    /// The IR. Reading is free; changes go through the rewriter, or are told to it with [`Rewriter::modified`].
    pub ir: &'a mut Ir,
    /// Where the next operation goes. Before a pattern is asked, it is before the pattern's operation.
    pub at: InsertPoint,
    /// The location the next operation gets: that of the pattern's operation.
    pub loc: Loc,
    /// The operation the pattern was asked about.
    anchor: Op,
    constants: Constants,
    worklist: Worklist,
    /// How many operations were made, large ones as several.
    made: usize,
}

impl<'a> Rewriter<'a> {
    /// A rewriter at an operation, for changes outside of the greedy driver.
    pub fn new(ir: &'a mut Ir, op: Op) -> Rewriter<'a> {
        let loc = ir.loc(op);
        Rewriter {
            ir,
            at: InsertPoint::Before(op),
            loc,
            anchor: op,
            constants: Constants::default(),
            worklist: Worklist::default(),
            made: 0,
        }
    }

    fn stand_before(&mut self, op: Op) {
        self.at = InsertPoint::Before(op);
        self.loc = self.ir.loc(op);
        self.anchor = op;
    }

    // ----- making -----

    /// Makes an operation and puts it at the place; the next one follows it.
    pub fn create(&mut self, state: OpState) -> Op {
        self.made += 1 + (state.operands.len() + state.result_types.len()) / VALUES_PER_MADE;
        let op = self.ir.create(state);
        self.ir.insert(op, self.at);
        // Before an operation, the place keeps the order by itself.
        if matches!(self.at, InsertPoint::Start(_) | InsertPoint::After(_)) {
            self.at = InsertPoint::After(op);
        }
        self.worklist.push(op);
        op
    }

    /// Makes an operation of operands and result types only.
    pub fn op(&mut self, code: OpCode, operands: &[Value], results: &[Type]) -> Op {
        self.create(OpState::new(code, self.loc).operands(operands).results(results))
    }

    /// As [`Rewriter::op`] for an operation with one result, which is returned.
    pub fn value(&mut self, code: OpCode, operands: &[Value], result: Type) -> Value {
        let op = self.op(code, operands, &[result]);
        self.ir.result(op, 0)
    }

    /// A constant for use at or below the pattern's operation; an equal one that is there already is used. `None` when
    /// no registered dialect makes a constant of this attribute and type.
    pub fn constant(&mut self, attr: Attr, ty: Type) -> Option<Value> {
        let like = self.ir.code(self.anchor);
        let value = self.constants.get(self.ir, self.anchor, like, attr, ty)?;
        self.queue_definition(value);
        Some(value)
    }

    // ----- replacing and erasing -----

    /// Replaces the results of an operation by values, and erases it.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        debug_assert_eq!(self.ir.result_count(op), values.len(), "a value for every result");
        for (result, value) in self.ir.results(op).zip(values) {
            self.replace_uses(result, *value);
        }
        self.erase(op);
    }

    /// Makes an operation before another and lets its results replace the other's.
    pub fn replace_with(&mut self, op: Op, state: OpState) -> Op {
        self.at = InsertPoint::Before(op);
        let new = self.create(state);
        for (from, to) in self.ir.results(op).zip(self.ir.results(new)) {
            if self.ir.value_name(to).is_none() {
                self.ir.set_value_name(to, self.ir.value_name(from));
            }
        }
        let values: SmallVec<[Value; 2]> = self.ir.results(new).collect();
        self.replace_op(op, &values);
        new
    }

    /// Makes every use of `from` a use of `to`.
    pub fn replace_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        for user in self.ir.users(from) {
            self.worklist.push(user);
        }
        self.queue_definition(from);
        self.ir.replace_uses(from, to);
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let old = self.ir.operand(op, index);
        self.ir.set_operand(op, index, value);
        self.queue_definition(old);
        self.modified(op);
    }

    /// Replaces all operands; the sizes of operand segments are the caller's to set.
    pub fn set_operands(&mut self, op: Op, values: &[Value]) {
        self.queue_producers(op);
        self.ir.set_operands(op, values);
        self.modified(op);
    }

    /// Sets or (with `None`) removes an attribute.
    pub fn set_attr(&mut self, op: Op, name: &str, value: Option<Attr>) {
        self.ir.set_attr(op, name, value);
        self.modified(op);
    }

    /// Changes an operation in place by any means.
    pub fn modify(&mut self, op: Op, change: impl FnOnce(&mut Ir)) {
        self.queue_producers(op);
        change(self.ir);
        self.modified(op);
    }

    /// Notes that an operation was changed in place: it and the users of its results are looked at again.
    pub fn modified(&mut self, op: Op) {
        for result in self.ir.results(op) {
            for user in self.ir.users(result) {
                self.worklist.push(user);
            }
        }
        self.worklist.push(op);
    }

    /// Erases an operation whose results nobody uses, with everything in it.
    pub fn erase(&mut self, op: Op) {
        // What was used inside may be dead now. Operations that go too are skipped when their turn comes.
        for inner in self.ir.walk(op) {
            self.queue_producers(inner);
        }
        self.leave(op);
        self.ir.erase(op);
    }

    /// Moves an operation.
    pub fn move_op(&mut self, op: Op, at: InsertPoint) {
        self.leave(op);
        self.ir.move_op(op, at);
        self.worklist.push(op);
    }

    /// Moves the operations of a block before an operation, its arguments replaced by values; the block goes. Its
    /// terminator comes along, for the caller to deal with.
    pub fn inline_block_before(&mut self, block: Block, op: Op, args: &[Value]) {
        debug_assert_eq!(self.ir.args(block).len(), args.len(), "a value for every argument");
        for (index, value) in args.iter().enumerate() {
            self.replace_uses(self.ir.args(block)[index], *value);
        }
        while let Some(first) = self.ir.first_op(block) {
            self.ir.move_op(first, InsertPoint::Before(op));
            self.worklist.push(first);
        }
        self.ir.detach_block(block);
    }

    /// When the place depends on an operation that goes away, it moves on to its neighbour.
    fn leave(&mut self, op: Op) {
        let here = matches!(self.at, InsertPoint::Before(o) | InsertPoint::After(o) if o == op);
        if !here {
            return;
        }
        let (prev, next, block) = (self.ir.prev(op), self.ir.next(op), self.ir.parent_block(op));
        self.at = match (next, prev, block) {
            (Some(next), _, _) => InsertPoint::Before(next),
            (None, Some(prev), _) => InsertPoint::After(prev),
            (None, None, Some(block)) => InsertPoint::End(block),
            (None, None, None) => self.at,
        };
    }

    fn queue_definition(&mut self, value: Value) {
        if let Some(op) = self.ir.defining_op(value) {
            self.worklist.push(op);
        }
    }

    fn queue_producers(&mut self, op: Op) {
        for value in self.ir.operands(op) {
            if let Some(op) = self.ir.defining_op(value) {
                self.worklist.push(op);
            }
        }
    }
}

/// What [`greedy`] does.
#[derive(Clone, Copy)]
pub struct GreedyOptions<'a> {
    /// Folds operations.
    pub fold: bool,
    /// Uses the canonicalization patterns of the records.
    pub canonicalize: bool,
    /// Simplifies the control flow between blocks.
    pub simplify_regions: bool,
    /// Further patterns, asked about every operation after its own.
    pub patterns: &'a [Pattern],
    /// How often the whole IR is gone through at most.
    pub max_rounds: usize,
}

impl Default for GreedyOptions<'_> {
    fn default() -> Self {
        GreedyOptions {
            fold: true,
            canonicalize: true,
            simplify_regions: true,
            patterns: &[],
            max_rounds: 10,
        }
    }
}

/// What became of a greedy rewrite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Something changed.
    pub changed: bool,
    /// The limits were not reached: there is nothing left to do.
    pub converged: bool,
}

/// Rewrites the operations below `root` (not itself) until nothing changes.
pub fn greedy(ir: &mut Ir, root: Op, options: &GreedyOptions<'_>) -> Outcome {
    greedy_with(ir, root, options, &mut |_, _| Step::Nothing)
}

/// As [`greedy`], with a further step, taken on an operation that nothing else changes. When it stops, nothing more is done, and the outcome
/// has not converged.
pub fn greedy_with(ir: &mut Ir, root: Op, options: &GreedyOptions<'_>, step: &mut StepFn<'_>) -> Outcome {
    let mut rewriter = Rewriter::new(ir, root);
    let mut outcome = Outcome::default();
    for _ in 0..options.max_rounds {
        let mut round = rewriter.round(root, options, step);
        if options.simplify_regions && round.converged {
            round.changed |= simplify_regions(rewriter.ir, root);
        }
        outcome.changed |= round.changed;
        if !round.converged || !round.changed {
            outcome.converged = round.converged;
            return outcome;
        }
    }
    outcome
}

/// Rewrites in a round before it is taken to be endless: each operation may be rewritten this often on average, ...
const REWRITES_PER_OP: usize = 64;
/// ... and this often altogether in the smallest of modules.
const REWRITES: usize = 4096;
/// So many operations may be made for each rewrite that there may be.
const MADE_PER_REWRITE: usize = 16;
/// An operation counts once more for so many operands and results: what is made must fit in memory, and these are most of a large operation.
const VALUES_PER_MADE: usize = 64;

impl Rewriter<'_> {
    fn round(&mut self, root: Op, options: &GreedyOptions<'_>, step: &mut StepFn<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        let ops = self.ir.walk(root);
        let mut left = REWRITES + REWRITES_PER_OP * ops.len();
        let most_made = self.made + MADE_PER_REWRITE * left;
        if options.fold {
            for op in &ops {
                outcome.changed |= *op != root && self.unite_constant(*op);
            }
        }
        // Taken from the end, so that the first comes first.
        ops.iter().skip(1).rev().for_each(|op| self.worklist.push(*op));
        while let Some(op) = self.worklist.pop() {
            let alive = !self.ir.is_erased(op) && self.ir.parent_block(op).is_some();
            if op == root || !alive {
                continue;
            }
            let taken = if self.visit(op, options) { Step::Changed } else { self.take(op, step) };
            if taken == Step::Nothing {
                continue;
            }
            outcome.changed = true;
            left -= 1;
            if left == 0 || self.made > most_made || taken == Step::Stop {
                self.worklist = Worklist::default();
                return outcome;
            }
        }
        outcome.converged = true;
        outcome
    }

    fn unite_constant(&mut self, op: Op) -> bool {
        match self.constants.adopt(self.ir, op) {
            Adopted::Kept => false,
            Adopted::Moved => true,
            Adopted::Known(known) => {
                let value = self.ir.result(known, 0);
                self.replace_op(op, &[value]);
                true
            }
        }
    }

    /// One step on one operation; says whether there was one to take.
    fn visit(&mut self, op: Op, options: &GreedyOptions<'_>) -> bool {
        if is_trivially_dead(self.ir, op) {
            self.erase(op);
            return true;
        }
        if options.fold && (self.unite_constant(op) || self.fold(op)) {
            return true;
        }
        let own = self.ir.def(op).map_or(&[][..], |def| def.canonicalize);
        let own = if options.canonicalize { own } else { &[] };
        for pattern in own.iter().chain(options.patterns) {
            self.stand_before(op);
            if pattern(self, op) {
                // The pattern may have changed it in place without a word.
                if !self.ir.is_erased(op) {
                    self.worklist.push(op);
                }
                return true;
            }
        }
        false
    }

    fn take(&mut self, op: Op, step: &mut StepFn<'_>) -> Step {
        self.stand_before(op);
        let taken = step(self, op);
        if taken == Step::Changed && !self.ir.is_erased(op) {
            self.worklist.push(op);
        }
        taken
    }

    fn fold(&mut self, op: Op) -> bool {
        if self.ir.has_trait(op, Trait::ConstantLike) {
            return false;
        }
        self.stand_before(op);
        let operands: SmallVec<[Value; 4]> = self.ir.operands(op).collect();
        match fold(self.ir, op) {
            Fold::No => false,
            Fold::InPlace => {
                operands.iter().for_each(|value| self.queue_definition(*value));
                self.modified(op);
                true
            }
            Fold::Results(results) => self.replace_by_fold(op, &results),
        }
    }

    fn replace_by_fold(&mut self, op: Op, results: &[FoldResult]) -> bool {
        if results.len() != self.ir.result_count(op) || results.is_empty() {
            return false;
        }
        let mut values: SmallVec<[Value; 1]> = SmallVec::new();
        for (index, found) in results.iter().enumerate() {
            let result = self.ir.result(op, index);
            let value = match found {
                FoldResult::Value(value) => Some(*value),
                FoldResult::Attr(attr) => self.constant(*attr, self.ir.ty(result)),
            };
            match value {
                Some(value)
                    if self.ir.ty(value) == self.ir.ty(result) && self.ir.defining_op(value) != Some(op) =>
                {
                    values.push(value);
                }
                _ => return false,
            }
        }
        self.replace_op(op, &values);
        true
    }
}
