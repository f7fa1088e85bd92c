//! The command line, as data. Help, completions and the reference document `docs/reference/cli.md` come from here.

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use driver::interp::Limits;
use driver::kernel::{Banks, CompileOptions, Lowering, Memory, Positive, QueueDepth, place_time_doc};
use driver::matching::{Arch, ChipAsked, Sought, chip::ChipOptions};
use std::path::{Path, PathBuf};

/// Compiles programs into dataflow circuits.
///
/// Flowright reads programs as C or as MLIR text, transforms them and executes them. What is read is verified first; everything wrong with a
/// file is reported at once, with its place, a code that `flowright explain` knows, and a hint.
#[derive(Parser, Debug)]
#[command(name = "flowright", version, arg_required_else_help = true, after_help = EXAMPLES, max_term_width = 120)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  flowright run kernel.c                                   compile a kernel, simulate its circuit, compare it with the program
  flowright compile kernel.c -o out                        the circuit as SystemVerilog, and everything on the way to it
  flowright opt kernel.mlir --passes canonicalize,cse      simplify a program and print it
  flowright interp kernel.mlir --args '[1, 2, 3], 4'       execute a function
  flowright sim counter.mlir --set en=1 --cycles 20        simulate a circuit
  flowright verilog circuit.mlir -o circuit.sv             write a circuit as SystemVerilog
  flowright cosim circuit.mlir                             compare the simulation of a circuit with that of others
  flowright match program.mlir --dialect d.mlir --patterns p.mlir
                                                           count the matches of patterns
  flowright chip --dialect d.mlir --patterns p.mlir -o out a circuit that counts them
  flowright bench                                          the kernels of the suite beside published figures
  flowright explain FR0106                                 what a diagnostic means

A file `-` is standard input.

Exit status:
  0  success
  1  the run was carried out and the answer is no (a difference, a deadlock, a run-time error, a limit of the run)
  2  the input or the arguments are wrong, patterns without an end or beyond a limit among them
  3  a fault of flowright itself; a file to report it with is named";

/// Options of every command.
#[derive(Args, Debug)]
pub struct Global {
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub color: Color,
    /// How to write diagnostics: for people, or as one JSON object a line
    #[arg(long, global = true, value_enum, value_name = "FORM", default_value_t = Form::Text, hide = true)]
    pub diagnostics: Form,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How to write diagnostics.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    Opt(OptArgs),
    Run(RunArgs),
    Compile(CompileArgs),
    Interp(InterpArgs),
    Sim(SimArgs),
    Verilog(VerilogArgs),
    Cosim(CosimArgs),
    Match(MatchArgs),
    Chip(ChipArgs),
    Bench(BenchArgs),
    Characterize(CharacterizeArgs),
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a design to measure with
    #[command(hide = true)]
    BenchDesign {
        /// Which
        #[arg(value_parser = PossibleValuesParser::new(driver::designs::names()))]
        name: String,
        /// How large; every design counts something else
        #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
        size: Option<u32>,
    },
    /// Write the reference documents
    #[command(hide = true)]
    Docs {
        /// Where to: the folder that holds `reference`
        folder: PathBuf,
    },
}

const COMPLETIONS_EXAMPLES: &str = "\
Example:
  flowright completions bash > ~/.local/share/bash-completion/completions/flowright";

/// Take IR through named passes.
///
/// Reads a module, verifies it, runs the passes in order, verifies again and prints what they leave. Without passes it checks a file
/// and prints it in the usual form.
#[derive(Args, Debug)]
#[command(after_help = OPT_EXAMPLES)]
pub struct OptArgs {
    /// The file to read, C if its name ends in `.c`; `-` is standard input
    #[arg(required_unless_present = "list_passes", value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// The function of a C file that is the kernel
    #[arg(long, value_name = "NAME")]
    pub top: Option<String>,
    /// Apply the patterns of this file until none of them matches, before the passes; may be given several times
    ///
    /// The file holds patterns of `pdl`, or what they are lowered to in `pdl_interp`. Of the matches at an operation that of the greatest benefit counts, whatever file it is from. As in all rewriting,
    /// operations that nothing needs are erased, others fold, and blocks are simplified, also where no pattern matches.
    #[arg(long, value_name = "FILE")]
    pub pdl: Vec<PathBuf>,
    /// The passes to run, as `a,b{option=value},c`
    #[arg(short, long, value_name = "PIPELINE", default_value = "", hide_default_value = true)]
    pub passes: String,
    /// Write the result to this file rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print every operation in generic form
    #[arg(long)]
    pub generic: bool,
    /// Print the location of every operation
    #[arg(long)]
    pub locations: bool,
    /// Verify the IR after every pass, not only after the last
    #[arg(long)]
    pub verify_each: bool,
    /// Take the parts between lines `// -----` as inputs of their own
    #[arg(long)]
    pub split_input_file: bool,
    /// Keep operations, types and attributes of unknown dialects
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Say on standard error how long each step took
    #[arg(long)]
    pub timing: bool,
    /// List all passes with their options, and all named pipelines
    #[arg(long, conflicts_with_all = OF_A_FILE)]
    pub list_passes: bool,
    /// Print the list as one JSON object
    #[arg(long, requires = "list_passes")]
    pub json: bool,
}

