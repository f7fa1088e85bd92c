//! A kernel on its way from the program to the circuit, with every level it passes.
//!
//! Each kernel is compiled by itself, in a module that holds nothing else: the program is copied, and what the kernel does not reach is
//! removed. Globals that other functions use as well become public first; the lowerings make a memory inside the circuit of those that are private,
//! and an argument of the others.

use super::calls::{Parameter, parameters};
use super::clock::{Critical, critical};
use super::memory::Choice;
use super::profile::{self, FirstCall, Unknown};
use super::{CompileOptions, Lowering, banks, room};
use crate::Progress;
use crate::c::KERNEL_ATTR;
use crate::passes::TABLE;
use base::text::counted;
use base::{Diagnostic, Diagnostics, Span, codes};
use dialects::{func, handshake, hw, memref};
use ir::pass::{Moment, PassArgs, PassDef, PassManager, Pipeline};
use ir::symbols::{SymbolTables, symbol_name, uses_below};
use ir::text::{PrintOptions, print, settle_names};
use ir::{AttrKind, Ir, Op};
use lower::handshake_to_hw::ports;
use lower::scf_to_dataflow::SCF_TO_DATAFLOW;
use lower::{BANKS, Banks, MEMORY, MemoryOrder, QUEUE_DEPTH, QueueDepth};
use place::graph::write_tokens;
use place::placer;
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
#[derive(Clone)]
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
    /// Its longest path.
    pub critical: Option<Critical>,
    /// How accesses to memory are kept in order that may meet, and why in this way.
    pub memory: Choice,
    /// Which arrays became several memories, and why.
    pub banks: banks::Choice,
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

/// Compiles a function of a program; a call of it shows the placement what is taken how often. What cannot be is said in the diagnostics.
pub fn compile(
    ir: &Ir,
    module: Op,
    function: Op,
    options: &CompileOptions,
    call: Option<&FirstCall>,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Kernel> {
    if let Some(error) = useless_depth(options) {
        diagnostics.push(error);
        return None;
    }
    tell_of_hints(ir, function, diagnostics);
    let mut alone = ir.clone();
    isolate(&mut alone, module, function);
    let banks = Banks::Off;
    let source = Source { ir: &alone, program: ir, module, function, options, banks, call, progress };
    banks::compile(&source, diagnostics)
}

/// That a depth of queues was asked for where there are none.
fn useless_depth(options: &CompileOptions) -> Option<Diagnostic> {
    let (way, instead) = match (options.lowering, options.memory) {
        _ if options.queue_depth == QueueDepth::Auto => return None,
        (Lowering::Blocks, _) => ("--lowering blocks".to_string(), "--lowering streams"),
        (_, memory) if memory.may_have_queues() => return None,
        (_, memory) => (format!("--memory {}", memory.name()), "--memory lsq"),
    };
    let message = format!("`--queue-depth` has no place in `{way}`, where there are no queues");
    let error = Diagnostic::error(codes::BAD_PASS_OPTION, None, message);
    Some(error.hint(format!("take `{instead}`, or leave out `--queue-depth`")))
}

/// A kernel in a module of its own, and how to compile it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    ir: &'a Ir,
    program: &'a Ir,
    module: Op,
    function: Op,
    pub options: &'a CompileOptions,
    banks: Banks,
    call: Option<&'a FirstCall>,
    progress: Progress<'a>,
}

