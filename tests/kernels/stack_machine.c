// An interpreter of a small stack machine: a switch in an endless loop, jumps by data, a program in a constant table.
#include "dynamatic/Integration.h"
#include <stdint.h>
#include <stdio.h>

#define LENGTH 32
#define OUTPUTS 8

enum op { HALT, PUSH, ADD, SUB, MUL, DUP, SWAP, JUMP_NONZERO, LOAD, STORE, OUT };

typedef struct {
  uint8_t op;
  int16_t argument;
} Instruction;

int run(const uint8_t op[LENGTH], const int16_t argument[LENGTH], int out[OUTPUTS]) {
  int stack[16], memory[4] = {0};
  int top = 0, at = 0, outputs = 0, steps = 0;
  for (;;) {
    if (++steps > 1000)
      return -1;
    int16_t a = argument[at];
    switch ((enum op)op[at++]) {
    case HALT:
      return outputs;
    case PUSH:
      stack[top++] = a;
      break;
    case ADD:
      top--;
      stack[top - 1] += stack[top];
      break;
    case SUB:
      top--;
      stack[top - 1] -= stack[top];
      break;
    case MUL:
      --top, stack[top - 1] *= stack[top];
      break;
    case DUP:
      stack[top] = stack[top - 1];
      top++;
      break;
    case SWAP: {
      int t = stack[top - 1];
      stack[top - 1] = stack[top - 2];
      stack[top - 2] = t;
      break;
    }
    case JUMP_NONZERO:
      if (stack[--top])
        at += a;
      break;
    case LOAD:
      stack[top++] = memory[a];
      break;
    case STORE:
      memory[a] = stack[--top];
      break;
    case OUT:
      out[outputs++ % OUTPUTS] = stack[--top];
      break;
    default:
      return -2;
    }
  }
}

int main(void) {
  static const Instruction factorials[] = {
      {PUSH, 1}, {STORE, 0}, {PUSH, 1}, {STORE, 1}, {LOAD, 0},  {LOAD, 1},           {MUL},     {DUP},
      {OUT},     {STORE, 0}, {LOAD, 1}, {PUSH, 1},  {SWAP},     {ADD},               {DUP},     {STORE, 1},
      {PUSH, 7}, {SUB},      {JUMP_NONZERO, -15},   {HALT},
  };
  const int n = sizeof factorials / sizeof factorials[0];
  uint8_t op[LENGTH];
  int16_t argument[LENGTH];
  int out[OUTPUTS] = {0};
  for (int i = 0; i < LENGTH; i++) {
    op[i] = i < n ? factorials[i].op : 99;
    argument[i] = i < n ? factorials[i].argument : 0;
  }
  for (int last = 0; last < 3; last++) {
    int outputs = CALL_KERNEL(run, op, argument, out);
    printf("%d:", outputs);
    for (int i = 0; i < OUTPUTS; i++)
      printf(" %d", out[i]);
    printf("\n");
    // A program that ends in nothing, then one that never ends.
    op[n - 1] = last == 0 ? 99 : JUMP_NONZERO;
    op[n - 2] = last == 0 ? op[n - 2] : DUP;
    argument[n - 1] = -2;
  }
  return 0;
}
