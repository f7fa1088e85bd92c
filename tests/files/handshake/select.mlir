// A mux that is told to take an input which it does not have is named.
// RUN: flowright sim %s --args '3, 4' 2>&1 | check
// EXIT: 1
// CHECK: error[FR0862]: @f stands still in cycle 2: `j` (handshake.mux) of 2 inputs is told to take input 3, counted from 0
// RUN: flowright cosim %s 2>&1 | check --check-prefix=HW
// EXIT: 2
// HW: error[FR0690]: there is no `hw{{.}}module` to take as the top
// HW: help: this is an elastic circuit: `flowright sim` simulates one on channels, and `flowright opt -p handshake-to-hw` makes a module of it
// RUN: flowright verilog %s 2>&1 | check --check-prefix=VERILOG
// EXIT: 2
// VERILOG: error[FR0640]: there is no `hw{{.}}module` to write
// VERILOG: `flowright opt -p handshake-to-hw` makes a module of it
handshake.func @f(%a: !handshake.channel<i32>, %b: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %i = trunci %a : <i32> to <i2>
  %s = source : <>
  %z = constant %s {value = 9 : i32} : <>, <i32>
  %j = mux %i [%b, %z] : <i2>, [<i32>, <i32>] to <i32>
  end %j, %start : <i32>, <>
}
