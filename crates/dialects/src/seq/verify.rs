//! Rules of `seq` that its table cannot state: how resets, initial values, ports and sizes fit each other.

use super::ops::YIELD;
use super::types::{MemoryType, immutable, memory_type};
use super::views::{Register, WORDS, register};
use base::codes;
use base::text::counted;
use ir::text::type_print::type_text;
use ir::verify::{Verifier, op_error};
use ir::{AttrKind, Ir, Op, Type, TypeKind, Value, dense};

// ----- registers -----

/// A reset has a value; the initial value is of the register's type.
pub fn compreg(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(Register { initial, .. }) = register(ir, op) else {
        verifier.error(ir, op, codes::REGISTER_RESET, "a reset and its value come together");
        return;
    };
    let Some(initial) = initial.map(|initial| ir.ty(initial)) else { return };
    let ty = ir.ty(ir.result(op, 0));
    if immutable(&ir.ctx, initial) != Some(ty) {
        let (ty, initial) = (type_text(&ir.ctx, ty), type_text(&ir.ctx, initial));
        let message = format!("a register of `{ty}` cannot start at a value of `{initial}`");
        verifier.error(ir, op, codes::REGISTER_INITIAL, message);
    }
}

/// A reset is a bit and a value of the register's type, an asynchronous one is there; the preset has as many bits as the register.
pub fn firreg(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let ty = ir.ty(ir.result(op, 0));
    let reset: Vec<Type> = ir.group_operands(op, 2).map(|value| ir.ty(value)).collect();
    let problem = match reset[..] {
        [] if ir.attr(op, "isAsync").is_some() => Some("there is no reset that could be asynchronous"),
        [] => None,
        [signal, _] if signal != Type::I1 => Some("a reset is an `i1`"),
        [_, value] if value != ty => Some("the value of a reset must have the type of the register"),
        [_, _] => None,
        _ => Some("a reset and its value come together"),
    };
    if let Some(problem) = problem {
        verifier.error(ir, op, codes::REGISTER_RESET, problem);
    }
    if let Some(AttrKind::Integer { value, .. }) = ir.attr(op, "preset").map(|preset| &ir.ctx[preset])
        && ir.ctx.bit_width(ty) != Some(u64::from(value.width()))
    {
        let (bits, ty) = (counted(value.width(), "bit"), type_text(&ir.ctx, ty));
        let message = format!("a register of `{ty}` cannot start at a number of {bits}");
        verifier.error(ir, op, codes::REGISTER_INITIAL, message);
    }
}

/// Arguments and yielded values are what operands and results hold, and everything inside can be evaluated.
pub fn initial(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(block) = ir.regions(op).first().and_then(|region| ir.entry(*region)) else { return };
    let held = |value: Value| immutable(&ir.ctx, ir.ty(value));
    let arguments = ir.args(block).iter().map(|arg| Some(ir.ty(*arg)));
    if !arguments.eq(ir.operands(op).map(held)) {
        verifier.error(ir, op, codes::REGISTER_INITIAL, "the arguments must be what the operands hold");
    }
    let Some(last) = ir.last_op(block).filter(|last| ir.code(*last) == YIELD) else {
        verifier.error(ir, op, codes::REGISTER_INITIAL, "the region must end in `seq.yield`");
        return;
    };
    let yielded = ir.operands(last).map(|value| Some(ir.ty(value)));
    if !yielded.eq(ir.results(op).map(held)) {
        verifier.error(ir, last, codes::REGISTER_INITIAL, "what is yielded must be what the results hold");
    }
    for inner in ir.block_ops(block).take_while(|inner| *inner != last) {
        if ir.def(inner).is_none_or(|def| def.eval.is_none()) {
            let message = "it cannot be evaluated before the first cycle";
            verifier.error(ir, inner, codes::REGISTER_INITIAL, message);
        }
    }
}

// ----- memories -----

