//! Calls: frames that are pushed and popped, and those that the host answers or watches.

use super::{Frame, Machine, Role};
use crate::code::{Callee, Code, Inst, List, words};
use crate::fault::{self, Fault};
use crate::host::{Activation, Argument, Halt, HostCall};
use crate::interpreter::read_values;
use crate::memory::Problem;
use crate::window::SMALL;
use base::text::counted;
use base::{Bits, codes};
use dialects::func::signature;
use ir::Op;
use std::rc::Rc;

impl Machine<'_, '_> {
    /// Begins an activation of a function; its parameters are still to be set.
    pub(super) fn enter(&mut self, function: u32, call: Option<Op>) -> Result<(), Fault> {
        let code = self.program.code(function)?;
        let bytes = (code.frame.len() * 8 + 64) as u64;
        let problem = if self.frames.len() as u64 >= self.limits.call_depth {
            let what = format!("more than {} open at once", counted(self.limits.call_depth, "call"));
            Some(Problem::new(codes::CALL_DEPTH, what))
        } else {
            self.memory.charge(bytes).err()
        };
        if let Some(problem) = problem {
            let diagnostic = fault::of_problem(self.ir, call.unwrap_or(code.function), problem);
            return Err(vec![self.with_calls(diagnostic, self.frames.len().saturating_sub(1))]);
        }
        let base = self.top;
        self.top += code.frame.len();
        if self.stack.len() < self.top + SMALL {
            self.stack.resize((2 * self.stack.len()).max(self.top + SMALL), 0);
        }
        self.stack[base..self.top].copy_from_slice(&code.frame);
        if !self.poison.is_empty() {
            self.poison.resize(self.stack.len(), 0);
            self.poison[base..self.top].fill(0);
        }
        let entry = code.labels[0];
        if let Some(counts) = self.counts.get_mut(function as usize) {
            counts.resize(code.labels.len(), 0);
            counts[0] += 1;
        }
        let mark = self.memory.mark();
        let left = self.fuel.checked_sub(u64::from(entry.cost));
        self.frames.push(Frame { code: Rc::clone(&code), function, pc: entry.pc as usize, base, mark });
        match left {
            Some(left) => self.fuel = left,
            None => return Err(self.step_limit(&code, entry.pc as usize)),
        }
        Ok(())
    }

    /// Carries out a call instruction.
    pub(super) fn enter_call(&mut self, code: &Code, k: u32, at: usize) -> Result<(), Fault> {
        let call = &code.calls[k as usize];
        let caller = self.frames.last().expect("the caller is running").base;
        let function = match call.callee {
            Callee::Function(function) => function,
            Callee::Value(slot) => self.stack[caller + slot as usize] as u32,
        };
        if self.roles[function as usize] == Role::Host {
            return self.call_host(code, k, at, function);
        }
        self.enter(function, Some(code.ops[at]))?;
        let callee = self.frames.last().expect("the callee was entered");
        for (parameter, argument) in callee.code.parameters.iter().zip(&call.arguments) {
            let (to, from) = (callee.base + *parameter as usize, caller + *argument as usize);
            self.stack[to] = self.stack[from];
            if !self.poison.is_empty() {
                self.poison[to] = self.poison[from];
            }
        }
        if self.roles[function as usize] == Role::Watched {
            let arguments: Vec<usize> = call.arguments.iter().map(|slot| caller + *slot as usize).collect();
            self.refuse_poison(code, at, &arguments)?;
            self.tell_host(function, None)?;
        }
        Ok(())
    }

    /// Hands a call to the host, which ends at once.
    fn call_host(&mut self, code: &Code, k: u32, at: usize, function: u32) -> Result<(), Fault> {
        let call = &code.calls[k as usize];
        let (ir, op, function) = (self.ir, code.ops[at], self.program.function(function));
        let base = self.frames.last().expect("the caller is running").base;
        let places: Vec<usize> = call.arguments.iter().map(|slot| base + *slot as usize).collect();
        self.refuse_poison(code, at, &places)?;
        let mut places = places.into_iter();
        let arguments = ir.operands(op).map(|value| match ir.ctx.scalar_width(ir.ty(value)) {
            Some(width) => {
                let words: Vec<u64> =
                    places.by_ref().take(words(width) as usize).map(|at| self.stack[at]).collect();
                Argument::Scalar(Bits::from_words(width, &words), ir.ty(value))
            }
            None => Argument::Memref(self.stack[places.next().expect("a memref takes a word")]),
        });
        let call_of_host = HostCall { ir, function, arguments: arguments.collect(), memory: &self.memory };
        let host = self.host.as_mut().expect("only a host has host functions");
        match host.call(&call_of_host) {
            Ok(results) => {
                let words = results.iter().flat_map(|bits| bits.words());
                for (slot, word) in call.results.iter().zip(words) {
                    self.stack[base + *slot as usize] = *word;
                    if let Some(mark) = self.poison.get_mut(base + *slot as usize) {
                        *mark = 0;
                    }
                }
                Ok(())
            }
            Err(Halt::Exit(status)) => {
                self.exit_status = Some(status);
                self.frames.clear();
                Ok(())
            }
            Err(Halt::Fault(kind, message)) => {
                Err(self.fault_at(code, at, |ir, op| fault::at(ir, op, kind, message)))
            }
        }
    }

