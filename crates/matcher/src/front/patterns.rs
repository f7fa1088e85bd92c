//! Patterns in PDL as trees.
//!
//! The tree begins at the root of the rewrite and goes down along operands. What a pattern uses a second time, a value or an operation, is a slot that must be equal to
//! the first. A pattern whose operations cannot all be reached that way asks for users, which neither engine nor chip has.

mod asked;

use super::facts::Fact;
use super::types::{Place, Types};
use super::vocabulary::Vocabulary;
use crate::alphabet::Opcode;
use crate::held::{name_of, names};
use crate::interp::Natives;
use crate::pattern::{Node, Pattern, Slot};
use crate::whole;
use base::text::{counted, nearest};
use base::{Code, Diagnostic, Diagnostics, Span, Str, codes};
use dialects::pdl;
use ir::text::type_print::type_text;
use ir::{AttrKind, Context, Ir, Op, Type, Value, op_error};
use rustc_hash::{FxHashMap, FxHashSet};

/// The patterns that were read, in the order of the files.
#[derive(Default)]
pub struct PatternSet {
    /// The functions of the host that patterns may call.
    pub natives: Natives,
    /// They as trees.
    pub patterns: Vec<Pattern>,
    /// Where each stands.
    pub spans: Vec<Option<Span>>,
    /// The facts that their nodes ask for, in the order of the bits.
    pub facts: Vec<Fact>,
    /// The nodes that may be any operation, each a pattern and a node in it.
    pub nameless: Vec<Nameless>,
    /// How many operations these could be, all together.
    candidates: usize,
}

/// So many operations may be named by leaving out names: for each node without a name all that have as many operands and results.
const MOST_CANDIDATES: usize = 1 << 20;

/// A node without a name: operations that no dialect of the vocabulary defines could have it laid on them, too.
pub struct Nameless {
    /// The pattern, by its number.
    pub pattern: u32,
    /// Its operation in PDL, for people.
    pub span: Option<Span>,
    /// For each of its operands the type, if a constant of the pattern says so.
    pub operands: Vec<Option<Type>>,
    /// The same for its results.
    pub results: Vec<Option<Type>>,
}

impl Nameless {
    /// What operations it could be, as text.
    pub fn text(&self, ctx: &Context) -> String {
        let list = |types: &[Option<Type>]| {
            let texts = types.iter().map(|ty| ty.map_or("?".to_string(), |ty| type_text(ctx, ty)));
            texts.collect::<Vec<_>>().join(", ")
        };
        format!("({}) -> ({})", list(&self.operands), list(&self.results))
    }
}

/// Reads patterns, which may call these functions of the host. What cannot be said as a tree is an error in `diags`, with a hint about what takes it instead, and then the set is not to be used.
pub fn read_patterns(
    ir: &Ir,
    patterns: &[Op],
    vocabulary: &Vocabulary,
    natives: Natives,
    instead: Option<&str>,
    diags: &mut Diagnostics,
) -> PatternSet {
    let mut set = PatternSet { natives, ..PatternSet::default() };
    let names = names(patterns.iter().map(|op| name_of(ir, *op)).collect());
    for (op, name) in patterns.iter().zip(names) {
        let set = &mut set;
        let mut reader = Reader { ir, op: *op, vocabulary, set, instead, diags, draft: Draft::default() };
        match reader.read() {
            Ok(()) => reader.finish(name),
            Err(diagnostic) => diags.push(*diagnostic),
        }
    }
    set
}

/// What is wrong with a pattern; in a box, since most have nothing wrong.
type Wrong = Box<Diagnostic>;