/// What says nothing without a file.
const OF_A_FILE: [&str; 15] = [
    "file",
    "include",
    "define",
    "wrapv",
    "irdl_file",
    "top",
    "pdl",
    "passes",
    "output",
    "generic",
    "locations",
    "verify_each",
    "split_input_file",
    "allow_unregistered_dialect",
    "timing",
];

const OPT_EXAMPLES: &str = "\
Examples:
  flowright opt kernel.mlir                                check a file and print it
  flowright opt kernel.mlir -p canonicalize,cse -o out.mlir
  flowright opt kernel.mlir -p 'inline{all=true},dce'      options of a pass stand in braces
  flowright opt kernel.mlir --pdl patterns.mlir            apply patterns
  flowright opt --list-passes                              what there is

The output file is written only when nothing was wrong; it is never left half written.";

/// Takes the path of what cannot go to standard output, for which `-` stands elsewhere.
fn no_output(why: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match path == Path::new("-") {
        true => Err(format!("{why}; `./-` is something of that name")),
        false => Ok(path),
    })
}

/// Why a folder cannot.
const FOLDER: &str = "standard output is no folder";

/// Which dialects are known besides those that are built in.
#[derive(Args, Clone, Debug)]
pub struct DialectArgs {
    /// Know the dialects that this file of `irdl` defines; may be given several times, and the files may use each other in any order
    #[arg(long, value_name = "FILE")]
    pub irdl_file: Vec<PathBuf>,
}

/// What is looked for.
#[derive(Args, Clone, Debug)]
pub struct SoughtArgs {
    /// A file of `irdl` with dialects whose operations are matched; may be given several times; these files and those of `--irdl-file` may use each other in any order
    #[arg(long, value_name = "FILE")]
    pub dialect: Vec<PathBuf>,
    #[command(flatten)]
    pub others: DialectArgs,
    /// A file of `pdl` with patterns; may be given several times
    #[arg(long, value_name = "FILE", required = true)]
    pub patterns: Vec<PathBuf>,
}

impl SoughtArgs {
    /// For the driver.
    pub fn sought(self) -> Sought {
        Sought { dialects: self.dialect, known: self.others.irdl_file, patterns: self.patterns }
    }
}

/// Which chip.
#[derive(Args, Clone, Debug)]
pub struct ArchArgs {
    #[arg(long, value_name = "ARCH", help = arch_help(), value_parser = PossibleValuesParser::new(Arch::ALL.map(Arch::name)))]
    pub arch: Option<String>,
    #[arg(long, value_name = "W", help = window_help(), value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub window: Option<u32>,
    /// How many units the chip `unit` has for each pattern; with fewer than it takes to do a record in every cycle the stream waits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub units: Option<u32>,
    #[arg(long, value_name = "K", help = streams_help(), value_parser = clap::value_parser!(u32).range(1..=64))]
    pub streams: Option<u32>,
}

fn arch_help() -> String {
    format!("The kind of chip; `{}` if nothing is said", ChipOptions::default().arch.name())
}

fn window_help() -> String {
    format!(
        "How many records away from its use a value may be made for the chip to follow it; {} if nothing is said",
        ChipOptions::default().window
    )
}

fn streams_help() -> String {
    format!(
        "How many streams the chip takes side by side, {} if nothing is said; blocks are dealt to them",
        ChipOptions::default().streams
    )
}

impl ArchArgs {
    /// For the driver.
    pub fn asked(&self) -> ChipAsked {
        let arch = self.arch.as_ref().and_then(|name| Arch::ALL.into_iter().find(|arch| arch.name() == name));
        ChipAsked { arch, window: self.window, units: self.units, streams: self.streams }
    }
}

/// Count the matches of patterns in a program.
///
/// Reads patterns in PDL and a program, and says how many operations are the root of which pattern. Two patterns may match at one root, and both count. The chip is simulated
/// cycle by cycle; what is too far apart for it is added by software, so that all engines give one number.
#[derive(Args, Debug)]
#[command(after_help = MATCH_EXAMPLES)]
pub struct MatchArgs {
    /// The program, or a stream that was saved; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub sought: SoughtArgs,
    /// What finds the matches
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = EngineArg::Compiled)]
    pub engine: EngineArg,
    #[command(flatten)]
    pub arch: ArchArgs,
    /// Keep operations, types and attributes of unknown dialects; the engine `interp` always does
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Write the program to this file as the stream that the chip takes
    #[arg(long, value_name = "FILE", value_parser = no_output("the matches are on standard output"))]
    pub save: Option<PathBuf>,
    /// List the matches, each as the number of an operation, in the order of the text and from 0, and the name of a pattern
    #[arg(long)]
    pub dump: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

