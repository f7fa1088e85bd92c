//! `mem2reg`: turns memory that holds one scalar into values.
//!
//! A slot is the result of an `alloc` or `alloca` with room for one element and known size, all of whose uses are loads
//! and stores at constant zero (and frees), and copies that can be split into these (`copies.rs`). A slot whose every load surely comes after a store
//! (`assigned.rs`) is promoted; one that may be read before it is written stays, because reading it then is an error that must not become a number.
//!
//! Promotion works from the inside out, one structured operation at a time (`lift.rs`): loads and stores in an `scf.for` become
//! a carried value, with a load before the loop and a store after it, which the operation around then treats in turn.
//! In the end all accesses stand directly in the region of the allocation, where values follow the branches as usual
//! (`blocks.rs`). The loads put before operations may read what was never written; that is the value of a zero constant,
//! which nothing that the program computes depends on.
//!
//! A slot knows its accesses by block, in their order ([`Order`]), so that what it costs does not depend on how much else there is.
//!
//! Stores inside `scf.parallel` keep the memory: iterations have no order in which a value could be carried. So do slots past
//! [`MOST_WORK`]: among blocks, every slot may become an argument of every block, which for thousands of both is
//! more text than memory ever was.

mod assigned;
mod blocks;
mod copies;
mod lift;

use base::{Bits, Diagnostics, SideMap};
use dialects::{arith, memref, scf};
use ir::dominance::is_graph_region;
use ir::fold::constant_bits;
use ir::pass::{PassArgs, PassDef};
use ir::region_simplify::remove_unreachable_blocks;
use ir::text::Reported;
use ir::{Block, InsertPoint, Ir, Op, OpState, Region, Type, TypeKind, Value};
use rustc_hash::FxHashMap;

/// The pass `mem2reg`.
pub static MEM2REG: PassDef = PassDef {
    name: "mem2reg",
    doc: "Turns memory that holds one scalar into values.\n\
        Takes allocations of one element that are only loaded from and stored to, never before they are written; values go \
        through branches, and through `scf` operations as results and carried values.",
    options: &[],
    run,
};

/// Arguments that may be handed on, summed over the slots of a region in turn: each slot's promotion passes by the arguments
/// that those before it left in every block.
const MOST_WORK: usize = 50_000_000;

fn run(ir: &mut Ir, root: Op, _: &PassArgs, _: &mut Diagnostics) -> Result<(), Reported> {
    promote_all(ir, root);
    Ok(())
}

/// Promotes the slots below an operation.
pub(crate) fn promote_all(ir: &mut Ir, root: Op) {
    let ops = ir.walk(root);
    let candidates: Vec<Op> = ops.iter().copied().filter(|op| is_slot(ir, *op)).collect();
    if candidates.is_empty() {
        return;
    }
    // Control that never comes needs no value, but would have to be given one.
    for op in &ops {
        if !ir.is_erased(*op) {
            for index in 0..ir.regions(*op).len() {
                remove_unreachable_blocks(ir, ir.region(*op, index));
            }
        }
    }
    let mut order = Order::new(ir, root);
    copies::split(ir, &ops, &mut order);
    let mut promoted: FxHashMap<Region, usize> = FxHashMap::default();
    let mut work = 0;
    for op in candidates {
        if !ir.is_erased(op)
            && let Some(mut slot) = Slot::new(ir, op, &order, false)
            && assigned::is_assigned(ir, &slot)
        {
            let blocks = ir.blocks(slot.home).len();
            let before = promoted.entry(slot.home).or_default();
            if blocks > 1 && work + blocks * *before > MOST_WORK {
                continue;
            }
            if blocks > 1 {
                work += blocks * *before;
                *before += 1;
            }
            promote(ir, &mut slot, &mut order);
        }
    }
}

/// Where operations stand in their blocks: numbers that grow, with gaps for what is put right before an operation or right behind it. What is put
/// into one gap belongs to different slots.
struct Order(SideMap<Op, u64>);

impl Order {
    fn new(ir: &Ir, root: Op) -> Order {
        let mut order = SideMap::new();
        for (number, op) in (1..).zip(ir.walk(root)) {
            order[op] = 4 * number;
        }
        Order(order)
    }

    fn put_before(&mut self, new: Op, at: Op) {
        self.0[new] = self.0[at] - 1;
    }

    fn put_after(&mut self, new: Op, at: Op) {
        self.0[new] = self.0[at] + 1;
    }

    /// A new operation takes the place of another.
    fn put_for(&mut self, new: Op, old: Op) {
        self.0[new] = self.0[old];
    }
}

/// Operations of a block, each with its place.
type Placed = Vec<(u64, Op)>;

/// Whether an operation allocates one element.
fn is_slot(ir: &Ir, op: Op) -> bool {
    if !matches!(ir.code(op), memref::ALLOC | memref::ALLOCA) || ir.operand_count(op) != 0 {
        return false;
    }
    match &ir.ctx[ir.ty(ir.result(op, 0))] {
        TypeKind::Memref { shape, element, .. } => {
            shape.iter().all(|size| *size == Some(1)) && ir.ctx.scalar_width(*element).is_some()
        }
        _ => false,
    }
}

/// One element of memory and everything that happens to it.
struct Slot {
    /// The allocation.
    op: Op,
    /// Its result.
    memory: Value,
    /// The region it stands in, which all accesses stand in or below.
    home: Region,
    /// The type of its element.
    element: Type,
    /// The structured operations in `home` or deeper that have accesses in them, the inner before the outer.
    around: Vec<Op>,
    /// Whether there is a store in each of these.
    stores: FxHashMap<Op, bool>,
    /// The same operations by block, in their order.
    inner: FxHashMap<Block, Placed>,
    /// The allocation, the loads and the stores of each block.
    accesses: FxHashMap<Block, Placed>,
}

