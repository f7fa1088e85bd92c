//! Rules as data: what a definition that was read at run time demands of parameters, operands, results, attributes and regions.
//!
//! A built-in operation says in code which types it takes. A definition that comes from a file has a table instead, [`Rules`], which the
//! registry keeps under the definition's name; its record in the dialect is an [`OpDef`](crate::OpDef),
//! [`DialectType`](crate::DialectType) or [`DialectAttr`](crate::DialectAttr) like any other, and one function for all of them reads the table.
//!
//! A row of the table is a constraint and, while something is checked, a variable: what it accepts first is its value from then on, so a
//! row that stands at two places forces them to be equal. The search is the one of MLIR 19, result for result: rows are asked in order,
//! the first alternative that accepts is taken, and nothing is undone, so a variable that got its value in an alternative that
//! failed later keeps it. What a row refused once it refuses until the end of the check, because variables only get
//! values and never lose them; remembering that keeps a check linear in the size of its table.

use crate::attrs::{Attr, AttrKind};
use crate::bases;
use crate::context::Context;
use crate::loc::Loc;
use crate::opdef::OperandDef;
use crate::storage::{Ir, Op, Region};
use crate::text::attr_print::write_attr;
use crate::text::type_print::type_text;
use crate::types::{Type, TypeKind};
use crate::verify::Verifier;
use base::text::counted;
use base::{Code, codes};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The rules of one definition.
#[derive(Debug)]
pub struct Rules {
    /// Where the definition stands.
    pub loc: Loc,
    /// The constraints. A row refers to rows before it only.
    pub rows: Box<[Row]>,
    /// The parameters of a type or an attribute, by row.
    pub params: Box<[usize]>,
    /// The operands of an operation; how many each group holds is in its record.
    pub operands: Slots,
    /// The results of an operation.
    pub results: Slots,
    /// The attributes that an operation must have, by name.
    pub attrs: Box<[(Box<str>, usize)]>,
    /// Where the attributes stand.
    pub attrs_loc: Loc,
    /// The regions of an operation.
    pub regions: Box<[RegionRule]>,
}

/// Groups of operands or results, a row each, and where they stand.
#[derive(Debug)]
pub struct Slots {
    /// The rows.
    pub rows: Box<[usize]>,
    /// Where the list stands.
    pub loc: Loc,
}

/// A constraint and where it stands.
#[derive(Debug)]
pub struct Row {
    /// What it accepts.
    pub constraint: Constraint,
    /// Where it stands.
    pub loc: Loc,
}

/// Which types and attributes are accepted.
#[derive(Debug)]
pub enum Constraint {
    /// All.
    Any,
    /// One.
    Is(Term),
    /// Those of a base.
    Base(Base),
    /// Those of a definition whose parameters the rows accept, one each.
    Parametric(Base, Box<[usize]>),
    /// Those that one of the rows accepts.
    AnyOf(Box<[usize]>),
    /// Those that all of the rows accept.
    AllOf(Box<[usize]>),
}

/// What a type or attribute is an instance of, by full name: `builtin.integer`, `cmath.complex`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// A type.
    Type(Box<str>),
    /// An attribute.
    Attr(Box<str>),
}

/// What a region must be like.
#[derive(Debug)]
pub struct RegionRule {
    /// The arguments of its entry block, by row; `None` leaves them open.
    pub arguments: Option<Box<[usize]>>,
    /// How many blocks it has; `None` leaves that open.
    pub blocks: Option<usize>,
    /// Where the rule stands.
    pub loc: Loc,
}

/// What a constraint is asked about. A type that stands as an attribute is a type here, so that equal means equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A type.
    Type(Type),
    /// An attribute that is no type.
    Attr(Attr),
}

impl Term {
    /// What an attribute stands for.
    pub fn of(ctx: &Context, attr: Attr) -> Term {
        match ctx[attr] {
            AttrKind::Type(ty) => Term::Type(ty),
            _ => Term::Attr(attr),
        }
    }

    /// Its text.
    pub fn text(self, ctx: &Context) -> String {
        match self {
            Term::Type(ty) => type_text(ctx, ty),
            Term::Attr(attr) => {
                let mut text = String::new();
                write_attr(ctx, attr, &mut text);
                text
            }
        }
    }

    /// The parameters of an instance of a definition.
    fn params(self, ctx: &Context) -> &[Attr] {
        match self {
            Term::Type(ty) => match &ctx[ty] {
                TypeKind::Dialect { params, .. } => params,
                _ => &[],
            },
            Term::Attr(attr) => match &ctx[attr] {
                AttrKind::Dialect { params, .. } => params,
                _ => &[],
            },
        }
    }
}

