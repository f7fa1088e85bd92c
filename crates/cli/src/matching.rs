//! `flowright match`

use crate::args::{EngineArg, MatchArgs};
use crate::console::{Console, Status};
use crate::guard::guarded;
use base::text::counted;
use driver::json::{Object, array, text};
use driver::matching::{Counted, Engine, Matched};
use driver::{Input, MatchRequest};

/// Runs the command.
pub fn main(console: &Console, arguments: MatchArgs) -> Status {
    let input = match Input::read(&arguments.file) {
        Ok(input) => input,
        Err(diagnostic) => return console.complain(diagnostic),
    };
    let engine = match arguments.engine {
        EngineArg::Interp => Engine::Interp,
        EngineArg::Compiled => Engine::Compiled,
        EngineArg::Chip => Engine::Chip,
    };
    let request = MatchRequest {
        sought: arguments.sought.sought(),
        input: input.clone(),
        engine,
        chip: arguments.arch.asked(),
        allow_unregistered: arguments.allow_unregistered_dialect,
        save: arguments.save,
    };
    let outcome = match guarded(console, Some(&input), |progress| driver::find_matches(request, progress)) {
        Ok(outcome) => outcome,
        Err(status) => return status,
    };
    console.report(&outcome.report);
    let Some(matched) = outcome.matched else { return Status::Wrong };
    let text = match (arguments.json, arguments.dump) {
        (true, is_dumped) => json(&matched, is_dumped),
        (false, true) => list(&matched),
        (false, false) => table(&matched),
    };
    console.output(text.as_bytes(), Status::Success)
}

/// How often each pattern matches.
fn counts(matched: &Matched) -> Vec<usize> {
    let mut counts = vec![0; matched.patterns.len()];
    for (_, pattern) in &matched.matches {
        counts[*pattern as usize] += 1;
    }
    counts
}

fn list(matched: &Matched) -> String {
    let line = |(root, pattern): &(u32, u32)| format!("{root} {}\n", matched.patterns[*pattern as usize]);
    matched.matches.iter().map(line).collect()
}

fn table(matched: &Matched) -> String {
    let mut text = format!(
        "{} in {}\n",
        counted(matched.matches.len(), "match"),
        counted(matched.size, if matched.counted == Counted::Records { "record" } else { "operation" })
    );
    let width = matched.patterns.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (name, count) in matched.patterns.iter().zip(counts(matched)) {
        text.push_str(&format!("  {name:width$}  {count}\n"));
    }
    if let Some(chip) = &matched.chip {
        text.push_str(&format!(
            "chip `{}`: {} of {} bits in {}; {} counted by the chip, {} in software, of values too far apart\n",
            chip.arch.name(),
            counted(chip.records, "record"),
            chip.record_bits,
            counted(chip.cycles as usize, "cycle"),
            counted(chip.counted as usize, "match"),
            matched.missed
        ));
    }
    text
}

fn json(matched: &Matched, is_dumped: bool) -> String {
    let patterns = matched
        .patterns
        .iter()
        .zip(counts(matched))
        .map(|(name, count)| Object::new().text("name", name).raw("matches", count.to_string()).finish());
    let mut object = Object::new()
        .text("roots", if matched.counted == Counted::Records { "records" } else { "operations" })
        .raw("size", matched.size.to_string())
        .raw("matches", matched.matches.len().to_string())
        .raw("missed", matched.missed.to_string())
        .raw("patterns", array(patterns));
    if is_dumped {
        let pair =
            |(root, pattern): &(u32, u32)| format!("[{root},{}]", text(&matched.patterns[*pattern as usize]));
        object = object.raw("list", array(matched.matches.iter().map(pair)));
    }
    let chip = matched.chip.as_ref().map(|chip| {
        let object = Object::new().text("arch", chip.arch.name());
        let object = object.raw("records", chip.records.to_string());
        let object = object.raw("record_bits", chip.record_bits.to_string());
        let object = object.raw("cycles", chip.cycles.to_string());
        object.raw("counted", chip.counted.to_string()).finish()
    });
    object.raw("chip", chip.as_deref().unwrap_or("null")).finish() + "\n"
}
