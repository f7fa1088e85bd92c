//! Control flow: regions and branches become labels, jumps and moves.
//!
//! A region of one block is translated where its operation stands; its terminator becomes the moves that hand
//! its operands on. A region of several blocks is translated block by block in the order of the text, and
//! branches between them name labels.
//!
//! Two things are done for speed. A comparison whose only use is the branch right after it is one instruction
//! with the branch. And in `scf.for` a yielded value that nothing else uses is computed into the slot of the
//! carried value it becomes, when the old value is not needed any more after that: most loops then move
//! nothing.

use super::Compiler;
use super::arith::{next_but_constants, predicate, shift_of};
use crate::code::{Call, Callee, Inst, Slot, SwitchTable, Target, WideLoop};
use base::Bits;
use dialects::arith::{self, IntPredicate};
use dialects::{cf, func, memref, scf};
use ir::{Block, Op, Region, Trait, Value as Ssa};

/// What a `scf.yield` of a region with several blocks does: where its operands go, and what comes after.
#[derive(Clone)]
pub(super) struct YieldTo {
    results: Vec<Slot>,
    exit: Target,
}

impl Compiler<'_, '_> {
    // ----- blocks -----

    /// Translates a region of several blocks; control enters at the label of the first.
    pub(super) fn graph(&mut self, region: Region, yield_to: Option<&YieldTo>) {
        for block in self.ir.blocks(region) {
            self.block_places.insert(*block, self.code.insts.len() as u32);
            let end = self.body(*block);
            self.op = end;
            self.terminator(end, yield_to);
        }
    }

    /// Translates the operations of a block up to its terminator, which is returned.
    fn body(&mut self, block: Block) -> Op {
        let ir = self.ir;
        let end = ir.terminator(block).expect("a verified block has a terminator");
        for op in ir.block_ops(block).take_while(|op| *op != end) {
            self.op = op;
            self.operation(op);
        }
        end
    }

    fn operation(&mut self, op: Op) {
        let ir = self.ir;
        match ir.code(op) {
            scf::FOR => self.for_loop(op),
            scf::IF => self.if_else(op),
            scf::WHILE => self.while_loop(op),
            scf::PARALLEL => self.parallel_loop(op),
            scf::INDEX_SWITCH => self.index_switch(op),
            scf::EXECUTE_REGION => self.execute_region(op),
            cf::ASSERT => {
                let c = self.slot(ir.operand(op, 0));
                self.emit(Inst::Assert { c });
            }
            func::CALL | func::CALL_INDIRECT => self.call(op),
            func::CONSTANT => {
                let resolved = ir.attr(op, "value").and_then(|name| self.program.resolve(op, name));
                let (_, number) = resolved.expect("a reference to nothing was reported");
                let slot = self.slot(ir.result(op, 0));
                self.code.frame[slot as usize] = u64::from(number);
            }
            memref::ALLOC
            | memref::ALLOCA
            | memref::CAST
            | memref::COPY
            | memref::DEALLOC
            | memref::DIM
            | memref::GET_GLOBAL
            | memref::LOAD
            | memref::STORE
            | memref::SUBVIEW => self.memory(op),
            arith::CMPI if self.fused_into(op).is_some() => {}
            arith::MULI | arith::MULF if self.sum_of_product(op).is_some() => {}
            _ => self.computation(op),
        }
    }

    fn terminator(&mut self, op: Op, yield_to: Option<&YieldTo>) {
        let ir = self.ir;
        match ir.code(op) {
            func::RETURN => {
                let slots = self.word_slots(ir.operands(op));
                let values = self.list(&slots);
                self.emit(Inst::Return { values });
            }
            cf::BR => {
                let t = self.edge(op, 0);
                self.emit(Inst::Jump { t });
            }
            cf::COND_BR => {
                let (yes, no) = self.label_pair();
                self.branch(op, yes);
                for (successor, label) in [yes, no].into_iter().enumerate() {
                    self.edge_at(op, successor, label);
                }
            }
            cf::SWITCH => self.switch(op),
            _ => {
                let yield_to = yield_to.expect("a verified region ends in a terminator of its operation");
                self.moves(yield_to.results.iter().copied().zip(ir.operands(op)));
                self.emit(Inst::Jump { t: yield_to.exit });
            }
        }
    }

    // ----- branches between blocks -----

    fn edge_moves(&mut self, op: Op, successor: usize) {
        let ir = self.ir;
        let block = ir.successors(op)[successor];
        let operands = ir.successor_operands(op, successor).expect("a verified branch says what it hands on");
        let arguments: Vec<Slot> = ir.args(block).iter().map(|argument| self.slot(*argument)).collect();
        self.moves(arguments.into_iter().zip(operands.map(|i| ir.operand(op, i))));
    }

