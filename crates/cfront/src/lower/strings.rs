//! String literals that meet: those that one pointer may point to, now to one and then to another.
//!
//! A pointer has one memory for all its life, so literals that are chosen from (`ok ? "yes" : "no"`), put into tables, returned, or given
//! to one variable in turn share a memory: a row for each, as long as the longest. A literal that has its pointer for itself stays a
//! memory of its own, as a kernel would have it.

use super::facts::{Facts, To};
use super::globals::GlobalPart;
use super::memory::{Binding, Leaf, LeafMemory, Location, Source};
use super::pointer::Index;
use super::{BaseId, Function, Lowered};
use crate::tree::{Expr, ExprKind, Initial, ObjectId, PlaceKind, Storage, Unit};
use crate::types::{IntType, Type};
use base::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

/// The literals that meet, in the order of the text; the place in it is the row.
pub(crate) fn meeting(unit: &Unit, facts: &Facts<'_>, flows: &[(To, &Expr)]) -> Vec<ObjectId> {
    if unit.strings.is_empty() {
        return Vec::new();
    }
    let literals: FxHashSet<ObjectId> = unit.strings.iter().copied().collect();
    let mut given: FxHashMap<ObjectId, Vec<&Expr>> = FxHashMap::default();
    for (to, value) in flows {
        if let To::Object(object) = to {
            given.entry(*object).or_default().push(value);
        }
    }
    let mut met = FxHashSet::default();
    let meets = |to: &To| match to {
        To::Part | To::Result(_) => true,
        // Arguments are not among the values of a parameter.
        To::Object(object) => {
            let alone = if unit.objects[*object].storage == Storage::Parameter { 0 } else { 1 };
            facts[*object].values.len() > alone
        }
    };
    let mut todo: Vec<&Expr> = flows.iter().filter(|(to, _)| meets(to)).map(|(_, value)| *value).collect();
    while let Some(value) = todo.pop() {
        match &value.kind {
            ExprKind::Address(place) => {
                if let PlaceKind::Object(object) = place.kind
                    && literals.contains(&object)
                {
                    met.insert(object);
                }
            }
            ExprKind::Read(place) => {
                // Once for each object: what it is given meets wherever it is read.
                if let PlaceKind::Object(object) = place.kind {
                    todo.extend(given.remove(&object).unwrap_or_default());
                }
            }
            ExprKind::Choose(_, a, b) => todo.extend([&**a, b]),
            ExprKind::Convert(from)
            | ExprKind::Move(from, _, _)
            | ExprKind::Assign(_, from)
            | ExprKind::Comma(_, from) => todo.push(from),
            _ => {}
        }
    }
    unit.strings.iter().copied().filter(|literal| met.contains(literal)).collect()
}

impl<'a> Function<'a> {
    /// What a literal that meets others is bound to; `None` for other objects.
    pub fn shared_literal(&mut self, id: ObjectId) -> Lowered<Option<Binding>> {
        let Ok(row) = self.facts().strings.binary_search(&id) else { return Ok(None) };
        let base = match self.strings {
            Some(base) => base,
            None => self.shared_literals()?,
        };
        self.strings = Some(base);
        Ok(Some(Binding::Row(base, row as i64)))
    }

    /// All of a row of a memory.
    pub fn whole_row(&self, base: BaseId, row: i64) -> Location {
        Location { base, leaves: 0..1, indices: vec![Index::Known(row)], moves: true }
    }

    /// The memory of the literals that meet.
    fn shared_literals(&mut self) -> Lowered<BaseId> {
        let literals = &self.facts().strings;
        let first = literals[0];
        let length = |id: &ObjectId| match &self.unit.objects[*id].ty {
            Type::Array { count: Some(count), .. } => *count,
            _ => 0,
        };
        let longest = literals.iter().map(length).max().unwrap_or(0);
        let dims = vec![Some(literals.len() as u64), Some(longest)];
        let key = (first, 0, GlobalPart::Literals);
        if !self.has_global(key) {
            let origin = self.unit.objects[first].origin;
            let count = longest.saturating_mul(literals.len() as u64);
            let mut values = self.zeros_or_too_large(count, 8, false, origin)?;
            for (row, id) in literals.iter().enumerate() {
                let Some(Initial::Parts(parts)) = &self.unit.objects[*id].initial else { continue };
                for (at, part) in parts {
                    let Initial::Value(Expr { kind: ExprKind::Int(bits), .. }) = part else { continue };
                    values[row * longest as usize + *at as usize] = Bits::from_u64(8, bits.low_u64());
                }
            }
            self.add_global(key, "strings", &dims, ir::Type::I8, Some(values), true);
        }
        let memory = LeafMemory::Numbers(self.get_global(key));
        let leaf = Leaf { dims, ty: Type::Int(IntType::CHAR), memory };
        Ok(self.add_base("strings", vec![leaf], Source::Static, self.open[0]))
    }
}
