//! The circuit as instructions: what computes which signals in a cycle, and what changes at the edge.
//!
//! Signals are the valid (with data) and the ready of every channel. A unit becomes a few [`Part`]s, each an instruction with the signals it reads
//! and writes, so that [`super::order`] can put the parts of all units into one list that is run once a cycle; and one [`Edge`] if it has a
//! state. The rules are those of the tables in `docs/rationale/streams.md`. State is words: flags, counters and data alike.

use super::alu::Alu;
use super::instr::{Controller, Edge, Guard, Instr, List, LoadPort, Pipe, StorePort, Stream};
use super::lsq::Lsq;
use super::network::{ChannelId, Network, Node, UnitId};
use base::Bits;
use dialects::handshake::unit::{BufferType, Kind, MemoryPort, PortPlace, Storage, StreamKind, Unit, guard};

/// An instruction with the signals it needs and makes: the valid of channel c is 2c, its ready 2c + 1.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub instr: Instr,
    pub reads: Vec<u32>,
    pub writes: Vec<u32>,
}

/// A circuit as instructions, not yet in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub parts: Vec<Part>,
    pub edges: Vec<(Edge, UnitId)>,
    pub pool: Vec<u32>,
    pub pipes: Vec<Pipe>,
    pub streams: Vec<Stream>,
    pub controllers: Vec<Controller>,
    pub guards: Vec<Guard>,
    pub lsqs: Vec<Lsq>,
    /// The state at reset.
    pub state: Vec<u64>,
    /// Where the state of each unit begins.
    pub places: Vec<usize>,
    /// Channels that are always valid, with their data; channels whose data stand.
    pub always_valid: Vec<u32>,
    pub always_ready: Vec<u32>,
    pub data: Vec<(u32, Bits)>,
}

/// The words that data of a width take: one even for none, so that every channel has a place.
pub(super) fn words(width: u32) -> u32 {
    width.div_ceil(64).max(1)
}

fn valid(channel: u32) -> u32 {
    2 * channel
}

fn ready(channel: u32) -> u32 {
    2 * channel + 1
}

impl Code {
    /// The instructions of a circuit.
    pub fn new(network: &Network) -> Code {
        let mut code = Code::default();
        for (id, node) in network.nodes.iter() {
            code.places.push(code.state.len());
            code.unit(id, node);
        }
        let results: Vec<u32> = network.results.iter().map(number).collect();
        let list = code.list(&results);
        code.backward(Instr::Exit { list }, &results, &[], &results);
        code
    }

    fn list(&mut self, numbers: &[u32]) -> List {
        let at = self.pool.len() as u32;
        self.pool.extend(numbers);
        List { at, len: numbers.len() as u32 }
    }

    /// Room for state, zero at reset.
    pub(super) fn room(&mut self, words: u32) -> u32 {
        let at = self.state.len();
        self.state.resize(at + words as usize, 0);
        at as u32
    }

    /// A part that makes valids of `outs` of valids of `ins`.
    pub(super) fn forward(&mut self, instr: Instr, ins: &[u32], outs: &[u32]) {
        let reads = ins.iter().map(|channel| valid(*channel)).collect();
        self.parts.push(Part { instr, reads, writes: outs.iter().map(|channel| valid(*channel)).collect() });
    }

    /// A part that makes readies of `ins` of valids of `valids` and readies of `outs`.
    pub(super) fn backward(&mut self, instr: Instr, valids: &[u32], outs: &[u32], ins: &[u32]) {
        let valids = valids.iter().map(|channel| valid(*channel));
        let reads = valids.chain(outs.iter().map(|channel| ready(*channel))).collect();
        self.parts.push(Part { instr, reads, writes: ins.iter().map(|channel| ready(*channel)).collect() });
    }

    pub(super) fn edge(&mut self, unit: UnitId, edge: Edge) {
        self.edges.push((edge, unit));
    }

