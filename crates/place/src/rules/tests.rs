//! Each rule with a circuit of its own.

use super::{Buffered, Need, Needs, Place, RULES, Step, mend, needs, room, start_in_turn};
use crate::graph::{ChannelId, Circuit};
use crate::placement::Buffering;
use crate::target::{self, Target};
use crate::timing::Signals;
use base::Diagnostics;
use dialects::handshake;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op};

struct Kernel {
    ir: Ir,
    circuit: Circuit,
    signals: Signals,
}

impl Kernel {
    fn read(text: &str) -> Kernel {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let source = ir.ctx.sources.add("test.mlir", text);
        let mut diagnostics = Diagnostics::new();
        let module = parse(&mut ir, source, ParseOptions { allow_unregistered: false }, &mut diagnostics);
        let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        assert!(ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
        let is_kernel = |op: &Op| ir.code(*op) == handshake::FUNC;
        let kernel = ir.walk(module).into_iter().find(is_kernel).expect("a kernel");
        let circuit = Circuit::of(&ir, kernel);
        let signals = Signals::of(&ir, &circuit, &Target::named(target::DEFAULT).expect("it is there"));
        Kernel { ir, circuit, signals }
    }

    fn place(&self) -> Place<'_> {
        Place { ir: &self.ir, circuit: &self.circuit, signals: &self.signals }
    }

    fn channel(&self, name: &str) -> ChannelId {
        let is_it = |channel: &ChannelId| {
            let value = self.circuit.channels[*channel].value;
            self.ir.value_name(value).is_some_and(|of| &self.ir.ctx[of] == name)
        };
        self.circuit.channels.keys().find(is_it).unwrap_or_else(|| panic!("there is no channel {name}"))
    }

    /// What one rule asks of the channels, by their names.
    fn asks(&self, rule: &str) -> Vec<(String, Need)> {
        let mut needs: Needs = self.circuit.channels.values().map(|_| Need::default()).collect();
        let rule = RULES.iter().find(|one| one.name == rule).expect("there is such a rule");
        let Step::Before(apply) = rule.step else { panic!("it comes after the model") };
        apply(&self.place(), &mut needs);
        let asked = needs.iter().filter(|(_, need)| **need != Need::default());
        let name = |channel: ChannelId| {
            let name = self.ir.value_name(self.circuit.channels[channel].value);
            name.map_or("?", |name| &self.ir.ctx[name]).to_string()
        };
        asked.map(|(channel, need)| (name(channel), *need)).collect()
    }
}

const SLOT: Need = Need { none: false, breaks_dv: false, passed: 0, slots: 1 };

fn each(names: &[&str], need: Need) -> Vec<(String, Need)> {
    names.iter().map(|name| (name.to_string(), need)).collect()
}

/// A loop of blocks: `ctrl` comes back to its merge, `x` is carried beside it, and `once` is merged on no cycle.
const LOOP: &str = "handshake.func @f(%a: !handshake.channel<i8>, %b: !handshake.channel<i8>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.channel<i8>, !handshake.control<>) {
  %ctrl, %index = control_merge [%start, %again] : [<>, <>] to <>, <i1>
  %c0, %c1 = fork [2] %c : <i1>
  %again, %done = cond_br %c0, %ctrl : <i1>, <>
  %x = mux %index [%a, %b0] : <i1>, [<i8>, <i8>] to <i8>
  %gone, %out = cond_br %c1, %x : <i1>, <i8>
  %b0, %b1 = fork [2] %b : <i8>
  %once = merge %gone, %b1 : <i8>
  end %out, %once, %done : <i8>, <i8>, <>
}";

/// Every kind of unit that lets tokens into a cycle.
const ENTRIES: &str = "handshake.func @f(%x: !handshake.channel<i8>, %y: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
  %n = init %k0 : <i1>
  %m = mux %n [%y, %k1] : <i1>, [<i1>, <i1>] to <i1>
  %k0, %k1, %k2, %k3, %k4 = fork [5] %m : <i1>
  %v = dataflow.carry %k2, %x, %back : <i1>, <i8>, <i8> -> <i8>
  %back, %out = cond_br %k3, %v : <i1>, <i8>
  %w = dataflow.invariant %w0, %k4 : <i1>, <i1> -> <i1>
  %w0, %w1 = fork [2] %w : <i1>
  %g = merge %start, %again : <>
  %again, %done = cond_br %w1, %g : <i1>, <>
  end %out, %done : <i8>, <>
}";

