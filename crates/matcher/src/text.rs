//! Alphabets, patterns and programs as text of IRDL, PDL and MLIR: for whoever compares with a matcher that reads these.
//!
//! All values are of one type, unless [`typing`] says otherwise, and a fact is something that is asked about an attribute ([`said`]). The way back is [`crate::front`].

pub mod said;
pub mod typing;

use crate::alphabet::{Alphabet, Opcode};
use crate::pattern::{Node, Pattern, Slot};
use crate::program::Program;
use rustc_hash::{FxHashMap, FxHashSet};
use typing::{TYPES, Typing};

/// An alphabet as a dialect in IRDL. The names of its operations must all be of that dialect.
pub fn dialect(alphabet: &Alphabet, name: &str) -> String {
    typed_dialect(alphabet, &Typing::one(alphabet), name)
}

/// As [`dialect`], with types.
pub fn typed_dialect(alphabet: &Alphabet, typing: &Typing, name: &str) -> String {
    let constraints: String =
        (0..).zip(typing.types()).map(|(number, ty)| format!("    %{number} = irdl.is {ty}\n")).collect();
    let mut text = format!("irdl.dialect @{name} {{\n");
    for opcode in alphabet.operations() {
        let kind = alphabet.kind(opcode);
        let own = kind.name.strip_prefix(name).and_then(|own| own.strip_prefix('.'));
        let own = own.expect("all operations are of the dialect");
        text += &format!("  irdl.operation @{own} {{\n{constraints}");
        if kind.operands > 0 {
            let operand = |position| format!("%{}", typing.operand(opcode, position));
            let operands: Vec<String> = (0..kind.operands).map(operand).collect();
            text += &format!("    irdl.operands({})\n", operands.join(", "));
        }
        if kind.has_result {
            text += &format!("    irdl.results(%{})\n", typing.result(opcode));
        }
        text += "  }\n";
    }
    text + "}\n"
}

/// A pattern in PDL; `None` if PDL cannot say it: a node that may be several operations and not all that are alike, a value that is made from itself, or two nodes at equal slots.
pub fn pattern(alphabet: &Alphabet, pattern: &Pattern, benefit: u16) -> Option<String> {
    typed_pattern(alphabet, &Typing::one(alphabet), pattern, benefit)
}

/// As [`pattern`], with types.
pub fn typed_pattern(
    alphabet: &Alphabet,
    typing: &Typing,
    pattern: &Pattern,
    benefit: u16,
) -> Option<String> {
    let classes = classes(pattern)?;
    let mut writer = PatternText {
        alphabet,
        typing,
        pattern,
        classes,
        text: String::new(),
        variables: FxHashMap::default(),
        written: FxHashSet::default(),
    };
    let root = writer.node(0, &mut Vec::new())?;
    let PatternText { text, .. } = writer;
    let types: String =
        (0..).zip(typing.types()).map(|(number, ty)| format!("  %t{number} = type : {ty}\n")).collect();
    Some(format!(
        "pdl.pattern @\"{}\" : benefit({benefit}) {{\n{types}{text}  rewrite {root} {{ erase {root} }}\n}}\n",
        pattern.name
    ))
}

/// For every slot the slot that stands for all that are equal to it: one with a node, if there is one.
fn classes(pattern: &Pattern) -> Option<FxHashMap<Slot, Slot>> {
    let mut class: FxHashMap<Slot, Slot> = pattern.slots().map(|slot| (slot, slot)).collect();
    for (a, b) in &pattern.equalities {
        let (a, b) = (class[a], class[b]);
        let has_node =
            |slot: Slot| pattern.nodes[slot.node as usize].operands[slot.operand as usize].is_some();
        if a != b && has_node(a) && has_node(b) {
            return None;
        }
        let (stays, goes) = if has_node(a) { (a, b) } else { (b, a) };
        class.values_mut().filter(|of| **of == goes).for_each(|of| *of = stays);
    }
    Some(class)
}

struct PatternText<'a> {
    alphabet: &'a Alphabet,
    typing: &'a Typing,
    pattern: &'a Pattern,
    classes: FxHashMap<Slot, Slot>,
    text: String,
    /// The names of variables that are written already, by the slots that stand for them.
    variables: FxHashMap<Slot, String>,
    /// The nodes that are.
    written: FxHashSet<u32>,
}

