//! Carrying out rewrites: patterns are applied to a program until none of them matches.
//!
//! The driver is that of all rewriting ([`greedy_with`]): operations are folded, dead ones go, and then the matches at an operation are tried, the greatest benefit first. What a
//! rewriter does wrong is a diagnostic at the operation of `pdl_interp` that does it, and the IR stays whole: nothing that is in use goes away, and what a rewriter leaves is verified before
//! anything else looks at it.

use super::code::{Change, Make};
use super::run::{Event, MOST_STEPS, Machine};
use super::{Handle, Match, Patterns};
use applied::Applied;
use base::{Diagnostic, Diagnostics, codes};
use dialects::pdl;
use ir::rewrite::{GreedyOptions, Rewriter, Step, greedy_with};
use ir::{Block, InsertPoint, Ir, Loc, LocKind, Op, OpCode, OpState, Trait, Type, Value, op_error, verify};
use smallvec::SmallVec;
use std::cmp::Reverse;

mod applied;
#[cfg(test)]
mod tests;

/// Applies patterns to the operations inside a module until nothing changes; whether they may make operations of dialects that are not there is said. Says whether all went well; if not, the module
/// is as the last step left it.
pub fn apply(
    ir: &mut Ir,
    module: Op,
    sets: &[Patterns],
    allow_unregistered: bool,
    diags: &mut Diagnostics,
) -> bool {
    let applied = Applied::default();
    let machine = Machine::default();
    let mut host = Host { machine, sets, allow_unregistered, applied, wrong: Diagnostics::new() };
    let options = GreedyOptions { canonicalize: false, ..GreedyOptions::default() };
    let outcome = greedy_with(ir, module, &options, &mut |rewriter, op| host.step(rewriter, op));
    if host.wrong.has_errors() {
        diags.append(host.wrong);
        return false;
    }
    if !outcome.converged {
        diags.push(host.applied.too_often(ir, module));
        return false;
    }
    let mut found = Diagnostics::new();
    if verify(ir, module, &mut found) {
        return true;
    }
    diags.push(host.applied.invalid(ir, module));
    diags.append(found);
    false
}

/// Operands, and results, that an operation may have that a rewriter makes. A rewrite may double a range, so after a few dozen rewrites there would be more than any memory holds;
/// no program has operations of this size, and twice the largest is made in no time.
const MOST_VALUES: usize = 1 << 16;

struct Host<'a> {
    machine: Machine,
    sets: &'a [Patterns],
    allow_unregistered: bool,
    applied: Applied,
    wrong: Diagnostics,
}

impl Host<'_> {
    fn step(&mut self, rewriter: &mut Rewriter<'_>, root: Op) -> Step {
        let mut found: Vec<(usize, Match)> = Vec::new();
        for (number, set) in self.sets.iter().enumerate() {
            let matches = match set.matcher.matches_with(&mut self.machine, rewriter.ir, root) {
                Ok(matches) => matches,
                Err(too_long) => {
                    self.wrong.push(too_long.diagnostic(rewriter.ir));
                    return Step::Stop;
                }
            };
            found.extend(matches.into_iter().map(|one| (number, one)));
        }
        found.sort_by_key(|(set, one)| Reverse(self.sets[*set].matcher.patterns[one.pattern].benefit));
        for (set, one) in found {
            let loc = fused(rewriter.ir, &one.operations);
            let mut rewriting = Rewriting::new(rewriter, loc, self.allow_unregistered);
            match rewriting.run(&mut self.machine, &self.sets[set], &one) {
                Ok(()) => {
                    self.applied.note(self.sets[set].matcher.patterns[one.pattern].loc);
                    return Step::Changed;
                }
                Err(Failed::Refused) => {}
                Err(Failed::Wrong(diagnostics)) => {
                    self.wrong.append(*diagnostics);
                    return Step::Stop;
                }
            }
        }
        Step::Nothing
    }
}

/// Where new operations come from: all that was matched.
fn fused(ir: &mut Ir, operations: &[Op]) -> Loc {
    let mut locs: Vec<Loc> = Vec::new();
    for op in operations {
        if !locs.contains(&ir.loc(*op)) {
            locs.push(ir.loc(*op));
        }
    }
    match locs[..] {
        [] => Loc::UNKNOWN,
        [one] => one,
        _ => ir.ctx.loc(LocKind::Fused { locs: locs.into(), metadata: None }),
    }
}

/// Whether an operation is of a dialect that is not there: one that is there has no others than its own.
fn is_of_no_dialect(ir: &Ir, code: OpCode) -> bool {
    let registry = &ir.ctx.registry;
    registry.op_name(code).split_once('.').is_some_and(|(dialect, name)| {
        !dialect.is_empty() && !name.is_empty() && registry.dialect(dialect).is_none()
    })
}

/// Why a rewrite was not carried out.
enum Failed {
    /// A function of the host said no before anything was changed.
    Refused,
    /// Something is wrong with the rewriter.
    Wrong(Box<Diagnostics>),
}

impl From<Diagnostic> for Failed {
    fn from(diagnostic: Diagnostic) -> Failed {
        Failed::Wrong(Box::new(diagnostic.into()))
    }
}

