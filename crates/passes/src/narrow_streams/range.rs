//! In which range the tokens of a value lie, as signed numbers of their type.
//!
//! Values are followed from arguments and constants on; a value that no token has been found for yet is in no range, and what goes round a loop
//! begins with what enters it. A range only grows. After a few times it grows to the next power of two at once, so that a loop
//! that counts settles after as many steps as there are bits.

use super::width;
use base::{Bits, SideMap};
use dialects::handshake::{self, MemoryPort};
use dialects::{arith, dataflow, math};
use ir::{Block, Ir, Op, Type, TypeKind, Value, dense};

/// Numbers from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// The smallest.
    pub(super) lo: i128,
    /// The largest.
    pub(super) hi: i128,
}

/// Bits of a signed number.
fn signed_bits(value: i128) -> u32 {
    129 - if value < 0 { value.leading_ones() } else { value.leading_zeros() }
}

/// Bits of a number that is not negative.
fn active_bits(value: i128) -> u32 {
    128 - value.leading_zeros()
}

impl Range {
    fn new(a: i128, b: i128) -> Range {
        Range { lo: a.min(b), hi: a.max(b) }
    }

    /// All numbers of a width.
    pub(super) fn full(width: u32) -> Range {
        Range { lo: -(1 << (width - 1)), hi: (1 << (width - 1)) - 1 }
    }

    /// The numbers from 0 that so many bits hold.
    fn unsigned(bits: u32) -> Range {
        Range { lo: 0, hi: (1 << bits) - 1 }
    }

    /// The fewest bits that hold all of it, and whether they are extended with the sign.
    pub(super) fn bits(self) -> (u32, bool) {
        match self.lo >= 0 {
            true => (active_bits(self.hi).max(1), false),
            false => (self.signed_bits(), true),
        }
    }

    /// The fewest bits that hold all of it with a sign.
    pub(super) fn signed_bits(self) -> u32 {
        signed_bits(self.lo).max(signed_bits(self.hi))
    }

    /// Whether no number of it is negative.
    pub(super) fn is_unsigned(self) -> bool {
        self.lo >= 0
    }

