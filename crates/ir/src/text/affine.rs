//! Reading and writing affine maps and integer sets.
//!
//! A product must have a constant or symbolic side, and the right side of a division must be one. The number of
//! operators in an expression is bounded, because an expression is a tree of that depth at most.

use crate::affine::{AffineExpr, AffineMap, AffineOp, IntegerSet};
use crate::text::attr_print::separated;
use crate::text::lexer::Tok;
use crate::text::parser::{Parse, Parser};
use crate::text::type_print::push;
use base::{Diagnostic, Span, codes};
use rustc_hash::FxHashMap;

/// Operators in one expression that are still read.
const MAX_OPERATORS: u32 = 400;

/// What is known while an expression is read.
struct Names<'a> {
    names: FxHashMap<&'a str, AffineExpr>,
    dims: u32,
    symbols: u32,
    operators: u32,
}

impl<'a> Parser<'a> {
    /// `affine_map<(d0)[s0] -> (d0 + s0)>`
    pub(super) fn affine_map(&mut self) -> Parse<AffineMap> {
        self.expect_word("affine_map")?;
        self.expect(Tok::Less, "`<`")?;
        let mut names = self.affine_names()?;
        self.expect(Tok::Arrow, "`->`")?;
        let mut results = Vec::new();
        self.list(Tok::LParen, Tok::RParen, |p| {
            results.push(p.affine_expr(&mut names)?);
            Ok(())
        })?;
        self.expect(Tok::Greater, "`>`")?;
        Ok(AffineMap { dims: names.dims, symbols: names.symbols, results })
    }

    /// `affine_set<(d0)[s0] : (d0 - s0 >= 0)>`
    pub(super) fn integer_set(&mut self) -> Parse<IntegerSet> {
        self.expect_word("affine_set")?;
        self.expect(Tok::Less, "`<`")?;
        let mut names = self.affine_names()?;
        self.expect(Tok::Colon, "`:`")?;
        let mut constraints = Vec::new();
        self.list(Tok::LParen, Tok::RParen, |p| {
            constraints.push(p.constraint(&mut names)?);
            Ok(())
        })?;
        self.expect(Tok::Greater, "`>`")?;
        // A set without constraints holds every point, which is written as one that always holds.
        if constraints.is_empty() {
            constraints.push((AffineExpr::Constant(0), true));
        }
        Ok(IntegerSet { dims: names.dims, symbols: names.symbols, constraints })
    }

