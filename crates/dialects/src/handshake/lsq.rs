//! Queues of loads and stores: reading one as a unit, and the rules it keeps.
//!
//! A queue that owns its memory is executed on every level. One that stands before a memory controller (`lsq[MC]`) is text only: its
//! ports to the controller are not described anywhere but in Dynamatic.

#[cfg(test)]
mod tests;

use super::describe::{result_of, width};
use super::ops::{
    BLOCKER, BR, BUFFER, COND_BR, CONTROL_MERGE, FORK, INIT, JOIN, LAZY_FORK, LOAD, LSQ, MERGE, MUX, STORE,
};
use super::types::{data_ty, is_token, short_text};
use super::unit::MemoryPort;
use super::unit::lsq::{DEFAULT, LsqUnit, MOST, group_places};
use super::verify::{leads_to_asker, one_level};
use crate::dataflow;
use base::codes;
use base::text::counted;
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{AttrKind, Ir, Op, TypeKind, Use, Value};
use rustc_hash::FxHashSet;

/// Whether a queue has its memory for itself, rather than a controller between them.
pub fn owns_memory(ir: &Ir, op: Op) -> bool {
    ir.operands(op).next().is_some_and(|first| matches!(ir.ctx[ir.ty(first)], TypeKind::Memref { .. }))
}

/// Whether a load asks a queue that has its memory for itself.
pub fn is_queued(ir: &Ir, load: Op) -> bool {
    ir.users(ir.result(load, 0)).any(|user| ir.code(user) == LSQ && owns_memory(ir, user))
}

/// The queue into which a use of a token lets a group. Of a queue that has its memory itself, the first token says that the memory is there and the last that no more follow.
pub fn starts_group(ir: &Ir, user: Use) -> Option<Op> {
    let (queue, operand) = ir.use_owner(user);
    if ir.code(queue) != LSQ || !is_token(&ir.ctx, ir.ty(ir.operand(queue, operand))) {
        return None;
    }
    let is_border = owns_memory(ir, queue) && [1, ir.operand_count(queue) - 1].contains(&operand);
    (!is_border).then_some(queue)
}

/// Whether a use of a token leads on to a group of one of these queues, other than by way of the token `from`, which comes again in the next round.
pub fn leads_to_group(ir: &Ir, from: Value, user: Use, queues: &FxHashSet<Op>) -> bool {
    let mut seen: FxHashSet<Value> = FxHashSet::from_iter([from]);
    let mut pending = vec![user];
    while let Some(user) = pending.pop() {
        if starts_group(ir, user).is_some_and(|queue| queues.contains(&queue)) {
            return true;
        }
        let (op, operand) = ir.use_owner(user);
        for value in passed_on(ir, op, operand) {
            if seen.insert(value) {
                pending.extend(ir.uses(value));
            }
        }
    }
    false
}

/// The results that are tokens of an operand: control passes what copies, merges and steers it; a condition does not become control.
fn passed_on(ir: &Ir, op: Op, operand: usize) -> Vec<Value> {
    let passes = match ir.code(op) {
        FORK | LAZY_FORK | BR | BUFFER | MERGE | CONTROL_MERGE | JOIN | INIT => true,
        COND_BR | MUX | dataflow::CARRY | dataflow::INVARIANT => operand > 0,
        BLOCKER | dataflow::GATE => operand == 0,
        _ => false,
    };
    let results = ir.results(op).filter(|value| passes && is_token(&ir.ctx, ir.ty(*value)));
    results.collect()
}

/// The queue as a unit; `None` if it is behind a controller.
pub fn unit(ir: &Ir, op: Op) -> Option<LsqUnit> {
    let groups = groups(ir, op).ok()?;
    let memory = ir.ty(ir.operand(op, 0));
    let TypeKind::Memref { element, .. } = ir.ctx[memory] else { return None };
    let depth = |attr: &str, port: MemoryPort| match ir.int_attr(op, attr) {
        _ if !groups.iter().flatten().any(|other| *other == port) => Some(0),
        Some(depth) => u32::try_from(depth).ok(),
        None => Some(DEFAULT),
    };
    Some(LsqUnit {
        load_depth: depth("loadDepth", MemoryPort::Load)?,
        store_depth: depth("storeDepth", MemoryPort::Store)?,
        words: ir::dense::element_count(&ir.ctx, memory),
        width: width(ir, element)?,
        groups,
    })
}

