//! Modules: their ports as data, and their text.
//!
//! A port is one row of the signature: `in %a : i8`, `out b : i8`. An input is an argument of the body and has its name in the
//! body, too; where the port's name is no name of a value, or is taken, it stands after the value in quotes.

use super::attrs::{Param, param, param_attr, parse_param, write_param};
use super::types::{inout_ty, module_ports, module_ty};
use super::{INSTANCE, MODULE, MODULE_EXTERN, OUTPUT};
use crate::control::ensure_terminator;
use crate::signature::{other_attributes, parse_symbol, print_symbol, print_value_attrs, value_attrs};
use base::Str;
use ir::symbols::SymbolTables;
use ir::text::lexer::is_value_name;
use ir::text::{Argument, Parse, Parser, Printer, Tok};
use ir::{Attr, AttrKind, Block, Ir, Loc, Op, OpState, Type};
use rustc_hash::FxHashSet;

/// Which way a port goes, seen from inside of the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dir {
    /// `in`
    In,
    /// `out`
    Out,
    /// `inout`
    InOut,
}

impl Dir {
    /// The word in a signature.
    pub fn word(self) -> &'static str {
        match self {
            Dir::In => "in",
            Dir::Out => "out",
            Dir::InOut => "inout",
        }
    }

    /// The word in the type of a module.
    pub fn in_type(self) -> &'static str {
        match self {
            Dir::In => "input",
            Dir::Out => "output",
            Dir::InOut => "inout",
        }
    }

    /// The direction that a word in the type of a module means.
    pub fn from_type(word: &str) -> Option<Dir> {
        [Dir::In, Dir::Out, Dir::InOut].into_iter().find(|dir| dir.in_type() == word)
    }
}

/// A port of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    /// Its name.
    pub name: Str,
    /// Which way it goes.
    pub dir: Dir,
    /// The type of what goes through it.
    pub ty: Type,
    /// Its attributes, a dictionary.
    pub attrs: Attr,
    /// Where it comes from.
    pub loc: Loc,
}

// ----- views -----

/// Whether an operation is a module with a body.
pub fn is_module(ir: &Ir, op: Op) -> bool {
    ir.code(op) == MODULE
}

/// Whether an operation is a module that is defined elsewhere.
pub fn is_extern(ir: &Ir, op: Op) -> bool {
    ir.code(op) == MODULE_EXTERN
}

/// The ports of a module, in their order; none for any other operation.
pub fn ports(ir: &Ir, module: Op) -> Vec<Port> {
    let Some(AttrKind::Type(ty)) = ir.attr(module, "module_type").map(|attr| &ir.ctx[attr]) else {
        return Vec::new();
    };
    let items = |name: &str| match ir.attr(module, name).map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(items)) => &items[..],
        _ => &[],
    };
    let (attrs, results, all) = (items("per_port_attrs"), items("result_locs"), items("port_locs"));
    let args = body(ir, module).map_or(&[][..], |block| ir.args(block));
    let loc_in = |locs: &[Attr], index: usize| match locs.get(index).map(|attr| &ir.ctx[*attr]) {
        Some(AttrKind::Loc(loc)) => Some(*loc),
        _ => None,
    };
    let (mut inputs, mut outputs) = (0, 0);
    let mut ports = Vec::new();
    for (index, (dir, name, ty)) in module_ports(&ir.ctx, *ty).unwrap_or_default().into_iter().enumerate() {
        let own = if dir == Dir::Out {
            outputs += 1;
            loc_in(results, outputs - 1)
        } else {
            inputs += 1;
            args.get(inputs - 1).map(|arg| ir.value_loc(*arg))
        };
        let loc = own.or_else(|| loc_in(all, index)).unwrap_or(ir.loc(module));
        let attrs = attrs.get(index).copied().unwrap_or(Attr::EMPTY_DICT);
        ports.push(Port { name, dir, ty, attrs, loc });
    }
    ports
}

/// The names of the ports that are arguments of the body.
pub fn input_names(ir: &Ir, module: Op) -> Vec<Str> {
    ports(ir, module).iter().filter(|port| port.dir != Dir::Out).map(|port| port.name).collect()
}

/// The one block of a module's body; `None` for a module that is defined elsewhere.
pub fn body(ir: &Ir, module: Op) -> Option<Block> {
    ir.entry(*ir.regions(module).first()?)
}