    fn unit(&mut self, id: UnitId, node: &Node) {
        let ins: Vec<u32> = node.inputs.iter().map(number).collect();
        let outs: Vec<u32> = node.outputs.iter().map(number).collect();
        let n = words(node.unit.outputs.first().or(node.unit.inputs.first()).copied().unwrap_or(0));
        match &node.unit.kind {
            Kind::Buffer { ty, slots } => self.buffer(id, *ty, *slots, ins[0], outs[0], n),
            Kind::Init { initial } => {
                self.buffer(id, BufferType::ONE_SLOT_BREAK_DV, 1, ins[0], outs[0], n);
                let at = self.places[id.index()];
                self.state[at] = 1;
                for (word, value) in self.state[at + 1..].iter_mut().zip(initial.words()) {
                    *word = *value;
                }
            }
            Kind::Source => self.always_valid.push(outs[0]),
            Kind::Sink => self.always_ready.push(ins[0]),
            Kind::Br => self.wire(ins[0], outs[0], n),
            Kind::QueuedLoad => {
                self.wire(ins[0], outs[0], n);
                let n = words(node.unit.outputs[1]);
                self.buffer(id, BufferType::ONE_SLOT_BREAK_R, 1, ins[1], outs[1], n);
            }
            Kind::Store => {
                for k in 0..2 {
                    self.wire(ins[k], outs[k], words(node.unit.outputs[k]));
                }
            }
            Kind::Constant { value } => {
                self.data.push((outs[0], value.clone()));
                self.forward(Instr::WireValid { i: ins[0], o: outs[0] }, &ins, &outs);
                self.backward(Instr::WireReady { i: ins[0], o: outs[0] }, &[], &outs, &ins);
            }
            Kind::Join => {
                let list = self.list(&ins);
                self.forward(Instr::Join { list, o: outs[0] }, &ins, &outs);
                self.join_ready(&ins, outs[0]);
            }
            Kind::Blocker => {
                let list = self.list(&ins);
                self.forward(Instr::Blocker { list, o: outs[0], n }, &ins, &outs);
                self.join_ready(&ins, outs[0]);
            }
            Kind::Compute { latency, .. } => self.compute(id, &node.unit, *latency, &ins, outs[0], n),
            Kind::Fork | Kind::LazyFork | Kind::Merge | Kind::ControlMerge | Kind::Mux | Kind::CondBr => {
                self.steering(id, &node.unit.kind, &ins, &outs, n);
            }
            Kind::Carry | Kind::Invariant | Kind::Gate => {
                self.bursts(id, &node.unit.kind, &ins, &outs, n);
            }
            Kind::Stream(kind) => self.stream(id, *kind, node.unit.outputs[0], &ins, &outs),
            Kind::Load => self.load(id, &node.unit, &ins, &outs),
            Kind::Memory(_) => self.memory(id, node, &ins, &outs),
            Kind::Guard { window } => self.guard(id, &node.unit, *window, &ins, outs[0]),
            Kind::Lsq(unit) => self.lsq(id, node, unit, &ins, &outs),
        }
    }

    fn wire(&mut self, i: u32, o: u32, n: u32) {
        self.forward(Instr::Wire { i, o, n }, &[i], &[o]);
        self.backward(Instr::WireReady { i, o }, &[], &[o], &[i]);
    }

    fn join_ready(&mut self, ins: &[u32], o: u32) {
        let instr = match ins {
            [a, b] => Instr::JoinReady2 { a: *a, b: *b, o },
            _ => Instr::JoinReady { list: self.list(ins), o },
        };
        self.backward(instr, &[o], &[o], ins);
    }

