//! Lifting the loops of one level: each becomes an `scf.while` in the place of its header.

use super::graph::Graph;
use super::mux::Mux;
use super::{Edge, Lift, OUTSIDE, Task};
use crate::make::{self, add_arguments_like, br, cond_br};
use dialects::{cf, scf};
use ir::{Attr, Block, InsertPoint, Loc, Op, OpState, Region, Type, Use, Value};
use rustc_hash::FxHashMap;

/// Values that leave a region through its terminator, each once.
#[derive(Default)]
struct Payload {
    values: Vec<Value>,
    places: FxHashMap<Value, usize>,
}

impl Payload {
    fn add(&mut self, value: Value) {
        if !self.places.contains_key(&value) {
            self.places.insert(value, self.values.len());
            self.values.push(value);
        }
    }

    /// Values as they are called where the payload arrives under other names; others are visible there as they are.
    fn translate(&self, values: &[Value], names: &[Value]) -> Vec<Value> {
        values.iter().map(|value| self.places.get(value).map_or(*value, |place| names[*place])).collect()
    }
}

/// A loop: one block where it is entered, and the edges that matter.
struct Loop {
    /// The number its blocks have in [`Lift::part`].
    part: u32,
    header: Block,
    blocks: Vec<Block>,
    back: Vec<Edge>,
    exits: Vec<Edge>,
}

