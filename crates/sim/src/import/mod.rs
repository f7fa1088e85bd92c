//! From `hw`, `comb` and `seq` to a design: a template for each module that is used, with the parameters it is used with.
//!
//! Everything that the simulator does not take is told here, all of a circuit at once: clocks that are not those of the top, resets that
//! do not wait for an edge, modules without a body. The rest is [`values`], which turns values into nodes.

mod nodes;
mod readmem;
mod values;

use crate::build::build;
use crate::design::{ChildId, Design, NodeKind, Port, Template, TemplateId};
use crate::lanes::{Lanes, MAX_WORDS, Root, TooLarge};
use crate::order::{Cycle, Order, order};
use crate::simulator::{Backend, Simulator};
use base::text::counted;
use base::{Code, Diagnostic, Diagnostics, IdMap, Span, Str, codes};
use dialects::hw::{self, Dir};
use dialects::seq::{self, Clocks, Initials};
use ir::symbols::{SymbolTables, symbol_name};
use ir::text::type_print::type_text;
use ir::{Attr, Context, Ir, Op, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

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
        let (design, lanes, order) = ordered(ir, module, options.observe, false, diags)?;
        let program = build(&design, &lanes, &order);
        let top = &design.templates[Design::TOP];
        let (inputs, outputs) = (top.inputs.clone(), top.outputs.clone());
        Some(Simulator::from_program(program, inputs, outputs, options.backend))
    }
}

/// Whether a module could be simulated if modules that are defined elsewhere were there; what is wrong is told in `diags`. Also logic that
/// nothing observes is looked at, as long as it drives something. The IR has been verified.
pub fn check(ir: &Ir, module: Op, diags: &mut Diagnostics) -> bool {
    ordered(ir, module, Observe::Ports, true, diags).is_some()
}

/// The design of a module and its order.
fn ordered(
    ir: &Ir,
    module: Op,
    observe: Observe,
    checking: bool,
    diags: &mut Diagnostics,
) -> Option<(Design, Lanes, Order)> {
    let errors = diags.error_count();
    let mut tables = SymbolTables::default();
    let modules = hw::reachable(ir, &mut tables, module);
    let clocks = Clocks::check(ir, &modules, &mut tables, diags);
    let mut import = Import {
        ir,
        observe,
        checking,
        diags,
        tables,
        clocks,
        initials: Initials::default(),
        numbers: FxHashMap::default(),
        pending: Vec::new(),
        told: FxHashSet::default(),
        top: module,
    };
    if !import.has_params() {
        return None;
    }
    let design = import.design()?;
    if diags.error_count() > errors {
        return None;
    }
    let lanes = match Lanes::new(&design) {
        Ok(lanes) => lanes,
        Err(too_large) => {
            diags.push(circuit_too_large(ir, &design, too_large));
            return None;
        }
    };
    match order(&design, &lanes) {
        Ok(order) => Some((design, lanes, order)),
        Err(Cycle(path)) => {
            diags.push(cycle_through_instances(ir, &design, &lanes, &path));
            None
        }
    }
}

/// A module as it is used.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Use {
    module: Op,
    /// The parameters it is given.
    params: Vec<(Str, Attr)>,
    /// Inputs that are clocks and never rise.
    still: Vec<u32>,
}

struct Import<'a> {
    ir: &'a Ir,
    observe: Observe,
    /// What is asked is only whether it could be simulated.
    checking: bool,
    diags: &'a mut Diagnostics,
    tables: SymbolTables,
    clocks: Clocks,
    initials: Initials,
    numbers: FxHashMap<Use, usize>,
    pending: Vec<Use>,
    /// What was told, and where: a module that is used with several parameters is gone through for each of them.
    told: FxHashSet<(Code, Option<Span>)>,
    top: Op,
}

