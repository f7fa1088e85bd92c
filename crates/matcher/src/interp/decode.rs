//! From a module of `pdl_interp` to code.
//!
//! What can be wrong with a matcher is found here, so that a run has no errors: a function of the host that is not there, a rewriter that is not there or takes
//! something else, blocks that lead in a circle (a matcher changes nothing, so it would never end), and operations that a matcher has no use for.

use super::code::{Change, Constrain, Function, Inst, Label, Make, Record, Reg};
use super::{Matcher, Natives, Recorded};
use crate::held::matcher_in;
use base::{Code, Diagnostic, Diagnostics, codes};
use dialects::{pdl, pdl_interp as pi};
use ir::cfg::Cfg;
use ir::symbols::{self, SymbolTables};
use ir::{Block, Ir, Op, Region, Value, op_error};
use rustc_hash::FxHashMap;

mod parts;

/// Decodes the matcher of a module.
pub(super) fn module(ir: &mut Ir, module: Op, natives: &Natives, diags: &mut Diagnostics) -> Option<Matcher> {
    let operation = pdl::operation_ty(&mut ir.ctx);
    let found = matcher_in(ir, module);
    let takes_root = |op: &Op| arguments(ir, *op).iter().map(|arg| ir.ty(*arg)).eq([operation]);
    let Some(op) = found.filter(takes_root) else {
        let message = "there is no `pdl_interp.func @matcher` that takes one `!pdl.operation`, so nothing can be matched";
        diags.push(op_error(ir, module, codes::NO_MATCHER, message));
        return None;
    };
    let mut decoder = Decoder::new(natives, true);
    let matcher = decoder.function(ir, op).map_err(|error| diags.push(*error)).ok()?;
    Some(Matcher { matcher, patterns: decoder.patterns, rewriters: decoder.rewriters })
}

/// Decodes functions that rewrite.
pub(super) fn rewriters(
    ir: &mut Ir,
    functions: &[Op],
    natives: &Natives,
    diags: &mut Diagnostics,
) -> Option<Vec<Function>> {
    let mut decoder = Decoder::new(natives, false);
    let decoded: Decoded<_> = functions.iter().map(|op| decoder.function(ir, *op)).collect();
    decoded.map_err(|error| diags.push(*error)).ok()
}

/// The arguments of a function.
fn arguments(ir: &Ir, function: Op) -> &[Value] {
    ir.regions(function).first().and_then(|region| ir.entry(*region)).map_or(&[], |entry| ir.args(entry))
}

/// What is wrong, where something is.
type Decoded<T> = Result<T, Box<Diagnostic>>;

fn wrong<T>(ir: &Ir, op: Op, code: Code, message: impl AsRef<str>) -> Decoded<T> {
    Err(Box::new(op_error(ir, op, code, message)))
}

struct Decoder<'a> {
    natives: &'a Natives,
    symbols: SymbolTables,
    patterns: Vec<Recorded>,
    /// The rewriters of the patterns, each once.
    rewriters: Vec<Op>,
    /// Whether the function at hand matches rather than rewrites.
    matches: bool,
}

/// The numbers of the values and blocks of a function.
#[derive(Default)]
struct Numbers {
    registers: FxHashMap<Value, Reg>,
    labels: FxHashMap<Block, Label>,
}

impl Numbers {
    fn reg(&self, value: Value) -> Reg {
        self.registers[&value]
    }

    fn regs(&self, values: impl Iterator<Item = Value>) -> Box<[Reg]> {
        values.map(|value| self.reg(value)).collect()
    }

    fn label(&self, ir: &Ir, op: Op, index: usize) -> Label {
        self.labels[&ir.successors(op)[index]]
    }

    fn labels_from(&self, ir: &Ir, op: Op, first: usize) -> Box<[Label]> {
        ir.successors(op)[first..].iter().map(|block| self.labels[block]).collect()
    }
}

