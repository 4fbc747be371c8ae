#include <math.h>
#include <string.h>

#include "sim.h"

#define TOP 1023.0

void light_start(struct light *light)
{
    memset(light, 0, sizeof *light);
    light->settling_us = 30.0;
}

/* What the lamps that are lit add in a hole once the sensor has followed. */
static double added(const struct light *light, int hole)
{
    double sum = 0.0;
    for (int lamp = 0; lamp < 3; lamp++) {
        if (light->lit & (1 << lamp)) {
            sum += light->lamps[hole][lamp];
        }
    }
    return sum;
}

static double followed(const struct light *light, int hole, uint64_t cycle)
{
    double target = added(light, hole);
    double us = (double)(cycle - light->changed) / CYCLES_PER_US;
    return target + (light->before[hole] - target) * exp(-us / light->settling_us);
}

void light_switch(struct light *light, uint8_t lit, uint64_t cycle)
{
    if (lit == light->lit) {
        return;
    }
    for (int hole = 0; hole < 5; hole++) {
        light->before[hole] = followed(light, hole, cycle);
    }
    light->lit = lit;
    light->changed = cycle;
}

enum wave light_wave_of(const char *name)
{
    static const char *const NAMES[WAVES] = {"sine", "rectified", "chopped"};
    enum wave wave = 0;
    while (wave < WAVES && strcmp(name, NAMES[wave]) != 0) {
        wave++;
    }
    return wave;
}

double light_wave(enum wave wave, double duty, double turns)
{
    double turn = turns - floor(turns);
    switch (wave) {
    case WAVE_SINE: return 0.5 + 0.5 * sin(2.0 * M_PI * turn);
    case WAVE_RECTIFIED: return fabs(sin(M_PI * turn));
    default: return turn < duty ? 1.0 : 0.0;
    }
}

/* The room's light as a share of what it is while all its lamps are at their brightest. */
static double room(const struct light *light, uint64_t cycle)
{
    double share = 1.0;
    for (int i = 0; i < FLICKERS; i++) {
        const struct lamp *lamp = &light->flicker[i];
        if (lamp->depth > 0.0) {
            double turns = lamp->hz * (double)cycle / CYCLES_PER_S + lamp->phase;
            share -= lamp->depth * (1.0 - light_wave(lamp->wave, lamp->duty, turns));
        }
    }
    return share;
}

uint16_t light_sample(struct light *light, int hole, uint64_t cycle)
{
    double level = followed(light, hole, cycle) + light->ambient[hole] * room(light, cycle) + light->noise * chance_gauss();
    double steps = round(level * TOP);
    return (uint16_t)(steps < 0.0 ? 0.0 : steps > TOP ? TOP : steps);
}

static bool obey_light(struct light *light, const double *number, int count)
{
    if (count < 5 || number[1] < 0 || number[1] >= 5) {
        return false;
    }
    memcpy(light->lamps[(int)number[1]], number + 2, sizeof light->lamps[0]);
    return true;
}

static bool obey_ambient(struct light *light, const double *number, int count)
{
    if (count < 6) {
        return false;
    }
    memcpy(light->ambient, number + 1, sizeof light->ambient);
    return true;
}

static bool obey_lamp(struct light *light, char *const *word, const double *number, int count)
{
    if (count < 7 || number[1] < 0 || number[1] >= FLICKERS || light_wave_of(word[2]) == WAVES) {
        return false;
    }
    light->flicker[(int)number[1]] = (struct lamp){light_wave_of(word[2]), number[3], number[4], number[5], number[6]};
    return true;
}

bool light_obeys(struct light *light, char *const *word, const double *number, int count)
{
    if (strcmp(word[0], "light") == 0) {
        return obey_light(light, number, count);
    }
    if (strcmp(word[0], "ambient") == 0) {
        return obey_ambient(light, number, count);
    }
    if (strcmp(word[0], "lamp") == 0) {
        return obey_lamp(light, word, number, count);
    }
    if (strcmp(word[0], "noise") == 0 && count > 1) {
        light->noise = number[1];
        return true;
    }
    if (strcmp(word[0], "settling") == 0 && count > 1) {
        light->settling_us = number[1] > 0.001 ? number[1] : 0.001;
        return true;
    }
    return false;
}
