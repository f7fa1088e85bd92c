// Tables of strings and strings that are chosen: keywords looked up in a text, their names returned by a function and kept in
// structures.
#include "dynamatic/Integration.h"
#include <stdio.h>

#define LENGTH 64
#define KEYWORDS 5

static const char *const keyword[KEYWORDS] = {"if", "else", "while", "for", "format"};

struct rule {
  const char *name;
  int weight;
};

static const struct rule rules[] = {{"short", 1}, {"medium", 10}, {NULL, 100}};

static int matches(const char *text, const char *word) {
  while (*word)
    if (*text++ != *word++)
      return 0;
  return *text < 'a' || *text > 'z';
}

static const char *kind(int length) {
  if (length < 3)
    return rules[0].name;
  if (length < 5)
    return rules[1].name;
  return "long";
}

int count_keywords(const char text[LENGTH], int count[KEYWORDS]) {
  int total = 0;
  for (int k = 0; k < KEYWORDS; k++)
    count[k] = 0;
  for (int i = 0; text[i]; i++) {
    if (i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z')
      continue;
    for (int k = 0; k < KEYWORDS; k++)
      if (matches(&text[i], keyword[k])) {
        count[k]++;
        total += rules[k % 3].weight;
      }
  }
  return total;
}

int main(void) {
  const char text[LENGTH] = "for x if y else while elsewhere format (if for) info";
  int count[KEYWORDS], total = CALL_KERNEL(count_keywords, text, count);
  const char *verdict = "few";
  if (total > 20)
    verdict = "many";
  printf("%d: %s\n", total, verdict);
  for (int k = 0; k < KEYWORDS; k++) {
    int length = 0;
    for (const char *p = keyword[k]; *p; p++)
      length++;
    printf("%-6s %d, %s%s\n", keyword[k], count[k], kind(length), count[k] == 0 ? ", never" : "");
  }
  for (int r = 0; r < 3; r++)
    puts(rules[r].name ? rules[r].name : "(none)");
  return 0;
}
