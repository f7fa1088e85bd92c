//! Making a kernel again with the bits that its values need.
//!
//! First it is decided for every operation in which form it takes its operands and gives its results ([`plan`]); then all are made again, and where a value is
//! wanted in another form than it is given in, a cast stands between. Operands are connected when all operations are there, because the body
//! is a graph.

use super::demand::address_bits;
use super::{Facts, width};
use base::SideMap;
use dialects::arith::{self, IntPredicate};
use dialects::handshake::guard;
use dialects::{dataflow, handshake, math};
use ir::{AttrKind, Block, InsertPoint, Ir, Op, OpCode, OpState, Type, Value};
use rustc_hash::FxHashMap;

/// How a value is represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Form {
    /// In its type.
    #[default]
    Plain,
    /// As an integer of fewer bits, which stands for it when it is extended.
    Narrow { bits: u32, signed: bool },
}

/// What an operation wants of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    /// The value in this form.
    In(Form),
    /// The value in whatever form it has.
    Any,
}

/// An operation as it will be.
struct Plan {
    code: OpCode,
    operands: Vec<Want>,
    results: Vec<Form>,
    /// The predicate of a comparison, if it changes.
    predicate: Option<IntPredicate>,
    /// It only changes the form of its operand.
    is_cast: bool,
}

struct Planner<'a> {
    ir: &'a Ir,
    facts: &'a Facts,
    index_bits: u32,
}

