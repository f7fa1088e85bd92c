//! `flowright bench matcher`

use crate::args::BenchArgs;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::table::Table;
use base::Diagnostic;
use driver::bench::area_object;
use driver::bench::matcher::{Measured, OPERATIONS, PEER, measure_all};
use driver::bench::published::Area;
use driver::json::{Object, array};
use driver::synth::Tools;
use driver::synth::chips::{Cells, ChipArea, Row, measure_chips};

/// Runs the command.
pub fn main(console: &Console, arguments: &BenchArgs) -> Status {
    let tools = match arguments.synth.then(Tools::find).transpose() {
        Ok(tools) => tools,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let measured = guarded(console, None, |progress| {
        let sets = measure_all(progress)?;
        let chips = tools.map(|tools| measure_chips(&tools, progress)).transpose()?;
        Ok::<_, Diagnostic>((sets, chips.unwrap_or_default()))
    });
    let (sets, chips) = match measured {
        Ok(Ok(measured)) => measured,
        Ok(Err(diagnostic)) => return console.complain(diagnostic),
        Err(status) => return status,
    };
    let text = match (arguments.json, arguments.markdown) {
        (true, _) => json(&sets, &chips),
        (_, true) => document(&sets, &chips),
        _ if chips.is_empty() => speeds(&sets).text(),
        _ => format!("{}\n{}", speeds(&sets).text(), areas(&chips).text()),
    };
    if sets.iter().all(|set| set.mlir.is_none()) {
        console.say(&format!("MLIR was not measured: {PEER} does not name the program that asks it\n"));
    }
    console.output(text.as_bytes(), Status::Success)
}

fn document(sets: &[Measured], chips: &[Row]) -> String {
    let option = if chips.is_empty() { "" } else { " --synth" };
    let mut text = format!(
        "# Patterns in programs, beside MLIR\n\n_Written by `./flowright bench matcher{option} --markdown`; times are those of the machine that it ran on, of both sides in turns._\n\n{SPEEDS}\n{}",
        speeds(sets).markdown()
    );
    if !chips.is_empty() {
        text.push_str(&format!("\n## What chips take\n\n{AREAS}\n{}", areas(chips).markdown()));
    }
    text
}

const SPEEDS: &str = "\
Random patterns over a block of 100,000 operations with two operands each. `match` is the time to find all matches, for an operation; `encode` that to read the operations of a module of the IR as
the numbers that the engine works on. MLIR is its PDL bytecode, with every operation tried as root and nothing rewritten. `ratio` is MLIR's time over ours, `with encode` over ours with reading.
";

const AREAS: &str = "\
Chips for random patterns of depth 2 over operations with two operands; an operand may be `window` records away. All take a record in every cycle, `unit` with as many units as the table says. `cells` are those of two inputs that Yosys makes (`synth; abc -g cmos2`), `registers` among them, with registers
for memories of 16,384 bits at the most; `beside memory` are those that are left where a device has memories of its own, of `memory bits` in all. `LUT`, `FF` and `MHz` are of a Lattice ECP5 85k of speed 6 (Yosys and nextpnr), the ports between registers.
";

fn speeds(rows: &[Measured]) -> Table {
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

fn areas(rows: &[Row]) -> Table {
    let heads = vec![
        "chip",
        "patterns",
        "window",
        "units",
        "cells",
        "registers",
        "beside memory",
        "memory bits",
        "LUT",
        "FF",
        "MHz",
    ];
    let row = |row: &Row| {
        let ChipArea { units, cells, beside_memories } = &row.cells;
        let Area { lut, ff, fmax, .. } = row.device;
        vec![
            row.of.arch.name().to_string(),
            row.of.patterns.to_string(),
            row.of.window.to_string(),
            units.map_or("–".to_string(), |units| units.to_string()),
            cells.map_or("–".to_string(), |cells| cells.all.to_string()),
            cells.map_or("–".to_string(), |cells| cells.registers.to_string()),
            beside_memories.all.to_string(),
            beside_memories.memory_bits.to_string(),
            lut.to_string(),
            ff.to_string(),
            format!("{fmax:.1}"),
        ]
    };
    Table { heads, words: &[0], rows: rows.iter().map(row).collect() }
}

fn json(sets: &[Measured], chips: &[Row]) -> String {
    let number = |value: Option<f64>| value.map_or("null".to_string(), |value| format!("{value:.2}"));
    let set = |set: &Measured| {
        Object::new()
            .raw("depth", set.depth.to_string())
            .raw("patterns", set.patterns.to_string())
            .raw("matches", set.matches.to_string())
            .raw("match_ns", number(Some(set.ours.matching)))
            .raw("encode_ns", number(Some(set.ours.encoding)))
            .raw("mlir_match_ns", number(set.mlir.map(|mlir| mlir.matching)))
            .raw("mlir_encode_ns", number(set.mlir.map(|mlir| mlir.encoding)))
            .raw("ratio", number(set.ratio()))
            .raw("ratio_with_encode", number(set.ratio_with_encoding()))
            .finish()
    };
    let cells = |cells: &Cells| {
        Object::new()
            .raw("all", cells.all.to_string())
            .raw("registers", cells.registers.to_string())
            .raw("memory_bits", cells.memory_bits.to_string())
            .finish()
    };
    let chip = |chip: &Row| {
        let ChipArea { units, cells: all, beside_memories } = &chip.cells;
        Object::new()
            .text("chip", chip.of.arch.name())
            .raw("patterns", chip.of.patterns.to_string())
            .raw("window", chip.of.window.to_string())
            .raw("units", units.map_or("null".to_string(), |units| units.to_string()))
            .raw("cells", all.as_ref().map_or("null".to_string(), cells))
            .raw("beside_memories", cells(beside_memories))
            .raw("ecp5", area_object(Some(&chip.device)))
            .finish()
    };
    let object = Object::new().raw("operations", OPERATIONS.to_string());
    let object = object.raw("sets", array(sets.iter().map(set)));
    object.raw("chips", array(chips.iter().map(chip))).finish() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use driver::bench::matcher::{Cost, SIZES};
    use driver::synth::chips::CHIPS;
    use std::path::Path;

    /// A document with nothing in the rows of its tables but what was measured.
    fn without_figures(document: &str) -> String {
        let mut known = 0;
        let mut text = String::new();
        for line in document.lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            known = match cells.get(1) {
                Some(&"depth") => 3,
                Some(&"chip") => 4,
                _ => known,
            };
            let is_row = cells.get(2).is_some_and(|cell| cell.parse::<u32>().is_ok());
            text += &if is_row { cells[..known].join("|") } else { line.to_string() };
            text += "\n";
        }
        text
    }

    #[test]
    fn the_document_is_of_what_is_measured() {
        let nothing = Cost { matching: 1.0, encoding: 1.0 };
        let set = |(depth, patterns)| Measured { depth, patterns, matches: 0, ours: nothing, mlir: None };
        let cells = ChipArea { units: None, cells: None, beside_memories: Cells::default() };
        let chip = |of| Row { of, cells: cells.clone(), device: Area::default() };
        let sets: Vec<Measured> = SIZES.map(set).into();
        let chips: Vec<Row> = CHIPS.map(chip).into();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bench-matcher.md");
        let written = std::fs::read_to_string(path).expect("the document is there");
        let expected = without_figures(&document(&sets, &chips));
        assert_eq!(
            without_figures(&written),
            expected,
            "`./flowright bench matcher --synth --markdown` writes it"
        );
    }
}
