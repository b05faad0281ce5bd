/*
 * Plays a host on pipes: starts a command, opens a session, keeps so many requests in flight, and prints what it
 * measured as one JSON object.
 *
 *   load REQUESTS IN_FLIGHT RESPONSE_BYTES EXACT COMMAND…
 *
 * EXACT 1: every answer has to be a line of exactly RESPONSE_BYTES; 0: at least half of that.
 * Times are in microseconds, except for those that say otherwise.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_BYTES = 200, KEPT = 64, READ_BYTES = 256 * 1024 };

/** A line that is being read: its first and last bytes are all that is looked at. */
struct line {
  char head[KEPT], tail[KEPT];
  size_t head_length, tail_length, length;
};

static int to_server, from_server;
static double *sent_at, *took;
static long sent, answered, requests, in_flight, response_bytes;
static int exact;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void fail(const char *why) {
  fprintf(stderr, "load: %s\n", why);
  exit(1);
}

static pid_t start(char **command) {
  int input[2], output[2];
  if (pipe(input) || pipe(output)) fail("no pipes");
  pid_t pid = fork();
  if (pid < 0) fail("no process");
  if (pid == 0) {
    dup2(input[0], 0);
    dup2(output[1], 1);
    close(input[0]), close(input[1]), close(output[0]), close(output[1]);
    signal(SIGPIPE, SIG_DFL);
    execvp(command[0], command);
    _exit(127);
  }
  close(input[0]), close(output[1]);
  to_server = input[1], from_server = output[0];
  fcntl(to_server, F_SETFL, O_NONBLOCK);
  fcntl(from_server, F_SETFL, O_NONBLOCK);
  fcntl(to_server, F_SETFD, FD_CLOEXEC);
  fcntl(from_server, F_SETFD, FD_CLOEXEC);
  return pid;
}

/** Only for what is sent outside the measurement, and for the rare rest of a request. */
static void send_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t done = write(to_server, bytes, length);
    if (done < 0 && errno != EAGAIN && errno != EINTR) fail("the server takes no more");
    if (done > 0) bytes += done, length -= done;
    else if (done < 0) poll(&(struct pollfd){.fd = to_server, .events = POLLOUT}, 1, -1);
  }
}

static size_t request(char *into, long id) {
  int length = snprintf(into, REQUEST_BYTES,
                        "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"tools/call\",\"params\":{\"name\":\"text\","
                        "\"arguments\":{\"size\":%ld,\"pad\":\"", id, response_bytes);
  while (length < REQUEST_BYTES - 5) into[length++] = 'x';
  memcpy(into + length, "\"}}}\n", 5);
  return length + 5;
}

