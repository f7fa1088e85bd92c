//! The folder of a compiled kernel: every level as a file, the SystemVerilog, a drawing and a report.
//!
//! Each file appears whole, and those of an earlier kernel go. The report comes last, so that a folder with a report has everything else.

use super::banks::memories;
use super::clock::placed_by;
use super::compile::{Kernel, Stage};
use super::dot::dot;
use super::memory::pairs;
use super::promise::number;
use super::record::Record;
use super::{FLOW, Lowering};
use crate::files::{Input, make_folder, reason, write_folder};
use crate::json::{self, Object, array};
use crate::load::{Loaded, ReadOptions, Report, read_module};
use base::{Diagnostic, Diagnostics, codes};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file of the program.
pub const PROGRAM: &str = "00-program";

/// The file of the report.
pub const REPORT: &str = "report.json";

/// Writes everything that there is of a kernel, and gives the report: `report` with the module of the SystemVerilog and a list of the files. What
/// an earlier report lists and is not written now is removed, so that a folder never holds parts of two kernels.
pub fn write(
    folder: &Path,
    program: &Stage,
    kernel: &Kernel,
    circuit: Option<&Stage>,
    mut report: Object,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let mut files: Vec<(String, String)> = Vec::new();
    let levels = [program, &kernel.stream, &kernel.elastic, &kernel.buffered];
    for stage in levels.into_iter().chain(circuit) {
        files.push((format!("{}.mlir", stage.name), stage.text()));
    }
    if let Some(circuit) = circuit {
        let Verilog { module, text } = verilog(circuit, &kernel.name, diagnostics)?;
        report = report.text("module", &module);
        files.push((format!("{}.sv", file_name(&kernel.name)), text));
    }
    let func = kernel.buffered.func().expect("a compiled kernel is a function");
    files.push((format!("{}.dot", file_name(&kernel.name)), dot(&kernel.buffered.ir, func)));
    let names = files.iter().map(|(name, _)| crate::json::text(name));
    let report = report.raw(FILES, array(names)).finish() + "\n";
    files.push((REPORT.to_string(), report.clone()));
    let is_new = |name: &str| files.iter().any(|(new, _)| new == name);
    let written = make_folder(folder).and_then(|()| clear(folder, is_new));
    let written = written.and_then(|()| write_folder(folder, &files));
    written.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    Some(report)
}

/// The field of a report that lists the files beside it.
const FILES: &str = "files";

