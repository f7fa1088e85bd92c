//! The record that defines an operation.
//!
//! Everything the project knows about an operation stands in one `static` [`OpDef`]: name, documentation, operands,
//! results, attributes, syntax, traits, verifier, folder and evaluation. A dialect writes its records like
//! `OpDef { name: "arith.addi", operands: &[…], ..OpDef::BASE }` inside the [`ops!`](crate::ops) macro, which also
//! gives every record its opcode constant.

use crate::attrs::Attr;
use crate::branch::Branch;
use crate::builder::OpState;
use crate::constraints::{AttrConstraint, TypeConstraint};
use crate::context::Context;
use crate::rewrite::Rewriter;
use crate::storage::{Ir, Op, Value};
use crate::text::{Parse, Parser, Printer};
use crate::types::Type;
use crate::verify::Verifier;
use base::{Bits, Str};
use smallvec::SmallVec;

/// An operation, as data.
pub struct OpDef {
    /// Full name with the dialect, `arith.addi`.
    pub name: &'static str,
    /// What it does, in a sentence or a paragraph; the first line is its summary.
    pub doc: &'static str,
    /// A piece of text that uses it: operations that may stand in the body of a function, or at the top of a module
    /// when [`OpDef::example_is_module`] says so. Every example is parsed, verified and printed by the test suite.
    pub example: &'static str,
    /// The example stands at the top of a module rather than in a function.
    pub example_is_module: bool,
    /// Operands, in order.
    pub operands: &'static [OperandDef],
    /// Results, in order.
    pub results: &'static [ResultDef],
    /// Attributes that belong to the operation (MLIR's properties).
    pub attrs: &'static [AttrDef],
    /// Regions, in order; the last may be variadic.
    pub regions: &'static [RegionDef],
    /// Successors, by name; the last may be variadic.
    pub successors: &'static [(&'static str, Arity)],
    /// Which operands become the arguments of its successors, when it is a branch.
    pub branch: Option<Branch>,
    /// How types follow from each other: checked by the verifier, used by the parser for the types a format leaves out.
    pub types: &'static [TypeRule],
    /// Its custom text.
    pub syntax: Syntax,
    /// What the arguments of its body are called in text, one name each: the names of its ports. Without it, and where a
    /// name is none for a value, they are called as they were read.
    pub argument_names: Option<fn(&Ir, Op) -> Vec<Str>>,
    /// What else holds for it.
    pub traits: &'static [Trait],
    /// What it does besides computing its results.
    pub effect: Effect,
    /// Checks what the tables above cannot say.
    pub verify: Option<fn(&Ir, Op, &mut Verifier<'_>)>,
    /// Simplifies it without making new operations. Folding constants needs none: `eval` does it.
    pub fold: Option<FoldFn>,
    /// Rewrites that may make new operations; each says whether it changed anything.
    pub canonicalize: &'static [fn(&mut Rewriter<'_>, Op) -> bool],
    /// Computes its results from scalar operands. Every value is its bit pattern; an index has 64 bits.
    pub eval: Option<EvalFn>,
    /// The key of its hardware unit.
    pub hw: Option<&'static str>,
}

impl OpDef {
    /// The record that other records are updates of: generic syntax, no operands, unknown effects.
    pub const BASE: OpDef = OpDef {
        name: "",
        doc: "",
        example: "",
        example_is_module: false,
        operands: &[],
        results: &[],
        attrs: &[],
        regions: &[],
        successors: &[],
        branch: None,
        types: &[],
        syntax: Syntax::Generic,
        argument_names: None,
        traits: &[],
        effect: Effect::Unknown,
        verify: None,
        fold: None,
        canonicalize: &[],
        eval: None,
        hw: None,
    };

    /// Whether it has a trait, whatever the trait says more (which parent, which dialect).
    pub fn has(&self, wanted: Trait) -> bool {
        let wanted = std::mem::discriminant(&wanted);
        self.traits.iter().any(|t| std::mem::discriminant(t) == wanted)
    }

    /// The attribute that holds the sizes of its groups of operands, when several are open.
    pub fn operand_segments(&self) -> &'static str {
        if self.has(Trait::LoadedSegments) { "operand_segment_sizes" } else { "operandSegmentSizes" }
    }

    /// The attribute that holds the sizes of its groups of results, when several are open.
    pub fn result_segments(&self) -> &'static str {
        if self.has(Trait::LoadedSegments) { "result_segment_sizes" } else { "resultSegmentSizes" }
    }

    /// The first line of its documentation.
    pub fn summary(&self) -> &'static str {
        self.doc.lines().next().unwrap_or("")
    }

    /// The dialect that names without a dot belong to inside its regions.
    pub fn default_dialect(&self) -> &'static str {
        let named = |t: &Trait| if let Trait::DefaultDialect(name) = t { Some(*name) } else { None };
        self.traits.iter().find_map(named).unwrap_or("")
    }

    /// Its attribute of this name.
    pub fn attr(&self, name: &str) -> Option<&'static AttrDef> {
        self.attrs.iter().find(|a| a.name == name)
    }
}

