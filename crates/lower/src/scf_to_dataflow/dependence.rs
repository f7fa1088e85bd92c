//! Which accesses to a memory may touch the same element, and how many rounds of a loop apart.
//!
//! Two accesses touch the same element when all their subscripts are the same numbers, so one subscript that cannot be the same is enough. The difference
//! of two subscripts is an affine form again: what has one value in both accesses falls out, what has not (the index of a loop that is in another round for the one
//! than for the other) is a variable for each. That the difference is never zero follows from its range, or from what its factors divide.
//!
//! For a loop, the question is in which rounds the two accesses are: for all subscripts together, the number of rounds between them must be in some interval. When
//! that holds zero only, rounds do not meet; when not, the smallest other number in it is the distance from which on a round has to wait for another.
//! A subscript that goes with the index in only one of the two, or in both by different factors, says in which rounds each of them can be, and so does another: together they may leave few numbers between.
//! An access under a choice is made in those rounds only that the choice lets it ([`choices`]), and a carried value that only grows is not the same again ([`growth`]).
//! Everything that is not understood counts as touching.
//!
//! **Invariant, the order of dependences:** of two accesses that may touch the same element, one of them a write, the later one in the program is made later, by one of five things: it waits for a token of the
//! earlier one ([`order`](super::order)); a guard holds it back until the earlier one is complete ([`guards`](super::guards)); both are of one port, which is used in the order of the rounds; both go to a queue, which lets them in in the order of the program ([`queues`](super::queues)); or it is a write that is computed of what the earlier one reads ([`Dependence::needs`]), by operations that have
//! no regions. Of the order of a port and of what is computed nobody is told. So whatever comes behind has to leave ports in the order of their tokens, and every store computed of the loads that it is computed of here; the passes over streams
//! do, and have a test for it.

use super::choices;
use super::counted::counted;
use super::forms::{Form, Forms, Range, Reading, Var};
use super::growth::{self, Grows};
use super::loops;
use crate::streams::memory::Memories;
use dialects::{memref, scf};
use ir::{Ir, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of accesses that are compared for one question; with more, the answer is that they may touch.
const MOST_PAIRS: usize = 1 << 15;
/// Operations that are looked at to find the reads that a write is computed of.
const NEEDS: usize = 256;
/// Rounds that can be in flight at once for a memory.
const IN_FLIGHT: i128 = 8;

/// Ways to read the index of a loop: see [`Reading`].
const READINGS: usize = 2;

/// Whether nobody asks which of so many accesses meet which of so many others.
pub(super) fn are_too_many(first: usize, second: usize) -> bool {
    first.saturating_mul(second) > MOST_PAIRS
}

/// An access to a memory whose accesses have an order, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct AccessId(u32);

struct AccessData {
    writes: bool,
    subscripts: Vec<Value>,
    /// Their forms in both readings.
    forms: [Vec<Form>; READINGS],
    /// What is never zero where the access is made, as the choices around it say, in both readings.
    different: [Vec<Form>; READINGS],
    /// The carried values in its subscripts that only grow.
    grows: Vec<(Value, Grows)>,
    /// The reads that its address or what it stores is computed of: of its own round, or made before in the same round of a loop around.
    needs: Vec<AccessId>,
}

/// How far apart rounds of a loop are that touch the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carried {
    /// No two do.
    Never,
    /// So many rounds at least.
    From(u32),
}

/// What is known of the accesses of a function.
pub(super) struct Dependence {
    accesses: Vec<AccessData>,
    of: FxHashMap<Op, AccessId>,
    touched: FxHashMap<Op, Vec<(usize, Vec<AccessId>)>>,
    /// In both readings.
    ranges: [FxHashMap<Var, Range>; READINGS],
    /// Loops around the definitions of variables.
    depths: FxHashMap<Value, usize>,
    /// The index of each loop that counts, and its step if that is a literal.
    indices: FxHashMap<Op, (Value, Option<i64>)>,
    /// `while`s with accesses before their test, and those with accesses after it.
    tested: FxHashSet<Op>,
    bodied: FxHashSet<Op>,
    /// A write and a read that a guard keeps in order.
    guarded: FxHashSet<(AccessId, AccessId)>,
}

