/* The scan: samples under no light, red, green and blue in turn become readings that can be relied on. */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

/* A slot at the fastest rate: a light is switched on, SETTLE_US later its five samples are taken, within SAMPLE_US. */
#define SETTLE_US 312.5
#define SAMPLE_US 312.5
#define SLOTS_PER_S 1600U

/* The rates differ in the length of a slot, so that a lamp whose flicker is in step with one of them is not with all. */
#define RATES 8U

/* Off, red, green, blue. */
#define LIGHTS 4U

/* A scan takes 20 ms at the fastest rate. */
#define CYCLES 8U

/* The number of agreeing scans in a reading: 64 samples for each hole and light. */
#define SCANS 8U

/* The largest difference, in steps of the converter, between what a light adds in two measurements that agree: between
 * a scan and the scans before it, a scan and a reading, two readings. With noise of 1 % of the scale those differences
 * have standard deviations of 7.2 to 5.5, of 5.4 and of 2.6 steps. A false alarm only causes a delay; an unnoticed
 * movement would mix a peg with the previous one. Where the scans of a reading differ more than that noise explains,
 * because a lamp flickers, the tolerances are wider in proportion: WIDTH is once, WIDTH_MOST two and a half times. */
#define TOLERANCE_RUN 28U
#define TOLERANCE_SCAN 22U
#define TOLERANCE_READING 12U
#define WIDTH 16U
#define WIDTH_MOST 40U

/* What noise of 1 % of the scale makes of the spread: 16 times its variance. */
#define SPREAD 1676UL

/* A rate is left for another whose spread is smaller than this share of its own, in eighths. */
#define SPREAD_BETTER 6U

/* What a movement at a rate adds to its spread, besides an eighth. */
#define SPREAD_MOVED 128U

/* In as many readings, the spread that was seen at a rate fades to a third. */
#define SPREAD_FADES 256U

/* A light that adds less than this to a hole, in 64ths of a step and as a mean over many readings, is broken: even an
 * empty hole adds 3 steps in the model. Until enough has been seen, it is taken to work. */
#define DIM 77U
#define DIM_START 640U
#define DIM_SHARE 8

/* The converter's top: a sample there may stand for any more. */
#define SAMPLE_TOP 1023U

/* The samples of one slot. */
struct slot {
    uint8_t place;
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
    uint16_t spread;  /* the variance of what a light adds in one scan, in squares of a sum of CYCLES samples: that of
                         these readings or the mean of the last few, whichever is more, for it may be small by chance */
    uint16_t number;  /* of the scan that ended it; 0: none yet */
    bool is_steady;
};

struct scan {
    struct sums now;  /* of the scan under way */
    struct sums run;  /* of the scans since the last reading or movement */
    struct sums last; /* the last reading, unless the repose is REPOSE_MOVED */
    struct sums before; /* the one before it, if the repose is REPOSE_STEADY */
    uint32_t squares;   /* of the differences between the scans in run */
    uint16_t spread, spread_before; /* of the last reading and the one before it */
    uint16_t spread_mean;           /* of the last few */
    uint16_t seen[RATES];           /* the spread at each rate, as a mean; 0: not seen yet */
    uint16_t last_number;
    uint16_t number;  /* of scans ended */
    uint16_t moved;   /* scans and readings that did not agree */
    uint16_t missed;  /* scans thrown away for a slot that was not measured */
    uint16_t added[LIGHTS - 1U]; /* by each light to a hole, as a mean, in 64ths of a step */
    uint8_t repose;
    uint8_t place;  /* expected next */
    uint8_t slots;  /* in now */
    uint8_t rate;
    uint8_t width;  /* of the tolerances, in parts of WIDTH */
    uint8_t scans; /* in run */
    bool is_mixed; /* run is the scan that disagreed, in which pegs may have moved: the next one replaces it */
};

/* What a slot has brought. */
enum scanned {
    SCANNED_SLOT,   /* a part of a scan */
    SCANNED_AGREED, /* a scan that agrees with those before it */
    SCANNED_STEADY, /* a scan that completes the first steady reading since a movement */
    SCANNED_MOVED   /* a scan, or a reading, that does not agree with those before it */
};

void scan_start(struct scan *scan);

/* Begins a new scan at once, so that nothing of it is older than this moment. */
void scan_restart(struct scan *scan);

enum scanned scan_take(struct scan *scan, const struct slot *slot);

bool scan_is_steady(const struct scan *scan);

/* The mean of the last two readings where they agree, else the newest; where none is left, the scans since the movement,
 * scaled alike. */
void scan_read(const struct scan *scan, struct reading *reading);

/* The lights that make no difference in any hole that is not clipped, as bits. */
uint8_t scan_dim(const struct scan *scan);

/* Counts up, and stops at the top. */
void count_up(uint16_t *counter);

#endif
