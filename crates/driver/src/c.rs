//! C programs: their test bench, `main`, executed by the reference interpreter.
//!
//! The front end leaves to a host what a program cannot do by itself: printing, random numbers, the end of the program. This is that
//! host. It also looks on while kernels are called.

mod printf;
mod rand;

use self::rand::Rand;
use crate::interp::{Shown, parameter_name, shown};
use ::interp::text::show;
use ::interp::{Activation, Halt, Host, HostCall, Value};
use base::{Bits, Diagnostics, SourceId, codes};
pub use cfront::Options;
pub use cfront::preprocess::header_list;
use ir::pass::PassArgs;
use ir::symbols::symbol_name;
use ir::text::type_print::type_text;
use ir::verify::verify;
use ir::{Ir, Op};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Compiles a C file to a verified module, with variables as values.
pub(crate) fn compile(
    ir: &mut Ir,
    source: SourceId,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<Op> {
    let module = cfront::compile(ir, source, options, &mut Disk, diagnostics)?;
    if !verify(ir, module, diagnostics) {
        return None;
    }
    let arguments = PassArgs::defaults(&::passes::MEM2REG);
    (::passes::MEM2REG.run)(ir, module, &arguments, diagnostics).ok()?;
    Some(module)
}

/// Headers come from the file system.
struct Disk;

impl cfront::Files for Disk {
    fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// The attribute of functions that become circuits.
pub(crate) const KERNEL_ATTR: &str = "kernel";

/// A call of a kernel that has returned.
pub struct KernelCall<'a> {
    /// The module.
    pub ir: &'a Ir,
    /// The kernel.
    pub function: Op,
    /// Its name.
    pub name: &'a str,
    /// Its arguments when it was called.
    pub before: &'a [Value],
    /// Its arguments when it returned.
    pub after: &'a [Value],
    /// What it returned.
    pub results: &'a [Value],
    /// Globals that were asked for, before and after.
    pub globals: &'a [Global],
    /// Pairs of its arguments that are in one piece of memory.
    pub shared: &'a [(usize, usize)],
    /// Arguments that are in the memory of a global that was asked for.
    pub in_globals: &'a [(usize, String)],
}

/// What a global held before and after a call.
pub struct Global {
    /// Its name.
    pub name: String,
    /// When the kernel was called.
    pub before: Value,
    /// When it returned.
    pub after: Value,
}

impl KernelCall<'_> {
    fn parameter(&self, index: usize) -> String {
        parameter_name(self.ir, self.function, index).trim_start_matches('%').to_string()
    }

    /// The name and the value of each argument, as it was given; of an array only its type.
    pub fn arguments(&self) -> impl Iterator<Item = (String, ShownValue)> {
        self.before.iter().enumerate().map(|(index, value)| {
            let shown = match value {
                Value::Scalar(..) => ShownValue::Scalar(show(&self.ir.ctx, value)),
                Value::Memref { shape, element, .. } => {
                    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
                    ShownValue::Array(format!("memref<{sizes}{}>", type_text(&self.ir.ctx, *element)))
                }
            };
            (self.parameter(index), shown)
        })
    }

    /// What it returned, as text.
    pub fn results(&self) -> Vec<String> {
        self.results.iter().map(|value| show(&self.ir.ctx, value)).collect()
    }

    /// Its arguments when it returned, and its results, as text.
    pub fn shown(&self) -> ShownCall {
        let arguments = self.after.iter().enumerate();
        ShownCall {
            kernel: self.name.to_string(),
            arguments: arguments.map(|(index, value)| shown(self.ir, self.parameter(index), value)).collect(),
            results: self.results.iter().map(|value| shown(self.ir, String::new(), value)).collect(),
        }
    }
}

/// An argument in a few words.
pub enum ShownValue {
    /// A number.
    Scalar(String),
    /// An array, by its type.
    Array(String),
}

/// A call of a kernel as text.
pub struct ShownCall {
    /// The name of the kernel.
    pub kernel: String,
    /// Its arguments when it returned.
    pub arguments: Vec<Shown>,
    /// What it returned.
    pub results: Vec<Shown>,
}

/// Somebody who wants to know of calls of kernels.
pub type CallWatcher<'a> = &'a mut dyn FnMut(&KernelCall<'_>, &mut dyn Write);

/// The world around a program.
pub(crate) struct CHost<'a> {
    output: &'a mut dyn Write,
    watcher: Option<CallWatcher<'a>>,
    watched: Watched,
    rand: Rand,
    /// The kernels that are running: their arguments, and the globals that were asked for.
    open: Vec<(Vec<Value>, Vec<Option<Value>>)>,
}

/// Which calls are watched, and what is looked at.
#[derive(Clone, Default)]
pub(crate) struct Watched {
    /// The functions; without a list those that are marked as kernels.
    pub functions: Option<Vec<Op>>,
    /// The names of globals whose contents are wanted with every call.
    pub globals: Vec<String>,
}

