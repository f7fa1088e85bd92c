//! From `hw`, `comb` and `seq` to a design: a template for each module that is used, with the parameters it is used with.
//!
//! Everything that the simulator does not take is told here, all of a circuit at once: clocks that are not those of the top, resets that
//! do not wait for an edge, modules without a body. The rest is [`values`], which turns values into nodes.

mod nodes;
mod readmem;
mod values;

use crate::build::build;
use crate::design::{ChildId, Design, Port, Template, TemplateId};
use crate::lanes::{Lanes, Root};
use crate::order::{Cycle, order};
use crate::simulator::{Backend, Simulator};
use base::{Code, Diagnostic, Diagnostics, IdMap, Span, Str, codes};
use dialects::hw::{self, Dir};
use dialects::seq::{self, Initials};
use ir::symbols::{SymbolTables, symbol_name};
use ir::text::type_print::type_text;
use ir::{Attr, Ir, Op, Value};
use rustc_hash::FxHashMap;

/// What can be looked at besides ports and memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observe {
    /// Nothing: what no output depends on is not computed.
    #[default]
    Ports,
    /// Every value with a name.
    Names,
}

/// How to simulate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimOptions {
    /// How the program is executed.
    pub backend: Backend,
    /// What can be looked at.
    pub observe: Observe,
}

impl Simulator {
    /// Prepares the simulation of a module. The IR has been verified. What cannot be simulated is told in `diags`.
    pub fn new(ir: &Ir, module: Op, options: &SimOptions, diags: &mut Diagnostics) -> Option<Simulator> {
        let errors = diags.error_count();
        let mut import = Import {
            ir,
            observe: options.observe,
            diags,
            tables: SymbolTables::default(),
            initials: Initials::default(),
            numbers: FxHashMap::default(),
            pending: Vec::new(),
            top: module,
        };
        let design = import.design()?;
        if diags.error_count() > errors {
            return None;
        }
        let Some(lanes) = Lanes::new(&design) else {
            let message =
                "the circuit has too many values to simulate, counted over all instances and memories";
            diags.push(Diagnostic::error(codes::CIRCUIT_TOO_LARGE, ir.ctx.span(ir.loc(module)), message));
            return None;
        };
        match order(&design, &lanes) {
            Ok(order) => {
                let program = build(&design, &lanes, &order);
                let top = &design.templates[Design::TOP];
                let (inputs, outputs) = (top.inputs.clone(), top.outputs.clone());
                Some(Simulator::from_program(program, inputs, outputs, options.backend))
            }
            Err(Cycle(path)) => {
                diags.push(cycle_through_instances(ir, &design, &lanes, &path));
                None
            }
        }
    }
}

/// A module with the parameters it is used with.
type Use = (Op, Vec<(Str, Attr)>);

struct Import<'a> {
    ir: &'a Ir,
    observe: Observe,
    diags: &'a mut Diagnostics,
    tables: SymbolTables,
    initials: Initials,
    numbers: FxHashMap<Use, usize>,
    pending: Vec<Use>,
    top: Op,
}

impl Import<'_> {
    fn error(&mut self, code: Code, span: Option<Span>, message: impl Into<String>) {
        self.diags.push(Diagnostic::error(code, span, message));
    }

    /// The templates of everything that the top uses.
    fn design(&mut self) -> Option<Design> {
        self.number((self.top, Vec::new()));
        let mut made: Vec<(Template, Vec<usize>)> = Vec::new();
        while made.len() < self.pending.len() {
            let used = self.pending[made.len()].clone();
            made.push(values::template(self, &used)?);
        }
        // Modules come before those they have instances of: in the reverse of the order in which all of a module's own are done.
        let (mut after, mut path, mut seen) = (Vec::new(), vec![(0, 0)], vec![false; made.len()]);
        seen[0] = true;
        while let Some((module, at)) = path.last_mut() {
            match made[*module].1.get(*at) {
                Some(child) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[*child], true) {
                        path.push((*child, 0));
                    }
                }
                None => {
                    after.push(*module);
                    path.pop();
                }
            }
        }
        let mut place = vec![0; made.len()];
        for (position, module) in after.iter().rev().enumerate() {
            place[*module] = position;
        }
        let mut sorted: Vec<Option<(Template, Vec<usize>)>> = made.into_iter().map(Some).collect();
        let mut templates = IdMap::<TemplateId, Template>::default();
        for module in after.iter().rev() {
            let (mut template, children) = sorted[*module].take().expect("each module is placed once");
            for (child, target) in children.iter().enumerate() {
                template.children[ChildId::from_index(child)].template =
                    TemplateId::from_index(place[*target]);
            }
            templates.push(template);
        }
        Some(Design { templates })
    }

    /// The number of a module with its parameters.
    fn number(&mut self, used: Use) -> usize {
        if let Some(number) = self.numbers.get(&used) {
            return *number;
        }
        let number = self.pending.len();
        self.numbers.insert(used.clone(), number);
        self.pending.push(used);
        number
    }

    /// The ports of a module, inputs and outputs; `None` when one of them is of a kind that is not simulated.
    fn ports(&mut self, module: Op) -> Option<(Vec<Port>, Vec<Port>)> {
        let ir = self.ir;
        let (mut inputs, mut outputs, mut good) = (Vec::new(), Vec::new(), true);
        for port in hw::ports(ir, module) {
            let name = ir.ctx[port.name].to_string();
            let ty = type_text(&ir.ctx, port.ty);
            let width = hw::width(&ir.ctx, port.ty).and_then(|width| u32::try_from(width).ok());
            let problem = match width {
                _ if port.dir == Dir::InOut => Some("goes both ways"),
                None => Some("is of no type that has bits"),
                Some(0) => Some("has no bits"),
                Some(width) if width > hw::MAX_WIDTH => Some("is wider than circuits are"),
                Some(_) => None,
            };
            if let Some(problem) = problem {
                let message = format!("port `{name}` of type `{ty}` {problem}, so it cannot be simulated");
                self.error(codes::PORT_NOT_SIMULATED, ir.ctx.span(port.loc), message);
                good = false;
                continue;
            }
            let list = if port.dir == Dir::In { &mut inputs } else { &mut outputs };
            let (as_clock, as_data) = match module == self.top && port.dir == Dir::In {
                true => uses_of_bit(ir, module, list.len()),
                false => (false, false),
            };
            if as_clock && as_data {
                let message = format!("port `{name}` is made a clock, and its bit is used besides");
                self.error(codes::DERIVED_CLOCK, ir.ctx.span(port.loc), message);
                good = false;
            }
            let clock = seq::is_clock(&ir.ctx, port.ty) || as_clock;
            list.push(Port { name, width: width.unwrap_or(0), clock, ty });
        }
        good.then_some((inputs, outputs))
    }
}

