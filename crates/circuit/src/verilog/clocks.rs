//! Bits that become clocks inside of an instance: they, too, must come from an input of the top, and from nothing else.
//!
//! `seq.to_clock` of an input makes that input a clock port in all but type. Where such a module is an instance, what is
//! connected there must be an input of the module around it, which is a clock port then, and so on up. A clock that logic makes
//! would rise after the others, and a simulator of events would see what no cycle has.

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
    while let Some((module, input)) = open.pop() {
        for &instance in instances.get(&module).into_iter().flatten() {
            let Some(bit) = ir.operands(instance).nth(input as usize) else { continue };
            let around = ir.parent_op(instance);
            match (input_number(ir, bit), around) {
                (Some(outer), Some(around)) => {
                    if seen.insert((around, outer)) {
                        open.push((around, outer));
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
}
