//! What is known of objects before a function is lowered: what is assigned, what has its address taken, which pointers may be null.
//!
//! All of it comes from one walk over the unit without regard to the order of execution, so a fact is about the whole life of an object.

use super::strings;
use crate::tree::{
    Expr, ExprKind, FunctionId, Initial, ObjectId, Place, PlaceKind, Stmt, StmtKind, Storage, Unit,
};
use crate::types::Type;
use base::IdMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of one object.
#[derive(Clone, Default, Debug)]
pub(crate) struct ObjectFacts<'a> {
    /// Whether it, or a part of it, is assigned somewhere after its definition.
    pub assigned: bool,
    /// Whether a pointer to it, or to a part of it, is made.
    pub address_taken: bool,
    /// Whether it has a value from its definition on.
    pub initialised: bool,
    /// Whether it is a pointer that may be null.
    pub nullable: bool,
    /// Whether it is changed by other operators than `=`, or in part.
    pub updated: bool,
    /// What a pointer is given, in the order of the text; arguments of calls not among them.
    pub values: Vec<&'a Expr>,
}

/// What is known of the objects of a unit.
pub(crate) struct Facts<'a> {
    objects: IdMap<ObjectId, ObjectFacts<'a>>,
    /// The string literals that share a memory, in the order of the text.
    pub strings: Vec<ObjectId>,
}

/// What a part of a program may change.
#[derive(Clone, Default, Debug)]
pub(crate) struct Changes {
    /// Objects that are assigned by name, whole or in part, or defined.
    assigned: FxHashSet<ObjectId>,
    /// Whether something else may be: through pointers, or by functions that are called.
    others: bool,
}

impl Changes {
    /// What a statement and all in it may change.
    pub fn of(stmt: &Stmt) -> Changes {
        let mut changes = Changes::default();
        let mut todo = vec![Node::Stmt(stmt)];
        changes.walk(&mut todo);
        changes
    }

    /// As [`Changes::of`] for an expression.
    pub fn of_expr(expr: &Expr) -> Changes {
        let mut changes = Changes::default();
        changes.walk(&mut vec![Node::Expr(expr)]);
        changes
    }

    /// What either changes.
    pub fn and(mut self, other: Changes) -> Changes {
        self.assigned.extend(other.assigned);
        self.others |= other.others;
        self
    }

    /// Whether an object may be changed.
    pub fn may_change(&self, unit: &Unit, facts: &Facts<'_>, object: ObjectId) -> bool {
        let reachable = unit.objects[object].storage == Storage::Static || facts[object].address_taken;
        self.assigned.contains(&object) || self.others && reachable
    }

    /// Whether an object is assigned by name.
    pub fn assigns(&self, object: ObjectId) -> bool {
        self.assigned.contains(&object)
    }

    /// Whether something may be changed that a pointer leads to.
    pub fn reach_pointers(&self, facts: &Facts<'_>) -> bool {
        self.others || self.assigned.iter().any(|object| facts[*object].address_taken)
    }

    fn walk(&mut self, todo: &mut Vec<Node<'_>>) {
        while let Some(node) = todo.pop() {
            match node {
                Node::Stmt(Stmt { kind: StmtKind::Define(object, _), .. }) => {
                    self.assigned.insert(*object);
                }
                Node::Expr(expr) => match &expr.kind {
                    ExprKind::Assign(place, _) => self.assign(place),
                    ExprKind::Update(update) => self.assign(&update.place),
                    ExprKind::Call { .. } | ExprKind::Library(..) => self.others = true,
                    ExprKind::Literal(object, _) => {
                        self.assigned.insert(*object);
                    }
                    _ => {}
                },
                _ => {}
            }
            node.parts(todo);
        }
    }

    fn assign(&mut self, place: &Place) {
        match root(place) {
            Some(object) => {
                self.assigned.insert(object);
            }
            None => self.others = true,
        }
    }
}

/// The object that a place is, or is a part of; `None` if a pointer leads to it, or it is no object.
pub(crate) fn root(mut place: &Place) -> Option<ObjectId> {
    loop {
        place = match &place.kind {
            PlaceKind::Object(object) => return Some(*object),
            PlaceKind::Element(array, _) => array,
            PlaceKind::Member(structure, _) => structure,
            PlaceKind::Pointee(_) | PlaceKind::Value(_) => return None,
        }
    }
}

