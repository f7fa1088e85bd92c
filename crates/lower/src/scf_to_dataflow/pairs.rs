//! What is known of every two accesses to one memory, as an attribute of the kernel: it says which pairs a circuit has to keep in order, how it does, and why.

use super::dependence::{AccessId, Dependence};
use super::guards::Guards;
use super::loops;
use super::queues::Queues;
use super::records::{Record, line};
use crate::streams::memory::{Memories, name, part_name};
use base::text::counted;
use ir::{Ir, Op, Value};

/// The attribute of a kernel with the pairs of its accesses.
pub const PAIRS: &str = "flowright.accesses";
/// Pairs that are told of. Of more, those are chosen first of which it is not known when they meet.
const MOST: usize = 128;
/// Pairs that are looked at, of all arrays together.
const LOOKED_AT: usize = 1 << 14;

/// What two accesses have to do with each other.
#[derive(Clone, Debug)]
enum Relation {
    /// They never touch the same element.
    Independent,
    /// No loop is around both, and the program says which is first.
    InTurn,
    /// Only in one round, where the program says which is first.
    OneRound,
    /// In several rounds, but the write is computed of what is read.
    ByData,
    /// So many rounds of a loop apart, or more.
    Distance { rounds: i128, or_more: bool },
    /// Nobody knows in which rounds.
    Unknown(String),
}

impl Relation {
    /// How much order a relation asks for: the more, the less rounds of a loop can do side by side.
    fn rank(&self) -> (u8, i128) {
        match self {
            Relation::Independent => (0, 0),
            Relation::InTurn => (1, 0),
            Relation::OneRound => (2, 0),
            Relation::ByData => (3, 0),
            Relation::Distance { rounds, .. } => (4, -rounds),
            Relation::Unknown(_) => (5, 0),
        }
    }
}

/// Two accesses, the first in the program first.
#[derive(Clone, Copy)]
struct Pair {
    memory: usize,
    ops: [Op; 2],
    ids: [AccessId; 2],
}

