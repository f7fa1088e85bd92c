//! Lifting branches where there are no loops (left): each becomes an `scf.if` or `scf.index_switch`.
//!
//! A region that owns all it can makes the clearest program, but a long row of tests that each may leave then nests as deep
//! as it is long, and text may not nest without bound. Past a depth ([`FLAT_FROM`]) a region owns one block only, and
//! what follows is dispatched to again, one level up; what the block computes for later goes along as results.

use super::mux::Mux;
use super::{Edge, Lift, Task};
use crate::make;
use dialects::arith::{self, IntPredicate};
use dialects::{cf, scf};
use ir::text::parser::MAX_DEPTH;
use ir::{Block, InsertPoint, Loc, Op, OpState, Region, Type, Use, Value};

/// One side of a branch: whether there are blocks that only it leads to, and the edges that leave them. Without blocks,
/// the edge is that of the branch itself.
struct Side {
    has_blocks: bool,
    leaving: Vec<Edge>,
    /// Results of its operations that other blocks use, with those uses: only where it does not own all it could.
    escaping: Vec<(Value, Vec<Use>)>,
}

/// The depth from which regions own one block only. Half of what text may nest is left for loops, which always nest.
const FLAT_FROM: usize = MAX_DEPTH as usize / 2;

/// What all sides of a branch yield: what leads to the place where they go on, and what is used there.
struct Yielded {
    mux: Mux,
    /// Values that escape, of all sides.
    escaping: Vec<Value>,
}

impl Yielded {
    fn types(&self, lift: &Lift<'_>) -> Vec<Type> {
        let escaping = self.escaping.iter().map(|value| lift.ir.ty(*value));
        self.mux.types().into_iter().chain(escaping).collect()
    }

    /// What an edge out of a side yields.
    fn values(&self, lift: &mut Lift<'_>, edge: Edge, side: &Side) -> Vec<Value> {
        let mut values = self.mux.values(lift, lift.target(edge), &lift.given(edge));
        for value in &self.escaping {
            let is_own = side.escaping.iter().any(|(own, _)| own == value);
            values.push(if is_own { *value } else { lift.undefined(lift.ir.ty(*value)) });
        }
        values
    }
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
        let is_deep = self.depth(block) >= FLAT_FROM;
        loop {
            let edges = self.edges(block);
            let Some((first, others)) = edges.split_first() else { return };
            let (target, given) = (self.target(*first), self.given(*first));
            if others.iter().all(|edge| self.target(*edge) == target && self.given(*edge) == given) {
                self.ir.erase(first.branch);
                self.absorb(target, block, &given);
            } else {
                self.lift_branch(block, &edges, is_deep);
            }
        }
    }

    fn lift_branch(&mut self, block: Block, edges: &[Edge], is_deep: bool) {
        let branch = edges[0].branch;
        let loc = self.ir.loc(branch);
        let sides: Vec<Side> = edges.iter().map(|edge| self.side(*edge, is_deep)).collect();
        let mut targets: Vec<Block> = Vec::new();
        for edge in sides.iter().flat_map(|side| &side.leaving) {
            let target = self.target(*edge);
            if !targets.contains(&target) {
                targets.push(target);
            }
            self.ways_in[target] -= 1;
        }
        let escaping: Vec<(Value, Vec<Use>)> =
            sides.iter().flat_map(|side| side.escaping.iter().cloned()).collect();
        let yielded = Yielded {
            mux: Mux::new(self.ir, &targets),
            escaping: escaping.iter().map(|(value, _)| *value).collect(),
        };
        let regions: Vec<Region> =
            edges.iter().zip(&sides).map(|(edge, side)| self.side_region(*edge, side, &yielded)).collect();
        let op = self.structured(branch, &yielded.types(self), regions);
        self.ir.erase(branch);
        let results: Vec<Value> = self.ir.results(op).collect();
        if let [target] = targets[..] {
            for (result, arg) in results.iter().zip(self.ir.args(target).to_vec()) {
                self.ir.set_value_name(*result, self.ir.value_name(arg));
            }
        }
        let (passed, escaped) = results.split_at(results.len() - escaping.len());
        for ((_, uses), result) in escaping.iter().zip(escaped) {
            uses.iter().for_each(|u| self.ir.set_use(*u, *result));
        }
        yielded.mux.dispatch(self.ir, block, loc, passed);
        targets.iter().for_each(|target| self.ways_in[*target] += 1);
    }

    /// How many operations there are around a block, which is where it will stay.
    fn depth(&self, block: Block) -> usize {
        std::iter::successors(self.ir.block_parent_op(block), |op| self.ir.parent_op(*op)).count()
    }

    /// Finds the blocks that can only be reached through an edge: those all of whose ways in come from them. Of these, in
    /// deep places, only the first is taken.
    fn side(&mut self, edge: Edge, is_deep: bool) -> Side {
        let target = self.target(edge);
        if self.ways_in[target] != 1 {
            return Side { has_blocks: false, leaving: vec![edge], escaping: Vec::new() };
        }
        if is_deep {
            return Side {
                has_blocks: true,
                leaving: self.edges(target).to_vec(),
                escaping: self.used_later(target),
            };
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
        let leaving = onward.into_iter().filter_map(leaves).collect();
        Side { has_blocks: true, leaving, escaping: Vec::new() }
    }

    /// Results of operations of a block that other blocks use. (Its arguments become values that are there before it.)
    fn used_later(&self, block: Block) -> Vec<(Value, Vec<Use>)> {
        let results = self.ir.block_ops(block).flat_map(|op| self.ir.results(op));
        let with_uses = results.map(|result| (result, self.uses_where(result, |home| home != block)));
        with_uses.filter(|(_, uses)| !uses.is_empty()).collect()
    }

    /// The region of one side of a branch.
    fn side_region(&mut self, edge: Edge, side: &Side, yielded: &Yielded) -> Region {
        let loc = self.ir.loc(edge.branch);
        let (region, first) = self.new_region(self.part[self.target(edge)]);
        if !side.has_blocks {
            let values = yielded.values(self, edge, side);
            make::scf_yield(self.ir, first, loc, &values);
            return region;
        }
        let end = self.new_block(self.part[first]);
        let args: Vec<Value> =
            yielded.types(self).into_iter().map(|ty| self.ir.add_argument(end, ty, loc)).collect();
        make::scf_yield(self.ir, end, loc, &args);
        self.ways_in[end] = side.leaving.len() as u32;
        for leaving in &side.leaving {
            // With one target, what it is given is what passes. Deep nests lead many ways on and on.
            if yielded.mux.has_one_target() && yielded.escaping.is_empty() {
                self.ir.set_successor(leaving.branch, leaving.successor, end);
                continue;
            }
            let values = yielded.values(self, *leaving, side);
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
        let values = cf::case_values(self.ir, switch);
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
                    let is_case = make::cmpi(self.ir, at, loc, IntPredicate::Eq, flag, value);
                    let case = self.index(case);
                    number =
                        make::value(self.ir, at, loc, arith::SELECT, &[is_case, case, number], Type::INDEX);
                }
                (number, (1..).take(values.len()).collect())
            }
        }
    }
}
