//! Arithmetic on words as code: what [`super::super::alu`] does.

use super::super::alu::Alu;
use super::Emit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use dialects::arith::IntPredicate;
use dialects::handshake::unit::Function;

impl Emit<'_, '_> {
    /// What is computed on words.
    pub(super) fn alu(&mut self, alu: Alu, operands: &[Value]) -> Value {
        let (function, width, out) = alu.parts();
        let value = match (function, operands) {
            (Function::Not, [a]) => self.b.ins().bnot(*a),
            (Function::Abs, [a]) => {
                let a = self.signed(*a, width);
                let negative = self.b.ins().icmp_imm_u(IntCC::SignedLessThan, a, 0);
                let minus = self.b.ins().ineg(a);
                self.b.ins().select(negative, minus, a)
            }
            (Function::ExtS, [a]) => self.signed(*a, width),
            (_, [a]) => *a,
            (Function::Select, [c, a, b]) => return self.pick(*c, *a, *b),
            (Function::Cmp(predicate), [a, b]) => return self.holds(predicate, *a, *b, width),
            _ => return self.function(function, width, operands),
        };
        self.masked(value, out)
    }

    pub(super) fn holds(&mut self, predicate: IntPredicate, a: Value, b: Value, width: u32) -> Value {
        let condition = match predicate {
            IntPredicate::Eq => IntCC::Equal,
            IntPredicate::Ne => IntCC::NotEqual,
            IntPredicate::Slt => IntCC::SignedLessThan,
            IntPredicate::Sle => IntCC::SignedLessThanOrEqual,
            IntPredicate::Sgt => IntCC::SignedGreaterThan,
            IntPredicate::Sge => IntCC::SignedGreaterThanOrEqual,
            IntPredicate::Ult => IntCC::UnsignedLessThan,
            IntPredicate::Ule => IntCC::UnsignedLessThanOrEqual,
            IntPredicate::Ugt => IntCC::UnsignedGreaterThan,
            IntPredicate::Uge => IntCC::UnsignedGreaterThanOrEqual,
        };
        let is_signed = matches!(
            predicate,
            IntPredicate::Slt | IntPredicate::Sle | IntPredicate::Sgt | IntPredicate::Sge
        );
        match is_signed {
            true => {
                let (a, b) = (self.signed(a, width), self.signed(b, width));
                self.compare(condition, a, b)
            }
            false => self.compare(condition, a, b),
        }
    }

    /// A function of two words of one width, cut to it.
    pub(super) fn function(&mut self, function: Function, width: u32, operands: &[Value]) -> Value {
        let (a, b) = (operands[0], operands[1]);
        let value = match function {
            Function::Add => self.b.ins().iadd(a, b),
            Function::Sub => self.b.ins().isub(a, b),
            Function::Mul => self.b.ins().imul(a, b),
            Function::And => return self.b.ins().band(a, b),
            Function::Or => return self.b.ins().bor(a, b),
            Function::Xor => return self.b.ins().bxor(a, b),
            Function::Shl | Function::ShrU => {
                let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, b, i64::from(width));
                let shifted =
                    if function == Function::Shl { self.b.ins().ishl(a, b) } else { self.b.ins().ushr(a, b) };
                self.b.ins().select(inside, shifted, self.zero)
            }
            Function::ShrS => {
                let a = self.signed(a, width);
                let most = self.b.ins().iconst(types::I64, 63);
                let by = self.b.ins().umin(b, most);
                self.b.ins().sshr(a, by)
            }
            Function::MaxU | Function::MinU => {
                let less = self.b.ins().icmp(IntCC::UnsignedLessThan, a, b);
                return self.extreme(less, a, b, function == Function::MaxU);
            }
            Function::MaxS | Function::MinS => {
                let (x, y) = (self.signed(a, width), self.signed(b, width));
                let less = self.b.ins().icmp(IntCC::SignedLessThan, x, y);
                return self.extreme(less, a, b, function == Function::MaxS);
            }
            Function::DivU | Function::RemU | Function::DivS | Function::RemS => {
                self.divide(function, width, a, b)
            }
            _ => a,
        };
        self.masked(value, width)
    }

    fn extreme(&mut self, less: Value, a: Value, b: Value, largest: bool) -> Value {
        if largest { self.b.ins().select(less, b, a) } else { self.b.ins().select(less, a, b) }
    }

    /// Quotients and remainders, with what the rationale says where there is none. The divisor is replaced where the machine would trap.
    fn divide(&mut self, function: Function, width: u32, a: Value, b: Value) -> Value {
        let by_zero = self.b.ins().icmp_imm_u(IntCC::Equal, b, 0);
        let divisor = self.b.ins().select(by_zero, self.one, b);
        let ones = self.b.ins().iconst(types::I64, -1);
        match function {
            Function::DivU => {
                let quotient = self.b.ins().udiv(a, divisor);
                self.b.ins().select(by_zero, ones, quotient)
            }
            Function::RemU => {
                let rest = self.b.ins().urem(a, divisor);
                self.b.ins().select(by_zero, a, rest)
            }
            _ => {
                let (x, y) = (self.signed(a, width), self.signed(divisor, width));
                // By -1 the quotient is the negated dividend and nothing remains; the machine traps at its least number.
                let negates = self.b.ins().icmp(IntCC::Equal, y, ones);
                let y = self.b.ins().select(negates, self.one, y);
                if function == Function::DivS {
                    let quotient = self.b.ins().sdiv(x, y);
                    let minus = self.b.ins().ineg(x);
                    let quotient = self.b.ins().select(negates, minus, quotient);
                    self.b.ins().select(by_zero, ones, quotient)
                } else {
                    let rest = self.b.ins().srem(x, y);
                    let rest = self.b.ins().select(negates, self.zero, rest);
                    self.b.ins().select(by_zero, a, rest)
                }
            }
        }
    }
}
