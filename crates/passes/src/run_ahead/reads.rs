//! Loops that count and may end early by what they read: the reads go ahead of the test.
//!
//! In `while (go && i < 100) { …; go = a[i] != x; i++; }` the next round waits for what this one reads. But the element is there to be read whether the loop
//! goes on or not, as long as the index is below the bound. So beside `i` the loop carries an index that always is: that of the round as long as there is one,
//! and then the first again. With it the read may be done before the test, and so before it is known how the round before ended. Whether the
//! count goes on is carried, too. Both are made a round ahead, of a count that is one ahead itself: the way from a test to the next address has no time for more
//! than the choice of a value that is there.
//!
//! A loop that is tested last, on what it has just read, becomes one that is tested first, on what the round before has read: that gives the read a round more
//! of time, and what the loop writes comes behind the test.

use super::flags::{bit, conjuncts};
use super::{ahead, remade};
use crate::alias::{Origin, may_alias, origin};
use crate::literal::literal;
use crate::recurrence::{argument, loop_around};
use crate::remake::{remake, take_place};
use base::Bits;
use dialects::arith::{self, IntPredicate};
use dialects::memref;
use dialects::scf::WhileParts;
use ir::effects::memory_effects;
use ir::fold::constant_bits;
use ir::{Block, Builder, InsertPoint, Ir, Op, OpState, Type, TypeKind, Value};
use rustc_hash::FxHashSet;

/// A carried value that counts from a literal to below another.
struct Counter {
    /// Which of the carried values.
    number: usize,
    /// What it is compared by; the other thing that the test asks for, if there is one.
    compare: Op,
    data: Option<Value>,
    start: i64,
    bound: i64,
    next: Next,
    /// Whether its next is compared: the loop is tested last.
    tested_last: bool,
    /// Whether the test asks for the count before the other thing, which may then be poison where the count ends.
    guards_data: bool,
}

/// How a counter goes on.
enum Next {
    /// By a literal.
    Step(i64),
    /// In one way if a condition holds, else in another.
    Choice(Value, Box<Next>, Box<Next>),
}

/// How many choices may follow each other in a step.
const MOST_CHOICES: usize = 3;

/// Lets the reads of a loop go ahead of its test. Gives the loop as it is then, and the reads.
pub(super) fn read_ahead(ir: &mut Ir, op: Op, parts: &WhileParts) -> Option<(Op, FxHashSet<Op>)> {
    let mut counter = Counter::of(ir, op, parts)?;
    let body = if counter.tested_last { parts.before } else { parts.after };
    let reads = counter.reads(ir, op, parts, body);
    let decides = match (counter.data, counter.tested_last) {
        (None, _) => ir.operand(parts.end, counter.number),
        (Some(data), true) => data,
        (Some(data), false) => ir.operand(parts.end, argument(ir, data, parts.before)?),
    };
    let is_there = |by: Value| ir.value_block(by) == Some(body) || ir.is_outside(by, op);
    if !counter.next.conditions().into_iter().all(is_there) {
        return None;
    }
    // Only a test that waits for a read is worth it.
    let is_repeated = loop_around(ir, op).is_some();
    let decides = if counter.tested_last { parts.resolve(ir, decides) } else { decides };
    ahead(ir, body, decides, is_repeated, &reads)?.iter().find(|op| reads.contains(op))?;
    if counter.tested_last && !may_rotate(ir, op, parts) {
        return None;
    }
    let op = if counter.tested_last { rotate(ir, op, parts, &mut counter) } else { op };
    Some((counter.stay_below(ir, op, parts, &reads), reads))
}

impl Counter {
    fn of(ir: &Ir, op: Op, parts: &WhileParts) -> Option<Counter> {
        if let Some([first, second]) = conjuncts(ir, parts.test) {
            let by_first = || {
                let counter = Counter::by(ir, op, parts, first, Some(second))?;
                Some(Counter { guards_data: true, ..counter })
            };
            return by_first().or_else(|| Counter::by(ir, op, parts, second, Some(first)));
        }
        // A loop that does nothing but count is a stream of numbers.
        let counter = Counter::by(ir, op, parts, ir.operand(parts.test, 0), None)?;
        matches!(counter.next, Next::Choice(..)).then_some(counter)
    }

