//! The context: everything interned, and the registry of what operations, types and enumerations mean.
//!
//! Handles are looked up by indexing: `ctx[ty]` is a [`TypeKind`], `ctx[attr]` an [`AttrKind`], `&ctx[string]` a `str`.

use crate::attrs::{Attr, AttrKind};
use crate::loc::{Loc, LocKind};
use crate::opdef::Presence;
use crate::registry::{Dialect, OpCode, OwnAttrs, Registry};
use crate::rules::Rules;
use crate::types::{COMMON, Sign, Type, TypeKind};
use base::{Bits, FloatFormat, IdMap, Interner, Sources, Span, Str, Strings};
use std::ops::Index;

/// Interned strings, types, attributes and locations, the sources that were read, and the registered dialects.
#[derive(Clone)]
pub struct Context {
    /// The texts that locations and diagnostics point into.
    pub sources: Sources,
    pub(crate) strings: Strings,
    types: Interner<Type, TypeKind>,
    attrs: Interner<Attr, AttrKind>,
    locs: IdMap<Loc, LocKind>,
    /// The registered dialects.
    pub registry: Registry,
}

impl Context {
    /// A context that knows these dialects.
    pub fn new(dialects: &[&'static Dialect]) -> Context {
        let mut ctx = Context {
            sources: Sources::default(),
            strings: Strings::default(),
            types: Interner::default(),
            attrs: Interner::default(),
            locs: IdMap::default(),
            registry: Registry::default(),
        };
        for kind in COMMON {
            ctx.types.intern(kind.clone());
        }
        // The order of the constants of `Attr`.
        for kind in [
            AttrKind::Unit,
            AttrKind::Dict(Box::new([])),
            AttrKind::Integer { value: Bits::from_bool(false), ty: Type::I1 },
            AttrKind::Integer { value: Bits::from_bool(true), ty: Type::I1 },
        ] {
            ctx.attrs.intern(kind);
        }
        ctx.locs.push(LocKind::Unknown);
        for dialect in dialects {
            ctx.register(dialect);
        }
        ctx
    }

    /// Adds a dialect.
    pub fn register(&mut self, dialect: &'static Dialect) {
        let mut attrs = Vec::with_capacity(dialect.ops.len());
        for def in dialect.ops {
            let mut entries = Vec::with_capacity(def.attrs.len());
            for attr in def.attrs {
                let default = match attr.presence {
                    Presence::Default(value) => Some(value(self)),
                    _ => None,
                };
                entries.push((self.str(attr.name), default));
            }
            let defaults = entries.iter().filter_map(|(name, default)| Some((*name, (*default)?))).collect();
            attrs.push(OwnAttrs { defaults: self.dict_attr(defaults), entries: entries.into() });
        }
        let attrs = attrs.into();
        self.registry.register(dialect, attrs);
    }

    /// Adds a dialect that was defined at run time, with the rules of its operations, types and attributes by full name.
    pub fn register_loaded(&mut self, dialect: &'static Dialect, rules: Vec<(&'static str, Rules)>) {
        self.register(dialect);
        for (name, rules) in rules {
            self.registry.add_rules(name, rules);
        }
    }

    /// Whether `value` is what the operation's own attribute `name` is when it is left out.
    pub fn is_default(&self, code: OpCode, name: &str, value: Attr) -> bool {
        self.registry.own_attrs(code).is_some_and(|own| {
            own.entries.iter().any(|(n, default)| *default == Some(value) && &self[*n] == name)
        })
    }

    /// Interns a string.
    pub fn str(&mut self, text: &str) -> Str {
        self.strings.intern(text)
    }

    /// The handle of a string, if it was interned before.
    pub fn find_str(&self, text: &str) -> Option<Str> {
        self.strings.get(text)
    }

    /// Interns a type.
    pub fn ty(&mut self, kind: TypeKind) -> Type {
        self.types.intern(kind)
    }

    /// Interns an attribute.
    pub fn attr(&mut self, kind: AttrKind) -> Attr {
        self.attrs.intern(kind)
    }

    /// The code of the operation of this name; one that no dialect defines is known by its name from now on.
    pub fn op_code(&mut self, name: &str) -> OpCode {
        self.registry.find_op(name).unwrap_or_else(|| self.registry.unregistered_op(name))
    }

    /// Makes a location. Locations are not uniqued: each operation has its own, and nobody compares them.
    pub fn loc(&mut self, kind: LocKind) -> Loc {
        self.locs.push(kind)
    }

    /// Makes a location another one than it was.
    pub(crate) fn set_loc_kind(&mut self, loc: Loc, kind: LocKind) {
        self.locs[loc] = kind;
    }

    // ----- types -----

    /// The signless integer type of `width` bits.
    pub fn int_ty(&mut self, width: u32) -> Type {
        self.ty(TypeKind::Integer { width, sign: Sign::Signless })
    }

    /// The float type of a format.
    pub fn float_ty(&mut self, format: FloatFormat) -> Type {
        self.ty(TypeKind::Float(format))
    }

