#include <math.h>
#include <string.h>

#include "sim.h"

#define TOP 1023.0

void light_start(struct light *light)
{
    memset(light, 0, sizeof *light);
    light->flicker_hz = 100.0;
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

uint16_t light_sample(struct light *light, int hole, uint64_t cycle)
{
    double turn = 2.0 * M_PI * light->flicker_hz * (double)cycle / CYCLES_PER_S + light->phase;
    double room = light->ambient[hole] * (1.0 + light->flicker * sin(turn));
    double level = followed(light, hole, cycle) + room + light->noise * chance_gauss();
    double steps = round(level * TOP);
    return (uint16_t)(steps < 0.0 ? 0.0 : steps > TOP ? TOP : steps);
}
