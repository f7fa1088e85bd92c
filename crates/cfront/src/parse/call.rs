//! Calls: of functions of the unit, of kernels, and of the library.

use super::convert::promoted_argument;
use super::expr::Operand;
use super::{Conversion, Parser, Read, Wrong};
use crate::library::Library;
use crate::token::{Place as Origin, TokenKind};
use crate::tree::{Expr, ExprKind, FunctionId};
use crate::types::Type;
use base::codes::{C_CALL, C_FORMAT};
use base::text::counted;
use base::{Diagnostic, Span};

/// The arguments of a call, and the format if it is one of `printf` that is written out.
pub(super) struct Arguments {
    values: Vec<Expr>,
    format: Option<Box<[u8]>>,
}

impl Parser<'_> {
    /// The arguments behind `(`, up to and with `)`.
    pub(super) fn arguments(&mut self, callee: &Operand) -> Read<Arguments> {
        let format = match (callee, self.peek(), self.peek_after(1)) {
            (Operand::Library(library, _), TokenKind::Str(bytes), TokenKind::Punct("," | ")"))
                if library.0.variadic =>
            {
                Some(bytes.clone())
            }
            _ => None,
        };
        let mut values = Vec::new();
        if !self.eat(")") {
            loop {
                values.push(self.assignment()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        Ok(Arguments { values, format })
    }

    /// A call of what has been read.
    pub(super) fn call(&mut self, callee: Operand, arguments: Arguments, origin: Origin) -> Read<Expr> {
        match callee {
            Operand::Function(function, _) => self.call_function(function, arguments.values, false, origin),
            Operand::Library(library, _) => self.call_library(library, arguments, origin),
            Operand::Value(_) | Operand::Place(_) => {
                Err(self.error(C_CALL, origin, "this is called, but is no function"))
            }
        }
    }

    /// `__flowright_call_kernel(f, …)`, which `CALL_KERNEL(f, …)` stands for.
    pub(super) fn kernel_call(&mut self, origin: Origin) -> Read<Expr> {
        self.expect("(")?;
        let TokenKind::Name(name) = self.peek() else {
            return Err(self.unexpected("the name of a kernel"));
        };
        let here = self.next().place;
        let kernel = match self.name(name, here)? {
            Operand::Function(function, _) => function,
            _ => return Err(self.error(C_CALL, here, format!("`{name}` is no function of this program"))),
        };
        let arguments = match self.is(")") || self.eat(",") {
            true => self.arguments(&Operand::Function(kernel, here))?,
            false => return Err(self.unexpected("`,` or `)`")),
        };
        self.call_function(kernel, arguments.values, true, origin)
    }

    fn call_function(
        &mut self,
        function: FunctionId,
        values: Vec<Expr>,
        kernel: bool,
        origin: Origin,
    ) -> Read<Expr> {
        let callee = &self.unit.functions[function];
        let (result, declared) = (callee.result.clone(), callee.origin.used);
        let types: Vec<Type> = callee.parameters.iter().map(|parameter| parameter.ty.clone()).collect();
        if types.len() != values.len() {
            let name = callee.name.clone();
            if self.unspecified.contains(&function) {
                let message = format!("the parameters of `{name}` are not declared");
                let diagnostic =
                    Diagnostic::error(C_CALL, origin.used, message).label(declared, "declared here");
                return Err(
                    self.report(diagnostic.hint("declare it with the types of its parameters"), origin)
                );
            }
            return Err(self.wrong_count(&name, types.len(), values.len(), origin, Some(declared)));
        }
        let mut arguments = Vec::with_capacity(values.len());
        for (value, ty) in values.into_iter().zip(&types) {
            arguments.push(self.convert(value, ty, Conversion::Argument)?);
        }
        Ok(Expr { kind: ExprKind::Call { function, arguments, kernel }, ty: result, origin })
    }

    fn wrong_count(
        &mut self,
        name: &str,
        takes: usize,
        given: usize,
        origin: Origin,
        declared: Option<Span>,
    ) -> Wrong {
        let message = format!("`{name}` takes {}, but is given {given}", counted(takes as u64, "argument"));
        let mut diagnostic = Diagnostic::error(C_CALL, origin.used, message);
        if let Some(declared) = declared {
            diagnostic = diagnostic.label(declared, "declared here");
        }
        self.report(diagnostic, origin)
    }

    fn call_library(&mut self, library: Library, arguments: Arguments, origin: Origin) -> Read<Expr> {
        let row = library.0;
        let (takes, given) = (row.parameters.len(), arguments.values.len());
        if given < takes || given > takes && !row.variadic {
            return Err(self.wrong_count(row.name, takes, given, origin, None));
        }
        let mut converted = Vec::with_capacity(given);
        for (index, value) in arguments.values.into_iter().enumerate() {
            converted.push(match row.parameters.get(index) {
                Some(shape) => self.convert(value, &shape.ty(), Conversion::Argument)?,
                None => promoted_argument(value),
            });
        }
        if row.variadic {
            let Some(format) = arguments.format else {
                let diagnostic =
                    Diagnostic::error(C_FORMAT, origin.used, "the format is not a string literal");
                let hint = format!("write `{}(\"%s\", …)` with the format as it is", row.name);
                return Err(self.report(diagnostic.hint(hint), origin));
            };
            self.check_format(&format, &converted[takes..], origin)?;
        }
        Ok(Expr { kind: ExprKind::Library(library, converted), ty: row.result.ty(), origin })
    }
}
