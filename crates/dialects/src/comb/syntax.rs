//! The text of `comb.concat`, whose result follows from all operands, and of `comb.truth_table`, with its list of booleans.

use base::codes;
use ir::text::{Parse, Parser, Printer, Tok};
use ir::{AttrKind, Context, Ir, Op, OpState, Type, TypeKind};

/// The type of the bits of all these types side by side; `None` when one is no integer or there are too many bits.
pub fn concat_type(ctx: &mut Context, types: &[Type]) -> Option<Type> {
    let width = concat_width(ctx, types)?;
    Some(ctx.int_ty(width))
}

/// The width of the bits of all these types side by side.
pub fn concat_width(ctx: &Context, types: &[Type]) -> Option<u32> {
    let total = types.iter().try_fold(0u32, |total, ty| match ctx[*ty] {
        TypeKind::Integer { width, .. } => total.checked_add(width),
        _ => None,
    });
    total.filter(|total| *total <= TypeKind::MAX_INTEGER_WIDTH)
}

/// `%a, %b {…} : i8, i3`
pub fn parse_concat(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let start = p.token_span();
    let inputs = if p.at_operand() { p.operands()? } else { Vec::new() };
    p.attr_dict(state)?;
    p.expect(Tok::Colon, "`:`")?;
    let span = p.token_span();
    let types = if inputs.is_empty() { Vec::new() } else { p.type_list()? };
    let span = p.span_from(span);
    state.operands = p.resolve_all(&inputs, &types, p.span_from(start))?;
    let Some(result) = concat_type(&mut p.ir.ctx, &types) else {
        let message = format!(
            "the operands must be integers with no more than {} bits together",
            TypeKind::MAX_INTEGER_WIDTH
        );
        return Err(p.error(codes::BAD_TYPE, span, message));
    };
    state.result_types.push(result);
    Ok(())
}

/// The inverse of [`parse_concat`].
pub fn print_concat(p: &mut Printer<'_>, op: Op) {
    let ir: &Ir = p.ir;
    if ir.operand_count(op) > 0 {
        p.text(" ");
    }
    p.values(ir.operands(op));
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types_of(ir.operands(op));
}

/// `%a, %b -> [true, false, true, true] {…}`
pub fn parse_truth_table(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let inputs = if p.at_operand() { p.operands()? } else { Vec::new() };
    p.expect(Tok::Arrow, "`->`")?;
    let mut entries = Vec::new();
    p.list(Tok::LSquare, Tok::RSquare, |p| {
        let entry = p.eat_word("true");
        if !entry {
            p.expect_word("false")?;
        }
        entries.push(u8::from(entry));
        Ok(())
    })?;
    let table = p.ir.ctx.attr(AttrKind::DenseArray { element: Type::I1, data: entries.into() });
    p.set_prop(state, "lookupTable", table);
    p.attr_dict(state)?;
    state.operands = p.resolve_same(&inputs, Type::I1)?;
    state.result_types.push(Type::I1);
    Ok(())
}

/// The inverse of [`parse_truth_table`].
pub fn print_truth_table(p: &mut Printer<'_>, op: Op) {
    let ir: &Ir = p.ir;
    if ir.operand_count(op) > 0 {
        p.text(" ");
    }
    p.values(ir.operands(op));
    p.text(" -> [");
    for (i, entry) in super::lookup_table(ir, op).unwrap_or_default().into_iter().enumerate() {
        p.comma(i);
        p.text(if entry { "true" } else { "false" });
    }
    p.text("]");
    p.attr_dict(op, &["lookupTable"]);
}
