//! Types: what a value is made of.
//!
//! A [`Type`] is a handle; [`TypeKind`] is what it stands for, read with `ctx[ty]`. The handles of the types every
//! level uses are constants (`Type::I32`), because [`crate::Context::new`] interns them first and in this order.

use crate::attrs::Attr;
use crate::registry::DialectType;
use base::{FloatFormat, Str, id};

id! {
    /// A handle to an interned type; equal handles mean equal types within one context.
    pub struct Type;
}

/// Whether an integer type says how its top bit is read. Almost everything is signless: the operation decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// `i8`
    Signless,
    /// `si8`
    Signed,
    /// `ui8`
    Unsigned,
}

/// The sizes of a shaped type; `None` is a dynamic dimension (`?`).
pub type Shape = Box<[Option<u64>]>;

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui16`
    Integer {
        /// Number of bits, at most [`TypeKind::MAX_INTEGER_WIDTH`].
        width: u32,
        /// How the top bit is read.
        sign: Sign,
    },
    /// `index`
    Index,
    /// `f32`, `bf16`, …
    Float(FloatFormat),
    /// `none`
    None,
    /// `(i32, i32) -> i32`
    Function {
        /// Argument types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// `memref<4x?xf32, layout, space>`
    Memref {
        /// Sizes.
        shape: Shape,
        /// Type of one element.
        element: Type,
        /// A strided or affine layout; `None` is row-major.
        layout: Option<Attr>,
        /// Memory space; `None` is the default one.
        space: Option<Attr>,
    },
    /// `memref<*xf32>`
    UnrankedMemref {
        /// Type of one element.
        element: Type,
        /// Memory space; `None` is the default one.
        space: Option<Attr>,
    },
    /// `tensor<4x?xf32, encoding>`
    Tensor {
        /// Sizes.
        shape: Shape,
        /// Type of one element.
        element: Type,
        /// Encoding attribute.
        encoding: Option<Attr>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor {
        /// Type of one element.
        element: Type,
    },
    /// `vector<4x[8]xf32>`
    Vector {
        /// Size of each dimension and whether it is scalable (`[8]`).
        shape: Box<[(u64, bool)]>,
        /// Type of one element.
        element: Type,
    },
    /// `tuple<i32, f32>`
    Tuple(Box<[Type]>),
    /// `complex<f32>`
    Complex(Type),
    /// A type of a registered dialect, such as `!handshake.channel<i32>`.
    Dialect {
        /// Its definition.
        def: &'static DialectType,
        /// Its parameters; types stand as type attributes.
        params: Box<[Attr]>,
    },
    /// A type of a dialect nobody registered, kept as it was written: `!dialect.body` or `!dialect<body>`.
    Opaque {
        /// What stands between `!` and the first `.` or `<`.
        dialect: Str,
        /// Everything after that, verbatim, beginning with `.` or `<`.
        body: Str,
    },
}

impl TypeKind {
    /// MLIR's own limit on the width of an integer type.
    pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;
}

macro_rules! common_types {
    ($($name:ident = $kind:expr, $doc:literal;)*) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Position { $($name),* }
        impl Type { $(#[doc = $doc] pub const $name: Type = Type::at(Position::$name as u32);)* }
        /// The kinds behind the constants of [`Type`], in their order.
        pub(crate) const COMMON: &[TypeKind] = &[$($kind),*];
    };
}

const fn int(width: u32) -> TypeKind {
    TypeKind::Integer { width, sign: Sign::Signless }
}

common_types! {
    NONE = TypeKind::None, "`none`";
    INDEX = TypeKind::Index, "`index`";
    I1 = int(1), "`i1`";
    I8 = int(8), "`i8`";
    I16 = int(16), "`i16`";
    I32 = int(32), "`i32`";
    I64 = int(64), "`i64`";
    F16 = TypeKind::Float(FloatFormat::F16), "`f16`";
    BF16 = TypeKind::Float(FloatFormat::BF16), "`bf16`";
    F32 = TypeKind::Float(FloatFormat::F32), "`f32`";
    F64 = TypeKind::Float(FloatFormat::F64), "`f64`";
}
