//! What is done to a circuit: for every cycle a value for every input, from a file or at random.
//!
//! A file is lines of values between commas. The first line names the inputs, in any order; every other line is a cycle. A value is a
//! decimal number or a hexadecimal one after `0x`; a name with a comma, a quote or a blank at its ends stands in double quotes, with quotes
//! doubled. Blank lines and lines that begin with `#` are skipped.

use crate::files::Input;
use crate::load::Report;
use base::text::counted;
use base::{Bits, Diagnostic, Diagnostics, Rng, SourceId, Sources, Span, codes};
use std::ops::Range;

/// An input that wants values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// Its name.
    pub name: String,
    /// How many bits it has.
    pub width: u32,
}

/// For every cycle the value of every signal, in the order of signals.
pub type Rows = Vec<Vec<Bits>>;

/// How an input behaves: how often it changes, and how often a bit is one.
#[derive(Clone, Copy)]
enum Habit {
    /// Anything in every cycle, with a taste for edges.
    Edgy,
    /// One value for some cycles, then another.
    Slow,
    /// A bit that is one in so many of sixteen cycles.
    Bit(u64),
}

/// Random values, cycle after cycle without an end. Those of an input follow from the seed and its name, so that they stay the same
/// when other inputs come or go.
pub struct Random(Vec<Source>);

/// Where the values of one input come from.
struct Source {
    rng: Rng,
    habit: Habit,
    last: Bits,
}

impl Random {
    /// The values of inputs from a seed.
    pub fn new(signals: &[Signal], seed: u64) -> Random {
        let source = |signal: &Signal| {
            let of_name = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            let mut rng = Rng::new(signal.name.bytes().fold(seed, of_name));
            let habit = match signal.width {
                // Resets and enables are such inputs: some should be rare, some nearly always there.
                1 => Habit::Bit(*rng.pick(&[1, 2, 8, 8, 12, 15])),
                _ => *rng.pick(&[Habit::Edgy, Habit::Edgy, Habit::Slow]),
            };
            Source { rng, habit, last: Bits::zero(signal.width) }
        };
        Random(signals.iter().map(source).collect())
    }

    /// The values of the next cycle.
    pub fn row(&mut self) -> Vec<Bits> {
        self.0.iter_mut().map(Source::next).collect()
    }
}

impl Source {
    fn next(&mut self) -> Bits {
        match self.habit {
            Habit::Bit(often) => self.last = Bits::from_bool(self.rng.chance(often, 16)),
            Habit::Slow if self.rng.chance(3, 4) => {}
            Habit::Edgy | Habit::Slow => self.last = self.rng.edgy_bits(self.last.width()),
        }
        self.last.clone()
    }
}

/// Random values of so many cycles.
pub fn random(signals: &[Signal], cycles: usize, seed: u64) -> Rows {
    let mut random = Random::new(signals, seed);
    (0..cycles).map(|_| random.row()).collect()
}

/// Values as a file.
pub fn text(signals: &[Signal], rows: &[Vec<Bits>]) -> String {
    rows.iter().fold(header(signals), |text, row| text + &line(row))
}

/// The first line of a file: the names of the inputs.
pub fn header(signals: &[Signal]) -> String {
    let names: Vec<String> = signals.iter().map(|signal| quoted(&signal.name)).collect();
    names.join(",") + "\n"
}

/// A line of a file: the values of a cycle.
pub fn line(row: &[Bits]) -> String {
    let values: Vec<String> = row.iter().map(|value| value.hex().to_string()).collect();
    values.join(",") + "\n"
}