impl Import<'_> {
    /// Tells an error, once for each place.
    fn error(&mut self, error: Diagnostic) {
        if error.span.is_none() || self.told.insert((error.code, error.span)) {
            self.diags.push(error);
        }
    }

    /// Whether all parameters of the top have a value.
    fn has_params(&mut self) -> bool {
        let (ir, errors) = (self.ir, self.diags.error_count());
        for param in hw::params(ir, self.top).iter().filter(|param| param.value.is_none()) {
            let name = &ir.ctx[param.name];
            let message = format!("parameter `{name}` has no value, and no instance gives it one");
            let diagnostic = ir::op_error(ir, self.top, codes::PARAMETER_NOT_EXECUTED, message);
            self.diags.push(
                diagnostic.hint(format!("give it a default: `{name}: {} = …`", type_text(&ir.ctx, param.ty))),
            );
        }
        self.diags.error_count() == errors
    }

    /// The templates of everything that the top uses; `None` after an error in any of them.
    fn design(&mut self) -> Option<Design> {
        self.number(Use { module: self.top, params: Vec::new(), still: Vec::new() });
        let mut made: Vec<Option<(Template, Vec<usize>)>> = Vec::new();
        while made.len() < self.pending.len() {
            let used = self.pending[made.len()].clone();
            made.push(values::template(self, &used));
        }
        let made: Vec<(Template, Vec<usize>)> = made.into_iter().collect::<Option<_>>()?;
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
            let width = match bits(&ir.ctx, port.ty) {
                _ if port.dir == Dir::InOut => Err(Problem {
                    what: "goes both ways".to_string(),
                    hint: "make an input and an output of it",
                }),
                width => width,
            };
            let width = match width {
                Ok(width) => width,
                Err(Problem { what, hint }) => {
                    let message = format!("port `{name}` of type `{ty}` {what}, so it cannot be simulated");
                    let error = Diagnostic::error(codes::PORT_NOT_SIMULATED, ir.ctx.span(port.loc), message);
                    self.error(error.hint(hint));
                    good = false;
                    continue;
                }
            };
            let list = if port.dir == Dir::In { &mut inputs } else { &mut outputs };
            let bit = port.dir == Dir::In && self.clocks.is_clock_bit(module, list.len() as u32);
            let clock = bit || seq::is_clock(&ir.ctx, port.ty);
            list.push(Port { name, width, clock, ty });
        }
        good.then_some((inputs, outputs))
    }
}

/// Why values of a type are not simulated.
struct Problem {
    /// What is wrong, to stand after what has the type.
    what: String,
    /// What would be right.
    hint: &'static str,
}

/// How many bits the values of a type have, if that can be simulated.
fn bits(ctx: &Context, ty: Type) -> Result<u32, Problem> {
    let problem = |what: &str, hint| Err(Problem { what: what.to_string(), hint });
    match width(ctx, ty) {
        None => problem("has no bits that are known", "use an integer, an array, a struct or a clock"),
        Some(0) => problem("has no bits", "remove it, for it says nothing"),
        Some(width) => match u32::try_from(width).ok().filter(|width| *width <= hw::MAX_WIDTH) {
            Some(width) => Ok(width),
            None => {
                let what = format!("has more than {} bits", hw::MAX_WIDTH);
                Err(Problem { what, hint: "split it, or keep it in a memory (`seq.firmem`)" })
            }
        },
    }
}

/// How many bits the values of a type have; the highest number there is where that is too small.
fn width(ctx: &Context, ty: Type) -> Option<u64> {
    hw::width(ctx, ty).or_else(|| match (hw::array(ctx, ty), hw::fields(ctx, ty)) {
        (Some((size, element)), _) => Some(width(ctx, element)?.saturating_mul(size)),
        (None, Some(fields)) => {
            fields.iter().try_fold(0u64, |sum, (_, ty)| Some(sum.saturating_add(width(ctx, *ty)?)))
        }
        (None, None) => None,
    })
}

fn circuit_too_large(ir: &Ir, design: &Design, too_large: TooLarge) -> Diagnostic {
    let TooLarge { template, instances, words } = too_large;
    let template = &design.templates[template];
    let message = format!(
        "the circuit needs more than {MAX_WORDS} words of 32 bits, most of them for {} of @{} with {}",
        counted(instances, "instance"),
        template.name,
        counted(words, "word"),
    );
    let span = template.op.and_then(|op| ir.ctx.span(ir.loc(op)));
    let hint = "simulate a part of it (`--top`), or make memories shallower";
    Diagnostic::error(codes::CIRCUIT_TOO_LARGE, span, message).hint(hint)
}