impl Source<'_> {
    /// The same with arrays that may become several memories, or may not.
    pub fn with_banks(self, banks: Banks) -> Self {
        Source { banks, ..self }
    }

    fn steps<'a>(&'a self, diagnostics: &'a mut Diagnostics) -> Steps<'a> {
        Steps { ir: self.ir.clone(), module: self.module, diagnostics, progress: self.progress }
    }

    /// The streams of the kernel.
    pub fn streams(&self, order: MemoryOrder, diagnostics: &mut Diagnostics) -> Option<Stage> {
        self.steps(diagnostics).streams(self.options, order, self.banks)
    }

    /// The cycles of the first call of a circuit of the kernel, if there is one, or why they are not known.
    pub fn cycles(&self, kernel: &Kernel) -> Option<Result<u64, Unknown>> {
        let Stage { ir, .. } = &kernel.buffered;
        let ran = profile::try_out(ir, kernel.buffered.func()?, self.program, self.call?, false);
        Some(ran.map(|ran| ran.cycles))
    }

    /// All levels of the kernel.
    pub fn compile(&self, order: MemoryOrder, diagnostics: &mut Diagnostics) -> Option<Kernel> {
        let begin = Instant::now();
        let options = self.options;
        let mut steps = self.steps(diagnostics);
        let stream = steps.streams(options, order, self.banks)?;
        let mut elastic = steps
            .level("20-elastic", &format!("dataflow-to-handshake{{index-bits={}}}", options.index_bits))?;
        let profiled = self.call.filter(|_| profile::reads_tokens(options));
        match profiled.map(|call| profile::tokens(&elastic, self.program, call)) {
            Some(Ok(tokens)) => {
                write_tokens(&mut steps.ir, elastic.func()?, &tokens);
                elastic = steps.stage("20-elastic");
            }
            Some(Err(why)) => steps.diagnostics.push(profile::unknown(self.program, self.function, why)),
            None => {}
        }
        let compiling = begin.elapsed();
        let begin = Instant::now();
        let buffered = steps.buffered(options)?;
        let placing = begin.elapsed();
        let kernel = Kernel::of_stages(stream, elastic, buffered)?;
        let memory = Choice { order, why: None };
        let mut kernel = Kernel { compiling, placing, memory, options: options.clone(), ..kernel };
        kernel.critical = critical(&kernel);
        let may_widen = placer::named(&options.buffers).is_some_and(|placer| placer.may_widen());
        if let Some(call) = self.call.filter(|_| may_widen) {
            kernel = with_room(kernel, self.program, call);
            kernel.placing = begin.elapsed();
        }
        Some(kernel)
    }
}

/// A kernel with more room where its first call shows that it saves time, unless the clock is then missed.
fn with_room(kernel: Kernel, program: &Ir, call: &FirstCall) -> Kernel {
    let mut buffered = kernel.buffered.clone();
    if !room::widen(&mut buffered, program, call) {
        return kernel;
    }
    let size = buffered.func().map(|func| size(&buffered.ir, func)).unwrap_or_default();
    let mut wide = Kernel { buffered, size, ..kernel.clone() };
    wide.critical = critical(&wide);
    let delay = |kernel: &Kernel| kernel.critical.as_ref().map_or(0.0, |critical| critical.delay);
    if delay(&wide) > delay(&kernel).max(kernel.options.clock) { kernel } else { wide }
}

/// Says once that what is asked of loops is not done.
fn tell_of_hints(ir: &Ir, function: Op, diagnostics: &mut Diagnostics) {
    let hinted = |op: &Op| ["unroll", "pipeline"].into_iter().find(|hint| ir.attr(*op, hint).is_some());
    let mut hints = ir.walk(function).into_iter().filter_map(|op| Some((op, hinted(&op)?)));
    let Some((op, hint)) = hints.next() else { return };
    let message = format!("`{hint}` is asked of this loop, but has no effect on an elastic circuit");
    let mut warning = Diagnostic::warning(codes::C_PRAGMA, ir.ctx.span(ir.loc(op)), message)
        .note("an iteration starts as soon as what it needs is there, and nothing is copied");
    let others = hints.count();
    if others > 0 {
        warning = warning.note(format!("the same holds for {}", counted(others, "other loop")));
    }
    diagnostics.push(warning);
}

