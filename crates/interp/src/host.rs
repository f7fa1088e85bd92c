//! What is outside of the program: functions that are only declared, and someone who looks on while others are called.
//!
//! A test bench prints, draws random numbers and ends the program; the program says so by calling a function that it declares with the attribute `host`.
//! And a test bench is there to call kernels: whoever compares a kernel with something else wants to see each call of it.

use crate::memory::Memory;
use crate::program::global_type;
use crate::value::Value;
use base::{Bits, Code};
use ir::symbols::symbol_name;
use ir::{Ir, Op, Type, TypeKind};
use std::ops::ControlFlow;

/// The attribute of a declared function that a host answers for; its value names the function.
pub const HOST_ATTR: &str = "host";

/// Answers calls of declared functions, and may look on at calls of others.
pub trait Host {
    /// Answers a call of a function that has the attribute [`HOST_ATTR`]. There is a result for every result of the function, as wide as its type.
    fn call(&mut self, call: &HostCall<'_>) -> Result<Vec<Bits>, Halt>;

    /// Whether [`entered`](Host::entered) and [`left`](Host::left) are to be told of calls of this function.
    fn watches(&self, ir: &Ir, function: Op) -> bool {
        let _ = (ir, function);
        false
    }

    /// A function that is watched was called. Who has seen enough ends the program there.
    fn entered(&mut self, activation: &Activation<'_>) -> ControlFlow<()> {
        let _ = activation;
        ControlFlow::Continue(())
    }

    /// A function that is watched returns; everything as it is now, and its results.
    fn left(&mut self, activation: &Activation<'_>, results: &[Value]) {
        let _ = (activation, results);
    }
}

/// An activation of a function that is watched, with all the memory it can get at.
pub struct Activation<'m> {
    /// The module.
    pub ir: &'m Ir,
    /// The function.
    pub function: Op,
    /// Its arguments; arrays as they are at this moment.
    pub arguments: Vec<Value>,
    /// The memory of each argument that is an array.
    pub(crate) places: Vec<Option<u64>>,
    /// The globals of the module, and the memory of each.
    pub(crate) globals: &'m [Op],
    pub(crate) global_places: &'m [u64],
    pub(crate) memory: &'m Memory,
}

impl Activation<'_> {
    /// What a global holds at this moment; nothing if there is no memory of that name.
    pub fn global(&self, name: &str) -> Option<Value> {
        let named = |op: &Op| symbol_name(self.ir, *op) == Some(name);
        let at = self.globals.iter().position(named)?;
        let place = self.global_places[at];
        let ty = global_type(self.ir, self.globals[at])?;
        let TypeKind::Memref { element, .. } = self.ir.ctx[ty] else { return None };
        // Place 0 is no memory.
        if place == 0 || self.memory.room_for_elements(place).is_err() {
            return None;
        }
        let shape = self.memory.descriptor(place).dims().iter().map(|dim| dim.size).collect();
        Some(Value::Memref { shape, element, data: self.memory.elements(place) })
    }

    /// Whether two arguments are arrays in one piece of memory, so that they may have elements in common.
    pub fn share_memory(&self, a: usize, b: usize) -> bool {
        match (self.places.get(a), self.places.get(b)) {
            (Some(Some(a)), Some(Some(b))) => self.memory.is_same_buffer(*a, *b),
            _ => false,
        }
    }

    /// Whether an argument is an array in the memory of a global.
    pub fn shares_global(&self, argument: usize, name: &str) -> bool {
        let named = |op: &Op| symbol_name(self.ir, *op) == Some(name);
        let global = self.globals.iter().position(named).map(|at| self.global_places[at]);
        match (self.places.get(argument), global) {
            // Place 0 is no memory.
            (Some(Some(a)), Some(b)) if b != 0 => self.memory.is_same_buffer(*a, b),
            _ => false,
        }
    }
}

/// Why a program does not go on after a call of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It is finished, with this status.
    Exit(i32),
    /// Something is wrong.
    Fault(Code, String),
}

/// A call of a declared function.
pub struct HostCall<'m> {
    /// The module.
    pub ir: &'m Ir,
    /// The declaration.
    pub function: Op,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) memory: &'m Memory,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    Scalar(Bits, Type),
    Memref(u64),
}

impl HostCall<'_> {
    /// What the function is, by its attribute.
    pub fn name(&self) -> &str {
        self.ir.str_attr(self.function, HOST_ATTR).unwrap_or("")
    }

    /// How many arguments there are.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// An argument that is a scalar, with its type.
    pub fn scalar(&self, index: usize) -> Option<(&Bits, Type)> {
        match self.arguments.get(index)? {
            Argument::Scalar(bits, ty) => Some((bits, *ty)),
            Argument::Memref(_) => None,
        }
    }

    /// The element at `at` of an argument that is an array of one dimension, if both are there and it was written.
    pub fn element(&self, index: usize, at: u64) -> Option<u64> {
        match self.arguments.get(index)? {
            Argument::Memref(m) => self.memory.load1(*m, at),
            Argument::Scalar(..) => None,
        }
    }

    /// Whether an argument is an array.
    pub fn is_array(&self, index: usize) -> bool {
        matches!(self.arguments.get(index), Some(Argument::Memref(_)))
    }
}
