//! Queues of loads and stores: the circuit of the table in `docs/rationale/memory.md`.
//!
//! Slots are given in turn, so the tail of each kind is a bit that goes round, and of some slots the oldest is the first one from there on. Who looks at
//! whom is a matrix of bits, set when a place is given and cleared when a load has read, or when the place of a store is given to another one; with it no age is compared in a cycle. Every address of a load
//! is compared with every one of a store once, for both matrices.

use super::frame::{Behaviour, Frame, Token};
use super::memory::{MemoryPorts, memory_ports};
use crate::builder::Sync;
use dialects::handshake::unit::{GroupPlace, LsqUnit, MemoryPort, Unit};
use ir::Value;

/// The slots of one kind.
struct Slots {
    /// Whether a slot is taken, has an address, and is the next to be given.
    taken: Vec<Value>,
    addressed: Vec<Value>,
    tail: Vec<Value>,
    /// Whether a slot is before the tail: those are younger than the others.
    young: Vec<Value>,
    address: Vec<Value>,
    data: Vec<Value>,
    /// For every slot a bit for each port; none if there is only one.
    port: Vec<Vec<Value>>,
    /// For every slot the slots of the other kind that it looks at: a store at the loads before it that have not read, a load at the stores before it whose slots are still theirs.
    before: Vec<Value>,
    ports: usize,
}

impl Slots {
    fn new(
        f: &mut Frame<'_>,
        name: &str,
        count: u32,
        others: u32,
        ports: usize,
        widths: MemoryPorts,
    ) -> Slots {
        let (sync, plain) = (f.sync, Sync::on(f.clock));
        let count = count as usize;
        let mut slots = Slots {
            taken: Vec::new(),
            addressed: Vec::new(),
            tail: Vec::new(),
            young: Vec::new(),
            address: Vec::new(),
            data: Vec::new(),
            port: Vec::new(),
            before: Vec::new(),
            ports,
        };
        for k in 0..count {
            let name = format!("{name}{k}");
            slots.taken.push(f.reg(&format!("{name}_taken"), 1, sync));
            slots.addressed.push(f.reg(&format!("{name}_addressed"), 1, sync));
            slots.tail.push(f.reg_init(&format!("{name}_tail"), 1, i32::from(k == 0), sync));
            slots.young.push(f.reg(&format!("{name}_young"), 1, sync));
            slots.address.push(f.wire(&format!("{name}_address"), widths.address));
            slots.data.push(f.wire(&format!("{name}_data"), widths.word));
            slots.before.push(if others > 0 {
                f.reg(&format!("{name}_before"), others, plain)
            } else {
                f.flag(false)
            });
            let bits = if ports > 1 { ports } else { 0 };
            slots.port.push((0..bits).map(|p| f.wire(&format!("{name}_port{p}"), 1)).collect());
        }
        slots
    }

    fn count(&self) -> usize {
        self.taken.len()
    }

    /// Whether a slot is of a port.
    fn is_of(&self, slot: usize, port: usize) -> Option<Value> {
        self.port[slot].get(port).copied()
    }

