//! `interleave-products`: a loop that multiplies a value in every round takes turns between several of them.
//!
//! A multiplier takes several cycles and can begin a product in each, but a loop that multiplies one value over and over begins one only when the one before is
//! ready. With several values in turn, each has as many rounds to be ready again as there are values: `(p, q, r)` becomes `(q, r, p * x)`. In the end they are multiplied with each other. Products of
//! integers are the same in every order, so the result is too.
//!
//! A value that is handed on from turn to turn passes the units of its loop in each, which with the product is a cycle more than the multiplier takes. Turns for a round in every cycle would be so
//! many that what carries them is larger than what multiplies; so there are turns for a round in every second one. It is done for loops of some length, in which nothing else takes as long.

use crate::cycles::cycles;
use crate::recurrence::Rings;
use crate::reduction::{Carried, Kind, carried, may_wrap, steps, waits_for_loop};
use crate::remake::remake;
use crate::split_sums::literal;
use crate::trips::rounds;
use base::Diagnostics;
use dialects::{memref, scf};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op, Type, Value};

/// The pass.
pub static INTERLEAVE_PRODUCTS: PassDef = PassDef {
    name: "interleave-products",
    doc: "Takes turns between several products in a loop that multiplies one over and over.\n\
        An `scf.for` of unknown length, or of at least 12 rounds, that does nothing with a carried integer but multiply it, and waits for nothing else as long, carries several of them, and multiplies \
        one in each round. Behind the loop they are multiplied with each other.",
    options: &[],
    run,
};

/// Rounds below which it does not pay.
const LEAST_ROUNDS: i128 = 12;
/// The cycles between two rounds that turns are made for.
const PERIOD: u32 = 2;
/// The most values that take turns.
const MOST_TURNS: u32 = 8;

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    for op in ir.walk_post_order(root) {
        if ir.code(op) != scf::FOR || rounds(ir, op).is_some_and(|rounds| rounds < LEAST_ROUNDS) {
            continue;
        }
        if let Some((product, steps)) = product(ir, op) {
            let turns = (cycles_of(ir, &steps) + 1).div_ceil(PERIOD);
            if turns <= MOST_TURNS {
                may_wrap(ir, &steps);
                interleave(ir, op, &product, turns as usize);
            }
        }
    }
    Ok(())
}

/// How long operations take one after the other.
fn cycles_of(ir: &Ir, steps: &[Op]) -> u32 {
    steps.iter().map(|step| cycles(ir, *step)).sum()
}

/// The product of a loop that takes longer than all else that goes from round to round, with its multiplications.
fn product(ir: &Ir, around: Op) -> Option<(Carried, Vec<Op>)> {
    let products = carried(ir, around).into_iter().filter_map(|product| {
        let steps = steps(ir, &product, Kind::Product).filter(|steps| cycles_of(ir, steps) > PERIOD)?;
        (!ir.is_unused(product.result)).then_some((product, steps))
    });
    let (product, steps) = products.max_by_key(|(_, steps)| cycles_of(ir, steps))?;
    let rings = Rings::of(ir, around);
    let inside = ir.walk(around);
    let is_else = |op: &Op| !steps.contains(op) && *op != around;
    // What goes from round to round in memory, or through a loop inside, takes longer than can be seen here.
    let waits = inside.iter().copied().filter(is_else).any(|op| {
        let is_loop = matches!(ir.code(op), scf::FOR | scf::WHILE | scf::PARALLEL);
        let on_ring = ir.results(op).any(|result| rings.feeds(result))
            && ir.operands(op).any(|value| rings.waits(value));
        is_loop
            || (on_ring && cycles(ir, op) > 0)
            || (ir.code(op) == memref::LOAD && rings.waits(ir.result(op, 0)))
    });
    (!waits).then_some((product, steps))
}

/// Makes a loop anew with more carried values, which take turns with one of them.
fn interleave(ir: &mut Ir, op: Op, product: &Carried, turns: usize) {
    let (loc, ty) = (ir.loc(op), ir.ty(product.given));
    let (end, at) = product.end;
    let init = ir.operand(op, product.init);
    let one = literal(ir, InsertPoint::Before(op), op, Kind::Product.neutral(), ty);
    let late = waits_for_loop(ir, init);
    if late {
        ir.set_operand(op, product.init, one);
    }
    let next = ir.operand(end, at);
    let body = ir.parent_block(end).expect("the end of a round is in the body");
    let others: Vec<Value> = (1..turns).map(|_| ir.add_argument(body, ty, loc)).collect();
    let mut yielded: Vec<Value> = ir.operands(end).collect();
    yielded[at] = others[0];
    yielded.extend(others.iter().skip(1).copied().chain([next]));
    ir.set_operands(end, &yielded);

    let count = ir.result_count(op);
    let mut operands: Vec<Value> = ir.operands(op).collect();
    operands.extend(others.iter().map(|_| one));
    let mut types: Vec<Type> = ir.results(op).map(|result| ir.ty(result)).collect();
    types.extend(others.iter().map(|_| ty));
    let new = remake(ir, op, &operands, &types);
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
