//! When memory ends: at a `memref.dealloc`, with the activation that made it, or when nothing can name it any more.
//!
//! Places of buffers and descriptors are used again. A buffer's place is free when the buffer was freed and no
//! descriptor names it; so a use after that is still seen to be one. A descriptor's place is free when no slot of an
//! open activation holds its number, which [`Memory::collect`] finds out from time to time.
//!
//! **Invariant.** An activation makes buffers and descriptors only in places behind its mark. All that it made can
//! therefore be cut off when it ends, and the part of a free list that was there when it began is as it was.

use super::{Buffer, Descriptor, Elements, Memory, NOTHING, Origin, Problem, footprint};

/// What a buffer and the bookkeeping around it are charged besides the elements.
const BUFFER_OVERHEAD: u64 = 96;
/// What a descriptor is charged.
const DESCRIPTOR_OVERHEAD: u64 = 96;

/// Fewer descriptors than this are not worth a look for those that nothing holds.
const FIRST_COLLECTION: usize = 4096;

/// How much of the memory there was at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Floor {
    buffers: usize,
    descriptors: usize,
    free_buffers: usize,
    free_descriptors: usize,
}

/// The begin of an activation, and that of the one around it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    own: Floor,
    outer: Floor,
}

/// The places that can be used again, and where the running activation begins.
#[derive(Default, Debug)]
pub(super) struct Places {
    free_buffers: Vec<u32>,
    free_descriptors: Vec<u32>,
    floor: Floor,
    /// How many descriptors were left by the last look for those that nothing holds.
    left: usize,
}

/// The last free place, if the running activation may use it.
fn take(free: &mut Vec<u32>, floor: usize) -> Option<u32> {
    free.pop_if(|place| *place as usize >= floor)
}

/// Forgets the free places that are cut off. They were all added after the mark.
fn cut(free: &mut Vec<u32>, since: usize, floor: usize) {
    let kept: Vec<u32> = free.drain(since..).filter(|place| (*place as usize) < floor).collect();
    free.extend(kept);
}

impl Memory {
    /// Bytes charged for buffers and descriptors themselves.
    pub(super) fn overhead(&self) -> u64 {
        let buffers = self.buffers.len() - 1 - self.places.free_buffers.len();
        let descriptors = self.descriptors_in_use() - 1;
        buffers as u64 * BUFFER_OVERHEAD + descriptors as u64 * DESCRIPTOR_OVERHEAD
    }

    /// Whether a buffer with so many bytes of elements, and its descriptor, may be made.
    pub(super) fn room_for_buffer(&self, bytes: u64) -> Result<(), Problem> {
        self.room(bytes.saturating_add(BUFFER_OVERHEAD + DESCRIPTOR_OVERHEAD))
    }

    /// Whether another descriptor may be made.
    pub(super) fn room_for_descriptor(&self) -> Result<(), Problem> {
        self.room(DESCRIPTOR_OVERHEAD)
    }

    /// Puts a buffer into a place.
    pub(super) fn add_buffer(&mut self, buffer: Buffer) -> u32 {
        match take(&mut self.places.free_buffers, self.places.floor.buffers) {
            Some(place) => {
                self.buffers[place as usize] = buffer;
                place
            }
            None => {
                self.buffers.push(buffer);
                self.buffers.len() as u32 - 1
            }
        }
    }

    /// Puts a descriptor into a place: that of `reuse`, which nothing else holds, or another.
    pub(super) fn add_descriptor(&mut self, descriptor: Descriptor, reuse: Option<u64>) -> u64 {
        self.buffers[descriptor.buffer as usize].named += 1;
        let place = match reuse {
            Some(m) if m != 0 => Some(m as usize),
            _ => take(&mut self.places.free_descriptors, self.places.floor.descriptors).map(|m| m as usize),
        };
        match place {
            Some(m) => {
                let old = std::mem::replace(&mut self.descriptors[m], descriptor);
                self.unname(old.buffer);
                m as u64
            }
            None => {
                self.descriptors.push(descriptor);
                self.descriptors.len() as u64 - 1
            }
        }
    }

