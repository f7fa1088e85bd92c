//! Computations: which instruction an operation becomes.
//!
//! Integers of 1 to 64 bits and `f32` and `f64` have instructions for the common operations; everything else
//! is evaluated by the record of the operation. An instruction and the record must agree for all operands,
//! which a test checks.

use super::Compiler;
use crate::code::{Eval, GenericOp, Inst, Pred, Scalar, Slot};
use crate::cost;
use dialects::arith::{self, FloatPredicate, IntPredicate};
use ir::{AttrKind, Effect, Ir, Op, Trait, Type, TypeKind, Value as Ssa};
use rustc_hash::FxHashMap;

/// How an operation is evaluated by its record. `None` when it has no evaluation, or works on something else
/// than scalars.
pub fn describe(ir: &Ir, slots: &FxHashMap<Ssa, Slot>, op: Op) -> Option<GenericOp> {
    let def = ir.def(op)?;
    let eval: Eval = def.eval?;
    let scalar =
        |value: Ssa| Some(Scalar { slot: *slots.get(&value)?, width: ir.ctx.scalar_width(ir.ty(value))? });
    Some(GenericOp {
        op,
        eval,
        operands: ir.operands(op).map(scalar).collect::<Option<_>>()?,
        results: ir.results(op).map(scalar).collect::<Option<_>>()?,
        operand_types: ir.operands(op).map(|value| ir.ty(value)).collect(),
        result_types: ir.results(op).map(|value| ir.ty(value)).collect(),
        guarded: def.effect != Effect::Pure,
        cost: cost::product(ir, op),
    })
}

/// The operation after this one that is not a constant: constants stand in the frame and are no instructions.
pub fn next_but_constants(ir: &Ir, op: Op) -> Option<Op> {
    let mut next = ir.next(op)?;
    while ir.has_trait(next, Trait::ConstantLike) {
        next = ir.next(next)?;
    }
    Some(next)
}

/// An integer predicate as an instruction has it, and whether its operands are swapped.
pub fn predicate(predicate: IntPredicate) -> (Pred, bool) {
    match predicate {
        IntPredicate::Eq => (Pred::Eq, false),
        IntPredicate::Ne => (Pred::Ne, false),
        IntPredicate::Slt => (Pred::LtS, false),
        IntPredicate::Sle => (Pred::LeS, false),
        IntPredicate::Sgt => (Pred::LtS, true),
        IntPredicate::Sge => (Pred::LeS, true),
        IntPredicate::Ult => (Pred::LtU, false),
        IntPredicate::Ule => (Pred::LeU, false),
        IntPredicate::Ugt => (Pred::LtU, true),
        IntPredicate::Uge => (Pred::LeU, true),
    }
}

/// 64 minus the width of an integer or index of 1 to 64 bits.
pub fn shift_of(ir: &Ir, ty: Type) -> Option<u8> {
    match &ir.ctx[ty] {
        TypeKind::Integer { width: width @ 1..=64, .. } => Some((64 - width) as u8),
        TypeKind::Index => Some(0),
        _ => None,
    }
}

impl Compiler<'_, '_> {
    /// Translates an operation that computes results from operands and does nothing else.
    pub fn computation(&mut self, op: Op) {
        let ir = self.ir;
        if ir.has_trait(op, Trait::ConstantLike) {
            let value = ir.attr(op, "value").and_then(|value| ir.ctx.scalar_bits(value));
            let bits = value.expect("a constant that cannot be executed was reported").clone();
            let at = self.slot(ir.result(op, 0)) as usize;
            self.code.frame[at..at + bits.words().len()].copy_from_slice(bits.words());
            return;
        }
        if let Some(inst) = self.instruction(op) {
            self.emit(inst);
            return;
        }
        for value in ir.operands(op).chain(ir.results(op)) {
            self.slot(value);
        }
        let generic =
            describe(ir, &self.code.slots, op).expect("an operation that cannot be executed was reported");
        let k = self.code.generics.len() as u32;
        self.code.generics.push(generic);
        self.emit(Inst::Generic { k });
    }

    /// The addition that a multiplication is one instruction with: the only user of its result, right after it, of
    /// a type that has the instruction, and neither promising not to overflow.
    pub fn sum_of_product(&self, product: Op) -> Option<Op> {
        let ir = self.ir;
        let sum_code = match ir.code(product) {
            arith::MULI => arith::ADDI,
            arith::MULF => arith::ADDF,
            _ => return None,
        };
        let result = ir.result(product, 0);
        let sum = next_but_constants(ir, product)?;
        let known = [Type::I32, Type::I64, Type::INDEX, Type::F32, Type::F64].contains(&ir.ty(result));
        let fits = known
            && ir.code(sum) == sum_code
            && ir.has_one_use(result)
            && ir.users(result).next() == Some(sum);
        (fits && self.overflow_flags(product) == 0 && self.overflow_flags(sum) == 0).then_some(sum)
    }

