//! Lifting branches where there are no loops (left): each becomes an `scf.if` or `scf.index_switch`.

use super::mux::Mux;
use super::{Edge, Lift, Task};
use crate::make;
use dialects::{arith, cf, scf};
use ir::{Block, InsertPoint, Loc, Op, OpState, Region, Type, Value};

/// One side of a branch: whether there are blocks that only it leads to, and the edges that leave them. Without blocks,
/// the edge is that of the branch itself.
struct Side {
    has_blocks: bool,
    leaving: Vec<Edge>,
}

impl Lift<'_> {
    /// Counts the ways into every block that can be reached from `entry`.
    pub(super) fn count_ways(&mut self, entry: Block) {
        let blocks = super::Graph::new(self.ir, entry).blocks;
        blocks.iter().for_each(|block| self.ways_in[*block] = 0);
        for block in blocks {
            for edge in self.edges(block) {
                let target = self.target(edge);
                self.ways_in[target] += 1;
            }
        }
    }

    /// Makes everything that can be reached from `block` part of it; what becomes a region of an operation is a task.
    pub(super) fn lift_branches(&mut self, block: Block) {
        loop {
            let edges = self.edges(block);
            let Some((first, others)) = edges.split_first() else { return };
            let (target, given) = (self.target(*first), self.given(*first));
            if others.iter().all(|edge| self.target(*edge) == target && self.given(*edge) == given) {
                self.ir.erase(first.branch);
                self.absorb(target, block, &given);
            } else {
                self.lift_branch(block, &edges);
            }
        }
    }

    fn lift_branch(&mut self, block: Block, edges: &[Edge]) {
        let branch = edges[0].branch;
        let loc = self.ir.loc(branch);
        let sides: Vec<Side> = edges.iter().map(|edge| self.side(*edge)).collect();
        let mut targets: Vec<Block> = Vec::new();
        for edge in sides.iter().flat_map(|side| &side.leaving) {
            let target = self.target(*edge);
            if !targets.contains(&target) {
                targets.push(target);
            }
            self.ways_in[target] -= 1;
        }
        let mux = Mux::new(self.ir, &targets);
        let regions: Vec<Region> =
            edges.iter().zip(&sides).map(|(edge, side)| self.side_region(*edge, side, &mux)).collect();
        let op = self.structured(branch, &mux.types(), regions);
        self.ir.erase(branch);
        let results: Vec<Value> = self.ir.results(op).collect();
        if let [target] = targets[..] {
            for (result, arg) in results.iter().zip(self.ir.args(target).to_vec()) {
                self.ir.set_value_name(*result, self.ir.value_name(arg));
            }
        }
        mux.dispatch(self.ir, block, loc, &results);
        targets.iter().for_each(|target| self.ways_in[*target] += 1);
    }

    /// Finds the blocks that can only be reached through an edge: those all of whose ways in come from them.
    fn side(&mut self, edge: Edge) -> Side {
        let target = self.target(edge);
        if self.ways_in[target] != 1 {
            return Side { has_blocks: false, leaving: vec![edge] };
        }
        self.owners += 1;
        self.owner[target] = self.owners;
        let (mut blocks, mut next) = (vec![target], 0);
        let mut onward = Vec::new();
        while let Some(block) = blocks.get(next) {
            next += 1;
            for edge in self.edges(*block) {
                let target = self.target(edge);
                onward.push((edge, target));
                self.ways_seen[target] += 1;
                if self.ways_seen[target] == self.ways_in[target] {
                    self.owner[target] = self.owners;
                    blocks.push(target);
                }
            }
        }
        onward.iter().for_each(|(_, target)| self.ways_seen[*target] = 0);
        let leaves = |(edge, target): (Edge, Block)| (self.owner[target] != self.owners).then_some(edge);
        Side { has_blocks: true, leaving: onward.into_iter().filter_map(leaves).collect() }
    }

    /// The region of one side of a branch; its ways out yield what the place where they meet needs.
    fn side_region(&mut self, edge: Edge, side: &Side, mux: &Mux) -> Region {
        let loc = self.ir.loc(edge.branch);
        let (region, first) = self.new_region(self.part[self.target(edge)]);
        if !side.has_blocks {
            let values = mux.values(self, self.target(edge), &self.given(edge));
            make::scf_yield(self.ir, first, loc, &values);
            return region;
        }
        let end = self.new_block(self.part[first]);
        let args: Vec<Value> = mux.types().into_iter().map(|ty| self.ir.add_argument(end, ty, loc)).collect();
        make::scf_yield(self.ir, end, loc, &args);
        self.ways_in[end] = side.leaving.len() as u32;
        for leaving in &side.leaving {
            // With one target, what it is given is what passes. Deep nests lead many ways on and on.
            if mux.has_one_target() {
                self.ir.set_successor(leaving.branch, leaving.successor, end);
                continue;
            }
            let values = mux.values(self, self.target(*leaving), &self.given(*leaving));
            self.redirect(*leaving, end, &values);
        }
        let (target, given) = (self.target(edge), self.given(edge));
        self.absorb(target, first, &given);
        self.work.push(Task::Branches(first));
        region
    }

    /// The operation for a branch, before it.
    fn structured(&mut self, branch: Op, results: &[Type], mut regions: Vec<Region>) -> Op {
        let loc = self.ir.loc(branch);
        let flag = self.ir.operand(branch, 0);
        let mut state = if self.ir.code(branch) == cf::COND_BR {
            if results.is_empty() && self.is_trivial(regions[1]) {
                regions[1] = self.ir.create_region();
            }
            OpState::new(scf::IF, loc).operands(&[flag])
        } else {
            let (number, cases) = self.number_of_case(branch, flag, loc);
            let cases = self.ir.ctx.i64_array_attr(&cases);
            OpState::new(scf::INDEX_SWITCH, loc).operands(&[number]).prop(self.ir, "cases", cases)
        };
        state.result_types.extend_from_slice(results);
        state.regions = regions;
        let op = self.ir.create(state);
        self.ir.insert(op, InsertPoint::Before(branch));
        op
    }

    /// Whether a region does nothing but end.
    fn is_trivial(&self, region: Region) -> bool {
        let first = self.ir.entry(region).and_then(|block| self.ir.first_op(block));
        first.is_some_and(|op| self.ir.code(op) == scf::YIELD)
    }

    /// The flag of a switch as an index, and the numbers of its cases.
    fn number_of_case(&mut self, switch: Op, flag: Value, loc: Loc) -> (Value, Vec<i64>) {
        let values = make::case_values(self.ir, switch);
        let ty = self.ir.ty(flag);
        let at = InsertPoint::Before(switch);
        let numbers: Option<Vec<i64>> = values.iter().map(|value| value.to_i64()).collect();
        match numbers {
            Some(numbers) if ty == Type::INDEX => (flag, numbers),
            // With its sign, as the numbers of the cases are read.
            Some(numbers) if self.ir.ctx.scalar_width(ty).is_some_and(|width| width <= 64) => {
                (make::value(self.ir, at, loc, arith::INDEX_CAST, &[flag], Type::INDEX), numbers)
            }
            // An index is too narrow: the cases are numbered from 1, and found by comparing.
            _ => {
                let mut number = self.index(0);
                for (case, value) in (1..).zip(&values) {
                    let attr =
                        self.ir.ctx.scalar_attr(value.clone(), ty).expect("a switch has an integer flag");
                    let value = self.constant(attr, ty);
                    let is_case = make::cmpi(self.ir, at, loc, "eq", flag, value);
                    let case = self.index(case);
                    number =
                        make::value(self.ir, at, loc, arith::SELECT, &[is_case, case, number], Type::INDEX);
                }
                (number, (1..).take(values.len()).collect())
            }
        }
    }
}
