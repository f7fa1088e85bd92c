//! What a target's logic takes: delays of units, in a table a target.
//!
//! The tables are `targets/*.toml`. Those of the project are part of the binary; any other is read from a file.

use crate::arcs::{Pin, Signal};
use dialects::handshake::unit::{Kind, Unit};
use rustc_hash::FxHashMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The tables that are part of the binary, by name.
pub const TARGETS: [(&str, &str); 2] = [
    ("kintex7", include_str!("../../../targets/kintex7.toml")),
    ("ecp5", include_str!("../../../targets/ecp5.toml")),
];

/// The one that is taken when none is named.
pub const DEFAULT: &str = "kintex7";

/// The delays of a target.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name.
    pub name: String,
    rows: FxHashMap<String, Row>,
}

/// The delays of a kind of unit, in nanoseconds.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Data to data, by the widest that a row is for, ascending.
    data: Vec<(u32, f64)>,
    /// The others, by the signals they lead from and to.
    others: [f64; OTHERS.len()],
    /// What the longest path takes that begins or ends at a register inside of a queue, by how many places for accesses it has, ascending.
    inside: Vec<(u32, f64)>,
}

/// The delays that do not depend on a width: their names, and which way they are for.
const OTHERS: [(&str, Way); 6] = [
    ("valid", (Signal::Valid, Signal::Valid)),
    ("ready", (Signal::Ready, Signal::Ready)),
    ("valid_ready", (Signal::Valid, Signal::Ready)),
    ("data_valid", (Signal::Data, Signal::Valid)),
    ("data_ready", (Signal::Data, Signal::Ready)),
    ("valid_data", (Signal::Valid, Signal::Data)),
];

/// The longest delay there can be, in nanoseconds.
const MOST: f64 = 1e6;

/// From which signal to which.
type Way = (Signal, Signal);

impl Target {
    /// A target by its name; `None` where there is none of that name.
    pub fn named(name: &str) -> Option<Target> {
        let (_, text) = TARGETS.iter().find(|(known, _)| *known == name)?;
        Some(Target::read(text).expect("a test reads every table"))
    }

    /// Reads a table; or says what is wrong with it.
    pub fn read(text: &str) -> Result<Target, Wrong> {
        let table = DeTable::parse(text).map_err(|why| Wrong {
            line: why.span().map(|span| line(text, span.start)),
            what: why.message().to_string(),
            hint: None,
        })?;
        let mut target = Target { name: String::new(), rows: FxHashMap::default() };
        for (key, value) in table.get_ref() {
            let wrong = |what: String, hint: Option<String>| {
                Err(Wrong { line: Some(line(text, key.span().start)), what, hint })
            };
            let name = key.get_ref().as_ref();
            match value.get_ref() {
                DeValue::String(text) if name == "name" => target.name = text.to_string(),
                DeValue::Table(_) if !rows().contains(&name) => {
                    return wrong(format!("there is no unit `{name}`"), Some(among(name, &rows())));
                }
                DeValue::Table(row) => {
                    target.rows.insert(name.to_string(), Row::read(name, row, text)?);
                }
                _ if name == "name" => return wrong("`name` is no text".to_string(), None),
                _ => return wrong(format!("`{name}` is neither the name nor a row of a unit"), None),
            }
        }
        let nameless = Wrong { line: None, what: "it has no `name`".to_string(), hint: None };
        if target.name.is_empty() { Err(nameless) } else { Ok(target) }
    }

    /// The fastest unit that takes time at all, and how many nanoseconds its longest way takes at the least width.
    pub fn fastest(&self) -> Option<(&str, f64)> {
        let takes = |row: &Row| {
            let data = row.data.first().map_or(0.0, |(_, delay)| *delay);
            row.others.iter().copied().fold(data, f64::max)
        };
        let rows = self.rows.iter().map(|(name, row)| (name.as_str(), takes(row)));
        rows.filter(|(_, takes)| *takes > 0.0).min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(b.0)))
    }

    /// What it takes from one pin of a unit to another, in nanoseconds. `name` is that of its operation without the dialect.
    pub fn delay(&self, unit: &Unit, name: &str, from: Pin, to: Pin) -> f64 {
        let Some(row) = self.rows.get(name) else { return 0.0 };
        let (Some(from), Some(to)) = (from.signal(), to.signal()) else { return 0.0 };
        if (from, to) == (Signal::Data, Signal::Data) {
            return row.data(unit.inputs.iter().chain(&unit.outputs).copied().max().unwrap_or(0));
        }
        row.other((from, to))
    }

    /// What a unit takes from or to a register inside of it, if there is a figure. Only queues have one: no buffer makes these paths shorter, and they grow with the places for accesses.
    pub fn inside(&self, unit: &Unit) -> Option<f64> {
        let Kind::Lsq(queue) = &unit.kind else { return None };
        let row = self.rows.get(unit.kind.name())?;
        next_larger(&row.inside, queue.load_depth + queue.store_depth)
    }

    /// What a signal takes through a buffer that does not break it, in nanoseconds.
    pub fn toll(&self, width: u32, signal: Signal) -> f64 {
        let Some(row) = self.rows.get("buffer") else { return 0.0 };
        if signal == Signal::Data { row.data(width) } else { row.other((signal, signal)) }
    }
}

