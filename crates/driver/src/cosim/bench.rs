//! The test bench: one set of files in which any number of designs run side by side, in either simulator.
//!
//! A module `tb`, or like that where a design has such a name, has an instance of every design, each inside a module of its own that reads the stimulus from a file, one word a cycle,
//! and writes the outputs when it is told to. Clock, cycle number and the moment to write come from outside: from a C++
//! program for Verilator, from a module around `tb` for Icarus. In a cycle the inputs change first, the outputs are written
//! at a time when nothing else happens, and the clock rises last; so no order of events within a moment decides anything.

use super::{Design, Kind};
use base::Bits;
use std::fmt::Write;

/// The file of the modules around the designs.
pub(super) const FILE: &str = "tb.sv";

/// The names of the bench's own modules: none that a design has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names {
    /// The module around the designs; those around each of them begin with it.
    pub top: String,
    /// What drives it in Icarus.
    pub main: String,
}

impl Names {
    /// The names in a run of these designs.
    pub fn of(designs: &[Design]) -> Names {
        // A design that has a module whose name only begins like that does no harm, but is not worth a closer look.
        let is_free =
            |name: &String| !designs.iter().any(|design| design.verilog.contains(&format!("module {name}")));
        let free = |word: &str| {
            let numbered = (0..).map(|number| format!("{word}{number}"));
            let mut names = std::iter::once(word.to_string()).chain(numbered);
            names.find(is_free).expect("there is no end of numbers")
        };
        Names { top: free("tb"), main: free("main") }
    }
}

/// A file of the bench.
pub(super) type File = (String, Vec<u8>);

/// How many bits are written as one number: a simulator's buffer for it is bounded.
const CHUNK: u32 = 512;

/// The files of both simulators for some designs.
pub(super) fn files(designs: &[Design], names: &Names) -> Vec<File> {
    let top = &names.top;
    let mut files = Vec::new();
    let mut tops = String::new();
    let mut text = String::new();
    for (number, design) in designs.iter().enumerate() {
        files.push((format!("{number}.sv"), design.verilog.clone().into()));
        files.extend_from_slice(&design.files);
        if input_width(design) > 0 && !design.stimulus.is_empty() {
            files.push((format!("{number}.hex"), stimulus(design).into()));
        }
        text.push_str(&around(top, number, design));
        tops.push_str(&format!("  {top}_{number} d{number}(clk, sample, cycle);\n"));
    }
    text.push_str(&format!("module {top}(input clk, input sample, input [31:0] cycle);\n{tops}endmodule\n"));
    files.push((FILE.to_string(), text.into()));
    let cycles = designs.iter().map(|design| design.stimulus.len()).max().unwrap_or(0);
    files.push(("main.cpp".to_string(), cpp_main(top, cycles).into()));
    files.push(("main.sv".to_string(), verilog_main(names, cycles).into()));
    files
}

fn input_width(design: &Design) -> u32 {
    design.ports.iter().filter(|port| port.kind == Kind::Input).map(|port| port.width).sum()
}

fn output_width(design: &Design) -> u32 {
    design.ports.iter().filter(|port| port.kind == Kind::Output).map(|port| port.width).sum()
}

/// One word a cycle: the inputs beside each other, the first one lowest.
fn stimulus(design: &Design) -> String {
    let width = input_width(design);
    let mut text = String::new();
    for row in &design.stimulus {
        let mut word = Bits::zero(width);
        let mut at = 0;
        for value in row {
            word = word.insert(at, value);
            at += value.width();
        }
        text.push_str(word.hex().to_string().trim_start_matches("0x"));
        text.push('\n');
    }
    text
}

