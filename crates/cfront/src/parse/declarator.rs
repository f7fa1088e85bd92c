//! Declarators: what stands around a name, or where one would be, such as `*a[3]` or `(int x, int y)`.

use super::types::{Specifiers, header_of_type, is_keyword};
use super::{Meaning, Parser, Read, Wrong};
use crate::token::{Place as Origin, TokenKind};
use crate::tree::{ExprKind, Object, ObjectId, Parameter, Storage};
use crate::types::{MAX_TYPE_DEPTH, Type};
use base::codes;

/// A name and what is around it.
#[derive(Debug)]
pub(super) struct Declarator {
    pub name: Option<Box<str>>,
    /// Where the name is, or would be.
    pub origin: Origin,
    /// From the name outwards: `*a[3]` is an array, then a pointer.
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Pointer { constant: bool },
    Array(Count, Origin),
    Function(Parameters),
}

/// What stands between the brackets.
#[derive(Copy, Clone, Debug)]
enum Count {
    Missing,
    Known(u64),
    /// Something that is not known now.
    Variable,
}

/// The parameters of a function.
#[derive(Debug)]
pub(super) struct Parameters {
    pub list: Vec<NewParameter>,
    pub variadic: Option<Origin>,
    /// Whether nothing at all is written, as in `int f()`.
    pub unspecified: bool,
}

/// A parameter with its name.
#[derive(Debug)]
pub(super) struct NewParameter {
    pub name: Option<Box<str>>,
    pub parameter: Parameter,
    pub object: ObjectId,
}

/// What a declarator declares.
#[derive(Debug)]
pub(super) struct Declared {
    /// The type; the result's for a function.
    pub ty: Type,
    pub constant: bool,
    /// The size of a parameter that is written as an array.
    pub size: Option<u64>,
    /// For a function.
    pub parameters: Option<Parameters>,
}

/// Whether a declarator has a name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Yes,
    No,
    Either,
}

