/* Bytes on the wire: numbers low byte first, the check, and frames around them. See ../PROTOCOL.md. */
#ifndef WIRE_H
#define WIRE_H

#include <stdint.h>

#include "messages.h"

/* Type and sequence before the body, the check after it. */
#define HEAD_SIZE 2U
#define CHECK_SIZE 2U

/* A frame without its closing zero and without the byte that COBS adds. */
#define PLAIN_LIMIT (FRAME_LIMIT - 2U)

void put16(uint8_t *at, uint16_t value);
void put32(uint8_t *at, uint32_t value);
uint16_t get16(const uint8_t *at);
uint32_t get32(const uint8_t *at);

/* Goes on with a check over one more byte; begin with CHECK_START. */
#define CHECK_START 0xFFFFU
uint16_t check_add(uint16_t check, uint8_t byte);
uint16_t check_of(const uint8_t *bytes, uint8_t count);

/* Writes the head of a frame into wire, which has room for FRAME_LIMIT bytes; returns where its body goes. */
uint8_t *frame_open(uint8_t *wire, uint8_t type, uint8_t sequence);

/* Adds the check and encodes the frame where it stands; returns the bytes to send, the closing zero included. */
uint8_t frame_close(uint8_t *wire, uint8_t body_size);

/* What a byte has brought. */
enum arrival { ARRIVED_NOTHING, ARRIVED_FRAME, ARRIVED_DAMAGE };

/* Splits a stream of bytes into frames; it never stores more than one frame. */
struct decoder {
    uint8_t plain[PLAIN_LIMIT]; /* type, sequence, body, check */
    uint8_t count;
    uint8_t left; /* bytes until the next code byte */
    uint8_t is_begun : 1;
    uint8_t is_damaged : 1;
};

void decoder_start(struct decoder *decoder);

/* After ARRIVED_FRAME, plain and count are the frame's until the next byte is taken. */
enum arrival decoder_take(struct decoder *decoder, uint8_t byte);

#endif
