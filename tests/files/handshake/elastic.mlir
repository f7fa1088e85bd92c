// From streams to channels: types, forks and sinks, names; then buffers behind what lets tokens into the loop.
// RUN: flowright opt %s --passes dataflow-to-handshake{index-bits=16} | check --check-prefix=ELASTIC
// RUN: flowright opt %s --passes dataflow-to-handshake,place-buffers{algorithm=on-merges} | check --check-prefix=BUFFERED
// RUN: flowright interp %s --args 5 | check --check-prefix=VALUE
// RUN: flowright opt %s --passes dataflow-to-handshake,place-buffers{algorithm=on-merges} | flowright interp - --args 5 | check --check-prefix=VALUE

// VALUE: result = 10 : i
// ELASTIC: handshake.func @sum(%n: !handshake.channel<i16>, %start: !handshake.control<>, ...) -> (!handshake.channel<i16>, !handshake.control<>)
// ELASTIC: fork [3] %start {handshake.name = "fork0"} : <>
// ELASTIC: constant %{{.*}} {handshake.name = "constant_zero", value = 0 : i16} : <>, <i16>
// ELASTIC: dataflow.stream %{{.*}} {handshake.name = "stream_i"} : <i16>
// ELASTIC: fork [3] %{{.*}} : <i1>
// ELASTIC: sink %{{.*}} : <i1>
// ELASTIC: addi %{{.*}} {handshake.name = "addi_next"} : <i16>

// BUFFERED: %s = dataflow.carry
// BUFFERED-NEXT: buffer %s {{.*}}BUFFER_TYPE = "ONE_SLOT_BREAK_DV", NUM_SLOTS = 1
// BUFFERED-NEXT: buffer %{{.*}}BUFFER_TYPE = "ONE_SLOT_BREAK_R", NUM_SLOTS = 1
// BUFFERED-NOT: buffer
handshake.func @sum(%n: index, %start: none, ...) -> (index, none) {
  %zero = constant %start {value = 0 : index} : none, index
  %one = constant %start {value = 1 : index} : none, index
  %i, %raw = dataflow.stream %zero, %one, %n
  %body, %after = dataflow.gate %i, %raw : index, i1 -> index, i1
  %s = dataflow.carry %raw, %zero, %next : i1, index, index -> index
  %in, %out = cond_br %raw, %s : i1, index
  %next = arith.addi %in, %body : index
  end %out, %start : index, none
}
