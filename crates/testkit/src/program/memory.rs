//! Memory: allocations that are filled before anybody reads them, accesses in bounds, views, copies and globals.

use super::r#gen::{Gen, Memory, Root, Var, list};
use super::types::{Memref, Scalar, Ty};
use base::Rng;

impl Gen<'_> {
    // ----- making -----

    /// Brings a memory of its own into reach, every element written.
    pub(super) fn allocation(&mut self) {
        let ty = self.memref_type();
        self.allocate(&ty);
    }

    /// A row-major type of rank 0 to 3 with small sizes, some of them dynamic.
    pub(super) fn memref_type(&mut self) -> Memref {
        let element = self.any_scalar();
        let rank = *self.rng.pick(&[0, 0, 1, 1, 1, 2, 2, 3]);
        let shape = (0..rank)
            .map(|_| if self.rng.chance(1, 4) { None } else { Some(1 + self.rng.below(4)) })
            .collect();
        Memref { shape, element, layout: None }
    }

    /// Allocates and fills a memory of a row-major type and brings it into reach.
    pub(super) fn allocate(&mut self, ty: &Memref) -> Var {
        let mut sizes = Vec::new();
        for _ in ty.shape.iter().filter(|size| size.is_none()) {
            let value = self.value(Scalar::Index);
            let value = self.modulo(&value, 3, Scalar::Index);
            let one = self.index(1);
            sizes.push(self.binary("addi", &value, &one, Scalar::Index));
        }
        let local = self.rng.chance(1, 3);
        let name = if local { "alloca" } else { "alloc" };
        let align = if self.rng.chance(1, 8) { " {alignment = 64 : i64}" } else { "" };
        let name = self.define(format_args!("memref.{name}({}){align} : {ty}", list(sizes)));
        let memory = Memory { root: self.root(), writable: true, local, sizes: ty.sizes() };
        let var = Var { name, ty: Ty::Memref(ty.clone()), below: None, memory: Some(memory) };
        self.fill(&var);
        self.vars.push(var.clone());
        var
    }

    /// Writes every element.
    fn fill(&mut self, var: &Var) {
        let ty = var.ty.memref().expect("it is a memref").clone();
        let count = ty.sizes().map(|sizes| sizes.iter().product::<u64>());
        match count {
            Some(count) if count <= 3 => {
                for at in 0..count {
                    let indices = self.indices_of(&ty, at);
                    let value = self.value(ty.element);
                    self.line(format_args!("memref.store {value}, {}[{}] : {ty}", var.name, list(indices)));
                }
            }
            _ => self.fill_by_loops(var, &ty),
        }
    }

    /// The indices, as constants, of the element at a position in row-major order.
    fn indices_of(&mut self, ty: &Memref, mut at: u64) -> Vec<String> {
        let sizes = ty.sizes().expect("all sizes are static");
        let mut indices = Vec::new();
        for size in sizes.into_iter().rev() {
            indices.push(self.index(at % size));
            at /= size;
        }
        indices.reverse();
        indices
    }

    fn fill_by_loops(&mut self, var: &Var, ty: &Memref) {
        let (zero, one) = (self.index(0), self.index(1));
        let ends: Vec<String> = (0..ty.shape.len()).map(|dim| self.size_of(var, dim)).collect();
        let indices: Vec<String> = ends.iter().map(|_| self.fresh()).collect();
        let base = self.value(ty.element);
        let parallel = self.rng.chance(1, 4);
        let depth = if parallel { 1 } else { ends.len() };
        if parallel {
            let all = |item: &str| list(ends.iter().map(|_| item));
            let (lows, steps) = (all(&zero), all(&one));
            self.line(format_args!(
                "scf.parallel ({}) = ({lows}) to ({}) step ({steps}) {{",
                list(&indices),
                list(&ends)
            ));
            self.indent += 1;
        } else {
            for (index, end) in indices.iter().zip(&ends) {
                self.line(format_args!("scf.for {index} = {zero} to {end} step {one} {{"));
                self.indent += 1;
            }
        }
        let value = self.mixed(&base, &indices, ty.element);
        self.line(format_args!("memref.store {value}, {}[{}] : {ty}", var.name, list(&indices)));
        for _ in 0..depth {
            self.indent -= 1;
            self.line("}");
        }
    }

    /// A value that differs from index to index.
    fn mixed(&mut self, base: &str, indices: &[String], ty: Scalar) -> String {
        let mut sum = indices[0].clone();
        for index in &indices[1..] {
            let three = self.index(3);
            let scaled = self.binary("muli", &sum, &three, Scalar::Index);
            sum = self.binary("addi", &scaled, index, Scalar::Index);
        }
        match ty {
            Scalar::Index => self.binary("xori", base, &sum, ty),
            Scalar::Int(_) => {
                let sum = self.define(format_args!("arith.index_cast {sum} : index to {ty}"));
                self.binary("addi", base, &sum, ty)
            }
            Scalar::Float(_) => {
                let sum = self.define(format_args!("arith.index_cast {sum} : index to i32"));
                let sum = self.define(format_args!("arith.sitofp {sum} : i32 to {ty}"));
                self.binary("addf", base, &sum, ty)
            }
        }
    }

    // ----- access -----

    fn size_of(&mut self, var: &Var, dim: usize) -> String {
        let ty = var.ty.memref().expect("it is a memref");
        match ty.shape[dim] {
            Some(size) if self.rng.chance(3, 4) => self.index(size),
            _ => {
                let dim = self.index(dim as u64);
                self.define(format_args!("memref.dim {}, {dim} : {}", var.name, var.ty))
            }
        }
    }

    /// A memory in reach.
    fn memory(&mut self, wanted: impl Fn(&Memory, &Memref) -> bool) -> Option<Var> {
        let fits = |var: &&Var| matches!((&var.memory, &var.ty), (Some(memory), Ty::Memref(ty)) if wanted(memory, ty));
        let known: Vec<&Var> = self.vars.iter().filter(fits).collect();
        if known.is_empty() { None } else { Some((*self.rng.pick(&known)).clone()) }
    }

    fn writable(&mut self, wanted: impl Fn(&Memory, &Memref) -> bool) -> Option<Var> {
        let fits = |var: &&Var| matches!((&var.memory, &var.ty), (Some(memory), Ty::Memref(ty)) if memory.writable && wanted(memory, ty));
        let known: Vec<&Var> =
            self.vars[self.write_floor.min(self.vars.len())..].iter().filter(fits).collect();
        if known.is_empty() { None } else { Some((*self.rng.pick(&known)).clone()) }
    }

    /// Whether a memory may be written here.
    pub(super) fn may_write(&self, var: &Var) -> bool {
        let reach = &self.vars[self.write_floor.min(self.vars.len())..];
        var.memory.as_ref().is_some_and(|memory| memory.writable)
            && reach.iter().any(|other| other.name == var.name)
    }

    /// An index in every dimension, in bounds.
    fn indices(&mut self, var: &Var) -> Vec<String> {
        let ty = var.ty.memref().expect("it is a memref").clone();
        (0..ty.shape.len()).map(|dim| self.index_in(var, dim, ty.shape[dim])).collect()
    }

    fn index_in(&mut self, var: &Var, dim: usize, size: Option<u64>) -> String {
        if let Some(size) = size {
            let known: Vec<String> = self
                .vars
                .iter()
                .filter(|var| var.below.is_some_and(|below| below <= size))
                .map(|var| var.name.clone())
                .collect();
            if !known.is_empty() && self.rng.chance(3, 4) {
                return self.rng.pick(&known).clone();
            }
            if self.rng.bool() {
                let at = self.rng.below(size);
                return self.index(at);
            }
        }
        let end = self.size_of(var, dim);
        let value = self.value(Scalar::Index);
        self.binary("remui", &value, &end, Scalar::Index)
    }

    pub(super) fn load(&mut self) {
        let Some(var) = self.memory(|_, _| true) else { return self.allocation() };
        let ty = var.ty.memref().expect("it is a memref").clone();
        if ty.shape.len() == 1 && self.rng.chance(1, 6) {
            return self.guarded_load(&var, &ty);
        }
        let indices = self.indices(&var);
        let value = self.define(format_args!("memref.load {}[{}] : {ty}", var.name, list(indices)));
        self.bring(value, ty.element);
    }

    /// A load that only runs when its index is in bounds, so that nobody may do it earlier.
    fn guarded_load(&mut self, var: &Var, ty: &Memref) {
        let (index, end) = (self.value(Scalar::Index), self.size_of(var, 0));
        let inside = self.compare("ult", &index, &end, Scalar::Index);
        let other = self.value(ty.element);
        let (result, element) = (self.fresh(), ty.element);
        self.line(format_args!("{result} = scf.if {inside} -> ({element}) {{"));
        self.indent += 1;
        let value = self.define(format_args!("memref.load {}[{index}] : {ty}", var.name));
        self.line(format_args!("scf.yield {value} : {element}"));
        self.indent -= 1;
        self.line("} else {");
        self.indent += 1;
        self.line(format_args!("scf.yield {other} : {element}"));
        self.indent -= 1;
        self.line("}");
        self.bring(result, element);
    }

    /// Another name for the same memory, with the same indices, now and then; otherwise the memory itself.
    fn alias(&mut self, var: &Var) -> Var {
        if self.rng.chance(1, 2) {
            return var.clone();
        }
        let from = var.ty.memref().expect("it is a memref");
        let to = Memref { shape: from.shape.iter().map(|_| None).collect(), ..from.clone() };
        let name = self.define(format_args!("memref.cast {} : {from} to {to}", var.name));
        Var { name, ty: Ty::Memref(to), ..var.clone() }
    }

    /// Reads an element, writes the same or another one, perhaps under another name, and reads it again.
    pub(super) fn reload(&mut self) {
        let Some(var) = self.writable(|_, _| true) else { return self.allocation() };
        let element = var.ty.memref().expect("it is a memref").element;
        let alias = self.alias(&var);
        let at = list(self.indices(&var));
        let to = if self.rng.chance(2, 3) { at.clone() } else { list(self.indices(&var)) };
        let value = self.value(element);
        let first = self.define(format_args!("memref.load {}[{at}] : {}", var.name, var.ty));
        self.bring(first, element);
        if self.rng.chance(3, 4) {
            self.line(format_args!("memref.store {value}, {}[{to}] : {}", alias.name, alias.ty));
        }
        let second = self.define(format_args!("memref.load {}[{at}] : {}", var.name, var.ty));
        self.bring(second, element);
    }

    /// A loop that reads an element, computes, and writes the same or another one, perhaps under another name.
    pub(super) fn update_in_loop(&mut self) {
        let Some(var) = self.writable(|_, _| true) else { return self.allocation() };
        let element = var.ty.memref().expect("it is a memref").element;
        let alias = self.alias(&var);
        let at = list(self.indices(&var));
        let to = if self.rng.chance(2, 3) { at.clone() } else { list(self.indices(&var)) };
        let start = self.value(element);
        let (low, high, step) = (self.index(0), self.rng.below(4), self.index(1));
        let high = self.index(high);
        let (result, carried, counter) = (self.fresh(), self.fresh(), self.fresh());
        self.line(format_args!(
            "{result} = scf.for {counter} = {low} to {high} step {step} iter_args({carried} = {start}) -> ({element}) {{"
        ));
        self.indent += 1;
        let old = self.define(format_args!("memref.load {}[{at}] : {}", var.name, var.ty));
        let operation = if element.is_int() { "addi" } else { "subf" };
        let new = self.binary(operation, &old, &carried, element);
        let kept = if self.rng.bool() {
            new.clone()
        } else {
            self.mixed(&new, std::slice::from_ref(&counter), element)
        };
        self.line(format_args!("memref.store {kept}, {}[{to}] : {}", alias.name, alias.ty));
        self.line(format_args!("scf.yield {new} : {element}"));
        self.indent -= 1;
        self.line("}");
        self.bring(result, element);
    }

    /// A loop that reads elements side by side, so that rounds read what others have read; now and then it writes one of them.
    pub(super) fn neighbours_in_loop(&mut self) {
        let element = self.any_scalar();
        let size = 7 + self.rng.below(4);
        let var = self.allocate(&Memref { shape: vec![Some(size)], element, layout: None });
        let offsets: Vec<u64> = (0..2 + self.rng.below(3)).map(|_| self.rng.below(5)).collect();
        let most = offsets.iter().copied().max().unwrap_or(0);
        let high = if self.rng.chance(1, 8) { 0 } else { 1 + self.rng.below(size - most) };
        let step = if self.rng.chance(1, 4) { 2 } else { 1 };
        let (low, high, step) = (self.index(0), self.index(high), self.index(step));
        let start = self.value(element);
        let (result, carried, counter) = (self.fresh(), self.fresh(), self.fresh());
        self.line(format_args!(
            "{result} = scf.for {counter} = {low} to {high} step {step} iter_args({carried} = {start}) -> ({element}) {{"
        ));
        self.indent += 1;
        let mut sum = carried;
        for offset in offsets {
            let offset = self.index(offset);
            let at = self.binary("addi", &counter, &offset, Scalar::Index);
            let value = self.define(format_args!("memref.load {}[{at}] : {}", var.name, var.ty));
            sum = self.binary(if element.is_int() { "addi" } else { "subf" }, &value, &sum, element);
        }
        if self.rng.chance(1, 4) {
            self.line(format_args!("memref.store {sum}, {}[{counter}] : {}", var.name, var.ty));
        }
        self.line(format_args!("scf.yield {sum} : {element}"));
        self.indent -= 1;
        self.line("}");
        self.bring(result, element);
    }

    pub(super) fn store(&mut self) {
        let Some(var) = self.writable(|_, _| true) else { return self.allocation() };
        let ty = var.ty.memref().expect("it is a memref").clone();
        let value = self.value(ty.element);
        let indices = self.indices(&var);
        self.line(format_args!("memref.store {value}, {}[{}] : {ty}", var.name, list(indices)));
    }

    // ----- views -----

    /// The same memory seen through another type.
    pub(super) fn view(&mut self) {
        let Some(var) = self.memory(|_, ty| !ty.shape.is_empty()) else { return self.allocation() };
        let memory = Memory { writable: self.may_write(&var), ..var.memory.clone().expect("it is a memref") };
        if self.rng.bool() { self.cast(&var, memory) } else { self.subview(&var, memory) }
    }

    fn cast(&mut self, var: &Var, memory: Memory) {
        let from = var.ty.memref().expect("it is a memref");
        let mut to = from.clone();
        match &memory.sizes {
            // Back to what it is.
            Some(sizes) if from.sizes().is_none() && self.rng.bool() => {
                to.shape = sizes.iter().map(|size| Some(*size)).collect();
            }
            _ => to.shape.iter_mut().for_each(|size| *size = size.filter(|_| self.rng.bool())),
        }
        if let Some((strides, offset)) = &mut to.layout
            && self.rng.chance(1, 3)
        {
            strides.iter_mut().for_each(|stride| *stride = None);
            *offset = None;
        }
        let name = self.define(format_args!("memref.cast {} : {from} to {to}", var.name));
        self.vars.push(Var { name, ty: Ty::Memref(to), below: None, memory: Some(memory) });
    }

    /// A window: of static dimensions any that fits, of dynamic ones a single element.
    fn subview(&mut self, var: &Var, memory: Memory) {
        let from = var.ty.memref().expect("it is a memref").clone();
        let (strides, offset) = from.steps();
        let (mut offsets, mut sizes, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = offset;
        let mut layout = Vec::new();
        for (dim, (size, stride)) in from.shape.iter().zip(&strides).enumerate() {
            let (count, step) = match size {
                Some(size) => window(&mut self.rng, *size),
                None => (1, 1),
            };
            let static_offset =
                size.filter(|_| self.rng.bool()).map(|size| self.rng.below(size - (count - 1) * step));
            let at = match (static_offset, size) {
                (Some(at), _) => at.to_string(),
                (None, Some(size)) => {
                    let value = self.value(Scalar::Index);
                    self.modulo(&value, size - (count - 1) * step, Scalar::Index)
                }
                (None, None) => {
                    let end = self.size_of(var, dim);
                    let value = self.value(Scalar::Index);
                    self.binary("remui", &value, &end, Scalar::Index)
                }
            };
            let moved = static_offset.and_then(|at| stride.map(|stride| stride * at as i64));
            // A static offset of 0 moves nothing, whatever the stride; the type still counts it as unknown.
            start = start.zip(moved).map(|(start, moved)| start + moved);
            layout.push(stride.map(|stride| stride * step as i64));
            offsets.push(at);
            sizes.push(count);
            steps.push(step);
        }
        let to = Memref { layout: Some((layout, start)), ..Memref::of_sizes(&sizes, from.element) };
        let name = self.define(format_args!(
            "memref.subview {}[{}] [{}] [{}] : {from} to {to}",
            var.name,
            list(offsets),
            list(&sizes),
            list(steps)
        ));
        let memory = Memory { sizes: Some(sizes), ..memory };
        self.vars.push(Var { name, ty: Ty::Memref(to), below: None, memory: Some(memory) });
    }

    /// Copies between memories that cannot overlap.
    pub(super) fn copy(&mut self) {
        let known = |memory: &Memory| memory.root != Root::Unknown;
        let Some(to) = self.writable(|memory, ty| known(memory) && ty.sizes().is_some()) else {
            return self.allocation();
        };
        let (to_ty, to_root) =
            (to.ty.memref().expect("it is a memref").clone(), to.memory.as_ref().map(|memory| memory.root));
        let fits = |memory: &Memory, ty: &Memref| {
            known(memory)
                && Some(memory.root) != to_root
                && ty.sizes() == to_ty.sizes()
                && ty.sizes().is_some()
                && ty.element == to_ty.element
        };
        let from = match self.memory(fits) {
            Some(from) => from,
            None => self.allocate(&Memref { layout: None, ..to_ty.clone() }),
        };
        self.line(format_args!("memref.copy {}, {} : {} to {}", from.name, to.name, from.ty, to.ty));
    }

    pub(super) fn dimension(&mut self) {
        let Some(var) = self.memory(|_, ty| !ty.shape.is_empty()) else { return self.allocation() };
        let rank = var.ty.memref().map_or(0, |ty| ty.shape.len());
        let dim = self.rng.index(rank);
        let dim = self.index(dim as u64);
        let size = self.define(format_args!("memref.dim {}, {dim} : {}", var.name, var.ty));
        self.bring(size, Scalar::Index);
    }

    // ----- globals -----

    /// Brings a global into reach.
    pub(super) fn global(&mut self) {
        if self.globals.is_empty() {
            return self.allocation();
        }
        let number = self.rng.index(self.globals.len());
        let global = self.globals[number].clone();
        let name = self.define(format_args!("memref.get_global @g{number} : {}", global.ty));
        // A global is the same memory for all rounds of a parallel loop.
        let writable = !global.constant && self.write_floor == 0;
        let memory = Memory { root: Root::Global(number), writable, local: false, sizes: global.ty.sizes() };
        let var = Var { name, ty: Ty::Memref(global.ty), below: None, memory: Some(memory) };
        if !global.filled {
            if !writable {
                return;
            }
            self.fill(&var);
        }
        self.vars.push(var);
    }
}

/// The size and stride of a window on a dimension.
fn window(rng: &mut Rng, size: u64) -> (u64, u64) {
    let count = 1 + rng.below(size);
    let step = if count > 1 && (count - 1) * 2 < size { 1 + rng.below(2) } else { 1 };
    (count, step)
}
