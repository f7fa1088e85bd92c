//! A block as code for one lane after the other.
//!
//! A value of at most 32 bits is an `i32`, one of at most 64 bits an `i64`; wider ones stay in their buffers and are treated word by
//! word. Bits past the width of a value in a register may be anything until somebody minds ([`Emit::clean`]): a chain
//! of sums is reduced once.

use super::is_rare;
use crate::design::Op;
use crate::program::{Arg, Block, Instr, Program, Slot, Space, words};
use base::Bits;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, ExtFuncData, ExternalName, FuncRef, InstBuilder, MemFlagsData, Signature, Type,
    UserExternalName, Value, types,
};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Emits a block into a function whose first block is open, with a version for either value of each of these conditions.
pub fn emit(program: &Program, block: &Block, hot: &[Slot], helper: FuncId, b: &mut FunctionBuilder<'_>) {
    let params = b.block_params(b.current_block().expect("the entry is open")).to_vec();
    let mut emit = Emit {
        program,
        lanes: block.lanes,
        bases: [params[0], params[1], params[2]],
        memory: params[3],
        caller: params[4],
        helper,
        helper_ref: None,
        lane: None,
        pointers: FxHashMap::default(),
        values: FxHashMap::default(),
        stored: FxHashSet::default(),
        assumed: Vec::new(),
        b,
    };
    emit.find_stored(block);
    emit.versions(block, hot);
}

/// A value in a register.
#[derive(Clone, Copy)]
struct Val {
    value: Value,
    width: u32,
    /// Bits past the width are zero.
    clean: bool,
    /// The result of a comparison, for those who want a condition; `value` is not there yet then.
    flag: Option<Value>,
    /// What it is, if that is known in this version of the block.
    known: Option<u64>,
}

struct Emit<'a, 'f> {
    program: &'a Program,
    lanes: u32,
    bases: [Value; 3],
    memory: Value,
    caller: Value,
    helper: FuncId,
    helper_ref: Option<FuncRef>,
    /// The number of the lane, in a loop.
    lane: Option<Value>,
    /// In a loop: the base of a space, moved to the lane, for a stride.
    pointers: FxHashMap<(Space, u32), Value>,
    /// What is in a register.
    values: FxHashMap<Slot, Val>,
    /// Results that must be in their buffers because somebody reads them there.
    stored: FxHashSet<Slot>,
    /// The conditions of this version, and what they are in it.
    assumed: Vec<(Slot, bool)>,
    b: &'a mut FunctionBuilder<'f>,
}

/// The type of a value's register.
fn container(width: u32) -> Type {
    if width <= 32 { types::I32 } else { types::I64 }
}

fn bits(width: u32) -> u32 {
    if width <= 32 { 32 } else { 64 }
}

fn mask(width: u32) -> i64 {
    if width >= 64 { -1 } else { (1i64 << width) - 1 }
}

/// All accesses are within buffers that are there, at any word.
fn flags() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

impl Emit<'_, '_> {
    /// What the interpreter reads, and what is wider than a register, is in the buffers.
    fn find_stored(&mut self, block: &Block) {
        for instr in self.program.code(block) {
            if instr.live || instr.dst.space == Space::Next {
                self.stored.insert(instr.dst);
            }
            if is_rare(instr, self.program) {
                self.stored.extend(self.program.args(instr).iter().map(|arg| arg.slot));
            }
        }
    }

    /// Asks the conditions one after the other; after the last, the block itself.
    fn versions(&mut self, block: &Block, hot: &[Slot]) {
        let Some((condition, others)) = hot.split_first() else {
            self.values.clear();
            self.pointers.clear();
            self.lane = None;
            return if block.lanes == 1 { self.body(block) } else { self.looped(block) };
        };
        let base = self.bases[condition.space as usize];
        let value = self.b.ins().load(types::I32, flags(), base, condition.offset as i32 * 4);
        let (one, zero, end) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(value, one, &[], zero, &[]);
        for (version, is_one) in [(one, true), (zero, false)] {
            self.b.switch_to_block(version);
            self.assumed.push((*condition, is_one));
            self.versions(block, others);
            self.assumed.pop();
            self.b.ins().jump(end, &[]);
        }
        self.b.switch_to_block(end);
    }

