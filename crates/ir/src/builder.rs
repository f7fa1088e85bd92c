//! Making operations: [`OpState`] collects what an operation will be, [`Builder`] puts operations at a place.

use crate::attrs::Attr;
use crate::loc::Loc;
use crate::registry::OpCode;
use crate::storage::{Block, InsertPoint, Ir, Op, Region, Value};
use crate::types::Type;
use base::Str;

/// Everything an operation is made of.
#[derive(Clone, Debug)]
pub struct OpState {
    /// What it is.
    pub code: OpCode,
    /// Where it comes from.
    pub loc: Loc,
    /// Operands.
    pub operands: Vec<Value>,
    /// One type a result.
    pub result_types: Vec<Type>,
    /// Its own attributes (MLIR's properties).
    pub props: Vec<(Str, Attr)>,
    /// Other attributes.
    pub attrs: Vec<(Str, Attr)>,
    /// Detached regions.
    pub regions: Vec<Region>,
    /// Successors.
    pub successors: Vec<Block>,
}

impl OpState {
    /// An operation with nothing but a code.
    pub fn new(code: OpCode, loc: Loc) -> OpState {
        OpState {
            code,
            loc,
            operands: Vec::new(),
            result_types: Vec::new(),
            props: Vec::new(),
            attrs: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// With these operands, after those it has.
    pub fn operands(mut self, values: &[Value]) -> OpState {
        self.operands.extend_from_slice(values);
        self
    }

    /// With results of these types, after those it has.
    pub fn results(mut self, types: &[Type]) -> OpState {
        self.result_types.extend_from_slice(types);
        self
    }

    /// With one of its own attributes.
    pub fn prop(mut self, ir: &mut Ir, name: &str, value: Attr) -> OpState {
        let name = ir.ctx.str(name);
        self.props.push((name, value));
        self
    }

    /// With a detached region.
    pub fn region(mut self, region: Region) -> OpState {
        self.regions.push(region);
        self
    }

    /// With a successor.
    pub fn successor(mut self, block: Block) -> OpState {
        self.successors.push(block);
        self
    }
}

/// Puts operations one after the other at a place.
pub struct Builder<'a> {
    /// The IR that is built.
    pub ir: &'a mut Ir,
    /// Where the next operation goes.
    pub at: InsertPoint,
    /// The location the next operation gets.
    pub loc: Loc,
}

impl<'a> Builder<'a> {
    /// A builder at a place.
    pub fn new(ir: &'a mut Ir, at: InsertPoint, loc: Loc) -> Builder<'a> {
        Builder { ir, at, loc }
    }

    /// Makes an operation and puts it at the place; the next one follows it.
    pub fn build(&mut self, state: OpState) -> Op {
        let op = self.ir.create(state);
        self.ir.insert(op, self.at);
        if !matches!(self.at, InsertPoint::End(_)) {
            self.at = InsertPoint::After(op);
        }
        op
    }

    /// Makes an operation of operands and result types only.
    pub fn op(&mut self, code: OpCode, operands: &[Value], results: &[Type]) -> Op {
        self.build(OpState::new(code, self.loc).operands(operands).results(results))
    }

    /// As [`Builder::op`] for an operation with one result, which is returned.
    pub fn value(&mut self, code: OpCode, operands: &[Value], result: Type) -> Value {
        let op = self.op(code, operands, &[result]);
        self.ir.result(op, 0)
    }
}
