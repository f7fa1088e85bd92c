//! The verifier: what every operation, block and region must satisfy before anybody works on it.
//!
//! All errors are collected, in text order. The rules:
//!
//! *Of every operation, registered or not*
//! - A terminator, and any operation with successors, is the last of its block.
//! - Successors stand in the operation's own region, and none is the region's entry block.
//! - A block has a terminator, unless it is the only one of its region and the operation around needs none (or is
//!   unregistered, and so may need none).
//! - An operand is there: its definition comes before on every path (*dominance*). Inside a graph region, and in
//!   the region of an unregistered operation, the order within a block does not matter; in a block that is never
//!   reached nothing is demanded. A value defined by an operation is not there inside of that operation.
//! - An operand used inside an isolated operation is defined inside of it.
//! - Symbols of a symbol table have different names.
//!
//! *Of registered operations, by their record*
//! - As many operands and results as the record says; where several groups are open, `operandSegmentSizes` and
//!   `resultSegmentSizes` have an entry a group, fit each group and add up.
//! - Operands and results satisfy their type constraints and the record's type rules.
//! - Required attributes are there, and every attribute of the record is what it may be.
//! - As many regions and successors as the record says; each region has as many blocks as it may; a graph region has at
//!   most one; single-block regions end in the implicit terminator if there is one.
//! - A branch hands every successor as many operands as it has arguments, of their types.
//! - It stands in one of the parents it names. A symbol with a name stands in a symbol table and its visibility is one of the three;
//!   a symbol table has one region of one block.
//! - Its own `verify` agrees. That is asked only when the rules before hold, so it may rely on them.

use crate::attrs::{Attr, AttrKind};
use crate::dominance::{Dominance, ancestor_in};
use crate::loc::Loc;
use crate::opdef::{Arity, OpDef, OperandDef, Presence, RegionBlocks, Trait, TypeRule};
use crate::storage::{Block, Ir, Op, Value, ValueDef};
use crate::symbols::{self, SymbolTables};
use crate::text::type_print::type_text;
use crate::types::Type;
use base::text::counted;
use base::{Code, Diagnostic, Diagnostics, Str, codes};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Arguments;
use std::ops::Range;

/// Checks everything below an operation, itself included. Says whether it is right; why not goes to `diags`.
///
/// The IR is mutable only because a type rule may have to intern the type it derives; nothing else changes.
pub fn verify(ir: &mut Ir, root: Op, diags: &mut Diagnostics) -> bool {
    let before = diags.error_count();
    let mut verifier = Verifier { diags, symbols: SymbolTables::default(), dominance: Dominance::new() };
    for op in ir.walk(root) {
        verifier.op(ir, op);
    }
    diags.error_count() == before
}

/// What the verifier knows while it runs; an operation's own `verify` reports to it.
pub struct Verifier<'a> {
    diags: &'a mut Diagnostics,
    /// The symbol tables, for operations that refer to symbols.
    pub symbols: SymbolTables,
    dominance: Dominance,
}

/// An error about an operation, at its place, with the operation's name before the message.
pub fn op_error(ir: &Ir, op: Op, code: Code, message: impl AsRef<str>) -> Diagnostic {
    error_at(ir, ir.loc(op), code, format!("`{}`: {}", ir.name(op), message.as_ref()))
}

fn error_at(ir: &Ir, loc: Loc, code: Code, message: String) -> Diagnostic {
    let diagnostic = Diagnostic::error(code, ir.ctx.span(loc), message);
    match ir.ctx.file_place(loc) {
        Some((file, line, column)) => diagnostic.note(format!("from {file}:{line}:{column}")),
        None => diagnostic,
    }
}

