# For arduino-mk, in the folder that make -C firmware sketch has made: make -f sketch.mk
# The program brings its own main() and needs nothing of the Arduino core, so that is left out.
NO_CORE = 1
BOARD_TAG = nano
MCU = atmega328p
F_CPU = 16000000L
CFLAGS_STD = -std=gnu11 -flto
LOCAL_C_SRCS = $(wildcard src/core/*.c src/board/avr/*.c)
LOCAL_INO_SRCS =
include /usr/share/arduino/Arduino.mk
