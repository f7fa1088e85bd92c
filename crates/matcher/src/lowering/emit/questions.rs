//! Questions as terminators.

use crate::lowering::make;
use crate::lowering::predicate::{Question, is_range};
use base::Bits;
use dialects::pdl_interp as interp;
use ir::{Attr, Block, Ir, Loc, OpCode, OpState, Type, TypeKind, Value, dense};

/// Where a question leads: to a block for each answer, or for yes, or else elsewhere.
pub(super) struct Ways<'a> {
    /// The answers; none if the answer is yes.
    pub(super) answers: &'a [Attr],
    /// The blocks, one an answer, or one for yes.
    pub(super) blocks: &'a [Block],
    /// Where all others go.
    pub(super) otherwise: Block,
}

/// The terminator that asks a question about values.
pub(super) fn terminator(
    ir: &mut Ir,
    loc: Loc,
    question: &Question,
    values: &[Value],
    ways: &Ways<'_>,
) -> OpState {
    match ways.answers {
        [] => yes_or_no(ir, loc, question, values, ways),
        [answer] => {
            let (code, _, name) = codes(ir, question, values);
            two_ways(loc, code, values, ways).prop(ir, name, *answer)
        }
        _ => switch(ir, loc, question, values, ways),
    }
}

fn two_ways(loc: Loc, code: OpCode, values: &[Value], ways: &Ways<'_>) -> OpState {
    OpState::new(code, loc).operands(values).successor(ways.blocks[0]).successor(ways.otherwise)
}

/// A question whose answer is yes or no.
fn yes_or_no(ir: &mut Ir, loc: Loc, question: &Question, values: &[Value], ways: &Ways<'_>) -> OpState {
    match question {
        Question::NotNull => two_ways(loc, interp::IS_NOT_NULL, values, ways),
        Question::Equal(_) => two_ways(loc, interp::ARE_EQUAL, values, ways),
        Question::OperandsAtLeast(least) | Question::ResultsAtLeast(least) => {
            let of_operands = matches!(question, Question::OperandsAtLeast(_));
            let code = if of_operands { interp::CHECK_OPERAND_COUNT } else { interp::CHECK_RESULT_COUNT };
            let least = make::count(ir, *least);
            let state = two_ways(loc, code, values, ways).prop(ir, "count", least);
            state.prop(ir, "compareAtLeast", Attr::UNIT)
        }
        Question::Native { name, results, negated, .. } => {
            let name = ir.ctx[*name].to_owned();
            let name = ir.ctx.str_attr(&name);
            let negated = ir.ctx.bool_attr(*negated);
            // What it looks at begins with the root, which stands for all of them.
            let state = two_ways(loc, interp::APPLY_CONSTRAINT, &values[1..], ways).results(results);
            state.prop(ir, "name", name).prop(ir, "isNegated", negated)
        }
        _ => unreachable!("all other questions have answers of their own"),
    }
}

/// A question that is asked for several answers.
fn switch(ir: &mut Ir, loc: Loc, question: &Question, values: &[Value], ways: &Ways<'_>) -> OpState {
    let (_, code, _) = codes(ir, question, values);
    let cases = match question {
        Question::OperandCount | Question::ResultCount => numbers(ir, ways.answers),
        _ => ir.ctx.array_attr(ways.answers),
    };
    let mut state = OpState::new(code, loc).operands(values).successor(ways.otherwise);
    state.successors.extend(ways.blocks);
    state.prop(ir, "caseValues", cases)
}

/// The operation for one answer, the one for several, and what the first calls the answer.
fn codes(ir: &Ir, question: &Question, values: &[Value]) -> (OpCode, OpCode, &'static str) {
    match question {
        Question::Name => (interp::CHECK_OPERATION_NAME, interp::SWITCH_OPERATION_NAME, "name"),
        Question::OperandCount => (interp::CHECK_OPERAND_COUNT, interp::SWITCH_OPERAND_COUNT, "count"),
        Question::ResultCount => (interp::CHECK_RESULT_COUNT, interp::SWITCH_RESULT_COUNT, "count"),
        Question::Attribute => (interp::CHECK_ATTRIBUTE, interp::SWITCH_ATTRIBUTE, "constantValue"),
        Question::Type if is_range(ir, values[0]) => (interp::CHECK_TYPES, interp::SWITCH_TYPES, "types"),
        Question::Type => (interp::CHECK_TYPE, interp::SWITCH_TYPE, "type"),
        _ => unreachable!("all other questions are answered by yes or no"),
    }
}

/// Numbers as the cases of a switch.
fn numbers(ir: &mut Ir, answers: &[Attr]) -> Attr {
    let shape = [(answers.len() as u64, false)].into();
    let vector = ir.ctx.ty(TypeKind::Vector { shape, element: Type::I32 });
    let number = |answer: &Attr| ir.ctx.scalar_bits(*answer).expect("a count is a number").clone();
    let numbers: Vec<Bits> = answers.iter().map(number).collect();
    dense::dense_attr(&mut ir.ctx, vector, &numbers)
}
