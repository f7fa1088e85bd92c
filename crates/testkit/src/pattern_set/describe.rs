//! Operations of a program described as a pattern.

use super::program::{ATTRIBUTES, Program, TYPES, comma};
use base::Rng;
use std::collections::BTreeMap;

/// A name in the pattern and its type.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Handle {
    pub(super) name: String,
    pub(super) ty: &'static str,
}

/// An operation of the pattern.
pub(super) struct Described {
    pub(super) handle: String,
    pub(super) types: Vec<Handle>,
}

/// A pattern that is being written.
pub(super) struct Description<'a> {
    pub(super) program: &'a Program,
    pub(super) rng: &'a mut Rng,
    pub(super) text: String,
    next: usize,
    /// One of so many things is said wrong; 0 for none.
    wrong: u64,
    /// What was described, by the number of the operation in the program.
    pub(super) operations: BTreeMap<usize, Described>,
    /// Values that the pattern has a name for: operands, and results.
    pub(super) values: BTreeMap<usize, String>,
    /// Ranges of values, with the values.
    pub(super) ranges: Vec<(String, Vec<usize>)>,
    pub(super) attributes: Vec<String>,
    types: BTreeMap<&'static str, String>,
}

/// The number of a value that is no operand in the pattern.
const BESIDE: usize = usize::MAX;
/// How many operations below one another are described.
const DEPTH: usize = 3;

impl<'a> Description<'a> {
    /// The body of a pattern that was read off the program, whose rewrite leaves a trace with a number.
    pub(super) fn of(program: &'a Program, number: usize, rng: &'a mut Rng) -> String {
        let mut description = Description {
            program,
            wrong: if rng.chance(1, 4) { 8 } else { 0 },
            rng,
            text: String::new(),
            next: 0,
            operations: BTreeMap::new(),
            values: BTreeMap::new(),
            ranges: Vec::new(),
            attributes: Vec::new(),
            types: BTreeMap::new(),
        };
        let root = description.rng.index(program.operations.len());
        description.operation(root, DEPTH, true);
        description.result_beside(root);
        let beside = if description.rng.chance(1, 3) { 1 + description.rng.index(2) } else { 0 };
        for _ in 0..beside {
            description.user();
        }
        description.natives(root, number);
        description.rewrite(root, number);
        description.text
    }

