//! Type specifiers: `const unsigned int`, `struct s { … }`, `enum e { … }`, names of types; and type names.

use super::constant::resize;
use super::declarator::{Declarator, Named};
use super::layout::Layout;
use super::{Meaning, Parser, Read, Tag, Wrong};
use crate::library;
use crate::token::{MAX_INT_WIDTH, Place as Origin, TokenKind};
use crate::types::{Field, FloatType, IntType, Rank, Struct, StructId, Type};
use base::{Bits, Diagnostic, codes};

/// What the words before a declarator say.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    pub ty: Type,
    /// Whether `const` is among them.
    pub constant: bool,
    pub storage: Option<(StorageClass, Origin)>,
    /// Whether a structure or an enumeration is declared in passing.
    pub tagged: bool,
    pub origin: Origin,
}

/// The word that says how a name is declared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum StorageClass {
    Typedef,
    Extern,
    Static,
    /// `auto` or `register`, which say nothing.
    Local,
}

/// The arithmetic words met so far.
#[derive(Default)]
struct Words {
    base: Option<Base>,
    short: bool,
    longs: u8,
    signed: Option<bool>,
}

#[derive(Copy, Clone)]
enum Base {
    Void,
    Bool,
    Char,
    Int,
    Float,
    Double,
    Bit(u32),
}

/// Whether a word cannot be a name.
pub(super) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "_Alignof"
            | "_Generic"
            | "_Static_assert"
            | "__asm"
            | "__asm__"
            | "asm"
            | "break"
            | "case"
            | "continue"
            | "default"
            | "do"
            | "else"
            | "for"
            | "goto"
            | "if"
            | "return"
            | "sizeof"
            | "switch"
            | "while"
            | "__attribute__"
            | "__extension__"
    ) || is_type_word(word)
}

/// Whether a word begins a declaration.
fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "_Alignas"
            | "_Atomic"
            | "_BitInt"
            | "_Bool"
            | "_Complex"
            | "_Noreturn"
            | "_Thread_local"
            | "__const"
            | "__inline"
            | "__inline__"
            | "__int128"
            | "__restrict"
            | "__restrict__"
            | "__signed__"
            | "__thread"
            | "__typeof__"
            | "__volatile__"
            | "auto"
            | "char"
            | "const"
            | "double"
            | "enum"
            | "extern"
            | "float"
            | "inline"
            | "int"
            | "long"
            | "register"
            | "restrict"
            | "short"
            | "signed"
            | "static"
            | "struct"
            | "typedef"
            | "typeof"
            | "union"
            | "unsigned"
            | "void"
            | "volatile"
    )
}

