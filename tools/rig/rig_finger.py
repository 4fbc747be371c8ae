"""Fingers made of wires, on the Pi itself: reads ``low PIN`` and ``open PIN``, a line each, and does so with that pin.

A spare pin that drives low connects the button's pin to ground through a wire; one that is an input leaves it alone.
"""

from __future__ import annotations

import sys

import lgpio

if __name__ == "__main__":
    header = lgpio.gpiochip_open(int(sys.argv[1]))
    for line in sys.stdin:
        deed, pin = line.split()
        if deed == "low":
            lgpio.gpio_claim_output(header, int(pin), 0)
        else:
            lgpio.gpio_claim_input(header, int(pin), lgpio.SET_PULL_NONE)
