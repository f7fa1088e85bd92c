//! The law of patterns: of `pdl` and `pdl_interp`, `mlir-opt` 19 takes what we print, we take what it prints, both print one text, and both
//! refuse the same.

mod common;

use common::{custom, for_all, generic, read};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use testkit::oracle;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The patterns of a folder, by their names.
fn files(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("patterns are text");
        found.push((path.display().to_string(), text));
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} holds no patterns");
    found
}

/// What `mlir-opt` makes of a text.
fn mlir(text: &str, arguments: &[&str]) -> Result<String, String> {
    let mut back = oracle::round_trip(&[text.to_owned()], arguments).map_err(|(_, why)| why)?;
    Ok(back.remove(0))
}

/// A text without what `mlir-opt` prints and nobody reads: where a block is reached from, and blanks beside blanks or at the ends of lines.
/// Values without names are numbered in the order of the text: where the numbers begin anew is a matter of taste.
fn plain(text: &str) -> String {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut next = 0;
    let mut out = String::new();
    for line in text.lines() {
        let line = line.split("  // ").next().unwrap_or(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, ..] = &words[..] else { continue };
        if let Some(name) = number_of(first).filter(|_| words.get(1) == Some(&"=")) {
            numbers.insert(name.to_owned(), next);
            next += 1;
        }
        let depth = line.len() - line.trim_start().len();
        out.push_str(&" ".repeat(depth));
        for part in words.join(" ").split_inclusive('%') {
            let name = number_of(&format!("%{part}")).map(str::to_owned);
            match name.and_then(|name| Some((name.len(), numbers.get(&name)?))) {
                Some((len, number)) => out.push_str(&format!("{number}{}", &part[len..])),
                None => out.push_str(part),
            }
        }
        out.push('\n');
    }
    out
}

/// The digits of `%12`, if a word begins with such a name.
fn number_of(word: &str) -> Option<&str> {
    let rest = word.strip_prefix('%')?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|digits| !digits.is_empty())
}

/// Checks one text that `mlir-opt` printed.
fn same_text(text: &str) -> Result<(), String> {
    let (ir, module) = read(text).map_err(|why| format!("we do not read it: {why}\n{text}"))?;
    let printed = custom(&ir, module);
    if plain(&printed) != plain(text) {
        return Err(format!("mlir-opt prints\n{text}\nand we print\n{printed}"));
    }
    for ours in [printed, generic(&ir, module)] {
        let back = mlir(&ours, &[]).map_err(|why| format!("mlir-opt refuses it: {why}\n{ours}"))?;
        if back != text {
            return Err(format!("mlir-opt makes of our text\n{ours}\nanother:\n{back}\ninstead of\n{text}"));
        }
    }
    let generic_text = mlir(text, &["--mlir-print-op-generic"])?;
    let (ir, module) =
        read(&generic_text).map_err(|why| format!("we do not read it: {why}\n{generic_text}"))?;
    let printed = generic(&ir, module);
    if plain(&printed) != plain(&generic_text) {
        return Err(format!("mlir-opt prints\n{generic_text}\nand we print\n{printed}"));
    }
    Ok(())
}

#[test]
fn patterns_and_the_matchers_of_them_have_one_text() {
    let files = files("examples/patterns");
    for_all(files.len() as u64, |number| {
        let (name, text) = &files[number as usize];
        for arguments in [&[][..], &["--convert-pdl-to-pdl-interp"]] {
            let text = mlir(text, arguments).map_err(|why| format!("{name}: {why}"))?;
            same_text(&text).map_err(|why| format!("{name}: {why}"))?;
        }
        Ok(())
    });
}

#[test]
fn everything_that_can_be_said_has_one_text() {
    let text = std::fs::read_to_string(root().join("tests/files/pdl/text.mlir")).expect("the file is there");
    let text = mlir(&text, &[]).unwrap_or_else(|why| panic!("{why}"));
    same_text(&text).unwrap_or_else(|why| panic!("{why}"));
}

/// Patterns that a file test says we refuse.
#[test]
fn what_we_refuse_is_refused() {
    let text =
        std::fs::read_to_string(root().join("tests/files/pdl/refused.mlir")).expect("the file is there");
    let cases: Vec<&str> = text.split("// -----\n").collect();
    for_all(cases.len() as u64, |number| match mlir(cases[number as usize], &[]) {
        Ok(_) => Err(format!("mlir-opt takes\n{}", cases[number as usize])),
        Err(_) => Ok(()),
    });
}

/// Both results have the type of the operands, which MLIR's definition checks but does not offer for inference.
const FOLLOWS_HERE_ONLY: &str = "arith.addui_extended";

/// An operation that a rewrite makes without result types: whether these follow is a question to its record, and to MLIR's.
#[test]
fn result_types_follow_where_they_do_in_mlir() {
    let defs: Vec<_> = dialects::of_programs().flat_map(|dialect| dialect.ops).collect();
    for_all(defs.len() as u64, |number| {
        let def = defs[number as usize];
        // The example stands there because MLIR knows only the dialects that a text uses.
        let example = match def.example_is_module {
            true => def.example.to_string(),
            false => format!("func.func @example() {{\n{}\nreturn\n}}", def.example),
        };
        let text = format!(
            "{example}\npdl.pattern : benefit(1) {{\n  %root = operation\n  rewrite %root {{\n    %0 = operation \"{}\"\n  }}\n}}\n",
            def.name
        );
        match (read(&text), mlir(&text, &[])) {
            (Ok(_), Err(_)) if def.name == FOLLOWS_HERE_ONLY => Ok(()),
            (Ok(_), Err(why)) => Err(format!("{}: mlir-opt refuses: {why}", def.name)),
            (Err(why), Ok(_)) => Err(format!("{}: we refuse: {why}", def.name)),
            _ => Ok(()),
        }
    });
}
