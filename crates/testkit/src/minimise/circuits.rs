//! Edits of circuits: a port goes, in the module and in every instance, or an output shows what another value is made of.

use dialects::hw::{self, Dir};
use ir::symbols::SymbolTables;
use ir::{Attr, AttrKind, InsertPoint, Ir, Op, OpState, Type, Value};

/// The instances of a module.
fn instances(ir: &Ir, module: Op) -> Vec<Op> {
    let Some(around) = ir.parent_op(module) else { return Vec::new() };
    let mut tables = SymbolTables::default();
    let of_it = |op: &Op| hw::instance_target(ir, &mut tables, *op) == Some(module);
    ir.walk(around).into_iter().filter(of_it).collect()
}

/// Gives an attribute that is a list without one of its items.
fn without(ir: &mut Ir, op: Op, name: &str, at: usize) {
    let Some(AttrKind::Array(items)) = ir.attr(op, name).map(|attr| &ir.ctx[attr]) else { return };
    let mut items: Vec<Attr> = items.to_vec();
    if at < items.len() {
        items.remove(at);
        let list = ir.ctx.array_attr(&items);
        ir.set_attr(op, name, Some(list));
    }
}

/// Gives a module other types of ports; `None` removes one.
fn set_port(ir: &mut Ir, module: Op, at: usize, ty: Option<Type>) {
    let ports = hw::ports(ir, module);
    let mut ports: Vec<_> = ports.iter().map(|port| (port.dir, port.name, port.ty)).collect();
    match ty {
        Some(ty) => ports[at].2 = ty,
        None => {
            ports.remove(at);
            without(ir, module, "per_port_attrs", at);
        }
    }
    let ty = hw::module_ty(&mut ir.ctx, &ports);
    let attr = ir.ctx.type_attr(ty);
    ir.set_attr(module, "module_type", Some(attr));
}

/// The position of a port among all, given that among those of its direction.
fn port_index(ir: &Ir, module: Op, dir: Dir, at: usize) -> Option<usize> {
    let ports = hw::ports(ir, module);
    (0..ports.len()).filter(|index| ports[*index].dir == dir).nth(at)
}

/// Removes an input that nobody uses.
pub(super) fn remove_input(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let (true, Some(body)) = (hw::is_module(ir, op), hw::body(ir, op)) else { return false };
    let Some(port) = port_index(ir, op, Dir::In, variant) else { return false };
    if !ir.is_unused(ir.args(body)[variant]) {
        return true;
    }
    for instance in instances(ir, op) {
        let mut operands: Vec<Value> = ir.operands(instance).collect();
        operands.remove(variant);
        ir.set_operands(instance, &operands);
        without(ir, instance, "argNames", variant);
    }
    ir.remove_argument(body, variant);
    set_port(ir, op, port, None);
    true
}

/// Removes an output that no instance uses.
pub(super) fn remove_output(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let (true, Some(end)) = (hw::is_module(ir, op), hw::output(ir, op)) else { return false };
    let Some(port) = port_index(ir, op, Dir::Out, variant) else { return false };
    let instances = instances(ir, op);
    if instances.iter().any(|instance| !ir.is_unused(ir.result(*instance, variant))) {
        return true;
    }
    for instance in instances {
        without(ir, instance, "resultNames", variant);
        let operands: Vec<Value> = ir.operands(instance).collect();
        let mut results: Vec<Value> = ir.results(instance).collect();
        results.remove(variant);
        let types: Vec<Type> = results.iter().map(|result| ir.ty(*result)).collect();
        let new = ir.create(OpState::new(hw::INSTANCE, ir.loc(instance)).operands(&operands).results(&types));
        ir.set_props(new, ir.props(instance));
        ir.insert(new, InsertPoint::Before(instance));
        for (old, new) in results.into_iter().zip(ir.results(new).collect::<Vec<_>>()) {
            ir.replace_uses(old, new);
        }
        ir.erase(instance);
    }
    let mut operands: Vec<Value> = ir.operands(end).collect();
    operands.remove(variant);
    ir.set_operands(end, &operands);
    without(ir, op, "result_locs", variant);
    set_port(ir, op, port, None);
    true
}

/// Lets an output of a module that has no instances be an operand of what makes it: the fault may show there already.
pub(super) fn look_earlier(ir: &mut Ir, op: Op, variant: usize) -> bool {
    let (true, Some(end)) = (hw::is_module(ir, op), hw::output(ir, op)) else { return false };
    let mut left = variant;
    for output in 0..ir.operand_count(end) {
        let Some(maker) = ir.defining_op(ir.operand(end, output)) else { continue };
        if left >= ir.operand_count(maker) {
            left -= ir.operand_count(maker);
            continue;
        }
        let value = ir.operand(maker, left);
        let is_data = |ty: Type| match ir.ctx[ty] {
            ir::TypeKind::Integer { .. } => true,
            _ => hw::array(&ir.ctx, ty).is_some() || hw::fields(&ir.ctx, ty).is_some(),
        };
        let (true, Some(port)) = (is_data(ir.ty(value)), port_index(ir, op, Dir::Out, output)) else {
            return true;
        };
        if instances(ir, op).is_empty() {
            ir.set_operand(end, output, value);
            set_port(ir, op, port, Some(ir.ty(value)));
            if ir.results(maker).all(|result| ir.is_unused(result)) {
                ir.erase(maker);
            }
        }
        return true;
    }
    false
}
