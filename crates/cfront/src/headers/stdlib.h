/* Random numbers, memory and the end of the program, for test benches; absolute values for all. */
#pragma once

#include <stddef.h>

__flowright_library("stdlib.h")

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
