//! Constants that need no token.
//!
//! A constant is fired by the control token of its region, so that it has one token an activation. Where its user takes it only together
//! with another token, that one keeps the count, and the constant may hang on a `source`: the control token then needs no way to it.
//!
//! Which inputs take a standing token, and beside which other: an operand of arithmetic or of `stream` beside any other; the data of
//! `mux` beside the select, of `cond_br` and `gate` beside the condition, the next value of `carry` beside its condition; the data of `store` beside the address (the
//! memory takes both at once); the address of the store of a `guard` beside that of the load, and so whether there is one; the first operand of `blocker` beside a later one. The initial value of `carry` and the value of `invariant` do not:
//! they are taken alone, and a unit whose input is always there would begin a burst that nobody asked for.

use base::SideMap;
use dialects::handshake::guard;
use dialects::{arith, dataflow, handshake};
use ir::{Block, InsertPoint, Ir, Op, OpState, Type, Value};

/// Hangs constants on a source for those of their users that allow it; whether there were any.
pub fn detach(ir: &mut Ir, block: Block) -> bool {
    let mut standing_values = find_standing(ir, block);
    let is_fired = |op: &Op| ir.code(*op) == handshake::CONSTANT && !*standing_values.get(ir.result(*op, 0));
    let constants: Vec<Op> = ir.block_ops(block).filter(is_fired).collect();
    let mut changed = false;
    for constant in constants {
        let value = ir.result(constant, 0);
        let mut standing = None;
        let mut uses: Vec<_> = ir.uses(value).collect();
        uses.reverse();
        for user in uses {
            let (op, port) = ir.use_owner(user);
            if takes_standing(ir, &standing_values, op, port) {
                let standing = *standing.get_or_insert_with(|| stand(ir, constant));
                standing_values[standing] = true;
                ir.set_use(user, standing);
                changed = true;
            }
        }
    }
    changed
}

/// The values that are always there: what hangs on sources and constants of the program, and is computed of nothing else.
fn find_standing(ir: &Ir, block: Block) -> SideMap<Value, bool> {
    let mut standing = SideMap::new();
    let mut open: Vec<Op> = ir
        .block_ops(block)
        .filter(|op| matches!(ir.code(*op), handshake::SOURCE | arith::CONSTANT))
        .collect();
    while let Some(op) = open.pop() {
        if !ir.operands(op).all(|value| *standing.get(value)) {
            continue;
        }
        for value in ir.results(op) {
            if !std::mem::replace(&mut standing[value], true) {
                open.extend(
                    ir.users(value)
                        .filter(|user| is_computed(ir, *user) || ir.code(*user) == handshake::CONSTANT),
                );
            }
        }
    }
    standing
}

fn is_computed(ir: &Ir, op: Op) -> bool {
    ir.name(op).starts_with("arith.") || ir.name(op).starts_with("math.")
}

/// Whether an input may be always there, because another one that is not is taken with it.
fn takes_standing(ir: &Ir, standing: &SideMap<Value, bool>, op: Op, port: usize) -> bool {
    let real = |index: usize| !*standing.get(ir.operand(op, index));
    match ir.code(op) {
        handshake::MUX | handshake::COND_BR => port > 0 && real(0),
        dataflow::CARRY => port == 2 && real(0),
        dataflow::GATE => port == 0 && real(1),
        handshake::STORE => port == 1 && real(0),
        handshake::GUARD => [guard::STORE, guard::STORES].contains(&port) && real(guard::LOAD),
        handshake::BLOCKER => port == 0 && (1..ir.operand_count(op)).any(real),
        dataflow::STREAM => (0..ir.operand_count(op)).any(|index| index != port && real(index)),
        _ => is_computed(ir, op) && (0..ir.operand_count(op)).any(|index| index != port && real(index)),
    }
}

/// The same constant on a source.
fn stand(ir: &mut Ir, constant: Op) -> Value {
    let loc = ir.loc(constant);
    let source = ir.create(OpState::new(handshake::SOURCE, loc).results(&[Type::NONE]));
    ir.insert(source, InsertPoint::Before(constant));
    let (token, old) = (ir.result(source, 0), ir.result(constant, 0));
    let value = ir.attr(constant, "value").expect("a verified constant has a value");
    let state = OpState::new(handshake::CONSTANT, loc).operands(&[token]).results(&[ir.ty(old)]);
    let mut state = state.prop(ir, "value", value);
    state.attrs = ir.ctx.dict(ir.attrs(constant)).to_vec();
    let made = ir.create(state);
    ir.insert(made, InsertPoint::Before(constant));
    let new = ir.result(made, 0);
    ir.set_value_name(new, ir.value_name(old));
    new
}
