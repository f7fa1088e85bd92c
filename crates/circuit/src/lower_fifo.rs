//! `lower-seq-fifo`: fifos become registers, a memory and logic, because simulators and SystemVerilog have none.
//!
//! A fifo counts its elements and keeps the places of the oldest and of the next; both go round. Elements stand in a memory that is read in
//! the cycle of its address, so that the oldest is always at the output. A fifo of one element is a register and a bit that says
//! whether it holds something.
//!
//! A write when full and a read when empty are ignored, judged by the state at the start of the cycle alone: whether a write is taken
//! does not depend on a read of the same cycle, so there is no combinational path through the fifo.

use crate::builder::{Logic, Memory, Sync};
use base::{Diagnostic, Diagnostics, codes};
use dialects::{hw, seq};
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{InsertPoint, Ir, Op, Value};

/// The pass `lower-seq-fifo`.
pub static LOWER_SEQ_FIFO: PassDef = PassDef {
    name: "lower-seq-fifo",
    doc: "Makes fifos out of registers, memories and logic.\n\
        Every `seq.fifo` becomes a counter, two pointers and a memory; one of depth 1 becomes a register and a bit. Fifos with a read \
        latency of 1 get an output register that takes the element when it is read.",
    options: &[],
    run,
};

fn run(ir: &mut Ir, root: Op, _: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    lower_fifos(ir, root, diags)
}

/// Lowers all fifos below an operation; changes nothing when there is one that it cannot lower.
pub fn lower_fifos(ir: &mut Ir, root: Op, diags: &mut Diagnostics) -> Result<(), Reported> {
    let fifos: Vec<Op> = ir.walk(root).into_iter().filter(|op| ir.code(*op) == seq::FIFO).collect();
    let before = diags.error_count();
    for op in &fifos {
        if let Err(why) = check(ir, *op) {
            diags.push(Diagnostic::error(codes::FIFO_NOT_LOWERED, ir.ctx.span(ir.loc(*op)), why));
        }
    }
    if diags.error_count() > before {
        return Err(Reported);
    }
    fifos.into_iter().for_each(|op| lower(ir, op));
    Ok(())
}

/// How many elements there are, in logic.
#[derive(Clone, Copy)]
struct State {
    output: Value,
    full: Value,
    empty: Value,
    count: Value,
}

/// How many bits an element has, or why the fifo cannot be lowered.
fn check(ir: &Ir, op: Op) -> Result<u32, String> {
    let fifo = seq::fifo(ir, op).ok_or("a fifo without a depth cannot be lowered")?;
    let ty = ir.ty(fifo.input);
    let width = hw::width(&ir.ctx, ty).and_then(|width| u32::try_from(width).ok());
    let Some(width) = width.filter(|width| *width > 0) else {
        let ty = ir::text::type_print::type_text(&ir.ctx, ty);
        return Err(format!("a fifo of `{ty}` cannot be lowered: its elements are no bits"));
    };
    if !(1..=u64::from(u32::MAX)).contains(&fifo.depth) {
        return Err(format!("a fifo of depth {} cannot be lowered", fifo.depth));
    }
    if fifo.read_latency > 1 {
        let latency = fifo.read_latency;
        return Err(format!("a fifo with a read latency of {latency} cannot be lowered, only 0 and 1"));
    }
    Ok(width)
}

