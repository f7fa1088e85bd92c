//! Reading an operation by its declarative format.

use crate::attrs::{Attr, AttrKind};
use crate::builder::OpState;
use crate::constraints::AttrSyntax;
use crate::opdef::{Arity, OpDef, OperandDef, Trait};
use crate::text::format::{Element, Rule, Typed, Var};
use crate::text::lexer::Tok;
use crate::text::parser::{Operand, Parse, Parser};
use crate::types::{Type, TypeKind};
use base::text::counted;
use base::{Span, codes};
use smallvec::SmallVec;

/// The types of a group, as far as they are known.
#[derive(Clone)]
enum Types {
    Unknown,
    /// Every member has this one.
    All(Type),
    /// One a member.
    Each(Vec<Type>),
}

/// What has been read of an operation so far, by group. Most operations have a few operands of one type, for which this
/// allocates nothing.
struct Groups<'a> {
    operands: SmallVec<[Operand<'a>; 4]>,
    /// Where each group of operands begins in `operands`, and its size.
    members: SmallVec<[(usize, usize); 4]>,
    operand_types: SmallVec<[Types; 4]>,
    result_types: SmallVec<[Types; 2]>,
    /// How many successors each group has so far.
    successors: SmallVec<[usize; 2]>,
    /// The types of all operands, when they came as one list.
    all_operand_types: Option<Vec<Type>>,
    span: Span,
}

impl<'a> Parser<'a> {
    /// Reads what follows the name of an operation whose record has a format.
    pub(super) fn formatted(&mut self, def: &'static OpDef, state: &mut OpState) -> Parse<()> {
        let mut groups = Groups {
            operands: SmallVec::new(),
            members: smallvec::smallvec![(0, 0); def.operands.len()],
            operand_types: smallvec::smallvec![Types::Unknown; def.operands.len()],
            result_types: smallvec::smallvec![Types::Unknown; def.results.len()],
            successors: smallvec::smallvec![0; def.successors.len()],
            all_operand_types: None,
            span: self.token_span(),
        };
        // Formats are compiled once and shared; the clone is of a handle.
        let format = self.ir.ctx.registry.format_of(state.code).clone();
        self.format_elements(def, &format.elements, state, &mut groups)?;
        self.resolve_groups(def, &format.rules, state, &mut groups)
    }

