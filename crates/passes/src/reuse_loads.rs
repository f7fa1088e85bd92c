//! `reuse-loads`: carries what a round has loaded to the later rounds that would load it again.
//!
//! In `next[i] = now[i - 1] + now[i] + now[i + 1]` a round loads one element that no round before has; the other two were loaded by the last two rounds. A memory has one port to read by, so the loop takes three cycles a
//! round for loads that only repeat each other. With the two values carried it takes one.
//!
//! Loads belong together if their subscripts are those of each other some rounds apart: all the same but one, which is the index of the loop and a literal, and the literals differ by multiples of the step. The one that is furthest ahead
//! stays. What the first rounds would find loaded by rounds that there are none of is loaded before the loop. The first round of the program does the same loads, so the loop must have one; an element that only a later round loads is
//! loaded if the loop surely gets that far. Nothing in the loop may write one of the elements.

use crate::alias::{ARGUMENTS, ARGUMENTS_ARE, Arguments};
use crate::cells::{Access, Subscript, Widening, accesses, is_sure};
use crate::licm::goes_on;
use crate::literal::literal;
use crate::remake::take_place;
use crate::trips::{Trips, trips};
use crate::turns::carry_more;
use base::{Bits, Diagnostics};
use dialects::{arith, memref, scf};
use ir::fold::constant_bits;
use ir::pass::{PassArgs, PassDef};
use ir::text::Reported;
use ir::{Block, Builder, InsertPoint, Ir, Op, Type, Value};

/// The pass.
pub static REUSE_LOADS: PassDef = PassDef {
    name: "reuse-loads",
    doc: "Carries what a round has loaded to later rounds that would load it again.\n\
        Of the loads in an innermost `scf.for` with a literal step whose subscripts are the same some rounds apart, only the foremost stays, if the loop surely has a round and does not write these elements.",
    options: &[ARGUMENTS],
    run,
};

/// Rounds that a value is carried for. Each takes a register as wide as the value and a load before the loop, which a run of the loop waits for; the loads of wider stencils are better found in banks of memory.
const MOST_ROUNDS: i64 = 4;

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let arguments: Arguments = args.read(ARGUMENTS.name, ARGUMENTS_ARE, diags)?;
    for op in ir.walk_post_order(root) {
        if ir.code(op) == scf::FOR
            && trips(ir, op) == Trips::Some
            && let Some(rows) = rows(ir, op, arguments)
            && !rows.is_empty()
        {
            reuse(ir, op, &rows);
        }
    }
    Ok(())
}

/// Loads of one memory along the index of a loop.
struct Row {
    /// Each load, and how many rounds before it the foremost has loaded the same; the foremost itself first.
    loads: Vec<(Op, i64)>,
    /// Which subscript goes with the index, and that of the foremost load.
    along: usize,
    foremost: Subscript,
    /// The most rounds.
    rounds: i64,
}

/// The rows of a loop that are worth it.
fn rows(ir: &Ir, around: Op, arguments: Arguments) -> Option<Vec<Row>> {
    let body = ir.entry(ir.region(around, 0))?;
    let is_loop = |op: &Op| *op != around && matches!(ir.code(*op), scf::FOR | scf::WHILE | scf::PARALLEL);
    if ir.walk(around).iter().any(is_loop) || !ir.block_ops(body).all(|op| goes_on(ir, op)) {
        return None;
    }
    let step = constant_bits(ir, ir.operand(around, 2)).and_then(Bits::to_i64).filter(|step| *step > 0)?;
    let all = accesses(ir, around)?;
    let is_unwritten = |load: &&Access| {
        all.iter().all(|other| !other.writes || !arguments.may_alias(other.cell.from, load.cell.from))
    };
    let loads = all.iter().filter(|access| !access.writes && ir.parent_block(access.op) == Some(body));
    let mut open: Vec<&Access> = loads.filter(is_unwritten).filter(|load| is_sure(ir, load.op)).collect();
    let mut rows = Vec::new();
    while !open.is_empty() {
        let first = open[0];
        let Some(along) = along(ir, body, first) else {
            open.remove(0);
            continue;
        };
        let (row, others) = open.into_iter().partition(|load| are_in_row(first, load, along, step));
        open = others;
        rows.extend(Row::of(row, along, step).filter(|row| row.may_be_loaded(ir, around)));
    }
    Some(rows)
}

/// Which subscript of a load goes with the index of the loop, if one does and the others are the same in all rounds.
fn along(ir: &Ir, body: Block, load: &Access) -> Option<usize> {
    let around = ir.block_parent_op(body)?;
    let index = ir.args(body)[0];
    // The index counts as a number with a sign. Read without one it does, too, unless it begins below zero.
    let is_negative = constant_bits(ir, ir.operand(around, 0)).is_none_or(|lower| lower.is_negative());
    let is_index = |at: &Subscript| {
        at.base.is_some_and(|(value, read)| value == index && !(is_negative && read == Widening::Unsigned))
    };
    let is_fixed = |at: &Subscript| at.base.is_none_or(|(value, _)| ir.is_outside(value, around));
    let along = load.cell.at.iter().position(is_index)?;
    let is_row = ir.is_outside(load.cell.memory, around)
        && load.cell.at.iter().enumerate().all(|(number, at)| number == along || is_fixed(at));
    is_row.then_some(along)
}