    fn by(ir: &Ir, op: Op, parts: &WhileParts, count: Value, data: Option<Value>) -> Option<Counter> {
        let compare = ir.defining_op(count).filter(|op| ir.code(*op) == arith::CMPI)?;
        let predicate = IntPredicate::of(ir, compare)?;
        matches!(predicate, IntPredicate::Slt | IntPredicate::Ult).then_some(())?;
        let [value, bound] = [0, 1].map(|operand| ir.operand(compare, operand));
        let bound = constant_bits(ir, bound).and_then(Bits::to_i64)?;
        let held = argument(ir, value, parts.before);
        let number = held.or_else(|| carried_as(ir, parts, value))?;
        let own = ir.args(parts.before)[number];
        let next = Next::of(ir, parts, own, ir.operand(parts.end, number), 0, 0)?;
        let start = constant_bits(ir, ir.operand(op, number)).and_then(Bits::to_i64)?;
        let TypeKind::Integer { .. } = ir.ctx[ir.ty(value)] else { return None };
        let width = ir.ctx.scalar_width(ir.ty(value))?;
        // Nothing wraps up to the first index that is too large.
        let fits = width > 1 && width <= 64 && bound.checked_add(next.most())? <= i64::MAX >> (64 - width);
        let counts = start >= 0 && start < bound && fits;
        let (tested_last, guards_data) = (held.is_none(), false);
        counts.then_some(Counter { number, compare, data, start, bound, next, tested_last, guards_data })
    }

    /// The loads of a block whose place the count keeps in range, and that nothing before them in the block writes to.
    fn reads(&self, ir: &Ir, op: Op, parts: &WhileParts, body: Block) -> FxHashSet<Op> {
        let stored: Vec<Origin> = ir
            .walk(op)
            .into_iter()
            .filter(|op| ir.code(*op) == memref::STORE)
            .map(|op| origin(ir, ir.operand(op, 1)))
            .collect();
        let mut reads = FxHashSet::default();
        let mut written = Vec::new();
        for inner in ir.block_ops(body) {
            if ir.code(inner) == memref::LOAD {
                let from = origin(ir, ir.operand(inner, 0));
                let is_apart = written.iter().all(|to| !may_alias(*to, from));
                // What the loop itself writes is not there any sooner.
                let is_there = from != Origin::Unknown && !stored.contains(&from);
                if is_there && is_apart && self.is_below(ir, parts, inner) {
                    reads.insert(inner);
                }
                continue;
            }
            let effects = memory_effects(ir, inner);
            if effects.unknown || effects.frees {
                break;
            }
            if effects.writes {
                let stores = ir.walk(inner).into_iter().filter(|op| ir.code(*op) == memref::STORE);
                written.extend(stores.map(|op| origin(ir, ir.operand(op, 1))));
            }
        }
        reads
    }

    /// Whether all indices of a load are the counter, or literals, within the array.
    fn is_below(&self, ir: &Ir, parts: &WhileParts, load: Op) -> bool {
        let TypeKind::Memref { shape, .. } = &ir.ctx[ir.ty(ir.operand(load, 0))] else { return false };
        let mut counts = false;
        let within = ir.operands(load).skip(1).zip(shape).all(|(index, size)| {
            let Some(size) = size.and_then(|size| i64::try_from(size).ok()) else { return false };
            if let Some(at) = constant_bits(ir, index).and_then(Bits::to_i64) {
                return (0..size).contains(&at);
            }
            let is_count = self.is_count(ir, parts, index);
            counts |= is_count;
            is_count && self.bound <= size
        });
        within && counts
    }

    /// Whether an index is the counter.
    fn is_count(&self, ir: &Ir, parts: &WhileParts, index: Value) -> bool {
        let Some(cast) = ir.defining_op(index).filter(|cast| is_cast(ir, *cast)) else { return false };
        parts.resolve(ir, ir.operand(cast, 0)) == ir.args(parts.before)[self.number]
    }

