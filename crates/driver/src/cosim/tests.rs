//! The bench: what designs do is seen cycle by cycle, by both engines alike.

use super::*;
use crate::stimulus::{Signal, random};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("flowright-cosim-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn port(name: &str, width: u32, kind: Kind) -> Port {
    Port { name: name.to_string(), width, kind }
}

/// A register that adds its input up, and the sum before it; over two thousand bits wide.
fn accumulator() -> Design {
    let width = 2100;
    let input = Signal { name: "x".into(), width };
    Design {
        module: "acc".into(),
        verilog: format!(
            "module acc(input clk, input [{0}:0] x, output [{0}:0] sum, output top);\n  reg [{0}:0] r = 0;\n  \
             always @(posedge clk) r <= sum;\n  assign sum = r + x;\n  assign top = r[{0}];\nendmodule\n",
            width - 1
        ),
        ports: vec![
            port("clk", 1, Kind::Clock),
            port("x", width, Kind::Input),
            port("sum", width, Kind::Output),
            port("top", 1, Kind::Output),
        ],
        files: Vec::new(),
        stimulus: random(&[input], 30, 1),
    }
}

/// A counter without inputs.
fn counter() -> Design {
    Design {
        module: "count".into(),
        verilog: "module count(input clk, output [3:0] n);\n  reg [3:0] r = 5;\n  always @(posedge clk) r <= r + 1;\n  \
            assign n = r;\nendmodule\n"
            .into(),
        ports: vec![port("clk", 1, Kind::Clock), port("n", 4, Kind::Output)],
        files: Vec::new(),
        stimulus: vec![Vec::new(); 20],
    }
}

#[test]
fn outputs_are_those_before_the_clock_rises() {
    let folder = Folder::new("right");
    let designs = [accumulator(), counter()];
    let mut expected: Vec<Trace> = vec![Trace::new(), Trace::new()];
    let mut sum = Bits::zero(2100);
    for row in &designs[0].stimulus {
        let top = sum.extract(2099, 1);
        sum = sum.add(&row[0]);
        expected[0].push(vec![sum.clone(), top]);
    }
    expected[1] = (0..20).map(|cycle| vec![Bits::from_u64(4, 5 + cycle)]).collect();
    let bench = Bench::new(&designs, &folder.0, LIMIT).expect("the folder is ours");
    for engine in [Engine::Icarus, Engine::Verilator] {
        let traces = bench.run(engine).expect("the tools are there");
        for ((design, expected), trace) in designs.iter().zip(&expected).zip(traces) {
            let trace = trace.expect("all bits are known");
            assert_eq!(compare(&design.ports, expected, &trace), None, "{engine}");
            assert_eq!(trace.len(), expected.len());
        }
    }
}

fn in_icarus(design: Design, folder: &Folder) -> Result<Vec<Result<Trace, String>>, String> {
    Bench::new(&[design], &folder.0, LIMIT)?.run(Engine::Icarus)
}

#[test]
fn unknown_bits_and_refused_text_are_failures() {
    let folder = Folder::new("wrong");
    let mut unknown = counter();
    unknown.verilog = unknown.verilog.replace(" = 5", "");
    let traces = in_icarus(unknown, &folder).expect("the tool runs");
    assert_eq!(traces, [Err("unknown bits in cycle 0: x".to_string())]);
    let mut wrong = counter();
    wrong.verilog.push_str("module;\n");
    let said = in_icarus(wrong, &folder).expect_err("this is no module");
    assert!(said.starts_with("iverilog failed in") && said.contains("syntax error"), "{said}");
}

#[test]
fn the_first_difference_is_named() {
    let ports = [port("a", 4, Kind::Input), port("b", 4, Kind::Output), port("c", 8, Kind::Output)];
    let trace = |values: [(u64, u64); 3]| -> Trace {
        values.map(|(b, c)| vec![Bits::from_u64(4, b), Bits::from_u64(8, c)]).to_vec()
    };
    let (ours, theirs) = (trace([(1, 2), (3, 4), (5, 6)]), trace([(1, 2), (3, 20), (0, 6)]));
    let difference = compare(&ports, &ours, &theirs).expect("they differ");
    assert_eq!(difference.to_string(), "in cycle 1, `c` is 0x4 here and 0x14 there");
    assert_eq!(compare(&ports, &ours, &ours), None);
}
