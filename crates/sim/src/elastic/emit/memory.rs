//! Loads, stores and memory controllers as code. Answers come in the next cycle: code is not used where they come later.

use super::super::control::Decider;
use super::super::instr::{Controller, Edge, Instr};
use super::{Emit, flags};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// What is kept of a controller: the one that is granted as a bit of a word.
const LOAD: u32 = 0;
const STORE: u32 = 1;

impl Emit<'_, '_> {
    pub(super) fn loads(&mut self, instr: Instr) {
        match instr {
            Instr::LoadAddress { s, i, o, .. } => {
                let (valid, data, pending) = (self.v(i), self.d(i), self.s(s));
                let room = self.below(pending, 2);
                self.keep(s, 0, room);
                let valid = self.and(valid, room);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::LoadAddressReady { s, i, o } => {
                let (pending, ready) = (self.s(s), self.r(o));
                let room = self.below(pending, 2);
                let ready = self.and(ready, room);
                self.set_r(i, ready);
            }
            Instr::LoadData { s, i, o, .. } => {
                let (kept, slot, valid, data) = (self.s(s + 1), self.s(s + 2), self.v(i), self.d(i));
                let some = self.is_not(kept, 0);
                let valid = self.or(some, valid);
                let data = self.pick(some, slot, data);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::LoadDataReady { s, i } => {
                let kept = self.s(s + 1);
                let ready = self.below(kept, 2);
                self.set_r(i, ready);
            }
            _ => {}
        }
    }

    pub(super) fn memories(&mut self, instr: Instr) {
        let code = self.code;
        let unit = |memory: u32| &code.controllers[memory as usize];
        match instr {
            Instr::MemoryOut { memory } => self.answers(unit(memory)),
            Instr::MemoryLoads { memory } => self.grant_loads(unit(memory)),
            Instr::MemoryStores { memory } => self.grant_stores(unit(memory)),
            Instr::MemoryEnd { memory } => self.memory_end(unit(memory)),
            Instr::MemoryEndReady { memory } => {
                let unit = unit(memory);
                let ready = self.t(unit.mem_end);
                self.set_r(unit.start, ready);
                self.set_r(unit.ctrl_end, ready);
            }
            _ => {}
        }
    }

    /// What a controller has read and written is offered.
    fn answers(&mut self, unit: &Controller) {
        for port in &unit.loads {
            let (full, data) = (self.s(port.s as u32), self.s(port.s as u32 + 2));
            self.set_v(port.data, full);
            self.set_d(port.data, data);
        }
        for port in &unit.stores {
            if let Some(done) = port.done {
                let full = self.s(port.s as u32);
                self.set_v(done, full);
            }
        }
    }

    /// A load is granted that has an address, and room for its answer.
    fn grant_loads(&mut self, unit: &Controller) {
        let mut asks = Vec::new();
        for port in &unit.loads {
            let (full, taken, address) = (self.s(port.s as u32), self.r(port.data), self.v(port.address));
            let empty = self.not(full);
            let free = self.or(empty, taken);
            asks.push(self.and(free, address));
        }
        let s = unit.s as u32;
        let granted = self.arbitrate(s, LOAD, s + Controller::NEXT_LOAD as u32, &asks);
        for (port, granted) in unit.loads.iter().zip(granted) {
            self.set_r(port.address, granted);
        }
    }

    /// A store is granted that has an address and data, and room for its completion if anybody waits for that.
    fn grant_stores(&mut self, unit: &Controller) {
        let mut asks = Vec::new();
        for port in &unit.stores {
            let mut needs = vec![self.v(port.address), self.v(port.data)];
            if let Some(done) = port.done {
                let (full, taken) = (self.s(port.s as u32), self.r(done));
                let empty = self.not(full);
                needs.push(self.or(empty, taken));
            }
            asks.push(self.all(needs));
        }
        let s = unit.s as u32;
        let granted = self.arbitrate(s, STORE, s + Controller::NEXT_STORE as u32, &asks);
        for (port, granted) in unit.stores.iter().zip(granted) {
            self.set_r(port.address, granted);
            self.set_r(port.data, granted);
        }
    }

    /// A memory is at its end when nobody asks for more and no announced store is left.
    fn memory_end(&mut self, unit: &Controller) {
        let mut valid = vec![self.v(unit.start), self.v(unit.ctrl_end)];
        for announce in &unit.announces {
            let offered = self.v(*announce);
            valid.push(self.not(offered));
        }
        let mut valid = self.all(valid);
        if !unit.announces.is_empty() {
            let word = (unit.s + Controller::COUNT) as u32;
            let count = self.s(word);
            let quiet = self.is(count, 0);
            let quiet = self.decided(quiet, valid, Decider::Quiet(word));
            valid = self.and(valid, quiet);
        }
        self.set_v(unit.mem_end, valid);
    }

    /// Who is granted: the first that asks from the port that is next on, or else the first.
    fn arbitrate(&mut self, s: u32, side: u32, next: u32, asks: &[Value]) -> Vec<Value> {
        if let [only] = asks {
            self.keep(s, side, *only);
            return vec![*only];
        }
        let mut word = self.zero;
        for (k, asks) in asks.iter().enumerate() {
            let bit = self.at_bit(*asks, k as u32);
            word = self.bits_or(word, bit);
        }
        let next = self.s(next);
        let first = |word: i64, next: i64| {
            let later = word & -1 << next;
            let candidates = if later != 0 { later } else { word };
            candidates & candidates.wrapping_neg()
        };
        if let Some(granted) = self.fold(word, next, first) {
            self.keep(s, side, granted);
            return (0..asks.len()).map(|k| self.bit(granted, k as u32)).collect();
        }
        let ones = self.b.ins().iconst(types::I64, -1);
        let from = self.b.ins().ishl(ones, next);
        let later = self.b.ins().band(word, from);
        let candidates = self.b.ins().select(later, later, word);
        let minus = self.b.ins().ineg(candidates);
        let granted = self.b.ins().band(candidates, minus);
        self.keep(s, side, granted);
        (0..asks.len()).map(|k| self.bit(granted, k as u32)).collect()
    }

    pub(super) fn memory_edge(&mut self, edge: Edge) {
        match edge {
            Edge::Load { s, address, i, o, .. } => self.load_edge(s, address, i, o),
            Edge::Memory { memory } => {
                let code = self.code;
                let unit = &code.controllers[memory as usize];
                self.reads(unit);
                let written = self.writes(unit);
                self.count_announced(unit, written);
            }
            _ => {}
        }
    }

    fn load_edge(&mut self, s: u32, address: u32, i: u32, o: u32) {
        let (sent, answered, taken) = (self.t(address), self.t(i), self.t(o));
        let (pending, kept, slot0, slot1) = (self.s(s), self.s(s + 1), self.s(s + 2), self.s(s + 3));
        let data = self.d(i);
        let next = self.add(pending, sent);
        let next = self.sub(next, taken);
        self.store(s, next);
        let some = self.is_not(kept, 0);
        let pop = self.and(taken, some);
        // An answer that is taken at once is not kept.
        let stays = self.not(taken);
        let waits = self.or(some, stays);
        let push = self.and(answered, waits);
        let left = self.sub(kept, pop);
        let first = self.pick(pop, slot1, slot0);
        let empty = self.is(left, 0);
        let into_first = self.and(push, empty);
        let other = self.not(empty);
        let into_second = self.and(push, other);
        let first = self.pick(into_first, data, first);
        let second = self.pick(into_second, data, slot1);
        self.store(s + 2, first);
        self.store(s + 3, second);
        let kept = self.add(left, push);
        self.store(s + 1, kept);
        for flag in [sent, answered, taken] {
            self.moved(flag);
        }
    }

    /// The granted one of some values.
    fn granted(&mut self, granted: Value, channels: &[u32]) -> Value {
        let mut value = self.d(channels[0]);
        for (k, channel) in channels.iter().enumerate().skip(1) {
            let (bit, other) = (self.bit(granted, k as u32), self.d(*channel));
            value = self.pick(bit, other, value);
        }
        value
    }

    /// The address of a word, and whether there is one.
    fn word_of(&mut self, unit: &Controller, address: Value) -> (Value, Value) {
        let index = match unit.mask {
            u64::MAX => address,
            mask => self.b.ins().band_imm_u(address, mask as i64),
        };
        let table = unit.memory as i32 * 16;
        let base = self.b.ins().load(types::I64, flags(), self.bases.memories, table);
        let words = self.b.ins().load(types::I64, flags(), self.bases.memories, table + 8);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, index, words);
        let bytes = self.b.ins().ishl_imm_u(index, 3);
        (self.b.ins().iadd(base, bytes), inside)
    }

    /// After the granted port comes the next one.
    fn advance(&mut self, word: u32, granted: Value, ports: usize) {
        if ports < 2 {
            return;
        }
        let before = self.s(word);
        let after = |granted: i64, before: i64| match granted.trailing_zeros() as usize + 1 {
            _ if granted == 0 => before,
            after if after == ports => 0,
            after => after as i64,
        };
        if let Some(next) = self.fold(granted, before, after) {
            return self.store(word, next);
        }
        let number = self.b.ins().ctz(granted);
        let after = self.b.ins().iadd_imm_u(number, 1);
        let wraps = self.b.ins().icmp_imm_u(IntCC::Equal, after, ports as i64);
        let after = self.b.ins().select(wraps, self.zero, after);
        let next = self.b.ins().select(granted, after, before);
        self.store(word, next);
    }

    fn reads(&mut self, unit: &Controller) {
        if unit.loads.is_empty() {
            return;
        }
        let s = unit.s as u32;
        let granted = self.recall(s, LOAD);
        let addresses: Vec<u32> = unit.loads.iter().map(|port| port.address).collect();
        let address = self.granted(granted, &addresses);
        let any = self.is_not(granted, 0);
        self.moved(any);
        for (k, port) in unit.loads.iter().enumerate() {
            let (full, taken) = (self.s(port.s as u32), self.t(port.data));
            let grant = if unit.loads.len() == 1 { granted } else { self.bit(granted, k as u32) };
            let rest = self.not(taken);
            let waits = self.and(full, rest);
            let full = self.or(waits, grant);
            self.store(port.s as u32, full);
            self.moved(taken);
        }
        let bits: Vec<Value> = match unit.loads.len() {
            1 => vec![granted],
            ports => (0..ports).map(|k| self.bit(granted, k as u32)).collect(),
        };
        self.when(any, |emit| {
            let (at, inside) = emit.word_of(unit, address);
            // Past the end the word at the beginning of the state is read, and not used.
            let at = emit.b.ins().select(inside, at, emit.bases.state);
            let word = emit.b.ins().load(types::I64, flags(), at, 0);
            let word = emit.b.ins().select(inside, word, emit.zero);
            for (port, granted) in unit.loads.iter().zip(bits) {
                emit.when(granted, |emit| {
                    emit.store(port.s as u32 + 1, emit.zero);
                    emit.store(port.s as u32 + 2, word);
                });
            }
        });
        self.advance(s + Controller::NEXT_LOAD as u32, granted, unit.loads.len());
    }

    /// Writes the granted word; whether there was one.
    fn writes(&mut self, unit: &Controller) -> Value {
        if unit.stores.is_empty() {
            return self.zero;
        }
        let s = unit.s as u32;
        let granted = self.recall(s, STORE);
        let addresses: Vec<u32> = unit.stores.iter().map(|port| port.address).collect();
        let words: Vec<u32> = unit.stores.iter().map(|port| port.data).collect();
        let (address, word) = (self.granted(granted, &addresses), self.granted(granted, &words));
        let written = self.is_not(granted, 0);
        self.moved(written);
        self.when(written, |emit| {
            let (at, inside) = emit.word_of(unit, address);
            emit.when(inside, |emit| {
                emit.put(word, at, 0);
            });
        });
        for (k, port) in unit.stores.iter().enumerate() {
            let Some(done) = port.done else { continue };
            let (full, taken) = (self.s(port.s as u32), self.t(done));
            let grant = if unit.stores.len() == 1 { granted } else { self.bit(granted, k as u32) };
            let rest = self.not(taken);
            let waits = self.and(full, rest);
            let full = self.or(waits, grant);
            self.store(port.s as u32, full);
            self.store(port.s as u32 + 1, self.zero);
            self.moved(taken);
        }
        self.advance(s + Controller::NEXT_STORE as u32, granted, unit.stores.len());
        written
    }

    /// Counts the stores that are still to come: those announced, less the one that was written.
    fn count_announced(&mut self, unit: &Controller, written: Value) {
        if unit.announces.is_empty() {
            return;
        }
        let word = (unit.s + Controller::COUNT) as u32;
        let before = self.s(word);
        let mut count = before;
        for announce in &unit.announces {
            let (offered, number) = (self.v(*announce), self.d(*announce));
            let number = self.pick(offered, number, self.zero);
            count = self.add(count, number);
            self.moved(offered);
        }
        let count = self.sub(count, written);
        if count != before {
            let count = self.masked(count, 32);
            self.store(word, count);
        }
    }
}
