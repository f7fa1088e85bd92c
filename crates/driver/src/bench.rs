//! `bench`: the kernels of the suite, run and compared with their programs, each beside what others have published of it.
//!
//! [`suite`] holds the kernels, [`published`] the figures, [`nest`] says which loops are the innermost, [`plot`] draws the result, [`matcher`] measures the engine that finds patterns, and [`ways`] measures kernels under every way to keep their
//! accesses to memory in order. What a kernel takes of a device is found by [`synth`](crate::synth). Kernels are measured one after the other, so that the times of their placements do not
//! disturb each other. A kernel that we panic at is a row that says so, and the others are measured all the same.

pub mod matcher;
pub mod nest;
pub mod plot;
pub mod published;
pub mod suite;
pub mod ways;

use crate::Progress;
use crate::files::Input;
use crate::interp::Limits;
use crate::json::{Object, array};
use crate::kernel::compile::{Kernel, Size, circuit};
use crate::kernel::files::{lowering_name, milliseconds};
use crate::kernel::loops::LoopRate;
use crate::kernel::promise::Promise;
use crate::kernel::{CompileOptions, Level, Verdict};
use crate::load::{ReadOptions, Report};
use crate::run::{DEFAULT_MAX_CYCLES, RunRequest, loop_objects, run};
use crate::synth::{Tools, kernel_area};
use base::{Diagnostic, codes};
use lower::MemoryOrder;
use nest::Nest;
use place::target::Target;
use published::{Area, Published, published};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use suite::{SOURCES, Source, find};
use ways::Way;

/// What to measure.
#[derive(Clone, Debug)]
pub struct BenchRequest {
    /// The kernels by name; all if there is none.
    pub kernels: Vec<String>,
    /// How to compile them.
    pub compile: CompileOptions,
    /// What finds out what they take of a device, if that is wanted. Of all kernels those are looked at for which there is something to compare with.
    pub synthesis: Option<Tools>,
}

/// A kernel and what was measured of it.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What others make of it.
    pub published: Published,
    /// Whether it did what its program does.
    pub verdict: Verdict,
    /// How its accesses to memory are kept in order; nothing if it was not compiled.
    pub order: Option<MemoryOrder>,
    /// Clock cycles.
    pub cycles: u64,
    /// Its loops, in the order of the source.
    pub loops: Vec<LoopRate>,
    /// What the circuit promises of each of them.
    pub promises: Vec<Option<Promise>>,
    /// Cycles that it takes if all bursts of the innermost loops start an iteration every cycle, follow each other without a gap, and need one
    /// cycle more for the test that ends them. Nothing if there is no loop.
    pub bound: Option<u64>,
    /// How large it is.
    pub size: Size,
    /// The longest path between registers in nanoseconds, by the target's table.
    pub critical: Option<f64>,
    /// How long the placement of buffers took.
    pub placing: Duration,
    /// What it takes of a device, if that was wanted.
    pub area: Option<Area>,
    /// What there is to say.
    pub report: Report,
}

impl Row {
    /// A kernel that nothing was measured of.
    fn unmeasured(name: &'static str, published: Published) -> Row {
        Row {
            name,
            published,
            verdict: Verdict::Error,
            order: None,
            cycles: 0,
            loops: Vec::new(),
            promises: Vec::new(),
            bound: None,
            size: Size::default(),
            critical: None,
            placing: Duration::ZERO,
            area: None,
            report: Report::default(),
        }
    }

    /// Whether all that was asked for could be found out, and is right.
    pub fn is_fine(&self) -> bool {
        self.verdict == Verdict::Pass && !self.report.diagnostics.has_errors()
    }

    /// Whether it is a fault of ours that nothing was measured.
    pub fn is_fault(&self) -> bool {
        self.report.has(codes::INTERNAL)
    }

    /// Why the clock cannot be had, if that is what is in the way.
    pub fn refused_clock(&self) -> Option<&Diagnostic> {
        self.report.diagnostics.iter().find(|one| one.code == codes::CLOCK_TOO_FAST)
    }

