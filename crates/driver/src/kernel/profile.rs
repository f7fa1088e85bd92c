//! What a run of the test bench says of a kernel: how many tokens pass each of its channels.
//!
//! Placements weigh loops and branches by how often they are taken. The program is run up to the first call of every kernel, and that call is carried out on the kernel's units, with
//! the buffers that need no knowledge of it. Buffers change time only, so as many tokens pass a channel then as pass it in the circuit that is placed with the counts.

use super::calls::{Given, Parameter, given, parameters, sources};
use super::compile::Stage;
use super::elastic::{args, numbers};
use super::{CompileOptions, Memory};
use crate::c::{CHost, Watched};
use crate::interp::globals;
use crate::run::{Chosen, Program};
use ::interp::{Activation, Halt, Host, HostCall, Interpreter, Limits, Value};
use base::text::counted;
use base::{Bits, Diagnostic, Diagnostics, codes};
use ir::pass::{PassArgs, PassManager, Pipeline};
use ir::{Ir, Op};
use lower::Banks;
use place::graph::channels;
use sim::elastic::{self, Options, Outcome, Verdict};
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

/// Cycles of a call that is looked at. The beginning of a longer one may know nothing of its later loops.
pub(super) const MOST_CYCLES: u64 = 300_000;
/// Steps of the program up to its calls.
const MOST_STEPS: u64 = 50_000_000;

/// The first call of a kernel.
pub struct FirstCall {
    function: Op,
    arguments: Vec<Value>,
    globals: Vec<(String, Value)>,
}

impl FirstCall {
    /// Whether this function was called.
    pub fn is_of(&self, function: Op) -> bool {
        self.function == function
    }

    /// What the circuit of the kernel is given; nothing if it does not fit.
    fn given(&self, program: &Ir, elastic: &Ir, func: Op) -> Option<Vec<Given>> {
        let named =
            |name: &String| self.globals.iter().find(|(global, _)| global == name).map(|(_, value)| value);
        let all = parameters(elastic, func);
        let one = |(source, parameter): (usize, &Parameter)| {
            let value = match &parameter.global {
                Some(global) => named(global),
                None => self.arguments.get(source),
            };
            given(program, &parameter.held(value?), parameter).ok()
        };
        sources(&all).into_iter().zip(&all).map(one).collect()
    }
}

/// The first calls of the kernels that a test bench makes.
#[derive(Default)]
pub(crate) struct FirstCalls {
    calls: Vec<FirstCall>,
    /// How the test bench ended; nothing where there is none, or nobody wants to know of it.
    ended: Option<Ended>,
}

/// How a test bench ended that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    /// By itself, or because all calls were seen.
    Done,
    /// It takes more operations than these.
    Limit(u64),
    /// By an error.
    Failed,
}

impl FirstCalls {
    /// The first call of a kernel.
    pub fn of(&self, function: Op) -> Option<&FirstCall> {
        self.calls.iter().find(|call| call.is_of(function))
    }

    /// The same, to keep.
    #[cfg(test)]
    pub fn take(self, function: Op) -> Option<FirstCall> {
        self.calls.into_iter().find(|call| call.is_of(function))
    }

    /// What a user should know where there is a test bench and it says nothing of a kernel.
    pub fn warning(&self, ir: &Ir, function: Op) -> Option<Diagnostic> {
        let ended = self.ended.filter(|_| self.of(function).is_none())?;
        let (what, hint) = match ended {
            Ended::Done => {
                ("`main` never calls it".to_string(), "call it in `main`, with inputs that are usual for it")
            }
            Ended::Limit(most) => (
                format!("`main` does not call it in its first {}", counted(most, "operation")),
                "let `main` call it earlier, with inputs that are usual for it",
            ),
            Ended::Failed => {
                ("`main` fails before it calls it".to_string(), "see what is wrong with `flowright run`")
            }
        };
        Some(no_profile(ir, function, &what, hint))
    }

    /// The same before a run of the program, which says by itself that a kernel is never called or that the program fails.
    pub fn warning_of_limit(&self, ir: &Ir, function: Op) -> Option<Diagnostic> {
        self.warning(ir, function).filter(|_| matches!(self.ended, Some(Ended::Limit(_))))
    }
}

/// The first calls of the kernels that a test bench makes, for a placement that wants to know of them, and for choices between circuits. None where nothing but arguments from outside calls them: these say nothing of what is usual.
pub(crate) fn first_calls(program: Program<'_>, chosen: &Chosen, options: &CompileOptions) -> FirstCalls {
    first_calls_within(program, chosen, options, MOST_STEPS)
}

