//! From the tree of a program to C text: types, declarations and statements. Expressions are in `number`.

use super::number::{FAR, Number, Range, level};
use super::tree::{
    Call, Case, Change, Collect, Expr, For, Function, Grow, Place, Program, Role, Scalar, Shape, Stmt,
    Storage, Type, Value, VarId, Walk, While,
};
use std::fmt::Write;

/// What a file with programs begins with.
pub const HEADER: &str = "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n\
    #include <stdlib.h>\n#include <string.h>\n";

/// A program as C text without [`HEADER`]. What has a name outside of functions, `main` included, has this prefix.
pub fn print(program: &Program, prefix: &str) -> String {
    let mut printer =
        Printer { program, prefix, out: String::new(), depth: 0, heap: Vec::new(), result: None };
    printer.program();
    printer.out
}

pub(super) struct Printer<'p> {
    pub(super) program: &'p Program,
    pub(super) prefix: &'p str,
    out: String,
    depth: usize,
    /// What `main` has to free.
    heap: Vec<VarId>,
    /// What the function that is written returns.
    result: Option<Type>,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        writeln!(self.out, "{indent}{text}").expect("a string can be written to");
    }

    fn program(&mut self) {
        let program = self.program;
        for (index, values) in program.enums.iter().enumerate() {
            let names = values.iter().enumerate();
            let names: Vec<String> =
                names.map(|(at, value)| format!("{} = {value}", self.enumerator(index, at))).collect();
            self.line(&format!("enum {}E{index} {{ {} }};", self.prefix, names.join(", ")));
        }
        for (index, members) in program.structs.iter().enumerate() {
            self.line(&format!("struct {}S{index} {{", self.prefix));
            for (member, ty) in members.iter().enumerate() {
                self.line(&format!("  {};", self.declarator(ty, format!("m{member}"))));
            }
            self.line("};");
        }
        // Keeps floats near zero.
        let fit = format!(
            "static double {0}fit(double x) {{ return x > {FAR:?} ? {FAR:?} : x < -{FAR:?} ? -{FAR:?} : x; }}",
            self.prefix
        );
        self.line(&fit);
        for (var, value) in &program.globals {
            let text = self.definition(*var, value);
            self.line(&format!("static {text};"));
        }
        for (index, function) in program.functions.iter().enumerate() {
            self.function(index, function);
        }
    }

    fn function(&mut self, index: usize, function: &Function) {
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|var| self.declarator(&self.program.vars[*var].ty, self.var(*var)))
            .collect();
        let parameters = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
        let head = format!("{}({parameters})", self.function_name(index));
        let head = match &function.result {
            Some(ty) => self.declarator(ty, head),
            None => format!("void {head}"),
        };
        let linkage = if matches!(function.role, Role::Kernel | Role::Main) { "" } else { "static " };
        self.line(&format!("{linkage}{head} {{"));
        self.result = function.result.clone();
        self.depth = 1;
        let (last, body) = match function.body.split_last() {
            Some((last @ Stmt::Return(_), body)) => (Some(last), body),
            _ => (None, &function.body[..]),
        };
        self.statements(body);
        for var in std::mem::take(&mut self.heap) {
            let text = format!("free({});", self.var(var));
            self.line(&text);
        }
        match (last, &function.result) {
            (Some(last), _) => self.statement(last),
            // The minimiser may have taken it.
            (None, Some(_)) => self.statement(&Stmt::Return(Some(Value::Zero))),
            (None, None) => {}
        }
        self.depth = 0;
        self.line("}");
    }

    fn function_name(&self, index: usize) -> String {
        match self.program.functions[index].role {
            Role::Main => format!("{}main", self.prefix),
            Role::Kernel => format!("{}kernel{index}", self.prefix),
            _ => format!("{}f{index}", self.prefix),
        }
    }

    pub(super) fn enumerator(&self, index: usize, value: usize) -> String {
        format!("{}E{index}_{value}", self.prefix)
    }

    pub(super) fn scalar_name(&self, ty: Scalar) -> String {
        match ty {
            Scalar::Bool => "_Bool",
            Scalar::Char => "char",
            Scalar::SChar => "signed char",
            Scalar::UChar => "uint8_t",
            Scalar::Short => "short",
            Scalar::UShort => "unsigned short",
            Scalar::Int => "int",
            Scalar::UInt => "unsigned",
            Scalar::Long => "long",
            Scalar::ULong => "uint64_t",
            Scalar::LLong => "long long",
            Scalar::ULLong => "unsigned long long",
            Scalar::Float => "float",
            Scalar::Double => "double",
            Scalar::Enum { index, .. } => return format!("enum {}E{index}", self.prefix),
        }
        .into()
    }

    /// A declaration of something.
    fn declarator(&self, ty: &Type, name: String) -> String {
        match ty {
            Type::Scalar(scalar) => format!("{} {name}", self.scalar_name(*scalar)),
            Type::Struct(index) => format!("struct {}S{index} {name}", self.prefix),
            Type::Array(count, element) => self.declarator(element, format!("{name}[{count}]")),
            Type::Pointer(_, to) => self.declarator(to, format!("*{name}")),
        }
    }

    fn definition(&self, var: VarId, value: &Value) -> String {
        let info = &self.program.vars[var];
        let constant = if info.constant { "const " } else { "" };
        let value = self.initial(value, &info.ty, info.range);
        format!("{constant}{} = {value}", self.declarator(&info.ty, self.var(var)))
    }

    /// What something begins with.
    fn initial(&self, value: &Value, ty: &Type, range: Option<(i64, i64)>) -> String {
        let part = |at: usize| match ty {
            Type::Array(_, element) => Some((format!("[{at}]"), (**element).clone())),
            Type::Struct(index) => Some((format!(".m{at}"), self.program.structs[*index].get(at)?.clone())),
            _ => None,
        };
        match (value, ty) {
            (Value::Zero, Type::Array(..) | Type::Struct(_)) => "{0}".into(),
            (Value::List(values), _) => {
                let parts = values.iter().enumerate();
                let parts: Vec<String> =
                    parts.filter_map(|(at, value)| Some(self.initial(value, &part(at)?.1, None))).collect();
                format!("{{{}}}", parts.join(", "))
            }
            (Value::Named(values), _) => {
                let named = values.iter().filter_map(|(at, value)| {
                    let (name, ty) = part(*at)?;
                    Some(format!("{name} = {}", self.initial(value, &ty, None)))
                });
                format!("{{{}}}", named.collect::<Vec<_>>().join(", "))
            }
            (Value::Text(text), _) => format!("\"{text}\""),
            _ => self.value(value, ty, range),
        }
    }

    /// What is assigned, returned or given.
    fn value(&self, value: &Value, ty: &Type, range: Option<(i64, i64)>) -> String {
        match (value, ty) {
            (_, Type::Scalar(scalar)) => self.given(value, *scalar, range),
            (Value::Call(call), _) => self.call(call),
            (Value::Whole(place), _) => self.place(place).0,
            (Value::Either(condition, a, b), _) => {
                let condition = self.number(condition).at(level::OR);
                format!("{condition} ? {} : {}", self.place(a).0, self.place(b).0)
            }
            (Value::Pointer(place, offset), Type::Pointer(count, to)) => {
                self.pointer(place, offset, *count, to)
            }
            (Value::Zero | Value::List(_) | Value::Named(_), Type::Struct(_)) => {
                format!("({}){}", self.declarator(ty, String::new()).trim(), self.initial(value, ty, None))
            }
            _ => "NULL".into(),
        }
    }

    fn pointer(&self, place: &Place, offset: &Expr, count: u32, to: &Type) -> String {
        let (text, _, ty, _) = self.place(place);
        let there = match &ty {
            Type::Array(there, element) if **element == *to => *there,
            Type::Pointer(there, _) => *there,
            _ => return format!("&{text}"),
        };
        let offset = self.index(offset, (there + 1).saturating_sub(count).max(1));
        match offset.text.as_str() {
            "0" => text,
            _ if offset.text.len().is_multiple_of(2) => format!("&{text}[{}]", offset.text),
            _ => format!("{text} + {}", offset.at(level::MUL)),
        }
    }

    pub(super) fn call(&self, call: &Call) -> String {
        let function = &self.program.functions[call.function];
        let arguments = function.parameters.iter().zip(&call.arguments);
        let arguments = arguments.map(|(parameter, value)| {
            let var = &self.program.vars[*parameter];
            self.value(value, &var.ty, var.range)
        });
        let name = self.function_name(call.function);
        match call.kernel {
            true => {
                let all: Vec<String> = std::iter::once(name).chain(arguments).collect();
                format!("CALL_KERNEL({})", all.join(", "))
            }
            false => format!("{name}({})", arguments.collect::<Vec<_>>().join(", ")),
        }
    }

    fn block(&mut self, head: &str, body: &[Stmt]) {
        self.line(format!("{head} {{").trim_start());
        self.depth += 1;
        self.statements(body);
        self.depth -= 1;
        self.line("}");
    }

    fn statements(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Define(var, storage, value) => self.define(*var, *storage, value),
            Stmt::Change(place, change) => self.change_statement(place, change),
            Stmt::Set(place, value) => {
                let (text, _, ty, _) = self.place(place);
                let value = self.value(value, &ty, None);
                self.line(&format!("{text} = {value};"));
            }
            Stmt::Call(place, call) => self.call_statement(place.as_ref(), call),
            Stmt::Expr(value) => self.line(&format!("{};", self.number(value).text)),
            Stmt::Print(numbers) => self.print_numbers(numbers),
            Stmt::PrintText(var) => {
                self.line(&format!("printf(\"%s|%7s|%-9.3s|\\n\", {0}, {0}, {0});", self.var(*var)))
            }
            Stmt::Dump(var) => self.dump(*var),
            Stmt::If(condition, then, otherwise) => {
                let condition = self.number(condition).text;
                self.block(&format!("if ({condition})"), then);
                if !otherwise.is_empty() {
                    self.block("else", otherwise);
                }
            }
            Stmt::For(counted) => self.for_loop(counted),
            Stmt::While(looped) => self.while_loop(looped),
            Stmt::Grow(grow) => self.grow(grow),
            Stmt::Switch(value, cases) => self.switch(value, cases),
            Stmt::Block(body) => self.block("", body),
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Return(None) => self.line("return;"),
            Stmt::Return(Some(value)) => {
                let ty = self.result.clone().unwrap_or(Type::Scalar(Scalar::Int));
                let value = self.value(value, &ty, None);
                self.line(&format!("return {value};"));
            }
            Stmt::Labelled(label, body) => {
                self.block("", body);
                self.line(&format!("L{label}:;"));
            }
            Stmt::Goto(label) => self.line(&format!("goto L{label};")),
            Stmt::Memset(var, byte) => {
                let (count, element) = self.extent(*var);
                let name = self.var(*var);
                let ty = self.declarator(&element, String::new());
                self.line(&format!("memset({name}, {byte}, {count} * sizeof({}));", ty.trim()));
            }
            Stmt::Memcpy(to, from, overlapping) => {
                let ((n, element), (m, _)) = (self.extent(*to), self.extent(*from));
                let name = if *overlapping { "memmove" } else { "memcpy" };
                let ty = self.declarator(&element, String::new());
                let (to, from) = (self.var(*to), self.var(*from));
                self.line(&format!("{name}({to}, {from}, {} * sizeof({}));", n.min(m), ty.trim()));
            }
            Stmt::Walk(walk) => self.walk(walk),
            Stmt::Seed(seed) => self.line(&format!("srand({seed});")),
            Stmt::Random(place, limit) => {
                let (text, _, ty, range) = self.place(place);
                let limit = i128::from(*limit).min(range.map_or(1 << 20, |(_, high)| i128::from(high) + 1));
                let limit = limit
                    .min(ty.scalar().filter(|ty| ty.int().is_some()).map_or(1 << 20, |ty| ty.limits().1 + 1));
                self.line(&format!("{text} = rand() % {limit};"));
            }
            Stmt::Collect(collect) => self.collect(collect),
        }
    }

    fn extent(&self, var: VarId) -> (u32, Type) {
        match &self.program.vars[var].ty {
            Type::Array(count, element) | Type::Pointer(count, element) => (*count, (**element).clone()),
            other => (1, other.clone()),
        }
    }

    fn define(&mut self, var: VarId, storage: Storage, value: &Value) {
        let text = match storage {
            Storage::Local => format!("{};", self.definition(var, value)),
            Storage::Static => format!("static {};", self.definition(var, value)),
            Storage::Malloc | Storage::Calloc => {
                let (count, element) = self.extent(var);
                let ty = self.declarator(&element, String::new()).trim().to_string();
                let name = self.var(var);
                self.heap.push(var);
                let pointer = self.declarator(&element, format!("*{name}"));
                match storage {
                    Storage::Calloc => format!("{pointer} = calloc({count}, sizeof({ty}));"),
                    _ => format!(
                        "{pointer} = ({ty} *)malloc({count} * sizeof({ty})); memset({name}, 0, {count} * sizeof({ty}));"
                    ),
                }
            }
        };
        self.line(&text);
    }

    fn change_statement(&mut self, place: &Place, change: &Change) {
        let (_, _, ty, range) = self.place(place);
        let float = ty.scalar().is_some_and(|ty| ty.int().is_none());
        if let (true, Change::Assign(Some(op), value)) = (float, change) {
            use super::tree::Binary;
            let op = match op {
                Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => *op,
                _ => Binary::Add,
            };
            let now = self.number(&Expr::Read(place.clone()));
            let value = self.number(value);
            if self.compound(op, &now, value.clone(), range).is_none() && op != Binary::Div {
                // In two steps, so that the operator is used as it is.
                let sign = match op {
                    Binary::Add => "+=",
                    Binary::Sub => "-=",
                    _ => "*=",
                };
                let value = self.converted(value, Scalar::Double, None).at(level::ASSIGN);
                self.line(&format!("{} {sign} {value};", now.text));
                self.line(&format!("{0} = {1}fit({0});", now.text, self.prefix));
                return;
            }
            let text = self.change(
                place,
                &Change::Assign(
                    Some(op),
                    Box::new(match change {
                        Change::Assign(_, value) => (**value).clone(),
                        Change::Step { .. } => Expr::int(1),
                    }),
                ),
            );
            self.line(&format!("{};", text.text));
            return;
        }
        let text = self.change(place, change).text;
        self.line(&format!("{text};"));
    }

    fn call_statement(&mut self, place: Option<&Place>, call: &Call) {
        let text = self.call(call);
        let Some(place) = place else { return self.line(&format!("{text};")) };
        let (to, _, ty, range) = self.place(place);
        let text = match (&ty, &self.program.functions[call.function].result) {
            (Type::Scalar(ty), Some(Type::Scalar(result))) => {
                let result = Number::new(text, level::POSTFIX, *result, Range::of(*result));
                self.converted(result, *ty, range).at(level::ASSIGN)
            }
            _ => text,
        };
        self.line(&format!("{to} = {text};"));
    }

    fn print_numbers(&mut self, numbers: &[(u8, Expr)]) {
        let (mut format, mut arguments) = (String::new(), String::new());
        for (style, value) in numbers {
            let number = self.number(value);
            let formats = formats(number.ty);
            let chosen = formats[usize::from(*style) % formats.len()];
            if !format.is_empty() {
                format.push_str([" ", ", ", "%%", "\\t"][usize::from(*style) % 4]);
            }
            format.push_str(chosen);
            let text = number.at(level::ASSIGN);
            match chosen {
                "%c" => {
                    let code = Expr::Binary(
                        super::tree::Binary::And,
                        Box::new(value.clone()),
                        Box::new(Expr::int(63)),
                    );
                    let code = self.number(&code).at(level::ADD);
                    arguments.push_str(&format!(", (int)({code}) + 48"));
                }
                "%*d" | "%.*f" | "%-*d" => arguments.push_str(&format!(", {}, {text}", style % 9)),
                _ => arguments.push_str(&format!(", {text}")),
            }
        }
        self.line(&format!("printf(\"{format}\\n\"{arguments});"));
    }

    /// Prints every number in a variable.
    fn dump(&mut self, var: VarId) {
        let name = self.var(var);
        let ty = self.program.vars[var].ty.clone();
        self.dump_part(name, &ty, 0);
        self.line("printf(\"\\n\");");
    }

    fn dump_part(&mut self, text: String, ty: &Type, depth: usize) {
        match ty {
            Type::Scalar(scalar) => {
                let format = formats(*scalar)[0];
                self.line(&format!("printf(\" {format}\", {text});"));
            }
            Type::Struct(index) => {
                for (member, ty) in self.program.structs[*index].iter().enumerate() {
                    self.dump_part(format!("{text}.m{member}"), ty, depth);
                }
            }
            Type::Array(count, element) => {
                self.line(&format!("for (int i{depth} = 0; i{depth} < {count}; i{depth}++) {{"));
                self.depth += 1;
                self.dump_part(format!("{text}[i{depth}]"), element, depth + 1);
                self.depth -= 1;
                self.line("}");
            }
            Type::Pointer(..) => {}
        }
    }

    fn for_loop(&mut self, counted: &For) {
        let For { var, low, count, step, .. } = counted;
        let i = self.var(*var);
        let ty = self.program.vars[*var].ty.clone();
        let total = i64::from(*count) * step;
        let (high, last) = (low + total, low + total - step);
        let power = 1i64 << (*count).min(30);
        let by = |sign: char| match step {
            1 => format!("{i}{sign}{sign}"),
            step => format!("{i} {sign}= {step}"),
        };
        let (first, test, next) = match &counted.shape {
            Shape::Less | Shape::Skip(..) => (*low, format!("{i} < {high}"), by('+')),
            Shape::LessEqual => (*low, format!("{i} <= {last}"), by('+')),
            Shape::NotEqual => (*low, format!("{i} != {high}"), by('+')),
            Shape::Greater => (high, format!("{i} > {low}"), by('-')),
            Shape::GreaterEqual => (high, format!("{i} >= {low}"), by('-')),
            Shape::DownTo => (i64::from(*count), format!("{i}-- > 0"), String::new()),
            Shape::Double(shift) => {
                (1, format!("{i} < {power}"), format!("{i} {} ", if *shift { "<<= 1" } else { "*= 2" }))
            }
            Shape::Half(shift) => {
                (power, format!("{i} != 0"), format!("{i} {}", if *shift { ">>= 1" } else { "/= 2" }))
            }
            Shape::Wrap => (*low, format!("{i} != {}", (low + i64::from(*count)) & 255), format!("{i}++")),
            Shape::Bound(bound) => {
                let bound = self.index(bound, 8);
                (*low, format!("{i} < {}", bound.at(level::SHIFT)), by('+'))
            }
            Shape::Endless => (*low, String::new(), String::new()),
            Shape::Pair(other) => {
                (*low, format!("{i} < {}", self.var(*other)), format!("{i}++, {}--", self.var(*other)))
            }
        };
        let mut first = match counted.outside {
            true => format!("{i} = {first}"),
            false => self.declarator(&ty, format!("{i} = {first}")),
        };
        if let Shape::Pair(other) = counted.shape {
            first.push_str(&format!(", {} = {high}", self.var(other)));
        }
        if counted.outside {
            self.line(&format!("{} = 0;", self.declarator(&ty, i.clone())));
            if let Shape::Pair(other) = counted.shape {
                let other = self.declarator(&ty, self.var(other));
                self.line(&format!("{other} = 0;"));
            }
        }
        let test = if test.is_empty() { test } else { format!(" {test}") };
        let next = if next.is_empty() { next } else { format!(" {}", next.trim()) };
        self.line(&format!("for ({first};{test};{next}) {{"));
        self.depth += 1;
        if let Shape::Endless = counted.shape {
            self.line(&format!("if ({i} >= {high})"));
            self.line("  break;");
            self.line(&format!("{};", by('+')));
        }
        self.statements(&counted.body);
        if let Shape::Skip(condition, by) = &counted.shape {
            let condition = self.number(condition).text;
            self.line(&format!("if ({condition})"));
            self.line(&format!("  {i} += {by};"));
        }
        self.depth -= 1;
        self.line("}");
    }

    fn while_loop(&mut self, looped: &While) {
        let fuel = self.var(looped.fuel);
        let ty = self.program.vars[looped.fuel].ty.clone();
        self.line(&format!("{} = {};", self.declarator(&ty, fuel.clone()), looped.count));
        let condition = self.number(&looped.condition).at(level::AND + 1);
        match looped.style % 5 {
            0 => self.block(&format!("while ({fuel}-- > 0 && {condition})"), &looped.body),
            1 => {
                self.line(&format!("while ({condition} && {fuel} != 0) {{"));
                self.depth += 1;
                self.line(&format!("{fuel}--;"));
                self.statements(&looped.body);
                self.depth -= 1;
                self.line("}");
            }
            2 => {
                self.line("while (1) {");
                self.depth += 1;
                self.line(&format!("if (!--{fuel} || {condition}) break;"));
                self.statements(&looped.body);
                self.depth -= 1;
                self.line("}");
            }
            style => {
                self.line("do {");
                self.depth += 1;
                self.statements(&looped.body);
                self.depth -= 1;
                match style {
                    3 => self.line(&format!("}} while (--{fuel} > 0 && {condition});")),
                    _ => self.line(&format!("}} while (({condition}) && {fuel}-- > 1);")),
                }
            }
        }
    }

    fn grow(&mut self, grow: &Grow) {
        let (_, last) = self.program.vars[grow.var].range.expect("what grows has a range");
        let (var, condition) = (self.var(grow.var), self.number(&grow.condition).at(level::AND + 1));
        self.line(&format!("if ({var} <= {} && {condition}) {{", last - grow.step));
        self.depth += 1;
        self.statements(&grow.body);
        match grow.step {
            1 => self.line(&format!("{var}++;")),
            step => self.line(&format!("{var} += {step};")),
        }
        self.depth -= 1;
        self.line("}");
    }

    fn switch(&mut self, value: &Expr, cases: &[Case]) {
        let text = self.to_int(self.number(value)).text;
        self.line(&format!("switch ({text}) {{"));
        for case in cases {
            for (at, label) in case.labels.iter().enumerate() {
                self.line(&format!("case {label}:"));
                if case.default && at == 0 {
                    self.line("default:");
                }
            }
            if case.default && case.labels.is_empty() {
                self.line("default:");
            }
            self.depth += 1;
            self.block("", &case.body);
            self.line(if case.falls { ";" } else { "break;" });
            self.depth -= 1;
        }
        self.line("}");
    }

    fn walk(&mut self, walk: &Walk) {
        let (p, a) = (self.var(walk.pointer), self.var(walk.array));
        let (_, element) = self.extent(walk.array);
        let pointer = self.declarator(&element, format!("*{p}"));
        let Walk { from, count, .. } = walk;
        let end = from + count;
        // The element through the pointer, as a place that the printer of changes understands.
        let here = Place { root: walk.pointer, steps: vec![super::tree::Step::Index(Expr::int(0))] };
        let change = Change::Assign(walk.op, Box::new(walk.value.clone()));
        // Walking down to the first element, the pointer would stand before the array in the end, which C does not allow.
        let style = if walk.style % 5 == 2 && *from == 0 { 0 } else { walk.style % 5 };
        let (head, tail) = match style {
            0 => (format!("for ({pointer} = {a} + {from}; {p} < {a} + {end}; {p}++) {{"), None),
            1 => (format!("for ({pointer} = &{a}[{from}]; {p} != &{a}[{end}]; ++{p}) {{"), None),
            2 => {
                self.line("{");
                self.depth += 1;
                self.line(&format!("{pointer} = {a} + {end};"));
                (format!("while ({p}-- > {a} + {from}) {{"), Some(String::new()))
            }
            3 => {
                self.line("{");
                self.depth += 1;
                self.line(&format!("{pointer} = {a};"));
                self.line(&format!("{p} += {from};"));
                let w = format!("w{p}");
                (format!("for (int {w} = 0; {w} < {count}; {w}++) {{"), Some(format!("{p}++;")))
            }
            _ => {
                self.line("{");
                self.depth += 1;
                self.line(&format!("{pointer} = {a} + {from};"));
                let value = self.number(&walk.value);
                let ty = element.scalar().unwrap_or(Scalar::Int);
                let value = self.converted(value, ty, None).at(level::ASSIGN);
                let w = format!("w{p}");
                self.line(&format!("unsigned {w} = {count};"));
                self.line(&format!("while ({w}-- != 0)"));
                self.line(&format!("  *{p}++ = {value};"));
                self.depth -= 1;
                self.line("}");
                return;
            }
        };
        self.line(&head);
        self.depth += 1;
        self.change_statement(&here, &change);
        if let Some(tail) = &tail
            && !tail.is_empty()
        {
            self.line(tail);
        }
        self.depth -= 1;
        self.line("}");
        if tail.is_some() {
            self.depth -= 1;
            self.line("}");
        }
    }

    fn collect(&mut self, collect: &Collect) {
        let (n, i, a) = (self.var(collect.counter), self.var(collect.index), self.var(collect.array));
        let (count, element) = self.extent(collect.array);
        let ty = self.declarator(&self.program.vars[collect.counter].ty, n.clone());
        self.line(&format!("{ty} = 0;"));
        self.line(&format!("for (int {i} = 0; {i} < {count}; {i}++) {{"));
        let condition = self.number(&collect.condition).text;
        let scalar = element.scalar().unwrap_or(Scalar::Int);
        let value = self.converted(self.number(&collect.value), scalar, None).at(level::ASSIGN);
        self.line(&format!("  if ({condition})"));
        self.line(&format!("    {a}[{n}++] = {value};"));
        self.line("}");
    }
}

