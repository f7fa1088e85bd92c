// Strings: length, comparison, reversal, words counted, a number read and written, and a cipher, all as kernels over arrays of characters.
#include <stdbool.h>
#include <stdio.h>
#include "dynamatic/Integration.h"

#define MAX 64

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int length(const char s[MAX]) {
  const char *p = s;
  while (*p)
    p++;
  return (int)(p - s);
}

int compare(const char a[MAX], const char b[MAX]) {
  int i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

void reverse(char s[MAX]) {
  int i = 0, j = length(s);
  while (i < --j) {
    char c = s[i];
    s[i++] = s[j];
    s[j] = c;
  }
}

int words(const char s[MAX]) {
  int count = 0;
  bool inside = false;
  for (int i = 0; s[i]; i++)
    if (is_letter(s[i]) != inside && (inside = !inside))
      count++;
  return count;
}

int number(const char s[MAX]) {
  int i = 0, value = 0, sign = 1;
  while (s[i] == ' ' || s[i] == '\t')
    i++;
  if (s[i] == '-' || s[i] == '+')
    sign = s[i++] == '-' ? -1 : 1;
  for (; s[i] >= '0' && s[i] <= '9'; i++)
    value = value * 10 + (s[i] - '0');
  return sign * value;
}

int digits(unsigned value, unsigned base, char to[MAX]) {
  int n = 0;
  do {
    to[n++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value);
  to[n] = 0;
  reverse(to);
  return n;
}

void caesar(char s[MAX], int by) {
  for (char *p = s; *p != '\0'; p++) {
    if (!is_letter(*p))
      continue;
    char base = *p & 0x20 ? 'a' : 'A';
    *p = base + (*p - base + by + 26) % 26;
  }
}

int main(void) {
  char text[MAX] = "Every statement has its place, even this one.";
  char other[MAX] = "Every statement has\0 an end";
  char buffer[MAX] = {0};
  printf("%d\n", CALL_KERNEL(length, text));
  printf("%d\n", CALL_KERNEL(length, other));
  printf("%d\n", CALL_KERNEL(compare, text, other));
  printf("%d\n", CALL_KERNEL(compare, text, text));
  printf("%d\n", CALL_KERNEL(words, text));
  CALL_KERNEL(caesar, text, 13);
  printf("%s\n", text);
  CALL_KERNEL(caesar, text, -13);
  CALL_KERNEL(reverse, text);
  printf("%s\n", text);
  char figures[3][MAX] = {"  -1234x", "+77", "2147483647"};
  for (int i = 0; i < 3; i++)
    printf("%d\n", CALL_KERNEL(number, figures[i]));
  for (unsigned base = 2; base <= 16; base += 7) {
    int n = CALL_KERNEL(digits, 3735928559u, base, buffer);
    printf("%u: %s (%d)\n", base, buffer, n);
  }
  return 0;
}
