// The job behind NATS: one subscriber of a queue group, with json-c.
#include "common.h"
#include "fit.h"
#include <nats/nats.h>

static void answer(natsConnection *connection, natsSubscription *subscription, natsMsg *request,
                   void *job) {
  (void)subscription;
  char reply[512];
  int length = fit(job, natsMsg_GetData(request), (size_t)natsMsg_GetDataLength(request), reply,
                   sizeof reply);
  if (length >= 0) natsConnection_Publish(connection, natsMsg_GetReply(request), reply, length);
  natsMsg_Destroy(request);
}

int main(int argc, char **argv) {
  end_with_parent();
  natsConnection *connection;
  natsSubscription *subscription;
  natsStatus status = natsConnection_ConnectTo(&connection, option(argc, argv, "--connect", ""));
  if (!status)
    status = natsConnection_QueueSubscribe(&subscription, connection, "fit", "workers", answer,
                                           parser_new());
  if (!status) status = natsSubscription_SetPendingLimits(subscription, -1, -1);
  if (!status) status = natsConnection_Flush(connection);
  if (status) {
    fprintf(stderr, "%s\n", natsStatus_GetText(status));
    return 1;
  }
  printf("ready\n");
  fflush(stdout);
  pause();
}
