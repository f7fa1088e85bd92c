//! From definitions to registered dialects.
//!
//! The records of a loaded dialect (`OpDef`, `DialectType`, `DialectAttr`, and `Dialect` itself) are the same structs as those of a
//! built-in one. Interned types and opcodes point to them for good, in contexts that are cloned and sent to other threads, so they live as
//! long as the process: they are leaked, once per load, some hundred bytes a definition. What belongs to one context, the constraints with
//! its types and attributes in them, is kept by that context's registry as [`Rules`].
//!
//! Nothing is registered unless everything in the file is right.

use super::types::arities;
use super::verify::around_dialect;
use super::{
    ALL_OF, ANY, ANY_OF, ATTRIBUTE, ATTRIBUTES, BASE, C_PRED, DIALECT_OP, IS, OPERANDS, OPERATION,
    PARAMETERS, PARAMETRIC, REGION, RESULTS, TYPE,
};
use base::{Code, Diagnostics, codes};
use ir::bases::{is_attr_base, is_type_base};
use ir::constraints::ANY as ANY_TYPE;
use ir::opdef::RegionBlocks;
use ir::rules::{self, Base, Constraint, RegionRule, Row, Rules, Slots, Term};
use ir::text::attr_print::write_attr;
use ir::text::{Parse, Parser, Tok};
use ir::{
    Arity, Attr, AttrKind, Context, Dialect, DialectAttr, DialectId, DialectType, Ir, Loc, Op, OpDef,
    OperandDef, RegionDef, Trait, Value, op_error, symbols,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How deep constraints may nest: checking one is a recursion over them.
const MAX_DEPTH: usize = 64;

/// Registers the dialects that a verified module defines, wherever in it they stand, in the context of the module. Gives them in text
/// order; `None` when something is wrong, which `diags` says.
pub fn load(ir: &mut Ir, module: Op, diags: &mut Diagnostics) -> Option<Vec<&'static Dialect>> {
    let ops: Vec<Op> = ir.walk(module).into_iter().filter(|op| ir.code(*op) == DIALECT_OP).collect();
    let before = diags.error_count();
    let drafts = {
        let mut loader = Loader { ir, diags };
        loader.names_are_free(&ops);
        ops.iter().map(|op| loader.dialect(*op)).collect::<Vec<Draft>>()
    };
    if diags.error_count() > before {
        return None;
    }
    Some(drafts.into_iter().zip(ops).map_while(|(draft, op)| draft.register(ir, op, diags)).collect())
        .filter(|_| diags.error_count() == before)
}

/// A dialect before it has a number.
#[derive(Default)]
struct Draft {
    name: String,
    ops: Vec<(OpDef, Rules)>,
    types: Vec<(DialectType, Rules)>,
    attrs: Vec<(DialectAttr, Rules)>,
}

impl Draft {
    fn register(self, ir: &mut Ir, op: Op, diags: &mut Diagnostics) -> Option<&'static Dialect> {
        let Some(id) = ir.ctx.registry.free_id() else {
            let message = format!("there are {} dialects already", DialectId::UNREGISTERED.0);
            diags.push(op_error(ir, op, codes::IRDL_LIMIT, message));
            return None;
        };
        let mut rules = Vec::new();
        let ops = leak(self.ops, |def| def.name, &mut rules);
        let types = leak(self.types, |def| def.name, &mut rules);
        let attrs = leak(self.attrs, |def| def.name, &mut rules);
        let dialect = Dialect {
            id,
            name: self.name.leak(),
            doc: "A dialect that was defined in a file.",
            ops,
            types,
            attrs,
            enums: &[],
            constants: &[],
        };
        let dialect = Box::leak(Box::new(dialect));
        ir.ctx.register_loaded(dialect, rules);
        Some(dialect)
    }
}

/// Records that live from now on; their rules are put aside under their names.
fn leak<T>(
    drafts: Vec<(T, Rules)>,
    name: fn(&T) -> &'static str,
    rules: &mut Vec<(&'static str, Rules)>,
) -> &'static [T] {
    let mut records = Vec::with_capacity(drafts.len());
    for (record, of) in drafts {
        rules.push((name(&record), of));
        records.push(record);
    }
    records.leak()
}

struct Loader<'a> {
    ir: &'a Ir,
    diags: &'a mut Diagnostics,
}

/// The constraints of a definition, and which value is which.
#[derive(Default)]
struct Table {
    rows: Vec<Row>,
    depths: Vec<usize>,
    bases: Vec<Bases>,
    of_value: FxHashMap<Value, usize>,
}

