//! What keeps values from one cycle to the next: registers, memories and fifos.
//!
//! A register is made before its next value is known and driven afterwards; one that is never driven keeps what it has.

use super::{Arg, Logic};
use base::Bits;
use dialects::seq::ReadUnderWrite;
use dialects::{hw, seq};
use ir::{OpState, Type, TypeKind, Value, dense};

/// When a register or a port of a memory does something: at the edges of a clock, while an enable is set. A register is put
/// back by a reset, which comes before the enable; memories have none.
#[derive(Clone, Copy, Debug)]
pub struct Sync {
    clock: Value,
    reset: Option<Value>,
    enable: Option<Value>,
}

impl Sync {
    /// At every edge of a clock.
    pub fn on(clock: Value) -> Sync {
        Sync { clock, reset: None, enable: None }
    }

    /// The same, put back while the bit `reset` is set.
    pub fn reset(self, reset: Value) -> Sync {
        Sync { reset: Some(reset), ..self }
    }

    /// The same, only while the bit `enable` is set.
    pub fn enable(self, enable: Value) -> Sync {
        Sync { enable: Some(enable), ..self }
    }
}

impl From<Value> for Sync {
    fn from(clock: Value) -> Sync {
        Sync::on(clock)
    }
}

/// The shape of a memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    depth: u64,
    width: u32,
    mask: Option<u32>,
    latency: u32,
    read_under_write: ReadUnderWrite,
}

impl Memory {
    /// `depth` words of `width` bits, read in the cycle of the address.
    pub fn new(depth: u64, width: u32) -> Memory {
        Memory { depth, width, mask: None, latency: 0, read_under_write: ReadUnderWrite::Old }
    }

    /// The same, read so many edges after the address is there.
    pub fn latency(self, latency: u32) -> Memory {
        Memory { latency, ..self }
    }

    /// The same, written in so many parts of a word that a mask chooses from.
    pub fn mask(self, parts: u32) -> Memory {
        Memory { mask: Some(parts), ..self }
    }

    /// The same, with another outcome of a read of what is just written.
    pub fn read_under_write(self, read_under_write: ReadUnderWrite) -> Memory {
        Memory { read_under_write, ..self }
    }
}

/// What a fifo gives.
#[derive(Clone, Copy, Debug)]
pub struct Fifo {
    /// The oldest element, 0 when there is none.
    pub output: Value,
    /// Whether there is no room.
    pub full: Value,
    /// Whether there is no element.
    pub empty: Value,
}

