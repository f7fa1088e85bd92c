//! What is written is taken by the tools it is written for: Verilator's lints, Icarus and Yosys; and memories become block RAM.

use driver::{Input, ReadOptions, VerilogRequest};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::circuit::{self, Config};
use testkit::process;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the folder is there")
}

/// A folder for one test, which goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("flowright-verilog-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Runs a tool; what it says if it fails.
fn run(tool: &str, arguments: &[&str]) -> Result<String, String> {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string()).collect();
    let finished = process::run(Path::new(tool), &words, &root(), Vec::new(), Duration::from_secs(600))?;
    let said =
        [finished.stdout, finished.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    match finished.status {
        Some(0) => Ok(said),
        _ => Err(format!("{tool} {}:\n{}", arguments.join(" "), said.chars().take(3000).collect::<String>())),
    }
}

fn written(name: &str, text: &str) -> Result<String, String> {
    let request = VerilogRequest { input: Input::new(name, text), read: ReadOptions::default() };
    let outcome = driver::verilog(request, &|_| {});
    outcome.output.ok_or_else(|| format!("{name}: {:?}", outcome.report.diagnostics))
}

fn modules(text: &str) -> Vec<&str> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("module "));
    heads.map(|head| head.split([' ', ';']).next().unwrap_or(head)).collect()
}

/// All files of circuits that can be executed, from tests and examples, with their names. What their memories begin with is there for tools
/// that run elsewhere.
fn sources() -> Vec<(String, String)> {
    let folders = fs::read_dir(root().join("tests/files")).expect("there are tests");
    let folders = folders.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> = folders
        .chain([root().join("examples")])
        .flat_map(|folder| fs::read_dir(folder).expect("there are files"))
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    let mut sources = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let run =
            ["verilog", "sim", "cosim"].iter().any(|command| text.contains(&format!("flowright {command} ")));
        // A test that names a top has other modules that are wrong.
        let wrong = ["expected-error", ": not ", "--top"].iter().any(|word| text.contains(word));
        if !text.contains("hw.module") || !run || wrong {
            continue;
        }
        let folder = path.parent().expect("a file is in a folder");
        let part = |path: &Path| path.file_stem().expect("files have names").to_string_lossy().into_owned();
        let inputs = format!("\"{}/inputs/", folder.display());
        sources.push((format!("{}_{}", part(folder), part(&path)), text.replace("\"inputs/", &inputs)));
    }
    sources
}

/// Files with divisions, or products of hundreds of bits: synthesis takes minutes to make gates of them, as it does with generated circuits.
const SLOW: [&str; 3] = ["circuit_division", "circuit_long_division", "circuit_wide"];

/// Gives what is written of a circuit to every tool. Each module is a top for Verilator; of a generated circuit only the last.
fn check(folder: &Folder, name: &str, source: &str, generated: bool) -> Result<(), String> {
    let text = written(name, source)?;
    let file = folder.0.join(format!("{name}.sv"));
    fs::write(&file, &text).map_err(|error| error.to_string())?;
    let path = file.to_str().ok_or("the path is no text")?;
    let modules = modules(&text);
    let tops = if generated { &modules[modules.len() - 1..] } else { &modules[..] };
    // Random logic compares what turns out to be constant only across modules.
    let (first, second) = if generated { ("-Wno-CMPCONST", "-Wno-UNSIGNED") } else { ("-Wall", "-Wall") };
    for module in tops {
        let said = run("verilator", &["--lint-only", "-Wall", first, second, "--top-module", module, path])?;
        if said.contains("%Warning") {
            return Err(said);
        }
    }
    let output = folder.0.join(format!("{name}.vvp"));
    run("iverilog", &["-g2012", "-o", output.to_str().ok_or("the path is no text")?, path])?;
    let gates = !generated && !SLOW.contains(&name);
    let synthesis = if gates { "synth" } else { "synth -run :fine" };
    let script = format!("read_verilog -sv {path}; {synthesis}; check -assert");
    run("yosys", &["-q", "-p", &script]).map(drop)
}

/// Checks all circuits on two threads, and reports all that fail.
fn check_all(circuits: &[(String, String)], generated: bool) {
    let folder = &Folder::new(&circuits[0].0);
    let (first, second) = circuits.split_at(circuits.len() / 2);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let threads = [first, second].map(|part| {
            let fault = |(name, source): &(String, String)| {
                check(folder, name, source, generated).err().map(|fault| format!("{name}: {fault}"))
            };
            scope.spawn(move || part.iter().filter_map(fault).collect::<Vec<String>>())
        });
        threads.into_iter().flat_map(|thread| thread.join().expect("no check panics")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_tool_takes_every_circuit() {
    let sources = sources();
    assert!(sources.len() >= 20, "the circuits are not where they were");
    check_all(&sources, false);
}

#[test]
fn every_tool_takes_generated_circuits() {
    let count = if std::env::var_os("FLOWRIGHT_FULL").is_some() { 500 } else { 16 };
    let circuit = |seed| (format!("seed_{seed}"), circuit::generate(Config::of_seed(seed)));
    let circuits: Vec<(String, String)> = (0..count).map(circuit).collect();
    check_all(&circuits, true);
}

/// A memory of 1024 words of 32 bits that is written and read in every cycle.
fn memory(masked: bool) -> String {
    let (mask, with, ty, port) = match masked {
        true => (", in %mask : i4", " mask %mask", "<1024 x 32, mask 4>", ", i4"),
        false => ("", "", "<1024 x 32>", ""),
    };
    format!(
        "hw.module @m(in %clk : !seq.clock, in %a : i10, in %b : i10, in %d : i32, in %we : i1, in %re : i1{mask}, out q : i32) {{
           %m = seq.firmem 1, 1, old, port_order : {ty}
           seq.firmem.write_port %m[%a] = %d, clock %clk enable %we{with} : {ty}{port}
           %q = seq.firmem.read_port %m[%b], clock %clk enable %re : {ty}
           hw.output %q : i32
         }}"
    )
}

#[test]
fn synthesis_makes_block_ram_of_memories() {
    let folder = Folder::new("ram");
    for masked in [false, true] {
        let file = folder.0.join(format!("m{masked}.sv"));
        fs::write(&file, written("memory", &memory(masked)).expect("it can be written"))
            .expect("a file can be written");
        for (flow, cell, cells) in
            [("synth_ecp5 -run :map_gates", "DP16KD", 2), ("synth_xilinx -run :map_ffs", "RAMB36E1", 1)]
        {
            let script =
                format!("read_verilog -sv {}; {flow}; tee -o {}.log stat", file.display(), file.display());
            run("yosys", &["-q", "-p", &script]).expect("yosys takes it");
            let said = fs::read_to_string(format!("{}.log", file.display())).expect("yosys wrote it");
            let count =
                |line: &str| line.trim().strip_prefix(cell).and_then(|rest| rest.trim().parse::<u32>().ok());
            let found = said.lines().filter_map(count).next_back();
            assert_eq!(found, Some(cells), "{flow}, masked: {masked}\n{said}");
        }
    }
}
