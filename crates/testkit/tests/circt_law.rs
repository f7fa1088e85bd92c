//! The law of the other oracle: CIRCT takes what we print of circuits, and we take what it prints, as the same circuit.

mod common;

use common::{custom, generic, read};
use ir::{Ir, Op, equiv};
use std::path::{Path, PathBuf};
use testkit::circt;

/// Sends circuits there in both forms and back in both, and panics with what differs.
fn check(circuits: &[(String, Ir, Op)]) {
    let texts: Vec<String> =
        circuits.iter().flat_map(|(_, ir, module)| [custom(ir, *module), generic(ir, *module)]).collect();
    let answers = circt::round_trip(&texts).unwrap_or_else(|why| panic!("{why}"));
    let mut complaints = Vec::new();
    for (number, (answer, text)) in answers.iter().zip(&texts).enumerate() {
        let (name, ir, module) = &circuits[number / 2];
        match answer {
            Err(why) => complaints.push(format!("{name}: CIRCT refuses it: {why}\n{text}")),
            Ok(printed) => {
                for back in [&printed.custom, &printed.generic] {
                    let difference = match read(back) {
                        Err(why) => Some(format!("we do not read its text: {why}")),
                        Ok((other, root)) => equiv::difference((ir, *module), (&other, root)),
                    };
                    complaints.extend(difference.map(|why| format!("{name}: {why}\n{text}\n{back}")));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn every_example_survives_circt() {
    let mut circuits = Vec::new();
    for dialect in dialects::of_circuits() {
        for def in dialect.ops {
            let text = match def.example_is_module {
                true => def.example.to_string(),
                false => format!("func.func @example() {{\n{}\nreturn\n}}", def.example),
            };
            let (ir, module) = read(&text).unwrap_or_else(|why| panic!("{}: {why}\n{text}", def.name));
            circuits.push((def.name.to_string(), ir, module));
        }
    }
    check(&circuits);
}

#[test]
fn every_file_of_circuits_survives_circt() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files");
    let mut circuits = Vec::new();
    for dialect in ["hw", "comb", "seq"] {
        let entries = std::fs::read_dir(root.join(dialect)).unwrap_or_else(|why| panic!("{dialect}: {why}"));
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == "mlir")) {
            let text =
                std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            // Files about errors have nothing to send.
            for (number, part) in text.split("// -----\n").enumerate() {
                if let Ok((ir, module)) = read(part) {
                    circuits.push((format!("{} #{number}", path.display()), ir, module));
                }
            }
        }
    }
    assert!(!circuits.is_empty(), "there are files of circuits");
    check(&circuits);
}
