//! Attributes: what is known about an operation when it is compiled.
//!
//! An [`Attr`] is a handle; [`AttrKind`] is what it stands for, read with `ctx[attr]`.

use crate::affine::{AffineMap, IntegerSet};
use crate::loc::Loc;
use crate::registry::{DialectAttr, EnumDef};
use crate::types::Type;
use base::{Bits, Str, id};

id! {
    /// A handle to an interned attribute; equal handles mean equal attributes within one context.
    pub struct Attr;
}

impl Attr {
    /// `unit`
    pub const UNIT: Attr = Attr::at(0);
    /// `{}`, the dictionary of an operation without attributes.
    pub const EMPTY_DICT: Attr = Attr::at(1);
    /// `false`
    pub const FALSE: Attr = Attr::at(2);
    /// `true`
    pub const TRUE: Attr = Attr::at(3);
}

/// What an attribute is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrKind {
    /// `unit`
    Unit,
    /// `{a = 1 : i32}`: entries sorted by the text of their names, each name once.
    Dict(Box<[(Str, Attr)]>),
    /// `4 : i32`, `true`, `-1 : index`; an index has 64 bits here.
    Integer {
        /// The value, as wide as its type.
        value: Bits,
        /// An integer type or `index`.
        ty: Type,
    },
    /// `1.0 : f32`
    Float {
        /// The bit pattern, as wide as its type.
        bits: Bits,
        /// A float type.
        ty: Type,
    },
    /// `"text"` or `"text" : type`
    String {
        /// The unescaped text. MLIR strings are bytes; one that is not UTF-8 is an error when read.
        value: Str,
        /// `none` unless the text says otherwise.
        ty: Type,
    },
    /// `[1, 2]`
    Array(Box<[Attr]>),
    /// `i32` where an attribute is expected.
    Type(Type),
    /// `@root::@nested`
    Symbol {
        /// First name.
        root: Str,
        /// The names after it.
        nested: Box<[Str]>,
    },
    /// `dense<…> : tensor<…>` of integers, floats or complex numbers.
    Dense {
        /// A tensor or vector type of static shape.
        ty: Type,
        /// One element stands for all.
        splat: bool,
        /// Elements one after the other, each in the least number of whole bytes, low byte first; a complex number is its two parts.
        data: Box<[u8]>,
    },
    /// `dense<["a", "b"]> : tensor<2x!x.y>`
    DenseStrings {
        /// A tensor or vector type of static shape.
        ty: Type,
        /// One element stands for all.
        splat: bool,
        /// The strings.
        values: Box<[Str]>,
    },
    /// `array<i64: 1, 2>`
    DenseArray {
        /// An integer or float type of a whole number of bytes, or `i1`.
        element: Type,
        /// Elements one after the other, low byte first.
        data: Box<[u8]>,
    },
    /// `dense_resource<key> : tensor<…>`; the blob stands in the file's resource section.
    DenseResource {
        /// The key.
        key: Str,
        /// A shaped type.
        ty: Type,
    },
    /// `sparse<indices, values> : tensor<…>`
    Sparse {
        /// A shaped type.
        ty: Type,
        /// A dense attribute of `i64`.
        indices: Attr,
        /// A dense attribute.
        values: Attr,
    },
    /// `affine_map<(d0) -> (d0)>`
    AffineMap(Box<AffineMap>),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(Box<IntegerSet>),
    /// `strided<[?, 1], offset: 4>`; `None` is `?`.
    Strided {
        /// One stride a dimension.
        strides: Box<[Option<i64>]>,
        /// Offset of the first element.
        offset: Option<i64>,
    },
    /// `#arith.fastmath<fast>`: a case, or a set of cases, of a registered enumeration.
    Enum {
        /// Its definition.
        def: &'static EnumDef,
        /// The case's number, or the cases' bits.
        value: u64,
    },
    /// `loc("file":1:2)` where an attribute is expected.
    Loc(Loc),
    /// `distinct[4]<attr>`
    Distinct {
        /// Tells two otherwise equal attributes apart.
        id: u64,
        /// What is made distinct.
        attr: Attr,
    },
    /// An attribute of a registered dialect, such as `#hw.param.decl.ref<"w"> : i8`.
    Dialect {
        /// Its definition.
        def: &'static DialectAttr,
        /// Its parameters; types stand as type attributes.
        params: Box<[Attr]>,
        /// The type after a colon, `none` if there is none.
        ty: Type,
    },
    /// An attribute of a dialect nobody registered, kept as it was written: `#dialect.body` or `#dialect<body>`.
    Opaque {
        /// What stands between `#` and the first `.` or `<`.
        dialect: Str,
        /// Everything after that up to the type, verbatim, beginning with `.` or `<`.
        body: Str,
        /// The type after a colon, `none` if there is none.
        ty: Type,
    },
}