impl Parser<'_> {
    /// Whether the next token begins a type name or a declaration.
    pub(super) fn is_type_start(&self) -> bool {
        self.is_type_after(0)
    }

    /// Whether a type name begins after the next `n` tokens.
    pub(super) fn is_type_after(&self, n: usize) -> bool {
        let TokenKind::Name(name) = self.peek_after(n) else { return false };
        is_type_word(name) || matches!(self.meaning(name), Some((Meaning::Typedef(..), _)))
    }

    /// Reads a type without a name, as in a cast.
    pub(super) fn type_name(&mut self) -> Read<Type> {
        let specifiers = self.specifiers()?;
        if let Some((_, origin)) = specifiers.storage {
            return Err(self.error(codes::C_SYNTAX, origin, "a type name has no storage class"));
        }
        let declarator = self.declarator(Named::No)?;
        let origin = declarator.origin;
        let declared = self.apply(&specifiers, declarator, false)?;
        if declared.parameters.is_some() {
            return Err(self.no_function_pointers(origin));
        }
        Ok(declared.ty)
    }

    /// Skips `__attribute__((…))`, `[[…]]` and `__extension__`, which mean nothing to us.
    pub(super) fn skip_attributes(&mut self) -> Read<()> {
        loop {
            if self.eat_word("__extension__") {
                continue;
            }
            if self.eat_word("__attribute__") {
                if !self.is("(") {
                    return Err(self.unexpected("`(`"));
                }
                self.skip_past(self.at);
            } else if self.is("[") && matches!(self.peek_after(1), TokenKind::Punct("[")) {
                self.skip_past(self.at);
            } else {
                return Ok(());
            }
        }
    }

    /// Reads the words that a declaration begins with.
    pub(super) fn specifiers(&mut self) -> Read<Specifiers> {
        let origin = self.here();
        let mut words = Words::default();
        let mut named: Option<Type> = None;
        let (mut constant, mut tagged, mut storage) = (false, false, None);
        loop {
            self.skip_attributes()?;
            let place = self.here();
            let TokenKind::Name(name) = self.peek() else { break };
            let class = match &**name {
                "typedef" => Some(StorageClass::Typedef),
                "extern" => Some(StorageClass::Extern),
                "static" => Some(StorageClass::Static),
                "auto" | "register" => Some(StorageClass::Local),
                _ => None,
            };
            if let Some(class) = class {
                self.next();
                if storage.replace((class, place)).is_some() {
                    return Err(self.error(
                        codes::C_SYNTAX,
                        place,
                        "a declaration has one storage class only",
                    ));
                }
            } else if self.is_qualifier() {
                constant |= self.qualifier()?;
            } else if matches!(&**name, "inline" | "__inline" | "__inline__" | "_Noreturn") {
                self.next();
            } else if self.eat_word("_Alignas") {
                if !self.is("(") {
                    return Err(self.unexpected("`(`"));
                }
                self.skip_past(self.at);
            } else if matches!(&**name, "struct" | "union" | "enum") {
                if named.is_some() || !words.is_empty() {
                    return Err(self.unexpected("one type only"));
                }
                tagged = true;
                named = Some(self.tagged_type()?);
            } else if self.arithmetic_word(&mut words)? {
                if named.is_some() {
                    return Err(self.error(codes::C_SYNTAX, place, format!("`{name}` after a type")));
                }
            } else if let Some((Meaning::Typedef(ty, typedef_constant), _)) = self.meaning(name)
                && named.is_none()
                && words.is_empty()
            {
                named = Some(ty.clone());
                constant |= *typedef_constant;
                self.next();
            } else {
                break;
            }
        }
        let ty = match named {
            Some(ty) => ty,
            None if words.is_empty() => return Err(self.no_type()),
            None => self.arithmetic_type(&words, origin)?,
        };
        Ok(Specifiers { ty, constant, storage, tagged, origin })
    }

    /// Reports that there is no type where one must be.
    fn no_type(&mut self) -> Wrong {
        match (self.peek(), self.peek_after(1)) {
            (TokenKind::Name(name), _) if library::is_cpp(name) => self.unexpected("a type"),
            (TokenKind::Name(name), TokenKind::Name(_) | TokenKind::Punct("*" | "," | ")"))
                if !is_keyword(name) =>
            {
                let header = header_of_type(name).map(|header| format!("`#include <{header}>` declares it"));
                let here = self.here();
                if let Some(instead) = library::instead_of_type(name) {
                    return self.missing(name, here, "type", instead);
                }
                self.undeclared(name, here, "the type", header)
            }
            _ => self.unexpected("a type"),
        }
    }

    pub(super) fn is_qualifier(&self) -> bool {
        matches!(self.peek(), TokenKind::Name(name) if matches!(&**name,
            "const" | "__const" | "volatile" | "__volatile__" | "restrict" | "__restrict" | "__restrict__" | "_Atomic"))
    }

    /// Takes a qualifier and says whether it is `const`.
    pub(super) fn qualifier(&mut self) -> Read<bool> {
        let token = self.next();
        let TokenKind::Name(name) = &token.kind else { return Ok(false) };
        match &**name {
            "const" | "__const" => return Ok(true),
            "_Atomic" => {
                return Err(self.unsupported(
                    token.place,
                    "`_Atomic` is",
                    "remove it: nothing else runs beside the program",
                ));
            }
            "volatile" | "__volatile__" if !self.volatile => {
                self.volatile = true;
                self.suspicious(
                    token.place,
                    "`volatile` is ignored: nothing but the program sees its memory",
                );
            }
            _ => {}
        }
        Ok(false)
    }

    /// Takes a word of an arithmetic type, or `void`, if there is one.
    fn arithmetic_word(&mut self, words: &mut Words) -> Read<bool> {
        let place = self.here();
        let TokenKind::Name(name) = self.peek() else { return Ok(false) };
        let base = match &**name {
            "void" => Some(Base::Void),
            "_Bool" => Some(Base::Bool),
            "char" => Some(Base::Char),
            "int" => Some(Base::Int),
            "float" => Some(Base::Float),
            "double" => Some(Base::Double),
            "_BitInt" => {
                self.next();
                let width = self.bit_int_width(place)?;
                if words.base.replace(Base::Bit(width)).is_some() {
                    return Err(self.error(codes::C_SYNTAX, place, "`_BitInt` after a type"));
                }
                return Ok(true);
            }
            _ => None,
        };
        let repeated = match &**name {
            _ if base.is_some() => {
                let before = words.base;
                words.base = base;
                before.is_some()
            }
            "short" => std::mem::replace(&mut words.short, true) || words.longs > 0,
            "long" => {
                words.longs += 1;
                words.longs > 2 || words.short
            }
            "signed" | "__signed__" => words.signed.replace(true).is_some(),
            "unsigned" => words.signed.replace(false).is_some(),
            "_Complex" => {
                let hint = "use two variables, one for the real and one for the imaginary part";
                return Err(self.unsupported(place, "complex numbers are", hint));
            }
            "_Thread_local" | "__thread" => {
                return Err(self.unsupported(
                    place,
                    "`_Thread_local` is",
                    "remove it: there is one thread only",
                ));
            }
            "__int128" => return Err(self.unsupported(place, "`__int128` is", "write `_BitInt(128)`")),
            "typeof" | "__typeof__" => return Err(self.unsupported(place, "`typeof` is", "write the type")),
            _ => return Ok(false),
        };
        self.next();
        if repeated {
            return Err(self.error(
                codes::C_SYNTAX,
                place,
                format!("`{name}` does not go with the words before it"),
            ));
        }
        Ok(true)
    }

    fn bit_int_width(&mut self, origin: Origin) -> Read<u32> {
        self.expect("(")?;
        let (value, ty) = self.constant_expression("the width of a `_BitInt`")?;
        self.expect(")")?;
        if ty.signed && value.is_negative() || value.is_zero() {
            return Err(self.error(codes::C_CONSTANT, origin, "the width of a `_BitInt` is at least 1"));
        }
        match value.to_u64() {
            Some(width) if width <= u64::from(MAX_INT_WIDTH) => Ok(width as u32),
            _ => {
                let what = format!("a `_BitInt` of more than {MAX_INT_WIDTH} bits is");
                Err(self.unsupported(origin, &what, "use an array of narrower integers"))
            }
        }
    }

    fn arithmetic_type(&mut self, words: &Words, origin: Origin) -> Read<Type> {
        let signed = words.signed.unwrap_or(true);
        let rank = match (words.short, words.longs) {
            (true, _) => Rank::Short,
            (_, 0) => Rank::Int,
            (_, 1) => Rank::Long,
            _ => Rank::LongLong,
        };
        let plain = words.signed.is_none() && rank == Rank::Int;
        match words.base {
            None | Some(Base::Int) => return Ok(Type::Int(IntType { rank, signed })),
            Some(Base::Char) if rank == Rank::Int => {
                return Ok(Type::Int(IntType { rank: Rank::Char, signed }));
            }
            Some(Base::Bit(1)) if signed => {
                return Err(self.error(codes::C_CONSTANT, origin, "a signed `_BitInt` has at least 2 bits"));
            }
            Some(Base::Bit(width)) if rank == Rank::Int => {
                return Ok(Type::Int(IntType { rank: Rank::Bit(width), signed }));
            }
            Some(Base::Void) if plain => return Ok(Type::Void),
            Some(Base::Bool) if plain => return Ok(Type::Int(IntType::BOOL)),
            Some(Base::Float) if plain => return Ok(Type::Float(FloatType::Single)),
            Some(Base::Double) if plain => return Ok(Type::Float(FloatType::Double)),
            Some(Base::Double) if rank == Rank::Long && words.signed.is_none() => {
                return Err(self.unsupported(origin, "`long double` is", "write `double`"));
            }
            _ => {}
        }
        Err(self.error(codes::C_SYNTAX, origin, "these words do not make a type"))
    }

    /// Reads a type that begins with `struct`, `union` or `enum`.
    fn tagged_type(&mut self) -> Read<Type> {
        let word = self.next();
        self.skip_attributes()?;
        let tag = match self.peek() {
            TokenKind::Name(name) if !is_keyword(name) => {
                let origin = self.next().place;
                Some((name.clone(), origin))
            }
            _ => None,
        };
        self.skip_attributes()?;
        if tag.is_none() && !self.is("{") {
            return Err(self.unexpected("a tag or `{`"));
        }
        match &word.kind {
            TokenKind::Name(name) if **name == *"union" => {
                if self.is("{") {
                    self.skip_past(self.at);
                }
                let hint = "use a structure, or convert values by arithmetic";
                Err(self.unsupported(word.place, "unions are", hint))
            }
            TokenKind::Name(name) if **name == *"enum" => self.enum_type(tag, word.place),
            _ => self.struct_type(tag, word.place),
        }
    }

    fn struct_type(&mut self, tag: Option<(Box<str>, Origin)>, origin: Origin) -> Read<Type> {
        let defines = self.is("{");
        let known = match &tag {
            // `struct s { … }` and `struct s;` speak of this block's tag, `struct s x` of any.
            Some((name, _)) if defines || self.is(";") => self.tag_in_block(name),
            Some((name, _)) => self.tag(name),
            None => None,
        };
        let id = match known {
            Some((Tag::Struct(id), _)) => *id,
            Some((Tag::Enum(_), before)) => {
                let (before, place) = (*before, tag.map_or(origin, |(_, place)| place));
                return Err(self.redeclared(place, "a structure has the tag of an enumeration", before));
            }
            None => {
                let id = self.new_struct(tag.as_ref().map(|(name, _)| name.clone()));
                if let Some((name, place)) = &tag {
                    self.declare_tag(name, Tag::Struct(id), *place);
                }
                id
            }
        };
        if defines {
            let open = self.at;
            let errors = self.diagnostics.error_count();
            let fields = self.deeper(|parser| parser.members());
            if self.diagnostics.error_count() > errors {
                self.maimed.insert(id);
            }
            let Ok(fields) = fields else {
                self.skip_past(open);
                return Err(Wrong);
            };
            if self.unit.structs[id].fields.is_some() {
                return Err(self.error(codes::C_REDECLARED, origin, "the structure is declared twice"));
            }
            self.unit.structs[id].fields = Some(fields);
            self.lay_out(id, origin)?;
        }
        Ok(Type::Struct(id))
    }

    fn new_struct(&mut self, name: Option<Box<str>>) -> StructId {
        self.layouts.push(Layout::default());
        self.unit.structs.push(Struct { name, fields: None })
    }

    /// Reports a second declaration, and where the first is.
    pub(super) fn redeclared(&mut self, origin: Origin, message: &str, before: Origin) -> Wrong {
        let diagnostic = Diagnostic::error(codes::C_REDECLARED, origin.used, message);
        self.report(diagnostic.label(before.used, "first declared here"), origin)
    }

    /// Reads the members of a structure, braces included.
    fn members(&mut self) -> Read<Vec<Field>> {
        let open = self.expect("{")?;
        let mut fields = Vec::new();
        let mut wrong = false;
        while !self.is("}") && *self.peek() != TokenKind::End {
            let start = self.at;
            if self.member_declaration(&mut fields).is_err() {
                wrong = true;
                self.recover_declaration(start);
            }
            if self.at == start {
                self.next();
            }
        }
        self.expect("}")?;
        if fields.is_empty() && !wrong {
            return Err(self.unsupported(
                open,
                "a structure without members is",
                "remove it, or give it a member",
            ));
        }
        Ok(fields)
    }

    /// Reads one declaration of members.
    fn member_declaration(&mut self, fields: &mut Vec<Field>) -> Read<()> {
        if let TokenKind::Pragma(text) = self.peek() {
            let place = self.next().place;
            self.stray_pragma(text, place);
            return Ok(());
        }
        if self.eat(";") {
            return Ok(());
        }
        if self.is_word("_Static_assert") {
            return self.static_assert();
        }
        let specifiers = self.specifiers()?;
        if let Some((_, origin)) = specifiers.storage {
            return Err(self.error(codes::C_SYNTAX, origin, "a member has no storage class"));
        }
        if self.is(";") {
            let origin = specifiers.origin;
            return Err(match specifiers.ty {
                Type::Struct(_) => self.unsupported(
                    origin,
                    "a structure as a member without a name is",
                    "give the member a name",
                ),
                _ => self.unexpected("a name"),
            });
        }
        loop {
            if !self.is(":") {
                let declarator = self.declarator(Named::Yes)?;
                self.field(&specifiers, declarator, fields)?;
            }
            if self.is(":") {
                let here = self.here();
                let hint = "use `_BitInt(N)` for a narrow integer";
                return Err(self.unsupported(here, "bit-fields are", hint));
            }
            self.skip_attributes()?;
            if !self.eat(",") {
                return self.semicolon();
            }
        }
    }

    fn field(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        fields: &mut Vec<Field>,
    ) -> Read<()> {
        let origin = declarator.origin;
        let name = declarator.name.clone().expect("the declarator was asked for a name");
        let declared = self.apply(specifiers, declarator, false)?;
        if declared.parameters.is_some() {
            return Err(self.error(codes::C_TYPE, origin, "a member cannot be a function"));
        }
        if matches!(declared.ty, Type::Array { count: None, .. }) {
            let hint = "give the array a size";
            return Err(self.unsupported(origin, "an array without a size as a member is", hint));
        }
        self.size_of(&declared.ty, origin)?;
        if fields.iter().any(|field| field.name == name) {
            return Err(self.error(codes::C_REDECLARED, origin, format!("there are two members `{name}`")));
        }
        fields.push(Field { name, ty: declared.ty, constant: declared.constant });
        Ok(())
    }

    fn enum_type(&mut self, tag: Option<(Box<str>, Origin)>, origin: Origin) -> Read<Type> {
        if !self.is("{") {
            let (name, place) = tag.expect("without `{` there is a tag");
            return match self.tag(&name) {
                Some((Tag::Enum(ty), _)) => Ok(ty.clone()),
                Some((Tag::Struct(_), before)) => {
                    let before = *before;
                    Err(self.redeclared(place, "an enumeration has the tag of a structure", before))
                }
                None => Err(self.undeclared(&name, place, "the enumeration", None)),
            };
        }
        let open = self.at;
        let Ok(negative) = self.enumerators() else {
            self.skip_past(open);
            return Err(Wrong);
        };
        let ty = Type::Int(if negative { IntType::INT } else { IntType::UINT });
        if let Some((name, place)) = tag {
            if let Some((_, before)) = self.tag_in_block(&name) {
                let before = *before;
                return Err(self.redeclared(origin, &format!("the tag `{name}` is declared twice"), before));
            }
            self.declare_tag(&name, Tag::Enum(ty.clone()), place);
        }
        Ok(ty)
    }

    /// Reads the constants of an enumeration, braces included, and says whether one is negative.
    fn enumerators(&mut self) -> Read<bool> {
        self.expect("{")?;
        let mut negative = false;
        let mut next = Some(Bits::zero(32));
        while !self.is("}") {
            let origin = self.here();
            let TokenKind::Name(name) = self.peek() else { return Err(self.unexpected("a name")) };
            if is_keyword(name) {
                return Err(self.unexpected("a name"));
            }
            self.next();
            self.skip_attributes()?;
            if self.eat("=") {
                let (value, ty) = self.constant_expression("the value of an enumeration's constant")?;
                let fits = if ty.signed { value.signed_bits() <= 32 } else { value.active_bits() <= 31 };
                next = fits.then(|| resize(&value, ty, 32));
            }
            let Some(value) = next else {
                let message = format!("the value of `{name}` does not fit `int`");
                return Err(self.error(codes::C_CONSTANT, origin, message));
            };
            negative |= value.is_negative();
            if let Some((_, before)) = self.meaning_in_block(name) {
                let before = *before;
                return Err(self.redeclared(origin, &format!("`{name}` is declared twice"), before));
            }
            next = (value != Bits::max_signed(32)).then(|| value.add(&Bits::from_u64(32, 1)));
            self.declare(name, Meaning::Enumerator(value), origin);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(negative)
    }
}

impl Words {
    fn is_empty(&self) -> bool {
        self.base.is_none() && !self.short && self.longs == 0 && self.signed.is_none()
    }
}

/// The header that declares a well-known type.
pub(super) fn header_of_type(name: &str) -> Option<&'static str> {
    match name {
        "size_t" | "ptrdiff_t" => Some("stddef.h"),
        "bool" => Some("stdbool.h"),
        _ if name.ends_with("_t") && (name.starts_with("int") || name.starts_with("uint")) => {
            Some("stdint.h")
        }
        _ => None,
    }
}