/// What the alternatives of an `any_of` are told apart by.
#[derive(Clone, Default)]
struct Bases {
    /// It accepts anything.
    open: bool,
    /// The definitions it names as parametric.
    parametric: BTreeSet<Op>,
}

impl Loader<'_> {
    fn error(&mut self, op: Op, code: Code, message: impl AsRef<str>) {
        self.diags.push(op_error(self.ir, op, code, message));
    }

    /// No dialect of these names is there, and no two of them are one.
    fn names_are_free(&mut self, ops: &[Op]) {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for op in ops {
            let Some(name) = symbols::symbol_name(self.ir, *op) else { continue };
            if self.ir.ctx.registry.dialect(name).is_some() {
                self.error(*op, codes::IRDL_KNOWN_DIALECT, format!("a dialect `{name}` is there already"));
            } else if !seen.insert(name) {
                self.error(*op, codes::IRDL_KNOWN_DIALECT, format!("the dialect `{name}` is defined twice"));
            }
        }
    }

    fn dialect(&mut self, op: Op) -> Draft {
        let mut draft =
            Draft { name: symbols::symbol_name(self.ir, op).unwrap_or("").to_owned(), ..Draft::default() };
        let body = self.ir.entry(self.ir.region(op, 0));
        for member in body.into_iter().flat_map(|body| self.ir.block_ops(body)) {
            let name = || full_name(self.ir, op, member).leak();
            match self.ir.code(member) {
                OPERATION => {
                    let operation = self.operation(member, name());
                    draft.ops.push(operation);
                }
                TYPE => {
                    let record = DialectType {
                        name: name(),
                        doc: "A type that was defined in a file.",
                        example: "",
                        parse: parse_params,
                        print: print_params,
                        bits: None,
                    };
                    draft.types.push((record, self.parameters(member)));
                }
                ATTRIBUTE => {
                    let record = DialectAttr {
                        name: name(),
                        doc: "An attribute that was defined in a file.",
                        example: "",
                        parse: parse_params,
                        print: print_params,
                    };
                    draft.attrs.push((record, self.parameters(member)));
                }
                _ => {}
            }
        }
        draft
    }

    /// The rules of a type or an attribute.
    fn parameters(&mut self, op: Op) -> Rules {
        let table = self.table(op);
        let params = self.child(op, PARAMETERS).map(|list| self.rows_of(&table, list)).unwrap_or_default();
        Rules { params, ..self.rules(op, table) }
    }

    fn operation(&mut self, op: Op, name: &'static str) -> (OpDef, Rules) {
        let ir = self.ir;
        let table = self.table(op);
        let (operands, operand_slots) = self.slots(op, &table, OPERANDS, "operand");
        let (results, result_slots) = self.slots(op, &table, RESULTS, "result");
        let attributes = self.child(op, ATTRIBUTES);
        let mut attrs: Vec<(Box<str>, usize)> = Vec::new();
        if let Some(list) = attributes {
            let rows = self.rows_of(&table, list);
            for (name, row) in names(ir, list).into_iter().zip(rows) {
                // Of two entries with one name the later holds, as in MLIR.
                attrs.retain(|(known, _)| **known != *name);
                attrs.push((name, row));
            }
        }
        // Every `irdl.region` is a region of the operation, whether or not `irdl.regions` lists it: so it is in MLIR 19.
        let regions: Vec<RegionRule> =
            children(ir, op).filter(|op| ir.code(*op) == REGION).map(|op| self.region(&table, op)).collect();
        let record = OpDef {
            name,
            doc: "An operation that was defined in a file.",
            operands,
            results,
            regions: regions
                .iter()
                .map(|_| RegionDef { name: "region", arity: Arity::One, blocks: RegionBlocks::Any })
                .collect::<Vec<_>>()
                .leak(),
            traits: &[Trait::LoadedSegments],
            verify: Some(rules::verify),
            ..OpDef::BASE
        };
        let rules = Rules {
            operands: operand_slots,
            results: result_slots,
            attrs: attrs.into(),
            attrs_loc: attributes.map_or(Loc::UNKNOWN, |list| ir.loc(list)),
            regions: regions.into(),
            ..self.rules(op, table)
        };
        (record, rules)
    }

    fn rules(&self, op: Op, table: Table) -> Rules {
        let none = || Slots { rows: Box::new([]), loc: Loc::UNKNOWN };
        Rules {
            loc: self.ir.loc(op),
            rows: table.rows.into(),
            params: Box::new([]),
            operands: none(),
            results: none(),
            attrs: Box::new([]),
            attrs_loc: Loc::UNKNOWN,
            regions: Box::new([]),
        }
    }

    /// The groups that a list of operands or results says, as a record and as rules.
    fn slots(
        &mut self,
        op: Op,
        table: &Table,
        list: ir::OpCode,
        kind: &str,
    ) -> (&'static [OperandDef], Slots) {
        let ir = self.ir;
        let Some(list) = self.child(op, list) else {
            return (&[], Slots { rows: Box::new([]), loc: Loc::UNKNOWN });
        };
        let arities =
            ir.attr(list, "variadicity").and_then(|attr| arities(&ir.ctx, attr)).unwrap_or_default();
        // MLIR 19 gives the slots no names.
        let group = |(index, arity): (usize, Arity)| {
            let name: &'static str = format!("{kind} {index}").leak();
            OperandDef { name, ty: ANY_TYPE, arity }
        };
        let groups: Vec<OperandDef> = arities.into_iter().enumerate().map(group).collect();
        (groups.leak(), Slots { rows: self.rows_of(table, list), loc: ir.loc(list) })
    }

    fn region(&mut self, table: &Table, op: Op) -> RegionRule {
        let ir = self.ir;
        let is_constrained = ir.attr(op, "constrainedArguments").is_some();
        RegionRule {
            arguments: is_constrained.then(|| self.rows_of(table, op)),
            blocks: ir.int_attr(op, "numberOfBlocks").and_then(|blocks| usize::try_from(blocks).ok()),
            loc: ir.loc(op),
        }
    }

    fn child(&self, op: Op, code: ir::OpCode) -> Option<Op> {
        children(self.ir, op).find(|child| self.ir.code(*child) == code)
    }

    // ----- constraints -----

    /// The constraints in the body of a definition, in order.
    fn table(&mut self, op: Op) -> Table {
        let mut table = Table::default();
        for child in children(self.ir, op) {
            let Some(constraint) = self.constraint(&table, child) else { continue };
            let args = args_of(&constraint);
            let depth = 1 + args.iter().map(|row| table.depths[*row]).max().unwrap_or(0);
            if depth == MAX_DEPTH + 1 {
                self.error(child, codes::IRDL_LIMIT, format!("constraints nest deeper than {MAX_DEPTH}"));
            }
            let bases = self.bases(&table, child, &constraint);
            table.bases.push(bases);
            table.depths.push(depth);
            table.of_value.insert(self.ir.result(child, 0), table.rows.len());
            table.rows.push(Row { constraint, loc: self.ir.loc(child) });
        }
        table
    }

    /// The constraint that an operation is; `None` when it is none, or one that cannot be loaded.
    fn constraint(&mut self, table: &Table, op: Op) -> Option<Constraint> {
        let ir = self.ir;
        Some(match ir.code(op) {
            ANY => Constraint::Any,
            IS => Constraint::Is(Term::of(&ir.ctx, ir.attr(op, "expected")?)),
            BASE => Constraint::Base(match ir.attr(op, "base_ref") {
                Some(reference) => self.definition(op, reference)?.1,
                None => self.registered_base(op)?,
            }),
            PARAMETRIC => {
                let (_, base) = self.definition(op, ir.attr(op, "base_type")?)?;
                Constraint::Parametric(base, self.rows_of(table, op))
            }
            ANY_OF => Constraint::AnyOf(self.rows_of(table, op)),
            ALL_OF => Constraint::AllOf(self.rows_of(table, op)),
            C_PRED => {
                let message = "a dialect with a predicate in C++ cannot be loaded at run time";
                self.error(op, codes::IRDL_PREDICATE, message);
                return None;
            }
            _ => return None,
        })
    }

    /// The rows of an operation's operands. What is no row was reported where it is made, or is here.
    fn rows_of(&mut self, table: &Table, op: Op) -> Box<[usize]> {
        let ir = self.ir;
        let mut rows = Vec::new();
        for (index, value) in ir.operands(op).enumerate() {
            match (table.of_value.get(&value), ir.defining_op(value)) {
                (Some(row), _) => rows.push(*row),
                (None, Some(by)) if CONSTRAINTS.contains(&ir.code(by)) => {}
                _ => {
                    self.error(op, codes::IRDL_VALUE, format!("operand #{index} is not made by a constraint"))
                }
            }
        }
        rows.into()
    }

    /// The definition that a reference means, and what its instances are called.
    fn definition(&mut self, op: Op, reference: Attr) -> Option<(Op, Base)> {
        let ir = self.ir;
        let found = symbols::resolve(ir, around_dialect(ir, op)?, reference)?;
        let name = full_name(ir, ir.parent_op(found)?, found).into();
        Some((found, if ir.code(found) == TYPE { Base::Type(name) } else { Base::Attr(name) }))
    }

    /// A base that is registered already, by name.
    fn registered_base(&mut self, op: Op) -> Option<Base> {
        let ctx = &self.ir.ctx;
        let name = self.ir.str_attr(op, "base_name")?;
        match name.split_at_checked(1)? {
            ("!", base) if is_type_base(ctx, base) => return Some(Base::Type(base.into())),
            ("#", base) if is_attr_base(ctx, base) => return Some(Base::Attr(base.into())),
            _ => {}
        }
        self.error(op, codes::IRDL_UNKNOWN_BASE, format!("nothing is registered as `{name}`"));
        None
    }

    fn alternatives(&mut self, op: Op, is_open: bool, loc: Loc) {
        let what = if is_open { "accepts anything" } else { "is a second one of a definition" };
        let message = format!("an alternative {what}, so that their order would matter");
        let diagnostic = op_error(self.ir, op, codes::IRDL_ALTERNATIVES, message);
        self.diags.push(match self.ir.ctx.span(loc) {
            Some(span) => diagnostic.label(span, "this alternative"),
            None => diagnostic,
        });
    }

    /// What a constraint is told apart by as an alternative. Alternatives are tried in order and the first that accepts is taken; that
    /// their order does not matter is what MLIR demands here, with its rules, which look at the first part of an `all_of` only.
    fn bases(&mut self, table: &Table, op: Op, constraint: &Constraint) -> Bases {
        match constraint {
            Constraint::Any => Bases { open: true, ..Bases::default() },
            Constraint::Is(_) | Constraint::Base(_) => Bases::default(),
            Constraint::Parametric(..) => {
                let reference = self.ir.attr(op, "base_type");
                let named = reference.and_then(|reference| self.definition(op, reference));
                Bases { open: false, parametric: named.into_iter().map(|(op, _)| op).collect() }
            }
            Constraint::AllOf(rows) => rows.first().map(|row| table.bases[*row].clone()).unwrap_or_default(),
            Constraint::AnyOf(rows) => {
                let mut all = Bases::default();
                for row in rows {
                    let one = &table.bases[*row];
                    if one.open || !one.parametric.is_disjoint(&all.parametric) {
                        self.alternatives(op, one.open, table.rows[*row].loc);
                        break;
                    }
                    all.parametric.extend(&one.parametric);
                }
                all
            }
        }
    }
}

