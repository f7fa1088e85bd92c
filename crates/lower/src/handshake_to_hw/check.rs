//! What becomes a circuit, and what does not.

use base::text::counted;
use base::{Diagnostic, Diagnostics, codes};
use circuit::units;
use dialects::handshake::{self, unit_of};
use ir::{Ir, Op, TypeKind, Value, dense};
use rustc_hash::FxHashSet;

/// The most words of a memory inside.
const MAX_WORDS: u64 = 1 << 24;

/// Says everything about a function that has no circuit; true if there is nothing.
pub(super) fn function(ir: &Ir, function: Op, diags: &mut Diagnostics) -> bool {
    let before = diags.error_count();
    let Some(block) = ir.entry(ir.region(function, 0)) else {
        let message = "a function without a body is no circuit";
        diags.push(error(ir, function, message).hint("remove it, or give it a body"));
        return false;
    };
    let mut values = ir.args(block).iter().copied().chain(ir.block_ops(block).flat_map(|op| ir.results(op)));
    if let Some(value) = values.find(|value| !is_wired(ir, *value)) {
        let ty = ir::text::type_print::type_text(&ir.ctx, ir.ty(value));
        let message = format!("a value of type `{ty}` is a stream: only channels become wires");
        let place = ir.defining_op(value).unwrap_or(function);
        let diagnostic = Diagnostic::error(codes::NOT_ELASTIC, ir.ctx.span(ir.loc(place)), message);
        diags.push(diagnostic.hint("run `dataflow-to-handshake` before"));
        return false;
    }
    let mut memories = FxHashSet::default();
    for op in ir.block_ops(block) {
        if let Some(why) = refusal(ir, op) {
            diags.push(error(ir, op, &why));
        } else if matches!(ir.code(op), handshake::MEM_CONTROLLER | handshake::LSQ)
            && !memories.insert(ir.operand(op, 0))
        {
            let why = "a second memory controller of one memory: a memory has one read and one write port";
            diags
                .push(error(ir, op, why).hint("let one controller serve all loads and stores of the memory"));
        }
    }
    diags.error_count() == before
}

fn error(ir: &Ir, op: Op, message: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_CIRCUIT, ir.ctx.span(ir.loc(op)), message)
}

fn is_wired(ir: &Ir, value: Value) -> bool {
    let ty = ir.ty(value);
    handshake::is_channel(&ir.ctx, ty) || matches!(ir.ctx[ty], TypeKind::Memref { .. })
}

/// Why there is no circuit for an operation, if there is none.
fn refusal(ir: &Ir, op: Op) -> Option<String> {
    match ir.code(op) {
        handshake::END => None,
        handshake::RAM => {
            let words = dense::element_count(&ir.ctx, ir.ty(ir.result(op, 0)));
            let fits = words.is_some_and(|words| (1..=MAX_WORDS).contains(&words));
            let words = words.map_or("so many words".to_owned(), |words| counted(words, "word"));
            (!fits).then(|| format!("a memory of {words} has no circuit: there are 1 to {MAX_WORDS}"))
        }
        _ => match unit_of(ir, op) {
            None => Some(format!("there is no circuit for `{}`", ir.name(op))),
            Some(unit) => units::refusal(&unit),
        },
    }
}
