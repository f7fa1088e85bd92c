// A circuit has no call stack: with `all`, recursion is an error.
// RUN: not flowright opt %s --passes 'inline{all=true}'

// expected-error@+1 {{FR0304: function `@f` is recursive, so calls of it cannot be inlined}}
func.func @f(%a: i32) -> i32 {
  %0 = call @f(%a) : (i32) -> i32
  return %0 : i32
}
