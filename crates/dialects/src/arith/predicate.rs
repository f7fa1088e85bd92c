//! The predicates of `arith.cmpi` and `arith.cmpf`: their names, their numbers, and what they say.
//!
//! An operation stores a predicate as an `i64`; whoever asks for its meaning reads it as one of the enumerations here.

use base::Bits;
use ir::{EnumDef, Ir, Op};
use std::cmp::Ordering;

/// How two integers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntPredicate {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// Less, with a sign.
    Slt,
    /// Less or equal, with a sign.
    Sle,
    /// Greater, with a sign.
    Sgt,
    /// Greater or equal, with a sign.
    Sge,
    /// Less, without a sign.
    Ult,
    /// Less or equal, without a sign.
    Ule,
    /// Greater, without a sign.
    Ugt,
    /// Greater or equal, without a sign.
    Uge,
}

/// The predicates of `cmpi`, stored as `i64`.
pub static INT_PREDICATE: EnumDef = EnumDef {
    name: "arith.cmpi_predicate",
    doc: "How two integers are compared: s reads them with a sign, u without.",
    cases: &[
        ("eq", IntPredicate::Eq as u64),
        ("ne", IntPredicate::Ne as u64),
        ("slt", IntPredicate::Slt as u64),
        ("sle", IntPredicate::Sle as u64),
        ("sgt", IntPredicate::Sgt as u64),
        ("sge", IntPredicate::Sge as u64),
        ("ult", IntPredicate::Ult as u64),
        ("ule", IntPredicate::Ule as u64),
        ("ugt", IntPredicate::Ugt as u64),
        ("uge", IntPredicate::Uge as u64),
    ],
    flags: None,
};

impl IntPredicate {
    /// All of them, by number.
    pub const ALL: [IntPredicate; 10] = {
        use IntPredicate::*;
        [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge]
    };

    /// The predicate with a number.
    pub fn new(number: i64) -> Option<IntPredicate> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The predicate of an `arith.cmpi`.
    pub fn of(ir: &Ir, op: Op) -> Option<IntPredicate> {
        Self::new(ir.int_attr(op, "predicate")?)
    }

