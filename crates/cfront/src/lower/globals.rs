//! Static objects: a private `memref.global` for each leaf, made when a function first uses it.

use super::initial::{Part, element_count, parts, position};
use super::memory::{Binding, Leaf, LeafMemory, Source, number_ty};
use super::pointer::Target;
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{Expr, ExprKind, Initial, ObjectId, Storage};
use crate::types::Type;
use base::{Bits, codes, float};
use dialects::memref;
use ir::dense::dense_attr;
use ir::{Attr, AttrKind, Loc, OpState, TypeKind, Value};

/// The bits of a number that is known.
pub(crate) fn constant_bits(expr: &Expr) -> Option<Bits> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Int(bits), _) => Some(bits.clone()),
        (ExprKind::Float(value), Type::Float(float)) => Some(float::from_f64(float.format(), *value)),
        _ => None,
    }
}

/// A memory of the module.
#[derive(Clone, Debug)]
pub(crate) struct Global {
    name: String,
    ty: ir::Type,
}

/// Which memory of an object: a leaf of numbers, an index of a pointer, whether a pointer is null; or that of the string literals that meet,
/// which counts as one of the first of them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GlobalPart {
    Numbers,
    Index(usize),
    Null,
    Literals,
}

impl<'a> Function<'a> {
    /// What the name of a static object is bound to.
    pub fn static_binding(&mut self, id: ObjectId) -> Lowered<Binding> {
        if let Some(binding) = self.statics.get(&id) {
            return Ok(binding.clone());
        }
        if let Some(binding) = self.shared_literal(id)? {
            self.statics.insert(id, binding.clone());
            return Ok(binding);
        }
        let object = &self.unit.objects[id];
        let in_front = self.facts()[id].address_taken && !matches!(object.ty, Type::Array { .. });
        let found = object.initial.as_ref().map(|initial| parts(self.unit, &object.ty, initial));
        let found = found.unwrap_or_default();
        self.make_static(id, in_front, &found)
    }

