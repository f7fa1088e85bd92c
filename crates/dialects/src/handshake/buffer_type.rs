//! The types of buffers, as a table.
//!
//! A type is how its slots work together and which signals it breaks; all else follows from that. The text, the verifier, placement, the circuits and
//! the simulator read these few facts and know no type by itself, so a new type is one row, or one call of [`BufferType::register`].

use std::sync::{PoisonError, RwLock};

/// What there is to know about a type of buffers.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BufferDef {
    name: &'static str,
    storage: Storage,
    breaks_dv: bool,
    breaks_r: bool,
}

/// How the slots of a buffer work together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Storage {
    /// There is one.
    Slot,
    /// A token comes out as soon as the one before it is gone.
    Queue,
    /// All move together.
    Shift,
}

impl BufferDef {
    /// A buffer of one slot, which breaks something.
    pub const fn slot(name: &'static str, breaks_dv: bool, breaks_r: bool) -> BufferDef {
        assert!(breaks_dv || breaks_r, "a slot that breaks nothing is a queue of one");
        BufferDef { name, storage: Storage::Slot, breaks_dv, breaks_r }
    }

    /// A queue of any number of slots.
    pub const fn queue(name: &'static str, breaks_dv: bool, breaks_r: bool) -> BufferDef {
        BufferDef { name, storage: Storage::Queue, breaks_dv, breaks_r }
    }

    /// A shift register: data and valid are broken by every slot, ready by none.
    pub const fn shift(name: &'static str) -> BufferDef {
        BufferDef { name, storage: Storage::Shift, breaks_dv: true, breaks_r: false }
    }
}

static ONE_SLOT_BREAK_DV: BufferDef = BufferDef::slot("ONE_SLOT_BREAK_DV", true, false);
static ONE_SLOT_BREAK_R: BufferDef = BufferDef::slot("ONE_SLOT_BREAK_R", false, true);
static ONE_SLOT_BREAK_DVR: BufferDef = BufferDef::slot("ONE_SLOT_BREAK_DVR", true, true);
static FIFO_BREAK_DV: BufferDef = BufferDef::queue("FIFO_BREAK_DV", true, false);
static FIFO_BREAK_NONE: BufferDef = BufferDef::queue("FIFO_BREAK_NONE", false, false);
static SHIFT_REG_BREAK_DV: BufferDef = BufferDef::shift("SHIFT_REG_BREAK_DV");

/// Types that were added to the six.
static ADDED: RwLock<Vec<BufferType>> = RwLock::new(Vec::new());

/// A type of buffers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BufferType(&'static BufferDef);

#[allow(missing_docs)]
impl BufferType {
    pub const ONE_SLOT_BREAK_DV: BufferType = BufferType(&ONE_SLOT_BREAK_DV);
    pub const ONE_SLOT_BREAK_R: BufferType = BufferType(&ONE_SLOT_BREAK_R);
    pub const ONE_SLOT_BREAK_DVR: BufferType = BufferType(&ONE_SLOT_BREAK_DVR);
    pub const FIFO_BREAK_DV: BufferType = BufferType(&FIFO_BREAK_DV);
    pub const FIFO_BREAK_NONE: BufferType = BufferType(&FIFO_BREAK_NONE);
    pub const SHIFT_REG_BREAK_DV: BufferType = BufferType(&SHIFT_REG_BREAK_DV);
}

impl BufferType {
    /// The six that there always are.
    pub const ALL: [BufferType; 6] = [
        BufferType::ONE_SLOT_BREAK_DV,
        BufferType::ONE_SLOT_BREAK_R,
        BufferType::ONE_SLOT_BREAK_DVR,
        BufferType::FIFO_BREAK_DV,
        BufferType::FIFO_BREAK_NONE,
        BufferType::SHIFT_REG_BREAK_DV,
    ];

    /// Adds a type for the rest of the process. One of the same name that is there already stays, and is given back.
    pub fn register(def: &'static BufferDef) -> BufferType {
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        let there = BufferType::ALL.iter().chain(added.iter()).find(|ty| ty.name() == def.name).copied();
        there.unwrap_or_else(|| {
            added.push(BufferType(def));
            BufferType(def)
        })
    }

    /// The six, and what was added, in the order in which it was.
    pub fn known() -> Vec<BufferType> {
        let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
        BufferType::ALL.iter().chain(added.iter()).copied().collect()
    }

    /// Its name in text.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The type of a name.
    pub fn from_name(name: &str) -> Option<BufferType> {
        BufferType::known().into_iter().find(|ty| ty.name() == name)
    }

    /// How its slots work together.
    pub fn storage(self) -> Storage {
        self.0.storage
    }

    /// Whether it can only have one slot.
    pub fn is_one_slot(self) -> bool {
        self.0.storage == Storage::Slot
    }

    /// Whether it separates the data and the valid of its input from those of its output.
    pub fn breaks_dv(self) -> bool {
        self.0.breaks_dv
    }

    /// Whether it separates the ready of its output from that of its input.
    pub fn breaks_r(self) -> bool {
        self.0.breaks_r
    }

    /// Cycles from its input to its output when it is empty.
    pub fn latency(self, slots: u32) -> u32 {
        match self.0.storage {
            Storage::Shift => slots,
            Storage::Slot | Storage::Queue => u32::from(self.0.breaks_dv),
        }
    }
}