/// The operations whose result is a constraint.
const CONSTRAINTS: [ir::OpCode; 7] = [ALL_OF, ANY, ANY_OF, BASE, C_PRED, IS, PARAMETRIC];

fn args_of(constraint: &Constraint) -> &[usize] {
    match constraint {
        Constraint::Any | Constraint::Is(_) | Constraint::Base(_) => &[],
        Constraint::Parametric(_, rows) | Constraint::AnyOf(rows) | Constraint::AllOf(rows) => rows,
    }
}

/// The operations in the body of a definition.
fn children(ir: &Ir, op: Op) -> impl Iterator<Item = Op> + '_ {
    ir.entry(ir.region(op, 0)).into_iter().flat_map(|body| ir.block_ops(body))
}

/// `dialect.name`
fn full_name(ir: &Ir, dialect: Op, member: Op) -> String {
    let name = |op| symbols::symbol_name(ir, op).unwrap_or("");
    format!("{}.{}", name(dialect), name(member))
}

/// The names that an `irdl.attributes` lists.
fn names(ir: &Ir, op: Op) -> Vec<Box<str>> {
    let Some(AttrKind::Array(names)) = ir.attr(op, "attributeValueNames").map(|attr| &ir.ctx[attr]) else {
        return Vec::new();
    };
    names.iter().map(|name| ir.ctx.str_value(*name).unwrap_or("").into()).collect()
}

// ----- the text of instances -----

/// `<a, b>`, or nothing
fn parse_params(p: &mut Parser<'_>) -> Parse<Box<[Attr]>> {
    let mut params = Vec::new();
    if p.at(Tok::Less) {
        p.list(Tok::Less, Tok::Greater, |p| {
            let param = p.nested(Parser::attr)?;
            params.push(param);
            Ok(())
        })?;
    }
    Ok(params.into())
}

/// The inverse of [`parse_params`].
fn print_params(ctx: &Context, params: &[Attr], out: &mut String) {
    for (i, param) in params.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "<" });
        write_attr(ctx, *param, out);
    }
    if !params.is_empty() {
        out.push('>');
    }
}
