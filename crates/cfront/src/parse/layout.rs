//! Sizes and alignments of types as the x86-64 ABI has them, how types are written in messages, and objects for string literals.
//!
//! A structure's layout is computed once, when it is completed. This is also where nesting of types is bounded, so that all that walks over a
//! type may recurse, and the number of scalars in a structure, because each becomes a memory of its own.

use super::{Parser, Read};
use crate::token::Place as Origin;
use crate::tree::{Expr, ExprKind, Initial, Object, ObjectId, Storage};
use crate::types::{FloatType, IntType, MAX_LEAVES, MAX_TYPE_DEPTH, Rank, StructId, Type};
use base::{Bits, codes};

/// What there is to know of a complete structure.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Layout {
    /// In bytes, with padding.
    size: u64,
    /// In bytes.
    align: u64,
    /// How deep it nests.
    depth: u32,
    /// How many scalars and arrays of scalars it has.
    leaves: u64,
}

impl Parser<'_> {
    /// How many bytes a type takes.
    pub(super) fn size_of(&mut self, ty: &Type, origin: Origin) -> Read<u64> {
        match self.size(ty) {
            Ok(size) => Ok(size),
            Err(why) => {
                let text = self.type_text(ty);
                Err(self.error(codes::C_TYPE, origin, format!("`{text}` {why}")))
            }
        }
    }

    /// How its objects are aligned, in bytes.
    pub(super) fn align_of(&mut self, ty: &Type, origin: Origin) -> Read<u64> {
        self.size_of(ty, origin)?;
        Ok(self.align(ty))
    }

    fn size(&self, ty: &Type) -> Result<u64, &'static str> {
        match ty {
            Type::Void => Err("has no size"),
            Type::Int(int) => Ok(int_size(*int)),
            Type::Float(FloatType::Single) => Ok(4),
            Type::Float(FloatType::Double) | Type::Pointer { .. } => Ok(8),
            Type::Array { count: None, .. } => {
                Err("has no size, because it does not say how many elements it has")
            }
            Type::Array { element, count: Some(count) } => {
                let bytes = self.size(element)?.checked_mul(*count);
                bytes.filter(|bytes| *bytes <= i64::MAX as u64).ok_or("is too large")
            }
            Type::Struct(id) if self.unit.structs[*id].fields.is_none() => {
                Err("has no size, because its members are not declared")
            }
            Type::Struct(id) => Ok(self.layouts[*id].size),
        }
    }

    fn align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Void => 1,
            Type::Int(int) => int_size(*int).min(8),
            Type::Float(FloatType::Single) => 4,
            Type::Float(FloatType::Double) | Type::Pointer { .. } => 8,
            Type::Array { element, .. } => self.align(element),
            Type::Struct(id) => self.layouts[*id].align.max(1),
        }
    }

    /// How deep a type nests.
    pub(super) fn type_depth(&self, ty: &Type) -> u32 {
        match ty {
            Type::Void | Type::Int(_) | Type::Float(_) => 0,
            Type::Pointer { to: inner, .. } | Type::Array { element: inner, .. } => {
                1 + self.type_depth(inner)
            }
            Type::Struct(id) => self.layouts[*id].depth,
        }
    }

    fn leaves(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array { element, .. } => self.leaves(element),
            Type::Struct(id) => self.layouts[*id].leaves,
            _ => 1,
        }
    }

    /// Computes the layout of a structure whose members, all of complete types, have just been declared.
    pub(super) fn lay_out(&mut self, id: StructId, origin: Origin) -> Read<()> {
        let mut layout = Layout { size: 0, align: 1, depth: 0, leaves: 0 };
        let mut bytes = Some(0u64);
        for field in self.unit.structs[id].fields.iter().flatten() {
            let align = self.align(&field.ty);
            let size = self.size(&field.ty).unwrap_or(0);
            bytes = bytes.and_then(|bytes| bytes.checked_next_multiple_of(align)?.checked_add(size));
            layout.align = layout.align.max(align);
            layout.depth = layout.depth.max(self.type_depth(&field.ty) + 1);
            layout.leaves += self.leaves(&field.ty);
        }
        bytes = bytes.and_then(|bytes| bytes.checked_next_multiple_of(layout.align));
        let size = bytes.filter(|bytes| *bytes <= i64::MAX as u64);
        layout.size = size.unwrap_or(0);
        let problem = match () {
            () if size.is_none() => Some((codes::C_TYPE, "the structure is too large".to_string())),
            () if layout.leaves > MAX_LEAVES => {
                let message = format!(
                    "structures of more than {MAX_LEAVES} members, inner ones counted, are not supported"
                );
                Some((codes::C_UNSUPPORTED, message))
            }
            () if layout.depth > MAX_TYPE_DEPTH => {
                Some((codes::C_TOO_DEEP, format!("the type nests more than {MAX_TYPE_DEPTH} deep")))
            }
            () => None,
        };
        if let Some((code, message)) = problem {
            // What goes on being read must not build on it.
            self.layouts[id] = Layout { size: 0, align: 1, depth: 0, leaves: 0 };
            self.unit.structs[id].fields = Some(Vec::new());
            return Err(self.error(code, origin, message));
        }
        self.layouts[id] = layout;
        Ok(())
    }

    /// A type as it is written in C.
    pub(super) fn type_text(&self, ty: &Type) -> String {
        // C writes declarators around the name, so the text grows on both sides of where a name would stand.
        let (mut before, mut after) = (String::new(), String::new());
        let mut ty = ty;
        let mut constant = false;
        loop {
            match ty {
                Type::Pointer { to, constant: to_constant } => {
                    let qualifier = if constant { "const" } else { "" };
                    before = format!("*{qualifier}{before}");
                    if matches!(**to, Type::Array { .. }) {
                        before = format!("({before}");
                        after.push(')');
                    }
                    (ty, constant) = (to, *to_constant);
                }
                Type::Array { element, count } => {
                    after.push_str(&count.map_or("[]".to_string(), |count| format!("[{count}]")));
                    ty = element;
                }
                _ => break,
            }
        }
        let name = match ty {
            Type::Int(int) => int_text(*int),
            Type::Float(FloatType::Single) => "float".to_string(),
            Type::Float(FloatType::Double) => "double".to_string(),
            Type::Struct(id) => match &self.unit.structs[*id].name {
                Some(name) => format!("struct {name}"),
                None => "struct".to_string(),
            },
            _ => "void".to_string(),
        };
        let space = if before.is_empty() { "" } else { " " };
        format!("{}{name}{space}{before}{after}", if constant { "const " } else { "" })
    }

    /// The object of a string literal: constant characters, with the final zero.
    pub(super) fn string_object(&mut self, bytes: &[u8], origin: Origin) -> ObjectId {
        let ty = Type::Int(IntType::CHAR).array(Some(bytes.len() as u64 + 1));
        let initial = Some(string_initial(bytes, IntType::CHAR, origin));
        let name = "string".into();
        let id =
            self.new_object(Object { name, ty, constant: true, storage: Storage::Static, origin, initial });
        self.unit.strings.push(id);
        id
    }
}

