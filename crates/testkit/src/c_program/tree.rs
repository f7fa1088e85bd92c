//! The tree of a generated C program: what the generator makes, the minimiser takes apart and `print` writes as text.
//!
//! The tree says what is computed, not how that is kept defined: the printer knows the type and the range of every expression and
//! adds the guards that are needed there. So every change of the tree that leaves names declared is a defined program again.

/// A variable, by its number in [`Program::vars`].
pub type VarId = usize;

/// A C program.
#[derive(Clone, Default, Debug)]
pub struct Program {
    /// The values of each enumeration.
    pub enums: Vec<Vec<i64>>,
    /// The types of the members of each structure.
    pub structs: Vec<Vec<Type>>,
    /// All variables: globals, parameters and locals.
    pub vars: Vec<Var>,
    /// Variables outside of functions, with what they begin with.
    pub globals: Vec<(VarId, Value)>,
    /// The functions; each calls earlier ones only, and the last is `main`.
    pub functions: Vec<Function>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its type.
    pub ty: Type,
    /// The first letter of its name.
    pub letter: char,
    /// A range that the program keeps an integer in; the whole type if there is none.
    pub range: Option<(i64, i64)>,
    /// Whether it is `const`.
    pub constant: bool,
    /// Whether only the statement that introduces it assigns to it.
    pub fixed: bool,
    /// Whether pointers to it may exist.
    pub addressed: bool,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A number.
    Scalar(Scalar),
    /// A structure, by its number.
    Struct(usize),
    /// So many of something.
    Array(u32, Box<Type>),
    /// A pointer behind which there are at least so many.
    Pointer(u32, Box<Type>),
}

/// The types of numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are C's")]
pub enum Scalar {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Float,
    Double,
    Enum { index: u8, negative: bool },
}

/// What a function is for, which says what it may do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Changes nothing but its own variables.
    Pure,
    /// Changes globals, static locals and what its pointers lead to.
    Helper,
    /// A helper that prints, so no kernel calls it.
    Bench,
    /// Called from `main`.
    Kernel,
    /// `main`
    Main,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it is for.
    pub role: Role,
    /// What it returns.
    pub result: Option<Type>,
    /// Its parameters.
    pub parameters: Vec<VarId>,
    /// What it does. Where it returns something, the last statement does so.
    pub body: Vec<Stmt>,
    /// About how many statements a call executes.
    pub cost: u64,
}

/// A place in a variable.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub root: VarId,
    /// The way to the place.
    pub steps: Vec<Step>,
}

/// A step on the way to a place.
#[derive(Clone, Debug)]
pub enum Step {
    /// A member.
    Member(usize),
    /// An element of an array, or of what a pointer leads to; taken modulo the size.
    Index(Expr),
}

/// What is assigned, returned, given to a function, or begun with.
#[derive(Clone, Debug)]
pub enum Value {
    /// Zeros.
    Zero,
    /// A number.
    Number(Expr),
    /// A structure that is there already, or a whole array as argument.
    Whole(Place),
    /// The result of a call.
    Call(Call),
    /// One of two structures.
    Either(Expr, Place, Place),
    /// The parts in order; the rest is zero.
    List(Vec<Value>),
    /// Some parts by number or name.
    Named(Vec<(usize, Value)>),
    /// A string.
    Text(String),
    /// A pointer into an array or to a variable: that variable, and how far to go.
    Pointer(Place, Expr),
    /// No pointer.
    Null,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which function.
    pub function: usize,
    /// An argument for each parameter.
    pub arguments: Vec<Value>,
    /// Whether it is written as a call of a kernel.
    pub kernel: bool,
}

/// A number.
#[derive(Clone, Debug)]
pub enum Expr {
    /// An integer of a type from `int` on.
    Int(i128, Scalar),
    /// A floating number of a type.
    Real(f64, Scalar),
    /// A character constant.
    Char(u8),
    /// An enumerator.
    Enumerator(usize, usize),
    /// The size of a type.
    SizeOf(Scalar),
    /// What a place holds.
    Read(Place),
    /// An operator before its operand.
    Unary(Unary, Box<Expr>),
    /// Arithmetic.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A comparison.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `&&`, or `||` if the flag is set.
    Logic(bool, Box<Expr>, Box<Expr>),
    /// `?:`
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `,`
    Comma(Box<Expr>, Box<Expr>),
    /// A cast.
    Cast(Scalar, Box<Expr>),
    /// A call of a pure function.
    Call(Call),
    /// A function of the library.
    Library(Library, Box<Expr>),
    /// A change of a local variable that nothing else in the expression reads.
    Change(VarId, Change),
    /// How far a pointer is behind the beginning of its array.
    Distance(VarId, VarId),
    /// Whether a pointer is there.
    IsSet(VarId),
}