/// How many values, successors or regions a position stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// An operand (or group of operands) of an operation.
pub struct OperandDef {
    /// Its name in formats and diagnostics.
    pub name: &'static str,
    /// Which types it takes.
    pub ty: TypeConstraint,
    /// How many.
    pub arity: Arity,
}

/// A result (or group of results) of an operation; the same shape as an operand.
pub type ResultDef = OperandDef;

impl OperandDef {
    /// Exactly one value.
    pub const fn one(name: &'static str, ty: TypeConstraint) -> OperandDef {
        OperandDef { name, ty, arity: Arity::One }
    }

    /// No value or one.
    pub const fn optional(name: &'static str, ty: TypeConstraint) -> OperandDef {
        OperandDef { name, ty, arity: Arity::Optional }
    }

    /// Any number of values.
    pub const fn variadic(name: &'static str, ty: TypeConstraint) -> OperandDef {
        OperandDef { name, ty, arity: Arity::Variadic }
    }
}

/// An attribute that belongs to an operation.
pub struct AttrDef {
    /// Its name.
    pub name: &'static str,
    /// What it may be, and how a format prints it.
    pub kind: AttrConstraint,
    /// Whether it must be there.
    pub presence: Presence,
}

impl AttrDef {
    /// An attribute that must be there.
    pub const fn required(name: &'static str, kind: AttrConstraint) -> AttrDef {
        AttrDef { name, kind, presence: Presence::Required }
    }

    /// An attribute that may be there.
    pub const fn optional(name: &'static str, kind: AttrConstraint) -> AttrDef {
        AttrDef { name, kind, presence: Presence::Optional }
    }

    /// An attribute that is filled in when it is left out, and left out of custom text when it has that value.
    pub const fn default(
        name: &'static str,
        kind: AttrConstraint,
        value: fn(&mut Context) -> Attr,
    ) -> AttrDef {
        AttrDef { name, kind, presence: Presence::Default(value) }
    }
}

/// Whether an attribute must be given.
#[derive(Clone, Copy)]
pub enum Presence {
    /// It must.
    Required,
    /// It may be missing.
    Optional,
    /// Missing means this value.
    Default(fn(&mut Context) -> Attr),
}

/// A region (or group of regions) of an operation.
pub struct RegionDef {
    /// Its name in formats and diagnostics.
    pub name: &'static str,
    /// One, or any number.
    pub arity: Arity,
    /// Which blocks it may have.
    pub blocks: RegionBlocks,
}

/// How many blocks a region may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionBlocks {
    /// Any number, also none.
    Any,
    /// Exactly one.
    One,
    /// None or one.
    AtMostOne,
    /// At least one.
    Some,
}

/// How the types of an operation follow from each other. Names are those of operands and results.
pub enum TypeRule {
    /// All of these have one type (all members of a group, too).
    Same(&'static [&'static str]),
    /// `to` has the type that `with` makes of the type of `from`; `what` says so in a diagnostic ("the element type of `memref`").
    Derive {
        /// The operand or result that follows.
        to: &'static str,
        /// The operand or result it follows from.
        from: &'static str,
        /// In words, for diagnostics.
        what: &'static str,
        /// The type it must have; `None` when `from` itself is wrong, which is reported elsewhere.
        with: fn(&mut Context, Type) -> Option<Type>,
    },
    /// All of these have the type that `ty` makes: a type of a dialect, which has no constant, where just one fits.
    Is {
        /// The operands and results.
        of: &'static [&'static str],
        /// The type.
        ty: fn(&mut Context) -> Type,
    },
    /// `to` has the type that the attribute `attr` carries (or is, for a type attribute).
    OfAttr {
        /// The operand or result that follows.
        to: &'static str,
        /// The attribute.
        attr: &'static str,
    },
}

