//! Laws over the whole tables: every record of every dialect is complete and consistent.

mod common;

use common::{custom, generic, read};
use ir::text::format::{Element, Format, Var};
use ir::{Context, EnumDef, OpDef, Presence, Syntax, Trait, TypeRule, equiv};
use std::collections::BTreeSet;
use std::path::Path;

/// Every operation with the name of its dialect.
fn operations() -> impl Iterator<Item = (&'static str, &'static OpDef)> {
    dialects::all().iter().flat_map(|dialect| dialect.ops.iter().map(|def| (dialect.name, def)))
}

/// Panics with all complaints.
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn is_sentence(text: &str) -> bool {
    text.trim() == text && text.ends_with('.') && text.chars().next().is_some_and(|c| !c.is_lowercase())
}

#[test]
fn everything_is_documented() {
    let mut complaints = Vec::new();
    let mut demand = |holds: bool, name: &str, what: &str| {
        if !holds {
            complaints.push(format!("{name}: {what}"));
        }
    };
    for dialect in dialects::all() {
        demand(is_sentence(dialect.doc), dialect.name, "the documentation is no sentence");
        for def in dialect.ops {
            demand(is_sentence(def.doc), def.name, "the documentation is no sentence");
            demand(!def.example.is_empty(), def.name, "there is no example");
            demand(
                def.summary().ends_with('.'),
                def.name,
                "the first line of the documentation is no sentence",
            );
        }
        for def in dialect.types {
            demand(is_sentence(def.doc), def.name, "the documentation is no sentence");
            demand(!def.example.is_empty(), def.name, "there is no example");
        }
        for def in dialect.attrs {
            demand(is_sentence(def.doc), def.name, "the documentation is no sentence");
            demand(!def.example.is_empty(), def.name, "there is no example");
        }
        for def in dialect.enums {
            demand(is_sentence(def.doc), def.name, "the documentation is no sentence");
            demand(!def.cases.is_empty(), def.name, "there is no case");
        }
    }
    none(complaints);
}

#[test]
fn every_dialect_has_its_reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/dialects");
    let mut complaints = Vec::new();
    for dialect in dialects::all() {
        let path = folder.join(format!("{}.md", dialect.name));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let missing = dialect.ops.iter().filter(|def| !text.contains(def.name));
        complaints.extend(missing.map(|def| format!("{} does not name {}", path.display(), def.name)));
    }
    none(complaints);
}

#[test]
fn every_example_reads_prints_and_reads_back() {
    let mut complaints = Vec::new();
    for (_, def) in operations() {
        let text = match def.example_is_module {
            true => def.example.to_string(),
            false => format!("func.func @example() {{\n{}\nreturn\n}}", def.example),
        };
        let (ir, module) = match read(&text) {
            Ok(read) => read,
            Err(why) => {
                complaints.push(format!("{}: {why}", def.name));
                continue;
            }
        };
        for printed in [custom(&ir, module), generic(&ir, module)] {
            match read(&printed) {
                Err(why) => complaints.push(format!("{}: {why}\n{printed}", def.name)),
                Ok((other, other_module)) => {
                    let difference = equiv::difference((&ir, module), (&other, other_module));
                    complaints.extend(difference.map(|why| format!("{}: {why}\n{printed}", def.name)));
                }
            }
        }
    }
    none(complaints);
}

#[test]
fn formats_compile_and_name_results_only_for_their_types() {
    let mut complaints = Vec::new();
    for (_, def) in operations().filter(|(_, def)| matches!(def.syntax, Syntax::Format(_))) {
        let format = Format::compile(def);
        complaints.extend(format.errors.iter().map(|error| format!("{}: {error}", def.name)));
        let mut open: Vec<&Element> = format.elements.iter().collect();
        while let Some(element) = open.pop() {
            match element {
                Element::Var(Var::Result(_)) => {
                    complaints.push(format!("{}: a result stands in the format", def.name))
                }
                Element::Optional { then, otherwise, .. } => open.extend(then.iter().chain(otherwise)),
                _ => {}
            }
        }
    }
    none(complaints);
}

#[test]
fn records_are_consistent() {
    let mut complaints = Vec::new();
    let mut ctx = Context::new(dialects::all());
    let mut names = BTreeSet::new();
    for (dialect, def) in operations() {
        let mut say = |what: String| complaints.push(format!("{}: {what}", def.name));
        if !def.name.starts_with(&format!("{dialect}.")) {
            say(format!("it stands in the dialect {dialect}"));
        }
        if !names.insert(def.name) {
            say("it is defined twice".into());
        }
        let groups: Vec<&str> = def.operands.iter().chain(def.results).map(|group| group.name).collect();
        let mut own = BTreeSet::new();
        let everything = groups.iter().copied().chain(def.attrs.iter().map(|attr| attr.name));
        for name in
            everything.chain(def.regions.iter().map(|r| r.name)).chain(def.successors.iter().map(|s| s.0))
        {
            if name.is_empty() || !own.insert(name) {
                say(format!("the name `{name}` is empty or used twice"));
            }
        }
        for rule in def.types {
            let named: Vec<&str> = match rule {
                TypeRule::Same(names) => names.to_vec(),
                TypeRule::Derive { to, from, .. } => vec![to, from],
                TypeRule::Is { of, .. } => of.to_vec(),
                TypeRule::OfAttr { to, attr } => {
                    if def.attr(attr).is_none() {
                        say(format!("a type rule names the attribute `{attr}`"));
                    }
                    vec![to]
                }
            };
            for name in named.iter().filter(|name| !groups.contains(name)) {
                say(format!("a type rule names `{name}`"));
            }
        }
        for attr in def.attrs {
            if let Presence::Default(value) = attr.presence {
                let value = value(&mut ctx);
                if !(attr.kind.test)(&ctx, value) {
                    say(format!("the default of `{}` is not what it must be", attr.name));
                }
            }
        }
        let open =
            |groups: &[ir::OperandDef]| groups.iter().filter(|g| g.arity != ir::Arity::One).count() > 1;
        if open(def.operands) != def.has(Trait::OperandSegments)
            || open(def.results) != def.has(Trait::ResultSegments)
        {
            say("segment sizes are needed exactly when several groups are open".into());
        }
        for (wanted, name) in
            [(Trait::OperandSegments, "operandSegmentSizes"), (Trait::ResultSegments, "resultSegmentSizes")]
        {
            if def.has(wanted) != def.attr(name).is_some() {
                say(format!("`{name}` is an attribute of those that need it"));
            }
        }
        if !def.successors.is_empty() && !def.has(Trait::Terminator) {
            say("an operation with successors is a terminator".into());
        }
    }
    for (dialect, def) in dialects::all().iter().flat_map(|d| d.enums.iter().map(|def| (d.name, def))) {
        complaints.extend(enum_complaint(dialect, def));
    }
    none(complaints);
}

fn enum_complaint(dialect: &str, def: &EnumDef) -> Option<String> {
    let names: BTreeSet<&str> = def.cases.iter().map(|case| case.0).collect();
    let numbers: BTreeSet<u64> = def.cases.iter().map(|case| case.1).collect();
    let right = names.len() == def.cases.len()
        && numbers.len() == def.cases.len()
        && def.name.starts_with(&format!("{dialect}."));
    (!right).then(|| format!("{}: cases repeat, or it stands in the wrong dialect", def.name))
}
