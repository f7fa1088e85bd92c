//! The types of C, as the data model LP64 has them.

use base::{FloatFormat, id};
use std::rc::Rc;

id! {
    /// A structure of a unit.
    pub struct StructId;
}

/// How deep arrays, pointers and structures nest in a type.
pub(crate) const MAX_TYPE_DEPTH: u32 = 64;

/// How many scalars and arrays of scalars an object is taken apart into.
pub(crate) const MAX_LEAVES: u64 = 4096;

/// A type. Qualifiers are not part of it: whether something is constant is said where it is declared or pointed to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// An integer type, `_Bool` and enumerations included.
    Int(IntType),
    /// `float` or `double`
    Float(FloatType),
    /// A pointer.
    Pointer {
        /// To what.
        to: Rc<Type>,
        /// Whether that is constant.
        constant: bool,
    },
    /// An array.
    Array {
        /// Of what.
        element: Rc<Type>,
        /// How many; `None` for `[]`, which an initialiser completes.
        count: Option<u64>,
    },
    /// `struct`
    Struct(StructId),
}

/// An integer type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct IntType {
    /// What decides about promotions and conversions.
    pub rank: Rank,
    /// Whether it has negative values.
    pub signed: bool,
}

/// Conversion ranks, the lowest first. Types of one rank and signedness are one type to us: `char` is `signed char`, as on x86-64, and an
/// enumeration is the `int` or `unsigned int` that GCC gives it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `long long`
    LongLong,
    /// `_BitInt(N)`, which is never promoted.
    Bit(u32),
}

/// A floating type.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FloatType {
    /// `float`
    Single,
    /// `double`
    Double,
}

impl FloatType {
    /// Its format.
    pub const fn format(self) -> FloatFormat {
        match self {
            FloatType::Single => FloatFormat::F32,
            FloatType::Double => FloatFormat::F64,
        }
    }
}

impl IntType {
    /// `_Bool`
    pub const BOOL: IntType = IntType { rank: Rank::Bool, signed: false };
    /// `char`
    pub const CHAR: IntType = IntType { rank: Rank::Char, signed: true };
    /// `int`
    pub const INT: IntType = IntType { rank: Rank::Int, signed: true };
    /// `unsigned int`
    pub const UINT: IntType = IntType { rank: Rank::Int, signed: false };
    /// `long`, which is also `ptrdiff_t`
    pub const LONG: IntType = IntType { rank: Rank::Long, signed: true };
    /// `unsigned long`, which is also `size_t`
    pub const ULONG: IntType = IntType { rank: Rank::Long, signed: false };

    /// How many bits its values have: one for `_Bool`.
    pub const fn width(self) -> u32 {
        match self.rank {
            Rank::Bool => 1,
            Rank::Char => 8,
            Rank::Short => 16,
            Rank::Int => 32,
            Rank::Long | Rank::LongLong => 64,
            Rank::Bit(width) => width,
        }
    }
}

impl Type {
    /// `int`
    pub const INT: Type = Type::Int(IntType::INT);
    /// `double`
    pub const DOUBLE: Type = Type::Float(FloatType::Double);

    /// A pointer to this.
    pub fn pointer(self, constant: bool) -> Type {
        Type::Pointer { to: Rc::new(self), constant }
    }

    /// An array of this.
    pub fn array(self, count: Option<u64>) -> Type {
        Type::Array { element: Rc::new(self), count }
    }

    /// Whether it is a number.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Type::Int(_) | Type::Float(_))
    }

    /// Whether it is a number or a pointer.
    pub fn is_scalar(&self) -> bool {
        self.is_arithmetic() || matches!(self, Type::Pointer { .. })
    }
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Struct {
    /// Its tag, or the name of a `typedef` of it, or nothing.
    pub name: Option<Box<str>>,
    /// Its members; `None` while it is only declared.
    pub fields: Option<Vec<Field>>,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it is called.
    pub name: Box<str>,
    /// Its type.
    pub ty: Type,
    /// Whether it may not be assigned to.
    pub constant: bool,
}
