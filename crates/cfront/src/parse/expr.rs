//! Expressions: the grammar, and what names, places and literals are. Operators stand in `operators`, calls in `call`.
//!
//! Operators of two operands are read with a stack of those that wait, so neither a long chain nor the ten levels of precedence
//! take any of the thread's stack. A chain is as deep in the tree as it is long, which is why its length is bounded ([`MAX_CHAIN`]).

use super::convert::{as_long, converted};
use super::operators::{Infix, assignment_operator, infix, int, is_temporary};
use super::types::is_keyword;
use super::{Conversion, Meaning, Parser, Read, Wrong, constant};
use crate::library::{self, Library};
use crate::token::{Place as Origin, TokenKind};
use crate::tree::{BinaryOp, Expr, ExprKind, FunctionId, Object, ObjectId, Place, PlaceKind, Storage};
use crate::types::{FloatType, IntType, Type};
use base::codes::{C_CONSTANT, C_READ_ONLY, C_TOO_DEEP, C_TYPE, C_UNDECLARED};
use base::{Bits, Diagnostic};
use std::rc::Rc;

/// How many operators one expression may have that take what stands before them as their left operand.
const MAX_CHAIN: u32 = 2000;

/// Macros that are missed when their header is not included.
static MACROS: &[(&str, &str)] = &[
    ("CALL_KERNEL", "dynamatic/Integration.h"),
    ("FLT_MAX", "float.h"),
    ("INFINITY", "math.h"),
    ("INT_MAX", "limits.h"),
    ("INT_MIN", "limits.h"),
    ("M_PI", "math.h"),
    ("NAN", "math.h"),
    ("NULL", "stddef.h"),
    ("RAND_MAX", "stdlib.h"),
    ("UINT_MAX", "limits.h"),
    ("assert", "assert.h"),
    ("false", "stdbool.h"),
    ("isnan", "math.h"),
    ("true", "stdbool.h"),
];

/// What the operand of an operator is, before the operator decides what it needs of it.
pub(super) enum Operand {
    /// Something computed.
    Value(Expr),
    /// Something in storage: its value, its address or its size may be meant.
    Place(Place),
    /// The name of a function.
    Function(FunctionId, Origin),
    /// The name of a function of the library.
    Library(Library, Origin),
}

impl Operand {
    /// Its type, arrays being arrays; none for functions.
    fn ty(&self) -> Option<&Type> {
        match self {
            Operand::Value(expr) => Some(&expr.ty),
            Operand::Place(place) => Some(&place.ty),
            Operand::Function(..) | Operand::Library(..) => None,
        }
    }

    pub(super) fn origin(&self) -> Origin {
        match self {
            Operand::Value(expr) => expr.origin,
            Operand::Place(place) => place.origin,
            Operand::Function(_, origin) | Operand::Library(_, origin) => *origin,
        }
    }
}

