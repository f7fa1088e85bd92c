//! What goes round a loop for the sake of memory: the tokens that rounds wait for, a [`Ring`] for each memory that the loop accesses.
//!
//! Which kind of ring it is says [`Dependence::carried`](super::dependence::Dependence::carried): rounds that never meet, that meet from some distance on, or that follow each
//! other. A ring is begun with the loop, led past its condition, and ended behind its body.

use super::build::{Build, Entered, Loop};
use super::dependence::{AccessId, Carried};
use super::order::{Entry, Order, import};
use super::regions::Area;
use crate::streams::memory::Frontier;
use ir::{Loc, Op, Value};

/// What a loop carries for a memory.
pub(super) struct Ring {
    memory: usize,
    accesses: Vec<AccessId>,
    /// What the region around waits for.
    outside: Order,
    entry: Entry,
    kind: RingKind,
}

enum RingKind {
    /// A token that collects completions beside the body, whose accesses wait for what was before the loop only.
    Beside {
        carry: Op,
        /// The token in the region that is being gone through.
        token: Value,
        /// What came out of the loop.
        exit: Value,
        /// What was before the loop.
        before: Frontier,
        /// Whether the loop writes the memory.
        writes: bool,
    },
    /// Both frontiers, from round to round; without the first where it is no different.
    Around { written: Option<Op>, settled: Op, exit: Frontier },
    /// The second frontier of the last rounds, the latest first: a round waits for the oldest, and so for all before it, as ends of rounds come through one channel in their order.
    Chain { carries: Vec<Op>, tokens: Vec<Value>, exits: Vec<Value> },
}

impl Ring {
    /// What lets its tokens into the loop.
    pub(super) fn carries(&self) -> Vec<Op> {
        match &self.kind {
            RingKind::Beside { carry, .. } => vec![*carry],
            RingKind::Around { written, settled, .. } => written.iter().chain([settled]).copied().collect(),
            RingKind::Chain { carries, .. } => carries.clone(),
        }
    }
}

