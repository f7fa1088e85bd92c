//! Expressions as text, each with its type and a range of its values, and with the guards that keep them defined.
//!
//! What would be undefined for some values of the range is written in another way: signed arithmetic is done in the unsigned type and
//! converted back, divisors are made positive, shift amounts and indices are reduced, floats are kept small, so that there are
//! no infinities and every conversion to an integer has a value. What cannot be undefined is written as it is.

use super::print::Printer;
use super::tree::{Binary, Change, Compare, Expr, Library, Place, Scalar, Step, Type, Unary, Value, VarId};

/// Floats in variables are at most this far from zero.
pub(super) const FAR: f64 = 1e6;
/// Floats in expressions are at most this far from zero.
const FARTHEST: f64 = 1e15;

/// Precedences, from the weakest.
pub(super) mod level {
    pub const COMMA: u8 = 0;
    pub const ASSIGN: u8 = 1;
    pub const CHOOSE: u8 = 2;
    pub const OR: u8 = 3;
    pub const AND: u8 = 4;
    pub const BIT_OR: u8 = 5;
    pub const BIT_AND: u8 = 7;
    pub const EQUAL: u8 = 8;
    pub const LESS: u8 = 9;
    pub const SHIFT: u8 = 10;
    pub const ADD: u8 = 11;
    pub const MUL: u8 = 12;
    pub const UNARY: u8 = 13;
    pub const POSTFIX: u8 = 14;
}

/// Values that an expression may have.
#[derive(Copy, Clone, Debug)]
pub(super) enum Range {
    /// From the first to the second.
    Int(i128, i128),
    /// So near and so far from zero, on both sides.
    Real(f64, f64),
}

/// An expression as text.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub text: String,
    pub level: u8,
    pub ty: Scalar,
    pub range: Range,
}

impl Range {
    pub fn of(ty: Scalar) -> Range {
        match ty.int() {
            Some(_) => Range::Int(ty.limits().0, ty.limits().1),
            None => Range::Real(0.0, FAR),
        }
    }

    /// The farthest from zero.
    fn far(self) -> f64 {
        match self {
            Range::Int(low, high) => (low.abs().max(high.abs()) as f64) * 1.001,
            Range::Real(_, far) => far,
        }
    }

    /// As integers, after conversion to a type.
    fn to(self, ty: Scalar) -> (i128, i128) {
        let (low, high) = ty.limits();
        match self {
            Range::Int(a, b) if low <= a && b <= high => (a, b),
            Range::Real(_, far) if ty != Scalar::Bool && low as f64 <= -far && far <= high as f64 => {
                (-(far as i128) - 1, far as i128 + 1)
            }
            _ => (low, high),
        }
    }
}

impl Number {
    pub fn new(text: impl Into<String>, level: u8, ty: Scalar, range: Range) -> Number {
        Number { text: text.into(), level, ty, range }
    }

