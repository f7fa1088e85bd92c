// A scanner of numbers and names as a machine of states: switch with cases that fall through, a default in the middle, characters
// from a string.
#include "dynamatic/Integration.h"
#include <stdio.h>

enum state { START, NUMBER, FRACTION, NAME, ERROR };
enum { NUMBERS, FRACTIONS, NAMES, SIGNS, ERRORS, KINDS };

int scan(const char text[], int count[KINDS], int sum[1]) {
  enum state state = START;
  int value = 0, i = 0;
  for (;; i++) {
    char c = text[i];
    switch (state) {
    case NUMBER:
      if (c >= '0' && c <= '9') {
        value = value * 10 + (c - '0');
        continue;
      }
      if (c == '.') {
        state = FRACTION;
        continue;
      }
      count[NUMBERS]++;
      *sum += value;
      state = START;
      break;
    case FRACTION:
      if (c >= '0' && c <= '9')
        continue;
      count[FRACTIONS]++;
      state = START;
      break;
    default:
      state = START;
      break;
    case NAME:
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9'))
        continue;
      count[NAMES]++;
      // fall through
    case START:
      break;
    }
    state = START;
    switch (c) {
    case '\0':
      return i;
    case ' ':
    case '\t':
    case '\n':
      break;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      state = NUMBER;
      value = c - '0';
      break;
    case '+':
    case '-':
      count[SIGNS]++;
      // fall through
    case '*':
      count[SIGNS]++;
      break;
    case '@':
    case '#':
      state = ERROR;
      count[ERRORS]++;
      break;
    default:
      state = NAME;
    }
  }
}

int main(void) {
  const char text[] = "x1 + 42 * (foo - 3.14) @ bar_2 100\t7.5 # end 9";
  int count[KINDS] = {0}, sum[1] = {0};
  int length = CALL_KERNEL(scan, text, count, sum);
  printf("%d characters, sum %d:", length, sum[0]);
  for (int k = 0; k < KINDS; k++)
    printf(" %d", count[k]);
  printf("\n");
  return 0;
}
