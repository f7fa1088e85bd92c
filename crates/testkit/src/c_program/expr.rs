//! Expressions of generated programs. Any number may stand anywhere: the printer adds what keeps it defined.

use super::r#gen::Gen;
use super::tree::{
    Binary, Call, Change, Compare, Expr, Library, Place, Role, Scalar, Step, Type, Unary, Value, VarId,
};

/// Integers that are on the edge of something.
const EDGES: &[i128] = &[
    0,
    1,
    -1,
    2,
    3,
    7,
    8,
    -8,
    31,
    32,
    63,
    100,
    127,
    128,
    255,
    256,
    -128,
    -129,
    32767,
    32768,
    65535,
    65536,
    2147483647,
    -2147483648,
    2147483648,
    4294967295,
    4294967296,
    9223372036854775807,
    -9223372036854775808,
    18446744073709551615,
];

const REALS: &[f64] = &[0.0, 0.5, 1.0, 1.25, -3.75, 0.1, 100.0, -0.001, 1e5, 3.25, 2.5, 0.3333, -1e-3, 7.0];

const BINARIES: &[Binary] = &[
    Binary::Add,
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::Div,
    Binary::Rem,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Shl,
    Binary::Shr,
];

const LIBRARY: &[Library] = &[
    Library::Abs,
    Library::Labs,
    Library::Fabs,
    Library::Fabsf,
    Library::Sqrt,
    Library::Sqrtf,
    Library::Floor,
    Library::Ceil,
    Library::Trunc,
    Library::FminHalf,
    Library::FmaxfQuarter,
    Library::Popcount,
    Library::Popcountll,
    Library::Clz,
    Library::Ctzll,
];

/// Those of them that are about integers.
const INTEGER_LIBRARY: &[Library] =
    &[Library::Abs, Library::Labs, Library::Popcount, Library::Popcountll, Library::Clz, Library::Ctzll];

impl Gen {
    pub fn binary_op(&mut self) -> Binary {
        *self.rng.pick(BINARIES)
    }

    fn compare_op(&mut self) -> Compare {
        use Compare::{Eq, Ge, Gt, Le, Lt, Ne};
        *self.rng.pick(&[Eq, Ne, Lt, Le, Gt, Ge])
    }

    /// A number for a type that is known when the program is compiled.
    pub fn constant(&mut self, ty: Scalar) -> Expr {
        // No function can keep a constant near zero.
        if ty.int().is_none() {
            return match self.rng.bool() {
                true => Expr::Real(*self.rng.pick(REALS), ty),
                false => Expr::int(self.rng.between(-3, 20)),
            };
        }
        match self.rng.below(10) {
            0 if self.floats => Expr::Real(*self.rng.pick(REALS), Scalar::Double),
            1 if !self.program.enums.is_empty() => {
                let index = self.rng.index(self.program.enums.len());
                Expr::Enumerator(index, self.rng.index(self.program.enums[index].len()))
            }
            2 => {
                let (a, b) = (self.rng.between(-20, 20), self.rng.between(1, 9));
                let op = self.binary_op();
                Expr::Binary(op, Box::new(Expr::int(a)), Box::new(Expr::int(b)))
            }
            3 => Expr::Unary(Unary::Minus, Box::new(Expr::int(self.rng.between(0, 99)))),
            _ => self.integer(),
        }
    }

    fn integer(&mut self) -> Expr {
        if self.rng.chance(2, 3) {
            return Expr::int(self.rng.between(-3, 20));
        }
        let value = *self.rng.pick(EDGES);
        let all = [Scalar::Int, Scalar::UInt, Scalar::Long, Scalar::ULong, Scalar::LLong, Scalar::ULLong];
        let fitting: Vec<Scalar> = all
            .into_iter()
            .filter(|ty| {
                let (low, high) = ty.limits();
                low <= value && value <= high
            })
            .collect();
        Expr::Int(value, *self.rng.pick(&fitting))
    }

