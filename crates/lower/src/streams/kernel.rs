//! The shell of a kernel: the `handshake.func` that takes the place of a function.
//!
//! Its arguments are those of the function, each part of an array by itself, then the globals that others can see, then `start`; its results those of the function, then the token
//! that says that everything is complete, memories included.

use super::memory::{Memories, Memory, Root, join, name, part_name};
use crate::parts::{PARTS, Part};
use base::Bits;
use dialects::{func, handshake};
use ir::symbols::symbol_name;
use ir::{
    Attr, AttrKind, Block, Builder, InsertPoint, Ir, Loc, Op, OpState, Region, Type, TypeKind, Value, dense,
};
use rustc_hash::FxHashSet;

/// The attribute of a kernel with the names of the globals that are its last arguments. Their ports may be called otherwise.
pub const GLOBALS: &str = "globals";

/// A kernel whose graph is being made.
pub(crate) struct Kernel {
    region: Region,
    /// Where its operations go.
    pub block: Block,
    /// Its arguments for the function's, in order.
    pub args: Vec<Value>,
    /// The array of each memory.
    pub arrays: Vec<Value>,
    /// The token of an activation.
    pub start: Value,
    names: Vec<String>,
    /// The globals among its arguments.
    globals: Vec<String>,
    /// The parts of arrays among them.
    parts: Vec<Option<Part>>,
}

impl Kernel {
    /// The kernel of a function, with its arguments and its on-chip memories and nothing else.
    pub fn new(ir: &mut Ir, function: Op, memories: &Memories) -> Kernel {
        let region = ir.create_region();
        let block = ir.add_block(region);
        let entry = ir.entry(ir.region(function, 0)).expect("the function has a body");
        let params = ir.args(entry).to_vec();
        let split = |param: &Value| {
            let parts = memories.list().iter().filter(|memory| memory.root == Root::Argument(*param));
            parts.filter(|memory| memory.part.is_some()).collect::<Vec<&Memory>>()
        };
        let mut inputs = Inputs { block, names: Names::default(), list: Vec::new(), parts: Vec::new() };
        // What has a name in the program keeps it; parts are called after that.
        let mut own_names = Vec::new();
        for (number, param) in params.iter().enumerate() {
            let own = ir.value_name(*param).map(|name| ir.ctx[name].to_owned());
            let own = own.unwrap_or_else(|| format!("in{number}"));
            own_names.push(if split(param).is_empty() { inputs.names.unique(&own) } else { own });
        }
        let (mut args, mut arrays, mut globals) = (Vec::new(), Vec::new(), Vec::new());
        for (param, own) in params.iter().zip(own_names) {
            let parts = split(param);
            if parts.is_empty() {
                let like = crate::make::add_arguments_like(ir, block, &[*param])[0];
                inputs.note(own, None);
                args.push(like);
                if matches!(ir.ctx[ir.ty(*param)], TypeKind::Memref { .. }) {
                    arrays.push(like);
                }
                continue;
            }
            let loc = ir.value_loc(*param);
            let first = arrays.len();
            arrays.extend(parts.into_iter().map(|part| inputs.add(ir, &own, part, loc)));
            args.push(arrays[first]);
        }
        for memory in &memories.list()[arrays.len()..] {
            arrays.push(match memory.root {
                Root::Argument(_) => unreachable!("arguments are the first memories"),
                Root::Shared(global) => {
                    let loc = ir.loc(global);
                    globals.push(symbol_name(ir, global).unwrap_or_default().to_owned());
                    let own = name(ir, memory).unwrap_or_else(|| "global".to_owned());
                    inputs.add(ir, &own, memory, loc)
                }
                Root::Local(_) | Root::Held(_) => ram(ir, block, memory),
            });
        }
        let loc = ir.loc(function);
        let start = ir.add_argument(block, Type::NONE, loc);
        let start_name = inputs.names.unique("start");
        set_name(ir, start, &start_name);
        inputs.note(start_name, None);
        let Inputs { list: names, parts, .. } = inputs;
        Kernel { region, block, args, arrays, start, names, globals, parts }
    }

