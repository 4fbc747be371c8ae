"""Composition: command-line options become a running program."""
