//! An elastic circuit in simulation: one activation, with arguments as `interp` takes them.

use super::SimRequest;
use crate::Progress;
use crate::interp::{Shown, parameter_name, shown};
use crate::kernel::Verdict;
use crate::kernel::calls::{Given, Parameter, given, parameters};
use crate::kernel::compile::Stage;
use crate::kernel::elastic::{Elastic, ElasticOptions};
use crate::run::{DEFAULT_MAX_CYCLES, arguments};
use ::interp::Value;
use ::sim::waves::WaveFormat;
use base::{Diagnostic, Diagnostics, codes};
use dialects::{handshake, hw};
use ir::symbols::symbol_name;
use ir::{Ir, Op, TypeKind};
use std::time::{Duration, Instant};

/// A simulation of an elastic circuit that was carried out.
pub struct SimulatedKernel {
    /// The circuit.
    pub name: String,
    /// How it ended: that nothing was wrong, or why it did not reach its end.
    pub verdict: Verdict,
    /// Cycles from the start to the end; nothing if there was no end.
    pub cycles: Option<u64>,
    /// What it returned.
    pub results: Vec<Shown>,
    /// Every argument that is an array, as the circuit left it.
    pub arguments: Vec<Shown>,
    /// What simulating took.
    pub running: Duration,
}

/// The elastic circuit that a request is about: the one of this name, or the only one of a file that has no other circuits.
pub(super) fn find(ir: &Ir, module: Op, top: Option<&str>) -> Option<Op> {
    let all = ir.walk(module);
    let mut funcs = all.iter().copied().filter(|op| ir.code(*op) == handshake::FUNC);
    match top {
        Some(top) => {
            let top = top.strip_prefix('@').unwrap_or(top);
            funcs.find(|op| symbol_name(ir, *op) == Some(top))
        }
        None if all.iter().any(|op| hw::is_module(ir, *op)) => None,
        None => funcs.next().filter(|_| funcs.next().is_none()),
    }
}

/// Simulates one activation.
pub(super) fn simulate(
    ir: Ir,
    module: Op,
    func: Op,
    request: &SimRequest,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Result<SimulatedKernel, Vec<Diagnostic>> {
    let name = symbol_name(&ir, func).unwrap_or_default().to_string();
    let values = arguments(&ir, func, request.args.as_deref(), request.seed.unwrap_or(0))?;
    let parameters = parameters(&ir, func);
    let one = |(value, parameter): (&Value, &Parameter)| given(&ir, value, parameter);
    let given: Result<Vec<Given>, Diagnostic> = values.iter().zip(&parameters).map(one).collect();
    let given = given.map_err(|diagnostic| vec![diagnostic])?;
    progress(&format!("simulate @{name}"));
    let begin = Instant::now();
    let stage = Stage { name: "", ir, module };
    let format = request.waves.as_deref().map(WaveFormat::from_path).transpose();
    let format = format.map_err(|why| vec![Diagnostic::error(codes::WAVE_FORMAT, None, why.to_string())])?;
    let options = ElasticOptions {
        max_cycles: request.cycles.unwrap_or(DEFAULT_MAX_CYCLES),
        watch_to_end: false,
        waves: request.waves.as_deref().zip(format),
    };
    let elastic = Elastic::new(&stage, func, options, diagnostics);
    let Some(mut elastic) = elastic else { return Err(Vec::new()) };
    let ir = &stage.ir;
    let mut ran = SimulatedKernel {
        name,
        verdict: Verdict::Pass,
        cycles: None,
        results: Vec::new(),
        arguments: Vec::new(),
        running: Duration::ZERO,
    };
    match elastic.call(&given) {
        Err(stop) => {
            ran.verdict = stop.verdict;
            diagnostics.extend(stop.diagnostics);
        }
        Ok(answer) => {
            ran.cycles = answer.cycles;
            let types = result_types(ir, func);
            let results = answer.results.into_iter().zip(types);
            ran.results =
                results.map(|(bits, ty)| shown(ir, String::new(), &Value::Scalar(bits, ty))).collect();
            for (at, (value, words)) in values.iter().zip(answer.arrays).enumerate() {
                if let (Value::Memref { shape, element, .. }, Some(words)) = (value, words) {
                    let data = words.into_iter().map(Some).collect();
                    let array = Value::Memref { shape: shape.clone(), element: *element, data };
                    ran.arguments.push(shown(ir, parameter_name(ir, func, at), &array));
                }
            }
        }
    }
    elastic.finish().map_err(|diagnostic| vec![diagnostic])?;
    ran.running = begin.elapsed();
    Ok(ran)
}

/// The types of the results that have data.
fn result_types(ir: &Ir, func: Op) -> Vec<ir::Type> {
    let Some((_, results)) = handshake::signature(ir, func) else { return Vec::new() };
    let data = |ty: &ir::Type| match ir.ctx[*ty] {
        TypeKind::Memref { .. } => None,
        _ => handshake::data_ty(&ir.ctx, *ty),
    };
    results.iter().filter_map(data).collect()
}
