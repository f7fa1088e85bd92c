//! File tests run against `tests/tool`, a small shell script.

use super::*;
use crate::scratch::{Scratch, tool};

fn outcome(text: &str, bless: bool) -> (Result<(), String>, String) {
    let scratch = Scratch::new();
    let config = Config { binary: tool(), bless };
    scratch.file("inputs/data", "data\n");
    let path = scratch.file("test.mlir", text);
    let result = run(&path, &config);
    (result, fs::read_to_string(path).expect("it is there"))
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(outcome(text, false).0, Ok(()), "{text}");
}

#[track_caller]
fn fails(text: &str, part: &str) {
    match outcome(text, false).0 {
        Ok(()) => panic!("the test passed:\n{text}"),
        Err(message) => assert!(message.contains(part), "`{part}` is not in:\n{message}"),
    }
}

#[test]
fn output_goes_to_the_checks() {
    passes("// RUN: flowright echo hello 'two  words' | check\n// CHECK: hello\n// CHECK-NEXT: two words\n");
    passes("// RUN: flowright echo hello\n// CHECK: {{^}}hello");
    fails("// RUN: flowright echo hello\n// CHECK: {{^}}bye", "RUN line 1: test.mlir:2: CHECK: not found");
    fails("// RUN: flowright say hello | check\n// CHECK: {{^}}hello", "standard error:\n    hello");
    passes("// RUN: flowright say hello 2>&1 | check\n// CHECK: {{^}}hello");
    passes(
        "\n// A comment.\n// RUN: flowright echo a \\\n// RUN:   b\n// CHECK: a\n// CHECK-NEXT: {{^}}b\nfunc\n",
    );
}

#[test]
fn prefixes_belong_to_their_run() {
    let text = "// RUN: flowright echo a | check --check-prefix=A\n// RUN: flowright echo b | check --check-prefix=B,C\n";
    passes(&format!("{text}// A: {{{{^}}}}a\n// B: {{{{^}}}}b\n"));
    fails(&format!("{text}// A: {{{{^}}}}a\n// B: {{{{^}}}}a\n"), "RUN line 2");
    fails(&format!("{text}// A: a\n"), "no directive with the prefix B, C");
    fails(&format!("{text}// A: a\n// B: b\n// CHECK: c"), "no RUN line uses the CHECK comments");
    fails("// RUN: flowright echo a | check --strict\n// CHECK: a", "check has no option");
    fails("// RUN: flowright echo a | check --check-prefix=\n// CHECK: a", "cannot be empty");
}

#[test]
fn the_file_inputs_and_temporary_files_have_names() {
    passes("// RUN: flowright cat %s\n// CHECK-LABEL: {{^}}something\nsomething\n");
    passes("// RUN: flowright cat < %s | flowright cat | check\n// CHECK-LABEL: {{^}}else\nelse\n");
    passes("// RUN: flowright cat < inputs/data\n// CHECK: {{^}}data\n");
    fails("// RUN: flowright cat < inputs/none\n// CHECK: data\n", "cannot read");
    passes("// RUN: flowright copy %s %t\n// RUN: flowright cat %t | check\n// CHECK-LABEL: {{^}}it\nit\n");
    passes(
        "// RUN: flowright echo %t %step a%s\n// CHECK: {{^}}%t{{$}}\n// CHECK-NEXT: {{^}}%step\n// CHECK-NEXT: atest.mlir\n",
    );
}

#[test]
fn the_exit_status_counts() {
    passes("// RUN: flowright fail 2\n// EXIT: 2\n");
    passes("// EXIT: 1\n// RUN: flowright fail 1\n// RUN: flowright fail 1\n");
    passes("// RUN: flowright fail 1\n// EXIT: 1\n// RUN: flowright fail 2\n// EXIT: 2\n");
    passes("// RUN: not flowright fail 1\n");
    passes("// RUN: not flowright fail 2\n");
    fails("// RUN: not flowright fail 3\n", "status 3, not with status 1 or 2");
    fails("// RUN: not flowright fail 0\n", "status 0");
    fails("// RUN: not flowright kill\n", "a signal");
    fails("// RUN: flowright fail 1\n// CHECK: x", "status 1, not with status 0");
    fails("// RUN: flowright fail 1\n// EXIT: 2\n", "status 1, not with status 2");
    fails("// RUN: flowright fail 1 | flowright echo x\n// CHECK: x", "status 1, not with status 0");
    fails("// EXIT: two\n// RUN: flowright fail 2\n", "no exit status");
    fails("// RUN: flowright fail 2\n// EXIT: 2\n// EXIT: 2\n", "already given");
}

