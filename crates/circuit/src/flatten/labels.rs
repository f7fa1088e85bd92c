//! What a copied operation says of itself: its names get the instance's before them, its location says where the module was instanced,
//! and parameters of the module become what the instance gives for them.

use base::Str;
use dialects::hw;
use ir::{Attr, AttrKind, Context, Ir, Loc, LocKind, Op};
use rustc_hash::FxHashMap;

/// The longest name that hierarchy makes. In hierarchies of thousands of levels the names would outgrow the circuit; where a path is longer
/// it begins anew.
pub(super) const MAX_NAME: usize = 512;

/// Attributes of operations that are names for people.
const NAMES: [&str; 3] = ["name", "instanceName", "sv.namehint"];

/// The changes to the operations of one copy.
pub(super) struct Labels {
    instance: String,
    loc: Loc,
    /// What the parameters are.
    parameters: Vec<(Str, Attr)>,
    /// What attributes become, because operations share them.
    known: FxHashMap<Attr, Attr>,
}

impl Labels {
    pub(super) fn new(ir: &Ir, instance: Op) -> Labels {
        Labels {
            instance: ir.str_attr(instance, "instanceName").unwrap_or("").to_owned(),
            loc: ir.loc(instance),
            parameters: hw::params(ir, instance)
                .into_iter()
                .filter_map(|param| Some((param.name, param.value?)))
                .collect(),
            known: FxHashMap::default(),
        }
    }

    /// Changes an operation with everything in it.
    pub(super) fn apply(&mut self, ir: &mut Ir, op: Op) {
        for name in NAMES {
            if let Some(text) = ir.str_attr(op, name).filter(|text| !text.is_empty()) {
                let text = self.join(text);
                let attr = ir.ctx.str_attr(&text);
                ir.set_attr(op, name, Some(attr));
            }
        }
        self.rename_inner_symbols(ir, op);
        for result in ir.results(op) {
            if let Some(name) = ir.value_name(result) {
                let text = self.join(&ir.ctx[name]);
                let text = ir.ctx.str(&text);
                ir.set_value_name(result, Some(text));
            }
        }
        if ir.regions(op).is_empty() {
            return self.apply_inner(ir, op);
        }
        for op in ir.walk(op) {
            self.apply_inner(ir, op);
        }
    }

    fn apply_inner(&mut self, ir: &mut Ir, op: Op) {
        let loc = ir.ctx.loc(LocKind::CallSite { callee: ir.loc(op), caller: self.loc });
        ir.set_loc(op, loc);
        if !self.parameters.is_empty() {
            let (props, attrs) = (ir.props(op), ir.attrs(op));
            let props = self.substitute(&mut ir.ctx, props);
            ir.set_props(op, props);
            let attrs = self.substitute(&mut ir.ctx, attrs);
            ir.set_attrs(op, attrs);
        }
    }

    /// Two copies in one module have two symbols.
    fn rename_inner_symbols(&self, ir: &mut Ir, op: Op) {
        let Some(attr) = ir.attr(op, "inner_sym").filter(|attr| hw::is_inner_sym(&ir.ctx, *attr)) else {
            return;
        };
        let AttrKind::Dialect { def, mut params, ty } = ir.ctx[attr].clone() else { return };
        // A name, a field and a visibility each.
        for name in params.iter_mut().step_by(3) {
            let text = self.join(ir.ctx.str_value(*name).unwrap_or(""));
            *name = ir.ctx.str_attr(&text);
        }
        let attr = ir.ctx.attr(AttrKind::Dialect { def, params, ty });
        ir.set_attr(op, "inner_sym", Some(attr));
    }

    /// `u0.acc`
    fn join(&self, name: &str) -> String {
        if self.instance.len() + 1 + name.len() > MAX_NAME {
            return name.to_owned();
        }
        format!("{}.{name}", self.instance)
    }

    /// An attribute with the values of parameters instead of their names. Attributes nest no deeper than the parser allows.
    fn substitute(&mut self, ctx: &mut Context, attr: Attr) -> Attr {
        if let Some(known) = self.known.get(&attr) {
            return *known;
        }
        let parameter = hw::param_ref(ctx, attr)
            .and_then(|name| self.parameters.iter().find(|(parameter, _)| ctx[*parameter] == *name));
        let changed = match (parameter, ctx[attr].clone()) {
            (Some((_, value)), _) => *value,
            (None, AttrKind::Dict(mut entries)) => {
                entries.iter_mut().for_each(|(_, value)| *value = self.substitute(ctx, *value));
                ctx.attr(AttrKind::Dict(entries))
            }
            (None, AttrKind::Array(mut items)) => {
                items.iter_mut().for_each(|item| *item = self.substitute(ctx, *item));
                ctx.attr(AttrKind::Array(items))
            }
            (None, AttrKind::Dialect { def, mut params, ty }) => {
                params.iter_mut().for_each(|param| *param = self.substitute(ctx, *param));
                ctx.attr(AttrKind::Dialect { def, params, ty })
            }
            (None, _) => attr,
        };
        self.known.insert(attr, changed);
        changed
    }
}
