//! The loops of an elastic circuit, and how soon each starts its next iteration.
//!
//! Every loop has a place that tokens pass in step with its rounds. Mostly that is its condition: a token for every iteration says that there is
//! one, and another at the end that there is none. A loop of blocks that can be left from several of them has the merge at its head: tokens come in from
//! outside when the loop is entered, and from inside when it goes round. What passes there is measured, whichever simulator shows it ([`Meter`]).
//!
//! The distance of two iterations is that of their starts, in cycles, where one follows the other within one run of the loop. From one run to the next
//! nothing is measured: that time belongs to the loop around.

use dialects::{dataflow, handshake};
use ir::{Ir, Op, Value};

/// A loop of an elastic function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The line that it stands in.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Where its rounds can be seen.
    pub watch: Watch<Value>,
    /// Whether the body comes before the test, so that it runs at least once.
    pub tests_last: bool,
}

/// Channels that tokens pass in step with the rounds of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Watch<C> {
    /// The condition, and what it is when the loop goes on.
    Condition(C, bool),
    /// The ways to the head: from outside, and back to it.
    Head {
        /// From outside.
        entries: Vec<C>,
        /// From inside.
        backs: Vec<C>,
    },
}

impl<C> Watch<C> {
    /// The same in the terms of a simulator; nothing if that does not have one of the channels.
    pub fn map<D>(&self, channel: impl Fn(&C) -> Option<D>) -> Option<Watch<D>> {
        let all = |channels: &[C]| channels.iter().map(&channel).collect::<Option<Vec<D>>>();
        Some(match self {
            Watch::Condition(condition, goes_on) => Watch::Condition(channel(condition)?, *goes_on),
            Watch::Head { entries, backs } => Watch::Head { entries: all(entries)?, backs: all(backs)? },
        })
    }

    /// What happens in a cycle; `token` gives the lowest bit of the token that passes a channel, if one does.
    pub fn event(&self, mut token: impl FnMut(&C) -> Option<bool>) -> Option<Event> {
        match self {
            Watch::Condition(condition, goes_on) => {
                token(condition).map(|value| Event::Condition(value == *goes_on))
            }
            Watch::Head { entries, .. } if entries.iter().any(|way| token(way).is_some()) => {
                Some(Event::Enter)
            }
            Watch::Head { backs, .. } => backs.iter().any(|way| token(way).is_some()).then_some(Event::Again),
        }
    }
}

/// The loops of an elastic function whose places are known, in the order of the places.
pub fn loops(ir: &Ir, func: Op) -> Vec<Loop> {
    let mut loops: Vec<Loop> = Vec::new();
    let Some(body) = ir.entry(ir.region(func, 0)) else { return loops };
    let size = ir.block_ops(body).count();
    let origin = |value: Value| origin(ir, value, size);
    for op in ir.block_ops(body) {
        let watch = match ir.code(op) {
            dataflow::STREAM => Watch::Condition(ir.result(op, 1), true),
            dataflow::CARRY | dataflow::INVARIANT => Watch::Condition(origin(ir.operand(op, 0)), true),
            dataflow::GATE => Watch::Condition(origin(ir.operand(op, 1)), true),
            handshake::COND_BR => match ir.attr(op, handshake::LOOP_GOES_ON) {
                Some(goes_on) => {
                    Watch::Condition(origin(ir.operand(op, 0)), ir.ctx.int_value(goes_on) != Some(0))
                }
                None => continue,
            },
            handshake::CONTROL_MERGE => match head(ir, op) {
                Some(watch) => watch,
                None => continue,
            },
            _ => continue,
        };
        let tests_last = ir.attr(op, handshake::LOOP_TEST_LAST).is_some();
        if let Some(known) = loops.iter_mut().find(|known| known.watch == watch) {
            known.tests_last |= tests_last;
        } else if let Some(span) = ir.ctx.span(ir.loc(op)) {
            let place = ir.ctx.sources.locate(span);
            loops.push(Loop { line: place.line, column: place.column, watch, tests_last });
        }
    }
    loops.sort_by_key(|one| (one.line, one.column));
    loops
}

