// Tables of constants of several types in global and local scope, looked up with computed indices: dates, a step table, segments.
#include "dynamatic/Integration.h"
#include <stdbool.h>
#include <stdio.h>

static const unsigned char days[2][12] = {{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31},
                                          {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}};
static const short step_size[16] = {7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31};
static const signed char step_change[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

int day_of_week(int year, int month, int day) {
  static const int offset[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
  year -= month < 3;
  return (year + year / 4 - year / 100 + year / 400 + offset[month - 1] + day) % 7;
}

int day_of_year(int year, int month, int day) {
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  for (int m = 0; m < month - 1; m++)
    day += days[leap][m];
  return day;
}

int encode(const short sample[40], unsigned char code[40]) {
  int guess = 0, at = 0;
  for (int i = 0; i < 40; i++) {
    int step = step_size[at], rest = sample[i] - guess, c = 0, change = step >> 3;
    if (rest < 0) {
      c = 8;
      rest = -rest;
    }
    for (int bit = 4; bit; bit >>= 1, step >>= 1)
      if (rest >= step) {
        c |= bit;
        rest -= step;
        change += step;
      }
    guess += c & 8 ? -change : change;
    at += step_change[c & 7];
    at = at < 0 ? 0 : at > 15 ? 15 : at;
    code[i] = c;
  }
  return guess;
}

int main(void) {
  const int dates[][3] = {{2000, 2, 29}, {1900, 3, 1}, {2024, 12, 31}, {1969, 7, 20}, {2100, 1, 1}};
  for (int i = 0; i < 5; i++) {
    printf("%d ", CALL_KERNEL(day_of_week, dates[i][0], dates[i][1], dates[i][2]));
    printf("%d\n", CALL_KERNEL(day_of_year, dates[i][0], dates[i][1], dates[i][2]));
  }
  short sample[40];
  unsigned char code[40];
  for (int i = 0; i < 40; i++)
    sample[i] = (i % 20 < 10 ? i % 20 : 20 - i % 20) * 12 - 60;
  printf("%d:", CALL_KERNEL(encode, sample, code));
  for (int i = 0; i < 40; i++)
    printf(" %x", code[i]);
  printf("\n");
  return 0;
}
