//! Calls of functions of the unit: lowered in place, or, of kernels by `main`, as calls.

use super::memory::{Binding, LeafMemory, Location, Operand, same_memory};
use super::pointer::{Index, pointee_of};
use super::{Frame, Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{Expr, FunctionId, Parameter};
use crate::types::Type;
use base::{Diagnostic, codes};
use dialects::{arith, func, memref};
use ir::{AttrKind, Loc, OpState, TypeKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// An array that was copied for a call: the copy, and where its contents go back to.
struct Borrowed {
    /// What is copied.
    from: Location,
    leaf: usize,
    /// The part of the array that the kernel is given.
    view: Value,
    copy: Value,
    /// Whether the copy has to be freed, and whether the kernel may have changed it.
    on_heap: bool,
    changed: bool,
}

impl<'a> Function<'a> {
    /// The value of a call.
    pub fn call(&mut self, function: FunctionId, arguments: &'a [Expr], origin: Origin) -> Lowered<Operand> {
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            operands.push(self.value(argument)?);
        }
        if self.in_main && self.module.kernels.contains(&function) {
            return self.call_kernel(function, arguments, operands, origin);
        }
        self.inline(function, operands, origin)
    }

    /// Lowers a function where it is called.
    fn inline(&mut self, id: FunctionId, operands: Vec<Operand>, origin: Origin) -> Lowered<Operand> {
        let function = &self.unit.functions[id];
        let Some(body) = &function.body else {
            let message = format!("`{}` is called, but only declared", function.name);
            let diagnostic = Diagnostic::error(codes::C_CALL, origin.used, message)
                .label(function.origin.used, "declared here")
                .hint("define the function in this file, or include the file that does");
            return Err(self.report(diagnostic, origin));
        };
        if let Some(first) = self.frames.iter().position(|frame| frame.function == id) {
            return Err(self.recursion(first, id, origin));
        }
        self.made += 1;
        self.check_size(origin)?;
        let loc = self.loc(origin);
        let result = match &function.result {
            Type::Void => None,
            ty => Some(self.allocate(
                loc,
                origin,
                &format!("the result of {}", function.name),
                ty,
                false,
                None,
            )?),
        };
        self.frames.push(Frame {
            function: id,
            call: Some(loc),
            origin,
            bindings: FxHashMap::default(),
            failed: FxHashSet::default(),
            result,
        });
        let done = self.deeper(origin, |f| {
            for (parameter, operand) in function.parameters.iter().zip(operands) {
                f.bind(parameter, operand)?;
            }
            f.body(&body.statements)
        });
        self.frames.pop();
        done?;
        match result {
            Some(result) => {
                let location = self.whole(result, false);
                self.read_location(&location, &function.result, origin)
            }
            None => Ok(Operand::Nothing),
        }
    }

    fn recursion(&mut self, first: usize, id: FunctionId, origin: Origin) -> super::Wrong {
        let name = &self.unit.functions[id].name;
        let way: Vec<String> = self.frames[first..]
            .iter()
            .map(|frame| frame.function)
            .chain([id])
            .map(|function| format!("`{}`", self.unit.functions[function].name))
            .collect();
        let diagnostic = Diagnostic::error(codes::C_RECURSION, origin.used, format!("`{name}` calls itself"))
            .note(format!("the way around is {}", way.join(" → ")))
            .hint("write a loop, with an array as stack if one is needed");
        self.report(diagnostic, origin)
    }

    /// Binds a parameter of the function that is being entered to an argument: to its value if it never changes, otherwise to
    /// memory that holds it.
    pub fn bind(&mut self, parameter: &Parameter, operand: Operand) -> Lowered<()> {
        let Some(object) = parameter.object else { return Ok(()) };
        let facts = &self.facts()[object];
        let is_struct = matches!(operand, Operand::Struct(_));
        let binding = if facts.assigned || facts.address_taken || is_struct {
            let name = &self.unit.objects[object].name;
            let in_front = facts.address_taken;
            let loc = self.loc(parameter.origin);
            let base = self.allocate(loc, parameter.origin, name, &parameter.ty, in_front, Some(object))?;
            let location = self.whole(base, in_front);
            self.write_location(&location, &parameter.ty, &operand, parameter.origin)?;
            Binding::Memory(base, in_front)
        } else {
            Binding::Value(operand)
        };
        self.bind_object(object, binding);
        Ok(())
    }

    /// Gives a name of the innermost call a meaning.
    pub fn bind_object(&mut self, object: crate::tree::ObjectId, binding: Binding) {
        let frame = self.frames.last_mut().expect("the function itself is a frame");
        frame.bindings.insert(object, binding);
    }

    // ----- kernels -----

    fn call_kernel(
        &mut self,
        id: FunctionId,
        arguments: &'a [Expr],
        operands: Vec<Operand>,
        origin: Origin,
    ) -> Lowered<Operand> {
        let function = &self.unit.functions[id];
        let signature = self.signature(id)?;
        let loc = self.loc(origin);
        let mut borrowed = Vec::new();
        let mut values = Vec::with_capacity(signature.inputs.len());
        for ((parameter, operand), argument) in function.parameters.iter().zip(operands).zip(arguments) {
            match operand {
                Operand::Nothing => {}
                Operand::Scalar(value) => values.push(value),
                Operand::Struct(from) => {
                    let copy = self.copied(loc, &from, argument)?;
                    self.hand_leaves(loc, &copy, &mut values);
                }
                Operand::Pointer(pointer) => {
                    let to = self.pointee(pointer, argument.origin)?;
                    let constant = matches!(parameter.ty, Type::Pointer { constant: true, .. });
                    let pointee = pointee_of(&parameter.ty).expect("its argument is a pointer");
                    let shapes = self.leaves_of(pointee, parameter.origin)?;
                    if shapes.len() != to.leaves.len() {
                        return Err(self.wrong_type(&to, argument.origin));
                    }
                    for (leaf, (dims, ty)) in to.leaves.clone().zip(shapes) {
                        if !same_memory(&self.bases[to.base].leaves[leaf].ty, &ty) {
                            return Err(self.wrong_type(&to, argument.origin));
                        }
                        let wanted: Vec<_> = [parameter.size].into_iter().chain(dims).collect();
                        let value =
                            self.lend(&to, leaf, &wanted, !constant, &mut borrowed, argument.origin)?;
                        values.push(value);
                    }
                }
            }
        }
        let results = self.func_call(loc, &function.name, &values, &signature.results);
        for Borrowed { view, copy, on_heap, changed, .. } in borrowed {
            if changed {
                self.emit(OpState::new(memref::COPY, loc).operands(&[copy, view]));
            }
            if on_heap {
                self.emit(OpState::new(memref::DEALLOC, loc).operands(&[copy]));
            }
        }
        match &function.result {
            Type::Void => Ok(Operand::Nothing),
            Type::Struct(_) => {
                let place = self.temporary(loc, origin, &function.result)?;
                for (leaf, value) in place.leaves.clone().zip(results) {
                    if let LeafMemory::Numbers(memory) = self.bases[place.base].leaves[leaf].memory {
                        self.store(loc, value, memory, &[]);
                    }
                }
                Ok(Operand::Struct(place))
            }
            _ => Ok(Operand::Scalar(results[0])),
        }
    }

    /// `func.call`
    pub fn func_call(
        &mut self,
        loc: Loc,
        name: &str,
        operands: &[Value],
        results: &[ir::Type],
    ) -> Vec<Value> {
        let root = self.ir.ctx.str(name);
        let callee = self.ir.ctx.attr(AttrKind::Symbol { root, nested: Box::new([]) });
        let state =
            OpState::new(func::CALL, loc).operands(operands).results(results).prop(self.ir, "callee", callee);
        let op = self.emit(state);
        self.ir.results(op).collect()
    }

    /// The parts of a structure as a kernel takes them: numbers as values, arrays as memories.
    fn hand_leaves(&mut self, loc: Loc, from: &Location, values: &mut Vec<Value>) {
        for leaf in from.leaves.clone() {
            let leaf = &self.bases[from.base].leaves[leaf];
            if let LeafMemory::Numbers(memory) = leaf.memory {
                let value = if leaf.dims.is_empty() { self.load(loc, memory, &[]) } else { memory };
                values.push(value);
            }
        }
    }

    /// An array as a kernel takes it: with its own type, from its first element on. What cannot be seen so is copied for the time of the call.
    fn lend(
        &mut self,
        to: &Location,
        leaf: usize,
        wanted: &[Option<u64>],
        changed: bool,
        borrowed: &mut Vec<Borrowed>,
        origin: Origin,
    ) -> Lowered<Value> {
        let source = self.bases[to.base].leaves[leaf].clone();
        let LeafMemory::Numbers(memory) = source.memory else {
            let message = "a kernel is given an array of pointers";
            return Err(self.error(codes::C_POINTER, origin, message));
        };
        // One element, in a dimension of its own, unless it is one of an array.
        let mut indices = to.indices.clone();
        let first = if to.moves { indices.pop().unwrap_or(Index::Known(0)) } else { Index::Known(0) };
        let own_dimension = to.moves && source.dims.len() > indices.len();
        let rest = &source.dims[indices.len()..];
        let rest = if own_dimension { &rest[1..] } else { rest };
        if *rest != wanted[1..] {
            let message = "the array has another shape than the parameter";
            return Err(self.error(codes::C_POINTER, origin, message));
        }
        let there = if own_dimension { source.dims[indices.len()] } else { Some(1) };
        if let (Some(there), Some(wanted), Index::Known(first)) = (there, wanted[0], first)
            && i128::from(first) + i128::from(wanted) > i128::from(there)
        {
            let message = format!("an array of {there} elements is given where {wanted} are taken");
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .hint("make the array as large as the parameter says, or the parameter smaller");
            return Err(self.report(diagnostic, origin));
        }
        let loc = self.loc(origin);
        let element = self.ir.ctx.element_ty(self.ir.ty(memory));
        let ty = self.memref_ty(wanted, element);
        if !own_dimension && indices.is_empty() {
            let message = "a pointer to a whole array is given to a kernel";
            let diagnostic = Diagnostic::error(codes::C_POINTER, origin.used, message)
                .hint("give it the array itself, which is a pointer to the first element");
            return Err(self.report(diagnostic, origin));
        }
        let at_start = indices.iter().chain([&first]).all(|index| *index == Index::Known(0));
        if at_start && indices.is_empty() && (wanted[0].is_none() || wanted[0] == there) {
            return Ok(self.cast(loc, memory, ty));
        }
        // The same part given twice is one array to the kernel, too.
        if let Some(known) = borrowed.iter_mut().find(|known| known.from == *to && known.leaf == leaf)
            && self.ir.ty(known.copy) == ty
        {
            known.changed |= changed;
            return Ok(known.copy);
        }
        let view = self.view(loc, memory, &indices, own_dimension.then_some(first), wanted, there);
        if at_start && dialects::memref::casts_to(&self.ir.ctx, self.ir.ty(view), ty) {
            return Ok(self.cast(loc, view, ty));
        }
        let (copy, on_heap) = match wanted[0] {
            Some(_) => (self.alloca(loc, ty), false),
            None => {
                let zero = self.int(loc, 0, ir::Type::INDEX);
                let size = self.op(loc, memref::DIM, &[view, zero], ir::Type::INDEX);
                (self.alloc(loc, ty, &[size]), true)
            }
        };
        self.emit(OpState::new(memref::COPY, loc).operands(&[view, copy]));
        borrowed.push(Borrowed { from: to.clone(), leaf, view, copy, on_heap, changed });
        Ok(copy)
    }

    /// `memref.cast`, if the type is another.
    pub fn cast(&mut self, loc: Loc, memory: Value, ty: ir::Type) -> Value {
        if self.ir.ty(memory) == ty { memory } else { self.op(loc, memref::CAST, &[memory], ty) }
    }

    /// `memref.alloc`
    pub fn alloc(&mut self, loc: Loc, ty: ir::Type, sizes: &[Value]) -> Value {
        let segments = self.ir.ctx.i32_array_attr(&[sizes.len() as i32, 0]);
        let state = OpState::new(memref::ALLOC, loc).operands(sizes).results(&[ty]).prop(
            self.ir,
            "operandSegmentSizes",
            segments,
        );
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// The part of an array behind some indices: from `first` on as many elements as wanted, or all that there are. Without `first`, a single
    /// element as an array of one.
    fn view(
        &mut self,
        loc: Loc,
        memory: Value,
        indices: &[Index],
        first: Option<Index>,
        wanted: &[Option<u64>],
        there: Option<u64>,
    ) -> Value {
        let mut parts = ViewParts::default();
        // A single element keeps its last dimension of the way as the one that it has for itself.
        let dropped = if first.is_none() { indices.len().saturating_sub(1) } else { indices.len() };
        for index in indices {
            parts.push(self, loc, *index, Index::Known(1));
        }
        if let Some(first) = first {
            let size = match wanted[0] {
                Some(wanted) => Index::Known(wanted as i64),
                None => {
                    let all = match there {
                        Some(there) => Index::Known(there as i64),
                        None => {
                            let number = self.int(loc, indices.len() as i64, ir::Type::INDEX);
                            let size = self.op(loc, memref::DIM, &[memory, number], ir::Type::INDEX);
                            Index::Value(self.op(loc, arith::INDEX_CAST, &[size], ir::Type::I64), true)
                        }
                    };
                    self.add_index(loc, all, first, true)
                }
            };
            parts.push(self, loc, first, size);
        }
        for size in &wanted[1..] {
            let size = size.expect("arrays inside of others have known sizes");
            parts.push(self, loc, Index::Known(0), Index::Known(size as i64));
        }
        self.subview(loc, memory, parts, dropped)
    }

    /// `memref.subview` of strides one, without its first dimensions, which have one element.
    fn subview(&mut self, loc: Loc, memory: Value, parts: ViewParts, dropped: usize) -> Value {
        use dialects::memref::subview::{Mixed, Parts, view};
        let source = self.ir.ty(memory);
        let mixed = |statics: &[i64], values: &[Value]| {
            let mut values = values.iter();
            let mixed = |item: &i64| match *item {
                memref::DYNAMIC => Mixed::Dynamic(*values.next().expect("each unknown part is an operand")),
                item => Mixed::Static(item),
            };
            statics.iter().map(mixed).collect::<Vec<Mixed>>()
        };
        let known = Parts {
            offsets: mixed(&parts.static_offsets, &parts.offsets),
            sizes: mixed(&parts.static_sizes, &parts.sizes),
            strides: vec![Mixed::Static(1); parts.static_sizes.len()],
        };
        let seen = view(&self.ir.ctx, source, &known).expect("memories of objects are laid out row by row");
        let layout = AttrKind::Strided { strides: seen.strides[dropped..].into(), offset: seen.offset };
        let layout = Some(self.ir.ctx.attr(layout));
        let TypeKind::Memref { element, space, .. } = self.ir.ctx[source] else {
            unreachable!("a memory is a memref")
        };
        let shape = seen.shape[dropped..].into();
        let ty = self.ir.ctx.ty(TypeKind::Memref { shape, element, layout, space });
        let ones = vec![1; parts.static_sizes.len()];
        let statics = [&parts.static_offsets, &parts.static_sizes, &ones];
        let segments = [1, parts.offsets.len() as i32, parts.sizes.len() as i32, 0];
        let segments = self.ir.ctx.i32_array_attr(&segments);
        let mut state = OpState::new(memref::SUBVIEW, loc)
            .operands(&[memory])
            .operands(&parts.offsets)
            .operands(&parts.sizes)
            .results(&[ty])
            .prop(self.ir, "operandSegmentSizes", segments);
        for (name, items) in dialects::memref::subview::STATIC.iter().zip(statics) {
            let items = self.ir.ctx.i64_array_attr(items);
            state = state.prop(self.ir, name, items);
        }
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// The row of an array that a location with all but the last index leads to, as a memory of one dimension.
    pub fn row(&mut self, loc: Loc, memory: Value, indices: &[Index], size: Option<u64>) -> Value {
        if indices.is_empty() {
            return memory;
        }
        self.view(loc, memory, indices, Some(Index::Known(0)), &[None], size)
    }
}

/// Offsets and sizes of a part of an array, with what is not known as operands.
#[derive(Default)]
struct ViewParts {
    static_offsets: Vec<i64>,
    static_sizes: Vec<i64>,
    offsets: Vec<Value>,
    sizes: Vec<Value>,
}

impl ViewParts {
    fn push(&mut self, f: &mut Function<'_>, loc: Loc, offset: Index, size: Index) {
        for (part, statics, values) in [
            (offset, &mut self.static_offsets, &mut self.offsets),
            (size, &mut self.static_sizes, &mut self.sizes),
        ] {
            match part {
                Index::Known(known) if known >= 0 => statics.push(known),
                part => {
                    statics.push(memref::DYNAMIC);
                    values.push(f.index(loc, part));
                }
            }
        }
    }
}
