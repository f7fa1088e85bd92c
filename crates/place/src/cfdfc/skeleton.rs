//! The way of the control token through a circuit of blocks: its merges and branches, and the cycles they make.
//!
//! A node is a `control_merge`, a `cond_br` that steers a token without data, or where the token comes from; an arc is a channel between two of them, past forks and buffers.
//! Copies of the token that end elsewhere are on no cycle. Cycles are taken as in the published extraction: of all that have one arc back to where a loop begins, the one for which the
//! number of arcs times the number of times that all of them can still be taken is largest; it is then taken so often.

use super::{Key, ROUNDS};
use crate::graph::{ChannelId, Circuit, UnitId};
use dialects::handshake::unit::Kind;
use rustc_hash::FxHashMap;

/// The merges and branches of control.
pub(super) struct Skeleton {
    arcs: Vec<Arc>,
    /// The arcs that leave each node.
    leaving: Vec<Vec<usize>>,
    /// The nodes, each before those that arcs lead to, but for arcs back.
    order: Vec<usize>,
}

/// A way between two nodes.
#[derive(Clone, Debug)]
struct Arc {
    from: usize,
    to: usize,
    /// What is chosen when it is taken: the condition of a branch, and the input of a merge.
    branch: Option<(Key, usize)>,
    merge: Option<(Key, usize)>,
    /// Whether it leads back to where a loop begins.
    back: bool,
    /// How often it can still be taken.
    left: f64,
}

/// A cycle of control.
pub(super) struct Cycle {
    /// The key of the merge where it begins.
    pub head: Key,
    /// All that is chosen on it.
    pub choices: Vec<(Key, usize)>,
    /// How often it is gone round.
    pub executions: f64,
}

impl Skeleton {
    pub(super) fn of(circuit: &Circuit) -> Skeleton {
        let steers = |unit: UnitId| {
            let node = &circuit.nodes[unit];
            match node.unit.kind {
                Kind::ControlMerge => true,
                Kind::CondBr => circuit.channels[node.inputs[1]].width == 0,
                _ => false,
            }
        };
        // Node 0 is the outside.
        let units: Vec<UnitId> = circuit.nodes.keys().filter(|unit| steers(*unit)).collect();
        let numbers: FxHashMap<UnitId, usize> = units.iter().copied().zip(1..).collect();
        let mut skeleton =
            Skeleton { arcs: Vec::new(), leaving: vec![Vec::new(); units.len() + 1], order: Vec::new() };
        for (channel, of) in circuit.channels.iter().filter(|(_, of)| of.from.is_none() && of.width == 0) {
            if of.to.is_some() {
                skeleton.follow(circuit, &numbers, 0, channel, None);
            }
        }
        for (unit, number) in units.iter().zip(1..) {
            let node = &circuit.nodes[*unit];
            match node.unit.kind {
                Kind::ControlMerge => skeleton.follow(circuit, &numbers, number, node.outputs[0], None),
                _ => {
                    let key = circuit.original(node.inputs[0]);
                    for (k, output) in node.outputs.iter().enumerate() {
                        skeleton.follow(circuit, &numbers, number, *output, Some((key, 1 - k)));
                    }
                }
            }
        }
        skeleton.find_back_arcs();
        skeleton.guess();
        skeleton
    }

    /// Adds the arcs that begin at a channel.
    fn follow(
        &mut self,
        circuit: &Circuit,
        numbers: &FxHashMap<UnitId, usize>,
        from: usize,
        channel: ChannelId,
        branch: Option<(Key, usize)>,
    ) {
        let mut pending = vec![channel];
        while let Some(channel) = pending.pop() {
            let Some((unit, input)) = circuit.channels[channel].to else { continue };
            let node = &circuit.nodes[unit];
            let merge = match node.unit.kind {
                Kind::Fork | Kind::LazyFork | Kind::Br | Kind::Buffer { .. } => {
                    pending.extend(node.outputs.iter().rev());
                    continue;
                }
                Kind::ControlMerge => Some((node.outputs[1], input)),
                Kind::CondBr if input == 1 => None,
                _ => continue,
            };
            let Some(to) = numbers.get(&unit) else { continue };
            // Without a test bench it is guessed.
            let left = circuit.channels[channel].tokens.map_or(f64::NAN, |tokens| tokens as f64);
            self.leaving[from].push(self.arcs.len());
            self.arcs.push(Arc { from, to: *to, branch, merge, back: false, left });
        }
    }

