//! The text of a module: a format could not leave out the label of a block that is empty.

use ir::text::lexer::Tok;
use ir::text::{Parse, Parser, Printer};
use ir::{Op, OpState};

/// `@name attributes {…} { … }`
pub fn parse_module(p: &mut Parser<'_>, state: &mut OpState) -> Parse<()> {
    if p.at(Tok::At) {
        let name = p.symbol_name()?;
        let name = p.ir.ctx.str_attr(&name);
        p.set_prop(state, "sym_name", name);
    }
    p.attr_dict_with_keyword(state)?;
    let region = p.region(&[], true)?;
    if p.ir.blocks(region).is_empty() {
        p.ir.add_block(region);
    }
    state.regions.push(region);
    Ok(())
}

/// The inverse of [`parse_module`].
pub fn print_module(p: &mut Printer<'_>, op: Op) {
    let ir = p.ir;
    if let Some(name) = ir.str_attr(op, "sym_name") {
        p.text(" ");
        p.symbol_name(name);
    }
    p.attr_dict_with_keyword(op, &["sym_name"]);
    p.text(" ");
    if let [region] = ir.regions(op) {
        p.region(*region, false, true);
    }
}
