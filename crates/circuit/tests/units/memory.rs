//! Loads and memory controllers, with the memory played here: read latency 1, a read at the edge of a write sees the old word.

use super::bench::{Bench, Rates};
use super::{random, unit};
use base::{Bits, Rng};
use dialects::handshake::unit::{Kind, MemoryPort, MemoryUnit, Unit};

const WORDS: usize = 12;
const WIDTH: u32 = 16;
const ADDRESS: u32 = 8;

fn controller(ports: &[MemoryPort], store_done: bool) -> Unit {
    let (mut inputs, mut outputs) = (vec![0], Vec::new());
    for port in ports {
        match port {
            MemoryPort::Announce => inputs.push(32),
            MemoryPort::Load => inputs.push(ADDRESS),
            MemoryPort::Store => inputs.extend([ADDRESS, WIDTH]),
        }
    }
    inputs.push(0);
    let count = |wanted| ports.iter().filter(|port| **port == wanted).count();
    outputs.extend(vec![WIDTH; count(MemoryPort::Load)]);
    outputs.extend(vec![0; if store_done { count(MemoryPort::Store) } else { 0 }]);
    outputs.push(0);
    let memory = MemoryUnit { ports: ports.to_vec(), store_done, words: Some(WORDS as u64), width: WIDTH };
    unit(Kind::Memory(memory), &inputs, &outputs)
}

/// A controller with its memory and what its ports are given, each token offered until it is taken.
struct Machine {
    bench: Bench,
    memory: Vec<Bits>,
    rdata: Bits,
    feeds: Vec<Vec<Bits>>,
    taken: Vec<usize>,
    offering: Vec<bool>,
    outputs: Vec<Vec<Bits>>,
    /// What loads are to give, by output.
    expected: Vec<Vec<Bits>>,
    /// How many outputs are no answers to loads.
    others: usize,
    rng: Rng,
}

impl Machine {
    fn new(unit: &Unit, feeds: Vec<Vec<Bits>>, seed: u64) -> Machine {
        let mut rng = Rng::new(seed);
        let memory = random(&mut rng, WIDTH, WORDS);
        let taken = vec![0; unit.inputs.len()];
        let offering = vec![false; unit.inputs.len()];
        let outputs = vec![Vec::new(); unit.outputs.len()];
        let expected = outputs.clone();
        let rdata = Bits::zero(WIDTH);
        let others = unit.outputs.iter().filter(|width| **width == 0).count();
        let bench = Bench::new(unit);
        Machine { bench, memory, rdata, feeds, taken, offering, outputs, expected, others, rng }
    }

    fn load_inputs(&self) -> Vec<usize> {
        let Kind::Memory(memory) = &self.bench.unit.kind else { panic!("it is a controller") };
        let mut input = 1;
        let mut loads = Vec::new();
        for port in &memory.ports {
            loads.extend((*port == MemoryPort::Load).then_some(input));
            input += if *port == MemoryPort::Store { 2 } else { 1 };
        }
        loads
    }

    /// A cycle; says which inputs were taken.
    fn cycle(&mut self, rates: Rates) -> Vec<bool> {
        let Machine { bench, rng, .. } = self;
        for (input, feed) in self.feeds.iter().enumerate() {
            let next = feed.get(self.taken[input]);
            self.offering[input] = next.is_some() && (self.offering[input] || rng.chance(rates.offer, 8));
            bench.offer(input, next.filter(|_| self.offering[input]), rng);
        }
        let reads = bench.simulator.input("rdata").is_some();
        if let Some(port) = bench.simulator.input("rdata") {
            bench.simulator.poke(port, &self.rdata);
        }
        // What was asked for is taken: a load has room for it.
        let answers = self.expected.len() - self.others;
        let accept = |output: usize| output < answers || rng.chance(rates.accept, 8);
        let accepts: Vec<bool> = (0..self.outputs.len()).map(accept).collect();
        for (output, ready) in accepts.iter().enumerate() {
            bench.accept(output, *ready);
            let token = bench.offered(output);
            self.outputs[output].extend(token.filter(|_| *ready));
        }
        let taken: Vec<bool> =
            (0..self.feeds.len()).map(|k| self.offering[k] && self.bench.is_ready(k)).collect();
        let loads = self.load_inputs();
        let bench = &mut self.bench;
        let granted: Vec<usize> = (0..loads.len()).filter(|load| taken[loads[*load]]).collect();
        // Whatever is there while nobody asked for anything.
        self.rdata = self.rng.bits(WIDTH);
        if reads {
            assert_eq!(bench.get("ren"), granted.len() == 1, "one load a cycle");
            if let [load] = granted[..] {
                let address = &self.feeds[loads[load]][self.taken[loads[load]]];
                assert_eq!(bench.word("raddr").low_u64(), address.low_u64());
                self.rdata = self.memory[address.low_u64() as usize].clone();
                self.expected[load].push(self.rdata.clone());
            }
        }
        if bench.simulator.output("wen").is_some() && bench.get("wen") {
            let (address, word) = (bench.word("waddr").low_u64(), bench.word("wdata"));
            self.memory[address as usize] = word;
        }
        for (input, taken) in taken.iter().enumerate().filter(|(_, taken)| **taken) {
            self.taken[input] += usize::from(*taken);
            self.offering[input] = false;
        }
        self.bench.simulator.step();
        taken
    }
}

