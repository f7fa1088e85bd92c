//! Folding, the greedy driver and region simplification: text in, text out.

mod common;

use common::{check, read, t, write};
use ir::effects::{is_pure, is_speculatable, is_trivially_dead, memory_effects};
use ir::region_simplify::simplify_regions;
use ir::rewrite::{GreedyOptions, greedy};
use ir::{InsertPoint, Ir, Op, Rewriter};

/// A function of these blocks.
fn func(body: &str) -> String {
    format!("\"t.func\"() ({{\n{body}\n}}) {{sym_name = \"f\"}} : () -> ()\n")
}

#[track_caller]
fn canonical(before: &str, after: &str) {
    let run = |ir: &mut Ir, module: Op| {
        assert!(greedy(ir, module, &GreedyOptions::default()).converged);
        let text = write(ir, module);
        let again = greedy(ir, module, &GreedyOptions::default());
        assert!(!again.changed, "changed again:\n{text}\nto\n{}", write(ir, module));
    };
    check(&func(before), run, &func(after));
}

#[test]
fn constants_fold_by_evaluation() {
    canonical(
        r#"
          %0 = "t.const"() {value = 3 : i8} : () -> i8
          %1 = "t.const"() {value = 254 : i8} : () -> i8
          %2 = "t.add"(%0, %1) : (i8, i8) -> i8
          %3 = "t.neg"(%2) : (i8) -> i8
          "t.ret"(%2, %3) : (i8, i8) -> ()"#,
        r#"
          %1 = "t.const"() {value = -1 : i8} : () -> i8
          %0 = "t.const"() {value = 1 : i8} : () -> i8
          "t.ret"(%0, %1) : (i8, i8) -> ()"#,
    );
}

#[test]
fn elementwise_operations_fold_on_splats() {
    canonical(
        r#"
          %0 = "t.const"() {value = dense<-24> : vector<2x3xi9>} : () -> vector<2x3xi9>
          %1 = "t.const"() {value = dense<[1, 2]> : tensor<2xi9>} : () -> tensor<2xi9>
          %2 = "t.add"(%0, %0) : (vector<2x3xi9>, vector<2x3xi9>) -> vector<2x3xi9>
          %3 = "t.add"(%1, %1) : (tensor<2xi9>, tensor<2xi9>) -> tensor<2xi9>
          "t.ret"(%2, %3) : (vector<2x3xi9>, tensor<2xi9>) -> ()"#,
        r#"
          %0 = "t.const"() {value = dense<-48> : vector<2x3xi9>} : () -> vector<2x3xi9>
          %1 = "t.const"() {value = dense<[1, 2]> : tensor<2xi9>} : () -> tensor<2xi9>
          %3 = "t.add"(%1, %1) : (tensor<2xi9>, tensor<2xi9>) -> tensor<2xi9>
          "t.ret"(%0, %3) : (vector<2x3xi9>, tensor<2xi9>) -> ()"#,
    );
}

#[test]
fn what_is_undefined_stays() {
    let text = r#"
          %0 = "t.const"() {value = 0 : i8} : () -> i8
          %1 = "t.div"(%0, %0) : (i8, i8) -> i8
          "t.ret"(%1) : (i8) -> ()"#;
    canonical(text, text);
}

#[test]
fn constants_of_commutative_operations_go_right() {
    canonical(
        r#"
        ^bb0(%a: i8):
          %0 = "t.const"() {value = 0 : i8} : () -> i8
          %1 = "t.const"() {value = 1 : i8} : () -> i8
          %2 = "t.add"(%0, %a) : (i8, i8) -> i8
          %3 = "t.add"(%1, %2) : (i8, i8) -> i8
          "t.ret"(%3) : (i8) -> ()"#,
        r#"
        ^bb0(%a: i8):
          %1 = "t.const"() {value = 1 : i8} : () -> i8
          %3 = "t.add"(%a, %1) : (i8, i8) -> i8
          "t.ret"(%3) : (i8) -> ()"#,
    );
}

#[test]
fn equal_constants_unite_where_all_can_use_them() {
    canonical(
        r#"
        ^bb0(%c: i1):
          "t.maybe"(%c) ({
            %0 = "t.const"() {value = 7 : i8} : () -> i8
            "t.store"(%0) : (i8) -> ()
            "t.yield"() : () -> ()
          }) : (i1) -> ()
          %1 = "t.const"() {value = 7 : i8} : () -> i8
          "t.ret"(%1) : (i8) -> ()"#,
        r#"
        ^bb0(%c: i1):
          %0 = "t.const"() {value = 7 : i8} : () -> i8
          "t.maybe"(%c) ({
            "t.store"(%0) : (i8) -> ()
            "t.yield"() : () -> ()
          }) : (i1) -> ()
          "t.ret"(%0) : (i8) -> ()"#,
    );
}

#[test]
fn dead_operations_go_with_what_they_used() {
    canonical(
        r#"
        ^bb0(%a: i8, %c: i1):
          %0 = "t.add"(%a, %a) : (i8, i8) -> i8
          %1 = "t.neg"(%0) : (i8) -> i8
          %2 = "t.maybe"(%c) ({
            %3 = "t.alloc"() : () -> i8
            "t.yield"(%1) : (i8) -> ()
          }) : (i1) -> i8
          %4 = "t.neg"(%a) : (i8) -> i8
          %5 = "t.neg"(%4) : (i8) -> i8
          "t.ret"(%5) : (i8) -> ()"#,
        r#"
        ^bb0(%a: i8, %c: i1):
          "t.ret"(%a) : (i8) -> ()"#,
    );
}

