//! The port of a load, and memory controllers.
//!
//! A controller gives one load and one store of those that ask the memory in a cycle. An answer is there in the next cycle and in no other: it goes to the load
//! that asked, which has room for it, so a port that is slow holds nobody else up and nothing is kept here.

use super::buffer::{passed_slot, passing_queue};
use super::frame::{Behaviour, Frame, Token};
use dialects::handshake::unit::{Kind, MemoryPort, MemoryUnit, PortPlace, Unit};
use ir::Value;

/// The width of what counts announced stores.
const COUNT: u32 = 32;

/// What a memory controller, or a queue of loads and stores, needs of its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPorts {
    /// Whether it reads: it has `raddr`, `ren` and `rdata`.
    pub reads: bool,
    /// Whether it writes: it has `waddr`, `wen` and `wdata`.
    pub writes: bool,
    /// Bits of an address.
    pub address: u32,
    /// Bits of a word.
    pub word: u32,
}

/// The ports for its memory that a memory controller or a queue has; `None` for another unit.
pub fn memory_ports(unit: &Unit) -> Option<MemoryPorts> {
    let (inputs, ports, words, word): (Vec<usize>, Vec<MemoryPort>, _, _) = match &unit.kind {
        Kind::Memory(memory) => {
            let accesses = memory.places().into_iter().filter(|place| place.port != MemoryPort::Announce);
            (accesses.map(|place| place.input).collect(), memory.ports.clone(), memory.words, memory.width)
        }
        Kind::Lsq(queue) => {
            let ports = queue.places().into_iter().flat_map(|group| group.ports);
            let (inputs, kinds) = ports.map(|port| (port.input, port.port)).unzip();
            (inputs, kinds, queue.words, queue.width)
        }
        _ => return None,
    };
    let widest = inputs.into_iter().map(|input| unit.inputs[input]).fold(1, u32::max);
    let address = match words {
        Some(words) => words.saturating_sub(1).checked_ilog2().map_or(1, |log| log + 1),
        None => widest,
    };
    let (reads, writes) = (ports.contains(&MemoryPort::Load), ports.contains(&MemoryPort::Store));
    Some(MemoryPorts { reads, writes, address, word })
}

pub(super) fn load(f: &mut Frame<'_>) -> Behaviour {
    let [address, answer] = [f.inputs[0], f.inputs[1]];
    let [memory, user] = [f.ready[0], f.ready[1]];
    let slot_free = f.wire("slot_free", 1);
    let (data, queue) = passing_queue(f, 2, answer, user, slot_free);
    let free = f.not(queue.full);
    f.drive(slot_free, free);
    // The answer comes in the cycle after the question, so of two that are outstanding or kept one may be coming and the others are in the queue.
    let comes = f.and(queue.some, answer.valid);
    let two = f.or(queue.full, comes);
    let room = f.not(two);
    let asks = f.and(address.valid, room);
    let address_ready = f.and(memory, room);
    let to_memory = Token { valid: asks, data: address.data };
    Behaviour::new(vec![address_ready, slot_free], vec![to_memory, data])
}

/// A queue keeps answers, so its load only has a slot in which one waits for others.
pub(super) fn queued_load(f: &mut Frame<'_>) -> Behaviour {
    let (taken, data) = passed_slot(f, 1);
    Behaviour::new(vec![f.ready[0], taken], vec![f.inputs[0], data])
}

/// The inputs of a controller's ports, by their numbers, and their outputs.
#[derive(Default)]
struct Plan {
    /// Input and output.
    loads: Vec<(usize, usize)>,
    /// Input of the address (the data come next), and the output that tells of completion.
    stores: Vec<(usize, Option<usize>)>,
    announcements: Vec<usize>,
}

fn plan(memory: &MemoryUnit) -> Plan {
    let mut plan = Plan::default();
    for PortPlace { port, input, output } in memory.places() {
        match port {
            MemoryPort::Announce => plan.announcements.push(input),
            MemoryPort::Load => plan.loads.push((input, output.expect("a load is answered"))),
            MemoryPort::Store => plan.stores.push((input, output)),
        }
    }
    plan
}

pub(super) fn controller(f: &mut Frame<'_>, unit: &Unit, memory: &MemoryUnit) -> Behaviour {
    let ports = memory_ports(unit).expect("it is a memory controller");
    let plan = plan(memory);
    let unset = f.flag(false);
    let mut behaviour = Behaviour::new(
        vec![unset; unit.inputs.len()],
        vec![Token { valid: unset, data: None }; unit.outputs.len()],
    );
    if ports.reads {
        reads(f, ports, &plan, &mut behaviour);
    }
    let writes = ports.writes.then(|| writes(f, ports, &plan, &mut behaviour));
    let all_stored = announced(f, &plan, writes, &mut behaviour);
    let (start, end) = (0, unit.inputs.len() - 1);
    let last = unit.outputs.len() - 1;
    let mut needs = vec![f.inputs[start].valid, f.inputs[end].valid];
    needs.extend(all_stored);
    let valid = f.every(&needs);
    let ready = f.ready[last];
    let ready = f.and(valid, ready);
    (behaviour.ready[start], behaviour.ready[end]) = (ready, ready);
    behaviour.outputs[last] = Token { valid, data: None };
    behaviour
}

