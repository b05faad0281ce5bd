/*
 * The least that can stand between a host and a server on this system: what any other relay is measured against.
 *
 *   relay copy COMMAND…          passes both ways on
 *   relay record FILE COMMAND…   also writes every line with its side, time, place, method and id
 *   relay sockets FILE COMMAND…  the same, and the server has sockets in place of pipes, as Node gives them
 *
 * The recorder passes a chunk on before it looks at it, collects what came with it, and writes once for it. It looks
 * for method and id in the first bytes of a line only, keeps long lines in memory, and does not ask whether a line is
 * JSON.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024, BATCH = 256 * 1024, LOOKED_AT = 256 };

struct side {
  const char *name;
  int from, to;
  char chunk[CHUNK];
  /** What of the chunk waits for its reader. */
  size_t waiting, at;
  /** A line that has not ended. */
  char *line;
  size_t line_length, line_room;
};

static struct side sides[2] = {{.name = "client"}, {.name = "server"}};
static int file = -1;
static char batch[BATCH];
static size_t batched;
static long seq;

static void write_all(struct iovec *parts, int count) {
  while (count > 0) {
    ssize_t done = writev(file, parts, count);
    if (done < 0) exit(1);
    while (count > 0 && (size_t)done >= parts->iov_len) done -= parts->iov_len, parts++, count--;
    if (count > 0) parts->iov_base = (char *)parts->iov_base + done, parts->iov_len -= done;
  }
}

static void flush(void) {
  if (batched == 0) return;
  struct iovec all = {batch, batched};
  write_all(&all, 1);
  batched = 0;
}

/** Copies the value of a member in the first bytes of a line, as it is spelled. */
static size_t member(char *into, const char *line, size_t length, const char *key) {
  size_t looked = length < LOOKED_AT ? length : LOOKED_AT, key_length = strlen(key);
  const char *found = memmem(line, looked, key, key_length);
  if (!found) return 0;
  const char *value = found + key_length, *end = line + looked, *at = value;
  if (at < end && *at == '"') do at++; while (at < end && *at != '"');
  while (at < end && *at != ',' && *at != '}') at++;
  size_t all = at - found;
  if (all > 100) return 0;
  *into = ',';
  memcpy(into + 1, found, all);
  return all + 1;
}

static void entry(const struct side *side, double time, const char *line, size_t length) {
  char head[512];
  int at = snprintf(head, sizeof head, "{\"t\":%.0f,\"from\":\"%s\",\"seq\":%ld", time, side->name, seq++);
  at += member(head + at, line, length, "\"method\":");
  at += member(head + at, line, length, "\"id\":");
  at += snprintf(head + at, sizeof head - at, ",\"message\":");
  size_t all = at + length + 2;
  if (batched + all > BATCH) flush();
  if (all > BATCH) {
    struct iovec parts[3] = {{head, at}, {(char *)line, length}, {"}\n", 2}};
    write_all(parts, 3);
    return;
  }
  memcpy(batch + batched, head, at);
  memcpy(batch + batched + at, line, length);
  memcpy(batch + batched + at + length, "}\n", 2);
  batched += all;
}

static void hold(struct side *side, const char *bytes, size_t length) {
  if (side->line_length + length > side->line_room) {
    side->line_room = (side->line_length + length) * 2;
    side->line = realloc(side->line, side->line_room);
    if (!side->line) exit(1);
  }
  memcpy(side->line + side->line_length, bytes, length);
  side->line_length += length;
}

static void record(struct side *side, const char *bytes, size_t length) {
  struct timespec clock;
  clock_gettime(CLOCK_REALTIME, &clock);
  double time = clock.tv_sec * 1e6 + clock.tv_nsec / 1000;
  for (const char *end = bytes + length; bytes < end;) {
    const char *feed = memchr(bytes, '\n', end - bytes);
    if (!feed) {
      hold(side, bytes, end - bytes);
      return;
    }
    if (side->line_length == 0) entry(side, time, bytes, feed - bytes);
    else {
      hold(side, bytes, feed - bytes);
      entry(side, time, side->line, side->line_length);
      side->line_length = 0;
    }
    bytes = feed + 1;
  }
}

/** Passes on what waits; what the reader does not take at once waits on. */
static void pass(struct side *side) {
  while (side->waiting > 0) {
    ssize_t done = write(side->to, side->chunk + side->at, side->waiting);
    if (done < 0) {
      if (errno == EAGAIN || errno == EINTR) return;
      exit(1);
    }
    side->at += done, side->waiting -= done;
  }
}

/** false when this side says no more. */
static int serve(struct side *side) {
  ssize_t length = read(side->from, side->chunk, CHUNK);
  if (length < 0) return errno == EAGAIN || errno == EINTR;
  if (length == 0) return 0;
  side->waiting = length, side->at = 0;
  pass(side);
  if (file >= 0) record(side, side->chunk, length), flush();
  return 1;
}

static pid_t start(char **command, int sockets) {
  int input[2], output[2];
  int failed = sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, input) || socketpair(AF_UNIX, SOCK_STREAM, 0, output)
                       : pipe(input) || pipe(output);
  if (failed) exit(1);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(input[0], 0), dup2(output[1], 1);
    close(input[0]), close(input[1]), close(output[0]), close(output[1]);
    execvp(command[0], command);
    _exit(127);
  }
  close(input[0]), close(output[1]);
  sides[0].from = 0, sides[0].to = input[1];
  sides[1].from = output[0], sides[1].to = 1;
  for (int index = 0; index < 2; index++) {
    fcntl(sides[index].from, F_SETFL, fcntl(sides[index].from, F_GETFL) | O_NONBLOCK);
    fcntl(sides[index].to, F_SETFL, fcntl(sides[index].to, F_GETFL) | O_NONBLOCK);
  }
  return pid;
}

int main(int count, char **args) {
  int sockets = count > 3 && strcmp(args[1], "sockets") == 0;
  int recording = sockets || (count > 3 && strcmp(args[1], "record") == 0);
  if (count < 3) return 2;
  if (recording) file = open(args[2], O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0600);
  if (recording && file < 0) return 2;
  signal(SIGPIPE, SIG_IGN);
  pid_t pid = start(args + (recording ? 3 : 2), sockets);
  int open_sides = 2, closed[2] = {0, 0};
  while (open_sides > 0 && !closed[1]) {
    struct pollfd ends[2];
    for (int index = 0; index < 2; index++) {
      struct side *side = &sides[index];
      if (closed[index]) ends[index] = (struct pollfd){.fd = -1};
      else if (side->waiting > 0) ends[index] = (struct pollfd){.fd = side->to, .events = POLLOUT};
      else ends[index] = (struct pollfd){.fd = side->from, .events = POLLIN};
    }
    poll(ends, 2, -1);
    for (int index = 0; index < 2; index++) {
      struct side *side = &sides[index];
      if (closed[index] || ends[index].revents == 0) continue;
      if (side->waiting > 0) pass(side);
      else if (!serve(side)) close(side->to), closed[index] = 1, open_sides--;
    }
  }
  int status;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
