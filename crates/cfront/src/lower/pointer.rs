//! Pointers: a memory that is known while lowering, and indices that are values.
//!
//! A pointer variable has a memory for each index and, if it ever may be null, one for that. What it points into is settled by the first
//! value in the text that says so, even if the variable is read before ([`Function::search`]); another memory later is an error.

use super::memory::{
    Base, Binding, Leaf, LeafMemory, Location, Operand, PointerVar, PointerVarId, Source, array_depth,
    leaves, same_memory,
};
use super::{BaseId, Function, Lowered, Wrong};
use crate::token::Place as Origin;
use crate::tree::{Expr, ExprKind, FunctionId, ObjectId, Place, PlaceKind, Storage};
use crate::types::{IntType, Type};
use base::{Bits, Diagnostic, codes};
use dialects::arith;
use dialects::memref;
use ir::{Loc, OpState, Value};
use std::ops::Range;

/// The most pointers that are asked for one's target. A target that is further away is settled when it is assigned.
const MOST_SEARCHED: usize = 256;

/// An index into a dimension.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Index {
    /// Known now.
    Known(i64),
    /// An integer of any width; whether it has a sign.
    Value(Value, bool),
}

/// The value of a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Pointer {
    /// What it points to; `None` if it is surely null.
    pub to: Option<Location>,
    /// An `i1`: whether it is null; `None` if it surely is not, or surely is.
    pub null: Option<Value>,
}

/// What a pointer points into, apart from its indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The memory.
    pub base: BaseId,
    /// Which of its leaves.
    pub leaves: Range<usize>,
    /// How many indices lead there.
    pub indices: usize,
    /// Whether the last of them moves.
    pub moves: bool,
}

/// What a static pointer points into, said in a way that all functions share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Aim {
    memory: AimedAt,
    leaves: Range<usize>,
    indices: usize,
}

/// The memory that a static pointer points into.
#[derive(Clone, PartialEq, Eq, Debug)]
enum AimedAt {
    /// A static object.
    Object(ObjectId),
    /// The string literals that meet.
    Strings,
    /// A memory of this function's own.
    Own(FunctionId),
}

impl Target {
    pub fn of(location: &Location) -> Target {
        Target {
            base: location.base,
            leaves: location.leaves.clone(),
            indices: location.indices.len(),
            moves: location.moves,
        }
    }
}

/// What the index of a null pointer is: far outside of every array, so that using it is noticed.
pub(crate) const NOWHERE: i64 = i64::MIN / 2;

impl<'a> Function<'a> {
    /// A pointer that is assigned; with dimensions an array of them. A whole object is asked whether it may be null, parts of others
    /// always may.
    pub fn pointer_var(
        &mut self,
        loc: Loc,
        name: &str,
        dims: &[Option<u64>],
        object: Option<ObjectId>,
    ) -> PointerVarId {
        let nullable = object.is_none_or(|object| self.facts()[object].nullable);
        let null = nullable.then(|| {
            let ty = self.memref_ty(dims, ir::Type::I1);
            self.alloca(loc, ty)
        });
        self.pointers.push(PointerVar {
            name: name.into(),
            object,
            frame: self.frames.len().saturating_sub(1),
            fixed: None,
            dims: dims.to_vec(),
            target: None,
            indices: Vec::new(),
            known: Vec::new(),
            null,
            null_first: false,
            loops: self.loops,
            searched: false,
        })
    }

    /// An index as an `i64`.
    pub fn long(&mut self, loc: Loc, index: Index) -> Value {
        match index {
            Index::Known(value) => self.int(loc, value, ir::Type::I64),
            Index::Value(value, signed) => {
                let from = crate::types::IntType {
                    rank: crate::types::Rank::Bit(
                        self.ir.ctx.scalar_width(self.ir.ty(value)).expect("indices are integers"),
                    ),
                    signed,
                };
                self.resize(loc, value, from, 64)
            }
        }
    }

    /// An index as an `index`.
    pub fn index(&mut self, loc: Loc, index: Index) -> Value {
        match index {
            Index::Known(value) => self.int(loc, value, ir::Type::INDEX),
            Index::Value(value, signed) => {
                let code = if signed { arith::INDEX_CAST } else { arith::INDEX_CASTUI };
                self.op(loc, code, &[value], ir::Type::INDEX)
            }
        }
    }

