// Finds a pattern; the table of where to go on is made first, of itself.
#include "dynamatic/Integration.h"

int kmp(const char pattern[4], const char text[64], int next[4]) {
  int k = 0;
  next[0] = 0;
  for (int q = 1; q < 4; q++) {
    while (k > 0 && pattern[k] != pattern[q])
      k = next[k - 1];
    if (pattern[k] == pattern[q])
      k++;
    next[q] = k;
  }
  int found = 0;
  int at = 0;
  for (int i = 0; i < 64; i++) {
    while (at > 0 && pattern[at] != text[i])
      at = next[at - 1];
    if (pattern[at] == text[i])
      at++;
    if (at == 4) {
      found++;
      at = next[at - 1];
    }
  }
  return found;
}

int main(void) {
  char pattern[4] = {1, 2, 1, 1}, text[64];
  int next[4];
  unsigned seed = 7;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1103515245u + 12345u;
    text[i] = (char)((seed >> 16) % 2 + 1);
  }
  CALL_KERNEL(kmp, pattern, text, next);
  return 0;
}
