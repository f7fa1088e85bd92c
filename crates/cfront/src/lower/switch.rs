//! `switch`: which section of its body is begun with, and what of it runs.
//!
//! The body is cut into *sections* at its labels. Sections that run into the next one (no exit at their end) form a *chain* with it; control enters
//! one chain and comes out of it. So a `switch` is an `scf.index_switch` with a region for each chain (an `scf.if` if there is only
//! one), by the value itself where each chain has one value, by the number of the chain otherwise. In a chain of several sections,
//! each but the last is under an `scf.if` of having been entered there or before.

use super::exits::Target;
use super::flow::{Flow, Part, flatten, hidden_case};
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{Expr, Stmt, StmtKind};
use crate::types::{IntType, Type};
use base::{Bits, Diagnostic, codes};
use dialects::arith::IntPredicate;
use dialects::{arith, scf};
use ir::{Loc, OpState, Region, Value};

/// Statements between labels.
struct Section<'s> {
    /// From where to where the values go that lead here.
    values: Vec<(&'s Bits, &'s Bits)>,
    /// Whether all others do.
    default: bool,
    /// What is done.
    parts: Vec<Part<'s>>,
}

/// The value that is switched on.
#[derive(Copy, Clone)]
struct Selector {
    loc: Loc,
    value: Value,
    ty: IntType,
}

impl<'a> Function<'a> {
    /// Lowers a `switch`. To reach its end is to reach the landings from `free` on.
    pub(super) fn switch(
        &mut self,
        origin: Origin,
        selector: &'a Expr,
        body: &'a Stmt,
        free: usize,
    ) -> Lowered<()> {
        let parts = flatten(body);
        if let Some(hidden) = hidden_case(&parts) {
            let message = "a `case` inside of a statement of the `switch`";
            let diagnostic = Diagnostic::error(codes::C_UNSUPPORTED, hidden.used, message)
                .label(origin.used, "the `switch` it belongs to")
                .hint("write the cases directly into the block of the `switch`, with the loops and branches inside of them");
            return Err(self.report(diagnostic, hidden));
        }
        let loc = self.loc(origin);
        let Type::Int(ty) = selector.ty else { unreachable!("the parser promotes what is switched on") };
        let value = self.scalar(selector);
        let is_label = |part: &Part<'a>| matches!(part.kind(), Some(StmtKind::Case(..) | StmtKind::Default));
        let first = parts.iter().position(is_label).unwrap_or(parts.len());
        let declared = self.never_reached(&parts[..first]);
        let sections = sections(&parts[first..]);
        let breaks = Flow::of_all(&parts).breaks;
        let done = self.landing(loc, Target::Construct, breaks, |f| {
            let Ok(value) = value else {
                // Still look at what else is wrong.
                let end = f.exits.count();
                for section in &sections {
                    let _ = f.region(|f| f.sequence(&section.parts, end));
                }
                return Err(super::Wrong);
            };
            f.choose(Selector { loc, value, ty }, &chains(&sections), free)
        });
        declared.and(done)
    }

