//! Tests of `comb`: its text, its diagnostics, its rewrites, and its evaluation against a model of every small width.

use super::{DIALECT, Predicate};
use crate::testing::{
    Evaluator, canonical as canonical_text, check_canonical, check_error, check_examples, check_text,
};
use base::{Bits, Rng};

// ----- text -----

#[test]
fn records() {
    check_examples(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"%a = "test.value"() : () -> i8
%b = "test.value"() : () -> i8
%c = "test.value"() : () -> i1
%z = "test.value"() : () -> i0
%x = "test.value"() : () -> !test.thing
%0 = comb.add %a, %b, %a : i8
%1 = comb.add bin %a, %b {note} : i8
%2 = comb.mul %a : i8
%3 = comb.sub bin %a, %b : i8
%4 = comb.divs %a, %b : i8
%5 = comb.icmp ult %a, %b : i8
%6 = comb.icmp bin wne %a, %b {note = 3 : i4} : i8
%7 = comb.mux %c, %a, %b : i8
%8 = comb.mux bin %c, %x, %x : !test.thing
%9 = comb.extract %a from 2 : (i8) -> i3
%10 = comb.extract %a from 8 : (i8) -> i0
%11 = comb.concat %a, %9, %z : i8, i3, i0
%12 = comb.concat : 
%13 = comb.replicate %a {note} : (i8) -> i16
%14 = comb.parity bin %a : i8
%15 = comb.reverse %a : i8
%16 = comb.truth_table %c, %c -> [true, false, true, true] {note}
%17 = comb.truth_table -> [true]
%18 = comb.xor %z, %z : i0
"#,
    );
}

#[test]
fn errors() {
    let bad = |op: &str, words: &str| {
        check_error(
            &format!("%a = \"test.value\"() : () -> i8\n%c = \"test.value\"() : () -> i1\n{op}\n"),
            words,
        );
    };
    bad("%0 = \"comb.add\"() : () -> i8", "one operand or more");
    bad("%0 = \"comb.add\"(%a, %c) : (i8, i1) -> i8", "FR0203");
    bad("%0 = \"test.value\"() : () -> si8\n%1 = comb.and %0 : si8", "signless");
    bad("%0 = comb.extract %a from 6 : (i8) -> i3", "does not have 3 bits from bit 6 on");
    bad("%0 = comb.extract %a from 9 : (i8) -> i0", "does not have 0 bits from bit 9 on");
    bad("%0 = \"comb.extract\"(%a) <{lowBit = -1 : i32}> : (i8) -> i3", "from bit -1 on");
    bad("%0 = \"comb.extract\"(%a) : (i8) -> i3", "lowBit");
    bad("%0 = comb.replicate %a : (i8) -> i12", "no whole number of copies");
    bad("%0 = comb.replicate %a : (i8) -> i0", "no whole number of copies");
    bad("%0 = comb.truth_table %c, %c -> [true]", "a table of 2 inputs cannot have 1 entry");
    bad(
        "%0 = \"comb.truth_table\"(%c) <{lookupTable = array<i8: 1, 0>}> : (i1) -> i1",
        "an array of booleans",
    );
    bad("%0 = \"comb.icmp\"(%a, %a) <{predicate = 14 : i64}> : (i8, i8) -> i1", "predicate");
    bad("%0 = comb.icmp foo %a, %a : i8", "foo");
    bad("%0 = \"comb.icmp\"(%a, %c) <{predicate = 1 : i64}> : (i8, i1) -> i1", "FR0203");
    bad("%0 = \"comb.concat\"(%a, %c) : (i8, i1) -> i8", "the result must be `i9`");
    bad("%0 = comb.concat %a, %c : i8, index", "");
    bad("%0 = comb.mux %a, %c, %c : i1", "i1");
    let wide = "%w = \"test.value\"() : () -> i16777215\n";
    bad(&format!("{wide}%0 = comb.concat %w, %c : i16777215, i1"), "bits together");
}

// ----- rewrites -----