impl<'a> CHost<'a> {
    /// One whose programs print to `output`.
    pub fn new(output: &'a mut dyn Write, watcher: Option<CallWatcher<'a>>, watched: Watched) -> CHost<'a> {
        CHost { output, watcher, watched, rand: Rand::new(1), open: Vec::new() }
    }

    /// Prints; the number of bytes is the result.
    fn print(&mut self, bytes: &[u8]) -> Result<Vec<Bits>, Halt> {
        match self.output.write_all(bytes) {
            Ok(()) => Ok(vec![Bits::from_i64(32, bytes.len() as i64)]),
            // The reader has seen enough, as `head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Halt::Exit(0)),
            Err(error) => {
                let what =
                    format!("the output of the program cannot be written: {}", base::text::reason(&error));
                Err(Halt::Fault(codes::UNWRITABLE_FILE, what))
            }
        }
    }
}

/// An argument that is an integer, sign-extended.
fn integer(call: &HostCall<'_>, index: usize) -> Result<i64, Halt> {
    match call.scalar(index) {
        Some((bits, _)) if bits.width() <= 64 => Ok(bits.to_i64().unwrap_or(0)),
        _ => Err(mismatch(call)),
    }
}

/// The module is not what the front end makes.
fn mismatch(call: &HostCall<'_>) -> Halt {
    let what = format!("the arguments of the host's function `{}` do not fit it", call.name());
    Halt::Fault(codes::NOT_EXECUTABLE, what)
}

/// The string that argument `index` and the offset after it point to, up to `limit` characters; and the index of the next argument.
fn string(call: &HostCall<'_>, index: usize, limit: u64) -> Result<(Vec<u8>, usize), Halt> {
    if !call.is_array(index) {
        return Err(mismatch(call));
    }
    let start = integer(call, index + 1)? as u64;
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < limit {
        match call.element(index, start.wrapping_add(bytes.len() as u64)) {
            Some(0) => break,
            Some(byte) => bytes.push(byte as u8),
            None => {
                let what = format!("`{}` is given a string without end", call.name());
                return Err(Halt::Fault(codes::UB_OUT_OF_BOUNDS, what));
            }
        }
    }
    Ok((bytes, index + 2))
}

impl Host for CHost<'_> {
    fn call(&mut self, call: &HostCall<'_>) -> Result<Vec<Bits>, Halt> {
        match call.name() {
            "printf" => {
                let text = printf::format(call)?;
                self.print(&text)
            }
            "puts" => {
                let (mut line, _) = string(call, 0, u64::MAX)?;
                line.push(b'\n');
                self.print(&line)
            }
            "putchar" => {
                let byte = integer(call, 0)? as u8;
                self.print(&[byte])?;
                Ok(vec![Bits::from_i64(32, byte.into())])
            }
            "rand" => Ok(vec![Bits::from_i64(32, self.rand.next().into())]),
            "srand" => {
                self.rand = Rand::new(integer(call, 0)? as u32);
                Ok(Vec::new())
            }
            "exit" => Err(Halt::Exit(integer(call, 0)? as i32)),
            "abort" => Err(Halt::Fault(codes::PROGRAM_ABORTED, "the program called `abort`".to_string())),
            "__assert_fail" => {
                let (condition, _) = string(call, 0, u64::MAX)?;
                let what = format!("assertion failed: {}", String::from_utf8_lossy(&condition));
                Err(Halt::Fault(codes::ASSERTION_FAILED, what))
            }
            name => Err(Halt::Fault(codes::NOT_EXECUTABLE, format!("the host has no function `{name}`"))),
        }
    }

    fn watches(&self, ir: &Ir, function: Op) -> bool {
        self.watcher.is_some()
            && match &self.watched.functions {
                Some(functions) => functions.contains(&function),
                None => ir.attr(function, KERNEL_ATTR).is_some(),
            }
    }

    fn entered(&mut self, activation: &Activation<'_>) -> ControlFlow<()> {
        let globals = self.watched.globals.iter().map(|name| activation.global(name)).collect();
        self.open.push((activation.arguments.clone(), globals));
        ControlFlow::Continue(())
    }

    fn left(&mut self, activation: &Activation<'_>, results: &[Value]) {
        let (before, globals) = self.open.pop().expect("what returns was called");
        let Some(watcher) = &mut self.watcher else { return };
        let (ir, function) = (activation.ir, activation.function);
        let global = |(name, before): (&String, Option<Value>)| {
            Some(Global { name: name.clone(), before: before?, after: activation.global(name)? })
        };
        let globals: Vec<Global> = self.watched.globals.iter().zip(globals).filter_map(global).collect();
        let call = KernelCall {
            ir,
            function,
            name: symbol_name(ir, function).unwrap_or(""),
            before: &before,
            after: &activation.arguments,
            results,
            globals: &globals,
            shared: &shared(activation),
            in_globals: &in_globals(activation, &self.watched.globals),
        };
        watcher(&call, &mut *self.output);
    }
}

/// Arguments that are in the memory of a global.
fn in_globals(activation: &Activation<'_>, globals: &[String]) -> Vec<(usize, String)> {
    let arguments = 0..activation.arguments.len();
    let pairs = arguments.flat_map(|argument| globals.iter().map(move |name| (argument, name)));
    let shares = |(argument, name): &(usize, &String)| activation.shares_global(*argument, name);
    pairs.filter(shares).map(|(argument, name)| (argument, name.clone())).collect()
}

/// Pairs of arguments that are in one piece of memory.
fn shared(activation: &Activation<'_>) -> Vec<(usize, usize)> {
    let count = activation.arguments.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    pairs.filter(|(a, b)| activation.share_memory(*a, *b)).collect()
}
