//! `split-sums`: a loop that goes on with the sum of another begins at zero, and both sums are added in the end.
//!
//! The first round of a loop waits for what its carried values begin as. Where that is the sum of the loop before, two loops that have nothing else to do with
//! each other run one after the other; and where it is the sum of the loop around, the way out of the inner loop, around the outer one and in again is part
//! of every burst. Sums of integers are the same in every grouping, so the loop can add up its own part from zero, and one addition behind it puts the parts
//! together.
//!
//! It takes an adder, so it is not done where the loop waits for others anyway, or its sum begins as something that is early.

use crate::literal::literal;
use crate::reduction::{Carried, Kind, carried, may_wrap, steps, waits_for_loop};
use base::Diagnostics;
use dialects::scf;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op};

/// The pass.
pub static SPLIT_SUMS: PassDef = PassDef {
    name: "split-sums",
    doc: "Lets a loop that goes on with the sum of another begin at zero.\n\
        Where an `scf.for` or `scf.while` only adds integers to a value that comes out of another loop, or out of an earlier round of the loop around it, it adds them to \
        zero, and an addition behind it puts both sums together.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    // Inner ones first: the addition behind an inner loop is a step of the loop around it.
    for op in ir.walk_post_order(root) {
        if !matches!(ir.code(op), scf::FOR | scf::WHILE) {
            continue;
        }
        let sums = sums(ir, op);
        for (sum, steps) in sums {
            may_wrap(ir, &steps);
            split(ir, op, &sum);
        }
    }
    Ok(())
}

/// The sums of a loop that are to begin at zero, each with its additions.
fn sums(ir: &Ir, op: Op) -> Vec<(Carried, Vec<Op>)> {
    let carried = carried(ir, op);
    let sums: Vec<(Carried, Vec<Op>)> = carried
        .into_iter()
        .filter(|sum| !ir.is_unused(sum.result) && waits_for_loop(ir, ir.operand(op, sum.init)))
        .filter_map(|sum| steps(ir, &sum, Kind::Sum).map(|steps| (sum, steps)))
        .collect();
    // A `for` does not start before it has its bounds, a `while` not before it has what its test looks at.
    let first = match ir.code(op) {
        scf::FOR => 0..3,
        _ => 0..ir.operand_count(op),
    };
    let is_split = |operand: usize| sums.iter().any(|(sum, _)| sum.init == operand);
    let waits = first.into_iter().any(|at| !is_split(at) && waits_for_loop(ir, ir.operand(op, at)));
    if waits { Vec::new() } else { sums }
}

fn split(ir: &mut Ir, op: Op, sum: &Carried) {
    let (init, loc) = (ir.operand(op, sum.init), ir.loc(op));
    let ty = ir.ty(init);
    let zero = literal(&mut Builder::new(ir, InsertPoint::Before(op), loc), Kind::Sum.neutral(), ty);
    ir.set_operand(op, sum.init, zero);
    let users: Vec<_> = ir.uses(sum.result).collect();
    let after = ir.next(op).expect("a loop is followed by the end of its block");
    let whole =
        Builder::new(ir, InsertPoint::Before(after), loc).value(Kind::Sum.code(), &[init, sum.result], ty);
    ir.set_value_name(whole, ir.value_name(sum.result));
    for user in users {
        ir.set_use(user, whole);
    }
}
