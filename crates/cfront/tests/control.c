/* Shapes of control flow, one function each; the test calls all of them with small numbers, and compares with what `cc` makes of them. */

unsigned falls_off_loop(int n) {
  for (int i = 0; i < 10; i++)
    if (i * i > n)
      return i;
  return 99;
}

unsigned guards(int n) {
  if (n < 0)
    return 1;
  if (n == 0)
    return 2;
  if (n == 1) {
    if (n * 2 > 1)
      return 3;
    n += 5;
  }
  if (n > 3)
    return n * 2;
  return 4;
}

unsigned both_branches_return(int n) {
  if (n & 1) {
    return 1;
  } else {
    if (n & 2)
      return 2;
    else
      return 3;
  }
  return 4;
}

unsigned endless_until_break(int n) {
  unsigned t = 0;
  for (;;) {
    t += 3;
    if (t > (unsigned)n * 4)
      break;
    t++;
  }
  while (1) {
    if (t++ > 30)
      break;
  }
  do {
    t += 2;
    if (t % 5 == 0)
      break;
  } while (1);
  return t;
}

unsigned do_once(int n) {
  unsigned t = n;
  do {
    if (n == 2)
      continue;
    t += 10;
    if (n == 3)
      break;
    t += 100;
  } while (0);
  return t;
}

unsigned nested_breaks(int n) {
  unsigned t = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      if (j > i + 2)
        break;
      if (i + j == 7)
        return t + 1000;
      t += i * 3 + j;
    }
    t *= 2;
  }
  return t;
}

unsigned gotos_out(int n) {
  unsigned t = 1;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      t = t * 3 + j;
      if (t % 7 == (unsigned)n)
        goto found;
      if (t % 11 == (unsigned)n)
        goto next;
    }
    t++;
  next:
    t += 5;
  }
  t += 1000;
found:
  t += 7;
  if (n == 3)
    goto end;
  t *= 3;
end:
  return t;
}

unsigned goto_chain(int n) {
  unsigned t = 0;
  if (n == 0)
    goto a;
  if (n == 1)
    goto b;
  if (n == 2)
    goto c;
  t += 1;
a:
  t += 10;
b:
  t += 100;
  if (n == 4)
    goto d;
c:
  t += 1000;
d:
  return t;
}

unsigned goto_over_definition(int n) {
  if (n > 2)
    goto late;
  return 1;
  int x;
late:
  x = n * 2;
  return x;
}

unsigned goto_cleanup(int n) {
  unsigned r = 0;
  int a = n;
  if (a == 1)
    goto fail;
  r += 2;
  while (a > 0) {
    a--;
    if (a == 3) {
      r += 50;
      goto fail;
    }
  }
  r += 3;
  goto done;
fail:
  r += 1000;
done:
  r += 1;
  return r;
}

unsigned switch_plain(int n) {
  switch (n) {
  case 0:
    return 5;
  case 1:
    n = 8;
    break;
  case -1:
    n = 9;
    break;
  case 4:
  case 5:
    n = 20;
    break;
  default:
    n = 100;
  }
  return n + 1;
}

unsigned switch_falls(int n) {
  unsigned t = 0;
  switch (n) {
  case 0:
    t += 1;
  case 1:
    t += 10;
    if (n == 0)
      break;
    t += 5;
  default:
    t += 100;
  case 3:
    t += 1000;
    break;
  case 4:
    t += 7;
  }
  return t;
}

unsigned switch_default_first(int n) {
  unsigned t = 0;
  switch (n) {
  default:
    t = 1;
  case 2:
    t += 2;
  case 3:
    t += 4;
  }
  return t;
}

unsigned switch_only_default(int n) {
  switch (n) {
  default:
    n += 3;
  }
  switch (n) {
  }
  switch (n++) {
    n = 77;
  }
  return n;
}

