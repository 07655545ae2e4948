#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int cplatform_termination_fd(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  int error = pthread_sigmask(SIG_BLOCK, &signals, NULL);
  if (error != 0) return -error;
  int fd = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int cplatform_read_signal(int fd) {
  struct signalfd_siginfo info;
  ssize_t got;
  do got = read(fd, &info, sizeof info);
  while (got < 0 && errno == EINTR);
  if (got == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return got < 0 && errno != EAGAIN ? -errno : 0;
}

int cplatform_event_fd(void) {
  int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int cplatform_name_thread(const char *name) { return -pthread_setname_np(pthread_self(), name); }

int cplatform_lock_file(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return -errno;
  int result;
  do result = flock(fd, LOCK_EX | LOCK_NB);
  while (result < 0 && errno == EINTR);
  if (result == 0) return fd;
  int error = errno;
  close(fd);
  return -error;
}

int cplatform_random(void *bytes, size_t count) {
  char *at = bytes;
  while (count > 0) {
    ssize_t got = getrandom(at, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -errno;
    at += got;
    count -= (size_t)got;
  }
  return 0;
}

static struct timespec now(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return time;
}

int64_t cplatform_monotonic_ns(void) {
  struct timespec time = now(CLOCK_MONOTONIC);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t cplatform_wall_us(void) {
  struct timespec time = now(CLOCK_REALTIME);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
