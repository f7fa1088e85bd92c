//! Statements of generated programs. Loops end because of how they are written; what follows from that about their variables is kept as a range.

use super::r#gen::Gen;
use super::tree::{
    Binary, Case, Change, Collect, Expr, For, Place, Role, Scalar, Shape, Stmt, Storage, Type, Value, VarId,
    Walk, While,
};

impl Gen {
    /// The statements of a block.
    pub fn statements(&mut self) -> Vec<Stmt> {
        let (scope, outermost) = (self.scope.len(), self.outermost);
        self.outermost = false;
        let body = self.open_statements();
        self.outermost = outermost;
        self.scope.truncate(scope);
        body
    }

    /// Statements whose variables stay in reach.
    pub fn open_statements(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        let many = 1 + self.rng.below(5);
        let mut written = 0;
        while self.left > 0 && (written < many || self.outermost) {
            written += 1;
            self.left -= 1;
            self.cost += self.times;
            self.statement(&mut body);
        }
        body
    }

    fn statement(&mut self, body: &mut Vec<Stmt>) {
        match self.rng.below(60) {
            0..8 => self.define(body),
            8..20 => self.change_of_place(body),
            20..23 => self.set_struct(body),
            23..26 => {
                if let Some(function) = self.callee() {
                    self.call_of(function, body);
                }
            }
            26..29 if self.role == Role::Main && self.rng.chance(1, 4) => {
                let vars = self.written();
                if let Some(place) = self.number_place(&vars) {
                    body.push(Stmt::Random(place, 1 + self.rng.below(1000) as u32));
                }
            }
            26..29 => self.print(body),
            29..35 => self.branch(body),
            35..43 => self.counted(body),
            43..45 => self.looped(body),
            45..48 => self.switch(body),
            48 => {
                let block = self.statements();
                body.push(Stmt::Block(block));
            }
            49..52 => self.jump(body),
            52 => self.labelled(body),
            53 => self.bytes(body),
            54 => self.walk(body),
            55 => self.collect(body),
            56 | 57 => self.pointer(body),
            58 => self.maybe_pointer(body),
            _ => {
                let value = self.with_change(|this| this.expr(3));
                body.push(Stmt::Expr(value));
            }
        }
    }

    fn written(&mut self) -> Vec<VarId> {
        (0..self.scope.len()).filter(|at| self.may_write(*at)).map(|at| self.scope[at]).collect()
    }

    /// As `writable`, but a fixed pointer can be written through.
    fn may_write(&self, at: usize) -> bool {
        let var = &self.program.vars[self.scope[at]];
        let pointer = matches!(var.ty, Type::Pointer(..)) && (at >= self.own || self.role != Role::Pure);
        self.writable(at) || pointer
    }

    fn change_of_place(&mut self, body: &mut Vec<Stmt>) {
        let made = self.with_change(|this| {
            let vars = this.written();
            // The place may be written twice, so nothing changes in it.
            let change = std::mem::take(&mut this.change);
            let place = this.number_place(&vars)?;
            this.change = change;
            let change = match this.rng.below(8) {
                0..3 => Change::Assign(None, Box::new(this.expr(4))),
                3..6 => {
                    let op = this.binary_op();
                    Change::Assign(Some(op), Box::new(this.expr(3)))
                }
                _ => Change::Step { down: this.rng.bool(), postfix: this.rng.bool() },
            };
            Some(Stmt::Change(place, change))
        });
        match made {
            Some(stmt) => body.push(stmt),
            None => self.define(body),
        }
    }

    fn set_struct(&mut self, body: &mut Vec<Stmt>) {
        if self.program.structs.is_empty() {
            return self.change_of_place(body);
        }
        let ty = Type::Struct(self.rng.index(self.program.structs.len()));
        let places = self.places_of(&ty);
        let vars = self.written();
        let written: Vec<Place> = places.iter().filter(|place| vars.contains(&place.root)).cloned().collect();
        if written.is_empty() {
            self.define_as(ty, body);
            return;
        }
        let to = self.rng.pick(&written).clone();
        let value = match self.rng.below(3) {
            0 => Value::Whole(self.rng.pick(&places).clone()),
            1 => {
                let (a, b) = (self.rng.pick(&places).clone(), self.rng.pick(&places).clone());
                Value::Either(self.condition(2), a, b)
            }
            _ => self.initial(&ty, false),
        };
        body.push(Stmt::Set(to, value));
    }

