//! Reading and writing locations.
//!
//! The location after an operation may name an alias that stands at the end of the file. Such a location is made empty
//! and filled in when the file has been read. Inside of other locations an alias must be known, so that no location
//! can contain itself.

use crate::attrs::AttrKind;
use crate::context::Context;
use crate::loc::{Loc, LocKind};
use crate::text::attr_print::{separated, write_attr, write_quoted};
use crate::text::lexer::Tok;
use crate::text::parser::{Parse, Parser};
use crate::text::type_print::push;
use base::{Span, codes};

impl Parser<'_> {
    /// `loc(…)` after an operation or argument.
    pub fn location(&mut self) -> Parse<Loc> {
        if !self.at_word("loc") {
            return Err(self.unexpected("a location such as `loc(unknown)`"));
        }
        self.bump();
        self.expect(Tok::LParen, "`(`")?;
        let loc = if self.at(Tok::Hash) && !self.aliases.has_attr(&self.token_text()[1..]) {
            let (name, span) = (&self.token_text()[1..], self.token_span());
            self.bump();
            let loc = self.ir.ctx.loc(LocKind::Unknown);
            self.late_locs.push((loc, name, span));
            loc
        } else {
            self.location_inside()?
        };
        self.expect(Tok::RParen, "`)`")?;
        Ok(loc)
    }

    /// `loc(…)` as an attribute.
    pub(super) fn known_location(&mut self) -> Parse<Loc> {
        self.expect_word("loc")?;
        self.expect(Tok::LParen, "`(`")?;
        let loc = self.location_inside()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(loc)
    }

    fn location_inside(&mut self) -> Parse<Loc> {
        self.nested(|p| match p.tok() {
            Tok::Text => p.named_or_file(),
            Tok::Hash => {
                let (name, span) = (&p.token_text()[1..], p.token_span());
                p.bump();
                p.location_alias(name, span)
            }
            Tok::Word => match p.token_text() {
                "unknown" => {
                    p.bump();
                    Ok(Loc::UNKNOWN)
                }
                "callsite" => p.call_site(),
                "fused" => p.fused(),
                _ => Err(p.unexpected("a location")),
            },
            _ => Err(p.unexpected("a location")),
        })
    }

    fn location_alias(&mut self, name: &str, span: Span) -> Parse<Loc> {
        let attr = self.attr_alias(name, span)?;
        match self.ir.ctx[attr] {
            AttrKind::Loc(loc) => Ok(loc),
            _ => Err(self.error(codes::BAD_LOCATION, span, format!("`#{name}` is not a location"))),
        }
    }

    /// `"file":1:2`, `"name"` or `"name"(child)`
    fn named_or_file(&mut self) -> Parse<Loc> {
        let text = self.string()?;
        let text = self.ir.ctx.str(&text);
        let kind = if self.eat(Tok::Colon) {
            let line = self.place_number()?;
            self.expect(Tok::Colon, "`:` and the column")?;
            let column = self.place_number()?;
            LocKind::File { file: text, line, column }
        } else {
            let mut child = Loc::UNKNOWN;
            if self.eat(Tok::LParen) {
                child = self.location_inside()?;
                self.expect(Tok::RParen, "`)`")?;
            }
            LocKind::Named { name: text, child }
        };
        Ok(self.ir.ctx.loc(kind))
    }

    fn place_number(&mut self) -> Parse<u32> {
        if !self.at(Tok::Integer) {
            return Err(self.unexpected("a line or column number"));
        }
        match self.token_text().parse() {
            Ok(number) => {
                self.bump();
                Ok(number)
            }
            Err(_) => {
                let span = self.token_span();
                Err(self.error(codes::BAD_LOCATION, span, "a line or column is a decimal number below 2^32"))
            }
        }
    }

    /// `callsite(callee at caller)`
    fn call_site(&mut self) -> Parse<Loc> {
        self.bump();
        self.expect(Tok::LParen, "`(`")?;
        let callee = self.location_inside()?;
        self.expect_word("at")?;
        let caller = self.location_inside()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(self.ir.ctx.loc(LocKind::CallSite { callee, caller }))
    }

    /// `fused<metadata>[a, b]`
    fn fused(&mut self) -> Parse<Loc> {
        self.bump();
        let mut metadata = None;
        if self.eat(Tok::Less) {
            metadata = Some(self.attr()?);
            self.expect(Tok::Greater, "`>`")?;
        }
        let mut locs = Vec::new();
        self.list(Tok::LSquare, Tok::RSquare, |p| {
            locs.push(p.location_inside()?);
            Ok(())
        })?;
        Ok(self.ir.ctx.loc(LocKind::Fused { locs: locs.into(), metadata }))
    }

    /// At the end of the file: fills in the locations whose alias was not known where they stand.
    pub(super) fn resolve_late_locs(&mut self) {
        for (loc, name, span) in std::mem::take(&mut self.late_locs) {
            if let Ok(known) = self.location_alias(name, span) {
                let kind = self.ir.ctx[known].clone();
                self.ir.ctx.set_loc_kind(loc, kind);
            }
        }
    }
}

/// Writes `loc(…)`.
pub fn write_loc(ctx: &Context, loc: Loc, out: &mut String) {
    out.push_str("loc(");
    write_inside(ctx, loc, out);
    out.push(')');
}

fn write_inside(ctx: &Context, loc: Loc, out: &mut String) {
    match &ctx[loc] {
        LocKind::Unknown => out.push_str("unknown"),
        LocKind::Span(span) => {
            let place = ctx.sources.locate(*span);
            write_place(ctx.sources.name(span.source), place.line, place.column, out);
        }
        LocKind::File { file, line, column } => write_place(&ctx[*file], *line, *column, out),
        LocKind::Named { name, child } => {
            write_quoted(&ctx[*name], out);
            if !matches!(ctx[*child], LocKind::Unknown) {
                out.push('(');
                write_inside(ctx, *child, out);
                out.push(')');
            }
        }
        LocKind::CallSite { callee, caller } => {
            out.push_str("callsite(");
            write_inside(ctx, *callee, out);
            out.push_str(" at ");
            write_inside(ctx, *caller, out);
            out.push(')');
        }
        LocKind::Fused { locs, metadata } => {
            out.push_str("fused");
            if let Some(metadata) = metadata {
                out.push('<');
                write_attr(ctx, *metadata, out);
                out.push('>');
            }
            out.push('[');
            separated(locs, ", ", out, |loc, out| write_inside(ctx, *loc, out));
            out.push(']');
        }
    }
}

fn write_place(file: &str, line: u32, column: u32, out: &mut String) {
    write_quoted(file, out);
    out.push(':');
    push(out, line);
    out.push(':');
    push(out, column);
}