    /// Indices as `index`es.
    pub fn indices(&mut self, loc: Loc, indices: &[Index]) -> Vec<Value> {
        indices.iter().map(|index| self.index(loc, *index)).collect()
    }

    /// The index that an expression, a `long`, is. A conversion from a shorter type is left to where the index is used.
    pub fn index_of(&mut self, expr: &'a Expr) -> Lowered<Index> {
        match &expr.kind {
            ExprKind::Int(bits) => {
                if let Some(value) = bits.to_i64() {
                    return Ok(Index::Known(value));
                }
            }
            ExprKind::Convert(from) => {
                if let Type::Int(int) = from.ty
                    && int.width() < 64
                {
                    if let ExprKind::Int(bits) = &from.kind {
                        let wide = if int.signed { bits.sext(64) } else { bits.zext(64) };
                        return Ok(Index::Known(wide.to_i64().expect("an i64 fits")));
                    }
                    return Ok(Index::Value(self.scalar(from)?, int.signed));
                }
            }
            _ => {}
        }
        Ok(Index::Value(self.scalar(expr)?, true))
    }

    /// The sum or difference of two indices.
    pub fn add_index(&mut self, loc: Loc, a: Index, b: Index, backwards: bool) -> Index {
        match (a, b) {
            (_, Index::Known(0)) => a,
            (Index::Known(0), b) if !backwards => b,
            (Index::Known(a), Index::Known(b)) => {
                Index::Known(if backwards { a.wrapping_sub(b) } else { a.wrapping_add(b) })
            }
            _ => {
                let (a, b) = (self.long(loc, a), self.long(loc, b));
                let code = if backwards { arith::SUBI } else { arith::ADDI };
                Index::Value(self.op(loc, code, &[a, b], ir::Type::I64), true)
            }
        }
    }

    /// A pointer of a type moved by a number of elements.
    pub fn move_pointer(
        &mut self,
        pointer: Pointer,
        ty: &Type,
        by: Index,
        backwards: bool,
        origin: Origin,
    ) -> Lowered<Pointer> {
        if by == Index::Known(0) {
            return Ok(pointer);
        }
        self.check_counts(&pointer, ty, origin)?;
        let Pointer { to: Some(mut to), null } = pointer else {
            return Err(self.no_target(origin));
        };
        if !to.moves {
            let name = self.bases[to.base].name.clone();
            let message = format!("a pointer to a part of `{name}` that is no array element is moved");
            return Err(self.error(codes::C_POINTER, origin, message));
        }
        let loc = self.loc(origin);
        let last = to.indices.pop().expect("a pointer that moves has an index");
        let moved = self.add_index(loc, last, by, backwards);
        to.indices.push(moved);
        Ok(Pointer { to: Some(to), null })
    }

    /// Checks that elements of the type that a pointer has been converted to are elements of its memory, so that both are counted alike.
    pub fn check_counts(&mut self, pointer: &Pointer, ty: &Type, origin: Origin) -> Lowered<()> {
        match (&pointer.to, pointee_of(ty)) {
            (Some(to), Some(pointee)) if !self.fits(&Target::of(to), pointee) => {
                Err(self.wrong_type(to, origin))
            }
            _ => Ok(()),
        }
    }

    /// Whether what is at a target has the parts of a type.
    pub fn fits(&self, at: &Target, ty: &Type) -> bool {
        let found = &self.bases[at.base].leaves[at.leaves.clone()];
        let matches = |leaf: &Leaf, dims: &[Option<u64>], ty: &Type| {
            leaf.dims.get(at.indices..) == Some(dims) && same_memory(&leaf.ty, ty)
        };
        match (ty, found) {
            // Arithmetic on these counts bytes.
            (Type::Void, [leaf]) => matches(leaf, &[], &Type::Int(IntType::CHAR)),
            (Type::Int(_) | Type::Float(_) | Type::Pointer { .. }, [leaf]) => matches(leaf, &[], ty),
            _ => leaves(self.unit, ty).is_some_and(|wanted| {
                wanted.len() == found.len()
                    && found.iter().zip(&wanted).all(|(leaf, (dims, ty))| matches(leaf, dims, ty))
            }),
        }
    }