const MATCH_EXAMPLES: &str = "\
Examples:
  flowright match program.mlir --dialect rv32i.irdl.mlir --patterns peephole.mlir
  flowright match program.mlir --dialect rv32i.irdl.mlir --patterns peephole.mlir --engine chip --arch tags --dump";

/// What finds matches.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineArg {
    /// PDL-Interp as it stands, in software: takes all patterns, and needs no dialects
    Interp,
    /// All patterns at once, in software
    Compiled,
    /// A chip, simulated
    Chip,
}

/// Make a chip that counts matches of patterns.
///
/// Writes the chip as circuit IR and as SystemVerilog, and a report with what is needed to feed it: how a record is laid out, the code of every operation, the numbers of the patterns.
#[derive(Args, Debug)]
#[command(after_help = CHIP_EXAMPLES)]
pub struct ChipArgs {
    #[command(flatten)]
    pub sought: SoughtArgs,
    #[command(flatten)]
    pub arch: ArchArgs,
    /// Give the chip ports that say which patterns match at which root
    #[arg(long)]
    pub list: bool,
    /// Where to write to: a folder
    #[arg(short, long, value_name = "DIR", value_parser = no_output(FOLDER))]
    pub output: PathBuf,
    /// Print the report
    #[arg(long)]
    pub json: bool,
}

const CHIP_EXAMPLES: &str = "\
Example:
  flowright chip --dialect rv32i.irdl.mlir --patterns peephole.mlir -o chip";

/// How C is read.
#[derive(Args, Clone, Debug)]
pub struct CArgs {
    #[arg(short = 'I', value_name = "DIR", help = include_help())]
    pub include: Vec<PathBuf>,
    /// Define a macro for a C file, as 1 if no value is given
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Signed arithmetic of a C file wraps, as with `cc -fwrapv`, instead of being undefined when it overflows
    #[arg(long)]
    pub wrapv: bool,
}

fn include_help() -> String {
    format!("Look for headers of a C file in this directory, too; built in are {}", driver::c::header_list())
}

impl CArgs {
    /// The options of the front end.
    pub fn options(&self) -> driver::c::Options {
        let define = |text: &String| match text.split_once('=') {
            Some((name, value)) => (name.to_string(), value.to_string()),
            None => (text.clone(), "1".to_string()),
        };
        let mut options = driver::c::Options::default();
        options.preprocess.include_dirs.clone_from(&self.include);
        options.preprocess.defines = self.define.iter().map(define).collect();
        options.lower.wraps = self.wrapv;
        options
    }
}

/// Which function becomes a circuit, and how.
#[derive(Args, Clone, Debug)]
pub struct KernelArgs {
    /// The function that is the kernel
    ///
    /// Without it, of a C file the functions that are called through `CALL_KERNEL`, or else the only function that `main` gives arrays; of
    /// IR those with the attribute `kernel`, or else the only function.
    #[arg(long, value_name = "NAME")]
    pub top: Option<String>,
    #[command(flatten)]
    pub way: WayArgs,
    /// How many bits an `index` has in the circuit
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub index_bits: u32,
}

impl KernelArgs {
    /// The options of the compiler.
    pub fn options(&self) -> CompileOptions {
        CompileOptions { index_bits: self.index_bits, ..self.way.options() }
    }
}

