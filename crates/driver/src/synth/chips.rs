//! What chips take: cells of two inputs, whatever they are made with, and of a device.
//!
//! A chip is made for random patterns over operations of two operands, so that its size does not hang on a choice of ours. Cells are what `synth; abc -g cmos2` of Yosys leaves, registers among them. Of
//! chips with a memory there are two figures: with registers and multiplexers in its place, and without it, as a device has memories of its own.

use super::{Tools, area, between_registers, finish, ports, read};
use crate::Progress;
use crate::bench::published::Area;
use crate::cosim::Scratch;
use ::matcher::chip::{Arch, Chip, Plan, unit};
use ::matcher::random::Shape;
use ::matcher::stream::layout::Layout;
use ::matcher::{Alphabet, Pattern};
use base::text::counted;
use base::{Diagnostic, Diagnostics, Rng, codes};
use ir::{Context, Ir};
use serde_json::Value;
use std::collections::BTreeMap;

/// A chip to measure.
#[derive(Clone, Copy)]
pub struct Measured {
    /// Its kind.
    pub arch: Arch,
    /// For how many patterns.
    pub patterns: u32,
    /// How far away an operand may be.
    pub window: u32,
}

const fn measured(arch: Arch, patterns: u32, window: u32) -> Measured {
    Measured { arch, patterns, window }
}

/// The chips that are measured. With more patterns, units are more than a device has room for; a window of thousands is for a chip that keeps it in a memory.
pub const CHIPS: [Measured; 9] = [
    measured(Arch::Tags, 1, WINDOW),
    measured(Arch::Tags, 10, WINDOW),
    measured(Arch::Tags, 100, WINDOW),
    measured(Arch::Tags, 100, 4096),
    measured(Arch::Taps, 1, WINDOW),
    measured(Arch::Taps, 10, WINDOW),
    measured(Arch::Taps, 100, WINDOW),
    measured(Arch::Unit, 1, WINDOW),
    measured(Arch::Unit, 10, WINDOW),
];

/// How far away an operand may be of chips of all kinds.
const WINDOW: u32 = 64;
/// Memories of more bits are not made of registers: Yosys takes longer for that than for all other chips together.
const MOST_MAPPED: u64 = 16_384;
/// The most operations on a way from a root down.
const DEPTH: u32 = 2;

/// Cells of two inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    /// All, registers among them.
    pub all: u64,
    /// Registers.
    pub registers: u64,
    /// Bits of memories, which are no cells.
    pub memory_bits: u64,
}

/// What a chip takes.
#[derive(Clone, Debug)]
pub struct ChipArea {
    /// How many units there are, of all patterns together; only `unit` has some.
    pub units: Option<u32>,
    /// Cells, with registers for memories; nothing where these would be more than anyone would make.
    pub cells: Option<Cells>,
    /// Cells, without what memories take.
    pub beside_memories: Cells,
}

/// A chip as text, with its modules.
struct Written {
    ir: Ir,
    chip: Chip,
    text: String,
    units: Option<u32>,
}

fn written(measured: &Measured) -> Result<Written, String> {
    let rng = &mut Rng::new(1);
    let shape = Shape::measured(DEPTH, 0);
    let alphabet: Alphabet = shape.alphabet(rng);
    let patterns: Vec<Pattern> =
        (0..measured.patterns).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
    let layout = Layout::new(&alphabet, &patterns, measured.window);
    let plan = Plan {
        alphabet: &alphabet,
        patterns: &patterns,
        layout: &layout,
        lists_matches: false,
        streams: 1,
        units: None,
    };
    let mut ir = Ir::new(Context::new(dialects::all()));
    let chip = measured.arch.make(&mut ir, &plan);
    let mut diagnostics = Diagnostics::new();
    let text = ::circuit::verilog::write(&ir, chip.design, &mut diagnostics);
    let text = text.ok_or("the chip cannot be written as SystemVerilog")?;
    let has_units = measured.arch == Arch::Unit;
    let units = has_units.then(|| patterns.iter().map(|pattern| unit::units(&plan, pattern)).sum());
    Ok(Written { ir, chip, text, units })
}

/// A chip with what it takes.
pub struct Row {
    /// Which one.
    pub of: Measured,
    /// In cells.
    pub cells: ChipArea,
    /// Of a device.
    pub device: Area,
}

/// Measures all chips.
pub fn measure_chips(tools: &Tools, progress: Progress) -> Result<Vec<Row>, Diagnostic> {
    let row = |of: &Measured| {
        let (arch, patterns) = (of.arch.name(), counted(of.patterns as usize, "pattern"));
        progress(&format!("a chip of {arch} with {patterns} and a window of {}", of.window));
        let failed = |why| Diagnostic::error(codes::TOOL_FAILED, None, why);
        let cells = chip_cells(tools, of).map_err(failed)?;
        Ok(Row { of: *of, cells, device: chip_device(tools, of).map_err(failed)? })
    };
    CHIPS.iter().map(row).collect()
}

