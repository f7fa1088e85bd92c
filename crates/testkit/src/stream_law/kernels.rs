//! Kernels with calls of them: the public functions of a program, and what a C program marks as its kernels.

use crate::behaviour::inputs;
use base::{Bits, Diagnostic, Style, codes};
use dialects::{func, handshake, memref};
use driver::c::KernelCall;
use driver::interp::Limits;
use driver::kernel::calls::held;
use driver::{Input, InterpRequest, ReadOptions, World};
use interp::{Activation, Halt, Host, HostCall, Interpreter, Value};
use ir::symbols::{Visibility, symbol_name, visibility};
use ir::{AttrKind, Ir, Op};
use lower::GLOBALS;
use lower::parts::{Part, parts};
use std::io::Write;
use std::ops::ControlFlow;

/// What the reference interpreter made of a call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The arguments.
    pub inputs: Vec<Value>,
    /// The results.
    pub results: Vec<Value>,
    /// The arguments afterwards.
    pub after: Vec<Value>,
    /// The globals that can be changed.
    pub globals: Vec<Global>,
    /// Whether arguments share memory with each other or with globals: a circuit takes them for different arrays.
    pub overlaps: bool,
}

/// A global before and after a call.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// What it held before.
    pub before: Value,
    /// What it holds afterwards.
    pub after: Value,
}

/// A function, and calls of it one after the other.
#[derive(Clone)]
pub struct Kernel {
    /// Where it stands.
    pub ir: Ir,
    /// The module around it.
    pub module: Op,
    /// Its name.
    pub name: String,
    /// The calls.
    pub calls: Vec<Call>,
}

impl Kernel {
    /// The function, or what has become of it.
    pub(super) fn function(&self) -> Op {
        let found = self.ir.walk(self.module).into_iter().find(|op| {
            matches!(self.ir.code(*op), func::FUNC | handshake::FUNC)
                && symbol_name(&self.ir, *op) == Some(&self.name)
        });
        found.expect("the kernel is in its module")
    }

    /// The calls with the globals that are arguments of the circuit behind the arguments of the function, and no others, and with arrays in the parts that are arguments of the circuit.
    pub(super) fn calls_of_circuit(&self) -> Vec<Call> {
        let (ir, function) = (&self.ir, self.function());
        let names = match ir.attr(function, GLOBALS).map(|names| &ir.ctx[names]) {
            Some(AttrKind::Array(names)) => names.to_vec(),
            _ => Vec::new(),
        };
        let names: Vec<&str> = names.iter().filter_map(|name| ir.ctx.str_value(*name)).collect();
        let mut parts = parts(ir, function);
        // The last argument is the token that starts the circuit, and globals stand before it.
        parts.pop();
        let of_globals = parts.split_off(parts.len().saturating_sub(names.len()));
        let of_globals = of_globals.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let named: Vec<(&str, Option<&Part>)> = names.into_iter().zip(of_globals).collect();
        let mut calls = self.calls.clone();
        for call in &mut calls {
            let all = std::mem::take(&mut call.globals);
            let global = |(name, part): &(&str, Option<&Part>)| {
                let global = all.iter().find(|global| global.name == *name)?;
                let [before, after] = [&global.before, &global.after].map(|value| held(*part, value));
                Some(Global {
                    name: name.to_string(),
                    before: before.into_owned(),
                    after: after.into_owned(),
                })
            };
            call.globals = named.iter().filter_map(global).collect();
            if !parts.is_empty() {
                call.inputs = in_parts(&parts, &call.inputs);
                call.after = in_parts(&parts, &call.after);
            }
        }
        calls
    }
}

/// Values of the program as the arguments of a circuit, of which several may be parts of one.
fn in_parts(parts: &[Option<Part>], values: &[Value]) -> Vec<Value> {
    let mut next = 0;
    let mut value = |part: &Option<Part>| {
        next += usize::from(part.as_ref().is_none_or(|part| part.number == 0));
        held(part.as_ref(), &values[next - 1]).into_owned()
    };
    parts.iter().map(&mut value).collect()
}

impl Call {
    /// What the circuit is given.
    pub(super) fn given(&self) -> Vec<Value> {
        self.inputs.iter().chain(self.globals.iter().map(|global| &global.before)).cloned().collect()
    }
}

/// The names of the globals that can be changed.
fn globals(ir: &Ir, module: Op) -> Vec<String> {
    let globals = ir.walk(module).into_iter().filter(|op| ir.code(*op) == memref::GLOBAL);
    let changeable = globals.filter(|op| ir.attr(*op, "constant").is_none());
    changeable.filter_map(|op| symbol_name(ir, op).map(str::to_owned)).collect()
}

// ----- programs -----

