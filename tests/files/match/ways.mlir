// A pattern is counted once at a root, in however many ways it matches there, and its ways are not kept.
// RUN: flowright match %s --patterns %s --engine interp --dump | check

// CHECK: 1 users
// CHECK-NEXT: 1 users_of_users
// CHECK-NOT: users
func.func @f(%a: i32) {
  "t.end"(%a) : (i32) -> ()
  %0 = "t.neg"(%a) : (i32) -> i32
  %1 = "t.neg"(%a) : (i32) -> i32
  return
}
pdl.pattern @users : benefit(1) {
  %a = operand
  %x = operation "t.end"(%a : !pdl.value)
  %t = type
  %y = operation "t.neg"(%a : !pdl.value) -> (%t : !pdl.type)
  rewrite %x with "f"(%y : !pdl.operation)
}
pdl.pattern @users_of_users : benefit(1) {
  %a = operand
  %x = operation "t.end"(%a : !pdl.value)
  %t = type
  %y = operation "t.neg"(%a : !pdl.value) -> (%t : !pdl.type)
  %z = operation "t.neg"(%a : !pdl.value) -> (%t : !pdl.type)
  rewrite %x with "f"(%y, %z : !pdl.operation, !pdl.operation)
}
