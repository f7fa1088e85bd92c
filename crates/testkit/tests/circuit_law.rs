//! The law of circuits: our interpreter, our compiled back end, Verilator and Icarus agree on every output of every cycle, and so does
//! the SystemVerilog that CIRCT makes of our text. And passes change nothing of what a circuit does.

mod common;

use base::{Bits, Diagnostics};
use common::{apply, count, custom, for_all, kept, messages, pipelines, read};
use dialects::hw;
use driver::cosim::{Bench, Design, Engine, Port, Scratch, Trace};
use driver::cosim::{compare, design, inputs, ports, rename_modules, simulator, trace};
use driver::stimulus::random;
use ir::symbols::symbol_name;
use ir::{Ir, Op};
use sim::Backend;
use std::time::Duration;
use testkit::circt::export::export;
use testkit::circuit::{Config, generate};

const CYCLES: usize = 50;
/// Circuits in one bench: building it costs more than running it.
const BATCH: u64 = 50;
const LIMIT: Duration = Duration::from_secs(600);

/// What is said when our back ends do not agree.
const DIFFER: &str = "interpreted and compiled differ";

/// A circuit, with what our simulator says of it.
struct Circuit {
    seed: u64,
    ir: Ir,
    root: Op,
    /// The name of its top module before modules got other names.
    top: String,
    ours: Trace,
    design: Design,
}

/// Who does not agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    /// The simulator or the writer refuses the circuit, or our back ends differ.
    Ourselves,
    Engine(Engine),
    /// Verilator, of what CIRCT writes.
    Circt,
}

fn top(ir: &Ir, root: Op) -> Option<String> {
    let module = ir.walk(root).into_iter().rfind(|op| hw::is_module(ir, *op))?;
    Some(symbol_name(ir, module)?.to_string())
}

/// A circuit without FIFOs, its ports and stimulus, and what one of our back ends says of it.
struct Observed {
    ir: Ir,
    module: Op,
    ports: Vec<Port>,
    rows: Vec<Vec<Bits>>,
    trace: Trace,
}

/// Simulates a circuit; the error is that it is refused. The stimulus of an input follows from its name and the seed.
fn observe(ir: &Ir, root: Op, top: &str, seed: u64, backend: Backend) -> Result<Observed, String> {
    let mut ir = ir.clone();
    let mut diags = Diagnostics::new();
    if circuit::lower_fifo::lower_fifos(&mut ir, root, &mut diags).is_err() {
        return Err(messages(&ir, &diags));
    }
    let module = driver::circuit::find_top(&ir, root, Some(top)).map_err(|diagnostic| diagnostic.message)?;
    let mut simulator = simulator(&ir, module, backend, &mut diags).ok_or_else(|| messages(&ir, &diags))?;
    let ports = ports(&ir, module, &simulator);
    let rows = random(&inputs(&ports), CYCLES, seed);
    let trace = trace(&mut simulator, &rows);
    Ok(Observed { ir, module, ports, rows, trace })
}

/// Simulates a circuit and writes it; the error is that one of them is refused, or that our back ends differ.
fn simulate(ir: &Ir, root: Op, top: &str, seed: u64) -> Result<Circuit, String> {
    let slow = observe(ir, root, top, seed, Backend::Interpreted)?;
    for (name, backend) in [("compiled", Backend::Compiled), ("optimized", Backend::Optimized)] {
        let fast = observe(ir, root, top, seed, backend)?;
        if let Some(difference) = compare(&slow.ports, &slow.trace, &fast.trace) {
            return Err(format!("interpreted and {name} differ: {difference}"));
        }
    }
    let prefix = format!("c{seed}_");
    let mut diags = Diagnostics::new();
    let Observed { ir: lowered, module, ports, rows, trace: ours } = slow;
    let design = design(lowered.clone(), root, module, &prefix, ports, rows, &mut diags);
    let design = design.ok_or_else(|| messages(&lowered, &diags))?;
    Ok(Circuit { seed, ir: ir.clone(), root, top: top.to_string(), ours, design })
}

/// What is wrong with a pipeline on a circuit, if anything.
fn check_pipeline(ir: &Ir, root: Op, top: &str, seed: u64, pipeline: &str) -> Result<(), String> {
    let before = observe(ir, root, top, seed, Backend::Interpreted)?;
    let mut changed = ir.clone();
    apply(pipeline, &mut changed, root)?;
    let after = observe(&changed, root, top, seed, Backend::Interpreted);
    let after = after.map_err(|why| format!("after `{pipeline}`: {why}"))?;
    match compare(&before.ports, &before.trace, &after.trace) {
        Some(difference) => Err(format!("`{pipeline}` changes an output: {difference}")),
        None => Ok(()),
    }
}

/// Runs designs on an engine. When the bench as a whole is refused, its halves are tried, down to the one that is to blame.
fn run(designs: &[Design], engine: Engine) -> Vec<Result<Trace, String>> {
    let folder = Scratch::new().expect("a folder can be made");
    match Bench::new(designs, &folder.0, LIMIT).and_then(|bench| bench.run(engine)) {
        Ok(traces) => traces,
        Err(why) if designs.len() == 1 => vec![Err(why)],
        Err(_) => {
            let (left, right) = designs.split_at(designs.len() / 2);
            [run(left, engine), run(right, engine)].concat()
        }
    }
}

