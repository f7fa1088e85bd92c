//! Random patterns, each from a piece of a program.

use super::program::{ATTR_NAMES, ATTRS, NAMES, Operation, Program, TYPES};
use base::Rng;
use std::collections::BTreeMap;

/// A pattern with this benefit.
pub fn generate(program: &Program, rng: &mut Rng, benefit: u64) -> String {
    let rows: Vec<usize> = program.operations().map(|(row, _)| row).collect();
    let depth = 1 + rng.below(3);
    let mut lift = Lift::new(program, rng);
    let roots = lift.roots(&rows, depth);
    let root = match lift.rng.chance(2, 3) {
        true => format!(" {}", lift.rng.pick(&roots)),
        false => String::new(),
    };
    let beside = if lift.rng.chance(1, 4) { Some(lift.result_beside()) } else { None };
    let mut handed = Vec::new();
    for (name, ty) in std::mem::take(&mut lift.handles) {
        // An operation that nothing else uses must be used by the rewrite, and whether a result that nothing uses must be there MLIR does not say in one way.
        let must = roots.contains(&name) || beside.as_ref() == Some(&name);
        if format!(" {name}") != root && (must || lift.rng.chance(1, 2)) {
            handed.push((name, ty));
        }
    }
    let list = |items: Vec<&str>| items.join(", ");
    let mut args = String::new();
    if !handed.is_empty() {
        let names = handed.iter().map(|(name, _)| name.as_str()).collect();
        let types = handed.iter().map(|(_, ty)| *ty).collect();
        args = format!("({} : {})", list(names), list(types));
    }
    lift.lines.push(format!("rewrite{root} with \"record\"{args}"));
    format!("pdl.pattern : benefit({benefit}) {{\n  {}\n}}\n", lift.lines.join("\n  "))
}

const OPERATION: &str = "!pdl.operation";
const VALUE: &str = "!pdl.value";
const VALUES: &str = "!pdl.range<value>";
const TYPE: &str = "!pdl.type";
const TYPES_RANGE: &str = "!pdl.range<type>";
const ATTRIBUTE: &str = "!pdl.attribute";

/// A name with its type.
type Named = (String, &'static str);

/// A pattern in the making.
struct Lift<'a> {
    program: &'a Program,
    rng: &'a mut Rng,
    lines: Vec<String>,
    next: usize,
    /// What has a name in the pattern: operations by their rows, values, types that are not said, and lists of these.
    ops: BTreeMap<usize, String>,
    values: BTreeMap<usize, String>,
    types: BTreeMap<&'static str, String>,
    /// What a rewrite may be handed.
    handles: Vec<Named>,
    /// A value that stands in the pattern wherever it can: it keeps several roots together.
    shared: Option<usize>,
}

