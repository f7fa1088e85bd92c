//! What each unit's state becomes at the edge: the last column of the table in `docs/rationale/streams.md`.

use super::instr::{Controller, Edge, Guard, List, Pipe, Stream};
use super::machine::{Machine, due};

impl Machine {
    /// Whether a token moves over a channel in this cycle.
    #[inline(always)]
    fn moves(&self, channel: u32) -> bool {
        self.core.valid[channel as usize] & self.core.ready[channel as usize] != 0
    }

    #[inline(always)]
    fn is_valid(&self, channel: u32) -> bool {
        self.core.valid[channel as usize] != 0
    }

    /// Sets a word of the state; says whether it is another than before.
    #[inline(always)]
    fn set(&mut self, s: usize, value: u64) -> bool {
        std::mem::replace(&mut self.core.state[s], value) != value
    }

    /// Changes the state of one unit; says whether it is another than before.
    #[inline(always)]
    pub(super) fn change(&mut self, edge: Edge) -> bool {
        match edge {
            Edge::Slot { s, i, o, n } => {
                let s = s as usize;
                if self.moves(i) {
                    self.set(s, 1) | self.keep(i, s + 1, n)
                } else if self.moves(o) {
                    self.set(s, 0)
                } else {
                    false
                }
            }
            Edge::SlotBypass { s, i, o, n } => {
                let s = s as usize;
                if self.moves(o) {
                    // A full slot is emptied; an empty one was passed by.
                    self.set(s, 0)
                } else if self.moves(i) {
                    self.set(s, 1) | self.keep(i, s + 1, n)
                } else {
                    false
                }
            }
            Edge::Fifo { s, i, o, n, slots } => {
                let popped = self.moves(o) && self.pop(s as usize, slots);
                let pushed = self.moves(i) && self.push(s as usize, i, n, slots);
                popped | pushed
            }
            Edge::FifoBypass { s, i, o, n, slots } => {
                let empty = self.core.state[s as usize + 1] == 0;
                let (taken, given) = (self.moves(o), self.moves(i));
                if empty && taken {
                    return false;
                }
                let popped = taken && self.pop(s as usize, slots);
                let pushed = given && self.push(s as usize, i, n, slots);
                popped | pushed
            }
            Edge::Shift { s, i, o, n, stages } => {
                let (valid, taken) = (self.is_valid(i), self.core.ready[o as usize] != 0);
                self.shift(s as usize, n, stages, valid, taken, |machine, at| machine.keep(i, at, n))
            }
            Edge::Pipe { s, list, o, n, compute } => self.pipe(s as usize, list, o, n, compute as usize),
            Edge::Fork { s, i, list } => self.fork(s as usize, i, list),
            Edge::Merge { s, o } => {
                let s = s as usize;
                let held = if self.is_valid(o) && !self.moves(o) { self.core.state[s + 1] } else { 0 };
                self.set(s, held)
            }
            Edge::ControlMerge { s, list, o, index } => self.control_merge(s as usize, list, o, index),
            Edge::Carry { s, d, a } => {
                let next = self.next_loop(s as usize, d, a);
                self.set(s as usize, next)
            }
            Edge::Invariant { s, d, a, n } => {
                let next = self.next_loop(s as usize, d, a);
                let changed = self.set(s as usize, next);
                let stored = self.moves(a) && self.keep(a, s as usize + 1, n);
                changed | stored
            }
            Edge::Gate { s, x, c, o, oc } => {
                let s = s as usize;
                if self.moves(x) {
                    let condition = self.core.data[c as usize] & 1;
                    self.set(s, condition) | self.set(s + 1, 0)
                } else {
                    let done = u64::from(self.moves(o)) | u64::from(self.moves(oc)) << 1;
                    self.set(s + 1, self.core.state[s + 1] | done)
                }
            }
            Edge::Stream { stream } => self.stream_edge(stream as usize),
            Edge::Load { s, address, i, o, n } => self.load(s as usize, address, i, o, n),
            Edge::Memory { memory } => self.memory(memory as usize),
            Edge::Guard { guard } => self.guard(guard as usize),
            Edge::Lsq { lsq } => self.lsq_edge(lsq as usize),
        }
    }

    #[inline(always)]
    fn pop(&mut self, s: usize, slots: u32) -> bool {
        let head = self.core.state[s] + 1;
        self.core.state[s] = if head == u64::from(slots) { 0 } else { head };
        self.core.state[s + 1] -= 1;
        true
    }

    #[inline(always)]
    fn push(&mut self, s: usize, i: u32, n: u32, slots: u32) -> bool {
        let mut at = self.core.state[s] + self.core.state[s + 1];
        if at >= u64::from(slots) {
            at -= u64::from(slots);
        }
        self.keep(i, s + 2 + at as usize * n as usize, n);
        self.core.state[s + 1] += 1;
        true
    }

