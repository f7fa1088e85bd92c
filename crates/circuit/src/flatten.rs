//! `hw-flatten`: takes the hierarchy of modules apart, so that a module that stays contains everything below it.
//!
//! Bodies are copied from the top down: an instance is replaced by a copy of the module's body, and the instances of that copy wait their
//! turn. So every operation of the result is copied once, however deep it stood. The hierarchy lives on in names:
//! register `acc` of instance `u0` is `u0.acc`, and where an instance's result had a name and the value behind it has none, the
//! value takes it.
//!
//! What stays: modules without a body (extern) with their instances, modules that are not private, and the private ones that something
//! other than an inlined instance refers to. With the option `top`, only that module and the extern ones it needs.
//!
//! Hierarchies multiply: thirty levels of two instances each are a billion operations. So the size of the result is computed first, and
//! nothing is changed when it is past a limit.

mod labels;

use base::{Diagnostic, Diagnostics, codes};
use dialects::hw;
use ir::clone::Mapping;
use ir::pass::{PassArgs, PassDef, PassOption};
use ir::symbols::{SymbolTables, Visibility, symbol_name, uses_below, visibility};
use ir::text::Reported;
use ir::{InsertPoint, Ir, Op, OpState, Value};
use labels::Labels;
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass `hw-flatten`.
pub static HW_FLATTEN: PassDef = PassDef {
    name: "hw-flatten",
    doc: "Replaces instances of modules by the bodies of the modules.\n\
        Names follow the hierarchy: register `acc` of instance `u0` becomes `u0.acc`. Extern modules and their instances stay; \
        private modules that are not instanced any more are removed.",
    options: &[
        PassOption {
            name: "top",
            doc: "the name of the only module to keep; when it is left out, every module that is not private is flattened and kept",
            default: "",
        },
        PassOption {
            name: "limit",
            doc: "the number of operations that the result may have; beyond it nothing is done and an error says so",
            default: "20000000",
        },
    ],
    run,
};

fn run(ir: &mut Ir, root: Op, args: &PassArgs, diags: &mut Diagnostics) -> Result<(), Reported> {
    let limit: u64 = args.read("limit", "a number", diags)?;
    let top = args.get("top");
    flatten(ir, root, (!top.is_empty()).then_some(top), limit, diags)
}

/// Flattens the modules of a design, or one of them only, which then is all that is kept. See [`HW_FLATTEN`].
pub fn flatten(
    ir: &mut Ir,
    design: Op,
    top: Option<&str>,
    limit: u64,
    diags: &mut Diagnostics,
) -> Result<(), Reported> {
    let hierarchy = Hierarchy::new(ir, design);
    let top = top.map(|name| hierarchy.top(ir, name, diags)).transpose()?;
    let referred = hierarchy.referred(ir, design);
    let stays = |module: &Op| {
        let wanted = match top {
            Some(top) => *module == top,
            None => visibility(ir, *module) != Visibility::Private,
        };
        wanted || referred.contains(module)
    };
    let kept: Vec<Op> = hierarchy.modules.iter().copied().filter(stays).collect();
    hierarchy.check_size(ir, &kept, limit, diags)?;
    for module in &kept {
        expand(ir, &hierarchy, *module);
    }
    let kept: FxHashSet<Op> = kept.into_iter().collect();
    hierarchy.modules.iter().filter(|module| !kept.contains(*module)).for_each(|module| ir.erase(*module));
    if top.is_some() {
        remove_unused_externs(ir, design);
    }
    Ok(())
}

/// The modules with bodies of a design, in text order, and which of them each instance is of.
struct Hierarchy {
    modules: Vec<Op>,
    /// Instances to be replaced, and their modules.
    targets: FxHashMap<Op, Op>,
    /// The instances of each module, in order.
    instances: FxHashMap<Op, Vec<Op>>,
}

impl Hierarchy {
    fn new(ir: &Ir, design: Op) -> Hierarchy {
        let all = ir.walk(design);
        let modules: Vec<Op> = all.iter().copied().filter(|op| ir.code(*op) == hw::MODULE).collect();
        let mut tables = SymbolTables::default();
        let (mut targets, mut instances) = (FxHashMap::default(), FxHashMap::<Op, Vec<Op>>::default());
        for op in all.into_iter().filter(|op| ir.code(*op) == hw::INSTANCE) {
            let target = ir.attr(op, "moduleName").and_then(|name| tables.resolve(ir, op, name));
            if let (Some(target), Some(parent)) = (target, ir.parent_op(op))
                && ir.code(target) == hw::MODULE
                && ir.code(parent) == hw::MODULE
            {
                targets.insert(op, target);
                instances.entry(parent).or_default().push(op);
            }
        }
        Hierarchy { modules, targets, instances }
    }