/// Programs with two `i8` values `%a` and `%b` and two bits `%c` and `%d`, before and after.
fn canonical(before: &str, after: &str) {
    let value = |(name, ty)| format!("%{name} = \"test.value\"() : () -> {ty}\n");
    let head: String = [("a", "i8"), ("b", "i8"), ("c", "i1"), ("d", "i1")].map(value).concat();
    let (constants, rest): (Vec<&str>, Vec<&str>) =
        after.lines().map(str::trim).partition(|line| line.contains(".constant"));
    let join = |lines: Vec<&str>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    check_canonical(
        &format!("{CONSTANTS}{head}{before}"),
        &format!("{}{head}{}", join(constants), join(rest)),
    );
}

/// What the programs may use.
const CONSTANTS: &str = "%k0 = hw.constant 0 : i8
%k1 = hw.constant 1 : i8
%k3 = hw.constant 3 : i8
%k5 = hw.constant 5 : i8
%k8 = hw.constant 8 : i8
%ones = hw.constant -1 : i8
%no = hw.constant false
%yes = hw.constant true
";

/// An operation whose result is `%a`.
fn is_a(op: &str) {
    canonical(&format!("%0 = {op}\n\"test.use\"(%0) : (i8) -> ()"), "\"test.use\"(%a) : (i8) -> ()");
}

/// An operation on bytes whose result is this constant.
fn is_constant(op: &str, value: &str) {
    let ty = if value == "true" || value == "false" { "i1" } else { "i8" };
    let text = canonical_text(&format!(
        "{CONSTANTS}%a = \"test.value\"() : () -> i8\n%b = \"test.value\"() : () -> i8\n{op}\n\"test.use\"(%0) : ({ty}) -> ()"
    ));
    let wanted =
        if ty == "i1" { format!("hw.constant {value}\n") } else { format!("hw.constant {value} : i8\n") };
    assert!(text.contains(&wanted) && !text.contains("comb."), "{op} became\n{text}");
}

#[test]
fn neutral_and_absorbing_constants() {
    is_a("comb.add %a : i8");
    is_a("comb.add %k0, %a, %k0 : i8");
    is_a("comb.mul %k1, %a : i8");
    is_a("comb.and %ones, %a : i8");
    is_a("comb.or %a, %k0 : i8");
    is_a("comb.xor %k0, %a : i8");
    is_a("comb.sub %a, %k0 : i8");
    is_a("comb.divu %a, %k1 : i8");
    is_a("comb.divs %a, %k1 : i8");
    is_a("comb.shl %a, %k0 : i8");
    is_a("comb.shru %a, %k0 : i8");
    is_a("comb.shrs %a, %k0 : i8");
    is_constant("%0 = comb.mul %a, %k0, %b : i8", "0");
    is_constant("%0 = comb.and %k0, %a : i8", "0");
    is_constant("%0 = comb.or %a, %ones : i8", "-1");
    for op in ["divu", "divs", "modu", "mods"] {
        is_constant(&format!("%0 = comb.{op} %a, %k0 : i8"), "0");
        is_constant(&format!("%0 = comb.{op} %k0, %a : i8"), "0");
    }
    is_constant("%0 = comb.modu %a, %k1 : i8", "0");
    is_constant("%0 = comb.shl %a, %k8 : i8", "0");
    is_constant("%0 = comb.shru %a, %ones : i8", "0");
}

#[test]
fn values_that_meet_themselves() {
    is_a("comb.and %a, %a : i8");
    is_a("comb.or %a, %a, %a : i8");
    is_a("comb.xor %b, %a, %b : i8");
    is_a("comb.mux %c, %a, %a : i8");
    is_a("comb.mux %yes, %a, %b : i8");
    is_a("comb.mux %no, %b, %a : i8");
    is_constant("%0 = comb.xor %a, %a : i8", "0");
    is_constant("%0 = comb.sub %a, %a : i8", "0");
    is_constant("%0 = comb.mods %a, %a : i8", "0");
    is_constant("%n = comb.xor %a, %ones : i8\n%0 = comb.and %n, %b, %a : i8", "0");
    is_constant("%n = comb.xor %a, %ones : i8\n%0 = comb.or %a, %n, %b : i8", "-1");
    for predicate in Predicate::ALL {
        let name = format!("{predicate:?}").to_lowercase();
        let value = predicate.plain().is_reflexive().to_string();
        is_constant(&format!("%0 = comb.icmp {name} %a, %a : i8"), &value);
    }
    canonical(
        "%n = comb.xor %a, %ones : i8\n%m = comb.xor %n, %ones : i8\n\"test.use\"(%n, %m) : (i8, i8) -> ()",
        "%ones = hw.constant -1 : i8\n%n = comb.xor %a, %ones : i8\n\"test.use\"(%n, %a) : (i8, i8) -> ()",
    );
}

