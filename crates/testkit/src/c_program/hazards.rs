//! Programs that are hard on the order of accesses to memory: small arrays, so that addresses often meet, and loops of a few rounds in which what is
//! loaded decides about what is stored, where, and whether at all.
//!
//! A program is one kernel over one to three arrays, with calls of it whose arrays keep what the call before has left. Subscripts are affine in the loops around, constant,
//! the same in every round, made of data, or a number that only grows; where one may be out of range, the printer reduces it, so that it meets others all the more.

use super::tree::{
    Binary, Call, Change, Compare, Expr, For, Function, Grow, Place, Program, Role, Scalar, Shape, Step,
    Stmt, Storage, Type, Value, Var, VarId, While,
};
use base::Rng;

/// Rounds that the innermost statements of a kernel may be executed in.
const MOST_ROUNDS: u32 = 96;

/// An array, and whether the kernel writes to it.
#[derive(Clone)]
struct Array {
    var: VarId,
    shape: Vec<u32>,
    is_written: bool,
}

/// A variable of the kernel that only its loop or its caller sets, and its values.
#[derive(Clone, Copy)]
struct Counter {
    var: VarId,
    low: i64,
    high: i64,
}

pub(super) struct Hazards {
    rng: Rng,
    program: Program,
    arrays: Vec<Array>,
    /// The variables of the loops around, the innermost last.
    loops: Vec<Counter>,
    /// What the caller gives.
    given: Counter,
    /// What sums are kept in, and what was loaded last.
    sums: Vec<VarId>,
    /// A place in the first array that only goes up.
    growing: Option<Counter>,
    /// Statements that may still be written.
    left: u32,
    /// Rounds of the loops around.
    rounds: u32,
}

impl Hazards {
    pub fn new(seed: u64) -> Hazards {
        let given = Counter { var: 0, low: 0, high: 7 };
        let rng = Rng::new(seed ^ 0x4a2a_4d50);
        let (arrays, loops, sums) = (Vec::new(), Vec::new(), Vec::new());
        let program = Program::default();
        Hazards { rng, program, arrays, loops, given, sums, growing: None, left: 0, rounds: 1 }
    }

    pub fn generate(mut self) -> Program {
        let mut body = Vec::new();
        let mut parameters = self.parameters();
        self.own_array(&mut body);
        let given = self.var(Type::Scalar(Scalar::Int), 'n', Some((0, 7)));
        (self.given.var, self.program.vars[given].fixed) = (given, true);
        parameters.push(given);
        for _ in 0..1 + self.rng.below(2) {
            let sum = self.var(Type::Scalar(Scalar::UInt), 's', None);
            body.push(Stmt::Define(sum, Storage::Local, Value::Number(Expr::int(self.rng.between(0, 9)))));
            self.sums.push(sum);
        }
        self.growing_place(&mut body);
        self.left = 3 + self.rng.below(7) as u32;
        // Loops follow each other on the same arrays.
        while self.left > 0 {
            match self.rng.below(5) {
                0 => self.access(&mut body),
                1 => self.looped(&mut body),
                _ => self.counted(&mut body),
            }
        }
        let sums = self.sums.iter().map(|sum| Expr::Read(Place::of(*sum)));
        let all = sums.reduce(|a, b| binary(Binary::Xor, a, b)).unwrap_or(Expr::int(0));
        body.push(Stmt::Return(Some(Value::Number(all))));
        let result = Some(Type::Scalar(Scalar::UInt));
        self.program.functions.push(Function { role: Role::Kernel, result, parameters, body, cost: 0 });
        self.main();
        self.program
    }

    fn var(&mut self, ty: Type, letter: char, range: Option<(i64, i64)>) -> VarId {
        let var = Var { ty, letter, range, constant: false, fixed: false, addressed: false };
        self.program.vars.push(var);
        self.program.vars.len() - 1
    }

