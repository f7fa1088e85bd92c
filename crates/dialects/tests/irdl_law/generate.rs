//! Dialects and programs from seeds. About half of the programs are meant to be right; the others are such with one change.

use base::Rng;

/// A dialect `d`.
pub struct Definitions {
    /// The constraints on the parameters of its types, `t0`, `t1`, …
    types: Vec<Body>,
    /// Those of its attributes.
    attrs: Vec<Body>,
    /// Its operations, `o0`, `o1`, …
    ops: Vec<Operation>,
}

/// Constraints, and which of them are at the slots of a definition.
#[derive(Clone, Default)]
struct Body {
    rows: Vec<Row>,
    slots: Vec<usize>,
}

#[derive(Clone)]
enum Row {
    Any,
    Is(String),
    /// The name or reference, and instances.
    Base(String, Vec<String>),
    Parametric(usize, Vec<usize>),
    ParametricAttr(usize, Vec<usize>),
    AnyOf(Vec<usize>),
    AllOf(Vec<usize>),
}

struct Operation {
    /// The slots are not used.
    body: Body,
    operands: Vec<(Arity, usize)>,
    results: Vec<(Arity, usize)>,
    attrs: Vec<(&'static str, usize)>,
    regions: Vec<Region>,
}

#[derive(Clone, Copy, PartialEq)]
enum Arity {
    Single,
    Optional,
    Variadic,
}

struct Region {
    arguments: Option<Vec<usize>>,
    blocks: Option<u64>,
}

/// Types and attributes to choose from.
const TERMS: &[&str] = &["i32", "i64", "f32", "index", "tensor<4xi8>", "\"x\"", "4 : i8"];

impl Definitions {
    pub fn generate(rng: &mut Rng) -> Definitions {
        // A type without parameters, one with one, one with two, whose rows may be one.
        let mut types = vec![Body::default()];
        for params in 1..=2 {
            let mut body = rows(rng, 1 + rng.clone().index(3), &types, &[]);
            body.slots = (0..params).map(|_| rng.index(body.rows.len())).collect();
            types.push(body);
        }
        let mut attr = rows(rng, 2, &types, &[]);
        attr.slots = vec![rng.index(attr.rows.len())];
        let attrs = vec![attr];
        let ops = (0..3).map(|_| operation(rng, &types, &attrs)).collect();
        Definitions { types, attrs, ops }
    }

    pub fn text(&self) -> String {
        let mut text = String::from("irdl.dialect @d {\n");
        for (kind, mark, bodies) in [("type", "t", &self.types), ("attribute", "a", &self.attrs)] {
            for (number, body) in bodies.iter().enumerate() {
                text += &format!("  irdl.{kind} @{mark}{number} {{\n{}", body.text());
                text += &format!("    irdl.parameters({})\n  }}\n", values(&body.slots));
            }
        }
        text += "  irdl.operation @source {\n    %0 = irdl.any\n    irdl.results(%0)\n  }\n";
        for (number, op) in self.ops.iter().enumerate() {
            text += &format!("  irdl.operation @o{number} {{\n{}  }}\n", op.text());
        }
        text + "}\n"
    }

    /// An operation with what it needs, in generic form.
    pub fn program(&self, rng: &mut Rng) -> String {
        let number = rng.index(self.ops.len());
        let op = &self.ops[number];
        let mut given: Vec<Option<String>> = vec![None; op.body.rows.len()];
        let attrs: Vec<(String, String)> = op
            .attrs
            .iter()
            .map(|(name, row)| (name.to_string(), self.witness(rng, &op.body, *row, &mut given)))
            .collect();
        let (operands, operand_sizes) = self.values(rng, op, &op.operands, &mut given);
        let (results, result_sizes) = self.values(rng, op, &op.results, &mut given);
        let regions = op.regions.iter().map(|region| {
            let rows = region.arguments.clone().unwrap_or_default();
            let types =
                rows.iter().map(|row| as_type(self.witness(rng, &op.body, *row, &mut given))).collect();
            (types, region.blocks.unwrap_or(1))
        });
        let mut instance = Instance { attrs, operands, results, regions: regions.collect() };
        for (name, sizes, groups) in [
            ("operand_segment_sizes", operand_sizes, &op.operands),
            ("result_segment_sizes", result_sizes, &op.results),
        ] {
            if groups.iter().filter(|(arity, _)| *arity != Arity::Single).count() > 1 {
                let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
                instance.attrs.push((name.into(), format!("array<i32: {}>", sizes.join(", "))));
            }
        }
        if rng.bool() {
            instance.change(rng);
        }
        instance.text(number)
    }