impl<'a> Lift<'a> {
    fn new(program: &'a Program, rng: &'a mut Rng) -> Lift<'a> {
        let (ops, values, types) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (lines, handles) = (Vec::new(), Vec::new());
        Lift { program, rng, lines, next: 0, ops, values, types, handles, shared: None }
    }

    /// One operation with what it uses, or several that use one value.
    fn roots(&mut self, rows: &[usize], depth: u64) -> Vec<String> {
        let first = *self.rng.pick(rows);
        let program = self.program;
        let op = |row: usize| program.op(row).expect("rows are of operations");
        if !op(first).operands.is_empty() && self.rng.chance(1, 3) {
            self.shared = Some(*self.rng.pick(&op(first).operands));
        }
        let mut roots = vec![self.operation(first, depth)];
        let Some(shared) = self.shared else { return roots };
        let uses_it = |row: &&usize| op(**row).operands.contains(&shared);
        let users: Vec<usize> = rows.iter().filter(uses_it).copied().collect();
        for _ in 0..self.rng.below(3) {
            let row = *self.rng.pick(&users);
            let name = self.operation(row, depth.min(2));
            if !roots.contains(&name) {
                roots.push(name);
            }
        }
        roots
    }

    /// A result that only the rewrite uses: one that the operation has, or one more.
    fn result_beside(&mut self) -> String {
        let described: Vec<(usize, String)> =
            self.ops.iter().map(|(row, name)| (*row, name.clone())).collect();
        let (row, op) = self.rng.pick(&described).clone();
        let results = self.program.op(row).expect("rows are of operations").results.len();
        let index = self.rng.index(results + 1);
        match self.rng.below(4) {
            0 => self.name(format!("results {index} of {op} -> !pdl.value"), VALUE),
            1 => self.name(format!("results {index} of {op} -> !pdl.range<value>"), VALUES),
            _ => self.name(format!("result {index} of {op}"), VALUE),
        }
    }

    /// Now and then: where a pattern is to be changed so that it matches elsewhere.
    fn slip(&mut self) -> bool {
        self.rng.chance(1, 25)
    }

    fn name(&mut self, text: String, ty: &'static str) -> String {
        let name = format!("%{}", self.next);
        self.next += 1;
        self.lines.push(format!("{name} = {text}"));
        self.handles.push((name.clone(), ty));
        name
    }

    /// A constant, which a rewrite makes anew and is not handed.
    fn constant(&mut self, text: String, ty: &'static str) -> String {
        let name = self.name(text, ty);
        self.handles.pop();
        name
    }

    fn operation(&mut self, row: usize, depth: u64) -> String {
        if let Some(name) = self.ops.get(&row).cloned()
            && !self.slip()
        {
            return name;
        }
        let op = self.program.op(row).expect("rows are of operations");
        let operands = self.operands(op, depth);
        let attrs = self.attrs(op);
        let results = self.results(op);
        let name = match self.rng.below(16) {
            0 => String::new(),
            1 => format!(" \"{}\"", self.rng.pick(NAMES)),
            _ => format!(" \"{}\"", op.name),
        };
        let list = |before: &str, items: Vec<Named>, after: &str| {
            if items.is_empty() {
                return String::new();
            }
            let names: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
            let types: Vec<&str> = items.iter().map(|item| item.1).collect();
            format!("{before}{} : {}{after}", names.join(", "), types.join(", "))
        };
        let (operands, results) = (list("(", operands, ")"), list(" -> (", results, ")"));
        let name = self.name(format!("operation{name}{operands}{attrs}{results}"), OPERATION);
        self.ops.insert(row, name.clone());
        name
    }

    fn operands(&mut self, op: &Operation, depth: u64) -> Vec<Named> {
        let has_shared = self.shared.is_some_and(|shared| op.operands.contains(&shared));
        if has_shared || self.rng.chance(1, 2) {
            return op.operands.iter().map(|value| (self.value(*value, depth), VALUE)).collect();
        }
        if let Some([first, _]) = op.groups
            && self.rng.chance(2, 3)
        {
            let (sizes, symbols) = op.operands.split_at(first);
            return [self.group(sizes, depth), self.group(symbols, depth)].into();
        }
        // Some one by one, and the others as a range.
        let split = self.rng.index(op.operands.len() + 1);
        let (single, rest) = op.operands.split_at(split);
        let mut all: Vec<Named> = single.iter().map(|value| (self.value(*value, depth), VALUE)).collect();
        all.push((self.values(rest, depth), VALUES));
        if self.slip() {
            all.rotate_left(1);
        }
        all
    }

    fn group(&mut self, values: &[usize], depth: u64) -> Named {
        match values {
            [one] if self.rng.bool() => (self.value(*one, depth), VALUE),
            _ => (self.values(values, depth), VALUES),
        }
    }

    /// A value: the same as before, the result of an operation, or any.
    fn value(&mut self, value: usize, depth: u64) -> String {
        if let Some(name) = self.values.get(&value).cloned()
            && (self.shared == Some(value) || !self.slip())
        {
            return name;
        }
        let of = &self.program.values[value];
        let name = match of.def {
            Some((row, index)) if depth > 0 && self.rng.chance(2, 3) => {
                let op = self.operation(row, depth - 1);
                let index = if self.slip() { index + 1 } else { index };
                match self.rng.below(6) {
                    0 => self.name(format!("results {index} of {op} -> !pdl.value"), VALUE),
                    _ => self.name(format!("result {index} of {op}"), VALUE),
                }
            }
            _ if self.rng.bool() => self.name("operand".into(), VALUE),
            _ => {
                let ty = self.ty(of.ty);
                self.name(format!("operand : {ty}"), VALUE)
            }
        };
        self.values.insert(value, name.clone());
        name
    }

    /// A range: all results of an operation, some of them, or any values.
    fn values(&mut self, values: &[usize], depth: u64) -> String {
        let first = values.first().and_then(|value| self.program.values[*value].def);
        if let Some((row, index)) = first
            && depth > 0
            && self.rng.bool()
        {
            let op = self.operation(row, depth - 1);
            return match index {
                0 => self.name(format!("results of {op}"), VALUES),
                _ => self.name(format!("results {index} of {op} -> !pdl.range<value>"), VALUES),
            };
        }
        if self.rng.chance(2, 3) {
            return self.name("operands".into(), VALUES);
        }
        let types = self.range_of_types(values);
        self.name(format!("operands : {types}"), VALUES)
    }

    fn ty(&mut self, ty: &'static str) -> String {
        let ty = if self.slip() { self.rng.pick(TYPES) } else { ty };
        if self.rng.chance(1, 3) {
            return self.constant(format!("type : {ty}"), TYPE);
        }
        if let Some(name) = self.types.get(ty).cloned()
            && self.rng.bool()
        {
            return name;
        }
        let name = self.name("type".into(), TYPE);
        self.types.insert(ty, name.clone());
        name
    }

    fn range_of_types(&mut self, values: &[usize]) -> String {
        if self.rng.bool() {
            return self.name("types".into(), TYPES_RANGE);
        }
        let mut types: Vec<&str> = values.iter().map(|value| self.program.values[*value].ty).collect();
        if self.slip() {
            types.pop();
        }
        self.constant(format!("types : [{}]", types.join(", ")), TYPES_RANGE)
    }

    fn results(&mut self, op: &Operation) -> Vec<Named> {
        let types: Vec<&'static str> =
            op.results.iter().map(|value| self.program.values[*value].ty).collect();
        if self.rng.chance(2, 3) {
            return types.into_iter().map(|ty| (self.ty(ty), TYPE)).collect();
        }
        let split = self.rng.index(types.len() + 1);
        let mut all: Vec<Named> = types[..split].iter().map(|ty| (self.ty(ty), TYPE)).collect();
        all.push((self.range_of_types(&op.results[split..]), TYPES_RANGE));
        all
    }

    fn attrs(&mut self, op: &Operation) -> String {
        let mut all = Vec::new();
        for name in ATTR_NAMES {
            let found = op.attrs.iter().find(|(own, _)| own == name).map(|(_, number)| *number);
            let asked = match found {
                Some(number) if self.rng.bool() => number,
                None if self.slip() => self.rng.index(ATTRS.len()),
                _ => continue,
            };
            let number = if self.slip() { self.rng.index(ATTRS.len()) } else { asked };
            let (text, ty) = ATTRS[number];
            let attr = match (ty, self.rng.below(3)) {
                (Some(ty), 0) => {
                    let ty = self.ty(ty);
                    self.name(format!("attribute : {ty}"), ATTRIBUTE)
                }
                (_, 1) => self.name("attribute".into(), ATTRIBUTE),
                _ => self.constant(format!("attribute = {text}"), ATTRIBUTE),
            };
            all.push(format!("\"{name}\" = {attr}"));
        }
        if all.is_empty() { String::new() } else { format!(" {{{}}}", all.join(", ")) }
    }
}
