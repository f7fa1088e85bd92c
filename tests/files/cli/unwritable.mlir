// An output file that cannot be written is an error, and the status says so.
// RUN: flowright opt %s -o no-such-folder/out.mlir
// EXIT: 2
// expected-error@unknown {{FR0004: cannot write `no-such-folder/out.mlir`: no such file or directory}}
module {
}