    /// Types for the slots of an operation, and how many each slot got.
    fn values(
        &self,
        rng: &mut Rng,
        op: &Operation,
        slots: &[(Arity, usize)],
        given: &mut [Option<String>],
    ) -> (Vec<String>, Vec<usize>) {
        let (mut types, mut sizes) = (Vec::new(), Vec::new());
        for (arity, row) in slots {
            let size = match arity {
                Arity::Single => 1,
                Arity::Optional => rng.index(2),
                Arity::Variadic => rng.index(4),
            };
            types.extend((0..size).map(|_| as_type(self.witness(rng, &op.body, *row, given))));
            sizes.push(size);
        }
        (types, sizes)
    }

    /// Something that a constraint accepts, as a rule.
    fn witness(&self, rng: &mut Rng, body: &Body, row: usize, given: &mut [Option<String>]) -> String {
        if let Some(known) = &given[row] {
            return known.clone();
        }
        let found = match &body.rows[row] {
            Row::Any => match rng.chance(1, 3) {
                true => self.instance(rng, "!d.t", 0, &self.types),
                false => rng.pick(TERMS).to_string(),
            },
            Row::Is(term) => term.clone(),
            Row::Base(base, instances) => match base.strip_prefix("@d::@t") {
                Some(number) => self.instance(rng, "!d.t", number.parse().expect("a number"), &self.types),
                None => rng.pick(instances).clone(),
            },
            Row::Parametric(number, rows) => {
                let params: Vec<String> =
                    rows.iter().map(|row| self.witness(rng, body, *row, given)).collect();
                named(&format!("!d.t{number}"), &params)
            }
            Row::ParametricAttr(number, rows) => {
                let params: Vec<String> =
                    rows.iter().map(|row| self.witness(rng, body, *row, given)).collect();
                named(&format!("#d.a{number}"), &params)
            }
            Row::AnyOf(rows) => self.witness(rng, body, *rng.clone().pick(rows), given),
            Row::AllOf(rows) => self.witness(rng, body, rows[0], given),
        };
        given[row] = Some(found.clone());
        found
    }

