//! From branches between blocks to structured control flow: the pass `lift-cf-to-scf`.
//!
//! The blocks of a function are a graph. It is taken apart from the outside in, and each part becomes one operation
//! with regions, until every region is a single block. No operation is ever copied: where several ways meet that
//! structured operations cannot let meet, they are led through one place that remembers, in a number, where each of
//! them wanted to go. The result is therefore as large as the program, up to the values that are handed along.
//!
//! **Before.** Blocks that control never reaches are removed. If several blocks return, they go to one block that does.
//! A loop that nothing leaves is given a way out that is never taken, so that every block leads to the return. Branches to blocks
//! that only branch on go there at once, so that ways which meet in the end are not told apart before; headers of
//! loops stay, for two loops must not become one.
//!
//! **Loops** ([`loops`]). The strongly connected components of the graph are its outermost loops. Control flow is
//! reducible when each of them, and each loop that is left inside when the edges to its header are taken away, is
//! entered at one block only, its header; anything else is reported before anything is changed. A loop that is
//! left only by the test in its header becomes an `scf.while` with the body in the second region; one that is left and repeated
//! only by a test at its end becomes an `scf.while` whose second region merely hands on. Every other loop is brought to
//! that form: all its exits and all its ways back lead to a new last block, with a flag that says whether to repeat, a
//! discriminator that says which exit was meant, and the values that go with it. Values that are computed in the loop and used
//! after it go the same way, since they must become results. The loop operation takes the place of the header, and
//! what follows it dispatches on the discriminator.
//!
//! **Branches** ([`branches`]). What is left has no cycles. A block with one successor is joined with it. Of a block that
//! branches, each successor owns the blocks that can only be reached through it: they become a region of an `scf.if`
//! or `scf.index_switch`. All other blocks come after. If the regions leave to more than one of these, the operation yields
//! a discriminator, and a dispatch on it is the next branch to treat. Each region, and each loop body, is then
//! treated in the same way.
//!
//! **Values that no way defines.** A place that several ways share has a value for each of them; on the ways that
//! have no such value something of its type stands in for it ([`stand_in`]), which nobody looks at because the
//! discriminator leads elsewhere.
//!
//! Order and number of effects are those of the program: operations are moved, never copied, dropped or reordered, and a
//! region is executed exactly when its first block was.

mod branches;
mod check;
mod graph;
mod loops;
mod mux;
mod stand_in;

