#include "loader.h"

#include "../board/board.h"

#define ERASED 0xFFU

/* Optiboot switches the watchdog off first. From version 4 on it has its major version in the last byte of the flash;
 * 8 is the newest for this chip. The Nano's former boot loader, ATmegaBOOT, leaves that byte erased. */
#define OPTIBOOT_FIRST 4U
#define OPTIBOOT_LAST 8U

/* A boot loader begins where its section does. */
static bool is_absent(uint16_t end, uint16_t least, uint16_t most)
{
    for (uint16_t size = least; size <= most; size = (uint16_t)(size * 2U)) {
        if (board_program((uint16_t)(end - size)) != ERASED) {
            return false;
        }
    }
    return true;
}

/* Without a boot loader the chip is at the program's first instruction before the watchdog bites again. */
bool loader_survives(uint16_t end, uint16_t least, uint16_t most)
{
    uint8_t version = board_program((uint16_t)(end - 1U));
    if (version == ERASED) {
        return is_absent(end, least, most);
    }
    return version >= OPTIBOOT_FIRST && version <= OPTIBOOT_LAST;
}
