//! The text of inputs and outputs: what `--args` takes and what results are shown as.
//!
//! Values are separated by commas. A scalar is a number (`4`, `-1`, `0x1F`, `2.5`), `true` or `false` for
//! `i1`, and `nan`, `inf`, `-inf` or the bit pattern in hexadecimal for a float. An array is nested lists
//! (`[[1, 2], [3, 4]]`), where `_` stands for an element that was never written, or one of `zeros`, `random`
//! and `fill(7)` when its type has a static shape. A tagged value is a list of the value and its tag (`[7, 2]`). What is shown can be read back.

use crate::random::{random_array, random_scalar};
use crate::stream::parameters;
use crate::value::Value;
use base::text::counted;
use base::{Bits, Diagnostic, FloatFormat, Rng, codes, float};
use dialects::dataflow;
use ir::symbols::symbol_name;
use ir::{Context, Ir, Op, Sign, Type, TypeKind};

/// The most elements that an argument may have.
pub const MAX_ELEMENTS: u64 = 1 << 24;

/// The type as MLIR writes it.
pub(crate) fn show_type(ctx: &Context, ty: Type) -> String {
    format!("`{}`", ir::text::type_print::type_text(ctx, ty))
}

// ----- showing -----

/// A scalar as text.
pub fn show_scalar(ctx: &Context, bits: &Bits, ty: Type) -> String {
    match &ctx[ty] {
        TypeKind::Integer { width: 1, .. } => (!bits.is_zero()).to_string(),
        TypeKind::Integer { sign: Sign::Unsigned, .. } => bits.unsigned().to_string(),
        TypeKind::Float(format) => show_float(*format, bits),
        _ => match dataflow::tagged(ctx, ty).and_then(|(value, _)| Some((value, ctx.scalar_width(value)?))) {
            // A tag is a name rather than a number, so it has no sign.
            Some((value, low)) => {
                let tag = bits.extract(low, bits.width() - low);
                format!("[{}, {}]", show_scalar(ctx, &bits.extract(0, low), value), tag.unsigned())
            }
            None => bits.signed().to_string(),
        },
    }
}

/// A float in the fewest digits that read back as the same.
fn show_float(format: FloatFormat, bits: &Bits) -> String {
    if *bits == float::nan(format) {
        return "nan".to_string();
    }
    if float::is_infinite(format, bits) {
        return if float::is_negative(format, bits) { "-inf" } else { "inf" }.to_string();
    }
    let value = float::to_f64(format, bits);
    for digits in 0..17 {
        let text = format!("{value:.digits$e}");
        if float::parse_decimal(format, &text).as_ref() == Some(bits) {
            // The digits again, in the ordinary notation where it is short.
            return text.parse::<f64>().map_or(text, |short| format!("{short:?}"));
        }
    }
    // A NaN with a payload, or a format with more digits than an f64 has.
    bits.hex().to_string()
}

/// A value as text.
pub fn show(ctx: &Context, value: &Value) -> String {
    match value {
        Value::Scalar(bits, ty) => show_scalar(ctx, bits, *ty),
        Value::Memref { shape, element, data } => show_array(ctx, shape, *element, data),
    }
}

fn show_array(ctx: &Context, shape: &[u64], element: Type, data: &[Option<Bits>]) -> String {
    let item = |bits: &Option<Bits>| match bits {
        Some(bits) => show_scalar(ctx, bits, element),
        None => "_".to_string(),
    };
    if let Some(rank) = shape.iter().position(|dim| *dim == 0) {
        // No element at all: the lists down to the empty one.
        let inner = vec![
            "[]";
            shape[..rank].iter().fold(1u64, |n, dim| n.saturating_mul(*dim)).min(MAX_ELEMENTS)
                as usize
        ];
        return if rank == 0 { "[]".to_string() } else { nest(&shape[..rank], &inner) };
    }
    let items: Vec<String> = data.iter().map(item).collect();
    let items: Vec<&str> = items.iter().map(String::as_str).collect();
    nest(shape, &items)
}

/// Lists of this shape around items in row-major order; no size is zero.
fn nest(shape: &[u64], items: &[&str]) -> String {
    // Brackets open and close where an item's number is a multiple of how many they hold.
    let mut out = String::new();
    for (n, item) in items.iter().enumerate() {
        let n = n as u64;
        let (mut opens, mut closes, mut size) = (0, 0, 1u64);
        for dim in shape.iter().rev() {
            size *= dim;
            opens += usize::from(n.is_multiple_of(size));
            closes += usize::from(n % size == size - 1);
        }
        if n > 0 {
            out.push_str(", ");
        }
        out.push_str(&"[".repeat(opens));
        out.push_str(item);
        out.push_str(&"]".repeat(closes));
    }
    out
}