/// What a value is called in a message.
fn value_text(ir: &Ir, value: Value) -> String {
    match (ir.value_name(value), ir.defining_op(value)) {
        (Some(name), _) => format!("`%{}`", &ir.ctx[name]),
        (None, Some(op)) => format!("`{}`", ir.name(op)),
        (None, None) => "a port".to_string(),
    }
}

/// A step of a cycle that is told: a value or an instance.
struct Stop {
    name: String,
    span: Option<Span>,
    /// It is an instance that the cycle goes through, not a value.
    instance: bool,
}

/// The error for values of one module that need each other.
fn cycle_in_module(ir: &Ir, module: Op, path: &[Value]) -> Diagnostic {
    let stop = |value: &Value| Stop {
        name: value_text(ir, *value),
        span: ir.ctx.span(ir.value_loc(*value)),
        instance: false,
    };
    cycle(path.iter().map(stop), &format!("in module @{}", symbol_name(ir, module).unwrap_or("")))
}

fn cycle_through_instances(ir: &Ir, design: &Design, lanes: &Lanes, path: &[Root]) -> Diagnostic {
    let is_port = |root: &Root| lanes.driver(design, *root).is_some();
    let only_ports = path.iter().all(is_port);
    let mut seen = FxHashSet::default();
    let stops = path.iter().flat_map(|root| {
        let template = &design.templates[root.template];
        let node = &template.nodes[root.node];
        let value = (only_ports || !is_port(root)).then(|| {
            let name = node.value.map_or("a port".to_string(), |value| value_text(ir, value));
            let scope = scope_text(&lanes.path(design, root.template, root.lane));
            let name = if scope.is_empty() { name } else { format!("{name} of {scope}") };
            let span = node.value.and_then(|value| ir.ctx.span(ir.value_loc(value)));
            Stop { name, span, instance: false }
        });
        let instance = match node.kind {
            NodeKind::Output(child, _) => Some(&template.children[child]),
            NodeKind::Input(_) => lanes
                .parent(root.template, root.lane)
                .map(|(around, _, child)| &design.templates[around].children[child]),
            _ => None,
        };
        let instance = instance.filter(|instance| seen.insert(instance.op)).map(|instance| Stop {
            name: format!("instance `{}`", instance.name),
            span: ir.ctx.span(ir.loc(instance.op)),
            instance: true,
        });
        value.into_iter().chain(instance)
    });
    cycle(stops, "through instances")
}

/// The names of instances around a value. Of many the innermost say enough.
fn scope_text(path: &[String]) -> String {
    match path.len().checked_sub(LONGEST_PATH) {
        None | Some(0) => path.join("."),
        Some(left_out) => format!("….{}", path[left_out..].join(".")),
    }
}

/// The error for values that need each other, each the one after it, with the instances between them.
fn cycle(stops: impl Iterator<Item = Stop>, place: &str) -> Diagnostic {
    let mut told: Vec<Stop> = Vec::new();
    let (mut values, mut more) = (0, false);
    for stop in stops {
        values += usize::from(!stop.instance);
        if values > LONGEST_PATH {
            more = true;
            break;
        }
        if !stop.instance || told.len() < 2 * LONGEST_PATH {
            told.push(stop);
        }
    }
    let names = told.iter().filter(|stop| !stop.instance).map(|stop| &stop.name[..]);
    let first = names.clone().next();
    let names: Vec<&str> = names.chain(more.then_some("…")).chain(first).collect();
    let message = format!("a combinational cycle {place}: {}", names.join(" needs "));
    let at = told.iter().position(|stop| !stop.instance);
    let span = at.and_then(|at| told[at].span);
    let mut diagnostic = Diagnostic::error(codes::COMBINATIONAL_CYCLE, span, message);
    for (index, Stop { name, span, instance }) in told.iter().enumerate() {
        if let Some(span) = span.filter(|_| Some(index) != at) {
            let text = if *instance { format!("it goes through {name}") } else { format!("{name} is on it") };
            diagnostic = diagnostic.label(span, text);
        }
    }
    diagnostic.hint("put a register on the cycle, or drop one of the uses")
}

/// So many values of a cycle are told, and so many instances around a value.
const LONGEST_PATH: usize = 12;