    /// Sometimes a place in the first array that only goes up.
    fn growing_place(&mut self, body: &mut Vec<Stmt>) {
        let &[size] = self.arrays[0].shape.as_slice() else { return };
        if self.rng.chance(1, 2) {
            return;
        }
        let (low, high) = (0, i64::from(size) - 1);
        let var = self.var(Type::Scalar(Scalar::Int), 'p', Some((low, high)));
        self.program.vars[var].fixed = true;
        body.push(Stmt::Define(var, Storage::Local, Value::Number(Expr::int(low))));
        self.growing = Some(Counter { var, low, high });
    }

    // ----- arrays -----

    fn array_type(&mut self) -> (Type, Vec<u32>) {
        let element = *self.rng.pick(&[
            Scalar::UInt,
            Scalar::UInt,
            Scalar::UInt,
            Scalar::Int,
            Scalar::Int,
            Scalar::UShort,
            Scalar::UChar,
            Scalar::ULong,
        ]);
        let shape = match self.rng.below(6) {
            0 => vec![2 + self.rng.below(3) as u32, 2 + self.rng.below(3) as u32],
            1 => vec![4 + self.rng.below(13) as u32],
            _ => vec![*self.rng.pick(&[4, 8, 8, 16])],
        };
        let ty =
            shape.iter().rev().fold(Type::Scalar(element), |ty, count| Type::Array(*count, Box::new(ty)));
        (ty, shape)
    }

    /// The arrays that the kernel is given. The first one is written to.
    fn parameters(&mut self) -> Vec<VarId> {
        for number in 0..1 + self.rng.below(3) {
            let (ty, shape) = self.array_type();
            let var = self.var(ty, 'a', None);
            let is_written = number == 0 || self.rng.bool();
            self.arrays.push(Array { var, shape, is_written });
        }
        self.arrays.iter().map(|array| array.var).collect()
    }

    /// Sometimes an array of the kernel's own.
    fn own_array(&mut self, body: &mut Vec<Stmt>) {
        if !self.rng.chance(1, 6) {
            return;
        }
        let (ty, shape) = (Type::Array(8, Box::new(Type::Scalar(Scalar::UInt))), vec![8]);
        let first = self.contents(&ty);
        let var = self.var(ty, 't', None);
        body.push(Stmt::Define(var, Storage::Local, first));
        self.arrays.push(Array { var, shape, is_written: true });
    }

    /// What an array begins with: many equal words, or different ones.
    fn contents(&mut self, ty: &Type) -> Value {
        let Type::Array(count, element) = ty else {
            return Value::Number(Expr::int(self.rng.between(0, 99)));
        };
        let parts: Vec<Value> = (0..*count).map(|_| self.contents(element)).collect();
        let is_one_value = element.scalar().is_some() && self.rng.chance(1, 4);
        Value::List(if is_one_value { vec![parts[0].clone(); parts.len()] } else { parts })
    }

    fn array(&mut self, is_written: bool) -> Array {
        let fitting: Vec<&Array> = self.arrays.iter().filter(|a| a.is_written || !is_written).collect();
        // Mostly the first, so that accesses meet.
        let at = if self.rng.chance(2, 3) { 0 } else { self.rng.index(fitting.len()) };
        fitting[at].clone()
    }

    // ----- subscripts -----

    fn cell(&mut self, array: &Array) -> Place {
        let steps = array.shape.iter().map(|size| Step::Index(self.subscript(*size))).collect();
        Place { root: array.var, steps }
    }

    fn subscript(&mut self, size: u32) -> Expr {
        if let Some(growing) = self.growing
            && self.rng.chance(1, 6)
        {
            return Expr::Read(Place::of(growing.var));
        }
        match self.rng.below(20) {
            0..11 => self.affine(size),
            11..14 => self.load(1),
            14 => Expr::Read(Place::of(*self.rng.pick(&self.sums))),
            15 => {
                let (a, b) = (self.counter(), self.load(1));
                binary(*self.rng.pick(&[Binary::Add, Binary::Xor]), a, b)
            }
            16 => {
                let times = binary(Binary::Mul, self.counter(), Expr::int(self.rng.between(2, 5)));
                binary(Binary::Rem, times, Expr::int(i64::from(size)))
            }
            17 => Expr::Read(Place::of(self.given.var)),
            _ => Expr::int(self.rng.between(0, i64::from(size) - 1)),
        }
    }

