//! What must hold before branches are lifted: every terminator is one that is understood, every loop has one entry.

use super::graph::Graph;
use super::stand_in::missing;
use base::{Diagnostic, Diagnostics, codes};
use dialects::{cf, func, scf};
use ir::text::type_print::type_text;
use ir::{Block, Ir, Region};

/// How deep loops may be nested: each nests two levels of the text at least, and text may not nest without bound.
const MAX_LOOPS: usize = 24;

/// Checks a region of several blocks and reports all that cannot be lifted; says whether there is nothing.
pub(super) fn check(ir: &Ir, region: Region, diags: &mut Diagnostics) -> bool {
    let Some(entry) = ir.entry(region) else { return true };
    let graph = Graph::new(ir, entry);
    let mut good = true;
    for block in &graph.blocks {
        let Some(last) = ir.last_op(*block) else { continue };
        if !matches!(ir.code(last), cf::BR | cf::COND_BR | cf::SWITCH | func::RETURN | scf::YIELD) {
            let message =
                format!("`{}` ends a block, and nothing says how it could be structured", ir.name(last));
            diags.push(Diagnostic::error(codes::NOT_CONVERTIBLE, ir.ctx.span(ir.loc(last)), message));
            good = false;
        }
    }
    if let Some((ty, op)) = missing(ir, region, &graph) {
        let message = format!(
            "nothing can stand in for a value of type {} where it is not computed",
            type_text(&ir.ctx, ty)
        );
        let diagnostic = Diagnostic::error(codes::NOT_CONVERTIBLE, ir.ctx.span(ir.loc(op)), message);
        diags.push(diagnostic.hint("let the function take a value of that type as an argument"));
        good = false;
    }
    let survey = graph.survey();
    for (blocks, entries) in survey.irreducible {
        diags.push(irreducible(ir, region, &blocks, &entries));
        good = false;
    }
    if survey.depth > MAX_LOOPS {
        let message = format!("loops are nested {} deep here, more than {MAX_LOOPS}", survey.depth);
        let place = ir.region_parent(region).and_then(|op| ir.ctx.span(ir.loc(op)));
        diags.push(Diagnostic::error(codes::NOT_CONVERTIBLE, place, message));
        good = false;
    }
    good
}

fn irreducible(ir: &Ir, region: Region, blocks: &[Block], entries: &[Block]) -> Diagnostic {
    let span = |block: Block| ir.first_op(block).and_then(|op| ir.ctx.span(ir.loc(op)));
    let message = format!("this loop can be entered at {}", names(ir, region, entries));
    let mut diagnostic =
        Diagnostic::error(codes::IRREDUCIBLE, entries.first().and_then(|block| span(*block)), message);
    for block in entries {
        if let Some(span) = span(*block) {
            diagnostic = diagnostic
                .label(span, format!("{} is entered from outside of the loop", names(ir, region, &[*block])));
        }
    }
    diagnostic
        .note(format!("the blocks of the loop are {}", names(ir, region, blocks)))
        .hint("let all ways into the loop lead to one block, or use `--lowering blocks`")
}

/// Names of blocks as they are printed, in the order of the region.
fn names(ir: &Ir, region: Region, blocks: &[Block]) -> String {
    let place = |block: &Block| ir.blocks(region).iter().position(|b| b == block);
    let mut places: Vec<usize> = blocks.iter().filter_map(place).collect();
    places.sort_unstable();
    let names: Vec<String> = places.into_iter().map(|place| format!("^bb{place}")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
