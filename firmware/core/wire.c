#include "wire.h"

void put16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

void put32(uint8_t *at, uint32_t value)
{
    put16(at, (uint16_t)value);
    put16(at + 2, (uint16_t)(value >> 16));
}

uint16_t get16(const uint8_t *at)
{
    return (uint16_t)(at[0] | (uint16_t)((uint16_t)at[1] << 8));
}

uint32_t get32(const uint8_t *at)
{
    return get16(at) | (uint32_t)get16(at + 2) << 16;
}

/* CRC-16/CCITT-FALSE, a byte at a time without a table: the eight steps of the polynomial x^16 + x^12 + x^5 + 1
 * folded into shifts by its exponents. */
uint16_t check_add(uint16_t check, uint8_t byte)
{
    uint8_t folded = (uint8_t)((uint8_t)(check >> 8) ^ byte);
    folded ^= (uint8_t)(folded >> 4);
    uint16_t spread = folded;
    return (uint16_t)((uint16_t)(check << 8) ^ (uint16_t)(spread << 12) ^ (uint16_t)(spread << 5) ^ spread);
}

uint16_t check_of(const uint8_t *bytes, uint8_t count)
{
    uint16_t check = CHECK_START;
    for (uint8_t i = 0; i < count; i++) {
        check = check_add(check, bytes[i]);
    }
    return check;
}

/* The plain bytes stand one place to the right, where COBS will have them. */
uint8_t *frame_open(uint8_t *wire, uint8_t type, uint8_t sequence)
{
    wire[1] = type;
    wire[2] = sequence;
    return wire + 1 + HEAD_SIZE;
}

uint8_t frame_close(uint8_t *wire, uint8_t body_size)
{
    uint8_t count = (uint8_t)(HEAD_SIZE + body_size);
    put16(wire + 1 + count, check_of(wire + 1, count));
    count = (uint8_t)(count + CHECK_SIZE);
    /* From the end: each zero, and the byte in front, becomes the distance to the next one. */
    uint8_t next = (uint8_t)(count + 1);
    wire[next] = 0;
    for (uint8_t i = count; i > 0; i--) {
        if (wire[i] == 0) {
            wire[i] = (uint8_t)(next - i);
            next = i;
        }
    }
    wire[0] = next;
    return (uint8_t)(count + 2);
}

void decoder_start(struct decoder *decoder)
{
    decoder->count = 0;
    decoder->left = 0;
    decoder->is_begun = 0;
    decoder->is_damaged = 0;
}

static void keep(struct decoder *decoder, uint8_t byte)
{
    if (decoder->count < PLAIN_LIMIT) {
        decoder->plain[decoder->count++] = byte;
    } else {
        decoder->is_damaged = 1;
    }
}

static enum arrival ended(const struct decoder *decoder)
{
    if (!decoder->is_begun) {
        return ARRIVED_NOTHING;
    }
    if (decoder->is_damaged || decoder->left > 0 || decoder->count < HEAD_SIZE + CHECK_SIZE) {
        return ARRIVED_DAMAGE;
    }
    uint8_t checked = (uint8_t)(decoder->count - CHECK_SIZE);
    return get16(decoder->plain + checked) == check_of(decoder->plain, checked) ? ARRIVED_FRAME : ARRIVED_DAMAGE;
}

/* A frame that came before is forgotten with the first byte of the next. */
static void take_code(struct decoder *decoder, uint8_t code)
{
    if (!decoder->is_begun) {
        decoder->count = 0;
        decoder->is_begun = 1;
    } else {
        keep(decoder, 0);
    }
    decoder->left = (uint8_t)(code - 1);
}

enum arrival decoder_take(struct decoder *decoder, uint8_t byte)
{
    if (byte == 0) {
        enum arrival arrival = ended(decoder);
        decoder->left = 0;
        decoder->is_begun = 0;
        decoder->is_damaged = 0;
        return arrival;
    }
    if (decoder->left == 0) {
        take_code(decoder, byte);
    } else {
        decoder->left--;
        keep(decoder, byte);
    }
    return ARRIVED_NOTHING;
}