#[test]
fn merges_on_cycles_keep_their_order() {
    assert_eq!(Kernel::read(LOOP).asks("merge-order"), each(&["ctrl"], SLOT));
    assert_eq!(Kernel::read(ENTRIES).asks("merge-order"), each(&["n", "g"], SLOT));
    // A merge of one input has no order.
    let one = ENTRIES.replace("%g = merge %start, %again", "sink %start : <>\n  %g = merge %again");
    assert_eq!(Kernel::read(&one).asks("merge-order"), each(&["n"], SLOT));
}

#[test]
fn what_lets_values_into_a_loop_has_a_slot() {
    assert_eq!(Kernel::read(LOOP).asks("loop-entry"), each(&["x"], SLOT));
    let streams = "handshake.func @f(%x: !handshake.channel<i8>, %y: !handshake.channel<i8>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.channel<i8>, !handshake.control<>) {
      %c0, %c1, %c2, %c3 = fork [4] %c : <i1>
      %v = dataflow.carry %c0, %x, %back : <i1>, <i8>, <i8> -> <i8>
      %back, %out = cond_br %c1, %v : <i1>, <i8>
      %w = dataflow.invariant %c2, %y : <i1>, <i8> -> <i8>
      %wt, %wf = cond_br %c3, %w : <i1>, <i8>
      sink %wt : <i8>
      end %out, %wf, %start : <i8>, <i8>, <>
    }";
    assert_eq!(Kernel::read(streams).asks("loop-entry"), each(&["v", "w"], SLOT));
}

/// Two groups of a queue: the first stores, the second loads; the token of the first leads on to the second and to the end.
const QUEUE: &str = "handshake.func @f(%m: memref<8xi32>, %i: !handshake.channel<i32>, %d: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>, !handshake.control<>) {
  %ms, %first = fork [2] %start : <>
  %g0, %on, %rest = lazy_fork [3] %first : <>
  %i0, %i1, %i2 = fork [3] %i : <i32>
  %at = addi %i0, %i1 : <i32>
  %sa, %sd = store[%at] %d : <i32>, <i32>, <i32>, <i32>
  %ctrl = br %on : <>
  %g1, %end = lazy_fork [2] %ctrl : <>
  %q:2 = lsq[%m : memref<8xi32>] (%ms, %g0, %sa, %sd, %g1, %la, %end) {groupSizes = [1 : i32, 1 : i32]} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.channel<i32>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>) -> (!handshake.channel<i32>, !handshake.control<>)
  %la, %x = load[%i2] %q#0 : <i32>, <i32>, <i32>, <i32>
  end %x, %q#1, %rest : <i32>, <>, <>
}";

#[test]
fn accesses_to_a_queue_have_a_slot_before_them() {
    // The data of the store are an argument, which has a slot of its own.
    assert_eq!(Kernel::read(QUEUE).asks("lsq-latency"), each(&["i2", "at"], SLOT));
}

/// The accesses of [`QUEUE`] at literal addresses.
fn queue_at_literals() -> String {
    QUEUE.replace("load[%i2]", "load[%l0]").replace("store[%at]", "store[%l1]").replace(
        "%i0, %i1, %i2 = fork [3] %i : <i32>\n  %at = addi %i0, %i1 : <i32>",
        "sink %i : <i32>\n  %source = source : <>\n  %s0, %s1 = fork [2] %source : <>\n  %l0 = constant %s0 {value = 1 : i32} : <>, <i32>\n  %l1 = constant %s1 {value = 1 : i32} : <>, <i32>",
    )
}

#[test]
fn the_literal_address_of_a_load_needs_no_slot() {
    assert_eq!(Kernel::read(&queue_at_literals()).asks("lsq-latency"), each(&["l1"], SLOT));
}

/// The accesses of a controller.
const MEMORY: &str = "handshake.func @f(%m: memref<8xi32>, %i: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %ms, %me = fork [2] %start : <>
  %i0, %i1 = fork [2] %i : <i32>
  %at = addi %i0, %i1 : <i32>
  %from, %end = mem_controller[%m : memref<8xi32>] %ms (%la) %me {connectedBlocks = []} : (!handshake.channel<i32>) -> !handshake.channel<i32>
  %la, %x = load[%at] %from : <i32>, <i32>, <i32>, <i32>
  end %x, %end : <i32>, <>
}";

