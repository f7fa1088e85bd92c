//! Where patterns stand in files, and what they are called.
//!
//! A pattern stands directly in a module, as in MLIR, and modules may stand in others. A module has its patterns as `pdl.pattern`s, or as the function `@matcher` of `pdl_interp` that they were lowered
//! to. Everyone who reads patterns asks here, so that all engines and passes see the same patterns in the same order and by the same names.

use dialects::{builtin, pdl, pdl_interp};
use ir::{Ir, Op, symbols};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of the function that matches.
pub const MATCHER: &str = "matcher";

/// The name of the module beside it, with the functions that rewrite.
pub const REWRITERS: &str = "rewriters";

/// What a module has of patterns.
#[derive(Clone, Debug)]
pub enum Held {
    /// Patterns in `pdl`, at least one.
    Patterns {
        /// The module.
        module: Op,
        /// They, in the order of the text.
        patterns: Vec<Op>,
    },
    /// A matcher in `pdl_interp`.
    Matcher {
        /// The module.
        module: Op,
        /// Its function.
        function: Op,
    },
}

/// The patterns that stand directly in a module.
pub fn patterns_in(ir: &Ir, module: Op) -> Vec<Op> {
    let block = ir.entry(ir.region(module, 0));
    block
        .into_iter()
        .flat_map(|block| ir.block_ops(block))
        .filter(|op| ir.code(*op) == pdl::PATTERN)
        .collect()
}

/// The function of a module that matches.
pub fn matcher_in(ir: &Ir, module: Op) -> Option<Op> {
    symbols::lookup(ir, module, MATCHER).filter(|op| ir.code(*op) == pdl_interp::FUNC)
}

/// What the modules of a file have, the file's own first. A module without patterns is not among them, nor one with rewriters, of which one may be called as the function that matches.
pub fn held(ir: &Ir, file: Op) -> Vec<Held> {
    let modules = ir.walk(file).into_iter().filter(|op| ir.code(*op) == builtin::MODULE);
    let modules = modules.filter(|module| !has_rewriters(ir, *module));
    let held = modules.filter_map(|module| match patterns_in(ir, module) {
        none if none.is_empty() => matcher_in(ir, module).map(|function| Held::Matcher { module, function }),
        patterns => Some(Held::Patterns { module, patterns }),
    });
    held.collect()
}

/// Whether a module is the one beside a matcher, with its rewriters, or stands in that.
fn has_rewriters(ir: &Ir, module: Op) -> bool {
    let around = std::iter::successors(Some(module), |op| ir.parent_op(*op));
    let mut pairs = around.clone().zip(around.skip(1));
    pairs.any(|(inner, outer)| {
        symbols::symbol_name(ir, inner) == Some(REWRITERS)
            && ir.code(outer) == builtin::MODULE
            && matcher_in(ir, outer).is_some()
    })
}

/// The name that a pattern has in its file, if it has one.
pub fn name_of(ir: &Ir, pattern: Op) -> Option<String> {
    ir.str_attr(pattern, "sym_name").map(str::to_string)
}

/// Names for patterns, each another one. The first that has a name keeps it; those that have it in other modules, or that have none and are called by their numbers, get a name that is free.
pub fn names(given: Vec<Option<String>>) -> Vec<String> {
    let mut taken: FxHashSet<String> = given.iter().flatten().cloned().collect();
    let mut kept = FxHashSet::default();
    // How many names were made of each that was taken.
    let mut tried: FxHashMap<String, u32> = FxHashMap::default();
    let mut name_of = |(number, given): (usize, Option<String>)| {
        let name = match given {
            Some(name) if kept.insert(name.clone()) => return name,
            Some(name) => name,
            None => format!("pattern{number}"),
        };
        if taken.insert(name.clone()) {
            return name;
        }
        let tried = tried.entry(name.clone()).or_default();
        loop {
            *tried += 1;
            let free = match tried {
                1 => format!("{name}_"),
                _ => format!("{name}_{tried}"),
            };
            if taken.insert(free.clone()) {
                return free;
            }
        }
    };
    given.into_iter().enumerate().map(&mut name_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_without_a_name_is_called_by_its_number_and_as_no_other() {
        let given = [None, Some("pattern0"), None, Some("a"), Some("pattern0_")];
        let names = names(given.map(|name| name.map(str::to_string)).into());
        assert_eq!(names, ["pattern0_2", "pattern0", "pattern2", "a", "pattern0_"]);
    }

    #[test]
    fn a_name_of_several_files_stays_with_the_first() {
        let given = ["a", "b", "a", "a_", "a"].map(|name| Some(name.to_string()));
        assert_eq!(names(given.into()), ["a", "b", "a_2", "a_", "a_3"]);
    }
}