/// The custom text of an operation.
pub enum Syntax {
    /// None: it is printed in generic form.
    Generic,
    /// A declarative assembly format; see [`crate::text::format`] for the language.
    Format(&'static str),
    /// Functions, where the format language cannot say it.
    Custom {
        /// Reads what follows the name, filling in operands, result types, attributes, regions and successors.
        parse: fn(&mut Parser<'_>, &mut OpState) -> Parse<()>,
        /// Prints what follows the name, beginning with a space where one is wanted.
        print: fn(&mut Printer<'_>, Op),
    },
}

/// Facts about an operation that passes and the verifier ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trait {
    /// Ends its block.
    Terminator,
    /// Its regions use no value from outside.
    IsolatedFromAbove,
    /// Operands may be swapped.
    Commutative,
    /// Its only result is its first own attribute.
    ConstantLike,
    /// Has a `sym_name` that other operations refer to.
    Symbol,
    /// The symbols in its region are its own.
    SymbolTable,
    /// The blocks of its regions need no terminator.
    NoTerminator,
    /// Its regions are graphs: operations in them have no order and may use each other's results.
    GraphRegion,
    /// Returns from the operation around it.
    ReturnLike,
    /// Repeats its region.
    LoopLike,
    /// Its single-block regions end in this implicit terminator when the text leaves it out.
    ImplicitTerminator(&'static str),
    /// Inside its regions a name without a dot belongs to this dialect (`return` in a function).
    DefaultDialect(&'static str),
    /// Stands directly in one of these operations.
    HasParent(&'static [&'static str]),
    /// Works on vectors and tensors as on scalars, element by element.
    Elementwise,
    /// Has several groups of operands of unknown size, whose sizes stand in `operandSegmentSizes`.
    OperandSegments,
    /// As [`Trait::OperandSegments`] for results and `resultSegmentSizes`.
    ResultSegments,
    /// Its terminators give the values of the region around to its results (`scf.if`), so it can be looked through.
    RegionBranch,
    /// Its result is called in text as its attribute `name` says.
    NamedResult,
    /// Each group of its results has a name of its own in text, `%a:2, %b`, and not all of them one, `%a:3`.
    ResultGroupNames,
    /// With an attribute `inner_sym` somebody may look at it from outside: it then stays, and is not merged with another.
    InnerSymbol,
    /// Isolated from above, but its text has no names of its own: one that is in use around it is not used again inside.
    SharedNames,
    /// The sizes of its groups stand in `operand_segment_sizes` and `result_segment_sizes`: MLIR's names for operations that are defined
    /// at run time.
    LoadedSegments,
    /// MLIR's own reader of its custom text takes no `%name#1`: with such an operand it is printed in generic form.
    PlainOperands,
}

/// What an operation does besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing, and it may be computed where the program did not: it is always defined, or gives poison.
    Pure,
    /// Nothing, but it may be undefined for some operands, so it must not be computed where the program did not.
    PureGuarded,
    /// Reads memory.
    Read,
    /// Writes memory.
    Write,
    /// Makes a memory of its own.
    Allocate,
    /// Ends the life of a memory.
    Free,
    /// Whatever its regions do, and nothing else.
    OfRegions,
    /// Anything.
    Unknown,
}

/// Simplifies an operation, given which of its operands are constants.
pub type FoldFn = fn(&mut Ir, Op, &[Option<Attr>]) -> Fold;

/// Computes an operation's results from its operands' bits.
pub type EvalFn = fn(&EvalCx<'_>, &[Bits]) -> Result<Evaluated, Undefined>;

/// What an evaluation may ask of the operation it is for.
pub struct EvalCx<'a> {
    /// For types and attributes.
    pub ctx: &'a Context,
    /// The operation's own attributes, a dictionary.
    pub props: Attr,
    /// Types of the operands.
    pub operands: &'a [Type],
    /// Types of the results.
    pub results: &'a [Type],
}

impl EvalCx<'_> {
    /// An attribute of the operation.
    pub fn attr(&self, name: &str) -> Option<Attr> {
        self.ctx.dict_get(self.props, name)
    }
}

/// The results of an evaluation.
pub type Evaluated = SmallVec<[Bits; 1]>;

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// The result is poison: an error only if it is used. Says why.
    Poison(base::Code, &'static str),
    /// The program is wrong here and now. Says why.
    Immediate(base::Code, &'static str),
}

/// What a fold found.
pub enum Fold {
    /// Nothing.
    No,
    /// The operation was changed in place.
    InPlace,
    /// Its results are these.
    Results(SmallVec<[FoldResult; 1]>),
}

/// One result of a fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldResult {
    /// A constant.
    Attr(Attr),
    /// A value that is there already.
    Value(Value),
}

impl From<Attr> for Fold {
    fn from(attr: Attr) -> Fold {
        Fold::Results(smallvec::smallvec![FoldResult::Attr(attr)])
    }
}

impl From<Value> for Fold {
    fn from(value: Value) -> Fold {
        Fold::Results(smallvec::smallvec![FoldResult::Value(value)])
    }
}

/// Defines the operations of a dialect: a constant opcode for each, and the table `OPS`.
///
/// ```
/// use ir::{DialectId, Effect, OpDef, OperandDef, TypeRule, constraints::SIGNLESS_INT_LIKE};
///
/// ir::ops! { DialectId(3);
///     ADDI = OpDef {
///         name: "arith.addi",
///         doc: "Integer addition, wrapping around.",
///         operands: &[OperandDef::one("lhs", SIGNLESS_INT_LIKE), OperandDef::one("rhs", SIGNLESS_INT_LIKE)],
///         results: &[OperandDef::one("result", SIGNLESS_INT_LIKE)],
///         types: &[TypeRule::Same(&["lhs", "rhs", "result"])],
///         effect: Effect::Pure,
///         ..OpDef::BASE
///     },
/// }
///
/// assert_eq!(OPS[0].name, "arith.addi");
/// assert_eq!(ADDI, ir::OpCode::new(DialectId(3), 0));
/// ```
#[macro_export]
macro_rules! ops {
    ($dialect:expr; $($code:ident = $def:expr,)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Row { $($code),* }
        $(
            #[doc = concat!("The opcode of the record `", stringify!($code), "` in [`OPS`].")]
            pub const $code: $crate::OpCode = $crate::OpCode::new($dialect, Row::$code as u32);
        )*
        /// The operations of this dialect.
        pub static OPS: &[$crate::OpDef] = &[$($def),*];
    };
}