fn impossible(ir: &Ir, origin: Op, message: impl AsRef<str>) -> Failed {
    op_error(ir, origin, codes::REWRITE_IMPOSSIBLE, message).into()
}

fn too_long(ir: &Ir, pattern: Loc) -> Diagnostic {
    let message = format!("the rewrite takes more than {MOST_STEPS} steps in loops and in ranges");
    Diagnostic::error(codes::MATCH_STEPS, ir.ctx.span(pattern), message)
}

/// One rewrite.
struct Rewriting<'a, 'r> {
    rewriter: &'a mut Rewriter<'r>,
    loc: Loc,
    allow_unregistered: bool,
    changed: bool,
    /// Operations that are new or whose operands have other types than before, with what did that.
    touched: Vec<(Op, Op)>,
    /// Blocks whose terminators went, with what did that.
    opened: Vec<(Block, Op)>,
}

impl<'a, 'r> Rewriting<'a, 'r> {
    fn new(rewriter: &'a mut Rewriter<'r>, loc: Loc, allow_unregistered: bool) -> Rewriting<'a, 'r> {
        let (touched, opened) = (Vec::new(), Vec::new());
        Rewriting { rewriter, loc, allow_unregistered, changed: false, touched, opened }
    }

    fn run(&mut self, machine: &mut Machine, set: &Patterns, found: &Match) -> Result<(), Failed> {
        let function = &set.rewriters[set.matcher.patterns[found.pattern].function];
        machine.enter_rewriter(function, &found.inputs);
        loop {
            match machine.next(function, self.rewriter.ir) {
                Event::Make(make) => self.make(machine, make)?,
                Event::Record(_) => unreachable!("a rewriter that matches is not decoded"),
                Event::End => return self.check(),
                Event::TooLong => {
                    let loc = set.matcher.patterns[found.pattern].loc;
                    return Err(too_long(self.rewriter.ir, loc).into());
                }
            }
        }
    }

    fn make(&mut self, machine: &mut Machine, make: &Make) -> Result<(), Failed> {
        let origin = make.origin;
        match &make.what {
            Change::Create { to, .. } => {
                let state = self.state(machine, make)?;
                let op = self.rewriter.create(state);
                self.touched.push((op, origin));
                machine.write(*to, Handle::Op(op));
            }
            Change::Replace { op, values } => {
                let op = self.op(machine.read(*op), origin)?;
                let values = self.values(&machine.read_all(values), origin)?;
                self.replace(op, &values, origin)?;
            }
            Change::Erase { op } => {
                let op = self.op(machine.read(*op), origin)?;
                self.erase(op, origin)?;
            }
            Change::Call { function, args, results } => {
                let args = machine.read_all(args);
                let Some(given) = function(self.rewriter, &args) else {
                    return Err(match self.changed {
                        true => impossible(
                            self.rewriter.ir,
                            origin,
                            "this fails after the rewriter has changed something",
                        ),
                        false => Failed::Refused,
                    });
                };
                for (reg, handle) in results.iter().zip(given) {
                    machine.write(*reg, handle);
                }
            }
        }
        self.changed = true;
        Ok(())
    }

    /// The operation to be made.
    fn state(&mut self, machine: &Machine, make: &Make) -> Result<OpState, Failed> {
        let Change::Create { code, operands, attrs, results, .. } = &make.what else {
            unreachable!("it is asked of new operations only")
        };
        let origin = make.origin;
        self.place(origin)?;
        let handles = machine.read_all(operands);
        self.count_of("operands", handles.iter().filter_map(Handle::values).map(<[_]>::len), origin)?;
        let operands = self.values(&handles, origin)?;
        let given = results.as_ref().map(|results| machine.read_all(results));
        let types = given.iter().flatten().filter_map(Handle::types);
        self.count_of("results", types.map(<[_]>::len), origin)?;
        let ir = &mut *self.rewriter.ir;
        let def = ir.ctx.registry.def(*code);
        if def.is_none() && !(self.allow_unregistered && is_of_no_dialect(ir, *code)) {
            let name = ir.ctx.registry.op_name(*code);
            let message = format!("makes `{name}`, an operation that is not known");
            let error = op_error(ir, origin, codes::REWRITE_INVALID, message);
            return Err(error.hint("`--irdl-file` gives the dialect of an operation; `--allow-unregistered-dialect` allows those of dialects that are not there").into());
        }
        let mut state = OpState::new(*code, self.loc).operands(&operands);
        for (name, reg) in attrs {
            // An attribute that is null is left out, as in MLIR.
            let Some(attr) = machine.read(*reg).attr() else { continue };
            let own = def.is_some_and(|def| def.attr(&ir.ctx[*name]).is_some());
            let list = if own { &mut state.props } else { &mut state.attrs };
            list.push((*name, attr));
        }
        let types: Option<Vec<Type>> = match given {
            Some(handles) => {
                let types: Option<Vec<&[Type]>> = handles.iter().map(Handle::types).collect();
                types.map(|types| types.concat())
            }
            None => def.and_then(|def| {
                let types: Vec<Type> = operands.iter().map(|value| ir.ty(*value)).collect();
                pdl::result_types(&mut ir.ctx, def, &types, &state.props)
            }),
        };
        let Some(types) = types else {
            return Err(impossible(ir, origin, "its result types cannot be told"));
        };
        Ok(state.results(&types))
    }

