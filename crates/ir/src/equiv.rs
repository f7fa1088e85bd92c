//! Structural equality of two operations, which may live in different IRs with different contexts.
//!
//! Names of values and locations do not count; everything else does: operations and their order, operands, types,
//! attributes, regions, blocks and successors. The answer is the first difference in words, for people who read a
//! failed round trip.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::storage::{Block, Ir, Op, Value};
use crate::types::{Type, TypeKind};
use base::Str;
use base::text::counted;
use rustc_hash::{FxHashMap, FxHashSet};

/// The first difference between two operations with everything in them, or `None` when there is none.
pub fn difference(a: (&Ir, Op), b: (&Ir, Op)) -> Option<String> {
    let mut pairs = Pairs {
        a: a.0,
        b: b.0,
        values: FxHashMap::default(),
        blocks: FxHashMap::default(),
        same: Same::default(),
    };
    pairs.compare(a.1, b.1).err()
}

struct Pairs<'a> {
    a: &'a Ir,
    b: &'a Ir,
    values: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
    same: Same,
}

impl Pairs<'_> {
    fn compare(&mut self, a: Op, b: Op) -> Result<(), String> {
        // First what each operation is, then what it refers to: by then all values and blocks have their partners.
        let mut pairs = Vec::new();
        let mut stack = vec![(a, b)];
        while let Some((a, b)) = stack.pop() {
            self.op(a, b).map_err(|why| self.at(pairs.len(), a, &why))?;
            let start = stack.len();
            self.regions(a, b, &mut stack).map_err(|why| self.at(pairs.len(), a, &why))?;
            stack[start..].reverse();
            pairs.push((a, b));
        }
        for (number, (a, b)) in pairs.into_iter().enumerate() {
            self.references(a, b).map_err(|why| self.at(number, a, &why))?;
        }
        Ok(())
    }

    fn at(&self, number: usize, op: Op, why: &str) -> String {
        format!("operation #{number}, `{}`: {why}", self.a.name(op))
    }

    fn op(&mut self, a: Op, b: Op) -> Result<(), String> {
        let (ia, ib) = (self.a, self.b);
        if ia.name(a) != ib.name(b) {
            return Err(format!("is `{}` in the other", ib.name(b)));
        }
        counts("operand", "", ia.operand_count(a), ib.operand_count(b))?;
        counts("result", "", ia.result_count(a), ib.result_count(b))?;
        counts("region", "", ia.regions(a).len(), ib.regions(b).len())?;
        counts("successor", "", ia.successors(a).len(), ib.successors(b).len())?;
        for (index, (x, y)) in ia.results(a).zip(ib.results(b)).enumerate() {
            self.value(x, y).map_err(|()| format!("result #{index} has another type"))?;
        }
        self.dicts("own attribute", ia.props(a), ib.props(b))?;
        self.dicts("attribute", ia.attrs(a), ib.attrs(b))
    }

    /// Compares two dictionaries entry by entry, to be able to name the entry.
    fn dicts(&mut self, what: &str, a: Attr, b: Attr) -> Result<(), String> {
        let (ia, ib) = (self.a, self.b);
        let (da, db) = (counting(&ia.ctx, a), counting(&ib.ctx, b));
        for ((ka, va), (kb, vb)) in da.iter().zip(&db) {
            let (ka, kb) = (&ia.ctx[*ka], &ib.ctx[*kb]);
            if ka != kb {
                return Err(format!("{what}s have `{ka}` where the other has `{kb}`"));
            }
            if !self.same.attrs(&ia.ctx, *va, &ib.ctx, *vb) {
                return Err(format!("{what}s have another `{ka}`"));
            }
        }
        counts(what, "", da.len(), db.len())
    }

    fn value(&mut self, a: Value, b: Value) -> Result<(), ()> {
        self.values.insert(a, b);
        let equal = self.same.types(&self.a.ctx, self.a.ty(a), &self.b.ctx, self.b.ty(b));
        if equal { Ok(()) } else { Err(()) }
    }

    /// Pairs the blocks of two operations and their arguments, and puts the operations in them on the stack.
    fn regions(&mut self, a: Op, b: Op, stack: &mut Vec<(Op, Op)>) -> Result<(), String> {
        let (ia, ib) = (self.a, self.b);
        for (index, (ra, rb)) in ia.regions(a).iter().zip(ib.regions(b)).enumerate() {
            let (blocks_a, blocks_b) = (ia.blocks(*ra), ib.blocks(*rb));
            counts("block", &format!(" in region #{index}"), blocks_a.len(), blocks_b.len())?;
            for (number, (x, y)) in blocks_a.iter().zip(blocks_b).enumerate() {
                self.blocks.insert(*x, *y);
                let block = format!("block #{number} of region #{index}");
                counts("argument", &format!(" of {block}"), ia.args(*x).len(), ib.args(*y).len())?;
                for (arg, (u, v)) in ia.args(*x).iter().zip(ib.args(*y)).enumerate() {
                    self.value(*u, *v)
                        .map_err(|()| format!("argument #{arg} of {block} has another type"))?;
                }
                let (ops_a, ops_b): (Vec<Op>, Vec<Op>) =
                    (ia.block_ops(*x).collect(), ib.block_ops(*y).collect());
                counts("operation", &format!(" in {block}"), ops_a.len(), ops_b.len())?;
                stack.extend(ops_a.into_iter().zip(ops_b));
            }
        }
        Ok(())
    }

    fn references(&self, a: Op, b: Op) -> Result<(), String> {
        // A value from outside has no partner; it is the same only if both operations stand in one IR.
        let one_ir = std::ptr::eq(self.a, self.b);
        for (index, (x, y)) in self.a.operands(a).zip(self.b.operands(b)).enumerate() {
            let partner = self.values.get(&x).copied().or(one_ir.then_some(x));
            if partner != Some(y) {
                return Err(format!("operand #{index} is another value"));
            }
        }
        for (index, (x, y)) in self.a.successors(a).iter().zip(self.b.successors(b)).enumerate() {
            let partner = self.blocks.get(x).copied().or(one_ir.then_some(*x));
            if partner != Some(*y) {
                return Err(format!("successor #{index} is another block"));
            }
        }
        Ok(())
    }
}

