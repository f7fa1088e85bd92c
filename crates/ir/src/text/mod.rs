//! MLIR's text: reading and writing it.
//!
//! Reading is a hand-written lexer and recursive descent straight into [`Ir`]; nothing is built in between. A parser
//! reports every error it meets and goes on at the next operation, so one run shows all of a file's mistakes. Depth
//! of nesting is bounded, so that no input can exhaust the stack.
//!
//! Writing never fails and is the inverse of reading: what is printed parses to the same IR. Operations whose record
//! has a format are written in it; everything can be written in generic form.

pub mod affine;
mod alias;
pub mod attr_parse;
pub mod attr_print;
pub mod dense_parse;
pub mod format;
pub mod format_parse;
pub mod format_print;
pub mod lexer;
pub mod loc;
mod names;
pub mod op_parse;
pub mod parser;
pub mod printer;
pub mod region_parse;
pub mod type_parse;
pub mod type_print;

pub use lexer::Tok;
pub use names::{settle_names, shared_name};
pub use parser::{MAX_DEPTH, Operand, Parse, ParseOptions, Parser, Reported, parse, parse_part};
pub use printer::{PrintOptions, Printer, print};
pub use region_parse::Argument;
