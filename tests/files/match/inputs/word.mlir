// Any operation that gives an `i32` and takes nothing.
pdl.pattern @word : benefit(1) {
  %t = type : i32
  %root = operation -> (%t : !pdl.type)
  rewrite %root {
    erase %root
  }
}
