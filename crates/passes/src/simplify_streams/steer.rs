//! Steering that undoes itself, or decides nothing.

use dialects::{arith, dataflow, handshake};
use ir::{Block, InsertPoint, Ir, Op, OpState, Type, Value, ValueDef};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Applies the rules once to every operation; whether any did something.
pub fn steer(ir: &mut Ir, block: Block) -> bool {
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let mut changed = false;
    for op in ops {
        changed |= match ir.code(op) {
            dataflow::GATE => gate(ir, op),
            handshake::MUX => mux(ir, op),
            handshake::COND_BR => cond_br(ir, op),
            handshake::BR => pass(ir, op, 0),
            handshake::FORK | handshake::LAZY_FORK => pass(ir, op, 0),
            handshake::MERGE if ir.operand_count(op) == 1 => pass(ir, op, 0),
            handshake::CONTROL_MERGE if ir.operand_count(op) == 1 => control_merge(ir, op),
            handshake::JOIN => join(ir, op),
            handshake::BLOCKER => blocker(ir, op),
            arith::EXTSI | arith::EXTUI | arith::TRUNCI | arith::INDEX_CAST | arith::INDEX_CASTUI => {
                cast(ir, op)
            }
            handshake::SINK => {
                ir.erase(op);
                true
            }
            _ => false,
        };
    }
    changed
}

/// All results of an operation are one of its operands.
fn pass(ir: &mut Ir, op: Op, operand: usize) -> bool {
    let value = ir.operand(op, operand);
    if ir.results(op).any(|result| result == value) {
        return false;
    }
    for result in ir.results(op) {
        ir.replace_uses(result, value);
    }
    ir.erase(op);
    true
}

/// The literal that a value is for every token.
pub fn literal(ir: &Ir, value: Value) -> Option<u64> {
    let op = ir.defining_op(value)?;
    match ir.code(op) {
        handshake::CONSTANT | arith::CONSTANT => ir.ctx.scalar_bits(ir.attr(op, "value")?)?.to_u64(),
        _ => None,
    }
}

/// A gate whose condition nobody needs lets its value pass where the condition is true: a branch.
fn gate(ir: &mut Ir, op: Op) -> bool {
    if !ir.is_unused(ir.result(op, 1)) {
        return false;
    }
    let (value, condition) = (ir.operand(op, 0), ir.operand(op, 1));
    let ty = ir.ty(value);
    let mut state =
        OpState::new(handshake::COND_BR, ir.loc(op)).operands(&[condition, value]).results(&[ty, ty]);
    state.attrs = ir.ctx.dict(ir.attrs(op)).to_vec();
    let branch = ir.create(state);
    ir.insert(branch, InsertPoint::Before(op));
    let (from, to) = (ir.result(op, 0), ir.result(branch, 0));
    ir.set_value_name(to, ir.value_name(from));
    ir.replace_uses(from, to);
    ir.erase(op);
    true
}

/// A choice between the two sides of one value, by the condition that parted them, is the value; a constant choice, or one among one, is that one.
fn mux(ir: &mut Ir, op: Op) -> bool {
    if ir.operand_count(op) == 2 {
        return pass(ir, op, 1);
    }
    let select = ir.operand(op, 0);
    if let Some(number) = literal(ir, select) {
        let chosen = usize::try_from(number).ok().filter(|number| *number + 1 < ir.operand_count(op));
        return chosen.is_some_and(|number| pass(ir, op, number + 1));
    }
    if ir.operand_count(op) != 3 || ir.ty(select) != Type::I1 {
        return false;
    }
    let sides = (ir.value_def(ir.operand(op, 1)), ir.value_def(ir.operand(op, 2)));
    let (ValueDef::Result(no, 1), ValueDef::Result(yes, 0)) = sides else { return false };
    let is_undone = no == yes && ir.code(no) == handshake::COND_BR && ir.operand(no, 0) == select;
    let value = ir.operand(no, if is_undone { 1 } else { 0 });
    if !is_undone || ir.result(op, 0) == value || orders_groups(ir, no) {
        return false;
    }
    ir.replace_uses(ir.result(op, 0), value);
    ir.erase(op);
    true
}

/// Whether a branch of a control token is on the way of it to the groups of a queue: what comes behind it, also when its sides are joined again, comes after
/// the groups that are on one of them. A side that only the other end of the choice takes has none.
fn orders_groups(ir: &Ir, branch: Op) -> bool {
    let is_control = handshake::is_token(&ir.ctx, ir.ty(ir.operand(branch, 1)));
    let has_queue = || {
        let block = ir.parent_block(branch);
        block.is_some_and(|block| ir.block_ops(block).any(|op| ir.code(op) == handshake::LSQ))
    };
    is_control && ir.results(branch).any(|side| !ir.has_one_use(side)) && has_queue()
}

