//! The generator's state, and everything about functions and variables: what is in reach, what a program consists of.

use super::tree::{
    Call, Expr, Function, Place, Program, Role, Scalar, Step, Stmt, Storage, Type, Value, Var, VarId,
};
use base::Rng;

/// About how many statements a function may execute.
const COST: u64 = 2_000;
/// The same for `main`.
const MAIN_COST: u64 = 12_000;

pub(super) struct Gen {
    pub rng: Rng,
    /// Whether there are floating numbers.
    pub floats: bool,
    pub program: Program,
    /// Variables in reach.
    pub scope: Vec<VarId>,
    /// Where in the scope the function's own variables begin.
    pub own: usize,
    pub role: Role,
    pub result: Option<Type>,
    /// How often the current statement is executed in a call.
    pub times: u64,
    /// Statements executed so far.
    pub cost: u64,
    /// Statements that may still be written.
    pub left: i32,
    /// Whether the variables in the making belong to the function's outermost block.
    pub outermost: bool,
    pub can_break: bool,
    pub can_continue: bool,
    pub labels: Vec<usize>,
    pub next_label: usize,
    /// The variable that the expression in the making may change, and that nothing else in it reads.
    pub hidden: Option<VarId>,
    /// Whether the change is still to be placed.
    pub change: bool,
    /// The arrays of the pointers.
    pub arrays: Vec<(VarId, VarId)>,
    /// The arrays that the kernel being called is given, or parts of which.
    lent: Vec<VarId>,
}

/// The types of variables, the frequent ones more than once, floating ones last.
const SCALARS: &[Scalar] = &[
    Scalar::Int,
    Scalar::Int,
    Scalar::Int,
    Scalar::Int,
    Scalar::UInt,
    Scalar::UInt,
    Scalar::Bool,
    Scalar::Char,
    Scalar::SChar,
    Scalar::UChar,
    Scalar::UChar,
    Scalar::Short,
    Scalar::UShort,
    Scalar::Long,
    Scalar::ULong,
    Scalar::LLong,
    Scalar::ULLong,
    Scalar::Float,
    Scalar::Float,
    Scalar::Double,
    Scalar::Double,
];

/// How many of them are integers.
const INTEGERS: usize = 17;

impl Gen {
    pub fn new(seed: u64, floats: bool) -> Gen {
        Gen {
            rng: Rng::new(seed),
            floats,
            program: Program::default(),
            scope: Vec::new(),
            own: 0,
            role: Role::Main,
            result: None,
            times: 1,
            cost: 0,
            left: 0,
            outermost: true,
            can_break: false,
            can_continue: false,
            labels: Vec::new(),
            next_label: 0,
            hidden: None,
            change: false,
            arrays: Vec::new(),
            lent: Vec::new(),
        }
    }

    pub fn generate(mut self) -> Program {
        for _ in 0..self.rng.below(3) {
            let negative = self.rng.chance(1, 3);
            let mut value = if negative { self.rng.between(-9, -1) } else { self.rng.between(0, 3) };
            let mut values = Vec::new();
            for _ in 0..=self.rng.below(4) {
                values.push(value);
                value += self.rng.between(1, 6);
            }
            self.program.enums.push(values);
        }
        for _ in 0..self.rng.below(3) {
            let members = (0..=1 + self.rng.below(3)).map(|_| self.member()).collect();
            self.program.structs.push(members);
        }
        for _ in 0..1 + self.rng.below(4) {
            self.global();
        }
        for role in [Role::Pure, Role::Helper, Role::Bench] {
            for _ in 0..self.rng.below(3) {
                self.function(role);
            }
        }
        for _ in 0..=self.rng.below(2) {
            self.function(Role::Kernel);
        }
        self.main();
        self.program
    }

    pub fn scalar(&mut self) -> Scalar {
        if !self.program.enums.is_empty() && self.rng.chance(1, 15) {
            let index = self.rng.index(self.program.enums.len());
            let negative = self.program.enums[index][0] < 0;
            return Scalar::Enum { index: index as u8, negative };
        }
        *self.rng.pick(if self.floats { SCALARS } else { &SCALARS[..INTEGERS] })
    }

