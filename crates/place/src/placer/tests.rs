//! The table of placements, what each of them leaves, and what is said when there is none.

use super::{DEFAULT, PLACERS, Task, UNSOLVED};
use crate::graph::{ChannelId, Circuit};
use crate::levels::Levels;
use crate::placement::{Goal, Problem};
use crate::rings::Rings;
use crate::schedule::Schedule;
use crate::target::{self, Target};
use crate::throughput::{Closing, HasRoom, rates};
use crate::timing::{Signals, Timed, meets};
use crate::{PLACE_BUFFERS, flowright, place_buffers, placed_instead};
use base::{Diagnostics, IdMap, Severity};
use dialects::handshake;
use ir::pass::PassArgs;
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op};
use milp::{Failure, Limits, MilpSolver, Model, NotFound, Solution, Status};
use std::cell::RefCell;
use std::time::Duration;

/// The sum of products of two arrays, as streams.
const STREAMS: &str = "handshake.func @dot(%x: memref<16xi32>, %y: memref<16xi32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %s:6 = fork [6] %start : <>
  %zs = source : <>
  %z = constant %zs {value = 0 : i5} : <>, <i5>
  %os = source : <>
  %o = constant %os {value = 1 : i5} : <>, <i5>
  %n = constant %s#0 {value = 15 : i5} : <>, <i5>
  %i, %raw = dataflow.stream %z, %o, %n : <i5>
  %r:3 = fork [3] %raw : <i1>
  %first = constant %s#1 {value = 0 : i32} : <>, <i32>
  %sum = dataflow.carry %r#0, %first, %next : <i1>, <i32>, <i32> -> <i32>
  %in, %out = cond_br %r#1, %sum : <i1>, <i32>
  %it, %if = cond_br %r#2, %i : <i1>, <i5>
  sink %if : <i5>
  %at:2 = fork [2] %it : <i5>
  %xa, %xv = load[%at#0] %xd : <i5>, <i32>, <i5>, <i32>
  %ya, %yv = load[%at#1] %yd : <i5>, <i32>, <i5>, <i32>
  %p = muli %xv, %yv : <i32>
  %next = addi %in, %p : <i32>
  %xd, %xe = mem_controller[%x : memref<16xi32>] %s#2 (%xa) %s#3 {connectedBlocks = []} : (!handshake.channel<i5>) -> !handshake.channel<i32>
  %yd, %ye = mem_controller[%y : memref<16xi32>] %s#4 (%ya) %s#5 {connectedBlocks = []} : (!handshake.channel<i5>) -> !handshake.channel<i32>
  %all = join %xe, %ye : <>
  end %out, %all : <i32>, <>
}";

/// A loop of blocks with a choice inside.
const BLOCKS: &str = "handshake.func @gcd(%a: !handshake.channel<i32>, %b: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %ctrl, %index = control_merge [%start, %again] : [<>, <>] to <>, <i1>
  %k0, %k1 = fork [2] %index : <i1>
  %x = mux %k0 [%a, %y2] : <i1>, [<i32>, <i32>] to <i32>
  %y = mux %k1 [%b, %m] : <i1>, [<i32>, <i32>] to <i32>
  %y0, %y1 = fork [2] %y : <i32>
  %zs = source : <>
  %z = constant %zs {value = 0 : i32} : <>, <i32>
  %ne = cmpi ne, %y0, %z : <i32>
  %n:3 = fork [3] %ne : <i1>
  %again, %done = cond_br %n#0, %ctrl : <i1>, <>
  %xin, %xout = cond_br %n#1, %x : <i1>, <i32>
  %yin, %yout = cond_br %n#2, %y1 : <i1>, <i32>
  sink %yout : <i32>
  %y2, %y3 = fork [2] %yin : <i32>
  %m = remui %xin, %y3 : <i32>
  end %xout, %done : <i32>, <>
}";

fn read(text: &str) -> (Ir, Op, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diagnostics = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
    let kernel = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel");
    (ir, module, kernel)
}

/// Runs the pass with some options.
fn place(text: &str, options: &[(&str, &str)]) -> (String, Diagnostics, Ir, Op) {
    let (mut ir, module, kernel) = read(text);
    let defaults = PassArgs::defaults(&PLACE_BUFFERS);
    let args = options.iter().fold(defaults, |args, (name, value)| args.with(name, value));
    let mut diagnostics = Diagnostics::new();
    let result = (PLACE_BUFFERS.run)(&mut ir, module, &args, &mut diagnostics);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    assert!(ir::verify::verify(&mut ir, module, &mut Diagnostics::new()));
    (print(&ir, module, PrintOptions::default()), diagnostics, ir, kernel)
}