/// The `hw.output` that ends a module.
pub fn output(ir: &Ir, module: Op) -> Option<Op> {
    ir.last_op(body(ir, module)?).filter(|op| ir.code(*op) == OUTPUT)
}

/// The parameters of a module or of an instance.
pub fn params(ir: &Ir, op: Op) -> Vec<Param> {
    match ir.attr(op, "parameters").map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Array(items)) => items.iter().filter_map(|item| param(&ir.ctx, *item)).collect(),
        _ => Vec::new(),
    }
}

/// The module that an instance is one of; `None` when it is missing or no module.
pub fn instance_target(ir: &Ir, tables: &mut SymbolTables, instance: Op) -> Option<Op> {
    if ir.code(instance) != INSTANCE {
        return None;
    }
    let module = tables.resolve(ir, instance, ir.attr(instance, "moduleName")?)?;
    (is_module(ir, module) || is_extern(ir, module)).then_some(module)
}

/// A module and all that it has instances of, directly or within those; modules that are defined elsewhere are among them.
pub fn reachable(ir: &Ir, tables: &mut SymbolTables, top: Op) -> Vec<Op> {
    let (mut found, mut seen) = (vec![top], FxHashSet::from_iter([top]));
    let mut next = 0;
    while let Some(module) = found.get(next).copied() {
        next += 1;
        for op in body(ir, module).into_iter().flat_map(|body| ir.block_ops(body)) {
            found.extend(instance_target(ir, tables, op).filter(|target| seen.insert(*target)));
        }
    }
    found
}

// ----- text -----

/// Attributes that the text of a module says in other ways.
const SAID: [&str; 7] =
    ["sym_name", "sym_visibility", "module_type", "parameters", "per_port_attrs", "result_locs", "port_locs"];

/// A port as it is read, with the argument that it is in the body.
struct Read<'a> {
    port: Port,
    argument: Option<Argument<'a>>,
}

/// `private @name<p: i32 = 5>(in %a : i8, out b : i8) attributes {…} { … }`
pub fn parse_module(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let ports = signature(p, state)?;
    let locs: Vec<Loc> =
        ports.iter().filter(|read| read.port.dir == Dir::Out).map(|read| read.port.loc).collect();
    set_locs(p, state, "result_locs", &locs);
    let arguments: Vec<Argument<'_>> = ports.iter().filter_map(|read| read.argument).collect();
    let body = p.region(&arguments, true)?;
    ensure_terminator(p.ir, body, OUTPUT, state.loc);
    state.regions.push(body);
    Ok(())
}

/// `@name(in %a : i8, out b : i8) attributes {…}`
pub fn parse_extern(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    let ports = signature(p, state)?;
    let locs: Vec<Loc> = ports.iter().map(|read| read.port.loc).collect();
    set_locs(p, state, "port_locs", &locs);
    let body = p.ir.create_region();
    state.regions.push(body);
    Ok(())
}

fn set_locs(p: &mut Parser<'_>, state: &mut OpState, name: &str, locs: &[Loc]) {
    if !locs.is_empty() {
        let locs: Vec<Attr> = locs.iter().map(|loc| p.ir.ctx.attr(AttrKind::Loc(*loc))).collect();
        let locs = p.ir.ctx.array_attr(&locs);
        p.set_prop(state, name, locs);
    }
}

/// Everything up to the body.
fn signature<'a>(p: &mut Parser<'a>, state: &mut OpState) -> Parse<Vec<Read<'a>>> {
    parse_symbol(p, state)?;
    let params = parse_params(p)?;
    p.set_prop(state, "parameters", params);

    let mut ports = Vec::new();
    p.list(Tok::LParen, Tok::RParen, |p| {
        ports.push(parse_port(p)?);
        Ok(())
    })?;
    let rows: Vec<(Dir, Str, Type)> =
        ports.iter().map(|Read { port, .. }| (port.dir, port.name, port.ty)).collect();
    let ty = module_ty(&mut p.ir.ctx, &rows);
    let ty = p.ir.ctx.type_attr(ty);
    p.set_prop(state, "module_type", ty);
    let attrs: Vec<Attr> = ports.iter().map(|read| read.port.attrs).collect();
    if attrs.iter().any(|attr| *attr != Attr::EMPTY_DICT) {
        let attrs = p.ir.ctx.array_attr(&attrs);
        p.set_prop(state, "per_port_attrs", attrs);
    }

    other_attributes(p, state, &SAID)?;
    Ok(ports)
}

