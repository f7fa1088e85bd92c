//! Declarations: of objects, types and functions, in the file and in blocks; and what a whole file is.

use super::declarator::{Declarator, Declared, Named, NewParameter, Parameters};
use super::types::{Specifiers, StorageClass};
use super::{FunctionState, Meaning, Parser, Read, Wrong};
use crate::library::{self, LIBRARY, Library};
use crate::token::{Place as Origin, Token, TokenKind};
use crate::tree::{
    Body, Function, FunctionId, Initial, LabelId, Object, ObjectId, Parameter, Stmt, StmtKind, Storage, Unit,
};
use crate::types::Type;
use base::{Diagnostics, codes};

/// Reads a file. The last token is [`TokenKind::End`]. `None` if something is wrong, which has been reported then.
pub fn parse(tokens: &[Token], diagnostics: &mut Diagnostics) -> Option<Unit> {
    let before = diagnostics.error_count();
    let mut parser = Parser::new(tokens, diagnostics);
    parser.declare_library("");
    while *parser.peek() != TokenKind::End {
        let start = parser.at;
        if parser.external().is_err() {
            parser.recover_declaration(start);
        }
        if parser.at == start {
            parser.next();
        }
    }
    parser.finish();
    let unit = parser.unit;
    (diagnostics.error_count() == before).then_some(unit)
}