impl Build<'_> {
    /// Sets up what is carried for the memories that a loop accesses.
    pub(super) fn begin_rings(
        &mut self,
        op: Op,
        loc: Loc,
        around: Area,
        head: Area,
        raw: Value,
    ) -> Vec<Ring> {
        let mut rings = Vec::new();
        for (memory, accesses) in self.deps.touched(op) {
            let Entered { outside, entry, before, writes } = self.enter_memory(*memory, accesses, loc);
            let carried = match writes {
                _ if self.queues.has(*memory) => Carried::From(1),
                true => self.deps.carried(op, accesses, self.depth),
                false => Carried::Never,
            };
            let kind = match carried {
                Carried::Never => {
                    self.orders[*memory] = Order::after(import(&mut self.graph, before, around, head));
                    let first = before.settled.filter(|_| writes);
                    let first = first.unwrap_or_else(|| self.graph.control(around));
                    let carry = self.graph.carry(loc, raw, first);
                    let token = self.graph.ir.result(carry, 0);
                    RingKind::Beside { carry, token, exit: token, before, writes }
                }
                Carried::From(distance) if distance > 1 => {
                    self.begin_chain(loc, around, raw, *memory, before, distance)
                }
                Carried::From(_) => self.begin_around(loc, around, raw, *memory, before, accesses),
            };
            rings.push(Ring { memory: *memory, accesses: accesses.clone(), outside, entry, kind });
        }
        rings
    }

    fn begin_around(
        &mut self,
        loc: Loc,
        around: Area,
        raw: Value,
        memory: usize,
        before: Frontier,
        accesses: &[AccessId],
    ) -> RingKind {
        let settled = before.settled.unwrap_or_else(|| self.graph.control(around));
        let settled = self.graph.carry(loc, raw, settled);
        let reads = accesses.iter().any(|access| !self.deps.writes(*access));
        let written = (reads && !self.queues.has(memory)).then(|| {
            let written = before.written.unwrap_or_else(|| self.graph.control(around));
            self.graph.carry(loc, raw, written)
        });
        let held = |op: Op| Some(self.graph.ir.result(op, 0));
        let frontier = Frontier { written: held(written.unwrap_or(settled)), settled: held(settled) };
        self.orders[memory] = Order::after(frontier);
        RingKind::Around { written, settled, exit: frontier }
    }

    fn begin_chain(
        &mut self,
        loc: Loc,
        around: Area,
        raw: Value,
        memory: usize,
        before: Frontier,
        distance: u32,
    ) -> RingKind {
        let first = before.settled.unwrap_or_else(|| self.graph.control(around));
        let carries: Vec<Op> = (0..distance).map(|_| self.graph.carry(loc, raw, first)).collect();
        let tokens: Vec<Value> = carries.iter().map(|carry| self.graph.ir.result(*carry, 0)).collect();
        let oldest = tokens.last().copied();
        self.orders[memory] = Order::after(Frontier { written: oldest, settled: oldest });
        let exits = tokens.clone();
        RingKind::Chain { carries, tokens, exits }
    }

    /// Leads what is carried for memories past the loop's condition: into the body, or out.
    pub(super) fn pass_rings(&mut self, inner: &mut Loop) {
        let (loc, raw, around, body) = (inner.loc, inner.raw, inner.around, inner.body);
        for ring in &mut inner.rings {
            self.grouped[ring.memory] = false;
            let order = std::mem::take(&mut self.orders[ring.memory]);
            self.orders[ring.memory] = match &mut ring.kind {
                RingKind::Beside { token, exit, before, .. } => {
                    let before = import(&mut self.graph, *before, around, body);
                    let done: Vec<Value> = std::iter::once(*token).chain(order.own()).collect();
                    let done = self.graph.join(loc, &done);
                    (*token, *exit) = self.graph.cond_br(loc, raw, done);
                    Order::after(before)
                }
                RingKind::Around { exit, .. } => {
                    let end = order.end(&mut self.graph, loc);
                    let (again, last) = self.pass_frontier(loc, raw, end);
                    *exit = last;
                    Order::after(again)
                }
                RingKind::Chain { tokens, exits, .. } => {
                    // The head makes no accesses: with them, rounds would follow each other.
                    for (token, exit) in tokens.iter_mut().zip(exits) {
                        (*token, *exit) = self.graph.cond_br(loc, raw, *token);
                    }
                    let settled = tokens.last().copied();
                    Order::after(Frontier { written: settled, settled })
                }
            };
        }
    }

    fn pass_frontier(&mut self, loc: Loc, raw: Value, at: Frontier) -> (Frontier, Frontier) {
        let settled = at.settled.map(|token| self.graph.cond_br(loc, raw, token));
        let written = match at.written {
            written if written == at.settled => settled,
            written => written.map(|token| self.graph.cond_br(loc, raw, token)),
        };
        let side = |pair: fn((Value, Value)) -> Value| Frontier {
            written: written.map(pair),
            settled: settled.map(pair),
        };
        (side(|(again, _)| again), side(|(_, last)| last))
    }

    /// Gives what is carried for a memory its next, and the region around what came out. Of a loop that is tested last, `test` says which: what its round has made goes to the next one, or out.
    pub(super) fn end_ring(&mut self, loc: Loc, test: Option<Value>, mut ring: Ring) {
        let order = std::mem::take(&mut self.orders[ring.memory]);
        let exit = match &mut ring.kind {
            RingKind::Beside { carry, token, exit, .. } => {
                let done: Vec<Value> = std::iter::once(*token).chain(order.own()).collect();
                let done = self.graph.join(loc, &done);
                let (again, last) = self.turn_token(loc, test, done, *exit);
                self.graph.close(*carry, again);
                Frontier { written: Some(last), settled: Some(last) }
            }
            RingKind::Around { written, settled, exit } => {
                let end = order.end(&mut self.graph, loc);
                let (again, last) = match test {
                    Some(raw) => self.pass_frontier(loc, raw, end),
                    None => (end, *exit),
                };
                self.close_around(*written, *settled, again);
                last
            }
            RingKind::Chain { carries, tokens, exits } => {
                let mut next =
                    order.end(&mut self.graph, loc).settled.expect("the oldest round is part of it");
                for ((carry, token), exit) in carries.iter().zip(tokens).zip(exits.iter_mut()) {
                    let (again, last) = self.turn_token(loc, test, next, *exit);
                    self.graph.close(*carry, again);
                    (next, *exit) = (*token, last);
                }
                let exit = Some(self.graph.join(loc, exits));
                Frontier { written: exit, settled: exit }
            }
        };
        self.leave_ring(loc, ring, exit);
    }

    /// What a token of a round is for the next one, and what comes out: itself by the test, if that is last; otherwise what came out before the round.
    fn turn_token(&mut self, loc: Loc, test: Option<Value>, token: Value, exit: Value) -> (Value, Value) {
        match test {
            Some(raw) => self.graph.cond_br(loc, raw, token),
            None => (token, exit),
        }
    }

    fn close_around(&mut self, written: Option<Op>, settled: Op, next: Frontier) {
        const PART: &str = "what is carried into a body is part of its end";
        self.graph.close(settled, next.settled.expect(PART));
        if let Some(written) = written {
            self.graph.close(written, next.written.expect(PART));
        }
    }

    /// Tells the region around what came out.
    fn leave_ring(&mut self, loc: Loc, ring: Ring, exit: Frontier) {
        let Ring { memory, accesses, mut outside, entry, kind } = ring;
        match (kind, exit.settled) {
            (RingKind::Beside { writes: false, .. }, Some(settled)) => {
                outside.leave_reads(&accesses, settled)
            }
            _ => outside.leave(&entry, &accesses, exit),
        }
        outside.shorten(&mut self.graph, loc);
        self.orders[memory] = outside;
        self.grouped[memory] = false;
    }
}
