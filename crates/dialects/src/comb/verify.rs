//! Rules of `comb` that its table cannot state: how widths and tables fit each other.

use super::syntax::concat_width;
use super::{lookup_table, low_bit};
use base::codes;
use base::text::counted;
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{Ir, Op, Type};

fn width(ir: &Ir, ty: Type) -> u64 {
    ir.ctx.scalar_width(ty).map_or(0, u64::from)
}

/// There is an operand.
pub fn variadic(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if ir.operand_count(op) == 0 {
        verifier.error(ir, op, codes::OPERAND_COUNT, "there must be one operand or more");
    }
}

/// The result is as wide as all operands together.
pub fn concat(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let types: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    let result = ir.ty(ir.result(op, 0));
    let given = type_text(&ir.ctx, result);
    match concat_width(&ir.ctx, &types) {
        Some(wanted) if ir.ctx.scalar_width(result) == Some(wanted) => {}
        Some(wanted) => {
            let message =
                format!("the result must be `i{wanted}`, as wide as the operands, but is `{given}`");
            verifier.error(ir, op, codes::RESULT_TYPE, message);
        }
        None => {
            verifier.error(
                ir,
                op,
                codes::RESULT_TYPE,
                "the operands together are wider than an integer can be",
            );
        }
    }
}

/// The extracted bits exist.
pub fn extract(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let exist = low_bit(ir, op).is_some_and(|low| u64::from(low) + width(ir, to) <= width(ir, from));
    if !exist && let Some(low) = ir.int_attr(op, "lowBit") {
        let (from, bits) = (type_text(&ir.ctx, from), counted(width(ir, to), "bit"));
        verifier.error(
            ir,
            op,
            codes::EXTRACT_RANGE,
            format!("`{from}` does not have {bits} from bit {low} on"),
        );
    }
}

/// The result is a whole number of copies, at least one.
pub fn replicate(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let (one, all) = (width(ir, from), width(ir, to));
    let whole = if one == 0 { all == 0 } else { all > 0 && all % one == 0 };
    if !whole {
        let (from, to) = (type_text(&ir.ctx, from), type_text(&ir.ctx, to));
        let message = format!("`{to}` is no whole number of copies of `{from}`");
        verifier.error(ir, op, codes::REPLICATE_WIDTH, message);
    }
}

/// The table has an entry for every combination of the inputs.
pub fn truth_table(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(entries) = lookup_table(ir, op).map(|table| table.len()) else { return };
    let inputs = ir.operand_count(op);
    let fits = u32::try_from(inputs).ok().and_then(|n| 1usize.checked_shl(n)) == Some(entries);
    if !fits {
        let (inputs, entries) = (counted(inputs, "input"), counted(entries, "entry"));
        let message =
            format!("a table of {inputs} cannot have {entries}: there are two to the power of the inputs");
        verifier.error(ir, op, codes::TRUTH_TABLE_SIZE, message);
    }
}