/// What a chip takes in cells.
fn chip_cells(tools: &Tools, measured: &Measured) -> Result<ChipArea, String> {
    let Written { text, units, .. } = written(measured)?;
    let beside_memories = cells(tools, &text, "")?;
    let cells = match beside_memories.memory_bits {
        0 => Some(beside_memories),
        bits if bits > MOST_MAPPED => None,
        _ => Some(cells(tools, &text, "memory_map; ")?),
    };
    Ok(ChipArea { units, cells, beside_memories })
}

/// What a chip takes of a device.
fn chip_device(tools: &Tools, measured: &Measured) -> Result<Area, String> {
    let Written { ir, chip, text, .. } = written(measured)?;
    let (module, ports) = ports(&ir, chip.design, chip.top).ok_or("the chip has no ports")?;
    area(tools, &format!("{text}{}", between_registers(&module, &ports)))
}

/// The cells that Yosys makes of a chip; what `synth` does, with or without the step that makes registers of memories.
fn cells(tools: &Tools, text: &str, map_memories: &str) -> Result<Cells, String> {
    let scratch = Scratch::new().map_err(|error| format!("cannot make a folder: {error}"))?;
    let folder = &scratch.0;
    std::fs::write(folder.join("circuit.sv"), text)
        .map_err(|error| format!("cannot write a file: {error}"))?;
    let top = ::matcher::chip::TOP;
    let script = format!(
        "read_verilog -sv circuit.sv; synth -top {top} -run begin:fine; opt -fast -full; {map_memories}opt -undriven -fine; \
         techmap; opt -fast; abc -g cmos2; opt_clean; write_json netlist.json"
    );
    finish(&tools.yosys, &["-q", "-p", &script], folder)?;
    let netlist = read(folder, "netlist.json")?;
    let modules = netlist["modules"].as_object().ok_or("Yosys gives no modules")?;
    let modules: BTreeMap<&str, &Value> =
        modules.iter().map(|(name, module)| (name.as_str(), module)).collect();
    count(&modules, top, &mut BTreeMap::new()).ok_or_else(|| "Yosys gives no cells".to_string())
}

/// The cells of a module, those of its instances among them.
fn count<'a>(
    modules: &BTreeMap<&'a str, &'a Value>,
    name: &str,
    known: &mut BTreeMap<String, Cells>,
) -> Option<Cells> {
    if let Some(cells) = known.get(name) {
        return Some(*cells);
    }
    let mut sum = Cells::default();
    for cell in modules.get(name)?["cells"].as_object()?.values() {
        let kind = cell["type"].as_str()?;
        if modules.contains_key(kind) {
            let inner = count(modules, kind, known)?;
            sum.all += inner.all;
            sum.registers += inner.registers;
            sum.memory_bits += inner.memory_bits;
        } else if kind.starts_with("$mem") {
            let parameter = |name: &str| u64::from_str_radix(cell["parameters"][name].as_str()?, 2).ok();
            sum.memory_bits += parameter("SIZE")? * parameter("WIDTH")?;
        } else {
            sum.all += 1;
            sum.registers += u64::from(kind.contains("DFF"));
        }
    }
    known.insert(name.to_string(), sum);
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_instances_are_counted_as_often_as_there_are_instances() {
        let netlist = serde_json::json!({
            "one": {"cells": {
                "a": {"type": "$_NAND_"}, "b": {"type": "$_SDFFE_PP0P_"},
                "m": {"type": "$mem_v2", "parameters": {"SIZE": "1000", "WIDTH": "11"}},
            }},
            "two": {"cells": {"x": {"type": "one"}, "y": {"type": "one"}, "z": {"type": "$_NOT_"}}},
        });
        let modules =
            netlist.as_object().expect("it is one").iter().map(|(name, module)| (name.as_str(), module));
        let cells = count(&modules.collect(), "two", &mut BTreeMap::new());
        assert_eq!(cells, Some(Cells { all: 5, registers: 2, memory_bits: 48 }));
    }

    #[test]
    fn a_hundred_patterns_fit_into_the_cells_that_are_promised() {
        // The Yosys that tests install; no device is asked for.
        let tools = Tools { yosys: "yosys".into(), nextpnr: std::path::PathBuf::new() };
        for measured in CHIPS.iter().filter(|measured| (measured.patterns, measured.window) == (100, WINDOW))
        {
            let area = chip_cells(&tools, measured).expect("Yosys takes the chip");
            let cells = area.cells.expect("its memory is small");
            assert!(cells.all <= 15_000, "{:?}: {cells:?}", measured.arch);
        }
    }
}
