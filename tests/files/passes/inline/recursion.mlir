// Calls of functions that can call themselves stay as they are, with a warning.
// RUN: flowright opt %s --passes inline --verify-each | check

// CHECK-LABEL: func.func @fact
// CHECK: func.call @fact
// expected-warning@+1 {{FR0304: function `@fact` is recursive}}
func.func @fact(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %c = arith.cmpi sle, %n, %one : i32
  %r = scf.if %c -> (i32) {
    scf.yield %one : i32
  } else {
    %m = arith.subi %n, %one : i32
    %f = func.call @fact(%m) : (i32) -> i32
    %p = arith.muli %n, %f : i32
    scf.yield %p : i32
  }
  return %r : i32
}

// Through each other, too; but what only calls them is inlined itself.
// expected-warning@+1 {{FR0304: function `@ping` is recursive}}
func.func private @ping() {
  call @pong() : () -> ()
  return
}

// expected-warning@+1 {{FR0304: function `@pong` is recursive}}
func.func private @pong() {
  call @ping() : () -> ()
  return
}

// CHECK-NOT: @helper
func.func private @helper() {
  call @ping() : () -> ()
  return
}

// CHECK-LABEL: func.func @main
// CHECK-NEXT: call @ping()
// CHECK-NEXT: return
func.func @main() {
  call @helper() : () -> ()
  return
}
