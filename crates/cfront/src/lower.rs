//! From the typed tree to the program: `main` and each kernel become a function of `func`, `scf`, `arith`, `math` and `memref`.
//!
//! The walk goes over the tree once for every function that stays one; all others are lowered where they are called, with their
//! parameters bound to the arguments. Scalars live in memory of rank 0, made at the function's entry, which `mem2reg` turns into values
//! afterwards, so nothing here has to know where values meet.
//!
//! * this file: [`Function`], the state of one function being lowered: where operations go, what names are bound to, errors
//! * `facts`: what is assigned, and what has its address taken, known before the walk
//! * `loc`: locations of operations
//! * `memory`: objects as memories, one for each scalar in them
//! * `place`: places of the tree: a memory and indices; loads, stores and copies
//! * `pointer`: pointers: a memory that is known, and indices that are values; `compare`: comparisons of these
//! * `initial`: definitions of locals
//! * `expr`: expressions; `arithmetic`: that, comparisons and conversions
//! * `call`: calls, lowered in place or as calls of kernels; `lend`: arrays for these; `meet`: arrays
//!   that these reach in two ways; `result`: values of functions that end without a `return`; `library`, `heap`, `host`: those of the standard library
//! * `kernels`: which functions are kernels; their signatures
//! * `globals`: static objects
//! * `stmt`, `loops`, `switch`: statements; `flow`, `exits`: jumps out of them; `counted`, `range`: loops whose rounds are counted

mod arithmetic;
mod call;
mod compare;
mod counted;
mod exits;
mod expr;
mod facts;
mod flow;
mod globals;
mod heap;
mod host;
mod initial;
mod kernels;
mod lend;
mod library;
mod loc;
mod loops;
mod meet;
mod memory;
mod place;
mod pointer;
mod range;
mod result;
mod stmt;
mod strings;
mod switch;

use crate::token::Place as Origin;
use crate::tree::{FunctionId, ObjectId, Unit};
use base::{Bits, Code, Diagnostic, Diagnostics, IdMap, Span};
use dialects::{arith, builtin, memref, scf};
pub(crate) use facts::{Changes, Facts};
use ir::{Block, InsertPoint, Ir, Loc, Op, OpCode, OpState, Type, TypeKind, Value};
use memory::{Base, BaseId, Binding, PointerVar, PointerVarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the lowering is asked for.
#[derive(Clone, Default, Debug)]
pub struct LowerOptions {
    /// Names of functions that are kernels, whoever calls them.
    pub top: Vec<String>,
    /// Whether signed arithmetic wraps rather than being undefined when it overflows.
    pub wraps: bool,
    /// Whether a program without a kernel is of no use, and is refused.
    pub needs_kernel: bool,
}

/// Something was wrong and has been reported.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wrong;

/// The result of lowering a part.
pub(crate) type Lowered<T> = Result<T, Wrong>;

/// Memory of rank 0: a scalar that is assigned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slot(pub Value);

/// How deep expressions, statements and calls nest while a function is lowered, all counted together. The parser bounds each function by
/// itself; functions that are lowered where they are called add up.
const MAX_DEPTH: u32 = 400;

/// The most operations that a unit may become: functions that call each other twice grow with a power of two.
const MOST_OPERATIONS: u32 = 2_000_000;

/// A call that is being lowered in place, or the function itself (the first).
#[derive(Debug)]
pub(crate) struct Frame {
    /// The function.
    pub function: FunctionId,
    /// Where it is called.
    pub call: Option<Loc>,
    /// Where that is in the text, for messages.
    pub origin: Origin,
    /// What its parameters and locals are.
    bindings: FxHashMap<ObjectId, Binding>,
    /// Locals whose definition was wrong.
    failed: FxHashSet<ObjectId>,
    /// Where its result goes: memory made for it, unless it has none.
    result: Option<BaseId>,
}

/// What a host function is declared for: its name, its format and the types of its arguments.
type HostKey = (&'static str, Option<String>, Vec<Type>);

/// What the functions of a module share.
pub(crate) struct Module {
    /// The functions that are called rather than lowered in place.
    kernels: FxHashSet<FunctionId>,
    /// Whether signed arithmetic wraps.
    wraps: bool,
    /// Static objects that are there already, by leaf.
    globals: FxHashMap<(ObjectId, usize, globals::GlobalPart), globals::Global>,
    /// Functions of the host that are declared already.
    hosts: FxHashMap<HostKey, String>,
    /// All names that are taken.
    names: FxHashSet<String>,
    /// Globals and declarations, in the order of their first use.
    ops: Vec<Op>,
    /// What static pointers point into, by object and leaf: the same in all functions.
    aims: FxHashMap<(ObjectId, usize), pointer::Aim>,
    /// The kernels that `main` calls, and whether it uses the value of a call.
    calls: FxHashMap<FunctionId, bool>,
    /// Memories of the results of kernels that may end without a `return`.
    unreturned: Vec<(FunctionId, Value)>,
    /// The calls in which a kernel reaches memory in two ways.
    meetings: Vec<meet::Meeting>,
    /// What was reported, and where.
    reported: FxHashSet<(Code, Span, String)>,
    /// Whether it was reported that there are too many operations.
    too_large: bool,
}

impl Module {
    /// A name that no other symbol has.
    fn unique(&mut self, name: &str) -> String {
        let mut unique = name.to_string();
        let mut number = 0;
        while !self.names.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}_{number}");
        }
        unique
    }
}

