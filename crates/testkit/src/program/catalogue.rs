//! The operations that compute scalars from scalars, read from the dialect tables with every way to type them.
//!
//! An operation is taken when its record can be evaluated and takes single values; which types it takes is found by trying all
//! combinations that its constraints and type rules leave open and asking the verifier. So a new row in a table is
//! generated without anything being said here.

use super::types::{SCALARS, Scalar};
use base::Diagnostics;
use ir::opdef::Arity;
use ir::{
    Context, Effect, InsertPoint, Ir, Loc, Op, OpCode, OpDef, OpState, Presence, Trait, Type, TypeRule,
    Value, verify,
};

/// One way to type an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Types of the operands.
    pub operands: Vec<Scalar>,
    /// Types of the results.
    pub results: Vec<Scalar>,
}

/// An operation with all ways to type it.
pub struct Entry {
    /// Its record.
    pub def: &'static OpDef,
    /// At least one.
    pub signatures: Vec<Signature>,
}

/// All such operations.
pub struct Catalogue {
    /// In the order of the tables.
    pub entries: Vec<Entry>,
}

impl Catalogue {
    /// Reads the tables.
    pub fn new() -> Catalogue {
        let mut trial = Trial::new();
        let mut entries = Vec::new();
        for dialect in dialects::of_programs() {
            for (row, def) in (0..).zip(dialect.ops) {
                if is_computation(def) {
                    let signatures = trial.signatures(OpCode::new(dialect.id, row), def);
                    entries.push(Entry { def, signatures });
                }
            }
        }
        Catalogue { entries }
    }
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

fn is_computation(def: &OpDef) -> bool {
    def.eval.is_some()
        && matches!(def.effect, Effect::Pure | Effect::PureGuarded)
        && !def.has(Trait::ConstantLike)
        && def.operands.iter().chain(def.results).all(|group| group.arity == Arity::One)
}

/// A scratch IR with a value of every type, to try operations on.
struct Trial {
    ir: Ir,
    root: Op,
    types: Vec<Type>,
    values: Vec<Value>,
}

impl Trial {
    fn new() -> Trial {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let types: Vec<Type> = SCALARS.iter().map(|scalar| intern(&mut ir.ctx, *scalar)).collect();
        let region = ir.create_region();
        let block = ir.add_block(region);
        let code = ir.ctx.op_code("trial.scope");
        let root = ir.create(OpState::new(code, Loc::UNKNOWN).region(region));
        let values = types.iter().map(|ty| ir.add_argument(block, *ty, Loc::UNKNOWN)).collect();
        Trial { ir, root, types, values }
    }

    fn signatures(&mut self, code: OpCode, def: &'static OpDef) -> Vec<Signature> {
        let groups: Vec<_> = def.operands.iter().chain(def.results).collect();
        let mut found = Vec::new();
        // Positions into `SCALARS`, one a group that is decided.
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(decided) = open.pop() {
            if decided.len() == groups.len() {
                if self.verifies(code, def, &decided) {
                    let scalars: Vec<Scalar> = decided.iter().map(|at| SCALARS[*at]).collect();
                    let (operands, results) = scalars.split_at(def.operands.len());
                    found.push(Signature { operands: operands.to_vec(), results: results.to_vec() });
                }
                continue;
            }
            let name = groups[decided.len()].name;
            let position = |name: &str| groups.iter().position(|group| group.name == name);
            let mut candidates: Vec<usize> = (0..SCALARS.len()).collect();
            for rule in def.types {
                match rule {
                    TypeRule::Same(names) if names.contains(&name) => {
                        let leader =
                            names.iter().filter_map(|name| position(name)).find(|at| *at < decided.len());
                        candidates.retain(|at| leader.is_none_or(|leader| decided[leader] == *at));
                    }
                    TypeRule::Derive { to, from, with, .. } if *to == name => {
                        let from =
                            position(from).filter(|at| *at < decided.len()).map(|at| self.types[decided[at]]);
                        let derived = from.and_then(|from| with(&mut self.ir.ctx, from));
                        candidates.retain(|at| derived.is_none_or(|ty| self.types[*at] == ty));
                    }
                    _ => {}
                }
            }
            let fits = |at: &usize| (groups[decided.len()].ty.test)(&self.ir.ctx, self.types[*at]);
            for at in candidates.into_iter().filter(fits).rev() {
                open.push(decided.iter().copied().chain([at]).collect());
            }
        }
        found
    }

    /// Makes the operation and asks the verifier.
    fn verifies(&mut self, code: OpCode, def: &OpDef, decided: &[usize]) -> bool {
        let (operands, results) = decided.split_at(def.operands.len());
        let mut state = OpState::new(code, Loc::UNKNOWN);
        state.operands.extend(operands.iter().map(|at| self.values[*at]));
        state.result_types.extend(results.iter().map(|at| self.types[*at]));
        for attr in def.attrs.iter().filter(|attr| matches!(attr.presence, Presence::Required)) {
            // The first case of an enumeration: types never depend on which.
            let zero = self.ir.ctx.int_attr(0, Type::I64);
            state = state.prop(&mut self.ir, attr.name, zero);
        }
        let op = self.ir.create(state);
        let block = self.ir.entry(self.ir.region(self.root, 0)).expect("the scope has a block");
        self.ir.insert(op, InsertPoint::End(block));
        let right = verify(&mut self.ir, op, &mut Diagnostics::new());
        self.ir.erase(op);
        right
    }
}

fn intern(ctx: &mut Context, scalar: Scalar) -> Type {
    match scalar {
        Scalar::Int(width) => ctx.int_ty(width),
        Scalar::Index => Type::INDEX,
        Scalar::Float(format) => ctx.float_ty(format),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::FloatFormat;

    fn signatures(name: &str) -> Vec<Signature> {
        let catalogue = Catalogue::new();
        let entry = catalogue.entries.into_iter().find(|entry| entry.def.name == name);
        entry.unwrap_or_else(|| panic!("{name} is a computation")).signatures
    }

    #[test]
    fn every_computation_can_be_typed() {
        for entry in &Catalogue::new().entries {
            assert!(!entry.signatures.is_empty(), "{} has no types", entry.def.name);
        }
    }

    #[test]
    fn types_follow_the_records() {
        assert_eq!(signatures("arith.addi").len(), 21);
        let casts = signatures("arith.extsi");
        assert!(casts.iter().all(|s| s.operands[0].width() < s.results[0].width()));
        assert!(
            casts.contains(&Signature { operands: vec![Scalar::Int(7)], results: vec![Scalar::Int(128)] })
        );
        let compare = signatures("arith.cmpf");
        assert!(compare.iter().all(|s| s.operands[0] == s.operands[1] && s.results == [Scalar::BOOL]));
        let narrow = signatures("arith.truncf");
        let (f64, f16) = (Scalar::Float(FloatFormat::F64), Scalar::Float(FloatFormat::F16));
        assert!(narrow.contains(&Signature { operands: vec![f64], results: vec![f16] }));
    }
}
