//! The folder of a compiled kernel: every level as a file, the SystemVerilog, a drawing and a report.
//!
//! Each file appears whole. The report comes last, so that a folder with a report has everything else.

use super::compile::{Kernel, Stage};
use super::dot::dot;
use super::{CLOCK_NS, FLOW, Lowering, TARGET};
use crate::files::{Input, reason, write_atomically};
use crate::json::Object;
use crate::load::{Loaded, ReadOptions, Report, read_module};
use base::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file of the program.
pub const PROGRAM: &str = "00-program";

/// The file of the report.
pub const REPORT: &str = "report.json";

/// Writes everything that there is of a kernel. `report` is the text of the report.
pub fn write(
    folder: &Path,
    program: &Stage,
    kernel: &Kernel,
    circuit: Option<&Stage>,
    report: &str,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let mut files: Vec<(String, String)> = Vec::new();
    let levels = [program, &kernel.stream, &kernel.elastic, &kernel.buffered];
    for stage in levels.into_iter().chain(circuit) {
        files.push((format!("{}.mlir", stage.name), stage.text()));
    }
    if let Some(circuit) = circuit {
        files.push((format!("{}.sv", kernel.name), verilog(circuit, diagnostics)?));
    }
    let func = kernel.buffered.func().expect("a compiled kernel is a function");
    files.push((format!("{}.dot", kernel.name), dot(&kernel.buffered.ir, func)));
    files.push((REPORT.to_string(), report.to_string()));
    let written = make_folder(folder).and_then(|()| {
        files.iter().try_for_each(|(name, text)| write_atomically(&folder.join(name), text.as_bytes()))
    });
    written.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
}

/// A circuit as SystemVerilog.
pub fn verilog(circuit: &Stage, diagnostics: &mut Diagnostics) -> Option<String> {
    let Stage { mut ir, module, .. } = circuit.clone();
    ::circuit::lower_fifo::lower_fifos(&mut ir, module, diagnostics).ok()?;
    ::circuit::verilog::write(&ir, module, diagnostics)
}

/// A kernel as it stands in its folder.
pub struct Folder {
    /// The program.
    pub program: Loaded,
    /// The kernel.
    pub kernel: Kernel,
    /// Its circuit.
    pub circuit: Stage,
    /// The SystemVerilog.
    pub verilog: String,
}

/// Reads the folder of a kernel.
pub fn read(folder: &Path) -> Result<Folder, Report> {
    let missing = |what: &str| {
        let message = format!("`{}` is not the folder of a compiled kernel: {what}", folder.display());
        Report::from(
            Diagnostic::error(codes::KERNEL_FOLDER, None, message).hint("`flowright compile` writes one"),
        )
    };
    let load = |name: &str| {
        let input = Input::read(&folder.join(format!("{name}.mlir"))).map_err(|one| missing(&one.message))?;
        read_module(&input, &ReadOptions::default())
    };
    let stage = |name: &'static str| load(name).map(|Loaded { ir, module, .. }| Stage { name, ir, module });
    let (stream, elastic, buffered) = (stage("10-stream")?, stage("20-elastic")?, stage("30-buffered")?);
    let kernel =
        Kernel::of_stages(stream, elastic, buffered).ok_or_else(|| missing("it has no elastic circuit"))?;
    let verilog =
        Input::read(&folder.join(format!("{}.sv", kernel.name))).map_err(|one| missing(&one.message))?;
    let verilog = String::from_utf8(verilog.bytes).map_err(|_| missing("its SystemVerilog is no text"))?;
    Ok(Folder { program: load(PROGRAM)?, kernel, circuit: stage("40-circuit")?, verilog })
}

fn make_folder(folder: &Path) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot make the folder `{}`: {}", folder.display(), reason(&error));
        Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
    })
}

/// The folder of one of several kernels.
pub fn folder_of(folder: &Path, kernel: &str, is_only: bool) -> PathBuf {
    if is_only { folder.to_path_buf() } else { folder.join(kernel) }
}

/// What a report says of how a kernel was compiled; `verdict`, `cycles` and the like stand between the two halves.
pub fn report_head(kernel: &Kernel) -> Object {
    Object::new()
        .text("kernel", &kernel.name)
        .text("flow", FLOW)
        .text(
            "lowering",
            match kernel.options.lowering {
                Lowering::Streams => "streams",
                Lowering::Blocks => "blocks",
            },
        )
        .text("buffers", &kernel.options.buffers)
        .raw("clock_ns", format!("{CLOCK_NS}"))
        .text("target", TARGET)
}

/// The second half.
pub fn report_tail(object: Object, kernel: &Kernel) -> Object {
    object
        .raw("buffer_count", kernel.size.buffers.to_string())
        .raw("buffer_slots", kernel.size.slots.to_string())
        .raw("units", kernel.size.units.to_string())
        .raw("channels", kernel.size.channels.to_string())
        .raw("compile_ms", milliseconds(kernel.compiling))
        .raw("place_ms", milliseconds(kernel.placing))
}

/// A time as a number of milliseconds.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}
