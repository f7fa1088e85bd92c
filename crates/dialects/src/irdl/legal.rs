//! Which dialects a matcher chip takes.
//!
//! The chip sees of an operation its code and where its operands come from, so that everything else must follow from the code: no regions, no
//! attributes, one result at most, a fixed number of operands, and one type for each of them. An operation may carry attributes that its definition does not
//! demand; a chip does not see them. Where what patterns ask about attributes is worked out before the chip, operations may demand attributes, too.

use base::text::counted;
use base::{Code, Diagnostic, Diagnostics, codes};
use ir::rules::{Base, Check, Constraint, Rules, Slots, Term, check_params};
use ir::{Arity, AttrKind, Context, Dialect, Loc, OpCode, OpDef, OperandDef, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// An operation of which everything but its operands follows from its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixedOp {
    /// Its code.
    pub code: OpCode,
    /// The types of its operands.
    pub operands: Box<[Type]>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
}

/// Whether operations may have attributes that their definition demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attributes {
    /// They may not: the chip would have to look at them.
    Refused,
    /// They may: the one who makes the stream looks at them.
    Taken,
}

/// The operations of a loaded dialect, in the order of their rows; `None` when one of them is none that a chip takes, and `diags` then says
/// why at the place of its definition. The context is mutable only to intern the types.
pub fn fixed_ops(
    ctx: &mut Context,
    dialect: &'static Dialect,
    attributes: Attributes,
    diags: &mut Diagnostics,
) -> Option<Vec<FixedOp>> {
    let before = diags.error_count();
    let mut ops = Vec::with_capacity(dialect.ops.len());
    for (row, def) in (0..).zip(dialect.ops) {
        let rules = ctx.registry.rules(def.name).cloned().expect("a loaded dialect has rules");
        let (known, of_bases) = (FxHashMap::default(), FxHashMap::default());
        let mut legality = Legality { ctx, def, rules: &rules, known, of_bases, diags };
        legality.shape(attributes);
        let operands = legality.slots("operand", def.operands, &rules.operands);
        let result = legality.slots("result", def.results, &rules.results).first().copied();
        ops.push(FixedOp { code: OpCode::new(dialect.id, row), operands, result });
    }
    (diags.error_count() == before).then_some(ops)
}

struct Legality<'a> {
    ctx: &'a mut Context,
    def: &'static OpDef,
    rules: &'a Arc<Rules>,
    /// The terms of rows that were asked before.
    known: FxHashMap<usize, Option<Vec<Term>>>,
    /// The instances of definitions that were asked before, by name.
    of_bases: FxHashMap<Box<str>, Option<Vec<Term>>>,
    diags: &'a mut Diagnostics,
}

impl Legality<'_> {
    fn error(&mut self, loc: Loc, code: Code, message: &str) {
        let message = format!("`{}` {message}", self.def.name);
        let diagnostic = Diagnostic::error(code, self.ctx.span(loc), message);
        self.diags.push(diagnostic.hint(
            "everything about an operation must follow from its name; attributes may be there for the chips `taps` and `tags`, and `flowright match --engine interp` takes all operations",
        ));
    }

    /// What there is besides operands.
    fn shape(&mut self, attributes: Attributes) {
        if let Some(region) = self.rules.regions.first() {
            self.error(region.loc, codes::CHIP_REGION, "has a region");
        }
        if attributes == Attributes::Refused && !self.rules.attrs.is_empty() {
            self.error(self.rules.attrs_loc, codes::CHIP_ATTRIBUTE, "has attributes");
        }
        let results = self.def.results.len();
        if results > 1 {
            let message = format!("has {}, and not one at most", counted(results, "result"));
            self.error(self.rules.results.loc, codes::CHIP_RESULTS, &message);
        }
    }

    /// The one type of each slot; the ones that have none are reported and left out.
    fn slots(&mut self, kind: &str, groups: &[OperandDef], slots: &Slots) -> Box<[Type]> {
        let mut types = Vec::new();
        for (index, (group, row)) in groups.iter().zip(&slots.rows).enumerate() {
            if group.arity != Arity::One {
                let message = format!("has a variable number of {kind}s: #{index} is optional or variadic");
                self.error(slots.loc, codes::CHIP_VARIADIC, &message);
                continue;
            }
            let found = self.terms(*row);
            let is_type = |term: &Term| if let Term::Type(ty) = term { Some(*ty) } else { None };
            let found: Option<Vec<Type>> = found.map(|terms| terms.iter().filter_map(is_type).collect());
            match found.as_deref() {
                Some([ty]) => types.push(*ty),
                Some([]) => {
                    let message = format!("can never be: no type fits {kind} #{index}");
                    self.error(self.rules.rows[*row].loc, codes::CHIP_NO_TYPE, &message);
                }
                _ => {
                    let message = format!("has no fixed type for {kind} #{index}");
                    self.error(self.rules.rows[*row].loc, codes::CHIP_OPEN_TYPE, &message);
                }
            }
        }
        types.into()
    }

    /// What a row accepts, each once and in the order of the rows; `None` when that is not a list.
    fn terms(&mut self, row: usize) -> Option<Vec<Term>> {
        let known = std::mem::take(&mut self.known);
        let of_bases = &mut self.of_bases;
        let mut terms = Terms { ctx: self.ctx, rules: self.rules, known, of_bases, depth: 0 };
        let found = terms.of(row);
        self.known = terms.known;
        found
    }
}