    fn buffer(&mut self, id: UnitId, ty: BufferType, slots: u32, i: u32, o: u32, n: u32) {
        match ty.storage() {
            Storage::Slot => {
                let s = self.room(1 + n);
                match ty.breaks_dv() {
                    true => self.forward(Instr::SlotOut { s, o, n }, &[], &[o]),
                    false => self.forward(Instr::SlotBypass { s, i, o, n }, &[i], &[o]),
                }
                match ty.breaks_r() {
                    true => self.backward(Instr::SlotReadyBreak { s, i }, &[], &[], &[i]),
                    false => self.backward(Instr::SlotReady { s, i, o }, &[], &[o], &[i]),
                }
                self.edge(
                    id,
                    match ty.breaks_dv() {
                        true => Edge::Slot { s, i, o, n },
                        false => Edge::SlotBypass { s, i, o, n },
                    },
                );
            }
            Storage::Queue => {
                let s = self.room(2 + n * slots);
                match ty.breaks_r() {
                    true => self.backward(Instr::FifoReadyBreak { s, i, slots }, &[], &[], &[i]),
                    false => self.backward(Instr::FifoReady { s, i, o, slots }, &[], &[o], &[i]),
                }
                if ty.breaks_dv() {
                    self.forward(Instr::FifoOut { s, o, n }, &[], &[o]);
                    self.edge(id, Edge::Fifo { s, i, o, n, slots });
                } else {
                    self.forward(Instr::FifoBypass { s, i, o, n }, &[i], &[o]);
                    self.edge(id, Edge::FifoBypass { s, i, o, n, slots });
                }
            }
            Storage::Shift => {
                let s = self.room(2 + (1 + n) * slots);
                self.forward(Instr::PipeOut { s, o, n }, &[], &[o]);
                self.backward(Instr::ShiftReady { s, i, o, n }, &[o], &[o], &[i]);
                self.edge(id, Edge::Shift { s, i, o, n, stages: slots });
            }
        }
    }

    fn compute(&mut self, id: UnitId, unit: &Unit, latency: u32, ins: &[u32], o: u32, n: u32) {
        let alu = Alu::of(unit);
        if latency > 0 {
            let s = self.room(2 + (1 + n) * latency);
            let list = self.list(ins);
            let compute = self.pipes.len() as u32;
            self.pipes.push(Pipe { unit: id, alu, stages: latency });
            self.forward(Instr::PipeOut { s, o, n }, &[], &[o]);
            let valids: Vec<u32> = ins.iter().copied().chain([o]).collect();
            self.backward(Instr::PipeReady { s, list, o, n }, &valids, &[o], ins);
            self.edge(id, Edge::Pipe { s, list, o, n, compute });
            return;
        }
        let instr = match (alu, ins) {
            (Some(alu), [a]) => Instr::Alu1 { alu, a: *a, o },
            (Some(alu), [a, b]) => Instr::Alu2 { alu, a: *a, b: *b, o },
            (Some(_), [c, a, b]) => Instr::Select { c: *c, a: *a, b: *b, o, n },
            _ => {
                let list = self.list(ins);
                Instr::Wide { unit: id.index() as u32, list, o }
            }
        };
        self.forward(instr, ins, &[o]);
        self.join_ready(ins, o);
    }

    fn steering(&mut self, id: UnitId, kind: &Kind, ins: &[u32], outs: &[u32], n: u32) {
        match kind {
            Kind::Fork => {
                let (s, i, list) = (self.room(outs.len().div_ceil(64) as u32), ins[0], self.list(outs));
                self.forward(Instr::Fork { s, i, list, n }, ins, outs);
                self.backward(Instr::ForkReady { s, i, list }, &[], outs, ins);
                self.edge(id, Edge::Fork { s, i, list });
            }
            Kind::LazyFork => {
                let (i, list) = (ins[0], self.list(outs));
                for (k, o) in outs.iter().enumerate() {
                    let others = outs.iter().filter(|other| *other != o).map(|other| ready(*other));
                    let reads = std::iter::once(valid(i)).chain(others).collect();
                    let instr = Instr::Lazy { i, list, k: k as u32, n };
                    self.parts.push(Part { instr, reads, writes: vec![valid(*o)] });
                }
                self.backward(Instr::LazyReady { i, list }, &[], outs, ins);
            }
            Kind::Mux => {
                let (list, o) = (self.list(ins), outs[0]);
                self.forward(Instr::Mux { list, o, n }, ins, outs);
                self.backward(Instr::MuxReady { list, o }, &[ins[0], o], outs, ins);
            }
            Kind::Merge => {
                let (s, list, o) = (self.room(2), self.list(ins), outs[0]);
                self.forward(Instr::Merge { s, list, o, n }, ins, outs);
                self.backward(Instr::MergeReady { s, list, o }, &[o], outs, ins);
                self.edge(id, Edge::Merge { s, o });
            }
            Kind::ControlMerge => {
                let (s, list, o, index) = (self.room(3), self.list(ins), outs[0], outs[1]);
                self.forward(Instr::ControlMerge { s, list, o, index, n }, ins, outs);
                self.backward(Instr::ControlMergeReady { s, list, o, index }, outs, outs, ins);
                self.edge(id, Edge::ControlMerge { s, list, o, index });
            }
            _ => {
                let (c, x, t, f) = (ins[0], ins[1], outs[0], outs[1]);
                self.forward(Instr::CondBr { c, x, t, f, n }, ins, outs);
                self.backward(Instr::CondBrReady { c, x, t, f }, ins, outs, ins);
            }
        }
    }

