//! Which operations of a function cannot be executed: all of them, before anything runs.

use crate::code::words;
use crate::fault::{Fault, at, is_executable_type};
use crate::program::{Program, global_type, static_shape};
use crate::text::show_type;
use base::codes;
use dialects::{cf, func, memref, scf};
use ir::symbols::symbol_name;
use ir::{AttrKind, Ir, Op, OpCode, Trait, TypeKind, Value as Ssa};

/// Regions nested deeper than this are refused, because they are translated recursively. Text cannot nest so deep.
const MAX_DEPTH: usize = 200;

/// Functions whose values take more slots than this are refused: an integer may have millions of bits, and every value has
/// slots of its own.
const MAX_WORDS: u64 = 1 << 24;

/// Operations that are translated by their own code rather than by evaluating their record.
const TRANSLATED: &[OpCode] = &[
    cf::ASSERT,
    cf::BR,
    cf::COND_BR,
    cf::SWITCH,
    func::CALL,
    func::CALL_INDIRECT,
    func::CONSTANT,
    func::RETURN,
    memref::ALLOC,
    memref::ALLOCA,
    memref::CAST,
    memref::COPY,
    memref::DEALLOC,
    memref::DIM,
    memref::GET_GLOBAL,
    memref::LOAD,
    memref::STORE,
    memref::SUBVIEW,
    scf::CONDITION,
    scf::EXECUTE_REGION,
    scf::FOR,
    scf::IF,
    scf::INDEX_SWITCH,
    scf::PARALLEL,
    scf::REDUCE,
    scf::REDUCE_RETURN,
    scf::WHILE,
    scf::YIELD,
];

/// Reports every operation of a function that cannot be executed.
pub fn check(ir: &Ir, program: &mut Program<'_>, function: Op) -> Result<(), Fault> {
    let name = symbol_name(ir, function).unwrap_or("");
    if func::is_declaration(ir, function) {
        let what = format!("`@{name}` is only declared, so it cannot be called");
        return Err(vec![at(ir, function, codes::NOT_EXECUTABLE, what)]);
    }
    let words = frame_words(ir, function);
    if words > MAX_WORDS {
        let what = format!("the values of `@{name}` take {words} words of 64 bits, more than {MAX_WORDS}");
        return Err(vec![at(ir, function, codes::NOT_EXECUTABLE, what)]);
    }
    let mut faults = Fault::new();
    for op in ir.walk(function).into_iter().skip(1) {
        if let Some(why) = problem(ir, program, function, op) {
            faults.push(at(
                ir,
                op,
                codes::NOT_EXECUTABLE,
                format!("`{}` cannot be executed: {why}", ir.name(op)),
            ));
            if faults.len() == base::diagnostic::MAX_KEPT {
                break;
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// How many slots the values of a function take.
fn frame_words(ir: &Ir, function: Op) -> u64 {
    let size = |value: Ssa| ir.ctx.scalar_width(ir.ty(value)).map_or(1, |width| u64::from(words(width)));
    let of_op = |op: Op| {
        let blocks = ir.regions(op).iter().flat_map(|region| ir.blocks(*region));
        let arguments = blocks.flat_map(|block| ir.args(*block)).map(|argument| size(*argument));
        ir.results(op).map(size).chain(arguments).sum::<u64>()
    };
    ir.walk(function).into_iter().map(of_op).sum()
}

fn problem(ir: &Ir, program: &mut Program<'_>, function: Op, op: Op) -> Option<String> {
    let code = ir.code(op);
    let Some(def) = ir.def(op) else { return Some("its dialect is not known".to_string()) };
    let depth = std::iter::successors(Some(op), |op| ir.parent_op(*op)).take_while(|op| *op != function);
    if depth.take(MAX_DEPTH + 1).count() > MAX_DEPTH {
        return Some(format!("it stands more than {MAX_DEPTH} regions deep"));
    }
    let arguments =
        ir.regions(op).iter().flat_map(|r| ir.blocks(*r)).flat_map(|b| ir.args(*b).iter().copied());
    let values: Vec<Ssa> = ir.operands(op).chain(ir.results(op)).chain(arguments).collect();
    for value in &values {
        let ty = ir.ty(*value);
        if !is_executable_type(ir, ty) {
            return Some(format!("a value of type {} has no representation", show_type(&ir.ctx, ty)));
        }
    }
    if TRANSLATED.contains(&code) {
        return special(ir, program, op);
    }
    if def.has(Trait::ConstantLike) {
        let value = ir.attr(op, "value").and_then(|value| ir.ctx.scalar_bits(value));
        return value.is_none().then(|| "its value is no scalar".to_string());
    }
    // The record evaluates scalars only; a choice between other values is translated, see `arith`.
    let scalars = values.iter().all(|value| ir.ctx.scalar_width(ir.ty(*value)).is_some());
    if def.eval.is_none() || !ir.regions(op).is_empty() {
        Some("the interpreter does not know it".to_string())
    } else if !scalars && code != dialects::arith::SELECT {
        Some("it is executed on scalars only".to_string())
    } else {
        None
    }
}

/// What only some of the translated operations have to be asked.
fn special(ir: &Ir, program: &mut Program<'_>, op: Op) -> Option<String> {
    let code = ir.code(op);
    let layout = |value: Ssa| {
        let ty = ir.ty(value);
        let unranked = matches!(ir.ctx[ty], TypeKind::UnrankedMemref { .. });
        (!unranked && static_shape(ir, ty).is_none())
            .then(|| format!("the layout of {} is not supported", show_type(&ir.ctx, ty)))
    };
    if [memref::ALLOC, memref::ALLOCA, memref::CAST].contains(&code) {
        return layout(ir.result(op, 0));
    }
    if code == memref::SUBVIEW {
        return layout(ir.operand(op, 0));
    }
    if code == func::CALL || code == func::CONSTANT || code == memref::GET_GLOBAL {
        let key = match code {
            func::CALL => "callee",
            func::CONSTANT => "value",
            _ => "name",
        };
        let resolved = ir.attr(op, key).and_then(|reference| program.resolve(op, reference));
        let Some((target, _)) = resolved else {
            return Some("what it refers to is not in the module".to_string());
        };
        if code == memref::GET_GLOBAL {
            return global_problem(ir, target);
        }
        let name = symbol_name(ir, target).unwrap_or("");
        let called = code == func::CALL && program.is_host_function(target);
        return (func::is_declaration(ir, target) && !called).then(|| format!("`@{name}` is only declared"));
    }
    None
}

fn global_problem(ir: &Ir, global: Op) -> Option<String> {
    let Some(ty) = global_type(ir, global) else { return Some("the global has no type".to_string()) };
    if static_shape(ir, ty).is_none_or(|shape| shape.sizes.iter().any(Option::is_none)) {
        return Some(format!("a global of type {} is not supported", show_type(&ir.ctx, ty)));
    }
    match ir.attr(global, "initial_value").map(|attr| &ir.ctx[attr]) {
        Some(AttrKind::Unit | AttrKind::Dense { .. }) => None,
        None => Some("the global is only declared".to_string()),
        Some(_) => Some("the initial value of the global is not listed".to_string()),
    }
}
