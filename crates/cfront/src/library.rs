//! The functions of the standard library that are known: one row each.
//!
//! The headers in `headers` declare these by name only; the parser finds the types here, the lowering what becomes of a call, and the
//! reference lists them.

use crate::types::{FloatType, IntType, Rank, Type};

/// A function of the library: a row of [`LIBRARY`].
#[derive(Copy, Clone, Debug)]
pub struct Library(pub &'static LibraryDef);

/// What there is to know of a function of the library.
#[derive(Debug)]
pub struct LibraryDef {
    /// What it is called.
    pub name: &'static str,
    /// The header that declares it; nothing for what needs none.
    pub header: &'static str,
    /// What it returns.
    pub result: Shape,
    /// What it takes.
    pub parameters: &'static [Shape],
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// What becomes of a call.
    pub meaning: Meaning,
}

/// The types that the library's functions have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `void`
    Void,
    /// `int`
    Int,
    /// `unsigned int`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `void *`
    Pointer,
    /// `const void *`
    ConstPointer,
    /// `const char *`
    Str,
}

impl Shape {
    /// The type.
    pub fn ty(self) -> Type {
        match self {
            Shape::Void => Type::Void,
            Shape::Int => Type::INT,
            Shape::UInt => Type::Int(IntType::UINT),
            Shape::Long => Type::Int(IntType::LONG),
            Shape::ULong => Type::Int(IntType::ULONG),
            Shape::Float => Type::Float(FloatType::Single),
            Shape::Double => Type::Float(FloatType::Double),
            Shape::Pointer => Type::Void.pointer(false),
            Shape::ConstPointer => Type::Void.pointer(true),
            Shape::Str => Type::Int(IntType { rank: Rank::Char, signed: true }).pointer(true),
        }
    }
}

