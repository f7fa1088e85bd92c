//! Tests of `memref`: its text, its diagnostics, its folds and rewrites, its layouts.

use super::DIALECT;
use super::layout::{Layout, layout};
use crate::testing::{check_canonical, check_error, check_examples, check_text, read_good};

#[test]
fn examples() {
    check_examples(DIALECT.ops);
}

#[test]
fn text() {
    check_text(
        r#"memref.global "private" constant @g : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 8 : i64}
memref.global @h : memref<4xi32> = uninitialized
memref.global @e : memref<4xi32>
memref.global "private" @s : memref<i32> = dense<5> {att}
memref.global @resource : memref<4xi32> = dense_resource<blob>
func.func @f(%n: index, %o: index, %v: f32, %m: memref<?x8xf32>, %u: memref<*xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32, 1>
  %2 = memref.alloc(%n)[%o] {att} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %3 = memref.alloca()[%o] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %4 = memref.alloca() : memref<i32>
  memref.dealloc %0 {att} : memref<4xf32>
  memref.dealloc %u : memref<*xf32>
  %5 = memref.load %m[%n, %o] {nontemporal = true} : memref<?x8xf32>
  %6 = memref.load %4[] : memref<i32>
  memref.store %v, %m[%n, %o] {att} : memref<?x8xf32>
  %7 = memref.get_global @g : memref<2xf32>
  %8 = memref.dim {att} %u, %n : memref<*xf32>
  %9 = memref.cast %m : memref<?x8xf32> to memref<*xf32>
  %10 = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<?x8xf32> to memref<?x4xf32, strided<[8, 1]>>
  %11 = memref.subview %m[%n, 1] [1, 4] [2, %o] {att} : memref<?x8xf32> to memref<4xf32, strided<[?], offset: ?>>
  memref.copy %m, %m {att} : memref<?x8xf32> to memref<?x8xf32>
  return
}
"#,
    );
}

/// Operations in a function with some arguments.
fn body(ops: &str) -> String {
    format!(
        "func.func @f(%i: index, %v: f32, %m: memref<4x?xf32>, %s: memref<4xf32>) {{\n  {ops}\n  return\n}}"
    )
}

#[test]
fn allocation_errors() {
    check_error(
        &body("%0 = memref.alloc() : memref<?xf32>"),
        "`memref<?xf32>` has 1 dynamic size, but is given 0",
    );
    check_error(
        &body("%0 = memref.alloca(%i) : memref<4xf32>"),
        "`memref<4xf32>` has 0 dynamic sizes, but is given 1",
    );
    check_error(&body("%0 = memref.alloc()[%i] : memref<4xf32>"), "has 0 symbols, but is given 1");
    check_error(
        &body("%0 = memref.alloc() : memref<4xf32, strided<[?], offset: ?>>"),
        "has 2 symbols, but is given 0",
    );
    check_error(
        &body("%0 = memref.alloc() {alignment = -8 : i64} : memref<4xf32>"),
        "must be an i64 that is not negative",
    );
    check_error(&body("%0 = memref.alloc() : memref<*xf32>"), "must be a ranked memref");
}

#[test]
fn global_errors() {
    check_error("memref.global @g : memref<?xf32>", "a memref of known sizes, not `memref<?xf32>`");
    check_error(
        "\"memref.global\"() <{sym_name = \"g\", type = memref<4xf32>, initial_value = dense<1.0> : tensor<5xf32>}> : () -> ()",
        "the initial value has type `tensor<5xf32>`, which is not that of the contents of `memref<4xf32>`",
    );
    check_error(
        "memref.global @g : memref<4xf32> = dense<1.0> {alignment = 3 : i64}",
        "the alignment 3 is no power of two",
    );
    check_error("memref.global @g : memref<2xf32> = dense<[1.0, 2.0, 3.0]>", "FR01");
    check_error(&body("%0 = memref.get_global @g : memref<4xf32>"), "there is no `memref.global` named `@g`");
    check_error(
        &format!("memref.global @g : memref<4xf32>\n{}", body("%0 = memref.get_global @g : memref<5xf32>")),
        "the global has type `memref<4xf32>`, but the result has `memref<5xf32>`",
    );
}

