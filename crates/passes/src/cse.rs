//! `cse`: computes the same thing once.
//!
//! Walks every region down its dominator tree with a table of what has been computed, scope by scope: an operation
//! that computes what one before it computed on every path is replaced by it. Inner regions see the scopes around them
//! unless their operation isolates them. The walk keeps its own stack, since trees are as deep as the program is long.
//!
//! Two operations are the same when code, operands, attributes and result types are (operands of a commutative one in
//! any order). Candidates are operations without regions that only compute: merging needs no operation to be moved, so
//! one that is undefined for some operands is as good as another. In a graph region nothing comes before anything else:
//! there an operation is replaced by any equal one of its block, operands first, so that one visit is enough. A read of
//! memory is replaced by an equal one before it in its block, or by what was written to the same place, if nothing in between can write: there paths need no looking
//! at.

use base::{Diagnostics, SideMap};
use dialects::memref;
use ir::cfg::Cfg;
use ir::dominance::{DomTree, is_graph_region};
use ir::effects::{is_pure, memory_effects};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Attr, Block, Effect, Ir, Op, OpCode, Region, Trait, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The pass `cse`.
pub static CSE: PassDef = PassDef {
    name: "cse",
    doc: "Computes the same thing once.\n\
        An operation without effects is replaced by an equal one that dominates it, in a graph by any equal one; a read of \
        memory by an equal one before it in its block, or by what was written there, if nothing in between writes.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    let mut walk =
        Walk { known: FxHashMap::default(), shadowed: Vec::new(), set_aside: Vec::new(), open: Vec::new() };
    walk.enter(ir, root);
    while let Some(step) = walk.open.pop() {
        match step {
            Step::Block { block, tree } => walk.block(ir, block, tree),
            Step::Ops { next, reads, graph } => walk.ops(ir, next, reads, graph),
            Step::Leave { mark } => walk.leave(mark),
            Step::Restore => {
                walk.known = walk.set_aside.pop().expect("a table was set aside for every isolated region")
            }
        }
    }
    Ok(())
}

/// What an operation computes.
#[derive(PartialEq, Eq, Hash, Clone)]
struct Key {
    code: OpCode,
    operands: SmallVec<[Value; 4]>,
    props: Attr,
    attrs: Attr,
    results: SmallVec<[Type; 2]>,
}

fn key(ir: &Ir, op: Op) -> Key {
    let mut operands: SmallVec<[Value; 4]> = ir.operands(op).collect();
    if ir.has_trait(op, Trait::Commutative) {
        operands.sort_unstable_by_key(|value| value.index());
    }
    let results = ir.results(op).map(|result| ir.ty(result)).collect();
    Key { code: ir.code(op), operands, props: ir.props(op), attrs: ir.attrs(op), results }
}

type Table = FxHashMap<Key, Op>;

/// What is known to be in memory: what a read of this key would give.
type Memory = FxHashMap<Key, Value>;

/// The blocks that a block dominates immediately.
type Children = std::rc::Rc<FxHashMap<Block, Vec<Block>>>;

enum Step {
    /// Open a scope, do a block and the blocks below it in the tree.
    Block { block: Block, tree: Children },
    /// Go on in a block.
    Ops { next: Option<Op>, reads: Memory, graph: bool },
    /// Close the scope that was opened when so many entries were shadowed.
    Leave { mark: usize },
    /// Take back the table that was set aside for an isolated region.
    Restore,
}

struct Walk {
    /// What is known where the walk is.
    known: Table,
    /// What entries of the open scopes stand over, for when they are closed.
    shadowed: Vec<(Key, Option<Op>)>,
    set_aside: Vec<Table>,
    open: Vec<Step>,
}

impl Walk {
    /// Plans the regions of an operation; they are done before what is on the stack already.
    fn enter(&mut self, ir: &Ir, op: Op) {
        let isolated = ir.def(op).is_none_or(|def| def.has(Trait::IsolatedFromAbove));
        if isolated {
            self.set_aside.push(std::mem::take(&mut self.known));
            self.open.push(Step::Restore);
        }
        for region in ir.regions(op).iter().rev() {
            if let Some(entry) = ir.entry(*region) {
                self.open.push(Step::Block { block: entry, tree: children(ir, *region) });
            }
        }
    }

    fn block(&mut self, ir: &mut Ir, block: Block, tree: Children) {
        self.open.push(Step::Leave { mark: self.shadowed.len() });
        for child in tree.get(&block).into_iter().flatten().rev() {
            self.open.push(Step::Block { block: *child, tree: tree.clone() });
        }
        let graph = ir.block_region(block).is_some_and(|region| is_graph_region(ir, region));
        if graph {
            merge_graph(ir, block);
        }
        self.open.push(Step::Ops { next: ir.first_op(block), reads: Memory::default(), graph });
    }

