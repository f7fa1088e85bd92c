//! `c_agree FILE.c… [-I DIR]… [-fwrapv]`: which C programs do in the reference interpreter what they do when `cc` compiles them.
//!
//! For suites that are not part of this one: point it at their files. Prints a line for each that differs, and how many agree.

use std::path::PathBuf;
use std::process::ExitCode;
use testkit::cc::{CcOptions, difference, ours, theirs};

fn main() -> ExitCode {
    let (mut files, mut options) = (Vec::new(), CcOptions { flags: vec!["-O0".into()], include: Vec::new() });
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            flag if flag.starts_with("-f") => options.flags.push(word),
            "-I" => options.include.extend(words.next().map(PathBuf::from)),
            _ => files.push(PathBuf::from(word)),
        }
    }
    let mut agreeing = 0;
    for file in &files {
        let verdict = match (ours(file, &options), theirs(file, &options)) {
            (Err(report), _) => Some(format!("is refused:\n{report}")),
            (_, Err(report)) => Some(format!("is refused by cc:\n{report}")),
            (Ok(ours), Ok(theirs)) => difference(&ours, &theirs),
        };
        match verdict {
            None => agreeing += 1,
            Some(verdict) => println!("{}: {verdict}", file.display()),
        }
    }
    println!("{agreeing} of {} agree", files.len());
    if agreeing == files.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
