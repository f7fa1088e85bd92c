// The parts of a split file are printed in order, with the separator between them; names are their own.
// RUN: flowright opt %s --split-input-file
// BLESS
func.func @f(%a: i32) -> i32 {
  return %a : i32
}

// -----

func.func @f() {
  return
}

// -----

// OUT: module {
// OUT:   func.func @f(%a: i32) -> i32 {
// OUT:     return %a : i32
// OUT:   }
// OUT: }
// OUT:
// OUT: // -----
// OUT:
// OUT: module {
// OUT:   func.func @f() {
// OUT:     return
// OUT:   }
// OUT: }
// OUT:
// OUT: // -----
// OUT:
// OUT: module {
// OUT: }