    /// Finds the order of the nodes, and the arcs against it.
    fn find_back_arcs(&mut self) {
        let mut state = vec![0u8; self.leaving.len()];
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        // From the outside first, then from what nothing leads to.
        for root in 0..self.leaving.len() {
            if state[root] != 0 {
                continue;
            }
            state[root] = OPEN;
            let mut way = vec![(root, 0)];
            while let Some((node, next)) = way.last_mut() {
                let Some(arc) = self.leaving[*node].get(*next).copied() else {
                    state[*node] = DONE;
                    self.order.push(*node);
                    way.pop();
                    continue;
                };
                *next += 1;
                let to = self.arcs[arc].to;
                match state[to] {
                    OPEN => self.arcs[arc].back = true,
                    DONE => {}
                    _ => {
                        state[to] = OPEN;
                        way.push((to, 0));
                    }
                }
            }
        }
        self.order.reverse();
    }

    /// Says how often arcs are taken whose tokens nobody has counted: by the loops around them.
    fn guess(&mut self) {
        if self.arcs.iter().all(|arc| !arc.left.is_nan()) {
            return;
        }
        let heads =
            (0..self.leaving.len()).filter(|node| self.arcs.iter().any(|arc| arc.back && arc.to == *node));
        let loops: Vec<Vec<bool>> = heads.map(|head| self.body(head)).collect();
        let depth = |arc: &Arc| loops.iter().filter(|body| body[arc.from] && body[arc.to]).count();
        let depths: Vec<usize> = self.arcs.iter().map(depth).collect();
        for arc in 0..self.arcs.len() {
            let from = self.arcs[arc].from;
            let alike = self.leaving[from].iter().filter(|other| depths[**other] == depths[arc]).count();
            let ways = if self.arcs[arc].branch.is_some() { alike.max(1) } else { 1 };
            self.arcs[arc].left = (ROUNDS.powi(depths[arc].min(8) as i32) / ways as f64).ceil();
        }
    }

    /// The nodes of the loop that begins at a node.
    fn body(&self, head: usize) -> Vec<bool> {
        let mut inside = vec![false; self.leaving.len()];
        inside[head] = true;
        let back = self.arcs.iter().filter(|arc| arc.back && arc.to == head);
        let mut pending: Vec<usize> = back.map(|arc| arc.from).collect();
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut inside[node], true) {
                pending.extend(self.arcs.iter().filter(|arc| arc.to == node).map(|arc| arc.from));
            }
        }
        inside
    }

    /// All keys that control is steered by.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.arcs.iter().flat_map(|arc| [arc.branch, arc.merge]).flatten().map(|(key, _)| key)
    }

    /// The cycle that makes most rounds times arcs, which are then taken; `None` if there is none left.
    pub(super) fn take_most_executed(&mut self) -> Option<Cycle> {
        let mut best: Option<(f64, f64, Vec<usize>)> = None;
        for back in (0..self.arcs.len()).filter(|arc| self.arcs[*arc].back && self.arcs[*arc].merge.is_some())
        {
            let mut bounds: Vec<f64> =
                self.arcs.iter().map(|arc| arc.left).filter(|left| *left > 0.0).collect();
            bounds.retain(|bound| *bound <= self.arcs[back].left);
            bounds.sort_by(f64::total_cmp);
            bounds.dedup();
            for times in bounds.into_iter().rev() {
                let Some(path) = self.longest(self.arcs[back].to, self.arcs[back].from, times) else {
                    continue;
                };
                let value = (path.len() + 1) as f64 * times;
                if best.as_ref().is_none_or(|(most, ..)| value > *most) {
                    best = Some((value, times, path.into_iter().chain([back]).collect()));
                }
            }
        }
        let (_, executions, arcs) = best?;
        let (head, _) = self.arcs[*arcs.last()?].merge?;
        let mut choices = Vec::new();
        for arc in arcs {
            self.arcs[arc].left -= executions;
            choices.extend([self.arcs[arc].branch, self.arcs[arc].merge].into_iter().flatten());
        }
        Some(Cycle { head, choices, executions })
    }

    /// The path with most arcs from one node to another, along arcs that can be taken so often and lead not back.
    fn longest(&self, from: usize, to: usize, times: f64) -> Option<Vec<usize>> {
        // The number of arcs to a node, and the last of them.
        let mut reached: Vec<Option<(usize, Option<usize>)>> = vec![None; self.leaving.len()];
        reached[from] = Some((0, None));
        for node in &self.order {
            let Some((length, _)) = reached[*node] else { continue };
            for arc in &self.leaving[*node] {
                let Arc { to, back, left, .. } = self.arcs[*arc];
                if !back && left >= times && reached[to].is_none_or(|(most, _)| length + 1 > most) {
                    reached[to] = Some((length + 1, Some(*arc)));
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        reached[to]?;
        while let Some((_, Some(arc))) = reached[at] {
            path.push(arc);
            at = self.arcs[arc].from;
        }
        path.reverse();
        Some(path)
    }
}
