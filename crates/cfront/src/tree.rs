//! The typed tree: a C file with every name resolved and every conversion written out.
//!
//! The parser builds it and the lowering reads it. What C leaves to context is gone: arrays that decay are
//! [`ExprKind::Address`], promotions and the usual arithmetic conversions are [`ExprKind::Convert`], `a[i]` of an array is a
//! [`PlaceKind::Element`] and of a pointer a [`PlaceKind::Pointee`], `p->f` is the member of a pointee. What is computed from constants alone is
//! a constant, unless C leaves it undefined: then it stays, to be met when the program runs.
//!
//! A chain such as `a + b + c` nests in its left operands, as deep as it is long (up to thousands): who walks the tree follows these in
//! a loop. All other nesting is bounded by the parser.

use crate::token::Place as Origin;
use crate::types::{Struct, StructId, Type};
use base::{Bits, IdMap, id};

id! {
    /// A variable, a parameter or a string literal of a unit.
    pub struct ObjectId;
    /// A function of a unit.
    pub struct FunctionId;
    /// A place that `goto` goes to, of one function.
    pub struct LabelId;
}

/// A whole file with all it includes.
#[derive(Default, Debug)]
pub struct Unit {
    /// All structures.
    pub structs: IdMap<StructId, Struct>,
    /// All objects, of all functions.
    pub objects: IdMap<ObjectId, Object>,
    /// All functions that are declared.
    pub functions: IdMap<FunctionId, Function>,
    /// Objects outside of functions, in the order of their definition.
    pub globals: Vec<ObjectId>,
    /// The objects of string literals, in the order of the text.
    pub strings: Vec<ObjectId>,
}

/// Something that has storage.
#[derive(Debug)]
pub struct Object {
    /// Its name; what it was made for if it has none.
    pub name: Box<str>,
    /// Its type, complete.
    pub ty: Type,
    /// Whether it is `const` (for an array: whether its elements are).
    pub constant: bool,
    /// How long it lives.
    pub storage: Storage,
    /// Where it is declared.
    pub origin: Origin,
    /// What a static object begins with; zero if there is nothing. Initialisers of others stand where they are declared.
    pub initial: Option<Initial>,
}

/// How long an object lives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// As long as the program: globals, static locals, string literals.
    Static,
    /// As long as the block around it.
    Local,
    /// As long as a call.
    Parameter,
}

/// What an object begins with.
#[derive(Debug)]
pub enum Initial {
    /// Scalars, and structures from an expression.
    Value(Expr),
    /// An array or a structure: those of its parts that are initialised, each once, in order; the rest is zero. A part is an
    /// element's number or a member's.
    Parts(Vec<(u64, Initial)>),
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// What it is called.
    pub name: Box<str>,
    /// What it returns.
    pub result: Type,
    /// Its parameters, arrays already turned into pointers; their objects when there is a body.
    pub parameters: Vec<Parameter>,
    /// Where it is declared, or defined if it is.
    pub origin: Origin,
    /// What it does; `None` if it is only declared.
    pub body: Option<Body>,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    /// Its type, adjusted: a pointer where an array is written.
    pub ty: Type,
    /// The outermost size if it is written as an array of one: `int a[10]`.
    pub size: Option<u64>,
    /// Its object; `None` in a declaration without body.
    pub object: Option<ObjectId>,
    /// Where it is declared.
    pub origin: Origin,
}

/// What a function does.
#[derive(Debug)]
pub struct Body {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// How many labels there are; they are numbered from zero.
    pub labels: u32,
    /// The `}` at its end.
    pub end: Origin,
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it begins.
    pub origin: Origin,
}

/// What a statement does.
#[derive(Debug)]
pub enum StmtKind {
    /// An expression for its effect.
    Expr(Expr),
    /// The definition of a local object, whose storage begins here.
    Define(ObjectId, Option<Initial>),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `if`; the condition is of type `_Bool`, as all conditions are.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`
    While(LoopHints, Expr, Box<Stmt>),
    /// `do … while`
    Do(LoopHints, Box<Stmt>, Expr),
    /// `for`: what comes first (a definition or an expression, none or several), condition, step, body.
    For(LoopHints, Vec<Stmt>, Option<Expr>, Option<Expr>, Box<Stmt>),
    /// `switch` on a promoted integer. Cases stand in the body where they stand in the text.
    Switch(Expr, Box<Stmt>),
    /// `case` of the innermost switch: the values from the first to the second, in the switch's type.
    Case(Bits, Bits),
    /// `default:`
    Default,
    /// A label.
    Label(LabelId, Box<str>),
    /// `goto`
    Goto(LabelId, Box<str>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`, with a value of the function's type
    Return(Option<Expr>),
}

