//! `bench matcher`: the engine for all patterns at once beside MLIR's bytecode, in one run.
//!
//! Patterns and programs are random, of the sizes that others have measured: one block of operations with two operands, values used soon after they are made. A program is a module of the IR on our side, too:
//! reading its operations as numbers is measured apart. Both sides do every measurement several times, one after the other, and the best counts, since a machine that is shared makes times longer and never
//! shorter.

use crate::Progress;
use crate::cosim::Scratch;
use crate::load::{context, read_part};
use crate::process;
use ::matcher::compiled::Engine;
use ::matcher::front::{Encoded, PatternSet, Vocabulary, encode_module, read_patterns};
use ::matcher::held::patterns_in;
use ::matcher::interp::Natives;
use ::matcher::random::Shape;
use ::matcher::{Alphabet, Pattern, Program, text};
use base::{Diagnostic, Diagnostics, Rng, codes};
use dialects::irdl::{self, legal::Attributes};
use ir::text::{ParseOptions, parse};
use ir::{Ir, Op};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many patterns, and how deep.
pub const SIZES: [(u32, u32); 8] =
    [(2, 1), (2, 10), (2, 100), (2, 1000), (3, 1), (3, 10), (3, 100), (3, 1000)];

/// How many operations a program has.
pub const OPERATIONS: u32 = 100_000;

/// How often each side is measured, in turns, and how often it is done at each turn.
const TURNS: u32 = 6;
const TIMES_AT_ONCE: u32 = 5;

/// How long MLIR may take for a turn.
const LIMIT: Duration = Duration::from_secs(600);

/// The variable that names the program that asks MLIR.
pub const PEER: &str = "FLOWRIGHT_PDL_ORACLE";

/// Nanoseconds for an operation.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Of finding matches.
    pub matching: f64,
    /// Of reading the operations of a module as numbers.
    pub encoding: f64,
}

/// What was measured with one set of patterns.
pub struct Measured {
    /// How deep patterns are.
    pub depth: u32,
    /// How many there are.
    pub patterns: u32,
    /// How many matches they have.
    pub matches: u64,
    /// Ours.
    pub ours: Cost,
    /// MLIR's, if it is there.
    pub mlir: Option<Cost>,
}

impl Measured {
    /// How many times longer MLIR takes to find matches.
    pub fn ratio(&self) -> Option<f64> {
        self.mlir.map(|mlir| mlir.matching / self.ours.matching)
    }

    /// How many times longer it takes than we do with reading the program.
    pub fn ratio_with_encoding(&self) -> Option<f64> {
        self.mlir.map(|mlir| mlir.matching / (self.ours.matching + self.ours.encoding))
    }
}

/// Measures all sizes, beside MLIR if [`PEER`] names the program that asks it.
pub fn measure_all(progress: Progress) -> Result<Vec<Measured>, Diagnostic> {
    let peer = std::env::var_os(PEER).map(PathBuf::from);
    let mut rows = Vec::new();
    for (depth, patterns) in SIZES {
        progress(&format!("{patterns} patterns of depth {depth}"));
        rows.push(measure(depth, patterns, peer.as_deref())?);
    }
    Ok(rows)
}

fn measure(depth: u32, count: u32, peer: Option<&Path>) -> Result<Measured, Diagnostic> {
    let sample = Sample::new(depth, count);
    let mut module = sample.module();
    let mut engine = Engine::new(&module.vocabulary.alphabet, &module.set.patterns);
    let mut ours = Cost { matching: f64::INFINITY, encoding: f64::INFINITY };
    let mut mlir: Option<Cost> = None;
    let mut matches = 0;
    for _ in 0..TURNS {
        for _ in 0..TIMES_AT_ONCE {
            let start = Instant::now();
            let program = module.encode();
            ours.encoding = ours.encoding.min(each(start.elapsed()));
            let start = Instant::now();
            matches = engine.count(&program);
            ours.matching = ours.matching.min(each(start.elapsed()));
        }
        if let Some(peer) = peer {
            let (cost, theirs) = sample.ask(peer)?;
            if theirs != matches {
                return Err(fault(&format!("MLIR finds {theirs} matches, and we find {matches}")));
            }
            let best = mlir.unwrap_or(cost);
            mlir = Some(Cost {
                matching: best.matching.min(cost.matching),
                encoding: best.encoding.min(cost.encoding),
            });
        }
    }
    Ok(Measured { depth, patterns: count, matches, ours, mlir })
}

