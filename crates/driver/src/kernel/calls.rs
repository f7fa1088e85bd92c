//! A call of a kernel: what the program gave to it and what came of it, and whether a circuit gives the same.
//!
//! A circuit has the arguments of its function and, behind them, an array for every global that others use as well. An array may be in several parts, each an argument of the circuit
//! ([`lower::parts`]): all of them are filled before a call and looked at after it. Elements that the program never wrote may hold anything, before a call and after it.

use crate::c::{Global, KernelCall};
use base::{Bits, Diagnostic, codes};
use dialects::handshake;
use interp::Value;
use interp::text::show_scalar;
use ir::{Context, Ir, Op, Type, TypeKind};
use lower::GLOBALS;
use lower::handshake_to_hw::{Argument, ports};
use lower::parts::{Part, parts};
use std::borrow::Cow;

/// An argument of a circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// What it is called in the program.
    pub name: String,
    /// The name of its port, or what the names of the ports of an array begin with.
    pub port: String,
    /// The global it is, if it is one.
    pub global: Option<String>,
    /// The part of an array it is, if that has several.
    pub part: Option<Part>,
    /// Bits of the scalar, or of an element.
    pub width: u32,
    /// Whether it is an array.
    pub is_array: bool,
}

/// The arguments of an elastic function, without tokens such as the one that starts it.
pub fn parameters(ir: &Ir, func: Op) -> Vec<Parameter> {
    let Some(entry) = ir.entry(ir.region(func, 0)) else { return Vec::new() };
    let (names, globals) = (handshake::names(ir, func, "argNames"), handshake::names(ir, func, GLOBALS));
    let (ports, parts) = (ports(ir, func).arguments, parts(ir, func));
    // They stand behind the arguments of the function, before the token that starts it.
    let first = (ir.args(entry).len() - 1).saturating_sub(globals.len());
    let parameter = |(at, (value, port)): (usize, (&ir::Value, Argument))| {
        let (port, data) = match (port, &ir.ctx[ir.ty(*value)]) {
            (Argument::Token, _) => return None,
            (Argument::Scalar { name, .. }, _) => (name, handshake::data_ty(&ir.ctx, ir.ty(*value))?),
            (Argument::Array { name, .. }, TypeKind::Memref { element, .. }) => (name, *element),
            (Argument::Array { .. }, _) => return None,
        };
        Some(Parameter {
            name: names.get(at).map_or_else(|| port.clone(), ToString::to_string),
            port,
            global: at.checked_sub(first).and_then(|at| globals.get(at)).map(ToString::to_string),
            part: parts.get(at).cloned().flatten(),
            width: handshake::payload_width(&ir.ctx, data, 64)?,
            is_array: matches!(ir.ctx[ir.ty(*value)], TypeKind::Memref { .. }),
        })
    };
    ir.args(entry).iter().zip(ports).enumerate().filter_map(parameter).collect()
}

impl Parameter {
    /// What the argument or global is called in the program that it is, or is a part of.
    fn array(&self) -> &str {
        self.part.as_ref().map_or(&self.name, |part| &part.array)
    }

    /// What it holds of a value of the program.
    pub fn held<'a>(&self, value: &'a Value) -> Cow<'a, Value> {
        held(self.part.as_ref(), value)
    }
}

/// What an argument of a circuit holds of a value of the program, of which it may be a part.
pub fn held<'a>(part: Option<&Part>, value: &'a Value) -> Cow<'a, Value> {
    let (Some(part), Value::Memref { shape, element, data }) = (part, value) else {
        return Cow::Borrowed(value);
    };
    let word = |at: Option<usize>| data.get(at?).cloned().flatten();
    let sizes: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
    Cow::Owned(Value::Memref {
        shape: part.shape(&sizes).into_iter().flatten().collect(),
        element: *element,
        data: part.elements(shape).into_iter().map(word).collect(),
    })
}

/// For every argument of a circuit the number of the one that it is in the program, with globals behind the arguments: the parts of an array follow each other.
pub fn sources(parameters: &[Parameter]) -> Vec<usize> {
    let mut next = 0;
    let mut source = |parameter: &Parameter| {
        let is_other = parameter.part.as_ref().is_none_or(|part| part.number == 0);
        next += usize::from(is_other);
        next.saturating_sub(1)
    };
    parameters.iter().map(&mut source).collect()
}

