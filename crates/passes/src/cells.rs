//! Cells: the elements of memory that loads and stores name, and what is known of two of them.
//!
//! A subscript is a value and a literal that is added to it. So two subscripts are the same number if both are, and never the same if only the literals differ. The literal is taken out of additions as long as
//! the sum is the number that it says: in 64 bits, the width of an `index`, everything is modulo 2^64, as subscripts are; in fewer bits, under a cast that widens, the program must say that nothing wraps.

use crate::alias::{Arguments, Origin, origin};
use base::Bits;
use dialects::arith::{self, NSW, NUW};
use dialects::{memref, scf};
use ir::fold::constant_bits;
use ir::{Effect, Ir, Op, Type, Value};
use std::cmp::Ordering;

/// How a value becomes an `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Widening {
    /// It is one.
    None,
    /// As a number with a sign.
    Signed,
    /// As a number without one.
    Unsigned,
}

/// A subscript: a value, or none, and a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subscript {
    /// The value, and how it is read.
    pub base: Option<(Value, Widening)>,
    /// What is added.
    pub offset: i64,
}

/// Operations that are followed from a subscript.
const MOST_FOLLOWED: usize = 16;

impl Subscript {
    /// What a value of type `index` is.
    pub fn of(ir: &Ir, mut value: Value) -> Subscript {
        let (mut widening, mut offset) = (Widening::None, 0i64);
        for _ in 0..MOST_FOLLOWED {
            if let Some(number) = constant_bits(ir, value).and_then(|bits| read(bits, widening)) {
                return Subscript { base: None, offset: offset.wrapping_add(number) };
            }
            let Some(op) = ir.defining_op(value) else { break };
            if let Some(widened) = widens(ir, op) {
                // What was widened without a sign is not negative, so it is the same with one. The other way round it is another number.
                if (widening, widened) == (Widening::Unsigned, Widening::Signed) {
                    break;
                }
                (value, widening) =
                    (ir.operand(op, 0), if widened == Widening::None { widening } else { widened });
            } else if let Some((inner, added)) = sum(ir, op, widening) {
                (value, offset) = (inner, offset.wrapping_add(added));
            } else {
                break;
            }
        }
        Subscript { base: Some((value, widening)), offset }
    }

    /// Whether two are never the same.
    fn is_apart(self, other: Subscript) -> bool {
        self.base == other.base && self.offset != other.offset
    }
}

/// A literal as a number, as it is read.
fn read(bits: &Bits, widening: Widening) -> Option<i64> {
    match widening {
        Widening::Unsigned => bits.to_u64().and_then(|number| i64::try_from(number).ok()),
        Widening::None | Widening::Signed => bits.to_i64(),
    }
}

/// How a cast widens its operand: to an `index`, or to more bits on the way there.
fn widens(ir: &Ir, op: Op) -> Option<Widening> {
    let widening = match ir.code(op) {
        arith::INDEX_CAST | arith::EXTSI => Widening::Signed,
        arith::INDEX_CASTUI | arith::EXTUI => Widening::Unsigned,
        _ => return None,
    };
    match width(ir, ir.operand(op, 0))?.cmp(&width(ir, ir.result(op, 0))?) {
        Ordering::Less => Some(widening),
        Ordering::Equal => Some(Widening::None),
        Ordering::Greater => None,
    }
}

fn width(ir: &Ir, value: Value) -> Option<u32> {
    if ir.ty(value) == Type::INDEX { Some(64) } else { ir.ctx.scalar_width(ir.ty(value)) }
}

/// What a sum adds a literal to, and the literal, if the sum is that number.
fn sum(ir: &Ir, op: Op, widening: Widening) -> Option<(Value, i64)> {
    let literal = |at: usize| constant_bits(ir, ir.operand(op, at));
    let is_exact = match widening {
        Widening::None => width(ir, ir.result(op, 0)) == Some(64),
        Widening::Signed => arith::promises(ir, op, NSW),
        Widening::Unsigned => arith::promises(ir, op, NUW),
    };
    match ir.code(op) {
        _ if !is_exact => None,
        arith::ADDI => match (literal(0), literal(1)) {
            (_, Some(added)) => Some((ir.operand(op, 0), read(added, widening)?)),
            (Some(added), _) => Some((ir.operand(op, 1), read(added, widening)?)),
            _ => None,
        },
        arith::SUBI => {
            let taken = literal(1).and_then(|bits| read(bits, widening))?;
            Some((ir.operand(op, 0), taken.wrapping_neg()))
        }
        _ => None,
    }
}

/// An element of memory.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The memref.
    pub memory: Value,
    /// Where its memory comes from.
    pub from: Origin,
    /// Where in it.
    pub at: Vec<Subscript>,
}

impl Cell {
    /// Whether two are surely the same.
    pub fn is(&self, other: &Cell) -> bool {
        self.memory == other.memory && self.at == other.at
    }

    /// Whether two are surely not the same.
    pub fn is_apart(&self, other: &Cell, arguments: Arguments) -> bool {
        !arguments.may_alias(self.from, other.from)
            || (self.memory == other.memory && self.at.iter().zip(&other.at).any(|(a, b)| a.is_apart(*b)))
    }
}

/// A load or a store.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The operation.
    pub op: Op,
    /// Whether it is a store.
    pub writes: bool,
    /// What it reads or writes.
    pub cell: Cell,
}

impl Access {
    /// The access that an operation is.
    pub fn of(ir: &Ir, op: Op) -> Option<Access> {
        let writes = match ir.code(op) {
            memref::LOAD => false,
            memref::STORE => true,
            _ => return None,
        };
        let memory = ir.operand(op, usize::from(writes));
        let at = subscripts(ir, op).map(|value| Subscript::of(ir, value)).collect();
        Some(Access { op, writes, cell: Cell { memory, from: origin(ir, memory), at } })
    }
}

/// The subscripts of a load or a store.
pub(crate) fn subscripts(ir: &Ir, access: Op) -> impl Iterator<Item = Value> + '_ {
    ir.operands(access).skip(1 + usize::from(ir.code(access) == memref::STORE))
}

/// All loads and stores in an operation, if these are all that touches memory there.
pub(crate) fn accesses(ir: &Ir, around: Op) -> Option<Vec<Access>> {
    let mut accesses = Vec::new();
    for op in ir.walk(around) {
        match ir.def(op).map_or(Effect::Unknown, |def| def.effect) {
            Effect::Read | Effect::Write => accesses.push(Access::of(ir, op)?),
            Effect::Free | Effect::Unknown => return None,
            Effect::Pure | Effect::PureGuarded | Effect::Allocate | Effect::OfRegions => {}
        }
    }
    Some(accesses)
}

/// Whether an access is one that the program makes, and not one that was moved to where it may be of an element that nobody has written.
pub(crate) fn is_sure(ir: &Ir, access: Op) -> bool {
    ir.attr(access, scf::RUNS_AHEAD).is_none()
}
