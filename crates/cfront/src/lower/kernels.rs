//! Functions that stay functions: `main`, and the kernels, which are to become circuits.

use super::facts::{Facts, Node};
use super::memory::{Leaf, LeafMemory, Location, Operand, Source, number_ty};
use super::pointer::{Index, Pointer, pointee_of};
use super::{Frame, Function, LowerOptions, Lowered, Module};
use crate::library::Meaning;
use crate::token::Place as Origin;
use crate::tree::{ExprKind, FunctionId, Parameter, Unit};
use crate::types::Type;
use base::{Diagnostic, Diagnostics, IdMap, codes};
use dialects::func;
use ir::{Attr, Ir, Loc, Op, OpState, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions that are lowered: the kernels in the order of the text, and `main` if there is one.
pub(crate) fn choose(
    unit: &Unit,
    options: &LowerOptions,
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<FunctionId>, Option<FunctionId>)> {
    let find = |name: &str| {
        unit.functions.iter().find(|(_, f)| f.body.is_some() && *f.name == *name).map(|(id, _)| id)
    };
    let main = find("main");
    let mut chosen = FxHashSet::default();
    for name in &options.top {
        match find(name) {
            Some(id) => {
                chosen.insert(id);
            }
            None => {
                let message = format!("there is no function `{name}` to be a kernel");
                diagnostics.push(
                    Diagnostic::error(codes::C_NO_ENTRY, None, message)
                        .hint("name a function that the file defines"),
                );
                return None;
            }
        }
    }
    if main.is_none() && chosen.is_empty() {
        diagnostics.push(
            Diagnostic::error(
                codes::C_NO_ENTRY,
                None,
                "there is no `main`, and no function is named to be a kernel",
            )
            .hint("add `int main(void)`, or name a function by `--top`"),
        );
        return None;
    }
    let named = called_as_kernels(unit);
    chosen.extend(named);
    if chosen.is_empty()
        && let Some(main) = main
    {
        let candidates = called_with_arrays(unit, main);
        let fit: Vec<FunctionId> =
            candidates.iter().copied().filter(|function| test_bench_use(unit, *function).is_none()).collect();
        match fit[..] {
            [only] => {
                chosen.insert(only);
            }
            _ if options.needs_kernel => {
                diagnostics.push(no_kernel(unit, &candidates));
                return None;
            }
            _ => {}
        }
    }
    let kernels =
        unit.functions.iter().filter(|(id, f)| chosen.contains(id) && f.body.is_some() && Some(*id) != main);
    Some((kernels.map(|(id, _)| id).collect(), main))
}

/// All nodes of the body of a function.
fn walk<'a>(unit: &'a Unit, function: FunctionId, mut visit: impl FnMut(Node<'a>)) {
    let body = unit.functions[function].body.iter().flat_map(|body| &body.statements);
    let mut todo: Vec<Node<'a>> = body.rev().map(Node::Stmt).collect();
    while let Some(node) = todo.pop() {
        visit(node);
        node.parts(&mut todo);
    }
}

/// Functions called as `CALL_KERNEL(f, …)`.
fn called_as_kernels(unit: &Unit) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for id in unit.functions.keys() {
        walk(unit, id, |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Call { function, kernel: true, .. } = expr.kind
            {
                found.push(function);
            }
        });
    }
    found
}

/// Functions that `main` calls with arrays.
fn called_with_arrays(unit: &Unit, main: FunctionId) -> Vec<FunctionId> {
    let mut found: Vec<FunctionId> = Vec::new();
    walk(unit, main, |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Call { function, arguments, .. } = &expr.kind
            && arguments.iter().any(|argument| matches!(argument.ty, Type::Pointer { .. }))
            && !found.contains(function)
        {
            found.push(*function);
        }
    });
    found.retain(|function| unit.functions[*function].body.is_some());
    found
}