impl Verifier<'_> {
    /// Reports an error about an operation, at its place; the operation's name is put before the message.
    pub fn error(&mut self, ir: &Ir, op: Op, code: Code, message: impl AsRef<str>) {
        self.diags.push(op_error(ir, op, code, message));
    }

    /// Reports an error if two lists of types differ, each with the plural of whose types they are.
    pub fn same_types(
        &mut self,
        ir: &Ir,
        op: Op,
        code: Code,
        (here, have): (&str, &[Type]),
        (there, want): (&str, &[Type]),
    ) {
        if have == want {
            return;
        }
        let list = |types: &[Type]| {
            let types: Vec<String> = types.iter().map(|ty| type_text(&ir.ctx, *ty)).collect();
            types.join(", ")
        };
        let mut message = format!("{here} have types ({}), but {there} have ({})", list(have), list(want));
        // In a long list the place is hard to see.
        if have.len() == want.len()
            && have.len() > 1
            && let Some(at) = have.iter().zip(want).position(|(have, want)| have != want)
        {
            message.push_str(&format!(": #{at} differs"));
        }
        self.error(ir, op, code, message);
    }

    /// Reports a diagnostic, such as an [`op_error`] with notes.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    fn op(&mut self, ir: &mut Ir, op: Op) {
        let before = self.diags.error_count();
        self.place(ir, op);
        self.operands_are_there(ir, op);
        for index in 0..ir.regions(op).len() {
            self.region(ir, op, index);
        }
        let Some(def) = ir.def(op) else { return };
        if self.counts(ir, op, def) {
            self.value_types(ir, op, def);
        }
        self.attributes(ir, op, def);
        self.regions(ir, op, def);
        self.successors(ir, op, def);
        self.traits(ir, op, def);
        if self.diags.error_count() == before {
            self.type_rules(ir, op, def);
        }
        if let Some(own) = def.verify
            && self.diags.error_count() == before
        {
            own(ir, op, self);
        }
    }

    // ----- rules for every operation -----

    /// Where it stands in its block, and where it branches to.
    fn place(&mut self, ir: &Ir, op: Op) {
        if ir.next(op).is_some() {
            if ir.has_trait(op, Trait::Terminator) {
                self.error(ir, op, codes::TERMINATOR, "a terminator must be the last operation of its block");
            } else if !ir.successors(op).is_empty() {
                self.error(
                    ir,
                    op,
                    codes::TERMINATOR,
                    "an operation with successors must be the last of its block",
                );
            }
        }
        let region = ir.parent_region(op);
        for (index, block) in ir.successors(op).iter().enumerate() {
            if ir.block_region(*block) != region || region.is_none() {
                self.error(
                    ir,
                    op,
                    codes::SUCCESSOR,
                    format!("successor #{index} is not a block of the same region"),
                );
            } else if region.and_then(|r| ir.entry(r)) == Some(*block) {
                let message = format!(
                    "successor #{index} is the entry block of the region, which must have no predecessors"
                );
                self.error(ir, op, codes::SUCCESSOR, message);
            }
        }
    }

    fn operands_are_there(&mut self, ir: &Ir, op: Op) {
        let Some(block) = ir.parent_block(op) else { return };
        // Asked once an operation, and only where an operand is not simply there.
        let mut reachable = None;
        for (index, value) in ir.operands(op).enumerate() {
            if self.dominance.value_dominates(ir, value, op) {
                if ir.value_block(value) != Some(block) {
                    self.isolation(ir, op, index, value);
                }
                continue;
            }
            if *reachable.get_or_insert_with(|| self.dominance.is_reachable(ir, block)) {
                self.not_there(ir, op, index, value);
            }
        }
    }

    fn isolation(&mut self, ir: &Ir, op: Op, index: usize, value: Value) {
        let home = ir.value_block(value).and_then(|block| ir.block_region(block));
        let around = std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op));
        // Up from the user, until the operation that stands in the region where the value is defined.
        for outer in around {
            if ir.regions(outer).iter().any(|r| Some(*r) == home) {
                return;
            }
            if ir.has_trait(outer, Trait::IsolatedFromAbove) {
                let name = ir.name(outer);
                let message =
                    format!("operand #{index} is defined outside of the isolated operation `{name}` around");
                let diagnostic = op_error(ir, op, codes::ISOLATION, message);
                self.report(defined_here(ir, value, diagnostic));
                return;
            }
        }
    }

    fn not_there(&mut self, ir: &Ir, op: Op, index: usize, value: Value) {
        let home = ir.value_block(value).and_then(|block| ir.block_region(block));
        let around = home.and_then(|region| ancestor_in(ir, region, op));
        let why = match (around, ir.value_def(value)) {
            (_, ValueDef::Forward) => "is defined nowhere",
            (None, _) => "is defined in a region that is not around",
            (Some(around), ValueDef::Result(by, _)) if around == by => "is the result of an operation around",
            (Some(around), _) if ir.parent_block(around) == ir.value_block(value) => "is defined only later",
            _ => "is not defined on every path to here",
        };
        let diagnostic = op_error(ir, op, codes::DOMINANCE, format!("operand #{index} {why}"));
        self.report(defined_here(ir, value, diagnostic));
    }

    fn region(&mut self, ir: &Ir, op: Op, index: usize) {
        let region = ir.region(op, index);
        let blocks = ir.blocks(region);
        let needs_none = ir.def(op).is_none_or(|def| def.has(Trait::NoTerminator));
        if needs_none && blocks.len() == 1 {
            return;
        }
        for (number, block) in blocks.iter().enumerate() {
            match ir.last_op(*block) {
                None => {
                    let message =
                        format!("block #{number} of region #{index} is empty but must end in a terminator");
                    self.error(ir, op, codes::TERMINATOR, message);
                }
                Some(last) if ir.def(last).is_some_and(|def| !def.has(Trait::Terminator)) => {
                    self.error(
                        ir,
                        last,
                        codes::TERMINATOR,
                        "the last operation of a block must be a terminator",
                    );
                }
                Some(_) => {}
            }
        }
    }

    // ----- rules of the record -----

    /// Whether there are as many operands and results as the record says.
    fn counts(&mut self, ir: &Ir, op: Op, def: &OpDef) -> bool {
        let before = self.diags.error_count();
        let (operands, results) = (ir.operand_count(op), ir.result_count(op));
        if let Err(message) = groups_fit(ir, op, def.operands, operands, "operand", def.operand_segments()) {
            self.error(ir, op, codes::OPERAND_COUNT, message);
        }
        if let Err(message) = groups_fit(ir, op, def.results, results, "result", def.result_segments()) {
            self.error(ir, op, codes::RESULT_COUNT, message);
        }
        self.diags.error_count() == before
    }

    fn value_types(&mut self, ir: &Ir, op: Op, def: &OpDef) {
        for (group, member) in def.operands.iter().enumerate() {
            for index in ir.operand_group(op, group) {
                let ty = ir.ty(ir.operand(op, index));
                if !(member.ty.test)(&ir.ctx, ty) {
                    self.wrong_type(ir, op, "operand", index, member, ty);
                }
            }
        }
        for (group, member) in def.results.iter().enumerate() {
            for index in ir.result_group(op, group) {
                let ty = ir.ty(ir.result(op, index));
                if !(member.ty.test)(&ir.ctx, ty) {
                    self.wrong_type(ir, op, "result", index, member, ty);
                }
            }
        }
    }

    fn wrong_type(&mut self, ir: &Ir, op: Op, kind: &str, index: usize, member: &OperandDef, ty: Type) {
        let code = if kind == "operand" { codes::OPERAND_TYPE } else { codes::RESULT_TYPE };
        let (name, what, ty) = (member.name, member.ty.what, type_text(&ir.ctx, ty));
        self.error(ir, op, code, format!("{kind} #{index} (`{name}`) must be {what}, but is `{ty}`"));
    }

    fn type_rules(&mut self, ir: &mut Ir, op: Op, def: &'static OpDef) {
        // Values that all have one type satisfy every rule that some of them must: so it is for most operations.
        let uniform = {
            let mut types = ir.operands(op).chain(ir.results(op)).map(|value| ir.ty(value));
            types.next().is_none_or(|first| types.all(|ty| ty == first))
        };
        for rule in def.types {
            match rule {
                TypeRule::Same(_) if uniform => {}
                TypeRule::Same(names) => {
                    let mut first: Option<(&str, Type)> = None;
                    for name in *names {
                        for ty in group_types(ir, op, def, name) {
                            let (of, wanted) = *first.get_or_insert((name, ty));
                            if ty != wanted {
                                let (a, b) = (type_text(&ir.ctx, wanted), type_text(&ir.ctx, ty));
                                let message = format!(
                                    "`{of}` and `{name}` must have one type, but have `{a}` and `{b}`"
                                );
                                self.error(ir, op, codes::TYPES_DIFFER, message);
                                return;
                            }
                        }
                    }
                }
                TypeRule::Derive { to, from, what, with } => {
                    let (to_types, from_types) =
                        (group_types(ir, op, def, to), group_types(ir, op, def, from));
                    for (index, ty) in to_types.iter().enumerate() {
                        // One type for all, or one for each.
                        let from =
                            if from_types.len() == 1 { from_types.first() } else { from_types.get(index) };
                        let wanted = from.and_then(|from| with(&mut ir.ctx, *from));
                        self.must_be(ir, op, to, *ty, wanted, format_args!("{what}"));
                    }
                }
                TypeRule::Is { of, ty } => {
                    let wanted = ty(&mut ir.ctx);
                    for name in *of {
                        for ty in group_types(ir, op, def, name) {
                            self.must_be(ir, op, name, ty, Some(wanted), format_args!("the type"));
                        }
                    }
                }
                TypeRule::OfAttr { to, attr } => {
                    let wanted = ir.attr(op, attr).and_then(|attr| match ir.ctx[attr] {
                        AttrKind::Type(ty) => Some(ty),
                        _ => ir.ctx.attr_ty(attr),
                    });
                    for ty in group_types(ir, op, def, to) {
                        self.must_be(ir, op, to, ty, wanted, format_args!("the type of attribute `{attr}`"));
                    }
                }
            }
        }
    }

    fn must_be(&mut self, ir: &Ir, op: Op, name: &str, ty: Type, wanted: Option<Type>, what: Arguments<'_>) {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != ty) {
            let (ty, wanted) = (type_text(&ir.ctx, ty), type_text(&ir.ctx, wanted));
            let message = format!("`{name}` must have {what}, `{wanted}`, but has `{ty}`");
            self.error(ir, op, codes::TYPES_DIFFER, message);
        }
    }

    fn attributes(&mut self, ir: &Ir, op: Op, def: &OpDef) {
        for (index, attr) in def.attrs.iter().enumerate() {
            match ir.own_attr(op, index) {
                Some(value) if !(attr.kind.test)(&ir.ctx, value) => {
                    let message = format!("attribute `{}` must be {}", attr.name, attr.kind.what);
                    self.error(ir, op, codes::ATTRIBUTE_KIND, message);
                }
                None if matches!(attr.presence, Presence::Required) => {
                    let message =
                        format!("attribute `{}` is missing; it must be {}", attr.name, attr.kind.what);
                    self.error(ir, op, codes::MISSING_ATTRIBUTE, message);
                }
                _ => {}
            }
        }
    }

    fn regions(&mut self, ir: &Ir, op: Op, def: &OpDef) {
        let count = ir.regions(op).len();
        if count == 0 && def.regions.is_empty() {
            return;
        }
        if let Some(wanted) = miscount(def.regions.iter().map(|r| r.arity), count, "region") {
            self.error(ir, op, codes::REGION_SHAPE, format!("must have {wanted}, but has {count}"));
            return;
        }
        for (index, region) in ir.regions(op).iter().enumerate() {
            // Regions past the last definition belong to it: it is variadic.
            let Some(wanted) = def.regions.get(index).or(def.regions.last()) else { continue };
            let blocks = ir.blocks(*region).len();
            let wrong = match wanted.blocks {
                RegionBlocks::One if blocks != 1 => "exactly one block",
                RegionBlocks::AtMostOne if blocks > 1 => "at most one block",
                RegionBlocks::Some if blocks == 0 => "at least one block",
                _ if blocks > 1 && def.has(Trait::GraphRegion) => "at most one block, being a graph",
                _ => continue,
            };
            let message = format!("region #{index} (`{}`) must have {wrong}, but has {blocks}", wanted.name);
            self.error(ir, op, codes::REGION_SHAPE, message);
        }
    }

    fn successors(&mut self, ir: &Ir, op: Op, def: &OpDef) {
        let count = ir.successors(op).len();
        if count == 0 && def.successors.is_empty() {
            return;
        }
        if let Some(wanted) = miscount(def.successors.iter().map(|s| s.1), count, "successor") {
            self.error(ir, op, codes::SUCCESSOR, format!("must have {wanted}, but has {count}"));
            return;
        }
        if def.branch.is_none() {
            return;
        }
        for (index, (block, operands)) in
            ir.successors(op).iter().zip(ir.all_successor_operands(op)).enumerate()
        {
            match operands {
                Some(range) => self.successor_arguments(ir, op, index, range, *block),
                None => {
                    let message =
                        format!("the operand segments do not say which operands successor #{index} gets");
                    self.error(ir, op, codes::OPERAND_COUNT, message);
                }
            }
        }
    }

    fn successor_arguments(&mut self, ir: &Ir, op: Op, index: usize, range: Range<usize>, block: Block) {
        let args = ir.args(block);
        if args.len() != range.len() {
            let message = format!(
                "successor #{index} takes {}, but is given {}",
                counted(args.len(), "argument"),
                counted(range.len(), "operand")
            );
            self.error(ir, op, codes::BLOCK_ARGUMENTS, message);
            return;
        }
        for (number, (operand, arg)) in range.zip(args).enumerate() {
            let (given, taken) = (ir.ty(ir.operand(op, operand)), ir.ty(*arg));
            if given != taken {
                let (given, taken) = (type_text(&ir.ctx, given), type_text(&ir.ctx, taken));
                let message = format!(
                    "argument #{number} of successor #{index} has type `{taken}`, but is given a `{given}`"
                );
                self.error(ir, op, codes::BLOCK_ARGUMENTS, message);
            }
        }
    }

    fn traits(&mut self, ir: &Ir, op: Op, def: &OpDef) {
        for known in def.traits {
            match known {
                Trait::HasParent(parents) => self.parent(ir, op, parents),
                Trait::ImplicitTerminator(name) => self.implicit_terminator(ir, op, name),
                Trait::SymbolTable => self.symbol_table(ir, op),
                Trait::Symbol => self.symbol(ir, op),
                _ => {}
            }
        }
    }

    fn parent(&mut self, ir: &Ir, op: Op, parents: &[&str]) {
        let around = ir.parent_op(op).map(|parent| ir.name(parent));
        if !around.is_some_and(|name| parents.contains(&name)) {
            let wanted: Vec<String> = parents.iter().map(|name| format!("`{name}`")).collect();
            let found = around.map_or("at the top".to_owned(), |name| format!("in `{name}`"));
            let message = format!("must stand directly in {}, but stands {found}", wanted.join(" or "));
            self.error(ir, op, codes::PARENT, message);
        }
    }

    fn implicit_terminator(&mut self, ir: &Ir, op: Op, name: &str) {
        for (index, region) in ir.regions(op).iter().enumerate() {
            if let [block] = ir.blocks(*region)
                && let Some(last) = ir.last_op(*block)
                && ir.name(last) != name
            {
                let found = ir.name(last);
                let message = format!("region #{index} must end in `{name}`, but ends in `{found}`");
                self.error(ir, op, codes::TERMINATOR, message);
            }
        }
    }

    fn symbol_table(&mut self, ir: &Ir, op: Op) {
        let [region] = ir.regions(op) else {
            self.error(ir, op, codes::REGION_SHAPE, "a symbol table must have exactly one region");
            return;
        };
        let mut seen: FxHashMap<Str, Op> = FxHashMap::default();
        for member in ir.blocks(*region).iter().flat_map(|block| ir.block_ops(*block)) {
            let name = ir.attr(member, symbols::NAME).map(|attr| &ir.ctx[attr]);
            let Some(AttrKind::String { value, .. }) = name else { continue };
            if let Some(first) = seen.get(value) {
                let message = format!("the symbol `@{}` is defined twice", &ir.ctx[*value]);
                let mut diagnostic = op_error(ir, member, codes::DUPLICATE_SYMBOL, message);
                if let Some(span) = ir.ctx.span(ir.loc(*first)) {
                    diagnostic = diagnostic.label(span, "first defined here");
                }
                self.report(diagnostic);
            } else {
                seen.insert(*value, member);
            }
        }
    }

    fn symbol(&mut self, ir: &Ir, op: Op) {
        // Some operations are symbols only when they have a name.
        if ir.attr(op, symbols::NAME).is_none() {
            return;
        }
        if let Some(around) = ir.parent_op(op)
            && ir.def(around).is_some_and(|def| !def.has(Trait::SymbolTable))
        {
            let message = format!(
                "a symbol must stand directly in a symbol table, but stands in `{}`",
                ir.name(around)
            );
            self.error(ir, op, codes::PARENT, message);
        }
        if let Some(attr) = ir.attr(op, symbols::VISIBILITY)
            && !matches!(ir.ctx.str_value(attr), Some("public" | "private" | "nested"))
        {
            let message = "attribute `sym_visibility` must be \"public\", \"private\" or \"nested\"";
            self.error(ir, op, codes::ATTRIBUTE_KIND, message);
        }
    }
}

