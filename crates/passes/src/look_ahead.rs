//! `look-ahead`: a loop that multiplies what the last round made and adds something makes it of what an earlier round made.
//!
//! `x = b * x + c` waits for a multiplier in every round, and here, other than in a product, every `x` is wanted as it is. But with b the same in all rounds it is
//! `x[i] = b³ * x[i-3] + (c[i] + b * (c[i-1] + b * c[i-2]))`, where only x[i-3] waits for the rounds before: what is in the brackets comes ahead, however long it takes. Integers wrap, so both are the same number.
//! How far back it has to go: [`crate::turns`].
//!
//! Let `d1[i] = c[i]` and `dk[i] = c[i] + b * d(k-1)[i-1]`, each carried for one round; then `x[i] = bⁿ * x[i-n] + dn[i]`. In the first rounds, what comes before the loop is the number that it begins with: it is
//! c[0] and all dk[0], and before it everything is 0.

use crate::literal::literal;
use crate::reduction::{Carried, carried};
use crate::turns::{carry_more, is_long, least_rounds, turns, waits_otherwise};
use base::Diagnostics;
use dialects::{arith, scf};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op, Value};
use rustc_hash::FxHashSet;

/// The pass.
pub static LOOK_AHEAD: PassDef = PassDef {
    name: "look-ahead",
    doc: concat!(
        "Makes the next of a value in a linear recurrence of what an earlier round made.\n\
        Where an `scf.for` of at least ",
        least_rounds!(),
        " rounds, or of unknown length if no other loop makes its bounds, makes `x = b * x + c` of a carried integer, with b from outside of the loop and c not of x, and waits for nothing else as long, it multiplies what \
        was made some rounds before by that power of b, and adds what the rounds between have added."
    ),
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for op in ir.walk_post_order(root) {
        if ir.code(op) == scf::FOR
            && is_long(ir, op)
            && let Some(step) = carried(ir, op).iter().find_map(|carried| Step::of(ir, op, carried))
            && let Some(turns) = turns(ir, &[step.product])
            && !waits_otherwise(ir, op, &[step.product])
        {
            look_ahead(ir, op, &step, turns);
        }
    }
    Ok(())
}

/// How a round makes the next of a value.
struct Step {
    carried: Carried,
    /// b * x.
    product: Op,
    /// b.
    factor: Value,
    /// b * x + c.
    sum: Op,
    /// c.
    added: Value,
}

impl Step {
    fn of(ir: &Ir, around: Op, carried: &Carried) -> Option<Step> {
        let (end, at) = carried.end;
        let body = ir.parent_block(end)?;
        ir.ctx.scalar_width(ir.ty(carried.given))?;
        let here = |op: &Op| ir.parent_block(*op) == Some(body);
        let sum =
            ir.defining_op(ir.operand(end, at)).filter(|sum| ir.code(*sum) == arith::ADDI && here(sum))?;
        let other = |op: Op, value: Value| {
            let [first, second] = [0, 1].map(|operand| ir.operand(op, operand));
            if first == value { second } else { first }
        };
        ir.operands(sum).find_map(|part| {
            let product = ir.defining_op(part).filter(|op| ir.code(*op) == arith::MULI && here(op))?;
            let factor = other(product, carried.given);
            let added = other(sum, part);
            let is_step = ir.operands(product).any(|value| value == carried.given)
                && ir.has_one_use(part)
                && ir.is_outside(factor, around)
                && !depends(ir, around, carried.given).contains(&added);
            is_step.then_some(Step { carried: *carried, product, factor, sum, added })
        })
    }
}

/// Everything in a loop that depends on a value that it carries.
fn depends(ir: &Ir, around: Op, value: Value) -> FxHashSet<Value> {
    let inside: Vec<Op> = ir.walk(around).into_iter().filter(|op| *op != around).collect();
    let carried = carried(ir, around);
    let mut known = FxHashSet::from_iter([value]);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for op in &inside {
            if ir.operands(*op).any(|operand| known.contains(&operand)) {
                let is_next =
                    |other: &&Carried| other.end.0 == *op && known.contains(&ir.operand(*op, other.end.1));
                let next: Vec<Value> = carried.iter().filter(is_next).map(|other| other.given).collect();
                for made in made_of(ir, *op, around).into_iter().chain(next) {
                    changed |= known.insert(made);
                }
            }
        }
    }
    known
}

/// What may depend on an operand of an operation: its results, everything that comes into its regions, and what the operation around gives that it ends.
fn made_of(ir: &Ir, op: Op, around: Op) -> Vec<Value> {
    let blocks = ir.regions(op).iter().flat_map(|region| ir.blocks(*region));
    let arguments = blocks.flat_map(|block| ir.args(*block).iter().copied());
    let ended =
        ir.parent_op(op).filter(|parent| *parent != around && ir.has_trait(op, ir::Trait::Terminator));
    let outer = ended.into_iter().flat_map(|parent| ir.results(parent));
    ir.results(op).chain(arguments).chain(outer).collect()
}

fn look_ahead(ir: &mut Ir, op: Op, step: &Step, turns: usize) {
    let (loc, ty) = (ir.loc(step.sum), ir.ty(step.added));
    let (end, _) = step.carried.end;
    let init = ir.operand(op, step.carried.init);
    let zero = literal(&mut Builder::new(ir, InsertPoint::Before(op), loc), 0, ty);
    let mut power = step.factor;
    for _ in 1..turns {
        power = Builder::new(ir, InsertPoint::Before(op), loc).value(arith::MULI, &[power, step.factor], ty);
    }
    let body = ir.parent_block(end).expect("the end of a round is in the body");
    let earlier: Vec<Value> = (1..turns).map(|_| ir.add_argument(body, ty, loc)).collect();
    let sums: Vec<Value> = (1..turns).map(|_| ir.add_argument(body, ty, loc)).collect();

    let mut b = Builder::new(ir, InsertPoint::Before(step.sum), loc);
    let mut parts = vec![step.added];
    for sum in &sums {
        let product = b.value(arith::MULI, &[step.factor, *sum], ty);
        parts.push(b.value(arith::ADDI, &[step.added, product], ty));
    }
    let ahead = parts.pop().expect("there is one at least");
    let from = *earlier.last().expect("there are two turns at least");
    let product = b.value(arith::MULI, &[power, from], ty);
    let whole = b.value(arith::ADDI, &[product, ahead], ty);
    let old = ir.result(step.sum, 0);
    ir.set_value_name(whole, ir.value_name(old));
    ir.replace_uses(old, whole);
    ir.erase(step.sum);
    ir.erase(step.product);

    let mut yielded: Vec<Value> = ir.operands(end).collect();
    yielded.push(step.carried.given);
    yielded.extend(&earlier[..earlier.len() - 1]);
    yielded.extend(parts);
    ir.set_operands(end, &yielded);
    let mut inits = vec![zero; earlier.len()];
    inits.extend(vec![init; sums.len()]);
    let new = carry_more(ir, op, &inits);
    for number in 0..ir.result_count(op) {
        let (old, new) = (ir.result(op, number), ir.result(new, number));
        ir.set_value_name(new, ir.value_name(old));
        ir.replace_uses(old, new);
    }
    ir.erase(op);
}
