//! What a function may contain to become a circuit, apart from its control flow, which is the lowering's own affair.
//!
//! Computation is `arith` and `math` on numbers. Memory is arrays whose every use can be followed to the array itself: an argument, an
//! allocation of known size or a global, seen directly or through casts and subviews. An array that travels as a value (selected,
//! carried around a loop, handed to a block) is none, because a port of memory belongs to one array.

use super::direct::{array_of, size_of};
use base::{Diagnostic, Diagnostics, codes};
use dialects::memref::layout::{layout, row_major};
use dialects::{cf, func, ids, memref};
use ir::text::type_print::type_text;
use ir::{Block, Ir, Op, Type, TypeKind, Value};

/// Reports everything in a function that has no place in a circuit; says whether there is nothing.
pub(crate) fn check(ir: &Ir, function: Op, diags: &mut Diagnostics) -> bool {
    let mut check = Check { ir, diags, good: true };
    let entry = ir.entry(ir.region(function, 0));
    for op in ir.walk(function).into_iter().skip(1) {
        let dialect = ir.code(op).dialect;
        if dialect == ids::MEMREF {
            check.memory(op);
        } else if dialect == ids::ARITH || dialect == ids::MATH {
            check.numbers(op);
        } else if is_control(ir, op) {
            check.values(op, ir.operands(op).chain(ir.results(op)));
        } else {
            check.refuse(
                op,
                codes::NO_STREAM_OPERATION,
                format!("`{}` cannot be part of a circuit", ir.name(op)),
            );
        }
        for region in ir.regions(op) {
            for block in ir.blocks(*region) {
                check.arguments(op, *block);
            }
        }
    }
    for block in ir.blocks(ir.region(function, 0)) {
        if Some(*block) == entry {
            check.parameters(function, *block);
        } else {
            check.arguments(function, *block);
        }
    }
    check.good
}

/// Whether an operation is control flow, which every lowering treats itself.
fn is_control(ir: &Ir, op: Op) -> bool {
    ir.code(op).dialect == ids::SCF
        || matches!(ir.code(op), cf::BR | cf::COND_BR | cf::SWITCH | cf::ASSERT | func::RETURN)
}

/// Whether a value of the type travels on a channel: a number, or a token without data.
pub(crate) fn is_number(ir: &Ir, ty: Type) -> bool {
    // An integer without bits is a number that no channel carries.
    matches!(
        ir.ctx[ty],
        TypeKind::Integer { width: 1.., .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::None
    )
}

struct Check<'a> {
    ir: &'a Ir,
    diags: &'a mut Diagnostics,
    good: bool,
}

