//! Making the operations that conversions between `scf` and `cf` are made of.

use base::Bits;
use dialects::arith::{self, IntPredicate};
use dialects::{cf, scf};
use ir::dense;
use ir::{Block, Builder, InsertPoint, Ir, Loc, Op, OpState, Type, TypeKind, Value};

/// A block to go to, and the values it is given.
pub(crate) type Way<'a> = (Block, &'a [Value]);

/// `cf.br` at the end of a block.
pub(crate) fn br(ir: &mut Ir, from: Block, loc: Loc, to: Way<'_>) -> Op {
    let state = OpState::new(cf::BR, loc).operands(to.1).successor(to.0);
    append(ir, from, state)
}

/// `cf.cond_br` at the end of a block.
pub(crate) fn cond_br(ir: &mut Ir, from: Block, loc: Loc, condition: Value, yes: Way<'_>, no: Way<'_>) -> Op {
    let sizes = ir.ctx.i32_array_attr(&[1, yes.1.len() as i32, no.1.len() as i32]);
    let state = OpState::new(cf::COND_BR, loc)
        .operands(&[condition])
        .operands(yes.1)
        .operands(no.1)
        .prop(ir, "operandSegmentSizes", sizes)
        .successor(yes.0)
        .successor(no.0);
    append(ir, from, state)
}

/// `cf.switch` at the end of a block. The values of the cases are as wide as the flag.
pub(crate) fn switch(
    ir: &mut Ir,
    from: Block,
    loc: Loc,
    flag: Value,
    default: Way<'_>,
    cases: &[(Bits, Block, Vec<Value>)],
) -> Op {
    let segments: Vec<i32> = cases.iter().map(|(_, _, given)| given.len() as i32).collect();
    let sizes = ir.ctx.i32_array_attr(&[1, default.1.len() as i32, segments.iter().sum()]);
    let segments = ir.ctx.i32_array_attr(&segments);
    let mut state = OpState::new(cf::SWITCH, loc)
        .operands(&[flag])
        .operands(default.1)
        .prop(ir, "operandSegmentSizes", sizes)
        .prop(ir, "case_operand_segments", segments)
        .successor(default.0);
    for (_, block, given) in cases {
        state = state.operands(given).successor(*block);
    }
    if !cases.is_empty() {
        let element = ir.ty(flag);
        let vector = ir.ctx.ty(TypeKind::Vector { shape: [(cases.len() as u64, false)].into(), element });
        let values: Vec<Bits> = cases.iter().map(|(value, _, _)| value.clone()).collect();
        let values = dense::dense_attr(&mut ir.ctx, vector, &values);
        state = state.prop(ir, "case_values", values);
    }
    append(ir, from, state)
}

/// `scf.yield` at the end of a block.
pub(crate) fn scf_yield(ir: &mut Ir, block: Block, loc: Loc, values: &[Value]) -> Op {
    append(ir, block, OpState::new(scf::YIELD, loc).operands(values))
}

/// Makes an operation at the end of a block.
pub(crate) fn append(ir: &mut Ir, block: Block, state: OpState) -> Op {
    let loc = state.loc;
    Builder::new(ir, InsertPoint::End(block), loc).build(state)
}

/// `arith.cmpi`.
pub(crate) fn cmpi(
    ir: &mut Ir,
    at: InsertPoint,
    loc: Loc,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
) -> Value {
    let predicate = ir.ctx.int_attr(predicate.number(), Type::I64);
    let state = OpState::new(arith::CMPI, loc).operands(&[lhs, rhs]).results(&[Type::I1]).prop(
        ir,
        "predicate",
        predicate,
    );
    let op = Builder::new(ir, at, loc).build(state);
    ir.result(op, 0)
}

/// An operation of operands and one result.
pub(crate) fn value(
    ir: &mut Ir,
    at: InsertPoint,
    loc: Loc,
    code: ir::OpCode,
    operands: &[Value],
    ty: Type,
) -> Value {
    Builder::new(ir, at, loc).value(code, operands, ty)
}

/// The values that a branch hands to one of its successors.
pub(crate) fn given(ir: &Ir, branch: Op, successor: usize) -> Vec<Value> {
    let range = ir.successor_operands(branch, successor).expect("branches of cf say what they hand on");
    range.map(|operand| ir.operand(branch, operand)).collect()
}

/// Gives a block arguments like some values: their types, places and names.
pub(crate) fn add_arguments_like(ir: &mut Ir, block: Block, values: &[Value]) -> Vec<Value> {
    let mut args = Vec::with_capacity(values.len());
    for value in values {
        let (ty, loc, name) = (ir.ty(*value), ir.value_loc(*value), ir.value_name(*value));
        let arg = ir.add_argument(block, ty, loc);
        ir.set_value_name(arg, name);
        args.push(arg);
    }
    args
}

/// The types of values.
pub(crate) fn types(ir: &Ir, values: &[Value]) -> Vec<Type> {
    values.iter().map(|value| ir.ty(*value)).collect()
}

/// Replaces values by others, one by one.
pub(crate) fn replace(ir: &mut Ir, from: &[Value], to: &[Value]) {
    for (from, to) in from.iter().zip(to) {
        ir.replace_uses(*from, *to);
    }
}

/// Replaces the arguments of a block and removes them.
pub(crate) fn replace_arguments(ir: &mut Ir, block: Block, values: &[Value]) {
    let args = ir.args(block).to_vec();
    replace(ir, &args, values);
    for index in (0..args.len()).rev() {
        ir.remove_argument(block, index);
    }
}
