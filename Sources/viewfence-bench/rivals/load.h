// What every client measures: a loop of requests and replies, `--seconds` long after 0.5 s to warm
// up, beside the CPU time of the processes `--pids`.
#pragma once
#include "common.h"

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

enum { RING = 1 << 20 };
typedef struct {
  const char *pids;
  uint64_t warm, end, from, done, bad;
  double server_cpu, own_cpu;
  histogram latency;
  uint64_t sent_at[RING];
  char first[2048];
} load;

static inline double own_cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline load *load_begin(int argc, char **argv) {
  load *l = (load *)calloc(1, sizeof *l);
  l->pids = option(argc, argv, "--pids", "");
  l->warm = now_ns() + 500000000ull;
  l->end = l->warm + (uint64_t)(atof(option(argc, argv, "--seconds", "1")) * 1e9);
  return l;
}

// Whether the time is not over; begins to measure when all is warm.
static inline int load_goes_on(load *l) {
  uint64_t now = now_ns();
  if (!l->from && now > l->warm) {
    l->from = now;
    l->done = 0;
    l->server_cpu = processes_cpu(l->pids);
    l->own_cpu = own_cpu();
  }
  return now < l->end;
}

static inline void load_sends(load *l, unsigned id) { l->sent_at[id % RING] = now_ns(); }

// One reply, `good` if it is the one that was asked for.
static inline void load_took(load *l, unsigned id, int good, const char *text, size_t length) {
  l->done++;
  l->bad += !good;
  if (good && l->from) histogram_add(&l->latency, now_ns() - l->sent_at[id % RING]);
  if (!*l->first) snprintf(l->first, sizeof l->first, "%.*s", (int)length, text);
}

// Prints the first reply, then the measure, and ends the program.
static inline void load_end(const load *l, size_t bytes) {
  double elapsed = (double)(now_ns() - l->from) * 1e-9, done = (double)l->done;
  printf("%s\n", l->first);
  printf("rate=%.0f p50_us=%.1f p99_us=%.1f cpu_us=%.3f client_us=%.3f bad=%llu bytes=%zu\n",
         done / elapsed, histogram_us(&l->latency, .5), histogram_us(&l->latency, .99),
         (processes_cpu(l->pids) - l->server_cpu) / done * 1e6,
         (own_cpu() - l->own_cpu) / done * 1e6, (unsigned long long)l->bad, bytes);
  fflush(stdout);
  _exit(l->bad != 0);
}

static inline void load_fails(const char *why) {
  fprintf(stderr, "%s\n", why);
  _exit(1);
}
