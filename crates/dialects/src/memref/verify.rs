//! Rules of `memref` that its table cannot state: how sizes, indices, layouts and contents fit a type.

use super::GLOBAL;
use super::layout::{Known, allocation_operands, layout};
use super::subview::{self, kept_dims, parts, view};
use base::codes;
use base::text::counted;
use ir::text::type_print::type_text;
use ir::verify::Verifier;
use ir::{Attr, AttrKind, Context, Ir, Op, Type, TypeKind};

/// An operand for every size and symbol that the type leaves open.
pub fn allocation(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let ty = ir.ty(ir.result(op, 0));
    let Some((open, symbols)) = allocation_operands(&ir.ctx, ty) else { return };
    for (group, wanted, what) in [(0, open, "dynamic size"), (1, symbols, "symbol")] {
        let given = ir.operand_group(op, group).len();
        if given != wanted {
            let (ty, wanted) = (type_text(&ir.ctx, ty), counted(wanted, what));
            let message = format!("`{ty}` has {wanted}, but is given {given}");
            verifier.error(ir, op, codes::OPERAND_COUNT, message);
        }
    }
}

/// A global of that name and type is there.
pub fn get_global(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(name) = ir.attr(op, "name") else { return };
    let global = verifier.symbols.resolve(ir, op, name).filter(|found| ir.code(*found) == GLOBAL);
    let Some(global) = global else {
        let name = match &ir.ctx[name] {
            AttrKind::Symbol { root, .. } => &ir.ctx[*root],
            _ => "",
        };
        verifier.error(
            ir,
            op,
            codes::UNDEFINED_SYMBOL,
            format!("there is no `memref.global` named `@{name}`"),
        );
        return;
    };
    let ty = ir.ty(ir.result(op, 0));
    if let Some(AttrKind::Type(wanted)) = ir.attr(global, "type").map(|attr| &ir.ctx[attr])
        && *wanted != ty
    {
        let (ty, wanted) = (type_text(&ir.ctx, ty), type_text(&ir.ctx, *wanted));
        verifier.error(
            ir,
            op,
            codes::RESULT_TYPE,
            format!("the global has type `{wanted}`, but the result has `{ty}`"),
        );
    }
}

/// Sizes are known, the initial value has the shape and element of the type, an alignment is a power of two.
pub fn global(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(AttrKind::Type(ty)) = ir.attr(op, "type").map(|attr| &ir.ctx[attr]) else { return };
    let TypeKind::Memref { shape, element, .. } = &ir.ctx[*ty] else { return };
    if !shape.iter().all(Option::is_some) {
        let message = format!("the type must have known sizes, but is `{}`", type_text(&ir.ctx, *ty));
        verifier.error(ir, op, codes::ATTRIBUTE_KIND, message);
        return;
    }
    if let Some(value) = ir.attr(op, "initial_value").filter(|value| *value != Attr::UNIT)
        && let Some(given) = ir.ctx.attr_ty(value)
    {
        let fits = matches!(&ir.ctx[given], TypeKind::Tensor { shape: s, element: e, .. } if s == shape && e == element);
        if !fits {
            let (given, ty) = (type_text(&ir.ctx, given), type_text(&ir.ctx, *ty));
            let message =
                format!("the initial value has type `{given}`, which is not that of the contents of `{ty}`");
            verifier.error(ir, op, codes::ATTRIBUTE_KIND, message);
        }
    }
    if let Some(alignment) = ir.int_attr(op, "alignment")
        && !(alignment as u64).is_power_of_two()
    {
        verifier.error(
            ir,
            op,
            codes::ATTRIBUTE_KIND,
            format!("the alignment {alignment} is no power of two"),
        );
    }
}

/// One index a dimension.
pub fn load(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    indices(ir, op, verifier, 0);
}

/// One index a dimension.
pub fn store(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    indices(ir, op, verifier, 1);
}

fn indices(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, memref: usize) {
    let ty = ir.ty(ir.operand(op, memref));
    let TypeKind::Memref { shape, .. } = &ir.ctx[ty] else { return };
    let given = ir.operand_count(op) - memref - 1;
    if given != shape.len() {
        let (ty, wanted) = (type_text(&ir.ctx, ty), counted(shape.len(), "index"));
        let message = format!("`{ty}` takes {wanted}, but is given {given}");
        verifier.error(ir, op, codes::OPERAND_COUNT, message);
    }
}

/// Both memories have one shape, as far as it is known, and one element type.
pub fn copy(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (source, target) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.operand(op, 1)));
    if !copies_to(&ir.ctx, source, target) {
        let (source, target) = (type_text(&ir.ctx, source), type_text(&ir.ctx, target));
        let message = format!("`{source}` and `{target}` must have one shape and element type");
        verifier.error(ir, op, codes::TYPES_DIFFER, message);
    }
}

