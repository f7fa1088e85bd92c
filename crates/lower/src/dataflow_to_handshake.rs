//! From streams to channels: the pass `dataflow-to-handshake`.
//!
//! A kernel at the stream level has plain types, values with any number of users, and computes with `arith` and `math`. At the elastic level every value is a
//! channel with one user, an `index` is an integer of so many bits, and what computes is a unit. So
//!
//! * every operation is made again with channels for types ([`convert`]); what has no unit of its own is put together from units
//!   (`expand`), or reported;
//! * a value with several users gets a fork, one with none a sink (`fan_out`); what lets groups into queues of loads and stores is handed out in order (`control`);
//! * every operation gets a name of its own in `handshake.name`, which circuits and waves show (`names`).
//!
//! Nothing changes what tokens a channel carries. Constants of the program (`arith.constant`) have no token that fires them, so they
//! hang on a `source` of their own.

mod check;
mod control;
mod expand;
mod fan_out;
mod make;
mod names;

use base::Diagnostics;
use dialects::arith;
use dialects::{dataflow, handshake};
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::text::Reported;
use ir::{Ir, Op, OpCode};
use make::{Maker, Source};
use std::str::FromStr;

/// The pass.
pub static DATAFLOW_TO_HANDSHAKE: PassDef = PassDef {
    name: "dataflow-to-handshake",
    doc: "Turns the streams of a kernel into the channels of an elastic circuit.\n\
        Types become channels, an index an integer, arithmetic units; values with several users get forks and values without one \
        sinks. Reports operations that no unit computes, and constants and arrays that do not fit the bits of an index. Kernels that are elastic already stay as they are.",
    options: &[PassOption {
        name: "index-bits",
        doc: "How many bits an `index` has in the circuit, 1 to 64.",
        default: "32",
    }],
    run,
};

/// The value of the option.
struct IndexBits(u32);

impl FromStr for IndexBits {
    type Err = ();
    fn from_str(text: &str) -> Result<IndexBits, ()> {
        text.parse().ok().filter(|bits| (1..=64).contains(bits)).map(IndexBits).ok_or(())
    }
}

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let IndexBits(bits) = args.read("index-bits", "a number from 1 to 64", diags)?;
    let kernels: Vec<Op> = ir
        .walk(root)
        .into_iter()
        .filter(|op| ir.code(*op) == handshake::FUNC && is_stream_level(ir, *op))
        .collect();
    let mut is_fine = true;
    for kernel in &kernels {
        is_fine &= check::check(ir, *kernel, bits, diags);
    }
    if !is_fine {
        return Err(Reported);
    }
    for kernel in kernels {
        convert(ir, kernel, bits);
    }
    Ok(())
}

/// Whether a kernel has plain types: no value of it is a channel.
fn is_stream_level(ir: &Ir, kernel: Op) -> bool {
    let has_body = ir.regions(kernel).first().is_some_and(|region| ir.entry(*region).is_some());
    has_body && !handshake::is_elastic(ir, kernel)
}

/// Makes a kernel elastic; it was checked.
pub fn convert(ir: &mut Ir, kernel: Op, index_bits: u32) {
    let region = ir.region(kernel, 0);
    let old = ir.entry(region).expect("a kernel at the stream level has a body");
    let mut maker = Maker::new(ir, region, old, index_bits);
    let ops: Vec<Op> = maker.ir.block_ops(old).collect();
    for op in ops {
        convert_op(&mut maker, op);
    }
    let block = maker.finish(kernel, old);
    fan_out::fan_out(ir, block);
    names::name_operations(ir, block);
}

fn convert_op(m: &mut Maker<'_>, op: Op) {
    let code = m.ir.code(op);
    match code {
        handshake::CONSTANT => {
            let trigger = Source::Old(m.ir.operand(op, 0));
            m.constant_like(op, trigger);
        }
        arith::CONSTANT => {
            let trigger = m.source();
            m.constant_like(op, trigger);
        }
        arith::INDEX_CAST | arith::INDEX_CASTUI => {
            let (from, to) = (m.width(m.ir.operand(op, 0)), m.width(m.ir.result(op, 0)));
            let extend = if code == arith::INDEX_CAST { handshake::EXTSI } else { handshake::EXTUI };
            match from.cmp(&to) {
                std::cmp::Ordering::Less => m.same(op, extend),
                std::cmp::Ordering::Equal => m.alias(op),
                std::cmp::Ordering::Greater => m.same(op, handshake::TRUNCI),
            }
        }
        _ => match handshake::counterpart(code) {
            Some(unit) => m.same(op, unit),
            None if expand::expand(m, op) => {}
            None => m.same(op, code),
        },
    }
}

/// Whether an operation is at home on both levels.
fn is_of_both_levels(code: OpCode) -> bool {
    matches!(
        code,
        handshake::END
            | handshake::BUFFER
            | handshake::FORK
            | handshake::LAZY_FORK
            | handshake::MERGE
            | handshake::MUX
            | handshake::CONTROL_MERGE
            | handshake::BR
            | handshake::COND_BR
            | handshake::SINK
            | handshake::SOURCE
            | handshake::JOIN
            | handshake::BLOCKER
            | handshake::INIT
            | handshake::CONSTANT
            | handshake::LOAD
            | handshake::STORE
            | handshake::MEM_CONTROLLER
            | handshake::GUARD
            | handshake::LSQ
            | handshake::RAM
            | dataflow::CARRY
            | dataflow::INVARIANT
            | dataflow::STREAM
            | dataflow::GATE
    )
}