/// That no function is the kernel, and why not each that could have been.
fn no_kernel(unit: &Unit, candidates: &[FunctionId]) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(codes::NO_KERNEL, None, "the program has no kernel");
    let mut fit = Vec::new();
    for candidate in candidates {
        let function = &unit.functions[*candidate];
        let name = &function.name;
        match test_bench_use(unit, *candidate) {
            Some((library, origin)) => {
                let text = format!("`{name}` is none: only a test bench can call `{library}`");
                diagnostic = diagnostic.label(origin.used, text);
            }
            None => {
                diagnostic = diagnostic.label(function.origin.used, format!("`{name}` could be one"));
                fit.push(format!("`--top {name}`"));
            }
        }
    }
    if !fit.is_empty() {
        return diagnostic.hint(format!("choose one: {}", fit.join(", ")));
    }
    diagnostic.hint(
        "a kernel is a function that is called through `CALL_KERNEL`, or named by `--top`, or else the only function that `main` gives \
         arrays and that does nothing only a test bench can do; `--reference` runs the program without one",
    )
}

/// What a function does that only a test bench can do: what it calls, and where. Nothing if it could become a circuit.
fn test_bench_use(unit: &Unit, function: FunctionId) -> Option<(&'static str, Origin)> {
    let mut known = FxHashSet::from_iter([function]);
    let mut todo = vec![function];
    let mut uses = None;
    while let Some(function) = todo.pop() {
        walk(unit, function, |node| {
            let Node::Expr(expr) = node else { return };
            match &expr.kind {
                ExprKind::Call { function, .. } if known.insert(*function) => todo.push(*function),
                ExprKind::Library(library, _) if is_for_test_benches(library.0.meaning) => {
                    uses.get_or_insert((library.0.name, expr.origin));
                }
                _ => {}
            }
        });
    }
    uses
}

/// Whether only a test bench can do this.
pub(crate) fn is_for_test_benches(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Host | Meaning::Malloc | Meaning::Calloc | Meaning::Free)
}

/// What a kernel takes and gives.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    /// A type and a name for each argument.
    pub inputs: Vec<(ir::Type, String)>,
    /// Types of the results.
    pub results: Vec<ir::Type>,
}

/// Lowers a kernel or `main` to a function.
pub(crate) fn lower(
    ir: &mut Ir,
    unit: &Unit,
    facts: &Facts<'_>,
    module: &mut Module,
    id: FunctionId,
    in_main: bool,
    diagnostics: &mut Diagnostics,
) -> Lowered<Op> {
    let function = &unit.functions[id];
    let region = ir.create_region();
    let block = ir.add_block(region);
    let loc = super::loc::of(&mut ir.ctx, function.origin);
    let frame = Frame {
        function: id,
        call: None,
        origin: function.origin,
        bindings: FxHashMap::default(),
        failed: FxHashSet::default(),
        result: None,
    };
    let mut state = Function {
        ir,
        unit,
        diagnostics,
        facts,
        module,
        in_main,
        block,
        open: vec![block],
        last_allocation: None,
        frames: vec![frame],
        bases: IdMap::new(),
        pointers: IdMap::new(),
        asked: Vec::new(),
        statics: FxHashMap::default(),
        strings: None,
        depth: 0,
        loops: 0,
        made: 0,
        last_loc: None,
        exits: Default::default(),
    };
    let signature = state.whole_function(loc)?;
    let inputs: Vec<ir::Type> = signature.inputs.iter().map(|(ty, _)| *ty).collect();
    let name = ir.ctx.str_attr(&function.name);
    let ty = ir.ctx.fn_ty(&inputs, &signature.results);
    let ty = ir.ctx.type_attr(ty);
    let mut state =
        OpState::new(func::FUNC, loc).prop(ir, "sym_name", name).prop(ir, "function_type", ty).region(region);
    if !in_main {
        state.attrs.push((ir.ctx.str("kernel"), Attr::UNIT));
    }
    Ok(ir.create(state))
}

