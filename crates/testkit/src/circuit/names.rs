//! Names: most are plain, some are what makes a writer of SystemVerilog stumble.

use base::Rng;
use std::collections::BTreeSet;

/// Words that mean something in SystemVerilog, in a test bench or in C++.
const WORDS: &[&str] = &[
    "always",
    "and",
    "assign",
    "begin",
    "bit",
    "case",
    "class",
    "clk",
    "cycle",
    "default",
    "do",
    "edge",
    "end",
    "endmodule",
    "for",
    "function",
    "generate",
    "if",
    "initial",
    "inout",
    "input",
    "int",
    "integer",
    "logic",
    "module",
    "new",
    "not",
    "or",
    "output",
    "packed",
    "posedge",
    "priority",
    "reg",
    "rst",
    "signed",
    "static",
    "string",
    "struct",
    "table",
    "task",
    "this",
    "time",
    "tri",
    "type",
    "unique",
    "var",
    "virtual",
    "void",
    "wire",
    "with",
    "xor",
];

/// Names that SSA values may have, though no variable of SystemVerilog may.
const ODD: &[&str] =
    &["a.b", "a-b", "a$b", "a_b", "A_b", "$", "_", "-x", "x.", "Mem", "mem", "__a", "a__b", "a_0", "a_1"];

/// Names that only strings can hold.
const STRINGS: &[&str] = &[
    "two words",
    "0first",
    "semi;colon",
    "quote\\22mark",
    "back\\5Cslash",
    "\\C3\\A9t\\C3\\A9",
    "a[3]",
    "//",
    "`x",
];

/// Whether MLIR takes a name without quotes where it takes both.
fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}

/// A name as the text of a port has it.
pub(super) fn quoted_if_needed(name: &str) -> String {
    if is_bare(name) { name.to_string() } else { format!("\"{name}\"") }
}

/// The names of one scope that are taken.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    count: u32,
}

impl Names {
    /// A name for an SSA value, without the `%`.
    pub fn value(&mut self, rng: &mut Rng) -> String {
        self.count += 1;
        match rng.below(12) {
            0 => self.one_of(rng, WORDS),
            1 => self.one_of(rng, ODD),
            2..=4 => self.one_of(rng, &["x", "y", "sum", "next", "state", "data_in"]),
            // Numbers are given out anew when the circuit is printed.
            _ => format!("{}", self.count),
        }
    }

    /// A name for an input, which is an SSA value with a real name.
    pub fn input(&mut self, rng: &mut Rng) -> String {
        match rng.below(6) {
            0 => self.one_of(rng, WORDS),
            1 => self.one_of(rng, ODD),
            _ => self.one_of(rng, &["a", "b", "in", "addr", "en", "valid"]),
        }
    }

    /// A name that may be any string, as it stands between quotes.
    pub fn string(&mut self, rng: &mut Rng) -> String {
        match rng.below(6) {
            0 => self.one_of(rng, WORDS),
            1 => self.one_of(rng, ODD),
            2 => self.one_of(rng, STRINGS),
            _ => self.one_of(rng, &["o", "out", "result", "unit", "ready"]),
        }
    }

    /// One of some names, or that name with a number when it is taken.
    fn one_of(&mut self, rng: &mut Rng, names: &[&str]) -> String {
        let wanted = *rng.pick(names);
        let mut name = wanted.to_string();
        let mut number = 0;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}
