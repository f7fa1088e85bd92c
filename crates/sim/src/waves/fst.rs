//! FST, the format of GTKWave: blocks of compressed changes, a stream a signal, so that a viewer reads only what it shows.
//!
//! The crate `fst-writer` makes the blocks. It leaves some things to its caller, which are done here: it is told the values of
//! time 0 before time moves, since it takes the first move for their end; a block is ended right before time moves, the only
//! place where it can be; names are short enough already. It has no place for the types of variables.

use super::hierarchy::Item;
use super::{Hierarchy, SignalId, Timescale, VarKind, WRITER, push_binary};
use base::{IdMap, OutputFile};
use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// A block is ended when its changes take this much memory.
const BLOCK_BYTES: usize = 32 << 20;

/// An FST file being written.
pub(super) struct FstWriter {
    body: FstBodyWriter<Out>,
    /// `None` for a signal without variables.
    signals: IdMap<SignalId, Option<FstSignalId>>,
    /// What the library counts when there are no changes.
    idle_bytes: usize,
    /// How many bytes of changes end a block.
    pub block_bytes: usize,
    /// One value, before it is written.
    digits: Vec<u8>,
}

impl FstWriter {
    /// Writes the head.
    pub fn create(file: OutputFile, timescale: Timescale, hierarchy: &Hierarchy) -> io::Result<FstWriter> {
        if !file.is_ordinary() {
            let message = "an FST file can be written to an ordinary file only";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let shown = hierarchy.signals().values().filter(|signal| signal.number.is_some());
        // The library counts the bits of all signals in 32 bits.
        if shown.map(|signal| u64::from(signal.width)).sum::<u64>() >= u64::from(u32::MAX) {
            let message = "the signals have more bits than an FST file takes";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: timescale.unit().1,
            version: WRITER.to_string(),
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        let out = Out { out: BufWriter::with_capacity(1 << 18, file), position: 0 };
        let mut head = FstHeaderWriter::new(out, &info).map_err(io_error)?;
        let mut signals: IdMap<SignalId, Option<FstSignalId>> =
            IdMap::with_capacity(hierarchy.signals().len());
        for _ in hierarchy.signals().keys() {
            signals.push(None);
        }
        for item in hierarchy.items() {
            match item {
                Item::Open { name, module } => head.scope(name, module, FstScopeType::Module),
                Item::Close => head.up_scope(),
                Item::Var { name, signal, kind, .. } => {
                    let width = hierarchy.signals()[*signal].width;
                    let name = if width > 1 { format!("{name} [{}:0]", width - 1) } else { name.clone() };
                    let (ty, direction) = match kind {
                        VarKind::Input => (FstVarType::Wire, FstVarDirection::Input),
                        VarKind::Output => (FstVarType::Wire, FstVarDirection::Output),
                        VarKind::Wire => (FstVarType::Wire, FstVarDirection::Implicit),
                        VarKind::Reg => (FstVarType::Reg, FstVarDirection::Implicit),
                    };
                    let alias = signals[*signal];
                    head.var(name, FstSignalType::bit_vec(width), ty, direction, alias)
                        .map(|id| signals[*signal] = Some(id))
                }
            }
            .map_err(io_error)?;
        }
        let body = head.finish().map_err(io_error)?;
        let idle_bytes = body.size();
        Ok(FstWriter { body, signals, idle_bytes, block_bytes: BLOCK_BYTES, digits: Vec::new() })
    }

    /// Moves on to a later time.
    pub fn time(&mut self, time: u64) -> io::Result<()> {
        if self.body.size() >= self.idle_bytes + self.block_bytes {
            self.body.flush().map_err(io_error)?;
        }
        self.body.time_change(time).map_err(io_error)
    }

    /// Writes a value.
    pub fn value(&mut self, signal: SignalId, width: u32, words: &[u64]) -> io::Result<()> {
        let Some(signal) = self.signals[signal] else {
            return Ok(());
        };
        self.digits.clear();
        push_binary(&mut self.digits, width, words);
        self.body.signal_change(signal, &self.digits).map_err(io_error)
    }

    /// Ends the file and puts it in its place. Time has moved since 0.
    pub fn finish(self) -> io::Result<()> {
        let out = self.body.finish().map_err(io_error)?;
        out.out.into_inner().map_err(|error| error.into_error())?.commit()
    }
}

fn io_error(error: FstWriteError) -> io::Error {
    match error {
        FstWriteError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// A buffered file that knows where it is: the library asks at every signal, and a plain buffer would be written out each time.
struct Out {
    out: BufWriter<OutputFile>,
    position: u64,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.position += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Seek for Out {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.out.seek(to)?;
        Ok(self.position)
    }

    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.position)
    }
}