    /// The text, in parentheses if it binds weaker than asked for.
    pub fn at(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    fn is_int(&self) -> bool {
        self.ty.int().is_some()
    }

    /// Behind a sign or a cast.
    fn operand(&self) -> String {
        match self.text.starts_with(['-', '+', '&']) {
            true => format!("({})", self.text),
            false => self.at(level::UNARY),
        }
    }

    fn written_as(&self, ty: Scalar, name: &str) -> Number {
        let range = match ty.int() {
            Some(_) => {
                let (low, high) = self.range.to(ty);
                Range::Int(low, high)
            }
            None => Range::Real(0.0, self.range.far().min(FARTHEST)),
        };
        Number::new(format!("({name}){}", self.operand()), level::UNARY, ty, range)
    }
}

impl Printer<'_> {
    pub(super) fn number(&self, expr: &Expr) -> Number {
        match expr {
            Expr::Int(value, ty) => literal(*value, *ty),
            Expr::Real(value, ty) => {
                let suffix = if *ty == Scalar::Float { "f" } else { "" };
                let range = Range::Real(value.abs(), value.abs());
                let level = if value.is_sign_negative() { level::UNARY } else { level::POSTFIX };
                Number::new(format!("{value:?}{suffix}"), level, *ty, range)
            }
            Expr::Char(byte) => {
                let text = match byte {
                    b'\n' => "'\\n'".to_string(),
                    b'\'' => "'\\''".to_string(),
                    b'\\' => "'\\\\'".to_string(),
                    byte => format!("'{}'", char::from(*byte)),
                };
                let value = i128::from(*byte);
                Number::new(text, level::POSTFIX, Scalar::Int, Range::Int(value, value))
            }
            Expr::Enumerator(index, value) => {
                let number = i128::from(self.program.enums[*index][*value]);
                let text = self.enumerator(*index, *value);
                Number::new(text, level::POSTFIX, Scalar::Int, Range::Int(number, number))
            }
            Expr::SizeOf(ty) => {
                let size = match ty {
                    Scalar::Float => 4,
                    Scalar::Double => 8,
                    _ => ty.int().map_or(8, |(width, _)| width.div_ceil(8)),
                };
                let text = format!("sizeof({})", self.scalar_name(*ty));
                Number::new(text, level::POSTFIX, Scalar::ULong, Range::Int(size.into(), size.into()))
            }
            Expr::Read(place) => self.read(place),
            Expr::Unary(op, value) => self.unary(*op, value),
            Expr::Binary(op, a, b) => self.binary(*op, self.number(a), self.number(b)),
            Expr::Compare(op, a, b) => self.compare(*op, a, b),
            Expr::Logic(or, a, b) => {
                let (level, op) = if *or { (level::OR, "||") } else { (level::AND, "&&") };
                let text = format!("{} {op} {}", self.number(a).at(level), self.number(b).at(level + 1));
                Number::new(text, level, Scalar::Int, Range::Int(0, 1))
            }
            Expr::Choose(c, a, b) => self.choose(c, a, b),
            Expr::Comma(a, b) => {
                let last = self.number(b);
                let text = format!("{}, {}", self.number(a).at(level::COMMA), last.at(level::ASSIGN));
                Number::new(text, level::COMMA, last.ty, last.range)
            }
            Expr::Cast(ty, value) => self.cast(*ty, self.number(value)),
            Expr::Call(call) => {
                let ty = match &self.program.functions[call.function].result {
                    Some(Type::Scalar(ty)) => *ty,
                    _ => Scalar::Int,
                };
                Number::new(self.call(call), level::POSTFIX, ty, Range::of(ty))
            }
            Expr::Library(function, value) => self.library(*function, self.number(value)),
            Expr::Change(var, change) => self.change(&Place::of(*var), change),
            Expr::Distance(pointer, array) => {
                let high = match &self.program.vars[*array].ty {
                    Type::Array(count, _) => i128::from(*count),
                    _ => 1 << 20,
                };
                let text = format!("{} - {}", self.var(*pointer), self.var(*array));
                Number::new(text, level::ADD, Scalar::Long, Range::Int(0, high))
            }
            Expr::IsSet(pointer) => {
                let text = format!("{} != NULL", self.var(*pointer));
                Number::new(text, level::EQUAL, Scalar::Int, Range::Int(0, 1))
            }
        }
    }

    /// A place as text, with its type and the range that it is kept in.
    pub(super) fn place(&self, place: &Place) -> (String, u8, Type, Option<(i64, i64)>) {
        let var = &self.program.vars[place.root];
        let (mut text, mut ty) = (self.var(place.root), var.ty.clone());
        let mut level = level::POSTFIX;
        let range = var.range.filter(|_| place.steps.is_empty());
        for (at, step) in place.steps.iter().enumerate() {
            let next = place.steps.get(at + 1);
            ty = match (step, ty) {
                (Step::Member(member), Type::Struct(index)) => {
                    if !text.ends_with("->") {
                        text.push('.');
                    }
                    text.push_str(&format!("m{member}"));
                    self.program.structs[index][*member].clone()
                }
                (Step::Index(index), Type::Pointer(count, to)) => {
                    let zero = count == 1 || matches!(index, Expr::Int(0, _));
                    match next {
                        None if zero => (text, level) = (format!("*{text}"), level::UNARY),
                        Some(Step::Member(_)) if zero => text.push_str("->"),
                        _ => text.push_str(&format!("[{}]", self.index(index, count).text)),
                    }
                    *to
                }
                (Step::Index(index), Type::Array(count, element)) => {
                    text.push_str(&format!("[{}]", self.index(index, count).text));
                    *element
                }
                // The minimiser may leave a step that leads nowhere; then the compilers refuse the text.
                (_, ty) => {
                    text.push_str(".nothing");
                    ty
                }
            };
        }
        (text, level, ty, range)
    }

