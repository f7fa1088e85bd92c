//! What registers start with: the number a `firreg` gives, or what the `seq.initial` of a `compreg` computes.
//!
//! Such computations may depend on each other. Each is executed once, by the `eval` of its operations, however many registers ask.
//! Values that are wider than circuits are executed with are not computed.

use super::ops::INITIAL;
use super::views::register;
use crate::hw::MAX_WIDTH;
use base::Bits;
use ir::fold::constant_value;
use ir::{EvalCx, Ir, Op, Type, Value, ValueDef};
use std::collections::{HashMap, HashSet};

/// Remembers what was computed.
#[derive(Default)]
pub struct Initials {
    /// Bits of the results of `seq.initial`; `None` where there are none.
    known: HashMap<Value, Option<Bits>>,
}

impl Initials {
    /// What a register starts with: 0 if it does not say. `None` if the operation is no register, its values are not
    /// bits, or what it says cannot be computed.
    pub fn of(&mut self, ir: &Ir, op: Op) -> Option<Bits> {
        start(ir, op, |initial| self.value(ir, initial))
    }

    /// The bits of a result of `seq.initial`.
    pub fn value(&mut self, ir: &Ir, value: Value) -> Option<Bits> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        // Those that others wait for stand below them. In a ring nobody has a value.
        let mut stack: Vec<(Op, usize)> = initial_of(ir, value).map(|op| (op, 0)).into_iter().collect();
        let mut waiting: HashSet<Op> = stack.iter().map(|(op, _)| *op).collect();
        while let Some((op, next)) = stack.last_mut() {
            let (op, index) = (*op, *next);
            *next += 1;
            if index < ir.operand_count(op) {
                let operand = ir.operand(op, index);
                if self.known.contains_key(&operand) {
                    continue;
                }
                match initial_of(ir, operand).filter(|inner| waiting.insert(*inner)) {
                    Some(inner) => stack.push((inner, 0)),
                    None => {
                        self.known.insert(operand, None);
                    }
                }
                continue;
            }
            stack.pop();
            let results = self.execute(ir, op);
            for (index, result) in ir.results(op).enumerate() {
                self.known.insert(result, results.as_ref().and_then(|bits| bits.get(index)).cloned());
            }
        }
        self.known.get(&value).cloned().flatten()
    }

    /// What the region of an operation yields.
    fn execute(&self, ir: &Ir, op: Op) -> Option<Vec<Bits>> {
        let block = ir.entry(*ir.regions(op).first()?)?;
        let mut values: HashMap<Value, Bits> = HashMap::new();
        for (arg, operand) in ir.args(block).iter().zip(ir.operands(op)) {
            values.insert(*arg, self.known.get(&operand)?.clone()?);
        }
        let last = ir.last_op(block)?;
        for inner in ir.block_ops(block).take_while(|inner| *inner != last) {
            let eval = ir.def(inner)?.eval?;
            let inputs: Option<Vec<Bits>> =
                ir.operands(inner).map(|value| values.get(&value).cloned()).collect();
            let operands: Vec<Type> = ir.operands(inner).map(|value| ir.ty(value)).collect();
            let results: Vec<Type> = ir.results(inner).map(|value| ir.ty(value)).collect();
            results.iter().try_for_each(|ty| width_of(ir, *ty).map(drop))?;
            let cx = EvalCx { ctx: &ir.ctx, props: ir.props(inner), operands: &operands, results: &results };
            values.extend(ir.results(inner).zip(eval(&cx, &inputs?).ok()?));
        }
        ir.operands(last).map(|value| values.get(&value).cloned()).collect()
    }
}

/// What a register starts with, where that can be seen without computing anything.
pub fn evident(ir: &Ir, op: Op) -> Option<Bits> {
    start(ir, op, |initial| {
        let ValueDef::Result(_, index) = ir.value_def(initial) else { return None };
        let block = ir.entry(*ir.regions(initial_of(ir, initial)?).first()?)?;
        let yielded = ir.operands(ir.last_op(block)?).nth(index as usize)?;
        ir.ctx.bits_of(constant_value(ir, yielded)?, ir.ty(yielded))
    })
}

/// What a register starts with, given the bits of a result of `seq.initial`.
fn start(ir: &Ir, op: Op, initial: impl FnOnce(Value) -> Option<Bits>) -> Option<Bits> {
    let register = register(ir, op)?;
    let width = width_of(ir, ir.ty(ir.result(op, 0)))?;
    let bits = match (register.initial, register.preset) {
        (Some(value), _) => initial(value)?,
        (None, Some(preset)) => ir.ctx.scalar_bits(preset)?.clone(),
        (None, None) => Bits::zero(width),
    };
    (bits.width() == width).then_some(bits)
}

/// Bits of a type, if its values are bits and not too many.
fn width_of(ir: &Ir, ty: Type) -> Option<u32> {
    u32::try_from(ir.ctx.bit_width(ty)?).ok().filter(|width| *width <= MAX_WIDTH)
}

fn initial_of(ir: &Ir, value: Value) -> Option<Op> {
    ir.defining_op(value).filter(|op| ir.code(*op) == INITIAL)
}
