"""Dice on the display: choosing and rolling them, and looking back at rolls."""

from companion.ui.dice.screens import DiceMenu, roll_dice

__all__ = ["DiceMenu", "roll_dice"]
