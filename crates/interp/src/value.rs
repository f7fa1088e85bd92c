//! Inputs and outputs of a run.

use base::Bits;
use ir::Type;

/// A value that goes into a run or comes out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A scalar: its bits and its type.
    Scalar(Bits, Type),
    /// An array.
    Memref {
        /// Its sizes.
        shape: Vec<u64>,
        /// Type of an element.
        element: Type,
        /// The elements in row-major order; `None` for one that was never written.
        data: Vec<Option<Bits>>,
    },
}
