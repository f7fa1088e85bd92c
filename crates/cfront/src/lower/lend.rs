//! Arrays that are lent to a kernel for a call of it.
//!
//! A kernel takes arrays of its own types, from the first element on. An array that is so is handed over itself. A part of one, which begins
//! elsewhere, is copied before the call and back after it. That is the same to the program, and arrays are memories of their own in a circuit, only if
//! nothing else leads the kernel to what is lent, which is checked (`meet`).

use super::meet::{self, Meeting, Way};
use super::memory::{LeafMemory, Location};
use super::pointer::Index;
use super::{Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::FunctionId;
use base::{Diagnostic, codes};
use dialects::{arith, memref};
use ir::{AttrKind, Loc, OpState, TypeKind, Value};

/// What a kernel is lent for a call.
pub(super) struct Loans {
    kernel: FunctionId,
    /// The number of the argument that is lent next.
    pub argument: usize,
    loans: Vec<Loan>,
}

impl Loans {
    /// Nothing yet.
    pub fn new(kernel: FunctionId) -> Loans {
        Loans { kernel, argument: 0, loans: Vec::new() }
    }
}

/// An array, or a part of one, that a kernel is lent.
struct Loan {
    /// The number of the kernel's argument.
    argument: usize,
    /// Where it is.
    from: Location,
    leaf: usize,
    /// How many elements from there on, if that is known.
    size: Option<u64>,
    /// Whether the kernel may change it.
    changed: bool,
    /// The copy, if it is one.
    copy: Option<Copied>,
}

/// An array that was copied for a call.
#[derive(Copy, Clone)]
struct Copied {
    /// The part of the array that the kernel is given.
    view: Value,
    copy: Value,
    /// Whether the copy has to be freed.
    on_heap: bool,
}

impl Loan {
    /// Whether no element is in both, as far as that is known now.
    fn is_apart(&self, other: &Loan) -> bool {
        let (a, b) = (&self.from, &other.from);
        if a.base != b.base || self.leaf != other.leaf {
            return true;
        }
        if a.indices.len() != b.indices.len() || a.moves != b.moves {
            return false;
        }
        let rows = if a.moves { a.indices.len().saturating_sub(1) } else { a.indices.len() };
        let differ =
            |(a, b): (&Index, &Index)| matches!((a, b), (Index::Known(a), Index::Known(b)) if a != b);
        if a.indices[..rows].iter().zip(&b.indices[..rows]).any(differ) {
            return true;
        }
        let ends_before =
            |one: &Loan, two: &Loan| match (one.from.indices.last(), one.size, two.from.indices.last()) {
                (Some(Index::Known(first)), Some(size), Some(Index::Known(next))) => {
                    i128::from(*first) + i128::from(size) <= i128::from(*next)
                }
                _ => false,
            };
        a.moves
            && a.indices[..rows] == b.indices[..rows]
            && (ends_before(self, other) || ends_before(other, self))
    }
}

/// The part of an array that a pointer leads to.
struct Part {
    memory: Value,
    /// The way to it.
    indices: Vec<Index>,
    /// Its first element behind them.
    first: Index,
    /// Whether there is a dimension for its elements. A single one that is not of an array gets one of its own.
    own_dimension: bool,
    /// How many elements that dimension has, if that is known.
    there: Option<u64>,
}

impl Part {
    fn is_at_start(&self) -> bool {
        self.indices.iter().chain([&self.first]).all(|index| *index == Index::Known(0))
    }

    /// How many elements a kernel sees that wants so many, or all.
    fn size(&self, wanted: Option<u64>) -> Option<u64> {
        match (wanted, self.there, self.first) {
            (Some(wanted), ..) => Some(wanted),
            (None, Some(there), Index::Known(first)) => there.checked_sub(first.max(0) as u64),
            _ => None,
        }
    }
}

impl<'a> Function<'a> {
    /// An array as a kernel takes it: with its own type, from its first element on. What cannot be seen so is copied for the time of the call.
    pub(super) fn lend(
        &mut self,
        to: &Location,
        leaf: usize,
        wanted: &[Option<u64>],
        changed: bool,
        loans: &mut Loans,
        origin: Origin,
    ) -> Lowered<Value> {
        let part = self.lent_part(to, leaf, wanted, origin)?;
        let loc = self.loc(origin);
        let element = self.ir.ctx.element_ty(self.ir.ty(part.memory));
        let ty = self.memref_ty(wanted, element);
        let (argument, size) = (loans.argument, part.size(wanted[0]));
        let loan = |copy| Loan { argument, from: to.clone(), leaf, size, changed, copy };
        if part.is_at_start() && part.indices.is_empty() && (wanted[0].is_none() || wanted[0] == part.there) {
            self.remember(loans, loan(None), origin);
            return Ok(self.cast(loc, part.memory, ty));
        }
        // The same part given twice is one array to the kernel, too.
        let same = loans.loans.iter_mut().find(|known| known.from == *to && known.leaf == leaf);
        if let Some(Loan { copy: Some(Copied { copy, .. }), changed: known, .. }) = same
            && self.ir.ty(*copy) == ty
        {
            *known |= changed;
            let copy = *copy;
            self.remember(loans, loan(None), origin);
            return Ok(copy);
        }
        let first = part.own_dimension.then_some(part.first);
        let view = self.view(loc, part.memory, &part.indices, first, wanted, part.there);
        if part.is_at_start() && dialects::memref::casts_to(&self.ir.ctx, self.ir.ty(view), ty) {
            self.remember(loans, loan(None), origin);
            return Ok(self.cast(loc, view, ty));
        }
        let copied = self.copy_of(loc, view, ty, wanted[0]);
        self.remember(loans, loan(Some(copied)), origin);
        Ok(copied.copy)
    }

    /// The part of an array that a kernel is to be given, if it has the elements and the shape that are wanted.
    fn lent_part(
        &mut self,
        to: &Location,
        leaf: usize,
        wanted: &[Option<u64>],
        origin: Origin,
    ) -> Lowered<Part> {
        let source = self.bases[to.base].leaves[leaf].clone();
        let LeafMemory::Numbers(memory) = source.memory else {
            let message = "a kernel is given an array of pointers";
            return Err(self.error(codes::C_POINTER, origin, message));
        };
        let mut indices = to.indices.clone();
        let first = if to.moves { indices.pop().unwrap_or(Index::Known(0)) } else { Index::Known(0) };
        let own_dimension = to.moves && source.dims.len() > indices.len();
        let rest = &source.dims[indices.len()..];
        let rest = if own_dimension { &rest[1..] } else { rest };
        if *rest != wanted[1..] {
            let message = "the array has another shape than the parameter";
            return Err(self.error(codes::C_POINTER, origin, message));
        }
        let there = if own_dimension { source.dims[indices.len()] } else { Some(1) };
        if let (Some(there), Some(wanted), Index::Known(first)) = (there, wanted[0], first)
            && i128::from(first) + i128::from(wanted) > i128::from(there)
        {
            let message = format!("an array of {there} elements is given where {wanted} are taken");
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .hint("make the array as large as the parameter says, or the parameter smaller");
            return Err(self.report(diagnostic, origin));
        }
        if !own_dimension && indices.is_empty() {
            let message = "a pointer to a whole array is given to a kernel";
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .hint("give it the array itself, which is a pointer to the first element");
            return Err(self.report(diagnostic, origin));
        }
        Ok(Part { memory, indices, first, own_dimension, there })
    }

    /// A copy of a part of an array.
    fn copy_of(&mut self, loc: Loc, view: Value, ty: ir::Type, wanted: Option<u64>) -> Copied {
        let (copy, on_heap) = match wanted {
            Some(_) => (self.alloca(loc, ty), false),
            None => {
                let zero = self.int(loc, 0, ir::Type::INDEX);
                let size = self.op(loc, memref::DIM, &[view, zero], ir::Type::INDEX);
                (self.alloc(loc, ty, &[size]), true)
            }
        };
        self.emit(OpState::new(memref::COPY, loc).operands(&[view, copy]));
        Copied { view, copy, on_heap }
    }

    /// Remembers a loan, and by which other ways the kernel may reach the same memory.
    fn remember(&mut self, loans: &mut Loans, loan: Loan, origin: Origin) {
        let base = &self.bases[loan.from.base];
        let name = base.name.clone();
        let kernel = &self.unit.functions[loans.kernel].name;
        let part = |loan: &Loan| if loan.copy.is_some() { "a part of " } else { "" };
        let global = match base.leaves[loan.leaf].memory {
            LeafMemory::Numbers(memory) => meet::way(self.ir, None, memory),
            _ => None,
        };
        let mut ways = Vec::new();
        if let Some(global) = global {
            let message = format!("`{kernel}` is given {}`{name}`, which it also uses by name", part(&loan));
            ways.push((global, message));
        }
        for other in loans.loans.iter().filter(|other| !loan.is_apart(other)) {
            let message = match loan.from == other.from {
                true => format!("`{kernel}` is given {}`{name}` twice", part(other)),
                false => format!("`{kernel}` is given parts of `{name}` that may overlap"),
            };
            ways.push((Way::Argument(other.argument), message));
        }
        for (way, message) in ways {
            let refusal = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .note("it writes to one of the two, which are memories of their own in a circuit")
                .hint("give the kernel the whole array once, and the indices of the parts");
            let refusal = self.labelled(refusal, origin);
            let ways = [Way::Argument(loan.argument), way];
            self.module.meetings.push(Meeting { kernel: loans.kernel, ways, refusal });
        }
        loans.loans.push(loan);
    }

    /// Copies back what a kernel may have changed, after the call.
    pub(super) fn take_back(&mut self, loc: Loc, loans: Loans) {
        for Loan { copy, changed, .. } in loans.loans {
            let Some(Copied { view, copy, on_heap }) = copy else { continue };
            if changed {
                self.emit(OpState::new(memref::COPY, loc).operands(&[copy, view]));
            }
            if on_heap {
                self.emit(OpState::new(memref::DEALLOC, loc).operands(&[copy]));
            }
        }
    }

    /// `memref.cast`, if the type is another.
    pub fn cast(&mut self, loc: Loc, memory: Value, ty: ir::Type) -> Value {
        if self.ir.ty(memory) == ty { memory } else { self.op(loc, memref::CAST, &[memory], ty) }
    }

    /// `memref.alloc`
    pub fn alloc(&mut self, loc: Loc, ty: ir::Type, sizes: &[Value]) -> Value {
        let segments = self.ir.ctx.i32_array_attr(&[sizes.len() as i32, 0]);
        let state = OpState::new(memref::ALLOC, loc).operands(sizes).results(&[ty]).prop(
            self.ir,
            "operandSegmentSizes",
            segments,
        );
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// The part of an array behind some indices: from `first` on as many elements as wanted, or all that there are. Without `first`, a single
    /// element as an array of one.
    fn view(
        &mut self,
        loc: Loc,
        memory: Value,
        indices: &[Index],
        first: Option<Index>,
        wanted: &[Option<u64>],
        there: Option<u64>,
    ) -> Value {
        let mut parts = ViewParts::default();
        // A single element keeps its last dimension of the way as the one that it has for itself.
        let dropped = if first.is_none() { indices.len().saturating_sub(1) } else { indices.len() };
        for index in indices {
            parts.push(self, loc, *index, Index::Known(1));
        }
        if let Some(first) = first {
            let size = match wanted[0] {
                Some(wanted) => Index::Known(wanted as i64),
                None => {
                    let all = match there {
                        Some(there) => Index::Known(there as i64),
                        None => {
                            let number = self.int(loc, indices.len() as i64, ir::Type::INDEX);
                            let size = self.op(loc, memref::DIM, &[memory, number], ir::Type::INDEX);
                            Index::Value(self.op(loc, arith::INDEX_CAST, &[size], ir::Type::I64), true)
                        }
                    };
                    self.add_index(loc, all, first, true)
                }
            };
            parts.push(self, loc, first, size);
        }
        for size in &wanted[1..] {
            let size = size.expect("arrays inside of others have known sizes");
            parts.push(self, loc, Index::Known(0), Index::Known(size as i64));
        }
        self.subview(loc, memory, parts, dropped)
    }

    /// `memref.subview` of strides one, without its first dimensions, which have one element.
    fn subview(&mut self, loc: Loc, memory: Value, parts: ViewParts, dropped: usize) -> Value {
        use dialects::memref::subview::{Mixed, Parts, view};
        let source = self.ir.ty(memory);
        let mixed = |statics: &[i64], values: &[Value]| {
            let mut values = values.iter();
            let mixed = |item: &i64| match *item {
                memref::DYNAMIC => Mixed::Dynamic(*values.next().expect("each unknown part is an operand")),
                item => Mixed::Static(item),
            };
            statics.iter().map(mixed).collect::<Vec<Mixed>>()
        };
        let known = Parts {
            offsets: mixed(&parts.static_offsets, &parts.offsets),
            sizes: mixed(&parts.static_sizes, &parts.sizes),
            strides: vec![Mixed::Static(1); parts.static_sizes.len()],
        };
        let seen = view(&self.ir.ctx, source, &known).expect("memories of objects are laid out row by row");
        let layout = AttrKind::Strided { strides: seen.strides[dropped..].into(), offset: seen.offset };
        let layout = Some(self.ir.ctx.attr(layout));
        let TypeKind::Memref { element, space, .. } = self.ir.ctx[source] else {
            unreachable!("a memory is a memref")
        };
        let shape = seen.shape[dropped..].into();
        let ty = self.ir.ctx.ty(TypeKind::Memref { shape, element, layout, space });
        let ones = vec![1; parts.static_sizes.len()];
        let statics = [&parts.static_offsets, &parts.static_sizes, &ones];
        let segments = [1, parts.offsets.len() as i32, parts.sizes.len() as i32, 0];
        let segments = self.ir.ctx.i32_array_attr(&segments);
        let mut state = OpState::new(memref::SUBVIEW, loc)
            .operands(&[memory])
            .operands(&parts.offsets)
            .operands(&parts.sizes)
            .results(&[ty])
            .prop(self.ir, "operandSegmentSizes", segments);
        for (name, items) in dialects::memref::subview::STATIC.iter().zip(statics) {
            let items = self.ir.ctx.i64_array_attr(items);
            state = state.prop(self.ir, name, items);
        }
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// The row of an array that a location with all but the last index leads to, as a memory of one dimension.
    pub fn row(&mut self, loc: Loc, memory: Value, indices: &[Index], size: Option<u64>) -> Value {
        if indices.is_empty() {
            return memory;
        }
        self.view(loc, memory, indices, Some(Index::Known(0)), &[None], size)
    }
}

/// Offsets and sizes of a part of an array, with what is not known as operands.
#[derive(Default)]
struct ViewParts {
    static_offsets: Vec<i64>,
    static_sizes: Vec<i64>,
    offsets: Vec<Value>,
    sizes: Vec<Value>,
}

impl ViewParts {
    fn push(&mut self, f: &mut Function<'_>, loc: Loc, offset: Index, size: Index) {
        for (part, statics, values) in [
            (offset, &mut self.static_offsets, &mut self.offsets),
            (size, &mut self.static_sizes, &mut self.sizes),
        ] {
            match part {
                Index::Known(known) if known >= 0 => statics.push(known),
                part => {
                    statics.push(memref::DYNAMIC);
                    values.push(f.index(loc, part));
                }
            }
        }
    }
}
