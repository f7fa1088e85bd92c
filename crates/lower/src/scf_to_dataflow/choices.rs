//! What the choices around an access say of the numbers that it is made with.
//!
//! An access on one side of `if (i != j)` is made in rounds only in which `i` and `j` differ. What counts is that two values have different bits: every comparison that does not
//! hold of equal numbers says so on its side of true, and every other one on its side of false.

use dialects::arith::{self, IntPredicate};
use dialects::scf;
use ir::{Ir, Op, Value};

/// Conditions that are looked at around an access.
const MOST: usize = 16;
/// The widest values that are followed: what they differ by is less than 2^64.
const WIDEST: u32 = 64;

/// Values that are never the same where an operation is executed.
pub(super) fn different(ir: &Ir, function: Op, op: Op) -> Vec<[Value; 2]> {
    let mut found = Vec::new();
    let mut at = op;
    while let Some(around) = ir.parent_op(at).filter(|around| *around != function) {
        if ir.code(around) == scf::IF {
            let is_first = ir.parent_region(at) == ir.regions(around).first().copied();
            look(ir, ir.operand(around, 0), is_first, &mut found);
        }
        at = around;
    }
    found
}

/// What a condition says if it is true or if it is false.
fn look(ir: &Ir, condition: Value, side: bool, found: &mut Vec<[Value; 2]>) {
    let mut open = vec![condition];
    while let Some(value) = open.pop() {
        if found.len() + open.len() >= MOST {
            return;
        }
        let Some(op) = ir.defining_op(value) else { continue };
        let [Some(left), Some(right)] = [0, 1].map(|at| ir.operands(op).nth(at)) else { continue };
        match ir.code(op) {
            arith::ANDI if side => open.extend([left, right]),
            arith::ORI if !side => open.extend([left, right]),
            arith::CMPI => {
                let is_narrow = ir.ctx.scalar_width(ir.ty(left)).is_none_or(|width| width <= WIDEST);
                if is_narrow && IntPredicate::of(ir, op).is_some_and(|says| says.is_reflexive() != side) {
                    found.push([left, right]);
                }
            }
            _ => {}
        }
    }
}
