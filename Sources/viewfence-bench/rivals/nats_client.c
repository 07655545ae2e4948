// A client over NATS: requests with an inbox of its own as the reply subject, `--window` in flight.
#include "load.h"
#include <nats/nats.h>

int main(int argc, char **argv) {
  end_with_parent();
  int window = atoi(option(argc, argv, "--window", "64"));
  int pois = atoi(option(argc, argv, "--pois", "8"));
  char *body = malloc(request_room(pois));
  int length = (int)make_request(body, pois, "");
  natsConnection *connection;
  natsSubscription *subscription;
  natsInbox *inbox;
  if (natsConnection_ConnectTo(&connection, option(argc, argv, "--endpoint", "")) ||
      natsInbox_Create(&inbox) || natsConnection_SubscribeSync(&subscription, connection, inbox) ||
      natsConnection_Flush(connection))
    load_fails("cannot connect");
  load *run = load_begin(argc, argv);
  unsigned id = FIRST_ID;
  int free_places = window;
  while (load_goes_on(run)) {
    for (; free_places > 0; free_places--) {
      put_id(body, id);
      load_sends(run, id++);
      if (natsConnection_PublishRequest(connection, "fit", inbox, body, length))
        load_fails("cannot send");
    }
    natsMsg *reply;
    if (natsSubscription_NextMsg(&reply, subscription, 5000)) load_fails("no reply in 5 s");
    const char *text = natsMsg_GetData(reply);
    size_t size = (size_t)natsMsg_GetDataLength(reply);
    int good = is_ok(text, size);
    load_took(run, good ? get_id(text) : 0, good, text, size);
    natsMsg_Destroy(reply);
    free_places++;
  }
  load_end(run, (size_t)length);
}
