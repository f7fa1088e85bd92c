//! Combinational logic: the operations of `comb`, and literals where a value can stand.

use super::Logic;
use base::Bits;
use dialects::comb::{self, Predicate};
use dialects::hw;
use ir::{AttrKind, OpCode, OpState, Type, Value};

/// An operand: a value, or a number that becomes a constant as wide as the operand beside it.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    /// A value.
    Value(Value),
    /// A number; a negative one is its two's complement.
    Number(i128),
}

impl From<Value> for Arg {
    fn from(value: Value) -> Arg {
        Arg::Value(value)
    }
}

macro_rules! numbers {
    ($($ty:ty),+) => {$(
        impl From<$ty> for Arg {
            fn from(number: $ty) -> Arg {
                Arg::Number(number.into())
            }
        }
    )+};
}
numbers!(i32, i64, u32, u64, bool);

/// Operations of two operands and a result, all of one width.
macro_rules! binary {
    ($($(#[doc = $doc:literal])+ $name:ident $code:ident;)+) => {$(
        $(#[doc = $doc])+
        #[track_caller]
        pub fn $name(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Value {
            self.binary(comb::$code, a.into(), b.into())
        }
    )+};
}

/// Comparisons of two operands of one width; the result is one bit.
macro_rules! compare {
    ($($(#[doc = $doc:literal])+ $name:ident $predicate:ident;)+) => {$(
        $(#[doc = $doc])+
        #[track_caller]
        pub fn $name(&mut self, a: impl Into<Arg>, b: impl Into<Arg>) -> Value {
            self.icmp(Predicate::$predicate, a, b)
        }
    )+};
}

/// Operations of one width on any number of operands, at least one.
macro_rules! variadic {
    ($($(#[doc = $doc:literal])+ $name:ident $code:ident;)+) => {$(
        $(#[doc = $doc])+
        #[track_caller]
        pub fn $name(&mut self, values: &[Value]) -> Value {
            self.variadic(comb::$code, values)
        }
    )+};
}

/// Constants.
impl Logic<'_> {
    /// The constant `value`, `width` bits wide.
    #[track_caller]
    pub fn lit(&mut self, width: u32, value: impl Into<i128>) -> Value {
        let value = value.into();
        let bits = Bits::from_i128(width, value);
        let fits = bits.to_u128() == u128::try_from(value).ok() || bits.to_i128() == Some(value);
        assert!(fits, "the number {value} does not fit into {width} bits");
        self.constant(bits)
    }

    /// The constant of these bits.
    pub fn constant(&mut self, bits: Bits) -> Value {
        let ty = self.int_ty(bits.width());
        let attr = self.ir.ctx.attr(AttrKind::Integer { value: bits, ty });
        if let Some(known) = self.constants.get(&attr) {
            return *known;
        }
        let state = self.state(hw::CONSTANT).results(&[ty]).prop(self.ir, "value", attr);
        let value = self.value(state);
        self.constants.insert(attr, value);
        value
    }

    /// The value behind an operand that stands beside something of a width.
    #[track_caller]
    pub(super) fn arg(&mut self, arg: Arg, width: u32) -> Value {
        match arg {
            Arg::Value(value) => value,
            Arg::Number(number) => self.lit(width, number),
        }
    }

    /// Two operands of one type.
    #[track_caller]
    fn pair(&mut self, what: OpCode, a: Arg, b: Arg) -> (Value, Value) {
        let (a, b) = match (a, b) {
            (Arg::Value(a), b) => (a, self.arg_like(b, a)),
            (a, Arg::Value(b)) => (self.arg_like(a, b), b),
            _ => panic!("one operand of {} must be a value", self.ir.ctx.registry.op_name(what)),
        };
        self.check_type(what, b, self.ir.ty(a));
        (a, b)
    }

    #[track_caller]
    fn arg_like(&mut self, arg: Arg, value: Value) -> Value {
        match arg {
            Arg::Value(value) => value,
            Arg::Number(number) => {
                let width = self.width(value);
                self.lit(width, number)
            }
        }
    }
}

/// Arithmetic and bitwise logic; the result is as wide as the operands.
impl Logic<'_> {
    binary! {
        /// `a + b`
        add ADD;
        /// `a - b`
        sub SUB;
        /// `a * b`
        mul MUL;
        /// `a & b`
        and AND;
        /// `a | b`
        or OR;
        /// `a ^ b`
        xor XOR;
        /// `a / b` without sign; 0 when `b` is 0.
        divu DIVU;
        /// `a / b` with sign, towards zero; 0 when `b` is 0.
        divs DIVS;
        /// The remainder of `a / b` without sign; 0 when `b` is 0.
        modu MODU;
        /// The remainder of `a / b` with the sign of `a`; 0 when `b` is 0.
        mods MODS;
        /// `a << b`; 0 when `b` is the width or more.
        shl SHL;
        /// `a >> b` with zeros from the left; 0 when `b` is the width or more.
        shru SHRU;
        /// `a >> b` with the sign from the left; only signs when `b` is the width or more.
        shrs SHRS;
    }

    variadic! {
        /// The sum of all.
        add_all ADD;
        /// The conjunction of all.
        and_all AND;
        /// The disjunction of all.
        or_all OR;
        /// The exclusive or of all.
        xor_all XOR;
    }

    compare! {
        /// `a == b`
        eq Eq;
        /// `a != b`
        ne Ne;
        /// `a < b` without sign.
        ult Ult;
        /// `a <= b` without sign.
        ule Ule;
        /// `a > b` without sign.
        ugt Ugt;
        /// `a >= b` without sign.
        uge Uge;
        /// `a < b` with sign.
        slt Slt;
        /// `a <= b` with sign.
        sle Sle;
        /// `a > b` with sign.
        sgt Sgt;
        /// `a >= b` with sign.
        sge Sge;
    }

    /// A comparison.
    #[track_caller]
    pub fn icmp(&mut self, predicate: Predicate, a: impl Into<Arg>, b: impl Into<Arg>) -> Value {
        let (a, b) = self.pair(comb::ICMP, a.into(), b.into());
        let number = self.ir.ctx.int_attr(predicate.number(), Type::I64);
        let state = self.state(comb::ICMP).operands(&[a, b]).results(&[Type::I1]);
        let state = state.prop(self.ir, "predicate", number);
        self.value(state)
    }

    /// All bits of `a` inverted.
    #[track_caller]
    pub fn not(&mut self, a: Value) -> Value {
        let ones = self.constant(Bits::ones(self.width(a)));
        self.xor(a, ones)
    }

    /// `-a`
    #[track_caller]
    pub fn neg(&mut self, a: Value) -> Value {
        self.sub(0, a)
    }

    /// `yes` when the bit `condition` is set, else `no`. Values of any type.
    #[track_caller]
    pub fn mux(&mut self, condition: Value, yes: impl Into<Arg>, no: impl Into<Arg>) -> Value {
        self.check_type(comb::MUX, condition, Type::I1);
        let (yes, no) = self.pair(comb::MUX, yes.into(), no.into());
        let ty = self.ir.ty(yes);
        let state = self.state(comb::MUX).operands(&[condition, yes, no]).results(&[ty]);
        self.value(state)
    }

    #[track_caller]
    fn binary(&mut self, code: OpCode, a: Arg, b: Arg) -> Value {
        let (a, b) = self.pair(code, a, b);
        self.variadic(code, &[a, b])
    }

    #[track_caller]
    fn variadic(&mut self, code: OpCode, values: &[Value]) -> Value {
        let [first, others @ ..] = values else {
            panic!("{} needs an operand", self.ir.ctx.registry.op_name(code))
        };
        let ty = self.ir.ty(*first);
        // An operation on bits, not on aggregates.
        self.width(*first);
        others.iter().for_each(|other| self.check_type(code, *other, ty));
        if others.is_empty() {
            return *first;
        }
        let state = self.state(code).operands(values).results(&[ty]);
        self.value(state)
    }
}

/// Choosing and joining bits.
impl Logic<'_> {
    /// `width` bits of `a` from bit `low` on.
    #[track_caller]
    pub fn extract(&mut self, a: Value, low: u32, width: u32) -> Value {
        let whole = self.width(a);
        assert!(
            low.checked_add(width).is_some_and(|end| end <= whole),
            "bits {low} to {low} + {width} of {whole}"
        );
        if width == whole {
            return a;
        }
        let low = self.ir.ctx.int_attr(low.into(), Type::I32);
        let ty = self.int_ty(width);
        let state = self.state(comb::EXTRACT).operands(&[a]).results(&[ty]).prop(self.ir, "lowBit", low);
        self.value(state)
    }

    /// Bit `index` of `a`.
    #[track_caller]
    pub fn bit(&mut self, a: Value, index: u32) -> Value {
        self.extract(a, index, 1)
    }

    /// The highest bit of `a`.
    #[track_caller]
    pub fn msb(&mut self, a: Value) -> Value {
        self.bit(a, self.width(a) - 1)
    }

    /// All values one after the other, the first highest.
    #[track_caller]
    pub fn concat(&mut self, values: &[Value]) -> Value {
        if let [only] = values {
            return *only;
        }
        let width = values.iter().map(|value| self.width(*value)).sum();
        let ty = self.int_ty(width);
        let state = self.state(comb::CONCAT).operands(values).results(&[ty]);
        self.value(state)
    }

    /// `count` times `a`, one after the other.
    #[track_caller]
    pub fn replicate(&mut self, a: Value, count: u32) -> Value {
        if count == 1 {
            return a;
        }
        let ty = self.int_ty(self.width(a).checked_mul(count).expect("a width is a u32"));
        let state = self.state(comb::REPLICATE).operands(&[a]).results(&[ty]);
        self.value(state)
    }

    /// `a`, with zeros above it up to `width` bits.
    #[track_caller]
    pub fn zext(&mut self, a: Value, width: u32) -> Value {
        let more = self.bits_to_add(a, width);
        if more == 0 {
            return a;
        }
        let zeros = self.lit(more, 0);
        self.concat(&[zeros, a])
    }

    /// `a`, with its highest bit repeated up to `width` bits.
    #[track_caller]
    pub fn sext(&mut self, a: Value, width: u32) -> Value {
        let more = self.bits_to_add(a, width);
        if more == 0 {
            return a;
        }
        let sign = self.msb(a);
        let signs = self.replicate(sign, more);
        self.concat(&[signs, a])
    }

    /// The lower `width` bits of `a`.
    #[track_caller]
    pub fn trunc(&mut self, a: Value, width: u32) -> Value {
        self.extract(a, 0, width)
    }

    /// `a` rotated to the left by a fixed number of bits.
    #[track_caller]
    pub fn rotl(&mut self, a: Value, by: u32) -> Value {
        let width = self.width(a);
        let by = by % width;
        if by == 0 {
            return a;
        }
        let (low, high) = (self.extract(a, 0, width - by), self.extract(a, width - by, by));
        self.concat(&[low, high])
    }

    /// Whether an odd number of bits of `a` is set.
    #[track_caller]
    pub fn parity(&mut self, a: Value) -> Value {
        self.width(a);
        let state = self.state(comb::PARITY).operands(&[a]).results(&[Type::I1]);
        self.value(state)
    }

    /// Whether any bit of `a` is set.
    #[track_caller]
    pub fn any(&mut self, a: Value) -> Value {
        if self.width(a) == 1 { a } else { self.ne(a, 0) }
    }

    /// Whether all bits of `a` are set.
    #[track_caller]
    pub fn all(&mut self, a: Value) -> Value {
        if self.width(a) == 1 { a } else { self.eq(a, -1) }
    }

    /// The bits of `a` in the opposite order.
    #[track_caller]
    pub fn reverse(&mut self, a: Value) -> Value {
        self.width(a);
        let ty = self.ir.ty(a);
        let state = self.state(comb::REVERSE).operands(&[a]).results(&[ty]);
        self.value(state)
    }

    /// The entry of a table that the bits `inputs` choose, the first being the highest bit of the entry's number.
    #[track_caller]
    pub fn truth_table(&mut self, inputs: &[Value], table: &[bool]) -> Value {
        inputs.iter().for_each(|input| self.check_type(comb::TRUTH_TABLE, *input, Type::I1));
        assert!(table.len() == 1 << inputs.len(), "{} entries for {} inputs", table.len(), inputs.len());
        let data = table.iter().map(|entry| u8::from(*entry)).collect();
        let table = self.ir.ctx.attr(AttrKind::DenseArray { element: Type::I1, data });
        let state = self.state(comb::TRUTH_TABLE).operands(inputs).results(&[Type::I1]);
        let state: OpState = state.prop(self.ir, "lookupTable", table);
        self.value(state)
    }

    #[track_caller]
    fn bits_to_add(&self, a: Value, width: u32) -> u32 {
        let have = self.width(a);
        width.checked_sub(have).unwrap_or_else(|| panic!("{have} bits cannot be extended to {width}"))
    }
}