impl Parser<'_> {
    /// Reads a declarator.
    pub(super) fn declarator(&mut self, named: Named) -> Read<Declarator> {
        self.deeper(|parser| parser.declarator_parts(named))
    }

    fn declarator_parts(&mut self, named: Named) -> Read<Declarator> {
        self.skip_attributes()?;
        let mut pointers = Vec::new();
        while self.eat("*") {
            let mut constant = false;
            self.skip_attributes()?;
            while self.is_qualifier() {
                constant |= self.qualifier()?;
                self.skip_attributes()?;
            }
            pointers.push(Part::Pointer { constant });
        }
        let here = self.here();
        let mut declarator = match self.peek() {
            TokenKind::Name(name) if named != Named::No && !is_keyword(name) => {
                self.next();
                Declarator { name: Some(name.clone()), origin: here, parts: Vec::new() }
            }
            TokenKind::Punct("(") if named == Named::Yes || !self.begins_parameters() => {
                self.next();
                let inner = self.declarator(named)?;
                self.expect(")")?;
                inner
            }
            _ if named == Named::Yes => return Err(self.unexpected("a name")),
            _ => Declarator { name: None, origin: here, parts: Vec::new() },
        };
        loop {
            let here = self.here();
            if self.is("[") && !matches!(self.peek_after(1), TokenKind::Punct("[")) {
                self.next();
                let count = self.array_count()?;
                declarator.parts.push(Part::Array(count, here));
            } else if self.eat("(") {
                self.open_scope();
                let parameters = self.parameters();
                self.close_scope();
                declarator.parts.push(Part::Function(parameters?));
            } else {
                break;
            }
        }
        declarator.parts.extend(pointers.into_iter().rev());
        if declarator.parts.len() > MAX_TYPE_DEPTH as usize {
            return Err(self.too_deep(here));
        }
        Ok(declarator)
    }

    fn too_deep(&mut self, origin: Origin) -> Wrong {
        self.error(codes::C_TOO_DEEP, origin, format!("the type nests more than {MAX_TYPE_DEPTH} deep"))
    }

    /// Whether the `(` that is next begins parameters where a declarator without name may stand.
    fn begins_parameters(&self) -> bool {
        matches!(self.peek_after(1), TokenKind::Punct(")" | "...")) || self.is_type_after(1)
    }

    /// Reads what is between the brackets of an array, and the `]`.
    fn array_count(&mut self) -> Read<Count> {
        while self.is_qualifier() || self.is_word("static") {
            if !self.eat_word("static") {
                self.qualifier()?;
            }
        }
        if self.eat("]") {
            return Ok(Count::Missing);
        }
        if self.is("*") && matches!(self.peek_after(1), TokenKind::Punct("]")) {
            self.next();
            self.next();
            return Ok(Count::Variable);
        }
        let origin = self.here();
        let expr = self.assignment()?;
        self.expect("]")?;
        let Type::Int(ty) = expr.ty else {
            let text = self.type_text(&expr.ty);
            return Err(self.error(
                codes::C_TYPE,
                origin,
                format!("the size of an array is an integer, not `{text}`"),
            ));
        };
        let ExprKind::Int(value) = expr.kind else {
            return Ok(Count::Variable);
        };
        if ty.signed && value.is_negative() || value.is_zero() {
            return Err(self.error(codes::C_CONSTANT, origin, "an array has at least one element"));
        }
        match value.to_u64() {
            Some(count) => Ok(Count::Known(count)),
            None => Err(self.error(codes::C_CONSTANT, origin, "the array is too large")),
        }
    }

    /// Reads parameters and the `)`. Their names are declared in the innermost scope, because sizes may use them.
    fn parameters(&mut self) -> Read<Parameters> {
        let mut parameters = Parameters { list: Vec::new(), variadic: None, unspecified: false };
        if self.eat(")") {
            parameters.unspecified = true;
            return Ok(parameters);
        }
        if self.is_word("void") && matches!(self.peek_after(1), TokenKind::Punct(")")) {
            self.next();
            self.next();
            return Ok(parameters);
        }
        loop {
            let here = self.here();
            if self.eat("...") {
                parameters.variadic = Some(here);
                self.expect(")")?;
                return Ok(parameters);
            }
            let parameter = self.parameter()?;
            parameters.list.push(parameter);
            if !self.eat(",") {
                self.expect(")")?;
                return Ok(parameters);
            }
        }
    }

    fn parameter(&mut self) -> Read<NewParameter> {
        let here = self.here();
        if let (TokenKind::Name(name), TokenKind::Punct("," | ")")) = (self.peek(), self.peek_after(1))
            && !self.is_type_start()
            && self.meaning(name).is_none()
            && header_of_type(name).is_none()
        {
            return Err(self.no_old_style(here));
        }
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(Named::Either)?;
        self.skip_attributes()?;
        let (name, origin) = (declarator.name.clone(), declarator.origin);
        let declared = self.apply(&specifiers, declarator, true)?;
        if declared.parameters.is_some() {
            return Err(self.no_function_pointers(origin));
        }
        if declared.ty == Type::Void {
            return Err(self.error(codes::C_TYPE, origin, "a parameter cannot be `void`"));
        }
        let object = self.new_object(Object {
            name: name.clone().unwrap_or_else(|| "parameter".into()),
            ty: declared.ty.clone(),
            constant: declared.constant,
            storage: Storage::Parameter,
            origin,
            initial: None,
        });
        if let Some(name) = &name {
            if let Some((_, before)) = self.meaning_in_block(name) {
                let before = *before;
                return Err(self.redeclared(origin, &format!("there are two parameters `{name}`"), before));
            }
            self.declare(name, Meaning::Object(object), origin);
        }
        let parameter = Parameter { ty: declared.ty, size: declared.size, object: None, origin };
        Ok(NewParameter { name, parameter, object })
    }

    /// Reports parameters whose types are declared behind the list, as C had it once, and goes behind these.
    pub(super) fn no_old_style(&mut self, origin: Origin) -> Wrong {
        let hint = "write the types of the parameters between the parentheses";
        let wrong = self.unsupported(origin, "a list of parameters without types is", hint);
        while !matches!(self.peek(), TokenKind::Punct(")" | "{" | "}") | TokenKind::End) {
            self.next();
        }
        self.eat(")");
        if !self.is(";") && !self.is(",") {
            while !matches!(self.peek(), TokenKind::Punct("{" | "}") | TokenKind::End) {
                self.next();
            }
        }
        wrong
    }

    /// Builds the type that specifiers and a declarator make.
    pub(super) fn apply(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        parameter: bool,
    ) -> Read<Declared> {
        let mut declared = Declared {
            ty: specifiers.ty.clone(),
            constant: specifiers.constant,
            size: None,
            parameters: None,
        };
        let name = declarator.origin;
        let outer = declarator.parts.into_iter().enumerate().rev();
        // From the outermost part to the name.
        for (index, part) in outer {
            match part {
                Part::Pointer { constant } => {
                    declared.ty = declared.ty.pointer(declared.constant);
                    declared.constant = constant;
                }
                Part::Array(count, origin) => {
                    self.size_of(&declared.ty, origin)?;
                    let count = match count {
                        Count::Known(count) => Some(count),
                        Count::Missing => None,
                        Count::Variable if parameter && index == 0 => None,
                        Count::Variable => {
                            let hint = "give the array a constant size, as by `#define` or `enum`, that is large enough";
                            return Err(self.unsupported(origin, "arrays of variable length are", hint));
                        }
                    };
                    declared.ty = declared.ty.array(count);
                    if count.is_some() {
                        self.size_of(&declared.ty, origin)?;
                    }
                }
                Part::Function(_) if index > 0 => return Err(self.no_function_pointers(name)),
                Part::Function(_) if matches!(declared.ty, Type::Array { .. }) => {
                    return Err(self.error(codes::C_TYPE, name, "a function cannot return an array"));
                }
                Part::Function(parameters) => declared.parameters = Some(parameters),
            }
            if self.type_depth(&declared.ty) > MAX_TYPE_DEPTH {
                return Err(self.too_deep(name));
            }
        }
        if parameter && let Type::Array { element, count } = &declared.ty {
            declared.size = *count;
            declared.ty = Type::Pointer { to: element.clone(), constant: declared.constant };
            declared.constant = false;
        }
        Ok(declared)
    }

    /// Reports a type of functions where only objects can be.
    pub(super) fn no_function_pointers(&mut self, origin: Origin) -> Wrong {
        self.unsupported(
            origin,
            "function pointers are",
            "call functions by their names, and choose among them by `switch`",
        )
    }
}