    /// A new name.
    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%{}", self.next)
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(&format!("  {line}\n"));
    }

    /// Defines a name.
    pub(super) fn define(&mut self, what: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {what}"));
        name
    }

    fn is_wrong(&mut self) -> bool {
        self.wrong > 0 && self.rng.chance(1, self.wrong)
    }

    /// Describes an operation, and gives its handle. Above is the root, whose name or mark must not be one of an operation that a rewrite made.
    fn operation(&mut self, number: usize, depth: usize, is_root: bool) -> String {
        let operation = &self.program.operations[number];
        let operands = self.operands(number, depth);
        let mut attributes = Vec::new();
        let is_named = self.rng.chance(5, 6);
        for (name, value) in &operation.attributes {
            let is_mark = *name == "live";
            if if is_mark { is_root && !is_named } else { self.rng.chance(1, 2) } {
                let attribute = if is_mark { self.define("attribute") } else { self.attribute(value) };
                attributes.push(format!("\"{name}\" = {attribute}"));
            }
        }
        let types = self.result_types(number);
        let name = match () {
            () if !is_named => String::new(),
            () if self.is_wrong() => " \"t.a\"".into(),
            () => format!(" \"{}\"", operation.name),
        };
        let handle = self.define(&format!(
            "operation{name}{}{}{}",
            list("(", &operands, ")"),
            if attributes.is_empty() { String::new() } else { format!(" {{{}}}", attributes.join(", ")) },
            list(" -> (", &types, ")")
        ));
        self.operations.insert(number, Described { handle: handle.clone(), types });
        handle
    }

    /// The operands of an operation: single ones, and a range from some place on.
    fn operands(&mut self, number: usize, depth: usize) -> Vec<Handle> {
        let mut operands = self.program.operations[number].operands.clone();
        if self.is_wrong() {
            operands.pop();
        }
        let range_from = if self.rng.chance(1, 5) { self.rng.index(operands.len() + 1) } else { usize::MAX };
        let mut handles = Vec::new();
        for (index, value) in operands.iter().enumerate() {
            if index < range_from {
                handles.push(Handle { name: self.value(*value, depth), ty: "!pdl.value" });
            }
        }
        if range_from != usize::MAX {
            let name = self.range(&operands[range_from..], depth);
            handles.push(Handle { name, ty: "!pdl.range<value>" });
        }
        handles
    }

    /// A range: one with a name, all results of an operation, where it is one, or just values.
    fn range(&mut self, values: &[usize], depth: usize) -> String {
        let known = self.ranges.iter().find(|(_, known)| known == values);
        if let Some((known, _)) = known.filter(|_| self.rng.chance(3, 4)) {
            return known.clone();
        }
        let definer = values.first().map(|value| self.program.values[*value].definer);
        if let Some(definer) = definer.filter(|_| depth > 1)
            && self.program.operations[definer].results == values
            && !self.operations.contains_key(&definer)
            && self.rng.chance(2, 3)
        {
            let handle = self.operation(definer, depth - 1, false);
            let name = self.define(&format!("results of {handle}"));
            self.ranges.push((name.clone(), values.to_vec()));
            return name;
        }
        if let Some((known, _)) = self.ranges.last().filter(|_| self.rng.chance(1, 8)) {
            return known.clone();
        }
        let types = if self.rng.chance(1, 3) {
            let constant: Vec<&str> = values.iter().map(|value| self.program.values[*value].ty).collect();
            let constant = if self.is_wrong() { String::new() } else { constant.join(", ") };
            format!(" : {}", self.define(&format!("types : [{constant}]")))
        } else {
            String::new()
        };
        let name = self.define(&format!("operands{types}"));
        self.ranges.push((name.clone(), values.to_vec()));
        name
    }

    /// A single value: one with a name, a result of an operation that is described, or one from anywhere.
    fn value(&mut self, value: usize, depth: usize) -> String {
        let (definer, index) = (self.program.values[value].definer, self.program.values[value].index);
        if let Some(known) = self.values.get(&value).filter(|_| self.rng.chance(3, 4)) {
            return known.clone();
        }
        let name = match self.operations.get(&definer) {
            Some(known) if self.rng.chance(3, 4) => {
                let handle = known.handle.clone();
                self.define(&format!("result {index} of {handle}"))
            }
            None if depth > 1 && self.rng.chance(1, 2) => {
                let handle = self.operation(definer, depth - 1, false);
                let index = if self.is_wrong() { index + 1 } else { index };
                match self.rng.chance(1, 8) && self.program.operations[definer].results.len() == index + 1 {
                    true => self.define(&format!("results {index} of {handle} -> !pdl.value")),
                    false => self.define(&format!("result {index} of {handle}")),
                }
            }
            _ => {
                let ty = self.program.values[value].ty;
                let ty = if self.rng.chance(1, 3) { format!(" : {}", self.ty(ty)) } else { String::new() };
                self.define(&format!("operand{ty}"))
            }
        };
        self.values.insert(value, name.clone());
        name
    }

    fn ty(&mut self, ty: &'static str) -> String {
        if let Some(known) = self.types.get(ty).filter(|_| self.rng.chance(1, 2)) {
            return known.clone();
        }
        let constant = if self.is_wrong() { *self.rng.pick(&TYPES) } else { ty };
        let constant = if self.rng.chance(1, 3) { format!(" : {constant}") } else { String::new() };
        let name = self.define(&format!("type{constant}"));
        self.types.insert(ty, name.clone());
        name
    }

    fn attribute(&mut self, value: &'static str) -> String {
        if let Some(known) = self.attributes.last().filter(|_| self.rng.chance(1, 8)) {
            return known.clone();
        }
        let value = if self.is_wrong() { *self.rng.pick(&ATTRIBUTES) } else { value };
        let name = match (self.rng.index(3), value.split_once(" : ")) {
            (0, _) => self.define(&format!("attribute = {value}")),
            (1, Some((_, ty))) => {
                let ty =
                    TYPES.into_iter().find(|known| *known == ty).expect("attributes have types of values");
                let ty = self.ty(ty);
                self.define(&format!("attribute : {ty}"))
            }
            _ => self.define("attribute"),
        };
        self.attributes.push(name.clone());
        name
    }

    /// The result types of an operation: single ones, and a range from some place on.
    fn result_types(&mut self, number: usize) -> Vec<Handle> {
        let results = self.program.operations[number].results.clone();
        let range_from = if self.rng.chance(1, 6) { self.rng.index(results.len() + 1) } else { usize::MAX };
        let mut handles = Vec::new();
        for (index, value) in results.iter().enumerate() {
            if index < range_from {
                handles.push(Handle { name: self.ty(self.program.values[*value].ty), ty: "!pdl.type" });
            }
        }
        if range_from != usize::MAX {
            let types = results[range_from..].iter().map(|value| self.program.values[*value].ty.to_string());
            let constant = if self.rng.bool() { format!(" : [{}]", comma(types)) } else { String::new() };
            let name = self.define(&format!("types{constant}"));
            handles.push(Handle { name, ty: "!pdl.range<type>" });
        }
        handles
    }

    /// A result that is no operand in the pattern, now and then. It must be there if the rewrite uses it; of one that nothing uses nothing is asked.
    fn result_beside(&mut self, root: usize) {
        if !self.rng.chance(1, 4) {
            return;
        }
        let described: Vec<usize> = self.operations.keys().copied().collect();
        let of = *self.rng.pick(&described);
        let results = self.program.operations[of].results.len();
        let index = self.rng.index(results + 2);
        let handle = self.operations[&of].handle.clone();
        let name = match self.rng.chance(1, 4) {
            true => self.define(&format!("results {index} of {handle} -> !pdl.value")),
            false => self.define(&format!("result {index} of {handle}")),
        };
        // What takes the place of the root cannot use its results.
        if (of != root || index >= results) && self.rng.bool() {
            self.values.insert(BESIDE, name);
        }
    }

    /// An operation that uses a value which the pattern has a name for, and stands beside what was described.
    fn user(&mut self) {
        let in_ranges = self.ranges.iter().flat_map(|(_, values)| values);
        let named = self.values.keys().chain(in_ranges);
        let users = named.flat_map(|value| self.program.users(*value)).map(|(user, _)| user);
        let users: Vec<usize> = users.filter(|user| !self.operations.contains_key(user)).collect();
        if users.is_empty() {
            return;
        }
        let user = *self.rng.pick(&users);
        // Ranges and chance may leave nothing in common: then nothing leads to it, and it is no part of a pattern.
        let (text, next, known) = (self.text.len(), self.next, self.values.clone());
        let mut names: Vec<String> = known.values().cloned().collect();
        names.extend(self.ranges.iter().map(|(name, _)| name.clone()));
        let handle = self.operation(user, 1, false);
        let line = self.text.lines().last().unwrap_or_default();
        let operands = line.split("->").next().unwrap_or_default();
        let is_used =
            |name: &String| [",", " :"].iter().any(|end| operands.contains(&format!("{name}{end}")));
        if names.iter().any(is_used) {
            // What nothing uses is no part of a pattern either; this function of MLIR's says yes to operations of one name.
            let name = self.program.operations[user].name;
            let negated = if name == "test.op" { "" } else { " {isNegated = true}" };
            self.line(&format!(
                "apply_native_constraint \"single_entity_constraint\"({handle} : !pdl.operation){negated}"
            ));
        } else {
            self.forget(user, text, next, known);
        }
    }

    fn forget(&mut self, user: usize, text: usize, next: usize, known: BTreeMap<usize, String>) {
        self.operations.remove(&user);
        self.text.truncate(text);
        self.next = next;
        self.values = known;
        let number = |name: &String| name[1..].parse::<usize>().expect("names are numbers");
        self.ranges.retain(|(name, _)| number(name) <= next);
        self.attributes.retain(|name| number(name) <= next);
        self.types.retain(|_, name| number(name) <= next);
    }
}

/// `(%1, %2 : !pdl.value, !pdl.value)`, or nothing.
pub(super) fn list(open: &str, handles: &[Handle], close: &str) -> String {
    if handles.is_empty() {
        return String::new();
    }
    let names = comma(handles.iter().map(|handle| handle.name.clone()));
    let types = comma(handles.iter().map(|handle| handle.ty.to_string()));
    format!("{open}{names} : {types}{close}")
}
