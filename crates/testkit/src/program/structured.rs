//! The operations of `scf`: each with random bodies, results and carried values.

use super::r#gen::{Gen, Memory, Root, Var, arrow, list};
use super::types::{Scalar, Ty};

impl Gen<'_> {
    /// Types of results or carried values: scalars, and sometimes that of a memory in reach.
    fn carried_types(&mut self, most: u64) -> Vec<Ty> {
        let mut types: Vec<Ty> = self.some_scalars(most).into_iter().map(Ty::Scalar).collect();
        if self.rng.chance(1, 8) {
            let may_leave = |var: &&Var| var.memory.as_ref().is_some_and(|memory| !memory.local);
            let memories: Vec<Ty> = self.vars.iter().filter(may_leave).map(|var| var.ty.clone()).collect();
            if !memories.is_empty() {
                types.push(self.rng.pick(&memories).clone());
            }
        }
        types
    }

    /// A value of each type; for a memref, also whether it may be written.
    pub(super) fn values(&mut self, types: &[Ty]) -> Vec<(String, bool)> {
        let mut values = Vec::new();
        for ty in types {
            match ty {
                Ty::Scalar(scalar) => values.push((self.value(*scalar), true)),
                Ty::Memref(_) => {
                    let var = self.var_of(ty).expect("a memory of this type is in reach from outside");
                    values.push((var.name.clone(), self.may_write(&var)));
                }
            }
        }
        values
    }

    /// Brings results or arguments into reach; a memory is one of several, written only if all may be.
    fn bring_all(&mut self, names: &[String], types: &[Ty], writable: &[bool]) {
        for ((name, ty), writable) in names.iter().zip(types).zip(writable) {
            let memory = ty.memref().map(|_| Memory {
                root: Root::Unknown,
                writable: *writable,
                local: false,
                sizes: None,
            });
            self.vars.push(Var { name: name.clone(), ty: ty.clone(), below: None, memory });
        }
    }

    /// Ends a region with an `scf.yield` of values of these types; says which may be written.
    fn yield_values(&mut self, types: &[Ty]) -> Vec<bool> {
        let values = self.values(types);
        let (names, writable): (Vec<String>, Vec<bool>) = values.into_iter().unzip();
        if names.is_empty() {
            self.line("scf.yield");
        } else {
            self.line(format_args!("scf.yield {} : {}", list(names), list(types)));
        }
        writable
    }

    /// A region that runs once and yields.
    fn yielding(&mut self, types: &[Ty], writable: &mut [bool]) {
        self.nested(1, |g| {
            g.body();
            let here = g.yield_values(types);
            writable.iter_mut().zip(here).for_each(|(all, here)| *all &= here);
        });
    }

    pub(super) fn if_then(&mut self) {
        let condition = self.value(Scalar::BOOL);
        let types = if self.rng.chance(1, 3) { Vec::new() } else { self.carried_types(3) };
        let names = self.result_names(types.len());
        let mut writable = vec![true; types.len()];
        self.line(format_args!("{}scf.if {condition}{} {{", names.0, arrow(&types)));
        self.yielding(&types, &mut writable);
        if !types.is_empty() || self.rng.bool() {
            self.line("} else {");
            self.yielding(&types, &mut writable);
        }
        self.line("}");
        self.bring_all(&names.1, &types, &writable);
    }

    /// What stands before an operation with regions, and the names of its results.
    fn result_names(&mut self, count: usize) -> (String, Vec<String>) {
        let name = self.fresh();
        match count {
            0 => (String::new(), Vec::new()),
            1 => (format!("{name} = "), vec![name]),
            _ => (format!("{name}:{count} = "), (0..count).map(|i| format!("{name}#{i}")).collect()),
        }
    }

    pub(super) fn for_loop(&mut self) {
        let wide = |ty: &Scalar| matches!(ty, Scalar::Int(8..));
        let ints: Vec<Scalar> = self.palette.iter().copied().filter(wide).collect();
        let ty = if self.rng.chance(3, 4) { Scalar::Index } else { *self.rng.pick(&ints) };
        let rounds = self.rng.below(self.most_rounds() + 1);
        let (low, high, step, below) =
            if self.rng.bool() { self.constant_bounds(ty, rounds) } else { self.dynamic_bounds(ty, rounds) };
        let types = self.carried_types(3);
        let inits = self.values(&types);
        let mut writable: Vec<bool> = inits.iter().map(|init| init.1).collect();
        let names = self.result_names(types.len());
        let counter = self.fresh();
        let args: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let carried = args.iter().zip(&inits).map(|(arg, init)| format!("{arg} = {}", init.0));
        let carried = if types.is_empty() {
            String::new()
        } else {
            format!(" iter_args({}){}", list(carried), arrow(&types))
        };
        let suffix = if ty == Scalar::Index { String::new() } else { format!(" : {ty}") };
        let head = &names.0;
        self.line(format_args!("{head}scf.for {counter} = {low} to {high} step {step}{carried}{suffix} {{"));
        self.nested(rounds, |g| {
            g.vars.push(Var {
                name: counter,
                ty: ty.into(),
                below: below.filter(|_| ty == Scalar::Index),
                memory: None,
            });
            // What the body yields is not known yet, so a carried memory is only read in it.
            g.bring_all(&args, &types, &vec![false; types.len()]);
            g.body();
            let here = g.yield_values(&types);
            writable.iter_mut().zip(here).for_each(|(all, here)| *all &= here);
        });
        self.line("}");
        self.bring_all(&names.1, &types, &writable);
    }

    /// Bounds and step as constants, and what the counter stays below if it is not negative.
    fn constant_bounds(&mut self, ty: Scalar, rounds: u64) -> (String, String, String, Option<u64>) {
        let (low, step) = (self.rng.between(-2, 4), self.rng.between(1, 3));
        let high = match rounds {
            0 => low - self.rng.between(0, 2),
            _ => low + rounds as i64 * step - self.rng.between(0, step - 1),
        };
        let below = (low >= 0 && high > 0).then_some(high as u64);
        (self.int(ty, low), self.int(ty, high), self.int(ty, step), below)
    }

    /// As [`Self::constant_bounds`], with bounds that are computed.
    fn dynamic_bounds(&mut self, ty: Scalar, rounds: u64) -> (String, String, String, Option<u64>) {
        let low = self.int(ty, 0);
        let value = self.value(ty);
        let high = self.modulo(&value, rounds + 1, ty);
        let step = if self.rng.bool() {
            self.int(ty, 1)
        } else {
            let (value, one) = (self.value(ty), self.int(ty, 1));
            let value = self.modulo(&value, 3, ty);
            self.binary("addi", &value, &one, ty)
        };
        (low, high, step, Some(rounds))
    }

    pub(super) fn while_loop(&mut self) {
        let fuel = *self.rng.pick(&[Scalar::Int(8), Scalar::Int(32), Scalar::Index]);
        let rounds = self.rng.below(self.most_rounds() + 1);
        let state: Vec<Ty> =
            [Ty::Scalar(fuel)].into_iter().chain(self.some_scalars(2).into_iter().map(Ty::Scalar)).collect();
        let passed: Vec<Ty> =
            [Ty::Scalar(fuel)].into_iter().chain(self.some_scalars(2).into_iter().map(Ty::Scalar)).collect();
        let start = self.int(fuel, rounds as i64);
        let inits = self.values(&state[1..]);
        let inits: Vec<String> = [start].into_iter().chain(inits.into_iter().map(|init| init.0)).collect();
        let args: Vec<String> = state.iter().map(|_| self.fresh()).collect();
        let names = self.result_names(passed.len());
        let bound = list(args.iter().zip(&inits).map(|(arg, init)| format!("{arg} = {init}")));
        self.line(format_args!("{}scf.while ({bound}) : ({}){} {{", names.0, list(&state), arrow(&passed)));
        self.nested(rounds + 1, |g| {
            g.bring_all(&args[1..], &state[1..], &vec![true; state.len()]);
            g.body();
            let zero = g.int(fuel, 0);
            let left = g.compare("sgt", &args[0], &zero, fuel);
            let wish = g.value(Scalar::BOOL);
            let again = if g.rng.chance(1, 4) { left } else { g.binary("andi", &left, &wish, Scalar::BOOL) };
            let values = g.values(&passed[1..]);
            let values = [args[0].clone()].into_iter().chain(values.into_iter().map(|value| value.0));
            g.line(format_args!("scf.condition({again}) {} : {}", list(values), list(&passed)));
        });
        self.line("} do {");
        let args: Vec<String> = passed.iter().map(|_| self.fresh()).collect();
        let label = self.label();
        let typed = list(args.iter().zip(&passed).map(|(arg, ty)| format!("{arg}: {ty}")));
        self.line(format_args!("{label}({typed}):"));
        self.nested(rounds, |g| {
            g.bring_all(&args[1..], &passed[1..], &vec![true; passed.len()]);
            g.body();
            let one = g.int(fuel, 1);
            let less = g.binary("subi", &args[0], &one, fuel);
            let values = g.values(&state[1..]);
            let values = [less].into_iter().chain(values.into_iter().map(|value| value.0));
            g.line(format_args!("scf.yield {} : {}", list(values), list(&state)));
        });
        self.line("}");
        self.bring_all(&names.1, &passed, &vec![true; passed.len()]);
    }

    pub(super) fn index_switch(&mut self) {
        let value = self.value(Scalar::Index);
        // Small enough that every case is met.
        let value = if self.rng.chance(3, 4) { self.modulo(&value, 4, Scalar::Index) } else { value };
        let types = self.carried_types(2);
        let names = self.result_names(types.len());
        let mut writable = vec![true; types.len()];
        let mut cases = vec![0, 1, 2, 3, -1, 1i64 << 40];
        self.rng.shuffle(&mut cases);
        cases.truncate(self.rng.index(4));
        let arrow = if types.is_empty() { String::new() } else { format!(" -> {}", list(&types)) };
        self.line(format_args!("{}scf.index_switch {value}{arrow}", names.0));
        for case in cases {
            self.line(format_args!("case {case} {{"));
            self.yielding(&types, &mut writable);
            self.line("}");
        }
        self.line("default {");
        self.yielding(&types, &mut writable);
        self.line("}");
        self.bring_all(&names.1, &types, &writable);
    }

    pub(super) fn execute_region(&mut self) {
        let types: Vec<Ty> = self.some_scalars(2).into_iter().map(Ty::Scalar).collect();
        let names = self.result_names(types.len());
        self.line(format_args!("{}scf.execute_region{} {{", names.0, arrow(&types)));
        self.nested(1, |g| {
            if g.rng.bool() {
                g.graph("scf.yield", &types);
            } else {
                g.body();
                g.yield_values(&types);
            }
        });
        self.line("}");
        self.bring_all(&names.1, &types, &vec![true; types.len()]);
    }

    /// Rounds only read what is outside, and are combined by operations whose order does not matter.
    pub(super) fn parallel_loop(&mut self) {
        let dims = 1 + self.rng.index(2);
        let most = if dims == 1 { self.most_rounds() } else { self.most_rounds().min(3) };
        let (mut lows, mut highs, mut steps, mut counters) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut total = 1;
        for _ in 0..dims {
            let rounds = self.rng.below(most + 1);
            let (low, high, step, below) = if self.rng.bool() {
                self.constant_bounds(Scalar::Index, rounds)
            } else {
                self.dynamic_bounds(Scalar::Index, rounds)
            };
            total *= rounds.max(1);
            lows.push(low);
            highs.push(high);
            steps.push(step);
            counters.push((self.fresh(), below));
        }
        let reductions: Vec<(&str, Scalar)> = (0..self.rng.below(3)).map(|_| self.reduction()).collect();
        let types: Vec<Ty> = reductions.iter().map(|reduction| Ty::Scalar(reduction.1)).collect();
        let inits = self.values(&types);
        let init = if types.is_empty() {
            String::new()
        } else {
            format!(" init ({}){}", list(inits.iter().map(|init| &init.0)), arrow(&types))
        };
        let names = self.result_names(types.len());
        self.line(format_args!(
            "{}scf.parallel ({}) = ({}) to ({}) step ({}){init} {{",
            names.0,
            list(counters.iter().map(|counter| &counter.0)),
            list(lows),
            list(highs),
            list(steps)
        ));
        let floor = self.write_floor;
        self.write_floor = self.vars.len();
        self.nested(total, |g| {
            for (name, below) in counters {
                g.vars.push(Var { name, ty: Scalar::Index.into(), below, memory: None });
            }
            g.body();
            let values = g.values(&types);
            g.reduce(&reductions, &values);
        });
        self.write_floor = floor;
        self.line("}");
        self.bring_all(&names.1, &types, &vec![true; types.len()]);
    }

    fn reduction(&mut self) -> (&'static str, Scalar) {
        let ty = self.any_scalar();
        let ints = ["addi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"];
        let name =
            if ty.is_int() { *self.rng.pick(&ints) } else { *self.rng.pick(&["maximumf", "minimumf"]) };
        (name, ty)
    }

    fn reduce(&mut self, reductions: &[(&str, Scalar)], values: &[(String, bool)]) {
        if reductions.is_empty() {
            return self.line("scf.reduce");
        }
        let (names, types) =
            (list(values.iter().map(|value| &value.0)), list(reductions.iter().map(|r| r.1)));
        self.line(format_args!("scf.reduce({names} : {types}) {{"));
        for (number, (name, ty)) in reductions.iter().enumerate() {
            let (a, b) = (self.fresh(), self.fresh());
            let label = self.label();
            self.line(format_args!("{label}({a}: {ty}, {b}: {ty}):"));
            self.indent += 1;
            let both = self.binary(name, &a, &b, *ty);
            self.line(format_args!("scf.reduce.return {both} : {ty}"));
            self.indent -= 1;
            self.line(if number + 1 < reductions.len() { "}, {" } else { "}" });
        }
    }
}
