//! Initialisers: braces, and braces left out; designators; strings for arrays of characters.
//!
//! A list in braces is read with a path to the part that comes next. A designator sets the path, an initialiser without one moves it to the
//! next part, and an expression where the path ends at an array or a structure makes it go down to its first scalar.

use super::constant::resize;
use super::layout::string_initial;
use super::{Conversion, Parser, Read, Wrong};
use crate::token::{Place as Origin, TokenKind};
use crate::tree::{Expr, ExprKind, Initial};
use crate::types::{FloatType, IntType, Rank, Type};
use base::{Bits, codes};
use std::collections::BTreeMap;

/// How many parts ranges such as `[0 ... 99]` make in one initialiser.
const MAX_PARTS: u64 = 1 << 20;

/// An initialiser while it is read: later parts replace earlier ones.
#[derive(Clone)]
enum Slot {
    Value(Expr),
    Parts(BTreeMap<u64, Slot>),
}

/// A step from an array or a structure to a part of it.
#[derive(Clone)]
struct Step {
    /// Of the whole.
    ty: Type,
    part: u64,
    /// The last part, for a range.
    last: u64,
}

/// A list in braces.
struct List {
    /// What it initialises.
    ty: Type,
    path: Vec<Step>,
    parts: BTreeMap<u64, Slot>,
    /// One more than the last element that is initialised.
    count: u64,
    /// Whether it was said that there is too much.
    excess: bool,
}

