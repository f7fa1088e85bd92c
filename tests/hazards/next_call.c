// The second loop of the first call has no rounds: the call is done while its bound waits still, and the next call comes at once.
#include "dynamatic/Integration.h"

unsigned next_call(unsigned a[4], unsigned n) {
  unsigned b[4];
  for (unsigned i = 0; i < 4u; i++)
    b[i] = i;
  for (unsigned i = 0; i < n; i++)
    a[3] = b[n & 3u];
  return n;
}

int main(void) {
  unsigned a[4] = {1, 2, 3, 4};
  CALL_KERNEL(next_call, a, 0u);
  CALL_KERNEL(next_call, a, 2u);
  CALL_KERNEL(next_call, a, 0u);
  CALL_KERNEL(next_call, a, 3u);
  return 0;
}