unsigned switch_one(int n) {
  unsigned t = 0;
  switch (n) {
  case 3:
    t = 4;
    break;
  }
  switch (n) {
  case 2:
    t += 40;
    break;
  default:
    t += 1;
  }
  return t;
}

unsigned switch_ranges(int n) {
  unsigned t = 0;
  switch (n * 3 - 4) {
  case -10 ... -1:
    t = 1;
    break;
  case 0 ... 4:
    t = 2;
    break;
  case 5:
  case 8 ... 9:
    t = 3;
    break;
  default:
    t = 4;
  }
  return t;
}

unsigned switch_types(int n) {
  unsigned t = 0;
  switch ((unsigned char)(n + 250)) {
  case 250:
    t += 1;
    break;
  case 255:
    t += 2;
    break;
  case 0:
    t += 3;
    break;
  }
  switch ((long)n - 3000000000L) {
  case -3000000000L:
    t += 10;
    break;
  case -2999999999L:
    t += 20;
    break;
  case -2999999998L:
    t += 30;
    break;
  }
  switch ((unsigned long)n - 1) {
  case 0xffffffffffffffff:
    t += 100;
    break;
  case 0:
    t += 200;
    break;
  case 1:
    t += 300;
    break;
  }
  switch (n > 2) {
  case 0:
    t += 1000;
    break;
  case 1:
    t += 2000;
    break;
  }
  switch ((unsigned)n - 2u) {
  case 0xfffffffe ... 0xffffffff:
    t += 10000;
    break;
  case 0:
    t += 20000;
    break;
  case 1 ... 2:
    t += 30000;
    break;
  }
  return t;
}

unsigned switch_in_loop(int n) {
  unsigned t = 0;
  for (int i = 0; i < 8; i++) {
    switch ((i + n) % 5) {
    case 0:
      continue;
    case 1:
      t += 1;
      if (t % 2)
        continue;
      break;
    case 2:
      if (n == 2)
        goto out;
      t += 3;
      break;
    case 3: {
      unsigned u = t;
      t = u * 2;
    } break;
    default:
      if (t > 50)
        return t;
      t += 7;
    }
    t += 100;
  }
out:
  return t;
}

unsigned switch_declares(int n) {
  unsigned t = 0;
  switch (n) {
    int x;
  case 0:
    x = 4;
    t += x;
    break;
  case 1:
    t = 3;
    int y = 5;
    t += y;
    break;
  case 2:
    y = 6;
    x = 7;
    t += x + y;
  }
  return t;
}

unsigned switch_in_switch(int n) {
  unsigned t = 0;
  switch (n & 1) {
  case 0:
    switch (n >> 1) {
    case 0:
      t += 1;
      break;
    case 1:
      t += 2;
    case 2:
      t += 4;
      break;
    default:
      return 9;
    }
    t += 10;
    break;
  case 1:
    switch (n) {
    case 3:
      break;
    default:
      t += 20;
    }
    t += 100;
  }
  return t;
}

unsigned loop_in_switch(int n) {
  unsigned t = 0;
  switch (n) {
  case 0:
  case 1:
    for (int i = 0; i < 5; i++) {
      if (i == 3)
        break;
      t += i;
    }
    t += 10;
    break;
  case 2:
    while (1) {
      t++;
      if (t == 4)
        return t;
    }
  default:
    do
      t += 2;
    while (t < 9);
  }
  return t;
}

static int helper(int a, int b) {
  if (a > b)
    return a - b;
  for (int i = 0; i < b; i++) {
    if (i * a > 6)
      return i;
    if (i == 4)
      break;
  }
  return -1;
}

unsigned calls(int n) {
  unsigned t = 0;
  for (int i = 0; i < 5; i++) {
    if (helper(i, n) < 0)
      continue;
    t = t * 5 + helper(n, i);
  }
  return t;
}

static void twice(int a, unsigned *out) {
  if (a == 2)
    return;
  *out += 1;
  if (a == 3) {
    *out += 10;
    return;
  }
  *out += 100;
}

