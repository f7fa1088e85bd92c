//! What is outside of the program: functions that are only declared, and someone who looks on while others are called.
//!
//! A test bench prints, draws random numbers and ends the program; the program says so by calling a function that it declares with the attribute `host`.
//! And a test bench is there to call kernels: whoever compares a kernel with something else wants to see each call of it.

use crate::memory::Memory;
use crate::value::Value;
use base::{Bits, Code};
use ir::{Ir, Op, Type};

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

    /// A function that is watched was called.
    fn entered(&mut self, ir: &Ir, function: Op, arguments: &[Value]) {
        let _ = (ir, function, arguments);
    }

    /// A function that is watched returns; its arguments as they are now, and its results.
    fn left(&mut self, ir: &Ir, function: Op, arguments: &[Value], results: &[Value]) {
        let _ = (ir, function, arguments, results);
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
