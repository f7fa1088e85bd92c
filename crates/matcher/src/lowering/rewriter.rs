//! The functions of the module `@rewriters`: what a rewrite does, one function a pattern.
//!
//! The operations of a rewrite become those of `pdl_interp` one by one. What the rewrite uses of the match is an argument of the function, but
//! constants, which are made where they are used.

use super::make;
use super::matched::{Matched, constant};
use super::predicate::{Position, is_range};
use crate::held::REWRITERS;
use dialects::pdl::{self, Inference};
use dialects::pdl_interp as interp;
use ir::{Attr, AttrKind, Block, InsertPoint, Ir, Loc, Op, OpState, Value, symbols};
use rustc_hash::FxHashMap;

/// The rewriter of a pattern.
pub(super) struct Rewriter {
    /// Its name from outside of the module.
    pub(super) symbol: Attr,
    /// What it is given.
    pub(super) inputs: Vec<Position>,
    /// The names of the operations that it makes.
    pub(super) generated: Vec<Attr>,
}

/// Names of rewriters of patterns that have no name.
const UNNAMED: &str = "pdl_generated_rewriter";

/// Makes the rewriter of a pattern, at the end of the block of the module. The error is a value that the rewrite uses before anything says what it is.
pub(super) fn rewriter(ir: &mut Ir, module: Op, matched: &Matched) -> Result<Rewriter, Value> {
    let pattern = ir.entry(ir.region(matched.op, 0)).expect("a pattern has a block");
    let rewrite = ir.last_op(pattern).expect("a pattern ends in its rewrite");
    let loc = ir.loc(rewrite);
    let name = ir.str_attr(matched.op, "sym_name").unwrap_or(UNNAMED).to_owned();
    let name = symbols::unique_name(ir, module, &name);
    let (function, block) = make::function(ir, loc, &name, &[]);
    let end = ir.entry(ir.region(module, 0)).expect("the module has a block");
    ir.insert(function, InsertPoint::End(end));

    let mut body = Body {
        ir,
        matched,
        block,
        values: FxHashMap::default(),
        inputs: Vec::new(),
        generated: Vec::new(),
        unknown: None,
    };
    body.rewrite(rewrite);
    let Body { inputs, generated, unknown, .. } = body;
    if let Some(value) = unknown {
        return Err(value);
    }
    make::append(ir, block, OpState::new(interp::FINALIZE, loc));
    let types: Vec<_> = ir.args(block).iter().map(|value| ir.ty(*value)).collect();
    let ty = ir.ctx.fn_ty(&types, &[]);
    let ty = ir.ctx.type_attr(ty);
    ir.set_attr(function, "function_type", Some(ty));
    let (root, nested) = (ir.ctx.str(REWRITERS), [ir.ctx.str(&name)].into());
    Ok(Rewriter { symbol: ir.ctx.attr(AttrKind::Symbol { root, nested }), inputs, generated })
}

/// A function that is being made.
struct Body<'a> {
    ir: &'a mut Ir,
    matched: &'a Matched,
    block: Block,
    /// What values of the pattern are in the function.
    values: FxHashMap<Value, Value>,
    inputs: Vec<Position>,
    generated: Vec<Attr>,
    /// A value that nothing says anything about.
    unknown: Option<Value>,
}