    /// An addition with the multiplication before it as one instruction.
    fn multiply_add(&mut self, sum: Op) -> Option<Inst> {
        let ir = self.ir;
        let is_product =
            |value: &Ssa| ir.defining_op(*value).is_some_and(|def| self.sum_of_product(def) == Some(sum));
        let product = ir.operands(sum).find(is_product)?;
        let other = ir.operands(sum).find(|value| *value != product)?;
        let product = ir.defining_op(product)?;
        let [a, b] = [0, 1].map(|i| self.slot(ir.operand(product, i)));
        let (c, d) = (self.slot(other), self.slot(ir.result(sum, 0)));
        Some(match ir.ty(other) {
            Type::I32 => Inst::MulAdd32 { d, a, b, c },
            Type::F32 => Inst::MulAddF32 { d, a, b, c },
            Type::F64 => Inst::MulAddF64 { d, a, b, c },
            _ => Inst::MulAdd64 { d, a, b, c },
        })
    }

    fn overflow_flags(&self, op: Op) -> u8 {
        match self.ir.attr(op, "overflowFlags").map(|attr| &self.ir.ctx[attr]) {
            Some(AttrKind::Enum { value, .. }) => *value as u8,
            _ => 0,
        }
    }

    /// The instruction of an operation, if it has one for these types.
    fn instruction(&mut self, op: Op) -> Option<Inst> {
        let ir = self.ir;
        match ir.code(op) {
            arith::SELECT => return self.select(op),
            arith::EXTSI
            | arith::EXTUI
            | arith::TRUNCI
            | arith::INDEX_CAST
            | arith::INDEX_CASTUI
            | arith::BITCAST => {
                return self.cast(op);
            }
            arith::SITOFP | arith::UITOFP | arith::EXTF | arith::TRUNCF => return self.float_cast(op),
            _ => {}
        }
        if let (arith::ADDI | arith::ADDF, Some(inst)) = (ir.code(op), self.multiply_add(op)) {
            return Some(inst);
        }
        if ir.operand_count(op) != 2 || ir.result_count(op) != 1 {
            return None;
        }
        let ty = ir.ty(ir.operand(op, 0));
        match ty {
            Type::F32 | Type::F64 => self.float_binary(op, ty == Type::F64),
            _ => self.int_binary(op, shift_of(ir, ty)?),
        }
    }

    /// Slots of result and operands of a binary operation.
    fn dab(&mut self, op: Op) -> (Slot, Slot, Slot) {
        let (a, b) = (self.slot(self.ir.operand(op, 0)), self.slot(self.ir.operand(op, 1)));
        (self.slot(self.ir.result(op, 0)), a, b)
    }

    fn int_binary(&mut self, op: Op, sh: u8) -> Option<Inst> {
        let flags = self.overflow_flags(op);
        let code = self.ir.code(op);
        let known = [
            arith::ADDI,
            arith::SUBI,
            arith::MULI,
            arith::ANDI,
            arith::ORI,
            arith::XORI,
            arith::SHLI,
            arith::SHRSI,
            arith::SHRUI,
            arith::DIVSI,
            arith::DIVUI,
            arith::REMSI,
            arith::REMUI,
            arith::MINSI,
            arith::MAXSI,
            arith::MINUI,
            arith::MAXUI,
            arith::CMPI,
        ];
        if !known.contains(&code) || (code == arith::SHLI && flags != 0) {
            return None;
        }
        let (d, a, b) = self.dab(op);
        Some(match code {
            arith::ADDI if flags != 0 => Inst::AddFlagged { sh, flags, d, a, b },
            arith::SUBI if flags != 0 => Inst::SubFlagged { sh, flags, d, a, b },
            arith::MULI if flags != 0 => Inst::MulFlagged { sh, flags, d, a, b },
            arith::ADDI if sh == 32 => Inst::Add32 { d, a, b },
            arith::SUBI if sh == 32 => Inst::Sub32 { d, a, b },
            arith::MULI if sh == 32 => Inst::Mul32 { d, a, b },
            arith::ADDI if sh == 0 => Inst::Add64 { d, a, b },
            arith::SUBI if sh == 0 => Inst::Sub64 { d, a, b },
            arith::MULI if sh == 0 => Inst::Mul64 { d, a, b },
            arith::ADDI => Inst::Add { sh, d, a, b },
            arith::SUBI => Inst::Sub { sh, d, a, b },
            arith::MULI => Inst::Mul { sh, d, a, b },
            arith::ANDI => Inst::And { d, a, b },
            arith::ORI => Inst::Or { d, a, b },
            arith::XORI => Inst::Xor { d, a, b },
            arith::SHLI => Inst::Shl { sh, d, a, b },
            arith::SHRSI => Inst::ShrS { sh, d, a, b },
            arith::SHRUI => Inst::ShrU { sh, d, a, b },
            arith::DIVSI => Inst::DivS { sh, d, a, b },
            arith::DIVUI => Inst::DivU { d, a, b },
            arith::REMSI => Inst::RemS { sh, d, a, b },
            arith::REMUI => Inst::RemU { d, a, b },
            arith::MINSI => Inst::MinS { sh, d, a, b },
            arith::MAXSI => Inst::MaxS { sh, d, a, b },
            arith::MINUI => Inst::MinU { d, a, b },
            arith::MAXUI => Inst::MaxU { d, a, b },
            _ => {
                let (p, swapped) = predicate(IntPredicate::of(self.ir, op)?);
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                Inst::Cmp { p, sh, d, a, b }
            }
        })
    }

