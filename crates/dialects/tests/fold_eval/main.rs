//! The law of folding: what a fold or a rewrite claims is what evaluation gives.
//!
//! Small programs are drawn from the tables of operations alone: operands are arguments, constants and earlier results,
//! with few types and few values so that they coincide often. Each program is evaluated before and after on many
//! arguments, all of them where they are few. A result that is undefined before may become anything.

mod circuit;

use base::{Bits, Diagnostics, FloatFormat, Rng};
use dialects::{comb, hw, ids};
use ir::constraints::AttrSyntax;
use ir::fold::fold;
use ir::rewrite::{GreedyOptions, greedy};
use ir::{
    Arity, Attr, AttrDef, AttrKind, Block, Builder, Context, EvalCx, Fold, FoldResult, InsertPoint, Ir, Loc,
    Op, OpCode, OpDef, OpState, Presence, Trait, Type, TypeRule, Undefined, Value, ValueDef,
};
use std::collections::HashMap;

// ----- drawing programs -----

/// A row of the tables.
type Row = (OpCode, &'static OpDef);

/// The operations with an evaluation that are no constants, and wires, which are what they are given.
fn evaluable() -> Vec<Row> {
    let dialects = [
        &dialects::arith::DIALECT,
        &dialects::math::DIALECT,
        &dialects::comb::DIALECT,
        &dialects::hw::DIALECT,
    ];
    let rows =
        |d: &'static ir::Dialect| (0..).zip(d.ops).map(move |(row, def)| (OpCode::new(d.id, row), def));
    dialects
        .into_iter()
        .flat_map(rows)
        .filter(|(code, def)| {
            (def.eval.is_some() && !def.has(Trait::ConstantLike)) || *code == dialects::hw::WIRE
        })
        .collect()
}

/// Bits of a value of a type.
fn width(ctx: &Context, ty: Type) -> u32 {
    let width = ctx.bit_width(ty).and_then(|width| u32::try_from(width).ok());
    width.expect("the values of the program are bits")
}

/// A program: one block of a root operation, and a last operation that uses what counts.
struct Program {
    ir: Ir,
    root: Op,
    block: Block,
    /// Values to draw operands from.
    pool: Vec<Value>,
    types: Vec<Type>,
    /// Those of them that are integers.
    ints: Vec<Type>,
    /// The constants are those of `hw`.
    of_hw: bool,
}

impl Program {
    fn new(rng: &mut Rng, of_hw: bool) -> Program {
        let mut ctx = Context::new(dialects::all());
        let root_code = ctx.op_code("test.root");
        let mut ints: Vec<Type> = [2, 3, 8, 32, 64, 70].map(|width| ctx.int_ty(width)).into();
        ints.push(Type::INDEX);
        let floats =
            [FloatFormat::F8E4M3FN, FloatFormat::F8E5M2FNUZ, FloatFormat::BF16].map(|f| ctx.float_ty(f));
        let mut floats: Vec<Type> = floats.into_iter().chain([Type::F16, Type::F32, Type::F64]).collect();
        // Few of them at a time, or values of one type would be rare.
        rng.shuffle(&mut ints);
        rng.shuffle(&mut floats);
        ints.truncate(3);
        floats.truncate(2);
        ints.push(Type::I1);
        let types = match of_hw {
            true => circuit::types(&mut ctx, rng),
            false => [&ints[..], &floats[..]].concat(),
        };
        ints.retain(|ty| *ty != Type::INDEX);
        let mut ir = Ir::new(ctx);
        let region = ir.create_region();
        let block = ir.add_block(region);
        let root = ir.create(OpState::new(root_code, Loc::UNKNOWN).region(region));
        Program { ir, root, block, pool: Vec::new(), types, ints, of_hw }
    }

    fn bits(&self, rng: &mut Rng, ty: Type) -> Bits {
        let width = width(&self.ir.ctx, ty);
        match rng.below(6) {
            0 => Bits::zero(width),
            1 => Bits::from_u64(width, 1),
            2 => Bits::ones(width),
            _ => rng.edgy_bits(width),
        }
    }

    /// An argument, constant or earlier result of a type.
    fn value(&mut self, rng: &mut Rng, ty: Type) -> Value {
        let known: Vec<Value> = self.pool.iter().copied().filter(|v| self.ir.ty(*v) == ty).collect();
        match known.last() {
            Some(latest) if rng.chance(1, 3) => return *latest,
            Some(_) if rng.chance(1, 2) => return *rng.pick(&known),
            _ => {}
        }
        let value = if rng.chance(1, 3) {
            let bits = self.bits(rng, ty);
            let scalar = self.ir.ctx.scalar_width(ty).is_some();
            let (code, name) = match (self.of_hw, scalar) {
                (false, _) => (dialects::arith::CONSTANT, "value"),
                (true, true) if rng.chance(1, 4) => (hw::PARAM_VALUE, "value"),
                (true, true) => (hw::CONSTANT, "value"),
                (true, false) => (hw::AGGREGATE_CONSTANT, "fields"),
            };
            let attr = self.ir.ctx.attr_of_bits(bits, ty).expect("the values of the program are bits");
            let state = OpState::new(code, Loc::UNKNOWN).results(&[ty]).prop(&mut self.ir, name, attr);
            let op = Builder::new(&mut self.ir, InsertPoint::End(self.block), Loc::UNKNOWN).build(state);
            self.ir.result(op, 0)
        } else {
            self.ir.add_argument(self.block, ty, Loc::UNKNOWN)
        };
        self.pool.push(value);
        value
    }

    /// An operation with this record, if there is one over the types of the program.
    fn draw(&mut self, rng: &mut Rng, row: Row) -> Option<Op> {
        let op = (0..8).find_map(|_| self.try_to_draw(rng, row))?;
        self.pool.extend(self.ir.results(op));
        Some(op)
    }

    /// As [`Program::draw`], and if it can be with a result of `inner` among its operands.
    fn draw_user(&mut self, rng: &mut Rng, row: Row, inner: Op) -> Option<Op> {
        for _ in 0..20 {
            let known = self.pool.len();
            if let Some(op) = self.try_to_draw(rng, row) {
                if self.ir.operands(op).any(|v| self.ir.defining_op(v) == Some(inner)) {
                    self.pool.extend(self.ir.results(op));
                    return Some(op);
                }
                self.take_back(op, known);
            }
        }
        self.draw(rng, row)
    }

    fn try_to_draw(&mut self, rng: &mut Rng, row: Row) -> Option<Op> {
        let known = self.pool.len();
        let state = match row.0.dialect {
            ids::HW => self.draw_of_hw(rng, row.0)?,
            _ => self.draw_of_table(rng, row)?,
        };
        let op = Builder::new(&mut self.ir, InsertPoint::End(self.block), Loc::UNKNOWN).build(state);
        if !ir::verify::verify(&mut self.ir, op, &mut Diagnostics::default()) {
            self.take_back(op, known);
            return None;
        }
        Some(op)
    }

    fn draw_of_hw(&mut self, rng: &mut Rng, code: OpCode) -> Option<OpState> {
        let latest = self.pool.last().map(|value| self.ir.ty(*value));
        let shape = circuit::draw(&mut self.ir.ctx, rng, code, &self.types, latest)?;
        let operands: Vec<Value> = shape.operands.iter().map(|ty| self.value(rng, *ty)).collect();
        let mut state = OpState::new(code, Loc::UNKNOWN).operands(&operands).results(&shape.results);
        if let Some(field) = shape.field {
            let field = self.ir.ctx.int_attr(field as i64, Type::I32);
            state = state.prop(&mut self.ir, "fieldIndex", field);
        }
        if code == hw::WIRE && rng.bool() {
            let name = self.ir.ctx.str_attr("named");
            state = state.prop(&mut self.ir, "name", name);
        }
        Some(state)
    }

    fn draw_of_table(&mut self, rng: &mut Rng, (code, def): Row) -> Option<OpState> {
        let types = self.draw_types(rng, def)?;
        let mut operands: Vec<Value> = Vec::new();
        for group in def.operands {
            let size = if group.arity == Arity::One { 1 } else { 1 + rng.index(4) };
            for _ in 0..size {
                // The operands of a concatenation are of any widths.
                let ty = if code == comb::CONCAT { *rng.pick(&self.ints) } else { types[group.name] };
                operands.push(self.value(rng, ty));
            }
        }
        let mut results: Vec<Type> = def.results.iter().map(|r| types[r.name]).collect();
        if code == comb::CONCAT {
            let width = |value: &Value| self.ir.ctx.scalar_width(self.ir.ty(*value));
            let total = operands.iter().filter_map(width).sum();
            results = vec![self.ir.ctx.int_ty(total)];
        }
        let mut state = OpState::new(code, Loc::UNKNOWN).operands(&operands).results(&results);
        for attr in def.attrs {
            if matches!(attr.presence, Presence::Required) || rng.bool() {
                let value = draw_attr(&mut self.ir.ctx, rng, attr, operands.len());
                state = state.prop(&mut self.ir, attr.name, value);
            }
        }
        Some(state)
    }

    /// Erases an operation and what was made for it since the pool had `known` values.
    fn take_back(&mut self, op: Op, known: usize) {
        self.ir.erase(op);
        for value in self.pool.split_off(known).into_iter().rev() {
            match self.ir.value_def(value) {
                ValueDef::Argument(block, index) => self.ir.remove_argument(block, index as usize),
                ValueDef::Result(constant, _) => self.ir.erase(constant),
                ValueDef::Forward => {}
            }
        }
    }

    /// Types of operands and results that the constraints and rules of the record allow.
    fn draw_types(&mut self, rng: &mut Rng, def: &'static OpDef) -> Option<HashMap<&'static str, Type>> {
        let mut types: HashMap<&'static str, Type> = HashMap::new();
        let defs = || def.operands.iter().chain(def.results);
        for (index, slot) in defs().enumerate() {
            if types.contains_key(slot.name) {
                continue;
            }
            let derived = def.types.iter().find_map(|rule| match rule {
                TypeRule::Derive { to, from, with, .. } if *to == slot.name => {
                    with(&mut self.ir.ctx, *types.get(from)?)
                }
                _ => None,
            });
            let choices: Vec<Type> =
                self.types.iter().copied().filter(|ty| (slot.ty.test)(&self.ir.ctx, *ty)).collect();
            let ty = match (derived, slot.ty.exact) {
                (Some(ty), _) | (_, Some(ty)) => ty,
                _ if slot.ty.what.starts_with("i1 ") => Type::I1,
                _ if choices.is_empty() => return None,
                // What was made last is there to be used.
                _ => match self.pool.last().map(|v| self.ir.ty(*v)) {
                    Some(latest) if index == 0 && choices.contains(&latest) && rng.chance(4, 5) => latest,
                    _ => *rng.pick(&choices),
                },
            };
            types.insert(slot.name, ty);
            for rule in def.types {
                if let TypeRule::Same(names) = rule
                    && names.contains(&slot.name)
                {
                    types.extend(names.iter().map(|name| (*name, ty)));
                }
            }
        }
        defs().all(|slot| (slot.ty.test)(&self.ir.ctx, types[slot.name])).then_some(types)
    }

    fn text(&self) -> String {
        ir::text::print(&self.ir, self.root, ir::text::PrintOptions { generic: true, ..Default::default() })
    }
}

fn draw_attr(ctx: &mut Context, rng: &mut Rng, attr: &AttrDef, operands: usize) -> Attr {
    match attr.kind.syntax {
        AttrSyntax::Unit => Attr::UNIT,
        // The only number is a bit's.
        AttrSyntax::Number(ty) => ctx.int_attr(rng.below(8) as i64, ty),
        AttrSyntax::Any if attr.name == "lookupTable" => {
            let data = (0..1usize << operands).map(|_| u8::from(rng.bool())).collect();
            ctx.attr(AttrKind::DenseArray { element: Type::I1, data })
        }
        AttrSyntax::Enum(def) => {
            let value = rng.pick(def.cases).1 | if def.flags.is_some() { rng.pick(def.cases).1 } else { 0 };
            ctx.attr(AttrKind::Enum { def, value })
        }
        AttrSyntax::IntEnum(def, ty) => ctx.int_attr(rng.pick(def.cases).1 as i64, ty),
        _ => panic!("no way to draw the attribute {}", attr.name),
    }
}

// ----- evaluating them -----

/// What a value is: bits, or poison.
type Meaning = Option<Bits>;

/// The meanings of all values, or `None` where the program is undefined.
fn run(ir: &Ir, block: Block, args: &[Bits]) -> Option<HashMap<Value, Meaning>> {
    let mut values: HashMap<Value, Meaning> =
        ir.args(block).iter().copied().zip(args.iter().cloned().map(Some)).collect();
    for op in ir.block_ops(block) {
        let results = match ir.def(op).and_then(|def| def.eval) {
            Some(eval) => evaluate(ir, op, eval, &values)?,
            None if ir.code(op) == hw::WIRE => vec![values[&ir.operand(op, 0)].clone()],
            None if ir.code(op) == hw::PARAM_VALUE => {
                vec![ir.attr(op, "value").and_then(|value| ir.ctx.scalar_bits(value)).cloned()]
            }
            None => continue,
        };
        values.extend(ir.results(op).zip(results));
    }
    Some(values)
}

type Eval = fn(&EvalCx<'_>, &[Bits]) -> Result<ir::Evaluated, Undefined>;

fn evaluate(ir: &Ir, op: Op, eval: Eval, values: &HashMap<Value, Meaning>) -> Option<Vec<Meaning>> {
    let inputs: Vec<Meaning> = ir.operands(op).map(|v| values[&v].clone()).collect();
    if ir.code(op) == dialects::arith::SELECT {
        // The one operation that may be given poison.
        let chosen = inputs[0].as_ref().map(|c| if c.is_zero() { 2 } else { 1 });
        return Some(vec![chosen.and_then(|i| inputs[i].clone())]);
    }
    let guarded = ir.def(op).is_some_and(|def| def.effect == ir::Effect::PureGuarded);
    let Some(inputs) = inputs.into_iter().collect::<Option<Vec<Bits>>>() else {
        // Poison in, poison out; to divide by it is an error.
        return (!guarded).then(|| vec![None; ir.result_count(op)]);
    };
    let operands: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    let results: Vec<Type> = ir.results(op).map(|v| ir.ty(v)).collect();
    let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
    match eval(&cx, &inputs) {
        Ok(outputs) => {
            for (bits, ty) in outputs.iter().zip(&results) {
                assert_eq!(bits.width(), width(&ir.ctx, *ty), "width of a result of {}", ir.name(op));
            }
            assert_eq!(outputs.len(), results.len(), "results of {}", ir.name(op));
            Some(outputs.into_iter().map(Some).collect())
        }
        Err(Undefined::Poison(..)) => Some(vec![None; results.len()]),
        Err(Undefined::Immediate(..)) => None,
    }
}

/// Arguments to try: all there are when they are few.
fn arguments(program: &Program, rng: &mut Rng) -> Vec<Vec<Bits>> {
    let ctx = &program.ir.ctx;
    let types: Vec<Type> = program.ir.args(program.block).iter().map(|v| program.ir.ty(*v)).collect();
    let widths: Vec<u32> = types.iter().map(|ty| width(ctx, *ty)).collect();
    let total: u32 = widths.iter().sum();
    if total <= 6 {
        let split = |all: u64| {
            let mut rest = all;
            let take = |width: &u32| {
                let bits = Bits::from_u64(*width, rest);
                rest >>= width;
                bits
            };
            widths.iter().map(take).collect()
        };
        return (0..1 << total).map(split).collect();
    }
    (0..24).map(|_| types.iter().map(|ty| program.bits(rng, *ty)).collect()).collect()
}

// ----- the laws -----

/// Programs for each pair of operations, ...
const ROUNDS: usize = 8;
/// ... and of those of `hw`, which are fewer and have more types.
const ROUNDS_OF_HW: usize = 60;

/// A program of one or two operations of one record and one or two of another that are likely to use them.
fn draw_program(rng: &mut Rng, inner: Row, outer: Row) -> Option<(Program, Op)> {
    let mut program = Program::new(rng, outer.0.dialect == ids::HW || inner.0.dialect == ids::HW);
    if rng.bool() {
        program.draw(rng, inner)?;
    }
    let mut inner = program.draw(rng, inner)?;
    if rng.bool() {
        inner = program.draw_user(rng, outer, inner)?;
    }
    let op = program.draw_user(rng, outer, inner)?;
    Some((program, op))
}

/// Every pair of operations on the same kind of numbers, and programs in which they meet.
fn for_all_pairs(seed: u64, mut check: impl FnMut(Program, Op, &mut Rng)) {
    let table = evaluable();
    let kind = |row: &Row| {
        (row.1.operands[0].ty.what.contains("float"), row.0.dialect == ids::COMB, row.0.dialect == ids::HW)
    };
    // The one operation of `comb` that takes all that is made by `hw`.
    let meet = |a: &Row, b: &Row| kind(a) == kind(b) || (a.0 == comb::MUX && b.0.dialect == ids::HW);
    for outer in &table {
        let mut rng = Rng::new(seed + u64::from(outer.0.row));
        let mut drawn = 0;
        for inner in table.iter().filter(|inner| meet(inner, outer) || meet(outer, inner)) {
            let of_hw = inner.0.dialect == ids::HW || outer.0.dialect == ids::HW;
            for _ in 0..if of_hw { ROUNDS_OF_HW } else { ROUNDS } {
                if let Some((program, op)) = draw_program(&mut rng, *inner, *outer) {
                    drawn += 1;
                    check(program, op, &mut rng);
                }
            }
        }
        assert!(drawn > 10 * ROUNDS, "{} could hardly be drawn from its record: {drawn}", outer.1.name);
    }
}

#[test]
fn folds_agree_with_evaluation() {
    for_all_pairs(0, |mut program, op, rng| check_fold(&mut program, op, rng));
}

#[test]
fn rewrites_agree_with_evaluation() {
    for_all_pairs(1000, check_rewrites);
}

fn check_fold(program: &mut Program, op: Op, rng: &mut Rng) {
    let before = program.ir.clone();
    let found = fold(&mut program.ir, op);
    for args in arguments(program, rng) {
        let Some(old) = run(&before, program.block, &args) else { continue };
        let claimed: Vec<Meaning> = match &found {
            Fold::No => return,
            Fold::InPlace => match run(&program.ir, program.block, &args) {
                Some(new) => program.ir.results(op).map(|v| new[&v].clone()).collect(),
                None => vec![None; program.ir.result_count(op)],
            },
            Fold::Results(results) => {
                let claim = |(found, result): (&FoldResult, Value)| match found {
                    FoldResult::Attr(attr) => program.ir.ctx.bits_of(*attr, program.ir.ty(result)),
                    FoldResult::Value(value) => old[value].clone(),
                };
                results.iter().zip(before.results(op)).map(claim).collect()
            }
        };
        for (result, claimed) in before.results(op).zip(claimed) {
            let known = &old[&result];
            assert!(
                known.is_none() || *known == claimed,
                "fold of {} on {args:?}:\n{}",
                before.name(op),
                program.text()
            );
        }
    }
}

fn check_rewrites(mut program: Program, op: Op, rng: &mut Rng) {
    let code = program.ir.ctx.op_code("test.use");
    let results: Vec<Value> = program.ir.results(op).collect();
    // Sometimes only the first result is asked for.
    let asked = if rng.bool() { &results[..1] } else { &results[..] };
    let user = OpState::new(code, Loc::UNKNOWN).operands(asked);
    let user = Builder::new(&mut program.ir, InsertPoint::End(program.block), Loc::UNKNOWN).build(user);
    let before = program.ir.clone();
    let outcome = greedy(&mut program.ir, program.root, &GreedyOptions::default());
    assert!(outcome.converged, "no end of rewriting {}:\n{}", before.name(op), program.text());
    let mut diags = Diagnostics::default();
    assert!(ir::verify::verify(&mut program.ir, program.root, &mut diags), "{diags:?}\n{}", program.text());
    for args in arguments(&program, rng) {
        let Some(old) = run(&before, program.block, &args) else { continue };
        let new = run(&program.ir, program.block, &args);
        for (was, is) in before.operands(user).zip(program.ir.operands(user)) {
            let Some(known) = &old[&was] else { continue };
            let found = new.as_ref().and_then(|new| new[&is].as_ref());
            let text = ir::text::print(
                &before,
                program.root,
                ir::text::PrintOptions { generic: true, ..Default::default() },
            );
            assert_eq!(Some(known), found, "on {args:?}:\n{text}\nbecame\n{}", program.text());
        }
    }
}
