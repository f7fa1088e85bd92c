//! Questions to functions of the host, and rewrites that show what was matched. The functions are those that MLIR's test pass has.

use super::describe::{Description, Handle, list};

impl Description<'_> {
    /// Asks functions of the host, now and then. One says yes to operations of a name, one gives something to those of another name; that
    /// one only the first pattern of a set asks, because MLIR 19 mixes up what it gave to several.
    pub(super) fn natives(&mut self, root: usize, number: usize) {
        let name = self.program.operations[root].name;
        let handle = self.operations[&root].handle.clone();
        if self.rng.chance(1, 6) {
            let negated =
                if (name == "test.op") == self.rng.chance(7, 8) { "" } else { " {isNegated = true}" };
            let args = format!("{handle}, {handle} : !pdl.operation, !pdl.operation");
            self.line(&format!("apply_native_constraint \"multi_entity_constraint\"({args}){negated}"));
        }
        if number == 0 && name == "test.success_op" && self.rng.chance(1, 3) {
            let what = format!(
                "apply_native_constraint \"op_constr_return_attr\"({handle} : !pdl.operation) : !pdl.attribute"
            );
            let given = self.define(&what);
            self.attributes.push(given);
        }
    }

    /// Puts an operation in the place of the root.
    pub(super) fn rewrite(&mut self, root: usize, number: usize) {
        let handle = self.operations[&root].handle.clone();
        let is_alone = self.operations.len() == 1 || self.rng.chance(7, 8);
        let named = if is_alone { format!("{handle} ") } else { String::new() };
        let types = self.operations[&root].types.clone();
        if types.is_empty() && is_alone && self.rng.chance(1, 6) && !self.values.is_empty() {
            let names: Vec<&String> = self.values.values().collect();
            let value = (*self.rng.pick(&names)).clone();
            self.line(&format!("rewrite {named}with \"rewriter\"({value} : !pdl.value)"));
            return;
        }
        self.line(&format!("rewrite {named}{{"));
        let mut operands: Vec<Handle> = Vec::new();
        for name in self.values.values().cloned().collect::<Vec<_>>() {
            if self.rng.chance(2, 3) {
                operands.push(Handle { name, ty: "!pdl.value" });
            }
        }
        for (name, _) in self.ranges.clone() {
            operands.push(Handle { name, ty: "!pdl.range<value>" });
        }
        if operands.len() > 1 && self.rng.chance(1, 4) {
            let all = self.define(&format!("range {}", list("", &operands, "")));
            operands = vec![Handle { name: all, ty: "!pdl.range<value>" }];
        }
        let attributes = self.attributes_of_rewrite();
        // The result types are given, or those of what is replaced.
        let given = if self.rng.bool() { list(" -> (", &types, ")") } else { String::new() };
        let new = self
            .define(&format!("operation \"m.p{number}\"{}{attributes}{given}", list("(", &operands, ")")));
        if self.rng.bool() || given.is_empty() {
            self.line(&format!("replace {handle} with {new}"));
        } else {
            let results = self.define(&format!("results of {new}"));
            self.line(&format!("replace {handle} with ({results} : !pdl.range<value>)"));
        }
        self.line("}");
    }

    fn attributes_of_rewrite(&mut self) -> String {
        let mut attributes = Vec::new();
        for (number, name) in self.attributes.clone().into_iter().enumerate() {
            if self.rng.chance(1, 2) {
                attributes.push(format!("\"a{number}\" = {name}"));
            }
        }
        if self.rng.chance(1, 4) {
            let constant = self.define("attribute = [unit, i32]");
            attributes.push(format!("\"c\" = {constant}"));
        }
        if self.rng.chance(1, 8) {
            let made = self.define("apply_native_rewrite \"str_creator\" : !pdl.attribute");
            attributes.push(format!("\"s\" = {made}"));
        }
        if attributes.is_empty() { String::new() } else { format!(" {{{}}}", attributes.join(", ")) }
    }
}
