//! Queues: their text on both levels, what is wrong with them, and what they are as units.

use crate::handshake::{Kind, LOAD, LSQ, LsqUnit, MemoryPort, Unit, unit_of};
use crate::testing::{check_error, check_text, read_good};

/// A kernel of streams with a load and a store, and a queue of these inputs, attributes and types behind `lsq[%m : memref<8xi32>]`.
fn kernel(queue: &str, ports: &str) -> String {
    format!(
        "handshake.func @f(%m: memref<8xi32>, %i: i32, %s: none, %g: none, ...) -> none {{\n  \
         {queue}\n  {ports}\n  end %s : none\n}}"
    )
}

const PORTS: &str = "%la, %v = load[%i] %q#0 : i32, i32\n  %sa, %sd = store[%i] %i : i32, i32";

fn queue(inputs: &str, attributes: &str, types: &str) -> String {
    format!("%q:2 = lsq[%m : memref<8xi32>] ({inputs}) {{{attributes}}} : {types}")
}

const INPUTS: &str = "%s, %g, %la, %sa, %sd, %s";
const TYPES: &str = "(none, none, i32, i32, i32, none) -> (i32, none)";

#[test]
fn text_of_both_levels() {
    check_text(
        "handshake.func @f(%m: memref<8xi32>, %i: i32, %s: none, %g: none, ...) -> (i32, none) attributes {argNames = [\"m\", \"i\", \"s\", \"g\"], resNames = [\"out0\", \"out1\"]} {
  %0:2 = lsq[%m : memref<8xi32>] (%s, %g, %addressResult, %addressResult_0, %dataResult_1, %s) {groupSizes = [2 : i32], loadDepth = 3 : ui32, storeDepth = 64 : ui32} : (none, none, i32, i32, i32, none) -> (i32, none)
  %addressResult, %dataResult = load[%i] %0#0 : i32, i32, i32, i32
  %addressResult_0, %dataResult_1 = store[%i] %dataResult : i32, i32, i32, i32
  end %dataResult, %0#1 : i32, none
}
",
    );
    check_text(
        "handshake.func @f(%m: memref<8xi32>, %i: !handshake.channel<i32>, %s: !handshake.control<>, %g: !handshake.control<>, %e: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) attributes {argNames = [\"m\", \"i\", \"s\", \"g\", \"e\"], resNames = [\"out0\", \"out1\"]} {
  %0:2 = lsq[%m : memref<8xi32>] (%s, %g, %addressResult, %e) {groupSizes = [1 : i32]} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>) -> (!handshake.channel<i32>, !handshake.control<>)
  %addressResult, %dataResult = load[%i] %0#0 : <i32>, <i32>, <i32>, <i32>
  end %dataResult, %0#1 : <i32>, <>
}
",
    );
}

/// What stands before a controller is text: its ports are not looked at.
#[test]
fn a_queue_before_a_controller_is_read() {
    let (ir, module) = read_good(&kernel(
        "%q:2 = lsq[MC] (%g, %la) {groupSizes = [1 : i32]} : (none, i32) -> (i32, i32)",
        PORTS,
    ));
    let op = ir.walk(module).into_iter().find(|op| ir.code(*op) == LSQ).expect("there is one");
    assert_eq!(unit_of(&ir, op), None);
}

#[test]
fn groups_cover_the_inputs() {
    let check = |inputs: &str, sizes: &str, types: &str, words: &str| {
        let text = kernel(&queue(inputs, &format!("groupSizes = [{sizes}]"), types), PORTS);
        check_error(&text, words);
    };
    check(INPUTS, "", TYPES, "a queue has at least one group");
    check(INPUTS, "2 : i32, 0 : i32", TYPES, "a group at least one access");
    check(INPUTS, "1 : i32", TYPES, "2 inputs behind the last group belong to none");
    check(INPUTS, "2 : i32, 1 : i32", TYPES, "the control token of group 1 is missing");
    check(INPUTS, "3 : i32", TYPES, "each of the 3 accesses of group 0 is the address of a load");
    check("%s, %g, %la, %sd, %sa, %s", "2 : i32", TYPES, "each of the 2 accesses of group 0 is");
    check("%s, %g, %la, %sa, %i, %s", "2 : i32", TYPES, "the data of the same store");
    check("%s, %g, %i, %sa, %sd, %s", "2 : i32", TYPES, "the address of a load");
    check(
        "%i, %g, %la, %sa, %sd, %s",
        "2 : i32",
        "(i32, none, i32, i32, i32, none) -> (i32, none)",
        "the token that it may begin must have no data, but is `i32`",
    );
    check(
        "%s, %i, %la, %sa, %sd, %s",
        "2 : i32",
        "(none, i32, i32, i32, i32, none) -> (i32, none)",
        "the control token of group 0 must have no data",
    );
    check_error(
        &kernel(
            "%q:2 = lsq[%m : memref<8xi32>] (%s) {groupSizes = [1 : i32]} : (none) -> (i32, none)",
            PORTS,
        ),
        "a queue takes a memory",
    );
}