/// The formats that print numbers of a type.
fn formats(ty: Scalar) -> &'static [&'static str] {
    match ty.promoted() {
        Scalar::UInt => {
            &["%u", "%x", "%8u", "%-8u|", "%08x", "%#o", "%#X", "%hu", "%.3u", "%hhx", "%u", "%u"]
        }
        Scalar::Long => &["%ld", "%lx", "%12ld", "%-12ld|", "%+ld", "%li", "%.5ld", "% ld"],
        Scalar::ULong => &["%lu", "%lx", "%zu", "%#lx", "%022lu", "%lo"],
        Scalar::LLong => &["%lld", "%llx", "%+lld", "%24lld"],
        Scalar::ULLong => &["%llu", "%llX", "%#llo", "%-24llu|"],
        Scalar::Float | Scalar::Double => &[
            "%f", "%.2f", "%e", "%.3e", "%g", "%.10g", "%8.1f", "%-10.3f|", "%+f", "%a", "%G", "%E", "%#g",
            "%.0f", "%010.2f", "%.*f", "% g", "%.1e", "%.0e", "%lf",
        ],
        _ => &[
            "%d", "%i", "%5d", "%-6d|", "%05d", "%+d", "%x", "%X", "%#x", "%o", "%u", "%hd", "%hhu", "%hhd",
            "% d", "%.4d", "%8.3d", "%c", "%*d", "%-*d", "%+.0d", "%#010x", "%-+6d|",
        ],
    }
}
