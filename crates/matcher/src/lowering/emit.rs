//! The function `@matcher`: the tree of questions as blocks.
//!
//! A block fetches what its question is about and ends in the question. It goes on at a block of its answer, or at that of those who did not ask. Where there
//! are none, it goes on where the node above does so, in the end at `pdl_interp.finalize`. What a block fetched, all blocks that come
//! behind it may use: nothing is fetched twice on a way.
//!
//! A loop over users is a node whose answer is its region. There, whoever has nothing left to try goes on with the next user.

mod fetch;
mod questions;

use super::make;
use super::matched::Matched;
use super::predicate::{Place, Position, Predicate, Question, Vocabulary, is_range};
use super::rewriter::Rewriter;
use super::tree::{Candidate, Step, Tree};
use dialects::{pdl, pdl_interp as interp};
use ir::{Attr, Block, Ir, Loc, Op, OpState, Region, Value};
use questions::{Ways, terminator};
use rustc_hash::FxHashMap;

/// What is still to be done, the next thing last.
enum Task {
    /// A block gets its operations; `otherwise` is where it goes on when none of its patterns match.
    Fill { block: Block, region: Region, candidates: Vec<Candidate>, otherwise: Block },
    /// A block that is done gets its place.
    Place { block: Block, region: Region },
    /// What was fetched since is out of sight.
    Forget(usize),
}

/// Where a node stands, and where it goes on.
#[derive(Clone, Copy)]
struct Spot {
    block: Block,
    region: Region,
    otherwise: Block,
}

pub(super) struct Emitter<'a> {
    ir: &'a mut Ir,
    vocabulary: &'a Vocabulary,
    patterns: &'a [Matched],
    rewriters: &'a [Rewriter],
    loc: Loc,
    values: FxHashMap<Position, Value>,
    /// What was fetched, and what was there before.
    fetched: Vec<(Position, Option<Value>)>,
    tasks: Vec<Task>,
}

/// Makes the function.
pub(super) fn matcher(
    ir: &mut Ir,
    loc: Loc,
    vocabulary: &Vocabulary,
    patterns: &[Matched],
    rewriters: &[Rewriter],
) -> Op {
    let operation = pdl::operation_ty(&mut ir.ctx);
    let (function, entry) = make::function(ir, loc, super::MATCHER, &[(operation, loc)]);
    let (region, end) = (ir.region(function, 0), ir.create_block());
    let (mut tree, candidates) = Tree::new(patterns, vocabulary);
    let root = (Position::ROOT, ir.args(entry)[0]);
    let mut emitter = Emitter {
        ir,
        vocabulary,
        patterns,
        rewriters,
        loc,
        values: [root].into_iter().collect(),
        fetched: Vec::new(),
        tasks: vec![
            Task::Place { block: end, region },
            Task::Fill { block: entry, region, candidates, otherwise: end },
        ],
    };
    emitter.run(&mut tree);
    make::append(ir, end, OpState::new(interp::FINALIZE, loc));
    function
}

