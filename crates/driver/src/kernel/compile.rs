//! A kernel on its way from the program to the circuit, with every level it passes.
//!
//! Each kernel is compiled by itself, in a module that holds nothing else: the program is copied, and what the kernel does not reach is
//! removed. Globals that other functions use as well become public first; the lowerings make a memory inside the circuit of those that are private,
//! and an argument of the others.

use super::calls::{Parameter, parameters};
use super::{CompileOptions, Lowering};
use crate::Progress;
use crate::c::KERNEL_ATTR;
use crate::passes::TABLE;
use base::{Diagnostics, Span, codes};
use dialects::{func, handshake, hw, memref};
use ir::pass::{Moment, PassDef, PassManager, Pipeline};
use ir::symbols::{SymbolTables, symbol_name, uses_below};
use ir::text::{PrintOptions, print};
use ir::{AttrKind, Ir, Op};
use lower::handshake_to_hw::ports;
use std::time::{Duration, Instant};

/// A module on one of the levels.
#[derive(Clone)]
pub struct Stage {
    /// Its number and what it holds, as its file is called: `10-stream`.
    pub name: &'static str,
    /// Where the module stands.
    pub ir: Ir,
    /// The module.
    pub module: Op,
}

impl Stage {
    /// The module as text.
    pub fn text(&self) -> String {
        print(&self.ir, self.module, PrintOptions::default())
    }

    /// The circuit of this name, on the level of circuits.
    pub fn module_of(&self, name: &str) -> Option<Op> {
        let is_it = |op: &Op| hw::is_module(&self.ir, *op) && symbol_name(&self.ir, *op) == Some(name);
        self.ir.walk(self.module).into_iter().find(is_it)
    }

    /// The kernel, on the levels where it is a `handshake.func`.
    pub fn func(&self) -> Option<Op> {
        self.ir.walk(self.module).into_iter().find(|op| self.ir.code(*op) == handshake::FUNC)
    }
}

/// A compiled kernel.
pub struct Kernel {
    /// Its name in the program.
    pub name: String,
    /// Where it stands in the program, if that is known.
    pub span: Option<Span>,
    /// Streams.
    pub stream: Stage,
    /// Units and channels, before there are buffers.
    pub elastic: Stage,
    /// The same with buffers: what is simulated, and what the circuit is made from.
    pub buffered: Stage,
    /// Arguments of the circuit.
    pub parameters: Vec<Parameter>,
    /// The ports of its results in the circuit.
    pub results: Vec<String>,
    /// How large it is.
    pub size: Size,
    /// How long it took to compile, without the placement of buffers.
    pub compiling: Duration,
    /// How long the placement took.
    pub placing: Duration,
    /// How it was compiled.
    pub options: CompileOptions,
}

/// How large an elastic circuit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Units that are no buffers.
    pub units: usize,
    /// Channels.
    pub channels: usize,
    /// Buffers.
    pub buffers: usize,
    /// Tokens that all buffers hold together.
    pub slots: u64,
}

/// The passes from the program to streams that carry no more bits than they need.
fn to_streams(options: &CompileOptions) -> String {
    let lowering = match options.lowering {
        Lowering::Streams => "loops-to-streams",
        Lowering::Blocks => "blocks-to-streams",
    };
    // Narrowing leaves extensions behind that meet cuts.
    format!("{lowering},narrow-streams{{index-bits={}}},simplify-streams", options.index_bits)
}

/// Compiles a function of a program. What cannot be is said in the diagnostics.
pub fn compile(
    ir: &Ir,
    module: Op,
    function: Op,
    options: &CompileOptions,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Kernel> {
    let begin = Instant::now();
    let mut ir = ir.clone();
    isolate(&mut ir, module, function);
    let mut steps = Steps { ir, module, diagnostics, progress };
    let stream = steps.run("10-stream", &to_streams(options))?;
    let elastic =
        steps.run("20-elastic", &format!("dataflow-to-handshake{{index-bits={}}}", options.index_bits))?;
    let compiling = begin.elapsed();
    let begin = Instant::now();
    let buffered = steps.run("30-buffered", &format!("place-buffers{{algorithm={}}}", options.buffers))?;
    let placing = begin.elapsed();
    let kernel = Kernel::of_stages(stream, elastic, buffered)?;
    Some(Kernel { compiling, placing, options: options.clone(), ..kernel })
}

impl Kernel {
    /// A kernel that was compiled before; nothing if there is no elastic circuit among its levels.
    pub fn of_stages(stream: Stage, elastic: Stage, buffered: Stage) -> Option<Kernel> {
        let func = buffered.func()?;
        let ir = &buffered.ir;
        Some(Kernel {
            name: symbol_name(ir, func)?.to_string(),
            span: ir.ctx.span(ir.loc(func)),
            parameters: parameters(ir, func),
            results: ports(ir, func).results.into_iter().flatten().map(|(name, _)| name).collect(),
            size: size(ir, func),
            stream,
            elastic,
            buffered,
            compiling: Duration::ZERO,
            placing: Duration::ZERO,
            options: CompileOptions::default(),
        })
    }
}

/// The circuit of a kernel in `hw`, `comb` and `seq`.
pub fn circuit(kernel: &Kernel, diagnostics: &mut Diagnostics, progress: Progress) -> Option<Stage> {
    let Stage { ir, module, .. } = kernel.buffered.clone();
    Steps { ir, module, diagnostics, progress }.run("40-circuit", "handshake-to-hw")
}

/// A module that goes through passes.
struct Steps<'a> {
    ir: Ir,
    module: Op,
    diagnostics: &'a mut Diagnostics,
    progress: Progress<'a>,
}

