//! Dominance of blocks against its definition, on random graphs and on shapes that are hard for simple algorithms.

use base::Rng;
use ir::cfg::Cfg;
use ir::{Block, Context, DomTree, InsertPoint, Ir, Loc, OpState, Region};

/// A region whose block `i` branches to the blocks `edges[i]`.
fn graph(edges: &[Vec<usize>]) -> (Ir, Region) {
    let mut ir = Ir::new(Context::new(&[]));
    let code = ir.ctx.registry.unregistered_op("t.branch");
    let region = ir.create_region();
    let blocks: Vec<Block> = edges.iter().map(|_| ir.add_block(region)).collect();
    for (from, to) in edges.iter().enumerate() {
        let state =
            to.iter().fold(OpState::new(code, Loc::UNKNOWN), |state, to| state.successor(blocks[*to]));
        let op = ir.create(state);
        ir.insert(op, InsertPoint::End(blocks[from]));
    }
    (ir, region)
}

/// The nodes that can be reached from `root` without passing `without`.
fn reach(edges: &[Vec<usize>], root: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if Some(node) != without && !std::mem::replace(&mut seen[node], true) {
            stack.extend(&edges[node]);
        }
    }
    seen
}

/// `a` dominates `b` when `b` cannot be reached without it.
fn check(edges: &[Vec<usize>], root: usize, tree: &DomTree, blocks: &[Block]) {
    let all = reach(edges, root, None);
    for (a, block_a) in blocks.iter().enumerate() {
        let without = reach(edges, root, Some(a));
        for (b, block_b) in blocks.iter().enumerate() {
            let expected = a == b || !all[b] || (all[a] && !without[b]);
            assert_eq!(tree.dominates(*block_a, *block_b), expected, "{a} over {b} in {edges:?}");
        }
        assert_eq!(tree.is_reachable(*block_a), all[a]);
        if let Some(idom) = tree.idom(*block_a) {
            let above = blocks.iter().filter(|x| *x != block_a && tree.dominates(**x, *block_a));
            assert!(above.clone().all(|x| tree.dominates(*x, idom)), "the nearest of {a} in {edges:?}");
        }
    }
}

fn random_graph(rng: &mut Rng, len: usize) -> Vec<Vec<usize>> {
    (0..len)
        .map(|_| {
            let count = rng.below(4) as usize;
            // Never to the entry, as the verifier demands.
            (0..count).map(|_| 1 + rng.below(len as u64 - 1) as usize).collect()
        })
        .collect()
}

#[test]
fn trees_agree_with_the_definition() {
    let mut rng = Rng::new(7);
    for _ in 0..400 {
        let len = 2 + rng.below(9) as usize;
        let edges = random_graph(&mut rng, len);
        let (ir, region) = graph(&edges);
        let blocks = ir.blocks(region).to_vec();
        check(&edges, 0, &DomTree::new(&ir, region), &blocks);

        // Backwards, from one node before all exits.
        let mut back = vec![Vec::new(); len + 1];
        for (from, to) in edges.iter().enumerate() {
            to.iter().for_each(|to| back[*to].push(from));
            if to.is_empty() {
                back[len].push(from);
            }
        }
        check(&back, len, &DomTree::post(&ir, region), &blocks);
    }
}

#[test]
fn an_order_puts_blocks_before_their_successors() {
    let edges = vec![vec![2, 1], vec![3], vec![1], vec![], vec![3]];
    let (ir, region) = graph(&edges);
    let cfg = Cfg::new(&ir, region);
    let b = cfg.blocks();
    assert_eq!(cfg.reverse_post_order(), [b[0], b[2], b[1], b[3]]);
    assert_eq!(cfg.predecessors(b[3]).collect::<Vec<_>>(), [b[1], b[4]]);
    assert_eq!(ir::cfg::unreachable_blocks(&ir, region), [b[4]]);
}

#[test]
fn a_long_chain_with_one_exit_is_no_harder_than_a_chain() {
    const LEN: usize = 100_000;
    let edges: Vec<Vec<usize>> = (0..LEN)
        .map(|i| match LEN - 1 - i {
            0 => vec![],
            1 => vec![LEN - 1],
            _ => vec![i + 1, LEN - 1],
        })
        .collect();
    let (ir, region) = graph(&edges);
    let blocks = ir.blocks(region);
    let tree = DomTree::new(&ir, region);
    assert_eq!(tree.idom(blocks[LEN - 1]), Some(blocks[0]));
    assert_eq!(tree.idom(blocks[LEN - 2]), Some(blocks[LEN - 3]));
    assert!(tree.dominates(blocks[1], blocks[LEN - 2]) && !tree.dominates(blocks[1], blocks[LEN - 1]));
    let post = DomTree::post(&ir, region);
    assert_eq!(post.idom(blocks[0]), Some(blocks[LEN - 1]));
}
