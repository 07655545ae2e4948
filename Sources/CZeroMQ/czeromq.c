#include "czeromq.h"