    /// Whether buffers were placed by a search that a limit has ended: the report says how far from the best they may be.
    pub fn is_cut_short(&self) -> bool {
        self.report.has(codes::PLACEMENT_TIME)
    }

    /// Our cycles by the better one of the published figures; nothing if there are none of ours.
    pub fn ratio(&self) -> Option<f64> {
        (self.verdict == Verdict::Pass).then(|| self.cycles as f64 / self.published.best().0 as f64)
    }

    /// Whether the published circuit is of the same kind: without a queue of loads and stores, and with the same arithmetic.
    pub fn is_compared(&self) -> bool {
        self.published.lsqs == 0 && !self.published.floats
    }

    /// The same for kernels whose published circuit has queues of loads and stores.
    pub fn is_compared_with_queues(&self) -> bool {
        self.published.lsqs > 0 && !self.published.floats
    }

    /// Whether it takes longer than the published circuit. Of less than a hundred cycles three more do not count: where a count begins and ends is
    /// a matter of definition.
    pub fn is_slower(&self) -> bool {
        let (best, _) = self.published.best();
        let more = if best < 100 { 3 } else { 0 };
        self.verdict != Verdict::Pass || self.cycles > best + more
    }

    /// Both areas, ours first.
    pub fn areas(&self) -> Option<(Area, Area)> {
        self.area.zip(self.published.ecp5)
    }

    fn object(&self) -> String {
        let count = |number: Option<u64>| number.map_or("null".to_string(), |number| number.to_string());
        let Published { fpga20, ftd, fpl22, place_s, gap, lsqs, buffers, operations, floats, ecp5, kintex7 } =
            &self.published;
        let (best, by) = self.published.best();
        let published = Object::new()
            .raw("best", best.to_string())
            .text("by", by)
            .raw("fpga20", fpga20.to_string())
            .raw("ftd", count(*ftd))
            .raw("fpl22", count(*fpl22))
            .raw("place_s", place_s.to_string())
            .raw("gap", gap.map_or("null".to_string(), |gap| gap.to_string()))
            .raw("lsqs", lsqs.to_string())
            .raw("buffers", buffers.to_string())
            .raw("operations", operations.to_string())
            .raw("floats", floats.to_string())
            .raw("ecp5", area_object(ecp5.as_ref()))
            .raw("kintex7", area_object(kintex7.as_ref()));
        Object::new()
            .text("kernel", self.name)
            .text("verdict", self.verdict.name())
            .raw("cycles", self.cycles.to_string())
            .raw("ratio", optional(self.ratio()))
            .raw("bound", count(self.bound))
            .raw("loops", loop_objects(&self.loops, &self.promises))
            .raw("buffer_count", self.size.buffers.to_string())
            .raw("buffer_slots", self.size.slots.to_string())
            .raw("units", self.size.units.to_string())
            .raw("channels", self.size.channels.to_string())
            .raw("critical_ns", optional(self.critical))
            .raw("place_ms", milliseconds(self.placing))
            .raw("ecp5", area_object(self.area.as_ref()))
            .raw("published", published.finish())
            .finish()
    }
}

/// A number in JSON, if there is one.
fn optional(number: Option<f64>) -> String {
    number.map_or("null".to_string(), |number| format!("{number:.4}"))
}

/// What something takes of a device, as JSON.
pub fn area_object(area: Option<&Area>) -> String {
    let Some(Area { lut, ff, dsp, fmax }) = area else { return "null".to_string() };
    Object::new()
        .raw("lut", lut.to_string())
        .raw("ff", ff.to_string())
        .raw("dsp", dsp.to_string())
        .raw("fmax", format!("{fmax:.1}"))
        .finish()
}

/// What the rows that can be compared say of cycles together.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycles {
    /// The geometric mean of the ratios.
    pub mean: Option<f64>,
    /// How many rows that are; those that failed have no ratio.
    pub compared: usize,
    /// Those of them that are slower than the published circuit.
    pub slower: Vec<&'static str>,
}

