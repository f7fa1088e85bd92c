//! The ground that every other crate stands on.
//!
//! Nothing here knows of operations or circuits. There are the dense typed ids and the maps they index ([`ids`]), the
//! interners that make equality a comparison of integers ([`interner`]), source texts and spans ([`source`]), and
//! diagnostics as data ([`diagnostic`], with all their codes in [`codes`]).

pub mod codes;
pub mod diagnostic;
pub mod ids;
pub mod interner;
pub mod source;

pub use codes::CodeDef;
pub use diagnostic::{Code, Diagnostic, Diagnostics, Severity};
pub use ids::{Id, IdMap, SideMap};
pub use interner::{Interner, Str, Strings};
pub use source::{Position, SourceId, Sources, Span};
