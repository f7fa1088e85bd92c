//! Drawing operations of `hw`: their types depend on each other in ways that a record's table of constraints does not state.

use base::Rng;
use dialects::hw;
use ir::{Context, OpCode, Type};

/// Operand types, result types and, where the operation has one, the number of a field.
pub struct Shape {
    pub operands: Vec<Type>,
    pub results: Vec<Type>,
    pub field: Option<usize>,
}

/// A few types that contain each other.
pub fn types(ctx: &mut Context, rng: &mut Rng) -> Vec<Type> {
    let mut ints = [1, 2, 3, 8, 40].map(|width| ctx.int_ty(width));
    rng.shuffle(&mut ints);
    let [small, other, ..] = ints;
    let names = ["x", "y", "z"].map(|name| ctx.str(name));
    let mut array = |rng: &mut Rng, element| hw::array_ty(ctx, 1 + rng.below(5), element);
    let arrays = [array(rng, small), array(rng, small)];
    let pair = hw::struct_ty(ctx, &[(names[0], small), (names[1], other)]);
    let pairs = hw::array_ty(ctx, 2, pair);
    let deep = hw::struct_ty(ctx, &[(names[0], arrays[0]), (names[1], pair), (names[2], small)]);
    vec![small, other, arrays[0], arrays[1], pair, pairs, deep]
}

/// An index of an array.
fn index(ctx: &mut Context, size: u64, may_be_wider: bool) -> Type {
    let width = hw::index_width(size);
    ctx.int_ty(if may_be_wider { width.max(1) } else { width })
}

/// The types of an operation, of which `latest` is one if it can be.
pub fn draw(
    ctx: &mut Context,
    rng: &mut Rng,
    code: OpCode,
    known: &[Type],
    latest: Option<Type>,
) -> Option<Shape> {
    let pick = |ctx: &Context, rng: &mut Rng, fits: &dyn Fn(&Context, Type) -> bool| -> Option<Type> {
        let choices: Vec<Type> = known.iter().copied().filter(|ty| fits(ctx, *ty)).collect();
        match latest.filter(|ty| fits(ctx, *ty)) {
            Some(latest) if rng.chance(4, 5) => Some(latest),
            _ if choices.is_empty() => None,
            _ => Some(*rng.pick(&choices)),
        }
    };
    let pick_array = |ctx: &Context, rng: &mut Rng| -> Option<(Type, u64, Type)> {
        let ty = pick(ctx, rng, &|ctx, ty| hw::array(ctx, ty).is_some())?;
        hw::array(ctx, ty).map(|(size, element)| (ty, size, element))
    };
    let pick_struct = |ctx: &Context, rng: &mut Rng| -> Option<(Type, Vec<Type>)> {
        let ty = pick(ctx, rng, &|ctx, ty| hw::fields(ctx, ty).is_some())?;
        Some((ty, hw::fields(ctx, ty)?.into_iter().map(|(_, ty)| ty).collect()))
    };
    let mut field = None;
    let (operands, results) = match code {
        hw::ARRAY_CONCAT => {
            let (first, mut total, element) = pick_array(ctx, rng)?;
            let mut operands = vec![first];
            for _ in 0..rng.below(3) {
                let more = |ctx: &Context, ty: Type| hw::array(ctx, ty).is_some_and(|(_, e)| e == element);
                let next = pick(ctx, rng, &more)?;
                total += hw::array(ctx, next)?.0;
                operands.push(next);
            }
            rng.shuffle(&mut operands);
            (operands, vec![hw::array_ty(ctx, total, element)])
        }
        hw::ARRAY_CREATE => {
            let element = pick(ctx, rng, &|_, _| true)?;
            let size = 1 + rng.below(4);
            (vec![element; size as usize], vec![hw::array_ty(ctx, size, element)])
        }
        hw::ARRAY_GET => {
            let (input, size, element) = pick_array(ctx, rng)?;
            (vec![input, index(ctx, size, rng.bool())], vec![element])
        }
        hw::ARRAY_INJECT => {
            let (input, size, element) = pick_array(ctx, rng)?;
            (vec![input, index(ctx, size, rng.bool()), element], vec![input])
        }
        hw::ARRAY_SLICE => {
            let (input, size, element) = pick_array(ctx, rng)?;
            let length = 1 + rng.below(size);
            (vec![input, index(ctx, size, false)], vec![hw::array_ty(ctx, length, element)])
        }
        hw::BITCAST => {
            let input = pick(ctx, rng, &|_, _| true)?;
            let width = hw::width(ctx, input)?;
            let same = |ctx: &Context, ty: &Type| hw::width(ctx, *ty) == Some(width);
            let mut choices: Vec<Type> = known.iter().copied().filter(|ty| same(ctx, ty)).collect();
            choices.push(ctx.int_ty(width as u32));
            choices.push(hw::array_ty(ctx, width, Type::I1));
            (vec![input], vec![*rng.pick(&choices)])
        }
        hw::STRUCT_CREATE => {
            let (ty, fields) = pick_struct(ctx, rng)?;
            (fields, vec![ty])
        }
        hw::STRUCT_EXPLODE => {
            let (ty, fields) = pick_struct(ctx, rng)?;
            (vec![ty], fields)
        }
        hw::STRUCT_EXTRACT | hw::STRUCT_INJECT => {
            let (ty, fields) = pick_struct(ctx, rng)?;
            let at = rng.index(fields.len());
            field = Some(at);
            let is_extract = code == hw::STRUCT_EXTRACT;
            if is_extract { (vec![ty], vec![fields[at]]) } else { (vec![ty, fields[at]], vec![ty]) }
        }
        hw::WIRE => {
            let ty = pick(ctx, rng, &|_, _| true)?;
            (vec![ty], vec![ty])
        }
        _ => return None,
    };
    Some(Shape { operands, results, field })
}
