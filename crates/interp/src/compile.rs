//! From a function's operations to its [`Code`].
//!
//! First every operation is looked at, and all that cannot be executed are reported together. Then the body
//! is translated in one pass: [`arith`] chooses instructions for computations, [`control`] turns regions and
//! branches into jumps and moves, [`memory`] translates what works on memrefs.
//!
//! Every value gets slots of its own when it is first met, with two exceptions that save moves in loops: the
//! results of `scf.for` are the slots of its carried values, and a value whose only use is to be yielded is
//! computed where the carried value stands, if that is not needed any more (see [`control`]).

mod arith;
mod check;
mod control;
mod memory;

pub use arith::describe;

use crate::code::{Code, Inst, Label, List, Slot, Target, words};
use crate::cost;
use crate::fault::Fault;
use crate::program::Program;
use dialects::func::signature;
use ir::symbols::symbol_name;
use ir::{Block, Ir, Op, TypeKind, Value as Ssa};
use rustc_hash::FxHashMap;

/// Compiles a function of a verified module.
pub fn compile<'a>(ir: &'a Ir, program: &mut Program<'a>, function: Op) -> Result<Code, Fault> {
    check::check(ir, program, function)?;
    let mut compiler = Compiler::new(ir, program, function);
    compiler.function(function);
    Ok(compiler.code)
}

/// The state of a compilation.
struct Compiler<'p, 'a> {
    ir: &'a Ir,
    program: &'p mut Program<'a>,
    code: Code,
    /// The labels of blocks of regions with several; they are placed when all is translated.
    block_labels: Vec<(Target, Block)>,
    /// Where these blocks begin.
    block_places: FxHashMap<Block, u32>,
    /// The operations of the function in text order, to ask which comes first.
    order: FxHashMap<Op, u32>,
    /// The operation that instructions now belong to.
    op: Op,
    /// Scratch slots for cycles of moves, by width in words.
    scratch: FxHashMap<u32, Slot>,
}

impl<'p, 'a> Compiler<'p, 'a> {
    fn new(ir: &'a Ir, program: &'p mut Program<'a>, function: Op) -> Self {
        let returns_no_memref = signature(ir, function).is_some_and(|(_, results)| {
            let is_memref =
                |ty| matches!(ir.ctx[ty], TypeKind::Memref { .. } | TypeKind::UnrankedMemref { .. });
            !results.iter().any(|ty| is_memref(*ty))
        });
        let code = Code {
            function,
            name: symbol_name(ir, function).unwrap_or("").to_string(),
            insts: Vec::new(),
            ops: Vec::new(),
            labels: Vec::new(),
            frame: Vec::new(),
            parameters: Vec::new(),
            lists: Vec::new(),
            wide_loops: Vec::new(),
            switches: Vec::new(),
            calls: Vec::new(),
            generics: Vec::new(),
            memory: Vec::new(),
            slots: FxHashMap::default(),
            returns_no_memref,
        };
        let order = ir.walk(function).into_iter().zip(0..).collect();
        Compiler {
            ir,
            program,
            code,
            block_labels: Vec::new(),
            block_places: FxHashMap::default(),
            order,
            op: function,
            scratch: FxHashMap::default(),
        }
    }

    fn function(&mut self, function: Op) {
        let region = self.ir.region(function, 0);
        let entry = self.ir.entry(region).expect("a function that is compiled has a body");
        self.block_label(entry);
        for argument in self.ir.args(entry) {
            let (slot, n) = (self.slot(*argument), self.words(*argument));
            self.code.parameters.extend(slot..slot + n);
        }
        self.graph(region, None);
        let mut costs: FxHashMap<Block, u32> = FxHashMap::default();
        for (label, block) in std::mem::take(&mut self.block_labels) {
            let pc = self.block_places[&block];
            let cost = *costs.entry(block).or_insert_with(|| cost::of_block(self.ir, block));
            self.code.labels[label as usize] = Label { pc, cost, block: Some(block) };
        }
        debug_assert!(self.code.labels.iter().all(|label| (label.pc as usize) < self.code.insts.len()));
    }

    // ----- slots -----

    /// How many slots a value takes.
    fn words(&self, value: Ssa) -> u32 {
        self.ir.ctx.scalar_width(self.ir.ty(value)).map_or(1, words)
    }

    fn fresh(&mut self, n: u32) -> Slot {
        let slot = self.code.frame.len() as Slot;
        self.code.frame.resize(slot as usize + n as usize, 0);
        slot
    }