impl PatternText<'_> {
    /// Writes a node and what is below it, and gives its name.
    fn node(&mut self, number: u32, around: &mut Vec<u32>) -> Option<String> {
        let pattern = self.pattern;
        let node = &pattern.nodes[number as usize];
        let (opcode, name) = self.named(node)?;
        around.push(number);
        let mut operands = Vec::new();
        for operand in 0..node.operands.len() as u32 {
            operands.push(self.value(Slot { node: number, operand }, around)?);
        }
        around.pop();
        let kind = self.alphabet.kind(opcode);
        let mut line = format!("  %n{number} = operation{name}");
        if !operands.is_empty() {
            let types = vec!["!pdl.value"; operands.len()].join(", ");
            line += &format!("({} : {types})", operands.join(", "));
        }
        let said::Asked { before, attributes, behind } = said::asked(number, node.facts);
        line += &attributes;
        if kind.has_result {
            line += &format!(" -> (%t{} : !pdl.type)", self.typing.result(opcode));
        }
        self.text += &format!("{before}{line}\n{behind}");
        Some(format!("%n{number}"))
    }

    /// An operation that a node may be, and its name as a pattern has it: none if it may be all that are alike.
    fn named(&self, node: &Node) -> Option<(Opcode, String)> {
        let mut opcodes = node.opcodes.iter();
        let opcode = opcodes.next()?;
        if opcodes.next().is_none() {
            return Some((opcode, format!(" \"{}\"", self.alphabet.kind(opcode).name)));
        }
        (self.typing.alike(self.alphabet, opcode) == node.opcodes).then(|| (opcode, String::new()))
    }

    /// Writes the value at a slot and gives its name. What an operation makes is a result of its own at every use: MLIR compares those, and not the uses of one result.
    fn value(&mut self, slot: Slot, around: &mut Vec<u32>) -> Option<String> {
        let first = self.classes[&slot];
        let name = format!("%v{}_{}", slot.node, slot.operand);
        match self.pattern.nodes[first.node as usize].operands[first.operand as usize] {
            Some(node) if around.contains(&node) => return None,
            Some(node) => {
                if self.written.insert(node) {
                    self.node(node, around)?;
                }
                self.text += &format!("  {name} = result 0 of %n{node}\n");
            }
            None => {
                if let Some(variable) = self.variables.get(&first) {
                    return Some(variable.clone());
                }
                // Some of them say their type, which is one that the operation may have there.
                let opcode = self.pattern.nodes[slot.node as usize].opcodes.iter().next()?;
                let says_type = self.typing.types().len() > 1 && (slot.node + slot.operand).is_multiple_of(3);
                let ty = match says_type {
                    true => format!(" : %t{}", self.typing.operand(opcode, slot.operand)),
                    false => String::new(),
                };
                self.text += &format!("  {name} = operand{ty}\n");
                self.variables.insert(first, name.clone());
            }
        }
        Some(name)
    }
}

/// A program as a function of MLIR whose blocks follow each other; `None` if a value is used before it is made. Operations of no dialect are constants.
pub fn program(alphabet: &Alphabet, program: &Program) -> Option<String> {
    typed_program(alphabet, &Typing::one(alphabet), program)
}

/// As [`program`], with types; `None` also if a value is not of the type that its user wants.
pub fn typed_program(alphabet: &Alphabet, typing: &Typing, program: &Program) -> Option<String> {
    let arguments = |block: usize| -> Vec<u32> {
        let block = &program.blocks[block];
        (block.entries.start..block.entries.start + block.arguments).collect()
    };
    let argument = |entry: &u32| Some(format!("%{entry}: {}", TYPES[typing.made(program, *entry)?]));
    let list = |entries: &[u32]| Some(entries.iter().map(argument).collect::<Option<Vec<_>>>()?.join(", "));
    let facts = program.facts.iter().fold(0, |all, facts| all | facts);
    let mut text = String::new();
    for (number, block) in program.blocks.iter().enumerate() {
        let own = arguments(number);
        text += &match number {
            0 => format!("func.func @f({}) {{\n", list(&own)?),
            _ if own.is_empty() => format!("^b{number}:\n"),
            _ => format!("^b{number}({}):\n", list(&own)?),
        };
        for entry in block.entries.clone().skip(block.arguments as usize) {
            text += &operation(alphabet, typing, program, entry, facts)?;
        }
        text += &match program.blocks.get(number + 1) {
            None => "  return\n".to_string(),
            Some(_) => {
                let passed = passed(typing, program, number, &arguments(number + 1))?;
                format!("  cf.br ^b{}{passed}\n", number + 1)
            }
        };
    }
    Some(text + "}\n")
}

/// An operation; of the facts that the program has, it says which hold.
fn operation(
    alphabet: &Alphabet,
    typing: &Typing,
    program: &Program,
    entry: u32,
    facts: u64,
) -> Option<String> {
    let opcode = program.opcodes[entry as usize];
    if opcode == Opcode::FOREIGN {
        return Some(format!("  %{entry} = arith.constant 0 : {}\n", TYPES[typing.made(program, entry)?]));
    }
    let kind = alphabet.kind(opcode);
    let (mut operands, mut types) = (Vec::new(), Vec::new());
    for position in 0..kind.operands {
        let value = program.operand(entry, position);
        let wanted = typing.operand(opcode, position);
        if value >= entry || typing.made(program, value) != Some(wanted) {
            return None;
        }
        operands.push(format!("%{value}"));
        types.push(TYPES[wanted]);
    }
    let made = if kind.has_result { format!("%{entry} = ") } else { String::new() };
    let attributes = said::attributes(entry, program.facts[entry as usize], facts);
    let result = if kind.has_result { TYPES[typing.result(opcode)] } else { "()" };
    Some(format!(
        "  {made}\"{}\"({}){attributes} : ({}) -> {result}\n",
        kind.name,
        operands.join(", "),
        types.join(", ")
    ))
}

/// The values that a block gives to the arguments of the next: of those of their types the first that is there.
fn passed(typing: &Typing, program: &Program, number: usize, arguments: &[u32]) -> Option<String> {
    if arguments.is_empty() {
        return Some(String::new());
    }
    let (mut values, mut types) = (Vec::new(), Vec::new());
    for argument in arguments {
        let ty = typing.made(program, *argument)?;
        let mut there = 0..program.blocks[number].entries.end;
        let value = there.find(|entry| typing.made(program, *entry) == Some(ty))?;
        values.push(format!("%{value}"));
        types.push(TYPES[ty]);
    }
    Some(format!("({} : {})", values.join(", "), types.join(", ")))
}