/// The side of the loads.
fn reads(f: &mut Frame<'_>, ports: MemoryPorts, plan: &Plan, behaviour: &mut Behaviour) {
    let rdata = f.input("rdata", ports.word);
    let (mut asks, mut grants) = (Vec::new(), Vec::new());
    for (k, (input, output)) in plan.loads.iter().enumerate() {
        let granted = f.wire(&format!("load{k}_granted"), 1);
        let sync = f.sync;
        let valid = f.delay(&format!("load{k}_answered"), granted, sync);
        behaviour.outputs[*output] = Token { valid, data: Some(rdata) };
        asks.push(f.inputs[*input].valid);
        grants.push(granted);
    }
    let granted = arbitrate(f, "load", &asks);
    let mut addresses = Vec::new();
    for (((input, _), wire), granted) in plan.loads.iter().zip(grants).zip(&granted) {
        f.drive(wire, *granted);
        behaviour.ready[*input] = *granted;
        addresses.push((*granted, address(f, *input, ports)));
    }
    let raddr = f.select(&addresses).expect("addresses have data");
    let ren = f.some(&granted);
    behaviour.others.extend([("raddr", raddr), ("ren", ren)]);
}

/// The side of the stores; says whether one is granted.
fn writes(f: &mut Frame<'_>, ports: MemoryPorts, plan: &Plan, behaviour: &mut Behaviour) -> Value {
    let (mut asks, mut dones) = (Vec::new(), Vec::new());
    for (k, (input, output)) in plan.stores.iter().enumerate() {
        let (address, data) = (f.inputs[*input].valid, f.inputs[*input + 1].valid);
        let mut needs = vec![address, data];
        if let Some(output) = output {
            let ready = f.ready[*output];
            let sync = f.sync;
            let done = f.reg(&format!("store{k}_done"), 1, sync);
            let empty = f.not(done);
            needs.push(f.or(empty, ready));
            behaviour.outputs[*output] = Token { valid: done, data: None };
            dones.push((done, ready));
        }
        asks.push(f.every(&needs));
    }
    let granted = arbitrate(f, "store", &asks);
    for ((done, ready), granted) in dones.into_iter().zip(&granted) {
        let wait = f.not(ready);
        let waits = f.and(done, wait);
        let next = f.or(*granted, waits);
        f.drive(done, next);
    }
    let (mut addresses, mut words) = (Vec::new(), Vec::new());
    for ((input, _), granted) in plan.stores.iter().zip(&granted) {
        behaviour.ready[*input] = *granted;
        behaviour.ready[*input + 1] = *granted;
        addresses.push((*granted, address(f, *input, ports)));
        words.push((*granted, f.inputs[*input + 1].data));
    }
    let waddr = f.select(&addresses).expect("addresses have data");
    let wdata = f.select(&words).expect("words have data");
    // A reset does not reach what a memory holds, so nothing is written meanwhile.
    let (any, reset) = (f.some(&granted), f.reset);
    let runs = f.not(reset);
    let wen = f.and(any, runs);
    behaviour.others.extend([("waddr", waddr), ("wen", wen), ("wdata", wdata)]);
    wen
}

fn address(f: &mut Frame<'_>, input: usize, ports: MemoryPorts) -> Option<Value> {
    let address = f.inputs[input].data?;
    Some(f.resize(address, ports.address))
}

/// Grants one of those that ask: the first after the one that was granted last.
fn arbitrate(f: &mut Frame<'_>, name: &str, asks: &[Value]) -> Vec<Value> {
    if let [only] = asks {
        return vec![*only];
    }
    let any = f.some(asks);
    let sync = f.sync.enable(any);
    let after: Vec<Value> = (1..asks.len()).map(|k| f.reg(&format!("{name}_after{k}"), 1, sync)).collect();
    // Port 0 comes after no other.
    let later: Vec<Value> = after.iter().zip(&asks[1..]).map(|(after, asks)| f.and(*after, *asks)).collect();
    let is_later = f.some(&later);
    let around = f.not(is_later);
    let (later, first) = (f.first(&later), f.first(asks));
    let mut granted = Vec::with_capacity(asks.len());
    for (k, first) in first.into_iter().enumerate() {
        let wrapped = f.and(around, first);
        granted.push(if k == 0 { wrapped } else { f.or(wrapped, later[k - 1]) });
    }
    for (k, after) in after.into_iter().enumerate() {
        let before = f.some(&granted[..=k]);
        f.drive(after, before);
    }
    granted
}

/// Whether as many stores were written as were announced, and none is being announced; `None` if nobody announces any.
fn announced(
    f: &mut Frame<'_>,
    plan: &Plan,
    written: Option<Value>,
    behaviour: &mut Behaviour,
) -> Option<Value> {
    if plan.announcements.is_empty() {
        return None;
    }
    let sync = f.sync;
    let missing = f.reg("missing", COUNT, sync);
    let always = f.flag(true);
    let (mut sum, mut offered) = (missing, Vec::new());
    for input in &plan.announcements {
        behaviour.ready[*input] = always;
        let valid = f.inputs[*input].valid;
        offered.push(valid);
        let number = f.data(*input);
        let number = f.resize(number, COUNT);
        let number = f.mux(valid, number, 0);
        sum = f.add(sum, number);
    }
    if let Some(written) = written {
        let one = f.zext(written, COUNT);
        sum = f.sub(sum, one);
    }
    f.drive(missing, sum);
    let (offered, none) = (f.some(&offered), f.eq(missing, 0));
    let quiet = f.not(offered);
    Some(f.and(none, quiet))
}
