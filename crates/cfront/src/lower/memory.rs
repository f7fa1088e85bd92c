//! Objects as memories.
//!
//! An object is taken apart into its leaves: the numbers and pointers that it is made of. Each leaf is a memory of its own, whose
//! dimensions are those of the arrays on the way to it. An object is a [`Base`]; what lies inside of one is a range of its leaves and
//! some indices (`place`). An object whose address is taken has a dimension of one in front, so that pointers to it are like those into arrays.

use super::pointer::{Index, Pointer, Target};
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{ObjectId, Unit};
use crate::types::{FloatType, MAX_LEAVES, MAX_TYPE_DEPTH, Type};
use base::{Diagnostic, codes, id};
use ir::{Block, Context, Loc, Value};
use std::ops::Range;

id! {
    /// A memory of a function being lowered: an object, or what `malloc` gave.
    pub(crate) struct BaseId;
    /// A pointer that is assigned, or an array of such.
    pub(crate) struct PointerVarId;
}

/// What a name is bound to.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// Memory of its own; whether there is a dimension of one in front.
    Memory(BaseId, bool),
    /// A row of a memory of constants.
    Row(BaseId, i64),
    /// A value: a parameter that is never assigned.
    Value(Operand),
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// That of a `void` one.
    Nothing,
    /// A number.
    Scalar(Value),
    /// A pointer.
    Pointer(Pointer),
    /// A structure, which is in this memory.
    Struct(Location),
}

/// Where a memory comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// A local object, made at the function's entry.
    Local,
    /// A static object.
    Static,
    /// An array that the function was given, which may be the same as another.
    Given,
    /// `malloc`
    Heap,
}

/// A memory, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// What it is called in messages.
    pub name: Box<str>,
    /// Its parts.
    pub leaves: Vec<Leaf>,
    /// Where it comes from.
    pub source: Source,
    /// The block in which it can be used: it and all inside.
    pub home: Block,
    /// How many loops are around the place that makes it: each of their rounds makes another.
    pub loops: u32,
}

/// A number or a pointer of an object, or an array of these.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// The sizes of the arrays around it, the outermost first.
    pub dims: Vec<Option<u64>>,
    /// What it is.
    pub ty: Type,
    /// Where it is.
    pub memory: LeafMemory,
}

/// Where a leaf is.
#[derive(Copy, Clone, Debug)]
pub(crate) enum LeafMemory {
    /// Numbers, in a memref.
    Numbers(Value),
    /// Pointers.
    Pointer(PointerVarId),
}

/// A pointer that is assigned: a memory for each of its indices. With dimensions, an array of pointers into one memory.
#[derive(Clone, Debug)]
pub(crate) struct PointerVar {
    /// What it is called in messages.
    pub name: Box<str>,
    /// The object that it is, if it is a whole one.
    pub object: Option<ObjectId>,
    /// The frame that object belongs to.
    pub frame: usize,
    /// The static object and the leaf of it that it is, if it is one.
    pub fixed: Option<(ObjectId, usize)>,
    /// The sizes of the arrays around it.
    pub dims: Vec<Option<u64>>,
    /// What it points into, once that is known.
    pub target: Option<Target>,
    /// Memories of `i64`, one for each index.
    pub indices: Vec<Value>,
    /// The indices that a pointer always has which is given a value once; empty for others.
    pub known: Vec<Option<i64>>,
    /// A memory of `i1`: whether it is null, if it ever may be.
    pub null: Option<Value>,
    /// Whether it was made null before it was known what it points into.
    pub null_first: bool,
    /// How many loops are around its definition.
    pub loops: u32,
    /// Whether it was asked already in the search for what a pointer points into.
    pub searched: bool,
}

/// Something in memory: some leaves of a base, and the indices on the way there.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Location {
    /// The memory.
    pub base: BaseId,
    /// Which of its leaves.
    pub leaves: Range<usize>,
    /// The first indices into each of them.
    pub indices: Vec<Index>,
    /// Whether it is an element of an array, so that a pointer to it can be moved by its last index.
    pub moves: bool,
}

