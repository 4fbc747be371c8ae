/* Runs the firmware on a simulated ATmega328P. See README.md. */
#define _GNU_SOURCE
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "sim.h"

#define FILES 8
/* Without power, or in steps, nothing happens until somebody says so. */
static void serve(bool may_be_left)
{
    struct pollfd files[FILES];
    bool goes_on = true;
    while (goes_on) {
        bool is_running = clock_is_real_time() && chip_is_on();
        int controls = control_files(files, FILES - 1);
        int count = controls;
        if (is_running && line_file() >= 0) {
            files[count++] = (struct pollfd){.fd = line_file(), .events = POLLIN};
        }
        struct timespec slice = {0, CLOCK_SLICE_NS};
        if (ppoll(files, (nfds_t)count, is_running ? &slice : NULL, NULL) > 0) {
            goes_on = control_serve(files, controls, may_be_left);
        }
        clock_catch_up();
    }
}

static int usage(const char *name)
{
    fprintf(stderr,
            "usage: %s --elf FILE --port PATH --control PATH [--boot FILE] [--real-time] [--stay]\n"
            "  --port       where to put the link to the serial port\n"
            "  --control    where to put the socket that steers all that, see README.md\n"
            "  --boot       the Intel HEX file of a boot loader, with which every reset begins\n"
            "  --real-time  run by the clock at once; otherwise time passes when the socket says so\n"
            "  --stay       keep running after the control connection closes\n",
            name);
    return 2;
}

int main(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        {"elf", required_argument, NULL, 'e'},   {"port", required_argument, NULL, 'p'},
        {"control", required_argument, NULL, 'c'}, {"real-time", no_argument, NULL, 'r'},
        {"stay", no_argument, NULL, 's'},        {"boot", required_argument, NULL, 'b'},
        {NULL, 0, NULL, 0},
    };
    const char *elf = NULL, *boot = NULL, *port = NULL, *control = NULL;
    bool is_real = false, stays = false;
    int option;
    while ((option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1) {
        switch (option) {
        case 'e': elf = optarg; break;
        case 'b': boot = optarg; break;
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
    /* If the parent process is killed, this one is killed too. */
    pid_t parent = getppid();
    if (!stays && (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)) {
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    if (!chip_load(elf, boot)) {
        fprintf(stderr, "expected a program for the ATmega328P, got %s\n", elf);
        return 1;
    }
    if (!line_plug(port) || !control_open(control)) {
        perror("cannot open the port or the socket");
        return 1;
    }
    clock_set_real_time(is_real);
    puts("ready");
    fflush(stdout);
    serve(stays);
    unlink(port);
    unlink(control);
    return 0;
}
