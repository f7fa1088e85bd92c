//! Slots, latencies, rates, and which paths buffers break.

use super::bench::{Bench, Rates, run};
use super::{bursts, random, unit};
use base::{Bits, Rng};
use dialects::handshake::unit::{BufferType, Function, Kind, StreamKind, Unit};

/// How many tokens a unit takes while its output takes none.
fn room(unit: &Unit) -> usize {
    let mut bench = Bench::new(unit);
    let mut rng = Rng::new(1);
    let mut taken = 0;
    bench.accept(0, false);
    for _ in 0..100 {
        (0..unit.inputs.len()).for_each(|input| {
            let token = Bits::zero(unit.inputs[input]);
            bench.offer(input, Some(&token), &mut rng);
        });
        taken += usize::from(bench.is_ready(0));
        bench.simulator.step();
    }
    taken
}

fn buffers() -> Vec<(BufferType, u32, Unit)> {
    let mut buffers = Vec::new();
    for ty in BufferType::ALL {
        for slots in [1, 2, 3, 5, 16] {
            if slots == 1 || !ty.is_one_slot() {
                buffers.push((ty, slots, unit(Kind::Buffer { ty, slots }, &[8], &[8])));
            }
        }
    }
    buffers
}

#[test]
fn buffers_hold_as_many_tokens_as_they_have_slots() {
    for (ty, slots, unit) in buffers() {
        assert_eq!(room(&unit), slots as usize, "{ty:?}");
    }
}

/// Two tokens that wait come out in the order in which they went in, whatever the buffer.
#[test]
fn two_tokens_come_out_in_their_order() {
    for (ty, slots, unit) in buffers() {
        let (mut bench, mut rng) = (Bench::new(&unit), Rng::new(8));
        let tokens = [1, 2].map(|number| Bits::from_u64(8, number));
        let (mut sent, mut came) = (0, Vec::new());
        for cycle in 0..100 {
            bench.offer(0, tokens.get(sent), &mut rng);
            // Long enough closed that a buffer of two slots holds both.
            let open = cycle > 40;
            bench.accept(0, open);
            came.extend(bench.offered(0).filter(|_| open));
            sent += usize::from(sent < 2 && bench.is_ready(0));
            bench.simulator.step();
            assert!(open || sent == 2.min(slots as usize) || cycle < 2, "{ty:?} of {slots}");
        }
        assert_eq!(came, tokens, "{ty:?} of {slots}");
    }
}

#[test]
fn buffers_have_their_latencies() {
    for (ty, slots, unit) in buffers() {
        let feeds = [vec![Bits::from_u64(8, 5)]];
        let first = run(&unit, &feeds, Rates::FULL, 0).cycles[0][0];
        assert_eq!(first, u64::from(ty.latency(slots)), "{ty:?} of {slots}");
    }
}

/// Of one cycle: the valid and data of the output, and the ready of the input.
fn seen(bench: &mut Bench) -> (Option<Bits>, bool) {
    (bench.offered(0), bench.is_ready(0))
}

#[test]
fn buffers_break_the_paths_they_say() {
    for (ty, slots, unit) in buffers() {
        let (mut bench, mut rng) = (Bench::new(&unit), Rng::new(2));
        let (mut forward, mut backward) = (false, false);
        for _ in 0..300 {
            let token = rng.bits(8);
            bench.accept(0, rng.bool());
            bench.offer(0, None, &mut rng);
            let (idle, _) = seen(&mut bench);
            bench.offer(0, Some(&token), &mut rng);
            let (busy, _) = seen(&mut bench);
            forward |= idle != busy;
            bench.offer(0, Some(&token).filter(|_| rng.bool()), &mut rng);
            bench.accept(0, false);
            let (_, closed) = seen(&mut bench);
            bench.accept(0, true);
            let (_, open) = seen(&mut bench);
            backward |= closed != open;
            bench.accept(0, rng.chance(1, 3));
            bench.simulator.step();
        }
        assert_eq!((forward, backward), (!ty.breaks_dv(), !ty.breaks_r()), "{ty:?} of {slots}");
    }
}

/// Whether a unit gives a token in every cycle from some cycle on, when all inputs and outputs are open.
fn check_rate(unit: &Unit, feeds: &[Vec<Bits>], latency: u64) {
    for (output, cycles) in run(unit, feeds, Rates::FULL, 0).cycles.into_iter().enumerate() {
        let expected: Vec<u64> = (latency..latency + cycles.len() as u64).collect();
        assert!(cycles.len() >= 10, "{unit:?}: output {output} gives {} tokens", cycles.len());
        assert_eq!(cycles, expected, "{unit:?}: output {output}");
    }
}

#[test]
fn units_move_a_token_in_every_cycle() {
    let mut rng = Rng::new(3);
    for (ty, slots, unit) in buffers() {
        // A slot that breaks all paths takes a token and gives it in turn.
        if ty != BufferType::ONE_SLOT_BREAK_DVR {
            check_rate(&unit, &[random(&mut rng, 8, 30)], ty.latency(slots).into());
        }
    }
    for (function, latency) in [
        (Function::Add, 0),
        (Function::Mul, 4),
        (Function::DivS, 35),
        (Function::RemU, 35),
        (Function::DivU, 12),
    ] {
        let unit = unit(Kind::Compute { function, latency }, &[32; 2], &[32]);
        let feeds = [random(&mut rng, 32, 60), random(&mut rng, 32, 60)];
        check_rate(&unit, &feeds, latency.into());
        if latency > 0 {
            assert_eq!(room(&unit), latency as usize, "{function:?}");
        }
    }
    let token = |count| random(&mut Rng::new(4), 32, count);
    check_rate(&unit(Kind::Fork, &[32], &[32; 3]), &[token(20)], 0);
    check_rate(&unit(Kind::Merge, &[32; 2], &[32]), &[token(20), token(20)], 0);
    check_rate(&unit(Kind::ControlMerge, &[32; 2], &[32, 1]), &[token(20), token(20)], 0);
    check_rate(&unit(Kind::Join, &[32; 2], &[0]), &[token(20), token(20)], 0);
    // Addresses that never meet, and a completion in the cycle after each: one place is enough.
    let addresses = |first: u64| (0..20).map(|k| Bits::from_u64(8, first + k)).collect::<Vec<_>>();
    let guarded = [addresses(0), addresses(100), vec![Bits::zero(0); 20]];
    check_rate(&unit(Kind::Guard { window: 1 }, &[8, 8, 0], &[8]), &guarded, 0);
}

