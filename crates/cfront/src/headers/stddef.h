/* Sizes, differences of pointers and the null pointer. */
#pragma once

typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;

#define NULL ((void *)0)
