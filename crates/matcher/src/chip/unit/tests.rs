//! A unit driven by hand: every state of its registers, every port, every step of its procedure. And chains of units against what streams show.

use super::register::{TAG_BITS, place_bits};
use super::{MatchResult, State, cycles, least_units, make, unit};
use crate::alphabet::{Alphabet, OpKind};
use crate::chip::bench::Bench;
use crate::chip::testing::{Case, check};
use crate::chip::{Arch, Plan};
use crate::pattern::{Node, Pattern, Slot};
use crate::random::Shape;
use crate::stream::file::pack;
use crate::stream::layout::Layout;
use crate::stream::{Operand, Record};
use base::{Bits, Diagnostics, Rng};
use ir::{Context, Ir};
use sim::{Observe, SimOptions, Simulator};

/// A unit in the simulator.
struct Driven {
    sim: Simulator,
    alphabet: Alphabet,
    layout: Layout,
    place_bits: u32,
}

/// What else comes with a record.
#[derive(Clone, Copy, Default)]
struct With {
    new_sequence: bool,
    stream_completed: bool,
    is_stream_paused: bool,
}

const ROOT: With = With { new_sequence: true, stream_completed: false, is_stream_paused: false };
const MORE: With = With { new_sequence: false, stream_completed: false, is_stream_paused: false };
const LAST: With = With { new_sequence: false, stream_completed: true, is_stream_paused: false };
const PAUSED: With = With { new_sequence: false, stream_completed: false, is_stream_paused: true };

/// How far away a value may be.
const WINDOW: u32 = 8;

fn alphabet() -> Alphabet {
    let kind = |name: &str, operands| OpKind { name: name.to_string(), operands, has_result: true };
    Alphabet::new([kind("neg", 1), kind("or", 2), kind("and", 2)]).expect("three kinds fit")
}

fn node(name: &str, operands: &[Option<u32>]) -> Node {
    let opcode = alphabet().find(name).expect("the alphabet has it");
    Node { opcodes: [opcode].into_iter().collect(), facts: 0, operands: operands.to_vec() }
}

fn pattern(nodes: Vec<Node>, equalities: &[[(u32, u32); 2]]) -> Pattern {
    let slot = |(node, operand)| Slot { node, operand };
    let equalities = equalities.iter().map(|[a, b]| (slot(*a), slot(*b))).collect();
    let pattern = Pattern { name: "p".to_string(), nodes, equalities };
    assert_eq!(pattern.fault(&alphabet()), None);
    pattern
}

/// `(a | b) | a`
fn redundant_or() -> Pattern {
    pattern(vec![node("or", &[Some(1), None]), node("or", &[None, None])], &[[(0, 1), (1, 0)]])
}

/// `or(neg(neg(neg(a))), b)`: a register below a register below a register.
fn three_below() -> Pattern {
    let neg = |below| node("neg", &[below]);
    pattern(vec![node("or", &[Some(1), None]), neg(Some(2)), neg(Some(3)), neg(None)], &[])
}

/// The state of a register with these bits.
fn state_of(bits: u64) -> State {
    let states = [State::Unknown, State::LocatedAt, State::Found, State::Never];
    states[(bits % (1 << TAG_BITS)) as usize]
}

impl Driven {
    fn new(pattern: &Pattern) -> Driven {
        let alphabet = alphabet();
        let layout = Layout::new(&alphabet, std::slice::from_ref(pattern), WINDOW);
        let mut ir = Ir::new(Context::new(dialects::all()));
        let design = circuit::builder::design(&mut ir);
        let top = unit(&mut ir, design, &layout, pattern, "unit");
        let mut diagnostics = Diagnostics::default();
        assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
        let options = SimOptions { observe: Observe::Names, ..SimOptions::default() };
        let sim = Simulator::new(&ir, top, &options, &mut diagnostics);
        let place_bits = place_bits(&layout, pattern);
        Driven { sim: sim.expect("the circuit is whole"), alphabet, layout, place_bits }
    }