/// What an operation does to a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Begins its life, without a value.
    Make,
    Load,
    Store,
    /// Ends its life.
    Free,
    /// Nothing itself, though operations in it may.
    Other,
}

impl Slot {
    /// The slot that an allocation makes, if nothing but known accesses happens to it, in places that values can follow. Copies may be among
    /// these: one from the slot is a load, and one to it not surely a store.
    fn new(ir: &Ir, op: Op, order: &Order, with_copies: bool) -> Option<Slot> {
        let memory = ir.result(op, 0);
        let home = ir.parent_region(op)?;
        let element = ir.ctx.element_ty(ir.ty(memory));
        if is_graph_region(ir, home) {
            return None;
        }
        let mut stores: FxHashMap<Op, bool> = FxHashMap::default();
        let mut depths = Vec::new();
        let mut accesses: FxHashMap<Block, Placed> = FxHashMap::default();
        accesses.entry(ir.parent_block(op)?).or_default().push((order.0[op], op));
        for u in ir.uses(memory) {
            let (user, position) = ir.use_owner(u);
            let (at_operand, first_index) = match ir.code(user) {
                memref::LOAD => (0, 1),
                memref::STORE => (1, 2),
                memref::DEALLOC => (0, 1),
                memref::COPY if with_copies && position == 0 => (0, 2),
                memref::COPY if with_copies => continue,
                _ => return None,
            };
            let is_zero = |index: Value| constant_bits(ir, index).is_some_and(|bits| bits.is_zero());
            if position != at_operand || !ir.operands(user).skip(first_index).all(is_zero) {
                return None;
            }
            let writes = ir.code(user) == memref::STORE;
            let frees = ir.code(user) == memref::DEALLOC;
            if !frees {
                accesses.entry(ir.parent_block(user)?).or_default().push((order.0[user], user));
            }
            // Every operation from the access up to the region of the slot must let values through.
            let mut inner = user;
            let mut path = Vec::new();
            while ir.parent_region(inner)? != home {
                inner = ir.parent_op(inner)?;
                let lets_through = match ir.code(inner) {
                    scf::IF | scf::FOR | scf::WHILE | scf::INDEX_SWITCH | scf::EXECUTE_REGION => true,
                    scf::PARALLEL | scf::REDUCE => !writes && !frees,
                    _ => false,
                };
                if !lets_through {
                    return None;
                }
                path.push(inner);
            }
            for (depth, op) in path.into_iter().rev().enumerate() {
                let known = stores.entry(op).or_insert_with(|| {
                    depths.push((std::cmp::Reverse(depth), op));
                    false
                });
                *known |= writes;
            }
        }
        depths.sort_unstable();
        let around: Vec<Op> = depths.into_iter().map(|(_, op)| op).collect();
        let mut regions = around.iter().flat_map(|op| ir.regions(*op)).chain([&home]);
        regions.all(|region| blocks::are_described(ir, *region)).then_some(())?;
        let mut inner: FxHashMap<Block, Placed> = FxHashMap::default();
        for op in &around {
            inner.entry(ir.parent_block(*op)?).or_default().push((order.0[*op], *op));
        }
        inner.values_mut().chain(accesses.values_mut()).for_each(|placed| placed.sort_unstable());
        Some(Slot { op, memory, home, element, around, stores, inner, accesses })
    }

    /// Notes a load or a store that was made.
    fn add(&mut self, ir: &Ir, order: &Order, access: Op) {
        let block = ir.parent_block(access).expect("accesses stand in blocks");
        let placed = self.accesses.entry(block).or_default();
        let at = placed.partition_point(|(place, _)| *place < order.0[access]);
        placed.insert(at, (order.0[access], access));
    }

    fn access(&self, ir: &Ir, op: Op) -> Access {
        let uses = |position| ir.operand(op, position) == self.memory;
        match ir.code(op) {
            memref::LOAD | memref::COPY if uses(0) => Access::Load,
            memref::STORE if uses(1) => Access::Store,
            memref::DEALLOC if uses(0) => Access::Free,
            memref::ALLOC | memref::ALLOCA if op == self.op => Access::Make,
            _ => Access::Other,
        }
    }
}

fn promote(ir: &mut Ir, slot: &mut Slot, order: &mut Order) {
    let frees: Vec<Op> = ir.users(slot.memory).filter(|user| ir.code(*user) == memref::DEALLOC).collect();
    frees.into_iter().for_each(|op| ir.erase(op));
    let Some(unwritten) = constant_before(ir, slot.op, slot.element) else { return };
    let Some(index) = constant_before(ir, slot.op, Type::INDEX) else { return };
    for op in std::mem::take(&mut slot.around) {
        lift::lift(ir, slot, op, slot.stores[&op], index, order);
    }
    blocks::promote(ir, slot, slot.home, unwritten, false, unwritten);
    ir.erase(slot.op);
    for constant in [unwritten, index] {
        if let Some(op) = ir.defining_op(constant).filter(|_| ir.is_unused(constant)) {
            ir.erase(op);
        }
    }
}

/// A zero of a scalar type, made before an operation.
fn constant_before(ir: &mut Ir, op: Op, ty: Type) -> Option<Value> {
    let width = ir.ctx.scalar_width(ty)?;
    let attr = ir.ctx.scalar_attr(Bits::zero(width), ty)?;
    let state = OpState::new(arith::CONSTANT, ir.loc(op)).results(&[ty]).prop(ir, "value", attr);
    let constant = ir.create(state);
    ir.insert(constant, InsertPoint::Before(op));
    Some(ir.result(constant, 0))
}
