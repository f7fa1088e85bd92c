/* Assertions. What `assert` means is decided anew by each inclusion. */
#ifndef __FLOWRIGHT_ASSERT_H
#define __FLOWRIGHT_ASSERT_H
__flowright_library("assert.h")
#define static_assert _Static_assert
#endif

#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