/// A burst of K iterations takes K + 1 cycles, and the next one begins in the cycle after.
#[test]
fn the_units_of_loops_move_a_token_in_every_cycle() {
    let trips = [3, 0, 2, 2, 0, 0, 1, 5, 1, 0, 4, 0];
    let (d, count) = (bursts(&trips), trips.iter().sum());
    let token = |count| random(&mut Rng::new(4), 32, count);
    let carry = [d.clone(), token(trips.len()), token(count)];
    check_rate(&unit(Kind::Carry, &[1, 32, 32], &[32]), &carry, 0);
    check_rate(&unit(Kind::Invariant, &[1, 32], &[32]), &carry[..2], 0);
    let stream = unit(Kind::Stream(StreamKind { rule: None, checked: false }), &[32; 3], &[32, 1]);
    let numbers = |number: &dyn Fn(usize) -> usize| {
        trips.iter().map(|trips| Bits::from_u64(32, number(*trips) as u64)).collect::<Vec<_>>()
    };
    check_rate(&stream, &[numbers(&|_| 5), numbers(&|_| 2), numbers(&|trips| 5 + 2 * trips)], 0);
    // A gate takes a token in every cycle; what it gives is fewer.
    let gate = unit(Kind::Gate, &[32, 1], &[32, 1]);
    let cycles = run(&gate, &[token(d.len()), d.clone()], Rates::FULL, 0).cycles;
    let trues: Vec<u64> = (0u64..).zip(&d).filter(|(_, d)| !d.is_zero()).map(|(cycle, _)| cycle).collect();
    assert_eq!(cycles[0], trues);
}

/// A token that one side of a two-sided unit has accepted is not offered there again, and the other side waits for nobody.
#[test]
fn outputs_accept_one_by_one() {
    let mut rng = Rng::new(5);
    let stream = unit(Kind::Stream(StreamKind { rule: None, checked: false }), &[8; 3], &[8, 1]);
    let mut bench = Bench::new(&stream);
    [1, 1, 3].into_iter().enumerate().for_each(|(input, number)| {
        bench.offer(input, Some(&Bits::from_u64(8, number)), &mut rng);
    });
    bench.accept(0, true);
    bench.accept(1, false);
    assert!(bench.offered(0).is_some() && bench.offered(1).is_some() && !bench.is_ready(0));
    bench.simulator.step();
    assert!(bench.offered(0).is_none() && bench.offered(1).is_some() && !bench.is_ready(0));
    bench.accept(0, false);
    bench.accept(1, true);
    assert!(bench.is_ready(0) && bench.is_ready(1) && bench.is_ready(2));
    bench.simulator.step();
    assert_eq!(bench.offered(0), Some(Bits::from_u64(8, 2)));
    assert!(!bench.is_ready(0));
}

/// A value is handed out before it is known whether there is another one: that may depend on what is made of it.
#[test]
fn a_gate_gives_a_value_before_the_next_condition() {
    let mut rng = Rng::new(9);
    let mut bench = Bench::new(&unit(Kind::Gate, &[8, 1], &[8, 1]));
    (0..2).for_each(|output| bench.accept(output, true));
    bench.offer(0, Some(&Bits::from_u64(8, 5)), &mut rng);
    bench.offer(1, Some(&Bits::from_bool(true)), &mut rng);
    assert_eq!((bench.offered(0), bench.offered(1)), (Some(Bits::from_u64(8, 5)), None));
    assert!(bench.is_ready(0) && bench.is_ready(1));
    bench.simulator.step();
    bench.offer(0, Some(&Bits::from_u64(8, 6)), &mut rng);
    bench.offer(1, Some(&Bits::from_bool(true)), &mut rng);
    assert_eq!(bench.offered(0), Some(Bits::from_u64(8, 6)));
    assert_eq!(bench.offered(1), Some(Bits::from_bool(true)));
}

/// `error` while a loop of step zero is started, and at no other time.
#[test]
fn a_step_of_zero_is_told() {
    let mut rng = Rng::new(6);
    let stream = unit(Kind::Stream(StreamKind { rule: None, checked: true }), &[8; 3], &[8, 1]);
    for (step, offered, error) in [(0, true, true), (1, true, false), (0, false, false)] {
        let mut bench = Bench::new(&stream);
        bench.offer(0, Some(&Bits::from_u64(8, 1)), &mut rng);
        bench.offer(1, Some(&Bits::from_u64(8, step)), &mut rng);
        bench.offer(2, Some(&Bits::from_u64(8, 3)).filter(|_| offered), &mut rng);
        bench.accept(0, true);
        bench.accept(1, true);
        assert_eq!(bench.get("error"), error);
        bench.simulator.step();
        (0..3).for_each(|input| bench.offer(input, None, &mut rng));
        assert!(!bench.get("error"));
    }
}
