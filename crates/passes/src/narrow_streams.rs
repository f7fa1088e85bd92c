//! `narrow-streams`: gives the values of a kernel no more bits than they need.
//!
//! Two facts are found out about every value. Forwards, in which range its tokens lie (`range`): what goes into the kernel may be anything, what is computed
//! follows from it, and what goes round a loop is followed until it settles. Backwards, how many of its low bits anybody looks at (`demand`).
//! Together they are the reason for every narrowing: a value keeps the bits that its range takes, or those that are looked at, whichever are
//! fewer, and where a user wants more bits it gets them back by extension, which the range makes exact (`rewrite`).
//!
//! The index of a `stream` is computed with a sign, and the index that closes the burst counts: a loop from 0 to 256 has indices up to 256, so they take 10
//! bits where those of the body alone would take 8. Streams that compute in their width (`step_op`) keep it.
//!
//! Results of a division by zero and of other things that the program leaves open are in no range. A program that does them has no result to keep.

mod demand;
mod range;
mod rewrite;
#[cfg(test)]
mod tests;

use demand::Demand;
use range::Ranges;

use base::Diagnostics;
use dialects::handshake;
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::text::Reported;
use ir::{Block, Ir, Op, Sign, Type, TypeKind, Value};
use std::str::FromStr;

/// The pass.
pub static NARROW_STREAMS: PassDef = PassDef {
    name: "narrow-streams",
    doc: "Gives the values of kernels of streams no more bits than they need.\n\
        Which they are follows from the ranges of values and from the bits that are looked at. Arguments, results and what memories hold keep their \
        types; addresses take the bits that the size of the array needs. Kernels of channels stay as they are.",
    options: &[PassOption {
        name: "index-bits",
        doc: "How many bits an `index` will have in the circuit, 1 to 64: one that needs as many stays an `index`.",
        default: "32",
    }],
    run,
};

/// The value of the option.
struct IndexBits(u32);

impl FromStr for IndexBits {
    type Err = ();
    fn from_str(text: &str) -> Result<IndexBits, ()> {
        text.parse().ok().filter(|bits| (1..=64).contains(bits)).map(IndexBits).ok_or(())
    }
}

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let IndexBits(bits) = args.read("index-bits", "a number from 1 to 64", diags)?;
    for kernel in ir.walk(root) {
        if ir.code(kernel) == handshake::FUNC
            && let Some(block) = crate::simplify_streams::body_of_streams(ir, kernel)
        {
            let facts = Facts::new(ir, block);
            rewrite::rewrite(ir, block, &facts, bits);
        }
    }
    Ok(())
}

/// What is known of the values of a kernel.
struct Facts {
    /// Where the tokens of every value lie.
    ranges: Ranges,
    /// How many bits of every value are looked at.
    demand: Demand,
}

impl Facts {
    /// Finds out about the values of a body.
    fn new(ir: &Ir, block: Block) -> Facts {
        let ranges = Ranges::new(ir, block);
        let demand = Demand::new(ir, block, &ranges);
        Facts { ranges, demand }
    }

    /// The bits that a value needs, at least one, and whether they are extended with the sign. `None` for what is not narrowed.
    fn bits(&self, ir: &Ir, value: Value) -> Option<(u32, bool)> {
        let width = width(ir, ir.ty(value))?;
        let range = self.ranges.of(ir, value)?;
        let (bits, signed) = range.bits();
        Some((bits.min(self.demand.of(value)).clamp(1, width), signed))
    }
}

/// The bits of a type whose values are looked at: integers of 2 to 64 bits, and `index`.
fn width(ir: &Ir, ty: Type) -> Option<u32> {
    match ir.ctx[ty] {
        TypeKind::Integer { width: width @ 2..=64, sign: Sign::Signless } => Some(width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}
