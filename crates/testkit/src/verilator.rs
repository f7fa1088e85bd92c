//! Verilator as an oracle for kernels: what it makes of their SystemVerilog in every cycle of the calls of their programs.

use base::Style;
use driver::cosim::{Bench, CosimRequest, Design, Engine, Scratch, Trace, compare, kernel_design};
use driver::kernel::CompileOptions;
use driver::{Input, Loaded, ReadOptions, Report};
use std::path::Path;
use std::time::Duration;

/// The SystemVerilog of a kernel in a C file, what is done to it, and what our simulator says.
fn recorded(path: &Path, kernel: &str, options: &CompileOptions) -> Result<(Design, Trace), String> {
    let mut read = ReadOptions::default();
    read.c.lower.top.push(kernel.to_string());
    let input = Input::read(path).expect("it can be read");
    let request = CosimRequest {
        input: input.clone(),
        read: read.clone(),
        top: Some(kernel.to_string()),
        args: None,
        stimulus: None,
        cycles: None,
        seed: 0,
        engines: Vec::new(),
        keep: None,
    };
    let said = |report: &Report| base::render_all(&report.diagnostics, &report.sources, Style::Plain);
    let loaded = driver::read_module(&input, &read).map_err(|report| said(&report));
    let Loaded { ir, module, mut diagnostics } = loaded?;
    let design = kernel_design(&ir, module, &request, options, &mut diagnostics, &|_| {});
    let report = Report { diagnostics, sources: ir.ctx.sources };
    let made = design.ok_or_else(|| said(&report))?;
    Ok((made.design, made.ours))
}

/// What Verilator says of a kernel in a C file that our simulator does not, or what is in the way of asking. Each kernel is a run of its own: its units are many small modules, and the C++ of each
/// of them would be compiled with the declarations of all kernels.
pub fn difference(path: &Path, kernel: &str, options: &CompileOptions) -> Option<String> {
    let asked = || {
        let (design, ours) = recorded(path, kernel, options)?;
        let folder = Scratch::new().map_err(|error| error.to_string())?;
        let designs = [design];
        let bench = Bench::new(&designs, &folder.0, Duration::from_secs(1200))?;
        let theirs = bench.run(Engine::Verilator)?.pop().ok_or("there is no trace")??;
        Ok(compare(&designs[0].ports, &ours, &theirs).map(|difference| difference.to_string()))
    };
    asked().unwrap_or_else(|why: String| Some(why)).map(|why| format!("{}: {why}", path.display()))
}