/// The ways to make a circuit that there are for any kernel.
#[derive(Args, Clone, Debug)]
pub struct WayArgs {
    /// How the program becomes streams
    #[arg(long, value_enum, value_name = "WAY", default_value_t = LoweringArg::Streams)]
    pub lowering: LoweringArg,
    /// How accesses to an array are kept in order of which it is not known in advance whether they meet
    ///
    /// `ordered` has the rounds of a loop wait for each other; `guard` compares the addresses of reads with those of writes that are not complete; `lsq` has a queue of reads and writes;
    /// `auto` takes the first of them that no later one is enough faster than: by a hundredth of the first call, or a tenth for a queue.
    #[arg(long, value_name = "WAY", default_value = Memory::default().name(), value_parser = PossibleValuesParser::new(Memory::all().map(Memory::name)))]
    pub memory: String,
    /// How many loads and how many stores each queue of loads and stores holds
    ///
    /// A number from 1 to 64 is for both. `auto` is as many as the loops around the accesses can use. For every load a queue keeps a bit for each store, so the circuit grows with the product of the two; the accesses of an innermost loop, or of one side of a choice, have to
    /// fit. With `--memory auto` it is for the queues that are tried, and refused as with `lsq`.
    #[arg(long, value_name = "LOADS,STORES", default_value_t = QueueDepth::default(), allow_negative_numbers = true)]
    pub queue_depth: QueueDepth,
    /// Whether an array becomes several memories where the accesses of a round wait for its ports
    ///
    /// A memory has a port for reads and one for writes, each for one access a cycle. With `auto`, an array becomes banks by residues of a subscript that are known in advance, or copies if it is only read, where the circuit is
    /// faster then. An argument that is such an array has ports for every part of it, with its number behind the name; the report says what each of them holds.
    #[arg(long, value_name = "WAY", default_value = Banks::default().name(), value_parser = PossibleValuesParser::new(Banks::ALL.map(Banks::name)))]
    pub banks: String,
    /// Where buffers are placed
    ///
    /// `on-merges` needs no solver and knows no clock; `fpga20` and `fpl22` are published placements that maximise the throughput of the loops that are executed most; `flowright` finds the least
    /// period of every loop and then the fewest slots. All but the first solve linear problems with HiGHS.
    #[arg(long, value_name = "WAY", default_value_t = CompileOptions::default().buffers, value_parser = PossibleValuesParser::new(placements()))]
    pub buffers: String,
    /// The clock's period in nanoseconds that buffers are placed for
    #[arg(long, value_name = "NS", default_value_t = CompileOptions::default().clock, value_parser = period, allow_negative_numbers = true)]
    pub clock: f64,
    /// The target that buffers are placed for: its name, or a file `.toml` with the delays of its units
    #[arg(long, value_name = "NAME", default_value_t = CompileOptions::default().target)]
    pub target: String,
    /// The seconds that solvers may take to place the buffers of a kernel
    #[arg(long, value_name = "SECONDS", default_value_t = CompileOptions::default().place_time, value_parser = seconds, long_help = place_time_doc())]
    pub place_time: f64,
}

impl WayArgs {
    /// The options of the compiler, the others as they are when nothing is said.
    pub fn options(&self) -> CompileOptions {
        CompileOptions {
            lowering: match self.lowering {
                LoweringArg::Streams => Lowering::Streams,
                LoweringArg::Blocks => Lowering::Blocks,
            },
            memory: Memory::all().find(|way| way.name() == self.memory).unwrap_or_default(),
            queue_depth: self.queue_depth,
            banks: self.banks.parse().unwrap_or_default(),
            buffers: self.buffers.clone(),
            clock: self.clock,
            target: self.target.clone(),
            place_time: self.place_time,
            ..CompileOptions::default()
        }
    }
}

/// How the program becomes streams.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoweringArg {
    /// Loops and branches each become units that do what they do
    Streams,
    /// Basic blocks, with merges and branches between them
    Blocks,
}

/// The placements of buffers.
fn placements() -> Vec<&'static str> {
    driver::kernel::placements().map(|(name, _)| name).collect()
}

/// Reads the period of a clock.
fn period(text: &str) -> Result<f64, String> {
    positive(text, "nanoseconds")
}

/// Reads a time.
fn seconds(text: &str) -> Result<f64, String> {
    positive(text, "seconds")
}

/// Reads what the pass that places buffers takes, too.
fn positive(text: &str, unit: &str) -> Result<f64, String> {
    let number: Result<Positive, ()> = text.parse();
    number.map(|Positive(number)| number).map_err(|()| format!("it must be {}", Positive::wanted(unit)))
}

/// What runs a kernel.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simulators {
    /// Streams, without time
    Stream,
    /// Units and channels, cycle by cycle
    Elastic,
    /// Registers and logic, cycle by cycle
    Circuit,
    /// All three, which must agree with each other
    All,
}

