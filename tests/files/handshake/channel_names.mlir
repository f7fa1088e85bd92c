// A value that has a name keeps exactly that name as a wire, though the other outputs of its unit have none.
// RUN: flowright opt %s --passes handshake-to-hw | check
// CHECK: %i:7 = hw.instance "counter" @stream_8_of_0_1_x(
// CHECK: %i_0:6 = hw.instance "branch" @cond_br_8(
handshake.func @f(%n: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {
  %s:3 = fork [3] %start : <>
  %lo = constant %s#0 {value = 0 : i8} : <>, <i8>
  %counter_1 = constant %s#1 {value = 1 : i8} : <>, <i8>
  %i, %0 = dataflow.stream %lo, %counter_1, %n {handshake.name = "counter"} : !handshake.channel<i8>
  %i_0, %1 = cond_br %0, %i {handshake.name = "branch"} : <i1>, <i8>
  sink %i_0 : <i8>
  end %1, %s#2 : <i8>, <>
}
