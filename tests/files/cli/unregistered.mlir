// Operations of unknown dialects are kept when that is asked for.
// RUN: flowright opt %s --allow-unregistered-dialect

// CHECK: %0 = "nobody.knows"() <{a = 1 : i32}> {b} : () -> !nobody.type<3>
%0 = "nobody.knows"() <{a = 1 : i32}> {b} : () -> !nobody.type<3>
