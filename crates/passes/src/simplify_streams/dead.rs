//! What nobody needs: units whose streams end nowhere, and loads whose data nobody looks at.
//!
//! Needed is what `end` waits for and what a store writes, and what those need in turn; the rest goes, also where it feeds itself around a loop.
//! An access of memory is looked at port by port. A load of which only the token is needed, not the data, is not made:
//! whoever waits for it waits for its address.

use base::SideMap;
use dialects::handshake::{self, MemoryPort};
use ir::{Block, InsertPoint, Ir, Op, OpState, Trait, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Removes what nobody needs; whether there was anything.
pub fn remove(ir: &mut Ir, block: Block) -> bool {
    let mut changed = false;
    let ops: Vec<Op> = ir.block_ops(block).collect();
    for op in &ops {
        if ir.code(*op) == handshake::LOAD {
            changed |= forget_load(ir, *op);
        }
    }
    let needed = Needed::new(ir, &ops);
    let (kept, gone): (Vec<Op>, Vec<Op>) = ops.into_iter().partition(|op| needed.op(ir, *op));
    for op in &kept {
        if ir.code(*op) == handshake::MEM_CONTROLLER {
            changed |= drop_ports(ir, *op, &needed);
        }
    }
    // They may use each other, so nobody is erased before all have let go.
    gone.iter().for_each(|op| ir.set_operands(*op, &[]));
    gone.iter().for_each(|op| ir.erase(*op));
    changed || !gone.is_empty()
}

/// Whether a use looks at the token only.
fn wants_token(ir: &Ir, op: Op, port: usize) -> bool {
    match ir.code(op) {
        handshake::JOIN | handshake::SINK => true,
        handshake::BLOCKER => port > 0,
        _ => false,
    }
}

/// Lets those who wait for a load whose data nobody looks at wait for its address.
fn forget_load(ir: &mut Ir, load: Op) -> bool {
    let (address, data) = (ir.operand(load, 0), ir.result(load, 1));
    let wants = |ir: &Ir, user| {
        let (op, port) = ir.use_owner(user);
        wants_token(ir, op, port)
    };
    if ir.is_unused(data) || !ir.uses(data).all(|user| wants(ir, user)) {
        return false;
    }
    ir.replace_uses(data, address);
    true
}

struct Needed {
    values: SideMap<Value, bool>,
    roots: SideMap<Op, bool>,
}

impl Needed {
    fn new(ir: &Ir, ops: &[Op]) -> Needed {
        let mut needed = Needed { values: SideMap::new(), roots: SideMap::new() };
        let mut open = Vec::new();
        for op in ops {
            let is_root = match ir.code(*op) {
                handshake::MEM_CONTROLLER => {
                    // A memory that a queue stands before is not looked into.
                    handshake::memory_ports(ir, *op).is_none_or(|ports| ports.contains(&MemoryPort::Store))
                }
                handshake::LSQ => true,
                _ => ir.has_trait(*op, Trait::Terminator),
            };
            if is_root {
                needed.roots[*op] = true;
                open.extend(root_needs(ir, *op));
            }
        }
        let mut memories: FxHashMap<Op, Vec<Value>> = FxHashMap::default();
        while let Some(value) = open.pop() {
            if std::mem::replace(&mut needed.values[value], true) {
                continue;
            }
            let ValueDef::Result(op, index) = ir.value_def(value) else { continue };
            match ir.code(op) {
                handshake::STORE => open.push(ir.operand(op, index as usize)),
                // What all results need is asked for with the first of them.
                handshake::MEM_CONTROLLER => {
                    let loads = memories.entry(op).or_insert_with(|| {
                        let (loads, others) = memory_needs(ir, op);
                        open.extend(others);
                        loads
                    });
                    open.extend(loads.get(index as usize));
                }
                _ => open.extend(ir.operands(op)),
            }
        }
        needed
    }

    fn op(&self, ir: &Ir, op: Op) -> bool {
        *self.roots.get(op) || ir.results(op).any(|value| *self.values.get(value))
    }
}

/// What an operation needs that stays whatever anybody needs of it.
fn root_needs(ir: &Ir, op: Op) -> Vec<Value> {
    match ir.code(op) {
        handshake::MEM_CONTROLLER => memory_needs(ir, op).1,
        _ => ir.operands(op).collect(),
    }
}

/// What the results of a memory controller need: its loads, of which every result that is data needs its own, and the operands that all results need.
fn memory_needs(ir: &Ir, op: Op) -> (Vec<Value>, Vec<Value>) {
    let ports = handshake::memory_ports(ir, op).unwrap_or_default();
    let mut is_load = vec![false; ir.operand_count(op)];
    for (at, port) in inputs_of(&ports) {
        is_load[at] = port == MemoryPort::Load;
    }
    let (loads, others): (Vec<_>, Vec<_>) = ir.operands(op).zip(is_load).partition(|(_, is_load)| *is_load);
    let values = |part: Vec<(Value, bool)>| part.into_iter().map(|(value, _)| value).collect();
    (values(loads), values(others))
}

/// The operand that each port begins at.
fn inputs_of(ports: &[MemoryPort]) -> impl Iterator<Item = (usize, MemoryPort)> {
    ports.iter().scan(2, |at, port| {
        let here = *at;
        *at += if *port == MemoryPort::Store { 2 } else { 1 };
        Some((here, *port))
    })
}

/// Makes a memory controller again without the loads that nobody needs. One that is left without ports only joins its tokens.
fn drop_ports(ir: &mut Ir, op: Op, needed: &Needed) -> bool {
    let Some(ports) = handshake::memory_ports(ir, op) else { return false };
    let mut operands: Vec<Value> = vec![ir.operand(op, 0), ir.operand(op, 1)];
    let mut results = Vec::new();
    let mut load = 0;
    for (at, port) in inputs_of(&ports) {
        if port == MemoryPort::Load {
            let data = ir.result(op, load);
            load += 1;
            if !*needed.values.get(data) {
                continue;
            }
            results.push(data);
        }
        operands.push(ir.operand(op, at));
        if port == MemoryPort::Store {
            operands.push(ir.operand(op, at + 1));
        }
    }
    results.extend((load..ir.result_count(op)).map(|index| ir.result(op, index)));
    operands.push(ir.operand(op, ir.operand_count(op) - 1));
    if operands.len() == ir.operand_count(op) && operands.len() > 3 {
        return false;
    }
    let types: Vec<_> = results.iter().map(|value| ir.ty(*value)).collect();
    let new = if operands.len() == 3 {
        let state = OpState::new(handshake::JOIN, ir.loc(op)).operands(&operands[1..]).results(&types);
        ir.create(state)
    } else {
        let mut state =
            OpState::new(handshake::MEM_CONTROLLER, ir.loc(op)).operands(&operands).results(&types);
        state.props = ir.ctx.dict(ir.props(op)).to_vec();
        state.attrs = ir.ctx.dict(ir.attrs(op)).to_vec();
        ir.create(state)
    };
    ir.insert(new, InsertPoint::Before(op));
    for (index, old) in results.into_iter().enumerate() {
        let value = ir.result(new, index);
        ir.set_value_name(value, ir.value_name(old));
        ir.replace_uses(old, value);
    }
    // What is dropped is used by the load that goes with it.
    let dropped: Vec<_> = ir.results(op).flat_map(|value| ir.uses(value).collect::<Vec<_>>()).collect();
    for user in dropped {
        let (load, _) = ir.use_owner(user);
        ir.set_operands(load, &[]);
    }
    ir.erase(op);
    true
}