    /// A descriptor of a buffer is gone.
    fn unname(&mut self, buffer: u32) {
        if buffer == NOTHING {
            return;
        }
        let of = &mut self.buffers[buffer as usize];
        of.named -= 1;
        if of.named == 0 && of.freed {
            self.places.free_buffers.push(buffer);
        }
    }

    /// Ends a buffer; its descriptors stay, and find nothing.
    pub(super) fn release(&mut self, number: u32) {
        let buffer = &mut self.buffers[number as usize];
        self.live -= footprint(buffer);
        buffer.data = Elements::Bytes(Vec::new());
        buffer.count = 0;
        buffer.written = None;
        buffer.freed = true;
        if buffer.named == 0 {
            self.places.free_buffers.push(number);
        }
    }

    fn descriptors_in_use(&self) -> usize {
        self.descriptors.len() - self.places.free_descriptors.len()
    }

    /// Whether there are so many descriptors that those which nothing holds should be looked for. Twice as many as
    /// the last time, so that looking costs no more than making them.
    pub fn wants_collection(&self) -> bool {
        self.descriptors_in_use() >= (2 * self.places.left).max(FIRST_COLLECTION)
    }

    /// Whether looking can be worth it when there is no room. Not for a few descriptors among many, or a program at
    /// its limit would do nothing else.
    pub fn may_collect(&self) -> bool {
        self.descriptors_in_use() > self.places.left + self.places.left / 8
    }

    /// Gives up the descriptors whose number is not among the words of the open activations. A word that is a number
    /// by chance keeps one that could go; nothing is ever given up that is needed.
    pub fn collect(&mut self, words: &[u64]) {
        let mut held = vec![false; self.descriptors.len()];
        for word in words {
            if let Some(held) = usize::try_from(*word).ok().and_then(|m| held.get_mut(m)) {
                *held = true;
            }
        }
        // Upwards, so that the places of the running activation are the first to be used again.
        for m in (1..self.descriptors.len()).filter(|m| !held[*m]) {
            let Descriptor { buffer, view, .. } = self.descriptors[m];
            // Arguments and globals are held from outside.
            let is_outside =
                matches!(self.buffers[buffer as usize].origin, Origin::Argument | Origin::Global) && !view;
            if buffer != NOTHING && !is_outside {
                self.descriptors[m] = Descriptor::new(NOTHING, 0, &[], false);
                self.unname(buffer);
                self.places.free_descriptors.push(m as u32);
            }
        }
        self.places.left = self.descriptors_in_use();
    }

    // ----- activations -----

    /// Begins an activation.
    pub fn mark(&mut self) -> Mark {
        let own = Floor {
            buffers: self.buffers.len(),
            descriptors: self.descriptors.len(),
            free_buffers: self.places.free_buffers.len(),
            free_descriptors: self.places.free_descriptors.len(),
        };
        Mark { own, outer: std::mem::replace(&mut self.places.floor, own) }
    }

    /// Ends an activation that began at a mark: frees its stack memory, and if it returns no memref, everything it
    /// made, which nobody can see any more.
    pub fn leave(&mut self, Mark { own, outer }: Mark, nothing_escapes: bool) {
        self.places.floor = outer;
        if !nothing_escapes {
            for number in own.buffers..self.buffers.len() {
                let Buffer { origin, freed, .. } = self.buffers[number];
                if origin == Origin::Stack && !freed {
                    self.release(number as u32);
                }
            }
            return;
        }
        for m in own.descriptors..self.descriptors.len() {
            let buffer = self.descriptors[m].buffer;
            if (buffer as usize) < own.buffers {
                self.unname(buffer);
            }
        }
        self.live -= self.buffers[own.buffers..].iter().map(footprint).sum::<u64>();
        self.buffers.truncate(own.buffers);
        self.descriptors.truncate(own.descriptors);
        cut(&mut self.places.free_buffers, own.free_buffers, own.buffers);
        cut(&mut self.places.free_descriptors, own.free_descriptors, own.descriptors);
    }
}
