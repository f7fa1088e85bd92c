//! Mutated dialects, patterns, programs and streams, through `match` and `chip`.

use super::{Campaign, exchange, flip_bytes, mutate};
use crate::scratch::Scratch;
use base::{Rng, Style};
use driver::matching::{Arch, ChipAsked, ChipRequest, Engine, Sought};
use driver::{Input, MatchRequest, Report};
use std::path::{Path, PathBuf};

/// Dialects, patterns and a program of the examples that belong together.
struct Setup {
    dialects: &'static [&'static str],
    patterns: &'static str,
    program: &'static str,
}

const ARITH: &[&str] = &["dialects/arith32.irdl.mlir", "dialects/const32.irdl.mlir"];
const SETUPS: [Setup; 4] = [
    Setup {
        dialects: &["dialects/rv32i.irdl.mlir"],
        patterns: "matching/rv32i.mlir",
        program: "dialects/rv32i.mlir",
    },
    Setup { dialects: ARITH, patterns: "matching/arith32.mlir", program: "dialects/arith32.mlir" },
    Setup { dialects: ARITH, patterns: "matching/constants.mlir", program: "dialects/arith32.mlir" },
    Setup { dialects: ARITH, patterns: "matching/numbers.mlir", program: "dialects/arith32.mlir" },
];

/// Which of the inputs is mutated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Dialect,
    Patterns,
    Program,
    Stream,
}

/// A case, with the part that is mutated.
struct Case {
    setup: &'static Setup,
    part: Part,
    engine: Engine,
    chip: ChipAsked,
    makes_chip: bool,
    mutated: Vec<u8>,
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(example(name)).expect("it is an example")
}

impl Case {
    fn new(campaign: &Campaign, rng: &mut Rng) -> Case {
        let setup = rng.pick(&SETUPS);
        let part = *rng.pick(&[Part::Dialect, Part::Patterns, Part::Patterns, Part::Program, Part::Stream]);
        let engine = match part {
            Part::Stream => *rng.pick(&[Engine::Compiled, Engine::Chip]),
            _ => *rng.pick(&[Engine::Interp, Engine::Compiled, Engine::Chip]),
        };
        let window = Some(1 + rng.below(6) as u32);
        let chip = match (engine, part) {
            (Engine::Chip, _) => {
                ChipAsked { arch: Some(*rng.pick(&Arch::ALL)), window, ..ChipAsked::default() }
            }
            (_, Part::Stream) => ChipAsked { window, ..ChipAsked::default() },
            _ => ChipAsked::default(),
        };
        let makes_chip = part != Part::Stream && rng.chance(1, 4);
        let mut case = Case { setup, part, engine, chip, makes_chip, mutated: Vec::new() };
        case.mutated = match part {
            Part::Dialect => read(setup.dialects[0]),
            Part::Patterns => read(setup.patterns),
            Part::Program => read(setup.program),
            Part::Stream => case.stream(),
        };
        let sealed = part == Part::Stream && rng.chance(3, 4);
        if sealed {
            case.mutated.truncate(case.mutated.len().saturating_sub(8));
        }
        for _ in 0..=rng.below(3) {
            let bytes = std::mem::take(&mut case.mutated);
            case.mutated = match part {
                Part::Stream => flip_bytes(rng, bytes),
                _ if rng.bool() => exchange(&campaign.corpus, rng, bytes),
                _ => mutate(&campaign.corpus, rng, bytes),
            };
        }
        if sealed {
            let hash = case.mutated.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            });
            case.mutated.extend(hash.to_le_bytes());
        }
        case
    }

    /// The stream of the program; nothing if there is none for this chip.
    fn stream(&self) -> Vec<u8> {
        let folder = Scratch::new();
        let path = folder.path().join("program.stream");
        let request = self.request(&folder, read(self.setup.program), Some(path.clone()));
        drop(driver::find_matches(MatchRequest { engine: Engine::Compiled, ..request }, &|_| {}));
        std::fs::read(path).unwrap_or_default()
    }

    /// What is looked for. A mutated part is written to the folder.
    fn sought(&self, folder: &Scratch) -> Sought {
        let file = |part: Part, name: &str| {
            if self.part != part {
                return example(name);
            }
            let path = folder.path().join("mutated.mlir");
            std::fs::write(&path, &self.mutated).expect("the file can be written");
            path
        };
        let (first, others) = self.setup.dialects.split_first().expect("there is a dialect");
        let mut dialects = vec![file(Part::Dialect, first)];
        dialects.extend(others.iter().map(|name| example(name)));
        Sought { dialects, known: Vec::new(), patterns: vec![file(Part::Patterns, self.setup.patterns)] }
    }

    fn request(&self, folder: &Scratch, input: Vec<u8>, save: Option<PathBuf>) -> MatchRequest {
        MatchRequest {
            sought: self.sought(folder),
            input: Input::new("input", input),
            engine: self.engine,
            chip: self.chip.clone(),
            allow_unregistered: false,
            save,
        }
    }

    fn run(&self) -> Result<(), String> {
        let folder = Scratch::new();
        if self.makes_chip {
            let request = ChipRequest {
                sought: self.sought(&folder),
                chip: self.chip.clone(),
                lists_matches: true,
                folder: folder.path().join("chip"),
            };
            let outcome = driver::matching::make_chip(request, &|_| {});
            return ended(outcome.written.is_some(), &outcome.report);
        }
        let input = match self.part {
            Part::Program | Part::Stream => self.mutated.clone(),
            Part::Dialect | Part::Patterns => read(self.setup.program),
        };
        let outcome = driver::find_matches(self.request(&folder, input, None), &|_| {});
        ended(outcome.matched.is_some(), &outcome.report)
    }
}

/// What is refused is refused with an error, and everything that is said can be shown.
fn ended(taken: bool, report: &Report) -> Result<(), String> {
    base::render_all(&report.diagnostics, &report.sources, Style::Plain);
    match taken || report.diagnostics.has_errors() {
        true => Ok(()),
        false => Err("it is refused without an error".into()),
    }
}

/// The mutated part of a case.
pub(super) fn input(campaign: &Campaign, rng: &mut Rng) -> Vec<u8> {
    Case::new(campaign, rng).mutated
}

/// Runs a case.
pub(super) fn check(campaign: &Campaign, rng: &mut Rng) -> Result<(), String> {
    Case::new(campaign, rng).run()
}
