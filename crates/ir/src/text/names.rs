//! Names of values and blocks in printed text.
//!
//! A value keeps the name it was read with; one without gets a number, except that arguments of functions and loops
//! are called `%arg0` and constants after their value. Names are unique among those visible: a region may use a name
//! again that a sibling region uses, but not one from around it.

use crate::attrs::AttrKind;
use crate::context::Context;
use crate::fold::constant_of;
use crate::opdef::Trait;
use crate::storage::{Block, Ir, Op, Region, Value, ValueDef};
use crate::text::lexer;
use crate::types::{Type, TypeKind};
use base::{SideMap, Str};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// What a value is called.
#[derive(Clone, Copy)]
enum Name {
    /// It has not been met.
    Unknown,
    Number(u32),
    /// The name it was read with.
    Own(Str),
    /// A name made here, by its place in `Names::made`.
    Made(u32),
}

/// The names given out so far.
pub(super) struct Names {
    values: SideMap<Value, Name>,
    blocks: SideMap<Block, u32>,
    /// The number of the scope in which a name that was read is taken. Most names were read: this way they are compared
    /// as numbers.
    own: SideMap<Str, u32>,
    made: Vec<String>,
    scope: Scope,
    /// Names go through isolated operations: a reader of the generic form does not know which these are.
    one_scope: bool,
}

/// What is taken within one isolated operation.
struct Scope {
    /// From 1: 0 is no scope.
    number: u32,
    next: u32,
    next_arg: u32,
    /// Names that were made here.
    made: FxHashSet<String>,
    /// For names that were asked for again, the first number that was not found taken behind them. Trying all from zero
    /// each time would be quadratic where many values have one name, as after inlining.
    numbers: FxHashMap<String, u32>,
}

impl Scope {
    fn new(number: u32) -> Scope {
        Scope { number, next: 0, next_arg: 0, made: FxHashSet::default(), numbers: FxHashMap::default() }
    }

    /// Makes a numbered name free again.
    fn give_back(&mut self, name: &str) {
        self.made.remove(name);
        if let Some((text, number)) = name.rsplit_once('_')
            && let (Some(next), Ok(number)) = (self.numbers.get_mut(text), number.parse::<u32>())
        {
            *next = number.min(*next);
        }
    }
}

/// A name that a region gives back at its end.
enum Taken {
    Own(Str),
    Made(u32),
}

impl Names {
    /// Names for text in which isolated operations have names of their own, or do not.
    pub fn new(one_scope: bool) -> Names {
        Names {
            values: SideMap::with_default(Name::Unknown),
            blocks: SideMap::with_default(u32::MAX),
            own: SideMap::with_default(0),
            made: Vec::new(),
            scope: Scope::new(1),
            one_scope,
        }
    }

    /// Names the results of the outermost operation and everything in it.
    pub fn enter(&mut self, ir: &Ir, op: Op) {
        let mut taken = Vec::new();
        self.claim_own(ir, ir.results(op), &mut taken);
        self.name_rest(ir, heads(ir, op), op);
        self.inside(ir, op);
    }

    /// Whether an operation has names of its own.
    pub fn isolates(&self, ir: &Ir, op: Op) -> bool {
        !self.one_scope && ir.has_trait(op, Trait::IsolatedFromAbove) && !ir.has_trait(op, Trait::SharedNames)
    }

    /// Names everything in an operation that is isolated from above. All that stands around it has its name already, so
    /// there is nothing to go back to.
    pub fn isolate(&mut self, ir: &Ir, op: Op) {
        self.scope = Scope::new(self.scope.number + 1);
        self.inside(ir, op);
    }

    /// What a value is called, unless that is a number.
    pub fn get<'a>(&'a self, ctx: &'a Context, value: Value) -> Option<&'a str> {
        match *self.values.get(value) {
            Name::Own(name) => Some(&ctx[name]),
            Name::Made(i) => Some(&self.made[i as usize]),
            Name::Number(_) | Name::Unknown => None,
        }
    }

    /// `%name`
    pub fn write(&self, ctx: &Context, value: Value, out: &mut String) {
        out.push('%');
        match *self.values.get(value) {
            Name::Number(n) => out.push_str(itoa(n, &mut [0; 10])),
            Name::Own(name) => out.push_str(&ctx[name]),
            Name::Made(i) => out.push_str(&self.made[i as usize]),
            Name::Unknown => out.push_str("<<unknown>>"),
        }
    }

    /// `^bb0`: blocks are called by their place in their region.
    pub fn write_block(&self, block: Block, out: &mut String) {
        match *self.blocks.get(block) {
            u32::MAX => out.push_str("^<<unknown>>"),
            n => {
                out.push_str("^bb");
                out.push_str(itoa(n, &mut [0; 10]));
            }
        }
    }

