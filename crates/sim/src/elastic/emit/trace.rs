//! Code of control states: cycles in which all valids and readies are known, so that arithmetic is all that is left of them.
//!
//! There is a block for each [`Sample`]: it computes with what the sample assumes as numbers, and wherever data decide, it compares them with what they were. If they
//! differ, the next sample of the same control state has its turn, and after the last one the caller. Nothing is written before all is
//! compared. Control is in no word while the code runs: which block it is says it, and the caller is told the control state that it left with.

use super::super::control::{Decider, Sample, Shape};
use super::super::machine::Machine;
use super::{Bases, Emit, OUT_CYCLES, flags};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::{FunctionBuilder, Switch};
use rustc_hash::FxHashMap;

/// The control states that code knows, by their numbers.
#[derive(Default)]
pub(crate) struct States {
    all: Vec<Box<[u64]>>,
    ids: FxHashMap<Box<[u64]>, u32>,
    /// The first ones have code; with the others it is left.
    coded: usize,
}

impl States {
    fn id(&mut self, control: &[u64]) -> u32 {
        if let Some(id) = self.ids.get(control) {
            return *id;
        }
        let id = self.all.len() as u32;
        self.all.push(control.into());
        self.ids.insert(control.into(), id);
        id
    }

    /// The number of a control state that has code.
    pub fn find(&self, control: &[u64]) -> Option<u32> {
        self.ids.get(control).copied().filter(|id| (*id as usize) < self.coded)
    }

    /// The control state of a number.
    pub fn control(&self, id: u32) -> &[u64] {
        &self.all[id as usize]
    }
}

/// What is assumed of a cycle, and what comes of it.
pub(super) struct Assumed<'a> {
    shape: &'a Shape,
    sample: &'a Sample,
    /// The control state after it.
    next: Vec<u64>,
    /// Words to write when nothing can differ any more: the word, an address and an offset.
    pub writes: Vec<(Value, Value, i32)>,
    pub numbers: FxHashMap<i64, Value>,
    /// Where to go when something is not as it is assumed, with the cycles so far.
    fails: Block,
    count: Value,
    /// Something that has to be known is not, or is something else.
    broken: bool,
}

impl<'a> Assumed<'a> {
    fn new(shape: &'a Shape, sample: &'a Sample, fails: Block, count: Value) -> Assumed<'a> {
        Assumed {
            shape,
            sample,
            next: sample.control.to_vec(),
            writes: Vec::new(),
            numbers: FxHashMap::default(),
            fails,
            count,
            broken: false,
        }
    }

    /// A word of the state that is control.
    pub fn word(&self, word: u32) -> Option<i64> {
        self.shape.word(word).map(|at| self.sample.control[at] as i64)
    }

    pub fn expected(&self, decider: Decider) -> i64 {
        self.sample.decided[self.shape.decider(decider)] as i64
    }
}

impl Emit<'_, '_> {
    /// Compares a value with what it is assumed to be.
    pub(super) fn assume(&mut self, value: Value, expected: i64) -> Value {
        let known = self.constant(value);
        let Some(assumed) = &mut self.assumed else { return value };
        if let Some(known) = known {
            assumed.broken |= known != expected;
            return self.number(known);
        }
        let (fails, count) = (assumed.fails, assumed.count);
        let holds = self.b.ins().icmp_imm_u(IntCC::Equal, value, expected);
        let next = self.b.create_block();
        self.b.ins().brif(holds, next, &[], fails, &[count.into()]);
        self.b.switch_to_block(next);
        self.known.insert(value, expected);
        self.number(expected)
    }

    /// Sets a word of the state after the cycle.
    pub(super) fn store_assumed(&mut self, word: u32, value: Value) {
        let (known, unchanged) = (self.constant(value), self.state.get(&word) == Some(&value));
        let state = self.bases.state;
        let Some(assumed) = &mut self.assumed else { return };
        match (assumed.shape.word(word), known) {
            (Some(at), Some(known)) => assumed.next[at] = known as u64,
            (Some(_), None) => assumed.broken = true,
            (None, _) if unchanged => {}
            (None, _) => assumed.writes.push((value, state, word as i32 * 8)),
        }
    }

    /// Whether the oldest stage of a pipeline, which is at an address, has a token.
    pub(super) fn oldest_valid(&mut self, s: u32, at: Value) -> Value {
        match &self.assumed {
            Some(assumed) => {
                let valids = assumed.sample.control[assumed.shape.ring(s)];
                self.number((valids & 1) as i64)
            }
            None => self.b.ins().load(types::I64, flags(), at, 0),
        }
    }

