//! Running a function.

use super::code::{Count, Fetch, Function, Group, Inst, Label, Make, Record, Reg, Switch, Test};
use super::{Handle, Match, TooLong};
use ir::{AttrKind, Ir, Op, OpCode, Trait, Type, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The registers and loops of a run. They may be used for run after run: every register is written before it is read.
#[derive(Default)]
pub(super) struct Machine {
    registers: Vec<Handle>,
    loops: Vec<Loop>,
    /// The next instruction.
    at: usize,
    /// How many more steps are taken in loops and in ranges.
    left: u64,
    /// The users of values that have many.
    users: KnownUsers,
    /// How long these are known.
    known_for: KnownFor,
}

/// How long the users that were found for a value are those that it has.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum KnownFor {
    /// Not at all: what runs changes the program.
    #[default]
    Nothing,
    /// While a matcher runs on a root: the program may change between roots.
    OneRun,
    /// As long as there is the machine.
    AllRuns,
}

/// Users by the instruction that looks for them, and the value.
type KnownUsers = FxHashMap<(usize, Value), Arc<[Op]>>;

/// From so many users on they are looked for once, and not anew in every round and for every root.
const MANY_USERS: usize = 16;

/// Steps that a run takes at the most in loops, and for the elements of the ranges that it makes. Loops over users that stand in each other take as many as the product of the numbers of users,
/// and ranges made of ranges grow as fast.
pub(super) const MOST_STEPS: u64 = 1 << 22;

/// A `pdl_interp.foreach` that is under way.
struct Loop {
    range: Handle,
    /// Which of the range comes next.
    next: usize,
    item: Reg,
    body: Label,
    after: Label,
}