impl Body<'_> {
    fn rewrite(&mut self, rewrite: Op) {
        let Some(name) = self.ir.attr(rewrite, "name") else {
            let block = self.ir.entry(self.ir.region(rewrite, 0)).expect("a rewrite has a name or a block");
            for op in self.ir.block_ops(block).collect::<Vec<Op>>() {
                self.operation_of_rewrite(op);
            }
            return;
        };
        // The root, if the rewrite names one, and then the arguments.
        let args: Vec<Value> = self.ir.operands(rewrite).collect();
        let args = self.all(&args);
        let state = OpState::new(interp::APPLY_REWRITE, self.ir.loc(rewrite)).operands(&args);
        let state = state.prop(self.ir, "name", name);
        make::append(self.ir, self.block, state);
    }

    fn operation_of_rewrite(&mut self, op: Op) {
        match self.ir.code(op) {
            pdl::APPLY_NATIVE_REWRITE => self.native(op),
            pdl::ERASE => self.erase(op),
            pdl::OPERATION => self.operation(op),
            pdl::RANGE => self.range(op),
            pdl::REPLACE => self.replace(op),
            pdl::RESULT | pdl::RESULTS => self.result(op),
            // Constants are made where they are used, and a type that is none is that of an operation which is made.
            _ => {}
        }
    }

    /// A value of the pattern in the function.
    fn value(&mut self, value: Value) -> Value {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let definer = self.ir.defining_op(value).expect("values of a pattern are results");
        let made = match constant(self.ir, definer) {
            Some((_, constant)) => {
                let code = match self.ir.code(definer) {
                    pdl::ATTRIBUTE => interp::CREATE_ATTRIBUTE,
                    pdl::TYPE => interp::CREATE_TYPE,
                    _ => interp::CREATE_TYPES,
                };
                make::create(self.ir, self.block, self.ir.loc(definer), code, constant)
            }
            None => {
                match self.matched.positions.get(&value) {
                    Some(position) => self.inputs.push(*position),
                    None => self.unknown = Some(value),
                }
                self.ir.add_argument(self.block, self.ir.ty(value), self.ir.value_loc(value))
            }
        };
        self.values.insert(value, made);
        made
    }

    fn all(&mut self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    fn append(&mut self, state: OpState) -> Op {
        make::append(self.ir, self.block, state)
    }

    /// All results of an operation.
    fn results_of(&mut self, operation: Value, loc: Loc) -> Value {
        let operation = self.value(operation);
        make::get_group(self.ir, self.block, loc, interp::GET_RESULTS, operation, (None, true))
    }

    fn native(&mut self, op: Op) {
        let args: Vec<Value> = self.ir.operands(op).collect();
        let args = self.all(&args);
        let name = self.ir.attr(op, "name").expect("a function of the host has a name");
        let types: Vec<_> = self.ir.results(op).map(|value| self.ir.ty(value)).collect();
        let state = OpState::new(interp::APPLY_REWRITE, self.ir.loc(op)).operands(&args).results(&types);
        let state = state.prop(self.ir, "name", name);
        let made = self.append(state);
        self.values.extend(self.ir.results(op).zip(self.ir.results(made)));
    }

    fn erase(&mut self, op: Op) {
        let operation = self.value(self.ir.operand(op, 0));
        self.append(OpState::new(interp::ERASE, self.ir.loc(op)).operands(&[operation]));
    }

    fn range(&mut self, op: Op) {
        let args: Vec<Value> = self.ir.operands(op).collect();
        let args = self.all(&args);
        let (value, loc) = (self.ir.result(op, 0), self.ir.loc(op));
        let state = OpState::new(interp::CREATE_RANGE, loc).operands(&args).results(&[self.ir.ty(value)]);
        let made = make::value(self.ir, self.block, state);
        self.values.insert(value, made);
    }

    fn result(&mut self, op: Op) {
        let operation = self.value(self.ir.operand(op, 0));
        let (value, loc) = (self.ir.result(op, 0), self.ir.loc(op));
        let index = self.ir.int_attr(op, "index").map(|index| index as u32);
        let made = match (self.ir.code(op), index) {
            (pdl::RESULT, Some(index)) => {
                make::get_one(self.ir, self.block, loc, interp::GET_RESULT, operation, index)
            }
            _ => {
                let group = (index, is_range(self.ir, value));
                make::get_group(self.ir, self.block, loc, interp::GET_RESULTS, operation, group)
            }
        };
        self.values.insert(value, made);
    }

    /// The users of an operation get values, or the results of another operation. One without results is taken away.
    fn replace(&mut self, op: Op) {
        let (replaced, loc) = (self.ir.operand(op, 0), self.ir.loc(op));
        let by = self.ir.group_operands(op, 1).next();
        let mut values: Vec<Value> = self.ir.group_operands(op, 2).collect();
        values = self.all(&values);
        if let Some(by) = by.filter(|_| self.may_have_results(replaced)) {
            values.push(self.results_of(by, loc));
        }
        let operation = self.value(replaced);
        let code = if values.is_empty() { interp::ERASE } else { interp::REPLACE };
        self.append(OpState::new(code, loc).operands(&[operation]).operands(&values));
    }

    fn may_have_results(&self, operation: Value) -> bool {
        let definer = self.ir.defining_op(operation).filter(|op| self.ir.code(*op) == pdl::OPERATION);
        definer.is_none_or(|definer| !self.ir.operand_group(definer, 2).is_empty())
    }

    fn operation(&mut self, op: Op) {
        let loc = self.ir.loc(op);
        let operands: Vec<Value> = self.ir.group_operands(op, 0).collect();
        let attributes: Vec<Value> = self.ir.group_operands(op, 1).collect();
        let operands = self.all(&operands);
        let attributes = self.all(&attributes);
        let types = self.result_types(op);
        let sizes = [operands.len(), attributes.len(), types.as_ref().map_or(0, Vec::len)];
        let sizes = self.ir.ctx.i32_array_attr(&sizes.map(|size| size as i32));
        let name = self.ir.attr(op, "opName").expect("an operation that is made has a name");
        let names = self.ir.attr(op, "attributeValueNames").expect("it is required");
        self.generated.push(name);

        let operation = pdl::operation_ty(&mut self.ir.ctx);
        let mut state = OpState::new(interp::CREATE_OPERATION, loc)
            .operands(&operands)
            .operands(&attributes)
            .operands(types.as_deref().unwrap_or_default())
            .results(&[operation])
            .prop(self.ir, "name", name)
            .prop(self.ir, "inputAttributeNames", names)
            .prop(self.ir, "operandSegmentSizes", sizes);
        if types.is_none() {
            state = state.prop(self.ir, "inferredResultTypes", Attr::UNIT);
        }
        let made = make::value(self.ir, self.block, state);
        self.values.insert(self.ir.result(op, 0), made);
        self.learn_types(op, made);
    }

    /// The result types of an operation that is made; `None` when they are inferred. They are given, or follow by its definition, or are those of the operation that it
    /// replaces. Otherwise it has no results.
    fn result_types(&mut self, op: Op) -> Option<Vec<Value>> {
        let types: Vec<Value> = self.ir.group_operands(op, 2).collect();
        if !types.is_empty() && types.iter().all(|ty| self.is_known(op, *ty)) {
            return Some(self.all(&types));
        }
        let name = self.ir.str_attr(op, "opName").unwrap_or("");
        if pdl::inference(&self.ir.ctx, name) == Inference::Follows {
            return None;
        }
        let Some(replaced) = pdl::replaced_by(self.ir, op) else {
            return Some(self.all(&types));
        };
        let loc = self.ir.loc(op);
        let results = self.results_of(replaced, loc);
        Some(vec![make::get_type(self.ir, self.block, loc, results)])
    }

    /// Whether a type is matched, constant, or that of something that was made before.
    fn is_known(&self, op: Op, ty: Value) -> bool {
        let definer = self.ir.defining_op(ty).expect("values of a pattern are results");
        self.values.contains_key(&ty)
            || self.ir.parent_block(definer) != self.ir.parent_block(op)
            || constant(self.ir, definer).is_some()
    }

    /// The types of what was made are those that the rewrite has no other word for.
    fn learn_types(&mut self, op: Op, made: Value) {
        let loc = self.ir.loc(op);
        let types: Vec<Value> = self.ir.group_operands(op, 2).collect();
        let is_all = types.len() == 1 && is_range(self.ir, types[0]);
        let mut after_range = false;
        for (number, ty) in types.into_iter().enumerate() {
            let range = is_range(self.ir, ty);
            after_range |= range;
            if self.values.contains_key(&ty) {
                continue;
            }
            let result = if after_range {
                let group = (!is_all).then_some(number as u32);
                make::get_group(self.ir, self.block, loc, interp::GET_RESULTS, made, (group, range))
            } else {
                make::get_one(self.ir, self.block, loc, interp::GET_RESULT, made, number as u32)
            };
            let known = make::get_type(self.ir, self.block, loc, result);
            self.values.insert(ty, known);
        }
    }
}
