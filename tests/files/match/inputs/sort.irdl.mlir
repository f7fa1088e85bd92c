irdl.dialect @sorts {
  irdl.type @one
}