/// The types of the operand or result group of this name, in an operation whose counts fit its record.
fn group_types(ir: &Ir, op: Op, def: &OpDef, name: &str) -> SmallVec<[Type; 2]> {
    if let Some(group) = def.operands.iter().position(|d| d.name == name) {
        return ir.operand_group(op, group).map(|i| ir.ty(ir.operand(op, i))).collect();
    }
    match def.results.iter().position(|d| d.name == name) {
        Some(group) => ir.result_group(op, group).map(|i| ir.ty(ir.result(op, i))).collect(),
        None => SmallVec::new(),
    }
}

/// Whether so many operands (or results) can be dealt out to the groups of the record; what is wrong when not.
fn groups_fit(
    ir: &Ir,
    op: Op,
    defs: &[OperandDef],
    count: usize,
    kind: &str,
    segments: &str,
) -> Result<(), String> {
    if defs.iter().filter(|d| d.arity != Arity::One).count() <= 1 {
        return match miscount(defs.iter().map(|d| d.arity), count, kind) {
            Some(wanted) => Err(format!("must have {wanted}, but has {count}")),
            None => Ok(()),
        };
    }
    let is_i32_array = |attr: &Attr| matches!(ir.ctx[*attr], AttrKind::DenseArray { element: Type::I32, .. });
    let sizes = ir.attr(op, segments).filter(is_i32_array).and_then(|attr| ir.ctx.int_array(attr));
    let sizes = sizes.ok_or_else(|| format!("attribute `{segments}` is missing or no array of i32"))?;
    if sizes.len() != defs.len() {
        let (entries, groups) = (counted(sizes.len(), "entry"), counted(defs.len(), "group"));
        return Err(format!("`{segments}` has {entries} for {groups} of {kind}s"));
    }
    for (size, def) in sizes.iter().zip(defs) {
        let most = if def.arity == Arity::Variadic { i64::MAX } else { 1 };
        let least = if def.arity == Arity::One { 1 } else { 0 };
        if !(least..=most).contains(size) {
            return Err(format!("`{segments}` gives {size} {kind}s to `{}`", def.name));
        }
    }
    let sum = sizes.iter().fold(0i64, |sum, size| sum.saturating_add(*size));
    if sum != count as i64 {
        return Err(format!("`{segments}` adds up to {sum}, but there are {}", counted(count, kind)));
    }
    Ok(())
}

/// How many of `what` there must be, in words, when `count` of them do not fit these positions.
fn miscount(arities: impl Iterator<Item = Arity>, count: usize, what: &str) -> Option<String> {
    let (mut least, mut most) = (0usize, Some(0usize));
    for arity in arities {
        match arity {
            Arity::One => (least, most) = (least + 1, most.map(|m| m + 1)),
            Arity::Optional => most = most.map(|m| m + 1),
            Arity::Variadic => most = None,
        }
    }
    match most {
        Some(most) if least == most => (count != least).then(|| format!("exactly {}", counted(least, what))),
        Some(most) => {
            (!(least..=most).contains(&count)).then(|| format!("{least} to {}", counted(most, what)))
        }
        None => (count < least).then(|| format!("at least {}", counted(least, what))),
    }
}

fn defined_here(ir: &Ir, value: Value, diagnostic: Diagnostic) -> Diagnostic {
    match ir.ctx.span(ir.value_loc(value)) {
        Some(span) => diagnostic.label(span, "defined here"),
        None => diagnostic,
    }
}
