//! The graph of a function of blocks.
//!
//! Blocks are made in reverse post-order, so that whatever a block with a single way in needs is there. Where several ways meet, the merging
//! operations are made without inputs, and get them when all blocks are made.

use super::live::{Handed, Item, Live, handed, is_handed};
use super::loops::Loops;
use crate::streams::compute::compute;
use crate::streams::kernel::Kernel;
use crate::streams::memory::{Frontier, Memories, Ports, constant};
use dialects::{arith, cf, func, handshake, ids, memref};
use ir::cfg::Cfg;
use ir::{Attr, AttrKind, Block, Builder, InsertPoint, Ir, Loc, Op, Region, Sign, Type, TypeKind, Value};
use rustc_hash::FxHashMap;

/// A way from one block to another: a branch and the number of its target.
pub(super) type Edge = (Op, usize);

/// What comes over an edge.
#[derive(Default)]
struct Crossing {
    control: Option<Value>,
    items: FxHashMap<Item, Value>,
}

/// What a block has while it is made.
struct Scope {
    control: Value,
    items: FxHashMap<Item, Value>,
    constants: FxHashMap<(Attr, Type), Value>,
    /// A value of the block on the two sides of its conditional branch.
    sides: FxHashMap<Value, [Value; 2]>,
}

/// A place where several ways meet, whose operations have no inputs yet.
struct Meeting {
    block: Block,
    control: Op,
    muxes: Vec<(Item, Op)>,
}

/// The graph of a function while it is made.
pub(super) struct Graph<'a> {
    ir: &'a mut Ir,
    function: Op,
    region: Region,
    memories: &'a Memories,
    kernel: Kernel,
    ports: Ports,
    live: Live,
    edges_into: FxHashMap<Block, Vec<Edge>>,
    loops: Loops,
    crossings: FxHashMap<Edge, Crossing>,
    meetings: Vec<Meeting>,
    /// Operands of the return, its control token, and the last tokens of the memories.
    end: Option<(Vec<Value>, Value, Vec<Option<Value>>)>,
}

