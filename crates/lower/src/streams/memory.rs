//! The arrays of a function, the ports of their controllers, and the order of accesses as tokens.
//!
//! A *memory* is one array: an argument, an allocation, a global; or one of several [parts](crate::parts) of an array ([`Memories::split`]). Different memories never share an element that is written, so
//! accesses to them need no order. [`Memories::of`] finds them in a function whose accesses are direct.
//!
//! While the graph is made, [`Ports`] collects the loads and stores of each memory. Their controller can only be made when all of them are
//! known, so what it will give (data of loads, completions of stores) is a placeholder until [`Ports::finish`].
//!
//! Order is by two tokens a memory, its [`Frontier`], which travel like values of the program: `written` comes when the last write is complete,
//! `settled` when that write and all reads since are. A read waits for `written` and adds itself to `settled`; a write waits for `settled` and its
//! completion becomes both. A memory that is never written has no frontier.

use crate::parts::Part;
use dialects::{arith, builtin, handshake, memref};
use ir::symbols::{Visibility, resolve, symbol_name, uses_below, visibility};
use ir::{Attr, Builder, Context, Ir, Op, OpState, Sign, Type, TypeKind, Value};
use rustc_hash::FxHashMap;

/// Where an array comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// An argument of the function.
    Argument(Value),
    /// An allocation, as an on-chip memory. What is read before it is written is undefined, so its contents may be anything.
    Local(Op),
    /// A global as an on-chip memory: a table, or an array that nothing else can see.
    Held(Op),
    /// A global that others can see, too: an argument more.
    Shared(Op),
}

/// One array, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// Where it comes from.
    pub root: Root,
    /// The part of it that this is, where it has several.
    pub part: Option<Part>,
    /// The type of the memory.
    pub ty: Type,
    /// The type of an element.
    pub element: Type,
    /// Whether the function writes it; only then have its accesses an order.
    pub is_written: bool,
}

/// An array in several parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    /// The number of parts.
    pub count: u32,
    /// The dimension that banks are made by; copies have none.
    pub dimension: Option<usize>,
    /// The part that each access is of.
    pub of: FxHashMap<Op, u32>,
}

/// The arrays of a function, numbered in the order in which the program names them: arguments first. The parts of an array follow each other.
#[derive(Debug, Default)]
pub(crate) struct Memories {
    list: Vec<Memory>,
    /// The memory of an array, or its first part.
    of: FxHashMap<Value, usize>,
    /// The number of the part that an access is of, where it is not the first.
    parts: FxHashMap<Op, usize>,
}

impl Memories {
    /// Finds the arrays of a function whose accesses are [direct](super::direct::make_direct). `root` is what the symbols of globals may be used in.
    pub fn of(ir: &Ir, root: Op, function: Op) -> Memories {
        let mut memories = Memories::default();
        let entry = ir.entry(ir.region(function, 0)).expect("the function has a body");
        for arg in ir.args(entry) {
            if matches!(ir.ctx[ir.ty(*arg)], TypeKind::Memref { .. }) {
                memories.add(ir, Root::Argument(*arg), *arg);
            }
        }
        let mut globals: FxHashMap<Op, usize> = FxHashMap::default();
        for op in ir.walk(function) {
            match ir.code(op) {
                memref::ALLOC | memref::ALLOCA => memories.add(ir, Root::Local(op), ir.result(op, 0)),
                memref::GET_GLOBAL => {
                    let result = ir.result(op, 0);
                    let global = ir.attr(op, "name").and_then(|name| resolve(ir, op, name));
                    let global = global.expect("the verifier found the global");
                    if let Some(known) = globals.get(&global) {
                        memories.of.insert(result, *known);
                        continue;
                    }
                    globals.insert(global, memories.list.len());
                    let is_held = is_held(ir, root, function, global);
                    memories.add(ir, if is_held { Root::Held(global) } else { Root::Shared(global) }, result);
                }
                _ => {}
            }
        }
        memories.note_writes(ir, function);
        memories
    }

    fn note_writes(&mut self, ir: &Ir, function: Op) {
        for op in ir.walk(function) {
            if let Some(access) = self.access(ir, op) {
                self.list[access.memory].is_written |= access.stored.is_some();
            }
        }
    }

