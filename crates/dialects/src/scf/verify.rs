//! Rules of `scf` that its table cannot state: what regions take, what they yield, and how it fits the operation.

use super::{CONDITION, REDUCE, REDUCE_RETURN, yield_of};
use base::codes;
use base::text::counted;
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{Ir, Op, Type, Value};

/// Every block that yields gives the results.
pub fn execute_region(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let region = ir.region(op, 0);
    no_arguments(ir, op, verifier, 0);
    let results = types(ir, ir.results(op));
    for block in ir.blocks(region) {
        if let Some(end) = yield_of(ir, *block) {
            yields(ir, end, verifier, &results, "the results of `scf.execute_region`");
        }
    }
}

/// The body takes the induction variable and the carried values, and yields the latter.
pub fn for_op(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(body) = ir.entry(ir.region(op, 0)) else { return };
    let inits = types(ir, ir.group_operands(op, 3));
    let results = types(ir, ir.results(op));
    verifier.same_types(
        ir,
        op,
        codes::RESULT_TYPE,
        ("the results", &results),
        ("the initial operands", &inits),
    );
    if inits != results {
        return;
    }
    let mut wanted = vec![ir.ty(ir.operand(op, 0))];
    wanted.extend_from_slice(&inits);
    takes(ir, op, verifier, 0, &wanted, "the induction variable and the carried values");
    if let Some(end) = yield_of(ir, body) {
        yields(ir, end, verifier, &inits, "the carried values");
    }
}

/// Both regions yield the results; without a second region there are none.
pub fn if_op(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let results = types(ir, ir.results(op));
    for (index, region) in ir.regions(op).iter().enumerate() {
        match ir.entry(*region) {
            Some(block) => {
                no_arguments(ir, op, verifier, index);
                if let Some(end) = yield_of(ir, block) {
                    yields(ir, end, verifier, &results, "the results of `scf.if`");
                }
            }
            None if !results.is_empty() => {
                verifier.error(
                    ir,
                    op,
                    codes::REGION_SHAPE,
                    "must have an `else` region, since it has results",
                );
            }
            None => {}
        }
    }
}

/// A region a case, each yielding the results; no case comes twice.
pub fn index_switch(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let cases = ir.attr(op, "cases").and_then(|cases| ir.ctx.int_array(cases)).unwrap_or_default();
    let regions = ir.regions(op).len() - 1;
    if cases.len() != regions {
        verifier.error(
            ir,
            op,
            codes::REGION_SHAPE,
            format!("{} for {}", counted(cases.len(), "case value"), counted(regions, "case region")),
        );
        return;
    }
    let mut sorted = cases;
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        verifier.error(ir, op, codes::OP_INVARIANT, format!("the case {} comes twice", twice[0]));
    }
    let results = types(ir, ir.results(op));
    for (index, region) in ir.regions(op).iter().enumerate() {
        no_arguments(ir, op, verifier, index);
        if let Some(end) = ir.entry(*region).and_then(|block| yield_of(ir, block)) {
            yields(ir, end, verifier, &results, "the results of `scf.index_switch`");
        }
    }
}

/// As many lower bounds as upper bounds, steps and induction variables; a result and an operand of the reduction for
/// every initial value.
pub fn parallel(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(body) = ir.entry(ir.region(op, 0)) else { return };
    let [lower, upper, step] = [0, 1, 2].map(|group| ir.operand_group(op, group).len());
    if lower == 0 {
        verifier.error(ir, op, codes::OPERAND_COUNT, "must have at least one induction variable");
        return;
    }
    if lower != upper || lower != step {
        let [lower, upper] = [counted(lower, "lower bound"), counted(upper, "upper bound")];
        let message = format!("{lower}, {upper} and {} must be as many", counted(step, "step"));
        verifier.error(ir, op, codes::OPERAND_COUNT, message);
        return;
    }
    takes(ir, op, verifier, 0, &vec![Type::INDEX; lower], "the induction variables");
    let inits = types(ir, ir.group_operands(op, 3));
    let results = types(ir, ir.results(op));
    verifier.same_types(
        ir,
        op,
        codes::RESULT_TYPE,
        ("the results", &results),
        ("the initial operands", &inits),
    );
    if let Some(end) = ir.last_op(body).filter(|end| ir.code(*end) == REDUCE) {
        let reduced = types(ir, ir.operands(end));
        let wanted = ("the initial operands of `scf.parallel`", &inits[..]);
        verifier.same_types(ir, end, codes::OPERAND_TYPE, ("the operands", &reduced), wanted);
    }
}