    /// The bits of a record of an operation; each operand a distance less one, or the number of a far value.
    fn record(&self, name: &str, operands: &[Result<u32, u32>]) -> Bits {
        let code = match self.alphabet.find(name) {
            Some(opcode) => self.layout.code(opcode),
            None if name == "separator" => Layout::SEPARATOR,
            None => Layout::OTHER,
        };
        let mut record = Record { code, operands: Default::default(), facts: 0 };
        for field in 0..self.layout.fields() as usize {
            record.operands.push(match operands.get(field) {
                None => Operand::default(),
                Some(Ok(payload)) => Operand { far: false, payload: *payload },
                Some(Err(number)) => Operand { far: true, payload: *number },
            });
        }
        Bits::from_le_bytes(self.layout.record_bits(), &pack(&self.layout, &record))
    }

    fn step(&mut self, name: &str, operands: &[Result<u32, u32>], with: With) {
        let record = self.record(name, operands);
        let mut poke = |name: &str, value: &Bits| {
            let port = self.sim.input(name).unwrap_or_else(|| panic!("a unit has {name}"));
            self.sim.poke(port, value);
        };
        poke("next_op", &record);
        for (name, is_set) in [
            ("new_sequence", with.new_sequence),
            ("stream_completed", with.stream_completed),
            ("is_stream_paused", with.is_stream_paused),
        ] {
            poke(name, &Bits::from_u64(1, u64::from(is_set)));
        }
        self.sim.step();
    }

    /// The register of a node: its tag and what is above it.
    fn register(&mut self, node: u32) -> (State, u64) {
        let name = format!("node{node}");
        let at = self.sim.signals().iter().position(|signal| signal.name == name);
        let bits = self.sim.signal(at.expect("the buffer has it")).to_u64().expect("it is not wide");
        (state_of(bits), bits >> TAG_BITS)
    }

    fn state(&mut self, node: u32) -> State {
        self.register(node).0
    }

    /// How many records come before the operation of a node.
    fn located(&mut self, node: u32) -> u64 {
        let (state, offset) = self.register(node);
        assert_eq!(state, State::LocatedAt);
        offset
    }

    /// The operation of a node: how many records behind the root it was found, and its code.
    fn found(&mut self, node: u32) -> (u64, u64) {
        let (state, found) = self.register(node);
        assert_eq!(state, State::Found);
        let code = found >> self.place_bits;
        (found % (1 << self.place_bits), code % (1 << self.layout.code_bits()))
    }

    fn place(&mut self, node: u32) -> u64 {
        self.found(node).0
    }

    fn result(&mut self) -> MatchResult {
        let port = self.sim.output("match_result").expect("a unit has it");
        let results = [MatchResult::Unknown, MatchResult::Success, MatchResult::Failure];
        results[self.sim.peek_u64(port) as usize]
    }
}

#[test]
fn its_ports_are_these() {
    let driven = Driven::new(&redundant_or());
    let names = |ports: &[sim::Port]| ports.iter().map(|port| port.name.clone()).collect::<Vec<_>>();
    let inputs = ["clock", "next_op", "is_stream_paused", "new_sequence", "stream_completed"];
    assert_eq!(names(driven.sim.inputs()), inputs);
    assert_eq!(names(driven.sim.outputs()), ["output_op", "match_result"]);
}

#[test]
fn unknown_is_the_state_before_anything_is_known() {
    let mut unit = Driven::new(&three_below());
    assert_eq!([0, 1, 2, 3].map(|node| unit.state(node)), [State::Unknown; 4]);
    unit.step("or", &[Ok(2)], ROOT);
    assert_eq!([2, 3].map(|node| unit.state(node)), [State::Unknown; 2], "their users have not been found");
}

#[test]
fn new_sequence_puts_the_record_into_the_root_and_locates_its_children() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("or", &[Ok(3), Ok(5)], ROOT);
    assert_eq!(unit.place(0), 0);
    assert_eq!(unit.located(1), 3);
}

#[test]
fn new_sequence_forgets_what_is_below_the_children_of_the_root() {
    let mut unit = Driven::new(&three_below());
    unit.step("or", &[Ok(0)], ROOT);
    for _ in 0..3 {
        unit.step("neg", &[Ok(0)], MORE);
    }
    assert_eq!([1, 2, 3].map(|node| unit.state(node)), [State::Found; 3]);
    unit.step("or", &[Ok(4)], ROOT);
    assert_eq!((unit.place(0), unit.located(1)), (0, 4));
    assert_eq!([2, 3].map(|node| unit.state(node)), [State::Unknown; 2]);
}

