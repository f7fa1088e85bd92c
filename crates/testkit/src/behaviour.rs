//! What a program does, as far as anybody can see: results and memories of every public function, on inputs from a seed.
//!
//! Two programs behave alike when these are equal bit for bit. Which NaN an operation gives is not defined, so all NaNs count
//! as one.

use base::{Diagnostic, Rng, float};
use interp::{Interpreter, Limits, Value};
use ir::symbols::{Visibility, symbol_name, visibility};
use ir::{Ir, Op, Type, TypeKind, ValueDef};

/// What one function gives for one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// The function's name.
    pub function: String,
    /// What it was called with.
    pub inputs: Vec<Value>,
    /// Its results, then its arguments as they are afterwards.
    pub outputs: Vec<Value>,
}

/// The functions that can be called from outside, with their bodies.
fn entries(ir: &Ir, module: Op) -> Vec<(String, Op)> {
    let mut found = Vec::new();
    for op in ir.walk(module) {
        let called = ir.code(op) == dialects::func::FUNC
            && visibility(ir, op) == Visibility::Public
            && ir.entry(ir.region(op, 0)).is_some();
        if let (true, Some(name)) = (called, symbol_name(ir, op)) {
            found.push((name.to_string(), op));
        }
    }
    found
}

/// Inputs for a function. Each follows from the seed and the argument's name, so that a program that lost an argument still gets the
/// same values for the others. Sizes that a type leaves open are from 1 to 5.
pub fn inputs(ir: &Ir, function: Op, seed: u64) -> Vec<Value> {
    let Some(entry) = ir.entry(ir.region(function, 0)) else { return Vec::new() };
    let mut values = Vec::new();
    for (number, arg) in ir.args(entry).iter().enumerate() {
        debug_assert!(matches!(ir.value_def(*arg), ValueDef::Argument(..)));
        let name = ir.value_name(*arg).map_or_else(|| number.to_string(), |name| ir.ctx[name].to_string());
        let of_name =
            name.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mut rng = Rng::new(of_name);
        let ty = ir.ty(*arg);
        values.push(match &ir.ctx[ty] {
            TypeKind::Memref { shape, element, .. } => {
                let shape: Vec<u64> =
                    shape.iter().map(|size| size.unwrap_or_else(|| 1 + rng.below(5))).collect();
                let count = shape.iter().product::<u64>();
                let data = (0..count).map(|_| Some(scalar(ir, *element, &mut rng))).collect();
                Value::Memref { shape, element: *element, data }
            }
            _ => Value::Scalar(scalar(ir, ty, &mut rng), ty),
        });
    }
    values
}

fn scalar(ir: &Ir, ty: Type, rng: &mut Rng) -> base::Bits {
    use crate::program::types::Scalar;
    let scalar = match ir.ctx.float_format(ty) {
        Some(format) => Scalar::Float(format),
        None => Scalar::Int(ir.ctx.scalar_width(ty).unwrap_or(0)),
    };
    scalar.random(rng)
}

/// Runs every public function; the error is that of the first that is undefined or takes too long.
pub fn observe(ir: &Ir, module: Op, seed: u64) -> Result<Vec<Observed>, Vec<Diagnostic>> {
    let calls = entries(ir, module).into_iter().map(|(name, op)| {
        let inputs = inputs(ir, op, seed);
        (name, inputs)
    });
    run(ir, module, calls.collect())
}

/// Runs the functions that were observed in another program on the same inputs.
pub fn observe_again(ir: &Ir, module: Op, before: &[Observed]) -> Result<Vec<Observed>, Vec<Diagnostic>> {
    run(ir, module, before.iter().map(|one| (one.function.clone(), one.inputs.clone())).collect())
}

fn run(ir: &Ir, module: Op, calls: Vec<(String, Vec<Value>)>) -> Result<Vec<Observed>, Vec<Diagnostic>> {
    let limits = Limits { steps: 5_000_000, memory_bytes: 1 << 26, call_depth: 100 };
    let mut interpreter = Interpreter::new(ir, module).limits(limits);
    let mut observed = Vec::new();
    for (function, inputs) in calls {
        let outcome = interpreter.call(&function, inputs.clone())?;
        let outputs = outcome.results.into_iter().chain(outcome.arguments_after);
        let outputs = outputs.map(|value| one_nan(ir, value)).collect();
        observed.push(Observed { function, inputs, outputs });
    }
    Ok(observed)
}

/// A value in which every NaN is the same one.
pub fn one_nan(ir: &Ir, mut value: Value) -> Value {
    let fix = |bits: &mut base::Bits, ty: Type| {
        if let Some(format) = ir.ctx.float_format(ty)
            && float::is_nan(format, bits)
        {
            *bits = float::nan(format);
        }
    };
    match &mut value {
        Value::Scalar(bits, ty) => fix(bits, *ty),
        Value::Memref { element, data, .. } => data.iter_mut().flatten().for_each(|bits| fix(bits, *element)),
    }
    value
}
