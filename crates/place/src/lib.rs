//! Buffers: where an elastic circuit holds its tokens.
//!
//! A buffer changes time only, never a result; but without enough of them a circuit has combinational cycles, or stops. [`flow`] says how signals
//! pass through units, [`cycles`] finds what goes round, and [`on_merges`] is the placement that needs no solver: safe
//! everywhere, fast nowhere in particular.

pub mod arcs;
pub mod cuts;
pub mod cycles;
pub mod flow;
pub mod flowright;
pub mod graph;
pub mod levels;
pub mod mapping;
pub mod on_merges;
pub mod placement;
pub mod schedule;
pub mod target;
#[cfg(test)]
mod tests;
pub mod throughput;
pub mod timing;

use base::{Diagnostics, codes};
use dialects::handshake;
use dialects::handshake::BufferType;
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::text::Reported;
use ir::{InsertPoint, Ir, Op, OpState, Value};
use rustc_hash::FxHashSet;
use std::str::FromStr;

/// The pass.
pub static PLACE_BUFFERS: PassDef = PassDef {
    name: "place-buffers",
    doc: "Puts buffers on the channels of elastic kernels.\n\
        `on-merges` puts them behind every operation that lets tokens into a cycle, and wherever else a cycle of data and valids or of readies would \
        be left. Buffers that are there stay and count.",
    options: &[
        PassOption {
            name: "algorithm",
            doc: "Which placement: `on-merges`, `flowright`.",
            default: "on-merges",
        },
        PassOption { name: "clock", doc: "The clock's period in nanoseconds.", default: "5" },
    ],
    run,
};

#[derive(PartialEq)]
enum Algorithm {
    OnMerges,
    Flowright,
}

impl FromStr for Algorithm {
    type Err = ();
    fn from_str(text: &str) -> Result<Algorithm, ()> {
        match text {
            "on-merges" => Ok(Algorithm::OnMerges),
            "flowright" => Ok(Algorithm::Flowright),
            _ => Err(()),
        }
    }
}

fn by_milp(ir: &mut Ir, kernel: Op, clock: f64) {
    let circuit = graph::Circuit::of(ir, kernel);
    let levels = levels::Levels::of(&circuit);
    let target = target::Target::named(target::DEFAULT).expect("it is there");
    let signals = timing::Signals::of(ir, &circuit, &target);
    let mut solver = milp::Highs::find().expect("found");
    let goal = placement::Goal { clock, time: std::time::Duration::from_secs(60) };
    let start = std::time::Instant::now();
    match flowright::place(&circuit, &levels, &signals, goal, &mut solver) {
        Ok(placement) => {
            eprintln!("{:?} {} in {:?}", placement.status, placement.gap, start.elapsed());
            for (channel, of) in placement.channels.iter() {
                let mut value = circuit.channels[channel].value;
                for (ty, slots) in mapping::flowright(*of) {
                    value = add_buffer(ir, value, ty, slots);
                }
            }
        }
        Err(problem) => eprintln!("{problem:?}"),
    }
}

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let algorithm: Algorithm = args.read("algorithm", "`on-merges` or `flowright`", diags)?;
    let clock: f64 = args.read("clock", "a number", diags)?;
    let kernels: Vec<Op> = ir
        .walk(root)
        .into_iter()
        .filter(|op| ir.code(*op) == handshake::FUNC && handshake::is_elastic(ir, *op))
        .collect();
    let mut result = Ok(());
    for kernel in kernels {
        if algorithm == Algorithm::Flowright {
            by_milp(ir, kernel, clock);
            name_buffers(ir, kernel);
            continue;
        }
        if let Err(unbroken) = on_merges::on_merges(ir, kernel) {
            diags.push(unbroken.diagnostic(ir, codes::UNBROKEN_CYCLE));
            result = Err(Reported);
        }
        name_buffers(ir, kernel);
    }
    result
}

/// Gives buffers without a name one: that of the unit before them, or of the argument, with `_buffer` and a number.
fn name_buffers(ir: &mut Ir, kernel: Op) {
    let Some(block) = ir.entry(ir.region(kernel, 0)) else { return };
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let mut taken: FxHashSet<String> =
        ops.iter().filter_map(|op| ir.str_attr(*op, handshake::NAME)).map(str::to_string).collect();
    for op in ops {
        if ir.code(op) != handshake::BUFFER || ir.attr(op, handshake::NAME).is_some() {
            continue;
        }
        // The unit that the token comes from, past buffers before this one.
        let mut value = ir.operand(op, 0);
        while let Some(by) = ir.defining_op(value).filter(|by| ir.code(*by) == handshake::BUFFER) {
            value = ir.operand(by, 0);
        }
        let before = ir.defining_op(value).and_then(|by| ir.str_attr(by, handshake::NAME));
        let before = before.or_else(|| ir.value_name(value).map(|name| &ir.ctx[name]));
        let stem = before.map_or("buffer".to_string(), |before| format!("{before}_buffer"));
        let numbered = (0..).map(|number| format!("{stem}{number}"));
        let name = numbered.into_iter().find(|name| !taken.contains(name)).expect("numbers do not end");
        let attr = ir.ctx.str_attr(&name);
        ir.set_attr(op, handshake::NAME, Some(attr));
        taken.insert(name);
    }
}

/// Puts a buffer on a channel, in front of its user, behind buffers that are there.
pub fn add_buffer(ir: &mut Ir, channel: Value, ty: BufferType, slots: u32) -> Value {
    let user = ir.uses(channel).next();
    let at = match (ir.defining_op(channel), ir.value_block(channel)) {
        (Some(op), _) => InsertPoint::After(op),
        (None, Some(block)) => InsertPoint::Start(block),
        (None, None) => unreachable!("a channel is an argument or a result"),
    };
    let state = OpState::new(handshake::BUFFER, ir.value_loc(channel))
        .operands(&[channel])
        .results(&[ir.ty(channel)]);
    let buffer = ir.create(state);
    let params = handshake::buffer_params(&mut ir.ctx, ty, slots);
    ir.set_attr(buffer, handshake::HW_PARAMETERS, Some(params));
    ir.insert(buffer, at);
    let output = ir.result(buffer, 0);
    if let Some(user) = user {
        ir.set_use(user, output);
    }
    output
}