    /// Runs the chain that the value leads to.
    fn choose(&mut self, selector: Selector, chains: &[&[Section<'a>]], free: usize) -> Lowered<()> {
        let has_default = |chain: &[Section<'a>]| chain.iter().any(|section| section.default);
        let default = chains.iter().copied().find(|chain| has_default(chain)).unwrap_or_default();
        let others: Vec<&[Section<'a>]> =
            chains.iter().copied().filter(|chain| !has_default(chain)).collect();
        let loc = selector.loc;
        match others[..] {
            [] => return self.chain(selector, default, free),
            [only] => {
                let matches = self.matches(selector, only);
                let otherwise =
                    (!default.is_empty()).then_some(|f: &mut Self| f.chain(selector, default, free));
                return self.if_else(loc, matches, |f| f.chain(selector, only, free), otherwise);
            }
            _ => {}
        }
        let (number, cases) = match single_values(selector.ty, &others) {
            Some(values) => {
                let cast = if selector.ty.signed { arith::INDEX_CAST } else { arith::INDEX_CASTUI };
                (self.op(loc, cast, &[selector.value], ir::Type::INDEX), values)
            }
            None => {
                let mut number = self.int(loc, others.len() as i64, ir::Type::INDEX);
                for (at, chain) in others.iter().enumerate() {
                    let matches = self.matches(selector, chain);
                    let this = self.int(loc, at as i64, ir::Type::INDEX);
                    number = self.op(loc, arith::SELECT, &[matches, this, number], ir::Type::INDEX);
                }
                (number, (0..others.len() as i64).collect())
            }
        };
        // Sections are lowered in the order of the text: what one declares, a later one may use.
        let mut result = Ok(());
        let mut regions = Vec::new();
        let mut default_region = None;
        for chain in chains {
            let (region, done) = self.region(|f| {
                let done = f.chain(selector, chain, free);
                f.yield_values(loc, &[]);
                done
            });
            result = result.and(done);
            match has_default(chain) {
                true => default_region = Some(region),
                false => regions.push(region),
            }
        }
        let default_region: Region = match default_region {
            Some(region) => region,
            None => self.region(|f| f.yield_values(loc, &[])).0,
        };
        let cases = self.ir.ctx.i64_array_attr(&cases);
        let mut state = OpState::new(scf::INDEX_SWITCH, loc)
            .operands(&[number])
            .prop(self.ir, "cases", cases)
            .region(default_region);
        state.regions.extend(regions);
        self.emit(state);
        result
    }

    /// Runs a chain from the section on that the value leads to.
    fn chain(&mut self, selector: Selector, chain: &[Section<'a>], free: usize) -> Lowered<()> {
        let loc = selector.loc;
        let mut may_have_left = false;
        let mut result = Ok(());
        let entered = self.entered(selector, chain);
        for (at, section) in chain.iter().enumerate() {
            let entered = entered.get(at).copied();
            let going = may_have_left.then(|| {
                let flag = self.going();
                self.load_slot(loc, flag)
            });
            let condition = match (entered, going) {
                (Some(entered), Some(going)) => {
                    Some(self.op(loc, arith::ANDI, &[entered, going], ir::Type::I1))
                }
                (entered, going) => entered.or(going),
            };
            let free = if at + 1 == chain.len() { free } else { self.exits.count() };
            let run = |f: &mut Self| f.sequence(&section.parts, free);
            let done = match condition {
                Some(condition) => self.if_else(loc, condition, run, None::<fn(&mut Self) -> Lowered<()>>),
                None => run(self),
            };
            result = result.and(done);
            may_have_left |= Flow::of_all(&section.parts).exits();
        }
        result
    }

    /// For each section of a chain but the last, whether the chain was entered there or before.
    fn entered(&mut self, selector: Selector, chain: &[Section<'a>]) -> Vec<Value> {
        let loc = selector.loc;
        let Some(last) = chain.len().checked_sub(1) else { return Vec::new() };
        // All values lead to the default section that no other one has: from there on, entered here or before is not entered behind.
        let default = chain.iter().position(|section| section.default).unwrap_or(last).min(last);
        let mut entered = Vec::with_capacity(last);
        let mut any = None;
        for section in &chain[..default] {
            any = self.or_matches(selector, any, section);
            entered.push(any.unwrap_or_else(|| self.bool(loc, false)));
        }
        let mut any = None;
        for section in chain[default + 1..].iter().rev() {
            any = self.or_matches(selector, any, section);
            let later = any.unwrap_or_else(|| self.bool(loc, false));
            entered.push(self.not(loc, later));
        }
        entered[default..].reverse();
        entered
    }

    /// Whether the value is one of some sections.
    fn matches(&mut self, selector: Selector, sections: &[Section<'a>]) -> Value {
        let mut any = None;
        for section in sections {
            any = self.or_matches(selector, any, section);
        }
        any.unwrap_or_else(|| self.bool(selector.loc, false))
    }

    /// Whether the value is one of a section, or `any` is true; nothing if neither can be.
    fn or_matches(
        &mut self,
        selector: Selector,
        mut any: Option<Value>,
        section: &Section<'a>,
    ) -> Option<Value> {
        let loc = selector.loc;
        for (from, to) in &section.values {
            let ty = self.ir.ctx.int_ty(selector.ty.width());
            let first = self.constant(loc, (*from).clone(), ty);
            let one = match from == to {
                true => self.compare_int(loc, IntPredicate::Eq, selector.value, first),
                // From the first value on, counted without a sign, whatever the type.
                false => {
                    let distance = self.op(loc, arith::SUBI, &[selector.value, first], ty);
                    let length = self.constant(loc, to.sub(from), ty);
                    self.compare_int(loc, IntPredicate::Ule, distance, length)
                }
            };
            any = Some(match any {
                Some(any) => self.op(loc, arith::ORI, &[any, one], ir::Type::I1),
                None => one,
            });
        }
        any
    }
}

/// The sections of statements that begin with a label.
fn sections<'s>(parts: &[Part<'s>]) -> Vec<Section<'s>> {
    let mut sections: Vec<Section<'s>> = Vec::new();
    for part in parts {
        let (values, default) = match part.kind() {
            Some(StmtKind::Case(from, to)) => (Some((from, to)), false),
            Some(StmtKind::Default) => (None, true),
            _ => {
                if let Some(section) = sections.last_mut() {
                    section.parts.push(*part);
                }
                continue;
            }
        };
        match sections.last_mut() {
            Some(section) if section.parts.is_empty() => {
                section.values.extend(values);
                section.default |= default;
            }
            _ => sections.push(Section { values: values.into_iter().collect(), default, parts: Vec::new() }),
        }
    }
    sections
}

/// Sections that run into each other, together.
fn chains<'a, 's>(sections: &'a [Section<'s>]) -> Vec<&'a [Section<'s>]> {
    sections.chunk_by(|section, _| Flow::of_all(&section.parts).falls).collect()
}

/// The one value of each chain, if each has one that an index can be.
fn single_values(ty: IntType, chains: &[&[Section<'_>]]) -> Option<Vec<i64>> {
    let value = |chain: &&[Section<'_>]| match chain {
        [Section { values, .. }] => match values[..] {
            [(from, to)] if from == to && ty.width() <= 64 => match ty.signed {
                true => from.sext(64).to_i64(),
                false => Some(from.zext(64).low_u64() as i64),
            },
            _ => None,
        },
        _ => None,
    };
    chains.iter().map(value).collect()
}
