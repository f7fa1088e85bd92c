//! Loops of basic blocks: cycles of blocks that are entered by one of them, its head, and within a loop those of its other blocks.
//!
//! A cycle that is entered by several blocks has no head, and what happens in it is not known.

use super::{Level, Levels, Loop, LoopId};
use crate::cycles::{Graph, cycles};
use crate::graph::{ChannelId, Circuit, Node, UnitId};
use base::IdMap;
use dialects::handshake::unit::{Kind, MemoryPort};
use std::collections::{BTreeMap, BTreeSet};

/// A basic block by its number.
type Block = i64;

/// From each block to those that it leads to.
type Edges = BTreeMap<Block, BTreeSet<Block>>;

/// The levels of a graph of basic blocks; without blocks, one level for all.
pub(super) fn levels(circuit: &Circuit) -> Levels {
    let mut finder = Finder {
        circuit,
        levels: Levels::default(),
        blocks: blocks(circuit),
        of_block: BTreeMap::new(),
        unclear: BTreeSet::new(),
    };
    let edges = finder.edges();
    finder.find(&edges, None);
    finder.levels.units = circuit.nodes.keys().map(|unit| finder.loop_of(unit)).collect();
    finder.levels.of = circuit.channels.keys().map(|channel| finder.level(channel)).collect();
    finder.levels.for_next = circuit.channels.keys().map(|channel| finder.is_for_next(channel)).collect();
    finder.levels
}

/// The block of every unit. Copies, which have none written, are where their tokens come from, or behind steering where they go to.
fn blocks(circuit: &Circuit) -> IdMap<UnitId, Option<Block>> {
    let mut blocks: IdMap<UnitId, Option<Block>> = circuit.nodes.values().map(|node| node.block).collect();
    let mut is_new = true;
    while is_new {
        is_new = false;
        for (unit, node) in
            circuit.nodes.iter().filter(|(_, node)| !matches!(node.unit.kind, Kind::Memory(_) | Kind::Lsq(_)))
        {
            if blocks[unit].is_some() {
                continue;
            }
            let from = node.inputs.iter().filter_map(|input| maker(circuit, *input));
            let from = from.into_iter().filter(|unit| circuit.nodes[*unit].unit.kind != Kind::CondBr);
            let to =
                node.outputs.iter().filter_map(|output| circuit.channels[*output].to.map(|(unit, _)| unit));
            blocks[unit] = from.chain(to).find_map(|unit| blocks[unit]);
            is_new |= blocks[unit].is_some();
        }
    }
    blocks
}

/// The unit that a channel's tokens come from. Memories are outside of all blocks: what they answer is made where it was asked.
fn maker(circuit: &Circuit, channel: ChannelId) -> Option<UnitId> {
    let (unit, output) = circuit.channels[channel].from?;
    let node = &circuit.nodes[unit];
    let Kind::Memory(memory) = &node.unit.kind else { return Some(unit) };
    let mut places = memory.places().into_iter();
    let asked = places.find(|place| place.output == Some(output) && place.port != MemoryPort::Announce);
    match asked {
        Some(place) => circuit.channels[node.inputs[place.input]].from.map(|(unit, _)| unit),
        None => Some(unit),
    }
}

fn merges(node: &Node) -> bool {
    matches!(node.unit.kind, Kind::Mux | Kind::Merge | Kind::ControlMerge)
}

/// The inputs of a unit that tokens of other blocks come by.
fn ways(node: &Node) -> &[ChannelId] {
    match node.unit.kind {
        Kind::Mux => &node.inputs[1..],
        Kind::Merge | Kind::ControlMerge => &node.inputs,
        _ => &[],
    }
}

struct Finder<'a> {
    circuit: &'a Circuit,
    levels: Levels,
    blocks: IdMap<UnitId, Option<Block>>,
    /// The innermost loop of each block that is in one.
    of_block: BTreeMap<Block, LoopId>,
    /// Blocks on cycles without a head.
    unclear: BTreeSet<Block>,
}

