// Every part of a split file is looked at, and diagnostics have the lines of the whole file.
// RUN: flowright opt %s --split-input-file
// EXIT: 2
func.func @f() -> i32 {
  // expected-error@below {{FR0106}}
  return %x : i32
}

// -----

func.func @good() {
  return
}

// -----

func.func @f() {
  // expected-error@below {{FR0106}}
  "func.return"(%y) : (i32) -> ()
}