/// Registers.
impl Logic<'_> {
    /// A register of `width` bits; a reset puts it back to 0.
    #[track_caller]
    pub fn reg(&mut self, name: &str, width: u32, sync: impl Into<Sync>) -> Value {
        let ty = self.int_ty(width);
        self.reg_of(name, ty, sync)
    }

    /// A register of `width` bits; a reset puts it back to `value`, which is also what it starts with.
    #[track_caller]
    pub fn reg_init(
        &mut self,
        name: &str,
        width: u32,
        value: impl Into<Arg>,
        sync: impl Into<Sync>,
    ) -> Value {
        let start = match value.into() {
            Arg::Value(_) => panic!("a register starts with a number"),
            number => self.arg(number, width),
        };
        self.started(name, start, sync.into())
    }

    /// The same for any bits.
    pub fn reg_starting(&mut self, name: &str, bits: &Bits, sync: impl Into<Sync>) -> Value {
        let start = self.constant(bits.clone());
        self.started(name, start, sync.into())
    }

    fn started(&mut self, name: &str, start: Value, sync: Sync) -> Value {
        let initial = self.initial(start);
        self.register(name, self.ir.ty(start), sync, Some(start), Some(initial))
    }

    /// A register of a type; a reset puts it back to zeros.
    #[track_caller]
    pub fn reg_of(&mut self, name: &str, ty: Type, sync: impl Into<Sync>) -> Value {
        let sync = sync.into();
        let zero = sync.reset.map(|_| self.zero_of(ty));
        self.register(name, ty, sync, zero, None)
    }

    /// `value` as it was one edge earlier.
    #[track_caller]
    pub fn delay(&mut self, name: &str, value: Value, sync: impl Into<Sync>) -> Value {
        let register = self.reg_of(name, self.ir.ty(value), sync);
        self.drive(register, value);
        register
    }

    /// Says what a register takes at the next edge, or what a wire carries. Each is driven once.
    #[track_caller]
    pub fn drive(&mut self, target: Value, next: impl Into<Arg>) {
        let next = match next.into() {
            Arg::Value(next) => next,
            number => self.arg(number, self.width(target)),
        };
        let op = self.ir.defining_op(target).expect("a register or a wire is driven");
        let code = self.ir.code(op);
        assert!(
            matches!(code, seq::COMPREG | seq::COMPREG_CE | hw::WIRE),
            "{} is not driven, only registers and wires are",
            self.ir.name(op)
        );
        self.check_type(code, next, self.ir.ty(target));
        assert!(self.ir.operand(op, 0) == target, "{} is driven twice", self.describe(target));
        self.ir.set_operand(op, 0, next);
    }

    fn register(
        &mut self,
        name: &str,
        ty: Type,
        sync: Sync,
        reset_value: Option<Value>,
        initial: Option<Value>,
    ) -> Value {
        let Sync { clock, reset, enable } = sync;
        let code = if enable.is_some() { seq::COMPREG_CE } else { seq::COMPREG };
        let reset_value = reset.and(reset_value);
        // The clock stands in for the input, which is the register itself and does not exist yet.
        let mut state = self.state(code).operands(&[clock, clock]).results(&[ty]);
        let mut sizes = vec![1, 1];
        sizes.extend(enable.map(|_| 1));
        for optional in [reset, reset_value, initial] {
            sizes.push(optional.is_some().into());
        }
        for operand in [enable, reset, reset_value, initial].into_iter().flatten() {
            state = state.operands(&[operand]);
        }
        for bit in [enable, reset].into_iter().flatten() {
            self.check_type(code, bit, Type::I1);
        }
        let sizes = self.ir.ctx.i32_array_attr(&sizes);
        let text = self.ir.ctx.str_attr(name);
        let state = state.prop(self.ir, "operandSegmentSizes", sizes).prop(self.ir, "name", text);
        let register = self.value(state);
        let op = self.ir.defining_op(register).expect("it was just made");
        self.ir.set_operand(op, 0, register);
        self.set_name(register, name);
        register
    }

    /// `seq.initial` that gives a constant.
    fn initial(&mut self, value: Value) -> Value {
        let ty = self.ir.ty(value);
        let constant = self.ir.defining_op(value).expect("a constant is an operation");
        let inner = self.ir.clone_op(constant, &mut ir::Mapping::default());
        let region = self.ir.create_region();
        let block = self.ir.add_block(region);
        self.ir.insert(inner, ir::InsertPoint::End(block));
        let end = self.ir.create(OpState::new(seq::YIELD, self.loc).operands(&[self.ir.result(inner, 0)]));
        self.ir.insert(end, ir::InsertPoint::End(block));
        let ty = seq::immutable_ty(&mut self.ir.ctx, ty);
        let state = self.state(seq::INITIAL).results(&[ty]).region(region);
        self.value(state)
    }

    fn zero_of(&mut self, ty: Type) -> Value {
        let width = self.width_of(ty);
        let zeros = self.constant(Bits::zero(width));
        self.bitcast(zeros, ty)
    }
}