    /// Moves all stages if the last one is empty or taken: its place in the ring becomes that of the first.
    #[inline(always)]
    fn shift(
        &mut self,
        s: usize,
        n: u32,
        stages: u32,
        valid: bool,
        taken: bool,
        enter: impl FnOnce(&mut Machine, usize) -> bool,
    ) -> bool {
        let head = self.core.state[s];
        let at = s + 2 + head as usize * (1 + n as usize);
        let last = self.core.state[at];
        if last != 0 && !taken {
            return false;
        }
        let live = self.core.state[s + 1];
        if live == 0 && !valid {
            return false;
        }
        if valid {
            enter(self, at + 1);
        }
        self.core.state[at] = u64::from(valid);
        self.core.state[s + 1] = live - last + u64::from(valid);
        self.core.state[s] = if head + 1 == u64::from(stages) { 0 } else { head + 1 };
        true
    }

    #[inline(always)]
    fn pipe(&mut self, s: usize, list: List, o: u32, n: u32, compute: usize) -> bool {
        let valid = list.of(&self.code.pool).iter().all(|channel| self.is_valid(*channel));
        let taken = self.core.ready[o as usize] != 0;
        let &Pipe { unit, alu, stages } = &self.code.pipes[compute];
        self.shift(s, n, stages, valid, taken, |machine, at| {
            let inputs = list.of(&machine.code.pool);
            if let Some(alu) = alu {
                let mut operands = [0; 3];
                for (operand, channel) in operands.iter_mut().zip(inputs) {
                    *operand = machine.core.data[*channel as usize];
                }
                machine.core.state[at] = alu.all(operands, inputs.len());
            } else {
                let value = machine.compute_wide(unit.index(), inputs);
                machine.core.state[at..at + value.words().len()].copy_from_slice(value.words());
            }
            true
        })
    }

    #[inline(always)]
    fn fork(&mut self, s: usize, i: u32, list: List) -> bool {
        if !self.is_valid(i) {
            return false;
        }
        let complete = self.moves(i);
        let mut changed = false;
        for first in (0..list.len as usize).step_by(64) {
            let s = s + first / 64;
            let mut done = 0;
            if !complete {
                done = self.core.state[s];
                let last = (first + 64).min(list.len as usize);
                for (k, o) in list.of(&self.code.pool)[first..last].iter().enumerate() {
                    done |= u64::from(self.moves(*o)) << k;
                }
            }
            changed |= self.set(s, done);
        }
        changed
    }

    fn control_merge(&mut self, s: usize, list: List, o: u32, index: u32) -> bool {
        let choice = self.core.state[s + 1];
        if choice == 0 {
            return false;
        }
        let i = self.code.pool[list.at as usize + choice as usize - 1];
        if !self.is_valid(i) {
            return self.set(s, 0);
        }
        if self.moves(i) {
            return self.set(s, 0) | self.set(s + 2, 0);
        }
        let done = u64::from(self.moves(o)) | u64::from(self.moves(index)) << 1;
        self.set(s, choice) | self.set(s + 2, self.core.state[s + 2] | done)
    }

    /// Whether a `carry` or an `invariant` is in its loop after this cycle.
    #[inline(always)]
    fn next_loop(&self, s: usize, d: u32, a: u32) -> u64 {
        let goes_on = self.core.state[s] != 0 && (!self.is_valid(d) || self.core.data[d as usize] & 1 != 0);
        u64::from(goes_on || self.moves(a))
    }

    fn stream_edge(&mut self, number: usize) -> bool {
        let &Stream { s, index, cont, start, step, bound, .. } = &self.code.streams[number];
        let looping = self.core.state[s + Stream::LOOP] != 0;
        let on = looping || self.is_valid(start) && self.is_valid(step) && self.is_valid(bound);
        if !on {
            return false;
        }
        if self.stream_taken(s, index, cont) == 0 {
            let done = u64::from(self.moves(index)) | u64::from(self.moves(cont)) << 1;
            return self.set(s + Stream::DONE, self.core.state[s + Stream::DONE] | done);
        }
        let goes_on = self.core.state[s + Stream::COND];
        if goes_on != 0 {
            self.stream_next(number);
        }
        self.core.state[s + Stream::LOOP] = goes_on;
        self.core.state[s + Stream::DONE] = 0;
        true
    }

