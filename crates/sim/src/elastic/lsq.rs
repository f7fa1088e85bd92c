//! Queues of loads and stores in simulation: their state, their signals and their edge, by the rules of `docs/rationale/memory.md`.
//!
//! Slots are bits of a word: a queue has at most 64 of each kind. Of the slots that are taken the oldest is the first from the tail on,
//! going around, because places are given at the tail.

use super::code::{Code, words};
use super::instr::{Edge, Instr};
use super::machine::{Core, Machine, due};
use super::network::{Node, UnitId};
use dialects::handshake::unit::{LsqUnit, MemoryPort};

/// A queue. State: tails, bits of the slots, and then for every slot what it holds; see [`Lsq::load`] and [`Lsq::store`].
#[derive(Clone, Debug)]
pub(crate) struct Lsq {
    pub memory: usize,
    pub s: usize,
    /// The bits of an address that count.
    mask: u64,
    /// Words of a datum.
    n: usize,
    /// Slots of loads and of stores.
    pub load_slots: usize,
    pub store_slots: usize,
    /// Channels of the address and the answer of every load.
    pub loads: Vec<(u32, u32)>,
    /// Channels of the address and the data of every store.
    pub stores: Vec<(u32, u32)>,
    groups: Vec<Group>,
    start: u32,
    ctrl_end: u32,
    mem_end: u32,
}

#[derive(Clone, Debug)]
struct Group {
    control: u32,
    /// Ports in their order: kind and number.
    ports: Vec<(MemoryPort, usize)>,
    loads: usize,
    stores: usize,
}

/// The bits of slots, in the state.
const LOAD_TAIL: usize = 0;
const STORE_TAIL: usize = 1;
pub(super) const LOADS: usize = 2;
pub(super) const LOAD_ADDRESSES: usize = 3;
pub(super) const READ: usize = 4;
pub(super) const STORES: usize = 5;
/// A store that is written keeps address and data until its slot is given to another one.
pub(super) const STORE_ADDRESSES: usize = 6;
pub(super) const STORE_DATA: usize = 7;
/// The cycle from which on a store may be written.
const NEXT_WRITE: usize = 8;
const SLOTS: usize = 9;

/// What a slot holds: its port, its address, the slots of the other kind that it looks at; of a load also the cycle in which its data are there. A store looks at the loads before it that
/// have not read, a load at the stores before it whose slots are still theirs.
pub(super) const PORT: usize = 0;
const ADDRESS: usize = 1;
const BEFORE: usize = 2;
const DUE: usize = 3;
const DATA: usize = 4;

/// What happens at an edge. Channels of ports come with the slot that their token goes to.
struct Step<'a> {
    /// Loads that read, each from the memory or from a store.
    reads: Vec<(usize, Option<usize>)>,
    /// The store that is written.
    write: Option<usize>,
    /// Loads whose answer is taken.
    given: Vec<usize>,
    /// Loads that get an address.
    asked: Vec<(usize, u32)>,
    /// Stores that get an address, and those that get data.
    addressed: Vec<(usize, u32)>,
    filled: Vec<(usize, u32)>,
    /// The group that is let in.
    group: Option<&'a Group>,
    /// Whether the activation ends.
    ends: bool,
}

impl Step<'_> {
    /// Whether an access is any further than before.
    fn changes(&self) -> bool {
        let ports = [&self.asked, &self.addressed, &self.filled];
        self.write.is_some()
            || self.group.is_some()
            || !(self.reads.is_empty() && self.given.is_empty() && ports.iter().all(|port| port.is_empty()))
    }
}

impl Lsq {
    fn slot(&self) -> usize {
        DATA + self.n
    }

    /// Where the slot of a load is in the state.
    pub fn load(&self, slot: usize) -> usize {
        self.s + SLOTS + slot * self.slot()
    }

    /// Where the slot of a store is in the state.
    pub fn store(&self, slot: usize) -> usize {
        self.load(self.load_slots) + slot * self.slot()
    }

    fn words(&self) -> usize {
        SLOTS + (self.load_slots + self.store_slots) * self.slot()
    }

    /// Slots of loads, the oldest first.
    fn loads_by_age(&self, core: &Core) -> impl Iterator<Item = usize> + use<> {
        around(core.state[self.s + LOAD_TAIL] as usize, self.load_slots, core.state[self.s + LOADS])
    }

    fn stores_by_age(&self, core: &Core) -> impl Iterator<Item = usize> + use<> {
        around(core.state[self.s + STORE_TAIL] as usize, self.store_slots, core.state[self.s + STORES])
    }