#[test]
fn nests_are_flat_and_constants_last() {
    canonical(
        "%0 = comb.add %k3, %a : i8
         %1 = comb.add %0, %b : i8
         %2 = comb.add %k5, %1, %1 : i8
         %3 = comb.sub %b, %k8 : i8
         %4 = comb.add %3, %k3 : i8
         \"test.use\"(%2, %4) : (i8, i8) -> ()",
        "%c-5_i8 = hw.constant -5 : i8
         %k3 = hw.constant 3 : i8
         %k5 = hw.constant 5 : i8
         %0 = comb.add %a, %b, %k3 : i8
         %1 = comb.add %0, %0, %k5 : i8
         %2 = comb.add %b, %c-5_i8 : i8
         \"test.use\"(%1, %2) : (i8, i8) -> ()",
    );
    // A promise about X is not extended to what did not make it.
    canonical(
        "%0 = comb.and bin %a, %b : i8
         %1 = comb.and %0, %k3 : i8
         \"test.use\"(%1) : (i8) -> ()",
        "%k3 = hw.constant 3 : i8
         %0 = comb.and bin %a, %b : i8
         %1 = comb.and %0, %k3 : i8
         \"test.use\"(%1) : (i8) -> ()",
    );
}

#[test]
fn a_long_chain_is_flattened_at_once_up_to_a_bound() {
    let mut text = String::from("%a = \"test.value\"() : () -> i8\n%0 = comb.add %a, %a : i8\n");
    for i in 1..5000 {
        text += &format!("%{i} = comb.add %{}, %a : i8\n", i - 1);
    }
    let text = canonical_text(&format!("{text}\"test.use\"(%4999) : (i8) -> ()\n"));
    let sums: Vec<usize> = text
        .lines()
        .filter(|line| line.contains("comb.add"))
        .map(|line| line.matches('%').count() - 1)
        .collect();
    assert!(sums.len() < 12 && sums.iter().all(|operands| *operands <= 1024), "{sums:?}");
}

#[test]
fn powers_of_two_and_signs() {
    canonical(
        "%0 = comb.divu %a, %k8 : i8
         %1 = comb.modu %a, %k8 : i8
         %2 = comb.shrs %a, %k8 : i8
         \"test.use\"(%0, %1, %2) : (i8, i8, i8) -> ()",
        "%c7_i8 = hw.constant 7 : i8
         %c3_i8 = hw.constant 3 : i8
         %0 = comb.shru %a, %c3_i8 : i8
         %1 = comb.and %a, %c7_i8 : i8
         %2 = comb.extract %a from 7 : (i8) -> i1
         %3 = comb.replicate %2 : (i1) -> i8
         \"test.use\"(%0, %1, %3) : (i8, i8, i8) -> ()",
    );
}

#[test]
fn comparisons() {
    is_constant("%0 = comb.icmp ult %a, %k0 : i8", "false");
    is_constant("%0 = comb.icmp ule %a, %ones : i8", "true");
    is_constant("%0 = comb.icmp ugt %k0, %a : i8", "false");
    is_constant("%m = hw.constant -128 : i8\n%0 = comb.icmp sge %a, %m : i8", "true");
    canonical(
        "%0 = comb.icmp ult %k3, %a : i8
         %1 = comb.icmp eq %c, %yes : i1
         %2 = comb.icmp ne %c, %yes : i1
         %3 = comb.icmp sle %a, %b : i8
         %4 = comb.xor %3, %yes : i1
         %5 = comb.icmp ceq %a, %b : i8
         %6 = comb.xor %5, %yes : i1
         \"test.use\"(%0, %1, %2, %4, %5, %6) : (i1, i1, i1, i1, i1, i1) -> ()",
        "%k3 = hw.constant 3 : i8
         %yes = hw.constant true
         %0 = comb.icmp ugt %a, %k3 : i8
         %1 = comb.xor %c, %yes : i1
         %2 = comb.icmp sgt %a, %b : i8
         %3 = comb.icmp ceq %a, %b : i8
         %4 = comb.xor %3, %yes : i1
         \"test.use\"(%0, %c, %1, %2, %3, %4) : (i1, i1, i1, i1, i1, i1) -> ()",
    );
}

