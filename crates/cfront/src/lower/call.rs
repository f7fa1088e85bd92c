//! Calls of functions of the unit: lowered in place, or, of kernels by `main`, as calls.

use super::lend::Loans;
use super::memory::{Binding, LeafMemory, Location, Operand, same_memory};
use super::pointer::pointee_of;
use super::{Frame, Function, Lowered};
use crate::token::Place as Origin;
use crate::tree::{Expr, FunctionId, Parameter};
use crate::types::Type;
use base::{Diagnostic, codes};
use dialects::func;
use ir::{AttrKind, Loc, OpState, Value};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'a> Function<'a> {
    /// A call, and its value if that is used.
    pub fn call(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
        origin: Origin,
        used: bool,
    ) -> Lowered<Operand> {
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            operands.push(self.value(argument)?);
        }
        if self.in_main && self.module.kernels.contains(&function) {
            return self.call_kernel(function, arguments, operands, origin, used);
        }
        self.inline(function, operands, origin, used)
    }

    /// Lowers a function where it is called.
    fn inline(
        &mut self,
        id: FunctionId,
        operands: Vec<Operand>,
        origin: Origin,
        used: bool,
    ) -> Lowered<Operand> {
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
        let falls = done?;
        match result {
            Some(result) if used => {
                let location = self.whole(result, false);
                let value = self.read_location(&location, &function.result, origin)?;
                if let (Operand::Scalar(value), true) = (&value, falls) {
                    self.may_be_missing(*value, &function.name);
                }
                Ok(value)
            }
            _ => Ok(Operand::Nothing),
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
        used: bool,
    ) -> Lowered<Operand> {
        let function = &self.unit.functions[id];
        *self.module.calls.entry(id).or_default() |= used;
        let signature = self.signature(id)?;
        let loc = self.loc(origin);
        let mut loans = Loans::new(id);
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
                        loans.argument = values.len();
                        let value = self.lend(&to, leaf, &wanted, !constant, &mut loans, argument.origin)?;
                        values.push(value);
                    }
                }
            }
        }
        let results = self.func_call(loc, &function.name, &values, &signature.results);
        self.take_back(loc, loans);
        match &function.result {
            Type::Void => Ok(Operand::Nothing),
            _ if !used => Ok(Operand::Nothing),
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
}
