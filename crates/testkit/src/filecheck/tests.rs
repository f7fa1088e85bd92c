//! What passes, what fails, and what the failure says.

use super::*;

#[track_caller]
fn passes(checks: &str, output: &str) {
    if let Err(message) = check("t", checks, &["CHECK"], output) {
        panic!("{message}");
    }
}

/// The checks fail and the message has `part` in it.
#[track_caller]
fn fails(checks: &str, output: &str, part: &str) {
    match check("t", checks, &["CHECK"], output) {
        Ok(()) => panic!("the check passed"),
        Err(message) => assert!(message.contains(part), "`{part}` is not in:\n{message}"),
    }
}

#[test]
fn plain_checks_go_forward() {
    passes("// CHECK: a\n// CHECK: b", "x a\ny b");
    passes("CHECK: a\nCHECK: b", "a b");
    fails("CHECK: b\nCHECK: a", "a\nb", "t:2: CHECK: not found");
    fails("CHECK: a\nCHECK: a", "a", "t:2: CHECK: not found");
    fails("CHECK: a", "", "the output is empty");
}

#[test]
fn blanks_are_canonical() {
    passes("CHECK:   a   b\t c  ", "  a b\tc\r\n");
    passes("CHECK: a b{{$}}", "a \t b\r\n");
    fails("CHECK: a b", "ab", "not found");
}

#[test]
fn next_and_same_fix_the_line() {
    passes("CHECK: a\nCHECK-NEXT: b\nCHECK-SAME: c", "a\nb c");
    fails("CHECK: a\nCHECK-NEXT: b", "a\n\nb", "t:2: CHECK-NEXT: is not on the line after");
    fails("CHECK: a\nCHECK-NEXT: b", "a b", "is on the same line");
    fails("CHECK: a\nCHECK-SAME: b", "a\nb", "is not on the line of the previous");
    fails("CHECK-NEXT: b", "b", "needs an earlier directive");
    fails("CHECK-NOT: a\nCHECK-NEXT: b", "b", "needs an earlier directive");
}

#[test]
fn empty_wants_an_empty_line() {
    passes("CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b", "a x\n\nb");
    fails("CHECK: a\nCHECK-EMPTY:", "a\nb\n\n", "the next line is not an empty one");
    fails("CHECK: a\nCHECK-EMPTY:", "a\n \n", "the next line is not an empty one");
    fails("CHECK: a\nCHECK-EMPTY:", "a\n", "the next line is not an empty one");
    fails("CHECK: a\nCHECK-EMPTY: b", "a", "takes no text");
}

#[test]
fn not_holds_between_its_neighbours() {
    passes("CHECK: a\nCHECK-NOT: x\nCHECK: b", "x a b x");
    fails("CHECK: a\nCHECK-NOT: x\nCHECK: b", "a\nx\nb", "t:2: CHECK-NOT: this text must not be here");
    fails("CHECK: a\nCHECK-NOT: x", "a\nb\nx", "output line 3");
    fails("CHECK-NOT: x\nCHECK: a", "x a", "must not be here");
    fails("CHECK-NOT: x\nCHECK-DAG: b\nCHECK-DAG: a", "x a b", "must not be here");
    passes("CHECK-DAG: b\nCHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: c", "a x b c x");
    fails("CHECK: a\nCHECK-NOT: x{{[0-9]}}", "a x1", "must not be here");
}

#[test]
fn dag_matches_in_any_order_without_overlap() {
    passes("CHECK-DAG: b\nCHECK-DAG: a\nCHECK: c", "a\nb\nc");
    passes("CHECK-DAG: a{{.}}\nCHECK-DAG: a{{.}}", "a1 a2");
    fails("CHECK-DAG: a\nCHECK-DAG: a", "a", "t:2: CHECK-DAG: not found");
    fails("CHECK-DAG: b\nCHECK-DAG: a\nCHECK: a", "a b", "t:3: CHECK: not found");
    passes("CHECK-DAG: [[V:%.]] = x\nCHECK-DAG: y [[V]]", "y %2\n%2 = x");
    passes("CHECK-DAG: b\nCHECK-DAG: a\nCHECK-NEXT: c", "a\nb\nc");
}

#[test]
fn count_matches_that_many_times() {
    passes("CHECK-COUNT-3: add\nCHECK-NOT: add", "add add\nadd");
    fails("CHECK-COUNT-3: add", "add add", "it was found 2 times, not 3");
    fails("CHECK-COUNT-2: add\nCHECK-NOT: add", "add add add", "must not be here");
    fails("CHECK-COUNT-0: add", "add", "positive number");
    fails("CHECK-COUNT-x: add", "add", "positive number");
}

