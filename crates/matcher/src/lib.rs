//! Matching: which operations of a program are the root of which pattern.
//!
//! Patterns are written in PDL over dialects that IRDL defines. Engines and chips do not look at either: they work on three
//! plain things, which everything in this crate is made from or makes:
//!
//! - an [`Alphabet`], the operations there are, each a small number with a fixed count of operands and at most one result;
//! - a [`Program`], its operations as one row of such numbers, each operand the place in the row where its value is made;
//! - a [`Pattern`], a tree of operations with what must be equal in it.
//!
//! **A match** is a pair of a root and a pattern. A pattern is a tree of nodes, each with the opcodes it may be, and of slots,
//! one for each operand of a node. A pattern matches at a root if every node can be laid on an operation: the root node on the
//! root, any other on the operation that makes the value at its slot. Two nodes may lie on one operation, as in MLIR. What a
//! pattern uses twice, a variable or an operation, has two slots, and they must have the same value; an operation has its node
//! at the first. A root and a pattern match at most once, because every slot says which operation its node lies on.
//!
//! **A value is the place of the operation that makes it.** Operations have at most one result, so no more is needed to tell
//! whether two values are the same.
//!
//! [`reference`] says what a match is in as few lines as it can be said. Everything else is compared with it.

pub mod alphabet;
pub mod chip;
pub mod compiled;
pub mod front;
pub mod held;
pub mod interp;
pub mod lowering;
pub mod pattern;
pub mod program;
pub mod random;
pub mod reference;
pub mod stream;
pub mod subpatterns;
pub mod text;
mod whole;

pub use alphabet::{Alphabet, OpKind, Opcode, OpcodeSet};
pub use pattern::{Node, Pattern, Slot, Way};
pub use program::{Block, Program};
