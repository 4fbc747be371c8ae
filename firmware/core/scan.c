#include "scan.h"

#include <string.h>

#include "beat.h"

void count_up(uint16_t *counter)
{
    if (*counter < UINT16_MAX) {
        (*counter)++;
    }
}

void scan_start(struct scan *scan)
{
    memset(scan, 0, sizeof *scan);
    for (uint8_t light = 0; light < LIGHTS - 1U; light++) {
        scan->added[light] = DIM_START;
    }
    scan->width = WIDTH;
    beat_at(scan->rate);
}

static void drop(struct scan *scan)
{
    memset(&scan->now, 0, sizeof scan->now);
    scan->slots = 0;
}

void scan_restart(struct scan *scan)
{
    drop(scan);
    beat_scan();
}

static void clip(uint8_t *clipped, uint8_t more)
{
    *clipped = (uint8_t)(*clipped > UINT8_MAX - more ? UINT8_MAX : *clipped + more);
}

static void add_slot(struct sums *sums, const struct slot *slot)
{
    uint8_t light = light_at(slot->place);
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        uint16_t sample = slot->samples[hole];
        sums->values[hole][light] = (uint16_t)(sums->values[hole][light] + sample);
        clip(&sums->clipped[hole], sample >= SAMPLE_TOP);
    }
}

static void add_scan(struct sums *sums, const struct sums *scan)
{
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        for (uint8_t light = 0; light < LIGHTS; light++) {
            sums->values[hole][light] = (uint16_t)(sums->values[hole][light] + scan->values[hole][light]);
        }
        clip(&sums->clipped[hole], scan->clipped[hole]);
    }
}

static int32_t added_by(const uint16_t *values, uint8_t light)
{
    return (int32_t)values[light] - (int32_t)values[LIGHT_OFF];
}

/* Whether a scan or a reading, its sums multiplied by times, differs from b by at most tolerance steps per scan. */
static bool agree(const struct sums *a, uint8_t times, const struct sums *b, uint16_t tolerance, uint8_t width)
{
    int32_t limit = (int32_t)((uint32_t)tolerance * CYCLES * width / WIDTH);
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        for (uint8_t light = LIGHT_RED; light < LIGHTS; light++) {
            int32_t apart = added_by(a->values[hole], light) * times - added_by(b->values[hole], light);
            if (apart > limit || apart < -limit) {
                return false;
            }
        }
    }
    return true;
}

static bool is_like_before(const struct scan *scan)
{
    if (scan->repose != REPOSE_MOVED) {
        return agree(&scan->now, SCANS, &scan->last, TOLERANCE_SCAN * SCANS, scan->width);
    }
    return agree(&scan->now, scan->scans, &scan->run, (uint16_t)(TOLERANCE_RUN * scan->scans), scan->width);
}

/* Saturation hides what a light adds, so clipped holes have no say. */
static void follow_light(uint16_t *mean, const struct sums *sums, uint8_t light)
{
    int32_t added = 0;
    uint8_t holes = 0;
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        if (sums->clipped[hole] == 0) {
            added += added_by(sums->values[hole], light);
            holes++;
        }
    }
    if (holes > 0) {
        int32_t next = *mean + (added / holes - *mean) / DIM_SHARE;
        *mean = (uint16_t)(next < 0 ? 0 : next);
    }
}

/* Adds how far a scan is from the mean of the run before it. Summed over a run, that is the sum of the squares of the
 * differences from its mean (Welford 1962), here of all lights in all holes. */
static void add_squares(struct scan *scan)
{
    uint8_t scans = scan->scans;
    uint32_t squares = 0;
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        for (uint8_t light = LIGHT_RED; light < LIGHTS; light++) {
            int32_t apart = added_by(scan->now.values[hole], light) * scans - added_by(scan->run.values[hole], light);
            squares += (uint32_t)(apart * apart);
        }
    }
    scan->squares += squares / (scans * (scans + 1UL));
}

static void use_rate(struct scan *scan, uint8_t rate)
{
    scan->rate = rate;
    beat_at(rate);
}

/* Takes the rate at which scans differ least: what flickers in step with it differs from scan to scan, since their
 * orders differ. */
static uint8_t best_rate(const struct scan *scan)
{
    uint8_t best = scan->rate;
    for (uint8_t rate = 0; rate < RATES; rate++) {
        if (scan->seen[rate] < scan->seen[best]) {
            best = rate;
        }
    }
    return best;
}

static void end_spread(struct scan *scan)
{
    uint32_t spread = scan->squares / (HOLES * (LIGHTS - 1U) * (SCANS - 1U));
    scan->spread_before = scan->spread;
    scan->spread = (uint16_t)(spread > UINT16_MAX ? UINT16_MAX : spread);
    scan->spread_mean = (uint16_t)(scan->spread_mean - scan->spread_mean / 4U + scan->spread / 4U);
    scan->squares = 0;
    /* What was seen long ago counts less, so that every rate is tried again, though rarely. */
    for (uint8_t rate = 0; rate < RATES; rate++) {
        scan->seen[rate] = (uint16_t)(scan->seen[rate] - scan->seen[rate] / SPREAD_FADES);
    }
    uint16_t *seen = &scan->seen[scan->rate];
    if (*seen < scan->spread / 2U) {
        *seen = scan->spread;
    } else {
        *seen = (uint16_t)(*seen - *seen / 4U + scan->spread / 4U);
    }
    scan->width = WIDTH;
    while (scan->width < WIDTH_MOST && scan->width * scan->width * SPREAD < scan->spread * (uint32_t)(WIDTH * WIDTH)) {
        scan->width++;
    }
    uint8_t best = best_rate(scan);
    if (scan->seen[best] < (uint32_t)*seen * SPREAD_BETTER / 8U) {
        use_rate(scan, best);
    }
}