    /// An index below a count.
    pub(super) fn index(&self, index: &Expr, count: u32) -> Number {
        let number = self.to_int(self.number(index));
        let last = i128::from(count) - 1;
        match number.range {
            Range::Int(low, high) if low >= 0 && high <= last => number,
            _ if last == 0 => literal(0, Scalar::Int),
            _ if count.is_power_of_two() => self.binary(Binary::And, number, literal(last, Scalar::Int)),
            _ => {
                let number = self.cast(Scalar::UInt, number);
                self.binary(Binary::Rem, number, literal(i128::from(count), Scalar::Int))
            }
        }
    }

    fn read(&self, place: &Place) -> Number {
        let (text, level, ty, range) = self.place(place);
        let ty = ty.scalar().unwrap_or(Scalar::Int);
        let range = range.map_or(Range::of(ty), |(low, high)| Range::Int(low.into(), high.into()));
        Number::new(text, level, ty, range)
    }

    /// A float as an integer.
    pub(super) fn to_int(&self, number: Number) -> Number {
        if number.is_int() {
            return number;
        }
        let ty = if number.range.far() < 2e9 { Scalar::Int } else { Scalar::Long };
        number.written_as(ty, &self.scalar_name(ty))
    }

    /// A number as float that is not too far from zero.
    fn near(&self, number: Number, limit: f64) -> Number {
        if number.range.far() <= limit {
            return number;
        }
        let text = format!("{}fit({})", self.prefix, number.at(level::ASSIGN));
        let fit = Number::new(text, level::POSTFIX, Scalar::Double, Range::Real(0.0, FAR));
        match number.ty {
            Scalar::Float => fit.written_as(Scalar::Float, "float"),
            _ => fit,
        }
    }

    pub(super) fn cast(&self, ty: Scalar, number: Number) -> Number {
        let name = self.scalar_name(ty);
        match ty.int() {
            None => self.near(number, FARTHEST).written_as(ty, &name),
            Some(_) if number.is_int() || ty == Scalar::Bool => number.written_as(ty, &name),
            Some(_) => {
                let (low, high) = ty.limits();
                let far = number.range.far();
                match low as f64 <= -far && far <= high as f64 {
                    true => number.written_as(ty, &name),
                    false => number.written_as(Scalar::Long, "long").written_as(ty, &name),
                }
            }
        }
    }

    /// A number that is about to be converted to a type by an assignment, and must then be in a range.
    pub(super) fn converted(&self, number: Number, ty: Scalar, range: Option<(i64, i64)>) -> Number {
        if ty.int().is_none() {
            return self.near(number, FAR);
        }
        let (low, high) = ty.limits();
        let far = number.range.far();
        let fits = number.is_int() || ty == Scalar::Bool || low as f64 <= -far && far <= high as f64;
        let number = if fits { number } else { number.written_as(Scalar::Long, "long") };
        let Some((low, high)) = range else { return number };
        let (first, last) = number.range.to(ty);
        if i128::from(low) <= first && last <= i128::from(high) {
            return number;
        }
        let number = self.to_int(number);
        let number = if low < 0 { number } else { self.cast(Scalar::UInt, number) };
        self.binary(Binary::Rem, number, literal(i128::from(high) + 1, Scalar::Int))
    }

