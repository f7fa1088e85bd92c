irdl.dialect @sorted {
  irdl.operation @step {
    %0 = irdl.base "!sorts.one"
    irdl.operands(%0)
    irdl.results(%0)
  }
}
