//! `interp`: a function of a program, executed by the reference interpreter.

use crate::Progress;
use crate::c::{CHost, CallWatcher, Watched};
use crate::files::Input;
use crate::json::Object;
use crate::load::{Loaded, ReadOptions, Report, is_c, read_module};
pub use ::interp::Limits;
use ::interp::stream::Left;
use ::interp::text::{show, show_scalar};
use ::interp::{Interpreter, Value, find_function, parameter_positions, parse_args, random_inputs};
use base::{Bits, Code, Diagnostic, codes};
use dialects::memref;
use ir::symbols::symbol_name;
use ir::text::type_print::type_text;
use ir::{Context, Ir, Op, Type};
use std::io::Write;

/// What to execute.
#[derive(Clone, Debug)]
pub struct InterpRequest {
    /// The program.
    pub input: Input,
    /// How to read it.
    pub read: ReadOptions,
    /// The function to run; may be left out when it is `main` or there is only one to choose from.
    pub top: Option<String>,
    /// Its arguments as text.
    pub args: Option<String>,
    /// The seed of random arguments. Without it and without `args` the function must have no parameters.
    pub seed: Option<u64>,
    /// How much the run may use.
    pub limits: Limits,
}

/// What came of it.
pub struct InterpOutcome {
    /// The results; nothing when anything was wrong.
    pub ran: Option<Ran>,
    /// What there is to say.
    pub report: Report,
}

/// A run that reached its end.
pub struct Ran {
    /// The function that was run.
    pub function: String,
    /// What it returned.
    pub results: Vec<Shown>,
    /// Every argument that is an array, as the function left it.
    pub arguments: Vec<Shown>,
    /// How many operations were executed.
    pub steps: u64,
    /// The status that a C program ended with, by returning from `main` or otherwise.
    pub exit_status: Option<i32>,
    /// Of a graph of streams, what was not used up.
    pub warnings: Vec<Diagnostic>,
}

/// What a program has to do with while it runs.
pub struct World<'a> {
    /// Where it prints to.
    pub output: &'a mut dyn Write,
    /// Who is shown the calls of its kernels.
    pub watcher: Option<CallWatcher<'a>>,
}

/// A value as text, in two forms.
pub struct Shown {
    /// What it is called in the program; nothing for a result.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// In the form that arguments are read in.
    pub text: String,
    /// As JSON: a number, or a string for what JSON has no number for, or null for what was never written; arrays nested.
    pub json: String,
}

impl Shown {
    /// As an object: its name, if it has one, type and value.
    pub fn object(&self) -> String {
        let object = Object::new();
        let object = if self.name.is_empty() { object } else { object.text("name", &self.name) };
        object.text("type", &self.ty).raw("value", &self.json).finish()
    }
}

/// Reads and verifies the program, finds the function and its arguments, and executes it.
pub fn interp(mut request: InterpRequest, world: World<'_>, progress: Progress) -> InterpOutcome {
    progress("parse");
    if let Some(top) = request.top.take() {
        let top = top.strip_prefix('@').unwrap_or(&top).to_string();
        if top != MAIN {
            request.read.c.lower.top.push(top.clone());
        }
        request.top = Some(top);
    }
    let Loaded { ir, module, mut diagnostics } = match read_module(&request.input, &request.read) {
        Ok(loaded) => loaded,
        Err(report) => return InterpOutcome { ran: None, report },
    };
    let ran = execute(&ir, module, &request, world, progress);
    let ran = ran
        .map_err(|more| {
            diagnostics
                .extend(more.into_iter().map(|diagnostic| with_hint(&ir.ctx, &request.read, diagnostic)))
        })
        .ok();
    if let Some(ran) = &ran {
        diagnostics.extend(ran.warnings.iter().cloned());
    }
    InterpOutcome { ran, report: Report { diagnostics, sources: ir.ctx.sources } }
}

