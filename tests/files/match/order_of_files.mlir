// Dialects that are matched may use those that programs use besides, as these may use them, in whatever order the files are named.
// RUN: flowright match %s --irdl-file inputs/sort.irdl.mlir --dialect inputs/sorted.irdl.mlir --patterns %s | check
// RUN: flowright match %s --dialect inputs/sorted.irdl.mlir --irdl-file inputs/sort.irdl.mlir --patterns %s | check
// RUN: flowright match %s --dialect inputs/sorted.irdl.mlir --dialect inputs/sort.irdl.mlir --patterns %s | check
// RUN: flowright match %s --dialect inputs/sorted.irdl.mlir --irdl-file inputs/sort.irdl.mlir --patterns %s --engine interp | check

// CHECK: 1 match
// CHECK: twice  1
func.func @f(%a: !sorts.one) {
  %0 = "sorted.step"(%a) : (!sorts.one) -> !sorts.one
  %1 = "sorted.step"(%0) : (!sorts.one) -> !sorts.one
  return
}
pdl.pattern @twice : benefit(1) {
  %a = operand
  %t = type
  %0 = operation "sorted.step"(%a : !pdl.value) -> (%t : !pdl.type)
  %1 = result 0 of %0
  %root = operation "sorted.step"(%1 : !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    replace %root with %0
  }
}