#[test]
fn accesses_to_a_controller_need_no_slot() {
    assert_eq!(Kernel::read(MEMORY).asks("lsq-latency"), []);
    let kernel = Kernel::read(MEMORY);
    let needs = needs(&kernel.place());
    let none = |name: &&str| needs[kernel.channel(name)].none;
    assert_eq!(["la", "from", "at", "x", "i0"].into_iter().filter(none).collect::<Vec<_>>(), ["la", "from"]);
}

#[test]
fn groups_of_a_queue_are_started_one_after_the_other() {
    let on = Need { breaks_dv: true, ..Need::default() };
    let rest = Need { passed: 1, ..Need::default() };
    assert_eq!(Kernel::read(QUEUE).asks("lsq-control"), [each(&["on"], on), each(&["rest"], rest)].concat());
}

#[test]
fn only_ways_to_the_same_queue_are_broken() {
    // What an eager fork hands out is no other token.
    let eager = Kernel::read(&QUEUE.replace("lazy_fork", "fork"));
    assert_eq!(eager.asks("lsq-control"), Kernel::read(QUEUE).asks("lsq-control"));
    // The token of the first group leads to a group of another queue, the token of which goes on to the end.
    let other = QUEUE.replace("%m: memref<8xi32>", "%m: memref<8xi32>, %o: memref<8xi32>").replace(
        "%q:2 = lsq[%m : memref<8xi32>] (%ms, %g0, %sa, %sd, %g1, %la, %end) {groupSizes = [1 : i32, 1 : i32]} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.channel<i32>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>) -> (!handshake.channel<i32>, !handshake.control<>)",
        "%rs, %rest1, %e0 = fork [3] %rest : <>
         %p = lsq[%o : memref<8xi32>] (%rs, %g0, %sa, %sd, %e0) {groupSizes = [1 : i32]} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.channel<i32>, !handshake.control<>) -> !handshake.control<>
         sink %p : <>
         %q:2 = lsq[%m : memref<8xi32>] (%ms, %g1, %la, %end) {groupSizes = [1 : i32]} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>) -> (!handshake.channel<i32>, !handshake.control<>)",
    );
    let other = other.replace("end %x, %q#1, %rest ", "end %x, %q#1, %rest1 ");
    let rest = Need { passed: 1, ..Need::default() };
    assert_eq!(Kernel::read(&other).asks("lsq-control"), each(&["on", "rest"], rest));
}

#[test]
fn buffers_that_are_there_are_not_asked_for() {
    let buffer = |ty: &str| {
        format!(
            "%late = buffer %on {{hw.parameters = {{BUFFER_TYPE = \"{ty}\", NUM_SLOTS = 1 : ui32}}}} : <>\n  %ctrl = br %late"
        )
    };
    let asks = |ty: &str| Kernel::read(&QUEUE.replace("%ctrl = br %on", &buffer(ty))).asks("lsq-control");
    let rest = each(&["rest"], Need { passed: 1, ..Need::default() });
    assert_eq!(asks("ONE_SLOT_BREAK_DV"), rest);
    // One that breaks ready is not what the way to another group needs.
    let on = each(&["on"], Need { breaks_dv: true, ..Need::default() });
    assert_eq!(asks("ONE_SLOT_BREAK_R"), [on, rest].concat());
}

#[test]
fn a_placement_without_needs_starts_groups_in_turn_too() {
    let kernel = Kernel::read(QUEUE);
    let mut buffered = nothing(&kernel);
    start_in_turn(&kernel.place(), &mut buffered);
    let slot = Buffering { slots: 1, ..Buffering::default() };
    for (channel, of) in buffered.iter() {
        let expected = match channel {
            on if on == kernel.channel("on") => Buffering { breaks_dv: true, ..slot },
            rest if rest == kernel.channel("rest") => slot,
            _ => Buffering::default(),
        };
        assert_eq!(*of, expected);
    }
}

#[test]
fn memories_and_their_ports_have_no_buffers() {
    let kernel = Kernel::read(QUEUE);
    let needs = needs(&kernel.place());
    for name in ["ms", "g0", "g1", "end", "sa", "sd", "la"] {
        assert!(needs[kernel.channel(name)].none, "{name}");
    }
    for name in ["first", "on", "at", "x"] {
        assert!(!needs[kernel.channel(name)].none, "{name}");
    }
}

fn nothing(kernel: &Kernel) -> Buffered {
    kernel.circuit.channels.values().map(|_| Buffering::default()).collect()
}

