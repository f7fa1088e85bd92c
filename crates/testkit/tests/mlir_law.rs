//! The law of the oracle: `mlir-opt` 19 takes what we print, and we take what it prints, as the same program.

mod common;

use common::{count, custom, for_all, generic, read};
use ir::{Ir, Op, equiv};
use testkit::oracle;
use testkit::program::{Catalogue, Config, generate};

/// Programs that go through one run of the tool, which takes longer to start than to read one.
const BATCH: u64 = 50;

fn compare(ours: (&Ir, Op), text: &str) -> Result<(), String> {
    let (ir, module) = read(text).map_err(|why| format!("we do not read its text: {why}\n{text}"))?;
    match equiv::difference(ours, (&ir, module)) {
        Some(difference) => Err(format!("it gives back another program: {difference}\n{text}")),
        None => Ok(()),
    }
}

/// How a program is printed for the tool, and what the tool is told.
type Way<'a> = (fn(&Ir, Op) -> String, &'a [&'a str]);

/// Sends programs there and back: in custom and in generic form, answered in custom and in generic form.
fn check(programs: &[(String, Ir, Op)]) -> Result<(), String> {
    let named = |number: usize, why: &str| format!("{}: {why}", programs[number].0);
    let ways: [Way<'_>; 2] = [(custom, &["--mlir-print-op-generic"]), (generic, &[])];
    for (print, arguments) in ways {
        let texts: Vec<String> = programs.iter().map(|(_, ir, module)| print(ir, *module)).collect();
        let back = oracle::round_trip(&texts, arguments).map_err(|(number, why)| {
            named(number, &format!("mlir-opt refuses it: {why}\n{}", texts[number]))
        })?;
        for (number, (text, (_, ir, module))) in back.iter().zip(programs).enumerate() {
            compare((ir, *module), text).map_err(|why| named(number, &why))?;
        }
    }
    Ok(())
}

#[test]
fn generated_programs_survive_mlir_opt() {
    let catalogue = Catalogue::new();
    for_all(count(300, 10_000) / BATCH, |batch| {
        let mut programs = Vec::new();
        for seed in batch * BATCH..(batch + 1) * BATCH {
            let text = generate(&catalogue, Config::of_seed(seed));
            let (ir, module) = read(&text).map_err(|why| format!("program {seed}: {why}"))?;
            programs.push((format!("program {seed}"), ir, module));
        }
        check(&programs)
    });
}

#[test]
fn every_example_survives_mlir_opt() {
    let mut programs = Vec::new();
    for def in dialects::all().iter().flat_map(|dialect| dialect.ops) {
        let text = if def.example_is_module {
            def.example.to_string()
        } else {
            format!("func.func @example() {{\n{}\nreturn\n}}", def.example)
        };
        let (ir, module) = read(&text).unwrap_or_else(|why| panic!("{}: {why}\n{text}", def.name));
        assert!(
            ir.walk(module).iter().any(|op| ir.name(*op) == def.name),
            "the example of {} has none",
            def.name
        );
        programs.push((def.name.to_string(), ir, module));
    }
    if let Err(why) = check(&programs) {
        panic!("{why}");
    }
}