    /// Carries an index that is always below the bound, and whether the counter is. Reads take the index. The loop is tested first here.
    fn stay_below(&self, ir: &mut Ir, op: Op, parts: &WhileParts, reads: &FxHashSet<Op>) -> Op {
        let count = ir.args(parts.before)[self.number];
        let (ty, loc) = (ir.ty(count), ir.loc(op));
        let (start, yes) = (ir.operand(op, self.number), bit(ir, op, true));
        let [held, goes_on] = [ty, Type::I1].map(|ty| ir.add_argument(parts.before, ty, loc));
        let inside = ir.add_argument(parts.after, ty, loc);
        for value in [held, inside] {
            ir.set_value_name(value, ir.value_name(count));
        }
        let compared = ir.result(self.compare, 0);
        ir.replace_uses(compared, goes_on);
        self.use_index(ir, op, parts, reads, inside);
        append(ir, parts.test, &[held]);
        let mut inits: Vec<Value> = ir.operands(op).chain([start, yes]).collect();
        if let Next::Step(step) = self.next {
            // The counter's next is carried, too: both are made of it for the next round.
            let mut b = Builder::new(ir, InsertPoint::Before(op), loc);
            let second = literal(&mut b, self.start + step, ty);
            inits.push(second);
            let next = ir.add_argument(parts.before, ty, loc);
            let after = ir.add_argument(parts.after, ty, loc);
            append(ir, parts.test, &[next]);
            let mut b = Builder::new(ir, InsertPoint::Before(parts.end), loc);
            let (index, less) = self.below(&mut b, after, start);
            let step = literal(&mut b, step, ty);
            let further = b.value(arith::ADDI, &[after, step], ty);
            // It need not go on past the bound, which keeps it narrow.
            let further = b.value(arith::SELECT, &[less, further, second], ty);
            append(ir, parts.end, &[index, less, further]);
        } else {
            let mut b = Builder::new(ir, InsertPoint::Before(parts.end), loc);
            let (index, less) = self.choose(&mut b, &self.next, inside, start);
            append(ir, parts.end, &[index, less]);
        }
        remade(ir, op, parts, &inits)
    }

    /// A number if it is below the bound, else the first; and whether it is.
    fn below(&self, b: &mut Builder<'_>, number: Value, start: Value) -> (Value, Value) {
        let ty = b.ir.ty(number);
        let bound = literal(b, self.bound, ty);
        let less = compare(b, number, bound);
        (b.value(arith::SELECT, &[less, number, start], ty), less)
    }

    /// The same for the next of an index. What is chosen is there before the choice, which may take long.
    fn choose(&self, b: &mut Builder<'_>, next: &Next, index: Value, start: Value) -> (Value, Value) {
        let ty = b.ir.ty(index);
        match next {
            Next::Step(step) => {
                let step = literal(b, *step, ty);
                let number = b.value(arith::ADDI, &[index, step], ty);
                self.below(b, number, start)
            }
            Next::Choice(by, yes, no) => {
                let [yes, no] = [yes, no].map(|next| self.choose(b, next, index, start));
                let index = b.value(arith::SELECT, &[*by, yes.0, no.0], ty);
                (index, b.value(arith::SELECT, &[*by, yes.1, no.1], Type::I1))
            }
        }
    }

    /// Gives the index to reads and to whatever else takes the counter. Only where the loop accesses a memory that it writes in several places, these are still
    /// counted, which says more of them.
    fn use_index(&self, ir: &mut Ir, op: Op, parts: &WhileParts, reads: &FxHashSet<Op>, index: Value) {
        let count = ir.args(parts.before)[self.number];
        let shared = shared(ir, op);
        let ops: Vec<Op> = ir.block_ops(parts.after).flat_map(|op| ir.walk(op)).collect();
        for op in ops {
            if reads.contains(&op) {
                self.use_own_casts(ir, parts, op, index);
            }
            let is_place = is_cast(ir, op) && ir.users(ir.result(op, 0)).any(|user| shared.contains(&user));
            for at in 0..ir.operand_count(op) {
                if op == parts.end || is_place || parts.resolve(ir, ir.operand(op, at)) != count {
                    continue;
                }
                ir.set_operand(op, at, index);
            }
        }
    }

