//! A kernel as an elastic circuit, cycle by cycle: as it is, and disturbed.

use super::{Call, Kernel, Place, Trial, Wrong, apply, compare};
use base::{Bits, Diagnostics, Rng};
use dialects::handshake::{self, BufferType};
use interp::Value;
use ir::{Ir, Op};
use place::graph::{channels, is_bufferable, write_tokens};
use sim::elastic::{Arg, Argument, Elastic, Memory, Network, Options, Outcome, Stalls, Verdict};

/// Cycles after which no further call is made of a kernel that is disturbed: time stretches there.
const ENOUGH: u64 = 20_000;

/// Runs the calls of a kernel, and compares. Gives the cycles of the first one.
pub(super) fn run(kernel: &Kernel, trial: Trial) -> Result<u64, Wrong> {
    let options = Options { max_cycles: trial.max_cycles, ..Options::default() };
    run_calls(kernel, options, u64::MAX, false)
}

/// The same as machine code, where there is any for its units.
pub(super) fn run_compiled(kernel: &Kernel, trial: Trial) -> Result<u64, Wrong> {
    let options = Options { max_cycles: trial.max_cycles, ..Options::default() };
    run_calls(kernel, options, u64::MAX, true)
}

/// Runs calls of a kernel with more buffers on channels, and with an outside and memories that take their time.
pub(super) fn run_disturbed(kernel: &Kernel, trial: Trial) -> Result<(), Wrong> {
    let mut rng = Rng::new(trial.seed ^ 0x5eed_b0ff);
    let mut kernel = kernel.clone();
    let function = kernel.function();
    add_buffers(&mut kernel.ir, function, &mut rng);
    let stalls = Stalls::Random(rng.next_u64());
    // Every step of a memory may take a few cycles more.
    let options = Options { max_cycles: trial.max_cycles * 20, stalls, ..Options::default() };
    run_calls(&kernel, options, ENOUGH, false).map(|_| ())
}

/// Writes to a kernel how many tokens pass each of its channels in its first call.
pub(super) fn note_tokens(kernel: &mut Kernel, trial: Trial) -> Result<(), Wrong> {
    let mut placed = kernel.clone();
    if let Some(why) = apply(&mut placed, &Place::PLAIN.pass())? {
        return Err(Wrong::new("place-buffers", why));
    }
    let (ir, function) = (&placed.ir, placed.function());
    let mut diags = Diagnostics::new();
    let Some(mut elastic) = Elastic::new(ir, function, &mut diags) else {
        return Err(Wrong::said("refused", ir, diags.into_vec()));
    };
    let Some(call) = placed.calls_of_circuit().into_iter().next() else { return Ok(()) };
    let mut args = arguments(elastic.network(), &call);
    let options = Options { max_cycles: trial.max_cycles, count: true, ..Options::default() };
    let outcome = elastic.run(&mut args, &options);
    let passed = channels(ir, function).into_iter().zip(outcome.transfers.values().copied()).collect();
    let function = kernel.function();
    write_tokens(&mut kernel.ir, function, &passed);
    Ok(())
}

/// Puts buffers of any type on some channels.
fn add_buffers(ir: &mut Ir, function: Op, rng: &mut Rng) {
    let block = ir.entry(ir.region(function, 0)).expect("a kernel has a body");
    let values = ir.args(block).iter().copied().chain(ir.block_ops(block).flat_map(|op| ir.results(op)));
    let channels: Vec<_> = values
        .filter(|value| handshake::is_channel(&ir.ctx, ir.ty(*value)) && is_bufferable(ir, *value))
        .collect();
    if channels.is_empty() {
        return;
    }
    for _ in 0..rng.below(channels.len() as u64 / 2 + 2) {
        let ty = *rng.pick(&BufferType::ALL);
        let slots = if ty.is_one_slot() { 1 } else { 1 + rng.below(4) as u32 };
        place::add_buffer(ir, *rng.pick(&channels), ty, slots);
    }
}