    fn print(&mut self, body: &mut Vec<Stmt>) {
        if !matches!(self.role, Role::Main | Role::Bench) || self.times > 30 {
            return self.change_of_place(body);
        }
        let texts: Vec<VarId> = self
            .program
            .globals
            .iter()
            .filter(|(_, value)| matches!(value, Value::Text(_)))
            .map(|(var, _)| *var)
            .filter(|var| self.program.vars[*var].constant && self.scope.contains(var))
            .collect();
        if !texts.is_empty() && self.rng.chance(1, 4) {
            return body.push(Stmt::PrintText(*self.rng.pick(&texts)));
        }
        let numbers = self.with_change(|this| {
            let many = 1 + this.rng.below(3);
            (0..many).map(|_| (this.rng.below(256) as u8, this.expr(2))).collect()
        });
        body.push(Stmt::Print(numbers));
    }

    fn branch(&mut self, body: &mut Vec<Stmt>) {
        let condition = self.with_change(|this| this.condition(3));
        let then = self.statements();
        let otherwise = if self.rng.bool() { self.statements() } else { Vec::new() };
        body.push(Stmt::If(condition, then, otherwise));
    }

    /// The body of a loop that goes round so often.
    fn loop_body(&mut self, times: u64) -> Vec<Stmt> {
        let (outer, breaks, continues) = (self.times, self.can_break, self.can_continue);
        self.times *= times.max(1);
        (self.can_break, self.can_continue) = (true, true);
        let body = self.statements();
        (self.times, self.can_break, self.can_continue) = (outer, breaks, continues);
        body
    }

    fn shape(&mut self) -> Shape {
        match self.rng.below(18) {
            0..5 => Shape::Less,
            5 => Shape::LessEqual,
            6 => Shape::NotEqual,
            7 => Shape::Greater,
            8 => Shape::GreaterEqual,
            9 => Shape::DownTo,
            10 => Shape::Double(self.rng.bool()),
            11 => Shape::Half(self.rng.bool()),
            12 => Shape::Wrap,
            13 | 14 => Shape::Bound(self.expr(2)),
            15 => Shape::Endless,
            16 => Shape::Pair(usize::MAX),
            _ => Shape::Skip(Expr::int(0), 1 + self.rng.below(2) as u8),
        }
    }

    fn counted(&mut self, body: &mut Vec<Stmt>) {
        if !self.affords(12) {
            return self.change_of_place(body);
        }
        let mut shape = self.shape();
        // A last value of -1 is the largest one of an unsigned type.
        let least = u64::from(matches!(shape, Shape::LessEqual));
        let count = (least + self.rng.below(7)) as u32;
        let step = if self.rng.chance(1, 3) { self.rng.between(2, 5) } else { 1 };
        let low = match shape {
            Shape::Wrap => 252,
            Shape::Pair(_) => self.rng.between(1, 4),
            Shape::GreaterEqual => step + self.rng.between(0, 2),
            _ if self.rng.chance(1, 3) => self.rng.between(-4, 6),
            _ => 0,
        };
        let high = low + i64::from(count) * step;
        let range = match shape {
            Shape::DownTo => (-1, i64::from(count)),
            Shape::Double(_) => (1, 1 << count),
            Shape::Half(_) => (0, 1 << count),
            Shape::Wrap => (0, 255),
            Shape::GreaterEqual => (low - step, high),
            Shape::Pair(_) => (low - 1, high + 1),
            Shape::Bound(_) => (low, low.max(7) + step),
            Shape::Skip(_, by) => (low, high + step + i64::from(by)),
            _ => (low, high),
        };
        let ty = match shape {
            Shape::Wrap => Scalar::UChar,
            _ => {
                let ty = self.scalar();
                let (first, last) = ty.limits();
                let fits = first <= i128::from(range.0) && i128::from(range.1) <= last;
                // Counting down below zero goes to the end of an unsigned type, which is as good.
                let wraps = matches!(shape, Shape::DownTo) && first == 0 && last > 200;
                let odd = ty == Scalar::Bool || matches!(ty, Scalar::Enum { .. });
                if ty.int().is_some() && (fits || wraps) && !odd { ty } else { Scalar::Int }
            }
        };
        let var = self.var(Type::Scalar(ty), 'i');
        self.program.vars[var].fixed = true;
        self.program.vars[var].range = (ty.limits().0 <= i128::from(range.0)).then_some(range);
        let outside = self.rng.chance(1, 4);
        let scope = self.scope.len();
        self.scope.push(var);
        if let Shape::Pair(other) = &mut shape {
            *other = self.var(Type::Scalar(ty), 'j');
            self.program.vars[*other].fixed = true;
            self.program.vars[*other].range = Some(range);
            self.scope.push(*other);
        }
        let times = match shape {
            Shape::Bound(_) => 8,
            _ => u64::from(count) + 1,
        };
        let statements = self.loop_body(times);
        if let Shape::Skip(condition, _) = &mut shape {
            *condition = self.condition(2);
        }
        if !outside {
            self.scope.truncate(scope);
        }
        body.push(Stmt::For(Box::new(For { var, shape, low, count, step, outside, body: statements })));
    }

