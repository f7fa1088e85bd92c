//! Rules of `hw` that its table cannot state.
//!
//! An instance is checked against the module it names, port by port. That instances do not recurse is a fact about all modules
//! together: it is checked at the first of them, once for each knot of modules that contain each other.

use super::INSTANCE;
use super::attrs::param_ref;
use super::module::{Dir, Port, body, instance_target, is_extern, is_module, params, ports};
use super::types::{array, fields, index_width, width};
use base::codes;
use base::text::counted;
use ir::symbols::{SymbolTables, symbol_name};
use ir::text::type_print::type_text;
use ir::verify::{Verifier, op_error};
use ir::{Attr, AttrKind, Ir, Op, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ports have different names and fit the body; parameters have different names; modules do not contain themselves.
pub fn module(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    signature(ir, op, verifier);
    let Some(block) = body(ir, op) else { return };
    let inputs: Vec<(Dir, Type)> =
        ports(ir, op).iter().filter(|port| port.dir != Dir::Out).map(|port| (port.dir, port.ty)).collect();
    let args: Vec<Type> = ir.args(block).iter().map(|arg| ir.ty(*arg)).collect();
    // An `inout` port is another type inside, which is compared by what it holds.
    let fits = |(arg, (dir, ty)): (&Type, &(Dir, Type))| match dir {
        Dir::InOut => matches!(&ir.ctx[*arg], TypeKind::Dialect { def, params } if def.name == "hw.inout"
            && params.iter().all(|inside| ir.ctx[*inside] == AttrKind::Type(*ty))),
        _ => arg == ty,
    };
    if args.len() != inputs.len() || !args.iter().zip(&inputs).all(fits) {
        let wanted: Vec<Type> = inputs.iter().map(|(_, ty)| *ty).collect();
        let list =
            |types: &[Type]| types.iter().map(|ty| type_text(&ir.ctx, *ty)).collect::<Vec<_>>().join(", ");
        let message = format!(
            "the arguments of the body have types ({}), but the ports have ({})",
            list(&args),
            list(&wanted)
        );
        verifier.error(ir, op, codes::MODULE_PORTS, message);
    }
    if is_first_module(ir, op) {
        recursion(ir, op, verifier);
    }
}

/// As [`module`], for a module that has no body.
pub fn module_extern(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    signature(ir, op, verifier);
    if body(ir, op).is_some() {
        verifier.error(ir, op, codes::REGION_SHAPE, "a module that is defined elsewhere has no body");
    }
}

fn signature(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let all = ports(ir, op);
    let mut seen = FxHashSet::default();
    for port in &all {
        let name = &ir.ctx[port.name];
        if !name.is_empty() && !seen.insert(port.name) {
            let mut diagnostic = op_error(ir, op, codes::PORT_NAME, format!("two ports are called `{name}`"));
            if let Some(span) = ir.ctx.span(port.loc) {
                diagnostic = diagnostic.label(span, "the second");
            }
            verifier.report(diagnostic);
        }
    }
    for name in ["per_port_attrs", "port_locs"] {
        if let Some(AttrKind::Array(items)) = ir.attr(op, name).map(|attr| &ir.ctx[attr])
            && !items.is_empty()
            && items.len() != all.len()
        {
            let (items, ports) = (counted(items.len(), "entry"), counted(all.len(), "port"));
            verifier.error(ir, op, codes::MODULE_PORTS, format!("`{name}` has {items} for {ports}"));
        }
    }
    let mut seen = FxHashSet::default();
    for param in params(ir, op) {
        if !seen.insert(param.name) {
            let message = format!("two parameters are called `{}`", &ir.ctx[param.name]);
            verifier.error(ir, op, codes::PARAMETER, message);
        }
        if let Some(value) = param.value {
            value_fits(ir, op, verifier, &ir.ctx[param.name], value, param.ty);
        }
    }
}

/// What is given to a parameter has its type.
fn value_fits(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, name: &str, value: Attr, ty: Type) {
    let has = ir.ctx.attr_ty(value).unwrap_or(Type::NONE);
    if has != ty {
        let (has, ty) = (type_text(&ir.ctx, has), type_text(&ir.ctx, ty));
        let message = format!("parameter `{name}` is of type `{ty}`, but its value of type `{has}`");
        verifier.error(ir, op, codes::PARAMETER, message);
    }
}

/// A value of a parameter names parameters of the module around, with their types.
fn references_fit(ir: &Ir, op: Op, verifier: &mut Verifier<'_>, value: Attr) {
    let Some(name) = param_ref(&ir.ctx, value) else { return };
    let around =
        std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op)).find(|op| is_module(ir, *op));
    let Some(around) = around else { return };
    match params(ir, around).into_iter().find(|param| &ir.ctx[param.name] == name) {
        None => {
            let message = format!("the module around has no parameter `{name}`");
            verifier.error(ir, op, codes::PARAMETER, message);
        }
        Some(param) => value_fits(ir, op, verifier, name, value, param.ty),
    }
}

