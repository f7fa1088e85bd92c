//! The operations that only fetch or compare, each as a part of an instruction. What the verifier has seen to is relied on.

use super::Numbers;
use crate::interp::Handle;
use crate::interp::code::{Change, Count, Fetch, Group, Reg, Switch, Test};
use dialects::{pdl, pdl_interp as pi};
use ir::{Attr, AttrKind, Ir, Op, OpCode, Type, dense};

/// What an operation without successors fetches.
pub(super) fn fetch(ir: &mut Ir, op: Op, numbers: &Numbers) -> Option<Fetch> {
    let of = |ir: &Ir| numbers.reg(ir.operand(op, 0));
    Some(match ir.code(op) {
        pi::CREATE_ATTRIBUTE => Fetch::Constant(Handle::Attr(ir.attr(op, "value")?)),
        pi::CREATE_TYPE => Fetch::Constant(Handle::Type(type_of(ir, ir.attr(op, "value")?)?)),
        pi::CREATE_TYPES => Fetch::Constant(Handle::Types(types_of(ir, ir.attr(op, "value")?).into())),
        pi::CREATE_RANGE => {
            let parts = numbers.regs(ir.operands(op));
            let range = ir.ty(ir.result(op, 0));
            if range == pdl::types_ty(&mut ir.ctx) {
                Fetch::TypeRange { parts }
            } else {
                Fetch::ValueRange { parts }
            }
        }
        pi::GET_OPERAND => Fetch::Operand { op: of(ir), index: number(ir, op, "index")? },
        pi::GET_OPERANDS => Fetch::Operands { op: of(ir), group: group(ir, op) },
        pi::GET_RESULT => Fetch::Result { op: of(ir), index: number(ir, op, "index")? },
        pi::GET_RESULTS => Fetch::Results { op: of(ir), group: group(ir, op) },
        pi::GET_DEFINING_OP => Fetch::DefiningOp { value: of(ir) },
        pi::GET_USERS => Fetch::Users { value: of(ir), codes: codes_of_users(ir, op) },
        pi::GET_VALUE_TYPE => Fetch::ValueType { value: of(ir) },
        pi::GET_ATTRIBUTE => {
            let name = ir.str_attr(op, "name")?.to_string();
            Fetch::Attribute { op: of(ir), name: ir.ctx.str(&name) }
        }
        pi::GET_ATTRIBUTE_TYPE => Fetch::AttributeType { attr: of(ir) },
        pi::EXTRACT => Fetch::Extract { range: of(ir), index: number(ir, op, "index")? },
        _ => return None,
    })
}

/// The opcodes of the users that a `pdl_interp.get_users` is for, if they are only looked at in a loop whose rounds begin with that question and end without one of these.
/// The others would be asked for their opcodes, each at every root that uses the value, too.
fn codes_of_users(ir: &mut Ir, op: Op) -> Option<Box<[OpCode]>> {
    let users = ir.result(op, 0);
    let each =
        ir.users(users).next().filter(|user| ir.has_one_use(users) && ir.code(*user) == pi::FOREACH)?;
    let body = ir.entry(ir.region(each, 0))?;
    // What stands before the question is done for all users.
    let asks = ir.last_op(body).filter(|asks| ir.first_op(body) == Some(*asks))?;
    if !ir.operands(asks).eq(ir.args(body).iter().copied()) {
        return None;
    }
    let (names, otherwise) = match ir.code(asks) {
        pi::CHECK_OPERATION_NAME => (vec![ir.attr(asks, "name")?], 1),
        pi::SWITCH_OPERATION_NAME => (items(ir, ir.attr(asks, "caseValues")?).to_vec(), 0),
        _ => return None,
    };
    let ends = ir.first_op(ir.successors(asks)[otherwise])?;
    (ir.code(ends) == pi::CONTINUE).then(|| names.into_iter().filter_map(|name| code_of(ir, name)).collect())
}

/// What a terminator with two successors asks.
pub(super) fn test(ir: &mut Ir, op: Op, numbers: &Numbers) -> Option<Test> {
    let of = |ir: &Ir| numbers.reg(ir.operand(op, 0));
    Some(match ir.code(op) {
        pi::IS_NOT_NULL => Test::NotNull(of(ir)),
        pi::ARE_EQUAL => Test::Equal(of(ir), numbers.reg(ir.operand(op, 1))),
        pi::CHECK_OPERATION_NAME => {
            let name = ir.attr(op, "name")?;
            Test::Name(of(ir), code_of(ir, name)?)
        }
        pi::CHECK_OPERAND_COUNT => Test::OperandCount(of(ir), count(ir, op)?),
        pi::CHECK_RESULT_COUNT => Test::ResultCount(of(ir), count(ir, op)?),
        pi::CHECK_TYPE => Test::Type(of(ir), type_of(ir, ir.attr(op, "type")?)?),
        pi::CHECK_TYPES => Test::Types(of(ir), types_of(ir, ir.attr(op, "types")?).into()),
        pi::CHECK_ATTRIBUTE => Test::Attribute(of(ir), ir.attr(op, "constantValue")?),
        _ => return None,
    })
}