fn lower(ir: &mut Ir, op: Op) {
    // Looked at only now: another fifo that was lowered may have fed this one.
    let fifo = &seq::fifo(ir, op).expect("it was checked");
    let width = check(ir, op).expect("it was checked");
    let name = ir.value_name(fifo.output).map_or("fifo".to_owned(), |name| ir.ctx[name].to_owned());
    let (ty, loc) = (ir.ty(fifo.input), ir.loc(op));
    let mut c = Logic::new(ir, InsertPoint::Before(op), loc);
    let word = c.int_ty(width);
    let input = c.bitcast(fifo.input, word);
    let mut state = match fifo.depth {
        1 => one_slot(&mut c, &name, input, fifo),
        _ => slots(&mut c, &name, input, fifo),
    };
    if fifo.read_latency == 1 {
        let some = c.not(state.empty);
        let reads = c.and(fifo.read_enable, some);
        state.output = c.delay(&format!("{name}_read"), state.output, sync(fifo).enable(reads));
    }
    let output = c.bitcast(state.output, ty);
    let mut results = vec![(fifo.output, output), (fifo.full, state.full), (fifo.empty, state.empty)];
    if let Some((least, result)) = fifo.almost_full {
        results.push((result, at_least(&mut c, state.count, least)));
    }
    if let Some((most, result)) = fifo.almost_empty {
        let above = at_least(&mut c, state.count, most.saturating_add(1));
        results.push((result, c.not(above)));
    }
    let ir = c.ir;
    for (result, value) in results {
        if ir.value_name(value).is_none() {
            ir.set_value_name(value, ir.value_name(result));
        }
        ir.replace_uses(result, value);
    }
    ir.erase(op);
}

/// When the registers of a fifo take something.
fn sync(fifo: &seq::Fifo) -> Sync {
    Sync::on(fifo.clock).reset(fifo.reset)
}

/// `count >= least`, for a number that may not fit into the counter.
fn at_least(c: &mut Logic<'_>, count: Value, least: u64) -> Value {
    match least {
        0 => c.lit(1, 1),
        _ if u64::BITS - least.leading_zeros() > c.width(count) => c.lit(1, 0),
        _ => c.uge(count, least),
    }
}

fn one_slot(c: &mut Logic<'_>, name: &str, input: Value, fifo: &seq::Fifo) -> State {
    let full = c.reg(&format!("{name}_full"), 1, sync(fifo));
    let empty = c.not(full);
    let writes = c.and(fifo.write_enable, empty);
    // Full and not read, or empty and written.
    let keeps = c.not(fifo.read_enable);
    let next = c.mux(full, keeps, fifo.write_enable);
    c.drive(full, next);
    let data = c.delay(&format!("{name}_data"), input, sync(fifo).enable(writes));
    let output = c.mux(full, data, 0);
    State { output, full, empty, count: full }
}

fn slots(c: &mut Logic<'_>, name: &str, input: Value, fifo: &seq::Fifo) -> State {
    let (depth, sync) = (fifo.depth, sync(fifo));
    let counter = u64::BITS - depth.leading_zeros();
    let count = c.reg(&format!("{name}_count"), counter, sync);
    let (full, empty) = (c.eq(count, depth), c.eq(count, 0));
    let (room, some) = (c.not(full), c.not(empty));
    let (writes, reads) = (c.and(fifo.write_enable, room), c.and(fifo.read_enable, some));
    let (written, taken) = (c.zext(writes, counter), c.zext(reads, counter));
    let more = c.add(count, written);
    let next = c.sub(more, taken);
    c.drive(count, next);
    let oldest = pointer(c, &format!("{name}_rd"), depth, reads, sync);
    let place = pointer(c, &format!("{name}_wr"), depth, writes, sync);
    let width = c.width(input);
    let memory = c.memory(&format!("{name}_mem"), Memory::new(depth, width));
    c.write(memory, place, input, sync.enable(writes));
    let word = c.read(memory, oldest, sync);
    let output = c.mux(empty, 0, word);
    State { output, full, empty, count }
}

/// A place in the memory that moves on when `moves` is set, and goes round.
fn pointer(c: &mut Logic<'_>, name: &str, depth: u64, moves: Value, sync: Sync) -> Value {
    let width = seq::MemoryType { depth, width: 1, mask: None }.address_width();
    let place = c.reg(name, width, sync.enable(moves));
    let mut next = c.add(place, 1);
    if !depth.is_power_of_two() {
        let last = c.eq(place, depth - 1);
        next = c.mux(last, 0, next);
    }
    c.drive(place, next);
    place
}
