//! Affine expressions, maps and integer sets: the arithmetic of subscripts and layouts.
//!
//! Expressions are plain trees: they are small, and a dependence test wants to take them apart. Constructors simplify
//! constants (so that `d0 * 1 + 0` is `d0`), as MLIR does when it reads them, which keeps text round trips equal.

/// An affine expression over dimensions (`d0`) and symbols (`s0`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
}
