//! Comparisons of pointers, and choices between two: what is known of both now decides whether their indices are enough to tell.

use super::memory::{Location, Source};
use super::pointer::{Index, Pointer, Target};
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::CompareOp;
use base::{Diagnostic, codes};
use dialects::arith::{self, IntPredicate};
use ir::{Loc, Value};

impl Function<'_> {
    /// Whether a pointer is null.
    pub fn is_null(&mut self, loc: Loc, pointer: &Pointer) -> Value {
        match (&pointer.to, pointer.null) {
            (_, Some(null)) => null,
            (to, None) => self.bool(loc, to.is_none()),
        }
    }

    /// A comparison of pointers, as an `i1`.
    pub fn compare_pointers(
        &mut self,
        op: CompareOp,
        a: &Pointer,
        b: &Pointer,
        origin: Origin,
    ) -> Lowered<Value> {
        let loc = self.loc(origin);
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            let (a, b) = self.same_array(a, b, origin)?;
            let predicate = match op {
                CompareOp::Lt => IntPredicate::Slt,
                CompareOp::Le => IntPredicate::Sle,
                CompareOp::Gt => IntPredicate::Sgt,
                _ => IntPredicate::Sge,
            };
            let (a, b) = (self.long(loc, a), self.long(loc, b));
            return Ok(self.compare_int(loc, predicate, a, b));
        }
        let equal = match (&a.to, &b.to) {
            (None, None) => {
                let (a, b) = (self.is_null(loc, a), self.is_null(loc, b));
                self.compare_int(loc, IntPredicate::Eq, a, b)
            }
            (Some(_), None) => self.is_null(loc, a),
            (None, Some(_)) => self.is_null(loc, b),
            (Some(to_a), Some(to_b)) => {
                let same = self.same_element(loc, to_a, to_b, origin)?;
                self.equal_or_null(loc, a, b, same)
            }
        };
        Ok(if op == CompareOp::Eq { equal } else { self.not(loc, equal) })
    }

    /// Two pointers that may be null are equal if both are, or none is and they point to the same.
    fn equal_or_null(&mut self, loc: Loc, a: &Pointer, b: &Pointer, same: Value) -> Value {
        if a.null.is_none() && b.null.is_none() {
            return same;
        }
        let (null_a, null_b) = (self.is_null(loc, a), self.is_null(loc, b));
        let both = self.op(loc, arith::ANDI, &[null_a, null_b], ir::Type::I1);
        let either = self.op(loc, arith::ORI, &[null_a, null_b], ir::Type::I1);
        self.op(loc, arith::SELECT, &[either, both, same], ir::Type::I1)
    }

    fn same_element(&mut self, loc: Loc, a: &Location, b: &Location, origin: Origin) -> Lowered<Value> {
        let (base, first) = (a.base, a.leaves.start);
        if a.base != b.base {
            // The kernel's own memory is none that it was given.
            let sources = [a, b].map(|location| self.bases[location.base].source);
            if sources.contains(&Source::Given) && !sources.contains(&Source::Local) {
                let message = "pointers into two memories that may be the same array are compared";
                let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                    .note("a kernel may be given one array twice, or an array that it names");
                return Err(self.report(diagnostic, origin));
            }
            return Ok(self.bool(loc, false));
        }
        if a.leaves.start != b.leaves.start {
            return Ok(self.bool(loc, false));
        }
        // What begins at the same place is at the same place, be it a whole or its first part.
        let depth = a.indices.len().max(b.indices.len());
        let at = |location: &Location, number: usize| {
            location.indices.get(number).copied().unwrap_or(Index::Known(0))
        };
        let (mut a, mut b): (Vec<Index>, Vec<Index>) =
            (0..depth).map(|number| (at(a, number), at(b, number))).unzip();
        let sizes = self.bases[base].leaves[first].dims.clone();
        let alone = self.bases[base].leaves.len() == 1;
        // The end of a row is the beginning of the next: then the numbers of the elements are compared.
        if alone && depth > 1 && a[..depth - 1] != b[..depth - 1] {
            (a, b) = (vec![self.position_in(loc, &a, &sizes)], vec![self.position_in(loc, &b, &sizes)]);
        }
        let mut equal = None;
        let mut differ = false;
        for (a, b) in a.iter().zip(&b) {
            match (a, b) {
                (Index::Known(a), Index::Known(b)) => differ |= a != b,
                _ => {
                    let (a, b) = (self.long(loc, *a), self.long(loc, *b));
                    let here = self.compare_int(loc, IntPredicate::Eq, a, b);
                    equal = Some(match equal {
                        Some(before) => self.op(loc, arith::ANDI, &[before, here], ir::Type::I1),
                        None => here,
                    });
                }
            }
        }
        Ok(match equal {
            Some(equal) if !differ => equal,
            _ => self.bool(loc, !differ),
        })
    }

    /// The number of elements in front of one, in an array of some sizes.
    fn position_in(&mut self, loc: Loc, indices: &[Index], sizes: &[Option<u64>]) -> Index {
        let mut sum = indices[0];
        for (index, size) in indices.iter().zip(sizes).skip(1) {
            let size = size.unwrap_or(1) as i64;
            let scaled = match sum {
                Index::Known(known) => Index::Known(known.wrapping_mul(size)),
                Index::Value(..) => {
                    let (sum, size) = (self.long(loc, sum), self.int(loc, size, ir::Type::I64));
                    Index::Value(self.op(loc, arith::MULI, &[sum, size], ir::Type::I64), true)
                }
            };
            sum = self.add_index(loc, scaled, *index, false);
        }
        sum
    }

    /// The last indices of two pointers into one array.
    pub fn same_array(&mut self, a: &Pointer, b: &Pointer, origin: Origin) -> Lowered<(Index, Index)> {
        let (Some(a), Some(b)) = (&a.to, &b.to) else { return Err(self.no_target(origin)) };
        if Target::of(a) != Target::of(b) {
            let (one, two) = (&self.bases[a.base].name, &self.bases[b.base].name);
            let message = match a.base == b.base {
                true => format!("pointers to different parts of `{one}` are put in order"),
                false => format!("pointers into different arrays, `{one}` and `{two}`, are put in order"),
            };
            return Err(self.error(codes::C_POINTER, origin, message));
        }
        let last = |location: &Location| location.indices.last().copied().unwrap_or(Index::Known(0));
        Ok((last(a), last(b)))
    }

    /// The pointer that a condition chooses.
    pub fn choose_pointer(
        &mut self,
        condition: Value,
        a: Pointer,
        b: Pointer,
        origin: Origin,
    ) -> Lowered<Pointer> {
        let loc = self.loc(origin);
        let null = match (a.to.is_some() && a.null.is_none(), b.to.is_some() && b.null.is_none()) {
            (true, true) => None,
            _ => {
                let (null_a, null_b) = (self.is_null(loc, &a), self.is_null(loc, &b));
                Some(self.op(loc, arith::SELECT, &[condition, null_a, null_b], ir::Type::I1))
            }
        };
        let to = match (a.to, b.to) {
            (Some(a), Some(b)) => {
                if Target::of(&a) != Target::of(&b) {
                    let (one, two) = (&self.bases[a.base].name, &self.bases[b.base].name);
                    let message = match a.base == b.base {
                        true => format!("a pointer is chosen from different parts of `{one}`"),
                        false => format!("a pointer is chosen from two arrays, `{one}` and `{two}`"),
                    };
                    let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                        .hint("put both arrays into one and choose by index, or use `if`");
                    return Err(self.report(diagnostic, origin));
                }
                let mut indices = Vec::with_capacity(a.indices.len());
                for (a, b) in a.indices.iter().zip(&b.indices) {
                    if a == b {
                        indices.push(*a);
                        continue;
                    }
                    let (a, b) = (self.long(loc, *a), self.long(loc, *b));
                    let index = self.op(loc, arith::SELECT, &[condition, a, b], ir::Type::I64);
                    indices.push(Index::Value(index, true));
                }
                Some(Location { indices, ..a })
            }
            (a, b) => a.or(b),
        };
        Ok(Pointer { to, null })
    }
}
