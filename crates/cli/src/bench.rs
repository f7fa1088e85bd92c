//! `flowright bench`

use crate::args::{BenchArgs, MATCHER};
use crate::bench_matcher;
use crate::console::{Console, Status};
use crate::guard::guarded;
use crate::table::Table;
use base::text::counted;
use base::{Diagnostic, codes};
use driver::bench::published::Area;
use driver::bench::ways::{Way, ways, worse};
use driver::bench::{Cycles, Row, Summary, json, plot, refused_clock};
use driver::kernel::files::lowering_name;
use driver::kernel::loops::LoopRate;
use driver::kernel::promise::{Promise, number};
use driver::kernel::{Banks, CompileOptions, QueueDepth};
use driver::run::hundredths;
use driver::synth::Tools;
use driver::{BenchRequest, bench};

/// Runs the command.
pub fn main(console: &Console, arguments: BenchArgs) -> Status {
    if arguments.kernels.iter().any(|name| name == MATCHER) {
        return match &arguments.kernels[..] {
            [_] => bench_matcher::main(console, &arguments),
            _ => console.complain(Diagnostic::error(
                codes::BAD_ARGUMENT,
                None,
                format!("`{MATCHER}` is measured alone, without kernels"),
            )),
        };
    }
    let synthesis = match arguments.synth.then(Tools::find).transpose() {
        Ok(tools) => tools,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let compile = arguments.way.options();
    let request = BenchRequest { kernels: arguments.kernels.clone(), compile: compile.clone(), synthesis };
    let measured = guarded(console, None, |progress| {
        let rows = bench(&request, progress)?;
        let ways = if arguments.memory_ways { ways(&request, progress)? } else { Vec::new() };
        Ok::<_, Diagnostic>((rows, ways))
    });
    let (rows, ways) = match measured {
        Ok(Ok(measured)) => measured,
        Ok(Err(diagnostic)) => return console.complain(diagnostic),
        Err(status) => return status,
    };
    let all = || rows.iter().chain(ways.iter().map(|way| &way.row));
    let is_told = |row: &&Row| !row.is_fine() && row.refused_clock().is_none();
    // A clock that is too fast is one mistake, however many kernels it is too fast for; for one way to keep order alone it is one of that way.
    rows.iter().filter(is_told).for_each(|row| console.report(&row.report));
    ways.iter().filter(|way| !way.row.is_fine()).for_each(|way| console.report(&way.row.report));
    rows.iter().filter(|row| row.is_fine() && row.is_cut_short()).for_each(|row| console.report(&row.report));
    let status = match refused_clock(&rows, compile.clock) {
        Some(diagnostic) => console.complain(diagnostic),
        None if all().any(Row::is_fault) => Status::Fault,
        None if all().all(Row::is_fine) => Status::Success,
        None => Status::No,
    };
    if let Some(path) = &arguments.svg {
        let title = format!("Cycles relative to Dynamatic's ({})", way(&compile));
        if let Err(diagnostic) = driver::write_atomically(path, plot::svg(&rows, &title).as_bytes()) {
            return console.complain(diagnostic);
        }
    }
    let text = match (arguments.json, arguments.markdown) {
        (true, _) => json(&rows, &ways, &compile),
        (_, true) => document(&rows, &ways, &compile, &arguments),
        _ => text(&rows, &ways),
    };
    console.output(text.as_bytes(), status)
}

fn way(options: &CompileOptions) -> String {
    let depth = match options.queue_depth {
        QueueDepth::Auto => String::new(),
        depth => format!(", queue depth {depth}"),
    };
    let banks = if options.banks == Banks::Off { "" } else { ", banks auto" };
    format!(
        "lowering {}, memory {}{depth}{banks}, buffers {}",
        lowering_name(options.lowering),
        options.memory.name(),
        options.buffers
    )
}

/// Tables for people.
fn text(rows: &[Row], ways: &[Way]) -> String {
    let mut out = cycles(rows).text();
    out.push_str(&format!("\n{}\n\n{}", verdict(rows), loops(rows).text()));
    if let Some(areas) = areas(rows) {
        out.push_str(&format!("\n{}\n{}\n", areas.text(), area_verdict(rows)));
    }
    if !ways.is_empty() {
        out.push_str(&format!("\n{}\n{}\n", memory_ways(ways).text(), memory_verdict(ways)));
    }
    out
}

fn cycles(rows: &[Row]) -> Table {
    let heads = vec![
        "kernel",
        "cycles",
        "published",
        "by",
        "LSQs",
        "ratio",
        "bound",
        "by bound",
        "II",
        "buffers",
        "slots",
        "ns",
        "place s",
    ];
    let row = |row: &Row| {
        let (best, by) = row.published.best();
        let passed = row.ratio();
        let bound = row.bound.filter(|_| passed.is_some());
        vec![
            row.name.to_string(),
            cycle_count(row),
            best.to_string(),
            by.to_string(),
            if row.published.lsqs > 0 { row.published.lsqs.to_string() } else { String::new() },
            passed.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            bound.map_or(String::new(), |bound| bound.to_string()),
            bound.map_or(String::new(), |bound| format!("{:.2}", row.cycles as f64 / bound as f64)),
            distances(row),
            row.size.buffers.to_string(),
            row.size.slots.to_string(),
            row.critical.map_or(String::new(), |critical| format!("{critical:.2}")),
            format!("{:.3}", row.placing.as_secs_f64()),
        ]
    };
    Table { heads, words: &[0], rows: rows.iter().map(row).collect() }
}

/// What each loop that was reached was promised, and why that is not less.
fn loops(rows: &[Row]) -> Table {
    let heads = vec!["kernel", "line", "iterations", "II", "promised", "bound by", "difference"];
    let row = |row: &Row, rate: &LoopRate, promise: Option<&Promise>| {
        vec![
            row.name.to_string(),
            rate.line.to_string(),
            rate.iterations.to_string(),
            rate.distances.map_or("–".to_string(), |all| hundredths(all.mean_hundredths())),
            promise.map_or("–".to_string(), |promise| number(promise.period)),
            promise.map_or(String::new(), |promise| promise.bound.clone()),
            promise
                .and_then(|promise| promise.effect)
                .map_or(String::new(), |effect| effect.words().to_string()),
        ]
    };
    let of = |one: &Row| -> Vec<Vec<String>> {
        let promises = one.promises.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let all = one.loops.iter().zip(promises).filter(|(rate, _)| rate.entries > 0);
        all.map(|(rate, promise)| row(one, rate, promise)).collect()
    };
    Table { heads, words: &[0, 5, 6], rows: rows.iter().flat_map(of).collect() }
}

/// How far the iterations of each loop that was reached are apart.
fn distances(row: &Row) -> String {
    let reached = row.loops.iter().filter(|one| one.entries > 0);
    let each =
        reached.map(|one| one.distances.map_or("–".to_string(), |all| hundredths(all.mean_hundredths())));
    each.collect::<Vec<_>>().join(" ")
}

/// The cycles of a kernel, or why there are none.
fn cycle_count(row: &Row) -> String {
    match (row.ratio(), row.is_fault()) {
        (Some(_), _) => row.cycles.to_string(),
        (None, true) => "panic".to_string(),
        (None, false) => row.verdict.name().to_string(),
    }
}

fn verdict(rows: &[Row]) -> String {
    let Summary { plain, with_queues, failed, .. } = Summary::of(rows);
    let mean = |Cycles { mean, compared, slower }: Cycles, which: &str| {
        let words = match mean {
            Some(mean) => {
                format!("geometric mean of the ratios {mean:.3} over {} {which}", counted(compared, "kernel"))
            }
            None => format!("no kernel {which}"),
        };
        if slower.is_empty() { words } else { format!("{words}; slower: {}", slower.join(", ")) }
    };
    let mut words = mean(plain, "without load-store queues");
    if with_queues.compared > 0 || !with_queues.slower.is_empty() {
        words.push_str(&format!(". {}", sentence(mean(with_queues, "with load-store queues"))));
    }
    if !failed.is_empty() {
        words.push_str(&format!("; failed: {}", failed.join(", ")));
    }
    words
}

/// Kernels under every way to keep accesses to memory in order.
fn memory_ways(ways: &[Way]) -> Table {
    let heads = vec![
        "kernel",
        "memory",
        "cycles",
        "published",
        "ratio",
        "slots",
        "ns",
        "LUT",
        "FF",
        "DSP",
        "MHz",
        "LUT Kintex-7",
        "FF",
        "MHz",
    ];
    let area = |area: Option<Area>, of: &dyn Fn(Area) -> String| area.map_or(String::new(), of);
    let row = |way: &Way| {
        let (row, theirs) = (&way.row, way.row.published.kintex7);
        vec![
            row.name.to_string(),
            way.words(),
            cycle_count(row),
            row.published.best().0.to_string(),
            row.ratio().map_or(String::new(), |ratio| format!("{ratio:.2}")),
            row.size.slots.to_string(),
            row.critical.map_or(String::new(), |critical| format!("{critical:.2}")),
            area(row.area, &|area| area.lut.to_string()),
            area(row.area, &|area| area.ff.to_string()),
            area(row.area, &|area| area.dsp.to_string()),
            area(row.area, &|area| format!("{:.1}", area.fmax)),
            area(theirs, &|area| area.lut.to_string()),
            area(theirs, &|area| area.ff.to_string()),
            area(theirs, &|area| format!("{:.1}", area.fmax)),
        ]
    };
    Table { heads, words: &[0, 1], rows: ways.iter().map(row).collect() }
}

fn memory_verdict(ways: &[Way]) -> String {
    match &worse(ways)[..] {
        [] => "`auto` takes more cycles than `ordered` in no kernel".to_string(),
        names => format!("`auto` takes more cycles than `ordered` or fails in {}", names.join(", ")),
    }
}

/// What circuits take of a device; nothing if none was synthesised.
fn areas(rows: &[Row]) -> Option<Table> {
    let heads = vec![
        "kernel",
        "LUT",
        "published",
        "ratio",
        "FF",
        "published",
        "DSP",
        "published",
        "MHz",
        "published",
        "ratio",
    ];
    let row = |row: &Row| {
        let area = row.area?;
        let theirs = |of: &dyn Fn(Area) -> String| row.published.ecp5.map_or(String::new(), of);
        Some(vec![
            row.name.to_string(),
            area.lut.to_string(),
            theirs(&|theirs| theirs.lut.to_string()),
            theirs(&|theirs| format!("{:.2}", area.lut as f64 / theirs.lut as f64)),
            area.ff.to_string(),
            theirs(&|theirs| theirs.ff.to_string()),
            area.dsp.to_string(),
            theirs(&|theirs| theirs.dsp.to_string()),
            format!("{:.1}", area.fmax),
            theirs(&|theirs| format!("{:.1}", theirs.fmax)),
            theirs(&|theirs| format!("{:.2}", area.fmax / theirs.fmax)),
        ])
    };
    let rows: Vec<Vec<String>> = rows.iter().filter_map(row).collect();
    (!rows.is_empty()).then_some(Table { heads, words: &[0], rows })
}

fn area_verdict(rows: &[Row]) -> String {
    match Summary::of(rows) {
        Summary { lut: Some(lut), fmax: Some(fmax), .. } => {
            format!("geometric means of the ratios: look-up tables {lut:.3}, clock {fmax:.3}")
        }
        _ => "there are no published figures for these".to_string(),
    }
}

/// The document `docs/bench.md`.
fn document(rows: &[Row], ways: &[Way], options: &CompileOptions, arguments: &BenchArgs) -> String {
    let CompileOptions { lowering, memory, buffers, clock, target, .. } = options;
    let (lowering, memory) = (lowering_name(*lowering), memory.name());
    let mut command = format!(
        "./flowright bench --lowering {lowering} --memory {memory} --buffers {buffers} --clock {clock} --target {target}"
    );
    if options.queue_depth != QueueDepth::Auto {
        command.push_str(&format!(" --queue-depth {}", options.queue_depth));
    }
    if options.banks == Banks::Auto {
        command.push_str(" --banks auto");
    }
    if arguments.synth {
        command.push_str(" --synth");
    }
    if arguments.memory_ways {
        command.push_str(" --memory-ways");
    }
    arguments.kernels.iter().for_each(|kernel| command.push_str(&format!(" {kernel}")));
    let mut out = format!("{DOCUMENT_HEAD}\n    {command} --markdown\n\n{CYCLES_HEAD}\n");
    out.push_str(&format!("{}\n{}.\n", cycles(rows).markdown(), sentence(verdict(rows))));
    out.push_str(&format!("\n{LOOPS_HEAD}\n{}", loops(rows).markdown()));
    if let Some(areas) = areas(rows) {
        out.push_str(&format!("\n{AREAS_HEAD}\n{}\n{}.\n", areas.markdown(), sentence(area_verdict(rows))));
    }
    if !ways.is_empty() {
        out.push_str(&format!(
            "\n{MEMORY_HEAD}\n{}\n{}.\n",
            memory_ways(ways).markdown(),
            memory_verdict(ways)
        ));
    }
    out
}

fn sentence(words: String) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

const DOCUMENT_HEAD: &str = "\
# Kernels beside published figures

_Written by `flowright bench --markdown`; the times of placements are those of the machine that it ran on._

The kernels are those of `benches/kernels`: the integer kernels of Dynamatic's test suite in its sizes, with its access patterns and trip counts, written anew, and nine small
ones whose names begin with `hk_`. What Dynamatic makes of them is in `benches/published.toml`, with where that is from. The tables come from
";

const CYCLES_HEAD: &str = "\
## Cycles

Every kernel was simulated and compared with its program. `published` is the better one of Dynamatic's two figures at 5 ns: `fpga20`, or `ftd` for fast token delivery. `LSQs` are the
load-store queues of its circuit; ours keeps accesses in order as `--memory` says. `bound` is a cycle for every iteration of the innermost loops and one for every run of them: what a circuit takes that starts an iteration every
cycle and needs one to see that a run has ended. `ns` is the longest path between registers by the table of the target; the paths inside of queues are part of it where the table has figures for them, which that of `kintex7` has not. `II` is how many cycles after an iteration the next one of the same run started, on average, of each loop in the order of
the source.
";

const LOOPS_HEAD: &str = "\
## Loops

`promised` is the period that the circuit with its buffers allows when branches go the usual way, `bound by` what keeps it from being less, and `difference` what made the
measured `II` another one.
";

const AREAS_HEAD: &str = "\
## Area and clock

Lattice ECP5 (85k, speed 6), Yosys and nextpnr with one seed, the circuit between registers that are not counted, memories outside.
";

const MEMORY_HEAD: &str = "\
## Memory

Kernels whose accesses may meet, or that are published with load-store queues, under every `--memory`; behind `auto` stands what it takes. `published` are cycles as above. `LUT`, `FF`, `DSP` and `MHz` are of an ECP5, where they
were asked for; the last three columns are published of circuits with queues of 16 entries on a Kintex-7, whose look-up tables have six inputs, for a clock of 4 ns and smaller sizes of these kernels.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_both_forms() {
        let cells = |row: [&str; 3]| row.map(str::to_string).to_vec();
        let rows = vec![cells(["fir", "10", "–"]), cells(["matvec", "1000", ""])];
        let table = Table { heads: vec!["kernel", "cycles", "II"], words: &[0], rows };
        assert_eq!(table.text(), "kernel  cycles  II\nfir         10   –\nmatvec    1000\n");
        let expected =
            "| kernel | cycles | II |\n| --- | ---: | ---: |\n| fir | 10 | – |\n| matvec | 1000 |  |\n";
        assert_eq!(table.markdown(), expected);
        assert_eq!(sentence("no kernel".to_string()), "No kernel");
    }
}
