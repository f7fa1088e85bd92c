//! Sets of patterns of one shape, for measurements: trees of operations with two operands and one result.

use base::Rng;

const NAMES: [&str; 12] =
    ["addi", "subi", "muli", "divsi", "remsi", "andi", "ori", "xori", "shli", "shrsi", "maxsi", "minsi"];

/// So many patterns over operations of `arith`, of at most so many operations on a way from the root down. An operand is another operation in 65 of 100 cases
/// where there is room, and in two of five others a value that stands elsewhere, too.
pub fn measured(patterns: usize, depth: u32, seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    (0..patterns).map(|number| pattern(number, depth, rng)).collect()
}

fn pattern(number: usize, depth: u32, rng: &mut Rng) -> String {
    let mut writer = Writer { rng, text: "  %t = type\n".into(), leaves: 0, operations: 0 };
    let root = writer.operation(depth);
    let Writer { text, .. } = writer;
    format!("pdl.pattern @p{number} : benefit({number}) {{\n{text}  rewrite %o{root} with \"f\"\n}}\n")
}

struct Writer<'a> {
    rng: &'a mut Rng,
    text: String,
    leaves: usize,
    operations: usize,
}

impl Writer<'_> {
    fn operation(&mut self, depth: u32) -> usize {
        let operands = [(); 2].map(|()| self.operand(depth - 1));
        let (number, name) = (self.operations, self.rng.pick(&NAMES));
        self.operations += 1;
        self.text.push_str(&format!(
            "  %o{number} = operation \"arith.{name}\"({}, {} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n",
            operands[0], operands[1]
        ));
        number
    }

    fn operand(&mut self, depth: u32) -> String {
        if depth > 0 && self.rng.chance(65, 100) {
            let below = self.operation(depth);
            self.text.push_str(&format!("  %r{below} = result 0 of %o{below}\n"));
            return format!("%r{below}");
        }
        if self.leaves > 0 && self.rng.chance(2, 5) {
            return format!("%v{}", self.rng.index(self.leaves));
        }
        self.leaves += 1;
        self.text.push_str(&format!("  %v{} = operand\n", self.leaves - 1));
        format!("%v{}", self.leaves - 1)
    }
}
