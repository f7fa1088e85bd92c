//! Making circuits from Rust.
//!
//! [`ModuleBuilder`] makes one `hw.module`: ports, logic, registers, memories and instances in any order, as a module is a graph
//! and not a sequence. [`Logic`] is the part of it that makes operations at a place, for passes that add logic to a module that is there.
//! Values are plain [`ir::Value`]s, so that whatever works on IR works on them.
//!
//! A number stands where a value can: it becomes a constant as wide as the operand beside it. Widths that do not fit are a mistake in
//! the program that builds, not in anybody's input, so they panic and name the place of the call.
//!
//! ```
//! use circuit::builder::{ModuleBuilder, Sync, design};
//! use ir::{Context, Ir};
//!
//! let mut ir = Ir::new(Context::new(dialects::all()));
//! let design = design(&mut ir);
//!
//! let mut c = ModuleBuilder::new(&mut ir, design, "accumulate");
//! let clk = c.clock("clk");
//! let rst = c.input("rst", 1);
//! let x = c.input("x", 16);
//! let sync = Sync::on(clk).reset(rst);
//! let sum = c.reg("sum", 32, sync);
//! let wide = c.sext(x, 32);
//! let next = c.add(sum, wide);
//! c.drive(sum, next);
//! let odd = c.bit(sum, 0);
//! c.output("sum", sum);
//! c.output("odd", odd);
//! let accumulate = c.finish();
//!
//! let mut c = ModuleBuilder::new(&mut ir, design, "twice");
//! let (clk, rst, x) = (c.clock("clk"), c.input("rst", 1), c.input("x", 16));
//! let first = c.instance("first", accumulate, &[("clk", clk), ("rst", rst), ("x", x)]);
//! let y = c.xor(first["sum"], 1);
//! c.output("y", y);
//! c.finish();
//!
//! let mut diagnostics = base::Diagnostics::default();
//! assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
//! ```

mod aggregate;
mod logic;
mod state;
#[cfg(test)]
mod tests;

pub use dialects::seq::ReadUnderWrite;
pub use logic::Arg;
pub use state::{Fifo, Memory, Sync};

use base::Str;
use dialects::hw::{self, Dir};
use dialects::{builtin, seq};
use ir::symbols::{self, symbol_name};
use ir::{Attr, AttrKind, Block, InsertPoint, Ir, Loc, Op, OpCode, OpState, Region, Type, Value};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut, Index};

/// An empty `builtin.module` for `hw.module`s to stand in.
pub fn design(ir: &mut Ir) -> Op {
    let region = ir.create_region();
    ir.add_block(region);
    ir.create(OpState::new(builtin::MODULE, Loc::UNKNOWN).region(region))
}

/// Makes logic at a place in the body of a module.
pub struct Logic<'a> {
    /// The IR that is built.
    pub ir: &'a mut Ir,
    /// Where the next operation goes; it has to stay in one module.
    pub at: InsertPoint,
    /// The location the next operation gets.
    pub loc: Loc,
    /// The constants there are; one of a value is enough.
    constants: FxHashMap<Attr, Value>,
    /// Wires made so far, each to be driven.
    wires: Vec<Value>,
}