    /// Names everything in the regions of an operation, but not inside isolated operations.
    fn inside(&mut self, ir: &Ir, op: Op) {
        for region in ir.regions(op) {
            self.region(ir, *region);
        }
    }

    fn region(&mut self, ir: &Ir, region: Region) {
        // Names that were read come first and for the whole region, whatever the order of its operations, so that no
        // made-up or nested name can capture a use of them.
        let mut taken = Vec::new();
        let around = ir.region_parent(region);
        let names = around.and_then(|op| Some(ir.def(op)?.argument_names?(ir, op))).unwrap_or_default();
        for (number, block) in (0..).zip(ir.blocks(region)) {
            self.blocks[*block] = number;
            for (i, arg) in ir.args(*block).iter().enumerate() {
                let given = names.get(i).filter(|name| number == 0 && lexer::is_value_name(&ir.ctx[**name]));
                self.claim(ir, *arg, given.copied().or(ir.value_name(*arg)), &mut taken);
            }
            for op in ir.block_ops(*block) {
                self.claim_own(ir, heads(ir, op), &mut taken);
            }
        }
        for (i, block) in ir.blocks(region).iter().enumerate() {
            for arg in ir.args(*block) {
                if matches!(self.values.get(*arg), Name::Unknown) {
                    if i == 0 {
                        self.make(&ir.ctx, *arg, |scope| {
                            scope.next_arg += 1;
                            format!("arg{}", scope.next_arg - 1)
                        });
                    } else {
                        self.number(*arg);
                    }
                }
            }
            for op in ir.block_ops(*block) {
                self.name_rest(ir, heads(ir, op), op);
                if !ir.regions(op).is_empty() && !self.isolates(ir, op) {
                    self.inside(ir, op);
                }
            }
        }
        for name in taken {
            match name {
                Taken::Own(name) => self.own[name] = 0,
                Taken::Made(i) => self.scope.give_back(&self.made[i as usize]),
            }
        }
    }

    fn claim_own(&mut self, ir: &Ir, values: impl Iterator<Item = Value>, taken: &mut Vec<Taken>) {
        for value in values {
            self.claim(ir, value, own_name(ir, value), taken);
        }
    }

    fn claim(&mut self, ir: &Ir, value: Value, name: Option<Str>, taken: &mut Vec<Taken>) {
        // What made the IR may have given a value any name; one that cannot be read back is not written.
        let Some(name) = name.filter(|name| lexer::is_value_name(&ir.ctx[*name])) else { return };
        // A made name can be in the way only when some were made before, in a region around.
        let free = self.scope.made.is_empty() || !self.scope.made.contains(&ir.ctx[name]);
        if free && *self.own.get(name) != self.scope.number {
            self.own[name] = self.scope.number;
            self.values[value] = Name::Own(name);
            taken.push(Taken::Own(name));
        } else {
            taken.push(Taken::Made(self.make_numbered(&ir.ctx, value, &ir.ctx[name])));
        }
    }

    fn name_rest(&mut self, ir: &Ir, results: impl Iterator<Item = Value>, op: Op) {
        for value in results {
            if !matches!(self.values.get(value), Name::Unknown) {
                continue;
            }
            match constant_name(ir, op) {
                Some(text) if self.is_free(&ir.ctx, &text) => {
                    self.give(value, text);
                }
                Some(text) => {
                    self.make_numbered(&ir.ctx, value, &text);
                }
                None => self.number(value),
            }
        }
    }

    /// Gives a value the first of `text_0`, `text_1`, … that is free; gives its place in `made`.
    fn make_numbered(&mut self, ctx: &Context, value: Value, text: &str) -> u32 {
        let mut number = self.scope.numbers.get(text).copied().unwrap_or(0);
        let place = self.make(ctx, value, |_| {
            number += 1;
            format!("{text}_{}", number - 1)
        });
        self.scope.numbers.insert(text.to_owned(), number);
        place
    }

    /// Gives a value the first of the candidates that is free; gives its place in `made`.
    fn make(&mut self, ctx: &Context, value: Value, mut candidate: impl FnMut(&mut Scope) -> String) -> u32 {
        loop {
            let name = candidate(&mut self.scope);
            if self.is_free(ctx, &name) {
                return self.give(value, name);
            }
        }
    }

    fn is_free(&self, ctx: &Context, name: &str) -> bool {
        let is_own = |name| *self.own.get(name) == self.scope.number;
        !self.scope.made.contains(name) && !ctx.find_str(name).is_some_and(is_own)
    }

