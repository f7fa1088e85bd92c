//! Values that a loop only adds to, or only multiplies: what may be regrouped.
//!
//! Integers wrap, so their sums and products are the same in every order and grouping. A carried value takes part if everything that a round does with
//! it is to make its next one by that operation, perhaps under a condition that does not look at it. Flags that promise that nothing overflows are about the
//! order in the program, so whoever regroups takes them away.

use dialects::arith;
use dialects::scf::{self, WhileParts};
use ir::{Ir, Op, OpCode, Value, ValueDef};
use rustc_hash::FxHashSet;

/// One of the values that an `scf.for` or `scf.while` carries.
#[derive(Clone, Copy)]
pub(crate) struct Carried {
    /// Which operand of the loop it begins as.
    pub init: usize,
    /// What a round gets.
    pub given: Value,
    /// The end of a round, and which of its operands is the next.
    pub end: (Op, usize),
    /// What it is after the loop.
    pub result: Value,
}

/// The values that a loop carries. Of a `while` these are the ones that its test only hands on.
pub(crate) fn carried(ir: &Ir, around: Op) -> Vec<Carried> {
    match ir.code(around) {
        scf::FOR => of_for(ir, around).unwrap_or_default(),
        scf::WHILE => of_while(ir, around).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn of_for(ir: &Ir, around: Op) -> Option<Vec<Carried>> {
    let body = ir.entry(ir.region(around, 0))?;
    let end = scf::yield_of(ir, body)?;
    let args = ir.args(body).iter().skip(1).enumerate();
    Some(
        args.map(|(at, given)| Carried {
            init: 3 + at,
            given: *given,
            end: (end, at),
            result: ir.result(around, at),
        })
        .collect(),
    )
}

fn of_while(ir: &Ir, around: Op) -> Option<Vec<Carried>> {
    let WhileParts { before, test, after, end } = WhileParts::of(ir, around)?;
    let handed_on = |(at, arg): (usize, &Value)| {
        let mut uses = ir.uses(*arg);
        let (owner, operand) = ir.use_owner(uses.next()?);
        let only = owner == test && operand > 0 && uses.next().is_none();
        only.then(|| Carried {
            init: at,
            given: ir.args(after)[operand - 1],
            end: (end, at),
            result: ir.result(around, operand - 1),
        })
    };
    Some(ir.args(before).iter().enumerate().filter_map(handed_on).collect())
}

/// By what a value is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Additions, and subtractions from it.
    Sum,
    /// Multiplications.
    Product,
}

impl Kind {
    /// The operation that puts two parts together.
    pub fn code(self) -> OpCode {
        match self {
            Kind::Sum => arith::ADDI,
            Kind::Product => arith::MULI,
        }
    }

    /// What changes nothing.
    pub fn neutral(self) -> i64 {
        match self {
            Kind::Sum => 0,
            Kind::Product => 1,
        }
    }

    /// Whether an operation passes its operand at `index` on with something added or multiplied.
    fn takes(self, ir: &Ir, op: Op, index: usize) -> bool {
        match ir.code(op) {
            arith::ADDI => self == Kind::Sum,
            arith::SUBI => self == Kind::Sum && index == 0,
            arith::MULI => self == Kind::Product,
            _ => false,
        }
    }
}

/// The operations by which a round makes the next of a carried value, if it does nothing else with it.
pub(crate) fn steps(ir: &Ir, carried: &Carried, kind: Kind) -> Option<Vec<Op>> {
    ir.ctx.scalar_width(ir.ty(carried.given))?;
    let mut way = FxHashSet::from_iter([carried.given]);
    let (mut open, mut steps, mut choices) = (vec![carried.given], Vec::new(), Vec::new());
    while let Some(value) = open.pop() {
        for taken in ir.uses(value) {
            let (op, index) = ir.use_owner(taken);
            if (op, index) == carried.end {
                continue;
            }
            let parent = ir.parent_op(op)?;
            let made = match ir.code(op) {
                arith::SELECT if index > 0 => {
                    choices.push(op);
                    ir.result(op, 0)
                }
                scf::YIELD if ir.code(parent) == scf::IF => {
                    choices.push(op);
                    ir.result(parent, index)
                }
                _ if kind.takes(ir, op, index) => {
                    steps.push(op);
                    ir.result(op, 0)
                }
                _ => return None,
            };
            if way.insert(made) {
                open.push(made);
            }
        }
    }
    let (end, at) = carried.end;
    let closed = way.contains(&ir.operand(end, at))
        && choices.iter().all(|choice| keeps(ir, *choice, &way))
        // Doubling or squaring it is something else.
        && steps.iter().all(|step| ir.operands(*step).filter(|value| way.contains(value)).count() == 1);
    (closed && !steps.is_empty()).then_some(steps)
}

/// Whether a choice is between values on the way only. Of an `if` this is its yield.
fn keeps(ir: &Ir, choice: Op, way: &FxHashSet<Value>) -> bool {
    if ir.code(choice) == arith::SELECT {
        return ir.operands(choice).skip(1).all(|value| way.contains(&value));
    }
    let Some(parent) = ir.parent_op(choice) else { return false };
    (0..ir.result_count(parent)).filter(|at| way.contains(&ir.result(parent, *at))).all(|at| {
        (0..2).all(|side| {
            let end = ir.entry(ir.region(parent, side)).and_then(|block| scf::yield_of(ir, block));
            end.is_some_and(|end| way.contains(&ir.operand(end, at)))
        })
    })
}

/// How many operations are followed to find out what a value waits for.
const MOST_FOLLOWED: usize = 256;

/// Whether a value comes out of a loop, or out of an earlier round of one around it.
pub(crate) fn waits_for_loop(ir: &Ir, value: Value) -> bool {
    let (mut seen, mut open) = (FxHashSet::from_iter([value]), vec![value]);
    while let Some(value) = open.pop() {
        let from: Vec<Value> = match ir.value_def(value) {
            ValueDef::Argument(block, number) => {
                match ir.block_parent_op(block).map(|parent| ir.code(parent)) {
                    Some(scf::FOR) if number > 0 => return true,
                    Some(scf::WHILE) => return true,
                    _ => continue,
                }
            }
            ValueDef::Result(op, at) => match ir.code(op) {
                scf::FOR | scf::WHILE => return true,
                scf::IF => {
                    let blocks = ir.regions(op).iter().filter_map(|region| ir.entry(*region));
                    let ends = blocks.filter_map(|block| scf::yield_of(ir, block));
                    ends.map(|end| ir.operand(end, at as usize)).chain([ir.operand(op, 0)]).collect()
                }
                _ => ir.operands(op).collect(),
            },
            ValueDef::Forward => continue,
        };
        open.extend(from.into_iter().filter(|value| seen.insert(*value)));
        if seen.len() > MOST_FOLLOWED {
            return false;
        }
    }
    false
}

/// Takes away what operations promise of overflows.
pub(crate) fn may_wrap(ir: &mut Ir, steps: &[Op]) {
    for step in steps {
        ir.set_attr(*step, "overflowFlags", None);
    }
}
