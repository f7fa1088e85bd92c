//! `flowright bench matcher`

use crate::args::BenchArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::table::Table;
use driver::bench::matcher::{Measured, OPERATIONS, PEER, measure_all};
use driver::json::{Object, array};

/// Runs the command.
pub fn main(console: &Console, arguments: &BenchArgs) -> Status {
    let rows = match guarded(console, None, |progress| measure_all(progress)) {
        Ok(Ok(rows)) => rows,
        Ok(Err(diagnostic)) => return console.complain(diagnostic),
        Err(status) => return status,
    };
    let text = match (arguments.json, arguments.markdown) {
        (true, _) => json(&rows),
        (_, true) => format!("{DOCUMENT_HEAD}\n{}", table(&rows).markdown()),
        _ => table(&rows).text(),
    };
    if rows.iter().all(|row| row.mlir.is_none()) {
        console.say(&format!("MLIR was not measured: {PEER} does not name the program that asks it\n"));
    }
    console.output(text.as_bytes(), Status::Success)
}

const DOCUMENT_HEAD: &str = "\
# Patterns in programs, beside MLIR

_Written by `./flowright bench matcher --markdown`; times are those of the machine that it ran on, of both sides in turns._

Random patterns over a block of 100,000 operations with two operands each. `match` is the time to find all matches, for an operation; `encode` that to read the operations of a module of the IR as
the numbers that the engine works on. MLIR is its PDL bytecode, with every operation tried as root and nothing rewritten. `ratio` is MLIR's time over ours, `with encode` over ours with reading.
";

fn table(rows: &[Measured]) -> Table {
    let heads = vec![
        "depth",
        "patterns",
        "matches",
        "match ns",
        "encode ns",
        "MLIR match ns",
        "MLIR encode ns",
        "ratio",
        "with encode",
    ];
    let number = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.1}"));
    let row = |row: &Measured| {
        vec![
            row.depth.to_string(),
            row.patterns.to_string(),
            row.matches.to_string(),
            number(Some(row.ours.matching)),
            number(Some(row.ours.encoding)),
            number(row.mlir.map(|mlir| mlir.matching)),
            number(row.mlir.map(|mlir| mlir.encoding)),
            number(row.ratio()),
            number(row.ratio_with_encoding()),
        ]
    };
    Table { heads, words: &[], rows: rows.iter().map(row).collect() }
}

fn json(rows: &[Measured]) -> String {
    let number = |value: Option<f64>| value.map_or("null".to_string(), |value| format!("{value:.2}"));
    let row = |row: &Measured| {
        Object::new()
            .raw("depth", row.depth.to_string())
            .raw("patterns", row.patterns.to_string())
            .raw("matches", row.matches.to_string())
            .raw("match_ns", number(Some(row.ours.matching)))
            .raw("encode_ns", number(Some(row.ours.encoding)))
            .raw("mlir_match_ns", number(row.mlir.map(|mlir| mlir.matching)))
            .raw("mlir_encode_ns", number(row.mlir.map(|mlir| mlir.encoding)))
            .raw("ratio", number(row.ratio()))
            .finish()
    };
    let object = Object::new().raw("operations", OPERATIONS.to_string());
    object.raw("sets", array(rows.iter().map(row))).finish() + "\n"
}
