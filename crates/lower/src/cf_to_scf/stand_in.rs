//! What stands in for a value that no way defines: anything of its type will do, for nobody looks at it, but the program
//! must still be one that can be executed.
//!
//! A number is zero. Of what has no constants, a value that is there from the start is taken: an argument of the
//! region, or something in front of the operation around it. Otherwise a memory is an empty `memref.alloca`, a function is one that
//! the region names in some `func.constant`. Integers with a sign of their own and other functions are found out about
//! before anything is changed ([`missing`]). What cannot be executed anyway is an `unrealized_conversion_cast` of nothing.

use super::graph::Graph;
use base::Bits;
use dialects::{func, memref};
use ir::{Attr, Ir, Op, Region, Sign, Trait, Type, TypeKind, Value};
use rustc_hash::FxHashSet;

/// What stands in for the values of a type.
pub(super) enum StandIn {
    /// A constant of `arith`.
    Zero(Attr),
    /// A value that is there.
    Value(Value),
    /// An allocation with so many sizes and symbols.
    Memory(usize, usize),
    /// An allocation of this type, cast.
    MemoryCast(Type),
    /// The function of this name.
    Function(Attr),
    /// Nothing that could be executed.
    Cast,
}

/// What stands in for values of a type in a region.
pub(super) fn stand_in(ir: &mut Ir, region: Region, ty: Type) -> StandIn {
    if let Some(zero) = zero(ir, ty) {
        return StandIn::Zero(zero);
    }
    if let Some(value) = value_from_the_start(ir, region, ty) {
        return StandIn::Value(value);
    }
    if let Some((open, symbols)) = memref::layout::allocation_operands(&ir.ctx, ty) {
        return StandIn::Memory(open, symbols);
    }
    if let TypeKind::UnrankedMemref { element, space } = ir.ctx[ty] {
        let kind = TypeKind::Memref { shape: Default::default(), element, layout: None, space };
        return StandIn::MemoryCast(ir.ctx.ty(kind));
    }
    named_function(ir, region, ty).map_or(StandIn::Cast, StandIn::Function)
}

/// A type that can be executed, but may need something to stand in for it and has nothing: that of a value which is handed
/// from a block to another, or of a result of the region. With the operation to report it at.
pub(super) fn missing(ir: &Ir, region: Region, graph: &Graph) -> Option<(Type, Op)> {
    let around = ir.region_parent(region)?;
    let results: Vec<Type> = match func::signature(ir, around) {
        Some((_, results)) => results.to_vec(),
        None => ir.results(around).map(|result| ir.ty(result)).collect(),
    };
    let mut found: Vec<(Type, Op)> = results.into_iter().map(|ty| (ty, around)).collect();
    for block in &graph.blocks {
        found.extend(ir.args(*block).iter().map(|arg| (ir.ty(*arg), around)));
        let leaves = |value: &Value| {
            let elsewhere = |user: Op| ir.parent_block(user) != Some(*block);
            ir.users(*value).any(|user| elsewhere(user) || ir.has_trait(user, Trait::Terminator))
        };
        for op in ir.block_ops(*block) {
            found.extend(ir.results(op).filter(leaves).map(|value| (ir.ty(value), op)));
        }
    }
    let mut seen: FxHashSet<Type> = FxHashSet::default();
    let can_miss = |ty: Type| match ir.ctx[ty] {
        TypeKind::Function { .. } => true,
        TypeKind::Integer { sign, .. } => sign != Sign::Signless,
        _ => false,
    };
    found.into_iter().find(|(ty, _)| {
        can_miss(*ty)
            && seen.insert(*ty)
            && value_from_the_start(ir, region, *ty).is_none()
            && named_function(ir, region, *ty).is_none()
    })
}

/// A value of this type that every operation of the region can see.
fn value_from_the_start(ir: &Ir, region: Region, ty: Type) -> Option<Value> {
    let is_of_type = |value: &Value| ir.ty(*value) == ty;
    let entry = ir.entry(region)?;
    if let Some(arg) = ir.args(entry).iter().copied().find(is_of_type) {
        return Some(arg);
    }
    let mut around = ir.region_parent(region)?;
    while !ir.has_trait(around, Trait::IsolatedFromAbove) {
        let block = ir.parent_block(around)?;
        let before = ir.block_ops(block).take_while(|op| *op != around).flat_map(|op| ir.results(op));
        if let Some(value) = ir.args(block).iter().copied().chain(before).find(is_of_type) {
            return Some(value);
        }
        around = ir.block_parent_op(block)?;
    }
    None
}

/// The name of a function of this type that a constant in the region has.
fn named_function(ir: &Ir, region: Region, ty: Type) -> Option<Attr> {
    let names = |op: &Op| ir.code(*op) == func::CONSTANT && ir.ty(ir.result(*op, 0)) == ty;
    let mut ops = ir.blocks(region).iter().flat_map(|block| ir.block_ops(*block));
    ops.find(names).and_then(|op| ir.attr(op, "value"))
}

/// The zero of a type that `arith.constant` can make.
fn zero(ir: &mut Ir, ty: Type) -> Option<Attr> {
    let element = ir.ctx.element_ty(ty);
    if matches!(ir.ctx[element], TypeKind::Integer { sign: Sign::Signed | Sign::Unsigned, .. }) {
        return None;
    }
    let width = ir.ctx.scalar_width(element)?;
    if element != ty && !ir.ctx.is_vector_or_tensor(ty) {
        return None;
    }
    ir::fold::uniform_attr(&mut ir.ctx, ty, Bits::zero(width))
}
