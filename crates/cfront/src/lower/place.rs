//! Places: from a place of the tree to a location in memory; loads, stores and copies.

use super::memory::{Binding, Leaf, LeafMemory, Location, Operand, member_leaves, number_ty, same_memory};
use super::pointer::{Index, Pointer};
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{ObjectId, Place, PlaceKind, Storage};
use crate::types::Type;
use base::{Diagnostic, codes};
use dialects::{memref, scf};
use ir::{Loc, OpState, Value};

impl<'a> Function<'a> {
    /// What a name is bound to.
    pub fn binding(&mut self, object: ObjectId, origin: Origin) -> Lowered<Binding> {
        if self.unit.objects[object].storage == Storage::Static {
            return self.static_binding(object);
        }
        if let Some(binding) = self.frame().bindings.get(&object) {
            return Ok(binding.clone());
        }
        let name = &self.unit.objects[object].name;
        let message = match self.unit.objects[object].storage {
            Storage::Parameter => format!("the arguments of the program, such as `{name}`, are not there"),
            _ => format!("`{name}` is used where its definition is jumped over or was wrong"),
        };
        // A definition that was wrong has been reported; this would only follow from it.
        if self.frame().failed.contains(&object) {
            return Err(super::Wrong);
        }
        Err(self.error(codes::C_UNSUPPORTED, origin, message))
    }

    /// The slot of a local number that nothing points to.
    pub fn object_slot(&self, object: ObjectId) -> Option<super::Slot> {
        let Some(Binding::Memory(base, false)) = self.frame().bindings.get(&object) else { return None };
        match self.bases[*base].leaves.as_slice() {
            [Leaf { dims, memory: LeafMemory::Numbers(memory), .. }] if dims.is_empty() => {
                Some(super::Slot(*memory))
            }
            _ => None,
        }
    }

    /// Where a place is in memory. Indices are computed from the left to the right.
    pub fn place(&mut self, place: &'a Place) -> Lowered<Location> {
        self.deeper(place.origin, |f| match &place.kind {
            PlaceKind::Object(object) => match f.binding(*object, place.origin)? {
                Binding::Memory(base, in_front) => Ok(f.whole(base, in_front)),
                Binding::Row(base, row) => Ok(f.whole_row(base, row)),
                Binding::Value(Operand::Struct(location)) => Ok(location),
                Binding::Value(_) => unreachable!("what is assigned or pointed to has memory of its own"),
            },
            PlaceKind::Element(array, index) => {
                let mut location = f.place(array)?;
                let index = f.index_of(index)?;
                f.enter(&mut location, index, place.origin)?;
                Ok(location)
            }
            PlaceKind::Member(structure, member) => {
                let mut location = f.place(structure)?;
                let part = member_leaves(f.unit, &structure.ty, *member);
                let first = location.leaves.start;
                // A pointer converted from another type may lead to something with fewer parts.
                if first + part.end > location.leaves.end {
                    return Err(f.wrong_type(&location, place.origin));
                }
                location.leaves = first + part.start..first + part.end;
                location.moves = false;
                Ok(location)
            }
            PlaceKind::Pointee(pointer) => {
                let pointer = f.pointer(pointer)?;
                f.pointee(pointer, place.origin)
            }
            PlaceKind::Value(value) => match f.value(value)? {
                Operand::Struct(location) => Ok(location),
                _ => unreachable!("the parser takes only structures for places that are values"),
            },
        })
    }

    /// Goes on to an element of the array that is at a location. A pointer converted from another type may lead to something else.
    pub fn enter(&mut self, location: &mut Location, index: Index, origin: Origin) -> Lowered<()> {
        let depth = location.indices.len();
        let leaves = &self.bases[location.base].leaves[location.leaves.clone()];
        if leaves.iter().any(|leaf| leaf.dims.len() <= depth) {
            return Err(self.wrong_type(location, origin));
        }
        location.indices.push(index);
        location.moves = true;
        Ok(())
    }