/// How many terms are listed, and how many instances of one definition: more are not a list.
const MANY: usize = 1000;

/// How deep definitions are followed into the definitions of their parameters.
const DEEP: usize = 8;

struct Terms<'a> {
    ctx: &'a mut Context,
    rules: &'a Arc<Rules>,
    /// Rows that were asked before.
    known: FxHashMap<usize, Option<Vec<Term>>>,
    /// Definitions that were asked before, by name.
    of_bases: &'a mut FxHashMap<Box<str>, Option<Vec<Term>>>,
    depth: usize,
}

impl Terms<'_> {
    fn of(&mut self, row: usize) -> Option<Vec<Term>> {
        if let Some(known) = self.known.get(&row) {
            return known.clone();
        }
        let found = self.candidates(row).map(|mut terms| {
            let mut seen = FxHashSet::default();
            terms.retain(|term| seen.insert(*term));
            // What the row refuses on its own is none: of an intersection the candidates are those of one part. What a part of a union accepts, the union does.
            let is_union =
                matches!(self.rules.rows[row].constraint, Constraint::Is(_) | Constraint::AnyOf(_));
            if !is_union {
                terms.retain(|term| Check::new(self.ctx, &self.rules.rows).accepts(row, *term).is_ok());
            }
            terms
        });
        self.known.insert(row, found.clone());
        found
    }

    /// A list that has everything the row accepts.
    fn candidates(&mut self, row: usize) -> Option<Vec<Term>> {
        let rules = self.rules;
        match &rules.rows[row].constraint {
            Constraint::Any => None,
            Constraint::Is(term) => Some(vec![*term]),
            Constraint::Base(base) => self.of_base(base),
            Constraint::Parametric(base, rows) => {
                let params: Option<Vec<Vec<Term>>> = rows.iter().map(|row| self.of(*row)).collect();
                self.instances(base, &params?)
            }
            Constraint::AnyOf(rows) => {
                let (mut all, mut seen) = (Vec::new(), FxHashSet::default());
                for row in rows {
                    all.extend(self.of(*row)?.into_iter().filter(|term| seen.insert(*term)));
                    if all.len() > MANY {
                        return None;
                    }
                }
                Some(all)
            }
            Constraint::AllOf(rows) => rows.iter().find_map(|row| self.of(*row)),
        }
    }

    /// The instances of a base: of a definition without parameters, or with such that are fixed, and of the types of `builtin` that have none.
    fn of_base(&mut self, base: &Base) -> Option<Vec<Term>> {
        let (Base::Type(name) | Base::Attr(name)) = base;
        if let Some(rules) = self.ctx.registry.rules(name).cloned() {
            return self.of_definition(base, name, &rules);
        }
        let plain = match &**name {
            "builtin.index" => TypeKind::Index,
            "builtin.none" => TypeKind::None,
            name => TypeKind::Float(name.strip_prefix("builtin.").and_then(base::FloatFormat::from_name)?),
        };
        matches!(base, Base::Type(_)).then(|| vec![Term::Type(self.ctx.ty(plain))])
    }

    fn of_definition(&mut self, base: &Base, name: &str, rules: &Arc<Rules>) -> Option<Vec<Term>> {
        if let Some(known) = self.of_bases.get(name) {
            return known.clone();
        }
        if self.depth == DEEP {
            return None;
        }
        // Until it is known, one that contains itself is no list.
        self.of_bases.insert(name.into(), None);
        let (known, depth) = (FxHashMap::default(), self.depth + 1);
        let mut inner = Terms { ctx: self.ctx, rules, known, of_bases: self.of_bases, depth };
        let params: Option<Vec<Vec<Term>>> = rules.params.iter().map(|row| inner.of(*row)).collect();
        let found = params.and_then(|params| self.instances(base, &params));
        self.of_bases.insert(name.into(), found.clone());
        found
    }

    /// Every instance of a definition with one of some terms for each parameter.
    fn instances(&mut self, base: &Base, params: &[Vec<Term>]) -> Option<Vec<Term>> {
        let (Base::Type(name) | Base::Attr(name)) = base;
        let rules = self.ctx.registry.rules(name).cloned()?;
        let mut lists = vec![Vec::new()];
        for param in params {
            if lists.len() * param.len() > MANY {
                return None;
            }
            let longer = |list: &Vec<Term>| {
                let list = list.clone();
                param.iter().map(move |term| [&list[..], &[*term]].concat())
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        let mut instances = Vec::new();
        for list in lists {
            let attr = |term: &Term| match term {
                Term::Type(ty) => self.ctx.type_attr(*ty),
                Term::Attr(attr) => *attr,
            };
            let params: Box<[ir::Attr]> = list.iter().map(attr).collect();
            if check_params(self.ctx, &rules, &params).is_err() {
                continue;
            }
            instances.push(match base {
                Base::Type(name) => {
                    let def = self.ctx.registry.find_type(name)?;
                    Term::Type(self.ctx.ty(TypeKind::Dialect { def, params }))
                }
                Base::Attr(name) => {
                    let def = self.ctx.registry.find_attr(name)?;
                    Term::Attr(self.ctx.attr(AttrKind::Dialect { def, params, ty: Type::NONE }))
                }
            });
        }
        Some(instances)
    }
}
