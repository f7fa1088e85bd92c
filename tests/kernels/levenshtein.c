// Dynamic programming: the distance between two words by insertions, removals and replacements, in one row that is updated in place.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define MAX 24

static int min3(int a, int b, int c) {
  int m = a;
  if (b < m)
    m = b;
  if (c < m)
    m = c;
  return m;
}

int levenshtein(const char a[MAX], const char b[MAX]) {
  unsigned char row[MAX + 1];
  int n = 0;
  while (n < MAX && b[n]) {
    row[n] = (unsigned char)n;
    n++;
  }
  row[n] = (unsigned char)n;
  for (int i = 0; i < MAX && a[i] != 0; i++) {
    unsigned char diagonal = row[0];
    row[0] = (unsigned char)(i + 1);
    for (int j = 0; j < n; j++) {
      unsigned char above = row[j + 1];
      row[j + 1] = (unsigned char)min3(above + 1, row[j] + 1, diagonal + (a[i] != b[j]));
      diagonal = above;
    }
  }
  return row[n];
}

int main(void) {
  char a[5][MAX] = {"kitten", "sunday", "dataflow", "", "same"};
  char b[5][MAX] = {"sitting", "saturday", "workflows", "empty", "same"};
  for (int i = 0; i < 5; i++)
    for (int j = i; j < 5; j++)
      printf("\"%s\" to \"%s\": %d\n", a[i], b[j], CALL_KERNEL(levenshtein, a[i], b[j]));
  return 0;
}