/// What the program gave to a call, and what came of it.
pub struct Call<'a> {
    /// The program.
    pub ir: &'a Ir,
    /// The arguments, and the globals that the circuit uses, as they were.
    pub before: Vec<&'a Value>,
    /// The same afterwards.
    pub after: Vec<&'a Value>,
    /// What was returned.
    pub results: &'a [Value],
    /// The names of arguments, and of globals that the circuit uses, that are in one piece of memory.
    pub shared: Vec<(String, String)>,
}

impl<'a> Call<'a> {
    /// A call of a function, as its circuit sees it; nothing if the circuit has an argument that the call says nothing about.
    pub fn new(call: &'a KernelCall<'a>, parameters: &[Parameter]) -> Option<Call<'a>> {
        let named = |name: &String| call.globals.iter().find(|global| global.name == *name);
        let mut whole: Vec<&Parameter> = Vec::new();
        for (source, parameter) in sources(parameters).into_iter().zip(parameters) {
            if source == whole.len() {
                whole.push(parameter);
            }
        }
        let global = |parameter: &&Parameter| named(parameter.global.as_ref()?);
        let globals: Vec<&Global> =
            whole.get(call.before.len()..)?.iter().map(global).collect::<Option<_>>()?;
        let name = |at: usize| whole[at].array().to_owned();
        Some(Call {
            ir: call.ir,
            before: call.before.iter().chain(globals.iter().map(|global| &global.before)).collect(),
            after: call.after.iter().chain(globals.iter().map(|global| &global.after)).collect(),
            results: call.results,
            shared: {
                let arguments = call.shared.iter().map(|(a, b)| (name(*a), name(*b)));
                arguments
                    .chain(call.in_globals.iter().map(|(a, global)| (name(*a), global.clone())))
                    .collect()
            },
        })
    }

    /// The arguments of the circuit, as values of the program.
    pub fn arguments(&self, parameters: &[Parameter]) -> Vec<Cow<'a, Value>> {
        let sources = sources(parameters).into_iter().zip(parameters);
        sources.filter_map(|(source, parameter)| Some(parameter.held(self.before.get(source)?))).collect()
    }

    /// Whether numbers go in or out that are narrower in the circuit.
    pub fn has_index(&self) -> bool {
        let is_index = |value: &Value| matches!(value, Value::Scalar(_, ty) if *ty == Type::INDEX);
        self.results.iter().any(is_index) || self.before.iter().any(|value| is_index(value))
    }

    /// What the circuit is given, or why it cannot be.
    pub fn given(&self, parameters: &[Parameter]) -> Result<Vec<Given>, Diagnostic> {
        let arguments = self.arguments(parameters);
        arguments.iter().zip(parameters).map(|(value, parameter)| given(self.ir, value, parameter)).collect()
    }

    /// Where the answer of a circuit differs from what the program did, if it does.
    pub fn difference(&self, parameters: &[Parameter], answer: &Answer) -> Option<Difference> {
        let ctx = &self.ir.ctx;
        let many = self.results.len() > 1;
        for (at, (expected, got)) in self.results.iter().zip(&answer.results).enumerate() {
            let Value::Scalar(expected, ty) = expected else { continue };
            if !same(expected, got) {
                let place = if many { format!("result {at}") } else { "the result".to_string() };
                return Some(Difference::new(ctx, *ty, place, expected, got));
            }
        }
        let arrays = sources(parameters).into_iter().zip(parameters).zip(&answer.arrays);
        for ((source, parameter), got) in arrays {
            let (Some(Value::Memref { shape, element, data }), Some(got)) = (self.after.get(source), got)
            else {
                continue;
            };
            let elements = match &parameter.part {
                Some(part) => part.elements(shape),
                None => (0..data.len()).map(Some).collect(),
            };
            let expected = elements.into_iter().map(|at| Some((at?, data.get(at?)?.as_ref()?)));
            let mut pairs = expected.zip(got).filter_map(|(expected, got)| Some((expected?, got)));
            if let Some(((at, expected), got)) = pairs.find(|((_, expected), got)| !same(expected, got)) {
                let place = format!("{}{}", parameter.array(), subscript(shape, at as u64));
                return Some(Difference::new(ctx, *element, place, expected, got));
            }
        }
        None
    }
}

