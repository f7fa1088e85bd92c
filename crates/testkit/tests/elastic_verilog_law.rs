//! Circuits of random elastic graphs as SystemVerilog: Verilator finds nothing in what is written, and sees on every output what our simulator sees.

mod common;

use base::Diagnostics;
use common::{apply, count, custom, messages, read};
use driver::cosim::{Bench, Design, Engine, Scratch, compare, design, inputs, ports, simulator, trace};
use driver::stimulus::random;
use driver::{Input, ReadOptions, VerilogRequest};
use ir::{Ir, Op};
use sim::Backend;
use std::path::Path;
use std::time::Duration;
use testkit::elastic::{Slots, generate};

const LIMIT: Duration = Duration::from_secs(600);

/// The circuit of a graph.
fn lowered(seed: u64) -> (Ir, Op) {
    let (mut ir, root) =
        read(&generate(seed, 20, Slots::There)).unwrap_or_else(|why| panic!("graph {seed}: {why}"));
    apply("handshake-to-hw{observe=true}", &mut ir, root).unwrap_or_else(|why| panic!("graph {seed}: {why}"));
    (ir, root)
}

#[test]
fn verilator_finds_nothing_in_what_is_written() {
    for seed in 0..4 {
        let (ir, root) = lowered(seed);
        let input = Input::new("graph.mlir", custom(&ir, root));
        let outcome = driver::verilog(VerilogRequest { input, read: ReadOptions::default() }, &|_| {});
        let text = outcome.output.unwrap_or_else(|| panic!("{:?}", outcome.report.diagnostics));
        let folder = testkit::scratch::Scratch::new();
        let file = folder.file("graph.sv", &text).display().to_string();
        let words = ["--lint-only", "-Wall", "--top-module", "k", &file].map(str::to_owned);
        let run = testkit::process::run(Path::new("verilator"), &words, folder.path(), Vec::new(), LIMIT);
        let run = run.unwrap_or_else(|why| panic!("{why}"));
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status == Some(0) && !said.contains("%Warning"), "graph {seed}: {said}");
    }
}

/// Whatever comes at its ports, resets in the middle among it.
#[test]
fn verilator_sees_what_our_simulator_sees() {
    let (mut designs, mut ours) = (Vec::<Design>::new(), Vec::new());
    for seed in 0..count(4, 100) {
        let (ir, root) = lowered(seed);
        let mut diags = Diagnostics::new();
        let top = driver::circuit::find_top(&ir, root, Some("k")).expect("it is there");
        let made = simulator(&ir, top, Backend::Interpreted, &mut diags);
        let mut simulator = made.unwrap_or_else(|| panic!("graph {seed}: {}", messages(&ir, &diags)));
        let ports = ports(&ir, top, &simulator);
        let rows = random(&inputs(&ports), 60, seed);
        ours.push(trace(&mut simulator, &rows));
        let design = design(ir, root, top, &format!("g{seed}_"), ports, rows, &mut diags);
        designs.push(design.expect("it can be written"));
    }
    let folder = Scratch::new().expect("a folder can be made");
    let bench = Bench::new(&designs, &folder.0, LIMIT).expect("the folder is ours");
    let traces = bench.run(Engine::Verilator).unwrap_or_else(|why| panic!("{why}"));
    for ((design, ours), theirs) in designs.iter().zip(&ours).zip(traces) {
        let theirs = theirs.unwrap_or_else(|why| panic!("{}: {why}", design.module));
        if let Some(difference) = compare(&design.ports, ours, &theirs) {
            panic!("{}: {difference}", design.module);
        }
    }
}