impl Parser<'_> {
    /// An expression, with commas.
    pub(super) fn expression(&mut self) -> Read<Expr> {
        let operand = self.full(Self::comma)?;
        self.value(operand)
    }

    /// An expression without a comma outside of parentheses.
    pub(super) fn assignment(&mut self) -> Read<Expr> {
        let operand = self.full(Self::assignment_operand)?;
        self.value(operand)
    }

    /// An expression without assignments outside of parentheses.
    pub(super) fn conditional_value(&mut self) -> Read<Expr> {
        let operand = self.full(Self::conditional)?;
        self.value(operand)
    }

    /// An expression as a `_Bool`.
    pub(super) fn condition(&mut self) -> Read<Expr> {
        let expr = self.expression()?;
        self.truth(expr)
    }

    /// Reads an expression; the outermost one begins to count operators.
    fn full(&mut self, read: impl FnOnce(&mut Self) -> Read<Operand>) -> Read<Operand> {
        if self.chained.is_some() {
            return read(self);
        }
        self.chained = Some(0);
        let result = read(self);
        self.chained = None;
        result
    }

    /// Counts an operator that takes what was read so far as its left operand.
    fn chain(&mut self) -> Read<()> {
        let count = self.chained.map_or(0, |count| count + 1);
        self.chained = Some(count);
        if count > MAX_CHAIN {
            let here = self.here();
            let message = format!("an expression of more than {MAX_CHAIN} operators");
            return Err(self.error(C_TOO_DEEP, here, message));
        }
        Ok(())
    }

    fn comma(&mut self) -> Read<Operand> {
        let mut left = self.assignment_operand()?;
        while self.is(",") {
            self.chain()?;
            let origin = self.next().place;
            let first = self.value(left)?;
            let right = self.assignment_operand()?;
            let last = self.value(right)?;
            let ty = last.ty.clone();
            left =
                Operand::Value(Expr { kind: ExprKind::Comma(Box::new(first), Box::new(last)), ty, origin });
        }
        Ok(left)
    }

    fn assignment_operand(&mut self) -> Read<Operand> {
        let left = self.conditional()?;
        let TokenKind::Punct(punct) = self.peek() else { return Ok(left) };
        let Some(op) = assignment_operator(punct) else { return Ok(left) };
        let origin = self.next().place;
        let place = self.writable(left)?;
        let right = self.deeper(Self::assignment_operand)?;
        let value = self.value(right)?;
        Ok(Operand::Value(match op {
            None => self.assign(place, value, origin)?,
            Some(op) => self.update(op, place, value, false, origin)?,
        }))
    }

    /// The place that is assigned to.
    fn writable(&mut self, operand: Operand) -> Read<Place> {
        let origin = operand.origin();
        match operand {
            Operand::Place(place) => {
                self.check_writable(&place, origin)?;
                Ok(place)
            }
            _ => Err(self.error(C_READ_ONLY, origin, "this is the value of an expression and not a place")),
        }
    }

    fn conditional(&mut self) -> Read<Operand> {
        let condition = self.binary()?;
        if !self.is("?") {
            return Ok(condition);
        }
        let origin = self.next().place;
        let condition = self.value(condition)?;
        if self.is(":") {
            return Err(self.unsupported(origin, "`?:` without a middle is", "write the condition twice"));
        }
        let (yes, no) = self.deeper(|parser| {
            let yes = parser.comma()?;
            parser.expect(":")?;
            Ok((parser.value(yes)?, parser.conditional()?))
        })?;
        let no = self.value(no)?;
        self.choose(condition, yes, no, origin).map(Operand::Value)
    }

    /// Operators of two operands. Those that bind less tightly than what follows wait on a stack.
    fn binary(&mut self) -> Read<Operand> {
        let first = self.unary()?;
        if self.peek_infix().is_none() {
            return Ok(first);
        }
        let mut waiting: Vec<(Expr, u8, Infix, Origin)> = Vec::new();
        let mut right = self.value(first)?;
        loop {
            let next = self.peek_infix();
            let tightness = next.map_or(0, |(tightness, _)| tightness);
            while let Some((left, _, op, origin)) = waiting.pop_if(|(_, waiting, ..)| *waiting >= tightness) {
                right = self.infix(op, left, right, origin)?;
            }
            let Some((tightness, op)) = next else { return Ok(Operand::Value(right)) };
            self.chain()?;
            let origin = self.next().place;
            waiting.push((right, tightness, op, origin));
            let operand = self.unary()?;
            right = self.value(operand)?;
        }
    }

    fn peek_infix(&self) -> Option<(u8, Infix)> {
        match self.peek() {
            TokenKind::Punct(punct) => infix(punct),
            _ => None,
        }
    }

    /// A cast, an operator before its operand, or what these stand before.
    fn unary(&mut self) -> Read<Operand> {
        self.deeper(|parser| match parser.peek() {
            TokenKind::Punct("(") => parser.parenthesis(),
            TokenKind::Punct(punct @ ("+" | "-" | "~" | "!")) => {
                let origin = parser.next().place;
                let operand = parser.unary()?;
                let operand = parser.value(operand)?;
                parser.prefix(punct, operand, origin).map(Operand::Value)
            }
            TokenKind::Punct(punct @ ("++" | "--")) => {
                let origin = parser.next().place;
                let operand = parser.unary()?;
                parser.step(operand, punct, false, origin)
            }
            TokenKind::Punct("&") => {
                let origin = parser.next().place;
                let operand = parser.unary()?;
                parser.address(operand, origin).map(Operand::Value)
            }
            TokenKind::Punct("*") => {
                let origin = parser.next().place;
                match parser.unary()? {
                    // A function under `*` is the function again.
                    function @ (Operand::Function(..) | Operand::Library(..)) => Ok(function),
                    operand => {
                        let pointer = parser.value(operand)?;
                        parser.pointee(pointer, origin).map(Operand::Place)
                    }
                }
            }
            TokenKind::Punct("&&") => {
                let here = parser.here();
                Err(parser.unsupported(here, "the address of a label is", "write a `switch`"))
            }
            TokenKind::Name(word) => match &**word {
                "sizeof" => parser.measure(Self::size_of),
                "_Alignof" | "__alignof__" | "__alignof" => parser.measure(Self::align_of),
                "__extension__" => {
                    parser.next();
                    parser.unary()
                }
                _ => parser.postfix_expression(),
            },
            _ => parser.postfix_expression(),
        })
    }

    /// What begins with `(`: a cast, a compound literal, or an expression in parentheses.
    fn parenthesis(&mut self) -> Read<Operand> {
        let origin = self.next().place;
        if self.is("{") {
            return Err(self.unsupported(origin, "a statement as an expression is", "write a function"));
        }
        if !self.is_type_start() {
            let inner = self.comma()?;
            self.expect(")")?;
            return self.postfix(inner);
        }
        let ty = self.type_name()?;
        self.expect(")")?;
        if self.is("{") {
            let literal = self.compound_literal(ty, origin)?;
            return self.postfix(Operand::Place(literal));
        }
        let operand = self.unary()?;
        let operand = self.value(operand)?;
        // A cast that changes nothing leaves no trace: the operator keeps its place.
        let same = operand.ty == ty;
        let converted = self.convert(operand, &ty, Conversion::Cast)?;
        Ok(Operand::Value(if same { converted } else { Expr { origin, ..converted } }))
    }

    fn compound_literal(&mut self, mut ty: Type, origin: Origin) -> Read<Place> {
        let initial = self.initialiser(&mut ty, origin)?;
        self.size_of(&ty, origin)?;
        let (name, outside) = ("literal".into(), self.function.is_none());
        let mut object =
            Object { name, ty: ty.clone(), constant: false, storage: Storage::Local, origin, initial: None };
        if outside {
            let initial = self.constant_initial(initial)?;
            object = Object { storage: Storage::Static, initial: Some(initial), ..object };
            let id = self.new_object(object);
            return Ok(Place { kind: PlaceKind::Object(id), ty, constant: false, origin });
        }
        let id = self.new_object(object);
        let kind = ExprKind::Literal(id, Box::new(Rc::new(initial)));
        let pointer = Expr { kind, ty: ty.clone().pointer(false), origin };
        Ok(Place { kind: PlaceKind::Pointee(Box::new(pointer)), ty, constant: false, origin })
    }

    /// `sizeof` and `_Alignof`, of a type or of an expression that is not evaluated.
    fn measure(&mut self, of: fn(&mut Self, &Type, Origin) -> Read<u64>) -> Read<Operand> {
        let origin = self.next().place;
        let ty = self.measured()?;
        let Some(ty) = ty else {
            return Err(self.error(C_TYPE, origin, "a function has no size"));
        };
        let bytes = of(self, &ty, origin)?;
        Ok(Operand::Value(int(Bits::from_u64(64, bytes), IntType::ULONG, origin)))
    }

    fn measured(&mut self) -> Read<Option<Type>> {
        if self.is("(") {
            let start = self.at;
            let origin = self.next().place;
            if self.is_type_start() {
                let ty = self.type_name()?;
                self.expect(")")?;
                if !self.is("{") {
                    return Ok(Some(ty));
                }
                let literal = self.compound_literal(ty, origin)?;
                return Ok(self.postfix(Operand::Place(literal))?.ty().cloned());
            }
            self.at = start;
        }
        Ok(self.unary()?.ty().cloned())
    }

    fn postfix_expression(&mut self) -> Read<Operand> {
        let operand = self.primary()?;
        self.postfix(operand)
    }

    /// What may follow an operand.
    fn postfix(&mut self, mut operand: Operand) -> Read<Operand> {
        loop {
            let TokenKind::Punct(punct @ ("[" | "(" | "." | "->" | "++" | "--")) = self.peek() else {
                return Ok(operand);
            };
            self.chain()?;
            let origin = self.next().place;
            operand = match *punct {
                "[" => {
                    let index = self.comma()?;
                    let end = self.expect("]")?;
                    let whole = operand.origin().to(end);
                    Operand::Place(self.subscript(operand, index, whole)?)
                }
                "(" => {
                    let call = operand.origin();
                    let arguments = self.arguments(&operand)?;
                    Operand::Value(self.call(operand, arguments, call)?)
                }
                "." => self.member(operand)?,
                "->" => {
                    let start = operand.origin();
                    let pointer = self.value(operand)?;
                    let place = self.pointee(pointer, origin)?;
                    self.member(Operand::Place(Place { origin: start, ..place }))?
                }
                step => self.step(operand, step, true, origin)?,
            };
        }
    }

    /// `++` and `--`, before or behind.
    fn step(&mut self, operand: Operand, step: &str, postfix: bool, origin: Origin) -> Read<Operand> {
        let place = self.writable(operand)?;
        let one = int(Bits::from_u64(32, 1), IntType::INT, origin);
        let op = if step == "++" { BinaryOp::Add } else { BinaryOp::Sub };
        self.update(op, place, one, postfix, origin).map(Operand::Value)
    }

    /// `operand[index]`
    fn subscript(&mut self, operand: Operand, index: Operand, origin: Origin) -> Read<Place> {
        let is_index = |operand: &Operand| matches!(operand.ty(), Some(Type::Int(_)));
        // C lets the two be exchanged.
        let (operand, index) = if is_index(&operand) { (index, operand) } else { (operand, index) };
        let index = self.value(index)?;
        if !matches!(index.ty, Type::Int(_)) {
            let ty = self.type_text(&index.ty);
            return Err(self.error(C_TYPE, index.origin, format!("an index is an integer, not `{ty}`")));
        }
        if let Operand::Place(place) = operand {
            if let Type::Array { element, .. } = &place.ty {
                let element = (**element).clone();
                return Ok(element_of(place, element, as_long(index), origin));
            }
            return self.pointed_at(Operand::Place(place), index, origin);
        }
        self.pointed_at(operand, index, origin)
    }

    fn pointed_at(&mut self, pointer: Operand, index: Expr, origin: Origin) -> Read<Place> {
        let pointer = self.value(pointer)?;
        if !matches!(pointer.ty, Type::Pointer { .. }) {
            let ty = self.type_text(&pointer.ty);
            return Err(self.error(C_TYPE, origin, format!("`[]` needs an array or a pointer, not `{ty}`")));
        }
        let moved = self.moved(pointer, index, false, origin)?;
        self.pointee(moved, origin)
    }

    /// What a pointer points to. Of an address that is written out it is the place itself.
    fn pointee(&mut self, pointer: Expr, origin: Origin) -> Read<Place> {
        let Type::Pointer { to, constant } = &pointer.ty else {
            let ty = self.type_text(&pointer.ty);
            let message = format!("a pointer was expected, not `{ty}`");
            let diagnostic = Diagnostic::error(C_TYPE, origin.used, message);
            return Err(match pointer.ty {
                Type::Struct(_) => self.report(diagnostic.hint("write `.` for a member"), origin),
                _ => self.report(diagnostic, origin),
            });
        };
        let (ty, constant) = ((**to).clone(), *constant);
        if ty == Type::Void {
            let diagnostic = Diagnostic::error(C_TYPE, origin.used, "what a `void *` points to has no type");
            return Err(self.report(diagnostic.hint("cast the pointer first"), origin));
        }
        let is_element = |place: &Place| matches!(&place.ty, Type::Array { element, .. } if **element == ty);
        Ok(match pointer.kind {
            ExprKind::Address(place) if place.ty == ty => Place { origin, ..*place },
            ExprKind::Address(place) if is_element(&place) => {
                let first = int(Bits::zero(64), IntType::LONG, origin);
                element_of(*place, ty, first, origin)
            }
            ExprKind::Move(base, index, false) => match base.kind {
                ExprKind::Address(place) if is_element(&place) => element_of(*place, ty, *index, origin),
                kind => {
                    let base = Box::new(Expr { kind, ..*base });
                    let kind = ExprKind::Move(base, index, false);
                    let pointer = Box::new(Expr { kind, ty: pointer.ty, origin: pointer.origin });
                    Place { kind: PlaceKind::Pointee(pointer), ty, constant, origin }
                }
            },
            kind => {
                let pointer = Box::new(Expr { kind, ty: pointer.ty, origin: pointer.origin });
                Place { kind: PlaceKind::Pointee(pointer), ty, constant, origin }
            }
        })
    }

    /// `&operand`
    fn address(&mut self, operand: Operand, origin: Origin) -> Read<Expr> {
        let place = match operand {
            Operand::Place(place) if !is_temporary(&place) => place,
            Operand::Function(..) | Operand::Library(..) => return Err(self.function_pointer(origin)),
            _ => {
                let message = "`&` needs a place, and this is the value of an expression";
                return Err(self.error(C_READ_ONLY, origin, message));
            }
        };
        let ty = place.ty.clone().pointer(place.constant);
        let kind = match place.kind {
            PlaceKind::Pointee(pointer) if pointer.ty == ty => pointer.kind,
            kind => ExprKind::Address(Box::new(Place { kind, ..place })),
        };
        Ok(Expr { kind, ty, origin })
    }

    fn function_pointer(&mut self, origin: Origin) -> super::Wrong {
        self.unsupported(
            origin,
            "function pointers are",
            "call the function by its name, or choose with `switch`",
        )
    }

    /// `.name` of a structure.
    fn member(&mut self, operand: Operand) -> Read<Operand> {
        let here = self.here();
        let TokenKind::Name(name) = self.peek() else {
            return Err(self.unexpected("the name of a member"));
        };
        self.next();
        let mut place = match operand {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let (ty, origin) = (value.ty.clone(), value.origin);
                Place { kind: PlaceKind::Value(Box::new(value)), ty, constant: false, origin }
            }
            Operand::Function(..) | Operand::Library(..) => return Err(self.function_pointer(here)),
        };
        let Type::Struct(id) = place.ty else {
            let ty = self.type_text(&place.ty);
            let diagnostic = Diagnostic::error(C_TYPE, here.used, format!("`{ty}` has no members"));
            let diagnostic = match &place.ty {
                Type::Pointer { to, .. } if matches!(**to, Type::Struct(_)) => {
                    diagnostic.hint(format!("write `->{name}`"))
                }
                _ => diagnostic,
            };
            return Err(self.report(diagnostic, here));
        };
        self.size_of(&place.ty, here)?;
        let Some(path) = self.find_member(&place.ty, name) else {
            if self.maimed.contains(&id) {
                return Err(Wrong);
            }
            let fields = self.unit.structs[id].fields.iter().flatten();
            let near = base::text::nearest(name, fields.map(|field| &*field.name));
            let ty = self.type_text(&place.ty);
            let mut diagnostic =
                Diagnostic::error(C_UNDECLARED, here.used, format!("`{ty}` has no member `{name}`"));
            diagnostic.hint = near.map(|near| format!("did you mean `{near}`?"));
            return Err(self.report(diagnostic, here));
        };
        for index in path.into_iter().rev() {
            let Type::Struct(id) = place.ty else { break };
            let Some(field) = self.unit.structs[id].fields.as_ref().and_then(|fields| fields.get(index))
            else {
                break;
            };
            place = Place {
                ty: field.ty.clone(),
                constant: place.constant || field.constant,
                origin: place.origin.to(here),
                kind: PlaceKind::Member(Box::new(place), index as u32),
            };
        }
        Ok(Operand::Place(place))
    }

    /// The way to a member, the last step first: members of a structure without a name are those of the structure around it.
    fn find_member(&self, ty: &Type, name: &str) -> Option<Vec<usize>> {
        let Type::Struct(id) = ty else { return None };
        let fields = self.unit.structs[*id].fields.as_ref()?;
        if let Some(index) = fields.iter().position(|field| *field.name == *name) {
            return Some(vec![index]);
        }
        fields.iter().enumerate().filter(|(_, field)| field.name.is_empty()).find_map(|(index, field)| {
            let mut path = self.find_member(&field.ty, name)?;
            path.push(index);
            Some(path)
        })
    }

    fn primary(&mut self) -> Read<Operand> {
        let origin = self.here();
        match self.peek() {
            TokenKind::Int { value, decimal, suffix } => {
                self.next();
                let Some(ty) = constant::literal_type(value, *decimal, *suffix) else {
                    let message = format!("{} does not fit any integer type", value.unsigned());
                    let diagnostic = Diagnostic::error(C_CONSTANT, origin.used, message);
                    return Err(
                        self.report(diagnostic.hint("a suffix `u` doubles the range, `wb` has none"), origin)
                    );
                };
                let value = constant::resize(value, IntType { signed: false, ..ty }, ty.width());
                Ok(Operand::Value(int(value, ty, origin)))
            }
            TokenKind::Float { value, single } => {
                self.next();
                let ty = Type::Float(if *single { FloatType::Single } else { FloatType::Double });
                Ok(Operand::Value(Expr { kind: ExprKind::Float(*value), ty, origin }))
            }
            TokenKind::Char(value) => {
                self.next();
                Ok(Operand::Value(int(Bits::from_i64(32, i64::from(*value)), IntType::INT, origin)))
            }
            TokenKind::Str(bytes) => {
                self.next();
                let id = self.string_object(bytes, origin);
                // Writing to a string is undefined, but C does not say `const` of it.
                Ok(Operand::Place(Place { constant: false, ..self.object(id, origin) }))
            }
            TokenKind::Name(name) if &**name == "_Generic" => self.generic(),
            TokenKind::Name(name) if is_keyword(name) => Err(self.unexpected("an expression")),
            TokenKind::Name(name) => {
                self.next();
                self.name(name, origin)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn object(&self, id: ObjectId, origin: Origin) -> Place {
        let object = &self.unit.objects[id];
        Place { kind: PlaceKind::Object(id), ty: object.ty.clone(), constant: object.constant, origin }
    }

    pub(super) fn name(&mut self, name: &str, origin: Origin) -> Read<Operand> {
        match self.meaning(name).map(|(meaning, _)| meaning.clone()) {
            Some(Meaning::Object(id)) => Ok(Operand::Place(self.object(id, origin))),
            Some(Meaning::Function(id)) => Ok(Operand::Function(id, origin)),
            Some(Meaning::Library(library)) => Ok(Operand::Library(library, origin)),
            Some(Meaning::Enumerator(value)) => Ok(Operand::Value(int(value, IntType::INT, origin))),
            Some(Meaning::Typedef(..)) => {
                Err(self.error(C_TYPE, origin, format!("`{name}` is a type, and an expression was expected")))
            }
            None => self.special_name(name, origin),
        }
    }

    /// A name that no declaration gives a meaning.
    fn special_name(&mut self, name: &str, origin: Origin) -> Read<Operand> {
        match name {
            "__func__" | "__FUNCTION__" => {
                if let Some(id) = self.function_name(origin) {
                    return Ok(Operand::Place(self.object(id, origin)));
                }
            }
            "__flowright_call_kernel" => return self.kernel_call(origin).map(Operand::Value),
            "__builtin_expect" => return self.expect_call().map(Operand::Value),
            _ => {}
        }
        let header = library::find(name).map(|Library(row)| row.header);
        if self.is("(")
            && let Some(instead) = library::instead_of(name)
        {
            return Err(self.missing(name, origin, "function", instead));
        }
        let macros = || MACROS.iter().find(|(macro_name, _)| *macro_name == name).map(|(_, header)| *header);
        let hint = match header.or_else(macros) {
            Some(header) => Some(format!("write `#include <{header}>`")),
            None if library::is_cpp(name) => Some(library::NOT_CPP.to_string()),
            None => {
                let names = self.scopes.iter().flat_map(|scope| scope.names.keys());
                let mut names: Vec<&str> = names.map(|name| &**name).collect();
                names.sort_unstable();
                base::text::nearest(name, names).map(|near| format!("did you mean `{near}`?"))
            }
        };
        let what = if self.is("(") { "the function" } else { "the name" };
        Err(self.undeclared(name, origin, what, hint))
    }

    /// `_Generic(expression, type: expression, …)`
    fn generic(&mut self) -> Read<Operand> {
        let origin = self.next().place;
        self.expect("(")?;
        let control = self.assignment_operand()?;
        let control = self.value(control)?.ty;
        let (mut chosen, mut default) = (None, None);
        while self.eat(",") {
            let at = self.here();
            let ty = match self.eat_word("default") {
                true => None,
                false => Some(self.type_name()?),
            };
            self.expect(":")?;
            let operand = self.assignment_operand()?;
            match ty {
                None => default = Some(operand),
                Some(ty) if ty != control => {}
                Some(ty) if chosen.is_some() => {
                    let message = format!("`_Generic` has two choices for `{}`", self.type_text(&ty));
                    let diagnostic = Diagnostic::error(C_TYPE, at.used, message)
                        .hint("leave one of them out; `char` and `signed char` are the same type here");
                    return Err(self.report(diagnostic, at));
                }
                Some(_) => chosen = Some(operand),
            }
        }
        self.expect(")")?;
        match chosen.or(default) {
            Some(operand) => Ok(operand),
            None => {
                let ty = self.type_text(&control);
                Err(self.error(C_TYPE, origin, format!("`_Generic` has nothing for `{ty}`")))
            }
        }
    }

    /// The value of an operand: what is in a place, and the address of the first element of an array.
    pub(super) fn value(&mut self, operand: Operand) -> Read<Expr> {
        let place = match operand {
            Operand::Value(expr) => return Ok(expr),
            Operand::Place(place) => place,
            Operand::Function(_, origin) | Operand::Library(_, origin) => {
                return Err(self.function_pointer(origin));
            }
        };
        let (ty, origin) = (place.ty.clone(), place.origin);
        if let Type::Array { element, .. } = ty {
            let ty = Type::Pointer { to: element, constant: place.constant };
            return Ok(Expr { kind: ExprKind::Address(Box::new(place)), ty, origin });
        }
        if let Type::Struct(_) = ty {
            self.size_of(&ty, origin)?;
        }
        if let Some(kind) = self.known_value(&place) {
            return Ok(Expr { kind, ty, origin });
        }
        match place.kind {
            PlaceKind::Value(expr) => Ok(*expr),
            kind => Ok(Expr { kind: ExprKind::Read(Box::new(Place { kind, ..place })), ty, origin }),
        }
    }

    /// `__builtin_expect(x, likely)` is `x`.
    fn expect_call(&mut self) -> Read<Expr> {
        self.expect("(")?;
        let operand = self.assignment_operand()?;
        let value = self.value(operand)?;
        self.expect(",")?;
        self.assignment_operand()?;
        self.expect(")")?;
        match value.ty {
            Type::Int(_) => Ok(converted(value, &Type::Int(IntType::LONG))),
            _ => {
                let ty = self.type_text(&value.ty);
                Err(self.error(
                    C_TYPE,
                    value.origin,
                    format!("`__builtin_expect` takes an integer, not `{ty}`"),
                ))
            }
        }
    }
}

fn element_of(array: Place, ty: Type, index: Expr, origin: Origin) -> Place {
    let constant = array.constant;
    Place { kind: PlaceKind::Element(Box::new(array), Box::new(index)), ty, constant, origin }
}

#[cfg(test)]
pub(super) mod tests;