    /// What a place holds.
    pub fn read(&mut self, place: &'a Place) -> Lowered<Operand> {
        if let PlaceKind::Object(object) = place.kind {
            if let Some(bits) = self.known_constant(object) {
                let (loc, ty) = (self.loc(place.origin), self.number_ty(&place.ty));
                return Ok(Operand::Scalar(self.constant(loc, bits, ty)));
            }
            if let Binding::Value(value) = self.binding(object, place.origin)? {
                return Ok(value);
            }
        }
        let location = self.place(place)?;
        self.read_location(&location, &place.ty, place.origin)
    }

    /// What is at a location.
    pub fn read_location(&mut self, location: &Location, ty: &Type, origin: Origin) -> Lowered<Operand> {
        if matches!(ty, Type::Struct(_)) {
            return Ok(Operand::Struct(location.clone()));
        }
        let loc = self.loc(origin);
        let leaf = self.scalar_leaf(location, ty, origin)?;
        Ok(match leaf.memory {
            LeafMemory::Numbers(memory) => {
                let indices = self.indices(loc, &location.indices);
                Operand::Scalar(self.load(loc, memory, &indices))
            }
            LeafMemory::Pointer(var) => Operand::Pointer(self.read_pointer(loc, var, &location.indices)),
        })
    }

    /// Puts a value at a location.
    pub fn write_location(
        &mut self,
        location: &Location,
        ty: &Type,
        value: &Operand,
        origin: Origin,
    ) -> Lowered<()> {
        let loc = self.loc(origin);
        match value {
            Operand::Nothing => Ok(()),
            Operand::Scalar(value) => {
                let leaf = self.scalar_leaf(location, ty, origin)?;
                let LeafMemory::Numbers(memory) = leaf.memory else {
                    return Err(self.wrong_type(location, origin));
                };
                let indices = self.indices(loc, &location.indices);
                self.store(loc, *value, memory, &indices);
                Ok(())
            }
            Operand::Pointer(value) => self.write_pointer(location, ty, value, origin),
            Operand::Struct(from) => self.copy(from, location, origin),
        }
    }

    fn write_pointer(
        &mut self,
        location: &Location,
        ty: &Type,
        value: &Pointer,
        origin: Origin,
    ) -> Lowered<()> {
        match self.scalar_leaf(location, ty, origin)?.memory {
            LeafMemory::Pointer(var) => self.assign_pointer(var, &location.indices, value, origin),
            LeafMemory::Numbers(_) => Err(self.wrong_type(location, origin)),
        }
    }

    /// The one leaf at a location that holds a scalar of a type.
    fn scalar_leaf(&mut self, location: &Location, ty: &Type, origin: Origin) -> Lowered<Leaf> {
        self.check_open(location.base, origin)?;
        let leaves = &self.bases[location.base].leaves[location.leaves.clone()];
        if let [leaf] = leaves
            && leaf.dims.len() == location.indices.len()
        {
            let leaf = leaf.clone();
            if number_ty(&mut self.ir.ctx, &leaf.ty) == number_ty(&mut self.ir.ctx, ty) {
                return Ok(leaf);
            }
        }
        Err(self.wrong_type(location, origin))
    }

    /// Reports memory that is used as what it is not.
    pub fn wrong_type(&mut self, location: &Location, origin: Origin) -> super::Wrong {
        let name = &self.bases[location.base].name;
        let message = format!("memory of `{name}` is used as another type than it was made with");
        let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
            .note("an array of numbers is a memory for numbers of that size only")
            .hint("use a pointer of the type of the array, and convert the numbers");
        self.report(diagnostic, origin)
    }

