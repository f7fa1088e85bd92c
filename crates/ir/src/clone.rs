//! Cloning: a copy of an operation or a region, with values and blocks renamed.
//!
//! The copy is made in two steps, so that it needs no recursion and no order: first every operation, with the
//! operands it had, then every operand and successor that has a copy of its own is replaced by it. What has none
//! (a value from outside) stays, unless the caller has put a substitute into the [`Mapping`] beforehand.

use crate::builder::OpState;
use crate::storage::{Block, InsertPoint, Ir, Op, Region, Value};
use rustc_hash::FxHashMap;

/// What stands for what in a copy.
#[derive(Clone, Default, Debug)]
pub struct Mapping {
    /// Values.
    pub values: FxHashMap<Value, Value>,
    /// Blocks.
    pub blocks: FxHashMap<Block, Block>,
}

impl Mapping {
    /// The value that stands for `value`, which may be itself.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The block that stands for `block`, which may be itself.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl Ir {
    /// A detached copy of an operation with everything in it. The mapping is read for values and blocks from outside
    /// and filled with all that was copied.
    pub fn clone_op(&mut self, op: Op, mapping: &mut Mapping) -> Op {
        let mut copier = Copier { ir: self, mapping, made: Vec::new(), open: Vec::new() };
        let copy = copier.shell(op);
        copier.finish();
        copy
    }

    /// Copies the blocks of a region into another, at a position among its blocks.
    pub fn clone_region_into(&mut self, from: Region, to: Region, position: usize, mapping: &mut Mapping) {
        let scratch = self.create_region();
        let mut copier = Copier { ir: self, mapping, made: Vec::new(), open: vec![(from, scratch)] };
        copier.finish();
        self.move_blocks(scratch, to, position);
    }
}

struct Copier<'a> {
    ir: &'a mut Ir,
    mapping: &'a mut Mapping,
    /// Copies whose operands and successors are still those of the originals.
    made: Vec<Op>,
    /// Regions still to be filled: the original and its empty copy.
    open: Vec<(Region, Region)>,
}

impl Copier<'_> {
    /// Copies an operation with empty regions.
    fn shell(&mut self, op: Op) -> Op {
        let ir = &mut *self.ir;
        let mut state = OpState::new(ir.code(op), ir.loc(op));
        state.operands.extend(ir.operands(op));
        state.result_types.extend(ir.results(op).map(|r| ir.ty(r)));
        state.successors.extend_from_slice(ir.successors(op));
        for region in ir.regions(op).to_vec() {
            let copy = ir.create_region();
            self.open.push((region, copy));
            state.regions.push(copy);
        }
        let copy = ir.create(state);
        // Set rather than given to `create`, which would add defaults that the original has not.
        ir.set_props(copy, ir.props(op));
        ir.set_attrs(copy, ir.attrs(op));
        for (from, to) in ir.results(op).zip(ir.results(copy)) {
            ir.set_value_name(to, ir.value_name(from));
            self.mapping.values.insert(from, to);
        }
        self.made.push(copy);
        copy
    }

    fn fill(&mut self, from: Region, to: Region) {
        for block in self.ir.blocks(from).to_vec() {
            let copy = self.ir.add_block(to);
            self.mapping.blocks.insert(block, copy);
            for arg in self.ir.args(block).to_vec() {
                let (ty, loc, name) = (self.ir.ty(arg), self.ir.value_loc(arg), self.ir.value_name(arg));
                let arg_copy = self.ir.add_argument(copy, ty, loc);
                self.ir.set_value_name(arg_copy, name);
                self.mapping.values.insert(arg, arg_copy);
            }
            let mut next = self.ir.first_op(block);
            while let Some(op) = next {
                next = self.ir.next(op);
                let op_copy = self.shell(op);
                self.ir.insert(op_copy, InsertPoint::End(copy));
            }
        }
    }

    fn finish(&mut self) {
        while let Some((from, to)) = self.open.pop() {
            self.fill(from, to);
        }
        for op in std::mem::take(&mut self.made) {
            for index in 0..self.ir.operand_count(op) {
                let value = self.ir.operand(op, index);
                let copy = self.mapping.value(value);
                if copy != value {
                    self.ir.set_operand(op, index, copy);
                }
            }
            for index in 0..self.ir.successors(op).len() {
                let block = self.mapping.block(self.ir.successors(op)[index]);
                self.ir.set_successor(op, index, block);
            }
        }
    }
}
