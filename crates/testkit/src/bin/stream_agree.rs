//! `stream_agree FILE.{c,mlir}… [--seed N]`: whether the kernels of programs do as circuits what they do as programs, at every level and by
//! both lowerings.
//!
//! For programs that are not part of a suite, and to look at one that failed. Prints a line a kernel.

use base::Diagnostics;
use std::process::ExitCode;
use std::time::Instant;
use testkit::stream_law::{Kernel, Place, Trial, check, of_c, of_program};

fn main() -> ExitCode {
    let (mut files, mut seed) = (Vec::new(), 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seed" => seed = words.next().and_then(|word| word.parse().ok()).unwrap_or(seed),
            _ => files.push(word),
        }
    }
    let mut good = true;
    for file in &files {
        match kernels(file, seed) {
            Ok(kernels) => {
                for kernel in kernels {
                    good &= agrees(file, &kernel, seed);
                }
            }
            Err(why) => {
                println!("{file}: {why}");
                good = false;
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn kernels(file: &str, seed: u64) -> Result<Vec<Kernel>, String> {
    let text = std::fs::read_to_string(file).map_err(|why| why.to_string())?;
    if file.ends_with(".c") {
        return of_c(file, &text);
    }
    let loaded = driver::read_module(&driver::Input::new(file, text), &driver::ReadOptions::default());
    let loaded = loaded.map_err(|report| rendered(&report.diagnostics, &report.sources))?;
    of_program(&loaded.ir, loaded.module, seed).map_err(|faults| {
        let mut diags = Diagnostics::new();
        faults.into_iter().for_each(|fault| diags.push(fault));
        rendered(&diags, &loaded.ir.ctx.sources)
    })
}

fn rendered(diags: &Diagnostics, sources: &base::Sources) -> String {
    base::render_all(diags, sources, base::Style::Plain)
}

fn agrees(file: &str, kernel: &Kernel, seed: u64) -> bool {
    let index_bits = if file.ends_with(".c") { 32 } else { 64 };
    let begin = Instant::now();
    let verdict = check(kernel, Trial { seed, index_bits, max_cycles: 10_000_000, place: Place::PLAIN });
    let time = begin.elapsed().as_millis();
    match &verdict {
        Ok(reached) => println!("{file}: @{}: {reached:?} ({time} ms)", kernel.name),
        Err(wrong) => println!("{file}: @{}: {} ({time} ms)\n{}", kernel.name, wrong.kind, wrong.words),
    }
    verdict.is_ok()
}