#[test]
fn diagnostics_are_compared_with_expectations() {
    passes("// RUN: flowright diagnose %s\nx // expected-error {{FR0104: unexpected x}}\n");
    fails("// RUN: flowright diagnose %s\nx // expected-error {{unexpected y}}\n", "was not reported");
    fails(
        "// RUN: flowright diagnose %s\n\nx // expected-error {{unexpected x}}\n",
        "unexpected error at test.mlir:2",
    );
    fails(
        "// RUN: flowright echo\nx // expected-error {{unexpected x}}\n",
        "status 0, not with status 1 or 2",
    );
    fails("// RUN: flowright echo\nx // expected-error {unexpected x}\n", "line 2: expected-error");
}

#[test]
fn an_oracle_must_accept_the_output() {
    passes("// RUN: flowright echo a\n// ORACLE: grep a\n// CHECK: a\n");
    fails(
        "// RUN: flowright echo a\n// ORACLE: grep b\n// CHECK: a\n",
        "grep does not accept the output\n  output:\n    a",
    );
    fails(
        "// RUN: flowright echo a\n// ORACLE: no-such-oracle\n// CHECK: a\n",
        "no-such-oracle is not installed",
    );
    passes("// RUN: not flowright fail 1\n// ORACLE: grep b\n");
}

#[test]
fn recorded_output_is_compared_and_blessed() {
    let text = "// RUN: flowright echo a 'b ' '' c\n// BLESS\nfunc\n";
    let recorded = format!("{text}\n// OUT: a\n// OUT: b\n// OUT:\n// OUT: c\n");
    passes(&recorded);
    fails(text, "at its line 1:\n    recorded <end>\n    now      `a`");
    fails(&recorded.replace("OUT: b", "OUT: x"), "recorded `x`\n    now      `b`");
    assert_eq!(outcome(text, true), (Ok(()), recorded.clone()));
    assert_eq!(outcome(&recorded.replace("OUT: b", "OUT: x\n// OUT: y"), true), (Ok(()), recorded.clone()));
    assert_eq!(outcome(&recorded, true), (Ok(()), recorded.clone()));
    let failing = "// RUN: flowright fail 1\n// BLESS\n";
    let (result, after) = outcome(failing, true);
    assert!(result.is_err() && after == failing, "a failed run is not recorded");
    fails("// RUN: flowright echo a\n// OUT: a\n", "need the header");
    fails(&format!("{recorded}func\n"), "must be the last");
    fails("// RUN: flowright echo a\n// RUN: flowright echo a\n// BLESS\n// OUT: a\n", "exactly one RUN");
}

#[test]
fn tests_that_test_nothing_are_refused() {
    fails("func\n", "there is no RUN line");
    fails("// RUN: flowright echo a\nfunc\n", "nothing looks at the result");
    fails("// RUN: flowright echo a\n// ORACLE: cat\n", "nothing looks at the result");
    fails("func\n// RUN: flowright echo a\n// CHECK: a\n", "must stand among the first comments");
    fails(
        "// RUN: flowright echo a\n// CHECK: a\n// CHECK-NXT: b\n",
        "line 3: there is no directive CHECK-NXT",
    );
    fails("// RUN: flowright echo a \\\n// CHECK: a\n", "ends in `\\`");
    fails("// RUN: flowright echo a \\\n// EXIT: 1\n", "does not go on");
    fails("// RUN: ls\n// CHECK: a\n", "`ls` is not run here");
    fails("// RUN: flowright echo a > b\n// CHECK: a\n", "`>` is not understood");
    fails("// RUN: flowright echo 'a\n// CHECK: a\n", "not closed");
    fails("// RUN: flowright echo a |\n// CHECK: a\n", "a command is missing");
    fails("// RUN:\n// CHECK: a\n", "a command is missing");
    fails("// RUN: not flowright fail 1 | flowright cat\n// CHECK: a\n", "`not` must stand before the last");
}
