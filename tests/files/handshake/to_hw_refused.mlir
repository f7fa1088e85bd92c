// What has no circuit is told at its place, and nothing is changed.
// RUN: not flowright opt %s --passes handshake-to-hw

handshake.func @floats(%a: !handshake.channel<f32>, %b: !handshake.channel<i600>, %start: !handshake.control<>, ...) -> (!handshake.channel<f32>, !handshake.channel<i600>, !handshake.control<>) {
  // expected-error@+1 {{FR0856: there is no circuit for `negf`: floating point has no units}}
  %0 = negf %a : <f32>
  %c:2 = fork [2] %b : <i600>
  // expected-error@+1 {{FR0856: there is no circuit for a division of 600 bits; 512 are the most}}
  %1 = divui %c#0, %c#1 : <i600>
  // expected-error@+1 {{FR0856: a shift register of 5000 slots is too long for a circuit; 4096 are the most}}
  %2 = buffer %1 {hw.parameters = {BUFFER_TYPE = "SHIFT_REG_BREAK_DV", NUM_SLOTS = 5000 : ui32}} : <i600>
  end %0, %2, %start : <f32>, <i600>, <>
}

handshake.func @shared(%x: memref<4xi8>, %i: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.channel<i8>, !handshake.control<>) {
  %s:4 = fork [4] %start : <>
  %j:2 = fork [2] %i : <i8>
  %f0, %e0 = mem_controller[%x : memref<4xi8>] %s#0 (%l0) %s#1 {connectedBlocks = []} : (!handshake.channel<i8>) -> !handshake.channel<i8>
  %l0, %x0 = load[%j#0] %f0 : <i8>, <i8>, <i8>, <i8>
  // expected-error@+1 {{FR0856: a second memory controller of one memory: a memory has one read and one write port}}
  %f1, %e1 = mem_controller[%x : memref<4xi8>] %s#2 (%l1) %s#3 {connectedBlocks = []} : (!handshake.channel<i8>) -> !handshake.channel<i8>
  %l1, %x1 = load[%j#1] %f1 : <i8>, <i8>, <i8>, <i8>
  %e = join %e0, %e1 : <>
  end %x0, %x1, %e : <i8>, <i8>, <>
}

// expected-error@+1 {{FR0857: a value of type `i32` is a stream: only channels become wires}}
handshake.func @streams(%a: i32, %start: none, ...) -> (i32, none) {
  end %a, %start : i32, none
}
