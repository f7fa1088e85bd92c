// A token that an eager fork hands to two groups of a queue, the one of the load first among its ports: every placement lets in the group of the store before that of the load.
// RUN: flowright interp %s --args "[1, 2, 3, 4], 2, 9" | check
// RUN: flowright opt %s --passes place-buffers{algorithm=on-merges} | flowright sim - --args "[1, 2, 3, 4], 2, 9" | check
// RUN: flowright opt %s --passes place-buffers{algorithm=flowright} | flowright sim - --args "[1, 2, 3, 4], 2, 9" | check
// RUN: flowright opt %s --passes place-buffers{algorithm=fpga20} | flowright sim - --args "[1, 2, 3, 4], 2, 9" | check

// CHECK: result{{.*}} = 9 : i32
handshake.func @f(%m: memref<4xi32>, %i: !handshake.channel<i32>, %x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %ms, %first, %end = fork [3] %start : <>
  %g0, %on = fork [2] %first : <>
  %g1 = br %on : <>
  %i0, %i1 = fork [2] %i : <i32>
  %q:2 = lsq[%m : memref<4xi32>] (%ms, %g1, %la, %g0, %sa, %sd, %end) {groupSizes = [1 : i32, 1 : i32]} : (!handshake.control<>, !handshake.control<>, !handshake.channel<i32>, !handshake.control<>, !handshake.channel<i32>, !handshake.channel<i32>, !handshake.control<>) -> (!handshake.channel<i32>, !handshake.control<>)
  %sa, %sd = store[%i0] %x : <i32>, <i32>, <i32>, <i32>
  %la, %y = load[%i1] %q#0 : <i32>, <i32>, <i32>, <i32>
  end %y, %q#1 : <i32>, <>
}