/// `in %a "name" : type {…} loc(…)` or `out name : type {…} loc(…)`
fn parse_port<'a>(p: &mut Parser<'a>) -> Parse<Read<'a>> {
    let dirs = [Dir::In, Dir::Out, Dir::InOut];
    let Some(dir) = dirs.into_iter().find(|dir| p.at_word(dir.word())) else {
        return Err(p.unexpected("`in`, `out` or `inout`"));
    };
    p.bump();
    let span = p.token_span();
    let operand = if dir == Dir::Out { None } else { Some(p.operand()?) };
    let name = match operand {
        None => p.word_or_string("the name of a port")?,
        Some(_) if p.at(Tok::Text) => p.string()?,
        // A number is no name.
        Some(value) if is_value_name(value.name) => value.name.to_owned(),
        Some(_) => String::new(),
    };
    let ty = p.colon_type()?;
    let attrs = value_attrs(p)?;
    let loc = match p.trailing_loc()? {
        Some(loc) => loc,
        None => p.span_loc(span),
    };
    let name = p.ir.ctx.str(&name);
    let inside = if dir == Dir::InOut { inout_ty(&mut p.ir.ctx, ty) } else { ty };
    let argument = operand.map(|operand| Argument { operand, ty: inside, loc: Some(loc) });
    Ok(Read { port: Port { name, dir, ty, attrs, loc }, argument })
}

/// `<p: i32 = 5, q: i8>`, or nothing
pub(super) fn parse_params(p: &mut Parser<'_>) -> Parse<Attr> {
    let mut params = Vec::new();
    if p.at(Tok::Less) {
        p.list(Tok::Less, Tok::Greater, |p| {
            let name = p.word_or_string("the name of a parameter")?;
            let parts = parse_param(p, name)?;
            let name = p.ir.ctx.str_value(parts[0]).unwrap_or("").to_owned();
            let name = p.ir.ctx.str(&name);
            let AttrKind::Type(ty) = p.ir.ctx[parts[1]] else { unreachable!("a parameter has a type") };
            let param = Param { name, ty, value: parts.get(2).copied() };
            params.push(param_attr(&mut p.ir.ctx, param));
            Ok(())
        })?;
    }
    Ok(p.ir.ctx.array_attr(&params))
}

/// The inverse of [`parse_params`].
pub(super) fn print_params(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    let Some(AttrKind::Array(items)) = ir.attr(op, "parameters").map(|attr| &ir.ctx[attr]) else { return };
    if items.is_empty() {
        return;
    }
    p.text("<");
    for (i, item) in items.iter().enumerate() {
        p.comma(i);
        let (Some(param), AttrKind::Dialect { params, .. }) = (param(&ir.ctx, *item), &ir.ctx[*item]) else {
            continue;
        };
        p.word(&ir.ctx[param.name]);
        let mut rest = String::new();
        write_param(&ir.ctx, params, &mut rest);
        p.text(&rest);
    }
    p.text(">");
}

/// The inverse of [`parse_module`] and [`parse_extern`].
pub fn print_module(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    print_symbol(p, op);
    print_params(p, op);
    let block = body(ir, op);
    let args = block.map_or(&[][..], |block| ir.args(block));
    p.text("(");
    let mut inputs = 0;
    for (i, port) in ports(ir, op).into_iter().enumerate() {
        p.comma(i);
        p.text(port.dir.word());
        p.text(" ");
        let name = &ir.ctx[port.name];
        if port.dir == Dir::Out {
            p.word(name);
        } else {
            print_input(p, args.get(inputs).copied(), inputs, name);
            inputs += 1;
        }
        p.text(" : ");
        p.ty(port.ty);
        print_value_attrs(p, port.attrs);
        p.trailing_loc(port.loc);
    }
    p.text(")");
    p.attr_dict_with_keyword(op, &SAID);
    if block.is_some() {
        p.text(" ");
        p.region(ir.regions(op)[0], false, true);
    }
}

/// `%a`, or `%a "name"` where the value is not called like the port.
fn print_input(p: &mut Printer<'_>, arg: Option<ir::Value>, number: usize, name: &str) {
    let called = match arg {
        Some(arg) => {
            p.value(arg);
            p.name_of(arg).unwrap_or("").to_owned()
        }
        // Without a body the value is only a place to write the name.
        None => {
            let value = if is_value_name(name) { name.to_owned() } else { format!("port{number}") };
            p.text("%");
            p.text(&value);
            value
        }
    };
    if called != name {
        p.text(" ");
        p.quoted(name);
    }
}
