//! The declarative assembly format: one string that says how an operation is read and printed.
//!
//! The language is MLIR's, as far as our operations need it:
//!
//! | element | stands for |
//! |---|---|
//! | `` `text` `` | a keyword or punctuation |
//! | `` ` ` ``, ` `` `` ` | a space; no space where one would be printed |
//! | `$name` | an operand, attribute, region or successor (a group of them is separated by commas) |
//! | `type($name)` | the type of an operand or result (types of a group) |
//! | `type(operands)`, `type(results)` | all of them |
//! | `functional-type(a, b)` | `(types of a) -> types of b`; each of `a`, `b` is `$name`, `operands` or `results` |
//! | `operands`, `successors`, `regions` | all of them |
//! | `attr-dict`, `attr-dict-with-keyword` | the attributes that no other element prints |
//! | `( … $anchor^ … )?`, `( … )? : ( … )` | printed only when the anchor is there; otherwise the alternative. A group of results that is left out is empty, and a region that is left out has no blocks |
//!
//! Types that a format does not mention follow from the operation's [`TypeRule`](crate::TypeRule)s, from exact type
//! constraints, or are an error when the format is compiled in the test that compiles them all.

use crate::context::Context;
use crate::opdef::{OpDef, Syntax, TypeRule};
use crate::types::Type;

/// A compiled format.
#[derive(Debug, Default)]
pub struct Format {
    /// What to read or print, in order.
    pub elements: Vec<Element>,
    /// The attributes that `attr-dict` leaves out: those that have elements of their own, and segment sizes.
    pub printed_attrs: Vec<&'static str>,
    /// The record's type rules, with the groups they name found.
    pub rules: Vec<Rule>,
    /// What is wrong with the string; a test checks that this is empty for every operation.
    pub errors: Vec<String>,
}

/// A [`TypeRule`] whose names are found: what follows is a group of operands or results.
#[derive(Debug)]
pub enum Rule {
    /// All of these have one type.
    Same(Vec<Var>),
    /// The first has the type that the function makes of the type of the second.
    Derive(Var, Var, fn(&mut Context, Type) -> Option<Type>),
    /// All of these have the type that the function makes.
    Is(Vec<Var>, fn(&mut Context) -> Type),
    /// It has the type that the attribute carries.
    OfAttr(Var, &'static str),
}

/// What `$name` may be: an index into one of the record's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Var {
    /// Operand group.
    Operand(usize),
    /// Result group.
    Result(usize),
    /// Attribute.
    Attr(usize),
    /// Region.
    Region(usize),
    /// Successor.
    Successor(usize),
}

/// What `type(…)` and `functional-type(…)` range over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typed {
    /// One group.
    Group(Var),
    /// All operands.
    Operands,
    /// All results.
    Results,
}

/// One element of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// A space.
    Space,
    /// No space.
    NoSpace,
    /// A variable.
    Var(Var),
    /// Types.
    Type(Typed),
    /// `(types) -> types`
    FunctionalType(Typed, Typed),
    /// All operands.
    Operands,
    /// All successors.
    Successors,
    /// All regions.
    Regions,
    /// `{…}`, after the word `attributes` if `true`.
    AttrDict(bool),
    /// Elements that are there when the anchor is.
    Optional {
        /// What decides.
        anchor: Var,
        /// The elements when it is there.
        then: Vec<Element>,
        /// The elements when it is not.
        otherwise: Vec<Element>,
    },
}

impl Format {
    /// Compiles the format of a record; empty for records with another syntax.
    pub fn compile(def: &'static OpDef) -> Format {
        let Syntax::Format(text) = def.syntax else { return Format::default() };
        let mut compiler = Compiler { def, rest: text, errors: Vec::new(), anchor: None };
        let elements = compiler.elements(false);
        if !compiler.rest.is_empty() {
            let rest = compiler.rest;
            compiler.errors.push(format!("unexpected `{rest}`"));
        }
        let mut printed_attrs = vec!["operandSegmentSizes", "resultSegmentSizes"];
        let own = def.attrs.iter().enumerate().filter(|(i, _)| prints_attr(&elements, *i));
        printed_attrs.extend(own.map(|(_, attr)| attr.name));
        let rules = def.types.iter().filter_map(|rule| compile_rule(def, rule)).collect();
        Format { elements, printed_attrs, rules, errors: compiler.errors }
    }
}

