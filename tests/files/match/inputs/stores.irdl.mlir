irdl.dialect @kk {
  irdl.operation @store {
    %i = irdl.is i32
    irdl.operands(%i, %i)
  }
}