    fn leave(&mut self, mark: usize) {
        for (key, before) in self.shadowed.drain(mark..).rev() {
            match before {
                Some(op) => self.known.insert(key, op),
                None => self.known.remove(&key),
            };
        }
    }

    fn ops(&mut self, ir: &mut Ir, mut next: Option<Op>, mut reads: Memory, graph: bool) {
        while let Some(op) = next {
            next = ir.next(op);
            let def = ir.def(op);
            let effects = memory_effects(ir, op);
            if effects.writes || effects.frees || effects.unknown {
                reads.clear();
            }
            if ir.code(op) == memref::STORE {
                reads.insert(read_of(ir, op), ir.operand(op, 0));
            }
            if !ir.regions(op).is_empty() {
                self.open.push(Step::Ops { next, reads, graph });
                self.enter(ir, op);
                return;
            }
            let Some(def) = def else { continue };
            // A graph was merged when it was entered.
            if graph || def.has(Trait::Terminator) || def.has(Trait::Symbol) || ir.result_count(op) == 0 {
                continue;
            }
            match def.effect {
                Effect::Pure | Effect::PureGuarded => {
                    let key = key(ir, op);
                    match self.known.get(&key) {
                        Some(&earlier) => replace(ir, op, earlier),
                        None => {
                            let before = self.known.insert(key.clone(), op);
                            self.shadowed.push((key, before));
                        }
                    }
                }
                Effect::Read if ir.result_count(op) == 1 => match reads.entry(key(ir, op)) {
                    std::collections::hash_map::Entry::Occupied(known) => {
                        replace_value(ir, ir.result(op, 0), *known.get());
                        ir.erase(op);
                    }
                    std::collections::hash_map::Entry::Vacant(place) => {
                        place.insert(ir.result(op, 0));
                    }
                },
                _ => {}
            }
        }
    }
}

/// Whether an operation of a graph may be replaced by an equal one, wherever that stands.
fn only_computes(ir: &Ir, op: Op) -> bool {
    let Some(def) = ir.def(op) else { return false };
    is_pure(ir, op)
        && ir.regions(op).is_empty()
        && ir.result_count(op) > 0
        && !def.has(Trait::Terminator)
        && !def.has(Trait::Symbol)
}

/// Merges the equal operations of a block without order. Operations are visited after those that make their operands, except
/// around a cycle, so that operands that are one are known to be.
fn merge_graph(ir: &mut Ir, block: Block) {
    let mut met: SideMap<Op, bool> = SideMap::default();
    let mut known = Table::default();
    let ops: Vec<Op> = ir.block_ops(block).filter(|op| only_computes(ir, *op)).collect();
    let mut path: Vec<(Op, usize)> = Vec::new();
    for start in ops {
        if std::mem::replace(&mut met[start], true) {
            continue;
        }
        path.push((start, 0));
        while let Some((op, next)) = path.last_mut() {
            let (op, index) = (*op, *next);
            *next += 1;
            if index < ir.operand_count(op) {
                let maker = ir.defining_op(ir.operand(op, index));
                let maker = maker.filter(|m| ir.parent_block(*m) == Some(block) && only_computes(ir, *m));
                if let Some(maker) = maker
                    && !std::mem::replace(&mut met[maker], true)
                {
                    path.push((maker, 0));
                }
                continue;
            }
            path.pop();
            match known.entry(key(ir, op)) {
                std::collections::hash_map::Entry::Occupied(equal) => replace(ir, op, *equal.get()),
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(op);
                }
            }
        }
    }
}

fn replace(ir: &mut Ir, op: Op, by: Op) {
    for (from, to) in ir.results(op).zip(ir.results(by)) {
        replace_value(ir, from, to);
    }
    ir.erase(op);
}

fn replace_value(ir: &mut Ir, from: Value, to: Value) {
    if ir.value_name(to).is_none() {
        ir.set_value_name(to, ir.value_name(from));
    }
    ir.replace_uses(from, to);
}

/// What a load of the element that a store writes would be.
fn read_of(ir: &Ir, store: Op) -> Key {
    let (operands, element) = (ir.operands(store).skip(1).collect(), ir.ty(ir.operand(store, 0)));
    let results = smallvec::smallvec![element];
    Key { code: memref::LOAD, operands, props: ir.props(store), attrs: ir.attrs(store), results }
}

/// The dominator tree of a region from above. Blocks that control never reaches are not in it and stay as they are.
fn children(ir: &Ir, region: Region) -> Children {
    let mut children: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    if ir.blocks(region).len() > 1 {
        let cfg = Cfg::new(ir, region);
        let tree = DomTree::of_cfg(&cfg);
        for block in cfg.blocks() {
            if let Some(above) = tree.idom(*block) {
                children.entry(above).or_default().push(*block);
            }
        }
    }
    children.into()
}
