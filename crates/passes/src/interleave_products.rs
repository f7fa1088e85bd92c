//! `interleave-products`: a loop that multiplies a value in every round takes turns between several of them.
//!
//! A multiplier takes several cycles and can begin a product in each, but a loop that multiplies one value over and over begins one only when the one before is
//! ready. With several values in turn, each has as many rounds to be ready again as there are values: `(p, q, r)` becomes `(q, r, p * x)`. In the end they are multiplied with each other. Products of
//! integers are the same in every order, so the result is too. How many take turns: [`crate::turns`].

use crate::literal::literal;
use crate::reduction::{Carried, Kind, carried, may_wrap, steps, waits_for_loop};
use crate::turns::{carry_more, is_long, least_rounds, turns, waits_otherwise};
use base::Diagnostics;
use dialects::scf;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op, Type, Value};

/// The pass.
pub static INTERLEAVE_PRODUCTS: PassDef = PassDef {
    name: "interleave-products",
    doc: concat!(
        "Takes turns between several products in a loop that multiplies one over and over.\n\
        An `scf.for` of at least ",
        least_rounds!(),
        " rounds, or of unknown length if no other loop makes its bounds, that does nothing with a carried integer but multiply it, and waits for nothing else as long, carries several of them, and multiplies \
        one in each round. Behind the loop they are multiplied with each other."
    ),
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for op in ir.walk_post_order(root) {
        if ir.code(op) == scf::FOR
            && is_long(ir, op)
            && let Some((product, steps, turns)) = product(ir, op)
        {
            may_wrap(ir, &steps);
            interleave(ir, op, &product, turns);
        }
    }
    Ok(())
}

/// The product that rounds wait for longest, if they wait for nothing else: with its multiplications, and how many turns these need.
fn product(ir: &Ir, around: Op) -> Option<(Carried, Vec<Op>, usize)> {
    let products = carried(ir, around).into_iter().filter(|product| !ir.is_unused(product.result));
    let products = products.filter_map(|product| {
        let steps = steps(ir, &product, Kind::Product)?;
        let turns = turns(ir, &steps)?;
        Some((product, steps, turns))
    });
    let (product, steps, turns) = products.max_by_key(|(_, _, turns)| *turns)?;
    (!waits_otherwise(ir, around, &steps)).then_some((product, steps, turns))
}

/// Makes a loop anew with more carried values, which take turns with one of them.
fn interleave(ir: &mut Ir, op: Op, product: &Carried, turns: usize) {
    let (loc, ty) = (ir.loc(op), ir.ty(product.given));
    let (end, at) = product.end;
    let init = ir.operand(op, product.init);
    let one = literal(&mut Builder::new(ir, InsertPoint::Before(op), loc), Kind::Product.neutral(), ty);
    // What the loop need not begin with is multiplied in the end.
    let late = waits_for_loop(ir, init);
    if late {
        ir.set_operand(op, product.init, one);
    }
    let body = ir.parent_block(end).expect("the end of a round is in the body");
    let others: Vec<Value> = (1..turns).map(|_| ir.add_argument(body, ty, loc)).collect();
    let mut yielded: Vec<Value> = ir.operands(end).collect();
    let next = std::mem::replace(&mut yielded[at], others[0]);
    yielded.extend(others.iter().skip(1).copied().chain([next]));
    ir.set_operands(end, &yielded);

    let new = carry_more(ir, op, &vec![one; others.len()]);
    let count = ir.result_count(op);
    let mut parts: Vec<Value> = (count..count + others.len()).map(|at| ir.result(new, at)).collect();
    parts.insert(0, ir.result(new, at));
    parts.extend(late.then_some(init));
    let whole = together(ir, op, parts, ty);
    for number in 0..count {
        let (old, new) = (ir.result(op, number), ir.result(new, number));
        ir.set_value_name(new, ir.value_name(old));
        ir.replace_uses(old, if number == at { whole } else { new });
    }
    ir.erase(op);
}

/// The product of values, before an operation: neighbours first, so that few multiplications follow each other.
fn together(ir: &mut Ir, before: Op, mut parts: Vec<Value>, ty: Type) -> Value {
    let loc = ir.loc(before);
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [only] => *only,
                pair => {
                    Builder::new(ir, InsertPoint::Before(before), loc).value(Kind::Product.code(), pair, ty)
                }
            })
            .collect();
    }
    parts[0]
}