impl Lift<'_> {
    /// Lifts the outermost loops of what can be reached from a block; what is inside of them becomes tasks.
    pub(super) fn lift_loops(&mut self, entry: Block) {
        let cycles = Graph::new(self.ir, entry).cycles();
        let first = self.parts + 1;
        for cycle in &cycles {
            self.parts += 1;
            cycle.iter().for_each(|block| self.part[*block] = self.parts);
        }
        for (part, blocks) in (first..).zip(cycles) {
            self.lift_loop(part, blocks);
        }
    }

    fn lift_loop(&mut self, part: u32, blocks: Vec<Block>) {
        // In reverse post-order the header comes first.
        let header = blocks[0];
        let edges: Vec<Edge> = blocks.iter().flat_map(|block| self.edges(*block)).collect();
        let back = edges.iter().copied().filter(|edge| self.target(*edge) == header).collect();
        let exits = edges.into_iter().filter(|edge| self.part[self.target(*edge)] != part).collect();
        let cycle = Loop { part, header, blocks, back, exits };
        if let Some(exit) = self.tested_first(&cycle) {
            self.lift_while(&cycle, exit);
        } else if let Some(exit) = self.tested_last(&cycle) {
            let escaping = self.escaping(&cycle);
            self.lift_do_while(&cycle, exit, &escaping);
        } else {
            let exit = self.test_last(&cycle);
            self.lift_do_while(&cycle, exit, &[]);
        }
    }

    /// The only exit, if it is one side of a test in the header and the other side goes on in the loop.
    fn tested_first(&self, cycle: &Loop) -> Option<Edge> {
        let [exit] = cycle.exits[..] else { return None };
        let is_test = self.ir.code(exit.branch) == cf::COND_BR;
        let is_first = self.ir.parent_block(exit.branch) == Some(cycle.header);
        (is_test && is_first && self.target(other(exit)) != cycle.header).then_some(exit)
    }

    /// The only exit, if it is one side of a test and the other side is the only way back.
    fn tested_last(&self, cycle: &Loop) -> Option<Edge> {
        let ([exit], [back]) = (&cycle.exits[..], &cycle.back[..]) else { return None };
        let is_test = self.ir.code(exit.branch) == cf::COND_BR;
        (is_test && exit.branch == back.branch).then_some(*exit)
    }

    /// Values of the loop that are used after it, with those uses.
    fn escaping(&self, cycle: &Loop) -> Vec<(Value, Vec<Use>)> {
        let values = cycle.blocks.iter().flat_map(|block| self.values_of(*block));
        let with_uses =
            values.map(|value| (value, self.uses_where(value, |home| self.part[home] != cycle.part)));
        with_uses.filter(|(_, uses)| !uses.is_empty()).collect()
    }

    /// Arguments and results of the operations of a block.
    fn values_of(&self, block: Block) -> Vec<Value> {
        let results = self.ir.block_ops(block).flat_map(|op| self.ir.results(op));
        self.ir.args(block).iter().copied().chain(results).collect()
    }

    /// The uses of a value in blocks for which `test` holds.
    pub(super) fn uses_where(&self, value: Value, test: impl Fn(Block) -> bool) -> Vec<Use> {
        self.ir.uses(value).filter(|u| test(self.home(self.ir.use_owner(*u).0))).collect()
    }

    /// Gives a loop of any shape a last block that tests whether to repeat it; says which edge of that is the only exit.
    fn test_last(&mut self, cycle: &Loop) -> Edge {
        let mut targets: Vec<Block> = Vec::new();
        for exit in &cycle.exits {
            let target = self.target(*exit);
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        let mut mux = Mux::new(self.ir, &targets);
        let after_types = mux.types();
        let header_slots = mux.take(self.ir, cycle.header);
        let escaping = self.escaping(cycle);
        let loc = self.ir.loc(cycle.back[0].branch);

        // The last block is given: whether to repeat, what passes to the header or an exit, what is used later.
        let latch = self.new_block(cycle.part);
        let repeat = self.ir.add_argument(latch, Type::I1, loc);
        let passed: Vec<Value> =
            mux.types().into_iter().map(|ty| self.ir.add_argument(latch, ty, loc)).collect();
        let escaped: Vec<Value> = escaping.iter().map(|(value, _)| *value).collect();
        let kept = add_arguments_like(self.ir, latch, &escaped);
        let [yes, no] = [Attr::TRUE, Attr::FALSE].map(|flag| self.constant(flag, Type::I1));
        for edge in &cycle.back {
            let slots = mux.spread(self, &header_slots, &self.given(*edge));
            let unused: Vec<Value> = escaped.iter().map(|value| self.undefined(self.ir.ty(*value))).collect();
            self.redirect(*edge, latch, &[&[yes], &slots[..], &unused].concat());
        }
        for edge in &cycle.exits {
            let slots = mux.values(self, self.target(*edge), &self.given(*edge));
            let used: Vec<Value> =
                escaped.iter().map(|value| self.there_or_undefined(*value, *edge)).collect();
            self.redirect(*edge, latch, &[&[no], &slots[..], &used].concat());
        }

        // What follows the loop is given the same, but for what only the header takes.
        let after = self.new_block(OUTSIDE);
        let arrived: Vec<Value> =
            after_types.iter().map(|ty| self.ir.add_argument(after, *ty, loc)).collect();
        let later = add_arguments_like(self.ir, after, &escaped);
        for ((_, uses), value) in escaping.iter().zip(&later) {
            uses.iter().for_each(|u| self.ir.set_use(*u, *value));
        }
        mux.dispatch(self.ir, after, loc, &arrived);
        let again = mux.pick(&passed, &header_slots);
        let leave = [&passed[..after_types.len()], &kept].concat();
        let branch = cond_br(self.ir, latch, loc, repeat, (cycle.header, &again), (after, &leave));
        Edge { branch, successor: 1 }
    }

    /// A value, where the edge leaves from, if it is computed on all ways there.
    fn there_or_undefined(&mut self, value: Value, edge: Edge) -> Value {
        let from = self.ir.parent_block(edge.branch).expect("a branch stands in its block");
        let block = self.ir.value_block(value).expect("a value is defined in a block");
        let is_there = self.dominators.as_ref().is_some_and(|tree| tree.dominates(block, from));
        if is_there { value } else { self.undefined(self.ir.ty(value)) }
    }

    /// Lifts a loop whose only exit is a test at the end of its header.
    fn lift_while(&mut self, cycle: &Loop, exit: Edge) {
        let (branch, enter) = (exit.branch, other(exit));
        let (exit_block, body_block) = (self.target(exit), self.target(enter));
        let loc = self.ir.loc(branch);
        let (before, first) = self.take_header(cycle);
        // Taken after the header's arguments have got their new names.
        let (leaving, entering) = (self.given(exit), self.given(enter));

        // What the header computes reaches the body, and what comes after, only through the test.
        let own = self.values_of(first);
        let mut payload = Payload::default();
        let mut uses = Vec::new();
        for value in &own {
            let elsewhere = self.uses_where(*value, |home| home != first);
            if !elsewhere.is_empty() || leaving.contains(value) || entering.contains(value) {
                payload.add(*value);
                uses.push(elsewhere);
            }
        }
        let (after, second) = self.new_region(cycle.part);
        let inside = add_arguments_like(self.ir, second, &payload.values);
        let results = self.place_while(cycle, loc, &payload, [before, after]);
        for (place, uses) in uses.into_iter().enumerate() {
            for u in uses {
                let is_inside = self.part[self.home(self.ir.use_owner(u).0)] == cycle.part;
                self.ir.set_use(u, if is_inside { inside[place] } else { results[place] });
            }
        }
        br(self.ir, second, loc, (body_block, &payload.translate(&entering, &inside)));
        let latch = self.new_block(cycle.part);
        let inits = self.ir.args(cycle.header).to_vec();
        let again = add_arguments_like(self.ir, latch, &inits);
        make::scf_yield(self.ir, latch, loc, &again);
        for edge in &cycle.back {
            self.ir.set_successor(edge.branch, edge.successor, latch);
        }
        br(self.ir, cycle.header, loc, (exit_block, &payload.translate(&leaving, &results)));
        self.end_with_condition(branch, exit.successor == 1, &payload);
        self.work.push(Task::Loops(second));
    }

    /// Lifts a loop whose only exit and only way back are the two sides of one test.
    fn lift_do_while(&mut self, cycle: &Loop, exit: Edge, escaping: &[(Value, Vec<Use>)]) {
        let (branch, back) = (exit.branch, other(exit));
        let exit_block = self.target(exit);
        let loc = self.ir.loc(branch);
        let header_args = self.ir.args(cycle.header).to_vec();
        let (before, first) = self.take_header(cycle);
        let first_args = self.ir.args(first).to_vec();
        let (leaving, again) = (self.given(exit), self.given(back));

        let mut payload = Payload::default();
        for value in again.iter().chain(&leaving) {
            let home = self.ir.value_block(*value).expect("a value is defined in a block");
            if self.part[home] == cycle.part {
                payload.add(*value);
            }
        }
        // Arguments of the header have got new names since their uses were collected.
        let renamed = |value: Value| {
            header_args.iter().position(|arg| *arg == value).map_or(value, |at| first_args[at])
        };
        let escaping: Vec<(Value, &Vec<Use>)> =
            escaping.iter().map(|(value, uses)| (renamed(*value), uses)).collect();
        escaping.iter().for_each(|(value, _)| payload.add(*value));

        let (after, second) = self.new_region(cycle.part);
        let handed = add_arguments_like(self.ir, second, &payload.values);
        make::scf_yield(self.ir, second, loc, &payload.translate(&again, &handed));
        let results = self.place_while(cycle, loc, &payload, [before, after]);
        for (value, uses) in escaping {
            let result = results[payload.places[&value]];
            uses.iter().for_each(|u| self.ir.set_use(*u, result));
        }
        br(self.ir, cycle.header, loc, (exit_block, &payload.translate(&leaving, &results)));
        self.end_with_condition(branch, exit.successor == 1, &payload);
        self.work.push(Task::Loops(first));
    }

    /// Moves the contents of the header to the first block of a new region; the header is left for the loop operation.
    fn take_header(&mut self, cycle: &Loop) -> (Region, Block) {
        let (region, first) = self.new_region(cycle.part);
        let inits = self.ir.args(cycle.header).to_vec();
        let args = add_arguments_like(self.ir, first, &inits);
        self.absorb(cycle.header, first, &args);
        self.part[cycle.header] = OUTSIDE;
        (region, first)
    }

    /// Puts the loop operation where the header was; its results are the payload.
    fn place_while(&mut self, cycle: &Loop, loc: Loc, payload: &Payload, regions: [Region; 2]) -> Vec<Value> {
        let inits = self.ir.args(cycle.header).to_vec();
        let types = make::types(self.ir, &payload.values);
        let state = OpState::new(scf::WHILE, loc)
            .operands(&inits)
            .results(&types)
            .region(regions[0])
            .region(regions[1]);
        let op = make::append(self.ir, cycle.header, state);
        let results: Vec<Value> = self.ir.results(op).collect();
        for (result, value) in results.iter().zip(&payload.values) {
            self.ir.set_value_name(*result, self.ir.value_name(*value));
        }
        results
    }

    /// Replaces a test by `scf.condition`; `repeats` says which outcome of the test goes on with the loop.
    fn end_with_condition(&mut self, test: Op, repeats: bool, payload: &Payload) {
        let (condition, loc) = (self.ir.operand(test, 0), self.ir.loc(test));
        let block = self.ir.parent_block(test).expect("a branch stands in its block");
        self.ir.erase(test);
        let condition = if repeats { condition } else { self.not(condition, InsertPoint::End(block), loc) };
        make::append(
            self.ir,
            block,
            OpState::new(scf::CONDITION, loc).operands(&[condition]).operands(&payload.values),
        );
    }
}

/// The other way of a branch of two.
fn other(edge: Edge) -> Edge {
    Edge { successor: 1 - edge.successor, ..edge }
}
