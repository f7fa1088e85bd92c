//! Storage: operations, blocks, regions, values and uses as dense ids in plain vectors.
//!
//! Operations of a block form a linked list, so that inserting and removing is constant time; the operands of an
//! operation are a run of consecutive [`Use`]s, and the uses of a value a linked list through them, so that "who uses
//! this" and "what does this use" are both a walk without searching. An erased entity keeps its id and is never reused.

mod attrs;
mod groups;
mod uses;

use crate::attrs::Attr;
use crate::builder::OpState;
use crate::context::Context;
use crate::loc::Loc;
use crate::opdef::{OpDef, Trait};
use crate::registry::OpCode;
use crate::types::Type;
use base::{IdMap, Str, id};

id! {
    /// An operation.
    pub struct Op;
}
id! {
    /// A basic block.
    pub struct Block;
}
id! {
    /// A region: a list of blocks inside an operation.
    pub struct Region;
}
id! {
    /// A value: a result of an operation or an argument of a block.
    pub struct Value;
}
id! {
    /// One operand of one operation.
    pub struct Use;
}

/// What makes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result number `index` of an operation.
    Result(Op, u32),
    /// Argument number `index` of a block.
    Argument(Block, u32),
    /// Nothing yet: the parser has met a use before the definition. Never seen outside of it.
    Forward,
}

#[derive(Clone)]
struct OpData {
    code: OpCode,
    loc: Loc,
    first_operand: u32,
    operand_count: u32,
    /// Uses that are this operation's from `first_operand` on; those past the count are nobody's.
    operand_capacity: u32,
    first_result: u32,
    result_count: u32,
    props: Attr,
    attrs: Attr,
    /// Most operations have none of these.
    inner: Option<Box<Inner>>,
    parent: Option<Block>,
    prev: Option<Op>,
    next: Option<Op>,
    erased: bool,
}

/// The regions and successors of an operation.
#[derive(Clone, Default)]
struct Inner {
    regions: Vec<Region>,
    successors: Vec<Block>,
}

#[derive(Clone, Default)]
struct BlockData {
    args: Vec<Value>,
    first: Option<Op>,
    last: Option<Op>,
    parent: Option<Region>,
    /// How many successors of operations it is.
    edges_into: u32,
}

#[derive(Clone, Default)]
struct RegionData {
    blocks: Vec<Block>,
    parent: Option<Op>,
}

#[derive(Clone)]
struct ValueData {
    def: ValueDef,
    ty: Type,
    loc: Loc,
    name: Option<Str>,
    first_use: Option<Use>,
}

#[derive(Clone)]
struct UseData {
    value: Value,
    op: Op,
    prev: Option<Use>,
    next: Option<Use>,
}

/// Where to insert an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// At the end of a block.
    End(Block),
    /// At the start of a block.
    Start(Block),
    /// Before an operation.
    Before(Op),
    /// After an operation.
    After(Op),
}

/// The IR: a context and everything written in it.
#[derive(Clone)]
pub struct Ir {
    /// Types, attributes, strings, locations and the registry.
    pub ctx: Context,
    /// The file-level `{-# … #-}` sections, as they were written.
    pub metadata: Vec<String>,
    ops: IdMap<Op, OpData>,
    blocks: IdMap<Block, BlockData>,
    regions: IdMap<Region, RegionData>,
    values: IdMap<Value, ValueData>,
    uses: IdMap<Use, UseData>,
}

impl Ir {
    /// An empty IR.
    pub fn new(ctx: Context) -> Ir {
        Ir {
            ctx,
            metadata: Vec::new(),
            ops: IdMap::default(),
            blocks: IdMap::default(),
            regions: IdMap::default(),
            values: IdMap::default(),
            uses: IdMap::default(),
        }
    }

    /// Makes room for what a text of so many bytes usually holds, so that reading it does not copy what was read.
    pub(crate) fn reserve_for_text(&mut self, bytes: usize) {
        // Lines of common operations are 30 to 60 bytes long and have two operands.
        self.ops.reserve(bytes / 48);
        self.values.reserve(bytes / 48);
        self.uses.reserve(bytes / 24);
    }

