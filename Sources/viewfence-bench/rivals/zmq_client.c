// A client over ZeroMQ: one DEALER that keeps `--window` requests in flight at `--endpoint`.
// `--delimiter 1` is for a REP; `--extra` are members that each request has on top.
#include "load.h"
#include <zmq.h>

static load *run;
static char *body;
static size_t length;
static double *packed;
static size_t packed_length;
static int delimiter;

static void keep(void *data, void *hint) { (void)data, (void)hint; }

// Sends the places from where they lie. A copy of each frame would make the client's allocator give
// memory back and take it again, page by page, unless echoes of as many bytes keep it busy.
static void send_packed(void *socket) {
  zmq_msg_t places;
  zmq_msg_init_data(&places, packed, packed_length, keep, NULL);
  zmq_msg_send(&places, socket, 0);
}

static void send_next(void *socket, unsigned *id) {
  put_id(body, *id);
  load_sends(run, *id);
  if (delimiter) zmq_send(socket, "", 0, ZMQ_SNDMORE);
  zmq_send(socket, body, length, packed ? ZMQ_SNDMORE : 0);
  if (packed) send_packed(socket);
  ++*id;
}

// Takes one reply; returns whether there was one.
static int take(void *socket, int flags, int echo) {
  zmq_msg_t reply;
  zmq_msg_init(&reply);
  if (zmq_msg_recv(&reply, socket, flags) < 0) return 0;
  if (delimiter) zmq_msg_recv(&reply, socket, 0);
  const char *text = zmq_msg_data(&reply);
  size_t size = zmq_msg_size(&reply);
  int good = echo ? size == length : is_ok(text, size);
  load_took(run, good ? get_id(text) : 0, good, text, size);
  // An echo sends the packed frame back.
  while (zmq_msg_more(&reply)) zmq_msg_recv(&reply, socket, 0);
  zmq_msg_close(&reply);
  return 1;
}

int main(int argc, char **argv) {
  end_with_parent();
  int window = atoi(option(argc, argv, "--window", "64"));
  int pois = atoi(option(argc, argv, "--pois", "8"));
  int echo = atoi(option(argc, argv, "--echo", "0"));
  delimiter = atoi(option(argc, argv, "--delimiter", "0"));
  body = malloc(request_room(pois));
  if (atoi(option(argc, argv, "--packed", "0"))) {
    packed_length = 16 * (size_t)pois;
    packed = malloc(packed_length);
    length = make_packed_request(body, packed, pois);
  } else {
    length = make_request(body, pois, option(argc, argv, "--extra", ""));
  }

  void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
  int unbounded = 0, patience = 5000;
  zmq_setsockopt(socket, ZMQ_SNDHWM, &unbounded, sizeof unbounded);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &unbounded, sizeof unbounded);
  zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
  if (zmq_connect(socket, option(argc, argv, "--endpoint", ""))) load_fails("cannot connect");
  unsigned id = FIRST_ID;
  run = load_begin(argc, argv);
  for (int i = 0; i < window; i++) send_next(socket, &id);
  while (load_goes_on(run)) {
    // Waits for one, takes what else is there, and sends as many again together.
    int got = 0;
    while (got < 32 && got < window && take(socket, got ? ZMQ_DONTWAIT : 0, echo)) got++;
    if (!got) load_fails("no reply in 5 s");
    while (got--) send_next(socket, &id);
  }
  load_end(run, length + packed_length);
}