    /// Makes parts of arrays, which must be in one piece: `splits` says of each whether it has several.
    pub fn split(&mut self, ir: &mut Ir, function: Op, splits: Vec<Option<Split>>) {
        let mut firsts = Vec::new();
        for (memory, split) in std::mem::take(&mut self.list).into_iter().zip(splits) {
            firsts.push(self.list.len());
            let Some(Split { count, dimension, of }) = split else {
                self.list.push(memory);
                continue;
            };
            let array = name(ir, &memory).unwrap_or_default();
            for number in 0..count {
                let part = Part { array: array.clone(), number, count, dimension };
                let ty = part.ty(&mut ir.ctx, memory.ty);
                self.list.push(Memory { part: Some(part), ty, is_written: false, ..memory });
            }
            self.parts.extend(of.into_iter().map(|(op, number)| (op, number as usize)));
        }
        self.of.values_mut().for_each(|memory| *memory = firsts[*memory]);
        self.note_writes(ir, function);
    }

    fn add(&mut self, ir: &Ir, root: Root, value: Value) {
        let ty = ir.ty(value);
        let TypeKind::Memref { element, .. } = ir.ctx[ty] else { return };
        self.of.insert(value, self.list.len());
        self.list.push(Memory { root, part: None, ty, element, is_written: false });
    }

    /// All of them.
    pub fn list(&self) -> &[Memory] {
        &self.list
    }

    /// The memory that an operation reads or writes, and where; `None` for other operations.
    pub fn access(&self, ir: &Ir, op: Op) -> Option<Access> {
        let at = match ir.code(op) {
            memref::LOAD => 0,
            memref::STORE => 1,
            _ => return None,
        };
        let memory = self.of.get(&ir.operand(op, at))? + self.parts.get(&op).unwrap_or(&0);
        let stored = (at == 1).then(|| ir.operand(op, 0));
        let indices: Vec<Value> = ir.operands(op).skip(at + 1).collect();
        Some(Access { memory, stored, address: Address::new(ir, &self.list[memory], &indices) })
    }
}

/// Whether nobody else can see a global's elements change, so that it can be a memory of the circuit.
fn is_held(ir: &Ir, root: Op, function: Op, global: Op) -> bool {
    if ir.attr(global, "initial_value").is_none() {
        return false;
    }
    if ir.attr(global, "constant").is_some() {
        return true;
    }
    let others = uses_below(ir, root)
        .into_iter()
        .any(|u| !ir.is_inside(u.op, function) && resolve(ir, u.op, u.reference) == Some(global));
    visibility(ir, global) == Visibility::Private && !others
}

/// A read or a write of one element.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The number of the memory.
    pub memory: usize,
    /// What a write stores; `None` for a read.
    pub stored: Option<Value>,
    /// Which element.
    pub address: Address,
}

/// The place of an element in its memory: a constant, and terms of which no factor is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Address {
    /// The terms.
    pub terms: Vec<Term>,
    /// The constant.
    pub constant: i64,
}

/// A value of the program without its lowest bits, times a factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    /// The value.
    pub value: Value,
    /// How many bits less it has: those that say in which bank an element is.
    pub without: u32,
    /// The factor.
    pub factor: i64,
}

impl Address {
    fn new(ir: &Ir, memory: &Memory, indices: &[Value]) -> Address {
        let TypeKind::Memref { shape, .. } = &ir.ctx[memory.ty] else { return Address::default() };
        let bank_bits = |dimension: usize| match &memory.part {
            Some(part) if part.dimension == Some(dimension) => part.count.trailing_zeros(),
            _ => 0,
        };
        let mut address = Address::default();
        let mut factor = 1i64;
        for (dimension, (index, size)) in indices.iter().zip(shape.iter()).enumerate().rev() {
            let without = bank_bits(dimension);
            match ir::fold::constant_bits(ir, *index).and_then(|bits| bits.to_i64()) {
                Some(number) => {
                    let own = (number >> without).wrapping_mul(factor);
                    address.constant = address.constant.wrapping_add(own);
                }
                None => address.add(Term { value: *index, without, factor }),
            }
            // Only the outermost size may be open, and nothing is multiplied with it.
            factor = factor.wrapping_mul(size.unwrap_or(1) as i64);
        }
        address.terms.reverse();
        address.terms.retain(|term| term.factor != 0);
        address
    }