    fn member(&mut self) -> Type {
        match self.rng.below(6) {
            0 => self.array(1, 3),
            1 if !self.program.structs.is_empty() => Type::Struct(self.rng.index(self.program.structs.len())),
            _ => Type::Scalar(self.scalar()),
        }
    }

    fn array(&mut self, low: u64, more: u64) -> Type {
        let count = low + self.rng.below(more + 1);
        Type::Array(count as u32, Box::new(Type::Scalar(self.scalar())))
    }

    /// A type for a variable.
    pub fn ty(&mut self) -> Type {
        match self.rng.below(12) {
            0..6 => Type::Scalar(self.scalar()),
            6 => {
                let row = self.array(1, 4);
                Type::Array(1 + self.rng.below(4) as u32, Box::new(row))
            }
            7 if !self.program.structs.is_empty() => Type::Struct(self.rng.index(self.program.structs.len())),
            8 if !self.program.structs.is_empty() => {
                let structure = Type::Struct(self.rng.index(self.program.structs.len()));
                Type::Array(1 + self.rng.below(4) as u32, Box::new(structure))
            }
            7..10 => self.array(2, 8),
            _ => Type::Array(1 << (1 + self.rng.below(3)), Box::new(Type::Scalar(self.scalar()))),
        }
    }

    pub fn var(&mut self, ty: Type, letter: char) -> VarId {
        let var = Var { ty, letter, range: None, constant: false, fixed: false, addressed: false };
        self.program.vars.push(var);
        self.program.vars.len() - 1
    }

    /// Sometimes keeps an integer small, so that arithmetic with it cannot overflow.
    fn keep_small(&mut self, var: VarId) {
        let Some(ty) = self.program.vars[var].ty.scalar() else { return };
        if ty.int().is_some_and(|(width, _)| width >= 32)
            && !matches!(ty, Scalar::Enum { .. })
            && self.rng.chance(1, 2)
        {
            let high = *self.rng.pick(&[10, 100, 1000]);
            let signed = ty.limits().0 < 0;
            self.program.vars[var].range = Some((if signed { -high } else { 0 }, high));
        }
    }

    fn global(&mut self) {
        let ty = self.ty();
        let var = self.var(ty.clone(), 'g');
        let text = self.rng.chance(1, 6);
        let value = if text { self.text(var) } else { self.initial(&ty, true) };
        self.program.vars[var].constant = text || self.rng.chance(1, 3);
        self.program.vars[var].addressed = true;
        self.program.globals.push((var, value));
        self.scope.push(var);
    }

    /// Makes a variable a string.
    fn text(&mut self, var: VarId) -> Value {
        let text: String =
            (0..self.rng.below(9)).map(|_| (b'a' + self.rng.below(26) as u8) as char).collect();
        let ty = Type::Array(text.len() as u32 + 1, Box::new(Type::Scalar(Scalar::Char)));
        self.program.vars[var].ty = ty;
        Value::Text(text)
    }

    /// What a variable begins with; only constants if it is static.
    pub fn initial(&mut self, ty: &Type, constant: bool) -> Value {
        match ty {
            Type::Scalar(ty) if constant => Value::Number(self.constant(*ty)),
            Type::Scalar(_) => Value::Number(self.expr(3)),
            Type::Struct(index) => {
                let members = self.program.structs[*index].clone();
                let places = if constant { Vec::new() } else { self.places_of(ty) };
                match self.rng.below(6) {
                    0 => Value::Zero,
                    1..3 if !places.is_empty() => Value::Whole(self.rng.pick(&places).clone()),
                    3 => {
                        let at = self.rng.index(members.len());
                        Value::Named(vec![(at, self.initial(&members[at], constant))])
                    }
                    _ => Value::List(members.iter().map(|ty| self.initial(ty, constant)).collect()),
                }
            }
            Type::Array(count, element) => match self.rng.below(6) {
                0 => Value::Zero,
                1 => {
                    let mut parts = Vec::new();
                    let mut at = self.rng.below(u64::from(*count));
                    while at < u64::from(*count) {
                        parts.push((at as usize, self.initial(element, constant)));
                        at += 1 + self.rng.below(3);
                    }
                    Value::Named(parts)
                }
                2 if **element == Type::Scalar(Scalar::Char) && *count > 3 => Value::Text("ab!".into()),
                _ => {
                    let given = 1 + self.rng.below(u64::from(*count));
                    Value::List((0..given).map(|_| self.initial(element, constant)).collect())
                }
            },
            Type::Pointer(..) => Value::Null,
        }
    }

