//! Programs whose `main` computes a number: the reference interpreter and the machine's own C compiler must agree, before `mem2reg` and
//! after it.
//!
//! Each file of `values` is a program. All of them are compiled by one call of `cc`; functions other than `main` are static for this.

use base::{Diagnostics, Style, render_all};
use cfront::{Files, Options};
use interp::{Interpreter, Limits, Value};
use ir::pass::PassArgs;
use ir::{Context, Ir, Op};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Disk;

impl Files for Disk {
    fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

const LIMITS: Limits = Limits { steps: 10_000_000, memory_bytes: 1 << 26, call_depth: 100 };

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/values");
    let files = std::fs::read_dir(folder).expect("the folder of the programs is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file can be listed").path()).collect();
    paths.sort();
    paths
}

/// What is wrong, and the module it is about.
fn shown(ir: &Ir, module: Option<Op>, wrong: &Diagnostics) -> String {
    let text = module.map_or(String::new(), |module| ir::text::print(ir, module, Default::default()));
    format!("{}\n{text}", render_all(wrong, &ir.ctx.sources, Style::Plain))
}

/// What `main` returns.
fn result(ir: &mut Ir, module: Op) -> Result<i64, String> {
    let mut diagnostics = Diagnostics::new();
    if !ir::verify::verify(ir, module, &mut diagnostics) {
        return Err(shown(ir, Some(module), &diagnostics));
    }
    match Interpreter::new(ir, module).limits(LIMITS).call("main", Vec::new()) {
        Ok(outcome) => match &outcome.results[..] {
            [Value::Scalar(bits, _)] => Ok(bits.to_i64().expect("an i32 fits")),
            _ => Err("`main` has no result".to_string()),
        },
        Err(wrong) => {
            diagnostics.extend(wrong);
            Err(shown(ir, Some(module), &diagnostics))
        }
    }
}

fn interpreted(path: &Path) -> Result<i64, String> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let text = std::fs::read_to_string(path).expect("the program can be read");
    let source = ir.ctx.sources.add(path.display().to_string(), text);
    let mut diagnostics = Diagnostics::new();
    let module = cfront::compile(&mut ir, source, &Options::default(), &mut Disk, &mut diagnostics);
    let Some(module) = module.filter(|_| diagnostics.is_empty()) else {
        return Err(shown(&ir, None, &diagnostics));
    };
    let before = result(&mut ir, module)?;
    let arguments = PassArgs::defaults(&passes::MEM2REG);
    (passes::MEM2REG.run)(&mut ir, module, &arguments, &mut diagnostics)
        .expect("the pass takes every module");
    let after = result(&mut ir, module)?;
    if before == after { Ok(before) } else { Err(format!("{before} becomes {after} by mem2reg")) }
}

#[test]
fn the_interpreter_and_cc_agree() {
    let paths = programs();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("values");
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
    let mut driver = String::from("#include <stdio.h>\n");
    let mut files = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        driver.push_str(&format!("int program_{number}(void);\n"));
        let copy = folder.join(format!("{number}.c"));
        let text = format!("#define main program_{number}\n#include \"{}\"\n", path.display());
        std::fs::write(&copy, text).expect("the folder for tests can be written");
        files.push(copy);
    }
    driver.push_str("int main(void) {\n");
    for number in 0..paths.len() {
        driver.push_str(&format!("  printf(\"%d\\n\", program_{number}());\n"));
    }
    driver.push_str("  return 0;\n}\n");
    files.push(folder.join("driver.c"));
    std::fs::write(folder.join("driver.c"), driver).expect("the folder for tests can be written");
    let binary = folder.join("values");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/include");
    let compiled = Command::new("cc")
        .args(["-O0", "-w", "-lm", "-I"])
        .arg(headers)
        .arg("-o")
        .arg(&binary)
        .args(&files)
        .arg("-lm")
        .output()
        .expect("`cc` is installed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().expect("what was compiled can be run");
    let output = String::from_utf8(output.stdout).expect("numbers are text");
    let wanted: Vec<i64> = output.lines().map(|line| line.parse().expect("a number a line")).collect();
    assert_eq!(wanted.len(), paths.len());
    let mut wrong = String::new();
    for (path, wanted) in paths.iter().zip(wanted) {
        match interpreted(path) {
            Ok(found) if found == wanted => {}
            Ok(found) => wrong.push_str(&format!("{}: {found}, but {wanted} by cc\n", path.display())),
            Err(why) => wrong.push_str(&format!("{}: {why}\n", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