/// Lowers a unit to a module: `main` and the kernels. `None` if something is wrong, which has been reported.
pub fn lower(ir: &mut Ir, unit: &Unit, options: &LowerOptions, diagnostics: &mut Diagnostics) -> Option<Op> {
    let (kernels, main) = kernels::choose(unit, options, diagnostics)?;
    let names = kernels.iter().chain(&main).map(|id| unit.functions[*id].name.to_string()).collect();
    let facts = Facts::new(unit);
    let mut module = Module {
        kernels: kernels.iter().copied().collect(),
        wraps: options.wraps,
        globals: FxHashMap::default(),
        hosts: FxHashMap::default(),
        names,
        ops: Vec::new(),
        aims: FxHashMap::default(),
        calls: FxHashMap::default(),
        unreturned: Vec::new(),
        meetings: Vec::new(),
        reported: FxHashSet::default(),
        too_large: false,
    };
    let mut functions = Vec::with_capacity(kernels.len() + 1);
    let mut failed = false;
    for id in kernels.iter().chain(&main) {
        match kernels::lower(ir, unit, &facts, &mut module, *id, Some(*id) == main, diagnostics) {
            Ok(function) => functions.push((*id, function)),
            Err(Wrong) => failed = true,
        }
    }
    meet::judge(ir, unit, &functions, std::mem::take(&mut module.meetings), diagnostics);
    if failed || diagnostics.has_errors() {
        return None;
    }
    result::begin_unused(ir, &module);
    let region = ir.create_region();
    let block = ir.add_block(region);
    for op in module.ops.into_iter().chain(functions.into_iter().map(|(_, op)| op)) {
        ir.insert(op, InsertPoint::End(block));
    }
    Some(ir.create(OpState::new(builtin::MODULE, Loc::UNKNOWN).region(region)))
}

/// A function being lowered.
pub(crate) struct Function<'a> {
    /// What is built.
    pub ir: &'a mut Ir,
    /// What is lowered.
    pub unit: &'a Unit,
    /// What is wrong so far.
    pub diagnostics: &'a mut Diagnostics,
    /// What is known of objects before the walk.
    facts: &'a Facts<'a>,
    /// What the functions of the module share.
    module: &'a mut Module,
    /// Whether this is `main`, the test bench, rather than a kernel.
    in_main: bool,
    /// The block that operations are added to, at its end.
    pub block: Block,
    /// The blocks around it inside the function, the entry first, itself last: memory made in one of these can be used.
    open: Vec<Block>,
    /// The allocations at the entry end here.
    last_allocation: Option<Op>,
    /// The calls being lowered, the function itself first.
    frames: Vec<Frame>,
    /// All memories that were made.
    bases: IdMap<BaseId, Base>,
    /// All pointers that are assigned.
    pointers: IdMap<PointerVarId, PointerVar>,
    /// The pointers that were asked for their target since the search for one began.
    asked: Vec<PointerVarId>,
    /// What static objects are in this function.
    statics: FxHashMap<ObjectId, Binding>,
    /// The memory of the string literals that meet, once it is used.
    strings: Option<BaseId>,
    /// How deep the walk is.
    depth: u32,
    /// How many loops are around what is lowered.
    loops: u32,
    /// How many operations were made and calls lowered: functions that do nothing grow, too.
    made: u32,
    /// The last location that was made: neighbouring operations share it.
    last_loc: Option<(Origin, usize, Loc)>,
    /// Where `break`, `continue`, `return` and `goto` lead from here.
    exits: exits::Exits,
}

impl<'a> Function<'a> {
    /// What is known of objects before the walk.
    pub fn facts(&self) -> &'a Facts<'a> {
        self.facts
    }