use crate::make::{self, cond_br};
use base::{Diagnostics, SideMap};
use dialects::{arith, builtin, cf, func, memref, scf};
use graph::Graph;
use ir::dominance::DomTree;
use ir::pass::{PassArgs, PassDef};
use ir::region_simplify::remove_unreachable_blocks;
use ir::text::Reported;
use ir::{Attr, Block, InsertPoint, Ir, Loc, Op, OpState, Region, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use stand_in::{StandIn, stand_in};

/// The pass.
pub static LIFT_CF_TO_SCF: PassDef = PassDef {
    name: "lift-cf-to-scf",
    doc: "Turns branches between blocks into structured control flow.\n\
        Bodies of functions and of `scf.execute_region` become single blocks with `scf.while`, `scf.if` and \
        `scf.index_switch` in them, without copying code. Loops that can be entered at several blocks are reported.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let regions = liftable(ir, root, diags)?;
    lift_all(ir, regions);
    Ok(())
}

/// The regions below an operation that have several blocks and can be made one, all of them or none.
pub(crate) fn liftable(ir: &Ir, root: Op, diags: &mut Diagnostics) -> Result<Vec<Region>, Reported> {
    let bodies =
        ir.walk(root).into_iter().filter(|op| matches!(ir.code(*op), func::FUNC | scf::EXECUTE_REGION));
    let regions = bodies.filter_map(|op| ir.regions(op).first().copied());
    let regions: Vec<Region> = regions.filter(|region| ir.blocks(*region).len() > 1).collect();
    let mut good = true;
    for region in &regions {
        good &= check::check(ir, *region, diags);
    }
    if good { Ok(regions) } else { Err(Reported) }
}

/// Makes each of the regions one block.
pub(crate) fn lift_all(ir: &mut Ir, regions: Vec<Region>) {
    for region in regions {
        // It may have stood in a block that nothing leads to, and be gone with it.
        if ir.region_parent(region).is_some_and(|op| !ir.is_erased(op)) {
            lift(ir, region);
        }
    }
}

/// Makes the blocks of a region, which was checked, one block.
fn lift(ir: &mut Ir, region: Region) {
    remove_unreachable_blocks(ir, region);
    let Some(entry) = ir.entry(region) else { return };
    if ir.blocks(region).len() == 1 {
        return;
    }
    let mut lift = Lift {
        ir,
        region,
        entry,
        dominators: None,
        last_constant: None,
        constants: FxHashMap::default(),
        undefined: FxHashMap::default(),
        part: SideMap::new(),
        parts: OUTSIDE,
        ways_in: SideMap::new(),
        ways_seen: SideMap::new(),
        owner: SideMap::new(),
        owners: 0,
        work: Vec::new(),
    };
    for block in lift.ir.blocks(region).to_vec() {
        lift.part[block] = OUTSIDE;
    }
    lift.give_one_exit();
    lift.skip_empty_blocks();
    lift.dominators = Some(DomTree::new(lift.ir, region));
    lift.work.push(Task::Loops(entry));
    while let Some(task) = lift.work.pop() {
        match task {
            Task::Loops(entry) => {
                lift.lift_loops(entry);
                lift.count_ways(entry);
                lift.lift_branches(entry);
            }
            Task::Branches(entry) => lift.lift_branches(entry),
        }
    }
    // Their operations have all gone into regions, or into the entry.
    let emptied: Vec<Block> =
        lift.ir.blocks(region).iter().copied().filter(|block| *block != entry).collect();
    lift.ir.erase_blocks(region, &emptied);
}

/// The part of blocks that are in no loop of the level that is being treated.
const OUTSIDE: u32 = 1;

/// A region that is still several blocks, known by its first.
#[derive(Clone, Copy)]
enum Task {
    /// It may have loops.
    Loops(Block),
    /// It has none, and the ways into its blocks are counted.
    Branches(Block),
}

/// One way a branch can take.
#[derive(Clone, Copy)]
struct Edge {
    branch: Op,
    successor: usize,
}

/// The lifting of one region. Blocks that are not yet in their final region all stay in the one that is lifted,
/// whichever part of the program they are; only branches say where they belong.
struct Lift<'a> {
    ir: &'a mut Ir,
    region: Region,
    /// Where the lifted region begins; constants stand at its start.
    entry: Block,
    /// Of the blocks before the first was lifted.
    dominators: Option<DomTree>,
    last_constant: Option<Op>,
    constants: FxHashMap<Attr, Value>,
    undefined: FxHashMap<Type, Value>,
    /// To which loop of the innermost level treated so far a block belongs; 0 for blocks of nested operations.
    part: SideMap<Block, u32>,
    parts: u32,
    /// How many edges lead to a block.
    ways_in: SideMap<Block, u32>,
    /// How many of them were met; all zero between two searches.
    ways_seen: SideMap<Block, u32>,
    /// Which branch's successor owns a block, by the number of the search.
    owner: SideMap<Block, u32>,
    owners: u32,
    work: Vec<Task>,
}

