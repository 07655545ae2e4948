// Load: one DEALER that keeps `--window` requests in flight at `--endpoint` for `--seconds`, after
// 0.3 s to warm up. Prints the first reply, then the measure of the process `--pid`.
#include "common.h"
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <zmq.h>

enum { RING = 1 << 20 };
static uint64_t sent_at[RING];
static histogram latency;
static char *body;
static size_t length;
static double *packed;
static size_t packed_length;

static void send_next(void *socket, unsigned *id) {
  put_id(body, *id);
  sent_at[*id % RING] = now_ns();
  zmq_send(socket, body, length, packed ? ZMQ_SNDMORE : 0);
  if (packed) zmq_send(socket, packed, packed_length, 0);
  ++*id;
}

// Takes one reply; returns -1 if none is there, else whether it is the one that was asked for.
static int take(void *socket, int flags, int echo, int measuring, char *first, size_t room) {
  zmq_msg_t reply;
  zmq_msg_init(&reply);
  if (zmq_msg_recv(&reply, socket, flags) < 0) return -1;
  const char *text = zmq_msg_data(&reply);
  size_t size = zmq_msg_size(&reply);
  int good = size > ID_OFFSET + ID_DIGITS + 12 &&
             (echo ? size == length : !memcmp(text + ID_OFFSET + ID_DIGITS, "\",\"ok\":true,", 12));
  if (good && measuring) histogram_add(&latency, now_ns() - sent_at[get_id(text) % RING]);
  if (!*first) snprintf(first, room, "%.*s", (int)size, text);
  // An echo sends the packed frame back.
  while (zmq_msg_more(&reply)) zmq_msg_recv(&reply, socket, 0);
  zmq_msg_close(&reply);
  return good;
}

int main(int argc, char **argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const char *endpoint = option(argc, argv, "--endpoint", "tcp://127.0.0.1:5555");
  int window = atoi(option(argc, argv, "--window", "64"));
  int pois = atoi(option(argc, argv, "--pois", "8")), pid = atoi(option(argc, argv, "--pid", "0"));
  int echo = atoi(option(argc, argv, "--echo", "0"));
  double seconds = atof(option(argc, argv, "--seconds", "1"));
  body = malloc(200 + 64 * (size_t)pois);
  if (atoi(option(argc, argv, "--packed", "0"))) {
    packed_length = 16 * (size_t)pois;
    packed = malloc(packed_length);
    length = make_packed_request(body, 200 + 64 * (size_t)pois, packed, pois);
  } else {
    length = make_request(body, 200 + 64 * (size_t)pois, pois);
  }

  void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
  int unbounded = 0, patience = 5000;
  zmq_setsockopt(socket, ZMQ_SNDHWM, &unbounded, sizeof unbounded);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &unbounded, sizeof unbounded);
  zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
  if (zmq_connect(socket, endpoint)) {
    perror("connect");
    return 1;
  }
  unsigned id = FIRST_ID;
  static char first[2048];
  uint64_t warm = now_ns() + 300000000ull, end = warm + (uint64_t)(seconds * 1e9), from = 0;
  uint64_t done = 0, bad = 0;
  double cpu = 0;
  for (int i = 0; i < window; i++) send_next(socket, &id);
  while (now_ns() < end) {
    if (!from && now_ns() > warm) {
      from = now_ns();
      done = 0;
      cpu = process_cpu(pid);
    }
    // Waits for one, takes what else is there, and sends as many again together.
    int got = 0, good;
    while (got < 32 && got < window &&
           (good = take(socket, got ? ZMQ_DONTWAIT : 0, echo, from != 0, first, sizeof first)) >= 0) {
      got++;
      bad += !good;
    }
    if (!got) {
      fprintf(stderr, "no reply in %d ms\n", patience);
      return 1;
    }
    done += (uint64_t)got;
    while (got--) send_next(socket, &id);
  }
  double elapsed = (double)(now_ns() - from) * 1e-9;
  printf("%s\n", first);
  printf("rate=%.0f p50_us=%.1f p99_us=%.1f cpu_us=%.3f bad=%llu bytes=%zu\n",
         (double)done / elapsed, histogram_us(&latency, .5), histogram_us(&latency, .99),
         (process_cpu(pid) - cpu) / (double)done * 1e6, (unsigned long long)bad, length + packed_length);
  fflush(stdout);
  _exit(bad != 0);
}
