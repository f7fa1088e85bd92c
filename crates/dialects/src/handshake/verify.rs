//! Rules of `handshake` that its table cannot state, of one operation each; those of a whole function stand in `graph`.

use super::attrs::{buffer_type_attr, is_timing, slots_attr, timing_attr};
use super::describe::memory_ports;
use super::ops::{EXTF, EXTSI, EXTUI, LSQ, SELECT, TRUNCF, TRUNCI};
use super::types::{data_ty, is_channel, is_token, short_text};
use super::unit::{BufferType, MemoryPort, PortPlace, guard, port_places};
use super::{ABSF, ABSI};
use base::codes;
use base::text::counted;
use ir::text::type_print::type_text;
use ir::verify::{Verifier, op_error};
use ir::{AttrKind, Ir, Op, Type, TypeKind, Value};

/// All values of an operation are plain, or all are channels; memories are on both levels.
pub fn one_level(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let is_memory = |ty: &Type| matches!(ir.ctx[*ty], TypeKind::Memref { .. });
    let types = ir.operands(op).chain(ir.results(op)).map(|value| ir.ty(value));
    let mut types = types.filter(|ty| !is_memory(ty));
    let Some(first) = types.next() else { return };
    let level = is_channel(&ir.ctx, first);
    if let Some(other) = types.find(|ty| is_channel(&ir.ctx, *ty) != level) {
        let (first, other) = (type_text(&ir.ctx, first), type_text(&ir.ctx, other));
        let message =
            format!("values of plain types and channels do not mix, but these are `{first}` and `{other}`");
        verifier.report(
            op_error(ir, op, codes::MIXED_LEVELS, message)
                .hint("a function is of streams of plain types, or of channels throughout"),
        );
    }
}

fn at_least_one(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, count: usize, what: &str) -> bool {
    if count == 0 {
        verifier.error(ir, op, codes::CHANNEL_COUNT, format!("there must be at least one {what}"));
    }
    count > 0
}

/// A fork has results.
pub fn fork(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if at_least_one(ir, op, verifier, ir.result_count(op), "result") {
        one_level(ir, op, verifier);
    }
}

/// A join and a merge have operands.
pub fn join(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if at_least_one(ir, op, verifier, ir.operand_count(op), "operand") {
        one_level(ir, op, verifier);
    }
}

/// As [`join`].
pub fn merge(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    join(ir, op, verifier);
}

/// A blocker hands on its first operand.
pub fn blocker(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if !at_least_one(ir, op, verifier, ir.operand_count(op), "operand") {
        return;
    }
    same_types(ir, op, verifier, ("the first operand", ir.operand(op, 0)), ("the result", ir.result(op, 0)));
    one_level(ir, op, verifier);
}

fn same_types(
    ir: &Ir,
    op: Op,
    verifier: &mut Verifier<'_>,
    (a_is, a): (&str, Value),
    (b_is, b): (&str, Value),
) {
    let (a, b) = (ir.ty(a), ir.ty(b));
    if a != b {
        let (a, b) = (short_text(&ir.ctx, a), short_text(&ir.ctx, b));
        let message = format!("{a_is} and {b_is} must have one type, but have `{a}` and `{b}`");
        verifier.error(ir, op, codes::TYPES_DIFFER, message);
    }
}

/// An index of this type names as many inputs.
fn index(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, what: &str, ty: Type, inputs: usize) {
    match data_ty(&ir.ctx, ty).map(|data| &ir.ctx[data]) {
        Some(TypeKind::Index) => {}
        Some(TypeKind::Integer { width, .. }) if *width >= 64 || inputs as u64 <= 1 << width => {}
        Some(TypeKind::Integer { width, .. }) => {
            let (bits, inputs) = (counted(*width as usize, "bit"), counted(inputs, "input"));
            let message = format!("{what} has {bits}, which do not name {inputs}");
            verifier.error(ir, op, codes::SELECT_WIDTH, message);
        }
        _ => {
            let ty = short_text(&ir.ctx, ty);
            verifier.error(ir, op, codes::SELECT_WIDTH, format!("{what} must be an integer, but is `{ty}`"));
        }
    }
}

