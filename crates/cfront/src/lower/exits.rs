//! `break`, `continue`, `return` and `goto` in structured code.
//!
//! Where an exit goes to is a [`Landing`]: the end of the function, the end of a loop or `switch`, the end of a loop's body, or a label further down.
//! While statements are lowered, the landings around them form a stack. Control gets to one of them by doing nothing until it is there: a
//! flag says whether control is still going on, and what stands between is under an `scf.if` of that flag.
//!
//! * Many exits cost nothing. Each statement is lowered with a number `free`: to reach the end of the statement is to reach every landing
//!   from that number on, since nothing stands between. A `return` at the end of a function, or a `continue` in a branch at the end of a
//!   body, is *free*.
//! * Another exit clears the flags of its landing and of all landings inside of it, so that one flag, that of the innermost landing, decides
//!   whether the next statement is reached. A landing that nothing goes to has no flag of its own; that of the next one outside serves.
//! * Flags are made when something asks for them, and set where their landing's construct begins.

use super::{Function, Lowered, Slot};
use crate::tree::LabelId;
use ir::{InsertPoint, Loc, Op, OpState, Type};

/// Which place an exit goes to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// The end of the function: `return`.
    Function,
    /// The end of a loop or a `switch`: `break`.
    Construct,
    /// The end of a loop's body: `continue`.
    Round,
    /// A label further down.
    Label(LabelId),
}

/// A place that exits go to.
#[derive(Debug)]
struct Landing {
    target: Target,
    /// Where its construct begins: a `true` for its flag. `None` if no exit goes there.
    begin: Option<Op>,
    /// Whether control is still going on.
    flag: Option<Slot>,
}

/// The landings around the statement that is being lowered, those of one function: the outermost first.
#[derive(Default, Debug)]
pub(super) struct Exits {
    landings: Vec<Landing>,
    /// Labels that were passed.
    passed: Vec<LabelId>,
    /// The operation that sets the flag of the function's end, if there is one.
    returns_early: Option<Op>,
}

impl Exits {
    /// How many there are. No landing is free at a statement that this is the `free` of.
    pub fn count(&self) -> usize {
        self.landings.len()
    }

    /// The innermost landing of a kind.
    pub fn find(&self, target: Target) -> Option<usize> {
        self.landings.iter().rposition(|landing| landing.target == target)
    }

    /// Remembers that a label was passed.
    pub fn pass(&mut self, label: LabelId) {
        self.passed.push(label);
    }

    /// The operation at the function's beginning behind which `return` may be taken at any time; `None` if all of them are free.
    pub fn returns_early(&self) -> Option<Op> {
        self.returns_early
    }

    /// Whether a label was passed.
    pub fn is_passed(&self, label: LabelId) -> bool {
        self.passed.contains(&label)
    }
}

impl Function<'_> {
    /// Lowers what stands before a landing. `used` says whether an exit goes there.
    pub(super) fn landing(
        &mut self,
        loc: Loc,
        target: Target,
        used: bool,
        lower: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let begin = used.then(|| {
            let value = self.bool(loc, true);
            self.ir.defining_op(value).expect("a constant is an operation")
        });
        self.exits.landings.push(Landing { target, begin, flag: None });
        let result = lower(self);
        let landing = self.exits.landings.pop().expect("it was pushed above");
        if let (Some(begin), None) = (landing.begin, landing.flag) {
            self.ir.erase(begin);
        }
        result
    }

    /// The flag of a landing, made if it is not there yet.
    fn flag_of(&mut self, landing: usize) -> Slot {
        let has_own = |landing: &Landing| landing.begin.is_some();
        let at = self.exits.landings[..=landing].iter().rposition(has_own);
        let at = at.expect("the end of the function has a flag of its own");
        if let Some(flag) = self.exits.landings[at].flag {
            return flag;
        }
        let begin = self.exits.landings[at].begin.expect("it has a flag of its own");
        let loc = self.ir.loc(begin);
        let flag = self.slot(loc, Type::I1);
        let set = OpState::new(dialects::memref::STORE, loc).operands(&[self.ir.result(begin, 0), flag.0]);
        let set = self.ir.create(set);
        self.ir.insert(set, InsertPoint::After(begin));
        self.exits.landings[at].flag = Some(flag);
        if self.exits.landings[at].target == Target::Function {
            self.exits.returns_early = Some(set);
        }
        flag
    }

    /// The flag that says whether control goes on behind a statement that may exit, and is not the last before a landing.
    pub(super) fn going(&mut self) -> Slot {
        self.flag_of(self.exits.count() - 1)
    }

    /// Goes to a landing from a place where those from `free` on are reached anyway.
    pub(super) fn exit(&mut self, loc: Loc, landing: usize, free: usize) {
        for at in landing..free {
            if self.exits.landings[at].begin.is_some() {
                let flag = self.flag_of(at);
                let value = self.bool(loc, false);
                self.store_slot(loc, flag, value);
            }
        }
    }
}