#[test]
fn answers_go_to_their_loads() {
    let check = |types: &str, ports: &str, words: &str| {
        check_error(&kernel(&queue(INPUTS, "groupSizes = [2 : i32]", types), ports), words);
    };
    let wide = PORTS.replace("%q#0 : i32, i32", "%q#0 : i32, i64, i32, i64");
    check("(none, none, i32, i32, i32, none) -> (i64, none)", &wide, "result #0 must be i32, but is `i64`");
    check("(none, none, i32, i32, i32, none) -> (i32, i32)", PORTS, "result #1 must be a token without data");
    let crossed = "%la, %v = load[%i] %i : i32, i32\n  %sa, %sd = store[%i] %q#0 : i32, i32";
    check(TYPES, crossed, "result #0 is what the load at input #1 asked for");
    check(TYPES, &format!("{PORTS}\n  sink %q#0 : i32"), "result #0 is what the load at input #1 asked for");
    let text = "%q:3 = lsq[%m : memref<8xi32>] (%s, %g, %la, %sa, %sd, %s) {groupSizes = [2 : i32]} \
        : (none, none, i32, i32, i32, none) -> (i32, i32, none)";
    check_error(&kernel(text, PORTS), "there are 1 load to give results for and a last token, but 3 results");
}

#[test]
fn a_group_fits_its_queue() {
    let with = |attributes: &str| {
        kernel(&queue(INPUTS, &format!("groupSizes = [2 : i32], {attributes}"), TYPES), PORTS)
    };
    for bad in ["loadDepth = 0 : ui32", "loadDepth = 65 : ui32", "storeDepth = 4 : i32"] {
        check_error(&with(bad), "a ui32 from 1 to 64");
    }
    let (inputs, types) =
        ("%s, %g, %la, %sa, %sd, %ta, %td, %s", "(none, none, i32, i32, i32, i32, i32, none) -> (i32, none)");
    let ports = format!("{PORTS}\n  %ta, %td = store[%i] %i : i32, i32");
    let text = |depth: u32| {
        kernel(&queue(inputs, &format!("groupSizes = [3 : i32], storeDepth = {depth} : ui32"), types), &ports)
    };
    check_error(&text(1), "a group has 2 stores, which a queue of 1 (`storeDepth`, at most 64) never holds");
    read_good(&text(2));
}

fn unit(text: &str) -> Option<Unit> {
    let (ir, module) = read_good(text);
    let op = ir.walk(module).into_iter().find(|op| ir.code(*op) == LSQ).expect("there is one");
    unit_of(&ir, op)
}

#[test]
fn queues_are_units() {
    let text = kernel(&queue(INPUTS, "groupSizes = [2 : i32], storeDepth = 5 : ui32", TYPES), PORTS);
    let groups = vec![vec![MemoryPort::Load, MemoryPort::Store]];
    let queue = LsqUnit { groups, load_depth: 16, store_depth: 5, words: Some(8), width: 32 };
    assert_eq!((queue.ctrl_end(), queue.mem_end()), (5, 1));
    let places = queue.places();
    let ports: Vec<_> = places[0].ports.iter().map(|port| (port.number, port.input)).collect();
    assert_eq!((places[0].control, ports), (1, vec![(0, 2), (0, 3)]));
    let (inputs, outputs) = (vec![0, 0, 32, 32, 32, 0], vec![32, 0]);
    assert_eq!(unit(&text), Some(Unit { kind: Kind::Lsq(queue), inputs, outputs }));
}

/// Of what a queue has no ports for it holds nothing.
#[test]
fn a_queue_without_stores_has_no_room_for_them() {
    let text = "handshake.func @f(%m: memref<8xi32>, %i: i32, %s: none, %g: none, ...) -> (i32, none) {
      %q:2 = lsq[%m : memref<8xi32>] (%s, %g, %la, %s) {groupSizes = [1 : i32]} : (none, none, i32, none) -> (i32, none)
      %la, %v = load[%i] %q#0 : i32, i32
      end %v, %q#1 : i32, none
    }";
    let Some(Unit { kind: Kind::Lsq(queue), .. }) = unit(text) else { panic!("it is a queue") };
    assert_eq!((queue.load_depth, queue.store_depth), (16, 0));
}

/// A controller answers in the next cycle, so its load counts on it; a queue keeps answers, so its load need not.
#[test]
fn a_load_of_a_queue_counts_no_answers() {
    let text = kernel(&queue(INPUTS, "groupSizes = [2 : i32]", TYPES), PORTS);
    let (ir, module) = read_good(&text);
    let load = ir.walk(module).into_iter().find(|op| ir.code(*op) == LOAD).expect("there is one");
    assert_eq!(unit_of(&ir, load).map(|unit| unit.kind), Some(Kind::QueuedLoad));
}
