// The time of every step goes to standard error.
// RUN: flowright opt %s --timing 2>&1 | check

// CHECK: parse and verify {{[0-9.]+}} ms
// CHECK-NEXT: print {{[0-9.]+}} ms
// CHECK-NEXT: total {{[0-9.]+}} ms 100.0 %
module {
}