#[test]
fn choices() {
    canonical(
        "%n = comb.xor %c, %yes : i1
         %0 = comb.mux %n, %a, %b : i8
         %1 = comb.mux %c, %0, %a : i8
         %2 = comb.mux %c, %yes, %no : i1
         %3 = comb.mux %c, %no, %yes : i1
         %4 = comb.mux %c, %d, %no : i1
         %5 = comb.mux %c, %yes, %d : i1
         %6 = comb.mux %c, %no, %d : i1
         \"test.use\"(%0, %1, %2, %3, %4, %5, %6) : (i8, i8, i1, i1, i1, i1, i1) -> ()",
        "%no = hw.constant false
         %yes = hw.constant true
         %0 = comb.mux %c, %b, %a : i8
         %1 = comb.mux %c, %b, %a : i8
         %2 = comb.xor %c, %yes : i1
         %3 = comb.and %c, %d : i1
         %4 = comb.or %c, %d : i1
         %5 = comb.mux %c, %no, %d : i1
         \"test.use\"(%0, %1, %c, %2, %3, %4, %5) : (i8, i8, i1, i1, i1, i1, i1) -> ()",
    );
    is_constant(
        "%c = \"test.value\"() : () -> i1\n%0 = comb.truth_table %c, %c -> [true, true, true, true]",
        "true",
    );
    canonical(
        "%0 = comb.truth_table %c -> [false, true]\n\"test.use\"(%0) : (i1) -> ()",
        "\"test.use\"(%c) : (i1) -> ()",
    );
}

#[test]
fn wires() {
    is_a("comb.extract %a from 0 : (i8) -> i8");
    is_a("comb.concat %a : i8");
    is_a("comb.replicate %a : (i8) -> i8");
    is_constant("%1 = comb.concat %k3, %k5 : i8, i8\n%0 = comb.extract %1 from 8 : (i16) -> i8", "3");
    canonical(
        "%0 = comb.reverse %a : i8
         %1 = comb.reverse %0 : i8
         %2 = comb.parity %c : i1
         %3 = comb.reverse %c : i1
         \"test.use\"(%1, %2, %3) : (i8, i1, i1) -> ()",
        "\"test.use\"(%a, %c, %c) : (i8, i1, i1) -> ()",
    );
}

#[test]
fn extracts() {
    canonical(
        "%0 = comb.extract %a from 2 : (i8) -> i5
         %1 = comb.extract %0 from 1 : (i5) -> i3
         %2 = comb.concat %a, %c, %b : i8, i1, i8
         %3 = comb.extract %2 from 9 : (i17) -> i8
         %4 = comb.extract %2 from 1 : (i17) -> i4
         %5 = comb.extract %2 from 8 : (i17) -> i9
         %6 = comb.replicate %a : (i8) -> i24
         %7 = comb.extract %6 from 17 : (i24) -> i2
         %8 = comb.extract %6 from 7 : (i24) -> i2
         \"test.use\"(%1, %3, %4, %5, %7, %8) : (i3, i8, i4, i9, i2, i2) -> ()",
        "%0 = comb.extract %a from 3 : (i8) -> i3
         %1 = comb.extract %b from 1 : (i8) -> i4
         %2 = comb.concat %a, %c : i8, i1
         %3 = comb.replicate %a : (i8) -> i24
         %4 = comb.extract %a from 1 : (i8) -> i2
         %5 = comb.extract %3 from 7 : (i24) -> i2
         \"test.use\"(%0, %a, %1, %2, %4, %5) : (i3, i8, i4, i9, i2, i2) -> ()",
    );
}

