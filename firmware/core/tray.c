#include "tray.h"

#include <string.h>

#include "../board/board.h"
#include "version.h"

void tray_start(struct tray *tray)
{
    memset(tray, 0, sizeof *tray);
    decoder_start(&tray->decoder);
    scan_start(&tray->scan);
    button_start(&tray->button);
    board_lamps(0);
    memory_load(&tray->memory);
    memory_begin(&tray->memory);
    tray->boot = tray->memory.generation;
    tray->is_booting = 1;
    tray->is_taken = 1;
}

static void say(struct tray *tray, enum due due, uint8_t sequence)
{
    tray->due |= (uint8_t)(1U << due);
    tray->due_sequence[due] = sequence;
}

/* What is due already as an answer stays one: it tells the same. */
static void say_unasked(struct tray *tray, enum due due)
{
    if (!(tray->due & (1U << due))) {
        say(tray, due, 0);
    }
}

static void say_result_to(struct tray *tray, uint8_t request, uint8_t status, uint8_t sequence)
{
    tray->result_request = request;
    tray->result_status = status;
    say(tray, DUE_RESULT, sequence);
}

static void say_result(struct tray *tray, uint8_t request, uint8_t status)
{
    say_result_to(tray, request, status, tray->sequence);
}

/* --- The button and the readings --- */

static void freeze(struct tray *tray)
{
    scan_read(&tray->scan, &tray->frozen);
    tray->count = (uint16_t)(tray->count == UINT16_MAX ? 1 : tray->count + 1);
    tray->is_taken = 0;
    tray->rest_in = 0;
    tray->push_after = PUSH_FIRST;
    tray->push_in = PUSH_FIRST;
    say_unasked(tray, DUE_SNAPSHOT);
}

static void pressed(struct tray *tray)
{
    /* The answer to the row before is not the answer to this one. */
    board_lamps(0);
    if (tray->rest_in == 0) {
        tray->rest_in = REST_LIMIT;
        scan_restart(&tray->scan);
    }
}

/* A scan has ended: may what it confirms be frozen? */
static void settle(struct tray *tray, enum scanned scanned)
{
    if (tray->rest_in > 0 && scan_is_steady(&tray->scan)) {
        freeze(tray);
    }
    if (tray->watch_in > 0 && scanned == SCANNED_STEADY) {
        tray->watch_in = WATCH_EVERY;
        say_unasked(tray, DUE_READING);
    }
}

/* Counts a time down; true when it is over with this slot. */
static bool is_over(uint16_t *left)
{
    if (*left == 0) {
        return false;
    }
    (*left)--;
    return *left == 0;
}

static void push(struct tray *tray)
{
    if (tray->push_after < PUSH_LAST) {
        tray->push_after = (uint16_t)(tray->push_after * 2U);
    }
    tray->push_in = tray->push_after;
    say_unasked(tray, DUE_SNAPSHOT);
}

static void keep_time(struct tray *tray)
{
    if (is_over(&tray->rest_in)) {
        freeze(tray);
    }
    if (is_over(&tray->push_in) && !tray->is_taken) {
        push(tray);
    }
    if (is_over(&tray->watch_in)) {
        tray->watch_in = WATCH_EVERY;
        say_unasked(tray, DUE_READING);
    }
}

void tray_slot(struct tray *tray, const struct slot *slot)
{
    enum scanned scanned = scan_take(&tray->scan, slot);
    if (scanned != SCANNED_SLOT) {
        settle(tray, scanned);
    }
    keep_time(tray);
    if (button_sample(&tray->button, board_is_down())) {
        pressed(tray);
    }
}

/* --- Requests --- */

static void take_ack_snapshot(struct tray *tray, const uint8_t *body)
{
    if (get16(body + ACK_SNAPSHOT_BOOT) == tray->boot && get16(body + ACK_SNAPSHOT_COUNT) == tray->count) {
        tray->is_taken = 1;
    }
    say_result(tray, TYPE_ACK_SNAPSHOT, STATUS_DONE);
}

static void take_watch(struct tray *tray, const uint8_t *body)
{
    if (body[WATCH_ON] > 1) {
        say_result(tray, TYPE_WATCH, STATUS_REFUSED);
        return;
    }
    tray->watch_in = body[WATCH_ON] ? WATCH_EVERY : 0;
    say_result(tray, TYPE_WATCH, STATUS_DONE);
}

static void take_set_lamps(struct tray *tray, const uint8_t *body)
{
    uint16_t lamps = get16(body + SET_LAMPS_LAMPS);
    if (lamps >> (2U * HOLES)) {
        say_result(tray, TYPE_SET_LAMPS, STATUS_REFUSED);
        return;
    }
    board_lamps(lamps);
    say_result(tray, TYPE_SET_LAMPS, STATUS_DONE);
}

