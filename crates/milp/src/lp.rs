//! The text of a model, in the LP format that solvers read.

use crate::model::{Model, Relation, Row, VarId, VarKind};
use std::fmt::Write;

/// Terms on a line; some readers have a limit on its length.
const TERMS_IN_LINE: usize = 8;

/// The text of a model.
pub fn text(model: &Model) -> String {
    let mut out = String::from("minimize\n cost:");
    // All of them, with a cost or without: a variable that is nowhere else would be unknown to who reads this.
    let costs: Vec<(VarId, f64)> = model.vars.iter().map(|(id, var)| (id, var.cost)).collect();
    terms(&mut out, model, &costs);
    out.push_str("subject to\n");
    for row in model.rows.iter().filter(|row| !row.terms.is_empty()) {
        let _ = write!(out, " {}:", row.name);
        terms(&mut out, model, &row.terms);
        // A line of its own, because the sum ends one.
        let _ = writeln!(out, "  {} {}", relation(row), row.bound);
    }
    out.push_str("bounds\n");
    for var in model.vars.values() {
        let _ = match (var.low.is_finite(), var.high.is_finite()) {
            (true, true) => writeln!(out, " {} <= {} <= {}", var.low, var.name, var.high),
            (true, false) => writeln!(out, " {} >= {}", var.name, var.low),
            (false, true) => writeln!(out, " -inf <= {} <= {}", var.name, var.high),
            (false, false) => writeln!(out, " {} free", var.name),
        };
    }
    let whole: Vec<&str> =
        model.vars.values().filter(|var| var.kind == VarKind::Whole).map(|var| &*var.name).collect();
    if !whole.is_empty() {
        out.push_str("general\n");
        whole.iter().for_each(|name| {
            let _ = writeln!(out, " {name}");
        });
    }
    out.push_str("end\n");
    out
}

fn terms(out: &mut String, model: &Model, terms: &[(VarId, f64)]) {
    for (number, (var, factor)) in terms.iter().enumerate() {
        if number > 0 && number.is_multiple_of(TERMS_IN_LINE) {
            out.push_str("\n ");
        }
        let sign = if *factor < 0.0 { '-' } else { '+' };
        let _ = write!(out, " {sign} {} {}", factor.abs(), model.vars[*var].name);
    }
    out.push('\n');
}

fn relation(row: &Row) -> &'static str {
    match row.relation {
        Relation::AtMost => "<=",
        Relation::AtLeast => ">=",
        Relation::Equal => "=",
    }
}
