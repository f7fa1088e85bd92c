//! Calls of the standard library.

use super::memory::{LeafMemory, Operand};
use super::{Function, Lowered};
use crate::library::{Library, Meaning};
use crate::token::Place as Origin;
use crate::tree::Expr;
use crate::types::{IntType, Type};
use base::{Diagnostic, codes};
use dialects::arith::{self, FloatPredicate, IntPredicate};
use dialects::memref;
use ir::{OpState, Value};

impl<'a> Function<'a> {
    /// The value of a call of the library.
    pub fn library(&mut self, library: Library, arguments: &'a [Expr], expr: &'a Expr) -> Lowered<Operand> {
        let origin = expr.origin;
        self.check_test_bench(library, origin)?;
        match library.0.meaning {
            Meaning::Host => return self.host(library, arguments, expr),
            Meaning::Malloc | Meaning::Calloc => {
                let message = format!("the type of what `{}` allocates is not known", library.0.name);
                let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                    .hint("convert the result to a pointer to the type, or assign it to one");
                return Err(self.report(diagnostic, origin));
            }
            Meaning::Free => return self.free(&arguments[0], origin),
            Meaning::Memset => return self.memset(arguments, origin),
            Meaning::Memcpy => return self.memcpy(library, arguments, origin),
            _ => {}
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.scalar(argument)?);
        }
        Ok(Operand::Scalar(self.number_function(library, &values, arguments, expr)))
    }

    /// A function of numbers.
    fn number_function(
        &mut self,
        library: Library,
        values: &[Value],
        arguments: &[Expr],
        expr: &Expr,
    ) -> Value {
        let loc = self.loc(expr.origin);
        let ty = self.number_ty(&expr.ty);
        match library.0.meaning {
            Meaning::Math(name) | Meaning::Arith(name) => {
                let code = self.ir.ctx.op_code(name);
                self.op(loc, code, values, ty)
            }
            Meaning::Fmod => self.op(loc, arith::REMF, values, ty),
            // Not `math.absi`: the least value has no opposite, which the subtraction notices.
            Meaning::Abs => {
                let zero = self.int(loc, 0, ty);
                let negative = self.compare_int(loc, IntPredicate::Slt, values[0], zero);
                let opposite = self.negate(loc, &expr.ty, values[0]);
                self.op(loc, arith::SELECT, &[negative, opposite, values[0]], ty)
            }
            Meaning::CountBits(name) => {
                let code = self.ir.ctx.op_code(name);
                let counted = self.ir.ty(values[0]);
                let count = self.op(loc, code, values, counted);
                self.convert(loc, count, &arguments[0].ty, &expr.ty)
            }
            Meaning::Classify(what) => {
                let truth = self.classify(loc, what, values[0], &arguments[0].ty);
                self.convert(loc, truth, &Type::Int(IntType::BOOL), &expr.ty)
            }
            _ => unreachable!("the others are no functions of numbers"),
        }
    }

    fn classify(&mut self, loc: ir::Loc, what: &str, value: Value, ty: &Type) -> Value {
        if what == "nan" {
            return self.compare_float(loc, FloatPredicate::Uno, value, value);
        }
        let Type::Float(float) = ty else { unreachable!("floats are classified") };
        let limit = self.float(loc, f64::INFINITY, *float);
        let result = self.ir.ty(value);
        let magnitude = self.op(loc, dialects::math::ABSF, &[value], result);
        let predicate = if what == "inf" { FloatPredicate::Oeq } else { FloatPredicate::Olt };
        self.compare_float(loc, predicate, magnitude, limit)
    }

    /// Refuses in a kernel what only a test bench can do.
    pub fn check_test_bench(&mut self, library: Library, origin: Origin) -> Lowered<()> {
        if self.in_main || !super::kernels::is_for_test_benches(library.0.meaning) {
            return Ok(());
        }
        let kernel = &self.unit.functions[self.frames[0].function];
        let message = format!("`{}` is called in the kernel `{}`", library.0.name, kernel.name);
        let diagnostic = Diagnostic::error(codes::C_TEST_BENCH_ONLY, origin.used, message)
            .label(kernel.origin.used, "the kernel")
            .hint("do it in `main`, and give the kernel the value or the array");
        Err(self.report(diagnostic, origin))
    }

    fn free(&mut self, argument: &'a Expr, origin: Origin) -> Lowered<Operand> {
        let pointer = self.pointer(argument)?;
        let null = pointer.null;
        // Freeing a null pointer does nothing.
        let Some(to) = pointer.to else { return Ok(Operand::Nothing) };
        self.check_open(to.base, origin)?;
        let base = &self.bases[to.base];
        if base.source != super::memory::Source::Heap {
            let message = format!("`{}` is freed, but was not allocated", base.name);
            return Err(self.error(codes::C_POINTER, origin, message));
        }
        let leaves = base.leaves.clone();
        let loc = self.loc(origin);
        let free = |f: &mut Self| {
            for leaf in &leaves {
                if let LeafMemory::Numbers(memory) = leaf.memory {
                    f.emit(OpState::new(memref::DEALLOC, loc).operands(&[memory]));
                }
            }
            Ok(())
        };
        match null {
            Some(null) => {
                let there = self.not(loc, null);
                self.if_else(loc, there, free, None::<fn(&mut Self) -> Lowered<()>>)?;
            }
            None => free(self)?,
        }
        Ok(Operand::Nothing)
    }
}
