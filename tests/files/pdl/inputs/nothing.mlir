pdl.pattern : benefit(1) {
  %root = operation "example.nothing"
  rewrite %root {
    erase %root
  }
}