fn addresses(rng: &mut Rng, count: usize) -> Vec<Bits> {
    (0..count).map(|_| Bits::from_u64(ADDRESS, rng.below(WORDS as u64))).collect()
}

#[test]
fn loads_and_stores_reach_the_memory_in_the_order_of_their_ports() {
    use MemoryPort::{Load, Store};
    for (seed, ports) in
        [vec![Load], vec![Store], vec![Load, Store], vec![Store, Load, Load, Store, Load], vec![Store; 3]]
            .into_iter()
            .enumerate()
    {
        for (store_done, rates) in
            [true, false].into_iter().flat_map(|done| Rates::ALL.map(|rates| (done, rates)))
        {
            let unit = controller(&ports, store_done);
            let mut rng = Rng::new(seed as u64);
            let mut feeds = vec![vec![Bits::zero(0)]];
            for port in &ports {
                feeds.push(addresses(&mut rng, 30));
                feeds.extend((*port == Store).then(|| random(&mut rng, WIDTH, 30)));
            }
            feeds.push(vec![Bits::zero(0)]);
            let mut machine = Machine::new(&unit, feeds.clone(), seed as u64);
            for _ in 0..2000 {
                machine.cycle(rates);
            }
            let loads = ports.iter().filter(|port| **port == Load).count();
            assert_eq!(machine.outputs[..loads], machine.expected[..loads], "{unit:?}, {rates:?}");
            let sent: Vec<usize> = feeds.iter().map(Vec::len).collect();
            assert_eq!(machine.taken, sent, "{unit:?}, {rates:?}: everything was taken");
            for done in &machine.outputs[loads..unit.outputs.len() - 1] {
                assert_eq!(done.len(), 30, "{unit:?}, {rates:?}: every store is told of");
            }
            assert_eq!(machine.outputs.last().map(Vec::len), Some(1), "the end is told of once");
        }
    }
}

/// With everybody asking all the time, grants go round.
#[test]
fn grants_go_round() {
    use MemoryPort::{Load, Store};
    let unit = controller(&[Load, Store, Load, Store, Load], true);
    let mut rng = Rng::new(1);
    let mut feeds = vec![Vec::new()];
    for width in &unit.inputs[1..unit.inputs.len() - 1] {
        feeds.push(if *width == ADDRESS { addresses(&mut rng, 20) } else { random(&mut rng, WIDTH, 20) });
    }
    feeds.push(Vec::new());
    let mut machine = Machine::new(&unit, feeds, 1);
    let (loads, stores) = ([1, 4, 7], [2, 5]);
    for cycle in 0..20 {
        let taken = machine.cycle(Rates::FULL);
        let granted = |ports: &[usize]| ports.iter().map(|port| taken[*port]).collect::<Vec<bool>>();
        assert_eq!(granted(&loads), [0, 1, 2].map(|port| cycle % 3 == port), "cycle {cycle}");
        assert_eq!(granted(&stores), [0, 1].map(|port| cycle % 2 == port), "cycle {cycle}");
    }
}