    /// Moves all stages of a pipeline; the youngest, at an address, gets a token or none.
    pub(super) fn enter(&mut self, s: u32, stages: u32, at: Value, valid: Value) {
        let known = self.constant(valid);
        match &mut self.assumed {
            Some(assumed) => {
                let ring = assumed.shape.ring(s);
                let young = known.unwrap_or_default() as u64;
                assumed.broken |= known.is_none();
                assumed.next[ring] = assumed.sample.control[ring] >> 1 | young << (stages - 1);
            }
            None => self.put(valid, at, 0),
        }
    }

    /// The control state after a cycle that is fit to be run as code, with its writes done: something moves, nothing fails, and the results are not there.
    fn next_control(&mut self, results: &[u32]) -> Option<Vec<u64>> {
        let valid: Vec<Value> = results.iter().map(|result| self.v(*result)).collect();
        let goes_on = self.all(valid) == self.zero && self.progress == self.one && self.error == self.zero;
        let assumed = self.assumed.take()?;
        if !goes_on || assumed.broken || assumed.next != *assumed.sample.next {
            return None;
        }
        for (value, address, offset) in assumed.writes {
            self.b.ins().store(flags(), value, address, offset);
        }
        Some(assumed.next)
    }
}

/// Emits code of the cycles that samples were taken of into a function whose entry is open. It begins with the control state of number `entry`, runs as many cycles
/// as it can, and gives back the number of the control state that it came to.
pub(crate) fn emit_traces(
    (machine, shape): (&Machine, &Shape),
    samples: &[&Sample],
    results: &[u32],
    (bases, entry): (Bases, Value),
    b: &mut FunctionBuilder<'_>,
) -> States {
    let mut states = States::default();
    let mut groups: Vec<Vec<&Sample>> = Vec::new();
    for sample in samples {
        let id = states.id(&sample.control) as usize;
        groups.resize_with(states.all.len(), Vec::new);
        groups[id].push(sample);
    }
    states.coded = groups.len();
    let exit = b.create_block();
    let (count, id) = (b.append_block_param(exit, types::I64), b.append_block_param(exit, types::I64));
    let heads: Vec<Vec<Block>> = groups.iter().map(|group| chain(group.len() + 1, b)).collect();
    enter_at(entry, &heads, exit, b);
    for (number, (group, chain)) in groups.iter().zip(&heads).enumerate() {
        for (sample, blocks) in group.iter().zip(chain.windows(2)) {
            b.switch_to_block(blocks[0]);
            let count = b.block_params(blocks[0])[0];
            let assumed = Assumed::new(shape, sample, blocks[1], count);
            let mut emit = Emit::new(machine, bases, Some(assumed), b);
            emit.bases.done_ready = emit.one;
            emit.cycle(machine);
            let Some(next) = emit.next_control(results) else {
                b.ins().jump(blocks[1], &[count.into()]);
                continue;
            };
            let next = states.id(&next);
            let (count, id) = (b.ins().iadd_imm_u(count, 1), b.ins().iconst(types::I64, i64::from(next)));
            let leave = [count.into(), id.into()];
            match heads.get(next as usize) {
                Some(chain) => {
                    let goes_on = b.ins().icmp(IntCC::UnsignedLessThan, count, bases.cycles);
                    b.ins().brif(goes_on, chain[0], &[count.into()], exit, &leave);
                }
                None => {
                    b.ins().jump(exit, &leave);
                }
            }
        }
        let last = chain[group.len()];
        b.switch_to_block(last);
        let (count, id) = (b.block_params(last)[0], b.ins().iconst(types::I64, number as i64));
        b.ins().jump(exit, &[count.into(), id.into()]);
    }
    b.switch_to_block(exit);
    b.ins().store(flags(), count, bases.out, OUT_CYCLES * 8);
    b.ins().return_(&[id]);
    states
}

/// Blocks with the number of cycles so far.
fn chain(length: usize, b: &mut FunctionBuilder<'_>) -> Vec<Block> {
    let mut block = || {
        let block = b.create_block();
        b.append_block_param(block, types::I64);
        block
    };
    (0..length).map(|_| block()).collect()
}

/// Goes to the first block of the control state of a number, with no cycle run.
fn enter_at(entry: Value, heads: &[Vec<Block>], exit: Block, b: &mut FunctionBuilder<'_>) {
    let none = b.ins().iconst(types::I64, 0);
    let (mut switch, unknown) = (Switch::new(), b.create_block());
    let stubs: Vec<Block> = heads.iter().map(|_| b.create_block()).collect();
    for (id, stub) in stubs.iter().enumerate() {
        switch.set_entry(id as u128, *stub);
    }
    switch.emit(b, entry, unknown);
    for (stub, chain) in stubs.iter().zip(heads) {
        b.switch_to_block(*stub);
        b.ins().jump(chain[0], &[none.into()]);
    }
    b.switch_to_block(unknown);
    b.ins().jump(exit, &[none.into(), entry.into()]);
}
