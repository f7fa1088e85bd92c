//! The simulator: inputs are poked, cycles are stepped, outputs are peeked at.
//!
//! A cycle is: inputs are set, values settle, outputs are observed, all clocks rise. [`Simulator::peek`] settles what was poked before
//! it looks; [`Simulator::step`] settles and rises. Nothing is allocated in a cycle.

use crate::design::Port;
use crate::interpret::{self, Buffers};
#[cfg(feature = "jit")]
use crate::jit::tiers::Tiers;
use crate::program::{Arg, Program, Signal, load_bits, store_bits, words};
use base::Bits;
use std::sync::Arc;

/// How the program is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// Instruction by instruction.
    Interpreted,
    /// As machine code, where this build and this machine have it; interpreted elsewhere. Long runs get better code on the way.
    #[default]
    Compiled,
    /// The same, with the better code from the beginning.
    Optimized,
}

/// A circuit in simulation.
pub struct Simulator {
    program: Arc<Program>,
    #[cfg(feature = "jit")]
    compiled: Option<Tiers>,
    buffers: Buffers,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    cycle: u64,
    /// Values belong to the present inputs and registers.
    settled: bool,
}

/// Everything that a simulation remembers, at one moment.
#[derive(Clone)]
pub struct Snapshot {
    buffers: Buffers,
    cycle: u64,
    settled: bool,
}

impl Simulator {
    pub(crate) fn from_program(
        program: Program,
        inputs: Vec<Port>,
        outputs: Vec<Port>,
        backend: Backend,
    ) -> Simulator {
        let buffers = Buffers::new(&program);
        let program = Arc::new(program);
        #[cfg(feature = "jit")]
        let compiled = match backend {
            Backend::Interpreted => None,
            Backend::Compiled => Tiers::quick(&program),
            Backend::Optimized => Tiers::thorough(&program),
        };
        #[cfg(not(feature = "jit"))]
        let _ = backend;
        Simulator {
            program,
            #[cfg(feature = "jit")]
            compiled,
            buffers,
            inputs,
            outputs,
            cycle: 0,
            settled: false,
        }
    }

    /// The input ports, clocks among them. The others are poked by their position here.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// The output ports. They are peeked at by their position here.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// The position of an input port.
    pub fn input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|port| port.name == name)
    }

    /// The position of an output port.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|port| port.name == name)
    }

    /// The program, for those who want to know what is executed.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether machine code is executed.
    pub fn is_compiled(&self) -> bool {
        #[cfg(feature = "jit")]
        return self.compiled.is_some();
        #[cfg(not(feature = "jit"))]
        false
    }

    /// How many edges there have been.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Sets an input. The value has the port's width.
    pub fn poke(&mut self, input: usize, value: &Bits) {
        let arg = self.program.inputs[input];
        assert_eq!(value.width(), arg.width, "a value has the width of its port");
        let at = arg.slot.at(0);
        store_bits(&mut self.buffers.temp[at..at + words(arg.width) as usize], value);
        self.settled = false;
    }

    /// Sets an input of at most 64 bits; higher bits are dropped.
    pub fn poke_u64(&mut self, input: usize, value: u64) {
        let width = self.program.inputs[input].width;
        self.poke(input, &Bits::from_u64(width, value));
    }

    /// The value that an input was last set to.
    pub fn poked(&self, input: usize) -> Bits {
        self.value(self.program.inputs[input])
    }

    /// The value of an output in this cycle.
    pub fn peek(&mut self, output: usize) -> Bits {
        self.settle();
        self.value(self.program.outputs[output])
    }

    /// The low 64 bits of an output in this cycle.
    pub fn peek_u64(&mut self, output: usize) -> u64 {
        self.settle();
        let arg = self.program.outputs[output];
        crate::wide::field(self.buffers.words(arg, 0), 0, arg.width.min(64))
    }

    /// Lets the values follow the inputs.
    pub fn settle(&mut self) {
        if !self.settled {
            self.evaluate();
            self.settled = true;
        }
    }

    fn evaluate(&mut self) {
        #[cfg(feature = "jit")]
        if let Some(compiled) = &mut self.compiled {
            return compiled.evaluate(&self.program, &mut self.buffers);
        }
        interpret::evaluate(&self.program, &mut self.buffers);
    }

    /// Ends the cycle: all clocks rise.
    pub fn step(&mut self) {
        self.settle();
        interpret::clock(&self.program, &mut self.buffers);
        self.cycle += 1;
        self.settled = false;
    }

    /// So many cycles with the same inputs.
    pub fn run(&mut self, cycles: u64) {
        for _ in 0..cycles {
            self.step();
        }
    }

    /// Steps until an output is not zero and says how many cycles that took; `None` when it stays zero for `limit` cycles.
    pub fn run_until(&mut self, output: usize, limit: u64) -> Option<u64> {
        let arg = self.program.outputs[output];
        for cycles in 0..=limit {
            self.settle();
            if self.buffers.words(arg, 0).iter().any(|word| *word != 0) {
                return Some(cycles);
            }
            if cycles < limit {
                self.step();
            }
        }
        None
    }

    /// Values inside that can be looked at: those with names, when the simulator was made to keep them.
    pub fn signals(&self) -> &[Signal] {
        &self.program.signals
    }

    /// The value of a signal in this cycle.
    pub fn signal(&mut self, index: usize) -> Bits {
        self.settle();
        self.value(self.program.signals[index].arg)
    }

    /// The 32-bit words of a value in this cycle, lowest first. [`Simulator::settle`] comes before.
    pub(crate) fn words(&self, arg: Arg) -> &[u32] {
        self.buffers.words(arg, 0)
    }

    fn value(&self, arg: Arg) -> Bits {
        load_bits(self.buffers.words(arg, 0), arg.width)
    }

    /// The memories: their names from the top down, and how many words of how many bits they have.
    pub fn memories(&self) -> impl ExactSizeIterator<Item = (String, u64, u32)> + '_ {
        self.program.memory_names.iter().map(|memory| {
            let mut path = self.program.path(memory.scope);
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&memory.name);
            let shape = &self.program.memories[memory.mem];
            (path, shape.depth, shape.width)
        })
    }

    /// A word of a memory, by the memory's position in [`Simulator::memories`]; `None` past its end.
    pub fn read_memory(&self, memory: usize, addr: u64) -> Option<Bits> {
        let name = &self.program.memory_names[memory];
        let range = interpret::place(&self.program, name.mem, name.lane, addr)?;
        Some(load_bits(&self.buffers.memory[range], self.program.memories[name.mem].width))
    }

    /// Sets a word of a memory; says whether there is such a word.
    pub fn write_memory(&mut self, memory: usize, addr: u64, value: &Bits) -> bool {
        let name = &self.program.memory_names[memory];
        let Some(range) = interpret::place(&self.program, name.mem, name.lane, addr) else { return false };
        assert_eq!(
            value.width(),
            self.program.memories[name.mem].width,
            "a value has the width of the memory"
        );
        store_bits(&mut self.buffers.memory[range], value);
        self.settled = false;
        true
    }

    /// Everything the simulation remembers.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { buffers: self.buffers.clone(), cycle: self.cycle, settled: self.settled }
    }

    /// Goes back to a snapshot of this simulator.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        assert_eq!(snapshot.buffers.temp.len(), self.buffers.temp.len(), "a snapshot belongs to one circuit");
        self.buffers = snapshot.buffers.clone();
        self.cycle = snapshot.cycle;
        self.settled = snapshot.settled;
    }
}