impl<'a> Logic<'a> {
    /// Makes logic at a place.
    pub fn new(ir: &'a mut Ir, at: InsertPoint, loc: Loc) -> Logic<'a> {
        Logic { ir, at, loc, constants: FxHashMap::default(), wires: Vec::new() }
    }

    /// How many bits an integer has.
    #[track_caller]
    pub fn width(&self, value: Value) -> u32 {
        match self.ir.ctx[self.ir.ty(value)] {
            ir::TypeKind::Integer { width, .. } => width,
            _ => panic!("{} is no integer", self.describe(value)),
        }
    }

    /// The integer type of a width.
    pub fn int_ty(&mut self, width: u32) -> Type {
        self.ir.ctx.int_ty(width)
    }

    /// The type of clocks.
    pub fn clock_ty(&mut self) -> Type {
        seq::clock_ty(&mut self.ir.ctx)
    }

    /// Gives a value a name, which waves and SystemVerilog show.
    pub fn name(&mut self, value: Value, name: &str) -> Value {
        if let Some(op) = self.ir.defining_op(value)
            && self.ir.def(op).is_some_and(|def| def.attr("name").is_some())
        {
            let text = self.ir.ctx.str_attr(name);
            self.ir.set_attr(op, "name", Some(text));
        }
        self.set_name(value, name);
        value
    }

    /// A wire that carries what it is driven with later: for a value that is used before it can be made.
    pub fn wire(&mut self, name: &str, width: u32) -> Value {
        let ty = self.int_ty(width);
        self.wire_of(name, ty)
    }

    /// A wire of a type.
    pub fn wire_of(&mut self, name: &str, ty: Type) -> Value {
        // Until it is driven it carries itself; any value can stand there while there is none of its own.
        let text = self.ir.ctx.str_attr(name);
        let state = self.state(hw::WIRE).results(&[ty]).prop(self.ir, "name", text);
        let wire = self.value(state);
        let op = self.ir.defining_op(wire).expect("it was just made");
        self.ir.set_operands(op, &[wire]);
        self.set_name(wire, name);
        self.wires.push(wire);
        wire
    }

    /// An instance of a module; every input of it must be given, in any order.
    #[track_caller]
    pub fn instance(&mut self, name: &str, module: Op, inputs: &[(&str, Value)]) -> Outputs {
        let ports = hw::ports(self.ir, module);
        let target = symbol_name(self.ir, module).expect("a module has a name").to_owned();
        let mut state = self.state(hw::INSTANCE);
        let (mut arg_names, mut result_names, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for port in &ports {
            let text = self.ir.ctx[port.name].to_owned();
            let attr = self.ir.ctx.str_attr(&text);
            if port.dir == Dir::Out {
                result_names.push(attr);
                state.result_types.push(port.ty);
                outputs.push(text);
                continue;
            }
            let given = inputs.iter().find(|(input, _)| *input == text);
            let (_, value) = given.unwrap_or_else(|| panic!("`@{target}` needs its input `{text}`"));
            self.check_type(hw::INSTANCE, *value, port.ty);
            arg_names.push(attr);
            state.operands.push(*value);
        }
        assert!(inputs.len() == arg_names.len(), "`@{target}` has {} inputs", arg_names.len());
        let root = self.ir.ctx.str(&target);
        let reference = self.ir.ctx.attr(AttrKind::Symbol { root, nested: Box::new([]) });
        let instance_name = self.ir.ctx.str_attr(name);
        let [arg_names, result_names, parameters] =
            [&arg_names[..], &result_names, &[]].map(|items| self.ir.ctx.array_attr(items));
        let state = state
            .prop(self.ir, "instanceName", instance_name)
            .prop(self.ir, "moduleName", reference)
            .prop(self.ir, "argNames", arg_names)
            .prop(self.ir, "resultNames", result_names)
            .prop(self.ir, "parameters", parameters);
        let op = self.op(state);
        let mut named = Vec::with_capacity(outputs.len());
        for (output, value) in outputs.into_iter().zip(self.ir.results(op)) {
            self.set_name(value, &format!("{name}.{output}"));
            named.push((output, value));
        }
        Outputs { module: target, named }
    }

    fn state(&self, code: OpCode) -> OpState {
        OpState::new(code, self.loc)
    }

    /// Makes an operation at the place.
    fn op(&mut self, state: OpState) -> Op {
        let mut builder = ir::Builder::new(self.ir, self.at, self.loc);
        let op = builder.build(state);
        self.at = builder.at;
        op
    }

    /// Makes an operation of one result.
    fn value(&mut self, state: OpState) -> Value {
        let op = self.op(state);
        self.ir.result(op, 0)
    }

    fn set_name(&mut self, value: Value, name: &str) {
        let name = self.ir.ctx.str(name);
        self.ir.set_value_name(value, Some(name));
    }

    #[track_caller]
    fn width_of(&self, ty: Type) -> u32 {
        let width = hw::width(&self.ir.ctx, ty).expect("the type is one of bits");
        u32::try_from(width).expect("a width is a u32")
    }

    /// Stops at a value that is not of the type it must be.
    #[track_caller]
    fn check_type(&self, code: OpCode, value: Value, ty: Type) {
        let have = self.ir.ty(value);
        if have != ty {
            let text = |ty| ir::text::type_print::type_text(&self.ir.ctx, ty);
            let op = self.ir.ctx.registry.op_name(code);
            panic!("{op}: {} is {}, not {}", self.describe(value), text(have), text(ty));
        }
    }

    /// A value's name, or what makes it.
    fn describe(&self, value: Value) -> String {
        match (self.ir.value_name(value), self.ir.defining_op(value)) {
            (Some(name), _) => format!("`%{}`", &self.ir.ctx[name]),
            (None, Some(op)) => format!("a result of {}", self.ir.name(op)),
            (None, None) => "an input".to_owned(),
        }
    }
}

/// The outputs of an instance, by name.
#[derive(Clone, Debug)]
pub struct Outputs {
    module: String,
    named: Vec<(String, Value)>,
}

impl Outputs {
    /// The only output.
    #[track_caller]
    pub fn one(&self) -> Value {
        match self.named[..] {
            [(_, value)] => value,
            _ => panic!("`@{}` has {} outputs", self.module, self.named.len()),
        }
    }

    /// All outputs, in the order of the ports.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value> + '_ {
        self.named.iter().map(|(_, value)| *value)
    }
}

impl Index<&str> for Outputs {
    type Output = Value;