    /// `(d0, d1)[s0]`
    fn affine_names(&mut self) -> Parse<Names<'a>> {
        let mut names = Names { names: FxHashMap::default(), dims: 0, symbols: 0, operators: 0 };
        self.list(Tok::LParen, Tok::RParen, |p| {
            let dim = AffineExpr::Dim(names.dims);
            names.dims += 1;
            p.affine_name(&mut names, dim)
        })?;
        if self.at(Tok::LSquare) {
            self.list(Tok::LSquare, Tok::RSquare, |p| {
                let symbol = AffineExpr::Symbol(names.symbols);
                names.symbols += 1;
                p.affine_name(&mut names, symbol)
            })?;
        }
        Ok(names)
    }

    fn affine_name(&mut self, names: &mut Names<'a>, meaning: AffineExpr) -> Parse<()> {
        let span = self.token_span();
        let name = self.word("the name of a dimension or symbol")?;
        if names.names.insert(name, meaning).is_some() {
            return Err(self.error(codes::BAD_AFFINE, span, format!("`{name}` is named twice")));
        }
        Ok(())
    }

    /// `a >= b`, `a <= b` or `a == b`, as an expression that is compared with zero
    fn constraint(&mut self, names: &mut Names<'a>) -> Parse<(AffineExpr, bool)> {
        let left = self.affine_expr(names)?;
        // `<=` is no token of its own.
        let less = self.at(Tok::Less) && self.peek().tok == Tok::Equal && self.peek().start == self.token.end;
        let tok = self.tok();
        if less {
            self.bump();
        } else if !matches!(tok, Tok::GreaterEqual | Tok::EqualEqual) {
            return Err(self.unexpected("`>=`, `<=` or `==`"));
        }
        self.bump();
        let right = self.affine_expr(names)?;
        let difference = if less { right.sub(left) } else { left.sub(right) };
        Ok((difference, tok == Tok::EqualEqual))
    }

    /// Sums and differences of terms.
    fn affine_expr(&mut self, names: &mut Names<'a>) -> Parse<AffineExpr> {
        names.operators = 0;
        self.affine_sum(names)
    }

    fn affine_sum(&mut self, names: &mut Names<'a>) -> Parse<AffineExpr> {
        let mut sum = self.affine_term(names)?;
        loop {
            let minus = self.at(Tok::Minus);
            if !minus && !self.at(Tok::Plus) {
                return Ok(sum);
            }
            self.affine_operator(names)?;
            let term = self.affine_term(names)?;
            sum = if minus { sum.sub(term) } else { sum.add(term) };
        }
    }

    /// Products, quotients and remainders of factors.
    fn affine_term(&mut self, names: &mut Names<'a>) -> Parse<AffineExpr> {
        let start = self.token_span();
        let mut term = self.affine_factor(names)?;
        loop {
            let op = match (self.tok(), self.token_text()) {
                (Tok::Star, _) => AffineOp::Mul,
                (Tok::Word, "mod") => AffineOp::Mod,
                (Tok::Word, "floordiv") => AffineOp::FloorDiv,
                (Tok::Word, "ceildiv") => AffineOp::CeilDiv,
                _ => return Ok(term),
            };
            self.affine_operator(names)?;
            let factor = self.affine_factor(names)?;
            let affine = factor.is_symbolic() || (op == AffineOp::Mul && term.is_symbolic());
            if !affine {
                return Err(self.not_affine(op, start));
            }
            term = match op {
                AffineOp::Mul => term.mul(factor),
                AffineOp::Mod => term.modulo(factor),
                AffineOp::FloorDiv => term.floor_div(factor),
                _ => term.ceil_div(factor),
            };
        }
    }

    fn not_affine(&mut self, op: AffineOp, start: Span) -> crate::text::Reported {
        let (what, hint) = match op {
            AffineOp::Mul => {
                ("this product of dimensions", "one factor must be a constant or made of symbols")
            }
            _ => ("this division by a dimension", "the right side must be a constant or made of symbols"),
        };
        let span = self.span_from(start);
        self.report(Diagnostic::error(codes::BAD_AFFINE, span, format!("{what} is not affine")).hint(hint))
    }

    fn affine_factor(&mut self, names: &mut Names<'a>) -> Parse<AffineExpr> {
        let span = self.token_span();
        match self.tok() {
            Tok::Integer => self.affine_constant(false),
            Tok::Minus if self.peek().tok == Tok::Integer => {
                self.affine_operator(names)?;
                self.affine_constant(true)
            }
            Tok::Minus => {
                self.affine_operator(names)?;
                let operand = self.nested(|p| p.affine_factor(names))?;
                Ok(operand.neg())
            }
            Tok::LParen => self.nested(|p| {
                p.bump();
                let inside = p.affine_sum(names)?;
                p.expect(Tok::RParen, "`)`")?;
                Ok(inside)
            }),
            Tok::Word => {
                let name = self.token_text();
                self.bump();
                match names.names.get(name) {
                    Some(meaning) => Ok(meaning.clone()),
                    None => Err(self.error(
                        codes::BAD_AFFINE,
                        span,
                        format!("`{name}` is no dimension or symbol here"),
                    )),
                }
            }
            _ => Err(self.unexpected("a dimension, a symbol, a number or `(`")),
        }
    }

    fn affine_constant(&mut self, negative: bool) -> Parse<AffineExpr> {
        let (text, span) = (self.token_text(), self.token_span());
        self.bump();
        let value = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse::<i128>(),
        };
        let value = value.ok().and_then(|value| i64::try_from(if negative { -value } else { value }).ok());
        match value {
            Some(value) => Ok(AffineExpr::Constant(value)),
            None => {
                Err(self.error(codes::BAD_NUMBER, span, "a constant of an affine expression has 64 bits"))
            }
        }
    }

    /// Takes an operator.
    fn affine_operator(&mut self, names: &mut Names<'a>) -> Parse<()> {
        names.operators += 1;
        if names.operators > MAX_OPERATORS {
            let span = self.token_span();
            let message = format!("an affine expression of more than {MAX_OPERATORS} operators");
            return Err(self.error(codes::NESTING_TOO_DEEP, span, message));
        }
        self.bump();
        Ok(())
    }
}

