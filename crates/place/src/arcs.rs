//! Which signals of a unit make which others in the same cycle.
//!
//! Every unit follows the table in `docs/rationale/streams.md`; its combinational paths follow from it, and this is the one place that
//! says which they are. Cycles of signals and the clock are both looked for along them.

use dialects::handshake::unit::{GroupPlace, Kind, MemoryPort, PortPlace, Unit, guard};

/// A signal of a channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Signal {
    Data,
    Valid,
    Ready,
}

use Signal::{Data, Ready, Valid};

/// A place where a signal passes: at an input or an output, or inside of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pin {
    /// At an input.
    In(Signal, usize),
    /// At an output.
    Out(Signal, usize),
    /// A signal of the unit's own, where many make many others: who of a memory's ports is served.
    Inner(usize),
}

use Pin::{In, Inner, Out};

impl Pin {
    /// Its signal; those of the unit's own have none.
    pub fn signal(self) -> Option<Signal> {
        match self {
            In(signal, _) | Out(signal, _) => Some(signal),
            Inner(_) => None,
        }
    }
}

/// A way from one pin to another within a cycle.
pub type Arc = (Pin, Pin);

/// The ways through a unit. `is_lazy` says that the circuit has lazy forks, in which a ready makes a valid: then it matters that the ready of a single input asks for its token, too.
pub fn arcs(unit: &Unit, is_lazy: bool) -> Vec<Arc> {
    let (inputs, outputs) = (unit.inputs.len(), unit.outputs.len());
    let mut arcs = Arcs { inputs, outputs, is_lazy, found: Vec::new() };
    match &unit.kind {
        Kind::Buffer { ty, .. } => {
            if !ty.breaks_dv() {
                arcs.forward(0, 0);
            }
            if !ty.breaks_r() {
                arcs.backward(0, 0);
            }
        }
        Kind::Init { .. } => arcs.backward(0, 0),
        Kind::Sink | Kind::Source => {}
        Kind::Br => arcs.wire(0),
        Kind::Store => (0..2).for_each(|port| arcs.wire(port)),
        // An answer is taken while a slot is free, whoever takes it on.
        Kind::Load | Kind::QueuedLoad => {
            arcs.wire(0);
            arcs.forward(1, 1);
        }
        Kind::Constant { .. } => {
            arcs.add(In(Valid, 0), Out(Valid, 0));
            arcs.backward(0, 0);
        }
        Kind::Fork => (0..arcs.outputs).for_each(|output| {
            arcs.forward(0, output);
            arcs.backward(output, 0);
        }),
        Kind::LazyFork => arcs.lazy_fork(),
        Kind::Compute { latency: 0, .. } | Kind::Join => arcs.join(0..arcs.inputs),
        Kind::Blocker => arcs.join(0..1),
        Kind::Compute { .. } => arcs.meet(),
        Kind::Mux => {
            arcs.join(0..arcs.inputs);
            arcs.decide(0);
            arcs.choose();
        }
        Kind::Merge | Kind::ControlMerge => {
            arcs.join(0..arcs.inputs);
            arcs.choose();
        }
        Kind::CondBr => {
            arcs.join(1..2);
            arcs.decide(0);
        }
        Kind::Carry | Kind::Invariant => {
            arcs.join(0..arcs.inputs);
            arcs.decide(0);
            arcs.choose();
        }
        Kind::Gate => {
            arcs.meet();
            arcs.decide(1);
            arcs.add(In(Data, 0), Out(Data, 0));
            arcs.add(In(Data, 1), Out(Data, 1));
            (0..2).for_each(|output| arcs.valids(output));
        }
        Kind::Stream(_) => arcs.join(0..arcs.inputs),
        Kind::Memory(memory) => arcs.memory(&memory.places()),
        Kind::Guard { .. } => arcs.guard(),
        Kind::Lsq(queue) => arcs.queue(&queue.places()),
    }
    arcs.found
}

/// Collects the ways through a unit.
struct Arcs {
    inputs: usize,
    outputs: usize,
    is_lazy: bool,
    found: Vec<Arc>,
}

impl Arcs {
    fn add(&mut self, from: Pin, to: Pin) {
        self.found.push((from, to));
    }

    /// Data and valid pass from an input to an output.
    fn forward(&mut self, input: usize, output: usize) {
        self.add(In(Data, input), Out(Data, output));
        self.add(In(Valid, input), Out(Valid, output));
    }

    /// Ready passes back.
    fn backward(&mut self, output: usize, input: usize) {
        self.add(Out(Ready, output), In(Ready, input));
    }