    fn literal(&mut self) -> Expr {
        match self.rng.below(12) {
            0 if self.floats => Expr::Real(*self.rng.pick(REALS), Scalar::Double),
            1 if self.floats => Expr::Real(*self.rng.pick(REALS), Scalar::Float),
            2 => Expr::Char(*self.rng.pick(b"azAZ09 ~\n'\\")),
            3 => Expr::SizeOf(self.scalar()),
            4 if !self.program.enums.is_empty() => {
                let index = self.rng.index(self.program.enums.len());
                Expr::Enumerator(index, self.rng.index(self.program.enums[index].len()))
            }
            _ => self.integer(),
        }
    }

    /// An expression without much in it, as index or bound.
    pub fn small_index(&mut self) -> Expr {
        let scalars: Vec<VarId> =
            self.readable().into_iter().filter(|var| self.program.vars[*var].ty.scalar().is_some()).collect();
        match self.rng.below(5) {
            0 | 1 if !scalars.is_empty() => Expr::Read(Place::of(*self.rng.pick(&scalars))),
            2 if !scalars.is_empty() => {
                let var = Expr::Read(Place::of(*self.rng.pick(&scalars)));
                let by = Expr::int(self.rng.between(1, 9));
                Expr::Binary(
                    *self.rng.pick(&[Binary::Add, Binary::Sub, Binary::Mul]),
                    Box::new(var),
                    Box::new(by),
                )
            }
            _ => Expr::int(self.rng.between(0, 6)),
        }
    }

    fn readable(&self) -> Vec<VarId> {
        self.scope.iter().copied().filter(|var| Some(*var) != self.hidden).collect()
    }

    /// A place that holds a number.
    pub fn number_place(&mut self, vars: &[VarId]) -> Option<Place> {
        if vars.is_empty() {
            return None;
        }
        let root = *self.rng.pick(vars);
        let mut ty = self.program.vars[root].ty.clone();
        let mut steps = Vec::new();
        loop {
            ty = match ty {
                Type::Scalar(_) => return Some(Place { root, steps }),
                Type::Struct(index) => {
                    let member = self.rng.index(self.program.structs[index].len());
                    steps.push(Step::Member(member));
                    self.program.structs[index][member].clone()
                }
                Type::Array(_, element) => {
                    let index = if self.rng.chance(1, 6) { self.expr(2) } else { self.small_index() };
                    steps.push(Step::Index(index));
                    *element
                }
                Type::Pointer(_, to) => {
                    let index = if self.rng.bool() { Expr::int(0) } else { self.small_index() };
                    steps.push(Step::Index(index));
                    *to
                }
            };
        }
    }

    fn leaf(&mut self) -> Expr {
        if self.change && self.rng.chance(1, 3) {
            return self.place_change();
        }
        if self.rng.chance(1, 3) {
            return self.literal();
        }
        let vars = self.readable();
        match self.number_place(&vars) {
            Some(place) => Expr::Read(place),
            None => self.literal(),
        }
    }

    /// The change that the expression may make.
    fn place_change(&mut self) -> Expr {
        let Some(var) = self.hidden else { return self.literal() };
        self.change = false;
        let change = match self.rng.below(4) {
            0 => Change::Assign(None, Box::new(self.expr(1))),
            1 => Change::Assign(Some(self.binary_op()), Box::new(self.expr(1))),
            _ => Change::Step { down: self.rng.bool(), postfix: self.rng.bool() },
        };
        Expr::Change(var, change)
    }

    /// Does something with a variable hidden, which the expressions made there may change once.
    pub fn with_change<T>(&mut self, make: impl FnOnce(&mut Gen) -> T) -> T {
        let fitting: Vec<VarId> = (self.own..self.scope.len())
            .filter(|at| self.writable(*at))
            .map(|at| self.scope[at])
            .filter(|var| {
                let var = &self.program.vars[*var];
                var.ty.scalar().is_some() && !var.addressed
            })
            .collect();
        if !fitting.is_empty() && self.hidden.is_none() && self.rng.chance(1, 3) {
            self.hidden = Some(*self.rng.pick(&fitting));
            self.change = true;
        }
        let made = make(self);
        self.hidden = None;
        self.change = false;
        made
    }