/// `hw.param.value`: the parameter is one of the module around.
pub fn param_value(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    if let Some(value) = ir.attr(op, "value") {
        references_fit(ir, op, verifier, value);
    }
}

/// The operands are the output ports of the module.
pub fn output(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(module) = ir.parent_op(op).filter(|module| is_module(ir, *module)) else { return };
    let wanted: Vec<Type> =
        ports(ir, module).iter().filter(|port| port.dir == Dir::Out).map(|port| port.ty).collect();
    let given: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    verifier.same_types(
        ir,
        op,
        codes::MODULE_OUTPUT,
        ("the outputs", &given),
        ("the ports of the module", &wanted),
    );
}

// ----- instances -----

/// The module is there and has these ports and parameters.
pub fn instance(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(name) = ir.attr(op, "moduleName") else { return };
    let Some(module) = instance_target(ir, &mut verifier.symbols, op) else {
        let AttrKind::Symbol { root, .. } = &ir.ctx[name] else { return };
        let root = &ir.ctx[*root];
        let message = match verifier.symbols.resolve(ir, op, name) {
            Some(found) => format!("`@{root}` is no module but a `{}`", ir.name(found)),
            None => format!("there is no module `@{root}`"),
        };
        let error = op_error(ir, op, codes::UNDEFINED_MODULE, message);
        return verifier.report(
            error.hint("define it, or declare it with `hw.module.extern` if it is defined elsewhere"),
        );
    };
    let all = ports(ir, module);
    let operands: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    let results: Vec<Type> = ir.results(op).map(|v| ir.ty(v)).collect();
    for (names, types, what, outputs) in
        [("argNames", operands, "input", false), ("resultNames", results, "output", true)]
    {
        let wanted: Vec<_> = all.iter().filter(|port| (port.dir == Dir::Out) == outputs).collect();
        let given: Vec<&str> = match ir.attr(op, names).map(|attr| &ir.ctx[attr]) {
            Some(AttrKind::Array(items)) => {
                items.iter().map(|name| ir.ctx.str_value(*name).unwrap_or("")).collect()
            }
            _ => Vec::new(),
        };
        if given.len() != wanted.len() || types.len() != wanted.len() {
            let (has, wants) = (counted(types.len(), what), counted(wanted.len(), what));
            let message = format!(
                "the instance has {has} and {} for them, but the module has {wants}",
                counted(given.len(), "name")
            );
            mismatch(ir, op, module, verifier, &message);
            continue;
        }
        for ((given, ty), port) in given.iter().zip(types).zip(wanted) {
            let name = &ir.ctx[port.name];
            if *given != name {
                let message = format!("{what} `{given}` is `{name}` in the module");
                mismatch(ir, op, module, verifier, &message);
            } else if port.dir != Dir::InOut && ty != port.ty {
                let (ty, wanted) = (type_text(&ir.ctx, ty), type_text(&ir.ctx, port.ty));
                let message = format!("{what} `{name}` is of type `{ty}`, but `{wanted}` in the module");
                mismatch(ir, op, module, verifier, &message);
            }
        }
    }
    instance_params(ir, op, module, verifier);
}

/// A port as the head of a module shows it.
fn port_text(ir: &Ir, port: &Port) -> String {
    let (name, ty) = (&ir.ctx[port.name], type_text(&ir.ctx, port.ty));
    match port.dir {
        Dir::In => format!("in {name} : {ty}"),
        Dir::Out => format!("out {name} : {ty}"),
        Dir::InOut => format!("inout {name} : {ty}"),
    }
}

