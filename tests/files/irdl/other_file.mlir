// A reference does not lead to another file, and a definition there is named in another way.
// RUN: not flowright opt %s --irdl-file inputs/shapes.irdl.mlir --irdl-file inputs/reference.irdl.mlir 2>&1 | check

// CHECK: error[FR0958]: {{.*}}nothing is called `@shapes::@box`
// CHECK: = help: what another file defines is named as in a program: `irdl.base "!shapes.box"`, or `irdl.is !shapes.box`