/// The channel that the tokens of a channel are copies of, in the same order. No way there is longer than all operations, of which there are `size`.
fn origin(ir: &Ir, mut value: Value, size: usize) -> Value {
    for _ in 0..size {
        match ir.defining_op(value) {
            Some(op) if matches!(ir.code(op), handshake::FORK | handshake::LAZY_FORK | handshake::BUFFER) => {
                value = ir.operand(op, 0);
            }
            _ => break,
        }
    }
    value
}

/// The ways into a merge that is marked as the head of a loop.
fn head(ir: &Ir, merge: Op) -> Option<Watch<Value>> {
    let marked = ir.ctx.int_array(ir.attr(merge, handshake::LOOP_BACK)?)?;
    let (mut entries, mut backs) = (Vec::new(), Vec::new());
    for (way, input) in (0..).zip(ir.operands(merge)) {
        let ways = if marked.contains(&way) { &mut backs } else { &mut entries };
        ways.push(input);
    }
    Some(Watch::Head { entries, backs })
}

/// Something that is seen of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The condition says whether the loop goes on.
    Condition(bool),
    /// The head is entered from outside.
    Enter,
    /// The head is reached again from inside.
    Again,
}

/// What was measured of all loops of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// Each, in the order of their places.
    pub rates: Vec<LoopRate>,
    /// The first so many cycles were watched; nothing if all were.
    pub watched: Option<u64>,
}

/// How soon a loop started its next iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopRate {
    /// The line that the loop stands in.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// How often it was entered.
    pub entries: u64,
    /// Iterations of all runs.
    pub iterations: u64,
    /// The fewest and the most iterations of a run that came to its end; nothing if none did.
    pub rounds: Option<(u64, u64)>,
    /// How far iterations were apart that followed each other; nothing if none did.
    pub distances: Option<Distances>,
}

/// Numbers of cycles between the starts of iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distances {
    /// How many there are.
    pub count: u64,
    /// All together.
    pub sum: u64,
    /// The least.
    pub least: u64,
    /// The most.
    pub most: u64,
    /// Runs of the loop that have any.
    pub runs: u64,
    /// The most of each of these runs, all together.
    pub sum_of_most: u64,
}

impl Distances {
    /// The average, in hundredths of a cycle.
    pub fn mean_hundredths(&self) -> u64 {
        ((u128::from(self.sum) * 100 + u128::from(self.count) / 2) / u128::from(self.count)) as u64
    }
}

/// Measures a loop.
#[derive(Clone, Debug)]
pub struct Meter {
    tests_last: bool,
    rate: LoopRate,
    /// The cycle of the last token of the present run.
    last: Option<u64>,
    /// The most of the distances of the present run; nothing as long as it has none.
    most: Option<u64>,
    /// Iterations of the present run; nothing if there is none.
    run: Option<u64>,
}

impl Meter {
    /// One that has seen nothing.
    pub fn new(of: &Loop) -> Meter {
        let Loop { line, column, tests_last, .. } = *of;
        let rate = LoopRate { line, column, entries: 0, iterations: 0, rounds: None, distances: None };
        Meter { tests_last, rate, last: None, most: None, run: None }
    }

    /// A call begins: no loop runs.
    pub fn begin(&mut self) {
        self.last = None;
        self.end_run();
    }

    fn end_run(&mut self) {
        let Some(run) = self.run.take() else { return };
        let (fewest, most) = self.rate.rounds.unwrap_or((run, run));
        self.rate.rounds = Some((fewest.min(run), most.max(run)));
    }

