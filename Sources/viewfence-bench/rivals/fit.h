// The job in C with json-c: a JSON request in, the camera that shows the box of its places out.
#pragma once
#include <stddef.h>

typedef struct parser parser;
parser *parser_new(void);

// Writes a reply; returns its length, or -1 for a bad request.
int fit(parser *, const char *body, size_t length, char *reply, size_t room);
