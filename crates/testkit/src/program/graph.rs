//! Basic blocks: a random graph of branches that always reaches an end.
//!
//! Blocks are numbered; edges to higher numbers are free, edges back cost fuel, which every block hands on, and
//! which decides the branch when it is used up. So any graph ends, also an irreducible one. Mostly edges go back only to
//! blocks that dominate, which keeps the graph reducible.

use super::r#gen::{Gen, list};
use super::types::{Scalar, Ty};

/// What fuel is counted in.
const FUEL: Scalar = Scalar::Int(8);

struct Node {
    label: String,
    /// After the fuel.
    args: Vec<(String, Scalar)>,
    fuel: String,
    forward: Vec<usize>,
    back: Option<usize>,
    /// It ends the region instead of branching.
    end: bool,
}

impl Gen<'_> {
    /// Writes the blocks of a region, the entry block without its label. Ends are `end` operations (`return`, `scf.yield`) with
    /// values of these types.
    pub(super) fn graph(&mut self, end: &str, types: &[Ty]) {
        let nodes = self.nodes();
        let looping = nodes.iter().any(|node| node.back.is_some());
        let rounds = if looping { self.rng.below(self.most_rounds() + 1) } else { 0 };
        let fuel = self.int(FUEL, rounds as i64);
        let dominators = dominators(&nodes);
        let mut texts: Vec<Option<String>> = nodes.iter().map(|_| None).collect();
        let mut reach: Vec<Option<Vec<super::r#gen::Var>>> = nodes.iter().map(|_| None).collect();
        let outside = self.vars.clone();
        let before = std::mem::take(&mut self.out);
        // A block comes after those that dominate it: fewer dominators first.
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|at| (dominators[*at].count_ones(), *at));
        for at in order {
            let nearest = (0..nodes.len())
                .filter(|other| *other != at && dominators[at] & (1 << other) != 0)
                .max_by_key(|other| dominators[*other].count_ones());
            self.vars = match nearest {
                Some(nearest) => reach[nearest].clone().expect("dominators come first"),
                None => outside.clone(),
            };
            let weight = self.weight;
            self.weight *= rounds + 1;
            self.block(&nodes, at, &fuel, end, types);
            self.weight = weight;
            reach[at] = Some(std::mem::take(&mut self.vars));
            texts[at] = Some(std::mem::take(&mut self.out));
        }
        self.vars = outside;
        self.out = before;
        let mut order: Vec<usize> = (1..nodes.len()).collect();
        if self.rng.chance(1, 3) {
            self.rng.shuffle(&mut order);
        }
        for at in [0].into_iter().chain(order) {
            let text = texts[at].take().expect("every block was written once");
            self.out.push_str(&text);
        }
    }

    fn nodes(&mut self) -> Vec<Node> {
        let count = 2 + self.rng.index(5);
        let mut nodes: Vec<Node> = Vec::new();
        for at in 0..count {
            let last = at + 1 == count;
            let ways = if last { 0 } else { *self.rng.pick(&[1, 1, 2, 2, 2, 3]) };
            let forward = (0..ways).map(|_| at + 1 + self.rng.index(count - at - 1)).collect();
            let args = if at == 0 { Vec::new() } else { self.some_scalars(2) };
            let args = args.into_iter().map(|ty| (self.fresh(), ty)).collect();
            let end = last || (at > 0 && self.rng.chance(1, 8));
            nodes.push(Node { label: self.label(), args, fuel: self.fresh(), forward, back: None, end });
        }
        let reducible = self.rng.chance(4, 5);
        let dominators = dominators(&nodes);
        for at in 1..count {
            if nodes[at].end || self.rng.chance(1, 2) {
                continue;
            }
            let targets: Vec<usize> =
                (1..=at).filter(|to| !reducible || dominators[at] & (1 << to) != 0).collect();
            nodes[at].back = (!targets.is_empty()).then(|| *self.rng.pick(&targets));
        }
        nodes
    }

    fn block(&mut self, nodes: &[Node], at: usize, start: &str, end: &str, types: &[Ty]) {
        let node = &nodes[at];
        if at > 0 {
            let args = node.args.iter().map(|(name, ty)| format!("{name}: {ty}"));
            let args = list([format!("{}: {FUEL}", node.fuel)].into_iter().chain(args));
            self.indent -= 1;
            self.line(format_args!("{}({args}):", node.label));
            self.indent += 1;
            for (name, ty) in &node.args {
                self.bring(name.clone(), *ty);
            }
        }
        // Nested regions of a block are a level deeper than the function, blocks are not.
        self.depth += 1;
        self.body();
        self.depth -= 1;
        let fuel = if at == 0 { start } else { &node.fuel };
        if node.end {
            let values: Vec<String> = self.values(types).into_iter().map(|value| value.0).collect();
            return self.finish(end, &values, types);
        }
        match node.back {
            Some(back) => self.branch_back(nodes, node, back, fuel),
            None => self.branch(nodes, node, fuel),
        }
    }

    /// Writes a terminator with values.
    pub(super) fn finish(&mut self, end: &str, values: &[String], types: &[Ty]) {
        if values.is_empty() {
            self.line(end);
        } else {
            self.line(format_args!("{end} {} : {}", list(values), list(types)));
        }
    }

    /// A successor with its operands: `^bb1(%a, %b : i8, i32)`.
    fn target(&mut self, node: &Node, fuel: &str) -> String {
        let mut names = vec![fuel.to_string()];
        let mut types = vec![FUEL];
        for (_, ty) in &node.args {
            names.push(self.value(*ty));
            types.push(*ty);
        }
        format!("{}({} : {})", node.label, list(names), list(types))
    }

    fn branch(&mut self, nodes: &[Node], node: &Node, fuel: &str) {
        let mut targets: Vec<String> = node.forward.iter().map(|to| self.target(&nodes[*to], fuel)).collect();
        match (targets.pop(), targets.pop()) {
            (Some(only), None) => self.line(format_args!("cf.br {only}")),
            (Some(one), Some(other)) if targets.is_empty() => {
                let condition = self.value(Scalar::BOOL);
                self.line(format_args!("cf.cond_br {condition}, {one}, {other}"));
            }
            (Some(default), Some(other)) => {
                targets.push(other);
                self.switch(None, &default, &targets);
            }
            (None, _) => unreachable!("a block that does not end has a way on"),
        }
    }

    fn branch_back(&mut self, nodes: &[Node], node: &Node, back: usize, fuel: &str) {
        let (zero, one) = (self.int(FUEL, 0), self.int(FUEL, 1));
        let left = self.compare("sgt", fuel, &zero, FUEL);
        let less = self.binary("subi", fuel, &one, FUEL);
        let again = self.target(&nodes[back], &less);
        let mut on: Vec<String> = node.forward.iter().map(|to| self.target(&nodes[*to], fuel)).collect();
        let first = on.pop().expect("a block that does not end has a way on");
        if on.is_empty() {
            let condition = if self.rng.chance(1, 3) {
                left
            } else {
                let wish = self.value(Scalar::BOOL);
                self.binary("andi", &left, &wish, Scalar::BOOL)
            };
            return self.line(format_args!("cf.cond_br {condition}, {again}, {first}"));
        }
        // The way back is the last case; a selector of -1 is none of the cases.
        on.push(again);
        self.switch(Some(left), &first, &on);
    }

    /// A switch over small numbers; without `allowed` the last case is not taken.
    fn switch(&mut self, allowed: Option<String>, default: &str, cases: &[String]) {
        let ty = Scalar::Int(32);
        let value = self.value(ty);
        let mut selector = self.modulo(&value, cases.len() as u64 + 1, ty);
        if let Some(allowed) = allowed {
            let none = self.int(ty, -1);
            selector = self.select(&allowed, &selector, &none, ty);
        }
        self.line(format_args!("cf.switch {selector} : {ty}, ["));
        let last = cases.len();
        self.line(format_args!("  default: {default}{}", if last > 0 { "," } else { "" }));
        for (number, case) in cases.iter().enumerate() {
            self.line(format_args!("  {number}: {case}{}", if number + 1 < last { "," } else { "" }));
        }
        self.line("]");
    }
}

/// For each block the set of blocks that dominate it, itself included; a block nobody reaches has only itself.
fn dominators(nodes: &[Node]) -> Vec<u32> {
    let edges: Vec<(usize, usize)> = nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| !node.end)
        .flat_map(|(at, node)| node.forward.iter().chain(&node.back).map(move |to| (at, *to)))
        .collect();
    let mut reached = 1u32;
    for _ in nodes {
        for (from, to) in &edges {
            if reached & (1 << from) != 0 {
                reached |= 1 << to;
            }
        }
    }
    let mut sets: Vec<u32> = (0..nodes.len()).map(|at| if at == 0 { 1 } else { reached }).collect();
    for _ in nodes {
        for at in 1..nodes.len() {
            let before = edges.iter().filter(|(from, to)| *to == at && reached & (1 << from) != 0);
            let common = before.fold(reached, |common, (from, _)| common & sets[*from]);
            sets[at] = if reached & (1 << at) == 0 { 1 << at } else { common | (1 << at) };
        }
    }
    sets
}
