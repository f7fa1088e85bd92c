//! Functions of the host that patterns call by name.

use super::Handle;
use base::{Diagnostic, codes};
use dialects::pdl::PDL_ATTRIBUTE;
use ir::{Ir, Op, Rewriter, op_error};
use std::collections::BTreeMap;

/// A constraint: `None` is no, and otherwise there is a handle for each result, and no result is null. It may make types and attributes and changes nothing else.
/// For engines that look at facts it is asked when a program is read, about every operation that could stand where the pattern asks, whether the rest of the pattern matches there or not.
pub type Constraint = fn(&mut Ir, &[Handle]) -> Option<Vec<Handle>>;

/// A part of a rewrite: `None` says that the rewrite fails, and otherwise there is a handle for each result.
pub type Rewrite = fn(&mut Rewriter<'_>, &[Handle]) -> Option<Vec<Handle>>;

/// The functions there are.
#[derive(Clone, Default)]
pub struct Natives {
    constraints: BTreeMap<String, Callee>,
    rewrites: BTreeMap<String, Rewrite>,
}

/// A constraint with what is known of its calls.
#[derive(Clone, Copy)]
struct Callee {
    function: Constraint,
    /// Whether it takes one attribute and gives nothing. Otherwise it sees to its arguments itself.
    is_of_attribute: bool,
}

impl Natives {
    /// Adds a constraint, which is called with whatever patterns give it; one of that name that was there before is replaced.
    pub fn constraint(mut self, name: &str, function: Constraint) -> Natives {
        self.constraints.insert(name.to_string(), Callee { function, is_of_attribute: false });
        self
    }

    /// Adds a constraint of one attribute that gives nothing but yes or no; patterns that call it otherwise are refused. One of that name that was there before is replaced.
    pub fn constraint_of_attribute(mut self, name: &str, function: Constraint) -> Natives {
        self.constraints.insert(name.to_string(), Callee { function, is_of_attribute: true });
        self
    }

    /// Adds a part of rewrites; one of that name that was there before is replaced.
    pub fn rewrite(mut self, name: &str, function: Rewrite) -> Natives {
        self.rewrites.insert(name.to_string(), function);
        self
    }

    pub(crate) fn find_constraint(&self, name: &str) -> Option<Constraint> {
        self.constraints.get(name).map(|callee| callee.function)
    }

    /// The constraint that an operation of `pdl` or `pdl_interp` calls; what is wrong with the call, if something is.
    pub(crate) fn called_by(&self, ir: &Ir, op: Op) -> Result<Constraint, Box<Diagnostic>> {
        let name = ir.str_attr(op, "name").expect("the verifier wants a name");
        let Some(callee) = self.constraints.get(name) else {
            let message = format!("there is no constraint `{name}` among the functions of the host");
            return Err(Box::new(op_error(ir, op, codes::UNKNOWN_NATIVE, message)));
        };
        let is_attribute = |value| (PDL_ATTRIBUTE.test)(&ir.ctx, ir.ty(value));
        let is_asked_of_one = ir.operand_count(op) == 1 && ir.operands(op).all(is_attribute);
        if callee.is_of_attribute && !(is_asked_of_one && ir.result_count(op) == 0) {
            let message = format!("`{name}` takes one attribute and gives no results");
            return Err(Box::new(op_error(ir, op, codes::NATIVE_CALL, message)));
        }
        Ok(callee.function)
    }

    pub(super) fn find_rewrite(&self, name: &str) -> Option<Rewrite> {
        self.rewrites.get(name).copied()
    }
}