/// There is data, and the select names all of it.
pub fn mux(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let data = ir.operand_count(op) - 1;
    if at_least_one(ir, op, verifier, data, "data operand") {
        index(ir, op, verifier, "the select", ir.ty(ir.operand(op, 0)), data);
        one_level(ir, op, verifier);
    }
}

/// There is data, and the index names all of it.
pub fn control_merge(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if at_least_one(ir, op, verifier, ir.operand_count(op), "operand") {
        index(ir, op, verifier, "the index", ir.ty(ir.result(op, 1)), ir.operand_count(op));
        one_level(ir, op, verifier);
    }
}

/// A condition is one bit.
pub fn condition(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    is_condition(ir, op, verifier, "the condition", ir.ty(ir.operand(op, 0)));
    if ir.code(op) != SELECT {
        one_level(ir, op, verifier);
    }
}

/// Reports a condition that is not one bit.
pub fn is_condition(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, what: &str, ty: Type) {
    if data_ty(&ir.ctx, ty) != Some(Type::I1) {
        let ty = short_text(&ir.ctx, ty);
        let message = format!("{what} must be i1 or a channel of i1, but is `{ty}`");
        verifier.error(ir, op, codes::CONDITION_TYPE, message);
    }
}

/// The result of a comparison is one bit.
pub fn compare(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    is_condition(ir, op, verifier, "the result", ir.ty(ir.result(op, 0)));
}

/// The value of a constant has the type of what it emits.
pub fn constant(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let Some(value) = ir.attr(op, "value") {
        literal(ir, op, verifier, "value", value);
    }
    one_level(ir, op, verifier);
}

/// As [`constant`], where there is a value; what has no data has none.
pub fn init(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let Some(value) = ir.attr(op, "initial") {
        literal(ir, op, verifier, "initial", value);
    }
    one_level(ir, op, verifier);
}

fn literal(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, name: &str, value: ir::Attr) {
    let ty = ir.ty(ir.result(op, 0));
    let fits = data_ty(&ir.ctx, ty).is_some_and(|data| match ir.ctx[data] {
        TypeKind::Dialect { .. } => ir.ctx.bits_of(value, data).is_some(),
        _ => ir.ctx.attr_ty(value) == Some(data) && ir.ctx.scalar_bits(value).is_some(),
    });
    if !fits {
        let (data, ty) = (ir.ctx.attr_ty(value), short_text(&ir.ctx, ty));
        let given =
            data.map_or("is no number".to_owned(), |data| format!("is a `{}`", type_text(&ir.ctx, data)));
        let message = format!("`{name}` {given}, but the result is `{ty}`");
        verifier.error(ir, op, codes::CONSTANT_TYPE, message);
    }
}

/// The type of a buffer is a known one, its slots are one where that has one, and never none, and its timing is one.
pub fn buffer(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    one_level(ir, op, verifier);
    let name = buffer_type_attr(ir, op).and_then(|attr| ir.ctx.str_value(attr));
    let Some(ty) = name.and_then(BufferType::from_name) else {
        let message = match name {
            Some(name) => format!("there is no buffer of type `{name}`"),
            None => "`hw.parameters` must have a `BUFFER_TYPE`, a string".to_owned(),
        };
        let names: Vec<String> = BufferType::known().iter().map(|ty| format!("`{}`", ty.name())).collect();
        let hint = format!("the types are {}", names.join(", "));
        verifier.report(op_error(ir, op, codes::BUFFER_TYPE, message).hint(hint));
        return;
    };
    let slots = slots_attr(ir, op).map(|attr| &ir.ctx[attr]);
    let slots = match slots {
        Some(AttrKind::Integer { value, .. }) => value.to_u64().filter(|slots| *slots <= u64::from(u32::MAX)),
        _ => None,
    };
    let message = match slots {
        None => "`hw.parameters` must have `NUM_SLOTS`, a number of 32 bits".to_owned(),
        Some(0) => "a buffer has at least one slot".to_owned(),
        Some(slots) if slots > 1 && ty.is_one_slot() => {
            format!("a `{}` has one slot, not {slots}", ty.name())
        }
        Some(_) => return timing(ir, op, verifier),
    };
    verifier.error(ir, op, codes::BUFFER_SLOTS, message);
}