    /// An expression of at most so many levels.
    pub fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(1, 6) {
            return self.leaf();
        }
        let next = depth - 1;
        match self.rng.below(32) {
            0..14 => {
                let op = self.binary_op();
                let a = self.expr(next);
                let b = if self.rng.chance(1, 3) { self.literal() } else { self.expr(next) };
                Expr::Binary(op, Box::new(a), Box::new(b))
            }
            14..17 => {
                let op = self.compare_op();
                Expr::Compare(op, Box::new(self.expr(next)), Box::new(self.expr(next)))
            }
            17..19 => {
                let or = self.rng.bool();
                Expr::Logic(or, Box::new(self.condition(next)), Box::new(self.condition(next)))
            }
            19..22 => Expr::Choose(
                Box::new(self.condition(next)),
                Box::new(self.expr(next)),
                Box::new(self.expr(next)),
            ),
            22 => {
                let vars = self.readable();
                let first = match self.change {
                    true => Some(self.place_change()),
                    false => self.number_place(&vars).map(Expr::Read),
                };
                let last = self.expr(next);
                // A constant before a comma is more than some versions of GCC can take.
                match first {
                    Some(first) => Expr::Comma(Box::new(first), Box::new(last)),
                    None => last,
                }
            }
            23..26 => {
                let ty = self.scalar();
                Expr::Cast(ty, Box::new(self.expr(next)))
            }
            26..29 => {
                use Unary::{Complement, Minus, Not, Plus};
                let op = *self.rng.pick(&[Plus, Minus, Minus, Complement, Complement, Not]);
                Expr::Unary(op, Box::new(self.expr(next)))
            }
            29 => {
                let function = *self.rng.pick(if self.floats { LIBRARY } else { INTEGER_LIBRARY });
                Expr::Library(function, Box::new(self.expr(next)))
            }
            30 => self.pure_call(),
            _ => self.about_pointer().unwrap_or_else(|| self.leaf()),
        }
    }

    /// Something that is asked whether it is zero.
    pub fn condition(&mut self, depth: u32) -> Expr {
        if self.rng.chance(1, 4) {
            return self.expr(depth);
        }
        let op = self.compare_op();
        let next = depth.saturating_sub(1);
        Expr::Compare(op, Box::new(self.expr(next)), Box::new(self.expr(next)))
    }

    fn about_pointer(&mut self) -> Option<Expr> {
        let known: Vec<(VarId, VarId)> = self
            .arrays
            .iter()
            .copied()
            .filter(|(pointer, array)| self.scope.contains(pointer) && self.scope.contains(array))
            .collect();
        if known.is_empty() {
            return None;
        }
        let (pointer, array) = *self.rng.pick(&known);
        Some(Expr::Distance(pointer, array))
    }

    fn pure_call(&mut self) -> Expr {
        let fitting: Vec<usize> = (0..self.program.functions.len())
            .filter(|index| {
                let function = &self.program.functions[*index];
                function.role == Role::Pure
                    && matches!(function.result, Some(Type::Scalar(_)))
                    && self.affords(function.cost)
            })
            .collect();
        if fitting.is_empty() {
            return self.leaf();
        }
        let function = *self.rng.pick(&fitting);
        self.cost += self.program.functions[function].cost * self.times;
        let parameters = self.program.functions[function].parameters.clone();
        let mut arguments = Vec::new();
        for parameter in parameters {
            let ty = self.program.vars[parameter].ty.clone();
            arguments.push(match ty {
                Type::Scalar(_) => Value::Number(self.expr(1)),
                ty => {
                    let places = self.places_of(&ty);
                    match places.is_empty() {
                        true => Value::Zero,
                        false => Value::Whole(self.rng.pick(&places).clone()),
                    }
                }
            });
        }
        Expr::Call(Call { function, arguments, kernel: false })
    }
}
