//! The edge as code: what [`super::super::edge`] does.

use super::super::instr::{Edge, Stream};
use super::Emit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Emit<'_, '_> {
    /// The code of a unit's edge. What a unit moves that is not `live` counts apart.
    pub(super) fn edge(&mut self, edge: Edge, live: bool) {
        // Both are flags of what moved; the one that is not meant stays what it is.
        let before = self.progress;
        if !live {
            self.progress = self.stirred;
        }
        match edge {
            Edge::Slot { .. }
            | Edge::SlotBypass { .. }
            | Edge::Fifo { .. }
            | Edge::FifoBypass { .. }
            | Edge::Shift { .. } => self.buffer_edge(edge),
            Edge::Pipe { s, list, o, compute, .. } => {
                let pipe = &self.code.pipes[compute as usize];
                let (valid, stages) = (self.recall(s, 2), pipe.stages);
                let operands: Vec<Value> = self.list(list).iter().map(|channel| self.d(*channel)).collect();
                let alu = pipe.alu.expect("a circuit that is compiled computes on words");
                self.shift(s, o, stages, valid, |emit| emit.alu(alu, &operands));
            }
            Edge::Fork { .. } | Edge::Merge { .. } | Edge::ControlMerge { .. } => self.steering_edge(edge),
            Edge::Carry { .. } | Edge::Invariant { .. } | Edge::Gate { .. } => self.loop_edge(edge),
            Edge::Stream { stream } => {
                let code = self.code;
                self.stream_edge(&code.streams[stream as usize]);
            }
            Edge::Load { .. } | Edge::Memory { .. } => self.memory_edge(edge),
            Edge::Guard { guard } => self.guard_edge(guard),
            Edge::Lsq { .. } => unreachable!("a circuit with a queue is interpreted"),
        }
        if !live {
            self.stirred = std::mem::replace(&mut self.progress, before);
        }
    }

    /// What buffers hold after the edge.
    fn buffer_edge(&mut self, edge: Edge) {
        match edge {
            Edge::Slot { s, i, o, .. } => {
                let (given, taken, full, slot) = (self.t(i), self.t(o), self.s(s), self.s(s + 1));
                let rest = self.not(taken);
                let stays = self.and(full, rest);
                let next = self.or(given, stays);
                self.store(s, next);
                let data = self.d(i);
                let data = self.pick(given, data, slot);
                self.store(s + 1, data);
                self.moved(given);
                self.moved(taken);
            }
            Edge::SlotBypass { s, i, o, .. } => {
                let (given, taken, full, slot) = (self.t(i), self.t(o), self.s(s), self.s(s + 1));
                let rest = self.not(taken);
                let some = self.or(given, full);
                let next = self.and(some, rest);
                self.store(s, next);
                let data = self.d(i);
                let data = self.pick(full, slot, data);
                if next != self.zero {
                    self.store(s + 1, data);
                }
                // What passes by an empty slot changes nothing here.
                self.changed(next, full);
            }
            Edge::Fifo { s, i, o, slots, .. } => {
                let (given, taken) = (self.t(i), self.t(o));
                self.queue(s, i, slots, given, taken);
            }
            Edge::FifoBypass { s, i, o, slots, .. } => {
                let (given, taken, some) = (self.t(i), self.t(o), self.recall(s, 0));
                let stays = self.not(taken);
                let enters = self.or(some, stays);
                let (given, taken) = (self.and(given, enters), self.and(taken, some));
                self.queue(s, i, slots, given, taken);
            }
            Edge::Shift { s, i, o, stages, .. } => {
                let (valid, data) = (self.v(i), self.d(i));
                self.shift(s, o, stages, valid, |_| data);
            }
            _ => unreachable!("it is the edge of a buffer"),
        }
    }

    /// What forks have given out, and what merges have chosen, after the edge.
    fn steering_edge(&mut self, edge: Edge) {
        match edge {
            Edge::Fork { s, i, list } => {
                let (complete, mut done) = (self.t(i), self.s(s));
                for (k, o) in self.list(list).into_iter().enumerate() {
                    let taken = self.t(o);
                    self.moved(taken);
                    let bit = self.at_bit(taken, k as u32);
                    done = self.bits_or(done, bit);
                }
                let done = self.pick(complete, self.zero, done);
                self.store(s, done);
            }
            Edge::Merge { s, o } => {
                let (valid, ready, choice, held) = (self.v(o), self.r(o), self.recall(s, 0), self.s(s));
                let refused = self.not(ready);
                let waits = self.and(valid, refused);
                let next = self.pick(waits, choice, self.zero);
                self.store(s, next);
                self.changed(next, held);
            }
            Edge::ControlMerge { s, o, index, .. } => {
                let (choice, valid, complete) = (self.recall(s, 0), self.recall(s, 1), self.recall(s, 2));
                let (held, done) = (self.s(s), self.s(s + 2));
                let open = self.not(complete);
                let waits = self.and(valid, open);
                let next = self.pick(waits, choice, self.zero);
                self.store(s, next);
                self.changed(next, held);
                let fires = self.and(valid, complete);
                self.done_bits(s + 2, done, fires, o, index);
            }
            _ => unreachable!("it is the edge of a fork or a merge"),
        }
    }

    /// Whether units of loops are in one after the edge.
    fn loop_edge(&mut self, edge: Edge) {
        match edge {
            Edge::Carry { s, d, a } => self.next_loop(s, d, a),
            Edge::Invariant { s, d, a, .. } => {
                self.next_loop(s, d, a);
                let (given, data, stored) = (self.t(a), self.d(a), self.s(s + 1));
                let data = self.pick(given, data, stored);
                self.store(s + 1, data);
            }
            Edge::Gate { s, x, c, o, oc } => {
                let (fires, next, done) = (self.t(x), self.s(s), self.s(s + 1));
                let condition = self.decide(c, fires);
                let next = self.pick(fires, condition, next);
                self.store(s, next);
                self.done_bits(s + 1, done, fires, o, oc);
                self.moved(fires);
            }
            _ => unreachable!("it is the edge of a unit of loops"),
        }
    }

    pub(super) fn changed(&mut self, next: Value, before: Value) {
        let changed = self.fold(next, before, |next, before| i64::from(next != before));
        let changed = changed.unwrap_or_else(|| self.compare(IntCC::NotEqual, next, before));
        self.moved(changed);
    }

    /// The done bits of two outputs: a complete token clears them.
    fn done_bits(&mut self, word: u32, done: Value, complete: Value, first: u32, second: u32) {
        let (first, second) = (self.t(first), self.t(second));
        self.moved(first);
        self.moved(second);
        let high = self.at_bit(second, 1);
        let now = self.bits_or(first, high);
        let done = self.bits_or(done, now);
        let done = self.pick(complete, self.zero, done);
        self.store(word, done);
    }

    fn queue(&mut self, s: u32, i: u32, slots: u32, given: Value, taken: Value) {
        let (head, count, data) = (self.s(s), self.s(s + 1), self.d(i));
        let last = i64::from(slots);
        let sum = self.b.ins().iadd(head, count);
        let over = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, sum, last);
        let around = self.b.ins().iadd_imm_s(sum, -last);
        let tail = self.b.ins().select(over, around, sum);
        let at = self.address(s + 2, tail);
        self.when(given, |emit| {
            emit.put(data, at, 0);
        });
        if slots > 1 && taken != self.zero {
            let after = self.b.ins().iadd(head, taken);
            let wraps = self.b.ins().icmp_imm_u(IntCC::Equal, after, last);
            let head = self.b.ins().select(wraps, self.zero, after);
            self.store(s, head);
        }
        let count = self.add(count, given);
        let count = self.sub(count, taken);
        self.store(s + 1, count);
        self.moved(given);
        self.moved(taken);
    }

    /// Moves all stages of a pipeline, if they move and there is anything to move.
    fn shift(&mut self, s: u32, o: u32, stages: u32, valid: Value, enter: impl FnOnce(&mut Self) -> Value) {
        let (at, moves, last) = (self.recall(s, 0), self.recall(s, 1), self.v(o));
        let (head, live) = (self.s(s), self.s(s + 1));
        let some = self.bits_or(live, valid);
        let some = self.is_not(some, 0);
        let active = self.and(moves, some);
        self.moved(active);
        self.when(active, |emit| {
            emit.enter(s, stages, at, valid);
            let fewer = emit.sub(live, last);
            let live = emit.add(fewer, valid);
            emit.store(s + 1, live);
            let after = emit.b.ins().iadd_imm_u(head, 1);
            let wraps = emit.b.ins().icmp_imm_u(IntCC::Equal, after, i64::from(stages));
            let head = emit.b.ins().select(wraps, emit.zero, after);
            emit.store(s, head);
            emit.when(valid, |emit| {
                let data = enter(emit);
                emit.put(data, at, 8);
            });
        });
    }

    /// Whether a `carry` or an `invariant` is in its loop after this cycle.
    fn next_loop(&mut self, s: u32, d: u32, a: u32) {
        let (start, given, consumed) = (self.recall(s, 1), self.t(a), self.t(d));
        // Where it does not start it is in its loop and stays there.
        let stays = self.not(start);
        let next = self.or(stays, given);
        self.store(s, next);
        self.moved(given);
        self.moved(consumed);
    }

    fn stream_edge(&mut self, stream: &Stream) {
        let &Stream { s, index, cont, .. } = stream;
        let s = s as u32;
        let [complete, goes_on, next, by, end] = [1, 2, 3, 4, 5].map(|number| self.recall(s, number));
        let (looping, done) = (self.s(s + Stream::LOOP as u32), self.s(s + Stream::DONE as u32));
        let after = self.pick(complete, goes_on, looping);
        self.store(s + Stream::LOOP as u32, after);
        self.done_bits(s + Stream::DONE as u32, done, complete, index, cont);
        self.moved(complete);
        self.when(complete, |emit| {
            for (k, number) in (0..).zip([next, by, end]) {
                let word = s + Stream::NUMBERS as u32 + 2 * k;
                if emit.state.get(&word) == Some(&number) {
                    continue;
                }
                emit.store(word, number);
                let sign = emit.b.ins().sshr_imm_u(number, 63);
                emit.store(word + 1, sign);
            }
        });
    }
}
