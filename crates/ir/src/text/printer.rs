//! The printer: an operation and everything in it as text.
//!
//! Custom syntax is printed by an operation's format or its own function, through the methods here; anything can be
//! printed in generic form. Names of values come from `names`, so that what is printed can be read back.

use crate::attrs::Attr;
use crate::loc::Loc;
use crate::opdef::{OpDef, Syntax, Trait};
use crate::storage::{Block, Ir, Op, Region, Value};
use crate::text::names::{self, Names};
use crate::text::{attr_print, loc, type_print};
use crate::types::{Type, TypeKind};
use base::Str;

/// How to print.
#[derive(Clone, Copy, Default, Debug)]
pub struct PrintOptions {
    /// Every operation in generic form.
    pub generic: bool,
    /// Print locations.
    pub locations: bool,
}

/// Prints an operation (usually a module), ending with a new line.
pub fn print(ir: &Ir, op: Op, options: PrintOptions) -> String {
    let mut printer = Printer::new(ir, options);
    printer.names.enter(ir, op);
    printer.operation(op);
    printer.out.push('\n');
    for section in &ir.metadata {
        printer.out.push('\n');
        printer.out.push_str(section);
        printer.out.push('\n');
    }
    printer.out
}

/// Writes text; custom syntax is written through it.
pub struct Printer<'a> {
    /// What is printed.
    pub ir: &'a Ir,
    options: PrintOptions,
    pub(super) out: String,
    indent: usize,
    names: Names,
    default_dialects: Vec<&'static str>,
}