/* While the memory is being written nothing is answered: the box repeats its request. */
static void take_set_identity(struct tray *tray, const uint8_t *body)
{
    uint32_t serial = get32(body + SET_IDENTITY_SERIAL);
    uint32_t calibration = get32(body + SET_IDENTITY_CALIBRATION);
    if (serial == 0) {
        say_result(tray, TYPE_SET_IDENTITY, STATUS_REFUSED);
    } else if (tray->memory.is_writing) {
        return;
    } else if (serial == tray->memory.serial && calibration == tray->memory.calibration) {
        say_result(tray, TYPE_SET_IDENTITY, STATUS_DONE);
    } else {
        tray->memory.serial = serial;
        tray->memory.calibration = calibration;
        tray->is_writing_identity = 1;
        tray->identity_sequence = tray->sequence;
        memory_begin(&tray->memory);
    }
}

/* A request, the bytes that its body must have, and what it does or, where that is all, what it asks for. */
struct request {
    uint8_t type;
    uint8_t size;
    uint8_t due;
    void (*take)(struct tray *tray, const uint8_t *body);
};

static const struct request REQUESTS[] = {
    {TYPE_IDENTIFY, IDENTIFY_SIZE, DUE_HELLO, 0},
    {TYPE_GET_SNAPSHOT, GET_SNAPSHOT_SIZE, DUE_SNAPSHOT, 0},
    {TYPE_GET_READING, GET_READING_SIZE, DUE_READING, 0},
    {TYPE_GET_COUNTERS, GET_COUNTERS_SIZE, DUE_COUNTERS, 0},
    {TYPE_ACK_SNAPSHOT, ACK_SNAPSHOT_SIZE, DUE_RESULT, take_ack_snapshot},
    {TYPE_WATCH, WATCH_SIZE, DUE_RESULT, take_watch},
    {TYPE_SET_LAMPS, SET_LAMPS_SIZE, DUE_RESULT, take_set_lamps},
    {TYPE_SET_IDENTITY, SET_IDENTITY_SIZE, DUE_RESULT, take_set_identity},
};

static const struct request *request_of(uint8_t type)
{
    for (uint8_t i = 0; i < sizeof REQUESTS / sizeof REQUESTS[0]; i++) {
        if (REQUESTS[i].type == type) {
            return &REQUESTS[i];
        }
    }
    return 0;
}

/* A request that was delayed on its way must not undo what a newer one has done. */
static bool is_stale(const struct tray *tray, uint8_t type, uint8_t sequence)
{
    return tray->is_in_session && type != TYPE_IDENTIFY && (uint8_t)(sequence - tray->sequence) >= 0x80U;
}

static void take_frame(struct tray *tray, const uint8_t *plain, uint8_t count)
{
    uint8_t type = plain[0];
    uint8_t sequence = plain[1];
    if (is_stale(tray, type, sequence)) {
        count_up(&tray->stale);
        return;
    }
    tray->sequence = sequence;
    tray->is_in_session = 1;
    if (type == TYPE_IDENTIFY) {
        tray->is_called = 1;
    } else if (tray->is_called) {
        tray->is_met = 1;
    }
    const struct request *request = request_of(type);
    if (!request) {
        say_result(tray, type, STATUS_UNKNOWN);
    } else if (count < HEAD_SIZE + request->size + CHECK_SIZE) {
        say_result(tray, type, STATUS_SHORT);
    } else if (request->take) {
        request->take(tray, plain + HEAD_SIZE);
    } else {
        say(tray, request->due, sequence);
    }
}

void tray_take(struct tray *tray, uint8_t byte)
{
    switch (decoder_take(&tray->decoder, byte)) {
    case ARRIVED_FRAME:
        count_up(&tray->frames);
        /* While it boots, it keeps silent: the box repeats its request. */
        if (!tray->is_booting) {
            take_frame(tray, tray->decoder.plain, tray->decoder.count);
        }
        break;
    case ARRIVED_DAMAGE:
        count_up(&tray->damaged);
        break;
    default:
        break;
    }
}

/* --- What is said --- */

static uint8_t write_result(const struct tray *tray, uint8_t *body)
{
    body[RESULT_REQUEST] = tray->result_request;
    body[RESULT_STATUS] = tray->result_status;
    return RESULT_SIZE;
}

static uint8_t write_hello(const struct tray *tray, uint8_t *body)
{
    body[HELLO_PROTOCOL] = PROTOCOL;
    body[HELLO_OLDEST] = OLDEST;
    body[HELLO_FIRMWARE] = VERSION_MAJOR;
    body[HELLO_FIRMWARE + 1] = VERSION_MINOR;
    body[HELLO_FIRMWARE + 2] = VERSION_PATCH;
    body[HELLO_BOARD] = board_kind();
    body[HELLO_FEATURES] = board_features();
    body[HELLO_CAUSE] = board_cause() | (tray->is_met ? 0 : CAUSE_BIT_FRESH);
    put16(body + HELLO_BOOT, tray->boot);
    put16(body + HELLO_COUNT, tray->count);
    put32(body + HELLO_SERIAL, tray->memory.serial);
    put32(body + HELLO_CALIBRATION, tray->memory.calibration);
    return HELLO_SIZE;
}