/// A pair, what there is to say of it, and the loop in which that is so.
type Found = (Pair, Relation, Option<Op>);

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
    /// A record for each pair of which one writes: `array`, `first`, `second`, `relation`, `reason` and `order`. Of arrays with more pairs than are told of, there is one that says
    /// how many are `left out`, and how many of these are `unknown`, or were not looked at and are `unseen`.
    pub fn records(&self) -> Vec<Record> {
        self.listed(MOST, LOOKED_AT)
    }

    /// At most so many of them, of so many that are looked at.
    pub fn listed(&self, most: usize, looked_at: usize) -> Vec<Record> {
        let accesses = self.accesses();
        let counts: Vec<usize> = accesses.iter().map(|accesses| self.count(accesses)).collect();
        let found: Vec<Found> = accesses
            .iter()
            .zip(shares(&counts, looked_at))
            .enumerate()
            .flat_map(|(memory, (accesses, share))| self.pairs(memory, accesses).take(share))
            .map(|pair| self.relation(pair))
            .collect();
        let is_unknown = |at: &usize| matches!(found[*at].1, Relation::Unknown(_));
        let (unknown, known): (Vec<usize>, Vec<usize>) = (0..found.len()).partition(is_unknown);
        let mut told: Vec<usize> = unknown.into_iter().chain(known).take(most).collect();
        told.sort_unstable();
        let mut records: Vec<Record> = told.iter().map(|at| self.record(&found[*at])).collect();
        for (memory, count) in counts.into_iter().enumerate() {
            let here: Vec<usize> = (0..found.len()).filter(|at| found[*at].0.memory == memory).collect();
            let rest: Vec<usize> =
                here.iter().copied().filter(|at| told.binary_search(at).is_err()).collect();
            let unseen = count - here.len();
            if !rest.is_empty() || unseen > 0 {
                let unknown = rest.iter().copied().filter(is_unknown).count();
                records.push(self.rest(memory, rest.len() + unseen, unknown, unseen));
            }
        }
        records
    }

    /// The accesses to each memory, in the order of the program.
    fn accesses(&self) -> Vec<Vec<(Op, AccessId)>> {
        let mut accesses = vec![Vec::new(); self.memories.list().len()];
        for op in self.ir.walk(self.function) {
            if let Some(id) = self.deps.of(op) {
                let memory = self.memories.access(self.ir, op).expect("it is an access").memory;
                accesses[memory].push((op, id));
            }
        }
        accesses
    }

    /// The pairs of the accesses to a memory.
    fn pairs<'a>(&'a self, memory: usize, accesses: &'a [(Op, AccessId)]) -> impl Iterator<Item = Pair> + 'a {
        accesses.iter().enumerate().flat_map(move |(number, (first, a))| {
            let others = accesses[number + 1..].iter();
            let others = others.filter(|(_, b)| self.deps.writes(*a) || self.deps.writes(*b));
            others.map(move |(second, b)| Pair { memory, ops: [*first, *second], ids: [*a, *b] })
        })
    }

    /// How many pairs accesses have of which one writes.
    fn count(&self, accesses: &[(Op, AccessId)]) -> usize {
        let pairs = |of: usize| of * of.saturating_sub(1) / 2;
        let reads = accesses.iter().filter(|(_, id)| !self.deps.writes(*id)).count();
        pairs(accesses.len()) - pairs(reads)
    }

    /// What is called like the array, or like the part of it.
    fn array(&self, memory: usize) -> String {
        let memory = &self.memories.list()[memory];
        name(self.ir, memory).map(|array| part_name(&array, memory)).unwrap_or_default()
    }

    fn rest(&self, memory: usize, pairs: usize, unknown: usize, unseen: usize) -> Record {
        vec![
            ("array", self.array(memory)),
            ("relation", "left out".to_owned()),
            ("reason", format!("{} more", counted(pairs, "pair"))),
            ("unknown", unknown.to_string()),
            ("unseen", unseen.to_string()),
        ]
    }

    fn record(&self, (pair, relation, around): &Found) -> Record {
        let loop_line = around.map(|op| format!(" in the loop at {}", line(self.ir, op))).unwrap_or_default();
        let (named, reason) = match relation {
            Relation::Independent => ("independent", "the subscripts are never the same".to_owned()),
            Relation::InTurn => ("in turn", "no loop is around both".to_owned()),
            Relation::OneRound => ("one round", "only in one round are the subscripts the same".to_owned()),
            Relation::ByData => ("by data", "what is written is computed of what is read".to_owned()),
            Relation::Distance { rounds, or_more } => {
                let rounds = if *rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
                let or_more = if *or_more { " or more" } else { "" };
                ("distance", format!("{rounds}{or_more} apart{loop_line}"))
            }
            Relation::Unknown(why) => ("unknown", format!("{why}{loop_line}")),
        };
        let place = |at: usize| {
            let what = if self.deps.writes(pair.ids[at]) { "write" } else { "read" };
            format!("{what} at {}", line(self.ir, pair.ops[at]))
        };
        vec![
            ("array", self.array(pair.memory)),
            ("first", place(0)),
            ("second", place(1)),
            ("relation", named.to_owned()),
            ("reason", reason),
            ("order", self.order(pair, relation).to_owned()),
        ]
    }

    /// What keeps two accesses in order.
    fn order(&self, pair: &Pair, relation: &Relation) -> &'static str {
        let [first, second] = pair.ops;
        let guards = |read: Op, write: Op| self.guards.of(read).iter().any(|guard| guard.write == write);
        if self.queues.has(pair.memory) {
            "queue"
        } else if guards(first, second) || guards(second, first) {
            "guard"
        } else if matches!(relation, Relation::Independent | Relation::ByData) {
            "nothing"
        } else {
            "tokens"
        }
    }

    /// The one that asks for most order over all loops around both; of several, that of the innermost loop.
    fn relation(&self, pair: Pair) -> Found {
        let second: Vec<Op> = loops::around(self.ir, pair.ops[1]).collect();
        let common: Vec<Op> = loops::around(self.ir, pair.ops[0]).filter(|op| second.contains(op)).collect();
        let in_loops = common
            .iter()
            .enumerate()
            .map(|(at, around)| (self.relation_in(&pair, *around, common.len() - 1 - at), Some(*around)));
        let [a, b] = pair.ids;
        let alone = match self.deps.collide(&[a], true, &[b], common.len()) {
            false => Relation::Independent,
            true if self.deps.is_computed_of(b, a) => Relation::ByData,
            true if common.is_empty() => Relation::InTurn,
            true => Relation::OneRound,
        };
        let (relation, around) = in_loops
            .fold((alone, None), |most, found| if found.0.rank() > most.0.rank() { found } else { most });
        (pair, relation, around)
    }

    fn relation_in(&self, pair: &Pair, around: Op, depth: usize) -> Relation {
        let [a, b] = pair.ids;
        let Some(apart) = self.deps.apart(around, a, b, depth) else { return Relation::Independent };
        // What is computed of a read comes after it, and after those of all earlier rounds. A read of a later round would have to come after the write.
        if self.deps.is_computed_of(b, a) && apart.low >= 0 {
            Relation::ByData
        } else if apart.low == 0 && apart.high == 0 {
            Relation::OneRound
        } else if apart.has(0) {
            Relation::Unknown(self.why(pair, around, depth))
        } else {
            let [low, high] = [apart.low, apart.high].map(i128::unsigned_abs);
            Relation::Distance { rounds: low.min(high) as i128, or_more: low != high }
        }
    }

    /// Why it is not known in which rounds two accesses meet.
    fn why(&self, pair: &Pair, around: Op, depth: usize) -> String {
        if !self.deps.is_counted(around) {
            return "the rounds have no index".to_owned();
        }
        let varying: Vec<Value> = pair.ids.iter().flat_map(|id| self.deps.varying(*id, depth)).collect();
        if let Some(value) = varying.iter().find(|value| !self.deps.is_index(**value)) {
            format!("a subscript is made of what is computed at {}", self.line_of(*value))
        } else if varying.iter().any(|value| self.deps.is_index_of(around, *value)) {
            "how many rounds they are apart differs".to_owned()
        } else {
            "the subscripts are the same in many rounds".to_owned()
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

/// How many of its pairs each array has looked at: what one does not need is for the others.
fn shares(counts: &[usize], mut left: usize) -> Vec<usize> {
    let mut fewest_first: Vec<usize> = (0..counts.len()).collect();
    fewest_first.sort_by_key(|at| counts[*at]);
    let mut shares = vec![0; counts.len()];
    for (done, at) in fewest_first.into_iter().enumerate() {
        shares[at] = counts[at].min(left / (counts.len() - done));
        left -= shares[at];
    }
    shares
}
