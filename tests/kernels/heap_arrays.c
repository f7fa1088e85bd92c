// The test bench: arrays from malloc and calloc of sizes known and computed, filled by memset and memcpy, handed to kernels and freed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dynamatic/Integration.h"

struct sample {
  int time;
  float value;
};

int prefix_sums(const int *in, int *out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    out[i] = s += in[i];
  return s;
}

int main(void) {
  int n = 20 + rand() % 10;
  int *in = (int *)malloc(n * sizeof(int));
  int *out = calloc((size_t)n, sizeof *out);
  if (in == NULL || !out)
    return 1;
  for (int i = 0; i < n; i++)
    in[i] = i * 3 % 8;
  printf("%d\n", out[n - 1]);
  int total = CALL_KERNEL(prefix_sums, in, out, n);
  printf("%d:", total);
  for (int i = 0; i < n; i++)
    printf(" %d", out[i]);
  printf("\n");

  int copy[8], first[8] = {0};
  memcpy(copy, out + 4, sizeof copy);
  memset(first, 0xff, 3 * sizeof(int));
  memset(in, 0, sizeof(int) * (size_t)n);
  memmove(copy + 1, copy, 5 * sizeof copy[0]);
  for (int i = 0; i < 8; i++)
    printf("%d/%d/%d ", copy[i], first[i], in[i]);
  printf("\n");
  free(in);
  free(out);

  struct sample *samples = malloc(6 * sizeof(struct sample));
  for (int i = 0; i < 6; i++) {
    samples[i].time = i;
    samples[i].value = 0.5f * i;
  }
  struct sample kept[2];
  memcpy(kept, &samples[3], sizeof kept);
  printf("%d %g %d %g\n", kept[0].time, kept[0].value, kept[1].time, kept[1].value);
  memset(samples, 0, 6 * sizeof *samples);
  printf("%d %g\n", samples[5].time, samples[5].value);
  free(samples);

  double (*matrix)[4] = malloc(3 * sizeof *matrix);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      matrix[i][j] = i + j / 4.0;
  double sum = 0;
  for (int i = 0; i < 12; i++)
    sum += matrix[i / 4][i % 4];
  printf("%.2f\n", sum);
  free(matrix);

  uint8_t bytes[3][5];
  memset(bytes, 'a', sizeof bytes);
  memset(bytes[1], 'b', sizeof bytes[1]);
  memcpy(bytes[2], bytes[1], 2);
  for (int i = 0; i < 3; i++)
    printf("%.5s|", (char *)bytes[i]);
  printf("\n");
  return 0;
}