/// The entries of a dictionary that say more than where something comes from.
fn counting(ctx: &Context, dict: Attr) -> Vec<(Str, Attr)> {
    let is_loc = |attr: Attr| matches!(ctx[attr], AttrKind::Loc(_));
    let says_more = |attr: Attr| match &ctx[attr] {
        AttrKind::Array(items) => items.is_empty() || !items.iter().all(|item| is_loc(*item)),
        _ => !is_loc(attr),
    };
    ctx.dict(dict).iter().copied().filter(|(_, attr)| says_more(*attr)).collect()
}

fn counts(what: &str, place: &str, a: usize, b: usize) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{}{place}, {b} in the other", counted(a, what))) }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pair {
    Types(Type, Type),
    Attrs(Attr, Attr),
}

/// Equality of types and attributes across contexts.
#[derive(Default)]
struct Same {
    equal: FxHashSet<Pair>,
}

impl Same {
    fn types(&mut self, ca: &Context, a: Type, cb: &Context, b: Type) -> bool {
        self.all(ca, cb, Pair::Types(a, b))
    }

    fn attrs(&mut self, ca: &Context, a: Attr, cb: &Context, b: Attr) -> bool {
        self.all(ca, cb, Pair::Attrs(a, b))
    }

    fn all(&mut self, ca: &Context, cb: &Context, pair: Pair) -> bool {
        let mut open = vec![pair];
        while let Some(pair) = open.pop() {
            // Entered before its parts are compared: when one of them differs, the whole comparison is over.
            if !self.equal.insert(pair) {
                continue;
            }
            let mut level = Level { ca, cb, open: &mut open };
            let equal = match pair {
                Pair::Types(a, b) => level.types(&ca[a], &cb[b]),
                Pair::Attrs(a, b) => level.attrs(&ca[a], &cb[b]),
            };
            if !equal {
                self.equal.clear();
                return false;
            }
        }
        true
    }
}

/// Compares one level; what is inside goes to `open`.
struct Level<'a> {
    ca: &'a Context,
    cb: &'a Context,
    open: &'a mut Vec<Pair>,
}

