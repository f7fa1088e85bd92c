// Arrays of structures with arrays inside, nested structures, pointers to their elements, copies of whole structures.
#include <stdio.h>
#include <stdlib.h>

#define N 12

struct range {
  short low, high;
};

struct particle {
  int id;
  struct range box[2];
  signed char v[2];
  struct {
    unsigned char bounces;
    _Bool alive;
  } state;
};

static void move(struct particle *p, short at[2]) {
  for (int d = 0; d < 2; d++) {
    at[d] += p->v[d];
    if (at[d] < p->box[d].low || at[d] > p->box[d].high) {
      p->v[d] = -p->v[d];
      at[d] = at[d] < p->box[d].low ? p->box[d].low : p->box[d].high;
      p->state.bounces++;
    }
  }
  if (p->state.bounces > 9)
    p->state.alive = 0;
}

int simulate(struct particle particle[N], short at[N][2], int steps) {
  int alive = 0;
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < N; i++)
      if (particle[i].state.alive)
        move(&particle[i], at[i]);
  for (int i = 0; i + 1 < N; i++)
    if (!particle[i].state.alive && particle[i + 1].state.alive) {
      struct particle t = particle[i];
      particle[i] = particle[i + 1];
      particle[i + 1] = t;
    }
  for (const struct particle *p = particle; p < particle + N; p++)
    alive += p->state.alive;
  return alive;
}

int main(void) {
  struct particle particle[N];
  short at[N][2];
  for (int i = 0; i < N; i++) {
    struct particle *p = &particle[i];
    p->id = i;
    for (int d = 0; d < 2; d++) {
      p->box[d].low = -(rand() % 50);
      p->box[d].high = rand() % 50;
      p->v[d] = rand() % 15 - 7;
      at[i][d] = 0;
    }
    p->state.bounces = 0;
    p->state.alive = 1;
  }
  printf("%d alive\n", simulate(particle, at, 30));
  for (int i = 0; i < N; i++)
    printf("%d at %d %d, v %d %d, %d bounces%c\n", particle[i].id, at[i][0], at[i][1], particle[i].v[0], particle[i].v[1],
           particle[i].state.bounces, particle[i].state.alive ? '.' : '!');
  printf("%lu %lu\n", sizeof(struct range), sizeof(struct particle));
  return 0;
}