#[test]
fn readies_are_broken_behind_merges_where_the_model_breaks_none() {
    let kernel = Kernel::read(LOOP);
    let mut buffered = nothing(&kernel);
    let broken = Buffering { breaks_dv: true, slots: 1, ..Buffering::default() };
    buffered[kernel.channel("ctrl")] = broken;
    mend(&kernel.place(), false, &mut buffered).expect("it can be mended");
    assert_eq!(buffered[kernel.channel("ctrl")], Buffering { breaks_r: true, ..broken });
    // It is on no cycle.
    assert_eq!(buffered[kernel.channel("x")], Buffering::default());
    let entries = Kernel::read(ENTRIES);
    let rule = RULES.iter().find(|one| one.name == "ready-behind-merges").expect("there is such a rule");
    let Step::After(apply) = rule.step else { panic!("it comes before the model") };
    let mut buffered = nothing(&entries);
    apply(&entries.place(), false, &mut buffered).expect("it can be mended");
    let broken = |name: &&str| buffered[entries.channel(name)].breaks_r;
    let names = ["n", "m", "v", "w", "g", "k0", "k1", "back", "out", "w0", "again", "done"];
    assert_eq!(names.into_iter().filter(broken).collect::<Vec<_>>(), ["n", "m", "v", "w", "g"]);
}

#[test]
fn what_is_left_is_broken() {
    let kernel = Kernel::read(LOOP);
    for breaks_readies in [false, true] {
        let mut buffered = nothing(&kernel);
        mend(&kernel.place(), breaks_readies, &mut buffered).expect("it can be mended");
        let slots = if breaks_readies { 2 } else { 1 };
        assert_eq!(
            buffered[kernel.channel("ctrl")],
            Buffering { breaks_dv: true, breaks_r: true, slots, ..Buffering::default() }
        );
        let others = buffered.iter().filter(|(channel, _)| *channel != kernel.channel("ctrl"));
        assert!(others.into_iter().all(|(_, of)| *of == Buffering::default()));
    }
}

#[test]
fn a_token_that_comes_back_finds_room() {
    let kernel = Kernel::read(LOOP);
    let [ctrl, again] = ["ctrl", "again"].map(|name| kernel.channel(name));
    let broken = Buffering { breaks_dv: true, breaks_r: true, slots: 1, ..Buffering::default() };
    let check = |at: ChannelId, with: Buffering, slots: u32| {
        let mut buffered = nothing(&kernel);
        buffered[ctrl] = broken;
        buffered[at] = with;
        mend(&kernel.place(), true, &mut buffered).expect("it can be mended");
        assert_eq!(buffered[ctrl].slots, slots, "{with:?}");
    };
    check(ctrl, broken, 2);
    check(ctrl, Buffering { slots: 2, ..broken }, 2);
    check(again, Buffering { slots: 1, ..Buffering::default() }, 1);
    check(kernel.channel("gone"), Buffering { slots: 1, ..Buffering::default() }, 2);
}

/// A carried value whose steering waits for the condition of the next round.
const CARRIED: &str = "handshake.func @f(%x: !handshake.channel<i8>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
  %c0, %c1 = fork [2] %c : <i1>
  %v = dataflow.carry %c0, %x, %back : <i1>, <i8>, <i8> -> <i8>
  %back, %out = cond_br %c1, %v : <i1>, <i8>
  end %out, %start : <i8>, <>
}";

#[test]
fn what_waits_for_the_next_condition_does_not_hold_this_one() {
    let kernel = Kernel::read(CARRIED);
    let slot = Buffering { slots: 1, ..Buffering::default() };
    let check = |at: Option<&str>, expected: [u32; 2]| {
        let mut buffered = nothing(&kernel);
        at.into_iter().for_each(|name| buffered[kernel.channel(name)] = slot);
        room::at_entry(&kernel.place(), true, &mut buffered).expect("it can be made");
        assert_eq!(["c0", "v"].map(|name| buffered[kernel.channel(name)].slots), expected, "{at:?}");
    };
    check(None, [1, 0]);
    check(Some("c1"), [1, 0]);
    check(Some("c0"), [1, 0]);
    check(Some("v"), [0, 1]);
}

#[test]
fn every_rule_has_a_name_and_a_reason() {
    for (number, rule) in RULES.iter().enumerate() {
        assert!(RULES[..number].iter().all(|other| other.name != rule.name), "{}", rule.name);
        assert!(rule.doc.len() > 80 && rule.doc.ends_with('.'), "{}", rule.name);
    }
}
