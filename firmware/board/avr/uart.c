/* The line of the ATmega328P: its serial port, behind which the board has a converter to USB. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "../../core/messages.h"
#include "../board.h"
#include "avr.h"
#include "line.h"

/* The fewest cycles at which UBRR gives the rate of messages.h without a rest: 16 MHz / 8 / 250,000 = 8. */
#define BAUD_DIVIDER (F_CPU / 8UL / BAUD)
_Static_assert(BAUD_DIVIDER * 8UL * BAUD == F_CPU, "the rate is to be exact");

/* A byte arrives every 40 us; a pass of the main loop takes less than 1200 us. */
#define RING 32U

static volatile uint8_t ring[RING];
static volatile uint8_t ring_in;
static uint8_t ring_out;
static volatile uint8_t lost;

static const uint8_t *sending;
static volatile uint8_t to_send;

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)((ring_in + 1U) % RING);
    if (next == ring_out || status & (_BV(DOR0) | _BV(FE0))) {
        lost++;
        return;
    }
    ring[ring_in] = byte;
    ring_in = next;
}

ISR(USART_UDRE_vect)
{
    UDR0 = *sending++;
    to_send--;
    if (to_send == 0) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    }
}

bool avr_fetch_byte(uint8_t *byte)
{
    if (ring_out == ring_in) {
        return false;
    }
    *byte = ring[ring_out];
    ring_out = (uint8_t)((ring_out + 1U) % RING);
    return true;
}

void board_send(const uint8_t *bytes, uint8_t count)
{
    sending = bytes;
    to_send = count;
    UCSR0B |= _BV(UDRIE0);
}

bool board_is_sending(void)
{
    return to_send > 0;
}

uint8_t board_lost(void)
{
    uint8_t sreg = SREG;
    cli();
    uint8_t count = lost;
    lost = 0;
    SREG = sreg;
    return count;
}

bool line_has_byte(void)
{
    return ring_out != ring_in;
}

bool line_is_leaving(void)
{
    return false;
}

void line_start(void)
{
    UCSR0A |= _BV(U2X0);
    UBRR0 = (uint16_t)(BAUD_DIVIDER - 1UL);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}
