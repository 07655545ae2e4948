// A client over HTTP/1.1: `--window` connections that are kept, a POST in flight on each.
#include "load.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum { ROOM = 4096 };
typedef struct {
  int descriptor;
  size_t length;
  char text[ROOM];
} connection;

static load *run;
static char *request, *body;
static size_t request_length;
static unsigned id = FIRST_ID;

static void ask(connection *c) {
  put_id(body, id);
  load_sends(run, id++);
  c->length = 0;
  // It fits into the socket's buffer, which is empty.
  if (write(c->descriptor, request, request_length) != (ssize_t)request_length)
    load_fails("cannot send");
}

// Takes what came; returns whether the reply is complete.
static int take(connection *c) {
  ssize_t count = read(c->descriptor, c->text + c->length, ROOM - 1 - c->length);
  if (count <= 0) load_fails("the connection ended");
  c->length += (size_t)count;
  c->text[c->length] = 0;
  const char *end = strstr(c->text, "\r\n\r\n"), *size = strcasestr(c->text, "content-length:");
  if (!end || !size) return 0;
  const char *reply = end + 4;
  size_t length = strtoul(size + 15, NULL, 10);
  if (c->length - (size_t)(reply - c->text) < length) return 0;
  int good = is_ok(reply, length);
  load_took(run, good ? get_id(reply) : 0, good, reply, length);
  return 1;
}

int main(int argc, char **argv) {
  end_with_parent();
  int window = atoi(option(argc, argv, "--window", "64"));
  int pois = atoi(option(argc, argv, "--pois", "8"));
  int port = atoi(option(argc, argv, "--endpoint", ""));
  request = malloc(256 + request_room(pois));
  char *content = malloc(request_room(pois));
  size_t content_length = make_request(content, pois, "");
  int head = sprintf(request,
                     "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n",
                     content_length);
  body = memcpy(request + head, content, content_length);
  request_length = (size_t)head + content_length;

  int poll = epoll_create1(0), on = 1;
  connection *all = calloc((size_t)window, sizeof *all);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < window; i++) {
    all[i].descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(all[i].descriptor, (struct sockaddr *)&address, sizeof address))
      load_fails("cannot connect");
    setsockopt(all[i].descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, all[i].descriptor, &event);
  }
  run = load_begin(argc, argv);
  for (int i = 0; i < window; i++) ask(&all[i]);
  while (load_goes_on(run)) {
    struct epoll_event events[64];
    int count = epoll_wait(poll, events, 64, 5000);
    if (count <= 0) load_fails("no reply in 5 s");
    for (int i = 0; i < count; i++)
      if (take(events[i].data.ptr)) ask(events[i].data.ptr);
  }
  load_end(run, content_length);
}
