"""The peg tray: its calibration, and the classification of pegs from measured light.

The serial link to the tray is ``companion.link``. Both the link and the screens import this package, but not each
other. Nothing here is imported before the first frame, so a box without a tray starts no later.
"""