/// The type of a number.
pub(crate) fn number_ty(ctx: &mut Context, ty: &Type) -> Option<ir::Type> {
    match ty {
        Type::Int(int) => Some(ctx.int_ty(int.width())),
        Type::Float(FloatType::Single) => Some(ir::Type::F32),
        Type::Float(FloatType::Double) => Some(ir::Type::F64),
        _ => None,
    }
}

/// The leaves of a type in order, each with its dimensions; `None` if there are too many or they nest too deeply.
pub(crate) fn leaves(unit: &Unit, ty: &Type) -> Option<Vec<(Vec<Option<u64>>, Type)>> {
    let mut found = Vec::new();
    collect(unit, ty, &mut Vec::new(), &mut found, 0)?;
    Some(found)
}

fn collect(
    unit: &Unit,
    ty: &Type,
    dims: &mut Vec<Option<u64>>,
    found: &mut Vec<(Vec<Option<u64>>, Type)>,
    depth: u32,
) -> Option<()> {
    if depth > MAX_TYPE_DEPTH {
        return None;
    }
    match ty {
        Type::Void => {}
        Type::Int(_) | Type::Float(_) | Type::Pointer { .. } => {
            if found.len() as u64 == MAX_LEAVES {
                return None;
            }
            found.push((dims.clone(), ty.clone()));
        }
        Type::Array { element, count } => {
            dims.push(*count);
            collect(unit, element, dims, found, depth + 1)?;
            dims.pop();
        }
        Type::Struct(id) => {
            for field in unit.structs[*id].fields.iter().flatten() {
                collect(unit, &field.ty, dims, found, depth + 1)?;
            }
        }
    }
    Some(())
}

/// Whether numbers of both types have one kind of memory, or both are pointers.
pub(crate) fn same_memory(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Int(a), Type::Int(b)) => a.width() == b.width(),
        (Type::Float(a), Type::Float(b)) => a == b,
        (Type::Pointer { .. }, Type::Pointer { .. }) => true,
        _ => false,
    }
}

/// How many leaves a type has that an object was made of.
pub(crate) fn leaf_count(unit: &Unit, ty: &Type) -> usize {
    match ty {
        Type::Void => 0,
        Type::Int(_) | Type::Float(_) | Type::Pointer { .. } => 1,
        Type::Array { element, .. } => leaf_count(unit, element),
        Type::Struct(id) => {
            unit.structs[*id].fields.iter().flatten().map(|field| leaf_count(unit, &field.ty)).sum()
        }
    }
}

/// The leaves of a member, counted from the first of the structure.
pub(crate) fn member_leaves(unit: &Unit, structure: &Type, member: u32) -> Range<usize> {
    let Type::Struct(id) = structure else { return 0..0 };
    let mut fields = unit.structs[*id].fields.iter().flatten();
    let start = fields.by_ref().take(member as usize).map(|field| leaf_count(unit, &field.ty)).sum();
    let count = fields.next().map_or(0, |field| leaf_count(unit, &field.ty));
    start..start + count
}

/// How many arrays nest in a type before something else comes.
pub(crate) fn array_depth(mut ty: &Type) -> usize {
    let mut depth = 0;
    while let Type::Array { element, .. } = ty {
        depth += 1;
        ty = element;
    }
    depth
}

/// The bytes that an object of a type takes, as `sizeof` says; `None` for a type that has no size, or too large a one.
pub(crate) fn size_of(unit: &Unit, ty: &Type) -> Option<u64> {
    size_and_alignment(unit, ty, 0).map(|(size, _)| size)
}