/// What a buffer says of its cycles is said as a timing; nothing needs to be said.
fn timing(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if timing_attr(ir, op).is_some_and(|attr| !is_timing(&ir.ctx, attr)) {
        let error = op_error(ir, op, codes::BUFFER_TIMING, "`TIMING` is no timing of numbers of cycles");
        verifier.report(error.hint("it is written `#handshake<timing {D: 1, V: 1, R: 0}>`, or left out"));
    }
}

/// The operands are the results of the function.
pub fn end(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((_, results)) = ir.parent_op(op).and_then(|func| super::signature(ir, func)) else { return };
    let given: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    verifier.same_types(
        ir,
        op,
        codes::END_TYPES,
        ("the operands", &given),
        ("the results of the function", results),
    );
}

/// An extension is wider, a truncation narrower, a magnitude as wide.
pub fn cast(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let width = |value: Value| data_ty(&ir.ctx, ir.ty(value)).and_then(|data| ir.ctx.scalar_width(data));
    let (from, to) = (width(ir.operand(op, 0)), width(ir.result(op, 0)));
    let problem = match ir.code(op) {
        EXTSI | EXTUI | EXTF if from >= to => "the result must be wider than the operand",
        TRUNCI | TRUNCF if from <= to => "the result must be narrower than the operand",
        ABSI | ABSF if ir.ty(ir.operand(op, 0)) != ir.ty(ir.result(op, 0)) => {
            "operand and result must have one type"
        }
        _ => return,
    };
    verifier.error(ir, op, codes::OP_INVARIANT, problem);
}

// ----- memory -----

/// Addresses are integers, and address and data go through as they are.
pub fn port(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let data = |value: Value| data_ty(&ir.ctx, ir.ty(value));
    for (what, index) in [("address", 0), ("data", 1)] {
        let (given, taken) = (ir.operand(op, index), ir.result(op, index));
        if data(given) != data(taken) {
            let (given, taken) = (short_text(&ir.ctx, ir.ty(given)), short_text(&ir.ctx, ir.ty(taken)));
            let message = format!("the {what} goes through as it is, but is `{given}` and `{taken}`");
            verifier.error(ir, op, codes::MEMORY_PORTS, message);
        }
    }
    is_address(ir, op, verifier, "the address", ir.operand(op, 0));
    one_level(ir, op, verifier);
}

fn is_address(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, what: &str, value: Value) {
    let data = data_ty(&ir.ctx, ir.ty(value)).map(|data| &ir.ctx[data]);
    if !matches!(data, Some(TypeKind::Integer { .. } | TypeKind::Index)) {
        verifier.error(ir, op, codes::MEMORY_PORTS, format!("{what} must be an integer or index"));
    }
}

/// A guard compares addresses, and whether there is a store is one bit.
pub fn guard(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    is_address(ir, op, verifier, "the address of the load", ir.operand(op, guard::LOAD));
    is_address(ir, op, verifier, "the address of the store", ir.operand(op, guard::STORE));
    if let Some(stores) = ir.operands(op).nth(guard::STORES) {
        is_condition(ir, op, verifier, "whether there is a store", ir.ty(stores));
    }
    one_level(ir, op, verifier);
}