    fn wire(&mut self, port: usize) {
        self.forward(port, port);
        self.backward(port, port);
    }

    /// All valids make that of an output.
    fn valids(&mut self, output: usize) {
        (0..self.inputs).for_each(|input| self.add(In(Valid, input), Out(Valid, output)));
    }

    /// An input is ready when all have a token and the outputs are ready.
    fn meet(&mut self) {
        for input in 0..self.inputs {
            (0..self.outputs).for_each(|output| self.backward(output, input));
            // Of one input alone the ready is that of the outputs: nobody asks for it before there is a token.
            if self.inputs > 1 || self.is_lazy {
                (0..self.inputs).for_each(|other| self.add(In(Valid, other), In(Ready, input)));
            }
        }
    }

    /// Inputs meet, and the data of some of them make the outputs.
    fn join(&mut self, data: std::ops::Range<usize>) {
        self.meet();
        for output in 0..self.outputs {
            self.valids(output);
            data.clone().for_each(|input| self.add(In(Data, input), Out(Data, output)));
        }
    }

    /// The data of an input decide who is served.
    fn decide(&mut self, by: usize) {
        (0..self.outputs).for_each(|output| self.add(In(Data, by), Out(Valid, output)));
        (0..self.inputs).for_each(|input| self.add(In(Data, by), In(Ready, input)));
    }

    /// Which input has a token decides which data come out.
    fn choose(&mut self) {
        for output in 0..self.outputs {
            (0..self.inputs).for_each(|input| self.add(In(Valid, input), Out(Data, output)));
        }
    }

    fn lazy_fork(&mut self) {
        for output in 0..self.outputs {
            self.forward(0, output);
            self.backward(output, 0);
            let others = (0..self.outputs).filter(|other| *other != output);
            others.for_each(|other| self.found.push((Out(Ready, other), Out(Valid, output))));
        }
    }

    /// The address of the load is compared with what is held, and the oldest of that leaves with its completion, so both say whether it passes; the address of the store is taken
    /// then, or later. Completions are taken whatever else happens.
    fn guard(&mut self) {
        self.forward(guard::LOAD, 0);
        let passes = [In(Valid, guard::LOAD), In(Data, guard::LOAD), In(Valid, guard::DONE)];
        passes[1..].iter().for_each(|from| self.add(*from, Out(Valid, 0)));
        let taken = (0..self.inputs).filter(|input| *input != guard::DONE);
        for input in taken {
            self.backward(0, input);
            passes.iter().for_each(|from| self.add(*from, In(Ready, input)));
            if input == guard::LOAD {
                continue;
            }
            self.add(In(Valid, guard::STORE), In(Ready, input));
            if self.inputs > guard::STORES {
                [Valid, Data].iter().for_each(|of| self.add(In(*of, guard::STORES), In(Ready, input)));
            }
        }
    }

    /// Of the loads that ask one is granted, of the stores one; an access asks when it is there and its answer or completion is being taken.
    fn memory(&mut self, places: &[PortPlace]) {
        let (end, done) = (self.inputs - 1, self.outputs - 1);
        for PortPlace { port, input, output } in places.iter().copied() {
            let (granted, inputs) = match port {
                MemoryPort::Announce => {
                    self.add(In(Valid, input), Out(Valid, done));
                    continue;
                }
                MemoryPort::Load => (Inner(0), input..input + 1),
                MemoryPort::Store => (Inner(1), input..input + 2),
            };
            for input in inputs {
                self.add(In(Valid, input), granted);
                self.add(granted, In(Ready, input));
            }
            output.into_iter().for_each(|output| self.add(Out(Ready, output), granted));
        }
        self.end(end, done);
    }

    /// Addresses and data meet registers, answers come from the memory or from registers; of the groups whose token is there the first is let in, and the end waits for all.
    fn queue(&mut self, groups: &[GroupPlace]) {
        let (end, done) = (self.inputs - 1, self.outputs - 1);
        for (number, group) in groups.iter().enumerate() {
            self.add(In(Valid, group.control), Out(Valid, done));
            for later in &groups[number + 1..] {
                self.add(In(Valid, group.control), In(Ready, later.control));
            }
            [0, end].into_iter().for_each(|input| self.add(In(Valid, group.control), In(Ready, input)));
        }
        self.end(end, done);
    }

    /// The beginning and the end of a memory's activation are joined.
    fn end(&mut self, end: usize, done: usize) {
        for input in [0, end] {
            self.add(In(Valid, input), Out(Valid, done));
            self.backward(done, input);
            [0, end].into_iter().for_each(|other| self.add(In(Valid, other), In(Ready, input)));
        }
    }
}