    /// A function type.
    pub fn fn_ty(&mut self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() })
    }

    /// Bits of a scalar: the width of an integer or float, 64 for `index`. `None` for anything else.
    pub fn scalar_width(&self, ty: Type) -> Option<u32> {
        match &self[ty] {
            TypeKind::Integer { width, .. } => Some(*width),
            TypeKind::Index => Some(64),
            TypeKind::Float(format) => Some(format.width()),
            _ => None,
        }
    }

    /// Bits of a value: those of a scalar, or of a type of a dialect that says how its values are bits.
    pub fn bit_width(&self, ty: Type) -> Option<u64> {
        match &self[ty] {
            TypeKind::Dialect { def, params } => (def.bits?.width)(self, params),
            _ => self.scalar_width(ty).map(u64::from),
        }
    }

    /// The bits of a constant of a type; `None` when the attribute is no constant of it, or of more bits than a vector has.
    pub fn bits_of(&self, attr: Attr, ty: Type) -> Option<Bits> {
        match &self[ty] {
            TypeKind::Dialect { def, params } => (def.bits?.pack)(self, params, attr),
            _ => self.scalar_bits(attr).filter(|bits| self.scalar_width(ty) == Some(bits.width())).cloned(),
        }
    }

    /// The constant of a type that has these bits; `None` when its values are not so many bits.
    pub fn attr_of_bits(&mut self, bits: Bits, ty: Type) -> Option<Attr> {
        if self.bit_width(ty) != Some(u64::from(bits.width())) {
            return None;
        }
        match self[ty].clone() {
            TypeKind::Dialect { def, params } => (def.bits?.unpack)(self, &params, &bits),
            _ => self.scalar_attr(bits, ty),
        }
    }

    /// The format of a float type.
    pub fn float_format(&self, ty: Type) -> Option<FloatFormat> {
        match &self[ty] {
            TypeKind::Float(format) => Some(*format),
            _ => None,
        }
    }

    /// The element type of a vector, tensor or memref; of a scalar, itself.
    pub fn element_ty(&self, ty: Type) -> Type {
        match &self[ty] {
            TypeKind::Memref { element, .. }
            | TypeKind::UnrankedMemref { element, .. }
            | TypeKind::Tensor { element, .. }
            | TypeKind::UnrankedTensor { element }
            | TypeKind::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// Whether this is a vector or tensor, on which elementwise operations work like on a scalar.
    pub fn is_vector_or_tensor(&self, ty: Type) -> bool {
        matches!(
            self[ty],
            TypeKind::Vector { .. } | TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. }
        )
    }

    /// The type of the same shape as `ty` (a scalar, vector or tensor) with another element.
    pub fn with_element(&mut self, ty: Type, element: Type) -> Type {
        let kind = match self[ty].clone() {
            TypeKind::Vector { shape, .. } => TypeKind::Vector { shape, element },
            TypeKind::Tensor { shape, encoding, .. } => TypeKind::Tensor { shape, element, encoding },
            TypeKind::UnrankedTensor { .. } => TypeKind::UnrankedTensor { element },
            _ => return element,
        };
        self.ty(kind)
    }

    // ----- attributes -----

    /// An integer attribute of a type (an integer or `index`), from a value that is truncated to it.
    pub fn int_attr(&mut self, value: i64, ty: Type) -> Attr {
        let width = self.scalar_width(ty).expect("an integer attribute has an integer or index type");
        self.attr(AttrKind::Integer { value: Bits::from_i64(width, value), ty })
    }

    /// `true` or `false`.
    pub fn bool_attr(&mut self, value: bool) -> Attr {
        if value { Attr::TRUE } else { Attr::FALSE }
    }

    /// The integer or float attribute whose bits are `bits`; `None` when the type is no scalar.
    pub fn scalar_attr(&mut self, bits: Bits, ty: Type) -> Option<Attr> {
        let kind = match &self[ty] {
            TypeKind::Integer { .. } | TypeKind::Index => AttrKind::Integer { value: bits, ty },
            TypeKind::Float(_) => AttrKind::Float { bits, ty },
            _ => return None,
        };
        Some(self.attr(kind))
    }

    /// The bits of an integer or float attribute.
    pub fn scalar_bits(&self, attr: Attr) -> Option<&Bits> {
        match &self[attr] {
            AttrKind::Integer { value, .. } => Some(value),
            AttrKind::Float { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// A string attribute.
    pub fn str_attr(&mut self, text: &str) -> Attr {
        let value = self.str(text);
        self.attr(AttrKind::String { value, ty: Type::NONE })
    }

    /// A type as an attribute.
    pub fn type_attr(&mut self, ty: Type) -> Attr {
        self.attr(AttrKind::Type(ty))
    }

    /// `[a, b]`
    pub fn array_attr(&mut self, items: &[Attr]) -> Attr {
        self.attr(AttrKind::Array(items.into()))
    }

    /// `array<i32: …>`
    pub fn i32_array_attr(&mut self, items: &[i32]) -> Attr {
        let data = items.iter().flat_map(|i| i.to_le_bytes()).collect();
        self.attr(AttrKind::DenseArray { element: Type::I32, data })
    }

    /// `array<i64: …>`
    pub fn i64_array_attr(&mut self, items: &[i64]) -> Attr {
        let data = items.iter().flat_map(|i| i.to_le_bytes()).collect();
        self.attr(AttrKind::DenseArray { element: Type::I64, data })
    }

    /// The items of `array<iN: …>` with N at most 64, sign extended.
    pub fn int_array(&self, attr: Attr) -> Option<Vec<i64>> {
        let AttrKind::DenseArray { element, data } = &self[attr] else { return None };
        let TypeKind::Integer { width, .. } = self[*element] else { return None };
        let bytes = width.div_ceil(8) as usize;
        if bytes > 8 {
            return None;
        }
        let item = |chunk: &[u8]| {
            let mut word = [if chunk.last().is_some_and(|b| b & 0x80 != 0) { 0xff } else { 0 }; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            i64::from_le_bytes(word)
        };
        Some(data.chunks_exact(bytes).map(item).collect())
    }

    /// A dictionary; sorts the entries, and of two with one name keeps the later.
    pub fn dict_attr(&mut self, mut entries: Vec<(Str, Attr)>) -> Attr {
        if entries.is_empty() {
            return Attr::EMPTY_DICT;
        }
        if !entries.is_sorted_by(|a, b| self.strings[a.0] < self.strings[b.0]) {
            entries.reverse();
            entries.sort_by(|a, b| self.strings[a.0].cmp(&self.strings[b.0]));
            entries.dedup_by(|later, first| later.0 == first.0);
        }
        self.attr(AttrKind::Dict(entries.into()))
    }

    /// The entries of a dictionary; of anything else, none.
    pub fn dict(&self, attr: Attr) -> &[(Str, Attr)] {
        match &self[attr] {
            AttrKind::Dict(entries) => entries,
            _ => &[],
        }
    }

    /// The entry `name` of a dictionary.
    pub fn dict_get(&self, dict: Attr, name: &str) -> Option<Attr> {
        // Dictionaries of operations are short: comparing a few strings is faster than finding the handle of one.
        self.dict(dict).iter().find(|(key, _)| &self.strings[*key] == name).map(|(_, value)| *value)
    }

    /// The text of a string attribute.
    pub fn str_value(&self, attr: Attr) -> Option<&str> {
        match &self[attr] {
            AttrKind::String { value, .. } => Some(&self.strings[*value]),
            _ => None,
        }
    }

    /// The value of an integer attribute as a signed number, if it fits.
    pub fn int_value(&self, attr: Attr) -> Option<i64> {
        match &self[attr] {
            AttrKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    }

    /// The type an attribute carries: that of an integer, float, dense or typed string; `None` for the others.
    pub fn attr_ty(&self, attr: Attr) -> Option<Type> {
        match &self[attr] {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::Dense { ty, .. }
            | AttrKind::DenseStrings { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::Sparse { ty, .. } => Some(*ty),
            AttrKind::String { ty, .. } | AttrKind::Dialect { ty, .. } | AttrKind::Opaque { ty, .. }
                if *ty != Type::NONE =>
            {
                Some(*ty)
            }
            _ => None,
        }
    }

    // ----- locations -----

    /// The place in a source that a location leads to, if any: through names, calls and the first of fused ones.
    pub fn span(&self, mut loc: Loc) -> Option<Span> {
        loop {
            loc = match &self[loc] {
                LocKind::Span(span) => return Some(*span),
                LocKind::Named { child, .. } => *child,
                LocKind::CallSite { callee, .. } => *callee,
                LocKind::Fused { locs, .. } => *locs.first()?,
                LocKind::Unknown | LocKind::File { .. } => return None,
            };
        }
    }

    /// The file, line and column a location states in its text (not those of the text itself).
    pub fn file_place(&self, mut loc: Loc) -> Option<(&str, u32, u32)> {
        loop {
            loc = match &self[loc] {
                LocKind::File { file, line, column } => return Some((&self.strings[*file], *line, *column)),
                LocKind::Named { child, .. } => *child,
                LocKind::CallSite { callee, .. } => *callee,
                LocKind::Fused { locs, .. } => *locs.first()?,
                LocKind::Unknown | LocKind::Span(_) => return None,
            };
        }
    }
}

impl Index<Type> for Context {
    type Output = TypeKind;
    fn index(&self, ty: Type) -> &TypeKind {
        &self.types[ty]
    }
}

impl Index<Attr> for Context {
    type Output = AttrKind;
    fn index(&self, attr: Attr) -> &AttrKind {
        &self.attrs[attr]
    }
}

impl Index<Str> for Context {
    type Output = str;
    fn index(&self, string: Str) -> &str {
        &self.strings[string]
    }
}

impl Index<Loc> for Context {
    type Output = LocKind;
    fn index(&self, loc: Loc) -> &LocKind {
        &self.locs[loc]
    }
}