#[test]
fn concatenations() {
    canonical(
        "%z = \"test.value\"() : () -> i0
         %0 = comb.concat %k1, %k3, %a, %z, %no, %yes : i8, i8, i8, i0, i1, i1
         %1 = comb.extract %a from 4 : (i8) -> i4
         %2 = comb.extract %a from 1 : (i8) -> i3
         %3 = comb.extract %a from 0 : (i8) -> i1
         %4 = comb.concat %1, %2, %3 : i4, i3, i1
         %5 = comb.concat %b, %1, %2 : i8, i4, i3
         %6 = comb.concat %c, %b : i1, i8
         %7 = comb.concat %6, %d : i9, i1
         %8 = comb.replicate %c : (i1) -> i2
         %9 = comb.replicate %8 : (i2) -> i6
         \"test.use\"(%0, %4, %5, %7, %9) : (i26, i8, i15, i10, i6) -> ()",
        "%c1_i2 = hw.constant 1 : i2
         %c259_i16 = hw.constant 259 : i16
         %z = \"test.value\"() : () -> i0
         %0 = comb.concat %c259_i16, %a, %c1_i2 : i16, i8, i2
         %1 = comb.extract %a from 1 : (i8) -> i7
         %2 = comb.concat %b, %1 : i8, i7
         %3 = comb.concat %c, %b, %d : i1, i8, i1
         %4 = comb.replicate %c : (i1) -> i6
         \"test.use\"(%0, %a, %2, %3, %4) : (i26, i8, i15, i10, i6) -> ()",
    );
}

/// Operations that use each other in a ring come to an end, and what they mean is nobody's business.
#[test]
fn rings_end() {
    let ring = |ops: &[&str], ty: &str| {
        let text = format!(
            "%a = \"test.value\"() : () -> i8\n%c = \"test.value\"() : () -> i1\n{}\n\"test.use\"(%0, %1) : ({ty}, {ty}) -> ()",
            ops.join("\n")
        );
        canonical_text(&text);
    };
    for op in ["add", "mul", "and", "or", "xor"] {
        ring(&[&format!("%0 = comb.{op} %1, %a : i8"), &format!("%1 = comb.{op} %0, %0 : i8")], "i8");
        ring(
            &[
                &format!("%0 = comb.{op} %0, %a : i8"),
                &format!("%1 = comb.{op} %2, %0 : i8"),
                &format!("%2 = comb.{op} %1, %a : i8"),
            ],
            "i8",
        );
    }
    ring(
        &["%0 = comb.mux %c, %1, %a : i8", "%1 = comb.mux %c, %2, %a : i8", "%2 = comb.mux %c, %0, %a : i8"],
        "i8",
    );
    ring(&["%0 = comb.extract %1 from 0 : (i8) -> i8", "%1 = comb.extract %0 from 0 : (i8) -> i8"], "i8");
    ring(&["%0 = comb.reverse %1 : i8", "%1 = comb.reverse %0 : i8"], "i8");
    ring(&["%0 = comb.concat %1 : i8", "%1 = comb.replicate %0 : (i8) -> i8"], "i8");
    ring(&["%t = hw.constant true", "%0 = comb.xor %1, %t : i1", "%1 = comb.xor %0, %t : i1"], "i1");
    ring(
        &[
            "%2 = comb.extract %3 from 1 : (i8) -> i4",
            "%3 = comb.concat %2, %2 : i4, i4",
            "%0 = comb.add %3 : i8",
            "%1 = comb.add %3 : i8",
        ],
        "i8",
    );
}

// ----- evaluation -----

/// The evaluator of an operation on operands of these widths.
fn evaluator(op: &str, widths: &[u32], result: u32) -> Evaluator {
    let values: String = widths
        .iter()
        .enumerate()
        .map(|(i, width)| format!("%v{i} = \"test.value\"() : () -> i{width}\n"))
        .collect();
    let names: Vec<String> = (0..widths.len()).map(|i| format!("%v{i}")).collect();
    let types: Vec<String> = widths.iter().map(|width| format!("i{width}")).collect();
    let (name, props) = op.split_once(' ').unwrap_or((op, ""));
    let (names, types) = (names.join(", "), types.join(", "));
    Evaluator::new(&format!("{values}%r = \"comb.{name}\"({names}) {props} : ({types}) -> i{result}"))
}