fn each(time: Duration) -> f64 {
    time.as_nanos() as f64 / f64::from(OPERATIONS)
}

fn fault(message: &str) -> Diagnostic {
    Diagnostic::error(codes::TOOL_FAILED, None, message)
}

/// Random patterns and a program, as text.
struct Sample {
    dialect: String,
    patterns: String,
    program: String,
}

impl Sample {
    fn new(depth: u32, count: u32) -> Sample {
        let rng = &mut Rng::new(u64::from(depth) << 32 | u64::from(count));
        let shape = Shape::measured(depth, OPERATIONS);
        let alphabet: Alphabet = shape.alphabet(rng);
        let mut patterns = String::new();
        for number in 0..count {
            // Not everything random can be said in PDL.
            patterns += &std::iter::repeat_with(|| shape.pattern(&alphabet, format!("p{number}"), rng))
                .find_map(|pattern: Pattern| text::pattern(&alphabet, &pattern, number as u16))
                .expect("there is always another one");
        }
        let program: Program = shape.program(&alphabet, &[], rng);
        let program = text::program(&alphabet, &program).expect("values are made before they are used");
        Sample { dialect: text::dialect(&alphabet, "t"), patterns, program }
    }

    /// The sample as we read it.
    fn module(&self) -> Module {
        let mut diagnostics = Diagnostics::new();
        let mut ctx = context();
        let source = ctx.sources.add("dialect", &self.dialect);
        let mut ir = Ir::new(ctx);
        let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
        let loaded = irdl::load(&mut ir, module.expect("we wrote it"), &mut diagnostics);
        let mut ctx = ir.ctx;
        let loaded = loaded.expect("we wrote it");
        let vocabulary = Vocabulary::new(&mut ctx, &loaded, Attributes::Taken, &mut diagnostics);
        let vocabulary = vocabulary.expect("we wrote it");
        let mut read = |text: &str, ctx: &mut ir::Context| {
            let source = ctx.sources.add("text", text);
            let read = read_part(ctx, source, 0..text.len(), &Default::default(), &mut diagnostics);
            read.expect("we wrote it")
        };
        let (patterns, module) = read(&self.patterns, &mut ctx);
        let mut said = Diagnostics::new();
        let set = read_patterns(
            &patterns,
            &patterns_in(&patterns, module),
            &vocabulary,
            Natives::default(),
            None,
            &mut said,
        );
        assert!(!said.has_errors(), "we wrote the patterns: {said:?}");
        let (ir, module) = read(&self.program, &mut ctx);
        Module { vocabulary, set, ir, module }
    }

    /// What MLIR takes, and how many matches it finds.
    fn ask(&self, peer: &Path) -> Result<(Cost, u64), Diagnostic> {
        let folder = Scratch::new().map_err(|error| fault(&format!("no folder can be made: {error}")))?;
        let files = [("patterns.mlir", &self.patterns), ("program.mlir", &self.program)];
        let mut arguments = vec!["--time".to_string(), TIMES_AT_ONCE.to_string()];
        for (name, text) in files {
            let path = folder.0.join(name);
            crate::write_atomically(&path, text.as_bytes())?;
            arguments.push(path.display().to_string());
        }
        let ran = process::run(peer, &arguments, &folder.0, Vec::new(), LIMIT).map_err(|why| fault(&why))?;
        let output = String::from_utf8_lossy(&ran.stdout);
        let field = |name: &str| {
            let value = output.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
            let said = String::from_utf8_lossy(&ran.stderr);
            value.ok_or_else(|| fault(&format!("`{}` says nothing of `{name}`: {said}", peer.display())))
        };
        let cost = Cost { matching: field("match ")?, encoding: field("encode ")? };
        Ok((cost, field("matches ")? as u64))
    }
}

struct Module {
    vocabulary: Vocabulary,
    set: PatternSet,
    ir: Ir,
    module: Op,
}

impl Module {
    fn encode(&mut self) -> Program {
        let mut diagnostics = Diagnostics::new();
        let encoded = encode_module(&mut self.ir, self.module, &self.vocabulary, &self.set, &mut diagnostics);
        let Encoded { program, .. } = encoded.expect("every pattern has names");
        program
    }
}
