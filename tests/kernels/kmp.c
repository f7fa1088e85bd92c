// String matching: Knuth, Morris and Pratt, with the table of failures built by a kernel of its own.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define M 7
#define N 96

void failures(const char pattern[M + 1], int next[M]) {
  int k = 0;
  next[0] = 0;
  for (int q = 1; q < M; q++) {
    while (k > 0 && pattern[k] != pattern[q])
      k = next[k - 1];
    if (pattern[k] == pattern[q])
      k++;
    next[q] = k;
  }
}

int kmp(const char pattern[M + 1], const char text[N], const int next[M], int places[N]) {
  int matches = 0;
  for (int i = 0, q = 0; i < N; i++) {
    while (q > 0 && pattern[q] != text[i])
      q = next[q - 1];
    if (pattern[q] == text[i])
      q++;
    if (q == M) {
      places[matches++] = i - (M - 1);
      q = next[q - 1];
    }
  }
  return matches;
}

int main(void) {
  char pattern[M + 1] = "ababaca", text[N];
  int next[M] = {0}, places[N] = {0};
  for (int i = 0; i < N; i++)
    text[i] = pattern[(i + i / 25) % M];
  text[20] = 'x';
  CALL_KERNEL(failures, pattern, next);
  int matches = CALL_KERNEL(kmp, pattern, text, next, places);
  printf("%s:", pattern);
  for (int i = 0; i < M; i++)
    printf(" %d", next[i]);
  printf("\n%.*s\n%d matches:", N, text, matches);
  for (int i = 0; i < matches; i++)
    printf(" %d", places[i]);
  printf("\n");
  return 0;
}