    /// An instance of a type or an attribute.
    fn instance(&self, rng: &mut Rng, name: &str, number: usize, bodies: &[Body]) -> String {
        let body = &bodies[number];
        let mut given = vec![None; body.rows.len()];
        let params: Vec<String> =
            body.slots.iter().map(|row| self.witness(rng, body, *row, &mut given)).collect();
        named(&format!("{name}{number}"), &params)
    }
}

/// `name<a, b>`
fn named(name: &str, params: &[String]) -> String {
    if params.is_empty() { name.to_owned() } else { format!("{name}<{}>", params.join(", ")) }
}

/// A type: where something else comes out, another one.
fn as_type(term: String) -> String {
    if term.starts_with(['"', '#', '4']) { "i32".to_owned() } else { term }
}

fn values(rows: &[usize]) -> String {
    rows.iter().map(|row| format!("%{row}")).collect::<Vec<_>>().join(", ")
}

/// Constraints that refer to earlier ones, types and attributes.
fn rows(rng: &mut Rng, count: usize, types: &[Body], attrs: &[Body]) -> Body {
    let mut body = Body::default();
    for _ in 0..count {
        let earlier = body.rows.len();
        let some = |rng: &mut Rng| -> Vec<usize> { (0..=rng.index(3)).map(|_| rng.index(earlier)).collect() };
        let row = match rng.index(if earlier > 0 { 10 } else { 6 }) {
            0 | 1 => Row::Any,
            2 | 3 => Row::Is(rng.pick(TERMS).to_string()),
            4 => {
                let (name, instances): &(&str, &[&str]) = rng.pick(&[
                    ("\"!builtin.integer\"", &["i32", "i7", "ui8"]),
                    ("\"!builtin.f32\"", &["f32"]),
                    ("\"!builtin.tensor\"", &["tensor<4xi8>", "tensor<?xf32>"]),
                    ("\"#builtin.string\"", &["\"x\"", "\"y\""]),
                    ("\"#builtin.integer\"", &["4 : i8", "true"]),
                ]);
                Row::Base(name.to_string(), instances.iter().map(|text| text.to_string()).collect())
            }
            5 => Row::Base(format!("@d::@t{}", rng.index(types.len())), Vec::new()),
            6 => {
                let number = rng.index(types.len());
                let params = types[number].slots.len();
                Row::Parametric(number, (0..params).map(|_| rng.index(earlier)).collect())
            }
            7 if !attrs.is_empty() => {
                let number = rng.index(attrs.len());
                let params = attrs[number].slots.len();
                Row::ParametricAttr(number, (0..params).map(|_| rng.index(earlier)).collect())
            }
            // Alternatives that are `any` are refused, so there are few of them.
            7 | 8 => {
                let mut alternatives = some(rng);
                if !rng.chance(1, 8) {
                    alternatives.retain(|row| !matches!(body.rows[*row], Row::Any));
                }
                match alternatives.is_empty() {
                    true => Row::Any,
                    false => Row::AnyOf(alternatives),
                }
            }
            _ => Row::AllOf(some(rng)),
        };
        body.rows.push(row);
    }
    body
}

fn operation(rng: &mut Rng, types: &[Body], attrs: &[Body]) -> Operation {
    let count = 2 + rng.index(6);
    let body = rows(rng, count, types, attrs);
    let slots = |rng: &mut Rng| -> Vec<(Arity, usize)> {
        let arities = [Arity::Single, Arity::Single, Arity::Single, Arity::Optional, Arity::Variadic];
        (0..rng.index(4)).map(|_| (*rng.pick(&arities), rng.index(count))).collect()
    };
    let (operands, results) = (slots(rng), slots(rng));
    let names = ["p", "q"];
    let attrs = names.iter().filter(|_| rng.chance(1, 4)).map(|name| (*name, 0)).collect::<Vec<_>>();
    let attrs = attrs.into_iter().map(|(name, _)| (name, rng.index(count))).collect();
    let regions = (0..rng.index(6).saturating_sub(3))
        .map(|_| Region {
            arguments: rng.bool().then(|| (0..rng.index(3)).map(|_| rng.index(count)).collect()),
            blocks: rng.bool().then(|| 1 + rng.below(2)),
        })
        .collect();
    Operation { body, operands, results, attrs, regions }
}

impl Body {
    fn text(&self) -> String {
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let row = match row {
                Row::Any => "any".to_string(),
                Row::Is(term) => format!("is {term}"),
                Row::Base(base, _) => format!("base {base}"),
                Row::Parametric(number, rows) => format!("parametric @d::@t{number}<{}>", values(rows)),
                Row::ParametricAttr(number, rows) => format!("parametric @d::@a{number}<{}>", values(rows)),
                Row::AnyOf(rows) => format!("any_of({})", values(rows)),
                Row::AllOf(rows) => format!("all_of({})", values(rows)),
            };
            text += &format!("    %{number} = irdl.{row}\n");
        }
        text
    }
}