/// Removes what an earlier report in a folder lists, the report first: without it the folder counts as incomplete.
/// What is to be `kept` is left where it is.
fn clear(folder: &Path, kept: impl Fn(&str) -> bool) -> Result<(), Diagnostic> {
    let Ok(report) = std::fs::read_to_string(folder.join(REPORT)) else { return Ok(()) };
    let stale = listed(&report);
    if stale.is_empty() {
        return Ok(());
    }
    let is_stale = |name: &&str| *name == REPORT || !kept(name);
    for name in std::iter::once(REPORT).chain(stale).filter(is_stale) {
        let path = folder.join(name);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                let message = format!("cannot remove `{}`: {}", path.display(), reason(&error));
                return Err(Diagnostic::error(codes::UNWRITABLE_FILE, None, message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The files that a report lists. Names that we would not give are not ours to remove.
fn listed(report: &str) -> Vec<&str> {
    // In a string the quotes would not stand like that, so this is the field; and our names need no escapes.
    let list = report.split_once(&format!("\"{FILES}\":[")).and_then(|(_, rest)| rest.split_once(']'));
    let names = list.map_or("", |(list, _)| list).split(',');
    let names = names.filter_map(|name| name.strip_prefix('"')?.strip_suffix('"'));
    names.filter(|name| *name == file_name(name) && has_our_ending(name)).collect()
}

fn has_our_ending(name: &str) -> bool {
    [".mlir", ".sv", ".dot"].iter().any(|ending| name.ends_with(ending))
}

/// A circuit as SystemVerilog.
pub struct Verilog {
    /// The kernel's module in the text. Not every name of a function can be one: it may be a keyword, or that of a port.
    pub module: String,
    /// The text.
    pub text: String,
}

/// Writes a circuit as SystemVerilog; `top` is the kernel's module.
pub fn verilog(circuit: &Stage, top: &str, diagnostics: &mut Diagnostics) -> Option<Verilog> {
    let Stage { mut ir, module, .. } = circuit.clone();
    let top = circuit.module_of(top)?;
    ::circuit::lower_fifo::lower_fifos(&mut ir, module, diagnostics).ok()?;
    let text = ::circuit::verilog::write(&ir, module, diagnostics)?;
    let (module, _) = ::circuit::verilog::interface_names(&ir, module, top)?;
    Some(Verilog { module, text })
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
    pub verilog: Verilog,
}

/// Reads the folder of a kernel.
pub fn read(folder: &Path) -> Result<Folder, Report> {
    let missing = |what: &str| {
        let message = format!("`{}` is not the folder of a compiled kernel: {what}", folder.display());
        let inner = kernel_folders(folder);
        let hint = match inner.is_empty() {
            true => "`flowright compile` writes one".to_string(),
            false => format!("it holds those of several: {}", inner.join(", ")),
        };
        Report::from(Diagnostic::error(codes::KERNEL_FOLDER, None, message).hint(hint))
    };
    if !folder.join(REPORT).is_file() {
        return Err(missing(&format!("it has no `{REPORT}`")));
    }
    let load = |name: &str| {
        let input = Input::read(&folder.join(format!("{name}.mlir"))).map_err(|one| missing(&one.message))?;
        read_module(&input, &ReadOptions::default())
    };
    let stage = |name: &'static str| load(name).map(|Loaded { ir, module, .. }| Stage { name, ir, module });
    let (stream, elastic, buffered) = (stage("10-stream")?, stage("20-elastic")?, stage("30-buffered")?);
    let kernel =
        Kernel::of_stages(stream, elastic, buffered).ok_or_else(|| missing("it has no elastic circuit"))?;
    let text = folder.join(format!("{}.sv", file_name(&kernel.name)));
    let text = Input::read(&text).map_err(|one| missing(&one.message))?;
    let text = String::from_utf8(text.bytes).map_err(|_| missing("its SystemVerilog is no text"))?;
    let circuit = stage("40-circuit")?;
    // What is compared is the text of the file; the circuit only says what its module is called there.
    let again = verilog(&circuit, &kernel.name, &mut Diagnostics::new());
    let Verilog { module, .. } = again.ok_or_else(|| missing("it has no circuit"))?;
    Ok(Folder { program: load(PROGRAM)?, kernel, circuit, verilog: Verilog { module, text } })
}

/// Makes a folder, if it is not there, and sees whether files can be written to it.
pub fn try_folder(folder: &Path) -> Result<(), Diagnostic> {
    make_folder(folder)?;
    let path = folder.join(format!(".flowright-{}", std::process::id()));
    let tried = std::fs::write(&path, []).and_then(|()| std::fs::remove_file(&path));
    tried.map_err(|error| {
        let message = format!("cannot write to the folder `{}`: {}", folder.display(), reason(&error));
        Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
    })
}

/// The folders of kernels inside of a folder, as [`folders`] makes them for several.
fn kernel_folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.join(REPORT).is_file()).collect();
    found.sort();
    found.iter().take(20).map(|path| format!("`{}`", path.display())).collect()
}

/// The longest part of a file's name that comes from the name of a kernel: file systems take 255 bytes, endings included.
const MAX_NAME: usize = 200;

/// A kernel's name as that of a file. A symbol may hold anything, a path out of the folder too.
fn file_name(kernel: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') { c } else { '_' };
    let dots = kernel.chars().take_while(|c| *c == '.').count();
    let name: String = std::iter::repeat_n('_', dots).chain(kernel.chars().skip(dots).map(plain)).collect();
    if name.is_empty() { "_".to_string() } else { name.chars().take(MAX_NAME).collect() }
}

/// Removes what an earlier kernel left in a folder. This comes before all work: what then fails must not leave files behind that
/// pass for its result. The input may be one of them, and stays.
pub fn retire(folder: &Path, input: &Input) -> Result<(), Diagnostic> {
    let input = std::fs::canonicalize(&input.name).ok();
    clear(folder, |name| input.is_some() && std::fs::canonicalize(folder.join(name)).ok() == input)
}

/// The folders of the kernels of a program: the one that was asked for, or one in it for each of several.
pub fn folders<'a>(folder: &Path, kernels: impl ExactSizeIterator<Item = &'a str>) -> Vec<PathBuf> {
    if kernels.len() == 1 {
        return vec![folder.to_path_buf()];
    }
    // Not every file system tells upper and lower case apart.
    let mut taken = BTreeSet::new();
    let own = kernels.map(|kernel| {
        let wanted = file_name(kernel);
        let numbered = (0..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.clone()).chain(numbered);
        names.find(|name| taken.insert(name.to_ascii_lowercase())).expect("there is no end of numbers")
    });
    own.map(|name| folder.join(name)).collect()
}

/// A lowering as reports call it.
pub fn lowering_name(lowering: Lowering) -> &'static str {
    match lowering {
        Lowering::Streams => "streams",
        Lowering::Blocks => "blocks",
    }
}

