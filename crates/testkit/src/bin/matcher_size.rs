//! `matcher_size`: how large the matchers of generated patterns are, ours and those that `mlir-opt` makes of the same patterns.
//!
//! A block is a question. The longest path is how many questions an operation may be asked before the matcher is done with it.

use base::Diagnostics;
use ir::pass::PassArgs;
use ir::text::{ParseOptions, parse};
use ir::{Block, Context, Ir, Op};
use std::collections::HashMap;
use testkit::oracle;
use testkit::pattern_set::measured::measured;

fn main() {
    println!("| patterns | blocks | of MLIR's | longest path | of MLIR's |\n|---|---|---|---|---|");
    for depth in [2, 3] {
        for count in [1, 10, 100, 1000] {
            let text = measured(count, depth, 1);
            let (mut ir, module) = read(&text);
            let pass = &matcher::lowering::PDL_TO_PDL_INTERP;
            let lowered = (pass.run)(&mut ir, module, &PassArgs::defaults(pass), &mut Diagnostics::new());
            lowered.expect("the patterns have matchers");
            let theirs = oracle::round_trip(&[text], &["--convert-pdl-to-pdl-interp"]);
            let theirs = theirs.unwrap_or_else(|(_, why)| panic!("mlir-opt refuses the patterns: {why}"));
            let (ours, theirs) = (size(&ir, module), read(&theirs[0]));
            let theirs = size(&theirs.0, theirs.1);
            println!("| {count} of depth {depth} | {} | {} | {} | {} |", ours.0, theirs.0, ours.1, theirs.1);
        }
    }
}

fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("patterns", text);
    let module = parse(&mut ir, source, ParseOptions::default(), &mut Diagnostics::new());
    let module = module.expect("the text is right");
    (ir, module)
}

/// The blocks of a matcher, and how many there are on its longest path.
fn size(ir: &Ir, module: Op) -> (usize, usize) {
    let function = ir::symbols::lookup(ir, module, "matcher").expect("there is a matcher");
    let region = ir.region(function, 0);
    let mut longest: HashMap<Block, usize> = HashMap::new();
    let mut open = vec![ir.entry(region).expect("a function has a block")];
    while let Some(block) = open.last() {
        let next = ir.successors(ir.last_op(*block).expect("a block has a terminator"));
        let unknown: Vec<Block> = next.iter().copied().filter(|next| !longest.contains_key(next)).collect();
        if unknown.is_empty() {
            let after = next.iter().map(|next| longest[next]).max().unwrap_or(0);
            longest.insert(*block, after + 1);
            open.pop();
        } else {
            open.extend(unknown);
        }
    }
    (ir.blocks(region).len(), longest.values().copied().max().unwrap_or(0))
}
