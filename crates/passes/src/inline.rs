//! `inline`: puts the bodies of functions where they are called.
//!
//! Functions are treated callees first, so that a body that is copied is finished and no call has to be looked at twice.
//! Functions that can call themselves (the cycles of the call graph) are left alone. A body of one block is put before
//! the call. A body of several blocks becomes blocks of the caller when the caller is itself written in blocks, and an
//! `scf.execute_region` when it is structured, because there a call stands where no block can end.
//!
//! A constant-size `alloca` of the callee's entry block goes to the start of the caller, or of the `scf.parallel`
//! iteration around the call: in the callee it lived until the return, and in a loop of the caller it would pile up.
//! Private functions whose calls are all gone go too; a copied operation's location says where it was called from.
//!
//! Inlining multiplies: thirty functions that call their predecessor twice are a billion operations. So there is a budget
//! of copied operations ([`BUDGET`]); the calls left over are as right as before. So are those whose bodies would nest
//! deeper than text may ([`SPARE_LEVELS`]), since what is printed must be read again.

use crate::symbol_dce::live_symbols;
use base::{Diagnostic, Diagnostics, codes};
use dialects::{cf, func, memref, scf};
use ir::clone::Mapping;
use ir::opdef::RegionBlocks;
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::symbols::{SymbolTables, Visibility, symbol_name, uses_below, visibility};
use ir::text::Reported;
use ir::text::parser::MAX_DEPTH;
use ir::{Block, InsertPoint, Ir, LocKind, Op, OpState, Region, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass `inline`.
pub static INLINE: PassDef = PassDef {
    name: "inline",
    doc: "Puts the bodies of functions where they are called.\n\
        Calls of recursive functions stay, with a warning; private functions that nobody calls any more are removed.",
    options: &[PassOption {
        name: "all",
        doc: "`true` makes a call that cannot be inlined because of recursion an error, `false` a warning",
        default: "false",
    }],
    run,
};

/// Operations that may be copied altogether, ...
pub const BUDGET: usize = 1_000_000;
/// ... or this many for each operation there is, in modules so large that this is more.
pub const BUDGET_PER_OP: usize = 16;
/// Levels of nesting that inlined bodies leave free of [`MAX_DEPTH`], for types and attributes, and the module around.
pub const SPARE_LEVELS: usize = 16;

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let all: bool = args.read("all", "`true` or `false`", diags)?;
    let graph = CallGraph::new(ir, root);
    let (order, recursive) = graph.callees_first();
    if report_recursion(ir, &graph, &recursive, all, diags) {
        return Err(Reported);
    }
    let mut budget = BUDGET.max(BUDGET_PER_OP * ir.walk(root).len());
    let mut inlined: FxHashSet<Op> = FxHashSet::default();
    for caller in order {
        let mut sizes: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
        for &(call, callee) in &graph.calls[caller] {
            let function = graph.functions[callee];
            if recursive.contains(&callee) || !fits(ir, call, function) {
                continue;
            }
            let (size, levels) = *sizes.entry(callee).or_insert_with(|| extent(ir, function));
            let around = std::iter::successors(Some(call), |op| ir.parent_op(*op)).count();
            if size <= budget && around + levels + SPARE_LEVELS <= MAX_DEPTH as usize {
                budget -= size;
                inline_call(ir, graph.functions[caller], call, function);
                inlined.insert(function);
            }
        }
    }
    remove_unused(ir, root, &graph.functions, &inlined);
    Ok(())
}

/// How many operations there are in an operation, itself included, and how deep they nest.
fn extent(ir: &Ir, root: Op) -> (usize, usize) {
    let (mut size, mut levels) = (0, 0);
    let mut open = vec![(root, 1)];
    while let Some((op, level)) = open.pop() {
        size += 1;
        levels = levels.max(level);
        for block in ir.regions(op).iter().flat_map(|region| ir.blocks(*region)) {
            open.extend(ir.block_ops(*block).map(|inner| (inner, level + 1)));
        }
    }
    (size, levels)
}

