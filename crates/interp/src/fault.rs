//! Diagnostics of a run: the operation, the values that went into it, and the calls that led there.

use crate::code::{Code, words};
use crate::interpreter::Limits;
use crate::memory::Problem;
use crate::poison::Origin;
use crate::text::show_scalar;
use base::text::counted;
use base::{Bits, Code as DiagnosticCode, Diagnostic, codes};
use ir::text::type_print::type_text;
use ir::{Arity, Ir, Loc, LocKind, Op, TypeKind, Value as Ssa};

/// Everything that stops a run.
pub type Fault = Vec<Diagnostic>;

/// The most calls that are shown.
pub const SHOWN_CALLS: usize = 8;

/// An error at an operation, with the calls it was inlined through, innermost first.
pub fn at(ir: &Ir, op: Op, code: DiagnosticCode, message: impl Into<String>) -> Diagnostic {
    let loc = ir.loc(op);
    let mut diagnostic = Diagnostic::error(code, ir.ctx.span(loc), message);
    let callers = std::iter::successors(caller(ir, loc), |loc| caller(ir, *loc));
    for span in callers.filter_map(|loc| ir.ctx.span(loc)).take(SHOWN_CALLS) {
        diagnostic = diagnostic.label(span, "called from here");
    }
    match ir.ctx.file_place(loc) {
        Some((file, line, column)) => diagnostic.note(format!("from {file}:{line}:{column}")),
        None => diagnostic,
    }
}

/// Where the function was called that a location is in, if it was inlined.
fn caller(ir: &Ir, mut loc: Loc) -> Option<Loc> {
    loop {
        loc = match &ir.ctx[loc] {
            LocKind::CallSite { caller, .. } => return Some(*caller),
            LocKind::Named { child, .. } => *child,
            LocKind::Fused { locs, .. } => *locs.first()?,
            LocKind::Unknown | LocKind::File { .. } | LocKind::Span(_) => return None,
        };
    }
}

/// A problem with memory, at an operation.
pub fn of_problem(ir: &Ir, op: Op, mut problem: Problem) -> Diagnostic {
    // A variable of the program is better known by its name, and the value of a function by what is missing.
    if problem.code == codes::UB_UNINITIALISED
        && let Some(function) = ir.str_attr(op, "value_of")
    {
        problem.message = format!("`{function}` has come to its end without a `return` of its value");
    } else if problem.code == codes::UB_UNINITIALISED
        && let Some(memory) = ir.operands(op).next().filter(|_| ir.operands(op).count() == 1)
        && let Some(name) = ir.value_name(memory)
    {
        problem.message = format!("`{}` is read, but was never written", &ir.ctx[name]);
    }
    let hint = (problem.code == codes::STEP_LIMIT).then_some("`--max-steps` says how many there may be");
    let diagnostic =
        problem.notes.into_iter().fold(at(ir, op, problem.code, problem.message), Diagnostic::note);
    hint.into_iter().fold(diagnostic, Diagnostic::hint)
}

/// What an operation did that yielded poison. A sum that is too large is said as arithmetic, other things in the words of the operation.
pub fn poison(ir: &Ir, origin: &Origin) -> String {
    let name = ir.name(origin.op);
    let sign = match name {
        "arith.addi" => Some('+'),
        "arith.subi" => Some('-'),
        "arith.muli" => Some('*'),
        _ => None,
    };
    let Some(sign) = sign.filter(|_| origin.why.starts_with("signed overflow")) else {
        return format!("`{name}` yields poison: {}", origin.why);
    };
    let ty = ir.ty(ir.result(origin.op, 0));
    let shown = type_text(&ir.ctx, ty);
    match origin.operands.as_deref() {
        Some([a, b]) => {
            let [a, b] = [a, b].map(|bits| show_scalar(&ir.ctx, bits, ty));
            format!("signed overflow: {a} {sign} {b} does not fit `{shown}`")
        }
        _ => format!("signed overflow: a result of `{sign}` does not fit `{shown}`"),
    }
}

/// The bits of a scalar in a frame; `None` for anything else.
pub fn scalar_in(ir: &Ir, code: &Code, frame: &[u64], value: Ssa) -> Option<Bits> {
    let width = ir.ctx.scalar_width(ir.ty(value))?;
    let slot = *code.slots.get(&value)? as usize;
    Some(Bits::from_words(width, &frame[slot..slot + words(width) as usize]))
}

/// The scalar operands of an operation as text, by their names in the record: `lhs = 7, rhs = 0`.
pub fn operand_values(ir: &Ir, code: &Code, frame: &[u64], op: Op) -> Option<String> {
    let mut parts = Vec::new();
    for (i, value) in ir.operands(op).enumerate() {
        let Some(bits) = scalar_in(ir, code, frame, value) else { continue };
        let text = show_scalar(&ir.ctx, &bits, ir.ty(value));
        parts.push(format!("{} = {text}", operand_name(ir, op, i)));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn operand_name(ir: &Ir, op: Op, index: usize) -> String {
    let Some(def) = ir.def(op) else { return format!("operand {index}") };
    for (group, operand) in def.operands.iter().enumerate() {
        let range = ir.operand_group(op, group);
        if range.contains(&index) {
            return match operand.arity {
                Arity::Variadic => format!("{}[{}]", operand.name, index - range.start),
                _ => operand.name.to_string(),
            };
        }
    }
    format!("operand {index}")
}

/// Whether a value of this type can exist in a run: scalars, memrefs of scalars and functions.
pub fn is_executable_type(ir: &Ir, ty: ir::Type) -> bool {
    match &ir.ctx[ty] {
        TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Function { .. } => true,
        TypeKind::Memref { element, .. } | TypeKind::UnrankedMemref { element, .. } => {
            ir.ctx.scalar_width(*element).is_some()
        }
        _ => false,
    }
}

/// Too many operations.
pub fn step_limit(limits: Limits) -> Problem {
    Problem::new(codes::STEP_LIMIT, format!("stopped after {}", counted(limits.steps, "operation")))
}

/// A loop that does not advance.
pub fn bad_step(step: impl std::fmt::Display) -> Problem {
    Problem::new(codes::UB_STEP, format!("the step of the loop is {step}, which is not positive"))
}

/// A loop that advances past what its induction variable can hold.
pub fn overflow() -> Problem {
    Problem::new(codes::UB_OTHER, "the induction variable overflows before it reaches the bound")
}
