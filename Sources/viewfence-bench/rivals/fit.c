#include "fit.h"
#include <json-c/json.h>
#include <math.h>
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

static double mercator_y(double latitude) {
  return 0.5 - log(tan(M_PI / 4 + latitude * (M_PI / 360))) / (2 * M_PI);
}

static int fit_tree(struct json_object *request, char *reply, size_t room) {
  struct json_object *id, *viewport, *content, *pois;
  if (!json_object_object_get_ex(request, "id", &id) ||
      !json_object_object_get_ex(request, "viewport", &viewport) ||
      !json_object_object_get_ex(request, "content", &content) ||
      !json_object_object_get_ex(content, "pois", &pois) ||
      !json_object_is_type(pois, json_type_array))
    return -1;
  double west = 1e9, east = -1e9, south = 1e9, north = -1e9;
  size_t count = json_object_array_length(pois);
  for (size_t i = 0; i < count; i++) {
    struct json_object *place = json_object_array_get_idx(pois, i);
    double latitude = number(place, "latitude"), longitude = number(place, "longitude");
    if (!(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180)) return -1;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  double width = number(viewport, "width") - 128, height = number(viewport, "height") - 128;
  double top = mercator_y(north), bottom = mercator_y(south), zoom = 21;
  if (east > west) zoom = fmin(zoom, log2(width / ((east - west) / 360 * 256)));
  if (bottom > top) zoom = fmin(zoom, log2(height / ((bottom - top) * 256)));
  double middle = atan(sinh(M_PI * (1 - (top + bottom)))) * (180 / M_PI);
  return snprintf(reply, room,
                  "{\"v\":1,\"id\":\"%s\",\"ok\":true,\"result\":{\"camera\":{\"target\":{"
                  "\"latitude\":%.17g,\"longitude\":%.17g},\"zoom\":%.17g,\"bearing\":0,"
                  "\"viewing_angle\":0},\"fits\":true,\"adjusted\":[]}}",
                  json_object_get_string(id), middle, (west + east) / 2, zoom);
}

int fit(parser *p, const char *body, size_t length, char *reply, size_t room) {
  json_tokener_reset(p->tokener);
  struct json_object *request = json_tokener_parse_ex(p->tokener, body, (int)length);
  if (!request) return -1;
  int written = fit_tree(request, reply, room);
  json_object_put(request);
  return written;
}