/// With a constant condition everything goes to one side. The other side never has a token; its users go when nobody needs them.
fn cond_br(ir: &mut Ir, op: Op) -> bool {
    let Some(condition) = literal(ir, ir.operand(op, 0)) else { return false };
    let taken = ir.result(op, usize::from(condition == 0));
    let value = ir.operand(op, 1);
    if ir.is_unused(taken) || value == taken {
        return false;
    }
    ir.replace_uses(taken, value);
    true
}

/// Of one input there is no choice, and its number is 0 for every token.
fn control_merge(ir: &mut Ir, op: Op) -> bool {
    let (value, index) = (ir.operand(op, 0), ir.result(op, 1));
    if value == ir.result(op, 0) {
        return false;
    }
    let ty = ir.ty(index);
    let token = match handshake::is_token(&ir.ctx, ir.ty(value)) {
        true => value,
        false => {
            let join = ir
                .create(OpState::new(handshake::JOIN, ir.loc(op)).operands(&[value]).results(&[Type::NONE]));
            ir.insert(join, InsertPoint::Before(op));
            ir.result(join, 0)
        }
    };
    let zero = ir.ctx.int_attr(0, ty);
    let state = OpState::new(handshake::CONSTANT, ir.loc(op)).operands(&[token]).results(&[ty]);
    let state = state.prop(ir, "value", zero);
    let constant = ir.create(state);
    ir.insert(constant, InsertPoint::Before(op));
    ir.replace_uses(index, ir.result(constant, 0));
    ir.replace_uses(ir.result(op, 0), value);
    ir.erase(op);
    true
}

/// A cast of a constant is a constant, fired by the same token.
fn cast(ir: &mut Ir, op: Op) -> bool {
    let Some(constant) = ir.defining_op(ir.operand(op, 0)) else { return false };
    let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let bits = ir.attr(constant, "value").and_then(|attr| ir.ctx.bits_of(attr, from));
    let (Some(bits), Some(width)) = (bits, ir.ctx.scalar_width(to)) else { return false };
    if !matches!(ir.code(constant), handshake::CONSTANT | arith::CONSTANT) {
        return false;
    }
    let bits = match ir.code(op) {
        _ if bits.width() >= width => bits.trunc(width),
        arith::EXTUI | arith::INDEX_CASTUI => bits.zext(width),
        _ => bits.sext(width),
    };
    let Some(value) = ir.ctx.scalar_attr(bits, to) else { return false };
    let operands: Vec<Value> = ir.operands(constant).collect();
    let state = OpState::new(ir.code(constant), ir.loc(constant)).operands(&operands).results(&[to]);
    let mut state = state.prop(ir, "value", value);
    state.attrs = ir.ctx.dict(ir.attrs(constant)).to_vec();
    let made = ir.create(state);
    ir.insert(made, InsertPoint::Before(op));
    ir.set_value_name(ir.result(made, 0), ir.value_name(ir.operand(op, 0)));
    ir.replace_uses(ir.result(op, 0), ir.result(made, 0));
    ir.erase(op);
    true
}

/// The tokens that a list of operands waits for: each once, and those of a join that nobody else uses, or that joins only one, in its place.
fn waited_for(ir: &Ir, operands: impl Iterator<Item = Value>) -> SmallVec<[Value; 4]> {
    let mut found: SmallVec<[Value; 4]> = SmallVec::new();
    let mut seen = FxHashSet::default();
    for value in operands {
        let is_open = |op: &Op| ir.has_one_use(value) || ir.operand_count(*op) == 1;
        let inner = ir.defining_op(value).filter(|op| ir.code(*op) == handshake::JOIN && is_open(op));
        let values: SmallVec<[Value; 4]> = match inner {
            Some(join) => ir.operands(join).collect(),
            None => smallvec::smallvec![value],
        };
        found.extend(values.into_iter().filter(|value| seen.insert(*value)));
    }
    found
}

fn join(ir: &mut Ir, op: Op) -> bool {
    let result = ir.result(op, 0);
    let wanted = waited_for(ir, ir.operands(op));
    if wanted.contains(&result) {
        return false;
    }
    if let [only] = wanted[..]
        && handshake::is_token(&ir.ctx, ir.ty(only))
    {
        ir.replace_uses(result, only);
        ir.erase(op);
        return true;
    }
    let changed = wanted.len() != ir.operand_count(op) || !ir.operands(op).eq(wanted.iter().copied());
    if changed {
        ir.set_operands(op, &wanted);
    }
    changed
}

fn blocker(ir: &mut Ir, op: Op) -> bool {
    let (value, result) = (ir.operand(op, 0), ir.result(op, 0));
    let mut wanted = waited_for(ir, ir.operands(op).skip(1));
    wanted.retain(|token| *token != value);
    if wanted.contains(&result) || value == result {
        return false;
    }
    if wanted.is_empty() {
        ir.replace_uses(result, value);
        ir.erase(op);
        return true;
    }
    wanted.insert(0, value);
    let changed = wanted.len() != ir.operand_count(op) || !ir.operands(op).eq(wanted.iter().copied());
    if changed {
        ir.set_operands(op, &wanted);
    }
    changed
}
