//! The designs to measure with do what they are said to do.

mod common;

use base::Diagnostics;
use circuit::designs::{DESIGNS, find};
use common::Machine;
use ir::{Context, Ir, Op};

fn build(name: &str, size: u32) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let design = (find(name).expect("there is such a design").build)(&mut ir, size);
    let mut diagnostics = Diagnostics::default();
    assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
    (ir, design)
}

fn machine(name: &str, size: u32) -> Machine {
    let (mut ir, design) = build(name, size);
    let mut diagnostics = Diagnostics::default();
    let flat = circuit::flatten::flatten(&mut ir, design, Some(name), u64::MAX, &mut diagnostics);
    flat.unwrap_or_else(|_| panic!("{diagnostics:?}"));
    assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
    Machine::new(ir, design)
}

#[test]
fn designs_of_all_sizes_are_right() {
    for design in DESIGNS {
        for size in [1, 2, 3, 8] {
            build(design.name, size);
        }
    }
}

#[test]
fn designs_have_the_sizes_they_are_measured_at() {
    for (name, least) in [("fir", 1_000), ("cores", 10_000), ("systolic", 100_000)] {
        let design = find(name).expect("there is such a design");
        let (mut ir, module) = build(name, design.size);
        let mut diagnostics = Diagnostics::default();
        let flat = circuit::flatten::flatten(&mut ir, module, Some(name), u64::MAX, &mut diagnostics);
        assert!(flat.is_ok(), "{diagnostics:?}");
        let size = ir.walk(module).len();
        assert!((least..least * 12 / 10).contains(&size), "{name} has {size} operations");
    }
}

/// The filter's coefficients after reset, read off the impulse response; then the response to samples is their convolution.
#[test]
fn the_filter_filters() {
    const TAPS: usize = 5;
    let respond = |samples: &[u64]| {
        let mut machine = machine("fir", TAPS as u32);
        machine.set(1, 1);
        machine.step();
        machine.set(1, 0);
        let mut sums = vec![0];
        for cycle in 0..samples.len() + 2 * TAPS + 4 {
            machine.set(2, samples.get(cycle).copied().unwrap_or(0));
            machine.step();
            sums.push(machine.get(0));
        }
        // The output is a checksum; what went into it in a cycle is what changed beyond the turn.
        let turned = |sum: u64| (sum << 1 | sum >> 39) & ((1 << 40) - 1);
        sums.windows(2).map(|pair| pair[1] ^ turned(pair[0])).collect::<Vec<u64>>()
    };
    let signed = |value: u64| (value << 24).cast_signed() >> 24;
    let impulse: Vec<i64> = respond(&[1]).into_iter().map(signed).collect();
    let start = impulse.iter().position(|value| *value != 0).expect("the filter responds");
    assert!(impulse[start..start + TAPS].iter().all(|coefficient| *coefficient != 0), "{impulse:?}");
    assert!(impulse[start + TAPS..].iter().all(|value| *value == 0), "{impulse:?}");
    let samples = [3, 0xffff, 250, 7, 0x8000, 12, 1];
    let response: Vec<i64> = respond(&samples).into_iter().map(signed).collect();
    for (cycle, value) in response.iter().enumerate() {
        let term = |(at, sample): (usize, &u64)| {
            let sample = i64::from((*sample as u16).cast_signed());
            cycle.checked_sub(at).and_then(|at| impulse.get(at)).map_or(0, |weight| weight * sample)
        };
        let expected: i64 = samples.iter().enumerate().map(term).sum();
        assert_eq!(*value, expected, "cycle {cycle}");
    }
}

#[test]
fn every_design_is_busy() {
    for design in DESIGNS {
        let mut machine = machine(design.name, 3);
        machine.set(1, 1);
        machine.step();
        machine.set(1, 0);
        let mut sums = Vec::new();
        for cycle in 0..400 {
            machine.set(2, (cycle * 0x9e37) & 0xffff);
            machine.step();
            sums.push(machine.get(0));
        }
        let before = sums.len();
        sums.sort_unstable();
        sums.dedup();
        assert!(sums.len() > before * 9 / 10, "{} has {} different sums", design.name, sums.len());
    }
}

/// What one processor sends, against the program written in Rust.
#[test]
fn the_processor_runs_its_program() {
    const X: u32 = 0x1234_5678;
    let mut machine = machine("cores", 1);
    machine.set(2, X.into());
    machine.set(1, 1);
    machine.step();
    machine.set(1, 0);
    let (mut sent, mut sum) = (vec![0], 0);
    for _ in 0..3000 {
        machine.step();
        let now = machine.get(0) as u32;
        let said = now ^ u32::rotate_left(sum, 1);
        if sent.last() != Some(&said) {
            sent.push(said);
        }
        sum = now;
    }
    let (mut random, mut hash, mut said) = (0x1234_5678_u32, 0x5432_1008_u32, 0);
    let mut table = [0u32; 64];
    let mut expected = vec![0];
    for index in 0..100 {
        random = random.wrapping_add(said ^ X);
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        let entry = table[index % 64];
        hash = if entry.cast_signed() < random.cast_signed() {
            hash.wrapping_add(entry.wrapping_mul(random))
        } else {
            hash.wrapping_sub(entry)
        };
        hash ^= (hash.cast_signed() >> 3).cast_unsigned() | random;
        let (below, less) = (random < hash, random.cast_signed() < hash.cast_signed());
        hash <<= u32::from(below);
        hash = hash.wrapping_add(u32::from(less) & random);
        table[index % 64] = hash;
        said = hash;
        expected.push(said);
    }
    assert!(sent.len() > 80, "{} numbers were sent", sent.len());
    assert_eq!(sent[..80], expected[..80]);
}
