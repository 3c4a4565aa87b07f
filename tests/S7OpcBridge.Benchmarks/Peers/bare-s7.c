/* The least that a client of a PLC can do: sends requests that stand ready, waits with poll, takes the answers into an image, decodes every tag into an
   array of numbers, sleeps until the next cycle. No check beyond lengths, no reconnection, no thread, no allocation. What it takes is the floor for
   CpuAgainstNodes7: system calls and wake-ups with nothing around them.
   usage: bare-s7 PORT PERIOD_MS WARM_SECONDS, then lines of input. First the plan, all of one request behind its R:
     R hex                       a ReadVar PDU, whose reference is replaced
     I image-offset length       its next item
     T image-offset width count  a tag: numbers of 1, 2, 4 or 8 bytes; of width 0 the bit 'count' of a byte
     W                           the plan is complete: connects, warms up, prints WARM
     N cycles                    measures so many of the next cycles, and prints
                                 RESULT {"cycles":n,"cpuMs":n,"switches":n,"requests":n,"receives":n,"sum":n}, receives per cycle */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 4096, FRAME = 7, HEADER = 12, ANSWER = 14 };

static struct { uint8_t frame[1024]; int length, item, items; } requests[MOST];
static struct { int at, length; } items[16 * MOST];
static struct { int at, width, count, value; } tags[MOST];
static int request_count, item_count, tag_count, value_count, window = 8, flying, done, sent;
static uint8_t image[1 << 20], received[65536], out[65536];
static double values[1 << 18];
static size_t filled;
static long receives;

static void fail(const char *what) { fprintf(stderr, "bare-s7: %s (%s)\n", what, strerror(errno)); exit(1); }

static int64_t now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void read_plan(void) {
  char kind, hex[2200];
  int a, b, c;
  while (scanf(" %c", &kind) == 1 && kind != 'W') {
    if (kind == 'R' && scanf("%2199s", hex) == 1 && request_count < MOST) {
      int length = (int)strlen(hex) / 2, whole = length + FRAME;
      uint8_t *frame = requests[request_count].frame;
      uint8_t head[FRAME] = {3, 0, (uint8_t)(whole >> 8), (uint8_t)whole, 2, 0xF0, 0x80};
      memcpy(frame, head, FRAME);
      for (int i = 0; i < length; i++) {
        unsigned byte;
        sscanf(hex + 2 * i, "%2x", &byte);
        frame[FRAME + i] = (uint8_t)byte;
      }
      requests[request_count].length = whole;
      requests[request_count++].item = item_count;
    } else if (kind == 'I' && scanf("%d %d", &a, &b) == 2 && request_count > 0 && item_count < 16 * MOST) {
      items[item_count].at = a;
      items[item_count++].length = b;
      requests[request_count - 1].items++;
    } else if (kind == 'T' && scanf("%d %d %d", &a, &b, &c) == 3 && tag_count < MOST) {
      tags[tag_count].at = a;
      tags[tag_count].width = b;
      tags[tag_count].count = c;
      tags[tag_count++].value = value_count;
      value_count += b ? c : 1;
    } else {
      fail("the plan cannot be read");
    }
  }
}

static void decode(void) {
  for (int t = 0; t < tag_count; t++) {
    const uint8_t *p = image + tags[t].at;
    double *value = values + tags[t].value;
    if (!tags[t].width) {
      *value = *p >> tags[t].count & 1;
      continue;
    }
    for (int i = 0; i < tags[t].count; i++, p += tags[t].width) {
      uint64_t raw = 0;
      float real;
      switch (tags[t].width) {
        case 1: value[i] = *p; break;
        case 2: value[i] = (int16_t)(p[0] << 8 | p[1]); break;
        case 4: raw = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; memcpy(&real, &raw, 4); value[i] = real; break;
        default: memcpy(&raw, p, 8); value[i] = (double)__builtin_bswap64(raw);
      }
    }
  }
}

/* As many requests as may be in flight, in one send. */
static void send_more(int to) {
  size_t length = 0;
  for (; sent < request_count && flying < window; sent++, flying++) {
    uint8_t *frame = requests[sent].frame;
    frame[FRAME + 4] = (uint8_t)((sent + 1) >> 8);
    frame[FRAME + 5] = (uint8_t)(sent + 1);
    memcpy(out + length, frame, requests[sent].length);
    length += requests[sent].length;
  }
  if (length && send(to, out, length, 0) != (ssize_t)length) fail("send");
}

static void take(const uint8_t *pdu, int length) {
  int request = (pdu[4] << 8 | pdu[5]) - 1;
  if (length < ANSWER || pdu[1] != 3 || request < 0 || request >= request_count || pdu[10] || pdu[11]) fail("an answer is wrong");
  const uint8_t *at = pdu + ANSWER, *end = pdu + length;
  for (int i = 0; i < requests[request].items; i++) {
    int want = items[requests[request].item + i].length;
    if (at + 4 + want > end || at[0] != 0xFF) fail("an item is missing");
    uint8_t *to = image + items[requests[request].item + i].at;
    if (memcmp(to, at + 4, want)) memcpy(to, at + 4, want);
    at += 4 + want + (want & 1);
  }
  flying--;
  done++;
}

