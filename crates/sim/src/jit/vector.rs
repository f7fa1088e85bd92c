//! A block as code for four lanes at a time.
//!
//! Every value is a vector of four `i32`. A one-bit value is 0 or 1 in each lane, or a mask of all bits while it is only a
//! condition. Blocks qualify when all their values have at most 32 bits and their operations have vector instructions.

use crate::design::Op;
use crate::program::{Arg, Block, Instr, Program, Slot, Space};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap;

const LANES: u32 = 4;
const VECTOR: Type = types::I32X4;

/// Whether a block can be computed four lanes at a time.
pub fn fits(program: &Program, block: &Block) -> bool {
    block.lanes >= LANES
        && program.code(block).iter().all(|instr| {
            let args = program.args(instr);
            let narrow = instr.width <= 32 && args.iter().all(|arg| arg.width <= 32);
            narrow && has_vector_form(program, instr, args)
        })
}

fn has_vector_form(program: &Program, instr: &Instr, args: &[Arg]) -> bool {
    match instr.op {
        Op::And | Op::Or | Op::Xor | Op::Add | Op::Sub | Op::Mul => true,
        Op::Eq
        | Op::Ne
        | Op::Ult
        | Op::Ule
        | Op::Slt
        | Op::Sle
        | Op::Mux
        | Op::Fill
        | Op::Extend
        | Op::Copy => true,
        Op::Extract(_) | Op::Concat => true,
        Op::Shl | Op::ShrU | Op::ShrS => constant(program, args[1]).is_some(),
        _ => false,
    }
}

fn constant(program: &Program, arg: Arg) -> Option<u64> {
    if arg.slot.space != Space::Temp || arg.slot.stride != 0 {
        return None;
    }
    let at = program.constants.binary_search_by_key(&arg.slot.offset, |(offset, _)| *offset).ok()?;
    program.constants[at].1.to_u64()
}

/// Emits a block into a function whose first block is open.
pub fn emit(program: &Program, block: &Block, b: &mut FunctionBuilder<'_>) {
    let params = b.block_params(b.current_block().expect("the entry is open")).to_vec();
    let mut emit = Emit {
        program,
        bases: [params[0], params[1], params[2]],
        pointers: [None; 3],
        moved: None,
        values: FxHashMap::default(),
        b,
    };
    // What all lanes share is spread over a vector once.
    for instr in program.code(block) {
        for arg in program.args(instr).iter().filter(|arg| arg.slot.stride == 0) {
            emit.spread(*arg);
        }
    }
    let (head, end) = (emit.b.create_block(), emit.b.create_block());
    let moved = emit.b.append_block_param(head, types::I64);
    let zero = emit.b.ins().iconst(types::I64, 0);
    emit.b.ins().jump(head, &[zero.into()]);
    emit.b.switch_to_block(head);
    emit.moved = Some(moved);
    for instr in program.code(block) {
        emit.instr(instr);
    }
    let next = emit.b.ins().iadd_imm_u(moved, i64::from(LANES * 4));
    let all = i64::from(block.lanes.next_multiple_of(LANES) * 4);
    let more = emit.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, all);
    emit.b.ins().brif(more, head, &[next.into()], end, &[]);
    emit.b.switch_to_block(end);
}

/// A vector.
#[derive(Clone, Copy)]
struct Val {
    value: Value,
    /// Bits past the width are zero.
    clean: bool,
    /// All bits of a lane are its one bit; `value` is the same vector until somebody wants the number.
    mask: Option<Value>,
}

struct Emit<'a, 'f> {
    program: &'a Program,
    bases: [Value; 3],
    /// The bases moved to the lanes at hand.
    pointers: [Option<Value>; 3],
    /// Bytes from lane 0 to the lanes at hand.
    moved: Option<Value>,
    values: FxHashMap<Slot, Val>,
    b: &'a mut FunctionBuilder<'f>,
}

/// All accesses are within buffers that are there, at any word.
fn flags() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

impl Emit<'_, '_> {
    fn spread(&mut self, arg: Arg) {
        if self.values.contains_key(&arg.slot) {
            return;
        }
        let scalar = match constant(self.program, arg) {
            Some(value) => self.b.ins().iconst(types::I32, value as i64),
            None => {
                let base = self.bases[arg.slot.space as usize];
                self.b.ins().load(types::I32, flags(), base, arg.slot.offset as i32 * 4)
            }
        };
        let value = self.b.ins().splat(VECTOR, scalar);
        self.values.insert(arg.slot, Val { value, clean: true, mask: None });
    }

