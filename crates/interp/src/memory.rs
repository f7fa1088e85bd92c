//! Memory: buffers that know which of their elements were written, and descriptors that give them a shape.
//!
//! A memref value is the number of a [`Descriptor`]. Descriptor 0 is nothing and has no element, so that a
//! slot that was never written cannot be mistaken for a memory. Elements are stored in 1, 2, 4 or 8 bytes, or
//! in as many 64-bit words as they need.
//!
//! The fast accesses ([`Memory::load1`] and its siblings) answer `None` whenever anything is wrong;
//! [`Memory::problem`] then finds out what. Nothing that went right pays for the question.

mod lifetimes;

pub use lifetimes::Mark;

use crate::code::{StaticShape, words};
use base::text::counted;
use base::{Bits, Code, codes};

/// Where a buffer comes from; only what was allocated may be freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An argument of the run.
    Argument,
    /// A global.
    Global,
    /// `memref.alloc`
    Heap,
    /// `memref.alloca`
    Stack,
}

/// The elements of a buffer, in the least power of two of bytes that holds one; wider ones in several words each.
#[derive(Debug)]
enum Elements {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Singles(Vec<u32>),
    Words(Vec<u64>),
}

impl Elements {
    fn zeros(width: u32, count: usize) -> Elements {
        match width {
            0..=8 => Elements::Bytes(vec![0; count]),
            9..=16 => Elements::Halves(vec![0; count]),
            17..=32 => Elements::Singles(vec![0; count]),
            _ => Elements::Words(vec![0; count * words(width) as usize]),
        }
    }

    #[inline(always)]
    fn get(&self, at: usize) -> Option<u64> {
        match self {
            Elements::Bytes(data) => data.get(at).map(|x| u64::from(*x)),
            Elements::Halves(data) => data.get(at).map(|x| u64::from(*x)),
            Elements::Singles(data) => data.get(at).map(|x| u64::from(*x)),
            Elements::Words(data) => data.get(at).copied(),
        }
    }

    #[inline(always)]
    fn get_single(&self, at: usize) -> Option<u64> {
        let Elements::Singles(data) = self else { return None };
        data.get(at).map(|x| u64::from(*x))
    }

    #[inline(always)]
    fn get_word(&self, at: usize) -> Option<u64> {
        let Elements::Words(data) = self else { return None };
        data.get(at).copied()
    }

    #[inline(always)]
    fn set(&mut self, at: usize, value: u64) -> Option<()> {
        match self {
            Elements::Bytes(data) => *data.get_mut(at)? = value as u8,
            Elements::Halves(data) => *data.get_mut(at)? = value as u16,
            Elements::Singles(data) => *data.get_mut(at)? = value as u32,
            Elements::Words(data) => *data.get_mut(at)? = value,
        }
        Some(())
    }
}

/// Bytes of an element in memory.
fn element_bytes(width: u32) -> u64 {
    match width {
        0..=8 => 1,
        9..=16 => 2,
        17..=32 => 4,
        _ => u64::from(words(width)) * 8,
    }
}

/// A piece of memory.
#[derive(Debug)]
struct Buffer {
    /// The elements. None once it is freed.
    data: Elements,
    /// How many there are.
    count: u64,
    /// One bit an element that was written; `None` when all were, so that reading a full buffer asks nothing.
    written: Option<Box<[u64]>>,
    /// How many elements were not written.
    unwritten: u64,
    /// Bits of an element.
    width: u32,
    /// Words of an element.
    words: u32,
    origin: Origin,
    constant: bool,
    freed: bool,
    /// How many descriptors there are of it.
    named: u32,
}

/// One dimension of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dim {
    /// How many elements.
    pub size: u64,
    /// Distance of two neighbours, in elements.
    pub stride: i64,
}

const INLINE: usize = 3;

/// A view of a buffer.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// The first dimensions, where fast accesses find them.
    inline: [Dim; INLINE],
    /// All dimensions when there are more than fit inline.
    outline: Box<[Dim]>,
    offset: i64,
    buffer: u32,
    rank: u32,
    /// Made by `memref.subview`, so not to be freed.
    view: bool,
}

