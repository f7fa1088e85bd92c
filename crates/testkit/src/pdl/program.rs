//! Random programs of operations with any number of operands and results, attributes, and regions.

use base::Rng;
use std::fmt::Write;

/// The types of values.
pub const TYPES: &[&str] = &["i32", "i64", "index"];

/// Names of operations that nobody knows.
pub const NAMES: &[&str] = &["t.a", "t.b", "t.c", "t.d"];

/// Names of attributes.
pub const ATTR_NAMES: &[&str] = &["a", "b"];

/// Attributes, each with the type it has in MLIR.
pub const ATTRS: &[(&str, Option<&str>)] = &[
    ("1 : i32", Some("i32")),
    ("2 : i32", Some("i32")),
    ("1", Some("i64")),
    ("true", Some("i1")),
    ("1.000000e+00 : f32", Some("f32")),
    ("\"x\"", Some("none")),
    ("\"x\" : i32", Some("i32")),
    ("dense<1> : tensor<2xi32>", Some("tensor<2xi32>")),
    ("[1, 2]", None),
    ("array<i32: 1, 2>", None),
    ("unit", None),
    ("i32", None),
    ("@x", None),
];

/// Forms of `memref.alloc`, which has sizes of its two groups of operands: how many sizes and symbols, and the type.
const ALLOCS: &[(usize, usize, &str)] = &[
    (0, 0, "memref<4xi32>"),
    (1, 0, "memref<?xi32>"),
    (2, 0, "memref<?x?xi32>"),
    (0, 1, "memref<4xi32, affine_map<(d0)[s0] -> (d0 + s0)>>"),
    (1, 1, "memref<?xi32, affine_map<(d0)[s0] -> (d0 + s0)>>"),
];

/// A program, in the order of its text.
pub struct Program {
    pub rows: Vec<Row>,
    pub values: Vec<Value>,
}

pub enum Row {
    Op(Operation),
    /// The end of the region of the last operation that has one and has not ended.
    End,
}

pub struct Operation {
    pub name: &'static str,
    /// Numbers of values.
    pub operands: Vec<usize>,
    pub results: Vec<usize>,
    /// Names and numbers of [`ATTRS`].
    pub attrs: Vec<(&'static str, usize)>,
    /// The sizes of the groups of operands, of an operation that has them.
    pub groups: Option<[usize; 2]>,
    /// The arguments of its region.
    region: Option<Vec<usize>>,
}

pub struct Value {
    pub ty: &'static str,
    /// The row that makes it and the number of the result; an argument has none.
    pub def: Option<(usize, usize)>,
    /// Whether it is made outside of all regions.
    outermost: bool,
}

/// What is in scope while a program is made.
struct Maker<'a> {
    rng: &'a mut Rng,
    program: Program,
    /// Values by the regions around, the innermost last.
    scopes: Vec<Vec<usize>>,
}

impl Program {
    /// A program in which some values are used before they are made.
    pub fn generate(rng: &mut Rng) -> Program {
        let mut program = Program::in_order(rng);
        program.use_later(rng);
        program
    }

    pub fn in_order(rng: &mut Rng) -> Program {
        let rows = 3 + rng.below(30);
        let program = Program { rows: Vec::new(), values: Vec::new() };
        let mut maker = Maker { rng, program, scopes: vec![Vec::new()] };
        for _ in 0..rows {
            maker.row();
        }
        while maker.scopes.len() > 1 {
            maker.end();
        }
        maker.program
    }

    /// A module is a graph: some operands of operations directly in it become values that are made later, or by the operation itself.
    fn use_later(&mut self, rng: &mut Rng) {
        let is_outermost = |value: &usize| self.values[*value].outermost;
        let outermost: Vec<usize> = (0..self.values.len()).filter(is_outermost).collect();
        let mut depth = 0;
        for row in &mut self.rows {
            match row {
                Row::End => depth -= 1,
                Row::Op(op) => {
                    let may = depth == 0 && op.groups.is_none() && !op.operands.is_empty();
                    if may && !outermost.is_empty() && rng.chance(1, 10) {
                        let place = rng.index(op.operands.len());
                        op.operands[place] = *rng.pick(&outermost);
                    }
                    depth += u32::from(op.region.is_some());
                }
            }
        }
    }

    pub fn op(&self, row: usize) -> Option<&Operation> {
        match &self.rows[row] {
            Row::Op(op) => Some(op),
            Row::End => None,
        }
    }

    pub fn operations(&self) -> impl Iterator<Item = (usize, &Operation)> {
        (0..self.rows.len()).filter_map(|row| Some((row, self.op(row)?)))
    }