/// What becomes of a call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An operation of `math` on floats.
    Math(&'static str),
    /// An operation of `arith` on floats, such as `arith.minnumf`.
    Arith(&'static str),
    /// The absolute value of an integer.
    Abs,
    /// Bits counted: an operation of `math` on integers, its result as an `int`.
    CountBits(&'static str),
    /// A test of a float for being not a number, infinite or finite.
    Classify(&'static str),
    /// The remainder of a division of floats.
    Fmod,
    /// A function that the interpreter calls outside of the program; only in `main`.
    Host,
    /// `malloc`: bytes; only in `main`.
    Malloc,
    /// `calloc`: a count and bytes of each; only in `main`.
    Calloc,
    /// `free`; only in `main`.
    Free,
    /// `memset`
    Memset,
    /// `memcpy` and `memmove`
    Memcpy,
}

use Shape::*;

const fn row(
    name: &'static str,
    header: &'static str,
    result: Shape,
    parameters: &'static [Shape],
    meaning: Meaning,
) -> LibraryDef {
    LibraryDef { name, header, result, parameters, variadic: false, meaning }
}

/// All of them, by header.
pub static LIBRARY: &[LibraryDef] = &[
    row("__assert_fail", "assert.h", Void, &[Str, Str, Int, Str], Meaning::Host),
    row("fabs", "math.h", Double, &[Double], Meaning::Math("math.absf")),
    row("fabsf", "math.h", Float, &[Float], Meaning::Math("math.absf")),
    row("sqrt", "math.h", Double, &[Double], Meaning::Math("math.sqrt")),
    row("sqrtf", "math.h", Float, &[Float], Meaning::Math("math.sqrt")),
    row("cbrt", "math.h", Double, &[Double], Meaning::Math("math.cbrt")),
    row("cbrtf", "math.h", Float, &[Float], Meaning::Math("math.cbrt")),
    row("sin", "math.h", Double, &[Double], Meaning::Math("math.sin")),
    row("sinf", "math.h", Float, &[Float], Meaning::Math("math.sin")),
    row("cos", "math.h", Double, &[Double], Meaning::Math("math.cos")),
    row("cosf", "math.h", Float, &[Float], Meaning::Math("math.cos")),
    row("tan", "math.h", Double, &[Double], Meaning::Math("math.tan")),
    row("tanf", "math.h", Float, &[Float], Meaning::Math("math.tan")),
    row("tanh", "math.h", Double, &[Double], Meaning::Math("math.tanh")),
    row("tanhf", "math.h", Float, &[Float], Meaning::Math("math.tanh")),
    row("atan", "math.h", Double, &[Double], Meaning::Math("math.atan")),
    row("atanf", "math.h", Float, &[Float], Meaning::Math("math.atan")),
    row("atan2", "math.h", Double, &[Double, Double], Meaning::Math("math.atan2")),
    row("atan2f", "math.h", Float, &[Float, Float], Meaning::Math("math.atan2")),
    row("exp", "math.h", Double, &[Double], Meaning::Math("math.exp")),
    row("expf", "math.h", Float, &[Float], Meaning::Math("math.exp")),
    row("exp2", "math.h", Double, &[Double], Meaning::Math("math.exp2")),
    row("exp2f", "math.h", Float, &[Float], Meaning::Math("math.exp2")),
    row("log", "math.h", Double, &[Double], Meaning::Math("math.log")),
    row("logf", "math.h", Float, &[Float], Meaning::Math("math.log")),
    row("log2", "math.h", Double, &[Double], Meaning::Math("math.log2")),
    row("log2f", "math.h", Float, &[Float], Meaning::Math("math.log2")),
    row("log10", "math.h", Double, &[Double], Meaning::Math("math.log10")),
    row("log10f", "math.h", Float, &[Float], Meaning::Math("math.log10")),
    row("pow", "math.h", Double, &[Double, Double], Meaning::Math("math.powf")),
    row("powf", "math.h", Float, &[Float, Float], Meaning::Math("math.powf")),
    row("floor", "math.h", Double, &[Double], Meaning::Math("math.floor")),
    row("floorf", "math.h", Float, &[Float], Meaning::Math("math.floor")),
    row("ceil", "math.h", Double, &[Double], Meaning::Math("math.ceil")),
    row("ceilf", "math.h", Float, &[Float], Meaning::Math("math.ceil")),
    row("round", "math.h", Double, &[Double], Meaning::Math("math.round")),
    row("roundf", "math.h", Float, &[Float], Meaning::Math("math.round")),
    row("trunc", "math.h", Double, &[Double], Meaning::Math("math.trunc")),
    row("truncf", "math.h", Float, &[Float], Meaning::Math("math.trunc")),
    row("rint", "math.h", Double, &[Double], Meaning::Math("math.roundeven")),
    row("rintf", "math.h", Float, &[Float], Meaning::Math("math.roundeven")),
    row("copysign", "math.h", Double, &[Double, Double], Meaning::Math("math.copysign")),
    row("copysignf", "math.h", Float, &[Float, Float], Meaning::Math("math.copysign")),
    row("fma", "math.h", Double, &[Double, Double, Double], Meaning::Math("math.fma")),
    row("fmaf", "math.h", Float, &[Float, Float, Float], Meaning::Math("math.fma")),
    row("fmod", "math.h", Double, &[Double, Double], Meaning::Fmod),
    row("fmodf", "math.h", Float, &[Float, Float], Meaning::Fmod),
    row("fmin", "math.h", Double, &[Double, Double], Meaning::Arith("arith.minnumf")),
    row("fminf", "math.h", Float, &[Float, Float], Meaning::Arith("arith.minnumf")),
    row("fmax", "math.h", Double, &[Double, Double], Meaning::Arith("arith.maxnumf")),
    row("fmaxf", "math.h", Float, &[Float, Float], Meaning::Arith("arith.maxnumf")),
    row("__builtin_isnan", "math.h", Int, &[Double], Meaning::Classify("nan")),
    row("__builtin_isinf", "math.h", Int, &[Double], Meaning::Classify("inf")),
    row("__builtin_isfinite", "math.h", Int, &[Double], Meaning::Classify("finite")),
    LibraryDef {
        name: "printf",
        header: "stdio.h",
        result: Int,
        parameters: &[Str],
        variadic: true,
        meaning: Meaning::Host,
    },
    row("puts", "stdio.h", Int, &[Str], Meaning::Host),
    row("putchar", "stdio.h", Int, &[Int], Meaning::Host),
    row("abs", "stdlib.h", Int, &[Int], Meaning::Abs),
    row("labs", "stdlib.h", Long, &[Long], Meaning::Abs),
    row("llabs", "stdlib.h", Long, &[Long], Meaning::Abs),
    row("rand", "stdlib.h", Int, &[], Meaning::Host),
    row("srand", "stdlib.h", Void, &[UInt], Meaning::Host),
    row("exit", "stdlib.h", Void, &[Int], Meaning::Host),
    row("abort", "stdlib.h", Void, &[], Meaning::Host),
    row("malloc", "stdlib.h", Pointer, &[ULong], Meaning::Malloc),
    row("calloc", "stdlib.h", Pointer, &[ULong, ULong], Meaning::Calloc),
    row("free", "stdlib.h", Void, &[Pointer], Meaning::Free),
    row("memset", "string.h", Pointer, &[Pointer, Int, ULong], Meaning::Memset),
    row("memcpy", "string.h", Pointer, &[Pointer, ConstPointer, ULong], Meaning::Memcpy),
    row("memmove", "string.h", Pointer, &[Pointer, ConstPointer, ULong], Meaning::Memcpy),
    row("__builtin_clz", "", Int, &[UInt], Meaning::CountBits("math.ctlz")),
    row("__builtin_clzl", "", Int, &[ULong], Meaning::CountBits("math.ctlz")),
    row("__builtin_clzll", "", Int, &[ULong], Meaning::CountBits("math.ctlz")),
    row("__builtin_ctz", "", Int, &[UInt], Meaning::CountBits("math.cttz")),
    row("__builtin_ctzl", "", Int, &[ULong], Meaning::CountBits("math.cttz")),
    row("__builtin_ctzll", "", Int, &[ULong], Meaning::CountBits("math.cttz")),
    row("__builtin_popcount", "", Int, &[UInt], Meaning::CountBits("math.ctpop")),
    row("__builtin_popcountl", "", Int, &[ULong], Meaning::CountBits("math.ctpop")),
    row("__builtin_popcountll", "", Int, &[ULong], Meaning::CountBits("math.ctpop")),
];

/// The function of a name.
pub fn find(name: &str) -> Option<Library> {
    LIBRARY.iter().find(|row| row.name == name).map(Library)
}