impl Row {
    /// The delay of a way that does not depend on a width.
    fn other(&self, way: Way) -> f64 {
        OTHERS.iter().position(|(_, other)| *other == way).map_or(0.0, |index| self.others[index])
    }

    fn read(of: &str, table: &DeTable, text: &str) -> Result<Row, Wrong> {
        let mut row = Row::default();
        for (key, value) in table {
            let wrong = |what: String, hint: Option<String>| {
                let line = Some(line(text, key.span().start));
                Wrong { line, what: format!("row `{of}`: {what}"), hint }
            };
            let name = key.get_ref().as_ref();
            let by_number = match name {
                "data" => Some((&mut row.data, "width", "write `data = { 32 = 1.5, 64 = 2 }`")),
                "inside" if of == "lsq" => {
                    Some((&mut row.inside, "number of places", "write `inside = { 8 = 5, 16 = 6 }`"))
                }
                _ => None,
            };
            if let Some((delays, number, hint)) = by_number {
                let table = value.get_ref().as_table().ok_or_else(|| {
                    wrong(
                        format!("`{name}` is no table of delays, each by a {number}"),
                        Some(hint.to_string()),
                    )
                })?;
                for (key, delay) in table {
                    let key = key.get_ref().as_ref();
                    let known = key.parse().ok().filter(|known| *known > 0);
                    let known = known.ok_or_else(|| wrong(format!("`{key}` is no {number}"), None))?;
                    delays.push((known, nanoseconds(delay, text).map_err(|what| wrong(what, None))?));
                }
                delays.sort_by_key(|(known, _)| *known);
                continue;
            }
            let index = OTHERS.iter().position(|(other, _)| *other == name);
            let index = index.ok_or_else(|| {
                let inside = (of == "lsq").then_some("inside");
                let keys = std::iter::once("data").chain(OTHERS.map(|(name, _)| name)).chain(inside);
                let keys: Vec<&str> = keys.collect();
                wrong(format!("there is no delay `{name}`"), Some(among(name, &keys)))
            })?;
            row.others[index] = nanoseconds(value, text).map_err(|what| wrong(what, None))?;
        }
        Ok(row)
    }

    /// The delay of data of a width.
    fn data(&self, width: u32) -> f64 {
        next_larger(&self.data, width).unwrap_or(0.0)
    }
}

/// The delay of the next larger size. What is larger than all there are takes as much longer as it is larger: no unit of ours takes longer than that.
fn next_larger(delays: &[(u32, f64)], size: u32) -> Option<f64> {
    let next = delays.iter().find(|(up_to, _)| size <= *up_to);
    let beyond = || delays.last().map(|(most, delay)| delay * f64::from(size) / f64::from(*most));
    next.map(|(_, delay)| *delay).or_else(beyond)
}

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The line, if it is about one.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub hint: Option<String>,
}

/// The line of a place in a text.
fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// The rows there can be: the operations that are units, without their dialect.
fn rows() -> Vec<&'static str> {
    let ops = [&dialects::handshake::DIALECT, &dialects::dataflow::DIALECT].into_iter().flat_map(|of| of.ops);
    let mut rows: Vec<&str> =
        ops.filter(|op| op.hw.is_some()).filter_map(|op| op.name.rsplit('.').next()).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// What there is instead of a name.
fn among(name: &str, known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match base::text::nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? There are {}", all.join(", ")),
        None => format!("there are {}", all.join(", ")),
    }
}

