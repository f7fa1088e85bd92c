//! Reading regions: blocks, their labels and arguments, and what names mean inside.

use crate::loc::Loc;
use crate::storage::{Block, InsertPoint, Region};
use crate::text::lexer::Tok;
use crate::text::parser::{Labels, Operand, Parse, Parser};
use crate::types::Type;
use base::{Diagnostic, codes};

/// An argument of an entry block whose name and type stand outside of the region: `%i` of `scf.for %i = …`.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// Its name.
    pub operand: Operand<'a>,
    /// Its type.
    pub ty: Type,
    /// Its location, if the text gives one.
    pub loc: Option<Loc>,
}

impl<'a> Parser<'a> {
    /// `{ … }`: reads a region. `arguments` are those of its entry block that were written outside; with `isolated`
    /// no name from outside is visible in it.
    pub fn region(&mut self, arguments: &[Argument<'a>], isolated: bool) -> Parse<Region> {
        if !self.at(Tok::LBrace) {
            return Err(self.unexpected("`{`"));
        }
        self.nested(|p| {
            let outside = isolated.then(|| {
                let inside = p.spare_scopes.pop().unwrap_or_default();
                std::mem::replace(&mut p.scope, inside)
            });
            p.shadowed.push((!isolated).then(Vec::new));
            p.labels.push(Labels::default());
            let result = p.region_body(arguments);
            p.close_labels();
            for (name, before) in p.shadowed.pop().flatten().into_iter().flatten().rev() {
                match before {
                    Some(named) => p.scope.names.insert(name, named),
                    None => p.scope.names.remove(name),
                };
            }
            if let Some(outside) = outside {
                p.close_scope();
                let mut inside = std::mem::replace(&mut p.scope, outside);
                inside.names.clear();
                p.spare_scopes.push(inside);
            }
            result
        })
    }

    fn region_body(&mut self, arguments: &[Argument<'a>]) -> Parse<Region> {
        let open = self.token_span();
        self.bump();
        let region = self.ir.create_region();
        if self.at(Tok::RBrace) && arguments.is_empty() {
            self.bump();
            return Ok(region);
        }
        if !self.at(Tok::Caret) || !arguments.is_empty() {
            let entry = self.ir.add_block(region);
            for argument in arguments {
                let loc = match argument.loc {
                    Some(loc) => loc,
                    None => self.span_loc(argument.operand.span),
                };
                let value = self.ir.add_argument(entry, argument.ty, loc);
                self.define(argument.operand.name, argument.operand.span, value, 1)?;
            }
            self.block_body(entry);
        }
        while self.at(Tok::Caret) {
            let begin = self.token_span();
            if self.labelled_block(region).is_err() {
                self.recover(begin);
            }
        }
        if !self.eat(Tok::RBrace) {
            let error = self.unexpected("an operation, a block label or `}`");
            if self.at(Tok::End) {
                let note = "this region is not closed";
                self.report(Diagnostic::error(codes::UNEXPECTED_TOKEN, open, note));
            }
            return Err(error);
        }
        Ok(region)
    }

    /// Operations up to the next label or the end of the region; errors are reported and skipped.
    fn block_body(&mut self, block: Block) {
        loop {
            match self.tok() {
                Tok::RBrace | Tok::Caret | Tok::End => return,
                _ => {
                    let begin = self.token_span();
                    if self.operation(InsertPoint::End(block)).is_err() {
                        self.recover(begin);
                    }
                }
            }
        }
    }

    /// `^name(%a: type, …):` and its operations
    fn labelled_block(&mut self, region: Region) -> Parse<()> {
        let (name, span) = (&self.token_text()[1..], self.token_span());
        self.bump();
        let labels = self.labels.last_mut().expect("a block stands in a region");
        let block = match labels.get(name).copied() {
            Some((_, earlier, true)) => {
                let diagnostic = Diagnostic::error(
                    codes::REDEFINED_BLOCK,
                    span,
                    format!("block `^{name}` is already defined"),
                )
                .label(earlier, "defined here");
                return Err(self.report(diagnostic));
            }
            Some((block, ..)) => block,
            None => self.ir.create_block(),
        };
        labels.insert(name, (block, span, true));
        let position = self.ir.blocks(region).len();
        self.ir.insert_block(region, position, block);
        let mut result = Ok(());
        if self.at(Tok::LParen) {
            result = self.list(Tok::LParen, Tok::RParen, |p| {
                let operand = p.operand()?;
                let ty = p.colon_type()?;
                let loc = match p.trailing_loc()? {
                    Some(loc) => loc,
                    None => p.span_loc(operand.span),
                };
                let value = p.ir.add_argument(block, ty, loc);
                p.define(operand.name, operand.span, value, 1)
            });
        }
        result.and_then(|()| self.expect(Tok::Colon, "`:` after a block label"))?;
        self.block_body(block);
        Ok(())
    }

    /// `^name`: a successor, which may be defined later.
    pub fn successor(&mut self) -> Parse<Block> {
        if !self.at(Tok::Caret) {
            return Err(self.unexpected("a block such as `^bb1`"));
        }
        let (name, span) = (&self.token_text()[1..], self.token_span());
        let Some(labels) = self.labels.last_mut() else {
            return Err(self.error(codes::UNDEFINED_BLOCK, span, "there are no blocks outside of a region"));
        };
        let ir = &mut *self.ir;
        let (block, ..) = *labels.entry(name).or_insert_with(|| (ir.create_block(), span, false));
        self.bump();
        Ok(block)
    }

    fn close_labels(&mut self) {
        let labels = self.labels.pop().expect("pushed with the region");
        let mut open: Vec<_> = labels.into_iter().filter(|(_, (.., defined))| !defined).collect();
        open.sort_by_key(|(_, (_, span, _))| span.start);
        for (name, (_, span, _)) in open {
            self.error(
                codes::UNDEFINED_BLOCK,
                span,
                format!("block `^{name}` is not defined in this region"),
            );
        }
    }

    /// `%name: type loc(…)`: an argument, as function signatures write it.
    pub fn argument(&mut self) -> Parse<Argument<'a>> {
        let operand = self.operand()?;
        let ty = self.colon_type()?;
        let loc = self.trailing_loc()?;
        Ok(Argument { operand, ty, loc })
    }
}