impl Planner<'_> {
    /// So many bits, if that is fewer than the type has.
    fn form(&self, ty: Type, bits: u32, signed: bool) -> Form {
        let all = match ty {
            Type::INDEX => self.index_bits,
            _ => width(self.ir, ty).unwrap_or(0),
        };
        if bits < all { Form::Narrow { bits, signed } } else { Form::Plain }
    }

    /// The form that a value that may have any gets.
    fn needed(&self, value: Value) -> Form {
        match self.facts.bits(self.ir, value) {
            Some((bits, signed)) => self.form(self.ir.ty(value), bits, signed),
            None => Form::Plain,
        }
    }

    fn plan(&self, op: Op) -> Plan {
        let ir = self.ir;
        let count = ir.operand_count(op);
        let code = ir.code(op);
        let plain = Want::In(Form::Plain);
        let mut plan = Plan {
            code,
            operands: vec![plain; count],
            results: vec![Form::Plain; ir.result_count(op)],
            predicate: None,
            is_cast: false,
        };
        match code {
            handshake::JOIN | handshake::SINK => plan.operands.fill(Want::Any),
            handshake::MEM_CONTROLLER | handshake::LSQ => {
                for (want, value) in plan.operands.iter_mut().zip(ir.operands(op)) {
                    let by = ir.defining_op(value).map(|by| ir.code(by));
                    if matches!(by, Some(handshake::LOAD | handshake::STORE)) {
                        *want = Want::Any;
                    }
                }
            }
            handshake::LOAD | handshake::STORE => {
                let bits = address_bits(ir, op);
                let form = bits.map_or(Form::Plain, |bits| self.form(ir.ty(ir.operand(op, 0)), bits, false));
                (plan.operands[0], plan.results[0]) = (Want::In(form), form);
            }
            handshake::GUARD => self.guard(op, &mut plan),
            arith::CMPI => self.compare(op, &mut plan),
            arith::EXTSI | arith::EXTUI | arith::TRUNCI | arith::INDEX_CAST | arith::INDEX_CASTUI => {
                plan.results[0] = self.needed(ir.result(op, 0));
                plan.is_cast = plan.results[0] != Form::Plain;
                if plan.is_cast {
                    plan.operands[0] = Want::In(plan.results[0]);
                }
            }
            _ => match self.exact(op) {
                Some(form) => {
                    plan.operands.fill(Want::In(form));
                    plan.results[0] = form;
                }
                None => self.uniform(op, &mut plan),
            },
        }
        plan
    }

    /// A guard compares two addresses, the narrower with zeros before it. An address is not negative, so it is the same number in as many bits as hold it, or as the memory looks
    /// at. Of one that is read as negative, all that the memory looks at are compared.
    fn guard(&self, op: Op, plan: &mut Plan) {
        let (ir, result) = (self.ir, self.ir.result(op, 0));
        let looked_at = self.facts.demand.of_result(ir, result);
        let form = |value: Value| match self.facts.bits(ir, value) {
            Some((_, true)) => self.form(ir.ty(value), looked_at.max(1), true),
            Some((bits, false)) => self.form(ir.ty(value), bits.min(looked_at).max(1), false),
            None => Form::Plain,
        };
        plan.results[0] = form(result);
        plan.operands[guard::LOAD] = Want::In(plan.results[0]);
        plan.operands[guard::STORE] = Want::In(form(ir.operand(op, guard::STORE)));
    }

    /// A comparison has the same answer in all bits that hold both operands. Of two numbers that are not negative it may leave out the sign.
    fn compare(&self, op: Op, plan: &mut Plan) {
        let ir = self.ir;
        let ty = ir.ty(ir.operand(op, 0));
        let ranges = [0, 1].map(|port| self.facts.ranges.of(ir, ir.operand(op, port)));
        let ([Some(a), Some(b)], Some(predicate)) = (ranges, IntPredicate::of(ir, op)) else { return };
        use IntPredicate::*;
        let (form, predicate) = if a.is_unsigned() && b.is_unsigned() {
            let unsigned = match predicate {
                Slt => Ult,
                Sle => Ule,
                Sgt => Ugt,
                Sge => Uge,
                other => other,
            };
            (self.form(ty, a.bits().0.max(b.bits().0), false), unsigned)
        } else if predicate.is_signed() || matches!(predicate, Eq | Ne) {
            (self.form(ty, a.signed_bits().max(b.signed_bits()), true), predicate)
        } else {
            return;
        };
        if form != Form::Plain {
            plan.operands.fill(Want::In(form));
            plan.predicate = Some(predicate);
        }
    }

    /// The form in which an operation gives the right result that must see the numbers its operands are, not only low bits of them.
    fn exact(&self, op: Op) -> Option<Form> {
        let ir = self.ir;
        let is_wanted = matches!(
            ir.code(op),
            arith::DIVUI
                | arith::REMUI
                | arith::DIVSI
                | arith::REMSI
                | arith::SHLI
                | arith::SHRUI
                | arith::SHRSI
                | arith::MAXSI
                | arith::MINSI
                | arith::MAXUI
                | arith::MINUI
                | math::ABSI
                | dataflow::STREAM
        );
        if !is_wanted {
            return None;
        }
        let result = ir.result(op, 0);
        let ty = ir.ty(result);
        width(ir, ty)?;
        let range = |value: Value| self.facts.ranges.of(ir, value);
        let a = range(ir.operand(op, 0))?;
        let b = if ir.operand_count(op) > 1 { range(ir.operand(op, 1))? } else { a };
        let r = range(result)?;
        let unsigned = |bits: u32| self.form(ty, bits, false);
        let signed = |bits: u32| self.form(ty, bits, true);
        let form = match ir.code(op) {
            arith::DIVUI | arith::REMUI | arith::MAXUI | arith::MINUI | arith::SHRUI
                if a.is_unsigned() && b.is_unsigned() =>
            {
                unsigned(a.bits().0.max(b.bits().0))
            }
            arith::DIVSI | arith::REMSI | arith::MAXSI | arith::MINSI => {
                signed(a.signed_bits().max(b.signed_bits()).max(r.signed_bits()))
            }
            arith::SHRSI if b.is_unsigned() => signed(a.signed_bits().max(b.bits().0)),
            arith::SHLI if b.is_unsigned() => {
                let (bits, sign) = self.facts.bits(ir, result)?;
                self.form(ty, bits.max(b.bits().0), sign)
            }
            math::ABSI => unsigned(a.signed_bits()),
            dataflow::STREAM if dataflow::rule(ir, op) == Some(None) => {
                let bound = range(ir.operand(op, 2))?;
                signed([a, b, bound, r].map(|range| range.signed_bits()).into_iter().max().unwrap_or(64))
            }
            _ => Form::Plain,
        };
        Some(form)
    }

    /// An operation whose low bits depend on low bits only, or that hands values on: all of one form.
    fn uniform(&self, op: Op, plan: &mut Plan) {
        let ir = self.ir;
        let (operands, results) = match ir.code(op) {
            arith::ADDI | arith::SUBI | arith::MULI | arith::ANDI | arith::ORI | arith::XORI => (0..2, 1),
            arith::SELECT => (1..3, 1),
            handshake::CONSTANT | arith::CONSTANT => (0..0, 1),
            handshake::MUX => (1..ir.operand_count(op), 1),
            handshake::MERGE | handshake::CONTROL_MERGE => (0..ir.operand_count(op), 1),
            handshake::COND_BR => (1..2, 2),
            handshake::BUFFER | handshake::BR => (0..1, 1),
            handshake::FORK | handshake::LAZY_FORK => (0..1, ir.result_count(op)),
            handshake::BLOCKER => (0..1, 1),
            dataflow::GATE => (0..1, 1),
            dataflow::CARRY => (1..3, 1),
            dataflow::INVARIANT => (1..2, 1),
            _ => return,
        };
        if ir.code(op) == handshake::BLOCKER {
            plan.operands.fill(Want::Any);
        }
        // The sides of a branch have one range, so their forms differ in the number of bits only.
        let bits = |form: &Form| match form {
            Form::Narrow { bits, .. } => *bits,
            Form::Plain => u32::MAX,
        };
        let forms = (0..results).map(|index| self.needed(ir.result(op, index)));
        let Some(form) = forms.max_by_key(bits) else { return };
        plan.operands[operands].fill(Want::In(form));
        plan.results[..results].fill(form);
    }
}

