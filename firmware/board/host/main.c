/* The core on this machine, steered line by line: each line in is a verb, each line out is what the tray said to it.
 *
 *   boot            power on          slots N     let N slots pass            take HEX   bytes from the box
 *   press, release  the button        place HOLE RED GREEN BLUE   what the lights add there, in steps
 *   fail N          the power fails with the N-th write to the memory from now on
 */
#include <stdio.h>
#include <string.h>

#include "host.h"

#define LINE 4096

static struct tray tray;

static void take_hex(const char *hex)
{
    unsigned byte;
    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
        uint8_t taken = (uint8_t)byte;
        host_take(&tray, &taken, 1);
        if (hex[1] == 0) {
            break;
        }
    }
}

static void obey(const char *line)
{
    unsigned n, hole, red, green, blue;
    if (strncmp(line, "boot", 4) == 0) {
        host_boot(&tray);
    } else if (sscanf(line, "slots %u", &n) == 1) {
        host_slots(&tray, n);
    } else if (strncmp(line, "take ", 5) == 0) {
        take_hex(line + 5);
    } else if (strncmp(line, "press", 5) == 0) {
        host.is_down = true;
    } else if (strncmp(line, "release", 7) == 0) {
        host.is_down = false;
    } else if (sscanf(line, "fail %u", &n) == 1) {
        host.power_fails_in = n;
    } else if (sscanf(line, "place %u %u %u %u", &hole, &red, &green, &blue) == 4 && hole < HOLES) {
        host_place(hole, (uint16_t)red, (uint16_t)green, (uint16_t)blue);
    } else {
        fprintf(stderr, "expected a verb, got %s", line);
    }
}

int main(void)
{
    static char line[LINE];
    host_start();
    host_boot(&tray);
    while (fgets(line, sizeof line, stdin)) {
        host.said_count = 0;
        obey(line);
        for (size_t i = 0; i < host.said_count; i++) {
            printf("%02x", host.said[i]);
        }
        puts("");
        fflush(stdout);
    }
    return 0;
}
