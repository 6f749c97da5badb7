/*
 * Makes writes fail as a full, read-only or failing disk does. Preloaded into a process, it lets everything that
 * would change a file or folder below $FAILING_DISK fail with the error number that the file $FAILING_DISK_ERROR
 * holds, while that exists.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* The error is looked at without open(), which is one of those that fail. */
static int current_error(void) {
  const char *flag = getenv("FAILING_DISK_ERROR");
  FILE *file = flag ? fopen(flag, "r") : NULL;
  int number = 0;
  if (!file) return 0;
  if (fscanf(file, "%d", &number) != 1) number = 0;
  fclose(file);
  return number;
}

static int error_for_path(const char *path) {
  const char *folder = getenv("FAILING_DISK");
  return folder && strncmp(path, folder, strlen(folder)) == 0 ? current_error() : 0;
}

static int error_for(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return error_for_path(path);
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define FAIL_WITH(error) \
  do { \
    int number = (error); \
    if (number) { \
      errno = number; \
      return -1; \
    } \
  } while (0)

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off_t offset) {
  REAL(pwrite64);
  FAIL_WITH(error_for(descriptor));
  return real(descriptor, bytes, length, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  return pwrite64(descriptor, bytes, length, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  REAL(write);
  /* Sockets and pipes have no path below the folder; the standard streams are not worth a look. */
  if (descriptor > 2) FAIL_WITH(error_for(descriptor));
  return real(descriptor, bytes, length);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  REAL(writev);
  FAIL_WITH(error_for(descriptor));
  return real(descriptor, parts, count);
}

int open64(const char *path, int flags, ...) {
  REAL(open64);
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (flags & (O_CREAT | O_TRUNC) && access(path, F_OK) != 0) FAIL_WITH(error_for_path(path));
  return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open64(path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  FAIL_WITH(error_for_path(path));
  return real(path, mode);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  FAIL_WITH(error_for_path(to));
  return real(from, to);
}

int link(const char *from, const char *to) {
  REAL(link);
  FAIL_WITH(error_for_path(to));
  return real(from, to);
}

int symlink(const char *from, const char *to) {
  REAL(symlink);
  FAIL_WITH(error_for_path(to));
  return real(from, to);
}