    fn add(&mut self, term: Term) {
        let alike = |known: &&mut Term| known.value == term.value && known.without == term.without;
        match self.terms.iter_mut().find(alike) {
            Some(known) => known.factor = known.factor.wrapping_add(term.factor),
            None => self.terms.push(term),
        }
    }

    /// The values of the program that it depends on.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.terms.iter().map(|term| term.value)
    }

    /// Computes it in the graph: `streams` are those of [`Address::values`], `control` fires the constants.
    pub fn emit(&self, b: &mut Builder<'_>, control: Value, streams: &[Value]) -> Value {
        let mut sum: Option<Value> = None;
        for (term, stream) in self.terms.iter().zip(streams) {
            let term = term.emit(b, control, *stream);
            sum = Some(sum.map_or(term, |sum| b.value(arith::ADDI, &[sum, term], Type::INDEX)));
        }
        match sum {
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => {
                let constant = index(b, control, self.constant);
                b.value(arith::ADDI, &[sum, constant], Type::INDEX)
            }
            None => index(b, control, self.constant),
        }
    }
}

impl Term {
    /// Whether it is the value itself.
    pub fn is_plain(self) -> bool {
        self.without == 0 && self.factor == 1
    }

    /// Computes it in the graph: `stream` is that of its value, `control` fires the constants. Subscripts are not negative.
    pub fn emit(self, b: &mut Builder<'_>, control: Value, stream: Value) -> Value {
        let mut stream = stream;
        if self.without > 0 {
            let by = index(b, control, i64::from(self.without));
            stream = b.value(arith::SHRUI, &[stream, by], Type::INDEX);
        }
        times(b, control, stream, self.factor)
    }
}

/// A multiple of an index, by shifts where two of them do: a multiplier takes time and place.
fn times(b: &mut Builder<'_>, control: Value, value: Value, factor: i64) -> Value {
    if factor == 1 {
        return value;
    }
    let shifted = |b: &mut Builder<'_>, by: u32| {
        if by == 0 {
            return value;
        }
        let by = index(b, control, i64::from(by));
        b.value(arith::SHLI, &[value, by], Type::INDEX)
    };
    let low = factor.trailing_zeros();
    let rest = factor >> low;
    if factor > 0 && rest == 1 {
        shifted(b, low)
    } else if factor > 0 && factor.count_ones() == 2 {
        let high = 63 - factor.leading_zeros();
        let parts = [high, low].map(|by| shifted(b, by));
        b.value(arith::ADDI, &parts, Type::INDEX)
    } else if factor > 0 && (rest as u64 + 1).is_power_of_two() && low + rest.count_ones() < 63 {
        let parts = [low + rest.count_ones(), low].map(|by| shifted(b, by));
        b.value(arith::SUBI, &parts, Type::INDEX)
    } else {
        let factor = index(b, control, factor);
        b.value(arith::MULI, &[value, factor], Type::INDEX)
    }
}

fn index(b: &mut Builder<'_>, control: Value, number: i64) -> Value {
    let attr = b.ir.ctx.int_attr(number, Type::INDEX);
    constant(b, control, attr, Type::INDEX)
}

/// A literal for every token of `control`.
pub(crate) fn constant(b: &mut Builder<'_>, control: Value, value: Attr, ty: Type) -> Value {
    let loc = b.loc;
    let state = OpState::new(handshake::CONSTANT, loc).operands(&[control]).results(&[ty]);
    let state = state.prop(b.ir, "value", value);
    let op = b.build(state);
    b.ir.result(op, 0)
}

/// A value that is held back until all tokens are there.
pub(crate) fn hold(b: &mut Builder<'_>, value: Value, tokens: &[Value]) -> Value {
    if tokens.is_empty() {
        return value;
    }
    let operands: Vec<Value> = std::iter::once(value).chain(tokens.iter().copied()).collect();
    let ty = b.ir.ty(value);
    b.value(handshake::BLOCKER, &operands, ty)
}

/// A token when all of these are there; a token that is alone is itself, unless it carries data.
pub(crate) fn join(b: &mut Builder<'_>, values: &[Value]) -> Value {
    match values {
        [token] if b.ir.ty(*token) == Type::NONE => *token,
        _ => b.value(handshake::JOIN, values, Type::NONE),
    }
}

