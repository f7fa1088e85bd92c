//! Printing an operation by its declarative format.
//!
//! Spaces follow MLIR's rules: one between elements, none inside brackets or before a comma.

use crate::attrs::{Attr, AttrKind};
use crate::constraints::AttrSyntax;
use crate::opdef::{Arity, OpDef};
use crate::registry::EnumDef;
use crate::storage::Op;
use crate::text::attr_print;
use crate::text::format::{Element, Format, Typed, Var};
use crate::text::printer::Printer;
use crate::types::Type;
use smallvec::SmallVec;

/// Whether the next element wants a space before it.
struct Spacing {
    /// The last element wants one after it.
    wanted: bool,
    /// The last element was punctuation.
    punctuation: bool,
}

impl Printer<'_> {
    /// Prints what follows the name of an operation whose record has a format.
    pub(super) fn formatted(&mut self, op: Op, def: &'static OpDef) {
        let ir = self.ir;
        let format = ir.ctx.registry.format_of(ir.code(op));
        let mut spacing = Spacing { wanted: true, punctuation: false };
        self.elements(op, def, format, &format.elements, &mut spacing);
    }

    fn elements(
        &mut self,
        op: Op,
        def: &'static OpDef,
        format: &Format,
        elements: &[Element],
        spacing: &mut Spacing,
    ) {
        for element in elements {
            match element {
                Element::Space => {
                    self.text(" ");
                    *spacing = Spacing { wanted: false, punctuation: true };
                }
                Element::NoSpace => *spacing = Spacing { wanted: false, punctuation: true },
                Element::Literal(text) => self.literal(text, spacing),
                Element::AttrDict(keyword) => {
                    if *keyword {
                        self.attr_dict_with_keyword(op, &format.printed_attrs);
                    } else {
                        self.attr_dict(op, &format.printed_attrs);
                    }
                    *spacing = Spacing { wanted: true, punctuation: false };
                }
                Element::Optional { anchor, then, otherwise } => {
                    let elements = if self.is_present(op, def, *anchor) { then } else { otherwise };
                    self.elements(op, def, format, elements, spacing);
                }
                _ => self.plain_element(op, def, element, spacing),
            }
        }
    }

    fn literal(&mut self, text: &str, spacing: &mut Spacing) {
        let first = text.chars().next().unwrap_or(' ');
        let single = text.len() == 1;
        let before = if !single && text != "->" {
            spacing.wanted || !spacing.punctuation
        } else if spacing.punctuation {
            spacing.wanted && !matches!(first, '>' | ')' | '}' | ']' | ',')
        } else {
            spacing.wanted && !matches!(first, '<' | '>' | '(' | ')' | '{' | '}' | '[' | ']' | ',')
        };
        if before {
            self.text(" ");
        }
        self.text(text);
        let word = first.is_ascii_alphabetic() || first == '_';
        let opens = single && matches!(first, '<' | '(' | '{' | '[');
        *spacing = Spacing { wanted: !opens, punctuation: !word };
    }

    fn plain_element(&mut self, op: Op, def: &'static OpDef, element: &Element, spacing: &mut Spacing) {
        let ir = self.ir;
        // An element that prints nothing leaves the spacing as it was.
        let empty = match element {
            Element::Var(Var::Operand(i)) => ir.operand_group(op, *i).is_empty(),
            Element::Type(typed) => self.types_at(op, *typed).is_empty(),
            Element::Operands => ir.operand_count(op) == 0,
            Element::Successors => ir.successors(op).is_empty(),
            Element::Var(Var::Successor(i)) => ir.successors(op).len() <= *i,
            Element::Regions => ir.regions(op).is_empty(),
            Element::Var(Var::Attr(i)) => {
                matches!(def.attrs[*i].kind.syntax, AttrSyntax::Unit) || ir.own_attr(op, *i).is_none()
            }
            _ => false,
        };
        if empty {
            return;
        }
        if spacing.wanted || !spacing.punctuation {
            self.text(" ");
        }
        *spacing = Spacing { wanted: true, punctuation: false };
        match element {
            Element::Var(Var::Operand(i)) => self.values(ir.group_operands(op, *i)),
            Element::Var(Var::Attr(i)) => {
                let attr = &def.attrs[*i];
                if let Some(value) = ir.own_attr(op, *i) {
                    self.format_attr(value, attr.kind.syntax);
                }
            }
            Element::Var(Var::Region(i)) => {
                if let Some(region) = ir.regions(op).get(*i) {
                    self.region(*region, true, true);
                }
            }
            Element::Var(Var::Successor(i)) => {
                let count = if def.successors[*i].1 == Arity::Variadic { usize::MAX } else { 1 };
                self.block_names(ir.successors(op).iter().skip(*i).take(count));
            }
            Element::Type(typed) => {
                let types = self.types_at(op, *typed);
                self.types(types);
            }
            Element::FunctionalType(from, to) => {
                let (from, to) = (self.types_at(op, *from), self.types_at(op, *to));
                self.functional_type(&from, &to);
            }
            Element::Operands => self.values(ir.operands(op)),
            Element::Successors => self.block_names(ir.successors(op)),
            Element::Regions => {
                for (i, region) in ir.regions(op).iter().enumerate() {
                    self.comma(i);
                    self.region(*region, true, true);
                }
            }
            _ => {}
        }
    }

    fn types_at(&self, op: Op, typed: Typed) -> SmallVec<[Type; 4]> {
        let ir = self.ir;
        match typed {
            Typed::Operands => ir.operands(op).map(|v| ir.ty(v)).collect(),
            Typed::Results => ir.results(op).map(|v| ir.ty(v)).collect(),
            Typed::Group(Var::Operand(i)) => ir.group_operands(op, i).map(|v| ir.ty(v)).collect(),
            Typed::Group(Var::Result(i)) => ir.result_group(op, i).map(|r| ir.ty(ir.result(op, r))).collect(),
            Typed::Group(_) => SmallVec::new(),
        }
    }

    fn is_present(&self, op: Op, def: &OpDef, anchor: Var) -> bool {
        let ir = self.ir;
        match anchor {
            Var::Operand(i) => !ir.operand_group(op, i).is_empty(),
            Var::Result(i) => !ir.result_group(op, i).is_empty(),
            Var::Attr(i) => {
                let default = ir.ctx.registry.own_attrs(ir.code(op)).and_then(|own| own.entries[i].1);
                ir.own_attr(op, i).is_some_and(|value| Some(value) != default)
            }
            Var::Region(i) => ir.regions(op).get(i).is_some_and(|r| !ir.blocks(*r).is_empty()),
            Var::Successor(i) => match def.successors[i].1 {
                Arity::One => true,
                _ => ir.successors(op).len() > i,
            },
        }
    }

    fn format_attr(&mut self, value: Attr, syntax: AttrSyntax) {
        let ctx = &self.ir.ctx;
        match (syntax, &ctx[value]) {
            (AttrSyntax::Number(_), _) => self.attr_untyped(value),
            (AttrSyntax::SymbolName, AttrKind::String { value, .. }) => {
                let name = ctx[*value].to_string();
                self.symbol_name(&name);
            }
            (AttrSyntax::Enum(_), AttrKind::Enum { def, value }) => {
                let text = format!("<{}>", enum_text(def, *value));
                self.text(&text);
            }
            (AttrSyntax::IntEnum(def, _), AttrKind::Integer { value, .. }) => {
                let text = enum_text(def, value.low_u64());
                self.text(&text);
            }
            (AttrSyntax::I64Array | AttrSyntax::I32Array, _) => {
                let items: Vec<String> =
                    ctx.int_array(value).unwrap_or_default().iter().map(i64::to_string).collect();
                self.text(&format!("[{}]", items.join(", ")));
            }
            (AttrSyntax::Text, AttrKind::String { value, .. }) => {
                let mut text = String::new();
                attr_print::write_quoted(&ctx[*value], &mut text);
                self.text(&text);
            }
            (AttrSyntax::Unit, _) => {}
            _ => self.attr(value),
        }
    }
}

/// A case, or the cases of a set of flags: the largest groups first, as `fast` stands for all of its parts.
pub fn enum_text(def: &EnumDef, value: u64) -> String {
    if let Some(case) = def.case(value) {
        return case.to_string();
    }
    let mut rest = value;
    let mut cases = Vec::new();
    for (name, bits) in def.cases {
        if bits.is_power_of_two() && rest & bits != 0 {
            cases.push(*name);
            rest &= !bits;
        }
    }
    cases.join(def.flags.unwrap_or(","))
}
