//! Queues of loads and stores, with the memory played here, against a sequential memory: accesses happen in the order in which groups are let in.

use super::bench::{Bench, Rates};
use super::{random, unit};
use base::{Bits, Rng};
use dialects::handshake::unit::MemoryPort::{Load, Store};
use dialects::handshake::unit::{Kind, LsqUnit, MemoryPort, Unit};

const WIDTH: u32 = 16;
const ADDRESS: u32 = 5;
const WORDS: usize = 4;

fn queue(groups: &[&[MemoryPort]], [load_depth, store_depth]: [u32; 2]) -> Unit {
    let groups: Vec<Vec<MemoryPort>> = groups.iter().map(|group| group.to_vec()).collect();
    let mut inputs = vec![0];
    for group in &groups {
        inputs.push(0);
        for port in group {
            inputs.push(ADDRESS);
            inputs.extend((*port == Store).then_some(WIDTH));
        }
    }
    inputs.push(0);
    let queue = LsqUnit { groups, load_depth, store_depth, words: Some(WORDS as u64), width: WIDTH };
    let mut outputs = vec![WIDTH; queue.count(Load)];
    outputs.push(0);
    unit(Kind::Lsq(queue), &inputs, &outputs)
}

/// Offers so many tokens to every group and what its ports need, at random, and compares.
fn check(unit: &Unit, rates: Rates, seed: u64) {
    let Kind::Lsq(queue) = &unit.kind else { panic!("it is a queue") };
    let places = queue.places();
    let mut rng = Rng::new(seed);
    let mut feeds: Vec<Vec<Bits>> = vec![Vec::new(); unit.inputs.len()];
    for group in &places {
        let count = 5 + rng.index(20);
        feeds[group.control] = vec![Bits::zero(0); count];
        for port in &group.ports {
            let address = |rng: &mut Rng| Bits::from_u64(ADDRESS, rng.below(WORDS as u64));
            feeds[port.input] = (0..count).map(|_| address(&mut rng)).collect();
            if port.port == Store {
                feeds[port.input + 1] = random(&mut rng, WIDTH, count);
            }
        }
    }
    let mut memory = random(&mut rng, WIDTH, WORDS);
    let first = memory.clone();
    let mut bench = Bench::new(unit);
    let (mut taken, mut offering) = (vec![0; feeds.len()], vec![false; feeds.len()]);
    let mut outputs: Vec<Vec<Bits>> = vec![Vec::new(); unit.outputs.len()];
    let (mut order, mut rdata) = (Vec::new(), Bits::zero(WIDTH));
    for cycle in 0..1500 {
        // The end is told when all groups are in, and what they do may still be under way.
        let is_late = places.iter().all(|group| taken[group.control] == feeds[group.control].len());
        if is_late && feeds[0].is_empty() {
            feeds[0].push(Bits::zero(0));
            feeds[queue.ctrl_end()].push(Bits::zero(0));
        }
        for (input, feed) in feeds.iter().enumerate() {
            let next = feed.get(taken[input]);
            offering[input] = next.is_some() && (offering[input] || rng.chance(rates.offer, 8));
            bench.offer(input, next.filter(|_| offering[input]), &mut rng);
        }
        if let Some(port) = bench.simulator.input("rdata") {
            bench.simulator.poke(port, &rdata);
        }
        let accepts: Vec<bool> = (0..outputs.len()).map(|_| rng.chance(rates.accept, 8)).collect();
        for (output, ready) in accepts.iter().enumerate() {
            bench.accept(output, *ready);
            let token = bench.offered(output);
            outputs[output].extend(token.filter(|_| *ready));
        }
        let moves: Vec<bool> = (0..feeds.len()).map(|k| offering[k] && bench.is_ready(k)).collect();
        let let_in: Vec<usize> = (0..places.len()).filter(|group| moves[places[*group].control]).collect();
        assert!(let_in.len() <= 1, "one group a cycle, cycle {cycle}");
        order.extend(let_in);
        // Whatever is there while nobody asked for anything.
        rdata = rng.bits(WIDTH);
        if queue.count(Load) > 0 && bench.get("ren") {
            rdata = memory[bench.word("raddr").low_u64() as usize].clone();
        }
        if queue.count(Store) > 0 && bench.get("wen") {
            memory[bench.word("waddr").low_u64() as usize] = bench.word("wdata");
        }
        for input in (0..feeds.len()).filter(|input| moves[*input]) {
            taken[input] += 1;
            offering[input] = false;
        }
        bench.simulator.step();
    }
    let sent: Vec<usize> = feeds.iter().map(Vec::len).collect();
    assert_eq!(taken, sent, "{unit:?}, {rates:?}, seed {seed}: everything was taken");
    let (mut expected, mut sequential) = (vec![Vec::new(); unit.outputs.len()], first);
    let mut done = vec![0; places.len()];
    for group in order {
        for port in &places[group].ports {
            let at = feeds[port.input][done[group]].low_u64() as usize;
            match port.port {
                Store => sequential[at] = feeds[port.input + 1][done[group]].clone(),
                _ => expected[port.number].push(sequential[at].clone()),
            }
        }
        done[group] += 1;
    }
    expected[queue.mem_end()].push(Bits::zero(0));
    assert_eq!(outputs, expected, "{unit:?}, {rates:?}, seed {seed}");
    assert_eq!(memory, sequential, "{unit:?}, {rates:?}, seed {seed}");
}

#[test]
fn accesses_happen_in_the_order_of_groups() {
    let shapes: [&[&[MemoryPort]]; 5] = [
        &[&[Load, Store]],
        &[&[Load], &[Store]],
        &[&[Store, Load, Store, Load], &[Load]],
        &[&[Load, Load]],
        &[&[Store], &[Store, Store], &[Load, Load, Store]],
    ];
    for (seed, groups) in shapes.into_iter().enumerate() {
        let most = |kind| {
            let counts = groups.iter().map(|group| group.iter().filter(|port| **port == kind).count());
            counts.max().unwrap_or(0) as u32
        };
        for more in [0, 1, 5] {
            let depths = [most(Load), most(Store)].map(|least| if least == 0 { 0 } else { least + more });
            for rates in Rates::ALL {
                check(&queue(groups, depths), rates, seed as u64);
            }
        }
    }
}

/// What is stored while the unit is put back would stay.
#[test]
fn nothing_is_written_during_a_reset() {
    let unit = queue(&[&[Store]], [0, 2]);
    let mut bench = Bench::new(&unit);
    let mut rng = Rng::new(6);
    for _ in 0..3 {
        for (input, width) in unit.inputs.iter().enumerate().skip(1).take(3) {
            bench.offer(input, Some(&Bits::zero(*width)), &mut rng);
        }
        bench.set("rst", 0);
        bench.simulator.step();
    }
    for reset in [true, false] {
        bench.set("rst", reset.into());
        assert_eq!(bench.get("wen"), !reset);
    }
}
