#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "sim.h"

/* A byte on its way, and when it is there. */
struct flight {
    uint64_t due;
    uint8_t byte;
};

/* More than any test lets pile up; what does not fit is lost, as it would be on a wire. */
#define FLIGHTS 65536U
#define PIECE 256U

struct direction {
    struct flight flights[FLIGHTS];
    unsigned in, out;
    uint8_t piece[PIECE]; /* a frame so far: faults strike whole frames */
    unsigned length;
    uint64_t last_due;
    double probability[FAULTS];
    double delay_ms;
    bool is_faulty;
};

static struct direction directions[WAYS];
static struct line_counts counts;
static int master = -1;
/* Kept open here, so that the master does not report a hang-up while no other process has the port open. */
static int slave = -1;
static char link_path[256];
static bool is_cut;

/* Bytes that have arrived at the box, for line_taken: a pty passes bytes on when the kernel schedules it, which is too
 * irregular for runs in steps. Bytes that are not fetched are dropped. */
#define TAKEN_LIMIT 8192U
static uint8_t taken[TAKEN_LIMIT];
static size_t taken_count;

bool line_plug(const char *path)
{
    if (path) {
        snprintf(link_path, sizeof link_path, "%s", path);
    }
    if (master >= 0) {
        return true;
    }
    char name[128];
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (master < 0 || grantpt(master) || unlockpt(master) || ptsname_r(master, name, sizeof name)) {
        return false;
    }
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios settings;
    if (slave < 0 || tcgetattr(slave, &settings)) {
        return false;
    }
    cfmakeraw(&settings);
    if (tcsetattr(slave, TCSANOW, &settings)) {
        return false;
    }
    unlink(link_path);
    return symlink(name, link_path) == 0;
}

void line_unplug(void)
{
    if (master < 0) {
        return;
    }
    unlink(link_path);
    close(slave);
    close(master);
    master = slave = -1;
    line_reset();
}

bool line_is_plugged(void)
{
    return master >= 0;
}

int line_file(void)
{
    return master;
}

void line_cut(bool cut)
{
    is_cut = cut;
    line_reset();
}

void line_set_fault(enum way way, enum fault fault, double probability, double ms)
{
    struct direction *direction = &directions[way];
    direction->probability[fault] = probability;
    if (fault == FAULT_DELAY) {
        direction->delay_ms = ms;
    }
    direction->is_faulty = true;
}

void line_repair(void)
{
    for (int way = 0; way < WAYS; way++) {
        memset(directions[way].probability, 0, sizeof directions[way].probability);
        directions[way].is_faulty = directions[way].length > 0;
    }
}

void line_reset(void)
{
    for (int way = 0; way < WAYS; way++) {
        directions[way].in = directions[way].out = directions[way].length = 0;
        directions[way].last_due = 0;
    }
    taken_count = 0;
}

const struct line_counts *line_counts(void)
{
    return &counts;
}

static void fly(struct direction *direction, uint8_t byte, uint64_t due)
{
    unsigned next = (direction->in + 1U) % FLIGHTS;
    if (next == direction->out) {
        return;
    }
    /* A wire keeps the order: what is late makes late what follows. */
    if (due < direction->last_due) {
        due = direction->last_due;
    }
    direction->last_due = due;
    direction->flights[direction->in] = (struct flight){due, byte};
    direction->in = next;
}

static bool strikes(struct direction *direction, enum fault fault)
{
    if (direction->probability[fault] <= 0.0 || chance() >= direction->probability[fault]) {
        return false;
    }
    counts.faults[direction - directions]++;
    return true;
}

/* Up to twenty bytes go missing, as when a buffer overflows. */
static void cut_piece(struct direction *direction)
{
    unsigned from = chance_below(direction->length);
    unsigned count = chance_below(20) + 1;
    if (count > direction->length - from) {
        count = direction->length - from;
    }
    direction->length -= count;
    memmove(direction->piece + from, direction->piece + from + count, direction->length - from);
}