/// An answer is there in the cycle after its question and in no other, whether it is taken or not: nothing is kept for a load, which has room for it.
#[test]
fn an_answer_is_there_for_a_cycle() {
    let mut bench = Bench::new(&controller(&[MemoryPort::Load; 2], true));
    let mut rng = Rng::new(2);
    let address = Bits::from_u64(ADDRESS, 3);
    for (cycle, asked) in [(0, Some(0)), (1, Some(1)), (2, None), (3, None)] {
        for load in 0..2 {
            bench.offer(1 + load, Some(&address).filter(|_| asked == Some(load)), &mut rng);
            bench.accept(load, false);
        }
        bench.set("rdata", cycle);
        let answers = [0, 1].map(|load| bench.offered(load).map(|word| word.low_u64()));
        assert_eq!(answers, [(cycle == 1).then_some(1), (cycle == 2).then_some(2)], "cycle {cycle}");
        assert_eq!([1, 2].map(|input| bench.is_ready(input)), [asked == Some(0), asked == Some(1)]);
        bench.simulator.step();
    }
}

/// The end waits for the stores that were announced. They may come before their announcement, but that comes before the end.
#[test]
fn the_end_waits_for_announced_stores() {
    use MemoryPort::{Announce, Store};
    let unit = controller(&[Announce, Store, Announce], false);
    for late in [false, true] {
        let mut rng = Rng::new(3);
        let token = vec![Bits::zero(0)];
        let announcements = [2, 1].map(|number| vec![Bits::from_u64(32, number)]);
        let feeds = vec![
            token.clone(),
            announcements[0].clone(),
            addresses(&mut rng, 3),
            random(&mut rng, WIDTH, 3),
            announcements[1].clone(),
            token,
        ];
        let mut machine = Machine::new(&unit, feeds.clone(), 3);
        // The stores come late, or the announcements and the end.
        let held: &[usize] = if late { &[2, 3] } else { &[1, 4, 5] };
        held.iter().for_each(|input| machine.feeds[*input].clear());
        for _ in 0..20 {
            machine.cycle(Rates::FULL);
        }
        assert!(machine.outputs[0].is_empty(), "not yet");
        held.iter().for_each(|input| machine.feeds[*input] = feeds[*input].clone());
        for _ in 0..20 {
            machine.cycle(Rates::FULL);
        }
        assert_eq!(machine.outputs[0].len(), 1);
    }
}

/// The unit of a load takes an address only when there is room for the answer, and gives answers in order.
#[test]
fn a_load_has_room_for_two_answers() {
    let load = unit(Kind::Load, &[ADDRESS, WIDTH], &[ADDRESS, WIDTH]);
    let mut rng = Rng::new(4);
    let mut bench = Bench::new(&load);
    let addresses = random(&mut rng, ADDRESS, 40);
    let (mut sent, mut arriving, mut came) = (0, None, Vec::new());
    for cycle in 0..400 {
        let patient = cycle < 50;
        bench.offer(0, addresses.get(sent), &mut rng);
        let answer: Option<Bits> = arriving.take();
        bench.offer(1, answer.as_ref(), &mut rng);
        bench.accept(0, true);
        let ready = !patient && rng.chance(1, 2);
        bench.accept(1, ready);
        assert!(answer.is_none() || bench.is_ready(1), "there is room for every answer");
        came.extend(bench.offered(1).filter(|_| ready));
        if let Some(address) = bench.offered(0) {
            assert!(bench.is_ready(0));
            arriving = Some(address.zext(WIDTH).not());
            sent += 1;
        }
        assert!(!patient || sent <= 2);
        bench.simulator.step();
    }
    let expected: Vec<Bits> = addresses.iter().map(|address| address.zext(WIDTH).not()).collect();
    assert_eq!(came, expected);
}

/// What is stored while the unit is put back would stay.
#[test]
fn nothing_is_written_during_a_reset() {
    let unit = controller(&[MemoryPort::Store], true);
    let mut bench = Bench::new(&unit);
    let mut rng = Rng::new(6);
    for (input, width) in unit.inputs.iter().enumerate() {
        bench.offer(input, Some(&Bits::zero(*width)), &mut rng);
    }
    for reset in [true, false] {
        bench.set("rst", reset.into());
        assert_eq!(bench.get("wen"), !reset);
    }
}
