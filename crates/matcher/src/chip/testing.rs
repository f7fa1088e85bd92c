//! Chips in the simulator, compared with what their streams show.

use super::{Chip, Plan};
use crate::pattern::Pattern;
use crate::random::Shape;
use crate::reference;
use crate::stream::file::pack;
use crate::stream::layout::Layout;
use crate::stream::{Stream, encode, view};
use base::{Bits, Diagnostics, Rng};
use ir::{Context, Ir};
use sim::{SimOptions, Simulator};

/// Makes chips for random patterns and has them look at random programs, with pauses.
pub fn check(make: fn(&mut Ir, &Plan<'_>) -> Chip, cases: u64) {
    for seed in 0..cases {
        let rng = &mut Rng::new(seed);
        let mut shape = Shape::any(rng);
        shape.depth = shape.depth.min(3);
        let alphabet = shape.alphabet(rng);
        let count = rng.below(6);
        let patterns: Vec<Pattern> =
            (0..count).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let layout = Layout::new(&alphabet, &patterns, 1 + rng.below(20) as u32);
        let plan = Plan { alphabet: &alphabet, patterns: &patterns, layout: &layout, lists_matches: true };
        let mut ir = Ir::new(Context::new(dialects::all()));
        let chip = make(&mut ir, &plan);
        let mut diagnostics = Diagnostics::default();
        assert!(ir::verify(&mut ir, chip.design, &mut diagnostics), "seed {seed}: {diagnostics:?}");
        let program = shape.program(&alphabet, &patterns, rng);
        let stream = encode(&program, &layout, chip.order);
        let (shown, numbers) = view::view(&alphabet, &layout, &stream).expect("we wrote it");
        let record_of = |entry: u32| {
            let records = numbers.iter().flatten();
            records.clone().position(|number| *number == entry).expect("a root is a record") as u64
        };
        let expected = reference::all_matches(&shown, &patterns);
        let mut expected: Vec<(u64, u32)> = expected.iter().map(|(root, p)| (record_of(*root), *p)).collect();
        expected.sort_unstable();
        let pauses = rng.below(3) * 30;
        let (mut found, counted) = run(&ir, &chip, &layout, &stream, pauses, rng);
        found.sort_unstable();
        assert_eq!(found, expected, "seed {seed}");
        assert_eq!(counted, expected.len() as u64, "seed {seed}");
    }
}

/// The matches that a chip lists, and how many it counts.
fn run(
    ir: &Ir,
    chip: &Chip,
    layout: &Layout,
    stream: &Stream,
    pauses: u64,
    rng: &mut Rng,
) -> (Vec<(u64, u32)>, u64) {
    let mut diagnostics = Diagnostics::default();
    let sim = Simulator::new(ir, chip.top, &SimOptions::default(), &mut diagnostics);
    let mut sim = sim.unwrap_or_else(|| panic!("the circuit is not whole: {diagnostics:?}"));
    let [rst, valid, record, complete] =
        ["rst", "valid", "record", "complete"].map(|name| sim.input(name).expect("a chip has it"));
    let [ready, idle, count, match_valid, match_root, matches] =
        ["ready", "idle", "count", "match_valid", "match_root", "matches"]
            .map(|name| sim.output(name).expect("a chip has it"));
    sim.poke_u64(rst, 1);
    sim.step();
    sim.poke_u64(rst, 0);
    let mut found = Vec::new();
    let mut next = 0;
    for _ in 0..100_000 {
        let offers = next < stream.records.len() && !rng.chance(pauses, 100);
        sim.poke_u64(valid, u64::from(offers));
        sim.poke_u64(complete, u64::from(next == stream.records.len()));
        if offers {
            let bytes = pack(layout, &stream.records[next]);
            sim.poke(record, &Bits::from_le_bytes(layout.record_bits(), &bytes));
        }
        sim.settle();
        if sim.peek_u64(match_valid) == 1 {
            let bits = sim.peek(matches);
            let root = sim.peek_u64(match_root);
            let set = (0..bits.width()).filter(|bit| bits.bit(*bit));
            found.extend(set.map(|pattern| (root, pattern)));
        }
        let ends = next == stream.records.len() && sim.peek_u64(idle) == 1;
        next += usize::from(offers && sim.peek_u64(ready) == 1);
        if ends {
            return (found, sim.peek_u64(count));
        }
        sim.step();
    }
    panic!("the chip does not end");
}