#[test]
fn access_errors() {
    check_error(
        &body("%0 = memref.load %m[%i] : memref<4x?xf32>"),
        "`memref<4x?xf32>` takes 2 indices, but is given 1",
    );
    check_error(
        &body("memref.store %v, %s[] : memref<4xf32>"),
        "`memref<4xf32>` takes 1 index, but is given 0",
    );
    check_error(
        &body("%0 = \"memref.load\"(%s, %i) : (memref<4xf32>, index) -> i32"),
        "`result` must have the element type of `memref`, `f32`, but has `i32`",
    );
    check_error(
        &body("memref.store %i, %s[%i] : memref<4xf32>"),
        "`%i` is used as `f32` here but has type `index`",
    );
    check_error(
        &body("memref.copy %m, %s : memref<4x?xf32> to memref<4xf32>"),
        "must have one shape and element type",
    );
}

#[test]
fn view_errors() {
    check_error(
        &body("%0 = memref.cast %s : memref<4xf32> to memref<5xf32>"),
        "no memory is both a `memref<4xf32>` and a `memref<5xf32>`",
    );
    check_error(&body("%0 = memref.cast %s : memref<4xf32> to memref<?xi32>"), "no memory is both");
    check_error(&body("%0 = memref.cast %s : memref<4xf32> to memref<4xf32, 1>"), "no memory is both");
    check_error(
        &body("%0 = memref.cast %s : memref<4xf32> to memref<4xf32, strided<[2]>>"),
        "no memory is both",
    );
    let subview =
        |parts: &str, ty: &str| body(&format!("%0 = memref.subview %s{parts} : memref<4xf32> to {ty}"));
    check_error(
        &subview("[%i] [2] [1]", "memref<2xf32>"),
        "the result must be `memref<2xf32, strided<[1], offset: ?>>`, or that without dimensions of size one, but is `memref<2xf32>`",
    );
    check_error(
        &subview("[1, 2] [2] [1]", "memref<2xf32>"),
        "`static_offsets` has 2 entries for 1 dimension",
    );
    check_error(&subview("[1] [-2] [1]", "memref<2xf32>"), "the size -2 is negative");
    check_error(
        &body(
            "%0 = \"memref.subview\"(%s) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: \
             -9223372036854775808>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<2xf32>",
        ),
        "the operands must be as many as the attributes leave open",
    );
    check_error(
        "func.func @f(%m: memref<f32>, %i: index) {\n  %0 = memref.dim %m, %i : memref<f32>\n  return\n}",
        "rank 0 has no dimensions",
    );
}

#[test]
fn sizes_that_are_known() {
    check_canonical(
        "func.func @f(%m: memref<4x?xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.dim %m, %c0 : memref<4x?xf32>
  %1 = memref.dim %m, %c1 : memref<4x?xf32>
  %2 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %3 = memref.dim %2, %c0 : memref<?x?xf32>
  %4 = memref.subview %m[0, 0] [1, %n] [1, 1] : memref<4x?xf32> to memref<?xf32, strided<[1]>>
  %5 = memref.dim %4, %c0 : memref<?xf32, strided<[1]>>
  return %0, %1, %3, %5 : index, index, index, index
}",
        "func.func @f(%m: memref<4x?xf32>, %n: index) -> (index, index, index, index) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = memref.dim %m, %c1 : memref<4x?xf32>
  return %c4, %0, %c4, %n : index, index, index, index
}
",
    );
}

