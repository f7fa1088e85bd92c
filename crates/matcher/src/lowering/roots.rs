//! Where the matcher of a pattern begins, and how it gets from there to what is not below the root.
//!
//! A pattern may have several operations that no other operation of it uses. The matcher is given one of them, the root. To get to another, it goes down to
//! a value that both have below them, the *connector*, and from there up again, to the users of the value. Going up is a loop over users, so
//! the ways with the fewest steps up are taken: the cheapest tree of ways from the root to all others. A rewrite that names no
//! root gets the one with the cheapest tree; of several, the first.

use super::branching::{Cost, branching};
use dialects::pdl;
use ir::text::MAX_DEPTH;
use ir::{Ir, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How many levels are left for what is around the loops of a matcher and in them: modules, the function, types.
const OTHER_LEVELS: u32 = 16;
/// How many steps up a pattern may take to get to all of its operations. Each is a loop in the one before, and the text of a matcher can be read.
pub(super) const MOST_STEPS: u32 = MAX_DEPTH - OTHER_LEVELS;
/// How many operations of one pattern may be without a user in it: to each but the first it is a step at least. The table of ways has the square of it.
pub(super) const MOST_ROOTS: usize = MOST_STEPS as usize + 1;
/// The same where the rewrite names no root: every one of them is tried as the root, each in a search that takes the cube of it.
const MOST_TRIED: usize = 96;

/// A way from what is matched already to another operation that nothing uses.
pub(super) struct Way {
    /// The operation to get to.
    pub(super) target: Value,
    /// The value to go up from.
    pub(super) connector: Value,
    /// For each value below the target, what uses it there: an operation by an operand of that number, or the result that it is the operation of.
    pub(super) above: FxHashMap<Value, (Value, Option<u32>)>,
}

/// The way through a pattern.
pub(super) struct Plan {
    /// The operation that the matcher is given.
    pub(super) root: Value,
    /// How to get to the others, each after that which it begins in.
    pub(super) ways: Vec<Way>,
}

/// Why there is no way.
pub(super) enum NoPlan {
    /// There are more operations to begin with than so many.
    TooMany(usize),
    /// It takes so many steps up, which are too many.
    TooFar(u32),
    /// Nothing connects the operations.
    Disconnected,
}

/// The values below an operation, with their depths, in order of depth.
struct Below {
    depths: Vec<(Value, u32)>,
    above: FxHashMap<Value, (Value, Option<u32>)>,
}

/// Plans the way through a pattern. `given` is the root that its rewrite names.
pub(super) fn plan(ir: &Ir, pattern: Op, given: Option<Value>) -> Result<Plan, NoPlan> {
    let roots = candidates(ir, pattern, given);
    let most = if given.is_some() { MOST_ROOTS } else { MOST_TRIED };
    if roots.len() > most {
        return Err(NoPlan::TooMany(most));
    }
    let below: Vec<Below> = roots.iter().map(|root| everything_below(ir, *root)).collect();
    let table = costs(&below);
    let starts = (0..roots.len()).filter(|root| given.is_none_or(|given| given == roots[*root]));
    let mut best: Option<(usize, u32, Vec<usize>)> = None;
    for start in starts {
        let edges: Vec<Vec<Option<Cost>>> =
            table.iter().map(|row| row.iter().map(|edge| edge.map(|(cost, _)| cost)).collect()).collect();
        let from = branching(edges, start).ok_or(NoPlan::Disconnected)?;
        let edge = |to: usize| table[from[to]][to].expect("a branching is made of edges");
        let total = (0..roots.len()).filter(|to| *to != start).map(|to| edge(to).0.0).sum();
        if best.as_ref().is_none_or(|(_, least, _)| total < *least) {
            best = Some((start, total, from));
        }
    }
    let (start, steps, from) = best.expect("a pattern has an operation that nothing in it uses");
    if steps > MOST_STEPS {
        return Err(NoPlan::TooFar(steps));
    }
    Ok(Plan { root: roots[start], ways: ways(&roots, below, &table, start, &from) })
}

/// The operations of a match that no other uses, and the one that is given.
fn candidates(ir: &Ir, pattern: Op, given: Option<Value>) -> Vec<Value> {
    let block = ir.entry(ir.region(pattern, 0)).expect("a pattern has a block");
    let operations: Vec<Op> = ir.block_ops(block).filter(|op| ir.code(*op) == pdl::OPERATION).collect();
    let mut used: FxHashSet<Value> = FxHashSet::default();
    for operation in &operations {
        used.extend(ir.group_operands(*operation, 0).filter_map(|value| result_of(ir, value)));
    }
    let handles = operations.iter().map(|operation| ir.result(*operation, 0));
    handles.filter(|handle| Some(*handle) == given || !used.contains(handle)).collect()
}

/// The operation of the pattern that a value is a result, or are results, of.
fn result_of(ir: &Ir, value: Value) -> Option<Value> {
    let definer = ir.defining_op(value)?;
    [pdl::RESULT, pdl::RESULTS].contains(&ir.code(definer)).then(|| ir.operand(definer, 0))
}

fn everything_below(ir: &Ir, root: Value) -> Below {
    let mut below = Below { depths: Vec::new(), above: FxHashMap::default() };
    let mut open = VecDeque::from([(root, (root, None), 0)]);
    while let Some((value, above, depth)) = open.pop_front() {
        if below.above.contains_key(&value) {
            continue;
        }
        below.above.insert(value, above);
        below.depths.push((value, depth));
        let Some(definer) = ir.defining_op(value) else { continue };
        match ir.code(definer) {
            pdl::OPERATION => {
                let numbered = !stands_for_all(ir, definer);
                for (number, operand) in ir.group_operands(definer, 0).enumerate() {
                    open.push_back((operand, (value, numbered.then_some(number as u32)), depth + 1));
                }
            }
            pdl::RESULT | pdl::RESULTS => {
                let index = ir.int_attr(definer, "index").map(|index| index as u32);
                open.push_back((ir.operand(definer, 0), (value, index), depth));
            }
            _ => {}
        }
    }
    below
}

/// Whether one range stands for all operands of an operation.
pub(super) fn stands_for_all(ir: &Ir, operation: Op) -> bool {
    let operands = ir.operand_group(operation, 0);
    operands.len() == 1 && super::predicate::is_range(ir, ir.operand(operation, operands.start))
}

/// What it costs to get from one operation (the row) to another, and through which value: the steps up, then the order in which ways were found.
fn costs(below: &[Below]) -> Vec<Vec<Option<(Cost, Value)>>> {
    let mut table = vec![vec![None; below.len()]; below.len()];
    let mut meetings: Vec<(Value, Vec<(usize, u32)>)> = Vec::new();
    let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
    for (root, below) in below.iter().enumerate() {
        for (value, depth) in &below.depths {
            let number = *numbers.entry(*value).or_insert(meetings.len());
            if number == meetings.len() {
                meetings.push((*value, Vec::new()));
            }
            meetings[number].1.push((root, *depth));
        }
    }
    let mut next = 0;
    for (value, roots) in &meetings {
        for (from, _) in roots {
            for (to, depth) in roots.iter().filter(|(to, _)| to != from) {
                let edge: &mut Option<(Cost, Value)> = &mut table[*from][*to];
                match edge {
                    Some(((cheapest, _), _)) if *cheapest <= *depth => {}
                    Some(((_, number), _)) => *edge = Some(((*depth, *number), *value)),
                    None => {
                        *edge = Some(((*depth, next), *value));
                        next += 1;
                    }
                }
            }
        }
    }
    table
}

/// The ways of a branching, from the start outwards.
fn ways(
    roots: &[Value],
    mut below: Vec<Below>,
    table: &[Vec<Option<(Cost, Value)>>],
    start: usize,
    from: &[usize],
) -> Vec<Way> {
    let mut order = vec![start];
    let mut next = 0;
    while next < order.len() {
        let source = order[next];
        order.extend((0..roots.len()).filter(|to| *to != start && from[*to] == source));
        next += 1;
    }
    let way = |to: usize| {
        let (_, connector) = table[from[to]][to].expect("a branching is made of edges");
        Way { target: roots[to], connector, above: std::mem::take(&mut below[to].above) }
    };
    order.into_iter().skip(1).map(way).collect()
}
