//! `compile`: kernels as circuits, with every level on the way as a file.

use crate::Progress;
use crate::files::Input;
use crate::interp::Limits;
use crate::kernel::CompileOptions;
use crate::kernel::compile::{self, Size, Stage};
use crate::kernel::files::{self, PROGRAM, report_head, report_tail};
use crate::kernel::profile::first_calls;
use crate::load::{Loaded, ReadOptions, Report, read_module};
use crate::run::{Program, choose, choose_kernels};
use base::Diagnostics;
use ir::symbols::symbol_name;
use ir::{Ir, Op};
use std::path::PathBuf;

/// What to compile.
#[derive(Clone, Debug)]
pub struct CompileRequest {
    /// The program.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// The kernel; without it the functions that are kernels, or the only function.
    pub top: Option<String>,
    /// How to compile kernels.
    pub compile: CompileOptions,
    /// Where to write to.
    pub folder: PathBuf,
}

/// What came of it.
pub struct CompileOutcome {
    /// What was written; nothing when anything was wrong.
    pub written: Option<Vec<Written>>,
    /// What there is to say.
    pub report: Report,
}

/// A kernel that was written.
pub struct Written {
    /// Its name.
    pub kernel: String,
    /// How large it is.
    pub size: Size,
    /// Where it is.
    pub folder: PathBuf,
    /// The report, one JSON object and the end of a line.
    pub report: String,
}

/// Reads and verifies a program, compiles its kernels and writes them. Nothing is written unless all can be compiled; what an earlier kernel
/// left in the folder goes in any case.
pub fn compile(mut request: CompileRequest, progress: Progress) -> CompileOutcome {
    if let Err(diagnostic) = files::retire(&request.folder, &request.input) {
        return CompileOutcome { written: None, report: diagnostic.into() };
    }
    progress("parse");
    request.read.c.lower.needs_kernel = true;
    if let Some(top) = &request.top {
        request.read.c.lower.top.push(top.strip_prefix('@').unwrap_or(top).to_string());
    }
    let Loaded { ir, module, mut diagnostics } = match read_module(&request.input, &request.read) {
        Ok(loaded) => loaded,
        Err(report) => return CompileOutcome { written: None, report },
    };
    let written = all(&ir, module, &request, &mut diagnostics, progress);
    CompileOutcome { written, report: Report { diagnostics, sources: ir.ctx.sources } }
}

fn all(
    ir: &Ir,
    module: Op,
    request: &CompileRequest,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<Vec<Written>> {
    let kernels = choose_kernels(ir, module, request.top.as_deref());
    let kernels = kernels.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let names: Vec<&str> = kernels.iter().map(|one| symbol_name(ir, *one).unwrap_or_default()).collect();
    let folders = files::folders(&request.folder, names.into_iter());
    let retired = folders.iter().try_for_each(|folder| files::retire(folder, &request.input));
    retired.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let bench = choose(ir, module, request.top.as_deref());
    let program = Program { ir, module, limits: Limits::default() };
    let calls = bench.map(|chosen| first_calls(program, &chosen, &request.compile)).unwrap_or_default();
    let mut compiled = Vec::new();
    // What is wrong with each of them is said, not only with the first.
    for function in &kernels {
        diagnostics.extend(calls.warning(ir, *function));
        let call = calls.of(*function);
        let kernel = compile::compile(ir, module, *function, &request.compile, call, diagnostics, progress);
        let circuit = kernel.as_ref().and_then(|kernel| compile::circuit(kernel, diagnostics, progress));
        compiled.extend(kernel.zip(circuit));
    }
    if compiled.len() < kernels.len() {
        return None;
    }
    progress("write");
    let program = Stage { name: PROGRAM, ir: ir.clone(), module };
    let mut written = Vec::new();
    for ((kernel, circuit), folder) in compiled.iter().zip(folders) {
        let report = report_tail(report_head(kernel), kernel);
        let report = files::write(&folder, &program, kernel, Some(circuit), report, diagnostics)?;
        written.push(Written { kernel: kernel.name.clone(), size: kernel.size, folder, report });
    }
    Some(written)
}