    /// Reports a pointer whose memory is not known.
    pub fn no_target(&mut self, origin: Origin) -> Wrong {
        let diagnostic = Diagnostic::error(
            codes::C_POINTER,
            origin.used,
            "a pointer is used, but it is null, or no value given to it before says what it points into",
        )
        .hint("give the pointer an array in its declaration");
        self.report(diagnostic, origin)
    }

    /// What a pointer points to, which must be known and usable here.
    pub fn pointee(&mut self, pointer: Pointer, origin: Origin) -> Lowered<Location> {
        let Some(to) = pointer.to else { return Err(self.no_target(origin)) };
        self.check_open(to.base, origin)?;
        Ok(to)
    }

    /// Checks that a memory is there in the block that is being filled: one that `malloc` made in an inner block is not outside of it.
    pub fn check_open(&mut self, base: BaseId, origin: Origin) -> Lowered<()> {
        let Base { home, name, .. } = &self.bases[base];
        if self.open.contains(home) {
            return Ok(());
        }
        let message = format!("the memory of `{name}` is allocated in another branch or loop");
        let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
            .hint("allocate it before, where every use of it can see it");
        Err(self.report(diagnostic, origin))
    }

    // ----- variables -----

    /// The value of a pointer variable.
    pub fn read_pointer(&mut self, loc: Loc, var: PointerVarId, at: &[Index]) -> Pointer {
        self.search(var);
        let at = self.indices(loc, at);
        let PointerVar { target, indices, known, null, .. } = self.pointers[var].clone();
        let null = null.map(|null| self.load(loc, null, &at));
        let index = |(number, slot): (usize, &Value)| match known.get(number) {
            Some(Some(index)) => Index::Known(*index),
            _ => Index::Value(self.load(loc, *slot, &at), true),
        };
        let to = target.map(|target| Location {
            base: target.base,
            leaves: target.leaves,
            indices: indices.iter().enumerate().map(index).collect(),
            moves: target.moves,
        });
        Pointer { to, null }
    }

    /// Gives a pointer variable a value.
    pub fn assign_pointer(
        &mut self,
        var: PointerVarId,
        at: &[Index],
        value: &Pointer,
        origin: Origin,
    ) -> Lowered<()> {
        let loc = self.loc(origin);
        self.search(var);
        match &value.to {
            Some(to) => self.aim(var, Target::of(to), origin)?,
            None => {
                let var = &mut self.pointers[var];
                var.null_first |= var.target.is_none();
            }
        }
        let at = self.indices(loc, at);
        let PointerVar { indices, null, name, object, fixed, .. } = self.pointers[var].clone();
        if let (Some(object), None, Some(to)) = (object, fixed, &value.to)
            && self.unit.objects[object].storage == Storage::Local
            && self.facts()[object].is_given_once()
        {
            let known = |index: &Index| match index {
                Index::Known(known) => Some(*known),
                Index::Value(..) => None,
            };
            self.pointers[var].known = to.indices.iter().map(known).collect();
        }
        match (&value.to, null) {
            (None, None) => {
                let message = format!("`{name}` is given a null pointer that it has no room for");
                return Err(self.error(codes::C_POINTER, origin, message));
            }
            (_, None) => {}
            (to, Some(slot)) => {
                let is_null = match value.null {
                    Some(null) => null,
                    None => self.bool(loc, to.is_none()),
                };
                self.store(loc, is_null, slot, &at);
            }
        }
        let given = value.to.as_ref().map(|to| to.indices.clone());
        for (number, slot) in indices.iter().enumerate() {
            let index = given.as_ref().map_or(Index::Known(NOWHERE), |given| given[number]);
            let index = self.long(loc, index);
            self.store(loc, index, *slot, &at);
        }
        Ok(())
    }