#[test]
fn new_sequence_with_stream_completed_has_the_root_alone() {
    let mut unit = Driven::new(&three_below());
    unit.step("or", &[Ok(0)], With { stream_completed: true, ..ROOT });
    assert_eq!(unit.place(0), 0);
    assert_eq!([1, 2, 3].map(|node| unit.state(node)), [State::Never; 3]);
}

#[test]
fn located_at_counts_down_with_every_record() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("or", &[Ok(3), Ok(5)], ROOT);
    for left in [2, 1, 0] {
        unit.step("and", &[], MORE);
        assert_eq!(unit.located(1), left);
    }
}

#[test]
fn located_at_zero_becomes_found_with_the_record_and_the_counter() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("or", &[Ok(1), Ok(5)], ROOT);
    unit.step("and", &[], MORE);
    assert_eq!(unit.located(1), 0);
    unit.step("or", &[Ok(3), Ok(0)], MORE);
    let code = unit.layout.code(unit.alphabet.find("or").expect("the alphabet has it"));
    assert_eq!(unit.found(1), (2, u64::from(code)), "the operation is kept above its place");
}

#[test]
fn found_locates_its_children_by_its_own_operands() {
    let mut unit = Driven::new(&three_below());
    unit.step("or", &[Ok(0)], ROOT);
    unit.step("neg", &[Ok(4)], MORE);
    assert_eq!(unit.state(1), State::Found);
    assert_eq!(unit.located(2), 4);
    assert_eq!(unit.state(3), State::Unknown);
}

#[test]
fn all_registers_change_at_once() {
    // A loop over registers, in which each sees what those before it became, would have node 2 count, or bind, the record of node 1.
    let mut unit = Driven::new(&three_below());
    unit.step("or", &[Ok(0)], ROOT);
    unit.step("neg", &[Ok(0)], MORE);
    assert_eq!(unit.located(2), 0, "it is the next record, not this one");
    unit.step("neg", &[Ok(1)], MORE);
    assert_eq!([1, 2].map(|node| unit.place(node)), [1, 2]);
    assert_eq!(unit.located(3), 1, "the record of its parent does not count");
}

#[test]
fn never_is_a_child_that_the_operation_does_not_have() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("other", &[], ROOT);
    assert_eq!(unit.state(1), State::Never);
    unit.step("or", &[Err(1), Ok(0)], ROOT);
    assert_eq!(unit.state(1), State::Never, "a value from elsewhere is not followed");
}

#[test]
fn never_goes_on_to_children() {
    let mut unit = Driven::new(&three_below());
    unit.step("or", &[Err(1)], ROOT);
    assert_eq!([1, 2, 3].map(|node| unit.state(node)), [State::Never, State::Unknown, State::Unknown]);
    unit.step("and", &[], MORE);
    assert_eq!([1, 2, 3].map(|node| unit.state(node)), [State::Never, State::Never, State::Unknown]);
    unit.step("and", &[], MORE);
    assert_eq!([1, 2, 3].map(|node| unit.state(node)), [State::Never; 3]);
}

#[test]
fn stream_completed_makes_never_of_what_was_not_found() {
    let mut unit = Driven::new(&three_below());
    unit.step("or", &[Ok(0)], ROOT);
    unit.step("neg", &[Ok(5)], LAST);
    let never = [State::Never; 2];
    assert_eq!([0, 1].map(|node| unit.state(node)), [State::Found; 2], "the last record counts");
    assert_eq!([2, 3].map(|node| unit.state(node)), never);
    for _ in 0..2 {
        assert_eq!(unit.result(), MatchResult::Unknown);
        unit.step("and", &[], PAUSED);
    }
    assert_eq!(unit.result(), MatchResult::Failure, "the machine comes to an end while the stream is paused");
}

