//! The generator: its circuits are right, and every operation occurs in them.

use super::*;
use base::Diagnostics;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op, verify};
use std::collections::BTreeSet;

fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("generated", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.filter(|module| verify(&mut ir, *module, &mut diags));
    (ir, module.unwrap_or_else(|| panic!("{diags:?}\n{text}")))
}

#[test]
fn the_circuit_of_a_seed_is_fixed() {
    let config = Config { seed: 7, size: 20, circt_defined: false };
    assert_eq!(generate(config), generate(config));
    assert_ne!(generate(config), generate(Config { seed: 8, ..config }));
}

/// Operations of circuits that generated ones do without, each with the reason.
const LEFT_OUT: &[&str] = &[
    // What it does is not said.
    "hw.module.extern",
    // Clocks that are made of others are refused by simulators.
    "seq.clock_gate",
    "seq.clock_inv",
];

#[test]
fn circuits_verify_and_every_operation_occurs() {
    let circuits = dialects::all().iter().filter(|dialect| ["hw", "comb", "seq"].contains(&dialect.name));
    let mut missing: BTreeSet<&str> = circuits.flat_map(|dialect| dialect.ops).map(|def| def.name).collect();
    missing.retain(|name| !LEFT_OUT.contains(name));
    for seed in 0..300 {
        for circt_defined in [false, true] {
            let (ir, module) = read(&generate(Config { circt_defined, ..Config::of_seed(seed) }));
            for op in ir.walk(module) {
                missing.remove(ir.name(op));
            }
        }
    }
    assert!(missing.is_empty(), "no generated circuit has {missing:?}");
}