/// Memories and fifos.
impl Logic<'_> {
    /// A memory. What comes back is no value of the circuit, but what ports are made for.
    pub fn memory(&mut self, name: &str, memory: Memory) -> Value {
        let Memory { depth, width, mask, latency, read_under_write } = memory;
        let ty = seq::memory_ty(&mut self.ir.ctx, seq::MemoryType { depth, width, mask });
        let ruw = read_under_write as i64;
        let mut state = self.state(seq::FIRMEM).results(&[ty]);
        // Writes of one edge take place in the order of the ports.
        for (prop, number) in
            [("readLatency", i64::from(latency)), ("writeLatency", 1), ("ruw", ruw), ("wuw", 1)]
        {
            let number = self.ir.ctx.int_attr(number, Type::I32);
            state = state.prop(self.ir, prop, number);
        }
        let text = self.ir.ctx.str_attr(name);
        state = state.prop(self.ir, "name", text);
        let memory = self.value(state);
        self.set_name(memory, name);
        memory
    }

    /// A memory that begins with these words, as many as it has, or one for all.
    #[track_caller]
    pub fn memory_of_words(&mut self, name: &str, memory: Memory, words: &[Bits]) -> Value {
        let (depth, width) = (memory.depth, memory.width);
        let made = self.memory(name, memory);
        if words.iter().all(Bits::is_zero) {
            return made;
        }
        let element = self.int_ty(width);
        let ty = self.ir.ctx.ty(TypeKind::Tensor { shape: [Some(depth)].into(), element, encoding: None });
        let words = dense::dense_attr(&mut self.ir.ctx, ty, words);
        let op = self.ir.defining_op(made).expect("a memory is an operation");
        self.ir.set_attr(op, seq::WORDS, Some(words));
        made
    }

    /// The word of a memory at an address.
    #[track_caller]
    pub fn read(&mut self, memory: Value, address: impl Into<Arg>, sync: impl Into<Sync>) -> Value {
        let Sync { clock, enable, .. } = sync.into();
        let shape = self.memory_shape(memory);
        let address = self.address(shape, address.into());
        let ty = self.int_ty(shape.width);
        let state = self.state(seq::READ_PORT).operands(&[memory, address, clock]).results(&[ty]);
        let state = enable.into_iter().fold(state, |state, bit| state.operands(&[bit]));
        self.value(state)
    }

    /// Writes a word of a memory.
    #[track_caller]
    pub fn write(
        &mut self,
        memory: Value,
        address: impl Into<Arg>,
        data: impl Into<Arg>,
        sync: impl Into<Sync>,
    ) {
        self.write_port(memory, address.into(), data.into(), sync.into(), None);
    }

    /// Writes the parts of a word whose bits are set in `mask`, the lowest bit standing for the lowest part.
    #[track_caller]
    pub fn write_masked(
        &mut self,
        memory: Value,
        address: impl Into<Arg>,
        data: impl Into<Arg>,
        mask: Value,
        sync: impl Into<Sync>,
    ) {
        self.write_port(memory, address.into(), data.into(), sync.into(), Some(mask));
    }

    #[track_caller]
    fn write_port(&mut self, memory: Value, address: Arg, data: Arg, sync: Sync, mask: Option<Value>) {
        let Sync { clock, enable, .. } = sync;
        let shape = self.memory_shape(memory);
        let address = self.address(shape, address);
        let data = self.arg(data, shape.width);
        let word = self.int_ty(shape.width);
        self.check_type(seq::WRITE_PORT, data, word);
        let optional = |given: Option<Value>| i32::from(given.is_some());
        let sizes = [1, 1, 1, optional(enable), 1, optional(mask)];
        let sizes = self.ir.ctx.i32_array_attr(&sizes);
        let mut state = self.state(seq::WRITE_PORT).operands(&[memory, address, clock]);
        state.operands.extend(enable);
        state.operands.push(data);
        state.operands.extend(mask);
        let state = state.prop(self.ir, "operandSegmentSizes", sizes);
        self.op(state);
    }

    /// A port that writes `data` while `mode` is set and reads otherwise; gives what it last read.
    #[track_caller]
    pub fn read_write(
        &mut self,
        memory: Value,
        address: impl Into<Arg>,
        data: impl Into<Arg>,
        mode: Value,
        sync: impl Into<Sync>,
    ) -> Value {
        let Sync { clock, enable, .. } = sync.into();
        let shape = self.memory_shape(memory);
        let address = self.address(shape, address.into());
        let data = self.arg(data.into(), shape.width);
        let word = self.int_ty(shape.width);
        self.check_type(seq::READ_WRITE_PORT, data, word);
        let sizes = self.ir.ctx.i32_array_attr(&[1, 1, 1, enable.is_some().into(), 1, 1, 0]);
        let mut state = self.state(seq::READ_WRITE_PORT).operands(&[memory, address, clock]).results(&[word]);
        state.operands.extend(enable);
        state.operands.extend([data, mode]);
        let state = state.prop(self.ir, "operandSegmentSizes", sizes);
        self.value(state)
    }

    /// A fifo of `depth` elements: takes `input` while `write` is set, gives up its oldest while `read` is set.
    #[track_caller]
    pub fn fifo(
        &mut self,
        name: &str,
        depth: u64,
        input: Value,
        read: Value,
        write: Value,
        clock: Value,
        reset: Value,
    ) -> Fifo {
        let ty = self.ir.ty(input);
        [read, write, reset].into_iter().for_each(|bit| self.check_type(seq::FIFO, bit, Type::I1));
        let depth = self.ir.ctx.int_attr(depth.cast_signed(), Type::I64);
        let sizes = self.ir.ctx.i32_array_attr(&[1, 1, 1, 0, 0]);
        let state = self.state(seq::FIFO).operands(&[input, read, write, clock, reset]).results(&[
            ty,
            Type::I1,
            Type::I1,
        ]);
        let state = state.prop(self.ir, "depth", depth).prop(self.ir, "resultSegmentSizes", sizes);
        let op = self.op(state);
        let [output, full, empty] = [0, 1, 2].map(|result| self.ir.result(op, result));
        self.set_name(output, name);
        self.set_name(full, &format!("{name}_full"));
        self.set_name(empty, &format!("{name}_empty"));
        Fifo { output, full, empty }
    }

    /// The clock that a bit is.
    pub fn to_clock(&mut self, bit: Value) -> Value {
        self.check_type(seq::TO_CLOCK, bit, Type::I1);
        let ty = self.clock_ty();
        let state = self.state(seq::TO_CLOCK).operands(&[bit]).results(&[ty]);
        self.value(state)
    }

    #[track_caller]
    fn memory_shape(&self, memory: Value) -> seq::MemoryType {
        seq::memory_type(&self.ir.ctx, self.ir.ty(memory)).expect("a port belongs to a memory")
    }

    #[track_caller]
    fn address(&mut self, shape: seq::MemoryType, address: Arg) -> Value {
        let width = shape.address_width();
        let address = self.arg(address, width);
        let ty = self.int_ty(width);
        self.check_type(seq::FIRMEM, address, ty);
        address
    }
}
