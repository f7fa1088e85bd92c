//! The minimiser of C programs: the smallest one it can find that still fails.
//!
//! An edit makes the tree simpler in one way: statements go, a loop becomes its body, an expression becomes a part of itself or a
//! number, a function or a parameter goes, a type becomes `int`. A candidate counts when its text is shorter and it
//! still fails. What is left of a name whose definition is gone no compiler accepts, so such a candidate does not count.

use super::print::print;
use super::tree::{
    Call, Change, Expr, Place, Program, Role, Scalar, Shape, Step, Stmt, Storage, Type, Value,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A smaller program that still fails: as small as the edits make it, or as far as they came in the time. A check that panics says `false`.
pub fn reduce(program: &Program, limit: Duration, fails: &dyn Fn(&Program) -> bool) -> Program {
    let mut search = Search { program: program.clone(), fails, end: Instant::now() + limit };
    while search.round() {}
    search.program
}

struct Search<'a> {
    program: Program,
    fails: &'a dyn Fn(&Program) -> bool,
    end: Instant,
}

impl Search<'_> {
    /// Tries an edit, which says whether there was something to do; `None` if there was not.
    fn attempt(&mut self, edit: impl FnOnce(&mut Program) -> bool) -> Option<bool> {
        if Instant::now() >= self.end {
            return None;
        }
        let mut candidate = self.program.clone();
        if !edit(&mut candidate) {
            return None;
        }
        // A candidate may refer to what is gone; then it cannot be printed.
        let better = catch_unwind(AssertUnwindSafe(|| {
            print(&candidate, "").len() < print(&self.program, "").len() && (self.fails)(&candidate)
        }));
        let better = better.unwrap_or(false);
        if better {
            self.program = candidate;
        }
        Some(better)
    }

    /// Tries an edit at every place it has.
    fn each(&mut self, edit: impl Fn(&mut Program, usize) -> bool) -> bool {
        let (mut at, mut changed) = (0, false);
        while let Some(better) = self.attempt(|program| edit(program, at)) {
            changed |= better;
            at += usize::from(!better);
        }
        changed
    }

    fn round(&mut self) -> bool {
        let mut changed = self.each(drop_function);
        changed |= self.drop_statements();
        changed |= self.each(unwrap_statement);
        changed |= self.each(drop_parameter);
        changed |= self.each(drop_global);
        changed |= self.each(plain_value);
        for way in 0..5 {
            changed |= self.each(|program, at| simpler_expr(program, at, way));
        }
        changed |= self.each(plain_type);
        changed |= self.each(plain_loop);
        changed |= self.each(|program, at| at == 0 && program.structs.pop().is_some());
        changed |= self.each(|program, at| at == 0 && program.enums.pop().is_some());
        changed
    }

    fn drop_statements(&mut self) -> bool {
        let mut count = 0;
        each_list(&mut self.program.clone(), &mut |list| count += list.len());
        let (mut size, mut changed) = (count.max(1), false);
        loop {
            let mut first = 0;
            loop {
                let attempt = self.attempt(|program| {
                    let (mut number, mut gone) = (0, false);
                    each_list(program, &mut |list| {
                        list.retain(|_| {
                            number += 1;
                            let drop = (first + 1..=first + size).contains(&number);
                            gone |= drop;
                            !drop
                        });
                    });
                    gone
                });
                match attempt {
                    None => break,
                    Some(better) => {
                        changed |= better;
                        first += if better { 0 } else { size };
                    }
                }
            }
            if size == 1 {
                return changed;
            }
            size /= 2;
        }
    }
}

/// Calls a function with every list of statements, outer ones first.
fn each_list(program: &mut Program, found: &mut dyn FnMut(&mut Vec<Stmt>)) {
    for function in &mut program.functions {
        list_and_inner(&mut function.body, found);
    }
}

