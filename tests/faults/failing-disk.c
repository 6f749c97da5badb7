/*
 * Makes writes fail as a full or read-only disk does. Preloaded into a process, it lets every write to a file
 * below $FAILING_DISK fail with the error number that the file $FAILING_DISK_ERROR holds, while that exists.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int error_for(int descriptor) {
  const char *folder = getenv("FAILING_DISK"), *flag = getenv("FAILING_DISK_ERROR");
  char link[64], path[PATH_MAX];
  if (!folder || !flag) return 0;
  FILE *file = fopen(flag, "r");
  if (!file) return 0;
  int number = 0;
  if (fscanf(file, "%d", &number) != 1) number = 0;
  fclose(file);
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0 ? number : 0;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off_t offset) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  int error = error_for(descriptor);
  if (error) {
    errno = error;
    return -1;
  }
  return real(descriptor, bytes, length, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  return pwrite64(descriptor, bytes, length, offset);
}