    fn looped(&mut self, body: &mut Vec<Stmt>) {
        if !self.affords(12) {
            return self.change_of_place(body);
        }
        let ty = *self.rng.pick(&[Scalar::Int, Scalar::UInt, Scalar::Short, Scalar::UChar, Scalar::Long]);
        let fuel = self.var(Type::Scalar(ty), 'w');
        let count = 1 + self.rng.below(7) as u32;
        let condition = self.with_change(|this| this.condition(3));
        let style = self.rng.below(5) as u8;
        let statements = self.loop_body(u64::from(count));
        body.push(Stmt::While(Box::new(While { fuel, count, condition, style, body: statements })));
    }

    fn switch(&mut self, body: &mut Vec<Stmt>) {
        let value = self.with_change(|this| this.expr(2));
        let value = match self.rng.below(3) {
            0 => value,
            1 => Expr::Binary(Binary::And, Box::new(value), Box::new(Expr::int(7))),
            _ => Expr::Binary(Binary::Rem, Box::new(value), Box::new(Expr::int(5))),
        };
        let mut labels: Vec<i64> = (-2..9).collect();
        self.rng.shuffle(&mut labels);
        let many = 1 + self.rng.index(4);
        let default = self.rng.index(many + 2);
        let breaks = self.can_break;
        self.can_break = true;
        let mut cases = Vec::new();
        for at in 0..many {
            let few = 1 + self.rng.index(2);
            let labels = labels.split_off(labels.len().saturating_sub(few));
            let labels = if at == default && self.rng.bool() { Vec::new() } else { labels };
            let falls = self.rng.chance(1, 3);
            cases.push(Case { labels, default: at == default, body: self.statements(), falls });
        }
        self.can_break = breaks;
        body.push(Stmt::Switch(value, cases));
    }

    fn jump(&mut self, body: &mut Vec<Stmt>) {
        let mut ways = Vec::new();
        if self.can_break {
            ways.push(Stmt::Break);
        }
        if self.can_continue {
            ways.push(Stmt::Continue);
        }
        ways.extend(self.labels.iter().map(|label| Stmt::Goto(*label)));
        if self.role != Role::Main {
            let result = self.result.clone();
            let value = result.map(|ty| self.result_value(&ty));
            ways.push(Stmt::Return(value));
        }
        if ways.is_empty() {
            return self.change_of_place(body);
        }
        let way = self.rng.pick(&ways).clone();
        match self.rng.chance(1, 8) {
            true => body.push(way),
            false => {
                let condition = self.with_change(|this| this.condition(2));
                body.push(Stmt::If(condition, vec![way], Vec::new()));
            }
        }
    }

    fn labelled(&mut self, body: &mut Vec<Stmt>) {
        let label = self.next_label;
        self.next_label += 1;
        self.labels.push(label);
        let (scope, outermost) = (self.scope.len(), self.outermost);
        self.outermost = false;
        let mut statements = self.open_statements();
        if self.affords(12) && self.rng.bool() {
            self.counted(&mut statements);
        }
        self.outermost = outermost;
        self.scope.truncate(scope);
        self.labels.pop();
        body.push(Stmt::Labelled(label, statements));
    }

    /// Arrays of numbers that the function may write, with their length and type.
    fn arrays(&mut self) -> Vec<(VarId, u32, Scalar)> {
        let mut found = Vec::new();
        for at in 0..self.scope.len() {
            let var = self.scope[at];
            if !self.writable(at) {
                continue;
            }
            if let Type::Array(count, element) = &self.program.vars[var].ty
                && let Type::Scalar(ty) = **element
            {
                found.push((var, *count, ty));
            }
        }
        found
    }

    fn bytes(&mut self, body: &mut Vec<Stmt>) {
        let arrays = self.arrays();
        if arrays.is_empty() {
            return self.change_of_place(body);
        }
        let (to, _, ty) = *self.rng.pick(&arrays);
        let same: Vec<VarId> = arrays.iter().filter(|array| array.2 == ty).map(|array| array.0).collect();
        let from = *self.rng.pick(&same);
        // Parameters may be one array.
        let given = |var: VarId| self.program.vars[var].letter == 'p';
        let overlapping = from == to || given(from) || given(to);
        if self.rng.bool() {
            return body.push(Stmt::Memcpy(to, from, overlapping));
        }
        let byte = match ty {
            Scalar::Bool => self.rng.below(2),
            _ if ty.int().is_none() => 0,
            _ => *self.rng.pick(&[0, 0, 1, 255, 90]),
        };
        body.push(Stmt::Memset(to, byte as u8));
    }

