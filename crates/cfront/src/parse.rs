//! From tokens to the typed tree.
//!
//! Recursive descent. What is wrong is reported and replaced by something of the type that was expected, and reading goes on behind the next `;` or
//! `}`, so that one run shows all errors of a file. Nesting is bounded ([`MAX_DEPTH`]), because the text decides how deep it goes.
//!
//! * this file: the cursor, names and their scopes, errors
//! * `declare`: declarations and functions; `types`: type specifiers; `declarator`: what stands around a name
//! * `layout`: sizes, and how types are written
//! * `initial`: initialisers
//! * `statement`: statements and pragmas
//! * `expr`: expressions; `operators`: their types; `convert`: the conversions C makes; `call`, `format`: calls
//! * `constant`: expressions that are known now

mod call;
mod constant;
mod convert;
mod declarator;
mod declare;
mod expr;
mod format;
mod initial;
mod layout;
mod operators;
mod pragma;
mod statement;
#[cfg(test)]
mod tests;
mod types;

use crate::library::{self, Library};
use crate::token::{Place as Origin, Token, TokenKind};
use crate::tree::{FunctionId, Object, ObjectId, Unit};
use crate::types::{IntType, StructId, Type};
use base::{Bits, Code, Diagnostic, Diagnostics, IdMap, codes};
pub use declare::parse;
use layout::Layout;
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep declarators, expressions and statements nest, all counted together. A frame of each is small enough that this fits a thread's
/// stack.
pub(crate) const MAX_DEPTH: u32 = 200;

/// What an ordinary name means.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// A variable or a parameter.
    Object(ObjectId),
    /// A function of the unit.
    Function(FunctionId),
    /// A function of the library.
    Library(Library),
    /// A type, and whether it is `const`.
    Typedef(Type, bool),
    /// A constant of an enumeration: an `int`.
    Enumerator(Bits),
}

/// What the word after `struct` or `enum` means.
#[derive(Clone, Debug)]
pub(crate) enum Tag {
    /// A structure.
    Struct(StructId),
    /// An enumeration: the type of its objects.
    Enum(Type),
}

/// Why a value is converted: what is allowed, and what a message says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conversion {
    /// It is assigned.
    Assign,
    /// An object begins with it.
    Initial,
    /// It is an argument of a call.
    Argument,
    /// A function returns it.
    Return,
    /// A cast asks for it.
    Cast,
}

/// What is remembered while a function's body is read.
#[derive(Debug)]
pub(crate) struct FunctionState {
    /// Which function.
    pub id: FunctionId,
    /// The object of `__func__`, once it is used.
    name_object: Option<ObjectId>,
    /// Labels in the order in which they are met.
    labels: Vec<LabelState>,
    /// How many loops are around.
    loops: u32,
    /// The switches around, the innermost last.
    switches: Vec<SwitchState>,
}

/// A label of a function.
#[derive(Debug)]
struct LabelState {
    name: Box<str>,
    /// Where it stands, once it was met.
    defined: Option<Origin>,
    /// The first `goto` to it.
    used: Option<Origin>,
}

/// What is remembered of a `switch`.
#[derive(Debug)]
struct SwitchState {
    /// The type of its operand.
    ty: IntType,
    /// The ranges of its cases.
    cases: Vec<(Bits, Bits, Origin)>,
    default: Option<Origin>,
}

/// The names of one block.
#[derive(Default, Debug)]
pub(crate) struct Scope {
    names: FxHashMap<Box<str>, (Meaning, Origin)>,
    tags: FxHashMap<Box<str>, (Tag, Origin)>,
}

/// Something was wrong and has been reported.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wrong;

/// The result of reading a part.
pub(crate) type Read<T> = Result<T, Wrong>;

/// The state of reading a file.
pub(crate) struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// What was read so far.
    pub unit: Unit,
    scopes: Vec<Scope>,
    depth: u32,
    /// How many operators the expression has so far that is being read, if one is.
    chained: Option<u32>,
    /// The function whose body is read.
    pub function: Option<FunctionState>,
    /// What was computed of each structure when it was completed.
    layouts: IdMap<StructId, Layout>,
    /// Names that nothing is said about any more: undeclared ones that were reported in this function, and those whose declaration is wrong.
    silenced: FxHashSet<Box<str>>,
    /// Names of the file whose declaration is wrong.
    spoilt: FxHashSet<Box<str>>,
    /// Structures that have wrong members, which are left out.
    maimed: FxHashSet<StructId>,
    /// Functions declared with `()`, which says nothing about their parameters.
    unspecified: FxHashSet<FunctionId>,
    /// Objects of the file that are only declared so far, or declared without a size, in order.
    unfinished: Vec<ObjectId>,
    /// Texts of pragmas that were warned of.
    pragmas: FxHashSet<Box<str>>,
    /// Whether `volatile` was warned of.
    volatile: bool,
    /// Whether the end of the file was reported as coming too early.
    cut_off: bool,
    /// What is wrong so far.
    pub diagnostics: &'a mut Diagnostics,
}

