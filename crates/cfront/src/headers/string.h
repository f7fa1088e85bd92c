/* Memory as a whole. */
#pragma once

#include <stddef.h>

__flowright_library("string.h")
