//! The law of passes: generated programs are defined, and do the same before and after every pass.

mod common;

use base::Diagnostics;
use common::{apply, count, custom, for_all, kept, messages, pipelines, read};
use ir::{Ir, Op};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use testkit::behaviour::{observe, observe_again};
use testkit::program::{Catalogue, Config, generate};

/// What is said of a program that should not have been generated.
const UNDEFINED: &str = "the program itself is undefined";

/// What is wrong with a pipeline on a program, if anything; `false` when there was nothing to compare.
fn check(ir: &Ir, module: Op, pipeline: &str, seed: u64) -> Result<bool, String> {
    let said = |ir: &Ir, faults: Vec<base::Diagnostic>| {
        let mut diags = Diagnostics::new();
        faults.into_iter().for_each(|fault| diags.push(fault));
        messages(ir, &diags)
    };
    let before = observe(ir, module, seed).map_err(|faults| format!("{UNDEFINED}: {}", said(ir, faults)))?;
    let mut after = ir.clone();
    if !apply(pipeline, &mut after, module)? {
        return Ok(false);
    }
    let observed = observe_again(&after, module, &before)
        .map_err(|faults| format!("`{pipeline}` makes it undefined: {}", said(&after, faults)))?;
    if observed == before {
        return Ok(true);
    }
    let (a, b) = before.iter().zip(&observed).find(|(a, b)| a != b).expect("something differs");
    Err(format!(
        "`{pipeline}` changes @{}({:?}) from\n{:?} to\n{:?}",
        a.function, a.inputs, a.outputs, b.outputs
    ))
}

/// What a failure has in common with that of a smaller program: who is to blame, and the code of the diagnostic.
fn kind(why: &str) -> (bool, Option<&str>) {
    (why.starts_with(UNDEFINED), why.split_whitespace().find(|word| word.starts_with("FR0")))
}

/// As [`check`], with the failing program minimised.
fn check_or_keep(ir: &Ir, module: Op, pipeline: &str, program: u64, inputs: u64) -> Result<bool, String> {
    check(ir, module, pipeline, inputs).map_err(|why| {
        let fails = |ir: &Ir, module: Op| {
            check(ir, module, pipeline, inputs).is_err_and(|other| kind(&other) == kind(&why))
        };
        format!("{why}\n{}", kept(&format!("program-{program}"), ir, module, &fails))
    })
}

#[test]
fn generated_programs_do_the_same_after_every_pass() {
    let catalogue = Catalogue::new();
    let (asked, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    for_all(count(500, 10_000), |seed| {
        let text = generate(&catalogue, Config::of_seed(seed));
        let (ir, module) = read(&text).map_err(|why| format!("{why}\n{text}"))?;
        for inputs in 0..2 {
            check_or_keep(&ir, module, "", seed, inputs)?;
        }
        for pipeline in pipelines(seed) {
            let compared = check_or_keep(&ir, module, &pipeline, seed, seed)?;
            asked.fetch_add(1, Relaxed);
            refused.fetch_add(u64::from(!compared), Relaxed);
        }
        Ok(())
    });
    // One pass of eleven that refused everything would hide behind the others otherwise.
    let (asked, refused) = (asked.into_inner(), refused.into_inner());
    assert!(refused * 20 < asked, "{refused} of {asked} runs were refused");
}

/// Passes over memory that find something to do in few programs, and in how many of a thousand they do at least.
const RARE: [(&str, u64); 3] = [("promote-cells", 50), ("forward-cells", 30), ("reuse-loads", 20)];

/// A law over programs in which a pass finds nothing to do says nothing about it.
#[test]
fn generated_programs_give_passes_over_memory_something_to_do() {
    let catalogue = Catalogue::new();
    let changed: [AtomicU64; RARE.len()] = Default::default();
    for_all(1_000, |seed| {
        let text = generate(&catalogue, Config::of_seed(seed));
        let (mut ir, module) = read(&text).map_err(|why| format!("{why}\n{text}"))?;
        apply("optimize", &mut ir, module)?;
        let before = custom(&ir, module);
        for ((pass, _), changed) in RARE.iter().zip(&changed) {
            let mut after = ir.clone();
            apply(pass, &mut after, module)?;
            changed.fetch_add(u64::from(custom(&after, module) != before), Relaxed);
        }
        Ok(())
    });
    for ((pass, least), changed) in RARE.iter().zip(changed) {
        let changed = changed.into_inner();
        println!("{pass} changes {changed} of 1000 programs");
        assert!(changed >= *least, "{pass} changes only {changed} of 1000 programs");
    }
}
