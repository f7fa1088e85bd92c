//! The function `@matcher`: the tree of questions as blocks.
//!
//! A block fetches what its question is about and ends in the question. It goes on at a block of its answer, or at that of those who did not ask. Where there
//! are none, it goes on where the node above does so, in the end at `pdl_interp.finalize`. What a block fetched, all blocks that come
//! behind it may use: nothing is fetched twice on a way.
//!
//! A loop over users is a node whose answer is its region. There, whoever has nothing left to try goes on with the next user.

use super::make;
use super::matched::Matched;
use super::predicate::{Place, Position, Predicate, Question, Vocabulary};
use super::rewriter::Rewriter;
use super::tree::{Candidate, Step, Tree};
use base::Bits;
use dialects::{pdl, pdl_interp as interp};
use ir::{Attr, Block, Ir, Loc, Op, OpCode, OpState, Region, Type, TypeKind, Value, dense};
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
        let state = match answers.len() {
            0 => self.yes_or_no(question, &looks_at, blocks[0], otherwise),
            1 => self.check(question, &looks_at, answers[0], blocks[0], otherwise),
            _ => self.switch(question, &looks_at, &answers, &blocks, otherwise),
        };
        let op = make::append(self.ir, spot.block, state);
        for (index, value) in self.ir.results(op).enumerate() {
            let given = Place::Given { by: predicate, index: index as u32, ty: self.ir.ty(value) };
            if let Some(position) = vocabulary.find_position(given) {
                self.remember(position, value);
            }
        }
    }

    /// A question whose answer is yes or no.
    fn yes_or_no(&mut self, question: &Question, values: &[Value], yes: Block, no: Block) -> OpState {
        let ir = &mut *self.ir;
        let (code, operands) = match question {
            Question::NotNull => (interp::IS_NOT_NULL, values),
            Question::OperandsAtLeast(_) => (interp::CHECK_OPERAND_COUNT, values),
            Question::ResultsAtLeast(_) => (interp::CHECK_RESULT_COUNT, values),
            Question::Equal(_) => (interp::ARE_EQUAL, values),
            // What it looks at begins with the root, which stands for all of them.
            Question::Native { .. } => (interp::APPLY_CONSTRAINT, &values[1..]),
            _ => unreachable!("all other questions have answers of their own"),
        };
        let mut state = OpState::new(code, self.loc).operands(operands).successor(yes).successor(no);
        match question {
            Question::OperandsAtLeast(least) | Question::ResultsAtLeast(least) => {
                let least = make::count(ir, *least);
                state = state.prop(ir, "count", least).prop(ir, "compareAtLeast", Attr::UNIT);
            }
            Question::Native { name, results, negated, .. } => {
                let name = ir.ctx[*name].to_owned();
                let name = ir.ctx.str_attr(&name);
                let negated = ir.ctx.bool_attr(*negated);
                state = state.results(results).prop(ir, "name", name).prop(ir, "isNegated", negated);
            }
            _ => {}
        }
        state
    }

    /// A question that is asked for one answer.
    fn check(
        &mut self,
        question: &Question,
        values: &[Value],
        answer: Attr,
        yes: Block,
        no: Block,
    ) -> OpState {
        let (code, name) = match question {
            Question::Name => (interp::CHECK_OPERATION_NAME, "name"),
            Question::OperandCount => (interp::CHECK_OPERAND_COUNT, "count"),
            Question::ResultCount => (interp::CHECK_RESULT_COUNT, "count"),
            Question::Attribute => (interp::CHECK_ATTRIBUTE, "constantValue"),
            Question::Type if self.is_range(values[0]) => (interp::CHECK_TYPES, "types"),
            Question::Type => (interp::CHECK_TYPE, "type"),
            _ => unreachable!("all other questions are answered by yes or no"),
        };
        let state = OpState::new(code, self.loc).operands(values).successor(yes).successor(no);
        state.prop(self.ir, name, answer)
    }

    /// A question that is asked for several answers.
    fn switch(
        &mut self,
        question: &Question,
        values: &[Value],
        answers: &[Attr],
        blocks: &[Block],
        otherwise: Block,
    ) -> OpState {
        let code = match question {
            Question::Name => interp::SWITCH_OPERATION_NAME,
            Question::OperandCount => interp::SWITCH_OPERAND_COUNT,
            Question::ResultCount => interp::SWITCH_RESULT_COUNT,
            Question::Attribute => interp::SWITCH_ATTRIBUTE,
            Question::Type if self.is_range(values[0]) => interp::SWITCH_TYPES,
            Question::Type => interp::SWITCH_TYPE,
            _ => unreachable!("all other questions are answered by yes or no"),
        };
        let cases = match question {
            Question::OperandCount | Question::ResultCount => self.numbers(answers),
            _ => self.ir.ctx.array_attr(answers),
        };
        let mut state = OpState::new(code, self.loc).operands(values).successor(otherwise);
        for block in blocks {
            state = state.successor(*block);
        }
        state.prop(self.ir, "caseValues", cases)
    }

    /// Numbers as the cases of a switch.
    fn numbers(&mut self, answers: &[Attr]) -> Attr {
        let ctx = &mut self.ir.ctx;
        let shape = [(answers.len() as u64, false)].into();
        let vector = ctx.ty(TypeKind::Vector { shape, element: Type::I32 });
        let number = |answer: &Attr| ctx.scalar_bits(*answer).expect("a count is a number").clone();
        let numbers: Vec<Bits> = answers.iter().map(number).collect();
        dense::dense_attr(ctx, vector, &numbers)
    }

    fn is_range(&self, value: Value) -> bool {
        pdl::element_ty(&self.ir.ctx, self.ir.ty(value)).is_some()
    }

    /// For each user of a value.
    fn each(&mut self, spot: Spot, position: Position, candidates: Vec<Candidate>) {
        let of = self.vocabulary.place(position).parent().expect("a user is one of a value");
        let mut value = self.fetch(spot.block, of);
        let (operation, operations) =
            (pdl::operation_ty(&mut self.ir.ctx), pdl::operations_ty(&mut self.ir.ctx));
        if self.is_range(value) {
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

    fn remember(&mut self, position: Position, value: Value) {
        let before = self.values.insert(position, value);
        self.fetched.push((position, before));
    }

    fn get(&mut self, block: Block, code: OpCode, of: (Value, Type), attr: Option<(&str, Attr)>) -> Value {
        make::get(self.ir, block, self.loc, code, of, attr)
    }

    /// The value at a position, with all that it is relative to.
    fn fetch(&mut self, block: Block, position: Position) -> Value {
        let mut open = vec![position];
        while let Some(position) = open.last() {
            let parent = self.vocabulary.place(*position).parent();
            match parent.filter(|parent| !self.values.contains_key(parent)) {
                Some(parent) if !self.values.contains_key(position) => open.push(parent),
                _ => break,
            }
        }
        for position in open.into_iter().rev() {
            if !self.values.contains_key(&position) {
                let value = self.fetch_next(block, position);
                self.remember(position, value);
            }
        }
        self.values[&position]
    }

    /// The value at a position when that which it is relative to is there.
    fn fetch_next(&mut self, block: Block, position: Position) -> Value {
        let place = self.vocabulary.place(position);
        let loc = self.loc;
        let of = place.parent().map(|parent| self.values[&parent]);
        let of = || of.expect("it is relative to something");
        match place {
            Place::Definer(_) => {
                let ty = pdl::operation_ty(&mut self.ir.ctx);
                self.get(block, interp::GET_DEFINING_OP, (of(), ty), None)
            }
            Place::Operand(_, index) => make::get_one(self.ir, block, loc, interp::GET_OPERAND, of(), index),
            Place::Result(_, index) => make::get_one(self.ir, block, loc, interp::GET_RESULT, of(), index),
            Place::Operands { group, range, .. } => {
                make::get_group(self.ir, block, loc, interp::GET_OPERANDS, of(), (group, range))
            }
            Place::Results { group, range, .. } => {
                make::get_group(self.ir, block, loc, interp::GET_RESULTS, of(), (group, range))
            }
            Place::Attribute(_, name) => {
                let ty = pdl::attribute_ty(&mut self.ir.ctx);
                let name = self.ir.ctx[name].to_owned();
                let name = self.ir.ctx.str_attr(&name);
                self.get(block, interp::GET_ATTRIBUTE, (of(), ty), Some(("name", name)))
            }
            Place::TypeOf(_) => make::get_type(self.ir, block, loc, of()),
            Place::AttributeLiteral(constant) => {
                make::create(self.ir, block, loc, interp::CREATE_ATTRIBUTE, constant)
            }
            Place::TypeLiteral(constant) => make::create(self.ir, block, loc, interp::CREATE_TYPE, constant),
            Place::TypesLiteral(constant) => {
                make::create(self.ir, block, loc, interp::CREATE_TYPES, constant)
            }
            Place::Root | Place::User { .. } | Place::Given { .. } => {
                unreachable!("it is there before anything is asked of it")
            }
        }
    }
}
