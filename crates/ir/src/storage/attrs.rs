//! The attributes of an operation: its own, as its record names them, and others.

use super::{Ir, Op};
use crate::attrs::Attr;

impl Ir {
    /// The operation's own attributes (MLIR's properties), a dictionary.
    pub fn props(&self, op: Op) -> Attr {
        self.ops[op].props
    }

    /// The other attributes, a dictionary.
    pub fn attrs(&self, op: Op) -> Attr {
        self.ops[op].attrs
    }

    /// Replaces the operation's own attributes.
    pub fn set_props(&mut self, op: Op, dict: Attr) {
        self.ops[op].props = dict;
    }

    /// Replaces the other attributes.
    pub fn set_attrs(&mut self, op: Op, dict: Attr) {
        self.ops[op].attrs = dict;
    }

    /// An attribute by name, the operation's own first.
    pub fn attr(&self, op: Op, name: &str) -> Option<Attr> {
        let data = &self.ops[op];
        self.ctx.dict_get(data.props, name).or_else(|| self.ctx.dict_get(data.attrs, name))
    }

    /// The operation's own attribute number `index` of its record: like [`Ir::attr`], without comparing text.
    pub fn own_attr(&self, op: Op, index: usize) -> Option<Attr> {
        let data = &self.ops[op];
        let (name, _) = self.ctx.registry.own_attrs(data.code)?.entries[index];
        self.ctx.dict(data.props).iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// Sets or (with `None`) removes an attribute; the record says whether it is the operation's own.
    pub fn set_attr(&mut self, op: Op, name: &str, value: Option<Attr>) {
        let own = self.def(op).is_some_and(|def| def.attr(name).is_some())
            || self.ctx.dict_get(self.ops[op].props, name).is_some();
        let dict = if own { self.ops[op].props } else { self.ops[op].attrs };
        let key = self.ctx.str(name);
        let mut entries: Vec<_> = self.ctx.dict(dict).iter().copied().filter(|(k, _)| *k != key).collect();
        entries.extend(value.map(|value| (key, value)));
        let dict = self.ctx.dict_attr(entries);
        if own {
            self.ops[op].props = dict;
        } else {
            self.ops[op].attrs = dict;
        }
    }

    /// A string attribute's text.
    pub fn str_attr(&self, op: Op, name: &str) -> Option<&str> {
        self.ctx.str_value(self.attr(op, name)?)
    }

    /// An integer attribute's value.
    pub fn int_attr(&self, op: Op, name: &str) -> Option<i64> {
        self.ctx.int_value(self.attr(op, name)?)
    }
}