    /// The slot of a value.
    fn slot(&mut self, value: Ssa) -> Slot {
        if let Some(slot) = self.code.slots.get(&value) {
            return *slot;
        }
        let slot = self.fresh(self.words(value));
        self.code.slots.insert(value, slot);
        slot
    }

    /// The slots of values, word by word.
    fn word_slots(&mut self, values: impl Iterator<Item = Ssa>) -> Vec<Slot> {
        let mut slots = Vec::new();
        for value in values {
            let (slot, n) = (self.slot(value), self.words(value));
            slots.extend(slot..slot + n);
        }
        slots
    }

    fn list(&mut self, slots: &[Slot]) -> List {
        self.code.lists.push(slots.len() as u32);
        let at = self.code.lists.len() as u32;
        self.code.lists.extend_from_slice(slots);
        List { at }
    }

    // ----- instructions and labels -----

    fn emit(&mut self, inst: Inst) {
        self.code.insts.push(inst);
        self.code.ops.push(self.op);
    }

    /// A label for a place that is not known yet.
    fn label(&mut self) -> Target {
        self.code.labels.push(Label { pc: u32::MAX, cost: 0, block: None });
        self.code.labels.len() as Target - 1
    }

    /// Two labels side by side, for a two-way branch.
    fn label_pair(&mut self) -> (Target, Target) {
        (self.label(), self.label())
    }

    /// The label is here, inside of a block.
    fn place(&mut self, label: Target) {
        self.code.labels[label as usize].pc = self.code.insts.len() as u32;
    }

    /// The label is here, where a block begins.
    fn place_block(&mut self, label: Target, block: Block) {
        let cost = cost::of_block(self.ir, block);
        self.code.labels[label as usize] =
            Label { pc: self.code.insts.len() as u32, cost, block: Some(block) };
    }

    /// A label of a block of a region with several.
    fn block_label(&mut self, block: Block) -> Target {
        let label = self.label();
        self.block_labels.push((label, block));
        label
    }

    // ----- moves -----

    /// Moves values to slots, all at once: no move sees the result of another.
    fn moves(&mut self, moves: impl Iterator<Item = (Slot, Ssa)>) {
        let moves = moves.map(|(d, value)| (d, self.slot(value), self.words(value))).collect();
        self.parallel(moves);
    }

    /// Moves `(d, s, n)`: the slots of a value are never a part of those of another, so a first slot stands
    /// for all.
    fn parallel(&mut self, mut moves: Vec<(Slot, Slot, u32)>) {
        moves.retain(|(d, s, _)| d != s);
        // How many moves still read a slot, and the move that writes it.
        let mut readers: FxHashMap<Slot, u32> = FxHashMap::default();
        let mut writer: FxHashMap<Slot, usize> = FxHashMap::default();
        for (i, (d, s, _)) in moves.iter().enumerate() {
            *readers.entry(*s).or_default() += 1;
            writer.insert(*d, i);
        }
        let mut done = vec![false; moves.len()];
        let mut ready: Vec<usize> =
            (0..moves.len()).filter(|i| !readers.contains_key(&moves[*i].0)).collect();
        let mut next = 0;
        loop {
            while let Some(i) = ready.pop() {
                let (d, s, n) = moves[i];
                self.one_move(d, s, n);
                done[i] = true;
                let left = readers.get_mut(&s).expect("the source is read by this move");
                *left -= 1;
                if *left == 0
                    && let Some(i) = writer.get(&s)
                {
                    ready.push(*i);
                }
            }
            // All that is left are cycles: save what one of their moves will overwrite.
            while next < moves.len() && done[next] {
                next += 1;
            }
            let Some((d, _, n)) = moves.get(next).copied() else { return };
            let scratch = self.scratch(n);
            self.one_move(scratch, d, n);
            for (i, m) in moves.iter_mut().enumerate() {
                if !done[i] && m.1 == d {
                    m.1 = scratch;
                    *readers.entry(scratch).or_default() += 1;
                }
            }
            readers.remove(&d);
            ready.push(next);
        }
    }

    fn scratch(&mut self, n: u32) -> Slot {
        if let Some(slot) = self.scratch.get(&n) {
            return *slot;
        }
        let slot = self.fresh(n);
        self.scratch.insert(n, slot);
        slot
    }

    fn one_move(&mut self, d: Slot, s: Slot, n: u32) {
        match n {
            1 => self.emit(Inst::Move { d, s }),
            _ => self.emit(Inst::MoveWide { d, s, n }),
        }
    }
}
