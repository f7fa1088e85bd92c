//! An elastic circuit as code: the instructions of a cycle and its edge, one after the other, signals in registers.
//!
//! The code runs cycles in a loop until something happens that the caller decides about: the results are there, a unit raises an error, nothing moves, or as many
//! cycles have passed as were allowed. It works on the same state as the interpreter, between any two cycles; signals are not kept. Flags are words of 0 or 1.
//! What is rare is not compiled: [`fits`] says whether a circuit is.

mod arithmetic;
mod edges;
mod guard;
mod memory;
mod signals;
mod trace;

pub(crate) use trace::{States, emit_traces};

use super::alu::mask;
use super::code::Code;
use super::control::Decider;
use super::instr::{Instr, List};
use super::machine::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap;
use trace::Assumed;

/// The parameters of the code: valids of channels as bytes, data of channels, state, the memories as pairs of address and number of words,
/// and what comes out.
#[derive(Clone, Copy)]
pub(crate) struct Bases {
    pub valid: Value,
    pub data: Value,
    pub state: Value,
    pub memories: Value,
    pub out: Value,
    /// Most cycles to run.
    pub cycles: Value,
    /// Whether the outside takes the results.
    pub done_ready: Value,
}

/// Bits of what the code gives back.
pub(crate) const PROGRESS: i64 = 1;
pub(crate) const DONE: i64 = 2;
pub(crate) const ERROR: i64 = 4;
pub(crate) const STIRRED: i64 = 8;

/// Words of what comes out: the cycles that were run, and the unit that raised an error, plus one.
pub(crate) const OUT_CYCLES: i32 = 0;
pub(crate) const OUT_ERROR: i32 = 1;

/// The longest row of a guard that is compiled: every place in it is code.
const LONGEST_ROW: u32 = 32;

/// Whether a circuit is compiled: all data are words, and nothing needs bit vectors.
pub(crate) fn fits(machine: &Machine) -> bool {
    let wide = machine.widths.iter().any(|width| *width > 64);
    let rare = machine.instrs().iter().any(|instr| match instr {
        Instr::Wide { .. } => true,
        Instr::Fork { list, .. } => list.len > 64,
        _ => false,
    });
    let pipes = machine.code.pipes.iter().any(|pipe| pipe.alu.is_none());
    let streams = machine.code.streams.iter().any(|stream| stream.width > 63);
    let guards = machine.code.guards.iter().any(|guard| guard.window > LONGEST_ROW);
    let ports = machine.code.controllers.iter().any(|unit| unit.loads.len() > 64 || unit.stores.len() > 64);
    // A queue looks at all its slots in every cycle, which takes as long as the rest of a circuit.
    let queues = !machine.code.lsqs.is_empty();
    !(wide || rare || pipes || streams || ports || guards || queues)
}

/// Emits the code into a function whose entry is open, up to and including its return.
pub(crate) fn emit(machine: &Machine, results: &[u32], bases: Bases, b: &mut FunctionBuilder<'_>) {
    let head = b.create_block();
    let count = b.append_block_param(head, types::I64);
    let none = b.ins().iconst(types::I64, 0);
    b.ins().jump(head, &[none.into()]);
    b.switch_to_block(head);
    let mut emit = Emit::new(machine, bases, None, b);
    emit.cycle(machine);
    emit.finish(results, head, count);
}

/// Accesses are to words of buffers that are there.
fn flags() -> MemFlagsData {
    MemFlagsData::trusted()
}

struct Emit<'a, 'f> {
    code: &'a Code,
    widths: &'a [u32],
    bases: Bases,
    /// Channels whose valid no instruction makes.
    outside: Vec<bool>,
    /// The signals that are known so far.
    valid: Vec<Option<Value>>,
    ready: Vec<Option<Value>>,
    data: Vec<Option<Value>>,
    /// Words of the state as they are before the edge.
    state: FxHashMap<u32, Value>,
    /// What a unit's instructions found out for its other instructions and its edge, by its state and a number.
    kept: FxHashMap<(u32, u32), Value>,
    /// What is assumed of the cycle, if it is one of a known control state.
    assumed: Option<Assumed<'a>>,
    /// Values that are known to be a number.
    known: FxHashMap<Value, i64>,
    zero: Value,
    one: Value,
    /// Whether anything moved that is not there always, and whether anything else moved.
    progress: Value,
    stirred: Value,
    /// The unit that raised an error, plus one.
    error: Value,
    b: &'a mut FunctionBuilder<'f>,
}

