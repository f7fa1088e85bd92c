//! What the laws share: reading a text, running passes on it, saying what is wrong with it, and how many programs to try.

#![allow(dead_code, missing_docs)]

use base::{Diagnostics, Rng, codes};
use driver::passes::TABLE;
use ir::pass::{PassManager, Pipeline};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, verify};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use testkit::minimise::{Fails, minimise};

/// How many programs: a sample, or all of them when a full run was asked for.
pub fn count(sample: u64, full: u64) -> u64 {
    if std::env::var_os("FLOWRIGHT_FULL").is_some() { full } else { sample }
}

/// A text as verified IR beside what is there already; operations of unknown dialects are kept.
pub fn read_into(ir: &mut Ir, text: &str) -> Result<Op, String> {
    let source = ir.ctx.sources.add("text", text);
    let mut diags = Diagnostics::new();
    let module = parse(ir, source, ParseOptions { allow_unregistered: true }, &mut diags);
    let module = module.filter(|module| verify(ir, *module, &mut diags));
    module.ok_or_else(|| format!("{}\n{text}", messages(ir, &diags)))
}

/// A text as verified IR, or what is wrong with it.
pub fn read(text: &str) -> Result<(Ir, Op), String> {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("text", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let right = module.is_some_and(|module| verify(&mut ir, module, &mut diags));
    match (module, right) {
        (Some(module), true) => Ok((ir, module)),
        _ => Err(messages(&ir, &diags)),
    }
}

pub fn messages(ir: &Ir, diags: &Diagnostics) -> String {
    let lines = diags.iter().map(|diagnostic| {
        let place = diagnostic.span.map(|span| {
            let position = ir.ctx.sources.locate(span);
            format!("{}:{}: ", position.line, position.column)
        });
        format!("{}{} {}", place.unwrap_or_default(), diagnostic.code, diagnostic.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub fn custom(ir: &Ir, module: Op) -> String {
    print(ir, module, PrintOptions::default())
}

pub fn generic(ir: &Ir, module: Op) -> String {
    print(ir, module, PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Passes that take one function and make a circuit of it, or take such a circuit: they have laws of their own.
const OF_KERNELS: &[&str] =
    &["cf-to-handshake", "dataflow-to-handshake", "handshake-to-hw", "place-buffers", "scf-to-dataflow"];

/// What is asked of a program or circuit: every pass alone, every named pipeline, and passes in an order of its own.
pub fn pipelines(seed: u64) -> Vec<String> {
    let names: Vec<&str> =
        TABLE.passes.iter().map(|pass| pass.name).filter(|name| !OF_KERNELS.contains(name)).collect();
    let mut all: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    let mut rng = Rng::new(seed);
    let mixed: Vec<&str> = (0..5).map(|_| *rng.pick(&names)).collect();
    let of_programs = TABLE
        .pipelines
        .iter()
        .filter(|pipeline| !OF_KERNELS.iter().any(|name| pipeline.passes.contains(name)));
    all.extend(of_programs.map(|pipeline| pipeline.name.to_string()));
    all.push(mixed.join(","));
    all
}

/// Runs a pipeline; `false` when a pass refuses the program because of its loops, which is all it may refuse one for.
pub fn apply(pipeline: &str, ir: &mut Ir, module: Op) -> Result<bool, String> {
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

/// After so many programs a campaign says how far it is.
const PROGRESS: u64 = 500;

/// Runs `check` for every number below `count`, on two threads, and panics with the first failures.
///
/// Long campaigns say how far they are.
pub fn for_all(count: u64, check: impl Fn(u64) -> Result<(), String> + Sync) {
    let next = std::sync::atomic::AtomicU64::new(0);
    let failures = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= count || failures.lock().expect("no check panics here").len() >= 3 {
                        break;
                    }
                    if number > 0 && number.is_multiple_of(PROGRESS) {
                        eprintln!("{number} of {count}");
                    }
                    if let Err(why) = check(number) {
                        failures.lock().expect("no check panics here").push((number, why));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no check panics here");
    failures.sort();
    let text: Vec<String> = failures.iter().map(|(number, why)| format!("seed {number}: {why}")).collect();
    assert!(failures.is_empty(), "{}", text.join("\n\n"));
}

/// Minimises a failing program, writes what is left into the folder for temporary files, and says where.
pub fn kept(name: &str, ir: &Ir, module: Op, fails: &Fails<'_>) -> String {
    let small = minimise(ir, module, Duration::from_secs(30), fails);
    let path = std::env::temp_dir().join(format!("flowright-{name}.mlir"));
    match std::fs::write(&path, &small) {
        Ok(()) => format!("minimised to {}:\n{small}", path.display()),
        Err(why) => format!("{} cannot be written ({why}); minimised:\n{small}", path.display()),
    }
}
