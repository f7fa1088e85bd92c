irdl.dialect @reference {
  irdl.operation @open {
    %0 = irdl.base @shapes::@box
    irdl.operands(%0)
  }
}
