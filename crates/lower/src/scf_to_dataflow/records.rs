//! What a lowering found out, as attributes of the kernel: lists of records of words, for reports.

use ir::{Attr, Ir, Op};

/// What is said of one thing, by name.
pub(super) type Record = Vec<(&'static str, String)>;

/// Writes records to a kernel, if there are any.
pub(super) fn write(ir: &mut Ir, kernel: Op, attribute: &str, records: &[Record]) {
    if records.is_empty() {
        return;
    }
    let mut items: Vec<Attr> = Vec::with_capacity(records.len());
    for record in records {
        let entries: Vec<_> =
            record.iter().map(|(key, text)| (ir.ctx.str(key), ir.ctx.str_attr(text))).collect();
        items.push(ir.ctx.dict_attr(entries));
    }
    let attr = ir.ctx.array_attr(&items);
    ir.set_attr(kernel, attribute, Some(attr));
}

/// Where an operation stands in the program.
pub(super) fn line(ir: &Ir, op: Op) -> String {
    let span = ir.ctx.span(ir.loc(op));
    match span.map(|span| ir.ctx.sources.locate(span)) {
        Some(place) => format!("line {}", place.line),
        None => "an unknown place".to_owned(),
    }
}
