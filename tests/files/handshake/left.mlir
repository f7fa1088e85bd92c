// A run that ends and leaves a token behind is an error, and is not said to have no end.
// RUN: flowright sim %s --args '3, 4' 2>&1 | check
// EXIT: 1
// CHECK: @f ended with an error
// CHECK: error[FR0865]: @f is finished
handshake.func @f(%a: !handshake.channel<i32>, %b: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) attributes {argNames = ["a", "b", "start"], resNames = ["out", "end"]} {
  %f:3 = fork [3] %a : <i32>
  %c = cmpi slt, %f#0, %f#1 : <i32>
  %t, %e = cond_br %c, %b : <i1>, <i32>
  %q = buffer %e {hw.parameters = {BUFFER_TYPE = "FIFO_BREAK_DV", NUM_SLOTS = 4 : ui32}} : <i32>
  %j = addi %q, %t : <i32>
  sink %j : <i32>
  end %f#2, %start : <i32>, <>
}
