//! The instructions of elastic circuits: what computes the signals of a cycle, what changes state at the edge, and the units that take more than a few
//! numbers to describe. [`super::code`] makes them, [`super::eval`] and [`super::edge`] carry them out.

use super::alu::Alu;
use super::network::UnitId;
use dialects::handshake::unit::StreamKind;

/// Channels, or other numbers, in the pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    pub at: u32,
    pub len: u32,
}

impl List {
    /// The numbers.
    #[inline(always)]
    pub fn of(self, pool: &[u32]) -> &[u32] {
        &pool[self.at as usize..][..self.len as usize]
    }
}

/// What a cycle computes. Small letters are channels, `s` is the place of the unit's state, `n` the words of its data.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instr {
    /// A wire's valid and data.
    Wire {
        i: u32,
        o: u32,
        n: u32,
    },
    /// A wire's valid, for data that stand there.
    WireValid {
        i: u32,
        o: u32,
    },
    /// A wire's ready.
    WireReady {
        i: u32,
        o: u32,
    },
    /// Valid when all are.
    Join {
        list: List,
        o: u32,
    },
    /// The same, with the data of the first.
    Blocker {
        list: List,
        o: u32,
        n: u32,
    },
    /// The readies of what is joined.
    JoinReady {
        list: List,
        o: u32,
    },
    /// The readies of two that are joined.
    JoinReady2 {
        a: u32,
        b: u32,
        o: u32,
    },
    /// Arithmetic on one or two words.
    Alu1 {
        alu: Alu,
        a: u32,
        o: u32,
    },
    Alu2 {
        alu: Alu,
        a: u32,
        b: u32,
        o: u32,
    },
    Select {
        c: u32,
        a: u32,
        b: u32,
        o: u32,
        n: u32,
    },
    /// Arithmetic on anything.
    Wide {
        unit: u32,
        list: List,
        o: u32,
    },
    /// The oldest stage of a pipeline.
    PipeOut {
        s: u32,
        o: u32,
        n: u32,
    },
    PipeReady {
        s: u32,
        list: List,
        o: u32,
        n: u32,
    },
    ShiftReady {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    Fork {
        s: u32,
        i: u32,
        list: List,
        n: u32,
    },
    ForkReady {
        s: u32,
        i: u32,
        list: List,
    },
    Lazy {
        i: u32,
        list: List,
        k: u32,
        n: u32,
    },
    LazyReady {
        i: u32,
        list: List,
    },
    /// `list` is the select and the data.
    Mux {
        list: List,
        o: u32,
        n: u32,
    },
    MuxReady {
        list: List,
        o: u32,
    },
    Merge {
        s: u32,
        list: List,
        o: u32,
        n: u32,
    },
    MergeReady {
        s: u32,
        list: List,
        o: u32,
    },
    ControlMerge {
        s: u32,
        list: List,
        o: u32,
        index: u32,
        n: u32,
    },
    ControlMergeReady {
        s: u32,
        list: List,
        o: u32,
        index: u32,
    },
    CondBr {
        c: u32,
        x: u32,
        t: u32,
        f: u32,
        n: u32,
    },
    CondBrReady {
        c: u32,
        x: u32,
        t: u32,
        f: u32,
    },
    /// A slot before the output.
    SlotOut {
        s: u32,
        o: u32,
        n: u32,
    },
    /// A slot beside the way through.
    SlotBypass {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    /// Ready while there is no token, or while it is being taken.
    SlotReady {
        s: u32,
        i: u32,
        o: u32,
    },
    /// Ready while there is no token.
    SlotReadyBreak {
        s: u32,
        i: u32,
    },
    FifoOut {
        s: u32,
        o: u32,
        n: u32,
    },
    FifoBypass {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    FifoReady {
        s: u32,
        i: u32,
        o: u32,
        slots: u32,
    },
    FifoReadyBreak {
        s: u32,
        i: u32,
        slots: u32,
    },
    Carry {
        s: u32,
        d: u32,
        a: u32,
        b: u32,
        o: u32,
        n: u32,
    },
    CarryReady {
        s: u32,
        d: u32,
        a: u32,
        b: u32,
        o: u32,
    },
    Invariant {
        s: u32,
        d: u32,
        a: u32,
        o: u32,
        n: u32,
    },
    InvariantReady {
        s: u32,
        d: u32,
        a: u32,
        o: u32,
    },
    Gate {
        s: u32,
        x: u32,
        c: u32,
        o: u32,
        oc: u32,
        n: u32,
    },
    GateReady {
        s: u32,
        x: u32,
        c: u32,
        o: u32,
        oc: u32,
    },
    Stream {
        stream: u32,
    },
    StreamReady {
        stream: u32,
    },
    LoadAddress {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    LoadAddressReady {
        s: u32,
        i: u32,
        o: u32,
    },
    LoadData {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    LoadDataReady {
        s: u32,
        i: u32,
    },
    /// Answers and completions that are there.
    MemoryOut {
        memory: u32,
    },
    MemoryLoads {
        memory: u32,
    },
    MemoryStores {
        memory: u32,
    },
    MemoryEnd {
        memory: u32,
    },
    MemoryEndReady {
        memory: u32,
    },
    /// Whether the address of a load passes a guard.
    Guard {
        guard: u32,
    },
    /// A guard takes completions while it knows of a store.
    GuardDone {
        guard: u32,
    },
    /// The readies of the address of the store and of whether there is one.
    GuardStore {
        guard: u32,
    },
    /// Answers of a queue that are there.
    LsqOut {
        lsq: u32,
    },
    /// The readies of addresses and data.
    LsqPorts {
        lsq: u32,
    },
    LsqControl {
        lsq: u32,
        group: u32,
    },
    LsqEnd {
        lsq: u32,
    },
    LsqEndReady {
        lsq: u32,
    },
    /// The readies of what `end` joins.
    Exit {
        list: List,
    },
}

/// Instructions that are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Wires, and what waits for all its inputs.
    Join,
    Pipe,
    Buffer,
    /// One input, several outputs.
    Fork,
    /// Several inputs, of which one is chosen.
    Merge,
    Burst,
    Stream,
    Load,
    Memory,
    Guard,
    Lsq,
}

impl Instr {
    /// Its family: who carries out instructions asks this first.
    #[inline(always)]
    pub fn family(&self) -> Family {
        match self {
            Instr::Wire { .. } | Instr::WireValid { .. } | Instr::WireReady { .. } => Family::Join,
            Instr::Join { .. } | Instr::Blocker { .. } => Family::Join,
            Instr::JoinReady { .. } | Instr::JoinReady2 { .. } | Instr::Exit { .. } => Family::Join,
            Instr::Alu1 { .. } | Instr::Alu2 { .. } => Family::Join,
            Instr::Select { .. } | Instr::Wide { .. } => Family::Join,
            Instr::PipeOut { .. } | Instr::PipeReady { .. } | Instr::ShiftReady { .. } => Family::Pipe,
            Instr::SlotOut { .. } | Instr::SlotBypass { .. } => Family::Buffer,
            Instr::SlotReady { .. } | Instr::SlotReadyBreak { .. } => Family::Buffer,
            Instr::FifoOut { .. } | Instr::FifoBypass { .. } => Family::Buffer,
            Instr::FifoReady { .. } | Instr::FifoReadyBreak { .. } => Family::Buffer,
            Instr::Fork { .. } | Instr::ForkReady { .. } => Family::Fork,
            Instr::Lazy { .. } | Instr::LazyReady { .. } => Family::Fork,
            Instr::CondBr { .. } | Instr::CondBrReady { .. } => Family::Fork,
            Instr::Mux { .. } | Instr::MuxReady { .. } => Family::Merge,
            Instr::Merge { .. } | Instr::MergeReady { .. } => Family::Merge,
            Instr::ControlMerge { .. } | Instr::ControlMergeReady { .. } => Family::Merge,
            Instr::Carry { .. } | Instr::CarryReady { .. } => Family::Burst,
            Instr::Invariant { .. } | Instr::InvariantReady { .. } => Family::Burst,
            Instr::Gate { .. } | Instr::GateReady { .. } => Family::Burst,
            Instr::Stream { .. } | Instr::StreamReady { .. } => Family::Stream,
            Instr::LoadAddress { .. } | Instr::LoadAddressReady { .. } => Family::Load,
            Instr::LoadData { .. } | Instr::LoadDataReady { .. } => Family::Load,
            Instr::MemoryOut { .. } | Instr::MemoryLoads { .. } => Family::Memory,
            Instr::MemoryStores { .. } => Family::Memory,
            Instr::MemoryEnd { .. } | Instr::MemoryEndReady { .. } => Family::Memory,
            Instr::Guard { .. } | Instr::GuardDone { .. } | Instr::GuardStore { .. } => Family::Guard,
            Instr::LsqOut { .. } | Instr::LsqPorts { .. } | Instr::LsqControl { .. } => Family::Lsq,
            Instr::LsqEnd { .. } | Instr::LsqEndReady { .. } => Family::Lsq,
        }
    }
}

/// What an edge changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    Slot {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    /// A slot beside the way through, which is filled by what was not taken.
    SlotBypass {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    Fifo {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
        slots: u32,
    },
    FifoBypass {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
        slots: u32,
    },
    Shift {
        s: u32,
        i: u32,
        o: u32,
        n: u32,
        stages: u32,
    },
    Pipe {
        s: u32,
        list: List,
        o: u32,
        n: u32,
        compute: u32,
    },
    Fork {
        s: u32,
        i: u32,
        list: List,
    },
    Merge {
        s: u32,
        o: u32,
    },
    ControlMerge {
        s: u32,
        list: List,
        o: u32,
        index: u32,
    },
    Carry {
        s: u32,
        d: u32,
        a: u32,
    },
    Invariant {
        s: u32,
        d: u32,
        a: u32,
        n: u32,
    },
    Gate {
        s: u32,
        x: u32,
        c: u32,
        o: u32,
        oc: u32,
    },
    Stream {
        stream: u32,
    },
    Load {
        s: u32,
        address: u32,
        i: u32,
        o: u32,
        n: u32,
    },
    Memory {
        memory: u32,
    },
    Guard {
        guard: u32,
    },
    Lsq {
        lsq: u32,
    },
}

/// A pipelined computation.
#[derive(Clone, Debug)]
pub(crate) struct Pipe {
    pub unit: UnitId,
    /// How to compute when everything fits into words.
    pub alu: Option<Alu>,
    pub stages: u32,
}

/// A `stream`. State: loop, done bits, the condition of this cycle, then index, step and bound, two words each, or as many as `n`.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    pub unit: UnitId,
    pub kind: StreamKind,
    pub s: usize,
    pub width: u32,
    pub start: u32,
    pub step: u32,
    pub bound: u32,
    pub index: u32,
    pub cont: u32,
}

impl Stream {
    pub const LOOP: usize = 0;
    pub const DONE: usize = 1;
    pub const COND: usize = 2;
    pub const NUMBERS: usize = 3;

    /// Words of each of the three numbers: one bit more than the index has.
    pub fn words(width: u32) -> usize {
        if width <= 64 { 2 } else { (width as usize + 1).div_ceil(64) }
    }
}

/// The port of a load at its controller. State: full, the cycle it is due, data.
#[derive(Clone, Debug)]
pub(crate) struct LoadPort {
    pub address: u32,
    pub data: u32,
    pub s: usize,
}

/// The port of a store at its controller. State: full, the cycle it is due.
#[derive(Clone, Debug)]
pub(crate) struct StorePort {
    pub address: u32,
    pub data: u32,
    pub done: Option<u32>,
    pub s: usize,
}

/// A memory controller. State: the ports after those granted last, the count of announced stores, and what this cycle grants, plus one.
#[derive(Clone, Debug)]
pub(crate) struct Controller {
    pub memory: usize,
    pub s: usize,
    /// The bits of an address that count.
    pub mask: u64,
    pub n: usize,
    pub loads: Vec<LoadPort>,
    pub stores: Vec<StorePort>,
    pub announces: Vec<u32>,
    pub start: u32,
    pub ctrl_end: u32,
    pub mem_end: u32,
}

impl Controller {
    pub const NEXT_LOAD: usize = 0;
    pub const NEXT_STORE: usize = 1;
    pub const COUNT: usize = 2;
    pub const LOAD: usize = 3;
    pub const STORE: usize = 4;
    pub const WORDS: usize = 5;
}

/// A guard. State: whether a load has passed whose activation is not entered, how many stores are held, whether the load of this cycle meets one of
/// them, then the addresses of those, the newest first.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub s: usize,
    pub window: u32,
    pub load: u32,
    pub store: u32,
    pub done: u32,
    pub stores: Option<u32>,
    pub o: u32,
    /// Words of the address of the load, and of that of the store.
    pub n: u32,
    pub held_n: u32,
}

impl Guard {
    pub const OWED: usize = 0;
    pub const COUNT: usize = 1;
    pub const HIT: usize = 2;
    pub const ROW: usize = 3;
}
