/* The beat: what is to happen at each tick of the board's clock, of which there are 3200 a second. */
#ifndef BEAT_H
#define BEAT_H

#include <stdint.h>

#define TICKS_PER_S 3200U

/* A light, its samples, the next light: called from the tick's interrupt, so that a busy main loop cannot shift it. */
void beat(void);

#endif