impl Kernel {
    /// A kernel that was compiled before; nothing if there is no elastic circuit among its levels.
    pub fn of_stages(stream: Stage, elastic: Stage, buffered: Stage) -> Option<Kernel> {
        let func = buffered.func()?;
        let ir = &buffered.ir;
        // A file that others have changed may only declare it.
        ir.entry(ir.region(func, 0))?;
        Some(Kernel {
            name: symbol_name(ir, func)?.to_string(),
            span: ir.ctx.span(ir.loc(func)),
            parameters: parameters(ir, func),
            results: ports(ir, func).results.into_iter().flatten().map(|(name, _)| name).collect(),
            size: size(ir, func),
            critical: None,
            memory: Choice::default(),
            banks: banks::Choice::default(),
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
    let mut steps = Steps { ir, module, diagnostics, progress };
    // Its wires keep the names they are given, of which the text does not show all.
    steps.run("40-circuit", "handshake-to-hw")?;
    Some(steps.stage("40-circuit"))
}

/// A module that goes through passes.
struct Steps<'a> {
    ir: Ir,
    module: Op,
    diagnostics: &'a mut Diagnostics,
    progress: Progress<'a>,
}

impl Steps<'_> {
    /// Runs the passes to streams.
    fn streams(&mut self, options: &CompileOptions, order: MemoryOrder, banks: Banks) -> Option<Stage> {
        let name = "10-stream";
        let mut pipeline = self.pipeline(&to_streams(options));
        pipeline.set(&SCF_TO_DATAFLOW, MEMORY.name, order.name());
        if order == MemoryOrder::Lsq {
            pipeline.set(&SCF_TO_DATAFLOW, QUEUE_DEPTH.name, &options.queue_depth.to_string());
        }
        pipeline.set(&SCF_TO_DATAFLOW, BANKS.name, banks.name());
        self.run_pipeline(name, &pipeline)?;
        settle_names(&mut self.ir, self.module);
        Some(self.stage(name))
    }

    /// Runs passes to a level that others are made from. Units are named after values, and must not be called otherwise when they are made from
    /// the level's file.
    fn level(&mut self, name: &'static str, passes: &str) -> Option<Stage> {
        self.run(name, passes)?;
        settle_names(&mut self.ir, self.module);
        Some(self.stage(name))
    }

    /// The level with buffers.
    fn buffered(&mut self, options: &CompileOptions) -> Option<Stage> {
        let name = "30-buffered";
        let args = PassArgs::defaults(&place::PLACE_BUFFERS)
            .with("algorithm", &options.buffers)
            .with("clock", &options.clock.to_string())
            .with("target", &options.target)
            .with("time", &options.place_time.to_string());
        let pass = place::PLACE_BUFFERS.name;
        (self.progress)(pass);
        // A solver may take long: what it is at is told, which a pass among others cannot do.
        let tell = |what: &str| (self.progress)(&format!("{pass}: {what}"));
        place::place_buffers(&mut self.ir, self.module, &args, self.diagnostics, &tell).ok()?;
        self.settle(name)?;
        settle_names(&mut self.ir, self.module);
        Some(self.stage(name))
    }

    /// The level that was reached.
    fn stage(&self, name: &'static str) -> Stage {
        Stage { name, ir: self.ir.clone(), module: self.module }
    }

    /// Runs passes.
    fn run(&mut self, name: &'static str, passes: &str) -> Option<()> {
        let pipeline = self.pipeline(passes);
        self.run_pipeline(name, &pipeline)
    }

    fn pipeline(&mut self, passes: &str) -> Pipeline {
        let source = self.ir.ctx.sources.add("passes", passes);
        let pipeline = Pipeline::parse(&self.ir.ctx.sources, source, TABLE, self.diagnostics);
        pipeline.expect("our own pipeline is well formed")
    }

    fn run_pipeline(&mut self, name: &'static str, pipeline: &Pipeline) -> Option<()> {
        let progress = self.progress;
        let mut tell = |moment: Moment, pass: &'static PassDef, _: usize, _: &Ir, _: Op| {
            if moment == Moment::Before {
                progress(pass.name);
            }
        };
        let mut manager = PassManager { verify_each: false, hook: Some(&mut tell), timings: Vec::new() };
        manager.run(pipeline, &mut self.ir, self.module, self.diagnostics).ok()?;
        self.settle(name)
    }

