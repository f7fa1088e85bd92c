//! Edits of operations, blocks and branches. Each changes the IR, or leaves it alone where it does not apply; an edit with
//! variants says by `false` that there is no such variant.

use dialects::{arith, cf, hw};
use ir::cfg::unreachable_blocks;
use ir::symbols::is_referenced;
use ir::{Builder, Dominance, InsertPoint, Ir, Loc, Op, OpCode, OpState, Trait, Type, Value, fold};

/// A value of a type that is there at an operation: a zero at the start of the function, or any other value that dominates.
pub(super) fn stand_in(ir: &mut Ir, ty: Type, at: Op) -> Option<Value> {
    let isolated = |op: &Op| ir.has_trait(*op, Trait::IsolatedFromAbove);
    let around = std::iter::successors(ir.parent_op(at), |op| ir.parent_op(*op)).find(isolated)?;
    let entry = ir.entry(*ir.regions(around).first()?)?;
    if let Some((code, name)) = constant(ir, around, ty) {
        let width = ir.ctx.bit_width(ty).and_then(|width| u32::try_from(width).ok())?;
        let attr = ir.ctx.attr_of_bits(base::Bits::zero(width), ty)?;
        let is_it = |op: &Op| {
            ir.code(*op) == code && ir.attr(*op, name) == Some(attr) && ir.ty(ir.result(*op, 0)) == ty
        };
        let constants = ir.block_ops(entry).take_while(|op| ir.has_trait(*op, Trait::ConstantLike));
        if let Some(known) = constants.into_iter().find(is_it).filter(|known| *known != at) {
            return Some(ir.result(known, 0));
        }
        let state = OpState::new(code, Loc::UNKNOWN).results(&[ty]).prop(ir, name, attr);
        let op = Builder::new(ir, InsertPoint::Start(entry), Loc::UNKNOWN).build(state);
        return Some(ir.result(op, 0));
    }
    let mut dominance = Dominance::new();
    let mut candidates: Vec<Value> = ir.args(entry).to_vec();
    for op in ir.walk(around).into_iter().filter(|op| *op != at && *op != around) {
        candidates.extend(ir.results(op));
    }
    candidates.into_iter().find(|value| ir.ty(*value) == ty && dominance.value_dominates(ir, *value, at))
}

/// The operation that makes constants of a type inside of a function or module, and its attribute.
fn constant(ir: &Ir, around: Op, ty: Type) -> Option<(OpCode, &'static str)> {
    let is_scalar = ir.ctx.scalar_width(ty).is_some();
    if ir.code(around) != hw::MODULE {
        return is_scalar.then_some((arith::CONSTANT, "value"));
    }
    let is_aggregate = hw::array(&ir.ctx, ty).is_some() || hw::fields(&ir.ctx, ty).is_some();
    if is_scalar {
        Some((hw::CONSTANT, "value"))
    } else {
        is_aggregate.then_some((hw::AGGREGATE_CONSTANT, "fields"))
    }
}

/// Removes an operation; its results, where they are used, become other values. A terminator stays, and so does a symbol that
/// is referred to.
pub(super) fn remove(ir: &mut Ir, module: Op, op: Op) {
    if ir.is_erased(op) || ir.has_trait(op, Trait::Terminator) {
        return;
    }
    if ir.has_trait(op, Trait::Symbol) && is_referenced(ir, module, op) {
        return;
    }
    for result in ir.results(op).collect::<Vec<_>>() {
        if ir.is_unused(result) {
            continue;
        }
        let Some(value) = stand_in(ir, ir.ty(result), op) else { return };
        if ir.defining_op(value) != Some(op) {
            ir.replace_uses(result, value);
        }
    }
    if ir.results(op).all(|result| ir.is_unused(result)) {
        ir.erase(op);
    }
}

