//! Mutated inputs: texts that are almost programs, to see that no bytes bring the tool down.
//!
//! A case follows from a seed and a number: a text of the corpus, changed in a few places by bytes or tokens. [`Campaign::check`]
//! does to it what the tool would do. It may be refused with diagnostics, or be a program after all; then it must survive
//! printing and reading like any other, and passes, interpreter, simulator and writer must come to an end with it.

mod circuits;
mod corpus;
mod matching;
mod words;

pub use corpus::Corpus;

use base::{Diagnostics, Rng, render};
use interp::{Interpreter, Limits};
use ir::pass::{PassManager, Pipeline};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, equiv, verify};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// What nesting is tried with: enough to exhaust any stack that nobody guards.
const DEEP: usize = 100_000;

/// The cases of a seed.
pub struct Campaign {
    corpus: Corpus,
    seed: u64,
    fresh: Ir,
    /// Whether the cases are parts of what `match` and `chip` read.
    matches: bool,
}

impl Campaign {
    /// The cases of a seed over a corpus.
    pub fn new(corpus: Corpus, seed: u64) -> Campaign {
        Campaign { corpus, seed, fresh: Ir::new(Context::new(dialects::all())), matches: false }
    }

    /// The cases of a seed for `match` and `chip`: one of the dialects, patterns, program and stream of an example is mutated.
    pub fn of_matching(seed: u64) -> Campaign {
        Campaign { matches: true, ..Campaign::new(Corpus::new(), seed) }
    }

    fn rng(&self, number: u64) -> Rng {
        let mut state = self.seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95);
        Rng::new(base::rng::split_mix(&mut state))
    }

    /// The bytes of case `number`.
    pub fn input(&self, number: u64) -> Vec<u8> {
        let mut rng = self.rng(number);
        if self.matches {
            return matching::input(self, &mut rng);
        }
        let mut bytes = self.corpus.pick(&mut rng).as_bytes().to_vec();
        let gentle = rng.chance(1, 3);
        for _ in 0..=rng.below(4) {
            bytes = match gentle {
                true => exchange(&self.corpus, &mut rng, bytes),
                false => mutate(&self.corpus, &mut rng, bytes),
            };
        }
        bytes
    }

    /// Does to case `number` what the tool would do; the error says what should not have happened.
    pub fn check(&self, number: u64) -> Result<(), String> {
        let run = || match self.corpus.is_c() {
            _ if self.matches => matching::check(self, &mut self.rng(number)),
            true => self.run_c(self.input(number), number),
            false => self.run(self.input(number), number),
        };
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            Err(format!("panic: {}", text.unwrap_or_default()))
        })
    }

    fn run(&self, bytes: Vec<u8>, number: u64) -> Result<(), String> {
        let mut ir = self.fresh.clone();
        let mut diags = Diagnostics::new();
        let source = match ir.ctx.sources.add_bytes("input", bytes) {
            Ok(source) => source,
            Err(diagnostic) => {
                render::render(&diagnostic, &ir.ctx.sources, render::Style::Plain);
                return Ok(());
            }
        };
        let options = ParseOptions { allow_unregistered: number.is_multiple_of(2) };
        let module = parse(&mut ir, source, options, &mut diags);
        let right = module.is_some_and(|module| verify(&mut ir, module, &mut diags));
        render::render_all(&diags, &ir.ctx.sources, render::Style::Plain);
        match module.filter(|_| right) {
            None if diags.has_errors() => Ok(()),
            None => Err("it is refused without an error".into()),
            Some(module) => {
                self.round_trip(&ir, module, options)?;
                execute(&ir, module);
                circuits::check(&ir, module, number)?;
                let passes = driver::passes::TABLE.passes;
                transform(ir, module, passes[(number / 2 % passes.len() as u64) as usize].name)
            }
        }
    }

    /// As [`run`](Campaign::run) for C: what is taken must be IR that verifies and survives what other IR does.
    fn run_c(&self, bytes: Vec<u8>, number: u64) -> Result<(), String> {
        let mut ir = self.fresh.clone();
        let mut diags = Diagnostics::new();
        let Ok(source) = ir.ctx.sources.add_bytes("input.c", bytes) else { return Ok(()) };
        let module = cfront::compile(&mut ir, source, &cfront::Options::default(), &mut NoFiles, &mut diags);
        render::render_all(&diags, &ir.ctx.sources, render::Style::Plain);
        let Some(module) = module else {
            let refused = diags.has_errors();
            return if refused { Ok(()) } else { Err("it is refused without an error".into()) };
        };
        if !verify(&mut ir, module, &mut diags) {
            return Err(format!("it does not verify: {:?}", diags.iter().last()));
        }
        self.round_trip(&ir, module, ParseOptions::default())?;
        execute(&ir, module);
        let passes = driver::passes::TABLE.passes;
        transform(ir.clone(), module, passes[(number % passes.len() as u64) as usize].name)?;
        transform(ir, module, "mem2reg")
    }

    fn round_trip(&self, ir: &Ir, module: Op, options: ParseOptions) -> Result<(), String> {
        for generic in [false, true] {
            let text = print(ir, module, PrintOptions { generic, ..PrintOptions::default() });
            let mut other = self.fresh.clone();
            let mut diags = Diagnostics::new();
            let source = other.ctx.sources.add("printed", text.as_str());
            let read = parse(&mut other, source, options, &mut diags);
            let Some(read) = read.filter(|read| verify(&mut other, *read, &mut diags)) else {
                return Err(format!("what is printed is refused: {:?}\n{text}", diags.iter().next()));
            };
            if let Some(difference) = equiv::difference((ir, module), (&other, read)) {
                return Err(format!("what is printed reads as another program: {difference}\n{text}"));
            }
        }
        Ok(())
    }
}

