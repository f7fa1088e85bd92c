//! Operations with other results: those of an operation are fixed when it is made, so it has to be made anew.

use ir::{InsertPoint, Ir, Op, OpState, Type, Value};

/// Makes an operation again before it, with these operands and result types; its regions move to the new one. The old one is
/// left without them, for the caller to erase when its results are replaced.
pub(crate) fn remake(ir: &mut Ir, op: Op, operands: &[Value], results: &[Type]) -> Op {
    let mut state = OpState::new(ir.code(op), ir.loc(op)).operands(operands).results(results);
    for index in 0..ir.regions(op).len() {
        let region = ir.create_region();
        ir.move_blocks(ir.region(op, index), region, 0);
        state.regions.push(region);
    }
    let new = ir.create(state);
    ir.set_props(new, ir.props(op));
    ir.set_attrs(new, ir.attrs(op));
    ir.insert(new, InsertPoint::Before(op));
    new
}

/// Puts a value in the place of another, under its name.
pub(crate) fn take_place(ir: &mut Ir, new: Value, old: Value) {
    ir.set_value_name(new, ir.value_name(old));
    ir.replace_uses(old, new);
}
