//! The generator's state: the text so far, the values in reach, and how often the present place runs.

use super::Config;
use super::catalogue::Catalogue;
use super::function::{Function, Global};
use super::types::{SCALARS, Scalar, Ty};
use base::{Bits, FloatFormat, Rng};
use std::fmt::Display;

/// How often one place may run in one call; bounds the trip counts of nested loops.
const MAX_WEIGHT: u64 = 150;
/// How many statements one call may execute, calls inside included.
pub(super) const MAX_COST: u64 = 4000;
/// How deep regions nest.
const MAX_DEPTH: u32 = 4;

/// Where a memory comes from; two memories of different known roots do not overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// Allocated in this function.
    Own(u32),
    /// An argument.
    Argument(usize),
    /// A global.
    Global(usize),
    /// One of several.
    Unknown,
}

/// What is known about a memory besides its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Memory {
    pub root: Root,
    pub writable: bool,
    /// It must not leave the region it was allocated in.
    pub local: bool,
    /// Its sizes, when they are known though the type does not say them.
    pub sizes: Option<Vec<u64>>,
}

/// A value in reach.
#[derive(Clone, Debug)]
pub(super) struct Var {
    pub name: String,
    pub ty: Ty,
    /// An index that is known to be below this, and not negative.
    pub below: Option<u64>,
    /// For memrefs.
    pub memory: Option<Memory>,
}

pub(super) struct Gen<'a> {
    pub rng: Rng,
    pub catalogue: &'a Catalogue,
    pub size: usize,
    /// The scalar types this program uses most, so that its values meet.
    pub palette: Vec<Scalar>,
    pub out: String,
    pub indent: usize,
    names: u32,
    pub vars: Vec<Var>,
    pub depth: u32,
    /// How often the present place runs in one call, at most.
    pub weight: u64,
    /// How many statements a call of the present function executes so far, at most.
    pub cost: u64,
    /// Statements the present function may still have.
    pub left: usize,
    /// Memories that came into reach before this one are only read: rounds of a parallel loop must not meet.
    pub write_floor: usize,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    roots: u32,
    labels: u32,
}

