//! Where control may go from a statement, read off the tree before anything is emitted.
//!
//! Structured operations are left at their end only. What else C allows (`break`, `continue`, `return`, `goto`) is paid for where it is used, so
//! the lowering asks here first which of them a statement may take, and whether its end is reached at all. Answers err on the
//! side of "may".

use crate::token::Place as Origin;
use crate::tree::{Expr, LabelId, Stmt, StmtKind};
use std::collections::BTreeSet;

/// A part of what is done in turn.
#[derive(Copy, Clone)]
pub(super) enum Part<'a> {
    /// A statement; no block.
    Stmt(&'a Stmt),
    /// The step at the end of a loop's body.
    Step(&'a Expr),
}

impl<'a> Part<'a> {
    /// What it does, if it is a statement.
    pub fn kind(self) -> Option<&'a StmtKind> {
        match self {
            Part::Stmt(stmt) => Some(&stmt.kind),
            Part::Step(_) => None,
        }
    }

    /// Which label it is, if it is one.
    fn label(self) -> Option<LabelId> {
        match self.kind() {
            Some(StmtKind::Label(label, _)) => Some(*label),
            _ => None,
        }
    }

    /// Where it begins.
    pub fn origin(self) -> Origin {
        match self {
            Part::Stmt(stmt) => stmt.origin,
            Part::Step(step) => step.origin,
        }
    }

    /// Where it may go.
    pub fn flow(self) -> Flow {
        match self {
            Part::Stmt(stmt) => Flow::of(stmt),
            Part::Step(_) => Flow::ON,
        }
    }
}

/// Where control may go from a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flow {
    /// To what follows it.
    pub falls: bool,
    /// Out of the function.
    pub returns: bool,
    /// Behind the loop or `switch` around it.
    pub breaks: bool,
    /// To the next round of the loop around it.
    pub continues: bool,
    /// To labels outside of it.
    pub gotos: BTreeSet<LabelId>,
}

impl Flow {
    /// Nowhere but to what follows.
    const ON: Flow =
        Flow { falls: true, returns: false, breaks: false, continues: false, gotos: BTreeSet::new() };
    /// Nowhere at all; the start for a union.
    const NOWHERE: Flow =
        Flow { falls: false, returns: false, breaks: false, continues: false, gotos: BTreeSet::new() };

    /// Whether it may go anywhere but to what follows.
    pub fn exits(&self) -> bool {
        self.continues || self.leaves_loop()
    }

    /// Whether it may leave the loop whose body it is.
    pub fn leaves_loop(&self) -> bool {
        self.breaks || self.returns || !self.gotos.is_empty()
    }

    /// One of the two happens. Whether control falls through is the caller's business.
    fn join(&mut self, other: Flow) {
        self.returns |= other.returns;
        self.breaks |= other.breaks;
        self.continues |= other.continues;
        self.gotos.extend(other.gotos);
    }

    /// Where a statement may go.
    pub fn of(stmt: &Stmt) -> Flow {
        match &stmt.kind {
            StmtKind::Break => Flow { breaks: true, ..Flow::NOWHERE },
            StmtKind::Continue => Flow { continues: true, ..Flow::NOWHERE },
            StmtKind::Return(_) => Flow { returns: true, ..Flow::NOWHERE },
            StmtKind::Goto(label, _) => Flow { gotos: [*label].into(), ..Flow::NOWHERE },
            StmtKind::Expr(_)
            | StmtKind::Define(..)
            | StmtKind::Case(..)
            | StmtKind::Default
            | StmtKind::Label(..) => Flow::ON,
            StmtKind::Block(_) => Flow::of_all(&flatten(stmt)),
            StmtKind::If(condition, yes, no) => {
                let no = || no.as_deref().map_or(Flow::ON, Flow::of);
                match condition.truth() {
                    Some(true) => Flow::of(yes),
                    Some(false) => no(),
                    None => {
                        let (mut flow, no) = (Flow::of(yes), no());
                        flow.falls |= no.falls;
                        flow.join(no);
                        flow
                    }
                }
            }
            StmtKind::While(_, condition, body) => Flow::of_loop(body, Some(condition)),
            StmtKind::For(_, _, condition, _, body) => Flow::of_loop(body, condition.as_ref()),
            StmtKind::Do(_, body, condition) => {
                let body = Flow::of(body);
                let ends = (body.falls || body.continues) && condition.truth() != Some(true);
                Flow { falls: ends || body.breaks, breaks: false, continues: false, ..body }
            }
            StmtKind::Switch(_, body) => {
                let parts = flatten(body);
                let complete = parts.iter().any(|part| matches!(part.kind(), Some(StmtKind::Default)));
                let flow = Flow::of_all(&parts);
                let falls = flow.falls || flow.breaks || !complete;
                Flow { falls, breaks: false, ..flow }
            }
        }
    }