/// A number of some bits read with its sign.
fn signed(width: u32, value: u64) -> i64 {
    if width > 0 && value >> (width - 1) & 1 == 1 { value as i64 - (1 << width) } else { value as i64 }
}

/// What an operation on two numbers of the same few bits is.
fn model(op: &str, width: u32, a: u64, b: u64) -> u64 {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let all = (1u64 << width) - 1;
    let result = match op {
        "add" => a + b,
        "sub" => a.wrapping_sub(b),
        "mul" => a * b,
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "divu" => a.checked_div(b).unwrap_or(0),
        "modu" => a.checked_rem(b).unwrap_or(0),
        "divs" => sa.checked_div(sb).unwrap_or(0) as u64,
        "mods" => sa.checked_rem(sb).unwrap_or(0) as u64,
        "shl" => {
            if b < u64::from(width) {
                a << b
            } else {
                0
            }
        }
        "shru" => {
            if b < u64::from(width) {
                a >> b
            } else {
                0
            }
        }
        "shrs" => (sa >> b.min(63)) as u64,
        _ => panic!("{op} has no model"),
    };
    result & all
}

#[test]
fn all_small_operands() {
    const OPS: [&str; 13] =
        ["add", "sub", "mul", "and", "or", "xor", "divu", "modu", "divs", "mods", "shl", "shru", "shrs"];
    for width in 0..=4 {
        let bits = |value: u64| Bits::from_u64(width, value);
        for op in OPS {
            let evaluator = evaluator(op, &[width, width], width);
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                let result = evaluator.one(&[bits(a), bits(b)]).unwrap();
                assert_eq!(result, bits(model(op, width, a, b)), "{op} {a} {b} of {width} bits");
            }
        }
        for predicate in Predicate::ALL {
            let op = format!("icmp <{{predicate = {} : i64}}>", predicate.number());
            let evaluator = evaluator(&op, &[width, width], 1);
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                let (sa, sb) = (signed(width, a), signed(width, b));
                let holds = match predicate {
                    Predicate::Eq | Predicate::Ceq | Predicate::Weq => a == b,
                    Predicate::Ne | Predicate::Cne | Predicate::Wne => a != b,
                    Predicate::Slt => sa < sb,
                    Predicate::Sle => sa <= sb,
                    Predicate::Sgt => sa > sb,
                    Predicate::Sge => sa >= sb,
                    Predicate::Ult => a < b,
                    Predicate::Ule => a <= b,
                    Predicate::Ugt => a > b,
                    Predicate::Uge => a >= b,
                };
                let result = evaluator.one(&[bits(a), bits(b)]).unwrap();
                assert_eq!(result, Bits::from_bool(holds), "{predicate:?} {a} {b} of {width} bits");
            }
        }
    }
}

