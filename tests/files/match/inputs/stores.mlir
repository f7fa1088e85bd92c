func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  "kk.store"(%a, %b) : (i32, i32) -> ()
  return %a, %b : i32, i32
}
