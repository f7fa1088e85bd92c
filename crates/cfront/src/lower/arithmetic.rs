//! Arithmetic, comparisons and conversions of numbers.
//!
//! Signed sums, differences and products carry `nsw`, so that an overflow is noticed when the result matters; division by zero and shifts by
//! the width or more are noticed by the operations themselves.

use super::Function;
use super::memory::number_ty;
use crate::tree::{BinaryOp, CompareOp};
use crate::types::{FloatType, IntType, Type};
use dialects::arith::{self, FloatPredicate, IntPredicate};
use ir::{AttrKind, Loc, OpCode, OpState, Value};

impl Function<'_> {
    /// The type that numbers of a type have.
    pub fn number_ty(&mut self, ty: &Type) -> ir::Type {
        number_ty(&mut self.ir.ctx, ty).expect("only numbers are computed with")
    }

    /// `a op b` of numbers of a type; the amount of a shift has a type of its own.
    pub fn binary(&mut self, loc: Loc, op: BinaryOp, ty: &Type, a: Value, b: Value, amount: &Type) -> Value {
        match ty {
            Type::Int(int) => {
                let b = match (op, amount) {
                    (BinaryOp::Shl | BinaryOp::Shr, Type::Int(amount)) => {
                        self.shift_amount(loc, b, *amount, int.width())
                    }
                    _ => b,
                };
                self.binary_int(loc, op, *int, a, b)
            }
            _ => {
                let code = match op {
                    BinaryOp::Add => arith::ADDF,
                    BinaryOp::Sub => arith::SUBF,
                    BinaryOp::Mul => arith::MULF,
                    BinaryOp::Div => arith::DIVF,
                    _ => unreachable!("the parser refuses other operators on floats"),
                };
                let ty = self.ir.ty(a);
                self.op(loc, code, &[a, b], ty)
            }
        }
    }

    /// `a op b` of integers of a type, the amount of a shift included.
    pub fn binary_int(&mut self, loc: Loc, op: BinaryOp, int: IntType, a: Value, b: Value) -> Value {
        let signed = int.signed;
        let (code, flags) = match op {
            BinaryOp::Add => (arith::ADDI, signed),
            BinaryOp::Sub => (arith::SUBI, signed),
            BinaryOp::Mul => (arith::MULI, signed),
            BinaryOp::Div => (if signed { arith::DIVSI } else { arith::DIVUI }, false),
            BinaryOp::Rem => (if signed { arith::REMSI } else { arith::REMUI }, false),
            BinaryOp::Shl => (arith::SHLI, false),
            BinaryOp::Shr => (if signed { arith::SHRSI } else { arith::SHRUI }, false),
            BinaryOp::And => (arith::ANDI, false),
            BinaryOp::Or => (arith::ORI, false),
            BinaryOp::Xor => (arith::XORI, false),
        };
        let ty = self.ir.ty(a);
        if flags {
            return self.no_wrap(loc, code, a, b);
        }
        self.op(loc, code, &[a, b], ty)
    }

    /// An operation on signed integers that must not overflow, unless that was said to wrap.
    pub fn no_wrap(&mut self, loc: Loc, code: OpCode, a: Value, b: Value) -> Value {
        let ty = self.ir.ty(a);
        if self.module.wraps {
            return self.op(loc, code, &[a, b], ty);
        }
        let nsw = self.ir.ctx.attr(AttrKind::Enum { def: arith::OVERFLOW, value: arith::NSW });
        let state =
            OpState::new(code, loc).operands(&[a, b]).results(&[ty]).prop(self.ir, "overflowFlags", nsw);
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// The amount of a shift in the width of what is shifted. A wider amount that does not fit becomes one that is too large.
    fn shift_amount(&mut self, loc: Loc, amount: Value, from: IntType, width: u32) -> Value {
        if from.width() <= width {
            return self.resize(loc, amount, from, width);
        }
        let wide = self.ir.ty(amount);
        let most = self.int(loc, i64::from(width), wide);
        let amount = self.op(loc, arith::MINUI, &[amount, most], wide);
        self.resize(loc, amount, from, width)
    }

    /// `-a`
    pub fn negate(&mut self, loc: Loc, ty: &Type, a: Value) -> Value {
        let result = self.ir.ty(a);
        match ty {
            Type::Int(int) => {
                let zero = self.int(loc, 0, result);
                self.binary_int(loc, BinaryOp::Sub, *int, zero, a)
            }
            _ => self.op(loc, arith::NEGF, &[a], result),
        }
    }

    /// `~a`
    pub fn complement(&mut self, loc: Loc, a: Value) -> Value {
        let ty = self.ir.ty(a);
        let ones = self.int(loc, -1, ty);
        self.op(loc, arith::XORI, &[a, ones], ty)
    }

    /// The opposite of an `i1`.
    pub fn not(&mut self, loc: Loc, a: Value) -> Value {
        let one = self.bool(loc, true);
        self.op(loc, arith::XORI, &[a, one], ir::Type::I1)
    }

    /// A comparison of numbers of a type, as an `i1`.
    pub fn compare(&mut self, loc: Loc, op: CompareOp, ty: &Type, a: Value, b: Value) -> Value {
        use CompareOp::*;
        match ty {
            Type::Float(_) => {
                let predicate = match op {
                    Eq => FloatPredicate::Oeq,
                    Ne => FloatPredicate::Une,
                    Lt => FloatPredicate::Olt,
                    Le => FloatPredicate::Ole,
                    Gt => FloatPredicate::Ogt,
                    Ge => FloatPredicate::Oge,
                };
                self.compare_float(loc, predicate, a, b)
            }
            _ => {
                let signed = matches!(ty, Type::Int(int) if int.signed);
                let predicate = match (op, signed) {
                    (Eq, _) => IntPredicate::Eq,
                    (Ne, _) => IntPredicate::Ne,
                    (Lt, true) => IntPredicate::Slt,
                    (Le, true) => IntPredicate::Sle,
                    (Gt, true) => IntPredicate::Sgt,
                    (Ge, true) => IntPredicate::Sge,
                    (Lt, false) => IntPredicate::Ult,
                    (Le, false) => IntPredicate::Ule,
                    (Gt, false) => IntPredicate::Ugt,
                    (Ge, false) => IntPredicate::Uge,
                };
                self.compare_int(loc, predicate, a, b)
            }
        }
    }

    /// `arith.cmpi`
    pub fn compare_int(&mut self, loc: Loc, predicate: IntPredicate, a: Value, b: Value) -> Value {
        self.compare_by(loc, arith::CMPI, predicate.number(), a, b)
    }

    /// `arith.cmpf`
    pub fn compare_float(&mut self, loc: Loc, predicate: FloatPredicate, a: Value, b: Value) -> Value {
        self.compare_by(loc, arith::CMPF, predicate as i64, a, b)
    }

    fn compare_by(&mut self, loc: Loc, code: OpCode, predicate: i64, a: Value, b: Value) -> Value {
        let predicate = self.ir.ctx.int_attr(predicate, ir::Type::I64);
        let state = OpState::new(code, loc).operands(&[a, b]).results(&[ir::Type::I1]).prop(
            self.ir,
            "predicate",
            predicate,
        );
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// Whether a number is not zero.
    pub fn is_not_zero(&mut self, loc: Loc, ty: &Type, a: Value) -> Value {
        match ty {
            Type::Int(int) if int.width() == 1 => a,
            Type::Float(float) => {
                let zero = self.float(loc, 0.0, *float);
                self.compare_float(loc, FloatPredicate::Une, a, zero)
            }
            _ => {
                let ty = self.ir.ty(a);
                let zero = self.int(loc, 0, ty);
                self.compare_int(loc, IntPredicate::Ne, a, zero)
            }
        }
    }

    /// A floating constant.
    pub fn float(&mut self, loc: Loc, value: f64, float: FloatType) -> Value {
        let bits = base::float::from_f64(float.format(), value);
        let ty = self.ir.ctx.float_ty(float.format());
        self.constant(loc, bits, ty)
    }

    /// An integer in another width.
    pub fn resize(&mut self, loc: Loc, a: Value, from: IntType, width: u32) -> Value {
        let code = match from.width().cmp(&width) {
            std::cmp::Ordering::Equal => return a,
            std::cmp::Ordering::Greater => arith::TRUNCI,
            std::cmp::Ordering::Less if from.signed => arith::EXTSI,
            std::cmp::Ordering::Less => arith::EXTUI,
        };
        let ty = self.ir.ctx.int_ty(width);
        self.op(loc, code, &[a], ty)
    }

    /// A number in another type.
    pub fn convert(&mut self, loc: Loc, a: Value, from: &Type, to: &Type) -> Value {
        let ty = self.number_ty(to);
        match (from, to) {
            (_, Type::Int(IntType::BOOL)) => self.is_not_zero(loc, from, a),
            (Type::Int(from), Type::Int(to)) => self.resize(loc, a, *from, to.width()),
            (Type::Int(from), _) => {
                let code = if from.signed { arith::SITOFP } else { arith::UITOFP };
                self.op(loc, code, &[a], ty)
            }
            (_, Type::Int(to)) => {
                let code = if to.signed { arith::FPTOSI } else { arith::FPTOUI };
                self.op(loc, code, &[a], ty)
            }
            (Type::Float(FloatType::Single), Type::Float(FloatType::Double)) => {
                self.op(loc, arith::EXTF, &[a], ty)
            }
            (Type::Float(FloatType::Double), Type::Float(FloatType::Single)) => {
                self.op(loc, arith::TRUNCF, &[a], ty)
            }
            _ => a,
        }
    }
}
