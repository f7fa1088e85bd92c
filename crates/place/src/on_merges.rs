//! The placement `on-merges`: buffers where tokens enter cycles.
//!
//! The rules, each with its reason:
//!
//! 1. **Behind every `carry` and `invariant`: ONE_SLOT_BREAK_DV, then ONE_SLOT_BREAK_R.** These two consume the condition of an
//!    iteration only when the value they emit for the *next* one is taken, and the user of that value may wait for the condition of the next
//!    iteration, which a fork hands out only after this one is consumed by all. A slot takes the value in the meantime. It also breaks the cycle
//!    that a loop is.
//! 2. **The same behind `mux`, `merge` and `control_merge`, where their outputs are on a cycle**: there they are the heads of loops. A merge needs the slot
//!    for its order, too: a fork behind it must not send a token round before the merge has let go of it. And **behind every `mux` that a `control_merge` or an
//!    `init` steers**: it is a loop-carried value even when it is on no cycle (`x2 = x1` takes the value of one iteration to the next), so rule 1 is about it.
//! 3. **Whatever cycle is left.** Of data and valids: a ONE_SLOT_BREAK_DV on a channel of it. Of readies: a ONE_SLOT_BREAK_R. Repeated until both are free of cycles.
//!    Where there is a `lazy_fork`, so are those of both, one or the other by what is on the cycle.
//!    Operations that hold a token from the beginning (`init`) break one and not the other, and graphs written by hand have cycles of any kind.
//!
//! Nothing else needs a slot: with forks that remember whom they have served, every unit that waits for several tokens of one iteration gets
//! them, because no token of an iteration waits for a later one. Where several iterations are in flight by design (a store that an iteration a few later waits for), the lowering that
//! made it so writes the buffer itself.
//!
//! The ports between `load`, `store` and a memory are no place for buffers: what passes there is counted by the units at both ends.

use crate::add_buffer;
use crate::cycles::{Graph, OUTSIDE, cycles, cycles_within};
use crate::flow::{Turns, crossings, turns, ways};
use base::{Code, Diagnostic, SideMap};
use dialects::handshake::BufferType;
use dialects::{dataflow, handshake};
use ir::{Ir, Op, Value};

/// A cycle that no buffer can break: all of its channels are ports of memories.
#[derive(Clone, Debug)]
pub struct Unbroken {
    /// Operations on it.
    pub ops: Vec<Op>,
}

impl Unbroken {
    /// As a diagnostic.
    pub fn diagnostic(&self, ir: &Ir, code: Code) -> Diagnostic {
        let names: Vec<&str> = self.ops.iter().map(|op| ir.name(*op)).take(8).collect();
        let span = self.ops.first().and_then(|op| ir.ctx.span(ir.loc(*op)));
        let message = format!(
            "no buffer can break this cycle, which consists of ports of memories: {}",
            names.join(", ")
        );
        Diagnostic::error(code, span, message)
    }
}

/// Places buffers on the channels of an elastic kernel.
pub fn on_merges(ir: &mut Ir, kernel: Op) -> Result<(), Unbroken> {
    let ops = kernel_ops(ir, kernel);
    let channels = Channels::new(ir, &ops);
    let mut on_cycle = vec![false; channels.values.len()];
    for cycle in cycles(&channels.graph(ir, &ops, Signal::Token)) {
        cycle.iter().for_each(|channel| on_cycle[*channel as usize] = true);
    }
    for op in &ops {
        let always = matches!(ir.code(*op), dataflow::CARRY | dataflow::INVARIANT) || is_carried(ir, *op);
        let is_merge = matches!(ir.code(*op), handshake::MUX | handshake::MERGE | handshake::CONTROL_MERGE);
        for value in ir.results(*op) {
            let number = *channels.numbers.get(value);
            if (always || is_merge && on_cycle[number as usize]) && is_bufferable(ir, value) {
                let value = ensure(ir, value, BufferType::OneSlotBreakDv);
                ensure(ir, value, BufferType::OneSlotBreakR);
            }
        }
    }
    break_cycles(ir, kernel, Signal::Forward)?;
    break_cycles(ir, kernel, Signal::Backward)?;
    if ops.iter().any(|op| ir.code(*op) == handshake::LAZY_FORK) {
        break_cycles(ir, kernel, Signal::Both)?;
    }
    Ok(())
}

