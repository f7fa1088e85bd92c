//! Reading operations as units: what an operation of an elastic graph is, as [`Unit`].

use super::ops::*;
use super::types::{data_ty, has_extra_signals, payload_width};
use super::unit::{FloatFunction, Function, Kind, MemoryPort, MemoryUnit, StreamKind, Unit};
use super::{buffer, counterpart, latency, lsq};
use crate::arith::{self, FloatPredicate, IntPredicate};
use crate::dataflow;
use base::Bits;
use ir::{Ir, Op, OpCode, Type, TypeKind, Value, ValueDef};

/// An index has as many bits wherever a value is computed; in an elastic graph there is none.
const INDEX_BITS: u32 = 64;

/// The unit that an operation is. `None` for `func`, `end`, `ram` and what has no unit: queues of loads and stores before a memory controller, controllers that have
/// one, channels with extra signals, operations of other dialects.
pub fn unit_of(ir: &Ir, op: Op) -> Option<Unit> {
    let kind = kind_of(ir, op)?;
    let widths = |values: &mut dyn Iterator<Item = Value>| -> Option<Vec<u32>> {
        let types = values.map(|value| ir.ty(value));
        types.filter(|ty| !matches!(ir.ctx[*ty], TypeKind::Memref { .. })).map(|ty| width(ir, ty)).collect()
    };
    Some(Unit { kind, inputs: widths(&mut ir.operands(op))?, outputs: widths(&mut ir.results(op))? })
}

pub(super) fn width(ir: &Ir, ty: Type) -> Option<u32> {
    if has_extra_signals(&ir.ctx, ty) { None } else { payload_width(&ir.ctx, ty, INDEX_BITS) }
}

fn kind_of(ir: &Ir, op: Op) -> Option<Kind> {
    Some(match ir.code(op) {
        BUFFER => {
            let (ty, slots) = buffer(ir, op)?;
            Kind::Buffer { ty, slots }
        }
        FORK => Kind::Fork,
        LAZY_FORK => Kind::LazyFork,
        MERGE => Kind::Merge,
        CONTROL_MERGE => Kind::ControlMerge,
        MUX => Kind::Mux,
        COND_BR => Kind::CondBr,
        BR => Kind::Br,
        SINK => Kind::Sink,
        SOURCE => Kind::Source,
        JOIN => Kind::Join,
        BLOCKER => Kind::Blocker,
        INIT => Kind::Init { initial: initial(ir, op)? },
        CONSTANT => Kind::Constant { value: constant(ir, op)? },
        LOAD if lsq::is_queued(ir, op) => Kind::QueuedLoad,
        LOAD => Kind::Load,
        STORE => Kind::Store,
        MEM_CONTROLLER => Kind::Memory(memory(ir, op)?),
        GUARD => Kind::Guard { window: window(ir, op)? },
        LSQ => Kind::Lsq(lsq::unit(ir, op)?),
        dataflow::CARRY => Kind::Carry,
        dataflow::INVARIANT => Kind::Invariant,
        dataflow::GATE => Kind::Gate,
        dataflow::STREAM => {
            let rule = dataflow::rule(ir, op)?;
            let checked =
                rule.is_none() && constant_behind(ir, ir.operand(op, 1)).is_none_or(|step| step.is_zero());
            Kind::Stream(StreamKind { rule, checked })
        }
        code => {
            let function = function_of(ir, op, code)?;
            // A comparison and a cast have the latency of what goes in, all others of both alike.
            let width = width(ir, ir.ty(ir.operand(op, 0)))?;
            let width = if code == SELECT { 0 } else { width };
            Kind::Compute { function, latency: latency(function, width) }
        }
    })
}

/// The addresses of stores that a guard can hold.
fn window(ir: &Ir, op: Op) -> Option<u32> {
    u32::try_from(ir.int_attr(op, "window")?).ok()
}

/// The bits that a constant emits.
fn constant(ir: &Ir, op: Op) -> Option<Bits> {
    let ty = data_ty(&ir.ctx, ir.ty(ir.result(op, 0)))?;
    ir.ctx.bits_of(ir.attr(op, "value")?, ty)
}

/// The data of the token that an `init` begins with: 0 unless it says otherwise.
fn initial(ir: &Ir, op: Op) -> Option<Bits> {
    let ty = ir.ty(ir.result(op, 0));
    match (ir.attr(op, "initial"), data_ty(&ir.ctx, ty)) {
        (Some(value), Some(data)) => ir.ctx.bits_of(value, data),
        _ => Some(Bits::zero(width(ir, ty)?)),
    }
}