impl Cycles {
    fn of(rows: &[Row], is_compared: fn(&Row) -> bool) -> Cycles {
        let compared = || rows.iter().filter(|row| is_compared(row));
        Cycles {
            mean: mean(compared().filter_map(Row::ratio)),
            compared: compared().filter_map(Row::ratio).count(),
            slower: compared().filter(|row| row.is_slower()).map(|row| row.name).collect(),
        }
    }
}

/// What all rows say together.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Of kernels whose published circuit has no queues of loads and stores.
    pub plain: Cycles,
    /// Of those whose published circuit has.
    pub with_queues: Cycles,
    /// Those that are not what their program is.
    pub failed: Vec<&'static str>,
    /// The geometric mean of the ratios of look-up tables.
    pub lut: Option<f64>,
    /// The geometric mean of the ratios of clocks.
    pub fmax: Option<f64>,
}

impl Summary {
    /// Of rows.
    pub fn of(rows: &[Row]) -> Summary {
        let areas: Vec<(Area, Area)> = rows.iter().filter_map(Row::areas).collect();
        let ratios = |of: fn(&Area) -> f64| mean(areas.iter().map(|(ours, theirs)| of(ours) / of(theirs)));
        Summary {
            plain: Cycles::of(rows, Row::is_compared),
            with_queues: Cycles::of(rows, Row::is_compared_with_queues),
            failed: rows.iter().filter(|row| !row.is_fine()).map(|row| row.name).collect(),
            lut: ratios(|area| area.lut as f64),
            fmax: ratios(|area| area.fmax),
        }
    }
}

/// The geometric mean; nothing of nothing.
fn mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let count = logarithms.len();
    (count > 0).then(|| (logarithms.iter().sum::<f64>() / count as f64).exp())
}

/// All rows, and what was measured in every way to keep order, as one JSON object and the end of a line.
pub fn json(rows: &[Row], ways: &[Way], options: &CompileOptions) -> String {
    let Summary { plain, with_queues, failed, lut, fmax } = Summary::of(rows);
    let names = |names: Vec<&str>| array(names.into_iter().map(crate::json::text));
    Object::new()
        .text("lowering", lowering_name(options.lowering))
        .text("memory", options.memory.name())
        .text("buffers", &options.buffers)
        .raw("clock_ns", options.clock.to_string())
        .text("target", &options.target)
        .raw("geomean", optional(plain.mean))
        .raw("compared", plain.compared.to_string())
        .raw("slower", names(plain.slower))
        .raw("geomean_lsq", optional(with_queues.mean))
        .raw("compared_lsq", with_queues.compared.to_string())
        .raw("slower_lsq", names(with_queues.slower))
        .raw("failed", names(failed))
        .raw("geomean_lut", optional(lut))
        .raw("geomean_fmax", optional(fmax))
        .raw("kernels", array(rows.iter().map(Row::object)))
        .raw("memory_ways", array(ways.iter().map(Way::object)))
        .finish()
        + "\n"
}

/// The kernels of these names, in the order of their names; all if there is none. An error is a name that no kernel has, or what no kernel can be compiled with.
fn chosen(names: &[String], compile: &CompileOptions) -> Result<Vec<Source>, Diagnostic> {
    let mut sources: Vec<Source> = Vec::new();
    for name in names {
        let unknown = || {
            let names: Vec<&str> = SOURCES.iter().map(|source| source.name).collect();
            Diagnostic::error(codes::BAD_ARGUMENT, None, format!("there is no kernel `{name}`"))
                .hint(format!("there are {}", names.join(", ")))
        };
        sources.push(find(name).ok_or_else(unknown)?);
    }
    // One mistake is told once, not with every kernel.
    let target = place::find_target(&compile.target)?;
    if let Some(refused) = too_fast(&target, compile.clock) {
        return Err(refused);
    }
    if sources.is_empty() {
        sources.extend(SOURCES);
    }
    sources.sort_by_key(|source| source.name);
    sources.dedup_by_key(|source| source.name);
    Ok(sources)
}