unsigned calls_void(int n) {
  unsigned t = 0;
  twice(n, &t);
  twice(n + 1, &t);
  return t;
}

unsigned variable_after_loop(int n) {
  int i, j = 3;
  unsigned t = 0;
  for (i = 0; i < n; i += 2)
    t += i;
  t = t * 10 + i;
  for (; j < n; j++)
    t += 5;
  t = t * 10 + j;
  for (i = n; i > 0; i -= 3)
    t++;
  return t * 100 + i + 10;
}

unsigned while_counts(int n) {
  unsigned t = 0;
  int i = 0;
  while (i < n) {
    t += i * i;
    i++;
  }
  while (i > 0) {
    t = t * 3 + i;
    i--;
  }
  return t + i;
}

unsigned bound_changes(int n) {
  unsigned t = 0;
  int m = n;
  for (int i = 0; i < m; i++) {
    t += m;
    if (i == 2)
      m = 3;
  }
  int a[3] = {n, 2, 1};
  for (int i = 0; i < a[0]; i++) {
    a[0] -= 1;
    t += i + 10;
  }
  for (int i = 0; i < a[1]; i++)
    t = t * 2 + a[i];
  int *p = a;
  for (int i = 0; i < p[1]; i++) {
    a[1] = 1;
    t += 100;
  }
  return t;
}

static int limit;
static void lower_limit(void) { limit--; }

unsigned bound_changes_in_call(int n) {
  unsigned t = 0;
  limit = n;
  for (int i = 0; i < limit; i++) {
    lower_limit();
    t++;
  }
  return t * 10 + limit;
}

unsigned variable_changes(int n) {
  unsigned t = 0;
  for (int i = 0; i < 10; i++) {
    t += i;
    if (i == n)
      i += 3;
  }
  for (int i = 0; i < 10; i++) {
    int *p = &i;
    *p += 1;
    t++;
  }
  return t;
}

unsigned continues(int n) {
  unsigned t = 0;
  for (int i = 0; i < 9; i++) {
    if (i % 3 == n)
      continue;
    if (i % 4 == n) {
      t += 50;
      continue;
    }
    if (i > n) {
      if (t & 1)
        continue;
      t += 3;
    }
    t += i;
  }
  return t;
}

unsigned step_with_continue_and_break(int n) {
  unsigned t = 0;
  int i;
  for (i = 0; i < 20; t += i, i += 2) {
    if (i == n)
      continue;
    if (i > n + 6)
      break;
    t = t * 2 + 1;
  }
  return t * 100 + i;
}

unsigned conditions_with_effects(int n) {
  unsigned t = 0;
  int i = 0;
  while (i++ < n && t < 40) {
    if (i == 3)
      continue;
    t += i;
  }
  t = t * 10 + i;
  do {
    if (i == 2)
      continue;
    t++;
  } while (--i > 0);
  return t;
}

unsigned empty_bodies(int n) {
  int i;
  for (i = 0; i < n; i++)
    ;
  while (i++ < 8)
    ;
  if (n)
    ;
  else
    ;
  {
  }
  return i;
}

unsigned unreachable_after_exits(int n) {
  for (int i = 0; i < 3; i++) {
    if (n == i) {
      return i;
      n = 100;
    }
    continue;
    n = 200;
  }
  while (n > 0) {
    n--;
    break;
    n = 300;
  }
  return n;
  n = 400;
  return n;
}

unsigned many_guards(int n) {
#define G(k) if (n == k - 3) return k * 2;
#define G10(k) G(k##0) G(k##1) G(k##2) G(k##3) G(k##4) G(k##5) G(k##6) G(k##7) G(k##8) G(k##9)
  G10(1) G10(2) G10(3) G10(4) G10(5) G10(6) G10(7) G10(8) G10(9) G10(10) G10(11) G10(12) G10(13) G10(14)
  n += 2;
  G10(1) G10(2) G(0) G(1) G(2) G(3) G(4) G(5) G(6) G(7)
  return n;
}

