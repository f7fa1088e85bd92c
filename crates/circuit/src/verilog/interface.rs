//! What others see of a module: its name, its ports and its parameters, all in legal form.
//!
//! Made for all modules before any is written, because an instance names the ports of a module that may come later.

use super::names::{Scope, identifier, port_names, verbatim};
use super::{MAX_WIDTH, error};
use base::{Bits, Diagnostics, codes};
use dialects::hw::{self, Dir};
use ir::symbols::{SymbolTables, symbol_name};
use ir::{AttrKind, Ir, Op};
use rustc_hash::FxHashMap;

/// A port as SystemVerilog has it.
pub(super) struct Port {
    pub name: String,
    pub input: bool,
    pub width: u64,
}

/// A parameter as SystemVerilog has it.
pub(super) struct Param {
    /// What the IR calls it.
    pub source: String,
    pub name: String,
    pub width: u32,
    pub default: Option<Bits>,
}

/// The outside of a module.
pub(super) struct Interface {
    pub name: String,
    pub ports: Vec<Port>,
    pub params: Vec<Param>,
    /// The names that are taken in it: its own, those of its parameters, ports and instances, and those of instances of it.
    pub scope: Scope,
    /// Of these, those of its parameters and ports.
    outside: Scope,
}

/// The interfaces of all modules among `members`. What has none that can be written is left out, with a diagnostic.
pub(super) fn interfaces(ir: &Ir, members: &[Op], diags: &mut Diagnostics) -> FxHashMap<Op, Interface> {
    let mut scope = Scope::default();
    let mut all = FxHashMap::default();
    // Names that are defined elsewhere are not ours to choose, so they come first.
    for &op in members.iter().filter(|op| hw::is_extern(ir, **op)) {
        let source = ir.str_attr(op, "verilogName").or(symbol_name(ir, op)).unwrap_or("");
        match verbatim(source) {
            Some(name) => {
                scope.reserve(source);
                all.extend(interface(ir, op, diags).map(|interface| (op, Interface { name, ..interface })));
            }
            None => diags.push(unwritable_name(ir, op, source)),
        }
    }
    for &op in members.iter().filter(|op| hw::is_module(ir, **op)) {
        let Some(mut interface) = interface(ir, op, diags) else { continue };
        // Nothing in a module is called like it: Verilator calls the top's instance after the module, and tells them not apart.
        let source = symbol_name(ir, op).unwrap_or("");
        interface.name = scope.claim(source);
        while interface.scope.has(&interface.name) {
            interface.name = scope.claim(source);
        }
        interface.scope.reserve(&interface.name);
        all.insert(op, interface);
    }
    all
}

/// Names the instances of all modules. An instance is not called like anything in its module, since Verilator takes that for hiding
/// one by the other.
pub(super) fn instance_names(
    ir: &Ir,
    members: &[Op],
    tables: &mut SymbolTables,
    interfaces: &mut FxHashMap<Op, Interface>,
) -> FxHashMap<Op, String> {
    let mut names = FxHashMap::default();
    let bodies = members.iter().filter_map(|module| Some((*module, hw::body(ir, *module)?)));
    for (module, body) in bodies {
        for op in ir.block_ops(body).filter(|op| ir.code(*op) == hw::INSTANCE) {
            let mut wanted = identifier(ir.str_attr(op, "instanceName").unwrap_or("instance"));
            let target = hw::instance_target(ir, tables, op).filter(|target| *target != module);
            // No module contains itself, so both can be had at once.
            let Some(mut around) = interfaces.remove(&module) else { continue };
            let inside = target.and_then(|target| interfaces.get_mut(&target));
            let mut name = around.scope.claim(&wanted);
            if let Some(inside) = inside {
                while inside.outside.has(&name) {
                    wanted.push_str("_inst");
                    name = around.scope.claim(&wanted);
                }
                inside.scope.reserve(&name);
            }
            names.insert(op, name);
            interfaces.insert(module, around);
        }
    }
    names
}

fn unwritable_name(ir: &Ir, op: Op, name: &str) -> base::Diagnostic {
    let message = format!("{name:?}, which is defined elsewhere, is no name that SystemVerilog can write");
    error(ir, op, codes::VERILOG_NAME, message)
}

fn interface(ir: &Ir, op: Op, diags: &mut Diagnostics) -> Option<Interface> {
    let external = hw::is_extern(ir, op);
    let ports = hw::ports(ir, op);
    let names = if external {
        let names = ports.iter().map(|port| verbatim(&ir.ctx[port.name]).ok_or(port));
        let names: Result<Vec<String>, _> = names.collect();
        names.map_err(|port| diags.push(unwritable_name(ir, op, &ir.ctx[port.name]))).ok()?
    } else {
        port_names(ports.iter().map(|port| &ir.ctx[port.name]))
    };
    let mut scope = Scope::default();
    let mut good = true;
    let mut written = Vec::with_capacity(ports.len());
    for (port, name) in ports.iter().zip(names) {
        let source = &ir.ctx[port.name];
        let width = hw::width(&ir.ctx, port.ty).filter(|width| (1..=MAX_WIDTH).contains(width));
        if port.dir == Dir::InOut {
            let message = format!("port {source:?} goes both ways");
            diags.push(error(ir, op, codes::NOT_IN_VERILOG, message));
            good = false;
        } else if let Some(width) = width {
            scope.reserve(&name);
            written.push(Port { name, input: port.dir == Dir::In, width });
        } else {
            diags.push(error(
                ir,
                op,
                codes::VERILOG_WIDTH,
                format!("port {source:?} {}", bad_width(ir, port.ty)),
            ));
            good = false;
        }
    }
    let params = params(ir, op, external, &mut scope, diags)?;
    let outside = scope.clone();
    good.then_some(Interface { name: String::new(), ports: written, params, scope, outside })
}

/// What is wrong with the width of a type.
pub(super) fn bad_width(ir: &Ir, ty: ir::Type) -> String {
    match hw::width(&ir.ctx, ty) {
        Some(0) => "has no bits".to_string(),
        Some(width) => format!("has {width} bits, and a vector may have {MAX_WIDTH}"),
        None => {
            format!("is of type {}, which is no number of bits", ir::text::type_print::type_text(&ir.ctx, ty))
        }
    }
}

fn params(ir: &Ir, op: Op, external: bool, scope: &mut Scope, diags: &mut Diagnostics) -> Option<Vec<Param>> {
    let mut params = Vec::new();
    let mut good = true;
    for param in hw::params(ir, op) {
        let source = ir.ctx[param.name].to_string();
        let name = if external { verbatim(&source) } else { Some(scope.claim(&source)) };
        let Some(name) = name else {
            diags.push(unwritable_name(ir, op, &source));
            good = false;
            continue;
        };
        let width =
            ir.ctx.scalar_width(param.ty).filter(|width| (1..=MAX_WIDTH).contains(&u64::from(*width)));
        let default = param.value.map(|value| match &ir.ctx[value] {
            AttrKind::Integer { value, .. } => Some(value.clone()),
            _ => None,
        });
        // What another party defines is only passed on.
        match (width, default) {
            (Some(width), Some(Some(default))) if width == default.width() => {
                params.push(Param { source, name, width, default: Some(default) });
            }
            (Some(width), None) => params.push(Param { source, name, width, default: None }),
            _ if external => params.push(Param { source, name, width: 0, default: None }),
            _ => {
                let message = format!("parameter {source:?} is no integer");
                diags.push(error(ir, op, codes::PARAMETER_NOT_EXECUTED, message));
                good = false;
            }
        }
    }
    good.then_some(params)
}