/// The constant that a value always is, seen through what only moves tokens.
fn constant_behind(ir: &Ir, mut value: Value) -> Option<Bits> {
    // A graph may be cyclic; no chain of such units is longer than the block.
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(op) = ir.defining_op(value).filter(|op| seen.insert(*op)) {
        match ir.code(op) {
            FORK | LAZY_FORK | BUFFER | BR => value = ir.operand(op, 0),
            CONSTANT => return constant(ir, op),
            arith::CONSTANT => return ir.ctx.scalar_bits(ir.attr(op, "value")?).cloned(),
            _ => return None,
        }
    }
    None
}

/// What an operation of arithmetic computes: that of a unit, or that of the program which becomes one.
pub fn function(ir: &Ir, op: Op) -> Option<Function> {
    let code = ir.code(op);
    function_of(ir, op, counterpart(code).unwrap_or(code))
}

fn function_of(ir: &Ir, op: Op, code: OpCode) -> Option<Function> {
    Some(match code {
        ADDI => Function::Add,
        SUBI => Function::Sub,
        MULI => Function::Mul,
        DIVSI => Function::DivS,
        DIVUI => Function::DivU,
        REMSI => Function::RemS,
        REMUI => Function::RemU,
        ANDI => Function::And,
        ORI => Function::Or,
        XORI => Function::Xor,
        NOTI => Function::Not,
        SHLI => Function::Shl,
        SHRSI => Function::ShrS,
        SHRUI => Function::ShrU,
        CMPI => Function::Cmp(IntPredicate::of(ir, op)?),
        SELECT => Function::Select,
        MAXSI => Function::MaxS,
        MAXUI => Function::MaxU,
        MINSI => Function::MinS,
        MINUI => Function::MinU,
        ABSI => Function::Abs,
        EXTSI => Function::ExtS,
        EXTUI => Function::ExtU,
        TRUNCI => Function::Trunc,
        ABSF | ADDF | CMPF | DIVF | EXTF | FPTOSI | MAXIMUMF | MINIMUMF | MULF | NEGF | SITOFP | SUBF
        | TRUNCF | UITOFP => {
            let format = |value: Value| ir.ctx.float_format(data_ty(&ir.ctx, ir.ty(value))?);
            let (_, name) = ir.def(op)?.name.split_once('.')?;
            let predicate = if code == CMPF { Some(FloatPredicate::of(ir, op)?) } else { None };
            let (operand, result) = (format(ir.operand(op, 0)), format(ir.result(op, 0)));
            Function::Float(FloatFunction { name, operand, result, predicate })
        }
        _ => return None,
    })
}

// ----- memory -----

/// The ports of a memory controller, in the order of its inputs: those that come from loads, the pairs that come from stores, and all others,
/// which announce stores. `None` when a queue of loads and stores stands before the memory.
pub fn memory_ports(ir: &Ir, op: Op) -> Option<Vec<MemoryPort>> {
    let inputs: Vec<Value> = ir.group_operands(op, 2).collect();
    let mut ports = Vec::new();
    let mut rest = &inputs[..];
    while let [first, after @ ..] = rest {
        rest = after;
        ports.push(match result_of(ir, *first) {
            Some((LSQ, _, _)) => return None,
            Some((LOAD, _, 0)) => MemoryPort::Load,
            Some((STORE, store, 0)) => {
                let [data, after @ ..] = rest else { return None };
                rest = after;
                match result_of(ir, *data) {
                    Some((STORE, other, 1)) if other == store => MemoryPort::Store,
                    _ => return None,
                }
            }
            _ => MemoryPort::Announce,
        });
    }
    Some(ports)
}

/// The operation that a value is a result of, its code, and which result.
pub(super) fn result_of(ir: &Ir, value: Value) -> Option<(OpCode, Op, u32)> {
    match ir.value_def(value) {
        ValueDef::Result(op, index) => Some((ir.code(op), op, index)),
        _ => None,
    }
}

fn memory(ir: &Ir, op: Op) -> Option<MemoryUnit> {
    let memory = ir.ty(ir.operand(op, 0));
    let TypeKind::Memref { element, .. } = ir.ctx[memory] else { return None };
    Some(MemoryUnit {
        ports: memory_ports(ir, op)?,
        store_done: ir.attr(op, "storeDone").is_some(),
        words: ir::dense::element_count(&ir.ctx, memory),
        width: width(ir, element)?,
    })
}
