//! The machine: executes compiled functions.
//!
//! One loop over instructions, compiled without poison (for small and for large frames) and with it. A call pushes a frame and goes
//! round the outer loop; so does everything that needs the whole machine, such as allocation or an operation
//! evaluated by its record, and every exceptional case. The inner loop keeps to the slots of one frame and
//! the fast accesses to memory.
//!
//! Operations are counted where control enters a block, for all of the block at once; only what costs more than its words
//! do is counted where it is done.

mod calls;

use crate::code::{Code, Extent, GenericOp, Inst, List, MemoryOp, Slot, words};
use crate::compile::describe;
use crate::fault::{self, Fault};
use crate::host::Host;
use crate::interpreter::Limits;
use crate::memory::{self, Memory, Origin as Home, Problem};
use crate::poison::{self, Mark, Origin, Origins, Verdict};
use crate::program::Program;
use crate::window::{SMALL, Window, is_small};
use base::{Bits, Diagnostic, codes};
use dialects::arith::predicate::{EQUAL, GREATER, LESS, UNORDERED};
use dialects::scf;
use ir::{EvalCx, Ir, Op, Undefined};
use std::rc::Rc;

/// An activation of a function.
struct Frame {
    code: Rc<Code>,
    /// Number of the function.
    function: u32,
    /// The instruction to go on with.
    pc: usize,
    /// Where its slots begin on the stack.
    base: usize,
    /// The memory there was when it began.
    mark: memory::Mark,
}

/// What calls of a function are to the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Nothing.
    Plain,
    /// It is shown their arguments and results.
    Watched,
    /// It answers them.
    Host,
}

/// Why the loop was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Finished,
    /// Something yielded poison for the first time.
    Poisoned,
    /// The function to go on with has a frame of the other size.
    OtherWindow,
}

/// The state of a run.
pub struct Machine<'p, 'a> {
    ir: &'a Ir,
    program: &'p mut Program<'a>,
    limits: Limits,
    /// Slots of the open activations, and behind them at least as many as a small frame has.
    stack: Vec<u64>,
    /// Where the next frame begins.
    top: usize,
    /// One mark a slot of the stack; empty while there is no poison.
    poison: Vec<Mark>,
    origins: Origins,
    frames: Vec<Frame>,
    /// All memory.
    pub memory: Memory,
    /// The descriptors of the globals.
    globals: Vec<u64>,
    /// Operations that may still be executed.
    fuel: u64,
    /// Entries of every label of every function; empty when nobody wants to know.
    pub counts: Vec<Vec<u64>>,
    results: Vec<u64>,
    host: Option<&'p mut dyn Host>,
    /// What calls of each function are to the host.
    roles: Vec<Role>,
    exit_status: Option<i32>,
}

/// NaNs that are computed are canonical.
#[inline(always)]
fn f32_bits(value: f32) -> u64 {
    u64::from(if value.is_nan() { 0x7FC0_0000 } else { value.to_bits() })
}

/// NaNs that are computed are canonical.
#[inline(always)]
fn f64_bits(value: f64) -> u64 {
    if value.is_nan() { 0x7FF8_0000_0000_0000 } else { value.to_bits() }
}

/// The bit of an order in the set of orders that satisfy a float predicate.
#[inline(always)]
fn order_bit(less: bool, greater: bool, equal: bool) -> u8 {
    if less {
        LESS
    } else if greater {
        GREATER
    } else if equal {
        EQUAL
    } else {
        UNORDERED
    }
}

const NSW: u8 = dialects::arith::NSW as u8;
const NUW: u8 = dialects::arith::NUW as u8;

impl<'p, 'a> Machine<'p, 'a> {
    /// A machine with the globals in place and nothing else.
    pub fn new(
        ir: &'a Ir,
        program: &'p mut Program<'a>,
        limits: Limits,
        profile: bool,
        host: Option<&'p mut dyn Host>,
    ) -> Result<Self, Fault> {
        let counts = if profile { vec![Vec::new(); program.function_count()] } else { Vec::new() };
        let mut memory = Memory::new(limits.memory_bytes);
        let globals = program.make_globals(&mut memory)?;
        let role = |number| {
            let function = program.function(number);
            match &host {
                Some(_) if program.is_host_function(function) => Role::Host,
                Some(host) if host.watches(ir, function) => Role::Watched,
                _ => Role::Plain,
            }
        };
        let roles = (0..program.function_count() as u32).map(role).collect();
        Ok(Machine {
            ir,
            program,
            limits,
            stack: Vec::new(),
            top: 0,
            poison: Vec::new(),
            origins: Origins::default(),
            frames: Vec::new(),
            memory,
            globals,
            fuel: limits.steps,
            counts,
            results: Vec::new(),
            host,
            roles,
            exit_status: None,
        })
    }