    #[track_caller]
    fn index(&self, name: &str) -> &Value {
        let found = self.named.iter().find(|(output, _)| output == name);
        &found.unwrap_or_else(|| panic!("`@{}` has no output `{name}`", self.module)).1
    }
}

/// Makes an `hw.module`. Everything that [`Logic`] makes, it makes in the body.
pub struct ModuleBuilder<'a> {
    logic: Logic<'a>,
    design: Op,
    name: String,
    private: bool,
    region: Region,
    body: Block,
    ports: Vec<(Dir, Str, Type)>,
    outputs: Vec<Value>,
}

impl<'a> ModuleBuilder<'a> {
    /// Begins a module; [`ModuleBuilder::finish`] puts it at the end of `design`.
    pub fn new(ir: &'a mut Ir, design: Op, name: &str) -> ModuleBuilder<'a> {
        let region = ir.create_region();
        let body = ir.add_block(region);
        ModuleBuilder {
            logic: Logic::new(ir, InsertPoint::End(body), Loc::UNKNOWN),
            design,
            name: name.to_owned(),
            private: false,
            region,
            body,
            ports: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Makes the module one that only this design instances.
    pub fn private(&mut self) {
        self.private = true;
    }

    /// An input of `width` bits.
    pub fn input(&mut self, name: &str, width: u32) -> Value {
        let ty = self.int_ty(width);
        self.input_of(name, ty)
    }

    /// An input that is a clock.
    pub fn clock(&mut self, name: &str) -> Value {
        let ty = self.clock_ty();
        self.input_of(name, ty)
    }

    /// An input of a type.
    pub fn input_of(&mut self, name: &str, ty: Type) -> Value {
        self.port(name, ty, Dir::In);
        let (body, loc) = (self.body, self.loc);
        let value = self.ir.add_argument(body, ty, loc);
        self.set_name(value, name);
        value
    }

    /// An output, which carries `value`.
    pub fn output(&mut self, name: &str, value: Value) {
        let ty = self.ir.ty(value);
        self.port(name, ty, Dir::Out);
        self.outputs.push(value);
    }

    fn port(&mut self, name: &str, ty: Type, dir: Dir) {
        let name = self.ir.ctx.str(name);
        assert!(
            self.ports.iter().all(|(_, other, _)| *other != name),
            "`@{}` has two ports `{}`",
            self.name,
            &self.ir.ctx[name]
        );
        self.ports.push((dir, name, ty));
    }

    /// Ends the module.
    #[track_caller]
    pub fn finish(mut self) -> Op {
        for wire in std::mem::take(&mut self.logic.wires) {
            let op = self.ir.defining_op(wire).expect("a wire is an operation");
            assert!(self.ir.operand(op, 0) != wire, "{} is not driven", self.describe(wire));
        }
        let state = self.state(hw::OUTPUT).operands(&self.outputs);
        self.op(state);
        let ModuleBuilder { logic, design, name, private, region, ports, .. } = self;
        let (ir, loc) = (logic.ir, logic.loc);
        let outputs = ports.iter().filter(|(dir, _, _)| *dir == Dir::Out).count();
        let place = ir.ctx.attr(AttrKind::Loc(loc));
        let places = ir.ctx.array_attr(&vec![place; outputs]);
        let none = ir.ctx.array_attr(&[]);
        let ty = hw::module_ty(&mut ir.ctx, &ports);
        let ty = ir.ctx.type_attr(ty);
        let name = ir.ctx.str_attr(&name);
        let mut state = OpState::new(hw::MODULE, loc)
            .region(region)
            .prop(ir, symbols::NAME, name)
            .prop(ir, "module_type", ty)
            .prop(ir, "parameters", none)
            .prop(ir, "result_locs", places);
        if private {
            let text = ir.ctx.str_attr("private");
            state = state.prop(ir, symbols::VISIBILITY, text);
        }
        let module = ir.create(state);
        let block = ir.entry(ir.region(design, 0)).expect("a design has a block");
        ir.insert(module, InsertPoint::End(block));
        module
    }
}

impl<'a> Deref for ModuleBuilder<'a> {
    type Target = Logic<'a>;

    fn deref(&self) -> &Logic<'a> {
        &self.logic
    }
}

impl DerefMut for ModuleBuilder<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.logic
    }
}