/// Why a run stops: there is something to do that it does not do itself.
pub(super) enum Event<'f> {
    /// A match is to be noted.
    Record(&'f Record),
    /// The program is to be changed.
    Make(&'f Make),
    /// The function ends.
    End,
    /// There were too many steps.
    TooLong,
}

impl Machine {
    /// A machine for one function, on a program that does not change between runs.
    pub fn of_one_program() -> Machine {
        Machine { known_for: KnownFor::AllRuns, ..Machine::default() }
    }

    /// Runs a matcher on a root. The matches are given in the order in which they are recorded.
    pub fn run_matcher(
        &mut self,
        function: &Function,
        ir: &mut Ir,
        root: Op,
        mut found: impl FnMut(&Machine, &Record),
    ) -> Result<(), TooLong> {
        if self.known_for != KnownFor::AllRuns {
            self.users.clear();
            self.known_for = KnownFor::OneRun;
        }
        self.enter(function, &[Handle::Op(root)]);
        loop {
            match self.next(function, ir) {
                Event::Record(record) => found(self, record),
                Event::Make(_) => unreachable!("a matcher that changes the program is not decoded"),
                Event::End => return Ok(()),
                Event::TooLong => return Err(TooLong { root }),
            }
        }
    }

    /// Begins a run of a function that changes the program.
    pub fn enter_rewriter(&mut self, function: &Function, args: &[Handle]) {
        self.known_for = KnownFor::Nothing;
        self.enter(function, args);
    }

    /// The match that is to be noted now.
    pub fn match_of(&self, record: &Record) -> Match {
        Match {
            pattern: record.pattern,
            inputs: self.read_all(&record.inputs),
            operations: record.operations.iter().filter_map(|reg| self.op(*reg)).collect(),
        }
    }

    /// Begins a run.
    fn enter(&mut self, function: &Function, args: &[Handle]) {
        self.at = 0;
        self.left = MOST_STEPS;
        self.loops.clear();
        if self.registers.len() < function.registers {
            self.registers.resize(function.registers, Handle::Null);
        }
        self.registers[..args.len()].clone_from_slice(args);
    }

    /// Runs on to the next event.
    pub fn next<'f>(&mut self, function: &'f Function, ir: &mut Ir) -> Event<'f> {
        loop {
            if !self.loops.is_empty() {
                if self.left == 0 {
                    return Event::TooLong;
                }
                self.left -= 1;
            }
            let label = match &function.code[self.at] {
                Inst::Fetch { to, what } => {
                    if !self.has_steps_for(what) {
                        return Event::TooLong;
                    }
                    self.registers[*to as usize] = self.fetch(ir, what);
                    self.at += 1;
                    continue;
                }
                Inst::Make(make) => {
                    self.at += 1;
                    return Event::Make(make);
                }
                Inst::Record(record) => {
                    self.at = function.starts[record.next as usize];
                    return Event::Record(record);
                }
                Inst::Finalize => return Event::End,
                other => self.go(ir, other),
            };
            self.at = function.starts[label as usize];
        }
    }

    /// Takes the steps that a range costs, if they are left. What else is fetched costs none.
    fn has_steps_for(&mut self, what: &Fetch) -> bool {
        let count: usize = match what {
            Fetch::ValueRange { parts } => {
                parts.iter().filter_map(|part| self.read(*part).values()).map(<[_]>::len).sum()
            }
            Fetch::TypeRange { parts } => {
                parts.iter().filter_map(|part| self.read(*part).types()).map(<[_]>::len).sum()
            }
            _ => return true,
        };
        let left = self.left.checked_sub(count as u64);
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// Where a terminator goes.
    fn go(&mut self, ir: &mut Ir, inst: &Inst) -> Label {
        match inst {
            Inst::Jump(label) => *label,
            Inst::Test { what, yes, no } => {
                if self.test(ir, what) {
                    *yes
                } else {
                    *no
                }
            }
            Inst::Switch { what, cases, default } => {
                self.switch(ir, what).map_or(*default, |case| cases[case])
            }
            Inst::Constrain(asked) => {
                let answer = (asked.function)(ir, &self.read_all(&asked.args));
                let is_yes = answer.is_some() != asked.negated;
                let mut results = answer.into_iter().flatten();
                for reg in &asked.results {
                    self.registers[*reg as usize] = results.next().unwrap_or_default();
                }
                if is_yes { asked.yes } else { asked.no }
            }
            Inst::ForEach { range, item, body, next } => {
                let range = self.read(*range).clone();
                self.loops.push(Loop { range, next: 0, item: *item, body: *body, after: *next });
                self.round()
            }
            Inst::Continue => self.round(),
            Inst::Fetch { .. } | Inst::Record(_) | Inst::Make(_) | Inst::Finalize => {
                unreachable!("these are done where the code is walked")
            }
        }
    }

    /// The next round of the innermost loop, or what follows it.
    fn round(&mut self) -> Label {
        let innermost = self.loops.last_mut().expect("a round is a round of a loop");
        let item = innermost.range.element(innermost.next);
        if item == Handle::Null {
            let after = innermost.after;
            self.loops.pop();
            return after;
        }
        innermost.next += 1;
        self.registers[innermost.item as usize] = item;
        innermost.body
    }

    pub fn write(&mut self, reg: Reg, handle: Handle) {
        self.registers[reg as usize] = handle;
    }

    pub fn read(&self, reg: Reg) -> &Handle {
        &self.registers[reg as usize]
    }

    pub fn read_all(&self, regs: &[Reg]) -> Vec<Handle> {
        regs.iter().map(|reg| self.read(*reg).clone()).collect()
    }

    fn op(&self, reg: Reg) -> Option<Op> {
        self.read(reg).op()
    }

    fn fetch(&mut self, ir: &Ir, what: &Fetch) -> Handle {
        match what {
            Fetch::Constant(handle) => handle.clone(),
            Fetch::Operand { op, index } => {
                let index = *index as usize;
                self.op(*op).filter(|op| index < ir.operand_count(*op)).map(|op| ir.operand(op, index)).into()
            }
            Fetch::Operands { op, group } => self.op(*op).map_or(Handle::Null, |op| operands(ir, op, *group)),
            Fetch::Result { op, index } => {
                let index = *index as usize;
                self.op(*op).filter(|op| index < ir.result_count(*op)).map(|op| ir.result(op, index)).into()
            }
            Fetch::Results { op, group } => self.op(*op).map_or(Handle::Null, |op| results(ir, op, *group)),
            Fetch::DefiningOp { value } => {
                let first = self.read(*value).values().and_then(|values| values.first());
                first.and_then(|value| ir.defining_op(*value)).into()
            }
            Fetch::Users { value, codes } => match self.read(*value) {
                Handle::Value(value) => Handle::Ops(self.users(ir, *value, codes.as_deref())),
                handle => {
                    let values = handle.values().unwrap_or_default();
                    Handle::Ops(values.iter().flat_map(|value| users(ir, *value, codes.as_deref())).collect())
                }
            },
            Fetch::ValueType { value } => match self.read(*value) {
                Handle::Value(value) => Handle::Type(ir.ty(*value)),
                Handle::Values(values) => Handle::Types(values.iter().map(|value| ir.ty(*value)).collect()),
                _ => Handle::Null,
            },
            Fetch::Attribute { op, name } => {
                let of = |dict| ir.ctx.dict(dict).iter().find(|(key, _)| key == name).map(|(_, attr)| *attr);
                self.op(*op).and_then(|op| of(ir.props(op)).or_else(|| of(ir.attrs(op)))).into()
            }
            Fetch::AttributeType { attr } => {
                self.read(*attr).attr().and_then(|attr| attribute_type(ir, attr)).into()
            }
            Fetch::Extract { range, index } => self.read(*range).element(*index as usize),
            Fetch::ValueRange { parts } => {
                let parts = parts.iter().filter_map(|part| self.read(*part).values());
                Handle::Values(parts.flatten().copied().collect())
            }
            Fetch::TypeRange { parts } => {
                let parts = parts.iter().filter_map(|part| self.read(*part).types());
                Handle::Types(parts.flatten().copied().collect())
            }
        }
    }

    /// The users of a value, for the instruction that is run.
    fn users(&mut self, ir: &Ir, value: Value, codes: Option<&[OpCode]>) -> Arc<[Op]> {
        if self.known_for == KnownFor::Nothing || ir.users(value).nth(MANY_USERS - 1).is_none() {
            return users(ir, value, codes).collect();
        }
        self.users.entry((self.at, value)).or_insert_with(|| users(ir, value, codes).collect()).clone()
    }

    fn test(&self, ir: &Ir, what: &Test) -> bool {
        match what {
            Test::NotNull(reg) => *self.read(*reg) != Handle::Null,
            Test::Equal(a, b) => self.read(*a) == self.read(*b),
            Test::Name(op, code) => self.op(*op).is_some_and(|op| ir.code(op) == *code),
            Test::OperandCount(op, count) => self.op(*op).is_some_and(|op| count.fits(ir.operand_count(op))),
            Test::ResultCount(op, count) => self.op(*op).is_some_and(|op| count.fits(ir.result_count(op))),
            Test::Type(reg, ty) => *self.read(*reg) == Handle::Type(*ty),
            Test::Types(reg, types) => {
                matches!(self.read(*reg), Handle::Types(found) if found[..] == types[..])
            }
            Test::Attribute(reg, attr) => *self.read(*reg) == Handle::Attr(*attr),
        }
    }

    /// Which case it is.
    fn switch(&self, ir: &Ir, what: &Switch) -> Option<usize> {
        match what {
            Switch::Name(op, codes) => {
                let code = ir.code(self.op(*op)?);
                codes.iter().position(|case| *case == code)
            }
            Switch::OperandCount(op, counts) => {
                let count = ir.operand_count(self.op(*op)?);
                counts.iter().position(|case| *case == count)
            }
            Switch::ResultCount(op, counts) => {
                let count = ir.result_count(self.op(*op)?);
                counts.iter().position(|case| *case == count)
            }
            Switch::Type(reg, types) => {
                let ty = self.read(*reg).ty()?;
                types.iter().position(|case| *case == ty)
            }
            Switch::Types(reg, lists) => {
                let Handle::Types(types) = self.read(*reg) else { return None };
                lists.iter().position(|case| case[..] == types[..])
            }
            Switch::Attribute(reg, attrs) => {
                let attr = self.read(*reg).attr()?;
                attrs.iter().position(|case| *case == attr)
            }
        }
    }
}