impl Dependence {
    /// Looks at the accesses of a function.
    pub fn new(ir: &Ir, function: Op, memories: &Memories) -> Dependence {
        let mut this = Dependence {
            accesses: Vec::new(),
            of: FxHashMap::default(),
            touched: FxHashMap::default(),
            ranges: Default::default(),
            depths: FxHashMap::default(),
            indices: FxHashMap::default(),
            tested: FxHashSet::default(),
            bodied: FxHashSet::default(),
            guarded: FxHashSet::default(),
        };
        let mut forms = [Reading::Index, Reading::Round].map(|reading| Forms::new(ir, reading));
        for op in ir.walk(function) {
            this.indices.extend(index_of(ir, op).map(|index| (op, index)));
            if let Some(access) = memories.access(ir, op)
                && memories.list()[access.memory].is_written
            {
                this.add(ir, function, op, access.memory, &mut forms);
            }
        }
        this.ranges = forms.map(Forms::ranges);
        for ranges in &this.ranges {
            for var in ranges.keys() {
                let depth = || loops::around_value(ir, var.value()).count();
                this.depths.entry(var.value()).or_insert_with(depth);
            }
        }
        this
    }

    fn add(&mut self, ir: &Ir, function: Op, op: Op, memory: usize, forms: &mut [Forms<'_>; READINGS]) {
        let writes = ir.code(op) == memref::STORE;
        let subscripts: Vec<Value> = ir.operands(op).skip(1 + usize::from(writes)).collect();
        let id = AccessId(self.accesses.len() as u32);
        let made: [Vec<Form>; READINGS] =
            forms.each_mut().map(|forms| subscripts.iter().map(|value| forms.of(*value)).collect());
        let values = made[0].iter().flat_map(|form| &form.terms).map(|(var, _)| var.value());
        let grows = values.filter_map(|value| Some((value, growth::grows(ir, value, op)?))).collect();
        let different = choices::different(ir, function, op);
        let different = forms.each_mut().map(|forms| {
            let difference = |[a, b]: &[Value; 2]| forms.of(*a).plus(&forms.of(*b), -1);
            different.iter().filter_map(difference).collect()
        });
        let needs = if writes { self.reads_before(ir, op) } else { Vec::new() };
        self.accesses.push(AccessData { writes, subscripts, forms: made, different, grows, needs });
        self.of.insert(op, id);
        let (mut around, mut region) = (ir.parent_op(op), ir.parent_region(op));
        while let Some(op) = around.filter(|op| *op != function) {
            if ir.code(op) == scf::WHILE {
                let is_before = region == ir.regions(op).first().copied();
                if is_before {
                    self.tested.insert(op)
                } else {
                    self.bodied.insert(op)
                };
            }
            let touched = self.touched.entry(op).or_default();
            match touched.iter_mut().find(|(known, _)| *known == memory) {
                Some((_, accesses)) => accesses.push(id),
                None => touched.push((memory, vec![id])),
            }
            (around, region) = (ir.parent_op(op), ir.parent_region(op));
        }
    }

    /// The reads that an operation cannot be done without: those that its operands are computed of, not counting what goes through structured operations.
    fn reads_before(&self, ir: &Ir, op: Op) -> Vec<AccessId> {
        let (mut reads, mut met) = (Vec::new(), FxHashSet::default());
        let mut open = vec![op];
        while let Some(op) = open.pop() {
            for maker in ir.operands(op).filter_map(|value| ir.defining_op(value)) {
                if met.len() < NEEDS && ir.regions(maker).is_empty() && met.insert(maker) {
                    reads.extend(self.of.get(&maker));
                    open.push(maker);
                }
            }
        }
        reads
    }

    fn data(&self, access: AccessId) -> &AccessData {
        &self.accesses[access.0 as usize]
    }

    /// The access that an operation makes, if its memory has an order.
    pub fn of(&self, op: Op) -> Option<AccessId> {
        self.of.get(&op).copied()
    }

    /// The memories with an order that are accessed inside of an operation, and the accesses.
    pub fn touched(&self, op: Op) -> &[(usize, Vec<AccessId>)] {
        self.touched.get(&op).map_or(&[], Vec::as_slice)
    }

    /// Whether an access is a write.
    pub fn writes(&self, access: AccessId) -> bool {
        self.data(access).writes
    }

    /// The reads that a write is computed of, of its own round or before it in the same round of a loop around: it comes after them without being told.
    pub fn needs(&self, access: AccessId) -> &[AccessId] {
        &self.data(access).needs
    }

    /// Whether two accesses of the same memory are of the same element wherever the subscripts of one are known.
    pub fn is_same(&self, a: AccessId, b: AccessId) -> bool {
        self.data(a).subscripts == self.data(b).subscripts
    }

    /// Whether accesses of two groups may touch the same element, and one of them writes, in the same round of the `depth` loops that are around
    /// both. `writes` says that the first group counts as writing.
    pub fn collide(&self, first: &[AccessId], writes: bool, second: &[AccessId], depth: usize) -> bool {
        if are_too_many(first.len(), second.len()) {
            return true;
        }
        second
            .iter()
            .any(|b| (writes || self.writes(*b)) && first.iter().any(|a| self.may_meet(*a, *b, depth)))
    }

    fn may_meet(&self, a: AccessId, b: AccessId, depth: usize) -> bool {
        // A guard looks at what was written in earlier rounds only: in its own, the write comes after the read in any case.
        self.is_guarded(a, b)
            || self.is_guarded(b, a)
            || !self.is_excluded(a, b, depth)
                && (0..READINGS)
                    .flat_map(|reading| self.differences(reading, a, b, depth, None))
                    .all(|difference| difference.may_be_zero())
    }

    /// How far apart rounds of a loop are in which accesses touch the same element. `depth` is the number of loops around it.
    pub fn carried(&self, inner: Op, accesses: &[AccessId], depth: usize) -> Carried {
        // A port is used in the order of the rounds, so an access never overtakes itself.
        if accesses.len() == 1 {
            return Carried::Never;
        }
        if are_too_many(accesses.len(), accesses.len()) {
            return Carried::From(1);
        }
        let mut nearest: Option<i128> = None;
        for (number, a) in accesses.iter().enumerate() {
            for b in accesses[number..].iter().filter(|b| self.writes(*a) || self.writes(**b)) {
                let found = self.distances(inner, *a, *b, depth);
                nearest = nearest.into_iter().chain(found.into_iter().flatten()).min();
            }
        }
        let is_tested = self.tested.contains(&inner);
        match nearest {
            // Accesses before the test come before those after it in the same round, so one round's tokens lead to the next's.
            None if is_tested && self.bodied.contains(&inner) => Carried::From(1),
            None => Carried::Never,
            Some(rounds) => Carried::From(rounds.min(IN_FLIGHT) as u32),
        }
    }

    /// Whether a later round's `second` comes after an earlier round's `first` without being told. A port is used in the order of the rounds: a write
    /// that is computed of what a read gives comes after that read of its own round, and so after all of its earlier ones. A guard keeps a read behind the
    /// earlier writes of one store, which for its part waits for the read of its own round.
    fn is_in_order(&self, first: AccessId, second: AccessId) -> bool {
        first == second
            || self.is_computed_of(second, first)
            || self.is_guarded(first, second)
            || self.is_guarded(second, first)
    }

    /// Has a guard keep a read behind what a write has written in earlier rounds. In its own round the read comes first.
    pub fn guard(&mut self, write: AccessId, read: AccessId) {
        self.guarded.insert((write, read));
    }

    /// Takes a guard away again.
    pub fn unguard(&mut self, write: AccessId, read: AccessId) {
        self.guarded.remove(&(write, read));
    }

    /// Whether a guard does.
    pub fn is_guarded(&self, write: AccessId, read: AccessId) -> bool {
        self.guarded.contains(&(write, read))
    }

    /// Whether an access may touch in a later round of a loop what another has touched in an earlier one, and nothing tells it to come after that. `depth` is
    /// the number of loops around the loop.
    pub fn follows(&self, inner: Op, first: AccessId, second: AccessId, depth: usize) -> bool {
        self.distances(inner, first, second, depth)[0].is_some()
    }

    /// The least number of rounds of a loop after which the second access may touch what the first has touched, and the other way round, where they have no order of
    /// themselves.
    fn distances(&self, inner: Op, a: AccessId, b: AccessId, depth: usize) -> [Option<i128>; 2] {
        let [is_ahead, is_behind] = [(a, b), (b, a)].map(|(first, second)| !self.is_in_order(first, second));
        let Some(apart) = self.apart(inner, a, b, depth) else { return [None; 2] };
        // The smallest positive number in the interval, and the largest negative one.
        let ahead = apart.low.max(1);
        let behind = apart.high.min(-1);
        [
            (is_ahead && ahead <= apart.high).then_some(ahead),
            (is_behind && behind >= apart.low).then(|| behind.saturating_neg()),
        ]
    }

    /// How many rounds of a loop after the first access the second may touch the same; nothing if it never does. `depth` is the number of loops around the loop.
    pub fn apart(&self, inner: Op, a: AccessId, b: AccessId, depth: usize) -> Option<Range> {
        if self.is_excluded(a, b, depth) {
            return None;
        }
        let mut apart = self.grown_apart(inner, a, b, depth);
        let Some(along) = self.counts(inner) else { return Some(apart) };
        for reading in 0..READINGS {
            let mut places: Option<Places> = None;
            for difference in self.differences(reading, a, b, depth, Some(along)) {
                apart = apart.within(difference.rounds_apart()?)?;
                places = difference.narrowed(places)?;
            }
            if let Some(places) = places {
                apart = apart.within(places.rounds_apart()?)?;
            }
        }
        Some(apart)
    }

    /// Whether the choices around one of two accesses are made so only where it is not of the element that the other has in any round, if both are in the same one of `depth` loops.
    fn is_excluded(&self, a: AccessId, b: AccessId, depth: usize) -> bool {
        let excludes = |chosen: AccessId, other: AccessId, reading: usize| {
            let [chosen, other] = [chosen, other].map(|access| self.data(access));
            let mut subscripts = chosen.forms[reading].iter().zip(&other.forms[reading]);
            // The choice is of the round that its access is in, so what the other's subscript is made of must be the same there.
            subscripts.any(|(mine, others)| {
                self.varies(others, depth).next().is_none()
                    && chosen.different[reading]
                        .iter()
                        .any(|different| is_difference(mine, others, different))
            })
        };
        (0..READINGS).any(|reading| excludes(a, b, reading) || excludes(b, a, reading))
    }

    /// The variables of a form that may be another for each of two accesses that are in the same round of `depth` loops.
    fn varies<'a>(&'a self, form: &'a Form, depth: usize) -> impl Iterator<Item = Var> + 'a {
        form.terms.iter().map(|(var, _)| *var).filter(move |var| self.depths[&var.value()] > depth)
    }

    /// How many rounds of a loop after the first access the second may touch the same, by subscripts that are the same in both but for a carried value that only grows.
    fn grown_apart(&self, inner: Op, a: AccessId, b: AccessId, depth: usize) -> Range {
        let mut apart = Range::ANY;
        let [first, second] = [a, b].map(|access| self.data(access));
        for (one, other) in first.forms[0].iter().zip(&second.forms[0]) {
            let is_same = one.plus(other, -1).is_some_and(|difference| difference.is_zero());
            let mut varies = self.varies(one, depth);
            let (Some(var), None) = (varies.next(), varies.next()) else { continue };
            if !(is_same && one.is_exact() && other.is_exact()) {
                continue;
            }
            let behind = |access: &AccessData| {
                let grows =
                    access.grows.iter().find(|(value, grows)| *value == var.value() && grows.around == inner);
                grows.is_some_and(|(_, grows)| grows.behind)
            };
            // Behind a round with the first access the value is greater, so the second never comes later; and the other way round.
            if behind(first) {
                apart.high = apart.high.min(0);
            }
            if behind(second) {
                apart.low = apart.low.max(0);
            }
        }
        apart
    }

    /// The index of a loop whose accesses are all in rounds that it counts, and how far it is from round to round.
    fn counts(&self, inner: Op) -> Option<(Value, Option<i64>)> {
        // What is known of an index holds after the test.
        self.indices.get(&inner).copied().filter(|_| !self.tested.contains(&inner))
    }

    /// Whether the rounds of a loop are known by an index.
    pub fn is_counted(&self, inner: Op) -> bool {
        self.counts(inner).is_some()
    }

    /// The values that the subscripts of an access are made of, and that are another in every round of a loop with so many around it.
    pub fn varying(&self, access: AccessId, depth: usize) -> impl Iterator<Item = Value> + '_ {
        let terms = self.data(access).forms[0].iter().flat_map(|form| &form.terms);
        terms.map(|(var, _)| var.value()).filter(move |value| self.depths[value] > depth)
    }

