//! How many of the low bits of a value anybody looks at.
//!
//! Who looks at all of a value (a comparison, a division, a memory, the result of the kernel) is told by the operation; sums, products and what is
//! only handed on look at as many bits as is looked at of them.

use super::range::Ranges;
use super::width;
use base::SideMap;
use dialects::handshake::guard;
use dialects::{arith, dataflow, handshake};
use ir::{Block, Ir, Op, Value};

/// The number of bits looked at, for every value of a kernel.
pub(super) struct Demand {
    bits: SideMap<Value, u32>,
}

impl Demand {
    /// Finds them.
    pub(super) fn new(ir: &Ir, block: Block, ranges: &Ranges) -> Demand {
        let mut demand = Demand { bits: SideMap::new() };
        let mut is_open: SideMap<Op, bool> = SideMap::with_default(true);
        let mut open: Vec<Op> = ir.block_ops(block).collect();
        while let Some(op) = open.pop() {
            // A memory looks at all that it is given, whatever is looked at of what it gives.
            is_open[op] = matches!(ir.code(op), handshake::MEM_CONTROLLER | handshake::LSQ);
            for (port, value) in ir.operands(op).enumerate() {
                let Some(all) = width(ir, ir.ty(value)) else { continue };
                let wanted = demand.wanted(ir, ranges, op, port, all).min(all);
                if wanted <= demand.bits[value] {
                    continue;
                }
                demand.bits[value] = wanted;
                if let Some(by) = ir.defining_op(value)
                    && !std::mem::replace(&mut is_open[by], true)
                {
                    open.push(by);
                }
            }
        }
        demand
    }

    /// How many low bits of a value are looked at.
    pub(super) fn of(&self, value: Value) -> u32 {
        *self.bits.get(value)
    }

    /// The same of a value of any type: of one that is not narrowed (a single bit, or more than 64) all are.
    pub(super) fn of_result(&self, ir: &Ir, value: Value) -> u32 {
        let ty = ir.ty(value);
        match width(ir, ty) {
            Some(_) => self.of(value),
            None => ir.ctx.scalar_width(ty).unwrap_or(u32::MAX),
        }
    }

    /// How many bits an operation looks at of an operand that has `all`.
    fn wanted(&self, ir: &Ir, ranges: &Ranges, op: Op, port: usize, all: u32) -> u32 {
        let of_results = || ir.results(op).map(|value| self.of_result(ir, value)).max().unwrap_or(0);
        match ir.code(op) {
            arith::ADDI | arith::SUBI | arith::MULI | arith::ORI | arith::XORI | arith::TRUNCI => {
                of_results()
            }
            arith::ANDI => {
                // Where the other operand is zero, nothing is looked at.
                let other = ranges.of(ir, ir.operand(op, 1 - port)).filter(|range| range.is_unsigned());
                of_results().min(other.map_or(all, |range| range.bits().0))
            }
            arith::SHLI if port == 0 => of_results(),
            arith::EXTSI | arith::EXTUI | arith::INDEX_CAST | arith::INDEX_CASTUI => of_results(),
            arith::SELECT | handshake::MUX | handshake::COND_BR | dataflow::CARRY | dataflow::INVARIANT
                if port > 0 =>
            {
                of_results()
            }
            handshake::MERGE | handshake::BUFFER | handshake::FORK | handshake::LAZY_FORK | handshake::BR => {
                of_results()
            }
            handshake::CONTROL_MERGE => self.of(ir.result(op, 0)),
            dataflow::GATE if port == 0 => self.of(ir.result(op, 0)),
            handshake::BLOCKER if port == 0 => of_results(),
            // Two addresses of one memory are equal if they are in the bits that it looks at.
            handshake::GUARD if port == guard::LOAD || port == guard::STORE => of_results(),
            handshake::BLOCKER | handshake::JOIN | handshake::SINK => 0,
            handshake::LOAD | handshake::STORE if port == 0 => address_bits(ir, op).unwrap_or(all),
            _ => all,
        }
    }
}

/// The bits of the addresses of an access, if the size of its memory is known: an address is below it.
pub(super) fn address_bits(ir: &Ir, access: Op) -> Option<u32> {
    let memory = ir.users(ir.result(access, 0)).next().filter(|op| match ir.code(*op) {
        handshake::MEM_CONTROLLER => true,
        handshake::LSQ => handshake::owns_memory(ir, *op),
        _ => false,
    })?;
    let words = ir::dense::element_count(&ir.ctx, ir.ty(ir.operand(memory, 0)))?;
    Some((64 - words.saturating_sub(1).leading_zeros()).max(1))
}
