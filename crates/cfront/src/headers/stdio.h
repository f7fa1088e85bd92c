/* Printing, for test benches. */
#pragma once

#include <stddef.h>

__flowright_library("stdio.h")

#define EOF (-1)