/// An argument as a circuit is given it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// A scalar.
    Scalar(Bits),
    /// An array.
    Array {
        /// Bits of an element.
        width: u32,
        /// Its elements, row after row.
        words: Vec<Bits>,
    },
}

/// A value as the circuit is given it, or why it cannot be.
pub fn given(ir: &Ir, value: &Value, parameter: &Parameter) -> Result<Given, Diagnostic> {
    let narrowed = |bits: &Bits, ty: Type| {
        narrow(bits, parameter.width).ok_or_else(|| {
            let shown = show_scalar(&ir.ctx, bits, ty);
            let message = format!(
                "`{}` is given {shown}, which does not fit the {} that the circuit has for an index",
                parameter.name,
                base::text::counted(parameter.width, "bit")
            );
            let hint = "`--index-bits` says how many there are";
            Diagnostic::error(codes::INDEX_TOO_NARROW, None, message).hint(hint)
        })
    };
    match value {
        Value::Scalar(bits, ty) => Ok(Given::Scalar(narrowed(bits, *ty)?)),
        Value::Memref { element, data, .. } => {
            let word = |bits: &Option<Bits>| match bits {
                Some(bits) => narrowed(bits, *element),
                None => Ok(Bits::zero(parameter.width)),
            };
            let words = data.iter().map(word).collect::<Result<_, _>>()?;
            Ok(Given::Array { width: parameter.width, words })
        }
    }
}

/// A number in fewer bits, if it fits; only an index has fewer in a circuit.
fn narrow(bits: &Bits, width: u32) -> Option<Bits> {
    if bits.width() <= width {
        return Some(bits.sext(width));
    }
    let narrow = bits.trunc(width);
    (narrow.sext(bits.width()) == *bits).then_some(narrow)
}

/// Whether a circuit's value is that of the program; an index has another width there.
fn same(expected: &Bits, got: &Bits) -> bool {
    match expected.width() > got.width() {
        true => got.sext(expected.width()) == *expected,
        false => got.trunc(expected.width()) == *expected,
    }
}

/// The subscripts of an element, by its number in row-major order.
fn subscript(shape: &[u64], mut at: u64) -> String {
    let mut subscripts = Vec::new();
    for size in shape.iter().rev() {
        subscripts.push(format!("[{}]", at % size.max(&1)));
        at /= size.max(&1);
    }
    subscripts.into_iter().rev().collect()
}

/// What came of a call on one of the levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What was returned.
    pub results: Vec<Bits>,
    /// For every argument that is an array what it holds.
    pub arrays: Vec<Option<Vec<Bits>>>,
    /// Cycles from the start to the end, where there is time.
    pub cycles: Option<u64>,
}

/// A value that is another one than it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Which value.
    pub place: String,
    /// What the program has there.
    pub expected: String,
    /// What the circuit has.
    pub got: String,
}