fn size_and_alignment(unit: &Unit, ty: &Type, depth: u32) -> Option<(u64, u64)> {
    if depth > MAX_TYPE_DEPTH {
        return None;
    }
    Some(match ty {
        Type::Void => return None,
        Type::Int(int) => {
            let bytes = u64::from(int.width().div_ceil(8));
            match bytes {
                0..=8 => (bytes.next_power_of_two(), bytes.next_power_of_two()),
                _ => (bytes.next_multiple_of(8), 8),
            }
        }
        Type::Float(FloatType::Single) => (4, 4),
        Type::Float(FloatType::Double) | Type::Pointer { .. } => (8, 8),
        Type::Array { element, count } => {
            let (size, alignment) = size_and_alignment(unit, element, depth + 1)?;
            (size.checked_mul((*count)?)?, alignment)
        }
        Type::Struct(id) => {
            let (mut size, mut alignment) = (0u64, 1);
            for field in unit.structs[*id].fields.as_ref()? {
                let (bytes, own) = size_and_alignment(unit, &field.ty, depth + 1)?;
                size = size.checked_next_multiple_of(own)?.checked_add(bytes)?;
                alignment = alignment.max(own);
            }
            (size.checked_next_multiple_of(alignment)?, alignment)
        }
    })
}

impl Function<'_> {
    /// The leaves of a type, or an error at the place.
    pub fn leaves_of(&mut self, ty: &Type, origin: Origin) -> Lowered<Vec<(Vec<Option<u64>>, Type)>> {
        let found = leaves(self.unit, ty).filter(|found| {
            found.iter().all(|(dims, _)| ir::dense::is_countable(dims.iter().flatten().copied()))
        });
        match found {
            Some(found) => Ok(found),
            None => {
                let message = format!(
                    "an object of more than {MAX_LEAVES} members, nested more than {MAX_TYPE_DEPTH} deep, or too large"
                );
                let diagnostic = Diagnostic::error(codes::C_UNSUPPORTED, origin.used, message)
                    .hint("use arrays for what is alike, or split the structure");
                Err(self.report(diagnostic, origin))
            }
        }
    }

    /// Makes a memory for a type at the function's entry, with a dimension of one in front if asked for.
    pub fn allocate(
        &mut self,
        loc: Loc,
        origin: Origin,
        name: &str,
        ty: &Type,
        in_front: bool,
        object: Option<ObjectId>,
    ) -> Lowered<BaseId> {
        let parts = self.leaves_of(ty, origin)?;
        let whole = matches!(ty, Type::Pointer { .. });
        let mut leaves = Vec::with_capacity(parts.len());
        for (mut dims, ty) in parts {
            if in_front {
                dims.insert(0, Some(1));
            }
            let memory = match number_ty(&mut self.ir.ctx, &ty) {
                Some(element) => {
                    let ty = self.memref_ty(&dims, element);
                    let memory = self.alloca(loc, ty);
                    if object.is_some() {
                        let name = self.ir.ctx.str(name);
                        self.ir.set_value_name(memory, Some(name));
                    }
                    LeafMemory::Numbers(memory)
                }
                None => {
                    let object = object.filter(|_| whole);
                    LeafMemory::Pointer(self.pointer_var(loc, name, &dims, object))
                }
            };
            leaves.push(Leaf { dims, ty, memory });
        }
        Ok(self.add_base(name, leaves, Source::Local, self.open[0]))
    }

    /// Remembers a memory.
    pub fn add_base(&mut self, name: &str, leaves: Vec<Leaf>, source: Source, home: Block) -> BaseId {
        let loops = if source == Source::Heap { self.loops } else { 0 };
        self.bases.push(Base { name: name.into(), leaves, source, home, loops })
    }

    /// Memory for a structure or another value that has no name.
    pub fn temporary(&mut self, loc: Loc, origin: Origin, ty: &Type) -> Lowered<Location> {
        let base = self.allocate(loc, origin, "a value", ty, false, None)?;
        Ok(self.whole(base, false))
    }

    /// All of a memory, at the first element of the dimension in front if there is one.
    pub fn whole(&self, base: BaseId, in_front: bool) -> Location {
        let indices = if in_front { vec![Index::Known(0)] } else { Vec::new() };
        Location { base, leaves: 0..self.bases[base].leaves.len(), indices, moves: in_front }
    }
}