    /// Gives a value a name that is free; gives its place in `made`.
    fn give(&mut self, value: Value, name: String) -> u32 {
        let place = self.made.len() as u32;
        self.values[value] = Name::Made(place);
        self.scope.made.insert(name.clone());
        self.made.push(name);
        place
    }

    fn number(&mut self, value: Value) {
        self.values[value] = Name::Number(self.scope.next);
        self.scope.next += 1;
    }
}

/// Calls every value in an operation what its text calls it. What is then made from the values goes by the same names as what is
/// made from the text that was read again.
pub fn settle_names(ir: &mut Ir, root: Op) {
    let mut names = Names::new(false);
    names.enter(ir, root);
    let ops = ir.walk(root);
    for op in ops.iter().filter(|op| **op != root) {
        if names.isolates(ir, *op) {
            names.isolate(ir, *op);
        }
    }
    for op in ops {
        let blocks = ir.regions(op).iter().flat_map(|region| ir.blocks(*region));
        let arguments = blocks.flat_map(|block| ir.args(*block).iter().copied());
        let values: Vec<Value> = ir.results(op).chain(arguments).collect();
        for value in values {
            let name = match *names.values.get(value) {
                Name::Own(name) => Some(name),
                Name::Made(made) => Some(ir.ctx.str(&names.made[made as usize])),
                Name::Number(_) | Name::Unknown => None,
            };
            ir.set_value_name(value, name);
        }
    }
}

/// The results of an operation by the names they share: all have one, unless the operation names its groups.
pub(super) fn packs(ir: &Ir, op: Op) -> SmallVec<[Range<usize>; 2]> {
    let count = ir.result_count(op);
    if count > 1
        && let Some(def) = ir.def(op).filter(|def| def.has(Trait::ResultGroupNames))
    {
        let groups = (0..def.results.len()).map(|group| ir.result_group(op, group));
        let groups: SmallVec<[Range<usize>; 2]> = groups.filter(|group| !group.is_empty()).collect();
        // What the verifier has not seen may not fit its record.
        if groups.iter().map(Range::len).sum::<usize>() == count {
            return groups;
        }
    }
    if count == 0 { SmallVec::new() } else { smallvec::smallvec![0..count] }
}

/// For one of several results that have one name in the text, `%name#1`, the result that bears the name, and the number.
pub fn shared_name(ir: &Ir, value: Value) -> Option<(Value, usize)> {
    let ValueDef::Result(op, index) = ir.value_def(value) else { return None };
    if ir.result_count(op) == 1 {
        return None;
    }
    let index = index as usize;
    let pack = packs(ir, op).into_iter().find(|pack| pack.contains(&index)).filter(|pack| pack.len() > 1)?;
    Some((ir.result(op, pack.start), index - pack.start))
}

/// The results that have names: the first of each pack.
fn heads(ir: &Ir, op: Op) -> impl Iterator<Item = Value> {
    let values: SmallVec<[Value; 2]> = packs(ir, op).iter().map(|pack| ir.result(op, pack.start)).collect();
    values.into_iter()
}

/// What a value wants to be called: as it was read, or as the operation that makes it says.
fn own_name(ir: &Ir, value: Value) -> Option<Str> {
    let read = ir.value_name(value);
    let Some(op) = ir.defining_op(value).filter(|op| ir.has_trait(*op, Trait::NamedResult)) else {
        return read;
    };
    match ir.attr(op, "name").map(|name| &ir.ctx[name]) {
        Some(AttrKind::String { value, .. }) if ir.ctx[*value].is_empty() => None,
        Some(AttrKind::String { value, .. }) if lexer::is_value_name(&ir.ctx[*value]) => Some(*value),
        _ => read,
    }
}

/// `c4_i32`, `true`, `cst`: what a constant is called after its value.
fn constant_name(ir: &Ir, op: Op) -> Option<String> {
    let AttrKind::Integer { value, ty } = &ir.ctx[constant_of(ir, op)?] else { return Some("cst".into()) };
    match ir.ctx[*ty] {
        TypeKind::Index => Some(format!("c{}", value.to_i64()?)),
        _ if *ty == Type::I1 => Some(if value.is_zero() { "false" } else { "true" }.into()),
        TypeKind::Integer { width, .. } if width <= 64 => Some(format!("c{}_i{width}", value.to_i64()?)),
        _ => Some("cst".into()),
    }
}

/// Decimal digits without allocating: this runs once for every use of a value.
fn itoa(mut n: u32, buffer: &mut [u8; 10]) -> &str {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            return std::str::from_utf8(&buffer[at..]).expect("digits are ASCII");
        }
    }
}
