//! A chip as files.

use super::chip::{Made, Planned};
use super::subject::Subject;
use super::{ChipAsked, Sought, asked};
use crate::Progress;
use crate::files::write_folder;
use crate::json::{self, Object, array};
use crate::load::Report;
use ::matcher::chip::{Arch, unit};
use ::matcher::stream::layout::Layout;
use base::Diagnostics;
use ir::Context;
use ir::text::{PrintOptions, print};
use std::path::PathBuf;

/// What to make a chip of.
#[derive(Clone, Debug)]
pub struct ChipRequest {
    /// What it looks for.
    pub sought: Sought,
    /// Which chip.
    pub chip: ChipAsked,
    /// Whether it says which patterns match at which root.
    pub lists_matches: bool,
    /// Where to write to.
    pub folder: PathBuf,
}

/// What came of it.
pub struct ChipOutcome {
    /// The report, one JSON object and the end of a line; nothing when anything was wrong.
    pub written: Option<String>,
    /// What there is to say.
    pub report: Report,
}

/// Reads dialects and patterns, makes their chip and writes it. Nothing is written unless all is right.
pub fn make_chip(request: ChipRequest, progress: Progress) -> ChipOutcome {
    let mut diagnostics = Diagnostics::new();
    progress("read");
    let mut ctx = crate::load::context();
    let written = files(&request, &mut ctx, &mut diagnostics, progress).and_then(|(report, files)| {
        let written = write_folder(&request.folder, &files);
        written.map_err(|diagnostic| diagnostics.push(diagnostic)).ok().map(|()| report)
    });
    ChipOutcome { written, report: Report { diagnostics, sources: ctx.sources } }
}

/// The report, and all files with it.
fn files(
    request: &ChipRequest,
    ctx: &mut Context,
    diagnostics: &mut Diagnostics,
    progress: Progress,
) -> Option<(String, Vec<(String, String)>)> {
    let over_input = || asked::made_over_input(&request.sought, &request.folder, &[CIRCUIT, VERILOG, REPORT]);
    if let Some(diagnostic) = request.chip.idle_units().or_else(over_input) {
        diagnostics.push(diagnostic);
        return None;
    }
    let options = request.chip.options();
    let subject = Subject::read(&request.sought, options.arch.attributes(), None, ctx, diagnostics)?;
    let planned = Planned::new(&options, &subject);
    planned.check(diagnostics)?;
    progress("make the chip");
    let Made { ir, chip } = planned.make(request.lists_matches);
    let text = print(&ir, chip.design, PrintOptions::default());
    progress("write");
    let verilog = ::circuit::verilog::write(&ir, chip.design, diagnostics)?;
    let report = report(&planned, &subject, ctx).finish() + "\n";
    let named = [(CIRCUIT, text), (VERILOG, verilog), (REPORT, report.clone())];
    Some((report, named.map(|(name, text)| (name.to_string(), text)).into()))
}

const CIRCUIT: &str = "chip.mlir";
const VERILOG: &str = "chip.sv";
const REPORT: &str = "report.json";

/// What one has to know to feed the chip: the layout of records, the codes of operations, the numbers of patterns.
fn report(planned: &Planned<'_>, subject: &Subject, ctx: &Context) -> Object {
    let Planned { options, alphabet, patterns, layout, .. } = planned;
    let codes = layout.operations.iter().map(|opcode| {
        let name = &alphabet.kind(*opcode).name;
        Object::new().text("operation", name).raw("code", layout.code(*opcode).to_string()).finish()
    });
    let plan = planned.plan(false);
    let patterns = patterns.iter().map(|pattern| {
        let object = Object::new().text("name", &pattern.name);
        match options.arch {
            Arch::Unit => {
                let cycles = unit::cycles(pattern, layout.window);
                let units = unit::units(&plan, pattern);
                object.raw("units", units.to_string()).raw("cycles", cycles.to_string()).finish()
            }
            Arch::Taps | Arch::Tags => object.finish(),
        }
    });
    // A fact of the layout is one bit of those of the set.
    let facts = layout.facts.iter().map(|mask| {
        let fact = &subject.set.facts[mask.trailing_zeros() as usize];
        json::text(&fact.text(ctx))
    });
    Object::new()
        .text("arch", options.arch.name())
        .text("order", options.arch.order().name())
        .raw("streams", options.streams.to_string())
        .raw("window", layout.window.to_string())
        .raw("record_bits", layout.record_bits().to_string())
        .raw("code_bits", layout.code_bits().to_string())
        .raw("payload_bits", layout.payload_bits().to_string())
        .raw("operands", array(layout.positions.iter().map(u32::to_string)))
        .raw("facts", array(facts))
        .raw("separator", Layout::SEPARATOR.to_string())
        .raw("other", Layout::OTHER.to_string())
        .raw("codes", array(codes))
        .raw("patterns", array(patterns))
}

#[cfg(test)]
mod tests {
    use super::super::tests::saving;
    use super::*;
    use crate::cosim::Scratch;

    #[test]
    fn no_file_that_is_read_is_written_over() {
        for name in [CIRCUIT, VERILOG, REPORT] {
            let folder = Scratch::new().expect("a folder can be made");
            let mut sought = saving(PathBuf::new()).sought;
            let patterns = folder.0.join(name);
            std::fs::copy(&sought.patterns[0], &patterns).expect("it is an example");
            let before = std::fs::read(&patterns).expect("it was written");
            sought.patterns = vec![patterns.clone()];
            let request = ChipRequest {
                sought,
                chip: ChipAsked::default(),
                lists_matches: false,
                folder: folder.0.clone(),
            };
            let outcome = make_chip(request, &|_| ());
            assert!(outcome.written.is_none());
            let said: Vec<String> =
                outcome.report.diagnostics.iter().map(|one| one.message.clone()).collect();
            assert_eq!(said, [format!("`-o` would write over `{}`, which is read", patterns.display())]);
            assert_eq!(std::fs::read(&patterns).expect("it is there"), before);
            let files = std::fs::read_dir(&folder.0).expect("the folder is there").count();
            assert_eq!(files, 1, "nothing else is written");
        }
    }
}