    fn float_binary(&mut self, op: Op, double: bool) -> Option<Inst> {
        let code = self.ir.code(op);
        if ![arith::ADDF, arith::SUBF, arith::MULF, arith::DIVF, arith::CMPF].contains(&code) {
            return None;
        }
        let (d, a, b) = self.dab(op);
        Some(match (code, double) {
            (arith::ADDF, false) => Inst::AddF32 { d, a, b },
            (arith::SUBF, false) => Inst::SubF32 { d, a, b },
            (arith::MULF, false) => Inst::MulF32 { d, a, b },
            (arith::DIVF, false) => Inst::DivF32 { d, a, b },
            (arith::ADDF, true) => Inst::AddF64 { d, a, b },
            (arith::SUBF, true) => Inst::SubF64 { d, a, b },
            (arith::MULF, true) => Inst::MulF64 { d, a, b },
            (arith::DIVF, true) => Inst::DivF64 { d, a, b },
            (_, double) => {
                let p = FloatPredicate::of(self.ir, op)?.orders();
                if double { Inst::CmpF64 { p, d, a, b } } else { Inst::CmpF32 { p, d, a, b } }
            }
        })
    }

    fn select(&mut self, op: Op) -> Option<Inst> {
        let [c, a, b] = [0, 1, 2].map(|i| self.slot(self.ir.operand(op, i)));
        let result = self.ir.result(op, 0);
        let d = self.slot(result);
        Some(match self.words(result) {
            1 => Inst::Select { d, c, a, b },
            n => {
                let arms = self.list(&[a, b]);
                Inst::SelectWide { d, c, arms, n }
            }
        })
    }

    /// Casts between integers, and between types of the same bits.
    fn cast(&mut self, op: Op) -> Option<Inst> {
        let ir = self.ir;
        let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
        let code = ir.code(op);
        if code == arith::BITCAST {
            let width = ir.ctx.scalar_width(from)?;
            if ir.ctx.scalar_width(to) != Some(width) || width > 64 {
                return None;
            }
            let (s, d) = (self.slot(ir.operand(op, 0)), self.slot(ir.result(op, 0)));
            return Some(Inst::Move { d, s });
        }
        let (from, to) = (shift_of(ir, from)?, shift_of(ir, to)?);
        let (s, d) = (self.slot(ir.operand(op, 0)), self.slot(ir.result(op, 0)));
        let narrower = to > from;
        Some(match code {
            _ if narrower => Inst::Truncate { sh: to, d, s },
            arith::EXTSI | arith::INDEX_CAST => Inst::SignExtend { from, to, d, s },
            _ => Inst::Move { d, s },
        })
    }

    fn float_cast(&mut self, op: Op) -> Option<Inst> {
        let ir = self.ir;
        let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
        let double = to == Type::F64;
        let sh = match ir.code(op) {
            arith::EXTF if (from, to) == (Type::F32, Type::F64) => 0,
            arith::TRUNCF
                if (from, to) == (Type::F64, Type::F32) && ir.attr(op, "roundingmode").is_none() =>
            {
                0
            }
            arith::SITOFP if double || to == Type::F32 => shift_of(ir, from)?,
            // A number without a sign of fewer than 64 bits is one with a sign of 64.
            arith::UITOFP if (double || to == Type::F32) && shift_of(ir, from)? > 0 => 0,
            _ => return None,
        };
        let (s, d) = (self.slot(ir.operand(op, 0)), self.slot(ir.result(op, 0)));
        Some(match ir.code(op) {
            arith::EXTF => Inst::Widen { d, s },
            arith::TRUNCF => Inst::Narrow { d, s },
            _ => Inst::IntToFloat { sh, double, d, s },
        })
    }
}