impl Finder<'_> {
    /// Which block leads to which: what a merge chooses from comes from other blocks, or back from its own; what a branch steers goes to others. A literal is always there, and comes from nowhere.
    fn edges(&self) -> Edges {
        let mut edges: Edges =
            self.blocks.values().flatten().map(|block| (*block, BTreeSet::new())).collect();
        let comes = self.circuit.channels.iter().filter(|(_, of)| !of.standing);
        for channel in comes.map(|(channel, _)| channel) {
            let ends = (self.from(channel), self.circuit.channels[channel].to);
            let (Some(from), Some((to, _))) = ends else { continue };
            let (Some(start), Some(end)) = (self.blocks[from], self.blocks[to]) else { continue };
            if start != end || ways(&self.circuit.nodes[to]).contains(&channel) {
                edges.entry(start).or_default().insert(end);
            }
        }
        edges
    }

    fn from(&self, channel: ChannelId) -> Option<UnitId> {
        maker(self.circuit, channel)
    }

    /// Finds the loops of some blocks, and those within them.
    fn find(&mut self, edges: &Edges, parent: Option<LoopId>) {
        for cycle in cycles_of(edges) {
            let inside = |block: &Block| cycle.contains(block);
            let entered = edges.iter().filter(|(from, _)| !inside(from)).flat_map(|(_, to)| to);
            let mut heads: BTreeSet<Block> = entered.copied().filter(inside).collect();
            if heads.is_empty() {
                // Nothing before it: the function begins here.
                heads.extend(cycle.first());
            }
            let [head] = heads.iter().copied().collect::<Vec<Block>>()[..] else {
                self.forget(&cycle, parent);
                continue;
            };
            let Some(id) = self.add(head, &cycle, parent) else {
                self.forget(&cycle, parent);
                continue;
            };
            self.of_block.extend(cycle.iter().map(|block| (*block, id)));
            let mut within = Edges::new();
            for block in &cycle {
                let to = edges[block].iter().copied().filter(|to| inside(to) && *to != head);
                within.insert(*block, to.collect());
            }
            self.find(&within, Some(id));
        }
    }

    /// What happens in some blocks is not known, nor in the loops around them.
    fn forget(&mut self, blocks: &BTreeSet<Block>, parent: Option<LoopId>) {
        self.unclear.extend(blocks);
        self.of_block.retain(|block, _| !blocks.contains(block));
        let around: Vec<LoopId> = self.levels.around(parent).collect();
        around.into_iter().for_each(|id| self.levels.loops[id].is_clear = false);
    }

    /// A loop by its head: its merge says how often it is entered and goes round.
    fn add(&mut self, head: Block, blocks: &BTreeSet<Block>, parent: Option<LoopId>) -> Option<LoopId> {
        let is_head = |unit: UnitId| self.blocks[unit] == Some(head) && merges(&self.circuit.nodes[unit]);
        let heads: Vec<UnitId> = self.circuit.nodes.keys().filter(|unit| is_head(*unit)).collect();
        let is_control = |unit: &UnitId| self.circuit.nodes[*unit].unit.kind == Kind::ControlMerge;
        let unit = heads.iter().copied().find(is_control).or(heads.first().copied())?;
        let node = &self.circuit.nodes[unit];
        let is_inside = |channel: &ChannelId| {
            let block = self.from(*channel).and_then(|unit| self.blocks[unit]);
            block.is_some_and(|block| blocks.contains(&block))
        };
        let runs = ways(node).iter().copied().filter(|way| !is_inside(way)).collect();
        Some(self.levels.loops.push(Loop { parent, unit, runs, rounds: ways(node).to_vec(), is_clear: true }))
    }

    fn loop_of(&self, unit: UnitId) -> Option<LoopId> {
        self.blocks[unit].and_then(|block| self.of_block.get(&block).copied())
    }

    /// What passes between two units is of the innermost loop that both are in.
    fn level(&self, channel: ChannelId) -> Level {
        if self.circuit.channels[channel].standing {
            return Level::Standing;
        }
        let ends = [self.from(channel), self.circuit.channels[channel].to.map(|(unit, _)| unit)];
        let is_unclear =
            |unit: &UnitId| self.blocks[*unit].is_some_and(|block| self.unclear.contains(&block));
        if ends.iter().flatten().any(is_unclear) {
            return Level::Unknown;
        }
        // Memories serve units of any block.
        let is_memory =
            |unit: &UnitId| matches!(self.circuit.nodes[*unit].unit.kind, Kind::Memory(_) | Kind::Lsq(_));
        match ends {
            [Some(from), Some(to)] if is_memory(&from) => Level::Round(self.loop_of(to)),
            [Some(from), Some(to)] if is_memory(&to) => Level::Round(self.loop_of(from)),
            [Some(from), Some(to)] => {
                let around: Vec<LoopId> = self.levels.around(self.loop_of(to)).collect();
                Level::Round(self.levels.around(self.loop_of(from)).find(|inner| around.contains(inner)))
            }
            _ => Level::Round(None),
        }
    }

    /// What comes to the head of a loop from inside of it is for its next round.
    fn is_for_next(&self, channel: ChannelId) -> bool {
        let ends = (self.from(channel), self.circuit.channels[channel].to);
        let (Some(from), Some((to, _))) = ends else { return false };
        let is_head = |id: LoopId| self.blocks[self.levels.loops[id].unit] == self.blocks[to];
        let around = self.levels.around(self.loop_of(from));
        ways(&self.circuit.nodes[to]).contains(&channel) && around.into_iter().any(is_head)
    }
}

/// The cycles of blocks, by the first block of each.
fn cycles_of(edges: &Edges) -> Vec<BTreeSet<Block>> {
    let blocks: Vec<Block> = edges.keys().copied().collect();
    let number = |block: &Block| blocks.binary_search(block).ok().map(|at| at as u32);
    let graph: Graph = edges.values().map(|to| to.iter().filter_map(number).collect()).collect();
    let cycle = |numbers: Vec<u32>| numbers.into_iter().map(|number| blocks[number as usize]).collect();
    let mut found: Vec<BTreeSet<Block>> = cycles(&graph).into_iter().map(cycle).collect();
    found.sort();
    found
}
