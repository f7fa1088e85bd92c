//! VCD, the value change dump of IEEE 1800: a head with the tree of names, then times and the values that change at them.
//!
//! Every signal has a short code of printable characters; variables of one signal share it. Types that are more than a width
//! stand as comments before their variables, since the format has no place for them.

use super::hierarchy::Item;
use super::{Hierarchy, SignalId, Timescale, VarKind, WRITER, push_binary};
use base::{IdMap, OutputFile};
use std::io::{self, BufWriter, Write};

/// The file is written in pieces of this size.
const BUFFER_BYTES: usize = 1 << 18;

/// A VCD file being written.
pub(super) struct VcdWriter {
    out: BufWriter<OutputFile>,
    codes: IdMap<SignalId, Code>,
    /// One change, before it is written.
    line: Vec<u8>,
}

impl VcdWriter {
    /// Writes the head.
    pub fn create(file: OutputFile, timescale: Timescale, hierarchy: &Hierarchy) -> io::Result<VcdWriter> {
        let mut out = BufWriter::with_capacity(BUFFER_BYTES, file);
        let mut codes = IdMap::with_capacity(hierarchy.signals().len());
        for (_, signal) in hierarchy.signals().iter() {
            codes.push(Code::new(signal.number.unwrap_or(0)));
        }
        writeln!(out, "$version {WRITER} $end")?;
        writeln!(out, "$timescale 1{} $end", timescale.unit().0)?;
        for item in hierarchy.items() {
            match item {
                Item::Open { name, .. } => writeln!(out, "$scope module {name} $end")?,
                Item::Close => writeln!(out, "$upscope $end")?,
                Item::Var { name, signal, kind, ty } => {
                    if !ty.is_empty() {
                        writeln!(out, "$comment {name}: {} $end", comment(ty))?;
                    }
                    let kind = match kind {
                        VarKind::Input | VarKind::Output | VarKind::Wire => "wire",
                        VarKind::Reg => "reg",
                    };
                    let width = hierarchy.signals()[*signal].width;
                    write!(out, "$var {kind} {width} ")?;
                    out.write_all(codes[*signal].bytes())?;
                    write!(out, " {name}")?;
                    if width > 1 {
                        write!(out, " [{}:0]", width - 1)?;
                    }
                    writeln!(out, " $end")?;
                }
            }
        }
        writeln!(out, "$enddefinitions $end")?;
        Ok(VcdWriter { out, codes, line: Vec::new() })
    }

    /// What stands before the values of time 0.
    pub fn begin_initial_values(&mut self) -> io::Result<()> {
        self.out.write_all(b"#0\n$dumpvars\n")
    }

    /// What stands after them.
    pub fn end_initial_values(&mut self) -> io::Result<()> {
        self.out.write_all(b"$end\n")
    }

    /// Moves on to a later time.
    pub fn time(&mut self, time: u64) -> io::Result<()> {
        writeln!(self.out, "#{time}")
    }

    /// Writes a value.
    pub fn value(&mut self, signal: SignalId, width: u32, words: &[u64]) -> io::Result<()> {
        let code = &self.codes[signal];
        self.line.clear();
        if width == 1 {
            self.line.push(b'0' + (words[0] & 1) as u8);
        } else {
            self.line.push(b'b');
            // A reader fills a shorter value up with zeros.
            push_binary(&mut self.line, significant_bits(words), words);
            self.line.push(b' ');
        }
        self.line.extend_from_slice(code.bytes());
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    /// Ends the file and puts it in its place.
    pub fn finish(self) -> io::Result<()> {
        self.out.into_inner().map_err(|error| error.into_error())?.commit()
    }
}

/// How many digits a value needs; 1 for zero.
fn significant_bits(words: &[u64]) -> u32 {
    match words.iter().rposition(|&word| word != 0) {
        Some(top) => top as u32 * 64 + (64 - words[top].leading_zeros()),
        None => 1,
    }
}

/// A text as it may stand in a comment: in one line and without the `$end` that ends one.
fn comment(text: &str) -> String {
    text.replace(char::is_control, " ").replace('$', "_")
}

/// A signal's code: its number in the digits `!` to `~`, lowest first.
#[derive(Copy, Clone)]
struct Code {
    /// 94⁵ is more than there are numbers.
    digits: [u8; 5],
    len: u8,
}

impl Code {
    fn new(number: u32) -> Code {
        let mut code = Code { digits: [0; 5], len: 0 };
        let mut rest = u64::from(number) + 1;
        // Digits from 1 to 94, so that no two numbers have codes that differ in leading digits only.
        while rest > 0 {
            rest -= 1;
            code.digits[usize::from(code.len)] = b'!' + (rest % 94) as u8;
            code.len += 1;
            rest /= 94;
        }
        code
    }

    fn bytes(&self) -> &[u8] {
        &self.digits[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short_printable_and_all_different() {
        let text = |number| String::from_utf8(Code::new(number).bytes().to_vec()).expect("it is ASCII");
        assert_eq!([0, 1, 93, 94, 95].map(text), ["!", "\"", "~", "!!", "\"!"]);
        assert_eq!(text(u32::MAX).len(), 5);
        let mut all: Vec<String> = (0..20_000).map(text).collect();
        assert!(all.iter().all(|code| code.len() <= 3 && code.bytes().all(|c| c.is_ascii_graphic())));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 20_000);
    }

    #[test]
    fn values_are_written_without_zeros_in_front() {
        assert_eq!(significant_bits(&[0]), 1);
        assert_eq!(significant_bits(&[0, 0]), 1);
        assert_eq!(significant_bits(&[6, 0]), 3);
        assert_eq!(significant_bits(&[0, 1]), 65);
        assert_eq!(significant_bits(&[0, 1 << 63, 0]), 128);
    }
}
