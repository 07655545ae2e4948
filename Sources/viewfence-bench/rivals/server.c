// A bare ROUTER in C, for comparison: `--job echo` sends back what comes, `--job fit` is what a
// careful C programmer would write with json-c: one parser that is reused, a box, a reply by
// snprintf. `--burst 1` takes all waiting requests and sends their replies together.
#include "common.h"
#include "fit.h"
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>
#include <zmq.h>

enum { FRAMES = 4, BURST = 64, REPLY = 512 };
typedef struct {
  zmq_msg_t frames[FRAMES];
  int count;
} message;

// Receives all frames of one message; returns 0 unless nothing is there.
static int receive(void *socket, message *m, int flags) {
  int more = 1;
  for (m->count = 0; more && m->count < FRAMES; m->count++) {
    zmq_msg_t *frame = &m->frames[m->count];
    zmq_msg_init(frame);
    if (zmq_msg_recv(frame, socket, m->count ? 0 : flags) < 0) {
      zmq_msg_close(frame);
      return -1;
    }
    more = zmq_msg_more(frame);
  }
  return 0;
}

static void answer(parser *p, message *m) {
  zmq_msg_t *body = &m->frames[m->count - 1];
  char reply[REPLY];
  int length = fit(p, zmq_msg_data(body), zmq_msg_size(body), reply, sizeof reply);
  if (length < 0) length = snprintf(reply, sizeof reply, "bad request");
  zmq_msg_close(body);
  zmq_msg_init_size(body, (size_t)length);
  memcpy(zmq_msg_data(body), reply, (size_t)length);
}

static void send_back(void *socket, message *m) {
  for (int i = 0; i < m->count; i++)
    zmq_msg_send(&m->frames[i], socket, i + 1 < m->count ? ZMQ_SNDMORE : 0);
}

int main(int argc, char **argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int fits = !strcmp(option(argc, argv, "--job", "echo"), "fit");
  int burst = atoi(option(argc, argv, "--burst", "0")) ? BURST : 1;
  void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_ROUTER);
  int unbounded = 0;
  zmq_setsockopt(socket, ZMQ_SNDHWM, &unbounded, sizeof unbounded);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &unbounded, sizeof unbounded);
  if (zmq_bind(socket, "tcp://127.0.0.1:*")) {
    perror("bind");
    return 1;
  }
  char endpoint[128];
  size_t size = sizeof endpoint;
  zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, endpoint, &size);
  printf("ready requests=%s\n", endpoint);
  fflush(stdout);

  parser *p = parser_new();
  static message waiting[BURST];
  for (;;) {
    int count = 0;
    while (count < burst && !receive(socket, &waiting[count], count ? ZMQ_DONTWAIT : 0)) {
      if (fits) answer(p, &waiting[count]);
      count++;
    }
    for (int i = 0; i < count; i++) send_back(socket, &waiting[i]);
  }
}