/// The public functions of a program as kernels, each called twice on inputs from the seed. The error is that of a call that is undefined.
pub fn of_program(ir: &Ir, module: Op, seed: u64) -> Result<Vec<Kernel>, Vec<Diagnostic>> {
    let mut kernels = Vec::new();
    for op in ir.walk(module) {
        let is_entry = ir.code(op) == func::FUNC
            && visibility(ir, op) == Visibility::Public
            && !func::is_declaration(ir, op);
        let (true, Some(name)) = (is_entry, symbol_name(ir, op)) else { continue };
        let calls = (0..2u64).map(|round| inputs(ir, op, seed.wrapping_add(round * 1_000_003)));
        kernels.push(of_calls(ir, module, op, name, calls)?);
    }
    Ok(kernels)
}

/// A function of a program as a kernel with these calls of it. The error is that of a call that is undefined.
pub fn of_calls(
    ir: &Ir,
    module: Op,
    function: Op,
    name: &str,
    calls: impl IntoIterator<Item = Vec<Value>>,
) -> Result<Kernel, Vec<Diagnostic>> {
    let limits = Limits { steps: 2_000_000, memory_bytes: 1 << 26, call_depth: 100 };
    let mut watcher = Watcher { function, names: globals(ir, module), open: None, calls: Vec::new() };
    let mut interpreter = Interpreter::new(ir, module).limits(limits).host(&mut watcher);
    for inputs in calls {
        interpreter.call(name, inputs)?;
    }
    drop(interpreter);
    Ok(Kernel { ir: ir.clone(), module, name: name.to_string(), calls: watcher.calls })
}

/// Looks on at the calls of one function.
struct Watcher {
    function: Op,
    names: Vec<String>,
    open: Option<(Vec<Value>, Vec<Option<Value>>)>,
    calls: Vec<Call>,
}

impl Host for Watcher {
    fn call(&mut self, call: &HostCall<'_>) -> Result<Vec<Bits>, Halt> {
        Err(Halt::Fault(codes::NOT_EXECUTABLE, format!("there is no function `{}`", call.name())))
    }

    fn watches(&self, _: &Ir, function: Op) -> bool {
        function == self.function
    }

    fn entered(&mut self, activation: &Activation<'_>) -> ControlFlow<()> {
        let globals = self.names.iter().map(|name| activation.global(name)).collect();
        self.open = Some((activation.arguments.clone(), globals));
        ControlFlow::Continue(())
    }

    fn left(&mut self, activation: &Activation<'_>, results: &[Value]) {
        let (inputs, before) = self.open.take().expect("what returns was called");
        let global = |(name, before): (&String, Option<Value>)| {
            Some(Global { name: name.clone(), before: before?, after: activation.global(name)? })
        };
        let globals = self.names.iter().zip(before).filter_map(global).collect();
        let (results, after) = (results.to_vec(), activation.arguments.clone());
        self.calls.push(Call { inputs, results, after, globals, overlaps: false });
    }
}

// ----- C -----

/// The most calls of one kernel that are looked at.
const MOST_CALLS: usize = 4;

/// The kernels that a C program calls, with its first calls; the diagnostics if the program cannot be run.
pub fn of_c(name: &str, text: &str) -> Result<Vec<Kernel>, String> {
    let mut kernels: Vec<Kernel> = Vec::new();
    let mut watcher = |call: &KernelCall<'_>, _: &mut dyn Write| {
        let at = kernels.iter().position(|kernel| kernel.name == call.name).unwrap_or_else(|| {
            let (ir, name) = (call.ir.clone(), call.name.to_string());
            let module = ir.parent_op(call.function).expect("a function stands in a module");
            kernels.push(Kernel { ir, module, name, calls: Vec::new() });
            kernels.len() - 1
        });
        if kernels[at].calls.len() < MOST_CALLS {
            kernels[at].calls.push(noted(call));
        }
    };
    let request = InterpRequest {
        input: Input::new(name, text.to_string()),
        read: ReadOptions::default(),
        top: Some("main".into()),
        args: None,
        seed: None,
        limits: Limits { steps: 50_000_000, ..Limits::default() },
    };
    let world = World { output: &mut Vec::new(), watcher: Some(&mut watcher) };
    let outcome = driver::interp(request, world, &|_| {});
    match outcome.ran {
        Some(_) => Ok(kernels),
        None => Err(base::render_all(&outcome.report.diagnostics, &outcome.report.sources, Style::Plain)),
    }
}

/// Whether one of two arrays in one piece of memory was changed; as long as nobody writes, they are as good as two.
fn overlaps(call: &KernelCall<'_>) -> bool {
    let changed = |argument: usize| call.before[argument] != call.after[argument];
    call.shared.iter().any(|(a, b)| changed(*a) || changed(*b))
        || call.in_globals.iter().any(|(argument, _)| changed(*argument))
}

fn noted(call: &KernelCall<'_>) -> Call {
    let global = |global: &driver::c::Global| Global {
        name: global.name.clone(),
        before: global.before.clone(),
        after: global.after.clone(),
    };
    Call {
        inputs: call.before.to_vec(),
        results: call.results.to_vec(),
        after: call.after.to_vec(),
        globals: call.globals.iter().map(global).collect(),
        overlaps: overlaps(call),
    }
}
