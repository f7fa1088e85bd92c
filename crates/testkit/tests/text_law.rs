//! The law of text: what is printed, in either form, reads back as the same program or circuit.

mod common;

use common::{count, custom, for_all, generic, kept, read};
use ir::{Ir, Op, equiv};
use testkit::circuit;
use testkit::program::{Catalogue, Config, generate};

fn check(ir: &Ir, module: Op) -> Result<(), String> {
    let printed = custom(ir, module);
    for again in [&printed, &generic(ir, module)] {
        let (other, other_module) = read(again).map_err(|why| format!("{why}\n{again}"))?;
        if let Some(difference) = equiv::difference((ir, module), (&other, other_module)) {
            return Err(format!("{difference}\n{again}"));
        }
        // Generic text has names of its own for what custom text leaves to the printer.
        let reprinted = custom(&other, other_module);
        if again == &printed && reprinted != printed {
            return Err(format!("printed\n{printed}\nand then\n{reprinted}"));
        }
    }
    Ok(())
}

/// As [`check`], of a text, with the failing program minimised.
fn check_or_keep(name: &str, text: &str) -> Result<(), String> {
    let (ir, module) = read(text).map_err(|why| format!("{why}\n{text}"))?;
    check(&ir, module).map_err(|why| {
        let fails = |ir: &Ir, module: Op| check(ir, module).is_err();
        format!("{why}\n{}", kept(name, &ir, module, &fails))
    })
}

#[test]
fn generated_programs_survive_printing_and_reading() {
    let catalogue = Catalogue::new();
    for_all(count(600, 10_000), |seed| {
        check_or_keep(&format!("text-{seed}"), &generate(&catalogue, Config::of_seed(seed)))
    });
}

#[test]
fn generated_circuits_survive_printing_and_reading() {
    for_all(count(300, 5_000), |seed| {
        check_or_keep(&format!("circuit-text-{seed}"), &circuit::generate(circuit::Config::of_seed(seed)))
    });
}