/// An operand that is still to be connected.
#[derive(Clone, Copy)]
enum Source {
    Old(Value),
    New(Value),
}

struct Rewriter<'a> {
    ir: &'a mut Ir,
    forms: SideMap<Value, Form>,
    now: FxHashMap<Value, Source>,
    casts: FxHashMap<(Value, OpCode, u32), Value>,
    open: Vec<(Op, Vec<Source>)>,
}

/// Makes a body again; the facts are about the values it has now.
pub(super) fn rewrite(ir: &mut Ir, block: Block, facts: &Facts, index_bits: u32) {
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let planner = Planner { ir, facts, index_bits };
    let plans: Vec<Plan> = ops.iter().map(|op| planner.plan(*op)).collect();
    let mut forms = SideMap::new();
    for (op, plan) in ops.iter().zip(&plans) {
        for (value, form) in ir.results(*op).zip(&plan.results) {
            forms[value] = *form;
        }
    }
    let is_narrowed = plans.iter().any(|plan| {
        let narrow = |form: &Form| *form != Form::Plain;
        plan.results.iter().any(narrow)
            || plan.operands.iter().any(|want| matches!(want, Want::In(form) if narrow(form)))
    });
    if !is_narrowed {
        return;
    }
    let mut rewriter =
        Rewriter { ir, forms, now: FxHashMap::default(), casts: FxHashMap::default(), open: Vec::new() };
    for (op, plan) in ops.iter().zip(plans) {
        rewriter.make(*op, plan);
    }
    rewriter.finish(&ops);
}

