//! The graph of a function, made operation by operation.
//!
//! Regions are gone through in the order of the program with a list of what is left to do, so that no depth of nesting costs stack. An operation
//! with regions is begun (its crossings are set up), then its regions are gone through, then it is ended: carried values get their next, results
//! come out. What is carried around a loop for the sake of memory is treated beside what the program itself carries.

use super::counted::{Counted, counted};
use super::dependence::{AccessId, Dependence};
use super::guards::Guards;
use super::order::{Entry, Order, import};
use super::queues::Queues;
use super::regions::{Area, Graph, Stream, TOP};
use super::rings::Ring;
use crate::streams::compute::compute;
use crate::streams::kernel::Kernel;
use crate::streams::memory::{Frontier, Memories, Ports};
use base::Bits;
use dialects::{arith, builtin, dataflow, func, handshake, ids, memref, scf};
use ir::effects::is_trivially_dead;
use ir::{Attr, AttrKind, Block, Builder, InsertPoint, Ir, Loc, Op, OpState, Type, Value};
use rustc_hash::FxHashMap;

/// Replaces a prepared function by its kernel.
pub(super) fn build(
    ir: &mut Ir,
    function: Op,
    memories: &Memories,
    deps: &Dependence,
    guards: &Guards,
    queues: &Queues,
) -> Op {
    let kernel = Kernel::new(ir, function, memories);
    let loc = ir.loc(function);
    let entry = ir.entry(ir.region(function, 0)).expect("the function has a body");
    let params = ir.args(entry).to_vec();
    let mut ports = Ports::new(memories, &kernel.arrays);
    queues.all().for_each(|(memory, depths)| ports.queue(memory, depths));
    let first = |memory: usize| if queues.has(memory) { Some(kernel.start) } else { None };
    let orders = (0..memories.list().len()).map(|memory| Order::after(Frontier::at(first(memory))));
    let graph = Graph::new(ir, kernel.block, kernel.start, loc);
    let values =
        params.iter().zip(&kernel.args).map(|(param, arg)| (*param, Stream { value: *arg, home: TOP }));
    let mut build = Build {
        graph,
        memories,
        deps,
        guards,
        guarded: FxHashMap::default(),
        queues,
        grouped: vec![false; memories.list().len()],
        ports,
        orders: orders.collect(),
        done: FxHashMap::default(),
        values: values.collect(),
        depth: 0,
        work: Vec::new(),
    };
    build.start(entry, TOP);
    while let Some(task) = build.work.pop() {
        build.step(task);
    }
    let results = build.given(entry, 0, TOP);
    let last: Vec<Option<Value>> =
        build.orders.iter().map(|order| order.end(&mut build.graph, loc).settled).collect();
    let ports = build.ports;
    let mut ends =
        ports.finish(&mut Builder::new(ir, InsertPoint::End(kernel.block), loc), kernel.start, &last);
    if ends.is_empty() {
        ends.push(kernel.start);
    }
    let block = kernel.block;
    let kernel = kernel.finish(ir, function, &results, &ends);
    remove_dead(ir, block);
    kernel
}

/// Removes what was made for somebody who did not need it in the end.
fn remove_dead(ir: &mut Ir, block: Block) {
    let mut left: Vec<Op> = ir.block_ops(block).collect();
    while let Some(op) = left.pop() {
        if !ir.is_erased(op) && is_trivially_dead(ir, op) {
            let operands: Vec<Value> = ir.operands(op).collect();
            left.extend(operands.into_iter().filter_map(|value| ir.defining_op(value)));
            ir.erase(op);
        }
    }
}

pub(super) struct Build<'a> {
    pub(super) graph: Graph<'a>,
    pub(super) memories: &'a Memories,
    pub(super) deps: &'a Dependence,
    pub(super) guards: &'a Guards,
    /// How the queues are made, a memory each.
    pub(super) queues: &'a Queues,
    /// Memories whose queue has an open group, which the next access joins.
    pub(super) grouped: Vec<bool>,
    /// Guards that do not know their store yet, by the operation of the program that it is, with the region of their read.
    pub(super) guarded: FxHashMap<Op, Vec<(Op, Area)>>,
    pub(super) ports: Ports,
    /// What accesses of the region that is being gone through have to wait for, a memory each.
    pub(super) orders: Vec<Order>,
    /// What says that an access is complete.
    pub(super) done: FxHashMap<AccessId, Value>,
    /// The streams of the program's values. Constants have none: they are made where they are used.
    pub(super) values: FxHashMap<Value, Stream>,
    /// Loops around the region that is being gone through.
    pub(super) depth: usize,
    work: Vec<Task>,
}

