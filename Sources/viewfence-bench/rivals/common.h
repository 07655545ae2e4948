// What the rivals share: options, clocks, and the request that all of them are sent.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static inline const char *option(int argc, char **argv, const char *name, const char *otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (!strcmp(argv[i], name)) return argv[i + 1];
  return otherwise;
}

// A rival is gone when the benchmark is.
static inline void end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

static inline uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

// CPU time so far of processes, "12,34", user and system, all their threads, in seconds.
static inline double processes_cpu(const char *pids) {
  double sum = 0;
  for (const char *each = pids; each && *each; each = strchr(each, ',') ? strchr(each, ',') + 1 : 0) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid((pid_t)atoi(each), &clock) || clock_gettime(clock, &t)) continue;
    sum += (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
  }
  return sum;
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

// Whether a reply in JSON is an ok one.
static inline int is_ok(const char *reply, size_t length) {
  return length > ID_OFFSET + ID_DIGITS + 12 &&
         !memcmp(reply + ID_OFFSET + ID_DIGITS, "\",\"ok\":true,", 12);
}

enum { VIEW_WIDTH = 1024, VIEW_HEIGHT = 768 };

// The places of a request, always the same ones.
typedef struct {
  unsigned seed;
} places;

static inline double next_share(places *p) {
  p->seed = p->seed * 1664525u + 1013904223u;
  return (p->seed >> 8) / 16777216.0;
}

static inline void next_place(places *p, double *latitude, double *longitude) {
  *latitude = 40 + next_share(p) * 20;
  *longitude = -10 + next_share(p) * 30;
}

#define PLACES_BEGIN {12345}
#define HEAD "{\"v\":1,\"id\":\"%u\",\"op\":\"fit\",\"viewport\":{\"width\":%d,\"height\":%d},"

// The room that a request of `pois` places needs.
static inline size_t request_room(int pois) { return 256 + 64 * (size_t)pois; }

// A minimal fit of `pois` places with `extra` members in front of its content; returns its length.
static inline size_t make_request(char *out, int pois, const char *extra) {
  size_t room = request_room(pois);
  size_t n = (size_t)snprintf(out, room, HEAD "%s\"content\":{\"pois\":[", FIRST_ID, VIEW_WIDTH,
                              VIEW_HEIGHT, extra);
  places all = PLACES_BEGIN;
  for (int i = 0; i < pois; i++) {
    double latitude, longitude;
    next_place(&all, &latitude, &longitude);
    n += (size_t)snprintf(out + n, room - n, "%s{\"latitude\":%.6f,\"longitude\":%.6f}",
                          i ? "," : "", latitude, longitude);
  }
  return n + (size_t)snprintf(out + n, room - n, "]}}");
}

// The same with packed places; `packed` must have room for 2 * pois doubles.
static inline size_t make_packed_request(char *out, double *packed, int pois) {
  places all = PLACES_BEGIN;
  for (int i = 0; i < pois; i++) next_place(&all, &packed[2 * i + 1], &packed[2 * i]);
  return (size_t)snprintf(out, request_room(pois),
                          HEAD "\"content\":{\"coordinates\":{\"frame\":1,\"encoding\":\"f64le\","
                               "\"dims\":2,\"count\":%d}}}",
                          FIRST_ID, VIEW_WIDTH, VIEW_HEIGHT, pois);
}