fn kernel_ops(ir: &Ir, kernel: Op) -> Vec<Op> {
    let block = ir.entry(ir.region(kernel, 0)).expect("an elastic kernel has a body");
    ir.block_ops(block).collect()
}

/// Whether an operation is a `mux` at the head of a loop: what steers it is no condition, but where the loop was entered from.
fn is_carried(ir: &Ir, op: Op) -> bool {
    let mut steers = (ir.code(op) == handshake::MUX).then(|| ir.operand(op, 0));
    while let Some(maker) = steers.and_then(|select| ir.defining_op(select)) {
        match ir.code(maker) {
            handshake::FORK | handshake::LAZY_FORK | handshake::BUFFER | handshake::BR => {
                steers = Some(ir.operand(maker, 0));
            }
            code => return matches!(code, handshake::CONTROL_MERGE | handshake::INIT),
        }
    }
    false
}

/// Puts a buffer on a channel and gives what comes out of it; one that does as much and is there already will do.
fn ensure(ir: &mut Ir, channel: Value, ty: BufferType) -> Value {
    let user = ir.users(channel).next().filter(|op| ir.code(*op) == handshake::BUFFER);
    let there = user.and_then(|op| Some((op, handshake::buffer(ir, op)?.0)));
    let does =
        |there: BufferType| (!ty.breaks_dv() || there.breaks_dv()) && (!ty.breaks_r() || there.breaks_r());
    match there {
        Some((op, there)) if does(there) => ir.result(op, 0),
        _ => add_buffer(ir, channel, ty, 1),
    }
}

/// Whether a buffer may stand on a channel: it is no port between an access and its memory.
pub fn is_bufferable(ir: &Ir, channel: Value) -> bool {
    let is_memory = |op: Op| matches!(ir.code(op), handshake::MEM_CONTROLLER | handshake::LSQ);
    let is_port = |op: Op| matches!(ir.code(op), handshake::LOAD | handshake::STORE);
    let Some(user) = ir.users(channel).next() else { return false };
    match ir.defining_op(channel) {
        Some(op) => !(is_port(op) && is_memory(user) || is_memory(op) && is_port(user)),
        None => true,
    }
}

/// Which signal is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// Tokens, over any number of cycles.
    Token,
    /// Data and valid, within a cycle.
    Forward,
    /// Ready, within a cycle.
    Backward,
    /// Both, within a cycle, and where one makes the other.
    Both,
}

/// The channels of a kernel by number.
struct Channels {
    values: Vec<Value>,
    /// [`OUTSIDE`] for the arguments of the kernel, which are on no cycle.
    numbers: SideMap<Value, u32>,
}

impl Channels {
    fn new(ir: &Ir, ops: &[Op]) -> Channels {
        let values: Vec<Value> = ops.iter().flat_map(|op| ir.results(*op)).collect();
        let mut numbers = SideMap::with_default(OUTSIDE);
        for (number, value) in (0..).zip(&values) {
            numbers[*value] = number;
        }
        Channels { values, numbers }
    }

