//! The external simulators: how each is built and run.

use super::bench::{self, FILE, Names};
use super::{Design, Trace};
use crate::files::reason;
use crate::process;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A simulator of SystemVerilog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Verilator: compiles to C++; two values.
    Verilator,
    /// Icarus Verilog: interprets; four values, so that it sees what is never given a value.
    Icarus,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Verilator => "Verilator",
            Engine::Icarus => "Icarus Verilog",
        })
    }
}

impl Engine {
    /// The option that chooses the other one.
    pub fn other(self) -> &'static str {
        match self {
            Engine::Verilator => "`--engine icarus`",
            Engine::Icarus => "`--engine verilator`",
        }
    }

    /// Whether its programs are found.
    pub fn is_installed(self) -> bool {
        let program = match self {
            Engine::Verilator => "verilator",
            Engine::Icarus => "iverilog",
        };
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
    }
}

/// Designs with a test bench around them, as files in a folder.
pub struct Bench<'a> {
    designs: &'a [Design],
    names: Names,
    folder: &'a Path,
    limit: Duration,
}

impl<'a> Bench<'a> {
    /// Writes the files into a folder that is there. Each step of an engine may take as long as `limit`.
    pub fn new(designs: &'a [Design], folder: &'a Path, limit: Duration) -> Result<Bench<'a>, String> {
        let names = Names::of(designs);
        for (name, text) in bench::files(designs, &names) {
            let path = folder.join(&name);
            let failed = |error| format!("cannot write `{}`: {}", path.display(), reason(&error));
            fs::write(&path, text).map_err(failed)?;
        }
        Ok(Bench { designs, names, folder, limit })
    }

    /// Runs the designs on an engine. For each the outputs of every cycle, or that some bits were unknown; the error is
    /// that the run itself failed. The engines do not get in each other's way.
    pub fn run(&self, engine: Engine) -> Result<Vec<Result<Trace, String>>, String> {
        let sources = (0..self.designs.len()).map(|number| format!("{number}.sv"));
        let sources: Vec<String> = sources.chain([FILE.to_string()]).collect();
        let output = match engine {
            Engine::Verilator => verilator(&self.names.top, &sources, self.folder, self.limit)?,
            Engine::Icarus => icarus(&self.names.main, &sources, self.folder, self.limit)?,
        };
        bench::traces(self.designs, &output).map_err(|why| format!("{engine}: {why}"))
    }
}

fn verilator(top: &str, sources: &[String], folder: &Path, limit: Duration) -> Result<String, String> {
    // Compiling takes far longer than running: the C++ is not optimised. The circuit is: there is far less C++ then. But for the
    // graph of its data, where Verilator 5.006 takes wide shifts and parts of words for others.
    let options = [
        "--cc --exe --build -fno-dfg --x-assign 0 --x-initial 0 --Mdir verilated -o bench --top-module",
        top,
        "-Wno-fatal -Wno-WIDTH -Wno-UNOPTFLAT -Wno-lint -Wno-style --output-split 20000 -j 2",
    ];
    let mut arguments: Vec<String> =
        options.iter().flat_map(|words| words.split_whitespace()).map(str::to_string).collect();
    arguments.extend(["-MAKEFLAGS".to_string(), "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0".to_string()]);
    arguments.push("main.cpp".to_string());
    arguments.extend_from_slice(sources);
    finished("verilator", &arguments, folder, limit)?;
    finished(&folder.join("verilated/bench").display().to_string(), &[], folder, limit)
}

fn icarus(main: &str, sources: &[String], folder: &Path, limit: Duration) -> Result<String, String> {
    let mut arguments: Vec<String> =
        ["-g2012", "-o", "bench.vvp", "-s", main, "main.sv"].map(str::to_string).into();
    arguments.extend_from_slice(sources);
    finished("iverilog", &arguments, folder, limit)?;
    finished("vvp", &["-n".to_string(), "bench.vvp".to_string()], folder, limit)
}

/// Runs a program that must succeed; its standard output.
fn finished(program: &str, arguments: &[String], folder: &Path, limit: Duration) -> Result<String, String> {
    let finished = process::run(Path::new(program), arguments, folder, Vec::new(), limit)?;
    let output = String::from_utf8_lossy(&finished.stdout).into_owned();
    if finished.status == Some(0) {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&finished.stderr);
    let lines: Vec<&str> = said.lines().chain(output.lines()).collect();
    // Warnings may come first, and many.
    let first = lines.iter().position(|line| line.to_lowercase().contains("error")).unwrap_or(0);
    let said = lines[first..].iter().take(20).copied().collect::<Vec<_>>().join("\n");
    Err(format!("{program} failed in `{}`:\n{said}", folder.display()))
}