/// The functions with bodies, in text order, and the direct calls between them. Functions are known by their number.
struct CallGraph {
    functions: Vec<Op>,
    calls: Vec<Vec<(Op, usize)>>,
}

impl CallGraph {
    fn new(ir: &Ir, root: Op) -> CallGraph {
        let ops = ir.walk(root);
        let has_body = |op: &Op| ir.code(*op) == func::FUNC && ir.entry(ir.region(*op, 0)).is_some();
        let functions: Vec<Op> = ops.iter().copied().filter(has_body).collect();
        let numbers: FxHashMap<Op, usize> = functions.iter().copied().zip(0..).collect();
        let mut calls = vec![Vec::new(); functions.len()];
        let mut tables = SymbolTables::default();
        for call in ops.into_iter().filter(|op| ir.code(*op) == func::CALL) {
            let around =
                std::iter::successors(Some(call), |op| ir.parent_op(*op)).find_map(|op| numbers.get(&op));
            let callee = ir.attr(call, "callee").and_then(|name| tables.resolve(ir, call, name));
            if let (Some(caller), Some(callee)) = (around, callee.and_then(|callee| numbers.get(&callee))) {
                calls[*caller].push((call, *callee));
            }
        }
        CallGraph { functions, calls }
    }

    /// All functions, each after those it calls unless they call each other; and those that do. Tarjan's algorithm, with
    /// a stack of its own because call chains are as long as the input.
    fn callees_first(&self) -> (Vec<usize>, FxHashSet<usize>) {
        const NEW: usize = usize::MAX;
        let count = self.functions.len();
        let (mut number, mut low, mut on_path) = (vec![NEW; count], vec![NEW; count], vec![false; count]);
        let (mut order, mut recursive) = (Vec::with_capacity(count), FxHashSet::default());
        let (mut path, mut next_number) = (Vec::new(), 0);
        for root in 0..count {
            if number[root] != NEW {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((node, next)) = stack.last_mut() {
                let (node, position) = (*node, *next);
                if position == 0 && number[node] == NEW {
                    (number[node], low[node]) = (next_number, next_number);
                    next_number += 1;
                    path.push(node);
                    on_path[node] = true;
                }
                if let Some(&(_, callee)) = self.calls[node].get(position) {
                    *next += 1;
                    if callee == node {
                        recursive.insert(node);
                    } else if number[callee] == NEW {
                        stack.push((callee, 0));
                    } else if on_path[callee] {
                        low[node] = low[node].min(number[callee]);
                    }
                    continue;
                }
                stack.pop();
                if let Some((caller, _)) = stack.last() {
                    low[*caller] = low[*caller].min(low[node]);
                }
                if low[node] == number[node] {
                    let start = path
                        .iter()
                        .rposition(|other| *other == node)
                        .expect("an open function is on the path");
                    let cycle: Vec<usize> = path.drain(start..).collect();
                    cycle.iter().for_each(|member| on_path[*member] = false);
                    if cycle.len() > 1 {
                        recursive.extend(cycle.iter().copied());
                    }
                    order.extend(cycle.into_iter().rev());
                }
            }
        }
        (order, recursive)
    }
}

/// Says which functions are recursive, in text order; whether that is an error.
fn report_recursion(
    ir: &Ir,
    graph: &CallGraph,
    recursive: &FxHashSet<usize>,
    all: bool,
    diags: &mut Diagnostics,
) -> bool {
    for (number, function) in
        graph.functions.iter().enumerate().filter(|(number, _)| recursive.contains(number))
    {
        let name = symbol_name(ir, *function).unwrap_or("");
        let message = format!("function `@{name}` is recursive, so calls of it cannot be inlined");
        let span = ir.ctx.span(ir.loc(*function));
        let mut diagnostic = if all {
            Diagnostic::error(codes::RECURSION, span, message)
        } else {
            Diagnostic::warning(codes::RECURSION, span, message)
        };
        let back = graph.calls[number].iter().find(|(_, callee)| recursive.contains(callee));
        if let Some(span) = back.and_then(|(call, _)| ir.ctx.span(ir.loc(*call))) {
            diagnostic = diagnostic.label(span, "this call leads back to it");
        }
        diags.push(diagnostic);
    }
    all && !recursive.is_empty()
}

/// Whether a call and a function agree and every end of the body is known for what it is.
fn fits(ir: &Ir, call: Op, function: Op) -> bool {
    let region = ir.region(function, 0);
    let Some(entry) = ir.entry(region) else { return false };
    let types =
        |values: &mut dyn Iterator<Item = Value>| values.map(|value| ir.ty(value)).collect::<Vec<Type>>();
    let results = types(&mut ir.results(call));
    if types(&mut ir.operands(call)) != types(&mut ir.args(entry).iter().copied())
        || ir.is_inside(call, function)
    {
        return false;
    }
    ir.blocks(region).iter().all(|block| {
        let Some(last) = ir.last_op(*block) else { return false };
        match ir.code(last) {
            func::RETURN => types(&mut ir.operands(last)) == results,
            _ => ir.def(last).is_some() && !ir.successors(last).is_empty(),
        }
    })
}

fn inline_call(ir: &mut Ir, caller: Op, call: Op, function: Op) {
    let scratch = ir.create_region();
    let mut mapping = Mapping::default();
    ir.clone_region_into(ir.region(function, 0), scratch, 0, &mut mapping);
    mark_call_site(ir, call, scratch);
    let entry = ir.entry(scratch).expect("a function with a body has an entry block");
    let given: Vec<Value> = ir.operands(call).collect();
    for (index, value) in given.into_iter().enumerate() {
        ir.replace_uses(ir.args(entry)[index], value);
    }
    for index in (0..ir.args(entry).len()).rev() {
        ir.remove_argument(entry, index);
    }
    lift_allocas(ir, caller, call, entry);
    if ir.blocks(scratch).len() == 1 {
        splice(ir, call, entry);
    } else if takes_blocks(ir, call) {
        join_blocks(ir, call, scratch, entry);
    } else {
        wrap(ir, call, scratch);
    }
}

/// Says of every copied operation where it was called from.
fn mark_call_site(ir: &mut Ir, call: Op, body: Region) {
    let caller = ir.loc(call);
    let tops: Vec<Op> = ir.blocks(body).iter().flat_map(|block| ir.block_ops(*block)).collect();
    for op in tops.into_iter().flat_map(|op| ir.walk(op)).collect::<Vec<_>>() {
        let callee = ir.loc(op);
        let loc = ir.ctx.loc(LocKind::CallSite { callee, caller });
        ir.set_loc(op, loc);
    }
}

/// Moves constant-size stack memory to where it is made once: the start of the caller, or of one of its parallel iterations.
fn lift_allocas(ir: &mut Ir, caller: Op, call: Op, entry: Block) {
    let is_fixed = |op: &Op| ir.code(*op) == memref::ALLOCA && ir.operand_count(*op) == 0;
    let fixed: Vec<Op> = ir.block_ops(entry).filter(is_fixed).collect();
    let mut home = ir.parent_region(call);
    while let Some(around) = home.and_then(|region| ir.region_parent(region))
        && around != caller
        && !matches!(ir.code(around), scf::PARALLEL | scf::REDUCE)
    {
        home = ir.parent_region(around);
    }
    let Some(start) = home.and_then(|region| ir.entry(region)) else { return };
    for op in fixed.into_iter().rev() {
        ir.move_op(op, InsertPoint::Start(start));
    }
}

/// Puts the operations of the only block before the call; what it returns are the call's results.
fn splice(ir: &mut Ir, call: Op, block: Block) {
    while let Some(op) = ir.first_op(block) {
        if ir.code(op) == func::RETURN {
            for (index, value) in ir.operands(op).collect::<Vec<_>>().into_iter().enumerate() {
                ir.replace_uses(ir.result(call, index), value);
            }
            ir.erase(op);
            break;
        }
        ir.move_op(op, InsertPoint::Before(call));
    }
    ir.erase(call);
    ir.detach_block(block);
}

/// Whether the region around a call may have several blocks and its function is written in blocks: it has several already,
/// or nothing structured.
fn takes_blocks(ir: &Ir, call: Op) -> bool {
    let (Some(region), Some(around)) = (ir.parent_region(call), ir.parent_op(call)) else { return false };
    let may = ir.def(around).is_some_and(|def| {
        let mut regions = def.regions.iter();
        regions.all(|region| matches!(region.blocks, RegionBlocks::Any | RegionBlocks::Some))
    });
    let mut ops = ir.blocks(region).iter().flat_map(|block| ir.block_ops(*block));
    may && (ir.blocks(region).len() > 1 || ops.all(|op| ir.regions(op).is_empty()))
}

/// Cuts the block at the call and puts the body in between; its returns branch to what comes after.
fn join_blocks(ir: &mut Ir, call: Op, body: Region, entry: Block) {
    let before = ir.parent_block(call).expect("a call stands in a block");
    let region = ir.block_region(before).expect("a block stands in a region");
    let after = ir.split_block(call);
    for result in ir.results(call) {
        let (ty, loc, name) = (ir.ty(result), ir.value_loc(result), ir.value_name(result));
        let arg = ir.add_argument(after, ty, loc);
        ir.set_value_name(arg, name);
        ir.replace_uses(result, arg);
    }
    for block in ir.blocks(body).to_vec() {
        replace_return(ir, block, |loc| OpState::new(cf::BR, loc).successor(after));
    }
    // Nothing branches to the entry block of a function, so it can go on where the caller was.
    ir.splice_to_end(entry, before);
    ir.detach_block(entry);
    let position =
        ir.blocks(region).iter().position(|block| *block == after).expect("the split made it there");
    ir.move_blocks(body, region, position);
    ir.erase(call);
}

/// Puts the body into an operation of its own; its returns become yields.
fn wrap(ir: &mut Ir, call: Op, body: Region) {
    for block in ir.blocks(body).to_vec() {
        replace_return(ir, block, |loc| OpState::new(scf::YIELD, loc));
    }
    let types: Vec<Type> = ir.results(call).map(|result| ir.ty(result)).collect();
    let op = ir.create(OpState::new(scf::EXECUTE_REGION, ir.loc(call)).results(&types).region(body));
    ir.insert(op, InsertPoint::Before(call));
    for (index, result) in ir.results(call).enumerate() {
        let new = ir.result(op, index);
        ir.set_value_name(new, ir.value_name(result));
        ir.replace_uses(result, new);
    }
    ir.erase(call);
}

/// Replaces the return at the end of a block, if there is one, by a terminator that takes its operands.
fn replace_return(ir: &mut Ir, block: Block, state: impl FnOnce(ir::Loc) -> OpState) {
    let Some(last) = ir.last_op(block).filter(|op| ir.code(*op) == func::RETURN) else { return };
    let operands: Vec<Value> = ir.operands(last).collect();
    let new = ir.create(state(ir.loc(last)).operands(&operands));
    ir.erase(last);
    ir.insert(new, InsertPoint::End(block));
}

/// Removes the private functions among those that were inlined to which nothing leads any more, and to which nothing that
/// stays refers: a function that nobody calls, and that was not inlined, stays and keeps what it names.
fn remove_unused(ir: &mut Ir, root: Op, functions: &[Op], inlined: &FxHashSet<Op>) {
    if inlined.is_empty() {
        return;
    }
    let live = live_symbols(ir, root);
    let unused =
        |f: &&Op| inlined.contains(*f) && visibility(ir, **f) == Visibility::Private && !live.contains(*f);
    let mut going: FxHashSet<Op> = functions.iter().filter(unused).copied().collect();
    let uses = uses_below(ir, root);
    let mut tables = SymbolTables::default();
    loop {
        let before = going.len();
        for found in &uses {
            let goes =
                std::iter::successors(Some(found.op), |op| ir.parent_op(*op)).any(|op| going.contains(&op));
            if !goes && let Some(path) = tables.resolve_path(ir, found.op, found.reference) {
                path.iter().for_each(|named| {
                    going.remove(named);
                });
            }
        }
        if going.len() == before {
            break;
        }
    }
    for function in functions.iter().filter(|f| going.contains(*f)) {
        ir.erase(*function);
    }
}
