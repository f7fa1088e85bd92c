//! The instructions of a cycle as code: what [`super::super::eval`] does.

use super::super::control::Decider;
use super::super::instr::{Family, Instr, List, Stream};
use super::{Emit, flags};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

impl Emit<'_, '_> {
    fn all_valid(&mut self, list: List) -> Value {
        let valid: Vec<Value> = self.list(list).iter().map(|channel| self.v(*channel)).collect();
        self.all(valid)
    }

    fn set_all_ready(&mut self, list: List, ready: Value) {
        for channel in self.list(list) {
            self.set_r(channel, ready);
        }
    }

    fn wire(&mut self, i: u32, o: u32) {
        let (valid, data) = (self.v(i), self.d(i));
        self.set_v(o, valid);
        self.set_d(o, data);
    }

    pub(super) fn instr(&mut self, instr: Instr) {
        match instr.family() {
            Family::Join => self.joins(instr),
            Family::Pipe => self.pipes(instr),
            Family::Buffer => self.buffers(instr),
            Family::Fork => self.forks(instr),
            Family::Merge => self.merges(instr),
            Family::Burst => self.bursts(instr),
            Family::Stream => self.streams(instr),
            Family::Load => self.loads(instr),
            Family::Memory => self.memories(instr),
            Family::Guard => self.guards(instr),
            Family::Lsq => unreachable!("a circuit with a queue is interpreted"),
        }
    }