// ----- reading -----

/// Reads the arguments of a function. `seed` decides what `random` stands for.
pub fn parse_args(ir: &Ir, function: Op, text: &str, seed: u64) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let name = symbol_name(ir, function).unwrap_or("");
    let error = |message: String| vec![Diagnostic::error(codes::BAD_INPUT_VALUE, None, message)];
    let Some(inputs) = parameters(ir, function) else {
        return Err(error(format!("`@{name}` has no signature")));
    };
    let texts = split(text).map_err(error)?;
    if texts.len() != inputs.len() {
        let shown: Vec<String> = inputs.iter().map(|ty| show_type(&ir.ctx, *ty)).collect();
        let (takes, given) = (counted(inputs.len(), "argument"), texts.len());
        let mut fault = error(format!("`@{name}` takes {takes}, but is given {given}"));
        if !shown.is_empty() {
            fault[0].notes.push(format!("its parameters are {}", shown.join(", ")));
        }
        return Err(fault);
    }
    let mut rng = Rng::new(seed);
    let mut values = Vec::new();
    let mut faults = Vec::new();
    for (i, (text, ty)) in texts.iter().zip(&inputs).enumerate() {
        match parse_value(&ir.ctx, *ty, text, &mut rng.fork()) {
            Ok(value) => values.push(value),
            Err(why) => {
                let what = format!("argument {i} of `@{name}`, of type {}: {why}", show_type(&ir.ctx, *ty));
                faults.extend(error(what));
            }
        }
    }
    if faults.is_empty() { Ok(values) } else { Err(faults) }
}

/// Splits at the commas outside of brackets.
fn split(text: &str) -> Result<Vec<&str>, String> {
    let (mut depth, mut start, mut parts) = (0usize, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => {
                depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| format!("a bracket is closed that was not opened in `{}`", short(text)))?;
            }
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(format!("a bracket is not closed in `{}`", short(text)));
    }
    let last = text[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    Ok(parts)
}

/// A text that is not too long for a message.
fn short(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn parse_value(ctx: &Context, ty: Type, text: &str, rng: &mut Rng) -> Result<Value, String> {
    match &ctx[ty] {
        TypeKind::Memref { shape, element, .. } if ctx.scalar_width(*element).is_some() => {
            parse_array(ctx, shape, *element, text, rng)
        }
        _ if is_single(ctx, ty) => match text {
            "random" => Ok(Value::Scalar(random_scalar(ctx, ty, rng), ty)),
            "zeros" if dataflow::tagged(ctx, ty).is_none() => {
                parse_scalar(ctx, ty, "0").map(|bits| Value::Scalar(bits, ty))
            }
            _ => parse_single(ctx, ty, text).map(|bits| Value::Scalar(bits, ty)),
        },
        _ => Err("values of this type cannot be given".to_string()),
    }
}

/// Whether a value of this type is a single one, rather than an array: a scalar, or one with a tag.
pub(crate) fn is_single(ctx: &Context, ty: Type) -> bool {
    ctx.scalar_width(ty).is_some() || dataflow::tagged(ctx, ty).is_some()
}

/// Reads a scalar, or a list of a scalar and its tag.
fn parse_single(ctx: &Context, ty: Type, text: &str) -> Result<Bits, String> {
    let Some((value, tag)) = dataflow::tagged(ctx, ty) else { return parse_scalar(ctx, ty, text) };
    let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let parts: Vec<&str> = list.map(|list| list.split(',').map(str::trim).collect()).unwrap_or_default();
    let [low, high] = parts[..] else {
        return Err(format!("`{}` is no list of a value and its tag, such as `[7, 2]`", short(text)));
    };
    Ok(Bits::concat(&parse_scalar(ctx, tag, high)?, &parse_scalar(ctx, value, low)?))
}

fn parse_scalar(ctx: &Context, ty: Type, text: &str) -> Result<Bits, String> {
    let width = ctx.scalar_width(ty).ok_or("no scalar")?;
    match &ctx[ty] {
        TypeKind::Float(format) => {
            parse_float(*format, text).ok_or_else(|| format!("`{}` is no float", short(text)))
        }
        _ if width == 1 && matches!(text, "true" | "false") => Ok(Bits::from_bool(text == "true")),
        _ => Bits::parse(width, text).map_err(|why| format!("`{}`: {why}", short(text))),
    }
}

fn parse_float(format: FloatFormat, text: &str) -> Option<Bits> {
    match text {
        "nan" => return Some(float::nan(format)),
        "inf" => return float::infinity(format, false),
        "-inf" => return float::infinity(format, true),
        _ if text.starts_with("0x") => return Bits::parse(format.width(), text).ok(),
        _ => {}
    }
    // A number that only infinity stands for is too large for the format.
    float::parse_decimal(format, text).filter(|bits| float::is_finite(format, bits))
}

fn parse_array(
    ctx: &Context,
    shape: &[Option<u64>],
    element: Type,
    text: &str,
    rng: &mut Rng,
) -> Result<Value, String> {
    let sizes = || {
        let sizes: Option<Vec<u64>> = shape.iter().copied().collect();
        let sizes = sizes.ok_or("the type leaves sizes open, so the elements must be listed")?;
        let count = sizes.iter().try_fold(1u64, |n, size| n.checked_mul(*size));
        match count {
            Some(count) if count <= MAX_ELEMENTS => Ok::<_, String>((sizes, count as usize)),
            _ => Err(format!("an argument has at most {MAX_ELEMENTS} elements")),
        }
    };
    let fill = text.strip_prefix("fill(").and_then(|rest| rest.strip_suffix(')'));
    let filled = if text == "zeros" { Some("0") } else { fill.map(str::trim) };
    if let Some(item) = filled {
        let bits = parse_scalar(ctx, element, item)?;
        let (shape, count) = sizes()?;
        return Ok(Value::Memref { shape, element, data: vec![Some(bits); count] });
    }
    if text == "random" {
        return Ok(random_array(ctx, sizes()?.0, element, rng));
    }
    let mut lists =
        Lists { ctx, shape, element, sizes: vec![None; shape.len()], counts: Vec::new(), data: Vec::new() };
    lists.read(text)?;
    let sizes =
        lists.sizes.iter().zip(shape).map(|(found, known)| found.or(*known).unwrap_or(0)).collect::<Vec<_>>();
    for (i, (size, known)) in sizes.iter().zip(shape).enumerate() {
        if known.is_some_and(|known| known != *size) {
            let known = counted(known.unwrap_or(0), "element");
            return Err(format!("dimension {i} has {known}, but is given {size}"));
        }
    }
    Ok(Value::Memref { shape: sizes, element, data: lists.data })
}

/// A reader of nested lists, which are as deep as the type has dimensions.
struct Lists<'a> {
    ctx: &'a Context,
    shape: &'a [Option<u64>],
    element: Type,
    /// The sizes found so far.
    sizes: Vec<Option<u64>>,
    /// How many items each open list has so far.
    counts: Vec<u64>,
    data: Vec<Option<Bits>>,
}