    #[inline(always)]
    fn load(&mut self, s: usize, address: u32, i: u32, o: u32, n: u32) -> bool {
        let (sent, answered, taken) = (self.moves(address), self.moves(i), self.moves(o));
        if !sent && !answered && !taken {
            return false;
        }
        self.core.state[s] = self.core.state[s] + u64::from(sent) - u64::from(taken);
        let mut kept = self.core.state[s + 1];
        let width = n as usize;
        if taken && kept > 0 {
            self.core.state.copy_within(s + 2 + width..s + 2 + 2 * width, s + 2);
            kept -= 1;
        } else if taken {
            // It came and went in this cycle.
            return true;
        }
        if answered {
            self.keep(i, s + 2 + kept as usize * width, n);
            kept += 1;
        }
        self.core.state[s + 1] = kept;
        true
    }

    fn guard(&mut self, number: usize) -> bool {
        let &Guard { s, window, store, done, stores, o, held_n, .. } = &self.code.guards[number];
        let (pop, push, passes) = (self.moves(done), self.moves(store), self.moves(o));
        let settled = stores.map_or(push, |stores| self.moves(stores));
        let turn = passes || self.core.state[s + Guard::OWED] != 0;
        let changed = self.set(s + Guard::OWED, u64::from(turn && !settled));
        if push {
            let (row, n, kept) = (s + Guard::ROW, held_n as usize, window as usize - 1);
            self.core.state.copy_within(row..row + kept * n, row + n);
            self.keep(store, row, held_n);
        }
        let count = self.core.state[s + Guard::COUNT] + u64::from(push) - u64::from(pop);
        self.core.state[s + Guard::COUNT] = count;
        changed | push | pop
    }

    fn memory(&mut self, number: usize) -> bool {
        let mut changed = false;
        let (s, n) = (self.code.controllers[number].s, self.code.controllers[number].n);
        for at in 0..self.code.controllers[number].loads.len() {
            let port = &self.code.controllers[number].loads[at];
            let (s, data) = (port.s, port.data);
            if self.moves(data) {
                changed |= self.set(s, 0);
            }
        }
        for at in 0..self.code.controllers[number].stores.len() {
            let port = &self.code.controllers[number].stores[at];
            if let Some(done) = port.done
                && self.moves(done)
            {
                let s = port.s;
                changed |= self.set(s, 0);
            }
        }
        // The read comes first: it sees the word as it is before the write.
        let load = self.core.state[s + Controller::LOAD] as usize;
        if load != 0 {
            self.read(number, load - 1, n);
            self.core.state[s + Controller::LOAD] = 0;
            changed = true;
        }
        let store = self.core.state[s + Controller::STORE] as usize;
        if store != 0 {
            self.write(number, store - 1, n);
            self.core.state[s + Controller::STORE] = 0;
            changed = true;
        }
        let announces = &self.code.controllers[number].announces;
        if !announces.is_empty() {
            let announced = announces.iter().filter(|channel| self.core.valid[**channel as usize] != 0);
            let announced =
                announced.fold(0u64, |sum, channel| sum.wrapping_add(self.core.data[*channel as usize]));
            let count = self.core.state[s + Controller::COUNT];
            let count = count.wrapping_add(announced).wrapping_sub(u64::from(store != 0)) & 0xffff_ffff;
            changed |= self.set(s + Controller::COUNT, count);
        }
        changed
    }

    fn read(&mut self, number: usize, at: usize, n: usize) {
        let Controller { memory, s, mask, loads, .. } = &self.code.controllers[number];
        let port = &loads[at];
        let address = self.core.data[self.place[port.address as usize] as usize] & mask;
        let to = &mut self.core.state[port.s + 2..port.s + 2 + n];
        match self.core.memories[*memory].words(address) {
            Some(words) => to.copy_from_slice(words),
            None => to.fill(0),
        }
        let next = if at + 1 == loads.len() { 0 } else { at as u64 + 1 };
        let (s, port) = (*s, port.s);
        self.core.state[s + Controller::NEXT_LOAD] = next;
        self.core.state[port] = 1;
        self.core.state[port + 1] = due(&mut self.core);
    }

    fn write(&mut self, number: usize, at: usize, n: usize) {
        let Controller { memory, s, mask, stores, .. } = &self.code.controllers[number];
        let port = &stores[at];
        let address = self.core.data[self.place[port.address as usize] as usize] & mask;
        let from = self.place[port.data as usize] as usize;
        if let Some(words) = self.core.memories[*memory].words_mut(address) {
            words.copy_from_slice(&self.core.data[from..from + n]);
        }
        let next = if at + 1 == stores.len() { 0 } else { at as u64 + 1 };
        let (s, done, port) = (*s, port.done, port.s);
        self.core.state[s + Controller::NEXT_STORE] = next;
        if done.is_some() {
            self.core.state[port] = 1;
            self.core.state[port + 1] = due(&mut self.core);
        }
    }
}
