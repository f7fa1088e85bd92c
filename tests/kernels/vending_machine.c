// A machine of states fed by an array of events: enumerations as states and events, switch in switch, a structure as its memory.
#include <stdio.h>
#include <stdlib.h>

typedef enum { IDLE, PAYING, SERVING = 7, BROKEN = -1 } State;
typedef enum { COIN_5, COIN_10, COIN_20, CHOOSE_TEA = 10, CHOOSE_COFFEE, CANCEL, KICK = 20 } Event;

struct machine {
  State state;
  int credit;
  struct {
    unsigned tea, coffee;
  } sold;
  unsigned short returned;
};

int vend(const Event event[64], int n) {
  struct machine m = {.state = IDLE};
  int kicks = 0;
  for (int i = 0; i < n; i++) {
    int price = 15;
    switch (m.state) {
    case IDLE:
    case PAYING:
      switch (event[i]) {
      case COIN_20:
        m.credit += 10;
      case COIN_10:
        m.credit += 5;
      case COIN_5:
        m.credit += 5;
        m.state = PAYING;
        break;
      case CHOOSE_COFFEE:
        price += 10;
      case CHOOSE_TEA:
        if (m.credit < price)
          break;
        m.credit -= price;
        m.state = SERVING;
        if (event[i] == CHOOSE_TEA)
          m.sold.tea++;
        else
          m.sold.coffee++;
        break;
      case CANCEL:
        m.returned += m.credit;
        m.credit = 0;
        m.state = IDLE;
        break;
      case KICK:
        if (++kicks == 3)
          m.state = BROKEN;
      }
      break;
    case SERVING:
      m.state = m.credit ? PAYING : IDLE;
      break;
    case BROKEN:
      return -(i + 1);
    }
  }
  return (int)(m.sold.tea * 1000000 + m.sold.coffee * 10000 + m.returned * 10 + m.state);
}

int main(void) {
  static const Event all[] = {COIN_5, COIN_10, COIN_20, CHOOSE_TEA, CHOOSE_COFFEE, CANCEL, COIN_20, COIN_10, KICK};
  Event event[64];
  for (int times = 0; times < 5; times++) {
    for (int i = 0; i < 64; i++)
      event[i] = all[rand() % (times < 3 ? 8 : 9)];
    printf("%d\n", vend(event, 64));
  }
  return 0;
}
