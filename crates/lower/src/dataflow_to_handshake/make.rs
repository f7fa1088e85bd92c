//! Making the operations of the elastic level beside those of the stream level.
//!
//! The body is a graph: an operation may use the result of a later one. So operations are made without operands first, and
//! get them when there is a new value for every old one.

use base::{Bits, Str};
use dialects::arith::IntPredicate;
use dialects::{dataflow, handshake};
use ir::dense;
use ir::{
    Attr, AttrKind, Block, Builder, InsertPoint, Ir, Loc, Op, OpCode, OpState, Region, Type, TypeKind, Value,
};
use rustc_hash::FxHashMap;

/// An operand that is still to be connected.
#[derive(Clone, Copy)]
pub enum Source {
    /// What a value of the stream level will be.
    Old(Value),
    /// A channel.
    New(Value),
}

/// The new body, as far as it is made.
pub struct Maker<'a> {
    /// The IR.
    pub ir: &'a mut Ir,
    block: Block,
    index_bits: u32,
    /// Where the operations that are made come from.
    loc: Loc,
    /// What the old values are now.
    now: FxHashMap<Value, Source>,
    open: Vec<(Op, Vec<Source>)>,
}

impl<'a> Maker<'a> {
    /// A new body, with an argument for every argument of the old one.
    pub fn new(ir: &'a mut Ir, region: Region, old: Block, index_bits: u32) -> Maker<'a> {
        let block = ir.add_block(region);
        let mut maker =
            Maker { ir, block, index_bits, loc: Loc::UNKNOWN, now: FxHashMap::default(), open: Vec::new() };
        for arg in maker.ir.args(old).to_vec() {
            let ty = maker.elastic(maker.ir.ty(arg));
            let new = maker.ir.add_argument(block, ty, maker.ir.value_loc(arg));
            maker.ir.set_value_name(new, maker.ir.value_name(arg));
            maker.now.insert(arg, Source::New(new));
        }
        maker
    }

    /// Connects all operands, puts the new body in the place of the old one, and gives it.
    pub fn finish(mut self, kernel: Op, old: Block) -> Block {
        for (op, sources) in std::mem::take(&mut self.open) {
            let values: Vec<Value> = sources.into_iter().map(|source| self.resolve(source)).collect();
            self.ir.set_operands(op, &values);
        }
        self.ir.erase_block(old);
        let end = self.ir.terminator(self.block).expect("the terminator was made again");
        let inputs: Vec<Type> = self.ir.args(self.block).iter().map(|arg| self.ir.ty(*arg)).collect();
        let results: Vec<Type> = self.ir.operands(end).map(|value| self.ir.ty(value)).collect();
        let ty = self.ir.ctx.fn_ty(&inputs, &results);
        let ty = self.ir.ctx.type_attr(ty);
        self.ir.set_attr(kernel, "function_type", Some(ty));
        self.block
    }

    fn resolve(&self, mut source: Source) -> Value {
        loop {
            match source {
                Source::New(value) => return value,
                Source::Old(value) => source = self.now[&value],
            }
        }
    }

    // ----- types -----

    /// The data of a type at the elastic level: an index is an integer.
    fn data(&mut self, ty: Type) -> Type {
        if ty == Type::INDEX {
            return self.ir.ctx.int_ty(self.index_bits);
        }
        match dataflow::tagged(&self.ir.ctx, ty) {
            Some((value, tag)) => {
                let value = self.data(value);
                dataflow::tagged_ty(&mut self.ir.ctx, value, tag)
            }
            None => ty,
        }
    }

    /// The type at the elastic level.
    pub fn elastic(&mut self, ty: Type) -> Type {
        if let TypeKind::Memref { shape, element, layout, space } = self.ir.ctx[ty].clone() {
            let element = self.data(element);
            return self.ir.ctx.ty(TypeKind::Memref { shape, element, layout, space });
        }
        let data = self.data(ty);
        handshake::lift(&mut self.ir.ctx, data)
    }

    /// The bits of a value of the stream level in the circuit.
    pub fn width(&self, value: Value) -> u32 {
        handshake::payload_width(&self.ir.ctx, self.ir.ty(value), self.index_bits).unwrap_or(0)
    }

    /// The channel of integers of so many bits.
    pub fn int(&mut self, width: u32) -> Type {
        let ty = self.ir.ctx.int_ty(width);
        handshake::channel_ty(&mut self.ir.ctx, ty)
    }

    // ----- operations -----

    /// Makes an operation; the operands are connected in the end.
    pub fn build(&mut self, state: OpState, sources: Vec<Source>) -> Op {
        let op = Builder::new(self.ir, InsertPoint::End(self.block), self.loc).build(state);
        self.open.push((op, sources));
        op
    }

    /// Makes an operation of one result.
    pub fn value(&mut self, code: OpCode, sources: &[Source], ty: Type) -> Source {
        let state = OpState::new(code, self.loc).results(&[ty]);
        let op = self.build(state, sources.to_vec());
        Source::New(self.ir.result(op, 0))
    }

    /// A comparison.
    pub fn compare(&mut self, predicate: IntPredicate, a: Source, b: Source) -> Source {
        let predicate = self.ir.ctx.int_attr(predicate.number(), Type::I64);
        let ty = self.int(1);
        let state =
            OpState::new(handshake::CMPI, self.loc).results(&[ty]).prop(self.ir, "predicate", predicate);
        let op = self.build(state, vec![a, b]);
        Source::New(self.ir.result(op, 0))
    }

    /// A token that is always there.
    pub fn source(&mut self) -> Source {
        let ty = handshake::control_ty(&mut self.ir.ctx);
        self.value(handshake::SOURCE, &[], ty)
    }

    /// A number that is always there.
    pub fn number(&mut self, bits: Bits) -> Source {
        let source = self.source();
        let ty = self.ir.ctx.int_ty(bits.width());
        let value = self.ir.ctx.attr(AttrKind::Integer { value: bits, ty });
        self.constant(source, value, ty)
    }

    fn constant(&mut self, trigger: Source, value: Attr, ty: Type) -> Source {
        let channel = handshake::channel_ty(&mut self.ir.ctx, ty);
        let state =
            OpState::new(handshake::CONSTANT, self.loc).results(&[channel]).prop(self.ir, "value", value);
        let op = self.build(state, vec![trigger]);
        Source::New(self.ir.result(op, 0))
    }

    // ----- whole operations of the stream level -----

    /// From now on operations come from where this one came from.
    pub fn begin(&mut self, op: Op) {
        self.loc = self.ir.loc(op);
    }

    /// Makes an operation again under a code, with its own attributes as far as that has them, and its others.
    pub fn same(&mut self, op: Op, code: OpCode) {
        self.begin(op);
        let results: Vec<Type> = self.ir.results(op).map(|value| self.ir.ty(value)).collect();
        let results: Vec<Type> = results.into_iter().map(|ty| self.elastic(ty)).collect();
        let mut state = OpState::new(code, self.loc).results(&results);
        let props = self.ir.ctx.dict(self.ir.props(op)).to_vec();
        let renamed = code != self.ir.code(op);
        for (name, value) in props {
            // What a unit does not have is a promise of the program (`overflow`, `fastmath`), which nobody needs any more.
            let is_own =
                self.ir.ctx.registry.def(code).is_some_and(|def| def.attr(&self.ir.ctx[name]).is_some());
            if is_own || !renamed {
                let value = self.contents(op, name, value);
                state.props.push((name, value));
            }
        }
        state.attrs = self.ir.ctx.dict(self.ir.attrs(op)).to_vec();
        let sources = self.ir.operands(op).map(Source::Old).collect();
        let new = self.build(state, sources);
        let values: Vec<Value> = self.ir.results(new).collect();
        for (old, new) in self.ir.results(op).zip(values) {
            self.become_value(old, new);
        }
    }

    /// A literal of a type of the stream level as one of the elastic level.
    fn literal(&mut self, given: Attr, old: Type) -> Attr {
        let ty = self.data(old);
        if ty == old {
            return given;
        }
        let Some(bits) = self.ir.ctx.bits_of(given, old) else { return given };
        // An index inside of a tagged value has its tag above it.
        let tag = bits.extract(64, bits.width() - 64);
        let bits = Bits::concat(&tag, &bits.trunc(self.index_bits));
        self.ir.ctx.attr_of_bits(bits, ty).unwrap_or(given)
    }

    /// An attribute of an operation that holds values of its result: what a memory or a channel holds in the beginning.
    fn contents(&mut self, op: Op, name: Str, given: Attr) -> Attr {
        match (self.ir.code(op), &self.ir.ctx[name]) {
            (handshake::INIT, "initial") => self.literal(given, self.ir.ty(self.ir.result(op, 0))),
            (handshake::RAM, "initialValue") => {
                let Some(TypeKind::Tensor { shape, element: Type::INDEX, encoding }) =
                    self.ir.ctx.attr_ty(given).map(|ty| self.ir.ctx[ty].clone())
                else {
                    return given;
                };
                let elements = dense::elements(&self.ir.ctx, given);
                let elements: Vec<Bits> =
                    elements.into_iter().flatten().map(|bits| bits.trunc(self.index_bits)).collect();
                let element = self.data(Type::INDEX);
                let ty = self.ir.ctx.ty(TypeKind::Tensor { shape, element, encoding });
                dense::dense_attr(&mut self.ir.ctx, ty, &elements)
            }
            _ => given,
        }
    }

    /// Makes a constant again with another trigger.
    pub fn constant_like(&mut self, op: Op, trigger: Source) {
        self.begin(op);
        let old = self.ir.result(op, 0);
        let ty = self.data(self.ir.ty(old));
        let given = self.ir.attr(op, "value").expect("a verified constant has a value");
        let value = self.literal(given, self.ir.ty(old));
        let new = self.constant(trigger, value, ty);
        if let Source::New(value) = new {
            let attrs = self.ir.attrs(op);
            let made = self.ir.defining_op(value).expect("a constant was made");
            self.ir.set_attrs(made, attrs);
            self.become_value(old, value);
        }
    }

    /// The result of an operation is its operand.
    pub fn alias(&mut self, op: Op) {
        let (operand, result) = (self.ir.operand(op, 0), self.ir.result(op, 0));
        self.now.insert(result, Source::Old(operand));
    }

    /// The results of an operation are these.
    pub fn becomes(&mut self, op: Op, values: &[Source]) {
        for (old, new) in self.ir.results(op).zip(values) {
            match new {
                Source::New(value) => self.become_value(old, *value),
                old_source => drop(self.now.insert(old, *old_source)),
            }
        }
    }

    fn become_value(&mut self, old: Value, new: Value) {
        self.ir.set_value_name(new, self.ir.value_name(old));
        self.now.insert(old, Source::New(new));
    }
}