/// Measures kernels, in the order of their names. An error is a name that no kernel has.
pub fn bench(request: &BenchRequest, progress: Progress) -> Result<Vec<Row>, Diagnostic> {
    let sources = chosen(&request.kernels, &request.compile)?;
    let is_all = request.kernels.is_empty();
    let mut rows = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let tell =
            |step: &str| progress(&format!("{} ({} of {}): {step}", source.name, number + 1, sources.len()));
        let tools = request.synthesis.as_ref().filter(|_| !is_all || figures(source.name).ecp5.is_some());
        rows.push(measured(*source, &request.compile, tools, &tell));
    }
    Ok(rows)
}

/// What others have published of a kernel.
fn figures(name: &str) -> Published {
    published().remove(name).expect("a test compares kernels and figures")
}

/// What is measured of a kernel, or that we panic at it.
fn measured(source: Source, options: &CompileOptions, tools: Option<&Tools>, progress: Progress) -> Row {
    let published = figures(source.name);
    caught(source.name, &published, || measure(source, published.clone(), options, tools, progress))
}

/// A row, or one that says that making it ended in a panic.
fn caught(name: &'static str, published: &Published, measure: impl FnOnce() -> Row) -> Row {
    // Nothing that was being made is looked at after a panic.
    catch_unwind(AssertUnwindSafe(measure)).unwrap_or_else(|payload| {
        let message = format!("a fault of flowright itself in the kernel `{name}`: {}", words(&*payload));
        let fault = Diagnostic::error(codes::INTERNAL, None, message);
        Row { report: fault.into(), ..Row::unmeasured(name, published.clone()) }
    })
}

/// What a panic said.
fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

/// A clock that no unit of a target is fast enough for.
fn too_fast(target: &Target, clock: f64) -> Option<Diagnostic> {
    let (unit, least) = target.fastest().filter(|(_, least)| *least > clock)?;
    let message = format!(
        "no circuit has a clock of {clock} ns: the fastest unit of `{}`, a `{unit}`, takes {least} ns",
        target.name
    );
    Some(
        Diagnostic::error(codes::CLOCK_TOO_FAST, None, message)
            .hint("`--clock` is the period in nanoseconds"),
    )
}

/// What is said once of all kernels that were refused for the clock.
pub fn refused_clock(rows: &[Row], clock: f64) -> Option<Diagnostic> {
    let refused: Vec<(&Row, &Diagnostic)> =
        rows.iter().filter_map(|row| Some((row, row.refused_clock()?))).collect();
    let (first, why) = refused.first()?;
    let message =
        format!("a clock of {clock} ns is too fast for {} of {} kernels", refused.len(), rows.len());
    let note = format!("in `{}`: {}", first.name, why.message);
    Some(Diagnostic::error(codes::CLOCK_TOO_FAST, None, message).note(note))
}

fn measure(
    source: Source,
    published: Published,
    options: &CompileOptions,
    tools: Option<&Tools>,
    progress: Progress,
) -> Row {
    let input = Input::new(format!("{}.c", source.name), source.text);
    let read = ReadOptions::default();
    let request = RunRequest {
        input: input.clone(),
        read: read.clone(),
        top: None,
        args: None,
        seed: None,
        limits: Limits::default(),
        compile: options.clone(),
        levels: vec![Level::Elastic],
        max_cycles: DEFAULT_MAX_CYCLES,
        watch_to_end: true,
        waves: None,
        folder: None,
    };
    let mut outcome = run(request, &mut std::io::sink(), progress);
    let name = source.name;
    let Some(measured) = outcome.kernels.pop() else {
        return Row { report: outcome.report, ..Row::unmeasured(name, published) };
    };
    let verdict = if outcome.is_answered { measured.verdict } else { measured.verdict.max(Verdict::Error) };
    let area = tools.filter(|_| verdict == Verdict::Pass);
    let area = area.and_then(|tools| area_of(tools, &measured.kernel, &mut outcome.report, progress));
    let (loops, promises) = (measured.loops.rates.clone(), measured.promises.clone());
    let nest = Nest::of(&input, &read);
    let innermost: Vec<&LoopRate> = loops.iter().filter(|one| nest.is_innermost(one, &loops)).collect();
    let bound = innermost.iter().map(|one| one.iterations + one.entries).sum();
    Row {
        name,
        published,
        verdict,
        order: Some(measured.kernel.memory.order),
        cycles: measured.total_cycles(),
        bound: (!innermost.is_empty()).then_some(bound),
        loops,
        promises,
        size: measured.kernel.size,
        critical: measured.kernel.critical.as_ref().map(|critical| critical.delay),
        placing: measured.kernel.placing,
        area,
        report: outcome.report,
    }
}

