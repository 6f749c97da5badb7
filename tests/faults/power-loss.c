/*
 * Simulates a power cut for one folder. Preloaded into a process, it keeps for each file of
 * $POWER_LOSS_FROM a twin in $POWER_LOSS_TO that receives writes only when the file is synced:
 * what the twins hold when the process dies is what a disk without luck would hold.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

struct change {
  struct change *next;
  off_t offset;
  ssize_t length; /* -1 cuts the file at offset */
  char bytes[];
};

struct file {
  struct file *next;
  char name[NAME_MAX + 1];
  struct change *first;
  struct change *last;
};

static struct file *files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void find_real(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
}

/* The watched file at a path, or NULL. SQLite's -shm is rebuilt after a crash. Needs the lock. */
static struct file *watched_path(const char *path) {
  const char *folder = getenv("POWER_LOSS_FROM");
  if (!folder) return NULL;
  size_t prefix = strlen(folder);
  if (strncmp(path, folder, prefix) != 0 || path[prefix] != '/' || strstr(path, "-shm")) return NULL;

  const char *name = path + prefix + 1;
  for (struct file *file = files; file; file = file->next)
    if (strcmp(file->name, name) == 0) return file;
  struct file *file = calloc(1, sizeof *file);
  snprintf(file->name, sizeof file->name, "%s", name);
  file->next = files;
  return files = file;
}

static struct file *watched(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return watched_path(path);
}

static void twin_path(const struct file *file, char *path) {
  snprintf(path, PATH_MAX, "%s/%s", getenv("POWER_LOSS_TO"), file->name);
}

static void drop_changes(struct file *file) {
  for (struct change *change = file->first, *next; change; change = next) {
    next = change->next;
    free(change);
  }
  file->first = file->last = NULL;
}

static void remember(int descriptor, off_t offset, const void *bytes, ssize_t length) {
  pthread_mutex_lock(&lock);
  struct file *file = watched(descriptor);
  if (file) {
    size_t size = length > 0 ? (size_t)length : 0;
    struct change *change = malloc(sizeof *change + size);
    change->next = NULL;
    change->offset = offset;
    change->length = length;
    if (size) memcpy(change->bytes, bytes, size);
    if (file->last) file->last->next = change;
    else file->first = change;
    file->last = change;
  }
  pthread_mutex_unlock(&lock);
}

static void make_durable(int descriptor) {
  pthread_mutex_lock(&lock);
  struct file *file = watched(descriptor);
  if (file && file->first) {
    char path[PATH_MAX];
    twin_path(file, path);
    int twin = open(path, O_RDWR | O_CREAT, 0600);
    for (struct change *change = file->first; change; change = change->next) {
      if (change->length < 0) real_ftruncate(twin, change->offset);
      else real_pwrite(twin, change->bytes, (size_t)change->length, change->offset);
    }
    drop_changes(file);
    close(twin);
  }
  pthread_mutex_unlock(&lock);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off_t offset) {
  ssize_t written = real_pwrite(descriptor, bytes, length, offset);
  if (written > 0) remember(descriptor, offset, bytes, written);
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  return pwrite64(descriptor, bytes, length, offset);
}

int ftruncate64(int descriptor, off_t length) {
  int result = real_ftruncate(descriptor, length);
  if (result == 0) remember(descriptor, length, NULL, -1);
  return result;
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

int fsync(int descriptor) {
  int result = real_fsync(descriptor);
  if (result == 0) make_durable(descriptor);
  return result;
}

int fdatasync(int descriptor) {
  int result = real_fdatasync(descriptor);
  if (result == 0) make_durable(descriptor);
  return result;
}

/* SQLite syncs the folder after it has removed a journal, so a removal counts as durable at once. */
int unlink(const char *path) {
  pthread_mutex_lock(&lock);
  struct file *file = watched_path(path);
  if (file) {
    char twin[PATH_MAX];
    twin_path(file, twin);
    drop_changes(file);
    real_unlink(twin);
  }
  pthread_mutex_unlock(&lock);
  return real_unlink(path);
}