    fn types(&self, values: &[usize]) -> String {
        values.iter().map(|value| self.values[*value].ty).collect::<Vec<_>>().join(", ")
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut tails = Vec::new();
        for row in &self.rows {
            match row {
                Row::End => {
                    let tail: String = tails.pop().expect("a region ends once");
                    text.push_str(&format!("}}){tail}"));
                }
                Row::Op(op) => {
                    let names = |values: &[usize]| {
                        values.iter().map(|value| format!("%v{value}")).collect::<Vec<_>>().join(", ")
                    };
                    if !op.results.is_empty() {
                        write!(text, "{} = ", names(&op.results)).expect("a string takes all");
                    }
                    write!(text, "\"{}\"({})", op.name, names(&op.operands)).expect("a string takes all");
                    if let Some([a, b]) = op.groups {
                        text.push_str(&format!(" <{{operandSegmentSizes = array<i32: {a}, {b}>}}>"));
                    }
                    let attrs =
                        op.attrs.iter().map(|(name, number)| format!("{name} = {}", ATTRS[*number].0));
                    let attrs = attrs.collect::<Vec<_>>().join(", ");
                    let tail = format!(
                        " {{{attrs}}} : ({}) -> ({})\n",
                        self.types(&op.operands),
                        self.types(&op.results)
                    );
                    let Some(args) = &op.region else {
                        text.push_str(&tail);
                        continue;
                    };
                    let args = args.iter().map(|arg| format!("%v{arg}: {}", self.values[*arg].ty));
                    let args = args.collect::<Vec<_>>().join(", ");
                    text.push_str(&format!(" ({{\n^bb0({args}):\n"));
                    tails.push(tail);
                }
            }
        }
        text
    }
}

impl Maker<'_> {
    fn row(&mut self) {
        match self.rng.below(12) {
            0 if self.scopes.len() < 3 => self.region(),
            1 if self.scopes.len() > 1 => self.end(),
            2 => self.alloc(),
            _ => {
                let op = self.operation();
                self.program.rows.push(Row::Op(op));
            }
        }
    }

    fn end(&mut self) {
        self.scopes.pop();
        self.program.rows.push(Row::End);
    }

    fn value(&mut self, ty: &'static str, def: Option<(usize, usize)>) -> usize {
        self.program.values.push(Value { ty, def, outermost: self.scopes.len() == 1 });
        let number = self.program.values.len() - 1;
        self.scopes.last_mut().expect("there is a scope around").push(number);
        number
    }

    fn operation(&mut self) -> Operation {
        let visible: Vec<usize> = self.scopes.concat();
        let mut operands = Vec::new();
        if !visible.is_empty() {
            for _ in 0..self.rng.below(4) {
                // Values made lately, so that there are trees of some depth.
                let back = self.rng.below(6).min(visible.len() as u64 - 1) as usize;
                operands.push(visible[visible.len() - 1 - back]);
            }
        }
        let mut attrs = Vec::new();
        for name in ATTR_NAMES {
            if self.rng.chance(1, 3) {
                attrs.push((*name, self.rng.index(ATTRS.len())));
            }
        }
        let row = self.program.rows.len();
        let count = *self.rng.pick(&[0, 1, 1, 1, 2, 3]);
        let name = self.rng.pick(NAMES);
        let mut results = Vec::new();
        for index in 0..count {
            let ty = self.rng.pick(TYPES);
            results.push(self.value(ty, Some((row, index))));
        }
        Operation { name, operands, results, attrs, groups: None, region: None }
    }

    fn region(&mut self) {
        let mut op = self.operation();
        self.scopes.push(Vec::new());
        let count = self.rng.below(3);
        op.region = Some((0..count).map(|_| self.value(TYPES[0], None)).collect());
        self.program.rows.push(Row::Op(op));
    }

    fn alloc(&mut self) {
        let visible = self.scopes.concat().into_iter();
        let sizes: Vec<usize> = visible.filter(|value| self.program.values[*value].ty == "index").collect();
        let &(dynamic, symbols, ty) = self.rng.pick(ALLOCS);
        if sizes.is_empty() && dynamic + symbols > 0 {
            return;
        }
        let operands = (0..dynamic + symbols).map(|_| *self.rng.pick(&sizes)).collect();
        let result = self.value(ty, Some((self.program.rows.len(), 0)));
        self.program.rows.push(Row::Op(Operation {
            name: "memref.alloc",
            operands,
            results: vec![result],
            attrs: Vec::new(),
            groups: Some([dynamic, symbols]),
            region: None,
        }));
    }
}