fn list_and_inner(list: &mut Vec<Stmt>, found: &mut dyn FnMut(&mut Vec<Stmt>)) {
    found(list);
    for stmt in list {
        for inner in inner_lists(stmt) {
            list_and_inner(inner, found);
        }
    }
}

fn inner_lists(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::If(_, then, otherwise) => vec![then, otherwise],
        Stmt::For(counted) => vec![&mut counted.body],
        Stmt::While(looped) => vec![&mut looped.body],
        Stmt::Grow(grow) => vec![&mut grow.body],
        Stmt::Switch(_, cases) => cases.iter_mut().map(|case| &mut case.body).collect(),
        Stmt::Block(body) | Stmt::Labelled(_, body) => vec![body],
        _ => Vec::new(),
    }
}

/// Puts what a statement consists of in its place.
fn unwrap_statement(program: &mut Program, at: usize) -> bool {
    let (mut number, mut done) = (0, false);
    each_list(program, &mut |list| {
        let mut index = 0;
        while index < list.len() && !done {
            let compound = !inner_lists(&mut list[index]).is_empty();
            if compound && number == at {
                let stmt = list.remove(index);
                list.splice(index..index, parts(stmt));
                done = true;
            }
            number += usize::from(compound);
            index += 1;
        }
    });
    done
}

fn parts(mut stmt: Stmt) -> Vec<Stmt> {
    let mut parts = Vec::new();
    if let Stmt::For(counted) = &stmt {
        let first = Value::Number(Expr::int(counted.low));
        parts.push(Stmt::Define(counted.var, Storage::Local, first));
        if let Shape::Pair(other) = counted.shape {
            parts.push(Stmt::Define(other, Storage::Local, Value::Number(Expr::int(counted.low))));
        }
    }
    for list in inner_lists(&mut stmt) {
        parts.append(list);
    }
    parts
}

/// Removes a function that is not `main`, and the calls of it.
fn drop_function(program: &mut Program, at: usize) -> bool {
    if program.functions.get(at).is_none_or(|function| function.role == Role::Main) {
        return false;
    }
    program.functions.remove(at);
    let calls = |call: &Call| call.function == at;
    each_list(program, &mut |list| {
        list.retain(|stmt| match stmt {
            Stmt::Call(_, call) => !calls(call),
            _ => true,
        });
    });
    each_value(program, &mut |value| {
        if matches!(value, Value::Call(call) if calls(call)) {
            *value = Value::Zero;
        }
    });
    each_expr(program, &mut |expr| {
        if matches!(expr, Expr::Call(call) if calls(call)) {
            *expr = Expr::int(0);
        }
    });
    each_call(program, &mut |call| call.function -= usize::from(call.function > at));
    true
}

/// Makes a parameter a local variable that is zero.
fn drop_parameter(program: &mut Program, at: usize) -> bool {
    let mut number = at;
    for index in 0..program.functions.len() {
        let many = program.functions[index].parameters.len();
        if number >= many {
            number -= many;
            continue;
        }
        let var = program.functions[index].parameters.remove(number);
        let zero = match program.vars[var].ty {
            Type::Scalar(_) => Value::Number(Expr::int(0)),
            _ => Value::Zero,
        };
        program.functions[index].body.insert(0, Stmt::Define(var, Storage::Local, zero));
        each_call(program, &mut |call| {
            if call.function == index && number < call.arguments.len() {
                call.arguments.remove(number);
            }
        });
        return true;
    }
    false
}

fn drop_global(program: &mut Program, at: usize) -> bool {
    at < program.globals.len() && {
        program.globals.remove(at);
        true
    }
}

/// Makes what something begins with, is given or is set to, simple.
fn plain_value(program: &mut Program, at: usize) -> bool {
    let (mut number, mut done) = (0, false);
    each_value(program, &mut |value| {
        if number == at {
            match value {
                Value::List(values) if values.len() > 1 => drop(values.pop()),
                Value::Named(values) if values.len() > 1 => drop(values.pop()),
                Value::Number(_) => *value = Value::Number(Expr::int(0)),
                _ => *value = Value::Zero,
            }
            done = true;
        }
        number += 1;
    });
    done
}