    /// Removes what passes leave over, and sees that the rest is valid.
    fn settle(&mut self, name: &'static str) -> Option<()> {
        self.drop_globals();
        let mut found = Diagnostics::new();
        if !ir::verify::verify(&mut self.ir, self.module, &mut found) {
            let message = format!("compiling left the IR invalid at the level `{name}`");
            self.diagnostics.push(Diagnostic::error(codes::PASS_BROKE_IR, None, message));
            self.diagnostics.append(found);
            return None;
        }
        Some(())
    }

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
pub fn isolate(ir: &mut Ir, module: Op, function: Op) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Input;
    use crate::load::{Loaded, ReadOptions, read_module};

    /// Loops around each other bring a value in under one name many times.
    const PROGRAM: &str = "func.func @k(%x: memref<8xi32>, %n: i32, %by: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    scf.for %j = %zero to %i step %one : i32 {
      %at = arith.index_cast %j : i32 to index
      %v = memref.load %x[%at] : memref<8xi32>
      %less = arith.cmpi slt, %v, %by : i32
      scf.if %less {
        %sum = arith.addi %v, %by : i32
        memref.store %sum, %x[%at] : memref<8xi32>
      }
    }
  }
  return
}
";

    fn load(text: &str) -> Loaded {
        let input = Input::new("test.mlir", text);
        read_module(&input, &ReadOptions::default()).unwrap_or_else(|_| panic!("it can be read:\n{text}"))
    }

    /// What passes make of the text of a level.
    fn again(text: &str, passes: &str) -> String {
        let Loaded { ir, module, mut diagnostics } = load(text);
        let mut steps = Steps { ir, module, diagnostics: &mut diagnostics, progress: &|_| {} };
        steps.run("", passes).expect("the passes go through");
        steps.stage("").text()
    }

    #[test]
    fn every_level_can_be_made_from_the_text_of_the_one_before() {
        for lowering in [Lowering::Streams, Lowering::Blocks] {
            let Loaded { ir, module, mut diagnostics } = load(PROGRAM);
            let function =
                ir.walk(module).into_iter().find(|op| ir.code(*op) == func::FUNC).expect("it is there");
            let options = CompileOptions { lowering, ..CompileOptions::default() };
            let kernel = compile(&ir, module, function, &options, None, &mut diagnostics, &|_| {})
                .expect("it compiles");
            let circuit =
                circuit(&kernel, &mut diagnostics, &|_| {}).expect("there are circuits for all units");
            assert_eq!(again(&kernel.stream.text(), "dataflow-to-handshake"), kernel.elastic.text());
            assert_eq!(again(&kernel.elastic.text(), "place-buffers"), kernel.buffered.text());
            assert_eq!(again(&kernel.buffered.text(), "handshake-to-hw"), circuit.text());
        }
    }

    /// A sum of products, with a product in every cycle: whether there is another one waits beside the multiplier, as many cycles for every product.
    #[test]
    fn slots_that_move_together_are_a_shift_register() {
        let Loaded { ir, module, mut diagnostics } = load(
            "func.func @k(%x: memref<64xi32>, %y: memref<64xi32>) -> i32 {
               %zero = arith.constant 0 : index
               %one = arith.constant 1 : index
               %n = arith.constant 64 : index
               %none = arith.constant 0 : i32
               %all = scf.for %i = %zero to %n step %one iter_args(%sum = %none) -> (i32) {
                 %a = memref.load %x[%i] : memref<64xi32>
                 %b = memref.load %y[%i] : memref<64xi32>
                 %p = arith.muli %a, %b : i32
                 %next = arith.addi %sum, %p : i32
                 scf.yield %next : i32
               }
               return %all : i32
             }",
        );
        let function =
            ir.walk(module).into_iter().find(|op| ir.code(*op) == func::FUNC).expect("it is there");
        let kernel =
            compile(&ir, module, function, &CompileOptions::default(), None, &mut diagnostics, &|_| {})
                .expect("it compiles");
        let text = kernel.buffered.text();
        assert!(text.contains("SHIFT_REG_BREAK_DV"), "{text}");
        assert!(!text.contains("FIFO_BREAK_DV"), "{text}");
    }
}
