/* viewfence from C, with libzmq: copy what you need.
   cc client.c -lzmq -o client && ./client [REQUESTS [CAMERAS]] */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

typedef struct {
  const void *data;
  size_t size;
} frame;

enum { TRIES = 3, MOST_FRAMES = 8 };

/* Waits for one message of `socket`. Returns its number of frames, which the caller closes, or 0 after a time-out. */
static int receive(void *socket, zmq_msg_t frames[MOST_FRAMES]) {
  int count = 0, more;
  do {
    zmq_msg_init(&frames[count]);
    if (zmq_msg_recv(&frames[count], socket, 0) < 0) {
      zmq_msg_close(&frames[count]);
      break;
    }
    more = zmq_msg_more(&frames[count++]);
  } while (more && count < MOST_FRAMES);
  return count;
}

/* Sends a request and waits for the reply. Without one in time the same frames, and so the same id, go to the
   next endpoint. Returns the reply's number of frames (the last is the JSON), or 0 if nobody answered. */
static int request(void *context, const char *const *endpoints, int endpoint_count, const frame *frames,
                   int frame_count, int timeout_ms, zmq_msg_t reply[MOST_FRAMES]) {
  int received = 0, linger = 0;
  for (int turn = 0; turn < TRIES && received == 0; turn++) {
    void *socket = zmq_socket(context, ZMQ_DEALER);
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &timeout_ms, sizeof timeout_ms);
    zmq_connect(socket, endpoints[turn % endpoint_count]);
    for (int i = 0; i < frame_count; i++)
      zmq_send(socket, frames[i].data, frames[i].size, i + 1 < frame_count ? ZMQ_SNDMORE : 0);
    received = receive(socket, reply);
    zmq_close(socket);
  }
  return received;
}

/* Appends `value` as a little-endian double, whatever this machine's order is. */
static unsigned char *pack(unsigned char *to, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < 8; i++) *to++ = (unsigned char)(bits >> 8 * i);
  return to;
}

static void *subscribe(void *context, const char *endpoint, const char *topic) {
  void *socket = zmq_socket(context, ZMQ_SUB);
  int timeout_ms = 5000, linger = 0;
  zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
  zmq_setsockopt(socket, ZMQ_RCVTIMEO, &timeout_ms, sizeof timeout_ms);
  zmq_setsockopt(socket, ZMQ_SUBSCRIBE, topic, strlen(topic));
  zmq_connect(socket, endpoint);
  return socket;
}

static uint64_t number(const unsigned char *bytes) {
  uint64_t value = 0;
  for (int i = 7; i >= 0; i--) value = value << 8 | bytes[i];
  return value;
}

/* Prints topic, epoch, sequence and reply of the next publication. */
static void print_publication(void *subscriber) {
  zmq_msg_t part[MOST_FRAMES];
  int count = receive(subscriber, part);
  if (count == 3 && zmq_msg_size(&part[2]) == 16) {
    const unsigned char *place = zmq_msg_data(&part[2]);
    printf("%.*s\t%llu\t%llu\t%.*s\n", (int)zmq_msg_size(&part[0]), (char *)zmq_msg_data(&part[0]),
           (unsigned long long)number(place), (unsigned long long)number(place + 8), (int)zmq_msg_size(&part[1]),
           (char *)zmq_msg_data(&part[1]));
  }
  for (int i = 0; i < count; i++) zmq_msg_close(&part[i]);
}

/* Prints the frames of a reply, closes them, and returns whether there were any. */
static int print_reply(zmq_msg_t *reply, int count) {
  if (count == 0) puts("nobody");
  for (int i = 0; i < count; i++) {
    printf("%.*s%c", (int)zmq_msg_size(&reply[i]), (char *)zmq_msg_data(&reply[i]), i + 1 < count ? '\t' : '\n');
    zmq_msg_close(&reply[i]);
  }
  return count > 0;
}

int main(int argc, char **argv) {
  const char *requests[] = {argc > 1 ? argv[1] : "tcp://127.0.0.1:5555"};
  void *context = zmq_ctx_new();
  void *subscriber = subscribe(context, argc > 2 ? argv[2] : "tcp://127.0.0.1:5557", "cam/pitt-street-mall/");
  zmq_msg_t reply[MOST_FRAMES];

  const char *fit =
      "{\"v\":1,\"id\":\"r-1\",\"op\":\"fit\",\"viewport\":{\"width\":390,\"height\":844},"
      "\"content\":{\"pois\":[{\"latitude\":-33.8703,\"longitude\":151.2089},"
      "{\"latitude\":-33.8688,\"longitude\":151.2070}]},"
      "\"insets\":{\"top\":120,\"bottom\":300,\"left\":16,\"right\":16},"
      "\"limits\":{\"fence\":\"pitt-street-mall\"},\"publish\":\"cam/pitt-street-mall/kiosk-3/\"}";
  int answered = print_reply(reply, request(context, requests, 1, &(frame){fit, strlen(fit)}, 1, 2000, reply));

  /* The same places as a packed frame: little-endian doubles, longitude first. */
  const char *packed =
      "{\"v\":1,\"id\":\"r-2\",\"op\":\"fit\",\"viewport\":{\"width\":390,\"height\":844},"
      "\"content\":{\"coordinates\":{\"frame\":1,\"encoding\":\"f64le\",\"dims\":2,\"count\":2}},"
      "\"insets\":{\"top\":120,\"bottom\":300,\"left\":16,\"right\":16}}";
  const double places[] = {151.2089, -33.8703, 151.2070, -33.8688};
  unsigned char bytes[sizeof places], *end = bytes;
  for (int i = 0; i < 4; i++) end = pack(end, places[i]);
  const frame frames[] = {{packed, strlen(packed)}, {bytes, sizeof bytes}};
  answered &= print_reply(reply, request(context, requests, 1, frames, 2, 2000, reply));

  print_publication(subscriber);
  zmq_close(subscriber);
  zmq_ctx_term(context);
  return answered ? 0 : 3;
}