/// Puts a number or an operand in the place of an expression.
fn simpler_expr(program: &mut Program, at: usize, way: usize) -> bool {
    let (mut number, mut done) = (0, false);
    each_expr(program, &mut |expr| {
        if number == at && !done {
            done = true;
            let parts = operands(expr);
            *expr = match way {
                0 => Expr::int(0),
                1 => Expr::int(1),
                way => match parts.get(way - 2) {
                    Some(part) => part.clone(),
                    // Nothing to do: the same text is not shorter.
                    None => expr.clone(),
                },
            };
        }
        number += 1;
    });
    done
}

fn operands(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Library(_, a) => vec![(**a).clone()],
        Expr::Binary(_, a, b) | Expr::Compare(_, a, b) | Expr::Logic(_, a, b) | Expr::Comma(a, b) => {
            vec![(**a).clone(), (**b).clone()]
        }
        Expr::Choose(c, a, b) => vec![(**c).clone(), (**a).clone(), (**b).clone()],
        Expr::Change(var, Change::Assign(..)) => {
            vec![Expr::Change(*var, Change::Step { down: false, postfix: true })]
        }
        _ => Vec::new(),
    }
}

/// Makes numbers of other types `int`s.
fn plain_type(program: &mut Program, at: usize) -> bool {
    fn plain(ty: &mut Type) {
        match ty {
            Type::Scalar(scalar) => *scalar = Scalar::Int,
            Type::Array(_, inner) | Type::Pointer(_, inner) => plain(inner),
            Type::Struct(_) => {}
        }
    }
    let vars = program.vars.len();
    let members: usize = program.structs.iter().map(Vec::len).sum();
    if at < vars {
        plain(&mut program.vars[at].ty);
        return true;
    }
    if at < vars + members {
        if let Some(ty) = program.structs.iter_mut().flatten().nth(at - vars) {
            plain(ty);
        }
        return true;
    }
    let results = program.functions.iter_mut().filter_map(|function| function.result.as_mut());
    match results.into_iter().nth(at - vars - members) {
        Some(ty) => {
            plain(ty);
            true
        }
        None => false,
    }
}

/// Lets a loop count from zero, one by one.
fn plain_loop(program: &mut Program, at: usize) -> bool {
    let (mut number, mut done) = (0, false);
    each_list(program, &mut |list| {
        for stmt in list {
            if let Stmt::For(counted) = stmt {
                if number == at {
                    if !matches!(counted.shape, Shape::Pair(_)) {
                        counted.shape = Shape::Less;
                    }
                    (counted.step, counted.outside) = (1, false);
                    done = true;
                }
                number += 1;
            }
        }
    });
    done
}

fn each_call(program: &mut Program, found: &mut dyn FnMut(&mut Call)) {
    each_list(program, &mut |list| {
        for stmt in list {
            if let Stmt::Call(_, call) = stmt {
                found(call);
            }
        }
    });
    each_value(program, &mut |value| {
        if let Value::Call(call) = value {
            found(call);
        }
    });
    each_expr(program, &mut |expr| {
        if let Expr::Call(call) = expr {
            found(call);
        }
    });
}