#[test]
fn a_paused_stream_changes_neither_the_buffer_nor_the_output() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("or", &[Ok(1), Ok(5)], ROOT);
    let output = unit.sim.output("output_op").expect("a unit has it");
    let (kept, before) = ([unit.register(0), unit.register(1)], unit.sim.peek(output));
    unit.step("and", &[Ok(0), Ok(0)], With { new_sequence: true, stream_completed: true, ..PAUSED });
    assert_eq!([unit.register(0), unit.register(1)], kept);
    assert_eq!(unit.sim.peek(output), before);
    unit.step("and", &[], MORE);
    assert_eq!(unit.located(1), 0, "it goes on where it was");
}

#[test]
fn output_op_is_the_record_of_the_step_before() {
    let mut unit = Driven::new(&redundant_or());
    let output = unit.sim.output("output_op").expect("a unit has it");
    for (name, operands) in [("or", [Ok(1), Ok(2)]), ("and", [Err(1), Ok(3)])] {
        let record = unit.record(name, &operands);
        unit.step(name, &operands, MORE);
        assert_eq!(unit.sim.peek(output), record);
    }
}

#[test]
fn match_result_is_unknown_then_success_until_a_new_sequence() {
    let mut unit = Driven::new(&redundant_or());
    // The root's second operand and the first of the operation behind it are the same record.
    unit.step("or", &[Ok(0), Ok(3)], ROOT);
    assert_eq!(unit.result(), MatchResult::Unknown);
    unit.step("or", &[Ok(2), Ok(5)], MORE);
    for _ in 0..2 {
        assert_eq!(unit.result(), MatchResult::Unknown);
        unit.step("and", &[], MORE);
    }
    assert_eq!(unit.result(), MatchResult::Success);
    unit.step("and", &[], MORE);
    assert_eq!(unit.result(), MatchResult::Success, "it stays");
    unit.step("or", &[Ok(0), Ok(3)], ROOT);
    assert_eq!(unit.result(), MatchResult::Unknown);
}

#[test]
fn values_are_equal_by_the_place_where_they_are_made() {
    let result = |root: [Result<u32, u32>; 2], inner: [Result<u32, u32>; 2]| {
        let mut unit = Driven::new(&redundant_or());
        unit.step("or", &root, ROOT);
        unit.step("or", &inner, MORE);
        for _ in 0..4 {
            unit.step("and", &[], MORE);
        }
        unit.result()
    };
    assert_eq!(result([Ok(0), Ok(3)], [Ok(2), Ok(2)]), MatchResult::Success);
    assert_eq!(result([Ok(0), Ok(3)], [Ok(3), Ok(2)]), MatchResult::Failure, "equal distances, not values");
    assert_eq!(result([Ok(0), Err(3)], [Err(3), Ok(2)]), MatchResult::Success);
    assert_eq!(result([Ok(0), Err(3)], [Err(2), Ok(2)]), MatchResult::Failure);
    assert_eq!(result([Ok(0), Err(3)], [Ok(2), Ok(2)]), MatchResult::Failure, "far and near");
    assert_eq!(result([Ok(0), Err(0)], [Err(0), Ok(2)]), MatchResult::Failure, "without a number");
}

#[test]
fn an_operation_that_is_another_fails_at_once() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("neg", &[], ROOT);
    unit.step("and", &[], MORE);
    assert_eq!(unit.result(), MatchResult::Failure);
}

#[test]
fn match_result_is_failure_until_a_new_sequence() {
    let mut unit = Driven::new(&redundant_or());
    unit.step("neg", &[], ROOT);
    // What comes afterwards would be a match, and is none of this attempt.
    for (name, operands) in [("or", [Ok(0), Ok(3)]), ("or", [Ok(2), Ok(5)]), ("and", [Ok(0), Ok(0)])] {
        unit.step(name, &operands, MORE);
        assert_eq!(unit.result(), MatchResult::Failure, "it stays");
    }
    unit.step("and", &[], LAST);
    assert_eq!(unit.result(), MatchResult::Failure, "it stays");
    unit.step("or", &[Ok(0), Ok(3)], ROOT);
    assert_eq!(unit.result(), MatchResult::Unknown);
}