    fn bursts(&mut self, id: UnitId, kind: &Kind, ins: &[u32], outs: &[u32], n: u32) {
        match kind {
            Kind::Carry => {
                let (s, d, a, b, o) = (self.room(1), ins[0], ins[1], ins[2], outs[0]);
                self.forward(Instr::Carry { s, d, a, b, o, n }, ins, outs);
                // The first value is ready without being there, so its valid is not read.
                self.backward(Instr::CarryReady { s, d, a, b, o }, &[d, b], outs, ins);
                self.edge(id, Edge::Carry { s, d, a });
            }
            Kind::Invariant => {
                let (s, d, a, o) = (self.room(1 + n), ins[0], ins[1], outs[0]);
                self.forward(Instr::Invariant { s, d, a, o, n }, ins, outs);
                self.backward(Instr::InvariantReady { s, d, a, o }, &[d], outs, ins);
                self.edge(id, Edge::Invariant { s, d, a, n });
            }
            _ => {
                let (s, x, c, o, oc) = (self.room(2), ins[0], ins[1], outs[0], outs[1]);
                self.forward(Instr::Gate { s, x, c, o, oc, n }, ins, outs);
                self.backward(Instr::GateReady { s, x, c, o, oc }, ins, outs, ins);
                self.edge(id, Edge::Gate { s, x, c, o, oc });
            }
        }
    }

    fn stream(&mut self, id: UnitId, kind: StreamKind, width: u32, ins: &[u32], outs: &[u32]) {
        let s = self.room((Stream::NUMBERS + 3 * Stream::words(width)) as u32) as usize;
        let (start, step, bound, index, cont) = (ins[0], ins[1], ins[2], outs[0], outs[1]);
        let stream = self.streams.len() as u32;
        self.streams.push(Stream { unit: id, kind, s, width, start, step, bound, index, cont });
        self.forward(Instr::Stream { stream }, ins, outs);
        self.backward(Instr::StreamReady { stream }, ins, outs, ins);
        self.edge(id, Edge::Stream { stream });
    }

    /// State: answers outstanding or kept; answers kept; two slots.
    fn load(&mut self, id: UnitId, unit: &Unit, ins: &[u32], outs: &[u32]) {
        let (address, data) = (words(unit.outputs[0]), words(unit.outputs[1]));
        let s = self.room(2 + 2 * data);
        self.forward(Instr::LoadAddress { s, i: ins[0], o: outs[0], n: address }, &ins[..1], &outs[..1]);
        self.backward(Instr::LoadAddressReady { s, i: ins[0], o: outs[0] }, &[], &outs[..1], &ins[..1]);
        self.forward(Instr::LoadData { s, i: ins[1], o: outs[1], n: data }, &ins[1..], &outs[1..]);
        self.backward(Instr::LoadDataReady { s, i: ins[1] }, &[], &[], &ins[1..]);
        self.edge(id, Edge::Load { s, address: outs[0], i: ins[1], o: outs[1], n: data });
    }