    fn replace(&mut self, op: Op, values: &[Value], origin: Op) -> Result<(), Failed> {
        let ir = &mut *self.rewriter.ir;
        let results: SmallVec<[Value; 2]> = ir.results(op).collect();
        if results.len() != values.len() {
            let message = format!("{} results are replaced by {} values", results.len(), values.len());
            return Err(impossible(ir, origin, message));
        }
        for (result, value) in results.iter().zip(values) {
            let ir = &mut *self.rewriter.ir;
            if ir.ty(*result) != ir.ty(*value) {
                self.touched.extend(ir.users(*result).map(|user| (user, origin)));
            }
            self.rewriter.replace_uses(*result, *value);
        }
        self.erase(op, origin)
    }

    fn erase(&mut self, op: Op, origin: Op) -> Result<(), Failed> {
        let ir = &*self.rewriter.ir;
        let mut results = ir.walk(op).into_iter().flat_map(|inner| ir.results(inner));
        if results.any(|result| ir.users(result).any(|user| !ir.is_inside(user, op))) {
            return Err(impossible(ir, origin, "what goes away is still in use"));
        }
        if ir.has_trait(op, Trait::Terminator) {
            self.opened.extend(ir.parent_block(op).map(|block| (block, origin)));
        }
        self.rewriter.erase(op);
        Ok(())
    }

    /// An operation that is there and stands in a block.
    fn op(&self, handle: &Handle, origin: Op) -> Result<Op, Failed> {
        let ir = &*self.rewriter.ir;
        let op = handle.op().filter(|op| !ir.is_erased(*op) && ir.parent_block(*op).is_some());
        op.ok_or_else(|| impossible(ir, origin, "the operation is not there"))
    }

    /// Values that are there.
    fn values(&self, handles: &[Handle], origin: Op) -> Result<Vec<Value>, Failed> {
        let ir = &*self.rewriter.ir;
        let lists: Option<Vec<&[Value]>> = handles.iter().map(Handle::values).collect();
        let values = lists.map(|lists| lists.concat()).unwrap_or_default();
        let is_there = |value: &Value| {
            let op = ir.defining_op(*value);
            let around = ir.value_block(*value).and_then(|block| ir.block_parent_op(block));
            !op.or(around).is_some_and(|op| ir.is_erased(op))
        };
        if handles.iter().all(|handle| handle.values().is_some()) && values.iter().all(is_there) {
            return Ok(values);
        }
        Err(impossible(ir, origin, "a value is not there"))
    }

    /// An operation that is made has no more operands, or results, than may be.
    fn count_of(&self, what: &str, parts: impl Iterator<Item = usize>, origin: Op) -> Result<(), Failed> {
        let count: usize = parts.sum();
        if count <= MOST_VALUES {
            return Ok(());
        }
        let message = format!("makes an operation with {count} {what}, and {MOST_VALUES} are the most");
        let error = op_error(self.rewriter.ir, origin, codes::REWRITE_IMPOSSIBLE, message);
        Err(error
            .hint("a rewrite that takes a range twice doubles it each time; let it take what it matched once")
            .into())
    }

    /// The place for new operations is still there.
    fn place(&self, origin: Op) -> Result<(), Failed> {
        let ir = &*self.rewriter.ir;
        let gone = match self.rewriter.at {
            InsertPoint::Before(op) | InsertPoint::After(op) => ir.is_erased(op),
            InsertPoint::Start(block) | InsertPoint::End(block) => {
                ir.block_parent_op(block).is_some_and(|op| ir.is_erased(op))
            }
        };
        if gone {
            return Err(impossible(ir, origin, "the place of the root went away with what was around it"));
        }
        Ok(())
    }

    /// What the rewrite leaves is right, as far as it is new.
    fn check(&mut self) -> Result<(), Failed> {
        let ir = &mut *self.rewriter.ir;
        for (block, origin) in &self.opened {
            let stands = ir.block_parent_op(*block).is_some_and(|around| !ir.is_erased(around));
            if stands && !ir.last_op(*block).is_some_and(|last| ir.has_trait(last, Trait::Terminator)) {
                let message = "leaves a block without a terminator";
                return Err(op_error(ir, *origin, codes::REWRITE_INVALID, message).into());
            }
        }
        for (op, origin) in &self.touched {
            let mut found = Diagnostics::new();
            // Of what nobody knows, nothing is relied on.
            if ir.is_erased(*op) || ir.def(*op).is_none() || verify(ir, *op, &mut found) {
                continue;
            }
            let mut all = Diagnostics::new();
            all.push(op_error(ir, *origin, codes::REWRITE_INVALID, "leaves an operation that is invalid"));
            all.append(found);
            return Err(Failed::Wrong(Box::new(all)));
        }
        Ok(())
    }
}