impl Count {
    fn fits(self, count: usize) -> bool {
        if self.at_least { count >= self.count } else { count == self.count }
    }
}

/// The users of a value, once for each use; those with one of these opcodes, if some are given.
fn users<'a>(ir: &'a Ir, value: Value, codes: Option<&'a [OpCode]>) -> impl Iterator<Item = Op> + 'a {
    ir.users(value).filter(move |user| codes.is_none_or(|codes| codes.contains(&ir.code(*user))))
}

fn operands(ir: &Ir, op: Op, group: Group) -> Handle {
    let sizes = (Trait::OperandSegments, "operandSegmentSizes");
    of_group(ir, op, ir.operands(op), sizes, group)
}

fn results(ir: &Ir, op: Op, group: Group) -> Handle {
    of_group(ir, op, ir.results(op), (Trait::ResultSegments, "resultSegmentSizes"), group)
}

/// A group of operands or results: what the sizes of groups say, where the operation has them, and otherwise all from that number on. MLIR does not ask
/// how many values the groups before have, and looks at no sizes of operations that were loaded from files.
fn of_group(
    ir: &Ir,
    op: Op,
    values: impl ExactSizeIterator<Item = Value>,
    (segments, sizes): (Trait, &str),
    group: Group,
) -> Handle {
    let count = values.len();
    let range = match group.index.map(|index| index as usize) {
        None => Some((0, count)),
        Some(index) if ir.has_trait(op, segments) && !ir.has_trait(op, Trait::LoadedSegments) => {
            let sizes = ir.attr(op, sizes).and_then(|sizes| ir.ctx.int_array(sizes)).unwrap_or_default();
            let start: i64 = sizes.iter().take(index).sum();
            let end = sizes.get(index).map(|size| start + size);
            let fits = |end: &i64| (0..=*end).contains(&start) && *end <= count as i64;
            end.filter(fits).map(|end| (start as usize, end as usize))
        }
        Some(index) => (index <= count).then_some((index, count)),
    };
    match range {
        None => Handle::Null,
        Some((start, end)) if group.single => {
            let mut values = values.skip(start);
            values.next().filter(|_| end - start == 1).into()
        }
        Some((start, end)) => Handle::Values(values.skip(start).take(end - start).collect()),
    }
}

/// The type of an attribute as MLIR has it: strings have one, too.
pub(crate) fn attribute_type(ir: &Ir, attr: ir::Attr) -> Option<Type> {
    match &ir.ctx[attr] {
        AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => Some(*ty),
        _ => ir.ctx.attr_ty(attr),
    }
}
