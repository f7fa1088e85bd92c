//! The cheapest tree of edges that leads from one node to all others: Edmonds' algorithm.
//!
//! Every node takes the cheapest edge into it. Where that makes a cycle, the cycle becomes one node, an edge into it costs what it costs more than the
//! edge that it would replace, and the smaller graph is solved first.

/// What an edge costs: the cost, and a number that decides between equal ones.
pub(super) type Cost = (u32, u32);

/// For each node the one that it is reached from, itself for the root. `costs[from][to]` is the cost of an edge, if there is one.
/// `None` if a node cannot be reached.
pub(super) fn branching(mut costs: Vec<Vec<Option<Cost>>>, root: usize) -> Option<Vec<usize>> {
    let count = costs.len();
    for row in &mut costs {
        row[root] = None;
    }
    let mut from = vec![root; count];
    for to in (0..count).filter(|to| *to != root) {
        let edges = (0..count).filter(|source| *source != to);
        let edges = edges.filter_map(|source| Some((costs[source][to]?, source)));
        from[to] = edges.min()?.1;
    }
    let Some(cycle) = cycle(&from, root) else { return Some(from) };
    let contracted = Contracted::new(&costs, &cycle, &from);
    let inner = branching(contracted.costs.clone(), contracted.number[root])?;
    Some(contracted.expand(&inner, from, root))
}

/// The nodes of a cycle, if there is one.
fn cycle(from: &[usize], root: usize) -> Option<Vec<usize>> {
    let mut seen_by = vec![usize::MAX; from.len()];
    for start in 0..from.len() {
        let mut node = start;
        while node != root && seen_by[node] == usize::MAX {
            seen_by[node] = start;
            node = from[node];
        }
        if node != root && seen_by[node] == start {
            let first = node;
            let mut nodes = vec![first];
            while from[node] != first {
                node = from[node];
                nodes.push(node);
            }
            return Some(nodes);
        }
    }
    None
}

/// A graph whose cycle became one node, the last.
struct Contracted {
    costs: Vec<Vec<Option<Cost>>>,
    /// The number that a node of the graph has now.
    number: Vec<usize>,
    /// The edge of the graph that an edge stands for.
    edges: Vec<Vec<(usize, usize)>>,
}

impl Contracted {
    fn new(costs: &[Vec<Option<Cost>>], cycle: &[usize], from: &[usize]) -> Contracted {
        let count = costs.len() - cycle.len() + 1;
        let mut number = vec![count - 1; costs.len()];
        let outside = (0..costs.len()).filter(|node| !cycle.contains(node));
        for (new, node) in outside.enumerate() {
            number[node] = new;
        }
        let mut small = vec![vec![None; count]; count];
        let mut edges = vec![vec![(0, 0); count]; count];
        for (source, row) in costs.iter().enumerate() {
            for (to, cost) in row.iter().enumerate() {
                let Some((mut cost, order)) = *cost else { continue };
                let (a, b) = (number[source], number[to]);
                if a == b {
                    continue;
                }
                if b == count - 1 {
                    cost -= costs[from[to]][to].expect("a cycle is made of edges").0;
                }
                if small[a][b].is_none_or(|known| (cost, order) < known) {
                    small[a][b] = Some((cost, order));
                    edges[a][b] = (source, to);
                }
            }
        }
        Contracted { costs: small, number, edges }
    }

    /// The tree of the graph: that of the smaller one, and the cycle but for the edge into the node where the cycle is entered.
    fn expand(&self, inner: &[usize], mut from: Vec<usize>, root: usize) -> Vec<usize> {
        for (to, source) in inner.iter().enumerate().filter(|(to, _)| *to != self.number[root]) {
            let (source, to) = self.edges[*source][to];
            from[to] = source;
        }
        from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    /// The least total of all choices of edges that lead everywhere.
    fn least(costs: &[Vec<Option<Cost>>], root: usize) -> Option<u32> {
        let count = costs.len();
        let mut best = None;
        for choice in 0..count.pow(count as u32) {
            let from: Vec<usize> = (0..count).map(|node| choice / count.pow(node as u32) % count).collect();
            if from[root] == root && cycle(&from, root).is_none() {
                let edges = (0..count).filter(|to| *to != root).map(|to| costs[from[to]][to]);
                let total = edges.map(|edge| edge.map(|edge| edge.0)).sum::<Option<u32>>();
                best = [best, total].into_iter().flatten().min();
            }
        }
        best
    }

    #[test]
    fn the_tree_is_the_cheapest() {
        let mut reached = 0;
        for seed in 0..400 {
            let rng = &mut Rng::new(seed);
            let count = 1 + rng.index(5);
            let mut edge = |a: usize, b: usize| {
                (a != b && rng.chance(2, 3)).then(|| (rng.below(6) as u32, (a * count + b) as u32))
            };
            let costs: Vec<Vec<Option<Cost>>> =
                (0..count).map(|a| (0..count).map(|b| edge(a, b)).collect()).collect();
            let found = branching(costs.clone(), 0);
            if let Some(from) = &found {
                assert!(cycle(from, 0).is_none(), "seed {seed}: {from:?}");
            }
            let total = found.map(|from| (1..count).map(|to| costs[from[to]][to].expect("an edge").0).sum());
            reached += usize::from(total.is_some());
            assert_eq!(total, least(&costs, 0), "seed {seed}");
        }
        assert!(reached > 100, "{reached} of 400 graphs have a tree");
    }
}
