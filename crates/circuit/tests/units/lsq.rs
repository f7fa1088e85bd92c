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

/// What a queue does in an activation.
struct Call {
    /// The groups as they were let in.
    order: Vec<usize>,
    outputs: Vec<Vec<Bits>>,
    /// Words that were read from the memory.
    reads: usize,
    /// The cycle in which the last answer came.
    last: usize,
}

/// An activation of a queue: offers the tokens of its groups and what their ports need, at random, until it has ended.
fn call(
    bench: &mut Bench,
    mut feeds: Vec<Vec<Bits>>,
    memory: &mut [Bits],
    rates: Rates,
    rng: &mut Rng,
) -> Call {
    let Kind::Lsq(queue) = bench.unit.kind.clone() else { panic!("it is a queue") };
    let places = queue.places();
    let (mut taken, mut offering) = (vec![0; feeds.len()], vec![false; feeds.len()]);
    let outputs = vec![Vec::new(); bench.unit.outputs.len()];
    let mut call = Call { order: Vec::new(), outputs, reads: 0, last: 0 };
    let mut rdata = Bits::zero(WIDTH);
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
            bench.offer(input, next.filter(|_| offering[input]), rng);
        }
        if let Some(port) = bench.simulator.input("rdata") {
            bench.simulator.poke(port, &rdata);
        }
        for output in 0..call.outputs.len() {
            let ready = rng.chance(rates.accept, 8);
            bench.accept(output, ready);
            if let Some(token) = bench.offered(output).filter(|_| ready) {
                call.outputs[output].push(token);
                call.last = if output < queue.mem_end() { cycle } else { call.last };
            }
        }
        let moves: Vec<bool> = (0..feeds.len()).map(|k| offering[k] && bench.is_ready(k)).collect();
        let let_in: Vec<usize> = (0..places.len()).filter(|group| moves[places[*group].control]).collect();
        assert!(let_in.len() <= 1, "one group a cycle, cycle {cycle}");
        call.order.extend(let_in);
        // Whatever is there while nobody asked for anything.
        rdata = rng.bits(WIDTH);
        if queue.count(Load) > 0 && bench.get("ren") {
            rdata = memory[bench.word("raddr").low_u64() as usize].clone();
            call.reads += 1;
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
    assert_eq!(taken, sent, "{:?}, {rates:?}: everything was taken", bench.unit);
    call
}

/// What a sequential memory gives to the loads of a queue, by output.
fn expected(queue: &LsqUnit, feeds: &[Vec<Bits>], order: &[usize], memory: &mut [Bits]) -> Vec<Vec<Bits>> {
    let places = queue.places();
    let mut answers = vec![Vec::new(); queue.mem_end()];
    let mut done = vec![0; places.len()];
    for group in order {
        for port in &places[*group].ports {
            let at = feeds[port.input][done[*group]].low_u64() as usize;
            match port.port {
                Store => memory[at] = feeds[port.input + 1][done[*group]].clone(),
                _ => answers[port.number].push(memory[at].clone()),
            }
        }
        done[*group] += 1;
    }
    answers.push(vec![Bits::zero(0)]);
    answers
}

/// Two activations with random accesses. Between them the memory becomes another one.
fn check(unit: &Unit, rates: Rates, seed: u64) {
    let Kind::Lsq(queue) = &unit.kind else { panic!("it is a queue") };
    let mut rng = Rng::new(seed);
    let mut bench = Bench::new(unit);
    for _ in 0..2 {
        let mut feeds: Vec<Vec<Bits>> = vec![Vec::new(); unit.inputs.len()];
        for group in queue.places() {
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
        let mut sequential = memory.clone();
        let call = call(&mut bench, feeds.clone(), &mut memory, rates, &mut rng);
        let expected = expected(queue, &feeds, &call.order, &mut sequential);
        assert_eq!(call.outputs, expected, "{unit:?}, {rates:?}, seed {seed}");
        assert_eq!(memory, sequential, "{unit:?}, {rates:?}, seed {seed}");
    }
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

/// Stores to some places and then loads of some, let in one after the other without a wait; the words of the memory are 100 and what follows, those of the stores 200 and what follows. Gives what the
/// loads get, and how many words were read from the memory.
fn stores_then_loads(bench: &mut Bench, stores: &[u64], loads: &[u64]) -> (Vec<u64>, usize) {
    let mut memory: Vec<Bits> = (100..).take(WORDS).map(|word| Bits::from_u64(WIDTH, word)).collect();
    let numbers = |width: u32, from: &[u64]| from.iter().map(|n| Bits::from_u64(width, *n)).collect();
    let data: Vec<u64> = (200..).take(stores.len()).collect();
    let tokens = |count: usize| vec![Bits::zero(0); count];
    let (places, words) = (numbers(ADDRESS, stores), numbers(WIDTH, &data));
    let feeds = vec![
        Vec::new(),
        tokens(stores.len()),
        places,
        words,
        tokens(loads.len()),
        numbers(ADDRESS, loads),
        Vec::new(),
    ];
    let call = call(bench, feeds, &mut memory, Rates::FULL, &mut Rng::new(1));
    (call.outputs[0].iter().map(Bits::low_u64).collect(), call.reads)
}

#[test]
fn a_store_that_is_written_still_gives_its_data() {
    let mut bench = Bench::new(&queue(&[&[Store], &[Load]], [2, 3]));
    // Of the places for three stores each has its last one, and of equal ones the youngest counts.
    let (got, reads) = stores_then_loads(&mut bench, &[3, 3, 1, 2, 1], &[0, 1, 2, 3, 3, 2, 1, 1]);
    assert_eq!((got, reads), (vec![100, 204, 203, 201, 201, 203, 204, 204], 3));
}

#[test]
fn nothing_is_known_of_a_memory_after_an_activation() {
    let mut bench = Bench::new(&queue(&[&[Store], &[Load]], [2, 3]));
    assert_eq!(stores_then_loads(&mut bench, &[0, 1, 2], &[0, 1, 2]), (vec![200, 201, 202], 0));
    // The memory has its first words again.
    assert_eq!(stores_then_loads(&mut bench, &[], &[0, 1, 2]), (vec![100, 101, 102], 3));
    assert_eq!(stores_then_loads(&mut bench, &[3], &[2, 3]), (vec![102, 200], 1));
}

/// Rounds of two loads, of which one finds its word in the queue, follow each other in every cycle; if both do, in every other one.
#[test]
fn a_load_of_a_store_leaves_the_memory_to_another() {
    let unit = queue(&[&[Store], &[Load, Load]], [12, 1]);
    let rounds = 20;
    let addresses = |at: u64| vec![Bits::from_u64(ADDRESS, at); rounds];
    let feeds = |second: u64| {
        let (first, data) = (Bits::from_u64(ADDRESS, 1), Bits::from_u64(WIDTH, 7));
        let tokens = vec![Bits::zero(0); rounds];
        vec![
            vec![],
            vec![Bits::zero(0)],
            vec![first],
            vec![data],
            tokens,
            addresses(1),
            addresses(second),
            vec![],
        ]
    };
    let last = |second: u64| {
        let mut memory = vec![Bits::zero(WIDTH); WORDS];
        call(&mut Bench::new(&unit), feeds(second), &mut memory, Rates::FULL, &mut Rng::new(1)).last
    };
    assert_eq!([last(2), last(1)], [rounds + 3, 2 * rounds + 3]);
}
