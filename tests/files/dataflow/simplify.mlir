// Steering that undoes itself, equal units, constants that wait for others anyway, and what nobody needs.
// RUN: flowright opt %s --passes simplify-streams | check

// A gate whose condition nobody needs is a branch, which is there already; both streams stay, though they are equal.
// CHECK-LABEL: handshake.func @loops
// CHECK: %[[I:.*]], %[[RAW:.*]] = dataflow.stream
// CHECK: %[[IN:.*]], %{{.*}} = cond_br %[[RAW]], %[[I]] : i1, index
// CHECK-NOT: dataflow.gate
// CHECK: arith.addi %[[IN]], %[[IN]] : index
// CHECK: dataflow.stream
handshake.func @loops(%n: index, %start: none, ...) -> (index, index, none) {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %i, %raw = dataflow.stream %zero, %one, %n
  %in, %exit = cond_br %raw, %i : i1, index
  %gated, %after = dataflow.gate %i, %raw : index, i1 -> index, i1
  %s = dataflow.carry %raw, %zero, %next : i1, index, index -> index
  %sin, %sout = cond_br %raw, %s : i1, index
  %double = arith.addi %in, %gated : index
  %next = arith.addi %sin, %double : index
  %j, %raw2 = dataflow.stream %zero, %one, %n
  %t = dataflow.carry %raw2, %sout, %next2 : i1, index, index -> index
  %tin, %tout = cond_br %raw2, %t : i1, index
  %j2, %jx = cond_br %raw2, %j : i1, index
  %next2 = arith.addi %tin, %j2 : index
  %dead = dataflow.carry %raw2, %zero, %deadnext : i1, index, index -> index
  %din, %dout = cond_br %raw2, %dead : i1, index
  %deadnext = arith.addi %din, %j2 : index
  end %sout, %tout, %start : index, index, none
}

// A value that is parted and put together again, by its own condition or by a constant one, is the value.
// CHECK-LABEL: handshake.func @undone
// CHECK-NEXT: end %x, %x, %x, %start
handshake.func @undone(%x: i32, %c: i1, %start: none, ...) -> (i32, i32, i32, none) {
  %t, %f = cond_br %c, %x : i1, i32
  %r = mux %c [%f, %t] : i1, [i32, i32] to i32
  %yes = constant %start {value = true} : none, i1
  %t2, %f2 = cond_br %yes, %x : i1, i32
  %g = arith.addi %f2, %f2 : i32
  %r2 = mux %yes [%g, %t2] : i1, [i32, i32] to i32
  %m = merge %x : i32
  %held = blocker %m, %x : i32
  end %r, %r2, %held, %start : i32, i32, i32, none
}

// The constant of the branch needs no token of the branch, so that one needs no way there.
// CHECK-LABEL: handshake.func @constant
// CHECK-NOT: cond_br %c, %start
// CHECK: source
// CHECK: constant %{{.*}} {value = 5 : i32}
handshake.func @constant(%x: i32, %c: i1, %start: none, ...) -> (i32, none) {
  %t, %f = cond_br %c, %x : i1, i32
  %go, %stay = cond_br %c, %start : i1, none
  %five = constant %go {value = 5 : i32} : none, i32
  %sum = arith.addi %t, %five : i32
  %r = mux %c [%f, %sum] : i1, [i32, i32] to i32
  end %r, %start : i32, none
}

// The initial value of a loop is taken alone: it keeps its token.
// CHECK-LABEL: handshake.func @initial
// CHECK-NOT: source
// CHECK: constant %start {value = 5 : i32}
handshake.func @initial(%d: i1, %x: i32, %start: none, ...) -> (i32, none) {
  %five = constant %start {value = 5 : i32} : none, i32
  %c = dataflow.carry %d, %five, %x : i1, i32, i32 -> i32
  %t, %f = cond_br %d, %c : i1, i32
  end %f, %start : i32, none
}

// A load whose data nobody looks at is not made; who waits for it waits for its address.
// CHECK-LABEL: handshake.func @load
// CHECK-NOT: load
// CHECK: blocker %x, %i : [i32, index] to i32
handshake.func @load(%m: memref<4xi32>, %i: index, %x: i32, %start: none, ...) -> (i32, none) {
  %from, %end = mem_controller[%m : memref<4xi32>] %start (%la) %start {connectedBlocks = []} : (index) -> i32
  %la, %v = load[%i] %from : index, i32, index, i32
  %seen = join %v : [i32] to none
  %held = blocker %x, %seen : [i32, none] to i32
  end %held, %end : i32, none
}

// The address of a guard's store is taken beside that of its load, so it may stand; the address of the load is taken alone. Equal guards stay two, and one that nobody needs goes.
// CHECK-LABEL: handshake.func @guards
// CHECK: %[[LOAD:.*]] = constant %start {value = 1 : i32}
// CHECK: %[[SOURCE:.*]] = source
// CHECK: %[[STORE:.*]] = constant %[[SOURCE]] {value = 2 : i32}
// CHECK: guard %[[LOAD]], %[[STORE]], %start {window = 2 : ui32}
// CHECK-COUNT-2: guard %x, %x, %start {window = 3 : ui32}
// CHECK-NOT: guard
handshake.func @guards(%x: i32, %start: none, ...) -> (i32, i32, i32, none) {
  %one = constant %start {value = 1 : i32} : none, i32
  %two = constant %start {value = 2 : i32} : none, i32
  %a = guard %one, %two, %start {window = 2 : ui32} : i32, i32, none
  %b = guard %x, %x, %start {window = 3 : ui32} : i32, i32, none
  %c = guard %x, %x, %start {window = 3 : ui32} : i32, i32, none
  %d = guard %x, %two, %start {window = 3 : ui32} : i32, i32, none
  end %a, %b, %c, %start : i32, i32, i32, none
}