/// What is left to do, the next last.
enum Task {
    /// Go on in a block.
    Ops { next: Option<Op>, area: Area },
    /// The first region of a `while` is done.
    Test(Box<Loop>),
    /// The body of a loop is done.
    EndLoop(Box<Loop>),
    /// The body of a loop that is tested last is done.
    Turn(Box<Loop>),
    /// The first side of a choice is done.
    Else(Box<Choice>),
    /// Both are.
    EndChoice(Box<Choice>),
}

/// A loop that is being gone through.
pub(super) struct Loop {
    op: Op,
    pub(super) loc: Loc,
    pub(super) around: Area,
    head: Area,
    pub(super) body: Area,
    /// The condition, or what stands for it until it is computed.
    pub(super) raw: Value,
    /// The carried values of the program; none for what a stream counts.
    carries: Vec<Option<Op>>,
    pub(super) rings: Vec<Ring>,
}

/// A choice that is being gone through.
struct Choice {
    op: Op,
    loc: Loc,
    condition: Value,
    around: Area,
    yes: Area,
    no: Area,
    memories: Vec<ChoiceMemory>,
}

/// A memory as an operation with regions that accesses it finds it.
pub(super) struct Entered {
    /// The order around the operation.
    pub outside: Order,
    /// What of it the operation waits for.
    pub entry: Entry,
    /// The frontier that its accesses begin behind.
    pub before: Frontier,
    /// Whether any of them writes.
    pub writes: bool,
}

/// What a choice does to a memory.
struct ChoiceMemory {
    memory: usize,
    accesses: Vec<AccessId>,
    outside: Order,
    entry: Entry,
    before: Frontier,
    writes: bool,
    /// The frontier at the end of the first side.
    yes: Frontier,
}

