#pragma once

#if __has_include(<zmq.h>)
#include <zmq.h>
#else
#error "zmq.h not found: apt-get install libzmq3-dev"
#endif