    fn unary(&self, op: Unary, value: &Expr) -> Number {
        let mut number = self.number(value);
        if op == Unary::Complement {
            number = self.to_int(number);
        }
        let ty = number.ty.promoted();
        let sign = match op {
            Unary::Plus => "+",
            Unary::Minus => "-",
            Unary::Complement => "~",
            Unary::Not => "!",
        };
        if op == Unary::Not {
            let text = format!("!{}", number.operand());
            return Number::new(text, level::UNARY, Scalar::Int, Range::Int(0, 1));
        }
        let Some((_, signed)) = ty.int() else {
            return Number::new(format!("{sign}{}", number.operand()), level::UNARY, ty, number.range);
        };
        let (low, high) = number.range.to(ty);
        let (first, last) = match op {
            Unary::Minus => (-high, -low),
            Unary::Complement => (-high - 1, -low - 1),
            _ => (low, high),
        };
        let fits = ty.limits().0 <= first && last <= ty.limits().1;
        if signed && !fits {
            let unsigned = number.written_as(ty.unsigned(), &self.scalar_name(ty.unsigned()));
            let negated = Number::new(format!("-{}", unsigned.operand()), level::UNARY, ty, Range::of(ty));
            return negated.written_as(ty, &self.scalar_name(ty));
        }
        let range = if fits { Range::Int(first, last) } else { Range::of(ty) };
        Number::new(format!("{sign}{}", number.operand()), level::UNARY, ty, range)
    }

    fn compare(&self, op: Compare, a: &Expr, b: &Expr) -> Number {
        let (level, op) = match op {
            Compare::Eq => (level::EQUAL, "=="),
            Compare::Ne => (level::EQUAL, "!="),
            Compare::Lt => (level::LESS, "<"),
            Compare::Le => (level::LESS, "<="),
            Compare::Gt => (level::LESS, ">"),
            Compare::Ge => (level::LESS, ">="),
        };
        let text = format!("{} {op} {}", self.number(a).at(level), self.number(b).at(level + 1));
        Number::new(text, level, Scalar::Int, Range::Int(0, 1))
    }

    fn choose(&self, c: &Expr, a: &Expr, b: &Expr) -> Number {
        let (mut a, mut b) = (self.number(a), self.number(b));
        let ty = a.ty.common(b.ty);
        let range = match ty.int() {
            Some(_) => {
                let (x, y) = (a.range.to(ty), b.range.to(ty));
                Range::Int(x.0.min(y.0), x.1.max(y.1))
            }
            None => {
                (a, b) = (self.near(a, FARTHEST), self.near(b, FARTHEST));
                Range::Real(0.0, a.range.far().max(b.range.far()))
            }
        };
        let c = self.number(c).at(level::OR);
        let text = format!("{c} ? {} : {}", a.at(level::ASSIGN), b.at(level::CHOOSE));
        Number::new(text, level::CHOOSE, ty, range)
    }

    /// Arithmetic that is defined.
    pub(super) fn binary(&self, op: Binary, a: Number, b: Number) -> Number {
        let on_bits = !matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
        let (a, b) = if on_bits { (self.to_int(a), self.to_int(b)) } else { (a, b) };
        let ty = match op {
            Binary::Shl | Binary::Shr => a.ty.promoted(),
            _ => a.ty.common(b.ty),
        };
        let (level, sign) = sign(op);
        if ty.int().is_none() {
            let (a, b) = self.floats(op, a, b, ty);
            let (near, far) = match op {
                Binary::Mul => (a.range.far() * b.range.far(), 0.0),
                Binary::Div => (a.range.far() / nearest(b.range), 0.0),
                _ => (a.range.far(), b.range.far()),
            };
            let text = format!("{} {sign} {}", a.at(level), b.at(level + 1));
            let range = Range::Real(0.0, (near + far) * 1.001);
            return self.near(Number::new(text, level, ty, range), FARTHEST);
        }
        let b = self.right_operand(op, &a, b, ty);
        let (range, fits) = int_range(op, a.range.to(ty), b.range.to(ty), ty, b.range);
        let signed = ty.int().is_some_and(|(_, signed)| signed);
        let range = Range::Int(range.0, range.1);
        if signed && !fits && matches!(op, Binary::Add | Binary::Sub | Binary::Mul) {
            let unsigned = a.written_as(ty.unsigned(), &self.scalar_name(ty.unsigned()));
            let text = format!("{} {sign} {}", unsigned.at(level), b.at(level + 1));
            return Number::new(text, level, ty, range).written_as(ty, &self.scalar_name(ty));
        }
        Number::new(format!("{} {sign} {}", a.at(level), b.at(level + 1)), level, ty, range)
    }

