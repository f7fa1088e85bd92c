//! What others see of a module: its name, its ports and its parameters, all in legal form.
//!
//! Made for all modules before any is written, because an instance names the ports of a module that may come later.

use super::names::{Scope, port_names, verbatim};
use super::{MAX_WIDTH, error};
use base::{Bits, Diagnostics, codes};
use dialects::hw::{self, Dir};
use ir::symbols::symbol_name;
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
    /// It is defined elsewhere.
    pub external: bool,
    /// The names that its parameters and ports take.
    pub scope: Scope,
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
                all.extend(interface(ir, op, name, diags).map(|interface| (op, interface)));
            }
            None => diags.push(unwritable_name(ir, op, source)),
        }
    }
    for &op in members.iter().filter(|op| hw::is_module(ir, **op)) {
        let name = scope.claim(symbol_name(ir, op).unwrap_or(""));
        all.extend(interface(ir, op, name, diags).map(|interface| (op, interface)));
    }
    all
}

fn unwritable_name(ir: &Ir, op: Op, name: &str) -> base::Diagnostic {
    let message = format!("{name:?}, which is defined elsewhere, is no name that SystemVerilog can write");
    error(ir, op, codes::VERILOG_NAME, message)
}

fn interface(ir: &Ir, op: Op, name: String, diags: &mut Diagnostics) -> Option<Interface> {
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
    good.then_some(Interface { name, ports: written, params, external, scope })
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
                diags.push(error(ir, op, codes::VERILOG_PARAMETER, message));
                good = false;
            }
        }
    }
    good.then_some(params)
}
