//! The reference documents, written from the tables.
//!
//! What the tool knows of its diagnostics, passes and operations stands in tables; the documents repeat it for readers, and a test checks
//! that they do. Each function gives the text of one document.

use crate::load::context;
use crate::passes::{PASSES, PIPELINES};
use base::codes::CODES;
use cfront::library::{LIBRARY, Meaning};
use cfront::preprocess::HEADERS;
use ir::opdef::RegionBlocks;
use ir::{Arity, AttrDef, Dialect, Effect, OpDef, OperandDef, Presence, Syntax, Trait, TypeRule};
use std::fmt::Write;

/// Under the title of every document that is written from a table.
pub const NOTICE: &str =
    "_Written by `flowright docs` from the tool's own tables; `./test --bless` writes it anew._\n";

/// `docs/reference/diagnostics.md`: every code with its meaning, an example and the remedy.
pub fn diagnostics() -> String {
    let mut text = format!("# Diagnostics\n\n{NOTICE}\n`flowright explain CODE` prints the same.\n");
    for def in CODES {
        put(&mut text, format_args!("\n## {}: {}\n\n{}\n", def.code, def.title, def.explanation));
        if !def.example.is_empty() {
            put(
                &mut text,
                format_args!(
                    "\n```{}\n{}\n```\n\n    {}\n",
                    def.example_file().trim_start_matches("example."),
                    def.example.trim_end(),
                    def.example_command
                ),
            );
        }
        put(&mut text, format_args!("\n**To mend it:** {}\n", def.remedy));
    }
    text
}

/// `docs/reference/passes.md`: every pass with its options, and the named pipelines.
pub fn passes() -> String {
    let mut text = format!(
        "# Passes\n\n{NOTICE}\nA pipeline is written `a,b{{option=value}},c`; see `flowright opt --help`.\n"
    );
    for pass in PASSES {
        put(&mut text, format_args!("\n## `{}`\n\n{}\n", pass.name, pass.doc.trim()));
        if !pass.options.is_empty() {
            text.push_str("\n| option | default | meaning |\n|---|---|---|\n");
        }
        for option in pass.options {
            let default =
                if option.default.is_empty() { String::new() } else { format!("`{}`", option.default) };
            put(&mut text, format_args!("| `{}` | {default} | {} |\n", option.name, cell(option.doc)));
        }
    }
    if !PIPELINES.is_empty() {
        text.push_str("\n# Pipelines\n");
    }
    for pipeline in PIPELINES {
        put(
            &mut text,
            format_args!("\n## `{}`\n\n{}\n\n    {}\n", pipeline.name, pipeline.doc.trim(), pipeline.passes),
        );
    }
    text
}

/// `docs/reference/c.md`: the built-in headers of C, with the functions, types and macros of each.
pub fn c_library() -> String {
    let mut text = format!(
        "# The standard library of C\n\n{NOTICE}\nWhat the front end knows of it; `docs/rationale/cfront.md` says what it takes of C. \
         The headers are built in: no directory of them is needed.\n"
    );
    for (name, contents) in HEADERS {
        put(&mut text, format_args!("\n## `{name}`\n"));
        functions(&mut text, name);
        let types =
            contents.lines().filter_map(|line| line.strip_prefix("typedef ")?.split_whitespace().last());
        let types = types.map(|name| name.trim_end_matches(';'));
        let macros = contents.lines().filter_map(|line| line.trim_start().strip_prefix("#define "));
        let macros = macros.filter_map(|text| text.split(|c: char| c.is_whitespace() || c == '(').next());
        names(&mut text, "Types", types.collect());
        names(&mut text, "Macros", macros.filter(|name| !name.starts_with('_')).collect());
    }
    text.push_str("\n## Without a header\n");
    functions(&mut text, "");
    text
}

