//! Functions, calls, globals and the module.

use super::r#gen::{Gen, MAX_COST, Memory, Root, Var, list};
use super::types::{Memref, Scalar, Ty};

/// A function that was written, for those that call it.
#[derive(Clone, Debug)]
pub(super) struct Function {
    name: String,
    params: Vec<Ty>,
    results: Vec<Ty>,
    /// How many statements a call executes, at most.
    cost: u64,
}

/// A global.
#[derive(Clone, Debug)]
pub(super) struct Global {
    pub ty: Memref,
    pub constant: bool,
    /// It has an initial value.
    pub filled: bool,
}

impl Gen<'_> {
    /// Writes the whole module.
    pub(super) fn module(mut self) -> String {
        for _ in 0..self.rng.below(3) {
            self.write_global();
        }
        let helpers = self.rng.below(3);
        for number in 0..helpers {
            let visibility = if self.rng.chance(3, 4) { "private " } else { "" };
            self.function(&format!("f{number}"), visibility);
        }
        self.function("main", "");
        self.out
    }

    fn write_global(&mut self) {
        let rank = self.rng.index(3);
        let sizes: Vec<u64> = (0..rank).map(|_| 1 + self.rng.below(4)).collect();
        let ty = Memref::of_sizes(&sizes, self.any_scalar());
        let (constant, filled) = *self.rng.pick(&[(true, true), (false, true), (false, false)]);
        let number = self.globals.len();
        let value = if filled {
            format!("dense<{}>", self.elements(&sizes, ty.element))
        } else {
            "uninitialized".to_string()
        };
        let constant_word = if constant { "constant " } else { "" };
        self.line(format_args!("memref.global \"private\" {constant_word}@g{number} : {ty} = {value}"));
        self.globals.push(Global { ty, constant, filled });
    }

    /// The inside of `dense<…>`: one element for all, or nested lists.
    fn elements(&mut self, sizes: &[u64], element: Scalar) -> String {
        let one = |g: &mut Self| {
            let text = element.constant(&element.random(&mut g.rng));
            text.split(" : ").next().unwrap_or_default().to_string()
        };
        if sizes.is_empty() || self.rng.chance(1, 4) {
            return one(self);
        }
        let count = sizes.iter().product::<u64>();
        let mut parts: Vec<String> = (0..count).map(|_| one(self)).collect();
        for size in sizes.iter().rev() {
            parts = parts.chunks(*size as usize).map(|row| format!("[{}]", row.join(", "))).collect();
        }
        parts.concat()
    }

    fn function(&mut self, name: &str, visibility: &str) {
        let mut params: Vec<Ty> = self.some_scalars(4).into_iter().map(Ty::Scalar).collect();
        params.extend((0..self.rng.below(3)).map(|_| Ty::Memref(self.memref_type())));
        self.vars.clear();
        (self.cost, self.weight, self.depth, self.write_floor) = (0, 1, 0, 0);
        self.left = self.size;
        let mut typed = Vec::new();
        for (number, ty) in params.iter().enumerate() {
            let name = format!("%{name}_{number}");
            typed.push(format!("{name}: {ty}"));
            let memory = ty.memref().map(|ty| Memory {
                root: Root::Argument(number),
                writable: true,
                local: false,
                sizes: ty.sizes(),
            });
            self.vars.push(Var { name, ty: ty.clone(), below: None, memory });
        }
        // The body first: what it computes decides what can be returned.
        let before = std::mem::take(&mut self.out);
        self.indent += 1;
        let results = if self.rng.chance(2, 5) {
            let results = [self.any_scalar()]
                .into_iter()
                .chain(self.some_scalars(5))
                .map(Ty::Scalar)
                .collect::<Vec<_>>();
            self.graph("return", &results);
            results
        } else {
            self.body();
            self.end()
        };
        self.indent -= 1;
        let body = std::mem::replace(&mut self.out, before);
        let arrow = match &results[..] {
            [one] => format!(" -> {one}"),
            several => format!(" -> ({})", list(several)),
        };
        self.line(format_args!("func.func {visibility}@{name}({}){arrow} {{", list(typed)));
        self.out.push_str(&body);
        self.line("}");
        self.functions.push(Function { name: name.to_string(), params, results, cost: self.cost.max(1) });
    }

    /// The end of a function of one block: some of what it computed is returned. A memory is returned only if it was made here, others
    /// made here may be freed. Gives the types of the results.
    fn end(&mut self) -> Vec<Ty> {
        let mut scalars: Vec<(String, Ty)> = Vec::new();
        for var in self.vars.iter().filter(|var| var.memory.is_none()) {
            scalars.push((var.name.clone(), var.ty.clone()));
        }
        self.rng.shuffle(&mut scalars);
        scalars.truncate(1 + self.rng.index(8));
        let (mut values, mut results): (Vec<String>, Vec<Ty>) = scalars.into_iter().unzip();
        if values.is_empty() {
            let ty = self.any_scalar();
            values.push(self.value(ty));
            results.push(ty.into());
        }
        let mut returned = None;
        if self.rng.chance(1, 4) {
            let ty = self.memref_type();
            // A part of a memory is not returned: the caller could not free it.
            let own = |var: &&Var| {
                let own = |memory: &Memory| matches!(memory.root, Root::Own(_)) && !memory.local;
                var.memory.as_ref().is_some_and(own) && var.ty.memref().is_some_and(|ty| ty.layout.is_none())
            };
            let var = self.vars.iter().rev().find(own).cloned();
            let var = var.unwrap_or_else(|| self.allocate_to_return(&ty));
            returned = var.memory.as_ref().map(|memory| memory.root);
            values.push(var.name);
            results.push(var.ty);
        }
        let mut freed = Vec::new();
        for var in self.vars.clone() {
            if let Some(Memory { root: root @ Root::Own(_), local: false, .. }) = var.memory
                && Some(root) != returned
                && !freed.contains(&root)
            {
                freed.push(root);
                // The first of a root is the allocation itself; views of it are not freed.
                if self.rng.bool() {
                    self.line(format_args!("memref.dealloc {} : {}", var.name, var.ty));
                }
            }
        }
        self.finish("return", &values, &results);
        results
    }

    fn allocate_to_return(&mut self, ty: &Memref) -> Var {
        loop {
            let var = self.allocate(ty);
            if var.memory.as_ref().is_some_and(|memory| !memory.local) {
                return var;
            }
        }
    }

    // ----- calls -----

    /// Calls an earlier function, by name or through a value.
    pub(super) fn call(&mut self) {
        // In a parallel loop only what touches no memory from outside.
        let quiet = self.write_floor > 0;
        let fits = |f: &&Function| {
            self.cost + self.weight * f.cost <= MAX_COST
                && !(quiet && (!self.globals.is_empty() || f.params.iter().any(|ty| ty.memref().is_some())))
        };
        let known: Vec<&Function> = self.functions.iter().filter(fits).collect();
        if known.is_empty() {
            return self.computation();
        }
        let callee = (*self.rng.pick(&known)).clone();
        self.cost += self.weight * callee.cost;
        let mut roots = Vec::new();
        let mut args = Vec::new();
        for ty in &callee.params {
            match ty {
                Ty::Scalar(scalar) => args.push(self.value(*scalar)),
                Ty::Memref(ty) => args.push(self.memory_argument(ty, &mut roots)),
            }
        }
        let results = match &callee.results[..] {
            [one] => one.to_string(),
            several => format!("({})", list(several)),
        };
        let signature = format!("({}) -> {results}", list(&callee.params));
        let text = if self.rng.chance(1, 4) {
            let function = self.define(format_args!("func.constant @{} : {signature}", callee.name));
            format!("func.call_indirect {function}({}) : {signature}", list(args))
        } else {
            format!("func.call @{}({}) : {signature}", callee.name, list(args))
        };
        let names = self.define_many(callee.results.len(), text);
        for (name, ty) in names.into_iter().zip(callee.results) {
            let memory = ty.memref().map(|ty| Memory {
                root: Root::Unknown,
                writable: true,
                local: false,
                sizes: ty.sizes(),
            });
            let memory = memory.map(|memory| Memory { root: self.root(), ..memory });
            self.vars.push(Var { name, ty, below: None, memory });
        }
    }

    /// A memory for a callee, which may write it: distinct from the others it gets, and from every global.
    fn memory_argument(&mut self, ty: &Memref, roots: &mut Vec<Root>) -> String {
        let fits = |var: &&Var| {
            var.ty.memref() == Some(ty)
                && self.may_write(var)
                && var.memory.as_ref().is_some_and(|memory| {
                    matches!(memory.root, Root::Own(_) | Root::Argument(_)) && !roots.contains(&memory.root)
                })
        };
        let known: Vec<&Var> = self.vars.iter().filter(fits).collect();
        let var = if known.is_empty() { None } else { Some((*self.rng.pick(&known)).clone()) };
        let var = var.unwrap_or_else(|| self.allocate(ty));
        roots.extend(var.memory.as_ref().map(|memory| memory.root));
        var.name
    }
}
