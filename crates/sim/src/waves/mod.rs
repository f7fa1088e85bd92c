//! Wave files: what the signals of a simulation were, for GTKWave, Surfer and other viewers.
//!
//! A writer knows signals and the names they are shown under (a [`Hierarchy`]), and is told their values as time goes by.
//! It knows nothing of simulators: whoever has values and a clock can write waves. It keeps the last value of every signal and
//! writes what differs, so a caller may hand it everything in every cycle. Two formats: VCD, which is text and read by every
//! tool ([`vcd`]), and FST, which is small and opens at once whatever its length ([`fst`]).
//!
//! Time begins at 0, where every signal is 0 unless the caller says otherwise before it moves on. There is neither X nor Z: the
//! circuits are two-valued. A file appears when it is finished; a writer that is dropped leaves nothing behind.

mod fst;
mod hierarchy;
#[cfg(test)]
mod tests;
mod vcd;

pub use hierarchy::{Hierarchy, SignalId, VarKind};

use base::{IdMap, OutputFile};
use fst::FstWriter;
use std::fmt;
use std::io;
use std::path::Path;
use vcd::VcdWriter;

/// The formats of wave files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WaveFormat {
    /// Value change dump: text.
    Vcd,
    /// Fast signal trace: compressed blocks.
    Fst,
}

impl WaveFormat {
    /// The format that a file's name asks for.
    pub fn from_path(path: &Path) -> Result<WaveFormat, UnknownExtension> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        match extension.as_deref().map(str::to_ascii_lowercase).as_deref() {
            Some("vcd") => Ok(WaveFormat::Vcd),
            Some("fst") => Ok(WaveFormat::Fst),
            _ => Err(UnknownExtension { extension }),
        }
    }
}

/// A file's name asks for no format that we write. Its text says so in a message's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownExtension {
    /// What stands after the last dot of the name, if there is one.
    pub extension: Option<String>,
}

impl fmt::Display for UnknownExtension {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.extension {
            Some(extension) => write!(f, "`.{extension}` is no format of waves")?,
            None => f.write_str("a file without an extension names no format of waves")?,
        }
        f.write_str("; the formats are `.vcd` and `.fst`")
    }
}

impl std::error::Error for UnknownExtension {}

/// What one unit of time means to a viewer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Timescale {
    /// 10⁻¹⁵ s.
    Femtosecond,
    /// 10⁻¹² s.
    Picosecond,
    /// 10⁻⁹ s.
    Nanosecond,
    /// 10⁻⁶ s.
    Microsecond,
    /// 10⁻³ s.
    Millisecond,
    /// A second.
    Second,
}

impl Timescale {
    /// The unit's symbol and its power of ten.
    fn unit(self) -> (&'static str, i8) {
        match self {
            Timescale::Femtosecond => ("fs", -15),
            Timescale::Picosecond => ("ps", -12),
            Timescale::Nanosecond => ("ns", -9),
            Timescale::Microsecond => ("us", -6),
            Timescale::Millisecond => ("ms", -3),
            Timescale::Second => ("s", 0),
        }
    }
}

/// Who wrote the file, for its head. There is no date: the same simulation gives the same bytes.
const WRITER: &str = concat!("Flowright ", env!("CARGO_PKG_VERSION"));

/// Where a signal's value stands among all values.
#[derive(Copy, Clone)]
struct Slot {
    first_word: usize,
    /// 0 for a signal that has no variable, of which nothing is written.
    width: u32,
}

impl Slot {
    /// The bits of the highest word that belong to the signal; there is at least one.
    fn top_mask(self) -> u64 {
        u64::MAX >> ((64 - self.width % 64) % 64)
    }

    fn words(self) -> std::ops::Range<usize> {
        self.first_word..self.first_word + self.width.div_ceil(64) as usize
    }
}

enum Writer {
    Vcd(VcdWriter),
    Fst(Box<FstWriter>),
}

impl Writer {
    fn time(&mut self, time: u64) -> io::Result<()> {
        match self {
            Writer::Vcd(vcd) => vcd.time(time),
            Writer::Fst(fst) => fst.time(time),
        }
    }

    fn value(&mut self, signal: SignalId, width: u32, words: &[u64]) -> io::Result<()> {
        match self {
            Writer::Vcd(vcd) => vcd.value(signal, width, words),
            Writer::Fst(fst) => fst.value(signal, width, words),
        }
    }
}

/// A wave file being written.
pub struct Waves {
    slots: IdMap<SignalId, Slot>,
    /// The last value of every signal, lowest word first, bits past the width zero.
    values: Vec<u64>,
    /// The time the caller is at.
    now: u64,
    /// The time the file is at: instants in which nothing changes are not written.
    written: u64,
    /// Whether the values of time 0 are in the file.
    started: bool,
    writer: Writer,
}

