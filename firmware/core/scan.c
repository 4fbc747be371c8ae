#include "scan.h"

#include <string.h>

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
}

void scan_restart(struct scan *scan)
{
    memset(&scan->now, 0, sizeof scan->now);
    scan->cycle = 0;
    scan->light = LIGHT_OFF;
}

static void clip(uint8_t *clipped, uint8_t more)
{
    *clipped = (uint8_t)(*clipped > UINT8_MAX - more ? UINT8_MAX : *clipped + more);
}

static void add_slot(struct sums *sums, const struct slot *slot)
{
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        uint16_t sample = slot->samples[hole];
        sums->values[hole][slot->light] = (uint16_t)(sums->values[hole][slot->light] + sample);
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
static bool agree(const struct sums *a, uint8_t times, const struct sums *b, uint16_t tolerance)
{
    int32_t limit = (int32_t)(tolerance * CYCLES);
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
        return agree(&scan->now, SCANS, &scan->last, TOLERANCE_SCAN * SCANS);
    }
    return agree(&scan->now, scan->scans, &scan->run, (uint16_t)(TOLERANCE_RUN * scan->scans));
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

static enum scanned end_run(struct scan *scan)
{
    enum scanned scanned = SCANNED_AGREED;
    if (scan->repose == REPOSE_MOVED) {
        scan->repose = REPOSE_CANDIDATE;
    } else if (!agree(&scan->run, 1, &scan->last, TOLERANCE_READING * SCANS)) {
        scan->repose = REPOSE_CANDIDATE;
        count_up(&scan->moved);
        scanned = SCANNED_MOVED;
    } else if (scan->repose == REPOSE_CANDIDATE) {
        scan->repose = REPOSE_STEADY;
        scanned = SCANNED_STEADY;
    }
    scan->last = scan->run;
    scan->last_number = scan->number;
    memset(&scan->run, 0, sizeof scan->run);
    scan->scans = 0;
    return scanned;
}

static enum scanned add_to_run(struct scan *scan)
{
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
    return SCANNED_MOVED;
}

/* After the highest number follows 1; 0 means no scan yet. */
static enum scanned end_scan(struct scan *scan)
{
    scan->number = (uint16_t)(scan->number == UINT16_MAX ? 1 : scan->number + 1);
    bool is_first = scan->repose == REPOSE_MOVED && scan->scans == 0;
    enum scanned scanned = is_first || is_like_before(scan) ? add_to_run(scan) : begin_run(scan);
    scan_restart(scan);
    return scanned;
}

/* Whether a slot is the one expected; without its predecessor, a scan is worth nothing. */
static bool is_expected(struct scan *scan, const struct slot *slot)
{
    if (slot->light == scan->light) {
        return true;
    }
    if (scan->cycle > 0 || scan->light != LIGHT_OFF) {
        count_up(&scan->missed);
        scan_restart(scan);
    }
    /* A scan begins in the dark. */
    return slot->light == LIGHT_OFF;
}

enum scanned scan_take(struct scan *scan, const struct slot *slot)
{
    if (!is_expected(scan, slot)) {
        return SCANNED_SLOT;
    }
    add_slot(&scan->now, slot);
    scan->light = (uint8_t)((slot->light + 1U) % LIGHTS);
    if (scan->light == LIGHT_OFF) {
        scan->cycle++;
    }
    return scan->cycle < CYCLES ? SCANNED_SLOT : end_scan(scan);
}

bool scan_is_steady(const struct scan *scan)
{
    return scan->repose == REPOSE_STEADY;
}

void scan_read(const struct scan *scan, struct reading *reading)
{
    reading->is_steady = scan_is_steady(scan);
    if (scan->repose != REPOSE_MOVED) {
        reading->sums = scan->last;
        reading->number = scan->last_number;
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