/// The groups of a queue that owns its memory, with their ports, in the order of its inputs; or what is wrong with them.
pub fn groups(ir: &Ir, op: Op) -> Result<Vec<Vec<MemoryPort>>, String> {
    let operands: Vec<Value> = ir.operands(op).collect();
    let [_, start, inputs @ .., end] = &operands[..] else {
        return Err(
            "a queue takes a memory, a token that it may begin, its groups and a token that no more follow"
                .into(),
        );
    };
    for (what, value) in [("the token that it may begin", start), ("the token that no more follow", end)] {
        token(ir, what, *value)?;
    }
    let mut rest = inputs;
    let mut groups = Vec::new();
    for (number, size) in sizes(ir, op).into_iter().enumerate() {
        let [control, after @ ..] = rest else {
            return Err(format!("the control token of group {number} is missing"));
        };
        rest = after;
        token(ir, &format!("the control token of group {number}"), *control)?;
        let mut ports = Vec::new();
        for _ in 0..size {
            let Some(port) = port(ir, &mut rest) else {
                let what = "the address of a load, or the address of a store and the data of the same store";
                return Err(format!("each of the {size} accesses of group {number} is {what}"));
            };
            ports.push(port);
        }
        groups.push(ports);
    }
    match rest.len() {
        0 => Ok(groups),
        left => Err(format!("{} behind the last group belong to none", counted(left, "input"))),
    }
}

fn token(ir: &Ir, what: &str, value: Value) -> Result<(), String> {
    match is_token(&ir.ctx, ir.ty(value)) {
        true => Ok(()),
        false => Err(format!("{what} must have no data, but is `{}`", short_text(&ir.ctx, ir.ty(value)))),
    }
}

/// Takes the inputs of a port off a list.
fn port(ir: &Ir, rest: &mut &[Value]) -> Option<MemoryPort> {
    let [first, after @ ..] = *rest else { return None };
    *rest = after;
    match result_of(ir, *first)? {
        (LOAD, _, 0) => Some(MemoryPort::Load),
        (STORE, store, 0) => {
            let [data, after @ ..] = *rest else { return None };
            *rest = after;
            matches!(result_of(ir, *data), Some((STORE, other, 1)) if other == store)
                .then_some(MemoryPort::Store)
        }
        _ => None,
    }
}

/// Accesses of each group.
fn sizes(ir: &Ir, op: Op) -> Vec<u64> {
    match ir.attr(op, "groupSizes").map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(items)) => {
            let size = |item: &ir::Attr| ir.ctx.int_value(*item).and_then(|size| u64::try_from(size).ok());
            items.iter().map(|item| size(item).unwrap_or(0)).collect()
        }
        _ => Vec::new(),
    }
}

/// A queue has groups, each with accesses, that cover its inputs; there is a result for every load, which goes to that load;
/// and every group fits.
pub fn verify(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    one_level(ir, op, verifier);
    let sizes = sizes(ir, op);
    let problem = if sizes.is_empty() || sizes.contains(&0) {
        Err("a queue has at least one group, and a group at least one access".to_owned())
    } else if owns_memory(ir, op) {
        groups(ir, op).and_then(|groups| fits(ir, op, &groups).map(|()| groups))
    } else {
        return;
    };
    match problem {
        Ok(groups) => {
            for port in group_places(&groups).iter().flat_map(|group| &group.ports) {
                if port.port == MemoryPort::Load {
                    leads_to_asker(ir, op, port.input, port.number, verifier);
                }
            }
        }
        Err(message) => verifier.error(ir, op, codes::MEMORY_PORTS, message),
    }
}

/// Results and depths.
fn fits(ir: &Ir, op: Op, groups: &[Vec<MemoryPort>]) -> Result<(), String> {
    let count = |group: &[MemoryPort], port| group.iter().filter(|other| **other == port).count();
    let loads: usize = groups.iter().map(|group| count(group, MemoryPort::Load)).sum();
    if ir.result_count(op) != loads + 1 {
        let (loads, results) = (counted(loads, "load"), counted(ir.result_count(op), "result"));
        return Err(format!("there are {loads} to give results for and a last token, but {results}"));
    }
    let element = ir.ctx.element_ty(ir.ty(ir.operand(op, 0)));
    for (index, value) in ir.results(op).enumerate() {
        let ty = ir.ty(value);
        let (is_load, data) = (index < loads, data_ty(&ir.ctx, ty));
        if is_load && data != Some(element) || !is_load && !is_token(&ir.ctx, ty) {
            let wanted =
                if is_load { type_text(&ir.ctx, element) } else { "a token without data".to_owned() };
            return Err(format!("result #{index} must be {wanted}, but is `{}`", short_text(&ir.ctx, ty)));
        }
    }
    for (attr, port, what) in
        [("loadDepth", MemoryPort::Load, "load"), ("storeDepth", MemoryPort::Store, "store")]
    {
        let depth = ir.int_attr(op, attr).unwrap_or(i64::from(DEFAULT));
        let most = groups.iter().map(|group| count(group, port)).max().unwrap_or(0);
        if most as i64 > depth {
            let most = counted(most, what);
            return Err(format!(
                "a group has {most}, which a queue of {depth} (`{attr}`, at most {MOST}) never holds"
            ));
        }
    }
    Ok(())
}
