//! Statements.
//!
//! A statement that is wrong is left out of the tree after it was reported: with an error there will be no tree in the end, and what
//! remains has to be read on only for the sake of further errors.

use super::constant::resize;
use super::convert::{converted, promote};
use super::types::is_keyword;
use super::{Conversion, Parser, Read, SwitchState, Wrong, pragma};
use crate::token::{Place as Origin, TokenKind};
use crate::tree::{Expr, LoopHints, Stmt, StmtKind};
use crate::types::{IntType, Type};
use base::{Bits, Diagnostic, codes};
use std::cmp::Ordering;

impl Parser<'_> {
    /// Reads what is in a block, up to its `}`.
    pub(super) fn block_items(&mut self) -> Vec<Stmt> {
        let mut out = Vec::new();
        while !self.is("}") && *self.peek() != TokenKind::End {
            let start = self.at;
            let declares = self.is_declaration();
            let read = self.deeper(|parser| match declares {
                true => parser.declaration(&mut out),
                false => parser.statement(&mut out, true),
            });
            match read {
                Ok(()) => {}
                Err(_) if declares => self.recover_declaration(start),
                Err(_) => self.recover(start),
            }
            if self.at == start {
                self.next();
            }
        }
        out
    }

    /// Whether a declaration comes next, be it of a type that is not known.
    fn is_declaration(&self) -> bool {
        let TokenKind::Name(name) = self.peek() else { return false };
        if matches!(self.peek_after(1), TokenKind::Punct(":")) {
            return false;
        }
        if self.is_type_start() || **name == *"_Static_assert" {
            return true;
        }
        if matches!(&**name, "__extension__") {
            return self.is_type_after(1);
        }
        if is_keyword(name) || self.meaning(name).is_some() {
            return false;
        }
        match (self.peek_after(1), self.peek_after(2), self.peek_after(3)) {
            (TokenKind::Name(next), ..) => !is_keyword(next),
            (TokenKind::Punct("*"), TokenKind::Name(_), TokenKind::Punct(";" | "=" | "," | "[")) => true,
            _ => false,
        }
    }

    /// Reads `{ … }`. Pragmas at its beginning that ask for something of the loop whose body it is go to `hints`.
    fn block(&mut self, hints: Option<&mut LoopHints>) -> Read<Stmt> {
        let origin = self.expect("{")?;
        if let Some(hints) = hints {
            self.inner_pragmas(hints);
        }
        self.open_scope();
        let items = self.block_items();
        self.close_scope();
        self.expect("}")?;
        Ok(Stmt { kind: StmtKind::Block(items), origin })
    }

    fn inner_pragmas(&mut self, hints: &mut LoopHints) {
        while let TokenKind::Pragma(text) = self.peek()
            && pragma::may_be_inside(text)
        {
            let origin = self.next().place;
            if let Some(more) = self.pragma(text, origin) {
                pragma::merge(hints, more);
            }
        }
    }

    /// Reads a statement that is a part of another, and goes on behind it even if it is wrong.
    fn part(&mut self) -> Box<Stmt> {
        let start = self.at;
        let origin = self.here();
        let mut out = Vec::new();
        if self.deeper(|parser| parser.statement(&mut out, false)).is_err() {
            self.recover(start);
        }
        Box::new(match out.len() {
            1 => out.remove(0),
            _ => Stmt { kind: StmtKind::Block(out), origin },
        })
    }

    /// Reads the body of a loop.
    fn loop_body(&mut self, hints: &mut LoopHints) -> Box<Stmt> {
        if let Some(state) = &mut self.function {
            state.loops += 1;
        }
        self.inner_pragmas(hints);
        let body = match self.is("{") {
            true => {
                let (start, origin) = (self.at, self.here());
                let block = self.deeper(|parser| parser.block(Some(hints)));
                Box::new(block.unwrap_or_else(|_| {
                    self.recover(start);
                    Stmt { kind: StmtKind::Block(Vec::new()), origin }
                }))
            }
            false => self.part(),
        };
        if let Some(state) = &mut self.function {
            state.loops -= 1;
        }
        body
    }

    /// Reads a statement, with the labels and pragmas before it. Declarations may stand behind labels in a block.
    fn statement(&mut self, out: &mut Vec<Stmt>, in_block: bool) -> Read<()> {
        let mut hints = LoopHints::default();
        let mut asked = None;
        loop {
            self.skip_attributes()?;
            let here = self.here();
            if let TokenKind::Pragma(text) = self.peek() {
                self.next();
                if let Some(more) = self.pragma(text, here) {
                    pragma::merge(&mut hints, more);
                    asked = Some((text, here));
                }
            } else if self.is_label() {
                self.label_statement(out)?;
            } else {
                break;
            }
        }
        if let Some((text, origin)) = asked
            && !(self.is_word("for") || self.is_word("while") || self.is_word("do"))
        {
            self.stray_pragma(text, origin);
        }
        if in_block && (self.is("}") || *self.peek() == TokenKind::End) {
            return Ok(());
        }
        if self.is_declaration() {
            if in_block {
                return self.declaration(out);
            }
            let here = self.here();
            return Err(self.error(
                codes::C_SYNTAX,
                here,
                "a declaration has to stand in a block, between `{` and `}`",
            ));
        }
        let origin = self.here();
        if let Some(kind) = self.plain_statement(hints, out)? {
            out.push(Stmt { kind, origin });
        }
        Ok(())
    }

    fn is_label(&self) -> bool {
        match self.peek() {
            TokenKind::Name(name) => match &**name {
                "case" => true,
                "default" => matches!(self.peek_after(1), TokenKind::Punct(":")),
                word => !is_keyword(word) && matches!(self.peek_after(1), TokenKind::Punct(":")),
            },
            _ => false,
        }
    }

    /// Reads a label, a `case` or a `default`, and its `:`.
    fn label_statement(&mut self, out: &mut Vec<Stmt>) -> Read<()> {
        let token = self.next();
        let origin = token.place;
        let TokenKind::Name(name) = &token.kind else { return Ok(()) };
        let kind = match &**name {
            "case" => self.case(origin)?,
            "default" => self.default(origin),
            _ => {
                let Some(id) = self.label(name) else { return Ok(()) };
                if let Some(state) = &mut self.function
                    && let Some(before) = state.labels[id.index()].defined.replace(origin)
                {
                    let message = format!("there are two labels `{name}`");
                    let diagnostic = Diagnostic::error(codes::C_JUMP, origin.used, message);
                    self.report(diagnostic.label(before.used, "the first is here"), origin);
                }
                Some(StmtKind::Label(id, name.clone()))
            }
        };
        self.expect(":")?;
        out.extend(kind.map(|kind| Stmt { kind, origin }));
        Ok(())
    }

    fn case(&mut self, origin: Origin) -> Read<Option<StmtKind>> {
        let (low, low_type) = self.constant_expression("the value of a `case`")?;
        let (high, high_type) = match self.eat("...") {
            true => self.constant_expression("the value of a `case`")?,
            false => (low.clone(), low_type),
        };
        let Some(switch) = self.function.as_mut().and_then(|state| state.switches.last_mut()) else {
            self.error(codes::C_JUMP, origin, "a `case` outside of `switch`");
            return Ok(None);
        };
        let (low, high) =
            (resize(&low, low_type, switch.ty.width()), resize(&high, high_type, switch.ty.width()));
        if compare(&low, &high, switch.ty) == Ordering::Greater {
            self.suspicious(origin, "the range ends before it begins, so nothing comes here");
            return Ok(None);
        }
        switch.cases.push((low.clone(), high.clone(), origin));
        Ok(Some(StmtKind::Case(low, high)))
    }

    fn default(&mut self, origin: Origin) -> Option<StmtKind> {
        let Some(switch) = self.function.as_mut().and_then(|state| state.switches.last_mut()) else {
            self.error(codes::C_JUMP, origin, "a `default` outside of `switch`");
            return None;
        };
        if let Some(before) = switch.default.replace(origin) {
            let diagnostic = Diagnostic::error(codes::C_JUMP, origin.used, "there are two `default`s");
            self.report(diagnostic.label(before.used, "the first is here"), origin);
        }
        Some(StmtKind::Default)
    }

    /// Reads a statement without labels; `None` for one that does nothing or is wrong.
    fn plain_statement(&mut self, hints: LoopHints, out: &mut Vec<Stmt>) -> Read<Option<StmtKind>> {
        let origin = self.here();
        let word = match self.peek() {
            TokenKind::Punct(";") => {
                self.next();
                return Ok(None);
            }
            TokenKind::Punct("{") => return self.block(None).map(|block| Some(block.kind)),
            TokenKind::Name(name) => &**name,
            _ => "",
        };
        match word {
            "if" => return Ok(self.if_statement()),
            "while" => return Ok(self.while_statement(hints)),
            "do" => return self.do_statement(hints),
            "for" => return Ok(self.for_statement(hints)),
            "switch" => return Ok(self.switch_statement()),
            "goto" => return self.goto_statement(),
            "break" | "continue" => {
                self.next();
                self.semicolon()?;
                return Ok(self.jump(word, origin));
            }
            "return" => return self.return_statement(out),
            "asm" | "__asm" | "__asm__" => return Err(self.no_assembly()),
            "else" => return Err(self.error(codes::C_SYNTAX, origin, "an `else` without an `if`")),
            _ => {}
        }
        let expr = self.expression()?;
        self.semicolon()?;
        Ok(Some(StmtKind::Expr(expr)))
    }

    /// Reads `( … )`, and goes behind it even if it is wrong.
    fn parenthesised<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if !self.is("(") {
            let wrong = self.unexpected("`(`");
            while !matches!(self.peek(), TokenKind::Punct("{" | "}" | ";") | TokenKind::End) {
                self.next();
            }
            return Err(wrong);
        }
        let open = self.at;
        self.next();
        let result = read(self).and_then(|value| self.expect(")").map(|_| value));
        if result.is_err() {
            self.skip_past(open);
        }
        result
    }

    fn if_statement(&mut self) -> Option<StmtKind> {
        self.next();
        let condition = self.parenthesised(|parser| parser.condition());
        let then = self.part();
        let otherwise = self.eat_word("else").then(|| self.part());
        Some(StmtKind::If(condition.ok()?, then, otherwise))
    }

    fn while_statement(&mut self, mut hints: LoopHints) -> Option<StmtKind> {
        self.next();
        let condition = self.parenthesised(|parser| parser.condition());
        let body = self.loop_body(&mut hints);
        Some(StmtKind::While(hints, condition.ok()?, body))
    }

    fn do_statement(&mut self, mut hints: LoopHints) -> Read<Option<StmtKind>> {
        self.next();
        let body = self.loop_body(&mut hints);
        if !self.eat_word("while") {
            return Err(self.unexpected("`while`"));
        }
        let condition = self.parenthesised(|parser| parser.condition());
        self.semicolon()?;
        Ok(condition.ok().map(|condition| StmtKind::Do(hints, body, condition)))
    }

    fn for_statement(&mut self, mut hints: LoopHints) -> Option<StmtKind> {
        self.next();
        self.open_scope();
        let head = self.parenthesised(|parser| parser.for_head());
        let body = self.loop_body(&mut hints);
        self.close_scope();
        let (first, condition, step) = head.ok()?;
        Some(StmtKind::For(hints, first, condition, step, body))
    }

    fn for_head(&mut self) -> Read<(Vec<Stmt>, Option<Expr>, Option<Expr>)> {
        let mut first = Vec::new();
        let start = self.at;
        if self.is_declaration() {
            if self.declaration(&mut first).is_err() {
                self.recover_declaration(start);
                return Err(Wrong);
            }
        } else if !self.eat(";") {
            let origin = self.here();
            let expr = self.expression()?;
            first.push(Stmt { kind: StmtKind::Expr(expr), origin });
            self.expect(";")?;
        }
        let condition = if self.is(";") { None } else { Some(self.condition()?) };
        self.expect(";")?;
        let step = if self.is(")") { None } else { Some(self.expression()?) };
        Ok((first, condition, step))
    }

    fn switch_statement(&mut self) -> Option<StmtKind> {
        self.next();
        let operand = self.parenthesised(|parser| parser.switch_operand());
        let ty = match &operand {
            Ok(Expr { ty: Type::Int(ty), .. }) => *ty,
            _ => IntType::INT,
        };
        if let Some(state) = &mut self.function {
            state.switches.push(SwitchState { ty, cases: Vec::new(), default: None });
        }
        let body = self.part();
        let switch = self.function.as_mut().and_then(|state| state.switches.pop());
        let operand = operand.ok()?;
        self.distinct_cases(switch?);
        Some(StmtKind::Switch(operand, body))
    }

    /// The operand of a `switch`, promoted.
    fn switch_operand(&mut self) -> Read<Expr> {
        let operand = self.expression()?;
        match operand.ty {
            Type::Int(ty) => Ok(converted(operand, &Type::Int(promote(ty)))),
            _ => {
                let text = self.type_text(&operand.ty);
                let message = format!("`switch` takes an integer, not `{text}`");
                Err(self.error(codes::C_TYPE, operand.origin, message))
            }
        }
    }

    /// Reports cases of a switch that overlap.
    fn distinct_cases(&mut self, mut switch: SwitchState) {
        switch.cases.sort_by(|a, b| compare(&a.0, &b.0, switch.ty));
        for pair in switch.cases.windows(2) {
            let ((_, high, first), (low, _, second)) = (&pair[0], &pair[1]);
            if compare(low, high, switch.ty) != Ordering::Greater {
                let value =
                    if switch.ty.signed { low.signed().to_string() } else { low.unsigned().to_string() };
                let message = format!("there are two cases for {value}");
                let diagnostic = Diagnostic::error(codes::C_JUMP, second.used, message);
                self.report(diagnostic.label(first.used, "the other is here"), *second);
            }
        }
    }

    fn goto_statement(&mut self) -> Read<Option<StmtKind>> {
        let origin = self.next().place;
        if self.is("*") {
            return Err(self.unsupported(origin, "`goto` to a computed label is", "use `switch`"));
        }
        let TokenKind::Name(name) = self.peek() else { return Err(self.unexpected("a label")) };
        if is_keyword(name) {
            return Err(self.unexpected("a label"));
        }
        self.next();
        self.semicolon()?;
        let Some(id) = self.label(name) else { return Ok(None) };
        if let Some(state) = &mut self.function {
            state.labels[id.index()].used.get_or_insert(origin);
        }
        Ok(Some(StmtKind::Goto(id, name.clone())))
    }

    /// `break` or `continue`.
    fn jump(&mut self, word: &str, origin: Origin) -> Option<StmtKind> {
        let state = self.function.as_ref()?;
        let (loops, switches) = (state.loops > 0, !state.switches.is_empty());
        match word {
            "break" if loops || switches => Some(StmtKind::Break),
            "continue" if loops => Some(StmtKind::Continue),
            "break" => {
                self.error(codes::C_JUMP, origin, "a `break` outside of loops and `switch`");
                None
            }
            _ => {
                self.error(codes::C_JUMP, origin, "a `continue` outside of loops");
                None
            }
        }
    }

    fn return_statement(&mut self, out: &mut Vec<Stmt>) -> Read<Option<StmtKind>> {
        let origin = self.next().place;
        let value = if self.is(";") { None } else { Some(self.expression()?) };
        self.semicolon()?;
        let result = match &self.function {
            Some(state) => self.unit.functions[state.id].result.clone(),
            None => Type::Void,
        };
        match value {
            None if result == Type::Void => {}
            None => {
                let text = self.type_text(&result);
                let message = format!("a `return` without a value, but the function returns `{text}`");
                self.error(codes::C_TYPE, origin, message);
            }
            Some(value) if result == Type::Void && value.ty == Type::Void => {
                let origin = value.origin;
                out.push(Stmt { kind: StmtKind::Expr(value), origin });
            }
            Some(value) if result == Type::Void => {
                self.error(
                    codes::C_TYPE,
                    value.origin,
                    "the function returns `void`, but a value is returned",
                );
            }
            Some(value) => {
                let value = self.convert(value, &result, Conversion::Return).ok();
                return Ok(value.map(|value| StmtKind::Return(Some(value))));
            }
        }
        Ok(Some(StmtKind::Return(None)))
    }
}

/// Compares two values of a type.
fn compare(one: &Bits, other: &Bits, ty: IntType) -> Ordering {
    if ty.signed { one.scmp(other) } else { one.ucmp(other) }
}