    /// The oldest of the slots whose bit is set, alone.
    fn oldest(&self, f: &mut Frame<'_>, bits: &[Value]) -> Vec<Value> {
        let old: Vec<Value> = bits
            .iter()
            .zip(&self.young)
            .map(|(bit, young)| {
                let old = f.not(*young);
                f.and(*bit, old)
            })
            .collect();
        let any = f.some(&old);
        let none = f.not(any);
        let (old, all) = (f.first(&old), f.first(bits));
        let pick = |f: &mut Frame<'_>, k: usize| {
            let around = f.and(none, all[k]);
            f.or(old[k], around)
        };
        (0..bits.len()).map(|k| pick(f, k)).collect()
    }

    /// The youngest of them.
    fn youngest(&self, f: &mut Frame<'_>, bits: &[Value]) -> Vec<Value> {
        let young: Vec<Value> =
            bits.iter().zip(&self.young).map(|(bit, young)| f.and(*bit, *young)).collect();
        let any = f.some(&young);
        let none = f.not(any);
        let reversed = |bits: &[Value]| bits.iter().rev().copied().collect::<Vec<Value>>();
        let (young, all) = (f.first(&reversed(&young)), f.first(&reversed(bits)));
        let last = bits.len() - 1;
        let pick = |f: &mut Frame<'_>, k: usize| {
            let around = f.and(none, all[last - k]);
            f.or(young[last - k], around)
        };
        (0..bits.len()).map(|k| pick(f, k)).collect()
    }

    /// Whether slot `k` is the one `after` the tail, going round.
    fn at(&self, k: usize, after: usize) -> Value {
        let count = self.count();
        self.tail[(k + count - after % count) % count]
    }

    /// Whether slot `k` is one of the next `wanted` ones.
    fn among(&self, f: &mut Frame<'_>, k: usize, wanted: usize) -> Value {
        let bits: Vec<Value> = (0..wanted).map(|after| self.at(k, after)).collect();
        f.some(&bits)
    }

    /// Whether the next `wanted` slots are free.
    fn has_room(&self, f: &mut Frame<'_>, wanted: usize) -> Value {
        let mut taken = Vec::new();
        for k in 0..self.count() {
            let among = self.among(f, k, wanted);
            taken.push(f.and(among, self.taken[k]));
        }
        let any = f.some(&taken);
        f.not(any)
    }

    /// The slots that a port's next token goes to: its oldest one without it. Gives whether there is one, too.
    fn without(&self, f: &mut Frame<'_>, port: usize, has: &[Value]) -> (Vec<Value>, Value) {
        let mut open = Vec::new();
        for (k, has) in has.iter().enumerate() {
            let lacks = f.not(*has);
            let mut needs = vec![self.taken[k], lacks];
            needs.extend(self.is_of(k, port));
            open.push(f.every(&needs));
        }
        let any = f.some(&open);
        (self.oldest(f, &open), any)
    }
}

/// What a port's tokens do to slots: a bit for each slot that gets one in this cycle, and the data.
struct Given {
    to: Vec<Vec<Value>>,
    data: Vec<Value>,
}

impl Given {
    fn new() -> Given {
        Given { to: Vec::new(), data: Vec::new() }
    }

    /// Whether a slot gets something, and what.
    fn slot(&self, f: &mut Frame<'_>, slots: &Slots, k: usize) -> (Value, Value) {
        let bits: Vec<Value> = self.to.iter().map(|to| to[k]).collect();
        let any = f.some(&bits);
        let cases: Vec<(Value, Option<Value>)> =
            (0..self.data.len()).map(|p| (slots.is_of(k, p).unwrap_or(any), Some(self.data[p]))).collect();
        (any, f.select(&cases).expect("ports have data"))
    }
}

/// Takes the tokens of one input of every port.
fn take(
    f: &mut Frame<'_>,
    slots: &Slots,
    inputs: &[usize],
    has: &[Value],
    width: u32,
    behaviour: &mut Behaviour,
) -> Given {
    let mut given = Given::new();
    for (port, input) in inputs.iter().enumerate() {
        let (to, ready) = slots.without(f, port, has);
        behaviour.ready[*input] = ready;
        let valid = f.inputs[*input].valid;
        given.to.push(to.into_iter().map(|bit| f.and(bit, valid)).collect());
        let data = f.data(*input);
        given.data.push(f.resize(data, width));
    }
    given
}

/// Bits as a word, the first the lowest.
fn word(f: &mut Frame<'_>, bits: &[Value]) -> Value {
    let reversed: Vec<Value> = bits.iter().rev().copied().collect();
    f.concat(&reversed)
}

