//! Control tokens that let groups into a queue of loads and stores.
//!
//! A queue takes groups in the order in which their tokens come, which is that of the program only if no token can overtake another. So a token that lets a group in and goes
//! elsewhere, too, is handed out by a `lazy_fork`: to all at once, when the queue takes it. On the way to another group of the same queue a buffer breaks data and valid,
//! so that that group's token is offered when this group has its places. All other ways have a slot, too, or one of them would wait for what is behind the queue while the queue waits for it;
//! that slot breaks ready only, which costs no cycle. Where one token lets in several groups of a queue, it goes on when the last of them is in. Ready is broken on all ways: which group is taken depends on which others are offered, and through a lazy fork that would come around.

use dialects::handshake::{self, BufferType, HW_PARAMETERS, leads_to_group, starts_group};
use ir::{InsertPoint, Ir, Op, OpState, Use, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The buffers on the ways of a token: to a group that comes after this one, and elsewhere.
const AFTER_THIS: &[BufferType] = &[BufferType::ONE_SLOT_BREAK_DV, BufferType::ONE_SLOT_BREAK_R];
const AT_ONCE: &[BufferType] = &[BufferType::ONE_SLOT_BREAK_R];

/// Hands a token out to users some of which it lets into queues; says whether it is one of these.
pub fn hand_out(ir: &mut Ir, value: Value, uses: &[Use], at: InsertPoint) -> bool {
    let (groups, others): (Vec<Use>, Vec<Use>) =
        uses.iter().partition(|user| starts_group(ir, **user).is_some());
    if groups.is_empty() {
        return false;
    }
    // What each way needs is decided before any of them is changed.
    let queues: FxHashSet<Op> = groups.iter().filter_map(|user| starts_group(ir, *user)).collect();
    let ways: Vec<(Use, &[BufferType])> = others
        .into_iter()
        .map(|user| (user, if leads_to_group(ir, value, user, &queues) { AFTER_THIS } else { AT_ONCE }))
        .collect();
    let mut levels = one_after_the_other(ir, &groups);
    let last = levels.pop().unwrap_or_default();
    let (mut token, mut at) = (value, at);
    for level in levels {
        let fork = lazy_fork(ir, token, level.len() + 1, at);
        level.iter().enumerate().for_each(|(k, user)| ir.set_use(*user, ir.result(fork, k)));
        (token, at) = buffered(ir, ir.result(fork, level.len()), AFTER_THIS, fork);
    }
    let count = last.len() + ways.len();
    if count == 1 {
        last.iter().for_each(|user| ir.set_use(*user, token));
        return true;
    }
    let fork = lazy_fork(ir, token, count, at);
    last.iter().enumerate().for_each(|(k, user)| ir.set_use(*user, ir.result(fork, k)));
    for (k, (user, buffers)) in ways.into_iter().enumerate().rev() {
        let (token, _) = buffered(ir, ir.result(fork, last.len() + k), buffers, fork);
        ir.set_use(user, token);
    }
    true
}

/// Groups that one token lets in, such that those of one queue come one after the other: in the order of the queue.
fn one_after_the_other(ir: &Ir, groups: &[Use]) -> Vec<Vec<Use>> {
    let mut sorted: Vec<Use> = groups.to_vec();
    sorted.sort_by_key(|user| ir.use_owner(*user).1);
    let mut before: FxHashMap<Op, usize> = FxHashMap::default();
    let mut levels: Vec<Vec<Use>> = Vec::new();
    for user in sorted {
        let level = before.entry(ir.use_owner(user).0).or_default();
        if *level == levels.len() {
            levels.push(Vec::new());
        }
        levels[*level].push(user);
        *level += 1;
    }
    levels
}

fn lazy_fork(ir: &mut Ir, token: Value, outputs: usize, at: InsertPoint) -> Op {
    let types = vec![ir.ty(token); outputs];
    let state = OpState::new(handshake::LAZY_FORK, ir.value_loc(token)).operands(&[token]).results(&types);
    let fork = ir.create(state);
    ir.insert(fork, at);
    fork
}

/// A token behind buffers of a slot each, and the place behind these.
fn buffered(ir: &mut Ir, token: Value, buffers: &[BufferType], behind: Op) -> (Value, InsertPoint) {
    let (mut token, mut behind) = (token, behind);
    for buffer in buffers {
        let params = handshake::buffer_params(&mut ir.ctx, *buffer, 1);
        let state = OpState::new(handshake::BUFFER, ir.value_loc(token));
        let made = ir.create(state.operands(&[token]).results(&[ir.ty(token)]));
        ir.set_attr(made, HW_PARAMETERS, Some(params));
        ir.insert(made, InsertPoint::After(behind));
        (token, behind) = (ir.result(made, 0), made);
    }
    (token, InsertPoint::After(behind))
}
