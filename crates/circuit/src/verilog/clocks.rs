//! Bits that become clocks inside of an instance: they, too, must come from an input of the top, and from nothing else.
//!
//! `seq.to_clock` of an input makes that input a clock port in all but type. Where such a module is an instance, what is
//! connected there must be an input of the module around it, which is a clock port then, and so on up. A clock that logic makes
//! would rise after the others, and a simulator of events would see what no cycle has. So would logic that reads the bit of a clock.

use super::error;
use base::{Diagnostics, codes};
use dialects::{hw, seq};
use ir::symbols::SymbolTables;
use ir::{Ir, Op, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of the input that a bit is, by way of wires.
fn input_number(ir: &Ir, mut bit: Value) -> Option<u32> {
    // A ring of wires ends nowhere.
    let mut seen = FxHashSet::default();
    loop {
        match ir.value_def(bit) {
            ValueDef::Argument(_, index) => return Some(index),
            ValueDef::Result(op, _) if ir.code(op) == hw::WIRE && seen.insert(op) => bit = ir.operand(op, 0),
            _ => return None,
        }
    }
}

/// Reports every connection that makes a clock of logic, across the whole hierarchy.
pub(super) fn check(ir: &Ir, members: &[Op], tables: &mut SymbolTables, diags: &mut Diagnostics) {
    let mut instances: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    let mut open: Vec<(Op, u32)> = Vec::new();
    for &module in members.iter().filter(|op| hw::is_module(ir, **op)) {
        let Some(body) = hw::body(ir, module) else { continue };
        for op in ir.block_ops(body) {
            match ir.code(op) {
                hw::INSTANCE => {
                    if let Some(target) = hw::instance_target(ir, tables, op) {
                        instances.entry(target).or_default().push(op);
                    }
                }
                // A clock made of something else is reported where it drives something.
                seq::TO_CLOCK => {
                    open.extend(input_number(ir, ir.operand(op, 0)).map(|input| (module, input)));
                }
                _ => {}
            }
        }
    }
    let mut seen: FxHashSet<(Op, u32)> = open.iter().copied().collect();
    let mut bits = open.clone();
    while let Some((module, input)) = open.pop() {
        for &instance in instances.get(&module).into_iter().flatten() {
            let Some(bit) = ir.operands(instance).nth(input as usize) else { continue };
            let around = ir.parent_op(instance);
            match (input_number(ir, bit), around) {
                (Some(outer), Some(around)) => {
                    if seen.insert((around, outer)) {
                        open.push((around, outer));
                        bits.push((around, outer));
                    }
                }
                _ => {
                    let port = hw::ports(ir, module).into_iter().filter(|port| port.dir == hw::Dir::In);
                    let name = port.map(|port| port.name).nth(input as usize);
                    let name = name.map_or("", |name| &ir.ctx[name]);
                    let message =
                        format!("port {name:?} is a clock inside of the module, and logic drives it");
                    let hint =
                        "connect an input of the module, and use an enable where the clock is to stand still";
                    diags.push(error(ir, instance, codes::DERIVED_CLOCK, message).hint(hint));
                }
            }
        }
    }
    // A bit that several `seq.to_clock` take is there several times, and is told of once.
    let mut told = FxHashSet::default();
    for (module, input) in bits {
        let bit = hw::body(ir, module).and_then(|body| ir.args(body).get(input as usize).copied());
        let user = bit.and_then(|bit| reader(ir, bit, tables, &seen));
        if let Some(user) = user.filter(|_| told.insert((module, input))) {
            let hint = "give the circuit an input that says what is to be known";
            let message = "logic that reads a bit that is a clock is not written";
            diags.push(error(ir, user, codes::DERIVED_CLOCK, message).hint(hint));
        }
    }
}

/// What uses a bit that is a clock for something else, if anything does. `clocks` are the inputs of modules that are such bits.
fn reader(ir: &Ir, bit: Value, tables: &mut SymbolTables, clocks: &FxHashSet<(Op, u32)>) -> Option<Op> {
    let (mut open, mut wires) = (vec![bit], FxHashSet::default());
    while let Some(bit) = open.pop() {
        for user in ir.users(bit) {
            match ir.code(user) {
                seq::TO_CLOCK => {}
                hw::WIRE if wires.insert(user) => open.push(ir.result(user, 0)),
                hw::WIRE => {}
                hw::INSTANCE => {
                    let target =
                        hw::instance_target(ir, tables, user).filter(|target| !hw::is_extern(ir, *target));
                    let mut ports = (0u32..).zip(ir.operands(user)).filter(|(_, operand)| *operand == bit);
                    if target.is_some_and(|target| ports.any(|(port, _)| !clocks.contains(&(target, port)))) {
                        return Some(user);
                    }
                }
                _ => return Some(user),
            }
        }
    }
    None
}
