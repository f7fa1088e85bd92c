// What a call of a kernel is to another compiler.
#define CALL_KERNEL(f, ...) f(__VA_ARGS__)
