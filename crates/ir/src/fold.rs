//! Folding: finding out that an operation's results are constants, or values that are there already.
//!
//! An operation whose operands are all constants is evaluated by its record's `eval`, so that folding and execution
//! cannot disagree; an elementwise operation on splats is evaluated on the element. What `eval` calls undefined is
//! left alone. Everything else is the record's `fold`.
//!
//! Constants that folding makes stand at the start of the entry block of the nearest isolated region, one for
//! each attribute and type; [`Constants`] remembers them.

use crate::attrs::{Attr, AttrKind};
use crate::builder::OpState;
use crate::context::Context;
use crate::dense;
use crate::loc::Loc;
use crate::opdef::{EvalCx, Fold, FoldResult, OpDef, Trait, TypeRule, Undefined};
use crate::registry::{Dialect, OpCode};
use crate::storage::{InsertPoint, Ir, Op, Region, Value};
use crate::types::{Type, TypeKind};
use base::Bits;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Wider numbers are not computed with: an integer may have millions of bits, and a product of two such takes a second,
/// while no limit bounds the work of a pass. No program of a hardware designer has a number near this.
pub const MAX_WIDTH: u32 = 4096;

/// The constant that a value is, if a constant-like operation makes it.
pub fn constant_value(ir: &Ir, value: Value) -> Option<Attr> {
    constant_of(ir, ir.defining_op(value)?)
}

/// The constant that a constant-like operation makes: its first own attribute.
pub fn constant_of(ir: &Ir, op: Op) -> Option<Attr> {
    let def = ir.def(op).filter(|def| def.has(Trait::ConstantLike))?;
    ir.attr(op, def.attrs.first()?.name)
}

/// The bits of a scalar constant.
pub fn constant_bits(ir: &Ir, value: Value) -> Option<&Bits> {
    ir.ctx.scalar_bits(constant_value(ir, value)?)
}

/// Folds an operation, given what its operands are in the IR. Constants of a commutative operation move to the right.
pub fn fold(ir: &mut Ir, op: Op) -> Fold {
    let Some(def) = ir.def(op) else { return Fold::No };
    if def.has(Trait::ConstantLike) {
        return Fold::No;
    }
    let moved = def.has(Trait::Commutative) && constants_to_the_right(ir, op);
    let constants: SmallVec<[Option<Attr>; 4]> =
        ir.operands(op).map(|value| constant_value(ir, value)).collect();
    let found = fold_with(ir, op, &constants);
    match found {
        Fold::No if moved => Fold::InPlace,
        found => found,
    }
}

/// Folds an operation whose operands are known to be these constants (`None` where nothing is known). As the record's
/// `fold` does, it may change the operation in place, and says so.
pub fn fold_with(ir: &mut Ir, op: Op, constants: &[Option<Attr>]) -> Fold {
    let Some(def) = ir.def(op) else { return Fold::No };
    if def.eval.is_some() && ir.regions(op).is_empty() {
        let known: Option<SmallVec<[Attr; 4]>> = constants.iter().copied().collect();
        match known.and_then(|known| evaluate(ir, op, &known)) {
            Some(Ok(results)) => return Fold::Results(results.into_iter().map(FoldResult::Attr).collect()),
            Some(Err(_)) => return Fold::No,
            None => {}
        }
    }
    def.fold.map_or(Fold::No, |fold| fold(ir, op, constants))
}