#[test]
fn every_placement_is_named_once_and_documented() {
    let options = PLACE_BUFFERS.options.iter().find(|option| option.name == "algorithm").expect("an option");
    for placer in PLACERS {
        assert_eq!(PLACERS.iter().filter(|other| other.name() == placer.name()).count(), 1);
        assert!(placer.doc().len() > 40 && placer.doc().ends_with('.'), "{}", placer.name());
        assert!(options.doc.contains(&format!("`{}`", placer.name())), "{}", placer.name());
        assert!(PLACE_BUFFERS.doc.contains(&format!("`{}`", placer.name())), "{}", placer.name());
    }
}

#[test]
fn every_placement_breaks_every_cycle_and_fpl22_meets_the_clock() {
    for text in [STREAMS, BLOCKS] {
        // Ours looks for loops where lowerings write them, and has tests of its own.
        for placer in PLACERS.into_iter().filter(|placer| placer.name() != "flowright") {
            for clock in ["4", "8"] {
                let (_, diagnostics, ir, kernel) =
                    place(text, &[("algorithm", placer.name()), ("clock", clock)]);
                assert!(!diagnostics.has_errors(), "{}: {diagnostics:#?}", placer.name());
                let circuit = Circuit::of(&ir, kernel);
                let signals =
                    Signals::of(&ir, &circuit, &Target::named(target::DEFAULT).expect("it is there"));
                let Timed::Paths(longest) = signals.critical() else {
                    panic!("{}: a cycle is left", placer.name())
                };
                let longest = longest.first().map_or(0.0, |path| path.delay);
                let clock: f64 = clock.parse().expect("a number");
                // The others time no readies, or nothing.
                assert!(placer.name() != "fpl22" || meets(longest, clock), "{longest} ns at {clock} ns");
            }
        }
    }
}

#[test]
fn two_runs_give_the_same_placement() {
    for placer in PLACERS {
        let [one, other] = [(); 2].map(|()| place(STREAMS, &[("algorithm", placer.name())]).0);
        assert_eq!(one, other, "{}", placer.name());
    }
}

/// Rows of rings are for solutions that are not whole: there are some as long as there are no slots, and none of them is missing where a placement has been found.
#[test]
fn rings_ask_for_slots_that_a_placement_has() {
    let (ir, _, kernel) = read(STREAMS);
    let circuit = Circuit::of(&ir, kernel);
    let levels = Levels::for_times(&circuit);
    let trips = levels.trips(&circuit);
    let schedule = Schedule::of(&circuit, &levels, &trips);
    let rates = rates(&circuit, &levels, &trips, HasRoom::WhereBufferable(Closing::Period));
    let periods = rates.values().map(|rate| rate.period).collect();
    let may_hold = circuit.channels.values().map(|channel| channel.bufferable && !channel.standing).collect();
    let rings = Rings::of(&schedule, &periods, 1e6, &may_hold);
    let none: IdMap<ChannelId, f64> = circuit.channels.values().map(|_| 0.0).collect();
    // The product takes four cycles, and the sum waits for it on the other way from the counter.
    assert!(!rings.cuts(&none, &none).is_empty());
    let signals = Signals::of(&ir, &circuit, &Target::named(target::DEFAULT).expect("it is there"));
    let goal = Goal { clock: 5.0, time: Duration::from_secs(60) };
    let task =
        Task { ir: &ir, kernel, circuit: &circuit, signals: &signals, goal, models: None, tell: &|_| {} };
    let placement = super::named("flowright").expect("it is there").place(&task).expect("there is one");
    assert_eq!((placement.status, placement.gap <= 1e-3), (Status::Optimal, true));
    let slots = placement.channels.values().map(|of| f64::from(of.slots)).collect();
    let breaks = placement.channels.values().map(|of| f64::from(u8::from(of.breaks_dv))).collect();
    assert_eq!(rings.cuts(&slots, &breaks), []);
}

#[test]
fn who_waits_is_told_what_the_solver_is_at() {
    let (mut ir, module, _) = read(STREAMS);
    let told = RefCell::new(Vec::new());
    let tell = |what: &str| told.borrow_mut().push(what.to_string());
    let args = PassArgs::defaults(&PLACE_BUFFERS);
    place_buffers(&mut ir, module, &args, &mut Diagnostics::new(), &tell).expect("there is a placement");
    let told = told.into_inner();
    assert!(told.iter().all(|line| line.starts_with("`dot`, ") && line.contains(" rows")), "{told:?}");
    assert!(told.len() > 2, "{told:?}");
}