/// There are no headers but those that are built in.
struct NoFiles;

impl cfront::Files for NoFiles {
    fn read(&mut self, _: &Path) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }
}

/// Sends a program through a pass.
fn transform(mut ir: Ir, module: Op, pass: &str) -> Result<(), String> {
    let mut diags = Diagnostics::new();
    let source = ir.ctx.sources.add("pipeline", pass);
    let pipeline = Pipeline::parse(&ir.ctx.sources, source, driver::passes::TABLE, &mut diags);
    let Ok(pipeline) = pipeline else { return Err(format!("the table has no pass {pass}")) };
    let mut manager = PassManager { verify_each: true, ..PassManager::default() };
    let done = manager.run(&pipeline, &mut ir, module, &mut diags);
    let broken = diags.iter().any(|d| d.code == base::codes::PASS_BROKE_IR);
    match done {
        Err(_) if broken => Err(format!("`{pass}` breaks it: {:?}", diags.iter().last())),
        Err(_) if !diags.has_errors() => Err(format!("`{pass}` refuses it without an error")),
        _ => Ok(()),
    }
}

/// Runs every function a little. What the program does is its own affair.
fn execute(ir: &Ir, module: Op) {
    let limits = Limits { steps: 20_000, memory_bytes: 1 << 20, call_depth: 50 };
    let mut interpreter = Interpreter::new(ir, module).limits(limits);
    for op in ir.walk(module).into_iter().filter(|op| ir.code(*op) == dialects::func::FUNC).take(8) {
        let name = ir::symbols::symbol_name(ir, op).map(str::to_string);
        if let (Some(name), Ok(inputs)) = (name, interp::random_inputs(ir, op, 0)) {
            drop(interpreter.call(&name, inputs));
        }
    }
}

/// One change.
fn mutate(corpus: &Corpus, rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let kind = rng.below(1000);
    if kind < 60 {
        return flip_bytes(rng, bytes);
    }
    let Ok(text) = std::str::from_utf8(&bytes) else {
        bytes.truncate(rng.index(bytes.len() + 1));
        return bytes;
    };
    let mut tokens: Vec<&str> = corpus::tokens(text);
    if tokens.is_empty() {
        return rng.pick(corpus.words().pieces).as_bytes().to_vec();
    }
    let at = rng.index(tokens.len());
    let end = (at + 1 + rng.index(6)).min(tokens.len());
    let deep;
    match kind {
        60..68 => {
            deep = rng.pick(corpus.words().openers).repeat(DEEP);
            tokens.insert(at, &deep);
        }
        68..140 => tokens.truncate(at),
        140..320 => drop(tokens.drain(at..end)),
        320..420 => {
            let copy = tokens[at..end].to_vec();
            let to = rng.index(tokens.len());
            tokens.splice(to..to, copy);
        }
        420..540 => {
            let other = rng.index(tokens.len());
            tokens.swap(at, other);
        }
        540..640 => {
            let other = corpus::tokens(corpus.pick(rng));
            let from = rng.index(other.len());
            let to = (from + 1 + rng.index(30)).min(other.len());
            tokens.splice(at..at, other[from..to].iter().copied());
        }
        640..800 => tokens.insert(at, *rng.pick(corpus.words().pieces)),
        800..900 => tokens[at] = *rng.pick(corpus.words().pieces),
        _ => return exchange(corpus, rng, bytes),
    }
    tokens.concat().into_bytes()
}

/// One token for another of the same class, here or everywhere: what comes of it is often still a program.
fn exchange(corpus: &Corpus, rng: &mut Rng, bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(&bytes) else { return bytes };
    let mut tokens: Vec<&str> = corpus::tokens(text);
    let words: Vec<usize> =
        (0..tokens.len()).filter(|at| !matches!(corpus::class(tokens[*at]).0, b' ' | b',' | b'/')).collect();
    if words.is_empty() {
        return bytes;
    }
    let old = tokens[*rng.pick(&words)];
    let class = corpus::class(old);
    let near = rng.chance(2, 3);
    let others = if near { tokens.clone() } else { corpus::tokens(corpus.pick(rng)) };
    let mut choices: Vec<&str> = others
        .into_iter()
        .chain(corpus.words().edges.iter().copied())
        .filter(|token| corpus::class(token) == class)
        .collect();
    // Those that are written often are not better than the others.
    choices.sort_unstable();
    choices.dedup();
    if choices.is_empty() {
        return bytes;
    }
    let new = *rng.pick(&choices);
    let places: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at] == old).collect();
    if rng.bool() {
        places.into_iter().for_each(|at| tokens[at] = new);
    } else {
        tokens[*rng.pick(&places)] = new;
    }
    tokens.concat().into_bytes()
}

fn flip_bytes(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..=rng.below(3) {
        let at = rng.index(bytes.len() + 1);
        match rng.below(4) {
            0 => bytes.insert(at, rng.below(256) as u8),
            1 => bytes.insert(at, rng.below(128) as u8),
            _ if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            _ => bytes.truncate(at / 2),
        }
    }
    bytes
}
