//! What is done to a mutated text that is a circuit after all: its queues are lowered, it is written as SystemVerilog, simulated by
//! all back ends, which must agree, and flattened. It may be refused, with an error.

use base::{Bits, Diagnostics, Rng};
use circuit::flatten::flatten;
use circuit::lower_fifo::lower_fifos;
use dialects::hw;
use driver::cosim::{simulator, trace};
use driver::sim::Backend;
use ir::{Ir, Op, verify};

/// Modules of a circuit that are simulated as its top.
const TOPS: usize = 3;
/// Cycles of each.
const CYCLES: usize = 4;
/// Operations that flattening may lead to.
const MAX_FLAT: u64 = 1 << 16;

/// Writes and simulates the circuits of a program, if there are any.
pub(super) fn check(ir: &Ir, root: Op, number: u64) -> Result<(), String> {
    let is_circuit = |op: &Op| hw::is_module(ir, *op) && !hw::is_extern(ir, *op);
    let modules: Vec<Op> = ir.walk(root).into_iter().filter(is_circuit).collect();
    if modules.is_empty() {
        return Ok(());
    }
    let mut ir = ir.clone();
    let mut diags = Diagnostics::new();
    if lower_fifos(&mut ir, root, &mut diags).is_err() {
        return refused("lowering of queues", &diags);
    }
    if !verify(&mut ir, root, &mut diags) {
        return Err(format!("lowering of queues breaks it: {:?}", diags.iter().last()));
    }
    if circuit::verilog::write(&ir, root, &mut diags).is_none() {
        refused("writer", &diags)?;
    }
    let fast = if number.is_multiple_of(2) { Backend::Compiled } else { Backend::Optimized };
    modules.iter().rev().take(TOPS).try_for_each(|top| simulate(&ir, *top, number, fast))?;
    let mut diags = Diagnostics::new();
    if flatten(&mut ir, root, None, MAX_FLAT, &mut diags).is_err() {
        return refused("flattening", &diags);
    }
    match verify(&mut ir, root, &mut diags) {
        true => Ok(()),
        false => Err(format!("flattening breaks it: {:?}", diags.iter().last())),
    }
}

fn refused(who: &str, diags: &Diagnostics) -> Result<(), String> {
    match diags.has_errors() {
        true => Ok(()),
        false => Err(format!("the {who} refuses it without an error")),
    }
}

fn simulate(ir: &Ir, top: Op, seed: u64, fast: Backend) -> Result<(), String> {
    let run = |backend: Backend| {
        let mut diags = Diagnostics::new();
        let Some(mut simulator) = simulator(ir, top, backend, &mut diags) else {
            return refused("simulator", &diags).map(|()| None);
        };
        let inputs = simulator.inputs().iter().filter(|port| !port.clock);
        let widths: Vec<u32> = inputs.map(|port| port.width).collect();
        let mut rng = Rng::new(seed);
        let mut row = || -> Vec<Bits> { widths.iter().map(|width| rng.edgy_bits(*width)).collect() };
        let rows: Vec<Vec<Bits>> = (0..CYCLES).map(|_| row()).collect();
        Ok(Some(trace(&mut simulator, &rows)))
    };
    if run(Backend::Interpreted)? != run(fast)? {
        return Err(format!("interpreted and {fast:?} differ"));
    }
    Ok(())
}