    /// Copies a structure, or an array, from one location to another.
    pub fn copy(&mut self, from: &Location, to: &Location, origin: Origin) -> Lowered<()> {
        if from == to {
            return Ok(());
        }
        self.check_open(from.base, origin)?;
        self.check_open(to.base, origin)?;
        let loc = self.loc(origin);
        if from.leaves.len() != to.leaves.len() {
            return Err(self.wrong_type(from, origin));
        }
        for (a, b) in from.leaves.clone().zip(to.leaves.clone()) {
            let source = self.bases[from.base].leaves[a].clone();
            let target = self.bases[to.base].leaves[b].clone();
            let sizes = source.dims[from.indices.len()..].to_vec();
            if sizes != target.dims[to.indices.len()..] || !same_memory(&source.ty, &target.ty) {
                return Err(self.wrong_type(from, origin));
            }
            // A copy of all of a memory carries along what was never written, as that of a structure may in C.
            let is_all = |leaf: &Leaf, indices: &[Index]| {
                indices.iter().all(|index| *index == Index::Known(0))
                    && leaf.dims[..indices.len()].iter().all(|size| *size == Some(1))
            };
            let whole =
                source.dims == target.dims && is_all(&source, &from.indices) && is_all(&target, &to.indices);
            match (source.memory, target.memory) {
                (LeafMemory::Numbers(source), LeafMemory::Numbers(target)) if whole => {
                    self.emit(OpState::new(memref::COPY, loc).operands(&[source, target]));
                }
                _ => {
                    self.copy_elements(loc, (&source, &from.indices), (&target, &to.indices), &sizes, origin)?
                }
            }
        }
        Ok(())
    }

    fn copy_elements(
        &mut self,
        loc: Loc,
        from: (&Leaf, &[Index]),
        to: (&Leaf, &[Index]),
        sizes: &[Option<u64>],
        origin: Origin,
    ) -> Lowered<()> {
        let (source, target) = (from.0.memory, to.0.memory);
        let (from, to) = (from.1.to_vec(), to.1.to_vec());
        self.over(loc, sizes, |f, rest| {
            let (mut from, mut to) = (from, to);
            from.extend_from_slice(rest);
            to.extend_from_slice(rest);
            match (source, target) {
                (LeafMemory::Numbers(source), LeafMemory::Numbers(target)) => {
                    let (from, to) = (f.indices(loc, &from), f.indices(loc, &to));
                    let value = f.load(loc, source, &from);
                    f.store(loc, value, target, &to);
                    Ok(())
                }
                (LeafMemory::Pointer(source), LeafMemory::Pointer(target)) => {
                    let value = f.read_pointer(loc, source, &from);
                    f.assign_pointer(target, &to, &value, origin)
                }
                _ => unreachable!("the kinds of both were compared"),
            }
        })
    }

    /// Loops over all indices into some dimensions of known sizes.
    pub fn over(
        &mut self,
        loc: Loc,
        sizes: &[Option<u64>],
        body: impl FnOnce(&mut Self, &[Index]) -> Lowered<()>,
    ) -> Lowered<()> {
        let mut bounds = Vec::with_capacity(sizes.len());
        for size in sizes {
            let size = size.expect("arrays inside of objects have known sizes");
            bounds.push(self.int(loc, size as i64, ir::Type::I64));
        }
        self.over_bounds(loc, &bounds, body)
    }

    /// Loops from zero to bounds, `i64`s, the first outermost.
    pub fn over_bounds(
        &mut self,
        loc: Loc,
        bounds: &[Value],
        body: impl FnOnce(&mut Self, &[Index]) -> Lowered<()>,
    ) -> Lowered<()> {
        let mut indices = Vec::with_capacity(bounds.len());
        let mut loops = Vec::with_capacity(bounds.len());
        for bound in bounds {
            let (zero, one) = (self.int(loc, 0, ir::Type::I64), self.int(loc, 1, ir::Type::I64));
            let region = self.ir.create_region();
            let block = self.ir.add_block(region);
            indices.push(Index::Value(self.ir.add_argument(block, ir::Type::I64, loc), true));
            loops.push((std::mem::replace(&mut self.block, block), [zero, *bound, one], region));
            self.open.push(block);
        }
        let done = body(self, &indices);
        for (outer, operands, region) in loops.into_iter().rev() {
            self.yield_values(loc, &[]);
            self.open.pop();
            self.block = outer;
            self.emit(OpState::new(scf::FOR, loc).operands(&operands).region(region));
        }
        done
    }
}
