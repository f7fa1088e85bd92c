//! Modules as rows of numbers.
//!
//! All blocks of a module follow each other, an outer one before those inside it. Operations of other dialects are entries, too: their results are values, and nothing
//! more is known of them.

use super::patterns::{Nameless, PatternSet};
use super::vocabulary::Vocabulary;
use crate::alphabet::Opcode;
use crate::pattern::Pattern;
use crate::program::Program;
use base::{Diagnostic, Diagnostics, Id, codes};
use ir::{Block, Ir, Op, Type, Value, op_error};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A module as a program.
pub struct Encoded {
    /// The program.
    pub program: Program,
    /// For every entry the number of its operation; none for arguments and further results.
    pub numbers: Vec<Option<u32>>,
    /// The operations by their numbers: in the order of the text, from 0, without the module.
    pub ops: Vec<Op>,
}

/// The most operands of all entries together, those that an operation does not have among them: half a gigabyte.
const MOST_OPERANDS: usize = 1 << 27;

/// Reads a module; `None` when it is too large, or a pattern without a name could be laid on an operation of no dialect of the vocabulary, which `diags` says.
pub fn encode_module(
    ir: &mut Ir,
    module: Op,
    vocabulary: &Vocabulary,
    set: &PatternSet,
    diags: &mut Diagnostics,
) -> Option<Encoded> {
    let ops = ir.walk(module).split_off(1);
    let looked_at: BTreeSet<u32> = set.patterns.iter().flat_map(Pattern::looked_at).flatten().collect();
    if let Some(too_large) = too_large(ir, module, &ops, looked_at.len()) {
        diags.push(too_large);
        return None;
    }
    let program = Program::with_columns(looked_at.into_iter().collect());
    let mut rows = Rows { ir, vocabulary, set, program, of_entry: Vec::new() };
    for op in std::iter::once(&module).chain(&ops) {
        for region in ir.regions(*op) {
            for block in ir.blocks(*region) {
                rows.block(*block);
            }
        }
    }
    if !set.nameless.is_empty()
        && let Some(foreign) = ops.iter().find_map(|op| rows.undecided(*op))
    {
        diags.push(foreign);
        return None;
    }
    let Rows { mut program, of_entry, .. } = rows;
    fill_operands(ir, &mut program, &of_entry);
    fill_facts(ir, set, &mut program, &of_entry);
    let numbers = dense(ops.iter().copied().zip(0..));
    let number = |made: &Made| match made {
        Made::Operation(op) => Some(numbers[op.index()]),
        Made::Argument(_) | Made::Further(_) => None,
    };
    let numbers = of_entry.iter().map(number).collect();
    Some(Encoded { program, numbers, ops })
}

/// That there are too many operands that patterns may look at.
fn too_large(ir: &Ir, module: Op, ops: &[Op], columns: usize) -> Option<Diagnostic> {
    let regions = std::iter::once(&module).chain(ops).flat_map(|op| ir.regions(*op));
    let blocks = regions.flat_map(|region| ir.blocks(*region));
    let arguments: usize = blocks.map(|block| ir.args(*block).len()).sum();
    let entries = arguments + ops.iter().map(|op| ir.result_count(*op).max(1)).sum::<usize>();
    (entries.saturating_mul(columns) > MOST_OPERANDS).then(|| {
        let message = format!(
            "has {entries} operations and values, and patterns look at {columns} operands of an operation: these are more than {MOST_OPERANDS} operands"
        );
        let hint = "match the patterns with wide operations by themselves, or with `--engine interp`";
        op_error(ir, module, codes::MATCH_SIZE, message).hint(hint)
    })
}

/// Finds where the operands of all operations are made, of those of which something is known.
fn fill_operands(ir: &Ir, program: &mut Program, of_entry: &[Made]) {
    let entries = dense((0..).zip(of_entry).filter_map(|(entry, made)| Some((made.value(ir)?, entry))));
    let columns: Vec<usize> = program.columns().iter().map(|position| *position as usize).collect();
    for (entry, made) in of_entry.iter().enumerate() {
        if let Made::Operation(op) = made
            && program.opcodes[entry] != Opcode::FOREIGN
        {
            let count = ir.operand_count(*op);
            for position in columns.iter().copied().take_while(|position| *position < count) {
                program.operands[position][entry] = entries[ir.operand(*op, position).index()];
            }
        }
    }
}

