//! The functions of the standard library that are known: one row each; and the names of those that are not.
//!
//! The headers in `headers` declare the functions by name only; the parser finds the types here, the lowering what becomes of a call, and
//! the reference lists them. What C has besides is here by name, so that who uses it is told so, and what to do instead.

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
    /// The type as C writes it.
    fn text(self) -> &'static str {
        match self {
            Shape::Void => "void",
            Shape::Int => "int",
            Shape::UInt => "unsigned int",
            Shape::Long => "long",
            Shape::ULong => "unsigned long",
            Shape::Float => "float",
            Shape::Double => "double",
            Shape::Pointer => "void *",
            Shape::ConstPointer => "const void *",
            Shape::Str => "const char *",
        }
    }

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

impl LibraryDef {
    /// Its declaration as C has it, without `;`.
    pub fn prototype(&self) -> String {
        let mut parameters: Vec<&str> = self.parameters.iter().map(|shape| shape.text()).collect();
        if self.variadic {
            parameters.push("...");
        }
        if parameters.is_empty() {
            parameters.push("void");
        }
        let result = self.result.text();
        let space = if result.ends_with('*') { "" } else { " " };
        format!("{result}{space}{}({})", self.name, parameters.join(", "))
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

/// Functions of the standard library that are not supported: what to do instead, and their names.
static MISSING: &[(&str, &str)] = &[
    (
        "write it as a function of this file",
        "atof atoi atol atoll bsearch div index isalnum isalpha isblank iscntrl isdigit isgraph \
         islower isprint ispunct isspace isupper isxdigit ldiv lldiv memccpy memchr memcmp qsort \
         rand_r random srandom stpcpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn \
         strdup strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn \
         strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoul strtoull strxfrm \
         tolower toupper",
    ),
    (
        "write it by means of the functions of `math.h` that there are",
        "acos acosf acosh acoshf asin asinf asinh asinhf atanh atanhf cosh coshf erf erfc erfcf \
         erff expm1 expm1f fdim fdimf fpclassify frexp frexpf hypot hypotf ilogb ilogbf isgreater \
         isgreaterequal isless islessequal islessgreater isnormal isunordered ldexp ldexpf lgamma \
         lgammaf llrint llrintf llround llroundf log1p log1pf logb logbf lrint lrintf lround \
         lroundf modf modff nan nanf nearbyint nearbyintf nextafter nextafterf nexttoward \
         nexttowardf remainder remainderf remquo remquof scalbln scalblnf scalbn scalbnf signbit \
         sinh sinhf tgamma tgammaf",
    ),
    (
        "print by `printf`, which writes to the standard output",
        "fflush fprintf fputc fputs fwrite perror putc setbuf setvbuf snprintf sprintf vfprintf \
         vprintf vsnprintf vsprintf",
    ),
    (
        "nothing is read while the program runs: put the data into an array with an initialiser",
        "fclose feof ferror fgetc fgets fopen fread freopen fscanf fseek ftell getc getchar \
         getenv gets remove rename rewind scanf sscanf tmpfile ungetc",
    ),
    (
        "remove it: a run does not depend on the time",
        "asctime clock clock_gettime ctime difftime gettimeofday gmtime localtime mktime \
         nanosleep sleep strftime time usleep",
    ),
    (
        "use `malloc` of the size that is needed in the end, or an array",
        "aligned_alloc alloca posix_memalign realloc",
    ),
    ("end the program by `exit`", "_Exit _exit at_quick_exit atexit quick_exit"),
    ("use `if`, loops and flags", "longjmp raise setjmp siglongjmp signal sigsetjmp system"),
    ("write a function for each number of arguments", "va_arg va_copy va_end va_start"),
];

/// Types of the standard library that are not supported, and what to do instead.
static MISSING_TYPES: &[(&str, &str)] = &[
    ("FILE", "print by `printf`; data comes from arrays with initialisers"),
    ("clock_t", "remove it: a run does not depend on the time"),
    ("div_t", "use `/` and `%`"),
    ("fpos_t", "print by `printf`; data comes from arrays with initialisers"),
    ("jmp_buf", "use `if`, loops and flags"),
    ("sig_atomic_t", "write `int`"),
    ("time_t", "remove it: a run does not depend on the time"),
    ("va_list", "write a function for each number of arguments"),
    ("wchar_t", "write `char` or `int`"),
];

/// What to do instead of calling a function of the standard library that is not supported.
pub fn instead_of(name: &str) -> Option<&'static str> {
    MISSING.iter().find(|(_, names)| is_among(name, names)).map(|(instead, _)| *instead)
}

/// What to do instead of using a type of the standard library that is not supported.
pub fn instead_of_type(name: &str) -> Option<&'static str> {
    MISSING_TYPES.iter().find(|(missing, _)| *missing == name).map(|(_, instead)| *instead)
}

/// Whether a word is one of those in a text.
pub(crate) fn is_among(word: &str, text: &str) -> bool {
    text.split_whitespace().any(|other| other == word)
}

/// Whether a word means something in C++ and nothing in C.
pub fn is_cpp(word: &str) -> bool {
    const WORDS: &str = "catch cin class const_cast cout decltype delete dynamic_cast endl explicit friend \
         mutable namespace new noexcept operator private protected public reinterpret_cast \
         static_cast std template this throw try typename using virtual";
    is_among(word, WORDS)
}

/// What is said to who writes C++.
pub const NOT_CPP: &str = "this is C++; write C";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_not_there() {
        let names: Vec<&str> = MISSING.iter().flat_map(|(_, names)| names.split_whitespace()).collect();
        for name in &names {
            assert!(find(name).is_none(), "`{name}` is there");
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "`{name}`");
        }
        assert_eq!(instead_of("strlen"), Some("write it as a function of this file"));
    }
}