impl<'a> Gen<'a> {
    pub fn new(catalogue: &'a Catalogue, config: Config) -> Gen<'a> {
        let mut rng = Rng::new(config.seed);
        let ints: Vec<Scalar> = SCALARS.iter().copied().filter(|s| matches!(s, Scalar::Int(_))).collect();
        let floats =
            [FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64].map(Scalar::Float);
        let mut palette = vec![Scalar::BOOL, Scalar::Index, Scalar::Int(32)];
        palette.extend((0..3).map(|_| *rng.pick(&ints)));
        palette.extend((0..2).map(|_| *rng.pick(&floats)));
        Gen {
            rng,
            catalogue,
            size: config.size,
            palette,
            out: String::new(),
            indent: 0,
            names: 0,
            vars: Vec::new(),
            depth: 0,
            weight: 1,
            cost: 0,
            left: 0,
            write_floor: 0,
            functions: Vec::new(),
            globals: Vec::new(),
            roots: 0,
            labels: 0,
        }
    }

    // ----- text -----

    pub fn line(&mut self, text: impl Display) {
        let indent = 2 * self.indent;
        self.out.push_str(&format!("{:indent$}{text}\n", ""));
    }

    /// A name nobody has. Most are numbers, which printing gives out anew; some are kept.
    pub fn fresh(&mut self) -> String {
        self.names += 1;
        if self.names.is_multiple_of(7) { format!("%v{}", self.names) } else { format!("%{}", self.names) }
    }

    pub fn label(&mut self) -> String {
        self.labels += 1;
        format!("^bb{}", self.labels)
    }

    pub fn root(&mut self) -> Root {
        self.roots += 1;
        Root::Own(self.roots)
    }

    /// Writes an operation with one result and gives the result's name; it is not in reach yet.
    pub fn define(&mut self, text: impl Display) -> String {
        let name = self.fresh();
        self.line(format_args!("{name} = {text}"));
        name
    }

    /// Writes an operation with any number of results and gives their names.
    pub fn define_many(&mut self, count: usize, text: impl Display) -> Vec<String> {
        match count {
            0 => {
                self.line(text);
                Vec::new()
            }
            1 => vec![self.define(text)],
            _ => {
                let name = self.fresh();
                self.line(format_args!("{name}:{count} = {text}"));
                (0..count).map(|i| format!("{name}#{i}")).collect()
            }
        }
    }

    // ----- values -----

    pub fn bring(&mut self, name: String, ty: Scalar) {
        self.vars.push(Var { name, ty: ty.into(), below: None, memory: None });
    }

    pub fn constant(&mut self, ty: Scalar, bits: &Bits) -> String {
        self.define(format_args!("arith.constant {}", ty.constant(bits)))
    }

    pub fn int(&mut self, ty: Scalar, value: i64) -> String {
        self.constant(ty, &Bits::from_i64(ty.width(), value))
    }

    pub fn index(&mut self, value: u64) -> String {
        self.int(Scalar::Index, value as i64)
    }

    /// `arith.name a, b : ty`
    pub fn binary(&mut self, name: &str, a: &str, b: &str, ty: Scalar) -> String {
        self.define(format_args!("arith.{name} {a}, {b} : {ty}"))
    }

    pub fn compare(&mut self, predicate: &str, a: &str, b: &str, ty: Scalar) -> String {
        let name = if ty.is_int() { "cmpi" } else { "cmpf" };
        self.define(format_args!("arith.{name} {predicate}, {a}, {b} : {ty}"))
    }

    pub fn select(&mut self, condition: &str, a: &str, b: &str, ty: Scalar) -> String {
        self.define(format_args!("arith.select {condition}, {a}, {b} : {ty}"))
    }

    /// A scalar in reach, the later the likelier, or a new constant.
    pub fn value(&mut self, ty: Scalar) -> String {
        let known: Vec<usize> =
            (0..self.vars.len()).filter(|at| self.vars[*at].ty == Ty::Scalar(ty)).collect();
        if known.is_empty() || self.rng.chance(1, 12) {
            let bits = ty.random(&mut self.rng);
            return self.constant(ty, &bits);
        }
        let at = self.rng.index(known.len()).max(self.rng.index(known.len()));
        self.vars[known[at]].name.clone()
    }

    pub fn any_scalar(&mut self) -> Scalar {
        if self.rng.chance(1, 10) { *self.rng.pick(SCALARS) } else { *self.rng.pick(&self.palette) }
    }

    pub fn some_scalars(&mut self, most: u64) -> Vec<Scalar> {
        (0..self.rng.below(most + 1)).map(|_| self.any_scalar()).collect()
    }

    /// A value in reach of exactly this type that may leave the region.
    pub fn var_of(&mut self, ty: &Ty) -> Option<Var> {
        let fits = |var: &&Var| var.ty == *ty && var.memory.as_ref().is_none_or(|memory| !memory.local);
        let known: Vec<&Var> = self.vars.iter().filter(fits).collect();
        if known.is_empty() { None } else { Some((*self.rng.pick(&known)).clone()) }
    }

    // ----- regions -----

    /// Writes what stands between braces: indented, its values out of reach afterwards.
    pub fn nested<R>(&mut self, rounds: u64, body: impl FnOnce(&mut Self) -> R) -> R {
        let (mark, weight) = (self.vars.len(), self.weight);
        self.indent += 1;
        self.depth += 1;
        self.weight *= rounds.max(1);
        let result = body(self);
        self.weight = weight;
        self.depth -= 1;
        self.indent -= 1;
        self.vars.truncate(mark);
        result
    }

    /// How often a loop may run here.
    pub fn most_rounds(&self) -> u64 {
        (MAX_WEIGHT / self.weight).min(6)
    }

    pub fn may_nest(&self) -> bool {
        self.depth < MAX_DEPTH && self.left > 0
    }

    /// Writes a few statements.
    pub fn body(&mut self) {
        let most = if self.depth == 0 { 2 * self.size as u64 } else { 5 };
        for _ in 0..=self.rng.below(most + 1) {
            if self.left == 0 || self.cost > MAX_COST {
                break;
            }
            self.left -= 1;
            self.cost += self.weight;
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.rng.below(100) {
            0..48 => self.computation(),
            48..51 => self.unused_poison(),
            51..53 => self.guarded_division(),
            53..54 => self.assertion(),
            54..55 => self.zero_trip_division(),
            55..56 => self.zero_trip_choice(),
            56..60 if self.may_nest() => self.if_then(),
            60..66 if self.may_nest() => self.for_loop(),
            66..69 if self.may_nest() => self.while_loop(),
            69..71 if self.may_nest() => self.index_switch(),
            71..73 if self.may_nest() => self.execute_region(),
            73..75 if self.may_nest() => self.parallel_loop(),
            75..79 => self.allocation(),
            79..82 => self.load(),
            82..84 => self.reload(),
            84..85 => self.update_in_loop(),
            85..87 => self.neighbours_in_loop(),
            87..90 => self.store(),
            90..92 => self.view(),
            92..93 => self.copy(),
            93..94 => self.dimension(),
            94..95 => self.global(),
            95..98 => self.call(),
            _ => self.computation(),
        }
    }
}

/// Names separated by commas.
pub(super) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// What stands after `->`: nothing for no type, parentheses around several.
pub(super) fn arrow(types: &[Ty]) -> String {
    match types {
        [] => String::new(),
        [one] => format!(" -> ({one})"),
        _ => format!(" -> ({})", list(types)),
    }
}