/// A part of a tree.
#[derive(Copy, Clone)]
pub(crate) enum Node<'a> {
    /// A statement.
    Stmt(&'a Stmt),
    /// An expression.
    Expr(&'a Expr),
    /// A place.
    Place(&'a Place),
    /// An initialiser.
    Initial(&'a Initial),
}

impl<'a> Node<'a> {
    /// Puts the parts of a part on a stack, so that the first is on top.
    pub fn parts(self, todo: &mut Vec<Node<'a>>) {
        let from = todo.len();
        match self {
            Node::Stmt(stmt) => stmt_parts(stmt, todo),
            Node::Expr(expr) => expr_parts(expr, todo),
            Node::Place(place) => match &place.kind {
                PlaceKind::Object(_) => {}
                PlaceKind::Element(array, index) => {
                    todo.extend([Node::Place(array), Node::Expr(index)]);
                }
                PlaceKind::Member(structure, _) => todo.push(Node::Place(structure)),
                PlaceKind::Pointee(value) | PlaceKind::Value(value) => todo.push(Node::Expr(value)),
            },
            Node::Initial(Initial::Value(value)) => todo.push(Node::Expr(value)),
            Node::Initial(Initial::Parts(parts)) => {
                todo.extend(parts.iter().map(|(_, part)| Node::Initial(part)));
            }
        }
        todo[from..].reverse();
    }
}

fn stmt_parts<'a>(stmt: &'a Stmt, todo: &mut Vec<Node<'a>>) {
    match &stmt.kind {
        StmtKind::Expr(value) | StmtKind::Return(Some(value)) => todo.push(Node::Expr(value)),
        StmtKind::Define(_, initial) => todo.extend(initial.as_ref().map(Node::Initial)),
        StmtKind::Block(body) => todo.extend(body.iter().map(Node::Stmt)),
        StmtKind::If(condition, then, otherwise) => {
            todo.extend([Node::Expr(condition), Node::Stmt(then)]);
            todo.extend(otherwise.as_deref().map(Node::Stmt));
        }
        StmtKind::While(_, condition, body) | StmtKind::Switch(condition, body) => {
            todo.extend([Node::Expr(condition), Node::Stmt(body)]);
        }
        StmtKind::Do(_, body, condition) => todo.extend([Node::Stmt(body), Node::Expr(condition)]),
        StmtKind::For(_, first, condition, step, body) => {
            todo.extend(first.iter().map(Node::Stmt));
            todo.extend(condition.as_ref().map(Node::Expr));
            todo.push(Node::Stmt(body));
            todo.extend(step.as_ref().map(Node::Expr));
        }
        StmtKind::Case(..)
        | StmtKind::Default
        | StmtKind::Label(..)
        | StmtKind::Goto(..)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None) => {}
    }
}

fn expr_parts<'a>(expr: &'a Expr, todo: &mut Vec<Node<'a>>) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null => {}
        ExprKind::Read(place) | ExprKind::Address(place) => todo.push(Node::Place(place)),
        ExprKind::Unary(_, value) | ExprKind::Not(value) | ExprKind::Convert(value) => {
            todo.push(Node::Expr(value));
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Move(a, b, _)
        | ExprKind::Distance(a, b)
        | ExprKind::Comma(a, b) => todo.extend([Node::Expr(a), Node::Expr(b)]),
        ExprKind::Choose(c, a, b) => todo.extend([Node::Expr(c), Node::Expr(a), Node::Expr(b)]),
        ExprKind::Assign(place, value) => todo.extend([Node::Place(place), Node::Expr(value)]),
        ExprKind::Update(update) => todo.extend([Node::Place(&update.place), Node::Expr(&update.value)]),
        ExprKind::Call { arguments, .. } | ExprKind::Library(_, arguments) => {
            todo.extend(arguments.iter().map(Node::Expr));
        }
        ExprKind::Literal(_, initial) => todo.push(Node::Initial(initial)),
    }
}