/** false when the pipe is full. */
static int send_one(void) {
  char bytes[REQUEST_BYTES + 8];
  size_t length = request(bytes, sent + 1);
  sent_at[sent] = now();
  ssize_t done = write(to_server, bytes, length);
  if (done < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (done < 0) fail("the server takes no requests");
  if ((size_t)done < length) send_all(bytes + done, length - done);
  sent++;
  return 1;
}

static long id_in(const char *bytes, size_t length) {
  char text[KEPT + 1];
  memcpy(text, bytes, length);
  text[length] = 0;
  char *at = NULL;
  for (char *found = text; (found = strstr(found, "\"id\":")); found += 5) at = found;
  return at ? atol(at + 5) : -1;
}

/** Some answers have their id in front, some at the end. */
static long id_of(const struct line *line) {
  long id = id_in(line->head, line->head_length);
  return id > 0 ? id : id_in(line->tail, line->tail_length);
}

static void take(struct line *line, const char *bytes, size_t length) {
  size_t room = KEPT - line->head_length, some = length < room ? length : room;
  memcpy(line->head + line->head_length, bytes, some);
  line->head_length += some;
  if (length >= KEPT) {
    memcpy(line->tail, bytes + length - KEPT, KEPT);
    line->tail_length = KEPT;
  } else {
    size_t keep = line->tail_length + length > KEPT ? KEPT - length : line->tail_length;
    memmove(line->tail, line->tail + line->tail_length - keep, keep);
    memcpy(line->tail + keep, bytes, length);
    line->tail_length = keep + length;
  }
  line->length += length;
}

static void answer(struct line *line) {
  long id = id_of(line);
  if (id < 1 || id > sent || took[id - 1] > 0) fail("an answer to nothing that was asked");
  long length = line->length + 1;
  if (exact ? length != response_bytes : length < response_bytes / 2) fail("an answer of another length");
  took[id - 1] = now() - sent_at[id - 1];
  answered++;
  memset(line, 0, sizeof *line);
}

/** Reads what there is; every whole line is an answer. */
static void receive(struct line *line, void (*each)(struct line *)) {
  static char buffer[READ_BYTES];
  ssize_t length = read(from_server, buffer, sizeof buffer);
  if (length == 0) fail("the server has ended");
  if (length < 0) {
    if (errno == EAGAIN || errno == EINTR) return;
    fail("cannot read");
  }
  for (char *at = buffer, *end = buffer + length; at < end;) {
    char *feed = memchr(at, '\n', end - at);
    take(line, at, (feed ? feed : end) - at);
    if (!feed) return;
    each(line);
    at = feed + 1;
  }
}

static int opened;
static void opening(struct line *line) {
  opened = 1;
  memset(line, 0, sizeof *line);
}

static void wait_for_answers(void) {
  poll(&(struct pollfd){.fd = from_server, .events = POLLIN}, 1, -1);
}

static void open_session(void) {
  static const char hello[] =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
      "\"capabilities\":{},\"clientInfo\":{\"name\":\"load\",\"version\":\"1\"}}}\n";
  static const char ready[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
  struct line line = {0};
  send_all(hello, sizeof hello - 1);
  while (!opened) wait_for_answers(), receive(&line, opening);
  send_all(ready, sizeof ready - 1);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double part(double share) {
  if (requests == 0) return 0;
  long at = (long)(share * requests);
  return took[at < requests ? at : requests - 1];
}

static void measure(void) {
  struct line line = {0};
  while (answered < requests) {
    int full = 0;
    while (!full && sent < requests && sent - answered < in_flight) full = !send_one();
    if (full) {
      struct pollfd ends[2] = {{.fd = from_server, .events = POLLIN}, {.fd = to_server, .events = POLLOUT}};
      poll(ends, 2, -1);
    } else wait_for_answers();
    receive(&line, answer);
  }
}

int main(int count, char **args) {
  if (count < 6) fail("load REQUESTS IN_FLIGHT RESPONSE_BYTES EXACT COMMAND…");
  requests = atol(args[1]), in_flight = atol(args[2]), response_bytes = atol(args[3]), exact = atoi(args[4]);
  sent_at = calloc(requests + 1, sizeof *sent_at), took = calloc(requests + 1, sizeof *took);
  signal(SIGPIPE, SIG_IGN);
  double begun = now();
  pid_t pid = start(args + 5);
  open_session();
  double first = now() - begun, from = now();
  measure();
  double wall = now() - from;
  close(to_server);
  int status;
  struct rusage usage;
  // A relay that does not end when its input does would be waited for until the end of days.
  alarm(20);
  if (wait4(pid, &status, 0, &usage) != pid) fail("cannot wait");
  qsort(took, requests, sizeof *took, by_size);
#ifdef __APPLE__
  double rss = usage.ru_maxrss;
#else
  double rss = usage.ru_maxrss * 1024.0;
#endif
  printf("{\"perSecond\":%.3f,\"p50\":%.2f,\"p99\":%.2f,\"firstMs\":%.3f,\"wallMs\":%.3f,\"rss\":%.0f,\"cpuMs\":%.1f}\n",
         requests / (wall / 1e6), part(0.5), part(0.99), first / 1e3, wall / 1e3, rss,
         (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
             (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