    /// Both together.
    pub(super) fn join(self, other: Range) -> Range {
        Range { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// This if all of it are numbers of a width, else all that there are: it may have wrapped around.
    fn within(self, width: u32) -> Range {
        let full = Range::full(width);
        if self.lo >= full.lo && self.hi <= full.hi { self } else { full }
    }

    /// The range from this to a larger one, rounded up to powers of two.
    fn widened(self, to: Range) -> Range {
        let lo = match to.lo < self.lo {
            true if to.lo >= 0 => 0,
            true => -(1 << (signed_bits(to.lo) - 1)),
            false => self.lo,
        };
        let hi = match to.hi > self.hi {
            true if to.hi < 0 => -1,
            true => (1 << active_bits(to.hi)) - 1,
            false => self.hi,
        };
        Range { lo, hi }
    }
}

/// How often a range grows by what was found before it grows to powers of two.
const PATIENCE: u8 = 3;

/// The ranges of the values of a kernel.
pub(super) struct Ranges {
    ranges: SideMap<Value, Option<Range>>,
}

impl Ranges {
    /// Finds them.
    pub(super) fn new(ir: &Ir, block: Block) -> Ranges {
        let mut ranges = Ranges { ranges: SideMap::new() };
        for arg in ir.args(block) {
            ranges.ranges[*arg] = limit(ir, ir.ty(*arg)).map(Range::full);
        }
        let mut grown: SideMap<Value, u8> = SideMap::new();
        let mut is_open: SideMap<Op, bool> = SideMap::with_default(true);
        let mut open: Vec<Op> = ir.block_ops(block).collect();
        open.reverse();
        while let Some(op) = open.pop() {
            // What a memory gives does not follow from what it is asked for, so one look at it is enough; it has as many
            // neighbours as there are accesses.
            is_open[op] = matches!(ir.code(op), handshake::MEM_CONTROLLER | handshake::LSQ);
            let table = table(ir, op);
            for (index, value) in ir.results(op).enumerate() {
                let Some(width) = limit(ir, ir.ty(value)) else { continue };
                let Some(found) = ranges.result(ir, op, index, width, table) else { continue };
                let old = ranges.ranges[value];
                let mut new = old.map_or(found, |old| old.join(found));
                if Some(new) == old {
                    continue;
                }
                grown[value] = grown[value].saturating_add(1);
                if let Some(old) = old.filter(|_| grown[value] > PATIENCE) {
                    new = old.widened(new).within(width);
                }
                ranges.ranges[value] = Some(new);
                for user in ir.users(value) {
                    if !std::mem::replace(&mut is_open[user], true) {
                        open.push(user);
                    }
                }
            }
        }
        ranges
    }

    /// The range of a value of integers or indices of at most 64 bits. What never has a token is 0.
    pub(super) fn of(&self, ir: &Ir, value: Value) -> Option<Range> {
        limit(ir, ir.ty(value))?;
        Some(self.ranges.get(value).unwrap_or(Range { lo: 0, hi: 0 }))
    }

    /// What a choice takes when it is made by whether a number is below a literal: the number, or it and a literal, which is also in the range that is known of what is taken. What is no
    /// literal may turn out to be wider later, and nobody would look at the choice again.
    fn chosen_below(&self, ir: &Ir, choice: Op, known: Range) -> Option<Range> {
        let [by, taken] = [0, 1].map(|operand| ir.operand(choice, operand));
        let compare = ir.defining_op(by).filter(|op| ir.code(*op) == arith::CMPI)?;
        let is_below = arith::IntPredicate::of(ir, compare) == Some(arith::IntPredicate::Ult);
        let number = ir.operand(compare, 0);
        let literal_of = |value: Value| {
            let constant = ir.defining_op(value)?;
            matches!(ir.code(constant), handshake::CONSTANT | arith::CONSTANT)
                .then(|| literal(ir, constant))?
        };
        let bound = literal_of(ir.operand(compare, 1))?;
        let more = match ir.defining_op(taken).filter(|op| ir.code(*op) == arith::ADDI) {
            _ if taken == number => 0,
            Some(sum) if ir.operand(sum, 0) == number => {
                let more = literal_of(ir.operand(sum, 1))?;
                (more.lo >= 0).then_some(more.lo)?
            }
            _ => return None,
        };
        let range = Range { lo: more, hi: bound.hi - 1 + more };
        let fits = range.within(width(ir, ir.ty(number))?) == range;
        let both = Range { lo: range.lo.max(known.lo), hi: range.hi.min(known.hi) };
        (is_below && bound.lo >= 0 && bound.hi > 0 && fits && both.lo <= both.hi).then_some(both)
    }

    /// What one result of an operation may be, by what its operands may be and what the memory holds that it is of; `None` while that is not known.
    fn result(&self, ir: &Ir, op: Op, index: usize, width: u32, table: Option<Range>) -> Option<Range> {
        let get = |operand: usize| *self.ranges.get(ir.operand(op, operand));
        let any = |operands: std::ops::Range<usize>| operands.filter_map(get).reduce(Range::join);
        let range = match ir.code(op) {
            handshake::CONSTANT | arith::CONSTANT => literal(ir, op)?,
            handshake::MUX => any(1..ir.operand_count(op))?,
            handshake::MERGE => any(0..ir.operand_count(op))?,
            handshake::CONTROL_MERGE if index == 0 => any(0..ir.operand_count(op))?,
            handshake::COND_BR | dataflow::INVARIANT => get(1)?,
            handshake::BLOCKER
            | handshake::GUARD
            | handshake::BUFFER
            | handshake::FORK
            | handshake::LAZY_FORK
            | handshake::BR => get(0)?,
            handshake::LOAD | handshake::STORE => get(index)?,
            handshake::MEM_CONTROLLER | handshake::LSQ => table.unwrap_or(Range::full(width)),
            dataflow::GATE if index == 0 => get(0)?,
            dataflow::CARRY => any(1..3)?,
            dataflow::STREAM if index == 0 => {
                let (start, step, bound) = (get(0)?, get(1)?, get(2)?);
                match dataflow::rule(ir, op) {
                    Some(None) => counted(start, step, bound).unwrap_or(Range::full(width)),
                    _ => Range::full(width),
                }
            }
            _ => return self.computed(ir, op, width),
        };
        Some(range.within(width))
    }

    fn computed(&self, ir: &Ir, op: Op, width: u32) -> Option<Range> {
        let full = Range::full(width);
        let code = ir.code(op);
        let mut operands = [full; 3];
        for (range, value) in operands.iter_mut().zip(ir.operands(op)) {
            // What is not followed (a condition, a float) says nothing.
            *range = match limit(ir, ir.ty(value)) {
                Some(_) => (*self.ranges.get(value))?,
                None => full,
            };
        }
        let [a, b, c] = operands;
        let from = ir.operands(op).next().and_then(|value| limit(ir, ir.ty(value))).unwrap_or(width);
        let range = match code {
            arith::ADDI => Range { lo: a.lo + b.lo, hi: a.hi + b.hi },
            arith::SUBI => Range { lo: a.lo - b.hi, hi: a.hi - b.lo },
            arith::MULI => product(a, b),
            arith::ANDI => match (a.is_unsigned(), b.is_unsigned()) {
                (true, true) => Range { lo: 0, hi: a.hi.min(b.hi) },
                (true, false) => Range { lo: 0, hi: a.hi },
                (false, true) => Range { lo: 0, hi: b.hi },
                (false, false) => Range::full(a.signed_bits().max(b.signed_bits())),
            },
            arith::ORI | arith::XORI => match a.is_unsigned() && b.is_unsigned() {
                true => Range::unsigned(active_bits(a.hi.max(b.hi))),
                false => Range::full(a.signed_bits().max(b.signed_bits())),
            },
            arith::SHLI => match b.lo == b.hi && (0..i128::from(width)).contains(&b.lo) {
                true => Range { lo: a.lo << b.lo, hi: a.hi << b.lo },
                false => full,
            },
            arith::SHRSI => shifted(a, amount(b, width)),
            arith::SHRUI if a.is_unsigned() => shifted(a, amount(b, width)),
            arith::SHRUI => match amount(b, width).0 {
                0 => full,
                by => Range::unsigned(width - by),
            },
            arith::DIVSI | arith::FLOORDIVSI | arith::CEILDIVSI => match a.is_unsigned() && b.is_unsigned() {
                true => Range { lo: 0, hi: a.hi / b.lo.max(1) + i128::from(code == arith::CEILDIVSI) },
                false => Range::new(-magnitude(a) - 1, magnitude(a) + 1),
            },
            arith::DIVUI if a.is_unsigned() && b.is_unsigned() => Range { lo: 0, hi: a.hi / b.lo.max(1) },
            arith::REMSI => {
                let most = (magnitude(b) - 1).max(0);
                Range { lo: -most.min((-a.lo).max(0)), hi: most.min(a.hi.max(0)) }
            }
            arith::REMUI if b.is_unsigned() => {
                let most = (b.hi - 1).max(0);
                Range { lo: 0, hi: if a.is_unsigned() { most.min(a.hi) } else { most } }
            }
            arith::SELECT => self.chosen_below(ir, op, b).unwrap_or(b).join(c),
            arith::MAXSI => Range { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) },
            arith::MINSI => Range { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) },
            arith::MAXUI if a.is_unsigned() && b.is_unsigned() => {
                Range { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) }
            }
            arith::MINUI if a.is_unsigned() && b.is_unsigned() => {
                Range { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) }
            }
            arith::MINUI if a.is_unsigned() => Range { lo: 0, hi: a.hi },
            arith::MINUI if b.is_unsigned() => Range { lo: 0, hi: b.hi },
            math::ABSI => Range { lo: 0, hi: magnitude(a) },
            arith::EXTSI | arith::INDEX_CAST | arith::TRUNCI => a,
            arith::EXTUI | arith::INDEX_CASTUI if a.is_unsigned() || from >= width => a,
            arith::EXTUI | arith::INDEX_CASTUI => Range::unsigned(from),
            math::CTPOP | math::CTLZ | math::CTTZ => Range { lo: 0, hi: i128::from(width) },
            _ => full,
        };
        Some(range.within(width))
    }
}