impl Waves {
    /// Begins a file at time 0.
    pub fn create(
        path: &Path,
        format: WaveFormat,
        timescale: Timescale,
        hierarchy: &Hierarchy,
    ) -> io::Result<Waves> {
        let file = OutputFile::create(path)?;
        let writer = match format {
            WaveFormat::Vcd => Writer::Vcd(VcdWriter::create(file, timescale, hierarchy)?),
            WaveFormat::Fst => Writer::Fst(Box::new(FstWriter::create(file, timescale, hierarchy)?)),
        };
        let mut slots = IdMap::with_capacity(hierarchy.signals().len());
        let mut words = 0;
        for (_, signal) in hierarchy.signals().iter() {
            let width = if signal.number.is_some() { signal.width } else { 0 };
            let slot = Slot { first_word: words, width };
            words = slot.words().end;
            slots.push(slot);
        }
        Ok(Waves { slots, values: vec![0; words], now: 0, written: 0, started: false, writer })
    }

    /// Moves on to a time, which is no earlier than the one before.
    pub fn time(&mut self, time: u64) -> io::Result<()> {
        if time < self.now {
            let message = format!("time goes back from {} to {time}", self.now);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        if time > 0 {
            self.start()?;
        }
        self.now = time;
        Ok(())
    }

    /// Says what a signal is from now on: its words, lowest first. Words and bits past its width do not count.
    #[inline]
    pub fn change(&mut self, signal: SignalId, words: &[u64]) -> io::Result<()> {
        let slot = self.slots[signal];
        if slot.width <= 64 {
            if slot.width == 0 {
                return Ok(());
            }
            let (new, last) = (words[0] & slot.top_mask(), &mut self.values[slot.first_word]);
            if *last == new {
                return Ok(());
            }
            *last = new;
        } else if !update(&mut self.values[slot.words()], words, slot.top_mask()) {
            return Ok(());
        }
        self.record(signal)
    }

    /// Writes a signal's new value, unless it is one of time 0: those are written together.
    fn record(&mut self, signal: SignalId) -> io::Result<()> {
        if !self.started {
            return Ok(());
        }
        if self.written < self.now {
            self.writer.time(self.now)?;
            self.written = self.now;
        }
        let slot = self.slots[signal];
        self.writer.value(signal, slot.width, &self.values[slot.words()])
    }

    /// Writes the values of time 0, once.
    fn start(&mut self) -> io::Result<()> {
        if self.started {
            return Ok(());
        }
        self.started = true;
        if let Writer::Vcd(vcd) = &mut self.writer {
            vcd.begin_initial_values()?;
        }
        for (signal, slot) in self.slots.iter() {
            if slot.width > 0 {
                self.writer.value(signal, slot.width, &self.values[slot.words()])?;
            }
        }
        if let Writer::Vcd(vcd) = &mut self.writer {
            vcd.end_initial_values()?;
        }
        Ok(())
    }

    /// Ends the file and puts it in its place. A viewer shows the last values up to the time the caller has moved on to after them,
    /// or for one unit of time if it has not.
    pub fn finish(mut self) -> io::Result<()> {
        self.start()?;
        if self.written == self.now {
            self.now = self.now.saturating_add(1);
        }
        self.writer.time(self.now)?;
        match self.writer {
            Writer::Vcd(vcd) => vcd.finish(),
            Writer::Fst(fst) => fst.finish(),
        }
    }
}

/// Takes over a value of several words; whether it is another one.
fn update(last: &mut [u64], words: &[u64], top_mask: u64) -> bool {
    let (words, top) = (&words[..last.len()], last.len() - 1);
    if last[..top] == words[..top] && last[top] == words[top] & top_mask {
        return false;
    }
    last.copy_from_slice(words);
    last[top] &= top_mask;
    true
}

/// The characters of every byte's bits, highest first.
static BINARY: [[u8; 8]; 256] = {
    let mut table = [[b'0'; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][7 - bit] += (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Appends a value in binary, `width` digits, highest first.
fn push_binary(out: &mut Vec<u8>, width: u32, words: &[u64]) {
    let bytes = width.div_ceil(8) as usize;
    // The highest byte may be only in part of the signal.
    let mut skip = bytes * 8 - width as usize;
    for index in (0..bytes).rev() {
        let byte = (words[index / 8] >> (index % 8 * 8)) as u8;
        out.extend_from_slice(&BINARY[usize::from(byte)][skip..]);
        skip = 0;
    }
}