impl Parser<'_> {
    /// Reads the initialiser of an object of a type, which gets the size that the initialiser gives it if it has none.
    pub(super) fn initialiser(&mut self, ty: &mut Type, origin: Origin) -> Read<Initial> {
        let mut budget = MAX_PARTS;
        let slot = self.slot(ty, origin, &mut budget)?;
        Ok(slot.into_initial())
    }

    fn slot(&mut self, ty: &mut Type, origin: Origin, budget: &mut u64) -> Read<Slot> {
        if let Some(char_type) = char_element(ty)
            && let Some(slot) = self.string_slot(ty, char_type)?
        {
            return Ok(slot);
        }
        if self.is("{") {
            let open = self.at;
            let slot = self.deeper(|parser| match ty {
                Type::Array { .. } | Type::Struct(_) => parser.list(ty, origin, budget),
                _ => parser.scalar_in_braces(ty, origin, budget),
            });
            if slot.is_err() {
                self.skip_past(open);
            }
            return slot;
        }
        if matches!(ty, Type::Array { .. }) {
            let here = self.here();
            return Err(self.error(codes::C_TYPE, here, "an array is initialised by a list in `{` and `}`"));
        }
        let value = self.assignment()?;
        self.convert(value, ty, Conversion::Initial).map(Slot::Value)
    }

    /// `{ x }` for a scalar.
    fn scalar_in_braces(&mut self, ty: &mut Type, origin: Origin, budget: &mut u64) -> Read<Slot> {
        let open = self.expect("{")?;
        if self.eat("}") {
            return Ok(Slot::Value(zero(ty, open)));
        }
        let slot = self.slot(ty, origin, budget)?;
        self.eat(",");
        if !self.is("}") {
            let here = self.here();
            self.suspicious(here, "a scalar is initialised by one value; the others are ignored");
            while !self.is("}") {
                self.assignment()?;
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect("}")?;
        Ok(slot)
    }

    /// Reads a string that initialises an array of characters, in braces or parentheses or without.
    fn string_slot(&mut self, ty: &mut Type, char_type: IntType) -> Read<Option<Slot>> {
        let closing = match self.peek() {
            TokenKind::Punct("{") => "}",
            TokenKind::Punct("(") => ")",
            _ => "",
        };
        let ahead = usize::from(!closing.is_empty());
        let TokenKind::Str(bytes) = self.peek_after(ahead) else { return Ok(None) };
        let (after, comma) = (self.peek_after(ahead + 1), closing == "}" && self.comma_after(ahead + 1));
        let ends = match after {
            TokenKind::Punct(punct) if closing.is_empty() => matches!(*punct, "," | ";" | "}"),
            TokenKind::Punct(punct) => *punct == closing || comma,
            _ => closing.is_empty(),
        };
        if !ends {
            return Ok(None);
        }
        if ahead == 1 {
            self.next();
        }
        let origin = self.next().place;
        if comma {
            self.next();
        }
        if ahead == 1 {
            self.expect(closing)?;
        }
        let mut bytes = &**bytes;
        if let Type::Array { element, count } = ty {
            match *count {
                None => *ty = Type::Array { element: element.clone(), count: Some(bytes.len() as u64 + 1) },
                Some(count) if bytes.len() as u64 > count => {
                    let message =
                        format!("the string has {} characters, the array only {count}", bytes.len());
                    self.suspicious(origin, message);
                    bytes = &bytes[..count as usize];
                }
                Some(_) => {}
            }
        }
        Ok(Some(Slot::from_initial(string_initial(bytes, char_type, origin))))
    }

    /// Whether after the next `n` tokens come `,` and `}`.
    fn comma_after(&self, n: usize) -> bool {
        matches!(self.peek_after(n), TokenKind::Punct(","))
            && matches!(self.peek_after(n + 1), TokenKind::Punct("}"))
    }

    /// Reads a list in braces for an array or a structure.
    fn list(&mut self, ty: &mut Type, origin: Origin, budget: &mut u64) -> Read<Slot> {
        self.expect("{")?;
        let mut list =
            List { ty: ty.clone(), path: Vec::new(), parts: BTreeMap::new(), count: 0, excess: false };
        let mut first = true;
        while !self.is("}") {
            if self.is("[") || self.is(".") {
                self.designators(&mut list)?;
            } else if first {
                list.path = vec![Step::first(list.ty.clone())];
            } else {
                self.advance(&mut list);
            }
            first = false;
            self.list_item(&mut list, origin, budget)?;
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        if let Type::Array { element, count: None } = ty {
            if list.count == 0 {
                return Err(self.error(codes::C_TYPE, origin, "an array has at least one element"));
            }
            *ty = Type::Array { element: element.clone(), count: Some(list.count) };
            self.size_of(ty, origin)?;
        }
        Ok(Slot::Parts(list.parts))
    }

    /// Reads the initialiser of the part that the path of a list leads to.
    fn list_item(&mut self, list: &mut List, origin: Origin, budget: &mut u64) -> Read<()> {
        let here = self.here();
        let Some(mut ty) = list.path.last().and_then(|step| self.part_type(step)) else {
            return self.excess(list);
        };
        let slot = if self.is("{") || char_element(&ty).is_some() && matches!(self.peek(), TokenKind::Str(_))
        {
            self.slot(&mut ty, origin, budget)?
        } else {
            let value = self.assignment()?;
            while matches!(ty, Type::Array { .. } | Type::Struct(_)) && ty != value.ty {
                let step = Step::first(ty);
                let Some(part) = self.part_type(&step) else {
                    return Err(self.error(
                        codes::C_TYPE,
                        here,
                        "a structure without members has no initialiser",
                    ));
                };
                ty = part;
                list.path.push(step);
            }
            Slot::Value(self.convert(value, &ty, Conversion::Initial)?)
        };
        list.count = list.count.max(list.path[0].last.saturating_add(1));
        self.store(list, slot, here, budget)
    }

    /// Puts an initialiser where the path of a list leads.
    fn store(&mut self, list: &mut List, slot: Slot, origin: Origin, budget: &mut u64) -> Read<()> {
        let copies = list
            .path
            .iter()
            .try_fold(1u64, |copies, step| copies.checked_mul((step.last - step.part).saturating_add(1)));
        if copies != Some(1) {
            let parts = copies.and_then(|copies| copies.checked_mul(slot.size()));
            match parts.and_then(|parts| budget.checked_sub(parts)) {
                Some(left) => *budget = left,
                None => {
                    let what = format!("ranges of more than {MAX_PARTS} parts are");
                    return Err(self.unsupported(origin, &what, "initialise the array in a loop"));
                }
            }
            if !self.is_fixed(&slot) {
                let hint = "initialise these elements in a loop";
                return Err(self.unsupported(
                    origin,
                    "a range that is initialised by what is not constant is",
                    hint,
                ));
            }
        }
        if put(&mut list.parts, &list.path, slot) {
            return Ok(());
        }
        let hint = "initialise the structure member by member";
        Err(self.unsupported(origin, "initialising a structure as a whole and a part of it again is", hint))
    }

    fn is_fixed(&self, slot: &Slot) -> bool {
        match slot {
            Slot::Value(value) => self.is_static_initialiser(value),
            Slot::Parts(parts) => parts.values().all(|slot| self.is_fixed(slot)),
        }
    }

    /// Reads an initialiser that has no place.
    fn excess(&mut self, list: &mut List) -> Read<()> {
        let here = self.here();
        let maimed = matches!(&list.ty, Type::Struct(id) if self.maimed.contains(id));
        if !std::mem::replace(&mut list.excess, true) && !maimed {
            let text = self.type_text(&list.ty);
            self.suspicious(
                here,
                format!("there are more initialisers than `{text}` has parts; they are ignored"),
            );
        }
        if self.is("{") {
            self.skip_past(self.at);
            return Ok(());
        }
        self.assignment().map(|_| ())
    }

    /// Moves a path to the part after the one it leads to; it gets empty if there is none.
    fn advance(&mut self, list: &mut List) {
        while let Some(step) = list.path.last_mut() {
            step.part = step.last.saturating_add(1);
            step.last = step.part;
            let step = &list.path[list.path.len() - 1];
            if self.part_type(step).is_some() {
                return;
            }
            list.path.pop();
        }
    }

    /// The type of the part that a step leads to; `None` behind the last.
    fn part_type(&self, step: &Step) -> Option<Type> {
        match &step.ty {
            Type::Array { element, count } => {
                (step.last < count.unwrap_or(u64::MAX)).then(|| element.as_ref().clone())
            }
            Type::Struct(id) => {
                let fields = self.unit.structs[*id].fields.as_ref()?;
                fields.get(usize::try_from(step.last).ok()?).map(|field| field.ty.clone())
            }
            _ => None,
        }
    }

    /// Reads `[1].x[2 ... 3] =`.
    fn designators(&mut self, list: &mut List) -> Read<()> {
        list.path.clear();
        let mut ty = list.ty.clone();
        loop {
            let here = self.here();
            let text = self.type_text(&ty);
            let (part, last) = if self.eat("[") {
                let Type::Array { count, .. } = ty else {
                    return Err(self.error(codes::C_TYPE, here, format!("`{text}` has no elements")));
                };
                let part = self.designated_element(count)?;
                let last = if self.eat("...") { self.designated_element(count)? } else { part };
                self.expect("]")?;
                if last < part {
                    return Err(self.error(codes::C_CONSTANT, here, "the range ends before it begins"));
                }
                (part, last)
            } else if self.eat(".") {
                let part = self.designated_member(&ty, here)?;
                (part, part)
            } else {
                self.expect("=")?;
                return Ok(());
            };
            let step = Step { ty, part, last };
            let Some(part_type) = self.part_type(&step) else { return Err(Wrong) };
            ty = part_type;
            list.path.push(step);
        }
    }

    fn designated_element(&mut self, count: Option<u64>) -> Read<u64> {
        let here = self.here();
        let (value, ty) = self.constant_expression("a designator")?;
        let long = resize(&value, ty, value.width().max(65));
        // Without a size, the array has one element more than the index, and that has to be countable.
        let limit = count.unwrap_or(i64::MAX as u64);
        match (long.is_negative(), long.to_u64()) {
            (false, Some(index)) if index < limit => Ok(index),
            _ => Err(self.error(codes::C_CONSTANT, here, "the designator is not an element of the array")),
        }
    }

    fn designated_member(&mut self, ty: &Type, origin: Origin) -> Read<u64> {
        let Type::Struct(id) = ty else {
            let text = self.type_text(ty);
            return Err(self.error(codes::C_TYPE, origin, format!("`{text}` has no members")));
        };
        let here = self.here();
        let TokenKind::Name(name) = self.peek() else { return Err(self.unexpected("a member's name")) };
        self.next();
        let fields = self.unit.structs[*id].fields.as_deref().unwrap_or_default();
        match fields.iter().position(|field| field.name == *name) {
            Some(position) => Ok(position as u64),
            None if self.maimed.contains(id) => Err(Wrong),
            None => Err(self.undeclared(name, here, "the member", None)),
        }
    }
}

impl Step {
    fn first(ty: Type) -> Step {
        Step { ty, part: 0, last: 0 }
    }
}

impl Slot {
    fn into_initial(self) -> Initial {
        match self {
            Slot::Value(value) => Initial::Value(value),
            Slot::Parts(parts) => {
                Initial::Parts(parts.into_iter().map(|(part, slot)| (part, slot.into_initial())).collect())
            }
        }
    }

    fn from_initial(initial: Initial) -> Slot {
        match initial {
            Initial::Value(value) => Slot::Value(value),
            Initial::Parts(parts) => Slot::Parts(
                parts.into_iter().map(|(part, initial)| (part, Slot::from_initial(initial))).collect(),
            ),
        }
    }

    /// How many values it has, at least one.
    fn size(&self) -> u64 {
        match self {
            Slot::Value(_) => 1,
            Slot::Parts(parts) => parts.values().map(Slot::size).sum::<u64>().max(1),
        }
    }
}

/// Puts an initialiser at the end of a path, in each part of its ranges. Says whether that was possible: a part of something that is
/// initialised as a whole cannot be replaced.
fn put(parts: &mut BTreeMap<u64, Slot>, path: &[Step], slot: Slot) -> bool {
    let Some((step, rest)) = path.split_first() else { return true };
    (step.part..=step.last).all(|part| {
        if rest.is_empty() {
            parts.insert(part, slot.clone());
            return true;
        }
        match parts.entry(part).or_insert_with(|| Slot::Parts(BTreeMap::new())) {
            Slot::Parts(inner) => put(inner, rest, slot.clone()),
            Slot::Value(_) => false,
        }
    })
}

/// The element's type if a type is an array of characters.
fn char_element(ty: &Type) -> Option<IntType> {
    match ty {
        Type::Array { element, .. } => match **element {
            Type::Int(int) if int.rank == Rank::Char => Some(int),
            _ => None,
        },
        _ => None,
    }
}

/// Zero of a scalar type.
fn zero(ty: &Type, origin: Origin) -> Expr {
    let kind = match ty {
        Type::Int(int) => ExprKind::Int(Bits::zero(int.width())),
        Type::Float(FloatType::Single | FloatType::Double) => ExprKind::Float(0.0),
        _ => ExprKind::Null,
    };
    Expr { kind, ty: ty.clone(), origin }
}