fn mismatch(ir: &Ir, op: Op, module: Op, verifier: &mut Verifier<'_>, message: &str) {
    let mut diagnostic = op_error(ir, op, codes::INSTANCE_PORTS, message);
    if let Some(span) = ir.ctx.span(ir.loc(module)) {
        diagnostic = diagnostic.label(span, "the module");
    }
    let ports: Vec<String> = ports(ir, module).iter().map(|port| port_text(ir, port)).take(20).collect();
    verifier.report(diagnostic.hint(format!("the ports of the module are ({})", ports.join(", "))));
}

fn instance_params(ir: &Ir, op: Op, module: Op, verifier: &mut Verifier<'_>) {
    let (given, wanted) = (params(ir, op), params(ir, module));
    if given.len() != wanted.len() {
        let (given, wanted) = (counted(given.len(), "parameter"), counted(wanted.len(), "parameter"));
        let message = format!("the instance has {given}, but the module has {wanted}");
        return verifier.error(ir, op, codes::INSTANCE_PARAMETERS, message);
    }
    for (given, wanted) in given.into_iter().zip(wanted) {
        let (name, wanted_name) = (&ir.ctx[given.name], &ir.ctx[wanted.name]);
        let message = if name != wanted_name {
            format!("parameter `{name}` is `{wanted_name}` in the module")
        } else if given.ty != wanted.ty {
            let (ty, wanted) = (type_text(&ir.ctx, given.ty), type_text(&ir.ctx, wanted.ty));
            format!("parameter `{name}` is of type `{ty}`, but `{wanted}` in the module")
        } else if let Some(value) = given.value {
            value_fits(ir, op, verifier, name, value, given.ty);
            references_fit(ir, op, verifier, value);
            continue;
        } else {
            format!("parameter `{name}` has no value")
        };
        verifier.error(ir, op, codes::INSTANCE_PARAMETERS, message);
    }
}

/// Whether no module stands before this one among its neighbours. Each looks back to the one before it and no further.
fn is_first_module(ir: &Ir, op: Op) -> bool {
    !std::iter::successors(ir.prev(op), |op| ir.prev(*op)).any(|other| is_module(ir, other))
}

/// Reports every knot of modules that contain each other, once, with one way around it.
fn recursion(ir: &Ir, first: Op, verifier: &mut Verifier<'_>) {
    let Some(block) = ir.parent_block(first) else { return };
    let modules: Vec<Op> = ir.block_ops(block).filter(|op| is_module(ir, *op)).collect();
    let numbers: FxHashMap<Op, usize> = modules.iter().enumerate().map(|(i, op)| (*op, i)).collect();
    let contained = |tables: &mut SymbolTables, module: Op| -> Vec<usize> {
        let mut inside = Vec::new();
        let mut seen = FxHashSet::default();
        for op in ir.walk(module).into_iter().filter(|op| ir.code(*op) == INSTANCE) {
            let target = instance_target(ir, tables, op).filter(|target| !is_extern(ir, *target));
            inside
                .extend(target.and_then(|target| numbers.get(&target)).copied().filter(|n| seen.insert(*n)));
        }
        inside
    };
    let edges: Vec<Vec<usize>> =
        modules.iter().map(|module| contained(&mut verifier.symbols, *module)).collect();
    for cycle in cycles(&edges) {
        let names: Vec<String> = cycle
            .iter()
            .chain(cycle.first())
            .map(|n| format!("`@{}`", symbol_name(ir, modules[*n]).unwrap_or("")))
            .collect();
        let message = format!("the module contains itself: {}", names.join(" contains "));
        let error = op_error(ir, modules[cycle[0]], codes::INSTANCE_RECURSION, message);
        verifier.report(error.hint("take one of these instances out: a circuit has an end"));
    }
}

