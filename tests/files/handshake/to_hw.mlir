// A kernel's module: ports after the source, an instance for each unit, one module for equal units.
// RUN: flowright opt %s --passes handshake-to-hw | check

// CHECK-DAG: hw.module private @fork_5(
// CHECK-DAG: hw.module private @stream_32_of_0_1_x(
// CHECK-DAG: hw.module private @buffer_fifo_break_none_4x1(
// CHECK-DAG: hw.module private @mem_controller_16x32(
// CHECK-LABEL: hw.module @total(in %clk : !seq.clock, in %rst : i1, in %start_valid : i1, in %x_rdata : i32, in %n : i32, in %done_ready : i1, out start_ready : i1, out done_valid : i1, out result : i32, out x_raddr : i4, out x_ren : i1)
// CHECK: seq.compreg {{.*}} reset %rst
// CHECK: hw.instance "n_slot" @buffer_one_slot_break_r_1x32(
// CHECK: hw.instance "start_slot" @buffer_one_slot_break_r_1(
// CHECK: %s_0_valid:6 = hw.instance "fork0" @fork_5(
// CHECK: hw.instance "constant0" @constant_32_0(
// CHECK: hw.instance "constant1" @constant_32_1(
// CHECK: hw.instance "counter" @stream_32_of_0_1_x(
// CHECK: hw.instance "constant2" @constant_32_0(

handshake.func @total(%x: memref<16xi32>, %n: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {
  %s:5 = fork [5] %start : <>
  %lo = constant %s#0 {value = 0 : i32} : <>, <i32>
  %one = constant %s#1 {value = 1 : i32} : <>, <i32>
  %i, %raw = dataflow.stream %lo, %one, %n {handshake.name = "counter"} : !handshake.channel<i32>
  %r:3 = fork [3] %raw : <i1>
  %gi, %gc = dataflow.gate %i, %r#0 : !handshake.channel<i32>, !handshake.channel<i1> -> !handshake.channel<i32>, !handshake.channel<i1>
  sink %gc : <i1>
  %from, %end = mem_controller[%x : memref<16xi32>] %s#2 (%la) %s#3 {connectedBlocks = []} : (!handshake.channel<i32>) -> !handshake.channel<i32>
  %la, %v = load[%gi] %from : <i32>, <i32>, <i32>, <i32>
  %zero = constant %s#4 {value = 0 : i32} : <>, <i32>
  %c = dataflow.carry %r#1, %zero, %next : !handshake.channel<i1>, !handshake.channel<i32>, !handshake.channel<i32> -> !handshake.channel<i32>
  %rb = buffer %r#2 {hw.parameters = {BUFFER_TYPE = "FIFO_BREAK_NONE", NUM_SLOTS = 4 : ui32}} : <i1>
  %body, %out = cond_br %rb, %c : <i1>, <i32>
  %sum = addi %body, %v : <i32>
  %n1 = buffer %sum {hw.parameters = {BUFFER_TYPE = "ONE_SLOT_BREAK_DV", NUM_SLOTS = 1 : ui32}} : <i32>
  %next = buffer %n1 {hw.parameters = {BUFFER_TYPE = "ONE_SLOT_BREAK_R", NUM_SLOTS = 1 : ui32}} : <i32>
  end %out, %end : <i32>, <>
}

// Names that a kernel's module has anyway, or that two ports would have, get a number; a memory of the kernel is inside.
// CHECK-LABEL: hw.module @names(in %clk : !seq.clock, in %rst : i1, in %start_valid : i1, in %clk_1 : i8, in %m_rdata : i8, in %m_1_rdata : i8, in %result : i8, in %ch7_1 : i8, in %done_ready : i1
// CHECK-SAME: out start_ready : i1, out done_valid : i1, out result0 : i8, out sum : i8
// CHECK: %ram = seq.firmem 1, 1, old, port_order {flowright.words = dense<[1, 2]> : tensor<2xi8>} : <2 x 8>
handshake.func @names(%a: !handshake.channel<i8>, %b: !handshake.channel<i8>, %m: memref<4xi8>, %c: !handshake.channel<i8>, %d: !handshake.channel<i8>, %start: !handshake.control<>, ...)
    -> (!handshake.channel<i8>, !handshake.channel<i8>, !handshake.control<>)
    attributes {argNames = ["clk", "m_rdata", "m", "result", "ch7", "start"], resNames = ["out0", "sum", "end"]} {
  %s:2 = fork [2] %start : <>
  %from, %end = mem_controller[%m : memref<4xi8>] %s#0 (%la) %s#1 {connectedBlocks = []} : (!handshake.channel<i8>) -> !handshake.channel<i8>
  %la, %x = load[%a] %from : <i8>, <i8>, <i8>, <i8>
  %e:2 = fork [2] %end : <>
  %ram = ram {initialValue = dense<[1, 2]> : tensor<2xi8>} : memref<2xi8>
  %from2, %end2 = mem_controller[%ram : memref<2xi8>] %e#0 (%lb) %e#1 {connectedBlocks = []} : (!handshake.channel<i8>) -> !handshake.channel<i8>
  %lb, %y = load[%b] %from2 : <i8>, <i8>, <i8>, <i8>
  %z = addi %y, %c : <i8>
  sink %d : <i8>
  end %x, %z, %end2 : <i8>, <i8>, <>
}

// A stream whose step may be zero has an error port.
// CHECK-LABEL: hw.module @steps(
// CHECK-SAME: out error_valid : i1, out error_code : i16
// CHECK: hw.constant 259 : i16
handshake.func @steps(%a: !handshake.channel<i8>, %b: !handshake.channel<i8>, %c: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.control<>) {
  %i, %more = dataflow.stream %a, %b, %c : !handshake.channel<i8>
  sink %i : <i8>
  sink %more : <i1>
  end %start : <>
}