/// The table of the functions of a header, if there are any.
fn functions(text: &mut String, header: &str) {
    let rows = || LIBRARY.iter().filter(|row| row.header == header);
    if rows().next().is_some() {
        text.push_str("\n| function | what becomes of a call |\n|---|---|\n");
    }
    for row in rows() {
        let meaning = match row.meaning {
            Meaning::Math(op) | Meaning::Arith(op) => format!("`{op}`"),
            Meaning::CountBits(op) => format!("`{op}`, as an `int`"),
            Meaning::Abs => "a comparison and a choice".to_string(),
            Meaning::Classify(_) => "a test of the bits".to_string(),
            Meaning::Fmod => "`arith.remf`".to_string(),
            Meaning::Host => "the test bench does it; not in a kernel".to_string(),
            Meaning::Malloc | Meaning::Calloc => "`memref.alloc`; not in a kernel".to_string(),
            Meaning::Free => "`memref.dealloc`; not in a kernel".to_string(),
            Meaning::Memset => "a loop that stores".to_string(),
            Meaning::Memcpy => "`memref.copy` or a loop".to_string(),
        };
        put(text, format_args!("| `{}` | {meaning} |\n", row.prototype()));
    }
}

/// A list of names, if there are any, each once.
fn names(text: &mut String, what: &str, mut names: Vec<&str>) {
    names.sort_unstable();
    names.dedup();
    if !names.is_empty() {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        put(text, format_args!("\n{what}: {}.\n", names.join(", ")));
    }
}

/// `docs/reference/dialects/NAME.md` for every dialect: its name and the text.
pub fn dialects() -> Vec<(&'static str, String)> {
    context().registry.dialects().map(|dialect| (dialect.name, self::dialect(dialect))).collect()
}

fn dialect(dialect: &Dialect) -> String {
    let mut text = format!("# Dialect `{}`\n\n{NOTICE}\n{}\n", dialect.name, dialect.doc.trim());
    for ty in dialect.types {
        put(&mut text, format_args!("\n## Type `!{}`\n\n{}\n\n    {}\n", ty.name, ty.doc.trim(), ty.example));
    }
    for attr in dialect.attrs {
        put(
            &mut text,
            format_args!("\n## Attribute `#{}`\n\n{}\n\n    {}\n", attr.name, attr.doc.trim(), attr.example),
        );
    }
    for def in dialect.enums {
        let kind = if def.flags.is_some() { "Flags" } else { "Enumeration" };
        put(
            &mut text,
            format_args!(
                "\n## {kind} `{}`\n\n{}\n\n| case | number |\n|---|---|\n",
                def.name,
                def.doc.trim()
            ),
        );
        for (case, value) in def.cases {
            put(&mut text, format_args!("| `{case}` | {value} |\n"));
        }
    }
    let mut ops: Vec<&OpDef> = dialect.ops.iter().collect();
    ops.sort_by_key(|def| def.name);
    for def in ops {
        operation(&mut text, def);
    }
    text
}

fn operation(text: &mut String, def: &OpDef) {
    put(text, format_args!("\n## `{}`\n\n{}\n", def.name, def.doc.trim()));
    if let Syntax::Format(format) = def.syntax {
        let format = format.split_whitespace().collect::<Vec<_>>().join(" ");
        put(text, format_args!("\n    {} {format}\n", def.name));
    }
    if !def.example.is_empty() {
        put(text, format_args!("\n```mlir\n{}\n```\n", def.example.trim_end()));
    }
    parts(text, def);
    let mut facts: Vec<String> = def.types.iter().filter_map(type_rule).collect();
    // Where a terminator may stand is no question of its effects.
    if !def.has(Trait::Terminator) {
        facts.extend(effect(def.effect).map(str::to_string));
    }
    facts.extend(def.traits.iter().filter_map(trait_words));
    if !facts.is_empty() {
        text.push('\n');
    }
    for fact in facts {
        put(text, format_args!("- {fact}.\n"));
    }
}

