//! Conditions that decide much of a block: a reset, a global enable.
//!
//! Careful code asks such a condition once and has a version of the block for either answer, in which whatever depends on it is
//! folded away. A reset of two hundred registers then costs one branch instead of two hundred masks.

use crate::design::Op;
use crate::program::{Block, Program, Slot, Space};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many uses are worth a version.
const ENOUGH: usize = 16;

/// So many conditions at most: each doubles the code.
const MOST: usize = 2;

/// Programs of more instructions than this are not doubled: compiling takes long enough.
const LARGEST: usize = 50_000;

/// The conditions to make versions for, the most used first. They are the same in all lanes and known before the block.
pub fn conditions(program: &Program, block: &Block) -> Vec<Slot> {
    if program.instrs.len() > LARGEST {
        return Vec::new();
    }
    let code = program.code(block);
    // What is the condition, its opposite or a mask of it, and which condition that is.
    let mut roots: FxHashMap<Slot, Slot> = FxHashMap::default();
    let mut made: FxHashSet<Slot> = FxHashSet::default();
    let mut uses: FxHashMap<Slot, usize> = FxHashMap::default();
    for instr in code {
        let args = program.args(instr);
        for (at, arg) in args.iter().enumerate() {
            let known = roots.get(&arg.slot).copied();
            let outside = arg.width == 1 && arg.slot.stride == 0 && !made.contains(&arg.slot);
            let constant = arg.slot.space == Space::Temp
                && program.constants.binary_search_by_key(&arg.slot.offset, |(offset, _)| *offset).is_ok();
            let Some(root) = known.or((outside && !constant).then_some(arg.slot)) else { continue };
            match instr.op {
                Op::Fill | Op::Xor => {
                    roots.insert(instr.dst, root);
                }
                Op::And => *uses.entry(root).or_default() += 1,
                Op::Mux if at == 0 => *uses.entry(root).or_default() += 1,
                _ => {}
            }
        }
        made.insert(instr.dst);
    }
    let worth = ENOUGH.max(code.len() / 32);
    let mut hot: Vec<(Slot, usize)> = uses.into_iter().filter(|(_, count)| *count >= worth).collect();
    hot.sort_by_key(|(slot, count)| (std::cmp::Reverse(*count), slot.space, slot.offset));
    hot.truncate(MOST);
    hot.into_iter().map(|(slot, _)| slot).collect()
}
