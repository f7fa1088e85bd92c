//! The program, executed instruction by instruction: the reference for the compiled back end, and what it calls for the
//! rare and the wide.

use crate::design::Op;
use crate::program::{Arg, Block, Instr, Program, Space, words};
use crate::wide;
use std::cmp::Ordering;

/// Everything a simulation changes.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// Registers in this cycle.
    pub state: Vec<u32>,
    /// Registers in the coming cycle.
    pub next: Vec<u32>,
    /// All other values.
    pub temp: Vec<u32>,
    /// Contents of memories.
    pub memory: Vec<u32>,
    /// Room for results of more than 64 bits.
    scratch: Scratch,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    out: Vec<u32>,
    more: Vec<u32>,
    third: Vec<u32>,
}

impl Buffers {
    /// The buffers a program begins with.
    pub fn new(program: &Program) -> Buffers {
        let widest = program.instrs.iter().filter(|instr| instr.wide).map(|instr| {
            let args = program.args(instr).iter().map(|arg| arg.width).max().unwrap_or(0);
            words(args.max(instr.width)) as usize
        });
        let room = vec![0; widest.max().unwrap_or(0)];
        Buffers {
            state: program.state.clone(),
            next: program.state.clone(),
            temp: program.temp.clone(),
            memory: program.memory.clone(),
            scratch: Scratch { out: room.clone(), more: room.clone(), third: room },
        }
    }

    #[inline]
    fn space(&self, space: Space) -> &[u32] {
        match space {
            Space::State => &self.state,
            Space::Next => &self.next,
            Space::Temp => &self.temp,
        }
    }

    /// The words of a value.
    #[inline]
    pub fn words(&self, arg: Arg, lane: u32) -> &[u32] {
        &self.space(arg.slot.space)[arg.slot.at(lane)..][..words(arg.width) as usize]
    }

    /// A value of at most 64 bits.
    #[inline]
    pub fn get(&self, arg: Arg, lane: u32) -> u64 {
        let buffer = self.space(arg.slot.space);
        let at = arg.slot.at(lane);
        let low = u64::from(buffer[at]);
        if arg.width <= 32 { low } else { low | u64::from(buffer[at + 1]) << 32 }
    }

    #[inline]
    fn put(&mut self, instr: &Instr, lane: u32, value: u64) {
        let buffer = match instr.dst.space {
            Space::State => &mut self.state,
            Space::Next => &mut self.next,
            Space::Temp => &mut self.temp,
        };
        let at = instr.dst.at(lane);
        buffer[at] = value as u32;
        if instr.width > 32 {
            buffer[at + 1] = (value >> 32) as u32;
        }
    }

    /// Copies what a block wants to have side by side.
    pub fn gather(&mut self, block: &Block) {
        for run in &block.runs {
            let (from, to, count) = (run.from as usize, run.to as usize, run.words as usize);
            let source = match run.space {
                Space::State => &self.state,
                Space::Next => &self.next,
                Space::Temp => {
                    self.temp.copy_within(from..from + count, to);
                    continue;
                }
            };
            // Most runs at the border of an array are one value: a call would take longer than the copy.
            if count == 1 {
                self.temp[to] = source[from];
            } else {
                self.temp[to..to + count].copy_from_slice(&source[from..from + count]);
            }
        }
    }
}

#[inline]
fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

#[inline]
fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (value << unused) as i64 >> unused
}

/// Computes all values of a cycle.
pub fn evaluate(program: &Program, buffers: &mut Buffers) {
    for block in &program.blocks {
        buffers.gather(block);
        for instr in program.code(block) {
            for lane in 0..block.lanes {
                execute(program, instr, lane, buffers);
            }
        }
    }
}