/// Replaces an operation by what stands in one of its regions.
pub(super) fn open_region(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if ir.has_trait(op, Trait::IsolatedFromAbove) || variant >= ir.regions(op).len() {
        return false;
    }
    let region = ir.region(op, variant);
    let &[block] = ir.blocks(region) else { return true };
    let Some(end) = ir.terminator(block) else { return true };
    let operands: Vec<Value> = ir.operands(op).collect();
    // A counter begins at the lower bound; carried values begin as the operands that come last.
    for (index, arg) in ir.args(block).to_vec().into_iter().enumerate() {
        let from_end = ir.args(block).len() - index;
        let fits = |value: &Value| ir.ty(*value) == ir.ty(arg);
        let last = operands.len().checked_sub(from_end).map(|at| operands[at]).filter(fits);
        let first = operands.first().copied().filter(fits);
        let value = if index == 0 { first.or(last) } else { last };
        let Some(value) = value.or_else(|| stand_in(ir, ir.ty(arg), op)) else { return true };
        ir.replace_uses(arg, value);
    }
    let given: Vec<Value> = ir.operands(end).collect();
    for (index, result) in ir.results(op).collect::<Vec<_>>().into_iter().enumerate() {
        // The condition of a loop comes before what it hands on.
        let skip = given.len().saturating_sub(ir.result_count(op));
        let value = given.get(index + skip).copied().filter(|value| ir.ty(*value) == ir.ty(result));
        let Some(value) = value.or_else(|| stand_in(ir, ir.ty(result), op)) else { return true };
        ir.replace_uses(result, value);
    }
    for inner in ir.block_ops(block).collect::<Vec<_>>() {
        if inner != end {
            ir.move_op(inner, InsertPoint::Before(op));
        }
    }
    ir.erase(op);
    true
}

/// Makes a branch go one of its ways.
pub(super) fn take_one_way(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let ways = ir.successors(op).len();
    if ways < 2 || variant >= ways {
        return false;
    }
    let Some(given) = ir.successor_operands(op, variant) else { return true };
    let values: Vec<Value> = given.map(|at| ir.operand(op, at)).collect();
    let to = ir.successors(op)[variant];
    let state = OpState::new(cf::BR, ir.loc(op)).operands(&values).successor(to);
    replace_end(ir, op, state);
    true
}

/// Ends the function or region here, with any values, instead of branching.
pub(super) fn end_here(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if ir.successors(op).is_empty() || variant > 0 {
        return false;
    }
    let Some(region) = ir.parent_region(op) else { return true };
    let ends = ir.blocks(region).iter().filter_map(|block| ir.terminator(*block));
    let Some(end) = ends.into_iter().find(|end| ir.successors(*end).is_empty()) else { return true };
    let mut values = Vec::new();
    for value in ir.operands(end).collect::<Vec<_>>() {
        let Some(value) = stand_in(ir, ir.ty(value), op) else { return true };
        values.push(value);
    }
    let state = OpState::new(ir.code(end), ir.loc(op)).operands(&values);
    replace_end(ir, op, state);
    true
}

fn replace_end(ir: &mut Ir, old: Op, state: OpState) {
    let block = ir.parent_block(old).expect("a terminator stands in a block");
    let region = ir.block_region(block).expect("the block stands in a region");
    ir.erase(old);
    Builder::new(ir, InsertPoint::End(block), Loc::UNKNOWN).build(state);
    let gone = unreachable_blocks(ir, region);
    ir.erase_blocks(region, &gone);
}

/// Removes the blocks of a region that nothing leads to.
pub(super) fn remove_unreachable(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let Some(region) = ir.regions(op).get(variant).copied() else { return false };
    let gone = unreachable_blocks(ir, region);
    ir.erase_blocks(region, &gone);
    true
}

