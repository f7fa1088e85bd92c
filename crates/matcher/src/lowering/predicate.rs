//! What a matcher can look at and what it can ask, each known by a number.
//!
//! A *position* is a place in the program relative to the root: its second operand, the operation that makes that operand, the type of
//! this operation's first result. A *predicate* is a question about a position. Both are interned over all patterns: where two patterns
//! look at the same place and ask the same, they have the same number, and the matcher looks and asks once.

use base::{Interner, Str, id};
use dialects::pdl;
use ir::{Attr, Ir, Loc, Type};
use rustc_hash::FxHashMap;

id! {
    /// A handle to a place.
    pub(super) struct Position;
    /// A handle to a position and a question about it.
    pub(super) struct Predicate;
}

impl Position {
    /// The operation that a matcher is given.
    pub(super) const ROOT: Position = Position::at(0);
}

/// Where something is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    /// The operation that the matcher is given.
    Root,
    /// The operation that makes a value, or the first value of a range.
    Definer(Position),
    /// An operation that uses a value, or the first value of a range: each of them in turn.
    /// Two walks from one value are about users of their own.
    User { of: Position, walk: u32 },
    /// One operand by its number.
    Operand(Position, u32),
    /// A group of operands, or all; a range or a single value.
    Operands { of: Position, group: Option<u32>, range: bool },
    /// One result by its number.
    Result(Position, u32),
    /// A group of results, or all; a range or a single value.
    Results { of: Position, group: Option<u32>, range: bool },
    /// An attribute by its name.
    Attribute(Position, Str),
    /// The type of a value or an attribute, or the types of a range.
    TypeOf(Position),
    /// What a function of the host gave when it was asked.
    Given { by: Predicate, index: u32, ty: Type },
    /// An attribute of the pattern itself.
    AttributeLiteral(Attr),
    /// A type of the pattern itself.
    TypeLiteral(Attr),
    /// Types of the pattern itself.
    TypesLiteral(Attr),
}

impl Place {
    /// What it is relative to.
    pub(super) fn parent(self) -> Option<Position> {
        match self {
            Place::Definer(of)
            | Place::User { of, .. }
            | Place::Operand(of, _)
            | Place::Operands { of, .. }
            | Place::Result(of, _)
            | Place::Results { of, .. }
            | Place::Attribute(of, _)
            | Place::TypeOf(of) => Some(of),
            Place::Root
            | Place::Given { .. }
            | Place::AttributeLiteral(_)
            | Place::TypeLiteral(_)
            | Place::TypesLiteral(_) => None,
        }
    }

    /// Whether an operation is there.
    pub(super) fn is_operation(self) -> bool {
        matches!(self, Place::Root | Place::Definer(_) | Place::User { .. })
    }

    /// Whether it is a range that may be missing: an operation need not have a group of that number.
    pub(super) fn is_group(self) -> bool {
        matches!(self, Place::Operands { group: Some(_), .. } | Place::Results { group: Some(_), .. })
    }
}

/// What is asked about a position. The order is the one in which questions are preferred.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Question {
    /// Is there something?
    NotNull,
    /// Which operation is it?
    Name,
    /// How many operands are there?
    OperandCount,
    /// How many results are there?
    ResultCount,
    /// Are there so many operands?
    OperandsAtLeast(u32),
    /// Are there so many results?
    ResultsAtLeast(u32),
    /// Which attribute is it?
    Attribute,
    /// Which type is it, or which types?
    Type,
    /// Is it the same as what is there?
    Equal(Position),
    /// For each of the users, is it this one?
    Each,
    /// What does a function of the host say of these?
    Native { name: Str, args: Box<[Position]>, results: Box<[Type]>, negated: bool },
}

/// All positions and predicates of a set of patterns.
pub(super) struct Vocabulary {
    places: Interner<Position, Place>,
    depths: Vec<u32>,
    predicates: Interner<Predicate, (Position, Question)>,
    /// Where a pattern says a question itself: those about functions of the host.
    said_at: FxHashMap<Predicate, Loc>,
}

impl Vocabulary {
    /// With the root, and nothing else.
    pub(super) fn new() -> Vocabulary {
        let mut vocabulary = Vocabulary {
            places: Interner::new(),
            depths: Vec::new(),
            predicates: Interner::new(),
            said_at: FxHashMap::default(),
        };
        vocabulary.position(Place::Root);
        vocabulary
    }

    /// The number of a place.
    pub(super) fn position(&mut self, place: Place) -> Position {
        let position = self.places.intern(place);
        if position.index() == self.depths.len() {
            let above = place.parent().map_or(0, |parent| self.depth(parent));
            let step = matches!(place, Place::Definer(_) | Place::User { .. });
            self.depths.push(above + u32::from(step));
        }
        position
    }

    /// The number of a place, if somebody looks there.
    pub(super) fn find_position(&self, place: Place) -> Option<Position> {
        self.places.get(&place)
    }

    /// The number of a question about a position.
    pub(super) fn predicate(&mut self, position: Position, question: Question) -> Predicate {
        self.predicates.intern((position, question))
    }

    /// Notes where a pattern says a question. Of several patterns the first counts.
    pub(super) fn say_at(&mut self, predicate: Predicate, loc: Loc) {
        self.said_at.entry(predicate).or_insert(loc);
    }

    /// Where a pattern says a question itself.
    pub(super) fn said_at(&self, predicate: Predicate) -> Option<Loc> {
        self.said_at.get(&predicate).copied()
    }

    /// The number of a question about a position, if it is asked.
    pub(super) fn find(&self, position: Position, question: Question) -> Option<Predicate> {
        self.predicates.get(&(position, question))
    }

    /// What a position is.
    pub(super) fn place(&self, position: Position) -> Place {
        self.places[position]
    }

    /// How many operations away from the root it is.
    pub(super) fn depth(&self, position: Position) -> u32 {
        self.depths[position.index()]
    }

    /// What a predicate asks, and of what.
    pub(super) fn question(&self, predicate: Predicate) -> &(Position, Question) {
        &self.predicates[predicate]
    }

    /// How many predicates there are.
    pub(super) fn predicate_count(&self) -> usize {
        self.predicates.len()
    }

    /// Everything that a predicate looks at.
    pub(super) fn looks_at(&self, predicate: Predicate) -> impl Iterator<Item = Position> + '_ {
        let (position, question) = self.question(predicate);
        let others: &[Position] = match question {
            Question::Equal(other) => std::slice::from_ref(other),
            Question::Native { args, .. } => args,
            _ => &[],
        };
        std::iter::once(*position).chain(others.iter().copied())
    }
}

/// Whether a value of a pattern is a range.
pub(super) fn is_range(ir: &Ir, value: ir::Value) -> bool {
    pdl::element_ty(&ir.ctx, ir.ty(value)).is_some()
}
