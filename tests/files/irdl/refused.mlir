// What a definition does not accept is refused where it stands.
// RUN: flowright opt %s --split-input-file --irdl-file inputs/shapes.irdl.mlir --irdl-file inputs/user.irdl.mlir

func.func @f(%a: i32, %b: i64) {
  "user.pair"(%a, %b) : (i32, i64) -> ()  // expected-error {{FR0971: `user.pair`: operand #1 must be `i32`, but is `i64`}}
  return
}

// -----

func.func @f(%a: !shapes.box) {  // expected-error {{FR0970: `shapes.box` must have 1 parameter, but has 0}}
  return
}

// -----

func.func @f(%a: i32) {
  "user.pair"(%a) : (i32) -> ()  // expected-error {{FR0206}}
  return
}
