/* Test benches: a kernel is called by name, and what it computes is compared. */
#pragma once

#define CALL_KERNEL(kernel, ...) __flowright_call_kernel(kernel, ##__VA_ARGS__)
