//! The law of the oracle: `mlir-opt` 19 takes what we print, and we take what it prints, as the same program.

mod common;

use common::{count, custom, for_all, generic, kept, read};
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

/// Sends programs there and back: in custom form, answered in generic form, and the other way round. The error names the program.
fn check(programs: &[(Ir, Op)]) -> Result<(), (usize, String)> {
    let ways: [Way<'_>; 2] = [(custom, &["--mlir-print-op-generic"]), (generic, &[])];
    for (print, arguments) in ways {
        let texts: Vec<String> = programs.iter().map(|(ir, module)| print(ir, *module)).collect();
        let back = oracle::round_trip(&texts, arguments)
            .map_err(|(number, why)| (number, format!("mlir-opt refuses it: {why}\n{}", texts[number])))?;
        for (number, (text, (ir, module))) in back.iter().zip(programs).enumerate() {
            compare((ir, *module), text).map_err(|why| (number, why))?;
        }
    }
    Ok(())
}

#[test]
fn generated_programs_survive_mlir_opt() {
    let catalogue = Catalogue::new();
    for_all(count(300, 10_000) / BATCH, |batch| {
        let seeds: Vec<u64> = (batch * BATCH..(batch + 1) * BATCH).collect();
        let mut programs = Vec::new();
        for seed in &seeds {
            let text = generate(&catalogue, Config::of_seed(*seed));
            programs.push(read(&text).map_err(|why| format!("program {seed}: {why}"))?);
        }
        check(&programs).map_err(|(number, why)| {
            let (ir, module) = &programs[number];
            let fails = |ir: &Ir, module: Op| check(&[(ir.clone(), module)]).is_err();
            let small = kept(&format!("mlir-{}", seeds[number]), ir, *module, &fails);
            format!("program {}: {why}\n{small}", seeds[number])
        })
    });
}

#[test]
fn every_example_survives_mlir_opt() {
    let described = dialects::of_programs().chain([&dialects::irdl::DIALECT]).chain(dialects::of_patterns());
    let defs: Vec<_> = described.flat_map(|dialect| dialect.ops).collect();
    let mut programs = Vec::new();
    for def in &defs {
        let text = if def.example_is_module {
            def.example.to_string()
        } else {
            format!("func.func @example() {{\n{}\nreturn\n}}", def.example)
        };
        let (ir, module) = read(&text).unwrap_or_else(|why| panic!("{}: {why}\n{text}", def.name));
        let found = ir.walk(module).iter().any(|op| ir.name(*op) == def.name);
        assert!(found, "the example of {} has none", def.name);
        programs.push((ir, module));
    }
    if let Err((number, why)) = check(&programs) {
        panic!("{}: {why}", defs[number].name);
    }
}
