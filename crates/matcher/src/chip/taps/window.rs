//! The row of registers that records go through, and how what a root reaches is chosen from it.

use crate::chip::fields::{Fields, fit};
use crate::pattern::Way;
use crate::stream::layout::{Layout, bits_for};
use circuit::{Logic, Sync};
use ir::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// So many bits of a place are used in a step: records are chosen from that power of two.
pub const BITS_A_STEP: u32 = 4;

/// When each level of trees is chosen. Times are steps since the operands of a root were first looked at.
pub struct Timing {
    window: u32,
    /// When the choice begins, for each level below the root.
    begins: Vec<u32>,
    end: u32,
    /// Where in the row the root is at time 0.
    root: u32,
}

impl Timing {
    /// For trees with so many levels, the root's among them.
    pub fn new(window: u32, depth: u32) -> Timing {
        let mut begins = Vec::new();
        let mut end = 0;
        for level in 1..depth {
            // From the second level on a place is a sum, which has a step of its own.
            end += u32::from(level > 1);
            begins.push(end);
            end += bits_for(u64::from(level * window)).div_ceil(BITS_A_STEP);
        }
        // What is furthest away has come in when it is looked for.
        let least =
            (1..).zip(&begins).map(|(level, begin): (u32, &u32)| (level * window).saturating_sub(*begin));
        Timing { window, root: least.max().unwrap_or(0), begins, end }
    }

    /// When all levels have been chosen.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Where in the row the root is at a time.
    pub fn root_at(&self, time: u32) -> u32 {
        self.root + time
    }
}

/// The record at the end of a way from the root.
struct Tapped {
    fields: Fields,
    /// When it has been chosen.
    time: u32,
    /// How many records are between it and the root.
    place: Value,
    /// When that is known.
    place_time: u32,
}

/// The row, and what was chosen from it.
pub struct Window<'a> {
    layout: &'a Layout,
    timing: Timing,
    row: Vec<Value>,
    held: Sync,
    tapped: FxHashMap<Way, Tapped>,
    roots: FxHashMap<u32, Fields>,
    delayed: FxHashMap<(Value, u32), Value>,
}

impl<'a> Window<'a> {
    /// Chooses the records at the ends of these ways, those at the beginnings of ways among them.
    pub fn new(
        c: &mut Logic<'_>,
        layout: &'a Layout,
        timing: Timing,
        row: Vec<Value>,
        ways: &BTreeSet<Way>,
        held: Sync,
    ) -> Window<'a> {
        let (tapped, roots, delayed) = Default::default();
        let mut window = Window { layout, timing, row, held, tapped, roots, delayed };
        let mut ways: Vec<&Way> = ways.iter().filter(|way| !way.is_empty()).collect();
        ways.sort_by_key(|way| way.len());
        for way in ways {
            let tapped = window.tap(c, way);
            window.tapped.insert(way.clone(), tapped);
        }
        window
    }

    fn tap(&mut self, c: &mut Logic<'_>, way: &Way) -> Tapped {
        let level = way.len() as u32;
        let begin = self.timing.begins[level as usize - 1];
        let bits = bits_for(u64::from(level * self.timing.window));
        let place = if level == 1 {
            let payload = self.operand(c, &[], way[0], begin).1;
            fit(c, payload, bits.max(1))
        } else {
            let sum = self.made(c, way, begin - 1, bits);
            c.delay("place", sum, self.held)
        };
        let (record, time) = self.choose(c, level, place, begin);
        Tapped { fields: Fields::of(c, self.layout, record), time, place, place_time: begin }
    }

    /// The record with so many others between it and the root.
    fn choose(&mut self, c: &mut Logic<'_>, level: u32, place: Value, begin: u32) -> (Value, u32) {
        let next_to_root = self.timing.root_at(begin);
        let count = level * self.timing.window;
        let mut records: Vec<Value> =
            (0..count).map(|place| self.row[(next_to_root - 1 - place) as usize]).collect();
        let mut time = begin;
        let bits = bits_for(u64::from(count));
        for bit in 0..bits {
            let chooses = c.bit(place, bit);
            let chooses = self.later(c, chooses, time - begin);
            let one = |pair: &[Value]| match *pair {
                [even, odd] => c.mux(chooses, odd, even),
                _ => pair[0],
            };
            records = records.chunks(2).map(one).collect();
            if (bit + 1) % BITS_A_STEP == 0 || bit + 1 == bits {
                records = records.iter().map(|record| c.delay("chosen", *record, self.held)).collect();
                time += 1;
            }
        }
        (records[0], time)
    }

    /// How many records are between the root and the one that makes the value at the end of a way, at a time.
    pub fn made(&mut self, c: &mut Logic<'_>, way: &[u32], time: u32, bits: u32) -> Value {
        let (field, node) = way.split_last().expect("a value is an operand");
        let payload = self.operand(c, node, *field, time).1;
        let payload = fit(c, payload, bits);
        if node.is_empty() {
            return payload;
        }
        let Tapped { place, place_time, .. } = self.tapped[node];
        let place = self.later(c, place, time - place_time);
        let place = fit(c, place, bits);
        let one = c.lit(bits, 1);
        c.add_all(&[place, payload, one])
    }

    /// The root's record at a time.
    pub fn root(&self, time: u32) -> Value {
        self.row[self.timing.root_at(time) as usize]
    }

    /// Whether an operand of the record at the end of a way is far, and its payload, at a time.
    pub fn operand(&mut self, c: &mut Logic<'_>, way: &[u32], field: u32, time: u32) -> (Value, Value) {
        let operand = |fields: &Fields| fields.operands[field as usize];
        (
            self.field(c, way, time, |fields| operand(fields).0),
            self.field(c, way, time, |fields| operand(fields).1),
        )
    }

    /// A field of the record at the end of a way, at a time.
    pub fn field(
        &mut self,
        c: &mut Logic<'_>,
        way: &[u32],
        time: u32,
        pick: impl Fn(&Fields) -> Value,
    ) -> Value {
        if way.is_empty() {
            let record = self.root(time);
            return pick(self.roots.entry(time).or_insert_with(|| Fields::of(c, self.layout, record)));
        }
        let tapped = &self.tapped[way];
        let (value, since) = (pick(&tapped.fields), time - tapped.time);
        self.later(c, value, since)
    }

    /// A value as it was so many steps ago.
    fn later(&mut self, c: &mut Logic<'_>, value: Value, steps: u32) -> Value {
        if steps == 0 {
            return value;
        }
        if let Some(known) = self.delayed.get(&(value, steps)) {
            return *known;
        }
        let before = self.later(c, value, steps - 1);
        let delayed = c.delay("later", before, self.held);
        self.delayed.insert((value, steps), delayed);
        delayed
    }
}
