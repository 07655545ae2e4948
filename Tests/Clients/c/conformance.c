/* Sends the lines of standard input; check.py says what a line holds. */
#define main example
#include "client.c"
#undef main

#include <stdlib.h>

enum { FRAMING, FORM, ENDPOINTS, TIMEOUT, REQUEST, COORDINATES, CAMERAS, TOPIC, FIELDS };

int main(void) {
  void *context = zmq_ctx_new();
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, stdin) > 0) {
    char *rest = line, *field[FIELDS];
    for (int i = 0; i < FIELDS; i++) field[i] = strsep(&rest, "\t\n");

    frame frames[MOST_FRAMES];
    int count = 0;
    if (strcmp(field[FRAMING], "mdp1") == 0) {
      frames[count++] = (frame){"", 0};
      frames[count++] = (frame){"MDPC01", 6};
      frames[count++] = (frame){"viewfence.v1", 12};
    } else if (strcmp(field[FRAMING], "mdp2") == 0) {
      frames[count++] = (frame){"MDPC02", 6};
      frames[count++] = (frame){"\1", 1};
      frames[count++] = (frame){"viewfence.v1", 12};
    }
    frames[count++] = (frame){field[REQUEST], strlen(field[REQUEST])};

    unsigned char *bytes = NULL;
    if (strcmp(field[COORDINATES], "-") != 0) {
      // A number takes two characters or more, its double eight bytes.
      unsigned char *end = bytes = malloc(4 * strlen(field[COORDINATES]) + 8);
      for (char *next; (next = strsep(&field[COORDINATES], ",")) != NULL;) end = pack(end, strtod(next, NULL));
      frames[count++] = (frame){bytes, (size_t)(end - bytes)};
    }

    void *subscriber = strcmp(field[TOPIC], "-") ? subscribe(context, field[CAMERAS], field[TOPIC]) : NULL;
    const char *endpoints[8];
    int endpoint_count = 0;
    for (char *next; (next = strsep(&field[ENDPOINTS], ",")) != NULL && endpoint_count < 8;)
      endpoints[endpoint_count++] = next;

    zmq_msg_t reply[MOST_FRAMES];
    print_reply(reply, request(context, endpoints, endpoint_count, frames, count, atoi(field[TIMEOUT]), reply));
    if (subscriber != NULL) {
      print_publication(subscriber);
      zmq_close(subscriber);
    }
    free(bytes);
  }
  free(line);
  zmq_ctx_term(context);
}