    fn joins(&mut self, instr: Instr) {
        match instr {
            Instr::Wire { i, o, .. } => self.wire(i, o),
            Instr::WireValid { i, o } => {
                let valid = self.v(i);
                self.set_v(o, valid);
            }
            Instr::WireReady { i, o } => {
                let ready = self.r(o);
                self.set_r(i, ready);
            }
            Instr::Join { list, o } => {
                let valid = self.all_valid(list);
                self.set_v(o, valid);
            }
            Instr::Blocker { list, o, .. } => {
                let (valid, data) = (self.all_valid(list), self.d(self.code.pool[list.at as usize]));
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::JoinReady { list, o } => {
                let ready = self.t(o);
                self.set_all_ready(list, ready);
            }
            Instr::JoinReady2 { a, b, o } => {
                let ready = self.t(o);
                self.set_r(a, ready);
                self.set_r(b, ready);
            }
            Instr::Alu1 { alu, a, o } => {
                let (valid, operand) = (self.v(a), self.d(a));
                let data = self.alu(alu, &[operand]);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::Alu2 { alu, a, b, o } => {
                let (va, vb, da, db) = (self.v(a), self.v(b), self.d(a), self.d(b));
                let valid = self.and(va, vb);
                let data = self.alu(alu, &[da, db]);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::Select { c, a, b, o, .. } => {
                let valid = [self.v(c), self.v(a), self.v(b)];
                let valid = self.all(valid);
                let (c, a, b) = (self.d(c), self.d(a), self.d(b));
                let data = self.pick(c, a, b);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::Exit { list } => {
                let valid = self.all_valid(list);
                let ready = self.and(valid, self.bases.done_ready);
                self.set_all_ready(list, ready);
            }
            _ => {}
        }
    }

    fn buffers(&mut self, instr: Instr) {
        match instr {
            Instr::SlotOut { s, o, .. } => {
                let (full, data) = (self.s(s), self.s(s + 1));
                self.set_v(o, full);
                self.set_d(o, data);
            }
            Instr::SlotBypass { s, i, o, .. } => {
                let (full, slot, valid, data) = (self.s(s), self.s(s + 1), self.v(i), self.d(i));
                let valid = self.or(full, valid);
                let data = self.pick(full, slot, data);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::SlotReady { s, i, o } => {
                let (full, taken) = (self.s(s), self.r(o));
                let empty = self.not(full);
                let ready = self.or(empty, taken);
                self.set_r(i, ready);
            }
            Instr::SlotReadyBreak { s, i } => {
                let full = self.s(s);
                let empty = self.not(full);
                self.set_r(i, empty);
            }
            Instr::FifoOut { s, o, .. } => {
                let count = self.s(s + 1);
                let valid = self.is_not(count, 0);
                let oldest = self.oldest(s);
                self.keep(s, 0, valid);
                self.set_v(o, valid);
                self.set_d(o, oldest);
            }
            Instr::FifoBypass { s, i, o, .. } => {
                let count = self.s(s + 1);
                let some = self.is_not(count, 0);
                let (oldest, valid, data) = (self.oldest(s), self.v(i), self.d(i));
                self.keep(s, 0, some);
                let valid = self.or(some, valid);
                let data = self.pick(some, oldest, data);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::FifoReady { s, i, o, slots } => {
                let count = self.s(s + 1);
                let (room, taken) = (self.below(count, i64::from(slots)), self.r(o));
                let ready = self.or(room, taken);
                self.set_r(i, ready);
            }
            _ => {}
        }
    }

    fn pipes(&mut self, instr: Instr) {
        match instr {
            Instr::PipeOut { s, o, .. } => {
                let head = self.s(s);
                let twice = self.b.ins().ishl_imm_u(head, 1);
                let at = self.address(s + 2, twice);
                let last = self.oldest_valid(s, at);
                let data = self.b.ins().load(types::I64, flags(), at, 8);
                self.keep(s, 0, at);
                self.set_v(o, last);
                self.set_d(o, data);
            }
            Instr::PipeReady { s, list, o, .. } => {
                let (last, taken, valid) = (self.v(o), self.r(o), self.all_valid(list));
                let empty = self.not(last);
                let moves = self.or(empty, taken);
                self.keep(s, 1, moves);
                self.keep(s, 2, valid);
                let ready = self.and(valid, moves);
                self.set_all_ready(list, ready);
            }
            Instr::ShiftReady { s, i, o, .. } => {
                let (last, taken) = (self.v(o), self.r(o));
                let empty = self.not(last);
                let moves = self.or(empty, taken);
                self.keep(s, 1, moves);
                self.set_r(i, moves);
            }
            _ => {}
        }
    }

    /// The oldest word of a queue.
    fn oldest(&mut self, s: u32) -> Value {
        let head = self.s(s);
        let at = self.address(s + 2, head);
        self.b.ins().load(types::I64, flags(), at, 0)
    }

    /// Whether two outputs with done bits in a word are done or ready.
    fn both_taken(&mut self, done: u32, first: u32, second: u32) -> Value {
        let word = self.s(done);
        let (done0, done1) = (self.bit(word, 0), self.bit(word, 1));
        let (first, second) = (self.r(first), self.r(second));
        let (first, second) = (self.or(done0, first), self.or(done1, second));
        self.and(first, second)
    }

    fn forks(&mut self, instr: Instr) {
        match instr {
            Instr::Fork { s, i, list, .. } => {
                let (valid, data, done) = (self.v(i), self.d(i), self.s(s));
                for (k, o) in self.list(list).into_iter().enumerate() {
                    let done = self.bit(done, k as u32);
                    let open = self.not(done);
                    let valid = self.and(valid, open);
                    self.set_v(o, valid);
                    self.set_d(o, data);
                }
            }
            Instr::ForkReady { s, i, list } => {
                let (mut all, done) = (self.one, self.s(s));
                for (k, o) in self.list(list).into_iter().enumerate() {
                    let (done, ready) = (self.bit(done, k as u32), self.r(o));
                    let served = self.or(done, ready);
                    all = self.and(all, served);
                }
                self.set_r(i, all);
            }
            Instr::Lazy { i, list, k, .. } => {
                let (mut all, data) = (self.v(i), self.d(i));
                let outs = self.list(list);
                for (_, other) in outs.iter().enumerate().filter(|(at, _)| *at != k as usize) {
                    let ready = self.r(*other);
                    all = self.and(all, ready);
                }
                self.set_v(outs[k as usize], all);
                self.set_d(outs[k as usize], data);
            }
            Instr::LazyReady { i, list } => {
                let ready: Vec<Value> = self.list(list).iter().map(|o| self.r(*o)).collect();
                let all = self.all(ready);
                self.set_r(i, all);
            }
            Instr::CondBr { c, x, t, f, .. } => {
                let (vc, vx, data) = (self.v(c), self.v(x), self.d(x));
                let both = self.and(vc, vx);
                let condition = self.decide(c, both);
                let otherwise = self.not(condition);
                let (yes, no) = (self.and(both, condition), self.and(both, otherwise));
                self.set_v(t, yes);
                self.set_v(f, no);
                self.set_d(t, data);
                self.set_d(f, data);
            }
            Instr::CondBrReady { c, x, t, f } => {
                let both = [self.v(c), self.v(x)];
                let both = self.all(both);
                let (condition, yes, no) = (self.decide(c, both), self.r(t), self.r(f));
                let side = self.pick(condition, yes, no);
                let ready = self.and(both, side);
                self.set_r(c, ready);
                self.set_r(x, ready);
            }
            _ => {}
        }
    }

    fn merges(&mut self, instr: Instr) {
        match instr {
            Instr::Mux { list, o, .. } => {
                let channels = self.list(list);
                let s = self.v(channels[0]);
                let select = self.decide(channels[0], s);
                let (mut fires, mut data) = (self.zero, self.d(channels[1]));
                for (k, i) in channels[1..].iter().enumerate() {
                    let chosen = self.is(select, k as i64);
                    // Channels, not states, tell muxes apart: a channel has one producer.
                    self.kept.insert((u32::MAX - o, k as u32), chosen);
                    let valid = self.v(*i);
                    let fire = self.and(chosen, valid);
                    fires = self.or(fires, fire);
                    let word = self.d(*i);
                    data = self.pick(chosen, word, data);
                }
                let valid = self.and(s, fires);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::MuxReady { list, o } => {
                let channels = self.list(list);
                let fires = self.t(o);
                self.set_r(channels[0], fires);
                for (k, i) in channels[1..].iter().enumerate() {
                    let chosen = self.kept[&(u32::MAX - o, k as u32)];
                    let ready = self.and(fires, chosen);
                    self.set_r(*i, ready);
                }
            }
            Instr::Merge { s, list, o, .. } => {
                let (valid, data) = self.choose(s, list);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::MergeReady { s, list, o } => {
                let ready = self.r(o);
                self.chosen_ready(s, list, ready);
            }
            Instr::ControlMerge { s, list, o, index, .. } => {
                let (valid, data) = self.choose(s, list);
                let choice = self.recall(s, 0);
                let done = self.s(s + 2);
                let (done0, done1) = (self.bit(done, 0), self.bit(done, 1));
                let (open0, open1) = (self.not(done0), self.not(done1));
                let (first, second) = (self.and(valid, open0), self.and(valid, open1));
                self.keep(s, 1, valid);
                self.set_v(o, first);
                self.set_d(o, data);
                self.set_v(index, second);
                let number = self.sub(choice, self.one);
                self.set_d(index, number);
            }
            Instr::ControlMergeReady { s, list, o, index } => {
                let ready = self.both_taken(s + 2, o, index);
                self.keep(s, 2, ready);
                self.chosen_ready(s, list, ready);
            }
            _ => {}
        }
    }

    /// The choice of a merge: whether the chosen input has a token, and its data. The number of the input plus one is kept as 0.
    fn choose(&mut self, s: u32, list: List) -> (Value, Value) {
        let channels = self.list(list);
        let held = self.s(s);
        let mut first = self.zero;
        for (k, i) in channels.iter().enumerate().rev() {
            let (valid, number) = (self.v(*i), self.number(k as i64 + 1));
            first = self.pick(valid, number, first);
        }
        let choice = self.pick(held, held, first);
        self.keep(s, 0, choice);
        let (mut valid, mut data) = (self.zero, self.d(channels[0]));
        for (k, i) in channels.iter().enumerate() {
            let chosen = self.is(choice, k as i64 + 1);
            self.keep(s, 3 + k as u32, chosen);
            let offered = self.v(*i);
            let offered = self.and(chosen, offered);
            valid = self.or(valid, offered);
            let word = self.d(*i);
            data = self.pick(chosen, word, data);
        }
        (valid, data)
    }

    fn chosen_ready(&mut self, s: u32, list: List, ready: Value) {
        for (k, i) in self.list(list).into_iter().enumerate() {
            let chosen = self.recall(s, 3 + k as u32);
            let ready = self.and(chosen, ready);
            self.set_r(i, ready);
        }
    }

    fn bursts(&mut self, instr: Instr) {
        match instr {
            Instr::Carry { s, d, a, b, o, .. } => {
                let [more, start, _] = self.turn(s, d);
                let (va, vb, da, db) = (self.v(a), self.v(b), self.d(a), self.d(b));
                let joined = self.and(more, vb);
                let opened = self.and(start, va);
                let valid = self.or(joined, opened);
                let data = self.pick(more, db, da);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::CarryReady { s, d, a, b, o } => {
                let [more, ..] = self.turn(s, d);
                let (next, taken) = (self.v(b), self.r(o));
                let moves = self.all([more, next, taken]);
                self.turn_ready(s, d, a, moves, taken);
                self.set_r(b, moves);
            }
            Instr::Invariant { s, d, a, o, .. } => {
                let [more, start, _] = self.turn(s, d);
                let (va, da, stored) = (self.v(a), self.d(a), self.s(s + 1));
                let opened = self.and(start, va);
                let valid = self.or(more, opened);
                let data = self.pick(more, stored, da);
                self.set_v(o, valid);
                self.set_d(o, data);
            }
            Instr::InvariantReady { s, d, a, o } => {
                let [more, ..] = self.turn(s, d);
                let taken = self.r(o);
                let moves = self.and(more, taken);
                self.turn_ready(s, d, a, moves, taken);
            }
            Instr::Gate { s, x, c, o, oc, .. } => {
                let (vx, vc, dx) = (self.v(x), self.v(c), self.d(x));
                let both = self.and(vx, vc);
                let dc = self.decide(c, both);
                let (next, done) = (self.s(s), self.s(s + 1));
                let (done0, done1) = (self.bit(done, 0), self.bit(done, 1));
                let (open0, open1) = (self.not(done0), self.not(done1));
                let value = [both, dc, open0];
                let value = self.all(value);
                let condition = [both, next, open1];
                let condition = self.all(condition);
                self.set_v(o, value);
                self.set_v(oc, condition);
                self.set_d(o, dx);
                self.set_d(oc, dc);
            }
            Instr::GateReady { s, x, c, o, oc } => {
                let (vx, vc) = (self.v(x), self.v(c));
                let both = self.and(vx, vc);
                let (next, condition) = (self.s(s), self.decide(c, both));
                let (no_value, no_condition) = (self.not(condition), self.not(next));
                let done = self.s(s + 1);
                let (done0, done1) = (self.bit(done, 0), self.bit(done, 1));
                let (r0, r1) = (self.r(o), self.r(oc));
                let (value, rest) = (self.or(no_value, done0), self.or(no_condition, done1));
                let (value, rest) = (self.or(value, r0), self.or(rest, r1));
                let ready = self.all([both, value, rest]);
                self.set_r(x, ready);
                self.set_r(c, ready);
            }
            _ => {}
        }
    }

    /// Whether a `carry` or an `invariant` goes on, whether it starts, and whether it closes a burst.
    fn turn(&mut self, s: u32, d: u32) -> [Value; 3] {
        if self.kept.contains_key(&(s, 0)) {
            return [0, 1, 2].map(|number| self.recall(s, number));
        }
        let (looping, valid) = (self.s(s), self.v(d));
        let known = self.and(looping, valid);
        let condition = self.decide(d, known);
        let more = self.and(known, condition);
        let otherwise = self.not(condition);
        let ends = self.and(known, otherwise);
        let first = self.not(looping);
        let start = self.or(first, ends);
        self.keep(s, 0, more);
        self.keep(s, 1, start);
        self.keep(s, 2, ends);
        [more, start, ends]
    }

    fn turn_ready(&mut self, s: u32, d: u32, a: u32, moves: Value, taken: Value) {
        let (start, ends) = (self.recall(s, 1), self.recall(s, 2));
        let ready = self.or(moves, ends);
        self.set_r(d, ready);
        let ready = self.and(start, taken);
        self.set_r(a, ready);
    }

    fn streams(&mut self, instr: Instr) {
        match instr {
            Instr::Stream { stream } => {
                let code = self.code;
                self.stream(stream, &code.streams[stream as usize]);
            }
            Instr::StreamReady { stream } => {
                let code = self.code;
                let &Stream { s, start, step, bound, index, cont, .. } = &code.streams[stream as usize];
                let taken = self.both_taken(s as u32 + Stream::DONE as u32, index, cont);
                let looping = self.s(s as u32 + Stream::LOOP as u32);
                let there = [self.v(start), self.v(step), self.v(bound)];
                let there = self.all(there);
                let on = self.or(looping, there);
                let complete = self.and(on, taken);
                self.keep(s as u32, 1, complete);
                let first = self.not(looping);
                let ready = self.and(first, complete);
                for input in [start, step, bound] {
                    self.set_r(input, ready);
                }
            }
            _ => {}
        }
    }

    fn stream(&mut self, number: u32, stream: &Stream) {
        let &Stream { s, width, start, step, bound, index, cont, kind, unit } = stream;
        let s = s as u32;
        let looping = self.s(s + Stream::LOOP as u32);
        let there = [self.v(start), self.v(step), self.v(bound)];
        let there = self.all(there);
        let on = self.or(looping, there);
        let done = self.s(s + Stream::DONE as u32);
        let (done0, done1) = (self.bit(done, 0), self.bit(done, 1));
        let (open0, open1) = (self.not(done0), self.not(done1));
        let (first, second) = (self.and(on, open0), self.and(on, open1));
        let numbers = [start, step, bound].map(|channel| self.d(channel));
        let [at, by, end] = [0, 1, 2].map(|k| {
            let held = self.s(s + Stream::NUMBERS as u32 + 2 * k);
            let given = self.signed(numbers[k as usize], width);
            self.pick(looping, held, given)
        });
        let narrow = self.masked(at, width);
        let (mut goes_on, next) = match kind.rule {
            None => {
                let down = self.b.ins().icmp_imm_u(IntCC::SignedLessThan, by, 0);
                let (less, more) = (
                    self.compare(IntCC::SignedLessThan, at, end),
                    self.compare(IntCC::SignedGreaterThan, at, end),
                );
                let goes_on = self.b.ins().select(down, more, less);
                (goes_on, self.b.ins().iadd(at, by))
            }
            Some((op, predicate)) => {
                let end = self.masked(end, width);
                let goes_on = self.holds(predicate, narrow, end, width);
                let by = self.masked(by, width);
                let next = self.function(op.function(), width, &[narrow, by]);
                (goes_on, self.signed(next, width))
            }
        };
        if kind.checked {
            let first = self.not(looping);
            let zero = self.is(by, 0);
            let stuck = self.all([first, there, zero]);
            let stuck = if self.assumed.is_some() { self.assume(stuck, 0) } else { stuck };
            let sound = self.not(stuck);
            goes_on = self.and(goes_on, sound);
            let unit = self.number(unit.index() as i64 + 1);
            let told = self.is_not(self.error, 0);
            let later = self.pick(told, self.error, unit);
            self.error = self.pick(stuck, later, self.error);
        }
        let goes_on = self.decided(goes_on, on, Decider::Stream(number));
        for (number, value) in [(2, goes_on), (3, next), (4, by), (5, end)] {
            self.keep(s, number, value);
        }
        self.set_v(index, first);
        self.set_v(cont, second);
        self.set_d(index, narrow);
        self.set_d(cont, goes_on);
    }
}
