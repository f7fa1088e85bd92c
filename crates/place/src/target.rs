//! What a target's logic takes: delays of units, in a table a target.
//!
//! The tables are `targets/*.toml`. Those of the project are part of the binary; any other is read from a file.

use crate::arcs::{Pin, Signal};
use dialects::handshake::unit::Unit;
use rustc_hash::FxHashMap;
use toml::{Table, Value};

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

/// From which signal to which.
type Way = (Signal, Signal);

impl Target {
    /// A target by its name; `None` where there is none of that name.
    pub fn named(name: &str) -> Option<Target> {
        let (_, text) = TARGETS.iter().find(|(known, _)| *known == name)?;
        Some(Target::read(text).expect("a test reads every table"))
    }

    /// Reads a table; or says what is wrong with it.
    pub fn read(text: &str) -> Result<Target, String> {
        let table: Table = text.parse().map_err(|why: toml::de::Error| why.to_string())?;
        let mut target = Target { name: String::new(), rows: FxHashMap::default() };
        for (key, value) in &table {
            match value {
                Value::String(name) if key == "name" => target.name = name.clone(),
                Value::Table(row) => {
                    let row = Row::read(row).map_err(|why| format!("row `{key}`: {why}"))?;
                    target.rows.insert(key.clone(), row);
                }
                _ => return Err(format!("`{key}` is neither the name nor a row of a unit")),
            }
        }
        if target.name.is_empty() { Err("it has no name".to_string()) } else { Ok(target) }
    }

    /// What it takes from one pin of a unit to another, in nanoseconds. `name` is that of its operation without the dialect.
    pub fn delay(&self, unit: &Unit, name: &str, from: Pin, to: Pin) -> f64 {
        let Some(row) = self.rows.get(name) else { return 0.0 };
        let (Some(from), Some(to)) = (from.signal(), to.signal()) else { return 0.0 };
        if (from, to) == (Signal::Data, Signal::Data) {
            return row.data(unit.inputs.iter().chain(&unit.outputs).copied().max().unwrap_or(0));
        }
        OTHERS.iter().position(|(_, way)| *way == (from, to)).map_or(0.0, |index| row.others[index])
    }
}

impl Row {
    fn read(table: &Table) -> Result<Row, String> {
        let mut row = Row::default();
        for (key, value) in table {
            if key == "data" {
                let by_width = value.as_table().ok_or("`data` is no table of widths")?;
                for (width, delay) in by_width {
                    let width = width.parse().map_err(|_| format!("`{width}` is no width"))?;
                    row.data.push((width, nanoseconds(delay)?));
                }
                row.data.sort_by_key(|(width, _)| *width);
                continue;
            }
            let index = OTHERS.iter().position(|(name, _)| name == key);
            let index = index.ok_or_else(|| format!("there is no delay `{key}`"))?;
            row.others[index] = nanoseconds(value)?;
        }
        Ok(row)
    }

    /// The delay of the next larger width, or of the largest there is.
    fn data(&self, width: u32) -> f64 {
        let next = self.data.iter().find(|(up_to, _)| width <= *up_to);
        next.or(self.data.last()).map_or(0.0, |(_, delay)| *delay)
    }
}

fn nanoseconds(value: &Value) -> Result<f64, String> {
    let number = value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
    number.filter(|number| (0.0..1e6).contains(number)).ok_or_else(|| format!("{value:?} is no delay"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_read() {
        for (name, _) in TARGETS {
            assert_eq!(Target::named(name).expect("it is in the list").name, name);
        }
        assert!(Target::named("virtex2").is_none());
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told() {
        let check = |text: &str, expected: &str| assert_eq!(Target::read(text).expect_err(text), expected);
        check("[addi]\nvalid = 1", "it has no name");
        check("name = \"t\"\n[addi]\nspeed = 1", "row `addi`: there is no delay `speed`");
        check("name = \"t\"\n[addi]\ndata = { x = 1 }", "row `addi`: `x` is no width");
        check("name = \"t\"\nclock = 5", "`clock` is neither the name nor a row of a unit");
    }
}
