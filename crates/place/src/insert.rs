//! Buffers put into a kernel, with what is known of the channels they stand on.

use crate::graph::{Channel, ChannelId, Circuit, write_tokens};
use crate::{add_buffer, name_buffers};
use dialects::handshake::BufferType;
use ir::{Ir, Op};
use std::collections::BTreeMap;

/// Puts buffers on channels of a kernel, in the order in which tokens pass them. As many tokens pass a buffer as the channel it stands on.
pub fn add_buffers(
    ir: &mut Ir,
    kernel: Op,
    circuit: &Circuit,
    buffers: impl Fn(ChannelId) -> Vec<(BufferType, u32)>,
) {
    let mut tokens = BTreeMap::new();
    for (channel, of) in circuit.channels.iter() {
        let Channel { mut value, tokens: passed, .. } = *of;
        tokens.extend(passed.map(|passed| (value, passed)));
        for (ty, slots) in buffers(channel) {
            value = add_buffer(ir, value, ty, slots);
            tokens.extend(passed.map(|passed| (value, passed)));
        }
    }
    write_tokens(ir, kernel, &tokens);
    name_buffers(ir, kernel);
}
