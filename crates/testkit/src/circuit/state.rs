//! State: registers, memories and FIFOs. Each is announced, so that its outputs can be used, and fed when the module is full.

use super::r#gen::{Gen, Operand, constant_text};
use super::types::{Ty, index_width};

/// Something whose outputs are in reach and whose operation is not written yet.
pub(super) enum Pending {
    Register { name: String, ty: Ty },
    Memory(Memory),
    Fifo { names: Vec<String>, ty: Ty, depth: u32, full: Option<u32>, empty: Option<u32>, latency: u32 },
}

/// A memory, with the ports whose output comes from a register already named.
pub(super) struct Memory {
    name: String,
    depth: u32,
    width: u32,
    mask: Option<u32>,
    latency: u32,
    /// What a read sees of a write at the same edge, and what two writes do.
    collisions: &'static str,
    /// Memories with several clocks for writing are nothing that tools know.
    clock: String,
    reads: Vec<String>,
    read_writes: Vec<String>,
    writes: usize,
}

impl Memory {
    fn ty(&self) -> String {
        match self.mask {
            Some(bits) => format!("<{} x {}, mask {bits}>", self.depth, self.width),
            None => format!("<{} x {}>", self.depth, self.width),
        }
    }

    /// Whether its outputs follow the address in the same cycle.
    pub fn is_combinational(&self) -> bool {
        self.latency == 0
    }
}

impl Gen {
    pub fn announce_register(&mut self) -> Pending {
        let ty = self.ty();
        let name = self.fresh();
        self.add(name.clone(), ty.clone(), 0);
        Pending::Register { name, ty }
    }

