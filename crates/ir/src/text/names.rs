//! Names of values and blocks in printed text.
//!
//! A value keeps the name it was read with; one without gets a number, except that arguments of functions and loops
//! are called `%arg0` and constants after their value. Names are unique among those visible: a region may use a name
//! again that a sibling region uses, but not one from around it.

use crate::attrs::AttrKind;
use crate::context::Context;
use crate::opdef::Trait;
use crate::storage::{Block, Ir, Op, Region, Value};
use crate::types::{Type, TypeKind};
use base::{SideMap, Str};
use rustc_hash::FxHashSet;

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
    made: Vec<String>,
    scope: Scope,
    /// Names go through isolated operations: a reader of the generic form does not know which these are.
    one_scope: bool,
}

/// What is taken within one isolated operation.
#[derive(Default)]
pub(super) struct Scope {
    next: u32,
    next_arg: u32,
    taken: FxHashSet<String>,
}

impl Names {
    /// Names for text in which isolated operations have names of their own, or do not.
    pub fn new(one_scope: bool) -> Names {
        let values = SideMap::with_default(Name::Unknown);
        Names { values, made: Vec::new(), scope: Scope::default(), one_scope }
    }

    /// Names the results of the outermost operation and everything in it.
    pub fn enter(&mut self, ir: &Ir, op: Op) {
        let mut taken = Vec::new();
        self.claim_own(ir, ir.results(op), &mut taken);
        self.name_rest(ir, ir.results(op).take(1), op);
        self.inside(ir, op);
    }

    /// Whether an operation has names of its own.
    pub fn isolates(&self, ir: &Ir, op: Op) -> bool {
        !self.one_scope && ir.has_trait(op, Trait::IsolatedFromAbove)
    }

    /// Begins the names of an operation that is isolated from above; gives what to restore after it.
    pub fn isolate(&mut self, ir: &Ir, op: Op) -> Scope {
        let outside = std::mem::take(&mut self.scope);
        self.inside(ir, op);
        outside
    }

    /// Goes back to the names around an isolated operation.
    pub fn restore(&mut self, outside: Scope) {
        self.scope = outside;
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
    pub fn write_block(&self, ir: &Ir, block: Block, out: &mut String) {
        let position = ir.block_region(block).and_then(|r| ir.blocks(r).iter().position(|b| *b == block));
        match position {
            Some(n) => out.push_str(&format!("^bb{n}")),
            None => out.push_str("^<<unknown>>"),
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
        for block in ir.blocks(region) {
            self.claim_own(ir, ir.args(*block).iter().copied(), &mut taken);
            for op in ir.block_ops(*block) {
                self.claim_own(ir, ir.results(op).take(1), &mut taken);
            }
        }
        for (i, block) in ir.blocks(region).iter().enumerate() {
            for arg in ir.args(*block) {
                if matches!(self.values.get(*arg), Name::Unknown) {
                    if i == 0 {
                        let name = self.unique(|scope| {
                            scope.next_arg += 1;
                            format!("arg{}", scope.next_arg - 1)
                        });
                        self.make(*arg, name);
                    } else {
                        self.number(*arg);
                    }
                }
            }
            for op in ir.block_ops(*block) {
                self.name_rest(ir, ir.results(op).take(1), op);
                if !ir.regions(op).is_empty() && !self.isolates(ir, op) {
                    self.inside(ir, op);
                }
            }
        }
        for name in taken {
            self.scope.taken.remove(&name);
        }
    }

    fn claim_own(&mut self, ir: &Ir, values: impl Iterator<Item = Value>, taken: &mut Vec<String>) {
        for value in values {
            let Some(name) = ir.value_name(value) else { continue };
            let text = &ir.ctx[name];
            if self.scope.taken.insert(text.to_string()) {
                self.values[value] = Name::Own(name);
                taken.push(text.to_string());
            } else {
                let mut number = 0;
                let name = self.unique(|_| {
                    number += 1;
                    format!("{text}_{}", number - 1)
                });
                taken.push(name.clone());
                self.make(value, name);
            }
        }
    }

    fn name_rest(&mut self, ir: &Ir, results: impl Iterator<Item = Value>, op: Op) {
        for value in results {
            if !matches!(self.values.get(value), Name::Unknown) {
                continue;
            }
            match constant_name(ir, op) {
                Some(text) => {
                    let mut number = None;
                    let name = self.unique(|_| {
                        let name = number.map_or(text.clone(), |n: u32| format!("{text}_{n}"));
                        number = Some(number.map_or(0, |n| n + 1));
                        name
                    });
                    self.make(value, name);
                }
                None => self.number(value),
            }
        }
    }

    fn unique(&mut self, mut candidate: impl FnMut(&mut Scope) -> String) -> String {
        loop {
            let name = candidate(&mut self.scope);
            if self.scope.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    fn make(&mut self, value: Value, name: String) {
        self.values[value] = Name::Made(self.made.len() as u32);
        self.made.push(name);
    }

    fn number(&mut self, value: Value) {
        self.values[value] = Name::Number(self.scope.next);
        self.scope.next += 1;
    }
}

/// `c4_i32`, `true`, `cst`: what a constant is called after its value.
fn constant_name(ir: &Ir, op: Op) -> Option<String> {
    if !ir.has_trait(op, Trait::ConstantLike) {
        return None;
    }
    let AttrKind::Integer { value, ty } = &ir.ctx[ir.attr(op, "value")?] else { return Some("cst".into()) };
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