    /// Whether a value is what this loop counts by.
    pub fn is_index_of(&self, inner: Op, value: Value) -> bool {
        self.counts(inner).is_some_and(|(index, _)| index == value)
    }

    /// Whether a value is what a loop counts by.
    pub fn is_index(&self, value: Value) -> bool {
        self.indices.values().any(|(index, _)| *index == value)
    }

    /// Whether a write is computed of a read of its round.
    pub fn is_computed_of(&self, write: AccessId, read: AccessId) -> bool {
        self.data(write).needs.contains(&read)
    }

    /// The differences of the subscripts of two accesses in a reading, dimension by dimension.
    fn differences(
        &self,
        reading: usize,
        a: AccessId,
        b: AccessId,
        depth: usize,
        along: Option<(Value, Option<i64>)>,
    ) -> impl Iterator<Item = Difference> + '_ {
        let [a, b] = [a, b].map(|access| self.data(access).forms[reading].iter());
        a.zip(b).map(move |(a, b)| self.difference(reading, a, b, depth, along))
    }

    fn difference(
        &self,
        reading: usize,
        a: &Form,
        b: &Form,
        depth: usize,
        along: Option<(Value, Option<i64>)>,
    ) -> Difference {
        let ranges = &self.ranges[reading];
        let constant = i128::from(a.constant) - i128::from(b.constant);
        let mut difference = Difference { rest: Range::of(constant), constant, divisor: 0, along: None };
        let is_fixed = |var: Var| self.depths[&var.value()] <= depth;
        let is_along = |var: Var| along.is_some_and(|(index, _)| var.value() == index);
        for (var, factor) in &a.terms {
            let factor = i128::from(*factor);
            if is_along(*var) {
                continue;
            }
            let other = if is_fixed(*var) { i128::from(b.factor(*var)) } else { 0 };
            difference.add(ranges[var], factor - other);
        }
        for (var, factor) in &b.terms {
            // Those that are the same in both were met above.
            let was_met = is_fixed(*var) && a.factor(*var) != 0;
            if !is_along(*var) && !was_met {
                difference.add(ranges[var], -i128::from(*factor));
            }
        }
        if let Some((index, step)) = along {
            let var = a.terms.iter().chain(&b.terms).map(|(var, _)| *var).find(|var| is_along(*var));
            let var = var.unwrap_or(Var::Round(index));
            difference.along = Some(Along {
                factors: [a, b].map(|form| i128::from(form.factor(var))),
                range: ranges.get(&var).copied(),
                // Rounds are one apart; indices a step, if it is known.
                stride: if matches!(var, Var::Round(_)) { Some(1) } else { step.map(i128::from) },
            });
        }
        difference
    }
}