/// The designs that CIRCT makes of circuits.
fn exported(circuits: &[Circuit]) -> Vec<Result<Design, String>> {
    let prefix = |circuit: &Circuit| format!("c{}_", circuit.seed);
    let texts: Vec<(String, String)> = circuits
        .iter()
        .map(|circuit| {
            let mut ir = circuit.ir.clone();
            rename_modules(&mut ir, circuit.root, &prefix(circuit));
            (custom(&ir, circuit.root), prefix(circuit))
        })
        .collect();
    let answers = export(&texts).unwrap_or_else(|why| panic!("{why}"));
    let design = |(answer, circuit): (Result<String, String>, &Circuit)| {
        Ok(Design { verilog: answer?, ..circuit.design.clone() })
    };
    answers.into_iter().zip(circuits).map(design).collect()
}

/// What is wrong with each circuit in the eyes of one judge.
fn judge(circuits: &[Circuit], who: Who) -> Vec<Option<String>> {
    let (engine, designs): (Engine, Vec<Result<Design, String>>) = match who {
        Who::Ourselves => return circuits.iter().map(|_| None).collect(),
        Who::Engine(engine) => (engine, circuits.iter().map(|circuit| Ok(circuit.design.clone())).collect()),
        Who::Circt => (Engine::Verilator, exported(circuits)),
    };
    let sound: Vec<Design> = designs.iter().filter_map(|design| design.clone().ok()).collect();
    let mut traces = run(&sound, engine).into_iter();
    let verdict = |(design, circuit): (Result<Design, String>, &Circuit)| {
        let design = match design {
            Ok(design) => design,
            Err(why) => return Some(why),
        };
        match traces.next().expect("there is a trace for every design") {
            Ok(theirs) => {
                compare(&design.ports, &circuit.ours, &theirs).map(|difference| difference.to_string())
            }
            Err(why) => Some(why),
        }
    };
    designs.into_iter().zip(circuits).map(verdict).collect()
}

/// Says what is wrong with a circuit, after minimising it.
fn blame(ir: &Ir, root: Op, top: &str, seed: u64, who: Who, why: &str) -> String {
    let kind = |why: &str| {
        let code = why.split_whitespace().find(|word| word.starts_with("FR0")).map(str::to_string);
        (why.starts_with(DIFFER), code)
    };
    let fails = |ir: &Ir, root: Op| match (simulate(ir, root, top, seed), who) {
        (Err(other), Who::Ourselves) => kind(&other) == kind(why),
        (Err(_), _) | (Ok(_), Who::Ourselves) => false,
        (Ok(circuit), _) => judge(&[circuit], who)[0].is_some(),
    };
    // One module is easier to make smaller than many.
    let mut flat = ir.clone();
    let flattened =
        circuit::flatten::flatten(&mut flat, root, None, 1 << 20, &mut Diagnostics::new()).is_ok();
    let ir = if flattened && fails(&flat, root) { &flat } else { ir };
    let small = kept(&format!("circuit-{seed}"), ir, root, &fails);
    format!("circuit {seed}, {who:?}: {why}\n{small}")
}

/// Checks a batch of circuits with all judges.
fn check(seeds: std::ops::Range<u64>, config: fn(u64) -> Config, judges: &[Who]) -> Result<(), String> {
    let mut circuits = Vec::new();
    for seed in seeds {
        let text = generate(config(seed));
        let (ir, root) = read(&text).map_err(|why| format!("circuit {seed}: {why}\n{text}"))?;
        let top = top(&ir, root).ok_or("there is no module")?;
        match simulate(&ir, root, &top, seed) {
            Ok(circuit) => circuits.push(circuit),
            Err(why) => return Err(blame(&ir, root, &top, seed, Who::Ourselves, &why)),
        }
    }
    for who in judges {
        let verdicts = judge(&circuits, *who);
        for (circuit, verdict) in circuits.iter().zip(verdicts) {
            if let Some(why) = verdict {
                return Err(blame(&circuit.ir, circuit.root, &circuit.top, circuit.seed, *who, &why));
            }
        }
    }
    Ok(())
}

#[test]
fn all_simulators_agree() {
    let judges = [Who::Engine(Engine::Icarus), Who::Engine(Engine::Verilator)];
    for_all(count(100, 1000) / BATCH, |batch| {
        check(batch * BATCH..(batch + 1) * BATCH, Config::of_seed, &judges)
    });
}

#[test]
fn both_back_ends_agree() {
    for_all(count(1000, 20_000), |seed| check(seed..seed + 1, Config::of_seed, &[]));
}

#[test]
fn circt_writes_the_same_circuits() {
    let config = |seed| Config { circt_defined: true, ..Config::of_seed(seed) };
    let batch = 25;
    for_all(count(25, 250) / batch, |number| {
        check(number * batch..(number + 1) * batch, config, &[Who::Circt])
    });
}

#[test]
fn circuits_do_the_same_after_every_pass() {
    for_all(count(60, 1000), |seed| {
        let text = generate(Config::of_seed(seed));
        let (ir, root) = read(&text).map_err(|why| format!("{why}\n{text}"))?;
        let top = top(&ir, root).ok_or("there is no module")?;
        for pipeline in pipelines(seed) {
            check_pipeline(&ir, root, &top, seed, &pipeline).map_err(|why| {
                let fails = |ir: &Ir, root: Op| {
                    let changes = |why: &str| why.contains("changes an output");
                    check_pipeline(ir, root, &top, seed, &pipeline)
                        .is_err_and(|other| changes(&other) == changes(&why))
                };
                format!("{why}\n{}", kept(&format!("circuit-passes-{seed}"), &ir, root, &fails))
            })?;
        }
        Ok(())
    });
}
