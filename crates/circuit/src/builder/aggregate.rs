//! Arrays and structs, which are bits with an inner order: element 0 of an array is lowest, the first field of a struct highest.

use super::{Arg, Logic};
use dialects::hw;
use ir::{Type, Value};

impl Logic<'_> {
    /// The same bits as another type of the same width.
    #[track_caller]
    pub fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        if self.ir.ty(value) == ty {
            return value;
        }
        let (have, want) = (self.width_of(self.ir.ty(value)), self.width_of(ty));
        assert!(have == want, "{have} bits are no {want} bits");
        let state = self.state(hw::BITCAST).operands(&[value]).results(&[ty]);
        self.value(state)
    }

    /// The array type of `size` elements.
    pub fn array_ty(&mut self, size: u64, element: Type) -> Type {
        hw::array_ty(&mut self.ir.ctx, size, element)
    }

    /// The struct type of these fields.
    pub fn struct_ty(&mut self, fields: &[(&str, Type)]) -> Type {
        let fields: Vec<_> = fields.iter().map(|(name, ty)| (self.ir.ctx.str(name), *ty)).collect();
        hw::struct_ty(&mut self.ir.ctx, &fields)
    }

    /// The array of these elements, element 0 first (in the text of the IR it is the last).
    #[track_caller]
    pub fn array(&mut self, elements: &[Value]) -> Value {
        let element = self.ir.ty(*elements.first().expect("an array has an element"));
        elements.iter().for_each(|other| self.check_type(hw::ARRAY_CREATE, *other, element));
        let ty = self.array_ty(elements.len() as u64, element);
        let highest_first: Vec<Value> = elements.iter().rev().copied().collect();
        let state = self.state(hw::ARRAY_CREATE).operands(&highest_first).results(&[ty]);
        self.value(state)
    }

    /// The element of an array at an index; 0 past the end.
    #[track_caller]
    pub fn array_get(&mut self, array: Value, index: impl Into<Arg>) -> Value {
        let (size, element) = self.array_shape(array);
        let index = self.index(size, index.into());
        let state = self.state(hw::ARRAY_GET).operands(&[array, index]).results(&[element]);
        self.value(state)
    }

    /// The array with another element at an index; unchanged past the end.
    #[track_caller]
    pub fn array_inject(&mut self, array: Value, index: impl Into<Arg>, element: Value) -> Value {
        let (size, ty) = self.array_shape(array);
        self.check_type(hw::ARRAY_INJECT, element, ty);
        let index = self.index(size, index.into());
        let array_ty = self.ir.ty(array);
        let state = self.state(hw::ARRAY_INJECT).operands(&[array, index, element]).results(&[array_ty]);
        self.value(state)
    }

    /// `size` elements of an array from an index on; zeros past the end.
    #[track_caller]
    pub fn array_slice(&mut self, array: Value, low: impl Into<Arg>, size: u64) -> Value {
        let (whole, element) = self.array_shape(array);
        assert!(size <= whole, "{size} elements of {whole}");
        let low = self.index(whole, low.into());
        let ty = self.array_ty(size, element);
        let state = self.state(hw::ARRAY_SLICE).operands(&[array, low]).results(&[ty]);
        self.value(state)
    }

    /// The struct of these fields.
    pub fn structure(&mut self, fields: &[(&str, Value)]) -> Value {
        let types: Vec<(&str, Type)> =
            fields.iter().map(|(name, value)| (*name, self.ir.ty(*value))).collect();
        let ty = self.struct_ty(&types);
        let values: Vec<Value> = fields.iter().map(|(_, value)| *value).collect();
        let state = self.state(hw::STRUCT_CREATE).operands(&values).results(&[ty]);
        self.value(state)
    }

    /// A field of a struct.
    #[track_caller]
    pub fn field(&mut self, structure: Value, name: &str) -> Value {
        let (index, ty) = self.field_place(structure, name);
        let index = self.ir.ctx.int_attr(index, Type::I32);
        let state = self.state(hw::STRUCT_EXTRACT).operands(&[structure]).results(&[ty]);
        let state = state.prop(self.ir, "fieldIndex", index);
        self.value(state)
    }

    /// The struct with another value of a field.
    #[track_caller]
    pub fn with_field(&mut self, structure: Value, name: &str, value: Value) -> Value {
        let (index, ty) = self.field_place(structure, name);
        self.check_type(hw::STRUCT_INJECT, value, ty);
        let index = self.ir.ctx.int_attr(index, Type::I32);
        let ty = self.ir.ty(structure);
        let state = self.state(hw::STRUCT_INJECT).operands(&[structure, value]).results(&[ty]);
        let state = state.prop(self.ir, "fieldIndex", index);
        self.value(state)
    }

    #[track_caller]
    fn array_shape(&self, array: Value) -> (u64, Type) {
        hw::array(&self.ir.ctx, self.ir.ty(array)).expect("an array is indexed")
    }

    #[track_caller]
    fn index(&mut self, size: u64, index: Arg) -> Value {
        let width = hw::index_width(size);
        let index = self.arg(index, width);
        let ty = self.int_ty(width);
        self.check_type(hw::ARRAY_GET, index, ty);
        index
    }

    #[track_caller]
    fn field_place(&self, structure: Value, name: &str) -> (i64, Type) {
        let fields = hw::fields(&self.ir.ctx, self.ir.ty(structure)).expect("a struct has fields");
        let found = (0..).zip(fields.iter()).find(|(_, field)| &self.ir.ctx[field.0] == name);
        let (index, field) = found.unwrap_or_else(|| panic!("the struct has no field `{name}`"));
        (index, field.1)
    }
}