impl Steps<'_> {
    /// Runs passes and gives what they leave.
    fn run(&mut self, name: &'static str, passes: &str) -> Option<Stage> {
        let source = self.ir.ctx.sources.add("passes", passes);
        let pipeline = Pipeline::parse(&self.ir.ctx.sources, source, TABLE, self.diagnostics);
        let pipeline = pipeline.expect("our own pipeline is well formed");
        let progress = self.progress;
        let mut tell = |moment: Moment, pass: &'static PassDef, _: usize, _: &Ir, _: Op| {
            if moment == Moment::Before {
                progress(pass.name);
            }
        };
        let mut manager = PassManager { verify_each: false, hook: Some(&mut tell), timings: Vec::new() };
        manager.run(&pipeline, &mut self.ir, self.module, self.diagnostics).ok()?;
        self.drop_globals();
        let mut found = Diagnostics::new();
        if !ir::verify::verify(&mut self.ir, self.module, &mut found) {
            let message = format!("compiling left the IR invalid at the level `{name}`");
            self.diagnostics.push(base::Diagnostic::error(codes::PASS_BROKE_IR, None, message));
            self.diagnostics.append(found);
            return None;
        }
        Some(Stage { name, ir: self.ir.clone(), module: self.module })
    }
}

impl Steps<'_> {
    /// Removes globals that nothing refers to: a kernel has memories and arguments instead.
    fn drop_globals(&mut self) {
        let mut tables = SymbolTables::default();
        let uses = uses_below(&self.ir, self.module).into_iter();
        let used: Vec<Op> =
            uses.filter_map(|found| tables.resolve(&self.ir, found.op, found.reference)).collect();
        for op in self.ir.walk(self.module) {
            if self.ir.code(op) == memref::GLOBAL && !used.contains(&op) {
                self.ir.erase(op);
            }
        }
    }
}

/// Leaves only the function and what it needs, as the only kernel and, besides globals that others name, the only thing that is seen from
/// outside.
fn isolate(ir: &mut Ir, module: Op, function: Op) {
    for global in shared_globals(ir, module, function) {
        ir.set_attr(global, "sym_visibility", None);
    }
    lower::isolate(ir, module, function);
    let private = ir.ctx.str_attr("private");
    let unit = ir.ctx.attr(AttrKind::Unit);
    let functions: Vec<Op> = ir.walk(module).into_iter().filter(|op| ir.code(*op) == func::FUNC).collect();
    for op in functions {
        let is_kernel = op == function;
        ir.set_attr(op, KERNEL_ATTR, is_kernel.then_some(unit));
        ir.set_attr(op, "sym_visibility", (!is_kernel).then_some(private));
    }
}

/// The globals that other functions than this one name.
fn shared_globals(ir: &Ir, module: Op, function: Op) -> Vec<Op> {
    let mut tables = SymbolTables::default();
    let uses = uses_below(ir, module).into_iter().filter(|found| !ir.is_inside(found.op, function));
    let globals = uses.filter_map(|found| tables.resolve(ir, found.op, found.reference));
    globals.filter(|op| ir.code(*op) == memref::GLOBAL).collect()
}

fn size(ir: &Ir, func: Op) -> Size {
    let mut size = Size::default();
    let Some(entry) = ir.entry(ir.region(func, 0)) else { return size };
    let is_channel = |value: &ir::Value| handshake::is_channel(&ir.ctx, ir.ty(*value));
    size.channels = ir.args(entry).iter().filter(|value| is_channel(value)).count();
    for op in ir.block_ops(entry) {
        size.channels += ir.results(op).filter(is_channel).count();
        match handshake::unit_of(ir, op).map(|unit| unit.kind) {
            Some(handshake::Kind::Buffer { slots, .. }) => {
                size.buffers += 1;
                size.slots += u64::from(slots);
            }
            Some(_) => size.units += 1,
            None => {}
        }
    }
    size
}
