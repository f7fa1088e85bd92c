// Private symbols that nothing public leads to are removed.
// RUN: flowright opt %s --passes symbol-dce --verify-each | check
// ORACLE: mlir-opt-19

// Reached through calls and through memory.
// CHECK-LABEL: func.func @main() {
// CHECK-NEXT: call @a() : () -> ()
// CHECK-NEXT: %0 = memref.get_global @used : memref<2xi32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @main() {
  call @a() : () -> ()
  %0 = memref.get_global @used : memref<2xi32>
  return
}

// CHECK-LABEL: func.func private @a() {
// CHECK-NEXT: call @b() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func private @a() {
  call @b() : () -> ()
  return
}

// CHECK-LABEL: func.func private @b() {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func private @b() { return }

// Two functions that only call each other are not reached.
// CHECK-NOT: @ping
func.func private @ping() {
  call @pong() : () -> ()
  return
}

// CHECK-NOT: @pong
func.func private @pong() {
  call @ping() : () -> ()
  return
}

// CHECK-LABEL: func.func nested @visible() {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func nested @visible() { return }

// CHECK-NOT: @declared
func.func private @declared(i32)

// CHECK: memref.global "private" @used
memref.global "private" @used : memref<2xi32> = dense<0>

// CHECK-NOT: @unused
memref.global "private" @unused : memref<2xi32> = dense<0>
