//! Reading operations: results, then generic or custom form, then a location.

use crate::attrs::Attr;
use crate::builder::OpState;
use crate::loc::Loc;
use crate::opdef::{OpDef, Syntax, Trait};
use crate::registry::OpCode;
use crate::storage::{InsertPoint, Op};
use crate::text::lexer::Tok;
use crate::text::parser::{Parse, Parser};
use crate::types::{Type, TypeKind};
use base::text::counted;
use base::{Diagnostic, Span, Str, codes};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// `%name:count` before the equals sign.
#[derive(Clone, Copy)]
pub(super) struct ResultName<'a> {
    name: &'a str,
    count: u32,
    span: Span,
}

impl<'a> Parser<'a> {
    /// Reads one operation and puts it somewhere.
    pub fn operation(&mut self, at: InsertPoint) -> Parse<()> {
        let outside = std::mem::replace(&mut self.first_result, self.results.len());
        let result = self.result_names().and_then(|()| self.operation_after_results(at));
        if result.is_err() {
            self.define_results_broken();
        }
        self.results.truncate(self.first_result);
        self.first_result = outside;
        result
    }

    /// What the text calls a result of the operation that is being read, unless that is a number.
    pub fn result_name(&self, index: usize) -> Option<&'a str> {
        let mut first = 0;
        let is_it = |name: &&ResultName<'a>| {
            let here = first == index;
            first += name.count as usize;
            here
        };
        let name = self.results[self.first_result..].iter().find(is_it)?.name;
        (!name.as_bytes()[0].is_ascii_digit()).then_some(name)
    }

    fn operation_after_results(&mut self, at: InsertPoint) -> Parse<()> {
        let op = match self.tok() {
            Tok::Text => self.generic_operation()?,
            Tok::Word => self.custom_operation()?,
            _ => return Err(self.unexpected("an operation")),
        };
        self.ir.insert(op, at);
        self.name_results(op)
    }

    fn result_names(&mut self) -> Parse<()> {
        if !self.at(Tok::Percent) {
            return Ok(());
        }
        loop {
            if !self.at(Tok::Percent) {
                return Err(self.unexpected("a result such as `%name`"));
            }
            let (name, span) = (&self.token_text()[1..], self.token_span());
            self.bump();
            let mut count = 1;
            if self.eat(Tok::Colon) {
                count = match self.token_text().parse() {
                    Ok(n) if self.at(Tok::Integer) && n > 0 => n,
                    _ => return Err(self.unexpected("a positive number of results")),
                };
                self.bump();
            }
            self.results.push(ResultName { name, count, span });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Equal, "`=`")
    }

    fn name_results(&mut self, op: Op) -> Parse<()> {
        let names = &self.results[self.first_result..];
        let Some(first) = names.first() else { return Ok(()) };
        let have = self.ir.result_count(op);
        let want: u64 = names.iter().map(|n| u64::from(n.count)).sum();
        if want != have as u64 {
            let (have, want) = (counted(have, "result"), counted(want, "name"));
            let message = format!("`{}` has {have}, but {want}", self.ir.name(op));
            let span = Span { end: names.last().unwrap_or(first).span.end, ..first.span };
            self.error(codes::WRONG_COUNT, span, message);
            // The operation stands; only its names are wrong, and uses of them are no further errors.
            self.define_results_broken();
            return Ok(());
        }
        let mut index = 0;
        for number in self.first_result..self.results.len() {
            let ResultName { name, count, span } = self.results[number];
            let value = self.ir.result(op, index);
            index += count as usize;
            if self.define(name, span, value, count).is_err() {
                continue;
            }
        }
        Ok(())
    }

    fn define_results_broken(&mut self) {
        for number in self.first_result..self.results.len() {
            let ResultName { name, span, .. } = self.results[number];
            self.define_broken(name, span);
        }
    }

    // ----- generic form -----

    fn generic_operation(&mut self) -> Parse<Op> {
        let name_span = self.token_span();
        let name = self.string()?;
        let code = self.code_of(&name, name_span)?;
        let loc = self.span_loc(name_span);
        let mut state = self.new_state(code, loc);

        let mut operands = Vec::new();
        self.list(Tok::LParen, Tok::RParen, |p| {
            let operand = p.operand()?;
            operands.push(operand);
            Ok(())
        })?;
        if self.at(Tok::LSquare) {
            self.list(Tok::LSquare, Tok::RSquare, |p| {
                let block = p.successor()?;
                state.successors.push(block);
                Ok(())
            })?;
        }
        if self.eat(Tok::Less) {
            let span = self.token_span();
            let properties = self.attr()?;
            if !matches!(self.ir.ctx[properties], crate::attrs::AttrKind::Dict(_)) {
                return Err(self.error(codes::BAD_ATTRIBUTE, span, "properties are a dictionary"));
            }
            // What the record does not call the operation's own is an attribute like others, and is kept as one.
            let (ctx, def) = (&self.ir.ctx, self.ir.ctx.registry.def(code));
            let is_own = |(name, _): &&(Str, Attr)| def.is_none_or(|def| def.attr(&ctx[*name]).is_some());
            let (own, other): (Vec<_>, Vec<_>) = ctx.dict(properties).iter().partition(is_own);
            (state.props, state.attrs) = (own, other);
            self.expect(Tok::Greater, "`>`")?;
        }
        if self.at(Tok::LParen) {
            let isolated = self.is_isolated(code);
            self.default_dialects.push(self.default_dialect(code));
            let regions = self.list(Tok::LParen, Tok::RParen, |p| {
                let region = p.region(&[], isolated)?;
                state.regions.push(region);
                Ok(())
            });
            self.default_dialects.pop();
            regions?;
        }
        self.attr_dict(&mut state)?;
        self.drop_given_as_property(&mut state);
        self.expect(Tok::Colon, "`:` and the type of the operation")?;
        let type_span = self.token_span();
        let ty = self.ty()?;
        let type_span = self.span_from(type_span);
        let TypeKind::Function { inputs, results } = self.ir.ctx[ty].clone() else {
            return Err(self.error(
                codes::BAD_TYPE,
                type_span,
                "the type of an operation is a function type",
            ));
        };
        state.operands = self.resolve_all(&operands, &inputs, type_span)?;
        state.result_types = results.into();
        self.finish(state)
    }

    // ----- custom form -----

    fn custom_operation(&mut self) -> Parse<Op> {
        let (word, span) = (self.token_text(), self.token_span());
        let name = self.full_name(word);
        let Some(code) = self.ir.ctx.registry.find_op(&name) else {
            return Err(self.unknown_operation(&name, span));
        };
        let def = self.ir.ctx.registry.def(code).expect("a code that was found by name has a record");
        self.bump();
        let loc = self.span_loc(span);
        let mut state = self.new_state(code, loc);
        self.default_dialects.push(self.default_dialect(code));
        let result = match def.syntax {
            Syntax::Generic => {
                let message = format!("`{name}` has no custom form");
                let hint = format!("write it in generic form: `\"{name}\"(…) : (…) -> (…)`");
                Err(self.report(Diagnostic::error(codes::UNKNOWN_OPERATION, span, message).hint(hint)))
            }
            Syntax::Format(_) => self.formatted(def, &mut state),
            Syntax::Custom { parse, .. } => parse(self, &mut state),
        };
        self.default_dialects.pop();
        result?;
        self.finish(state)
    }

    /// The name an operation is registered under, given how it is written: `return` is `func.return` in a function.
    fn full_name(&self, word: &'a str) -> Cow<'a, str> {
        if word.contains('.') {
            return word.into();
        }
        match self.default_dialects.last() {
            Some(dialect) if !dialect.is_empty() && *dialect != "builtin" => {
                format!("{dialect}.{word}").into()
            }
            _ => format!("builtin.{word}").into(),
        }
    }

    /// Makes the operation and reads its location.
    fn finish(&mut self, mut state: OpState) -> Parse<Op> {
        if let Some(loc) = self.trailing_loc()? {
            state.loc = loc;
        }
        self.own_attributes(&mut state);
        let op = self.ir.create_from(&mut state);
        self.spare.push(state);
        Ok(op)
    }

    /// An empty state, with the memory of one that was used before.
    fn new_state(&mut self, code: OpCode, loc: Loc) -> OpState {
        match self.spare.pop() {
            Some(state) => OpState { code, loc, ..state },
            None => OpState::new(code, loc),
        }
    }

    /// In generic form, what stands between `<{` and `}>` wins over what the other attributes say under its name. (In custom
    /// form the attributes win over the syntax.)
    fn drop_given_as_property(&mut self, state: &mut OpState) {
        let Some(def) = self.ir.ctx.registry.def(state.code) else { return };
        let (ctx, props) = (&self.ir.ctx, &state.props);
        state.attrs.retain(|(name, _)| {
            def.attr(&ctx[*name]).is_none() || !props.iter().any(|(given, _)| given == name)
        });
    }

    /// Attributes that the record calls the operation's own may be written among the others.
    fn own_attributes(&mut self, state: &mut OpState) {
        if state.attrs.is_empty() {
            return;
        }
        let Some(def) = self.ir.ctx.registry.def(state.code) else { return };
        if def.attrs.is_empty() {
            return;
        }
        let (own, other): (Vec<_>, Vec<_>) =
            state.attrs.drain(..).partition(|(name, _)| def.attr(&self.ir.ctx[*name]).is_some());
        state.props.extend(own);
        state.attrs = other;
    }

    /// `loc(…)` if it stands here.
    pub fn trailing_loc(&mut self) -> Parse<Option<Loc>> {
        if self.at_word("loc") && self.peek().tok == Tok::LParen {
            self.location().map(Some)
        } else {
            Ok(None)
        }
    }

    // ----- pieces that custom parsers share -----

    /// `{name = attr, …}` into the operation's attributes, if it stands here.
    pub fn attr_dict(&mut self, state: &mut OpState) -> Parse<()> {
        if !self.at(Tok::LBrace) {
            return Ok(());
        }
        self.dict_entries(&mut state.attrs)
    }

    /// `attributes {…}`, if it stands here.
    pub fn attr_dict_with_keyword(&mut self, state: &mut OpState) -> Parse<()> {
        if self.eat_word("attributes") {
            if !self.at(Tok::LBrace) {
                return Err(self.unexpected("`{`"));
            }
            self.attr_dict(state)?;
        }
        Ok(())
    }

    /// Adds one of the operation's own attributes.
    pub fn set_prop(&mut self, state: &mut OpState, name: &str, value: Attr) {
        let name = self.ir.ctx.str(name);
        state.props.push((name, value));
    }

    /// `: type`
    pub fn colon_type(&mut self) -> Parse<Type> {
        self.expect(Tok::Colon, "`:` and a type")?;
        self.ty()
    }

    /// `type, type, …`: at least one.
    pub fn type_list(&mut self) -> Parse<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.eat(Tok::Comma) {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// `-> type`, `-> (type, …)`, or nothing.
    pub fn arrow_types(&mut self) -> Parse<Vec<Type>> {
        if !self.eat(Tok::Arrow) {
            return Ok(Vec::new());
        }
        if self.at(Tok::LParen) {
            let mut types = Vec::new();
            self.list(Tok::LParen, Tok::RParen, |p| {
                let ty = p.ty()?;
                types.push(ty);
                Ok(())
            })?;
            return Ok(types);
        }
        Ok(vec![self.ty()?])
    }

    pub(super) fn is_isolated(&self, code: OpCode) -> bool {
        self.ir.ctx.registry.def(code).is_some_and(|def| def.has(Trait::IsolatedFromAbove))
    }

    /// The dialect that names without a dot belong to inside the regions of an operation.
    pub(super) fn default_dialect(&self, code: OpCode) -> &'static str {
        self.ir.ctx.registry.def(code).map_or("", OpDef::default_dialect)
    }

    fn code_of(&mut self, name: &str, span: Span) -> Parse<OpCode> {
        if let Some(code) = self.ir.ctx.registry.find_op(name) {
            return Ok(code);
        }
        // Of a dialect that is there it is known which operations it has.
        let is_of_known =
            name.split_once('.').is_some_and(|(dialect, _)| self.ir.ctx.registry.dialect(dialect).is_some());
        if self.options.allow_unregistered && !name.is_empty() && !is_of_known {
            return Ok(self.ir.ctx.registry.unregistered_op(name));
        }
        Err(self.unknown_operation(name, span))
    }

    fn unknown_operation(&mut self, name: &str, span: Span) -> crate::text::Reported {
        let dialect = name.split('.').next().unwrap_or("");
        let registry = &self.ir.ctx.registry;
        if registry.dialect(dialect).is_none() {
            let known: Vec<_> = registry.dialects().map(|d| d.name).collect();
            let hint = if self.options.allow_unregistered {
                format!(
                    "only the generic form can be read without knowing the dialect: `\"{name}\"(…) : (…) -> (…)`"
                )
            } else {
                "operations of unknown dialects are kept, in generic form, with --allow-unregistered-dialect"
                    .into()
            };
            let diagnostic = Diagnostic::error(
                codes::UNKNOWN_DIALECT,
                span,
                format!("unknown dialect `{dialect}` in operation `{name}`"),
            )
            .note(format!("known dialects: {}", known.join(", ")))
            .hint(hint);
            return self.report(diagnostic);
        }
        let rows = registry.dialect(dialect).map_or(&[][..], |d| d.ops);
        let nearest = base::text::nearest(name, rows.iter().map(|d| d.name));
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_OPERATION, span, format!("unknown operation `{name}`"));
        if let Some(nearest) = nearest {
            diagnostic = diagnostic.hint(format!("did you mean `{nearest}`?"));
        }
        self.report(diagnostic)
    }

    /// Reads the entries of `{name = attr, flag}`.
    pub(super) fn dict_entries(&mut self, entries: &mut Vec<(Str, Attr)>) -> Parse<()> {
        let mut seen = FxHashSet::default();
        self.list(Tok::LBrace, Tok::RBrace, |p| {
            let span = p.token_span();
            let name = match p.tok() {
                Tok::Word => p.word("an attribute name")?.to_string(),
                Tok::Text => p.string()?,
                _ => return Err(p.unexpected("an attribute name")),
            };
            let key = p.ir.ctx.str(&name);
            if name.is_empty() {
                return Err(p.error(codes::BAD_ATTRIBUTE, span, "the name of an attribute is not empty"));
            }
            // Dictionaries are short, as a rule; a long one is not searched again for each of its entries.
            let known = if entries.len() < 32 {
                entries.iter().any(|(known, _)| *known == key)
            } else {
                if seen.is_empty() {
                    seen.extend(entries.iter().map(|(known, _)| *known));
                }
                !seen.insert(key)
            };
            if known {
                return Err(p.error(
                    codes::BAD_ATTRIBUTE,
                    span,
                    format!("attribute `{name}` is given twice"),
                ));
            }
            let value = if p.eat(Tok::Equal) { p.attr()? } else { Attr::UNIT };
            entries.push((key, value));
            Ok(())
        })
    }
}
