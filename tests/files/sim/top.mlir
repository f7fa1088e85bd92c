// A name that nothing has is the mistake that is told, whatever else is said.
// RUN: flowright sim %s --top nobody --args 5,6 2>&1 | check
// EXIT: 2
// CHECK: there is no module `nobody`
handshake.func @add(%a: !handshake.channel<i32>, %b: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %sum = addi %a, %b : <i32>
  end %sum, %start : <i32>, <>
}
