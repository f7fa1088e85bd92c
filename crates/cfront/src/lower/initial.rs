//! Definitions of local objects and what they begin with.
//!
//! An array of constants is a constant memory that is copied into it, or, if it is never written, that memory itself. What is
//! computed is stored into it afterwards; what an initialiser leaves out is zero.

use super::globals::constant_bits;
use super::memory::{Binding, LeafMemory, Location, leaf_count, member_leaves};
use super::pointer::{Index, Pointer};
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{Expr, Initial, Object, ObjectId, Storage, Unit};
use crate::types::Type;
use base::{Bits, Diagnostic, codes};
use dialects::memref;
use ir::OpState;

/// A part of an object that is initialised: its first leaf, the indices on the way there, its type, and by what.
pub(crate) struct Part<'a> {
    pub leaf: usize,
    pub indices: Vec<u64>,
    pub ty: &'a Type,
    pub value: &'a Expr,
}

/// Arrays of up to so many elements are filled by stores, larger ones by a copy.
const FEW: u64 = 8;
/// The most elements of an array that begins with something else than zeros.
pub(crate) const MOST_ELEMENTS: u64 = 1 << 22;

/// The parts of an initialiser, in its order. It nests as deep as the type.
pub(crate) fn parts<'a>(unit: &'a Unit, ty: &'a Type, initial: &'a Initial) -> Vec<Part<'a>> {
    let mut found = Vec::new();
    collect(unit, ty, initial, 0, &mut Vec::new(), &mut found);
    found
}

fn collect<'a>(
    unit: &'a Unit,
    ty: &'a Type,
    initial: &'a Initial,
    leaf: usize,
    indices: &mut Vec<u64>,
    found: &mut Vec<Part<'a>>,
) {
    match (initial, ty) {
        (Initial::Value(value), _) => found.push(Part { leaf, indices: indices.clone(), ty, value }),
        (Initial::Parts(parts), Type::Array { element, .. }) => {
            for (index, part) in parts {
                indices.push(*index);
                collect(unit, element, part, leaf, indices, found);
                indices.pop();
            }
        }
        (Initial::Parts(parts), Type::Struct(id)) => {
            for (member, part) in parts {
                let first = leaf + member_leaves(unit, ty, *member as u32).start;
                if let Some(field) = unit.structs[*id].fields.iter().flatten().nth(*member as usize) {
                    collect(unit, &field.ty, part, first, indices, found);
                }
            }
        }
        // Braces around a scalar.
        (Initial::Parts(parts), _) => {
            for (_, part) in parts {
                collect(unit, ty, part, leaf, indices, found);
            }
        }
    }
}

/// The number of elements of a leaf.
pub(crate) fn element_count(dims: &[Option<u64>]) -> u64 {
    dims.iter().flatten().product()
}

/// The position of an element in a leaf, row by row.
pub(crate) fn position(dims: &[Option<u64>], indices: &[u64]) -> usize {
    let mut at = 0;
    for (number, dim) in dims.iter().enumerate() {
        at = at * dim.unwrap_or(1) + indices.get(number).copied().unwrap_or(0);
    }
    at as usize
}

impl<'a> Function<'a> {
    /// Begins the life of a local object. It can be used from here on, in its own initialiser, too.
    pub fn define(&mut self, object: ObjectId, initial: Option<&'a Initial>, origin: Origin) -> Lowered<()> {
        let done = self.try_define(object, initial, origin);
        if done.is_err() && !self.frame().bindings.contains_key(&object) {
            self.frames.last_mut().expect("the function itself is a frame").failed.insert(object);
        }
        done
    }

    fn try_define(&mut self, id: ObjectId, initial: Option<&'a Initial>, origin: Origin) -> Lowered<()> {
        let object = &self.unit.objects[id];
        if object.storage == Storage::Static {
            return Ok(());
        }
        let found = initial.map(|initial| parts(self.unit, &object.ty, initial));
        if let Some(found) = &found
            && self.is_table(id, object, found)
        {
            let binding = self.table(id, found)?;
            self.bind_object(id, binding);
            return Ok(());
        }
        let in_front = self.facts()[id].address_taken && !matches!(object.ty, Type::Array { .. });
        let loc = self.loc(object.origin);
        let base = self.allocate(loc, object.origin, &object.name, &object.ty, in_front, Some(id))?;
        self.bind_object(id, Binding::Memory(base, in_front));
        let location = self.whole(base, in_front);
        match (initial, found) {
            (Some(Initial::Value(value)), _) => {
                let value = self.value(value)?;
                self.write_location(&location, &object.ty, &value, origin)
            }
            (Some(Initial::Parts(_)), Some(found)) => self.fill(&location, found, origin),
            _ => Ok(()),
        }
    }