impl Operation {
    fn text(&self) -> String {
        let mut text = self.body.text();
        for (list, slots) in [("operands", &self.operands), ("results", &self.results)] {
            let slots: Vec<String> = slots
                .iter()
                .map(|(arity, row)| match arity {
                    Arity::Single => format!("%{row}"),
                    Arity::Optional => format!("optional %{row}"),
                    Arity::Variadic => format!("variadic %{row}"),
                })
                .collect();
            // An empty list says the same as none.
            if !slots.is_empty() {
                text += &format!("    irdl.{list}({})\n", slots.join(", "));
            }
        }
        if !self.attrs.is_empty() {
            let attrs: Vec<String> =
                self.attrs.iter().map(|(name, row)| format!("\"{name}\" = %{row}")).collect();
            text += &format!("    irdl.attributes {{{}}}\n", attrs.join(", "));
        }
        for (number, region) in self.regions.iter().enumerate() {
            text += &format!("    %r{number} = irdl.region");
            if let Some(rows) = &region.arguments {
                text += &format!("({})", values(rows));
            }
            if let Some(blocks) = region.blocks {
                text += &format!(" with size {blocks}");
            }
            text += "\n";
        }
        if !self.regions.is_empty() {
            let all: Vec<String> = (0..self.regions.len()).map(|number| format!("%r{number}")).collect();
            text += &format!("    irdl.regions({})\n", all.join(", "));
        }
        text
    }
}

/// An operation as it is written.
struct Instance {
    attrs: Vec<(String, String)>,
    operands: Vec<String>,
    results: Vec<String>,
    /// The types of the arguments, and how many blocks.
    regions: Vec<(Vec<String>, u64)>,
}

impl Instance {
    /// Makes one thing another.
    fn change(&mut self, rng: &mut Rng) {
        let ty = || ["i32", "i64", "f32", "!d.t0", "!d.t1<i32>", "!d.t2<i32, i64>"];
        match rng.index(10) {
            0 | 1 if !self.operands.is_empty() => {
                *Self::any(rng, &mut self.operands) = rng.pick(&ty()).to_string();
            }
            2 | 3 if !self.results.is_empty() => {
                *Self::any(rng, &mut self.results) = rng.pick(&ty()).to_string();
            }
            4 => self.operands.push(rng.pick(&ty()).to_string()),
            5 => drop(self.results.pop()),
            6 if !self.attrs.is_empty() => drop(self.attrs.remove(rng.index(self.attrs.len()))),
            7 if !self.attrs.is_empty() => {
                let values = ["i32", "\"x\"", "array<i32: 1, 1>", "array<i64: 1, 1>", "array<i32: -1, 2>"];
                Self::any(rng, &mut self.attrs).1 = rng.pick(&values).to_string();
            }
            8 => self.regions.push((Vec::new(), 1)),
            _ if !self.regions.is_empty() => {
                let region = Self::any(rng, &mut self.regions);
                match rng.index(3) {
                    0 => region.0.push("i32".into()),
                    1 => region.1 = rng.below(3),
                    _ => drop(region.0.pop()),
                }
            }
            // One that is allowed.
            _ => self.attrs.push(("other".into(), "#d.a0<\"x\">".into())),
        }
    }

    fn any<'a, T>(rng: &mut Rng, items: &'a mut [T]) -> &'a mut T {
        &mut items[rng.index(items.len())]
    }

    fn text(&self, number: usize) -> String {
        let mut text = String::new();
        for (index, ty) in self.operands.iter().enumerate() {
            text += &format!("%v{index} = \"d.source\"() : () -> {ty}\n");
        }
        let operands: Vec<String> = (0..self.operands.len()).map(|index| format!("%v{index}")).collect();
        text += &format!("\"d.o{number}\"({})", operands.join(", "));
        let regions: Vec<String> =
            self.regions.iter().map(|region| region_text(&region.0, region.1)).collect();
        if !regions.is_empty() {
            text += &format!(" ({})", regions.join(", "));
        }
        if !self.attrs.is_empty() {
            let attrs: Vec<String> =
                self.attrs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            text += &format!(" {{{}}}", attrs.join(", "));
        }
        text += &format!(" : ({}) -> ({})\n", self.operands.join(", "), self.results.join(", "));
        text
    }
}

fn region_text(types: &[String], blocks: u64) -> String {
    let mut text = String::from("{");
    for block in 0..blocks {
        let arguments: Vec<String> = match block {
            0 => types.iter().enumerate().map(|(i, ty)| format!("%a{i}: {ty}")).collect(),
            _ => Vec::new(),
        };
        let arguments =
            if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
        text += &format!("\n^bb{block}{arguments}:\n  \"test.end\"() : () -> ()");
    }
    text + "\n}"
}
