//! `malloc` and `calloc`, `memset` and `memcpy`: bytes, as elements of the type that they are used as.

use super::memory::{Leaf, LeafMemory, Location, Operand, PointerVarId, Source, number_ty, size_of};
use super::pointer::{Index, Pointer, Target, pointee_of};
use super::{Function, Lowered};
use crate::library::{Library, Meaning};
use crate::token::Place as Origin;
use crate::tree::{BinaryOp, Expr, ExprKind};
use crate::types::{IntType, Type};
use base::{Bits, Diagnostic, codes};
use dialects::arith::{self, IntPredicate};
use dialects::{cf, memref};
use ir::{Loc, OpState, Value};

/// Some elements in a row.
struct Run {
    /// The first of them.
    at: Location,
    /// How many.
    count: Index,
}

impl<'a> Function<'a> {
    /// New memory for elements of a type.
    pub fn heap(
        &mut self,
        library: Library,
        arguments: &'a [Expr],
        element: &Type,
        origin: Origin,
    ) -> Lowered<Pointer> {
        self.check_test_bench(library, origin)?;
        let Some(size) = size_of(self.unit, element).filter(|size| *size > 0) else {
            let message = format!("`{}` is used for a type that has no size", library.0.name);
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .hint("assign the result to a pointer to the type of the elements");
            return Err(self.report(diagnostic, origin));
        };
        let zeroed = library.0.meaning == Meaning::Calloc;
        let count = match zeroed {
            false => self.elements_in(&arguments[0], size, false, origin)?,
            true => self.calloc_count(&arguments[0], &arguments[1], size, origin)?,
        };
        let parts = self.leaves_of(element, origin)?;
        let loc = self.loc(origin);
        let known = match count {
            Index::Known(count) => Some(count.max(0) as u64),
            Index::Value(..) => None,
        };
        let mut leaves = Vec::with_capacity(parts.len());
        for (inner, ty) in parts {
            let Some(number) = number_ty(&mut self.ir.ctx, &ty) else {
                let message = "memory for pointers is allocated";
                let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                    .hint("allocate the elements in one piece and keep indices");
                return Err(self.report(diagnostic, origin));
            };
            let dims: Vec<_> = [known].into_iter().chain(inner).collect();
            if !ir::dense::is_countable(dims.iter().flatten().copied()) {
                return Err(self.error(codes::C_UNSUPPORTED, origin, "too much memory is allocated"));
            }
            let memref = self.memref_ty(&dims, number);
            let sizes = if known.is_none() { vec![self.index(loc, count)] } else { Vec::new() };
            let memory = self.alloc(loc, memref, &sizes);
            leaves.push(Leaf { dims, ty, memory: LeafMemory::Numbers(memory) });
        }
        let leaf_count = leaves.len();
        let base = self.add_base(library.0.name, leaves, Source::Heap, self.block);
        let at = Location { base, leaves: 0..leaf_count, indices: vec![Index::Known(0)], moves: true };
        if zeroed {
            let run = Run { at: at.clone(), count };
            self.fill_run(loc, &run, Fill::Byte(0), origin)?;
        }
        Ok(Pointer { to: Some(at), null: None })
    }