    fn looped(&mut self, block: &Block) {
        let (head, end) = (self.b.create_block(), self.b.create_block());
        let lane = self.b.append_block_param(head, types::I64);
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.ins().jump(head, &[zero.into()]);
        self.b.switch_to_block(head);
        self.lane = Some(lane);
        self.body(block);
        let next = self.b.ins().iadd_imm_u(lane, 1);
        let more = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, i64::from(self.lanes));
        self.b.ins().brif(more, head, &[next.into()], end, &[]);
        self.b.switch_to_block(end);
    }

    fn body(&mut self, block: &Block) {
        for (index, instr) in (block.start..).zip(self.program.code(block)) {
            if is_rare(instr, self.program) {
                self.interpret(index);
            } else if instr.wide {
                self.wide(instr);
            } else {
                let value = self.narrow(instr);
                self.define(instr, value);
            }
        }
    }

    /// Leaves an instruction to the interpreter.
    fn interpret(&mut self, index: u32) {
        let helper = match self.helper_ref {
            Some(helper) => helper,
            None => {
                let mut signature = Signature::new(self.b.func.signature.call_conv);
                let params = [types::I64, types::I32, types::I32].map(AbiParam::new);
                signature.params.extend(params);
                let signature = self.b.import_signature(signature);
                let name = UserExternalName { namespace: 0, index: self.helper.as_u32() };
                let name = ExternalName::user(self.b.func.declare_imported_user_function(name));
                let data = ExtFuncData { name, signature, colocated: false, patchable: false };
                *self.helper_ref.insert(self.b.import_function(data))
            }
        };
        let index = self.b.ins().iconst(types::I32, i64::from(index));
        let lane = match self.lane {
            Some(lane) => self.b.ins().ireduce(types::I32, lane),
            None => self.b.ins().iconst(types::I32, 0),
        };
        self.b.ins().call(helper, &[self.caller, index, lane]);
    }

    // ----- values -----

    /// The address of a slot as a pointer and bytes behind it.
    fn address(&mut self, slot: Slot) -> (Value, i32) {
        let base = self.bases[slot.space as usize];
        let offset = slot.offset as i32 * 4;
        let Some(lane) = self.lane.filter(|_| slot.stride != 0) else { return (base, offset) };
        // A shift folds into the address of a load or store; other strides are multiplied once.
        let bytes = i64::from(slot.stride) * 4;
        let pointer = match self.pointers.get(&(slot.space, slot.stride)) {
            Some(pointer) => *pointer,
            None => {
                let moved = match bytes.count_ones() {
                    1 => self.b.ins().ishl_imm_u(lane, i64::from(bytes.trailing_zeros())),
                    _ => self.b.ins().imul_imm_u(lane, bytes),
                };
                let pointer = self.b.ins().iadd(base, moved);
                self.pointers.insert((slot.space, slot.stride), pointer);
                pointer
            }
        };
        (pointer, offset)
    }

    /// The constant behind an operand.
    fn constant(&self, arg: Arg) -> Option<&Bits> {
        if arg.slot.space != Space::Temp || arg.slot.stride != 0 {
            return None;
        }
        let at = self.program.constants.binary_search_by_key(&arg.slot.offset, |(offset, _)| *offset).ok()?;
        Some(&self.program.constants[at].1)
    }

    fn small_constant(&self, arg: Arg) -> Option<u64> {
        self.constant(arg)?.to_u64()
    }

    fn load(&mut self, arg: Arg) -> Val {
        let (pointer, offset) = self.address(arg.slot);
        let value = self.b.ins().load(container(arg.width), flags(), pointer, offset);
        Val { value, width: arg.width, clean: true, flag: None, known: None }
    }

    fn number(&mut self, number: u64, width: u32) -> Val {
        let number = number & mask(width) as u64;
        let value = self.b.ins().iconst(container(width), number as i64);
        Val { value, width, clean: true, flag: None, known: Some(number) }
    }

    /// An operand of at most 64 bits, in a register.
    fn arg(&mut self, arg: Arg) -> Val {
        if let Some(value) = self.values.get(&arg.slot) {
            return *value;
        }
        let assumed =
            self.assumed.iter().find(|(slot, _)| *slot == arg.slot).map(|(_, is_one)| u64::from(*is_one));
        if let Some(number) = assumed.or_else(|| self.small_constant(arg)) {
            // Constants are made where they are used: they are shorter than what keeping them costs.
            return self.number(number, arg.width);
        }
        let value = self.load(arg);
        self.values.insert(arg.slot, value);
        value
    }

    /// An operand whose bits past the width do not matter.
    fn any(&mut self, arg: Arg) -> Value {
        let value = self.arg(arg);
        self.whole(arg.slot, value).value
    }

    /// An operand with all bits past its width zero.
    fn clean(&mut self, arg: Arg) -> Value {
        let value = self.arg(arg);
        let value = self.whole(arg.slot, value);
        if value.clean {
            return value.value;
        }
        let reduced = self.b.ins().band_imm_u(value.value, mask(value.width));
        self.values.insert(arg.slot, Val { value: reduced, clean: true, ..value });
        reduced
    }

    /// Makes a number of a condition.
    fn whole(&mut self, slot: Slot, value: Val) -> Val {
        match value.flag {
            Some(flag) if value.value == flag => {
                let number = self.b.ins().uextend(types::I32, flag);
                let value = Val { value: number, ..value };
                self.values.insert(slot, value);
                value
            }
            _ => value,
        }
    }

    /// A one-bit operand as a condition.
    fn condition(&mut self, arg: Arg) -> Value {
        match self.arg(arg).flag {
            Some(flag) => flag,
            None => self.clean(arg),
        }
    }

    /// An operand of at most 64 bits as 64 bits, clean.
    fn clean64(&mut self, arg: Arg) -> Value {
        let value = self.clean(arg);
        if arg.width <= 32 { self.b.ins().uextend(types::I64, value) } else { value }
    }

    /// An operand of at most 64 bits in this many, its high bits zero.
    fn clean_as(&mut self, arg: Arg, width: u32) -> Value {
        if bits(width) == 64 { self.clean64(arg) } else { self.clean(arg) }
    }

    /// Moves a signed operand to the top of its register, so that its sign is the register's.
    fn at_top(&mut self, arg: Arg) -> Value {
        let value = self.any(arg);
        let unused = bits(arg.width) - arg.width;
        if unused == 0 { value } else { self.b.ins().ishl_imm_u(value, i64::from(unused)) }
    }

    /// A signed operand, its sign continued through its register.
    fn signed(&mut self, arg: Arg) -> Value {
        // Machines continue the signs of their own sizes in one instruction.
        if let Some(ty) = [types::I8, types::I16].into_iter().find(|ty| ty.bits() == arg.width) {
            let value = self.any(arg);
            let value = self.b.ins().ireduce(ty, value);
            return self.b.ins().sextend(types::I32, value);
        }
        let value = self.at_top(arg);
        let unused = bits(arg.width) - arg.width;
        if unused == 0 { value } else { self.b.ins().sshr_imm_u(value, i64::from(unused)) }
    }

    fn define(&mut self, instr: &Instr, value: Val) {
        self.values.insert(instr.dst, value);
        if self.stored.contains(&instr.dst) {
            let value = self.clean(Arg { slot: instr.dst, width: instr.width });
            let (pointer, offset) = self.address(instr.dst);
            self.b.ins().store(flags(), value, pointer, offset);
        }
    }

    // ----- operations of at most 64 bits -----

    fn narrow(&mut self, instr: &Instr) -> Val {
        let program = self.program;
        let args = program.args(instr);
        let width = instr.width;
        if let Some(value) = self.folded(instr, args) {
            return value;
        }
        let (value, clean) = match instr.op {
            Op::And => {
                let (a, b) = (self.any(args[0]), self.any(args[1]));
                let clean = self.is_clean(args[0]) || self.is_clean(args[1]);
                (self.b.ins().band(a, b), clean)
            }
            Op::Or | Op::Xor => {
                let (a, b) = (self.any(args[0]), self.any(args[1]));
                let clean = self.is_clean(args[0]) && self.is_clean(args[1]);
                (if instr.op == Op::Or { self.b.ins().bor(a, b) } else { self.b.ins().bxor(a, b) }, clean)
            }
            Op::Add | Op::Sub | Op::Mul => {
                let (a, b) = (self.any(args[0]), self.any(args[1]));
                let value = match instr.op {
                    Op::Add => self.b.ins().iadd(a, b),
                    Op::Sub => self.b.ins().isub(a, b),
                    _ => self.b.ins().imul(a, b),
                };
                (value, false)
            }
            Op::DivU | Op::ModU | Op::DivS | Op::ModS => (self.divide(instr, args), false),
            Op::Shl | Op::ShrU | Op::ShrS => self.shift(instr, args),
            Op::Eq | Op::Ne | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let flag = self.compare(instr.op, args);
                return Val { value: flag, width: 1, clean: true, flag: Some(flag), known: None };
            }
            Op::Mux => {
                let condition = self.condition(args[0]);
                let (a, b) = (self.any(args[1]), self.any(args[2]));
                let clean = self.is_clean(args[1]) && self.is_clean(args[2]);
                (self.b.ins().select(condition, a, b), clean)
            }
            Op::Extract(low) => self.extract(args[0], low, width),
            Op::Concat => self.concat(args, width),
            Op::Fill => {
                let value = self.clean(args[0]);
                let value = if bits(width) == 64 { self.b.ins().uextend(types::I64, value) } else { value };
                // Reduced at once: as a mask it reduces what it is applied to.
                let value = self.b.ins().ineg(value);
                (if width == bits(width) { value } else { self.b.ins().band_imm_u(value, mask(width)) }, true)
            }
            Op::Extend => {
                let value = self.signed(args[0]);
                (
                    if args[0].width <= 32 && width > 32 {
                        self.b.ins().sextend(types::I64, value)
                    } else {
                        value
                    },
                    false,
                )
            }
            Op::Parity => {
                let value = self.clean(args[0]);
                let count = self.b.ins().popcnt(value);
                let odd = self.b.ins().band_imm_u(count, 1);
                (if args[0].width > 32 { self.b.ins().ireduce(types::I32, odd) } else { odd }, true)
            }
            Op::Reverse => {
                let value = self.any(args[0]);
                let value = self.b.ins().bitrev(value);
                (self.b.ins().ushr_imm_u(value, i64::from(bits(width) - width)), true)
            }
            Op::Pick(size) => self.pick(args, size, width),
            Op::Inject => (self.inject(args, width), false),
            Op::Read(_) => (self.read(instr, args[0]), true),
            Op::Copy => {
                let value = self.any(args[0]);
                (value, self.is_clean(args[0]))
            }
        };
        Val { value, width, clean: clean || width == bits(width), flag: None, known: None }
    }

    /// What an operation comes to when conditions are known.
    fn folded(&mut self, instr: &Instr, args: &[Arg]) -> Option<Val> {
        let width = instr.width;
        match instr.op {
            Op::Mux => {
                let known = self.arg(args[0]).known?;
                Some(self.arg(args[if known != 0 { 1 } else { 2 }]))
            }
            Op::Fill => {
                let known = self.arg(args[0]).known?;
                Some(self.number(known.wrapping_neg(), width))
            }
            Op::Xor => {
                let (a, b) = (self.arg(args[0]).known?, self.arg(args[1]).known?);
                Some(self.number(a ^ b, width))
            }
            Op::And => {
                let (a, b) = (self.arg(args[0]), self.arg(args[1]));
                let all = mask(width) as u64;
                match (a.known, b.known) {
                    (Some(0), _) | (_, Some(0)) => Some(self.number(0, width)),
                    (_, Some(known)) if known == all => Some(a),
                    (Some(known), _) if known == all => Some(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_clean(&mut self, arg: Arg) -> bool {
        self.arg(arg).clean
    }

    fn divide(&mut self, instr: &Instr, args: &[Arg]) -> Value {
        let is_signed = matches!(instr.op, Op::DivS | Op::ModS);
        // Signed ones of 32 bits are done in 64, where the largest quotient fits.
        let wide = is_signed && instr.width <= 32;
        let mut operand = |at: usize| {
            let value = if is_signed { self.signed(args[at]) } else { self.clean(args[at]) };
            if wide { self.b.ins().sextend(types::I64, value) } else { value }
        };
        let (a, b) = (operand(0), operand(1));
        let is_zero = self.b.ins().icmp_imm_u(IntCC::Equal, b, 0);
        let ty = self.b.func.dfg.value_type(b);
        let one = self.b.ins().iconst(ty, 1);
        let zero = self.b.ins().iconst(ty, 0);
        let divisor = self.b.ins().select(is_zero, one, b);
        let result = match instr.op {
            Op::DivU => self.b.ins().udiv(a, divisor),
            Op::ModU => self.b.ins().urem(a, divisor),
            Op::DivS => self.b.ins().sdiv(a, divisor),
            _ => self.b.ins().srem(a, divisor),
        };
        let result = self.b.ins().select(is_zero, zero, result);
        if wide { self.b.ins().ireduce(types::I32, result) } else { result }
    }

    fn shift(&mut self, instr: &Instr, args: &[Arg]) -> (Value, bool) {
        let width = instr.width;
        let (value, clean) = match instr.op {
            Op::Shl => (self.any(args[0]), false),
            Op::ShrU => (self.clean(args[0]), true),
            _ => (self.signed(args[0]), false),
        };
        let emit = |this: &mut Self, amount: Value| match instr.op {
            Op::Shl => this.b.ins().ishl(value, amount),
            Op::ShrU => this.b.ins().ushr(value, amount),
            _ => this.b.ins().sshr(value, amount),
        };
        if let Some(amount) = self.small_constant(args[1]) {
            let last = u64::from(width) - 1;
            if amount > last && instr.op != Op::ShrS {
                return (self.b.ins().iconst(container(width), 0), true);
            }
            let amount = self.b.ins().iconst(container(width), amount.min(last) as i64);
            return (emit(self, amount), clean);
        }
        let amount = self.clean(args[1]);
        if instr.op == Op::ShrS {
            let last = self.b.ins().iconst(container(width), i64::from(width) - 1);
            let amount = self.b.ins().umin(amount, last);
            return (emit(self, amount), clean);
        }
        let result = emit(self, amount);
        let fits = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, amount, i64::from(width));
        let zero = self.b.ins().iconst(container(width), 0);
        (self.b.ins().select(fits, result, zero), clean)
    }

    fn compare(&mut self, op: Op, args: &[Arg]) -> Value {
        let (code, a, b) = match op {
            Op::Slt => (IntCC::SignedLessThan, self.at_top(args[0]), self.at_top(args[1])),
            Op::Sle => (IntCC::SignedLessThanOrEqual, self.at_top(args[0]), self.at_top(args[1])),
            Op::Ult => (IntCC::UnsignedLessThan, self.clean(args[0]), self.clean(args[1])),
            Op::Ule => (IntCC::UnsignedLessThanOrEqual, self.clean(args[0]), self.clean(args[1])),
            Op::Ne => (IntCC::NotEqual, self.clean(args[0]), self.clean(args[1])),
            _ => (IntCC::Equal, self.clean(args[0]), self.clean(args[1])),
        };
        self.b.ins().icmp(code, a, b)
    }

    fn extract(&mut self, arg: Arg, low: u32, width: u32) -> (Value, bool) {
        if low >= arg.width {
            return (self.b.ins().iconst(container(width), 0), true);
        }
        let whole = low + width >= arg.width;
        let value = if whole { self.clean(arg) } else { self.any(arg) };
        let value = if low == 0 { value } else { self.b.ins().ushr_imm_u(value, i64::from(low)) };
        (self.resize(value, arg.width, width), whole)
    }

    /// A register of one size as one of another, zeros above.
    fn resize(&mut self, value: Value, from: u32, to: u32) -> Value {
        match (bits(from), bits(to)) {
            (64, 32) => self.b.ins().ireduce(types::I32, value),
            (32, 64) => self.b.ins().uextend(types::I64, value),
            _ => value,
        }
    }

    fn concat(&mut self, args: &[Arg], width: u32) -> (Value, bool) {
        let mut low = 0;
        let mut joined = None;
        for arg in args.iter().rev() {
            if self.small_constant(*arg) != Some(0) {
                let value = self.clean_as(*arg, width);
                let value = if low == 0 { value } else { self.b.ins().ishl_imm_u(value, i64::from(low)) };
                joined = Some(match joined {
                    None => value,
                    Some(lower) => self.b.ins().bor(lower, value),
                });
            }
            low += arg.width;
        }
        // Nothing but zeros, by way of ports.
        (joined.unwrap_or_else(|| self.b.ins().iconst(container(width), 0)), true)
    }

    fn pick(&mut self, args: &[Arg], size: u32, width: u32) -> (Value, bool) {
        let value = self.clean64(args[0]);
        let index = self.clean64(args[1]);
        let low = self.b.ins().imul_imm_u(index, i64::from(size));
        let shifted = self.b.ins().ushr(value, low);
        let largest =
            if args[1].width >= 16 { u64::MAX } else { ((1 << args[1].width) - 1) * u64::from(size) };
        let value = if largest < 64 {
            shifted
        } else {
            // Compared before multiplying: a product could wrap around.
            let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, i64::from(64 / size + 1));
            let below = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, low, 64);
            let inside = self.b.ins().band(inside, below);
            let zero = self.b.ins().iconst(types::I64, 0);
            self.b.ins().select(inside, shifted, zero)
        };
        (self.resize(value, 64, width), false)
    }

    fn inject(&mut self, args: &[Arg], width: u32) -> Value {
        let size = args[2].width;
        let array = self.clean64(args[0]);
        let (index, part) = (self.clean64(args[1]), self.clean64(args[2]));
        let low = self.b.ins().imul_imm_u(index, i64::from(size));
        let hole = self.b.ins().iconst(types::I64, mask(size));
        let hole = self.b.ins().ishl(hole, low);
        let part = self.b.ins().ishl(part, low);
        let kept = self.b.ins().band_not(array, hole);
        let changed = self.b.ins().bor(kept, part);
        let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, i64::from(width / size));
        let value = self.b.ins().select(inside, changed, array);
        self.resize(value, 64, width)
    }

    /// The pointer to an element of a memory, and whether there is such an element when that is in question.
    fn element(&mut self, instr: &Instr, addr: Arg) -> (Value, i32, Option<Value>) {
        let Op::Read(mem) = instr.op else { unreachable!("only reads read") };
        let memory = &self.program.memories[mem];
        let mut index = self.clean64(addr);
        let sure = addr.width < 64 && memory.depth >= 1 << addr.width;
        let inside = (!sure).then(|| {
            let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, memory.depth as i64);
            let zero = self.b.ins().iconst(types::I64, 0);
            index = self.b.ins().select(inside, index, zero);
            inside
        });
        let size = i64::from(words(memory.width)) * 4;
        let moved = match size.count_ones() {
            1 => self.b.ins().ishl_imm_u(index, i64::from(size.trailing_zeros())),
            _ => self.b.ins().imul_imm_u(index, size),
        };
        let mut pointer = self.b.ins().iadd(self.memory, moved);
        if let Some(lane) = self.lane {
            let part = self.b.ins().imul_imm_u(lane, i64::from(memory.lane_words) * 4);
            pointer = self.b.ins().iadd(pointer, part);
        }
        let base = i64::from(memory.base + instr.lane * memory.lane_words) * 4;
        match i32::try_from(base) {
            Ok(base) => (pointer, base, inside),
            Err(_) => (self.b.ins().iadd_imm_u(pointer, base), 0, inside),
        }
    }

    fn read(&mut self, instr: &Instr, addr: Arg) -> Value {
        let (pointer, offset, inside) = self.element(instr, addr);
        let value = self.b.ins().load(container(instr.width), flags(), pointer, offset);
        match inside {
            None => value,
            Some(inside) => {
                let zero = self.b.ins().iconst(container(instr.width), 0);
                self.b.ins().select(inside, value, zero)
            }
        }
    }

    // ----- wider operations -----

    /// A word of 64 bits of an operand of any width.
    fn word(&mut self, arg: Arg, index: u32) -> Value {
        if arg.width <= 64 {
            debug_assert_eq!(index, 0, "a narrow value has one word");
            return self.clean64(arg);
        }
        let (pointer, offset) = self.address(arg.slot);
        self.b.ins().load(types::I64, flags(), pointer, offset + index as i32 * 8)
    }

    fn store_word(&mut self, instr: &Instr, index: u32, value: Value) {
        let (pointer, offset) = self.address(instr.dst);
        self.b.ins().store(flags(), value, pointer, offset + index as i32 * 8);
    }

    fn wide(&mut self, instr: &Instr) {
        let program = self.program;
        let args = program.args(instr);
        let count = instr.width.div_ceil(64);
        match instr.op {
            Op::Copy => {
                for index in 0..count {
                    let value = self.word(args[0], index);
                    self.store_word(instr, index, value);
                }
            }
            Op::And | Op::Or | Op::Xor => {
                for index in 0..count {
                    let (a, b) = (self.word(args[0], index), self.word(args[1], index));
                    let value = match instr.op {
                        Op::And => self.b.ins().band(a, b),
                        Op::Or => self.b.ins().bor(a, b),
                        _ => self.b.ins().bxor(a, b),
                    };
                    self.store_word(instr, index, value);
                }
            }
            Op::Mux => {
                let condition = self.condition(args[0]);
                for index in 0..count {
                    let (a, b) = (self.word(args[1], index), self.word(args[2], index));
                    let value = self.b.ins().select(condition, a, b);
                    self.store_word(instr, index, value);
                }
            }
            Op::Concat => self.wide_concat(instr, args),
            Op::Extract(low) => {
                let value = self.wide_extract(args[0], low, instr.width);
                self.define(instr, value);
            }
            Op::Pick(size) => {
                let value = self.wide_pick(instr, args, size);
                self.define(instr, value);
            }
            _ => unreachable!("rare operations are interpreted"),
        }
    }

    fn wide_concat(&mut self, instr: &Instr, args: &[Arg]) {
        let (mut low, mut word, mut done) = (0u32, None::<Value>, 0u32);
        for arg in args.iter().rev() {
            for index in 0..arg.width.div_ceil(64) {
                let count = (arg.width - index * 64).min(64);
                let value = self.word(*arg, index);
                let at = low % 64;
                let shifted = if at == 0 { value } else { self.b.ins().ishl_imm_u(value, i64::from(at)) };
                word = Some(match word {
                    None => shifted,
                    Some(lower) => self.b.ins().bor(lower, shifted),
                });
                low += count;
                if low / 64 > done {
                    self.store_word(instr, done, word.take().expect("a word was begun"));
                    done += 1;
                    if at + count > 64 {
                        word = Some(self.b.ins().ushr_imm_u(value, i64::from(64 - at)));
                    }
                }
            }
        }
        if let Some(word) = word {
            self.store_word(instr, done, word);
        }
    }

    fn wide_extract(&mut self, arg: Arg, low: u32, width: u32) -> Val {
        let last = arg.width.div_ceil(64) - 1;
        let (index, at) = (low / 64, low % 64);
        let mut value = match index <= last {
            true => self.word(arg, index),
            false => self.b.ins().iconst(types::I64, 0),
        };
        if at != 0 {
            value = self.b.ins().ushr_imm_u(value, i64::from(at));
            if at + width > 64 && index < last {
                let high = self.word(arg, index + 1);
                let high = self.b.ins().ishl_imm_u(high, i64::from(64 - at));
                value = self.b.ins().bor(value, high);
            }
        }
        let value = self.resize(value, 64, width);
        Val { value, width, clean: width == bits(width), flag: None, known: None }
    }

    /// An element of an array whose elements begin at words.
    fn wide_pick(&mut self, instr: &Instr, args: &[Arg], size: u32) -> Val {
        let elements = args[0].width / size;
        let index = self.clean64(args[1]);
        let sure = u64::from(elements) >= 1 << args[1].width;
        let zero = self.b.ins().iconst(types::I64, 0);
        let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, index, i64::from(elements));
        let index = if sure { index } else { self.b.ins().select(inside, index, zero) };
        let (pointer, offset) = self.address(args[0].slot);
        let moved = self.b.ins().imul_imm_u(index, i64::from(size / 8));
        let pointer = self.b.ins().iadd(pointer, moved);
        let mut value = self.b.ins().load(container(instr.width), flags(), pointer, offset);
        if !sure {
            let zero = self.b.ins().iconst(container(instr.width), 0);
            value = self.b.ins().select(inside, value, zero);
        }
        Val { value, width: instr.width, clean: instr.width == bits(instr.width), flag: None, known: None }
    }
}
