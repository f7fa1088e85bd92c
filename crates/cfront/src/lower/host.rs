//! Functions that are carried out outside of the program: private declarations that say by the attribute `host` which they are.
//!
//! The format of `printf` is the attribute `format`. A pointer to characters becomes two arguments, the array and the index of the first
//! character; so two strings can be chosen from, which other pointers into two arrays cannot. There is a declaration for each list of
//! argument types and each format.

use super::memory::{LeafMemory, Operand, number_ty};
use super::pointer::Pointer;
use super::{Function, Lowered};
use crate::library::{Library, Shape};
use crate::token::Place as Origin;
use crate::tree::{Expr, ExprKind, Initial, PlaceKind};
use crate::types::Type;
use base::{Diagnostic, codes};
use dialects::{func, memref};
use ir::{AttrKind, Loc, OpState, TypeKind, Value};

impl<'a> Function<'a> {
    /// A call of a function of the host.
    pub fn host(&mut self, library: Library, arguments: &'a [Expr], expr: &'a Expr) -> Lowered<Operand> {
        let mut rest = arguments;
        let mut format = None;
        if library.0.variadic && library.0.parameters == [Shape::Str] {
            let Some(text) = arguments.first().and_then(|first| self.literal_text(first)) else {
                let message = "the format is no string literal of UTF-8";
                return Err(self.error(codes::C_FORMAT, expr.origin, message));
            };
            (format, rest) = (Some(text), &arguments[1..]);
        }
        let mut operands = Vec::with_capacity(rest.len());
        for argument in rest {
            match argument.ty {
                Type::Pointer { .. } => operands.extend(self.string(argument)?),
                _ => operands.push(self.scalar(argument)?),
            }
        }
        let loc = self.loc(expr.origin);
        let results: Vec<ir::Type> = number_ty(&mut self.ir.ctx, &expr.ty).into_iter().collect();
        let inputs: Vec<ir::Type> = operands.iter().map(|value| self.ir.ty(*value)).collect();
        let name = self.host_function(loc, library.0.name, format, &inputs, &results);
        let values = self.func_call(loc, &name, &operands, &results);
        Ok(values.first().map_or(Operand::Nothing, |value| Operand::Scalar(*value)))
    }

    /// The text of a string literal.
    fn literal_text(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Convert(from) => self.literal_text(from),
            ExprKind::Address(place) => {
                let PlaceKind::Object(object) = place.kind else { return None };
                let object = &self.unit.objects[object];
                let Some(Initial::Parts(parts)) = &object.initial else { return Some(String::new()) };
                let mut bytes = Vec::with_capacity(parts.len());
                for (index, part) in parts {
                    let Initial::Value(Expr { kind: ExprKind::Int(bits), .. }) = part else { return None };
                    // Zeros may be left out.
                    bytes.resize(*index as usize, 0);
                    bytes.push(bits.low_u64() as u8);
                }
                let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
                bytes.truncate(end);
                String::from_utf8(bytes).ok()
            }
            _ => None,
        }
    }

    /// A string as two arguments: characters, and which of them is the first.
    fn string(&mut self, expr: &'a Expr) -> Lowered<[Value; 2]> {
        self.deeper(expr.origin, |f| match &expr.kind {
            ExprKind::Convert(from) if matches!(&from.ty, Type::Pointer { to, .. } if is_char(to)) => {
                f.string(from)
            }
            ExprKind::Choose(condition, a, b) => {
                let condition = f.condition(condition)?;
                let loc = f.loc(expr.origin);
                let characters = f.some_characters();
                f.if_values(
                    loc,
                    condition,
                    [characters, ir::Type::I64],
                    |f| f.string_as(characters, a),
                    |f| f.string_as(characters, b),
                )
            }
            _ => {
                let pointer = f.pointer(expr)?;
                f.string_at(pointer, expr.origin)
            }
        })
    }

    /// The type of characters of which nothing more is known.
    fn some_characters(&mut self) -> ir::Type {
        let layout = AttrKind::Strided { strides: [Some(1)].into(), offset: None };
        let layout = Some(self.ir.ctx.attr(layout));
        let (shape, element) = ([None].into(), self.ir.ctx.int_ty(8));
        self.ir.ctx.ty(TypeKind::Memref { shape, element, layout, space: None })
    }

    fn string_as(&mut self, characters: ir::Type, expr: &'a Expr) -> Lowered<[Value; 2]> {
        let [memory, first] = self.string(expr)?;
        let loc = self.loc(expr.origin);
        Ok([self.op(loc, memref::CAST, &[memory], characters), first])
    }

    fn string_at(&mut self, pointer: Pointer, origin: Origin) -> Lowered<[Value; 2]> {
        let to = self.pointee(pointer, origin)?;
        let leaves = &self.bases[to.base].leaves[to.leaves.clone()];
        let (LeafMemory::Numbers(memory), dims) = (match leaves {
            [leaf] if is_char(&leaf.ty) && !leaf.dims.is_empty() => (leaf.memory, leaf.dims.clone()),
            _ => return Err(self.no_string(origin)),
        }) else {
            return Err(self.no_string(origin));
        };
        if to.indices.len() != dims.len() {
            return Err(self.no_string(origin));
        }
        let loc = self.loc(origin);
        let (last, row) = to.indices.split_last().expect("there is an index for each dimension");
        let memory = self.row(loc, memory, row, dims[dims.len() - 1]);
        let first = self.long(loc, *last);
        Ok([memory, first])
    }

    fn no_string(&mut self, origin: Origin) -> super::Wrong {
        let diagnostic = Diagnostic::error(
            codes::C_POINTER,
            origin.used,
            "a pointer that does not point into an array of `char` is given to the library",
        );
        self.report(diagnostic, origin)
    }

    /// The declaration of a function of the host.
    fn host_function(
        &mut self,
        loc: Loc,
        name: &'static str,
        format: Option<String>,
        inputs: &[ir::Type],
        results: &[ir::Type],
    ) -> String {
        let key = (name, format, inputs.to_vec());
        if let Some(known) = self.module.hosts.get(&key) {
            return known.clone();
        }
        let symbol = self.module.unique(name);
        let ctx = &mut self.ir.ctx;
        let (sym_name, visibility) = (ctx.str_attr(&symbol), ctx.str_attr("private"));
        let ty = ctx.fn_ty(inputs, results);
        let ty = ctx.type_attr(ty);
        let mut attrs = vec![(ctx.str("host"), ctx.str_attr(name))];
        if let Some(format) = &key.1 {
            attrs.push((ctx.str("format"), ctx.str_attr(format)));
        }
        let region = self.ir.create_region();
        let mut state = OpState::new(func::FUNC, loc)
            .prop(self.ir, "sym_name", sym_name)
            .prop(self.ir, "sym_visibility", visibility)
            .prop(self.ir, "function_type", ty)
            .region(region);
        state.attrs = attrs;
        let op = self.ir.create(state);
        self.module.ops.push(op);
        self.module.hosts.insert(key, symbol.clone());
        symbol
    }
}

/// Whether a type is `char`, with a sign or without.
fn is_char(ty: &Type) -> bool {
    matches!(ty, Type::Int(int) if int.width() == 8)
}