    /// Gives the index to a read whose subscript is a cast of the counter, which accesses that stay may use as well.
    fn use_own_casts(&self, ir: &mut Ir, parts: &WhileParts, read: Op, index: Value) {
        let count = ir.args(parts.before)[self.number];
        for at in 1..ir.operand_count(read) {
            let subscript = ir.operand(read, at);
            let cast = ir.defining_op(subscript).filter(|op| is_cast(ir, *op));
            let Some(cast) = cast.filter(|cast| parts.resolve(ir, ir.operand(*cast, 0)) == count) else {
                continue;
            };
            let (code, loc, ty) = (ir.code(cast), ir.loc(cast), ir.ty(subscript));
            let own = Builder::new(ir, InsertPoint::Before(read), loc).value(code, &[index], ty);
            ir.set_operand(read, at, own);
        }
    }
}

/// The accesses of a loop to memories that it accesses in several places and writes.
fn shared(ir: &Ir, op: Op) -> FxHashSet<Op> {
    let place = |op: Op| match ir.code(op) {
        memref::STORE => Some((origin(ir, ir.operand(op, 1)), true)),
        memref::LOAD => Some((origin(ir, ir.operand(op, 0)), false)),
        _ => None,
    };
    let accesses: Vec<(Op, Origin, bool)> = ir
        .walk(op)
        .into_iter()
        .filter_map(|op| place(op).map(|(origin, writes)| (op, origin, writes)))
        .collect();
    let is_shared = |(op, at, writes): &(Op, Origin, bool)| {
        let mut others = accesses.iter().filter(|(other, to, _)| other != op && to == at);
        others.any(|(_, _, other)| *other || *writes)
    };
    accesses.iter().filter(|access| is_shared(access)).map(|(op, _, _)| *op).collect()
}

impl Next {
    /// How the next of a counter is made of it, to which a number is still to be added.
    fn of(ir: &Ir, parts: &WhileParts, own: Value, next: Value, more: i64, choices: usize) -> Option<Next> {
        let (mut next, mut more) = (parts.resolve(ir, next), more);
        while next != own {
            let op = ir.defining_op(next)?;
            match ir.code(op) {
                arith::ADDI => {
                    more = more.checked_add(constant_bits(ir, ir.operand(op, 1)).and_then(Bits::to_i64)?)?;
                    next = parts.resolve(ir, ir.operand(op, 0));
                }
                arith::SELECT if choices < MOST_CHOICES => {
                    let side = |at: usize| Next::of(ir, parts, own, ir.operand(op, at), more, choices + 1);
                    return Some(Next::Choice(ir.operand(op, 0), Box::new(side(1)?), Box::new(side(2)?)));
                }
                _ => return None,
            }
        }
        (more > 0).then_some(Next::Step(more))
    }

    /// What it is chosen by.
    fn conditions(&self) -> Vec<Value> {
        match self {
            Next::Step(_) => Vec::new(),
            Next::Choice(by, yes, no) => {
                std::iter::once(*by).chain(yes.conditions()).chain(no.conditions()).collect()
            }
        }
    }

    /// Has it chosen by other values.
    fn replace(&mut self, by: &impl Fn(&Value) -> Value) {
        if let Next::Choice(condition, yes, no) = self {
            *condition = by(condition);
            yes.replace(by);
            no.replace(by);
        }
    }

    /// The most that is added.
    fn most(&self) -> i64 {
        match self {
            Next::Step(step) => *step,
            Next::Choice(_, yes, no) => yes.most().max(no.most()),
        }
    }
}

/// Whether all that is seen of a loop behind it is handed on to the next round, too.
fn may_rotate(ir: &Ir, op: Op, parts: &WhileParts) -> bool {
    let is_empty = ir.first_op(parts.after) == Some(parts.end);
    let mut results = ir.results(op).zip(ir.operands(parts.test).skip(1));
    is_empty
        && results.all(|(result, passed)| ir.is_unused(result) || carried_as(ir, parts, passed).is_some())
}