impl<'a> Facts<'a> {
    /// The facts of all objects of a unit.
    pub fn new(unit: &'a Unit) -> Facts<'a> {
        let mut objects = IdMap::with_capacity(unit.objects.len());
        for object in unit.objects.values() {
            let initialised = object.storage != Storage::Local;
            objects.push(ObjectFacts { initialised, ..ObjectFacts::default() });
        }
        let mut facts = Facts { objects, strings: Vec::new() };
        let mut flows = Vec::new();
        let mut todo = Vec::new();
        for (id, function) in unit.functions.iter() {
            let Some(body) = &function.body else { continue };
            todo.extend(body.statements.iter().rev().map(Node::Stmt));
            while let Some(node) = todo.pop() {
                if let Node::Stmt(Stmt { kind: StmtKind::Return(Some(value)), .. }) = node
                    && matches!(value.ty, Type::Pointer { .. })
                {
                    flows.push((To::Result(id), value));
                }
                facts.note(unit, node, &mut flows);
                node.parts(&mut todo);
            }
        }
        for (id, object) in unit.objects.iter() {
            let Some(initial) = &object.initial else { continue };
            if let Initial::Value(value) = initial {
                facts.give(unit, id, value, &mut flows);
            }
            todo.push(Node::Initial(initial));
            while let Some(node) = todo.pop() {
                facts.note(unit, node, &mut flows);
                node.parts(&mut todo);
            }
        }
        for (id, object) in unit.objects.iter() {
            // What a pointer leads to is not among the flows, and static objects begin with null.
            let null_at_first = object.storage == Storage::Static && object.initial.is_none();
            let is_pointer = matches!(object.ty, Type::Pointer { .. });
            facts.objects[id].nullable |= is_pointer && (facts.objects[id].address_taken || null_at_first);
        }
        facts.spread_null(&flows);
        facts.strings = strings::meeting(unit, &facts, &flows);
        facts
    }

    fn note(&mut self, unit: &'a Unit, node: Node<'a>, flows: &mut Vec<(To, &'a Expr)>) {
        match node {
            Node::Stmt(Stmt { kind: StmtKind::Define(object, Some(initial)), .. }) => {
                self.objects[*object].initialised = true;
                if let Initial::Value(value) = initial {
                    self.give(unit, *object, value, flows);
                }
            }
            Node::Initial(Initial::Parts(parts)) => give_parts(parts, flows),
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Address(place) => {
                    if let Some(object) = root(place) {
                        self.objects[object].address_taken = true;
                    }
                }
                ExprKind::Literal(object, _) => {
                    let facts = &mut self.objects[*object];
                    (facts.address_taken, facts.initialised) = (true, true);
                }
                ExprKind::Assign(place, value) => {
                    if let Some(object) = root(place) {
                        self.objects[object].assigned = true;
                        match place.kind {
                            PlaceKind::Object(_) => self.give(unit, object, value, flows),
                            _ => self.objects[object].updated = true,
                        }
                    }
                    if !matches!(place.kind, PlaceKind::Object(_)) && matches!(value.ty, Type::Pointer { .. })
                    {
                        flows.push((To::Part, value));
                    }
                }
                ExprKind::Choose(_, a, b) if matches!(expr.ty, Type::Pointer { .. }) => {
                    flows.extend([(To::Part, &**a), (To::Part, &**b)]);
                }
                ExprKind::Update(update) => {
                    if let Some(object) = root(&update.place) {
                        let facts = &mut self.objects[object];
                        (facts.assigned, facts.updated) = (true, true);
                    }
                }
                ExprKind::Call { function, arguments, .. } => {
                    let parameters = &unit.functions[*function].parameters;
                    for (parameter, argument) in parameters.iter().zip(arguments) {
                        if let (Some(object), Type::Pointer { .. }) = (parameter.object, &parameter.ty) {
                            flows.push((To::Object(object), argument));
                        }
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn give(&mut self, unit: &Unit, object: ObjectId, value: &'a Expr, flows: &mut Vec<(To, &'a Expr)>) {
        if matches!(unit.objects[object].ty, Type::Pointer { .. }) {
            self.objects[object].values.push(value);
            flows.push((To::Object(object), value));
        }
    }

    /// Finds the pointers that a null pointer may come to, from the places where one is written and the objects that may be null anyway.
    fn spread_null(&mut self, flows: &[(To, &'a Expr)]) {
        let mut leads: FxHashMap<To, Vec<To>> = FxHashMap::default();
        for (to, value) in flows {
            for from in null_sources(value) {
                leads.entry(from).or_default().push(*to);
            }
        }
        let nullable = self.objects.iter().filter(|(_, facts)| facts.nullable);
        let mut todo: Vec<To> = nullable.map(|(id, _)| To::Object(id)).chain([To::Part]).collect();
        while let Some(from) = todo.pop() {
            // Once for each: what it leads to is taken away.
            for to in leads.remove(&from).unwrap_or_default() {
                if let To::Object(object) = to {
                    self.objects[object].nullable = true;
                }
                todo.push(to);
            }
        }
    }
}

/// What must be null for a pointer to be null; a part, which always may be, where null itself is written.
fn null_sources(value: &Expr) -> Vec<To> {
    let mut sources = Vec::new();
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match &value.kind {
            ExprKind::Null => sources.push(To::Part),
            ExprKind::Read(place) => sources.push(match &place.kind {
                PlaceKind::Object(object) => To::Object(*object),
                _ => To::Part,
            }),
            ExprKind::Choose(_, a, b) => todo.extend([&**a, b]),
            ExprKind::Convert(from) | ExprKind::Assign(_, from) | ExprKind::Comma(_, from) => todo.push(from),
            ExprKind::Call { function, .. } => sources.push(To::Result(*function)),
            _ => {}
        }
    }
    sources
}

impl ObjectFacts<'_> {
    /// Whether a local pointer has one value in all its life.
    pub fn is_given_once(&self) -> bool {
        self.values.len() == 1 && !self.updated && !self.address_taken
    }
}

impl<'a> std::ops::Index<ObjectId> for Facts<'a> {
    type Output = ObjectFacts<'a>;
    fn index(&self, object: ObjectId) -> &ObjectFacts<'a> {
        &self.objects[object]
    }
}

/// What a pointer goes to.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) enum To {
    /// A variable or a parameter.
    Object(ObjectId),
    /// The result of a function.
    Result(FunctionId),
    /// A place that others may come to as well: a part of an object, what a pointer leads to, a side of `?:`. A part that is a pointer always
    /// may be null.
    Part,
}

/// Notes the values that parts of an object are given.
fn give_parts<'a>(parts: &'a [(u64, Initial)], flows: &mut Vec<(To, &'a Expr)>) {
    for (_, part) in parts {
        if let Initial::Value(value) = part
            && matches!(value.ty, Type::Pointer { .. })
        {
            flows.push((To::Part, value));
        }
    }
}
