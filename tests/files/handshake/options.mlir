// An option that would do nothing for an elastic circuit is refused, and one of elastic circuits for others.
// RUN: flowright sim %s --top f --args 5 --trace 2>&1 | check --check-prefix=TRACE
// EXIT: 2
// TRACE: error[FR0003]: `--trace` says nothing here: what happens on channels is shown by `--waves`
// RUN: flowright sim %s --top f --set a=3 2>&1 | check --check-prefix=SET
// EXIT: 2
// SET: error[FR0003]: `--set` says nothing here: an elastic circuit is given arguments, with `--args`
// RUN: flowright sim %s --top f --args 5 --until out 2>&1 | check --check-prefix=UNTIL
// EXIT: 2
// UNTIL: error[FR0003]: `--until` says nothing here: an elastic circuit runs to its end
// RUN: flowright sim %s --top f --args 5 --record %t.csv 2>&1 | check --check-prefix=RECORD
// EXIT: 2
// RECORD: error[FR0003]: `--record` says nothing here
// RUN: flowright sim %s --top f --args 5 --execution interpreted 2>&1 | check --check-prefix=EXECUTION
// EXIT: 2
// EXECUTION: error[FR0003]: `--execution` says nothing here
// RUN: flowright sim %s --top m --args 5 2>&1 | check --check-prefix=ARGS
// EXIT: 2
// ARGS: error[FR0003]: `--args` says nothing here: a circuit has inputs in every cycle, and no arguments
// RUN: flowright sim %s --top f --args 5 | check --check-prefix=RUNS
// RUNS: 5 : i32
handshake.func @f(%a: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  end %a, %start : <i32>, <>
}
hw.module @m(in %a : i8, out b : i8) {
  hw.output %a : i8
}
