//! Which functions of a module become circuits.

use base::{Diagnostic, Diagnostics, codes};
use dialects::func;
use ir::pass::PassOption;
use ir::symbols::{symbol_name, uses_below};
use ir::text::Reported;
use ir::{AttrKind, Ir, Op};

/// The attribute that marks a function as one that becomes a circuit.
const KERNEL_ATTR: &str = "kernel";

/// The option of a lowering that says which.
pub(crate) const TOP: PassOption = PassOption {
    name: "top",
    doc: "the function; when left out, those marked with the attribute `kernel`, or else the only one",
    default: "",
};

/// The function named `top`; when that is empty, those that are marked as kernels, or else the only one there is.
pub(crate) fn functions(ir: &Ir, root: Op, top: &str, diags: &mut Diagnostics) -> Result<Vec<Op>, Reported> {
    let bodies = ir.walk(root).into_iter();
    let bodies: Vec<Op> =
        bodies.filter(|op| ir.code(*op) == func::FUNC && !func::is_declaration(ir, *op)).collect();
    let mut chosen: Vec<Op> = if top.is_empty() {
        bodies.iter().copied().filter(|op| ir.attr(*op, KERNEL_ATTR).is_some()).collect()
    } else {
        bodies.iter().copied().filter(|op| symbol_name(ir, *op) == Some(top)).collect()
    };
    if chosen.is_empty() && top.is_empty() && bodies.len() == 1 {
        chosen = bodies.clone();
    }
    if chosen.is_empty() {
        diags.push(nothing_chosen(ir, root, top, bodies.len()));
        return Err(Reported);
    }
    let called: Vec<Diagnostic> = chosen.iter().filter_map(|op| called(ir, root, *op)).collect();
    let good = called.is_empty();
    called.into_iter().for_each(|diagnostic| diags.push(diagnostic));
    if good { Ok(chosen) } else { Err(Reported) }
}

fn nothing_chosen(ir: &Ir, root: Op, top: &str, bodies: usize) -> Diagnostic {
    let message = match (top, bodies) {
        ("", 0) => "there is no function that could become a circuit".to_owned(),
        ("", _) => format!("there are {bodies} functions, and none is marked as a kernel"),
        _ => format!("there is no function @{top} that could become a circuit"),
    };
    let diagnostic = Diagnostic::error(codes::NO_KERNEL, ir.ctx.span(ir.loc(root)), message);
    diagnostic.hint("name the function with the option `top`, or mark it with the attribute `kernel`")
}

/// A function that others refer to cannot become something that is not called.
fn called(ir: &Ir, root: Op, function: Op) -> Option<Diagnostic> {
    let name = symbol_name(ir, function)?;
    let refers =
        |reference| matches!(&ir.ctx[reference], AttrKind::Symbol { root, .. } if &ir.ctx[*root] == name);
    let user = uses_below(ir, root).into_iter().find(|u| refers(u.reference))?.op;
    let message = format!("@{name} is called, and a circuit cannot be");
    let diagnostic = Diagnostic::error(codes::NO_KERNEL, ir.ctx.span(ir.loc(user)), message);
    Some(diagnostic.hint("inline the call, or leave the caller out of the module"))
}