    /// Whether an object is a constant array of constants, so that the memory of its initialiser can be the object.
    fn is_table(&self, id: ObjectId, object: &Object, found: &[Part<'a>]) -> bool {
        object.constant
            && matches!(object.ty, Type::Array { .. })
            && !self.facts()[id].assigned
            && found.iter().all(|part| constant_bits(part.value).is_some())
            && super::memory::leaves(self.unit, &object.ty)
                .is_some_and(|leaves| leaves.iter().all(|(_, ty)| ty.is_arithmetic()))
    }

    /// Gives a whole object, or a structure, what its initialiser says.
    fn fill(&mut self, location: &Location, found: Vec<Part<'a>>, origin: Origin) -> Lowered<()> {
        for leaf in location.leaves.clone() {
            self.fill_constants(location, leaf, &found, origin)?;
        }
        for part in found {
            let Part { leaf, indices, ty, value } = part;
            let first = location.leaves.start + leaf;
            if ty.is_arithmetic() && constant_bits(value).is_some() {
                continue;
            }
            let mut place = location.clone();
            place.leaves = first..first + leaf_count(self.unit, ty);
            place.indices.extend(indices.iter().map(|index| Index::Known(*index as i64)));
            place.moves = false;
            let value = self.value(value)?;
            self.write_location(&place, ty, &value, origin)?;
        }
        Ok(())
    }

    /// Stores the constants of a leaf, and zero where the initialiser says nothing.
    fn fill_constants(
        &mut self,
        location: &Location,
        leaf: usize,
        found: &[Part<'a>],
        origin: Origin,
    ) -> Lowered<()> {
        let loc = self.loc(origin);
        let data = self.bases[location.base].leaves[leaf].clone();
        let dims = &data.dims[location.indices.len()..];
        let count = element_count(dims);
        let number = leaf - location.leaves.start;
        // A structure that is given by an expression gives all of its leaves.
        let own =
            |part: &&Part<'a>| (part.leaf..part.leaf + leaf_count(self.unit, part.ty)).contains(&number);
        let LeafMemory::Numbers(memory) = data.memory else {
            return self.fill_null(location, leaf, dims, found.iter().filter(own).count() as u64, origin);
        };
        let element = self.ir.ctx.element_ty(self.ir.ty(memory));
        let width = self.ir.ctx.scalar_width(element).expect("leaves are scalars");
        let given = found.iter().filter(own).count() as u64;
        let constants: Vec<(usize, Bits)> = found
            .iter()
            .filter(own)
            .filter_map(|part| Some((position(dims, &part.indices), constant_bits(part.value)?)))
            .collect();
        if given == count && constants.is_empty() {
            return Ok(());
        }
        if count > FEW {
            let all_zero = constants.iter().all(|(_, bits)| bits.is_zero());
            let mut values = self.zeros_or_too_large(count, width, all_zero, origin)?;
            if !all_zero {
                for (at, bits) in constants {
                    values[at] = bits;
                }
            }
            // The dimension in front has one element.
            let dims = data.dims.clone();
            let name = format!("{}_initial", self.bases[location.base].name);
            let table = self.constant_table(&name, &dims, element, values, origin);
            self.emit(OpState::new(memref::COPY, loc).operands(&[table, memory]));
            return Ok(());
        }
        let mut values = vec![Some(Bits::zero(width)); count as usize];
        for part in found.iter().filter(own) {
            values[position(dims, &part.indices)] = constant_bits(part.value);
        }
        for (at, bits) in values.into_iter().enumerate() {
            let Some(bits) = bits else { continue };
            let mut indices = location.indices.clone();
            indices.extend(unflatten(dims, at as u64));
            let value = self.constant(loc, bits, element);
            let indices = self.indices(loc, &indices);
            self.store(loc, value, memory, &indices);
        }
        Ok(())
    }

    /// As many zeros as an array has elements, or one for all; an error if the array is too large for others.
    pub fn zeros_or_too_large(
        &mut self,
        count: u64,
        width: u32,
        all_zero: bool,
        origin: Origin,
    ) -> Lowered<Vec<Bits>> {
        if all_zero {
            return Ok(vec![Bits::zero(width)]);
        }
        if count > MOST_ELEMENTS {
            let message = format!("an array of {count} elements begins with something else than zeros");
            let diagnostic = Diagnostic::error(codes::C_UNSUPPORTED, origin.used, message)
                .hint("assign the elements in a loop");
            return Err(self.report(diagnostic, origin));
        }
        Ok(vec![Bits::zero(width); count as usize])
    }

    /// Makes pointers null that an initialiser leaves out.
    fn fill_null(
        &mut self,
        location: &Location,
        leaf: usize,
        dims: &[Option<u64>],
        given: u64,
        origin: Origin,
    ) -> Lowered<()> {
        if given == element_count(dims) {
            return Ok(());
        }
        let loc = self.loc(origin);
        let LeafMemory::Pointer(var) = self.bases[location.base].leaves[leaf].memory else { return Ok(()) };
        let before = location.indices.clone();
        self.over(loc, dims, |f, rest| {
            let at: Vec<Index> = before.iter().chain(rest).copied().collect();
            f.assign_pointer(var, &at, &Pointer { to: None, null: None }, origin)
        })
    }
}

/// The indices of the element at a position.
fn unflatten(dims: &[Option<u64>], mut at: u64) -> Vec<Index> {
    let mut indices = vec![Index::Known(0); dims.len()];
    for (number, dim) in dims.iter().enumerate().rev() {
        let size = dim.unwrap_or(1).max(1);
        indices[number] = Index::Known((at % size) as i64);
        at /= size;
    }
    indices
}
