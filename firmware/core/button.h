/* The button: every press counted once, however its contact bounces. */
#ifndef BUTTON_H
#define BUTTON_H

#include <stdbool.h>
#include <stdint.h>

/* In samples, of which there are 1600 a second: 1.9 ms against a spark, 30 ms of an open contact before the next. */
#define BUTTON_DOWN_SAMPLES 3U
#define BUTTON_OPEN_SAMPLES 48U

struct button {
    uint8_t run; /* samples that said the same, and count towards what is waited for */
    bool is_armed;
    bool is_down;
};

/* A button that is down at the start counts only after it was released. */
void button_start(struct button *button);

/* Takes a sample; true when a press counts with it. */
bool button_sample(struct button *button, bool is_down);

#endif