/// How a place is changed.
#[derive(Clone, Debug)]
pub enum Change {
    /// `=`, or an operator and `=`.
    Assign(Option<Binary>, Box<Expr>),
    /// `++` or `--`.
    Step {
        /// Whether it is `--`.
        down: bool,
        /// Whether it stands behind.
        postfix: bool,
    },
}

/// Operators of one operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are C's")]
pub enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
}

/// Operators of two operands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are C's")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

/// Comparisons.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are C's")]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Functions of the library.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are C's")]
pub enum Library {
    Abs,
    Labs,
    Fabs,
    Fabsf,
    Sqrt,
    Sqrtf,
    Floor,
    Ceil,
    Trunc,
    FminHalf,
    FmaxfQuarter,
    Popcount,
    Popcountll,
    Clz,
    Ctzll,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// The definition of a variable.
    Define(VarId, Storage, Value),
    /// A change of a number.
    Change(Place, Change),
    /// An assignment of a structure or a pointer.
    Set(Place, Value),
    /// A call; its result goes to a place, if there is one.
    Call(Option<Place>, Call),
    /// An expression for its effect.
    Expr(Expr),
    /// `printf` of numbers, each with a number that decides its format.
    Print(Vec<(u8, Expr)>),
    /// Prints a string that is constant.
    PrintText(VarId),
    /// Prints all of a variable.
    Dump(VarId),
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for`
    For(Box<For>),
    /// `while` and `do`, with a variable that counts down.
    While(Box<While>),
    /// `switch`
    Switch(Expr, Vec<Case>),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<Value>),
    /// Statements with a label behind them.
    Labelled(usize, Vec<Stmt>),
    /// `goto`
    Goto(usize),
    /// `memset` of an array to a byte.
    Memset(VarId, u8),
    /// `memcpy`, or `memmove` if the flag is set, from the second array to the first.
    Memcpy(VarId, VarId, bool),
    /// A pointer that walks over an array.
    Walk(Box<Walk>),
    /// `srand`
    Seed(u32),
    /// `place = rand() % n`
    Random(Place, u32),
    /// `array[n++] = value` if a condition holds, for as many times as the array is long.
    Collect(Box<Collect>),
    /// A number that grows now and then: see [`Grow`].
    Grow(Box<Grow>),
}

/// Where a variable lives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In its block.
    Local,
    /// As long as the program.
    Static,
    /// From `malloc`, filled with zeros.
    Malloc,
    /// From `calloc`.
    Calloc,
}

/// A loop that counts.
#[derive(Clone, Debug)]
pub struct For {
    /// What counts.
    pub var: VarId,
    /// How.
    pub shape: Shape,
    /// Where it begins, or ends when it counts down.
    pub low: i64,
    /// How often at most.
    pub count: u32,
    /// How far each time.
    pub step: i64,
    /// Whether the variable is defined before the loop.
    pub outside: bool,
    /// What is done.
    pub body: Vec<Stmt>,
}

/// How a loop counts.
#[derive(Clone, Debug)]
pub enum Shape {
    /// `i < n`
    Less,
    /// `i <= n`
    LessEqual,
    /// `i != n`
    NotEqual,
    /// `i > n`, downwards
    Greater,
    /// `i >= n`, downwards
    GreaterEqual,
    /// `i-- > 0`
    DownTo,
    /// Doubled each time, by `<<=` if the flag is set.
    Double(bool),
    /// Halved each time, by `>>=` if the flag is set.
    Half(bool),
    /// Over the end of an unsigned type.
    Wrap,
    /// `i < (e & 7)`
    Bound(Expr),
    /// `for (;;)` with a `break` at the beginning.
    Endless,
    /// Two variables towards each other.
    Pair(VarId),
    /// `i < n`, with `i += k` under a condition at the end of the body.
    Skip(Expr, u8),
}

/// A loop with a condition.
#[derive(Clone, Debug)]
pub struct While {
    /// What counts down.
    pub fuel: VarId,
    /// From where.
    pub count: u32,
    /// The condition.
    pub condition: Expr,
    /// Which way it is written.
    pub style: u8,
    /// What is done.
    pub body: Vec<Stmt>,
}

/// A group of cases.
#[derive(Clone, Debug)]
pub struct Case {
    /// The values.
    pub labels: Vec<i64>,
    /// Whether it is the default, too.
    pub default: bool,
    /// What is done.
    pub body: Vec<Stmt>,
    /// Whether it goes on with the next group.
    pub falls: bool,
}

/// A pointer that walks.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The pointer.
    pub pointer: VarId,
    /// The array.
    pub array: VarId,
    /// Where it begins.
    pub from: u32,
    /// How far it goes.
    pub count: u32,
    /// Which way it is written.
    pub style: u8,
    /// What is done with each element.
    pub op: Option<Binary>,
    /// By what.
    pub value: Expr,
}

/// Elements that are written one behind the other.
#[derive(Clone, Debug)]
pub struct Collect {
    /// What counts the elements.
    pub counter: VarId,
    /// What counts the loop.
    pub index: VarId,
    /// The array.
    pub array: VarId,
    /// Whether to write one.
    pub condition: Expr,
    /// What to write.
    pub value: Expr,
}

/// A number that grows by a step where a condition holds and it stays in its range, after what is done with it.
#[derive(Clone, Debug)]
pub struct Grow {
    /// The number, which has a range.
    pub var: VarId,
    /// By how much.
    pub step: i64,
    /// When.
    pub condition: Expr,
    /// What is done before.
    pub body: Vec<Stmt>,
}

impl Place {
    /// All of a variable.
    pub fn of(root: VarId) -> Place {
        Place { root, steps: Vec::new() }
    }
}

impl Expr {
    /// An `int`.
    pub fn int(value: i64) -> Expr {
        Expr::Int(i128::from(value), Scalar::Int)
    }
}

impl Type {
    /// Whether it is a number.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }
}

impl Scalar {
    /// Width and signedness of an integer type, as far as values go.
    pub fn int(self) -> Option<(u32, bool)> {
        Some(match self {
            Scalar::Bool => (1, false),
            Scalar::Char | Scalar::SChar => (8, true),
            Scalar::UChar => (8, false),
            Scalar::Short => (16, true),
            Scalar::UShort => (16, false),
            Scalar::Int => (32, true),
            Scalar::UInt => (32, false),
            Scalar::Long | Scalar::LLong => (64, true),
            Scalar::ULong | Scalar::ULLong => (64, false),
            Scalar::Enum { negative, .. } => (32, negative),
            Scalar::Float | Scalar::Double => return None,
        })
    }

    /// The first and the last value of an integer type.
    pub fn limits(self) -> (i128, i128) {
        match self.int() {
            Some((width, true)) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            Some((width, false)) => (0, (1 << width) - 1),
            None => (0, 0),
        }
    }

    /// The type after promotion.
    pub fn promoted(self) -> Scalar {
        match self {
            Scalar::Enum { negative: false, .. } => Scalar::UInt,
            _ => match self.int() {
                Some((width, _)) if width < 32 => Scalar::Int,
                Some((32, true)) => Scalar::Int,
                _ => self,
            },
        }
    }

    /// The type that two are computed in.
    pub fn common(self, other: Scalar) -> Scalar {
        for float in [Scalar::Double, Scalar::Float] {
            if self == float || other == float {
                return float;
            }
        }
        let (a, b) = (self.promoted(), other.promoted());
        let rank = a.rank().max(b.rank());
        let unsigned = [a, b].iter().any(|ty| {
            let (width, signed) = ty.int().expect("floats are treated above");
            !signed && (ty.rank() == rank || width == 64)
        });
        match (rank, unsigned) {
            (0, false) => Scalar::Int,
            (0, true) => Scalar::UInt,
            (1, false) => Scalar::Long,
            (1, true) => Scalar::ULong,
            (_, false) => Scalar::LLong,
            (_, true) => Scalar::ULLong,
        }
    }

    fn rank(self) -> u8 {
        match self {
            Scalar::Long | Scalar::ULong => 1,
            Scalar::LLong | Scalar::ULLong => 2,
            _ => 0,
        }
    }

    /// The unsigned type as wide.
    pub fn unsigned(self) -> Scalar {
        match self {
            Scalar::Int => Scalar::UInt,
            Scalar::Long => Scalar::ULong,
            Scalar::LLong => Scalar::ULLong,
            other => other,
        }
    }
}