#[test]
fn control_flow_is_simplified() {
    canonical(
        r#"
        ^bb0(%a: i8, %c: i1):
          "t.cond_br"(%c)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
        ^bb1:
          "t.br"(%a, %a)[^bb2] : (i8, i8) -> ()
        ^bb2(%x: i8, %dead: i8):
          %0 = "t.neg"(%dead) : (i8) -> i8
          "t.store"(%x) : (i8) -> ()
          "t.cond_br"(%c, %x, %0)[^bb2, ^bb3] {operandSegmentSizes = array<i32: 1, 2, 0>} : (i1, i8, i8) -> ()
        ^bb3:
          "t.ret"() : () -> ()
        ^bb4:
          "t.store"(%1) : (i8) -> ()
          "t.br"()[^bb5] : () -> ()
        ^bb5:
          %1 = "t.neg"(%a) : (i8) -> i8
          "t.br"()[^bb4] : () -> ()"#,
        r#"
        ^bb0(%a: i8, %c: i1):
          "t.br"()[^bb1] : () -> ()
        ^bb1:
          "t.store"(%a) : (i8) -> ()
          "t.cond_br"(%c)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
        ^bb2:
          "t.ret"() : () -> ()"#,
    );
}

#[test]
fn long_chains_of_blocks_join() {
    let links = (0..20_000)
        .map(|i| format!("^bb{i}:\n\"t.store\"(%a) : (i8) -> ()\n\"t.br\"()[^bb{}] : () -> ()\n", i + 1));
    let body = format!(
        "^entry(%a: i8):\n\"t.br\"()[^bb0] : () -> ()\n{}^bb20000:\n\"t.ret\"() : () -> ()",
        links.collect::<String>()
    );
    let (mut ir, module) = read(&func(&body));
    assert!(simplify_regions(&mut ir, module));
    let f = ir.walk(module)[1];
    let [block] = *ir.blocks(ir.region(f, 0)) else { panic!("one block") };
    assert_eq!(ir.block_ops(block).count(), 20_001);
}

#[test]
fn patterns_that_undo_each_other_end() {
    fn swap(r: &mut Rewriter<'_>, op: Op) -> bool {
        if r.ir.code(op) != t::ADD {
            return false;
        }
        let (a, b) = (r.ir.operand(op, 0), r.ir.operand(op, 1));
        r.set_operand(op, 0, b);
        r.set_operand(op, 1, a);
        true
    }
    let (mut ir, module) = read(&func(
        r#"
        ^bb0(%a: i8, %b: i8):
          %0 = "t.add"(%a, %b) : (i8, i8) -> i8
          "t.ret"(%0) : (i8) -> ()"#,
    ));
    let outcome = greedy(&mut ir, module, &GreedyOptions { patterns: &[swap], ..GreedyOptions::default() });
    assert!(outcome.changed && !outcome.converged);
}

#[test]
fn a_block_is_inlined_before_an_operation() {
    let before = r#"
        ^bb0(%a: i8, %c: i1):
          "t.maybe"(%c) ({
            "t.store"(%a) : (i8) -> ()
            "t.yield"() : () -> ()
          }) : (i1) -> ()
          "t.ret"() : () -> ()"#;
    let after = r#"
        ^bb0(%a: i8, %c: i1):
          "t.store"(%a) : (i8) -> ()
          "t.ret"() : () -> ()"#;
    let inline = |ir: &mut Ir, module: Op| {
        let maybe = ir.walk(module)[2];
        let block = ir.blocks(ir.region(maybe, 0))[0];
        let end = ir.last_op(block).expect("a terminator");
        let mut rewriter = Rewriter::new(ir, maybe);
        assert_eq!(rewriter.at, InsertPoint::Before(maybe));
        rewriter.inline_block_before(block, maybe, &[]);
        rewriter.erase(end);
        rewriter.erase(maybe);
    };
    check(&func(before), inline, &func(after));
}

#[test]
fn effects_are_those_of_the_regions() {
    let (ir, module) = read(&func(
        r#"
        ^bb0(%a: i8, %c: i1):
          "t.maybe"(%c) ({
            %0 = "t.div"(%a, %a) : (i8, i8) -> i8
            "t.yield"() : () -> ()
          }) : (i1) -> ()
          "t.maybe"(%c) ({
            "t.store"(%a) : (i8) -> ()
            "t.yield"() : () -> ()
          }) : (i1) -> ()
          "x.unknown"() : () -> ()
          "t.ret"() : () -> ()"#,
    ));
    let body = ir.blocks(ir.region(ir.walk(module)[1], 0))[0];
    let ops: Vec<Op> = ir.block_ops(body).collect();
    let facts = |op: Op| (is_pure(&ir, op), is_speculatable(&ir, op), is_trivially_dead(&ir, op));
    assert_eq!(facts(ops[0]), (true, false, true));
    assert_eq!(facts(ops[1]), (false, false, false));
    assert_eq!(facts(ops[2]), (false, false, false));
    let effects = memory_effects(&ir, ops[1]);
    assert!(effects.writes && !effects.reads && !effects.unknown);
    assert!(memory_effects(&ir, ops[2]).unknown && memory_effects(&ir, ops[0]).is_empty());
}