/// The index of a loop that counts, and how far it is from round to round, if that is a literal. No two rounds have the same.
fn index_of(ir: &Ir, op: Op) -> Option<(Value, Option<i64>)> {
    let args = ir.args(ir.entry(*ir.regions(op).first()?)?);
    match ir.code(op) {
        scf::FOR => {
            let step = ir::fold::constant_bits(ir, ir.operand(op, 2)).and_then(|bits| bits.to_i64());
            Some((args[0], step.filter(|step| *step > 0)))
        }
        scf::WHILE => {
            let counted = counted(ir, op)?;
            Some((args[counted.value], Some(counted.linear_step(ir)?)))
        }
        _ => None,
    }
}

/// Whether two subscripts differ by a form, or by what it is with the other sign.
fn is_difference(a: &Form, b: &Form, form: &Form) -> bool {
    let Some(difference) = a.plus(b, -1) else { return false };
    [1, -1].into_iter().any(|sign| difference.plus(form, sign).is_some_and(|rest| rest.is_zero()))
}

/// The difference of two subscripts: its constant, the range of it without the loop that is looked along, and what divides all its variables' factors.
struct Difference {
    rest: Range,
    constant: i128,
    divisor: i128,
    along: Option<Along>,
}

/// What depends on the loop that is looked along.
#[derive(Clone, Copy)]
struct Along {
    /// In the one subscript and in the other.
    factors: [i128; 2],
    /// Of its variable; `None` when neither has it.
    range: Option<Range>,
    /// How much greater the variable is in the next round; `None` when that is not known.
    stride: Option<i128>,
}

