//! Queues of loads and stores: what a sequential memory gives, whatever comes first.

use super::{fault, run};

/// A load and, if `%w` says so, a store of the place it has read from: two groups, and one chain of tokens through both.
const TWO_GROUPS: &str = "handshake.func @k(%x: memref<16xi8>, %w: memref<16xi1>, %h: memref<8xi32>, %n: index, %start: none, ...) -> none {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %k, %c = dataflow.stream %zero, %one, %n
  %i, %no = cond_br %c, %k : i1, index
  %xf, %xend = mem_controller[%x : memref<16xi8>] %start (%xa) %start {connectedBlocks = []} : (index) -> i8
  %xa, %v = load[%i] %xf : index, i8
  %wf, %wend = mem_controller[%w : memref<16xi1>] %start (%wa) %start {connectedBlocks = []} : (index) -> i1
  %wa, %writes = load[%i] %wf : index, i1
  %b = arith.extui %v : i8 to i32
  %q:2 = lsq[%h : memref<8xi32>] (%start, %yes, %la, %inside, %sa, %sd, %last) {groupSizes = [1 : i32, 1 : i32]} : (none, none, i32, none, i32, i32, none) -> (i32, none)
  %la, %old = load[%b] %q#0 : i32, i32
  %to, %drop = cond_br %writes, %b : i1, i32
  %of, %unused = cond_br %writes, %old : i1, i32
  %w1 = arith.constant 1 : i32
  %new = arith.addi %of, %w1 : i32
  %d1 = br %new : i32
  %d2 = br %d1 : i32
  %sa, %sd = store[%to] %d2 : i32, i32
  %before = dataflow.carry %c, %start, %after : i1, none, none -> none
  %yes, %last = cond_br %c, %before : i1, none
  %inside, %around = cond_br %writes, %yes : i1, none
  %after = mux %writes [%around, %inside] : i1, [none, none] to none
  %all = join %xend, %wend, %q#1 : none
  end %all : none
}";

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

#[test]
fn accesses_happen_in_the_order_of_groups() {
    let mut rng = base::Rng::new(11);
    for round in 0..20 {
        let places: Vec<u64> = match round {
            0 => vec![3; 16],
            1 => (0..16).map(|i| i % 8).collect(),
            _ => (0..16).map(|_| rng.below(1 + round % 8)).collect(),
        };
        let writes: Vec<bool> = (0..16).map(|_| round < 2 || rng.below(2) == 1).collect();
        let mut counts = [0; 8];
        for (place, writes) in places.iter().zip(&writes) {
            counts[*place as usize] += u32::from(*writes);
        }
        let given = format!("{}, {}, [0, 0, 0, 0, 0, 0, 0, 0], 16", list(&places), list(&writes));
        let expected = format!("{}; {}; {}", list(&places), list(&writes), list(counts));
        assert_eq!(run(TWO_GROUPS, &given), (expected, 0), "round {round}");
    }
}

/// The address and the data of the store come late, and the load's are there at once; the token of its group comes after that of the store.
#[test]
fn a_load_waits_for_the_store_before_it() {
    let text = "handshake.func @f(%m: memref<4xi32>, %i: index, %x: i32, %start: none, ...) -> (i32, none) {
      %q:2 = lsq[%m : memref<4xi32>] (%start, %start, %sa, %sd, %later, %la, %later) {groupSizes = [1 : i32, 1 : i32]} : (none, none, index, i32, none, index, none) -> (i32, none)
      %later = br %start : none
      %la, %v = load[%i] %q#0 : index, i32
      %i1 = br %i : index
      %i2 = br %i1 : index
      %i3 = br %i2 : index
      %i4 = br %i3 : index
      %x1 = br %x : i32
      %sa, %sd = store[%i4] %x1 : index, i32
      end %v, %q#1 : i32, none
    }";
    assert_eq!(run(text, "[5, 6, 7, 8], 2, 9"), ("9; [5, 6, 9, 8]".to_string(), 0));
    // The other way around the load sees what was there before.
    let swapped = text.replace("%start, %sa, %sd, %later, %la", "%start, %la, %later, %sa, %sd").replace(
        "(none, none, index, i32, none, index, none)",
        "(none, none, index, none, index, i32, none)",
    );
    assert_eq!(run(&swapped, "[5, 6, 7, 8], 2, 9"), ("7; [5, 6, 9, 8]".to_string(), 0));
}

#[test]
fn a_group_has_an_order() {
    let text = "handshake.func @f(%m: memref<4xi32>, %i: index, %j: index, %x: i32, %start: none, ...) -> (i32, i32, none) {
      %q:3 = lsq[%m : memref<4xi32>] (%start, %start, %la, %sa, %sd, %lb, %later) {groupSizes = [3 : i32]} : (none, none, index, index, i32, index, none) -> (i32, i32, none)
      %later = br %start : none
      %la, %v = load[%i] %q#0 : index, i32
      %lb, %w = load[%j] %q#1 : index, i32
      %sa, %sd = store[%i] %x : index, i32
      end %v, %w, %q#2 : i32, i32, none
    }";
    assert_eq!(run(text, "[5, 6, 7, 8], 2, 2, 9"), ("7; 9; [5, 6, 9, 8]".to_string(), 0));
    assert_eq!(run(text, "[5, 6, 7, 8], 2, 3, 9"), ("7; 8; [5, 6, 9, 8]".to_string(), 0));
    let [message] = &fault(text, "[5, 6, 7, 8], 2, 4, 9")[..] else { panic!("one diagnostic") };
    assert!(message.contains("the address 4 is outside of the memory, which has 4 elements"), "{message}");
}

#[test]
fn what_is_not_executed_is_told() {
    let text = "handshake.func @f(%m: memref<4xi32>, %i: index, %start: none, ...) -> (i32, none) {
      %q:2 = lsq[%m : memref<4xi32>] (%start, %always, %la, %start) {groupSizes = [1 : i32]} : (none, none, index, none) -> (i32, none)
      %always = source : none
      %la, %v = load[%i] %q#0 : index, i32
      end %v, %q#1 : i32, none
    }";
    let [message] = &fault(text, "[5, 6, 7, 8], 2")[..] else { panic!("one diagnostic") };
    assert!(message.contains("the control token of a group is always there"), "{message}");
    // A group that is let in and has no address: the load waits for it.
    let text = "handshake.func @f(%m: memref<4xi32>, %i: index, %start: none, ...) -> (i32, none) {
      %q:2 = lsq[%m : memref<4xi32>] (%start, %start, %la, %start) {groupSizes = [1 : i32]} : (none, none, index, none) -> (i32, none)
      %c = constant %start {value = false} : none, i1
      %t, %f = cond_br %c, %i : i1, index
      %la, %v = load[%t] %q#0 : index, i32
      end %v, %q#1 : i32, none
    }";
    let [message] = &fault(text, "[5, 6, 7, 8], 2")[..] else { panic!("one diagnostic") };
    assert!(message.contains("the streams of `@f` stop before `%v` has a token"), "{message}");
}
