//! The interface: a module, limits, and calls of its functions.

use crate::fault::{self, Fault};
use crate::host::Host;
use crate::memory::{self, Memory, Origin};
use crate::program::{Program, find_function, static_shape};
use crate::run::Machine;
use crate::stream::{Activation, Left, Network};
use crate::text::show_type;
use crate::value::Value;
use base::text::counted;
use base::{Bits, Diagnostic, SideMap, codes};
use dialects::func::signature;
use dialects::handshake;
use ir::symbols::symbol_name;
use ir::{Ir, Op, Type, TypeKind};

/// How much a run may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Operations executed.
    pub steps: u64,
    /// Bytes of memory: elements as the interpreter stores them (1, 2, 4 or a multiple of 8 bytes), some for
    /// every array and the frames of open calls.
    pub memory_bytes: u64,
    /// Calls open at once.
    pub call_depth: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 10_000_000_000, memory_bytes: 1 << 30, call_depth: 10_000 }
    }
}

/// How often every operation was executed.
#[derive(Clone, Default, Debug)]
pub struct Profile {
    executions: SideMap<Op, u64>,
}

impl Profile {
    /// How often an operation was executed.
    pub fn executions(&self, op: Op) -> u64 {
        *self.executions.get(op)
    }
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results of the function.
    pub results: Vec<Value>,
    /// The arguments as they are afterwards; memrefs may have changed.
    pub arguments_after: Vec<Value>,
    /// The status with which the program ended itself through the host, if it did; there are no results then.
    pub exit_status: Option<i32>,
    /// How many operations were executed. Terminators count, and so do constants; so does every element that
    /// `memref.copy` copies. An operation on integers of more than 64 bits counts as several, by its words.
    pub steps: u64,
    /// How often each was, if that was asked for; never for a graph of streams.
    pub profile: Option<Profile>,
    /// Of a graph of streams, the tokens that were not used up.
    pub left: Vec<Left>,
}

/// Runs functions of a module.
pub struct Interpreter<'a> {
    ir: &'a Ir,
    module: Op,
    program: Program<'a>,
    limits: Limits,
    profile: bool,
    host: Option<&'a mut dyn Host>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter of a verified module.
    pub fn new(ir: &'a Ir, module: Op) -> Interpreter<'a> {
        Interpreter {
            ir,
            module,
            program: Program::new(ir, module),
            limits: Limits::default(),
            profile: false,
            host: None,
        }
    }

    /// With other limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether runs count how often each operation is executed.
    pub fn profile(mut self, on: bool) -> Self {
        self.profile = on;
        self
    }

    /// With somebody who answers for functions that are only declared.
    pub fn host(mut self, host: &'a mut dyn Host) -> Self {
        self.host = Some(host);
        self.program.hosted = true;
        self
    }

    /// Calls a function. Every call starts from the globals' initial values.
    pub fn call(&mut self, name: &str, arguments: Vec<Value>) -> Result<Outcome, Vec<Diagnostic>> {
        let ir = self.ir;
        let function = find_function(ir, self.module, Some(name)).map_err(|diagnostic| vec![diagnostic])?;
        if ir.code(function) == handshake::FUNC {
            return self.activate(function, arguments);
        }
        check_arguments(ir, function, &arguments)?;
        let number = self.program.number(function).expect("a function of the module has a number");
        // By way of a match, because a mutable trait object changes its lifetime only where it is handed on.
        let host: Option<&mut dyn Host> = match &mut self.host {
            Some(host) => Some(&mut **host),
            None => None,
        };
        let mut machine = Machine::new(ir, &mut self.program, self.limits, self.profile, host)?;
        let words = place_arguments(ir, function, &arguments, &mut machine.memory)?;
        let results = machine.call(number, &words)?;
        let (inputs, outputs) = signature(ir, function).expect("a verified function has a signature");
        let read = |types: &[Type], words: &[u64]| read_values(ir, function, types, words, &machine.memory);
        let exit_status = machine.exit_status();
        // A program that ended itself returned nothing.
        let results = if exit_status.is_none() { read(outputs, &results)? } else { Vec::new() };
        let arguments_after = read(inputs, &words)?;
        let (steps, counts) = (machine.steps(), std::mem::take(&mut machine.counts));
        let profile = self.profile.then(|| profile_of(ir, &self.program, &counts));
        Ok(Outcome { results, arguments_after, exit_status, steps, profile, left: Vec::new() })
    }

    /// Runs a kernel that is a graph of streams.
    fn activate(&self, function: Op, arguments: Vec<Value>) -> Result<Outcome, Vec<Diagnostic>> {
        let mut network = Network::new(self.ir, function)?.limits(self.limits);
        let Activation { results, arguments_after, steps, left } = network.call(arguments)?;
        Ok(Outcome { results, arguments_after, exit_status: None, steps, profile: None, left })
    }
}

fn bad_input(ir: &Ir, function: Op, message: String) -> Diagnostic {
    fault::at(ir, function, codes::BAD_INPUT_VALUE, message)
}