    fn walk(&mut self, body: &mut Vec<Stmt>) {
        let arrays = self.arrays();
        if arrays.is_empty() || !self.affords(12) {
            return self.change_of_place(body);
        }
        let (array, length, ty) = *self.rng.pick(&arrays);
        let from = self.rng.below(u64::from(length)) as u32;
        let count = self.rng.below(u64::from(length - from) + 1) as u32;
        let pointer = self.var(Type::Pointer(1, Box::new(Type::Scalar(ty))), 'q');
        self.program.vars[pointer].fixed = true;
        let op = if self.rng.bool() { Some(self.binary_op()) } else { None };
        self.scope.push(pointer);
        let style = self.rng.below(5) as u8;
        // In the last style the pointer moves while the value is computed.
        let value = if style == 4 {
            self.scope.pop();
            let value = self.expr(2);
            self.scope.push(pointer);
            value
        } else {
            self.expr(2)
        };
        self.scope.pop();
        self.cost += u64::from(count) * self.times;
        body.push(Stmt::Walk(Box::new(Walk { pointer, array, from, count, style, op, value })));
    }

    fn collect(&mut self, body: &mut Vec<Stmt>) {
        let arrays = self.arrays();
        if arrays.is_empty() || !self.affords(12) {
            return self.change_of_place(body);
        }
        let (array, length, _) = *self.rng.pick(&arrays);
        let ty = *self.rng.pick(&[Scalar::Int, Scalar::UInt, Scalar::Char, Scalar::Long]);
        let counter = self.var(Type::Scalar(ty), 'n');
        let index = self.var(Type::Scalar(Scalar::Int), 'i');
        for var in [counter, index] {
            self.program.vars[var].fixed = true;
            self.program.vars[var].range = Some((0, i64::from(length)));
        }
        let scope = self.scope.len();
        self.scope.push(index);
        let (condition, value) = (self.condition(2), self.expr(2));
        self.scope.truncate(scope);
        self.scope.push(counter);
        self.cost += u64::from(length) * self.times;
        body.push(Stmt::Collect(Box::new(Collect { counter, index, array, condition, value })));
    }

    /// An array that a pointer can be made into: its variable, length and elements.
    fn pointed(&mut self) -> Option<(VarId, u32, Type)> {
        let mut found = Vec::new();
        for at in 0..self.scope.len() {
            let info = &self.program.vars[self.scope[at]];
            if let Type::Array(count, element) = &info.ty
                && !matches!(**element, Type::Array(..))
                && self.writable(at)
            {
                found.push((self.scope[at], *count, (**element).clone()));
            }
        }
        if found.is_empty() { None } else { Some(self.rng.pick(&found).clone()) }
    }

    fn pointer(&mut self, body: &mut Vec<Stmt>) {
        // A pointer that is there goes elsewhere in its array.
        let known: Vec<(VarId, VarId)> = self
            .arrays
            .iter()
            .copied()
            .filter(|(pointer, array)| self.scope.contains(pointer) && self.scope.contains(array))
            .collect();
        if !known.is_empty() && self.rng.bool() {
            let (pointer, array) = *self.rng.pick(&known);
            let value = Value::Pointer(Place::of(array), self.expr(2));
            return body.push(Stmt::Set(Place::of(pointer), value));
        }
        let Some((array, length, element)) = self.pointed() else { return self.change_of_place(body) };
        let count = 1 + self.rng.below(u64::from(length)) as u32;
        let value = Value::Pointer(Place::of(array), self.expr(2));
        let pointer = self.var(Type::Pointer(count, Box::new(element)), 'q');
        self.program.vars[pointer].fixed = true;
        self.arrays.push((pointer, array));
        self.scope.push(pointer);
        body.push(Stmt::Define(pointer, Storage::Local, value));
    }

    fn maybe_pointer(&mut self, body: &mut Vec<Stmt>) {
        let Some((array, _, element)) = self.pointed() else { return self.change_of_place(body) };
        let pointer = self.var(Type::Pointer(1, Box::new(element)), 'q');
        self.program.vars[pointer].fixed = true;
        body.push(Stmt::Define(pointer, Storage::Local, Value::Null));
        let condition = self.condition(2);
        let value = Value::Pointer(Place::of(array), self.expr(2));
        body.push(Stmt::If(condition, vec![Stmt::Set(Place::of(pointer), value)], Vec::new()));
        let scope = self.scope.len();
        self.scope.push(pointer);
        let then = self.statements();
        self.scope.truncate(scope);
        let otherwise = if self.rng.bool() { self.statements() } else { Vec::new() };
        body.push(Stmt::If(Expr::IsSet(pointer), then, otherwise));
    }
}