/// The word `a` without the bits of `b`.
fn without(f: &mut Frame<'_>, a: Value, b: Value) -> Value {
    let others = f.not(b);
    f.and(a, others)
}

/// A register for data that takes `value` while `enable` is set.
fn held(f: &mut Frame<'_>, to: Value, name: &str, value: Value, enable: Value) {
    let sync = Sync::on(f.clock).enable(enable);
    let kept = f.delay(name, value, sync);
    f.drive(to, kept);
}

/// A bit that is set by `set` and cleared by `clear`, which comes first.
fn keep(f: &mut Frame<'_>, bit: Value, set: Value, clear: Value) {
    let is_set = f.or(bit, set);
    let next = without(f, is_set, clear);
    f.drive(bit, next);
}

struct Queue<'a> {
    groups: Vec<GroupPlace>,
    unit: &'a LsqUnit,
    ports: MemoryPorts,
    loads: Slots,
    stores: Slots,
    /// Whether a load has read, and has its data.
    read: Vec<Value>,
    answered: Vec<Value>,
    /// Whether a store has its data.
    filled: Vec<Value>,
}

pub(super) fn lsq(f: &mut Frame<'_>, unit: &Unit, queue: &LsqUnit) -> Behaviour {
    let ports = memory_ports(unit).expect("it has a memory");
    let (load_ports, store_ports) = (queue.count(MemoryPort::Load), queue.count(MemoryPort::Store));
    let loads = Slots::new(f, "load", queue.load_depth, queue.store_depth, load_ports, ports);
    let stores = Slots::new(f, "store", queue.store_depth, queue.load_depth, store_ports, ports);
    let sync = f.sync;
    let mut bits = |name: &str, count: usize| -> Vec<Value> {
        (0..count)
            .map(|k| {
                f.reg(&format!("{}{k}_{name}", if name == "filled" { "store" } else { "load" }), 1, sync)
            })
            .collect()
    };
    let (read, answered) = (bits("read", loads.count()), bits("answered", loads.count()));
    let filled = bits("filled", stores.count());
    let queue = Queue { groups: queue.places(), unit: queue, ports, loads, stores, read, answered, filled };
    queue.behaviour(f, unit)
}