fn check_arguments(ir: &Ir, function: Op, arguments: &[Value]) -> Result<(), Fault> {
    let name = symbol_name(ir, function).unwrap_or("");
    let Some((inputs, _)) = signature(ir, function) else {
        return Err(vec![fault::at(ir, function, codes::NOT_EXECUTABLE, "the function has no signature")]);
    };
    if inputs.len() != arguments.len() {
        let (takes, given) = (counted(inputs.len(), "argument"), arguments.len());
        let what = format!("`@{name}` takes {takes}, but is given {given}");
        return Err(vec![bad_input(ir, function, what)]);
    }
    let mut faults = Vec::new();
    for (i, (ty, value)) in inputs.iter().zip(arguments).enumerate() {
        if !fits(ir, *ty, value) {
            let what = format!("argument {i} of `@{name}` is not of the type {}", show_type(&ir.ctx, *ty));
            faults.push(bad_input(ir, function, what));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

pub(crate) fn fits(ir: &Ir, ty: Type, value: &Value) -> bool {
    match value {
        Value::Scalar(bits, of) => *of == ty && crate::stream::token_width(ir, ty) == Some(bits.width()),
        Value::Memref { shape, element, data } => {
            let TypeKind::Memref { shape: wanted, element: wanted_element, .. } = &ir.ctx[ty] else {
                return false;
            };
            let count = shape.iter().try_fold(1u64, |n, size| n.checked_mul(*size));
            let width = ir.ctx.scalar_width(*element);
            element == wanted_element
                && wanted.len() == shape.len()
                && wanted.iter().zip(shape).all(|(wanted, size)| wanted.is_none_or(|wanted| wanted == *size))
                && count == Some(data.len() as u64)
                && data.iter().flatten().all(|bits| Some(bits.width()) == width)
        }
    }
}

/// Makes the memory of the arguments, and gives the words that the function takes.
fn place_arguments(
    ir: &Ir,
    function: Op,
    arguments: &[Value],
    memory: &mut Memory,
) -> Result<Vec<u64>, Fault> {
    let (inputs, _) = signature(ir, function).expect("the arguments were checked against the signature");
    let mut words = Vec::new();
    for (i, (ty, value)) in inputs.iter().zip(arguments).enumerate() {
        match value {
            Value::Scalar(bits, _) => words.extend_from_slice(bits.words()),
            Value::Memref { shape, data, .. } => {
                let place =
                    static_shape(ir, *ty).and_then(|known| Some((memory::layout(&known, shape)?, known)));
                let Some(((dims, offset), known)) = place else {
                    let what = format!(
                        "the interpreter cannot make argument {i}, of type {}",
                        show_type(&ir.ctx, *ty)
                    );
                    return Err(vec![fault::at(ir, function, codes::NOT_EXECUTABLE, what)]);
                };
                let m = memory
                    .allocate(&dims, offset, known.element_width, Origin::Argument, None)
                    .map_err(|problem| vec![fault::of_problem(ir, function, problem)])?;
                memory.set_elements(m, data.iter().cloned());
                words.push(m);
            }
        }
    }
    Ok(words)
}

pub(crate) fn read_values(
    ir: &Ir,
    function: Op,
    types: &[Type],
    words: &[u64],
    memory: &Memory,
) -> Result<Vec<Value>, Fault> {
    let mut values = Vec::with_capacity(types.len());
    let mut at = 0;
    for ty in types {
        let size = ir.ctx.scalar_width(*ty).map_or(1, |width| crate::code::words(width) as usize);
        let word = &words[at..at + size];
        at += size;
        values.push(match (&ir.ctx[*ty], ir.ctx.scalar_width(*ty)) {
            (_, Some(width)) => Value::Scalar(Bits::from_words(width, word), *ty),
            (TypeKind::Memref { element, .. }, _) => {
                if memory.is_freed(word[0]) {
                    let what = "the function returns memory that is not there any more";
                    return Err(vec![fault::at(ir, function, codes::UB_ALLOC, what)]);
                }
                if let Err(problem) = memory.room_for_elements(word[0]) {
                    return Err(vec![fault::of_problem(ir, function, problem)]);
                }
                let shape = memory.descriptor(word[0]).dims().iter().map(|dim| dim.size).collect();
                Value::Memref { shape, element: *element, data: memory.elements(word[0]) }
            }
            _ => {
                let what = format!("a result of type {} cannot be shown", show_type(&ir.ctx, *ty));
                return Err(vec![fault::at(ir, function, codes::NOT_EXECUTABLE, what)]);
            }
        });
    }
    Ok(values)
}

fn profile_of(ir: &Ir, program: &Program<'_>, counts: &[Vec<u64>]) -> Profile {
    let mut profile = Profile::default();
    for (number, code) in program.compiled() {
        for (label, count) in code.labels.iter().zip(&counts[number]) {
            let Some(block) = label.block else { continue };
            for op in ir.block_ops(block) {
                profile.executions[op] += count;
            }
        }
    }
    profile
}
