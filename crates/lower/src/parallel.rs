//! Parallel loops as nests of sequential ones.
//!
//! Iterations of `scf.parallel` may run in any order, so they may run one after the other; the values of `scf.reduce` are folded in one
//! iteration after the other, carried by all loops of the nest.

use crate::make::{self, add_arguments_like, replace, replace_arguments};
use dialects::scf;
use ir::{Block, InsertPoint, Ir, Op, OpState, Value};

/// Replaces an `scf.parallel` by `scf.for`s, the outermost first in the list.
pub(crate) fn parallel_to_nest(ir: &mut Ir, op: Op) -> Vec<Op> {
    let loc = ir.loc(op);
    let [lowers, uppers, steps, inits] =
        [0, 1, 2, 3].map(|group| ir.group_operands(op, group).collect::<Vec<Value>>());
    let body = ir.entry(ir.region(op, 0)).expect("a loop has a body");
    let results: Vec<Value> = ir.results(op).collect();
    let types = make::types(ir, &results);
    let variables = ir.args(body).to_vec();
    let mut nest = Vec::with_capacity(lowers.len());
    let (mut at, mut carried) = (InsertPoint::Before(op), inits);
    for (depth, variable) in variables.iter().enumerate() {
        let region = ir.create_region();
        let block = ir.add_block(region);
        let inner = add_arguments_like(ir, block, &[*variable]);
        ir.replace_uses(*variable, inner[0]);
        let state = OpState::new(scf::FOR, loc)
            .operands(&[lowers[depth], uppers[depth], steps[depth]])
            .operands(&carried)
            .results(&types)
            .region(region);
        let level = ir.create(state);
        ir.insert(level, at);
        carried = add_arguments_like(ir, block, &results);
        nest.push((level, block));
        at = InsertPoint::End(block);
    }
    let (outermost, _) = *nest.first().expect("a parallel loop has a dimension");
    let (_, innermost) = *nest.last().expect("a parallel loop has a dimension");
    ir.splice_to_end(body, innermost);
    reduce(ir, innermost, &carried);
    for pair in nest.windows(2) {
        let values: Vec<Value> = ir.results(pair[1].0).collect();
        make::scf_yield(ir, pair[0].1, loc, &values);
    }
    let totals: Vec<Value> = ir.results(outermost).collect();
    replace(ir, &results, &totals);
    ir.erase(op);
    nest.into_iter().map(|(level, _)| level).collect()
}

/// Replaces the `scf.reduce` at the end of a block by the bodies of its reductions, and yields their results.
fn reduce(ir: &mut Ir, block: Block, carried: &[Value]) {
    let op = ir.last_op(block).expect("the body of a parallel loop ends in a reduction");
    let loc = ir.loc(op);
    let mut totals = Vec::with_capacity(carried.len());
    if ir.code(op) == scf::REDUCE {
        for (number, so_far) in carried.iter().enumerate() {
            let body = ir.entry(ir.region(op, number)).expect("a reduction has a body");
            let value = ir.operand(op, number);
            replace_arguments(ir, body, &[*so_far, value]);
            let result = ir.last_op(body).expect("a reduction ends in its result");
            totals.push(ir.operand(result, 0));
            ir.erase(result);
            while let Some(first) = ir.first_op(body) {
                ir.move_op(first, InsertPoint::Before(op));
            }
        }
    }
    ir.erase(op);
    make::scf_yield(ir, block, loc, &totals);
}