#[test]
fn all_small_wires() {
    for width in 0..=4u32 {
        let bits = |value: u64| Bits::from_u64(width, value);
        let (parity, reverse) = (evaluator("parity", &[width], 1), evaluator("reverse", &[width], width));
        let mux = evaluator("mux", &[1, width, width], width);
        let three = evaluator("add", &[width, width, width], width);
        let copies = evaluator("replicate", &[width], 3 * width);
        for a in 0..1u64 << width {
            let bit = |i: u32| a >> i & 1;
            assert_eq!(
                parity.one(&[bits(a)]).unwrap(),
                Bits::from_bool((0..width).map(bit).sum::<u64>() % 2 == 1)
            );
            let reversed = (0..width).fold(0, |all, i| all << 1 | bit(i));
            assert_eq!(reverse.one(&[bits(a)]).unwrap(), bits(reversed));
            let repeated = a | a << width | a << (2 * width);
            assert_eq!(copies.one(&[bits(a)]).unwrap(), Bits::from_u64(3 * width, repeated));
            assert_eq!(three.one(&[bits(a), bits(a), bits(a)]).unwrap(), bits(3 * a));
            for low in 0..=width {
                for part in 0..=width - low {
                    let extract = evaluator(&format!("extract <{{lowBit = {low} : i32}}>"), &[width], part);
                    assert_eq!(extract.one(&[bits(a)]).unwrap(), Bits::from_u64(part, a >> low));
                }
            }
            for b in 0..1u64 << width {
                assert_eq!(mux.one(&[Bits::from_bool(true), bits(a), bits(b)]).unwrap(), bits(a));
                assert_eq!(mux.one(&[Bits::from_bool(false), bits(a), bits(b)]).unwrap(), bits(b));
                for below in 0..=3 {
                    let concat = evaluator("concat", &[width, below, width], 2 * width + below);
                    let ones = (1u64 << below) - 1;
                    let result = concat.one(&[bits(a), Bits::ones(below), bits(b)]).unwrap();
                    let whole = (a << below | ones) << width | b;
                    assert_eq!(result, Bits::from_u64(2 * width + below, whole));
                }
            }
        }
    }
    let table = evaluator(
        "truth_table <{lookupTable = array<i1: true, false, false, true, false, false, true, false>}>",
        &[1, 1, 1],
        1,
    );
    for (index, entry) in [true, false, false, true, false, false, true, false].into_iter().enumerate() {
        let inputs = [index & 4, index & 2, index & 1].map(|bit| Bits::from_bool(bit != 0));
        assert_eq!(table.one(&inputs).unwrap(), Bits::from_bool(entry), "{index}");
    }
}

#[test]
fn wide_operands() {
    let mut rng = Rng::new(7);
    for width in [65, 128, 200] {
        let of = |op: &str| evaluator(op, &[width, width], width);
        let [add, sub, mul, xor] = ["add", "sub", "mul", "xor"].map(of);
        let [divu, modu, divs, mods] = ["divu", "modu", "divs", "mods"].map(of);
        let [shl, shru, shrs] = ["shl", "shru", "shrs"].map(of);
        let (concat, parity) =
            (evaluator("concat", &[width, width], 2 * width), evaluator("parity", &[width], 1));
        let two = |e: &Evaluator, a: &Bits, b: &Bits| e.one(&[a.clone(), b.clone()]).unwrap();
        let zero = Bits::zero(width);
        for _ in 0..200 {
            let (a, b) = (rng.edgy_bits(width), rng.edgy_bits(width));
            assert_eq!(two(&sub, &two(&add, &a, &b), &b), a);
            for (div, rem) in [(&divu, &modu), (&divs, &mods)] {
                let (quotient, rest) = (two(div, &a, &b), two(rem, &a, &b));
                if b.is_zero() {
                    assert_eq!((quotient, rest), (zero.clone(), zero.clone()));
                } else {
                    assert_eq!(two(&add, &two(&mul, &quotient, &b), &rest), a);
                }
            }
            let amount = rng.below(u64::from(width) + 9) as u32;
            let by = Bits::from_u64(width, u64::from(amount));
            let is_out = amount >= width;
            let power = if is_out { zero.clone() } else { Bits::from_u64(width, 1).shl(amount).unwrap() };
            assert_eq!(two(&shl, &a, &by), two(&mul, &a, &power));
            assert_eq!(two(&shru, &a, &by), two(&divu, &a, &power));
            let sign = if a.is_negative() { Bits::ones(width) } else { zero.clone() };
            let both = concat.one(&[sign, a.clone()]).unwrap();
            assert_eq!(two(&shrs, &a, &by), both.extract(amount.min(width), width));
            let odd = |bits: &Bits| parity.one(std::slice::from_ref(bits)).unwrap();
            assert_eq!(odd(&two(&xor, &a, &b)), odd(&a).xor(&odd(&b)));
        }
        let least = Bits::min_signed(width);
        assert_eq!(two(&divs, &least, &Bits::ones(width)), least);
        assert_eq!(two(&mods, &least, &Bits::ones(width)), zero);
    }
}