impl<'a> Parser<'a> {
    /// Before the first token. The last of them is [`TokenKind::End`].
    pub fn new(tokens: &'a [Token], diagnostics: &'a mut Diagnostics) -> Parser<'a> {
        Parser {
            tokens,
            at: 0,
            unit: Unit::default(),
            scopes: vec![Scope::default()],
            depth: 0,
            chained: None,
            function: None,
            layouts: IdMap::new(),
            silenced: FxHashSet::default(),
            spoilt: FxHashSet::default(),
            maimed: FxHashSet::default(),
            unspecified: FxHashSet::default(),
            unfinished: Vec::new(),
            pragmas: FxHashSet::default(),
            volatile: false,
            cut_off: false,
            diagnostics,
        }
    }

    /// The next token.
    pub fn peek(&self) -> &'a TokenKind {
        &self.tokens[self.at].kind
    }

    /// The token after the next `n`.
    pub fn peek_after(&self, n: usize) -> &'a TokenKind {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)].kind
    }

    /// Where the next token is.
    pub fn here(&self) -> Origin {
        self.tokens[self.at].place
    }

    /// Takes the next token; the end stays.
    pub fn next(&mut self) -> &'a Token {
        let token = &self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Whether the next token is this operator or separator.
    pub fn is(&self, punct: &str) -> bool {
        matches!(self.peek(), TokenKind::Punct(p) if *p == punct)
    }

    /// Takes this operator or separator if it is next.
    pub fn eat(&mut self, punct: &str) -> bool {
        let found = self.is(punct);
        if found {
            self.next();
        }
        found
    }

    /// Takes this operator or separator, which must be next.
    pub fn expect(&mut self, punct: &str) -> Read<Origin> {
        if self.is(punct) {
            return Ok(self.next().place);
        }
        Err(self.unexpected(&format!("`{punct}`")))
    }

    /// Whether the next token is this word.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(name) if **name == *word)
    }

    /// Takes this word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    /// Reports an error at a place.
    pub fn error(&mut self, code: Code, origin: Origin, message: impl Into<String>) -> Wrong {
        self.report(Diagnostic::error(code, origin.used, message), origin)
    }

    /// Reports a diagnostic that is about a place, and where a macro wrote it.
    pub fn report(&mut self, diagnostic: Diagnostic, origin: Origin) -> Wrong {
        let diagnostic = match origin.spelled == origin.used {
            true => diagnostic,
            false => diagnostic.label(origin.spelled, "written here, in a macro"),
        };
        self.diagnostics.push(diagnostic);
        Wrong
    }

    /// Reports something that is accepted, but odd.
    pub fn suspicious(&mut self, origin: Origin, message: impl Into<String>) {
        self.report(Diagnostic::warning(codes::C_SUSPICIOUS, origin.used, message), origin);
    }

    /// Reports a part of C that is not supported: what it is, and what to write instead.
    pub fn unsupported(&mut self, origin: Origin, what: &str, instead: &str) -> Wrong {
        let message = format!("{what} not supported");
        self.report(Diagnostic::error(codes::C_UNSUPPORTED, origin.used, message).hint(instead), origin)
    }

    /// Reports a name that is not declared, once in a function.
    pub fn undeclared(&mut self, name: &str, origin: Origin, what: &str, hint: Option<String>) -> Wrong {
        if self.spoilt.contains(name) || !self.silenced.insert(name.into()) {
            return Wrong;
        }
        let message = format!("{what} `{name}` is not declared");
        let mut diagnostic = Diagnostic::error(codes::C_UNDECLARED, origin.used, message);
        diagnostic.hint = hint;
        self.report(diagnostic, origin)
    }

    /// Reports a part of the standard library that is not supported, once in a function.
    fn missing(&mut self, name: &str, origin: Origin, what: &str, instead: &str) -> Wrong {
        if self.spoilt.contains(name) || !self.silenced.insert(name.into()) {
            return Wrong;
        }
        self.unsupported(origin, &format!("the library {what} `{name}` is"), instead)
    }

    /// Reports that something else was expected here.
    pub fn unexpected(&mut self, expected: &str) -> Wrong {
        let found = match self.peek() {
            TokenKind::Name(name) => format!("`{name}`"),
            TokenKind::Punct(punct) => format!("`{punct}`"),
            TokenKind::Int { .. } | TokenKind::Float { .. } | TokenKind::Char(_) => "a number".to_string(),
            TokenKind::Str(_) => "a string".to_string(),
            TokenKind::Pragma(_) => "a pragma".to_string(),
            // All that is open ends here; the innermost says it.
            TokenKind::End if std::mem::replace(&mut self.cut_off, true) => return Wrong,
            TokenKind::End => "the end of the file".to_string(),
        };
        let here = self.here();
        let message = format!("expected {expected}, found {found}");
        let mut diagnostic = Diagnostic::error(codes::C_SYNTAX, here.used, message);
        if matches!(self.peek(), TokenKind::Name(name) if library::is_cpp(name)) {
            diagnostic = diagnostic.hint(library::NOT_CPP);
        }
        self.report(diagnostic, here)
    }

    /// Takes the `;` at the end of something. Where only that is missing, reading goes on as if it were there.
    pub fn semicolon(&mut self) -> Read<()> {
        if self.eat(";") {
            return Ok(());
        }
        let wrong = self.unexpected("`;`");
        match self.peek() {
            TokenKind::Punct("}") => Ok(()),
            TokenKind::Name(name) if types::is_keyword(name) || self.meaning(name).is_some() => Ok(()),
            _ => Err(wrong),
        }
    }

    /// Goes behind the bracket that closes the one at a position, unless reading is behind it already.
    fn skip_past(&mut self, open: usize) {
        let mut depth = 0u32;
        let closing = self.tokens[open..].iter().position(|token| {
            match token.kind {
                TokenKind::Punct("(" | "[" | "{") => depth += 1,
                TokenKind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let end = closing.map_or(self.tokens.len() - 1, |closing| open + closing + 1);
        self.at = self.at.max(end.min(self.tokens.len() - 1));
    }

    /// Goes on after something wrong that began at a position: behind its `;` or the `}` of its body, or before the `}` of what is around
    /// it.
    fn recover(&mut self, start: usize) {
        let mut depth = 0u32;
        for position in start..self.tokens.len() {
            let read = position < self.at;
            match self.tokens[position].kind {
                TokenKind::Punct("{") => depth += 1,
                TokenKind::Punct("}") if depth == 0 && !read => {
                    self.at = position;
                    return;
                }
                TokenKind::Punct("}") => {
                    depth = depth.saturating_sub(1);
                    let next = self.tokens.get(position + 1).map(|token| &token.kind);
                    let goes_on = matches!(next, Some(TokenKind::Punct(";" | "," | ")" | "." | "[" | "=")));
                    if depth == 0 && !read && !goes_on {
                        self.at = position + 1;
                        return;
                    }
                }
                TokenKind::Punct(";") if depth == 0 && !read => {
                    self.at = position + 1;
                    return;
                }
                _ => {}
            }
        }
        self.at = self.tokens.len() - 1;
    }

    /// Goes on after a wrong declaration that began at a position. Nothing is said about the use of names that it would have declared.
    fn recover_declaration(&mut self, start: usize) {
        self.recover(start);
        let mut depth = 0u32;
        for token in &self.tokens[start..self.at] {
            match &token.kind {
                TokenKind::Punct("{") => depth += 1,
                TokenKind::Punct("}") => depth = depth.saturating_sub(1),
                TokenKind::Name(name)
                    if depth == 0 && !types::is_keyword(name) && self.meaning(name).is_none() =>
                {
                    let names = if self.function.is_some() { &mut self.silenced } else { &mut self.spoilt };
                    names.insert(name.clone());
                }
                _ => {}
            }
        }
    }

    /// Reads a part one level deeper.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            let here = self.here();
            return Err(self.error(codes::C_TOO_DEEP, here, format!("nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Begins a block of names.
    pub fn open_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Ends the innermost block of names.
    pub fn close_scope(&mut self) {
        self.scopes.pop();
    }

    /// Whether names declared now are those of the file.
    pub fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// What a name means here, and where it was declared.
    pub fn meaning(&self, name: &str) -> Option<&(Meaning, Origin)> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    /// What a name means in the innermost block.
    pub fn meaning_in_block(&self, name: &str) -> Option<&(Meaning, Origin)> {
        self.scopes.last().and_then(|scope| scope.names.get(name))
    }

    /// Gives a name a meaning in the innermost block.
    pub fn declare(&mut self, name: &str, meaning: Meaning, origin: Origin) {
        let scope = self.scopes.last_mut().expect("the scope of the file is never closed");
        scope.names.insert(name.into(), (meaning, origin));
    }

    /// What a tag means here.
    pub fn tag(&self, name: &str) -> Option<&(Tag, Origin)> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name))
    }

    /// What a tag means in the innermost block.
    pub fn tag_in_block(&self, name: &str) -> Option<&(Tag, Origin)> {
        self.scopes.last().and_then(|scope| scope.tags.get(name))
    }

    /// Gives a tag a meaning in the innermost block.
    pub fn declare_tag(&mut self, name: &str, tag: Tag, origin: Origin) {
        let scope = self.scopes.last_mut().expect("the scope of the file is never closed");
        scope.tags.insert(name.into(), (tag, origin));
    }

    /// A new object.
    pub fn new_object(&mut self, object: Object) -> ObjectId {
        self.unit.objects.push(object)
    }

    /// The object of `__func__`; `None` outside of functions.
    pub fn function_name(&mut self, origin: Origin) -> Option<ObjectId> {
        let state = self.function.as_ref()?;
        if let Some(object) = state.name_object {
            return Some(object);
        }
        let name = self.unit.functions[state.id].name.clone();
        let object = self.string_object(name.as_bytes(), origin);
        if let Some(state) = &mut self.function {
            state.name_object = Some(object);
        }
        Some(object)
    }
}