impl Base {
    /// Whether something is an instance of it.
    fn has(&self, ctx: &Context, term: Term) -> bool {
        match (self, term) {
            (Base::Type(name), Term::Type(ty)) => bases::of_type(&ctx[ty]) == **name,
            // A type that stands as an attribute is an instance of the attribute that holds types.
            (Base::Attr(name), Term::Type(_)) => &**name == "builtin.type",
            (Base::Attr(name), Term::Attr(attr)) => *bases::of_attr(ctx, attr) == **name,
            (Base::Type(_), Term::Attr(_)) => false,
        }
    }

    /// With the mark that says which of both it is: `!builtin.integer`, `#builtin.string`.
    pub fn text(&self) -> String {
        match self {
            Base::Type(name) => format!("!{name}"),
            Base::Attr(name) => format!("#{name}"),
        }
    }
}

/// Why something is refused.
enum Refusal<'a> {
    /// It is another one than this.
    Not(Term),
    /// It is of another base.
    NotOf(&'a Base),
    /// It has another number of parameters.
    Params(usize),
    /// No alternative accepts it.
    NoneOf,
}

/// A check under way: which rows have a value, and what they refused.
pub struct Check<'a> {
    ctx: &'a Context,
    rows: &'a [Row],
    values: Vec<Option<Term>>,
    refused: FxHashSet<(usize, Term)>,
}

impl<'a> Check<'a> {
    /// A check that has not asked anything yet.
    pub fn new(ctx: &'a Context, rows: &'a [Row]) -> Check<'a> {
        Check { ctx, rows, values: vec![None; rows.len()], refused: FxHashSet::default() }
    }

    /// Whether a row accepts something; why not, in words that follow what it is about.
    pub fn accepts(&mut self, row: usize, term: Term) -> Result<(), String> {
        let (refused, why) = match self.ask(row, term) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        let text = refused.text(self.ctx);
        Err(match why {
            Refusal::Not(wanted) => format!("must be `{}`, but is `{text}`", wanted.text(self.ctx)),
            Refusal::NotOf(base) => format!("must be a `{}`, but is `{text}`", base.text()),
            Refusal::Params(count) => {
                format!("must have {}, but is `{text}`", counted(count, "parameter"))
            }
            Refusal::NoneOf => format!("is `{text}`, which the constraint does not accept"),
        })
    }

    /// Recursion is as deep as rows nest, which whoever makes the table bounds.
    fn ask(&mut self, row: usize, term: Term) -> Result<(), (Term, Refusal<'a>)> {
        if let Some(value) = self.values[row] {
            return if value == term { Ok(()) } else { Err((term, Refusal::Not(value))) };
        }
        if self.refused.contains(&(row, term)) {
            return Err((term, Refusal::NoneOf));
        }
        let answer = self.ask_constraint(row, term);
        match answer {
            Ok(()) => self.values[row] = Some(term),
            Err(_) => {
                self.refused.insert((row, term));
            }
        }
        answer
    }

    fn ask_constraint(&mut self, row: usize, term: Term) -> Result<(), (Term, Refusal<'a>)> {
        let rows = self.rows;
        match &rows[row].constraint {
            Constraint::Any => Ok(()),
            Constraint::Is(wanted) if *wanted == term => Ok(()),
            Constraint::Is(wanted) => Err((term, Refusal::Not(*wanted))),
            Constraint::Base(base) | Constraint::Parametric(base, _) if !base.has(self.ctx, term) => {
                Err((term, Refusal::NotOf(base)))
            }
            Constraint::Base(_) => Ok(()),
            Constraint::Parametric(_, wanted) => {
                let params = term.params(self.ctx);
                if params.len() != wanted.len() {
                    return Err((term, Refusal::Params(wanted.len())));
                }
                params.iter().zip(wanted).try_for_each(|(param, row)| {
                    let param = Term::of(self.ctx, *param);
                    self.ask(*row, param)
                })
            }
            Constraint::AnyOf(rows) => match rows.iter().any(|row| self.ask(*row, term).is_ok()) {
                true => Ok(()),
                false => Err((term, Refusal::NoneOf)),
            },
            Constraint::AllOf(rows) => rows.iter().try_for_each(|row| self.ask(*row, term)),
        }
    }
}