#[test]
fn the_bound_is_reached_when_all_is_as_far_away_as_can_be() {
    let far = three_below();
    let bound = cycles(&far, WINDOW);
    assert_eq!((least_units(&far, WINDOW), bound), (3 * WINDOW + 1, 3 * WINDOW + 2));
    let mut unit = Driven::new(&far);
    unit.step("or", &[Ok(WINDOW - 1)], ROOT);
    for cycle in 1..bound {
        assert_eq!(unit.result(), MatchResult::Unknown, "cycle {cycle}");
        let is_neg = cycle.is_multiple_of(WINDOW);
        unit.step(if is_neg { "neg" } else { "and" }, &[Ok(WINDOW - 1)], MORE);
    }
    assert_eq!(unit.result(), MatchResult::Success);
}

#[test]
fn of_n_units_each_takes_every_nth_record_as_its_root() {
    const UNITS: u32 = 5;
    // Both operands of the root are compared, so that its register has both. They tell which record it is.
    let same = pattern(vec![node("or", &[None, None])], &[[(0, 0), (0, 1)]]);
    let (alphabet, patterns) = (alphabet(), [same]);
    let layout = Layout::new(&alphabet, &patterns, WINDOW);
    let plan = Plan {
        alphabet: &alphabet,
        patterns: &patterns,
        layout: &layout,
        lists_matches: false,
        streams: 1,
        units: Some(UNITS),
    };
    let mut ir = Ir::new(Context::new(dialects::all()));
    let chip = make(&mut ir, &plan);
    let mut diagnostics = Diagnostics::default();
    let options = SimOptions { observe: Observe::Names, ..SimOptions::default() };
    let bench = Bench::new(&ir, &chip, &layout, 1, &options, &mut diagnostics);
    let mut bench = bench.expect("the circuit is whole");
    let roots: Vec<usize> = (0..)
        .zip(bench.sim.signals())
        .filter(|(_, signal)| signal.name == "node0")
        .map(|(number, _)| number)
        .collect();
    assert_eq!(roots.len(), UNITS as usize, "one for each unit");
    let payloads = |record: u32| [record % WINDOW, record / WINDOW];
    let far = |payload| Operand { far: true, payload };
    let code = layout.code(alphabet.find("or").expect("the alphabet has it"));
    let record =
        |number| Record { code, operands: payloads(number).map(far).into_iter().collect(), facts: 0 };
    let low = TAG_BITS + place_bits(&layout, &patterns[0]) + layout.code_bits();
    let payload_of = |bits: u64, operand: u32| {
        let bits = bits >> (low + operand * (layout.payload_bits() + 1));
        (bits % (1 << layout.payload_bits())) as u32
    };
    for step in 0..6 * UNITS {
        bench.cycle(&[Some(&record(step))], false);
        for (unit, root) in (0..UNITS).zip(&roots) {
            // Unit n has a record n steps after it came in.
            let Some(since) = step.checked_sub(2 * unit) else { continue };
            let expected = since / UNITS * UNITS + unit;
            let bits = bench.sim.signal(*root).to_u64().expect("it is not wide");
            assert_eq!(state_of(bits), State::Found, "unit {unit} in step {step}");
            let found = [0, 1].map(|operand| payload_of(bits, operand));
            assert_eq!(found, payloads(expected), "unit {unit} in step {step}");
        }
    }
}

#[test]
fn chains_find_what_the_stream_shows_at_a_record_a_cycle() {
    check(Arch::Unit, 100);
}

#[test]
fn with_fewer_units_the_stream_waits_and_nothing_is_missed() {
    let mut waited = 0;
    for seed in 0..100 {
        let rng = &mut Rng::new(seed);
        let shape = Shape { facts: 0, ..Shape::any(rng) };
        let case = Case::new(&shape, rng);
        let mut ir = Ir::new(Context::new(dialects::all()));
        let chip = make(&mut ir, &Plan { units: Some(1), ..case.plan() });
        let [ran, _] = case.check(Arch::Unit, &ir, &chip, 0, rng, &format!("seed {seed}"));
        waited += u32::from(ran.taken > ran.records);
    }
    assert!(waited > 20, "{waited} of 100 streams had to wait");
}