    /// What leaves the program must be defined.
    fn refuse_poison(&mut self, code: &Code, at: usize, places: &[usize]) -> Result<(), Fault> {
        let mark = places.iter().filter_map(|place| self.poison.get(*place)).find(|mark| **mark != 0);
        match mark.copied() {
            Some(mark) => Err(self.poison_fault(code, at, mark)),
            None => Ok(()),
        }
    }

    /// Shows the host the innermost activation, which has just begun or, with its results, is about to end.
    pub(super) fn tell_host(&mut self, function: u32, results: Option<&[u64]>) -> Result<(), Fault> {
        let (ir, op) = (self.ir, self.program.function(function));
        let frame = self.frames.last().expect("the function is running");
        let words: Vec<u64> =
            frame.code.parameters.iter().map(|slot| self.stack[frame.base + *slot as usize]).collect();
        let (inputs, outputs) = signature(ir, op).expect("a verified function has a signature");
        let mut slots = words.iter();
        let places = inputs.iter().map(|ty| match ir.ctx.scalar_width(*ty) {
            Some(width) => {
                slots.by_ref().take(crate::code::words(width) as usize).for_each(drop);
                None
            }
            None => slots.next().copied(),
        });
        let activation = Activation {
            ir,
            function: op,
            arguments: read_values(ir, op, inputs, &words, &self.memory)?,
            places: places.collect(),
            globals: self.program.globals(),
            global_places: &self.globals,
            memory: &self.memory,
        };
        let host = self.host.as_mut().expect("only a host watches");
        match results {
            None => {
                if host.entered(&activation).is_break() {
                    self.exit_status = Some(0);
                    self.frames.clear();
                }
            }
            Some(words) => host.left(&activation, &read_values(ir, op, outputs, words, &self.memory)?),
        }
        Ok(())
    }

    /// Carries out a return instruction.
    pub(super) fn return_from(&mut self, code: &Code, values: List, at: usize) -> Result<(), Fault> {
        let values = code.list(values);
        let Frame { base, function, .. } = *self.frames.last().expect("a function returns");
        if self.roles[function as usize] == Role::Watched {
            let places: Vec<usize> = values.iter().map(|slot| base + *slot as usize).collect();
            self.refuse_poison(code, at, &places)?;
            let words: Vec<u64> = places.iter().map(|at| self.stack[*at]).collect();
            self.tell_host(function, Some(&words))?;
        }
        if let [.., caller, _] = self.frames.as_slice() {
            let Inst::Call { k } = caller.code.insts[caller.pc - 1] else {
                unreachable!("a caller goes on after its call");
            };
            for (result, value) in caller.code.calls[k as usize].results.iter().zip(values) {
                let (to, from) = (caller.base + *result as usize, base + *value as usize);
                self.stack[to] = self.stack[from];
                if !self.poison.is_empty() {
                    self.poison[to] = self.poison[from];
                }
            }
        } else {
            if !self.poison.is_empty()
                && let Some(mark) =
                    values.iter().map(|v| self.poison[base + *v as usize]).find(|mark| *mark != 0)
            {
                return Err(self.poison_fault(code, at, mark));
            }
            self.results = values.iter().map(|v| self.stack[base + *v as usize]).collect();
        }
        let frame = self.frames.pop().expect("a function returns");
        // What the outermost function made is still to be looked at.
        self.memory.leave(frame.mark, code.returns_no_memref && !self.frames.is_empty());
        self.memory.discharge((code.frame.len() * 8 + 64) as u64);
        self.top = base;
        Ok(())
    }
}
