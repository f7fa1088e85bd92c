// RUN: not flowright opt %s --passes=hw-flatten{top=tip}
// expected-error@unknown {{FR0690: there is no module `@tip` to flatten}}

hw.module @top() {
  hw.output
}