fn first_calls_within(
    program: Program<'_>,
    chosen: &Chosen,
    options: &CompileOptions,
    most: u64,
) -> FirstCalls {
    let Program { ir, module, limits } = program;
    let is_placed = reads_tokens(options);
    if !is_placed && options.memory != Memory::Auto && options.banks != Banks::Auto {
        return FirstCalls::default();
    }
    let takes_arguments = ir.entry(ir.region(chosen.entry, 0)).is_some_and(|body| !ir.args(body).is_empty());
    if chosen.kernels.contains(&chosen.entry) || takes_arguments {
        return FirstCalls::default();
    }
    let Some(name) = ir::symbols::symbol_name(ir, chosen.entry) else { return FirstCalls::default() };
    let mut nowhere = io::sink();
    let host = CHost::new(&mut nowhere, None, Watched::default());
    let mut scout = Scout { host, kernels: &chosen.kernels, globals: globals(ir, module), calls: Vec::new() };
    // What is wrong with the program is told when it is run.
    let limits = Limits { steps: limits.steps.min(most), ..limits };
    let ended = match Interpreter::new(ir, module).limits(limits).host(&mut scout).call(name, Vec::new()) {
        Ok(_) => Ended::Done,
        Err(errors) if errors.iter().any(|error| error.code == codes::STEP_LIMIT) => {
            Ended::Limit(limits.steps)
        }
        Err(_) => Ended::Failed,
    };
    // Where only circuits are compared, no placement is done without knowing of calls.
    FirstCalls { calls: scout.calls, ended: Some(ended).filter(|_| is_placed) }
}

/// Whether the placement of buffers that was asked for goes by how often channels are used.
pub(super) fn reads_tokens(options: &CompileOptions) -> bool {
    place::placer::named(&options.buffers).is_some_and(|placer| placer.reads_tokens())
}

/// Looks for first calls, and ends the program when it has them.
struct Scout<'a> {
    host: CHost<'a>,
    kernels: &'a [Op],
    globals: Vec<String>,
    calls: Vec<FirstCall>,
}

impl Host for Scout<'_> {
    fn call(&mut self, call: &HostCall<'_>) -> Result<Vec<Bits>, Halt> {
        self.host.call(call)
    }

    fn watches(&self, _: &Ir, function: Op) -> bool {
        self.kernels.contains(&function)
    }

    fn entered(&mut self, activation: &Activation<'_>) -> ControlFlow<()> {
        let function = activation.function;
        if !self.calls.iter().any(|call| call.is_of(function)) {
            let global = |name: &String| Some((name.clone(), activation.global(name)?));
            let globals = self.globals.iter().filter_map(global).collect();
            self.calls.push(FirstCall { function, arguments: activation.arguments.clone(), globals });
        }
        match self.calls.len() == self.kernels.len() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Carries a call out on a kernel with buffers, or says why not. `counts` says whether tokens and waits are counted.
pub(super) fn try_out(
    ir: &Ir,
    func: Op,
    program: &Ir,
    call: &FirstCall,
    counts: bool,
) -> Result<Outcome, Unknown> {
    let given = call.given(program, ir, func).ok_or(Unknown::Untried)?;
    let mut simulator = elastic::Elastic::new(ir, func, &mut Diagnostics::new()).ok_or(Unknown::Untried)?;
    let options = Options { max_cycles: MOST_CYCLES, count: counts, ..Options::default() };
    let outcome = simulator.run(&mut args(&given), &options);
    match outcome.verdict {
        Verdict::Finished => Ok(outcome),
        Verdict::Limit { .. } => Err(Unknown::Long),
        _ => Err(Unknown::Failed),
    }
}

/// The same; nothing if it cannot be done, or takes more cycles than are looked at.
pub(super) fn carry_out(ir: &Ir, func: Op, program: &Ir, call: &FirstCall, counts: bool) -> Option<Outcome> {
    try_out(ir, func, program, call, counts).ok()
}

/// Why nothing is known of a first call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unknown {
    /// It takes many cycles.
    Long,
    /// It did not come to its end.
    Failed,
    /// The circuit cannot be given its arguments, or not be carried out.
    Untried,
}