    fn top(&self, ir: &Ir, name: &str, diags: &mut Diagnostics) -> Result<Op, Reported> {
        let found = self.modules.iter().copied().find(|module| symbol_name(ir, *module) == Some(name));
        found.ok_or_else(|| {
            let known = self.modules.iter().filter_map(|module| symbol_name(ir, *module));
            let message = format!("there is no module `@{name}` to flatten");
            let hint = match base::text::nearest(name, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let known: Vec<String> = known.take(20).map(|name| format!("`{name}`")).collect();
                    format!(
                        "there is {}",
                        if known.is_empty() { "none".to_string() } else { known.join(", ") }
                    )
                }
            };
            diags.push(Diagnostic::error(codes::NO_TOP_MODULE, None, message).hint(hint));
            Reported
        })
    }

    /// The modules that something refers to that is no instance to be replaced.
    fn referred(&self, ir: &Ir, design: Op) -> FxHashSet<Op> {
        let mut tables = SymbolTables::default();
        let others = uses_below(ir, design).into_iter().filter(|u| !self.targets.contains_key(&u.op));
        others.filter_map(|u| tables.resolve_path(ir, u.op, u.reference)).flatten().collect()
    }

    /// The instances below a module, replaced or to be replaced.
    fn below(&self, module: Op) -> &[Op] {
        self.instances.get(&module).map_or(&[], |instances| instances)
    }

    /// Computes how many operations the flattened modules have, children first.
    fn check_size(&self, ir: &Ir, kept: &[Op], limit: u64, diags: &mut Diagnostics) -> Result<(), Reported> {
        let mut sizes: FxHashMap<Op, u64> = FxHashMap::default();
        for module in kept {
            let mut open = vec![(*module, 0)];
            while let Some((module, next)) = open.last_mut() {
                let module = *module;
                match self.below(module).get(*next) {
                    _ if sizes.contains_key(&module) => {}
                    Some(instance) => {
                        *next += 1;
                        open.push((self.targets[instance], 0));
                        continue;
                    }
                    None => {
                        let below = self.below(module).iter().map(|instance| sizes[&self.targets[instance]]);
                        let own = ir.walk(module).len() as u64;
                        sizes.insert(module, below.fold(own, u64::saturating_add));
                    }
                }
                open.pop();
            }
        }
        let total = kept.iter().fold(0u64, |sum, module| sum.saturating_add(sizes[module]));
        if total <= limit {
            return Ok(());
        }
        let largest =
            kept.iter().max_by_key(|module| sizes[*module]).expect("something is larger than the limit");
        let name = symbol_name(ir, *largest).unwrap_or("");
        let message =
            format!("flattening makes {total} operations, more than {limit}; most are in `@{name}`");
        let error = Diagnostic::error(codes::FLATTENED_TOO_LARGE, ir.ctx.span(ir.loc(*largest)), message);
        diags.push(error.hint("keep the hierarchy, which is simulated and written as it is, flatten a part of it with `top`, or raise `limit`"));
        Err(Reported)
    }
}

/// Replaces every instance below a module.
fn expand(ir: &mut Ir, hierarchy: &Hierarchy, module: Op) {
    let mut open: Vec<(Op, Op)> =
        hierarchy.below(module).iter().map(|instance| (*instance, hierarchy.targets[instance])).collect();
    while let Some((instance, target)) = open.pop() {
        inline(ir, hierarchy, instance, target, &mut open);
    }
}

/// Replaces one instance by a copy of its module's body; adds the instances of that copy to those still to be replaced.
fn inline(ir: &mut Ir, hierarchy: &Hierarchy, instance: Op, module: Op, open: &mut Vec<(Op, Op)>) {
    let scratch = ir.create_region();
    ir.clone_region_into(ir.region(module, 0), scratch, 0, &mut Mapping::default());
    let original = ir.entry(ir.region(module, 0)).expect("a module has a body");
    let copy = ir.entry(scratch).expect("so has its copy");
    // A module that was expanded before has no instances any more, but what is copied now is what counts.
    let pairs = ir.block_ops(original).zip(ir.block_ops(copy));
    open.extend(pairs.filter_map(|(original, copy)| Some((copy, *hierarchy.targets.get(&original)?))));
    for index in 0..ir.operand_count(instance) {
        ir.replace_uses(ir.args(copy)[index], ir.operand(instance, index));
    }
    let mut labels = Labels::new(ir, instance);
    for op in ir.block_ops(copy).collect::<Vec<_>>() {
        labels.apply(ir, op);
    }
    while let Some(op) = ir.first_op(copy) {
        if ir.code(op) == hw::OUTPUT {
            for index in 0..ir.operand_count(op) {
                connect(ir, instance, index, ir.operand(op, index));
            }
            ir.erase(op);
            break;
        }
        ir.move_op(op, InsertPoint::Before(instance));
    }
    ir.erase(instance);
}

/// Makes a value what stands for a result of an instance.
fn connect(ir: &mut Ir, instance: Op, index: usize, value: Value) {
    let result = ir.result(instance, index);
    let name = ir.value_name(result);
    if value != result {
        if ir.value_name(value).is_none() && ir.defining_op(value).is_some() {
            ir.set_value_name(value, name);
        }
        ir.replace_uses(result, value);
        return;
    }
    // Modules that only pass values on can feed each other: nothing drives the value, and it has to say so in a place of its own.
    let state = OpState::new(hw::WIRE, ir.loc(instance)).operands(&[value]).results(&[ir.ty(value)]);
    let wire = ir.create(state);
    ir.insert(wire, InsertPoint::Before(instance));
    ir.set_value_name(ir.result(wire, 0), name);
    ir.replace_uses(value, ir.result(wire, 0));
}

/// Removes the extern modules that nothing refers to.
fn remove_unused_externs(ir: &mut Ir, design: Op) {
    let mut tables = SymbolTables::default();
    let used: FxHashSet<Op> = uses_below(ir, design)
        .into_iter()
        .filter_map(|found| tables.resolve_path(ir, found.op, found.reference))
        .flatten()
        .collect();
    let externs: Vec<Op> = ir
        .walk(design)
        .into_iter()
        .filter(|op| ir.code(*op) == hw::MODULE_EXTERN && !used.contains(op))
        .collect();
    externs.into_iter().for_each(|op| ir.erase(op));
}
