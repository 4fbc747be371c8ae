"""Phones and big screens: front ends in a browser, served by a process of its own.

A household can do without them: only ``companion.features`` names this package.
"""
