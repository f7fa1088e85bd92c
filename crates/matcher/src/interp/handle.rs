//! What a register holds.

use ir::{Attr, Op, Type, Value};
use std::sync::Arc;

/// A handle to a part of a program, or to several. Handles are equal if they are of the same things, ranges element by element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Handle {
    /// Nothing was there.
    #[default]
    Null,
    /// An operation.
    Op(Op),
    /// A value.
    Value(Value),
    /// A type.
    Type(Type),
    /// An attribute.
    Attr(Attr),
    /// Operations.
    Ops(Arc<[Op]>),
    /// Values.
    Values(Arc<[Value]>),
    /// Types.
    Types(Arc<[Type]>),
}

impl Handle {
    /// The operation, if it is one.
    pub fn op(&self) -> Option<Op> {
        match self {
            Handle::Op(op) => Some(*op),
            _ => None,
        }
    }

    /// The value, if it is one.
    pub fn value(&self) -> Option<Value> {
        match self {
            Handle::Value(value) => Some(*value),
            _ => None,
        }
    }

    /// The type, if it is one.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Handle::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The attribute, if it is one.
    pub fn attr(&self) -> Option<Attr> {
        match self {
            Handle::Attr(attr) => Some(*attr),
            _ => None,
        }
    }

    /// The values of a range, or the one value; `None` for anything else.
    pub fn values(&self) -> Option<&[Value]> {
        match self {
            Handle::Value(value) => Some(std::slice::from_ref(value)),
            Handle::Values(values) => Some(values),
            _ => None,
        }
    }

    /// The types of a range, or the one type; `None` for anything else.
    pub fn types(&self) -> Option<&[Type]> {
        match self {
            Handle::Type(ty) => Some(std::slice::from_ref(ty)),
            Handle::Types(types) => Some(types),
            _ => None,
        }
    }

    /// One of a range; null past the end, and of what is no range.
    pub fn element(&self, index: usize) -> Handle {
        match self {
            Handle::Ops(ops) => ops.get(index).copied().into(),
            Handle::Values(values) => values.get(index).copied().into(),
            Handle::Types(types) => types.get(index).copied().into(),
            _ => Handle::Null,
        }
    }
}

impl From<Option<Op>> for Handle {
    fn from(op: Option<Op>) -> Handle {
        op.map_or(Handle::Null, Handle::Op)
    }
}

impl From<Option<Value>> for Handle {
    fn from(value: Option<Value>) -> Handle {
        value.map_or(Handle::Null, Handle::Value)
    }
}

impl From<Option<Type>> for Handle {
    fn from(ty: Option<Type>) -> Handle {
        ty.map_or(Handle::Null, Handle::Type)
    }
}

impl From<Option<Attr>> for Handle {
    fn from(attr: Option<Attr>) -> Handle {
        attr.map_or(Handle::Null, Handle::Attr)
    }
}