impl Lists<'_> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        let rank = self.shape.len();
        // Whether an item may begin here, or must be separated from the one before.
        let mut fresh = true;
        let mut rest = text.trim_start();
        while let Some(next) = rest.chars().next() {
            match next {
                '[' if fresh
                    && self.counts.len() < rank
                    && (!self.counts.is_empty() || self.sizes.iter().all(Option::is_none)) =>
                {
                    self.counts.push(0);
                    rest = &rest[1..];
                }
                ']' if !self.counts.is_empty() && (!fresh || self.counts.last() == Some(&0)) => {
                    self.close()?;
                    fresh = false;
                    rest = &rest[1..];
                }
                ',' if !fresh && !self.counts.is_empty() => {
                    fresh = true;
                    rest = &rest[1..];
                }
                '[' if fresh => return Err(format!("lists are nested more than {rank} deep")),
                '[' | ']' | ',' => return Err(format!("misplaced `{next}` at `{}`", short(rest))),
                _ => {
                    let end = rest.find([',', '[', ']']).unwrap_or(rest.len());
                    let (item, after) = rest.split_at(end);
                    if !fresh || self.counts.len() != rank {
                        return Err(format!(
                            "`{}` stands where a list of {} has no element",
                            short(item),
                            counted(rank, "dimension")
                        ));
                    }
                    let item = item.trim_end();
                    let bits =
                        if item == "_" { None } else { Some(parse_scalar(self.ctx, self.element, item)?) };
                    self.data.push(bits);
                    if let Some(count) = self.counts.last_mut() {
                        *count += 1;
                    }
                    fresh = false;
                    rest = after;
                }
            }
            rest = rest.trim_start();
        }
        if fresh { Err("there is no value".to_string()) } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), String> {
        let count = self.counts.pop().unwrap_or(0);
        let level = self.counts.len();
        match self.sizes[level] {
            Some(size) if size != count => {
                return Err(format!("lists of dimension {level} differ in length: {size} and {count}"));
            }
            _ => self.sizes[level] = Some(count),
        }
        if let Some(outer) = self.counts.last_mut() {
            *outer += 1;
        }
        Ok(())
    }
}