/// Whether the rules of a type or an attribute accept its parameters; what is wrong when not.
pub fn check_params(ctx: &Context, rules: &Rules, params: &[Attr]) -> Result<(), (Code, String)> {
    if params.len() != rules.params.len() {
        let (wanted, given) = (counted(rules.params.len(), "parameter"), params.len());
        return Err((codes::LOADED_PARAMETERS, format!("must have {wanted}, but has {given}")));
    }
    let mut check = Check::new(ctx, &rules.rows);
    for (index, (param, row)) in params.iter().zip(&rules.params).enumerate() {
        let accepted = check.accepts(*row, Term::of(ctx, *param));
        accepted.map_err(|why| (codes::LOADED_CONSTRAINT, format!("parameter #{index} {why}")))?;
    }
    Ok(())
}

/// The `verify` of every operation that was defined at run time: what its record cannot say, by its rules. In the order of MLIR, which the
/// values of the rows depend on: attributes, operands, results, regions. The first error ends it.
pub fn verify(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((rules, def)) = ir.ctx.registry.rules(ir.name(op)).zip(ir.def(op)) else { return };
    let mut check = Check::new(&ir.ctx, &rules.rows);
    let outcome = attributes(ir, op, rules, &mut check)
        .and_then(|()| {
            let types = |group| of_group(ir.operand_group(op, group), |i| ir.ty(ir.operand(op, i)));
            values("operand", def.operands, &rules.operands, types, &mut check)
        })
        .and_then(|()| {
            let types = |group| of_group(ir.result_group(op, group), |i| ir.ty(ir.result(op, i)));
            values("result", def.results, &rules.results, types, &mut check)
        })
        .and_then(|()| {
            let mut regions = ir.regions(op).iter().zip(&rules.regions).enumerate();
            regions.try_for_each(|(index, (region, rule))| self::region(ir, index, *region, rule, &mut check))
        });
    if let Err((code, message)) = outcome {
        verifier.error(ir, op, code, message);
    }
}

type Outcome = Result<(), (Code, String)>;

fn attributes(ir: &Ir, op: Op, rules: &Rules, check: &mut Check<'_>) -> Outcome {
    for (name, row) in &rules.attrs {
        let Some(attr) = ir.attr(op, name) else {
            return Err((codes::MISSING_ATTRIBUTE, format!("attribute `{name}` is missing")));
        };
        let accepted = check.accepts(*row, Term::of(&ir.ctx, attr));
        accepted.map_err(|why| (codes::LOADED_CONSTRAINT, format!("attribute `{name}` {why}")))?;
    }
    Ok(())
}

/// The types of the values of a group, with their positions.
fn of_group(group: Range<usize>, ty: impl Fn(usize) -> Type) -> Vec<(usize, Type)> {
    group.map(|index| (index, ty(index))).collect()
}

fn values(
    kind: &str,
    groups: &[OperandDef],
    slots: &Slots,
    types: impl Fn(usize) -> Vec<(usize, Type)>,
    check: &mut Check<'_>,
) -> Outcome {
    for (group, row) in (0..groups.len()).zip(&slots.rows) {
        for (index, ty) in types(group) {
            let accepted = check.accepts(*row, Term::Type(ty));
            accepted.map_err(|why| (codes::LOADED_CONSTRAINT, format!("{kind} #{index} {why}")))?;
        }
    }
    Ok(())
}

fn region(ir: &Ir, index: usize, region: Region, rule: &RegionRule, check: &mut Check<'_>) -> Outcome {
    let blocks = ir.blocks(region).len();
    if let Some(wanted) = rule.blocks.filter(|wanted| *wanted != blocks) {
        let message = format!("region #{index} must have {}, but has {blocks}", counted(wanted, "block"));
        return Err((codes::LOADED_REGION, message));
    }
    let Some(rows) = &rule.arguments else { return Ok(()) };
    let args = ir.entry(region).map_or(&[][..], |entry| ir.args(entry));
    if args.len() != rows.len() {
        let (wanted, given) = (counted(rows.len(), "argument"), args.len());
        return Err((codes::LOADED_REGION, format!("region #{index} must have {wanted}, but has {given}")));
    }
    for (number, (arg, row)) in args.iter().zip(rows).enumerate() {
        let accepted = check.accepts(*row, Term::Type(ir.ty(*arg)));
        accepted.map_err(|why| {
            (codes::LOADED_CONSTRAINT, format!("argument #{number} of region #{index} {why}"))
        })?;
    }
    Ok(())
}