impl Descriptor {
    fn new(buffer: u32, offset: i64, dims: &[Dim], view: bool) -> Descriptor {
        let mut inline = [Dim::default(); INLINE];
        for (to, from) in inline.iter_mut().zip(dims) {
            *to = *from;
        }
        let outline = if dims.len() > INLINE { dims.into() } else { Box::default() };
        Descriptor { inline, outline, offset, buffer, rank: dims.len() as u32, view }
    }

    /// Its dimensions.
    pub fn dims(&self) -> &[Dim] {
        if self.rank as usize > INLINE { &self.outline } else { &self.inline[..self.rank as usize] }
    }

    /// How many elements it has.
    fn count(&self) -> u64 {
        // Saturating, because a shape may have no element and still have dimensions whose product is beyond
        // counting.
        self.dims().iter().fold(1u64, |count, d| count.saturating_mul(d.size))
    }
}

/// What is wrong with an access or another operation on memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The kind of diagnostic.
    pub code: Code,
    /// In words.
    pub message: String,
    /// Facts.
    pub notes: Vec<String>,
}

impl Problem {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), notes: Vec::new() }
    }

    fn note(mut self, note: impl Into<String>) -> Problem {
        self.notes.push(note.into());
        self
    }
}

/// The number of the buffer that is none.
const NOTHING: u32 = 0;

/// All memory of a run.
#[derive(Debug)]
pub struct Memory {
    buffers: Vec<Buffer>,
    descriptors: Vec<Descriptor>,
    /// Bytes charged for elements and frames; given back when these end.
    live: u64,
    limit: u64,
    places: lifetimes::Places,
}

fn bit(written: &[u64], element: usize) -> bool {
    written[element / 64] >> (element % 64) & 1 == 1
}

impl Buffer {
    /// Remembers that an element was written.
    #[inline(always)]
    fn mark_written(&mut self, at: usize) {
        if let Some(written) = &mut self.written
            && !bit(written, at)
        {
            written[at / 64] |= 1 << (at % 64);
            self.unwritten -= 1;
            if self.unwritten == 0 {
                self.written = None;
            }
        }
    }

    /// Forgets that an element was written.
    fn mark_unwritten(&mut self, at: usize) {
        let chunks = (self.count as usize).div_ceil(64);
        let written = self.written.get_or_insert_with(|| vec![u64::MAX; chunks].into_boxed_slice());
        if bit(written, at) {
            written[at / 64] &= !(1 << (at % 64));
            self.unwritten += 1;
        }
    }
}