/// Whether two loads are of the same elements in different rounds.
fn are_in_row(a: &Access, b: &Access, along: usize, step: i64) -> bool {
    let is_same = |(number, (a, b)): (usize, (&Subscript, &Subscript))| match number == along {
        true => a.base == b.base && a.offset.checked_sub(b.offset).is_some_and(|apart| apart % step == 0),
        false => a == b,
    };
    a.cell.memory == b.cell.memory && a.cell.at.iter().zip(&b.cell.at).enumerate().all(is_same)
}

impl Row {
    /// Of loads in the order of the program, those that the foremost is at most so many rounds ahead of.
    fn of(loads: Vec<&Access>, along: usize, step: i64) -> Option<Row> {
        let at = |load: &Access| load.cell.at[along];
        // Of several loads of the same element the first is kept, which is there for the others.
        let foremost = loads.iter().rev().max_by_key(|load| at(load).offset)?;
        let behind =
            |load: &Access| at(foremost).offset.checked_sub(at(load).offset).map(|apart| apart / step);
        let mut row: Vec<(Op, i64)> = loads
            .iter()
            .filter_map(|load| Some((load.op, behind(load)?)).filter(|(_, rounds)| *rounds <= MOST_ROUNDS))
            .collect();
        row.sort_by_key(|(op, rounds)| (*rounds, *op != foremost.op));
        let rounds = row.last().map(|(_, rounds)| *rounds).filter(|rounds| *rounds > 0)?;
        Some(Row { loads: row, along, foremost: at(foremost), rounds })
    }

    /// Whether the program does all the loads that come before the loop: those of its first round, and those of later ones if there are so many.
    fn may_be_loaded(&self, ir: &Ir, around: Op) -> bool {
        let is_in_first = |rounds: i64| self.loads.iter().any(|(_, behind)| *behind == rounds);
        (1..=self.rounds).all(is_in_first)
            || scf::rounds(ir, around).is_some_and(|rounds| rounds >= i128::from(self.rounds))
    }
}

fn reuse(ir: &mut Ir, around: Op, rows: &[Row]) {
    let body = ir.entry(ir.region(around, 0)).expect("a loop has a body");
    let end = scf::yield_of(ir, body).expect("a body ends in a yield");
    let step = constant_bits(ir, ir.operand(around, 2)).and_then(Bits::to_i64).expect("it was looked at");
    let (mut inits, mut yielded) = (Vec::new(), ir.operands(end).collect::<Vec<_>>());
    for row in rows {
        let (kept, _) = row.loads[0];
        let mut newest = ir.result(kept, 0);
        for rounds in 1..=row.rounds {
            inits.push(load_before(ir, around, row, row.foremost.offset.wrapping_sub(rounds * step)));
            let (ty, loc, name) = (ir.ty(newest), ir.loc(kept), ir.value_name(newest));
            let carried = ir.add_argument(body, ty, loc);
            ir.set_value_name(carried, name);
            yielded.push(newest);
            newest = carried;
            for (load, _) in row.loads.iter().filter(|(_, behind)| *behind == rounds) {
                let loaded = ir.result(*load, 0);
                take_place(ir, carried, loaded);
            }
        }
        for (load, rounds) in &row.loads[1..] {
            if *rounds == 0 {
                let value = ir.result(kept, 0);
                ir.replace_uses(ir.result(*load, 0), value);
            }
            ir.erase(*load);
        }
    }
    ir.set_operands(end, &yielded);
    let new = carry_more(ir, around, &inits);
    for number in 0..ir.result_count(around) {
        let (new, old) = (ir.result(new, number), ir.result(around, number));
        take_place(ir, new, old);
    }
    ir.erase(around);
}

/// Loads before a loop what is so far from its first index.
fn load_before(ir: &mut Ir, around: Op, row: &Row, offset: i64) -> Value {
    let (kept, _) = row.loads[0];
    let (loc, lower) = (ir.loc(kept), ir.operand(around, 0));
    let mut operands: Vec<Value> = ir.operands(kept).collect();
    let element = ir.ty(ir.result(kept, 0));
    let others: Vec<usize> = (1..operands.len()).filter(|at| *at != row.along + 1).collect();
    let cell = Access::of(ir, kept).expect("it is a load").cell;
    let mut b = Builder::new(ir, InsertPoint::Before(around), loc);
    let first = Subscript { base: row.foremost.base.map(|(_, widening)| (lower, widening)), offset };
    operands[row.along + 1] = subscript(&mut b, first);
    for at in others {
        operands[at] = subscript(&mut b, cell.at[at - 1]);
    }
    b.value(memref::LOAD, &operands, element)
}

/// Makes a subscript.
fn subscript(b: &mut Builder<'_>, at: Subscript) -> Value {
    let Some((value, widening)) = at.base else { return literal(b, at.offset, Type::INDEX) };
    let index = match widening {
        _ if b.ir.ty(value) == Type::INDEX => value,
        Widening::Unsigned => b.value(arith::INDEX_CASTUI, &[value], Type::INDEX),
        Widening::None | Widening::Signed => b.value(arith::INDEX_CAST, &[value], Type::INDEX),
    };
    if at.offset == 0 {
        return index;
    }
    let offset = literal(b, at.offset, Type::INDEX);
    b.value(arith::ADDI, &[index, offset], Type::INDEX)
}