fn nanoseconds(value: &Spanned<DeValue>, text: &str) -> Result<f64, String> {
    let number = match value.get_ref() {
        DeValue::Integer(number) => number.as_str().parse().ok(),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    };
    let written = text.get(value.span()).unwrap_or_default();
    number
        .filter(|number| (0.0..=MOST).contains(number))
        .ok_or_else(|| format!("`{written}` is no number of nanoseconds from 0 to {MOST}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialects::handshake::unit::LsqUnit;

    #[test]
    fn every_table_is_read() {
        for (name, _) in TARGETS {
            assert_eq!(Target::named(name).expect("it is in the list").name, name);
        }
        assert!(Target::named("virtex2").is_none());
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told_with_its_line() {
        let check = |text: &str, line: Option<usize>, expected: &str| {
            let wrong = Target::read(text).expect_err(text);
            assert_eq!((wrong.line, wrong.what.as_str()), (line, expected));
        };
        check("[addi]\nvalid = 1", None, "it has no `name`");
        check("name = 3", Some(1), "`name` is no text");
        check("name = \"t\"\n[addi]\nspeed = 1", Some(3), "row `addi`: there is no delay `speed`");
        check("name = \"t\"\n[addi]\ndata = { x = 1 }", Some(3), "row `addi`: `x` is no width");
        check(
            "name = \"t\"\n[addi]\ndata = 1",
            Some(3),
            "row `addi`: `data` is no table of delays, each by a width",
        );
        check("name = \"t\"\n[addi]\ninside = { 8 = 1 }", Some(3), "row `addi`: there is no delay `inside`");
        check("name = \"t\"\n[lsq]\ninside = { 0 = 1 }", Some(3), "row `lsq`: `0` is no number of places");
        check("name = \"t\"\n\nclock = 5", Some(3), "`clock` is neither the name nor a row of a unit");
        check("name = \"t\"\n[addy]\nvalid = 1", Some(2), "there is no unit `addy`");
        let range =
            |what: &str| format!("row `addi`: `{what}` is no number of nanoseconds from 0 to 1000000");
        check("name = \"t\"\n[addi]\nvalid = -1.0", Some(3), &range("-1.0"));
        check("name = \"t\"\n[addi]\nvalid = \"x\"", Some(3), &range("\"x\""));
        check("name = \"t\"\n[addi]\nready = nan", Some(3), &range("nan"));
        check("name = \"t\"\n[addi]\nvalid = 1\nvalid = 2", Some(4), "duplicate key");
    }

    #[test]
    fn what_would_be_right_is_told() {
        let hint = |text: &str| Target::read(text).expect_err(text).hint.expect("there is a hint");
        assert!(hint("name = \"t\"\n[addy]").starts_with("did you mean `addi`? There are `absi`"));
        let keys = "`data`, `valid`, `ready`, `valid_ready`, `data_valid`, `data_ready`, `valid_data`";
        assert_eq!(hint("name = \"t\"\n[addi]\nspeed = 1"), format!("there are {keys}"));
    }

    #[test]
    fn a_width_beyond_the_table_takes_as_much_longer_as_it_is_wider() {
        let target = Target::read("name = \"t\"\n[buffer]\ndata = { 8 = 1, 32 = 2 }").expect("it is one");
        let takes = |width: u32| target.toll(width, Signal::Data);
        assert_eq!([1, 8, 9, 32, 48, 128].map(takes), [1.0, 1.0, 2.0, 2.0, 3.0, 8.0]);
    }

    #[test]
    fn queues_take_time_inside_by_their_places() {
        let queue = |load_depth: u32, store_depth: u32| {
            let queue = LsqUnit { groups: Vec::new(), load_depth, store_depth, words: None, width: 32 };
            Unit { kind: Kind::Lsq(queue), inputs: Vec::new(), outputs: Vec::new() }
        };
        let target = Target::read("name = \"t\"\n[lsq]\ninside = { 16 = 6, 8 = 5 }").expect("it is one");
        let takes = |(loads, stores)| target.inside(&queue(loads, stores)).expect("there are figures");
        assert_eq!([(4, 4), (8, 1), (8, 8), (16, 8)].map(takes), [5.0, 6.0, 6.0, 9.0]);
        assert_eq!(Target::read("name = \"t\"").expect("it is one").inside(&queue(4, 4)), None);
    }

    #[test]
    fn every_example_of_the_document_is_read() {
        let text = include_str!("../../../docs/targets.md");
        let blocks: Vec<&str> =
            text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert!(blocks.len() >= 2);
        for block in blocks {
            // An example of a row alone has no name.
            let named =
                if block.starts_with("name") { block.to_string() } else { format!("name = \"t\"\n{block}") };
            assert!(Target::read(&named).is_ok(), "{block}: {:?}", Target::read(&named).err());
        }
    }
}