    fn parameter(&mut self, role: Role) -> VarId {
        let structs = self.program.structs.len();
        let ty = match self.rng.below(10) {
            0..3 => Type::Scalar(self.scalar()),
            3 if structs > 0 => Type::Struct(self.rng.index(structs)),
            _ if role == Role::Pure => Type::Scalar(self.scalar()),
            4 => {
                let row = self.array(2, 3);
                Type::Array(2 + self.rng.below(3) as u32, Box::new(row))
            }
            5 if structs > 0 => {
                let to = Box::new(Type::Struct(self.rng.index(structs)));
                let count = 1 + self.rng.below(3) as u32;
                if self.rng.bool() { Type::Pointer(count, to) } else { Type::Array(count, to) }
            }
            6 | 7 => Type::Pointer(1 + self.rng.below(5) as u32, Box::new(Type::Scalar(self.scalar()))),
            _ => self.array(3, 7),
        };
        let var = self.var(ty, 'p');
        self.keep_small(var);
        var
    }

    fn function(&mut self, role: Role) {
        let outer = self.scope.len();
        self.own = outer;
        self.role = role;
        self.cost = 0;
        self.left = 3 + self.rng.below(if role == Role::Kernel { 14 } else { 7 }) as i32;
        let many = if role == Role::Kernel { 1 + self.rng.below(4) } else { self.rng.below(4) };
        let parameters: Vec<VarId> = (0..many).map(|_| self.parameter(role)).collect();
        self.scope.extend(&parameters);
        self.result = match self.rng.below(6) {
            0 if role != Role::Pure => None,
            1 if !self.program.structs.is_empty() => self.flat_struct(),
            _ => Some(Type::Scalar(self.scalar())),
        };
        let mut body = self.open_statements();
        let result = self.result.clone();
        if let Some(ty) = &result {
            let value = self.result_value(ty);
            body.push(Stmt::Return(Some(value)));
        }
        self.scope.truncate(outer);
        let cost = self.cost + 5;
        self.program.functions.push(Function { role, result, parameters, body, cost });
    }

    /// A structure without arrays, which a kernel can return.
    fn flat_struct(&mut self) -> Option<Type> {
        fn flat(program: &Program, ty: &Type) -> bool {
            match ty {
                Type::Scalar(_) => true,
                Type::Struct(index) => program.structs[*index].iter().all(|ty| flat(program, ty)),
                _ => false,
            }
        }
        let all: Vec<Type> = (0..self.program.structs.len()).map(Type::Struct).collect();
        let ty = self.rng.pick(&all).clone();
        if flat(&self.program, &ty) { Some(ty) } else { Some(Type::Scalar(Scalar::Int)) }
    }

    /// What a function returns.
    pub fn result_value(&mut self, ty: &Type) -> Value {
        self.initial(ty, false)
    }

    fn main(&mut self) {
        let outer = self.scope.len();
        self.own = outer;
        self.role = Role::Main;
        self.cost = 0;
        self.result = Some(Type::Scalar(Scalar::Int));
        let mut body = Vec::new();
        if self.rng.bool() {
            body.push(Stmt::Seed(self.rng.below(1000) as u32));
        }
        for _ in 0..1 + self.rng.below(4) {
            self.define(&mut body);
        }
        self.left = 4 + self.rng.below(8) as i32;
        let statements = self.open_statements();
        body.extend(statements);
        let kernels: Vec<usize> = (0..self.program.functions.len())
            .filter(|index| self.program.functions[*index].role == Role::Kernel)
            .collect();
        for kernel in kernels {
            for _ in 0..=self.rng.below(2) {
                self.call_of(kernel, &mut body);
            }
        }
        self.left = self.rng.below(4) as i32;
        let statements = self.open_statements();
        body.extend(statements);
        for var in self.scope.clone() {
            if !matches!(self.program.vars[var].ty, Type::Pointer(..)) && !self.program.vars[var].constant {
                body.push(Stmt::Dump(var));
            }
        }
        // What `malloc` gave is gone by then.
        let status = self.small_index();
        let status = Expr::Binary(super::tree::Binary::And, Box::new(status), Box::new(Expr::int(127)));
        body.push(Stmt::Return(Some(Value::Number(status))));
        self.scope.truncate(outer);
        let function =
            Function { role: Role::Main, result: self.result.clone(), parameters: Vec::new(), body, cost: 0 };
        self.program.functions.push(function);
    }

