// Sorting: letters by counting them; the text is a string whose length the kernel finds itself.
#include <stdio.h>
#include "dynamatic/Integration.h"

#define MAX 80

int counting_sort(const char text[MAX], char sorted[MAX]) {
  int count[128] = {0}, length = 0;
  while (text[length] != '\0') {
    count[(unsigned char)text[length] & 127]++;
    length++;
  }
  char *to = sorted;
  for (int c = 0; c < 128; c++)
    for (int k = count[c]; k; k--)
      *to++ = (char)c;
  *to = 0;
  return length;
}

int main(void) {
  const char text[MAX] = "the quick brown fox jumps over the lazy dog, 0123456789 times\tin a \"row\"!";
  char sorted[MAX] = "";
  int length = CALL_KERNEL(counting_sort, text, sorted);
  printf("%d of %d\n[%s]\n[%s]\n", length, (int)sizeof text, text, sorted);
  return 0;
}