/// One way around each knot of a graph, beginning at its first node. A depth-first search without recursion: the nodes on the
/// path are those whose ends are still being followed, and an edge back into the path closes a way around.
fn cycles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    const DONE: usize = usize::MAX - 1;
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut place = vec![NEW; edges.len()];
    let mut reported = vec![false; edges.len()];
    for start in 0..edges.len() {
        if place[start] != NEW {
            continue;
        }
        let mut path = vec![(start, 0)];
        place[start] = 0;
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&to) = edges[node].get(*next) else {
                place[node] = DONE;
                path.pop();
                continue;
            };
            *next += 1;
            match place[to] {
                NEW => {
                    place[to] = path.len();
                    path.push((to, 0));
                }
                DONE => {}
                at => {
                    let mut cycle: Vec<usize> = path[at..].iter().map(|(node, _)| *node).collect();
                    // Another way around modules that were named already says nothing new.
                    if !cycle.iter().any(|node| reported[*node]) {
                        cycle.iter().for_each(|node| reported[*node] = true);
                        let lowest = (0..cycle.len()).min_by_key(|i| cycle[*i]).unwrap_or(0);
                        cycle.rotate_left(lowest);
                        found.push(cycle);
                    }
                }
            }
        }
    }
    found
}

// ----- aggregates -----

/// The index has as many bits as name every element; of an array of one element it may also have one.
pub fn index(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((size, _)) = array(&ir.ctx, ir.ty(ir.operand(op, 0))) else { return };
    let is_one_bit = ir.ctx.scalar_width(ir.ty(ir.operand(op, 1))) == Some(1);
    if !(size == 1 && is_one_bit) {
        exact_index(ir, op, size, verifier);
    }
}

fn exact_index(ir: &Ir, op: Op, size: u64, verifier: &mut Verifier<'_>) {
    let wanted = index_width(size);
    let has = ir.ctx.scalar_width(ir.ty(ir.operand(op, 1)));
    if has != Some(wanted) {
        let message = format!("the index of {} has {}", counted(size, "element"), counted(wanted, "bit"));
        let has = counted(has.unwrap_or(0), "bit");
        verifier.error(ir, op, codes::ARRAY_INDEX, format!("{message}, but is given with {has}"));
    }
}

/// The index has exactly the bits that name every element, as the text of a slice does not say them; the slice is of the array's
/// elements and no longer than it.
pub fn slice(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (input, result) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let (Some((size, element)), Some((length, part))) = (array(&ir.ctx, input), array(&ir.ctx, result))
    else {
        return;
    };
    exact_index(ir, op, size, verifier);
    if element != part {
        let (element, part) = (type_text(&ir.ctx, element), type_text(&ir.ctx, part));
        let message = format!("the array has elements of type `{element}`, but the slice of `{part}`");
        verifier.error(ir, op, codes::TYPES_DIFFER, message);
    } else if length > size {
        let message = format!("{} are sliced out of {size}", counted(length, "element"));
        verifier.error(ir, op, codes::ARRAY_SIZE, message);
    }
}

/// The result has as many elements of the operands' type as there are operands.
pub fn array_create(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((size, element)) = array(&ir.ctx, ir.ty(ir.result(op, 0))) else { return };
    if ir.operand_count(op) as u64 != size {
        let message = format!("{} for an array of {size}", counted(ir.operand_count(op), "operand"));
        verifier.error(ir, op, codes::ARRAY_SIZE, message);
    } else if let Some(other) = ir.operands(op).map(|v| ir.ty(v)).find(|ty| *ty != element) {
        let (element, other) = (type_text(&ir.ctx, element), type_text(&ir.ctx, other));
        let message = format!("the array has elements of type `{element}`, but an operand is `{other}`");
        verifier.error(ir, op, codes::TYPES_DIFFER, message);
    }
}

/// The result has all elements of the operands.
pub fn array_concat(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some((size, element)) = array(&ir.ctx, ir.ty(ir.result(op, 0))) else { return };
    let parts: Vec<(u64, Type)> = ir.operands(op).filter_map(|v| array(&ir.ctx, ir.ty(v))).collect();
    let sum = parts.iter().try_fold(0u64, |sum, (size, _)| sum.checked_add(*size));
    if sum != Some(size) {
        let sum = sum.map_or("too many".into(), |sum| sum.to_string());
        let message = format!("the operands have {sum} elements, but the result has {size}");
        verifier.error(ir, op, codes::ARRAY_SIZE, message);
    } else if let Some((_, other)) = parts.iter().find(|(_, ty)| *ty != element) {
        let (element, other) = (type_text(&ir.ctx, element), type_text(&ir.ctx, *other));
        let message = format!("the result has elements of type `{element}`, but an operand of `{other}`");
        verifier.error(ir, op, codes::TYPES_DIFFER, message);
    }
}