/// The bits of a type whose ranges are followed; a single bit is, too.
fn limit(ir: &Ir, ty: Type) -> Option<u32> {
    match ir.ctx[ty] {
        TypeKind::Integer { width: 1, .. } => Some(1),
        _ => width(ir, ty),
    }
}

fn literal(ir: &Ir, op: Op) -> Option<Range> {
    let value = ir.ctx.scalar_bits(ir.attr(op, "value")?)?.to_i128()?;
    Some(Range { lo: value, hi: value })
}

/// What a memory can give that nobody writes: what it holds from the beginning. `None` for everything else.
fn table(ir: &Ir, op: Op) -> Option<Range> {
    if ir.code(op) != handshake::MEM_CONTROLLER {
        return None;
    }
    let memory = ir.defining_op(ir.operand(op, 0)).filter(|memory| ir.code(*memory) == handshake::RAM)?;
    let is_table = !handshake::memory_ports(ir, op)?.contains(&MemoryPort::Store);
    // Another controller of the same memory might write.
    let is_alone = ir.has_one_use(ir.operand(op, 0));
    let contents = ir.attr(memory, "initialValue").filter(|_| is_table && is_alone)?;
    let number = |bits: Bits| bits.to_i128().map(|value| Range { lo: value, hi: value });
    dense::elements(&ir.ctx, contents)?
        .map(number)
        .collect::<Option<Vec<Range>>>()?
        .into_iter()
        .reduce(Range::join)
}

/// The indices of a stream with the one that closes it, if the step has a sign.
fn counted(start: Range, step: Range, bound: Range) -> Option<Range> {
    if step.lo > 0 {
        Some(Range { lo: start.lo, hi: start.hi.max(bound.hi - 1 + step.hi) })
    } else if step.hi < 0 {
        Some(Range { lo: start.lo.min(bound.lo + 1 + step.lo), hi: start.hi })
    } else {
        None
    }
}

fn magnitude(range: Range) -> i128 {
    range.lo.abs().max(range.hi.abs())
}

fn product(a: Range, b: Range) -> Range {
    // Of at most 64 bits each, so the products fit.
    let corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
    corners.iter().map(|value| Range { lo: *value, hi: *value }).reduce(Range::join).unwrap_or(a)
}

/// The least and the most that is shifted by; a shift by the width or more has no result.
fn amount(by: Range, width: u32) -> (u32, u32) {
    let most = i128::from(width) - 1;
    match by.is_unsigned() {
        true => (by.lo.min(most) as u32, by.hi.min(most) as u32),
        false => (0, most as u32),
    }
}

fn shifted(a: Range, (least, most): (u32, u32)) -> Range {
    Range {
        lo: if a.lo < 0 { a.lo >> least } else { a.lo >> most },
        hi: if a.hi < 0 { a.hi >> most } else { a.hi >> least },
    }
}
