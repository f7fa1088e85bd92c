//! From elastic graphs to circuits: the pass `handshake-to-hw`.
//!
//! A `handshake.func` of channels becomes an `hw.module` of the same name with the ports of a kernel. Every operation becomes an instance of the
//! circuit of its unit, which [`circuit::units`] makes; every channel becomes data, valid and ready. Around them stand what the
//! function itself means: a slot for every argument, a bit that says whether an activation is going on, and the join of what `end` takes.
//! Arrays that the function is given are ports of the module, arrays of its own are memories inside.
//!
//! Instances are made with zeros for inputs first and connected when all of them are there, since a graph has no order.

mod build;
mod check;
mod ports;

pub use build::channel_names;
pub use ports::{Argument, Ports, ports};

use base::Diagnostics;
use circuit::units::Library;
use dialects::handshake;
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::text::Reported;
use ir::{Ir, Op};

/// The pass.
pub static HANDSHAKE_TO_HW: PassDef = PassDef {
    name: "handshake-to-hw",
    doc: "Turns graphs of channels into circuits.\n\
        Every `handshake.func` becomes an `hw.module` with the ports of a kernel: `clk`, `rst`, `start_valid` and `start_ready`, its scalars, \
        `done_valid` and `done_ready`, its results, and a read and a write port for every array that it uses. Reports operations that there is no \
        circuit for.",
    options: &[PassOption {
        name: "observe",
        doc: "true: every channel is an output, too: `ch0_valid`, `ch0_ready` and `ch0` for the first argument, and so on in the order of the text",
        default: "false",
    }],
    run,
};

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let observe: bool = args.read("observe", "true or false", diags)?;
    lower(ir, root, observe, diags)
}

/// Turns all functions of channels in a module into circuits; `observe` makes every channel a port. Says what cannot be done before anything
/// is changed.
pub fn lower(ir: &mut Ir, root: Op, observe: bool, diags: &mut Diagnostics) -> Result<(), Reported> {
    let Some(block) = ir.regions(root).first().and_then(|region| ir.entry(*region)) else { return Ok(()) };
    let functions: Vec<Op> = ir.block_ops(block).filter(|op| ir.code(*op) == handshake::FUNC).collect();
    // All of them, whatever is wrong with the first.
    let wrong = functions.iter().filter(|function| !check::function(ir, **function, diags)).count();
    if wrong > 0 {
        return Err(Reported);
    }
    let mut library = Library::new(ir, root);
    for function in functions {
        build::kernel(ir, root, function, observe, &mut library);
        ir.erase(function);
    }
    Ok(())
}
