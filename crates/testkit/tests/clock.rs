//! Clocks on a target whose buffers take time themselves: a circuit of ours meets the clock that was asked for, or is refused with the reason.

mod common;

use base::codes;
use driver::kernel::CompileOptions;
use driver::{BenchRequest, bench};
use place::timing::meets;

/// Small kernels: without a loop, with one, with a branch, with a test of data.
const SAMPLE: [&str; 4] = ["test_loop_free", "test_memory_1", "if_loop_1", "mul_example"];

/// No unit of the sample takes as long as this, with the buffers around it, so that no clock from here on may be refused, in nanoseconds.
const MET_BY_ALL: f64 = 12.0;

#[test]
fn a_clock_is_met_with_what_buffers_take_or_refused() {
    let mut faults = Vec::new();
    for name in SAMPLE.into_iter().take(common::count(2, 4) as usize) {
        for clock in [5.0, 8.0, 12.0] {
            let must_meet = clock >= MET_BY_ALL;
            let compile = CompileOptions { clock, target: "ecp5".to_string(), ..CompileOptions::default() };
            let request = BenchRequest { kernels: vec![name.to_string()], compile, synthesis: None };
            match bench(&request, &|_| {}) {
                Ok(rows) if rows[0].refused_clock().is_some() => {
                    faults.extend(must_meet.then(|| format!("{name} at {clock} ns is refused")));
                }
                Ok(rows) => {
                    let late = rows[0].critical.filter(|delay| !meets(*delay, clock));
                    faults.extend(late.map(|delay| format!("{name} at {clock} ns takes {delay} ns")));
                    faults.extend((!rows[0].is_fine()).then(|| format!("{name} at {clock} ns is wrong")));
                }
                Err(refused) => faults.push(format!("{name} at {clock} ns: {}", refused.message)),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_clock_that_no_circuit_has_is_refused_once() {
    for kernels in [Vec::new(), vec!["fir".to_string(), "gcd".to_string()]] {
        let compile = CompileOptions { clock: 0.05, ..CompileOptions::default() };
        let refused = bench(&BenchRequest { kernels, compile, synthesis: None }, &|_| {});
        assert_eq!(refused.err().map(|error| error.code), Some(codes::CLOCK_TOO_FAST));
    }
}

/// A clock that is slower than any path asks for the buffers that cycles need, however slow it is.
#[test]
fn a_slow_clock_is_as_good_as_a_slower_one() {
    let measured = |clock: f64| {
        let compile = CompileOptions { clock, ..CompileOptions::default() };
        let kernels = vec!["fir".to_string(), "histogram".to_string()];
        let rows =
            bench(&BenchRequest { kernels, compile, synthesis: None }, &|_| {}).expect("it can be had");
        rows.iter().map(|row| (row.is_fine(), row.cycles, row.size.slots)).collect::<Vec<_>>()
    };
    let slow = measured(1e4);
    assert!(slow.iter().all(|(is_fine, ..)| *is_fine));
    assert_eq!(slow, measured(1e6));
}
