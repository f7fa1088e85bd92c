//! The law of the instructions: what runs fast is what the record's `eval` says, for every operation and width.

use super::module;
use crate::{Interpreter, Limits, Value};
use base::{Bits, Rng};
use dialects::{arith, math};
use ir::{Builder, EvalCx, InsertPoint, Ir, Loc, Op, OpDef, OpState, Type, Undefined};

/// A function `@f` in the empty module `top` with the operation alone in it, on these types; `None` when the
/// table or the verifier does not want it.
fn function(
    (ir, top): (&Ir, Op),
    def: &'static OpDef,
    operands: &[Type],
    result_types: &[Type],
    props: &[(&str, ir::Attr)],
    poisoned: bool,
) -> Option<(Ir, Op)> {
    // Cheap checks first: verifying a module for every pair of types would take most of the time.
    let fits = |(ty, def): (&Type, &ir::OperandDef)| (def.ty.test)(&ir.ctx, *ty);
    if !operands.iter().zip(def.operands).all(fits) || !result_types.iter().zip(def.results).all(fits) {
        return None;
    }
    let mut ir = ir.clone();
    let code = ir.ctx.registry.find_op(def.name)?;
    let region = ir.create_region();
    let block = ir.add_block(region);
    let arguments: Vec<_> = operands.iter().map(|ty| ir.add_argument(block, *ty, Loc::UNKNOWN)).collect();
    if poisoned {
        // Poison that nobody uses, so that the rest runs in the loop that looks for it.
        let value = ir.ctx.int_attr(8, Type::I8);
        let eight =
            OpState::new(arith::CONSTANT, Loc::UNKNOWN).results(&[Type::I8]).prop(&mut ir, "value", value);
        let eight = Builder::new(&mut ir, InsertPoint::End(block), Loc::UNKNOWN).build(eight);
        let eight = ir.result(eight, 0);
        Builder::new(&mut ir, InsertPoint::End(block), Loc::UNKNOWN).value(
            arith::SHRUI,
            &[eight, eight],
            Type::I8,
        );
    }
    let mut state = OpState::new(code, Loc::UNKNOWN).operands(&arguments).results(result_types);
    for (name, value) in props {
        state = state.prop(&mut ir, name, *value);
    }
    let op = ir.create(state);
    ir.insert(op, InsertPoint::End(block));
    let results: Vec<_> = ir.results(op).collect();
    let end = ir.create(OpState::new(dialects::func::RETURN, Loc::UNKNOWN).operands(&results));
    ir.insert(end, InsertPoint::End(block));
    let ty = ir.ctx.fn_ty(operands, result_types);
    let (name, ty) = (ir.ctx.str_attr("f"), ir.ctx.type_attr(ty));
    let state = OpState::new(dialects::func::FUNC, Loc::UNKNOWN).region(region);
    let state = state.prop(&mut ir, "sym_name", name).prop(&mut ir, "function_type", ty);
    let function = ir.create(state);
    let home = ir.entry(ir.region(top, 0))?;
    ir.insert(function, InsertPoint::End(home));
    let mut diagnostics = base::Diagnostics::new();
    ir::verify::verify(&mut ir, top, &mut diagnostics).then_some((ir, op))
}

/// Runs the operation on random operands, in the interpreter and by its record.
fn agree(ir: &Ir, top: Op, op: Op, rng: &mut Rng, rounds: usize) {
    let def = ir.def(op).expect("the operation is registered");
    let eval = def.eval.expect("the operation has an evaluation");
    let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    let results: Vec<Type> = ir.results(op).map(|value| ir.ty(value)).collect();
    let mut interpreter = Interpreter::new(ir, top).limits(Limits::default());
    for _ in 0..rounds {
        let bits: Vec<Bits> =
            operands.iter().map(|ty| rng.edgy_bits(ir.ctx.scalar_width(*ty).expect("a scalar"))).collect();
        let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &operands, results: &results };
        let arguments =
            bits.iter().zip(&operands).map(|(bits, ty)| Value::Scalar(bits.clone(), *ty)).collect();
        let outcome = interpreter.call("f", arguments);
        match eval(&cx, &bits) {
            Ok(values) => {
                let expected: Vec<Value> =
                    values.into_iter().zip(&results).map(|(v, ty)| Value::Scalar(v, *ty)).collect();
                let found = outcome.map(|outcome| outcome.results);
                assert_eq!(found, Ok(expected), "{} on {bits:?} of {operands:?}", def.name);
            }
            Err(Undefined::Poison(code, why) | Undefined::Immediate(code, why)) => {
                let faults = outcome.expect_err("what is undefined has no result");
                assert_eq!(faults[0].code, code, "{} on {bits:?}", def.name);
                let message = &faults[0].message;
                let is_sum = why.starts_with("signed overflow") && message.starts_with("signed overflow: ");
                assert!(message.ends_with(why) || is_sum, "{message}");
            }
        }
    }
}

fn types(ctx: &mut ir::Context) -> Vec<Type> {
    let widths = [1, 2, 7, 8, 13, 16, 31, 32, 33, 63, 64, 65, 100, 128, 200];
    let mut types: Vec<Type> = widths.map(|width| ctx.int_ty(width)).into();
    types.extend([Type::INDEX, Type::F16, Type::BF16, Type::F32, Type::F64]);
    types
}

/// The attributes an operation is tried with: each predicate, each set of overflow flags.
fn variants(ir: &mut Ir, def: &OpDef) -> Vec<Vec<(&'static str, ir::Attr)>> {
    if def.attr("predicate").is_some() {
        let count = if def.name == "arith.cmpf" { 16 } else { 10 };
        return (0..count).map(|p| vec![("predicate", ir.ctx.int_attr(p, Type::I64))]).collect();
    }
    if def.attr("overflowFlags").is_some() {
        let flags = |ir: &mut Ir, value| ir.ctx.attr(ir::AttrKind::Enum { def: arith::OVERFLOW, value });
        return (0..4).map(|value| vec![("overflowFlags", flags(ir, value))]).collect();
    }
    vec![Vec::new()]
}

#[test]
fn instructions_agree_with_evaluations() {
    let mut rng = Rng::new(1);
    let mut tried = 0;
    for def in arith::DIALECT.ops.iter().chain(math::DIALECT.ops) {
        let mut agreed = 0;
        if def.eval.is_none() || def.operands.is_empty() {
            continue;
        }
        let (mut ir, top) = module("");
        let variants = variants(&mut ir, def);
        let types = types(&mut ir.ctx);
        for ty in &types {
            // Operations are on one type, give it or a boolean, or convert it, with two exceptions.
            let mut operands = vec![*ty; def.operands.len()];
            match def.name {
                "arith.select" => operands[0] = Type::I1,
                "math.fpowi" => operands[1] = Type::I32,
                _ => {}
            }
            let results: Vec<Vec<Type>> = match def.results.len() {
                2 if def.name == "arith.addui_extended" => vec![vec![*ty, Type::I1]],
                2 => vec![vec![*ty, *ty]],
                _ => types.iter().map(|ty| vec![*ty]).collect(),
            };
            for results in results {
                for (variant, poisoned) in variants.iter().flat_map(|v| [(v, false), (v, true)]) {
                    let made = function((&ir, top), def, &operands, &results, variant, poisoned);
                    let Some((ir, op)) = made else { continue };
                    agree(&ir, top, op, &mut rng, 12);
                    agreed += 1;
                }
            }
        }
        assert!(agreed > 0, "{} was never tried", def.name);
        tried += agreed;
    }
    assert!(tried > 1000, "only {tried} combinations were tried");
}
