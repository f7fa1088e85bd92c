//! What each instruction does in a cycle: the middle column of the table in `docs/rationale/streams.md`.

use super::alu::{Alu, mask, signed};
use super::instr::{Controller, Family, Guard, Instr, List, Stream};
use super::machine::Machine;
use super::network::ChannelId;
use base::Bits;
use dialects::handshake::unit::Function;

impl Machine {
    #[inline(always)]
    fn v(&self, channel: u32) -> u8 {
        self.core.valid[channel as usize]
    }

    #[inline(always)]
    fn r(&self, channel: u32) -> u8 {
        self.core.ready[channel as usize]
    }

    /// The low bit of a channel's data.
    #[inline(always)]
    fn bit(&self, channel: u32) -> u8 {
        (self.core.data[channel as usize] & 1) as u8
    }

    /// A flag of the state.
    #[inline(always)]
    fn flag(&self, s: u32) -> u8 {
        self.core.state[s as usize] as u8
    }

    #[inline(always)]
    fn set_v(&mut self, channel: u32, valid: u8) {
        self.core.valid[channel as usize] = valid;
    }

    #[inline(always)]
    fn set_r(&mut self, channel: u32, ready: u8) {
        self.core.ready[channel as usize] = ready;
    }

    #[inline(always)]
    fn all_valid(&self, list: List) -> u8 {
        list.of(&self.code.pool).iter().fold(1, |all, channel| all & self.v(*channel))
    }

    fn set_all_ready(&mut self, list: List, ready: u8) {
        for channel in list.of(&self.code.pool) {
            self.core.ready[*channel as usize] = ready;
        }
    }

    /// The `k`th channel of a list.
    #[inline(always)]
    fn nth(&self, list: List, k: u32) -> u32 {
        self.code.pool[(list.at + k) as usize]
    }

