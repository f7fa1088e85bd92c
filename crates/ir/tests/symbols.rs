//! Symbol tables, copies and comparison.

mod common;

use common::{check, read, write};
use ir::symbols::{self, SymbolTables, Visibility};
use ir::{Ir, Mapping, Op, equiv};

const NESTED: &str = r#"
    "t.func"() ({ "t.ret"() : () -> () }) {sym_name = "f", sym_visibility = "private"} : () -> ()
    "builtin.module"() ({
      "t.func"() ({
        "x.call"() {callee = @f, also = [@f, {deep = @f}]} : () -> ()
        "t.ret"() : () -> ()
      }) {sym_name = "f"} : () -> ()
    }) {sym_name = "inner"} : () -> ()
    "x.refer"() {outer = @f, inner = @inner::@f, none = @inner::@g} : () -> ()
"#;

fn symbol(ir: &Ir, table: Op, name: &str) -> Op {
    symbols::lookup(ir, table, name).expect("a symbol")
}

#[test]
fn references_are_looked_up_from_the_nearest_table() {
    let (ir, module) = read(NESTED);
    let (f, inner) = (symbol(&ir, module, "f"), symbol(&ir, module, "inner"));
    let inner_f = symbol(&ir, inner, "f");
    assert_eq!(symbols::visibility(&ir, f), Visibility::Private);
    let mut tables = SymbolTables::default();
    let uses = symbols::uses_below(&ir, module);
    let meanings: Vec<(&str, Option<Op>)> =
        uses.iter().map(|u| (ir.name(u.op), tables.resolve(&ir, u.op, u.reference))).collect();
    let expected =
        [("x.call", Some(inner_f)), ("x.refer", Some(inner_f)), ("x.refer", None), ("x.refer", Some(f))];
    assert_eq!(meanings, expected);
    for found in &uses {
        let slow = symbols::resolve(&ir, found.op, found.reference);
        assert_eq!(slow, tables.resolve(&ir, found.op, found.reference));
    }
    assert_eq!(symbols::unique_name(&ir, module, "f"), "f_0");
    assert_eq!(symbols::unique_name(&ir, module, "g"), "g");
    assert!(symbols::is_referenced(&ir, module, inner) && !symbols::is_referenced(&ir, inner, f));
}

#[test]
fn renaming_changes_what_means_the_symbol_and_nothing_else() {
    let rename = |ir: &mut Ir, module: Op| {
        let inner = symbol(ir, module, "inner");
        let inner_f = symbol(ir, inner, "f");
        symbols::rename(ir, module, inner_f, "g2");
    };
    let after = r#"
    "t.func"() ({ "t.ret"() : () -> () }) {sym_name = "f", sym_visibility = "private"} : () -> ()
    "builtin.module"() ({
      "t.func"() ({
        "x.call"() {callee = @g2, also = [@g2, {deep = @g2}]} : () -> ()
        "t.ret"() : () -> ()
      }) {sym_name = "g2"} : () -> ()
    }) {sym_name = "inner"} : () -> ()
    "x.refer"() {outer = @f, inner = @inner::@g2, none = @inner::@g} : () -> ()
"#;
    check(NESTED, rename, after);
}

const LOOP: &str = r#"
    "t.func"() ({
    ^bb0(%a: i8, %c: i1):
      "t.br"(%a)[^bb1] : (i8) -> ()
    ^bb1(%x: i8):
      %y:2 = "x.two"(%x, %c) ({
        "x.use"(%later, %a) : (i8, i8) -> ()
        %later = "t.neg"(%x) : (i8) -> i8
      }) : (i8, i1) -> (i8, i8)
      "t.cond_br"(%c, %y#1)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 0>} : (i1, i8) -> ()
    ^bb2:
      "t.ret"(%y#0) : (i8) -> ()
    }) {sym_name = "f"} : () -> ()
"#;

#[test]
fn a_copy_is_equal_and_of_its_own() {
    let (mut ir, module) = read(LOOP);
    let f = symbol(&ir, module, "f");
    let copy = ir.clone_op(f, &mut Mapping::default());
    assert_eq!(equiv::difference((&ir, f), (&ir, copy)), None);
    // The original can go: nothing in the copy refers to it.
    ir.insert(copy, ir::InsertPoint::After(f));
    ir.erase(f);
    let (other, other_module) = read(LOOP);
    assert_eq!(equiv::difference((&ir, module), (&other, other_module)), None, "{}", write(&ir, module));
}

#[test]
fn a_region_is_copied_with_substitutes() {
    let (mut ir, module) = read(LOOP);
    let f = symbol(&ir, module, "f");
    let region = ir.region(f, 0);
    let (blocks, arg) = (ir.blocks(region).to_vec(), ir.args(ir.blocks(region)[0])[0]);
    let mut mapping = Mapping::default();
    ir.clone_region_into(region, region, 1, &mut mapping);
    let all = ir.blocks(region);
    assert_eq!((all.len(), all[0], all[4]), (6, blocks[0], blocks[1]));
    assert_eq!(mapping.block(blocks[0]), all[1]);
    assert_eq!(mapping.value(arg), ir.args(all[1])[0]);
}

#[test]
fn a_difference_is_named() {
    let change = |from: &str, to: &str| {
        let (a, b) = (read(LOOP), read(&LOOP.replace(from, to)));
        equiv::difference((&a.0, a.1), (&b.0, b.1)).unwrap_or_default()
    };
    assert_eq!(change("%y", "%other"), "");
    assert_eq!(change("t.neg", "x.gen"), "operation #5, `t.neg`: is `x.gen` in the other");
    assert_eq!(change("\"f\"", "\"g\""), "operation #1, `t.func`: own attributes have another `sym_name`");
    assert_eq!(change("(%y#0)", "(%y#1)"), "operation #7, `t.ret`: operand #0 is another value");
    assert_eq!(
        change("(%a)[^bb1] : (i8)", "()[^bb1] : ()"),
        "operation #2, `t.br`: 1 operand, 0 in the other"
    );
    assert_eq!(
        change("%x: i8", "%x: i8, %more: i8"),
        "operation #1, `t.func`: 1 argument of block #1 of region #0, 2 in the other"
    );
    assert_eq!(
        change("[^bb1, ^bb2]", "[^bb2, ^bb1]"),
        "operation #6, `t.cond_br`: successor #0 is another block"
    );
    let (a, b) = (read("%0 = \"x.y\"() : () -> vector<2xi8>"), read("%0 = \"x.y\"() : () -> vector<2xi9>"));
    let found = equiv::difference((&a.0, a.1), (&b.0, b.1));
    assert_eq!(found.as_deref(), Some("operation #1, `x.y`: result #0 has another type"));
}