/// Compile a kernel, simulate its circuit, and compare it with the program.
///
/// The function that is the kernel becomes an elastic circuit. Of a C file, `main` is the test bench: it is executed by the reference
/// interpreter, what it prints goes to standard output, and every call of the kernel is carried out by the circuit as well, with the same
/// arguments and the same arrays, and compared. A kernel without a `main` is called once, with `--args` or with random arguments.
/// Then a table says whether circuit and program agree, how many cycles the circuit took, and how large it is. Of every loop it says how many
/// iterations there were and how many cycles after an iteration of a run the next one started: their average, and the least and the most where they differ.
/// Cycles are counted from the one in which the circuit accepts its start to the one in which its end is taken, both included.
#[derive(Args, Debug)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunArgs {
    /// The file to read, IR if its name ends in `.mlir`, otherwise C; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub kernel: KernelArgs,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// The arguments of a kernel that no `main` calls, as for `interp`
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub args: Option<String>,
    /// The seed of its random arguments, when there are no others; 0 if nothing is said
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// What simulates the circuit
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Simulators::Elastic)]
    pub sim: Simulators,
    /// Stop when a call takes more than this many cycles
    #[arg(long, value_name = "N", default_value_t = driver::run::DEFAULT_MAX_CYCLES, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: u64,
    /// Write what happens on every channel to this file, `.fst` or `.vcd`; streams have no waves
    ///
    /// The elastic level has a track `NAME_state` for every channel, which is 0 while the channel is idle, 1 in a cycle in which a token passes, and 2 while a token waits to be
    /// taken; and `NAME`, the data of the last token. With `--sim circuit` there are `NAME_valid`, `NAME_ready` and `NAME`, and all that is inside of the units. NAME is what `30-buffered.mlir` calls
    /// the value, or the name of the unit that it comes from. A cycle is drawn as 10 ns, whatever the clock of the circuit will be.
    #[arg(long, value_name = "FILE")]
    pub waves: Option<PathBuf>,
    /// Write every level of the kernel, its SystemVerilog and a report to this folder
    #[arg(short, long, value_name = "DIR", value_parser = no_output(FOLDER))]
    pub output: Option<PathBuf>,
    /// Only execute the program, and list the calls of its kernels
    #[arg(long, conflicts_with_all = ["args", "seed", "sim", "max_cycles", "waves", "output", "lowering", "memory", "queue_depth", "banks", "buffers", "clock", "target", "place_time", "index_bits"])]
    pub reference: bool,
    /// Stop after this many operations of the program
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    pub max_steps: u64,
    /// Stop when the program's arrays, and copies of them that are looked at, take more than this many bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().memory_bytes)]
    pub max_memory: u64,
    /// Print one JSON object
    ///
    /// `verdict` (the worst; from good to bad: `not-called`, `pass`, `no-circuit`, `undefined`, `limit`, `deadlock`, `error`, `mismatch`), `cycles` and `calls` of all kernels, `kernels`, `output` (what the program
    /// printed), `status` (that of `main`, or null). Each of `kernels` is an object: `kernel`, `flow`, `lowering`, `memory`, `accesses`, `banks`, `memories`, `buffers`, `clock_ns`, `target`, `verdict`, `cycles`, `calls`, `loops`, `buffer_count`,
    /// `buffer_slots`, `units`, `channels`, `compile_ms`, `place_ms`, `sim_ms`; of a kernel that no `main` calls, also `arguments`, `results` and `arrays` (as they were left), each with `name` (results have none), `type`
    /// and `value`. Where there is one kernel alone, the object has its fields as well. A loop has `line`, `column`, `iterations`, `entries` (how often it was entered), and the cycles from the start of an iteration to that of the next in the same run: `ii` on
    /// average, `ii_least` and `ii_most`, null where no iteration followed another; `loops_watched_cycles` is there when only so many cycles at the beginning were
    /// looked at. A run that is refused has no kernels and the verdict `error`; one of which a part is refused has that verdict, too. With `--reference`: `output`, `status`, `calls`, `steps`.
    #[arg(long)]
    pub json: bool,
}

const RUN_EXAMPLES: &str = "\
Examples:
  flowright run fir.c
  flowright run kernels.c -D N=64 -I include -o out        with the files of every level
  flowright run kernels.c --top convolve --sim all         on every level
  flowright run gcd.mlir --args '48, 36'
  flowright run fir.c --reference                          the program alone

Exit status 0 means that every call gave the same in the circuit and in the program; 1 that one did not, or that the circuit
stopped before the end, or that the program did something undefined or `main` returned something else than 0; 2 that the
kernel cannot become a circuit.";

/// Compile a kernel to a circuit.
///
/// Writes a folder: the program and every level of the kernel as IR (`00-program.mlir`, `10-stream.mlir`, `20-elastic.mlir`,
/// `30-buffered.mlir`, `40-circuit.mlir`), the circuit as SystemVerilog (`NAME.sv`), a drawing of its units and channels for Graphviz
/// (`NAME.dot`) and a report (`report.json`). Several kernels have a folder each in it. What an earlier kernel left there goes first, also if nothing
/// can then be written.
#[derive(Args, Debug)]
#[command(after_help = COMPILE_EXAMPLES)]
pub struct CompileArgs {
    /// The file to read, IR if its name ends in `.mlir`, otherwise C; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub kernel: KernelArgs,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// The folder to write to; it is made if it is not there
    #[arg(short, long, value_name = "DIR", value_parser = no_output(FOLDER))]
    pub output: PathBuf,
    /// Print the report, or an array of the reports of several kernels
    #[arg(long)]
    pub json: bool,
}

const COMPILE_EXAMPLES: &str = "\
Examples:
  flowright compile fir.c -o out
  flowright compile kernels.c --top convolve -o out
  flowright cosim out                                      run the SystemVerilog in other simulators";

