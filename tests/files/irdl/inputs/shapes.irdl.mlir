irdl.dialect @shapes {
  irdl.type @box {
    %0 = irdl.any
    irdl.parameters(%0)
  }
}
