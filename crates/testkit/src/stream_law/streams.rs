//! A kernel as a Kahn network.

use super::elastic::resized;
use super::{Call, Kernel, Wrong, compare};
use base::Bits;
use driver::interp::Limits;
use interp::Value;
use interp::stream::{Network, parameters};
use ir::{Ir, Op, TypeKind};

/// Runs the calls of a kernel that is a graph of streams or of channels, and compares.
pub(super) fn run(kernel: &Kernel) -> Result<(), Wrong> {
    let (ir, function) = (&kernel.ir, kernel.function());
    let limits = Limits { steps: 100_000_000, memory_bytes: 1 << 28, call_depth: 1 };
    let network = Network::new(ir, function).map_err(|faults| Wrong::said("refused", ir, faults))?;
    let mut network = network.limits(limits);
    for (number, call) in kernel.calls_of_circuit().iter().enumerate() {
        let activation =
            network.call(given(ir, function, call)).map_err(|faults| Wrong::said("stopped", ir, faults))?;
        compare(ir, call, number, &activation.results, &activation.arguments_after)?;
        if let Some(left) = activation.left.first() {
            return Err(Wrong::new("left", format!("call {number} leaves something behind: {left}")));
        }
    }
    Ok(())
}

/// The arguments of a call as values of the graph's types: an index is a number of channels.
fn given(ir: &Ir, function: Op, call: &Call) -> Vec<Value> {
    let types = parameters(ir, function).unwrap_or_default();
    let values = call.given().into_iter().zip(types);
    values
        .map(|(value, ty)| match (value, &ir.ctx[ty]) {
            (Value::Scalar(bits, from), _) if from != ty => {
                let width = ir.ctx.scalar_width(ty).unwrap_or(bits.width());
                Value::Scalar(resized(&bits, width), ty)
            }
            (Value::Memref { shape, element: from, data }, TypeKind::Memref { element, .. })
                if from != *element =>
            {
                let width = ir.ctx.scalar_width(*element);
                let word = |bits: &Option<Bits>| {
                    bits.as_ref().map(|bits| resized(bits, width.unwrap_or(bits.width())))
                };
                Value::Memref { shape, element: *element, data: data.iter().map(word).collect() }
            }
            (value, _) => value,
        })
        .collect()
}