impl Level<'_> {
    fn str(&self, a: Str, b: Str) -> bool {
        self.ca[a] == self.cb[b]
    }

    fn strs(&self, a: &[Str], b: &[Str]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.str(*a, *b))
    }

    fn ty(&mut self, a: Type, b: Type) -> bool {
        self.open.push(Pair::Types(a, b));
        true
    }

    fn attr(&mut self, a: Attr, b: Attr) -> bool {
        self.open.push(Pair::Attrs(a, b));
        true
    }

    fn optional(&mut self, a: Option<Attr>, b: Option<Attr>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.attr(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    fn ty_list(&mut self, a: &[Type], b: &[Type]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.ty(*a, *b))
    }

    fn attr_list(&mut self, a: &[Attr], b: &[Attr]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.attr(*a, *b))
    }

    fn types(&mut self, a: &TypeKind, b: &TypeKind) -> bool {
        use TypeKind as K;
        match (a, b) {
            (K::Function { inputs: i, results: r }, K::Function { inputs: j, results: s }) => {
                self.ty_list(i, j) && self.ty_list(r, s)
            }
            (
                K::Memref { shape: s, element: e, layout: l, space: m },
                K::Memref { shape: t, element: f, layout: k, space: n },
            ) => s == t && self.ty(*e, *f) && self.optional(*l, *k) && self.optional(*m, *n),
            (K::UnrankedMemref { element: e, space: m }, K::UnrankedMemref { element: f, space: n }) => {
                self.ty(*e, *f) && self.optional(*m, *n)
            }
            (
                K::Tensor { shape: s, element: e, encoding: x },
                K::Tensor { shape: t, element: f, encoding: y },
            ) => s == t && self.ty(*e, *f) && self.optional(*x, *y),
            (K::UnrankedTensor { element: e }, K::UnrankedTensor { element: f }) => self.ty(*e, *f),
            (K::Vector { shape: s, element: e }, K::Vector { shape: t, element: f }) => {
                s == t && self.ty(*e, *f)
            }
            (K::Tuple(a), K::Tuple(b)) => self.ty_list(a, b),
            (K::Complex(a), K::Complex(b)) => self.ty(*a, *b),
            (K::Dialect { def: d, params: p }, K::Dialect { def: e, params: q }) => {
                d == e && self.attr_list(p, q)
            }
            (K::Opaque { dialect: d, body: x }, K::Opaque { dialect: e, body: y }) => {
                self.str(*d, *e) && self.str(*x, *y)
            }
            // What is left holds no handles.
            (K::Integer { .. } | K::Index | K::Float(_) | K::None, _) => a == b,
            _ => false,
        }
    }

    fn attrs(&mut self, a: &AttrKind, b: &AttrKind) -> bool {
        use AttrKind as K;
        match (a, b) {
            (K::Dict(a), K::Dict(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.str(x.0, y.0) && self.attr(x.1, y.1))
            }
            (K::Integer { value: v, ty: t }, K::Integer { value: w, ty: u })
            | (K::Float { bits: v, ty: t }, K::Float { bits: w, ty: u }) => v == w && self.ty(*t, *u),
            (K::String { value: v, ty: t }, K::String { value: w, ty: u }) => {
                self.str(*v, *w) && self.ty(*t, *u)
            }
            (K::Array(a), K::Array(b)) => self.attr_list(a, b),
            (K::Type(a), K::Type(b)) => self.ty(*a, *b),
            (K::Symbol { root: r, nested: n }, K::Symbol { root: s, nested: m }) => {
                self.str(*r, *s) && self.strs(n, m)
            }
            (K::Dense { ty: t, splat: s, data: d }, K::Dense { ty: u, splat: r, data: e }) => {
                s == r && d == e && self.ty(*t, *u)
            }
            (
                K::DenseStrings { ty: t, splat: s, values: d },
                K::DenseStrings { ty: u, splat: r, values: e },
            ) => s == r && self.strs(d, e) && self.ty(*t, *u),
            (K::DenseArray { element: t, data: d }, K::DenseArray { element: u, data: e }) => {
                d == e && self.ty(*t, *u)
            }
            (K::DenseResource { key: k, ty: t }, K::DenseResource { key: l, ty: u }) => {
                self.str(*k, *l) && self.ty(*t, *u)
            }
            (K::Sparse { ty: t, indices: i, values: v }, K::Sparse { ty: u, indices: j, values: w }) => {
                self.ty(*t, *u) && self.attr(*i, *j) && self.attr(*v, *w)
            }
            (K::Distinct { id: i, attr: a }, K::Distinct { id: j, attr: b }) => i == j && self.attr(*a, *b),
            (K::Dialect { def: d, params: p, ty: t }, K::Dialect { def: e, params: q, ty: u }) => {
                d == e && self.attr_list(p, q) && self.ty(*t, *u)
            }
            (K::Opaque { dialect: d, body: x, ty: t }, K::Opaque { dialect: e, body: y, ty: u }) => {
                self.str(*d, *e) && self.str(*x, *y) && self.ty(*t, *u)
            }
            // Locations do not count.
            (K::Loc(_), K::Loc(_)) => true,
            // What is left holds no handles.
            (K::Unit | K::AffineMap(_) | K::IntegerSet(_) | K::Strided { .. } | K::Enum { .. }, _) => a == b,
            _ => false,
        }
    }
}