    /// A variable of a loop around, mostly of the innermost.
    fn around(&mut self) -> Option<Counter> {
        let last = self.loops.len().checked_sub(1)?;
        let at = if self.rng.chance(2, 3) { last } else { self.rng.index(last + 1) };
        Some(self.loops[at])
    }

    fn counter(&mut self) -> Expr {
        let counter = self.around().unwrap_or(self.given);
        Expr::Read(Place::of(counter.var))
    }

    /// A subscript that is affine in loops around, at a place where it stays in range if there is one.
    fn affine(&mut self, size: u32) -> Expr {
        let Some(Counter { var, low, high }) = self.around() else {
            return Expr::int(self.rng.between(0, i64::from(size) - 1));
        };
        let last = i64::from(size) - 1;
        let i = Expr::Read(Place::of(var));
        if self.rng.chance(1, 6) {
            // Two loops, or one twice.
            let other = self.counter();
            return binary(Binary::Add, i, other);
        }
        let factor = *self.rng.pick(&[1, 1, 1, 1, 2, 3, -1]);
        if factor < 0 {
            let from = if high <= last { self.rng.between(high, last) } else { high };
            return binary(Binary::Sub, Expr::int(from), i);
        }
        let (least, most) = (-low * factor, last - high * factor);
        // Near to the smallest, so that the distances are small.
        let most = most.min(least + 5);
        let offset = if least <= most { self.rng.between(least, most) } else { self.rng.between(0, 5) };
        let product = if factor == 1 { i } else { binary(Binary::Mul, i, Expr::int(factor)) };
        match offset {
            0 => product,
            ..0 => binary(Binary::Sub, product, Expr::int(-offset)),
            _ => binary(Binary::Add, product, Expr::int(offset)),
        }
    }

    // ----- numbers -----

    /// What a cell holds; subscripts of so many levels may be made of data.
    fn load(&mut self, depth: u32) -> Expr {
        let array = self.array(false);
        if depth == 0 {
            return Expr::Read(self.cell(&array));
        }
        let steps = array.shape.iter().map(|size| Step::Index(self.affine(*size))).collect();
        Expr::Read(Place { root: array.var, steps })
    }

    fn number(&mut self, depth: u32) -> Expr {
        match self.rng.below(if depth == 0 { 6 } else { 10 }) {
            0..3 => self.load(0),
            3 => self.counter(),
            4 => Expr::Read(Place::of(*self.rng.pick(&self.sums))),
            5 => Expr::int(self.rng.between(0, 9)),
            6 => {
                let (c, a, b) = (self.condition(), self.number(depth - 1), self.number(depth - 1));
                Expr::Choose(Box::new(c), Box::new(a), Box::new(b))
            }
            _ => {
                let op = self.operator();
                binary(op, self.number(depth - 1), self.number(depth - 1))
            }
        }
    }

    fn operator(&mut self) -> Binary {
        *self.rng.pick(&[Binary::Add, Binary::Add, Binary::Sub, Binary::Xor, Binary::Mul, Binary::Or])
    }

    /// A condition, mostly on what is loaded.
    fn condition(&mut self) -> Expr {
        let value = if self.rng.chance(3, 4) { self.load(0) } else { self.counter() };
        match self.rng.below(3) {
            0 => binary(Binary::And, value, Expr::int(1 << self.rng.below(3))),
            1 => compare(*self.rng.pick(&[Compare::Lt, Compare::Ne]), value, self.number(0)),
            _ => compare(Compare::Gt, value, Expr::int(self.rng.between(0, 50))),
        }
    }

    // ----- statements -----