    /// Settles what a variable points into, or checks that it is that.
    fn aim(&mut self, var: PointerVarId, target: Target, origin: Origin) -> Lowered<()> {
        let PointerVar { target: known, name, fixed, loops, .. } = &self.pointers[var];
        let base = &self.bases[target.base];
        if base.loops > *loops {
            let message = format!("`{name}` is defined outside of the loop that allocates what it points to");
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .note("each round allocates another memory, and a pointer has one for all its life")
                .hint("allocate before the loop, or define the pointer in it");
            return Err(self.report(diagnostic, origin));
        }
        if fixed.is_some() && !self.in_main && base.source != Source::Static {
            let message = format!("`{name}` is static, and is given a pointer into `{}`", base.name);
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .note("the array may be another one when the kernel is called again")
                .hint("use a pointer that is not static");
            let wrong = self.report(diagnostic, origin);
            if self.pointers[var].target.is_none() {
                // Uses of it are not wrong for this.
                self.settle(var, target);
            }
            return Err(wrong);
        }
        match known {
            Some(known) if *known == target => Ok(()),
            Some(known) => {
                let (was, is) = (&self.bases[known.base].name, &self.bases[target.base].name);
                let message = match known.base == target.base {
                    true => format!("`{name}` points to different parts of `{is}`"),
                    false => format!("`{name}` points into `{was}`, and is given a pointer into `{is}`"),
                };
                let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                    .hint("use one pointer for each array, or put both arrays into one and choose by index");
                Err(self.report(diagnostic, origin))
            }
            None => {
                self.settle(var, target);
                Ok(())
            }
        }
    }

    /// Makes the memories for the indices of a variable whose target is known now.
    pub fn settle(&mut self, var: PointerVarId, target: Target) {
        let PointerVar { dims, fixed, null_first, .. } = self.pointers[var].clone();
        if let Some(place) = fixed {
            self.check_aim(place, &target);
        }
        let ty = self.memref_ty(&dims, ir::Type::I64);
        let memory = |part| match fixed {
            Some(place) => self.static_index(place, part, &dims),
            None => self.alloca(Loc::UNKNOWN, ty),
        };
        let indices: Vec<Value> = (0..target.indices).map(memory).collect();
        if null_first && fixed.is_none() {
            self.nowhere_at_entry(&indices, &dims);
        }
        let pointer = &mut self.pointers[var];
        (pointer.target, pointer.indices) = (Some(target), indices);
    }

    /// Makes indices at the function's entry those of null pointers: for a variable that became null before it had indices.
    fn nowhere_at_entry(&mut self, indices: &[Value], dims: &[Option<u64>]) {
        let nowhere = Bits::from_i64(64, NOWHERE);
        if dims.is_empty() {
            let value = self.ir.ctx.scalar_attr(nowhere, ir::Type::I64).expect("an i64 is a scalar");
            let constant = OpState::new(arith::CONSTANT, Loc::UNKNOWN)
                .results(&[ir::Type::I64])
                .prop(self.ir, "value", value);
            let constant = self.at_entry(constant);
            let value = self.ir.result(constant, 0);
            for index in indices {
                self.at_entry(OpState::new(memref::STORE, Loc::UNKNOWN).operands(&[value, *index]));
            }
            return;
        }
        for index in indices {
            let table = self.table_of(nowhere.clone(), "nowhere", dims);
            self.at_entry(OpState::new(memref::COPY, Loc::UNKNOWN).operands(&[table, *index]));
        }
    }

    /// Checks that a static pointer points into the same memory in all functions, which share its indices.
    fn check_aim(&mut self, place: (ObjectId, usize), target: &Target) {
        let is_base = |binding: &Binding| matches!(binding, Binding::Memory(base, _) if *base == target.base);
        let object = self.statics.iter().find(|(_, binding)| is_base(binding)).map(|(id, _)| *id);
        let memory = match object {
            Some(object) => AimedAt::Object(object),
            None if self.strings == Some(target.base) => AimedAt::Strings,
            None => AimedAt::Own(self.frames[0].function),
        };
        let aim = Aim { memory, leaves: target.leaves.clone(), indices: target.indices };
        let known = self.module.aims.entry(place).or_insert_with(|| aim.clone());
        if *known != aim {
            let object = &self.unit.objects[place.0];
            let message = format!("`{}` points into different arrays in `main` and in kernels", object.name);
            self.error(codes::C_POINTER, object.origin, message);
        }
    }

    /// Looks for the first value in the text that says what a variable points into, if that is not known.
    fn search(&mut self, var: PointerVarId) {
        if let Some(target) = self.find_target(var) {
            let PointerVar { target: known, .. } = &self.pointers[var];
            if known.is_none() {
                self.settle(var, target);
            }
        }
    }

