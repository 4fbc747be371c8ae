/* The scan: samples under no light, red, green and blue in turn become readings that can be relied on. */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

/* A slot: a light is switched on, SETTLE_US later its five samples are taken, within SAMPLE_US. */
#define SETTLE_US 312.5
#define SAMPLE_US 312.5
#define SLOTS_PER_S 1600U

/* Off, red, green, blue. */
#define LIGHTS 4U

/* A scan is 20 ms, two periods of a lamp on 50 Hz mains: sampled evenly, its flicker cancels. */
#define CYCLES 8U

/* The number of agreeing scans in a reading: 64 samples for each hole and light. */
#define SCANS 8U

/* The largest difference, in steps of the converter, between what a light adds in two measurements that agree: between
 * a scan and the scans before it, a scan and a reading, two readings. With noise of 1 % of the scale those differences
 * have standard deviations of 7.2 to 5.5, of 5.4 and of 2.6 steps. A false alarm only causes a delay; an unnoticed
 * movement would mix a peg with the previous one. */
#define TOLERANCE_RUN 28U
#define TOLERANCE_SCAN 22U
#define TOLERANCE_READING 12U

/* A light that adds less than this to a hole, in 64ths of a step and as a mean over many readings, is broken: even an
 * empty hole adds 3 steps in the model. Until enough has been seen, it is taken to work. */
#define DIM 77U
#define DIM_START 640U
#define DIM_SHARE 8

/* The converter's top: a sample there may stand for any more. */
#define SAMPLE_TOP 1023U

/* The samples of one slot. */
struct slot {
    uint8_t light;
    uint16_t samples[HOLES];
};

/* Sums of samples, by hole and light, and how many of them stood at the top. */
struct sums {
    uint16_t values[HOLES][LIGHTS];
    uint8_t clipped[HOLES];
};

/* What is known about the pegs in the tray. */
enum repose {
    REPOSE_MOVED,     /* fewer than SCANS scans have agreed */
    REPOSE_CANDIDATE, /* there is a reading that none has confirmed */
    REPOSE_STEADY     /* the last reading agreed with the one before */
};

struct reading {
    struct sums sums; /* scaled as if of SCANS scans */
    uint16_t number;  /* of the scan that ended it; 0: none yet */
    bool is_steady;
};

struct scan {
    struct sums now;  /* of the scan under way */
    struct sums run;  /* of the scans since the last reading or movement */
    struct sums last; /* the last reading, unless the repose is REPOSE_MOVED */
    uint16_t last_number;
    uint16_t number;  /* of scans ended */
    uint16_t moved;   /* scans and readings that did not agree */
    uint16_t missed;  /* scans thrown away for a slot that was not measured */
    uint16_t added[LIGHTS - 1U]; /* by each light to a hole, as a mean, in 64ths of a step */
    uint8_t repose;
    uint8_t cycle;
    uint8_t light; /* expected next */
    uint8_t scans; /* in run */
};

/* What a slot has brought. */
enum scanned {
    SCANNED_SLOT,   /* a part of a scan */
    SCANNED_AGREED, /* a scan that agrees with those before it */
    SCANNED_STEADY, /* a scan that completes the first steady reading since a movement */
    SCANNED_MOVED   /* a scan, or a reading, that does not agree with those before it */
};

void scan_start(struct scan *scan);

/* Begins a new scan, so that nothing of it is older than this moment. */
void scan_restart(struct scan *scan);

enum scanned scan_take(struct scan *scan, const struct slot *slot);

bool scan_is_steady(const struct scan *scan);

/* The newest reading; where none is left, the scans since the movement, scaled alike. */
void scan_read(const struct scan *scan, struct reading *reading);

/* The lights that make no difference in any hole that is not clipped, as bits. */
uint8_t scan_dim(const struct scan *scan);

/* Counts up, and stops at the top. */
void count_up(uint16_t *counter);

#endif