impl<'a> Function<'a> {
    /// Fills the entry block: arguments, body, results.
    fn whole_function(&mut self, loc: Loc) -> Lowered<Signature> {
        let id = self.frame().function;
        let function = &self.unit.functions[id];
        let body = function.body.as_ref().expect("only functions with a body are lowered");
        let signature = self.signature(id)?;
        let mut arguments = Vec::with_capacity(signature.inputs.len());
        for (ty, name) in &signature.inputs {
            let argument = self.ir.add_argument(self.block, *ty, loc);
            let name = self.ir.ctx.str(name);
            self.ir.set_value_name(argument, Some(name));
            arguments.push(argument);
        }
        if function.result != Type::Void {
            let result = self.allocate(loc, function.origin, "the result", &function.result, false, None)?;
            self.frames[0].result = Some(result);
        }
        if self.in_main {
            self.begin_main(loc)?;
        } else {
            let mut arguments = arguments.into_iter();
            for parameter in &function.parameters {
                self.take(loc, parameter, &mut arguments)?;
            }
        }
        let falls = self.body(&body.statements)?;
        let end = self.loc(body.end);
        let mut results = Vec::new();
        match self.frames[0].result {
            Some(base) => {
                let leaves = self.bases[base].leaves.clone();
                for leaf in leaves {
                    if let LeafMemory::Numbers(memory) = leaf.memory {
                        let value = self.load(end, memory, &[]);
                        if falls && !self.in_main {
                            self.may_be_missing(value, &function.name);
                            self.module.unreturned.push((id, memory));
                        }
                        results.push(value);
                    }
                }
            }
            None if self.in_main => results.push(self.int(end, 0, ir::Type::I32)),
            None => {}
        }
        self.emit(OpState::new(func::RETURN, end).operands(&results));
        Ok(signature)
    }

    /// `main` returns zero unless it says otherwise, and is called without arguments.
    fn begin_main(&mut self, loc: Loc) -> Lowered<()> {
        let function = &self.unit.functions[self.frame().function];
        if let Some(result) = self.frames[0].result {
            let zero = self.int(loc, 0, ir::Type::I32);
            let location = self.whole(result, false);
            self.write_location(&location, &function.result, &Operand::Scalar(zero), function.origin)?;
        }
        if let Some(parameter) = function.parameters.first()
            && parameter.ty == Type::INT
        {
            let one = self.int(loc, 1, ir::Type::I32);
            self.bind(parameter, Operand::Scalar(one))?;
        }
        Ok(())
    }

    /// Binds a parameter of a kernel to the arguments that it is.
    fn take(
        &mut self,
        loc: Loc,
        parameter: &Parameter,
        arguments: &mut impl Iterator<Item = Value>,
    ) -> Lowered<()> {
        let mut next = || arguments.next().expect("the signature has an argument for every leaf");
        let name = parameter.object.map_or("", |object| &*self.unit.objects[object].name);
        let operand = match &parameter.ty {
            Type::Pointer { to, .. } => {
                let mut leaves = Vec::new();
                for (inner, ty) in self.leaves_of(to, parameter.origin)? {
                    let dims = [parameter.size].into_iter().chain(inner).collect();
                    leaves.push(Leaf { dims, ty, memory: LeafMemory::Numbers(next()) });
                }
                let leaves_count = leaves.len();
                let base = self.add_base(name, leaves, Source::Given, self.open[0]);
                let indices = vec![Index::Known(0)];
                let to = Some(Location { base, leaves: 0..leaves_count, indices, moves: true });
                Operand::Pointer(Pointer { to, null: None })
            }
            Type::Struct(_) => {
                let mut leaves = Vec::new();
                for (dims, ty) in self.leaves_of(&parameter.ty, parameter.origin)? {
                    let argument = next();
                    let memory = match dims.is_empty() {
                        true => {
                            let slot = self.slot(loc, self.ir.ty(argument));
                            self.store_slot(loc, slot, argument);
                            slot.0
                        }
                        false => argument,
                    };
                    leaves.push(Leaf { dims, ty, memory: LeafMemory::Numbers(memory) });
                }
                let base = self.add_base(name, leaves, Source::Local, self.open[0]);
                Operand::Struct(self.whole(base, false))
            }
            _ => Operand::Scalar(next()),
        };
        self.bind(parameter, operand)
    }