impl Decoder<'_> {
    fn new(natives: &Natives, matches: bool) -> Decoder<'_> {
        let (patterns, rewriters) = (Vec::new(), Vec::new());
        Decoder { natives, symbols: SymbolTables::default(), patterns, rewriters, matches }
    }

    fn function(&mut self, ir: &mut Ir, function: Op) -> Decoded<Function> {
        let blocks = blocks_of(ir, function)?;
        let mut numbers = Numbers::default();
        for block in &blocks {
            let label = numbers.labels.len() as Label;
            numbers.labels.insert(*block, label);
            let made = ir.block_ops(*block).flat_map(|op| ir.results(op));
            for value in ir.args(*block).iter().copied().chain(made) {
                let reg = numbers.registers.len() as Reg;
                numbers.registers.insert(value, reg);
            }
        }
        let mut decoded = Function { registers: numbers.registers.len(), ..Function::default() };
        for block in blocks {
            decoded.starts.push(decoded.code.len());
            for op in ir.block_ops(block).collect::<Vec<_>>() {
                decoded.code.push(self.inst(ir, op, &numbers)?);
            }
        }
        Ok(decoded)
    }

    fn inst(&mut self, ir: &mut Ir, op: Op, numbers: &Numbers) -> Decoded<Inst> {
        if let Some(what) = parts::fetch(ir, op, numbers) {
            return Ok(Inst::Fetch { to: numbers.reg(ir.result(op, 0)), what });
        }
        if let Some(what) = parts::test(ir, op, numbers) {
            return Ok(Inst::Test { what, yes: numbers.label(ir, op, 0), no: numbers.label(ir, op, 1) });
        }
        if let Some(what) = parts::switch(ir, op, numbers) {
            let cases = numbers.labels_from(ir, op, 1);
            return Ok(Inst::Switch { what, cases, default: numbers.label(ir, op, 0) });
        }
        match ir.code(op) {
            pi::BRANCH => Ok(Inst::Jump(numbers.label(ir, op, 0))),
            pi::CONTINUE => Ok(Inst::Continue),
            pi::FINALIZE => Ok(Inst::Finalize),
            pi::APPLY_CONSTRAINT => self.constrain(ir, op, numbers),
            pi::FOREACH => {
                let body = ir.entry(ir.region(op, 0)).expect("the verifier wants a block with an argument");
                Ok(Inst::ForEach {
                    range: numbers.reg(ir.operand(op, 0)),
                    item: numbers.reg(ir.args(body)[0]),
                    body: numbers.labels[&body],
                    next: numbers.label(ir, op, 0),
                })
            }
            pi::RECORD_MATCH if self.matches => self.record(ir, op, numbers),
            pi::APPLY_REWRITE if !self.matches => self.call(ir, op, numbers),
            _ => match parts::change(ir, op, numbers).filter(|_| !self.matches) {
                Some(what) => Ok(Inst::Make(Box::new(Make { origin: op, what }))),
                None => {
                    let message =
                        "a function that matches, or one that rewrites, has no use for this operation";
                    wrong(ir, op, codes::MATCHER_OPERATION, message)
                }
            },
        }
    }

    fn call(&self, ir: &Ir, op: Op, numbers: &Numbers) -> Decoded<Inst> {
        let name = ir.str_attr(op, "name").expect("the verifier wants a name");
        let Some(function) = self.natives.find_rewrite(name) else {
            let message = format!("there is no rewrite `{name}` among the functions of the host");
            return wrong(ir, op, codes::UNKNOWN_NATIVE, message);
        };
        let (args, results) = (numbers.regs(ir.operands(op)), numbers.regs(ir.results(op)));
        Ok(Inst::Make(Box::new(Make { origin: op, what: Change::Call { function, args, results } })))
    }

    fn constrain(&self, ir: &Ir, op: Op, numbers: &Numbers) -> Decoded<Inst> {
        Ok(Inst::Constrain(Box::new(Constrain {
            function: self.natives.called_by(ir, op)?,
            args: numbers.regs(ir.operands(op)),
            results: numbers.regs(ir.results(op)),
            negated: ir.attr(op, "isNegated") == Some(ir::Attr::TRUE),
            yes: numbers.label(ir, op, 0),
            no: numbers.label(ir, op, 1),
        })))
    }

    fn record(&mut self, ir: &Ir, op: Op, numbers: &Numbers) -> Decoded<Inst> {
        let symbol = ir.attr(op, "rewriter").expect("the verifier wants a rewriter");
        let Some(rewriter) = self.symbols.resolve(ir, op, symbol).filter(|found| ir.code(*found) == pi::FUNC)
        else {
            return wrong(ir, op, codes::UNKNOWN_REWRITER, "its rewriter is no function of this module");
        };
        let inputs = ir.group_operands(op, 0);
        let wanted = arguments(ir, rewriter).iter().map(|arg| ir.ty(*arg));
        if !inputs.map(|value| ir.ty(value)).eq(wanted) {
            let message = "its rewriter takes other arguments than it gets";
            return wrong(ir, op, codes::UNKNOWN_REWRITER, message);
        }
        let benefit = ir.int_attr(op, "benefit").and_then(|benefit| u16::try_from(benefit).ok());
        let function = self.rewriters.iter().position(|known| *known == rewriter).unwrap_or_else(|| {
            self.rewriters.push(rewriter);
            self.rewriters.len() - 1
        });
        self.patterns.push(Recorded {
            function,
            loc: ir.loc(op),
            rewriter: symbols::symbol_name(ir, rewriter).unwrap_or_default().to_string(),
            benefit: benefit.expect("the verifier wants a benefit of 16 bits"),
        });
        Ok(Inst::Record(Box::new(Record {
            pattern: self.patterns.len() - 1,
            inputs: numbers.regs(ir.group_operands(op, 0)),
            operations: numbers.regs(ir.group_operands(op, 1)),
            next: numbers.label(ir, op, 0),
        })))
    }
}

/// The blocks of a function, also those in loops, that of the entry first. No region of it leads in a circle, and only entries have arguments: a function is called, and a loop has a variable,
/// but nothing is written on the way from block to block.
fn blocks_of(ir: &Ir, function: Op) -> Decoded<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut regions: Vec<Region> = ir.regions(function).to_vec();
    while let Some(region) = regions.pop() {
        circle_free(ir, region)?;
        for block in ir.blocks(region) {
            if Some(*block) != ir.entry(region) && !ir.args(*block).is_empty() {
                let op = ir.first_op(*block).expect("a block has a terminator");
                let message = "is in a block with arguments, which nothing gives";
                return wrong(ir, op, codes::MATCHER_OPERATION, message);
            }
            blocks.push(*block);
            regions.extend(ir.block_ops(*block).flat_map(|op| ir.regions(op)));
        }
    }
    Ok(blocks)
}

fn circle_free(ir: &Ir, region: Region) -> Decoded<()> {
    let graph = Cfg::new(ir, region);
    let order = graph.reverse_post_order();
    let places: FxHashMap<Block, usize> = order.iter().copied().zip(0..).collect();
    for block in order {
        // Where there is no circle, every edge leads on in this order.
        if graph.successors(block).any(|to| places[&to] <= places[&block]) {
            let op = ir.last_op(block).expect("a block with successors has a terminator");
            return wrong(ir, op, codes::MATCHER_CIRCLE, "a block that this leads to leads back to it");
        }
    }
    Ok(())
}
