//! `regroup`: in sums and products of several integers, what comes early is put together first.
//!
//! `(a[i] * b[i]) * 5` waits for a multiplier and then adds; `(a[i] * 5) * b[i]` adds before it. Of `s + x + y`, where `s` is what the round before has made, a round waits
//! for two additions; of `s + (x + y)` for one. The program says one grouping and integers do not mind another, so the one is taken in which the last operand
//! waits for the fewest steps: always the two that are there first are put together.
//!
//! When a value is there is estimated, in hundredths of a cycle after the round begins ([`Arrivals`]). Subscripts keep their grouping: what is known of them, that they do not
//! overflow above all, says which accesses never meet.

mod arrivals;

use arrivals::{Arrivals, after, multiplier};
use base::Diagnostics;
use dialects::{arith, memref};
use ir::fold::constant_bits;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Builder, InsertPoint, Ir, Op, Value};

/// The pass.
pub static REGROUP: PassDef = PassDef {
    name: "regroup",
    doc: "Puts together first what comes early, in sums and products of several integers.\n\
        A tree of `arith.addi` or of `arith.muli` whose inner values nobody else uses is made anew where that makes its result earlier, or has fewer of its operations wait for \
        the round before. Subscripts stay as they are.",
    options: &[],
    run,
};

/// How many operands a tree may have.
const MOST_LEAVES: usize = 32;

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    let mut arrivals = Arrivals::new();
    for op in ir.walk_post_order(root) {
        // Inner operations of a tree that was made anew are gone.
        if ir.is_erased(op) {
            continue;
        }
        if matches!(ir.code(op), arith::ADDI | arith::MULI) && !is_inner(ir, op) && !is_subscript(ir, op) {
            regroup(ir, op, &mut arrivals);
        } else {
            arrivals.see(ir, op);
        }
    }
    Ok(())
}

/// Whether an operation is part of a tree that goes on in its only user.
fn is_inner(ir: &Ir, op: Op) -> bool {
    let result = ir.result(op, 0);
    let Some(user) = ir.users(result).next().filter(|_| ir.has_one_use(result)) else { return false };
    ir.code(user) == ir.code(op) && ir.parent_block(user) == ir.parent_block(op)
}

/// How many operations are followed to find a subscript.
const MOST_FOLLOWED: usize = 16;

/// Whether arithmetic makes a subscript of a result.
fn is_subscript(ir: &Ir, op: Op) -> bool {
    let mut open = vec![op];
    for _ in 0..MOST_FOLLOWED {
        let Some(op) = open.pop() else { return false };
        for user in ir.users(ir.result(op, 0)) {
            match ir.code(user) {
                arith::INDEX_CAST | arith::INDEX_CASTUI | memref::LOAD => return true,
                memref::STORE if ir.operand(user, 0) != ir.result(op, 0) => return true,
                arith::ADDI | arith::SUBI | arith::MULI | arith::EXTSI | arith::EXTUI | arith::SHLI => {
                    open.push(user);
                }
                _ => {}
            }
        }
    }
    !open.is_empty()
}

/// A tree of one operation.
struct Tree {
    /// The operations, users first.
    inner: Vec<Op>,
    leaves: Vec<Value>,
}

impl Tree {
    fn of(ir: &Ir, root: Op) -> Option<Tree> {
        let mut tree = Tree { inner: Vec::new(), leaves: Vec::new() };
        let mut open = vec![root];
        while let Some(op) = open.pop() {
            tree.inner.push(op);
            for operand in ir.operands(op) {
                let made = ir.defining_op(operand);
                match made.filter(|made| ir.code(*made) == ir.code(root) && is_inner(ir, *made)) {
                    Some(made) => open.push(made),
                    None => tree.leaves.push(operand),
                }
            }
            if tree.leaves.len() > MOST_LEAVES {
                return None;
            }
        }
        Some(tree)
    }
}

fn regroup(ir: &mut Ir, root: Op, arrivals: &mut Arrivals) {
    let is_whole = ir.ctx.scalar_width(ir.ty(ir.result(root, 0))).is_some();
    let tree = Tree::of(ir, root).filter(|tree| is_whole && tree.leaves.len() > 2);
    let Some(tree) = tree else {
        arrivals.see(ir, root);
        return;
    };
    let at = arrivals.of_leaves(ir, root, &tree.leaves);
    let now = arrivals.of_tree(ir, &tree.inner, tree.leaves.iter().copied().zip(at.iter().copied()));
    let plan = plan(ir, multiplier(ir, root), &tree.leaves, &at);
    if plan.end >= now {
        tree.inner.iter().rev().for_each(|op| arrivals.see(ir, *op));
        return;
    }
    build(ir, root, &tree, &plan, arrivals);
}

/// Which two values are put together, one pair after the other. Values are numbered: first the leaves, then what the pairs make.
struct Plan {
    pairs: Vec<(usize, usize)>,
    /// When the last one is there.
    end: u32,
}

/// The pairs for some leaves, by when each is there, and the cycles of the unit that puts two together.
fn plan(ir: &Ir, multiplier: u32, leaves: &[Value], arrivals: &[u32]) -> Plan {
    let number = |at: usize| leaves.get(at).and_then(|leaf| constant_bits(ir, *leaf));
    // Of two that come at once, a literal is taken first: products by some of them are sums.
    let mut open: Vec<(u32, bool, usize)> =
        arrivals.iter().enumerate().map(|(at, arrival)| (*arrival, number(at).is_none(), at)).collect();
    let mut pairs = Vec::new();
    while open.len() > 1 {
        open.sort_unstable();
        let ((_, _, first), (last, _, second)) = (open.remove(0), open.remove(0));
        let factor = number(first).or_else(|| number(second));
        open.push((after(last, multiplier, factor), true, leaves.len() + pairs.len()));
        pairs.push((first, second));
    }
    Plan { pairs, end: open.first().map_or(0, |(end, _, _)| *end) }
}

/// Makes the tree anew before its root, and erases what it was.
fn build(ir: &mut Ir, root: Op, tree: &Tree, plan: &Plan, arrivals: &mut Arrivals) {
    let (code, loc, result) = (ir.code(root), ir.loc(root), ir.result(root, 0));
    let ty = ir.ty(result);
    let mut values = tree.leaves.clone();
    for (first, second) in &plan.pairs {
        let operands = [values[*first], values[*second]];
        let made = Builder::new(ir, InsertPoint::Before(root), loc).value(code, &operands, ty);
        arrivals.see(ir, ir.defining_op(made).expect("an operation made it"));
        values.push(made);
    }
    let whole = *values.last().expect("a tree has leaves");
    ir.set_value_name(whole, ir.value_name(result));
    arrivals.stands_for(whole, result);
    ir.replace_uses(result, whole);
    for op in &tree.inner {
        ir.erase(*op);
    }
}