impl<'a, 'f> Emit<'a, 'f> {
    /// Nothing emitted yet, for the block that is open.
    fn new(
        machine: &'a Machine,
        bases: Bases,
        assumed: Option<Assumed<'a>>,
        b: &'a mut FunctionBuilder<'f>,
    ) -> Emit<'a, 'f> {
        let (zero, one) = (b.ins().iconst(types::I64, 0), b.ins().iconst(types::I64, 1));
        let channels = machine.widths.len();
        let mut outside = vec![true; channels];
        for signal in machine.code.parts.iter().flat_map(|part| &part.writes) {
            if signal % 2 == 0 {
                outside[(signal / 2) as usize] = false;
            }
        }
        Emit {
            code: &machine.code,
            widths: &machine.widths,
            bases,
            outside,
            valid: vec![None; channels],
            ready: vec![None; channels],
            data: vec![None; channels],
            state: FxHashMap::default(),
            kept: FxHashMap::default(),
            assumed,
            known: FxHashMap::from_iter([(zero, 0), (one, 1)]),
            zero,
            one,
            progress: zero,
            stirred: zero,
            error: zero,
            b,
        }
    }

    /// The instructions and edges of a cycle.
    fn cycle(&mut self, machine: &Machine) {
        for channel in &machine.code.always_valid {
            self.valid[*channel as usize] = Some(self.one);
        }
        for channel in &machine.code.always_ready {
            self.ready[*channel as usize] = Some(self.one);
        }
        for (channel, value) in &machine.code.data {
            let value = self.number(value.low_u64() as i64);
            self.data[*channel as usize] = Some(value);
        }
        // An edge follows the last instruction that makes a signal of its unit, so that signals are needed for a short time only. It changes the
        // state of its unit alone, which nobody else reads.
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); machine.instrs().len() + 1];
        let last = machine.last_needed();
        for (index, (_, unit)) in machine.code.edges.iter().enumerate() {
            edges[last[unit.index()]].push(index);
        }
        for (at, edges) in edges.iter().enumerate() {
            for index in edges {
                self.edge(machine.code.edges[*index].0, *index < machine.live_edges());
            }
            if let Some(instr) = machine.instrs().get(at) {
                self.instr(*instr);
            }
        }
    }
}

impl Emit<'_, '_> {
    // ----- values -----

    fn number(&mut self, value: i64) -> Value {
        match value {
            0 => return self.zero,
            1 => return self.one,
            _ => {}
        }
        if let Some(number) = self.assumed.as_ref().and_then(|assumed| assumed.numbers.get(&value)) {
            return *number;
        }
        let number = self.b.ins().iconst(types::I64, value);
        self.known.insert(number, value);
        if let Some(assumed) = &mut self.assumed {
            assumed.numbers.insert(value, number);
        }
        number
    }

    /// What a value is known to be.
    fn constant(&self, value: Value) -> Option<i64> {
        self.known.get(&value).copied()
    }

    /// A function of two numbers, if both are known.
    fn fold(&mut self, a: Value, b: Value, function: impl FnOnce(i64, i64) -> i64) -> Option<Value> {
        let (a, b) = (self.constant(a)?, self.constant(b)?);
        Some(self.number(function(a, b)))
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        match b {
            _ if b == self.zero => a,
            _ => self.fold(a, b, i64::wrapping_add).unwrap_or_else(|| self.b.ins().iadd(a, b)),
        }
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        match b {
            _ if b == self.zero => a,
            _ => self.fold(a, b, i64::wrapping_sub).unwrap_or_else(|| self.b.ins().isub(a, b)),
        }
    }

