#include <math.h>

#include "sim.h"

/* SplitMix64 (Steele, Lea and Flood, 2014): one word of state, any seed will do. */
static uint64_t state = 1;
static double spare;
static bool has_spare;

void chance_seed(uint64_t seed)
{
    state = seed;
    has_spare = false;
}

static uint64_t next(void)
{
    state += 0x9E3779B97F4A7C15ULL;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

double chance(void)
{
    return (double)(next() >> 11) * 0x1.0p-53;
}

uint32_t chance_below(uint32_t limit)
{
    return (uint32_t)(chance() * limit);
}

/* Marsaglia's polar method: two at a time. */
double chance_gauss(void)
{
    if (has_spare) {
        has_spare = false;
        return spare;
    }
    double x, y, square;
    do {
        x = 2.0 * chance() - 1.0;
        y = 2.0 * chance() - 1.0;
        square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    double factor = sqrt(-2.0 * log(square) / square);
    spare = y * factor;
    has_spare = true;
    return x * factor;
}