    fn format_elements(
        &mut self,
        def: &'static OpDef,
        elements: &[Element],
        state: &mut OpState,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        for element in elements {
            match element {
                Element::Space | Element::NoSpace => {}
                Element::Literal(text) => self.format_literal(text)?,
                Element::Var(var) => self.format_var(def, *var, state, groups)?,
                Element::Type(Typed::Group(var)) => {
                    let types = self.group_types(arity(def, *var))?;
                    *group_slot(groups, *var) = types;
                }
                Element::Type(Typed::Operands) => groups.all_operand_types = Some(self.type_list()?),
                Element::Type(Typed::Results) => {
                    let types = self.type_list()?;
                    self.spread_results(def, types, groups)?;
                }
                Element::FunctionalType(from, to) => self.functional_type(def, *from, *to, groups)?,
                Element::Operands => {
                    let operands = self.operands()?;
                    self.spread_operands(def, &operands, groups)?;
                }
                Element::Successors => {
                    if self.at(Tok::Caret) {
                        let block = self.successor()?;
                        state.successors.push(block);
                        while self.eat(Tok::Comma) {
                            let block = self.successor()?;
                            state.successors.push(block);
                        }
                    }
                }
                Element::Regions => {
                    while self.at(Tok::LBrace) {
                        let region = self.region(&[], def.has(Trait::IsolatedFromAbove))?;
                        state.regions.push(region);
                        if !self.eat(Tok::Comma) {
                            break;
                        }
                    }
                }
                Element::AttrDict(false) => self.attr_dict(state)?,
                Element::AttrDict(true) => self.attr_dict_with_keyword(state)?,
                Element::Optional { anchor, then, otherwise } => {
                    if self.begins(def, then) {
                        if let Var::Attr(attr) = anchor
                            && matches!(def.attrs[*attr].kind.syntax, AttrSyntax::Unit)
                        {
                            self.set_prop(state, def.attrs[*attr].name, Attr::UNIT);
                        }
                        self.format_elements(def, then, state, groups)?;
                    } else {
                        self.leave_out(def, *anchor, state, groups);
                        self.format_elements(def, otherwise, state, groups)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What the operation has of an anchor that the text leaves out: no results in an open group, a region without blocks.
    fn leave_out(&mut self, def: &'static OpDef, anchor: Var, state: &mut OpState, groups: &mut Groups<'a>) {
        match anchor {
            Var::Result(i) if def.results[i].arity != Arity::One => {
                groups.result_types[i] = Types::Each(Vec::new());
            }
            Var::Region(_) => {
                let region = self.ir.create_region();
                state.regions.push(region);
            }
            _ => {}
        }
    }

    /// Whether the current token can begin these elements.
    fn begins(&self, def: &OpDef, elements: &[Element]) -> bool {
        match elements.iter().find(|e| !matches!(e, Element::Space | Element::NoSpace)) {
            Some(Element::Literal(text)) => self.token_text() == *text,
            Some(Element::Var(Var::Operand(_)) | Element::Operands) => self.at(Tok::Percent),
            Some(Element::Var(Var::Region(_)) | Element::Regions) => self.at(Tok::LBrace),
            Some(Element::Var(Var::Successor(_)) | Element::Successors) => self.at(Tok::Caret),
            Some(Element::Var(Var::Attr(attr))) => match def.attrs[*attr].kind.syntax {
                AttrSyntax::Any => matches!(
                    self.tok(),
                    Tok::Hash | Tok::Integer | Tok::Float | Tok::Minus | Tok::Text | Tok::At | Tok::LSquare
                ),
                AttrSyntax::Number(_) => matches!(self.tok(), Tok::Integer | Tok::Float | Tok::Minus),
                AttrSyntax::Symbol | AttrSyntax::SymbolName => self.at(Tok::At),
                AttrSyntax::Text => self.at(Tok::Text),
                AttrSyntax::Unit | AttrSyntax::Type => false,
                AttrSyntax::Enum(_) => self.at(Tok::Less),
                AttrSyntax::IntEnum(cases, _) => {
                    self.at(Tok::Word) && cases.value(self.token_text()).is_some()
                }
                AttrSyntax::I64Array | AttrSyntax::I32Array => self.at(Tok::LSquare),
            },
            _ => false,
        }
    }

    fn format_literal(&mut self, text: &str) -> Parse<()> {
        if self.token_text() == text {
            self.bump();
            return Ok(());
        }
        Err(self.unexpected(&format!("`{text}`")))
    }

    fn format_var(
        &mut self,
        def: &'static OpDef,
        var: Var,
        state: &mut OpState,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        match var {
            Var::Operand(i) => {
                let start = groups.operands.len();
                match def.operands[i].arity {
                    Arity::Optional if !self.at_operand() => {}
                    Arity::One | Arity::Optional => {
                        let operand = self.operand()?;
                        groups.operands.push(operand);
                    }
                    Arity::Variadic => groups.operands.extend(self.operands()?),
                }
                groups.members[i] = (start, groups.operands.len() - start);
            }
            Var::Attr(i) => self.format_attr(def, i, state)?,
            Var::Region(_) => {
                let region = self.region(&[], def.has(Trait::IsolatedFromAbove))?;
                state.regions.push(region);
            }
            Var::Successor(i) => self.format_successors(def, i, state, groups)?,
            Var::Result(_) => unreachable!("a test checks that formats name results only in type(…)"),
        }
        Ok(())
    }

    /// The blocks of one group of successors, which go where the record has them, whatever the order in the text.
    fn format_successors(
        &mut self,
        def: &'static OpDef,
        group: usize,
        state: &mut OpState,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        let is_open = def.successors[group].1 != Arity::One;
        if is_open && !self.at(Tok::Caret) {
            return Ok(());
        }
        loop {
            let block = self.successor()?;
            let at = groups.successors[..=group].iter().sum();
            state.successors.insert(at, block);
            groups.successors[group] += 1;
            if !is_open || !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    fn format_attr(&mut self, def: &'static OpDef, index: usize, state: &mut OpState) -> Parse<()> {
        let attr = &def.attrs[index];
        let span = self.token_span();
        let value = match attr.kind.syntax {
            AttrSyntax::Any => self.attr()?,
            AttrSyntax::Number(ty) => self.number_attr(ty)?,
            AttrSyntax::Symbol => self.symbol_ref()?,
            AttrSyntax::SymbolName => {
                let name = self.symbol_name()?;
                self.ir.ctx.str_attr(&name)
            }
            AttrSyntax::Text => {
                let text = self.string()?;
                self.ir.ctx.str_attr(&text)
            }
            AttrSyntax::Unit => Attr::UNIT,
            AttrSyntax::Type => {
                let ty = self.ty()?;
                self.ir.ctx.type_attr(ty)
            }
            AttrSyntax::Enum(cases) => {
                self.expect(Tok::Less, "`<`")?;
                let value = self.enum_value(cases)?;
                self.expect(Tok::Greater, "`>`")?;
                self.ir.ctx.attr(AttrKind::Enum { def: cases, value })
            }
            AttrSyntax::IntEnum(cases, ty) => {
                let value = self.enum_value(cases)?;
                self.ir.ctx.int_attr(value as i64, ty)
            }
            AttrSyntax::I64Array => self.int_array_attr(Type::I64)?,
            AttrSyntax::I32Array => self.int_array_attr(Type::I32)?,
        };
        if !(attr.kind.test)(&self.ir.ctx, value) {
            let message = format!("attribute `{}` must be {}", attr.name, attr.kind.what);
            return Err(self.error(codes::ATTRIBUTE_KIND, self.span_from(span), message));
        }
        self.set_prop(state, attr.name, value);
        Ok(())
    }

    // ----- types -----

    fn group_types(&mut self, arity: Arity) -> Parse<Types> {
        match arity {
            Arity::One => self.ty().map(Types::All),
            // An empty group prints no types.
            Arity::Optional if self.at_type() => self.ty().map(Types::All),
            Arity::Variadic if self.at_type() => self.type_list().map(Types::Each),
            _ => Ok(Types::Each(Vec::new())),
        }
    }

    fn functional_type(
        &mut self,
        def: &'static OpDef,
        from: Typed,
        to: Typed,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        let span = self.token_span();
        let ty = self.ty()?;
        let TypeKind::Function { inputs, results } = self.ir.ctx[ty].clone() else {
            return Err(self.error(
                codes::BAD_TYPE,
                self.span_from(span),
                "expected a function type such as `(i32) -> i32`",
            ));
        };
        for (typed, types) in [(from, inputs), (to, results)] {
            let types = types.into_vec();
            match typed {
                Typed::Operands => groups.all_operand_types = Some(types),
                Typed::Results => self.spread_results(def, types, groups)?,
                Typed::Group(var) => *group_slot(groups, var) = Types::Each(types),
            }
        }
        Ok(())
    }

    /// Deals one list of results' types out to the groups.
    fn spread_results(
        &mut self,
        def: &'static OpDef,
        types: Vec<Type>,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        let mut at = 0;
        for (i, size) in self.group_sizes(def.results, types.len(), groups.span)?.into_iter().enumerate() {
            groups.result_types[i] = Types::Each(types[at..at + size].to_vec());
            at += size;
        }
        Ok(())
    }

    fn spread_operands(
        &mut self,
        def: &'static OpDef,
        operands: &[Operand<'a>],
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        let mut at = groups.operands.len();
        for (i, size) in self.group_sizes(def.operands, operands.len(), groups.span)?.into_iter().enumerate()
        {
            groups.members[i] = (at, size);
            at += size;
        }
        groups.operands.extend_from_slice(operands);
        Ok(())
    }

    /// The sizes of groups of which at most one is open.
    fn group_sizes(&mut self, defs: &'static [OperandDef], count: usize, span: Span) -> Parse<Vec<usize>> {
        let open = defs.iter().filter(|d| d.arity != Arity::One).count();
        let fixed = defs.len() - open;
        if count < fixed || (open == 0 && count != fixed) {
            let message =
                format!("expected {}{fixed}, found {count}", if open == 0 { "" } else { "at least " });
            return Err(self.error(codes::WRONG_COUNT, span, message));
        }
        Ok(defs.iter().map(|d| if d.arity == Arity::One { 1 } else { count - fixed }).collect())
    }

    /// Finds the types that the text leaves out, resolves the operands and fills in the operation.
    fn resolve_groups(
        &mut self,
        def: &'static OpDef,
        rules: &[Rule],
        state: &mut OpState,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        if let Some(types) = groups.all_operand_types.take() {
            let count: usize = groups.members.iter().map(|(_, size)| size).sum();
            if count != types.len() {
                let message = format!("{} but {}", counted(count, "operand"), counted(types.len(), "type"));
                return Err(self.error(codes::WRONG_COUNT, groups.span, message));
            }
            let mut at = 0;
            for (i, (_, size)) in groups.members.iter().enumerate() {
                groups.operand_types[i] = Types::Each(types[at..at + size].to_vec());
                at += size;
            }
        }
        self.infer_types(def, rules, state, groups)?;
        for (types, (start, size)) in groups.operand_types.iter().zip(&groups.members) {
            if let Types::Each(types) = types
                && types.len() != *size
            {
                let message = format!("{} but {}", counted(*size, "operand"), counted(types.len(), "type"));
                let span = self.span_from(groups.span);
                return Err(self.error(codes::WRONG_COUNT, span, message));
            }
            for (i, operand) in groups.operands[*start..start + size].iter().enumerate() {
                let ty = match types {
                    Types::All(ty) => *ty,
                    Types::Each(types) => types[i],
                    Types::Unknown => unreachable!("infer_types reports types it cannot tell"),
                };
                let value = self.resolve(*operand, ty)?;
                state.operands.push(value);
            }
        }
        for types in &groups.result_types {
            match types {
                Types::All(ty) => state.result_types.push(*ty),
                Types::Each(types) => state.result_types.extend(types),
                Types::Unknown => unreachable!("infer_types reports types it cannot tell"),
            }
        }
        if def.has(Trait::OperandSegments) {
            let sizes: Vec<i32> = groups.members.iter().map(|(_, size)| *size as i32).collect();
            let sizes = self.ir.ctx.i32_array_attr(&sizes);
            self.set_prop(state, "operandSegmentSizes", sizes);
        }
        Ok(())
    }

    fn infer_types(
        &mut self,
        def: &'static OpDef,
        rules: &[Rule],
        state: &OpState,
        groups: &mut Groups<'a>,
    ) -> Parse<()> {
        for (i, operand) in def.operands.iter().enumerate() {
            if !matches!(groups.operand_types[i], Types::Unknown) {
                continue;
            }
            if groups.members[i].1 == 0 && operand.arity != Arity::One {
                groups.operand_types[i] = Types::Each(Vec::new());
            } else if let Some(exact) = operand.ty.exact {
                groups.operand_types[i] = Types::All(exact);
            }
        }
        for (i, result) in def.results.iter().enumerate() {
            if let (Types::Unknown, Some(exact), Arity::One) =
                (&groups.result_types[i], result.ty.exact, result.arity)
            {
                groups.result_types[i] = Types::All(exact);
            }
        }
        // Each round settles at least one group, or is the last.
        let is_open = |groups: &Groups<'a>| {
            let mut types = groups.operand_types.iter().chain(&groups.result_types);
            types.any(|types| matches!(types, Types::Unknown))
        };
        let mut changed = true;
        while changed && is_open(groups) {
            changed = false;
            for rule in rules {
                changed |= self.apply_rule(rule, state, groups);
            }
        }
        let missing = (def.operands.iter().zip(&groups.operand_types))
            .chain(def.results.iter().zip(&groups.result_types))
            .find(|(_, types)| matches!(types, Types::Unknown));
        if let Some((group, _)) = missing {
            let message = format!("cannot tell the type of `{}`", group.name);
            return Err(self.error(codes::BAD_TYPE, groups.span, message));
        }
        Ok(())
    }

    fn apply_rule(&mut self, rule: &Rule, state: &OpState, groups: &mut Groups<'a>) -> bool {
        match rule {
            Rule::Same(vars) => {
                let Some(ty) = vars.iter().find_map(|var| known_type(groups, *var)) else { return false };
                let mut changed = false;
                for var in vars {
                    changed |= settle(groups, *var, ty);
                }
                changed
            }
            Rule::Derive(to, from, with) => {
                let Some(from) = known_type(groups, *from) else { return false };
                if known_type(groups, *to).is_some() {
                    return false;
                }
                with(&mut self.ir.ctx, from).is_some_and(|ty| settle(groups, *to, ty))
            }
            Rule::Is(vars, ty) => {
                let ty = ty(&mut self.ir.ctx);
                let mut changed = false;
                for var in vars {
                    changed |= settle(groups, *var, ty);
                }
                changed
            }
            Rule::OfAttr(to, attr) => {
                let named = |(name, _): &&(base::Str, Attr)| &self.ir.ctx[*name] == *attr;
                let Some((_, value)) = state.props.iter().find(named) else { return false };
                let ty = match self.ir.ctx[*value] {
                    AttrKind::Type(ty) => Some(ty),
                    _ => self.ir.ctx.attr_ty(*value),
                };
                ty.is_some_and(|ty| settle(groups, *to, ty))
            }
        }
    }
}

fn arity(def: &OpDef, var: Var) -> Arity {
    match var {
        Var::Operand(i) => def.operands[i].arity,
        Var::Result(i) => def.results[i].arity,
        _ => Arity::One,
    }
}

fn group_slot<'g>(groups: &'g mut Groups<'_>, var: Var) -> &'g mut Types {
    match var {
        Var::Operand(i) => &mut groups.operand_types[i],
        Var::Result(i) => &mut groups.result_types[i],
        _ => unreachable!("a test checks that type(…) names operands and results only"),
    }
}

fn known_type(groups: &mut Groups<'_>, var: Var) -> Option<Type> {
    match group_slot(groups, var) {
        Types::Unknown => None,
        Types::All(ty) => Some(*ty),
        Types::Each(types) => types.first().copied(),
    }
}

/// Gives a group a type if it has none; says whether it did.
fn settle(groups: &mut Groups<'_>, var: Var, ty: Type) -> bool {
    let slot = group_slot(groups, var);
    let open = matches!(slot, Types::Unknown);
    if open {
        *slot = Types::All(ty);
    }
    open
}
