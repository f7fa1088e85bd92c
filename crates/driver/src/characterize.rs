//! `characterize`: how long signals take through our own units on a device, as a table for placement.
//!
//! Every unit is synthesised by itself, between registers on clocks of their own: one for the data, one for the valids and one for the readies that it is given, and one for
//! each of the three that it makes. nextpnr reports the longest path from each clock to each other, and so a single run has the delays of all kinds of paths through a unit. What a
//! path takes from its clock to the output of its register, and from the last logic to the register at its end, is not the unit's; the wire to its first logic is.
//!
//! The result is read by `place::target`; the project's own is `targets/ecp5.toml`.

use crate::Progress;
use crate::load::context;
use crate::synth::{Tools, implement};
use base::{Diagnostic, Diagnostics, codes};
use circuit::builder::design;
use circuit::lower_fifo::lower_fifos;
use circuit::units::{Library, memory_ports};
use dialects::arith::IntPredicate;
use dialects::handshake::latency;
use dialects::handshake::unit::{BufferType, Function, Kind, LsqUnit, MemoryPort, StreamKind, Unit};
use ir::Ir;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The widths that data are measured at.
const WIDTHS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The width at which everything else is: the most usual one.
const USUAL: u32 = 32;

/// The places of queues whose paths inside are measured: half of them are for loads.
const PLACES: [u32; 6] = [4, 8, 16, 24, 32, 64];

/// A unit to measure, for the row of an operation.
#[derive(Clone, Copy)]
struct Specimen {
    row: &'static str,
    unit: fn(u32) -> Unit,
    by: By,
}

/// What a unit is measured by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// The data make something of each other, so that their width counts.
    Width,
    /// The places for accesses that a queue has.
    Places,
    /// Nothing.
    One,
}

/// What is measured, row by row. A row of several units has the longest of each delay.
const SPECIMENS: &[Specimen] = &[
    of_width("addi", |width| compute(Function::Add, &[width, width], width)),
    of_width("subi", |width| compute(Function::Sub, &[width, width], width)),
    of_width("cmpi", |width| compute(Function::Cmp(IntPredicate::Slt), &[width, width], 1)),
    of_width("shli", |width| compute(Function::Shl, &[width, width], width)),
    of_width("shrsi", |width| compute(Function::ShrS, &[width, width], width)),
    of_width("shrui", |width| compute(Function::ShrU, &[width, width], width)),
    of_width("andi", |width| compute(Function::And, &[width, width], width)),
    of_width("ori", |width| compute(Function::Or, &[width, width], width)),
    of_width("xori", |width| compute(Function::Xor, &[width, width], width)),
    of_width("noti", |width| compute(Function::Not, &[width], width)),
    of_width("select", |width| compute(Function::Select, &[1, width, width], width)),
    of_width("maxsi", |width| compute(Function::MaxS, &[width, width], width)),
    of_width("maxui", |width| compute(Function::MaxU, &[width, width], width)),
    of_width("minsi", |width| compute(Function::MinS, &[width, width], width)),
    of_width("minui", |width| compute(Function::MinU, &[width, width], width)),
    of_width("absi", |width| compute(Function::Abs, &[width], width)),
    of_any("muli", |width| compute(Function::Mul, &[width, width], width)),
    of_any("divsi", |width| compute(Function::DivS, &[width, width], width)),
    of_any("divui", |width| compute(Function::DivU, &[width, width], width)),
    of_any("remsi", |width| compute(Function::RemS, &[width, width], width)),
    of_any("remui", |width| compute(Function::RemU, &[width, width], width)),
    of_width("mux", |width| unit(Kind::Mux, &[1, width, width], &[width])),
    of_width("merge", |width| unit(Kind::Merge, &[width, width], &[width])),
    of_width("control_merge", |width| unit(Kind::ControlMerge, &[width, width], &[width, 1])),
    of_any("cond_br", |width| unit(Kind::CondBr, &[1, width], &[width, width])),
    of_any("fork", |width| unit(Kind::Fork, &[width], &[width; 3])),
    of_any("lazy_fork", |width| unit(Kind::LazyFork, &[width], &[width; 3])),
    of_any("join", |_| unit(Kind::Join, &[0, 0], &[0])),
    of_any("blocker", |width| unit(Kind::Blocker, &[width, 0], &[width])),
    of_width("buffer", |width| buffer(BufferType::ONE_SLOT_BREAK_R, 1, width)),
    of_width("buffer", |width| buffer(BufferType::FIFO_BREAK_NONE, 2, width)),
    of_any("buffer", |width| buffer(BufferType::ONE_SLOT_BREAK_DV, 1, width)),
    Specimen { row: "lsq", unit: queue, by: By::Places },
    of_any("guard", |_| unit(Kind::Guard { window: 4 }, &[10, 10, 0], &[10])),
    of_width("load", |width| unit(Kind::Load, &[10, width], &[10, width])),
    of_width("carry", |width| unit(Kind::Carry, &[1, width, width], &[width])),
    of_width("invariant", |width| unit(Kind::Invariant, &[1, width], &[width])),
    of_any("gate", |width| unit(Kind::Gate, &[width, 1], &[width, 1])),
    of_width("stream", |width| unit(Kind::Stream(STREAM), &[width; 3], &[width, 1])),
];

