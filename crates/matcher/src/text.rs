//! Alphabets, patterns and programs as text of IRDL, PDL and MLIR: for whoever compares with a matcher that reads these.
//!
//! All values are of one type, and a fact is something that is asked about an attribute ([`said`]). The way back is [`crate::front`].

pub mod said;

use crate::alphabet::{Alphabet, Opcode};
use crate::pattern::{Pattern, Slot};
use crate::program::Program;
use rustc_hash::{FxHashMap, FxHashSet};

/// The type of all values.
const TYPE: &str = "i32";

/// An alphabet as a dialect in IRDL. The names of its operations must all be of that dialect.
pub fn dialect(alphabet: &Alphabet, name: &str) -> String {
    let mut text = format!("irdl.dialect @{name} {{\n");
    for opcode in alphabet.operations() {
        let kind = alphabet.kind(opcode);
        let own = kind.name.strip_prefix(name).and_then(|own| own.strip_prefix('.'));
        let own = own.expect("all operations are of the dialect");
        text += &format!("  irdl.operation @{own} {{\n    %0 = irdl.is {TYPE}\n");
        if kind.operands > 0 {
            text += &format!("    irdl.operands({})\n", vec!["%0"; kind.operands as usize].join(", "));
        }
        if kind.has_result {
            text += "    irdl.results(%0)\n";
        }
        text += "  }\n";
    }
    text + "}\n"
}

/// A pattern in PDL; `None` if PDL cannot say it: a node that may be several operations, a value that is made from itself, or two nodes at equal slots.
pub fn pattern(alphabet: &Alphabet, pattern: &Pattern, benefit: u16) -> Option<String> {
    let classes = classes(pattern)?;
    let mut writer = PatternText {
        alphabet,
        pattern,
        classes,
        text: String::new(),
        variables: FxHashMap::default(),
        written: FxHashSet::default(),
    };
    let root = writer.node(0, &mut Vec::new())?;
    let PatternText { text, .. } = writer;
    Some(format!(
        "pdl.pattern @\"{}\" : benefit({benefit}) {{\n  %t = type : {TYPE}\n{text}  rewrite {root} {{ erase {root} }}\n}}\n",
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
        let mut opcodes = node.opcodes.iter();
        let (opcode, None) = (opcodes.next()?, opcodes.next()) else { return None };
        around.push(number);
        let mut operands = Vec::new();
        for operand in 0..node.operands.len() as u32 {
            operands.push(self.value(Slot { node: number, operand }, around)?);
        }
        around.pop();
        let kind = self.alphabet.kind(opcode);
        let mut line = format!("  %n{number} = operation \"{}\"", kind.name);
        if !operands.is_empty() {
            let types = vec!["!pdl.value"; operands.len()].join(", ");
            line += &format!("({} : {types})", operands.join(", "));
        }
        let said::Asked { before, attributes, behind } = said::asked(number, node.facts);
        line += &attributes;
        if kind.has_result {
            line += " -> (%t : !pdl.type)";
        }
        self.text += &format!("{before}{line}\n{behind}");
        Some(format!("%n{number}"))
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
                let variable = self.variables.entry(first).or_insert_with(|| {
                    self.text += &format!("  {name} = operand\n");
                    name
                });
                return Some(variable.clone());
            }
        }
        Some(name)
    }
}

/// A program as a function of MLIR whose blocks follow each other; `None` if a value is used before it is made. Operations of no dialect are constants.
pub fn program(alphabet: &Alphabet, program: &Program) -> Option<String> {
    let list =
        |names: &[String]| names.iter().map(|name| format!("{name}: {TYPE}")).collect::<Vec<_>>().join(", ");
    let arguments = |block: usize| -> Vec<String> {
        let block = &program.blocks[block];
        (block.entries.start..block.entries.start + block.arguments)
            .map(|entry| format!("%{entry}"))
            .collect()
    };
    let facts = program.facts.iter().fold(0, |all, facts| all | facts);
    let mut text = String::new();
    for (number, block) in program.blocks.iter().enumerate() {
        let own = arguments(number);
        text += &match number {
            0 => format!("func.func @f({}) {{\n", list(&own)),
            _ if own.is_empty() => format!("^b{number}:\n"),
            _ => format!("^b{number}({}):\n", list(&own)),
        };
        for entry in block.entries.clone().skip(block.arguments as usize) {
            text += &operation(alphabet, program, entry, facts)?;
        }
        text += &match program.blocks.get(number + 1) {
            None => "  return\n".to_string(),
            Some(_) => {
                let passed = passed(program, number, arguments(number + 1).len())?;
                format!("  cf.br ^b{}{passed}\n", number + 1)
            }
        };
    }
    Some(text + "}\n")
}

/// An operation; of the facts that the program has, it says which hold.
fn operation(alphabet: &Alphabet, program: &Program, entry: u32, facts: u64) -> Option<String> {
    let opcode = program.opcodes[entry as usize];
    if opcode == Opcode::FOREIGN {
        return Some(format!("  %{entry} = arith.constant 0 : {TYPE}\n"));
    }
    let kind = alphabet.kind(opcode);
    let mut operands = Vec::new();
    for position in 0..kind.operands {
        let value = program.operand(entry, position);
        if value >= entry {
            return None;
        }
        operands.push(format!("%{value}"));
    }
    let made = if kind.has_result { format!("%{entry} = ") } else { String::new() };
    let attributes = said::attributes(entry, program.facts[entry as usize], facts);
    let types = vec![TYPE; operands.len()].join(", ");
    let result = if kind.has_result { TYPE } else { "()" };
    Some(format!("  {made}\"{}\"({}){attributes} : ({types}) -> {result}\n", kind.name, operands.join(", ")))
}

/// The values that a block gives to the next; any that is there will do.
fn passed(program: &Program, number: usize, count: usize) -> Option<String> {
    if count == 0 {
        return Some(String::new());
    }
    let first = program.blocks[0].entries.start;
    (program.blocks[number].entries.end > first).then(|| {
        let (values, types) = (vec![format!("%{first}"); count], vec![TYPE; count]);
        format!("({} : {})", values.join(", "), types.join(", "))
    })
}
