//! Divisions of all widths, with operands that tools get wrong: our simulator, Verilator and Icarus agree.
//!
//! Icarus 11 has two ways to divide numbers of more than 64 bits, one in processes and one outside, and Verilator 5.006 divides by
//! itself up to 512 bits only. So quotients stand alone and in registers here, and the widths lie around where the ways part.

use base::{Bits, Diagnostics, Rng};
use driver::cosim::{
    Bench, Design, Engine, Scratch, Trace, compare, design, inputs, ports, simulator, trace,
};
use driver::sim::Backend;
use driver::{Input, ReadOptions, read_module};
use std::fmt::Write;
use std::time::Duration;

const WIDTHS: [u32; 10] = [64, 65, 66, 100, 129, 192, 320, 511, 512, 600];

/// A module that divides two inputs in every way, also by numbers and into registers.
fn source(width: u32) -> String {
    let mut body = String::new();
    let mut results = Vec::new();
    let least = Bits::min_signed(width);
    for op in ["divu", "divs", "modu", "mods"] {
        writeln!(body, "  %{op} = comb.{op} %a, %b : i{width}").expect("a string takes any text");
        writeln!(body, "  %next_{op} = comb.{op} %b, %a : i{width}\n  %held_{op} = seq.compreg %next_{op}, %clk : i{width}")
            .expect("a string takes any text");
        results.extend([format!("%{op}"), format!("%held_{op}")]);
        for (name, number) in
            [("one", "1"), ("three", "3"), ("minus", "-1"), ("least", &least.signed().to_string())]
        {
            writeln!(
                body,
                "  %{op}_{name} = hw.constant {number} : i{width}\n  %by_{op}_{name} = comb.{op} %a, %{op}_{name} : i{width}"
            )
            .expect("a string takes any text");
            results.push(format!("%by_{op}_{name}"));
        }
    }
    let outputs: Vec<String> = (0..results.len()).map(|at| format!("out o{at} : i{width}")).collect();
    let types = vec![format!("i{width}"); results.len()];
    format!(
        "hw.module @m(in %clk : !seq.clock, in %a : i{width}, in %b : i{width}, {}) {{\n{body}  hw.output {} : {}\n}}\n",
        outputs.join(", "),
        results.join(", "),
        types.join(", ")
    )
}

/// All pairs of numbers that are edges, and of some that are not.
fn pairs(width: u32) -> Vec<Vec<Bits>> {
    let mut rng = Rng::new(u64::from(width));
    let (one, least) = (Bits::from_u64(width, 1), Bits::min_signed(width));
    let mut numbers =
        vec![Bits::zero(width), one.clone(), Bits::ones(width), least.not(), least.add(&one), least];
    numbers.extend((0..2).map(|_| rng.bits(width)));
    // Half as long, so that quotients have some bits.
    numbers.push(rng.bits(width / 2).zext(width));
    numbers.iter().flat_map(|a| numbers.iter().map(|b| vec![a.clone(), b.clone()])).collect()
}

#[test]
fn every_simulator_divides_alike() {
    let mut designs: Vec<(Design, Trace)> = Vec::new();
    for width in WIDTHS {
        let text = source(width);
        let loaded = read_module(&Input::new("division.mlir", text.clone()), &ReadOptions::default());
        let Ok(driver::Loaded { ir, module, .. }) = loaded else { panic!("not read:\n{text}") };
        let mut diags = Diagnostics::new();
        let top = driver::circuit::find_top(&ir, module, None).expect("there is one module");
        let mut simulator =
            simulator(&ir, top, Backend::Interpreted, &mut diags).expect("it can be simulated");
        let (ports, rows) = (ports(&ir, top, &simulator), pairs(width));
        assert_eq!(inputs(&ports).len(), 2);
        let ours = trace(&mut simulator, &rows);
        let design = design(ir, module, top, &format!("w{width}_"), ports, rows, &mut diags);
        designs.push((design.expect("it can be written"), ours));
    }
    let (designs, ours): (Vec<Design>, Vec<Trace>) = designs.into_iter().unzip();
    let folder = Scratch::new().expect("a folder can be made");
    let bench = Bench::new(&designs, &folder.0, Duration::from_secs(900)).expect("the folder is ours");
    for engine in [Engine::Icarus, Engine::Verilator] {
        let traces = bench.run(engine).unwrap_or_else(|why| panic!("{why}"));
        for ((design, ours), theirs) in designs.iter().zip(&ours).zip(traces) {
            let theirs = theirs.unwrap_or_else(|why| panic!("{engine}, {}: {why}", design.module));
            let difference = compare(&design.ports, ours, &theirs);
            assert!(
                difference.is_none(),
                "{engine}, {}: {}",
                design.module,
                difference.expect("there is one")
            );
        }
    }
}