    fn find_target(&mut self, var: PointerVarId) -> Option<Target> {
        let PointerVar { target, object, searched, frame, .. } = &mut self.pointers[var];
        if target.is_some() || *searched {
            return target.clone();
        }
        let (object, frame) = ((*object)?, *frame);
        if self.asked.len() == MOST_SEARCHED {
            return None;
        }
        *searched = true;
        let is_first = self.asked.is_empty();
        self.asked.push(var);
        let values = &self.facts()[object].values;
        let found = values.iter().find_map(|value| self.target_of(value, frame));
        // None is asked twice in one search, whichever way leads to it.
        if is_first {
            for var in std::mem::take(&mut self.asked) {
                self.pointers[var].searched = false;
            }
        }
        found
    }

    /// What the value of an expression points into, if that can be said without computing it. Names are those of a frame.
    fn target_of(&mut self, mut expr: &'a Expr, frame: usize) -> Option<Target> {
        loop {
            match &expr.kind {
                ExprKind::Address(place) => {
                    let target = self.target_of_place(place, frame)?;
                    return match matches!(place.ty, Type::Array { .. }) && *pointee_of(&expr.ty)? != place.ty
                    {
                        true => Some(Target { indices: target.indices + 1, moves: true, ..target }),
                        false => Some(target),
                    };
                }
                ExprKind::Read(place) => {
                    let PlaceKind::Object(object) = place.kind else { return None };
                    return match self.binding_in(object, frame)? {
                        Binding::Value(Operand::Pointer(pointer)) => pointer.to.as_ref().map(Target::of),
                        Binding::Value(_) | Binding::Row(..) => None,
                        Binding::Memory(base, _) => match self.bases[base].leaves.first()?.memory {
                            LeafMemory::Pointer(var) => self.find_target(var),
                            LeafMemory::Numbers(_) => None,
                        },
                    };
                }
                ExprKind::Choose(_, a, b) => {
                    // Where the first side does not say it, the second may.
                    match self.target_of(a, frame) {
                        Some(target) => return Some(target),
                        None => expr = b,
                    }
                }
                ExprKind::Convert(from) => {
                    let target = self.target_of(from, frame)?;
                    return self.fitted(target, pointee_of(&expr.ty)?);
                }
                ExprKind::Move(pointer, _, _) => expr = pointer,
                ExprKind::Assign(_, value) | ExprKind::Comma(_, value) => expr = value,
                _ => return None,
            }
        }
    }

    fn target_of_place(&mut self, place: &'a Place, frame: usize) -> Option<Target> {
        match &place.kind {
            PlaceKind::Object(object) => {
                let location = match self.binding_in(*object, frame)? {
                    Binding::Memory(base, in_front) => self.whole(base, in_front),
                    Binding::Row(base, row) => self.whole_row(base, row),
                    Binding::Value(_) => return None,
                };
                Some(Target::of(&location))
            }
            PlaceKind::Element(array, _) => {
                let target = self.target_of_place(array, frame)?;
                Some(Target { indices: target.indices + 1, moves: true, ..target })
            }
            PlaceKind::Member(structure, member) => {
                let target = self.target_of_place(structure, frame)?;
                let part = super::memory::member_leaves(self.unit, &structure.ty, *member);
                let first = target.leaves.start;
                Some(Target { leaves: first + part.start..first + part.end, moves: false, ..target })
            }
            PlaceKind::Pointee(pointer) => self.target_of(pointer, frame),
            PlaceKind::Value(_) => None,
        }
    }

    fn binding_in(&mut self, object: ObjectId, frame: usize) -> Option<Binding> {
        match self.unit.objects[object].storage {
            Storage::Static => self.static_binding(object).ok(),
            _ => self.frames.get(frame)?.bindings.get(&object).cloned(),
        }
    }

    /// What an address that is known now points into, and its indices.
    pub fn constant_address(&mut self, expr: &'a Expr) -> Option<(Target, Vec<i64>)> {
        let target = self.target_of(expr, usize::MAX)?;
        let mut indices = Vec::new();
        self.constant_indices(expr, &mut indices)?;
        indices.resize(target.indices, 0);
        Some((target, indices))
    }

