//! A function in fewer kinds of operations, before it becomes streams: what is left of `scf` are `for`, `while` and `if`.
//!
//! An `scf.index_switch` asks first whether its number is that of any case and then halves the cases until one is left, so that a value
//! on its way into a case meets as many choices as the logarithm of their number. A parallel loop becomes a nest. A region that is executed
//! once becomes part of the block around it. An assertion goes: what it asserts was decided when the program was run.

use crate::make::{self, cmpi};
use crate::parallel::parallel_to_nest;
use dialects::arith::{self, IntPredicate};
use dialects::{cf, memref, scf};
use ir::{Block, InsertPoint, Ir, Loc, Op, OpState, Region, Type, Value};

/// Moves the arrays of a function, which are of known size, to its beginning: each is one memory of the circuit wherever it is made.
pub(super) fn hoist_arrays(ir: &mut Ir, function: Op) {
    let entry = ir.entry(ir.region(function, 0)).expect("the function has a body");
    let is_array = |op: &Op| matches!(ir.code(*op), memref::ALLOC | memref::ALLOCA | memref::GET_GLOBAL);
    let arrays: Vec<Op> = ir.walk(function).into_iter().filter(is_array).collect();
    for op in arrays.into_iter().rev() {
        ir.move_op(op, InsertPoint::Start(entry));
    }
}

/// Rewrites the body of a function, all of whose regions have one block.
pub(super) fn prepare(ir: &mut Ir, function: Op) {
    for op in ir.walk(function) {
        match ir.code(op) {
            scf::PARALLEL => drop(parallel_to_nest(ir, op)),
            scf::INDEX_SWITCH => replace_switch(ir, op),
            scf::EXECUTE_REGION => inline_region(ir, op),
            cf::ASSERT => ir.erase(op),
            _ => {}
        }
    }
}

fn inline_region(ir: &mut Ir, op: Op) {
    let block = ir.entry(ir.region(op, 0)).expect("a region that is executed has a block");
    let end = ir.last_op(block).expect("a region that is executed ends in a yield");
    let (results, values): (Vec<Value>, Vec<Value>) = (ir.results(op).collect(), ir.operands(end).collect());
    ir.erase(end);
    while let Some(first) = ir.first_op(block) {
        ir.move_op(first, InsertPoint::Before(op));
    }
    make::replace(ir, &results, &values);
    ir.erase(op);
}

/// A case: its number and its region.
type Case = (i64, Region);

fn replace_switch(ir: &mut Ir, op: Op) {
    let (loc, number) = (ir.loc(op), ir.operand(op, 0));
    let numbers = ir.attr(op, "cases").and_then(|cases| ir.ctx.int_array(cases)).unwrap_or_default();
    let regions = ir.regions(op).to_vec();
    let mut cases: Vec<Case> = numbers.into_iter().zip(regions[1..].iter().copied()).collect();
    cases.sort_unstable_by_key(|(number, _)| *number);
    let results: Vec<Value> = ir.results(op).collect();
    let types = make::types(ir, &results);
    let switch = Switch { number, loc, types };
    let made = ir.create_block();
    let values = switch.ask(ir, made, &cases, regions[0]);
    while let Some(first) = ir.first_op(made) {
        ir.move_op(first, InsertPoint::Before(op));
    }
    make::replace(ir, &results, &values);
    ir.erase(op);
}

struct Switch {
    number: Value,
    loc: Loc,
    types: Vec<Type>,
}

impl Switch {
    /// Puts at the end of a block what is in one of the cases, or in the default.
    fn ask(&self, ir: &mut Ir, block: Block, cases: &[Case], default: Region) -> Vec<Value> {
        let mut any = None;
        for (number, _) in cases {
            let is_it = self.compare(ir, block, IntPredicate::Eq, *number);
            any = Some(match any {
                None => is_it,
                Some(before) => {
                    make::value(ir, InsertPoint::End(block), self.loc, arith::ORI, &[before, is_it], Type::I1)
                }
            });
        }
        let Some(any) = any else { return self.take(ir, block, default) };
        self.choose(
            ir,
            block,
            any,
            |switch, ir, block| switch.halve(ir, block, cases),
            |switch, ir, block| switch.take(ir, block, default),
        )
    }

    /// Puts at the end of a block what is in the case that the number is known to be. Recursion is as deep as the logarithm of their number.
    fn halve(&self, ir: &mut Ir, block: Block, cases: &[Case]) -> Vec<Value> {
        if let [(_, region)] = cases {
            return self.take(ir, block, *region);
        }
        let (low, high) = cases.split_at(cases.len() / 2);
        let is_low = self.compare(ir, block, IntPredicate::Slt, high[0].0);
        self.choose(
            ir,
            block,
            is_low,
            |switch, ir, block| switch.halve(ir, block, low),
            |switch, ir, block| switch.halve(ir, block, high),
        )
    }

    fn compare(&self, ir: &mut Ir, block: Block, predicate: IntPredicate, number: i64) -> Value {
        let literal = ir.ctx.int_attr(number, Type::INDEX);
        let state =
            OpState::new(arith::CONSTANT, self.loc).results(&[Type::INDEX]).prop(ir, "value", literal);
        let literal = make::append(ir, block, state);
        let literal = ir.result(literal, 0);
        cmpi(ir, InsertPoint::End(block), self.loc, predicate, self.number, literal)
    }

    /// Moves the operations of a region here; what it yields.
    fn take(&self, ir: &mut Ir, block: Block, region: Region) -> Vec<Value> {
        let from = ir.entry(region).expect("a case has a block");
        let end = ir.last_op(from).expect("a case ends in a yield");
        let values: Vec<Value> = ir.operands(end).collect();
        ir.erase(end);
        ir.splice_to_end(from, block);
        values
    }

    fn choose(
        &self,
        ir: &mut Ir,
        block: Block,
        condition: Value,
        yes: impl FnOnce(&Switch, &mut Ir, Block) -> Vec<Value>,
        no: impl FnOnce(&Switch, &mut Ir, Block) -> Vec<Value>,
    ) -> Vec<Value> {
        let sides = [ir.create_region(), ir.create_region()];
        let blocks = sides.map(|side| ir.add_block(side));
        let values = yes(self, ir, blocks[0]);
        make::scf_yield(ir, blocks[0], self.loc, &values);
        let values = no(self, ir, blocks[1]);
        make::scf_yield(ir, blocks[1], self.loc, &values);
        let state = OpState::new(scf::IF, self.loc)
            .operands(&[condition])
            .results(&self.types)
            .region(sides[0])
            .region(sides[1]);
        let op = make::append(ir, block, state);
        ir.results(op).collect()
    }
}
