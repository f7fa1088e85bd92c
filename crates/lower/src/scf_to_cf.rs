//! From structured control flow to branches between blocks: the pass `scf-to-cf`.
//!
//! Every `scf` operation is cut out of its block: what stood after it becomes a block of its own, its regions become
//! blocks before that, and its terminators become branches. Values that were results are then arguments of a
//! block, or simply values of a block that comes before on every way: a loop's results are what its header last held.
//!
//! Operations are taken from the outside in, so that the block around is always one that may have others beside it,
//! and the last of a block first, so that what is cut off behind an operation is short. An operation whose parent
//! cannot hold several blocks (a region of an operation of another dialect) is reported, and then nothing is changed.
//!
//! `scf.parallel` becomes a nest of sequential loops that fold in the values of `scf.reduce` one iteration after
//! the other. `scf.index_switch` compares all 64 bits of its number.

use crate::make::{self, add_arguments_like, br, cond_br, replace, replace_arguments};
use crate::parallel::parallel_to_nest;
use base::{Bits, Diagnostic, Diagnostics, codes};
use dialects::arith::{self, IntPredicate};
use dialects::scf;
use ir::opdef::RegionBlocks;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, InsertPoint, Ir, Op, OpCode, Region, Trait, Type, Value};

/// The pass.
pub static SCF_TO_CF: PassDef = PassDef {
    name: "scf-to-cf",
    doc: "Turns structured control flow into branches between blocks.\n\
        Every `scf` operation in a function is replaced by blocks and the branches of `cf`. Iterations of `scf.parallel` \
        run one after the other. Reports operations that stand where no other block may be.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    // Backwards through the post-order: the outer before the inner, the later before the earlier.
    let order = ir.walk_post_order(root).into_iter().rev();
    let found: Vec<Op> = order.filter(|op| *op != root && is_structured(ir.code(*op))).collect();
    let misplaced: Vec<Op> = found.iter().copied().filter(|op| !has_room(ir, *op)).collect();
    for op in misplaced.iter().rev() {
        diags.push(no_room(ir, *op));
    }
    if !misplaced.is_empty() {
        return Err(Reported);
    }
    for op in found {
        convert(ir, op);
    }
    Ok(())
}

fn is_structured(code: OpCode) -> bool {
    matches!(code, scf::EXECUTE_REGION | scf::FOR | scf::IF | scf::INDEX_SWITCH | scf::PARALLEL | scf::WHILE)
}

/// Whether other blocks may stand beside the operation's, when its turn comes.
fn has_room(ir: &Ir, op: Op) -> bool {
    let Some(parent) = ir.parent_op(op) else { return false };
    if is_structured(ir.code(parent)) || ir.code(parent) == scf::REDUCE {
        return true;
    }
    let Some(def) = ir.def(parent) else { return false };
    let number = ir.regions(parent).iter().position(|region| Some(*region) == ir.parent_region(op));
    let region = number.and_then(|number| def.regions.get(number).or(def.regions.last()));
    !def.has(Trait::GraphRegion)
        && region.is_some_and(|region| matches!(region.blocks, RegionBlocks::Any | RegionBlocks::Some))
}

fn no_room(ir: &Ir, op: Op) -> Diagnostic {
    let around = ir.parent_op(op).map_or("its parent", |parent| ir.name(parent));
    let message =
        format!("`{}` cannot become branches here: `{around}` cannot hold several blocks", ir.name(op));
    let diagnostic = Diagnostic::error(codes::NOT_CONVERTIBLE, ir.ctx.span(ir.loc(op)), message);
    diagnostic.hint("wrap it in `scf.execute_region`, or convert the operation around it first")
}

fn convert(ir: &mut Ir, op: Op) {
    match ir.code(op) {
        scf::EXECUTE_REGION => convert_execute_region(ir, op),
        scf::FOR => convert_for(ir, op),
        scf::IF => convert_if(ir, op),
        scf::INDEX_SWITCH => convert_index_switch(ir, op),
        scf::PARALLEL => convert_parallel(ir, op),
        _ => convert_while(ir, op),
    }
}

/// A structured operation cut out of its block.
struct Cut {
    op: Op,
    /// What stood before it.
    before: Block,
    /// What stood after it.
    rest: Block,
}

impl Cut {
    fn new(ir: &mut Ir, op: Op) -> Cut {
        let before = ir.parent_block(op).expect("a structured operation stands in a block");
        let rest = ir.split_block(op);
        ir.detach(op);
        Cut { op, before, rest }
    }

    /// Gives the block after the operation an argument for every result.
    fn results_become_arguments(&self, ir: &mut Ir) {
        let results: Vec<Value> = ir.results(self.op).collect();
        let args = add_arguments_like(ir, self.rest, &results);
        replace(ir, &results, &args);
    }

    /// Makes an empty block before the one after the operation.
    fn new_block(&self, ir: &mut Ir) -> Block {
        let (region, position) = self.place(ir);
        let block = ir.create_block();
        ir.insert_block(region, position, block);
        block
    }

    /// Moves the blocks of a region of the operation here, and makes its yields branches to `to`. Says where it begins.
    fn move_region(&self, ir: &mut Ir, from: Region, to: Block) -> Block {
        let entry = ir.entry(from).expect("the region is not empty");
        let blocks = ir.blocks(from).to_vec();
        let (region, position) = self.place(ir);
        ir.move_blocks(from, region, position);
        for block in blocks {
            let last = ir.last_op(block).expect("a block of a region with values has a terminator");
            if ir.code(last) == scf::YIELD {
                let (values, loc): (Vec<Value>, _) = (ir.operands(last).collect(), ir.loc(last));
                ir.erase(last);
                br(ir, block, loc, (to, &values));
            }
        }
        entry
    }