impl Difference {
    fn new(ctx: &Context, ty: Type, place: String, expected: &Bits, got: &Bits) -> Difference {
        let width = expected.width();
        let got = if got.width() < width { got.sext(width) } else { got.trunc(width) };
        Difference { place, expected: show_scalar(ctx, expected, ty), got: show_scalar(ctx, &got, ty) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, width: u32, is_array: bool) -> Parameter {
        Parameter {
            name: name.to_string(),
            port: name.to_string(),
            global: None,
            part: None,
            width,
            is_array,
        }
    }

    fn number(value: i64) -> Value {
        Value::Scalar(Bits::from_i64(32, value), Type::I32)
    }

    fn array(values: &[Option<i64>]) -> Value {
        let data = values.iter().map(|value| value.map(|value| Bits::from_i64(32, value))).collect();
        Value::Memref { shape: vec![2, values.len() as u64 / 2], element: Type::I32, data }
    }

    #[test]
    fn the_first_difference_is_found_and_what_was_never_written_is_free() {
        let ir = Ir::new(crate::context());
        let (x, y, result) = (array(&[None, Some(1), Some(2), Some(3)]), number(4), [number(-5)]);
        let parameters = [parameter("x", 32, true), parameter("y", 32, false)];
        let call =
            Call { ir: &ir, before: vec![&x, &y], after: vec![&x, &y], results: &result, shared: Vec::new() };
        let check = |result: i64, words: [i64; 4], expected: Option<(&str, &str, &str)>| {
            let words = words.iter().map(|word| Bits::from_i64(32, *word)).collect();
            let answer = Answer {
                results: vec![Bits::from_i64(32, result)],
                arrays: vec![Some(words), None],
                cycles: None,
            };
            let found = call.difference(&parameters, &answer);
            let found = found.as_ref().map(|d| (&d.place[..], &d.expected[..], &d.got[..]));
            assert_eq!(found, expected);
        };
        check(-5, [9, 1, 2, 3], None);
        check(5, [9, 1, 2, 3], Some(("the result", "-5", "5")));
        check(-5, [0, 1, 7, 8], Some(("x[1][0]", "2", "7")));
        assert_eq!(
            call.given(&parameters).expect("it fits"),
            [
                Given::Array { width: 32, words: [0, 1, 2, 3].map(|word| Bits::from_i64(32, word)).to_vec() },
                Given::Scalar(Bits::from_i64(32, 4))
            ]
        );
    }

    #[test]
    fn an_array_in_parts_is_filled_and_compared_part_by_part() {
        let ir = Ir::new(crate::context());
        let (x, y) = (array(&[Some(10), Some(11), Some(12), Some(13)]), number(4));
        let part = |number, dimension| Some(Part { array: "x".to_owned(), number, count: 2, dimension });
        let call =
            Call { ir: &ir, before: vec![&x, &y], after: vec![&x, &y], results: &[], shared: Vec::new() };
        let check = |dimension, held: [&[i64]; 2], wrong: Option<&str>| {
            let bank = |number| Parameter {
                part: part(number, dimension),
                ..parameter(&format!("x_{number}"), 32, true)
            };
            let parameters = [bank(0), bank(1), parameter("y", 32, false)];
            assert_eq!(sources(&parameters), [0, 0, 1]);
            let words = held.map(|words| words.iter().map(|word| Bits::from_i64(32, *word)).collect());
            if wrong.is_none() {
                let given = call.given(&parameters).expect("it fits");
                let held = words.clone().map(|words| Given::Array { width: 32, words });
                assert_eq!(given[..2], held);
                assert_eq!(given[2], Given::Scalar(Bits::from_i64(32, 4)));
            }
            let [first, second] = words.map(Some);
            let answer = Answer { results: Vec::new(), arrays: vec![first, second, None], cycles: None };
            let found = call.difference(&parameters, &answer).map(|difference| difference.place);
            assert_eq!(found.as_deref(), wrong);
        };
        check(Some(0), [&[10, 11], &[12, 13]], None);
        check(Some(1), [&[10, 12], &[11, 13]], None);
        check(None, [&[10, 11, 12, 13], &[10, 11, 12, 13]], None);
        check(Some(1), [&[10, 12], &[11, 99]], Some("x[1][1]"));
        check(None, [&[10, 11, 12, 13], &[10, 11, 99, 13]], Some("x[1][0]"));
    }

    #[test]
    fn an_index_must_fit() {
        let ir = Ir::new(crate::context());
        let check = |value: i64, expected: Option<i64>| {
            let value = Value::Scalar(Bits::from_i64(64, value), Type::INDEX);
            let found = given(&ir, &value, &parameter("n", 8, false));
            let expected = expected.map(|value| Given::Scalar(Bits::from_i64(8, value)));
            assert_eq!(found.ok(), expected);
        };
        check(127, Some(127));
        check(-128, Some(-128));
        check(128, None);
        assert!(same(&Bits::from_i64(64, -3), &Bits::from_i64(8, -3)));
        assert!(!same(&Bits::from_i64(64, 253), &Bits::from_i64(8, -3)));
    }

    #[test]
    fn elements_have_subscripts() {
        assert_eq!(subscript(&[3, 4, 5], 59), "[2][3][4]");
        assert_eq!(subscript(&[7], 6), "[6]");
        assert_eq!(subscript(&[], 0), "");
    }
}