static enum scanned end_run(struct scan *scan)
{
    enum scanned scanned = SCANNED_AGREED;
    end_spread(scan);
    if (scan->repose == REPOSE_MOVED) {
        scan->repose = REPOSE_CANDIDATE;
    } else if (!agree(&scan->run, 1, &scan->last, TOLERANCE_READING * SCANS, scan->width)) {
        scan->repose = REPOSE_CANDIDATE;
        count_up(&scan->moved);
        scanned = SCANNED_MOVED;
    } else if (scan->repose == REPOSE_CANDIDATE) {
        scan->repose = REPOSE_STEADY;
        scanned = SCANNED_STEADY;
    }
    scan->before = scan->last;
    scan->last = scan->run;
    scan->last_number = scan->number;
    memset(&scan->run, 0, sizeof scan->run);
    scan->scans = 0;
    return scanned;
}

static enum scanned add_to_run(struct scan *scan)
{
    if (scan->is_mixed) {
        memset(&scan->run, 0, sizeof scan->run);
        scan->scans = 0;
        scan->is_mixed = false;
    }
    if (scan->scans > 0) {
        add_squares(scan);
    }
    add_scan(&scan->run, &scan->now);
    scan->scans++;
    /* One light of the last reading with each of the next scans: all at once would keep the slots waiting. */
    if (scan->repose != REPOSE_MOVED && scan->scans < LIGHTS) {
        follow_light(&scan->added[scan->scans - 1U], &scan->last, scan->scans);
    }
    return scan->scans < SCANS ? SCANNED_AGREED : end_run(scan);
}

static enum scanned begin_run(struct scan *scan)
{
    count_up(&scan->moved);
    scan->repose = REPOSE_MOVED;
    scan->run = scan->now;
    scan->scans = 1;
    scan->is_mixed = true;
    scan->squares = 0;
    /* Perhaps nothing moves, and a lamp flickers in step with this rate or more than these tolerances allow. */
    uint32_t seen = scan->seen[scan->rate] + scan->seen[scan->rate] / 8U + SPREAD_MOVED;
    scan->seen[scan->rate] = (uint16_t)(seen > UINT16_MAX ? UINT16_MAX : seen);
    use_rate(scan, best_rate(scan));
    scan->width = (uint8_t)(scan->width < WIDTH_MOST ? scan->width + 1U : WIDTH_MOST);
    return SCANNED_MOVED;
}

/* After the highest number follows 1; 0 means no scan yet. */
static enum scanned end_scan(struct scan *scan)
{
    scan->number = (uint16_t)(scan->number == UINT16_MAX ? 1 : scan->number + 1);
    bool is_first = scan->repose == REPOSE_MOVED && scan->scans == 0;
    enum scanned scanned = is_first || is_like_before(scan) ? add_to_run(scan) : begin_run(scan);
    drop(scan);
    return scanned;
}

/* Whether a slot is the one expected; without its predecessor, a scan is worth nothing. */
static bool is_expected(struct scan *scan, const struct slot *slot)
{
    if (scan->slots > 0 && slot->place == scan->place) {
        return true;
    }
    if (scan->slots > 0) {
        count_up(&scan->missed);
        drop(scan);
    }
    return slot->place % PLACES_SCAN == 0;
}

enum scanned scan_take(struct scan *scan, const struct slot *slot)
{
    if (!is_expected(scan, slot)) {
        return SCANNED_SLOT;
    }
    add_slot(&scan->now, slot);
    scan->place = (uint8_t)(slot->place + 1U);
    scan->slots++;
    return scan->slots < CYCLES * LIGHTS ? SCANNED_SLOT : end_scan(scan);
}

bool scan_is_steady(const struct scan *scan)
{
    return scan->repose == REPOSE_STEADY;
}

static void average(struct sums *sums, const struct sums *other)
{
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        for (uint8_t light = 0; light < LIGHTS; light++) {
            uint16_t a = sums->values[hole][light], b = other->values[hole][light];
            sums->values[hole][light] = (uint16_t)(((uint32_t)a + b + 1U) / 2U);
        }
        if (sums->clipped[hole] < other->clipped[hole]) {
            sums->clipped[hole] = other->clipped[hole];
        }
    }
}

void scan_read(const struct scan *scan, struct reading *reading)
{
    reading->is_steady = scan_is_steady(scan);
    reading->spread = scan->spread;
    if (scan->repose != REPOSE_MOVED) {
        reading->sums = scan->last;
        reading->number = scan->last_number;
        if (reading->is_steady) {
            average(&reading->sums, &scan->before);
            reading->spread = (uint16_t)(((uint32_t)scan->spread + scan->spread_before) / 2U);
        }
        if (reading->spread < scan->spread_mean) {
            reading->spread = scan->spread_mean;
        }
        return;
    }
    reading->sums = scan->run;
    reading->number = scan->number;
    for (uint8_t hole = 0; hole < HOLES && scan->scans > 0; hole++) {
        for (uint8_t light = 0; light < LIGHTS; light++) {
            uint32_t sum = scan->run.values[hole][light];
            reading->sums.values[hole][light] = (uint16_t)(sum * SCANS / scan->scans);
        }
    }
}

uint8_t scan_dim(const struct scan *scan)
{
    uint8_t dim = 0;
    for (uint8_t light = 0; light < LIGHTS - 1U; light++) {
        if (scan->added[light] < DIM) {
            dim |= (uint8_t)(1U << light);
        }
    }
    return dim;
}
