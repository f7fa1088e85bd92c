//! The minimiser: the smallest program it can find that still fails.
//!
//! Delta debugging over IR. An edit (`edits`) makes the program simpler in one way: operations go and constants stand for their
//! results, a loop becomes its body, a branch takes one way, a function loses an argument. A candidate counts when it
//! verifies, is simpler by a measure that cannot fall for ever, and still fails; then the search goes on from it. Edits
//! of many operations at once come first, so that a large program is small after a few tries.

mod circuits;
mod edits;
mod functions;

use base::Diagnostics;
use ir::rewrite::{GreedyOptions, greedy};
use ir::text::{PrintOptions, print};
use ir::{Ir, Op, Trait, fold, verify};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Whether a program has the fault that is looked for. It is asked about verified programs only, and may panic, which counts as `false`.
pub type Fails<'a> = dyn Fn(&Ir, Op) -> bool + 'a;

/// A smaller program that still fails, as text: as small as the edits make it, or as far as they came in the time.
pub fn minimise(ir: &Ir, module: Op, limit: Duration, fails: &Fails<'_>) -> String {
    let mut search = Search { ir: ir.clone(), module, fails, end: Instant::now() + limit };
    while search.round() {}
    print(&search.ir, search.module, PrintOptions::default())
}

/// How simple a program is; smaller is simpler, the first difference decides.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Measure {
    /// Operations that are no constants.
    operations: usize,
    constants: usize,
    /// Blocks, arguments of blocks and results.
    values: usize,
    /// Operands; those that are no constants count twice.
    operands: usize,
    /// Attributes that are no defaults.
    attributes: usize,
    /// Bits of the constants that matter.
    bits: u64,
}

fn measure(ir: &Ir, module: Op) -> Measure {
    let mut m = Measure { operations: 0, constants: 0, values: 0, operands: 0, attributes: 0, bits: 0 };
    for op in ir.walk(module) {
        if ir.has_trait(op, Trait::ConstantLike) {
            m.constants += 1;
        } else {
            m.operations += 1;
        }
        m.values += ir.result_count(op);
        for block in ir.regions(op).iter().flat_map(|region| ir.blocks(*region)) {
            m.values += 1 + ir.args(*block).len();
        }
        m.operands += ir.operand_count(op);
        m.operands += ir.operands(op).filter(|value| fold::constant_value(ir, *value).is_none()).count();
        m.attributes += ir.ctx.dict(ir.attrs(op)).len();
        let given =
            |(name, value): &&(base::Str, ir::Attr)| !ir.ctx.is_default(ir.code(op), &ir.ctx[*name], *value);
        m.attributes += ir.ctx.dict(ir.props(op)).iter().filter(given).count();
        if let Some(bits) = ir.attr(op, "value").and_then(|value| ir.ctx.scalar_bits(value)) {
            m.bits += u64::from(bits.active_bits().min(1 + bits.neg().active_bits()));
        }
    }
    m
}

struct Search<'a> {
    ir: Ir,
    module: Op,
    fails: &'a Fails<'a>,
    end: Instant,
}

impl Search<'_> {
    fn in_time(&self) -> bool {
        Instant::now() < self.end
    }

    /// Tries an edit, and keeps it if the program is simpler and still fails.
    fn try_edit(&mut self, edit: impl FnOnce(&mut Ir)) -> bool {
        if !self.in_time() {
            return false;
        }
        let mut candidate = self.ir.clone();
        let module = self.module;
        // An edit may meet a shape it was not made for; then it is no candidate.
        let edited = catch_unwind(AssertUnwindSafe(|| {
            edit(&mut candidate);
            measure(&candidate, module) < measure(&self.ir, module)
                && verify(&mut candidate, module, &mut Diagnostics::new())
                && (self.fails)(&candidate, module)
        }));
        let better = edited.unwrap_or(false);
        if better {
            self.ir = candidate;
        }
        better
    }

    /// The operations that are there now, the module itself excluded.
    fn ops(&self) -> Vec<Op> {
        self.ir.walk(self.module).split_off(1)
    }

    /// One go through all edits; says whether any was kept.
    fn round(&mut self) -> bool {
        let module = self.module;
        let mut changed = self.try_edit(|ir| {
            greedy(ir, module, &GreedyOptions::default());
        });
        changed |= self.remove_in_chunks();
        changed |= self.each(edits::open_region);
        changed |= self.each(edits::take_one_way);
        changed |= self.each(edits::end_here);
        changed |= self.each(edits::remove_unreachable);
        changed |= self.each(edits::join_blocks);
        changed |= self.each(edits::remove_block_argument);
        changed |= self.each(edits::bypass);
        changed |= self.each(edits::plain_operand);
        changed |= self.each(edits::drop_attribute);
        changed |= self.each(edits::smaller_constant);
        changed |= self.each(functions::remove_argument);
        changed |= self.each(functions::remove_result);
        changed |= self.each(circuits::remove_output);
        changed |= self.each(circuits::look_earlier);
        changed |= self.each(circuits::remove_input);
        changed
    }

    /// Tries an edit on every operation, in each of its variants, until it has none left.
    fn each(&mut self, edit: fn(&mut Ir, Op, usize) -> bool) -> bool {
        let mut changed = false;
        for op in self.ops().into_iter().rev() {
            let mut variant = 0;
            while self.in_time() && !self.ir.is_erased(op) && self.ir.is_inside(op, self.module) {
                let mut applies = false;
                let kept = self.try_edit(|ir| applies = edit(ir, op, variant));
                changed |= kept;
                if !applies {
                    break;
                }
                // What was kept may have made room for the same variant again.
                variant += usize::from(!kept);
            }
        }
        changed
    }

    fn remove_in_chunks(&mut self) -> bool {
        let mut changed = false;
        let mut size = self.ops().len().div_ceil(2);
        loop {
            let ops = self.ops();
            for chunk in ops.rchunks(size.max(1)) {
                let module = self.module;
                changed |=
                    self.try_edit(|ir| chunk.iter().rev().for_each(|op| edits::remove(ir, module, *op)));
            }
            if size <= 1 || !self.in_time() {
                return changed;
            }
            size = size.div_ceil(2);
        }
    }
}

#[cfg(test)]
mod tests;