/// What is found in statements, outer things before inner ones.
enum Found<'a> {
    Value(&'a mut Value),
    Expr(&'a mut Expr),
}

fn each_value(program: &mut Program, found: &mut dyn FnMut(&mut Value)) {
    each_part(program, &mut |part| {
        if let Found::Value(value) = part {
            found(value);
        }
    });
}

fn each_expr(program: &mut Program, found: &mut dyn FnMut(&mut Expr)) {
    each_part(program, &mut |part| {
        if let Found::Expr(expr) = part {
            found(expr);
        }
    });
}

fn each_part(program: &mut Program, found: &mut dyn FnMut(Found<'_>)) {
    for (_, value) in &mut program.globals {
        in_value(value, found);
    }
    each_list(program, &mut |list| {
        for stmt in list {
            in_statement(stmt, found);
        }
    });
}

fn in_statement(stmt: &mut Stmt, found: &mut dyn FnMut(Found<'_>)) {
    match stmt {
        Stmt::Define(_, _, value) => in_value(value, found),
        Stmt::Change(place, change) => {
            in_place(place, found);
            in_change(change, found);
        }
        Stmt::Set(place, value) => {
            in_place(place, found);
            in_value(value, found);
        }
        Stmt::Call(place, call) => {
            if let Some(place) = place {
                in_place(place, found);
            }
            in_call(call, found);
        }
        Stmt::Expr(expr) | Stmt::If(expr, ..) | Stmt::Switch(expr, _) => in_expr(expr, found),
        Stmt::Print(numbers) => numbers.iter_mut().for_each(|(_, expr)| in_expr(expr, found)),
        Stmt::For(counted) => match &mut counted.shape {
            Shape::Bound(expr) | Shape::Skip(expr, _) => in_expr(expr, found),
            _ => {}
        },
        Stmt::While(looped) => in_expr(&mut looped.condition, found),
        Stmt::Grow(grow) => in_expr(&mut grow.condition, found),
        Stmt::Return(Some(value)) => in_value(value, found),
        Stmt::Walk(walk) => in_expr(&mut walk.value, found),
        Stmt::Random(place, _) => in_place(place, found),
        Stmt::Collect(collect) => {
            in_expr(&mut collect.condition, found);
            in_expr(&mut collect.value, found);
        }
        _ => {}
    }
}

fn in_place(place: &mut Place, found: &mut dyn FnMut(Found<'_>)) {
    for step in &mut place.steps {
        if let Step::Index(index) = step {
            in_expr(index, found);
        }
    }
}

fn in_call(call: &mut Call, found: &mut dyn FnMut(Found<'_>)) {
    call.arguments.iter_mut().for_each(|value| in_value(value, found));
}

fn in_change(change: &mut Change, found: &mut dyn FnMut(Found<'_>)) {
    if let Change::Assign(_, value) = change {
        in_expr(value, found);
    }
}

fn in_value(value: &mut Value, found: &mut dyn FnMut(Found<'_>)) {
    found(Found::Value(value));
    match value {
        Value::Number(expr) => in_expr(expr, found),
        Value::Whole(place) => in_place(place, found),
        Value::Call(call) => in_call(call, found),
        Value::Either(condition, a, b) => {
            in_expr(condition, found);
            in_place(a, found);
            in_place(b, found);
        }
        Value::List(values) => values.iter_mut().for_each(|value| in_value(value, found)),
        Value::Named(values) => values.iter_mut().for_each(|(_, value)| in_value(value, found)),
        Value::Pointer(place, offset) => {
            in_place(place, found);
            in_expr(offset, found);
        }
        Value::Zero | Value::Text(_) | Value::Null => {}
    }
}

fn in_expr(expr: &mut Expr, found: &mut dyn FnMut(Found<'_>)) {
    found(Found::Expr(expr));
    match expr {
        Expr::Read(place) => in_place(place, found),
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Library(_, a) => in_expr(a, found),
        Expr::Binary(_, a, b) | Expr::Compare(_, a, b) | Expr::Logic(_, a, b) | Expr::Comma(a, b) => {
            in_expr(a, found);
            in_expr(b, found);
        }
        Expr::Choose(c, a, b) => [c, a, b].into_iter().for_each(|part| in_expr(part, found)),
        Expr::Call(call) => in_call(call, found),
        Expr::Change(_, change) => in_change(change, found),
        Expr::Int(..)
        | Expr::Real(..)
        | Expr::Char(_)
        | Expr::Enumerator(..)
        | Expr::SizeOf(_)
        | Expr::Distance(..)
        | Expr::IsSet(_) => {}
    }
}
