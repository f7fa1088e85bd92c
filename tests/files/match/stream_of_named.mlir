// A stream that was made for patterns whose operations all have names is none for the same patterns without names, which operations of other dialects could be.
// RUN: flowright match inputs/stores.mlir --dialect inputs/stores.irdl.mlir --patterns inputs/named_store.mlir --save %t | check
// RUN: flowright match %t --dialect inputs/stores.irdl.mlir --patterns inputs/named_store.mlir | check --check-prefix=READ
// RUN: not flowright match %t --dialect inputs/stores.irdl.mlir --patterns %s 2>&1 | check --check-prefix=KEY

// CHECK: 1 match in 3 operations
// READ: 1 match in 5 records
// KEY: error[FR1082]: {{.*}}` was made for other dialects or patterns
pdl.pattern @p : benefit(1) {
  %a = operand
  %b = operand
  %r = operation(%a, %b : !pdl.value, !pdl.value)
  rewrite %r with "rw"
}
