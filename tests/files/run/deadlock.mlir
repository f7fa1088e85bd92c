// A circuit that stops before its end says which channels wait for each other, and exits with 1.
// RUN: flowright sim %s --args 5 2>&1 | check
// EXIT: 1
// CHECK: did not reach its end: deadlock
// CHECK: error[FR0862]
handshake.func @stuck(%x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) attributes {argNames = ["x", "start"], resNames = ["out0", "end"]} {
  %c = constant %s#0 {value = true} : <>, <i1>
  %s:2 = fork [2] %start : <>
  %t, %f = cond_br %c, %x : <i1>, <i32>
  sink %t : <i32>
  end %f, %s#1 : <i32>, <>
}