impl<'a> Graph<'a> {
    /// A graph with the kernel's arguments and on-chip memories.
    pub fn new(ir: &'a mut Ir, function: Op, memories: &'a Memories) -> Graph<'a> {
        let region = ir.region(function, 0);
        let kernel = Kernel::new(ir, function, memories);
        let ports = Ports::new(memories, &kernel.arrays);
        let cfg = Cfg::new(ir, region);
        let live = Live::new(ir, &cfg, memories);
        let mut edges_into: FxHashMap<Block, Vec<Edge>> = FxHashMap::default();
        for block in cfg.blocks() {
            let Some(branch) = ir.last_op(*block) else { continue };
            for (way, target) in ir.successors(branch).iter().enumerate() {
                edges_into.entry(*target).or_default().push((branch, way));
            }
        }
        let loops = Loops::of(ir, &cfg, &edges_into);
        Graph {
            ir,
            function,
            region,
            memories,
            kernel,
            ports,
            live,
            loops,
            edges_into,
            crossings: FxHashMap::default(),
            meetings: Vec::new(),
            end: None,
        }
    }

    /// Makes the graph of every block, and puts the kernel in the place of the function.
    pub fn make(mut self) {
        let cfg = Cfg::new(self.ir, self.region);
        let numbers: FxHashMap<Block, i64> = cfg.blocks().iter().copied().zip(0..).collect();
        for block in cfg.reverse_post_order() {
            let before = self.ir.last_op(self.kernel.block);
            self.block(block);
            self.mark(before, numbers[&block]);
        }
        for meeting in std::mem::take(&mut self.meetings) {
            self.connect(meeting);
        }
        let (results, control, last) = self.end.take().expect("one block of the function returns");
        let (loc, start) = (self.ir.loc(self.function), self.kernel.start);
        let mut b = Builder::new(self.ir, InsertPoint::End(self.kernel.block), loc);
        let ends = self.ports.finish(&mut b, start, &last);
        let complete: Vec<Value> = std::iter::once(control).chain(ends).collect();
        self.kernel.finish(self.ir, self.function, &results, &complete);
    }

    /// Writes the number of a block on the operations made for it.
    fn mark(&mut self, before: Option<Op>, number: i64) {
        let ty = self.ir.ctx.ty(TypeKind::Integer { width: 32, sign: Sign::Unsigned });
        let number = self.ir.ctx.int_attr(number, ty);
        let mut next = match before {
            Some(op) => self.ir.next(op),
            None => self.ir.first_op(self.kernel.block),
        };
        while let Some(op) = next {
            self.ir.set_attr(op, "handshake.bb", Some(number));
            next = self.ir.next(op);
        }
    }

    fn builder(&mut self, loc: Loc) -> Builder<'_> {
        Builder::new(self.ir, InsertPoint::End(self.kernel.block), loc)
    }

    fn block(&mut self, block: Block) {
        let mut scope = self.enter(block);
        let ops: Vec<Op> = self.ir.block_ops(block).collect();
        for op in ops {
            match self.ir.code(op) {
                arith::CONSTANT | memref::ALLOC | memref::ALLOCA | memref::GET_GLOBAL | cf::ASSERT => {}
                memref::LOAD | memref::STORE => self.access(&mut scope, op),
                cf::BR => self.branch(&mut scope, op),
                cf::COND_BR => self.conditional_branch(&mut scope, op),
                func::RETURN => self.leave(&mut scope, op),
                code => {
                    debug_assert!(code.dialect == ids::ARITH || code.dialect == ids::MATH);
                    self.compute(&mut scope, op);
                }
            }
        }
    }

    // ----- the beginning of a block -----

    fn enter(&mut self, block: Block) -> Scope {
        let edges = self.edges_into.get(&block).cloned().unwrap_or_default();
        let (control, items) = match edges.as_slice() {
            [] => self.first(block),
            [edge] => {
                let crossing = self.crossings.remove(edge).expect("what leads to a block comes before it");
                (crossing.control.expect("an edge carries a control token"), crossing.items)
            }
            edges => self.meet(block, edges),
        };
        Scope { control, items, constants: FxHashMap::default(), sides: FxHashMap::default() }
    }

    /// The function's first block has the arguments of the kernel, and nothing to wait for.
    fn first(&mut self, block: Block) -> (Value, FxHashMap<Item, Value>) {
        let start = self.kernel.start;
        let mut items = FxHashMap::default();
        for (param, arg) in self.ir.args(block).iter().zip(&self.kernel.args) {
            items.insert(Item::Value(*param), *arg);
        }
        for item in self.live.of(block) {
            if !matches!(item, Item::Value(_)) {
                items.insert(*item, start);
            }
        }
        (start, items)
    }

    /// Makes the operations that let values of several ways in.
    fn meet(&mut self, block: Block, edges: &[Edge]) -> (Value, FxHashMap<Item, Value>) {
        let loc = self.ir.first_op(block).map_or(Loc::UNKNOWN, |op| self.ir.loc(op));
        let index_ty = self.ir.ctx.int_ty(usize::BITS - (edges.len() - 1).leading_zeros());
        let merge = self.builder(loc).op(handshake::CONTROL_MERGE, &[], &[Type::NONE, index_ty]);
        self.mark_head(block, edges, merge);
        let index = self.ir.result(merge, 1);
        let mut items = FxHashMap::default();
        let mut muxes = Vec::new();
        for item in self.live.of(block).to_vec() {
            let ty = item_type(self.ir, item);
            let mux = self.builder(loc).op(handshake::MUX, &[index], &[ty]);
            let result = self.ir.result(mux, 0);
            if let Item::Value(value) = item {
                let name = self.ir.value_name(value);
                self.ir.set_value_name(result, name);
            }
            items.insert(item, result);
            muxes.push((item, mux));
        }
        self.meetings.push(Meeting { block, control: merge, muxes });
        (self.ir.result(merge, 0), items)
    }

    /// Writes on the merge of a block that is the head of a loop which ways come back, unless the loop is known by its test.
    fn mark_head(&mut self, head: Block, edges: &[Edge], merge: Op) {
        let Some(backs) = self.loops.heads.get(&head) else { return };
        let ways = (0..).zip(edges).filter(|(_, edge)| backs.contains(edge)).map(|(way, _)| way);
        let ways: Vec<i32> = ways.collect();
        let ways = self.ir.ctx.i32_array_attr(&ways);
        self.ir.set_attr(merge, handshake::LOOP_BACK, Some(ways));
    }

    /// Writes on what steers the control token at the test of a loop when the loop goes on.
    fn mark_test(&mut self, branch: Op, control: Value) {
        let Some(test) = self.loops.tests.get(&branch).copied() else { return };
        let steering = self.ir.defining_op(control).expect("a side of a branch has an operation");
        let goes_on = self.ir.ctx.bool_attr(test.goes_on);
        self.ir.set_attr(steering, handshake::LOOP_GOES_ON, Some(goes_on));
        if test.is_last {
            let yes = self.ir.ctx.attr(AttrKind::Unit);
            self.ir.set_attr(steering, handshake::LOOP_TEST_LAST, Some(yes));
        }
        if let Some(loc) = test.loc {
            self.ir.set_loc(steering, loc);
        }
    }

    /// Gives the operations of a meeting their inputs.
    fn connect(&mut self, meeting: Meeting) {
        let edges = &self.edges_into[&meeting.block];
        let crossings: Vec<&Crossing> = edges.iter().map(|edge| &self.crossings[edge]).collect();
        let controls =
            crossings.iter().map(|crossing| crossing.control.expect("an edge carries a control token"));
        let controls: Vec<Value> = controls.collect();
        self.ir.set_operands(meeting.control, &controls);
        for (item, mux) in meeting.muxes {
            let index = self.ir.operand(mux, 0);
            let inputs = crossings.iter().map(|crossing| crossing.items[&item]);
            let operands: Vec<Value> = std::iter::once(index).chain(inputs).collect();
            self.ir.set_operands(mux, &operands);
        }
    }

    // ----- its operations -----

    /// The stream of a value in a block.
    fn stream(&mut self, scope: &mut Scope, value: Value, loc: Loc) -> Value {
        if is_handed(self.ir, value) {
            return scope.items[&Item::Value(value)];
        }
        let literal = ir::fold::constant_value(self.ir, value).expect("a constant has a value");
        let ty = self.ir.ty(value);
        if let Some(known) = scope.constants.get(&(literal, ty)) {
            return *known;
        }
        let made = constant(&mut self.builder(loc), scope.control, literal, ty);
        let name = self.ir.value_name(value);
        self.ir.set_value_name(made, name);
        scope.constants.insert((literal, ty), made);
        made
    }

    fn streams(&mut self, scope: &mut Scope, values: &[Value], loc: Loc) -> Vec<Value> {
        values.iter().map(|value| self.stream(scope, *value, loc)).collect()
    }

    fn compute(&mut self, scope: &mut Scope, op: Op) {
        let (loc, operands): (Loc, Vec<Value>) = (self.ir.loc(op), self.ir.operands(op).collect());
        let operands = self.streams(scope, &operands, loc);
        let made = compute(&mut self.builder(loc), op, &operands);
        for (value, stream) in self.ir.results(op).zip(made) {
            scope.items.insert(Item::Value(value), stream);
        }
    }

    fn access(&mut self, scope: &mut Scope, op: Op) {
        let loc = self.ir.loc(op);
        let access = self.memories.access(self.ir, op).expect("accesses are direct");
        let values: Vec<Value> = access.address.values().collect();
        let values = self.streams(scope, &values, loc);
        let stored = access.stored.map(|value| self.stream(scope, value, loc));
        let [written, settled] = [Item::Written(access.memory), Item::Settled(access.memory)];
        let mut at = Frontier {
            written: scope.items.get(&written).copied(),
            settled: scope.items.get(&settled).copied(),
        };
        let mut b = Builder::new(self.ir, InsertPoint::End(self.kernel.block), loc);
        let address = access.address.emit(&mut b, scope.control, &values);
        match stored {
            Some(data) => self.ports.write(&mut b, access.memory, address, data, &mut at),
            None => {
                let data = self.ports.read(&mut b, access.memory, address, &mut at);
                let result = b.ir.result(op, 0);
                let name = b.ir.value_name(result);
                b.ir.set_value_name(data, name);
                scope.items.insert(Item::Value(result), data);
            }
        }
        for (item, token) in [(written, at.written), (settled, at.settled)] {
            if let Some(token) = token {
                scope.items.insert(item, token);
            }
        }
    }

    // ----- its end -----

    fn branch(&mut self, scope: &mut Scope, op: Op) {
        let mut crossing = Crossing { control: Some(scope.control), items: FxHashMap::default() };
        for (item, stream) in self.handed_on(scope, op, 0) {
            crossing.items.insert(item, stream);
        }
        self.crossings.insert((op, 0), crossing);
    }

    fn conditional_branch(&mut self, scope: &mut Scope, op: Op) {
        let loc = self.ir.loc(op);
        let condition = self.ir.operand(op, 0);
        let condition = self.stream(scope, condition, loc);
        for way in 0..2 {
            let items = self.handed_on(scope, op, way);
            let control = self.steer(scope, condition, scope.control, loc)[way];
            self.mark_test(op, control);
            let mut crossing = Crossing { control: Some(control), items: FxHashMap::default() };
            for (item, stream) in items {
                let stream = self.steer(scope, condition, stream, loc)[way];
                crossing.items.insert(item, stream);
            }
            self.crossings.insert((op, way), crossing);
        }
    }

    /// The streams of a block for everything that a target of its branch needs.
    fn handed_on(&mut self, scope: &mut Scope, op: Op, way: usize) -> Vec<(Item, Value)> {
        let (loc, target) = (self.ir.loc(op), self.ir.successors(op)[way]);
        let items = self.live.of(target).to_vec();
        let mut streams = Vec::with_capacity(items.len());
        for item in items {
            let stream = match handed(self.ir, op, way, item) {
                Handed::Same => scope.items[&item],
                Handed::Given(value) => self.stream(scope, value, loc),
            };
            streams.push((item, stream));
        }
        streams
    }

    /// A stream on the two sides of a condition.
    fn steer(&mut self, scope: &mut Scope, condition: Value, stream: Value, loc: Loc) -> [Value; 2] {
        if let Some(sides) = scope.sides.get(&stream) {
            return *sides;
        }
        let ty = self.ir.ty(stream);
        let op = self.builder(loc).op(handshake::COND_BR, &[condition, stream], &[ty, ty]);
        let sides = [0, 1].map(|side| self.ir.result(op, side));
        scope.sides.insert(stream, sides);
        sides
    }

    fn leave(&mut self, scope: &mut Scope, op: Op) {
        let (loc, values): (Loc, Vec<Value>) = (self.ir.loc(op), self.ir.operands(op).collect());
        let results = self.streams(scope, &values, loc);
        // A memory that is never written is done with when control is here.
        let last = (0..self.memories.list().len())
            .map(|number| Some(scope.items.get(&Item::Settled(number)).copied().unwrap_or(scope.control)));
        self.end = Some((results, scope.control, last.collect()));
    }
}

fn item_type(ir: &Ir, item: Item) -> Type {
    match item {
        Item::Value(value) => ir.ty(value),
        Item::Written(_) | Item::Settled(_) => Type::NONE,
    }
}
