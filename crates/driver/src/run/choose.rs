//! Which functions are the kernels, and what calls them.

use crate::c::KERNEL_ATTR;
use crate::interp::MAIN;
use ::interp::find_function;
use base::{Diagnostic, codes};
use dialects::{func, handshake, hw};
use ir::symbols::symbol_name;
use ir::{Ir, Op, TypeKind};

/// What is run, and what of it becomes circuits.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The function that is executed: a test bench, or the kernel itself.
    pub entry: Op,
    /// The kernels, in the order of the program.
    pub kernels: Vec<Op>,
}

/// The kernels: the function of this name, or those that are marked, or the only one.
pub fn choose_kernels(ir: &Ir, module: Op, top: Option<&str>) -> Result<Vec<Op>, Diagnostic> {
    let kernels = match top {
        Some(top) => vec![find_function(ir, module, Some(top.strip_prefix('@').unwrap_or(top)))?],
        None => {
            let is_marked = |op: &Op| ir.code(*op) == func::FUNC && ir.attr(*op, KERNEL_ATTR).is_some();
            let marked: Vec<Op> = ir.walk(module).into_iter().filter(is_marked).collect();
            match (marked.is_empty(), main(ir, module)) {
                (false, _) => marked,
                (true, None) => vec![
                    find_function(ir, module, None).map_err(|error| circuits(ir, module).unwrap_or(error))?,
                ],
                (true, Some(_)) => return Err(no_kernel()),
            }
        }
    };
    if let Some(kernel) = kernels.iter().find(|kernel| func::is_declaration(ir, **kernel)) {
        let name = symbol_name(ir, *kernel).unwrap_or_default();
        let message = format!("`{name}` is only declared, so there is nothing to make a circuit of");
        return Err(Diagnostic::error(codes::NO_KERNEL, ir.ctx.span(ir.loc(*kernel)), message));
    }
    if let Some(kernel) = kernels.iter().find(|kernel| ir.code(**kernel) != func::FUNC) {
        let name = symbol_name(ir, *kernel).unwrap_or_default();
        let message = format!("`{name}` is a circuit already");
        let error = Diagnostic::error(codes::NO_KERNEL, ir.ctx.span(ir.loc(*kernel)), message);
        let is_elastic = handshake::signature(ir, *kernel).is_some_and(|(arguments, _)| {
            arguments.iter().all(|ty| {
                handshake::is_channel(&ir.ctx, *ty) || matches!(ir.ctx[*ty], TypeKind::Memref { .. })
            })
        });
        let command =
            if is_elastic { "`flowright sim` simulates it" } else { "`flowright interp` executes it" };
        return Err(error.hint(command));
    }
    Ok(kernels)
}

/// What to do with a file that has circuits only.
fn circuits(ir: &Ir, module: Op) -> Option<Diagnostic> {
    let all = ir.walk(module);
    let circuit = all.iter().copied().find(|op| hw::is_module(ir, *op))?;
    if all.iter().any(|op| ir.code(*op) == func::FUNC) {
        return None;
    }
    let message = "these are circuits already, so there is nothing to make one of";
    let error = Diagnostic::error(codes::NO_KERNEL, ir.ctx.span(ir.loc(circuit)), message);
    Some(error.hint("`flowright sim` simulates them, `flowright verilog` writes them as SystemVerilog"))
}

/// The test bench, if there is one.
fn main(ir: &Ir, module: Op) -> Option<Op> {
    find_function(ir, module, Some(MAIN)).ok().filter(|main| !func::is_declaration(ir, *main))
}

/// Chooses the kernels, and what is run: `main`, if there is one, or the kernel.
pub fn choose(ir: &Ir, module: Op, top: Option<&str>) -> Result<Chosen, Diagnostic> {
    let kernels = choose_kernels(ir, module, top)?;
    match (main(ir, module), &kernels[..]) {
        (Some(main), kernels) if !kernels.contains(&main) => {
            Ok(Chosen { entry: main, kernels: kernels.to_vec() })
        }
        (_, [kernel]) => Ok(Chosen { entry: *kernel, kernels }),
        _ => {
            let message = "there are several kernels and no `main` that calls them";
            Err(Diagnostic::error(codes::NO_KERNEL, None, message).hint("say which one to run with `--top`"))
        }
    }
}

/// That nothing marks a kernel. C that has none is refused when it is read.
fn no_kernel() -> Diagnostic {
    let hint = "mark a function with the attribute `kernel`, or name one with `--top`; `--reference` runs the program without one";
    Diagnostic::error(codes::NO_KERNEL, None, "the program has no kernel").hint(hint)
}