    fn place(&self, ir: &Ir) -> (Region, usize) {
        let region = ir.block_region(self.rest).expect("the block was split off in a region");
        let position = ir.blocks(region).iter().position(|block| *block == self.rest);
        (region, position.expect("a block is in its region"))
    }
}

fn convert_execute_region(ir: &mut Ir, op: Op) {
    let cut = Cut::new(ir, op);
    cut.results_become_arguments(ir);
    let entry = cut.move_region(ir, ir.region(op, 0), cut.rest);
    let loc = ir.loc(op);
    br(ir, cut.before, loc, (entry, &[]));
    ir.erase(op);
}

fn convert_if(ir: &mut Ir, op: Op) {
    let cut = Cut::new(ir, op);
    cut.results_become_arguments(ir);
    let condition = ir.operand(op, 0);
    let mut ways = [cut.rest; 2];
    for (number, way) in ways.iter_mut().enumerate() {
        let region = ir.region(op, number);
        // A missing else leads straight on.
        if !ir.blocks(region).is_empty() {
            *way = cut.move_region(ir, region, cut.rest);
        }
    }
    let loc = ir.loc(op);
    cond_br(ir, cut.before, loc, condition, (ways[0], &[]), (ways[1], &[]));
    ir.erase(op);
}

fn convert_index_switch(ir: &mut Ir, op: Op) {
    let cut = Cut::new(ir, op);
    cut.results_become_arguments(ir);
    let (loc, number) = (ir.loc(op), ir.operand(op, 0));
    let cases = ir.attr(op, "cases").and_then(|cases| ir.ctx.int_array(cases)).unwrap_or_default();
    // Regions are the default's, then the cases', in order; the text shows the cases first, so do the blocks.
    let mut targets = Vec::with_capacity(cases.len());
    for (number, case) in (1..).zip(cases) {
        let entry = cut.move_region(ir, ir.region(op, number), cut.rest);
        targets.push((Bits::from_i64(64, case), entry, Vec::new()));
    }
    let default = cut.move_region(ir, ir.region(op, 0), cut.rest);
    let flag = make::value(ir, InsertPoint::End(cut.before), loc, arith::INDEX_CAST, &[number], Type::I64);
    make::switch(ir, cut.before, loc, flag, (default, &[]), &targets);
    ir.erase(op);
}

fn convert_for(ir: &mut Ir, op: Op) {
    let cut = Cut::new(ir, op);
    let loc = ir.loc(op);
    let [lower, upper, step] = [0, 1, 2].map(|bound| ir.operand(op, bound));
    let inits: Vec<Value> = ir.operands(op).skip(3).collect();
    let body = ir.entry(ir.region(op, 0)).expect("a loop has a body");
    // The header holds the induction variable and what is carried; the body and what follows use them from there.
    let header = cut.new_block(ir);
    let inner = ir.args(body).to_vec();
    let held = add_arguments_like(ir, header, &inner);
    replace_arguments(ir, body, &held);
    let results: Vec<Value> = ir.results(op).collect();
    replace(ir, &results, &held[1..]);
    let start: Vec<Value> = std::iter::once(lower).chain(inits).collect();
    br(ir, cut.before, loc, (header, &start));
    let goes_on = make::cmpi(ir, InsertPoint::End(header), loc, IntPredicate::Slt, held[0], upper);
    cond_br(ir, header, loc, goes_on, (body, &[]), (cut.rest, &[]));
    cut.move_region(ir, ir.region(op, 0), header);
    let back = ir.last_op(body).expect("the body ends in the branch that was its yield");
    let next = make::value(ir, InsertPoint::Before(back), loc, arith::ADDI, &[held[0], step], ir.ty(step));
    let again: Vec<Value> = std::iter::once(next).chain(ir.operands(back)).collect();
    ir.set_operands(back, &again);
    ir.erase(op);
}

fn convert_while(ir: &mut Ir, op: Op) {
    let cut = Cut::new(ir, op);
    let inits: Vec<Value> = ir.operands(op).collect();
    let loc = ir.loc(op);
    let (first, second) = (ir.region(op, 0), ir.region(op, 1));
    let before = ir.entry(first).expect("a loop has a region before its test");
    let after = ir.entry(second).expect("a loop has a region after its test");
    let condition = ir.last_op(before).expect("the region before the test ends in a condition");
    let test_loc = ir.loc(condition);
    let holds = ir.operand(condition, 0);
    let passed: Vec<Value> = ir.operands(condition).skip(1).collect();
    ir.erase(condition);
    // What the condition passes is computed before the test, and so on every way to both of its sides.
    replace_arguments(ir, after, &passed);
    let results: Vec<Value> = ir.results(op).collect();
    replace(ir, &results, &passed);
    br(ir, cut.before, loc, (before, &inits));
    cond_br(ir, before, test_loc, holds, (after, &[]), (cut.rest, &[]));
    cut.move_region(ir, first, before);
    cut.move_region(ir, second, before);
    ir.erase(op);
}

/// Makes a nest of `scf.for` of it, and branches of that.
fn convert_parallel(ir: &mut Ir, op: Op) {
    for level in parallel_to_nest(ir, op) {
        convert_for(ir, level);
    }
}