/* A snapshot's body and a reading's are the same. */
static uint8_t write_reading(const struct tray *tray, uint8_t *body, const struct reading *reading)
{
    uint8_t flags = reading->is_steady ? FLAG_BIT_STEADY : 0;
    put16(body + CURRENT_READING_BOOT, tray->boot);
    put16(body + CURRENT_READING_COUNT, tray->count);
    put16(body + CURRENT_READING_SCAN, reading->number);
    flags |= tray->button.is_down ? FLAG_BIT_BUTTON : 0;
    flags |= tray->rest_in > 0 ? FLAG_BIT_PENDING : 0;
    flags |= tray->is_taken ? FLAG_BIT_TAKEN : 0;
    flags |= tray->is_met ? 0 : FLAG_BIT_FRESH;
    body[CURRENT_READING_FLAGS] = flags;
    body[CURRENT_READING_DIM] = scan_dim(&tray->scan);
    memcpy(body + CURRENT_READING_CLIPPED, reading->sums.clipped, HOLES);
    uint8_t *values = body + CURRENT_READING_VALUES;
    for (uint8_t hole = 0; hole < HOLES; hole++) {
        for (uint8_t light = 0; light < LIGHTS; light++) {
            put16(values, reading->sums.values[hole][light]);
            values += 2;
        }
    }
    put16(body + CURRENT_READING_SPREAD, reading->spread);
    return CURRENT_READING_SIZE;
}

static uint8_t write_snapshot(const struct tray *tray, uint8_t *body)
{
    return write_reading(tray, body, &tray->frozen);
}

static uint8_t write_current_reading(const struct tray *tray, uint8_t *body)
{
    struct reading reading;
    scan_read(&tray->scan, &reading);
    return write_reading(tray, body, &reading);
}

static uint8_t write_counters(const struct tray *tray, uint8_t *body)
{
    put16(body + COUNTERS_FRAMES, tray->frames);
    put16(body + COUNTERS_DAMAGED, tray->damaged);
    put16(body + COUNTERS_STALE, tray->stale);
    put16(body + COUNTERS_LOST, tray->lost);
    put16(body + COUNTERS_SCANS, tray->scan.missed);
    put16(body + COUNTERS_MOVED, tray->scan.moved);
    return COUNTERS_SIZE;
}

struct reply {
    uint8_t type;
    uint8_t (*write)(const struct tray *tray, uint8_t *body);
};

/* In the order of enum due. */
static const struct reply REPLIES[DUES] = {
    {TYPE_RESULT, write_result},
    {TYPE_HELLO, write_hello},
    {TYPE_SNAPSHOT, write_snapshot},
    {TYPE_CURRENT_READING, write_current_reading},
    {TYPE_COUNTERS, write_counters},
};

/* A zero first: it ends what a reset has left of the frame before. */
static void open_wire(struct tray *tray)
{
    tray->is_opened = 1;
    tray->wire[0] = 0;
    board_send(tray->wire, 1);
}

static void send_due(struct tray *tray)
{
    uint8_t due = 0;
    while (!(tray->due & (1U << due))) {
        due++;
    }
    tray->due &= (uint8_t)~(1U << due);
    uint8_t *body = frame_open(tray->wire, REPLIES[due].type, tray->due_sequence[due]);
    board_send(tray->wire, frame_close(tray->wire, REPLIES[due].write(tray, body)));
}

static void written(struct tray *tray, enum written written)
{
    if (written == WRITTEN_BADLY) {
        /* What counts is what would be found after a reset. */
        memory_load(&tray->memory);
    }
    if (tray->is_booting) {
        tray->is_booting = 0;
        say_unasked(tray, DUE_HELLO);
    }
    if (tray->is_writing_identity) {
        tray->is_writing_identity = 0;
        uint8_t status = written == WRITTEN_WELL ? STATUS_DONE : STATUS_FAILED;
        say_result_to(tray, TYPE_SET_IDENTITY, status, tray->identity_sequence);
    }
}

void tray_run(struct tray *tray)
{
    for (uint8_t lost = board_lost(); lost > 0; lost--) {
        count_up(&tray->lost);
    }
    enum written step = memory_step(&tray->memory);
    if (step != WRITTEN_NOTHING) {
        written(tray, step);
    }
    if (board_is_sending() || tray->is_booting) {
        return;
    }
    if (!tray->is_opened && tray->due) {
        open_wire(tray);
    } else if (tray->due) {
        send_due(tray);
    }
}
