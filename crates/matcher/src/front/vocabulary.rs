//! Dialects as an alphabet.

use crate::alphabet::{Alphabet, OpKind, Opcode};
use base::{Diagnostic, Diagnostics, codes};
use dialects::irdl::legal::{Attributes, FixedOp, fixed_ops};
use ir::{Context, Dialect, OpCode, Type};
use rustc_hash::FxHashMap;

/// The operations of some dialects with what IRDL fixes of them.
pub struct Vocabulary {
    /// They as opcodes.
    pub alphabet: Alphabet,
    /// Whether operations may have attributes, and patterns ask for them.
    pub attributes: Attributes,
    ops: Vec<FixedOp>,
    opcodes: FxHashMap<OpCode, Opcode>,
}

impl Vocabulary {
    /// The vocabulary of loaded dialects; `None` when one of their operations is none that a chip takes, which `diags` says.
    pub fn new(
        ctx: &mut Context,
        dialects: &[&'static Dialect],
        attributes: Attributes,
        diags: &mut Diagnostics,
    ) -> Option<Vocabulary> {
        let mut ops = Vec::new();
        for dialect in dialects {
            ops.extend(fixed_ops(ctx, dialect, attributes, diags).unwrap_or_default());
        }
        if diags.has_errors() {
            return None;
        }
        let kind = |op: &FixedOp| OpKind {
            name: ctx.registry.op_name(op.code).to_string(),
            operands: op.operands.len() as u32,
            has_result: op.result.is_some(),
        };
        let Some(alphabet) = Alphabet::new(ops.iter().map(kind)) else {
            let message = format!("the dialects have {} operations, more than can be told apart", ops.len());
            diags.push(Diagnostic::error(codes::MATCH_MANY, None, message));
            return None;
        };
        let opcodes = ops.iter().map(|op| op.code).zip(alphabet.operations()).collect();
        Some(Vocabulary { alphabet, attributes, ops, opcodes })
    }

    /// The opcode of an operation, if it is of one of the dialects.
    pub fn opcode(&self, code: OpCode) -> Option<Opcode> {
        self.opcodes.get(&code).copied()
    }

    /// The types of an operation's operands.
    pub fn operand_types(&self, opcode: Opcode) -> &[Type] {
        &self.fixed(opcode).operands
    }

    /// The type of its result.
    pub fn result_type(&self, opcode: Opcode) -> Option<Type> {
        self.fixed(opcode).result
    }

    fn fixed(&self, opcode: Opcode) -> &FixedOp {
        &self.ops[usize::from(opcode.0 - Opcode::RESERVED)]
    }
}