/// Names that would be read as something else stand in quotes.
fn quoted(name: &str) -> String {
    let plain = !name.is_empty()
        && !name.starts_with('#')
        && !name.contains([',', '"', '\n', '\r'])
        && name.trim() == name;
    if plain { name.to_string() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// Reads a file; every signal must have a column. All that is wrong with it is in the report.
pub fn parse(input: &Input, signals: &[Signal]) -> Result<Rows, Report> {
    let mut sources = Sources::new();
    let source = match sources.add_bytes(input.name.clone(), input.bytes.clone()) {
        Ok(source) => source,
        Err(diagnostic) => return Err(Report { diagnostics: diagnostic.into(), sources }),
    };
    let mut diagnostics = Diagnostics::new();
    let rows = Reader { source, signals, diagnostics: &mut diagnostics }.rows(&sources.shared_text(source));
    if diagnostics.has_errors() { Err(Report { diagnostics, sources }) } else { Ok(rows) }
}

/// A part of a line: where it stands and what it says without its quotes.
type Field = (Range<usize>, String);

struct Reader<'a> {
    source: SourceId,
    signals: &'a [Signal],
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn error(&mut self, at: &Range<usize>, message: String) {
        let span = Span::new(self.source, at.start as u32, at.end as u32);
        self.diagnostics.push(Diagnostic::error(codes::BAD_STIMULUS, span, message));
    }

    fn rows(&mut self, text: &str) -> Rows {
        let mut lines = content_lines(text);
        let Some(header) = lines.next() else {
            self.error(&(0..0), "there is no line with the names of the inputs".to_string());
            return Rows::new();
        };
        let columns = self.columns(text, &header);
        let mut rows = Rows::new();
        for line in lines {
            let fields = fields(text, &line);
            if fields.len() != columns.len() {
                let (values, inputs) = (counted(fields.len(), "value"), counted(columns.len(), "input"));
                let message = format!("{values} for {inputs}");
                self.error(&line, message);
                continue;
            }
            let mut row: Vec<Bits> = self.signals.iter().map(|signal| Bits::zero(signal.width)).collect();
            for ((at, value), column) in fields.iter().zip(&columns) {
                let Some(signal) = column.map(|column| &self.signals[column]) else { continue };
                match (Bits::parse(signal.width, value), column) {
                    (Ok(bits), Some(column)) => row[*column] = bits,
                    (Err(why), _) => {
                        let message = format!(
                            "`{value}` for `{}` of {}: {why}",
                            signal.name,
                            counted(signal.width, "bit")
                        );
                        self.error(at, message);
                    }
                    (Ok(_), None) => {}
                }
            }
            rows.push(row);
        }
        rows
    }

    /// Which signal each column is for.
    fn columns(&mut self, text: &str, header: &Range<usize>) -> Vec<Option<usize>> {
        let mut columns: Vec<Option<usize>> = Vec::new();
        for (at, name) in fields(text, header) {
            let found = self.signals.iter().position(|signal| signal.name == name);
            if found.is_none() {
                self.error(&at, format!("the circuit has no input `{name}` besides its clocks"));
            } else if columns.contains(&found) {
                self.error(&at, format!("there is another column for `{name}`"));
            }
            columns.push(found);
        }
        let missing: Vec<String> = (0..self.signals.len())
            .filter(|at| !columns.contains(&Some(*at)))
            .map(|at| format!("`{}`", self.signals[at].name))
            .collect();
        if !missing.is_empty() {
            self.error(header, format!("there is no column for {}", missing.join(", ")));
        }
        columns
    }
}

/// The lines that are neither blank nor comments.
fn content_lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end().len()
    });
    lines.filter(|line| {
        let line = text[line.clone()].trim_start();
        !line.is_empty() && !line.starts_with('#')
    })
}

/// The fields of a line.
fn fields(text: &str, line: &Range<usize>) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut start = line.start;
    let mut in_quotes = false;
    for (offset, byte) in text[line.clone()].bytes().enumerate() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            b',' if !in_quotes => {
                fields.push(field(text, start..line.start + offset));
                start = line.start + offset + 1;
            }
            _ => {}
        }
    }
    fields.push(field(text, start..line.end));
    fields
}

/// A field without the blanks around it and without its quotes.
fn field(text: &str, range: Range<usize>) -> Field {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_start().len());
    let inner = inner.trim();
    let at = start..start + inner.len();
    match inner.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(quoted) => (at, quoted.replace("\"\"", "\"")),
        None => (at, inner.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals() -> Vec<Signal> {
        let names = [("a", 8), ("b,\"c\" ", 1), ("#", 100)];
        names.map(|(name, width)| Signal { name: name.to_string(), width }).to_vec()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let rows = random(&signals(), 40, 7);
        let text = text(&signals(), &rows);
        assert!(text.starts_with("a,\"b,\"\"c\"\" \",\"#\"\n0x"), "{text}");
        let read = parse(&Input::new("stimulus", text), &signals());
        assert!(read.is_ok_and(|read| read == rows));
    }

    #[test]
    fn values_of_an_input_do_not_depend_on_the_others() {
        let all = random(&signals(), 20, 3);
        let one = random(&signals()[2..], 20, 3);
        assert!(all.iter().zip(&one).all(|(all, one)| all[2] == one[0]));
        assert_ne!(all, random(&signals(), 20, 4));
    }

    #[test]
    fn everything_wrong_with_a_file_is_said() {
        let check = |text: &str, expected: &[&str]| {
            let two = [Signal { name: "a".into(), width: 4 }, Signal { name: "b".into(), width: 1 }];
            let said: Vec<String> = match parse(&Input::new("stimulus", text), &two) {
                Ok(rows) => rows.iter().map(|row| format!("{row:?}")).collect(),
                Err(report) => report.diagnostics.iter().map(|one| one.message.clone()).collect(),
            };
            assert_eq!(said, expected, "{text}");
        };
        check("# first\n b , a\r\n\n1, 0xF\n0,-1\n", &["[4'hF, 1'h1]", "[4'hF, 1'h0]"]);
        check("\n", &["there is no line with the names of the inputs"]);
        check("a\n", &["there is no column for `b`"]);
        check(
            "a,b,c,a\n",
            &["the circuit has no input `c` besides its clocks", "there is another column for `a`"],
        );
        check(
            "a,b\n1\n16,x\n",
            &[
                "1 value for 2 inputs",
                "`16` for `a` of 4 bits: the number does not fit",
                "`x` for `b` of 1 bit: not a number",
            ],
        );
    }
}