    /// The oldest slot of a load, or of a store, of a port among those whose bit is set.
    fn oldest_load(&self, core: &Core, port: usize, among: u64) -> Option<usize> {
        self.loads_by_age(core)
            .find(|slot| among >> slot & 1 != 0 && core.state[self.load(*slot) + PORT] == port as u64)
    }

    fn oldest_store(&self, core: &Core, port: usize, among: u64) -> Option<usize> {
        self.stores_by_age(core)
            .find(|slot| among >> slot & 1 != 0 && core.state[self.store(*slot) + PORT] == port as u64)
    }

    /// Slots of stores whose addresses may be known: those that are not written, and those that are and whose slots have not been given to others.
    fn kept_stores(&self, core: &Core) -> u64 {
        core.state[self.s + STORES] | core.state[self.s + STORE_ADDRESSES]
    }

    /// The loads that read in this cycle, each with the slot of the store that it gets its data from: one at most that reads from the memory, and one from a store.
    fn reads(&self, core: &Core) -> Vec<(usize, Option<usize>)> {
        let [addresses, read] = [LOAD_ADDRESSES, READ].map(|bits| core.state[self.s + bits]);
        let [known, data] = [STORE_ADDRESSES, STORE_DATA].map(|bits| core.state[self.s + bits]);
        let (tail, kept) = (core.state[self.s + STORE_TAIL] as usize, self.kept_stores(core));
        let may_read = |slot: usize| {
            let at = self.load(slot);
            let (address, older) = (core.state[at + ADDRESS], core.state[at + BEFORE]);
            if addresses & !read & 1 << slot == 0 || older & !known != 0 {
                return None;
            }
            let is_equal = |store: &usize| {
                older >> store & 1 != 0 && core.state[self.store(*store) + ADDRESS] == address
            };
            match around(tail, self.store_slots, kept).filter(is_equal).last() {
                None => Some((slot, None)),
                Some(youngest) => (data >> youngest & 1 != 0).then_some((slot, Some(youngest))),
            }
        };
        let oldest = |is_from: fn(&(usize, Option<usize>)) -> bool| {
            self.loads_by_age(core).filter_map(may_read).find(is_from)
        };
        let from_memory = oldest(|(_, from)| from.is_none());
        from_memory.into_iter().chain(oldest(|(_, from)| from.is_some())).collect()
    }

    /// The store that is written in this cycle.
    fn writes(&self, core: &Core) -> Option<usize> {
        let [addresses, known, data] =
            [LOAD_ADDRESSES, STORE_ADDRESSES, STORE_DATA].map(|bits| core.state[self.s + bits]);
        let slot = self.stores_by_age(core).next()?;
        let (at, bit) = (self.store(slot), 1 << slot);
        let (address, before) = (core.state[at + ADDRESS], core.state[at + BEFORE]);
        let differs =
            |load: usize| before >> load & 1 == 0 || core.state[self.load(load) + ADDRESS] != address;
        let is_free = before & !addresses == 0 && (0..self.load_slots).all(differs);
        let is_due = core.state[self.s + NEXT_WRITE] <= core.now;
        (known & data & bit != 0 && is_free && is_due).then_some(slot)
    }

    /// Whether there are places for a group at the tails.
    fn has_room(&self, core: &Core, group: &Group) -> bool {
        let free = |tail: usize, slots: usize, taken: u64, wanted: usize| {
            (0..wanted).all(|k| taken >> ((tail + k) % slots.max(1)) & 1 == 0)
        };
        let [load_tail, loads, store_tail, stores] =
            [LOAD_TAIL, LOADS, STORE_TAIL, STORES].map(|word| core.state[self.s + word]);
        free(load_tail as usize, self.load_slots, loads, group.loads)
            && free(store_tail as usize, self.store_slots, stores, group.stores)
    }

    /// Tokens in it: accesses that are not over.
    pub fn held(&self, core: &Core) -> u64 {
        u64::from(core.state[self.s + LOADS].count_ones() + core.state[self.s + STORES].count_ones())
    }

    fn take(&self, core: &mut Core, place: &[u32], channel: u32, slot: usize) {
        core.state[slot + ADDRESS] = core.data[place[channel as usize] as usize] & self.mask;
    }