impl Difference {
    fn add(&mut self, range: Range, factor: i128) {
        self.rest = self.rest.plus(range.times(factor));
        self.divisor = gcd(self.divisor, factor);
    }

    fn may_be_zero(&self) -> bool {
        may_be_zero(self.rest, self.divisor, self.constant)
    }

    /// In how many rounds after the first access the second may touch the same; `None` if in none, not even the same one.
    fn rounds_apart(&self) -> Option<Range> {
        let Some(Along { factors: [a, b], range, stride }) = self.along else { return Some(Range::ANY) };
        let Some(range) = range.filter(|_| a != 0 || b != 0) else {
            return self.may_be_zero().then_some(Range::ANY);
        };
        let most = range.high - range.low;
        if a != b {
            let rest = self.rest.plus(range.times(a)).plus(range.times(-b));
            let divisor = gcd(gcd(self.divisor, a), b);
            return may_be_zero(rest, divisor, self.constant).then_some(Range::ANY);
        }
        // a·x - a·y + rest = 0, so y is rest / a after x.
        let reach = self.rest.plus(Range { low: -most, high: most }.times(a));
        if !reach.is_unwrapped() {
            return Some(Range::ANY);
        }
        if !divides(gcd(self.divisor, a), self.constant) {
            return None;
        }
        let apart = quotients(self.rest, a).within(Range { low: -most, high: most })?;
        in_rounds(apart, stride)
    }