    /// Runs a function on arguments given as words, and gives the words of its results.
    pub fn call(&mut self, function: u32, arguments: &[u64]) -> Result<Vec<u64>, Fault> {
        self.enter(function, None)?;
        let code = Rc::clone(&self.frames[0].code);
        for (slot, word) in code.parameters.iter().zip(arguments) {
            self.stack[*slot as usize] = *word;
        }
        if self.roles[function as usize] == Role::Watched {
            self.tell_host(function, None)?;
        }
        loop {
            let small = self.frames.last().is_some_and(|frame| is_small(&frame.code));
            let stop = match (self.poison.is_empty(), small) {
                (true, true) => self.run::<false, [u64; SMALL]>()?,
                (true, false) => self.run::<false, [u64]>()?,
                (false, _) => self.run::<true, [u64]>()?,
            };
            if stop == Stop::Finished {
                return Ok(std::mem::take(&mut self.results));
            }
        }
    }

    /// Operations executed so far.
    pub fn steps(&self) -> u64 {
        self.limits.steps - self.fuel
    }

    /// The status with which the program ended itself, if it did.
    pub fn exit_status(&self) -> Option<i32> {
        self.exit_status
    }

    fn run<const TRACK: bool, W: Window + ?Sized>(&mut self) -> Result<Stop, Fault> {
        'frames: loop {
            let Some(frame) = self.frames.last() else { return Ok(Stop::Finished) };
            if !TRACK && is_small(&frame.code) != W::SMALL {
                return Ok(Stop::OtherWindow);
            }
            let code = Rc::clone(&frame.code);
            let (mut pc, base) = (frame.pc, frame.base);
            let insts = code.insts.as_slice();
            let labels = code.labels.as_slice();
            let function = frame.function as usize;
            let slots = W::of(&mut self.stack[base..]);
            let marks: &mut [Mark] = if TRACK { &mut self.poison[base..] } else { &mut [] };
            let counts: &mut [u64] = self.counts.get_mut(function).map_or(&mut [], Vec::as_mut_slice);
            let memory = &mut self.memory;
            // What is left of the limit; one number to keep rather than two.
            let mut fuel = self.fuel;

            macro_rules! r {
                ($slot:expr) => {
                    *slots.at($slot)
                };
            }
            // Leaves the fast path: `$action` may use the whole machine, and execution goes on after the
            // instruction.
            macro_rules! leave {
                ($action:expr) => {{
                    self.fuel = fuel;
                    self.frames.last_mut().expect("a function is running").pc = pc;
                    $action;
                    continue 'frames;
                }};
            }
            macro_rules! stop {
                ($fault:expr) => {{
                    self.fuel = fuel;
                    self.frames.last_mut().expect("a function is running").pc = pc;
                    return Err($fault);
                }};
            }
            // The record of the operation says what an exceptional case means.
            macro_rules! exceptional {
                () => {
                    leave!({
                        let op = code.ops[pc - 1];
                        let generic =
                            describe(self.ir, &code.slots, op).expect("a fast operation has an evaluation");
                        if self.evaluate(&code, &generic)? && !TRACK {
                            return Ok(Stop::Poisoned);
                        }
                    })
                };
            }
            macro_rules! goto {
                ($target:expr) => {{
                    let target = $target as usize;
                    let label = labels[target];
                    pc = label.pc as usize;
                    if let Some(count) = counts.get_mut(target) {
                        *count += 1;
                    }
                    match fuel.checked_sub(u64::from(label.cost)) {
                        Some(left) => fuel = left,
                        None => stop!(self.step_limit(&code, pc)),
                    }
                }};
            }
            macro_rules! binary {
                ($sh:expr, $d:expr, $a:expr, $b:expr, $f:ident) => {
                    r!($d) = r!($a).$f(r!($b)) << $sh >> $sh
                };
            }
            macro_rules! float {
                ($f:ident, $to:ident, $bits:ty, $d:expr, $a:expr, $b:expr, $op:tt) => {
                    r!($d) = $to($f::from_bits(r!($a) as $bits) $op $f::from_bits(r!($b) as $bits))
                };
            }
            macro_rules! fault {
                ($problem:expr) => {{
                    let problem = $problem;
                    stop!(self.fault_at(&code, pc - 1, |ir, op| fault::of_problem(ir, op, problem)));
                }};
            }

            macro_rules! load {
                ($load:ident, $d:expr, $m:expr, $($i:expr),+) => {
                    match memory.$load(r!($m), $(r!($i)),+) {
                        Some(value) => r!($d) = value,
                        None => fault!(memory.problem(r!($m), &[$(r!($i)),+], false)),
                    }
                };
            }

            loop {
                // By reference, so that each case reads the operands it has and no others.
                let inst = &insts[pc];
                pc += 1;
                if TRACK {
                    match poison::step(*inst, &code, slots.all(), marks) {
                        Verdict::Run => {}
                        Verdict::Skip => continue,
                        Verdict::Refuse(mark) => stop!(self.poison_fault(&code, pc - 1, mark)),
                    }
                }
                match *inst {
                    Inst::Move { d, s } => r!(d) = r!(s),
                    Inst::MoveWide { d, s, n } => {
                        slots.all().copy_within(s as usize..(s + n) as usize, d as usize)
                    }

                    Inst::Add { sh, d, a, b } => binary!(sh, d, a, b, wrapping_add),
                    Inst::Sub { sh, d, a, b } => binary!(sh, d, a, b, wrapping_sub),
                    Inst::Mul { sh, d, a, b } => binary!(sh, d, a, b, wrapping_mul),
                    Inst::Add32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)),
                    Inst::Sub32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)),
                    Inst::Mul32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)),
                    Inst::Add64 { d, a, b } => r!(d) = r!(a).wrapping_add(r!(b)),
                    Inst::Sub64 { d, a, b } => r!(d) = r!(a).wrapping_sub(r!(b)),
                    Inst::Mul64 { d, a, b } => r!(d) = r!(a).wrapping_mul(r!(b)),
                    Inst::MulAdd32 { d, a, b, c } => {
                        let product = (r!(a) as u32).wrapping_mul(r!(b) as u32);
                        r!(d) = u64::from(product.wrapping_add(r!(c) as u32));
                    }
                    Inst::MulAdd64 { d, a, b, c } => r!(d) = r!(a).wrapping_mul(r!(b)).wrapping_add(r!(c)),
                    // Shifted to the top, a number overflows its width exactly when it overflows 64 bits.
                    Inst::AddFlagged { sh, flags, d, a, b } => {
                        let (a, b) = (r!(a) << sh, r!(b) << sh);
                        let (unsigned, carry) = a.overflowing_add(b);
                        let (_, overflow) = (a as i64).overflowing_add(b as i64);
                        if flags & NUW != 0 && carry || flags & NSW != 0 && overflow {
                            exceptional!();
                        }
                        r!(d) = unsigned >> sh;
                    }
                    Inst::SubFlagged { sh, flags, d, a, b } => {
                        let (a, b) = (r!(a) << sh, r!(b) << sh);
                        let (unsigned, borrow) = a.overflowing_sub(b);
                        let (_, overflow) = (a as i64).overflowing_sub(b as i64);
                        if flags & NUW != 0 && borrow || flags & NSW != 0 && overflow {
                            exceptional!();
                        }
                        r!(d) = unsigned >> sh;
                    }
                    Inst::MulFlagged { sh, flags, d, a, b } => {
                        let (a, b) = (r!(a) << sh, r!(b));
                        let (unsigned, carry) = a.overflowing_mul(b);
                        let (_, overflow) = (a as i64).overflowing_mul((b << sh) as i64 >> sh);
                        if flags & NUW != 0 && carry || flags & NSW != 0 && overflow {
                            exceptional!();
                        }
                        r!(d) = unsigned >> sh;
                    }
                    Inst::And { d, a, b } => r!(d) = r!(a) & r!(b),
                    Inst::Or { d, a, b } => r!(d) = r!(a) | r!(b),
                    Inst::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                    Inst::Shl { sh, d, a, b } => {
                        let n = r!(b);
                        if n >= 64 - u64::from(sh) {
                            exceptional!();
                        }
                        r!(d) = r!(a) << n << sh >> sh;
                    }
                    Inst::ShrS { sh, d, a, b } => {
                        let n = r!(b);
                        if n >= 64 - u64::from(sh) {
                            exceptional!();
                        }
                        r!(d) = (((r!(a) << sh) as i64 >> n >> sh) as u64) << sh >> sh;
                    }
                    Inst::ShrU { sh, d, a, b } => {
                        let n = r!(b);
                        if n >= 64 - u64::from(sh) {
                            exceptional!();
                        }
                        r!(d) = r!(a) >> n;
                    }
                    Inst::DivS { sh, d, a, b } => {
                        let (a, b) = ((r!(a) << sh) as i64, (r!(b) << sh) as i64);
                        match a.checked_div(b) {
                            // Of two numbers shifted alike the quotient is not shifted; the least by -1 is the
                            // one quotient that does not fit.
                            Some(quotient) if !(a == i64::MIN && b == -1 << sh) => {
                                r!(d) = (quotient as u64) << sh >> sh
                            }
                            _ => exceptional!(),
                        }
                    }
                    Inst::DivU { d, a, b } => match r!(a).checked_div(r!(b)) {
                        Some(quotient) => r!(d) = quotient,
                        None => exceptional!(),
                    },
                    Inst::RemS { sh, d, a, b } => {
                        let (a, b) = ((r!(a) << sh) as i64, (r!(b) << sh) as i64);
                        match a.checked_rem(b) {
                            Some(rest) if !(a == i64::MIN && b == -1 << sh) => r!(d) = rest as u64 >> sh,
                            _ => exceptional!(),
                        }
                    }
                    Inst::RemU { d, a, b } => match r!(a).checked_rem(r!(b)) {
                        Some(rest) => r!(d) = rest,
                        None => exceptional!(),
                    },
                    Inst::MinS { sh, d, a, b } => {
                        r!(d) = ((r!(a) << sh) as i64).min((r!(b) << sh) as i64) as u64 >> sh;
                    }
                    Inst::MaxS { sh, d, a, b } => {
                        r!(d) = ((r!(a) << sh) as i64).max((r!(b) << sh) as i64) as u64 >> sh;
                    }
                    Inst::MinU { d, a, b } => r!(d) = r!(a).min(r!(b)),
                    Inst::MaxU { d, a, b } => r!(d) = r!(a).max(r!(b)),
                    Inst::Cmp { p, sh, d, a, b } => r!(d) = u64::from(p.holds(sh, r!(a), r!(b))),
                    Inst::Select { d, c, a, b } => r!(d) = if r!(c) != 0 { r!(a) } else { r!(b) },
                    Inst::SelectWide { d, c, arms, n } => {
                        let s = code.list(arms)[usize::from(r!(c) == 0)];
                        slots.all().copy_within(s as usize..(s + n) as usize, d as usize);
                    }
                    Inst::SignExtend { from, to, d, s } => {
                        r!(d) = (((r!(s) << from) as i64 >> from) as u64) << to >> to;
                    }
                    Inst::Truncate { sh, d, s } => r!(d) = r!(s) << sh >> sh,

                    Inst::AddF32 { d, a, b } => float!(f32, f32_bits, u32, d, a, b, +),
                    Inst::SubF32 { d, a, b } => float!(f32, f32_bits, u32, d, a, b, -),
                    Inst::MulF32 { d, a, b } => float!(f32, f32_bits, u32, d, a, b, *),
                    Inst::DivF32 { d, a, b } => float!(f32, f32_bits, u32, d, a, b, /),
                    Inst::AddF64 { d, a, b } => float!(f64, f64_bits, u64, d, a, b, +),
                    Inst::SubF64 { d, a, b } => float!(f64, f64_bits, u64, d, a, b, -),
                    Inst::MulF64 { d, a, b } => float!(f64, f64_bits, u64, d, a, b, *),
                    Inst::DivF64 { d, a, b } => float!(f64, f64_bits, u64, d, a, b, /),
                    Inst::MulAddF32 { d, a, b, c } => {
                        let product = f32::from_bits(r!(a) as u32) * f32::from_bits(r!(b) as u32);
                        r!(d) = f32_bits(f32::from_bits(r!(c) as u32) + product);
                    }
                    Inst::MulAddF64 { d, a, b, c } => {
                        let product = f64::from_bits(r!(a)) * f64::from_bits(r!(b));
                        r!(d) = f64_bits(f64::from_bits(r!(c)) + product);
                    }
                    Inst::CmpF32 { p, d, a, b } => {
                        let (a, b) = (f32::from_bits(r!(a) as u32), f32::from_bits(r!(b) as u32));
                        r!(d) = u64::from(p & order_bit(a < b, a > b, a == b) != 0);
                    }
                    Inst::CmpF64 { p, d, a, b } => {
                        let (a, b) = (f64::from_bits(r!(a)), f64::from_bits(r!(b)));
                        r!(d) = u64::from(p & order_bit(a < b, a > b, a == b) != 0);
                    }
                    Inst::IntToFloat { sh, double, d, s } => {
                        let value = (r!(s) << sh) as i64 >> sh;
                        r!(d) = if double {
                            (value as f64).to_bits()
                        } else {
                            u64::from((value as f32).to_bits())
                        };
                    }
                    Inst::Widen { d, s } => r!(d) = f64_bits(f64::from(f32::from_bits(r!(s) as u32))),
                    Inst::Narrow { d, s } => r!(d) = f32_bits(f64::from_bits(r!(s)) as f32),

                    Inst::Load1 { d, m, i } => load!(load1, d, m, i),
                    Inst::Load2 { d, m, i, j } => load!(load2, d, m, i, j),
                    Inst::Load1Single { d, m, i } => load!(load1_single, d, m, i),
                    Inst::Load2Single { d, m, i, j } => load!(load2_single, d, m, i, j),
                    Inst::Load1Word { d, m, i } => load!(load1_word, d, m, i),
                    Inst::Load2Word { d, m, i, j } => load!(load2_word, d, m, i, j),
                    Inst::LoadN { d, m, indices, words } => {
                        let m = r!(m);
                        let at = memory.place(m, code.list(indices).iter().map(|i| r!(*i)));
                        let value = &mut slots.all()[d as usize..(d + words) as usize];
                        if at.and_then(|at| memory.element(m, at, value)).is_none() {
                            let op = code.ops[pc - 1];
                            if at.is_some() && self.ir.attr(op, scf::RUNS_AHEAD).is_some() {
                                leave!({
                                    self.read_too_early(op, d, words);
                                    if !TRACK {
                                        return Ok(Stop::Poisoned);
                                    }
                                });
                            }
                            fault!(memory.problem(m, &gather(slots.all(), &code, indices), false));
                        }
                    }
                    Inst::Store1 { v, m, i } => {
                        if memory.store1(r!(m), r!(i), r!(v)).is_none() {
                            fault!(memory.problem(r!(m), &[r!(i)], true));
                        }
                    }
                    Inst::Store2 { v, m, i, j } => {
                        if memory.store2(r!(m), r!(i), r!(j), r!(v)).is_none() {
                            fault!(memory.problem(r!(m), &[r!(i), r!(j)], true));
                        }
                    }
                    Inst::StoreN { v, m, indices, words } => {
                        let m = r!(m);
                        let at = memory.place(m, code.list(indices).iter().map(|i| r!(*i)));
                        let value = &slots.all()[v as usize..(v + words) as usize];
                        if at.and_then(|at| memory.set_element(m, at, value)).is_none() {
                            fault!(memory.problem(m, &gather(slots.all(), &code, indices), true));
                        }
                    }

                    Inst::Jump { t } => goto!(t),
                    Inst::Branch { c, t } => goto!(t + u32::from(r!(c) == 0)),
                    Inst::BranchCmp { p, sh, a, b, t } => goto!(t + u32::from(!p.holds(sh, r!(a), r!(b)))),
                    Inst::LoopEnter { sh, iv, bound, step, t } => {
                        if (r!(step) << sh) as i64 <= 0 {
                            let step = (r!(step) << sh) as i64 >> sh;
                            fault!(fault::bad_step(step));
                        }
                        goto!(t + u32::from((r!(iv) << sh) as i64 >= (r!(bound) << sh) as i64));
                    }
                    Inst::LoopNext { sh, iv, bound, step, t } => {
                        let next = ((r!(iv) << sh) as i64).checked_add((r!(step) << sh) as i64);
                        let Some(next) = next else { fault!(fault::overflow()) };
                        if next < (r!(bound) << sh) as i64 {
                            r!(iv) = next as u64 >> sh;
                            goto!(t);
                        }
                    }
                    Inst::LoopNext64 { iv, bound, step, t } => {
                        let next = (r!(iv) as i64).checked_add(r!(step) as i64);
                        let Some(next) = next else { fault!(fault::overflow()) };
                        if next < r!(bound) as i64 {
                            r!(iv) = next as u64;
                            goto!(t);
                        }
                    }
                    Inst::WideLoopEnter { k, t } => {
                        let wide = code.wide_loops[k as usize];
                        let [iv, bound, step] =
                            [wide.iv, wide.bound, wide.step].map(|s| wide_at(slots.all(), s, wide.width));
                        if step.is_zero() || step.is_negative() {
                            fault!(fault::bad_step(step.signed()));
                        }
                        goto!(t + u32::from(iv.scmp(&bound).is_ge()));
                    }
                    Inst::WideLoopNext { k, t } => {
                        let wide = code.wide_loops[k as usize];
                        let [iv, bound, step] =
                            [wide.iv, wide.bound, wide.step].map(|s| wide_at(slots.all(), s, wide.width));
                        if iv.add_overflows_s(&step) {
                            fault!(fault::overflow());
                        }
                        let next = iv.add(&step);
                        if next.scmp(&bound).is_lt() {
                            let at = wide.iv as usize;
                            slots.all()[at..at + next.words().len()].copy_from_slice(next.words());
                            goto!(t);
                        }
                    }
                    Inst::Switch { v, k } => {
                        let table = &code.switches[k as usize];
                        let value = wide_at(slots.all(), v, table.width);
                        let case = table.cases.iter().find(|(case, _)| *case == value);
                        goto!(case.map_or(table.default, |(_, target)| *target));
                    }
                    Inst::Call { k } => leave!(self.enter_call(&code, k, pc - 1)?),
                    Inst::Return { values } => leave!(self.return_from(&code, values, pc - 1)?),
                    Inst::Assert { c } => {
                        if r!(c) == 0 {
                            stop!(self.assertion(&code, pc - 1));
                        }
                    }
                    Inst::Generic { k } => leave!({
                        if self.evaluate(&code, &code.generics[k as usize])? && !TRACK {
                            return Ok(Stop::Poisoned);
                        }
                    }),
                    Inst::Memory { k } => leave!({
                        if let Err(problem) = self.operate(&code.memory[k as usize], base) {
                            return Err(
                                self.fault_at(&code, pc - 1, |ir, op| fault::of_problem(ir, op, problem))
                            );
                        }
                    }),
                }
            }
        }
    }

    // ----- operations that need the whole machine -----

    fn slots(&mut self) -> &mut [u64] {
        let base = self.frames.last().expect("a function is running").base;
        &mut self.stack[base..]
    }

    /// Evaluates an operation by its record; whether it yielded poison.
    fn evaluate(&mut self, code: &Code, generic: &GenericOp) -> Result<bool, Fault> {
        match self.fuel.checked_sub(generic.cost) {
            Some(left) => self.fuel = left,
            None => {
                let diagnostic = fault::of_problem(self.ir, generic.op, fault::step_limit(self.limits));
                return Err(vec![self.with_calls(diagnostic, self.frames.len() - 1)]);
            }
        }
        let slots = self.slots();
        let operands: smallvec::SmallVec<[Bits; 3]> =
            generic.operands.iter().map(|o| wide_at(slots, o.slot, o.width)).collect();
        let cx = EvalCx {
            ctx: &self.ir.ctx,
            props: self.ir.props(generic.op),
            operands: &generic.operand_types,
            results: &generic.result_types,
        };
        match (generic.eval)(&cx, &operands) {
            Ok(results) => {
                let slots = self.slots();
                for (result, bits) in generic.results.iter().zip(results) {
                    let at = result.slot as usize;
                    slots[at..at + result.words() as usize].copy_from_slice(bits.words());
                }
                Ok(false)
            }
            Err(Undefined::Poison(kind, why)) => {
                let operands = Some(operands.into_vec());
                let mark = self.origins.add(Origin { op: generic.op, code: kind, why, operands });
                self.poison.resize(self.stack.len(), 0);
                let base = self.frames.last().expect("a function is running").base;
                for result in &generic.results {
                    let at = base + result.slot as usize;
                    self.poison[at..at + result.words() as usize].fill(mark);
                }
                Ok(true)
            }
            Err(Undefined::Immediate(kind, why)) => {
                let message = format!("`{}` has no result: {why}", self.ir.name(generic.op));
                let values = fault::operand_values(self.ir, code, self.slots(), generic.op);
                let diagnostic = fault::at(self.ir, generic.op, kind, message);
                let diagnostic = values.into_iter().fold(diagnostic, Diagnostic::note);
                Err(vec![self.with_calls(diagnostic, self.frames.len() - 1)])
            }
        }
    }

    /// A read for a round of a loop that may not come has found what nobody has written: that matters only if it is used.
    fn read_too_early(&mut self, op: Op, d: Slot, words: u32) {
        let why = "the element was never written";
        let mark = self.origins.add(Origin { op, code: codes::UB_UNINITIALISED, why, operands: None });
        self.poison.resize(self.stack.len(), 0);
        let at = self.frames.last().expect("a function is running").base + d as usize;
        self.poison[at..at + words as usize].fill(mark);
    }

    fn operate(&mut self, op: &MemoryOp, base: usize) -> Result<(), Problem> {
        if self.memory.wants_collection() {
            self.memory.collect(&self.stack[..self.top]);
        }
        match self.try_operate(op, base) {
            // Nothing has happened yet, so it can be tried again.
            Err(problem)
                if problem.code == codes::MEMORY_LIMIT
                    && matches!(op, MemoryOp::Alloc { .. } | MemoryOp::Subview { .. })
                    && self.memory.may_collect() =>
            {
                self.memory.collect(&self.stack[..self.top]);
                self.try_operate(op, base)
            }
            done => done,
        }
    }

    fn try_operate(&mut self, op: &MemoryOp, base: usize) -> Result<(), Problem> {
        let slots = &mut self.stack[base..];
        match op {
            MemoryOp::Alloc { d, stack, shape, dynamic, reuse } => {
                let mut dynamic = dynamic.iter().map(|slot| slots[*slot as usize] as i64);
                let sizes = shape.sizes.iter().map(|size| match size {
                    Some(size) => Ok(*size),
                    None => {
                        let size = dynamic.next().expect("a size for every open dimension");
                        u64::try_from(size).map_err(|_| {
                            Problem::new(
                                codes::UB_OTHER,
                                format!("a dimension of an allocation has the size {size}"),
                            )
                        })
                    }
                });
                let sizes = sizes.collect::<Result<Vec<u64>, Problem>>()?;
                let Some((dims, offset)) = memory::layout(shape, &sizes) else {
                    return Err(Problem::new(codes::MEMORY_LIMIT, "an array is larger than any memory"));
                };
                let origin = if *stack { Home::Stack } else { Home::Heap };
                let reuse = reuse.then_some(slots[*d as usize]);
                slots[*d as usize] =
                    self.memory.allocate(&dims, offset, shape.element_width, origin, reuse)?;
            }
            MemoryOp::Dealloc { m } => self.memory.free(slots[*m as usize])?,
            MemoryOp::Global { d, global } => slots[*d as usize] = self.globals[*global as usize],
            MemoryOp::Dim { d, m, index } => {
                let dims = self.memory.descriptor(slots[*m as usize]).dims();
                let index = slots[*index as usize];
                let Some(dim) = usize::try_from(index).ok().and_then(|i| dims.get(i)) else {
                    let what = format!("there is no dimension {} of {}", index as i64, dims.len());
                    return Err(Problem::new(codes::UB_OUT_OF_BOUNDS, what));
                };
                slots[*d as usize] = dim.size;
            }
            MemoryOp::Cast { d, m, shape } => {
                let value = slots[*m as usize];
                if let Some(shape) = shape {
                    self.memory.check_type(value, shape)?;
                }
                slots[*d as usize] = value;
            }
            MemoryOp::Subview { d, m, dims, kept, reuse } => {
                let value = |extent: &Extent| match extent {
                    Extent::Known(value) => *value,
                    Extent::Slot(slot) => slots[*slot as usize] as i64,
                };
                let parts: Vec<_> = dims.iter().map(|(o, s, t)| (value(o), value(s), value(t))).collect();
                let reuse = reuse.then_some(slots[*d as usize]);
                slots[*d as usize] = self.memory.subview(slots[*m as usize], &parts, kept, reuse)?;
            }
            MemoryOp::Copy { from, to } => {
                let (from, to) = (slots[*from as usize], slots[*to as usize]);
                // As many operations as words, so that the limit bounds the time.
                self.fuel = self
                    .fuel
                    .checked_sub(self.memory.count(from).saturating_mul(self.memory.words(from)))
                    .ok_or_else(|| fault::step_limit(self.limits))?;
                self.memory.copy(from, to)?;
            }
        }
        Ok(())
    }

    // ----- what stops a run -----

    /// A diagnostic at the operation of an instruction of the running function.
    fn fault_at(&mut self, code: &Code, at: usize, make: impl FnOnce(&Ir, Op) -> Diagnostic) -> Fault {
        let diagnostic = make(self.ir, code.ops[at]);
        vec![self.with_calls(diagnostic, self.frames.len() - 1)]
    }

    /// Adds the calls that led to frame number `frame`, innermost first.
    fn with_calls(&self, mut diagnostic: Diagnostic, frame: usize) -> Diagnostic {
        for caller in self.frames[..frame].iter().rev().take(fault::SHOWN_CALLS) {
            let op = caller.code.ops[caller.pc - 1];
            let text = format!("called from `@{}`", caller.code.name);
            diagnostic = match self.ir.ctx.span(self.ir.loc(op)) {
                Some(span) => diagnostic.label(span, text),
                None => diagnostic.note(text),
            };
        }
        match frame.checked_sub(fault::SHOWN_CALLS) {
            None | Some(0) => diagnostic,
            Some(more) => diagnostic.note(format!("and {more} more calls around these")),
        }
    }

    fn step_limit(&mut self, code: &Code, at: usize) -> Fault {
        let problem = fault::step_limit(self.limits);
        self.fault_at(code, at, |ir, op| fault::of_problem(ir, op, problem))
    }

    fn assertion(&mut self, code: &Code, at: usize) -> Fault {
        self.fault_at(code, at, |ir, op| {
            let message = ir.str_attr(op, "msg").unwrap_or("");
            fault::at(ir, op, codes::ASSERTION_FAILED, format!("assertion failed: {message}"))
        })
    }

    fn poison_fault(&mut self, code: &Code, at: usize, mark: Mark) -> Fault {
        let ir = self.ir;
        let origin = self.origins.get(mark);
        let mut diagnostic = fault::at(ir, origin.op, origin.code, fault::poison(ir, origin));
        let used = format!("`{}` uses it here", ir.name(code.ops[at]));
        diagnostic = match ir.ctx.span(ir.loc(code.ops[at])) {
            Some(span) => diagnostic.label(span, used),
            None => diagnostic.note(used),
        };
        if let Some(operands) = &origin.operands {
            let names = ir.def(origin.op).map_or(&[][..], |def| def.operands);
            let shown = operands.iter().zip(ir.operands(origin.op)).enumerate().map(|(i, (bits, value))| {
                let name = names.get(i).map_or("operand", |def| def.name);
                format!("{name} = {}", crate::text::show_scalar(&ir.ctx, bits, ir.ty(value)))
            });
            let shown: Vec<String> = shown.collect();
            diagnostic = diagnostic.note(shown.join(", "));
        }
        vec![self.with_calls(diagnostic, self.frames.len() - 1)]
    }
}

/// The bits of a scalar in a frame.
#[inline]
fn wide_at(slots: &[u64], slot: u32, width: u32) -> Bits {
    let at = slot as usize;
    Bits::from_words(width, &slots[at..at + words(width) as usize])
}

/// The values of a list of slots.
fn gather(slots: &[u64], code: &Code, list: List) -> Vec<u64> {
    code.list(list).iter().map(|slot| slots[*slot as usize]).collect()
}