/// What pragmas before a loop ask for.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct LoopHints {
    /// Unroll this many times; zero for completely.
    pub unroll: Option<u32>,
    /// Start an iteration every so many cycles; zero where the pragma names no number.
    pub pipeline: Option<u32>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of its value; never an array.
    pub ty: Type,
    /// The operator, or the beginning of what has none.
    pub origin: Origin,
}

impl Expr {
    /// What a condition is, if that is known.
    pub fn truth(&self) -> Option<bool> {
        match &self.kind {
            ExprKind::Int(value) => Some(!value.is_zero()),
            _ => None,
        }
    }
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, as wide as its type.
    Int(Bits),
    /// A floating number; exact in its type.
    Float(f64),
    /// A null pointer.
    Null,
    /// The value that a place holds.
    Read(Box<Place>),
    /// A pointer to a place; for an array (which decays, or is under `&`) the type says to the first element or to the whole.
    Address(Box<Place>),
    /// `-x`, `~x` of a promoted operand.
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic on two operands of the type of the result; a shift's right operand has a promoted type of its own.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two numbers of one type, or of two pointers; `int`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `!x` of a `_Bool`; `int`.
    Not(Box<Expr>),
    /// `x && y` of `_Bool`s; `int`.
    And(Box<Expr>, Box<Expr>),
    /// `x || y` of `_Bool`s; `int`.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? x : y`, with `c` a `_Bool` and `x`, `y` of the type of the whole, which may be `void`.
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion to the type of the whole: between numbers, to `_Bool` (of pointers, too), between pointers, to `void`.
    Convert(Box<Expr>),
    /// A pointer moved by a number (a `long`, counted in elements) forwards, or backwards if the flag is set.
    Move(Box<Expr>, Box<Expr>, bool),
    /// How many elements the first pointer is after the second; `long`.
    Distance(Box<Expr>, Box<Expr>),
    /// `place = value`, of numbers, pointers and structures; its value is what the place holds then.
    Assign(Box<Place>, Box<Expr>),
    /// `place op= value`.
    Update(Box<Update>),
    /// `x, y`
    Comma(Box<Expr>, Box<Expr>),
    /// A call of a function of the unit.
    Call {
        /// Which.
        function: FunctionId,
        /// Of the parameters' types.
        arguments: Vec<Expr>,
        /// Whether it is written `CALL_KERNEL(f, …)`.
        kernel: bool,
    },
    /// A call of a function of the standard library or of a built-in one. Arguments have the types of its declaration; those of `printf` after
    /// the format are promoted only.
    Library(crate::library::Library, Vec<Expr>),
    /// A pointer to the object of `(type){ … }` (to the whole of it if it is an array), which is initialised each time the expression is reached.
    /// The literal itself is the [`PlaceKind::Pointee`] of this. Outside of functions it is a static object.
    Literal(ObjectId, Box<InitialRef>),
}

/// An initialiser inside an expression.
pub type InitialRef = std::rc::Rc<Initial>;

/// `place op= value`, `++place`, `place--` and their like. The place is evaluated once.
#[derive(Clone, Debug)]
pub struct Update {
    /// What is changed.
    pub place: Place,
    /// The type that is computed in, after the usual conversions; the result is converted back. A pointer's own type for pointers.
    pub computed_in: Type,
    /// By what operation. On pointers `Add` and `Sub`, with a `long`.
    pub op: BinaryOp,
    /// The right operand, of that type (a shift's: of its promoted own).
    pub value: Expr,
    /// Whether the value of the expression is the one before.
    pub postfix: bool,
}

/// Something in storage.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which.
    pub kind: PlaceKind,
    /// The type of what it holds; may be an array.
    pub ty: Type,
    /// Whether it may not be assigned to.
    pub constant: bool,
    /// Where it is written.
    pub origin: Origin,
}

/// Which place.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// An object.
    Object(ObjectId),
    /// An element of an array that is a place; the index is a `long`.
    Element(Box<Place>, Box<Expr>),
    /// A member of a structure that is a place.
    Member(Box<Place>, u32),
    /// What a pointer points to.
    Pointee(Box<Expr>),
    /// The value of an expression that is a structure and no place: the result of a call, of an assignment, of `?:`.
    Value(Box<Expr>),
}

/// Operators of one operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    Complement,
}

/// Operators of two operands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

/// Comparisons.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}
