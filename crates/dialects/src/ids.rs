//! The numbers of the dialects, in one place, so that no two share one.
//!
//! An opcode is its dialect's number and a row; the numbers are fixed here so that opcodes are constants. They are
//! no part of any text or file: a new dialect takes the next number.

use ir::DialectId;

/// `builtin`: modules.
pub const BUILTIN: DialectId = DialectId(0);
/// `func`: functions and calls.
pub const FUNC: DialectId = DialectId(1);
/// `cf`: branches between blocks.
pub const CF: DialectId = DialectId(2);
/// `arith`: integer and float arithmetic.
pub const ARITH: DialectId = DialectId(3);
/// `math`: elementary functions.
pub const MATH: DialectId = DialectId(4);
/// `scf`: structured control flow.
pub const SCF: DialectId = DialectId(5);
/// `memref`: memory with shapes.
pub const MEMREF: DialectId = DialectId(6);
/// `hw`: modules of circuits, and aggregates of bits.
pub const HW: DialectId = DialectId(7);
/// `comb`: combinational logic.
pub const COMB: DialectId = DialectId(8);
/// `seq`: registers, memories and clocks.
pub const SEQ: DialectId = DialectId(9);
/// `handshake`: elastic circuits, and the steering of streams.
pub const HANDSHAKE: DialectId = DialectId(10);
/// `dataflow`: loops as streams.
pub const DATAFLOW: DialectId = DialectId(11);
/// `irdl`: dialects as data.
pub const IRDL: DialectId = DialectId(12);
/// `pdl`: patterns of operations, and what they are rewritten to.
pub const PDL: DialectId = DialectId(13);
/// `pdl_interp`: patterns as a machine that matches and rewrites.
pub const PDL_INTERP: DialectId = DialectId(14);