/// The results of an operation on these constants, by its record's `eval`; `None` when it has none, or they are no
/// scalars or splats, or of more bits than [`MAX_WIDTH`].
pub fn evaluate(ir: &mut Ir, op: Op, constants: &[Attr]) -> Option<Result<SmallVec<[Attr; 1]>, Undefined>> {
    let def = ir.def(op)?;
    let eval = def.eval?;
    let operand_types: SmallVec<[Type; 4]> = ir.operands(op).map(|v| ir.ty(v)).collect();
    let result_types: SmallVec<[Type; 1]> = ir.results(op).map(|v| ir.ty(v)).collect();
    let shaped = operand_types.iter().chain(&result_types).any(|ty| ir.ctx.is_vector_or_tensor(*ty));
    if shaped && !def.has(Trait::Elementwise) {
        return None;
    }
    let bits = |(attr, ty): (&Attr, &Type)| match ir.ctx[*ty] {
        TypeKind::Dialect { .. } => ir.ctx.bits_of(*attr, *ty),
        _ => uniform_bits(&ir.ctx, *attr),
    };
    // A type of a dialect may have values that are no bits, or too many to count.
    let is_too_wide = |ty: &Type| match ir.ctx.bit_width(ir.ctx.element_ty(*ty)) {
        Some(width) => width > u64::from(MAX_WIDTH),
        None => matches!(ir.ctx[*ty], TypeKind::Dialect { .. }),
    };
    if operand_types.iter().chain(&result_types).any(is_too_wide) {
        return None;
    }
    let inputs: Option<SmallVec<[Bits; 4]>> = constants.iter().zip(&operand_types).map(bits).collect();
    let element = |ty: &Type| ir.ctx.element_ty(*ty);
    let operands: SmallVec<[Type; 4]> = operand_types.iter().map(element).collect();
    let results: SmallVec<[Type; 1]> = result_types.iter().map(element).collect();
    let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
    let bits = match eval(&cx, &inputs?) {
        Ok(bits) => bits,
        Err(undefined) => return Some(Err(undefined)),
    };
    debug_assert_eq!(bits.len(), result_types.len(), "{} evaluates to a value a result", def.name);
    let attrs: Option<_> =
        bits.into_iter().zip(result_types).map(|(bits, ty)| uniform_attr(&mut ir.ctx, ty, bits)).collect();
    attrs.map(Ok)
}

/// The bits of a number, or of the one element that a splat repeats.
pub fn uniform_bits(ctx: &Context, attr: Attr) -> Option<Bits> {
    match &ctx[attr] {
        AttrKind::Dense { ty, .. } => {
            ctx.scalar_width(ctx.element_ty(*ty))?;
            dense::splat_element(ctx, attr)
        }
        _ => ctx.scalar_bits(attr).cloned(),
    }
}

/// The constant of type `ty` whose value, or whose every element, has these bits. `None` when values of the type are not
/// bits and it is no vector or tensor of numbers, or when a tensor's shape is not static.
pub fn uniform_attr(ctx: &mut Context, ty: Type, bits: Bits) -> Option<Attr> {
    if !ctx.is_vector_or_tensor(ty) {
        return ctx.attr_of_bits(bits, ty);
    }
    // Of no elements at all there is no one to repeat.
    let repeats = dense::dims(ctx, ty).is_some_and(|dims| !dims.contains(&0));
    let fits = ctx.scalar_width(ctx.element_ty(ty)) == Some(bits.width());
    (repeats && fits).then(|| dense::dense_attr(ctx, ty, &[bits]))
}

/// Puts constant operands after the others, both in the order they had. Says whether that changed anything.
fn constants_to_the_right(ir: &mut Ir, op: Op) -> bool {
    let operands: SmallVec<[(bool, Value); 4]> =
        ir.operands(op).map(|value| (constant_value(ir, value).is_some(), value)).collect();
    if operands.is_sorted_by_key(|(constant, _)| *constant) {
        return false;
    }
    let rest = operands.iter().filter(|(constant, _)| !constant);
    let order: SmallVec<[Value; 4]> =
        rest.chain(operands.iter().filter(|(constant, _)| *constant)).map(|(_, value)| *value).collect();
    ir.set_operands(op, &order);
    true
}

/// The constants of an IR, one for each region that isolates, operation, attribute and type.
#[derive(Clone, Default)]
pub struct Constants {
    known: FxHashMap<Key, Op>,
}

type Key = (Region, OpCode, Attr, Type);

/// What became of a constant that was there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adopted {
    /// It stays where it is.
    Kept,
    /// It was moved to where it can be used by all.
    Moved,
    /// This one is of the same kind and can replace it.
    Known(Op),
}