/// Rules that name groups the record does not have are left out; a test checks that there are none.
fn compile_rule(def: &OpDef, rule: &'static TypeRule) -> Option<Rule> {
    let find = |name: &str| {
        let operand = def.operands.iter().position(|o| o.name == name).map(Var::Operand);
        operand.or_else(|| def.results.iter().position(|r| r.name == name).map(Var::Result))
    };
    let find_all = |names: &[&str]| names.iter().map(|name| find(name)).collect::<Option<_>>();
    Some(match rule {
        TypeRule::Same(names) => Rule::Same(find_all(names)?),
        TypeRule::Derive { to, from, with, .. } => Rule::Derive(find(to)?, find(from)?, *with),
        TypeRule::Is { of, ty } => Rule::Is(find_all(of)?, *ty),
        TypeRule::OfAttr { to, attr } => Rule::OfAttr(find(to)?, attr),
    })
}

/// Whether an attribute is printed by an element of its own.
fn prints_attr(elements: &[Element], attr: usize) -> bool {
    elements.iter().any(|element| match element {
        Element::Var(Var::Attr(a)) => *a == attr,
        Element::Optional { anchor, then, otherwise } => {
            *anchor == Var::Attr(attr) || prints_attr(then, attr) || prints_attr(otherwise, attr)
        }
        _ => false,
    })
}

struct Compiler<'a> {
    def: &'a OpDef,
    rest: &'static str,
    errors: Vec<String>,
    anchor: Option<Var>,
}

impl Compiler<'_> {
    fn elements(&mut self, inside: bool) -> Vec<Element> {
        let mut elements = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || (inside && self.rest.starts_with(')')) {
                return elements;
            }
            match self.element() {
                Some(element) => elements.push(element),
                None => {
                    let rest = std::mem::take(&mut self.rest);
                    self.errors.push(format!("cannot read the format from `{rest}` on"));
                    return elements;
                }
            }
        }
    }

    fn element(&mut self) -> Option<Element> {
        if self.eat("``") {
            return Some(Element::NoSpace);
        }
        if let Some(rest) = self.rest.strip_prefix('`') {
            let end = rest.find('`')?;
            self.rest = &rest[end + 1..];
            let literal = &rest[..end];
            return Some(if literal == " " { Element::Space } else { Element::Literal(literal) });
        }
        if self.rest.starts_with('$') {
            let var = self.var()?;
            if self.eat("^") {
                self.anchor = Some(var);
            }
            return Some(Element::Var(var));
        }
        if self.eat("functional-type(") {
            let from = self.typed()?;
            self.rest = self.rest.trim_start();
            self.eat(",").then_some(())?;
            let to = self.typed()?;
            return self.eat(")").then_some(Element::FunctionalType(from, to));
        }
        if self.eat("type(") {
            let typed = self.typed()?;
            self.eat(")").then_some(())?;
            if self.eat("^") {
                let Typed::Group(var) = typed else { return None };
                self.anchor = Some(var);
            }
            return Some(Element::Type(typed));
        }
        if self.eat("attr-dict-with-keyword") {
            return Some(Element::AttrDict(true));
        }
        if self.eat("attr-dict") {
            return Some(Element::AttrDict(false));
        }
        if self.eat("operands") {
            return Some(Element::Operands);
        }
        if self.eat("successors") {
            return Some(Element::Successors);
        }
        if self.eat("regions") {
            return Some(Element::Regions);
        }
        if self.eat("(") {
            return self.optional();
        }
        None
    }

    fn optional(&mut self) -> Option<Element> {
        let outer = self.anchor.take();
        let then = self.elements(true);
        self.eat(")").then_some(())?;
        self.eat("?").then_some(())?;
        let anchor = std::mem::replace(&mut self.anchor, outer)?;
        let before = self.rest;
        self.rest = self.rest.trim_start();
        let mut otherwise = Vec::new();
        if self.eat(":") {
            self.rest = self.rest.trim_start();
            self.eat("(").then_some(())?;
            otherwise = self.elements(true);
            self.eat(")").then_some(())?;
            self.eat("?");
        } else {
            self.rest = before;
        }
        Some(Element::Optional { anchor, then, otherwise })
    }

    fn typed(&mut self) -> Option<Typed> {
        self.rest = self.rest.trim_start();
        if self.eat("operands") {
            return Some(Typed::Operands);
        }
        if self.eat("results") {
            return Some(Typed::Results);
        }
        self.var().map(Typed::Group)
    }

    fn var(&mut self) -> Option<Var> {
        let rest = self.rest.strip_prefix('$')?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        let def = self.def;
        let var = (def.operands.iter().position(|o| o.name == name).map(Var::Operand))
            .or_else(|| def.attrs.iter().position(|a| a.name == name).map(Var::Attr))
            .or_else(|| def.results.iter().position(|r| r.name == name).map(Var::Result))
            .or_else(|| def.regions.iter().position(|r| r.name == name).map(Var::Region))
            .or_else(|| def.successors.iter().position(|s| s.0 == name).map(Var::Successor))?;
        self.rest = &rest[end..];
        Some(var)
    }

    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}
