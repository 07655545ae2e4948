// The camera that shows a box of places, 64 points free at each edge: what all rivals compute.
#pragma once
#include <math.h>

typedef struct {
  double west, east, south, north;
} box;

typedef struct {
  double latitude, longitude, zoom;
} camera;

#define BOX_OF_NOTHING {1e9, -1e9, 1e9, -1e9}

// Takes a place in; returns whether it is one.
static inline int box_add(box *b, double latitude, double longitude) {
  if (!(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180)) return 0;
  if (longitude < b->west) b->west = longitude;
  if (longitude > b->east) b->east = longitude;
  if (latitude < b->south) b->south = latitude;
  if (latitude > b->north) b->north = latitude;
  return 1;
}

static inline double mercator_y(double latitude) {
  return 0.5 - log(tan(M_PI / 4 + latitude * (M_PI / 360))) / (2 * M_PI);
}

static inline camera camera_of(const box *b, double width, double height) {
  double top = mercator_y(b->north), bottom = mercator_y(b->south), zoom = 21;
  if (b->east > b->west) zoom = fmin(zoom, log2((width - 128) / ((b->east - b->west) / 360 * 256)));
  if (bottom > top) zoom = fmin(zoom, log2((height - 128) / ((bottom - top) * 256)));
  camera c = {atan(sinh(M_PI * (1 - (top + bottom)))) * (180 / M_PI), (b->west + b->east) / 2, zoom};
  return c;
}