    /// Whether so many more statements may be executed.
    pub fn affords(&self, cost: u64) -> bool {
        let limit = if self.role == Role::Main { MAIN_COST } else { COST };
        self.cost + cost.saturating_mul(self.times) <= limit
    }

    /// Defines a local variable.
    pub fn define(&mut self, body: &mut Vec<Stmt>) {
        let ty = self.ty();
        self.define_as(ty, body);
    }

    pub fn define_as(&mut self, ty: Type, body: &mut Vec<Stmt>) -> VarId {
        let storage = match (&ty, self.role) {
            (Type::Array(_, element), Role::Main)
                if self.outermost && !matches!(**element, Type::Array(..)) && self.rng.chance(1, 4) =>
            {
                if self.rng.bool() { Storage::Malloc } else { Storage::Calloc }
            }
            (_, Role::Pure) => Storage::Local,
            _ if self.rng.chance(1, 8) => Storage::Static,
            _ => Storage::Local,
        };
        let value = match storage {
            Storage::Local => self.initial(&ty, false),
            Storage::Static => self.initial(&ty, true),
            _ => Value::Zero,
        };
        let var = self.var(ty, if storage == Storage::Static { 's' } else { 'v' });
        match self.rng.below(6) {
            0 => self.program.vars[var].addressed = true,
            1 if matches!(value, Value::Number(_)) => self.program.vars[var].constant = true,
            2..4 if storage == Storage::Local => self.keep_small(var),
            _ => {}
        }
        body.push(Stmt::Define(var, storage, value));
        self.scope.push(var);
        var
    }

    /// Whether the current function may change a variable.
    pub fn writable(&self, at: usize) -> bool {
        let var = &self.program.vars[self.scope[at]];
        !var.constant
            && !var.fixed
            && Some(self.scope[at]) != self.hidden
            && (at >= self.own || self.role != Role::Pure)
    }

    /// Places of a type that is no number, in reach.
    pub fn places_of(&mut self, ty: &Type) -> Vec<Place> {
        let mut places = Vec::new();
        for var in self.scope.clone() {
            match &self.program.vars[var].ty {
                found if found == ty => places.push(Place::of(var)),
                Type::Array(_, element) | Type::Pointer(_, element) if **element == *ty => {
                    let index = self.small_index();
                    places.push(Place { root: var, steps: vec![Step::Index(index)] });
                }
                _ => {}
            }
        }
        places
    }

    /// Notes that the kernel being called gets an array, or a part of one; `false` if it cannot, as it may write to the array in another way.
    fn lend(&mut self, var: VarId) -> bool {
        let known = self.arrays.iter().find(|(pointer, _)| *pointer == var);
        let var = known.map_or(var, |(_, array)| *array);
        // A kernel may know a global by its name.
        let global = matches!(self.program.vars[var].letter, 'g' | 's');
        let again = self.lent.contains(&var);
        self.lent.push(var);
        !again && !global
    }

    /// An argument for a parameter of a kernel, or of another function; may define a variable for it.
    fn argument(&mut self, parameter: VarId, kernel: bool, body: &mut Vec<Stmt>) -> Value {
        let ty = self.program.vars[parameter].ty.clone();
        match &ty {
            Type::Scalar(_) => Value::Number(self.expr(2)),
            Type::Struct(_) => self.initial(&ty, false),
            Type::Array(..) => {
                let fitting: Vec<VarId> = (0..self.scope.len())
                    .filter(|at| self.writable(*at) && self.program.vars[self.scope[*at]].ty == ty)
                    .map(|at| self.scope[at])
                    .collect();
                if !fitting.is_empty() && self.rng.chance(4, 5) {
                    let var = *self.rng.pick(&fitting);
                    if !kernel || self.lend(var) {
                        return Value::Whole(Place::of(var));
                    }
                }
                let var = self.mutable(ty, body);
                self.lend(var);
                Value::Whole(Place::of(var))
            }
            Type::Pointer(count, to) => {
                let fitting = self.pointees(*count, to);
                let offset = if kernel && self.rng.bool() { Expr::int(0) } else { self.small_index() };
                if !fitting.is_empty() && self.rng.chance(5, 6) {
                    let place = self.rng.pick(&fitting).clone();
                    if !kernel || self.lend(place.root) {
                        return Value::Pointer(place, offset);
                    }
                }
                let array = Type::Array(count + self.rng.below(4) as u32, to.clone());
                let var = self.mutable(array, body);
                self.lend(var);
                Value::Pointer(Place::of(var), offset)
            }
        }
    }