    /// What a kernel takes and gives; `main` takes nothing and gives an `i32`.
    pub fn signature(&mut self, id: FunctionId) -> Lowered<Signature> {
        let function = &self.unit.functions[id];
        if self.in_main && self.frames[0].function == id {
            if !matches!(function.result, Type::Void | Type::INT) {
                let message = "`main` must return an `int`";
                return Err(self.error(codes::C_TYPE, function.origin, message));
            }
            return Ok(Signature { inputs: Vec::new(), results: vec![ir::Type::I32] });
        }
        let mut inputs = Vec::new();
        for (number, parameter) in function.parameters.iter().enumerate() {
            let name = match parameter.object {
                Some(object) => self.unit.objects[object].name.to_string(),
                None => format!("arg{number}"),
            };
            self.inputs_of(parameter, name, &mut inputs)?;
        }
        let mut results = Vec::new();
        if function.result != Type::Void {
            for (dims, ty) in self.leaves_of(&function.result, function.origin)? {
                match number_ty(&mut self.ir.ctx, &ty) {
                    Some(ty) if dims.is_empty() => results.push(ty),
                    _ => {
                        let message = format!("the kernel `{}` returns a pointer or an array", function.name);
                        let diagnostic = Diagnostic::error(codes::C_POINTER, function.origin.used, message)
                            .hint("give it an array that it writes its result to");
                        return Err(self.report(diagnostic, function.origin));
                    }
                }
            }
        }
        Ok(Signature { inputs, results })
    }

    fn inputs_of(
        &mut self,
        parameter: &Parameter,
        name: String,
        inputs: &mut Vec<(ir::Type, String)>,
    ) -> Lowered<()> {
        let pointee = pointee_of(&parameter.ty);
        let parts = self.leaves_of(pointee.unwrap_or(&parameter.ty), parameter.origin)?;
        let names = member_names(self.unit, pointee.unwrap_or(&parameter.ty), name);
        for ((inner, ty), name) in parts.into_iter().zip(names) {
            let Some(element) = number_ty(&mut self.ir.ctx, &ty) else {
                let message = format!("the parameter `{name}` of a kernel holds pointers");
                let diagnostic = Diagnostic::error(codes::C_POINTER, parameter.origin.used, message)
                    .hint("give the kernel the arrays themselves");
                return Err(self.report(diagnostic, parameter.origin));
            };
            let ty = match (pointee, inner.as_slice()) {
                (Some(_), inner) => {
                    let dims: Vec<_> = [parameter.size].into_iter().chain(inner.iter().copied()).collect();
                    self.memref_ty(&dims, element)
                }
                (None, []) => element,
                (None, dims) => self.memref_ty(dims, element),
            };
            inputs.push((ty, name));
        }
        if matches!(pointee, Some(Type::Void)) {
            let message = "a parameter of a kernel is a `void *`, which does not say what it points to";
            return Err(self.error(codes::C_POINTER, parameter.origin, message));
        }
        Ok(())
    }
}

/// A name for each leaf of a type: that of the object, and of the members on the way.
fn member_names(unit: &Unit, ty: &Type, name: String) -> Vec<String> {
    match ty {
        Type::Array { element, .. } => member_names(unit, element, name),
        Type::Struct(id) => {
            let fields = unit.structs[*id].fields.iter().flatten();
            fields.flat_map(|field| member_names(unit, &field.ty, format!("{name}_{}", field.name))).collect()
        }
        _ => vec![name],
    }
}