/// Execute a function with the reference interpreter.
///
/// Integers wrap at their width, floats follow IEEE 754, memory has shapes. What is undefined (a shift past the width, a division by
/// zero, an access out of bounds, a use of poison, a read of memory nobody wrote) is an error at the operation that does it.
/// Prints the results, then every array argument as the function left it. Of a C file, `main` is executed, and what it prints is printed;
/// `--top` names another function to execute with `--args`.
/// The exit status is 1 if `main` returns something else than 0.
#[derive(Args, Debug)]
#[command(after_help = interp_examples())]
pub struct InterpArgs {
    /// The file to read, C if its name ends in `.c`; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// The function to run; may be left out when it is `main` or there is only one
    #[arg(long, value_name = "NAME")]
    pub top: Option<String>,
    /// Its arguments, separated by commas
    ///
    /// Numbers, `true` and `false`; arrays in brackets, nested for each dimension; `zeros`, `fill(N)` and `random` for an array of the
    /// parameter's shape. Without this option random arguments are made when `--seed` is given.
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub args: Option<String>,
    /// The seed of random arguments
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop after this many operations
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    pub max_steps: u64,
    /// Stop when the program's arrays, and copies of them that are looked at, take more than this many bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().memory_bytes)]
    pub max_memory: u64,
    /// Keep operations, types and attributes of unknown dialects
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Print one JSON object: `function`, `results`, `arguments`, `steps`, and what the program printed as `output`
    #[arg(long)]
    pub json: bool,
}

fn interp_examples() -> String {
    format!(
        "\
Examples:
  flowright interp gcd.mlir --args '48, 36'
  flowright interp dot.mlir --top dot --args '[1, 2, 3], [4, 5, 6]'
  flowright interp fir.mlir --seed 1 --json

Exit status 1 means that the program did something undefined, failed an assertion or reached a limit.
At most {} calls may be open at once.",
        Limits::default().call_depth
    )
}

/// Simulate a circuit cycle by cycle.
///
/// The circuit is a module of the dialects hw, comb and seq. In each cycle inputs are set, logic settles, outputs are looked at, and all
/// clocks rise. Registers without a reset begin with their initial value, or zero. Prints the outputs of the last cycle.
/// An elastic circuit, a `handshake.func`, is started once with `--args` or with random arguments; its results and arrays are printed as by `interp`, and
/// the cycles it took.
#[derive(Args, Debug)]
#[command(after_help = SIM_EXAMPLES)]
pub struct SimArgs {
    /// The file to read; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// The module to simulate; may be left out when there is only one that no other contains
    #[arg(long, value_name = "NAME")]
    pub top: Option<String>,
    /// The value of an input in all cycles; without one an input is zero
    ///
    /// Decimal, or hexadecimal after `0x`. It holds whatever a stimulus or a seed says. Clocks are not set: they rise by themselves.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Values of the inputs cycle by cycle, as `--record` writes them
    ///
    /// The first line names the inputs that are no clocks, with commas between, in any order; every other line has their values in one
    /// cycle, decimal or hexadecimal after `0x`. Blank lines and lines that begin with `#` say nothing. In cycles past the end of
    /// the file its last line holds.
    #[arg(long, value_name = "FILE")]
    pub stimulus: Option<PathBuf>,
    /// The arguments of an elastic circuit, as for `interp`
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub args: Option<String>,
    /// The seed of random inputs, or of the random arguments of an elastic circuit
    #[arg(long, value_name = "N", conflicts_with = "stimulus")]
    pub seed: Option<u64>,
    /// How many cycles; without it as many as the stimulus has lines of values, else 10; of an elastic circuit the most it may take
    #[arg(long, value_name = "N")]
    pub cycles: Option<u64>,
    /// Stop in the first cycle in which this output is not zero; `--cycles` is then the limit, 1000000 unless it is given
    #[arg(long, value_name = "OUTPUT")]
    pub until: Option<String>,
    /// Print inputs and outputs of every cycle; an elastic circuit has `--waves` only
    #[arg(long)]
    pub trace: bool,
    /// Write the values of everything with a name to this file, `.fst` or `.vcd`
    #[arg(long, value_name = "FILE")]
    pub waves: Option<PathBuf>,
    /// Write the inputs of all cycles to this file, for `--stimulus`; not those of an elastic circuit
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// How to execute the circuit; not an elastic one
    ///
    /// `compiled` if nothing is said.
    #[arg(long, value_enum, value_name = "WAY")]
    pub execution: Option<Execution>,
    /// Print one JSON object
    ///
    /// `top`, `inputs`, `outputs`, `trace`, `cycles`, `reached`, `values`, `operations`, `compiled`, `setup_ms`, `sim_ms`. Of an elastic
    /// circuit: `top`, `verdict` (`pass`, `deadlock`, `error`, `limit`), `cycles`, `results`, `arguments`, `sim_ms`.
    #[arg(long)]
    pub json: bool,
}

