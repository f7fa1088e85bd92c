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
//! 3. **Whatever cycle is left** (the rule `what-is-left` of [`rules`]). Of data and valids: a ONE_SLOT_BREAK_DV on a channel of it. Of readies: a ONE_SLOT_BREAK_R. Repeated until
//!    there is no cycle. Where there is a `lazy_fork`, there are cycles of both; one or the other is broken.
//!    Operations that hold a token from the beginning (`init`) break one and not the other, and graphs written by hand have cycles of any kind.
//!
//! 4. **Between the groups of a queue of loads and stores**: what the rule `lsq-control` asks for, where the graph does not have it.
//!
//! Nothing else needs a slot: with forks that remember whom they have served, every unit that waits for several tokens of one iteration gets
//! them, because no token of an iteration waits for a later one. Where several iterations are in flight by design (a store that an iteration a few later waits for), the lowering that
//! made it so writes the buffer itself.
//!
//! The ports between `load`, `store` and a memory are no place for buffers: what passes there is counted by the units at both ends.

use crate::graph::{ChannelId, Circuit};
use crate::placement::{Buffering, Problem};
use crate::placer::Task;
use crate::rules::{self, Buffered, is_carried, on_cycles};
use dialects::handshake::unit::{BufferType, Kind};

/// Decides what is put on the channels of a circuit.
pub fn place(task: &Task<'_>) -> Result<Buffered, Problem> {
    let circuit = task.circuit;
    let on_cycle = on_cycles(circuit);
    let mut buffered: Buffered = circuit.channels.values().map(|_| Buffering::default()).collect();
    for node in circuit.nodes.values() {
        let (always, is_merge) = match node.unit.kind {
            Kind::Carry | Kind::Invariant => (true, false),
            Kind::Mux => (is_carried(circuit, node), true),
            Kind::Merge | Kind::ControlMerge => (false, true),
            _ => continue,
        };
        for output in &node.outputs {
            if (always || is_merge && on_cycle[*output]) && circuit.channels[*output].bufferable {
                let behind = ensure(circuit, &mut buffered, *output, BufferType::ONE_SLOT_BREAK_DV);
                ensure(circuit, &mut buffered, behind, BufferType::ONE_SLOT_BREAK_R);
            }
        }
    }
    rules::start_in_turn(&task.place(), &mut buffered);
    rules::mend_cycles(&task.place(), false, &mut buffered)?;
    Ok(buffered)
}

/// Puts a buffer on a channel and gives the channel behind it; one that does as much and stands there already will do.
fn ensure(circuit: &Circuit, buffered: &mut Buffered, channel: ChannelId, wanted: BufferType) -> ChannelId {
    let does = |there: BufferType| {
        (!wanted.breaks_dv() || there.breaks_dv()) && (!wanted.breaks_r() || there.breaks_r())
    };
    match circuit.consumer(channel) {
        Some(node) if matches!(node.unit.kind, Kind::Buffer { ty, .. } if does(ty)) => {
            return node.outputs[0];
        }
        _ => {}
    }
    let of = &mut buffered[channel];
    of.breaks_r |= wanted.breaks_r();
    if wanted.breaks_dv() && !of.breaks_dv {
        of.breaks_dv = true;
        of.slots += 1;
    }
    channel
}