/// How far the accesses to one memory have come; `None` where nothing has to be waited for. What `written` stands for, `settled` stands for, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frontier {
    /// A token: the last write is complete.
    pub written: Option<Value>,
    /// A token: the last write, and every read since, is complete.
    pub settled: Option<Value>,
}

impl Frontier {
    /// One token for both.
    pub fn at(token: Option<Value>) -> Frontier {
        Frontier { written: token, settled: token }
    }
}

/// How many accesses a queue holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depths {
    pub loads: u32,
    pub stores: u32,
}

/// The accesses to one memory that were made so far.
struct Controller {
    /// The array in the kernel.
    array: Value,
    element: Type,
    is_written: bool,
    /// What the ports of loads and stores give to the controller.
    inputs: Vec<Value>,
    /// What stands for the data of each load.
    data: Vec<Op>,
    /// What stands for the completion of each store.
    done: Vec<Op>,
    /// Of a memory that has a queue.
    depths: Option<Depths>,
    /// How many accesses each group of the queue has. What gives a group its turn is among the inputs, before those of its ports.
    groups: Vec<i64>,
}

/// The ports of all memories of a kernel, while its graph is made.
pub(crate) struct Ports {
    controllers: Vec<Controller>,
}

impl Ports {
    /// No ports yet. `arrays` are the memories in the kernel.
    pub fn new(memories: &Memories, arrays: &[Value]) -> Ports {
        let controllers = memories.list.iter().zip(arrays).map(|(memory, array)| Controller {
            array: *array,
            element: memory.element,
            is_written: memory.is_written,
            inputs: Vec::new(),
            data: Vec::new(),
            done: Vec::new(),
            depths: None,
            groups: Vec::new(),
        });
        Ports { controllers: controllers.collect() }
    }

    /// A read in order; gives the data.
    pub fn read(&mut self, b: &mut Builder<'_>, memory: usize, address: Value, at: &mut Frontier) -> Value {
        if !self.controllers[memory].is_written {
            return self.load(b, memory, address);
        }
        let address = hold(b, address, at.written.as_slice());
        let data = self.load(b, memory, address);
        let settled: Vec<Value> = at.settled.into_iter().chain([data]).collect();
        at.settled = Some(join(b, &settled));
        data
    }

    /// A write in order.
    pub fn write(
        &mut self,
        b: &mut Builder<'_>,
        memory: usize,
        address: Value,
        data: Value,
        at: &mut Frontier,
    ) {
        let address = hold(b, address, at.settled.as_slice());
        let done = self.store(b, memory, address, data);
        *at = Frontier { written: Some(done), settled: Some(done) };
    }

    /// Gives a memory a queue: every access belongs to a [group](Ports::group) from here on.
    pub fn queue(&mut self, memory: usize, depths: Depths) {
        self.controllers[memory].depths = Some(depths);
    }

    /// Opens a group of accesses to a memory that has a queue; the token says when it is their turn.
    pub fn group(&mut self, memory: usize, control: Value) {
        let controller = &mut self.controllers[memory];
        controller.inputs.push(control);
        controller.groups.push(0);
    }

    /// A port of a memory that has a queue; gives the data of a read.
    pub fn queued(
        &mut self,
        b: &mut Builder<'_>,
        memory: usize,
        address: Value,
        stored: Option<Value>,
    ) -> Option<Value> {
        let group = self.controllers[memory].groups.last_mut();
        *group.expect("an access to a memory with a queue is in a group") += 1;
        match stored {
            Some(data) => {
                self.port(b, memory, address, data);
                None
            }
            None => Some(self.load(b, memory, address)),
        }
    }

    /// A port that reads, as soon as its address is there; gives the data.
    pub fn load(&mut self, b: &mut Builder<'_>, memory: usize, address: Value) -> Value {
        let controller = &mut self.controllers[memory];
        let data = placeholder(b, controller.element);
        let given = b.ir.result(data, 0);
        let op = b.op(handshake::LOAD, &[address, given], &[Type::INDEX, controller.element]);
        controller.inputs.push(b.ir.result(op, 0));
        controller.data.push(data);
        b.ir.result(op, 1)
    }

