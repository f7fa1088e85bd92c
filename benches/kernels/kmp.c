// Looks for a pattern of 4 letters in a text of 1000, with a table of where to go on after a mismatch. The lengths of its inner loops depend on the letters:
// `rand` gives those of the published run. The table is written and then read; Dynamatic has a load-store queue for that.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define LETTERS 4
#define LENGTH 1000

int kmp(const char pattern[LETTERS], const char text[LENGTH], int table[LETTERS]) {
  int matches = 0, matched = 0;
  table[0] = 0;
  for (int at = 1; at < LETTERS; at++) {
    char letter = pattern[at];
    while (matched > 0) {
      if (pattern[matched] == letter)
        break;
      matched = table[at];
    }
    if (pattern[matched] == letter)
      matched++;
    table[at] = matched;
  }
  matched = 0;
  for (int at = 0; at < LENGTH; at++) {
    char letter = text[at];
    while (matched > 0) {
      if (pattern[matched] == letter)
        break;
      matched = table[matched];
    }
    if (pattern[matched] == letter)
      matched++;
    if (matched >= LETTERS) {
      matches++;
      matched = table[matched - 1];
    }
  }
  return matches;
}

int main(void) {
  char pattern[LETTERS], text[LENGTH];
  int table[LETTERS];
  for (int i = 0; i < LETTERS; i++) {
    pattern[i] = (char)(rand() % 10);
    table[i] = rand() % 10;
  }
  table[LETTERS - 1] = 0;
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)(rand() % 10);
  CALL_KERNEL(kmp, pattern, text, table);
  return 0;
}
