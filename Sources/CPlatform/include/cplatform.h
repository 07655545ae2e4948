#pragma once

#include <stddef.h>
#include <stdint.h>

/* Linux calls that Swift cannot import. Each returns -errno on failure, so that nothing can
   overwrite the number in between, and goes on by itself after a signal. */

/* Blocks SIGTERM and SIGINT in this thread and all that it will start; returns a file descriptor
   that can be read whenever one of them has come. */
int cplatform_termination_fd(void);

/* Takes one signal from it: its number, or 0 if there is none. */
int cplatform_read_signal(int fd);

/* A file descriptor that can be read for ever once 8 bytes were written to it. */
int cplatform_event_fd(void);

/* Names the calling thread for `ps -L` and debuggers; 15 bytes at most. */
int cplatform_name_thread(const char *name);

/* A lock on the file at `path`, made if missing; it ends with the process. Returns its file
   descriptor; -EWOULDBLOCK if another process holds it. */
int cplatform_lock_file(const char *path);

/* Fills `bytes` from the kernel's random source. */
int cplatform_random(void *bytes, size_t count);

/* Nanoseconds and microseconds: of the monotonic clock, and since 1970. */
int64_t cplatform_monotonic_ns(void);
int64_t cplatform_wall_us(void);