unsigned known_conditions(int n) {
  unsigned t = 0;
  if (0)
    return 1;
  if (1)
    t += 2;
  else
    return 3;
  while (0)
    t += 100;
  for (int i = 0; 0; i++)
    t += 200;
  for (int i = 0; i < 4; i++) {
    do {
      if (i == n)
        break;
      if (i + 1 == n)
        continue;
      t += 10;
      if (n == 5)
        return t;
    } while (0);
    t++;
  }
  if (n == 3)
    if (1)
      return 7;
  return t;
}

unsigned several_steps(int n) {
  unsigned t = 0;
  int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  int i, j;
  int *p;
  for (i = 0, j = 10; i < n; i++, j -= 2)
    t = t * 3 + j;
  for (i = 0, p = a; i < n; p++, i++) {
    if (*p == 1)
      continue;
    t += *p;
  }
  for (i = 0, j = 0; i < n; i++, j = i * 2)
    t = t * 5 + j;
  for (i = 0, j = n; i < j; i++, j--)
    t = t * 7 + i;
  for (i = n - 1, j = 1; j = j * 2 + 1, i >= 0; i--)
    t += j;
  return t * 100 + i * 10 + j;
}

unsigned extremes(int n) {
  unsigned t = 0;
  for (int i = -2147483647 - 1 + n; i > -2147483647 - 1; i--)
    t += i;
  for (int i = 2147483647 - n; i < 2147483647; i++)
    t = t * 3 + (unsigned)i;
  for (long i = 9223372036854775807L - n; i < 9223372036854775807L; i++)
    t = t * 3 + (unsigned)i;
  for (unsigned i = 4294967295u - n; i < 4294967295u; i++)
    t = t * 3 + (unsigned)i;
  for (unsigned i = 4294967290u; i > 4294967285u + n; i--)
    t = t * 3 + (unsigned)i;
  for (unsigned char i = 250; i <= 250 + n && i < 255; i++)
    t = t * 3 + (unsigned)i;
  for (unsigned char i = 250; i < 254; i++)
    t = t * 3 + (unsigned)i;
  for (signed char i = 120; i < 127; i += 7)
    t = t * 3 + (unsigned)i;
  for (signed char i = -120; i > -128; i -= 4)
    t = t * 3 + (unsigned)i;
  for (unsigned long i = 18446744073709551610ul; i != 0; i++)
    t = t * 3 + (unsigned)i;
  for (int i = 5; i >= -2147483647 + 2147483640; i -= 3)
    t = t * 3 + (unsigned)i;
  for (int i = -2147483640; i > -2147483647 - 1; i -= 4)
    t = t * 3 + (unsigned)i;
  return t;
}

int shared_bound;
int *bound_pointer = &shared_bound;

unsigned bounds_through_static_pointers(int n) {
  unsigned t = 0;
  shared_bound = n;
  for (int i = 0; i < *bound_pointer; i++) {
    shared_bound = 2;
    t = t * 3 + i;
  }
  return t;
}

unsigned starts_at_remainders(int n) {
  unsigned t = 0;
  for (int i = (int)((((unsigned)n & 255) + 5) % 10) - 5; (unsigned)i < 3u; i++)
    t = t * 3 + i + 1;
  for (int i = (n - 9) % 4; i < 3; i++)
    t = t * 5 + i;
  return t;
}

unsigned chains_around_default(int n) {
  unsigned t = 0;
  for (int i = n - 2; i < 9; i++)
    switch (i) {
    case 0:
      t = t * 3 + 1;
    case 1 ... 2:
      t = t * 3 + 2;
      if (n == 4)
        break;
    default:
      t = t * 3 + 3;
    case 4:
    case 6:
      t = t * 3 + 4;
      if (n == 3)
        continue;
    case 5:
      t = t * 3 + 5;
    case 7:
      t = t * 3 + 6;
    }
  return t;
}