/// There is a word, it has bits, a mask divides them evenly; latencies are not negative.
pub fn firmem(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let ty = ir.ty(ir.result(op, 0));
    let Some(MemoryType { depth, width, mask }) = memory_type(&ir.ctx, ty) else { return };
    let mut error = |message: String, hint: &str| {
        verifier.report(op_error(ir, op, codes::MEMORY_SHAPE, message).hint(hint));
    };
    if depth == 0 || width == 0 {
        error(format!("`{}` has no bits", type_text(&ir.ctx, ty)), "give it one word of one bit at least");
    } else if let Some(mask) = mask
        && (mask == 0 || width % mask != 0)
    {
        let message =
            format!("{} cannot be masked in {}", counted(width, "bit"), counted(mask, "equal part"));
        error(message, "give the mask a number of bits that divides that of a word");
    }
    if let Some(words) = ir.attr(op, WORDS) {
        let element = ir.ctx.attr_ty(words).map(|ty| ir.ctx.element_ty(ty));
        let element = element.map(|element| ir.ctx[element].clone());
        let is_word = matches!(element, Some(TypeKind::Integer { width: bits, .. }) if bits == width);
        if !is_word || dense::len(&ir.ctx, words) != Some(depth) {
            let message = format!("`{WORDS}` has {} of {}", counted(depth, "element"), counted(width, "bit"));
            error(message, "give it an element for every word, as wide as that");
        } else if ir.attr(op, "init").is_some() {
            let message = format!("a memory begins with `{WORDS}` or with a file, not with both");
            error(message, "remove one of the two");
        }
    }
    for name in ["readLatency", "writeLatency"] {
        if let Some(latency) = ir.int_attr(op, name).filter(|latency| *latency < 0) {
            let message = format!("`{name}` is {latency}, but no answer comes before its question");
            error(message, "give it zero or more");
        }
    }
}

/// The address and the word fit the memory.
pub fn read_port(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    port(ir, op, verifier, &[("result", ir.ty(ir.result(op, 0)))], None);
}

/// The address, the word and the mask fit the memory.
pub fn write_port(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(data) = ir.group_operands(op, 4).next() else { return };
    port(ir, op, verifier, &[("data", ir.ty(data))], ir.group_operands(op, 5).next());
}

/// The address, the words and the mask fit the memory.
pub fn read_write_port(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(data) = ir.group_operands(op, 4).next() else { return };
    let words = [("data", ir.ty(data)), ("result", ir.ty(ir.result(op, 0)))];
    port(ir, op, verifier, &words, ir.group_operands(op, 6).next());
}

fn port(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, words: &[(&str, Type)], mask: Option<Value>) {
    let operand = |group: usize| ir.group_operands(op, group).next().map(|value| ir.ty(value));
    let (Some(ty), Some(address)) = (operand(0), operand(1)) else { return };
    let Some(memory) = memory_type(&ir.ctx, ty) else { return };
    let mut check = |what: &str, given: Type, wanted: u32| {
        if ir.ctx.scalar_width(given) != Some(wanted) {
            let (given, memory) = (type_text(&ir.ctx, given), type_text(&ir.ctx, ty));
            let message = format!("the {what} of a port of `{memory}` must be `i{wanted}`, but is `{given}`");
            verifier.error(ir, op, codes::MEMORY_PORT, message);
        }
    };
    check("address", address, memory.address_width());
    for (what, given) in words {
        check(what, *given, memory.width.max(1));
    }
    match (mask, memory.mask) {
        (Some(mask), Some(wanted)) => check("mask", ir.ty(mask), wanted),
        (Some(_), None) => {
            let message = format!("`{}` cannot be masked", type_text(&ir.ctx, ty));
            verifier.error(ir, op, codes::MEMORY_PORT, message);
        }
        (None, _) => {}
    }
}

// ----- queues -----

/// There is a slot, thresholds lie within the depth, and each has its result.
pub fn fifo(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(depth) = ir.int_attr(op, "depth") else { return };
    let mut error = |message: String| verifier.error(ir, op, codes::FIFO_SHAPE, message);
    if depth < 1 {
        error(format!("a queue of depth {depth} holds nothing"));
    }
    if let Some(latency) = ir.int_attr(op, "rdLatency").filter(|latency| *latency < 0) {
        error(format!("`rdLatency` is {latency}, but no answer comes before its question"));
    }
    for (group, name, result) in
        [(3, "almostFullThreshold", "almostFull"), (4, "almostEmptyThreshold", "almostEmpty")]
    {
        let threshold = ir.int_attr(op, name);
        if let Some(threshold) = threshold.filter(|threshold| !(0..=depth.max(0)).contains(threshold)) {
            error(format!("`{name}` is {threshold}, but must be from 0 to the depth"));
        }
        if threshold.is_some() == ir.result_group(op, group).is_empty() {
            error(format!("`{name}` and the result `{result}` come together"));
        }
    }
}