/// The table of operands, results, attributes, regions and successors, if there are any.
fn parts(text: &mut String, def: &OpDef) {
    let mut rows = Vec::new();
    let values = |kind: &'static str, defs: &'static [OperandDef]| {
        defs.iter().map(move |value| (kind, value.name, format!("{}{}", times(value.arity), value.ty.what)))
    };
    rows.extend(values("operand", def.operands));
    rows.extend(values("result", def.results));
    rows.extend(def.attrs.iter().map(|attr| ("attribute", attr.name, attribute(attr))));
    rows.extend(def.regions.iter().map(|region| {
        let blocks = match region.blocks {
            RegionBlocks::Any => "any number of blocks",
            RegionBlocks::One => "one block",
            RegionBlocks::AtMostOne => "at most one block",
            RegionBlocks::Some => "at least one block",
        };
        ("region", region.name, format!("{}{blocks}", times(region.arity)))
    }));
    rows.extend(
        def.successors.iter().map(|(name, arity)| ("successor", *name, format!("{}a block", times(*arity)))),
    );
    if rows.is_empty() {
        return;
    }
    text.push_str("\n| | name | |\n|---|---|---|\n");
    for (kind, name, what) in rows {
        put(text, format_args!("| {kind} | `{name}` | {} |\n", cell(&what)));
    }
}

fn times(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Optional => "optional: ",
        Arity::Variadic => "any number: ",
    }
}

fn attribute(attr: &AttrDef) -> String {
    let presence = match attr.presence {
        Presence::Required => "",
        Presence::Optional => "optional: ",
        Presence::Default(_) => "with a default: ",
    };
    format!("{presence}{}", attr.kind.what)
}

fn type_rule(rule: &TypeRule) -> Option<String> {
    Some(match rule {
        TypeRule::Same(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            match names.split_last() {
                Some((last, [])) => format!("All of {last} have one type"),
                Some((last, others)) => format!("{} and {last} have the same type", others.join(", ")),
                None => "No types must agree".to_string(),
            }
        }
        TypeRule::Derive { to, what, .. } => format!("The type of `{to}` is {what}"),
        // The constraints in the table of operands and results say which.
        TypeRule::Is { .. } => return None,
        TypeRule::OfAttr { to, attr } => format!("The type of `{to}` is that of the attribute `{attr}`"),
    })
}

fn effect(effect: Effect) -> Option<&'static str> {
    Some(match effect {
        Effect::Pure => "Has no effect, and may be computed where the program does not",
        Effect::PureGuarded => "Has no effect, but is undefined for some operands",
        Effect::Read => "Reads memory",
        Effect::Write => "Writes memory",
        Effect::Allocate => "Makes a memory of its own",
        Effect::Free => "Ends the life of a memory",
        Effect::OfRegions => "Has the effects of what is in its regions",
        Effect::Unknown => return None,
    })
}

/// A trait in words, where the rest of the document does not say it already.
fn trait_words(fact: &Trait) -> Option<String> {
    let words = match fact {
        Trait::Terminator => "Ends its block",
        Trait::IsolatedFromAbove => "Its regions use no value from outside",
        Trait::Commutative => "Its operands may be swapped",
        Trait::ConstantLike => "Is a constant",
        Trait::Symbol => "Has a name that other operations refer to",
        Trait::SymbolTable => "The symbols in its region are its own",
        Trait::NoTerminator => "The blocks of its regions need no terminator",
        Trait::GraphRegion => "Operations in its regions have no order and may use each other's results",
        Trait::LoopLike => "Repeats its region",
        Trait::SharedNames => "Its regions do not use the names of values around it again",
        Trait::NamedResult => "Its result is called as its attribute `name` says",
        Trait::Elementwise => "Works on vectors and tensors element by element",
        Trait::ImplicitTerminator(name) => {
            return Some(format!("Its regions end in `{name}`, which the text may leave out"));
        }
        Trait::HasParent(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            return Some(format!("Stands directly in {}", names.join(" or ")));
        }
        _ => return None,
    };
    Some(words.to_string())
}

/// Text for one cell of a table.
pub fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn put(text: &mut String, more: std::fmt::Arguments) {
    text.write_fmt(more).expect("a string takes any text");
}
