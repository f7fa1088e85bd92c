//! The typed tree as text, for tests: one line for each object, statement and function, expressions as lists in parentheses.

use crate::tree::*;
use crate::types::{FloatType, IntType, Rank, Type};
use std::fmt::Write as _;

/// A unit as text: globals, then the functions that are defined.
pub(crate) fn dump(unit: &Unit) -> String {
    let mut dump = Dump { unit, out: String::new(), indent: 0 };
    for id in &unit.globals {
        let object = &unit.objects[*id];
        dump.object("global", object, object.initial.as_ref());
    }
    for function in unit.functions.values().filter(|function| function.body.is_some()) {
        dump.function(function);
    }
    dump.out
}

struct Dump<'a> {
    unit: &'a Unit,
    out: String,
    indent: usize,
}

impl Dump<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn object(&mut self, word: &str, object: &Object, initial: Option<&Initial>) {
        let constant = if object.constant { "const " } else { "" };
        let initial = initial.map_or(String::new(), |initial| format!(" = {}", self.initial(initial)));
        self.line(&format!("{word} {}: {constant}{}{initial}", object.name, self.ty(&object.ty)));
    }

    fn function(&mut self, function: &Function) {
        let parameter = |parameter: &Parameter| {
            let object = parameter.object.map(|id| &self.unit.objects[id]);
            let name = object.map_or("?", |object| &object.name);
            let constant = if object.is_some_and(|object| object.constant) { "const " } else { "" };
            let size = parameter.size.map_or(String::new(), |size| format!(" of {size}"));
            format!("{name}: {constant}{}{size}", self.ty(&parameter.ty))
        };
        let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
        let result = self.ty(&function.result);
        self.line(&format!("{}({}) {result}", function.name, parameters.join(", ")));
        if let Some(body) = &function.body {
            self.inside(&body.statements);
        }
    }

    fn inside(&mut self, statements: &[Stmt]) {
        self.indent += 1;
        for statement in statements {
            self.statement(statement);
        }
        self.indent -= 1;
    }

    /// A statement that is part of another; a block is not shown as such.
    fn part(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Block(statements) => self.inside(statements),
            _ => self.inside(std::slice::from_ref(statement)),
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Expr(expr) => self.line(&self.expr(expr)),
            StmtKind::Define(id, initial) => self.object("let", &self.unit.objects[*id], initial.as_ref()),
            StmtKind::Block(statements) => {
                self.line("block");
                self.inside(statements);
            }
            StmtKind::If(condition, then, otherwise) => {
                self.line(&format!("if {}", self.expr(condition)));
                self.part(then);
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    self.part(otherwise);
                }
            }
            StmtKind::While(hints, condition, body) => {
                self.line(&format!("while{} {}", self.hints(hints), self.expr(condition)));
                self.part(body);
            }
            StmtKind::Do(hints, body, condition) => {
                self.line(&format!("do{} while {}", self.hints(hints), self.expr(condition)));
                self.part(body);
            }
            StmtKind::For(hints, first, condition, step, body) => {
                let text =
                    |expr: &Option<Expr>| expr.as_ref().map_or("-".to_string(), |expr| self.expr(expr));
                self.line(&format!("for{} {}; {}", self.hints(hints), text(condition), text(step)));
                self.indent += 1;
                self.inside(first);
                self.indent -= 1;
                self.part(body);
            }
            StmtKind::Switch(operand, body) => {
                self.line(&format!("switch {}", self.expr(operand)));
                self.part(body);
            }
            StmtKind::Case(low, high) if low == high => self.line(&format!("case {}", low.signed())),
            StmtKind::Case(low, high) => self.line(&format!("case {}..{}", low.signed(), high.signed())),
            StmtKind::Default => self.line("default"),
            StmtKind::Label(id, name) => self.line(&format!("label {name}#{}", id.index())),
            StmtKind::Goto(id, name) => self.line(&format!("goto {name}#{}", id.index())),
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return(None) => self.line("return"),
            StmtKind::Return(Some(value)) => self.line(&format!("return {}", self.expr(value))),
        }
    }

    fn hints(&self, hints: &LoopHints) -> String {
        let unroll = hints.unroll.map_or(String::new(), |count| format!(" unroll({count})"));
        let pipeline = hints.pipeline.map_or(String::new(), |interval| format!(" pipeline({interval})"));
        format!("{unroll}{pipeline}")
    }

    fn initial(&self, initial: &Initial) -> String {
        match initial {
            Initial::Value(expr) => self.expr(expr),
            Initial::Parts(parts) => {
                let part = |(part, initial): &(u64, Initial)| format!("{part}: {}", self.initial(initial));
                format!("{{{}}}", parts.iter().map(part).collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_string(),
            Type::Int(int) => int_text(*int),
            Type::Float(FloatType::Single) => "f32".to_string(),
            Type::Float(FloatType::Double) => "f64".to_string(),
            Type::Pointer { to, constant: true } => format!("*const {}", self.ty(to)),
            Type::Pointer { to, constant: false } => format!("*{}", self.ty(to)),
            Type::Array { element, count: Some(count) } => format!("[{count}]{}", self.ty(element)),
            Type::Array { element, count: None } => format!("[]{}", self.ty(element)),
            Type::Struct(id) => self.unit.structs[*id].name.as_deref().unwrap_or("struct").to_string(),
        }
    }

    /// An expression. Types are shown where they are not that of the operands: at constants, conversions and reads.
    fn expr(&self, expr: &Expr) -> String {
        let list = |word: &str, parts: &[&Expr]| {
            parts.iter().fold(format!("({word}"), |text, part| text + " " + &self.expr(part)) + ")"
        };
        match &expr.kind {
            ExprKind::Int(value) => match expr.ty {
                Type::INT => value.signed().to_string(),
                Type::Int(IntType { signed: true, .. }) => {
                    format!("{}:{}", value.signed(), self.ty(&expr.ty))
                }
                _ => format!("{}:{}", value.unsigned(), self.ty(&expr.ty)),
            },
            ExprKind::Float(value) => format!("{value:?}:{}", self.ty(&expr.ty)),
            ExprKind::Null => "null".to_string(),
            ExprKind::Read(place) => self.place(place),
            ExprKind::Address(place) => format!("&{}", self.place(place)),
            ExprKind::Unary(op, x) => list(if *op == UnaryOp::Neg { "-" } else { "~" }, &[x]),
            ExprKind::Binary(op, x, y) => list(binary_text(*op), &[x, y]),
            ExprKind::Compare(op, x, y) => list(compare_text(*op), &[x, y]),
            ExprKind::Not(x) => list("!", &[x]),
            ExprKind::And(x, y) => list("&&", &[x, y]),
            ExprKind::Or(x, y) => list("||", &[x, y]),
            ExprKind::Choose(c, x, y) => list("?", &[c, x, y]),
            ExprKind::Convert(x) => list(&self.ty(&expr.ty), &[x]),
            ExprKind::Move(p, n, back) => list(if *back { "move-" } else { "move" }, &[p, n]),
            ExprKind::Distance(p, q) => list("distance", &[p, q]),
            ExprKind::Assign(place, value) => format!("(= {} {})", self.place(place), self.expr(value)),
            ExprKind::Update(update) => {
                let postfix = if update.postfix { "post" } else { "" };
                let (op, ty) = (binary_text(update.op), self.ty(&update.computed_in));
                format!("({postfix}{op}= {ty} {} {})", self.place(&update.place), self.expr(&update.value))
            }
            ExprKind::Comma(x, y) => list(",", &[x, y]),
            ExprKind::Call { function, arguments, kernel } => {
                let name = &self.unit.functions[*function].name;
                let word = if *kernel { "kernel" } else { "call" };
                list(&format!("{word} {name}"), &arguments.iter().collect::<Vec<_>>())
            }
            ExprKind::Library(library, arguments) => {
                list(&format!("call {}", library.0.name), &arguments.iter().collect::<Vec<_>>())
            }
            ExprKind::Literal(id, initial) => {
                format!("(literal {} {})", self.ty(&self.unit.objects[*id].ty), self.initial(initial))
            }
        }
    }

    fn place(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Object(id) => {
                let object = &self.unit.objects[*id];
                match &object.initial {
                    Some(initial) if &*object.name == "string" => format!("\"{}\"", string_text(initial)),
                    _ => object.name.to_string(),
                }
            }
            PlaceKind::Element(array, index) => format!("{}[{}]", self.place(array), self.expr(index)),
            PlaceKind::Member(whole, member) => {
                let name = match &whole.ty {
                    Type::Struct(id) => {
                        self.unit.structs[*id].fields.as_ref().map(|fields| &*fields[*member as usize].name)
                    }
                    _ => None,
                };
                format!("{}.{}", self.place(whole), name.unwrap_or("?"))
            }
            PlaceKind::Pointee(pointer) => format!("*{}", self.expr(pointer)),
            PlaceKind::Value(value) => self.expr(value),
        }
    }
}

fn string_text(initial: &Initial) -> String {
    let Initial::Parts(parts) = initial else { return String::new() };
    let byte = |(_, initial): &(u64, Initial)| match initial {
        Initial::Value(Expr { kind: ExprKind::Int(value), .. }) => value.low_u64() as u8,
        _ => b'?',
    };
    parts.iter().map(byte).flat_map(std::ascii::escape_default).map(char::from).collect()
}

fn int_text(int: IntType) -> String {
    let sign = if int.signed { "i" } else { "u" };
    match int.rank {
        Rank::Bool => "bool".to_string(),
        Rank::LongLong => format!("{sign}64ll"),
        Rank::Bit(width) => format!("{sign}bit{width}"),
        _ => format!("{sign}{}", int.width()),
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}

fn compare_text(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
