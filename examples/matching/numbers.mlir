// Simplifications that ask for a kind of number, where `constants.mlir` asks for one number: with constraints that the tool has.
//
//   ./flowright match examples/dialects/arith32.mlir --dialect examples/dialects/arith32.irdl.mlir --dialect examples/dialects/const32.irdl.mlir --patterns examples/matching/numbers.mlir --dump
//
// prints
//
//   15 bit_is_set
//   16 shift_of_mask

// Of one bit, to be the mask is to be not zero.
pdl.pattern @bit_is_set : benefit(1) {
  %i32 = type : i32
  %i1 = type
  %a = operand
  %k = attribute : %i32
  apply_native_constraint "is_power_of_two"(%k : !pdl.attribute)
  %constant = operation "const32.value" {"value" = %k} -> (%i32 : !pdl.type)
  %mask = result 0 of %constant
  %and = operation "arith32.andi"(%a, %mask : !pdl.value, !pdl.value) -> (%i32 : !pdl.type)
  %bit = result 0 of %and
  %again = result 0 of %constant
  %root = operation "arith32.cmp_eq"(%bit, %again : !pdl.value, !pdl.value) -> (%i1 : !pdl.type)
  rewrite %root {
    %0 = attribute = 0 : i32
    %1 = operation "const32.value" {"value" = %0} -> (%i32 : !pdl.type)
    %zero = result 0 of %1
    %2 = operation "arith32.cmp_ne"(%bit, %zero : !pdl.value, !pdl.value) -> (%i1 : !pdl.type)
    replace %root with %2
  }
}
// What is masked without its top bit is not negative, so that zeros are shifted in.
pdl.pattern @shift_of_mask : benefit(1) {
  %i32 = type : i32
  %a = operand
  %b = operand
  %k = attribute : %i32
  apply_native_constraint "is_negative"(%k : !pdl.attribute) {isNegated = true}
  %constant = operation "const32.value" {"value" = %k} -> (%i32 : !pdl.type)
  %mask = result 0 of %constant
  %and = operation "arith32.andi"(%a, %mask : !pdl.value, !pdl.value) -> (%i32 : !pdl.type)
  %masked = result 0 of %and
  %root = operation "arith32.shrsi"(%masked, %b : !pdl.value, !pdl.value) -> (%i32 : !pdl.type)
  rewrite %root {
    %0 = operation "arith32.shrui"(%masked, %b : !pdl.value, !pdl.value) -> (%i32 : !pdl.type)
    replace %root with %0
  }
}
