//! The law of placements: whoever places buffers, and for whatever clock, a circuit does what its program does.
//!
//! Every program has one placement and one clock of its own, both random. A clock that is shorter than a unit takes is refused, and says so.

mod common;

use common::{count, for_all};
use place::flowright::TIMES;
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::c_program::compare::file;
use testkit::c_program::generate_integers;
use testkit::stream_law::{Place, Reached, Trial, check_placed, of_c};

const ALGORITHMS: [&str; 4] = ["flowright", "fpga20", "fpl22", "on-merges"];
const CLOCKS: [u32; 5] = [3, 4, 5, 8, 20];

#[test]
fn placements_change_no_result() {
    let placed = AtomicU64::new(0);
    let programs = count(200, 2_000);
    for_all(programs, |seed| {
        let mut random = base::Rng::new(seed);
        let algorithm = ALGORITHMS[random.index(ALGORITHMS.len())];
        let clock = CLOCKS[random.index(CLOCKS.len())];
        // `flowright` counts steps, and so many times the time is its net.
        let seconds = if algorithm == "flowright" { 1.0 / f64::from(TIMES) } else { 1.0 };
        let place = Place { algorithm, clock, seconds, has_profile: random.index(2) == 0 };
        let text = file(&generate_integers(seed));
        let kernels = of_c("program.c", &text).map_err(|why| format!("the program itself: {why}"))?;
        // One of its kernels is enough: there are others.
        let Some(kernel) = kernels.get(random.index(kernels.len().max(1))) else { return Ok(()) };
        let trial = Trial { seed, index_bits: 32, max_cycles: 10_000_000, place };
        let reached = check_placed(kernel, trial).map_err(|wrong| {
            format!("{algorithm} at {clock} ns, `{}`: {}: {}\n{text}", kernel.name, wrong.kind, wrong.words)
        })?;
        placed.fetch_add(u64::from(reached == Reached::Circuit), Ordering::Relaxed);
        Ok(())
    });
    let placed = placed.into_inner();
    assert!(placed >= programs / 2, "only {placed} of {programs} became circuits");
}
