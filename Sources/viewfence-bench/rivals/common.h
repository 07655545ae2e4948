// What the rivals share: options, clocks, a histogram, and the request that all of them are sent.
#pragma once
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline const char *option(int argc, char **argv, const char *name, const char *otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (!strcmp(argv[i], name)) return argv[i + 1];
  return otherwise;
}

static inline uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

// CPU time of another process so far, user and system, all threads, in seconds.
static inline double process_cpu(int pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t)) return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Logarithmic histogram of nanoseconds: 64 steps an octave, so 1.6 % wide.
enum { STEPS = 64, OCTAVES = 40 };
typedef struct {
  uint64_t count;
  uint32_t steps[STEPS * OCTAVES];
} histogram;

static inline void histogram_add(histogram *h, uint64_t ns) {
  if (ns < STEPS) ns = STEPS;
  int octave = 57 - __builtin_clzll(ns);
  unsigned step = (unsigned)octave * STEPS + (unsigned)((ns >> octave) & (STEPS - 1));
  if (step >= STEPS * OCTAVES) step = STEPS * OCTAVES - 1;
  h->steps[step]++;
  h->count++;
}

// The share `q` of all values is at most this many microseconds.
static inline double histogram_us(const histogram *h, double q) {
  uint64_t wanted = (uint64_t)(q * (double)h->count), seen = 0;
  for (unsigned i = 0; i < STEPS * OCTAVES; i++) {
    seen += h->steps[i];
    if (seen > wanted) return (double)((uint64_t)(STEPS + i % STEPS) << (i / STEPS)) / 1000.0;
  }
  return 0;
}

// The id is eight digits at the same offset of request and reply, so that an echo has it too:
// {"v":1,"id":"10000000",...
enum { FIRST_ID = 10000000, ID_OFFSET = 13, ID_DIGITS = 8 };

static inline void put_id(char *body, unsigned id) {
  for (int i = ID_DIGITS - 1; i >= 0; i--, id /= 10) body[ID_OFFSET + i] = (char)('0' + id % 10);
}

static inline unsigned get_id(const char *body) {
  unsigned id = 0;
  for (int i = 0; i < ID_DIGITS; i++) id = id * 10 + (unsigned)(body[ID_OFFSET + i] - '0');
  return id;
}

#define HEAD "{\"v\":1,\"id\":\"%u\",\"op\":\"fit\",\"viewport\":{\"width\":1024,\"height\":768},\"content\":{"

// The next of a fixed row of numbers in 0 ..< 1.
static inline double next_share(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 8) / 16777216.0;
}

// A minimal fit of `pois` places; returns its length. `room` must be 200 + 64 * pois.
static inline size_t make_request(char *out, size_t room, int pois) {
  size_t n = (size_t)snprintf(out, room, HEAD "\"pois\":[", FIRST_ID);
  unsigned seed = 12345;
  for (int i = 0; i < pois; i++) {
    double latitude = 40 + next_share(&seed) * 20, longitude = -10 + next_share(&seed) * 30;
    n += (size_t)snprintf(out + n, room - n, "%s{\"latitude\":%.6f,\"longitude\":%.6f}",
                          i ? "," : "", latitude, longitude);
  }
  return n + (size_t)snprintf(out + n, room - n, "]}}");
}

// The same with packed places; `packed` must have room for 2 * pois doubles.
static inline size_t make_packed_request(char *out, size_t room, double *packed, int pois) {
  unsigned seed = 12345;
  for (int i = 0; i < pois; i++) {
    packed[2 * i + 1] = 40 + next_share(&seed) * 20;
    packed[2 * i] = -10 + next_share(&seed) * 30;
  }
  return (size_t)snprintf(out, room,
                          HEAD "\"coordinates\":{\"frame\":1,\"encoding\":\"f64le\",\"dims\":2,"
                               "\"count\":%d}}}",
                          FIRST_ID, pois);
}
