//! Affine expressions, maps and integer sets: the arithmetic of subscripts and layouts.
//!
//! Expressions are plain trees: they are small, and a dependence test wants to take them apart. They are made by
//! constructors ([`AffineExpr::add`], …) that simplify as MLIR does when it reads them, so that `d0 * 1 + 0` is `d0`,
//! constants stand on the right and symbols behind dimensions. Sums lean to the left, as their text does; this goes
//! further than MLIR, whose `d0 + (d1 + 1)` prints like `(d0 + d1) + 1` without being equal to it, and makes what is
//! printed read back as the same expression.

use std::fmt;

/// An affine expression over dimensions (`d0`) and symbols (`s0`).
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// `4`
    Constant(i64),
    /// `a op b`
    Binary(AffineOp, Box<AffineExpr>, Box<AffineExpr>),
}

/// The operators of affine expressions. Subtraction is an addition of a product with -1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineOp {
    /// `a + b`
    Add,
    /// `a * b`, one of them symbolic or constant
    Mul,
    /// `a mod b`, never negative
    Mod,
    /// `a floordiv b`
    FloorDiv,
    /// `a ceildiv b`
    CeilDiv,
}

/// `affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// One expression a result.
    pub results: Vec<AffineExpr>,
}

/// `affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Each expression is compared with zero: equal (`true`) or at least (`false`).
    pub constraints: Vec<(AffineExpr, bool)>,
}

impl AffineMap {
    /// The map that gives back its `rank` dimensions in order.
    pub fn identity(rank: u32) -> AffineMap {
        AffineMap { dims: rank, symbols: 0, results: (0..rank).map(AffineExpr::Dim).collect() }
    }

    /// Whether this is [`AffineMap::identity`].
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && self.results.iter().zip(0..).all(|(e, d)| *e == AffineExpr::Dim(d))
    }

    /// Whether it is no longer than what people write: few names, few results, few operators.
    pub(crate) fn is_short(&self) -> bool {
        const MOST: usize = 32;
        let names = self.dims as usize + self.symbols as usize;
        names <= MOST && self.results.len() <= MOST && self.results.iter().all(|e| e.operators() <= MOST)
    }

    /// The results for these dimensions and symbols; see [`AffineExpr::eval`].
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|result| result.eval(dims, symbols)).collect()
    }
}