/// Makes a loop that is tested last one that is tested first, by what the round before found. The first round is sure.
fn rotate(ir: &mut Ir, op: Op, parts: &WhileParts, counter: &mut Counter) -> Op {
    let carried: Vec<Value> = ir.args(parts.before).to_vec();
    let next: Vec<Value> = ir.operands(parts.end).map(|value| parts.resolve(ir, value)).collect();
    let places: Vec<(Value, Option<usize>)> = ir
        .results(op)
        .zip(ir.operands(parts.test).skip(1))
        .map(|(result, passed)| (result, carried_as(ir, parts, passed)))
        .collect();
    let loc = ir.loc(op);
    let moved: Vec<Op> = ir.block_ops(parts.before).filter(|op| *op != parts.test).collect();
    for op in moved {
        ir.move_op(op, InsertPoint::Before(parts.end));
    }
    let inside: Vec<Value> =
        carried.iter().map(|value| ir.add_argument(parts.after, ir.ty(*value), loc)).collect();
    for (outside, inside) in carried.iter().zip(&inside) {
        ir.set_value_name(*inside, ir.value_name(*outside));
        ir.replace_uses(*outside, *inside);
    }
    let find = |value: &Value| carried.iter().position(|held| held == value).map_or(*value, |at| inside[at]);
    let mut next: Vec<Value> = next.iter().map(find).collect();
    next.extend(counter.data.as_ref().map(find));
    counter.next.replace(&find);
    ir.set_operands(parts.end, &next);
    for index in (0..places.len()).rev() {
        ir.remove_argument(parts.after, index);
    }
    // The test asks for what the round before found, and for the count of this one.
    let ty = ir.ty(carried[counter.number]);
    let mut b = Builder::new(ir, InsertPoint::Before(parts.test), loc);
    let bound = literal(&mut b, counter.bound, ty);
    let less = compare(&mut b, carried[counter.number], bound);
    counter.compare = ir.defining_op(less).expect("it is a comparison");
    let (mut decides, mut inits) = (less, ir.operands(op).collect::<Vec<Value>>());
    if counter.data.is_some() {
        let goes_on = ir.add_argument(parts.before, Type::I1, loc);
        let no = bit(ir, parts.test, false);
        let mut b = Builder::new(ir, InsertPoint::Before(parts.test), loc);
        let asked = if counter.guards_data { [less, goes_on, no] } else { [goes_on, less, no] };
        decides = b.value(arith::SELECT, &asked, Type::I1);
        counter.data = Some(goes_on);
        inits.push(bit(ir, op, true));
    }
    let passed: Vec<Value> = std::iter::once(decides).chain(carried).collect();
    ir.set_operands(parts.test, &passed);
    let types: Vec<Type> = passed[1..].iter().map(|value| ir.ty(*value)).collect();
    let new = remake(ir, op, &inits, &types);
    for (result, place) in places {
        if let Some(place) = place {
            take_place(ir, ir.result(new, place), result);
        }
    }
    ir.erase(op);
    new
}

fn append(ir: &mut Ir, op: Op, values: &[Value]) {
    let operands: Vec<Value> = ir.operands(op).chain(values.iter().copied()).collect();
    ir.set_operands(op, &operands);
}

fn is_cast(ir: &Ir, op: Op) -> bool {
    matches!(ir.code(op), arith::INDEX_CAST | arith::INDEX_CASTUI)
}

/// Whether a value is less than another, without a sign.
fn compare(b: &mut Builder<'_>, value: Value, bound: Value) -> Value {
    let (predicate, loc) = (b.ir.ctx.int_attr(IntPredicate::Ult.number(), Type::I64), b.loc);
    let state = OpState::new(arith::CMPI, loc).operands(&[value, bound]).results(&[Type::I1]);
    let state = state.prop(b.ir, "predicate", predicate);
    let op = b.build(state);
    b.ir.result(op, 0)
}

/// Which carried value is next what the test passes on.
fn carried_as(ir: &Ir, parts: &WhileParts, passed: Value) -> Option<usize> {
    ir.operands(parts.end).position(|next| parts.resolve(ir, next) == passed)
}