    // ----- making -----

    /// Makes an operation that stands nowhere yet. Attributes with a default that are missing are filled in.
    pub fn create(&mut self, mut state: OpState) -> Op {
        self.create_from(&mut state)
    }

    /// As [`Ir::create`]; leaves the lists of `state` empty, but keeps their memory for the next operation.
    pub(crate) fn create_from(&mut self, state: &mut OpState) -> Op {
        let OpState { code, loc, operands, result_types, props, attrs, regions, successors } = state;
        let (code, loc) = (*code, *loc);
        let props = self.with_defaults(code, props);
        let attrs = self.ctx.dict_attr(std::mem::take(attrs));
        let op = self.ops.push(OpData {
            code,
            loc,
            first_operand: self.uses.len() as u32,
            operand_count: operands.len() as u32,
            operand_capacity: operands.len() as u32,
            first_result: self.values.len() as u32,
            result_count: result_types.len() as u32,
            props,
            attrs,
            inner: None,
            parent: None,
            prev: None,
            next: None,
            erased: false,
        });
        for value in operands.drain(..) {
            self.push_use(op, value);
        }
        for (index, ty) in (0..).zip(result_types.drain(..)) {
            self.values.push(ValueData {
                def: ValueDef::Result(op, index),
                ty,
                loc,
                name: None,
                first_use: None,
            });
        }
        if !regions.is_empty() || !successors.is_empty() {
            for region in &*regions {
                debug_assert!(self.regions[*region].parent.is_none(), "a region has one operation around it");
                self.regions[*region].parent = Some(op);
            }
            for block in &*successors {
                self.blocks[*block].edges_into += 1;
            }
            let inner = Inner { regions: std::mem::take(regions), successors: std::mem::take(successors) };
            self.ops[op].inner = Some(Box::new(inner));
        }
        op
    }

    /// The dictionary of an operation's own attributes: what was given, and the defaults of what was not.
    fn with_defaults(&mut self, code: OpCode, props: &mut Vec<(Str, Attr)>) -> Attr {
        if let Some(own) = self.ctx.registry.own_attrs(code) {
            if props.is_empty() {
                return own.defaults;
            }
            for (name, default) in &own.entries {
                if let Some(default) = default
                    && !props.iter().any(|(given, _)| given == name)
                {
                    props.push((*name, *default));
                }
            }
        }
        self.ctx.dict_attr(std::mem::take(props))
    }