    /// The moves of an edge, here; and the label to jump to.
    fn edge(&mut self, op: Op, successor: usize) -> Target {
        self.edge_moves(op, successor);
        self.block_label(self.ir.successors(op)[successor])
    }

    /// Makes `label` lead along an edge: to the block itself, or if values are handed on to moves and a jump.
    fn edge_at(&mut self, op: Op, successor: usize, label: Target) {
        let block = self.ir.successors(op)[successor];
        if self.ir.args(block).is_empty() {
            self.block_labels.push((label, block));
        } else {
            self.place(label);
            let t = self.edge(op, successor);
            self.emit(Inst::Jump { t });
        }
    }

    fn switch(&mut self, op: Op) {
        let ir = self.ir;
        let flag = ir.operand(op, 0);
        let width = ir.ctx.scalar_width(ir.ty(flag)).expect("a flag is an integer");
        let labels: Vec<Target> = ir.successors(op).iter().map(|_| self.label()).collect();
        let cases = cf::case_values(ir, op).into_iter().zip(labels.iter().skip(1).copied()).collect();
        let k = self.code.switches.len() as u32;
        self.code.switches.push(SwitchTable { width, cases, default: labels[0] });
        let v = self.slot(flag);
        self.emit(Inst::Switch { v, k });
        for (successor, label) in labels.into_iter().enumerate() {
            self.edge_at(op, successor, label);
        }
    }

    // ----- conditions -----

    /// The operation that an integer comparison is one instruction with: the only user of its result, which
    /// stands right after it and branches.
    fn fused_into(&self, compare: Op) -> Option<Op> {
        let ir = self.ir;
        let result = ir.result(compare, 0);
        if !ir.has_one_use(result) {
            return None;
        }
        let user = ir.users(result).next()?;
        let branches = matches!(ir.code(user), cf::COND_BR | scf::IF | scf::CONDITION);
        shift_of(ir, ir.ty(ir.operand(compare, 0)))?;
        let next = next_but_constants(ir, compare)?;
        (branches && next == user && ir.operand(user, 0) == result).then_some(user)
    }

    /// Branches on the first operand of `op` to `yes` or to the label after it.
    fn branch(&mut self, op: Op, yes: Target) {
        let ir = self.ir;
        let condition = ir.operand(op, 0);
        let compare = ir.defining_op(condition).filter(|def| ir.code(*def) == arith::CMPI);
        if let Some(compare) = compare.filter(|compare| self.fused_into(*compare) == Some(op)) {
            let (a, b) = (ir.operand(compare, 0), ir.operand(compare, 1));
            let (p, swapped) =
                predicate(IntPredicate::of(ir, compare).expect("a verified comparison has a predicate"));
            let sh =
                shift_of(ir, ir.ty(a)).expect("only comparisons that fit a slot are joined with a branch");
            let (a, b) = (self.slot(a), self.slot(b));
            let (a, b) = if swapped { (b, a) } else { (a, b) };
            self.emit(Inst::BranchCmp { p, sh, a, b, t: yes });
        } else {
            let c = self.slot(condition);
            self.emit(Inst::Branch { c, t: yes });
        }
    }

    // ----- scf -----

    /// The only block of a region.
    fn block_of(&self, op: Op, region: usize) -> Block {
        self.ir.entry(self.ir.region(op, region)).expect("a verified region has its block")
    }

    fn result_slots(&mut self, op: Op) -> Vec<Slot> {
        self.ir.results(op).map(|result| self.slot(result)).collect()
    }

    /// Translates a block here, under a label; its terminator moves its operands to `to`.
    fn block_here(&mut self, label: Target, block: Block, to: &[Slot]) {
        self.place_block(label, block);
        let end = self.body(block);
        self.op = end;
        self.moves(to.iter().copied().zip(self.ir.operands(end)));
    }

    fn if_else(&mut self, op: Op) {
        let results = self.result_slots(op);
        let (yes, no) = self.label_pair();
        self.branch(op, yes);
        self.block_here(yes, self.block_of(op, 0), &results);
        let otherwise = self.ir.regions(op).get(1).and_then(|region| self.ir.entry(*region));
        match otherwise {
            Some(block) => {
                let exit = self.label();
                self.emit(Inst::Jump { t: exit });
                self.block_here(no, block, &results);
                self.place(exit);
            }
            None => self.place(no),
        }
    }

