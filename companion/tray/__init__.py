"""The tray beside the board: what it reports, and how colours are read from what it measured; pure.

The line to the tray is ``companion.link``; both it and the screens see this package, and not one another. Nothing here
is imported before the first frame: a box without a tray does not wait for it.
"""