/// Adds to an overflow in a C program that it can be asked to wrap.
pub(crate) fn with_hint(ctx: &Context, read: &ReadOptions, diagnostic: Diagnostic) -> Diagnostic {
    let is_c = read.is_c || diagnostic.span.is_some_and(|span| is_c(ctx, span.source));
    match diagnostic.code == codes::UB_POISON && is_c {
        true => diagnostic.hint("`--wrapv` makes signed arithmetic of C wrap"),
        false => diagnostic,
    }
}

/// The names of the globals of a module that a program can change.
pub(crate) fn globals(ir: &Ir, module: Op) -> Vec<String> {
    let ops = ir.walk(module).into_iter();
    let globals = ops.filter(|op| ir.code(*op) == memref::GLOBAL && ir.attr(*op, "constant").is_none());
    globals.filter_map(|op| symbol_name(ir, op).map(str::to_owned)).collect()
}

/// The function that a C program begins with.
pub(crate) const MAIN: &str = "main";

fn execute(
    ir: &Ir,
    module: Op,
    request: &InterpRequest,
    world: World<'_>,
    progress: Progress,
) -> Result<Ran, Vec<Diagnostic>> {
    let main = find_function(ir, module, Some(MAIN)).ok();
    let function = match (&request.top, main) {
        (None, Some(main)) => main,
        (top, _) => find_function(ir, module, top.as_deref()).map_err(|diagnostic| vec![diagnostic])?,
    };
    let arguments = match (&request.args, request.seed) {
        (None, Some(seed)) => random_inputs(ir, function, seed)?,
        (text, seed) => parse_args(ir, function, text.as_deref().unwrap_or(""), seed.unwrap_or(0))?,
    };
    // Who looks on at calls of kernels wants to see what they can see.
    let globals = if world.watcher.is_some() { globals(ir, module) } else { Vec::new() };
    let watched = Watched { functions: None, globals };
    reference(ir, module, function, arguments, request.limits, world, watched, progress)
}

/// Executes a function of a program on arguments that fit it.
#[expect(clippy::too_many_arguments, reason = "the world of a run is all it is given")]
pub(crate) fn reference(
    ir: &Ir,
    module: Op,
    function: Op,
    arguments: Vec<Value>,
    limits: Limits,
    world: World<'_>,
    watched: Watched,
    progress: Progress,
) -> Result<Ran, Vec<Diagnostic>> {
    let name = symbol_name(ir, function).expect("a function has a name").to_string();
    progress(&format!("run @{name}"));
    let mut host = CHost::new(world.output, world.watcher, watched);
    let outcome = Interpreter::new(ir, module).limits(limits).host(&mut host).call(&name, arguments)?;
    let results = outcome.results.iter().map(|value| shown(ir, String::new(), value)).collect();
    let arrays =
        outcome.arguments_after.iter().enumerate().filter(|(_, value)| matches!(value, Value::Memref { .. }));
    let arguments =
        arrays.map(|(index, value)| shown(ir, parameter_name(ir, function, index), value)).collect();
    let returned = match &outcome.results[..] {
        [Value::Scalar(bits, Type::I32)] if name == MAIN => bits.to_i64().map(|status| status as i32),
        _ => None,
    };
    let exit_status = outcome.exit_status.or(returned);
    let left =
        |left: &Left| Diagnostic::warning(codes::TOKENS_LEFT, ir.ctx.span(ir.loc(left.op)), left.to_string());
    let warnings = outcome.left.iter().map(left).collect();
    Ok(Ran { function: name, results, arguments, steps: outcome.steps, exit_status, warnings })
}

/// The name of a parameter in the text, or its number where it has none.
pub(crate) fn parameter_name(ir: &Ir, function: Op, index: usize) -> String {
    let entry = ir.entry(ir.region(function, 0)).expect("the function was chosen because it has a body");
    let index = parameter_positions(ir, function)[index];
    match ir.value_name(ir.args(entry)[index]) {
        Some(name) => format!("%{}", &ir.ctx[name]),
        None => format!("%arg{index}"),
    }
}

