//! Lowered fifos against a queue, under random reads, writes and resets.

mod common;

use base::{Diagnostics, Rng};
use common::Machine;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op};
use std::collections::VecDeque;

/// Reads a text that is right.
fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test", text.to_owned());
    let mut diagnostics = Diagnostics::default();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diagnostics);
    let module = module.unwrap_or_else(|| panic!("{diagnostics:?}"));
    assert!(ir::verify(&mut ir, module, &mut diagnostics), "{diagnostics:?}");
    (ir, module)
}

/// A fifo and what it says, with all its inputs as ports: reset, input, read, write.
fn fifo(depth: u64, latency: u32, almost_full: u64, almost_empty: u64) -> Machine {
    let (mut ir, design) = read(&format!(
        "hw.module @m(in %clk : !seq.clock, in %rst : i1, in %x : i8, in %rd : i1, in %wr : i1, \
         out y : i8, out full : i1, out empty : i1, out af : i1, out ae : i1) {{\n  \
         %q, %full, %empty, %af, %ae = seq.fifo depth {depth} rd_latency {latency} almost_full {almost_full} \
         almost_empty {almost_empty} in %x rdEn %rd wrEn %wr clk %clk rst %rst : i8\n  \
         hw.output %q, %full, %empty, %af, %ae : i8, i1, i1, i1, i1\n}}\n"
    ));
    let mut diagnostics = Diagnostics::default();
    circuit::lower_fifo::lower_fifos(&mut ir, design, &mut diagnostics)
        .unwrap_or_else(|_| panic!("{diagnostics:?}"));
    assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
    Machine::new(ir, design)
}

fn check(depth: u64, latency: u32, almost_full: u64, almost_empty: u64) {
    let mut machine = fifo(depth, latency, almost_full, almost_empty);
    let mut queue: VecDeque<u64> = VecDeque::new();
    let mut last_read = 0;
    let mut rng = Rng::new(depth << 8 | u64::from(latency));
    for cycle in 0..600 {
        // Mostly filling, then mostly emptying, so that both ends are met.
        let eager = if cycle / 50 % 2 == 0 { [3, 1] } else { [1, 3] };
        let reset = rng.below(40) == 0;
        let (write, read) = (rng.below(4) < eager[0], rng.below(4) < eager[1]);
        let x = 1 + rng.below(255);
        for (input, value) in [(1, reset.into()), (2, x), (3, read.into()), (4, write.into())] {
            machine.set(input, value);
        }
        let count = queue.len() as u64;
        let front = if latency == 0 { queue.front().copied().unwrap_or(0) } else { last_read };
        let said: Vec<u64> = (0..5).map(|output| machine.get(output)).collect();
        let expected = [
            front,
            (count == depth).into(),
            (count == 0).into(),
            (count >= almost_full).into(),
            (count <= almost_empty).into(),
        ];
        assert_eq!(said, expected, "depth {depth}, latency {latency}, cycle {cycle}, {count} elements");
        if reset {
            (queue, last_read) = (VecDeque::new(), 0);
        } else {
            if read && let Some(taken) = queue.pop_front() {
                last_read = taken;
            }
            if write && count < depth {
                queue.push_back(x);
            }
        }
        machine.step();
    }
}

#[test]
fn a_lowered_fifo_is_a_queue() {
    for depth in [1, 2, 3, 4, 5, 7, 8, 9, 16] {
        for latency in [0, 1] {
            check(depth, latency, depth, 0);
            check(depth, latency, depth - 1, 1);
        }
    }
}