    /// Where parts one after the other may go. Labels among them are reached by their `goto`.
    pub fn of_all(parts: &[Part<'_>]) -> Flow {
        let mut all = Flow::ON;
        for (_, flow) in reached(parts) {
            all.falls = flow.falls;
            all.join(flow);
        }
        for label in parts.iter().filter_map(|part| part.label()) {
            all.gotos.remove(&label);
        }
        all
    }

    /// A loop that asks before each round, if it does.
    fn of_loop(body: &Stmt, condition: Option<&Expr>) -> Flow {
        match condition.map_or(Some(true), Expr::truth) {
            Some(false) => Flow::ON,
            ask => {
                let body = Flow::of(body);
                Flow { falls: ask.is_none() || body.breaks, breaks: false, continues: false, ..body }
            }
        }
    }
}

/// The parts of a sequence that control may come to, by their place in it, with where it may go from there.
fn reached(parts: &[Part<'_>]) -> impl Iterator<Item = (usize, Flow)> {
    let mut falls = true;
    parts.iter().enumerate().filter_map(move |(at, part)| {
        falls |= matches!(part.kind(), Some(StmtKind::Label(..) | StmtKind::Case(..) | StmtKind::Default));
        if !falls {
            return None;
        }
        let flow = part.flow();
        falls = flow.falls;
        Some((at, flow))
    })
}

/// The last label of a sequence that a part before it goes to, and its place.
pub(super) fn last_target(parts: &[Part<'_>]) -> Option<(usize, LabelId)> {
    let mut gotos = BTreeSet::new();
    let mut last = None;
    for (at, flow) in reached(parts) {
        if let Some(label) = parts[at].label()
            && gotos.contains(&label)
        {
            last = Some((at, label));
        }
        gotos.extend(flow.gotos);
    }
    last
}

/// A statement with blocks taken apart: names are resolved, so that a block means nothing but its statements.
pub(super) fn flatten(stmt: &Stmt) -> Vec<Part<'_>> {
    flatten_all(std::slice::from_ref(stmt))
}

/// As [`flatten`] for several.
pub(super) fn flatten_all(stmts: &[Stmt]) -> Vec<Part<'_>> {
    // Blocks nest no deeper than the parser allows.
    fn add<'a>(stmts: &'a [Stmt], parts: &mut Vec<Part<'a>>) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Block(inner) => add(inner, parts),
                _ => parts.push(Part::Stmt(stmt)),
            }
        }
    }
    let mut parts = Vec::with_capacity(stmts.len());
    add(stmts, &mut parts);
    parts
}

/// The first `case` or `default` that stands inside of an inner statement of a `switch`, if there is one.
pub(super) fn hidden_case(parts: &[Part<'_>]) -> Option<Origin> {
    fn inside(stmt: &Stmt) -> Option<Origin> {
        match &stmt.kind {
            StmtKind::Case(..) | StmtKind::Default => Some(stmt.origin),
            StmtKind::Block(stmts) => stmts.iter().find_map(inside),
            StmtKind::If(_, yes, no) => inside(yes).or_else(|| no.as_deref().and_then(inside)),
            StmtKind::While(_, _, body) | StmtKind::Do(_, body, _) | StmtKind::For(_, _, _, _, body) => {
                inside(body)
            }
            // Cases in an inner `switch` are its own.
            _ => None,
        }
    }
    parts.iter().find_map(|part| match part {
        Part::Stmt(Stmt { kind: StmtKind::Case(..) | StmtKind::Default, .. }) | Part::Step(_) => None,
        Part::Stmt(stmt) => inside(stmt),
    })
}
