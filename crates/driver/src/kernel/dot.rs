//! An elastic circuit as a drawing, in the language of Graphviz.
//!
//! A node a unit, an edge a channel. Channels without data are dashed, buffers are small boxes with their number of slots, and what stands for memory
//! is drawn as a drum.

use dialects::handshake::{self, Kind};
use ir::symbols::symbol_name;
use ir::{Ir, Op, Value, ValueDef};
use std::collections::HashMap;
use std::fmt::Write;

/// The drawing of an elastic function.
pub fn dot(ir: &Ir, func: Op) -> String {
    let name = symbol_name(ir, func).unwrap_or("kernel");
    let mut text =
        format!("digraph {} {{\n  rankdir=TB;\n  node [shape=box, fontname=\"Helvetica\"];\n", quoted(name));
    let Some(entry) = ir.entry(ir.region(func, 0)) else { return text + "}\n" };
    let names = handshake::names(ir, func, "argNames");
    let mut ids: HashMap<Op, usize> = HashMap::new();
    // Writing to a string cannot fail.
    for (at, _) in ir.args(entry).iter().enumerate() {
        let label = names.get(at).map_or_else(|| format!("arg{at}"), ToString::to_string);
        let _ = writeln!(text, "  a{at} [label={}, shape=ellipse];", quoted(&label));
    }
    for (at, op) in ir.block_ops(entry).enumerate() {
        ids.insert(op, at);
        let (label, style) = node(ir, op);
        let _ = writeln!(text, "  n{at} [label={}{style}];", quoted(&label));
    }
    for op in ir.block_ops(entry) {
        for operand in ir.operands(op) {
            edge(&mut text, ir, &ids, operand, op);
        }
    }
    text.push_str("}\n");
    text
}

/// The label of a unit, and how it is drawn.
fn node(ir: &Ir, op: Op) -> (String, &'static str) {
    let kind = ir.name(op).split_once('.').map_or(ir.name(op), |(_, name)| name);
    let own = ir.str_attr(op, handshake::NAME).unwrap_or(kind);
    match handshake::unit_of(ir, op).map(|unit| unit.kind) {
        Some(Kind::Buffer { ty, slots }) => {
            (format!("{} x{slots}", ty.name()), ", shape=box, style=filled, fillcolor=lightblue, fontsize=9")
        }
        Some(Kind::Constant { value }) => (format!("{own}\n{}", value.hex()), ", style=rounded"),
        Some(Kind::Memory(_) | Kind::Lsq(_)) => {
            (own.to_string(), ", shape=cylinder, style=filled, fillcolor=lightgrey")
        }
        Some(Kind::Fork | Kind::LazyFork) => (own.to_string(), ", style=filled, fillcolor=lightyellow"),
        Some(Kind::Compute { .. }) => (own.to_string(), ", style=filled, fillcolor=palegreen"),
        Some(_) => (own.to_string(), ""),
        None if ir.code(op) == handshake::RAM => (own.to_string(), ", shape=cylinder"),
        None => (own.to_string(), ", shape=ellipse"),
    }
}

fn edge(text: &mut String, ir: &Ir, ids: &HashMap<Op, usize>, value: Value, to: Op) {
    let from = match ir.value_def(value) {
        ValueDef::Result(op, _) => format!("n{}", ids[&op]),
        ValueDef::Argument(_, index) => format!("a{index}"),
        ValueDef::Forward => return,
    };
    let ty = ir.ty(value);
    let style = match (handshake::is_channel(&ir.ctx, ty), handshake::data_ty(&ir.ctx, ty)) {
        (true, None) => " [style=dashed]".to_string(),
        (true, Some(data)) => match ir.ctx.bit_width(data) {
            Some(width) => format!(" [label=\"{width}\"]"),
            None => String::new(),
        },
        (false, _) => " [dir=none, color=grey]".to_string(),
    };
    let _ = writeln!(text, "  {from} -> n{}{style};", ids[&to]);
}

/// A string of Graphviz.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