    /// The operands of an operation on floats.
    fn floats(&self, op: Binary, a: Number, b: Number, ty: Scalar) -> (Number, Number) {
        let (a, b) = (self.near(a, FARTHEST), self.near(b, FARTHEST));
        if op != Binary::Div || nearest(b.range) >= 0.01 {
            return (a, b);
        }
        let (name, one) = if ty == Scalar::Float { ("fabsf", "1.0f") } else { ("fabs", "1.0") };
        let text = format!("{name}({}) + {one}", b.at(level::ASSIGN));
        (a, Number::new(text, level::ADD, ty, Range::Real(1.0, b.range.far() + 1.0)))
    }

    /// The right operand of an operation on integers of a type.
    fn right_operand(&self, op: Binary, a: &Number, b: Number, ty: Scalar) -> Number {
        match op {
            Binary::Div | Binary::Rem => {
                let (low, high) = b.range.to(ty);
                let signed = ty.int().is_some_and(|(_, signed)| signed);
                let zero = low <= 0 && 0 <= high;
                let overflows = signed && low <= -1 && -1 <= high && a.range.to(ty).0 == ty.limits().0;
                match zero || overflows {
                    false => b,
                    true if signed => {
                        let few = self.binary(Binary::And, b, literal(15, Scalar::Int));
                        self.binary(Binary::Add, few, literal(1, Scalar::Int))
                    }
                    true => {
                        let mut odd = self.binary(Binary::Or, b, literal(1, Scalar::Int));
                        // Not zero, which is all that is asked.
                        odd.range = Range::Int(1, ty.limits().1);
                        odd
                    }
                }
            }
            Binary::Shl | Binary::Shr => {
                let last = i128::from(ty.int().map_or(31, |(width, _)| width)) - 1;
                match b.range {
                    Range::Int(low, high) if low >= 0 && high <= last => b,
                    _ => self.binary(Binary::And, b, literal(last, Scalar::Int)),
                }
            }
            _ => b,
        }
    }

    /// A change of a number, as one expression.
    pub(super) fn change(&self, place: &Place, change: &Change) -> Number {
        let (text, level, ty, range) = self.place(place);
        let ty = ty.scalar().unwrap_or(Scalar::Int);
        let now = self.read(place);
        let result = |text: String, level: u8| Number::new(text, level, ty, now.range);
        let assign = |value: Number| {
            let value = self.converted(value, ty, range);
            result(format!("{text} = {}", value.at(level::ASSIGN)), level::ASSIGN)
        };
        match change {
            Change::Assign(None, value) => assign(self.number(value)),
            Change::Assign(Some(op), value) => {
                let value = self.number(value);
                if let Some(text) = self.compound(*op, &now, value.clone(), range) {
                    return result(text, level::ASSIGN);
                }
                assign(self.binary(*op, now.clone(), value))
            }
            Change::Step { down, postfix } => {
                let sign = if *down { "--" } else { "++" };
                let step = match *postfix && level == level::POSTFIX {
                    true => format!("{text}{sign}"),
                    false => format!("{sign}{text}"),
                };
                let wide = ty.int().is_some_and(|(width, signed)| signed && width >= 32);
                match range {
                    Some((low, high)) => {
                        let (sign, limit) = if *down { (">", low) } else { ("<", high) };
                        result(format!("{text} {sign} {limit} ? {step} : {text}"), level::CHOOSE)
                    }
                    None if ty.int().is_none() => {
                        let op = if *down { Binary::Sub } else { Binary::Add };
                        assign(self.binary(op, now.clone(), literal(1, Scalar::Int)))
                    }
                    None if wide => {
                        let sign = if *down { "-=" } else { "+=" };
                        result(format!("{text} {sign} 1{}", suffix(ty.promoted().unsigned())), level::ASSIGN)
                    }
                    None => result(step, level::UNARY),
                }
            }
        }
    }

