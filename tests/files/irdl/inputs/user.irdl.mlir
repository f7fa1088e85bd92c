irdl.dialect @user {
  irdl.operation @open {
    %0 = irdl.any
    %1 = irdl.base "!shapes.box"
    irdl.operands(%1)
    irdl.results(%0)
  }
  irdl.operation @pair {
    %0 = irdl.any
    irdl.operands(%0, %0)
  }
}
