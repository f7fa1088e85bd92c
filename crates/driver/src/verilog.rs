//! `verilog`: a circuit as SystemVerilog.

use crate::Progress;
use crate::circuit::{other_levels, tops};
use crate::files::Input;
use crate::load::{Loaded, ReadOptions, Report, read_module};
use base::{Diagnostic, codes};

/// What to write.
#[derive(Clone, Debug)]
pub struct VerilogRequest {
    /// The circuit.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
}

/// What came of it.
pub struct VerilogOutcome {
    /// The text; nothing when anything was wrong.
    pub output: Option<String>,
    /// What there is to say.
    pub report: Report,
}

/// Reads and verifies the circuit, makes registers and memories of its queues, and writes it. What the simulator refuses is not written: the text
/// would mean something else in every tool. Only modules that are defined elsewhere may be missing.
pub fn verilog(request: VerilogRequest, progress: Progress) -> VerilogOutcome {
    progress("parse");
    let Loaded { mut ir, module, mut diagnostics } = match read_module(&request.input, &request.read) {
        Ok(loaded) => loaded,
        Err(report) => return VerilogOutcome { output: None, report },
    };
    if tops(&ir, module).is_empty()
        && let Some(other) = other_levels(&ir, module)
    {
        let message = "there is no `hw.module` to write".to_string();
        diagnostics.push(Diagnostic { code: codes::NOT_IN_VERILOG, message, ..other });
        return VerilogOutcome { output: None, report: Report { diagnostics, sources: ir.ctx.sources } };
    }
    progress("lower-seq-fifo");
    let lowered = ::circuit::lower_fifo::lower_fifos(&mut ir, module, &mut diagnostics);
    progress("write");
    let output = lowered.ok().and_then(|()| ::circuit::verilog::write(&ir, module, &mut diagnostics));
    progress("check");
    let output =
        output.filter(|_| tops(&ir, module).into_iter().all(|top| ::sim::check(&ir, top, &mut diagnostics)));
    VerilogOutcome { output, report: Report { diagnostics, sources: ir.ctx.sources } }
}