    fn guard(&mut self, id: UnitId, unit: &Unit, window: u32, ins: &[u32], o: u32) {
        let [load, store, done] = [guard::LOAD, guard::STORE, guard::DONE].map(|input| ins[input]);
        let stores = ins.get(guard::STORES).copied();
        let [n, held_n] = [guard::LOAD, guard::STORE].map(|input| words(unit.inputs[input]));
        let s = self.room(Guard::ROW as u32 + window * held_n) as usize;
        let guard = self.guards.len() as u32;
        self.guards.push(Guard { s, window, load, store, done, stores, o, n, held_n });
        self.forward(Instr::Guard { guard }, &[load, done], &[o]);
        self.join_ready(&[load], o);
        // Completions are taken whatever else happens: in a part of its own, they need no other signal.
        self.backward(Instr::GuardDone { guard }, &[], &[], &[done]);
        let entered: Vec<u32> = [store].into_iter().chain(stores).collect();
        let reads: Vec<u32> = entered.iter().copied().chain([done, o]).collect();
        self.backward(Instr::GuardStore { guard }, &reads, &[o], &entered);
        self.edge(id, Edge::Guard { guard });
    }

    fn memory(&mut self, id: UnitId, node: &Node, ins: &[u32], outs: &[u32]) {
        let Kind::Memory(unit) = &node.unit.kind else { return };
        let n = words(unit.width);
        let s = self.room(Controller::WORDS as u32) as usize;
        let (mut loads, mut stores, mut announces) = (Vec::new(), Vec::new(), Vec::new());
        for PortPlace { port, input, output } in unit.places() {
            let output = output.map(|output| outs[output]);
            match port {
                MemoryPort::Announce => announces.push(ins[input]),
                MemoryPort::Load => {
                    let data = output.expect("a load is answered");
                    loads.push(LoadPort { address: ins[input], data, s: self.room(2 + n) as usize });
                }
                MemoryPort::Store => {
                    let (address, data) = (ins[input], ins[input + 1]);
                    stores.push(StorePort { address, data, done: output, s: self.room(2) as usize });
                }
            }
        }
        let start = ins[0];
        let ctrl_end = *ins.last().expect("a controller is told when accesses end");
        let mem_end = *outs.last().expect("a controller says when it is done");
        let memory = self.controllers.len() as u32;
        self.always_ready.extend(&announces);
        let addresses: Vec<u32> = loads.iter().map(|port| port.address).collect();
        let answers: Vec<u32> = loads.iter().map(|port| port.data).collect();
        let requests: Vec<u32> = stores.iter().flat_map(|port| [port.address, port.data]).collect();
        let dones: Vec<u32> = stores.iter().filter_map(|port| port.done).collect();
        let made: Vec<u32> = answers.iter().chain(&dones).copied().collect();
        self.forward(Instr::MemoryOut { memory }, &[], &made);
        if !loads.is_empty() {
            let reads: Vec<u32> = addresses.iter().chain(&answers).copied().collect();
            self.backward(Instr::MemoryLoads { memory }, &reads, &answers, &addresses);
        }
        if !stores.is_empty() {
            let reads: Vec<u32> = requests.iter().chain(&dones).copied().collect();
            self.backward(Instr::MemoryStores { memory }, &reads, &dones, &requests);
        }
        let ends: Vec<u32> = [start, ctrl_end].into_iter().chain(announces.iter().copied()).collect();
        self.forward(Instr::MemoryEnd { memory }, &ends, &[mem_end]);
        self.backward(Instr::MemoryEndReady { memory }, &[mem_end], &[mem_end], &[start, ctrl_end]);
        let mask = address_mask(unit.words);
        let target = node.memory.expect("a controller has a memory").index();
        let n = n as usize;
        self.controllers.push(Controller {
            memory: target,
            s,
            mask,
            n,
            loads,
            stores,
            announces,
            start,
            ctrl_end,
            mem_end,
        });
        self.edge(id, Edge::Memory { memory });
    }
}

/// The bits of an address that count in a memory of so many words.
pub(super) fn address_mask(words: Option<u64>) -> u64 {
    match words {
        Some(words) => words.max(2).checked_next_power_of_two().map_or(u64::MAX, |size| size - 1),
        None => u64::MAX,
    }
}

fn number(channel: &ChannelId) -> u32 {
    channel.index() as u32
}