impl Unknown {
    /// What the first call does instead of telling its cycles.
    pub fn words(self) -> String {
        match self {
            Unknown::Long => format!("takes more than {MOST_CYCLES} cycles"),
            Unknown::Failed => "does not come to its end".to_string(),
            Unknown::Untried => "cannot be tried".to_string(),
        }
    }
}

/// Says that nothing is known of the first call of a kernel.
pub(super) fn unknown(ir: &Ir, function: Op, why: Unknown) -> Diagnostic {
    let hint = match why {
        Unknown::Long => "let `main` call it with smaller inputs first",
        Unknown::Failed | Unknown::Untried => "see what is wrong with `flowright run`",
    };
    no_profile(ir, function, &format!("its first call {}", why.words()), hint)
}

fn no_profile(ir: &Ir, function: Op, what: &str, hint: &'static str) -> Diagnostic {
    let name = ir::symbols::symbol_name(ir, function).unwrap_or("kernel");
    let message = format!(
        "buffers of `{name}` are placed without knowing how often its loops and branches are taken: {what}"
    );
    let note = "loops without constant bounds count as 20 rounds and every branch as taken in every round; the circuit is correct, and may be slower or larger than it need be";
    let span = ir.ctx.span(ir.loc(function));
    Diagnostic::warning(codes::NO_PROFILE, span, message).note(note).hint(hint)
}

