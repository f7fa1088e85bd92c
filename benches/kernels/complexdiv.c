// The quotients of 1000 pairs of complex numbers: two branches with three divisions each, always the first of them.
#include "dynamatic/Integration.h"
#include <stdlib.h>

#define COUNT 1000

void complexdiv(const int above_im[COUNT], const int above_re[COUNT], const int below_im[COUNT],
                const int below_re[COUNT], int im[COUNT], int re[COUNT]) {
  for (int i = 0; i < COUNT; i++) {
    int bi = below_im[i], br = below_re[i];
    int ai = above_im[i], ar = above_re[i];
    int real, imaginary;
    if (abs(br) >= abs(bi)) {
      int ratio = bi / br;
      int by = br + ratio * bi;
      real = (ar + ratio * ai) / by;
      imaginary = (ai - ratio * ar) / by;
    } else {
      int ratio = br / bi;
      int by = bi + ratio * br;
      real = (ar * ratio + ai) / by;
      imaginary = (ai * ratio - ar) / by;
    }
    re[i] = real;
    im[i] = imaginary;
  }
}

int main(void) {
  int above_im[COUNT], above_re[COUNT], below_im[COUNT], below_re[COUNT], im[COUNT], re[COUNT];
  for (int i = 0; i < COUNT; i++) {
    above_im[i] = i * 7 % 50;
    above_re[i] = i * 3 % 50;
    below_im[i] = i % 3;
    below_re[i] = i % 3 + 1;
  }
  CALL_KERNEL(complexdiv, above_im, above_re, below_im, below_re, im, re);
  return 0;
}
