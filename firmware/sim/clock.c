/* Whether simulated time follows the clock of this machine, and how far behind the chip is. */
#define _GNU_SOURCE
#include <time.h>

#include "sim.h"

/* After a longer pause (a debugger, a suspended machine) the chip does not catch up. */
#define LATE_NS 200000000ULL

static bool is_real_time;
static uint64_t wall_start, cycle_start;

static uint64_t wall_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

void clock_set_real_time(bool is_on)
{
    is_real_time = is_on;
    wall_start = wall_ns();
    cycle_start = chip_cycle();
}

bool clock_is_real_time(void)
{
    return is_real_time;
}

void clock_catch_up(void)
{
    if (!is_real_time) {
        return;
    }
    uint64_t target = cycle_start + (wall_ns() - wall_start) * CYCLES_PER_US / 1000ULL;
    if (!chip_is_on() || target > chip_cycle() + LATE_NS * CYCLES_PER_US / 1000ULL) {
        clock_set_real_time(true);
        return;
    }
    line_read(chip_cycle());
    chip_run(target);
    line_flush(chip_cycle());
}
