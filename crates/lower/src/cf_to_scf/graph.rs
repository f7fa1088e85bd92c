//! The blocks that can be reached from one of them as a graph, and its cycles.

use ir::{Block, Ir, cfg};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Blocks and the edges between them, by number. Blocks are in reverse post-order: the first is where control comes in, and
/// in reducible control flow every loop's header comes before the rest of the loop.
pub(super) struct Graph {
    pub(super) blocks: Vec<Block>,
    edges: Vec<SmallVec<[u32; 2]>>,
}

/// What there is to know about the loops of a graph before they are lifted.
pub(super) struct Survey {
    /// Those that are entered at several blocks: the loop's blocks and those where it is entered.
    pub(super) irreducible: Vec<(Vec<Block>, Vec<Block>)>,
    /// How deep loops are nested.
    pub(super) depth: usize,
}

impl Graph {
    /// What can be reached from `entry` by branches.
    pub(super) fn new(ir: &Ir, entry: Block) -> Graph {
        let mut blocks = Vec::new();
        let mut stack = vec![(entry, 0)];
        let mut number: FxHashMap<Block, u32> = FxHashMap::default();
        number.insert(entry, 0);
        while let Some((block, next)) = stack.last_mut() {
            match cfg::successors(ir, *block).get(*next) {
                Some(to) => {
                    *next += 1;
                    if number.insert(*to, 0).is_none() {
                        stack.push((*to, 0));
                    }
                }
                None => {
                    blocks.push(*block);
                    stack.pop();
                }
            }
        }
        blocks.reverse();
        for (index, block) in (0..).zip(&blocks) {
            number.insert(*block, index);
        }
        let edges =
            blocks.iter().map(|block| cfg::successors(ir, *block).iter().map(|to| number[to]).collect());
        let edges = edges.collect();
        Graph { blocks, edges }
    }

    /// The outermost cycles: strongly connected components of several blocks, or of one that branches to itself. Each is in
    /// the order of the graph's blocks, and so are the cycles, by their first blocks.
    pub(super) fn cycles(&self) -> Vec<Vec<Block>> {
        let all: Vec<u32> = (0..self.blocks.len() as u32).collect();
        let cycles = self.cycles_among(&all, None);
        cycles.into_iter().map(|cycle| cycle.into_iter().map(|n| self.blocks[n as usize]).collect()).collect()
    }

    /// Looks at all loops.
    pub(super) fn survey(&self) -> Survey {
        let (mut found, mut depth) = (Vec::new(), 0);
        let mut member = vec![u32::MAX; self.blocks.len()];
        let mut back: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); self.blocks.len()];
        for (from, edges) in (0..).zip(&self.edges) {
            edges.iter().for_each(|to| back[*to as usize].push(from));
        }
        let mut work = vec![((0..self.blocks.len() as u32).collect::<Vec<_>>(), None, 0)];
        let mut number = 0;
        while let Some((nodes, header, level)) = work.pop() {
            depth = depth.max(level);
            for cycle in self.cycles_among(&nodes, header) {
                number += 1;
                cycle.iter().for_each(|node| member[*node as usize] = number);
                let is_outside = |node: &u32| member[*node as usize] != number;
                let is_entered = |node: &&u32| back[**node as usize].iter().any(is_outside);
                let entries: Vec<u32> = cycle.iter().filter(is_entered).copied().collect();
                match entries[..] {
                    [header] => work.push((cycle, Some(header), level + 1)),
                    _ => {
                        let blocks =
                            |nodes: &[u32]| nodes.iter().map(|node| self.blocks[*node as usize]).collect();
                        found.push((blocks(&cycle), blocks(&entries)));
                    }
                }
            }
        }
        found.sort();
        Survey { irreducible: found, depth }
    }

    /// The cycles of some nodes (in ascending order) when edges to `without` are taken away, by Tarjan's algorithm.
    fn cycles_among(&self, nodes: &[u32], without: Option<u32>) -> Vec<Vec<u32>> {
        // Nodes are known by their position in `nodes` here.
        let place = |node: u32| nodes.binary_search(&node).ok().filter(|_| Some(node) != without);
        let (mut order, mut low) = (vec![0u32; nodes.len()], vec![0u32; nodes.len()]);
        let mut open = vec![false; nodes.len()];
        let (mut path, mut stack, mut count) = (Vec::new(), Vec::new(), 0);
        let mut cycles = Vec::new();
        for root in 0..nodes.len() {
            if order[root] == 0 {
                stack.push((root, 0));
            }
            while let Some((at, next)) = stack.last_mut() {
                let (at, edge) = (*at, *next);
                if edge == 0 {
                    count += 1;
                    (order[at], low[at], open[at]) = (count, count, true);
                    path.push(at);
                }
                *next += 1;
                if let Some(to) = self.edges[nodes[at] as usize].get(edge) {
                    match place(*to) {
                        Some(to) if order[to] == 0 => stack.push((to, 0)),
                        Some(to) if open[to] => low[at] = low[at].min(order[to]),
                        _ => {}
                    }
                    continue;
                }
                stack.pop();
                if let Some((above, _)) = stack.last() {
                    low[*above] = low[*above].min(low[at]);
                }
                if low[at] == order[at] {
                    let start =
                        path.iter().rposition(|node| *node == at).expect("an open node is on the path");
                    let members = path.split_off(start);
                    members.iter().for_each(|node| open[*node] = false);
                    let is_loop = |node: usize| {
                        self.edges[nodes[node] as usize].iter().any(|to| place(*to) == Some(node))
                    };
                    if members.len() > 1 || is_loop(at) {
                        let mut cycle: Vec<u32> = members.into_iter().map(|node| nodes[node]).collect();
                        cycle.sort_unstable();
                        cycles.push(cycle);
                    }
                }
            }
        }
        cycles.sort();
        cycles
    }
}
