/* The line of the ATmega32U4: its own USB, by the serial port of the Arduino core (cores/arduino/CDC.cpp, USBCore.cpp). */
#include <USBAPI.h>
#include <util/delay.h>

extern "C" {
#include "../../core/messages.h"
#include "../avr/avr.h"
#include "../avr/line.h"
#include "../board.h"

/* The core waits 1 ms for its clock when USB starts. */
void delay(unsigned long ms)
{
    for (; ms > 0; ms--) {
        _delay_ms(1);
    }
}
}

/* With this rate, and the port closed, the Arduino tools ask a board for its boot loader. */
#define LEAVING_BAUD 1200UL

static const uint8_t *sending;
static uint8_t to_send;

void line_start(void)
{
    USBDevice.attach();
}

bool line_has_byte(void)
{
    return Serial.available() > 0;
}

/* The core has then set the watchdog to 120 ms. */
bool line_is_leaving(void)
{
    return Serial.baud() == LEAVING_BAUD && !Serial.dtr();
}

bool avr_fetch_byte(uint8_t *byte)
{
    int got = Serial.read();
    if (got < 0) {
        return false;
    }
    *byte = (uint8_t)got;
    return true;
}

/* A packet is never filled: the core would wait up to a quarter of a second to send an empty one after it. It sends what
 * is in a packet once a millisecond. */
static void send_some(void)
{
    int space = Serial.availableForWrite() - 1;
    if (space <= 0) {
        return;
    }
    uint8_t count = space < to_send ? (uint8_t)space : to_send;
    if (Serial.write(sending, count) == 0) {
        /* No program has the port open: what is sent is lost, as on a wire. */
        count = to_send;
    }
    sending += count;
    to_send = (uint8_t)(to_send - count);
}

void board_send(const uint8_t *bytes, uint8_t count)
{
    sending = bytes;
    to_send = count;
    send_some();
}

bool board_is_sending(void)
{
    if (to_send > 0) {
        send_some();
    }
    return to_send > 0;
}

/* USB holds the box back instead of losing bytes. */
uint8_t board_lost(void)
{
    return 0;
}