/// What a terminator with a successor for every case asks.
pub(super) fn switch(ir: &mut Ir, op: Op, numbers: &Numbers) -> Option<Switch> {
    let reg: Reg = numbers.reg(ir.operands(op).next()?);
    let cases = ir.attr(op, "caseValues")?;
    Some(match ir.code(op) {
        pi::SWITCH_OPERATION_NAME => {
            let names = items(ir, cases).to_vec();
            Switch::Name(reg, names.into_iter().filter_map(|name| code_of(ir, name)).collect())
        }
        pi::SWITCH_OPERAND_COUNT => Switch::OperandCount(reg, counts(ir, cases)),
        pi::SWITCH_RESULT_COUNT => Switch::ResultCount(reg, counts(ir, cases)),
        pi::SWITCH_TYPE => Switch::Type(reg, types_of(ir, cases).into()),
        pi::SWITCH_TYPES => {
            Switch::Types(reg, items(ir, cases).iter().map(|list| types_of(ir, *list).into()).collect())
        }
        pi::SWITCH_ATTRIBUTE => Switch::Attribute(reg, items(ir, cases).into()),
        _ => return None,
    })
}

/// What an operation of a rewriter changes, but for calls.
pub(super) fn change(ir: &mut Ir, op: Op, numbers: &Numbers) -> Option<Change> {
    let of = |ir: &Ir| numbers.reg(ir.operand(op, 0));
    Some(match ir.code(op) {
        pi::REPLACE => Change::Replace { op: of(ir), values: numbers.regs(ir.group_operands(op, 1)) },
        pi::ERASE => Change::Erase { op: of(ir) },
        pi::CREATE_OPERATION => {
            let name = ir.attr(op, "name")?;
            let names = items(ir, ir.attr(op, "inputAttributeNames")?).to_vec();
            let names: Vec<String> =
                names.into_iter().filter_map(|name| Some(ir.ctx.str_value(name)?.to_string())).collect();
            let names = names.into_iter().map(|name| ir.ctx.str(&name)).collect::<Vec<_>>();
            let values = numbers.regs(ir.group_operands(op, 1));
            let is_inferred = ir.attr(op, "inferredResultTypes").is_some();
            Change::Create {
                to: numbers.reg(ir.result(op, 0)),
                code: code_of(ir, name)?,
                operands: numbers.regs(ir.group_operands(op, 0)),
                attrs: names.into_iter().zip(values).collect(),
                results: (!is_inferred).then(|| numbers.regs(ir.group_operands(op, 2))),
            }
        }
        _ => return None,
    })
}

fn number(ir: &Ir, op: Op, name: &str) -> Option<u32> {
    u32::try_from(ir.int_attr(op, name)?).ok()
}

fn group(ir: &mut Ir, op: Op) -> Group {
    let single = ir.ty(ir.result(op, 0)) == pdl::value_ty(&mut ir.ctx);
    Group { index: number(ir, op, "index"), single }
}

fn count(ir: &Ir, op: Op) -> Option<Count> {
    let count = number(ir, op, "count")? as usize;
    Some(Count { count, at_least: ir.attr(op, "compareAtLeast").is_some() })
}

fn code_of(ir: &mut Ir, name: Attr) -> Option<OpCode> {
    let name = ir.ctx.str_value(name)?.to_string();
    Some(ir.ctx.op_code(&name))
}

fn items(ir: &Ir, attr: Attr) -> &[Attr] {
    pdl::items(&ir.ctx, attr).unwrap_or_default()
}

fn type_of(ir: &Ir, attr: Attr) -> Option<Type> {
    match ir.ctx[attr] {
        AttrKind::Type(ty) => Some(ty),
        _ => None,
    }
}

fn types_of(ir: &Ir, attr: Attr) -> Vec<Type> {
    items(ir, attr).iter().filter_map(|item| type_of(ir, *item)).collect()
}

/// The numbers of a dense attribute of `i32`, which MLIR reads without a sign.
fn counts(ir: &Ir, attr: Attr) -> Box<[usize]> {
    let elements = dense::elements(&ir.ctx, attr).into_iter().flatten();
    elements.map(|bits| bits.to_u64().unwrap_or(u64::MAX) as usize).collect()
}
