"""Implementations of the box: on a Raspberry Pi, in a window, in a terminal, as lines of text, and headless."""