    fn make_static(&mut self, id: ObjectId, in_front: bool, found: &[Part<'a>]) -> Lowered<Binding> {
        let object = &self.unit.objects[id];
        let origin = object.origin;
        let mut leaves = Vec::new();
        let mut pointers = Vec::new();
        for (number, (mut dims, ty)) in self.leaves_of(&object.ty, origin)?.into_iter().enumerate() {
            let own: Vec<&Part<'a>> = found.iter().filter(|part| part.leaf == number).collect();
            let inner = dims.clone();
            if in_front {
                dims.insert(0, Some(1));
            }
            let memory = match number_ty(&mut self.ir.ctx, &ty) {
                Some(element) => {
                    let key = (id, number, GlobalPart::Numbers);
                    if !self.has_global(key) {
                        let values = self.static_values(&inner, element, &own, origin)?;
                        self.add_global(key, &object.name, &dims, element, Some(values), object.constant);
                    }
                    LeafMemory::Numbers(self.get_global(key))
                }
                None => {
                    let whole = matches!(object.ty, Type::Pointer { .. }).then_some(id);
                    let var = self.static_pointer(id, number, &dims, whole);
                    pointers.push((var, number, inner));
                    LeafMemory::Pointer(var)
                }
            };
            leaves.push(Leaf { dims, ty, memory });
        }
        let base = self.add_base(&object.name, leaves, Source::Static, self.open[0]);
        let binding = Binding::Memory(base, in_front);
        // Known from here on: a static pointer may point to an object that points back.
        self.statics.insert(id, binding.clone());
        for (var, number, dims) in pointers {
            let own: Vec<&Part<'a>> = found.iter().filter(|part| part.leaf == number).collect();
            self.static_pointer_values(var, (id, number), &dims, &own, origin)?;
        }
        Ok(binding)
    }

    /// The elements that a leaf begins with: one for all if they are zero.
    fn static_values(
        &mut self,
        dims: &[Option<u64>],
        element: ir::Type,
        own: &[&Part<'a>],
        origin: Origin,
    ) -> Lowered<Vec<Bits>> {
        let width = self.ir.ctx.scalar_width(element).expect("leaves are scalars");
        let mut constants = Vec::with_capacity(own.len());
        for part in own {
            match constant_bits(part.value) {
                Some(bits) => constants.push((position(dims, &part.indices), bits)),
                None => {
                    let message = "a static object begins with something that is not known now";
                    return Err(self.error(codes::C_CONSTANT, part.value.origin, message));
                }
            }
        }
        let all_zero = constants.iter().all(|(_, bits)| bits.is_zero());
        let mut values = self.zeros_or_too_large(element_count(dims), width, all_zero, origin)?;
        if !all_zero {
            for (at, bits) in constants {
                values[at] = bits;
            }
        }
        Ok(values)
    }

    /// The value of a static constant that is a number: there is no need to load it.
    pub fn known_constant(&self, id: ObjectId) -> Option<Bits> {
        let object = &self.unit.objects[id];
        let constant = object.constant && object.storage == Storage::Static && object.ty.is_arithmetic();
        match &object.initial {
            Some(Initial::Value(value)) if constant => constant_bits(value),
            _ => None,
        }
    }

    // ----- pointers -----

    fn static_pointer(
        &mut self,
        id: ObjectId,
        number: usize,
        dims: &[Option<u64>],
        whole: Option<ObjectId>,
    ) -> super::PointerVarId {
        let name = &self.unit.objects[id].name;
        self.pointers.push(super::PointerVar {
            name: name.clone(),
            object: whole,
            frame: usize::MAX,
            fixed: Some((id, number)),
            dims: dims.to_vec(),
            target: None,
            indices: Vec::new(),
            known: Vec::new(),
            null: None,
            null_first: false,
            loops: 0,
            searched: false,
        })
    }

    /// Memories for the indices of a static pointer, with what they begin with.
    fn static_pointer_values(
        &mut self,
        var: super::PointerVarId,
        (id, number): (ObjectId, usize),
        dims: &[Option<u64>],
        own: &[&Part<'a>],
        origin: Origin,
    ) -> Lowered<()> {
        let count = element_count(dims);
        if count > super::initial::MOST_ELEMENTS {
            return Err(self.error(codes::C_UNSUPPORTED, origin, format!("an array of {count} pointers")));
        }
        let mut target: Option<Target> = None;
        let mut nulls = vec![Bits::from_bool(true); count as usize];
        let mut indices = vec![Vec::new(); count as usize];
        for part in own {
            if matches!(strip(part.value).kind, ExprKind::Null) {
                continue;
            }
            let Some((to, at)) = self.constant_address(part.value) else {
                let message = "a static pointer begins with something that is not known now";
                return Err(self.error(codes::C_CONSTANT, part.value.origin, message));
            };
            if target.as_ref().is_some_and(|target| *target != to) {
                let name = &self.unit.objects[id].name;
                let message = format!("the pointers of `{name}` point into different arrays");
                return Err(self.error(codes::C_POINTER, part.value.origin, message));
            }
            target = Some(to);
            let at_element = position(dims, &part.indices);
            nulls[at_element] = Bits::from_bool(false);
            indices[at_element] = at;
        }
        let dims = self.pointers[var].dims.clone();
        let name = self.unit.objects[id].name.clone();
        let key = (id, number, GlobalPart::Null);
        if !self.has_global(key) {
            self.add_global(key, &format!("{name}_null"), &dims, ir::Type::I1, Some(nulls), false);
        }
        self.pointers[var].null = Some(self.get_global(key));
        if let Some(target) = target {
            for part in 0..target.indices {
                let key = (id, number, GlobalPart::Index(part));
                if !self.has_global(key) {
                    let value = |at: &Vec<i64>| {
                        Bits::from_i64(64, at.get(part).copied().unwrap_or(super::pointer::NOWHERE))
                    };
                    let values = indices.iter().map(value).collect();
                    self.add_global(key, &format!("{name}_index"), &dims, ir::Type::I64, Some(values), false);
                }
            }
            self.settle(var, target);
        }
        Ok(())
    }

    /// A memory for an index of a static pointer.
    pub fn static_index(
        &mut self,
        (id, number): (ObjectId, usize),
        part: usize,
        dims: &[Option<u64>],
    ) -> Value {
        let key = (id, number, GlobalPart::Index(part));
        if !self.has_global(key) {
            let name = format!("{}_index", self.unit.objects[id].name);
            let nowhere = vec![Bits::from_i64(64, super::pointer::NOWHERE)];
            self.add_global(key, &name, dims, ir::Type::I64, Some(nowhere), false);
        }
        self.get_global(key)
    }

    // ----- memories of the module -----

    /// A constant memory with these elements (or one for all), which nobody has a name for.
    pub fn constant_table(
        &mut self,
        name: &str,
        dims: &[Option<u64>],
        element: ir::Type,
        values: Vec<Bits>,
        origin: Origin,
    ) -> Value {
        let loc = self.loc(origin);
        let global = self.make_global(loc, name, dims, element, Some(values), true);
        self.get(global)
    }

    /// A constant memory all of whose elements, `i64`s, are one number.
    pub fn table_of(&mut self, number: Bits, name: &str, dims: &[Option<u64>]) -> Value {
        let global = self.make_global(Loc::UNKNOWN, name, dims, ir::Type::I64, Some(vec![number]), true);
        self.get(global)
    }

    /// A local constant array: the memory with its elements is the object.
    pub fn table(&mut self, id: ObjectId, found: &[Part<'a>]) -> Lowered<Binding> {
        // Each time the function is lowered the same memory serves.
        if let Some(binding) = self.statics.get(&id) {
            return Ok(binding.clone());
        }
        self.make_static(id, false, found)
    }

    /// Whether a memory is there already.
    pub fn has_global(&self, key: (ObjectId, usize, GlobalPart)) -> bool {
        self.module.globals.contains_key(&key)
    }

    /// Adds a memory to the module; without values nothing is in it yet.
    pub fn add_global(
        &mut self,
        key: (ObjectId, usize, GlobalPart),
        name: &str,
        dims: &[Option<u64>],
        element: ir::Type,
        values: Option<Vec<Bits>>,
        constant: bool,
    ) {
        let loc = super::loc::of(&mut self.ir.ctx, self.unit.objects[key.0].origin);
        let global = self.make_global(loc, name, dims, element, values, constant);
        self.module.globals.insert(key, global);
    }

    /// A memory of the module that is there.
    pub fn get_global(&mut self, key: (ObjectId, usize, GlobalPart)) -> Value {
        let global = self.module.globals[&key].clone();
        self.get(global)
    }

    fn get(&mut self, global: Global) -> Value {
        let root = self.ir.ctx.str(&global.name);
        let name = self.ir.ctx.attr(AttrKind::Symbol { root, nested: Box::new([]) });
        let state =
            OpState::new(memref::GET_GLOBAL, Loc::UNKNOWN).results(&[global.ty]).prop(self.ir, "name", name);
        let op = self.at_entry(state);
        self.ir.result(op, 0)
    }

    fn make_global(
        &mut self,
        loc: Loc,
        name: &str,
        dims: &[Option<u64>],
        element: ir::Type,
        values: Option<Vec<Bits>>,
        constant: bool,
    ) -> Global {
        let name = self.module.unique(name);
        let ty = self.memref_ty(dims, element);
        let tensor = self.ir.ctx.ty(TypeKind::Tensor { shape: dims.into(), element, encoding: None });
        let initial = match values {
            // An array without elements has none to begin with.
            Some(values) if dims.contains(&Some(0)) => dense_attr(&mut self.ir.ctx, tensor, &values[..0]),
            Some(values) => dense_attr(&mut self.ir.ctx, tensor, &values),
            None => Attr::UNIT,
        };
        let ctx = &mut self.ir.ctx;
        let (sym_name, visibility, ty_attr) =
            (ctx.str_attr(&name), ctx.str_attr("private"), ctx.type_attr(ty));
        let mut state = OpState::new(memref::GLOBAL, loc)
            .prop(self.ir, "sym_name", sym_name)
            .prop(self.ir, "sym_visibility", visibility)
            .prop(self.ir, "type", ty_attr)
            .prop(self.ir, "initial_value", initial);
        if constant {
            state = state.prop(self.ir, "constant", Attr::UNIT);
        }
        let op = self.ir.create(state);
        self.module.ops.push(op);
        Global { name, ty }
    }
}

/// What is converted, under conversions.
fn strip(mut expr: &Expr) -> &Expr {
    while let ExprKind::Convert(from) = &expr.kind {
        expr = from;
    }
    expr
}