    fn number(&mut self, value: u32) -> Value {
        let scalar = self.b.ins().iconst(types::I32, i64::from(value));
        self.b.ins().splat(VECTOR, scalar)
    }

    fn address(&mut self, slot: Slot) -> (Value, i32) {
        let space = slot.space as usize;
        let pointer = match self.pointers[space] {
            Some(pointer) => pointer,
            None => {
                let moved = self.moved.expect("vectors are addressed in the loop");
                let pointer = self.b.ins().iadd(self.bases[space], moved);
                *self.pointers[space].insert(pointer)
            }
        };
        (pointer, slot.offset as i32 * 4)
    }

    fn arg(&mut self, arg: Arg) -> Val {
        if let Some(value) = self.values.get(&arg.slot) {
            return *value;
        }
        let (pointer, offset) = self.address(arg.slot);
        let value = self.b.ins().load(VECTOR, flags(), pointer, offset);
        let value = Val { value, clean: true, mask: None };
        self.values.insert(arg.slot, value);
        value
    }

    /// An operand whose bits past the width do not matter.
    fn any(&mut self, arg: Arg) -> Value {
        let value = self.arg(arg);
        match value.mask {
            Some(mask) if mask == value.value => {
                let number = self.b.ins().ushr_imm_u(mask, 31);
                self.values.insert(arg.slot, Val { value: number, ..value });
                number
            }
            _ => value.value,
        }
    }

    /// An operand with all bits past its width zero.
    fn clean(&mut self, arg: Arg) -> Value {
        let value = self.any(arg);
        if self.arg(arg).clean {
            return value;
        }
        let mask = self.number((1u32 << arg.width) - 1);
        let value = self.b.ins().band(value, mask);
        self.values.insert(arg.slot, Val { value, clean: true, mask: None });
        value
    }

    /// A one-bit operand as a mask.
    fn mask(&mut self, arg: Arg) -> Value {
        match self.arg(arg).mask {
            Some(mask) => mask,
            None => {
                let value = self.clean(arg);
                let mask = self.b.ins().ineg(value);
                let known = self.arg(arg);
                self.values.insert(arg.slot, Val { mask: Some(mask), ..known });
                mask
            }
        }
    }

    /// A signed operand at the top of its lanes.
    fn at_top(&mut self, arg: Arg) -> Value {
        let value = self.any(arg);
        if arg.width == 32 { value } else { self.b.ins().ishl_imm_u(value, i64::from(32 - arg.width)) }
    }

    fn instr(&mut self, instr: &Instr) {
        let program = self.program;
        let args = program.args(instr);
        let mut value = self.compute(instr, args);
        value.clean |= instr.width == 32;
        self.values.insert(instr.dst, value);
        if instr.live || instr.dst.space == Space::Next {
            let value = self.clean(Arg { slot: instr.dst, width: instr.width });
            let (pointer, offset) = self.address(instr.dst);
            self.b.ins().store(flags(), value, pointer, offset);
        }
    }

