//! Operands and uses stay true to each other however operands come and go.

mod common;

use common::{read, t};
use ir::{Ir, Op, Value};

/// The operands are these, and each value's users are the operations that have it as an operand.
#[track_caller]
fn check(ir: &Ir, op: Op, expected: &[Value]) {
    assert_eq!(ir.operands(op).collect::<Vec<_>>(), expected);
    for value in expected {
        let times = expected.iter().filter(|other| *other == value).count();
        assert_eq!(ir.users(*value).filter(|user| *user == op).count(), times);
        let owners = ir.uses(*value).map(|u| ir.use_owner(u)).filter(|(user, _)| *user == op);
        assert!(owners.into_iter().all(|(_, index)| ir.operand(op, index) == *value));
    }
}

#[test]
fn operands_are_added_one_by_one_and_taken_away() {
    let (mut ir, module) = read(
        r#"%a = "t.const"() {value = 1 : i8} : () -> i8
        %b = "t.const"() {value = 2 : i8} : () -> i8
        "t.yield"() : () -> ()"#,
    );
    let ops = ir.walk(module);
    let [a, b] = [1, 2].map(|i| ir.result(ops[i], 0));
    let last = ops[3];
    assert_eq!(ir.code(last), t::YIELD);
    let mut expected = Vec::new();
    for i in 0..200 {
        expected.push(if i % 3 == 0 { a } else { b });
        ir.set_operands(last, &expected);
        check(&ir, last, &expected);
    }
    for _ in 0..150 {
        expected.remove(expected.len() / 2);
        ir.set_operands(last, &expected);
        check(&ir, last, &expected);
    }
    ir.replace_uses(b, a);
    check(&ir, last, &[a; 50]);
    assert!(ir.is_unused(b));
    expected = vec![b; 120];
    ir.set_operands(last, &expected);
    check(&ir, last, &expected);
    assert!(ir.is_unused(a));
}