    /// Its number, as operations store it.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// Its name in text.
    pub fn name(self) -> &'static str {
        INT_PREDICATE.cases[self as usize].0
    }

    /// Whether it reads its operands with a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, IntPredicate::Slt | IntPredicate::Sle | IntPredicate::Sgt | IntPredicate::Sge)
    }

    /// Whether it holds for a value and itself.
    pub fn is_reflexive(self) -> bool {
        matches!(
            self,
            IntPredicate::Eq | IntPredicate::Sle | IntPredicate::Sge | IntPredicate::Ule | IntPredicate::Uge
        )
    }

    /// The predicate that holds for `b, a` when this one holds for `a, b`.
    pub fn swapped(self) -> IntPredicate {
        match self {
            IntPredicate::Eq => IntPredicate::Eq,
            IntPredicate::Ne => IntPredicate::Ne,
            IntPredicate::Slt => IntPredicate::Sgt,
            IntPredicate::Sle => IntPredicate::Sge,
            IntPredicate::Sgt => IntPredicate::Slt,
            IntPredicate::Sge => IntPredicate::Sle,
            IntPredicate::Ult => IntPredicate::Ugt,
            IntPredicate::Ule => IntPredicate::Uge,
            IntPredicate::Ugt => IntPredicate::Ult,
            IntPredicate::Uge => IntPredicate::Ule,
        }
    }

    /// The predicate that holds when this one does not.
    pub fn inverted(self) -> IntPredicate {
        match self {
            IntPredicate::Eq => IntPredicate::Ne,
            IntPredicate::Ne => IntPredicate::Eq,
            IntPredicate::Slt => IntPredicate::Sge,
            IntPredicate::Sle => IntPredicate::Sgt,
            IntPredicate::Sgt => IntPredicate::Sle,
            IntPredicate::Sge => IntPredicate::Slt,
            IntPredicate::Ult => IntPredicate::Uge,
            IntPredicate::Ule => IntPredicate::Ugt,
            IntPredicate::Ugt => IntPredicate::Ule,
            IntPredicate::Uge => IntPredicate::Ult,
        }
    }

    /// The predicate that says without a sign what this one says.
    pub fn unsigned(self) -> IntPredicate {
        match self {
            IntPredicate::Slt => IntPredicate::Ult,
            IntPredicate::Sle => IntPredicate::Ule,
            IntPredicate::Sgt => IntPredicate::Ugt,
            IntPredicate::Sge => IntPredicate::Uge,
            other => other,
        }
    }

    /// Whether it holds.
    pub fn holds(self, a: &Bits, b: &Bits) -> bool {
        match self {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Slt => a.scmp(b).is_lt(),
            IntPredicate::Sle => a.scmp(b).is_le(),
            IntPredicate::Sgt => a.scmp(b).is_gt(),
            IntPredicate::Sge => a.scmp(b).is_ge(),
            IntPredicate::Ult => a.ucmp(b).is_lt(),
            IntPredicate::Ule => a.ucmp(b).is_le(),
            IntPredicate::Ugt => a.ucmp(b).is_gt(),
            IntPredicate::Uge => a.ucmp(b).is_ge(),
        }
    }

    /// Whether it holds for numbers of `width` bits, at most 64, in words whose other bits are 0.
    #[inline(always)]
    pub fn holds_words(self, a: u64, b: u64, width: u32) -> bool {
        let (x, y) = (signed_word(a, width), signed_word(b, width));
        match self {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Slt => x < y,
            IntPredicate::Sle => x <= y,
            IntPredicate::Sgt => x > y,
            IntPredicate::Sge => x >= y,
            IntPredicate::Ult => a < b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Uge => a >= b,
        }
    }
}

/// A number of `width` bits, at most 64, with its sign.
#[inline(always)]
pub fn signed_word(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64) >> unused
}

/// How two floats are compared: each is the set of orders it holds for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatPredicate {
    /// Never.
    False,
    /// Equal.
    Oeq,
    /// Greater.
    Ogt,
    /// Greater or equal.
    Oge,
    /// Less.
    Olt,
    /// Less or equal.
    Ole,
    /// Less or greater.
    One,
    /// Neither is NaN.
    Ord,
    /// Unordered or equal.
    Ueq,
    /// Unordered or greater.
    Ugt,
    /// Unordered, greater or equal.
    Uge,
    /// Unordered or less.
    Ult,
    /// Unordered, less or equal.
    Ule,
    /// Unordered or different.
    Une,
    /// One is NaN.
    Uno,
    /// Always.
    True,
}

/// The predicates of `cmpf`, stored as `i64`.
pub static FLOAT_PREDICATE: EnumDef = EnumDef {
    name: "arith.cmpf_predicate",
    doc: "How two floats are compared: o is false when either is NaN, u is true then.",
    cases: &[
        ("false", FloatPredicate::False as u64),
        ("oeq", FloatPredicate::Oeq as u64),
        ("ogt", FloatPredicate::Ogt as u64),
        ("oge", FloatPredicate::Oge as u64),
        ("olt", FloatPredicate::Olt as u64),
        ("ole", FloatPredicate::Ole as u64),
        ("one", FloatPredicate::One as u64),
        ("ord", FloatPredicate::Ord as u64),
        ("ueq", FloatPredicate::Ueq as u64),
        ("ugt", FloatPredicate::Ugt as u64),
        ("uge", FloatPredicate::Uge as u64),
        ("ult", FloatPredicate::Ult as u64),
        ("ule", FloatPredicate::Ule as u64),
        ("une", FloatPredicate::Une as u64),
        ("uno", FloatPredicate::Uno as u64),
        ("true", FloatPredicate::True as u64),
    ],
    flags: None,
};