/// A pattern that is being read.
#[derive(Default)]
struct Draft {
    pattern: Vec<Node>,
    candidates: Vec<Vec<Opcode>>,
    equalities: Vec<(Slot, Slot)>,
    types: Types,
    /// The nodes of operations of PDL.
    reached: FxHashMap<Op, u32>,
    /// The slot where each value was met first, by the operation of PDL that it stands for.
    slots: FxHashMap<Op, Slot>,
    /// The `pdl.result`s that were met.
    results: FxHashSet<Op>,
    /// The attributes of nodes: the name in PDL, the node, and the attribute's name.
    attributes: Vec<(Value, u32, Str)>,
    /// The constraints of the host.
    constraints: Vec<Op>,
    /// Why it can never match, where that is known already.
    never: Option<(Op, String)>,
}

struct Reader<'a> {
    ir: &'a Ir,
    op: Op,
    vocabulary: &'a Vocabulary,
    set: &'a mut PatternSet,
    instead: Option<&'a str>,
    diags: &'a mut Diagnostics,
    draft: Draft,
}

impl Reader<'_> {
    fn wrong(&self, at: Op, code: Code, message: &str) -> Wrong {
        let diagnostic = op_error(self.ir, at, code, message);
        let hint = match code {
            codes::CHIP_ATTRIBUTE => Some("`--arch tags` and `--arch taps` take it"),
            _ => self.instead,
        };
        Box::new(match hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        })
    }

    fn read(&mut self) -> Result<(), Wrong> {
        let ir = self.ir;
        if let Some(fault) = whole::fault(ir, self.op) {
            return Err(Box::new(fault));
        }
        let body = ir.entry(ir.region(self.op, 0)).expect("a pattern has a body");
        let ops: Vec<Op> = ir.block_ops(body).collect();
        for op in &ops {
            match ir.code(*op) {
                pdl::APPLY_NATIVE_CONSTRAINT => {
                    self.check_constraint(*op)?;
                    self.draft.constraints.push(*op);
                }
                pdl::OPERANDS | pdl::RESULTS | pdl::TYPES => {
                    let message = "is a range, where a tree has single values";
                    return Err(self.wrong(*op, codes::MATCH_RANGE, message));
                }
                pdl::TYPE => {
                    let name = ir.result(*op, 0);
                    if let Some(ty) = self.constant_type(name) {
                        self.draft.types.is(name, ty);
                    }
                }
                _ => {}
            }
        }
        let root = self.root(&ops)?;
        self.nodes(root)?;
        for op in ops.iter().filter(|op| ir.code(**op) == pdl::RESULT) {
            self.result_is_there(*op);
        }
        let missed = |op: &&Op| ir.code(**op) == pdl::OPERATION && !self.draft.reached.contains_key(*op);
        match ops.iter().find(missed) {
            None => Ok(()),
            Some(op) => {
                let message =
                    "is not below the root, so that matching would have to go from values to their users";
                Err(self.wrong(*op, codes::MATCH_USERS, message))
            }
        }
    }

    /// The root that the rewrite names, or the one operation that no other uses.
    fn root(&self, ops: &[Op]) -> Result<Op, Wrong> {
        let ir = self.ir;
        let rewrite = *ops.last().expect("a pattern ends in a rewrite");
        if let Some(root) = ir.group_operands(rewrite, 0).next() {
            return Ok(ir.defining_op(root).expect("a root is an operation of the pattern"));
        }
        let mut used = FxHashSet::default();
        for op in ops.iter().filter(|op| ir.code(**op) == pdl::OPERATION) {
            used.extend(ir.group_operands(*op, 0).filter_map(|value| self.maker(value)));
        }
        let mut roots = ops.iter().filter(|op| ir.code(**op) == pdl::OPERATION && !used.contains(op));
        let root = roots.next().expect("values are made before they are used, so the last is not used");
        match roots.next() {
            None => Ok(*root),
            Some(other) => {
                let message = "is a second operation that no other uses, so that matching would have to go from values to their users";
                Err(self.wrong(*other, codes::MATCH_USERS, message))
            }
        }
    }

    /// What makes a value of the pattern: the operation that it is a result of, or the value itself.
    fn maker(&self, value: Value) -> Option<Op> {
        let op = self.ir.defining_op(value)?;
        match self.ir.code(op) {
            pdl::RESULT => self.ir.defining_op(self.ir.operand(op, 0)),
            _ => Some(op),
        }
    }

    /// The type that a name of a type is a constant for.
    fn constant_type(&self, name: Value) -> Option<Type> {
        let constant = self.ir.attr(self.ir.defining_op(name)?, "constantType")?;
        match &self.ir.ctx[constant] {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The type that a constant gives an operand. A result has none here: of its second use nothing is asked.
    fn constant_type_of(&self, value: Value) -> Option<Type> {
        let operand = self.ir.defining_op(value).filter(|op| self.ir.code(*op) == pdl::OPERAND)?;
        self.constant_type(self.ir.operands(operand).next()?)
    }

    /// Lays out the nodes of an operation and of what is below it, in MLIR's order: it decides which use of a result is the first.
    fn nodes(&mut self, root: Op) -> Result<(), Wrong> {
        // Operands that were not looked at yet, the next one last.
        let mut open = Vec::new();
        self.node(root, &mut open)?;
        while let Some((value, slot)) = open.pop() {
            if let Some(maker) = self.operand(value, slot) {
                let number = self.node(maker, &mut open)?;
                self.draft.pattern[slot.node as usize].operands[slot.operand as usize] = Some(number);
            }
        }
        Ok(())
    }

    /// Lays out the node of an operation, which gets this number, and puts its operands to the open ones.
    fn node(&mut self, op: Op, open: &mut Vec<(Value, Slot)>) -> Result<u32, Wrong> {
        let ir = self.ir;
        let number = self.draft.pattern.len() as u32;
        self.draft.reached.insert(op, number);
        let operands: Vec<Value> = ir.group_operands(op, 0).collect();
        let results: Vec<Value> = ir.group_operands(op, 2).collect();
        let candidates = self.candidates(op, &operands, &results)?;
        self.draft.candidates.push(candidates);
        self.draft.pattern.push(Node {
            opcodes: Default::default(),
            facts: 0,
            operands: vec![None; operands.len()],
        });
        for (position, value) in operands.iter().enumerate().rev() {
            open.push((*value, Slot { node: number, operand: position as u32 }));
        }
        for ty in results {
            self.draft.types.stands(ty, number, Place::Result);
        }
        let names = ir.attr(op, "attributeValueNames").and_then(|names| pdl::items(&ir.ctx, names));
        for (name, value) in names.unwrap_or_default().iter().zip(ir.group_operands(op, 1)) {
            let name = ir.ctx.str_value(*name).and_then(|name| ir.ctx.find_str(name));
            self.draft.attributes.push((value, number, name.expect("names of attributes are strings")));
        }
        Ok(number)
    }

    /// The opcodes that an operation may have by its name and by how many operands and results it has.
    fn candidates(&mut self, op: Op, operands: &[Value], results: &[Value]) -> Result<Vec<Opcode>, Wrong> {
        let alphabet = &self.vocabulary.alphabet;
        let Some(name) = self.ir.str_attr(op, "opName") else {
            let nameless = Nameless {
                pattern: self.set.patterns.len() as u32,
                span: self.ir.ctx.span(self.ir.loc(op)),
                operands: operands.iter().map(|value| self.constant_type_of(*value)).collect(),
                results: results.iter().map(|name| self.constant_type(*name)).collect(),
            };
            self.set.nameless.push(nameless);
            let fitting = alphabet.operations().filter(|opcode| self.fits(*opcode, operands, results));
            let fitting: Vec<Opcode> = fitting.collect();
            self.set.candidates += fitting.len();
            if self.set.candidates > MOST_CANDIDATES {
                let message = format!(
                    "has no name, and could be {} of the dialects: with those that such operations before it could be, that is more than the {MOST_CANDIDATES} that a set of patterns may have",
                    counted(fitting.len(), "operation")
                );
                return Err(self.wrong(op, codes::PATTERN_SIZE, &message));
            }
            return Ok(fitting);
        };
        let Some(opcode) = alphabet.find(name) else {
            return Err(self.unknown(op, name));
        };
        let fits = self.fits(opcode, operands, results);
        if !fits {
            let kind = alphabet.kind(opcode);
            let has = counted(kind.operands as usize, "operand");
            let makes = counted(usize::from(kind.has_result), "result");
            let (operands, results) = (operands.len(), results.len());
            self.never(op, format!("`{name}` has {has} and {makes}, and not {operands} and {results}"));
        }
        Ok(fits.then_some(opcode).into_iter().collect())
    }

    /// That an operation is of no dialect that is matched. Where its dialect is none of them, it was not given, or as one that programs may use besides; a file cannot give one that is built in.
    fn unknown(&self, op: Op, name: &str) -> Wrong {
        let message = format!("`{name}` is an operation of none of the dialects");
        let wrong = self.wrong(op, codes::MATCH_UNKNOWN, &message);
        let alphabet = &self.vocabulary.alphabet;
        let Some((dialect, _)) = name.split_once('.') else { return wrong };
        let of_dialect = |other: &&str| other.split_once('.').is_some_and(|(other, _)| other == dialect);
        let names = alphabet.operations().map(|opcode| &*alphabet.kind(opcode).name);
        let names: Vec<&str> = names.filter(of_dialect).collect();
        let hint = if !names.is_empty() {
            nearest(name, names).map(|meant| format!("did you mean `{meant}`?"))
        } else if dialects::all().iter().any(|built_in| built_in.name == dialect) {
            None
        } else {
            let give = format!("`--dialect FILE` gives the dialect `{dialect}`");
            Some(self.instead.map_or(give.clone(), |instead| format!("{give}; {instead}")))
        };
        match hint {
            Some(hint) => Box::new(wrong.hint(hint)),
            None => wrong,
        }
    }

    /// Whether operations with an opcode have as many operands and results.
    fn fits(&self, opcode: Opcode, operands: &[Value], results: &[Value]) -> bool {
        let kind = self.vocabulary.alphabet.kind(opcode);
        kind.operands as usize == operands.len() && usize::from(kind.has_result) == results.len()
    }

    /// Says why the pattern can never match, unless that is known already.
    fn never(&mut self, op: Op, why: String) {
        self.draft.never.get_or_insert((op, why));
    }

    /// A result that something uses, be it only the rewrite, must be there. Of one that nothing uses, nothing is asked.
    fn result_is_there(&mut self, op: Op) {
        let ir = self.ir;
        let maker = ir.defining_op(ir.operand(op, 0)).expect("a result is of an operation");
        let results = ir.operand_group(maker, 2).len();
        let index = ir.int_attr(op, "index").unwrap_or_default();
        if !ir.is_unused(ir.result(op, 0)) && index >= results as i64 {
            let has = counted(results, "result");
            self.never(op, format!("it is result {index} of an operation with {has}, counted from 0"));
        }
    }

    /// Notes what is at a slot, and gives the operation that makes it where that has no node yet.
    fn operand(&mut self, value: Value, slot: Slot) -> Option<Op> {
        let ir = self.ir;
        let op = ir.defining_op(value).expect("a pattern has no arguments");
        if ir.code(op) == pdl::RESULT && !self.draft.results.insert(op) {
            self.warn(
                op,
                codes::MATCH_RESULT_AGAIN,
                "is used again, and MLIR asks nothing of the second use",
            );
            return None;
        }
        let maker = self.maker(value).expect("a value of a pattern has a maker");
        if ir.code(maker) == pdl::OPERAND
            && let Some(ty) = ir.operands(maker).next()
        {
            self.draft.types.stands(ty, slot.node, Place::Operand(slot.operand));
        }
        if let Some(first) = self.draft.slots.get(&maker) {
            self.draft.equalities.push((*first, slot));
            return None;
        }
        self.draft.slots.insert(maker, slot);
        (ir.code(maker) == pdl::OPERATION).then_some(maker)
    }

    /// A value is of one type, at every operand that it is and as the result that it may be. Of operations without names nothing is said here: they may be of dialects that are not matched.
    fn types_of_values(&mut self, candidates: &[Vec<Opcode>]) {
        let vocabulary = self.vocabulary;
        let mut named: Vec<Option<(Op, Opcode)>> = vec![None; candidates.len()];
        for (op, number) in &self.draft.reached {
            let opcode = candidates[*number as usize].first().copied();
            let opcode = opcode.filter(|_| self.ir.str_attr(*op, "opName").is_some());
            named[*number as usize] = opcode.map(|opcode| (*op, opcode));
        }
        let at = |slot: Slot| {
            let (op, opcode) = named[slot.node as usize]?;
            Some((op, *vocabulary.operand_types(opcode).get(slot.operand as usize)?))
        };
        let result = |node: u32| vocabulary.result_type(named[node as usize]?.1);
        let edges = self.draft.pattern.iter().zip(0..).flat_map(|(node, number)| {
            let below = node.operands.iter().zip(0..);
            below
                .filter_map(move |(below, operand)| Some((Slot { node: number, operand }, result((*below)?))))
        });
        let again = self.draft.equalities.iter().map(|(first, slot)| (*slot, at(*first).map(|(_, ty)| ty)));
        let differ = edges.chain(again).find_map(|(slot, other)| {
            let ((op, wanted), other) = (at(slot)?, other?);
            (wanted != other).then_some((op, slot.operand, wanted, other))
        });
        if let Some((op, operand, wanted, other)) = differ {
            let ctx = &self.ir.ctx;
            let [wanted, other] = [wanted, other].map(|ty| type_text(ctx, ty));
            self.never(
                op,
                format!(
                    "its operand {operand} is of type `{wanted}`, and the value there is of type `{other}`"
                ),
            );
        }
    }

    fn warn(&mut self, op: Op, code: Code, message: &str) {
        let span = self.ir.ctx.span(self.ir.loc(op));
        self.diags.push(Diagnostic::warning(code, span, format!("`{}`: {message}", self.ir.name(op))));
    }

    /// Puts the pattern into the set, when all its nodes are there.
    fn finish(mut self, name: String) {
        let mut candidates = std::mem::take(&mut self.draft.candidates);
        self.draft.types.narrow(self.vocabulary, &mut candidates);
        if let Some(ty) = self.draft.types.open() {
            let op = self.ir.defining_op(ty).expect("a name of a type is made by an operation");
            let message = "stands at several operations that may have several types, and a tree cannot say that they are the same";
            let wrong = self.wrong(op, codes::MATCH_OPEN_TYPE, message);
            self.diags.push(*wrong);
            return;
        }
        if candidates.iter().any(Vec::is_empty) {
            self.never(self.op, "no operation of the dialects has the operands and results that are asked for, with these types".to_string());
        }
        self.types_of_values(&candidates);
        for (node, opcodes) in self.draft.pattern.iter_mut().zip(candidates) {
            node.opcodes = opcodes.into_iter().collect();
        }
        if let Some((op, why)) = self.draft.never.take() {
            // It keeps its number, and its root can be nothing.
            self.draft.pattern = vec![Node { opcodes: Default::default(), facts: 0, operands: Vec::new() }];
            self.draft.equalities.clear();
            let number = self.set.patterns.len() as u32;
            let before = self.set.nameless.partition_point(|node| node.pattern < number);
            self.set.nameless.truncate(before);
            self.warn(op, codes::MATCH_NEVER, &format!("the pattern can never match: {why}"));
        } else if let Err(wrong) = self.attributes().and_then(|()| self.constraints()) {
            self.diags.push(*wrong);
            return;
        }
        self.set.spans.push(self.ir.ctx.span(self.ir.loc(self.op)));
        self.set.patterns.push(Pattern {
            name,
            nodes: self.draft.pattern,
            equalities: self.draft.equalities,
        });
    }
}
