//! Queues of loads and stores: the circuit of the table in `docs/rationale/memory.md`.
//!
//! What is decided in a cycle is decided by bits that were computed when something came: who is next (`cursor`), who looks at whom (`order`), and which store a load gets its word from (`sources`). No address
//! is compared between a register and the memory. Data are in memories of a word for each slot (`word`), one for every port that writes, since a cycle may bring a word from each.

mod compare;
mod cursor;
mod order;
mod slots;
mod sources;
mod twins;
mod word;

use super::frame::{Behaviour, Frame, Token};
use super::memory::{MemoryPorts, memory_ports};
use crate::builder::Sync;
use compare::{Arrival, Compared, arrives, compare};
use cursor::Cursor;
use dialects::handshake::unit::{GroupPlace, LsqPort, LsqUnit, MemoryPort, Unit};
use ir::Value;
use order::Arrivals;
use slots::Slots;
use sources::{Source, Sources};
use word::{Coming, Words, held, keep, meet, none_of, pick, word};

struct Queue<'a> {
    groups: Vec<GroupPlace>,
    unit: &'a LsqUnit,
    ports: MemoryPorts,
    loads: Slots,
    stores: Slots,
    /// Whether a load has read, so that its data are there or come in this cycle, and whether they are from a store.
    read: Vec<Value>,
    handed: Vec<Value>,
    /// Whether a store has its data, and is the next to be written.
    filled: Vec<Value>,
    head: Vec<Value>,
    cursors: Cursors,
}

/// The slots that are next at every port: for the addresses and the answers of loads, and for the addresses and the data of stores.
struct Cursors {
    asks: Vec<Cursor>,
    answers: Vec<Cursor>,
    places: Vec<Cursor>,
    fills: Vec<Cursor>,
}

/// What loads read in a cycle.
struct Reads {
    /// The loads that read, one from the memory and one from a store.
    from_memory: Vec<Value>,
    from_store: Vec<Value>,
    /// The load that the memory answers.
    coming: Vec<Value>,
    /// The store that is read, as a word.
    store: Option<Value>,
}

/// A place that a group gives to one of its accesses.
struct Place {
    group: usize,
    port: usize,
    own: usize,
    others: usize,
}

pub(super) fn lsq(f: &mut Frame<'_>, unit: &Unit, queue: &LsqUnit) -> Behaviour {
    let ports = memory_ports(unit).expect("it has a memory");
    let depths = [queue.load_depth, queue.store_depth];
    let counts = |kind: MemoryPort| -> Vec<usize> {
        let counts = queue.groups.iter().map(|ports| ports.iter().filter(|port| **port == kind).count());
        counts.filter(|count| *count > 0).collect()
    };
    let loads = Slots::new(f, "load", depths, &counts(MemoryPort::Load), ports);
    let depths = [queue.store_depth, queue.load_depth];
    let stores = Slots::new(f, "store", depths, &counts(MemoryPort::Store), ports);
    let sync = f.sync;
    let mut bits =
        |name: &str, count: usize| (0..count).map(|k| f.reg(&format!("{name}{k}"), 1, sync)).collect();
    let read = bits("read", loads.count());
    let handed = bits("handed", if stores.count() > 0 { loads.count() } else { 0 });
    let filled = bits("filled", stores.count());
    let head = (0..stores.count()).map(|k| f.reg_init(&format!("head{k}"), 1, i32::from(k == 0), sync));
    let head = head.collect();
    let mut cursors = |name: &str, slots: &Slots| -> Vec<Cursor> {
        (0..slots.ports).map(|port| Cursor::new(f, name, port, slots)).collect()
    };
    let cursors = Cursors {
        asks: cursors("ask", &loads),
        answers: cursors("answer", &loads),
        places: cursors("place", &stores),
        fills: cursors("fill", &stores),
    };
    let queue = Queue {
        groups: queue.places(),
        unit: queue,
        ports,
        loads,
        stores,
        read,
        handed,
        filled,
        head,
        cursors,
    };
    queue.behaviour(f, unit)
}

