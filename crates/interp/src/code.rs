//! The linear program that a function becomes.
//!
//! An instruction names its operands by slots of the function's frame. A value of at most 64 bits is one
//! slot, which holds its bits with zeros above; a wider one is as many consecutive slots as it needs, low
//! word first; a memref is the number of a descriptor; a function value is the number of a function. Each SSA
//! value has slots of its own for the whole activation, so the operands of an operation can still be read
//! when a diagnostic wants to name them.
//!
//! `sh` is 64 minus the width of an integer (1 to 64 bits): shifting left and right by it cuts a result to its width,
//! and makes signed comparison and overflow those of the machine.

use base::Bits;
use ir::{Block, EvalCx, Evaluated, Op, Type, Undefined, Value as Ssa};
use rustc_hash::FxHashMap;

/// The first slot of a value.
pub type Slot = u32;

/// A position in [`Code::labels`]. A two-way branch names the first of two neighbours: where it goes when the
/// condition holds, and where it goes when not.
pub type Target = u32;

/// One instruction. Three-operand instructions are destination first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Inst {
    /// `d = s`, one slot.
    Move { d: Slot, s: Slot },
    /// `d = s`, `n` slots.
    MoveWide { d: Slot, s: Slot, n: u32 },

    /// Wrapping sum.
    Add { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Wrapping difference.
    Sub { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Wrapping product.
    Mul { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Wrapping sum of 32 bits.
    Add32 { d: Slot, a: Slot, b: Slot },
    /// Wrapping difference of 32 bits.
    Sub32 { d: Slot, a: Slot, b: Slot },
    /// Wrapping product of 32 bits.
    Mul32 { d: Slot, a: Slot, b: Slot },
    /// Wrapping sum of 64 bits.
    Add64 { d: Slot, a: Slot, b: Slot },
    /// Wrapping difference of 64 bits.
    Sub64 { d: Slot, a: Slot, b: Slot },
    /// Wrapping product of 64 bits.
    Mul64 { d: Slot, a: Slot, b: Slot },
    /// `d = c + a * b`, wrapping, 32 bits.
    MulAdd32 { d: Slot, a: Slot, b: Slot, c: Slot },
    /// `d = c + a * b`, wrapping, 64 bits.
    MulAdd64 { d: Slot, a: Slot, b: Slot, c: Slot },
    /// As `Add`, poison on the overflows in `flags`.
    AddFlagged { sh: u8, flags: u8, d: Slot, a: Slot, b: Slot },
    /// As `Sub`, poison on the overflows in `flags`.
    SubFlagged { sh: u8, flags: u8, d: Slot, a: Slot, b: Slot },
    /// As `Mul`, poison on the overflows in `flags`.
    MulFlagged { sh: u8, flags: u8, d: Slot, a: Slot, b: Slot },
    /// Bitwise and.
    And { d: Slot, a: Slot, b: Slot },
    /// Bitwise or.
    Or { d: Slot, a: Slot, b: Slot },
    /// Bitwise exclusive or.
    Xor { d: Slot, a: Slot, b: Slot },
    /// Shift left; poison past the width.
    Shl { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Shift right with the sign; poison past the width.
    ShrS { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Shift right with zeros; poison past the width.
    ShrU { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Signed quotient.
    DivS { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Unsigned quotient.
    DivU { d: Slot, a: Slot, b: Slot },
    /// Signed remainder.
    RemS { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Unsigned remainder.
    RemU { d: Slot, a: Slot, b: Slot },
    /// Signed minimum.
    MinS { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Signed maximum.
    MaxS { sh: u8, d: Slot, a: Slot, b: Slot },
    /// Unsigned minimum.
    MinU { d: Slot, a: Slot, b: Slot },
    /// Unsigned maximum.
    MaxU { d: Slot, a: Slot, b: Slot },
    /// Integer comparison.
    Cmp { p: Pred, sh: u8, d: Slot, a: Slot, b: Slot },
    /// `d = c ? a : b`, one slot.
    Select { d: Slot, c: Slot, a: Slot, b: Slot },
    /// `d = c ? a : b`, `n` slots; `arms` lists `a` and `b`.
    SelectWide { d: Slot, c: Slot, arms: List, n: u32 },
    /// Sign extension from `from` to `to` (both as 64 minus the width).
    SignExtend { from: u8, to: u8, d: Slot, s: Slot },
    /// The low bits.
    Truncate { sh: u8, d: Slot, s: Slot },

    /// Sum of `f32`s.
    AddF32 { d: Slot, a: Slot, b: Slot },
    /// Difference of `f32`s.
    SubF32 { d: Slot, a: Slot, b: Slot },
    /// Product of `f32`s.
    MulF32 { d: Slot, a: Slot, b: Slot },
    /// Quotient of `f32`s.
    DivF32 { d: Slot, a: Slot, b: Slot },
    /// Sum of `f64`s.
    AddF64 { d: Slot, a: Slot, b: Slot },
    /// Difference of `f64`s.
    SubF64 { d: Slot, a: Slot, b: Slot },
    /// Product of `f64`s.
    MulF64 { d: Slot, a: Slot, b: Slot },
    /// Quotient of `f64`s.
    DivF64 { d: Slot, a: Slot, b: Slot },
    /// `d = c + a * b` of `f32`s, rounded twice.
    MulAddF32 { d: Slot, a: Slot, b: Slot, c: Slot },
    /// `d = c + a * b` of `f64`s, rounded twice.
    MulAddF64 { d: Slot, a: Slot, b: Slot, c: Slot },
    /// Comparison of `f32`s; `p` is the set of orders that satisfy it, as `FloatPredicate::orders` has it.
    CmpF32 { p: u8, d: Slot, a: Slot, b: Slot },
    /// Comparison of `f64`s; `p` as in `CmpF32`.
    CmpF64 { p: u8, d: Slot, a: Slot, b: Slot },
    /// Signed integer to `f32` or (`double`) `f64`.
    IntToFloat { sh: u8, double: bool, d: Slot, s: Slot },
    /// `f32` to `f64`.
    Widen { d: Slot, s: Slot },
    /// `f64` to `f32`, to nearest.
    Narrow { d: Slot, s: Slot },

    /// Load from a memref of rank 1 with elements of at most 64 bits.
    Load1 { d: Slot, m: Slot, i: Slot },
    /// Load from a memref of rank 2 with elements of at most 64 bits.
    Load2 { d: Slot, m: Slot, i: Slot, j: Slot },
    /// As `Load1`, elements of 17 to 32 bits.
    Load1Single { d: Slot, m: Slot, i: Slot },
    /// As `Load2`, elements of 17 to 32 bits.
    Load2Single { d: Slot, m: Slot, i: Slot, j: Slot },
    /// As `Load1`, elements of 33 to 64 bits.
    Load1Word { d: Slot, m: Slot, i: Slot },
    /// As `Load2`, elements of 33 to 64 bits.
    Load2Word { d: Slot, m: Slot, i: Slot, j: Slot },
    /// Load from a memref of any rank and element width; the indices stand in [`Code::lists`].
    LoadN { d: Slot, m: Slot, indices: List, words: u32 },
    /// Store to a memref of rank 1.
    Store1 { v: Slot, m: Slot, i: Slot },
    /// Store to a memref of rank 2.
    Store2 { v: Slot, m: Slot, i: Slot, j: Slot },
    /// Store to a memref of any rank and element width.
    StoreN { v: Slot, m: Slot, indices: List, words: u32 },

    /// Goes to a label.
    Jump { t: Target },
    /// Two-way branch on an `i1`.
    Branch { c: Slot, t: Target },
    /// Two-way branch on an integer comparison.
    BranchCmp { p: Pred, sh: u8, a: Slot, b: Slot, t: Target },
    /// Two-way branch on whether a loop runs at all; the step must be positive.
    LoopEnter { sh: u8, iv: Slot, bound: Slot, step: Slot, t: Target },
    /// Next iteration: steps the induction variable and goes to the label while it is below the bound.
    LoopNext { sh: u8, iv: Slot, bound: Slot, step: Slot, t: Target },
    /// As `LoopNext` for 64 bits.
    LoopNext64 { iv: Slot, bound: Slot, step: Slot, t: Target },
    /// As `LoopEnter` for wider integers; the entry of [`Code::wide_loops`] has the slots.
    WideLoopEnter { k: u32, t: Target },
    /// As `LoopNext` for wider integers.
    WideLoopNext { k: u32, t: Target },
    /// Multi-way branch; see [`SwitchTable`].
    Switch { v: Slot, k: u32 },
    /// Calls a function: an entry of [`Code::calls`].
    Call { k: u32 },
    /// Returns the values whose slots are listed, in order of words.
    Return { values: List },
    /// Fails when the condition is 0.
    Assert { c: Slot },
    /// An operation evaluated by its record: an entry of [`Code::generics`].
    Generic { k: u32 },
    /// An operation on memory that makes or changes descriptors: an entry of [`Code::memory`].
    Memory { k: u32 },
}

/// Integer predicates; "greater" is "less" with the operands swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pred {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// Signed less.
    LtS,
    /// Signed less or equal.
    LeS,
    /// Unsigned less.
    LtU,
    /// Unsigned less or equal.
    LeU,
}

impl Pred {
    /// Whether it holds; both operands have zeros above their width.
    #[inline(always)]
    pub fn holds(self, sh: u8, a: u64, b: u64) -> bool {
        match self {
            Pred::Eq => a == b,
            Pred::Ne => a != b,
            Pred::LtS => ((a << sh) as i64) < ((b << sh) as i64),
            Pred::LeS => ((a << sh) as i64) <= ((b << sh) as i64),
            Pred::LtU => a < b,
            Pred::LeU => a <= b,
        }
    }
}

/// A run of [`Code::lists`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct List {
    /// Position of the first entry; the entry before it is the number of entries.
    pub at: u32,
}

/// A place to go to.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The instruction.
    pub pc: u32,
    /// What the block that begins there costs, see [`crate::cost`]; nothing for places inside of a block.
    pub cost: u32,
    /// The block that begins there.
    pub block: Option<Block>,
}

/// The slots of a loop with bounds of more than 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct WideLoop {
    /// Induction variable.
    pub iv: Slot,
    /// Upper bound.
    pub bound: Slot,
    /// Step.
    pub step: Slot,
    /// Width of all three.
    pub width: u32,
}

/// A multi-way branch.
#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// Width of the flag in bits.
    pub width: u32,
    /// Where each value goes.
    pub cases: Vec<(Bits, Target)>,
    /// Where all others go.
    pub default: Target,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who is called.
    pub callee: Callee,
    /// Slots of the arguments, in order of words.
    pub arguments: Vec<Slot>,
    /// Slots of the results, in order of words.
    pub results: Vec<Slot>,
}

/// Who is called.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// The function of this number.
    Function(u32),
    /// The function whose number a slot holds.
    Value(Slot),
}

/// A scalar in the frame.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    /// First slot.
    pub slot: Slot,
    /// Width in bits.
    pub width: u32,
}

impl Scalar {
    /// How many slots it takes.
    pub fn words(self) -> u32 {
        words(self.width)
    }
}

/// How many slots a scalar of this width takes.
pub fn words(width: u32) -> u32 {
    width.div_ceil(64).max(1)
}

/// What evaluates an operation.
pub type Eval = fn(&EvalCx<'_>, &[Bits]) -> Result<Evaluated, Undefined>;

/// An operation that its record evaluates.
#[derive(Clone, Debug)]
pub struct GenericOp {
    /// The operation.
    pub op: Op,
    /// Its evaluation.
    pub eval: Eval,
    /// Operands.
    pub operands: Vec<Scalar>,
    /// Results.
    pub results: Vec<Scalar>,
    /// Types of the operands.
    pub operand_types: Vec<Type>,
    /// Types of the results.
    pub result_types: Vec<Type>,
    /// Whether poison operands are an error, because the operation may be undefined.
    pub guarded: bool,
    /// What an execution costs besides its share of the block's cost.
    pub cost: u64,
}

/// The shape of a memref type as far as it is known.
#[derive(Clone, Debug)]
pub struct StaticShape {
    /// Sizes.
    pub sizes: Vec<Option<u64>>,
    /// Strides; `None` for a row-major layout.
    pub strides: Option<Vec<Option<i64>>>,
    /// Offset.
    pub offset: Option<i64>,
    /// Bits of an element.
    pub element_width: u32,
}

/// A size, offset or stride: known, or in a slot.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// Known.
    Known(i64),
    /// In a slot.
    Slot(Slot),
}

/// An operation on memory that makes or changes descriptors.
#[derive(Clone, Debug)]
pub enum MemoryOp {
    /// `memref.alloc` and, with `stack`, `memref.alloca`.
    Alloc {
        /// Result.
        d: Slot,
        /// Freed when the function returns.
        stack: bool,
        /// Shape.
        shape: StaticShape,
        /// Slots of the sizes that the type does not know.
        dynamic: Vec<Slot>,
        /// The descriptor of the previous execution in this activation may be reused, for nothing else holds it.
        reuse: bool,
    },
    /// `memref.dealloc`
    Dealloc {
        /// The memref.
        m: Slot,
    },
    /// `memref.get_global`; `global` is its number.
    Global {
        /// Result.
        d: Slot,
        /// The number of the global.
        global: u32,
    },
    /// `memref.dim`
    Dim {
        /// Result.
        d: Slot,
        /// The memref.
        m: Slot,
        /// Which dimension.
        index: Slot,
    },
    /// `memref.cast`: a check that the value is of the new type.
    Cast {
        /// Result.
        d: Slot,
        /// The memref.
        m: Slot,
        /// What the new type says of it; `None` for an unranked one.
        shape: Option<StaticShape>,
    },
    /// `memref.subview`
    Subview {
        /// Result.
        d: Slot,
        /// The memref.
        m: Slot,
        /// Offsets, sizes and strides, one a dimension of the source.
        dims: Vec<(Extent, Extent, Extent)>,
        /// Which dimensions of the source the result has.
        kept: Vec<bool>,
        /// As in `Alloc`.
        reuse: bool,
    },
    /// `memref.copy`
    Copy {
        /// Where from.
        from: Slot,
        /// Where to.
        to: Slot,
    },
}

/// A compiled function.
#[derive(Debug)]
pub struct Code {
    /// The function.
    pub function: Op,
    /// Its name, for messages.
    pub name: String,
    /// Instructions; execution begins at label 0.
    pub insts: Vec<Inst>,
    /// For each instruction the operation it belongs to.
    pub ops: Vec<Op>,
    /// Places to go to.
    pub labels: Vec<Label>,
    /// The frame as it is when an activation begins: constants, and zeros.
    pub frame: Vec<u64>,
    /// Slots of the parameters, in order of words.
    pub parameters: Vec<Slot>,
    /// Lists of slots, each after its length.
    pub lists: Vec<Slot>,
    /// Loops over wide integers.
    pub wide_loops: Vec<WideLoop>,
    /// Multi-way branches.
    pub switches: Vec<SwitchTable>,
    /// Calls.
    pub calls: Vec<Call>,
    /// Operations evaluated by their records.
    pub generics: Vec<GenericOp>,
    /// Operations on memory.
    pub memory: Vec<MemoryOp>,
    /// Where each value is.
    pub slots: FxHashMap<Ssa, Slot>,
    /// Whether nothing that the function allocates can be seen after it has returned: no result is a memref.
    pub returns_no_memref: bool,
}

impl Code {
    /// The entries of a list.
    #[inline]
    pub fn list(&self, list: List) -> &[Slot] {
        let at = list.at as usize;
        &self.lists[at..at + self.lists[at - 1] as usize]
    }
}