/// The module around one design.
fn around(top: &str, number: usize, design: &Design) -> String {
    let (inputs, outputs, cycles) = (input_width(design), output_width(design), design.stimulus.len());
    let mut text = format!("module {top}_{number}(input clk, input sample, input [31:0] cycle);\n");
    if inputs > 0 && cycles > 0 {
        let high = inputs - 1;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "  reg [{high}:0] stimulus [0:{}];\n  initial $readmemh(\"{number}.hex\", stimulus);\n  \
             wire [{high}:0] in = cycle < {cycles} ? stimulus[cycle] : {inputs}'d0;\n",
            cycles - 1
        );
    }
    if outputs > 0 {
        text.push_str(&format!("  wire [{}:0] out;\n", outputs - 1));
    }
    let (mut input, mut output) = (0, 0);
    let connections: Vec<String> = design
        .ports
        .iter()
        .map(|port| {
            let (wire, at) = match port.kind {
                Kind::Clock => return "clk".to_string(),
                Kind::Input => ("in", &mut input),
                Kind::Output => ("out", &mut output),
            };
            let low = *at;
            *at += port.width;
            format!("{wire}[{}:{low}]", *at - 1)
        })
        .collect();
    text.push_str(&format!("  {} dut({});\n", design.module, connections.join(", ")));
    // Pieces from the highest bits down; all but the first have a whole number of digits.
    let mut pieces = Vec::new();
    let mut high = outputs;
    while high > 0 {
        let low = (high - 1) / CHUNK * CHUNK;
        pieces.push(format!("out[{}:{low}]", high - 1));
        high = low;
    }
    let form: String = pieces.iter().map(|_| "%h").collect();
    let values: String = pieces.iter().map(|piece| format!(", {piece}")).collect();
    let _ = write!(
        text,
        "  always @(posedge sample) if (cycle < {cycles}) $display(\"{number} {form}\"{values});\nendmodule\n"
    );
    text
}

/// What drives the bench in Verilator.
fn cpp_main(top: &str, cycles: usize) -> String {
    format!(
        "#include \"V{top}.h\"\n#include \"verilated.h\"\n\nint main() {{\n    VerilatedContext context;\n    \
         V{top} top{{&context}};\n    top.clk = 0;\n    top.sample = 0;\n    top.cycle = 0;\n    top.eval();\n    \
         for (unsigned cycle = 0; cycle < {cycles}u; ++cycle) {{\n        \
         top.cycle = cycle;\n        top.eval();\n        top.sample = 1;\n        top.eval();\n        top.sample = 0;\n        \
         top.eval();\n        top.clk = 1;\n        top.eval();\n        top.clk = 0;\n        top.eval();\n    }}\n    \
         top.final();\n    return 0;\n}}\n"
    )
}

/// What drives the bench in Icarus.
fn verilog_main(names: &Names, cycles: usize) -> String {
    let Names { top, main } = names;
    format!(
        "module {main};\n  reg clk = 0;\n  reg sample = 0;\n  reg [31:0] cycle = 0;\n  \
         {top} bench(clk, sample, cycle);\n  initial repeat ({cycles}) begin\n    #1 sample = 1;\n    #1 sample = 0;\n    \
         #1 clk = 1;\n    #1 clk = 0;\n    #1 cycle = cycle + 1;\n  end\nendmodule\n"
    )
}

/// Whether a line of output is a simulator's and not the bench's. Memories may begin with files that are shorter than they are.
fn is_warning(line: &str) -> bool {
    line.starts_with("WARNING: ") || line.starts_with("%Warning: ")
}

/// The outputs of every design in every cycle, from what the bench wrote. The error says what is wrong with the text; unknown bits
/// in the outputs of a design are the error of that design.
pub(super) fn traces(designs: &[Design], text: &str) -> Result<Vec<Result<super::Trace, String>>, String> {
    let mut traces: Vec<Result<super::Trace, String>> =
        designs.iter().map(|design| Ok(Vec::with_capacity(design.stimulus.len()))).collect();
    for line in text.lines().filter(|line| !is_warning(line)) {
        let unexpected = || format!("an unexpected line of output: {line}");
        let (number, digits) = line.split_once(' ').ok_or_else(unexpected)?;
        let number: usize = number.parse().map_err(|_| unexpected())?;
        let design = designs.get(number).ok_or_else(unexpected)?;
        let Ok(trace) = &mut traces[number] else { continue };
        match outputs(design, digits) {
            Some(values) => trace.push(values),
            None => traces[number] = Err(format!("unknown bits in cycle {}: {digits}", trace.len())),
        }
    }
    for (trace, design) in traces.iter().zip(designs) {
        if trace.as_ref().is_ok_and(|trace| trace.len() != design.stimulus.len()) {
            return Err(format!("the run of `{}` ended early", design.module));
        }
    }
    Ok(traces)
}

/// The outputs of one cycle; nothing when there are bits other than zero and one.
fn outputs(design: &Design, digits: &str) -> Option<Vec<Bits>> {
    let width = output_width(design);
    let word = if width == 0 { Bits::zero(0) } else { Bits::parse(width, &format!("0x{digits}")).ok()? };
    let mut at = 0;
    let outputs = design.ports.iter().filter(|port| port.kind == Kind::Output);
    let values = outputs.map(|port| {
        at += port.width;
        word.extract(at - port.width, port.width)
    });
    Some(values.collect())
}