/// The usual stream: it adds its step and compares by the sign of that.
const STREAM: StreamKind = StreamKind { rule: None, checked: false };

const fn of_width(row: &'static str, unit: fn(u32) -> Unit) -> Specimen {
    Specimen { row, unit, by: By::Width }
}

const fn of_any(row: &'static str, unit: fn(u32) -> Unit) -> Specimen {
    Specimen { row, unit, by: By::One }
}

fn unit(kind: Kind, inputs: &[u32], outputs: &[u32]) -> Unit {
    Unit { kind, inputs: inputs.to_vec(), outputs: outputs.to_vec() }
}

fn compute(function: Function, inputs: &[u32], output: u32) -> Unit {
    let latency = latency(function, inputs[0]);
    unit(Kind::Compute { function, latency }, inputs, &[output])
}

fn buffer(ty: BufferType, slots: u32, width: u32) -> Unit {
    unit(Kind::Buffer { ty, slots }, &[width], &[width])
}

/// A queue with so many places, for a load and a store.
fn queue(places: u32) -> Unit {
    let groups = vec![vec![MemoryPort::Load], vec![MemoryPort::Store]];
    let depth = places / 2;
    let queue = LsqUnit { groups, load_depth: depth, store_depth: depth, words: Some(1024), width: USUAL };
    unit(Kind::Lsq(queue), &[0, 0, 10, 0, 10, USUAL, 0], &[USUAL, 0])
}

/// The keys of a row, by the clocks that paths begin and end at.
const WAYS: [(&str, &str, &str); 7] = [
    ("data", "from_data", "to_data"),
    ("valid", "from_valid", "to_valid"),
    ("ready", "from_ready", "to_ready"),
    ("valid_ready", "from_valid", "to_ready"),
    ("data_valid", "from_data", "to_valid"),
    ("data_ready", "from_data", "to_ready"),
    ("valid_data", "from_valid", "to_data"),
];

/// The clock of the unit itself, and the key of what begins or ends there.
const OWN_CLOCK: &str = "clk";
const INSIDE: &str = "inside";

/// Delays of a row in picoseconds: those of data by width, those inside by places, and the others by key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Row {
    data: BTreeMap<u32, u64>,
    inside: BTreeMap<u32, u64>,
    others: BTreeMap<&'static str, u64>,
}

