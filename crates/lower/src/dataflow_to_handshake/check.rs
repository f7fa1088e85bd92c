//! What cannot become elastic, said before anything is changed.

use super::{expand, is_of_both_levels};
use base::{Bits, Diagnostic, Diagnostics, codes};
use dialects::{arith, handshake};
use ir::{Ir, Op, Type, TypeKind, Value, dense};

/// Reports everything in a kernel that cannot be converted; whether there is nothing.
pub fn check(ir: &Ir, kernel: Op, index_bits: u32, diags: &mut Diagnostics) -> bool {
    let Some(block) = ir.entry(ir.region(kernel, 0)) else { return true };
    let before = diags.error_count();
    for argument in ir.args(block) {
        array_fits(ir, kernel, *argument, index_bits, diags);
    }
    for op in ir.block_ops(block) {
        let code = ir.code(op);
        let is_cast = matches!(code, arith::INDEX_CAST | arith::INDEX_CASTUI | arith::CONSTANT);
        if !is_cast
            && !is_of_both_levels(code)
            && handshake::counterpart(code).is_none()
            && !expand::is_known(ir, op)
        {
            let message = format!("no unit computes `{}`", ir.name(op));
            diags.push(Diagnostic::error(codes::NO_UNIT, ir.ctx.span(ir.loc(op)), message));
            continue;
        }
        if rounds_otherwise(ir, op) {
            let message =
                format!("no unit rounds like this `{}`: units round to nearest, ties to even", ir.name(op));
            diags.push(Diagnostic::error(codes::NO_UNIT, ir.ctx.span(ir.loc(op)), message));
            continue;
        }
        let values = ir.operands(op).chain(ir.results(op));
        if let Some(value) = values.into_iter().find(|value| !is_scalar(ir, *value)) {
            let ty = ir::text::type_print::type_text(&ir.ctx, ir.ty(value));
            let message = format!("`{}` has a value of type `{ty}`, which no channel carries", ir.name(op));
            diags.push(Diagnostic::error(codes::NO_UNIT, ir.ctx.span(ir.loc(op)), message));
            continue;
        }
        literals_fit(ir, op, index_bits, diags);
        if ir.code(op) == handshake::RAM {
            array_fits(ir, op, ir.result(op, 0), index_bits, diags);
        }
    }
    diags.error_count() == before
}

/// Whether an operation asks for a rounding that is not the usual one, which is the first of the modes.
fn rounds_otherwise(ir: &Ir, op: Op) -> bool {
    let mode = ir.attr(op, "roundingmode").and_then(|mode| ir.ctx.int_value(mode));
    mode.is_some_and(|mode| mode != 0)
}

fn is_scalar(ir: &Ir, value: Value) -> bool {
    let ty = ir.ty(value);
    matches!(ir.ctx[ty], TypeKind::Memref { .. })
        || handshake::is_token(&ir.ctx, ty)
        || handshake::is_data_stream(&ir.ctx, ty)
}

/// An index that is written down, as a constant or as what is there in the beginning, must be a number of so many bits, with a
/// sign or without.
fn literals_fit(ir: &Ir, op: Op, index_bits: u32, diags: &mut Diagnostics) {
    let name = match ir.code(op) {
        handshake::CONSTANT | arith::CONSTANT => "value",
        handshake::INIT => "initial",
        handshake::RAM => "initialValue",
        _ => return,
    };
    let Some(attr) = ir.attr(op, name).filter(|_| ir.ctx.element_ty(ir.ty(ir.result(op, 0))) == Type::INDEX)
    else {
        return;
    };
    let one = ir.ctx.scalar_bits(attr).cloned().or_else(|| dense::splat_element(&ir.ctx, attr));
    let many = if one.is_none() { dense::elements(&ir.ctx, attr) } else { None };
    let fits = |bits: &Bits| bits.signed_bits() <= index_bits || bits.active_bits() <= index_bits;
    let Some(bits) = one.into_iter().chain(many.into_iter().flatten()).find(|bits| !fits(bits)) else {
        return;
    };
    let message = format!("the index {} does not fit {index_bits} bits", bits.signed());
    let diagnostic = Diagnostic::error(codes::INDEX_BITS, ir.ctx.span(ir.loc(op)), message);
    diags.push(diagnostic.hint(more_bits(bits.signed_bits())));
}

/// An index is a number with a sign, so that of an array's last element must be one without using the sign's bit. Where `at` is, is told.
fn array_fits(ir: &Ir, at: Op, array: Value, index_bits: u32, diags: &mut Diagnostics) {
    let elements = dense::element_count(&ir.ctx, ir.ty(array));
    let Some(last) = elements.and_then(|elements| elements.checked_sub(1)) else { return };
    let needed = u64::BITS - last.leading_zeros() + 1;
    if needed <= index_bits {
        return;
    }
    let name = ir.value_name(array).map(|name| format!(" `{}`", &ir.ctx[name])).unwrap_or_default();
    let message = format!(
        "an index of {} does not reach all elements of the array{name}, which needs {needed}",
        base::text::counted(index_bits, "bit")
    );
    let diagnostic = Diagnostic::error(codes::INDEX_BITS, ir.ctx.span(ir.loc(at)), message);
    diags.push(if needed <= MAX_INDEX_BITS { diagnostic.hint(more_bits(needed)) } else { diagnostic });
}

/// The most bits that an index may be given.
const MAX_INDEX_BITS: u32 = 64;

fn more_bits(needed: u32) -> String {
    format!("give an index more bits: `--index-bits {needed}`, or `index-bits={needed}` for the pass")
}
