//! Aliases: `#name = attribute` and `!name = type`, and what they may add up to.
//!
//! Text written with aliases can say far more than its length: a chain of them nests as deeply as the file is long, and
//! twenty lines that each name the line before twice stand for a million parts. Types and attributes are shared, so
//! reading this costs nothing, but whoever walks or prints them would pay. So an alias carries the depth and the number of
//! parts of what it stands for, and a use of it counts as if that had been written out.

use crate::attrs::Attr;
use crate::text::lexer::Tok;
use crate::text::parser::{MAX_DEPTH, Parse, Parser};
use crate::types::Type;
use base::{Span, codes};
use rustc_hash::FxHashMap;

/// Parts that the aliases of a file may stand for altogether, besides [`EXPANSION_PER_BYTE`] for each byte of its text.
const EXPANSION: u64 = 1 << 22;
const EXPANSION_PER_BYTE: u64 = 64;

/// How much text a type or attribute is.
#[derive(Clone, Copy, Default)]
struct Extent {
    /// Levels of nesting.
    depth: u32,
    /// Types and attributes in it, itself included.
    parts: u64,
}

/// The aliases of a file, and the extent of what is being read.
#[derive(Default)]
pub(super) struct Aliases<'a> {
    attrs: FxHashMap<&'a str, (Attr, Extent)>,
    types: FxHashMap<&'a str, (Type, Extent)>,
    /// The greatest depth that was reached since the current definition began, from the top of the file.
    deepest: u32,
    /// Types and attributes read so far, with those that aliases stood for.
    parts: u64,
    /// Those that aliases stood for.
    expanded: u64,
}

impl Aliases<'_> {
    /// Notes that something begins at a depth.
    pub fn enter(&mut self, depth: u32) {
        self.deepest = self.deepest.max(depth);
        self.parts += 1;
    }

    /// Whether there is an alias `#name`.
    pub fn has_attr(&self, name: &str) -> bool {
        self.attrs.contains_key(name)
    }
}

impl<'a> Parser<'a> {
    /// `#name = attribute` or `!name = type`
    pub(super) fn alias(&mut self) -> Parse<()> {
        let (is_type, name, span) = (self.at(Tok::Bang), &self.token_text()[1..], self.token_span());
        self.bump();
        if name.contains('.') {
            return Err(self.error(codes::UNDEFINED_ALIAS, span, "the name of an alias contains no dot"));
        }
        self.expect(Tok::Equal, "`=`")?;
        let aliases = &self.aliases;
        let known = if is_type { aliases.types.contains_key(name) } else { aliases.attrs.contains_key(name) };
        if known {
            let message = format!("the alias `{name}` is already defined");
            return Err(self.error(codes::REDEFINED_ALIAS, span, message));
        }
        self.aliases.deepest = self.depth;
        let before = self.aliases.parts;
        if is_type {
            let ty = self.ty()?;
            let extent = self.extent_since(before);
            self.aliases.types.insert(name, (ty, extent));
        } else {
            let attr = self.attr()?;
            let extent = self.extent_since(before);
            self.aliases.attrs.insert(name, (attr, extent));
        }
        Ok(())
    }

    fn extent_since(&self, parts: u64) -> Extent {
        Extent { depth: self.aliases.deepest - self.depth, parts: self.aliases.parts - parts }
    }

    /// What `#name` stands for.
    pub(super) fn attr_alias(&mut self, name: &str, span: Span) -> Parse<Attr> {
        let Some((attr, extent)) = self.aliases.attrs.get(name).copied() else {
            let message = format!("attribute alias `#{name}` is not defined");
            return Err(self.error(codes::UNDEFINED_ALIAS, span, message));
        };
        self.expand(extent, span)?;
        Ok(attr)
    }

    /// What `!name` stands for.
    pub(super) fn type_alias(&mut self, name: &str, span: Span) -> Parse<Type> {
        let Some((ty, extent)) = self.aliases.types.get(name).copied() else {
            return Err(self.error(
                codes::UNDEFINED_ALIAS,
                span,
                format!("type alias `!{name}` is not defined"),
            ));
        };
        self.expand(extent, span)?;
        Ok(ty)
    }

    /// Counts a use of an alias.
    fn expand(&mut self, extent: Extent, span: Span) -> Parse<()> {
        // The level that the use stands on is the first of what it stands for.
        let depth = self.depth.saturating_sub(1) + extent.depth;
        if depth > MAX_DEPTH {
            let message = format!("with this alias written out, nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(codes::NESTING_TOO_DEEP, span, message));
        }
        let aliases = &mut self.aliases;
        aliases.deepest = aliases.deepest.max(depth);
        aliases.parts += extent.parts;
        aliases.expanded += extent.parts;
        if aliases.expanded > EXPANSION + EXPANSION_PER_BYTE * self.text.len() as u64 {
            let message = "the aliases of this file stand for too many types and attributes";
            return Err(self.error(codes::NESTING_TOO_DEEP, span, message));
        }
        Ok(())
    }
}
