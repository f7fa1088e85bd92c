// Loops become scf.while.
// RUN: flowright opt %s --passes=lift-cf-to-scf | check
// ORACLE: mlir-opt-19

// A test at the top: the body is the second region.
// CHECK-LABEL: func.func @tested_first
// CHECK: [[R:%[a-z0-9_]+]]:2 = scf.while ([[I:%[a-z0-9_]+]] = %c0, [[S:%[a-z0-9_]+]] = %c0) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT: %c = arith.cmpi slt, [[I]], %n : i32
// CHECK-NEXT: scf.condition(%c) [[I]], [[S]] : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.addi
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return [[R]]#1 : i32
func.func @tested_first(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %c0 : i32, i32)
^head(%i: i32, %s: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %s1 = arith.addi %s, %i : i32
  %i1 = arith.addi %i, %c1 : i32
  cf.br ^head(%i1, %s1 : i32, i32)
^exit:
  return %s : i32
}

// The same with the sides of the test swapped.
// CHECK-LABEL: func.func @tested_first_inverted
// CHECK: scf.while
// CHECK: [[N:%[a-z0-9_]+]] = arith.xori %c, %true : i1
// CHECK-NEXT: scf.condition([[N]])
func.func @tested_first_inverted(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%n : i32)
^head(%i: i32):
  %c = arith.cmpi slt, %i, %c1 : i32
  cf.cond_br %c, ^exit, ^body
^body:
  %i1 = arith.shrui %i, %c1 : i32
  cf.br ^head(%i1 : i32)
^exit:
  return %i : i32
}

// A test at the bottom: the second region hands on. What is computed inside and used after is a result.
// CHECK-LABEL: func.func @tested_last
// CHECK: [[R:%[a-z0-9_]+]]:2 = scf.while ([[I:%[a-z0-9_]+]] = %n) : (i32) -> (i32, i32) {
// CHECK: scf.condition(%c) [[I1:%[a-z0-9_]+]], [[Q:%[a-z0-9_]+]] : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0([[X:%[a-z0-9_]+]]: i32, {{.*}}: i32):
// CHECK-NEXT: scf.yield [[X]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return [[R]]#1 : i32
func.func @tested_last(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^body(%n : i32)
^body(%i: i32):
  %q = arith.muli %i, %i : i32
  cf.br ^test
^test:
  %i1 = arith.addi %i, %c1 : i32
  %c = arith.cmpi slt, %q, %n : i32
  cf.cond_br %c, ^body(%i1 : i32), ^exit
^exit:
  return %q : i32
}

// A block that branches to itself.
// CHECK-LABEL: func.func @self_loop
// CHECK: scf.while : () -> () {
// CHECK-NEXT: %c = memref.load
// CHECK-NEXT: scf.condition(%c)
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
func.func @self_loop(%m: memref<i1>) {
  cf.br ^wait
^wait:
  %c = memref.load %m[] : memref<i1>
  cf.cond_br %c, ^wait, ^exit
^exit:
  return
}

// A return from the middle: one flag says whether to repeat, and what is returned is handed along.
// CHECK-LABEL: func.func @return_inside
// CHECK: [[R:%[a-z0-9_]+]] = scf.while ({{.*}}) : (i32) -> i32 {
// CHECK: scf.if %c -> (i1, i32) {
// CHECK-NEXT: %q = arith.muli
// CHECK: scf.if %d -> (i1, i32) {
// CHECK-NEXT: scf.yield %false, %q : i1, i32
// CHECK: scf.yield %true, %i1 : i1, i32
// CHECK: } else {
// CHECK-NEXT: scf.yield %false, {{.*}} : i1, i32
// CHECK: scf.condition
// CHECK: return [[R]] : i32
func.func @return_inside(%n: i32, %m: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^end(%i : i32)
^body:
  %q = arith.muli %i, %i : i32
  %d = arith.cmpi sgt, %q, %m : i32
  cf.cond_br %d, ^early, ^next
^next:
  %i1 = arith.addi %i, %c1 : i32
  cf.br ^head(%i1 : i32)
^early:
  return %q : i32
^end(%r: i32):
  return %r : i32
}

// Two exits to different code, and a value that only one of them has: a discriminator, and a zero for the other.
// CHECK-LABEL: func.func @two_exits
// CHECK: [[R:%[a-z0-9_]+]]:2 = scf.while : () -> (i1, f32) {
// CHECK: scf.condition
// CHECK: scf.if [[R]]#0 {
// CHECK: cf.assert {{.*}}, "first"
// CHECK: } else {
// CHECK: memref.store [[R]]#1
func.func @two_exits(%m: memref<f32>, %k: memref<i1>) {
  %true = arith.constant true
  cf.br ^head
^head:
  %c = memref.load %k[] : memref<i1>
  cf.cond_br %c, ^first, ^more
^more:
  %v = memref.load %m[] : memref<f32>
  %d = memref.load %k[] : memref<i1>
  cf.cond_br %d, ^head, ^second
^first:
  cf.assert %true, "first"
  cf.br ^end
^second:
  memref.store %v, %m[] : memref<f32>
  cf.br ^end
^end:
  return
}

// A loop in a loop, where the inner one may go on with the outer one or leave both.
// CHECK-LABEL: func.func @nested
// CHECK: scf.while
// CHECK: scf.while
// CHECK-NOT: scf.while
// CHECK: return
func.func @nested(%k: memref<i1>) {
  cf.br ^outer
^outer:
  %a = memref.load %k[] : memref<i1>
  cf.cond_br %a, ^inner, ^exit
^inner:
  %b = memref.load %k[] : memref<i1>
  cf.cond_br %b, ^leave, ^again
^leave:
  %c = memref.load %k[] : memref<i1>
  cf.cond_br %c, ^exit, ^outer
^again:
  cf.assert %b, "again"
  cf.br ^inner
^exit:
  return
}

// Nothing leaves the loop: it repeats for ever, and anything stands for what would be returned.
// CHECK-LABEL: func.func @endless
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: [[Z:%[a-z0-9_]+]] = arith.constant 0 : i32
// CHECK-NEXT: scf.if %c -> (i32, memref<4xi32>) {
// CHECK-NEXT: scf.while
// CHECK: scf.condition(%true)
// CHECK: scf.yield [[Z]], %m : i32, memref<4xi32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %a, %m : i32, memref<4xi32>
func.func @endless(%c: i1, %a: i32, %m: memref<4xi32>) -> (i32, memref<4xi32>) {
  cf.cond_br %c, ^forever, ^end
^forever:
  cf.assert %c, "round"
  cf.br ^forever
^end:
  return %a, %m : i32, memref<4xi32>
}

// Blocks of a region count, too.
// CHECK-LABEL: func.func @region
// CHECK: scf.execute_region -> i32 {
// CHECK-NEXT: scf.if %c -> (i32) {
// CHECK: scf.yield
// CHECK-NOT: {{ cf\.}}
func.func @region(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^x, ^y
  ^x:
    scf.yield %a : i32
  ^y:
    scf.yield %b : i32
  }
  return %r : i32
}
