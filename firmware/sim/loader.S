; A boot loader for the simulated chip: it waits for an upload that never comes, and starts the program.
;   SAFE    switches the watchdog off first, as Optiboot does; otherwise it stays as it is, as with ATmegaBOOT
;   VERSION the version in the last two bytes of the flash, as Optiboot has it; without it they stay erased
#include <avr/io.h>

#ifdef VERSION
    .section .version, "a"
    .word VERSION
#endif

    .text
    .global main
main:
#ifdef SAFE
    ; MCUSR first: while WDRF is set, the watchdog cannot be switched off. Then as the data sheet says.
    ldi r24, 0
    out _SFR_IO_ADDR(MCUSR), r24
    wdr
    ldi r24, (1 << WDCE) | (1 << WDE)
    sts WDTCSR, r24
    ldi r24, 0
    sts WDTCSR, r24
#endif
    ; 100 ms at 16 MHz: 200 times 8000 cycles.
    ldi r20, 200
outer:
    ldi r24, lo8(2000)
    ldi r25, hi8(2000)
inner:
    sbiw r24, 1
    brne inner
    dec r20
    brne outer
    jmp 0