    fn constant_indices(&mut self, expr: &'a Expr, indices: &mut Vec<i64>) -> Option<()> {
        match &expr.kind {
            ExprKind::Address(place) => {
                self.constant_place_indices(place, indices)?;
                let pointee = pointee_of(&expr.ty)?;
                if matches!(place.ty, Type::Array { .. }) && *pointee != place.ty {
                    indices.push(0);
                }
            }
            ExprKind::Convert(from) => {
                self.constant_indices(from, indices)?;
                let wanted = self.target_of(expr, usize::MAX)?.indices;
                indices.resize(wanted, 0);
            }
            ExprKind::Move(pointer, by, backwards) => {
                let target = self.target_of(pointer, usize::MAX)?;
                if !target.moves || !self.fits(&target, pointee_of(&expr.ty)?) {
                    return None;
                }
                self.constant_indices(pointer, indices)?;
                let ExprKind::Int(by) = &by.kind else { return None };
                let by = by.to_i64()?;
                let last = indices.last_mut()?;
                *last = if *backwards { last.checked_sub(by)? } else { last.checked_add(by)? };
            }
            _ => return None,
        }
        Some(())
    }

    fn constant_place_indices(&mut self, place: &'a Place, indices: &mut Vec<i64>) -> Option<()> {
        match &place.kind {
            PlaceKind::Object(object) => match self.binding_in(*object, usize::MAX)? {
                Binding::Memory(_, true) => indices.push(0),
                Binding::Row(_, row) => indices.push(row),
                Binding::Memory(_, false) | Binding::Value(_) => {}
            },
            PlaceKind::Element(array, index) => {
                self.constant_place_indices(array, indices)?;
                let ExprKind::Int(index) = &index.kind else { return None };
                indices.push(index.to_i64()?);
            }
            PlaceKind::Member(structure, _) => self.constant_place_indices(structure, indices)?,
            PlaceKind::Pointee(pointer) => self.constant_indices(pointer, indices)?,
            PlaceKind::Value(_) => return None,
        }
        Some(())
    }

    /// A target with as many indices as a pointer to this type has.
    fn fitted(&self, mut target: Target, pointee: &Type) -> Option<Target> {
        let wanted = self.wanted_indices(target.base, &target.leaves, pointee).unwrap_or(target.indices);
        if wanted > target.indices {
            target.moves = true;
        }
        target.indices = wanted;
        Some(target)
    }

    /// How many indices a pointer to this type into these leaves has; `None` if the type does not say.
    fn wanted_indices(&self, base: BaseId, leaves: &Range<usize>, pointee: &Type) -> Option<usize> {
        let mut inner = pointee;
        while let Type::Array { element, .. } = inner {
            inner = element;
        }
        if matches!(inner, Type::Void | Type::Struct(_)) || leaves.len() != 1 {
            return None;
        }
        let dims = self.bases[base].leaves[leaves.start].dims.len();
        dims.checked_sub(array_depth(pointee))
    }

    /// A pointer taken for one to another type: to the first element of an array, or to the array that an element is the first of.
    pub fn retype(&mut self, pointer: Pointer, pointee: &Type, origin: Origin) -> Lowered<Pointer> {
        let Pointer { to: Some(mut to), null } = pointer else { return Ok(pointer) };
        if let Some(wanted) = self.wanted_indices(to.base, &to.leaves, pointee) {
            while to.indices.len() < wanted {
                to.indices.push(Index::Known(0));
                to.moves = true;
            }
            let mut array = pointee;
            for size in &self.bases[to.base].leaves[to.leaves.start].dims[wanted..] {
                let Type::Array { element, count } = array else { break };
                // A pointer to an array of another size could not be moved, and one to an array of unknown size not be copied from.
                if to.indices.len() > wanted && (size.is_none() || count.is_some() && count != size) {
                    return Err(self.wrong_type(&to, origin));
                }
                array = element;
            }
            while to.indices.len() > wanted {
                if to.indices.pop() != Some(Index::Known(0)) {
                    let message = "a pointer to an element is taken for one to an array";
                    return Err(self.error(codes::C_POINTER, origin, message));
                }
                to.moves = !to.indices.is_empty();
            }
        }
        Ok(Pointer { to: Some(to), null })
    }
}

/// What a pointer type points to.
pub(crate) fn pointee_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Pointer { to, .. } => Some(to),
        _ => None,
    }
}