impl Build<'_> {
    fn start(&mut self, block: Block, area: Area) {
        let next = self.graph.ir.first_op(block);
        self.work.push(Task::Ops { next, area });
    }

    fn step(&mut self, task: Task) {
        match task {
            Task::Ops { next, area } => self.ops(next, area),
            Task::Test(inner) => self.test(inner),
            Task::EndLoop(inner) => self.end_loop(*inner),
            Task::Turn(inner) => self.turn(*inner),
            Task::Else(choice) => self.other_side(choice),
            Task::EndChoice(choice) => self.end_choice(*choice),
        }
    }

    fn ops(&mut self, mut next: Option<Op>, area: Area) {
        while let Some(op) = next {
            next = self.graph.ir.next(op);
            match self.graph.ir.code(op) {
                scf::FOR => {
                    self.work.push(Task::Ops { next, area });
                    return self.begin_for(op, area);
                }
                scf::WHILE => {
                    self.work.push(Task::Ops { next, area });
                    return self.begin_while(op, area);
                }
                scf::IF => {
                    self.work.push(Task::Ops { next, area });
                    return self.begin_if(op, area);
                }
                // What a region hands out is asked for by the operation around it.
                scf::YIELD | scf::CONDITION | func::RETURN => return,
                memref::LOAD | memref::STORE => self.access(op, area),
                // Literals are made where they are used, arrays belong to the kernel.
                arith::CONSTANT => {}
                code if code.dialect == ids::MEMREF => {}
                _ => self.compute(op, area),
            }
        }
    }

    // ----- values -----

    /// The stream of a value of the program in a region.
    pub(super) fn get(&mut self, value: Value, area: Area) -> Value {
        let ir = &*self.graph.ir;
        if let Some(op) = ir.defining_op(value)
            && ir.code(op) == arith::CONSTANT
        {
            let attr = ir.attr(op, "value").expect("a constant has a value");
            let (loc, ty) = (ir.loc(op), ir.ty(value));
            return self.graph.constant(area, loc, attr, ty);
        }
        let stream = *self.values.get(&value).expect("a value is made before it is used");
        self.graph.import(stream, area)
    }

    /// Says which stream a value of the program is.
    pub(super) fn define(&mut self, value: Value, stream: Value, home: Area) {
        self.graph.name_like(stream, value);
        self.values.insert(value, Stream { value: stream, home });
    }

    /// What the terminator of a block hands out, from an operand on.
    fn given(&mut self, block: Block, from: usize, area: Area) -> Vec<Value> {
        let end = self.graph.ir.last_op(block).expect("a block of a program has a terminator");
        let operands: Vec<Value> = self.graph.ir.operands(end).skip(from).collect();
        operands.into_iter().map(|value| self.get(value, area)).collect()
    }

    fn block(&self, op: Op, region: usize) -> Block {
        self.graph.ir.entry(self.graph.ir.region(op, region)).expect("a region that is executed has a block")
    }

    fn compute(&mut self, op: Op, area: Area) {
        let operands: Vec<Value> = self.graph.ir.operands(op).collect();
        let operands: Vec<Value> = operands.into_iter().map(|value| self.get(value, area)).collect();
        let (block, loc) = (self.graph.block, self.graph.ir.loc(op));
        let made = compute(&mut Builder::new(self.graph.ir, InsertPoint::End(block), loc), op, &operands);
        let results: Vec<Value> = self.graph.ir.results(op).collect();
        for (result, made) in results.into_iter().zip(made) {
            self.define(result, made, area);
        }
    }

    // ----- loops -----

    fn begin_for(&mut self, op: Op, around: Area) {
        if let Some(last) = last_bound(self.graph.ir, op) {
            return self.begin_sure_for(op, last, around);
        }
        let loc = self.graph.ir.loc(op);
        let [lower, upper, step] = [0, 1, 2].map(|operand| self.graph.ir.operand(op, operand));
        let [start, step, bound] = [lower, step, upper].map(|value| self.get(value, around));
        let ty = self.graph.ir.ty(start);
        let stream = self.graph.op(loc, dataflow::STREAM, &[start, step, bound], &[ty, Type::I1]);
        let [index, raw] = [0, 1].map(|result| self.graph.ir.result(stream, result));
        let (head, body) = self.graph.enter_loop(around, raw, loc);
        let block = self.block(op, 0);
        let args = self.graph.ir.args(block).to_vec();
        self.define(args[0], index, head);
        let inits: Vec<Value> = self.graph.ir.operands(op).skip(3).collect();
        let results: Vec<Value> = self.graph.ir.results(op).collect();
        let mut carries = Vec::with_capacity(inits.len());
        for ((init, arg), result) in inits.into_iter().zip(&args[1..]).zip(results) {
            let (carry, held) = self.carry_in(init, around, loc, raw);
            self.graph.name_like(held, *arg);
            let (again, last) = self.graph.cond_br(loc, raw, held);
            self.define(*arg, again, body);
            self.define(result, last, around);
            carries.push(Some(carry));
        }
        let rings = self.begin_rings(op, loc, around, head, raw);
        self.depth += 1;
        let mut inner = Loop { op, loc, around, head, body, raw, carries, rings };
        self.pass_rings(&mut inner);
        self.work.push(Task::EndLoop(Box::new(inner)));
        self.start(block, body);
    }

    /// What carries a value along the condition of a loop, from what it is before it, and what that holds.
    fn carry_in(&mut self, init: Value, around: Area, loc: Loc, raw: Value) -> (Op, Value) {
        let init = self.get(init, around);
        let carry = self.graph.carry(loc, raw, init);
        (carry, self.graph.ir.result(carry, 0))
    }

    /// A `for` that runs at least once needs no test before its first round, so its tokens need no steering into the body, and a run has no closing round: the
    /// condition that comes with an index says whether another round follows. `last` is the bound less a step.
    fn begin_sure_for(&mut self, op: Op, last: Attr, around: Area) {
        let loc = self.graph.ir.loc(op);
        let [lower, step] = [0, 2].map(|operand| self.graph.ir.operand(op, operand));
        let [start, step] = [lower, step].map(|value| self.get(value, around));
        let ty = self.graph.ir.ty(start);
        let bound = self.graph.constant(around, loc, last, ty);
        let stream = self.graph.op(loc, dataflow::STREAM, &[start, step, bound], &[ty, Type::I1]);
        self.mark(stream);
        let [index, raw] = [0, 1].map(|result| self.graph.ir.result(stream, result));
        let (head, body) = self.graph.enter_loop(around, raw, loc);
        let block = self.block(op, 0);
        let args = self.graph.ir.args(block).to_vec();
        self.define(args[0], index, head);
        let inits: Vec<Value> = self.graph.ir.operands(op).skip(3).collect();
        let mut carries = Vec::with_capacity(inits.len());
        for (init, arg) in inits.into_iter().zip(&args[1..]) {
            let (carry, held) = self.carry_in(init, around, loc, raw);
            self.mark(carry);
            self.define(*arg, held, head);
            carries.push(Some(carry));
        }
        let rings = self.begin_rings(op, loc, around, head, raw);
        rings.iter().flat_map(Ring::carries).for_each(|carry| self.mark(carry));
        self.depth += 1;
        self.work.push(Task::Turn(Box::new(Loop { op, loc, around, head, body, raw, carries, rings })));
        self.start(block, head);
    }

    /// Leads what a round has made to the next one, or out.
    fn turn(&mut self, inner: Loop) {
        let block = self.block(inner.op, 0);
        let next = self.given(block, 0, inner.head);
        let results: Vec<Value> = self.graph.ir.results(inner.op).collect();
        for ((carry, next), result) in inner.carries.iter().zip(next).zip(results) {
            let (again, last) = self.graph.cond_br(inner.loc, inner.raw, next);
            self.define(result, last, inner.around);
            if let Some(carry) = carry {
                self.graph.close(*carry, again);
            }
        }
        self.depth -= 1;
        for ring in inner.rings {
            self.end_ring(inner.loc, Some(inner.raw), ring);
        }
    }

    fn begin_while(&mut self, op: Op, around: Area) {
        let loc = self.graph.ir.loc(op);
        let block = self.block(op, 0);
        let args = self.graph.ir.args(block).to_vec();
        let counted = counted(self.graph.ir, op);
        let tests_last = self.tests_last(op);
        let (index, raw) = match counted {
            Some(counted) => {
                let (index, raw) = self.count(op, &counted, around);
                if tests_last {
                    self.mark(self.graph.ir.defining_op(raw).expect("a stream counts"));
                }
                (Some((counted.value, index)), raw)
            }
            None => {
                // The condition is computed from what is carried along it.
                let state = OpState::new(builtin::UNREALIZED_CONVERSION_CAST, loc).results(&[Type::I1]);
                let stand_in = self.graph.ir.create(state);
                (None, self.graph.ir.result(stand_in, 0))
            }
        };
        let (head, body) = self.graph.enter_loop(around, raw, loc);
        let inits: Vec<Value> = self.graph.ir.operands(op).collect();
        let mut carries = Vec::with_capacity(inits.len());
        for (number, (init, arg)) in inits.into_iter().zip(args).enumerate() {
            if let Some((_, index)) = index.filter(|(value, _)| *value == number) {
                self.define(arg, index, head);
                carries.push(None);
                continue;
            }
            let (carry, held) = self.carry_in(init, around, loc, raw);
            if tests_last {
                self.mark(carry);
            }
            self.define(arg, held, head);
            carries.push(Some(carry));
        }
        let rings = self.begin_rings(op, loc, around, head, raw);
        // The program itself may carry nothing.
        if tests_last {
            rings.iter().flat_map(Ring::carries).for_each(|carry| self.mark(carry));
        }
        self.depth += 1;
        let inner = Loop { op, loc, around, head, body, raw, carries, rings };
        self.work.push(Task::Test(Box::new(inner)));
        self.start(block, head);
    }

    /// Whether all that a `while` does comes before its test.
    fn tests_last(&self, op: Op) -> bool {
        let (ir, after) = (&*self.graph.ir, self.block(op, 1));
        ir.first_op(after) == ir.last_op(after) && ir.attr(op, scf::RUNS_AHEAD).is_none()
    }

    /// Writes on a unit that its loop is tested last.
    fn mark(&mut self, unit: Op) {
        let yes = self.graph.ir.ctx.attr(AttrKind::Unit);
        self.graph.ir.set_attr(unit, handshake::LOOP_TEST_LAST, Some(yes));
    }

    /// The stream of a `while` that counts: the values of what counts, and the condition.
    fn count(&mut self, op: Op, counted: &Counted, around: Area) -> (Value, Value) {
        let loc = self.graph.ir.loc(op);
        let init = self.graph.ir.operand(op, counted.value);
        let operands = [init, counted.step, counted.bound].map(|value| self.get(value, around));
        let [step, goes_on] =
            [counted.step_op, counted.goes_on.name()].map(|name| self.graph.ir.ctx.str_attr(name));
        let ty = self.graph.ir.ty(init);
        let state = OpState::new(dataflow::STREAM, loc).operands(&operands).results(&[ty, Type::I1]);
        let state = state.prop(self.graph.ir, "step_op", step).prop(self.graph.ir, "cont_cond", goes_on);
        let stream = self.graph.build(state);
        (self.graph.ir.result(stream, 0), self.graph.ir.result(stream, 1))
    }

    fn test(&mut self, mut inner: Box<Loop>) {
        let block = self.block(inner.op, 0);
        if let Some(stand_in) = self.graph.ir.defining_op(inner.raw)
            && self.graph.ir.code(stand_in) == builtin::UNREALIZED_CONVERSION_CAST
        {
            let test = self.graph.ir.last_op(block).expect("a loop has a test");
            let raw = self.get(self.graph.ir.operand(test, 0), inner.head);
            self.graph.ir.replace_uses(inner.raw, raw);
            self.graph.ir.erase(stand_in);
            self.graph.settle_condition(inner.head, inner.body, raw);
            inner.raw = raw;
        }
        let given = self.given(block, 1, inner.head);
        let after = self.block(inner.op, 1);
        let args = self.graph.ir.args(after).to_vec();
        let results: Vec<Value> = self.graph.ir.results(inner.op).collect();
        for ((value, arg), result) in given.iter().zip(args).zip(results) {
            let (again, last) = self.graph.cond_br(inner.loc, inner.raw, *value);
            self.define(arg, again, inner.body);
            self.define(result, last, inner.around);
        }
        self.pass_rings(&mut inner);
        let body = inner.body;
        self.work.push(Task::EndLoop(inner));
        self.start(after, body);
    }

    fn end_loop(&mut self, inner: Loop) {
        let region = self.graph.ir.regions(inner.op).len() - 1;
        let block = self.block(inner.op, region);
        let next = self.given(block, 0, inner.body);
        for (carry, next) in inner.carries.iter().zip(next) {
            if let Some(carry) = carry {
                self.graph.close(*carry, next);
            }
        }
        self.depth -= 1;
        for ring in inner.rings {
            self.end_ring(inner.loc, None, ring);
        }
    }

    // ----- choices -----

    /// Takes the order of a memory to the operation that accesses it. What only reads waits for writes alone.
    pub(super) fn enter_memory(&mut self, memory: usize, accesses: &[AccessId], loc: Loc) -> Entered {
        let outside = std::mem::take(&mut self.orders[memory]);
        let entry = outside.entry(self.deps, accesses, self.depth);
        let mut before = outside.enter(&mut self.graph, loc, &entry);
        // The order of a queue's groups is that of one token, whatever they do.
        let writes = self.queues.has(memory) || accesses.iter().any(|access| self.deps.writes(*access));
        if !writes {
            before.settled = before.written;
        }
        self.grouped[memory] = false;
        Entered { outside, entry, before, writes }
    }

    fn begin_if(&mut self, op: Op, around: Area) {
        let loc = self.graph.ir.loc(op);
        let condition = self.graph.ir.operand(op, 0);
        let condition = self.get(condition, around);
        let (yes, no) = self.graph.enter_choice(around, condition, loc);
        let mut memories = Vec::new();
        for (memory, accesses) in self.deps.touched(op) {
            let Entered { outside, entry, before, writes } = self.enter_memory(*memory, accesses, loc);
            self.orders[*memory] = Order::after(import(&mut self.graph, before, around, yes));
            let accesses = accesses.clone();
            let yes = Frontier::default();
            memories.push(ChoiceMemory { memory: *memory, accesses, outside, entry, before, writes, yes });
        }
        let choice = Choice { op, loc, condition, around, yes, no, memories };
        self.work.push(Task::Else(Box::new(choice)));
        let block = self.block(op, 0);
        self.start(block, yes);
    }

    fn other_side(&mut self, mut choice: Box<Choice>) {
        let (loc, around, yes, no) = (choice.loc, choice.around, choice.yes, choice.no);
        for part in &mut choice.memories {
            let order = std::mem::take(&mut self.orders[part.memory]);
            part.yes = self.end_side(loc, &order, part.writes, yes);
            self.orders[part.memory] = Order::after(import(&mut self.graph, part.before, around, no));
            self.grouped[part.memory] = false;
        }
        let op = choice.op;
        self.work.push(Task::EndChoice(choice));
        let second = self.graph.ir.entry(self.graph.ir.region(op, 1));
        if let Some(block) = second {
            self.start(block, no);
        }
    }

    /// What comes out of one side of a choice.
    fn end_side(&mut self, loc: Loc, order: &Order, writes: bool, area: Area) -> Frontier {
        let end = if writes {
            order.end(&mut self.graph, loc)
        } else {
            let own = order.own();
            let token = (!own.is_empty()).then(|| self.graph.join(loc, &own));
            Frontier { written: token, settled: token }
        };
        // Where nothing has to be waited for, the side itself is.
        let mut there = |token: Option<Value>| Some(token.unwrap_or_else(|| self.graph.control(area)));
        Frontier { written: there(end.written), settled: there(end.settled) }
    }

    fn end_choice(&mut self, choice: Choice) {
        let Choice { op, loc, condition, around, yes, no, memories } = choice;
        let results: Vec<Value> = self.graph.ir.results(op).collect();
        if !results.is_empty() {
            let (first, second) = (self.block(op, 0), self.block(op, 1));
            let first = self.given(first, 0, yes);
            let second = self.given(second, 0, no);
            for ((result, yes), no) in results.into_iter().zip(first).zip(second) {
                let chosen = self.graph.mux(loc, condition, no, yes);
                self.define(result, chosen, around);
            }
        }
        for part in memories {
            let order = std::mem::take(&mut self.orders[part.memory]);
            let no = self.end_side(loc, &order, part.writes, no);
            let mut outside = part.outside;
            let mut chosen = |yes: Option<Value>, no: Option<Value>| {
                yes.zip(no).map(|(yes, no)| self.graph.mux(loc, condition, no, yes))
            };
            let settled = chosen(part.yes.settled, no.settled);
            if part.writes {
                let same = part.yes.written == part.yes.settled && no.written == no.settled;
                let written = if same { settled } else { chosen(part.yes.written, no.written) };
                outside.leave(&part.entry, &part.accesses, Frontier { written, settled });
            } else if let Some(settled) = settled {
                outside.leave_reads(&part.accesses, settled);
            }
            outside.shorten(&mut self.graph, loc);
            self.orders[part.memory] = outside;
            self.grouped[part.memory] = false;
        }
    }
}

/// The bound of a `for` less a step, if its literals say that it runs at least once.
fn last_bound(ir: &mut Ir, op: Op) -> Option<Attr> {
    let literal = |operand: usize| ir::fold::constant_bits(ir, ir.operand(op, operand))?.to_i64();
    let (lower, upper, step) = (literal(0)?, literal(1)?, literal(2)?);
    let last = upper.checked_sub(step)?;
    let ty = ir.ty(ir.operand(op, 0));
    let width = ir.ctx.scalar_width(ty)?;
    let fits = Bits::from_i64(width, last).to_i64() == Some(last);
    (step > 0 && lower < upper && fits).then(|| ir.ctx.int_attr(last, ty))
}