    fn compute(&mut self, instr: &Instr, args: &[Arg]) -> Val {
        let plain = |value, clean| Val { value, clean, mask: None };
        match instr.op {
            Op::And | Op::Or | Op::Xor => {
                let (x, y) = (self.arg(args[0]), self.arg(args[1]));
                let join = |this: &mut Self, a, b| match instr.op {
                    Op::And => this.b.ins().band(a, b),
                    Op::Or => this.b.ins().bor(a, b),
                    _ => this.b.ins().bxor(a, b),
                };
                // Conditions stay conditions.
                if let (Some(a), Some(b)) = (x.mask, y.mask) {
                    let mask = join(self, a, b);
                    return Val { value: mask, clean: true, mask: Some(mask) };
                }
                let (a, b) = (self.any(args[0]), self.any(args[1]));
                let clean = if instr.op == Op::And { x.clean || y.clean } else { x.clean && y.clean };
                plain(join(self, a, b), clean)
            }
            Op::Add | Op::Sub | Op::Mul => {
                let (a, b) = (self.any(args[0]), self.any(args[1]));
                let value = match instr.op {
                    Op::Add => self.b.ins().iadd(a, b),
                    Op::Sub => self.b.ins().isub(a, b),
                    _ => self.b.ins().imul(a, b),
                };
                plain(value, false)
            }
            Op::Eq | Op::Ne | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let mask = self.compare(instr.op, args);
                Val { value: mask, clean: true, mask: Some(mask) }
            }
            Op::Mux => {
                let mask = self.mask(args[0]);
                let (a, b) = (self.any(args[1]), self.any(args[2]));
                let clean = self.arg(args[1]).clean && self.arg(args[2]).clean;
                plain(self.b.ins().bitselect(mask, a, b), clean)
            }
            Op::Fill => {
                // Reduced at once: as a mask it reduces what it is applied to.
                let mask = self.mask(args[0]);
                let all = if instr.width == 32 { mask } else { self.number((1u32 << instr.width) - 1) };
                plain(self.b.ins().band(mask, all), true)
            }
            Op::Extend => {
                let value = self.at_top(args[0]);
                plain(self.b.ins().sshr_imm_u(value, i64::from(32 - args[0].width)), false)
            }
            Op::Copy => {
                let value = self.any(args[0]);
                plain(value, self.arg(args[0]).clean)
            }
            Op::Extract(low) => {
                let whole = low + instr.width >= args[0].width;
                let value = if whole { self.clean(args[0]) } else { self.any(args[0]) };
                let value = if low == 0 { value } else { self.b.ins().ushr_imm_u(value, i64::from(low)) };
                plain(value, whole)
            }
            Op::Concat => {
                let (mut low, mut joined) = (0, None);
                for arg in args.iter().rev() {
                    if constant(self.program, *arg) != Some(0) {
                        let value = self.clean(*arg);
                        let value = if low == 0 { value } else { self.b.ins().ishl_imm_u(value, low) };
                        joined = Some(match joined {
                            None => value,
                            Some(lower) => self.b.ins().bor(lower, value),
                        });
                    }
                    low += i64::from(arg.width);
                }
                // Nothing but zeros, by way of ports.
                plain(joined.unwrap_or_else(|| self.number(0)), true)
            }
            Op::Shl | Op::ShrU | Op::ShrS => self.shift(instr, args),
            _ => unreachable!("checked by `fits`"),
        }
    }

    fn shift(&mut self, instr: &Instr, args: &[Arg]) -> Val {
        let amount = constant(self.program, args[1]).expect("checked by `fits`");
        let width = instr.width;
        let (value, clean) = match instr.op {
            _ if amount >= u64::from(width) && instr.op != Op::ShrS => (self.number(0), true),
            Op::Shl => {
                let value = self.any(args[0]);
                (self.b.ins().ishl_imm_u(value, amount as i64), false)
            }
            Op::ShrU => {
                let value = self.clean(args[0]);
                (self.b.ins().ushr_imm_u(value, amount as i64), true)
            }
            _ => {
                let value = self.at_top(args[0]);
                let amount = amount.min(u64::from(width) - 1) as u32 + 32 - width;
                (self.b.ins().sshr_imm_u(value, i64::from(amount.min(31))), false)
            }
        };
        Val { value, clean, mask: None }
    }

    fn compare(&mut self, op: Op, args: &[Arg]) -> Value {
        let (code, a, b) = match op {
            Op::Slt => (IntCC::SignedLessThan, self.at_top(args[0]), self.at_top(args[1])),
            Op::Sle => (IntCC::SignedLessThanOrEqual, self.at_top(args[0]), self.at_top(args[1])),
            // Values of less than 32 bits have the same order as signed ones, which is the one that machines have.
            Op::Ult if args[0].width < 32 => {
                (IntCC::SignedLessThan, self.clean(args[0]), self.clean(args[1]))
            }
            Op::Ule if args[0].width < 32 => {
                (IntCC::SignedLessThanOrEqual, self.clean(args[0]), self.clean(args[1]))
            }
            Op::Ult => (IntCC::UnsignedLessThan, self.clean(args[0]), self.clean(args[1])),
            Op::Ule => (IntCC::UnsignedLessThanOrEqual, self.clean(args[0]), self.clean(args[1])),
            Op::Ne => (IntCC::NotEqual, self.clean(args[0]), self.clean(args[1])),
            _ => (IntCC::Equal, self.clean(args[0]), self.clean(args[1])),
        };
        self.b.ins().icmp(code, a, b)
    }
}