/// Executes one instruction in one lane.
pub fn execute(program: &Program, instr: &Instr, lane: u32, buffers: &mut Buffers) {
    let args = program.args(instr);
    if instr.wide {
        return execute_wide(program, instr, args, lane, buffers);
    }
    let arg = |index: usize| buffers.get(args[index], lane);
    let width = instr.width;
    let value = match instr.op {
        Op::And => arg(0) & arg(1),
        Op::Or => arg(0) | arg(1),
        Op::Xor => arg(0) ^ arg(1),
        Op::Add => arg(0).wrapping_add(arg(1)),
        Op::Sub => arg(0).wrapping_sub(arg(1)),
        Op::Mul => arg(0).wrapping_mul(arg(1)),
        Op::DivU => arg(0).checked_div(arg(1)).unwrap_or(0),
        Op::ModU => arg(0).checked_rem(arg(1)).unwrap_or(0),
        Op::DivS | Op::ModS => {
            let (a, b) = (signed(arg(0), width), signed(arg(1), width));
            match (b, instr.op) {
                (0, _) => 0,
                (_, Op::DivS) => a.wrapping_div(b) as u64,
                _ => a.wrapping_rem(b) as u64,
            }
        }
        Op::Shl => shift(arg(1), width).map_or(0, |amount| arg(0) << amount),
        Op::ShrU => shift(arg(1), width).map_or(0, |amount| arg(0) >> amount),
        Op::ShrS => {
            let amount = shift(arg(1), width).unwrap_or(width - 1);
            (signed(arg(0), width) >> amount) as u64
        }
        Op::Eq => u64::from(arg(0) == arg(1)),
        Op::Ne => u64::from(arg(0) != arg(1)),
        Op::Ult => u64::from(arg(0) < arg(1)),
        Op::Ule => u64::from(arg(0) <= arg(1)),
        Op::Slt => u64::from(signed(arg(0), args[0].width) < signed(arg(1), args[1].width)),
        Op::Sle => u64::from(signed(arg(0), args[0].width) <= signed(arg(1), args[1].width)),
        Op::Mux => {
            if arg(0) != 0 {
                arg(1)
            } else {
                arg(2)
            }
        }
        Op::Extract(low) => arg(0).checked_shr(low).unwrap_or(0),
        Op::Concat => {
            // The first operand needs no room above it, and a shift by 64 would be none.
            let join = |value: u64, at: usize| {
                if at == 0 { arg(0) } else { value << args[at].width | arg(at) }
            };
            (0..args.len()).fold(0, join)
        }
        Op::Fill => 0u64.wrapping_sub(arg(0)),
        Op::Extend => signed(arg(0), args[0].width) as u64,
        Op::Parity => u64::from(arg(0).count_ones() & 1),
        Op::Reverse => arg(0).reverse_bits() >> (64 - width),
        Op::Pick(size) => {
            let low = arg(1).saturating_mul(u64::from(size));
            if low < 64 { arg(0) >> low } else { 0 }
        }
        Op::Inject => {
            let size = args[2].width;
            let low = arg(1).saturating_mul(u64::from(size));
            if low + u64::from(size) <= u64::from(width) {
                arg(0) & !(mask(size) << low) | arg(2) << low
            } else {
                arg(0)
            }
        }
        Op::Read(_) => {
            let value = element(program, instr, arg(0), lane, buffers);
            value.map_or(0, |words| wide::field(words, 0, width))
        }
        Op::Copy => arg(0),
    };
    buffers.put(instr, lane, value & mask(width));
}

fn shift(amount: u64, width: u32) -> Option<u32> {
    (amount < u64::from(width)).then_some(amount as u32)
}

/// The element of a memory that a read instruction reads.
fn element<'a>(
    program: &Program,
    instr: &Instr,
    addr: u64,
    lane: u32,
    buffers: &'a Buffers,
) -> Option<&'a [u32]> {
    let Op::Read(mem) = instr.op else { unreachable!("only reads read") };
    let range = place(program, mem, instr.lane + lane, addr)?;
    Some(&buffers.memory[range])
}

/// Where an element of a memory lies; `None` past its end.
pub fn place(
    program: &Program,
    mem: crate::design::MemId,
    lane: u32,
    addr: u64,
) -> Option<std::ops::Range<usize>> {
    let memory = &program.memories[mem];
    let size = words(memory.width) as usize;
    let start = (memory.base + lane * memory.lane_words) as usize;
    (addr < memory.depth).then(|| start + addr as usize * size..start + (addr as usize + 1) * size)
}