impl Parser<'_> {
    /// Reads what stands in a file outside of functions.
    fn external(&mut self) -> Read<()> {
        let here = self.here();
        match self.peek() {
            TokenKind::Pragma(text) => {
                self.next();
                self.stray_pragma(text, here);
                Ok(())
            }
            TokenKind::Punct(";") => {
                self.next();
                Ok(())
            }
            TokenKind::Punct("}") => {
                self.error(codes::C_SYNTAX, here, "a `}` without a `{`");
                self.next();
                Ok(())
            }
            TokenKind::Name(name) if **name == *"__flowright_library" => {
                self.next();
                self.expect("(")?;
                let TokenKind::Str(header) = self.peek() else { return Err(self.unexpected("a string")) };
                self.next();
                self.expect(")")?;
                self.declare_library(&String::from_utf8_lossy(header));
                self.eat(";");
                Ok(())
            }
            TokenKind::Name(name)
                if **name == *"extern" && matches!(self.peek_after(1), TokenKind::Str(_)) =>
            {
                Err(self.unsupported(here, "`extern` with a language is", library::NOT_CPP))
            }
            TokenKind::Name(name) if matches!(&**name, "asm" | "__asm" | "__asm__") => {
                Err(self.no_assembly())
            }
            _ => self.declaration(&mut Vec::new()),
        }
    }

    pub(super) fn no_assembly(&mut self) -> Wrong {
        let here = self.here();
        self.unsupported(here, "inline assembly is", "write it in C")
    }

    /// Declares the functions of a header.
    fn declare_library(&mut self, header: &str) {
        let here = self.here();
        for row in LIBRARY.iter().filter(|row| row.header == header) {
            if self.meaning_in_file(row.name).is_none() {
                self.declare_in_file(row.name, Meaning::Library(Library(row)), here);
            }
        }
    }

    fn meaning_in_file(&self, name: &str) -> Option<&(Meaning, Origin)> {
        self.scopes[0].names.get(name)
    }

    fn declare_in_file(&mut self, name: &str, meaning: Meaning, origin: Origin) {
        self.scopes[0].names.insert(name.into(), (meaning, origin));
    }

    /// Reads `_Static_assert(…);`.
    pub(super) fn static_assert(&mut self) -> Read<()> {
        let origin = self.next().place;
        self.expect("(")?;
        let (value, _) = self.constant_expression("what `_Static_assert` asserts")?;
        let mut message = "the assertion does not hold".to_string();
        if self.eat(",") {
            let TokenKind::Str(text) = self.peek() else { return Err(self.unexpected("a string")) };
            self.next();
            message = format!("{message}: {}", String::from_utf8_lossy(text));
        }
        self.expect(")")?;
        if value.is_zero() {
            self.error(codes::C_CONSTANT, origin, message);
        }
        self.semicolon()
    }

    /// Reads a declaration, in the file or in a block. Definitions of local objects go to `out`.
    pub(super) fn declaration(&mut self, out: &mut Vec<Stmt>) -> Read<()> {
        if self.is_word("_Static_assert") {
            return self.static_assert();
        }
        let specifiers = self.specifiers()?;
        if self.is(";") && specifiers.tagged {
            self.next();
            return Ok(());
        }
        let mut first = true;
        loop {
            let declarator = self.declarator(Named::Yes)?;
            if matches!(self.peek(), TokenKind::Name(name) if matches!(&**name, "asm" | "__asm" | "__asm__"))
            {
                return Err(self.no_assembly());
            }
            self.skip_attributes()?;
            if self.declared_name(&specifiers, declarator, first, out)? {
                return Ok(());
            }
            first = false;
            if !self.eat(",") {
                return self.semicolon();
            }
        }
    }

    /// Declares one name. Says whether that was the definition of a function, which ends a declaration.
    fn declared_name(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        first: bool,
        out: &mut Vec<Stmt>,
    ) -> Read<bool> {
        let name = declarator.name.clone().expect("the declarator was asked for a name");
        let origin = declarator.origin;
        let mut declared = self.apply(specifiers, declarator, false)?;
        let class = specifiers.storage.map(|(class, _)| class);
        if let Some(parameters) = declared.parameters.take() {
            if class == Some(StorageClass::Typedef) {
                let hint = "declare each function itself";
                return Err(self.unsupported(origin, "a name for a type of functions is", hint));
            }
            if first && self.is("{") {
                return self.function(&name, origin, declared.ty, parameters).map(|()| true);
            }
            if first && parameters.unspecified && self.is_type_start() {
                return Err(self.no_old_style(origin));
            }
            self.prototype(&name, origin, declared.ty, parameters)?;
            return Ok(false);
        }
        match class {
            Some(StorageClass::Typedef) => self.typedef(&name, origin, declared)?,
            _ if self.function.is_none() => self.file_object(&name, origin, declared, class)?,
            Some(StorageClass::Extern) => self.extern_object(&name, origin, declared)?,
            _ => self.local_object(&name, origin, declared, class, out)?,
        }
        Ok(false)
    }

    fn typedef(&mut self, name: &str, origin: Origin, declared: Declared) -> Read<()> {
        match self.meaning_in_block(name) {
            Some((Meaning::Typedef(ty, _), _)) if *ty == declared.ty => {}
            Some((_, before)) => {
                let before = *before;
                return Err(self.redeclared(origin, &format!("`{name}` is declared twice"), before));
            }
            None => {}
        }
        if let Type::Struct(id) = declared.ty {
            self.unit.structs[id].name.get_or_insert_with(|| name.into());
        }
        self.declare(name, Meaning::Typedef(declared.ty, declared.constant), origin);
        Ok(())
    }

    /// Declares an object of the file.
    fn file_object(
        &mut self,
        name: &str,
        origin: Origin,
        declared: Declared,
        class: Option<StorageClass>,
    ) -> Read<()> {
        if class == Some(StorageClass::Local) {
            return Err(self.error(codes::C_SYNTAX, origin, "`auto` and `register` are for local objects"));
        }
        let defines = class != Some(StorageClass::Extern) || self.is("=");
        let id = self.object_in_file(name, origin, &declared)?;
        if defines && let Some(position) = self.unfinished.iter().position(|unfinished| *unfinished == id) {
            self.unfinished.remove(position);
            self.unit.globals.push(id);
        }
        if !self.eat("=") {
            return Ok(());
        }
        if self.unit.objects[id].initial.is_some() {
            let before = self.unit.objects[id].origin;
            self.redeclared(origin, &format!("`{name}` is initialised twice"), before);
        }
        self.unit.objects[id].origin = origin;
        let initial = self.object_initialiser(id)?;
        let initial = self.constant_initial(initial)?;
        self.unit.objects[id].initial = Some(initial);
        Ok(())
    }

    /// The object of the file that has a name, which is made if there is none.
    fn object_in_file(&mut self, name: &str, origin: Origin, declared: &Declared) -> Read<ObjectId> {
        match self.meaning_in_file(name) {
            None => {}
            Some((Meaning::Object(id), before)) => {
                let (id, before) = (*id, *before);
                let ty = &self.unit.objects[id].ty;
                let Some(both) = composite(ty, &declared.ty) else {
                    let (old, new) = (self.type_text(ty), self.type_text(&declared.ty));
                    let message = format!("`{name}` is declared as `{new}`, but was as `{old}`");
                    return Err(self.redeclared(origin, &message, before));
                };
                self.unit.objects[id].ty = both;
                return Ok(id);
            }
            Some((_, before)) => {
                let before = *before;
                return Err(self.redeclared(origin, &format!("`{name}` is declared twice"), before));
            }
        }
        self.object_type(&declared.ty, origin)?;
        let id = self.new_object(Object {
            name: name.into(),
            ty: declared.ty.clone(),
            constant: declared.constant,
            storage: Storage::Static,
            origin,
            initial: None,
        });
        self.unfinished.push(id);
        self.declare_in_file(name, Meaning::Object(id), origin);
        Ok(id)
    }

    /// Checks that objects can have a type; its outermost size may be missing still.
    fn object_type(&mut self, ty: &Type, origin: Origin) -> Read<()> {
        match ty {
            Type::Array { count: None, .. } => Ok(()),
            _ => self.size_of(ty, origin).map(|_| ()),
        }
    }

    /// `extern` in a block.
    fn extern_object(&mut self, name: &str, origin: Origin, declared: Declared) -> Read<()> {
        if self.is("=") {
            return Err(self.error(
                codes::C_TYPE,
                origin,
                "an `extern` object in a block has no initialiser",
            ));
        }
        let id = self.object_in_file(name, origin, &declared)?;
        self.new_name(name, origin, Meaning::Object(id));
        Ok(())
    }

    /// Declares a name in the innermost block that is not declared there yet.
    fn new_name(&mut self, name: &str, origin: Origin, meaning: Meaning) {
        if let Some((_, before)) = self.meaning_in_block(name) {
            let before = *before;
            self.redeclared(origin, &format!("`{name}` is declared twice"), before);
        }
        self.declare(name, meaning, origin);
    }

    fn local_object(
        &mut self,
        name: &str,
        origin: Origin,
        declared: Declared,
        class: Option<StorageClass>,
        out: &mut Vec<Stmt>,
    ) -> Read<()> {
        self.object_type(&declared.ty, origin)?;
        let storage = match class {
            Some(StorageClass::Static) => Storage::Static,
            _ => Storage::Local,
        };
        let (ty, constant) = (declared.ty, declared.constant);
        let id = self.new_object(Object { name: name.into(), ty, constant, storage, origin, initial: None });
        self.new_name(name, origin, Meaning::Object(id));
        let initial = match self.eat("=") {
            true => Some(self.object_initialiser(id)?),
            false => None,
        };
        let ty = self.unit.objects[id].ty.clone();
        self.size_of(&ty, origin)?;
        match (storage, initial) {
            (Storage::Static, Some(initial)) => {
                let initial = self.constant_initial(initial)?;
                self.unit.objects[id].initial = Some(initial);
            }
            (Storage::Static, None) => {}
            (_, initial) => out.push(Stmt { kind: StmtKind::Define(id, initial), origin }),
        }
        Ok(())
    }

    /// Reads the initialiser of an object, which completes its type.
    fn object_initialiser(&mut self, id: ObjectId) -> Read<Initial> {
        let mut ty = self.unit.objects[id].ty.clone();
        let origin = self.unit.objects[id].origin;
        let initial = self.initialiser(&mut ty, origin);
        if let (Err(_), Type::Array { count: count @ None, .. }) = (&initial, &mut ty) {
            // Nothing more is to be said about the size.
            *count = Some(1);
        }
        self.unit.objects[id].ty = ty;
        initial
    }

    /// Checks that the initialiser of a static object is constant.
    pub(super) fn constant_initial(&mut self, initial: Initial) -> Read<Initial> {
        match initial {
            Initial::Value(expr) => {
                if self.is_static_initialiser(&expr) {
                    return Ok(Initial::Value(expr));
                }
                let message = "the initialiser of a static object is not constant";
                Err(self.error(codes::C_CONSTANT, expr.origin, message))
            }
            Initial::Parts(parts) => {
                let parts =
                    parts.into_iter().map(|(part, initial)| Ok((part, self.constant_initial(initial)?)));
                Ok(Initial::Parts(parts.collect::<Read<Vec<_>>>()?))
            }
        }
    }

    /// Declares a function without defining it.
    fn prototype(&mut self, name: &str, origin: Origin, result: Type, parameters: Parameters) -> Read<()> {
        let known = self.meaning_in_file(name).map(|(meaning, _)| meaning);
        if let None | Some(Meaning::Library(_)) = known
            && let Some(library) = library::find(name)
            && is_same_function(library, &result, &parameters)
        {
            self.declare_in_file(name, Meaning::Library(library), origin);
            return Ok(());
        }
        let id = self.declare_function(name, origin, result, &parameters)?;
        if !self.at_file_scope() {
            self.declare(name, Meaning::Function(id), origin);
        }
        Ok(())
    }

    /// The function of the file that has a name, which is made if there is none.
    fn declare_function(
        &mut self,
        name: &str,
        origin: Origin,
        result: Type,
        parameters: &Parameters,
    ) -> Read<FunctionId> {
        if let Some(place) = parameters.variadic {
            let hint = "write a function for each number of arguments";
            return Err(self.unsupported(place, "a function with any number of arguments is", hint));
        }
        let list = || -> Vec<Parameter> {
            let copy = |new: &NewParameter| Parameter {
                ty: new.parameter.ty.clone(),
                size: new.parameter.size,
                object: None,
                origin: new.parameter.origin,
            };
            parameters.list.iter().map(copy).collect()
        };
        match self.meaning_in_file(name) {
            Some((Meaning::Function(id), before)) => {
                let (id, before) = (*id, *before);
                let function = &mut self.unit.functions[id];
                let unspecified = self.unspecified.contains(&id);
                let equal = function.parameters.len() == parameters.list.len()
                    && function
                        .parameters
                        .iter()
                        .zip(&parameters.list)
                        .all(|(old, new)| old.ty == new.parameter.ty);
                if function.result != result || !equal && !unspecified && !parameters.unspecified {
                    let message = format!("`{name}` is declared with another type than before");
                    return Err(self.redeclared(origin, &message, before));
                }
                if unspecified && !parameters.unspecified {
                    function.parameters = list();
                    self.unspecified.remove(&id);
                }
                Ok(id)
            }
            Some((Meaning::Library(library), before)) if !is_same_function(*library, &result, parameters) => {
                let before = *before;
                Err(self.redeclared(
                    origin,
                    &format!("`{name}` is a function of the standard library"),
                    before,
                ))
            }
            None | Some((Meaning::Library(_), _)) => {
                let function = Function { name: name.into(), result, parameters: list(), origin, body: None };
                let id = self.unit.functions.push(function);
                if parameters.unspecified {
                    self.unspecified.insert(id);
                }
                self.declare_in_file(name, Meaning::Function(id), origin);
                Ok(id)
            }
            Some((_, before)) => {
                let before = *before;
                Err(self.redeclared(origin, &format!("`{name}` is declared twice"), before))
            }
        }
    }

    /// Reads the body of a function.
    fn function(&mut self, name: &str, origin: Origin, result: Type, mut parameters: Parameters) -> Read<()> {
        if self.function.is_some() {
            let wrong =
                self.unsupported(origin, "a function inside of another is", "move it out of the function");
            self.skip_past(self.at);
            return Err(wrong);
        }
        // A definition with `()` says that there are no parameters.
        parameters.unspecified = false;
        let id = self.declare_function(name, origin, result.clone(), &parameters)?;
        self.unspecified.remove(&id);
        if self.unit.functions[id].body.is_some() {
            let before = self.unit.functions[id].origin;
            self.redeclared(origin, &format!("`{name}` is defined twice"), before);
        }
        if result != Type::Void {
            self.size_of(&result, origin)?;
        }
        self.open_scope();
        let mut list = Vec::new();
        let mut complete = Ok(0);
        for new in parameters.list {
            complete = complete.and(self.size_of(&new.parameter.ty, new.parameter.origin));
            if let Some(name) = &new.name {
                self.declare(name, Meaning::Object(new.object), new.parameter.origin);
            }
            list.push(Parameter { object: Some(new.object), ..new.parameter });
        }
        self.unit.functions[id].parameters = list;
        self.unit.functions[id].origin = origin;
        self.silenced.clear();
        self.function = Some(FunctionState::new(id));
        let body = complete.and_then(|_| self.function_body());
        self.function = None;
        self.close_scope();
        self.unit.functions[id].body = Some(body?);
        Ok(())
    }

    fn function_body(&mut self) -> Read<Body> {
        self.expect("{")?;
        let statements = self.block_items();
        let end = self.expect("}")?;
        let labels =
            self.function.as_mut().map(|state| std::mem::take(&mut state.labels)).unwrap_or_default();
        for label in &labels {
            if let (None, Some(used)) = (label.defined, label.used) {
                self.error(codes::C_JUMP, used, format!("there is no label `{}`", label.name));
            }
        }
        Ok(Body { statements, labels: labels.len() as u32, end })
    }

    /// The label of a name in the function that is read.
    pub(super) fn label(&mut self, name: &str) -> Option<LabelId> {
        let labels = &mut self.function.as_mut()?.labels;
        let position = labels.iter().position(|label| *label.name == *name).unwrap_or_else(|| {
            labels.push(super::LabelState { name: name.into(), defined: None, used: None });
            labels.len() - 1
        });
        Some(LabelId::from_index(position))
    }

    /// What can only be said at the end of the file.
    fn finish(&mut self) {
        for id in std::mem::take(&mut self.unfinished) {
            let (name, origin) = (self.unit.objects[id].name.clone(), self.unit.objects[id].origin);
            self.suspicious(
                origin,
                format!("`{name}` is declared `extern` and defined nowhere; it begins with zero"),
            );
            self.unit.globals.push(id);
        }
        for position in 0..self.unit.globals.len() {
            let object = &self.unit.objects[self.unit.globals[position]];
            let (ty, origin) = (object.ty.clone(), object.origin);
            // What is wrong has been reported; there is nothing to undo.
            let _ = self.size_of(&ty, origin);
        }
    }
}

impl FunctionState {
    fn new(id: FunctionId) -> FunctionState {
        FunctionState { id, name_object: None, labels: Vec::new(), loops: 0, switches: Vec::new() }
    }
}

/// Whether a declaration is the one that a function of the library has.
fn is_same_function(library: Library, result: &Type, parameters: &Parameters) -> bool {
    let row = library.0;
    row.result.ty() == *result
        && row.variadic == parameters.variadic.is_some()
        && row.parameters.len() == parameters.list.len()
        && row.parameters.iter().zip(&parameters.list).all(|(shape, new)| shape.ty() == new.parameter.ty)
}

/// The type of an object that is declared with both: one may give an array the size that the other leaves out.
fn composite(one: &Type, other: &Type) -> Option<Type> {
    match (one, other) {
        _ if one == other => Some(one.clone()),
        (Type::Array { element, count: None }, Type::Array { element: other_element, .. })
            if element == other_element =>
        {
            Some(other.clone())
        }
        (Type::Array { element, .. }, Type::Array { element: other_element, count: None })
            if element == other_element =>
        {
            Some(one.clone())
        }
        _ => None,
    }
}