    /// A load gets its data.
    fn read(&self, core: &mut Core, load: usize, from: Option<usize>) {
        let at = self.load(load);
        match from {
            Some(store) => {
                let from = self.store(store) + DATA;
                core.state.copy_within(from..from + self.n, at + DATA);
            }
            None => {
                let address = core.state[at + ADDRESS];
                let to = &mut core.state[at + DATA..at + DATA + self.n];
                match core.memories[self.memory].words(address) {
                    Some(words) => to.copy_from_slice(words),
                    None => to.fill(0),
                }
            }
        }
        core.state[at + DUE] = due(core);
        core.state[self.s + READ] |= 1 << load;
        for store in 0..self.store_slots {
            core.state[self.store(store) + BEFORE] &= !(1 << load);
        }
    }

    fn write(&self, core: &mut Core, store: usize) {
        let at = self.store(store);
        let address = core.state[at + ADDRESS];
        if let Some(words) = core.memories[self.memory].words_mut(address) {
            words.copy_from_slice(&core.state[at + DATA..at + DATA + self.n]);
        }
        core.state[self.s + STORES] &= !(1 << store);
        core.state[self.s + NEXT_WRITE] = due(core);
    }

    /// Gives places to the accesses of a group. `unread` are the loads that are there and have not read after this cycle, `stores` the slots of stores
    /// that are known.
    fn allocate(&self, core: &mut Core, group: &Group, mut unread: u64, mut stores: u64) {
        for (port, number) in &group.ports {
            let is_store = *port == MemoryPort::Store;
            let (tail, slots) =
                if is_store { (STORE_TAIL, self.store_slots) } else { (LOAD_TAIL, self.load_slots) };
            let slot = core.state[self.s + tail] as usize;
            core.state[self.s + tail] = ((slot + 1) % slots) as u64;
            let at = if is_store { self.store(slot) } else { self.load(slot) };
            if is_store {
                self.forget(core, slot);
            }
            core.state[at + PORT] = *number as u64;
            core.state[at + BEFORE] = if is_store { unread } else { stores };
            *if is_store { &mut stores } else { &mut unread } |= 1 << slot;
            core.state[self.s + if is_store { STORES } else { LOADS }] |= 1 << slot;
        }
    }

    /// A slot does not stand any more for the store that was in it.
    fn forget(&self, core: &mut Core, store: usize) {
        for bits in [STORE_ADDRESSES, STORE_DATA] {
            core.state[self.s + bits] &= !(1 << store);
        }
        for load in 0..self.load_slots {
            core.state[self.load(load) + BEFORE] &= !(1 << store);
        }
    }

    /// What happens at the edge, by the state before it.
    fn decide(&self, core: &Core) -> Step<'_> {
        let moves = |channel: u32| core.valid[channel as usize] & core.ready[channel as usize] != 0;
        let lacking = |word: usize| !core.state[self.s + word];
        let stores = |word: usize, channel: fn(&(u32, u32)) -> u32| -> Vec<(usize, u32)> {
            let ports = (0..self.stores.len()).filter(|port| moves(channel(&self.stores[*port])));
            let slot = |port: usize| {
                Some((self.oldest_store(core, port, lacking(word))?, channel(&self.stores[port])))
            };
            ports.filter_map(slot).collect()
        };
        let given = (0..self.loads.len()).filter(|port| moves(self.loads[*port].1));
        let asked = (0..self.loads.len()).filter(|port| moves(self.loads[*port].0));
        let asked = asked.filter_map(|port| {
            Some((self.oldest_load(core, port, lacking(LOAD_ADDRESSES))?, self.loads[port].0))
        });
        Step {
            reads: self.reads(core),
            write: self.writes(core),
            given: given.filter_map(|port| self.oldest_load(core, port, u64::MAX)).collect(),
            asked: asked.collect(),
            addressed: stores(STORE_ADDRESSES, |port| port.0),
            filled: stores(STORE_DATA, |port| port.1),
            group: self.groups.iter().find(|group| moves(group.control)),
            ends: moves(self.mem_end),
        }
    }

    /// The edge; says whether anything changed or is still on its way.
    fn rise(&self, core: &mut Core, place: &[u32]) -> bool {
        let step = self.decide(core);
        let changed = step.changes();
        // Reads come first: they see the word as it is before the write.
        for (load, from) in step.reads {
            self.read(core, load, from);
        }
        if let Some(store) = step.write {
            self.write(core, store);
        }
        let unread = core.state[self.s + LOADS] & !core.state[self.s + READ];
        for slot in step.given {
            for word in [LOADS, LOAD_ADDRESSES, READ] {
                core.state[self.s + word] &= !(1 << slot);
            }
        }
        for (slot, channel) in step.asked {
            self.take(core, place, channel, self.load(slot));
            core.state[self.s + LOAD_ADDRESSES] |= 1 << slot;
        }
        for (slot, channel) in step.addressed {
            self.take(core, place, channel, self.store(slot));
            core.state[self.s + STORE_ADDRESSES] |= 1 << slot;
        }
        for (slot, channel) in step.filled {
            let (from, to) = (place[channel as usize] as usize, self.store(slot) + DATA);
            core.state[to..to + self.n].copy_from_slice(&core.data[from..from + self.n]);
            core.state[self.s + STORE_DATA] |= 1 << slot;
        }
        if let Some(group) = step.group {
            let stores = self.kept_stores(core);
            self.allocate(core, group, unread, stores);
        }
        // Between two activations others may write to the memory.
        if step.ends {
            (0..self.store_slots).for_each(|store| self.forget(core, store));
        }
        changed || self.is_due_later(core)
    }

    /// Whether something comes by itself.
    fn is_due_later(&self, core: &Core) -> bool {
        let read = core.state[self.s + READ];
        let answer = |slot: usize| read >> slot & 1 != 0 && core.state[self.load(slot) + DUE] > core.now;
        let writes = core.state[self.s + STORES] != 0 && core.state[self.s + NEXT_WRITE] > core.now;
        writes || (0..self.load_slots).any(answer)
    }
}

