#include "cschema.h"

// Swift cannot take a file into the program, C can since C23 and this compiler also before.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *cschema_request(void) {
  static const char text[] = {
#embed "../../config/schema/request.json"
      , 0};
  return text;
}

const char *cschema_reply(void) {
  static const char text[] = {
#embed "../../config/schema/reply.json"
      , 0};
  return text;
}

const char *cschema_publication(void) {
  static const char text[] = {
#embed "../../config/schema/publication.json"
      , 0};
  return text;
}

const char *cschema_fence(void) {
  static const char text[] = {
#embed "../../config/schema/fence.json"
      , 0};
  return text;
}

const char *cschema_asyncapi(void) {
  static const char text[] = {
#embed "../../config/schema/asyncapi.json"
      , 0};
  return text;
}
