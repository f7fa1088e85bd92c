//! Programs of operations that nobody defines.

use base::Rng;

/// The names; MLIR's test functions ask for the first two.
const NAMES: [&str; 5] = ["test.op", "test.success_op", "t.a", "t.b", "t.c"];
/// The types of values.
pub(super) const TYPES: [&str; 3] = ["i32", "f32", "i64"];
/// The values of the attribute `k`; `v` has the first or none.
pub(super) const ATTRIBUTES: [&str; 4] = ["0 : i32", "1 : i32", "\"test.success\"", "2.0 : f32"];

/// An operation.
pub(super) struct Operation {
    pub(super) name: &'static str,
    /// Numbers of values.
    pub(super) operands: Vec<usize>,
    pub(super) attributes: Vec<(&'static str, &'static str)>,
    /// Numbers of values.
    pub(super) results: Vec<usize>,
}

/// A value.
pub(super) struct Value {
    pub(super) ty: &'static str,
    /// The number of the operation that makes it.
    pub(super) definer: usize,
    /// Which of its results it is.
    pub(super) index: usize,
}

/// A program of one block.
pub struct Program {
    pub(super) operations: Vec<Operation>,
    pub(super) values: Vec<Value>,
}

impl Program {
    pub(super) fn new(rng: &mut Rng) -> Program {
        let mut program = Program { operations: Vec::new(), values: Vec::new() };
        // With fewer names and types more patterns match by chance.
        let names = 1 + rng.index(NAMES.len());
        let types = 1 + rng.index(TYPES.len());
        for _ in 0..4 + rng.index(20) {
            program.add(rng, names, types);
        }
        program
    }

    fn add(&mut self, rng: &mut Rng, names: usize, types: usize) {
        let definer = self.operations.len();
        let arity = if self.values.is_empty() { 0 } else { rng.index(4) };
        let near = self.values.len().min(6);
        let mut operands = (0..arity).map(|_| self.values.len() - 1 - rng.index(near)).collect();
        if definer > 0 && rng.chance(1, 4) {
            operands = self.operations[rng.index(definer)].operands.clone();
        }
        let mut attributes = vec![("live", "unit")];
        if rng.chance(2, 3) {
            attributes.push(("k", *rng.pick(&ATTRIBUTES)));
        }
        if rng.chance(1, 3) {
            attributes.push(("v", ATTRIBUTES[0]));
        }
        let count = *rng.pick(&[0, 1, 1, 1, 1, 2, 3]);
        let results = (0..count).map(|index| self.values.len() + index).collect();
        for index in 0..count {
            self.values.push(Value { ty: TYPES[rng.index(types)], definer, index });
        }
        self.operations.push(Operation { name: NAMES[rng.index(names)], operands, attributes, results });
    }

    /// The operations that use a value, with the number of the operand.
    pub(super) fn users(&self, value: usize) -> Vec<(usize, usize)> {
        let operands = |(number, operation): (usize, &Operation)| {
            let operands = operation.operands.iter().enumerate();
            operands.filter(|(_, used)| **used == value).map(|(index, _)| (number, index)).collect::<Vec<_>>()
        };
        self.operations.iter().enumerate().flat_map(operands).collect()
    }

    /// The program as a module `@ir`.
    pub fn text(&self) -> String {
        let mut text = String::from("module @ir {\n");
        for operation in &self.operations {
            let names = |values: &[usize]| comma(values.iter().map(|value| format!("%v{value}")));
            let types =
                |values: &[usize]| comma(values.iter().map(|value| self.values[*value].ty.to_string()));
            let attributes =
                comma(operation.attributes.iter().map(|(name, value)| format!("{name} = {value}")));
            let results = match operation.results.len() {
                0 => String::new(),
                _ => format!("{} = ", names(&operation.results)),
            };
            text.push_str(&format!(
                "  {results}\"{}\"({}) {{{attributes}}} : ({}) -> ({})\n",
                operation.name,
                names(&operation.operands),
                types(&operation.operands),
                types(&operation.results),
            ));
        }
        text + "}\n"
    }
}

/// Words with commas between.
pub(super) fn comma(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<String>>().join(", ")
}