/// Works out the facts of all operations, for each opcode those that a node asks for which it may be.
fn fill_facts(ir: &mut Ir, set: &PatternSet, program: &mut Program, of_entry: &[Made]) {
    if set.facts.is_empty() {
        return;
    }
    let mut asked: FxHashMap<Opcode, u64> = FxHashMap::default();
    for node in set.patterns.iter().flat_map(|pattern| &pattern.nodes) {
        for opcode in node.opcodes.iter() {
            *asked.entry(opcode).or_default() |= node.facts;
        }
    }
    for (entry, made) in of_entry.iter().enumerate() {
        let Made::Operation(op) = made else { continue };
        let asked = asked.get(&program.opcodes[entry]).copied().unwrap_or_default();
        for (bit, fact) in set.facts.iter().enumerate().filter(|(bit, _)| asked >> bit & 1 != 0) {
            program.facts[entry] |= u64::from(fact.holds(ir, *op, &set.natives)) << bit;
        }
    }
}

/// Numbers by the places of what they are of: a map that is asked for every operand.
fn dense<I: Id>(pairs: impl Iterator<Item = (I, u32)>) -> Vec<u32> {
    let mut numbers = Vec::new();
    for (id, number) in pairs {
        if numbers.len() <= id.index() {
            numbers.resize(id.index() + 1, 0);
        }
        numbers[id.index()] = number;
    }
    numbers
}

/// What an entry is made from.
enum Made {
    Argument(Value),
    Operation(Op),
    /// A result of an operation that has several.
    Further(Value),
}

impl Made {
    /// The value that the entry is.
    fn value(&self, ir: &Ir) -> Option<Value> {
        match self {
            Made::Argument(value) | Made::Further(value) => Some(*value),
            Made::Operation(op) => ir.results(*op).next(),
        }
    }
}

struct Rows<'a> {
    ir: &'a Ir,
    vocabulary: &'a Vocabulary,
    set: &'a PatternSet,
    program: Program,
    of_entry: Vec<Made>,
}

impl Rows<'_> {
    fn block(&mut self, block: Block) {
        let args = self.ir.args(block);
        self.program.begin_block(args.len() as u32);
        self.of_entry.extend(args.iter().map(|value| Made::Argument(*value)));
        for op in self.ir.block_ops(block) {
            self.operation(op);
        }
    }

    /// Puts an operation's entries at the end; facts and where its operands are made are filled in when all entries are there.
    fn operation(&mut self, op: Op) {
        let ir = self.ir;
        let opcode = self.vocabulary.opcode(ir.code(op)).unwrap_or(Opcode::FOREIGN);
        self.program.push(opcode, &[], 0);
        self.of_entry.push(Made::Operation(op));
        for value in ir.results(op).skip(1) {
            self.program.push(Opcode::FOREIGN, &[], 0);
            self.of_entry.push(Made::Further(value));
        }
    }

    /// Says that a node without a name could be laid on an operation of which nothing is known.
    fn undecided(&self, op: Op) -> Option<Diagnostic> {
        let ir = self.ir;
        if self.vocabulary.opcode(ir.code(op)).is_some() {
            return None;
        }
        let fits = |values: &[Value], types: &[Option<Type>]| {
            let mut both = values.iter().zip(types);
            values.len() == types.len() && both.all(|(value, ty)| ty.is_none_or(|ty| ty == ir.ty(*value)))
        };
        let (operands, results): (Vec<Value>, Vec<Value>) =
            (ir.operands(op).collect(), ir.results(op).collect());
        let could_be = |node: &&Nameless| fits(&operands, &node.operands) && fits(&results, &node.results);
        let node = self.set.nameless.iter().find(could_be)?;
        let name = &self.set.patterns[node.pattern as usize].name;
        let message = format!(
            "is of none of the dialects, and pattern `{name}` has an operation without a name that it could be"
        );
        let diagnostic = op_error(ir, op, codes::MATCH_FOREIGN, message)
            .hint("`flowright match --engine interp` takes it");
        Some(match node.span {
            Some(span) => diagnostic.label(span, "this one"),
            None => diagnostic,
        })
    }
}
