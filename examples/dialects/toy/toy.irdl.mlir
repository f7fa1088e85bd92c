// A dialect with constraints that several slots share: lists of one element type, and what is made of them.
//
//   ./flowright opt examples/dialects/toy/toy.mlir --irdl-file examples/dialects/toy/toy.irdl.mlir

irdl.dialect @toy {
  // `!toy.list<T>`, for numbers.
  irdl.type @list {
    %int = irdl.base "!builtin.integer"
    %float = irdl.is f32
    %element = irdl.any_of(%int, %float)
    irdl.parameters(%element)
  }

  // How a list is ordered: `#toy.order<"up">` or `#toy.order<"down">`.
  irdl.attribute @order {
    %up = irdl.is "up"
    %down = irdl.is "down"
    %order = irdl.any_of(%up, %down)
    irdl.parameters(%order)
  }

  // A list of values of one type, which is that of its elements.
  irdl.operation @list_of {
    %element = irdl.any
    %list = irdl.parametric @toy::@list<%element>
    irdl.operands(variadic %element)
    irdl.results(%list)
  }

  // Two lists of one type one after the other.
  irdl.operation @append {
    %list = irdl.base @toy::@list
    irdl.operands(%list, %list)
    irdl.results(%list)
  }

  // The same list in order.
  irdl.operation @sort {
    %list = irdl.base @toy::@list
    %any = irdl.any
    %order = irdl.parametric @toy::@order<%any>
    irdl.operands(%list)
    irdl.results(%list)
    irdl.attributes {"order" = %order}
  }

  // A list of what the region makes of each element.
  irdl.operation @map {
    %from = irdl.any
    %to = irdl.any
    %list = irdl.parametric @toy::@list<%from>
    %result = irdl.parametric @toy::@list<%to>
    irdl.operands(%list)
    irdl.results(%result)
    %body = irdl.region(%from) with size 1
    irdl.regions(%body)
  }
}