    /// Ends the graph and puts the kernel in the place of the function. `results` are the function's; `complete` are tokens (or values) that an
    /// activation waits for before it is complete.
    pub fn finish(self, ir: &mut Ir, function: Op, results: &[Value], complete: &[Value]) -> Op {
        let loc = ir.loc(function);
        let mut b = Builder::new(ir, InsertPoint::End(self.block), loc);
        let done = join(&mut b, complete);
        let ended: Vec<Value> = results.iter().copied().chain([done]).collect();
        b.build(OpState::new(handshake::END, loc).operands(&ended));
        let inputs: Vec<Type> = ir.args(self.block).iter().map(|arg| ir.ty(*arg)).collect();
        let outputs: Vec<Type> = ended.iter().map(|value| ir.ty(*value)).collect();
        let ty = ir.ctx.fn_ty(&inputs, &outputs);
        let ty = ir.ctx.type_attr(ty);
        let mut res_names: Vec<String> = (0..results.len()).map(|number| format!("out{number}")).collect();
        res_names.push("end".to_owned());
        let [arg_names, res_names] =
            [&self.names, &res_names].map(|names| handshake::names_attr(&mut ir.ctx, names));
        let mut state = OpState::new(handshake::FUNC, loc).region(self.region);
        for name in ["sym_name", "sym_visibility"] {
            if let Some(value) = ir.attr(function, name) {
                state = state.prop(ir, name, value);
            }
        }
        let state = state
            .prop(ir, "function_type", ty)
            .prop(ir, "argNames", arg_names)
            .prop(ir, "resNames", res_names);
        debug_assert_eq!(ir.code(function), func::FUNC);
        let kernel = Builder::new(ir, InsertPoint::Before(function), loc).build(state);
        let attrs = ir.attrs(function);
        ir.set_attrs(kernel, attrs);
        if !self.globals.is_empty() {
            let globals = handshake::names_attr(&mut ir.ctx, &self.globals);
            ir.set_attr(kernel, GLOBALS, Some(globals));
        }
        if self.parts.iter().any(Option::is_some) {
            let attr = |part: &Option<Part>| part.as_ref().map_or(Attr::UNIT, |part| part.attr(&mut ir.ctx));
            let parts: Vec<Attr> = self.parts.iter().map(attr).collect();
            let parts = ir.ctx.array_attr(&parts);
            ir.set_attr(kernel, PARTS, Some(parts));
        }
        ir.erase(function);
        kernel
    }
}

/// An on-chip memory with the contents it starts with.
fn ram(ir: &mut Ir, block: Block, memory: &Memory) -> Value {
    let (at, contents) = match memory.root {
        Root::Held(global) => (global, ir.attr(global, "initial_value")),
        Root::Local(op) => (op, None),
        Root::Argument(_) | Root::Shared(_) => unreachable!("these are arguments of the kernel"),
    };
    // A global of unknown contents has a mark in the place of a value.
    let contents = contents.filter(|attr| !matches!(ir.ctx[*attr], AttrKind::Unit));
    let contents = match (contents, &memory.part) {
        (Some(contents), Some(part)) => part.contents(&mut ir.ctx, contents),
        (Some(contents), None) => contents,
        (None, _) => zeros(ir, memory),
    };
    let loc = ir.loc(at);
    let state = OpState::new(handshake::RAM, loc).results(&[memory.ty]).prop(ir, "initialValue", contents);
    let op = Builder::new(ir, InsertPoint::End(block), loc).build(state);
    let array = ir.result(op, 0);
    if let Some(name) = name(ir, memory) {
        set_name(ir, array, &part_name(&name, memory));
    }
    array
}

fn zeros(ir: &mut Ir, memory: &Memory) -> Attr {
    let TypeKind::Memref { shape, .. } = &ir.ctx[memory.ty] else { unreachable!("an array has a shape") };
    let shape = shape.clone();
    let tensor = ir.ctx.ty(TypeKind::Tensor { shape, element: memory.element, encoding: None });
    let zero = Bits::zero(ir.ctx.scalar_width(memory.element).expect("elements of an array are numbers"));
    // One element stands for all of them, if there is any.
    let has_elements = dense::dims(&ir.ctx, tensor).is_some_and(|dims| !dims.contains(&0));
    dense::dense_attr(&mut ir.ctx, tensor, if has_elements { std::slice::from_ref(&zero) } else { &[] })
}

fn set_name(ir: &mut Ir, value: Value, name: &str) {
    let name = ir.ctx.str(name);
    ir.set_value_name(value, Some(name));
}

/// The arguments of a kernel while they are made.
struct Inputs {
    block: Block,
    names: Names,
    /// The names of those that are made.
    list: Vec<String>,
    /// The parts of arrays that they are.
    parts: Vec<Option<Part>>,
}

impl Inputs {
    /// An argument for a memory of this array.
    fn add(&mut self, ir: &mut Ir, array: &str, memory: &Memory, loc: Loc) -> Value {
        let value = ir.add_argument(self.block, memory.ty, loc);
        let name = self.names.unique(&part_name(array, memory));
        set_name(ir, value, &name);
        self.note(name, memory.part.clone().map(|part| Part { array: array.to_owned(), ..part }));
        value
    }

    fn note(&mut self, name: String, part: Option<Part>) {
        self.list.push(name);
        self.parts.push(part);
    }
}

/// Names of ports, all different.
#[derive(Default)]
struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// This name, with a number behind it if it is taken.
    fn unique(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        let mut number = 0u32;
        while !self.taken.insert(unique.clone()) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        unique
    }
}