/// The order "equal" in a set of orders.
pub const EQUAL: u8 = 1;
/// The order "greater" in a set of orders.
pub const GREATER: u8 = 2;
/// The order "less" in a set of orders.
pub const LESS: u8 = 4;
/// The order of operands one of which is NaN, in a set of orders.
pub const UNORDERED: u8 = 8;

impl FloatPredicate {
    /// All of them, by number.
    pub const ALL: [FloatPredicate; 16] = {
        use FloatPredicate::*;
        [False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Ueq, Ugt, Uge, Ult, Ule, Une, Uno, True]
    };

    /// The predicate with a number.
    pub fn new(number: i64) -> Option<FloatPredicate> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The predicate of an `arith.cmpf`.
    pub fn of(ir: &Ir, op: Op) -> Option<FloatPredicate> {
        Self::new(ir.int_attr(op, "predicate")?)
    }

    /// The orders it holds for: a set of [`EQUAL`], [`GREATER`], [`LESS`] and [`UNORDERED`].
    pub fn orders(self) -> u8 {
        match self {
            FloatPredicate::False => 0,
            FloatPredicate::Oeq => EQUAL,
            FloatPredicate::Ogt => GREATER,
            FloatPredicate::Oge => GREATER | EQUAL,
            FloatPredicate::Olt => LESS,
            FloatPredicate::Ole => LESS | EQUAL,
            FloatPredicate::One => LESS | GREATER,
            FloatPredicate::Ord => LESS | GREATER | EQUAL,
            FloatPredicate::Ueq => UNORDERED | EQUAL,
            FloatPredicate::Ugt => UNORDERED | GREATER,
            FloatPredicate::Uge => UNORDERED | GREATER | EQUAL,
            FloatPredicate::Ult => UNORDERED | LESS,
            FloatPredicate::Ule => UNORDERED | LESS | EQUAL,
            FloatPredicate::Une => UNORDERED | LESS | GREATER,
            FloatPredicate::Uno => UNORDERED,
            FloatPredicate::True => UNORDERED | LESS | GREATER | EQUAL,
        }
    }

    /// Whether it holds for operands of this order; `None` is the order of operands one of which is NaN.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        let bit = match order {
            Some(Ordering::Equal) => EQUAL,
            Some(Ordering::Greater) => GREATER,
            Some(Ordering::Less) => LESS,
            None => UNORDERED,
        };
        self.orders() & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_tables() {
        for (number, (_, case)) in (0..).zip(INT_PREDICATE.cases) {
            assert_eq!((IntPredicate::new(number).unwrap().number(), *case), (number, number as u64));
        }
        for (number, (_, case)) in (0..).zip(FLOAT_PREDICATE.cases) {
            assert_eq!((FloatPredicate::new(number).unwrap() as u64, *case), (number as u64, number as u64));
        }
        assert_eq!((IntPredicate::new(-1), IntPredicate::new(10)), (None, None));
        assert_eq!((FloatPredicate::new(-1), FloatPredicate::new(16)), (None, None));
    }

    #[test]
    fn what_is_said_of_predicates_holds_for_all_values() {
        let values = || (0..8).map(|value| Bits::from_u64(3, value));
        for predicate in IntPredicate::ALL {
            for a in values() {
                assert_eq!(predicate.holds(&a, &a), predicate.is_reflexive());
                for b in values() {
                    let holds = predicate.holds(&a, &b);
                    assert_eq!(predicate.swapped().holds(&b, &a), holds, "{predicate:?} {a:?} {b:?}");
                    assert_eq!(predicate.inverted().holds(&a, &b), !holds, "{predicate:?} {a:?} {b:?}");
                    // With zeros in front the sign is no matter.
                    let same = predicate.holds(&a.zext(4), &b.zext(4));
                    assert_eq!(predicate.unsigned().holds(&a, &b), same, "{predicate:?} {a:?} {b:?}");
                }
            }
        }
    }
}