    /// Makes a region that belongs to no operation yet.
    pub fn create_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }

    /// Makes a block at the end of a region.
    pub fn add_block(&mut self, region: Region) -> Block {
        let block = self.blocks.push(BlockData { parent: Some(region), ..BlockData::default() });
        self.regions[region].blocks.push(block);
        block
    }

    /// Makes a block that belongs to no region yet.
    pub fn create_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// Puts a detached block into a region at a position.
    pub fn insert_block(&mut self, region: Region, position: usize, block: Block) {
        debug_assert!(self.blocks[block].parent.is_none(), "a block stands in one region");
        self.blocks[block].parent = Some(region);
        self.regions[region].blocks.insert(position, block);
    }

    /// Takes a block out of its region; its operations stay in it.
    pub fn detach_block(&mut self, block: Block) {
        if let Some(region) = self.blocks[block].parent.take() {
            self.regions[region].blocks.retain(|b| *b != block);
        }
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let index = self.blocks[block].args.len() as u32;
        let value = self.values.push(ValueData {
            def: ValueDef::Argument(block, index),
            ty,
            loc,
            name: None,
            first_use: None,
        });
        self.blocks[block].args.push(value);
        value
    }

    /// Removes an argument, which must have no use left.
    pub fn remove_argument(&mut self, block: Block, index: usize) {
        let value = self.blocks[block].args.remove(index);
        assert!(self.values[value].first_use.is_none(), "a removed block argument has no uses");
        for (i, arg) in self.blocks[block].args.clone().into_iter().enumerate().skip(index) {
            self.values[arg].def = ValueDef::Argument(block, i as u32);
        }
    }

    /// A value that stands for a definition still to come; the parser replaces it.
    pub(crate) fn create_forward(&mut self, ty: Type, loc: Loc) -> Value {
        self.values.push(ValueData { def: ValueDef::Forward, ty, loc, name: None, first_use: None })
    }

    // ----- placing -----

    /// Puts a detached operation somewhere.
    pub fn insert(&mut self, op: Op, at: InsertPoint) {
        debug_assert!(self.ops[op].parent.is_none(), "an operation stands in one block");
        let (block, prev, next) = match at {
            InsertPoint::End(block) => (block, self.blocks[block].last, None),
            InsertPoint::Start(block) => (block, None, self.blocks[block].first),
            InsertPoint::Before(next) => (
                self.ops[next].parent.expect("the operation stands in a block"),
                self.ops[next].prev,
                Some(next),
            ),
            InsertPoint::After(prev) => (
                self.ops[prev].parent.expect("the operation stands in a block"),
                Some(prev),
                self.ops[prev].next,
            ),
        };
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (Some(block), prev, next);
        match prev {
            Some(prev) => self.ops[prev].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        match next {
            Some(next) => self.ops[next].prev = Some(op),
            None => self.blocks[block].last = Some(op),
        }
    }

    /// Takes an operation out of its block.
    pub fn detach(&mut self, op: Op) {
        let data = &mut self.ops[op];
        let (Some(block), prev, next) = (data.parent.take(), data.prev.take(), data.next.take()) else {
            return;
        };
        match prev {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
    }

    /// Moves an operation.
    pub fn move_op(&mut self, op: Op, at: InsertPoint) {
        self.detach(op);
        self.insert(op, at);
    }

    /// Erases an operation with everything in it. Uses of its results must be gone (or be inside of it).
    pub fn erase(&mut self, op: Op) {
        self.detach(op);
        // Uses first, results after: operations of the erased regions may use each other in any order.
        let mut inside = vec![op];
        let mut next = 0;
        while let Some(&op) = inside.get(next) {
            next += 1;
            for operand in self.use_range(op) {
                self.unlink_use(operand);
            }
            self.ops[op].operand_count = 0;
            self.ops[op].erased = true;
            if let Some(inner) = &self.ops[op].inner {
                for block in &inner.successors {
                    self.blocks[*block].edges_into -= 1;
                }
            }
            for region in self.regions(op).to_vec() {
                for block in self.regions[region].blocks.clone() {
                    inside.extend(self.block_ops(block));
                }
            }
        }
        for op in inside {
            for result in self.results(op) {
                assert!(
                    self.values[result].first_use.is_none(),
                    "an erased operation's results have no uses"
                );
            }
        }
    }

    /// Erases a block with everything in it; no branch may lead to it and no value of it be used outside.
    pub fn erase_block(&mut self, block: Block) {
        self.erase_block_ops(block);
        self.detach_block(block);
    }

    /// Erases several blocks of a region with everything in them; they may branch to each other and use each other's
    /// values, but nobody else may.
    pub fn erase_blocks(&mut self, region: Region, blocks: &[Block]) {
        for block in blocks {
            self.erase_block_ops(*block);
            self.blocks[*block].parent = None;
        }
        let mut kept = std::mem::take(&mut self.regions[region].blocks);
        kept.retain(|block| self.blocks[*block].parent.is_some());
        self.regions[region].blocks = kept;
    }

    fn erase_block_ops(&mut self, block: Block) {
        while let Some(op) = self.blocks[block].last {
            // In a graph region an operation may use the result of a later one, so uses go first.
            for result in self.results(op) {
                while let Some(u) = self.values[result].first_use {
                    self.unlink_use(u);
                }
            }
            self.erase(op);
        }
    }

    /// Whether an operation was erased.
    pub fn is_erased(&self, op: Op) -> bool {
        self.ops[op].erased
    }

    /// Moves the operations of `from` to the end of `to`.
    pub fn splice_to_end(&mut self, from: Block, to: Block) {
        while let Some(op) = self.blocks[from].first {
            self.move_op(op, InsertPoint::End(to));
        }
    }

    /// Splits a block before an operation; what comes from it on goes to a new block that follows.
    pub fn split_block(&mut self, op: Op) -> Block {
        let block = self.parent_block(op).expect("the operation stands in a block");
        let region = self.blocks[block].parent.expect("the block stands in a region");
        let position =
            self.regions[region].blocks.iter().position(|b| *b == block).expect("a block is in its region");
        let rest = self.create_block();
        self.insert_block(region, position + 1, rest);
        let mut next = Some(op);
        while let Some(op) = next {
            next = self.ops[op].next;
            self.move_op(op, InsertPoint::End(rest));
        }
        rest
    }

    /// Moves all blocks of a region into another at a position.
    pub fn move_blocks(&mut self, from: Region, to: Region, position: usize) {
        let blocks = std::mem::take(&mut self.regions[from].blocks);
        for block in &blocks {
            self.blocks[*block].parent = Some(to);
        }
        self.regions[to].blocks.splice(position..position, blocks);
    }

    // ----- operations -----

    /// The opcode.
    pub fn code(&self, op: Op) -> OpCode {
        self.ops[op].code
    }

    /// The record behind the opcode; `None` for an unregistered operation.
    pub fn def(&self, op: Op) -> Option<&'static OpDef> {
        self.ctx.registry.def(self.ops[op].code)
    }

    /// Whether the operation is registered and has a trait.
    pub fn has_trait(&self, op: Op, wanted: Trait) -> bool {
        self.def(op).is_some_and(|def| def.has(wanted))
    }

    /// The operation's full name.
    pub fn name(&self, op: Op) -> &str {
        self.ctx.registry.op_name(self.ops[op].code)
    }

    /// Where it comes from.
    pub fn loc(&self, op: Op) -> Loc {
        self.ops[op].loc
    }

    /// Says where it comes from.
    pub fn set_loc(&mut self, op: Op, loc: Loc) {
        self.ops[op].loc = loc;
    }

    /// Number of operands.
    pub fn operand_count(&self, op: Op) -> usize {
        self.ops[op].operand_count as usize
    }

    /// Operand number `index`.
    pub fn operand(&self, op: Op, index: usize) -> Value {
        debug_assert!(index < self.operand_count(op));
        self.uses[self.use_at(op, index)].value
    }

    /// All operands.
    pub fn operands(&self, op: Op) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + '_ {
        self.use_range(op).map(|u| self.uses[u].value)
    }

    /// The use that is operand number `index`.
    pub fn use_at(&self, op: Op, index: usize) -> Use {
        base::Id::from_index(self.ops[op].first_operand as usize + index)
    }

    fn use_range(&self, op: Op) -> impl DoubleEndedIterator<Item = Use> + ExactSizeIterator + use<> {
        let data = &self.ops[op];
        let start = data.first_operand as usize;
        (start..start + data.operand_count as usize).map(base::Id::from_index)
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let operand = self.use_at(op, index);
        self.set_use(operand, value);
    }

    /// Replaces all operands; their number may change (the sizes of operand segments are the caller's to set).
    pub fn set_operands(&mut self, op: Op, values: &[Value]) {
        for operand in self.use_range(op) {
            self.unlink_use(operand);
        }
        let capacity = self.ops[op].operand_capacity as usize;
        if values.len() > capacity {
            // Twice the room each time: operands that are added one by one leave no more behind than they take.
            let capacity = values.len().max(2 * capacity);
            self.ops[op].first_operand = self.uses.len() as u32;
            self.ops[op].operand_capacity = capacity as u32;
            for _ in 0..capacity {
                self.uses.push(UseData { value: values[0], op, prev: None, next: None });
            }
        }
        self.ops[op].operand_count = values.len() as u32;
        for (index, value) in values.iter().enumerate() {
            let operand = self.use_at(op, index);
            self.uses[operand].value = *value;
            self.link_use(operand);
        }
    }

    /// Number of results.
    pub fn result_count(&self, op: Op) -> usize {
        self.ops[op].result_count as usize
    }

    /// Result number `index`.
    pub fn result(&self, op: Op, index: usize) -> Value {
        debug_assert!(index < self.result_count(op));
        base::Id::from_index(self.ops[op].first_result as usize + index)
    }

    /// All results.
    pub fn results(&self, op: Op) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + use<> {
        let data = &self.ops[op];
        let start = data.first_result as usize;
        (start..start + data.result_count as usize).map(base::Id::from_index)
    }

    /// The regions.
    pub fn regions(&self, op: Op) -> &[Region] {
        self.ops[op].inner.as_ref().map_or(&[], |inner| &inner.regions)
    }

    /// Region number `index`.
    pub fn region(&self, op: Op, index: usize) -> Region {
        self.regions(op)[index]
    }

    /// The successors.
    pub fn successors(&self, op: Op) -> &[Block] {
        self.ops[op].inner.as_ref().map_or(&[], |inner| &inner.successors)
    }

    /// Replaces a successor.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        let inner = self.ops[op].inner.as_mut().expect("the operation has this successor");
        let old = std::mem::replace(&mut inner.successors[index], block);
        self.blocks[old].edges_into -= 1;
        self.blocks[block].edges_into += 1;
    }

    /// The block around.
    pub fn parent_block(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// The region around.
    pub fn parent_region(&self, op: Op) -> Option<Region> {
        self.blocks[self.ops[op].parent?].parent
    }

    /// The operation around.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.regions[self.parent_region(op)?].parent
    }

    /// The operation before it in its block.
    pub fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }

    /// The operation after it in its block.
    pub fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    // ----- blocks and regions -----

    /// The arguments of a block.
    pub fn args(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// The operations of a block, in order.
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks[block].first, |op| self.ops[*op].next)
    }

    /// The first operation of a block.
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    /// The last operation of a block.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// The last operation of a block, if it is a terminator (or unregistered, and so may be one).
    pub fn terminator(&self, block: Block) -> Option<Op> {
        self.blocks[block].last.filter(|op| self.def(*op).is_none_or(|def| def.has(Trait::Terminator)))
    }

    /// How many successors of operations a block is: a branch that names it twice counts twice.
    pub fn edges_into(&self, block: Block) -> usize {
        self.blocks[block].edges_into as usize
    }

    /// The region around a block.
    pub fn block_region(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent
    }

    /// The operation around a block.
    pub fn block_parent_op(&self, block: Block) -> Option<Op> {
        self.regions[self.blocks[block].parent?].parent
    }

    /// The blocks of a region, the entry block first.
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// The entry block of a region.
    pub fn entry(&self, region: Region) -> Option<Block> {
        self.regions[region].blocks.first().copied()
    }

    /// The operation around a region.
    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region].parent
    }

    // ----- values -----

    /// What makes a value.
    pub fn value_def(&self, value: Value) -> ValueDef {
        self.values[value].def
    }

    /// The operation a value is a result of.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.values[value].def {
            ValueDef::Result(op, _) => Some(op),
            _ => None,
        }
    }

    /// The block a value is defined in.
    pub fn value_block(&self, value: Value) -> Option<Block> {
        match self.values[value].def {
            ValueDef::Result(op, _) => self.ops[op].parent,
            ValueDef::Argument(block, _) => Some(block),
            ValueDef::Forward => None,
        }
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// Where a value was written: an argument's own location, or its operation's.
    pub fn value_loc(&self, value: Value) -> Loc {
        match self.values[value].def {
            ValueDef::Result(op, _) => self.ops[op].loc,
            _ => self.values[value].loc,
        }
    }

    /// The name it has in the text, without `%`.
    pub fn value_name(&self, value: Value) -> Option<Str> {
        self.values[value].name
    }

    /// Gives it a name for the text; clashes are the printer's to solve.
    pub fn set_value_name(&mut self, value: Value, name: Option<Str>) {
        self.values[value].name = name;
    }
}