    fn mutable(&mut self, ty: Type, body: &mut Vec<Stmt>) -> VarId {
        let value = self.initial(&ty, false);
        let var = self.var(ty, 'v');
        body.push(Stmt::Define(var, Storage::Local, value));
        self.scope.push(var);
        var
    }

    /// Places that a pointer to so many of a type can be made from.
    pub fn pointees(&mut self, count: u32, to: &Type) -> Vec<Place> {
        let mut places = Vec::new();
        for at in 0..self.scope.len() {
            if !self.writable(at) {
                continue;
            }
            let var = self.scope[at];
            let info = &self.program.vars[var];
            match &info.ty {
                Type::Array(there, element) | Type::Pointer(there, element)
                    if **element == *to && *there >= count =>
                {
                    places.push(Place::of(var));
                }
                Type::Array(_, row) if matches!(&**row, Type::Array(there, element) if **element == *to && *there >= count) =>
                {
                    let index = self.small_index();
                    places.push(Place { root: var, steps: vec![Step::Index(index)] });
                }
                ty if ty == to && count == 1 && info.addressed && info.range.is_none() => {
                    places.push(Place::of(var));
                }
                _ => {}
            }
        }
        places
    }

    /// Calls a function by a statement.
    pub fn call_of(&mut self, function: usize, body: &mut Vec<Stmt>) {
        let cost = self.program.functions[function].cost;
        if !self.affords(cost) {
            return;
        }
        self.cost += cost * self.times;
        let parameters = self.program.functions[function].parameters.clone();
        self.lent.clear();
        let kernel = self.program.functions[function].role == Role::Kernel;
        let arguments = parameters.iter().map(|parameter| self.argument(*parameter, kernel, body)).collect();
        let kernel = kernel && self.rng.chance(3, 4);
        let call = Call { function, arguments, kernel };
        let Some(result) = self.program.functions[function].result.clone() else {
            return body.push(Stmt::Call(None, call));
        };
        // A place of its own, so that it does not matter what is evaluated first, the place or the call.
        let fitting: Vec<VarId> = (self.own..self.scope.len())
            .filter(|at| self.writable(*at) && !self.program.vars[self.scope[*at]].addressed)
            .map(|at| self.scope[at])
            .filter(|var| match (&self.program.vars[*var].ty, &result) {
                (Type::Scalar(_), Type::Scalar(_)) => true,
                (ty, result) => ty == result,
            })
            .collect();
        if !fitting.is_empty() && self.rng.bool() {
            let place = Place::of(*self.rng.pick(&fitting));
            return body.push(Stmt::Call(Some(place), call));
        }
        let ty = if self.rng.bool() && result.scalar().is_some() {
            Type::Scalar(self.scalar())
        } else {
            result.clone()
        };
        // A call as initialiser is not guarded against values out of range, so the type must take every result.
        let ty = match (ty.scalar(), result.scalar()) {
            (Some(to), Some(from)) if to.int().is_some() != from.int().is_some() => result,
            _ => ty,
        };
        let var = self.var(ty, 'v');
        body.push(Stmt::Define(var, Storage::Local, Value::Call(call)));
        self.scope.push(var);
    }

    /// A function that the current one may call by a statement.
    pub fn callee(&mut self) -> Option<usize> {
        let role = self.role;
        let may = |callee: Role| match callee {
            Role::Pure => true,
            Role::Helper => role != Role::Pure,
            Role::Bench => matches!(role, Role::Bench | Role::Main),
            Role::Kernel => role == Role::Main,
            Role::Main => false,
        };
        let all: Vec<usize> = (0..self.program.functions.len())
            .filter(|index| may(self.program.functions[*index].role))
            .collect();
        if all.is_empty() { None } else { Some(*self.rng.pick(&all)) }
    }
}
