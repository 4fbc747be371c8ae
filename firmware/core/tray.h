/* The tray: what it answers to the box, and what it says unasked. See ../PROTOCOL.md. */
#ifndef TRAY_H
#define TRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "button.h"
#include "memory.h"
#include "scan.h"
#include "wire.h"

/* Times in slots, of which there are SLOTS_PER_S. */
#define PUSH_FIRST 64U   /* 40 ms until a snapshot that was not taken is sent again, then twice that, and so on */
#define PUSH_LAST 4096U  /* up to 2.56 s */
#define WATCH_EVERY 1024U /* 640 ms between readings that a watching box gets */
#define REST_LIMIT 1600U  /* 1 s for the pegs to come to rest after the button was pressed */

/* What may wait for the wire; the order is that in which it gets it. */
enum due { DUE_RESULT, DUE_HELLO, DUE_SNAPSHOT, DUE_READING, DUE_COUNTERS, DUES };

struct tray {
    struct decoder decoder;
    struct scan scan;
    struct button button;
    struct memory memory;
    struct reading frozen;
    uint16_t boot;
    uint16_t count;
    uint16_t push_after; /* the time between snapshots that are not taken */
    uint16_t push_in;    /* slots until the next one */
    uint16_t watch_in;   /* slots until the next unrequested reading; 0: none was asked for */
    uint16_t rest_in;    /* slots until a reading is frozen whether steady or not; 0: none is to be */
    uint16_t frames, damaged, stale, lost;
    uint8_t is_taken : 1;
    uint8_t is_booting : 1;  /* the number of this boot is not written yet: not a word before */
    uint8_t is_writing_identity : 1; /* a request waits for the memory */
    uint8_t is_in_session : 1;
    uint8_t is_called : 1;   /* an Identify has arrived */
    uint8_t is_met : 1;      /* and a request after it: who asked knows of this boot */
    uint8_t is_opened : 1;   /* the zero before the first frame was sent */
    uint8_t sequence;        /* of the newest request */
    uint8_t identity_sequence;   /* of the request that waits for the memory */
    uint8_t due;             /* bits of enum due */
    uint8_t due_sequence[DUES];
    uint8_t result_request;
    uint8_t result_status;
    uint8_t wire[FRAME_LIMIT]; /* the frame that is being sent */
};

void tray_start(struct tray *tray);

/* Takes a byte from the box. */
void tray_take(struct tray *tray, uint8_t byte);

/* Takes the samples of a slot; the slots are its clock, too. */
void tray_slot(struct tray *tray, const struct slot *slot);

/* Goes on with what is under way: the memory, and what waits for the wire. Call it after each of the others. */
void tray_run(struct tray *tray);

#endif