/// The same for results or operands of more than 64 bits.
fn execute_wide(program: &Program, instr: &Instr, args: &[Arg], lane: u32, buffers: &mut Buffers) {
    let mut scratch = std::mem::take(&mut buffers.scratch);
    wide_result(program, instr, args, lane, buffers, &mut scratch);
    let size = words(instr.width) as usize;
    wide::reduce(&mut scratch.out[..size], instr.width);
    let to = instr.dst.at(lane);
    let buffer = match instr.dst.space {
        Space::State => &mut buffers.state,
        Space::Next => &mut buffers.next,
        Space::Temp => &mut buffers.temp,
    };
    buffer[to..to + size].copy_from_slice(&scratch.out[..size]);
    buffers.scratch = scratch;
}

/// Computes a result into the first words of `scratch.out`; bits past the width may be anything.
fn wide_result(
    program: &Program,
    instr: &Instr,
    args: &[Arg],
    lane: u32,
    buffers: &Buffers,
    scratch: &mut Scratch,
) {
    let size = words(instr.width) as usize;
    let width = instr.width;
    let arg = |index: usize| buffers.words(args[index], lane);
    let negative = |index: usize| wide::bit(arg(index), args[index].width - 1);
    let out = &mut scratch.out[..size];
    match instr.op {
        Op::And | Op::Or | Op::Xor => {
            for (word, (a, b)) in out.iter_mut().zip(arg(0).iter().zip(arg(1))) {
                *word = match instr.op {
                    Op::And => a & b,
                    Op::Or => a | b,
                    _ => a ^ b,
                };
            }
        }
        Op::Add => {
            out.copy_from_slice(arg(0));
            wide::add(out, arg(1));
        }
        Op::Sub => {
            out.copy_from_slice(arg(0));
            wide::sub(out, arg(1));
        }
        Op::Mul => wide::mul(out, arg(0), arg(1)),
        Op::DivU | Op::ModU | Op::DivS | Op::ModS => wide_divide(instr, arg(0), arg(1), scratch),
        Op::Shl | Op::ShrU | Op::ShrS => {
            let (value, amount) = (arg(0), wide::amount(arg(1), width));
            let fill = instr.op == Op::ShrS && negative(0);
            out.fill(if fill { u32::MAX } else { 0 });
            if let Some(amount) = amount {
                if instr.op == Op::Shl {
                    wide::copy_field(out, u64::from(amount), value, 0, width - amount);
                } else {
                    wide::copy_field(out, 0, value, u64::from(amount), width - amount);
                }
            }
        }
        Op::Eq => out[0] = u32::from(arg(0) == arg(1)),
        Op::Ne => out[0] = u32::from(arg(0) != arg(1)),
        Op::Ult => out[0] = u32::from(wide::compare(arg(0), arg(1)) == Ordering::Less),
        Op::Ule => out[0] = u32::from(wide::compare(arg(0), arg(1)) != Ordering::Greater),
        Op::Slt | Op::Sle => {
            let order = negative(1).cmp(&negative(0)).then(wide::compare(arg(0), arg(1)));
            out[0] = u32::from(order == Ordering::Less || instr.op == Op::Sle && order == Ordering::Equal);
        }
        Op::Mux => out.copy_from_slice(if arg(0)[0] != 0 { arg(1) } else { arg(2) }),
        Op::Extract(low) => pick(out, arg(0), u64::from(low), width),
        Op::Pick(element) => {
            let index = wide::field(arg(1), 0, 64);
            pick(out, arg(0), index.saturating_mul(u64::from(element)), width);
        }
        Op::Concat => {
            let mut low = 0;
            for index in (0..args.len()).rev() {
                wide::copy_field(out, low, arg(index), 0, args[index].width);
                low += u64::from(args[index].width);
            }
        }
        Op::Fill => out.fill(0u32.wrapping_sub(arg(0)[0])),
        Op::Extend => {
            out.fill(if negative(0) { u32::MAX } else { 0 });
            wide::copy_field(out, 0, arg(0), 0, args[0].width);
        }
        Op::Parity => out[0] = arg(0).iter().map(|word| word.count_ones()).sum::<u32>() & 1,
        Op::Reverse => {
            for index in 0..width {
                wide::set_field(out, u64::from(index), 1, u64::from(wide::bit(arg(0), width - 1 - index)));
            }
        }
        Op::Inject => {
            out.copy_from_slice(arg(0));
            let low = wide::field(arg(1), 0, 64).saturating_mul(u64::from(args[2].width));
            if low.saturating_add(u64::from(args[2].width)) <= u64::from(width) {
                wide::copy_field(out, low, arg(2), 0, args[2].width);
            }
        }
        Op::Read(_) => match element(program, instr, wide::field(arg(0), 0, 64), lane, buffers) {
            Some(words) => out.copy_from_slice(words),
            None => out.fill(0),
        },
        Op::Copy => out.copy_from_slice(arg(0)),
    }
}

