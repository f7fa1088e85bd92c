// What `cc` gets for the test-bench header: a kernel's result and its arrays as it leaves them are written, as bytes, to the file that the
// environment variable FLOWRIGHT_CALLS names. What is behind a pointer and in structures is written as `?`: how much there is, and where, is
// not for a macro to know. Flowright has its own version built in.
#ifndef FLOWRIGHT_INTEGRATION_H
#define FLOWRIGHT_INTEGRATION_H

#ifdef __FLOWRIGHT__
#define CALL_KERNEL(kernel, ...) __flowright_call_kernel(kernel, ##__VA_ARGS__)
#else

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *flowright_calls(void) {
  static FILE *file;
  if (!file)
    file = fopen(getenv("FLOWRIGHT_CALLS"), "w");
  return file;
}

static void flowright_show(const char *what, int known, const void *at, unsigned long size) {
  fprintf(flowright_calls(), "%s ", what);
  for (unsigned long i = 0; known && i < size; i++)
    fprintf(flowright_calls(), "%02x", ((const unsigned char *)at)[i]);
  fprintf(flowright_calls(), known ? "\n" : "?\n");
  fflush(flowright_calls());
}

// The classes of types as GCC numbers them.
#define FLOWRIGHT_IS_POINTER(x) (__builtin_classify_type(x) == 5)
#define FLOWRIGHT_IS_STRUCT(x) (__builtin_classify_type(x) == 12)
// The argument if it is an array or a pointer; something that is no array otherwise.
#define FLOWRIGHT_POINTER(x) __builtin_choose_expr(FLOWRIGHT_IS_POINTER(x), (x), (char *)0)
// An array becomes a pointer when something is added to it; a pointer stays one.
#define FLOWRIGHT_IS_ARRAY(x) \
  (!__builtin_types_compatible_p(__typeof__(FLOWRIGHT_POINTER(x)), __typeof__(FLOWRIGHT_POINTER(x) + 0)))
#define FLOWRIGHT_SHOW(x) \
  if (FLOWRIGHT_IS_POINTER(x)) \
    flowright_show("array", FLOWRIGHT_IS_ARRAY(x) && !FLOWRIGHT_IS_STRUCT(*FLOWRIGHT_POINTER(x)), FLOWRIGHT_POINTER(x), sizeof(x));

#define FLOWRIGHT_0()
#define FLOWRIGHT_1(x) FLOWRIGHT_SHOW(x)
#define FLOWRIGHT_2(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_1(__VA_ARGS__)
#define FLOWRIGHT_3(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_2(__VA_ARGS__)
#define FLOWRIGHT_4(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_3(__VA_ARGS__)
#define FLOWRIGHT_5(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_4(__VA_ARGS__)
#define FLOWRIGHT_6(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_5(__VA_ARGS__)
#define FLOWRIGHT_7(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_6(__VA_ARGS__)
#define FLOWRIGHT_8(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_7(__VA_ARGS__)
#define FLOWRIGHT_9(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_8(__VA_ARGS__)
#define FLOWRIGHT_10(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_9(__VA_ARGS__)
#define FLOWRIGHT_11(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_10(__VA_ARGS__)
#define FLOWRIGHT_12(x, ...) FLOWRIGHT_SHOW(x) FLOWRIGHT_11(__VA_ARGS__)
#define FLOWRIGHT_PICK(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, name, ...) name
#define FLOWRIGHT_EACH(...) \
  FLOWRIGHT_PICK(_, ##__VA_ARGS__, FLOWRIGHT_12, FLOWRIGHT_11, FLOWRIGHT_10, FLOWRIGHT_9, FLOWRIGHT_8, FLOWRIGHT_7, FLOWRIGHT_6, \
                 FLOWRIGHT_5, FLOWRIGHT_4, FLOWRIGHT_3, FLOWRIGHT_2, FLOWRIGHT_1, FLOWRIGHT_0)(__VA_ARGS__)

// A call without a value counts as zero while it is kept.
#define FLOWRIGHT_IS_VOID(call) __builtin_types_compatible_p(__typeof__(call), void)
#define CALL_KERNEL(kernel, ...) \
  ({ __auto_type flowright_result = __builtin_choose_expr( \
         FLOWRIGHT_IS_VOID(kernel(__VA_ARGS__)), ({ kernel(__VA_ARGS__); 0; }), kernel(__VA_ARGS__)); \
     fprintf(flowright_calls(), "call %s\n", #kernel); \
     if (!FLOWRIGHT_IS_VOID(kernel(__VA_ARGS__))) \
       flowright_show("result", !FLOWRIGHT_IS_STRUCT(flowright_result), &flowright_result, sizeof flowright_result); \
     FLOWRIGHT_EACH(__VA_ARGS__) \
     __builtin_choose_expr(FLOWRIGHT_IS_VOID(kernel(__VA_ARGS__)), (void)0, flowright_result); })

#endif
#endif
