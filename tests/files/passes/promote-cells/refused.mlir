// What is known of arguments has two values.
// RUN: not flowright opt %s --passes promote-cells{arguments=same} 2>&1 | check
// CHECK: option `arguments` of pass `promote-cells` must be `may-share` or `apart`, but is `same`

func.func @f() {
  return
}