/// How many tokens pass each channel of a kernel in a call of it.
pub(super) fn tokens(
    elastic: &Stage,
    program: &Ir,
    call: &FirstCall,
) -> Result<BTreeMap<ir::Value, u64>, Unknown> {
    let Stage { mut ir, module, .. } = elastic.clone();
    let func = elastic.func().ok_or(Unknown::Failed)?;
    let channels = channels(&ir, func);
    let mut pipeline = Pipeline::default();
    pipeline.push(PassArgs::defaults(&place::PLACE_BUFFERS).with("algorithm", place::placer::UNSOLVED));
    let placed = PassManager::default().run(&pipeline, &mut ir, module, &mut Diagnostics::new());
    placed.map_err(|_| Unknown::Failed)?;
    let outcome = try_out(&ir, func, program, call, true)?;
    let numbers = numbers(&ir, func);
    let passed = |channel| Some((channel, outcome.transfers[*numbers.get(&channel)?]));
    channels.into_iter().map(passed).collect::<Option<_>>().ok_or(Unknown::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Input;
    use crate::kernel::compile::{Kernel, compile};
    use crate::load::{Loaded, ReadOptions, read_module};
    use crate::run::choose;
    use place::graph::Circuit;
    use place::levels::Levels;
    use place::throughput::{Closing, HasRoom, rates};

    /// Divisions only where a number is positive, in loops of four and of as many rounds as a global says.
    const PROGRAM: &str = "int rows = 3;
int kernel(int a[4]) {
  int q = 1000;
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < 4; i++)
      if (a[i] > 0)
        q /= a[i];
  return q;
}
int main(void) {
  int a[4] = {FIRST, -2, -3, -4};
  kernel(a);
  kernel(a);
  return 0;
}";

    /// A loop with one load in its ring, and more where a number is large, which few are.
    const SELDOM: &str = "int kernel(int a[16], int t[16]) {
  int m = 0;
  for (int i = 0; i < 40; i++) {
    while (m > 13)
      m = t[a[m & 15] & 15];
    m = a[m & 15];
    if (m > 14)
      m = t[m & 15];
  }
  return m;
}
int main(void) {
  int a[16], t[16];
  for (int i = 0; i < 16; i++) {
    a[i] = i < 15 ? i + 1 : 0;
    t[i] = 0;
  }
  kernel(a, t);
  return 0;
}";

    fn kernel(first: &str, with_bench: bool) -> Kernel {
        kernel_of(PROGRAM.replace("FIRST", first), with_bench)
    }

    fn kernel_of(program: String, with_bench: bool) -> Kernel {
        let input = Input::new("test.c", program);
        let mut read = ReadOptions::default();
        read.c.lower.top.push("kernel".to_string());
        let Loaded { ir, module, mut diagnostics } =
            read_module(&input, &read).unwrap_or_else(|_| panic!("it can be read"));
        let chosen = choose(&ir, module, Some("kernel")).expect("there is a kernel");
        let program = Program { ir: &ir, module, limits: Limits::default() };
        let options = CompileOptions::default();
        let calls = first_calls(program, &chosen, &options);
        let function = chosen.kernels[0];
        assert!(calls.of(function).is_some(), "the kernel is called");
        assert!(calls.warning(&ir, function).is_none());
        let call = calls.of(function).filter(|_| with_bench);
        compile(&ir, module, function, &options, call, &mut diagnostics, &|_| {}).expect("it compiles")
    }

    /// The periods of the loops without buffers, inner ones first.
    fn periods(kernel: &Kernel, closing: Closing) -> Vec<f64> {
        let circuit = Circuit::of(&kernel.elastic.ir, kernel.elastic.func().expect("it is there"));
        let levels = Levels::of(&circuit);
        let has_room = HasRoom::WhereBufferable(closing);
        let rates = rates(&circuit, &levels, &levels.trips(&circuit), has_room);
        levels.inside_out().into_iter().map(|id| rates[id].period).collect()
    }

    #[test]
    fn what_the_test_bench_never_does_binds_no_loop() {
        let inner = |kernel: &Kernel| periods(kernel, Closing::Period)[0];
        let division = inner(&kernel("1", false));
        assert!(division > 30.0, "a division is in the ring: {division}");
        assert_eq!(inner(&kernel("1", true)), 1.0, "a quarter of the rounds divides");
        assert_eq!(inner(&kernel("-1", true)), 1.0, "none does");
    }

    #[test]
    fn what_is_seldom_done_binds_no_loop_around_one_that_is_seldom_run() {
        let kernel = kernel_of(SELDOM.to_string(), true);
        let [inner, outer] = periods(&kernel, Closing::Cycle)[..] else { panic!("there are two loops") };
        assert!(inner >= 2.0, "two loads are in its ring: {inner}");
        assert!(outer < 2.0, "one load is in its ring: {outer}");
        let circuit = Circuit::of(&kernel.buffered.ir, kernel.buffered.func().expect("it is there"));
        let levels = Levels::usual(&circuit);
        let placed = rates(&circuit, &levels, &levels.trips(&circuit), HasRoom::InBuffers);
        let around = levels.inside_out()[1];
        assert!(placed[around].period < 4.5, "it is placed for the usual round: {}", placed[around].period);
    }

    #[test]
    fn rounds_are_those_of_the_first_call() {
        let kernel = kernel("-1", true);
        for stage in [&kernel.elastic, &kernel.buffered] {
            let circuit = Circuit::of(&stage.ir, stage.func().expect("it is there"));
            let levels = Levels::of(&circuit);
            let trips = levels.trips(&circuit);
            let trips: Vec<f64> = levels.inside_out().into_iter().map(|id| trips[id]).collect();
            // The inner loop is tested last, so its last round is the closing one.
            assert_eq!(trips, [3.0, 3.0], "{}", stage.name);
        }
    }

    /// What is said of the kernel of a program whose `main` may take so many operations.
    fn silence(body: &str, most: u64) -> Option<String> {
        let input = Input::new(
            "test.c",
            format!("int kernel(int a) {{ return a + 1; }}\nint main(void) {{ {body} }}"),
        );
        let mut read = ReadOptions::default();
        read.c.lower.top.push("kernel".to_string());
        let Loaded { ir, module, .. } =
            read_module(&input, &read).unwrap_or_else(|_| panic!("it can be read"));
        let chosen = choose(&ir, module, Some("kernel")).expect("there is a kernel");
        let program = Program { ir: &ir, module, limits: Limits::default() };
        let calls = first_calls_within(program, &chosen, &CompileOptions::default(), most);
        calls.warning(&ir, chosen.kernels[0]).map(|warning| warning.message)
    }

    #[test]
    fn a_test_bench_that_says_nothing_is_not_passed_over() {
        let says = |body: &str, most: u64| silence(body, most).unwrap_or_default();
        assert_eq!(silence("return kernel(1);", 1000), None);
        let never = says("int x = 1; return x > 5 ? kernel(1) : 0;", 1000);
        assert!(never.ends_with("`main` never calls it"), "{never}");
        let late = "int s = 0; for (int i = 0; i < 1000; i++) s ^= i; return kernel(s);";
        assert!(says(late, 100).ends_with("`main` does not call it in its first 100 operations"));
        assert_eq!(silence(late, 1_000_000), None);
        let fails = says("int a[2] = {0, 0}; return kernel(1 / a[0]);", 1000);
        assert!(fails.ends_with("`main` fails before it calls it"), "{fails}");
    }
}