#[test]
fn labels_cut_the_output() {
    let checks = "CHECK-LABEL: @f\nCHECK: add\nCHECK-LABEL: @g\nCHECK: mul";
    passes(checks, "@f\nadd\n@g\nmul");
    fails(checks, "@f\n@g\nadd\nmul", "t:2: CHECK: not found");
    fails(checks, "@f\nadd\nmul\n@g", "t:4: CHECK: not found");
    fails(checks, "@f\nadd", "t:3: CHECK-LABEL: not found");
    // Both blocks are reported.
    fails(checks, "@f\n@g\n", "t:2: CHECK");
    fails(checks, "@f\n@g\n", "t:4: CHECK");
    fails("CHECK-LABEL: @[[F:.*]]", "@f", "cannot have variables");
    fails("CHECK-LABEL: @f\nCHECK-NOT: x\nCHECK-LABEL: @g", "@f x\n@g", "must not be here");
    passes("CHECK-LABEL: @f\nCHECK-NEXT: a", "@f\na");
}

#[test]
fn variables_keep_what_they_matched() {
    let checks = "CHECK: [[A:%[a-z0-9]+]] = const\nCHECK: add [[A]], [[A]] : i{{[0-9]+}}";
    passes(checks, "%c1 = const\nadd %c1, %c1 : i32");
    fails(checks, "%c1 = const\nadd %c1, %c2 : i32", "with A being `%c1`");
    passes("CHECK: [[A:%.*]] = add [[A]]", "%a = add %b\n%c = add %c");
    fails("CHECK: [[A:%.*]] = add [[A]]", "%a = add %b", "not found");
    fails("CHECK: [[A]]", "x", "[[A]] has no value yet");
    passes("CHECK: [[A:.]]x\nCHECK: [[A:.]]y\nCHECK: [[A]]z", "1x\n2y\n2z");
    // A value is text, not a regular expression.
    fails("CHECK: [[A:v.*]]\nCHECK: [[A]]", "v.*\nvvv", "not found");
    passes("CHECK: [[$G:v]]\nCHECK-LABEL: f\nCHECK: [[$G]]", "v\nf\nv");
}

#[test]
fn regular_expressions_stay_on_their_line() {
    fails("CHECK: a{{[^x]*}}b", "a\nb", "not found");
    passes("CHECK: {{^}}b", "a\nb");
    passes("CHECK: {{a{2}}}b", "aab");
    fails("CHECK: {{a", "a", "lacks its `}}`");
    fails("CHECK: {{(}}", "a", "t:1: CHECK: a group lacks its `)`");
    fails("CHECK: dense<[[1, 2]]>", "x", "cannot be the name of a variable");
    passes("CHECK: dense<{{\\[\\[}}1, 2]]>", "dense<[[1, 2]]>");
}

#[test]
fn a_near_line_is_shown() {
    fails(
        "CHECK: %0 = arith.addi %a, %b : i32",
        "func\n%0 = arith.subi %a, %b : i32\nend",
        "possible match at output line 2:\n    %0 = arith.subi",
    );
    fails("CHECK: start\nCHECK: nothing like it", "start here\nzzz", "the search began at output line 1");
    let long = check("t", "CHECK: abc", &["CHECK"], &"é".repeat(5000)).expect_err("it is absent");
    assert!(long.len() < 1000, "{long}");
}

#[test]
fn only_whole_prefixes_count() {
    passes("XCHECK: no\nMY-CHECK: no\nCHECKS: no\nCHECK: yes", "yes");
    fails("nothing here", "x", "no directive with the prefix CHECK");
    let text = "CHECK: a\nCHECK-GEN: b\nCHECK-GEN-NEXT: c";
    assert_eq!(check("t", text, &["CHECK-GEN"], "b\nc"), Ok(()));
    assert_eq!(check("t", text, &["CHECK"], "a"), Ok(()));
    assert_eq!(check("t", text, &["CHECK", "CHECK-GEN"], "a\nb\nc"), Ok(()));
}

#[test]
fn misspelt_directives_are_seen() {
    let text = "// CHECK-NXT: a\n// CHECK-LABEL: b\n// CHECK-GEN-NEXT: c\n// CHECK is good";
    assert_eq!(misspelt(text, &["CHECK", "CHECK-GEN"]), [(1, "CHECK-NXT".to_string())]);
    assert_eq!(misspelt(text, &["CHECK"]).len(), 2);
}
