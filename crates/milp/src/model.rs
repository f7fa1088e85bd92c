//! A model: variables with bounds and costs, and rows that relate them.

use base::IdMap;
use std::ops::{Add, Mul, Sub};

base::id! {
    /// A variable.
    pub struct VarId;
}

/// Which numbers a variable can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// Any.
    Real,
    /// Whole ones.
    Whole,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// What the text of the model calls it: letters, digits and underscores.
    pub name: String,
    /// Which numbers it can be.
    pub kind: VarKind,
    /// The least it can be.
    pub low: f64,
    /// The most it can be.
    pub high: f64,
    /// What each unit of it costs.
    pub cost: f64,
}

/// How the two sides of a row relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
    /// Equal.
    Equal,
}

/// A row: a sum of variables, and what it is compared with.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the text of the model calls it.
    pub name: String,
    /// Factors, each variable once, in ascending order.
    pub terms: Vec<(VarId, f64)>,
    /// How the sum relates to the number.
    pub relation: Relation,
    /// The number.
    pub bound: f64,
}

impl Row {
    /// The set of rows it belongs to: its name without the number at the end.
    pub fn set(&self) -> &str {
        self.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_')
    }

    /// Whether no values of variables matter, and the row does not hold.
    pub fn is_broken(&self) -> bool {
        let holds = match self.relation {
            Relation::AtMost => 0.0 <= self.bound,
            Relation::AtLeast => 0.0 >= self.bound,
            Relation::Equal => self.bound == 0.0,
        };
        self.terms.is_empty() && !holds
    }
}

/// A problem: the least cost of variables that keep all rows.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The variables.
    pub vars: IdMap<VarId, Var>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Model {
    /// Adds a variable.
    pub fn var(&mut self, name: String, kind: VarKind, (low, high): (f64, f64), cost: f64) -> VarId {
        self.vars.push(Var { name, kind, low, high, cost })
    }

    /// Adds a variable that is 0 or 1.
    pub fn choice(&mut self, name: String, cost: f64) -> VarId {
        self.var(name, VarKind::Whole, (0.0, 1.0), cost)
    }

    /// Adds a row: `left` relates to `right`.
    pub fn row(&mut self, name: String, left: Expr, relation: Relation, right: Expr) {
        let Expr { mut terms, constant } = left - right;
        terms.sort_by_key(|(var, _)| *var);
        let mut merged: Vec<(VarId, f64)> = Vec::with_capacity(terms.len());
        for (var, factor) in terms {
            match merged.last_mut() {
                Some((last, sum)) if *last == var => *sum += factor,
                _ => merged.push((var, factor)),
            }
        }
        merged.retain(|(_, factor)| *factor != 0.0);
        self.rows.push(Row { name, terms: merged, relation, bound: 0.0 - constant });
    }

    /// Whether values keep all bounds and rows, up to rounding.
    pub fn is_kept_by(&self, values: &[f64]) -> bool {
        let near = 1e-6;
        let value = |var: VarId| values[base::Id::index(var)];
        let in_bounds = |(id, var): (VarId, &Var)| {
            let is = value(id);
            let whole = var.kind == VarKind::Real || (is - is.round()).abs() <= near;
            whole && is >= var.low - near && is <= var.high + near
        };
        let keeps = |row: &Row| {
            let sum: f64 = row.terms.iter().map(|(var, factor)| factor * value(*var)).sum();
            let scale = 1.0 + row.terms.iter().map(|(var, factor)| (factor * value(*var)).abs()).sum::<f64>();
            match row.relation {
                Relation::AtMost => sum <= row.bound + near * scale,
                Relation::AtLeast => sum >= row.bound - near * scale,
                Relation::Equal => (sum - row.bound).abs() <= near * scale,
            }
        };
        values.len() == self.vars.len() && self.vars.iter().all(in_bounds) && self.rows.iter().all(keeps)
    }
}

/// A sum of variables with factors, and a number.
#[derive(Clone, Debug, Default)]
pub struct Expr {
    terms: Vec<(VarId, f64)>,
    constant: f64,
}

impl Expr {
    /// The variables with their factors; a variable can be there more than once.
    pub fn terms(&self) -> impl Iterator<Item = (VarId, f64)> {
        self.terms.iter().copied()
    }

    /// The number.
    pub fn constant(&self) -> f64 {
        self.constant
    }
}

impl From<VarId> for Expr {
    fn from(var: VarId) -> Expr {
        Expr { terms: vec![(var, 1.0)], constant: 0.0 }
    }
}

impl From<f64> for Expr {
    fn from(constant: f64) -> Expr {
        Expr { terms: Vec::new(), constant }
    }
}

impl Add for Expr {
    type Output = Expr;
    fn add(mut self, other: Expr) -> Expr {
        self.terms.extend(other.terms);
        self.constant += other.constant;
        self
    }
}

impl Sub for Expr {
    type Output = Expr;
    fn sub(self, other: Expr) -> Expr {
        self + other * -1.0
    }
}

impl Mul<f64> for Expr {
    type Output = Expr;
    fn mul(mut self, factor: f64) -> Expr {
        self.terms.iter_mut().for_each(|(_, of)| *of *= factor);
        self.constant *= factor;
        self
    }
}

impl std::iter::Sum for Expr {
    fn sum<I: Iterator<Item = Expr>>(all: I) -> Expr {
        all.fold(Expr::default(), Expr::add)
    }
}
