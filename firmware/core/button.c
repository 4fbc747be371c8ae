#include "button.h"

void button_start(struct button *button)
{
    button->run = 0;
    button->is_armed = false;
    button->is_down = false;
}

bool button_sample(struct button *button, bool is_down)
{
    button->is_down = is_down;
    /* Armed, it waits for a contact that is down; otherwise for one that is open. */
    if (is_down != button->is_armed) {
        button->run = 0;
        return false;
    }
    button->run++;
    if (button->run < (is_down ? BUTTON_DOWN_SAMPLES : BUTTON_OPEN_SAMPLES)) {
        return false;
    }
    button->run = 0;
    button->is_armed = !is_down;
    return is_down;
}
