// A program of a dialect whose constraints tie types to each other: a list of `i32` has elements of `i32`.
//
//   ./flowright opt examples/dialects/toy/toy.mlir --irdl-file examples/dialects/toy/toy.irdl.mlir
//
// prints
//
//   module {
//     func.func @f(%a: i32, %b: i32) -> !toy.list<i32> {
//       %0 = "toy.list_of"(%a, %b) : (i32, i32) -> !toy.list<i32>
//       %1 = "toy.append"(%0, %0) : (!toy.list<i32>, !toy.list<i32>) -> !toy.list<i32>
//       %2 = "toy.sort"(%1) {order = #toy.order<"up">} : (!toy.list<i32>) -> !toy.list<i32>
//       return %2 : !toy.list<i32>
//     }
//   }

func.func @f(%a: i32, %b: i32) -> !toy.list<i32> {
  %0 = "toy.list_of"(%a, %b) : (i32, i32) -> !toy.list<i32>
  %1 = "toy.append"(%0, %0) : (!toy.list<i32>, !toy.list<i32>) -> !toy.list<i32>
  %2 = "toy.sort"(%1) {order = #toy.order<"up">} : (!toy.list<i32>) -> !toy.list<i32>
  return %2 : !toy.list<i32>
}