/// How to execute a circuit.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Execution {
    /// As machine code; better code is made beside a long run
    Compiled,
    /// As better machine code from the beginning, which takes longer to begin
    Optimized,
    /// Instruction by instruction
    Interpreted,
}

const SIM_EXAMPLES: &str = "\
Examples:
  flowright sim counter.mlir --set en=1 --cycles 20
  flowright sim counter.mlir --stimulus inputs.csv --trace --waves counter.fst
  flowright sim engine.mlir --set start=1 --until done
  flowright sim out/30-buffered.mlir --args '[1, 2, 3], 4' --waves out.fst

A memory's initial contents are read from the file that it names (`seq.firmem` with `init`), whose path is relative to the folder
that the tool runs in.

Exit status 1 means that the output of `--until` stayed zero, or that an elastic circuit did not reach its end.";

/// Write a circuit as SystemVerilog.
///
/// Reads a module of `hw`, `comb` and `seq`, verifies it, makes registers and memories of its queues, and writes one SystemVerilog module
/// for every `hw.module`, in their order. The text keeps to what simulators, synthesis and vendor tools all take, and says the same
/// in all of them. What cannot be written is an error at the operation, and then nothing is written.
#[derive(Args, Debug)]
#[command(after_help = VERILOG_EXAMPLES)]
pub struct VerilogArgs {
    /// The file to read; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// Write the result to this file rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Keep operations, types and attributes of unknown dialects
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
}

const VERILOG_EXAMPLES: &str = "\
Examples:
  flowright verilog circuit.mlir -o circuit.sv
  flowright opt circuit.mlir -p canonicalize,cse | flowright verilog -";

/// Compare our simulator with Verilator and Icarus.
///
/// Simulates a circuit with our simulator, writes it as SystemVerilog, runs that in the other simulators with the same inputs, and
/// compares every output in every cycle. The first difference is shown with its cycle, its port and both values.
/// Of a kernel (a C file, or a folder that `compile` wrote) the inputs are those that the program gives it: all its calls are carried out, and
/// the memories around it answer as in `run`.
#[derive(Args, Debug)]
#[command(after_help = COSIM_EXAMPLES)]
pub struct CosimArgs {
    /// The circuit to read, `-` is standard input; or a kernel: C if its name ends in `.c`, or a folder that `compile` wrote
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The module to simulate; may be left out when there is only one that no other contains. Of a C file the kernel
    #[arg(long, value_name = "NAME")]
    pub top: Option<String>,
    /// The arguments of a kernel that no `main` calls, as for `interp`
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub args: Option<String>,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub dialects: DialectArgs,
    /// How many cycles of random inputs, 100 if nothing is said; not of a kernel
    #[arg(long, value_name = "N")]
    pub cycles: Option<usize>,
    /// The seed of random inputs, or of random arguments
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Take the inputs from this file, as `flowright sim --record` writes it; not of a kernel
    ///
    /// The first line names the inputs that are no clocks, with commas between; every other line has their values in one cycle, decimal
    /// or hexadecimal after `0x`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cycles", "seed"])]
    pub stimulus: Option<PathBuf>,
    /// Whom to compare with
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Engines::Both)]
    pub engine: Engines,
    /// Write SystemVerilog, test bench and stimulus to this folder and keep them
    #[arg(long, value_name = "DIR", value_parser = no_output(FOLDER))]
    pub keep: Option<PathBuf>,
    /// Print one JSON object: `top`, `cycles`, `compared_cycles`, `outputs`, `engines`
    ///
    /// Of a kernel there are `calls` as well, and `cycles` are those of the calls, as `run` counts them; `compared_cycles` has the reset, too.
    #[arg(long)]
    pub json: bool,
}

/// Whom to compare with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engines {
    /// Verilator
    Verilator,
    /// Icarus Verilog
    Icarus,
    /// Verilator and Icarus Verilog
    Both,
}

const COSIM_EXAMPLES: &str = "\
Examples:
  flowright cosim fir.mlir                                 random inputs for 100 cycles
  flowright cosim fir.mlir --cycles 1000 --seed 7 --engine verilator
  flowright cosim fir.mlir --stimulus inputs.csv --keep bench
  flowright cosim fir.c                                    the calls of a kernel
  flowright compile fir.c -o out; flowright cosim out

Exit status 1 means that an output differs.";

