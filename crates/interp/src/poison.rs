//! Poison: which slots hold it, where it came from, and which instructions must not see it.
//!
//! As long as nothing is poison nobody looks here. Afterwards every instruction is first shown to [`step`],
//! which passes poison on through instructions that only compute, and stops the run at those that decide
//! something: branches, memory accesses, divisions, assertions.

use crate::code::{Callee, Code, Extent, Inst, MemoryOp, Slot};
use base::{Bits, Code as DiagnosticCode};
use ir::Op;
use rustc_hash::FxHashMap;

/// The number of an origin plus one; zero is no poison.
pub type Mark = u32;

/// An operation that yielded poison.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The operation.
    pub op: Op,
    /// The kind of diagnostic when the poison is used.
    pub code: DiagnosticCode,
    /// Why it yielded poison.
    pub why: &'static str,
    /// Its operands; `None` when it yielded poison more than once, for then it is not known which of them it was.
    pub operands: Option<Vec<Bits>>,
}

/// All operations that yielded poison.
#[derive(Default, Debug)]
pub struct Origins {
    list: Vec<Origin>,
    by_op: FxHashMap<Op, Mark>,
}

impl Origins {
    /// Records that an operation yielded poison.
    pub fn add(&mut self, origin: Origin) -> Mark {
        if let Some(mark) = self.by_op.get(&origin.op) {
            self.list[*mark as usize - 1].operands = None;
            return *mark;
        }
        let op = origin.op;
        self.list.push(origin);
        let mark = self.list.len() as Mark;
        self.by_op.insert(op, mark);
        mark
    }

    /// The origin behind a mark.
    pub fn get(&self, mark: Mark) -> &Origin {
        &self.list[mark as usize - 1]
    }
}

/// What is to be done with an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It sees no poison, or only moves it: run it.
    Run,
    /// Its results are poison: do not run it.
    Skip,
    /// It must not see this poison.
    Refuse(Mark),
}

fn first(poison: &[Mark], slots: &[Slot]) -> Mark {
    slots.iter().map(|s| poison[*s as usize]).find(|mark| *mark != 0).unwrap_or(0)
}

/// `d` is computed from `from`.
fn pure(poison: &mut [Mark], d: Slot, from: &[Slot]) -> Verdict {
    let mark = first(poison, from);
    poison[d as usize] = mark;
    if mark == 0 { Verdict::Run } else { Verdict::Skip }
}

/// `to` is written by something that must not see poison in `from`.
fn guarded(poison: &mut [Mark], to: std::ops::Range<u32>, from: &[Slot]) -> Verdict {
    let mark = first(poison, from);
    if mark != 0 {
        return Verdict::Refuse(mark);
    }
    to.for_each(|d| poison[d as usize] = 0);
    Verdict::Run
}

