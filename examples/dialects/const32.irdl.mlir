// Constants of 32 bits. The value is an attribute, which a chip does not see: what patterns ask about it is worked out before, a bit of a record for each question.
// The chip `unit` takes no operations with attributes.

irdl.dialect @const32 {
  irdl.operation @value {
    %any = irdl.any
    %i32 = irdl.is i32
    irdl.attributes {"value" = %any}
    irdl.results(%i32)
  }
}