    fn body(&mut self, rounds: u32) -> Vec<Stmt> {
        let outer = self.rounds;
        self.rounds *= rounds.max(1);
        let mut body = Vec::new();
        for _ in 0..1 + self.rng.below(4) {
            match self.rng.below(10) {
                0 | 1 => self.counted(&mut body),
                2 => self.looped(&mut body),
                3 => self.branch(&mut body),
                4 => self.told_apart(&mut body),
                5 => self.grow(&mut body),
                _ => self.access(&mut body),
            }
        }
        self.rounds = outer;
        body
    }

    fn access(&mut self, body: &mut Vec<Stmt>) {
        self.left = self.left.saturating_sub(1);
        if self.rng.chance(1, 6) {
            let (op, value) = (self.operator(), self.load(0));
            let sum = Place::of(*self.rng.pick(&self.sums));
            return body.push(Stmt::Change(sum, Change::Assign(Some(op), Box::new(value))));
        }
        let array = self.array(true);
        let cell = self.cell(&array);
        let change = match self.rng.below(5) {
            0 => Change::Step { down: false, postfix: true },
            1 | 2 => Change::Assign(Some(self.operator()), Box::new(self.number(1))),
            _ => Change::Assign(None, Box::new(self.number(2))),
        };
        body.push(Stmt::Change(cell, change));
    }

    fn branch(&mut self, body: &mut Vec<Stmt>) {
        let condition = self.condition();
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        (0..1 + self.rng.below(2)).for_each(|_| self.access(&mut then));
        if self.rng.chance(1, 3) {
            self.access(&mut otherwise);
        }
        if self.rng.chance(1, 6) {
            self.counted(&mut then);
        }
        body.push(Stmt::If(condition, then, otherwise));
    }

    /// An access at the place that grows, where it does.
    fn grow(&mut self, body: &mut Vec<Stmt>) {
        let Some(growing) = self.growing else { return self.access(body) };
        self.left = self.left.saturating_sub(1);
        let steps = vec![Step::Index(Expr::Read(Place::of(growing.var)))];
        let cell = Place { root: self.arrays[0].var, steps };
        let change = Change::Assign(None, Box::new(self.number(1)));
        let mut inner = vec![Stmt::Change(cell, change)];
        if self.rng.chance(1, 2) {
            self.access(&mut inner);
        }
        let (condition, step) = (self.condition(), self.rng.between(1, 2));
        body.push(Stmt::Grow(Box::new(Grow { var: growing.var, step, condition, body: inner })));
    }

    /// Accesses by the variables of two loops, where a comparison of these says whether they meet.
    fn told_apart(&mut self, body: &mut Vec<Stmt>) {
        let &[.., a, b] = self.loops.as_slice() else { return self.branch(body) };
        let array = self.array(true);
        let &[size] = array.shape.as_slice() else { return self.branch(body) };
        if a.high.max(b.high) >= i64::from(size) {
            return self.branch(body);
        }
        self.left = self.left.saturating_sub(1);
        let read = |counter: Counter| Expr::Read(Place::of(counter.var));
        let cell = |counter| Place { root: array.var, steps: vec![Step::Index(read(counter))] };
        let sense = *self.rng.pick(&[Compare::Ne, Compare::Ne, Compare::Lt, Compare::Gt]);
        let [to, from] = if self.rng.bool() { [a, b] } else { [b, a] };
        let made = Expr::Read(cell(from));
        let change = Change::Assign(Some(self.operator()), Box::new(made));
        let mut inner = vec![Stmt::Change(cell(to), change)];
        if self.rng.chance(1, 3) {
            self.access(&mut inner);
        }
        body.push(Stmt::If(compare(sense, read(a), read(b)), inner, Vec::new()));
    }