    /// Which channel a signal passes to from which. Of both signals, the readies are nodes behind the valids. Nodes beyond the channels are where
    /// many signals meet.
    fn graph(&self, ir: &Ir, ops: &[Op], signal: Signal) -> Graph {
        let count = self.values.len();
        let readies = if signal == Signal::Both { count as u32 } else { 0 };
        let mut graph = vec![Vec::new(); count + readies as usize];
        let goes_back = matches!(signal, Signal::Backward | Signal::Both);
        for op in ops {
            let operand = |index: usize| *self.numbers.get(ir.operand(*op, index));
            let result = |index: usize| *self.numbers.get(ir.result(*op, index));
            for way in ways(ir, *op) {
                let (from, to) = (operand(way.from), result(way.to));
                if from == OUTSIDE {
                    continue;
                }
                let forward = match signal {
                    Signal::Token => way.token,
                    Signal::Forward | Signal::Both => way.forward,
                    Signal::Backward => false,
                };
                if forward {
                    graph[from as usize].push(to);
                }
                if goes_back && way.backward {
                    graph[(readies + to) as usize].push(readies + from);
                }
            }
            for crossing in if goes_back { crossings(ir, *op) } else { Vec::new() } {
                let outputs = crossing.outputs.into_iter().map(|to| readies + result(to));
                meet(&mut graph, outputs, crossing.inputs.into_iter().map(operand), readies);
            }
            let turns = if signal == Signal::Both { turns(ir, *op) } else { Turns::default() };
            for asked in turns.asked {
                let valids = asked.iter().copied().map(operand).filter(|from| *from != OUTSIDE);
                meet(&mut graph, valids, asked.iter().copied().map(operand), readies);
            }
            for from in &turns.lazy {
                let others = turns.lazy.iter().filter(|to| *to != from).map(|to| result(*to));
                graph[(readies + result(*from)) as usize].extend(others);
            }
        }
        graph
    }
}

/// Adds a node between signals and the readies of channels that each of them makes.
fn meet(
    graph: &mut Graph,
    from: impl Iterator<Item = u32>,
    channels: impl Iterator<Item = u32>,
    readies: u32,
) {
    let middle = graph.len() as u32;
    from.for_each(|from| graph[from as usize].push(middle));
    graph.push(channels.filter(|channel| *channel != OUTSIDE).map(|channel| readies + channel).collect());
}

/// Breaks the cycles of a signal with buffers, one on every cycle at a time, until there is none. A buffer takes its channel, and what comes
/// out of it, off every cycle, so that only what was on the same one has to be looked at again.
fn break_cycles(ir: &mut Ir, kernel: Op, signal: Signal) -> Result<(), Unbroken> {
    let ops = kernel_ops(ir, kernel);
    let channels = Channels::new(ir, &ops);
    let graph = channels.graph(ir, &ops, signal);
    let mut local = vec![OUTSIDE; graph.len()];
    let mut open = cycles(&graph);
    while !open.is_empty() {
        let mut left = Vec::new();
        for mut cycle in open {
            let count = channels.values.len();
            // Readies stand behind the valids where there are both; other nodes are no channel.
            let is_ready = |node: u32| signal == Signal::Backward || node as usize >= count;
            let channel = |node: &u32| match *node as usize {
                node if node < count => Some(channels.values[node]),
                node if signal == Signal::Both => channels.values.get(node - count).copied(),
                _ => None,
            };
            let rank = |node: &u32| match channel(node)
                .and_then(|value| ir.defining_op(value))
                .map(|op| ir.code(op))
            {
                Some(handshake::INIT | handshake::MUX | handshake::MERGE | handshake::CONTROL_MERGE) => 0,
                // Behind a fork several buffers would be needed.
                Some(handshake::FORK | handshake::LAZY_FORK) => 2,
                _ => 1,
            };
            let may_hold = |node: &u32| channel(node).is_some_and(|value| is_bufferable(ir, value));
            let Some(best) = cycle.iter().copied().filter(may_hold).min_by_key(rank) else {
                let ops =
                    cycle.iter().filter_map(channel).filter_map(|value| ir.defining_op(value)).collect();
                return Err(Unbroken { ops });
            };
            let ty = if is_ready(best) { BufferType::OneSlotBreakR } else { BufferType::OneSlotBreakDv };
            add_buffer(ir, channel(&best).expect("it may hold a buffer"), ty, 1);
            cycle.retain(|node| *node != best);
            left.extend(cycles_within(&graph, &cycle, &mut local));
        }
        open = left;
    }
    Ok(())
}