    fn index_switch(&mut self, op: Op) {
        let ir = self.ir;
        let results = self.result_slots(op);
        let labels: Vec<Target> = ir.regions(op).iter().map(|_| self.label()).collect();
        let exit = self.label();
        let values = ir.attr(op, "cases").and_then(|attr| ir.ctx.int_array(attr)).unwrap_or_default();
        let cases = values.iter().map(|value| Bits::from_i64(64, *value)).zip(labels.iter().skip(1).copied());
        let table = SwitchTable { width: 64, cases: cases.collect(), default: labels[0] };
        let (v, k) = (self.slot(ir.operand(op, 0)), self.code.switches.len() as u32);
        self.code.switches.push(table);
        self.emit(Inst::Switch { v, k });
        for (region, label) in labels.into_iter().enumerate() {
            self.block_here(label, self.block_of(op, region), &results);
            self.emit(Inst::Jump { t: exit });
        }
        self.place(exit);
    }

    fn execute_region(&mut self, op: Op) {
        let region = self.ir.region(op, 0);
        let yield_to = YieldTo { results: self.result_slots(op), exit: self.label() };
        let t = self.block_label(self.block_of(op, 0));
        self.emit(Inst::Jump { t });
        self.graph(region, Some(&yield_to));
        self.place(yield_to.exit);
    }

    fn while_loop(&mut self, op: Op) {
        let ir = self.ir;
        let (before, after) = (self.block_of(op, 0), self.block_of(op, 1));
        let arguments = |compiler: &mut Self, block: Block| -> Vec<Slot> {
            ir.args(block).iter().map(|argument| compiler.slot(*argument)).collect()
        };
        let (taken, passed) = (arguments(self, before), arguments(self, after));
        self.moves(taken.iter().copied().zip(ir.operands(op)));
        let again = self.label();
        self.emit(Inst::Jump { t: again });
        self.place_block(again, before);
        let condition = self.body(before);
        self.op = condition;
        let (yes, no) = self.label_pair();
        self.branch(condition, yes);
        self.place_block(yes, after);
        self.moves(passed.into_iter().zip(ir.operands(condition).skip(1)));
        let end = self.body(after);
        self.op = end;
        self.moves(taken.into_iter().zip(ir.operands(end)));
        self.emit(Inst::Jump { t: again });
        self.op = condition;
        self.place(no);
        let results = self.result_slots(op);
        self.moves(results.into_iter().zip(ir.operands(condition).skip(1)));
        self.op = op;
    }

    fn for_loop(&mut self, op: Op) {
        let ir = self.ir;
        let block = self.block_of(op, 0);
        let (iv, carried) = ir.args(block).split_first().expect("a verified loop has an induction variable");
        let slots: Vec<Slot> = carried.iter().map(|argument| self.slot(*argument)).collect();
        // The results are the carried values, unless somebody has met them before.
        let mut late = Vec::new();
        for (i, result) in ir.results(op).enumerate() {
            if *self.code.slots.entry(result).or_insert(slots[i]) != slots[i] {
                late.push((result, carried[i]));
            }
        }
        let end = ir.terminator(block).expect("a verified block has a terminator");
        for (i, yielded) in ir.operands(end).enumerate() {
            if self.can_be_computed_in_place(block, end, carried[i], yielded) {
                self.code.slots.insert(yielded, slots[i]);
            }
        }
        let (lower, upper, step) = (ir.operand(op, 0), ir.operand(op, 1), ir.operand(op, 2));
        let start = [self.slot(*iv)].into_iter().chain(slots.iter().copied());
        let initial = [lower].into_iter().chain(ir.operands(op).skip(3));
        self.moves(start.collect::<Vec<_>>().into_iter().zip(initial));
        let (body, exit) = self.label_pair();
        self.loop_enter(*iv, upper, step, body);
        self.block_here(body, block, &slots);
        self.op = op;
        self.loop_next(*iv, upper, step, body);
        self.place(exit);
        for (result, carried) in late {
            let d = self.slot(result);
            self.moves([(d, carried)].into_iter());
        }
    }

    /// Whether a yielded value can be computed into the slot of the carried value it becomes.
    fn can_be_computed_in_place(&self, block: Block, end: Op, carried: Ssa, yielded: Ssa) -> bool {
        let ir = self.ir;
        let Some(def) = ir.defining_op(yielded).filter(|def| ir.parent_block(*def) == Some(block)) else {
            return false;
        };
        // Constants stand in the frame from the start, and the slots of an operation with regions are used in
        // these.
        let is_constant = ir.has_trait(def, Trait::ConstantLike) || ir.code(def) == func::CONSTANT;
        if is_constant
            || !ir.regions(def).is_empty()
            || !ir.has_one_use(yielded)
            || self.code.slots.contains_key(&yielded)
        {
            return false;
        }
        debug_assert!(ir.users(yielded).all(|user| user == end));
        let last = self.order[&def];
        ir.users(carried).all(|user| self.order[&user] <= last)
    }