/// A region an operand, which takes two values of its type and returns one.
pub fn reduce(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (operands, regions) = (ir.operand_count(op), ir.regions(op).len());
    if operands != regions {
        let message = format!("{} for {}", counted(operands, "operand"), counted(regions, "reduction"));
        verifier.error(ir, op, codes::REGION_SHAPE, message);
        return;
    }
    for (index, region) in ir.regions(op).iter().enumerate() {
        let Some(block) = ir.entry(*region) else { continue };
        let ty = ir.ty(ir.operand(op, index));
        takes(ir, op, verifier, index, &[ty, ty], &format!("two values of the type of operand #{index}"));
        let last = ir.last_op(block);
        if last.is_some_and(|last| ir.def(last).is_some() && ir.code(last) != REDUCE_RETURN) {
            let message = format!("reduction #{index} must end in `scf.reduce.return`");
            verifier.error(ir, op, codes::TERMINATOR, message);
        }
    }
}

/// The combined value has the type of what is combined.
pub fn reduce_return(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let args = ir.parent_block(op).map_or(&[][..], |block| ir.args(block));
    let (Some(arg), ty) = (args.first(), ir.ty(ir.operand(op, 0))) else { return };
    if ir.ty(*arg) != ty {
        let (ty, wanted) = (type_text(&ir.ctx, ty), type_text(&ir.ctx, ir.ty(*arg)));
        verifier.error(
            ir,
            op,
            codes::OPERAND_TYPE,
            format!("must return a `{wanted}`, which is what is reduced, but returns a `{ty}`"),
        );
    }
}

/// The first region takes the operands and ends in a condition, which passes on the results; the second takes these and
/// yields operands.
pub fn while_op(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (Some(before), Some(after)) = (ir.entry(ir.region(op, 0)), ir.entry(ir.region(op, 1))) else {
        return;
    };
    let (inits, results) = (types(ir, ir.operands(op)), types(ir, ir.results(op)));
    takes(ir, op, verifier, 0, &inits, "the operands of the loop");
    takes(ir, op, verifier, 1, &results, "the values the condition passes on");
    match ir.last_op(before) {
        Some(end) if ir.code(end) == CONDITION => {
            let passed = types(ir, ir.operands(end).skip(1));
            let wanted = ("the results of `scf.while`", &results[..]);
            verifier.same_types(ir, end, codes::OPERAND_TYPE, ("the values passed on", &passed), wanted);
        }
        Some(end) if ir.def(end).is_some() => {
            let message = format!("region #0 must end in `scf.condition`, but ends in `{}`", ir.name(end));
            verifier.error(ir, op, codes::TERMINATOR, message);
        }
        _ => {}
    }
    match yield_of(ir, after) {
        Some(end) => yields(ir, end, verifier, &inits, "the operands of `scf.while`"),
        None if ir.last_op(after).is_some_and(|last| ir.def(last).is_some()) => {
            verifier.error(ir, op, codes::TERMINATOR, "region #1 must end in `scf.yield`");
        }
        None => {}
    }
}

// ----- shared -----

fn types(ir: &Ir, values: impl Iterator<Item = Value>) -> Vec<Type> {
    values.map(|value| ir.ty(value)).collect()
}

/// The yielded values have these types.
fn yields(ir: &Ir, end: Op, verifier: &mut Verifier<'_>, wanted: &[Type], what: &str) {
    let given = types(ir, ir.operands(end));
    verifier.same_types(ir, end, codes::OPERAND_TYPE, ("the yielded values", &given), (what, wanted));
}

/// The entry block of a region takes these types.
fn takes(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, region: usize, wanted: &[Type], what: &str) {
    let Some(block) = ir.entry(ir.region(op, region)) else { return };
    let taken = types(ir, ir.args(block).iter().copied());
    let arguments = format!("the arguments of region #{region}");
    verifier.same_types(ir, op, codes::BLOCK_ARGUMENTS, (&arguments, &taken), (what, wanted));
}

fn no_arguments(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, region: usize) {
    if let Some(entry) = ir.entry(ir.region(op, region))
        && !ir.args(entry).is_empty()
    {
        verifier.error(ir, op, codes::BLOCK_ARGUMENTS, format!("region #{region} must take no arguments"));
    }
}