/// The slots whose bit is set, from the tail on and around.
fn around(tail: usize, slots: usize, bits: u64) -> impl Iterator<Item = usize> {
    (tail..slots).chain(0..tail).filter(move |slot| bits >> slot & 1 != 0)
}

impl Code {
    pub(super) fn lsq(&mut self, id: UnitId, node: &Node, unit: &LsqUnit, ins: &[u32], outs: &[u32]) {
        let mut queue = Lsq {
            memory: node.memory.expect("a queue has a memory").index(),
            s: 0,
            mask: super::code::address_mask(unit.words),
            n: words(unit.width) as usize,
            load_slots: unit.load_depth as usize,
            store_slots: unit.store_depth as usize,
            loads: Vec::new(),
            stores: Vec::new(),
            groups: Vec::new(),
            start: ins[0],
            ctrl_end: ins[unit.ctrl_end()],
            mem_end: outs[unit.mem_end()],
        };
        for group in unit.places() {
            let count = |kind| group.ports.iter().filter(|port| port.port == kind).count();
            let (loads, stores) = (count(MemoryPort::Load), count(MemoryPort::Store));
            let ports = group.ports.iter().map(|port| (port.port, port.number)).collect();
            for port in &group.ports {
                match port.port {
                    MemoryPort::Store => queue.stores.push((ins[port.input], ins[port.input + 1])),
                    _ => queue.loads.push((ins[port.input], outs[port.number])),
                }
            }
            queue.groups.push(Group { control: ins[group.control], ports, loads, stores });
        }
        queue.s = self.room(queue.words() as u32) as usize;
        let lsq = self.lsqs.len() as u32;
        let answers: Vec<u32> = queue.loads.iter().map(|(_, answer)| *answer).collect();
        self.forward(Instr::LsqOut { lsq }, &[], &answers);
        let addresses = queue.loads.iter().map(|(address, _)| *address);
        let stores = queue.stores.iter().flat_map(|(address, data)| [*address, *data]);
        let taken: Vec<u32> = addresses.chain(stores).collect();
        self.backward(Instr::LsqPorts { lsq }, &[], &[], &taken);
        let controls: Vec<u32> = queue.groups.iter().map(|group| group.control).collect();
        for (group, control) in controls.iter().enumerate() {
            let instr = Instr::LsqControl { lsq, group: group as u32 };
            self.backward(instr, &controls[..group], &[], &[*control]);
        }
        let ends: Vec<u32> = [queue.start, queue.ctrl_end].into_iter().chain(controls).collect();
        self.forward(Instr::LsqEnd { lsq }, &ends, &[queue.mem_end]);
        let end = queue.mem_end;
        self.backward(Instr::LsqEndReady { lsq }, &[end], &[end], &[queue.start, queue.ctrl_end]);
        self.edge(id, Edge::Lsq { lsq });
        self.lsqs.push(queue);
    }
}