/// Stores give their address and data side by side, there is a result for every load and, with `storeDone`, for every store, and each answer goes to
/// the load that asked.
pub fn mem_controller(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    one_level(ir, op, verifier);
    let is_behind_queue =
        ir.operands(op).filter_map(|value| ir.defining_op(value)).any(|by| ir.code(by) == LSQ);
    if is_behind_queue {
        return;
    }
    let Some(ports) = memory_ports(ir, op) else {
        let message = "the address of a store is followed by the data of the same store";
        verifier.error(ir, op, codes::MEMORY_PORTS, message);
        return;
    };
    let count = |wanted: MemoryPort| ports.iter().filter(|port| **port == wanted).count();
    let loads = count(MemoryPort::Load);
    let stores = if ir.attr(op, "storeDone").is_some() { count(MemoryPort::Store) } else { 0 };
    let outputs: Vec<Type> = ir.result_group(op, 0).map(|index| ir.ty(ir.result(op, index))).collect();
    if outputs.len() != loads + stores {
        let (loads, stores) = (counted(loads, "load"), counted(stores, "completed store"));
        let message = format!(
            "there are {loads} and {stores} to give results for, but {} before the last",
            counted(outputs.len(), "result")
        );
        verifier.error(ir, op, codes::MEMORY_PORTS, message);
        return;
    }
    let element = ir.ctx.element_ty(ir.ty(ir.operand(op, 0)));
    let mut all_fit = true;
    for (index, ty) in outputs.iter().enumerate() {
        let data = data_ty(&ir.ctx, *ty);
        let fits = if index < loads { data == Some(element) } else { is_token(&ir.ctx, *ty) };
        if !fits {
            let wanted =
                if index < loads { type_text(&ir.ctx, element) } else { "a token without data".to_owned() };
            let message = format!("result #{index} must be {wanted}, but is `{}`", short_text(&ir.ctx, *ty));
            verifier.error(ir, op, codes::MEMORY_PORTS, message);
            all_fit = false;
        }
    }
    if all_fit {
        answers(ir, op, &port_places(&ports, stores > 0), verifier);
    }
}

/// What a load asked for goes to that load: whoever counts questions and answers relies on it.
fn answers(ir: &Ir, op: Op, places: &[PortPlace], verifier: &mut Verifier<'_>) {
    for PortPlace { port, input, output } in places {
        if let Some(answer) = output.filter(|_| *port == MemoryPort::Load) {
            leads_to_asker(ir, op, *input, answer, verifier);
        }
    }
}

/// The result `answer` goes to the load whose address is input `input`, after the memory, and nowhere else.
pub fn leads_to_asker(ir: &Ir, op: Op, input: usize, answer: usize, verifier: &mut Verifier<'_>) {
    // The first operand is the memory.
    let asker = ir.defining_op(ir.operand(op, input + 1));
    let value = ir.result(op, answer);
    // The load may not have been verified yet, so it may have fewer operands.
    let is_led = asker.is_some_and(|load| ir.operands(load).nth(1) == Some(value));
    if !is_led || !ir.has_one_use(value) {
        let message = format!("result #{answer} is what the load at input #{} asked for", input - 1);
        let error = op_error(ir, op, codes::MEMORY_PORTS, message);
        verifier.report(error.hint("lead it to the data of that load, and nowhere else"));
    }
}

/// The initial contents are as many elements, of the same type.
pub fn ram(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let memory = ir.ty(ir.result(op, 0));
    let (words, element) = (ir::dense::element_count(&ir.ctx, memory), ir.ctx.element_ty(memory));
    let Some(value) = ir.attr(op, "initialValue") else { return };
    let given = ir.ctx.attr_ty(value).map(|ty| ir.ctx.element_ty(ty));
    if words.is_none() || ir::dense::len(&ir.ctx, value) != words || given != Some(element) {
        let message =
            "`initialValue` has an element for every word of the memory, whose sizes are known, of its type";
        verifier.error(ir, op, codes::MEMORY_PORTS, message);
    }
}