#[test]
fn casts_that_do_not_matter() {
    check_canonical(
        "func.func @f(%m: memref<4xf32>, %i: index, %v: f32) -> (f32, memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  %2 = memref.load %0[%i] : memref<?xf32>
  memref.store %v, %0[%i] : memref<?xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<4xf32>
  %3 = memref.subview %1[0] [4] [1] : memref<4xf32> to memref<4xf32>
  return %2, %3 : f32, memref<4xf32>
}",
        "func.func @f(%m: memref<4xf32>, %i: index, %v: f32) -> (f32, memref<4xf32>) {
  %0 = memref.load %m[%i] : memref<4xf32>
  memref.store %v, %m[%i] : memref<4xf32>
  return %0, %m : f32, memref<4xf32>
}
",
    );
}

#[test]
fn numbers_that_are_known_after_all() {
    check_canonical(
        "func.func private @use(memref<?x?xf32>)
func.func @f(%n: index, %m: memref<8x16xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc(%c4, %n) : memref<?x?xf32>
  call @use(%0) : (memref<?x?xf32>) -> ()
  %1 = memref.subview %m[%c4, 0] [1, %c4] [1, %c4] : memref<8x16xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %1 : memref<?xf32, strided<[?], offset: ?>>
}",
        "func.func private @use(memref<?x?xf32>)
func.func @f(%n: index, %m: memref<8x16xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %0 = memref.alloc(%n) : memref<4x?xf32>
  %1 = memref.cast %0 : memref<4x?xf32> to memref<?x?xf32>
  call @use(%1) : (memref<?x?xf32>) -> ()
  %2 = memref.subview %m[4, 0] [1, 4] [1, 4] : memref<8x16xf32> to memref<4xf32, strided<[4], offset: 64>>
  %3 = memref.cast %2 : memref<4xf32, strided<[4], offset: 64>> to memref<?xf32, strided<[?], offset: ?>>
  return %3 : memref<?xf32, strided<[?], offset: ?>>
}
",
    );
}

#[test]
fn memory_that_nobody_reads() {
    check_canonical(
        "func.func @f(%n: index, %v: f32) {
  %0 = memref.alloc() : memref<4xf32>
  memref.store %v, %0[%n] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}",
        "func.func @f(%n: index, %v: f32) {
  return
}
",
    );
}

#[test]
fn layouts() {
    let check = |ty: &str, offset: Option<i64>, strides: &[Option<i64>]| {
        let (ir, module) = read_good(&format!("%0 = \"test.value\"() : () -> {ty}"));
        let op = ir.walk(module)[1];
        let found = layout(&ir.ctx, ir.ty(ir.result(op, 0)));
        assert_eq!(found, Some(Layout { offset, strides: strides.to_vec() }), "{ty}");
    };
    check("memref<2x3x4xf32>", Some(0), &[Some(12), Some(4), Some(1)]);
    check("memref<2x?x4xf32>", Some(0), &[None, Some(4), Some(1)]);
    check("memref<f32>", Some(0), &[]);
    check("memref<2x3xf32, strided<[?, 2], offset: 5>>", Some(5), &[None, Some(2)]);
    check("memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 8 + d1 * 2 + 3)>>", Some(3), &[Some(8), Some(2)]);
    check("memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 + s0)>>", None, &[None, Some(1)]);
    check("memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>", Some(0), &[Some(1), Some(3)]);
    let (ir, module) =
        read_good("%0 = \"test.value\"() : () -> memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>");
    assert_eq!(layout(&ir.ctx, ir.ty(ir.result(ir.walk(module)[1], 0))), None);
}

#[test]
fn types_that_cannot_be_written_are_not_made() {
    let too_large = "func.func @f() -> memref<?x?xi8> {
  %c1099511627776 = arith.constant 1099511627776 : index
  %m = memref.alloc(%c1099511627776, %c1099511627776) : memref<?x?xi8>
  return %m : memref<?x?xi8>
}
";
    check_canonical(too_large, too_large);
    let stride_of_zero = "func.func @f(%m: memref<8xi8>) -> memref<4xi8, strided<[?]>> {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[0] [4] [%c0] : memref<8xi8> to memref<4xi8, strided<[?]>>
  return %s : memref<4xi8, strided<[?]>>
}
";
    check_canonical(stride_of_zero, stride_of_zero);
}