    /// All bits of two words.
    fn bits_or(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            _ if b == self.zero => a,
            _ if a == self.zero => b,
            _ => self.fold(a, b, |a, b| a | b).unwrap_or_else(|| self.b.ins().bor(a, b)),
        }
    }

    /// A flag as a bit of a word.
    fn at_bit(&mut self, flag: Value, bit: u32) -> Value {
        match self.constant(flag) {
            _ if bit == 0 => flag,
            Some(flag) => self.number(flag << bit),
            None => self.b.ins().ishl_imm_u(flag, i64::from(bit)),
        }
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            _ if a == b || b == self.one => a,
            _ if a == self.one => b,
            _ if a == self.zero || b == self.zero => self.zero,
            _ => self.b.ins().band(a, b),
        }
    }

    fn or(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            _ if a == b || b == self.zero => a,
            _ if a == self.zero => b,
            _ if a == self.one || b == self.one => self.one,
            _ => self.b.ins().bor(a, b),
        }
    }

    fn not(&mut self, a: Value) -> Value {
        match a {
            _ if a == self.zero => self.one,
            _ if a == self.one => self.zero,
            _ => self.b.ins().bxor(a, self.one),
        }
    }

    fn all(&mut self, values: impl IntoIterator<Item = Value>) -> Value {
        values.into_iter().fold(self.one, |all, value| self.and(all, value))
    }

    /// `a` if the flag is set, else `b`.
    fn pick(&mut self, flag: Value, a: Value, b: Value) -> Value {
        match self.constant(flag) {
            _ if a == b => a,
            Some(0) => b,
            Some(_) => a,
            None => self.b.ins().select(flag, a, b),
        }
    }

    /// A comparison as a flag.
    fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let flag = self.b.ins().icmp(condition, a, b);
        self.b.ins().uextend(types::I64, flag)
    }

    fn is(&mut self, a: Value, number: i64) -> Value {
        if let Some(a) = self.constant(a) {
            return self.number(i64::from(a == number));
        }
        let flag = self.b.ins().icmp_imm_u(IntCC::Equal, a, number);
        self.b.ins().uextend(types::I64, flag)
    }

    fn is_not(&mut self, a: Value, number: i64) -> Value {
        if let Some(a) = self.constant(a) {
            return self.number(i64::from(a != number));
        }
        let flag = self.b.ins().icmp_imm_u(IntCC::NotEqual, a, number);
        self.b.ins().uextend(types::I64, flag)
    }

    fn below(&mut self, a: Value, number: i64) -> Value {
        if let Some(a) = self.constant(a) {
            return self.number(i64::from((a as u64) < number as u64));
        }
        let flag = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, a, number);
        self.b.ins().uextend(types::I64, flag)
    }

    /// A bit of a word.
    fn bit(&mut self, word: Value, bit: u32) -> Value {
        if let Some(word) = self.constant(word) {
            return self.number(word >> bit & 1);
        }
        let word = if bit == 0 { word } else { self.b.ins().ushr_imm_u(word, i64::from(bit)) };
        self.b.ins().band(word, self.one)
    }

    /// A number with its sign.
    fn signed(&mut self, value: Value, width: u32) -> Value {
        match width {
            64 => value,
            32 => {
                let low = self.b.ins().ireduce(types::I32, value);
                self.b.ins().sextend(types::I64, low)
            }
            _ => {
                let unused = i64::from(64 - width.max(1));
                let high = self.b.ins().ishl_imm_u(value, unused);
                self.b.ins().sshr_imm_u(high, unused)
            }
        }
    }

    /// A value without the bits past its width.
    fn masked(&mut self, value: Value, width: u32) -> Value {
        match width {
            64 => value,
            32 => {
                let low = self.b.ins().ireduce(types::I32, value);
                self.b.ins().uextend(types::I64, low)
            }
            _ => self.b.ins().band_imm_u(value, mask(width) as i64),
        }
    }

    /// Code that is run only if a flag is set. It leaves no value behind.
    fn when(&mut self, flag: Value, then: impl FnOnce(&mut Self)) {
        match self.constant(flag) {
            Some(0) => return,
            Some(_) => return then(self),
            None if self.assumed.is_some() => {
                self.assume(flag, 1);
                return then(self);
            }
            None => {}
        }
        let (yes, after) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(flag, yes, &[], after, &[]);
        self.b.switch_to_block(yes);
        then(self);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
    }

    // ----- signals and state -----

    fn list(&self, list: List) -> Vec<u32> {
        list.of(&self.code.pool).to_vec()
    }

    fn v(&mut self, channel: u32) -> Value {
        match self.valid[channel as usize] {
            Some(value) => value,
            None => {
                assert!(self.outside[channel as usize], "signals are made before they are used");
                // While code of control states runs, nothing is offered from outside.
                if self.assumed.is_some() {
                    return self.zero;
                }
                // What comes from outside is in memory.
                let byte = self.b.ins().load(types::I8, flags(), self.bases.valid, channel as i32);
                let value = self.b.ins().uextend(types::I64, byte);
                self.valid[channel as usize] = Some(value);
                value
            }
        }
    }

    fn r(&mut self, channel: u32) -> Value {
        self.ready[channel as usize].expect("signals are made before they are used")
    }

    fn d(&mut self, channel: u32) -> Value {
        match self.data[channel as usize] {
            Some(value) => value,
            None => {
                let value = match self.widths[channel as usize] {
                    0 => self.zero,
                    _ => self.b.ins().load(types::I64, flags(), self.bases.data, channel as i32 * 8),
                };
                self.data[channel as usize] = Some(value);
                value
            }
        }
    }

    fn set_v(&mut self, channel: u32, value: Value) {
        self.valid[channel as usize] = Some(value);
    }

    fn set_r(&mut self, channel: u32, value: Value) {
        self.ready[channel as usize] = Some(value);
    }

    fn set_d(&mut self, channel: u32, value: Value) {
        self.data[channel as usize] = Some(value);
    }

    /// Whether a token moves over a channel.
    fn t(&mut self, channel: u32) -> Value {
        let (valid, ready) = (self.v(channel), self.r(channel));
        self.and(valid, ready)
    }

    /// A word of the state before the edge.
    fn s(&mut self, word: u32) -> Value {
        if let Some(number) = self.assumed.as_ref().and_then(|assumed| assumed.word(word)) {
            return self.number(number);
        }
        match self.state.get(&word) {
            Some(value) => *value,
            None => {
                let value = self.b.ins().load(types::I64, flags(), self.bases.state, word as i32 * 8);
                self.state.insert(word, value);
                value
            }
        }
    }

    /// Sets a word of the state.
    fn store(&mut self, word: u32, value: Value) {
        if self.assumed.is_some() {
            return self.store_assumed(word, value);
        }
        self.b.ins().store(flags(), value, self.bases.state, word as i32 * 8);
    }

    /// Writes a word to an address.
    fn put(&mut self, value: Value, address: Value, offset: i32) {
        match &mut self.assumed {
            Some(assumed) => assumed.writes.push((value, address, offset)),
            None => {
                self.b.ins().store(flags(), value, address, offset);
            }
        }
    }

    /// The data of a channel that decide where tokens go, where it matters.
    fn decide(&mut self, channel: u32, matters: Value) -> Value {
        let value = self.d(channel);
        self.decided(value, matters, Decider::Channel(channel))
    }

    /// A value that decides where tokens go, where it matters.
    fn decided(&mut self, value: Value, matters: Value, decider: Decider) -> Value {
        match &self.assumed {
            None => value,
            Some(_) if matters == self.zero => self.zero,
            Some(assumed) => {
                let expected = assumed.expected(decider);
                self.assume(value, expected)
            }
        }
    }

    /// The address of a word of the state, that many words after a fixed one.
    fn address(&mut self, word: u32, offset: Value) -> Value {
        let bytes = self.b.ins().ishl_imm_u(offset, 3);
        let address = self.b.ins().iadd(self.bases.state, bytes);
        self.b.ins().iadd_imm_u(address, i64::from(word) * 8)
    }

    fn keep(&mut self, s: u32, number: u32, value: Value) {
        self.kept.insert((s, number), value);
    }

    fn recall(&self, s: u32, number: u32) -> Value {
        self.kept[&(s, number)]
    }

    fn moved(&mut self, flag: Value) {
        self.progress = self.or(self.progress, flag);
    }

    /// What comes out, and whether another cycle follows.
    fn finish(&mut self, results: &[u32], head: cranelift_codegen::ir::Block, count: Value) {
        let valid: Vec<Value> = results.iter().map(|result| self.v(*result)).collect();
        let all = self.all(valid);
        let done = self.and(all, self.bases.done_ready);
        for result in results {
            if self.widths[*result as usize] > 0 {
                let data = self.d(*result);
                self.b.ins().store(flags(), data, self.bases.data, *result as i32 * 8);
            }
        }
        let failed = self.is_not(self.error, 0);
        let still = self.not(self.progress);
        let stop = self.or(done, failed);
        let stop = self.or(stop, still);
        let next = self.b.ins().iadd_imm_u(count, 1);
        let over = self.compare(IntCC::UnsignedGreaterThanOrEqual, next, self.bases.cycles);
        let stop = self.or(stop, over);
        let end = self.b.create_block();
        self.b.ins().brif(stop, end, &[], head, &[next.into()]);
        self.b.switch_to_block(end);
        self.b.ins().store(flags(), next, self.bases.out, OUT_CYCLES * 8);
        self.b.ins().store(flags(), self.error, self.bases.out, OUT_ERROR * 8);
        let done = self.b.ins().imul_imm_u(done, DONE);
        let failed = self.b.ins().imul_imm_u(failed, ERROR);
        let status = self.b.ins().bor(self.progress, done);
        let status = self.b.ins().bor(status, failed);
        let stirred = self.b.ins().imul_imm_u(self.stirred, STIRRED);
        let status = self.b.ins().bor(status, stirred);
        self.b.ins().return_(&[status]);
    }
}
