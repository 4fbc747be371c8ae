/* The core in the light of sim/light.c, much faster than on the simulated chip: what benchmarks and searches measure with.
 *
 *   light, ambient, lamp, noise, settling    as in sim/README.md
 *   seed N      restarts the random numbers
 *   run MS      lets time pass
 *   wave NAME DUTY TURNS        prints how bright such a lamp is
 *   press       presses the button and prints the frozen reading: steady, spread, rate, clipped (5), values (20)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../board/host/host.h"
#include "../sim/sim.h"

#define LINE 512
#define WORDS 20
#define SLOTS_PER_MS 1.6
/* A conversion takes 13 cycles of the converter's clock of 250 kHz. */
#define CONVERSION (52U * CYCLES_PER_US)
#define PRESSED_SLOTS 4000
#define RELEASED_SLOTS 80

static struct tray tray;
static struct light light;

static uint16_t sample(unsigned hole)
{
    return light_sample(&light, (int)hole, host.now + hole * CONVERSION);
}

static void change(uint8_t lit)
{
    light_switch(&light, (uint8_t)(lit == LIGHT_OFF ? 0 : 1U << (lit - 1U)), host.now);
}

static void show(const struct reading *reading)
{
    printf("%d %u %u", reading->is_steady, reading->spread, tray.scan.rate);
    for (unsigned hole = 0; hole < HOLES; hole++) {
        printf(" %u", reading->sums.clipped[hole]);
    }
    for (unsigned hole = 0; hole < HOLES; hole++) {
        for (unsigned lit = 0; lit < LIGHTS; lit++) {
            printf(" %u", reading->sums.values[hole][lit]);
        }
    }
    puts("");
    fflush(stdout);
}

/* What is sent meanwhile goes nowhere. */
static void slots(unsigned count)
{
    host_slots(&tray, count);
    host.said_count = 0;
}

static void press(void)
{
    uint16_t before = tray.count;
    host.is_down = true;
    for (unsigned i = 0; i < PRESSED_SLOTS && tray.count == before; i++) {
        slots(1);
    }
    host.is_down = false;
    slots(RELEASED_SLOTS);
    show(&tray.frozen);
}

static void show_wave(const char *name, double duty, double turns)
{
    enum wave wave = light_wave_of(name);
    printf("%.12f\n", wave == WAVES ? -1.0 : light_wave(wave, duty, turns));
    fflush(stdout);
}

static bool obey(char *const *word, const double *number, int count)
{
    if (strcmp(word[0], "press") == 0) {
        press();
    } else if (strcmp(word[0], "run") == 0 && count > 1) {
        slots((unsigned)(number[1] * SLOTS_PER_MS));
    } else if (strcmp(word[0], "seed") == 0 && count > 1) {
        chance_seed(strtoull(word[1], NULL, 10));
    } else if (strcmp(word[0], "wave") == 0 && count > 3) {
        show_wave(word[1], number[2], number[3]);
    } else {
        return light_obeys(&light, word, number, count);
    }
    return true;
}

int main(void)
{
    static char line[LINE];
    light_start(&light);
    host_start();
    host.sample = sample;
    host.light = change;
    host_boot(&tray);
    while (fgets(line, sizeof line, stdin)) {
        char *word[WORDS], *rest = NULL;
        double number[WORDS];
        int count = 0;
        for (char *next = strtok_r(line, " \n", &rest); next && count < WORDS; next = strtok_r(NULL, " \n", &rest)) {
            word[count] = next;
            number[count++] = strtod(next, NULL);
        }
        if (count == 0 || !obey(word, number, count)) {
            fprintf(stderr, "expected a verb and what it needs, got %s\n", count ? word[0] : "nothing");
            return 2;
        }
    }
    return 0;
}
