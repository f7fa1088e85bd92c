//! The generator: its programs are right, and every operation occurs in them.

use super::*;
use base::Diagnostics;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir};
use std::collections::BTreeSet;

#[test]
fn the_program_of_a_seed_is_fixed() {
    let catalogue = Catalogue::new();
    let config = Config { seed: 7, size: 20 };
    assert_eq!(generate(&catalogue, config), generate(&catalogue, config));
    assert_ne!(generate(&catalogue, config), generate(&catalogue, Config { seed: 8, size: 20 }));
}

/// Operations of the program level that generated programs do without, each with the reason.
const LEFT_OUT: &[&str] = &[
    // It has no meaning of its own to execute.
    "builtin.unrealized_conversion_cast",
];

#[test]
fn every_operation_of_the_program_level_occurs() {
    let catalogue = Catalogue::new();
    let mut missing: BTreeSet<&str> =
        dialects::of_programs().flat_map(|d| d.ops).map(|def| def.name).collect();
    missing.retain(|name| !LEFT_OUT.contains(name));
    for seed in 0..600 {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let text = generate(&catalogue, Config { seed, size: 60 });
        let source = ir.ctx.sources.add("generated", text);
        let Some(module) = parse(&mut ir, source, ParseOptions::default(), &mut Diagnostics::new()) else {
            continue;
        };
        for op in ir.walk(module) {
            missing.remove(ir.name(op));
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("no generated program has {missing:?}");
}
