// Control tokens of queues: a token that lets a group in and goes on is handed out at once, the way to another group breaks data and valid, all other ways ready only.
// RUN: flowright opt %s --passes dataflow-to-handshake | check
// RUN: flowright interp %s --args "[1, 2, 3, 4], 2, 9" | check --check-prefix=VALUE
// RUN: flowright opt %s --passes dataflow-to-handshake | flowright interp - --args "[1, 2, 3, 4], 2, 9" | check --check-prefix=VALUE

// VALUE: result{{.*}} = 9 : i32
handshake.func @f(%m: memref<4xi32>, %i: i32, %x: i32, %start: none, ...) -> (i32, none) {
  // One token lets two groups in, one after the other, and ends the activation.
  // CHECK: %[[A:.*]]:2 = lazy_fork [2] %{{.*}} : <>
  // CHECK-NEXT: %[[B:.*]] = buffer %[[A]]#1 {{.*}}BUFFER_TYPE = "ONE_SLOT_BREAK_DV"
  // CHECK-NEXT: %[[C:.*]] = buffer %[[B]] {{.*}}BUFFER_TYPE = "ONE_SLOT_BREAK_R"
  // CHECK-NEXT: %[[D:.*]]:2 = lazy_fork [2] %[[C]]
  // CHECK-NEXT: %[[E:.*]] = buffer %[[D]]#1 {{.*}}BUFFER_TYPE = "ONE_SLOT_BREAK_R"
  // CHECK: lsq[%m : memref<4xi32>] (%{{.*}}, %[[A]]#0, %{{.*}}, %{{.*}}, %[[D]]#0, %{{.*}}, %[[E]])
  %token = join %start, %i : [none, i32] to none
  %q:2 = lsq[%m : memref<4xi32>] (%start, %token, %sa, %sd, %token, %la, %token) {groupSizes = [1 : i32, 1 : i32]} : (none, none, i32, i32, none, i32, none) -> (i32, none)
  %sa, %sd = store[%i] %x : i32, i32
  %la, %y = load[%i] %q#0 : i32, i32
  end %y, %q#1 : i32, none
}