/// Measures all units and gives the table, or says what is in the way.
pub fn characterize(tools: &Tools, progress: Progress) -> Result<String, Diagnostic> {
    let runs: Vec<(Specimen, u32)> =
        SPECIMENS.iter().flat_map(|one| sizes(one).map(|size| (*one, size))).collect();
    let measured = all(&runs, progress, |(specimen, size)| measure(tools, &(specimen.unit)(*size)))
        .map_err(|why| Diagnostic::error(codes::TOOL_FAILED, None, why))?;
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for ((specimen, size), delays) in runs.iter().zip(measured) {
        let row = rows.entry(specimen.row).or_default();
        for (key, delay) in delays {
            let known = match (key, specimen.by) {
                (INSIDE, By::Places) => row.inside.entry(*size).or_default(),
                (INSIDE, _) => continue,
                ("data", _) => row.data.entry(*size).or_default(),
                // What does not depend on the width has one figure.
                (_, By::Width) if *size != USUAL => continue,
                _ => row.others.entry(key).or_default(),
            };
            *known = delay.max(*known);
        }
    }
    for row in rows.values_mut() {
        smooth(&mut row.data);
        smooth(&mut row.inside);
    }
    Ok(table(&rows))
}

/// A unit does no worse than a wider one, which could stand in its place: where one was placed badly, the figure of the wider one counts.
fn smooth(data: &mut BTreeMap<u32, u64>) {
    let mut least = u64::MAX;
    for delay in data.values_mut().rev() {
        *delay = least.min(*delay);
        least = *delay;
    }
}

/// The widths, or the places, that a unit is measured with.
fn sizes(specimen: &Specimen) -> impl Iterator<Item = u32> {
    let sizes: &[u32] = match specimen.by {
        By::Width => &WIDTHS,
        By::Places => &PLACES,
        By::One => &[USUAL],
    };
    sizes.iter().copied()
}