    pub fn announce_memory(&mut self) -> Pending {
        let width = self.width();
        let depth = *self.rng.pick(&[1, 2, 3, 4, 5, 8, 12, 16, 20]);
        let depth = if self.config.circt_defined { u32::next_power_of_two(depth).max(2) } else { depth };
        // CIRCT forgets masks of one bit.
        let least = if self.config.circt_defined { 2 } else { 1 };
        let divisors: Vec<u32> = (least..=8).filter(|parts| width.is_multiple_of(*parts)).collect();
        let mask = if !divisors.is_empty() && self.rng.chance(1, 3) {
            Some(*self.rng.pick(&divisors))
        } else {
            None
        };
        let latency = *self.rng.pick(&[0, 0, 1, 1, 1, 2, 3]);
        let latency = if self.config.circt_defined { latency.min(1) } else { latency };
        let collisions = if self.config.circt_defined {
            // CIRCT keeps the address, not the word: a write at the same edge is seen, whatever the memory says.
            "new, port_order"
        } else {
            *self.rng.pick(&[
                "old, port_order",
                "new, port_order",
                "undefined, undefined",
                "new, undefined",
                "old, undefined",
            ])
        };
        let mut memory = Memory {
            name: self.fresh(),
            depth,
            width,
            mask,
            latency,
            collisions,
            clock: self.clock(),
            reads: Vec::new(),
            read_writes: Vec::new(),
            // CIRCT's order of ports is not that of the text when ports come before their memory.
            writes: if self.config.circt_defined { 1 } else { self.rng.index(3) },
        };
        let (reads, read_writes) = *self.rng.pick(&[(1, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (2, 1)]);
        // In which order ports of different kinds write, and what a port shows while it writes, are not CIRCT's to say.
        let read_writes = if self.config.circt_defined { 0 } else { read_writes };
        memory.reads = (0..reads).map(|_| self.fresh()).collect();
        memory.read_writes = (0..read_writes).map(|_| self.fresh()).collect();
        if memory.latency > 0 {
            for name in memory.reads.iter().chain(&memory.read_writes) {
                self.add(name.clone(), Ty::Int(width), 0);
            }
        }
        Pending::Memory(memory)
    }

    pub fn announce_fifo(&mut self) -> Pending {
        let ty = self.ty();
        let depth = *self.rng.pick(&[1, 2, 3, 4, 5, 8]);
        // Of a FIFO of one slot CIRCT makes comparisons of no bits, which it cannot write.
        let depth = if self.config.circt_defined { depth.max(2) } else { depth };
        let mut threshold = |from: u32| {
            let any = self.rng.between(i64::from(from), i64::from(depth)) as u32;
            if self.rng.bool() { Some(any) } else { None }
        };
        let (full, empty) = (threshold(1), threshold(0));
        // When an element comes out of a FIFO with latency is told in different ways.
        let latency = u32::from(self.rng.chance(1, 4) && !self.config.circt_defined);
        let count = 3 + usize::from(full.is_some()) + usize::from(empty.is_some());
        let names: Vec<String> = (0..count).map(|_| self.fresh()).collect();
        if !self.config.circt_defined {
            self.add(names[0].clone(), ty.clone(), 0);
        }
        for name in &names[1..] {
            self.add(name.clone(), Ty::BIT, 0);
        }
        Pending::Fifo { names, ty, depth, full, empty, latency }
    }

    /// Writes the operations of something that was announced.
    pub fn feed(&mut self, pending: Pending) {
        match pending {
            Pending::Register { name, ty } => self.register(&name, &ty),
            Pending::Memory(memory) => self.memory(&memory),
            Pending::Fifo { names, ty, depth, full, empty, latency } => {
                self.fifo(&names, &ty, depth, full, empty, latency);
            }
        }
    }

    pub fn clock(&mut self) -> String {
        match &self.still_clock {
            Some(clock) if self.rng.chance(1, 4) => clock.clone(),
            _ => self.rng.pick(&self.clocks).clone(),
        }
    }

    fn register(&mut self, name: &str, ty: &Ty) {
        let (input, clock) = (self.other(ty, name).name, self.clock());
        let text = ty.text();
        let reset = self.rng.chance(1, 3).then(|| (self.bit().name, self.other(ty, name).name));
        if self.rng.chance(1, 3) {
            let reset = reset.map_or(String::new(), |(reset, value)| format!(" reset sync {reset}, {value}"));
            let preset = match ty {
                Ty::Int(width) if !self.config.circt_defined && self.rng.bool() => {
                    format!(" preset {}", self.rng.edgy_bits(*width).unsigned())
                }
                _ => String::new(),
            };
            self.lines.push(format!("{name} = seq.firreg {input} clock {clock}{reset}{preset} : {text}"));
            return;
        }
        let reset = reset.map_or(String::new(), |(reset, value)| format!(" reset {reset}, {value}"));
        // With an initial value CIRCT may write an assignment to a wire.
        let initial = if self.rng.chance(1, 3) && !self.config.circt_defined {
            let bits = self.rng.edgy_bits(ty.width());
            let (value, constant) = (self.fresh(), constant_text(ty, &bits));
            self.lines.push(format!(
                "{value} = seq.initial() {{\n      %start = {constant}\n      seq.yield %start : {text}\n    \
                 }} : () -> !seq.immutable<{text}>"
            ));
            format!(" initial {value}")
        } else {
            String::new()
        };
        let symbol = if self.rng.chance(1, 6) { format!("sym @{} ", self.symbol()) } else { String::new() };
        let (op, enable) = match self.rng.bool() {
            true => ("seq.compreg.ce", format!(", {}", self.bit().name)),
            false => ("seq.compreg", String::new()),
        };
        let line = format!("{name} = {op} {symbol}{input}, {clock}{enable}{reset}{initial} : {text}");
        self.lines.push(line);
    }

    fn address(&mut self, memory: &Memory) -> Operand {
        self.operand(&Ty::Int(index_width(memory.depth)))
    }

    /// The operands of a port after its data: clock, enable and mask, with the type of the mask.
    fn port_end(&mut self, memory: &Memory, enable: bool, masked: bool, writes: bool) -> (String, u64) {
        // What is written at the same edge can be seen only with the same clock.
        let may_differ = !writes && !memory.collisions.starts_with("new");
        let clock = if may_differ && self.rng.chance(1, 4) { self.clock() } else { memory.clock.clone() };
        let mut text = format!("clock {clock}");
        let mut inputs = 0;
        if enable {
            let enable = self.bit();
            text.push_str(&format!(" enable {}", enable.name));
            inputs |= enable.inputs;
        }
        let ty = memory.ty();
        match memory.mask {
            Some(bits) if masked => {
                let mask = self.operand(&Ty::Int(bits)).name;
                text.push_str(&format!(" mask {mask} : {ty}, i{bits}"));
            }
            _ => text.push_str(&format!(" : {ty}")),
        }
        (text, inputs)
    }

    /// The read ports of a memory without latency: computations like any other.
    pub fn combinational_reads(&mut self, memory: &Memory) {
        for name in &memory.reads {
            let address = self.address(memory);
            let enable = !self.config.circt_defined && self.rng.bool();
            let (end, inputs) = self.port_end(memory, enable, false, false);
            let line = format!("{name} = seq.firmem.read_port {}[{}], {end}", memory.name, address.name);
            self.lines.push(line);
            self.add(name.clone(), Ty::Int(memory.width), address.inputs | inputs);
        }
    }

    fn read_write_port(&mut self, memory: &Memory, name: &str) {
        let (address, mode) = (self.address(memory), self.bit());
        let data = self.operand(&Ty::Int(memory.width)).name;
        let (enable, masked) = (self.rng.bool(), self.rng.chance(3, 4));
        let (end, inputs) = self.port_end(memory, enable, masked, true);
        self.lines.push(format!(
            "{name} = seq.firmem.read_write_port {}[{}] = {data} if {}, {end}",
            memory.name, address.name, mode.name
        ));
        if memory.is_combinational() {
            self.add(name.to_string(), Ty::Int(memory.width), address.inputs | mode.inputs | inputs);
        }
    }

    fn memory(&mut self, memory: &Memory) {
        let line = format!(
            "{} = seq.firmem {}, 1, {} : {}",
            memory.name,
            memory.latency,
            memory.collisions,
            memory.ty()
        );
        self.lines.push(line);
        if memory.latency > 0 {
            for name in &memory.reads {
                let address = self.address(memory);
                let enable = !self.config.circt_defined && self.rng.bool();
                let (end, _) = self.port_end(memory, enable, false, false);
                let line = format!("{name} = seq.firmem.read_port {}[{}], {end}", memory.name, address.name);
                self.lines.push(line);
            }
        }
        for name in &memory.read_writes {
            self.read_write_port(memory, name);
        }
        // A memory that nobody writes holds zeros for ever.
        let least = usize::from(memory.read_writes.is_empty());
        for _ in 0..memory.writes.max(least) {
            let (address, data) = (self.address(memory).name, self.operand(&Ty::Int(memory.width)).name);
            let (enable, masked) = (self.rng.chance(3, 4), self.rng.chance(3, 4));
            let (end, _) = self.port_end(memory, enable, masked, true);
            self.lines.push(format!("seq.firmem.write_port {}[{address}] = {data}, {end}", memory.name));
        }
    }

    fn fifo(
        &mut self,
        names: &[String],
        ty: &Ty,
        depth: u32,
        full: Option<u32>,
        empty: Option<u32>,
        latency: u32,
    ) {
        let input = self.operand(ty).name;
        let (mut read, mut write) = (self.bit(), self.bit());
        let (reset, clock) = (self.bit().name, self.clock());
        if self.config.circt_defined {
            let allowed = |made: &mut Gen, wanted: &Operand, unless: &str| {
                let zero = made.constant_of(&Ty::BIT, &base::Bits::zero(1)).name;
                let text = format!("comb.mux {unless}, {zero}, {} : i1", wanted.name);
                made.define(Ty::BIT, wanted.inputs, &text)
            };
            write = allowed(self, &write, &names[1]);
            read = allowed(self, &read, &names[2]);
        }
        let mut options = format!("depth {depth}");
        if latency > 0 {
            options.push_str(&format!(" rd_latency {latency}"));
        }
        for (word, threshold) in [("almost_full", full), ("almost_empty", empty)] {
            if let Some(threshold) = threshold {
                options.push_str(&format!(" {word} {threshold}"));
            }
        }
        self.lines.push(format!(
            "{} = seq.fifo {options} in {input} rdEn {} wrEn {} clk {clock} rst {reset} : {}",
            names.join(", "),
            read.name,
            write.name,
            ty.text()
        ));
        if self.config.circt_defined {
            // What an empty FIFO shows is ours to say, so it is not looked at.
            let zero = self.constant_of(ty, &base::Bits::zero(ty.width())).name;
            self.define(
                ty.clone(),
                0,
                &format!("comb.mux {}, {zero}, {} : {}", names[2], names[0], ty.text()),
            );
        }
    }
}
