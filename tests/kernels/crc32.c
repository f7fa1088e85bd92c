// Cyclic redundancy checks: bit by bit, by a table made at run time, and a 16-bit one over the bytes of a string.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 96

uint32_t crc32_bits(const uint8_t data[LENGTH], int length) {
  uint32_t crc = ~0u;
  for (int i = 0; i < length; i++) {
    crc ^= data[i];
    for (int b = 0; b < 8; b++)
      crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  }
  return ~crc;
}

uint32_t crc32_table(const uint8_t data[LENGTH], int length, uint32_t table[256]) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t entry = i;
    for (int b = 8; b--;)
      entry = (entry >> 1) ^ (-(entry & 1) & 0xEDB88320u);
    table[i] = entry;
  }
  uint32_t crc = 0xFFFFFFFF;
  for (int i = 0; i < length; ++i)
    crc = table[(uint8_t)(crc ^ data[i])] ^ crc >> 8;
  return crc ^ 0xFFFFFFFF;
}

uint16_t crc16(const char text[], int length) {
  uint16_t crc = 0x1D0F;
  for (int i = 0; i < length; i++) {
    crc ^= (uint16_t)text[i] << 8;
    for (int b = 0; b < 8; b++)
      crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
  }
  return crc;
}

int main(void) {
  uint8_t data[LENGTH];
  uint32_t table[256];
  const char text[] = "123456789";
  for (int i = 0; i < LENGTH; i++)
    data[i] = rand();
  for (int length = 0; length <= LENGTH; length += 24) {
    printf("%08x\n", CALL_KERNEL(crc32_bits, data, length));
    printf("%08x\n", CALL_KERNEL(crc32_table, data, length, table));
  }
  printf("%04hx\n", CALL_KERNEL(crc16, text, 9));
  return 0;
}