/// Whether an input is a bit that is made a clock, and whether it is used for anything else. What a clock is as a value depends on
/// the moment in the cycle, so it may not be both.
fn uses_of_bit(ir: &Ir, module: Op, input: usize) -> (bool, bool) {
    let Some(arg) = hw::body(ir, module).and_then(|body| ir.args(body).get(input)) else {
        return (false, false);
    };
    let makes_clock = |user: Op| ir.code(user) == seq::TO_CLOCK;
    (ir.users(*arg).any(makes_clock), ir.users(*arg).any(|user| !makes_clock(user)))
}

/// What a value is called in a message.
fn value_text(ir: &Ir, value: Value) -> String {
    match (ir.value_name(value), ir.defining_op(value)) {
        (Some(name), _) => format!("`%{}`", &ir.ctx[name]),
        (None, Some(op)) => format!("`{}`", ir.name(op)),
        (None, None) => "a port".to_string(),
    }
}

/// The error for values of one module that need each other.
fn cycle_in_module(ir: &Ir, module: Op, path: &[Value]) -> Diagnostic {
    let steps = path.iter().map(|value| (value_text(ir, *value), ir.ctx.span(ir.value_loc(*value))));
    cycle(steps.collect(), format!("in module @{}", symbol_name(ir, module).unwrap_or("")))
}

fn cycle_through_instances(ir: &Ir, design: &Design, lanes: &Lanes, path: &[Root]) -> Diagnostic {
    let step = |root: &Root| {
        let scope = lanes.path(design, root.template, root.lane).join(".");
        let value = design.templates[root.template].nodes[root.node].value;
        let name = value.map_or("a port".to_string(), |value| value_text(ir, value));
        let place = value.and_then(|value| ir.ctx.span(ir.value_loc(value)));
        (if scope.is_empty() { name } else { format!("{name} of {scope}") }, place)
    };
    cycle(path.iter().map(step).collect(), "through instances".to_string())
}

/// The error for steps that need each other, each the one after it.
fn cycle(steps: Vec<(String, Option<Span>)>, place: String) -> Diagnostic {
    let names: Vec<&str> =
        steps.iter().map(|(name, _)| &name[..]).chain(steps.first().map(|(name, _)| &name[..])).collect();
    let message = format!("a combinational cycle {place}: {}", shortened(&names).join(" needs "));
    let mut diagnostic =
        Diagnostic::error(codes::COMBINATIONAL_CYCLE, steps.first().and_then(|step| step.1), message);
    for (name, span) in steps.iter().skip(1).take(LONGEST_PATH) {
        if let Some(span) = span {
            diagnostic = diagnostic.label(*span, format!("{name} is on the cycle"));
        }
    }
    diagnostic.hint("put a register on the cycle, or drop one of the uses")
}

/// So many steps of a cycle are told.
const LONGEST_PATH: usize = 12;

fn shortened<'a>(names: &[&'a str]) -> Vec<&'a str> {
    match names.len() > LONGEST_PATH + 1 {
        false => names.to_vec(),
        true => names[..LONGEST_PATH - 1].iter().copied().chain(["…", names[names.len() - 1]]).collect(),
    }
}
