//! Pipelines as text, and the manager that runs them.

mod common;

use base::{Diagnostics, SourceId, Sources};
use common::read;
use ir::pass::Moment;
use ir::text::Reported;
use ir::{Ir, Op, PassDef, PassManager, PassOption, PassTable, Pipeline, PipelineDef};

static NOTHING: PassDef =
    PassDef { name: "nothing", doc: "Does nothing.\n\nAt all.", options: &[], run: |_, _, _, _| Ok(()) };
static COUNT: PassDef = PassDef {
    name: "count",
    doc: "Fails unless the count is a number.",
    options: &[
        PassOption { name: "limit", doc: "a number", default: "3" },
        PassOption { name: "label", doc: "a text", default: "" },
    ],
    run: |ir, root, args, diags| {
        let limit: usize = args.read("limit", "a number", diags)?;
        let label = ir.ctx.str_attr(&format!("{} {limit}", args.get("label")));
        ir.set_attr(root, "label", Some(label));
        Ok(())
    },
};
static BREAK: PassDef = PassDef {
    name: "break",
    doc: "Leaves wrong IR.",
    options: &[],
    run: |ir, root, _, _| {
        let f = ir.walk(root)[1];
        ir.set_attr(f, "sym_name", None);
        Ok(())
    },
};
static FAIL: PassDef = PassDef { name: "fail", doc: "Fails.", options: &[], run: |_, _, _, _| Err(Reported) };
static TABLE: PassTable = PassTable {
    passes: &[&NOTHING, &COUNT, &BREAK, &FAIL],
    pipelines: &[PipelineDef { name: "both", doc: "Two of them.", passes: "nothing,count{limit=9}" }],
};

fn parse(text: &str) -> Result<Vec<&'static str>, Vec<String>> {
    let mut sources = Sources::new();
    let source: SourceId = sources.add("passes", text);
    let mut diags = Diagnostics::new();
    match Pipeline::parse(&sources, source, TABLE, &mut diags) {
        Ok(pipeline) => Ok(pipeline.passes().map(|pass| pass.name).collect()),
        Err(Reported) => Err(diags
            .iter()
            .map(|d| {
                let at = d.span.map_or("", |span| sources.snippet(span));
                format!("{} {} [{at}] {}", d.code, d.message, d.hint.as_deref().unwrap_or(""))
            })
            .collect()),
    }
}

#[test]
fn pipelines_are_read() {
    assert_eq!(parse(""), Ok(vec![]));
    assert_eq!(
        parse(" nothing , both,count{ limit=4 label=\"a b\" }"),
        Ok(vec!["nothing", "nothing", "count", "count"])
    );
    assert_eq!(NOTHING.summary(), "Does nothing.");
}

#[test]
fn mistakes_in_pipelines_are_reported() {
    assert_eq!(
        parse("nothin,count{limt=4},zzz,both{a}"),
        Err(vec![
            "FR0300 there is no pass `nothin` [nothin] did you mean `nothing`?".to_owned(),
            "FR0301 pass `count` has no option `limt` [limt=4] did you mean `limit`?".to_owned(),
            "FR0300 there is no pass `zzz` [zzz] ".to_owned(),
            "FR0301 pipeline `both` takes no options, but is given `a` [a] ".to_owned(),
        ])
    );
    assert_eq!(parse("nothing,"), Err(vec!["FR0300 expected the name of a pass [] ".to_owned()]));
    assert_eq!(
        parse("nothing{a"),
        Err(vec![
            "FR0301 this `{` has no `}` [{] ".to_owned(),
            "FR0301 pass `nothing` has no option `a` [a] ".to_owned(),
        ])
    );
    let commas = |text: &str, right: &str| {
        let message = "FR0301 the options of a pass are separated by spaces, not by commas";
        let hint = format!("write `{right}`; a value that has a comma stands in quotes");
        let found = parse(text).expect_err("it is refused");
        assert!(found[0].starts_with(message) && found[0].ends_with(&hint), "{found:?}");
    };
    commas("count{limit=1,name=2}", "{limit=1 name=2}");
    commas("count{limit=1, name=2}", "{limit=1 name=2}");
    commas("count{limit,name}", "{limit name}");
    assert_eq!(parse("nothing}"), Err(vec!["FR0301 expected `,` or `{` after a pass [}] ".to_owned()]));
    for text in
        ["{", "}", "nothing{=}", "nothing{\"", "count{limit=\"ü", ",,", "{{{}}}", "count{limit={}}", "ü{ü=ü}"]
    {
        assert!(parse(text).is_err(), "{text}");
    }
}

fn run(passes: &str, verify_each: bool) -> (Result<(), Reported>, Vec<String>, Vec<String>, Ir, Op) {
    let (mut ir, module) = read("\"t.func\"() ({ \"t.ret\"() : () -> () }) {sym_name = \"f\"} : () -> ()");
    let source = ir.ctx.sources.add("passes", passes);
    let mut diags = Diagnostics::new();
    let pipeline = Pipeline::parse(&ir.ctx.sources, source, TABLE, &mut diags).expect("a pipeline");
    let mut told = Vec::new();
    let mut hook = |moment: Moment, pass: &'static PassDef, position: usize, _: &Ir, _: Op| {
        told.push(format!("{moment:?} {} {position}", pass.name));
    };
    let mut manager = PassManager { verify_each, hook: Some(&mut hook), timings: Vec::new() };
    let result = manager.run(&pipeline, &mut ir, module, &mut diags);
    let timed = manager.timings.len();
    let messages = diags.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert_eq!(told.len(), 2 * timed);
    (result, messages, told, ir, module)
}

#[test]
fn passes_run_in_order_with_their_options() {
    let (result, _, told, ir, module) = run("nothing,count{label=x limit=5}", true);
    assert!(result.is_ok());
    assert_eq!(told, ["Before nothing 0", "After nothing 0", "Before count 1", "After count 1"]);
    assert_eq!(ir.str_attr(module, "label"), Some("x 5"));
}

#[test]
fn a_failing_pass_stops_the_run() {
    let (result, messages, told, ..) = run("count{limit=many},nothing", false);
    assert!(result.is_err());
    assert_eq!(messages, ["FR0301 option `limit` of pass `count` must be a number, but is `many`"]);
    assert_eq!(told, ["Before count 0", "After count 0"]);
    assert!(run("nothing,fail,nothing", false).0.is_err());
}

#[test]
fn a_pass_that_breaks_the_ir_is_named() {
    assert!(run("break", false).0.is_ok());
    let (result, messages, ..) = run("break,nothing", true);
    assert!(result.is_err());
    assert_eq!(messages[0], "FR0303 pass `break` left the IR invalid");
    assert_eq!(messages.len(), 2);
}