// ----- writing -----

/// Writes `(d0)[s0] -> (d0 + s0)`.
pub fn write_map(map: &AffineMap, out: &mut String) {
    write_names(map.dims, map.symbols, out);
    out.push_str(" -> (");
    separated(&map.results, ", ", out, write_expr);
    out.push(')');
}

/// Writes `(d0)[s0] : (d0 - s0 >= 0)`.
pub fn write_set(set: &IntegerSet, out: &mut String) {
    write_names(set.dims, set.symbols, out);
    out.push_str(" : (");
    separated(&set.constraints, ", ", out, |(expr, equal), out| {
        write_expr(expr, out);
        out.push_str(if *equal { " == 0" } else { " >= 0" });
    });
    out.push(')');
}

fn write_names(dims: u32, symbols: u32, out: &mut String) {
    let list = |count: u32, letter: char, out: &mut String| {
        for i in 0..count {
            if i > 0 {
                out.push_str(", ");
            }
            out.push(letter);
            push(out, i);
        }
    };
    out.push('(');
    list(dims, 'd', out);
    out.push(')');
    if symbols > 0 {
        out.push('[');
        list(symbols, 's', out);
        out.push(']');
    }
}

/// Writes an expression.
pub fn write_expr(expr: &AffineExpr, out: &mut String) {
    write_bound(expr, false, out);
}

/// Writes an expression; `strong` when it stands beside an operator that binds closer than a sum.
fn write_bound(expr: &AffineExpr, strong: bool, out: &mut String) {
    let (op, a, b) = match expr {
        AffineExpr::Dim(i) => {
            out.push('d');
            return push(out, i);
        }
        AffineExpr::Symbol(i) => {
            out.push('s');
            return push(out, i);
        }
        AffineExpr::Constant(value) => return push(out, value),
        AffineExpr::Binary(op, a, b) => (*op, &**a, &**b),
    };
    if strong {
        out.push('(');
    }
    if op == AffineOp::Add {
        write_sum(a, b, out);
    } else if op == AffineOp::Mul && *b == AffineExpr::Constant(-1) {
        out.push('-');
        write_bound(a, true, out);
    } else {
        write_bound(a, true, out);
        out.push_str(match op {
            AffineOp::Mod => " mod ",
            AffineOp::FloorDiv => " floordiv ",
            AffineOp::CeilDiv => " ceildiv ",
            AffineOp::Mul | AffineOp::Add => " * ",
        });
        write_bound(b, true, out);
    }
    if strong {
        out.push(')');
    }
}

/// `a + b`, as a difference where the second term is negative.
fn write_sum(a: &AffineExpr, b: &AffineExpr, out: &mut String) {
    write_bound(a, false, out);
    match b {
        AffineExpr::Constant(value) if *value < 0 && *value != i64::MIN => {
            out.push_str(" - ");
            return push(out, -value);
        }
        AffineExpr::Binary(AffineOp::Mul, term, factor) => match **factor {
            AffineExpr::Constant(-1) => {
                out.push_str(" - ");
                // Only a sum changes its meaning behind a minus sign.
                return write_bound(term, matches!(**term, AffineExpr::Binary(AffineOp::Add, ..)), out);
            }
            AffineExpr::Constant(value) if value < -1 && value != i64::MIN => {
                out.push_str(" - ");
                write_bound(term, true, out);
                out.push_str(" * ");
                return push(out, -value);
            }
            _ => {}
        },
        _ => {}
    }
    out.push_str(" + ");
    write_bound(b, false, out);
}
