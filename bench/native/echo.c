/*
 * A server that answers every request with a line of as many bytes as the request's "size" says (200 without one),
 * one write an answer where it is short. What it says looks like the output of a tool: text with escaped line feeds
 * and quotes, and a character beyond ASCII in every 64 bytes.
 *
 *   echo [NOISE]   first writes so many lines on standard error
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BLOCK = 64 * 1024, LONGEST_REQUEST = 64 * 1024 };

static char block[BLOCK];

static void fill(void) {
  static const char row[] = "name: \\\"lamp\\\", room 7, state \xe2\x86\x92 on; measured at 21 degrees.\\n";
  char line[64];
  memset(line, '.', sizeof line);
  memcpy(line, row, sizeof row - 1 < sizeof line ? sizeof row - 1 : sizeof line);
  memcpy(line + 62, "\\n", 2);
  for (int at = 0; at < BLOCK; at += sizeof line) memcpy(block + at, line, sizeof line);
}

static void all(struct iovec *parts, int count) {
  while (count > 0) {
    ssize_t done = writev(1, parts, count);
    if (done < 0) exit(1);
    while (count > 0 && (size_t)done >= parts->iov_len) done -= parts->iov_len, parts++, count--;
    if (count > 0) parts->iov_base = (char *)parts->iov_base + done, parts->iov_len -= done;
  }
}

static void answer(long id, long size) {
  static const char tail[] = "\"}]}}\n";
  char head[128];
  long head_length = snprintf(
      head, sizeof head,
      "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"", id);
  long text = size - head_length - (long)(sizeof tail - 1);
  if (text < 0) text = 0;
  // Whole rows, so that no escape is cut; the rest is plain.
  long rows = text / 64 * 64, rest = text - rows;
  char last[128];
  memset(last, 'x', rest);
  memcpy(last + rest, tail, sizeof tail - 1);
  struct iovec parts[64];
  int count = 0;
  parts[count++] = (struct iovec){head, head_length};
  while (rows > 0) {
    long some = rows < BLOCK ? rows : BLOCK;
    parts[count++] = (struct iovec){block, some};
    rows -= some;
    if (count == 62) all(parts, count), count = 0;
  }
  parts[count++] = (struct iovec){last, rest + sizeof tail - 1};
  all(parts, count);
}

static void request(const char *line) {
  const char *id = strstr(line, "\"id\":"), *size = strstr(line, "\"size\":");
  if (id) answer(atol(id + 5), size ? atol(size + 7) : 200);
}

static void make_noise(long lines) {
  static const char line[] = "2026-11-30T10:10:00Z INFO answered \"call\" in 12 ms \xe2\x86\x92 ok\n";
  enum { LENGTH = sizeof line - 1, TOGETHER = 64 };
  char some[TOGETHER * LENGTH];
  for (int index = 0; index < TOGETHER; index++) memcpy(some + index * LENGTH, line, LENGTH);
  for (long done = 0; done < lines; done += TOGETHER) {
    for (size_t at = 0; at < sizeof some;) {
      ssize_t count = write(2, some + at, sizeof some - at);
      if (count < 0) exit(1);
      at += count;
    }
  }
}

int main(int count, char **args) {
  if (count > 1) make_noise(atol(args[1]));
  static char buffer[LONGEST_REQUEST + 1];
  size_t length = 0;
  fill();
  for (;;) {
    ssize_t some = read(0, buffer + length, LONGEST_REQUEST - length);
    if (some <= 0) return 0;
    length += some;
    char *from = buffer, *feed;
    while ((feed = memchr(from, '\n', buffer + length - from))) {
      *feed = 0;
      request(from);
      from = feed + 1;
    }
    length -= from - buffer;
    memmove(buffer, from, length);
  }
}
