// Symbol tables are looked at from the outside in; references in any attribute count.
// RUN: flowright opt %s --passes symbol-dce --verify-each --allow-unregistered-dialect | check
// ORACLE: mlir-opt-19 --allow-unregistered-dialect

// A module that is kept keeps what is public in it.
// CHECK-LABEL: module @inner {
// CHECK-NEXT: func.func private @kept() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @entry() {
// CHECK-NEXT: call @kept() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
module @inner {
  func.func private @gone() { return }
  func.func private @kept() { return }
  func.func @entry() {
    call @kept() : () -> ()
    return
  }
}

// CHECK-NOT: @lost
module @lost attributes {sym_visibility = "private"} {
  func.func @entry() { return }
}

// A reference deep in an attribute of an operation nobody registered.
// CHECK-LABEL: "other.op"() {deep = [{x = @attr_used}]} : () -> ()
"other.op"() {deep = [{x = @attr_used}]} : () -> ()

// A reference deep in an attribute of an operation nobody registered.
// CHECK-LABEL: "other.op"() {deep = [{x = @attr_used}]} : () -> ()
"other.op"() {deep = [{x = @attr_used}]} : () -> ()