#[test]
fn an_impossible_clock_names_the_unit_and_the_least_clock() {
    for algorithm in ["fpga20", "fpl22"] {
        let (_, diagnostics, ..) = place(STREAMS, &[("algorithm", algorithm), ("clock", "1.5")]);
        let error = diagnostics.iter().find(|one| one.severity == Severity::Error).expect("it is refused");
        assert_eq!(error.code, base::codes::CLOCK_TOO_FAST);
        // An addition of 32 bits is the slowest unit.
        assert!(error.message.contains("`handshake.addi`, takes 1.869 ns"), "{}", error.message);
        assert!(
            error.hint.as_ref().is_some_and(|hint| hint.contains("the least clock is 1.869 ns")),
            "{error:?}"
        );
        // At that clock there is one.
        let (_, diagnostics, ..) = place(STREAMS, &[("algorithm", algorithm), ("clock", "1.869")]);
        assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    }
}

#[test]
fn out_of_time_the_best_so_far_is_taken_with_a_warning() {
    for algorithm in ["fpga20", "fpl22"] {
        let (text, diagnostics, ir, kernel) = place(BLOCKS, &[("algorithm", algorithm), ("time", "0.001")]);
        let [warning] = &diagnostics.iter().collect::<Vec<_>>()[..] else { panic!("{diagnostics:#?}") };
        assert_eq!((warning.severity, warning.code), (Severity::Warning, base::codes::PLACEMENT_TIME));
        assert!(warning.message.starts_with("the limit of 0.001 s for all models ended"), "{warning:?}");
        assert!(text.contains("buffer"));
        let circuit = Circuit::of(&ir, kernel);
        let signals = Signals::of(&ir, &circuit, &Target::named(target::DEFAULT).expect("it is there"));
        assert!(matches!(signals.critical(), Timed::Paths(_)), "a cycle is left");
    }
}

#[test]
fn the_clock_is_met_with_what_buffers_take_or_refused() {
    let target = Target::named("ecp5").expect("it is there");
    for (text, clocks) in [(STREAMS, ["5", "8"]), (BLOCKS, ["5", "12"])] {
        for clock in clocks {
            let (_, diagnostics, ir, kernel) = place(text, &[("clock", clock), ("target", "ecp5")]);
            let refused = |one: &base::Diagnostic| one.code == base::codes::CLOCK_TOO_FAST;
            if diagnostics.iter().any(refused) {
                assert_eq!(clock, "5", "{diagnostics:#?}");
                continue;
            }
            let circuit = Circuit::of(&ir, kernel);
            let Timed::Paths(longest) = Signals::of(&ir, &circuit, &target).critical() else {
                panic!("a cycle is left")
            };
            let asked: f64 = clock.parse().expect("it is a number");
            assert!(meets(longest[0].delay, asked), "{clock} ns: {} ns", longest[0].delay);
        }
    }
}

#[test]
fn models_that_cannot_be_written_are_no_fault_of_the_solver() {
    let (_, diagnostics, ..) = place(STREAMS, &[("models", "/dev/null/models")]);
    let error = diagnostics.iter().next().expect("it is refused");
    assert_eq!(error.code, base::codes::UNWRITABLE_FILE);
    assert_eq!(error.message, "cannot make the folder `/dev/null/models`: not a directory");
    assert!(error.hint.is_some());
}

#[test]
fn models_are_written_where_they_are_wanted() {
    let folder = std::env::temp_dir().join(format!("flowright-place-{}", std::process::id()));
    place(STREAMS, &[("algorithm", "fpl22"), ("models", &folder.to_string_lossy())]);
    let model = |number: u32| {
        std::fs::read_to_string(folder.join(format!("dot-{number}.lp"))).expect("it is written")
    };
    assert!(model(1).contains("throughput0") && model(1).contains(" clock"));
    // Each is solved twice: with the breaks of the first placement, and as it is.
    assert!(model(2).contains("throughput0") && model(1) != model(2));
    assert!(!model(4).contains("throughput"), "the last one is for the rest");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn what_cannot_be_is_told_with_its_reason() {
    let (ir, _, kernel) = read(STREAMS);
    let circuit = Circuit::of(&ir, kernel);
    let signals = Signals::of(&ir, &circuit, &Target::named(target::DEFAULT).expect("it is there"));
    let goal = Goal { clock: 5.0, time: Duration::from_secs(3) };
    let task =
        Task { ir: &ir, kernel, circuit: &circuit, signals: &signals, goal, models: None, tell: &|_| {} };
    let placer = super::named(DEFAULT).expect("it is there");
    let said = |problem: Problem| {
        let error = problem.diagnostic(&task, placer);
        assert_eq!(error.severity, Severity::Error);
        format!("{} {}", error.code, error.message)
    };
    let missing = Problem::NoSolver(NotFound { places: vec!["/nowhere/highs".into()] });
    assert!(missing.diagnostic(&task, placer).hint.is_some());
    assert_eq!(said(missing), "FR0870 HiGHS, which places the buffers, is not there");
    assert_eq!(
        said(Problem::Conflict(vec!["clock".to_string(), "hold".to_string()])),
        "FR0872 the model of the placement has no solution: its rows `clock`, `hold` contradict each other"
    );
    let broken = Problem::Solver(Failure::Broken("`highs` said: no".to_string()));
    assert!(broken.diagnostic(&task, placer).hint.is_some());
    assert_eq!(said(broken), "FR0874 the solver does not work: `highs` said: no");
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let code = |options: &[(&str, &str)]| {
        let (_, diagnostics, ..) = place(STREAMS, options);
        diagnostics.iter().next().expect("it is refused").code
    };
    assert_eq!(code(&[("algorithm", "fpga19")]), base::codes::BAD_PASS_OPTION);
    assert_eq!(code(&[("clock", "0")]), base::codes::BAD_PASS_OPTION);
    assert_eq!(code(&[("clock", "fast")]), base::codes::BAD_PASS_OPTION);
    assert_eq!(code(&[("target", "abacus")]), base::codes::TARGET_TABLE);
    assert_eq!(code(&[("target", "/nowhere/abacus.toml")]), base::codes::TARGET_TABLE);
}

/// A solver that fails, each time as it is told, and in the end by its time.
struct Fails<'a> {
    next: &'a [Failure],
    calls: usize,
}