impl<'a> Printer<'a> {
    fn new(ir: &'a Ir, options: PrintOptions) -> Printer<'a> {
        Printer {
            ir,
            options,
            out: String::new(),
            indent: 0,
            names: Names::new(options.generic),
            default_dialects: Vec::new(),
        }
    }

    // ----- operations -----

    fn operation(&mut self, op: Op) {
        let ir = self.ir;
        let packs = names::packs(ir, op);
        for (i, pack) in packs.iter().enumerate() {
            self.comma(i);
            self.names.write(&ir.ctx, ir.result(op, pack.start), &mut self.out);
            if pack.len() > 1 {
                self.out.push_str(&format!(":{}", pack.len()));
            }
        }
        if !packs.is_empty() {
            self.out.push_str(" = ");
        }
        let def = ir.def(op);
        if self.indent > 0 && self.names.isolates(ir, op) {
            self.names.isolate(ir, op);
        }
        match def {
            Some(def) if !self.options.generic && self.has_custom_text(op, def) => self.custom(op, def),
            _ => self.generic(op),
        }
        self.trailing_loc(ir.loc(op));
    }

    fn has_custom_text(&self, op: Op, def: &OpDef) -> bool {
        let one_of_several =
            |value| self.ir.defining_op(value).is_some_and(|definer| self.ir.result_count(definer) > 1);
        let unreadable = def.has(Trait::PlainOperands) && self.ir.operands(op).any(one_of_several);
        !unreadable && !matches!(def.syntax, Syntax::Generic)
    }

    fn custom(&mut self, op: Op, def: &'static OpDef) {
        let default = self.default_dialects.last().copied().unwrap_or("builtin");
        let short = def.name.strip_prefix(default).and_then(|rest| rest.strip_prefix('.'));
        // `builtin` is the dialect of last resort when reading, and only `module` is written without it.
        self.out
            .push_str(short.filter(|rest| !default.is_empty() && !rest.contains('.')).unwrap_or(def.name));
        self.default_dialects.push(def.default_dialect());
        match def.syntax {
            Syntax::Format(_) => self.formatted(op, def),
            Syntax::Custom { print, .. } => print(self, op),
            Syntax::Generic => unreachable!("generic operations are printed by `generic`"),
        }
        self.default_dialects.pop();
    }

    fn generic(&mut self, op: Op) {
        let ir = self.ir;
        attr_print::write_quoted(ir.name(op), &mut self.out);
        self.out.push('(');
        self.values(ir.operands(op));
        self.out.push(')');
        if !ir.successors(op).is_empty() {
            self.out.push('[');
            self.block_names(ir.successors(op));
            self.out.push(']');
        }
        if ir.props(op) != Attr::EMPTY_DICT {
            self.out.push_str(" <");
            attr_print::write_dict(&ir.ctx, ir.ctx.dict(ir.props(op)), &mut self.out);
            self.out.push('>');
        }
        if !ir.regions(op).is_empty() {
            self.default_dialects.push(ir.def(op).map_or("", OpDef::default_dialect));
            self.out.push_str(" (");
            for (i, region) in ir.regions(op).iter().enumerate() {
                self.comma(i);
                self.region(*region, true, true);
            }
            self.out.push(')');
            self.default_dialects.pop();
        }
        if ir.attrs(op) != Attr::EMPTY_DICT {
            self.out.push(' ');
            attr_print::write_dict(&ir.ctx, ir.ctx.dict(ir.attrs(op)), &mut self.out);
        }
        self.out.push_str(" : ");
        let operands: Vec<_> = ir.operands(op).map(|v| ir.ty(v)).collect();
        let results: Vec<_> = ir.results(op).map(|v| ir.ty(v)).collect();
        self.functional_type(&operands, &results);
    }

    // ----- regions -----

    /// ` {…}` without the leading space. `arguments`: print the arguments of the entry block as a label; `terminator`:
    /// print the last operation even when it is the one the text may leave out.
    pub fn region(&mut self, region: Region, arguments: bool, terminator: bool) {
        let ir = self.ir;
        self.out.push('{');
        self.indent += 1;
        for (i, block) in ir.blocks(region).iter().enumerate() {
            let is_entry = i == 0;
            if !is_entry
                || (arguments && !ir.args(*block).is_empty())
                || (arguments && ir.first_op(*block).is_none())
            {
                self.label(*block);
            }
            let last = ir.last_op(*block);
            for op in ir.block_ops(*block) {
                if !terminator && Some(op) == last && self.may_be_left_out(region, op) {
                    continue;
                }
                self.new_line();
                self.operation(op);
            }
        }
        self.indent -= 1;
        self.new_line();
        self.out.push('}');
    }

    /// Whether the text may leave out the terminator: reading puts the same one back.
    fn may_be_left_out(&self, region: Region, op: Op) -> bool {
        let ir = self.ir;
        let Some(parent) = ir.region_parent(region).and_then(|parent| ir.def(parent)) else { return false };
        let implicit = parent
            .traits
            .iter()
            .any(|t| matches!(t, Trait::ImplicitTerminator(name) if *name == ir.name(op)));
        implicit
            && ir.operand_count(op) == 0
            && ir.attrs(op) == Attr::EMPTY_DICT
            && ir.props(op) == Attr::EMPTY_DICT
            && !self.options.locations
    }

    fn label(&mut self, block: Block) {
        let ir = self.ir;
        self.indent -= 1;
        self.new_line();
        self.indent += 1;
        self.block_name(block);
        if !ir.args(block).is_empty() {
            self.out.push('(');
            for (i, arg) in ir.args(block).iter().enumerate() {
                self.comma(i);
                self.argument(*arg);
            }
            self.out.push(')');
        }
        self.out.push(':');
    }

    /// `%a: type`, with its location when locations are printed.
    pub fn argument(&mut self, value: Value) {
        self.value(value);
        self.out.push_str(": ");
        self.ty(self.ir.ty(value));
        self.trailing_loc(self.ir.value_loc(value));
    }

    /// Goes to the next line, at the depth of the operation that is being printed.
    pub fn new_line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    // ----- pieces that custom printers share -----

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `, ` except before the first of a list.
    pub fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out.push_str(", ");
        }
    }

    /// `%name` or `%name#1`: a use of a value.
    pub fn value(&mut self, value: Value) {
        let shared = names::shared_name(self.ir, value);
        self.names.write(&self.ir.ctx, shared.map_or(value, |(head, _)| head), &mut self.out);
        if let Some((_, number)) = shared {
            self.out.push_str(&format!("#{number}"));
        }
    }

    /// What a value is called in the text, unless that is a number.
    pub fn name_of(&self, value: Value) -> Option<&str> {
        self.names.get(&self.ir.ctx, value)
    }

    /// `%a, %b`
    pub fn values(&mut self, values: impl IntoIterator<Item = Value>) {
        for (i, value) in values.into_iter().enumerate() {
            self.comma(i);
            self.value(value);
        }
    }

    /// A type.
    pub fn ty(&mut self, ty: Type) {
        type_print::write_type(&self.ir.ctx, ty, &mut self.out);
    }

    /// `a, b`
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        for (i, ty) in types.into_iter().enumerate() {
            self.comma(i);
            self.ty(ty);
        }
    }

    /// The types of values, separated by commas.
    pub fn types_of(&mut self, values: impl IntoIterator<Item = Value>) {
        let ir = self.ir;
        self.types(values.into_iter().map(|v| ir.ty(v)));
    }

    /// `(a, b) -> c`
    pub fn functional_type(&mut self, from: &[Type], to: &[Type]) {
        self.out.push('(');
        self.types(from.iter().copied());
        self.out.push_str(") -> ");
        self.result_types(to);
    }

    /// ` -> c`, ` -> (c, d)` or nothing.
    pub fn arrow_types(&mut self, types: &[Type]) {
        if !types.is_empty() {
            self.out.push_str(" -> ");
            self.result_types(types);
        }
    }

    fn result_types(&mut self, types: &[Type]) {
        let bare = matches!(types, [ty] if !matches!(self.ir.ctx[*ty], TypeKind::Function { .. }));
        if !bare {
            self.out.push('(');
        }
        self.types(types.iter().copied());
        if !bare {
            self.out.push(')');
        }
    }

    /// An attribute with its type.
    pub fn attr(&mut self, attr: Attr) {
        attr_print::write_attr(&self.ir.ctx, attr, &mut self.out);
    }

    /// An attribute whose type is known from elsewhere.
    pub fn attr_untyped(&mut self, attr: Attr) {
        attr_print::write_attr_untyped(&self.ir.ctx, attr, &mut self.out);
    }

    /// `@name`
    pub fn symbol_name(&mut self, name: &str) {
        attr_print::write_symbol_name(name, &mut self.out);
    }

    /// A name, in quotes if it is no word.
    pub fn word(&mut self, name: &str) {
        attr_print::write_word(name, &mut self.out);
    }

    /// `"text"`
    pub fn quoted(&mut self, text: &str) {
        attr_print::write_quoted(text, &mut self.out);
    }

    /// `^bb1`
    pub fn block_name(&mut self, block: Block) {
        self.names.write_block(block, &mut self.out);
    }

    /// `^bb1, ^bb2`
    pub fn block_names<'b>(&mut self, blocks: impl IntoIterator<Item = &'b Block>) {
        for (i, block) in blocks.into_iter().enumerate() {
            self.comma(i);
            self.block_name(*block);
        }
    }

    /// ` {…}`: the attributes of an operation that its syntax has not printed and that are not at their default.
    pub fn attr_dict(&mut self, op: Op, printed: &[&str]) {
        let entries = self.other_attrs(op, printed);
        if !entries.is_empty() {
            self.out.push(' ');
            attr_print::write_dict(&self.ir.ctx, &entries, &mut self.out);
        }
    }

    /// ` attributes {…}`
    pub fn attr_dict_with_keyword(&mut self, op: Op, printed: &[&str]) {
        let entries = self.other_attrs(op, printed);
        if !entries.is_empty() {
            self.out.push_str(" attributes ");
            attr_print::write_dict(&self.ir.ctx, &entries, &mut self.out);
        }
    }

    fn other_attrs(&self, op: Op, printed: &[&str]) -> Vec<(Str, Attr)> {
        let ir = self.ir;
        let mut entries: Vec<(Str, Attr)> = Vec::new();
        for (name, value) in ir.ctx.dict(ir.props(op)) {
            let text = &ir.ctx[*name];
            if !printed.contains(&text) && !ir.ctx.is_default(ir.code(op), text, *value) {
                entries.push((*name, *value));
            }
        }
        entries
            .extend(ir.ctx.dict(ir.attrs(op)).iter().filter(|(name, _)| !printed.contains(&&ir.ctx[*name])));
        entries.sort_by(|a, b| ir.ctx[a.0].cmp(&ir.ctx[b.0]));
        entries
    }

    /// ` loc(…)` when locations are printed.
    pub fn trailing_loc(&mut self, loc: Loc) {
        if self.options.locations {
            self.out.push(' ');
            loc::write_loc(&self.ir.ctx, loc, &mut self.out);
        }
    }
}