impl Emitter<'_> {
    fn run(&mut self, tree: &mut Tree<'_>) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Forget(count) => {
                    for (position, before) in self.fetched.split_off(count).into_iter().rev() {
                        match before {
                            Some(value) => self.values.insert(position, value),
                            None => self.values.remove(&position),
                        };
                    }
                }
                Task::Place { block, region } => self.place(block, region),
                Task::Fill { block, region, candidates, otherwise } => {
                    self.place(block, region);
                    self.tasks.push(Task::Forget(self.fetched.len()));
                    let spot = Spot { block, region, otherwise };
                    match tree.step(candidates) {
                        Step::Record { pattern, rest } => self.record(spot, pattern, rest),
                        Step::Ask { predicate, cases, rest } => self.ask(spot, predicate, cases, rest),
                    }
                }
            }
        }
    }

    /// The entry of a region has its place from the beginning.
    fn place(&mut self, block: Block, region: Region) {
        if self.ir.block_region(block).is_none() {
            let end = self.ir.blocks(region).len();
            self.ir.insert_block(region, end, block);
        }
    }

    /// A block for patterns; where there are none, the node goes on where it would without them.
    fn block_for(&mut self, candidates: Vec<Candidate>, spot: Spot) -> Block {
        if candidates.is_empty() {
            return spot.otherwise;
        }
        let block = self.ir.create_block();
        self.tasks.push(Task::Fill { block, region: spot.region, candidates, otherwise: spot.otherwise });
        block
    }

    fn record(&mut self, spot: Spot, pattern: usize, rest: Vec<Candidate>) {
        let (matched, rewriter) = (&self.patterns[pattern], &self.rewriters[pattern]);
        let inputs: Vec<Value> = rewriter.inputs.iter().map(|at| self.fetch(spot.block, *at)).collect();
        let operations: Vec<Value> =
            matched.operations.iter().map(|at| self.fetch(spot.block, *at)).collect();
        let next = self.block_for(rest, spot);
        let ir = &mut *self.ir;
        let benefit = ir.attr(matched.op, "benefit").expect("a pattern has a benefit");
        let sizes = ir.ctx.i32_array_attr(&[inputs.len() as i32, operations.len() as i32]);
        let mut state = OpState::new(interp::RECORD_MATCH, ir.loc(matched.op))
            .operands(&inputs)
            .operands(&operations)
            .successor(next)
            .prop(ir, "rewriter", rewriter.symbol)
            .prop(ir, "benefit", benefit)
            .prop(ir, "operandSegmentSizes", sizes);
        let root = ir.defining_op(matched.root).expect("values of a pattern are results");
        if let Some(name) = ir.attr(root, "opName") {
            state = state.prop(ir, "rootKind", name);
        }
        if !rewriter.generated.is_empty() {
            let generated = ir.ctx.array_attr(&rewriter.generated);
            state = state.prop(ir, "generatedOps", generated);
        }
        make::append(ir, spot.block, state);
    }

    fn ask(
        &mut self,
        spot: Spot,
        predicate: Predicate,
        cases: Vec<(Option<Attr>, Vec<Candidate>)>,
        rest: Vec<Candidate>,
    ) {
        let vocabulary = self.vocabulary;
        let (position, question) = vocabulary.question(predicate);
        let otherwise = self.block_for(rest, spot);
        let below = Spot { otherwise, ..spot };
        if *question == Question::Each {
            let (_, candidates) = cases.into_iter().next().expect("somebody asks");
            return self.each(below, *position, candidates);
        }
        let looks_at: Vec<Value> =
            vocabulary.looks_at(predicate).map(|at| self.fetch(spot.block, at)).collect();
        let mut answers = Vec::new();
        let mut blocks = Vec::new();
        // The last task is done first: the blocks stand in the order of the cases.
        for (answer, candidates) in cases.into_iter().rev() {
            answers.extend(answer);
            blocks.push(self.block_for(candidates, below));
        }
        answers.reverse();
        blocks.reverse();
        let ways = Ways { answers: &answers, blocks: &blocks, otherwise };
        let loc = vocabulary.said_at(predicate).unwrap_or(self.loc);
        let state = terminator(self.ir, loc, question, &looks_at, &ways);
        let op = make::append(self.ir, spot.block, state);
        for (index, value) in self.ir.results(op).enumerate() {
            let given = Place::Given { by: predicate, index: index as u32, ty: self.ir.ty(value) };
            if let Some(position) = vocabulary.find_position(given) {
                self.remember(position, value);
            }
        }
    }

    /// For each user of a value.
    fn each(&mut self, spot: Spot, position: Position, candidates: Vec<Candidate>) {
        let of = self.vocabulary.place(position).parent().expect("a user is one of a value");
        let mut value = self.fetch(spot.block, of);
        let (operation, operations) =
            (pdl::operation_ty(&mut self.ir.ctx), pdl::operations_ty(&mut self.ir.ctx));
        if is_range(self.ir, value) {
            let ty = pdl::value_ty(&mut self.ir.ctx);
            let first = make::count(self.ir, 0);
            value = self.get(spot.block, interp::EXTRACT, (value, ty), Some(("index", first)));
        }
        let users = self.get(spot.block, interp::GET_USERS, (value, operations), None);
        let region = self.ir.create_region();
        let entry = self.ir.add_block(region);
        let variable = self.ir.add_argument(entry, operation, self.loc);
        let next = self.ir.create_block();
        make::append(self.ir, next, OpState::new(interp::CONTINUE, self.loc));
        let state = OpState::new(interp::FOREACH, self.loc).operands(&[users]).region(region);
        make::append(self.ir, spot.block, state.successor(spot.otherwise));
        self.remember(position, variable);
        self.tasks.push(Task::Place { block: next, region });
        self.tasks.push(Task::Fill { block: entry, region, candidates, otherwise: next });
    }
}