/// Measure the kernels of the suite beside published figures.
///
/// Every kernel is compiled, simulated and compared with its program, as `run` does it. The table has our cycles, the better one of the two figures that Dynamatic reaches at 5 ns
/// (`fpga20`, or `ftd` for fast token delivery) and the ratio of both; the bound, which is a cycle for every iteration of the innermost loops and one for every run of
/// them; the distance of the iterations of each loop in the order of the source; buffers and their slots; and the seconds that placing them took. One geometric mean
/// is over the kernels that need no load-store queue there, and one over those that do.
#[derive(Args, Debug)]
#[command(after_help = BENCH_EXAMPLES)]
pub struct BenchArgs {
    /// The kernels to measure; all if none is named. `matcher`, alone, measures the engine that finds patterns, beside MLIR's
    #[arg(value_name = "KERNEL", value_parser = PossibleValuesParser::new(bench_kernels()), hide_possible_values = true)]
    pub kernels: Vec<String>,
    #[command(flatten)]
    pub way: WayArgs,
    /// Synthesise the circuits for a Lattice ECP5 with Yosys and nextpnr, too
    ///
    /// A second table has look-up tables, flip-flops, multipliers and the fastest clock beside the published ones, for the kernels that are named, or for all those
    /// of which there are published figures. With `matcher` it has what chips take. The script `./flowright` installs both programs when this option is first used.
    #[arg(long)]
    pub synth: bool,
    /// Measure kernels whose accesses to memory may meet under every `--memory`, too
    ///
    /// A further table has cycles, and what `--synth` finds, for `ordered`, `guard`, `lsq` and `auto`, of the kernels that are named, or of eight.
    #[arg(long)]
    pub memory_ways: bool,
    /// Write a plot of the ratios to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print a document in Markdown instead of the table: `docs/bench.md`
    #[arg(long)]
    pub markdown: bool,
    /// Print one JSON object
    ///
    /// `lowering`, `memory`, `buffers`, `clock_ns`, `target`, `geomean` of the ratios over `compared` kernels and `slower` ones, the same with `_lsq` of those that are published with load-store queues, `failed`
    /// kernels, `geomean_lut` and `geomean_fmax`, `kernels`, and `memory_ways`. Each kernel has `kernel`, `verdict`, `cycles`, `ratio`, `bound`, `loops` as in `run`, `buffer_count`, `buffer_slots`, `units`, `channels`, `place_ms`, `ecp5` (`lut`,
    /// `ff`, `dsp`, `fmax` in MHz) and `published`, the row of `benches/published.toml` with the `best` figure and who has it (`by`).
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
}

/// The name of the bench that is not of kernels.
pub const MATCHER: &str = "matcher";

fn bench_kernels() -> Vec<&'static str> {
    driver::bench::suite::SOURCES.iter().map(|source| source.name).chain([MATCHER]).collect()
}

const BENCH_EXAMPLES: &str = "\
Examples:
  flowright bench                                          all kernels
  flowright bench fir matvec --lowering blocks
  flowright bench --synth --svg ratios.svg
  flowright bench histogram --memory-ways
  flowright bench matcher                                  patterns in programs, beside MLIR 19
  flowright bench matcher --synth --markdown > docs/bench-matcher.md
  flowright bench --synth --memory-ways --markdown > docs/bench.md

Exit status 1 means that a kernel fails: it gives something else than its program, stops before its end, or cannot be synthesised. A kernel that flowright itself fails at says `panic`, the others
are measured all the same, and the exit status is 3.";

/// Measure how long signals take through our units on a device.
///
/// Every kind of unit is synthesised by itself with Yosys and nextpnr, at widths from 1 to 64 bits, and its delays from data, valids and readies to each other are taken from the
/// report. The table is what placement reads: `targets/ecp5.toml` is the result of this command. It takes some ten minutes.
#[derive(Args, Debug)]
#[command(after_help = CHARACTERIZE_EXAMPLES)]
pub struct CharacterizeArgs {
    /// The device
    #[arg(long, value_enum, value_name = "NAME")]
    pub target: Device,
    /// Write the table to this file rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A device that can be synthesised for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// Lattice ECP5, 85k, speed 6
    Ecp5,
}

const CHARACTERIZE_EXAMPLES: &str = "\
Example:
  flowright characterize --target ecp5 -o targets/ecp5.toml";

/// Say what a diagnostic means, with an example and how to mend it.
#[derive(Args, Debug)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub struct ExplainArgs {
    /// The code, as `FR0106`, `fr106`, `106` or by name; all codes are listed when it is left out
    pub code: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  flowright explain FR0106
  flowright explain undefined-value
  flowright explain                                        list all codes";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound_and_everything_is_explained() {
        let mut command = Cli::command();
        command.build();
        command.clone().debug_assert();
        let mut open = vec![command];
        while let Some(command) = open.pop() {
            assert!(command.get_about().is_some(), "`{}` is not explained", command.get_name());
            for argument in command.get_arguments() {
                assert!(
                    argument.get_help().is_some(),
                    "`{}` of `{}` is not explained",
                    argument.get_id(),
                    command.get_name()
                );
            }
            open.extend(command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned());
        }
    }
}
