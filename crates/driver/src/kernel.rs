//! Kernels: functions that become circuits, and the ways to run what became of them.
//!
//! [`compile`](compile::compile) takes a function of a program down the levels and keeps each of them. [`calls`] holds what the program gave to
//! a call of the function and what came of it, as the circuit sees it. [`stream`], [`elastic`] and [`circuit`] carry a call out on
//! three of the levels; each answers in the same words, so that the answers can be compared with the program and with each other.
//! [`memory`] chooses how accesses to memory are kept in order and [`banks`] whether arrays become several memories, [`loops`] measures loops, [`clock`] finds the longest path, [`profile`] counts the tokens of a first call for the placement, and `room` adds slots where that call shows that they save time. [`files`] writes the levels to a folder, [`dot`] draws the elastic one.

pub mod banks;
pub mod calls;
pub mod circuit;
pub mod clock;
pub mod compile;
pub mod dot;
pub mod elastic;
pub mod files;
pub mod loops;
pub mod memory;
pub mod profile;
pub mod promise;
pub mod record;
mod room;
pub mod stream;

use base::{Diagnostic, codes};
use ir::pass::PassArgs;
use lower::MemoryOrder;
pub use lower::{Banks, QueueDepth};
pub use place::Positive;
use std::path::Path;
use std::{fmt, io};

/// A level that a kernel can be run on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Streams, without time: a Kahn network.
    Stream,
    /// Units and channels, cycle by cycle.
    Elastic,
    /// Registers and logic, cycle by cycle.
    Circuit,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Stream => "stream",
            Level::Elastic => "elastic",
            Level::Circuit => "circuit",
        })
    }
}

/// How a program becomes streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lowering {
    /// Loops and branches each become what they are: `scf-to-dataflow`.
    #[default]
    Streams,
    /// Basic blocks with merges and branches between them: `cf-to-handshake`.
    Blocks,
}

/// How accesses are kept in order of which it is not known in advance whether they meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memory {
    /// The smallest way that no larger one is enough faster than.
    #[default]
    Auto,
    /// This way.
    Only(MemoryOrder),
}

impl Memory {
    /// Its name as an option.
    pub fn name(self) -> &'static str {
        match self {
            Memory::Auto => "auto",
            Memory::Only(order) => order.name(),
        }
    }

    /// Whether a circuit may have queues then.
    pub fn may_have_queues(self) -> bool {
        matches!(self, Memory::Auto | Memory::Only(MemoryOrder::Lsq))
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Memory> {
        MemoryOrder::ALL.into_iter().map(Memory::Only).chain([Memory::Auto])
    }
}

/// How a kernel is compiled.
#[derive(Clone, PartialEq, Debug)]
pub struct CompileOptions {
    /// How the program becomes streams.
    pub lowering: Lowering,
    /// How accesses are kept in order that may meet.
    pub memory: Memory,
    /// How many accesses each queue of loads and stores holds.
    pub queue_depth: QueueDepth,
    /// Whether arrays become several memories.
    pub banks: Banks,
    /// The algorithm that places buffers, as `place-buffers` calls it.
    pub buffers: String,
    /// The clock's period in nanoseconds that they are placed for.
    pub clock: f64,
    /// The target that they are placed for: its name, or a file.
    pub target: String,
    /// The seconds that the solver may take to place them.
    pub place_time: f64,
    /// Bits of an `index` in the circuit.
    pub index_bits: u32,
}

impl Default for CompileOptions {
    fn default() -> CompileOptions {
        CompileOptions {
            lowering: Lowering::default(),
            memory: Memory::default(),
            queue_depth: QueueDepth::default(),
            banks: Banks::default(),
            buffers: place::placer::DEFAULT.to_string(),
            clock: default_of("clock"),
            target: place::target::DEFAULT.to_string(),
            place_time: default_of("time"),
            index_bits: 32,
        }
    }
}

/// The number that an option of `place-buffers` is when nothing is said.
fn default_of(option: &str) -> f64 {
    let args = PassArgs::defaults(&place::PLACE_BUFFERS);
    args.get(option).parse().expect("the table of options has a number there")
}

/// What the time means that placing may take.
pub fn place_time_doc() -> &'static str {
    let time = place::PLACE_BUFFERS.options.iter().find(|option| option.name == "time");
    time.expect("the pass has a limit of time").doc
}

/// The placements of buffers, by name, each with what it does.
pub fn placements() -> impl Iterator<Item = (&'static str, &'static str)> {
    place::placer::PLACERS.iter().map(|placer| (placer.name(), placer.doc()))
}

/// The one kind of circuit that is made: every unit starts when its inputs are there.
pub const FLOW: &str = "elastic";

/// What came of running a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The program never called it, so that nothing was compared. Before all others: of several kernels the rest decide.
    NotCalled,
    /// The circuit did what the program did.
    Pass,
    /// It did what the program did on the levels that it was run on, but there is no circuit of it, which was asked for.
    NoCircuit,
    /// The program itself did something undefined; the circuit is not to blame.
    Undefined,
    /// It was not finished within the limit of cycles.
    Limit,
    /// It stopped before the end.
    Deadlock,
    /// It reported an error, or left something behind.
    Error,
    /// It gave something else than the program.
    Mismatch,
}

impl Verdict {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::NotCalled => "not-called",
            Verdict::Pass => "pass",
            Verdict::NoCircuit => "no-circuit",
            Verdict::Undefined => "undefined",
            Verdict::Limit => "limit",
            Verdict::Deadlock => "deadlock",
            Verdict::Error => "error",
            Verdict::Mismatch => "mismatch",
        }
    }
}

/// Why a call was not carried out to its end.
#[derive(Debug)]
pub struct Stop {
    /// What it means for the kernel.
    pub verdict: Verdict,
    /// The reasons.
    pub diagnostics: Vec<Diagnostic>,
}

impl Stop {
    /// A stop for one reason.
    pub fn new(verdict: Verdict, diagnostic: Diagnostic) -> Stop {
        Stop { verdict, diagnostics: vec![diagnostic] }
    }
}

/// A file that cannot be written.
fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write `{}`: {}", path.display(), base::text::reason(error));
    Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
}

/// Waves that cannot be written any further.
fn waves_lost(error: &io::Error) -> Diagnostic {
    let message = format!("the waves cannot be written: {}", base::text::reason(error));
    Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
}
