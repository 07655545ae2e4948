#include "fit.h"
#include "box.h"
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

struct parser {
  struct json_tokener *tokener;
};

parser *parser_new(void) {
  parser *p = calloc(1, sizeof *p);
  p->tokener = json_tokener_new();
  json_tokener_set_flags(p->tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  return p;
}

static double number(struct json_object *object, const char *name) {
  struct json_object *value;
  return json_object_object_get_ex(object, name, &value) ? json_object_get_double(value) : NAN;
}

static int fit_tree(struct json_object *request, char *reply, size_t room) {
  struct json_object *id, *viewport, *content, *pois;
  if (!json_object_object_get_ex(request, "id", &id) ||
      !json_object_object_get_ex(request, "viewport", &viewport) ||
      !json_object_object_get_ex(request, "content", &content) ||
      !json_object_object_get_ex(content, "pois", &pois) ||
      !json_object_is_type(pois, json_type_array))
    return -1;
  box b = BOX_OF_NOTHING;
  size_t count = json_object_array_length(pois);
  for (size_t i = 0; i < count; i++) {
    struct json_object *place = json_object_array_get_idx(pois, i);
    if (!box_add(&b, number(place, "latitude"), number(place, "longitude"))) return -1;
  }
  camera c = camera_of(&b, number(viewport, "width"), number(viewport, "height"));
  return snprintf(reply, room,
                  "{\"v\":1,\"id\":\"%s\",\"ok\":true,\"result\":{\"camera\":{\"target\":{"
                  "\"latitude\":%.17g,\"longitude\":%.17g},\"zoom\":%.17g,\"bearing\":0,"
                  "\"viewing_angle\":0},\"fits\":true,\"adjusted\":[]}}",
                  json_object_get_string(id), c.latitude, c.longitude, c.zoom);
}

int fit(parser *p, const char *body, size_t length, char *reply, size_t room) {
  json_tokener_reset(p->tokener);
  struct json_object *request = json_tokener_parse_ex(p->tokener, body, (int)length);
  if (!request) return -1;
  int written = fit_tree(request, reply, room);
  json_object_put(request);
  return written;
}