/// Does all runs, as many at a time as there are processors, in any order; the results have that of the runs. The first failure ends it.
fn all<T: Sync, R: Send>(
    runs: &[T],
    progress: Progress,
    run: impl Fn(&T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Vec<Mutex<Option<R>>> = runs.iter().map(|_| Mutex::new(None)).collect();
    let failed = Mutex::new(None);
    let work = || {
        while let Some((at, one)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, runs.get(at)?)))
        {
            match run(one) {
                Ok(result) => *results[at].lock().expect("no run panics with it") = Some(result),
                Err(why) => {
                    failed.lock().expect("no run panics with it").get_or_insert(why);
                    next.store(runs.len(), Ordering::Relaxed);
                }
            }
            progress(&format!("{} of {}", done.fetch_add(1, Ordering::Relaxed) + 1, runs.len()));
        }
    };
    thread::scope(|scope| {
        let others = thread::available_parallelism().map_or(1, usize::from).min(8) - 1;
        (0..others).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    if let Some(why) = failed.into_inner().expect("no run panics with it") {
        return Err(why);
    }
    let result = |slot: Mutex<Option<R>>| slot.into_inner().expect("no run panics with it");
    Ok(results.into_iter().map(|slot| result(slot).expect("no run failed")).collect())
}

/// The delays of a unit, by key, in picoseconds.
fn measure(tools: &Tools, unit: &Unit) -> Result<Vec<(&'static str, u64)>, String> {
    let text = text(unit).ok_or("a unit cannot be written")?;
    let (_, report) = implement(tools, &text, TOP)?;
    delays(&report).ok_or_else(|| "nextpnr reports no paths".to_string())
}

const TOP: &str = "specimen";

/// A unit between registers, each kind of signal on a clock of its own.
fn text(unit: &Unit) -> Option<String> {
    let mut ir = Ir::new(context());
    let module = design(&mut ir);
    let top = Library::new(&ir, module).module(&mut ir, unit);
    let mut diagnostics = Diagnostics::new();
    lower_fifos(&mut ir, module, &mut diagnostics).ok()?;
    let mut text = circuit::verilog::write(&ir, module, &mut diagnostics)?;
    let (name, _) = circuit::verilog::interface_names(&ir, module, top)?;
    text.push_str(&between_clocks(&name, unit));
    Some(text)
}

fn between_clocks(module: &str, unit: &Unit) -> String {
    let (mut ports, mut declared, mut moves) = (String::new(), String::new(), String::new());
    let mut connections = vec![".clk(clk)".to_string(), ".rst(rst)".to_string()];
    let mut given = |name: String, width: u32, clock: &str| {
        let _ = write!(ports, ", input wire [{}:0] pin_{name}", width - 1);
        let _ = writeln!(declared, "  reg [{}:0] {name};", width - 1);
        let _ = writeln!(moves, "  always @(posedge {clock}) {name} <= pin_{name};");
        connections.push(format!(".{name}({name})"));
    };
    for (k, width) in unit.inputs.iter().enumerate() {
        if *width > 0 {
            given(format!("in{k}"), *width, "from_data");
        }
        given(format!("in{k}_valid"), 1, "from_valid");
    }
    (0..unit.outputs.len()).for_each(|k| given(format!("out{k}_ready"), 1, "from_ready"));
    if let Some(ports) = memory_ports(unit).filter(|ports| ports.reads) {
        given("rdata".to_string(), ports.word, "clk");
    }
    let mut made = |name: String, width: u32, clock: &str| {
        let _ = write!(ports, ", output reg [{}:0] pin_{name}", width - 1);
        let _ = writeln!(declared, "  wire [{}:0] {name};", width - 1);
        let _ = writeln!(moves, "  always @(posedge {clock}) pin_{name} <= {name};");
        connections.push(format!(".{name}({name})"));
    };
    for (k, width) in unit.outputs.iter().enumerate() {
        if *width > 0 {
            made(format!("out{k}"), *width, "to_data");
        }
        made(format!("out{k}_valid"), 1, "to_valid");
    }
    (0..unit.inputs.len()).for_each(|k| made(format!("in{k}_ready"), 1, "to_ready"));
    // The side of the memory is on the clock of the unit, which no delay is measured from or to.
    if let Some(ports) = memory_ports(unit) {
        let (reads, writes) = (ports.reads, ports.writes);
        let all = [
            ("raddr", ports.address, reads),
            ("ren", 1, reads),
            ("waddr", ports.address, writes),
            ("wen", 1, writes),
            ("wdata", ports.word, writes),
        ];
        all.into_iter()
            .filter(|(.., is)| *is)
            .for_each(|(name, width, _)| made(name.to_string(), width, "clk"));
    }
    let clocks = "clk, rst, from_data, from_valid, from_ready, to_data, to_valid, to_ready";
    format!(
        "module {TOP}(input wire {clocks}{ports});\n{declared}  {module} unit ({});\n{moves}endmodule\n",
        connections.join(", ")
    )
}

/// The delays that a report has, by key.
fn delays(report: &Value) -> Option<Vec<(&'static str, u64)>> {
    let mut found = Vec::new();
    for path in report["critical_paths"].as_array()? {
        let clock = |end: &str| path[end].as_str().and_then(|text| text.strip_prefix("posedge "));
        let (Some(from), Some(to)) = (clock("from"), clock("to")) else { continue };
        let way = WAYS.iter().find(|(_, begin, end)| (*begin, *end) == (from, to)).map(|(key, ..)| *key);
        let inside = [from, to].contains(&OWN_CLOCK).then_some(INSIDE);
        if let (Some(key), Some(delay)) = (way.or(inside), own_delay(path["path"].as_array()?)) {
            found.push((key, delay));
        }
    }
    Some(found)
}

/// What a path takes from the wire to its first logic to the end of its last, in picoseconds; nothing if it is a wire.
fn own_delay(steps: &[Value]) -> Option<u64> {
    let is_logic = |step: &Value| step["type"] == "logic";
    let last = steps.iter().rposition(is_logic)?;
    let own = steps[..=last].iter().filter(|step| step["type"] != "clk-to-q");
    let nanoseconds: f64 = own.filter_map(|step| step["delay"].as_f64()).sum();
    Some((nanoseconds * 1000.0).round() as u64)
}

const HEAD: &str = "\
# Delays of units on a Lattice ECP5 at its slowest speed, in nanoseconds.
#
# Written by `flowright characterize --target ecp5` from our own units, each by itself between registers, with Yosys and nextpnr. The table is one row a kind of unit. `data` is by
# width, the next larger one counts; the other keys are one delay for every width, measured at 32 bits:
#
#   data          data to data
#   valid         valid to valid
#   ready         ready to ready, against the tokens
#   valid_ready   the valid of an input to the ready of another
#   data_valid    a condition to the valids of the outputs
#   data_ready    a condition to the readies of the inputs
#   valid_data    which input has a token, to the data of the output
#   inside        from or to a register of a queue, by its places for loads and stores together
#
# A delay has the wire to the first logic of the unit in it, and not the one behind the last. No width is slower than a wider one. A unit without a row, and a key that a row has
# not, take no time.
";

fn table(rows: &BTreeMap<&str, Row>) -> String {
    let mut text = format!("{HEAD}\nname = \"ecp5\"\n");
    let nanoseconds = |delay: &u64| format!("{}.{:03}", delay / 1000, delay % 1000);
    let by_size = |text: &mut String, key: &str, delays: &BTreeMap<u32, u64>| {
        if !delays.is_empty() {
            let delays = delays.iter().map(|(size, delay)| format!("{size} = {}", nanoseconds(delay)));
            let _ = writeln!(text, "{key} = {{ {} }}", delays.collect::<Vec<_>>().join(", "));
        }
    };
    for (name, Row { data, inside, others }) in rows.iter().filter(|(_, row)| **row != Row::default()) {
        let _ = writeln!(text, "\n[{name}]");
        by_size(&mut text, "data", data);
        let keys = WAYS.iter().filter_map(|(key, ..)| Some((key, others.get(key)?)));
        for (key, delay) in keys {
            let _ = writeln!(text, "{key} = {}", nanoseconds(delay));
        }
        by_size(&mut text, INSIDE, inside);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialects::handshake::unit::NAMES;
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn every_specimen_has_a_circuit() {
        for specimen in SPECIMENS {
            for size in sizes(specimen) {
                let text = text(&(specimen.unit)(size)).unwrap_or_else(|| panic!("{} {size}", specimen.row));
                assert!(text.contains("module specimen(") && text.contains(" unit (.clk(clk)"), "{text}");
            }
        }
    }

    #[test]
    fn every_row_is_that_of_an_operation() {
        let context = context();
        for Specimen { row, .. } in SPECIMENS {
            let names = ["arith", "dataflow", "handshake", "math"].map(|dialect| format!("{dialect}.{row}"));
            assert!(names.iter().any(|name| context.registry.find_op(name).is_some()), "{row}");
        }
    }

    /// Kinds of units that have no row: what is wires or registers alone, memories, whose ports have no channels, and floats, which have no circuit.
    const WITHOUT_ROW: [&str; 11] = [
        "br",
        "constant",
        "extsi",
        "extui",
        "float",
        "init",
        "mem_controller",
        "sink",
        "source",
        "store",
        "trunci",
    ];

    #[test]
    fn every_kind_of_unit_is_measured() {
        for specimen in SPECIMENS {
            assert_eq!((specimen.unit)(USUAL).kind.name(), specimen.row);
        }
        let measured: BTreeSet<&str> = SPECIMENS.iter().map(|specimen| specimen.row).collect();
        let wanted = NAMES.iter().copied().filter(|name| !WITHOUT_ROW.contains(name));
        assert_eq!(measured, wanted.collect::<BTreeSet<&str>>());
    }

    #[test]
    fn a_unit_stands_between_clocks() {
        assert_eq!(
            between_clocks("not_8", &compute(Function::Not, &[8], 8)),
            "module specimen(input wire clk, rst, from_data, from_valid, from_ready, to_data, to_valid, to_ready, \
             input wire [7:0] pin_in0, input wire [0:0] pin_in0_valid, input wire [0:0] pin_out0_ready, \
             output reg [7:0] pin_out0, output reg [0:0] pin_out0_valid, output reg [0:0] pin_in0_ready);
  reg [7:0] in0;
  reg [0:0] in0_valid;
  reg [0:0] out0_ready;
  wire [7:0] out0;
  wire [0:0] out0_valid;
  wire [0:0] in0_ready;
  not_8 unit (.clk(clk), .rst(rst), .in0(in0), .in0_valid(in0_valid), .out0_ready(out0_ready), .out0(out0), \
             .out0_valid(out0_valid), .in0_ready(in0_ready));
  always @(posedge from_data) in0 <= pin_in0;
  always @(posedge from_valid) in0_valid <= pin_in0_valid;
  always @(posedge from_ready) out0_ready <= pin_out0_ready;
  always @(posedge to_data) pin_out0 <= out0;
  always @(posedge to_valid) pin_out0_valid <= out0_valid;
  always @(posedge to_ready) pin_in0_ready <= in0_ready;
endmodule
"
        );
    }

    #[test]
    fn the_delay_of_a_unit_is_that_of_its_logic_and_the_wires_before() {
        let step = |kind: &str, delay: f64| json!({"type": kind, "delay": delay});
        let path = [
            step("clk-to-q", 0.5),
            step("routing", 0.9),
            step("logic", 0.25),
            step("routing", 0.4),
            step("logic", 0.25),
            step("routing", 0.1),
            step("setup", 0.05),
        ];
        assert_eq!(own_delay(&path), Some(1800));
        assert_eq!(own_delay(&[step("clk-to-q", 0.5), step("routing", 0.9), step("setup", 0.1)]), None);
        let report = json!({"critical_paths": [
            {"from": "posedge from_valid", "to": "posedge to_ready", "path": path},
            {"from": "posedge clk", "to": "posedge to_ready", "path": path},
            {"from": "<async>", "to": "posedge from_data", "path": path},
        ]});
        assert_eq!(delays(&report), Some(vec![("valid_ready", 1800), ("inside", 1800)]));
    }

    #[test]
    fn placement_reads_the_table() {
        let row = Row {
            data: [(1, 900), (32, 2345)].into(),
            others: [("valid", 1100), ("ready", 80)].into(),
            ..Row::default()
        };
        let queue = Row { inside: [(8, 5000), (16, 6100)].into(), ..Row::default() };
        let text = table(&[("addi", row), ("lsq", queue), ("store", Row::default())].into());
        let rows = text.strip_prefix(HEAD).expect("it begins with what it means");
        assert_eq!(
            rows,
            "\nname = \"ecp5\"\n\n[addi]\ndata = { 1 = 0.900, 32 = 2.345 }\nvalid = 1.100\nready = 0.080\n\n[lsq]\ninside = { 8 = 5.000, 16 = 6.100 }\n"
        );
        place::target::Target::read(&text).expect("it is a table of delays");
    }

    #[test]
    fn no_width_is_slower_than_a_wider_one() {
        let mut data: BTreeMap<u32, u64> = [(1, 5), (2, 9), (4, 7), (8, 8), (16, 8)].into();
        smooth(&mut data);
        assert_eq!(data, [(1, 5), (2, 7), (4, 7), (8, 8), (16, 8)].into());
    }

    #[test]
    fn the_table_of_the_project_is_of_these_units() {
        let (_, text) = place::target::TARGETS.iter().find(|(name, _)| *name == "ecp5").expect("it is there");
        assert!(text.starts_with(HEAD));
        let rows: BTreeSet<&str> =
            text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
        assert_eq!(rows, SPECIMENS.iter().map(|specimen| specimen.row).collect());
    }

    #[test]
    fn runs_keep_their_order_and_a_failure_is_told() {
        let numbers: Vec<u32> = (0..50).collect();
        let squares = all(&numbers, &|_| {}, |number| Ok(number * number)).expect("nothing fails");
        assert_eq!(squares, numbers.iter().map(|number| number * number).collect::<Vec<_>>());
        let failed =
            all(&numbers, &|_| {}, |number| if *number == 7 { Err("seven".to_string()) } else { Ok(()) });
        assert_eq!(failed.expect_err("one fails"), "seven");
    }
}
