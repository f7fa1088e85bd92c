//! The ground that every other crate stands on.
//!
//! Nothing here knows of operations or circuits. There are the dense typed ids and the maps they index ([`ids`]), the
//! interners that make equality a comparison of integers ([`interner`]), source texts and spans ([`source`]), and
//! diagnostics as data ([`diagnostic`], with all their codes in [`codes`]) and as text ([`mod@render`]). And there are the values that programs
//! and circuits compute with: bit vectors of any width ([`bits`]) and floating-point numbers
//! of every format of MLIR ([`float`]), with random ones for tests from a generator that
//! gives the same numbers everywhere ([`rng`]). Files are written so that they appear whole ([`output`]).

pub mod bits;
pub mod codes;
pub mod diagnostic;
pub mod float;
pub mod ids;
pub mod interner;
pub mod output;
pub mod render;
pub mod rng;
pub mod source;
pub mod text;

pub use bits::Bits;
pub use codes::CodeDef;
pub use diagnostic::{Code, Diagnostic, Diagnostics, Severity};
pub use float::FloatFormat;
pub use ids::{Id, IdMap, SideMap};
pub use interner::{Interner, Str, Strings};
pub use output::OutputFile;
pub use render::{Style, render, render_all};
pub use rng::Rng;
pub use source::{Position, SourceId, Sources, Span};