    /// How many elements of a size some bytes are, rounded down unless a rest is an error.
    fn elements_in(&mut self, bytes: &'a Expr, size: u64, whole: bool, origin: Origin) -> Lowered<Index> {
        let part = "bytes that are no whole number of elements are set or copied";
        let stripped = strip_long(bytes);
        if let ExprKind::Int(bits) = &stripped.kind
            && let Some(bytes) = bits.to_u64()
        {
            if whole && bytes % size != 0 {
                let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, part)
                    .note(format!("an element has {size} bytes"))
                    .hint("assign the elements in a loop");
                return Err(self.report(diagnostic, origin));
            }
            return Ok(Index::Known((bytes / size) as i64));
        }
        if let ExprKind::Binary(BinaryOp::Mul, a, b) = &stripped.kind {
            for (number, factor) in [(a, b), (b, a)] {
                if let ExprKind::Int(bits) = &factor.kind
                    && bits.to_u64() == Some(size)
                {
                    return self.index_of(number);
                }
            }
        }
        let bytes = self.scalar(bytes)?;
        let loc = self.loc(origin);
        let by = self.int(loc, size as i64, ir::Type::I64);
        if whole && size > 1 {
            let rest = self.op(loc, arith::REMUI, &[bytes, by], ir::Type::I64);
            let zero = self.int(loc, 0, ir::Type::I64);
            let none = self.compare_int(loc, IntPredicate::Eq, rest, zero);
            let message = self.ir.ctx.str_attr(part);
            let state = OpState::new(cf::ASSERT, loc).operands(&[none]).prop(self.ir, "msg", message);
            self.emit(state);
        }
        Ok(Index::Value(self.op(loc, arith::DIVUI, &[bytes, by], ir::Type::I64), true))
    }

    fn calloc_count(&mut self, a: &'a Expr, b: &'a Expr, size: u64, origin: Origin) -> Lowered<Index> {
        let known = |expr: &Expr| match &strip_long(expr).kind {
            ExprKind::Int(bits) => bits.to_u64(),
            _ => None,
        };
        match (known(a), known(b)) {
            (Some(a), Some(b)) => Ok(Index::Known(
                i64::try_from(u128::from(a) * u128::from(b) / u128::from(size)).unwrap_or(i64::MAX),
            )),
            (_, Some(bytes)) if bytes == size => self.index_of(a),
            (Some(bytes), _) if bytes == size => self.index_of(b),
            _ => {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                let loc = self.loc(origin);
                let bytes = self.op(loc, arith::MULI, &[a, b], ir::Type::I64);
                let size = self.int(loc, size as i64, ir::Type::I64);
                Ok(Index::Value(self.op(loc, arith::DIVUI, &[bytes, size], ir::Type::I64), true))
            }
        }
    }

    /// Where a pointer to bytes points to, and how large an element is there. Conversions on the way, such as that to `void *`, are left out.
    fn bytes_at(&mut self, pointer: &'a Expr, origin: Origin) -> Lowered<(Location, u64)> {
        let mut typed = pointer;
        while let ExprKind::Convert(from) = &typed.kind
            && matches!(from.ty, Type::Pointer { .. })
        {
            typed = from;
        }
        let value = self.pointer(typed)?;
        let at = self.pointee(value, origin)?;
        let leaves = &self.bases[at.base].leaves[at.leaves.clone()];
        let element = match (pointee_of(&typed.ty), leaves) {
            // What a `void *` has become is what it points to.
            (Some(Type::Void), [leaf]) => {
                let inner = leaf.dims[at.indices.len()..].iter().rev();
                inner.fold(leaf.ty.clone(), |ty, size| ty.array(*size))
            }
            (element, _) => element.expect("the parser makes sure that this is a pointer").clone(),
        };
        match size_of(self.unit, &element) {
            Some(size) if size > 0 && self.fits(&Target::of(&at), &element) => Ok((at, size)),
            _ => Err(self.wrong_type(&at, origin)),
        }
    }

    /// The elements that so many bytes from a location on are.
    fn run(&mut self, (mut at, size): (Location, u64), bytes: &'a Expr, origin: Origin) -> Lowered<Run> {
        let mut count = self.elements_in(bytes, size, true, origin)?;
        if !at.moves {
            // A single object: an array of one.
            if count != Index::Known(1) {
                let message = "bytes of more than one object, or not of all of one, are set or copied";
                return Err(self.error(codes::C_POINTER, origin, message));
            }
            return Ok(Run { at, count });
        }
        // From the first element of a row over more than one row: whole rows.
        while let Index::Known(known) = count
            && at.indices.len() >= 2
            && at.indices.last() == Some(&Index::Known(0))
            && let Some(Some(row)) =
                self.bases[at.base].leaves[at.leaves.start].dims.get(at.indices.len() - 1)
            && known > *row as i64
            && *row > 0
            && known % *row as i64 == 0
        {
            count = Index::Known(known / *row as i64);
            at.indices.pop();
        }
        Ok(Run { at, count })
    }

    /// `memset`
    pub fn memset(&mut self, arguments: &'a [Expr], origin: Origin) -> Lowered<Operand> {
        let first = self.bytes_at(&arguments[0], origin)?;
        let loc = self.loc(origin);
        let fill = match &arguments[1].kind {
            ExprKind::Int(bits) => Fill::Byte(bits.low_u64() as u8),
            _ => {
                let value = self.scalar(&arguments[1])?;
                Fill::Char(self.convert(loc, value, &arguments[1].ty, &Type::Int(IntType::CHAR)))
            }
        };
        let run = self.run(first, &arguments[2], origin)?;
        let leaves = &self.bases[run.at.base].leaves[run.at.leaves.clone()];
        let bytes = leaves.iter().all(|leaf| matches!(leaf.ty, Type::Int(int) if int.width() == 8));
        if matches!(fill, Fill::Char(_)) && !bytes {
            let message = "elements of more than one byte are set to a byte that is not known now";
            let diagnostic = Diagnostic::error(codes::C_UNSUPPORTED, origin.used, message)
                .hint("assign the elements in a loop");
            return Err(self.report(diagnostic, origin));
        }
        self.fill_run(loc, &run, fill, origin)?;
        Ok(Operand::Pointer(Pointer { to: Some(run.at), null: None }))
    }

    /// The indices that are looped over for a leaf, as bounds: the run itself, if it moves, and the arrays inside of its elements.
    fn bounds(&mut self, loc: Loc, run: &Run, leaf: &Leaf) -> Vec<Value> {
        let mut bounds = Vec::new();
        if run.at.moves {
            bounds.push(self.long(loc, run.count));
        }
        for size in &leaf.dims[run.at.indices.len()..] {
            let size = size.expect("arrays inside of elements have known sizes");
            bounds.push(self.int(loc, size as i64, ir::Type::I64));
        }
        bounds
    }

    /// The element of a run that counters lead to.
    fn element_of(&mut self, loc: Loc, run: &Location, counters: &[Index]) -> Vec<Index> {
        let mut indices = run.indices.clone();
        let mut counters = counters;
        if run.moves
            && let Some((first, rest)) = counters.split_first()
        {
            let last = indices.pop().unwrap_or(Index::Known(0));
            let moved = self.add_index(loc, last, *first, false);
            indices.push(moved);
            counters = rest;
        }
        indices.extend_from_slice(counters);
        indices
    }

    fn fill_run(&mut self, loc: Loc, run: &Run, fill: Fill, origin: Origin) -> Lowered<()> {
        for leaf in run.at.leaves.clone() {
            let leaf = self.bases[run.at.base].leaves[leaf].clone();
            let memory = match leaf.memory {
                LeafMemory::Numbers(memory) => memory,
                LeafMemory::Pointer(var) => {
                    self.fill_pointers(loc, run, (&leaf, var), fill, origin)?;
                    continue;
                }
            };
            let ty = self.ir.ctx.element_ty(self.ir.ty(memory));
            let width = self.ir.ctx.scalar_width(ty).expect("leaves are scalars");
            let value = match fill {
                Fill::Byte(byte) => {
                    let bytes = vec![byte; width.div_ceil(8) as usize];
                    self.constant(loc, Bits::from_le_bytes(width, &bytes), ty)
                }
                Fill::Char(value) => value,
            };
            let bounds = self.bounds(loc, run, &leaf);
            let at = run.at.clone();
            self.over_bounds(loc, &bounds, |f, counters| {
                let indices = f.element_of(loc, &at, counters);
                let indices = f.indices(loc, &indices);
                f.store(loc, value, memory, &indices);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Sets the bytes of pointers, which makes them null if these are zero.
    fn fill_pointers(
        &mut self,
        loc: Loc,
        run: &Run,
        (leaf, var): (&Leaf, PointerVarId),
        fill: Fill,
        origin: Origin,
    ) -> Lowered<()> {
        if !matches!(fill, Fill::Byte(0)) {
            return Err(self.error(codes::C_POINTER, origin, "the bytes of a pointer are set to something"));
        }
        let bounds = self.bounds(loc, run, leaf);
        self.over_bounds(loc, &bounds, |f, counters| {
            let at = f.element_of(loc, &run.at, counters);
            f.assign_pointer(var, &at, &Pointer { to: None, null: None }, origin)
        })
    }

    /// `memcpy` and `memmove`
    pub fn memcpy(&mut self, library: Library, arguments: &'a [Expr], origin: Origin) -> Lowered<Operand> {
        let to = self.bytes_at(&arguments[0], origin)?;
        let (mut from, _) = self.bytes_at(&arguments[1], origin)?;
        let to = self.run(to, &arguments[2], origin)?;
        // What the target has as rows may be rows in the source, too.
        while self.inner_dims(&from).len() < self.inner_dims(&to.at).len()
            && from.indices.len() > 1
            && from.indices.last() == Some(&Index::Known(0))
        {
            from.indices.pop();
        }
        let loc = self.loc(origin);
        if from.leaves.len() != to.at.leaves.len() || from.moves != to.at.moves {
            return Err(self.wrong_type(&from, origin));
        }
        let pairs: Vec<(usize, usize)> = from.leaves.clone().zip(to.at.leaves.clone()).collect();
        for (a, b) in pairs {
            let source = self.bases[from.base].leaves[a].clone();
            let target = self.bases[to.at.base].leaves[b].clone();
            let (LeafMemory::Numbers(read), LeafMemory::Numbers(write)) = (source.memory, target.memory)
            else {
                return Err(self.error(codes::C_POINTER, origin, "pointers are copied as bytes"));
            };
            let element = |f: &Self, memory| f.ir.ctx.element_ty(f.ir.ty(memory));
            if element(self, read) != element(self, write) {
                return Err(self.wrong_type(&from, origin));
            }
            let inner = |leaf: &Leaf, at: &Location| leaf.dims.get(at.indices.len()..).map(<[_]>::to_vec);
            let same_rows = inner(&source, &from) == inner(&target, &to.at);
            let leaves = leaves_row(&source, &from, to.count) || leaves_row(&target, &to.at, to.count);
            // In a structure something else follows a row.
            let alone = |f: &Self, base| f.bases[base].leaves.len() == 1;
            if (leaves || !same_rows)
                && from.moves
                && from.base != to.at.base
                && alone(self, from.base)
                && alone(self, to.at.base)
            {
                self.copy_row_by_row(loc, (&from, &source, read), (&to, &target, write))?;
                continue;
            }
            if !same_rows {
                return Err(self.wrong_type(&from, origin));
            }
            let is_whole = |leaf: &Leaf, at: &Location| {
                at.indices == [Index::Known(0)]
                    && matches!((to.count, leaf.dims[0]), (Index::Known(n), Some(size)) if n as u64 == size)
            };
            if from.base != to.at.base && is_whole(&source, &from) && is_whole(&target, &to.at) {
                self.emit(OpState::new(memref::COPY, loc).operands(&[read, write]));
                continue;
            }
            let bounds = self.bounds(loc, &to, &target);
            let forwards = |f: &mut Self| f.copy_run(loc, &bounds, (&from, read), (&to.at, write), None);
            if library.0.name != "memmove" || from.base != to.at.base || bounds.is_empty() {
                forwards(self)?;
                continue;
            }
            // What overlaps is copied from the end that is not overwritten first.
            let (Some(first), Some(second)) = (from.indices.last(), to.at.indices.last()) else {
                continue;
            };
            let (first, second) = (self.long(loc, *first), self.long(loc, *second));
            let up = self.compare_int(loc, IntPredicate::Slt, second, first);
            let backwards =
                |f: &mut Self| f.copy_run(loc, &bounds, (&from, read), (&to.at, write), Some(bounds[0]));
            self.if_else(loc, up, forwards, Some(backwards))?;
        }
        Ok(Operand::Pointer(Pointer { to: Some(to.at), null: None }))
    }

    /// The sizes of the arrays inside of what is at a location.
    fn inner_dims(&self, at: &Location) -> &[Option<u64>] {
        let leaf = self.bases[at.base].leaves.get(at.leaves.start);
        leaf.and_then(|leaf| leaf.dims.get(at.indices.len()..)).unwrap_or(&[])
    }

    /// Copies elements as they follow each other in memory, from an array of one shape to one of another.
    fn copy_row_by_row(
        &mut self,
        loc: Loc,
        from: (&Location, &Leaf, Value),
        to: (&Run, &Leaf, Value),
    ) -> Lowered<()> {
        let (run, target, write) = to;
        let inner = target.dims.get(run.at.indices.len()..).unwrap_or(&[]);
        let each: u64 = inner.iter().flatten().product();
        let (count, each) = (self.long(loc, run.count), self.int(loc, each as i64, ir::Type::I64));
        let count = self.op(loc, arith::MULI, &[count, each], ir::Type::I64);
        let (first, second) = (self.linear(loc, from.0, from.1), self.linear(loc, &run.at, target));
        self.over_bounds(loc, &[count], |f, counters| {
            let source = f.nested(loc, first, counters[0], from.1);
            let value = f.load(loc, from.2, &source);
            let at = f.nested(loc, second, counters[0], target);
            f.store(loc, value, write, &at);
            Ok(())
        })
    }

    /// The number of elements of a leaf before a location.
    fn linear(&mut self, loc: Loc, at: &Location, leaf: &Leaf) -> Value {
        let index = |number: usize| at.indices.get(number).copied().unwrap_or(Index::Known(0));
        let mut sum = self.long(loc, index(0));
        for (number, size) in leaf.dims.iter().enumerate().skip(1) {
            let size = self.int(loc, size.unwrap_or(1) as i64, ir::Type::I64);
            let scaled = self.op(loc, arith::MULI, &[sum, size], ir::Type::I64);
            let index = self.long(loc, index(number));
            sum = self.op(loc, arith::ADDI, &[scaled, index], ir::Type::I64);
        }
        sum
    }

    /// The indices of the element of a leaf that has so many before it.
    fn nested(&mut self, loc: Loc, first: Value, counter: Index, leaf: &Leaf) -> Vec<Value> {
        let counter = self.long(loc, counter);
        let mut rest = self.op(loc, arith::ADDI, &[first, counter], ir::Type::I64);
        let mut indices = Vec::with_capacity(leaf.dims.len());
        for size in leaf.dims.iter().skip(1).rev() {
            let size = self.int(loc, size.unwrap_or(1) as i64, ir::Type::I64);
            indices.push(Index::Value(self.op(loc, arith::REMUI, &[rest, size], ir::Type::I64), true));
            rest = self.op(loc, arith::DIVUI, &[rest, size], ir::Type::I64);
        }
        indices.push(Index::Value(rest, true));
        indices.reverse();
        self.indices(loc, &indices)
    }

    /// Copies element by element, from the last on if the number of elements is given.
    fn copy_run(
        &mut self,
        loc: Loc,
        bounds: &[Value],
        from: (&Location, Value),
        to: (&Location, Value),
        backwards: Option<Value>,
    ) -> Lowered<()> {
        self.over_bounds(loc, bounds, |f, counters| {
            let mut counters = counters.to_vec();
            if let (Some(count), Some(first)) = (backwards, counters.first_mut()) {
                let one = f.int(loc, 1, ir::Type::I64);
                let last = f.op(loc, arith::SUBI, &[count, one], ir::Type::I64);
                *first = f.add_index(loc, Index::Value(last, true), *first, true);
            }
            let (source, target) = (f.element_of(loc, from.0, &counters), f.element_of(loc, to.0, &counters));
            let (source, target) = (f.indices(loc, &source), f.indices(loc, &target));
            let value = f.load(loc, from.1, &source);
            f.store(loc, value, to.1, &target);
            Ok(())
        })
    }
}

/// What `memset` writes.
#[derive(Copy, Clone)]
enum Fill {
    /// A byte that is known, into every byte of an element.
    Byte(u8),
    /// A value, into elements of one byte.
    Char(Value),
}

/// Whether so many elements from a location on may be more than its row has.
fn leaves_row(leaf: &Leaf, at: &Location, count: Index) -> bool {
    let Some(last) = at.indices.len().checked_sub(1).filter(|last| *last > 0) else { return false };
    match (count, at.indices[last], leaf.dims[last]) {
        (Index::Known(count), Index::Known(first), Some(size)) => first.saturating_add(count) > size as i64,
        (Index::Known(count), _, Some(size)) => count > size as i64,
        _ => false,
    }
}

/// What is converted, under conversions of integers of 64 bits to each other.
fn strip_long(mut expr: &Expr) -> &Expr {
    let is_long = |ty: &Type| matches!(ty, Type::Int(int) if int.width() == 64);
    while let ExprKind::Convert(from) = &expr.kind
        && is_long(&from.ty)
        && is_long(&expr.ty)
    {
        expr = from;
    }
    expr
}