/// The operands are the fields of the result.
pub fn struct_create(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(fields) = fields(&ir.ctx, ir.ty(ir.result(op, 0))) else { return };
    let given: Vec<Type> = ir.operands(op).map(|v| ir.ty(v)).collect();
    let wanted: Vec<Type> = fields.iter().map(|(_, ty)| *ty).collect();
    verifier.same_types(
        ir,
        op,
        codes::STRUCT_FIELD,
        ("the operands", &given),
        ("the fields of the struct", &wanted),
    );
}

/// The results are the fields of the operand.
pub fn struct_explode(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(fields) = fields(&ir.ctx, ir.ty(ir.operand(op, 0))) else { return };
    let given: Vec<Type> = ir.results(op).map(|v| ir.ty(v)).collect();
    let wanted: Vec<Type> = fields.iter().map(|(_, ty)| *ty).collect();
    verifier.same_types(
        ir,
        op,
        codes::STRUCT_FIELD,
        ("the results", &given),
        ("the fields of the struct", &wanted),
    );
}

/// The field is there, and what is taken from it or put into it has its type.
pub fn struct_field(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(fields) = fields(&ir.ctx, ir.ty(ir.operand(op, 0))) else { return };
    let index = ir.attr(op, "fieldIndex").and_then(|attr| ir.ctx.int_value(attr)).unwrap_or(-1);
    let Some((name, wanted)) = usize::try_from(index).ok().and_then(|index| fields.get(index)) else {
        let message = format!("there is no field #{index} in a struct of {}", counted(fields.len(), "field"));
        return verifier.error(ir, op, codes::STRUCT_FIELD, message);
    };
    let value = if ir.operand_count(op) > 1 { ir.operand(op, 1) } else { ir.result(op, 0) };
    if ir.ty(value) != *wanted {
        let (ty, wanted) = (type_text(&ir.ctx, ir.ty(value)), type_text(&ir.ctx, *wanted));
        let message = format!("field `{}` is of type `{wanted}`, not `{ty}`", &ir.ctx[*name]);
        verifier.error(ir, op, codes::STRUCT_FIELD, message);
    }
}

/// Both types have as many bits.
pub fn bitcast(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let bits =
        |ty: Type| width(&ir.ctx, ty).map_or("no number of bits".into(), |width| counted(width, "bit"));
    if width(&ir.ctx, from).is_none() || width(&ir.ctx, from) != width(&ir.ctx, to) {
        let message = format!("the operand has {}, but the result has {}", bits(from), bits(to));
        verifier.error(ir, op, codes::BITCAST_WIDTH, message);
    }
}

/// The attribute has a constant for every element or field. The walk keeps its own stack.
pub fn aggregate_constant(ir: &Ir, op: Op, verifier: &mut Verifier<'_>) {
    let Some(attr) = ir.attr(op, "fields") else { return };
    let mut open = vec![(attr, ir.ty(ir.result(op, 0)))];
    while let Some((attr, ty)) = open.pop() {
        let parts: Vec<Type> = match (array(&ir.ctx, ty), fields(&ir.ctx, ty)) {
            (Some((size, element)), _) => {
                let items = if let AttrKind::Array(items) = &ir.ctx[attr] { items.len() } else { 0 };
                // A list that is too short is complained of below.
                vec![element; if items as u64 == size { items } else { items + 1 }]
            }
            (None, Some(fields)) => fields.into_iter().map(|(_, ty)| ty).collect(),
            (None, None) => {
                if ir.ctx.attr_ty(attr) != Some(ty) || ir.ctx.scalar_bits(attr).is_none() {
                    let message = format!("a part must be a number of type `{}`", type_text(&ir.ctx, ty));
                    return verifier.error(ir, op, codes::AGGREGATE_CONSTANT, message);
                }
                continue;
            }
        };
        match &ir.ctx[attr] {
            AttrKind::Array(items) if items.len() == parts.len() => {
                open.extend(items.iter().copied().zip(parts))
            }
            AttrKind::Array(items) => {
                let message = format!("{} for a `{}`", counted(items.len(), "part"), type_text(&ir.ctx, ty));
                return verifier.error(ir, op, codes::AGGREGATE_CONSTANT, message);
            }
            _ => {
                let message = format!("a part must be a list for a `{}`", type_text(&ir.ctx, ty));
                return verifier.error(ir, op, codes::AGGREGATE_CONSTANT, message);
            }
        }
    }
}