    /// Where the two accesses are along the loop, if they touch the same, by what was known and by this subscript: a·x - b·y + rest = 0. `None` if nowhere.
    fn narrowed(&self, known: Option<Places>) -> Option<Option<Places>> {
        let uses = |along: &Along| along.factors != [0, 0];
        let Some(Along { factors: [a, b], range: Some(range), stride }) = self.along.filter(uses) else {
            return Some(known);
        };
        let Places { at: [mut x, mut y], .. } = known.unwrap_or(Places { at: [range; 2], stride });
        if self.rest.plus(range.times(a)).plus(range.times(-b)).is_unwrapped() {
            if a != 0 {
                x = x.within(quotients(y.times(b).plus(self.rest.times(-1)), a))?;
            }
            if b != 0 {
                y = y.within(quotients(x.times(a).plus(self.rest), b))?;
            }
        }
        Some(Some(Places { at: [x, y], stride }))
    }
}

/// Where two accesses are along a loop when they touch the same: what the variable of its index can be in the one and in the other.
struct Places {
    at: [Range; 2],
    /// As in [`Along`].
    stride: Option<i128>,
}

impl Places {
    /// How many rounds the second is after the first; `None` if there is no such number.
    fn rounds_apart(&self) -> Option<Range> {
        let [x, y] = self.at;
        in_rounds(Range { low: y.low - x.high, high: y.high - x.low }, self.stride)
    }
}

/// A difference of the variable of an index, in rounds.
fn in_rounds(apart: Range, stride: Option<i128>) -> Option<Range> {
    match stride {
        // A loop that counts down is so many rounds further on where its index is less.
        Some(stride) => Range::ANY.within(quotients(apart, stride)),
        // Somewhere between none and all of it.
        None => Some(Range { low: apart.low.min(0), high: apart.high.max(0) }),
    }
}

/// Whether a number with such a range, that is a constant and multiples of a divisor, may be zero modulo 2^64.
fn may_be_zero(range: Range, divisor: i128, constant: i128) -> bool {
    !range.is_unwrapped() || range.has(0) && divides(divisor, constant)
}

/// The whole numbers that are in a range when multiplied by a factor. There may be none: the least is then above the greatest.
fn quotients(range: Range, factor: i128) -> Range {
    let Range { low, high } = range.times(factor.signum());
    Range { low: ceil_div(low, factor.abs()), high: high.div_euclid(factor.abs()) }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Whether a number is a multiple of another; only zero is one of zero.
fn divides(divisor: i128, number: i128) -> bool {
    if divisor == 0 { number == 0 } else { number % divisor == 0 }
}

fn ceil_div(number: i128, by: i128) -> i128 {
    -(-number).div_euclid(by)
}