/// Runs the calls of a kernel until these cycles are over. Gives the cycles of the first one.
fn run_calls(kernel: &Kernel, options: Options, enough: u64, as_code: bool) -> Result<u64, Wrong> {
    let ir = &kernel.ir;
    let mut diags = Diagnostics::new();
    let Some(mut elastic) = Elastic::new(ir, kernel.function(), &mut diags) else {
        return Err(Wrong::said("refused", ir, diags.into_vec()));
    };
    if as_code {
        elastic.compile();
    }
    let mut first = None;
    for (number, call) in kernel.calls_of_circuit().iter().enumerate() {
        if elastic.cycle() >= enough {
            break;
        }
        let mut args = arguments(elastic.network(), call);
        let outcome = elastic.run(&mut args, &options);
        check_call(ir, &elastic, call, number, &args, &outcome)?;
        first.get_or_insert(outcome.cycles);
    }
    Ok(first.unwrap_or(0))
}

/// The arguments of a call as the circuit takes them.
pub(super) fn arguments(network: &Network, call: &Call) -> Vec<Arg> {
    let parameters = network.arguments.iter().filter_map(|argument| match argument {
        Argument::Scalar { width: 0, .. } => None,
        Argument::Scalar { width, .. } => Some(*width),
        Argument::Memory(memory) => Some(network.memories[*memory].width),
    });
    let given = call.given().into_iter().zip(parameters);
    given
        .map(|(value, width)| match value {
            Value::Scalar(bits, _) => Arg::Scalar(resized(&bits, width)),
            Value::Memref { data, .. } => {
                let words = data
                    .iter()
                    .map(|word| word.as_ref().map_or(Bits::zero(width), |bits| resized(bits, width)));
                Arg::Memory(Memory::from_words(width, words))
            }
        })
        .collect()
}

/// An index may have another width in a circuit.
pub(super) fn resized(bits: &Bits, width: u32) -> Bits {
    if bits.width() < width { bits.sext(width) } else { bits.trunc(width) }
}

/// Compares a run with the call.
pub(super) fn check_call(
    ir: &Ir,
    elastic: &Elastic,
    call: &Call,
    number: usize,
    args: &[Arg],
    outcome: &Outcome,
) -> Result<(), Wrong> {
    if !matches!(outcome.verdict, Verdict::Finished) {
        let kind = match &outcome.verdict {
            Verdict::Finished => "finished",
            Verdict::LeftBehind(_) => "left",
            Verdict::Deadlock { .. } => "deadlock",
            Verdict::Error(_) => "error",
            Verdict::Limit { .. } => "limit",
        };
        let said = Wrong::said("", ir, elastic.diagnostic(outcome));
        return Err(Wrong::new(kind, format!("call {number}: {}\ninputs: {:?}", said.words, call.inputs)));
    }
    let results = call.results.iter().zip(&outcome.results).map(|(expected, got)| like(expected, got));
    let results: Vec<Value> = results.collect();
    let expected = call.after.iter().chain(call.globals.iter().map(|global| &global.after));
    let after: Vec<Value> = expected.zip(args).map(|(expected, arg)| after(expected, arg)).collect();
    compare(ir, call, number, &results, &after)
}

/// A number of a circuit as a value of the program.
fn like(expected: &Value, got: &Bits) -> Value {
    match expected {
        Value::Scalar(bits, ty) => Value::Scalar(resized(got, bits.width()), *ty),
        Value::Memref { .. } => unreachable!("a kernel gives back numbers"),
    }
}

fn after(expected: &Value, arg: &Arg) -> Value {
    match (expected, arg) {
        (Value::Memref { shape, element, data }, Arg::Memory(memory)) => {
            let width = data.iter().flatten().next().map_or(memory.width(), Bits::width);
            let data = memory.iter().map(|word| Some(resized(&word, width))).collect();
            Value::Memref { shape: shape.clone(), element: *element, data }
        }
        // A scalar stays what it was.
        _ => expected.clone(),
    }
}
