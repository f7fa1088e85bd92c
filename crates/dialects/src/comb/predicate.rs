//! The predicates of `comb.icmp`: their names, their numbers, and what they say.

use crate::arith::IntPredicate;
use base::Bits;
use ir::{EnumDef, Ir, Op};

/// How two integers are compared. In a world of two states three of them are equality and three are its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
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
    /// Equal, `===` in Verilog.
    Ceq,
    /// Different, `!==` in Verilog.
    Cne,
    /// Equal, `==?` in Verilog.
    Weq,
    /// Different, `!=?` in Verilog.
    Wne,
}

/// The predicates of `icmp`, stored as `i64`.
pub static PREDICATE: EnumDef = EnumDef {
    name: "comb.icmp_predicate",
    doc: "How two integers are compared: s reads them with a sign, u without; c and w are what they are without it.",
    cases: &[
        ("eq", Predicate::Eq as u64),
        ("ne", Predicate::Ne as u64),
        ("slt", Predicate::Slt as u64),
        ("sle", Predicate::Sle as u64),
        ("sgt", Predicate::Sgt as u64),
        ("sge", Predicate::Sge as u64),
        ("ult", Predicate::Ult as u64),
        ("ule", Predicate::Ule as u64),
        ("ugt", Predicate::Ugt as u64),
        ("uge", Predicate::Uge as u64),
        ("ceq", Predicate::Ceq as u64),
        ("cne", Predicate::Cne as u64),
        ("weq", Predicate::Weq as u64),
        ("wne", Predicate::Wne as u64),
    ],
    flags: None,
};

impl Predicate {
    /// All of them, by number.
    pub const ALL: [Predicate; 14] = {
        use Predicate::*;
        [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge, Ceq, Cne, Weq, Wne]
    };

    /// The predicate with a number.
    pub fn new(number: i64) -> Option<Predicate> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The predicate of a `comb.icmp`.
    pub fn of(ir: &Ir, op: Op) -> Option<Predicate> {
        Self::new(ir.int_attr(op, "predicate")?)
    }

    /// Its number, as operations store it.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// What it says of two-state values, as one of the ten comparisons of integers, which have the same numbers in both dialects.
    pub fn plain(self) -> IntPredicate {
        match self {
            Predicate::Ceq | Predicate::Weq => IntPredicate::Eq,
            Predicate::Cne | Predicate::Wne => IntPredicate::Ne,
            same => IntPredicate::ALL[same as usize],
        }
    }

    /// Whether it asks for equality or its opposite.
    pub fn is_equality(self) -> bool {
        matches!(self.plain(), IntPredicate::Eq | IntPredicate::Ne)
    }

    /// The predicate that holds for `b, a` when this one holds for `a, b`.
    pub fn swapped(self) -> Predicate {
        if self.is_equality() { self } else { Self::from(self.plain().swapped()) }
    }

    /// The predicate that holds when this one does not.
    pub fn inverted(self) -> Predicate {
        match self {
            Predicate::Ceq => Predicate::Cne,
            Predicate::Cne => Predicate::Ceq,
            Predicate::Weq => Predicate::Wne,
            Predicate::Wne => Predicate::Weq,
            other => Self::from(other.plain().inverted()),
        }
    }

    /// Whether it holds.
    pub fn holds(self, a: &Bits, b: &Bits) -> bool {
        self.plain().holds(a, b)
    }
}

/// The ten comparisons have the same numbers in both dialects.
impl From<IntPredicate> for Predicate {
    fn from(predicate: IntPredicate) -> Predicate {
        Predicate::ALL[predicate as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_table() {
        for (number, (name, case)) in (0..).zip(PREDICATE.cases) {
            let predicate = Predicate::new(number).unwrap();
            assert_eq!((predicate.number(), *case), (number, number as u64));
            assert_eq!(format!("{predicate:?}").to_lowercase(), *name);
        }
        assert_eq!((Predicate::new(-1), Predicate::new(14)), (None, None));
        for predicate in IntPredicate::ALL {
            assert_eq!(Predicate::from(predicate).plain(), predicate);
        }
    }

    #[test]
    fn what_is_said_of_predicates_holds_for_all_values() {
        let values = || (0..8).map(|value| Bits::from_u64(3, value));
        for predicate in Predicate::ALL {
            for a in values() {
                for b in values() {
                    let holds = predicate.holds(&a, &b);
                    assert_eq!(predicate.swapped().holds(&b, &a), holds, "{predicate:?} {a:?} {b:?}");
                    assert_eq!(predicate.inverted().holds(&a, &b), !holds, "{predicate:?} {a:?} {b:?}");
                    if predicate.is_equality() {
                        assert_eq!(holds, (a == b) == (predicate.plain() == IntPredicate::Eq));
                    }
                }
            }
        }
    }
}