/// Removes an argument of a block, one variant each, from the block and all branches to it; where it is used stands another value.
pub(super) fn remove_block_argument(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let Some(region) = ir.regions(op).first().copied() else { return false };
    let mut left = variant;
    let blocks = ir.blocks(region).to_vec();
    for block in blocks.iter().skip(1) {
        let count = ir.args(*block).len();
        if left >= count {
            left -= count;
            continue;
        }
        let (arg, Some(first)) = (ir.args(*block)[left], ir.first_op(*block)) else { return true };
        if !ir.is_unused(arg) {
            let Some(value) = stand_in(ir, ir.ty(arg), first).filter(|value| *value != arg) else {
                return true;
            };
            ir.replace_uses(arg, value);
        }
        for end in blocks.iter().filter_map(|block| ir.terminator(*block)).collect::<Vec<_>>() {
            for successor in 0..ir.successors(end).len() {
                let (true, Some(given)) =
                    (ir.successors(end)[successor] == *block, ir.successor_operands(end, successor))
                else {
                    continue;
                };
                let mut values: Vec<Value> = given.map(|at| ir.operand(end, at)).collect();
                values.remove(left);
                ir.set_successor_operands(end, successor, &values);
            }
        }
        ir.remove_argument(*block, left);
        return true;
    }
    false
}

/// Puts a block behind the only branch that leads to it.
pub(super) fn join_blocks(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if ir.code(op) != cf::BR || variant > 0 {
        return false;
    }
    let (to, Some(from)) = (ir.successors(op)[0], ir.parent_block(op)) else { return true };
    let Some(region) = ir.block_region(to) else { return true };
    let ways = ir.blocks(region).iter().filter_map(|block| ir.terminator(*block));
    let count: usize = ways.map(|end| ir.successors(end).iter().filter(|block| **block == to).count()).sum();
    if count != 1 || to == from {
        return true;
    }
    let values: Vec<Value> = ir.operands(op).collect();
    for (arg, value) in ir.args(to).to_vec().into_iter().zip(values) {
        ir.replace_uses(arg, value);
    }
    ir.erase(op);
    ir.splice_to_end(to, from);
    ir.erase_block(to);
    true
}

/// Lets an operand of the same type stand for the first result.
pub(super) fn bypass(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if variant >= ir.operand_count(op) || ir.result_count(op) != 1 {
        return false;
    }
    let (result, operand) = (ir.result(op, 0), ir.operand(op, variant));
    if ir.ty(result) == ir.ty(operand) {
        ir.replace_uses(result, operand);
        ir.erase(op);
    }
    true
}

/// Makes an operand a zero.
pub(super) fn plain_operand(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if variant >= ir.operand_count(op) {
        return false;
    }
    let value = ir.operand(op, variant);
    if fold::constant_value(ir, value).is_none()
        && let Some(zero) = stand_in(ir, ir.ty(value), op)
    {
        ir.set_operand(op, variant, zero);
    }
    true
}

/// Removes an attribute, or gives it its default.
pub(super) fn drop_attribute(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let names: Vec<String> = [ir.attrs(op), ir.props(op)]
        .iter()
        .flat_map(|dict| ir.ctx.dict(*dict))
        .map(|(name, _)| ir.ctx[*name].to_string())
        .collect();
    let Some(name) = names.get(variant) else { return false };
    let default = ir.def(op).and_then(|def| def.attr(name)).and_then(|attr| match attr.presence {
        ir::Presence::Default(value) => Some(value(&mut ir.ctx)),
        _ => None,
    });
    ir.set_attr(op, name, default);
    true
}

/// Makes a constant smaller: zero, one, minus one, or half of it.
pub(super) fn smaller_constant(ir: &mut Ir, op: Op, variant: usize) -> bool {
    if ![arith::CONSTANT, hw::CONSTANT].contains(&ir.code(op)) || variant > 3 {
        return false;
    }
    let ty = ir.ty(ir.result(op, 0));
    let Some(bits) = ir.attr(op, "value").and_then(|value| ir.ctx.scalar_bits(value)).cloned() else {
        return false;
    };
    let width = bits.width();
    let value = match (variant, ir.ctx.float_format(ty)) {
        (0, _) => base::Bits::zero(width),
        (1, None) => base::Bits::from_i64(width, 1),
        (2, None) => base::Bits::from_i64(width, -1),
        (1, Some(format)) => base::float::from_f64(format, 1.0),
        (2, Some(format)) => base::float::from_f64(format, -1.0),
        (_, None) => bits.ashr(1u32).unwrap_or(bits),
        (_, Some(_)) => bits,
    };
    let attr = ir.ctx.scalar_attr(value, ty);
    ir.set_attr(op, "value", attr);
    true
}
