//! The law of passes: generated programs are defined, and do the same before and after every pass.

mod common;

use base::{Diagnostics, Rng, codes};
use common::{count, for_all, kept, messages, read};
use driver::passes::TABLE;
use ir::pass::{PassManager, Pipeline};
use ir::{Ir, Op};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use testkit::behaviour::{observe, observe_again};
use testkit::program::{Catalogue, Config, generate};

/// What is asked of a program: every pass alone, every named pipeline, and passes in an order of its own.
fn pipelines(seed: u64) -> Vec<String> {
    let mut all: Vec<String> = TABLE.passes.iter().map(|pass| pass.name.to_string()).collect();
    let mut rng = Rng::new(seed);
    let mixed: Vec<&str> = (0..5).map(|_| rng.pick(TABLE.passes).name).collect();
    all.extend(TABLE.pipelines.iter().map(|pipeline| pipeline.name.to_string()));
    all.push(mixed.join(","));
    all
}

/// What is said of a program that should not have been generated.
const UNDEFINED: &str = "the program itself is undefined";

/// Runs a pipeline; `false` when a pass refuses the program because of its loops, which is all it may refuse one for.
fn apply(pipeline: &str, ir: &mut Ir, module: Op) -> Result<bool, String> {
    let mut diags = Diagnostics::new();
    let source = ir.ctx.sources.add("pipeline", pipeline);
    let parsed = Pipeline::parse(&ir.ctx.sources, source, TABLE, &mut diags);
    let parsed = parsed.map_err(|_| messages(ir, &diags))?;
    let mut manager = PassManager { verify_each: true, ..PassManager::default() };
    let run = catch_unwind(AssertUnwindSafe(|| manager.run(&parsed, ir, module, &mut diags)));
    match run {
        Ok(Ok(())) => Ok(true),
        Ok(Err(_)) if diags.iter().all(|d| !d.is_error() || d.code == codes::IRREDUCIBLE) => Ok(false),
        Ok(Err(_)) => Err(messages(ir, &diags)),
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            Err(format!(
                "a pass panics: {}",
                what.or(panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default()
            ))
        }
    }
}

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