pub(crate) fn shown(ir: &Ir, name: String, value: &Value) -> Shown {
    let ctx = &ir.ctx;
    let (ty, json) = match value {
        Value::Scalar(bits, ty) => (type_text(ctx, *ty), scalar(ctx, *ty, bits)),
        Value::Memref { shape, element, data } => {
            let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
            let items = data
                .iter()
                .map(|item| item.as_ref().map_or("null".to_string(), |bits| scalar(ctx, *element, bits)));
            (format!("memref<{sizes}{}>", type_text(ctx, *element)), nested(shape, items.collect()))
        }
    };
    Shown { name, ty, text: show(ctx, value), json }
}

/// Items in row-major order as nested arrays of this shape.
fn nested(shape: &[u64], mut items: Vec<String>) -> String {
    // The other sizes may be astronomical when one is zero.
    if items.is_empty() {
        return "[]".to_string();
    }
    // From the innermost dimension outwards, every group of `size` items becomes one.
    for (depth, size) in shape.iter().enumerate().rev() {
        let groups = shape[..depth].iter().product::<u64>() as usize;
        let size = *size as usize;
        items = (0..groups)
            .map(|group| format!("[{}]", items[group * size..(group + 1) * size].join(",")))
            .collect();
    }
    items.pop().expect("there is an item, and every dimension leaves at least one")
}

/// A scalar as JSON; what JSON has no number for (infinities, a NaN, a bit pattern) is a string.
fn scalar(ctx: &Context, ty: Type, bits: &Bits) -> String {
    let text = show_scalar(ctx, bits, ty);
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.starts_with("0x");
    if is_number || matches!(digits, "true" | "false") { text } else { format!("\"{text}\"") }
}

/// Whether a run-time error is the program's doing rather than a wrong input: then the run was carried out, and its answer is no.
pub fn is_run_time(code: Code) -> bool {
    let refused = [codes::NOT_EXECUTABLE, codes::BAD_INPUT_VALUE, codes::NO_SUCH_FUNCTION];
    let of_streams = [codes::STREAMS_STOPPED, codes::STREAM_ZERO_STEP];
    (codes::UB_SHIFT..codes::INTERNAL).contains(&code) && !refused.contains(&code)
        || of_streams.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_nested_by_their_shape() {
        let check = |shape: &[u64], expected: &str| {
            let count: u64 = shape.iter().product();
            assert_eq!(nested(shape, (0..count).map(|n| n.to_string()).collect()), expected);
        };
        check(&[], "0");
        check(&[3], "[0,1,2]");
        check(&[2, 3], "[[0,1,2],[3,4,5]]");
        check(&[0], "[]");
        check(&[1 << 60, 0], "[]");
        check(&[2, 1, 2], "[[[0,1]],[[2,3]]]");
    }

    #[test]
    fn scalars_are_json() {
        let mut ctx = crate::context();
        let i8 = ctx.int_ty(8);
        assert_eq!(scalar(&ctx, i8, &Bits::from_i64(8, -3)), "-3");
        assert_eq!(scalar(&ctx, Type::I1, &Bits::from_bool(true)), "true");
        use base::float;
        let f32 = ctx.float_ty(base::FloatFormat::F32);
        for (value, expected) in [
            (0.1, "0.1"),
            (-0.0, "-0.0"),
            (1e30, "1e30"),
            (f64::NAN, "\"nan\""),
            (f64::NEG_INFINITY, "\"-inf\""),
        ] {
            assert_eq!(scalar(&ctx, f32, &float::from_f64(base::FloatFormat::F32, value)), expected);
        }
    }

    #[test]
    fn the_program_says_no_only_when_it_ran() {
        for code in [
            codes::UB_SHIFT,
            codes::STEP_LIMIT,
            codes::ASSERTION_FAILED,
            codes::UB_STEP,
            codes::STREAMS_STOPPED,
        ] {
            assert!(is_run_time(code), "{code}");
        }
        for code in [codes::BAD_INPUT_VALUE, codes::NOT_EXECUTABLE, codes::UNDEFINED_VALUE, codes::INTERNAL] {
            assert!(!is_run_time(code), "{code}");
        }
    }
}