impl IntegerSet {
    /// Whether a point is in the set; see [`AffineExpr::eval`].
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        for (expr, equal) in &self.constraints {
            let value = expr.eval(dims, symbols)?;
            if if *equal { value != 0 } else { value < 0 } {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl AffineExpr {
    /// The value for these dimensions and symbols. `None` if it overflows 64 bits, divides by a number that is not
    /// positive, or names a dimension or symbol that is not there.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            AffineExpr::Dim(i) => dims.get(*i as usize).copied(),
            AffineExpr::Symbol(i) => symbols.get(*i as usize).copied(),
            AffineExpr::Constant(value) => Some(*value),
            AffineExpr::Binary(op, a, b) => apply(*op, a.eval(dims, symbols)?, b.eval(dims, symbols)?),
        }
    }

    /// Whether no dimension occurs in it.
    pub fn is_symbolic(&self) -> bool {
        match self {
            AffineExpr::Dim(_) => false,
            AffineExpr::Symbol(_) | AffineExpr::Constant(_) => true,
            AffineExpr::Binary(_, a, b) => a.is_symbolic() && b.is_symbolic(),
        }
    }

    fn operators(&self) -> usize {
        match self {
            AffineExpr::Binary(_, a, b) => 1 + a.operators() + b.operators(),
            _ => 0,
        }
    }

    fn constant(&self) -> Option<i64> {
        match self {
            AffineExpr::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The operands if it is this operation.
    fn operands(&self, op: AffineOp) -> Option<(&AffineExpr, &AffineExpr)> {
        match self {
            AffineExpr::Binary(own, a, b) if *own == op => Some((a, b)),
            _ => None,
        }
    }

    /// `e * c` as its parts, anything else as itself and one.
    fn scaled(&self) -> (&AffineExpr, i64) {
        match self.operands(AffineOp::Mul) {
            Some((e, AffineExpr::Constant(c))) => (e, *c),
            _ => (self, 1),
        }
    }

    /// A number that divides the value wherever it is defined; zero for zero.
    fn divisor(&self) -> u64 {
        match self {
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => 1,
            AffineExpr::Constant(value) => value.unsigned_abs(),
            AffineExpr::Binary(AffineOp::Mul, a, b) => a.divisor().checked_mul(b.divisor()).unwrap_or(1),
            AffineExpr::Binary(AffineOp::Add | AffineOp::Mod, a, b) => gcd(a.divisor(), b.divisor()),
            AffineExpr::Binary(AffineOp::FloorDiv | AffineOp::CeilDiv, a, b) => match b.constant() {
                Some(by) if by != 0 && a.divisor().is_multiple_of(by.unsigned_abs()) => {
                    a.divisor() / by.unsigned_abs()
                }
                _ => 1,
            },
        }
    }

    fn binary(op: AffineOp, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        AffineExpr::Binary(op, Box::new(a), Box::new(b))
    }

    /// `self + other`
    #[allow(clippy::should_implement_trait)] // The operator would hide that a new expression is made and simplified.
    pub fn add(self, other: AffineExpr) -> AffineExpr {
        let (a, b) = (self, other);
        match (a.constant(), b.constant()) {
            (Some(x), Some(y)) => {
                return match x.checked_add(y) {
                    Some(sum) => AffineExpr::Constant(sum),
                    None => AffineExpr::binary(AffineOp::Add, a, b),
                };
            }
            (Some(_), None) => return b.add(a),
            (None, Some(0)) => return a,
            _ => {}
        }
        if a.is_symbolic() && !b.is_symbolic() {
            return b.add(a);
        }
        // a + (x + y) = (a + x) + y
        if let AffineExpr::Binary(AffineOp::Add, x, y) = b {
            return a.add(*x).add(*y);
        }
        if let Some((x, AffineExpr::Constant(c))) = a.operands(AffineOp::Add) {
            match b.constant().map(|d| c.checked_add(d)) {
                // (x + c) + d = x + (c + d)
                Some(Some(sum)) => return x.clone().add(AffineExpr::Constant(sum)),
                Some(None) => {}
                // (x + c) + b = (x + b) + c
                None => return x.clone().add(b).add(AffineExpr::Constant(*c)),
            }
        }
        // e * c + e * d = e * (c + d)
        if let ((e, c), (f, d)) = (a.scaled(), b.scaled())
            && e == f
            && let Some(sum) = c.checked_add(d)
        {
            return e.clone().mul(AffineExpr::Constant(sum));
        }
        remainder(&a, &b).unwrap_or_else(|| AffineExpr::binary(AffineOp::Add, a, b))
    }

    /// `self * other`; one of them should be symbolic.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, other: AffineExpr) -> AffineExpr {
        let (a, b) = (self, other);
        match (a.constant(), b.constant()) {
            (Some(x), Some(y)) => {
                return match x.checked_mul(y) {
                    Some(product) => AffineExpr::Constant(product),
                    None => AffineExpr::binary(AffineOp::Mul, a, b),
                };
            }
            (Some(_), None) => return b.mul(a),
            (None, Some(1)) => return a,
            (None, Some(0)) => return b,
            _ => {}
        }
        if !b.is_symbolic() && a.is_symbolic() {
            return b.mul(a);
        }
        if let Some((x, AffineExpr::Constant(c))) = a.operands(AffineOp::Mul) {
            match b.constant().map(|d| c.checked_mul(d)) {
                // (x * c) * d = x * (c * d)
                Some(Some(product)) => return x.clone().mul(AffineExpr::Constant(product)),
                Some(None) => {}
                // (x * c) * b = (x * b) * c
                None => return x.clone().mul(b).mul(AffineExpr::Constant(*c)),
            }
        }
        AffineExpr::binary(AffineOp::Mul, a, b)
    }

    /// `-self`
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> AffineExpr {
        self.mul(AffineExpr::Constant(-1))
    }

    /// `self - other`
    #[allow(clippy::should_implement_trait)]
    pub fn sub(self, other: AffineExpr) -> AffineExpr {
        self.add(other.neg())
    }

    /// `self mod other`
    pub fn modulo(self, other: AffineExpr) -> AffineExpr {
        let Some(by) = other.constant().filter(|by| *by > 0) else {
            return AffineExpr::binary(AffineOp::Mod, self, other);
        };
        if let Some(value) = self.constant() {
            return AffineExpr::Constant(value.rem_euclid(by));
        }
        let divides = |e: &AffineExpr| e.divisor().is_multiple_of(by.unsigned_abs());
        if divides(&self) {
            return AffineExpr::Constant(0);
        }
        if let Some((x, y)) = self.operands(AffineOp::Add) {
            if divides(x) {
                return y.clone().modulo(other);
            }
            if divides(y) {
                return x.clone().modulo(other);
            }
        }
        // (e mod (n * by)) mod by = e mod by
        if let Some((e, AffineExpr::Constant(inner))) = self.operands(AffineOp::Mod)
            && *inner >= 1
            && inner % by == 0
        {
            return e.clone().modulo(other);
        }
        AffineExpr::binary(AffineOp::Mod, self, other)
    }

    /// `self floordiv other`
    pub fn floor_div(self, other: AffineExpr) -> AffineExpr {
        let Some(by) = other.constant().filter(|by| *by != 0) else {
            return AffineExpr::binary(AffineOp::FloorDiv, self, other);
        };
        if let Some(quotient) = self.constant().and_then(|value| floor_div(value, by)) {
            return AffineExpr::Constant(quotient);
        }
        if by == 1 {
            return self;
        }
        if let Some(quotient) = self.exact_quotient(by) {
            return quotient;
        }
        // (x + y) floordiv by, one of them a multiple of it
        if let Some((x, y)) = self.operands(AffineOp::Add)
            && (x.divisor().is_multiple_of(by.unsigned_abs())
                || y.divisor().is_multiple_of(by.unsigned_abs()))
        {
            return x.clone().floor_div(other.clone()).add(y.clone().floor_div(other));
        }
        AffineExpr::binary(AffineOp::FloorDiv, self, other)
    }

    /// `self ceildiv other`
    pub fn ceil_div(self, other: AffineExpr) -> AffineExpr {
        let Some(by) = other.constant().filter(|by| *by != 0) else {
            return AffineExpr::binary(AffineOp::CeilDiv, self, other);
        };
        if let Some(quotient) = self.constant().and_then(|value| ceil_div(value, by)) {
            return AffineExpr::Constant(quotient);
        }
        if by == 1 {
            return self;
        }
        self.exact_quotient(by).unwrap_or_else(|| AffineExpr::binary(AffineOp::CeilDiv, self, other))
    }

    /// `(e * (n * by)) / by = e * n`
    fn exact_quotient(&self, by: i64) -> Option<AffineExpr> {
        let (e, AffineExpr::Constant(c)) = self.operands(AffineOp::Mul)? else { return None };
        (c.checked_rem(by)? == 0).then(|| e.clone().mul(AffineExpr::Constant(c / by)))
    }
}

/// `a + b` as `a mod q`, if `b` is `(a floordiv q) * -q`, or `((a floordiv q) * q) * -1` for a symbolic `q`.
fn remainder(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    let (product, factor) = b.operands(AffineOp::Mul)?;
    let factor = factor.constant()?;
    if let Some((dividend, q)) = product.operands(AffineOp::FloorDiv) {
        let q = q.constant().filter(|q| *q > 0 && *q == factor.wrapping_neg())?;
        return (dividend == a).then(|| a.clone().modulo(AffineExpr::Constant(q)));
    }
    let (quotient, q) = product.operands(AffineOp::Mul)?;
    let (dividend, by) = quotient.operands(AffineOp::FloorDiv)?;
    (factor == -1 && by == q && dividend == a).then(|| a.clone().modulo(q.clone()))
}

fn apply(op: AffineOp, a: i64, b: i64) -> Option<i64> {
    match op {
        AffineOp::Add => a.checked_add(b),
        AffineOp::Mul => a.checked_mul(b),
        AffineOp::Mod => (b > 0).then(|| a.rem_euclid(b)),
        AffineOp::FloorDiv => {
            if b > 0 {
                floor_div(a, b)
            } else {
                None
            }
        }
        AffineOp::CeilDiv => {
            if b > 0 {
                ceil_div(a, b)
            } else {
                None
            }
        }
    }
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn ceil_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Debug for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        crate::text::affine::write_expr(self, &mut text);
        f.write_str(&text)
    }
}
