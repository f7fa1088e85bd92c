//! What a lowering found out about a kernel and says in attributes of it: lists of records of words.

use super::compile::Stage;
use crate::json::Object;
use ir::{Attr, AttrKind};

/// What is said of one thing, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The names, and what is said under each.
    pub entries: Vec<(String, String)>,
}

impl Record {
    /// What is said under a name.
    pub fn get(&self, name: &str) -> &str {
        self.entries.iter().find(|(key, _)| key == name).map_or("", |(_, text)| text)
    }

    /// Says something else under a name.
    pub fn set(&mut self, name: &str, text: String) {
        self.entries.retain(|(key, _)| key != name);
        self.entries.push((name.to_owned(), text));
    }

    /// As an object of JSON.
    pub fn object(&self) -> String {
        self.entries.iter().fold(Object::new(), |object, (name, text)| object.text(name, text)).finish()
    }
}

/// The records in an attribute of a kernel on the level of streams.
pub(super) fn records(stream: &Stage, attribute: &str) -> Vec<Record> {
    let ir = &stream.ir;
    let list = stream.func().and_then(|func| ir.attr(func, attribute)).map(|attr| &ir.ctx[attr]);
    let Some(AttrKind::Array(list)) = list else { return Vec::new() };
    let text = |attr: Attr| ir.ctx.str_value(attr).unwrap_or_default().to_owned();
    let record = |attr: &Attr| {
        let entries = ir.ctx.dict(*attr).iter().map(|(name, attr)| (ir.ctx[*name].to_owned(), text(*attr)));
        Record { entries: entries.collect() }
    };
    list.iter().map(record).collect()
}