    /// The innermost call.
    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("the function itself is a frame")
    }

    /// Reports an error at a place.
    pub fn error(&mut self, code: Code, origin: Origin, message: impl Into<String>) -> Wrong {
        self.report(Diagnostic::error(code, origin.used, message), origin)
    }

    /// Reports a diagnostic that is about a place.
    pub fn report(&mut self, diagnostic: Diagnostic, origin: Origin) -> Wrong {
        let diagnostic = self.labelled(diagnostic, origin);
        // A function that is called in several places is wrong in each of them.
        if self.module.reported.insert((diagnostic.code, origin.used, diagnostic.message.clone())) {
            self.diagnostics.push(diagnostic);
        }
        Wrong
    }

    /// A diagnostic that is about a place: with the macro that wrote it, and the calls it is reached by.
    fn labelled(&self, mut diagnostic: Diagnostic, origin: Origin) -> Diagnostic {
        if origin.spelled != origin.used {
            diagnostic = diagnostic.label(origin.spelled, "written here, in a macro");
        }
        for frame in self.frames.iter().skip(1).rev().take(8) {
            let name = &self.unit.functions[frame.function].name;
            diagnostic = diagnostic.label(frame.origin.used, format!("`{name}` is called here"));
        }
        diagnostic
    }

    /// Lowers a part one level deeper.
    pub fn deeper<T>(&mut self, origin: Origin, lower: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("expressions, statements and calls nest more than {MAX_DEPTH} deep");
            return Err(self.error(base::codes::C_TOO_DEEP, origin, message));
        }
        self.depth += 1;
        let result = lower(self);
        self.depth -= 1;
        result
    }

    // ----- operations -----

    /// Makes an operation at the end of the block that is being filled.
    pub fn emit(&mut self, state: OpState) -> Op {
        self.made += 1;
        let op = self.ir.create(state);
        self.ir.insert(op, InsertPoint::End(self.block));
        op
    }

    /// Makes an operation of operands and one result.
    pub fn op(&mut self, loc: Loc, code: OpCode, operands: &[Value], result: Type) -> Value {
        let op = self.emit(OpState::new(code, loc).operands(operands).results(&[result]));
        self.ir.result(op, 0)
    }

    /// Whether there are too many operations already; reports it.
    pub fn check_size(&mut self, origin: Origin) -> Lowered<()> {
        if self.made <= MOST_OPERATIONS {
            return Ok(());
        }
        if std::mem::replace(&mut self.module.too_large, true) {
            return Err(Wrong);
        }
        let message = format!("the program becomes more than {MOST_OPERATIONS} operations and calls");
        let diagnostic = Diagnostic::error(base::codes::C_UNSUPPORTED, origin.used, message)
            .note("every function is lowered again where it is called")
            .hint("call the function in a loop, rather than in many places");
        Err(self.report(diagnostic, origin))
    }

    /// Fills another block for a while.
    pub fn in_block<T>(&mut self, block: Block, fill: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.block, block);
        self.open.push(block);
        let result = fill(self);
        self.open.pop();
        self.block = outer;
        result
    }

    /// Makes a region of one block and fills it.
    pub fn region<T>(&mut self, fill: impl FnOnce(&mut Self) -> T) -> (ir::Region, T) {
        let region = self.ir.create_region();
        let block = self.ir.add_block(region);
        let result = self.in_block(block, fill);
        (region, result)
    }

    /// `scf.yield` at the end of the block that is being filled.
    pub fn yield_values(&mut self, loc: Loc, values: &[Value]) {
        self.emit(OpState::new(scf::YIELD, loc).operands(values));
    }

    /// `scf.if` without results; without `else` if that is empty.
    pub fn if_else(
        &mut self,
        loc: Loc,
        condition: Value,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: Option<impl FnOnce(&mut Self) -> Lowered<()>>,
    ) -> Lowered<()> {
        let (yes, first) = self.region(|f| {
            let done = then(f);
            f.yield_values(loc, &[]);
            done
        });
        let (no, second) = match otherwise {
            Some(otherwise) => self.region(|f| {
                let done = otherwise(f);
                f.yield_values(loc, &[]);
                done
            }),
            None => (self.ir.create_region(), Ok(())),
        };
        self.emit(OpState::new(scf::IF, loc).operands(&[condition]).region(yes).region(no));
        first.and(second)
    }

    /// `scf.if` that yields a value of a type from either side.
    pub fn if_value(
        &mut self,
        loc: Loc,
        condition: Value,
        ty: Type,
        then: impl FnOnce(&mut Self) -> Lowered<Value>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let [value] = self.if_values(loc, condition, [ty], |f| Ok([then(f)?]), |f| Ok([otherwise(f)?]))?;
        Ok(value)
    }

    /// `scf.if` that yields values of these types from either side.
    pub fn if_values<const N: usize>(
        &mut self,
        loc: Loc,
        condition: Value,
        types: [Type; N],
        then: impl FnOnce(&mut Self) -> Lowered<[Value; N]>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<[Value; N]>,
    ) -> Lowered<[Value; N]> {
        let side = |f: &mut Self, fill: &mut dyn FnMut(&mut Self) -> Lowered<[Value; N]>| {
            f.region(|f| {
                let values = fill(f)?;
                f.yield_values(loc, &values);
                Ok(())
            })
        };
        let (mut then, mut otherwise) = (Some(then), Some(otherwise));
        let (yes, first) = side(self, &mut |f| then.take().expect("a side is filled once")(f));
        let (no, second) = side(self, &mut |f| otherwise.take().expect("a side is filled once")(f));
        first.and(second)?;
        let state = OpState::new(scf::IF, loc).operands(&[condition]).results(&types).region(yes).region(no);
        let op = self.emit(state);
        Ok(std::array::from_fn(|number| self.ir.result(op, number)))
    }

    // ----- constants -----

    /// A constant of a scalar type from its bits.
    pub fn constant(&mut self, loc: Loc, bits: Bits, ty: Type) -> Value {
        let value = self.ir.ctx.scalar_attr(bits, ty).expect("constants are scalars");
        let state = OpState::new(arith::CONSTANT, loc).results(&[ty]).prop(self.ir, "value", value);
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// An integer or index constant.
    pub fn int(&mut self, loc: Loc, value: i64, ty: Type) -> Value {
        let width = self.ir.ctx.scalar_width(ty).expect("integers are scalars");
        self.constant(loc, Bits::from_i64(width, value), ty)
    }

    /// `true` or `false`.
    pub fn bool(&mut self, loc: Loc, value: bool) -> Value {
        self.constant(loc, Bits::from_bool(value), Type::I1)
    }

    // ----- slots -----

    /// Memory of a type, made at the function's entry.
    pub fn alloca(&mut self, loc: Loc, ty: Type) -> Value {
        let sizes = self.ir.ctx.i32_array_attr(&[0, 0]);
        let state =
            OpState::new(memref::ALLOCA, loc).results(&[ty]).prop(self.ir, "operandSegmentSizes", sizes);
        let op = self.at_entry(state);
        self.ir.result(op, 0)
    }

    /// Makes an operation after the allocations at the function's entry, before all else.
    fn at_entry(&mut self, state: OpState) -> Op {
        self.made += 1;
        let op = self.ir.create(state);
        let at = match self.last_allocation {
            Some(last) => InsertPoint::After(last),
            None => InsertPoint::Start(self.open[0]),
        };
        self.ir.insert(op, at);
        self.last_allocation = Some(op);
        op
    }

    /// A memref type without layout.
    pub fn memref_ty(&mut self, shape: &[Option<u64>], element: Type) -> Type {
        self.ir.ctx.ty(TypeKind::Memref { shape: shape.into(), element, layout: None, space: None })
    }

    /// A slot for a scalar of a type; nothing is in it yet.
    pub fn slot(&mut self, loc: Loc, element: Type) -> Slot {
        let ty = self.memref_ty(&[], element);
        Slot(self.alloca(loc, ty))
    }

    /// What is in a slot.
    pub fn load_slot(&mut self, loc: Loc, slot: Slot) -> Value {
        self.load(loc, slot.0, &[])
    }

    /// Puts a value into a slot.
    pub fn store_slot(&mut self, loc: Loc, slot: Slot, value: Value) {
        self.store(loc, value, slot.0, &[]);
    }

    /// `memref.load`
    pub fn load(&mut self, loc: Loc, memory: Value, indices: &[Value]) -> Value {
        let element = self.ir.ctx.element_ty(self.ir.ty(memory));
        let state = OpState::new(memref::LOAD, loc).operands(&[memory]).operands(indices).results(&[element]);
        let op = self.emit(state);
        self.ir.result(op, 0)
    }

    /// `memref.store`
    pub fn store(&mut self, loc: Loc, value: Value, memory: Value, indices: &[Value]) {
        self.emit(OpState::new(memref::STORE, loc).operands(&[value, memory]).operands(indices));
    }
}
