// What keeps accesses in order that may meet is said and can be chosen.
// RUN: flowright run %s | check --check-prefix=AUTO
// AUTO: memory   guard: the first call takes {{[0-9]+}} cycles instead of {{[0-9]+}}
// AUTO-NEXT: order    of `count`, read at line 17 and write at line 17, by guard: a subscript is made of what is computed at line 17 in the loop at line 16
// RUN: flowright run %s --memory lsq --sim all | check --check-prefix=QUEUE
// QUEUE: verdict  pass
// QUEUE: by queue:
// RUN: flowright run %s --memory ordered | check --check-prefix=ORDERED
// ORDERED-NOT: memory
// ORDERED: by tokens:
// RUN: not flowright run %s --memory guard --lowering blocks 2>&1 | check --check-prefix=BLOCKS
// BLOCKS: error[FR0301]: `--memory guard` has no place in `--lowering blocks`: blocks follow each other
#include "dynamatic/Integration.h"

void histogram(const int key[64], int count[8]) {
  for (int i = 0; i < 64; i++)
    count[key[i]]++;
}

int main(void) {
  int key[64], count[8];
  for (int i = 0; i < 64; i++)
    key[i] = i * 5 % 8;
  for (int i = 0; i < 8; i++)
    count[i] = 0;
  CALL_KERNEL(histogram, key, count);
  return 0;
}
