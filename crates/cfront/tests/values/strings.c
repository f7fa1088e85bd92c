// String literals that meet: chosen from, in tables, returned, given to one pointer in turn. And memcpy between arrays of different shapes.
#include <stddef.h>
#include <string.h>

enum color { RED, GREEN, BLUE };

struct entry {
  const char *name;
  int value;
};

static const char *const numbers[] = {"zero", "one", "two", "three"};
static const char *start = "start";
static struct entry entries[3] = {{"x", 3}, {.value = 4}, {"longer than all the others", 5}};

static const char *name(enum color c) {
  switch (c) {
  case RED:
    return "red";
  case GREEN:
    return "green";
  default:
    break;
  }
  return "?";
}

static int hash(const char *s) {
  int h = 7;
  while (*s)
    h = (h * 31 + *s++) % 100003;
  return h;
}

static int tail(const char *s, int from) {
  if (from > 3)
    s = "default";
  return hash(s + from % 4);
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += hash(numbers[i]) ^ hash(i % 2 ? "odd" : "even");
  for (int c = RED; c <= BLUE; c++)
    sum += hash(name(c)) >> c;
  const char *s = "first";
  sum += hash(s);
  if (sum > 10)
    s = "second one";
  sum ^= hash(s) + tail("parameter", 2) + tail("other", 6);
  for (int i = 0; i < 3; i++)
    if (entries[i].name != NULL)
      sum += hash(entries[i].name) * entries[i].value;
  const char *alone = "alone", *both = sum & 1 ? alone : start;
  sum += hash(both) + hash(alone) + hash(start) + sizeof "size" + "0123456789"[sum % 10];

  int m[3][4], flat[12], back[2][6] = {{0}}, row[4];
  for (int i = 0; i < 12; i++)
    m[i / 4][i % 4] = i * i;
  memcpy(flat, m, sizeof m);
  memcpy(back, flat, sizeof flat);
  memcpy(row, m[1], sizeof row);
  sum += flat[11] * 3 + back[1][4] * 5 + row[2] * 7;
  memcpy(m[2], row, sizeof row);
  memcpy(flat + 2, &m[0][2], 8 * sizeof(int));
  memcpy(&back[0][1], m[sum % 3], 2 * sizeof(int));
  for (int i = 0; i < 12; i++)
    sum += (i + 1) * (flat[i] + back[i / 6][i % 6] - m[i / 4][i % 4]);
  return sum;
}