    fn wide_loop(&mut self, iv: Ssa, bound: Ssa, step: Ssa) -> u32 {
        let width = self.ir.ctx.scalar_width(self.ir.ty(iv)).expect("an induction variable is an integer");
        let wide = WideLoop { iv: self.slot(iv), bound: self.slot(bound), step: self.slot(step), width };
        self.code.wide_loops.push(wide);
        self.code.wide_loops.len() as u32 - 1
    }

    fn loop_enter(&mut self, iv: Ssa, bound: Ssa, step: Ssa, t: Target) {
        match shift_of(self.ir, self.ir.ty(iv)) {
            Some(sh) => {
                let (iv, bound, step) = (self.slot(iv), self.slot(bound), self.slot(step));
                self.emit(Inst::LoopEnter { sh, iv, bound, step, t });
            }
            None => {
                let k = self.wide_loop(iv, bound, step);
                self.emit(Inst::WideLoopEnter { k, t });
            }
        }
    }

    fn loop_next(&mut self, iv: Ssa, bound: Ssa, step: Ssa, t: Target) {
        match shift_of(self.ir, self.ir.ty(iv)) {
            Some(sh) => {
                let (iv, bound, step) = (self.slot(iv), self.slot(bound), self.slot(step));
                self.emit(match sh {
                    0 => Inst::LoopNext64 { iv, bound, step, t },
                    _ => Inst::LoopNext { sh, iv, bound, step, t },
                });
            }
            None => {
                let k = self.wide_loop(iv, bound, step);
                self.emit(Inst::WideLoopNext { k, t });
            }
        }
    }

    /// `scf.parallel` as a nest of loops, the last dimension innermost; reductions combine in this order.
    fn parallel_loop(&mut self, op: Op) {
        let ir = self.ir;
        let block = self.block_of(op, 0);
        let results = self.result_slots(op);
        self.moves(results.iter().copied().zip(ir.group_operands(op, 3)));
        let ivs = ir.args(block);
        let group = |group: usize| -> Vec<Ssa> { ir.group_operands(op, group).collect() };
        let (lower, upper, step) = (group(0), group(1), group(2));
        let mut labels = Vec::new();
        for i in 0..ivs.len() {
            let iv = self.slot(ivs[i]);
            self.moves([(iv, lower[i])].into_iter());
            let (body, exit) = self.label_pair();
            self.loop_enter(ivs[i], upper[i], step[i], body);
            self.place(body);
            labels.push((body, exit));
        }
        let begin = labels.last().map_or_else(
            || {
                let begin = self.label();
                self.emit(Inst::Jump { t: begin });
                begin
            },
            |(body, _)| *body,
        );
        self.place_block(begin, block);
        let reduce = self.body(block);
        for (i, operand) in ir.operands(reduce).enumerate() {
            self.op = reduce;
            self.reduction(self.block_of(reduce, i), results[i], operand);
        }
        self.op = op;
        for (i, (body, exit)) in labels.into_iter().enumerate().rev() {
            self.loop_next(ivs[i], upper[i], step[i], body);
            self.place(exit);
        }
    }

    /// Combines a value with what was accumulated.
    fn reduction(&mut self, block: Block, accumulated: Slot, operand: Ssa) {
        let ir = self.ir;
        let (left, right) = (self.slot(ir.args(block)[0]), self.slot(ir.args(block)[1]));
        let (value, n) = (self.slot(operand), self.words(operand));
        self.parallel(vec![(left, accumulated, n), (right, value, n)]);
        let label = self.label();
        self.emit(Inst::Jump { t: label });
        self.block_here(label, block, &[accumulated]);
    }

    // ----- calls -----

    fn call(&mut self, op: Op) {
        let ir = self.ir;
        let direct = ir.code(op) == func::CALL;
        let callee = if direct {
            let resolved = ir.attr(op, "callee").and_then(|name| self.program.resolve(op, name));
            Callee::Function(resolved.expect("a reference to nothing was reported").1)
        } else {
            Callee::Value(self.slot(ir.operand(op, 0)))
        };
        let arguments = self.word_slots(ir.operands(op).skip(usize::from(!direct)));
        let results = self.word_slots(ir.results(op));
        let k = self.code.calls.len() as u32;
        self.code.calls.push(Call { callee, arguments, results });
        self.emit(Inst::Call { k });
    }
}