impl Check<'_> {
    fn refuse(&mut self, op: Op, code: base::Code, message: String) {
        self.good = false;
        self.diags.push(Diagnostic::error(code, self.ir.ctx.span(self.ir.loc(op)), message));
    }

    fn numbers(&mut self, op: Op) {
        let ir = self.ir;
        let mut types = ir.operands(op).chain(ir.results(op)).map(|value| ir.ty(value));
        if let Some(ty) = types.find(|ty| !is_number(ir, *ty)) {
            let message = if matches!(ir.ctx[ty], TypeKind::Memref { .. } | TypeKind::UnrankedMemref { .. }) {
                "which array is used is not known before the circuit runs".to_owned()
            } else {
                format!("a value of type {} cannot travel in a circuit", type_text(&ir.ctx, ty))
            };
            self.refuse(op, codes::NO_STREAM_OPERATION, message);
        }
    }

    fn values(&mut self, op: Op, values: impl Iterator<Item = Value>) {
        let ir = self.ir;
        if let Some(ty) = values.map(|value| ir.ty(value)).find(|ty| !is_number(ir, *ty)) {
            let message = format!("a value of type {} cannot travel in a circuit", type_text(&ir.ctx, ty));
            self.refuse(op, codes::NO_STREAM_OPERATION, message);
        }
    }

    fn arguments(&mut self, op: Op, block: Block) {
        self.values(op, self.ir.args(block).iter().copied());
    }

    fn parameters(&mut self, function: Op, block: Block) {
        let ir = self.ir;
        for arg in ir.args(block) {
            let ty = ir.ty(*arg);
            if matches!(ir.ctx[ty], TypeKind::Memref { .. }) {
                self.array(function, ty, true);
            } else if !is_number(ir, ty) {
                let text = type_text(&ir.ctx, ty);
                let message = format!("an argument of type {text} cannot be given to a circuit");
                self.refuse(function, codes::NO_STREAM_OPERATION, message);
            }
        }
        if let Some((_, results)) = func::signature(ir, function) {
            for ty in results.iter().filter(|ty| !is_number(ir, **ty)) {
                let message =
                    format!("a circuit cannot give back a value of type {}", type_text(&ir.ctx, *ty));
                self.refuse(function, codes::NO_STREAM_OPERATION, message);
            }
        }
    }

    /// Checks that the elements of an array are words in a row; `open` says whether its number of rows may be unknown.
    fn array(&mut self, op: Op, ty: Type, open: bool) {
        let ir = self.ir;
        let TypeKind::Memref { shape, element, .. } = &ir.ctx[ty] else {
            let message = format!("the shape of {} is not known", type_text(&ir.ctx, ty));
            return self.refuse(op, codes::ARRAY_SHAPE, message);
        };
        let fixed = if open { shape.get(1..).unwrap_or_default() } else { shape };
        let in_rows = layout(&ir.ctx, ty)
            .is_some_and(|layout| layout.offset == Some(0) && layout.strides == row_major(shape));
        let message = if !is_number(ir, *element) || ir.ctx[*element] == TypeKind::None {
            format!("elements of type {} do not fit a memory of a circuit", type_text(&ir.ctx, *element))
        } else if fixed.iter().any(Option::is_none) {
            format!("a size of the array {} is not known", type_text(&ir.ctx, ty))
        } else if !in_rows {
            format!("the elements of {} do not lie row after row", type_text(&ir.ctx, ty))
        } else {
            return;
        };
        self.refuse(op, codes::ARRAY_SHAPE, message);
    }

    fn memory(&mut self, op: Op) {
        let ir = self.ir;
        match ir.code(op) {
            memref::ALLOC | memref::ALLOCA | memref::GET_GLOBAL => {
                let ty = ir.ty(ir.result(op, 0));
                self.array(op, ty, false);
            }
            memref::LOAD | memref::DEALLOC | memref::CAST | memref::SUBVIEW => self.known(op, 0),
            memref::STORE => self.known(op, 1),
            memref::DIM => self.dim(op),
            memref::COPY => {
                self.known(op, 0);
                self.known(op, 1);
                self.copied_sizes(op);
            }
            _ => {
                let message = format!("`{}` cannot be part of a circuit", ir.name(op));
                self.refuse(op, codes::NO_STREAM_OPERATION, message);
            }
        }
    }

    /// Checks that an operand can be followed to its array.
    fn known(&mut self, op: Op, operand: usize) {
        if array_of(self.ir, self.ir.operand(op, operand)).is_none() {
            self.refuse(
                op,
                codes::UNKNOWN_ARRAY,
                "which array this is cannot be told before the circuit runs".into(),
            );
        }
    }

    fn dim(&mut self, op: Op) {
        let ir = self.ir;
        let dim = ir::fold::constant_bits(ir, ir.operand(op, 1)).and_then(|bits| bits.to_u64());
        let size = dim.and_then(|dim| size_of(ir, ir.operand(op, 0), usize::try_from(dim).ok()?));
        if size.is_none() {
            self.refuse(op, codes::ARRAY_SHAPE, "this size of the array is not known to the circuit".into());
        }
    }

    fn copied_sizes(&mut self, op: Op) {
        let ir = self.ir;
        let [source, target] = [0, 1].map(|operand| ir.operand(op, operand));
        let TypeKind::Memref { shape, .. } = &ir.ctx[ir.ty(source)] else { return };
        let known = |dim| size_of(ir, source, dim).or_else(|| size_of(ir, target, dim)).is_some();
        if !(0..shape.len()).all(known) {
            self.refuse(
                op,
                codes::ARRAY_SHAPE,
                "how many elements are copied is not known to the circuit".into(),
            );
        }
    }
}
