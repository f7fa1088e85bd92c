//! Making the operations of `pdl_interp` that matchers and rewriters have in common.

use dialects::{builtin, pdl, pdl_interp as interp};
use ir::{Attr, Block, InsertPoint, Ir, Loc, Op, OpCode, OpState, Type, Value};

/// Puts an operation at the end of a block.
pub(super) fn append(ir: &mut Ir, block: Block, state: OpState) -> Op {
    let op = ir.create(state);
    ir.insert(op, InsertPoint::End(block));
    op
}

/// An operation with one result, at the end of a block.
pub(super) fn value(ir: &mut Ir, block: Block, state: OpState) -> Value {
    let op = append(ir, block, state);
    ir.result(op, 0)
}

/// An operation with one operand, one result and at most one attribute.
pub(super) fn get(
    ir: &mut Ir,
    block: Block,
    loc: Loc,
    code: OpCode,
    (of, ty): (Value, Type),
    attr: Option<(&str, Attr)>,
) -> Value {
    let mut state = OpState::new(code, loc).operands(&[of]).results(&[ty]);
    if let Some((name, attr)) = attr {
        state = state.prop(ir, name, attr);
    }
    value(ir, block, state)
}

/// One operand or result of an operation by its number.
pub(super) fn get_one(ir: &mut Ir, block: Block, loc: Loc, code: OpCode, of: Value, index: u32) -> Value {
    let ty = pdl::value_ty(&mut ir.ctx);
    let index = count(ir, index);
    get(ir, block, loc, code, (of, ty), Some(("index", index)))
}

/// A group of operands or results of an operation, or all.
pub(super) fn get_group(
    ir: &mut Ir,
    block: Block,
    loc: Loc,
    code: OpCode,
    of: Value,
    (group, range): (Option<u32>, bool),
) -> Value {
    let ty = if range { pdl::values_ty(&mut ir.ctx) } else { pdl::value_ty(&mut ir.ctx) };
    let index = group.map(|group| ("index", count(ir, group)));
    get(ir, block, loc, code, (of, ty), index)
}

/// The type of a value or of an attribute, or the types of a range.
pub(super) fn get_type(ir: &mut Ir, block: Block, loc: Loc, of: Value) -> Value {
    let is_range = pdl::element_ty(&ir.ctx, ir.ty(of)).is_some();
    let ty = if is_range { pdl::types_ty(&mut ir.ctx) } else { pdl::type_ty(&mut ir.ctx) };
    let is_attribute = ir.ty(of) == pdl::attribute_ty(&mut ir.ctx);
    let code = if is_attribute { interp::GET_ATTRIBUTE_TYPE } else { interp::GET_VALUE_TYPE };
    get(ir, block, loc, code, (of, ty), None)
}

/// A constant attribute, type or list of types.
pub(super) fn create(ir: &mut Ir, block: Block, loc: Loc, code: OpCode, constant: Attr) -> Value {
    let ty = match code {
        interp::CREATE_ATTRIBUTE => pdl::attribute_ty(&mut ir.ctx),
        interp::CREATE_TYPE => pdl::type_ty(&mut ir.ctx),
        _ => pdl::types_ty(&mut ir.ctx),
    };
    let state = OpState::new(code, loc).results(&[ty]).prop(ir, "value", constant);
    value(ir, block, state)
}

/// A number of operands, or which one.
pub(super) fn count(ir: &mut Ir, count: u32) -> Attr {
    ir.ctx.int_attr(i64::from(count), Type::I32)
}

/// A function with one block, which belongs to nobody yet, and its block.
pub(super) fn function(ir: &mut Ir, loc: Loc, name: &str, args: &[(Type, Loc)]) -> (Op, Block) {
    let region = ir.create_region();
    let block = ir.add_block(region);
    for (ty, loc) in args {
        ir.add_argument(block, *ty, *loc);
    }
    let types: Vec<Type> = args.iter().map(|(ty, _)| *ty).collect();
    let ty = ir.ctx.fn_ty(&types, &[]);
    let (name, ty) = (ir.ctx.str_attr(name), ir.ctx.type_attr(ty));
    let state = OpState::new(interp::FUNC, loc).region(region);
    let state = state.prop(ir, "sym_name", name).prop(ir, "function_type", ty);
    (ir.create(state), block)
}

/// A module with a name, which belongs to nobody yet, and its block.
pub(super) fn module(ir: &mut Ir, loc: Loc, name: &str) -> (Op, Block) {
    let region = ir.create_region();
    let block = ir.add_block(region);
    let name = ir.ctx.str_attr(name);
    let state = OpState::new(builtin::MODULE, loc).region(region).prop(ir, "sym_name", name);
    (ir.create(state), block)
}
