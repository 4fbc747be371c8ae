/* Runs the firmware on a simulated ATmega328P. See README.md. */
#define _GNU_SOURCE
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "sim.h"

#define FILES 8
/* In real time, so often the chip catches up with the clock: its firmware is never idle, ours may be. */
#define SLICE_NS 2000000L
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

void real_time(bool is_on)
{
    is_real_time = is_on;
    wall_start = wall_ns();
    cycle_start = chip_cycle();
}

static void catch_up(void)
{
    uint64_t target = cycle_start + (wall_ns() - wall_start) * CYCLES_PER_US / 1000ULL;
    if (target > chip_cycle() + LATE_NS * CYCLES_PER_US / 1000ULL) {
        real_time(true);
        return;
    }
    line_read(chip_cycle());
    chip_run(target);
    line_flush(chip_cycle());
}

/* Without power, or in steps, nothing happens until somebody says so. */
static void serve(bool may_be_left)
{
    struct pollfd files[FILES];
    bool goes_on = true;
    while (goes_on) {
        bool is_running = is_real_time && chip_is_on();
        int controls = control_files(files, FILES - 1);
        int count = controls;
        if (is_running && line_file() >= 0) {
            files[count++] = (struct pollfd){.fd = line_file(), .events = POLLIN};
        }
        struct timespec slice = {0, SLICE_NS};
        if (ppoll(files, (nfds_t)count, is_running ? &slice : NULL, NULL) > 0) {
            goes_on = control_serve(files, controls, may_be_left);
        }
        if (is_real_time) {
            if (chip_is_on()) {
                catch_up();
            } else {
                real_time(true);
            }
        }
    }
}

static int usage(const char *name)
{
    fprintf(stderr,
            "usage: %s --elf FILE --port PATH --control PATH [--real-time] [--stay]\n"
            "  --port       where to put the link to the serial port\n"
            "  --control    where to put the socket that steers all that, see README.md\n"
            "  --real-time  run by the clock at once; otherwise time passes when the socket says so\n"
            "  --stay       go on when whoever steers has gone\n",
            name);
    return 2;
}

int main(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        {"elf", required_argument, NULL, 'e'},   {"port", required_argument, NULL, 'p'},
        {"control", required_argument, NULL, 'c'}, {"real-time", no_argument, NULL, 'r'},
        {"stay", no_argument, NULL, 's'},        {NULL, 0, NULL, 0},
    };
    const char *elf = NULL, *port = NULL, *control = NULL;
    bool is_real = false, stays = false;
    int option;
    while ((option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1) {
        switch (option) {
        case 'e': elf = optarg; break;
        case 'p': port = optarg; break;
        case 'c': control = optarg; break;
        case 'r': is_real = true; break;
        case 's': stays = true; break;
        default: return usage(argv[0]);
        }
    }
    if (!elf || !port || !control) {
        return usage(argv[0]);
    }
    /* Whoever started it may die without a word: then it goes, too. */
    pid_t parent = getppid();
    if (!stays && (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)) {
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    if (!chip_load(elf)) {
        fprintf(stderr, "expected a program for the ATmega328P, got %s\n", elf);
        return 1;
    }
    if (!line_plug(port) || !control_open(control)) {
        perror("cannot open the port or the socket");
        return 1;
    }
    real_time(is_real);
    puts("ready");
    fflush(stdout);
    serve(stays);
    unlink(port);
    unlink(control);
    return 0;
}
