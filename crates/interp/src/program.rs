//! The functions and globals of a module, by number; functions are compiled when they are first called.

use crate::code::{Code, StaticShape};
use crate::compile::compile;
use crate::fault::{self, Fault};
use crate::host::HOST_ATTR;
use crate::memory::{self, Memory, Origin};
use base::{Bits, Diagnostic, codes};
use dialects::{func, handshake, memref};
use ir::symbols::{self, SymbolTables, Visibility};
use ir::{Attr, AttrKind, Ir, Op, Type, TypeKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a run needs to know of a module.
pub struct Program<'a> {
    ir: &'a Ir,
    functions: Vec<(Op, Option<Rc<Code>>)>,
    globals: Vec<Op>,
    /// Functions and globals have numbers of their own.
    numbers: FxHashMap<Op, u32>,
    symbols: SymbolTables,
    /// Whether somebody answers for functions that are only declared.
    pub hosted: bool,
}

impl<'a> Program<'a> {
    /// The functions and globals below `module`.
    pub fn new(ir: &'a Ir, module: Op) -> Program<'a> {
        let mut program = Program {
            ir,
            functions: Vec::new(),
            globals: Vec::new(),
            numbers: FxHashMap::default(),
            symbols: SymbolTables::default(),
            hosted: false,
        };
        for op in ir.walk(module) {
            let code = ir.code(op);
            if code == func::FUNC {
                program.numbers.insert(op, program.functions.len() as u32);
                program.functions.push((op, None));
            } else if code == memref::GLOBAL {
                program.numbers.insert(op, program.globals.len() as u32);
                program.globals.push(op);
            }
        }
        program
    }

    /// How many functions there are.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// A function by its number.
    pub fn function(&self, number: u32) -> Op {
        self.functions[number as usize].0
    }

    /// The globals in the order of their numbers.
    pub fn globals(&self) -> &[Op] {
        &self.globals
    }

    /// Whether a call of a function goes to the host.
    pub fn is_host_function(&self, function: Op) -> bool {
        self.hosted && func::is_declaration(self.ir, function) && self.ir.attr(function, HOST_ATTR).is_some()
    }

    /// The number of a function.
    pub fn number(&self, function: Op) -> Option<u32> {
        self.numbers.get(&function).copied()
    }

    /// The code of a function, compiled when it is first asked for.
    pub fn code(&mut self, function: u32) -> Result<Rc<Code>, Fault> {
        let (op, code) = &self.functions[function as usize];
        if let Some(code) = code {
            return Ok(Rc::clone(code));
        }
        let code = Rc::new(compile(self.ir, self, *op)?);
        self.functions[function as usize].1 = Some(Rc::clone(&code));
        Ok(code)
    }

    /// The codes of the functions that were called, with their numbers.
    pub fn compiled(&self) -> impl Iterator<Item = (usize, &Code)> {
        self.functions.iter().enumerate().filter_map(|(i, (_, code))| Some((i, &**code.as_ref()?)))
    }

    /// The function or global that an operation refers to, and its number.
    pub fn resolve(&mut self, from: Op, reference: Attr) -> Option<(Op, u32)> {
        let op = self.symbols.resolve(self.ir, from, reference)?;
        Some((op, *self.numbers.get(&op)?))
    }

    /// Makes the memory of every global that has one; the others get descriptor 0 and may not be used.
    pub fn make_globals(&self, memory: &mut Memory) -> Result<Vec<u64>, Fault> {
        self.globals.iter().map(|op| make_global(self.ir, *op, memory)).collect()
    }
}

/// The type of a global, if the interpreter can run it.
pub fn global_type(ir: &Ir, global: Op) -> Option<Type> {
    match ir.ctx[ir.attr(global, "type")?] {
        AttrKind::Type(ty) => Some(ty),
        _ => None,
    }
}

fn make_global(ir: &Ir, op: Op, memory: &mut Memory) -> Result<u64, Fault> {
    let Some(shape) = global_type(ir, op).and_then(|ty| static_shape(ir, ty)) else { return Ok(0) };
    let Some(sizes) = shape.sizes.iter().copied().collect::<Option<Vec<u64>>>() else { return Ok(0) };
    let initial = ir.attr(op, "initial_value");
    let elements = match initial.map(|attr| &ir.ctx[attr]) {
        // An external global: its memory is somewhere else.
        None => return Ok(0),
        Some(AttrKind::Unit) => None,
        Some(AttrKind::Dense { splat, data, .. }) => Some((*splat, data)),
        Some(_) => return Ok(0),
    };
    let problem = |problem| vec![fault::of_problem(ir, op, problem)];
    let Some((dims, offset)) = memory::layout(&shape, &sizes) else { return Ok(0) };
    let m = memory.allocate(&dims, offset, shape.element_width, Origin::Global, None).map_err(problem)?;
    if let Some((splat, data)) = elements {
        let bytes = shape.element_width.div_ceil(8).max(1) as usize;
        let element = |chunk: &[u8]| Some(Bits::from_le_bytes(shape.element_width, chunk));
        if splat {
            memory.set_elements(m, std::iter::repeat_with(|| element(data)));
        } else {
            memory.set_elements(m, data.chunks_exact(bytes).map(element));
        }
    }
    if ir.attr(op, "constant").is_some() {
        memory.make_constant(m);
    }
    Ok(m)
}

/// What a memref type says of its values; `None` when the interpreter cannot run it (a layout that is an affine map
/// other than the identity, elements that are no scalars, no rank).
pub fn static_shape(ir: &Ir, ty: Type) -> Option<StaticShape> {
    let TypeKind::Memref { shape, element, layout, .. } = &ir.ctx[ty] else { return None };
    let element_width = ir.ctx.scalar_width(*element)?;
    let (strides, offset) = match layout.map(|layout| &ir.ctx[layout]) {
        None => (None, Some(0)),
        Some(AttrKind::AffineMap(map)) if map.is_identity() => (None, Some(0)),
        Some(AttrKind::Strided { strides, offset }) => (Some(strides.to_vec()), *offset),
        Some(_) => return None,
    };
    Some(StaticShape { sizes: shape.to_vec(), strides, offset, element_width })
}

/// The function to run: the one of this name, or without a name the only public one that has a body.
pub fn find_function(ir: &Ir, module: Op, name: Option<&str>) -> Result<Op, Diagnostic> {
    let functions: Vec<Op> = ir
        .regions(module)
        .iter()
        .flat_map(|region| ir.blocks(*region))
        .flat_map(|block| ir.block_ops(*block))
        .filter(|op| matches!(ir.code(*op), func::FUNC | handshake::FUNC))
        .collect();
    let names = |ops: &mut dyn Iterator<Item = Op>| {
        let names: Vec<String> =
            ops.filter_map(|op| symbols::symbol_name(ir, op)).map(|n| format!("`@{n}`")).collect();
        names
    };
    let defined = || functions.iter().copied().filter(|op| !func::is_declaration(ir, *op));
    let hint = |diagnostic: Diagnostic| match names(&mut defined().take(10)) {
        names if names.is_empty() => diagnostic.hint("the module defines no function"),
        names => diagnostic.hint(format!("the module defines {}", names.join(", "))),
    };
    let span = ir.ctx.span(ir.loc(module));
    match name {
        Some(name) => match functions.iter().find(|op| symbols::symbol_name(ir, **op) == Some(name)) {
            Some(op) => Ok(*op),
            None => {
                let what = format!("there is no function `@{name}`");
                Err(hint(Diagnostic::error(codes::NO_SUCH_FUNCTION, span, what)))
            }
        },
        None => {
            let public: Vec<Op> =
                defined().filter(|op| symbols::visibility(ir, *op) == Visibility::Public).collect();
            match public[..] {
                [op] => Ok(op),
                [] => Err(hint(Diagnostic::error(
                    codes::NO_SUCH_FUNCTION,
                    span,
                    "there is no public function to run",
                ))),
                _ => Err(hint(Diagnostic::error(
                    codes::NO_SUCH_FUNCTION,
                    span,
                    "there is more than one public function, so the one to run must be named",
                ))),
            }
        }
    }
}