/// Looks at an instruction before it is run, and does to the marks what it will do to the slots.
pub fn step(inst: Inst, code: &Code, slots: &[u64], poison: &mut [Mark]) -> Verdict {
    use Inst::*;
    match inst {
        Move { d, s } => {
            poison[d as usize] = poison[s as usize];
            Verdict::Run
        }
        MoveWide { d, s, n } => {
            poison.copy_within(s as usize..(s + n) as usize, d as usize);
            Verdict::Run
        }
        Add { d, a, b, .. }
        | Sub { d, a, b, .. }
        | Mul { d, a, b, .. }
        | Add32 { d, a, b }
        | Sub32 { d, a, b }
        | Mul32 { d, a, b }
        | Add64 { d, a, b }
        | Sub64 { d, a, b }
        | Mul64 { d, a, b }
        | AddFlagged { d, a, b, .. }
        | SubFlagged { d, a, b, .. }
        | MulFlagged { d, a, b, .. }
        | And { d, a, b }
        | Or { d, a, b }
        | Xor { d, a, b }
        | Shl { d, a, b, .. }
        | ShrS { d, a, b, .. }
        | ShrU { d, a, b, .. }
        | MinS { d, a, b, .. }
        | MaxS { d, a, b, .. }
        | MinU { d, a, b }
        | MaxU { d, a, b }
        | Cmp { d, a, b, .. }
        | AddF32 { d, a, b }
        | SubF32 { d, a, b }
        | MulF32 { d, a, b }
        | DivF32 { d, a, b }
        | AddF64 { d, a, b }
        | SubF64 { d, a, b }
        | MulF64 { d, a, b }
        | DivF64 { d, a, b }
        | CmpF32 { d, a, b, .. }
        | CmpF64 { d, a, b, .. } => pure(poison, d, &[a, b]),
        SignExtend { d, s, .. }
        | Truncate { d, s, .. }
        | IntToFloat { d, s, .. }
        | Widen { d, s }
        | Narrow { d, s } => pure(poison, d, &[s]),
        MulAdd32 { d, a, b, c }
        | MulAdd64 { d, a, b, c }
        | MulAddF32 { d, a, b, c }
        | MulAddF64 { d, a, b, c } => pure(poison, d, &[a, b, c]),
        DivS { d, a, b, .. } | DivU { d, a, b } | RemS { d, a, b, .. } | RemU { d, a, b } => {
            guarded(poison, d..d + 1, &[a, b])
        }
        Select { d, c, a, b } => {
            let arm = if slots[c as usize] != 0 { a } else { b };
            pure(poison, d, &[c, arm])
        }
        SelectWide { d, c, arms, n } => {
            let arms = code.list(arms);
            let arm = if slots[c as usize] != 0 { arms[0] } else { arms[1] };
            let mark = first(poison, &[c, arm]);
            poison[d as usize..(d + n) as usize].fill(mark);
            if mark == 0 { Verdict::Run } else { Verdict::Skip }
        }
        Load1 { d, m, i } | Load1Single { d, m, i } | Load1Word { d, m, i } => {
            guarded(poison, d..d + 1, &[m, i])
        }
        Load2 { d, m, i, j } | Load2Single { d, m, i, j } | Load2Word { d, m, i, j } => {
            guarded(poison, d..d + 1, &[m, i, j])
        }
        LoadN { d, m, indices, words } => match first(poison, code.list(indices)) {
            0 => guarded(poison, d..d + words, &[m]),
            mark => Verdict::Refuse(mark),
        },
        Store1 { v, m, i } => guarded(poison, 0..0, &[v, m, i]),
        Store2 { v, m, i, j } => guarded(poison, 0..0, &[v, m, i, j]),
        StoreN { v, m, indices, .. } => match first(poison, code.list(indices)) {
            0 => guarded(poison, 0..0, &[v, m]),
            mark => Verdict::Refuse(mark),
        },
        // What a return passes on depends on the caller; the machine sees to it.
        Jump { .. } | Return { .. } => Verdict::Run,
        Branch { c, .. } | Assert { c } => guarded(poison, 0..0, &[c]),
        BranchCmp { a, b, .. } => guarded(poison, 0..0, &[a, b]),
        LoopEnter { iv, bound, step, .. }
        | LoopNext { iv, bound, step, .. }
        | LoopNext64 { iv, bound, step, .. } => guarded(poison, 0..0, &[iv, bound, step]),
        WideLoopEnter { k, .. } | WideLoopNext { k, .. } => {
            let wide = &code.wide_loops[k as usize];
            guarded(poison, 0..0, &[wide.iv, wide.bound, wide.step])
        }
        Switch { v, .. } => guarded(poison, 0..0, &[v]),
        Call { k } => match code.calls[k as usize].callee {
            Callee::Value(slot) => guarded(poison, 0..0, &[slot]),
            Callee::Function(_) => Verdict::Run,
        },
        Generic { k } => {
            let op = &code.generics[k as usize];
            let mark = op.operands.iter().map(|o| poison[o.slot as usize]).find(|m| *m != 0).unwrap_or(0);
            if mark != 0 && op.guarded {
                return Verdict::Refuse(mark);
            }
            for result in &op.results {
                poison[result.slot as usize..(result.slot + result.words()) as usize].fill(mark);
            }
            if mark == 0 { Verdict::Run } else { Verdict::Skip }
        }
        Memory { k } => memory(&code.memory[k as usize], poison),
    }
}

fn memory(op: &MemoryOp, poison: &mut [Mark]) -> Verdict {
    match op {
        MemoryOp::Alloc { d, dynamic, .. } => guarded(poison, *d..*d + 1, dynamic),
        MemoryOp::Dealloc { m } => guarded(poison, 0..0, &[*m]),
        MemoryOp::Global { d, .. } => guarded(poison, *d..*d + 1, &[]),
        MemoryOp::Dim { d, m, index } => guarded(poison, *d..*d + 1, &[*m, *index]),
        MemoryOp::Cast { d, m, .. } => guarded(poison, *d..*d + 1, &[*m]),
        MemoryOp::Subview { d, m, dims, .. } => {
            let slot = |e: &Extent| if let Extent::Slot(slot) = e { Some(*slot) } else { None };
            let mut from = vec![*m];
            from.extend(
                dims.iter().flat_map(|(offset, size, stride)| [offset, size, stride]).filter_map(slot),
            );
            guarded(poison, *d..*d + 1, &from)
        }
        MemoryOp::Copy { from, to } => guarded(poison, 0..0, &[*from, *to]),
    }
}
