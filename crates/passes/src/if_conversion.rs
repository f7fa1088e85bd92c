//! `if-conversion`: computes both sides of a choice and selects, where that costs a round of a loop nothing.
//!
//! In a circuit a value that an `scf.if` chooses is steered: it goes through a branch into one side and comes back through a merge that waits for
//! the condition. Around a loop, that is part of every round. `arith.select` waits for the condition, too, but what it selects from is computed in the
//! meantime, and there is one unit instead of a branch for every value that the sides use.
//!
//! Results are looked at one by one. One is converted if all that its two sides compute it of may be computed where the program did not
//! (no memory, no division) and is short: a selection comes when the slower side is there. What is long, such as a
//! multiplication, may come along if the other side multiplies as often, or if the loop does not wait for it: it depends on nothing that the round before
//! made ([`Recurrence`]), so it is ready when the choice is. The rest of the choice, its stores for example, stays as it is. Choices inside of others go first.

use crate::cycles::is_sum;
use crate::recurrence::{Recurrence, loop_around};
use base::Diagnostics;
use dialects::{arith, scf};
use ir::effects::is_speculatable;
use ir::fold::constant_bits;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, Builder, InsertPoint, Ir, Op, Value};
use rustc_hash::FxHashMap;

/// The pass.
pub static IF_CONVERSION: PassDef = PassDef {
    name: "if-conversion",
    doc: "Computes both sides of a choice and selects.\n\
        A result of `scf.if` becomes `arith.select` where all it is computed of is always defined and either short or nothing that a loop around waits for. What \
        a side does besides stays a choice.",
    options: &[],
    run,
};

/// How many short operations a side may have: a chain of them is one step of the clock, or few.
const MOST_SHORT: usize = 8;
/// How many operations a side may have at all.
const MOST: usize = 64;

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    let mut loops = FxHashMap::default();
    for op in ir.walk_post_order(root) {
        if ir.code(op) == scf::IF {
            convert(ir, op, &mut loops);
        }
    }
    Ok(())
}

/// Converts the results of a choice that can be.
fn convert(ir: &mut Ir, op: Op, loops: &mut FxHashMap<Op, Recurrence>) {
    let blocks = [0, 1].map(|region| ir.entry(ir.region(op, region)));
    let [Some(yes), Some(no)] = blocks else { return };
    let (Some(yes_end), Some(no_end)) = (scf::yield_of(ir, yes), scf::yield_of(ir, no)) else { return };
    let around = loop_around(ir, op);
    for index in 0..ir.result_count(op) {
        let result = ir.result(op, index);
        let sides = [(yes, ir.operand(yes_end, index)), (no, ir.operand(no_end, index))];
        let [Some(first), Some(second)] = sides.map(|(block, value)| Side::of(ir, block, value)) else {
            continue;
        };
        if ir.is_unused(result) || !may_wait(ir, [&first, &second], around, loops) {
            continue;
        }
        for (side, block) in [(first, yes), (second, no)] {
            side.leave(ir, block, op);
        }
        let (condition, loc, ty) = (ir.operand(op, 0), ir.loc(op), ir.ty(result));
        let given = [condition, sides[0].1, sides[1].1];
        let chosen = Builder::new(ir, InsertPoint::Before(op), loc).value(arith::SELECT, &given, ty);
        ir.set_value_name(chosen, ir.value_name(result));
        ir.replace_uses(result, chosen);
        for known in loops.values_mut() {
            known.stands_for(chosen, result);
        }
    }
}

/// Whether a loop takes no longer if it waits for both sides.
fn may_wait(ir: &Ir, sides: [&Side; 2], around: Option<Op>, loops: &mut FxHashMap<Op, Recurrence>) -> bool {
    let [first, second] = sides;
    if first.products == second.products && first.only_products && second.only_products {
        return true;
    }
    let Some(around) = around else { return false };
    let recurrence = loops.entry(around).or_insert_with(|| Recurrence::of(ir, around));
    [first, second].into_iter().flat_map(|side| &side.long).all(|op| recurrence.is_ahead(ir, *op))
}

/// What one side computes a result of.
struct Side {
    /// The operations, and how many products are on the way from each to the end.
    after: FxHashMap<Op, usize>,
    /// Those that take more than a part of a cycle.
    long: Vec<Op>,
    /// How many products follow each other.
    products: usize,
    /// Whether products are all that is long.
    only_products: bool,
}

impl Side {
    /// What is in a block for a value, if it may be computed before.
    fn of(ir: &Ir, block: Block, value: Value) -> Option<Side> {
        let mut side =
            Side { after: FxHashMap::default(), long: Vec::new(), products: 0, only_products: true };
        let mut short = 0;
        let mut open = vec![(value, 0)];
        while let Some((value, after)) = open.pop() {
            let Some(op) = ir.defining_op(value).filter(|op| ir.parent_block(*op) == Some(block)) else {
                continue;
            };
            let after = after + usize::from(ir.code(op) == arith::MULI && !is_sum(ir, op));
            match side.after.insert(op, after) {
                Some(known) if known >= after => {
                    side.after.insert(op, known);
                    continue;
                }
                Some(_) => {}
                None if !ir.regions(op).is_empty() || !is_speculatable(ir, op) => return None,
                None => match weight(ir, op) {
                    Weight::Free => {}
                    Weight::Short => short += 1,
                    Weight::Long => {
                        side.only_products &= ir.code(op) == arith::MULI;
                        side.long.push(op);
                    }
                },
            }
            if short > MOST_SHORT || side.after.len() > MOST {
                return None;
            }
            side.products = side.products.max(after);
            open.extend(ir.operands(op).map(|operand| (operand, after)));
        }
        Some(side)
    }

    /// Moves it before the choice, in its order.
    fn leave(&self, ir: &mut Ir, block: Block, choice: Op) {
        let ops: Vec<Op> = ir.block_ops(block).filter(|op| self.after.contains_key(op)).collect();
        for op in ops {
            ir.move_op(op, InsertPoint::Before(choice));
        }
    }
}

/// How much of a cycle an operation takes.
#[derive(PartialEq)]
enum Weight {
    /// Wires, or one level of logic.
    Free,
    /// A part of a cycle.
    Short,
    /// Cycles.
    Long,
}

/// Whether an operation takes cycles.
pub(crate) fn is_long(ir: &Ir, op: Op) -> bool {
    weight(ir, op) == Weight::Long
}

fn weight(ir: &Ir, op: Op) -> Weight {
    match ir.code(op) {
        arith::CONSTANT
        | arith::EXTSI
        | arith::EXTUI
        | arith::TRUNCI
        | arith::INDEX_CAST
        | arith::INDEX_CASTUI => Weight::Free,
        arith::ANDI | arith::ORI | arith::XORI | arith::BITCAST => Weight::Free,
        arith::SHLI | arith::SHRSI | arith::SHRUI if constant_bits(ir, ir.operand(op, 1)).is_some() => {
            Weight::Free
        }
        arith::ADDI
        | arith::SUBI
        | arith::CMPI
        | arith::SELECT
        | arith::SHLI
        | arith::SHRSI
        | arith::SHRUI => Weight::Short,
        arith::MAXSI | arith::MAXUI | arith::MINSI | arith::MINUI => Weight::Short,
        arith::MULI if is_sum(ir, op) => Weight::Short,
        _ => Weight::Long,
    }
}
