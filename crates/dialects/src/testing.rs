//! What the unit tests of the dialects are written with: text in, text or diagnostics out; bits in, bits out.

use base::{Bits, Diagnostics};
use ir::rewrite::{GreedyOptions, greedy};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, EvalCx, Evaluated, Ir, Op, OpDef, Type, Undefined};

/// Reads operations that stand in a module; operations of `test` may be any.
fn read(text: &str) -> Result<(Ir, Op), Diagnostics> {
    let mut ir = Ir::new(Context::new(crate::all()));
    let mut diags = Diagnostics::default();
    let source = ir.ctx.sources.add("test", format!("\"builtin.module\"() ({{\n{text}\n}}) : () -> ()"));
    let options = ParseOptions { allow_unregistered: true };
    let module = parse(&mut ir, source, options, &mut diags);
    match module {
        Some(module) if ir::verify::verify(&mut ir, module, &mut diags) => Ok((ir, module)),
        _ => Err(diags),
    }
}

/// The operations of a module, without the module around them.
fn body(ir: &Ir, module: Op, options: PrintOptions) -> String {
    let text = print(ir, module, options);
    let lines: Vec<&str> = text.lines().collect();
    lines[1..lines.len() - 1]
        .iter()
        .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)))
        .collect()
}

/// Reads operations that are right.
pub fn read_good(text: &str) -> (Ir, Op) {
    read(text).unwrap_or_else(|diags| panic!("{text}\n{diags:?}"))
}

/// The text as it is printed; printed again it stays the same, also by way of the generic form.
pub fn round_trip(text: &str) -> String {
    let (ir, module) = read_good(text);
    let printed = body(&ir, module, PrintOptions::default());
    let generic = body(&ir, module, PrintOptions { generic: true, ..PrintOptions::default() });
    for again in [&printed, &generic] {
        let (ir, module) = read_good(again);
        assert_eq!(body(&ir, module, PrintOptions::default()), printed, "read back from\n{again}");
    }
    printed
}

/// Checks that a text is printed as it is written.
pub fn check_text(text: &str) {
    assert_eq!(round_trip(text), text);
}

/// Checks that a text is refused, with these words in a diagnostic.
pub fn check_error(text: &str, words: &str) {
    match read(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(diags) => {
            let all = format!("{diags:?}");
            assert!(all.contains(words), "{words:?} is not in {all}");
        }
    }
}

/// What a text becomes when it is canonicalized, which ends and leaves it right.
pub fn canonical(before: &str) -> String {
    let (mut ir, module) = read_good(before);
    let outcome = greedy(&mut ir, module, &GreedyOptions::default());
    assert!(outcome.converged, "no end of rewriting\n{before}");
    let after = body(&ir, module, PrintOptions::default());
    read_good(&after);
    after
}

/// Checks what a text becomes when it is canonicalized.
pub fn check_canonical(before: &str, after: &str) {
    assert_eq!(canonical(before), after);
}

/// Checks that every record is documented and that its example is read, verified and printed back.
pub fn check_examples(ops: &'static [OpDef]) {
    for def in ops {
        assert!(!def.doc.is_empty() && !def.example.is_empty(), "{}", def.name);
        let (ir, module) = read_good(def.example);
        let uses_it = ir.walk(module).into_iter().skip(1).any(|op| ir.name(op) == def.name);
        assert!(uses_it, "the example of {} does not use it", def.name);
        round_trip(def.example);
    }
}

/// As [`check_examples`], for operations that are hardware units named as they are.
pub fn check_records(ops: &'static [OpDef]) {
    check_examples(ops);
    for def in ops {
        assert_eq!(def.hw, def.name.split('.').next_back(), "{}", def.name);
    }
}

/// Evaluates an operation that stands in a text, on bits.
pub struct Evaluator {
    ir: Ir,
    op: Op,
    operands: Vec<Type>,
    results: Vec<Type>,
}

impl Evaluator {
    /// The evaluator of the last operation of a text.
    pub fn new(text: &str) -> Evaluator {
        let (ir, module) = read_good(text);
        let block = ir.entry(ir.region(module, 0)).expect("a module has a block");
        let op = ir.last_op(block).expect("the text has an operation");
        let operands = ir.operands(op).map(|v| ir.ty(v)).collect();
        let results = ir.results(op).map(|v| ir.ty(v)).collect();
        Evaluator { ir, op, operands, results }
    }

    /// Its results.
    pub fn eval(&self, inputs: &[Bits]) -> Result<Evaluated, Undefined> {
        let eval = self.ir.def(self.op).and_then(|def| def.eval).expect("the operation can be evaluated");
        let props = self.ir.props(self.op);
        eval(&EvalCx { ctx: &self.ir.ctx, props, operands: &self.operands, results: &self.results }, inputs)
    }

    /// Its one result.
    pub fn one(&self, inputs: &[Bits]) -> Result<Bits, Undefined> {
        self.eval(inputs).map(|results| results[0].clone())
    }
}