impl Rewriter<'_> {
    fn make(&mut self, op: Op, plan: Plan) {
        let wanted: Vec<(Value, Want)> = self.ir.operands(op).zip(plan.operands).collect();
        let sources: Vec<Source> =
            wanted.into_iter().map(|(value, want)| self.operand(op, value, want)).collect();
        if plan.is_cast {
            let result = self.ir.result(op, 0);
            self.now.insert(result, sources[0]);
            return;
        }
        let types: Vec<Type> = self.ir.results(op).map(|value| self.ir.ty(value)).collect();
        let types: Vec<Type> =
            types.iter().zip(&plan.results).map(|(ty, form)| self.ty(*ty, *form)).collect();
        let mut state = OpState::new(plan.code, self.ir.loc(op)).results(&types);
        state.attrs = self.ir.ctx.dict(self.ir.attrs(op)).to_vec();
        state.props = self.ir.ctx.dict(self.ir.props(op)).to_vec();
        self.adapt_props(op, &mut state, &plan.results, plan.predicate);
        let new = self.ir.create(state);
        self.ir.insert(new, InsertPoint::Before(op));
        self.open.push((new, sources));
        for index in 0..self.ir.result_count(op) {
            let (old, value) = (self.ir.result(op, index), self.ir.result(new, index));
            self.ir.set_value_name(value, self.ir.value_name(old));
            self.now.insert(old, Source::New(value));
        }
    }

    /// Literals in their new form, the new predicate, and no promises about overflow, which the fewer bits may not keep.
    fn adapt_props(
        &mut self,
        op: Op,
        state: &mut OpState,
        results: &[Form],
        predicate: Option<IntPredicate>,
    ) {
        let names: Vec<String> = state.props.iter().map(|(name, _)| self.ir.ctx[*name].to_string()).collect();
        let mut kept = Vec::new();
        for ((name, value), text) in std::mem::take(&mut state.props).into_iter().zip(names) {
            let value = match (text.as_str(), results.first(), predicate) {
                ("overflowFlags" | "isExact", ..) => continue,
                ("value", Some(Form::Narrow { bits, .. }), _) => {
                    let Some(literal) = self.ir.ctx.scalar_bits(value).map(|all| all.trunc(*bits)) else {
                        continue;
                    };
                    let ty = self.ir.ctx.int_ty(*bits);
                    self.ir.ctx.attr(AttrKind::Integer { value: literal, ty })
                }
                ("predicate", _, Some(predicate)) => self.ir.ctx.int_attr(predicate.number(), Type::I64),
                _ => value,
            };
            kept.push((name, value));
        }
        debug_assert_eq!(self.ir.result_count(op), state.result_types.len());
        state.props = kept;
    }

    fn ty(&mut self, ty: Type, form: Form) -> Type {
        match form {
            Form::Plain => ty,
            Form::Narrow { bits, .. } => self.ir.ctx.int_ty(bits),
        }
    }

    /// The value in the form that it is wanted in.
    fn operand(&mut self, user: Op, value: Value, want: Want) -> Source {
        let have = *self.forms.get(value);
        let Want::In(form) = want else { return Source::Old(value) };
        let ty = self.ir.ty(value);
        let is_index = ty == Type::INDEX;
        let (code, to) = match (have, form) {
            (Form::Plain, Form::Plain) => return Source::Old(value),
            (Form::Narrow { bits: a, .. }, Form::Narrow { bits: b, .. }) if a == b => {
                return Source::Old(value);
            }
            // What is extended may have had no more bits before.
            (Form::Plain, Form::Narrow { bits, .. }) if self.ir.ctx.scalar_width(ty) == Some(bits) => {
                return Source::Old(value);
            }
            // An index may become wider, as it has fewer bits in the circuit than its range was computed in.
            (Form::Plain, Form::Narrow { bits, signed }) => match (is_index, signed) {
                (true, true) => (arith::INDEX_CAST, bits),
                (true, false) => (arith::INDEX_CASTUI, bits),
                (false, _) => (arith::TRUNCI, bits),
            },
            (Form::Narrow { bits: a, .. }, Form::Narrow { bits: b, .. }) if a > b => (arith::TRUNCI, b),
            (Form::Narrow { signed, .. }, Form::Narrow { bits, .. }) => {
                (if signed { arith::EXTSI } else { arith::EXTUI }, bits)
            }
            (Form::Narrow { signed, .. }, Form::Plain) => match (is_index, signed) {
                (true, true) => (arith::INDEX_CAST, 0),
                (true, false) => (arith::INDEX_CASTUI, 0),
                (false, true) => (arith::EXTSI, 0),
                (false, false) => (arith::EXTUI, 0),
            },
        };
        if let Some(cast) = self.casts.get(&(value, code, to)) {
            return Source::New(*cast);
        }
        let to_ty = if to == 0 { ty } else { self.ir.ctx.int_ty(to) };
        let cast = self.ir.create(OpState::new(code, self.ir.value_loc(value)).results(&[to_ty]));
        self.ir.insert(cast, InsertPoint::Before(user));
        self.open.push((cast, vec![Source::Old(value)]));
        let result = self.ir.result(cast, 0);
        self.casts.insert((value, code, to), result);
        Source::New(result)
    }

    fn finish(mut self, old: &[Op]) {
        for (op, sources) in std::mem::take(&mut self.open) {
            let values: Vec<Value> = sources.into_iter().map(|source| self.resolve(source)).collect();
            self.ir.set_operands(op, &values);
        }
        old.iter().for_each(|op| self.ir.set_operands(*op, &[]));
        old.iter().for_each(|op| self.ir.erase(*op));
    }

    /// What a value is now; arguments stay what they were.
    fn resolve(&self, mut source: Source) -> Value {
        loop {
            match source {
                Source::New(value) => return value,
                Source::Old(value) => match self.now.get(&value) {
                    Some(next) => source = *next,
                    None => return value,
                },
            }
        }
    }
}