    #[inline(always)]
    pub(super) fn eval(&mut self, instr: Instr) {
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
            Family::Lsq => self.queues(instr),
        }
    }

    #[inline(always)]
    fn joins(&mut self, instr: Instr) {
        match instr {
            Instr::Wire { i, o, n } => {
                self.set_v(o, self.v(i));
                self.copy(i, o, n);
            }
            Instr::WireValid { i, o } => self.set_v(o, self.v(i)),
            Instr::WireReady { i, o } => self.set_r(i, self.r(o)),
            Instr::Join { list, o } => self.set_v(o, self.all_valid(list)),
            Instr::Blocker { list, o, n } => {
                self.set_v(o, self.all_valid(list));
                self.copy(self.nth(list, 0), o, n);
            }
            Instr::JoinReady { list, o } => self.set_all_ready(list, self.v(o) & self.r(o)),
            Instr::JoinReady2 { a, b, o } => {
                let ready = self.v(o) & self.r(o);
                self.set_r(a, ready);
                self.set_r(b, ready);
            }
            Instr::Alu1 { alu, a, o } => {
                self.set_v(o, self.v(a));
                self.core.data[o as usize] = alu.one(self.core.data[a as usize]);
            }
            Instr::Alu2 { alu, a, b, o } => {
                self.set_v(o, self.v(a) & self.v(b));
                let value = alu.two(self.core.data[a as usize], self.core.data[b as usize]);
                self.core.data[o as usize] = value;
            }
            Instr::Select { c, a, b, o, n } => {
                self.set_v(o, self.v(c) & self.v(a) & self.v(b));
                self.copy(if self.bit(c) != 0 { a } else { b }, o, n);
            }
            Instr::Wide { unit, list, o } => {
                let valid = self.all_valid(list);
                self.set_v(o, valid);
                if valid != 0 {
                    let value = self.compute_wide(unit as usize, list.of(&self.code.pool));
                    self.set_data(ChannelId::from_index(o as usize), &value);
                }
            }
            Instr::Exit { list } => self.set_all_ready(list, self.all_valid(list) & self.core.done_ready),
            _ => {}
        }
    }

    #[inline(always)]
    fn streams(&mut self, instr: Instr) {
        match instr {
            Instr::Stream { stream } => self.stream(stream as usize),
            Instr::StreamReady { stream } => self.stream_ready(stream as usize),
            _ => {}
        }
    }

    fn queues(&mut self, instr: Instr) {
        match instr {
            Instr::LsqOut { lsq } => self.lsq_out(lsq as usize),
            Instr::LsqPorts { lsq } => self.lsq_ports(lsq as usize),
            Instr::LsqControl { lsq, group } => self.lsq_control(lsq as usize, group as usize),
            Instr::LsqEnd { lsq } => self.lsq_end(lsq as usize),
            Instr::LsqEndReady { lsq } => self.lsq_end_ready(lsq as usize),
            _ => {}
        }
    }

    #[inline(always)]
    fn memories(&mut self, instr: Instr) {
        match instr {
            Instr::MemoryOut { memory } => self.memory_out(memory as usize),
            Instr::MemoryLoads { memory } => self.memory_loads(memory as usize),
            Instr::MemoryStores { memory } => self.memory_stores(memory as usize),
            Instr::MemoryEnd { memory } => self.memory_end(memory as usize),
            Instr::MemoryEndReady { memory } => {
                let &Controller { start, ctrl_end, mem_end, .. } = &self.code.controllers[memory as usize];
                let ready = self.v(mem_end) & self.r(mem_end);
                self.set_r(start, ready);
                self.set_r(ctrl_end, ready);
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn guards(&mut self, instr: Instr) {
        match instr {
            Instr::Guard { guard } => {
                let &Guard { s, load, done, o, n, .. } = &self.code.guards[guard as usize];
                let asks = self.v(load) & (self.core.state[s + Guard::OWED] ^ 1) as u8;
                // The oldest store does not count in the cycle in which its completion comes.
                let live = self.core.state[s + Guard::COUNT].saturating_sub(u64::from(self.v(done)));
                let hit = asks & u8::from(self.meets(guard as usize, live as usize));
                self.core.state[s + Guard::HIT] = u64::from(hit);
                self.set_v(o, asks & (hit ^ 1));
                self.copy(load, o, n);
            }
            Instr::GuardDone { guard } => {
                let &Guard { s, done, .. } = &self.code.guards[guard as usize];
                self.set_r(done, u8::from(self.core.state[s + Guard::COUNT] != 0));
            }
            Instr::GuardStore { guard } => {
                let &Guard { s, window, store, done, stores, o, .. } = &self.code.guards[guard as usize];
                let turn = self.core.state[s + Guard::OWED] as u8 | self.v(o) & self.r(o);
                let free = u8::from(self.core.state[s + Guard::COUNT] < u64::from(window));
                let enters = turn & self.v(store) & (free | self.v(done));
                let Some(stores) = stores else { return self.set_r(store, enters) };
                let known = turn & self.v(stores);
                let push = enters & known & self.bit(stores);
                self.set_r(store, push);
                self.set_r(stores, push | known & (self.bit(stores) ^ 1));
            }
            _ => {}
        }
    }

    /// Whether the address of a guard's load is one of the newest `live` that it holds; the narrower of two has zeros before it.
    #[inline(always)]
    fn meets(&self, number: usize, live: usize) -> bool {
        let &Guard { s, load, n, held_n, .. } = &self.code.guards[number];
        let row = s + Guard::ROW;
        if n == 1 && held_n == 1 {
            let address = self.core.data[load as usize];
            return self.core.state[row..row + live].contains(&address);
        }
        let (n, held_n) = (n as usize, held_n as usize);
        let at = self.place[load as usize] as usize;
        let (address, held) = (&self.core.data[at..at + n], &self.core.state[row..row + live * held_n]);
        let word = |words: &[u64], k: usize| words.get(k).copied().unwrap_or(0);
        held.chunks_exact(held_n).any(|held| (0..n.max(held_n)).all(|k| word(address, k) == word(held, k)))
    }

    /// Stages are a ring: its head is the last stage.
    #[inline(always)]
    fn pipes(&mut self, instr: Instr) {
        let head = |machine: &Machine, s: u32, n: u32| {
            (s + 2) as usize + machine.core.state[s as usize] as usize * (1 + n as usize)
        };
        match instr {
            Instr::PipeOut { s, o, n } => {
                let at = head(self, s, n);
                self.set_v(o, self.core.state[at] as u8);
                self.show(at + 1, o, n);
            }
            Instr::PipeReady { s, list, o, n } => {
                let moves = (self.core.state[head(self, s, n)] ^ 1) as u8 | self.r(o);
                self.set_all_ready(list, self.all_valid(list) & moves);
            }
            Instr::ShiftReady { s, i, o, n } => {
                let moves = (self.core.state[head(self, s, n)] ^ 1) as u8 | self.r(o);
                self.set_r(i, moves);
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn buffers(&mut self, instr: Instr) {
        match instr {
            Instr::SlotOut { s, o, n } => {
                self.set_v(o, self.flag(s));
                self.show(s as usize + 1, o, n);
            }
            Instr::SlotBypass { s, i, o, n } => {
                let full = self.flag(s);
                self.set_v(o, full | self.v(i));
                match full {
                    0 => self.copy(i, o, n),
                    _ => self.show(s as usize + 1, o, n),
                }
            }
            Instr::SlotReady { s, i, o } => self.set_r(i, (self.flag(s) ^ 1) | self.r(o)),
            Instr::SlotReadyBreak { s, i } => self.set_r(i, self.flag(s) ^ 1),
            Instr::FifoOut { s, o, n } => {
                let (head, count) = (self.core.state[s as usize], self.core.state[s as usize + 1]);
                self.set_v(o, u8::from(count != 0));
                self.show(s as usize + 2 + head as usize * n as usize, o, n);
            }
            Instr::FifoBypass { s, i, o, n } => {
                let (head, count) = (self.core.state[s as usize], self.core.state[s as usize + 1]);
                self.set_v(o, u8::from(count != 0) | self.v(i));
                match count {
                    0 => self.copy(i, o, n),
                    _ => self.show(s as usize + 2 + head as usize * n as usize, o, n),
                }
            }
            Instr::FifoReady { s, i, o, slots } => self.set_r(i, self.has_room(s, slots) | self.r(o)),
            Instr::FifoReadyBreak { s, i, slots } => self.set_r(i, self.has_room(s, slots)),
            _ => {}
        }
    }

    /// Whether a queue takes a token without giving one.
    #[inline(always)]
    fn has_room(&self, s: u32, slots: u32) -> u8 {
        u8::from(self.core.state[s as usize + 1] < u64::from(slots))
    }

    /// The done bit of the `k`th output of a fork.
    #[inline(always)]
    fn done(&self, s: u32, k: usize) -> u8 {
        (self.core.state[s as usize + k / 64] >> (k % 64) & 1) as u8
    }

    /// The first of a merge's inputs that is valid, or the one it holds, plus one; 0 if there is none.
    #[inline(always)]
    fn choice(&self, s: u32, list: List) -> u64 {
        match self.core.state[s as usize] {
            0 => {
                let channels = list.of(&self.code.pool);
                channels.iter().position(|channel| self.v(*channel) != 0).map_or(0, |at| at as u64 + 1)
            }
            held => held,
        }
    }

    #[inline(always)]
    fn forks(&mut self, instr: Instr) {
        match instr {
            Instr::Fork { s, i, list, n } => {
                let valid = self.v(i);
                for k in 0..list.len {
                    let o = self.nth(list, k);
                    self.set_v(o, valid & (self.done(s, k as usize) ^ 1));
                    self.copy(i, o, n);
                }
            }
            Instr::ForkReady { s, i, list } => {
                let mut all = 1;
                for k in 0..list.len {
                    all &= self.done(s, k as usize) | self.r(self.nth(list, k));
                }
                self.set_r(i, all);
            }
            Instr::Lazy { i, list, k, n } => {
                let mut all = self.v(i);
                for other in (0..list.len).filter(|other| *other != k) {
                    all &= self.r(self.nth(list, other));
                }
                let o = self.nth(list, k);
                self.set_v(o, all);
                self.copy(i, o, n);
            }
            Instr::LazyReady { i, list } => {
                let all = list.of(&self.code.pool).iter().fold(1, |all, o| all & self.r(*o));
                self.set_r(i, all);
            }
            Instr::CondBr { c, x, t, f, n } => {
                let (valid, condition) = (self.v(c) & self.v(x), self.bit(c));
                self.set_v(t, valid & condition);
                self.set_v(f, valid & (condition ^ 1));
                self.copy(x, t, n);
                self.copy(x, f, n);
            }
            Instr::CondBrReady { c, x, t, f } => {
                let side = if self.bit(c) != 0 { t } else { f };
                let ready = self.v(c) & self.v(x) & self.r(side);
                self.set_r(c, ready);
                self.set_r(x, ready);
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn merges(&mut self, instr: Instr) {
        match instr {
            Instr::Mux { list, o, n } => {
                let s = self.nth(list, 0);
                let select = self.core.data[s as usize];
                if self.v(s) != 0 && select < u64::from(list.len - 1) {
                    let i = self.nth(list, 1 + select as u32);
                    self.set_v(o, self.v(i));
                    self.copy(i, o, n);
                } else {
                    self.set_v(o, 0);
                }
            }
            Instr::MuxReady { list, o } => {
                let s = self.nth(list, 0);
                let ready = self.v(o) & self.r(o);
                let select = self.core.data[s as usize];
                self.set_r(s, ready);
                for k in 1..list.len {
                    let chosen = u8::from(u64::from(k) == select.wrapping_add(1));
                    self.set_r(self.nth(list, k), ready & chosen);
                }
            }
            Instr::Merge { s, list, o, n } => {
                let choice = self.choice(s, list);
                self.core.state[s as usize + 1] = choice;
                match choice {
                    0 => self.set_v(o, 0),
                    _ => {
                        let i = self.nth(list, choice as u32 - 1);
                        self.set_v(o, self.v(i));
                        self.copy(i, o, n);
                    }
                }
            }
            Instr::MergeReady { s, list, o } => {
                let (choice, ready) = (self.core.state[s as usize + 1], self.r(o));
                for k in 0..list.len {
                    self.set_r(self.nth(list, k), u8::from(u64::from(k) + 1 == choice) & ready);
                }
            }
            Instr::ControlMerge { s, list, o, index, n } => {
                let choice = self.choice(s, list);
                self.core.state[s as usize + 1] = choice;
                let done = self.core.state[s as usize + 2];
                let mut valid = 0;
                if choice != 0 {
                    let i = self.nth(list, choice as u32 - 1);
                    valid = self.v(i);
                    self.copy(i, o, n);
                    self.core.data[index as usize] = choice - 1;
                }
                self.set_v(o, valid & (done & 1 ^ 1) as u8);
                self.set_v(index, valid & (done >> 1 & 1 ^ 1) as u8);
            }
            Instr::ControlMergeReady { s, list, o, index } => {
                let (choice, done) = (self.core.state[s as usize + 1], self.core.state[s as usize + 2]);
                let ready = ((done & 1) as u8 | self.r(o)) & ((done >> 1 & 1) as u8 | self.r(index));
                for k in 0..list.len {
                    self.set_r(self.nth(list, k), u8::from(u64::from(k) + 1 == choice) & ready);
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn bursts(&mut self, instr: Instr) {
        match instr {
            Instr::Carry { s, d, a, b, o, n } => {
                let (looping, condition) = (self.flag(s), self.bit(d));
                let more = looping & self.v(d) & condition;
                let start = (looping ^ 1) | looping & self.v(d) & (condition ^ 1);
                self.set_v(o, more & self.v(b) | start & self.v(a));
                self.copy(if more != 0 { b } else { a }, o, n);
            }
            Instr::CarryReady { s, d, a, b, o } => {
                let (looping, condition) = (self.flag(s), self.bit(d));
                let more = looping & self.v(d) & condition;
                let end = looping & self.v(d) & (condition ^ 1);
                let joined = more & self.v(b) & self.r(o);
                self.set_r(d, joined | end);
                self.set_r(b, joined);
                self.set_r(a, ((looping ^ 1) | end) & self.r(o));
            }
            Instr::Invariant { s, d, a, o, n } => {
                let (looping, condition) = (self.flag(s), self.bit(d));
                let more = looping & self.v(d) & condition;
                let start = (looping ^ 1) | looping & self.v(d) & (condition ^ 1);
                self.set_v(o, more | start & self.v(a));
                match more {
                    0 => self.copy(a, o, n),
                    _ => self.show(s as usize + 1, o, n),
                }
            }
            Instr::InvariantReady { s, d, a, o } => {
                let (looping, condition) = (self.flag(s), self.bit(d));
                let more = looping & self.v(d) & condition;
                let end = looping & self.v(d) & (condition ^ 1);
                self.set_r(d, more & self.r(o) | end);
                self.set_r(a, ((looping ^ 1) | end) & self.r(o));
            }
            Instr::Gate { s, x, c, o, oc, n } => {
                let both = self.v(x) & self.v(c);
                let (next, done) = (self.flag(s), self.core.state[s as usize + 1]);
                self.set_v(o, both & self.bit(c) & (done & 1 ^ 1) as u8);
                self.set_v(oc, both & next & (done >> 1 & 1 ^ 1) as u8);
                self.copy(x, o, n);
                self.copy(c, oc, 1);
            }
            Instr::GateReady { s, x, c, o, oc } => {
                let both = self.v(x) & self.v(c);
                let (next, done) = (self.flag(s), self.core.state[s as usize + 1]);
                let value = (self.bit(c) ^ 1) | (done & 1) as u8 | self.r(o);
                let condition = (next ^ 1) | (done >> 1 & 1) as u8 | self.r(oc);
                self.set_r(x, both & value & condition);
                self.set_r(c, both & value & condition);
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn loads(&mut self, instr: Instr) {
        match instr {
            Instr::LoadAddress { s, i, o, n } => {
                self.set_v(o, self.v(i) & u8::from(self.core.state[s as usize] < 2));
                self.copy(i, o, n);
            }
            Instr::LoadAddressReady { s, i, o } => {
                self.set_r(i, self.r(o) & u8::from(self.core.state[s as usize] < 2));
            }
            Instr::LoadData { s, i, o, n } => match self.core.state[s as usize + 1] {
                0 => {
                    self.set_v(o, self.v(i));
                    self.copy(i, o, n);
                }
                _ => {
                    self.set_v(o, 1);
                    self.show(s as usize + 2, o, n);
                }
            },
            Instr::LoadDataReady { s, i } => self.set_r(i, u8::from(self.core.state[s as usize + 1] < 2)),
            _ => {}
        }
    }

    /// Index, step and bound of a stream in this cycle, with one more bit than the type has: as numbers, for a type of at most 64 bits.
    fn stream_numbers(&self, stream: &Stream) -> [i128; 3] {
        let &Stream { s, width, start, step, bound, .. } = stream;
        if self.core.state[s + Stream::LOOP] != 0 {
            std::array::from_fn(|k| {
                let at = s + Stream::NUMBERS + 2 * k;
                (u128::from(self.core.state[at]) | u128::from(self.core.state[at + 1]) << 64) as i128
            })
        } else {
            [start, step, bound].map(|channel| i128::from(signed(self.core.data[channel as usize], width)))
        }
    }

    /// The same as bit vectors, for any type.
    fn stream_bits(&self, stream: &Stream) -> [Bits; 3] {
        let &Stream { s, width, start, step, bound, .. } = stream;
        let words = Stream::words(width);
        if self.core.state[s + Stream::LOOP] != 0 {
            std::array::from_fn(|k| {
                let at = s + Stream::NUMBERS + words * k;
                Bits::from_words(width + 1, &self.core.state[at..at + words])
            })
        } else {
            [start, step, bound]
                .map(|channel| self.data(ChannelId::from_index(channel as usize)).sext(width + 1))
        }
    }

    fn stream(&mut self, number: usize) {
        let stream = &self.code.streams[number];
        let &Stream { s, width, start, step, bound, index, cont, kind, unit } = stream;
        let looping = self.core.state[s + Stream::LOOP] != 0;
        let on = u8::from(looping) | self.v(start) & self.v(step) & self.v(bound);
        let done = self.core.state[s + Stream::DONE];
        self.set_v(index, on & (done & 1 ^ 1) as u8);
        self.set_v(cont, on & (done >> 1 & 1 ^ 1) as u8);
        if on == 0 {
            return;
        }
        let stream = &self.code.streams[number];
        let (goes_on, no_step) = if width <= 64 {
            let [at, step, bound] = self.stream_numbers(stream);
            self.core.data[index as usize] = at as u64 & mask(width);
            let goes_on = match kind.rule {
                None if step < 0 => at > bound,
                None => at < bound,
                Some((_, predicate)) => {
                    predicate.holds_words(at as u64 & mask(width), bound as u64 & mask(width), width)
                }
            };
            (goes_on, step == 0)
        } else {
            let [at, step, bound] = self.stream_bits(stream);
            let goes_on = match kind.rule {
                None if step.is_negative() => at.scmp(&bound).is_gt(),
                None => at.scmp(&bound).is_lt(),
                Some((_, predicate)) => {
                    let operands = [at.trunc(width), bound.trunc(width)];
                    Function::Cmp(predicate).eval(&operands, 1).bit(0)
                }
            };
            self.set_data(ChannelId::from_index(index as usize), &at.trunc(width));
            (goes_on, step.is_zero())
        };
        let stuck = kind.checked && no_step && !looping;
        if stuck {
            self.core.error.get_or_insert(unit);
        }
        let goes_on = u64::from(goes_on && !stuck);
        self.core.data[cont as usize] = goes_on;
        self.core.state[s + Stream::COND] = goes_on;
    }

    fn stream_ready(&mut self, number: usize) {
        let &Stream { s, start, step, bound, index, cont, .. } = &self.code.streams[number];
        let first = (self.core.state[s + Stream::LOOP] ^ 1) as u8;
        let complete =
            first & self.v(start) & self.v(step) & self.v(bound) & self.stream_taken(s, index, cont);
        for input in [start, step, bound] {
            self.set_r(input, complete);
        }
    }

    /// Whether both outputs of a stream are done or ready.
    pub(super) fn stream_taken(&self, s: usize, index: u32, cont: u32) -> u8 {
        let done = self.core.state[s + Stream::DONE];
        ((done & 1) as u8 | self.r(index)) & ((done >> 1 & 1) as u8 | self.r(cont))
    }

    /// Goes on to a stream's next index. Says nothing new about whether anything changed: it does.
    pub(super) fn stream_next(&mut self, number: usize) {
        let stream = &self.code.streams[number];
        let &Stream { s, width, kind, .. } = stream;
        if width <= 64 {
            let [at, by, bound] = self.stream_numbers(stream);
            let next = match kind.rule {
                None => at + by,
                Some((op, _)) => {
                    let alu = Alu::of_width(op.function(), width);
                    let next = alu.two(at as u64 & mask(width), by as u64 & mask(width));
                    i128::from(signed(next, width))
                }
            };
            for (k, number) in [next, by, bound].into_iter().enumerate() {
                let at = s + Stream::NUMBERS + 2 * k;
                self.core.state[at] = number as u64;
                self.core.state[at + 1] = (number >> 64) as u64;
            }
        } else {
            let [at, by, bound] = self.stream_bits(stream);
            let next = match kind.rule {
                None => at.add(&by),
                Some((op, _)) => {
                    op.function().eval(&[at.trunc(width), by.trunc(width)], width).sext(width + 1)
                }
            };
            let words = Stream::words(width);
            for (k, number) in [next, by, bound].into_iter().enumerate() {
                let at = s + Stream::NUMBERS + words * k;
                self.core.state[at..at + words].copy_from_slice(number.words());
            }
        }
    }

    fn memory_out(&mut self, number: usize) {
        let now = self.core.now;
        for port in &self.code.controllers[number].loads {
            let there = self.core.state[port.s] != 0 && self.core.state[port.s + 1] <= now;
            self.core.valid[port.data as usize] = u8::from(there);
        }
        let n = self.code.controllers[number].n;
        for at in 0..self.code.controllers[number].loads.len() {
            let port = &self.code.controllers[number].loads[at];
            let (s, data) = (port.s + 2, port.data);
            self.show(s, data, n as u32);
        }
        for port in &self.code.controllers[number].stores {
            if let Some(done) = port.done {
                let there = self.core.state[port.s] != 0 && self.core.state[port.s + 1] <= now;
                self.core.valid[done as usize] = u8::from(there);
            }
        }
    }

    fn memory_loads(&mut self, number: usize) {
        let Controller { s, loads, .. } = &self.code.controllers[number];
        let core = &mut self.core;
        let (valid, ready) = (&core.valid, &mut core.ready);
        let next = core.state[s + Controller::NEXT_LOAD] as usize;
        let mut granted = 0;
        for k in 0..loads.len() {
            let at = if next + k < loads.len() { next + k } else { next + k - loads.len() };
            let port = &loads[at];
            let data = port.data as usize;
            let free = core.state[port.s] == 0 || valid[data] & ready[data] != 0;
            let grant = granted == 0 && free && valid[port.address as usize] != 0;
            ready[port.address as usize] = u8::from(grant);
            if grant {
                granted = at + 1;
            }
        }
        core.state[s + Controller::LOAD] = granted as u64;
    }

    fn memory_stores(&mut self, number: usize) {
        let Controller { s, stores, .. } = &self.code.controllers[number];
        let core = &mut self.core;
        let (valid, ready) = (&core.valid, &mut core.ready);
        let next = core.state[s + Controller::NEXT_STORE] as usize;
        let mut granted = 0;
        for k in 0..stores.len() {
            let at = if next + k < stores.len() { next + k } else { next + k - stores.len() };
            let port = &stores[at];
            let free = port.done.is_none_or(|done| {
                core.state[port.s] == 0 || valid[done as usize] & ready[done as usize] != 0
            });
            let asks = valid[port.address as usize] & valid[port.data as usize] != 0;
            let grant = granted == 0 && free && asks;
            ready[port.address as usize] = u8::from(grant);
            ready[port.data as usize] = u8::from(grant);
            if grant {
                granted = at + 1;
            }
        }
        core.state[s + Controller::STORE] = granted as u64;
    }

    fn memory_end(&mut self, number: usize) {
        let Controller { s, announces, start, ctrl_end, mem_end, .. } = &self.code.controllers[number];
        let offered = announces.iter().any(|channel| self.v(*channel) != 0);
        let quiet = !offered && self.core.state[s + Controller::COUNT] == 0;
        let valid = self.v(*start) & self.v(*ctrl_end) & u8::from(quiet);
        self.core.valid[*mem_end as usize] = valid;
    }
}
