//! Diagnostics of a run: the operation, the values that went into it, and the calls that led there.

use crate::code::{Code, words};
use crate::interpreter::Limits;
use crate::memory::Problem;
use crate::text::show_scalar;
use base::text::counted;
use base::{Bits, Code as DiagnosticCode, Diagnostic, codes};
use ir::{Arity, Ir, Op, TypeKind, Value as Ssa};

/// Everything that stops a run.
pub type Fault = Vec<Diagnostic>;

/// An error at an operation.
pub fn at(ir: &Ir, op: Op, code: DiagnosticCode, message: impl Into<String>) -> Diagnostic {
    let loc = ir.loc(op);
    let diagnostic = Diagnostic::error(code, ir.ctx.span(loc), message);
    match ir.ctx.file_place(loc) {
        Some((file, line, column)) => diagnostic.note(format!("from {file}:{line}:{column}")),
        None => diagnostic,
    }
}

/// A problem with memory, at an operation.
pub fn of_problem(ir: &Ir, op: Op, problem: Problem) -> Diagnostic {
    problem.notes.into_iter().fold(at(ir, op, problem.code, problem.message), Diagnostic::note)
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
    Problem::new(codes::UB_OTHER, "the induction variable overflows before it reaches the upper bound")
}