/// What an array of characters begins with that a string initialises.
pub(super) fn string_initial(bytes: &[u8], char_type: IntType, origin: Origin) -> Initial {
    let part = |(index, byte): (usize, &u8)| {
        let kind = ExprKind::Int(Bits::from_u64(8, u64::from(*byte)));
        (index as u64, Initial::Value(Expr { kind, ty: Type::Int(char_type), origin }))
    };
    Initial::Parts(bytes.iter().enumerate().filter(|(_, byte)| **byte != 0).map(part).collect())
}

/// How many bytes an integer takes. A `_BitInt` of up to 64 bits takes those of the next standard type, a wider one whole words.
fn int_size(int: IntType) -> u64 {
    match int.width() {
        0..=8 => 1,
        9..=16 => 2,
        17..=32 => 4,
        width => u64::from(width).div_ceil(64) * 8,
    }
}

fn int_text(int: IntType) -> String {
    let name = match int.rank {
        Rank::Bool => return "_Bool".to_string(),
        Rank::Char => "char",
        Rank::Short => "short",
        Rank::Int => "int",
        Rank::Long => "long",
        Rank::LongLong => "long long",
        Rank::Bit(width) => &format!("_BitInt({width})"),
    };
    format!("{}{name}", if int.signed { "" } else { "unsigned " })
}
