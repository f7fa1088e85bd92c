//! A matcher unit as a module.
//!
//! | port | meaning |
//! |---|---|
//! | `clock` | the clock |
//! | `next_op` | the next record |
//! | `is_stream_paused` | there is none: neither the buffer nor `output_op` changes |
//! | `new_sequence` | it is the root of a new attempt |
//! | `stream_completed` | it is the last of the attempt: what has not been found will never be |
//! | `output_op` | the record before, for the next unit |
//! | `match_result` | what is known of the attempt, until the next begins |
//!
//! There is no reset: `new_sequence` is one, and who has not given a root does not look at the result.

use super::fsm;
use super::gatherer::{Incoming, gather};
use crate::chip::fields::Fields;
use crate::pattern::Pattern;
use crate::stream::layout::Layout;
use circuit::{ModuleBuilder, Sync};
use ir::{Ir, Op};

/// Makes the unit of a pattern.
pub fn unit(ir: &mut Ir, design: Op, layout: &Layout, pattern: &Pattern, name: &str) -> Op {
    let mut c = ModuleBuilder::new(ir, design, name);
    let clock = c.clock("clock");
    let next_op = c.input("next_op", layout.record_bits());
    let is_stream_paused = c.input("is_stream_paused", 1);
    let new_sequence = c.input("new_sequence", 1);
    let stream_completed = c.input("stream_completed", 1);
    let takes = c.not(is_stream_paused);
    let fields = Fields::of(&mut c, layout, next_op);
    let incoming = Incoming { clock, takes, fields, new_sequence, stream_completed };
    let buffer = gather(&mut c, layout, pattern, &incoming);
    let match_result = fsm::run(&mut c, layout, pattern, &buffer, &incoming);
    let output_op = c.delay("output_op", next_op, Sync::on(clock).enable(takes));
    c.output("output_op", output_op);
    c.output("match_result", match_result);
    c.finish()
}