/// What a kernel takes of a device; what is in the way of knowing that goes to the report.
fn area_of(tools: &Tools, kernel: &Kernel, report: &mut Report, progress: Progress) -> Option<Area> {
    let stage = circuit(kernel, &mut report.diagnostics, progress)?;
    progress("synthesize");
    kernel_area(tools, &stage, &kernel.name, &mut report.diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, cycles: u64, fpga20: u64, lsqs: u64) -> Row {
        let published = Published { fpga20, lsqs, ..Published::default() };
        Row { verdict: Verdict::Pass, cycles, ..Row::unmeasured(name, published) }
    }

    #[test]
    fn what_rows_say_together() {
        let mut rows =
            vec![row("a", 50, 100, 0), row("b", 200, 100, 0), row("c", 7, 5, 0), row("q", 900, 100, 1)];
        rows[2].area = Some(Area { lut: 50, ff: 1, dsp: 0, fmax: 120.0 });
        rows[2].published.ecp5 = Some(Area { lut: 100, ff: 2, dsp: 0, fmax: 60.0 });
        let all = Summary::of(&rows);
        let Cycles { mean, compared, slower } = all.plain;
        assert_eq!((compared, &slower[..], &all.failed[..]), (3, &["b"][..], &[][..]));
        assert!((mean.expect("three rows") - 1.4_f64.powf(1.0 / 3.0)).abs() < 1e-9);
        let queues = Cycles { mean: all.with_queues.mean.map(f64::round), ..all.with_queues };
        assert_eq!(queues, Cycles { mean: Some(9.0), compared: 1, slower: vec!["q"] });
        assert_eq!((all.lut, all.fmax), (Some(0.5), Some(2.0)));
        rows[0].verdict = Verdict::Deadlock;
        let all = Summary::of(&rows);
        let Cycles { compared, slower, .. } = all.plain;
        assert_eq!((compared, &slower[..], &all.failed[..]), (2, &["a", "b"][..], &["a"][..]));
        assert_eq!(Summary::of(&[]).plain.mean, None);
    }

    #[test]
    fn a_panic_is_a_row() {
        let row = caught("k", &Published { fpga20: 9, ..Published::default() }, || panic!("of {}", 1));
        assert!(row.is_fault() && !row.is_fine());
        assert_eq!((row.name, row.published.fpga20, row.verdict), ("k", 9, Verdict::Error));
        let said = row.report.diagnostics.iter().next().expect("it says why");
        assert_eq!(said.message, "a fault of flowright itself in the kernel `k`: of 1");
    }

    #[test]
    fn a_kernel_is_measured_and_one_that_is_not_there_is_told() {
        let request = |name: &str| BenchRequest {
            kernels: vec![name.to_string()],
            compile: CompileOptions { buffers: "on-merges".to_string(), ..CompileOptions::default() },
            synthesis: None,
        };
        let rows = bench(&request("stencil_2d"), &|_| {}).expect("it is there");
        let [row] = &rows[..] else { panic!("one was asked for") };
        assert!(row.is_fine());
        // 84 runs of three iterations, each with a test that ends it.
        assert_eq!((row.loops.len(), row.bound), (3, Some(84 * 4)));
        let object = json(&rows, &[], &CompileOptions::default());
        assert!(object.starts_with("{\"lowering\":\"streams\",\"memory\":"), "{object}");
        let error = bench(&request("stencil"), &|_| {}).err().expect("there is no such kernel");
        assert_eq!(error.message, "there is no kernel `stencil`");
    }
}