static void fly_piece(struct direction *direction, uint64_t cycle)
{
    unsigned times = 1;
    if (strikes(direction, FAULT_LOSE)) {
        times = 0;
    } else if (strikes(direction, FAULT_DUPLICATE)) {
        times = 2;
    }
    if (strikes(direction, FAULT_FLIP)) {
        direction->piece[chance_below(direction->length)] ^= (uint8_t)(1U << chance_below(8));
    }
    if (strikes(direction, FAULT_CUT)) {
        cut_piece(direction);
    }
    if (strikes(direction, FAULT_DELAY)) {
        cycle += (uint64_t)(chance() * direction->delay_ms * CYCLES_PER_MS);
    }
    if (strikes(direction, FAULT_GARBAGE)) {
        for (uint32_t i = chance_below(100) + 1; i > 0; i--) {
            fly(direction, (uint8_t)chance_below(256), cycle);
        }
    }
    for (; times > 0; times--) {
        for (unsigned i = 0; i < direction->length; i++) {
            fly(direction, direction->piece[i], cycle);
        }
    }
    direction->length = 0;
}

static void take(enum way way, uint8_t byte, uint64_t cycle)
{
    struct direction *direction = &directions[way];
    counts.bytes[way]++;
    counts.frames[way] += byte == 0;
    if (is_cut) {
        return;
    }
    if (!direction->is_faulty) {
        fly(direction, byte, cycle);
        return;
    }
    direction->piece[direction->length++] = byte;
    if (byte == 0 || direction->length == PIECE) {
        fly_piece(direction, cycle);
    }
}

void line_read(uint64_t cycle)
{
    uint8_t bytes[1024];
    ssize_t count;
    while (master >= 0 && (count = read(master, bytes, sizeof bytes)) > 0) {
        line_hear(bytes, (size_t)count, cycle);
    }
}

int line_next(uint64_t cycle)
{
    struct direction *direction = &directions[TO_TRAY];
    if (direction->out == direction->in || direction->flights[direction->out].due > cycle) {
        return -1;
    }
    uint8_t byte = direction->flights[direction->out].byte;
    direction->out = (direction->out + 1U) % FLIGHTS;
    return byte;
}

uint64_t line_due(void)
{
    struct direction *direction = &directions[TO_TRAY];
    return direction->out == direction->in ? NEVER : direction->flights[direction->out].due;
}

void line_say(uint8_t byte, uint64_t cycle)
{
    take(TO_BOX, byte, cycle);
}

static void keep_for_taking(const uint8_t *bytes, size_t count)
{
    if (taken_count + count > TAKEN_LIMIT) {
        taken_count = 0;
    }
    memcpy(taken + taken_count, bytes, count);
    taken_count += count;
}

size_t line_taken(const uint8_t **bytes)
{
    size_t count = taken_count;
    *bytes = taken;
    taken_count = 0;
    return count;
}

void line_hear(const uint8_t *bytes, size_t count, uint64_t cycle)
{
    for (size_t i = 0; i < count; i++) {
        take(TO_TRAY, bytes[i], cycle);
    }
}

/* A box that does not read loses what does not fit into the kernel's buffer. */
void line_flush(uint64_t cycle)
{
    struct direction *direction = &directions[TO_BOX];
    uint8_t bytes[1024];
    size_t count;
    do {
        count = 0;
        while (count < sizeof bytes && direction->out != direction->in &&
               direction->flights[direction->out].due <= cycle) {
            bytes[count++] = direction->flights[direction->out].byte;
            direction->out = (direction->out + 1U) % FLIGHTS;
        }
        keep_for_taking(bytes, count);
        if (count > 0 && master >= 0 && write(master, bytes, count) < 0 && errno != EAGAIN) {
            perror("pty");
        }
    } while (count == sizeof bytes);
}
