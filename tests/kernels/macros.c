// The preprocessor: macros with arguments, # and ##, variadic ones, a table expanded twice, conditions, undefinition, lines that
// go on.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define CONCAT(a, b) a##b
#define EXPANDED_CONCAT(a, b) CONCAT(a, b)
#define TEXT(x) #x
#define EXPANDED_TEXT(x) TEXT(x)
#define SHOW(format, ...) printf(format "\n", ##__VA_ARGS__)
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MAX3(a, b, c) MAX(MAX(a, b), c)
#define CLAMP(x, low, high) \
  (MAX(low, (x) < (high) \
                ? (x) \
                : (high)))
#define REPEAT2(x) x x
#define REPEAT4(x) REPEAT2(REPEAT2(x))

#define OPERATIONS(X) \
  X(add, +, 1) \
  X(sub, -, 2) \
  X(mul, *, 3) \
  X(xor, ^, 4)

#define DEFINE(name, sign, code) \
  static int CONCAT(do_, name)(int a, int b) { return a sign b; }
OPERATIONS(DEFINE)
#undef DEFINE

enum {
#define DEFINE(name, sign, code) CODE_##name = code,
  OPERATIONS(DEFINE)
#undef DEFINE
};

#define VERSION 3
#if VERSION >= 3 && defined(VERSION) && !defined(NOTHING)
#define LEVEL high
#elif VERSION == 2
#define LEVEL middle
#error "not this one"
#else
#define LEVEL low
#endif

#ifdef NOTHING
this is not C at all
#elif (1 << 4) / 3 == 5 && 'a' < 'b' && -1 < 0u + 0
#define KIND 1
#else
#define KIND 2
#endif

#ifndef SIZE
#define SIZE 12
#endif

int execute(const int code[SIZE], int out[SIZE]) {
  int value = 10;
  for (int i = 0; i < SIZE; i++) {
    switch (code[i]) {
#define DEFINE(name, sign, number) \
  case CODE_##name: \
    value = do_##name(value, i); \
    break;
      OPERATIONS(DEFINE)
#undef DEFINE
    default:
      value = CLAMP(value, -5, 100);
    }
    REPEAT4(value ^= i; value += 1;)
    out[i] = MAX3(value, i * 10, value % 7 == 0 ? 50 : -50);
  }
  return value;
}

int main(void) {
  int code[SIZE] = {1, 3, 3, 0, 2, 4, 1, 3, 9, 4, 2, 3}, out[SIZE];
  int EXPANDED_CONCAT(result_, VERSION) = CALL_KERNEL(execute, code, out);
  SHOW("%d from %d", result_3, COUNT(code));
  SHOW("nothing to show");
  SHOW("%s %s %s %d", TEXT(VERSION), EXPANDED_TEXT(VERSION), EXPANDED_TEXT(LEVEL), KIND);
  SHOW("%s", TEXT(a "quoted\n" 'c'   and  spaces));
  for (int i = 0; i < COUNT(out); i++)
    SHOW("%d: %d", i, out[i]);
  SHOW("%d %d", __LINE__, CONCAT(1, 2) + MAX(3, 4));
  return 0;
}