/// Whether the elements of one type can be those of the other.
pub fn copies_to(ctx: &Context, source: Type, target: Type) -> bool {
    ctx.element_ty(source) == ctx.element_ty(target)
        && match (&ctx[source], &ctx[target]) {
            (TypeKind::Memref { shape: a, .. }, TypeKind::Memref { shape: b, .. }) => shapes_agree(a, b),
            _ => true,
        }
}

fn shapes_agree(a: &[Option<u64>], b: &[Option<u64>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}

/// A dimension that is asked for can be there.
pub fn dim(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let TypeKind::Memref { shape, .. } = &ir.ctx[ir.ty(ir.operand(op, 0))]
        && shape.is_empty()
    {
        verifier.error(ir, op, codes::OP_INVARIANT, "a memref of rank 0 has no dimensions");
    }
}

/// One memory can have both types.
pub fn cast(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (source, dest) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    if !casts_to(&ir.ctx, source, dest) {
        let (source, dest) = (type_text(&ir.ctx, source), type_text(&ir.ctx, dest));
        verifier.error(ir, op, codes::OP_INVARIANT, format!("no memory is both a `{source}` and a `{dest}`"));
    }
}

/// Whether `memref.cast` may go from one type to the other: everything that both of them state is the same.
pub fn casts_to(ctx: &Context, source: Type, dest: Type) -> bool {
    let space = |ty: Type| match ctx[ty] {
        TypeKind::Memref { space, .. } | TypeKind::UnrankedMemref { space, .. } => Some(space),
        _ => None,
    };
    if space(source).is_none()
        || space(source) != space(dest)
        || ctx.element_ty(source) != ctx.element_ty(dest)
    {
        return false;
    }
    let agree = |a: Known, b: Known| a.is_none() || b.is_none() || a == b;
    match (&ctx[source], &ctx[dest]) {
        (TypeKind::Memref { shape: a, layout: la, .. }, TypeKind::Memref { shape: b, layout: lb, .. }) => {
            if !shapes_agree(a, b) {
                return false;
            }
            if la == lb {
                return true;
            }
            let (Some(from), Some(to)) = (layout(ctx, source), layout(ctx, dest)) else { return false };
            // The stride of a dimension of one element is never taken.
            let strides = from.strides.iter().zip(&to.strides).zip(a.iter());
            agree(from.offset, to.offset) && { strides }
                .all(|((from, to), size)| *size == Some(1) || agree(*from, *to))
        }
        (TypeKind::UnrankedMemref { .. }, TypeKind::UnrankedMemref { .. }) => false,
        _ => true,
    }
}

/// The parts are one a dimension of the source, sizes are not negative, and the result's type follows from them.
pub fn subview(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (source, result) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let Some(parts) = parts(ir, op) else {
        let message = "the operands must be as many as the attributes leave open";
        verifier.error(ir, op, codes::OPERAND_COUNT, message);
        return;
    };
    let TypeKind::Memref { shape, element, space, .. } = &ir.ctx[source] else { return };
    for (name, part) in subview::STATIC.iter().zip([&parts.offsets, &parts.sizes, &parts.strides]) {
        if part.len() != shape.len() {
            let (entries, dims) = (counted(part.len(), "entry"), counted(shape.len(), "dimension"));
            let message = format!("`{name}` has {entries} for {dims}");
            verifier.error(ir, op, codes::OP_INVARIANT, message);
            return;
        }
    }
    if let Some(size) = parts.sizes.iter().find_map(|size| size.known().filter(|size| *size < 0)) {
        verifier.error(ir, op, codes::OP_INVARIANT, format!("the size {size} is negative"));
        return;
    }
    let Some(view) = view(&ir.ctx, source, &parts) else {
        verifier.error(ir, op, codes::OP_INVARIANT, "the layout of the source must be strided");
        return;
    };
    let same = matches!(&ir.ctx[result], TypeKind::Memref { element: e, space: s, .. } if e == element && s == space);
    if !same || kept_dims(&ir.ctx, &view, result).is_none() {
        let number = |known: &Known| known.map_or("?".to_owned(), |n| n.to_string());
        let shape: String =
            view.shape.iter().map(|s| s.map_or("?x".to_owned(), |s| format!("{s}x"))).collect();
        let strides: Vec<String> = view.strides.iter().map(number).collect();
        let wanted = format!(
            "memref<{shape}{}, strided<[{}], offset: {}>>",
            type_text(&ir.ctx, *element),
            strides.join(", "),
            number(&view.offset)
        );
        let given = type_text(&ir.ctx, result);
        let message = format!(
            "the result must be `{wanted}`, or that without dimensions of size one, but is `{given}`"
        );
        verifier.error(ir, op, codes::RESULT_TYPE, message);
    }
}