/// Who placed the buffers of a kernel, as reports call it.
pub fn placement_name(kernel: &Kernel) -> &str {
    placed_by(kernel).map_or(&kernel.options.buffers, |placer| placer.name())
}

/// What a report says of how a kernel was compiled; `verdict`, `cycles` and the like stand between the two halves.
pub fn report_head(kernel: &Kernel) -> Object {
    Object::new()
        .text("kernel", &kernel.name)
        .text("flow", FLOW)
        .text("lowering", lowering_name(kernel.options.lowering))
        .text("memory", kernel.memory.order.name())
        .raw("accesses", json::array(pairs(kernel).iter().map(Record::object)))
        .raw("banks", json::array(kernel.banks.arrays.iter().map(Record::object)))
        .raw("memories", memories(kernel))
        .text("buffers", placement_name(kernel))
        .raw("clock_ns", kernel.options.clock.to_string())
        .text("target", &kernel.options.target)
}

/// The second half.
pub fn report_tail(object: Object, kernel: &Kernel) -> Object {
    let critical = kernel.critical.as_ref();
    let missed = critical.and_then(|critical| critical.missed);
    object
        .raw("critical_ns", critical.map_or("null".to_string(), |critical| number(critical.delay)))
        .raw("critical_path", critical.map_or("null".to_string(), |critical| json::text(&critical.path)))
        .raw("clock_met", critical.is_none_or(|critical| critical.missed.is_none()).to_string())
        .raw("clock_missed_as", missed.map_or("null".to_string(), json::text))
        .raw(
            "clock_unknown",
            json::array(critical.iter().flat_map(|critical| &critical.unknown).map(|unit| json::text(unit))),
        )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_file_stays_in_its_folder() {
        let check = |kernel: &str, expected: &str| assert_eq!(file_name(kernel), expected);
        check("fir", "fir");
        check("my kernel-1.2", "my_kernel-1.2");
        check("../../evil", "___.._evil");
        check("..", "__");
        check("", "_");
        check("größe", "gr__e");
        assert_eq!(file_name(&"x".repeat(1000)).len(), MAX_NAME);
    }

    #[test]
    fn only_files_of_ours_are_listed() {
        let check = |report: &str, expected: &[&str]| assert_eq!(listed(report), expected);
        check(
            r#"{"kernel":"k","files":["10-stream.mlir","k.sv","k.dot"]}"#,
            &["10-stream.mlir", "k.sv", "k.dot"],
        );
        check(r#"{"files":["../k.sv",".k.sv","/k.sv","k.c","","k.dot"]}"#, &["k.dot"]);
        check(r#"{"kernel":"\"files\":[\"k.sv\"]"}"#, &[]);
        check("{}", &[]);
        check(r#"{"files":["k.sv""#, &[]);
    }

    #[test]
    fn each_of_several_kernels_has_a_folder_of_its_own() {
        let check = |kernels: &[&str], expected: &[&str]| {
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(folders(Path::new("out"), kernels.iter().copied()), expected);
        };
        check(&["f"], &["out"]);
        check(&["f", "../f", "F", ".._f"], &["out/f", "out/___f", "out/F_0", "out/___f_0"]);
    }
}
