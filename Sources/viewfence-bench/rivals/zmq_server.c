// Servers in C over ZeroMQ: `--job echo` sends back what comes, `--job fit` is what a careful C
// programmer would write with json-c: one parser that is reused, a box, a reply by snprintf.
// `--burst 1` takes all requests that wait and sends their replies together.
//
//   (nothing)             one ROUTER that does the job
//   --threads N           zmq_proxy and N threads, over inproc
//   --back ENDPOINT       zmq_proxy alone; workers connect to its back
//   --connect ENDPOINT    one worker of such a proxy
#include "common.h"
#include "fit.h"
#include <pthread.h>
#include <zmq.h>

enum { FRAMES = 5, BURST = 64, REPLY = 512 };
typedef struct {
  zmq_msg_t frames[FRAMES];
  int count;
} message;

static void *context;
static int fits, burst;

static void *socket_of(int kind) {
  void *socket = zmq_socket(context, kind);
  int unbounded = 0;
  zmq_setsockopt(socket, ZMQ_SNDHWM, &unbounded, sizeof unbounded);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &unbounded, sizeof unbounded);
  return socket;
}

// Binds and writes the endpoint with its real port.
static void bind_at(void *socket, const char *endpoint, char *bound, size_t room) {
  if (zmq_bind(socket, endpoint)) {
    perror(endpoint);
    exit(1);
  }
  zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, bound, &room);
}

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

static void serve(void *socket) {
  parser *p = parser_new();
  message *waiting = calloc(BURST, sizeof *waiting);
  for (;;) {
    int count = 0;
    while (count < burst && !receive(socket, &waiting[count], count ? ZMQ_DONTWAIT : 0)) {
      if (fits) answer(p, &waiting[count]);
      count++;
    }
    for (int i = 0; i < count; i++) send_back(socket, &waiting[i]);
  }
}

static void *serve_behind(void *endpoint) {
  void *socket = socket_of(ZMQ_DEALER);
  if (zmq_connect(socket, endpoint)) {
    perror(endpoint);
    exit(1);
  }
  serve(socket);
  return NULL;
}

static void say_ready(const char *requests, const char *workers) {
  printf("ready requests=%s workers=%s\n", requests, workers);
  fflush(stdout);
}

int main(int argc, char **argv) {
  end_with_parent();
  fits = !strcmp(option(argc, argv, "--job", "echo"), "fit");
  burst = atoi(option(argc, argv, "--burst", "0")) ? BURST : 1;
  int threads = atoi(option(argc, argv, "--threads", "0"));
  const char *back = option(argc, argv, "--back", threads ? "inproc://back" : "");
  const char *proxy = option(argc, argv, "--connect", "");
  context = zmq_ctx_new();
  if (*proxy) {
    say_ready("", proxy);
    serve_behind((void *)proxy);
  }
  char requests[128], workers[128];
  void *front = socket_of(ZMQ_ROUTER);
  bind_at(front, "tcp://127.0.0.1:*", requests, sizeof requests);
  if (!*back) {
    say_ready(requests, "");
    serve(front);
  }
  void *dealer = socket_of(ZMQ_DEALER);
  bind_at(dealer, back, workers, sizeof workers);
  for (int i = 0; i < threads; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, serve_behind, workers);
    pthread_setname_np(thread, "worker");
  }
  say_ready(requests, workers);
  zmq_proxy(front, dealer, NULL);
  return 0;
}