    /// A port that writes, as soon as its address and data are there; gives its completion.
    pub fn store(&mut self, b: &mut Builder<'_>, memory: usize, address: Value, data: Value) -> Value {
        self.port(b, memory, address, data);
        let done = placeholder(b, Type::NONE);
        self.controllers[memory].done.push(done);
        b.ir.result(done, 0)
    }

    fn port(&mut self, b: &mut Builder<'_>, memory: usize, address: Value, data: Value) {
        let controller = &mut self.controllers[memory];
        let op = b.op(handshake::STORE, &[address, data], &[Type::INDEX, controller.element]);
        controller.inputs.extend(b.ir.results(op));
    }

    /// Makes the controllers of the memories that have ports. `start` is the kernel's start, `last[m]` comes when the last access to memory `m` is
    /// complete (`start` where there is nothing to wait for). Gives a token of each controller's end.
    pub fn finish(self, b: &mut Builder<'_>, start: Value, last: &[Option<Value>]) -> Vec<Value> {
        let mut ends = Vec::new();
        for (controller, last) in self.controllers.into_iter().zip(last) {
            if !controller.inputs.is_empty() {
                ends.push(controller.make(b, start, last.unwrap_or(start)));
            }
        }
        ends
    }
}

impl Controller {
    fn make(self, b: &mut Builder<'_>, start: Value, last: Value) -> Value {
        let results: Vec<Type> = std::iter::repeat_n(self.element, self.data.len())
            .chain(std::iter::repeat_n(Type::NONE, self.done.len() + 1))
            .collect();
        let code = if self.depths.is_some() { handshake::LSQ } else { handshake::MEM_CONTROLLER };
        let state = OpState::new(code, b.loc)
            .operands(&[self.array, start])
            .operands(&self.inputs)
            .operands(&[last])
            .results(&results);
        let state = match self.depths {
            Some(depths) => {
                let sizes: Vec<Attr> =
                    self.groups.iter().map(|size| b.ir.ctx.int_attr(*size, Type::I32)).collect();
                let sizes = b.ir.ctx.array_attr(&sizes);
                let [loads, stores] = [depths.loads, depths.stores].map(|depth| ui32(&mut b.ir.ctx, depth));
                let state = state.prop(b.ir, "groupSizes", sizes);
                state.prop(b.ir, "loadDepth", loads).prop(b.ir, "storeDepth", stores)
            }
            None => {
                let nowhere = b.ir.ctx.array_attr(&[]);
                let state = state.prop(b.ir, "connectedBlocks", nowhere);
                if self.done.is_empty() { state } else { state.prop(b.ir, "storeDone", Attr::UNIT) }
            }
        };
        let op = b.build(state);
        for (number, stand_in) in self.data.iter().chain(&self.done).enumerate() {
            b.ir.replace_uses(b.ir.result(*stand_in, 0), b.ir.result(op, number));
            b.ir.erase(*stand_in);
        }
        b.ir.result(op, results.len() - 1)
    }
}

/// A number as attributes of units have it.
pub(crate) fn ui32(ctx: &mut Context, number: u32) -> Attr {
    let ty = ctx.ty(TypeKind::Integer { width: 32, sign: Sign::Unsigned });
    ctx.int_attr(i64::from(number), ty)
}

/// What stands for a value that a controller will give.
fn placeholder(b: &mut Builder<'_>, ty: Type) -> Op {
    b.op(builtin::UNREALIZED_CONVERSION_CAST, &[], &[ty])
}

/// The name of a memory's array in the program, if it has one.
pub(crate) fn name(ir: &Ir, memory: &Memory) -> Option<String> {
    match memory.root {
        Root::Argument(value) => ir.value_name(value).map(|name| ir.ctx[name].to_owned()),
        Root::Local(op) => ir.value_name(ir.result(op, 0)).map(|name| ir.ctx[name].to_owned()),
        Root::Held(op) | Root::Shared(op) => symbol_name(ir, op).map(str::to_owned),
    }
}

/// What a memory is called: after its array, with the number of the part behind it.
pub(crate) fn part_name(array: &str, memory: &Memory) -> String {
    match &memory.part {
        Some(part) => format!("{array}_{}", part.number),
        None => array.to_owned(),
    }
}
