//! What every engine asks of a pattern before it looks at its parts.

use base::{Diagnostic, codes};
use dialects::pdl;
use ir::{Block, Ir, Op, OpCode, Value, op_error};
use rustc_hash::FxHashSet;

/// The most operations that a pattern may have. Lowering, types that do not follow from names, and chips take time and memory that go with the square of this, or more.
pub const MOST_OPERATIONS: usize = 4096;

/// Why no engine takes a pattern, if that is so: it has too many operations, one that names an attribute twice, or a value that no program has or that is of no operation of the pattern.
pub fn fault(ir: &Ir, pattern: Op) -> Option<Diagnostic> {
    let block = ir.entry(ir.region(pattern, 0)).expect("a pattern has a block");
    let count = ir.block_ops(block).filter(|op| ir.code(*op) == pdl::OPERATION).count();
    if count > MOST_OPERATIONS {
        let message = format!("the pattern has {count} operations, and {MOST_OPERATIONS} are the most");
        let diagnostic = Diagnostic::error(codes::PATTERN_SIZE, ir.ctx.span(ir.loc(pattern)), message);
        return Some(diagnostic.hint("match its parts with patterns of their own"));
    }
    if let Some(diagnostic) = attribute_again(ir, pattern) {
        return Some(diagnostic);
    }
    // An argument of the block is given by nobody.
    if let Some(argument) = ir.args(block).first() {
        return Some(unreached(ir, *argument));
    }
    result_below_zero(ir, pattern).or_else(|| only_named(ir, block).map(|value| unreached(ir, value)))
}

/// A value that the pattern names without saying where it is: no operation to be matched has it, and it is no constant.
fn only_named(ir: &Ir, block: Block) -> Option<Value> {
    let users_among = |op: Op, codes: &[OpCode]| {
        let is_one = |user: &Op| codes.contains(&ir.code(*user)) && ir.parent_block(*user) == Some(block);
        ir.users(ir.result(op, 0)).filter(is_one).collect::<Vec<Op>>()
    };
    let is_operations = |op: Op| !users_among(op, &[pdl::OPERATION]).is_empty();
    let types_of = [pdl::ATTRIBUTE, pdl::OPERAND, pdl::OPERANDS];
    let is_there = |op: Op| is_operations(op) || users_among(op, &types_of).into_iter().any(is_operations);
    let mut names = ir.block_ops(block).filter(|op| match ir.code(*op) {
        pdl::OPERAND | pdl::OPERANDS => true,
        pdl::ATTRIBUTE => ir.attr(*op, "value").is_none(),
        pdl::TYPE => ir.attr(*op, "constantType").is_none(),
        pdl::TYPES => ir.attr(*op, "constantTypes").is_none(),
        _ => false,
    });
    names.find(|op| !is_there(*op)).map(|op| ir.result(op, 0))
}

/// That an operation names an attribute twice, to be matched or to be made.
fn attribute_again(ir: &Ir, pattern: Op) -> Option<Diagnostic> {
    let mut operations = ir.walk(pattern).into_iter().filter(|op| ir.code(*op) == pdl::OPERATION);
    operations.find_map(|op| {
        let names = ir.attr(op, "attributeValueNames").and_then(|names| pdl::items(&ir.ctx, names))?;
        let mut named = FxHashSet::default();
        let again = names.iter().find(|name| !named.insert(**name))?;
        let name = ir.ctx.str_value(*again).expect("names of attributes are strings");
        let message = format!("names the attribute `{name}` twice, and an operation has one of a name");
        Some(op_error(ir, op, codes::PATTERN_ATTRIBUTE_AGAIN, message))
    })
}

/// That an index of results is below zero. `pdl` takes any number of 32 bits, in MLIR as here; MLIR's lowering then makes what its verifier refuses.
fn result_below_zero(ir: &Ir, pattern: Op) -> Option<Diagnostic> {
    let is_result = |op: &Op| [pdl::RESULT, pdl::RESULTS].contains(&ir.code(*op));
    let mut results = ir.walk(pattern).into_iter().filter(is_result);
    results.find_map(|op| {
        let index = ir.int_attr(op, "index").filter(|index| *index < 0)?;
        let message = format!("its index is {index} as a number of 32 bits, and results are counted from 0");
        Some(op_error(ir, op, codes::PATTERN_UNREACHED, message))
    })
}

/// That a matcher does not get to a value.
pub fn unreached(ir: &Ir, value: Value) -> Diagnostic {
    let message = "no way leads from the root of the pattern to it";
    Diagnostic::error(codes::PATTERN_UNREACHED, ir.ctx.span(ir.value_loc(value)), message)
}