    fn counted(&mut self, body: &mut Vec<Stmt>) {
        let count = 2 + self.rng.below(7) as u32;
        if self.rounds * count > MOST_ROUNDS || self.loops.len() == 3 {
            return self.access(body);
        }
        self.left = self.left.saturating_sub(1);
        let step = if self.rng.chance(1, 5) { 2 } else { 1 };
        let low = if self.rng.chance(1, 4) { self.rng.between(1, 3) } else { 0 };
        let end = low + i64::from(count) * step;
        let (shape, low, counter) = match self.rng.below(10) {
            0 => (Shape::LessEqual, low, (low, end - step)),
            1 => (Shape::Greater, low, (low + step, end)),
            // As many rounds as the caller, a loop around, or a cell says.
            2 | 3 => {
                let bound = if self.rng.chance(1, 3) { self.load(0) } else { self.counter() };
                (Shape::Bound(bound), 0, (0, 6))
            }
            _ => (Shape::Less, low, (low, end - step)),
        };
        let ty = *self.rng.pick(&[Scalar::Int, Scalar::Int, Scalar::UInt]);
        let var = self.var(Type::Scalar(ty), 'i', Some(counter));
        self.program.vars[var].fixed = true;
        self.loops.push(Counter { var, low: counter.0, high: counter.1 });
        let inner = self.body(count);
        self.loops.pop();
        let counted = For { var, shape, low, count, step, outside: false, body: inner };
        body.push(Stmt::For(Box::new(counted)));
    }

    /// A loop that ends by what it loads.
    fn looped(&mut self, body: &mut Vec<Stmt>) {
        let count = 2 + self.rng.below(7) as u32;
        if self.rounds * count > MOST_ROUNDS {
            return self.access(body);
        }
        self.left = self.left.saturating_sub(1);
        let fuel = self.var(Type::Scalar(Scalar::Int), 'w', Some((0, i64::from(count))));
        self.program.vars[fuel].fixed = true;
        let condition = self.condition();
        let style = self.rng.below(5) as u8;
        self.loops.push(Counter { var: fuel, low: 0, high: i64::from(count) });
        let inner = self.body(count);
        self.loops.pop();
        body.push(Stmt::While(Box::new(While { fuel, count, condition, style, body: inner })));
    }

    // ----- main -----

    fn main(&mut self) {
        let mut body = Vec::new();
        let parameters = self.program.functions[0].parameters.clone();
        let (given, arrays) = parameters.split_last().expect("there is always a number");
        let mut own = Vec::new();
        for parameter in arrays {
            let ty = self.program.vars[*parameter].ty.clone();
            let first = self.contents(&ty);
            let var = self.var(ty, 'v', None);
            body.push(Stmt::Define(var, Storage::Local, first));
            own.push(var);
        }
        let result = self.var(self.program.vars[*given].ty.clone(), 'r', None);
        self.program.vars[result].ty = Type::Scalar(Scalar::UInt);
        body.push(Stmt::Define(result, Storage::Local, Value::Number(Expr::int(0))));
        for _ in 0..1 + self.rng.below(3) {
            let whole = own.iter().map(|var| Value::Whole(Place::of(*var)));
            let number = Value::Number(Expr::int(self.rng.between(0, 7)));
            let call = Call { function: 0, arguments: whole.chain([number]).collect(), kernel: true };
            body.push(Stmt::Call(Some(Place::of(result)), call));
            body.push(Stmt::Dump(result));
        }
        body.extend(own.into_iter().map(Stmt::Dump));
        body.push(Stmt::Return(Some(Value::Number(Expr::int(0)))));
        let result = Some(Type::Scalar(Scalar::Int));
        self.program.functions.push(Function {
            role: Role::Main,
            result,
            parameters: Vec::new(),
            body,
            cost: 0,
        });
    }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn compare(op: Compare, a: Expr, b: Expr) -> Expr {
    Expr::Compare(op, Box::new(a), Box::new(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_programs_has_places_that_grow() {
        let grows = |seed: &u64| format!("{:?}", Hazards::new(*seed).generate()).contains("Grow {");
        let count = (0..300).filter(grows).count();
        assert!(count > 40, "{count} of 300");
    }
}
