//! Runs cases of the mutation campaign: `mutate [c|match] SEED FIRST COUNT`, with `c` those of C, and with `match` those of what `match` and `chip` read. The test of mutated inputs and `tools/mutate` start it as a process
//! of its own, so that a stack overflow or a case that never ends can be told from a finding and given a name.
//!
//! Ends with 0 when all went well, with 1 when a case did not, and says which. A single case is written to the folder for
//! temporary files before it is run.

use std::process::ExitCode;
use testkit::mutate::{Campaign, Corpus};

fn main() -> ExitCode {
    let language = std::env::args().nth(1).unwrap_or_default();
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let &[seed, first, count] = &arguments[..] else {
        eprintln!("usage: mutate [c|match] SEED FIRST COUNT");
        return ExitCode::from(2);
    };
    let (campaign, ending) = match &*language {
        "c" => (Campaign::new(Corpus::c(), seed), "c"),
        "match" => (Campaign::of_matching(seed), "match"),
        _ => (Campaign::new(Corpus::new(), seed), "mlir"),
    };
    let path = |case: u64| std::env::temp_dir().join(format!("flowright-mutated-{seed}-{case}.{ending}"));
    if count == 1
        && let Err(why) = std::fs::write(path(first), campaign.input(first))
    {
        eprintln!("cannot write {}: {why}", path(first).display());
        return ExitCode::from(2);
    }
    // A case that panics is reported by us; the usual message would only repeat it.
    std::panic::set_hook(Box::new(|_| {}));
    let mut failed = 0;
    for case in first..first.saturating_add(count) {
        if let Err(why) = campaign.check(case) {
            failed += 1;
            drop(std::fs::write(path(case), campaign.input(case)));
            println!("case {case} of seed {seed} ({}): {why}", path(case).display());
            if failed == 5 {
                break;
            }
        }
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