    /// A token passes.
    pub fn see(&mut self, event: Event, now: u64) {
        let is_first = self.last.is_none() || event == Event::Enter;
        let distance = self.last.filter(|_| !is_first).map(|last| now - last);
        if is_first {
            self.end_run();
            self.rate.entries += 1;
            self.most = None;
            self.run = Some(0);
        }
        self.last = (event != Event::Condition(false)).then_some(now);
        match event {
            // The condition follows the body that it is the test of.
            Event::Condition(_) if self.tests_last => self.iteration(distance),
            Event::Condition(true) => self.iteration(distance),
            Event::Condition(false) => {}
            // Nobody knows where such a loop will be left: whatever passes the head is an iteration.
            Event::Enter | Event::Again => self.iteration(distance),
        }
        if event == Event::Condition(false) {
            self.end_run();
        }
    }

    fn iteration(&mut self, distance: Option<u64>) {
        self.rate.iterations += 1;
        self.run = self.run.map(|run| run + 1);
        let Some(distance) = distance else { return };
        let none = Distances { count: 0, sum: 0, least: distance, most: distance, runs: 0, sum_of_most: 0 };
        let all = self.rate.distances.get_or_insert(none);
        all.count += 1;
        all.sum += distance;
        all.least = all.least.min(distance);
        all.most = all.most.max(distance);
        all.runs += u64::from(self.most.is_none());
        let before = self.most.unwrap_or(0);
        let most = before.max(distance);
        all.sum_of_most += most - before;
        self.most = Some(most);
    }

    /// What was seen.
    pub fn rate(&self) -> LoopRate {
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Event::{Again, Condition, Enter};

    fn check(tests_last: bool, seen: &[(Event, u64)], expected: &str) {
        let watch = Watch::Head { entries: Vec::new(), backs: Vec::new() };
        let mut meter = Meter::new(&Loop { line: 1, column: 1, watch, tests_last });
        meter.begin();
        for (event, now) in seen {
            meter.see(*event, *now);
        }
        let LoopRate { entries, iterations, rounds, distances, .. } = meter.rate();
        let told = |all: Distances| {
            let Distances { least, most, runs, sum_of_most, .. } = all;
            format!("{} {least}..{most} {sum_of_most} in {runs}", all.mean_hundredths())
        };
        let distances = distances.map_or("-".to_string(), told);
        let rounds = rounds.map_or("-".to_string(), |(fewest, most)| format!("{fewest}..{most}"));
        assert_eq!(format!("{entries} {iterations} of {rounds}, {distances}"), expected);
    }

    #[test]
    fn what_a_condition_says() {
        let (yes, no) = (Condition(true), Condition(false));
        check(false, &[(yes, 3), (yes, 5), (yes, 15), (no, 40)], "1 3 of 3..3, 600 2..10 10 in 1");
        check(true, &[(yes, 3), (yes, 5), (no, 15)], "1 3 of 3..3, 600 2..10 10 in 1");
        check(
            false,
            &[(no, 3), (yes, 4), (no, 9), (yes, 20), (yes, 21), (no, 30)],
            "3 3 of 0..2, 100 1..1 1 in 1",
        );
        let two_runs = [(yes, 3), (yes, 9), (yes, 10), (no, 11), (yes, 20), (yes, 21), (yes, 25), (no, 26)];
        check(false, &two_runs, "2 6 of 3..3, 300 1..6 10 in 2");
        check(true, &[(no, 3), (no, 9)], "2 2 of 1..1, -");
    }

    #[test]
    fn what_a_head_says() {
        check(
            false,
            &[(Enter, 3), (Again, 5), (Again, 15), (Enter, 40), (Enter, 50), (Again, 57)],
            "3 6 of 1..3, 633 2..10 17 in 2",
        );
    }

    #[test]
    fn an_average_is_rounded() {
        let all = Distances { count: 3, sum: 5, least: 1, most: 2, runs: 1, sum_of_most: 2 };
        assert_eq!(all.mean_hundredths(), 167);
    }
}