impl Machine {
    /// Answers that are there.
    pub(super) fn lsq_out(&mut self, number: usize) {
        for port in 0..self.code.lsqs[number].loads.len() {
            let queue = &self.code.lsqs[number];
            let (answer, n) = (queue.loads[port].1, queue.n);
            let oldest = queue.oldest_load(&self.core, port, u64::MAX);
            let read = self.core.state[queue.s + READ];
            let there = oldest.filter(|slot| {
                read >> slot & 1 != 0 && self.core.state[queue.load(*slot) + DUE] <= self.core.now
            });
            let at = there.map(|slot| queue.load(slot) + DATA);
            self.core.valid[answer as usize] = u8::from(at.is_some());
            if let Some(at) = at {
                self.show(at, answer, n as u32);
            }
        }
    }

    /// Whether there are slots that wait for an address or data.
    pub(super) fn lsq_ports(&mut self, number: usize) {
        let Machine { code, core, .. } = self;
        let queue = &code.lsqs[number];
        let without = |core: &Core, word: usize| !core.state[queue.s + word];
        for (port, (address, _)) in queue.loads.iter().enumerate() {
            let slot = queue.oldest_load(core, port, without(core, LOAD_ADDRESSES));
            core.ready[*address as usize] = u8::from(slot.is_some());
        }
        for (port, (address, data)) in queue.stores.iter().enumerate() {
            for (channel, word) in [(address, STORE_ADDRESSES), (data, STORE_DATA)] {
                let slot = queue.oldest_store(core, port, without(core, word));
                core.ready[*channel as usize] = u8::from(slot.is_some());
            }
        }
    }

    pub(super) fn lsq_control(&mut self, number: usize, group: usize) {
        let queue = &self.code.lsqs[number];
        let is_first = queue.groups[..group].iter().all(|group| self.core.valid[group.control as usize] == 0);
        let ready = is_first && queue.has_room(&self.core, &queue.groups[group]);
        self.core.ready[queue.groups[group].control as usize] = u8::from(ready);
    }

    pub(super) fn lsq_end(&mut self, number: usize) {
        let queue = &self.code.lsqs[number];
        let valid = |channel: u32| self.core.valid[channel as usize] != 0;
        let offered = queue.groups.iter().any(|group| valid(group.control));
        let ends = valid(queue.start) && valid(queue.ctrl_end) && !offered && queue.held(&self.core) == 0;
        self.core.valid[queue.mem_end as usize] = u8::from(ends);
    }

    pub(super) fn lsq_end_ready(&mut self, number: usize) {
        let &Lsq { start, ctrl_end, mem_end, .. } = &self.code.lsqs[number];
        let ready = self.core.valid[mem_end as usize] & self.core.ready[mem_end as usize];
        self.core.ready[start as usize] = ready;
        self.core.ready[ctrl_end as usize] = ready;
    }

    /// The ports that accesses in a queue wait for: a kind, a number, and 0 for the address or 1 for the data. With an answer, what the oldest load of that port
    /// waits for: its own address, or else whatever the stores before it lack.
    pub(super) fn lsq_waits(&self, unit: UnitId, answer: Option<usize>) -> Vec<(MemoryPort, usize, usize)> {
        let (core, place) = (&self.core, self.code.places[unit.index()]);
        let Some(queue) = self.code.lsqs.iter().find(|queue| queue.s == place) else { return Vec::new() };
        let lacks = |word: usize, slot: usize| core.state[queue.s + word] >> slot & 1 == 0;
        let load = |slot: usize| {
            let port = core.state[queue.load(slot) + PORT] as usize;
            lacks(LOAD_ADDRESSES, slot).then_some((MemoryPort::Load, port, 0))
        };
        let store = |slot: usize| {
            let port = core.state[queue.store(slot) + PORT] as usize;
            let words = [(STORE_ADDRESSES, 0), (STORE_DATA, 1)].into_iter();
            words
                .filter(|(word, _)| lacks(*word, slot))
                .map(|(_, which)| (MemoryPort::Store, port, which))
                .collect::<Vec<_>>()
        };
        match answer {
            None => {
                let stores = queue.stores_by_age(core).flat_map(store);
                queue.loads_by_age(core).filter_map(load).chain(stores).collect()
            }
            Some(port) => match queue.oldest_load(core, port, u64::MAX) {
                None => Vec::new(),
                Some(slot) if lacks(LOAD_ADDRESSES, slot) => load(slot).into_iter().collect(),
                Some(slot) => {
                    let older = core.state[queue.load(slot) + BEFORE];
                    queue
                        .stores_by_age(core)
                        .filter(|store| older >> store & 1 != 0)
                        .flat_map(store)
                        .collect()
                }
            },
        }
    }

    pub(super) fn lsq_edge(&mut self, number: usize) -> bool {
        let Machine { code, core, place, .. } = self;
        code.lsqs[number].rise(core, place)
    }
}
