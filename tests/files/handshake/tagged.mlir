// A tagged value is given and shown as a list of the value and its tag.
// RUN: flowright sim %s --args '[-3, 9]' | check
// CHECK: [-3, 9] : !dataflow.tagged<i32, i4>
// RUN: flowright sim %s --seed 1 | check --check-prefix=RANDOM
// RANDOM: [{{-?[0-9]+}}, {{[0-9]+}}] : !dataflow.tagged<i32, i4>
// RUN: flowright sim %s --args 3 2>&1 | check --check-prefix=WRONG
// EXIT: 2
// WRONG: error[FR0409]: argument 0 of `@f`, of type `!dataflow.tagged<i32, i4>`: `3` is no list of a value and its tag, such as `[7, 2]`
handshake.func @f(%a: !handshake.channel<!dataflow.tagged<i32, i4>>, %start: !handshake.control<>, ...) -> (!handshake.channel<!dataflow.tagged<i32, i4>>, !handshake.control<>) {
  %q = buffer %a {hw.parameters = {BUFFER_TYPE = "FIFO_BREAK_DV", NUM_SLOTS = 4 : ui32}} : <!dataflow.tagged<i32, i4>>
  end %q, %start : <!dataflow.tagged<i32, i4>>, <>
}