/// Bits from a position on; zeros past the end.
fn pick(out: &mut [u32], from: &[u32], low: u64, width: u32) {
    out.fill(0);
    if low < 32 * from.len() as u64 {
        wide::copy_field(out, 0, from, low, width);
    }
}

fn wide_divide(instr: &Instr, a: &[u32], b: &[u32], scratch: &mut Scratch) {
    let (size, width) = (a.len(), instr.width);
    let Scratch { out, more, third } = scratch;
    let (quotient, remainder, divisor) = (&mut out[..size], &mut more[..size], &mut third[..size]);
    if b.iter().all(|word| *word == 0) {
        return quotient.fill(0);
    }
    let is_signed = matches!(instr.op, Op::DivS | Op::ModS);
    let (minus_a, minus_b) = (is_signed && wide::bit(a, width - 1), is_signed && wide::bit(b, width - 1));
    quotient.copy_from_slice(a);
    divisor.copy_from_slice(b);
    for (minus, value) in [(minus_a, &mut *quotient), (minus_b, &mut *divisor)] {
        if minus {
            wide::negate(value);
            wide::reduce(value, width);
        }
    }
    wide::divide(quotient, remainder, divisor, width);
    if matches!(instr.op, Op::ModU | Op::ModS) {
        quotient.copy_from_slice(remainder);
        if minus_a {
            wide::negate(quotient);
        }
    } else if minus_a != minus_b {
        wide::negate(quotient);
    }
}

/// The edge: memories take what is written to them, late reads follow, and the next registers become the present ones.
pub fn clock(program: &Program, buffers: &mut Buffers) {
    for write in &program.writes {
        if write.enable.is_some_and(|enable| buffers.get(enable, 0) == 0) {
            continue;
        }
        let addr = wide::field(buffers.words(write.addr, 0), 0, 64);
        let Some(range) = place(program, write.mem, write.lane, addr) else { continue };
        let data = match write.data.slot.space {
            Space::State => &buffers.state,
            Space::Next => &buffers.next,
            Space::Temp => &buffers.temp,
        };
        let data = &data[write.data.slot.at(0)..][..range.len()];
        let element = &mut buffers.memory[range];
        match write.mask {
            None => element.copy_from_slice(data),
            Some(mask) => {
                let part = write.data.width / mask.width;
                let bits = match mask.slot.space {
                    Space::State => &buffers.state,
                    Space::Next => &buffers.next,
                    Space::Temp => &buffers.temp,
                };
                let bits = &bits[mask.slot.at(0)..][..words(mask.width) as usize];
                for index in (0..mask.width).filter(|index| wide::bit(bits, *index)) {
                    let low = u64::from(index * part);
                    wide::copy_field(element, low, data, low, part);
                }
            }
        }
    }
    for read in &program.late {
        let size = words(read.reg.width) as usize;
        let to = read.reg.slot.at(0);
        let enabled = read.enable.is_none_or(|enable| buffers.get(enable, 0) != 0);
        if !enabled {
            buffers.next[to..to + size].copy_from_slice(&buffers.state[to..to + size]);
            continue;
        }
        let addr = wide::field(buffers.words(read.addr, 0), 0, 64);
        match place(program, read.mem, read.lane, addr) {
            Some(range) => buffers.next[to..to + size].copy_from_slice(&buffers.memory[range]),
            None => buffers.next[to..to + size].fill(0),
        }
    }
    std::mem::swap(&mut buffers.state, &mut buffers.next);
}