impl Queue<'_> {
    fn behaviour(&self, f: &mut Frame<'_>, unit: &Unit) -> Behaviour {
        let unset = f.flag(false);
        let outputs = vec![Token { valid: unset, data: None }; unit.outputs.len()];
        let mut behaviour = Behaviour::new(vec![unset; unit.inputs.len()], outputs);
        let inputs = |kind: MemoryPort, after: usize| -> Vec<usize> {
            let ports = self.groups.iter().flat_map(|group| &group.ports);
            ports.filter(|port| port.port == kind).map(|port| port.input + after).collect()
        };
        let (address, width) = (self.ports.address, self.ports.word);
        let asked = take(
            f,
            &self.loads,
            &inputs(MemoryPort::Load, 0),
            &self.loads.addressed,
            address,
            &mut behaviour,
        );
        let addressed = take(
            f,
            &self.stores,
            &inputs(MemoryPort::Store, 0),
            &self.stores.addressed,
            address,
            &mut behaviour,
        );
        let filled =
            take(f, &self.stores, &inputs(MemoryPort::Store, 1), &self.filled, width, &mut behaviour);
        let equal = self.equal(f);
        let (reads, arrives) = self.reads(f, &equal, &mut behaviour);
        let writes = self.writes(f, &equal, &mut behaviour);
        let given = self.answers(f, &mut behaviour);
        let allocated = self.allocate(f, &mut behaviour);
        let renewed = self.renewed(f, &allocated);
        self.looks(f, &allocated, &reads, &renewed);
        let ends = self.end(f, &mut behaviour);
        for k in 0..self.loads.count() {
            self.tail(f, MemoryPort::Load, k, &allocated, given[k]);
            let (any, value) = asked.slot(f, &self.loads, k);
            keep(f, self.loads.addressed[k], any, given[k]);
            held(f, self.loads.address[k], &format!("load{k}_address_kept"), value, any);
            keep(f, self.read[k], reads[k], given[k]);
            keep(f, self.answered[k], arrives[k], given[k]);
        }
        for (k, written) in writes.iter().enumerate() {
            self.tail(f, MemoryPort::Store, k, &allocated, *written);
            let (any, value) = addressed.slot(f, &self.stores, k);
            // What is written is known until the slot is given to another store, or others may write to the memory.
            let forgotten = f.or(renewed[k], ends);
            keep(f, self.stores.addressed[k], any, forgotten);
            held(f, self.stores.address[k], &format!("store{k}_address_kept"), value, any);
            let (any, value) = filled.slot(f, &self.stores, k);
            keep(f, self.filled[k], any, renewed[k]);
            held(f, self.stores.data[k], &format!("store{k}_data_kept"), value, any);
        }
        behaviour
    }

    /// For every load the stores whose address is equal, as a word.
    fn equal(&self, f: &mut Frame<'_>) -> Vec<Vec<Value>> {
        let mut all = Vec::new();
        for load in &self.loads.address {
            all.push(self.stores.address.iter().map(|store| f.eq(*load, *store)).collect());
        }
        all
    }

    /// The loads that read, of all slots: one from the memory, and one from the youngest equal store before it. And the slots that data come to.
    fn reads(
        &self,
        f: &mut Frame<'_>,
        equal: &[Vec<Value>],
        behaviour: &mut Behaviour,
    ) -> (Vec<Value>, Vec<Value>) {
        if self.loads.count() == 0 {
            return (Vec::new(), Vec::new());
        }
        let asks: Vec<Asks> = (0..self.loads.count()).map(|k| self.asks(f, k, &equal[k])).collect();
        let bits = |of: fn(&Asks) -> Value| asks.iter().map(of).collect::<Vec<Value>>();
        let asks_memory = self.loads.oldest(f, &bits(|asks| asks.memory));
        let coming = self.fetch(f, &asks_memory, behaviour);
        if self.stores.count() == 0 {
            self.data(f, &coming, &coming, None);
            return (asks_memory, coming);
        }
        let asks_store = self.loads.oldest(f, &bits(|asks| asks.store));
        let (mut reads, mut arrives) = (Vec::new(), Vec::new());
        for k in 0..self.loads.count() {
            reads.push(f.or(asks_memory[k], asks_store[k]));
            arrives.push(f.or(coming[k], asks_store[k]));
        }
        self.data(f, &coming, &arrives, Some((&asks_store, &asks)));
        (reads, arrives)
    }

    /// What a load may read from.
    fn asks(&self, f: &mut Frame<'_>, k: usize, equal: &[Value]) -> Asks {
        let unread = f.not(self.read[k]);
        let mut needs = vec![self.loads.addressed[k], unread];
        if self.stores.count() == 0 {
            return Asks { memory: f.every(&needs), store: f.flag(false), from: Vec::new() };
        }
        let before = self.loads.before[k];
        let known = word(f, &self.stores.addressed);
        let unknown = without(f, before, known);
        let unknown = f.any(unknown);
        needs.push(f.not(unknown));
        let asks = f.every(&needs);
        let same = |(s, equal): (usize, &Value)| {
            let before = f.bit(before, s as u32);
            f.and(before, *equal)
        };
        let same: Vec<Value> = equal.iter().enumerate().map(same).collect();
        let hit = f.some(&same);
        let from = self.stores.youngest(f, &same);
        let there: Vec<Value> =
            from.iter().zip(&self.filled).map(|(from, filled)| f.and(*from, *filled)).collect();
        let there = f.some(&there);
        Asks { memory: without(f, asks, hit), store: f.and(asks, there), from }
    }

    /// Asks the memory for the word of a load, and says which slot its answer of this cycle is for.
    fn fetch(&self, f: &mut Frame<'_>, asks: &[Value], behaviour: &mut Behaviour) -> Vec<Value> {
        let addresses = asks.iter().zip(&self.loads.address).map(|(asks, address)| (*asks, Some(*address)));
        let raddr = f.select(&addresses.collect::<Vec<_>>()).expect("addresses have data");
        let ren = f.some(asks);
        behaviour.others.extend([("raddr", raddr), ("ren", ren)]);
        let sync = f.sync;
        asks.iter().enumerate().map(|(k, asks)| f.delay(&format!("load{k}_coming"), *asks, sync)).collect()
    }

    /// The data of the slots that some come to: the answer of the memory, or what a store hands to one of them.
    fn data(
        &self,
        f: &mut Frame<'_>,
        coming: &[Value],
        arrives: &[Value],
        handed: Option<(&[Value], &[Asks])>,
    ) {
        let rdata = f.input("rdata", self.ports.word);
        let handed = handed.and_then(|(takes, asks)| {
            let mut cases = Vec::new();
            for (s, data) in self.stores.data.iter().enumerate() {
                let from: Vec<Value> =
                    takes.iter().zip(asks).map(|(takes, asks)| f.and(*takes, asks.from[s])).collect();
                cases.push((f.some(&from), Some(*data)));
            }
            f.select(&cases)
        });
        for (k, (coming, arrives)) in coming.iter().zip(arrives).enumerate() {
            let value = handed.map_or(rdata, |handed| f.mux(*coming, rdata, handed));
            held(f, self.loads.data[k], &format!("load{k}_data_kept"), value, *arrives);
        }
    }

    /// The oldest store, if no load before it may still want what it writes over.
    fn writes(&self, f: &mut Frame<'_>, equal: &[Vec<Value>], behaviour: &mut Behaviour) -> Vec<Value> {
        if self.stores.count() == 0 {
            return Vec::new();
        }
        let oldest = self.stores.oldest(f, &self.stores.taken);
        let mut writes = Vec::new();
        for (s, oldest) in oldest.into_iter().enumerate() {
            let mut needs = vec![oldest, self.stores.addressed[s], self.filled[s]];
            if self.loads.count() > 0 {
                let mut apart = Vec::new();
                for (load, equal) in equal.iter().enumerate() {
                    apart.push(without(f, self.loads.addressed[load], equal[s]));
                }
                let apart = word(f, &apart);
                let held = without(f, self.stores.before[s], apart);
                let held = f.any(held);
                needs.push(f.not(held));
            }
            writes.push(f.every(&needs));
        }
        let pick = |values: &[Value]| {
            writes.iter().copied().zip(values.iter().map(|v| Some(*v))).collect::<Vec<_>>()
        };
        let waddr = f.select(&pick(&self.stores.address)).expect("addresses have data");
        let wdata = f.select(&pick(&self.stores.data)).expect("words have data");
        // A reset does not reach what a memory holds, so nothing is written meanwhile.
        let (any, reset) = (f.some(&writes), f.reset);
        let runs = f.not(reset);
        let wen = f.and(any, runs);
        behaviour.others.extend([("waddr", waddr), ("wen", wen), ("wdata", wdata)]);
        writes
    }

    /// The answers of all ports; says which slots are given back.
    fn answers(&self, f: &mut Frame<'_>, behaviour: &mut Behaviour) -> Vec<Value> {
        let mut given: Vec<Vec<Value>> = vec![Vec::new(); self.loads.count()];
        for port in 0..self.loads.ports {
            let mut mine = Vec::new();
            for k in 0..self.loads.count() {
                let mut needs = vec![self.loads.taken[k]];
                needs.extend(self.loads.is_of(k, port));
                mine.push(f.every(&needs));
            }
            let oldest = self.loads.oldest(f, &mine);
            let ready = f.ready[port];
            let (mut there, mut cases) = (Vec::new(), Vec::new());
            for (k, oldest) in oldest.into_iter().enumerate() {
                let answered = f.and(oldest, self.answered[k]);
                there.push(answered);
                cases.push((oldest, Some(self.loads.data[k])));
                given[k].push(f.and(answered, ready));
            }
            behaviour.outputs[port] = Token { valid: f.some(&there), data: f.select(&cases) };
        }
        given.into_iter().map(|given| f.some(&given)).collect()
    }

    /// Whether each group is let in, in this cycle.
    fn allocate(&self, f: &mut Frame<'_>, behaviour: &mut Behaviour) -> Vec<Value> {
        let mut before: Vec<Value> = Vec::new();
        let mut allocated = Vec::new();
        for (group, ports) in self.groups.iter().zip(&self.unit.groups) {
            let count = |kind| ports.iter().filter(|port| **port == kind).count();
            let mut needs = Vec::new();
            for (slots, wanted) in
                [(&self.loads, count(MemoryPort::Load)), (&self.stores, count(MemoryPort::Store))]
            {
                if wanted > 0 {
                    needs.push(slots.has_room(f, wanted));
                }
            }
            let earlier = f.some(&before);
            needs.push(f.not(earlier));
            let ready = f.every(&needs);
            let valid = f.inputs[group.control].valid;
            behaviour.ready[group.control] = ready;
            allocated.push(f.and(valid, ready));
            before.push(valid);
        }
        allocated
    }

    /// The places of a kind that groups give: of the group, of the port, and how many of its kind and of the other kind come before it in the group.
    fn given(&self, kind: MemoryPort) -> Vec<Place> {
        let mut places = Vec::new();
        for (group, place) in self.groups.iter().enumerate() {
            let (mut own, mut others) = (0, 0);
            for port in &place.ports {
                if port.port == kind {
                    places.push(Place { group, port: port.number, own, others });
                    own += 1;
                } else {
                    others += 1;
                }
            }
        }
        places
    }

    /// Whether slot `k` is taken, its port, and the tail.
    fn tail(&self, f: &mut Frame<'_>, kind: MemoryPort, k: usize, allocated: &[Value], free: Value) {
        let (slots, name) = match kind {
            MemoryPort::Load => (&self.loads, "load"),
            _ => (&self.stores, "store"),
        };
        let mut by_port: Vec<Vec<Value>> = vec![Vec::new(); slots.ports];
        for place in self.given(kind) {
            by_port[place.port].push(f.and(allocated[place.group], slots.at(k, place.own)));
        }
        let by_port: Vec<Value> = by_port.iter().map(|bits| f.some(bits)).collect();
        let any = f.some(&by_port);
        for (p, bit) in slots.port[k].iter().enumerate() {
            held(f, *bit, &format!("{name}{k}_port{p}_kept"), by_port[p], any);
        }
        let still = without(f, slots.taken[k], free);
        let taken = f.or(still, any);
        f.drive(slots.taken[k], taken);
        let (mut moved, mut stays) = (Vec::new(), Vec::new());
        for (group, ports) in self.unit.groups.iter().enumerate() {
            let count = ports.iter().filter(|port| **port == kind).count();
            if count > 0 {
                moved.push((allocated[group], count));
                stays.push(allocated[group]);
            }
        }
        let moves = f.some(&stays);
        let next = |f: &mut Frame<'_>, slot: usize| {
            let mut bits: Vec<Value> =
                moved.iter().map(|(group, count)| f.and(*group, slots.at(slot, *count))).collect();
            bits.push(without(f, slots.tail[slot], moves));
            f.some(&bits)
        };
        let tail = next(f, k);
        f.drive(slots.tail[k], tail);
        let later: Vec<Value> = (k + 1..slots.count()).map(|slot| next(f, slot)).collect();
        let young = f.some(&later);
        f.drive(slots.young[k], young);
    }

    /// Which slots of stores are given, in this cycle.
    fn renewed(&self, f: &mut Frame<'_>, allocated: &[Value]) -> Vec<Value> {
        let mut renewed = Vec::new();
        for k in 0..self.stores.count() {
            let mut bits = Vec::new();
            for (group, ports) in self.unit.groups.iter().enumerate() {
                let wanted = ports.iter().filter(|port| **port == MemoryPort::Store).count();
                let among = self.stores.among(f, k, wanted);
                bits.push(f.and(allocated[group], among));
            }
            renewed.push(f.some(&bits));
        }
        renewed
    }

    /// Who looks at whom: those that are there when a place is given, and those before it in its group; loads until they have read, stores until their slots are given to others.
    fn looks(&self, f: &mut Frame<'_>, allocated: &[Value], reads: &[Value], renewed: &[Value]) {
        if self.loads.count() == 0 || self.stores.count() == 0 {
            return;
        }
        let read = word(f, reads);
        let renewed = word(f, renewed);
        let unread = {
            let taken = word(f, &self.loads.taken);
            let read = word(f, &self.read);
            without(f, taken, read)
        };
        let stored = {
            let taken = word(f, &self.stores.taken);
            let known = word(f, &self.stores.addressed);
            f.or(taken, known)
        };
        self.matrix(f, allocated, MemoryPort::Load, (stored, renewed));
        self.matrix(f, allocated, MemoryPort::Store, (unread, read));
    }

    fn matrix(
        &self,
        f: &mut Frame<'_>,
        allocated: &[Value],
        kind: MemoryPort,
        (there, over): (Value, Value),
    ) {
        let (slots, others) = match kind {
            MemoryPort::Load => (&self.loads, &self.stores),
            _ => (&self.stores, &self.loads),
        };
        let there = without(f, there, over);
        let places = self.given(kind);
        let most = places.iter().map(|place| place.others).max().unwrap_or(0);
        // The next n slots of the other kind, for every n that comes before a place.
        let mut next = Vec::new();
        for wanted in 0..=most {
            let bits: Vec<Value> = (0..others.count()).map(|s| others.among(f, s, wanted)).collect();
            next.push(word(f, &bits));
        }
        for k in 0..slots.count() {
            let (mut any, mut cases) = (Vec::new(), Vec::new());
            for place in &places {
                let here = f.and(allocated[place.group], slots.at(k, place.own));
                any.push(here);
                let before = if place.others > 0 { f.or(there, next[place.others]) } else { there };
                cases.push((here, Some(before)));
            }
            let any = f.some(&any);
            let first = f.select(&cases).expect("they have data");
            let rest = without(f, slots.before[k], over);
            let before = f.mux(any, first, rest);
            f.drive(slots.before[k], before);
        }
    }

    /// The end of an activation; says whether it is in this cycle.
    fn end(&self, f: &mut Frame<'_>, behaviour: &mut Behaviour) -> Value {
        let mut busy: Vec<Value> = self.loads.taken.iter().chain(&self.stores.taken).copied().collect();
        busy.extend(self.groups.iter().map(|group| f.inputs[group.control].valid));
        let busy = f.some(&busy);
        let quiet = f.not(busy);
        let (start, end, last) = (0, self.unit.ctrl_end(), self.unit.mem_end());
        let valid = f.every(&[f.inputs[start].valid, f.inputs[end].valid, quiet]);
        let ready = f.ready[last];
        let ready = f.and(valid, ready);
        (behaviour.ready[start], behaviour.ready[end]) = (ready, ready);
        behaviour.outputs[last] = Token { valid, data: None };
        ready
    }
}

/// What a load may read from in a cycle: the memory, or a store that has its data, and which one that is.
struct Asks {
    memory: Value,
    store: Value,
    from: Vec<Value>,
}

/// A place that a group gives to one of its accesses.
struct Place {
    group: usize,
    port: usize,
    own: usize,
    others: usize,
}
