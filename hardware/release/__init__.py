"""Puts together what a stranger needs to build the tray: ``make -C hardware release``."""