impl Lift<'_> {
    // ----- before -----

    /// Lets every way end in one block that returns.
    fn give_one_exit(&mut self) {
        let graph = Graph::new(self.ir, self.entry);
        let endless: Vec<Vec<Block>> =
            graph.cycles().into_iter().filter(|cycle| self.is_endless(cycle)).collect();
        let ends: Vec<Op> = (graph.blocks.iter().filter_map(|block| self.ir.last_op(*block)))
            .filter(|last| self.ir.successors(*last).is_empty())
            .collect();
        if ends.len() == 1 && endless.is_empty() {
            return;
        }
        let around = self.ir.region_parent(self.region).expect("the lifted region is part of an operation");
        let (code, types) = match self.ir.code(around) {
            func::FUNC => {
                let (_, results) =
                    func::signature(self.ir, around).expect("a verified function has a signature");
                (func::RETURN, results.to_vec())
            }
            _ => (scf::YIELD, self.ir.results(around).map(|result| self.ir.ty(result)).collect()),
        };
        let loc = ends.first().map_or(self.ir.loc(around), |end| self.ir.loc(*end));
        let exit = self.new_block(OUTSIDE);
        let args: Vec<Value> = types.iter().map(|ty| self.ir.add_argument(exit, *ty, loc)).collect();
        make::append(self.ir, exit, OpState::new(code, loc).operands(&args));
        for end in ends {
            let block = self.ir.parent_block(end).expect("a terminator stands in its block");
            let (values, loc): (Vec<Value>, _) = (self.ir.operands(end).collect(), self.ir.loc(end));
            self.ir.erase(end);
            make::br(self.ir, block, loc, (exit, &values));
        }
        for cycle in endless {
            self.give_way_out(&cycle, exit, &types);
        }
    }

    fn is_endless(&self, cycle: &[Block]) -> bool {
        let members: FxHashSet<Block> = cycle.iter().copied().collect();
        cycle.iter().all(|block| self.edges(*block).iter().all(|edge| members.contains(&self.target(*edge))))
    }

    /// Leads all ways back of an endless loop through a test that always repeats it.
    fn give_way_out(&mut self, cycle: &[Block], exit: Block, types: &[Type]) {
        let header = cycle[0];
        let latch = self.new_block(OUTSIDE);
        let inits = self.ir.args(header).to_vec();
        let args = make::add_arguments_like(self.ir, latch, &inits);
        let mut loc = Loc::UNKNOWN;
        for edge in cycle.iter().flat_map(|block| self.edges(*block)).collect::<Vec<_>>() {
            if self.target(edge) == header {
                self.ir.set_successor(edge.branch, edge.successor, latch);
                loc = self.ir.loc(edge.branch);
            }
        }
        let always = self.constant(Attr::TRUE, Type::I1);
        let nothing: Vec<Value> = types.iter().map(|ty| self.undefined(*ty)).collect();
        cond_br(self.ir, latch, loc, always, (header, &args), (exit, &nothing));
    }

    /// Leads branches around blocks that do nothing, and removes these.
    fn skip_empty_blocks(&mut self) {
        let graph = Graph::new(self.ir, self.entry);
        let tree = DomTree::new(self.ir, self.region);
        let edges: Vec<(Block, Edge)> = graph
            .blocks
            .iter()
            .flat_map(|block| self.edges(*block).into_iter().map(|edge| (*block, edge)))
            .collect();
        let mut keeps: SideMap<Block, bool> = SideMap::new();
        for (from, edge) in &edges {
            let target = self.target(*edge);
            keeps[target] |= tree.dominates(target, *from) || !self.is_empty(target);
        }
        for (_, edge) in edges {
            // Every cycle has a header, which is kept, so that this ends.
            while !keeps[self.target(edge)] {
                let block = self.target(edge);
                let onward = self.edges(block)[0];
                let (args, given) = (self.ir.args(block).to_vec(), self.given(edge));
                let replaced =
                    |value: Value| args.iter().position(|arg| *arg == value).map_or(value, |at| given[at]);
                let values: Vec<Value> = self.given(onward).into_iter().map(replaced).collect();
                self.redirect(edge, self.target(onward), &values);
            }
        }
        remove_unreachable_blocks(self.ir, self.region);
    }

    /// Whether a block does nothing but branch on, and nobody else needs its arguments.
    fn is_empty(&self, block: Block) -> bool {
        let Some(first) = self.ir.first_op(block) else { return false };
        let is_own = |arg: &Value| self.ir.users(*arg).all(|user| user == first);
        self.ir.code(first) == cf::BR && self.ir.args(block).iter().all(is_own)
    }

    // ----- edges -----

    fn edges(&self, block: Block) -> SmallVec<[Edge; 2]> {
        let branch = self.ir.last_op(block).expect("a block ends in a terminator");
        (0..self.ir.successors(branch).len()).map(|successor| Edge { branch, successor }).collect()
    }

    fn target(&self, edge: Edge) -> Block {
        self.ir.successors(edge.branch)[edge.successor]
    }

    fn given(&self, edge: Edge) -> Vec<Value> {
        make::given(self.ir, edge.branch, edge.successor)
    }

    fn redirect(&mut self, edge: Edge, to: Block, values: &[Value]) {
        self.ir.set_successor_operands(edge.branch, edge.successor, values);
        self.ir.set_successor(edge.branch, edge.successor, to);
    }

    /// A block that is still to be put into its region.
    fn new_block(&mut self, part: u32) -> Block {
        let block = self.ir.add_block(self.region);
        self.part[block] = part;
        block
    }

    /// The only block of a new region.
    fn new_region(&mut self, part: u32) -> (Region, Block) {
        let region = self.ir.create_region();
        let block = self.ir.add_block(region);
        self.part[block] = part;
        (region, block)
    }

    /// Moves the operations of a block to the end of another, its arguments replaced.
    fn absorb(&mut self, from: Block, into: Block, values: &[Value]) {
        for (index, value) in values.iter().enumerate() {
            self.ir.replace_uses(self.ir.args(from)[index], *value);
        }
        self.ir.splice_to_end(from, into);
    }

    // ----- values -----

    /// A constant at the start of the entry.
    fn constant(&mut self, attr: Attr, ty: Type) -> Value {
        if let Some(value) = self.constants.get(&attr) {
            return *value;
        }
        let state = OpState::new(arith::CONSTANT, self.loc()).results(&[ty]).prop(self.ir, "value", attr);
        let value = self.at_start(state);
        self.constants.insert(attr, value);
        value
    }

    fn index(&mut self, number: usize) -> Value {
        let attr = self.ir.ctx.int_attr(number as i64, Type::INDEX);
        self.constant(attr, Type::INDEX)
    }

    /// A value that nobody looks at.
    fn undefined(&mut self, ty: Type) -> Value {
        if let Some(value) = self.undefined.get(&ty) {
            return *value;
        }
        let value = self.make_undefined(ty);
        self.undefined.insert(ty, value);
        value
    }

    fn make_undefined(&mut self, ty: Type) -> Value {
        let loc = self.loc();
        match stand_in(self.ir, self.region, ty) {
            StandIn::Zero(attr) => self.constant(attr, ty),
            StandIn::Value(value) => value,
            StandIn::Memory(open, symbols) => self.empty_memory(ty, open, symbols),
            StandIn::MemoryCast(ranked) => {
                let memory = self.empty_memory(ranked, 0, 0);
                self.at_start(OpState::new(memref::CAST, loc).operands(&[memory]).results(&[ty]))
            }
            StandIn::Function(name) => {
                let state = OpState::new(func::CONSTANT, loc).results(&[ty]).prop(self.ir, "value", name);
                self.at_start(state)
            }
            StandIn::Cast => {
                self.at_start(OpState::new(builtin::UNREALIZED_CONVERSION_CAST, loc).results(&[ty]))
            }
        }
    }

    /// A memory whose open sizes are zero.
    fn empty_memory(&mut self, ty: Type, open: usize, symbols: usize) -> Value {
        let zeros: Vec<Value> = (0..open + symbols).map(|_| self.index(0)).collect();
        let segments = self.ir.ctx.i32_array_attr(&[open as i32, symbols as i32]);
        let state = OpState::new(memref::ALLOCA, self.loc()).operands(&zeros).results(&[ty]).prop(
            self.ir,
            "operandSegmentSizes",
            segments,
        );
        self.at_start(state)
    }

    fn at_start(&mut self, state: OpState) -> Value {
        let op = self.ir.create(state);
        let at = self.last_constant.map_or(InsertPoint::Start(self.entry), InsertPoint::After);
        self.ir.insert(op, at);
        self.last_constant = Some(op);
        self.ir.result(op, 0)
    }

    fn loc(&self) -> Loc {
        self.ir.region_parent(self.region).map_or(Loc::UNKNOWN, |op| self.ir.loc(op))
    }

    /// The opposite of a condition.
    fn not(&mut self, condition: Value, at: InsertPoint, loc: Loc) -> Value {
        let always = self.constant(Attr::TRUE, Type::I1);
        make::value(self.ir, at, loc, arith::XORI, &[condition, always], Type::I1)
    }

    /// The block of the lifted program that an operation stands in, however deep.
    fn home(&self, mut op: Op) -> Block {
        loop {
            let block = self.ir.parent_block(op).expect("what uses a value of the region stands in it");
            if self.part[block] != 0 {
                return block;
            }
            op = self.ir.block_parent_op(block).expect("what uses a value of the region stands in it");
        }
    }
}