fn list(items: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

impl Memory {
    /// No memory, and a limit on the bytes it may grow to.
    pub fn new(limit: u64) -> Memory {
        let nothing = Descriptor::new(NOTHING, 0, &[], false);
        let buffer = Buffer {
            data: Elements::Bytes(Vec::new()),
            count: 0,
            written: None,
            unwritten: 0,
            width: 0,
            words: 1,
            origin: Origin::Global,
            constant: true,
            freed: false,
            named: 1,
        };
        let places = lifetimes::Places::default();
        Memory { buffers: vec![buffer], descriptors: vec![nothing], live: 0, limit, places }
    }

    /// A descriptor.
    pub fn descriptor(&self, m: u64) -> &Descriptor {
        &self.descriptors[m as usize]
    }

    /// Whether two memrefs are views of one buffer.
    pub fn is_same_buffer(&self, a: u64, b: u64) -> bool {
        self.descriptor(a).buffer == self.descriptor(b).buffer
    }

    /// Reserves bytes for something that is not a buffer.
    pub fn charge(&mut self, bytes: u64) -> Result<(), Problem> {
        self.room(bytes)?;
        self.live += bytes;
        Ok(())
    }

    fn room(&self, bytes: u64) -> Result<(), Problem> {
        let used = self.live + self.overhead();
        if used.saturating_add(bytes) > self.limit {
            return Err(Problem::new(codes::MEMORY_LIMIT, "the limit of allocated memory is reached")
                .note(format!("{bytes} bytes are wanted, {used} of {} are in use", self.limit)));
        }
        if !host_has(bytes) {
            return Err(Problem::new(
                codes::MEMORY_LIMIT,
                "this machine has not as much memory as the limit allows",
            )
            .note(format!("{bytes} bytes are wanted, {used} of {} are in use", self.limit)));
        }
        Ok(())
    }

    /// Gives back what was reserved.
    pub fn discharge(&mut self, bytes: u64) {
        self.live -= bytes;
    }

    // ----- fast accesses -----

    #[inline(always)]
    fn place1(&self, m: u64, i: u64) -> Option<(&Descriptor, i64)> {
        let d = self.descriptors.get(m as usize)?;
        let x = d.inline[0];
        (i < x.size).then(|| (d, d.offset.wrapping_add((i as i64).wrapping_mul(x.stride))))
    }

    #[inline(always)]
    fn place2(&self, m: u64, i: u64, j: u64) -> Option<(&Descriptor, i64)> {
        let d = self.descriptors.get(m as usize)?;
        let (x, y) = (d.inline[0], d.inline[1]);
        let at = d
            .offset
            .wrapping_add((i as i64).wrapping_mul(x.stride))
            .wrapping_add((j as i64).wrapping_mul(y.stride));
        (i < x.size && j < y.size).then_some((d, at))
    }

    #[inline(always)]
    fn read(
        &self,
        (d, at): (&Descriptor, i64),
        get: impl FnOnce(&Elements, usize) -> Option<u64>,
    ) -> Option<u64> {
        let buffer = self.buffers.get(d.buffer as usize)?;
        let value = get(&buffer.data, at as usize)?;
        match &buffer.written {
            Some(written) if !bit(written, at as usize) => None,
            _ => Some(value),
        }
    }

    #[inline(always)]
    fn write(&mut self, (buffer, at): (u32, i64), value: u64) -> Option<()> {
        let buffer = self.buffers.get_mut(buffer as usize)?;
        if buffer.constant {
            return None;
        }
        buffer.data.set(at as usize, value)?;
        buffer.mark_written(at as usize);
        Some(())
    }

    /// Loads an element of at most 64 bits from a memref of rank 1.
    #[inline(always)]
    pub fn load1(&self, m: u64, i: u64) -> Option<u64> {
        self.read(self.place1(m, i)?, Elements::get)
    }

    /// Loads an element of at most 64 bits from a memref of rank 2.
    #[inline(always)]
    pub fn load2(&self, m: u64, i: u64, j: u64) -> Option<u64> {
        self.read(self.place2(m, i, j)?, Elements::get)
    }

    /// Loads an element of 17 to 32 bits from a memref of rank 1.
    #[inline(always)]
    pub fn load1_single(&self, m: u64, i: u64) -> Option<u64> {
        self.read(self.place1(m, i)?, Elements::get_single)
    }

    /// Loads an element of 17 to 32 bits from a memref of rank 2.
    #[inline(always)]
    pub fn load2_single(&self, m: u64, i: u64, j: u64) -> Option<u64> {
        self.read(self.place2(m, i, j)?, Elements::get_single)
    }

    /// Loads an element of 33 to 64 bits from a memref of rank 1.
    #[inline(always)]
    pub fn load1_word(&self, m: u64, i: u64) -> Option<u64> {
        self.read(self.place1(m, i)?, Elements::get_word)
    }

    /// Loads an element of 33 to 64 bits from a memref of rank 2.
    #[inline(always)]
    pub fn load2_word(&self, m: u64, i: u64, j: u64) -> Option<u64> {
        self.read(self.place2(m, i, j)?, Elements::get_word)
    }

    /// Stores an element of at most 64 bits to a memref of rank 1.
    #[inline(always)]
    pub fn store1(&mut self, m: u64, i: u64, value: u64) -> Option<()> {
        let place = self.place1(m, i).map(|(d, at)| (d.buffer, at))?;
        self.write(place, value)
    }

    /// Stores an element of at most 64 bits to a memref of rank 2.
    #[inline(always)]
    pub fn store2(&mut self, m: u64, i: u64, j: u64, value: u64) -> Option<()> {
        let place = self.place2(m, i, j).map(|(d, at)| (d.buffer, at))?;
        self.write(place, value)
    }

    /// The position in its buffer of the element at these indices.
    #[inline]
    pub fn place(&self, m: u64, indices: impl Iterator<Item = u64>) -> Option<i64> {
        let d = self.descriptors.get(m as usize)?;
        let mut at = d.offset;
        for (dim, i) in d.dims().iter().zip(indices) {
            if i >= dim.size {
                return None;
            }
            at = at.wrapping_add((i as i64).wrapping_mul(dim.stride));
        }
        Some(at)
    }

    /// Reads the words of the element at a position, if it was written.
    #[inline]
    pub fn element(&self, m: u64, at: i64, value: &mut [u64]) -> Option<()> {
        let buffer = &self.buffers[self.descriptors[m as usize].buffer as usize];
        let at = usize::try_from(at).ok()?;
        if buffer.written.as_ref().is_some_and(|written| at / 64 >= written.len() || !bit(written, at)) {
            return None;
        }
        for (i, word) in value.iter_mut().enumerate() {
            *word = buffer.data.get(at.checked_mul(buffer.words as usize)? + i)?;
        }
        Some(())
    }

    /// Writes the words of the element at a position.
    #[inline]
    pub fn set_element(&mut self, m: u64, at: i64, value: &[u64]) -> Option<()> {
        let buffer = &mut self.buffers[self.descriptors[m as usize].buffer as usize];
        if buffer.constant {
            return None;
        }
        let at = usize::try_from(at).ok()?;
        for (i, word) in value.iter().enumerate() {
            buffer.data.set(at.checked_mul(buffer.words as usize)? + i, *word)?;
        }
        buffer.mark_written(at);
        Some(())
    }

    /// Why a load from or store to these indices failed.
    pub fn problem(&self, m: u64, indices: &[u64], store: bool) -> Problem {
        let Some(d) = self.descriptors.get(m as usize).filter(|_| m != 0) else {
            return Problem::new(codes::UB_ALLOC, "the memory is not there");
        };
        let buffer = &self.buffers[d.buffer as usize];
        let shown = || list(indices.iter().map(|i| *i as i64));
        let sizes = || list(d.dims().iter().map(|d| d.size));
        if buffer.freed {
            return Problem::new(codes::UB_ALLOC, "memory is used after it was freed")
                .note(format!("indices = {}", shown()));
        }
        for (n, (dim, i)) in d.dims().iter().zip(indices).enumerate() {
            if *i >= dim.size {
                let what = format!(
                    "index {} is outside of dimension {n}, which has {}",
                    *i as i64,
                    counted(dim.size, "element")
                );
                return Problem::new(codes::UB_OUT_OF_BOUNDS, what).note(format!(
                    "indices = {}, sizes = {}",
                    shown(),
                    sizes()
                ));
            }
        }
        if store && buffer.constant {
            return Problem::new(codes::UB_OTHER, "a constant global is written")
                .note(format!("indices = {}", shown()));
        }
        if indices.is_empty() {
            return Problem::new(codes::UB_UNINITIALISED, "a variable is read, but was never written");
        }
        Problem::new(codes::UB_UNINITIALISED, format!("the element at {} was never written", shown()))
            .note(format!("indices = {}, sizes = {}", shown(), sizes()))
    }

    // ----- making and freeing -----

    /// Makes a buffer, nothing of which is written, and a descriptor of the whole of it.
    pub fn allocate(
        &mut self,
        dims: &[Dim],
        offset: i64,
        width: u32,
        origin: Origin,
        reuse: Option<u64>,
    ) -> Result<u64, Problem> {
        let too_large = || {
            Problem::new(codes::MEMORY_LIMIT, "an array is larger than any memory")
                .note(format!("sizes = {}", list(dims.iter().map(|d| d.size))))
        };
        let extent = extent(dims, offset).ok_or_else(too_large)?;
        let bytes = extent.checked_mul(element_bytes(width)).ok_or_else(too_large)?;
        self.room_for_buffer(bytes.saturating_add(extent / 8))?;
        self.live += bytes + extent / 8;
        let number = self.add_buffer(Buffer {
            data: Elements::zeros(width, extent as usize),
            count: extent,
            written: (extent > 0).then(|| vec![0; (extent as usize).div_ceil(64)].into_boxed_slice()),
            unwritten: extent,
            width,
            words: words(width),
            origin,
            constant: false,
            freed: false,
            named: 0,
        });
        Ok(self.add_descriptor(Descriptor::new(number, offset, dims, false), reuse))
    }

    /// Says that nothing may be stored any more.
    pub fn make_constant(&mut self, m: u64) {
        let buffer = self.descriptors[m as usize].buffer;
        self.buffers[buffer as usize].constant = true;
    }

    /// Frees the memory behind a descriptor.
    pub fn free(&mut self, m: u64) -> Result<(), Problem> {
        let Descriptor { buffer, view, .. } = self.descriptors[m as usize];
        let Buffer { freed, origin, .. } = self.buffers[buffer as usize];
        if freed {
            return Err(Problem::new(codes::UB_ALLOC, "memory is freed a second time"));
        }
        let what = match origin {
            Origin::Heap if !view => {
                self.release(buffer);
                return Ok(());
            }
            Origin::Heap => "a part of a memory is freed",
            Origin::Argument => "an argument of the run is freed",
            Origin::Global => "a global is freed",
            Origin::Stack => "memory of `memref.alloca` is freed",
        };
        Err(Problem::new(codes::UB_ALLOC, what).note("only what `memref.alloc` made may be freed"))
    }

    /// The descriptor of a part. Offsets, sizes and strides are those of the operation, one a dimension of
    /// the source.
    pub fn subview(
        &mut self,
        m: u64,
        parts: &[(i64, i64, i64)],
        kept: &[bool],
        reuse: Option<u64>,
    ) -> Result<u64, Problem> {
        let source = &self.descriptors[m as usize];
        let mut offset = source.offset;
        let mut dims = Vec::with_capacity(parts.len());
        for (n, ((dim, (start, size, step)), keep)) in source.dims().iter().zip(parts).zip(kept).enumerate() {
            let last = i128::from(*start) + (i128::from(*size) - 1) * i128::from(*step);
            let inside = |i: i128| i >= 0 && i < i128::from(dim.size);
            if *size < 0 || *size > 0 && !(inside(i128::from(*start)) && inside(last)) {
                let elements = counted(dim.size, "element");
                let what = format!("the part is outside of dimension {n}, which has {elements}");
                return Err(Problem::new(codes::UB_OUT_OF_BOUNDS, what)
                    .note(format!("offset = {start}, size = {size}, stride = {step}")));
            }
            offset = offset.wrapping_add(start.wrapping_mul(dim.stride));
            if *keep {
                dims.push(Dim { size: *size as u64, stride: step.wrapping_mul(dim.stride) });
            }
        }
        let descriptor = Descriptor::new(source.buffer, offset, &dims, true);
        if reuse.is_none_or(|m| m == 0) {
            self.room_for_descriptor()?;
        }
        Ok(self.add_descriptor(descriptor, reuse))
    }

    /// Copies all elements, written or not, of one memref to another of the same shape that is the same memory or none
    /// of it.
    pub fn copy(&mut self, from: u64, to: u64) -> Result<(), Problem> {
        let (source, target) = (&self.descriptors[from as usize], &self.descriptors[to as usize]);
        let sizes = |d: &Descriptor| d.dims().iter().map(|d| d.size).collect::<Vec<_>>();
        let shape = sizes(source);
        if shape != sizes(target) {
            let note = format!("source = {}, target = {}", list(shape.iter()), list(sizes(target).iter()));
            return Err(
                Problem::new(codes::UB_OTHER, "source and target of a copy differ in their sizes").note(note)
            );
        }
        for d in [source, target] {
            if self.buffers[d.buffer as usize].freed {
                return Err(Problem::new(codes::UB_ALLOC, "memory is used after it was freed"));
            }
        }
        if self.buffers[target.buffer as usize].constant && target.count() > 0 {
            return Err(Problem::new(codes::UB_OTHER, "a constant global is written"));
        }
        let (source, target) = (source.clone(), target.clone());
        let words = self.buffers[source.buffer as usize].words as usize;
        let mut value = vec![0; words];
        if source.buffer == target.buffer && Positions::new(&source).ne(Positions::new(&target)) {
            self.must_not_overlap(&source, &target)?;
        }
        for (at, to_at) in Positions::new(&source).zip(Positions::new(&target)) {
            let written = self.element(from, at, &mut value).is_some();
            self.put(to, to_at, written.then_some(&value[..]));
        }
        Ok(())
    }

    /// Whether two views of one buffer have no element in common.
    fn must_not_overlap(&self, source: &Descriptor, target: &Descriptor) -> Result<(), Problem> {
        let count = self.buffers[source.buffer as usize].count;
        self.room(count / 8)?;
        let mut in_source = vec![0u64; (count as usize).div_ceil(64)];
        for at in Positions::new(source) {
            in_source[at as usize / 64] |= 1 << (at as usize % 64);
        }
        let is_in_both = |at: i64| bit(&in_source, at as usize);
        if Positions::new(target).any(is_in_both) {
            return Err(Problem::new(codes::UB_OTHER, "source and target of a copy overlap in part"));
        }
        Ok(())
    }

    /// Makes the element at a position, which is inside of its buffer, what it is said to be.
    fn put(&mut self, m: u64, at: i64, value: Option<&[u64]>) {
        let buffer = self.descriptors[m as usize].buffer;
        match value {
            Some(value) => self.set_element(m, at, value).expect("the element is inside of the buffer"),
            None => self.buffers[buffer as usize].mark_unwritten(at as usize),
        }
    }

    /// How many elements a memref has.
    pub fn count(&self, m: u64) -> u64 {
        self.descriptors[m as usize].count()
    }

    /// How many words an element of a memref has.
    pub fn words(&self, m: u64) -> u64 {
        u64::from(self.buffers[self.descriptors[m as usize].buffer as usize].words)
    }

    /// Whether there is room to read all elements of a memref at once.
    pub fn room_for_elements(&self, m: u64) -> Result<(), Problem> {
        let (count, each) = (self.count(m), size_of::<Option<Bits>>() as u64);
        self.room(count.saturating_mul(each)).map_err(|problem| {
            problem.note(format!("the array is copied to be looked at, and each of its {count} elements takes {each} bytes then"))
        })
    }

    /// The elements of a memref in row-major order; `None` for one that was never written.
    pub fn elements(&self, m: u64) -> Vec<Option<Bits>> {
        let d = &self.descriptors[m as usize];
        let Buffer { width, words, .. } = self.buffers[d.buffer as usize];
        let mut value = vec![0; words as usize];
        Positions::new(d)
            .map(|at| self.element(m, at, &mut value).map(|()| Bits::from_words(width, &value)))
            .collect()
    }

    /// Sets the elements of a memref, in row-major order; those that are `None` stay as they are.
    pub fn set_elements(&mut self, m: u64, elements: impl Iterator<Item = Option<Bits>>) {
        let descriptor = self.descriptors[m as usize].clone();
        for (at, element) in Positions::new(&descriptor).zip(elements) {
            if let Some(bits) = element {
                self.set_element(m, at, bits.words()).expect("the element is inside of the buffer");
            }
        }
    }

    /// Whether the memory behind a descriptor was freed.
    pub fn is_freed(&self, m: u64) -> bool {
        self.buffers[self.descriptors[m as usize].buffer as usize].freed
    }

    /// Whether a memref is what a type says; otherwise what is different.
    pub fn check_type(&self, m: u64, shape: &StaticShape) -> Result<(), Problem> {
        let d = &self.descriptors[m as usize];
        let sizes: Vec<u64> = d.dims().iter().map(|dim| dim.size).collect();
        let differs = |what: &str| {
            let dims = d.dims();
            Err(Problem::new(
                codes::UB_OTHER,
                format!("the memref has not the {what} of the type it is cast to"),
            )
            .note(format!(
                "sizes = {}, strides = {}, offset = {}",
                list(sizes.iter()),
                list(dims.iter().map(|dim| dim.stride)),
                d.offset
            )))
        };
        if sizes.len() != shape.sizes.len() {
            return differs("rank");
        }
        if shape.sizes.iter().zip(&sizes).any(|(want, have)| want.is_some_and(|want| want != *have)) {
            return differs("sizes");
        }
        let row_major = row_major(&sizes).unwrap_or_default();
        for (i, dim) in d.dims().iter().enumerate() {
            let wanted = match &shape.strides {
                Some(strides) => strides[i],
                None => row_major.get(i).map(|dim| dim.stride),
            };
            // The stride of a dimension of one element is never used.
            if dim.size > 1 && wanted.is_some_and(|stride| stride != dim.stride) {
                return differs("strides");
            }
        }
        if shape.offset.is_some_and(|offset| offset != d.offset) {
            return differs("offset");
        }
        Ok(())
    }
}

/// Whether the machine we run on has so many bytes to give. Asked before they are taken, because taking zeroed
/// memory, which costs nothing until it is used, cannot fail in any other way than by ending the process.
fn host_has(bytes: u64) -> bool {
    const WORTH_ASKING: u64 = 1 << 20;
    bytes < WORTH_ASKING
        || usize::try_from(bytes).is_ok_and(|bytes| {
            let mut probe = Vec::<u8>::new();
            let got = probe.try_reserve_exact(bytes).is_ok();
            // An allocation that nobody looks at may be left out, and taken to have succeeded.
            std::hint::black_box(&mut probe);
            got
        })
}

/// What the elements of a buffer are charged; nothing once it is freed.
fn footprint(buffer: &Buffer) -> u64 {
    buffer.count * element_bytes(buffer.width) + buffer.count / 8
}

/// How many elements a buffer needs for a shape; `None` past what can be counted.
fn extent(dims: &[Dim], offset: i64) -> Option<u64> {
    if dims.iter().any(|d| d.size == 0) {
        return Some(0);
    }
    let mut last = u64::try_from(offset).ok()?;
    for dim in dims {
        let stride = u64::try_from(dim.stride).ok()?;
        last = last.checked_add((dim.size - 1).checked_mul(stride)?)?;
    }
    last.checked_add(1).filter(|n| *n < 1 << 48)
}

/// Row-major dimensions of these sizes; `None` when the number of elements cannot be counted.
pub fn row_major(sizes: &[u64]) -> Option<Vec<Dim>> {
    let mut dims: Vec<Dim> = sizes.iter().map(|size| Dim { size: *size, stride: 1 }).collect();
    let mut stride = 1i64;
    for dim in dims.iter_mut().rev() {
        dim.stride = stride;
        stride = stride.checked_mul(i64::try_from(dim.size.max(1)).ok()?)?;
    }
    Some(dims)
}

/// The dimensions and the offset of a new memory of this shape, where the type leaves strides open row-major.
pub fn layout(shape: &StaticShape, sizes: &[u64]) -> Option<(Vec<Dim>, i64)> {
    let mut dims = row_major(sizes)?;
    if let Some(strides) = &shape.strides {
        for (dim, stride) in dims.iter_mut().zip(strides) {
            dim.stride = stride.unwrap_or(dim.stride);
        }
    }
    Some((dims, shape.offset.unwrap_or(0)))
}

/// The positions of the elements of a descriptor, in row-major order.
struct Positions<'a> {
    dims: &'a [Dim],
    indices: Vec<u64>,
    at: i64,
    left: u64,
}

impl<'a> Positions<'a> {
    fn new(d: &'a Descriptor) -> Positions<'a> {
        Positions { dims: d.dims(), indices: vec![0; d.rank as usize], at: d.offset, left: d.count() }
    }
}

impl Iterator for Positions<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        let at = self.at;
        for (dim, index) in self.dims.iter().zip(&mut self.indices).rev() {
            *index += 1;
            self.at = self.at.wrapping_add(dim.stride);
            if *index < dim.size {
                break;
            }
            self.at = self.at.wrapping_sub((*index as i64).wrapping_mul(dim.stride));
            *index = 0;
        }
        Some(at)
    }
}