impl MilpSolver for Fails<'_> {
    fn name(&self) -> String {
        "none".to_string()
    }

    fn solve(&mut self, _: &Model, _: Limits, _: Option<&Solution>) -> Result<Solution, Failure> {
        self.calls += 1;
        Err(self.next.get(self.calls - 1).cloned().unwrap_or(Failure::OutOfTime))
    }
}

#[test]
fn where_buffers_take_time_a_search_without_a_result_says_what_ended_it() {
    let (ir, _, kernel) = read(STREAMS);
    let circuit = Circuit::of(&ir, kernel);
    let levels = Levels::for_times(&circuit);
    let signals = Signals::of(&ir, &circuit, &Target::named("ecp5").expect("it is there"));
    let check = |next: &[Failure], expected: (Status, bool)| {
        let goal = Goal { clock: 12.0, time: Duration::from_secs(600) };
        let mut solver = Fails { next, calls: 0 };
        let placement = flowright::place(&circuit, &levels, &signals, goal, &mut solver);
        let placement = placement.expect("breaks everywhere meet such a clock");
        assert_eq!((placement.status, placement.has_times), expected, "{next:?}");
    };
    check(&[Failure::OutOfTime], (Status::TimeLimit, true));
    check(&[Failure::OutOfNodes], (Status::NodeLimit, true));
    check(&[Failure::Infeasible, Failure::OutOfTime], (Status::TimeLimit, false));
    check(&[Failure::Infeasible, Failure::OutOfNodes], (Status::NodeLimit, false));
}

#[test]
fn no_search_begins_when_the_time_is_over() {
    let (ir, _, kernel) = read(STREAMS);
    let circuit = Circuit::of(&ir, kernel);
    let levels = Levels::for_times(&circuit);
    let signals = Signals::of(&ir, &circuit, &Target::named(target::DEFAULT).expect("it is there"));
    let goal = Goal { clock: 5.0, time: Duration::ZERO };
    let mut solver = Fails { next: &[], calls: 0 };
    let placed = flowright::place(&circuit, &levels, &signals, goal, &mut solver);
    assert!(matches!(placed, Err(Problem::Solver(Failure::OutOfTime))), "{placed:?}");
    assert_eq!(solver.calls, 0);
}

#[test]
fn who_placed_the_buffers_is_told_where_it_is_another() {
    let (_, diagnostics, ir, kernel) = place(STREAMS, &[("time", "1e-9")]);
    let [warning] = &diagnostics.iter().collect::<Vec<_>>()[..] else { panic!("{diagnostics:#?}") };
    assert_eq!((warning.severity, warning.code), (Severity::Warning, base::codes::PLACEMENT_TIME));
    assert!(warning.message.contains("before any was found; they are placed `on-merges`"), "{warning:?}");
    assert_eq!(placed_instead(&ir, kernel).map(|placer| placer.name()), Some(UNSOLVED));
    let (_, _, ir, kernel) = place(STREAMS, &[]);
    assert!(placed_instead(&ir, kernel).is_none());
}

#[test]
fn the_texts_name_the_limit_that_there_is() {
    let time = PLACE_BUFFERS.options.iter().find(|option| option.name == "time").expect("an option");
    assert_eq!((time.doc.contains("takes ten times as long at most"), flowright::TIMES), (true, 10));
}