    /// `place op= value`, if that is defined.
    pub(super) fn compound(
        &self,
        op: Binary,
        now: &Number,
        value: Number,
        kept: Option<(i64, i64)>,
    ) -> Option<String> {
        let on_bits = !matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
        let (_, sign) = sign(op);
        let write = |value: &Number| format!("{} {sign}= {}", now.text, value.at(level::ASSIGN));
        if !now.is_int() {
            if on_bits {
                return None;
            }
            let ty = now.ty.common(value.ty);
            let (_, value) = self.floats(op, now.clone(), value, ty);
            let whole = self.binary(op, now.clone(), value.clone());
            return (whole.range.far() <= FAR).then(|| write(&value));
        }
        let value = if on_bits { self.to_int(value) } else { value };
        if !value.is_int() {
            return None;
        }
        let ty = match op {
            Binary::Shl | Binary::Shr => now.ty.promoted(),
            _ => now.ty.common(value.ty),
        };
        let value = self.right_operand(op, now, value, ty);
        let (range, fits) = int_range(op, now.range.to(ty), value.range.to(ty), ty, value.range);
        if let Some((low, high)) = kept {
            return (fits && i128::from(low) <= range.0 && range.1 <= i128::from(high))
                .then(|| write(&value));
        }
        let signed = ty.int().is_some_and(|(_, signed)| signed);
        if signed && !fits && matches!(op, Binary::Add | Binary::Sub | Binary::Mul) {
            return Some(write(&value.written_as(ty.unsigned(), &self.scalar_name(ty.unsigned()))));
        }
        Some(write(&value))
    }

    fn library(&self, function: Library, value: Number) -> Number {
        let call = |name: &str, value: &str, ty: Scalar, range: Range| {
            Number::new(format!("{name}({value})"), level::POSTFIX, ty, range)
        };
        let real = |name: &str, ty: Scalar| {
            let value = self.near(value.clone(), FARTHEST);
            let far = Range::Real(0.0, value.range.far() + 1.0);
            call(name, &value.at(level::ASSIGN), ty, far)
        };
        let limited = |name: &str, ty: Scalar, max: i128| {
            let value = self.to_int(value.clone());
            let value = if name == "abs" || name == "labs" { self.cast(ty, value) } else { value };
            let value = match value.range.to(ty).0 == ty.limits().0 && max > 64 {
                true => self.binary(Binary::Div, value, literal(2, Scalar::Int)),
                false => value,
            };
            call(name, &value.at(level::ASSIGN), ty, Range::Int(0, max))
        };
        let odd = || {
            let one = literal(1, Scalar::Int);
            self.binary(Binary::Or, self.to_int(value.clone()), one).at(level::ASSIGN)
        };
        match function {
            Library::Abs => limited("abs", Scalar::Int, Scalar::Int.limits().1),
            Library::Labs => limited("labs", Scalar::Long, Scalar::Long.limits().1),
            Library::Popcount => limited("__builtin_popcount", Scalar::Int, 32),
            Library::Popcountll => limited("__builtin_popcountll", Scalar::Int, 64),
            Library::Fabs => real("fabs", Scalar::Double),
            Library::Fabsf => real("fabsf", Scalar::Float),
            Library::Sqrt => {
                call("sqrt", &real("fabs", Scalar::Double).text, Scalar::Double, Range::Real(0.0, 4e7))
            }
            Library::Sqrtf => {
                call("sqrtf", &real("fabsf", Scalar::Float).text, Scalar::Float, Range::Real(0.0, 4e7))
            }
            Library::Floor => real("floor", Scalar::Double),
            Library::Ceil => real("ceil", Scalar::Double),
            Library::Trunc => real("trunc", Scalar::Double),
            Library::FminHalf => two(real("fmin", Scalar::Double), "0.5"),
            Library::FmaxfQuarter => two(real("fmaxf", Scalar::Float), "0.25f"),
            Library::Clz => call("__builtin_clz", &odd(), Scalar::Int, Range::Int(0, 31)),
            Library::Ctzll => call("__builtin_ctzll", &odd(), Scalar::Int, Range::Int(0, 63)),
        }
    }

    /// A number that an argument, an initialiser or a result gives to a variable.
    pub(super) fn given(&self, value: &Value, ty: Scalar, range: Option<(i64, i64)>) -> String {
        match value {
            Value::Number(value) => self.converted(self.number(value), ty, range).at(level::ASSIGN),
            Value::Call(call) => self.call(call),
            _ => "0".into(),
        }
    }

