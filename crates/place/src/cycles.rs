//! What goes round in a graph.

/// A graph with numbered nodes: the successors of each.
pub type Graph = Vec<Vec<u32>>;

/// The cycles of a graph: its strongly connected components that have one, each in ascending order, in a fixed order. Tarjan's algorithm, with a stack of
/// its own because graphs are as long as programs.
pub fn cycles(graph: &Graph) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut index = vec![NEW; graph.len()];
    let mut low = vec![0u32; graph.len()];
    let mut on_stack = vec![false; graph.len()];
    let (mut stack, mut count, mut found) = (Vec::new(), 0, Vec::new());
    for root in 0..graph.len() as u32 {
        if index[root as usize] != NEW {
            continue;
        }
        // A node, and how many of its successors were looked at.
        let mut way: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some((node, next)) = way.last_mut() {
            let n = *node as usize;
            if *next == 0 {
                (index[n], low[n]) = (count, count);
                count += 1;
                stack.push(*node);
                on_stack[n] = true;
            }
            if let Some(successor) = graph[n].get(*next) {
                *next += 1;
                let s = *successor as usize;
                if index[s] == NEW {
                    way.push((*successor, 0));
                } else if on_stack[s] {
                    low[n] = low[n].min(index[s]);
                }
                continue;
            }
            way.pop();
            if let Some((before, _)) = way.last() {
                low[*before as usize] = low[*before as usize].min(low[n]);
            }
            if low[n] == index[n] {
                let at = stack.iter().rposition(|s| *s as usize == n).expect("a node is on the stack");
                let mut component = stack.split_off(at);
                component.iter().for_each(|s| on_stack[*s as usize] = false);
                if component.len() > 1 || graph[n].contains(&(n as u32)) {
                    component.sort_unstable();
                    found.push(component);
                }
            }
        }
    }
    found
}