impl Queue<'_> {
    fn behaviour(&self, f: &mut Frame<'_>, unit: &Unit) -> Behaviour {
        let unset = f.flag(false);
        let outputs = vec![Token { valid: unset, data: None }; unit.outputs.len()];
        let mut behaviour = Behaviour::new(vec![unset; unit.inputs.len()], outputs);
        let (address, width) = (self.ports.address, self.ports.word);
        let cursors = &self.cursors;
        let asked = self.take(f, &cursors.asks, (MemoryPort::Load, 0), address, &mut behaviour);
        let placed = self.take(f, &cursors.places, (MemoryPort::Store, 0), address, &mut behaviour);
        let filled = self.take(f, &cursors.fills, (MemoryPort::Store, 1), width, &mut behaviour);
        let data = self.store_data(f, &filled);
        let is_mixed = self.loads.count() > 0 && self.stores.count() > 0;
        let sources = is_mixed.then(|| Sources::new(f, &self.loads, &self.stores));
        let found = sources.as_ref().map(|sources| {
            let filled = word(f, &self.filled);
            sources.all(f, &self.loads, filled)
        });
        let reads = self.reads(f, found.as_deref(), &mut behaviour);
        let given = self.answers(f, &reads, &data, &mut behaviour);
        let writes = self.writes(f, &data, &mut behaviour);
        let allocated = self.allocate(f, &mut behaviour);
        let renewed = self.renewed(f, &allocated);
        let ends = self.end(f, &mut behaviour);
        self.load_slots(f, &asked, &reads, &given, &allocated);
        self.store_slots(f, &placed, &filled, &writes, &allocated, (&renewed, ends));
        if let (Some(sources), Some(found)) = (sources, found) {
            let renewed = word(f, &renewed);
            let arrivals = self.compare(f, asked, placed);
            self.look(f, &allocated, renewed);
            self.wait(f, &allocated, &arrivals);
            sources.drive(f, (&self.loads, &self.stores), &found, &arrivals, renewed);
        }
        behaviour
    }

    /// The tokens of one input of every port of a kind, which are ready if a slot waits for them.
    fn take(
        &self,
        f: &mut Frame<'_>,
        cursors: &[Cursor],
        (kind, after): (MemoryPort, usize),
        width: u32,
        behaviour: &mut Behaviour,
    ) -> Vec<Arrival> {
        let ports = self.groups.iter().flat_map(|group| &group.ports).filter(|port| port.port == kind);
        let mut take = |(port, cursor): (&LsqPort, &Cursor)| {
            behaviour.ready[port.input + after] = cursor.some;
            Arrival::new(f, cursor, port.input + after, width)
        };
        ports.zip(cursors).map(&mut take).collect()
    }

    /// What the addresses that come are equal to. Two that come in one cycle are compared for the load.
    fn compare(&self, f: &mut Frame<'_>, asked: Vec<Arrival>, placed: Vec<Arrival>) -> Arrivals {
        let loads: Vec<Compared> =
            asked.iter().map(|arrival| compare(f, arrival.data, &self.stores, &placed)).collect();
        let stores: Vec<Compared> =
            placed.iter().map(|arrival| compare(f, arrival.data, &self.loads, &[])).collect();
        Arrivals {
            loads: asked.into_iter().zip(loads).collect(),
            stores: placed.into_iter().zip(stores).collect(),
        }
    }

    /// The loads that read, one from the memory and one from the youngest equal store before it, each the oldest that may.
    fn reads(&self, f: &mut Frame<'_>, sources: Option<&[Source]>, behaviour: &mut Behaviour) -> Reads {
        if self.loads.count() == 0 {
            return Reads {
                from_memory: Vec::new(),
                from_store: Vec::new(),
                coming: Vec::new(),
                store: None,
            };
        }
        // Addresses of a port come in the order of its stores, so one that is unknown is known by the next.
        let next: Vec<Value> = self.cursors.places.iter().map(|cursor| word(f, &cursor.at)).collect();
        let (mut memory, mut store) = (Vec::new(), Vec::new());
        for k in 0..self.loads.count() {
            let unread = f.not(self.read[k]);
            let mut needs = vec![self.loads.addressed[k], unread];
            for next in &next {
                let unknown = meet(f, self.loads.before[k], *next);
                needs.push(f.not(unknown));
            }
            let may = f.every(&needs);
            let Some(sources) = sources else {
                memory.push(may);
                continue;
            };
            memory.push(none_of(f, may, sources[k].some));
            store.push(f.and(may, sources[k].filled));
        }
        let from_memory = self.loads.oldest(f, &memory);
        let raddr = pick(f, &from_memory, &self.loads.address);
        let ren = f.some(&memory);
        behaviour.others.extend([("raddr", raddr), ("ren", ren)]);
        let sync = f.sync;
        let coming = from_memory.iter().enumerate();
        let coming = coming.map(|(k, bit)| f.delay(&format!("load{k}_coming"), *bit, sync)).collect();
        let Some(sources) = sources else {
            return Reads { from_memory, from_store: Vec::new(), coming, store: None };
        };
        let from_store = self.loads.oldest(f, &store);
        let stores: Vec<Value> = sources.iter().map(|source| source.store).collect();
        let store = Some(pick(f, &from_store, &stores));
        Reads { from_memory, from_store, coming, store }
    }

    /// The data of stores: a memory for each port.
    fn store_data(&self, f: &mut Frame<'_>, filled: &[Arrival]) -> Vec<Words> {
        let words = |(p, arrival): (usize, &Arrival)| {
            Words::new(f, &format!("store_data{p}"), self.stores.count(), &arrival.to, arrival.data)
        };
        filled.iter().enumerate().map(words).collect()
    }

    /// The word of a store; for every slot `ports` has the bits of the ports.
    fn stored(&self, f: &mut Frame<'_>, data: &[Words], of: &[Value], ports: &[Vec<Value>]) -> Value {
        let words: Vec<Value> = data.iter().map(|words| words.read(f, of)).collect();
        if let [word] = words[..] {
            return word;
        }
        let mut is_of = Vec::new();
        for port in 0..words.len() {
            let bits: Vec<Value> = of.iter().zip(ports).map(|(of, ports)| f.and(*of, ports[port])).collect();
            is_of.push(f.some(&bits));
        }
        pick(f, &is_of, &words)
    }

    /// What a store hands to a load, in the cycle after that, and to which one. The slot of the store may be another's then, but that has no data yet.
    fn handed(&self, f: &mut Frame<'_>, reads: &Reads, data: &[Words]) -> Option<(Vec<Value>, Value)> {
        let (plain, sync) = (Sync::on(f.clock), f.sync);
        let store = f.delay("handed_by", reads.store?, plain);
        let by: Vec<Value> = (0..self.stores.count()).map(|s| f.bit(store, s as u32)).collect();
        let mut ports = Vec::new();
        for s in 0..self.stores.count() {
            let mut was = |q: usize| match (self.stores.is_of(s, q), self.stores.is_fixed) {
                (bit, true) => bit,
                (bit, false) => f.delay(&format!("store{s}_was_port{q}"), bit, plain),
            };
            ports.push((0..self.stores.ports).map(&mut was).collect());
        }
        let to = reads.from_store.iter().enumerate();
        let to = to.map(|(k, bit)| f.delay(&format!("load{k}_handed"), *bit, sync)).collect();
        Some((to, self.stored(f, data, &by, &ports)))
    }

    /// The answers of all ports; says which slots are given back.
    fn answers(
        &self,
        f: &mut Frame<'_>,
        reads: &Reads,
        data: &[Words],
        behaviour: &mut Behaviour,
    ) -> Vec<Value> {
        if self.loads.count() == 0 {
            return Vec::new();
        }
        let count = self.loads.count();
        let rdata = f.input("rdata", self.ports.word);
        let from_memory = Coming::new(f, "load_read", &reads.coming, rdata);
        let from_store = self.handed(f, reads, data).map(|(to, now)| Coming::new(f, "load_handed", &to, now));
        let mut given: Vec<Vec<Value>> = vec![Vec::new(); count];
        for (port, cursor) in self.cursors.answers.iter().enumerate() {
            let there: Vec<Value> =
                cursor.at.iter().zip(&self.read).map(|(at, read)| f.and(*at, *read)).collect();
            let mut answer = from_memory.read(f, &cursor.at);
            if let Some(from_store) = &from_store {
                let (handed, at, slots) =
                    (from_store.read(f, &cursor.at), word(f, &cursor.at), word(f, &self.handed));
                let is_handed = meet(f, at, slots);
                answer = f.mux(is_handed, handed, answer);
            }
            let (valid, ready) = (f.some(&there), f.ready[port]);
            for (given, there) in given.iter_mut().zip(&there) {
                given.push(f.and(*there, ready));
            }
            behaviour.outputs[port] = Token { valid, data: Some(answer) };
        }
        given.into_iter().map(|given| f.some(&given)).collect()
    }

    /// The oldest store, if it waits for no load.
    fn writes(&self, f: &mut Frame<'_>, data: &[Words], behaviour: &mut Behaviour) -> Vec<Value> {
        if self.stores.count() == 0 {
            return Vec::new();
        }
        let stores = &self.stores;
        let read = if self.loads.count() > 0 { word(f, &self.read) } else { f.flag(false) };
        let mut writes = Vec::new();
        for (s, head) in self.head.iter().enumerate() {
            let mut needs = vec![*head, stores.taken[s], stores.addressed[s], self.filled[s]];
            if self.loads.count() > 0 {
                let waits = none_of(f, stores.before[s], read);
                let waits = f.any(waits);
                needs.push(f.not(waits));
            }
            writes.push(f.every(&needs));
        }
        let any = f.some(&writes);
        for (s, head) in self.head.iter().enumerate() {
            let last = self.head[(s + stores.count() - 1) % stores.count()];
            let next = f.mux(any, last, *head);
            f.drive(*head, next);
        }
        let ports: Vec<Vec<Value>> =
            (0..stores.count()).map(|s| (0..stores.ports).map(|q| stores.is_of(s, q)).collect()).collect();
        let waddr = pick(f, &self.head, &stores.address);
        let wdata = self.stored(f, data, &self.head, &ports);
        // A reset does not reach what a memory holds, so nothing is written meanwhile.
        let reset = f.reset;
        let wen = none_of(f, any, reset);
        behaviour.others.extend([("waddr", waddr), ("wen", wen), ("wdata", wdata)]);
        writes
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

    /// The places of a kind that are given in this cycle: for every port the slot.
    fn places(&self, f: &mut Frame<'_>, kind: MemoryPort, allocated: &[Value]) -> Vec<Vec<Value>> {
        let slots = if kind == MemoryPort::Load { &self.loads } else { &self.stores };
        let mut places = vec![Vec::new(); slots.ports];
        for place in self.given(kind) {
            let slot = |k: usize| f.and(allocated[place.group], slots.at(k, place.own));
            places[place.port] = (0..slots.count()).map(slot).collect();
        }
        let moved = self
            .unit
            .groups
            .iter()
            .zip(allocated)
            .map(|(ports, allocated)| (*allocated, ports.iter().filter(|port| **port == kind).count()));
        let moved: Vec<(Value, usize)> = moved.filter(|(_, count)| *count > 0).collect();
        slots.advance(f, &moved);
        places
    }

    fn load_slots(
        &self,
        f: &mut Frame<'_>,
        asked: &[Arrival],
        reads: &Reads,
        given: &[Value],
        allocated: &[Value],
    ) {
        if self.loads.count() == 0 {
            return;
        }
        let places = self.places(f, MemoryPort::Load, allocated);
        for k in 0..self.loads.count() {
            let by_port: Vec<Value> = places.iter().map(|slots| slots[k]).collect();
            self.loads.give(f, k, &by_port, given[k]);
            let (any, value) = arrives(f, &self.loads, asked, k);
            keep(f, self.loads.addressed[k], any, given[k]);
            held(f, self.loads.address[k], &format!("load{k}_address_kept"), value, any);
            let mut reads_now = reads.from_memory[k];
            if let Some(from_store) = reads.from_store.get(k) {
                reads_now = f.or(reads_now, *from_store);
                keep(f, self.handed[k], *from_store, given[k]);
            }
            keep(f, self.read[k], reads_now, given[k]);
        }
        for ((cursor, asked), places) in self.cursors.asks.iter().zip(asked).zip(&places) {
            let moves = f.and(cursor.some, asked.valid);
            cursor.drive(f, &self.loads, moves, Some(&self.loads.addressed), places);
        }
        for (cursor, places) in self.cursors.answers.iter().zip(&places) {
            let given: Vec<Value> =
                cursor.at.iter().zip(given).map(|(at, given)| f.and(*at, *given)).collect();
            let moves = f.some(&given);
            cursor.drive(f, &self.loads, moves, None, places);
        }
    }

    fn store_slots(
        &self,
        f: &mut Frame<'_>,
        placed: &[Arrival],
        filled: &[Arrival],
        writes: &[Value],
        allocated: &[Value],
        (renewed, ends): (&[Value], Value),
    ) {
        if self.stores.count() == 0 {
            return;
        }
        let places = self.places(f, MemoryPort::Store, allocated);
        for k in 0..self.stores.count() {
            let by_port: Vec<Value> = places.iter().map(|slots| slots[k]).collect();
            self.stores.give(f, k, &by_port, writes[k]);
            let (any, value) = arrives(f, &self.stores, placed, k);
            // What is written is known until the slot is given to another store, or others may write to the memory.
            let forgotten = f.or(renewed[k], ends);
            keep(f, self.stores.addressed[k], any, forgotten);
            held(f, self.stores.address[k], &format!("store{k}_address_kept"), value, any);
            let any: Vec<Value> = filled.iter().map(|arrival| arrival.to[k]).collect();
            let any = f.some(&any);
            keep(f, self.filled[k], any, renewed[k]);
        }
        let cursors = self.cursors.places.iter().zip(placed).map(|both| (both, &self.stores.addressed));
        let fills = self.cursors.fills.iter().zip(filled).map(|both| (both, &self.filled));
        for (((cursor, arrival), over), places) in cursors.zip(&places).chain(fills.zip(&places)) {
            let moves = f.and(cursor.some, arrival.valid);
            cursor.drive(f, &self.stores, moves, Some(over), places);
        }
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
