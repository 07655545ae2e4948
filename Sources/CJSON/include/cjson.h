#pragma once

#if __has_include(<json-c/json.h>)
#include <json-c/json.h>
#else
#error "json-c/json.h not found: apt-get install libjson-c-dev"
#endif
