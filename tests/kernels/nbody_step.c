// Steps of gravitating bodies in double precision: bodies are an array of structures with a structure for a vector inside, and
// `main` calls the kernel plainly.
#include <math.h>
#include <stdio.h>

#define BODIES 6

typedef struct {
  double x, y, z;
} Vector;

typedef struct {
  Vector position, velocity;
  double mass;
} Body;

void nbody(Body body[BODIES], int steps, double dt) {
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < BODIES; i++)
      for (int j = i + 1; j < BODIES; j++) {
        Vector d = {body[i].position.x - body[j].position.x, body[i].position.y - body[j].position.y,
                    body[i].position.z - body[j].position.z};
        double square = d.x * d.x + d.y * d.y + d.z * d.z + 0.01;
        double pull = dt / (square * sqrt(square));
        body[i].velocity.x -= d.x * body[j].mass * pull;
        body[i].velocity.y -= d.y * body[j].mass * pull;
        body[i].velocity.z -= d.z * body[j].mass * pull;
        body[j].velocity.x += d.x * body[i].mass * pull;
        body[j].velocity.y += d.y * body[i].mass * pull;
        body[j].velocity.z += d.z * body[i].mass * pull;
      }
    for (int i = 0; i < BODIES; i++) {
      Vector v = body[i].velocity;
      body[i].position.x += dt * v.x;
      body[i].position.y += dt * v.y;
      body[i].position.z += dt * v.z;
    }
  }
}

int main(void) {
  Body body[BODIES];
  for (int i = 0; i < BODIES; i++) {
    body[i].position = (Vector){i * 1.5 - 3, (i * 7 % 5) * 0.75, (i * 3 % 4) - 1.25};
    body[i].velocity = (Vector){0.01 * i, -0.02 * (i % 3), 0};
    body[i].mass = 1.0 + i % 2;
  }
  nbody(body, 40, 0.01);
  for (int i = 0; i < BODIES; i++) {
    printf("%.9f %.9f %.9f\n", body[i].position.x, body[i].position.y, body[i].position.z);
    printf("  %.9f %.9f %.9f\n", body[i].velocity.x, body[i].velocity.y, body[i].velocity.z);
  }
  return 0;
}
