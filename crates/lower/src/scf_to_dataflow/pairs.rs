//! What is known of every two accesses to one memory, as an attribute of the kernel: it says which pairs a circuit has to keep in order, how it does, and why.

use super::dependence::{AccessId, Dependence};
use super::guards::Guards;
use super::loops;
use super::queues::Queues;
use super::records::{Record, line};
use crate::streams::memory::{Memories, name};
use ir::{Ir, Op, Value};

/// The attribute of a kernel with the pairs of its accesses.
pub const PAIRS: &str = "flowright.accesses";
/// Pairs that are told of.
const MOST: usize = 128;

/// What two accesses have to do with each other, the least first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Relation {
    /// They never touch the same element.
    Independent,
    /// Only in one round, where the program says which is first.
    OneRound,
    /// In several rounds, but the write is computed of what is read.
    ByData,
    /// So many rounds of a loop apart.
    Distance(i128),
    /// Nobody knows in which rounds.
    Unknown(String),
}

/// Two accesses, the first in the program first.
struct Pair {
    memory: usize,
    ops: [Op; 2],
    ids: [AccessId; 2],
}

/// All that there is to say.
pub(super) struct Pairs<'a> {
    pub ir: &'a Ir,
    pub function: Op,
    pub memories: &'a Memories,
    pub deps: &'a Dependence,
    pub guards: &'a Guards,
    pub queues: &'a Queues,
}

impl Pairs<'_> {
    /// A record for each pair of which one writes: `array`, `first`, `second`, `relation`, `reason` and `order`.
    pub fn records(&self) -> Vec<Record> {
        self.all().into_iter().take(MOST).map(|pair| self.record(&pair)).collect()
    }

    fn all(&self) -> Vec<Pair> {
        let mut accesses: Vec<(usize, Op, AccessId)> = Vec::new();
        for op in self.ir.walk(self.function) {
            if let Some(id) = self.deps.of(op) {
                let memory = self.memories.access(self.ir, op).expect("it is an access").memory;
                accesses.push((memory, op, id));
            }
        }
        let mut pairs = Vec::new();
        for (number, (memory, first, a)) in accesses.iter().enumerate() {
            for (other, second, b) in &accesses[number + 1..] {
                if memory == other && (self.deps.writes(*a) || self.deps.writes(*b)) {
                    pairs.push(Pair { memory: *memory, ops: [*first, *second], ids: [*a, *b] });
                }
            }
        }
        pairs
    }

    fn record(&self, pair: &Pair) -> Record {
        let (relation, around) = self.relation(pair);
        let loop_line = around.map(|op| format!(" in the loop at {}", line(self.ir, op))).unwrap_or_default();
        let (relation, reason) = match relation {
            Relation::Independent => ("independent", "the subscripts are never the same".to_owned()),
            Relation::OneRound => ("one round", "only in one round are the subscripts the same".to_owned()),
            Relation::ByData => ("by data", "what is written is computed of what is read".to_owned()),
            Relation::Distance(rounds) => ("distance", format!("{rounds} rounds apart{loop_line}")),
            Relation::Unknown(why) => ("unknown", format!("{why}{loop_line}")),
        };
        let memory = &self.memories.list()[pair.memory];
        let place = |at: usize| {
            let what = if self.deps.writes(pair.ids[at]) { "write" } else { "read" };
            format!("{what} at {}", line(self.ir, pair.ops[at]))
        };
        vec![
            ("array", name(self.ir, memory).unwrap_or_default()),
            ("first", place(0)),
            ("second", place(1)),
            ("relation", relation.to_owned()),
            ("reason", reason),
            ("order", self.order(pair).to_owned()),
        ]
    }

    /// What keeps two accesses in order.
    fn order(&self, pair: &Pair) -> &'static str {
        let [first, second] = pair.ops;
        let guards = |read: Op, write: Op| self.guards.of(read).iter().any(|guard| guard.write == write);
        if self.queues.has(pair.memory) {
            "queue"
        } else if guards(first, second) || guards(second, first) {
            "guard"
        } else {
            "tokens"
        }
    }

    /// The worst over all loops around both, and that loop.
    fn relation(&self, pair: &Pair) -> (Relation, Option<Op>) {
        let [first, second] = pair.ops.map(|op| loops::around(self.ir, op).collect::<Vec<_>>());
        let common: Vec<Op> = first.into_iter().filter(|op| second.contains(op)).collect();
        let in_loops = common
            .iter()
            .enumerate()
            .map(|(at, around)| (self.relation_in(pair, *around, common.len() - 1 - at), Some(*around)));
        let [a, b] = pair.ids;
        let meets = self.deps.collide(&[a], true, &[b], common.len());
        let alone = if meets { Relation::OneRound } else { Relation::Independent };
        in_loops.fold((alone, None), |worst, found| if found.0 > worst.0 { found } else { worst })
    }

    fn relation_in(&self, pair: &Pair, around: Op, depth: usize) -> Relation {
        let [a, b] = pair.ids;
        match self.deps.apart(around, a, b, depth) {
            None => Relation::Independent,
            Some(apart) if apart.low == 0 && apart.high == 0 => Relation::OneRound,
            Some(apart) if apart.low == apart.high => Relation::Distance(apart.low.abs()),
            Some(apart) => {
                // The read of a later round has to come after the write of an earlier one.
                let meets_later = if self.deps.writes(a) { apart.high >= 1 } else { apart.low <= -1 };
                match self.deps.is_computed_of(b, a) && !meets_later {
                    true => Relation::ByData,
                    false => Relation::Unknown(self.why(pair, around, depth)),
                }
            }
        }
    }

    /// Why it is not known in which rounds two accesses meet.
    fn why(&self, pair: &Pair, around: Op, depth: usize) -> String {
        if !self.deps.is_counted(around) {
            return "the rounds have no index".to_owned();
        }
        let varying = pair.ids.iter().flat_map(|id| self.deps.varying(*id, depth));
        match varying.into_iter().find(|value| !self.deps.is_index(*value)) {
            Some(value) => format!("a subscript is made of what is computed at {}", self.line_of(value)),
            None => "the subscripts are the same in many rounds".to_owned(),
        }
    }

    fn line_of(&self, value: Value) -> String {
        let op = self.ir.defining_op(value).or_else(|| {
            let block = self.ir.value_block(value)?;
            self.ir.block_parent_op(block)
        });
        op.map_or("an unknown place".to_owned(), |op| line(self.ir, op))
    }
}