static void receive(int from) {
  ssize_t count = recv(from, received + filled, sizeof received - filled, 0);
  if (count <= 0) fail("recv");
  receives++;
  filled += count;
  size_t at = 0;
  for (;;) {
    if (filled - at < FRAME) break;
    size_t length = received[at + 2] << 8 | received[at + 3];
    if (length < FRAME) fail("a frame is broken");
    if (filled - at < length) break;
    take(received + at + FRAME, (int)length - FRAME);
    at += length;
  }
  memmove(received, received + at, filled - at);
  filled -= at;
}

static void cycle(int socket) {
  sent = done = 0;
  send_more(socket);
  while (done < request_count) {
    struct pollfd entry = {.fd = socket, .events = POLLIN};
    if (poll(&entry, 1, 2000) <= 0) fail("no answer");
    receive(socket);
    send_more(socket);
  }
  decode();
}

static int64_t run(int socket, int64_t due, int64_t period, int cycles) {
  for (int i = 0; i < cycles; i++, due += period) {
    int64_t left = due - now_ns();
    if (left > 0) poll(0, 0, (int)((left + 999999) / 1000000));
    cycle(socket);
  }
  return due;
}

static void exchange(int socket, const uint8_t *bytes, int length, int at_least) {
  ssize_t count = 0, more;
  if (send(socket, bytes, length, 0) != length) fail("send");
  while (count < at_least && (more = recv(socket, received + count, sizeof received - count, 0)) > 0) count += more;
  if (count < at_least) fail("no connection");
}

static int open_link(int port) {
  static const uint8_t connect_request[] = {3, 0, 0, 22, 17, 0xE0, 0, 0, 0, 1, 0, 0xC0, 1, 10, 0xC1, 2, 1, 0, 0xC2, 2, 3, 1};
  static const uint8_t setup[] = {3, 0, 0, 25, 2, 0xF0, 0x80, 0x32, 1, 0, 0, 0, 1, 0, 8, 0, 0, 0xF0, 0, 0, 8, 0, 8, 3, 0xC0};
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int one = 1, link = socket(AF_INET, SOCK_STREAM, 0);
  if (link < 0 || connect(link, (struct sockaddr *)&to, sizeof to)) fail("connect");
  setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  exchange(link, connect_request, sizeof connect_request, 22);
  exchange(link, setup, sizeof setup, 27);
  /* Behind the header of an answer: function, 0, jobs of the calling side, of the called side, PDU size. */
  const uint8_t *granted = received + FRAME + HEADER;
  int calling = granted[2] << 8 | granted[3], called = granted[4] << 8 | granted[5];
  if (received[FRAME + 1] != 3 || (granted[6] << 8 | granted[7]) != 960) fail("the PLC does not grant a PDU of 960 bytes");
  int least = calling < called ? calling : called;
  if (least > 0 && least < window) window = least;
  return link;
}

static double ms(struct timeval at) { return at.tv_sec * 1e3 + at.tv_usec / 1e3; }

static int is_asked(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  return poll(&input, 1, 0) > 0;
}

/* Reads on and on, and measures when it is asked to. */
static void serve(int link, int64_t period) {
  int cycles = 0, left = 0;
  struct rusage before, after;
  for (int64_t due = now_ns();; due = run(link, due, period, 1)) {
    if (left && !--left) {
      getrusage(RUSAGE_SELF, &after);
      double cpu = ms(after.ru_utime) - ms(before.ru_utime) + ms(after.ru_stime) - ms(before.ru_stime), sum = 0;
      for (int i = 0; i < value_count; i++) sum += values[i] == values[i] ? 1 : 0;
      printf("RESULT {\"cycles\":%d,\"cpuMs\":%.3f,\"switches\":%ld,\"requests\":%d,\"receives\":%.2f,\"sum\":%.0f}\n", cycles, cpu,
             after.ru_nvcsw - before.ru_nvcsw, request_count, (double)receives / cycles, sum);
    }
    if (left || !is_asked()) continue;
    if (scanf(" N %d", &cycles) != 1) return;
    left = cycles;
    receives = 0;
    getrusage(RUSAGE_SELF, &before);
  }
}

int main(int count, char **arguments) {
  if (count != 4) fail("usage: bare-s7 PORT PERIOD_MS WARM_SECONDS");
  setvbuf(stdout, 0, _IOLBF, 0);
  read_plan();
  int link = open_link(atoi(arguments[1]));
  run(link, now_ns(), 2000000, atoi(arguments[3]) * 500);
  printf("WARM\n");
  serve(link, atoi(arguments[2]) * 1000000LL);
  return 0;
}