/// What makes a constant the one of its kind; `None` when the operation is no constant.
fn key_of(ir: &Ir, op: Op) -> Option<Key> {
    if ir.result_count(op) != 1 || !ir.has_trait(op, Trait::ConstantLike) {
        return None;
    }
    Some((constant_region(ir, op)?, ir.code(op), constant_of(ir, op)?, ir.ty(ir.result(op, 0))))
}

impl Constants {
    /// A value that is `attr` for users at or below `user`: one that is there already, or a new operation of the dialect
    /// of `like`, or else of any dialect that can make it. `None` when none can.
    pub fn get(&mut self, ir: &mut Ir, user: Op, like: OpCode, attr: Attr, ty: Type) -> Option<Value> {
        let region = constant_region(ir, user)?;
        let entry = ir.entry(region)?;
        let registry = &ir.ctx.registry;
        let own = registry.dialect_of(like).into_iter();
        let (code, name) = own.chain(registry.dialects()).find_map(|d| maker(ir, d, attr, ty))?;
        let key = (region, code, attr, ty);
        if let Some(op) = self.lookup(ir, key) {
            return Some(ir.result(op, 0));
        }
        let state = OpState::new(code, Loc::UNKNOWN).results(&[ty]).prop(ir, name, attr);
        let op = ir.create(state);
        ir.set_loc(op, ir.loc(user));
        ir.insert(op, InsertPoint::Start(entry));
        self.known.insert(key, op);
        Some(ir.result(op, 0))
    }

    /// Takes a constant-like operation for the one of its kind and moves it to the start of the entry block, unless there
    /// is one of its kind, which should replace it.
    pub fn adopt(&mut self, ir: &mut Ir, op: Op) -> Adopted {
        let Some(key) = key_of(ir, op) else { return Adopted::Kept };
        match self.lookup(ir, key) {
            Some(known) if known == op => return Adopted::Kept,
            Some(known) => return Adopted::Known(known),
            None => self.known.insert(key, op),
        };
        let Some(entry) = ir.entry(key.0) else { return Adopted::Kept };
        // Adopted ones stand at the start of the entry block in a row, whose order need not change.
        let in_row = |prev: Op| key_of(ir, prev).and_then(|key| self.lookup(ir, key)) == Some(prev);
        if ir.parent_block(op) == Some(entry) && ir.prev(op).is_none_or(in_row) {
            return Adopted::Kept;
        }
        ir.move_op(op, InsertPoint::Start(entry));
        Adopted::Moved
    }

    fn lookup(&self, ir: &Ir, key: Key) -> Option<Op> {
        // It may have been erased or changed since.
        let op = *self.known.get(&key)?;
        let (region, code, attr, _) = key;
        let same = !ir.is_erased(op)
            && ir.code(op) == code
            && constant_of(ir, op) == Some(attr)
            && ir.parent_block(op).is_some_and(|block| ir.entry(region) == Some(block));
        same.then_some(op)
    }
}

/// The region whose entry block takes the constants for an operation: the nearest that sees no values from outside.
fn constant_region(ir: &Ir, op: Op) -> Option<Region> {
    let mut region = ir.parent_region(op)?;
    loop {
        let around = ir.region_parent(region)?;
        let isolated = ir.def(around).is_none_or(|def| def.has(Trait::IsolatedFromAbove));
        match ir.parent_region(around) {
            Some(outer) if !isolated => region = outer,
            _ => return Some(region),
        }
    }
}

/// The constant operation of a dialect that can make this attribute a value of this type, and its attribute.
fn maker(ir: &Ir, dialect: &Dialect, attr: Attr, ty: Type) -> Option<(OpCode, &'static str)> {
    dialect.constants.iter().find_map(|code| {
        let def: &OpDef = ir.ctx.registry.def(*code)?;
        let own = def.attrs.first()?;
        let takes = (own.kind.test)(&ir.ctx, attr) && (def.results.first()?.ty.test)(&ir.ctx, ty);
        let typed = def.types.iter().any(|rule| matches!(rule, TypeRule::OfAttr { .. }));
        (takes && ir.ctx.attr_ty(attr).map_or(!typed, |of_attr| of_attr == ty)).then_some((*code, own.name))
    })
}