    /// How a variable is called.
    pub(super) fn var(&self, var: VarId) -> String {
        let letter = self.program.vars[var].letter;
        match letter {
            'g' => format!("{}g{var}", self.prefix),
            _ => format!("{letter}{var}"),
        }
    }
}

/// A call with a second argument.
fn two(mut call: Number, second: &str) -> Number {
    call.text.pop();
    call.text.push_str(&format!(", {second})"));
    call
}

fn nearest(range: Range) -> f64 {
    match range {
        Range::Int(low, high) if low > 0 || high < 0 => low.abs().min(high.abs()) as f64,
        Range::Int(..) => 0.0,
        Range::Real(near, _) => near,
    }
}

fn sign(op: Binary) -> (u8, &'static str) {
    match op {
        Binary::Add => (level::ADD, "+"),
        Binary::Sub => (level::ADD, "-"),
        Binary::Mul => (level::MUL, "*"),
        Binary::Div => (level::MUL, "/"),
        Binary::Rem => (level::MUL, "%"),
        Binary::And => (level::BIT_AND, "&"),
        Binary::Or => (level::BIT_OR, "|"),
        Binary::Xor => (level::BIT_OR + 1, "^"),
        Binary::Shl => (level::SHIFT, "<<"),
        Binary::Shr => (level::SHIFT, ">>"),
    }
}

fn suffix(ty: Scalar) -> &'static str {
    match ty {
        Scalar::UInt => "u",
        Scalar::Long => "l",
        Scalar::ULong => "ul",
        Scalar::LLong => "ll",
        Scalar::ULLong => "ull",
        _ => "",
    }
}

pub(super) fn literal(value: i128, ty: Scalar) -> Number {
    let range = Range::Int(value, value);
    let suffix = suffix(ty);
    let (low, _) = ty.limits();
    if value == low && low < 0 {
        return Number::new(format!("-{}{suffix} - 1", -(value + 1)), level::ADD, ty, range);
    }
    match value {
        ..0 => Number::new(format!("{value}{suffix}"), level::UNARY, ty, range),
        // Hexadecimal only where the suffix decides about the type, as it may be unsigned otherwise.
        256.. if suffix.contains('u') => {
            Number::new(format!("0x{value:x}{suffix}"), level::POSTFIX, ty, range)
        }
        _ => Number::new(format!("{value}{suffix}"), level::POSTFIX, ty, range),
    }
}

/// The range of a result, and whether what C computes is always in the type.
fn int_range(
    op: Binary,
    a: (i128, i128),
    b: (i128, i128),
    ty: Scalar,
    amount: Range,
) -> ((i128, i128), bool) {
    let corners = |f: fn(i128, i128) -> i128| {
        let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
    };
    let all = ty.limits();
    let positive = a.0 >= 0 && b.0 >= 0;
    let wanted = match op {
        Binary::Add => (a.0 + b.0, a.1 + b.1),
        Binary::Sub => (a.0 - b.1, a.1 - b.0),
        Binary::Mul => {
            let fits = |x: (i128, i128)| x.0.abs().max(x.1.abs()) < 1 << 62;
            if fits(a) && fits(b) { corners(|x, y| x * y) } else { (i128::MIN, i128::MAX) }
        }
        Binary::Div if b.0 > 0 => (a.0.min(0), a.1.max(0)),
        Binary::Rem if b.0 > 0 => (if a.0 < 0 { -(b.1 - 1) } else { 0 }, b.1 - 1),
        Binary::And if b.0 >= 0 => (0, b.1),
        Binary::And if a.0 >= 0 => (0, a.1),
        Binary::Or | Binary::Xor if positive => {
            (0, (a.1.max(b.1) as u128 + 1).next_power_of_two() as i128 - 1)
        }
        Binary::Shr if matches!(amount, Range::Int(..)) => (a.0.min(0), a.1.max(0)),
        _ => all,
    };
    match all.0 <= wanted.0 && wanted.1 <= all.1 {
        true => (wanted, true),
        false => (all, false),
    }
}
