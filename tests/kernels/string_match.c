// String matching: trying every place, with a labelled exit from two loops, and Horspool's way of skipping by the last letter.
#include <stdio.h>
#include <string.h>
#include "dynamatic/Integration.h"

#define TEXT 160
#define WORD 16

int naive(const char text[TEXT], const char word[WORD], int from) {
  int at;
  for (at = from; text[at]; at++) {
    for (int k = 0; word[k]; k++)
      if (text[at + k] != word[k])
        goto next;
    return at;
  next:;
  }
  return -1;
}

int horspool(const char text[TEXT], const char word[WORD], int *compared) {
  int skip[128], n = 0, m = 0;
  while (text[n])
    n++;
  while (word[m])
    m++;
  for (int c = 0; c < 128; c++)
    skip[c] = m;
  for (int k = 0; k + 1 < m; k++)
    skip[word[k] & 0x7f] = m - 1 - k;
  *compared = 0;
  for (int at = 0; at + m <= n; at += skip[text[at + m - 1] & 0x7f]) {
    int k = m;
    while (k > 0 && (++*compared, text[at + k - 1] == word[k - 1]))
      k--;
    if (k == 0)
      return at;
  }
  return -1;
}

int main(void) {
  char text[TEXT] = "it is a truth universally acknowledged that a single kernel in possession of a good pipeline "
                    "must be in want of data";
  char words[6][WORD] = {"truth", "kernel", "data", "pipe", "absent", "it"};
  for (int w = 0; w < 6; w++) {
    char word[WORD];
    int compared = 0;
    memcpy(word, words[w], WORD);
    printf("%-8s", word);
    printf("%4d", CALL_KERNEL(naive, text, word, 0));
    printf("%4d", CALL_KERNEL(horspool, text, word, &compared));
    printf(" (%d compared)\n", compared);
  }
  char letter[WORD] = "in";
  for (int at = naive(text, letter, 0); at >= 0; at = naive(text, letter, at + 1))
    printf("%d ", at);
  printf("\n");
  return 0;
}
